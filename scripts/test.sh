#!/usr/bin/env bash
# Run all tests that are neither long nor exhaustive; with the argument "long" or "exhaustive", run those
# instead. The browser tests run in their own processes, because their event loop allows no other one, at
# the same time as the rest. They end first, and then the tests marked "plain" run without compilation. At
# the end, the script repeats the names of all tests that failed and the result of each part, with its
# processor time. A few failed tests that drive programs run once more (scripts/unsteady.py).
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1-} in
  "") which="not long and not exhaustive" ;;
  long) which="long and not exhaustive" ;;
  exhaustive) which="exhaustive" ;;
  *)
    echo "usage: $0 [long | exhaustive]" >&2
    exit 2
    ;;
esac

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
export LUTETIA_TESTS_SHARE=$logs

run() { # NAME MARKERS [FOLDERS]
  local rc=0 TIMEFORMAT="%U %S"
  {
    time .venv/bin/python -u .venv/bin/pytest -n auto -o cache_dir="$logs/$1.cache" \
      -m "($2) and ($which)" ${3-} 2>&1 | tee "$logs/$1" | sed -u "s/^/$1: /" || rc=$?
  } 2>"$logs/$1.time"
  # 5: there is no such test. A part may have no long and no exhaustive one.
  if [ "$rc" = 5 ] && [ "${which#not}" = "$which" ]; then rc=0; fi
  echo "$rc" >"$logs/$1.status"
  return "$rc"
}

# Only folders with such tests: to read all others would take longer than to run these.
plain=$(grep -rl --include='*.py' 'mark\.plain' tests | cut -d/ -f1,2 | sort -u)
# Many compiled tests wait for servers. The plain ones only compute, so they use that time.
beside() {
  local failed=0
  run browser "browser" tests/browser || failed=1 # the only folder with such tests: nothing else is collected
  LUTETIA_JIT=0 run plain "plain" "$plain" || failed=1
  return "$failed"
}

status=0
beside &
beside=$!
# In a shell of its own: bash counts the time of the other tests as well if they end meanwhile.
(run compiled "not browser") || status=1
wait "$beside" || status=1

echo
for name in compiled browser plain; do
  grep -E '^(FAILED|ERROR) ' "$logs/$name" || true
done
for name in compiled browser plain; do
  used=$(awk 'END { printf "%.0f", $1 + $2 }' "$logs/$name.time")
  result=$(tail -n 1 "$logs/$name" | sed -E 's/^=+ | =+$//g')
  printf '%-9s %s, %s s of processor time\n' "$name:" "$result" "$used"
done
if [ "$status" != 0 ] && .venv/bin/python scripts/unsteady.py "$logs"; then status=0; fi
exit "$status"
