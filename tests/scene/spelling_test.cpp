// scene/spelling_test.cpp: slips are found, strangers are not.

#include "descant/scene/spelling.hpp"

#include <gtest/gtest.h>

namespace descant {
namespace {

TEST(Spelling, CountsSlips) {
  EXPECT_EQ(edit_distance("young", "young"), 0);
  EXPECT_EQ(edit_distance("yuong", "young"), 1);  // a swap
  EXPECT_EQ(edit_distance("yung", "young"), 1);
  EXPECT_EQ(edit_distance("", "abc"), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3);
}

TEST(Spelling, FindsWhatWasMeant) {
  const std::vector<std::string> names{"young", "poisson", "max_iterations", "fps"};
  EXPECT_EQ(nearest_name("yuong", names), "young");
  EXPECT_EQ(nearest_name("max-iterations", names), "max_iterations");
  EXPECT_EQ(nearest_name("maxIterations", names), "max_iterations");
  EXPECT_EQ(nearest_name("Poisson", names), "poisson");
  EXPECT_EQ(nearest_name("zebra", names), "");
  EXPECT_EQ(nearest_name("xy", {"ab"}), "");  // nothing in common
  EXPECT_EQ(nearest_name(std::string(100000, 'y'), names), "");
}

TEST(Spelling, ListsWhatIsKnownWhereNothingIsNear) {
  EXPECT_EQ(suggestion("zebra", {"log", "quadratic"}), "Known here: log, quadratic");
  EXPECT_EQ(suggestion("lgo", {"log", "quadratic"}), "Did you mean `log`?");
}

}  // namespace
}  // namespace descant
