"""The speed of the environments for programs that learn, compared with two environments from PyPI in the same run.

Those from PyPI are installed in a virtual environment of Python, which is removed afterwards. Random legal actions
are played in all of them.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

SECONDS = 2.0
"""The processor time for which each is measured."""
LIMIT = 200_000
"""The least number of decisions a second if many games are played at once."""
PEERS = ("gym-yahtzee==1.0.2", "yahtzee-envs==0.3.0")

_TIMED = """
import random, time
def rate(play):
    decisions, started = 0, time.process_time()
    while time.process_time() - started < {seconds}:
        decisions += play()
    print(decisions / (time.process_time() - started))
"""
_PLAYED = {
    PEERS[0]: """
import gym
gym.logger.set_level(50)
from gym_yahtzee.envs import YahtzeeSingleEnv
env = YahtzeeSingleEnv()
def play():
    env.reset()
    decisions, is_over = 0, False
    while not is_over:
        is_over = env.step(env.sample_action())[2]
        decisions += 1
    return decisions
rate(play)
""",
    PEERS[1]: """
from yahtzee_envs.yahtzee_singleV2 import YahtzeeSinglePlayerV2
env = YahtzeeSinglePlayerV2(0, 0)
def play():
    env.reset()
    decisions, is_over = 0, False
    while not is_over:
        player = env.ytz.c_player
        if player.rolls_left == 3:
            env.step(26)  # the first roll of a turn, which isn't a decision
        rows = [row for row in range(13) if player.scorecard[row][2] == 0]
        is_over = env.step(random.choice([*rows, *(range(13, 26) if player.rolls_left else ())]))[2]
        decisions += 1
    return decisions
rate(play)
""",
}


def report() -> Iterator[str]:
    yield "Decisions a second on one core, drawn at random among the legal ones; official rules."
    try:
        import gymnasium  # noqa: F401 - an extra
    except ModuleNotFoundError:
        yield "h89yahtzee.env isn't measured: gymnasium isn't installed (pip install 'h89yahtzee[env]')"
    else:
        yield from _ours()
    yield from _peers()


def _ours() -> Iterator[str]:
    for judged in (False, True):
        what = "judged" if judged else "not judged"
        yield _row(f"h89yahtzee, one game, {what}", _one_game(judged))
        rate = _many_games(1024, judged)
        limit = "" if judged else f"  at least {LIMIT:,}: {'ok' if rate >= LIMIT else 'under'}"
        yield _row(f"h89yahtzee, 1,024 games at once, {what}", rate) + limit


def _one_game(judged: bool) -> float:
    from h89yahtzee.env import YahtzeeEnv

    env = YahtzeeEnv(judged=judged)
    env.action_space.seed(1)
    _, info = env.reset(seed=1)
    decisions, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        _, _, is_over, _, info = env.step(env.action_space.sample(info["action_mask"]))
        decisions += 1
        if is_over:
            _, info = env.reset()
    return decisions / (time.process_time() - started)


def _many_games(games: int, judged: bool) -> float:
    import numpy as np

    from h89yahtzee.env import YahtzeeVectorEnv

    env = YahtzeeVectorEnv(games, judged=judged)
    drawn = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    decisions, started = 0, time.process_time()
    while time.process_time() - started < SECONDS:
        mask = info["action_mask"]
        info = env.step(np.argmax(drawn.random(mask.shape, np.float32) * mask, axis=1))[-1]
        decisions += games
    return decisions / (time.process_time() - started)


def _peers() -> Iterator[str]:
    with TemporaryDirectory() as folder:
        python = _installed(Path(folder, "venv"))
        for package, program in _PLAYED.items():
            if python is None:
                yield f"{package} isn't measured: it couldn't be installed"
                continue
            command = [str(python), "-W", "ignore", "-c", _TIMED.format(seconds=SECONDS) + program]
            played = subprocess.run(command, capture_output=True, text=True, check=False)
            if played.returncode:
                yield f"{package} isn't measured: {played.stderr.strip().splitlines()[-1]}"
            else:
                yield _row(package, float(played.stdout.split()[-1]))


def _installed(folder: Path) -> Path | None:
    """Return the Python of a new environment with the two packages; None if they can't be installed."""
    python = folder / "bin" / "python"
    uv = shutil.which("uv", path=str(Path(sys.executable).parent)) or shutil.which("uv")
    made, install = [sys.executable, "-m", "venv"], [str(python), "-m", "pip", "install"]
    if uv is not None:
        made, install = [uv, "venv"], [uv, "pip", "install", "--python", str(python)]
    commands: list[list[str]] = [[*made, str(folder)], [*install, *PEERS]]
    for command in commands:
        if subprocess.run(command, capture_output=True, check=False).returncode:
            return None
    return python


def _row(what: str, rate: float) -> str:
    return f"{what:42} {rate:10,.0f}"
