"""Bots as processes that are kept from game to game: bots that go astray are out, and why; all processes end."""

import json
import os
import platform
import re
import resource
import secrets
import select
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import MEBIBYTE, Limits
from h89yahtzee.arena.referee import Foul
from h89yahtzee.arena.tournament import bot_pool
from h89yahtzee.arena.tournament.bot_pool import BotPool, close_kept_pools, kept_pool
from h89yahtzee.arena.tournament.plan import Plan
from h89yahtzee.arena.tournament.runner import Conditions, processes, run
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.tournament import Tournament
from h89yahtzee.game.rules import OFFICIAL
from tests.arena.attempts import hostile, skip_without_filters
from tests.arena.outcomes import breach_in, result_of
from tests.arena.processes import PATIENT, astray, folders_in, is_gone, process_in, wait_until_gone
from tests.naming import each
from tests.parameters import few_fast

BOTS = Path(__file__).resolve().parents[1] / "bots"
ROOT = Path(__file__).resolve().parents[3]

LINUX = sys.platform == "linux" and platform.machine() in ("x86_64", "aarch64")

LIMITS = Limits(move_time=1.0, game_time=10.0, memory=64 * MEBIBYTE)

NO_END = "a bot doesn't end in a game: "
IN_TIME = "a move takes at most 1 s"

WORDS = {
    "slow": IN_TIME,
    "deaf": IN_TIME,
    "half-a-line": IN_TIME,
    "drip": IN_TIME,
    "crash": f"{NO_END}it ended with exit status 1",
    "exit": f"{NO_END}it ended with exit status 0",
    "memory": f"{NO_END}it ended with exit status 1",
    "kill-itself": f"{NO_END}it was killed by SIGKILL",
    "fork": "a bot is one process and starts no other",
    "close-output": "a bot has its standard output open until it is told that it's over",
    "close-all": "a bot has its standard output open until it is told that it's over",
    "flood": "a line has at most 4096 bytes",
    "too-long": "a line has at most 4096 bytes",
    "chatter": "a message is answered by one line",
    "no-text": "a line is UTF-8",
    "huge-number": "indices are different numbers from 0 to 4",
    "deep": "a line is an object in JSON",
    "lie": "the message score has category and no other member",
    "cheat": "bonus: only an extra Yahtzee may be posted in the bonus row, and not by all rules",
}


@pytest.mark.parametrize("how", few_fast(6, WORDS if LINUX else WORDS.keys() - {"fork"}))
def test_bot_astray_is_out_with_the_right_words(how: str, tmp_path: Path) -> None:
    if how == "fork":
        skip_without_filters()
    limits = LIMITS if WORDS[how] == IN_TIME else PATIENT
    entrants = [astray(how), parse_entrant("random")]
    with BotPool(entrants, limits, tmp_path) as pool:
        breach = breach_in(pool, (1, 0))
    [process] = folders_in(tmp_path / f"{how}.log")
    assert is_gone(process)
    assert (breach.seat, breach.rule) == (1, WORDS[how])
    assert breach.position.startswith("rules official ones=")
    assert len(breach.move) <= 203


def test_second_answer_is_found_out_in_the_same_game_whenever_it_comes() -> None:
    with BotPool([astray("twice")], PATIENT) as pool:
        assert breach_in(pool).move.startswith('{"message": "')


@pytest.mark.parametrize("message", ["hello", "game over"])
def test_bot_that_does_not_answer_what_is_no_turn_is_out(message: str) -> None:
    limits = Limits(start_time=0.5) if message == "hello" else LIMITS
    with BotPool([astray(f"mute at {message}")], limits) as pool:
        assert breach_in(pool).rule == (
            "a bot is ready within 0.5 s, and flushes its output after each line" if message == "hello" else IN_TIME
        )


def test_only_the_first_answer_of_a_process_has_the_time_of_a_start() -> None:
    with BotPool([astray("mute at hello 2")], Limits(move_time=0.5, start_time=50.0)) as pool:
        result_of(pool)
        assert breach_in(pool).rule == "a move takes at most 0.5 s"


