#!/usr/bin/env bash
# Make the virtual environment that the argument names, with the first Python on the PATH that is new
# enough. PYTHON=/path/to/python chooses another one.
set -euo pipefail

venv=$1
usable='import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))'

if [ -x "$venv/bin/python" ] && "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
  exit 0
fi

# Run each candidate: a launcher may exist without a Python behind it.
for candidate in ${PYTHON:-python3 python3.14 python3.13 python3.12 python3.11 python}; do
  if "$candidate" -c "$usable" >/dev/null 2>&1; then
    echo "Making $venv with $("$candidate" --version)"
    rm -rf "$venv"
    exec "$candidate" -m venv "$venv"
  fi
done

cat >&2 <<'END'
Lutetia needs Python 3.11 or newer with its venv module, and none was found on the PATH.
  Debian, Ubuntu:  sudo apt-get install python3 python3-venv
  Fedora:          sudo dnf install python3
  macOS:           brew install python
Or say where it is:  make play PYTHON=/path/to/python3
END
exit 1
