"""What the bot `hostile.py` attempts with a home that has a user's files, and how that went."""

import json
import sys
import tempfile
from pathlib import Path

from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import MEBIBYTE, Limits
from h89yahtzee.arena.sandbox.own_folder import remove
from h89yahtzee.arena.tournament.bot_pool import BotPool
from tests.arena.outcomes import breach_in, result_of

_PROGRAM = Path(__file__).with_name("bots") / "hostile.py"
_FILES = (
    *("notes", ".ssh/id", ".config/h89yahtzee/config.toml", ".local/share/h89yahtzee/journal.sqlite3"),
    *(".local/share/h89yahtzee/arena/1.tournament", ".cache/h89yahtzee/numbers", "bots/other.py"),
)


def hostile(harm: str, *arguments: str) -> Entrant:
    return Entrant(harm, Kind.PROGRAM, command=(sys.executable, str(_PROGRAM), harm, *arguments))


def outcomes_of_attempts(home: Path, logs: Path) -> dict[str, int]:
    """The number of the error for each attempt, 0 if it succeeded."""
    for name in _FILES:
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).write_text("secret", "ascii")
    limits = Limits(move_time=20.0, memory=64 * MEBIBYTE)
    with BotPool([hostile("attempts", f"home={home}", f"others={home}/bots/other.py")], limits, logs) as pool:
        result_of(pool)
    told: dict[str, int] = json.loads((logs / "attempts.log").read_text("ascii").splitlines()[0])
    return told


def report() -> None:
    """Print the outcomes, and what bots leave; arguments are the home, and folders for logs and temporary files."""
    home, logs, temporary = map(Path, sys.argv[1:])
    tempfile.tempdir = str(temporary)
    temporary.mkdir()
    with BotPool([hostile("nest")]) as pool:
        breach_in(pool)
    dark = temporary / "own" / "dark" / "darker"
    dark.mkdir(parents=True)
    (dark / "file").touch()
    for folder in (dark, dark.parent):
        folder.chmod(0)
    remove(temporary / "own")
    left = [path.name for path in temporary.iterdir()]
    sys.stdout.write(json.dumps([outcomes_of_attempts(home, logs), left]))
