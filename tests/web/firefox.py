"""Firefox without a window, spoken to by Marionette: its own remote protocol, JSON in frames `length:message`."""

from __future__ import annotations

import json
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from tests.rest import Rest

LIMIT = 120.0
_PREFERENCES = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "app.update.auto": False}
_UNTIL = """
const [met, limit, done] = [new Function(`return ${arguments[0]}`), arguments[1], arguments[2]];
const look = () => {
    const found = met();
    if (!found) return;
    clearTimeout(end); watch.disconnect(); done(found);
};
const watch = new MutationObserver(look);
const end = setTimeout(() => { watch.disconnect(); done(null); }, limit);
watch.observe(document, {subtree: true, childList: true, characterData: true, attributes: true});
look();
"""
"""Calls an expression of JavaScript at each change of the page, until it is true."""


class Firefox:
    """A browser with one tab; `connection` is that to Marionette."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")
        self._number = 0
        self._read()  # the greeting
        self.ask("NewSession")

    def ask(self, command: str, **words: object) -> Any:
        """Return the answer to a command of WebDriver; AssertionError if it fails."""
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", words]).encode()
        self._connection.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def open(self, address: str) -> None:
        """Open or reload a page; asked for a name, play under the link's."""
        self.ask("Navigate", url="about:blank")
        self.ask("Navigate", url=address)
        self.run("const play = document.querySelector('#play'); if (play.checkVisibility()) play.click()")

    def run(self, script: str) -> Any:
        return self.ask("ExecuteScript", script=script, args=[])

    def press(self, *keys: str, after: float = 0.0) -> None:
        """Press keys `after` so many seconds."""
        events: list[dict[str, object]] = [{"type": "pause", "duration": round(1000 * after)}]
        events += [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.ask("PerformActions", actions=[{"type": "key", "id": "keyboard", "actions": events}])

    def wait_until(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript once it is true."""
        deadline, rest = monotonic() + LIMIT, Rest()
        while not (found := self.ask("ExecuteAsyncScript", script=_UNTIL, args=[expression, 2000])):
            assert not rest.is_reached(), f"the page came to rest without {expression}: {self.run(_TEXT)}"
            assert monotonic() < deadline, expression
        return found

    def _read(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._stream.read(int(length)))


_TEXT = "return document.body.innerText"


@contextmanager
def firefox(profile: Path) -> Iterator[Firefox]:
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("Firefox isn't installed")
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
    (profile / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--marionette", "--profile", str(profile), "--no-remote"]
    environment = {"HOME": str(profile), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            assert process.stdout is not None
            port = next(
                found[1] for line in process.stdout if (found := re.search(rb"Listening on port (\d+)", line))
            )
            with socket.create_connection(("127.0.0.1", int(port)), LIMIT) as connection:
                yield Firefox(connection)
        finally:
            process.kill()
