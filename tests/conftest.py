"""Golden files: `pytest --bless` writes them anew, on purpose and never in CI, by the tests that look at them.

No test finds its user's own files.
"""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

from tests.goldens import GOLDENS
from tests.programs import SERVER
from tests.shared_values import DIRECTORY, share_values
from tests.whole_texts import refuse_cut_texts

if TYPE_CHECKING:
    from playwright.sync_api import Browser

BROWSERS = ("chromium-headless-shell", "chromium", "google-chrome")
SLOW_LIMIT = 1800
"""Seconds."""

# The same code is tried with the same examples each time, in continuous integration with as many as hypothesis
# does; `--hypothesis-profile=search` looks for others. There is no deadline: how long an example takes depends on
# who else uses the machine.
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("thorough" if os.environ.get("CI") else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write the golden files anew, those of slow tests too")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two processes a core for `-n auto`: tests wait for the programs that they start.

    No process of its own where the output is wanted as it comes, or for one or two files: the start takes longer.
    """
    few = len(config.args) < 3 and all(".py" in Path(word).name for word in config.args)
    return 0 if few or config.option.capture == "no" else 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """What is collected stays: looking for garbage among it takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Slow tests run side by side, on machines that others use too: no limit below SLOW_LIMIT is of use.

    The releases come first: their tests take minutes each, and the last would run while no other is left.
    """
    items.sort(key=lambda item: "release" not in item.path.parts)
    if config.option.bless:
        others = [item for item in items if "is_blessing" not in vars(item).get("fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    for item in items:
        limit = item.get_closest_marker("timeout")
        if item.get_closest_marker("slow") and (limit is None or limit.args[0] < SLOW_LIMIT):
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT), append=False)


def pytest_configure(config: pytest.Config) -> None:
    """Programs that a test starts without an environment of their own save their games here."""
    if config.option.bless and config.option.markexpr == "not slow":
        config.option.markexpr = ""  # a golden that only slow tests look at would stay as it was
    directory = tempfile.TemporaryDirectory(prefix="h89yahtzee-tests-")
    config.add_cleanup(directory.cleanup)
    config.add_cleanup(SERVER.close)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # As in the background of a script, where programs that a test starts wouldn't hear of CTRL-C either.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
        os.environ.pop(name, None)  # how the tests' own Python was started is no matter of the programs
    for kind in ("CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{kind}_HOME"] = str(Path(directory.name, kind))
    if DIRECTORY not in os.environ:  # else another process began, whose worker this is
        os.environ[DIRECTORY] = directory.name
    share_values()
    refuse_cut_texts()


@pytest.fixture
def is_blessing(request: pytest.FixtureRequest) -> bool:
    """Whether goldens are to be written. Only tests with this fixture run then."""
    bless: bool = request.config.getoption("--bless")
    assert not (bless and os.environ.get("CI")), "goldens are blessed by people"
    return bless


@pytest.fixture
def check_golden(is_blessing: bool) -> Callable[[str, str], None]:
    """A function that compares a text with the golden file of that name."""

    def check(name: str, text: str) -> None:
        path = GOLDENS / name
        if is_blessing:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        assert text == path.read_text(encoding="utf-8")

    return check


@pytest.fixture(scope="session")
def browser() -> "Iterator[Browser]":
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None:
        pytest.skip("no Chromium is installed")
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        # So that a test can see a page by plain http, which is none of localhost's.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP plain.test 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=program, args=arguments, timeout=120_000)
        yield browser
        browser.close()
