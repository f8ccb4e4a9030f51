"""A decorator for tests that go through many rows of arguments; a failure says in which row it came about.

    @each(("data", "expected"), [(b"a", "A"), (b"b", "B")])
    def test_letters(data: bytes, expected: str) -> None: ...

is one test for pytest, where `pytest.mark.parametrize` would make two: thousands of small tests take longer to
collect, hand out and report than to run. It is for rows that are tested quickly, in tests without fixtures.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from inspect import Signature
from typing import cast


@contextmanager
def naming(*row: object) -> Iterator[None]:
    try:
        yield
    except Exception as error:
        error.add_note(f"in the row {', '.join(map(repr, row))}")
        raise


Test = Callable[..., None]


def each(names: str | tuple[str, ...], rows: Iterable[object]) -> Callable[[Test], Callable[[], None]]:
    """Return a decorator that has a test called once a row, with the row's values as the arguments `names`.

    If `names` is a single name, each row is a single value.
    """
    keys = (names,) if isinstance(names, str) else names
    listed = [(row,) if isinstance(names, str) else tuple(cast(Sequence[object], row)) for row in rows]
    assert listed

    def decorate(test: Test) -> Callable[[], None]:
        @wraps(test)
        def through_all() -> None:
            for row in listed:
                with naming(*row):
                    test(**dict(zip(keys, row, strict=True)))

        vars(through_all)["__signature__"] = Signature()  # else pytest would take the names for fixtures
        return through_all

    return decorate
