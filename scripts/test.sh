#!/usr/bin/env bash
# Run the whole suite compiled, then its part marked "plain" as plain Python. The two result lines
# are repeated at the end, so that they can be seen together.
set -euo pipefail
cd "$(dirname "$0")/.."

logs=$(mktemp -d)
trap 'rm -rf "$logs"' EXIT

status=0
.venv/bin/pytest -n auto --dist loadgroup 2>&1 | tee "$logs/compiled" || status=1
LUTETIA_JIT=0 .venv/bin/pytest -n auto --dist loadgroup -m plain 2>&1 | tee "$logs/plain" || status=1

echo
for mode in compiled plain; do
  printf '%-9s %s\n' "$mode:" "$(tail -n 1 "$logs/$mode")"
done
exit $status
