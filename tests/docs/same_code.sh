#!/usr/bin/env bash
# The first ```cpp block of a page must be the very file that the tests build.
#
#   same_code.sh PAGE.md FILE.cpp
set -euo pipefail
diff -u "$2" <(awk '/^```cpp$/ {inside = 1; next} inside && /^```/ {exit} inside' "$1")
