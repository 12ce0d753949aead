#!/usr/bin/env bash
# Check that the programs for the tests are installed: a Chromium browser, the PostgreSQL server and
# the Redis server. The script installs missing programs if it can; otherwise it names them. It starts
# nothing: the tests start these programs.
set -euo pipefail
cd "$(dirname "$0")/.."

have_chromium() {
  command -v chromium-headless-shell || command -v chromium || command -v chromium-browser ||
    command -v google-chrome ||
    .venv/bin/python -c '
import pathlib, sys
from playwright.sync_api import sync_playwright
with sync_playwright() as p:
    sys.exit(not pathlib.Path(p.chromium.executable_path).exists())'
} >/dev/null 2>&1

# On Debian the programs of PostgreSQL are not on the PATH, but in a folder for each version.
have_postgresql() {
  command -v initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb" ||
    compgen -G "/usr/pgsql-*/bin/initdb"
} >/dev/null 2>&1

have_redis() { command -v redis-server || command -v valkey-server; } >/dev/null 2>&1

missing() {
  have_chromium || echo chromium
  have_postgresql || echo postgresql
  have_redis || echo redis-server
}

wanted=$(missing | xargs)
[ -n "$wanted" ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
  echo "Installing for the tests: $wanted"
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq >/dev/null || true
  # Debian has Chromium without a window, too: it is smaller and quicker.
  if apt-cache show chromium-headless-shell >/dev/null 2>&1; then
    wanted=${wanted/chromium/chromium-headless-shell}
  fi
  # shellcheck disable=SC2086  # a list of package names
  apt-get install -y -qq --no-install-recommends $wanted >/dev/null || true
fi
# Playwright can install a browser if the system has no package for one.
have_chromium || .venv/bin/playwright install chromium >/dev/null 2>&1 || true

wanted=$(missing | xargs)
[ -n "$wanted" ] || exit 0
cat >&2 <<END
The tests need these programs, which are not installed here: $wanted
  Debian, Ubuntu:  sudo apt-get install $wanted
  macOS:           brew install $(echo "$wanted" | sed -E 's/redis-server/redis/')
  the browser alone, without administrator rights:  .venv/bin/playwright install chromium
Without them, "make quick" runs the tests that need none of them.
END
exit 1
