// run/places.cpp: folders that can be made, files that may be replaced.

#include "descant/run/places.hpp"

#include <unistd.h>

#include <filesystem>
#include <set>

#include "descant/core/error.hpp"
#include "descant/io/file.hpp"
#include "descant/run/body_files.hpp"
#include "descant/run/checkpoint.hpp"

namespace descant {

namespace {

namespace fs = std::filesystem;

// Throws unless `folder` is one that can be written to, or can be made.
void check_folder(const std::string& folder) {
  std::error_code ignored;
  fs::path there = fs::absolute(folder).lexically_normal();
  if (fs::exists(there, ignored) && !fs::is_directory(there, ignored)) {
    throw InputError(folder, "is not a folder", "Name a folder for the results");
  }
  while (!fs::exists(there, ignored) && there.has_relative_path()) there = there.parent_path();
  if (!fs::is_directory(there, ignored)) {
    throw InputError(folder, "cannot be made: " + there.string() + " is not a folder",
                     "Name another folder for the results");
  }
  if (::access(there.c_str(), W_OK | X_OK) != 0) {
    throw InputError(folder, "cannot be written: " + there.string() + " does not allow it",
                     "Change its permissions, or name another folder");
  }
}

// Throws unless the folder of `file` is there, or is made with the results.
void check_folder_of(const std::string& file, const std::string& out) {
  std::error_code ignored;
  if (fs::is_directory(file, ignored)) {
    throw InputError(file, "is a folder; a file is to stand there", "Give a file name");
  }
  if (is_written_directly(file)) return;
  const fs::path folder = fs::absolute(file).lexically_normal().parent_path();
  const fs::path made = (fs::absolute(out) / "").lexically_normal().parent_path();
  if (!fs::is_directory(folder, ignored) && folder != made) {
    throw InputError(file, "the folder " + folder.string() + " does not exist", "Make it first");
  }
  check_folder(folder.string());
}

std::vector<std::string> inputs_of(const Scene& scene, const SimulateOptions& options) {
  std::vector<std::string> inputs = scene.files;
  if (!options.scene_path.empty()) inputs.push_back(options.scene_path);
  for (const BodySpec& body : scene.bodies) {
    if (!body.settings.leak_file.empty()) inputs.push_back(body.settings.leak_file);
  }
  return inputs;
}

// Throws where two of `targets` are one file, or one of them is an input.
void check_targets(const std::vector<std::string>& targets,
                   const std::vector<std::string>& inputs) {
  std::error_code ignored;
  std::set<fs::path> seen;
  for (const std::string& target : targets) {
    if (is_written_directly(target)) continue;
    if (!seen.insert(fs::weakly_canonical(fs::absolute(target), ignored)).second) {
      throw InputError(target, "is to be written twice in this run", "Choose another name");
    }
    if (!fs::exists(target, ignored)) continue;
    for (const std::string& input : inputs) {
      if (!fs::equivalent(target, input, ignored)) continue;
      throw InputError(target, "is what this run reads, which is never overwritten",
                       "Choose another name or folder for what is written");
    }
  }
}

}  // namespace

void check_places(const Scene& scene, const SimulateOptions& options, const FrameRange& range) {
  std::error_code ignored;
  if (options.out.empty()) throw InputError("--output", "needs the name of a folder");
  check_folder(options.out);
  std::vector<std::string> targets;
  for (const BodySpec& body : scene.bodies) {
    const BodyFiles files{options.out + "/" + body.name, options.output.save, scene.run.amount};
    check_folder(files.folder);
    for (std::string& path : body_file_paths(files, range.begin, range.end)) {
      targets.push_back(std::move(path));
    }
  }
  for (const std::string& file : {options.output.report, options.output.checkpoint}) {
    if (file.empty()) continue;
    check_folder_of(file, options.out);
    targets.push_back(file);
  }
  check_targets(targets, inputs_of(scene, options));
  const std::string& checkpoint = options.output.checkpoint;
  if (!checkpoint.empty() && fs::exists(checkpoint, ignored) && !is_checkpoint_file(checkpoint)) {
    throw InputError(checkpoint, "is there, and is not a checkpoint", "Choose another name");
  }
}

void check_enrich_places(const EnrichOptions& options) {
  const std::string ending = fs::path(options.out).extension().string();
  if (ending != ".glb" && ending != ".gltf") {
    throw InputError(options.out, "is not the name of a glTF file", "Let it end in .glb or .gltf");
  }
  const std::string folder = fs::path(options.out).parent_path().string();
  check_folder_of(options.out, folder.empty() ? "." : folder);
  if (!options.output.report.empty()) {
    check_folder_of(options.output.report, folder.empty() ? "." : folder);
    check_targets({options.out, options.output.report}, {options.in});
  }
}

void check_not_overwritten(const EnrichOptions& options, const std::vector<std::string>& inputs) {
  std::vector<std::string> targets{options.out};
  if (!options.output.report.empty()) targets.push_back(options.output.report);
  std::vector<std::string> all = inputs;
  all.push_back(options.in);
  if (!options.settings.character.tet_mesh.empty())
    all.push_back(options.settings.character.tet_mesh);
  check_targets(targets, all);
}

}  // namespace descant
