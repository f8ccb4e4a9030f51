"""The shells that options can be completed in, and the script of a program for each."""

from __future__ import annotations

from collections.abc import Mapping

from h89yahtzee.apps.completion.bash_script import bash_script
from h89yahtzee.apps.completion.fish_script import fish_script
from h89yahtzee.apps.completion.offers import OPERANDS, Operand, offers
from h89yahtzee.apps.completion.zsh_script import zsh_script
from h89yahtzee.apps.options.declarations import Declaration

_SCRIPTS = {"bash": bash_script, "zsh": zsh_script, "fish": fish_script}


def completion_script(shell: str, name: str, options: Mapping[str, Declaration]) -> str:
    """The script that a shell of `SHELLS` reads to complete what follows the name of the program."""
    return _SCRIPTS[shell](name, offers(options), OPERANDS.get(name, Operand.NONE))
