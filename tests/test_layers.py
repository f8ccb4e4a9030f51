"""The layers of the package, checked by what each module's source imports and calls, and whether it spells out ESC.

`LAYERS` says what every package under h89yahtzee/ may import; a package without an entry fails. The
modules are parsed, not imported, so an import under `if TYPE_CHECKING` or inside a function counts as
well. Whether imports inside functions are executed late isn't checked: a game would have to be started for it.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path, PurePosixPath

from tests.naming import each

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "h89yahtzee"
MODULES = sorted(PurePosixPath(path.relative_to(ROOT).as_posix()) for path in (ROOT / PACKAGE).rglob("*.py"))


@dataclass(frozen=True, slots=True)
class Layer:
    """What a package may do; `imports` are other layers or single modules of a layer, as names below h89yahtzee.

    A `pure` layer may not use IMPURE_MODULES or IMPURE_CALLS; only a layer with `escapes` may spell out ESC.
    """

    imports: tuple[str, ...] = ()
    pure: bool = True
    escapes: bool = False


GAME = ("game", "notation")
SCREEN = ("screen", "screen.painter")
H19 = ("h19",)
SOLVER = ("solver", "solver.columns")
AT_TABLE = ("table", "table.choices", "table.seat", "table.table")
ROOMS = ("rooms",)
FRONTENDS = (*ROOMS, "frontends", "frontends.lines", "frontends.screen")
TABLE = (*AT_TABLE, *FRONTENDS)
ARENA = ("arena", "arena.sandbox", "arena.tournament")
EVERYTHING = (
    *("apps", "apps.options", "store", "transport", "host", "__version__"),
    *(*GAME, *SCREEN, *H19, *SOLVER, "players", *TABLE, *ARENA),
)
# A folder with an entry of its own is a layer of its own: it may not import the folders above and below without a
# permission, and `imports=("arena",)` doesn't permit "arena.sandbox".
LAYERS = {
    "__init__": Layer(),
    "__main__": Layer(imports=("apps.yahtzee",), pure=False),
    "apps": Layer(imports=EVERYTHING, pure=False),
    "apps.arena": Layer(imports=EVERYTHING, pure=False),
    "apps.h19": Layer(imports=EVERYTHING, pure=False),
    "apps.h19_test": Layer(imports=EVERYTHING, pure=False, escapes=True),
    "apps.host": Layer(imports=(*EVERYTHING, "apps.yahtzee", "apps.saving", "apps.sessions"), pure=False),
    "apps.mcp": Layer(imports=(*EVERYTHING, "apps.solve"), pure=False),
    "apps.options": Layer(imports=EVERYTHING, pure=False),
    "apps.solve": Layer(imports=EVERYTHING, pure=False),
    "apps.web": Layer(imports=(*EVERYTHING, "apps.yahtzee", "apps.saving", "apps.sessions"), pure=False),
    "apps.yahtzee": Layer(imports=(*EVERYTHING, "apps.h19", "apps.saving", "apps.sessions"), pure=False),
    "apps.saving": Layer(imports=EVERYTHING, pure=False),
    "apps.sessions": Layer(imports=EVERYTHING, pure=False),
    "arena": Layer(imports=(*GAME, "players")),
    "arena.sandbox": Layer(imports=(*GAME, "arena")),
    "arena.tournament": Layer(imports=(*GAME, "players", "arena", "arena.sandbox")),
    "env": Layer(imports=(*GAME, *SOLVER, "players")),
    "frontends": Layer(imports=("screen", *AT_TABLE, *FRONTENDS)),
    "frontends.lines": Layer(imports=("game", *ROOMS, *AT_TABLE)),
    "frontends.screen": Layer(imports=("game", "screen", *ROOMS, *AT_TABLE)),
    "game": Layer(),
    "h19": Layer(imports=("screen",), escapes=True),
    "host": Layer(imports=(*GAME, "players", "screen", *TABLE)),
    "notation": Layer(imports=("game",)),
    "players": Layer(imports=("game", *SOLVER)),
    "rooms": Layer(imports=("game", "players", "screen", *AT_TABLE)),
    "screen": Layer(escapes=True),
    "screen.painter": Layer(imports=("screen",)),
    "solver": Layer(imports=("game",)),
    "solver.columns": Layer(imports=("game", "solver")),
    "store": Layer(imports=GAME, pure=False),
    "table": Layer(imports=(*GAME, "players", "screen", "__version__", "table.choices")),
    "table.choices": Layer(imports=(*GAME, "players", "table")),
    "table.seat": Layer(imports=("game", "players", "table", "table.table")),
    "table.table": Layer(imports=("game", "players", "table")),
    "transport": Layer(pure=False),
}

# The files and folders that may import each third-party package.
THIRD_PARTY = {
    "asyncssh": (PurePosixPath(PACKAGE, "transport", "ssh.py"),),
    "blessed": (PurePosixPath(PACKAGE, "apps"),),
    "distributed": (PurePosixPath(PACKAGE, "arena", "tournament", "runner.py"),),
    "gymnasium": (PurePosixPath(PACKAGE, "env"),),
    "mcp": (PurePosixPath(PACKAGE, "apps", "mcp", "server.py"),),
    "numpy": (
        *(PurePosixPath(PACKAGE, "solver"), PurePosixPath(PACKAGE, "arena", "tournament", "ratings.py")),
        PurePosixPath(PACKAGE, "arena", "policy_bot.py"),
        *(PurePosixPath(PACKAGE, "env"), PurePosixPath(PACKAGE, "apps", "solve", "exports.py")),
    ),
    "pettingzoo": (PurePosixPath(PACKAGE, "env"),),
    "pyarrow": (PurePosixPath(PACKAGE, "apps", "solve", "exports.py"),),
    "serial": (PurePosixPath(PACKAGE, "transport", "serial_line.py"),),
}

# Modules that a pure layer may not import: for the outside world, the clock, the global random generator.
# fmt: off
IMPURE_MODULES = frozenset({
    "asyncio", "builtins", "concurrent", "curses", "datetime", "fcntl", "fileinput", "getpass", "glob",
    "http", "importlib", "io", "logging", "multiprocessing", "os", "pathlib", "pdb", "pty", "random",
    "runpy", "secrets", "select", "selectors", "shutil", "signal", "socket", "socketserver", "sqlite3",
    "ssl", "subprocess", "sys", "syslog", "tempfile", "termios", "threading", "time", "tty", "urllib",
    "uuid",
})
# fmt: on
PURE_EXCEPTIONS = frozenset({"random.Random"})  # a generator with a seed of its own
# Of these modules a pure layer may only import those listed in LOADERS for a file: one file finds and loads the
# compiled kernel, the other one reads the fitted value nets.
KERNEL_MODULES = frozenset({"ctypes", "importlib", "pathlib"})
LOADERS = {
    PurePosixPath(PACKAGE, "solver", "kernel.py"): KERNEL_MODULES,
    PurePosixPath(PACKAGE, "solver", "columns", "value_net.py"): frozenset({"importlib"}),
}
# The files of the arena that start processes, or that run in the processes of bots.
ARENA_PROCESSES = frozenset(
    PurePosixPath(PACKAGE, "arena", name)
    for name in (
        *("sandbox/bot_files.py", "sandbox/bot_host.py", "sandbox/bot_process.py", "sandbox/confinement.py"),
        *("sandbox/launch.py", "sandbox/namespaces.py", "sandbox/own_folder.py", "sandbox/parcels.py"),
        *("sandbox/seccomp.py", "sandbox/usage.py"),
        *("tournament/bot_check.py", "tournament/bot_pool.py", "tournament/runner.py"),
    )
)
IMPURE_CALLS = frozenset({"__import__", "breakpoint", "compile", "eval", "exec", "input", "open", "print"})

VAGUE_NAMES = {"common", "data", "engine", "handler", "helpers", "info", "manager", "process", "utils"}


def within(name: str, prefix: str) -> bool:
    return name == prefix or name.startswith(prefix + ".")


def layer_of(path: PurePosixPath) -> str:
    """The layer of a file; KeyError if it has none."""
    return layer_named(".".join((*path.parts[:-1], path.stem)))


def layer_named(name: str) -> str:
    """The innermost layer of the full name of a module or of something in a module; KeyError if it has none."""
    parts = name.split(".")[1:]
    for length in range(len(parts), 0, -1):
        if (layer := ".".join(parts[:length])) in LAYERS:
            return layer
    raise KeyError(name)


def imported_names(nodes: Iterable[ast.AST], path: PurePosixPath) -> Iterator[str]:
    """Every imported name in full: `from ..h19 import keyboard` gives h89yahtzee.h19.keyboard."""
    for node in nodes:
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = path.parts[: len(path.parts) - node.level] if node.level else ()
            module = ".".join([*above, *filter(None, [node.module])])
            yield from (f"{module}.{alias.name}" for alias in node.names)


def import_is_allowed(name: str, layer: Layer, path: PurePosixPath) -> bool:
    top = name.split(".")[0]
    if top == PACKAGE:
        return imports_layer(name, layer, layer_of(path))
    if top in sys.stdlib_module_names and path in ARENA_PROCESSES:
        return True
    if top in KERNEL_MODULES and layer.pure:
        return top in LOADERS.get(path, ())
    if top in sys.stdlib_module_names:
        return not layer.pure or top not in IMPURE_MODULES or name in PURE_EXCEPTIONS
    return any(path.is_relative_to(place) for place in THIRD_PARTY.get(top, ()))


def imports_layer(name: str, layer: Layer, own: str) -> bool:
    if any(within(name, f"{PACKAGE}.{module}") for module in layer.imports if module not in LAYERS):
        return True
    try:
        return layer_named(name) in (own, *layer.imports)
    except KeyError:
        return False


def called_names(nodes: Iterable[ast.AST]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id


def spells_escape(node: ast.expr) -> bool:
    """Whether the expression is text or bytes with an ESC in it, or the call `chr(27)` or `bytes([27])`."""
    match node:
        case ast.Constant(value=str(text)):
            return "\x1b" in text
        case ast.Constant(value=bytes(data)):
            return b"\x1b" in data
        case ast.Call(func=ast.Name(id="chr" | "bytes" | "bytearray"), args=[argument]):
            return any(isinstance(part, ast.Constant) and part.value == 27 for part in ast.walk(argument))
    return False


def faults(nodes: Sequence[ast.AST], path: PurePosixPath) -> list[str]:
    """A description of everything in a module that its layer doesn't permit."""
    layer = LAYERS[layer_of(path)]
    found = [f"imports {name}" for name in imported_names(nodes, path) if not import_is_allowed(name, layer, path)]
    if layer.pure:
        found += [f"calls {name}" for name in called_names(nodes) if name in IMPURE_CALLS]
    if not layer.escapes:
        found += [
            f"line {node.lineno}: ESC" for node in nodes if isinstance(node, ast.expr) and spells_escape(node)
        ]
    return found


