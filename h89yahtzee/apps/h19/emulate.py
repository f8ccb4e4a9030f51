"""The command `h19`: runs a command in an emulated H19, connects the H19 to a serial line or to TCP callers, or
filters standard input."""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

from h89yahtzee.apps.command import CommandError, UsageError, complain, input_lines, reason, run_command, say
from h89yahtzee.apps.described_terminals import CELL_HEIGHT, CELL_WIDTH, TUBE_ROWS
from h89yahtzee.apps.h19.h19_options import (
    CallersLine,
    ComputerLine,
    FixedLine,
    H19Options,
    Hold,
    parse_h19_options,
)
from h89yahtzee.h19.configuration import power_up_baud_rate
from h89yahtzee.h19.realtime import RealTimeTerminal
from h89yahtzee.h19.terminal import Terminal
from h89yahtzee.notation.json_node import LONGEST
from h89yahtzee.transport.transport import TransportClosed

ROWS, COLUMNS = 24, 80
"""The window size set on the command's pty, without the H19's 25th row, which programs don't count."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run `h19`; return the exit status: the command's own if a command ran in the H19 and has ended; otherwise 0,
    or 1 after a failure, 2 for wrong usage, 128 + n after signal n."""
    return run_command("h19", lambda: _main(parse_h19_options(sys.argv[1:] if arguments is None else arguments)))


def _main(options: H19Options) -> int:
    if options.dump or options.keys:
        return _filter(options)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("expected a terminal to show the H19 on; --dump and --keys need none")
    if options.line is not None:
        return _emulate_on_line(options, options.line)
    if options.listen is not None:
        return _emulate_for_callers(options, options.listen)
    return _emulate_around_command(options)


def _filter(options: H19Options) -> int:
    from h89yahtzee.apps.h19.dump import RowError, dump, dump_lines, key_lines, timed_lines

    try:
        if options.keys:
            lines = key_lines(input_lines(LONGEST))
        elif options.real_time:
            lines = timed_lines(input_lines(LONGEST))
        elif options.jsonl:
            lines = dump_lines(input_lines(LONGEST), options.s402, options.s401)
        else:
            lines = iter([json.dumps(dump(sys.stdin.buffer.read(), options.s402, options.s401))])
        for text_line in lines:
            say(text_line)
    except RowError as error:
        raise CommandError(str(error)) from None
    return 0


def _emulate_on_line(options: H19Options, url: str) -> int:
    from h89yahtzee.transport.serial_line import open_serial

    try:
        serial_line = open_serial(url, power_up_baud_rate(options.s401), obeys_xon_xoff=False)
    except ValueError as error:
        raise UsageError(f"--line: {error}") from None
    return emulate(options, FixedLine(url, serial_line, serial_line.send_break, serial_line.set_baud_rate))


def _emulate_for_callers(options: H19Options, place: str) -> int:
    from h89yahtzee.transport.sockets import listen, parse_listen
    from h89yahtzee.transport.switchboard import CallLimits

    try:
        host, port = parse_listen(place)
    except ValueError as error:
        raise UsageError(f"--listen: {error}") from None
    listener = listen(host, port, CallLimits(in_all=1), time.monotonic, is_trusted=True)
    return emulate(options, CallersLine(listener))


def _emulate_around_command(options: H19Options) -> int:
    from h89yahtzee.apps.h19.command_environment import command_environment, shell
    from h89yahtzee.transport.pty import PtyTransport, SpawnFailed

    command = options.command or (shell(os.environ),)
    baud = power_up_baud_rate(options.s401)
    try:
        environment = command_environment(os.environ, options.is_ansi)
        # Set the pixels from the start: at a later change the command gets SIGWINCH, and may paint its screen anew.
        pixels = _pixels(min(max(TUBE_ROWS), max(min(TUBE_ROWS), _window_rows())))
        child = PtyTransport.spawn(command, environment, ROWS, COLUMNS, baud, pixels)
    except SpawnFailed as error:
        complain("h19", str(error))
        return error.exit_status
    try:
        hold = Hold.NEVER if options.hold is Hold.AUTO and options.snapshot else options.hold
        line = FixedLine(
            Path(command[0]).name,
            child,
            child.send_break,
            tell_rows=lambda rows: child.tell_pixels(ROWS, COLUMNS, _pixels(rows)),
            leaves_screen=hold.leaves_screen,
        )
        return emulate(options, line)
    except TransportClosed:
        status = child.exit_status
        if status is None:
            raise
        return status


def _pixels(rows: int) -> tuple[int, int]:
    """Return the width and the height in pixels of `rows` rows of the H19's screen."""
    return CELL_WIDTH * COLUMNS, CELL_HEIGHT * rows


def _window_rows() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines
    except (OSError, ValueError):
        return ROWS


def emulate(options: H19Options, line: ComputerLine) -> int:
    from h89yahtzee.apps.blessed_screen import BlessedScreen
    from h89yahtzee.apps.h19.emulation_loop import EmulationLoop
    from h89yahtzee.apps.h19.output_files import H19Files
    from h89yahtzee.apps.h19.tube_view import too_small

    kind = RealTimeTerminal if options.real_time else Terminal
    h19 = kind(options.s402, options.s401)
    if options.keeps_text:
        h19.keep_text()
    with closing(line):
        files = H19Files(options, h19)
        try:
            with files:
                screen = BlessedScreen(
                    options.phosphor, too_small(options.escape), raw=True, ascii_only=options.ascii
                )
                return EmulationLoop(h19, line, screen, options.escape, files).run()
        finally:
            if files.failure is not None:
                raise CommandError(f"a file couldn't be written: {reason(files.failure)}")
