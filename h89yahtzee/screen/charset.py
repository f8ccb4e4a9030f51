"""The H19's character set: conversions between Unicode, glyph numbers in video RAM and bytes on the line.

The low seven bits of a video RAM byte are a glyph number: 20-7E (hexadecimal) are ASCII, 00-1F and 7F the 33
graphics. The shapes were read off the font ROM (444-29); where Unicode lacks one, the nearest character is used.
"""

_GRAPHICS = "│─┼┐┘└┌±→▒÷↓▗▖▘▝▀▐◤┬┤┴├╳╱╲\N{UPPER ONE QUARTER BLOCK}▂▎\N{RIGHT ONE QUARTER BLOCK}¶◥"  # noqa: RUF001 - diagonals, not letters
_ASCII = "".join(map(chr, range(0x20, 0x7F)))

GLYPHS = _GRAPHICS + _ASCII + "●"
"""The character of each glyph number, 0-127."""

ASCII_GLYPHS = "|-+++++#>:/v..''\"]/++++X/\\\"_[]P\\" + _ASCII + "o"
"""The ASCII character most like each glyph, by glyph number."""

_NUMBERS = {char: number for number, char in enumerate(GLYPHS)}


def is_graphic(char: str) -> bool:
    """Whether `char` is one of the 33 characters that need graphics mode."""
    return not 0x20 <= _NUMBERS[char] <= 0x7E


def encode(char: str) -> int:
    """Return the byte that shows `char` on an H19; KeyError if the H19 lacks `char`.

    Graphics need graphics mode. The bytes 20-5D (hexadecimal) look the same with graphics mode on and off, 5E-7E
    are ASCII only while graphics mode is off.
    """
    number = _NUMBERS[char]
    if number == 0x7F:
        return 0x5E
    if number == 0x1F:
        return 0x5F
    return number | 0x60 if number < 0x20 else number


def needs_text_mode(char: str) -> bool:
    """Whether graphics mode must be off when `char` is written: in graphics mode its byte would show a graphic."""
    return 0x5E <= _NUMBERS[char] <= 0x7E


def glyph(code: int, graphics: bool) -> int:
    """Return the glyph number that an H19 stores for the byte `code` (20-7E in hexadecimal), in graphics mode if
    `graphics` is true."""
    if not graphics or code < 0x5E:
        return code
    return 0x7F if code == 0x5E else code & 0x1F
