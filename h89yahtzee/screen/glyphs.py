"""The bytes that show the H19's characters on a terminal, by the graphics that the terminal has.

The letters of termcap's `ac` are those of the VT100's line-drawing characters. A character that has no graphic is
shown as something like it in ASCII.
"""

from __future__ import annotations

from h89yahtzee.screen.charset import ASCII_GLYPHS, GLYPHS, encode, is_graphic, needs_text_mode

Glyph = tuple[int, bool | None]
"""The byte, and whether it needs graphics mode (True), text mode (False) or looks the same in both (None)."""

_DRAWN = "→↓▒±┘┐┌└┼─├┤┴┬│●"
_LETTERS = "+.agjklmnqtuvwx~"
"""The letters of `ac` that stand for the characters of `_DRAWN`, in that order."""
_MAY_CHANGE = frozenset("+,-.0")
"""Letters of `ac` that some terminals take, though a VT100 shows them as they are."""
_LAST_UNCHANGED = 0x5D


def h19_glyphs() -> dict[str, Glyph]:
    """The glyphs of a terminal with the 33 graphics of the H19."""
    return {char: (encode(char), is_graphic(char) or (False if needs_text_mode(char) else None)) for char in GLYPHS}


def plain_glyphs() -> dict[str, Glyph]:
    """The glyphs of a terminal without graphics."""
    return {char: (ord(plain), None) for char, plain in zip(GLYPHS, ASCII_GLYPHS, strict=True)}


def line_drawing_glyphs(pairs: bytes) -> dict[str, Glyph]:
    """The glyphs of a terminal whose `ac` is `pairs` of a letter and the byte that shows it in graphics mode.

    If all these bytes are above 5D, as in the sets of DEC, graphics mode is taken to leave 20-5D as they are.
    """
    codes = {chr(letter): code for letter, code in zip(pairs[::2], pairs[1::2], strict=True)}
    keeps_most = min(codes.values(), default=0) > _LAST_UNCHANGED
    glyphs = {}
    for char, (code, _) in plain_glyphs().items():
        unchanged = keeps_most and code <= _LAST_UNCHANGED and chr(code) not in _MAY_CHANGE
        glyphs[char] = (code, None if unchanged else False)
    drawn = zip(_DRAWN, _LETTERS, strict=True)
    return glyphs | {char: (codes[letter], True) for char, letter in drawn if letter in codes}
