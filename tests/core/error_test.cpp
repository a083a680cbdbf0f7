// tests/core/error_test.cpp: errors say whose fault, where, and what to do.

#include "descant/core/error.hpp"

#include <gtest/gtest.h>

#include "descant/core/log.hpp"
#include "descant/core/types.hpp"

namespace descant {
namespace {

TEST(InputError, NamesPlaceFaultAndRemedy) {
  const InputError error("fox.json#/bodies/0", "no mesh", "Add \"mesh\"");
  EXPECT_EQ(error.place(), "fox.json#/bodies/0");
  EXPECT_STREQ(error.what(), "fox.json#/bodies/0: no mesh. Add \"mesh\"");
  EXPECT_STREQ(InputError("--leak", "not a number").what(), "--leak: not a number");
}

TEST(NumericsError, NamesTheFrame) {
  const NumericsError error(12, "no finite start");
  EXPECT_EQ(error.frame(), 12);
  EXPECT_STREQ(error.what(), "frame 12: no finite start");
  EXPECT_EQ(error.reason(), "no finite start");
}

TEST(Errors, AreToldApart) {
  EXPECT_THROW(throw InputError("a", "b"), std::runtime_error);
  EXPECT_THROW(throw NumericsError(0, "b"), std::runtime_error);
  EXPECT_THROW(throw Interrupted("b"), std::runtime_error);
  EXPECT_THROW(throw BugError("b"), std::logic_error);
}

TEST(ExpectEqual, PrintsBothValues) {
  EXPECT_NO_THROW(expect_equal(3, 3, "same"));
  try {
    expect_equal(3, 4, "rows of J");
    FAIL() << "three is not four";
  } catch (const BugError& error) {
    EXPECT_STREQ(error.what(), "internal error: rows of J (3 against 4)");
  }
}

TEST(Log, ReachesWhoListensAndNobodyElse) {
  std::string heard;
  const Log log = [&](Severity severity, const std::string& message) {
    heard += (severity == Severity::warning ? "warning " : "info ") + message + ";";
  };
  warn(log, "thin");
  inform(log, "done");
  EXPECT_EQ(heard, "warning thin;info done;");
  EXPECT_NO_THROW(warn({}, "unheard"));
  EXPECT_NO_THROW(inform({}, "unheard"));
}

TEST(Types, InterleavedDofsAreTheRowsEndToEnd) {
  Positions points(2, 3);
  points << 1, 2, 3, 4, 5, 6;
  Vector u(6);
  u << 1, 2, 3, 4, 5, 6;
  EXPECT_EQ(Vector(flat(points)), u);
  EXPECT_EQ(Positions(rows_of(u, 3)), points);
}

}  // namespace
}  // namespace descant