def nodes_of(source: str) -> list[ast.AST]:
    return [*ast.walk(ast.parse(source))]


@cache
def nodes_in(path: PurePosixPath) -> list[ast.AST]:
    """The nodes of a module's syntax tree that rules are about: imports, calls and constants."""
    told = (ast.Import, ast.ImportFrom, ast.Call, ast.Constant)
    return [node for node in nodes_of((ROOT / path).read_text("utf-8")) if isinstance(node, told)]


def importers(third_party: str) -> list[PurePosixPath]:
    return [
        path for path in MODULES if any(within(name, third_party) for name in imported_names(nodes_in(path), path))
    ]


def test_every_package_has_its_layer_and_every_layer_its_package() -> None:
    assert {layer_of(path) for path in MODULES} == set(LAYERS)


@each("path", MODULES)
def test_module_keeps_to_its_layer(path: PurePosixPath) -> None:
    assert faults(nodes_in(path), path) == []


@each("third_party", sorted(THIRD_PARTY.keys() - {"gymnasium", "numpy", "pettingzoo"}))
def test_package_from_outside_is_imported_in_exactly_one_file(third_party: str) -> None:
    files = importers(third_party)
    assert len(files) == 1
    assert any(files[0].is_relative_to(place) for place in THIRD_PARTY[third_party])


