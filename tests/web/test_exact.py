"""The solver and the coach in a browser: the same digits as by `yahtzee-solve`, the same advice as elsewhere."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from h89yahtzee.solver import kernel
from tests import programs
from tests.web import computed
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SOURCE = Path(computed.__file__).read_text("utf-8")
SOLVE = "import sys; from h89yahtzee.apps.solve.solve import main; sys.exit(main())"
# Python as the page starts it, in a worker that runs what it is told.
WORKER = """
import { startPython } from "./interpreter.js";
const python = await startPython("import h89yahtzee.apps.web.page", () => {});
onmessage = ({data}) => postMessage(python.runPython(data));
postMessage("ready");
"""
RUN = """(code) => new Promise((done, fail) => {
    const worker = new Worker("told.js", {type: "module"});
    worker.onerror = ({message}) => fail(new Error(message));
    worker.onmessage = ({data}) => data === "ready" ? worker.postMessage(code) : done(data);
})"""


@pytest.fixture
def run(tab: Tab) -> Callable[[str], list[str]]:
    """What the Python of the page gives for an expression over the lines of `computed`."""
    tab.page.route("**/told.js", lambda route: route.fulfill(body=WORKER, content_type="text/javascript"))
    tab.page.goto(f"{tab.address}build.js")

    def run(expression: str) -> list[str]:
        found: list[str] = json.loads(tab.page.evaluate(RUN, f"{SOURCE}\nimport json\njson.dumps({expression})"))
        return found

    return run


def test_official_is_solved_to_the_same_digits(run: Callable[[str], list[str]]) -> None:
    assert kernel.is_built()
    here = computed.solved()
    assert run("solved()") == here
    command = [sys.executable, "-c", SOLVE, "--rules", "official"]
    said = programs.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    told = re.search(r"254\.\d+", said)
    assert told is not None
    assert here[0].startswith("254.58772873449587"[: len(told[0]) - 1])


def test_the_coach_gives_the_same_advice_in_fifty_positions(run: Callable[[str], list[str]]) -> None:
    here = computed.advice()
    assert len(set(here)) == computed.POSITIONS
    assert run("advice()") == here
