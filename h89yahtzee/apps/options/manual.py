"""Shows the page of the manual that a program was installed with: by man(1), or as plain text."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from h89yahtzee.apps.command import CommandError, say


def show_manual(name: str) -> None:
    """Show the page of the program of that name; CommandError if there is none."""
    page = _page(name)
    if sys.stdout.isatty() and shutil.which("man") and not subprocess.run(["man", page], check=False).returncode:
        return
    from h89yahtzee.apps.options.manual_text import plain_text

    for line in plain_text(page.read_text("utf-8")):
        say(line)


def _page(name: str) -> Path:
    """The file of the page: in a clone beside the package, else wherever the installer put it."""
    in_clone = Path(__file__).parents[3] / "docs" / f"{name}.6"
    if in_clone.is_file():
        return in_clone
    from importlib.metadata import PackageNotFoundError, files

    try:
        installed = files("h89yahtzee") or []
    except PackageNotFoundError:
        installed = []
    for file in installed:
        if file.match(f"share/man/man6/{name}.6") and (found := Path(str(file.locate()))).is_file():
            return found
    raise CommandError(f"the page of {name}(6) wasn't installed with it")
