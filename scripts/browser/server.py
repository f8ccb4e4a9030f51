"""Serves the page to browsers on this machine, as a static host would."""

from __future__ import annotations

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from scripts.browser.website import HEADERS


class _Answers(SimpleHTTPRequestHandler):
    """A request, answered with a file and the headers that hosts should send."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the library's way to say it
        **SimpleHTTPRequestHandler.extensions_map,
        ".js": "text/javascript",
        ".mjs": "text/javascript",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
    }

    def end_headers(self) -> None:
        for name, value in HEADERS.items():
            self.send_header(name, value)
        super().end_headers()

    def log_message(self, *_: object) -> None:
        """Say nothing of each request."""


class _Server(ThreadingHTTPServer):
    def handle_error(self, *_: object) -> None:
        """Say nothing of a browser that has gone away in the middle of an answer."""
        if not isinstance(sys.exception(), ConnectionError):
            raise


def server(folder: Path, port: int) -> ThreadingHTTPServer:
    """A server of the files in `folder` at localhost; port 0 is any free one. OSError when it is taken."""
    return _Server(("127.0.0.1", port), partial(_Answers, directory=str(folder)))
