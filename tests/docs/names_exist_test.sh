#!/usr/bin/env bash
# names_exist.sh finds what is declared, and says no to what is not.
#
#   names_exist_test.sh
set -euo pipefail
names_exist=$(dirname "$(realpath "$0")")/names_exist.sh

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir -p "$scratch/src" "$scratch/apps" "$scratch/tests"
cat >"$scratch/src/kite.hpp" <<'CODE'
// kite.hpp: rudder() and OnlyInAComment are named here and nowhere else.
enum class Wind { calm, gusty };
class Forward;
struct Kite {
  double string_length = 2, tail = 0;  // "remarked"
  bool flies(Wind wind) const { return wind == Wind::gusty; }
};
template <class T>
concept Flyable = requires(T t) { t.flies(Wind::calm); };
std::vector<Kite>
make_kites(int count);
inline const char* land() { return "landed // softly"; }
inline int use(Other thing) { return thing.called_only(); }
CODE
cat >"$scratch/tests/kite_test.cpp" <<'CODE'
// TEST(Kite, IsRemarkedUpon)
TEST(Kite, Flies) { EXPECT_EQ(what, "TEST(Kite, IsQuoted)"); }
TEST_P(KiteSuite,
       KeepsFlying) {}
CODE
cat >"$scratch/apps/main.cpp" <<'CODE'
int main() { return run("simulate", "--wind-speed", "--loud"); }
CODE

# what is declared is found
for name in Kite Wind Flyable KiteSuite Flies Kite.Flies KiteSuite.KeepsFlying KeepsFlying \
  Kite::flies Kite::tail Wind::gusty calm flies tail string_length make_kites land simulate loud; do
  echo "\`$name\`"
done >"$scratch/declared.md"
echo 'kite.hpp, tests/kite_test.cpp' >>"$scratch/declared.md"
"$names_exist" "$scratch/declared.md" "$scratch"

# what is not is missed, every single name of it
for name in rudder OnlyInAComment Forward Made.Up MadeUp made_up Kite.IsRemarkedUpon IsQuoted \
  Kite.KeepsFlying KiteSuite.Flies Kite::rudder Kite::make_kites Kite::land Wind::stormy softly \
  remarked called_only wind thing; do
  echo "\`$name\`"
done >"$scratch/made_up.md"
echo 'glider.hpp' >>"$scratch/made_up.md"
if "$names_exist" "$scratch/made_up.md" "$scratch" 2>"$scratch/said"; then
  echo "a page of made-up names was accepted" >&2
  exit 1
fi
diff <(tr -d '`' <"$scratch/made_up.md" | sort) \
  <(sed -E 's/.*: (.*) is not in the tree/\1/' "$scratch/said" | sort)
