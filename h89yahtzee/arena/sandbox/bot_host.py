"""The program around a bot in Python, which runs in the bot's process and speaks the protocol on its standard
streams.

Output of the bot itself goes to standard error; an exception in the bot ends the process with a traceback there.
"""

from __future__ import annotations

import json
import os
import random
import sys
from collections.abc import Iterable
from difflib import get_close_matches
from importlib.machinery import ModuleSpec, all_suffixes
from importlib.util import module_from_spec, spec_from_file_location
from io import TextIOWrapper
from pathlib import Path
from traceback import StackSummary, TracebackException
from typing import BinaryIO, TypedDict

from h89yahtzee.arena.bot import Bot, Keep, Move, Post
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard, box_name

_MODULE = "bot"
_PACKAGE = str(Path(__file__).resolve().parents[2])


class _Message(TypedDict):
    """A message of the referee. Each message has only some of these members. It may also have other members, which
    this module doesn't read."""

    message: str
    rules: str
    columns: int
    bonus: str | None
    players: int
    seed: int
    dice: list[int]
    stage: int
    legal: dict[str, int]
    card: dict[str, int | None]
    yahtzee_bonuses: list[int]
    scores: list[int]


def run(path: str, folder: str) -> None:
    """Load the bot in the file `path`, which may import modules from `folder`; let it play until the message
    `bye`."""
    messages, answers = _taken()
    try:
        for answer in play(load(path, folder), messages):
            answers.write(answer)
    except Exception as error:  # noqa: BLE001 - the bot's author reads of any error
        sys.stderr.write(explained(error))
        sys.exit(1)


def explained(error: Exception) -> str:
    """Return an error's traceback without frames outside the bot's own code; for a missing attribute, suggest a
    similar name."""
    _forget_names_of_modules(error)
    told = TracebackException.from_exception(error)
    part: TracebackException | None = told
    while part is not None:
        own = [frame for frame in part.stack if not frame.filename.startswith((_PACKAGE, "<frozen"))]
        part.stack = StackSummary.from_list(own)
        part = part.__cause__ or part.__context__
    name, owner = getattr(error, "name", None), getattr(error, "obj", None)
    near = get_close_matches(name, dir(owner), 1) if name and "no attribute" in str(error) else []
    text = "".join(told.format())
    if isinstance(error, ModuleNotFoundError):
        text += "A bot of several files is a folder with bot.py in it, and is named by that folder.\n"
    return text if "Did you mean" in text else text + "".join(f"Did you mean {word}?\n" for word in near)


def _forget_names_of_modules(error: BaseException | None) -> None:
    """Remove the names of missing modules from an error. Otherwise Python 3.15 and later would look for modules
    with similar names in folders that a bot may not read."""
    while error is not None:
        if isinstance(error, ModuleNotFoundError):
            error.name = None
        error = error.__cause__ or error.__context__


def _taken() -> tuple[BinaryIO, BinaryIO]:
    """Return two files for the protocol: one to read messages from, one to write answers to. They replace standard
    input and output: from now on the bot's own code reads an empty standard input, and its output goes to standard
    error."""
    messages, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb", buffering=0)
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(line_buffering=True)
    return messages, answers


def exit_status(end: SystemExit) -> int:
    """Return the exit status of a bot that ended with this SystemExit. If `sys.exit` got a message instead of a
    status, write the message to standard error and return 1, as Python does."""
    if end.code is None or isinstance(end.code, int):
        return end.code or 0
    sys.stderr.write(f"{end.code}\n")
    return 1


class _Beside:
    """An import finder for the modules in a bot's folder. It works even though the bot isn't permitted to list the
    folder, and skips files that the bot isn't permitted to open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find_spec(self, name: str, path: object, _target: object = None) -> ModuleSpec | None:
        places = (self._folder / f"{name}{end}" for end in ("/__init__.py", *all_suffixes()) if path is None)
        found = next(filter(_is_open, places), None)
        return None if found is None else spec_from_file_location(name, found)


def _is_open(path: Path) -> bool:
    try:
        path.open("rb").close()
    except OSError:
        return False
    return path.is_file()


def load(path: str, folder: str = "") -> type[Bot]:
    """Return the one class in the file `path` that inherits from `Bot`; ImportError unless there is exactly one.

    If `folder` isn't "", the file may import modules from this folder.
    """
    if folder:
        sys.meta_path.insert(0, _Beside(Path(folder)))
    spec = spec_from_file_location(_MODULE, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    sys.modules[_MODULE] = module
    spec.loader.exec_module(module)
    found = [
        value
        for value in vars(module).values()
        if isinstance(value, type) and issubclass(value, Bot) and value.__module__ == _MODULE
    ]
    if len(found) != 1:
        program = "" if found else "\nA program that speaks JSON begins with #!, and chmod +x lets it be run."
        raise ImportError(f"expected one class in {path} that inherits from Bot, not {len(found)}{program}")
    return found[0]


def play(bot_class: type[Bot], messages: Iterable[bytes]) -> Iterable[bytes]:
    """Yield the bot's answers to the referee's messages, up to the message `bye`; each game is played by a new
    object of `bot_class`."""
    game: _BotGame | None = None
    for line in messages:
        message: _Message = json.loads(line)
        match message["message"]:
            case "hello":
                random.seed(message["seed"])
                rules = rule_set(message["rules"], message["columns"], message["bonus"])
                game = _BotGame(bot_class(), rules, message["players"])
                yield b'{"message": "hello"}\n'
            case "turn":
                assert game is not None
                yield game.turn(message)
            case "game over":
                assert game is not None
                game.over(message)
                yield b'{"message": "game over"}\n'
            case "bye":
                return


class _BotGame:
    """One game of a bot. Its methods pass a message of the referee to the bot's methods; `turn` returns the bot's
    move as an answer."""

    def __init__(self, bot: Bot, rules: RuleSet, players: int) -> None:
        self._bot = bot
        self._rules = rules
        rows, columns = range(len(rules.categories)), range(rules.columns)
        self._names = [[box_name(rules, Box(row, column)) for row in rows] for column in columns]
        bot.begin(rules, players)

    def turn(self, message: _Message) -> bytes:
        self._see(message, message["legal"])
        return _written(self._bot.turn(tuple(message["dice"]), message["stage"]))

    def over(self, message: _Message) -> None:
        self._see(message, {})
        self._bot.game_over()

    def _see(self, message: _Message, legal: dict[str, int]) -> None:
        filled = message["card"]
        scores = tuple(tuple([filled[name] for name in column]) for column in self._names)
        card = Scorecard(self._rules, scores, tuple(message["yahtzee_bonuses"]))
        self._bot.see(card, tuple(message["scores"]), legal)


def _written(move: Move) -> bytes:
    if isinstance(move, Keep):
        return json.dumps({"message": "keep", "indices": move.indices}).encode("ascii") + b"\n"
    if not isinstance(move, Post):
        raise TypeError(f"turn must return self.keep(...) or self.score(...), not {move!r}")
    return json.dumps({"message": "score", "category": move.box}).encode("ascii") + b"\n"