def test_architecture_tells_the_layers() -> None:
    """ARCHITECTURE.md has a row for each folder with what it may import of the others; "all below": later rows."""
    text = (ROOT / PACKAGE / "ARCHITECTURE.md").read_text("utf-8")
    rows = re.findall(r"^\| `(\w+)` \|.*\| (.*?) *\|$", text, re.MULTILINE)
    folders = {name.partition(".")[0] for name in LAYERS if not name.startswith("__")}
    assert {layer for layer, _ in rows} == folders
    for folder, imports in rows:
        parts = {part.partition(".")[0] for name in LAYERS if within(name, folder) for part in LAYERS[name].imports}
        below = [layer for layer, _ in rows]
        told = {*below[below.index(folder) :]} if imports == "all below" else set(re.findall(r"`(\w+)`", imports))
        assert told - {folder} == parts & folders - {folder}, folder


def test_nothing_but_the_store_knows_of_sqlite() -> None:
    assert {layer_of(path) for path in importers("sqlite3")} == {"store"}


def test_no_module_has_a_vague_name() -> None:
    assert [path for path in MODULES if VAGUE_NAMES & {part.removesuffix(".py") for part in path.parts}] == []


@each(
    ("module", "source", "fault"),
    [
        ("game/rules.py", "import os", "imports os"),
        ("game/rules.py", "import os.path as path", "imports os.path"),
        ("game/rules.py", "def f():\n    from time import monotonic", "imports time.monotonic"),
        ("game/rules.py", "from random import choice", "imports random.choice"),
        ("game/rules.py", "import numpy", "imports numpy"),
        ("game/rules.py", "from ..players import greedy", "imports h89yahtzee.players.greedy"),
        ("game/__init__.py", "from .. import screen", "imports h89yahtzee.screen"),
        ("game/rules.py", "import h89yahtzee", "imports h89yahtzee"),
        ("solver/values.py", "import ctypes", "imports ctypes"),
        ("solver/columns/value_net.py", "import ctypes", "imports ctypes"),
        ("solver/values.py", "from h89yahtzee.players import optimal", "imports h89yahtzee.players.optimal"),
        ("players/greedy.py", "import h89yahtzee.gameplay", "imports h89yahtzee.gameplay"),
        ("screen/grid.py", "from h89yahtzee.h19 import codes", "imports h89yahtzee.h19.codes"),
        ("screen/painter/painter.py", "from h89yahtzee.game import dice", "imports h89yahtzee.game.dice"),
        ("screen/key_reader.py", "from h89yahtzee.h19 import keyboard", "imports h89yahtzee.h19.keyboard"),
        ("h19/processor.py", "from ..table import table", "imports h89yahtzee.table.table"),
        ("store/journal.py", "from h89yahtzee.table import match", "imports h89yahtzee.table.match"),
        ("table/series/match.py", "from h89yahtzee.store import journal", "imports h89yahtzee.store.journal"),
        ("frontends/screen/views.py", "from h89yahtzee import h19", "imports h89yahtzee.h19"),
        ("frontends/screen/views.py", "from h89yahtzee.h19 import *", "imports h89yahtzee.h19.*"),
        ("transport/pty.py", "import serial", "imports serial"),
        ("transport/pty.py", "import blessed", "imports blessed"),
        ("apps/yahtzee/play.py", "import requests", "imports requests"),
        ("apps/yahtzee/play.py", "import gymnasium", "imports gymnasium"),
        ("apps/yahtzee/play.py", "import h89yahtzee.env", "imports h89yahtzee.env"),
        ("arena/referee.py", "import subprocess", "imports subprocess"),
        ("arena/protocol.py", "from h89yahtzee.apps import paths", "imports h89yahtzee.apps.paths"),
        ("arena/bot.py", "from .sandbox import launch", "imports h89yahtzee.arena.sandbox.launch"),
        ("arena/sandbox/launch.py", "from ..tournament import plan", "imports h89yahtzee.arena.tournament.plan"),
        ("arena/sandbox/bot_process.py", "print(1)", "calls print"),
        ("game/rules.py", "print(1)", "calls print"),
        ("screen/termcap.py", "text = open('h19.tc').read()", "calls open"),
        ("table/texts.py", r'clear = "\033E"', "line 1: ESC"),
        ("apps/yahtzee/play.py", r'clear = f"{1}\x1bE"', "line 1: ESC"),
        ("transport/pty.py", "\nescape = chr(0x1B)", "line 2: ESC"),
        ("transport/pty.py", "escape = bytes([27])", "line 1: ESC"),
    ],
)
def test_fault_is_seen(module: str, source: str, fault: str) -> None:
    assert faults(nodes_of(source), PurePosixPath(PACKAGE, module)) == [fault]


