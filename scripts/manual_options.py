"""Write the options of the programs and the keys at a table into the documents, from their declarations in the
code.

    python -m scripts.manual_options

An entry is the text below a declaration, in the markup that `scripts/mdoc.py` explains. The entries of a group of
options are between the text lines `.\\" BEGIN options: GROUP` and `.\\" END`; if no group is named there, all
entries are. Other lists are between such text lines, too: those that `written` makes, such as the keys at a table,
in h89yahtzee-record(5) the rows of all rule sets, and in h89yahtzee-bot(7) the boxes of some rule sets. README.md
has the keys at a table below `KEYS_HEAD`, and docs/playing.md has a table of the rule sets.
"""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from types import ModuleType

from h89yahtzee.apps.arena import arena_options
from h89yahtzee.apps.h19 import h19_options
from h89yahtzee.apps.h19_test import h19_test_options
from h89yahtzee.apps.host import host_options
from h89yahtzee.apps.mcp import mcp_options
from h89yahtzee.apps.options.declarations import Declaration, options_of, settings_of
from h89yahtzee.apps.options.option_parser import Examples
from h89yahtzee.apps.solve import solve
from h89yahtzee.apps.yahtzee import yahtzee_options
from h89yahtzee.game import rules as rule_data
from h89yahtzee.game.categories import Category, Section
from h89yahtzee.game.day import Day
from h89yahtzee.game.rules import OFFICIAL, RULE_SETS, RuleSet, rule_set
from h89yahtzee.host.lobby_room import LobbyRoom
from h89yahtzee.screen.keys import Key, KeyPress
from h89yahtzee.table import commands, preferences
from h89yahtzee.table.commands import Command
from h89yahtzee.table.help_rows import KEY_NAMES, TOGETHER
from h89yahtzee.table.preferences import PREFERENCES, TableOptions, ViewOptions
from h89yahtzee.table.texts import extra_yahtzee
from scripts.mdoc import WIDTH, body, filled, marked, placeholder
from tests.host.hosts import LobbyForTests
from tests.rooms.shelves import Shelf

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
RECORDS = DOCS / "h89yahtzee-record.5"
KEYS_HEAD = "| H19 | other keyboards | what it does |\n|---|---|---|\n"
BOTS = DOCS / "h89yahtzee-bot.7"
PLAYING = DOCS / "playing.md"
RULES_HEAD = "| rules | rows | upper bonus | columns | what it is | mean |\n|---|---|---|---|---|---|\n"
PAGES: dict[str, tuple[ModuleType, type]] = {
    "yahtzee.6": (yahtzee_options, yahtzee_options.Options),
    "h19.6": (h19_options, h19_options.H19Options),
    "h19-test.6": (h19_test_options, h19_test_options.H19TestOptions),
    "yahtzee-solve.6": (solve, solve.SolveOptions),
    "yahtzee-arena.6": (arena_options, arena_options.ArenaOptions),
    "yahtzee-host.6": (host_options, host_options.HostOptions),
    "yahtzee-mcp.6": (mcp_options, mcp_options.McpOptions),
}
COUNTS = ("no", "one", "two", "three", "four", "five", "six")
ABOUT = [
    ".It Fl h , Fl -help Op Cm all",
    "Shows the options that are used most, with",
    ".Cm all",
    "all of them.",
    ".It Fl -man",
    "Shows this page.",
    ".It Fl -version",
    "Shows the version.",
    ".It Fl -print-completion Ar shell",
    "Prints the script by which",
    ".Cm bash , zsh",
    "or",
    ".Cm fish",
    "completes the options, for where that shell finds no installed file.",
]
_SECTION = re.compile(r'(\.\\" BEGIN (\w+)(?:: ([^\n]*))?\n).*?(\.\\" END\n)', re.DOTALL)

