"""Write the completion scripts of the shells into docs/completions. They are installed with the programs, and ask
the program on the command line for completions at each TAB.

python -m scripts.completions
"""

from __future__ import annotations

from pathlib import Path

from h89yahtzee.apps.options.completion import completion_script
from scripts.manual_options import PAGES

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "completions"
NAMES = {"bash": "{}", "zsh": "_{}", "fish": "{}.fish"}
"""The name under which each shell looks for the completion script of the program {}."""


def written() -> dict[Path, str]:
    """Return the text of each completion script, by the path of its file."""
    programs = [page.removesuffix(".6") for page in PAGES]
    return {
        FOLDER / shell / name.format(program): completion_script(shell, program)
        for shell, name in NAMES.items()
        for program in programs
    }


if __name__ == "__main__":
    for file, script in written().items():
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(script, "utf-8")
