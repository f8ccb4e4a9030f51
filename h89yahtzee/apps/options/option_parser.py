"""Parsers of a command line and of settings in TOML, both made from declared options, and the text of `--help`.

Error messages quote the typed word, and name the expected form and an option or a word with a similar spelling.

argparse isn't used: it takes `-h` for an abbreviation of `-ha`, tells options from operands by other rules, colours
its output on terminals without colours, and its errors suggest no similar word.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from enum import Enum
from functools import partial
from itertools import takewhile
from pathlib import Path
from textwrap import wrap
from types import SimpleNamespace
from typing import TypeVar

from h89yahtzee import __version__
from h89yahtzee.apps.command import UsageError, say
from h89yahtzee.apps.options.declarations import EVERYWHERE, SHELLS, Declaration, on_off, options_of, settings_of
from h89yahtzee.game.near_words import did_you_mean, not_among, one_of
from h89yahtzee.store.own_files import read_file

Examples = Sequence[tuple[str, str]]
"""Pairs of a description, in the markup of the manual, and the command lines to type."""

_HELP, (_MANUAL,), (_VERSION,), (_COMPLETION,) = (option.flags for option in EVERYWHERE)
_COMPLETE = "--complete"
"""The first word of a command line with which a shell asks for completions; `--help` doesn't show it."""
_MOST_USED = "most used"
_WIDTH = 79
_COLUMN = 24
"""The column of `--help` at which the descriptions of options begin."""
_SHOWN_EXAMPLES = 3
_MORE = """\
an example:  {}
all options: {name} --help all     the manual: {name} --man"""


