"""Options, limits and fixtures of all tests.

`pytest --bless` has the tests that look at golden files write these anew, on purpose and never in CI. No test finds
the files of the user who runs it.
"""

import gc
import os
import shutil
import signal
import tempfile
from collections.abc import Callable, Generator, Iterator
from itertools import islice
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
"""The least time limit of a slow test, in seconds."""

# The same code is tried with the same examples each time, in continuous integration with hypothesis's usual number
# of them; `--hypothesis-profile=search` tries new examples. There is no deadline: how long an example takes depends
# on what else the machine does.
settings.register_profile("thorough", deadline=None, derandomize=True)
settings.register_profile("quick", deadline=None, derandomize=True, max_examples=25)
settings.register_profile("search", deadline=None, max_examples=1000)
settings.load_profile("thorough" if os.environ.get("CI") else "quick")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--bless", action="store_true", help="write the golden files anew, those of slow tests too")


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Return two processes a core for `-n auto`, since tests wait for the programs that they start.

    Return 0, no extra process, if `-s` asks for output as it comes, or for one or two files, since starting the
    processes would take longer than they save.
    """
    few = len(config.args) < 3 and all(".py" in Path(word).name for word in config.args)
    return 0 if few or config.option.capture == "no" else 2 * (os.cpu_count() or 1)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect tests without garbage collection, since looking for garbage among them takes a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Order the tests that weren't deselected, and raise lower time limits of slow tests to SLOW_LIMIT: these run
    side by side on machines that others use, too.
    """
    workers: int = getattr(config, "workerinput", {}).get("workercount", 1)
    items[:] = spread(items, workers)
    if config.option.bless:
        others = [item for item in items if "is_blessing" not in vars(item).get("fixturenames", ())]
        config.hook.pytest_deselected(items=others)
        items[:] = [item for item in items if item not in others]
    for item in items:
        limit = item.get_closest_marker("timeout")
        if item.get_closest_marker("slow") and (limit is None or limit.args[0] < SLOW_LIMIT):
            item.add_marker(pytest.mark.timeout(SLOW_LIMIT), append=False)


def spread(items: list[pytest.Item], workers: int) -> list[pytest.Item]:
    """Return the tests in an order in which those that take minutes begin early.

    Otherwise the last of them would run while no other is left. Each worker of xdist begins with a run of
    consecutive tests, the first one with those of releases, each other one with some of those that are marked as
    `slow(minutes=...)`. A worker that has done its own then takes tests from the end of another's.
    """
    releases = [item for item in items if "release" in item.path.parts]
    long = sorted(filter(minutes, items), key=minutes, reverse=True)
    first, others_of = {*releases, *long}, max(1, workers - 1)
    others = iter([item for item in items if item not in first])
    size = -(-len(items) // workers)
    ordered: list[pytest.Item] = []
    for begin in (releases, *(long[worker::others_of] for worker in range(others_of))):
        ordered += [*begin, *islice(others, max(0, size - len(begin)))]
    return [*ordered, *others]


def minutes(item: pytest.Item) -> int:
    mark = item.get_closest_marker("slow")
    return 0 if mark is None else mark.kwargs.get("minutes", 0)


def pytest_configure(config: pytest.Config) -> None:
    """Make a temporary folder in which programs save their games if a test starts them without an environment."""
    if config.option.bless and config.option.markexpr == "not slow":
        config.option.markexpr = ""  # else golden files of slow tests wouldn't be written
    directory = tempfile.TemporaryDirectory(prefix="h89yahtzee-tests-")
    config.add_cleanup(directory.cleanup)
    config.add_cleanup(SERVER.close)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        # A script that starts pytest in the background has it ignore SIGINT; programs of tests would inherit that.
        signal.signal(signal.SIGINT, signal.default_int_handler)
    for name in ("PYTHONUNBUFFERED", "PYTHONDONTWRITEBYTECODE"):
        os.environ.pop(name, None)  # programs must not inherit options of the tests' own Python
    for kind in ("CONFIG", "DATA", "STATE"):
        os.environ[f"XDG_{kind}_HOME"] = str(Path(directory.name, kind))
    if DIRECTORY not in os.environ:  # else this is a worker of xdist, which inherited it
        os.environ[DIRECTORY] = directory.name
    share_values()
    refuse_cut_texts()


@pytest.fixture
def is_blessing(request: pytest.FixtureRequest) -> bool:
    """Whether golden files are to be written. With `--bless` only tests that use this fixture run."""
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
        # By this name a test opens a page by plain http; browsers treat localhost as if it were https.
        arguments = ["--no-sandbox", "--host-resolver-rules=MAP plain.test 127.0.0.1"]
        browser = playwright.chromium.launch(executable_path=program, args=arguments, timeout=120_000)
        yield browser
        browser.close()
