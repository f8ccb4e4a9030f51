"""The packages from npm, in the versions and with the hashes that scripts/npm/package-lock.json has.

    .venv/bin/python -m scripts.browser.npm_packages

installs all of them, including those of the tests and of the lint, and prints the folder that they are in. They
come from npm's own registry, unless the user's settings of npm name another one.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

from scripts.browser.steps import PARTS, ROOT, BuildError, make, run

FILES = tuple(ROOT / "scripts" / "npm" / name for name in ("package.json", "package-lock.json"))


def npm_packages(*, of_tests: bool = False) -> Path:
    """Return the folder that has a folder for each package, with those of the tests and the lint if `of_tests`."""
    folder = PARTS / ("npm-of-tests" if of_tests else "npm")
    return (
        make(folder, "fetching packages from npm", _install if of_tests else _install_needed, FILES)
        / "node_modules"
    )


def _install_needed(folder: Path) -> None:
    _install(folder, "--omit=dev", "--omit=optional")


def _install(folder: Path, *options: str) -> None:
    if not (npm := shutil.which("npm")):
        raise BuildError("needs npm for Python in WebAssembly, the package pyodide (on Debian: apt install npm)")
    for file in FILES:
        shutil.copy(file, folder)
    options = (*options, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error")
    run(npm, "ci", *options, cwd=folder, failure="npm couldn't install the packages (is the network there?)")


if __name__ == "__main__":
    try:
        sys.stdout.write(f"{npm_packages(of_tests=True)}\n")
    except BuildError as error:
        sys.exit(f"h89yahtzee: {error}")
