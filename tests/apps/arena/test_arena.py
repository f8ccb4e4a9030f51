"""`yahtzee-arena` end to end: the table is the same with any number of processes, also interrupted and resumed."""

import json
import os
import signal
import sys

import pytest

from h89yahtzee.players.catalogue import STRATEGIES
from tests.apps.arena.arenas import (
    FIRST,
    FORGETFUL,
    TIME_LIMIT,
    Arena,
    below,
    wait_for_files,
    wait_until_gone,
)

CHEAP = ("--seed", "7", "--games", "60", "classic", "random", "classic:ha=5")
LONG = ("--seed", "7", "--games", "300", "classic", "random", "classic:ha=5")


TOURNAMENTS = [
    ("--games", "2", *STRATEGIES),
    *((*pool, *CHEAP[2:]) for pool in (("--pairs",), ("--tables", "2"), ("--independent",), ("--rules", "triple"))),
    ("--sprt", "-20", "120", "--alpha", "0.1", "greedy", "hasty"),
    ("--sprt", "-20", "120", "--alpha", "0.1", "--independent", "greedy", "hasty"),
    ("--swiss", "3", "--games", "4", "greedy", "hasty", "random", "classic", "classic:ha=5"),
    ("--gauntlet", "hasty", "--games", "5", "greedy", "random", "hasty"),
]


@pytest.mark.slow
@pytest.mark.parametrize("tournament", TOURNAMENTS, ids=" ".join)
def test_number_of_processes_makes_no_difference(arena: Arena, tournament: tuple[str, ...]) -> None:
    serial = arena.table("--seed", "7", "--processes", "1", *tournament)
    assert arena.table("--seed", "7", "--processes", "3", *tournament) == serial


