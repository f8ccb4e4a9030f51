"""Banners: the parts of a sysop's file that are shown, by the sequences of ECMA-48 and the characters of CP437."""

import re

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.banner import read_banner
from tests.naming import each


@each(
    ("content", "shown", "text"),
    [
        (b"", b"", ""),
        (b"Hello\nyou\n", b"Hello\r\nyou\r\n", "Hello\nyou\n"),
        (b"Hello\r\nyou", b"Hello\r\nyou\r\n", "Hello\nyou\n"),
        (b"\x1b[1;31mred\x1b[0m\n", b"\x1b[1;31mred\x1b[0m\r\n\x1b[m", "red\n"),
        (b"a\x1b[5Cb\x1b[2A\x1b[10;20Hc\n", b"a\x1b[5Cb\x1b[2A\x1b[10;20Hc\r\n\x1b[m", "a     bc\n"),
        ("▒ Zoë ▒\n".encode(), "▒ Zoë ▒\r\n".encode(), "▒ Zoë ▒\n"),
        (b"\xef\xbb\xbfwith a mark\n", b"with a mark\r\n", "with a mark\n"),
        # CP437: a light shade, a block, u with an umlaut.
        (b"\xb0\xdb \x81\n", b"\xb0\xdb \x81\r\n", "░█ ü\n"),
        # In CP437 0x9B is the cent sign, elsewhere CSI; 0xFF is a space, for telnet IAC.
        (b"\xb0 1\x9b\xff2\n", b"\xb0 1c 2\r\n", "░ 1c 2\n"),
        # Sequences that redefine keys, clear the screen, set a title, play music, reset or ask; a bell, NULs.
        (b'a\x1b["d";"format c:"pb', b"ab\r\n", "ab\n"),
        (b"a\x1b[2Jb\x1b]0;title\x07c\x1bcd\x1b[6ne\x07\x00f\n", b"abcdef\r\n", "abcdef\n"),
        (b"a\x1bP1;2|17/00\x1b\\b\x1b_x\x1b\\c\n", b"abc\r\n", "abc\n"),
        ("a\u009b2Jb\u202ec\u2028d\n".encode(), b"a2Jbcd\r\n", "a2Jbcd\n"),
        # SUB, and a description of the picture behind it (SAUCE).
        (b"art\r\n\x1aSAUCE00title", b"art\r\n", "art\n"),
        (b"\xb1\x1aCOMNT", b"\xb1\r\n", "▒\n"),
    ],
)
def test_banners(content: bytes, shown: bytes, text: str) -> None:
    banner = read_banner(content)
    assert (banner.data, banner.text) == (shown, text)


SAFE = re.compile(rb"(?:[\r\n\t\x20-\x7e\x80-\xfe]|\x1b\[[0-9;]*[mABCDEFGHdfsu])*")


@given(
    st.lists(
        st.binary(max_size=5)
        | st.sampled_from(
            [b"\x1b", b"\x1b[", b"\x1b[2", b"J", b"m", b"\x1b]", b"\x07", "█".encode(), b"\xc2\x9b", b"\xff"]
        ),
        max_size=12,
    )
)
def test_nothing_but_colours_and_motions_passes(parts: list[bytes]) -> None:
    banner = read_banner(b"".join(parts))
    assert SAFE.fullmatch(banner.data), banner.data
    assert not {0x90, 0x98, 0x9B, 0x9D, 0x9E, 0x9F} & {
        *banner.data.decode("utf-8", "ignore").encode("latin-1", "ignore")
    }
    assert all(line.isprintable() or "\t" in line for line in banner.text.split("\n"))
