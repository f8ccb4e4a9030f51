"""Hosts of the page that a test starts: one whose build can be replaced and that goes away; waiting for others."""

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
"""Waits in the page until a service worker is active, or a newer one waits to be."""


class Host:
    """A static host with a build of its own, which can be replaced, and go away."""

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
        """Build anew with another heading."""
        path, listing = self.folder / "index.html", self.folder / "offline.js"
        before = integrity(path)
        path.write_text(path.read_text("utf-8").replace(HEADING, OTHER_HEADING), "utf-8")
        assert integrity(path) != before
        listing.write_text(listing.read_text("utf-8").replace(before, integrity(path)), "utf-8")


def integrity(path: Path) -> str:
    return f"sha256-{base64.b64encode(hashlib.sha256(path.read_bytes()).digest()).decode()}"


def free_port() -> int:
    """A port of this machine, for a program that can't choose one by itself and say which."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def wait_for(address: str) -> None:
    """Wait until a program that was just started answers."""
    rest = Rest()
    while True:
        try:
            urlopen(address, timeout=60).close()
        except URLError:
            assert not rest.is_reached(), f"{address} doesn't answer"
        else:
            return
