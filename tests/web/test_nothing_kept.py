"""Browsers that may keep nothing, or have no room: a sentence says so, and the game goes on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from h89yahtzee.apps.web import page
from tests.apps import screens
from tests.apps.by_hand import deal
from tests.web.tabs import RUN, Tab

pytestmark = pytest.mark.slow
SEED = 42
LINK = f"r={SEED}&players=me,=reagan&pace=0"


def play_first_turn(tab: Tab) -> None:
    """Post the first dice as ACES; of the next dice roll two again."""
    tab.wait_for("me's move: 2 rolls left.")
    tab.post_here()
    tab.wait_for_dice(deal(SEED, 0, 1, 0))
    tab.press("1", "2", "r")
    tab.wait_for("me's move: 1 roll left.")


REFUSALS = {
    "refused": 'Promise.reject(new DOMException("no", "SecurityError"))',
    "missing": "undefined.getDirectory()",
}
FOLDER, DATABASE = "navigator.storage.getDirectory()", "indexedDB.open(DATABASE)"


def change_storage(tab: Tab, changes: dict[str, str]) -> None:
    """Serve the page's storage.js with each key of `changes`, which is in it once, replaced by its value."""
    script = tab.page.request.get(f"{tab.address}storage.js").text()
    for old, new in changes.items():
        assert script.count(old) == 1
        script = script.replace(old, new)
    tab.page.route("**/storage.js", lambda route: route.fulfill(body=script, content_type="text/javascript"))


@pytest.mark.parametrize("refusal", REFUSALS.values(), ids=REFUSALS)
def test_where_nothing_can_be_kept_the_game_goes_on(tab: Tab, refusal: str) -> None:
    change_storage(tab, {FOLDER: refusal, DATABASE: "undefined.open()"})
    tab.open(LINK)
    assert tab.wait_for_note("notices") == page.NO_FILES
    play_first_turn(tab)


def test_without_a_file_system_games_are_kept_in_a_database(new_tab: Callable[[], Tab]) -> None:
    """Only one tab has the games, as with a file system."""
    first, second = new_tab(), new_tab()
    for tab in (first, second):
        change_storage(tab, {FOLDER: REFUSALS["refused"]})
    play_first_turn(first.open(LINK))
    second.open()
    assert second.wait_for_note("notices") == page.OTHER_TAB
    first.post_here()
    first.wait_for("me's move: 2 rolls left.")
    shown = first.rows()
    for link in (LINK, ""):
        first.open(link)
        first.wait_for_rows(shown)
    assert not first.noted("notices")
    assert not first.complaints


LISTEN = """
channel = new BroadcastChannel("writes"); holds = false; held = new Promise((resolve) => { hold = resolve; });
channel.onmessage = () => holds ? hold() : channel.postMessage("go on");
"""
"""Lets each write to the database end, but while `holds` is true only resolves `held`."""
ENDS = """
    const end = new BroadcastChannel("writes");
    end.onmessage = () => { end.close(); written(); };
    end.postMessage("is it?");
"""


def test_nobody_sees_what_a_database_has_not_kept_yet(tab: Tab) -> None:
    """Thus a game whose page is closed at any moment goes on from what the player saw last."""
    change_storage(
        tab,
        {
            FOLDER: REFUSALS["refused"],
            "transaction.oncomplete = written;": f"transaction.oncomplete = () => {{{ENDS}}};",
        },
    )
    tab.page.add_init_script(LISTEN)
    tab.open(LINK)
    tab.wait_for_dice(deal(SEED, 0, 0, 0))
    tab.page.evaluate("holds = true")
    tab.post_here()
    tab.page.evaluate("held")
    assert screens.dice(tab.rows()) == deal(SEED, 0, 0, 0)
    tab.page.evaluate("holds = false; channel.postMessage('go on')")
    tab.wait_for_dice(deal(SEED, 0, 1, 0))


def test_a_database_that_fails_is_told_of(tab: Tab) -> None:
    aborted = "put(this._content, this._name); transaction.abort()"
    change_storage(tab, {FOLDER: REFUSALS["refused"], "put(this._content, this._name)": aborted})
    play_first_turn(tab.open(LINK))
    assert tab.wait_for_note("notices") == page.FULL


def test_a_page_by_plain_http_plays(tab: Tab) -> None:
    """Browsers let such a page keep nothing, neither games nor files nor the image of Python's memory."""
    tab.address = tab.address.replace("localhost", "plain.test")
    tab.open(LINK)
    assert tab.page.evaluate("isSecureContext") is False
    assert tab.wait_for_note("notices") == page.PLAIN_HTTP
    play_first_turn(tab)
    assert tab.complaints == []


FILLED = """
import { startPython } from "./interpreter.js";
import { openKeptFiles } from "./storage.js";
const { files } = await openKeptFiles(() => {});
const folder = await navigator.storage.getDirectory();
const filler = await (await folder.getFileHandle("filler", {create: true})).createSyncAccessHandle();
const { python } = await startPython("import h89yahtzee.apps.web.kept_files");
onmessage = ({data}) => {
    python.globals.set("files", files);
    python.globals.set("filler", filler);
    postMessage(python.runPython(data));
};
postMessage("ready");
"""
"""A worker that runs the Python it is sent, with the page's two `files` and a file that takes up room, `filler`."""
FILLING = """
import json
from pyodide.ffi import to_js, JsException
from h89yahtzee.apps.web.kept_files import KeptFiles

class File:
    def __init__(self, file): self.file = file
    def size(self): return self.file.size()
    def read(self): return self.file.read().to_bytes()
    def write(self, data): return self.file.write(to_js(data))
    def flush(self, size): return self.file.flush(size)

newer, older = map(File, files)
before, after = b"before" * {size}, b"after." * {size}
newer.flush(0), older.flush(0)
KeptFiles([newer, older]).keep(before)
filler.truncate({quota} // 2)
seen = []
for taken in range({quota} // 2, {quota}, {step}):
    older.flush(0)
    try:
        filler.truncate(taken)
    except JsException:
        break
    try:
        KeptFiles([newer, older]).keep(after)
        said = after
    except OSError:
        said = before
    assert KeptFiles([newer, older]).content == said, (taken, said[:5])
    seen.append(said is after)
    if said is after:
        older.flush(0)
json.dumps(seen)
"""


def test_a_disk_that_is_full_after_any_number_of_bytes_keeps_the_save_before_and_says_so(
    new_visitor: Callable[[], Tab],
) -> None:
    """The browser's quota is exhausted. It grants room by thousands of bytes: steps of seven bytes miss no case."""
    quota = 60_000
    tab = new_visitor()
    tab.page.route("**/told.js", lambda route: route.fulfill(body=FILLED, content_type="text/javascript"))
    tab.page.goto(f"{tab.address}build.js")
    session = tab.page.context.new_cdp_session(tab.page)
    origin = {"origin": tab.address.rstrip("/")}
    used = session.send("Storage.getUsageAndQuota", origin)["usage"]
    session.send("Storage.overrideQuotaForOrigin", {**origin, "quotaSize": used + quota})
    code = FILLING.replace("{size}", "1000").replace("{quota}", f"{quota}").replace("{step}", "7")
    seen: list[bool] = json.loads(tab.page.evaluate(RUN, code))
    assert seen == sorted(seen, reverse=True)
    assert seen.count(True) > 100
    assert seen.count(False) > 100
