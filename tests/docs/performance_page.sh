#!/usr/bin/env bash
# The page of figures and its chart can be made from what the bench writes.
#
#   performance_page.sh DESCANT SOURCE_DIR
set -euo pipefail
descant=$(realpath "$1") source=$(realpath "$2")

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
cd "$scratch"
"$descant" bench roller-coaster --frames 3 --threads 1 --json bench.json --progress none
cp "$source/docs/performance.md" page.md
"$source/scripts/performance-page" bench.json page.md chart.svg

# its own words stay, the figures are there, and where they were written is not
diff <(sed '/measured: begin/q' "$source/docs/performance.md") <(sed '/measured: begin/q' page.md)
grep -q '^| roller-coaster | 40 | 6 |' page.md
grep -qF 'Made by `descant bench roller-coaster --frames 3 --threads 1` on' page.md
python3 -c 'import sys, xml.dom.minidom as x; x.parse(sys.argv[1])' chart.svg
grep -q 'roller-coaster' chart.svg
