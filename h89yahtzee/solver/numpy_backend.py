"""The backend in numpy, for machines where the kernel could not be built."""

from h89yahtzee.solver.numpy_distributions import distribute, finals, judge, lay_out, reach, shares
from h89yahtzee.solver.numpy_values import post, solve, turn

__all__ = ["distribute", "end_chances", "finals", "judge", "lay_out", "post", "reach", "shares", "solve", "turn"]


def end_chances(*_: object) -> None:
    """None: it would take minutes."""
