// tests/support/input_error.hpp: checks that bad input is turned away, and where.

#pragma once

#include <gtest/gtest.h>

#include <string>

#include "descant/core/error.hpp"

namespace descant {

/// Expects `run` to throw an InputError at exactly `place` whose message contains `what`.
template <class Run>
void expect_input_error(Run&& run, const std::string& place, const std::string& what) {
  try {
    run();
    ADD_FAILURE() << "no error; expected one at " << place << " about: " << what;
  } catch (const InputError& error) {
    EXPECT_EQ(error.place(), place) << error.what();
    EXPECT_NE(std::string(error.what()).find(what), std::string::npos) << error.what();
  }
}

}  // namespace descant