class OptionParser:
    """A parser of `--name VALUE`, `--name=VALUE`, `-n VALUE`, `-nVALUE` and operands (other words), in any order.

    `declared` is the dataclass of options. `usage` begins with the name of the program. `operand` is the name of
    the attribute with the operands in the result of `parse`, empty if no operands are allowed. Names of options
    can't be abbreviated.
    """

    def __init__(
        self,
        declared: type,
        usage: str,
        description: str,
        examples: Examples,
        *,
        epilog: str = "",
        operand: str = "",
    ) -> None:
        self._name, self._operand = usage.split()[0], operand
        self._options = options_of(declared)
        self._fields = {
            spelling: field for field, option in self._options.items() for spelling in option.spellings()
        }
        self._help = partial(_help_text, usage, description, self._options.values(), epilog, examples)

    def parse(self, words: Sequence[str], settings: Mapping[str, object] | None = None) -> SimpleNamespace:
        """Return the values of all options in `words`, each as an attribute with the name of the option's field.

        `settings` has the settings file's values, keyed by the names of fields. An option that isn't in `words`
        gets its value from `settings`, or None if it isn't there either. All words after `--` are operands.
        UsageError if a word is wrong. `--help`, `--man`, `--version` and `--print-completion` take precedence over
        all errors, and end in SystemExit(0).
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
            elif self._operand:
                operands.append(word)
            else:
                raise UsageError(f"{word!r}: expected an option{self._meant(word)}")
        meant = {
            field: tuple(values) if self._options[field].repeats else values[-1] for field, values in said.items()
        }
        chosen = dict.fromkeys(self._options) | dict(settings or {}) | meant
        self._check_rivals(chosen)
        return SimpleNamespace(**chosen, **({self._operand: operands} if self._operand else {}))

    def _show_about(self, words: Iterable[str]) -> None:
        ahead = [*takewhile(lambda word: word != "--", words)]
        if ahead and ahead[0] == _COMPLETE:
            from h89yahtzee.apps.options.completion import show_completions

            show_completions(self._name, self._options.values(), ahead[1:])
            raise SystemExit(0)
        for at, word in enumerate(ahead):
            if word == _MANUAL:
                from h89yahtzee.apps.options.manual import show_manual  # imported late: seldom needed

                show_manual(self._name)
            elif word.partition("=")[0] == _COMPLETION:
                self._print_completion(*[word.partition("=")[2]] if "=" in word else ahead[at + 1 : at + 2])
            elif word == _VERSION:
                say(f"{self._name} {__version__}")
            elif word.partition("=")[0] in _HELP:
                say(self._help("all" in (word.partition("=")[2], *ahead[at + 1 : at + 2])))
            else:
                continue
            raise SystemExit(0)

    def _print_completion(self, shell: str = "") -> None:
        if shell not in SHELLS:
            raise UsageError(f"{_COMPLETION}: expected {not_among(shell, SHELLS)}")
        from h89yahtzee.apps.options.completion import completion_script  # imported late: seldom needed

        say(completion_script(shell, self._name), end="")

    def _take(self, word: str, waiting: deque[str], said: dict[str, list[object]]) -> None:
        """Add the value of the option in `word` to `said`, which has a list of values for each option, keyed by the
        option's field.

        `waiting` has the words after `word`. If `word` doesn't include the value, as `--name=value` does, the value
        is the first word of `waiting`, and is removed from it.
        """
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
        """Return the name of the option in `word`, and its value in the same word: after `=`, or right after a name
        with one dash. The value is None if `word` has none."""
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
            hint = f"; {spelled} without a value comes last" if might_be_operand else ""
            raise UsageError(f"{spelled}: {error}{hint}") from None

    def _meant(self, word: str) -> str:
        return did_you_mean(word, (*self._fields, *_HELP, _MANUAL, _VERSION, _COMPLETION))

    def _check_rivals(self, chosen: Mapping[str, object]) -> None:
        for rival in dict.fromkeys(option.rival for option in self._options.values() if option.rival):
            given = (field for field, option in self._options.items() if option.rival == rival)
            check_one([self._options[field].flags[0] for field in given if chosen[field] is not None])


def given_options(declared: type, chosen: SimpleNamespace, names: Iterable[str]) -> list[str]:
    """Return a name, such as "--rules", of each option that was given and whose field is among `names`. If the
    option has several names, its first name is returned.

    `chosen` is the result of `OptionParser.parse`.
    """
    options = options_of(declared)
    said = (name for name in names if getattr(chosen, name) is not None and getattr(chosen, name) is not False)
    return [options[name].flags[0] for name in said]


def check_one(given: Sequence[str]) -> None:
    """Raise UsageError if more than one of these mutually exclusive options was given."""
    if len(given) > 1:
        raise UsageError(f"{' and '.join(given)} don't go together: expected one of them")


def _is_no_value(word: str, option: Declaration) -> bool:
    """Return whether `word`, which follows `option`, can't be its value: `word` is another option, or it is an
    operand such as `=optimal` and `option` may be given without a value."""
    return re.match("-(?![0-9]|$)", word) is not None or (option.alone is not None and word.startswith("="))


def _help_text(
    usage: str,
    description: str,
    options: Collection[Declaration],
    epilog: str,
    examples: Examples,
    is_complete: bool,
) -> str:
    name, groups = usage.split()[0], _groups(options)
    paragraphs = [f"usage: {usage}", "\n".join(wrap(description, _WIDTH))]
    if is_complete:
        paragraphs += [_group(f"{heading}:", about) for heading, about in groups.items()]
        paragraphs += ["\n".join(wrap(epilog, _WIDTH)), "\n".join(_examples(examples[:_SHOWN_EXAMPLES]))]
    else:
        most_used = _group(f"{_MOST_USED}:", groups[_MOST_USED])
        paragraphs += [most_used, _MORE.format(examples[0][1], name=name)]
    return "\n\n".join(filter(None, paragraphs))


def _groups(options: Iterable[Declaration]) -> dict[str, dict[str, str]]:
    """Return the groups of options in `--help`, keyed by heading. A group is a dictionary: from an option as it is
    shown, such as `-p, --port PORT` after two blanks, to the text about it."""
    groups: dict[str, dict[str, str]] = {_MOST_USED: {}}
    heading = _MOST_USED
    for option in options:
        heading = option.opens or heading
        group = groups.setdefault(_MOST_USED if option.common else heading, {})
        group[_head(option)] = _about(option)
    return {heading: group for heading, group in groups.items() if group} | {
        "about": {f"  {option.spelled}": option.about for option in EVERYWHERE}
    }


def _head(option: Declaration) -> str:
    value = option.value_name
    if option.alone is not None:
        value = f"[{value.strip('[]')}]"
    return f"  {', '.join(option.spellings())} {value}".rstrip()


def _about(option: Declaration) -> str:
    if not option.words:
        return option.about
    default = option.default.value if isinstance(option.default, Enum) else option.default
    return f"{option.about}: {one_of(option.words)}" + (f" (default: {default})" if default else "")


def _group(heading: str, about: dict[str, str]) -> str:
    return "\n".join([heading, *(line for head, text in about.items() for line in _entry(head, text))])


def _entry(head: str, text: str) -> Iterator[str]:
    """Yield the lines of one option in `--help`; a long name has a line of its own."""
    first, *rest = wrap(text, _WIDTH - _COLUMN, break_on_hyphens=False)
    if len(head) + 2 > _COLUMN:
        yield head
        head = ""
    yield head.ljust(_COLUMN) + first
    yield from (" " * _COLUMN + line for line in rest)


def _examples(examples: Examples) -> Iterator[str]:
    yield "examples:"
    for about, command in examples:
        yield f"  {re.sub('[`<>]', '', about)}"
        yield from (f"    {line}" for line in command.split("\n"))


_T = TypeVar("_T")
LONGEST = 2**16
"""The most bytes of a settings file."""


class SettingsError(UsageError):
    """Settings that can't be parsed; the message names the line or the key, and the expected form."""


