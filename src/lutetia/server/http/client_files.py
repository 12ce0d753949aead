"""The files of the web client. For every other address the server sends the start page.

If the client has no page at an address, the status is 404. The client then shows that there is no
such page.
"""

from __future__ import annotations

import asyncio
import gzip
from functools import cache
from mimetypes import guess_type
from pathlib import Path

from fastapi import FastAPI
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, RedirectResponse, Response

from lutetia.server.protocol.client_pages import moved_to, page_at

YEAR = "public, max-age=31536000, immutable"
FONT = "font/woff2"
KINDS = {".js": "text/javascript", ".webmanifest": "application/manifest+json", ".woff2": FONT}
"""Types that Python does not know on every machine."""
NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Lutetia</title>
<p>The server runs, but its web client is not built. Run <code>make web</code>.</p></html>"""


def add_pages(app: FastAPI, folder: Path) -> None:
    """Serve the files of the build, and the start page for everything else."""
    root = folder.resolve()

    @app.get("/{path:path}", include_in_schema=False)
    async def page(path: str, request: Request) -> Response:
        if path.startswith(("api/", "ws/")):
            raise HTTPException(404)
        file = _file_at(root, path)
        if file is not None:
            # Vite puts a hash of the content into the names of its assets.
            hashed = path.startswith("assets/")
            kind = KINDS.get(file.suffix) or guess_type(file.name)[0] or "application/octet-stream"
            takes_gzip = "gzip" in request.headers.get("accept-encoding", "")
            if hashed and takes_gzip and kind != FONT:  # a font is compressed already
                return await _compressed(file, kind)
            headers = {"cache-control": YEAR if hashed else "no-cache"}
            return FileResponse(file, headers=headers, media_type=kind)
        if "." in path.rsplit("/", 1)[-1] and "text/html" not in request.headers.get("accept", ""):
            raise HTTPException(404)
        moved = moved_to(f"/{path}")
        if moved:
            return RedirectResponse(moved, 308)
        index, status = root / "index.html", 200 if page_at(f"/{path}") else 404
        if not index.is_file():
            return HTMLResponse(NOT_BUILT, status)
        return FileResponse(index, status, headers={"cache-control": "no-cache"})


def _file_at(root: Path, path: str) -> Path | None:
    """The file of the client at a path; None if there is none."""
    if not path or path.startswith("."):
        return None
    try:
        file = (root / path).resolve()
        return file if file.is_relative_to(root) and file.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        return None


async def _compressed(file: Path, kind: str) -> Response:
    """A compressed file, for clients that connect without a proxy, for example a phone at home."""
    headers = {"cache-control": YEAR, "content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(await asyncio.to_thread(_gzip, file), headers=headers, media_type=kind)


@cache
def _gzip(file: Path) -> bytes:
    # The name contains a hash of the content, so the content never changes.
    return gzip.compress(file.read_bytes(), 6, mtime=0)
