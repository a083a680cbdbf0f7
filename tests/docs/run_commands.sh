#!/usr/bin/env bash
# Types the commands of a page as a reader would: every ```sh block, in order, in a scratch folder.
#
#   run_commands.sh PAGE.md DESCANT
#
# DESCANT is the program to call `descant`. Lines that build or install the program (make, git clone,
# cd into the clone, and the PATH that names the build) are left out: it is built already.
set -euo pipefail
page=$(realpath "$1") descant=$(realpath "$2")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
mkdir "$scratch/bin"
ln -s "$descant" "$scratch/bin/descant"

awk '/^```sh$/ {inside = 1; next} /^```/ {inside = 0} inside' "$page" |
  grep -vE '^(make|git clone|cd descant|export PATH)' >"$scratch/commands" || true
if ! grep -q descant "$scratch/commands"; then
  echo "no commands found in $page" >&2
  exit 1
fi

mkdir "$scratch/work"
cd "$scratch/work"
PATH="$scratch/bin:$PATH" bash -euo pipefail -v "$scratch/commands"