def parsed_file(path: Path, parse: Callable[[dict[str, object]], _T]) -> _T:
    """Return the result of the function `parse`, called with the TOML table in the file at `path`.

    SettingsError if the file is invalid, with the file's name; OSError if it can't be read.
    """
    try:
        return parse(parsed_toml(read_file(path, LONGEST).decode("utf-8")))
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: expected TOML, which is UTF-8") from None
    except SettingsError as error:
        raise SettingsError(f"{path}: {error}") from None


def settings_in(table: Mapping[str, object], declared: type) -> dict[str, object]:
    """Parse `table`, the content of a settings file; return its values keyed by field of `declared`, the options'
    dataclass.

    `OptionParser.parse` takes the result. SettingsError for a key that isn't a setting, and for a wrong value.
    """
    known = settings_of(declared)
    for key in table:
        if key not in known:
            keys = sorted(known)
            raise SettingsError(f"expected a setting ({', '.join(keys)}), not {key!r}{did_you_mean(key, keys)}")
    return {known[key][0]: _value(key, known[key][1], value) for key, value in table.items()}


def parsed_toml(text: str) -> dict[str, object]:
    import tomllib  # imported late: it takes long, and most people have no settings

    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise SettingsError(f"expected TOML: {error}") from None
    except (ValueError, RecursionError):
        raise SettingsError("expected TOML with shorter numbers and fewer brackets") from None


def _value(key: str, option: Declaration, value: object) -> object:
    if option.repeats:
        values = value if isinstance(value, list) else [value]
        return tuple(_single_value(key, option, each) for each in values)
    return _single_value(key, option, value)


def _single_value(key: str, option: Declaration, value: object) -> object:
    if isinstance(value, bool) and (option.is_switch or option.takes is on_off):
        return value
    if option.is_switch:
        raise SettingsError(f"{key}: expected true or false, not {value!r}")
    if isinstance(value, bool) or not isinstance(value, int | str):
        expected = one_of(option.words) if option.words else "a number or a text"
        raise SettingsError(f"{key}: expected {expected}, not {value!r}")
    try:
        return option.read(str(value))
    except ValueError as error:
        raise SettingsError(f"{key}: {error}") from None
