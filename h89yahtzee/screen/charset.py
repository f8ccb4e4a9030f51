"""The H19's character set: video RAM byte, byte on the wire and Unicode character.

A video RAM byte's low seven bits are a glyph number: 20-7E are ASCII, 00-1F and 7F the 33 graphics. The
shapes were read off the font ROM (444-29); where Unicode lacks one, the nearest stands for it.
"""

_GRAPHICS = "│─┼┐┘└┌±→▒÷↓▗▖▘▝▀▐◤┬┤┴├╳╱╲\N{UPPER ONE QUARTER BLOCK}▂▎\N{RIGHT ONE QUARTER BLOCK}¶◥"  # noqa: RUF001 - diagonals, not letters
_ASCII = "".join(map(chr, range(0x20, 0x7F)))

GLYPHS = _GRAPHICS + _ASCII + "●"
"""The character of each glyph number, 0-127."""

ASCII_GLYPHS = "|-+++++#>:/v..''\"]/++++X/\\\"_[]P\\" + _ASCII + "o"
"""Something like each glyph in ASCII."""

_NUMBERS = {char: number for number, char in enumerate(GLYPHS)}


def is_graphic(char: str) -> bool:
    """Whether `char` is one of the 33 characters that need graphics mode."""
    return not 0x20 <= _NUMBERS[char] <= 0x7E


def encode(char: str) -> int:
    """The byte that shows `char` on an H19 in the mode that it needs; KeyError for a character it lacks.

    20-5D look the same in either mode, 5E-7E are ASCII only outside graphics mode.
    """
    number = _NUMBERS[char]
    if number == 0x7F:
        return 0x5E
    if number == 0x1F:
        return 0x5F
    return number | 0x60 if number < 0x20 else number


def needs_text_mode(char: str) -> bool:
    """Whether graphics mode would turn `char` into something else."""
    return 0x5E <= _NUMBERS[char] <= 0x7E


def glyph(code: int, graphics: bool) -> int:
    """The glyph number as which a printable byte 20-7E is stored."""
    if not graphics or code < 0x5E:
        return code
    return 0x7F if code == 0x5E else code & 0x1F
