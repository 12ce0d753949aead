#!/usr/bin/env bash
# Run the whole suite compiled, then the browser's part in processes of its own (its event loop
# tolerates no other), then the part marked "plain" as plain Python. The result lines are repeated
# at the end, so that they can be seen together.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT
status=0

run() { # NAME ARGUMENT…
  local name=$1
  shift
  .venv/bin/pytest -n auto --dist loadgroup "$@" 2>&1 | tee "$logs/$name" || status=1
}

# One process for each game compiles; without this every worker would compile everything.
for game in lumiere belle_epoque; do
  .venv/bin/python -c "from lutetia.server import brains
brains.warm_rules('$game')
brains.warm_players('$game')
brains.warm_endings('$game')" &
done
wait

run compiled -m "not browser"
run browser -m browser
LUTETIA_JIT=0 run plain -m plain

echo
for name in compiled browser plain; do
  printf '%-9s %s\n' "$name:" "$(tail -n 1 "$logs/$name")"
done
exit $status