@pytest.fixture(scope="module")
def long_table(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The table of the tournament `LONG`, played without an interruption."""
    arena = Arena(tmp_path_factory.mktemp("arena"))
    table = arena.table("--processes", "1", *LONG)
    arena.close()
    return table


@pytest.mark.parametrize(
    ("number", "processes"), [(signal.SIGINT, "1"), (signal.SIGINT, "2"), (signal.SIGTERM, "2")]
)
@pytest.mark.slow
def test_interrupted_and_resumed_it_comes_to_the_same(
    arena: Arena, number: int, processes: str, long_table: str
) -> None:
    records = arena.home / "records"
    interrupted = arena.start("--processes", processes, "--records", str(records), *LONG)
    wait_for_files(records, 20)
    started = below(interrupted.pid)
    assert len(started) >= int(processes) - 1
    os.killpg(interrupted.pid, number)
    printed, complaint = interrupted.communicate(timeout=TIME_LIMIT)
    assert (printed, interrupted.returncode) == ("", 128 + number)
    assert complaint.startswith("yahtzee-arena: interrupted after ")
    assert complaint.endswith(" of 300 games; yahtzee-arena --resume goes on\n")
    wait_until_gone(started)
    played = int(complaint.split()[3])
    assert played >= 1
    assert len(arena.journals()) == 1
    times = {path: path.stat().st_mtime_ns for path in records.iterdir()}
    assert arena.table("--resume", "--records", str(records)) == long_table
    # The batch of games that was being recorded is played again; it has at most twice as many games as all before.
    assert sum(path.stat().st_mtime_ns == time for path, time in times.items()) >= played // 3
    assert len([*records.iterdir()]) == 300
    assert arena.journals() == []


@pytest.mark.slow
def test_killed_and_resumed_it_comes_to_the_same_and_nothing_survives(arena: Arena, long_table: str) -> None:
    records = arena.home / "records"
    for games in (20, 100):
        killed = arena.start("--resume", "--processes", "2", "--records", str(records), *LONG)
        wait_for_files(records, games)
        started = below(killed.pid)
        assert len(started) >= 2
        killed.kill()
        killed.communicate(timeout=TIME_LIMIT)
        wait_until_gone(started)
        assert len(arena.journals()) == 1
    assert arena.table("--resume", *LONG) == long_table


@pytest.mark.slow
def test_killed_with_bots_of_others_it_leaves_none_and_comes_to_the_same(arena: Arena) -> None:
    (arena.home / "first.py").write_text(FIRST, "ascii")
    (arena.home / "tmp").mkdir()
    arena.set("TMPDIR", str(arena.home / "tmp"))
    records = arena.home / "records"
    tournament = ("--seed", "7", "--games", "300", "--json", "random", "first.py")
    killed = arena.start("--processes", "2", "--records", str(records), *tournament)
    wait_for_files(records, 20)
    started = below(killed.pid)
    killed.kill()
    killed.communicate(timeout=TIME_LIMIT)
    wait_until_gone(started)
    assert len(started) >= 2
    resumed, whole = (json.loads(arena.table(*how, *tournament)) for how in (("--resume",), ("--processes", "1")))
    for outcome in (resumed, whole):
        assert {place.pop("slowest_move") > 0 for place in outcome["standings"]} == {True, False}
    assert resumed == whole
    assert arena.journals() == []
    assert [*(arena.home / "tmp").iterdir()] == []


@pytest.mark.slow
def test_a_worker_that_is_killed_ends_all_but_what_was_played(arena: Arena, long_table: str) -> None:
    records = arena.home / "records"
    robbed = arena.start("--processes", "2", "--records", str(records), *LONG)
    wait_for_files(records, 20)
    started = below(robbed.pid)
    os.kill(started[0], signal.SIGKILL)
    printed, complaint = robbed.communicate(timeout=TIME_LIMIT)
    assert (printed, robbed.returncode) == ("", 1)
    assert complaint == "yahtzee-arena: a process that played games has ended by itself; --resume goes on\n"
    wait_until_gone(started)
    assert arena.table("--resume") == long_table


def test_equal_bots_with_dice_of_their_own_play_off(arena: Arena) -> None:
    """With this seed each of the two bots wins one of the two games."""
    outcome = json.loads(arena.table("--seed", "5", "--games", "2", "--independent", "--json", "greedy", "greedy"))
    assert [place["points"] for place in outcome["standings"]] == [1, 1]
    assert [place["rank"] for place in outcome["standings"]] == [1, 2]
    *level, last = outcome["play_off"]
    assert all(game["greedy-1"] == game["greedy-2"] for game in level)
    assert last["greedy-1"] != last["greedy-2"]
    assert outcome["winners"] == [max(last, key=last.__getitem__)] == [outcome["standings"][0]["bot"]]


def test_a_bot_that_breaks_the_rules_is_out_and_the_others_play_all_games(arena: Arena) -> None:
    bot = arena.home / "forgetful.py"
    bot.write_text(FORGETFUL, "ascii")
    tournament = ("--seed", "1", "--games", "6", "--json")
    serial = json.loads(arena.table("--processes", "1", *tournament, "classic", str(bot), "random"))
    [gone] = serial["disqualified"]
    assert gone["bot"] == "forgetful"
    assert "chance" in gone["rule"]
    assert "chance=" in gone["position"]
    assert 1 < gone["game"] <= 6
    parallel = json.loads(arena.table("--processes", "2", *tournament, "classic", str(bot), "random"))
    assert parallel == serial
    assert {place["bot"]: place["games"] for place in serial["standings"]} == {"classic": 6, "random": 6}


def test_figures_as_csv(arena: Arena) -> None:
    head, row = arena.table("--csv", "--games", "2", "random").splitlines()
    assert head.startswith("rank,bot,games,points,")
    assert row.startswith("1,random,2,")


def test_a_lenient_referee_lets_it_stay(arena: Arena) -> None:
    bot = arena.home / "forgetful.py"
    bot.write_text(FORGETFUL, "ascii")
    outcome = json.loads(
        arena.table("--lenient", "--processes", "1", "--seed", "2", "--games", "4", "--json", "random", str(bot))
    )
    penalties = {place["bot"]: place["penalties"] for place in outcome["standings"]}
    assert penalties["random"] == 0
    assert penalties["forgetful"] > 0


def test_a_disqualification_names_the_log_of_the_bot(arena: Arena) -> None:
    (arena.home / "cut.py").write_text("class class", "ascii")
    told = arena.table("--games", "2", "random", "cut.py")
    assert f"    log: {arena.home}/.local/share/h89yahtzee/arena/logs/cut.log" in told.splitlines()


def test_records_of_another_tournament_stay_as_they_are(arena: Arena) -> None:
    tournament = ("--records", "records", "--seed", "7", "--games", "3", "random")
    arena.table(*tournament)
    before = {path: path.read_text("ascii") for path in (arena.home / "records").iterdir()}
    refused = arena.run(*tournament)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr == "yahtzee-arena: records: expected no records of another tournament in it\n"
    assert {path: path.read_text("ascii") for path in (arena.home / "records").iterdir()} == before
    assert len(before) == 3
    assert arena.journals() == []


@pytest.mark.slow
def test_a_journal_of_ones_own_stays_and_can_be_looked_at_again(arena: Arena) -> None:
    journal = arena.home / "mine.tournament"
    table = arena.table("--journal", str(journal), *CHEAP)
    assert arena.table("--resume", "--journal", str(journal)) == table
    refused = arena.run("--journal", str(journal), *CHEAP)
    assert (refused.returncode, refused.stdout) == (1, "")
    assert "is there already" in refused.stderr
    other = arena.run("--resume", "--journal", str(journal), "--seed", "8", *CHEAP[2:])
    assert (other.returncode, other.stdout) == (1, "")
    assert "not of another" in other.stderr


def test_bots_of_a_journal_from_elsewhere_run_only_if_they_are_asked_for(arena: Arena) -> None:
    (arena.home / "first.py").write_text(FIRST, "ascii")
    tournament = ("--seed", "7", "--games", "2", "--json", "first.py")
    arena.table("--journal", "theirs", *tournament)
    refused = arena.run("--resume", "--journal", "theirs")
    assert (refused.returncode, refused.stdout) == (1, "")
    assert refused.stderr.startswith(
        "yahtzee-arena: theirs names bots to run: expected the same on the command line"
    )
    assert json.loads(arena.table("--resume", "--journal", "theirs", *tournament))["games"] == 2


PEEPING = """
import os, sys
from pathlib import Path
from h89yahtzee.arena.bot import Bot

class Peeping(Bot):
    def turn(self, dice, stage):
        home = Path({home!r})
        for path in (home / ".local/share/h89yahtzee/arena/1.tournament", home / "notes"):
            assert path.exists()
            try:
                print(path.read_bytes())
            except PermissionError:
                print("refused", path.name)
        return self.score(next(iter(self.legal)))
"""
"""The source of a bot that tries to read the tournament's journal, where the program usually keeps it, and a file
of the user."""


@pytest.mark.skipif(sys.platform != "linux", reason="Landlock is Linux's")
def test_a_bot_can_read_neither_the_journal_in_its_usual_place_nor_a_file_of_the_user(arena: Arena) -> None:
    (arena.home / "notes").write_text("secret", "ascii")
    (arena.home / "peeping.py").write_text(PEEPING.format(home=str(arena.home)), "ascii")
    arena.table("--games", "1", "peeping.py")
    logs = arena.home / ".local/share/h89yahtzee/arena/logs"
    assert {*(logs / "peeping.log").read_text("ascii").splitlines()} == {"refused 1.tournament", "refused notes"}
    assert [(logs / "peeping.log").stat().st_mode & 0o777, logs.stat().st_mode & 0o777] == [0o600, 0o700]


GAPS = {
    "landlock": "opening this user's files (that takes Landlock, since Linux 5.13)",
    "seccomp": "using the network and starting processes (that takes seccomp, on x86-64 or ARM64)",
}


@pytest.mark.skipif(sys.platform != "linux", reason="kernels are told apart on Linux")
@pytest.mark.parametrize("lacking", ["landlock", pytest.param("seccomp", marks=pytest.mark.slow)])
def test_what_an_old_kernel_can_not_prevent_is_said_before_the_first_game(arena: Arena, lacking: str) -> None:
    (arena.home / "first.py").write_text(FIRST, "ascii")
    arena.begin_with(f"from tests.apps.arena.old_kernel import leave_out; leave_out({lacking!r})")
    gap = f"yahtzee-arena: this system doesn't keep bots from {GAPS[lacking]}"
    played = arena.run("--games", "1", "first.py")
    assert (played.returncode, played.stderr) == (0, f"{gap}; --require-sandbox refuses to play then\n")
    refused = arena.run("--require-sandbox", "--games", "1", "first.py")
    assert (refused.returncode, refused.stdout, refused.stderr) == (1, "", f"{gap}\n")
    assert arena.table("--require-sandbox", "--games", "1", "random")


def test_a_file_that_is_no_journal_is_refused(arena: Arena) -> None:
    for content in ("", "x" * 5000):
        (arena.home / "none").write_text(content, "ascii")
        refused = arena.run("--resume", "--journal", "none")
        assert (refused.returncode, refused.stdout) == (1, "")
        assert refused.stderr.count("\n") == 1
        assert "none: " in refused.stderr


def test_a_journal_that_is_in_use_is_refused(arena: Arena) -> None:
    records = arena.home / "records"
    arena.start("--journal", "mine", "--records", str(records), "--games", "100000", "classic", "random")
    wait_for_files(records, 1)
    refused = arena.run("--resume", "--journal", "mine")
    assert refused.returncode == 1
    assert refused.stderr == "yahtzee-arena: mine: another program has it\n"
    missing = arena.run("--resume")
    assert missing.returncode == 1
    assert missing.stderr == "yahtzee-arena: there is no interrupted tournament to resume\n"


def test_a_command_that_can_not_be_followed_is_told_in_a_line(arena: Arena) -> None:
    refused = arena.run("gredy", "random")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr.endswith("not 'gredy'; did you mean 'greedy'? (--help all explains)\n")
    assert refused.stderr.count("\n") == 1
