"""Write scripts/requirements.lock, from which scripts/setup installs: one version of each package, with its hashes.

    .venv/bin/python -m scripts.lock_requirements

takes the newest versions that the ranges in pyproject.toml allow, for every Python and every system. The packages
that the game needs to be built and to run come first; then those of the tests, of a release, and of the page in a
browser.
"""

from __future__ import annotations

import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILE = ROOT / "scripts" / "requirements.lock"
HEAD = """\
# Written by scripts/lock_requirements.py: what scripts/setup installs, each package in one version. A file whose
# hash isn't here is refused, wherever it comes from.
"""
EXTRAS = {
    "test": "# The tests need these too:\n",
    "release": "# A release needs these too:\n",
    "web": "# The page in a browser needs these where there is no clang:\n",
}
"""The comment before the packages of each extra in pyproject.toml, in the order in which they are written."""
OPTIONS = ("--no-config", "--quiet", "--universal", "--generate-hashes", "--no-header", "--no-annotate")


def packages(*extras: str) -> dict[str, str]:
    """Return the text lines of each package, by its name. If different systems need different versions of a
    package, it has the lines of all versions."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    python = project["project"]["requires-python"].removeprefix(">=")
    uv = Path(sys.executable).with_name("uv")
    options = [f"--extra={extra}" for extra in extras]
    compiled = subprocess.run(
        [uv, "pip", "compile", *OPTIONS, "--python-version", python, *options, "pyproject.toml", "-"],
        cwd=ROOT,
        input="\n".join(project["build-system"]["requires"]),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return dict(_by_name(compiled.stdout))


def _by_name(text: str) -> Iterator[tuple[str, str]]:
    entries = text.replace("\\\n", "\\\0").splitlines()
    for name in dict.fromkeys(entry.partition("==")[0] for entry in entries):
        own = (entry for entry in entries if entry.startswith(f"{name}=="))
        yield name, "".join(f"{entry}\n" for entry in own).replace("\0", "\n")


def main() -> None:
    everything = packages(*EXTRAS)
    needed = list(packages())
    text = HEAD + "".join(everything[name] for name in everything if name in needed)
    for number, heading in enumerate(EXTRAS.values(), 1):
        further = packages(*list(EXTRAS)[:number]).keys() - needed
        text += heading + "".join(everything[name] for name in everything if name in further)
        needed += further
    FILE.write_text(text, "ascii")


if __name__ == "__main__":
    main()
