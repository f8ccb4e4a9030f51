"""Banners: a sysop's text or ANSI art, made safe to send to any caller's terminal.

ANSI art moves the cursor and sets colours by the sequences of ECMA-48. The files are in UTF-8, or in CP437, the
character set of PCs and BBSes. Other sequences, such as those that redefine keys, clear the screen or set titles,
are left out. Everything from the first SUB character on is left out, too: SUB ends a text in files of CP/M and DOS,
and a description of the art (SAUCE) may follow it.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

MOST_BYTES = 16_384
"""The most bytes of a banner's file: four screens of art in many colours."""

_SEQUENCE = re.compile(
    r"\x1b\[(?P<numbers>[0-9;]{0,24})(?P<kept>[mABCDEFGHdfsu])"  # colours (SGR) and cursor motions
    r"|\x1b\[(?:\"[^\"]*\"|[0-9;])*p"  # commands to ANSI.SYS to redefine a key
    r"|\x1b\[[0-?]*[ -/]*[@-~]?"  # other sequences that begin with CSI
    r"|\x1b[]PX^_].*?(?:\x07|\x1b\\|\Z)"  # control strings, such as titles, pictures and keys
    r"|\x1b[ -/]*[0-~]?",
    re.DOTALL,
)
_LINE_END = re.compile(r"\r*\n")
_HIDDEN = ("Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp")
"""Unicode's categories of characters that fill no cell (control, formatting, separators) or have no fixed
meaning."""
_CP437_CONTROLS = str.maketrans("É\u00ff¢¥₧ƒ\u00a0", "EycYPf ")
"""Replacements for characters whose bytes in CP437 begin a sequence on an 8-bit terminal, or a command of
telnet."""
_RESET = "\x1b[m"


@dataclass(frozen=True, slots=True)
class Banner:
    """The bytes of a banner in the encoding of its file, and its `text` without colours and motions."""

    data: bytes
    text: str


def read_banner(content: bytes) -> Banner:
    """Return the banner in a file's `content`: in UTF-8 if it can be read so, otherwise in CP437."""
    art = content.partition(b"\x1a")[0]
    try:
        encoding, text = "utf-8", art.decode("utf-8-sig")
    except UnicodeDecodeError:
        encoding, text = "cp437", art.decode("cp437").translate(_CP437_CONTROLS)
    shown = _ended(_filtered(text))
    return Banner(shown.encode(encoding), _plain(shown))


def _filtered(text: str) -> str:
    """Return `text` with CR LF at line ends. Of its sequences, only those for colours (SGR) and cursor motions are
    kept. Characters that fill no cell, except CR, LF and tabs, are left out, too."""
    parts, start = [], 0
    for sequence in _SEQUENCE.finditer(text):
        parts += [_visible(text[start : sequence.start()]), sequence[0] if sequence["kept"] else ""]
        start = sequence.end()
    return _LINE_END.sub("\r\n", "".join([*parts, _visible(text[start:])]))


def _visible(text: str) -> str:
    return "".join(char for char in text if char in "\r\n\t" or unicodedata.category(char) not in _HIDDEN)


def _ended(text: str) -> str:
    """Return `text`, followed by a code that resets the colours if `text` has sequences, and by CR LF if the last
    text line has no line end."""
    reset = _RESET if "\x1b" in text else ""
    return text + reset + ("" if not text or text.endswith("\n") else "\r\n")


def _plain(text: str) -> str:
    """Return `text` without sequences, for terminals that can't take them; motions to the right become spaces."""
    spaced = _SEQUENCE.sub(
        lambda found: " " * min(80, int(found["numbers"] or 1)) if _is_step(found) else "", text.replace("\r", "")
    )
    return "".join(f"{line.rstrip()}\n" for line in spaced.splitlines())


def _is_step(sequence: re.Match[str]) -> bool:
    return sequence["kept"] == "C" and (sequence["numbers"] or "1").isdigit()
