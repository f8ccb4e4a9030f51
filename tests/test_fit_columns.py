"""The script that fits the value nets: its gradients, checked by small steps, and fits on a few games."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from h89yahtzee.game.rules import TRIPLE
from h89yahtzee.solver.columns.cards import Cards, Floats, encoding_of, joined
from h89yahtzee.solver.columns.value_net import ARRAYS, UNIT, ValueNet, fitted_base
from scripts.fit_columns import first_weights, gradients
from scripts.lockstep import empty_cards

ROOT = Path(__file__).parent.parent
STEP = 0.01


def half_mean_square(net: ValueNet, cards: Cards, targets: Floats) -> float:
    """Half the mean square of the errors, in the value net's units."""
    net.refresh()
    return float(np.mean(((net.values(cards) - targets) / UNIT) ** 2) / 2)


def test_gradients_are_the_slopes_of_the_error() -> None:
    """The three steepest weights of each array are tried, each with a small step up and one down."""
    encoding = encoding_of(TRIPLE)
    net = ValueNet(encoding, fitted_base(), first_weights(encoding, (8, 4), 1))
    net.weights.features[:] = np.random.default_rng(2).normal(0, 0.1, net.weights.features.shape)
    net.refresh()
    cards = joined([empty_cards(encoding, 1, columns) for columns in (1, 2, 3)])
    targets = net.values(cards) + np.array([30.0, -20.0, 50.0])
    errors, slopes = gradients(net, cards, targets)
    assert np.allclose(errors, [-30, 20, -50], atol=0.01)
    for array, slope in zip(net.weights.arrays(), slopes, strict=True):
        assert slope.shape == array.shape
        for place in np.argsort(np.abs(slope), axis=None)[-3:]:
            at = np.unravel_index(place, array.shape)
            kept = array[at]
            array[at] = kept + STEP
            above = half_mean_square(net, cards, targets)
            array[at] = kept - STEP
            below = half_mean_square(net, cards, targets)
            array[at] = kept
            assert np.isclose((above - below) / (2 * STEP), slope[at], rtol=0.02, atol=1e-3)


def fit(folder: Path, *arguments: str) -> bytes:
    command = [sys.executable, "-m", "scripts.fit_columns", "triple", *arguments, "--to", str(folder)]
    subprocess.run(command, cwd=ROOT, capture_output=True, check=True, timeout=240)
    return (folder / "triple.npz").read_bytes()


@pytest.mark.slow
def test_the_same_arguments_make_the_same_file(tmp_path: Path) -> None:
    few = ("--games", "3", "--lanes", "8", "--widths", "8", "4")
    made = fit(tmp_path, *few)
    assert fit(tmp_path, *few) == made
    with np.load(tmp_path / "triple.npz") as stored:
        assert str(stored["made_by"]).startswith("triple --games 3")
        assert all(np.isfinite(stored[name]).all() for name in ARRAYS)