_H19_NAMES: dict[KeyPress, str] = {
    **{key: names[0] for key, names in KEY_NAMES.items()},
    **{key: key.value for key in (Key.RETURN, Key.DELETE)},
    **{key: key.value for key in (Key.KEYPAD_8, Key.KEYPAD_2, Key.KEYPAD_4, Key.KEYPAD_6)},
}
_PC_NAMES: dict[KeyPress, str] = {
    **{key: names[1] for key, names in KEY_NAMES.items()},
    **{key: key.value for key in (Key.UP, Key.DOWN, Key.LEFT, Key.RIGHT, Key.RETURN)},
    Key.BACKSPACE: "Backspace",
    Key.DELETE: "Delete",
}


def written(name: str) -> str:
    """Return the manual's page `name`, with its lists of options and keys made anew from the declarations."""
    module, declared = PAGES[name]
    lists: dict[str, Callable[[], Iterator[str]]] = {
        "settings": lambda: listed([f".Cm {key}" for key in sorted(settings_of(declared))]),
        "preferences": lambda: listed([f".Fl -{preference.key}" for preference in PREFERENCES]),
        "tables": table_keys,
        "ways": ways,
        "keys": key_items,
        "rules": rule_items,
        "lobby": lobby_items,
        "answers": answers,
        "examples": lambda: examples(module.EXAMPLES),
    }

    def replaced(found: re.Match[str]) -> str:
        lines = lists[found[2]]() if found[2] in lists else entries(module, declared, found[3])
        return found[1] + "".join(f"{line}\n" for line in lines) + found[4]

    return _SECTION.sub(replaced, (DOCS / name).read_text("utf-8"))


def ways() -> Iterator[str]:
    """Yield a list of those options of a host that open a way for callers."""
    return listed([f".Fl -{way}" for way in ("line", *host_options.ports_of(host_options.HostOptions()), "socket")])


def key_items() -> Iterator[str]:
    """Yield an item for each command at a table: its keys on an H19 and on other keyboards, and its meaning."""
    for h19, others, meaning in documented():
        yield f".It {', '.join(h19)} Ta {', '.join(others)} Ta {meaning}"


def lobby_items() -> Iterator[str]:
    """Yield an item for each command in a host's lobby: its keys and its meaning."""
    host = LobbyForTests(saved_games=Shelf(), day=Day(2026, 11, 22))
    room = LobbyRoom(host.lobby, host.lobby.arrive(host.lobby.people.add("ann"), True, 0.0))
    for command in room.commands:
        if command.about and command.keys:
            named = re.findall("[^ ,()]+", " ".join(command.key_names))
            keys = (key if len(key) > 1 else key.lower() for key in _named(command.keys, _H19_NAMES))
            yield ".It Cm " + " , ".join(named or dict.fromkeys(keys))
            yield from filled(command.about)


def answers() -> Iterator[str]:
    """Yield an item for each answer that can be typed in text mode at a table; a paragraph below a member of
    `Command` describes an answer."""
    for text in texts_of(commands, Command).values():
        for typed in text.split("\n\n"):
            term, _, meaning = " ".join(typed.split()).partition(": ")
            yield ".It " + " ".join(map(marked, term.split(" ")))
            yield from filled(meaning)


def documented() -> Iterator[tuple[list[str], list[str], str]]:
    """Yield the keys of commands on an H19, those on other keyboards, and their meaning."""
    for command in Command:
        meaning = command.value.meaning
        if command is Command.DIE_1:
            yield ["f1 to f5"], ["F1 to F5", "1 to 5"], meaning
        elif meaning:
            keys = [key for each in TOGETHER.get(command, (command,)) for key in each.value.keys]
            others = list(_named(keys, _PC_NAMES))
            yield [*_named(keys, _H19_NAMES, or_characters=False)] or others, others, meaning


def _named(keys: Sequence[KeyPress], names: dict[KeyPress, str], or_characters: bool = True) -> Iterator[str]:
    for key in keys:
        if key in names:
            yield names[key]
        elif or_characters and isinstance(key, str) and key != "\x03":
            yield {" ": "SPACE", "\x0c": "CTRL-L"}.get(key, key)


def readme() -> str:
    """Return README.md with the table of keys made anew; rows without a key of an H19 are kept as they are."""
    rows = [f"| {_code(h19)} | {_code(keys)} | {meaning} |" for h19, keys, meaning in documented()]
    others = [row for row in table_below(README, KEYS_HEAD)[1] if row.startswith("| |")]
    return with_table(README, KEYS_HEAD, [*rows, *others])


