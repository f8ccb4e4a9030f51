"""Golden files: `pytest --bless` writes them anew, on purpose and never in CI."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

GOLDENS = Path(__file__).parent / "data" / "goldens"


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write the golden files anew")


@pytest.fixture
def check_golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compares a text with the golden file of that name."""
    bless = request.config.getoption("--bless")
    assert not (bless and os.environ.get("CI")), "goldens are blessed by people"

    def check(name: str, text: str) -> None:
        path = GOLDENS / name
        if bless:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check
