"""The compiled solver for a browser: kernel.c, unchanged, as a side module of WebAssembly that ctypes loads.

It is compiled by clang, with lld and wasi-libc, from Debian, or else by ziglang from PyPI, which can be installed
without root. At run time the C library is that of the Python in the page; only headers are needed here.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from scripts.browser.steps import PARTS, ROOT, BuildError, make, run

FILE = "_kernel.abi3.so"
_SOLVER = ROOT / "h89yahtzee" / "solver"
_STAND_IN = Path(__file__).parent / "one_thread"
_HEADERS = Path("/usr/include/wasm32-wasi")
_LOCK = ROOT / "scripts" / "requirements.lock"
_HEADING = "# The page in a browser needs"
"""The beginning of the part of the lock file that names ziglang."""
_COMPILE = ("-D__wasi__", "-fPIC", "-msimd128", "-O3", "-ffp-contract=off", "-c")
_LINK = ("-shared", "--experimental-pic", "--no-entry", "--allow-undefined", "-O2", "--strip-all")


def wasm_kernel() -> Path:
    """Compile the solver unless that was done before, and return the path of the file."""
    if shutil.which("clang") and shutil.which("wasm-ld") and _HEADERS.is_dir():
        return _made(_by_clang, run("clang", "--version", failure="clang doesn't start"))
    program = zig("as there is no clang with lld and wasi-libc")
    return _made(partial(_by_zig, program.parent), _zig_requirement())


def zig(reason: str) -> Path:
    """Return the path of zig, which compiles for any machine; ziglang is fetched from PyPI unless it is here
    already.

    `reason` says why it is needed, for the message about fetching it.
    """
    folder = make(PARTS / "zig", f"fetching ziglang, {reason}", _install_zig, (_zig_requirement(),))
    return folder / "ziglang" / "zig"


def _made(compiled_by: Callable[[Path], None], compiler: str) -> Path:
    sources = (_SOLVER / "kernel.c", _SOLVER / "kernel.py", _STAND_IN / "pthread.h")
    words = (compiler, *_COMPILE, *_LINK)
    return make(PARTS / "kernel", "compiling the solver to WebAssembly", compiled_by, (*sources, *words)) / FILE


def _by_clang(folder: Path) -> None:
    _compile(folder, ("clang", "--target=wasm32-unknown-emscripten"), (_HEADERS,), ("wasm-ld",))


def _by_zig(ziglang: Path, folder: Path) -> None:
    headers = (ziglang / "lib" / "libc" / "include" / name for name in ("wasm-wasi-musl", "generic-musl"))
    compiler = (ziglang / "zig", "cc", "--target=wasm32-emscripten", "-fno-sanitize=undefined")
    _compile(folder, compiler, headers, (ziglang / "zig", "wasm-ld"))


def _compile(
    folder: Path, compiler: tuple[str | Path, ...], headers: Iterable[Path], linker: tuple[str | Path, ...]
) -> None:
    failure = "the solver couldn't be compiled to WebAssembly"
    found = [word for path in (_STAND_IN, *headers) for word in ("-isystem", path)]
    run(*compiler, *found, *_COMPILE, _SOLVER / "kernel.c", "-o", folder / "kernel.o", failure=failure)
    exports = (f"--export={name}" for name in _called())
    run(*linker, *_LINK, *exports, folder / "kernel.o", "-o", folder / FILE, failure=failure)


def _called() -> list[str]:
    """Return the names of the solver's functions that are called from Python."""
    return sorted(set(re.findall(r"(?:_loaded\(\)|\blibrary)\.(\w+)", (_SOLVER / "kernel.py").read_text("utf-8"))))


def _zig_requirement() -> str:
    return _HEADING + _LOCK.read_text("ascii").partition(_HEADING)[2]


def _install_zig(folder: Path) -> None:
    requirement = folder / "requirements"
    requirement.write_text(_zig_requirement(), "ascii")
    options = ("--require-hashes", "--no-deps", "--target", folder, "-r", requirement)
    uv = shutil.which("uv")
    by = (uv, "pip", "install", "--python", sys.executable) if uv else (sys.executable, "-m", "pip", "install")
    run(*by, *options, failure="ziglang couldn't be installed (is the network there?)")
    if not (folder / "ziglang" / "zig").exists():
        raise BuildError("ziglang has no program zig for this system")
