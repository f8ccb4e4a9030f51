"""Reads a command line by the options that are declared; its errors name what was typed, expected and near it.

argparse isn't used: it takes `-h` for a beginning of `-ha`, parts names from options by rules of its own, colours
its output on terminals without colours, and its errors don't tell a near word.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import takewhile
from types import SimpleNamespace

from h89yahtzee import __version__
from h89yahtzee.apps.command import UsageError, say
from h89yahtzee.apps.options.declarations import Declaration, options_of
from h89yahtzee.apps.options.option_help import COMPLETION, HELP, MANUAL, SHELLS, VERSION, Examples, help_text
from h89yahtzee.game.near_words import did_you_mean, not_among


class OptionParser:
    """A parser of `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE` and other words, in any order.

    `operand` is the name of the other words, where there may be some. Names of options are spelled in full.
    """

    def __init__(
        self,
        name: str,
        declared: type,
        usage: str,
        description: str,
        examples: Examples,
        *,
        epilog: str = "",
        operand: str = "",
    ) -> None:
        self._name, self._operand = name, operand
        self._options = options_of(declared)
        self._fields = {
            spelling: field for field, option in self._options.items() for spelling in option.spellings()
        }
        self._help = partial(help_text, usage, description, self._options.values(), epilog, examples)

    def parse(self, words: Sequence[str], settings: Mapping[str, object] | None = None) -> SimpleNamespace:
        """What was said, by the fields of the options; where nothing was said the setting, or None.

        What follows `--` is no option, whatever it looks like. UsageError if the words can't be followed;
        SystemExit(0) after `--help`, `--man`, `--version` and `--print-completion`, which go before all errors.
        """
        waiting = deque(words)
        self._show_about(words)
        said: dict[str, list[object]] = {}
        operands: list[str] = []
        while waiting:
            word = waiting.popleft()
            if word == "--":
                operands += waiting
                break
            if word.startswith("-") and word != "-":
                self._take(word, waiting, said)
            else:
                operands.append(self._operand_of(word))
        meant = {
            field: tuple(values) if self._options[field].repeats else values[-1] for field, values in said.items()
        }
        chosen = dict.fromkeys(self._options) | dict(settings or {}) | meant
        self._check_rivals(chosen)
        return SimpleNamespace(**chosen, **({self._operand: operands} if self._operand else {}))

    def _show_about(self, words: Iterable[str]) -> None:
        ahead = [*takewhile(lambda word: word != "--", words)]
        for at, word in enumerate(ahead):
            if word == MANUAL:
                from h89yahtzee.apps.options.manual import show_manual  # few ask for it

                show_manual(self._name)
            elif word.partition("=")[0] == COMPLETION:
                self._print_completion(*[word.partition("=")[2]] if "=" in word else ahead[at + 1 : at + 2])
            elif word in (*HELP, VERSION):
                say(f"{self._name} {__version__}" if word == VERSION else self._help())
            else:
                continue
            raise SystemExit(0)

    def _print_completion(self, shell: str = "") -> None:
        if shell not in SHELLS:
            raise UsageError(f"{COMPLETION}: expected {not_among(shell, SHELLS)}")
        from h89yahtzee.apps.completion.shells import completion_script

        say(completion_script(shell, self._name, self._options), end="")

    def _take(self, word: str, waiting: deque[str], said: dict[str, list[object]]) -> None:
        """Note what an option says. Its value may be the first of the words that are still waiting."""
        spelled, text = self._parted(word)
        if spelled not in self._fields:
            raise UsageError(f"{spelled}: there is no such option{self._meant(spelled)}")
        field = self._fields[spelled]
        option = self._options[field]
        if option.takes is not None:
            said.setdefault(field, []).append(self._value(option, spelled, text, waiting))
        elif text is None:
            said[field] = [spelled in option.flags]
        else:
            raise UsageError(f"{spelled}: expected no value, not {text!r}")

    def _parted(self, word: str) -> tuple[str, str | None]:
        """An option and what is attached to it, by = or, after one -, without it."""
        spelled, equals, text = word.partition("=")
        if spelled in self._fields or word.startswith("--"):
            return spelled, text if equals else None
        begun = [known for known in self._fields if word.startswith(known) and not known.startswith("--")]
        spelled = max(begun, key=len, default=word)
        return spelled, word.removeprefix(spelled) or None

    def _value(self, option: Declaration, spelled: str, text: str | None, waiting: deque[str]) -> object:
        following = waiting[0] if waiting else None
        if text is None and following is not None and not _is_no_value(following, option):
            text = waiting.popleft()
        if text is None:
            if option.alone is not None:
                return option.alone
            instead = "" if following is None else f", not {following!r}"
            raise UsageError(f"{spelled}: expected {option.expected} after it{instead}")
        for _ in option.value_name.split()[1:]:
            text += f" {waiting.popleft()}" if waiting and not _is_no_value(waiting[0], option) else ""
        try:
            return option.read(text)
        except ValueError as error:
            might_be_operand = option.alone is not None and option.words
            hint = f"; {spelled} alone stands after the {self._operand}" if might_be_operand else ""
            raise UsageError(f"{spelled}: {error}{hint}") from None

    def _operand_of(self, word: str) -> str:
        if not self._operand:
            raise UsageError(f"{word!r}: expected an option{self._meant(word)}")
        return word

    def _meant(self, word: str) -> str:
        return did_you_mean(word, (*self._fields, *HELP, MANUAL, VERSION, COMPLETION))

    def _check_rivals(self, chosen: Mapping[str, object]) -> None:
        for rival in dict.fromkeys(option.rival for option in self._options.values() if option.rival):
            given = (field for field, option in self._options.items() if option.rival == rival)
            check_one([self._options[field].flags[0] for field in given if chosen[field] is not None])


def given_options(declared: type, chosen: SimpleNamespace, names: Iterable[str]) -> list[str]:
    """The options of these fields that were given, as they are spelled."""
    options = options_of(declared)
    said = (name for name in names if getattr(chosen, name) is not None and getattr(chosen, name) is not False)
    return [options[name].flags[0] for name in said]


def check_one(given: Sequence[str]) -> None:
    """UsageError if more than one of what excludes each other was given."""
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} don't go together: expected one of them")


def _is_no_value(word: str, option: Declaration) -> bool:
    """Whether a word isn't the value of the option before it; one that needs none leaves `=name` alone."""
    return re.match("-(?![0-9]|$)", word) is not None or (option.alone is not None and word.startswith("="))
