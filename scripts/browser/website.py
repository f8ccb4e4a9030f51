"""The files of the page, put together in build/web: all that a static host needs.

The files in h89yahtzee/web are copied. Three of them are completed: index.html with the policy that says which
files the page may load and with links to the files that it needs first, build.js with a hash of the build, and
offline.js with the names and hashes of all files.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
from collections.abc import Iterator
from pathlib import Path

from scripts.browser.icons import write_icons
from scripts.browser.program_files import FILE
from scripts.browser.steps import ROOT, BuildError, make

FOLDER = ROOT / "build" / "web"
_SOURCES = ROOT / "h89yahtzee" / "web"
_ICONS = Path(__file__).with_name("icons.py")
LICENCE = ROOT / "LICENSE"
_KINDS = {".css", ".html", ".js", ".png", ".svg", ".webmanifest"}
_RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
_NOTICE = """\
H89 Yahtzee, in the files of this folder and in the program's archive:

{licence}
The folder pyodide has Pyodide (https://pyodide.org), under the Mozilla Public License 2.0
(https://www.mozilla.org/MPL/2.0/). It contains Python, copyright by the Python Software Foundation, under the PSF
License (https://docs.python.org/3/license.html), which also names the licences of what Python contains.
"""
_SELF = ("script-src 'self' 'wasm-unsafe-eval'", *(f"{kind}-src 'self'" for kind in ("style", "img", "connect")))
POLICY = "; ".join(
    (
        "default-src 'none'",
        *_SELF,
        "worker-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    )
)
"""The Content-Security-Policy of the page: it may load files and compile WebAssembly from its own host, and may
load nothing from elsewhere."""
HEADERS = {
    "Content-Security-Policy": f"{POLICY}; frame-ancestors 'none'",
    "Cache-Control": "no-cache",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}
_LARGE = ("pyodide/pyodide.asm.wasm", "pyodide/python_stdlib.zip", FILE)
"""The large files: the page fetches them for its worker, and counts their bytes to show the progress."""
_END_OF_HEAD = "</head>"
_CHARSET = '<meta charset="utf-8">'
_NO_BUILD = 'BUILD = ""'
_NO_FILES = "const FILES = {};"
_HOSTS_OWN = {"NOTICE.txt", "_headers", "offline.js"}
"""Files that aren't kept for offline use: the service worker that keeps the others, and files that the page doesn't
load."""


def website(program: Path, library: Path, pyodide: Path) -> Path:
    """Put the page together unless it is up to date, and return its folder; `program` and `library` are archives,
    and `pyodide` is the folder of the package Pyodide."""
    page = sorted(path for path in _SOURCES.iterdir() if path.suffix in _KINDS)

    def fill(folder: Path) -> None:
        for path in (*page, program):
            shutil.copy(path, folder)
        write_icons(_SOURCES / "icon.svg", folder)
        _copy_runtime(pyodide, folder / "pyodide")
        shutil.copy(library, folder / "pyodide")
        (folder / "NOTICE.txt").write_text(_NOTICE.format(licence=LICENCE.read_text("utf-8")), "utf-8")
        headers = (f"  {name}: {value}\n" for name, value in HEADERS.items())
        (folder / "_headers").write_text("/*\n" + "".join(headers), "ascii")
        policy = f'{_CHARSET}\n<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
        _complete(folder / "index.html", _CHARSET, policy)
        _complete(folder / "index.html", _END_OF_HEAD, "".join(_links(folder)) + _END_OF_HEAD)
        build = hashlib.sha256("".join(_hashes(folder).values()).encode()).hexdigest()
        _complete(folder / "build.js", _NO_BUILD, f'BUILD = "{build}"')
        _complete(folder / "offline.js", _NO_FILES, f"const FILES = {json.dumps(_hashes(folder), indent=2)};")

    made_of = (*page, LICENCE, program, library, pyodide / "package.json", Path(__file__), _ICONS)
    return make(FOLDER, "putting the page together", fill, made_of)


def sizes(folder: Path) -> tuple[int, int]:
    """Return the number of bytes in all files, uncompressed and as hosts compress them."""
    contents = [path.read_bytes() for path in folder.rglob("*") if path.is_file()]
    return sum(map(len, contents)), sum(len(gzip.compress(content, 9)) for content in contents)


def _copy_runtime(pyodide: Path, to: Path) -> None:
    """Copy Python in WebAssembly, and empty its index of other packages, since the program uses none of them."""
    to.mkdir()
    for name in _RUNTIME:
        shutil.copyfile(pyodide / name, to / name)
    index = json.loads((pyodide / "pyodide-lock.json").read_bytes())
    (to / "pyodide-lock.json").write_text(json.dumps(index | {"packages": {}}), "ascii")


def _links(folder: Path) -> Iterator[str]:
    """Yield links by which a browser fetches at once the files that the scripts would fetch one after another.

    The page's own small modules come first, since they show how much of the large files has come.
    """
    for name in sorted(_modules(folder / "page.js") - {"page.js"}):
        yield f'<link rel="modulepreload" href="{name}">\n'
    for name in _LARGE:
        size = (folder / name).stat().st_size
        yield (
            f'<link rel="preload" href="{name}" as="fetch" crossorigin fetchpriority="low" data-bytes="{size}">\n'
        )


def _modules(path: Path) -> set[str]:
    """Return the names of a module and of all that it imports."""
    found: set[str] = set()
    ahead = {path.name}
    while ahead:
        found |= ahead
        texts = (path.with_name(name).read_text("utf-8") for name in ahead)
        ahead = {
            name for text in texts for name in re.findall(r'^import .* from "./([\w.]+)";$', text, re.MULTILINE)
        } - found
    return found


def _complete(path: Path, missing: str, by: str) -> None:
    text = path.read_text("utf-8")
    if text.count(missing) != 1:
        raise BuildError(f"expected {missing} once in h89yahtzee/web/{path.name}")
    path.write_text(text.replace(missing, by), "utf-8")


def _hashes(folder: Path) -> dict[str, str]:
    """Return the hash by which a browser checks each file, by the file's address relative to the page."""
    files = sorted(path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file())
    return {name: _integrity((folder / name).read_bytes()) for name in files if name not in _HOSTS_OWN}


def _integrity(content: bytes) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
