// tests/app/program.hpp: runs the real program and keeps what it said.

#pragma once

#include <sys/wait.h>

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>

namespace descant::test {

struct Outcome {
  int exit_code = -1;
  std::string out, err;
};

inline std::string text_of(const std::string& path) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  return text.str();
}

/// Runs a shell script in `folder`; in it, $DESCANT is the program.
inline Outcome run_script(const std::string& folder, const std::string& script) {
  const std::string command = "cd '" + folder + "' || exit 99; DESCANT='" DESCANT_APP "'; (" +
                              script + "\n) > stdout.txt 2> stderr.txt < /dev/null";
  const int status = std::system(command.c_str());
  Outcome outcome;
  if (WIFEXITED(status)) outcome.exit_code = WEXITSTATUS(status);
  outcome.out = text_of(folder + "/stdout.txt");
  outcome.err = text_of(folder + "/stderr.txt");
  return outcome;
}

/// Runs `descant ARGUMENTS` in `folder`.
inline Outcome run_descant(const std::string& folder, const std::string& arguments) {
  return run_script(folder, "\"$DESCANT\" " + arguments);
}

}  // namespace descant::test
