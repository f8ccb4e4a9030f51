"""Python modules for a browser, compiled by the Python that will run them; above all those of its standard library.

Pyodide comes with the library's sources. If a browser had to compile the modules that the page needs, this would
take most of the time of a first start.
"""

from __future__ import annotations

import re
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from scripts.browser.steps import PARTS, make, run

LIBRARY = "python_stdlib.zip"
_COMPILER = Path(__file__).with_name("compile_modules.mjs")
COMPILERS = (_COMPILER, Path(__file__))
"""The files that determine how modules are compiled."""
_UNUSED = re.compile(
    r"(_pydatetime|_pyio|_pyrepl|bdb|configparser|doctest|email|encodings/(cp|iso|koi|mac_)\w+|ensurepip|ftplib|html"
    r"|http|imaplib|logging/\w+rs|mailbox|modulefinder|multiprocessing|optparse|pdb|pickletools|poplib|profile|pstats"
    r"|pydoc|smtplib|socketserver|tarfile|trace|turtle|unittest|urllib/r\w+|uuid|wave|wsgiref|xml|xmlrpc|zoneinfo)\b"
)
"""Modules of the library, a third of it, that the page doesn't use: those for networks, sounds, other processes,
old character sets and the making of programs."""


def compile_modules(folder: Path, pyodide: Path, named: str = "", optimization: int = 0) -> None:
    """Compile the modules in `folder` in place of their sources; tracebacks show `named` before their paths."""
    words = (pyodide / "pyodide.mjs", folder, named, f"{optimization}")
    run("node", _COMPILER, *words, failure="the modules couldn't be compiled")


def standard_library(pyodide: Path) -> Path:
    """Return the path of the archive with the library's compiled modules, which have no docstrings."""

    def fill(folder: Path) -> None:
        sources = folder / "modules"
        with ZipFile(pyodide / LIBRARY) as library:
            names = [name for name in library.namelist() if name.endswith(".py") and not _UNUSED.match(name)]
            library.extractall(sources, names)
        compile_modules(sources, pyodide, "python/", 2)
        with ZipFile(folder / LIBRARY, "w", ZIP_DEFLATED, compresslevel=9) as packed:
            for path in sorted(sources.rglob("*.pyc")):
                # ZipInfo's date is always the same, so the same sources give the same bytes.
                packed.writestr(ZipInfo(path.relative_to(sources).as_posix()), path.read_bytes(), ZIP_DEFLATED)

    made_of = (*COMPILERS, pyodide / "package.json")
    return make(PARTS / "library", "compiling Python's standard library", fill, made_of) / LIBRARY
