"""Control sequences in a modern terminal's input: where each ends, and which of them no key sends.

Sources: ECMA-48 for control sequences (CSI), single shifts (SS3) and control strings (DCS, OSC and the like), and
the Linux console, whose F1 to F5 send `CSI [ A` to `CSI [ E`. What a sequence of a key means isn't known here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_SEQUENCE = re.compile(r"\x1b(\[\[?[0-?]*[ -/]*[@-~]|O[ -~]|[PX\]^_][^\x07\x1b]*(\x07|\x1b\\))")
_UNFINISHED = re.compile(rb"\x1b(\[\[?[0-?]*[ -/]*|O|[PX\]^_][^\x07\x1b]*\x1b?)?\Z")
_CURSOR_POSITION = re.compile(r"\x1b\[\d+;\d+R")
"""What a terminal answers, though xterm's F3 sends the like with SHIFT."""


def is_unfinished(data: bytes) -> bool:
    """Whether `data` ends in what may be the start of a sequence."""
    return _UNFINISHED.search(data) is not None


def is_sequence(text: str) -> bool:
    return _SEQUENCE.fullmatch(text) is not None


def pieces(text: str) -> Iterator[str]:
    """Each sequence by itself, and what stands between them; without those that answer where the cursor is."""
    start = 0
    for sequence in _SEQUENCE.finditer(text):
        if start < sequence.start():
            yield text[start : sequence.start()]
        if not _CURSOR_POSITION.fullmatch(sequence[0]):
            yield sequence[0]
        start = sequence.end()
    if start < len(text):
        yield text[start:]
