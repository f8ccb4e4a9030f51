"""Writes the completions of the programs that are installed with them, from where the options are declared.

python -m scripts.completions
"""

from __future__ import annotations

from pathlib import Path

from h89yahtzee.apps.completion.shells import completion_script
from h89yahtzee.apps.options.declarations import options_of
from scripts.manual_options import PAGES

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "completions"
NAMES = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish"}
"""How each shell finds the file of a program."""


def written() -> dict[Path, str]:
    """The files and what stands in them."""
    programs = {page.removesuffix(".6"): declared for page, (_, declared) in PAGES.items()}
    return {
        FOLDER / shell / name.format(program): completion_script(shell, program, options_of(declared))
        for shell, name in NAMES.items()
        for program, declared in programs.items()
    }


if __name__ == "__main__":
    for file, script in written().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, "utf-8")
