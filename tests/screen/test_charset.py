"""The character set against the table of the font ROM: code in graphics mode, glyph number, Unicode character."""

import unicodedata

from h89yahtzee.screen import charset

GRAPHICS = {
    0x5E: (0x7F, 0x25CF),
    0x5F: (0x1F, 0x25E5),
    0x60: (0x00, 0x2502),
    0x61: (0x01, 0x2500),
    0x62: (0x02, 0x253C),
    0x63: (0x03, 0x2510),
    0x64: (0x04, 0x2518),
    0x65: (0x05, 0x2514),
    0x66: (0x06, 0x250C),
    0x67: (0x07, 0x00B1),
    0x68: (0x08, 0x2192),
    0x69: (0x09, 0x2592),
    0x6A: (0x0A, 0x00F7),
    0x6B: (0x0B, 0x2193),
    0x6C: (0x0C, 0x2597),
    0x6D: (0x0D, 0x2596),
    0x6E: (0x0E, 0x2598),
    0x6F: (0x0F, 0x259D),
    0x70: (0x10, 0x2580),
    0x71: (0x11, 0x2590),
    0x72: (0x12, 0x25E4),
    0x73: (0x13, 0x252C),
    0x74: (0x14, 0x2524),
    0x75: (0x15, 0x2534),
    0x76: (0x16, 0x251C),
    0x77: (0x17, 0x2573),
    0x78: (0x18, 0x2571),
    0x79: (0x19, 0x2572),
    0x7A: (0x1A, 0x1FB82),
    0x7B: (0x1B, 0x2582),
    0x7C: (0x1C, 0x258E),
    0x7D: (0x1D, 0x1FB87),
    0x7E: (0x1E, 0x00B6),
}


def test_graphics() -> None:
    for code, (number, unicode) in GRAPHICS.items():
        assert charset.glyph(code, graphics=True) == number
        assert charset.GLYPHS[number] == chr(unicode)
        assert charset.encode(chr(unicode)) == code
        assert charset.is_graphic(chr(unicode)), hex(code)


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
