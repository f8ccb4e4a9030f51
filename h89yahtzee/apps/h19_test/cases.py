"""The cases of the test suite: bytes sent to an H19 after a reset, and the screen that its firmware made of them.

The suite is in `docs/h19-suite/`; h89yahtzee-h19-suite(5) has the format. A cell is a byte of the video RAM: bit 7
is reverse video, bits 0-6 are a glyph number of `charset`. Rows and columns are 0-based; row 24 is the 25th line.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from h89yahtzee.apps.paths import shipped_folder
from h89yahtzee.h19.codes import ansi, heath

COLUMNS, PAGE_ROWS, LINE_25 = 80, 24, 24

_MODES_OFF = (
    *("exit_hold_screen_mode", "exit_insert_character_mode", "exit_reverse_video_mode", "exit_graphics_mode"),
    *("discard_at_end_of_line", "exit_keypad_shifted_mode", "exit_alternate_keypad_mode", "keyboard_enable"),
)
SOFT_RESET = (
    b"".join(map(heath, _MODES_OFF))
    + b"".join(heath("reset_mode") + b"%d" % mode for mode in (1, 4, 5, 8, 9))
    + heath("cursor_home")
    + heath("save_cursor_position")
)
"""The bytes that turn off all modes of a terminal that is in Heath mode. They also move the cursor home and save
this position; the text on the page stays."""


@dataclass(frozen=True, slots=True)
class Case:
    """A case: the bytes that a terminal is sent after a reset, and the screen that an H19 then has.

    `rows` has the cells of the rows that aren't blank, without blanks at the end. `cursor` is (row, column).
    `reply` has the bytes that the terminal sends. If `is_ansi`, the terminal is in ANSI mode after the case.
    `functions` are the names of the functions that the case is about. `is_oddity` tells whether the case is about
    an oddity, a behaviour of the firmware that looks like a mistake. Cases with the same `quick_page` (a number)
    can be run on one page: they write to different places. Between two of them the terminal is sent only
    SOFT_RESET, which doesn't clear the page.
    """

    name: str
    about: str
    section: str
    functions: tuple[str, ...]
    send: bytes
    rows: Mapping[int, bytes]
    cursor: tuple[int, int]
    lines: int = PAGE_ROWS
    reply: bytes = b""
    is_ansi: bool = False
    is_oddity: bool = False
    quick_page: int | None = None

    def row(self, row: int) -> bytes:
        return padded(self.rows.get(row, b""))

    @property
    def resets(self) -> bool:
        """Whether the bytes of the case reset the terminal, which is then in the modes that its switches choose."""
        return any(code("reset_to_power_up_configuration") in self.send for code in (heath, ansi))


def padded(cells: bytes) -> bytes:
    """Return the cells of a row, extended by blanks to its 80 cells."""
    return cells.ljust(COLUMNS)


def case_json(case: Case) -> dict[str, object]:
    return {
        "id": case.name,
        "about": case.about,
        "section": case.section,
        "functions": list(case.functions),
        "send": case.send.hex(),
        "rows": {str(row): cells.hex() for row, cells in case.rows.items()},
        "cursor": list(case.cursor),
        "lines": case.lines,
        "reply": case.reply.hex(),
        "mode": "ansi" if case.is_ansi else "heath",
        "oddity": case.is_oddity,
        "quick_page": case.quick_page,
    }


def parse_case(text: str) -> Case:
    """Return the case that `text`, a text line of the suite, describes; KeyError, TypeError or ValueError if it
    describes none."""
    row = json.loads(text)
    return Case(
        name=row["id"],
        about=row["about"],
        section=row["section"],
        functions=tuple(row["functions"]),
        send=bytes.fromhex(row["send"]),
        rows={int(number): bytes.fromhex(cells) for number, cells in row["rows"].items()},
        cursor=(row["cursor"][0], row["cursor"][1]),
        lines=row["lines"],
        reply=bytes.fromhex(row["reply"]),
        is_ansi=row["mode"] == "ansi",
        is_oddity=row["oddity"],
        quick_page=row["quick_page"],
    )


def suite_lines(name: str) -> list[str]:
    """Return the text lines of the file `name` in the suite's folder."""
    return (shipped_folder("h19_suite", "docs/h19-suite") / name).read_text("ascii").splitlines()


def load_cases() -> list[Case]:
    return [parse_case(text_line) for text_line in suite_lines("cases.jsonl")]


def chosen(cases: Iterable[Case], words: Sequence[str]) -> list[Case]:
    """Return the cases for which one of the `words` occurs in the name of the case, of its section or of a function
    that it is about; all cases if there are no words."""
    return [case for case in cases if not words or any(word in _described(case) for word in words)]


def _described(case: Case) -> str:
    return " / ".join((case.name, case.section, *case.functions)).lower()


@dataclass(slots=True)
class Group:
    """Cases that are run on one page, which is compared only after the last of them. Without `--quick` each group
    has a single case."""

    cases: list[Case] = field(default_factory=list)

    @property
    def rows(self) -> dict[int, bytes]:
        """The 80 cells of each row, by its number, that an H19 shows after all cases; rows where no case writes are
        left out."""
        found: dict[int, bytearray] = {}
        for case in self.cases:
            for row, cells in case.rows.items():
                together = found.setdefault(row, bytearray(b" " * COLUMNS))
                for column, cell in enumerate(cells):
                    if cell != ord(" "):
                        together[column] = cell
        return {row: bytes(cells) for row, cells in found.items()}


def groups(cases: Iterable[Case], is_quick: bool) -> list[Group]:
    """Return a group for each case or, if `is_quick`, a group for each `quick_page`; cases without a `quick_page`
    are then left out."""
    if not is_quick:
        return [Group([case]) for case in cases]
    pages: dict[int, Group] = {}
    for case in cases:
        if case.quick_page is not None:
            pages.setdefault(case.quick_page, Group()).cases.append(case)
    return list(pages.values())