def test_answer_before_its_question_is_a_breach() -> None:
    with BotPool([astray("early after game over")], PATIENT) as pool:
        channel = pool.channel(0)
        for message in ("hello", "game over"):
            channel.ask(f'{{"message": "{message}"}}\n'.encode(), 20.0, "in time")
        process = pool._bots[0].process
        assert process is not None
        assert select.select([process._output], [], [], 20.0)[0]
        with pytest.raises(Foul, match="a bot writes nothing before it is asked"):
            channel.ask(b'{"message": "hello"}\n', 20.0, "in time")


def test_all_moves_of_a_game_together_have_a_limit() -> None:
    with BotPool([astray("slow")], Limits(move_time=60.0, game_time=0.5)) as pool:
        assert breach_in(pool).rule == "the moves of a game take at most 0.5 s"


def test_lenient_referee_asks_no_more_when_the_time_of_a_game_is_over(tmp_path: Path) -> None:
    with BotPool([astray("slow")], Limits(move_time=60.0, game_time=0.5), tmp_path) as pool:
        result = result_of(pool, lenient=True)
    assert result.penalties == (11,)
    assert result.totals[0] <= 5 + 10  # ones and twos were posted
    assert len(folders_in(tmp_path / "slow.log")) == 1


@pytest.mark.parametrize("memory", [None, -1], ids=["too many", "too large"])
@pytest.mark.slow
def test_bots_that_have_not_played_for_long_make_room(
    memory: int | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Either only one bot may be idle, or there is memory for no idle bot but the one that is always allowed."""
    monkeypatch.setattr(bot_pool, "LEAST_IDLE", 1)
    if memory is None:
        monkeypatch.setattr(bot_pool, "MOST_IDLE", 1)
    else:
        monkeypatch.setattr(bot_pool, "memory_for_idle_bots", lambda: memory)
    entrants = [replace(astray("well"), name=str(number)) for number in range(4)]
    with BotPool(entrants, PATIENT, tmp_path) as pool:
        for number in range(len(entrants)):
            result_of(pool, (number,))
        processes = [folders_in(tmp_path / f"{entrant.name}.log")[0] for entrant in entrants]
        assert [number for number, process in enumerate(processes) if is_gone(process)] == [0, 1]
        result_of(pool)
        assert len(folders_in(tmp_path / "0.log")) == 2
    assert all(is_gone(process) for process in processes)


def test_pool_may_have_three_files_open_for_each_bot() -> None:
    """A bot has three standard streams; here there are more bots than a low limit has room for."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if 0 <= hard < 300:
        pytest.skip("this user may not have so many files open")
    resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
    try:
        with BotPool([replace(astray("well"), name=str(number)) for number in range(100)]):
            assert resource.getrlimit(resource.RLIMIT_NOFILE)[0] >= 300
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_bot_that_broke_the_rules_can_play_another_game() -> None:
    with BotPool([astray("lie")], PATIENT) as pool:
        for _ in range(2):
            assert "no other member" in breach_in(pool).rule


def test_lenient_referee_goes_on_with_a_new_process(tmp_path: Path) -> None:
    with BotPool([astray("crash"), parse_entrant("greedy")], PATIENT, tmp_path) as pool:
        result = result_of(pool, (0, 1), lenient=True)
    assert result.penalties == (4, 0)  # in its turns 3, 6, 9 and 12
    assert result.moves.count("!") == 4
    assert len(folders_in(tmp_path / "crash.log")) == 5
    assert "ZeroDivisionError" in (tmp_path / "crash.log").read_text("ascii")


def test_folder_of_a_bot_has_a_name_that_can_not_be_guessed(tmp_path: Path) -> None:
    with BotPool([astray("folder"), astray("folder")], PATIENT, tmp_path) as pool:
        for generation in (0, 1):
            pool.begin(generation)
            result_of(pool, (0, 1))
        outer = [Path(folder).parent for folder in dict.fromkeys(folders_in(tmp_path / "folder.log"))]
        assert len(outer) == 4
        assert all(re.fullmatch("[0-9a-f]{32}", folder.name) for folder in outer)
        # The bot asked last can't look into the folder of the bot asked before it, even if it knows the name.
        assert [oct(folder.stat().st_mode)[-3:] for folder in outer if folder.exists()] == ["000", "700"]


@each("seconds", [0.0, 0.001, 0.01, 0.05, 0.1, 0.15, 1.0])
def test_bots_are_looked_at_each_fifth_of_a_second_unless_a_look_takes_longer(seconds: float) -> None:
    assert 0.05 <= bot_pool.pause_after(seconds) <= max(0.05, 0.2 - seconds)


@pytest.mark.skipif(not LINUX, reason="it is told by /proc")
@pytest.mark.parametrize("seats", [(0,), (1, 0)])
def test_bot_is_stopped_while_another_is_asked(seats: tuple[int, ...], tmp_path: Path) -> None:
    with BotPool([astray("well"), astray("stay")], PATIENT, tmp_path) as pool:
        result_of(pool, (0, 1))
        result_of(pool, seats)
        processes = [process_in(folders_in(tmp_path / f"{name}.log")[0]) for name in ("well", "stay")]
        # All bots are told the end of a game in the order of their seats, so the one in the last seat still runs.
        stopped, running = (Path(f"/proc/{processes[index]}/status") for index in (1 - seats[-1], seats[-1]))
        while "State:\tT" not in stopped.read_text("ascii"):
            pass
        assert "State:\tT" not in running.read_text("ascii")


def test_good_bot_ends_when_it_is_told_and_another_is_ended(tmp_path: Path) -> None:
    entrants = [astray("well"), astray("stay")]
    with BotPool(entrants, PATIENT, tmp_path) as pool:
        for seed in range(3):
            assert len(result_of(pool, (1, 0), seed).totals) == 2
        processes = [folders_in(tmp_path / f"{entrant.name}.log") for entrant in entrants]
        assert [len(started) for started in processes] == [1, 1]
    assert all(is_gone(process) for [process] in processes)


SECRET = "the dice to come"
CHANCE = """
from h89yahtzee.arena.bot import Bot

class Last(Bot):
    def turn(self, dice, stage):
        return self.score([*self.legal][-1])
"""


@pytest.mark.skipif(not LINUX, reason="Landlock and filters of system calls are Linux's")
def test_bot_gets_at_nothing_that_is_not_its_own(tmp_path: Path) -> None:
    skip_without_filters()
    secret = tmp_path / "secret"
    secret.write_text(SECRET)
    with BotPool([astray("pry", str(secret))], PATIENT, tmp_path, hidden=[secret]) as pool:
        result_of(pool)
    _, attempts, seen = (tmp_path / "pry.log").read_text("ascii").splitlines()
    assert json.loads(attempts) == {
        "its referee's command line": "PermissionError",
        "its referee's memory": "PermissionError",
        "a hidden file": "PermissionError",
        "to write a file": "PermissionError",
        "to remove a file": "PermissionError",
        "to kill its referee": "PermissionError",
        "to kill everybody": "PermissionError",
        "a socket": "PermissionError",
        "its own file": "done",
        "to write in its folder": "done",
        "to see itself": "done",
    }
    names = ["HOME", "LANG", "PATH", "PYTHONDONTWRITEBYTECODE", "PYTHONHASHSEED", "TMPDIR"]
    told = json.loads(seen)
    capabilities = told.pop("capabilities")
    if os.geteuid():
        del capabilities["CapBnd"]  # only root may give these up
    assert capabilities == dict.fromkeys(capabilities, 0)
    processes = [*resource.getrlimit(resource.RLIMIT_NPROC)]  # not lowered, since a filter forbids any
    assert told == {"environment": names, "folder": [], "files": [0, 1, 2], "processes": processes}


REFEREE = """
import sys
from pathlib import Path
from h89yahtzee.arena.tournament import bot_pool
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.arena.entrant import Entrant, Kind
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.game.rules import OFFICIAL

bot = Entrant("deaf", Kind.PROGRAM, command=(sys.executable, sys.argv[1], "deaf"))
with BotPool([bot], Limits(move_time=60.0), Path(sys.argv[2])) as pool:
    pool.play(OFFICIAL, (0,), seed=1)
"""


@pytest.mark.skipif(not LINUX, reason="that a process ends with its parent is Linux's")
def test_bot_that_heeds_nothing_ends_with_its_killed_referee(tmp_path: Path) -> None:
    command = [sys.executable, "-c", REFEREE, str(BOTS / "astray.py"), str(tmp_path)]
    environment = {**os.environ, "TMPDIR": str(tmp_path), "PYTHONPATH": str(ROOT)}
    with subprocess.Popen(command, cwd=ROOT, env=environment) as referee:
        log = tmp_path / "deaf.log"
        deadline = time.monotonic() + 60
        while not (log.exists() and folders_in(log)):
            assert time.monotonic() < deadline
            time.sleep(0.01)
        [process] = folders_in(log)
        assert not is_gone(process)
        referee.kill()
    assert wait_until_gone(process)


GAMES = 5


@pytest.mark.parametrize("workers", [1, 2])
def test_a_bot_is_started_once_a_worker_and_gone_when_the_tournament_is_over(workers: int, tmp_path: Path) -> None:
    """The first batches of games that workers are given have one game each."""
    plan = Plan((astray("well"),), Pairing(1, Pool.ALL, GAMES, 7), "official", False, PATIENT)
    tournament = Tournament(plan.pairing)
    with processes(workers) as found:
        run(tournament, found, Conditions(plan, tmp_path), lambda _: None)
    assert tournament.played == GAMES
    started = folders_in(tmp_path / "well.log")
    assert 1 <= len(started) <= workers
    assert all(map(is_gone, started))


def pool_with_logs(logs: Path) -> BotPool:
    return BotPool([astray("well")], PATIENT, logs)


def test_a_pool_is_not_kept_for_another_tournament_nor_after_an_error(tmp_path: Path) -> None:
    def play(purpose: str) -> list[str]:
        with kept_pool(purpose, lambda: pool_with_logs(tmp_path)) as pool:
            result_of(pool)
        return folders_in(tmp_path / "well.log")

    [first] = play("this")
    assert play("this") == [first]
    [_, second] = play("other")
    assert is_gone(first)
    with pytest.raises(ZeroDivisionError), kept_pool("other", lambda: pool_with_logs(tmp_path)):
        raise ZeroDivisionError
    assert is_gone(second)
    [*_, third] = play("other")
    assert not is_gone(third)
    close_kept_pools()
    assert is_gone(third)


def told(folder: Path, games: tuple[int, ...]) -> list[int]:
    """Return the seeds that a bot is told in the games whose own seeds are `games`."""
    with BotPool([hostile("tell-seed")], logs=folder) as pool:
        for game in games:
            result_of(pool, seed=game)
    lines = (folder / "tell-seed.log").read_text("ascii").split()
    (folder / "tell-seed.log").unlink()
    return [int(line) for line in lines]


def test_seeds_of_bots_follow_from_the_game_and_differ_from_its_own(tmp_path: Path) -> None:
    first = told(tmp_path, (5, 6))
    assert first == told(tmp_path, (5, 6))
    assert len({5, 6, *first}) == 4


def test_a_bot_of_another_generation_is_another_process(tmp_path: Path) -> None:
    with BotPool([astray("well")], PATIENT, tmp_path) as pool:
        for generation in (0, 0, 1, 1, 2):
            pool.begin(generation)
            result_of(pool)
        assert len({*folders_in(tmp_path / "well.log")}) == 3


@pytest.mark.parametrize("duplicate", [True, False])
def test_with_the_same_dice_a_bot_is_told_scores_of_the_last_full_round(duplicate: bool, tmp_path: Path) -> None:
    """The bot sits behind a player who first posts in chance, and so has points before the bot's first turn."""
    (tmp_path / "chance.py").write_text(CHANCE, "ascii")
    with BotPool([parse_entrant(str(tmp_path / "chance.py")), hostile("tell-scores")], PATIENT, tmp_path) as pool:
        pool.play(OFFICIAL, (0, 1), 1, duplicate)
    first = json.loads((tmp_path / "tell-scores.log").read_text("ascii").splitlines()[0])
    assert (first == [0, 0]) == duplicate


def test_a_seed_is_drawn_from_all_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda end: end - 1)
    plan = parse_arena_options(["random"]).plan
    assert plan is not None
    assert plan.pairing.seed == 2**64 - 1
