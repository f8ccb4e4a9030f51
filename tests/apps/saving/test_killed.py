"""A game that is killed at any moment resumes where it was: no score is lost and none is counted twice.

A person scores turn n in row n, against a computer player. The program is killed while it starts, or right after it
was sent an answer, when it may be at any point of its writing.
"""

from __future__ import annotations

import json
import random
import re
import signal
import sqlite3
import subprocess
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from os import read
from pathlib import Path
from time import monotonic

import pytest

from tests.apps.by_hand import SCORES, deal, totals
from tests.apps.far_end import LIMIT
from tests.apps.games import ROOT, YAHTZEE, Games
from tests.programs import Popen
from tests.rest import readable_before_rest

PROMPT = b"dice to re-roll? "
PLAYERS = ("ann", "=king")
STARTING = 0.25
"""A program that is to be killed while it starts is killed within so many seconds."""
WRITING = 0.012
"""About how many seconds the program takes to post a turn, write it to the journal and answer."""


@dataclass
class Life:
    """One run of the program, and what it printed."""

    program: subprocess.Popen[bytes]
    said: bytes = b""
    has_ended: bool = False

    def listen(self, seconds: float, enough: Callable[[], bool] = lambda: False) -> None:
        """Read what the program prints until `enough` is true, the program has ended, or the seconds are up."""
        assert self.program.stdout is not None
        deadline = monotonic() + seconds
        while not self.has_ended and not enough():
            if not readable_before_rest(self.program.stdout.fileno(), max(0.0, deadline - monotonic())):
                return
            data = read(self.program.stdout.fileno(), 65536)
            self.said += data
            self.has_ended = not data

    def tell(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(f"{line}\n".encode())

    def wait_for_prompt(self, number: int) -> None:
        self.listen(LIMIT, lambda: self.said.count(PROMPT) == number)


@dataclass
class Tournament:
    """Games one after another, each continued by a new run of the program after every kill."""

    games: Games
    chance: random.Random
    seed: int = 0
    shown: int = 0

    def live(self, patience: int | None) -> None:
        """Run the program once: kill it while it starts (0), after `patience` answers, or after the game (None)."""
        posted = self._posted()  # read now, before the program can post more turns
        life = self._start()
        assert self.shown <= posted <= self.shown + 2
        try:
            if patience == 0:
                life.listen(self.chance.uniform(0.0, STARTING))
            else:
                self._play(life, posted, patience)
        finally:
            life.program.send_signal(signal.SIGKILL)
            life.program.wait(LIMIT)
            life.listen(LIMIT)
            for stream in (life.program.stdin, life.program.stdout):
                assert stream is not None
                stream.close()
        self._check(life, posted)

    def _start(self) -> Life:
        words = ("--continue",) if self._posted() else (f"-r{self.seed}", *PLAYERS)
        program = Popen[bytes](
            [*YAHTZEE, "--plain", *words],
            cwd=ROOT,
            env=self.games.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
        )
        return Life(program)

    def _play(self, life: Life, posted: int, patience: int | None) -> None:
        first_row = (posted + 1) // 2
        for answers, row in enumerate(range(first_row, 13), 1):
            life.wait_for_prompt(answers)
            life.tell(f"s {row + 1}")
            if answers == patience:
                life.listen(self.chance.uniform(0.0, WRITING))
                return
        life.listen(LIMIT, lambda: b"Play again? " in life.said)

    def _check(self, life: Life, posted: int) -> None:
        """Check that the program began where the journal was, and note in `shown` how many turns the journal must
        have."""
        if life.said:
            name = ("ann", "king")[posted % 2]
            dice = " ".join(map(str, deal(self.seed, posted % 2, posted // 2, 0)))
            first = life.said.split(b"\n")[1] if life.said.count(b"\n") > 1 else b""
            assert first in (b"", f"{name} rolls {dice} (2 rolls left)".encode())
        self.shown = posted + len(re.findall(rb"\w+ scores \d", life.said))
        if b" WIN" in life.said:
            assert self._posted() == 26
        if self._posted() == 26:
            self.seed, self.shown = self.seed + 1, 0

    def _posted(self) -> int:
        """Return how many turns of the current game the journal has, read by SQL without the program's code."""
        if not self._journal.exists():
            return 0
        with closing(sqlite3.connect(self._journal)) as connection:
            rows = connection.execute(
                "SELECT count(*) FROM turn JOIN game ON turn.game = game.number WHERE header LIKE ?",
                (f"%\nseed {self.seed}\n%",),
            )
            [(posted,)] = rows
        assert isinstance(posted, int)
        return posted

    @property
    def _journal(self) -> Path:
        return self.games.home / "DATA" / "h89yahtzee" / "journal.sqlite3"


def uninterrupted(home: Path, seed: int) -> tuple[int, int]:
    """Return the final scores of both players in a game that nobody kills."""
    home.mkdir()
    answers = "".join(f"s {row + 1}\n" for row in range(13))
    output = Games(home).by_lines(f"-r{seed}", *PLAYERS, answers=answers).output
    [(ann, king)] = re.findall(r"ann: (\d+), .*\nking: (\d+), ", output)
    assert int(ann) == totals([SCORES[row](deal(seed, 0, row, 0)) for row in range(13)])[3]
    return int(ann), int(king)


def check_killed(games: Games, kills: int, seed: int) -> None:
    tournament = Tournament(games, random.Random(seed))
    for _ in range(kills):
        tournament.live(tournament.chance.choice((0, 1, 1, 1, 2, 3)))
    while tournament.shown or not tournament.seed:
        tournament.live(None)
    expected = [uninterrupted(games.home / str(number), number) for number in range(tournament.seed)]
    listed = games.by_lines("--games").output
    finished = re.findall(r"ann (\d+), =king:classic (\d+)$", listed, re.MULTILINE)
    assert [tuple(map(int, found)) for found in reversed(finished)] == expected
    assert listed.count("\n") == len(expected)
    [statistics] = json.loads(games.by_lines("--scores", "--json").output)
    assert (statistics["games"], statistics["recent"]) == (len(expected), [ann for ann, _ in expected])


def test_killed_at_a_dozen_moments(games: Games) -> None:
    check_killed(games, 12, seed=1)


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_killed_at_two_hundred_moments(games: Games) -> None:
    check_killed(games, 200, seed=2)
