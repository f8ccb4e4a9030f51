"""The kind of terminal at the other end of the line, found out by its answers before the test begins."""

from __future__ import annotations

from enum import Enum

from h89yahtzee.apps.h19_test.terminal_under_test import SHORT, TerminalUnderTest
from h89yahtzee.h19 import codes

ANSWER_TIME = 1.0
"""Seconds without a byte after which an answer has ended."""
LATE, LATEST = 0.9, 4.0
"""Seconds after which an answer is too late for the test, and after which none is waited for any longer."""


class Kind(Enum):
    """Kinds of terminals, each with the sentence that the report has about it."""

    H19 = "It answers as a Heath/Zenith 19."
    H19_ANSI = "It answers as a Heath/Zenith 19 whose switches choose ANSI mode (S402, section 5)."
    VT52 = "It answers ESC Z as a VT52 does, and not ESC n as an H19: a VT52, or an emulator of one."
    ANSI = "It answers ESC Z as a VT100 or a later terminal does: an ANSI terminal, such as xterm."
    ECHO = "It sends back what it is sent: a plug that connects both wires, a modem or a shell; expected an H19."
    RUBBISH = "What it answers is no answer of an H19: is the speed right, and is no program using the line?"
    LATE = "It answers, but late, perhaps over a network: the test needs each answer within a second."
    SILENT = "Nothing answers: is the terminal on, not OFF LINE, and at this speed?"
    LOST = "It answered, and after a reset it doesn't: do its switches (S401) choose another speed?"

    @property
    def is_h19(self) -> bool:
        return self in (Kind.H19, Kind.H19_ANSI)

    @property
    def has_answered(self) -> bool:
        return self not in (Kind.SILENT, Kind.ECHO)


_QUESTION = codes.heath("identify_as_vt52")


def identify(terminal: TerminalUnderTest) -> Kind:
    """Return the kind of the terminal, whatever mode it is in; an H19 is reset, and is in Heath mode afterwards."""
    terminal.line.quiet(SHORT, limit=LATEST)
    began = terminal.line.now()
    answer = _asked(terminal)
    if answer and terminal.line.now() - began > ANSWER_TIME + LATE:
        return Kind.LATE
    if not answer:
        terminal.free()
        answer = _asked(terminal)
    if not answer:
        terminal.line.send(terminal.heath_mode(is_ansi=True))
        answer = _asked(terminal)
    kind = _kind(answer)
    if kind not in (Kind.H19, Kind.SILENT):
        return kind
    if not _tells_cursor(terminal):
        return Kind.VT52 if answer else Kind.SILENT
    return _reset(terminal)


def _asked(terminal: TerminalUnderTest) -> bytes:
    """Return the answer to `ESC Z`, even if it is late."""
    terminal.line.send(_QUESTION)
    answer = terminal.line.collect(bool, LATEST)
    return answer + terminal.line.quiet(ANSWER_TIME, limit=LATEST) if answer else b""


def _kind(answer: bytes) -> Kind:
    if not answer:
        return Kind.SILENT
    if _QUESTION in answer:
        return Kind.ECHO
    if codes.VT52_IDENTITY in answer:
        return Kind.H19
    if answer.startswith(b"\x1b/"):
        return Kind.VT52
    return Kind.ANSI if answer.startswith(b"\x1b[") else Kind.RUBBISH


def _tells_cursor(terminal: TerminalUnderTest) -> bool:
    return terminal.ask("cursor_position_report", patience=ANSWER_TIME).startswith(b"\x1bY")


def _reset(terminal: TerminalUnderTest) -> Kind:
    """Reset an H19 that is in Heath mode, and find out whether its switches choose ANSI mode."""
    terminal.power_up(is_ansi=False)
    terminal.line.quiet(SHORT)
    if _tells_cursor(terminal):
        return Kind.H19
    terminal.is_ansi_at_reset = True
    terminal.line.send(terminal.heath_mode(is_ansi=True))
    return Kind.H19_ANSI if _tells_cursor(terminal) else Kind.LOST
