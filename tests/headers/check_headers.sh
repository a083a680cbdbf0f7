#!/usr/bin/env bash
# Compiles every header of src/descant by itself: each must include all it needs.
#
#   check_headers.sh COMPILER SOURCE_DIR FLAGS...
set -euo pipefail
compiler=$1 root=$2
shift 2
flags=("$@")

check() {
  "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wno-pragma-once-outside-header \
    -I "$root/src" "${flags[@]}" -include "$1" -x c++ /dev/null || { echo "$1 does not stand alone"; return 1; }
}
status=0
running=0
while read -r header; do
  check "$header" &
  running=$((running + 1))
  if [ $running -ge "$(nproc)" ]; then
    wait -n || status=1
    running=$((running - 1))
  fi
done < <(find "$root/src/descant" -name '*.hpp' | sort)
while [ $running -gt 0 ]; do
  wait -n || status=1
  running=$((running - 1))
done
exit $status
