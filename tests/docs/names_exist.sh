#!/usr/bin/env bash
# Every name a page puts in backticks, and every .cpp and .hpp file it mentions, is in the tree.
#
#   names_exist.sh PAGE.md SOURCE_DIR
set -euo pipefail
page=$(realpath "$1")
cd "$2"

status=0
missing() {
  echo "$page: $1 is not in the tree" >&2
  status=1
}

# `Type::function`, `Suite.Test`, `function`: the last part must be a word of some source file
for name in $(grep -oE '`[A-Za-z_]+((::|\.)[A-Za-z_0-9]+)*`' "$page" | tr -d '`' | sort -u); do
  grep -rqwF -- "${name##*[:.]}" src tests apps || missing "$name"
done

# folder/file.cpp is under src/descant, tests, or written in full; a bare file.hpp is anywhere
for file in $(grep -oE '[A-Za-z_/]+\.(cpp|hpp)' "$page" | sort -u); do
  [ -n "$(find src tests apps -path "*/$file" -print -quit)" ] || [ -e "$file" ] || missing "$file"
done
exit $status
