"""The character set, compared with the font ROM's table: code in graphics mode, glyph number, Unicode character."""

import unicodedata

from h89yahtzee.screen import charset

_CHARACTERS = "●◥│─┼┐┘└┌±→▒÷↓▗▖▘▝▀▐◤┬┤┴├\u2573\u2571╲\N{UPPER ONE QUARTER BLOCK}▂▎\N{RIGHT ONE QUARTER BLOCK}¶"
GRAPHICS = dict(zip(range(0x5E, 0x7F), zip((0x7F, 0x1F, *range(0x1F)), _CHARACTERS, strict=True), strict=True))


def test_graphics() -> None:
    for code, (number, char) in GRAPHICS.items():
        assert charset.glyph(code, graphics=True) == number
        assert charset.GLYPHS[number] == char
        assert charset.encode(char) == code
        assert charset.is_graphic(char), hex(code)


def test_ascii() -> None:
    for code in range(0x20, 0x7F):
        assert charset.glyph(code, graphics=False) == code
        assert charset.GLYPHS[code] == chr(code)
        assert charset.encode(chr(code)) == code
        assert not charset.is_graphic(chr(code)), hex(code)
        assert charset.needs_text_mode(chr(code)) == (code in GRAPHICS), hex(code)
        assert code in GRAPHICS or charset.glyph(code, graphics=True) == code


def test_every_glyph_has_a_character_and_one_in_ascii() -> None:
    assert len(set(charset.GLYPHS)) == len(charset.ASCII_GLYPHS) == 128
    assert charset.ASCII_GLYPHS.isascii()
    assert charset.ASCII_GLYPHS.isprintable()
    assert not any(unicodedata.east_asian_width(char) in "WF" for char in charset.GLYPHS)
