"""The solver in a browser, which must give the same digits as `yahtzee-solve`."""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from h89yahtzee.solver import kernel
from scripts.browser import program_files, wasm_kernel
from scripts.browser.npm_packages import npm_packages
from scripts.browser.steps import BuildError
from tests import programs
from tests.web import computed
from tests.web.tabs import Tab

pytestmark = pytest.mark.slow
SOURCE = Path(computed.__file__).read_text("utf-8")
SOLVE = "import sys; from h89yahtzee.apps.solve.solve import main; sys.exit(main())"


@pytest.fixture
def program_by_zig(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The packed program with a kernel compiled by zig from PyPI, as it is built on a machine without clang."""
    node, pyodide = shutil.which("node"), npm_packages() / "pyodide"
    assert node is not None
    with TemporaryDirectory() as name:
        folder = Path(name)
        for module in (wasm_kernel, program_files):
            monkeypatch.setattr(module, "PARTS", folder / "parts")
        (folder / "node").symlink_to(node)
        monkeypatch.setenv("PATH", name)
        try:
            kernel_by_zig = wasm_kernel.wasm_kernel()
        except BuildError as error:
            if "couldn't be installed" not in f"{error}":
                raise
            pytest.skip("ziglang isn't to be had here")
        yield program_files.program(kernel_by_zig, pyodide)


def test_official_is_solved_to_the_same_digits(tab: Tab) -> None:
    assert kernel.is_built()
    here = computed.solved()
    assert tab.run_python(SOURCE, "solved()") == here
    command = [sys.executable, "-c", SOLVE, "--rules", "official"]
    said = programs.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    told = re.search(r"254\.\d+", said)
    assert told is not None
    assert here[0].startswith("254.58772873449587"[: len(told[0]) - 1])


def test_the_other_compiler_gives_the_same_digits(program_by_zig: Path, new_visitor: Callable[[], Tab]) -> None:
    visitor = new_visitor()
    visitor.page.route("**/program.bin", lambda route: route.fulfill(path=program_by_zig))
    assert visitor.run_python(SOURCE, "solved()") == computed.solved()
