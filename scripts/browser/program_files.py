"""The program for a browser: the modules of the package that the page needs, in one compressed tar archive."""

from __future__ import annotations

import ast
import gzip
import io
import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

from scripts.browser.compiled_modules import COMPILERS, compile_modules
from scripts.browser.steps import PARTS, ROOT, make

FILE = "program.bin"
"""The archive's name. It doesn't end in .gz, since some hosts would then unpack the archive, which the page
does."""
PACKAGE = "h89yahtzee"
_ENTRY = ROOT / PACKAGE / "apps" / "web"
_TERMCAPS = ROOT / "termcaps"


def program(kernel: Path, pyodide: Path) -> Path:
    """Make the archive, with the compiled `kernel` in it, unless it is up to date; return its path."""
    files = {path: Path(PACKAGE, path.relative_to(ROOT / PACKAGE)) for path in sorted(needed_modules())}
    files |= {path: Path(PACKAGE, "termcaps", path.name) for path in sorted(_TERMCAPS.glob("*.tc"))}
    files[kernel] = Path(PACKAGE, "solver", kernel.name)

    def fill(folder: Path) -> None:
        for path, place in files.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / place)
        compile_modules(folder, pyodide)
        _pack(folder)

    made_of = (*files, *COMPILERS, Path(__file__), pyodide / "package.json")
    return make(PARTS / "program", "packing the program", fill, made_of) / FILE


def needed_modules() -> set[Path]:
    """Return the files of all modules that the page's modules import, directly or through other modules. Imports in
    functions count, but not those for type checking alone."""
    found: set[Path] = set()
    ahead = [*_ENTRY.glob("*.py")]
    while ahead:
        path = ahead.pop()
        if path not in found:
            found.add(path)
            ahead += _imported(path)
    return found


def _imported(path: Path) -> Iterator[Path]:
    """Yield the files of the package's modules that the module `path` imports, and of the packages they are in."""
    tree = ast.parse(path.read_bytes())
    for node in ast.walk(tree):
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            node.body.clear()
    for node in ast.walk(tree):
        names: list[str] = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            names = [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
        for name in names:
            if re.match(rf"{PACKAGE}\b", name):
                yield from _files(ROOT.joinpath(*name.split(".")))


def _files(module: Path) -> Iterator[Path]:
    folders = (
        folder / "__init__.py" for folder in (module, *module.parents) if folder.is_relative_to(ROOT / PACKAGE)
    )
    yield from (path for path in (module.with_suffix(".py"), *folders) if path.exists())


def _pack(folder: Path) -> None:
    """Pack all files with the oldest possible date, so that the same sources give the same bytes."""
    files = sorted(path for path in folder.rglob("*") if path.is_file())
    with (
        (folder / FILE).open("wb") as file,
        gzip.GzipFile("", "wb", 9, file, mtime=0) as compressed,
        tarfile.open(fileobj=compressed, mode="w", format=tarfile.USTAR_FORMAT) as packed,
    ):
        for path in files:
            member = tarfile.TarInfo(path.relative_to(folder).as_posix())
            member.size = path.stat().st_size
            packed.addfile(member, io.BytesIO(path.read_bytes()))
