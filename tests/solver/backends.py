"""The two backends for tests: the compiled kernel, which may not be there, and numpy."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from h89yahtzee.solver import kernel

needs_kernel = pytest.mark.skipif(
    not kernel.is_built(), reason="no compiled kernel (h89yahtzee.solver._kernel): no C compiler was there"
)
by_both = pytest.mark.parametrize("name", [pytest.param("kernel", marks=needs_kernel), "numpy"])
"""A test of both backends, which uses `computed_by(name)`."""


@contextmanager
def computed_by(name: str) -> Iterator[None]:
    """The solver computes by the backend called `name`."""
    with pytest.MonkeyPatch.context() as patch:
        if name == "numpy":
            patch.setattr(kernel, "is_built", lambda: False)
        yield