def playing() -> str:
    """Return the page about the game, with the table of the rule sets made anew."""
    return with_table(PLAYING, RULES_HEAD, [*rule_rows()])


def table_below(page: Path, head: str) -> tuple[str, list[str], str]:
    """Return the text of `page` up to the end of a table's `head`, the table's rows, and the text after the
    table."""
    before, _, rest = page.read_text("utf-8").partition(head)
    rows, _, after = rest.partition("\n\n")
    return before + head, rows.split("\n"), "\n\n" + after


def with_table(page: Path, head: str, rows: Sequence[str]) -> str:
    before, _, after = table_below(page, head)
    return before + "\n".join(rows) + after


def records() -> str:
    """Return the manual's page about records, with the list of the rows of all rule sets made anew."""
    return between(RECORDS, "rule sets", rule_sets())


def bots() -> str:
    """Return the manual's page about bots, with the list of boxes made anew."""
    return between(BOTS, "boxes", box_items())


def between(page: Path, name: str, lines: Iterable[str]) -> str:
    """Return the text of `page` with `lines` in the part that begins with `.\\" BEGIN` and `name`."""
    before, begin, rest = page.read_text("utf-8").partition(f'.\\" BEGIN {name}\n')
    return before + begin + "".join(f"{line}\n" for line in lines) + rest[rest.index('.\\" END\n') :]


def rule_rows() -> Iterator[str]:
    """Yield a row of the table for each rule set."""
    for name, rules in RULE_SETS.items():
        bonus = f"{rules.upper_bonus} at {rules.upper_bonus_at}" if rules.upper_bonus else "none"
        offered = rules.column_choices
        columns = f"{offered[0]} to {offered[-1]}" if offered else rules.columns
        mean = f"{rules.mean:.{int(rules.columns == 1)}f}"
        yield f"| `{name}` | {len(rules.categories)} | {bonus} | {columns} | {rules.about} | {mean} |"


def rule_items() -> Iterator[str]:
    """Yield an item for each rule set: the text below its declaration, then sentences from the help in the game."""
    first = dict[tuple[Category, ...], str]()
    for constant, text in texts_in(ast.parse(inspect.getsource(rule_data)).body).items():
        rules = getattr(rule_data, constant)
        if isinstance(rules, RuleSet):
            same = first.setdefault(rules.categories, rules.name)
            rows = rows_told(rules) if same == rules.name else f"The rows are those of `{same}`."
            yield f".It Cm {rules.name}"
            yield from filled(f"{text} {rows}")
            yield from extras_told(rules)


def rows_told(rules: RuleSet) -> str:
    """Return sentences about the rows of a rule set, with the points of the rows whose points are on the card."""
    told = " ".join(rules.rows_help.format(at=rules.upper_bonus_at, bonus=rules.upper_bonus).split())
    points = ", ".join(f"{row.label} {row.note}" for row in rules.categories if row.note.isdigit())
    return f"{told} The points are: {points}."


def extras_told(rules: RuleSet) -> Iterator[str]:
    """Yield the sentences about extra Yahtzees, for each bonus rule that can be chosen."""
    columns = max(rules.column_choices, default=None)
    for bonus in rules.bonus_choices:
        yield from filled(f"`--bonus {bonus}`: {extra_yahtzee(rule_set(rules.name, columns, bonus))}")
    if not rules.bonus_choices:
        yield from filled(extra_yahtzee(rules))


def box_items() -> Iterator[str]:
    """Yield an item for each rule set whose boxes differ from those of `official`: its boxes, and their
    meanings."""
    for name, declared in RULE_SETS.items():
        if declared.categories != OFFICIAL.categories:
            bonus = f"a bonus of {declared.upper_bonus} for {declared.upper_bonus_at}"
            boxes = [f"ones to sixes, with {bonus if declared.upper_bonus else 'no bonus'}"]
            boxes += [f"{row.name}, {row.about}" for row in declared.categories if row.section is Section.LOWER]
            yield f".It Cm {name}"
            yield from filled(f"The boxes are {'; '.join(boxes)}.")


