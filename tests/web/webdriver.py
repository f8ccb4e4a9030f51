"""Browsers other than Chromium, each with one window: Firefox and WebKit, controlled by the commands of WebDriver.

Firefox takes the commands without a driver, by its protocol Marionette: JSON in frames `length:message`. WebKit's
driver takes them by HTTP, and WebKit's window is on a virtual display.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from tests.rest import Rest
from tests.web.hosts import free_port, wait_for

LIMIT = 120.0
_PREFERENCES = {"marionette.port": 0, "browser.shell.checkDefaultBrowser": False, "app.update.auto": False}
_PATHS = {
    "Navigate": "url",
    "Refresh": "refresh",
    "ExecuteScript": "execute/sync",
    "ExecuteAsyncScript": "execute/async",
    "PerformActions": "actions",
    "SetWindowRect": "window/rect",
}
"""The path in a driver's HTTP interface for each of the commands that are used here."""
_UNTIL = """
const [met, limit, done] = [() => MET, arguments[0], arguments[1]];
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
"""Evaluates an expression of JavaScript, MET, at each change of the page, until it is true."""
_TEXT = "return document.body.innerText"

Ask = Callable[[str, dict[str, object]], Any]
"""A function that gives a browser a command of WebDriver and returns the answer. AssertionError if it fails."""


class RemoteBrowser:
    """A browser with one window."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask

    def open(self, address: str) -> None:
        """Open or reload a page; if it asks for the player's name, play under the name in the link."""
        self._ask("Navigate", {"url": "about:blank"})
        self._ask("Navigate", {"url": address})
        self.wait_until("document.body?.dataset.begun")
        self.run("const play = document.querySelector('#play'); if (play.checkVisibility()) play.click()")

    def reload(self) -> None:
        self._ask("Refresh", {})

    def resize(self, width: int, height: int) -> None:
        self._ask("SetWindowRect", {"width": width, "height": height})

    def run(self, script: str) -> Any:
        return self._ask("ExecuteScript", {"script": script, "args": []})

    def press(self, *keys: str, after: float = 0.0) -> None:
        """Press keys after a pause of `after` seconds."""
        events: list[dict[str, object]] = [{"type": "pause", "duration": round(1000 * after)}]
        events += [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._ask("PerformActions", {"actions": [{"type": "key", "id": "keyboard", "actions": events}]})

    def wait(self, function: str, word: str) -> None:
        """Call an asynchronous function of JavaScript with a word, and wait until it is done."""
        script = f"const [word, done] = arguments; ({function})(word).then(() => done(true), (e) => done(`${{e}}`))"
        assert (answer := self._ask("ExecuteAsyncScript", {"script": script, "args": [word]})) is True, answer

    def wait_until(self, expression: str) -> Any:
        """Return the value of an expression of JavaScript once it is true."""
        script = _UNTIL.replace("MET", expression)
        deadline, rest = monotonic() + LIMIT, Rest()
        while not (found := self._ask("ExecuteAsyncScript", {"script": script, "args": [2000]})):
            assert not rest.is_reached(), f"the page came to rest without {expression}: {self.run(_TEXT)}"
            assert monotonic() < deadline, expression
        return found


class _Marionette:
    """The connection to a Firefox."""

    def __init__(self, connection: socket.socket) -> None:
        self._connection = connection
        self._stream = connection.makefile("rb")
        self._number = 0
        self._read()  # the greeting

    def __call__(self, command: str, words: dict[str, object]) -> Any:
        self._number += 1
        message = json.dumps([0, self._number, f"WebDriver:{command}", words]).encode()
        self._connection.sendall(b"%d:%s" % (len(message), message))
        _, _, error, result = self._read()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def _read(self) -> Any:
        length = b""
        while (byte := self._stream.read(1)) != b":":
            assert byte, "Firefox has ended"
            length += byte
        return json.loads(self._stream.read(int(length)))


@contextmanager
def firefox(folder: Path) -> Iterator[RemoteBrowser]:
    """Firefox without a visible window, and with a new profile in `folder`."""
    program = shutil.which("firefox-esr") or shutil.which("firefox")
    if program is None:
        pytest.skip("Firefox isn't installed")
    lines = (f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in _PREFERENCES.items())
    (folder / "user.js").write_text("".join(lines))
    command = [program, "--headless", "--marionette", "--profile", str(folder), "--no-remote"]
    environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as process:
        try:
            assert process.stdout is not None
            port = next(
                found[1] for line in process.stdout if (found := re.search(rb"Listening on port (\d+)", line))
            )
            with socket.create_connection(("127.0.0.1", int(port)), LIMIT) as connection:
                ask = _Marionette(connection)
                ask("NewSession", {})
                yield RemoteBrowser(ask)
        finally:
            process.kill()


@contextmanager
def webkit(folder: Path) -> Iterator[RemoteBrowser]:
    """WebKitGTK's own small browser, which keeps its files in `folder`."""
    for program, package in (("WebKitWebDriver", "webkit2gtk-driver"), ("Xvfb", "xvfb")):
        if shutil.which(program) is None:
            pytest.skip(f"{program} isn't installed (on Debian: {package})")
    port = free_port()
    with _display() as display:
        environment = {"HOME": str(folder), "PATH": "/usr/bin:/bin", "DISPLAY": display}
        command = ["WebKitWebDriver", f"--port={port}"]
        with subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL) as process:
            try:
                address = f"http://127.0.0.1:{port}"
                wait_for(f"{address}/status")
                session = _post(f"{address}/session", {"capabilities": {}})["sessionId"]
                place = f"{address}/session/{session}"
                yield RemoteBrowser(lambda command, words: _post(f"{place}/{_PATHS[command]}", words))
                urlopen(Request(place, method="DELETE"), timeout=LIMIT).close()
            finally:
                process.kill()


@contextmanager
def _display() -> Iterator[str]:
    """A virtual display of X11; yields its name, such as ":1"."""
    reading, writing = os.pipe()
    command = ["Xvfb", "-displayfd", str(writing), "-screen", "0", "1280x1024x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[writing], stderr=subprocess.DEVNULL) as process:
        os.close(writing)
        try:
            with os.fdopen(reading) as numbers:
                number = numbers.readline().strip()
            assert number, "Xvfb has ended"
            yield f":{number}"
        finally:
            process.kill()


def _post(address: str, words: dict[str, object]) -> Any:
    request = Request(address, json.dumps(words).encode(), {"Content-Type": "application/json"})
    try:
        with urlopen(request, timeout=LIMIT) as answer:
            return json.load(answer)["value"]
    except HTTPError as error:
        with error:
            raise AssertionError(error.read().decode()) from error
