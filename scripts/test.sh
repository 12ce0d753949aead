#!/usr/bin/env bash
# Run all tests. The browser tests run in their own processes, because their event loop allows no
# other one, at the same time as the rest. Then the tests marked "plain" run without compilation. The
# script repeats all result lines at the end.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

run() { # NAME ARGUMENT…
  local name=$1
  shift
  .venv/bin/python -u .venv/bin/pytest -n auto --dist loadgroup "$@" 2>&1 |
    tee "$logs/$name" | sed -u "s/^/$name: /"
}

status=0
run browser -m browser &
browser=$!
run compiled -m "not browser" || status=1
LUTETIA_JIT=0 run plain -m plain || status=1
wait "$browser" || status=1

echo
for name in compiled browser plain; do
  printf '%-9s %s\n' "$name:" "$(tail -n 1 "$logs/$name")"
done
exit $status
