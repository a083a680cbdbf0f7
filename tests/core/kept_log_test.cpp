// tests/core/kept_log_test.cpp: kept messages come once, in order.

#include "descant/core/kept_log.hpp"

#include <gtest/gtest.h>

namespace descant {
namespace {

TEST(KeptLog, HandsOnWhatItKeptOnceAndInOrder) {
  KeptLog kept;
  const Log log = kept.log();
  warn(log, "first");
  inform(log, "second");
  std::string said;
  const Log listener = [&](Severity severity, const std::string& message) {
    said += (severity == Severity::warning ? "!" : ".") + message;
  };
  EXPECT_EQ(said, "") << "nobody was told yet";
  kept.pass_on(listener);
  kept.pass_on(listener);
  EXPECT_EQ(said, "!first.second");
  warn(log, "third");
  kept.pass_on({});
  kept.pass_on(listener);
  EXPECT_EQ(said, "!first.second") << "told to nobody is told";
}

}  // namespace
}  // namespace descant
