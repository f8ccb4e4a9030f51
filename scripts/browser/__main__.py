"""The command line of `scripts/web`."""

from __future__ import annotations

import argparse
import fcntl
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from scripts.browser.compiled_modules import standard_library
from scripts.browser.npm_packages import npm_packages
from scripts.browser.program_files import program
from scripts.browser.server import server
from scripts.browser.steps import PARTS, BuildError, say
from scripts.browser.wasm_kernel import wasm_kernel
from scripts.browser.website import sizes, website


def build() -> Path:
    """Build the parts of the page that aren't up to date, and return the folder with the page."""
    with _alone():
        pyodide = npm_packages() / "pyodide"
        return website(program(wasm_kernel(), pyodide), standard_library(pyodide), pyodide)


@contextmanager
def _alone() -> Iterator[None]:
    """Wait until no other build runs, and let none begin meanwhile, since two builds would write the same files."""
    PARTS.mkdir(parents=True, exist_ok=True)
    with (PARTS / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def main() -> int:
    parser = argparse.ArgumentParser(prog="scripts/web", description="Build the page for a browser in build/web.")
    parser.add_argument("--serve", type=int, metavar="PORT", help="then show it at http://localhost:PORT")
    port = parser.parse_args().serve
    if port is not None and not 0 <= port < 1 << 16:
        parser.error(f"--serve: expected a port, 0 to 65535, not {port}")
    try:
        folder = build()
        size, compressed = sizes(folder)
        say(f"{folder} has {size / 1e6:.1f} MB, {compressed / 1e6:.1f} MB compressed")
        if port is not None:
            _serve(folder, port)
    except BuildError as error:
        say(f"{error}")
        return 1
    return 0


def _serve(folder: Path, port: int) -> None:
    try:
        http = server(folder, port)
    except OSError as error:
        raise BuildError(f"port {port} can't be used: {error.strerror}") from error
    with http, suppress(KeyboardInterrupt):
        say(f"http://localhost:{http.server_port} shows it until CTRL-C")
        http.serve_forever()


if __name__ == "__main__":
    sys.exit(main())
