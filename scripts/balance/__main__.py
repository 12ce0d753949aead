"""Puts new results into docs/balance.md and docs/balance-tried.md, and their pictures.

`python -m scripts.balance [FILE …]` needs the extra `plots`. A FILE holds games (`lutetia balance
--out`), or the report of a calibration (`report.json`). Games replace the earlier ones of the same
set-up and house rules; several files of the same ones are put together. Without a FILE only the
tables and pictures are made again. The same results give the same files.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path

from lutetia.kernel.errors import LutetiaError
from scripts.balance.pictures import draw
from scripts.balance.results import PAGES, RESULTS, add_files
from scripts.balance.tables import written


def main() -> int:
    """Read, add, draw, and write the tables."""
    parser = argparse.ArgumentParser(prog="python -m scripts.balance", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    results = json.loads(RESULTS.read_text(encoding="utf-8"))
    try:
        told = add_files(results, arguments.files)
    except LutetiaError as error:
        print(error, file=sys.stderr)
        return 2
    pages = {page: written(page.read_text(encoding="utf-8"), results) for page in PAGES}
    RESULTS.write_text(json.dumps(results, ensure_ascii=False) + "\n", encoding="utf-8")
    for page, text in pages.items():
        page.write_text(text, encoding="utf-8")
    draw(results)
    for line in told:
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
