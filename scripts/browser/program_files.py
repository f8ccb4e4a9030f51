"""The program for a browser: what the page imports of the package, as one compressed tar archive.

Where there is Node.js, the Python that will run it compiles it: a third less time until it starts.
"""

from __future__ import annotations

import ast
import gzip
import io
import re
import shutil
import tarfile
from collections.abc import Iterator
from pathlib import Path

from scripts.browser.steps import PARTS, ROOT, make, run, say

FILE = "program.bin"
"""No name that hosts know: some unpack what is named as gzip, and the page does that itself."""
PACKAGE = "h89yahtzee"
_ENTRY = ROOT / PACKAGE / "apps" / "web"
_COMPILER = Path(__file__).with_name("compile_modules.mjs")
_TERMCAPS = ROOT / "termcaps"


def program(kernel: Path, pyodide: Path) -> Path:
    """The archive, with the kernel in it."""
    files = {path: Path(PACKAGE, path.relative_to(ROOT / PACKAGE)) for path in sorted(needed_modules())}
    files |= {path: Path(PACKAGE, "termcaps", path.name) for path in sorted(_TERMCAPS.glob("*.tc"))}
    files[kernel] = Path(PACKAGE, "solver", kernel.name)
    node = shutil.which("node")

    def fill(folder: Path) -> None:
        for path, place in files.items():
            (folder / place).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, folder / place)
        if node:
            run(node, _COMPILER, pyodide / "pyodide.mjs", folder, failure="the modules couldn't be compiled")
        else:
            say("  no Node.js: the modules stay as they are, and the page starts later")
        _pack(folder)

    made_of: tuple[Path | str, ...] = (*files, _COMPILER, pyodide / "package.json", f"{bool(node)}")
    return make(PARTS / "program", "packing the program", fill, made_of) / FILE


def needed_modules() -> set[Path]:
    """The files of all modules that those of the page import, whether at once or when they are called."""
    found: set[Path] = set()
    ahead = [*_ENTRY.glob("*.py")]
    while ahead:
        path = ahead.pop()
        if path not in found:
            found.add(path)
            ahead += _imported(path)
    return found


def _imported(path: Path) -> Iterator[Path]:
    """The modules of the package that one of them imports, and the packages that they are in."""
    for node in ast.walk(ast.parse(path.read_bytes())):
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
    """Pack all files, as old as can be: the same sources give the same bytes."""
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
