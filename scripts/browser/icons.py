"""The icon of the page as PNG, for systems that show no SVG: drawn from the shapes in h89yahtzee/web/icon.svg.

The shapes are rectangles, one of them with round corners, and circles; a path must have the form that the squares
in that file have.
"""

from __future__ import annotations

import re
import struct
import zlib
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import hypot
from pathlib import Path

SIZES = (192, 512)
"""The widths of the icons, in pixels, that browsers ask for when a page is installed."""
_Color = tuple[int, ...]
_Cover = Callable[[float, float], float]
"""A function that returns how far inside a shape a place (x, y) is, in units of the drawing; negative outside."""


def write_icons(drawing: Path, folder: Path) -> None:
    """Write icon-SIZE.png to `folder` for each of `SIZES`; `drawing` is the SVG file."""
    shapes = list(_shapes(drawing.read_text("utf-8")))
    for size in SIZES:
        (folder / f"icon-{size}.png").write_bytes(_png(size, shapes))


def _shapes(text: str) -> Iterator[tuple[_Cover, _Color]]:
    """Yield the shapes in the order in which they are painted, on a field of 32 by 32."""
    fills = [(found.start(), _color(found[1])) for found in re.finditer(r'fill="#(\w{6})"', text)]
    [corner] = re.findall(r'<rect width="32" height="32" rx="([\d.]+)"', text)
    yield _rectangle(0, 0, 32, float(corner)), fills[0][1]
    for (start, color), (end, _) in pairwise([*fills[1:], (len(text), ())]):
        for x, y, side in re.findall(r'd="M(\d+) (\d+)h(\d+)v\3H\1z"', text[start:end]):
            yield _rectangle(float(x), float(y), float(side), 0), color
        for x, y, radius in re.findall(r'cx="([\d.]+)" cy="([\d.]+)" r="([\d.]+)"', text[start:end]):
            yield _circle(float(x), float(y), float(radius)), color


def _color(digits: str) -> _Color:
    return tuple(bytes.fromhex(digits))


def _circle(x: float, y: float, radius: float) -> _Cover:
    return lambda across, down: radius - hypot(across - x, down - y)


def _rectangle(x: float, y: float, side: float, corner: float) -> _Cover:
    inner = side / 2 - corner

    def inside(across: float, down: float) -> float:
        beyond_x = abs(across - x - side / 2) - inner
        beyond_y = abs(down - y - side / 2) - inner
        outside = hypot(max(beyond_x, 0), max(beyond_y, 0))
        return corner - outside - min(max(beyond_x, beyond_y), 0)

    return inside


def _png(size: int, shapes: list[tuple[_Cover, _Color]]) -> bytes:
    """Return the content of a PNG file with the picture; pixels on the edge of a shape have a mixed colour."""
    scale = size / 32
    lines = []
    for row in range(size):
        line = bytearray(b"\0")  # PNG's filter type 0: the bytes of this row of pixels aren't filtered
        for column in range(size):
            line += _pixel((column + 0.5) / scale, (row + 0.5) / scale, scale, shapes)
        lines.append(bytes(line))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    parts = ((b"IHDR", head), (b"IDAT", zlib.compress(b"".join(lines), 9)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def _pixel(across: float, down: float, scale: float, shapes: list[tuple[_Cover, _Color]]) -> bytes:
    """Return red, green, blue and opacity of a pixel; the opacity depends on the first shape alone, the ground."""
    ground, mixed = shapes[0]
    opacity = min(max(ground(across, down) * scale + 0.5, 0), 1)
    for inside, color in shapes[1:]:
        part = min(max(inside(across, down) * scale + 0.5, 0), 1)
        if part:
            mixed = tuple(round(old + (new - old) * part) for old, new in zip(mixed, color, strict=True))
    return bytes((*mixed, round(255 * opacity)))