@each(
    ("module", "source"),
    [
        ("__main__.py", "from h89yahtzee.apps.yahtzee.play import main"),
        ("apps/blessed_screen.py", "import blessed, os\nfrom h89yahtzee.h19 import painter\nprint(1)"),
        ("apps/yahtzee/play.py", "from h89yahtzee import __version__"),
        ("arena/sandbox/bot_process.py", "import os, subprocess\nfrom h89yahtzee.arena import entrant"),
        ("game/dealer.py", "from hashlib import blake2b\nfrom random import Random\nfrom . import dice"),
        ("h19/codes.py", r'from h89yahtzee.screen.grid import Cell; clear = b"\x1bE"'),
        ("frontends/screen/seat_screen.py", "from h89yahtzee.screen.keys import Key\nfrom ...screen import keys"),
        ("table/texts.py", r"""text = r"\x1b"; bell = chr(7); rows = bytes(24)"""),
        ("solver/kernel.py", "import ctypes\nfrom importlib.resources import files"),
        ("solver/columns/value_net.py", "from importlib.resources import files"),
        ("solver/numpy_values.py", "import numpy as np"),
        ("transport/serial_line.py", "import os\ndef f() -> None:\n    import serial"),
    ],
)
def test_module_within_its_layer_passes(module: str, source: str) -> None:
    assert faults(nodes_of(source), PurePosixPath(PACKAGE, module)) == []
