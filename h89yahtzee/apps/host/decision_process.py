"""Decisions of computer players, made in another process so that long thinking doesn't stop the event loop.

The process runs `yahtzee-solve --decide`, which reads positions and writes decisions, each a line of JSON.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass

from h89yahtzee.apps.cached_values import player_of
from h89yahtzee.apps.sessions.event_loop import Source
from h89yahtzee.game.record import Setup
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import GameState, Roll, Score
from h89yahtzee.notation.positions import DecisionRequest, format_request
from h89yahtzee.players.catalogue import SOLVING
from h89yahtzee.players.strategy import Decision, Strategy

DECIDER = (
    sys.executable,
    "-c",
    "import sys; from h89yahtzee.apps.solve.solve import main; sys.exit(main(['--decide']))",
)
_NICENESS = 10
_MOST_TRIES = 2
"""The most times that a position is sent. If the process ends without an answer, the position is sent again, since
something else than this position may have ended the process."""


@dataclass(slots=True, eq=False)
class Question:
    """A position in which a computer player has to decide, sent to the process as `request`.

    `is_open` is True until the process has answered, or has failed to answer `_MOST_TRIES` times. `answer` is the
    decision; it stays None if the process doesn't make one.
    """

    request: bytes
    answer: Decision | None = None
    tries: int = 0

    @property
    def is_open(self) -> bool:
        return self.tries <= _MOST_TRIES


class DecisionProcess:
    """The process that makes the decisions. The command line `command` starts it at the first question; if it has
    ended, the next question starts it again.

    While the process runs, this object is among `sources`, which the event loop reads.
    """

    def __init__(self, command: tuple[str, ...] = DECIDER, sources: list[Source] | None = None) -> None:
        self._command = command
        self._sources = [] if sources is None else sources
        self._process: subprocess.Popen[bytes] | None = None
        self._waiting = deque[Question]()
        self._received = b""

    def player_of(self, name: str, setup: Setup) -> Strategy:
        """Return the strategy called `name` for a game with this `setup`. If the strategy may think long, its
        decisions are made in the process, otherwise in this program."""
        if name not in SOLVING:
            return player_of(name, setup)
        return _RemotePlayer(name, setup, self.ask)

    def ask(self, request: DecisionRequest) -> Question:
        question = Question(format_request(request).encode() + b"\n")
        self._waiting.append(question)
        if len(self._waiting) == 1:
            self._ask_next()
        return question

    def fileno(self) -> int | None:
        return None if self._process is None else _output(self._process)

    def wakes_in(self) -> None: ...

    def take_input(self) -> None:
        """Read the answer to the question sent last, and send the next question. If the process has ended without
        an answer, start it again and send the same question once more."""
        if self._process is None:
            return
        try:
            received = os.read(_output(self._process), 65536)
        except BlockingIOError:
            return
        self._received += received
        if not (received and self._waiting):
            self._end()
            self._ask_next()
        elif self._received.endswith(b"\n"):
            question = self._waiting.popleft()
            question.answer, self._received = _parse(self._received), b""
            question.tries = _MOST_TRIES + 1
            self._ask_next()

    def close(self) -> None:
        self._waiting.clear()
        self._end()

    def _ask_next(self) -> None:
        """Send the first waiting question that is still open, and drop those before it, which aren't."""
        while self._waiting:
            question = self._waiting[0]
            question.tries += 1
            if not question.is_open:
                self._waiting.popleft()
                continue
            with suppress(OSError):
                self._ask(question)
                return
            self._end()

    def _ask(self, question: Question) -> None:
        if self._process is None:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            with suppress(PermissionError):  # a service may lack the permission to change priorities
                os.setpriority(os.PRIO_PROCESS, self._process.pid, _NICENESS)
            os.set_blocking(_output(self._process), False)
            self._sources.append(self)
        assert self._process.stdin is not None
        self._process.stdin.write(question.request)
        self._process.stdin.flush()

    def _end(self) -> None:
        process, self._process, self._received = self._process, None, b""
        if process is not None:
            self._sources.remove(self)
            process.kill()
            with suppress(OSError):
                process.communicate()


class _RemotePlayer:
    """A strategy whose decisions a `DecisionProcess` makes, or this program if that process doesn't answer."""

    def __init__(self, name: str, setup: Setup, ask: Callable[[DecisionRequest], Question]) -> None:
        self._name = name
        self._setup = setup
        self._ask = ask
        self._asked: tuple[GameState, Question] | None = None

    def is_thinking(self, state: GameState, seconds: int) -> bool:
        if self._asked is None or self._asked[0] != state:
            request = DecisionRequest(state, self._name, self._setup.ha, self._setup.hb, seconds)
            self._asked = state, self._ask(request)
        return self._asked[1].is_open

    def decide(self, state: GameState) -> Decision:
        if self._asked is not None and self._asked[0] == state and self._asked[1].answer is not None:
            return self._asked[1].answer
        return player_of(self._name, self._setup).decide(state)


def _output(process: subprocess.Popen[bytes]) -> int:
    assert process.stdout is not None
    return process.stdout.fileno()


def _parse(line: bytes) -> Decision | None:
    """Return the decision in `line`, an answer of the process; None if the answer reports an error."""
    with suppress(ValueError, TypeError, KeyError):
        answer = json.loads(line)
        box = None if answer["row"] is None else Box(answer["row"], answer["column"])
        if answer["action"] == "roll":
            return Decision(Roll(tuple(answer["reroll"])), box, answer["value"])
        return None if box is None else Decision(Score(box), box, answer["value"])
    return None
