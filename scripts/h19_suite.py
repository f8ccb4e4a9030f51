"""Make the suite in docs/h19-suite from the cases that were recorded from the H19's firmware.

    python -m scripts.h19_suite

A recorded case is in the suite if a computer at the other end of the line can judge it: the terminal doesn't hold
its page, its switches are set as usual, and the last sequence is complete. If a recorded case fills the page only
to move the cursor on it, the filling is cut off, from the input and from the screen. `EDGES` are more small cases,
whose screens follow from the recorded ones. No screen in the suite is made by the emulator; tests run all cases on
it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import chain
from pathlib import Path

from h89yahtzee.apps.h19_test.cases import SOFT_RESET, Case, Group, case_json, padded
from h89yahtzee.apps.h19_test.report import MIXTURE as MIXED
from h89yahtzee.apps.h19_test.report import called, calls
from h89yahtzee.apps.h19_test.terminal_under_test import TerminalUnderTest
from h89yahtzee.h19.configuration import USUAL_SWITCHES
from h89yahtzee.h19.disassembly import Disassembler
from h89yahtzee.h19.terminal import Terminal

ROOT = Path(__file__).resolve().parents[1]
RECORDED = ROOT / "tests" / "data" / "h19_screen.jsonl"
SUITE = ROOT / "docs" / "h19-suite"
FILL = b"".join(b"\x1bY%c %s" % (0x20 + row, bytes((0x41 + row,)) * 80) for row in range(24))
"""The bytes by which a recorded case fills the page: row 0 with A, row 1 with B, and so on to row 23 with X."""
ROW_25 = b"\x1bx1\x1bY8 " + b"*" * 80
SAME_COLUMNS = "fill/([ElLMI]_c0|[El]_c79|LF_c.*)"
"""A pattern for the names of recorded cases that are left out: they differ from other cases only in the cursor's
column, which makes no difference to their functions."""
MIXTURES = 4
"""The number of recorded mixtures of each mode in the suite; no more, since each takes three seconds at 9600
baud."""
QUICK_PAGES = 24
"""The most pages of the quick test that are shared by several cases."""

CONTROL, TEXT, HEATH, SETTING, RESET, SENDING, HOLD, ANSI, LINE_25, MIXTURE = (
    "control characters",
    "text",
    "functions in Heath mode",
    "set and reset mode",
    "reset",
    "what it sends",
    "hold-screen",
    "functions in ANSI mode",
    "25th line",
    "mixtures",
)
"""The sections of the suite."""

ABOUT: dict[str, tuple[str, str, str]] = {
    "bs0": (CONTROL, "cursor_backward", "BS at column 0 does nothing"),
    "lf_bottom": (CONTROL, "line_feed", "LF on row 23 scrolls, and keeps the column"),
    "cr": (CONTROL, "carriage_return", "CR goes to column 0 and erases nothing"),
    "esc_esc": (HEATH, "", "ESC after ESC begins the sequence anew"),
    "unknown": (HEATH, "unknown_sequences", "of an unknown sequence nothing is shown"),
    "esc_ctl": (HEATH, "unknown_sequences", "a control character after ESC is swallowed"),
    "esc_can": (HEATH, "unknown_sequences", "CAN after ESC is swallowed"),
    "x_bad": (SETTING, "set_mode", "a mode that doesn't exist is executed as if it were alone"),
    "x_can": (SETTING, "set_mode", "CAN cancels"),
    "x_lf": (SETTING, "set_mode", "LF in place of a mode is a line feed"),
    "x_esc": (SETTING, "set_mode", "ESC in place of a mode begins a sequence"),
    "ctl_ignored": (CONTROL, "ignored_control_characters", "of other control characters nothing is shown"),
    "y_row_low": (HEATH, "direct_cursor_addressing", "a row below 20 (hexadecimal) leaves the row"),
    "y_row24_off": (HEATH, "direct_cursor_addressing", "row 24 leaves the row while the 25th line is off"),
    "y_row24_on": (LINE_25, "direct_cursor_addressing", "row 24 leads to the 25th line"),
    "y_row25": (HEATH, "direct_cursor_addressing", "a row above 24 leaves the row"),
    "y_col_low": (HEATH, "direct_cursor_addressing", "a column below 20 (hexadecimal) is column 79"),
    "y_col80": (HEATH, "direct_cursor_addressing", "a column above 79 is column 79"),
    "y_can_row": (HEATH, "direct_cursor_addressing", "CAN as the row changes nothing"),
    "y_can_col": (HEATH, "direct_cursor_addressing", "CAN as the column keeps the column; the row is new"),
    "y_esc": (HEATH, "direct_cursor_addressing", "ESC as the row is a row out of range"),
    "y_lf": (HEATH, "direct_cursor_addressing", "LF as the row is a row out of range"),
    "y_nul": (HEATH, "direct_cursor_addressing", "NUL within a sequence is dropped"),
    "eightbit": (TEXT, "text", "bit 7 of received bytes is ignored"),
    "col80": (TEXT, "discard_at_end_of_line", "without wrap each further character overwrites column 79"),
    "wrap1": (TEXT, "wrap_around_at_end_of_line", "with wrap the cursor is in the next row at once"),
    "wrap3": (TEXT, "wrap_around_at_end_of_line", "with wrap text goes on in the next row"),
    "wrap_bottom": (TEXT, "wrap_around_at_end_of_line", "wrap on row 23 scrolls"),
    "wrap_crlf": (TEXT, "wrap_around_at_end_of_line", "CR LF after 80 characters leaves a blank row"),
    "wrap25": (LINE_25, "wrap_around_at_end_of_line", "wrap on the 25th line goes to its column 0"),
    "nowrap25": (LINE_25, "discard_at_end_of_line", "without wrap column 79 of the 25th line is overwritten"),
    "ins79": (TEXT, "enter_insert_character_mode", "at column 79 nothing is moved"),
    "ins": (TEXT, "enter_insert_character_mode", "characters move right, until the mode ends"),
    "ins_off_end": (TEXT, "enter_insert_character_mode", "what leaves column 79 is lost, in this row alone"),
    "wrap_ins": (TEXT, "enter_insert_character_mode", "with wrap at column 79"),
    "reverse": (TEXT, "enter_reverse_video_mode", "reverse text, and an erasure that isn't reverse"),
    "graph_all": (TEXT, "enter_graphics_mode", "all 33 graphic characters, and the same codes as text"),
    "graph_plain": (TEXT, "enter_graphics_mode", "codes below 5E (hexadecimal) stay text"),
    "rev_graph": (TEXT, "enter_graphics_mode", "graphic characters in reverse video"),
    "save": (HEATH, "save_cursor_position", "the saved place is restored"),
    "restore_nosave": (HEATH, "restore_cursor_position", "without a saved place it is row 0 column 0"),
    "save_modes": (HEATH, "save_cursor_position", "modes are not saved"),
    "cpr": (SENDING, "cursor_position_report", "the report is the sequence that leads to the place"),
    "ident": (SENDING, "identify_as_vt52", "the answer is ESC / K"),
    "xmtp": (SENDING, "transmit_page", "the page with graphics and reverse video"),
    "xmt25": (SENDING, "transmit_25th_line", "the 25th line with reverse video"),
    "xmt25_off": (SENDING, "transmit_25th_line", "of a line that is off only CR is sent"),
    "block": (SETTING, "set_mode block", "nothing moves"),
    "cursor_off": (SETTING, "set_mode cursor_off", "nothing moves"),
    "cursor_off_on": (SETTING, "reset_mode cursor_off", "nothing moves"),
    "autolf": (SETTING, "set_mode auto_lf", "CR feeds a line, too"),
    "autocr": (SETTING, "set_mode auto_cr", "LF returns the carriage, too"),
    "autolf25": (LINE_25, "set_mode auto_lf", "on the 25th line no line is fed"),
    "alf_bottom": (SETTING, "set_mode auto_lf", "CR on row 23 scrolls"),
    "kpad": (SETTING, "enter_keypad_shifted_mode", "nothing is shown"),
    "kpad_off": (SETTING, "exit_keypad_shifted_mode", "nothing is shown"),
    "hold": (HOLD, "enter_hold_screen_mode", "nothing is shown"),
    "hold_off": (HOLD, "exit_hold_screen_mode", "nothing is shown"),
    "lock": (HEATH, "keyboard_disable", "nothing is shown"),
    "unlock": (HEATH, "keyboard_enable", "nothing is shown"),
    "reset": (RESET, "reset_to_power_up_configuration", "page and 25th line are cleared, the cursor is at home"),
    "baud_bad": (HEATH, "modify_baud_rate", "a speed that doesn't exist is swallowed"),
    "x1_twice": (LINE_25, "set_mode line_25", "a line that is on is not cleared"),
    "dis25_print": (LINE_25, "reset_mode line_25", "the cursor stays on the line that is off"),
    "dis_en25": (LINE_25, "set_mode line_25", "a line that was off is blank"),
    "save25_restore_off": (LINE_25, "restore_cursor_position", "row 24 is restored though the line is off"),
    **{f"tab{at}": (CONTROL, "horizontal_tab", f"from column {at}") for at in (0, 7, 8, 71, 72, 73, 78, 79)},
}
"""The section, the function ("" if the case's bytes tell it) and the meaning of each recorded case in Heath
mode."""

WHERE = {"mid": "row 10 column 12", "top": "row 0", "bot": "row 23", "c0": "column 0", "c79": "column 79"}
ODDITIES = ("fill25-L", "fill25-M", "quirk-", "ansi-11", "ansi-12", "ansi-13", "ansi-47", "ansi-48")
"""The beginnings of the names of cases that show a behaviour which looks like a mistake of the firmware."""
FILLED = (
    *("erase_", "clear_display", "insert_line", "delete_", "enter_insert", "reverse_index", "line_feed"),
    *("reset_to", "transmit", "wrap_around"),
)
"""The beginnings of the names of functions that can be judged only on a full page."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A case whose screen follows from the recorded ones. In `rows`, the character after a `~` is in reverse
    video."""

    name: str
    section: str
    function: str
    about: str
    send: bytes
    cursor: tuple[int, int]
    rows: dict[int, str] = field(default_factory=dict)
    is_ansi: bool = False


RESETTING = b"\x1bz" + bytes(60)
"""The sequence for a reset, and NULs for the time in which an H19 that resets itself ignores bytes; they suffice at
19200 baud."""
EDGES = (
    Edge("insert-reverse", TEXT, "enter_insert_character_mode", "reverse video moves with its characters",
         b"\x1bpAB\x1bqC\x1bH\x1b@x", (0, 1), {0: "x~A~BC"}),
    Edge("insert-reversed", TEXT, "enter_insert_character_mode", "what is inserted may be reverse",
         b"AB\x1bH\x1b@\x1bpx", (0, 1), {0: "~xAB"}),
    Edge("insert-one-row", TEXT, "enter_insert_character_mode", "the row below stays",
         b"A\r\nB\x1bH\x1b@x", (0, 1), {0: "xA", 1: "B"}),
    Edge("delete-reverse", HEATH, "delete_character", "reverse video moves with its characters",
         b"A\x1bpBC\x1bqD\x1bH\x1bN", (0, 0), {0: "~B~CD"}),
    Edge("erase-to-end-reverse", HEATH, "erase_to_end_of_line", "blanks are plain in reverse video mode",
         b"AB\x1bpCD\x1bY !\x1bK", (0, 1), {0: "A"}),
    Edge("clear-keeps-reverse", HEATH, "clear_display", "reverse video mode goes on",
         b"\x1bpA\x1bEB", (0, 1), {0: "~B"}),
    Edge("reset-graphics", RESET, "reset_to_power_up_configuration", "graphics mode has ended",
         b"\x1bF" + RESETTING + b"a", (0, 1), {0: "a"}),
    Edge("reset-reverse", RESET, "reset_to_power_up_configuration", "reverse video mode has ended",
         b"\x1bp" + RESETTING + b"a", (0, 1), {0: "a"}),
    Edge("reset-insert", RESET, "reset_to_power_up_configuration", "insert character mode has ended",
         b"\x1b@" + RESETTING + b"ab\x1bHc", (0, 1), {0: "cb"}),
    Edge("reset-saved", RESET, "reset_to_power_up_configuration", "the saved place is row 0 column 0",
         b"\x1bY*+\x1bj" + RESETTING + b"\x1bka", (0, 1), {0: "a"}),
    Edge("save-twice", HEATH, "save_cursor_position", "a place can be restored again, and the last one counts",
         b"\x1bY*+\x1bj\x1bY+,\x1bj\x1bH\x1bka\x1bH\x1bkb", (11, 13), {11: "            b"}),
    Edge("exit-insert", TEXT, "exit_insert_character_mode", "characters overwrite again",
         b"AB\x1bH\x1b@\x1bOx", (0, 1), {0: "xB"}),
    Edge("exit-reverse", TEXT, "exit_reverse_video_mode", "text is plain again",
         b"\x1bpA\x1bqB", (0, 2), {0: "~AB"}),
    Edge("exit-graphics", TEXT, "exit_graphics_mode", "codes are text again", b"\x1bF\x1bGa", (0, 1), {0: "a"}),
    Edge("wrap-off-again", TEXT, "discard_at_end_of_line", "text no longer goes on in the next row",
         b"\x1bv\x1bw\x1bY oab", (0, 79), {0: " " * 79 + "b"}),
    Edge("keypad-quiet", SENDING, "enter_alternate_keypad_mode", "nothing is sent or shown",
         b"\x1b=\x1b>a", (0, 1), {0: "a"}),
    Edge("exit-hold", HOLD, "exit_hold_screen_mode", "a line feed on row 23 isn't held any longer",
         b"\x1b[\x1b\\\x1bY7 x\ny", (23, 2), {22: "x", 23: " y"}),
    Edge("enter-ansi", ANSI, "enter_ansi_mode", "sequences are those of ANSI mode, and Heath mode's are unknown",
         b"\x1b<\x1b[2;3Ha\x1bHb", (1, 4), {1: "  ab"}, is_ansi=True),
    Edge("index-and-back", HEATH, "reverse_index", "what the page lost at the bottom doesn't come back",
         b"\x1bY7 x\x1bH\x1bI\x1bY7 y\x1bY7 \n", (23, 0), {22: "y"}),
)  # fmt: skip


def suite() -> list[Case]:
    """Return all cases; those of the quick test have the number of their page in it."""
    cases = [*(case for row in recorded() if (case := recorded_case(row)) is not None), *map(edge_case, EDGES)]
    return with_quick_pages(cases)


def recorded() -> Iterator[dict[str, object]]:
    with RECORDED.open(encoding="ascii") as lines:
        for text_line in lines:
            yield json.loads(text_line)


def recorded_case(row: dict[str, object]) -> Case | None:
    """Return the suite's case made from a recorded one; None if it can't be judged over a line, or is left out."""
    send, name = bytes.fromhex(str(row["input"])), str(row["name"])
    modes, place = row["modes"], row["cursor"]
    assert isinstance(modes, dict)
    assert isinstance(place, list)
    recorded_rows = row["rows"]
    assert isinstance(recorded_rows, dict)
    rows = {int(number): bytes.fromhex(cells) for number, cells in recorded_rows.items()}
    number = int(re.findall(r"\d+", name)[0]) if re.search(r"\d", name) else 0
    is_left_out = (name.startswith("fuzz") and number >= MIXTURES) or re.fullmatch(SAME_COLUMNS, name)
    if row["sw402"] or not row["idle"] or is_left_out or ends_in_sequence(send):
        return None
    kind, _, rest = name.partition("/")
    short = f"{kind}-{rest.partition(' ')[0].replace('_', '-')}"
    bare = send.removeprefix(FILL)
    functions = functions_of(bare)
    is_filled = bare != send and any(function.startswith(FILLED) for function in functions)
    if bare != send and not is_filled:
        send, rows = bare.replace(ROW_25, ROW_25[:3]), cut(rows)
    section, function, about = described(kind, rest, bare)
    return Case(
        short, about, section, (function,) if function else functions, send, rows, (place[0], place[1]),
        lines=int(str(row["lines"])), reply=bytes.fromhex(str(row["reply"])), is_ansi=bool(modes["ansi"]),
        is_oddity=short.startswith(ODDITIES),
    )  # fmt: skip


def ends_in_sequence(send: bytes) -> bool:
    """Whether the last sequence of the bytes isn't complete."""
    disassembler = Disassembler()
    disassembler.feed(send)
    return any(item.meaning == "unfinished" for item in disassembler.flush())


def cut(rows: dict[int, bytes]) -> dict[int, bytes]:
    """Return the rows without the characters that filled the page."""
    found = {}
    for row, cells in rows.items():
        filling = b"*"[0] if row == LINE_25_ROW else 0x41 + row
        left = bytes(0x20 if cell == filling else cell for cell in cells).rstrip(b" ")
        if left:
            found[row] = left
    return found


def described(kind: str, rest: str, bare: bytes) -> tuple[str, str, str]:
    """Return the section, the function ("" if the case's bytes tell it) and the meaning of a recorded case."""
    if kind == "heath":
        return ABOUT[rest]
    if kind.startswith("fuzz"):
        return MIXTURE, MIXED, f"some 200 functions in {'ANSI' if 'ansi' in kind else 'Heath'} mode"
    if kind == "ansi":
        return ANSI, "", f"ESC {_plain(bare.partition(b'<')[2])}"
    if kind == "fill25":
        return LINE_25, "", "on the 25th line of a full screen"
    if kind == "fill":
        return HEATH, "", f"at {WHERE[rest.partition('_')[2]]} of a full page"
    return {"quirk": (HEATH, "", "where the row crosses the end of the video RAM"), "scroll": (
        LINE_25, "", "the 25th line stays while the page scrolls")}[kind]  # fmt: skip


def _plain(code: bytes) -> str:
    text = code.lstrip(b"\x1b").decode("ascii").replace("\x1b", " ESC ")
    return text.translate({control: f"<{control:02X}>" for control in range(32)})


SETTING_UP = ("direct_cursor_addressing", "enter_ansi_mode", "set_mode line_25", "cursor_home", "carriage_return")
"""Functions that only prepare other functions: a case is about one of these only if it calls no others."""


def functions_of(send: bytes) -> tuple[str, ...]:
    """Return the functions that a case is about: those that its bytes call, without those of `SETTING_UP`; if there
    are no others, the last one called."""
    names = called(send)
    about = dict.fromkeys(name for name in names if name not in SETTING_UP)
    return tuple(about or names[-1:] or ["text"])


def edge_case(edge: Edge) -> Case:
    rows = {row: cells(text) for row, text in edge.rows.items()}
    return Case(
        edge.name, edge.about, edge.section, (edge.function,), edge.send, rows, edge.cursor, is_ansi=edge.is_ansi
    )


def cells(text: str) -> bytes:
    """Return the cells of a text; the character after a `~` is in reverse video."""
    return bytes(ord(char[-1]) | 0x80 * (len(char) > 1) for char in re.findall("~?.", text))


def with_quick_pages(cases: Sequence[Case]) -> list[Case]:
    """Return the cases; those of the quick test have the number of their page in it.

    Cases share a page if the screen shows what each of them has written after all were run one after another. The
    other cases in the quick test have a page of their own: those on the 25th line, those of resets, and one for
    each function whose absence wouldn't be seen on a shared page.
    """
    pages: list[list[Case]] = []
    own: list[Case] = []
    for case in cases:
        if case.lines == ROWS and not (case.resets or case.reply) and len(case.send) <= MOST_SHARED:
            if (page := next((page for page in pages if can_share([*page, case])), None)) is not None:
                page.append(case)
            elif len(pages) < QUICK_PAGES and can_share([case]):
                pages.append([case])
    shown = {case.name: shows(case) for case in cases}
    every = set[str]().union(*shown.values())
    seen = {name for page in pages for case in page for name in shown[case.name]}
    for case in cases:
        new = {name for name in case.functions if name in shown[case.name] or name not in every} - seen
        is_left_out = case.section == MIXTURE or case in chain(*pages)
        is_wanted = case.section in (LINE_25, RESET) and len(case.send) <= MOST_SHARED
        if not is_left_out and (new or is_wanted):
            seen |= new
            own.append(case)
    numbers = {case.name: number for number, page in enumerate([*pages, *([it] for it in own)]) for case in page}
    return [replace(case, quick_page=numbers.get(case.name)) for case in cases]


def shows(case: Case) -> set[str]:
    """Return those functions of a case without which an H19's screen or answer would differ."""
    return set() if case.is_oddity else {name for name in case.functions if needs(case, name)}


def needs(case: Case, function: str) -> bool:
    """Whether an H19's screen or answer would differ if the sequences that call the function were left out."""
    h19 = Terminal(0, USUAL_SWITCHES)
    h19.feed(b"".join(code for code, names in calls(case.send) if function not in names))
    lines = [h19.row_bytes(row) for row in range(ROWS)]
    found = (h19.cursor, h19.lines, h19.data_to_send(), lines)
    return found != (case.cursor, case.lines, case.reply, [case.row(row) for row in range(ROWS)])


MOST_SHARED = 200
"""The most bytes of a case that shares a page."""
ROWS = 24
LINE_25_ROW = 24


def can_share(cases: Sequence[Case]) -> bool:
    """Whether an H19's screen shows what each of the cases has written after all were run one after another."""
    h19 = Terminal(0, USUAL_SWITCHES)
    for case in cases:
        h19.feed(case.send)
        if h19.cursor != case.cursor:
            return False
        h19.feed(TerminalUnderTest.heath_mode(case.is_ansi) + SOFT_RESET)
    rows = Group(list(cases)).rows
    has_room = sum(len(case.row(row).replace(b" ", b"")) for case in cases for row in case.rows) == sum(
        len(row.replace(b" ", b"")) for row in rows.values()
    )
    return has_room and all(h19.row_bytes(row) == padded(rows.get(row, b"")) for row in range(ROWS))


def main() -> None:
    text = "".join(json.dumps(case_json(case)) + "\n" for case in suite())
    (SUITE / "cases.jsonl").write_text(text, encoding="ascii")


if __name__ == "__main__":
    main()