def rule_sets() -> Iterator[str]:
    """Yield an item for each rule set with its rows; if an earlier rule set has the same rows, it names that
    one."""
    first = dict[tuple[Category, ...], str]()
    for name, rules in RULE_SETS.items():
        same = first.setdefault(rules.categories, name)
        rows = f"those of {same}" if same != name else ", ".join(row.name for row in rules.categories)
        if rules.column_choices:
            rows += f", in one to {COUNTS[max(rules.column_choices)]} columns"
        elif rules.columns > 1:
            rows += f", in {COUNTS[rules.columns]} columns"
        yield from wrap(f".It {name} Ta {rows}", WIDTH, break_on_hyphens=False)


def _code(keys: list[str]) -> str:
    """Return a text with these names of keys, in which single characters are set as code."""
    return ", ".join(re.sub(r"^(.)$|^(.) to (.)$", _set_as_code, key) for key in keys)


def _set_as_code(found: re.Match[str]) -> str:
    return f"`{found[1]}`" if found[1] else f"`{found[2]}` to `{found[3]}`"


def listed(names: Sequence[str]) -> Iterator[str]:
    *most, before, last = names
    yield from (f"{name} ," for name in most)
    yield from (before, "and", f"{last} ,")


def table_keys() -> Iterator[str]:
    """Yield an item for each key (TOML's word for a setting) of a table that is always there."""
    texts = texts_of(host_options, host_options.FixedTable)
    for key, (name, _) in settings_of(host_options.FixedTable).items():
        yield f".It Cm {key}"
        yield from body(texts[name])


def examples(shown: Examples) -> Iterator[str]:
    for number, (about, command) in enumerate(shown):
        if number:
            yield ".Pp"
        yield from filled(about)
        yield ".Pp"
        for line in command.replace("\\", "\\e").replace('"', "\\(dq").replace(" -- ", r" \-\- ").split("\n"):
            yield f".Dl {line}"


def entries(module: ModuleType, declared: type, group: str | None) -> Iterator[str]:
    """Yield the entries of the options in `group`, or of all options if `group` is None."""
    texts, heading = texts_of(module, declared), ""
    texts |= texts_of(preferences, ViewOptions) | texts_of(preferences, TableOptions)
    for name, option in options_of(declared).items():
        heading = option.opens or heading
        if group in (None, heading):
            yield head(option)
            yield from body(option.manual or texts[name])
    if group in (None, "about"):
        yield from ABOUT


def texts_of(module: ModuleType, declared: type) -> dict[str, str]:
    """Return the strings below the fields of the class `declared`, by field. They are read from the module's
    source, since Python doesn't keep them."""
    tree = ast.parse(inspect.getsource(module))
    [found] = (node for node in tree.body if isinstance(node, ast.ClassDef) and node.name == declared.__name__)
    return texts_in(found.body)


def texts_in(body: Sequence[ast.stmt]) -> dict[str, str]:
    """Return the strings below assignments, by the names that are assigned to."""
    return {
        target.id: inspect.cleandoc(below.value.value)
        for node, below in pairwise(body)
        for target in _targets(node)
        if isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant)
        if isinstance(below.value.value, str)
    }


def _targets(node: ast.stmt) -> list[ast.Name]:
    """Return the names that a statement assigns to; an empty list if it isn't an assignment."""
    assigned = (
        node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    )
    return [target for target in assigned if isinstance(target, ast.Name)]


def head(option: Declaration) -> str:
    value = placeholder(option.value_name)
    if option.alone is not None:
        value = f"Op {value}"
    return ".It " + " , ".join(f"Fl {name[1:]} {value}".rstrip() for name in option.spellings())


OTHER_PAGES = {README: readme, PLAYING: playing, RECORDS: records, BOTS: bots}


if __name__ == "__main__":
    for page in PAGES:
        (DOCS / page).write_text(written(page), "utf-8")
    for path, text in OTHER_PAGES.items():
        path.write_text(text(), "utf-8")
