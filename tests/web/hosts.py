"""A web server for the page, whose build can be replaced and which can be stopped; waiting for other servers."""

from __future__ import annotations

import base64
import hashlib
import shutil
import socket
from pathlib import Path
from threading import Thread
from urllib.error import URLError
from urllib.request import urlopen

from scripts.browser.server import server
from tests.rest import Rest

HEADING = "<h1>H89 Yahtzee</h1>"
OTHER_HEADING = "<h1>Another build</h1>"
UNTIL = """async (state) => {
    const registration = await navigator.serviceWorker.ready;
    const wanted = {active: "activated", waiting: "installed"}[state];
    for (let looks = 0; registration[state]?.state !== wanted; looks++) {
        if (looks > 2400) throw new Error(`no worker is ${state}`);
        await new Promise((go) => setTimeout(go, 50));
    }
}"""
"""Waits in the page until a service worker is "active", or a newer one is "waiting" to become active."""


class Host:
    """A server of static files with its own copy of the built page; `update` replaces it, `go_away` stops it."""

    def __init__(self, site: Path, folder: Path) -> None:
        shutil.copytree(site, folder)
        self.folder = folder
        self._server = server(folder, 0)
        self.address = f"http://localhost:{self._server.server_port}/"
        Thread(target=self._server.serve_forever, daemon=True).start()

    def go_away(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def update(self) -> None:
        """Replace the build by one with another heading."""
        path, listing = self.folder / "index.html", self.folder / "offline.js"
        before = integrity(path)
        path.write_text(path.read_text("utf-8").replace(HEADING, OTHER_HEADING), "utf-8")
        assert integrity(path) != before
        listing.write_text(listing.read_text("utf-8").replace(before, integrity(path)), "utf-8")


def integrity(path: Path) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()}"


def free_port() -> int:
    """A free port of this machine, for a program that can't choose a port by itself and say which."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def wait_for(address: str) -> None:
    """Wait until a server that was just started answers at `address`."""
    rest = Rest()
    while True:
        try:
            urlopen(address, timeout=60).close()
        except URLError:
            assert not rest.is_reached(), f"{address} doesn't answer"
        else:
            return
