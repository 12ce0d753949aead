"""A machine with a single font; each of its glyphs is a wide box.

The client brings its fonts. Chromium in these tests sees no fonts of the machine, so the tests
measure what every user sees. A letter that the client's fonts lack is drawn as a wide box.
"""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

BOXES = "Boxes"
"""The name of the single font."""
_UNITS = 1000


def hide_fonts(folder: Path) -> Path:
    """Write the font and a configuration with only this font; returns the FONTCONFIG_FILE."""
    fonts = folder / "fonts"
    fonts.mkdir()
    _boxes(fonts / "boxes.ttf")
    settings = folder / "fonts.conf"
    settings.write_text(
        '<?xml version="1.0"?>\n<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">\n'
        f"<fontconfig><dir>{fonts}</dir><cachedir>{folder / 'cache'}</cachedir></fontconfig>\n",
        encoding="utf-8",
    )
    return settings


def _boxes(file: Path) -> None:
    pen = TTGlyphPen(None)
    pen.moveTo((50, 0))
    for corner in ((50, 700), (950, 700), (950, 0)):
        pen.lineTo(corner)
    pen.closePath()
    box = pen.glyph()
    builder = FontBuilder(_UNITS, isTTF=True)
    builder.setupGlyphOrder([".notdef", "box"])
    builder.setupCharacterMap({ord(letter): "box" for letter in "AEOaeo01 "})
    builder.setupGlyf({".notdef": box, "box": box})
    builder.setupHorizontalMetrics({".notdef": (_UNITS, 50), "box": (_UNITS, 50)})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": BOXES, "styleName": "Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(file)
