"""A server of the page for browsers on this machine, which answers as a static host would."""

from __future__ import annotations

import gzip
import sys
from functools import cache, partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import BinaryIO

from scripts.browser.website import HEADERS

_COMPRESSED = {".css", ".html", ".js", ".json", ".mjs", ".svg", ".wasm", ".webmanifest"}
"""The suffixes of the files that hosts compress by themselves."""


@cache
def _compressed(path: Path, _changed: int) -> bytes:
    return gzip.compress(path.read_bytes())


class _Answers(SimpleHTTPRequestHandler):
    """The handler of a request: the answer is a file, with the headers that hosts should send."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the library's way to say it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def send_head(self) -> BytesIO | BinaryIO | None:
        path = Path(self.translate_path(self.path))
        path = path / "index.html" if path.is_dir() else path
        is_asked = "gzip" in self.headers.get("Accept-Encoding", "")
        if not (is_asked and path.suffix in _COMPRESSED and path.is_file()):
            return super().send_head()
        content = _compressed(path, path.stat().st_mtime_ns)
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", self.guess_type(path))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", f"{len(content)}")
        self.end_headers()
        return BytesIO(content)

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Print nothing about a request, unlike the overridden method."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Ignore the error of a browser that has closed the connection in the middle of an answer."""
        if not isinstance(sys.exception(), ConnectionError):
            raise


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """Return a server of the files in `folder` at localhost; port 0 means any free port. OSError if the port is
    taken."""
    return _Server(("127.0.0.1", port), partial(_Answers, directory=str(folder)))
