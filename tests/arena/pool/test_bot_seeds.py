"""The seeds that bots are told: they follow from the tournament's, but help nobody to guess that."""

import hashlib
import secrets
from pathlib import Path

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.arena.pool import bot_pool
from h89yahtzee.arena.pool.bot_pool import BotPool
from tests.arena.attempts import hostile
from tests.arena.outcomes import result_of

LEAST_MEMORY = 2**24


def told(folder: Path, seed: int, games: tuple[int, ...] = (5,)) -> list[int]:
    """The seeds that a bot is told in games of these seeds, in a tournament with `seed`."""
    logs = folder / str(seed)
    with BotPool([hostile("tell-seed")], logs=logs, seed=seed) as pool:
        for game in games:
            result_of(pool, seed=game)
    lines = (logs / "tell-seed.log").read_text("ascii").split()
    (logs / "tell-seed.log").unlink()
    return [int(line) for line in lines]


def test_seeds_of_bots_follow_from_the_tournament_and_the_game(tmp_path: Path) -> None:
    first = told(tmp_path, 20260, (5, 6))
    assert first == told(tmp_path, 20260, (5, 6))
    assert len({*first, *told(tmp_path, 20261, (5, 6))}) == 4


@pytest.mark.slow
def test_a_guess_of_the_tournament_is_slow_to_confirm(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the bot is told can't be had without a function that takes 16 MiB, once for every guess."""
    slow = hashlib.scrypt
    asked: list[int] = []

    def other(password: bytes, *, salt: bytes, n: int, r: int, p: int, dklen: int) -> bytes:
        asked.append(128 * n * r)
        return slow(password + b"!", salt=salt, n=n, r=r, p=p, dklen=dklen)

    seeds = [2**63 + number for number in range(2)]
    honest = [told(tmp_path, seed) for seed in seeds]
    monkeypatch.setattr(bot_pool, "scrypt", other)
    bot_pool.slow_key.cache_clear()
    assert [told(tmp_path, seed) for seed in seeds] != honest
    bot_pool.slow_key.cache_clear()
    assert len(asked) == len(seeds)
    assert min(asked) >= LEAST_MEMORY


def test_a_seed_is_drawn_from_all_that_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(secrets, "randbelow", lambda end: end - 1)
    plan = parse_arena_options(["random"]).plan
    assert plan is not None
    assert plan.pairing.seed == 2**64 - 1
