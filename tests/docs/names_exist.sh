#!/usr/bin/env bash
# Every name a page puts in backticks is declared in the tree, and every .cpp and .hpp file it
# mentions is there.
#
#   names_exist.sh PAGE.md SOURCE_DIR
#
#   Type::member   a word of Type's own definition, or written so in the code
#   Suite.Test     TEST(Suite, Test), TEST_F or TEST_P
#   Name           a type, a suite, or a test of any suite
#   name           a function, a member, an enumerator, or a word that users type: "name" in the code
#
# Comments do not count, nor does what stands in a string, but for the last.
set -euo pipefail
page=$(realpath "$1")
cd "$2"

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# the code of some folders on one line: without comments, and with or without what is in quotes
without_comments() {
  find "$@" \( -name '*.cpp' -o -name '*.hpp' \) -exec cat {} + 2>/dev/null |
    sed -E -e "s/'(\\\\.|[^'\\\\])'/0/g" \
      -e 's#^(([^"/]|"([^"\\]|\\.)*"|/[^/])*)//.*#\1#' | tr '\n' ' '
}
without_strings() { sed -E 's/"([^"\\]|\\.)*"/""/g'; }
without_comments src apps >"$scratch/quoted"
without_strings <"$scratch/quoted" >"$scratch/code"
without_comments tests | without_strings >"$scratch/tests"

# what is declared, a name a line
word='[A-Za-z_][A-Za-z0-9_]*'
grep -oE "\bTEST(_[FP])?\( *$word *, *$word *\)" "$scratch/tests" |
  sed -E "s/^[A-Z_]*\( *($word) *, *($word).*/\1.\2/" | sort -u >"$scratch/cases"
sed 's/\..*//' "$scratch/cases" | sort -u >"$scratch/suites"
{
  grep -oE "\b(class|struct|enum) +$word *(final *)?(:[^;{]*)?\{" "$scratch/code" |
    sed -E "s/^[a-z]+ +(class +)?($word).*/\2/"
  grep -oE "\b(using|concept) +$word *=" "$scratch/code" | sed -E "s/^[a-z]+ +($word).*/\1/"
} | sort -u >"$scratch/types"
{
  # a function has a type before its name, a call an operator or a keyword
  grep -oE "$word>*[*&]* +($word::)*$word *\(" "$scratch/code" |
    grep -vE '^(return|else|throw|new|case|delete|and|or|not) ' |
    sed -E "s/.*[ :]($word) *\(/\1/"
  # members and constants, one or several in a declaration
  grep -oE "$word>*[*&]* +$word( *=[^;(){}]*)?(, *$word( *=[^;(){}]*)?)*;" "$scratch/code" |
    grep -vE '^(return|else|throw|new|case|delete|goto|using|namespace|class|struct) ' |
    sed -E -e "s/^$word>*[*&]* +//" -e 's/=[^,;]*//g' | grep -oE "$word"
  # enumerators
  grep -oE "\benum +(class +)?$word *(: *$word *)?\{[^}]*\}" "$scratch/code" |
    sed -E 's/^[^{]*//' | grep -oE "$word"
  # words that users type
  grep -oE '"-{0,2}[a-z_]+"' "$scratch/quoted" | tr -d '"-'
} | sort -u >"$scratch/names"

# Type's own definition, from its brace to the one that closes it
definition_of() {
  awk -v type="$1" '{
    rest = $0
    while (match(rest, "(class|struct|enum) +" type " *(final *)?(:[^;{]*)?[{]")) {
      rest = substr(rest, RSTART + RLENGTH)
      depth = 1
      for (i = 1; depth > 0 && i <= length(rest); ++i) {
        letter = substr(rest, i, 1)
        depth += (letter == "{") - (letter == "}")
      }
      print substr(rest, 1, i - 1)
      rest = substr(rest, i)
    }
  }' "$scratch/code"
}

is_declared() {
  local type=${1%::*} last=${1##*[:.]}
  case $1 in
    *::*)
      grep -qE "\b$type::$last\b" "$scratch/code" ||
        grep -qE "\b$last *[(;=,{]" <<<"$(definition_of "${type##*::}")"
      ;;
    *.*) grep -qxF "$1" "$scratch/cases" ;;
    [A-Z]*) grep -qxF "$1" "$scratch/types" "$scratch/suites" || grep -q "\.$1\$" "$scratch/cases" ;;
    *) grep -qxF "$1" "$scratch/names" ;;
  esac
}

status=0
missing() {
  echo "$page: $1 is not in the tree" >&2
  status=1
}

for name in $(grep -oE "\`$word((::|\.)$word)*\`" "$page" | tr -d '`' | sort -u); do
  is_declared "$name" || missing "$name"
done

# folder/file.cpp is under src/descant, tests, or written in full; a bare file.hpp is anywhere
for file in $(grep -oE '[A-Za-z0-9_/-]+\.(cpp|hpp)' "$page" | sort -u); do
  [ -n "$(find src tests apps -path "*/$file" -print -quit)" ] || [ -e "$file" ] || missing "$file"
done
exit $status
