"""Reads QR codes, as the camera of a phone does."""

from __future__ import annotations

import io
import re

import numpy as np
import zxingcpp
from PIL import Image


def read_picture(png: bytes) -> str:
    """The text of the one QR code in a picture."""
    return _read(np.asarray(Image.open(io.BytesIO(png)).convert("L")))


def read_svg(svg: str) -> str:
    """The text of a QR code as the server draws it: one path of horizontal strokes."""
    box = re.search(r'viewBox="0 0 (\d+) (\d+)"', svg)
    scale = re.search(r"scale\((\d+)\)", svg)
    path = re.search(r' d="([^"]+)"', svg)
    assert box, svg[:200]
    assert scale, svg[:200]
    assert path, svg[:200]
    unit = int(scale[1])
    picture = np.full((int(box[2]), int(box[1])), 255, np.uint8)
    x = y = 0.0
    for step, numbers in re.findall(r"([Mmh])([^Mmh]+)", path[1]):
        across, *down = map(float, numbers.split())
        if step == "h":
            rows = slice(round((y - 0.5) * unit), round((y + 0.5) * unit))
            picture[rows, round(x * unit) : round((x + across) * unit)] = 0
            x += across
        elif step == "m":
            x, y = x + across, y + down[0]
        else:
            x, y = across, down[0]
    return _read(picture)


def _read(picture: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> str:
    (code,) = zxingcpp.read_barcodes(picture)
    return str(code.text)
