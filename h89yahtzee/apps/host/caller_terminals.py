"""The terminals that callers may have, by the names that telnet clients, logins and people have for them."""

from __future__ import annotations

import re

from h89yahtzee.apps.described_terminals import H19, described_terminal
from h89yahtzee.host.doorway import LINES, Terminals

NAMES = (H19, "h19-ansi", "z29", "vt52", "vt100", "adm3a", "wyse50", "ansi")

_ALIKE = {
    "vt100": r"(xterm|vt[1-5]\d\d|screen|tmux|linux|putty|rxvt|konsole|iterm|foot|alacritty|kitty|dtterm)\b.*",
    "ansi": r"(ansi|pcansi|pc-ansi|ansi-bbs|scoansi|syncterm|netrunner|cygwin|cons25|mtelnet|icy[- ]?term)\b.*",
    "vt52": r"(dec[- ])?vt-?5[025]\b.*",
    LINES: r"(lines?|dumb|tty\d*|teletype|printer|asr-?33|glass-?tty|plain)",
}
"""What does as another one does, as a telnet client or TERM calls it."""


def find_caller_terminal(name: str) -> str | None:
    """The terminal of which there is a description, `LINES`, or None: a name such as a modem's tells nothing."""
    plain = re.sub(r"^dec-", "", name.strip().lower())
    caps = described_terminal(plain)
    if caps is not None:
        return caps.names[0]
    return next((terminal for terminal, alike in _ALIKE.items() if re.fullmatch(alike, plain)), None)


CALLER_TERMINALS = Terminals(NAMES, find_caller_terminal)
