"""The files that scripts/web builds from the clone, and what it says if something is missing."""

from __future__ import annotations

import base64
import hashlib
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from scripts.browser import __main__, compiled_modules, npm_packages, program_files, steps, wasm_kernel
from scripts.browser.steps import BuildError
from tests import programs
from tests.web.tabs import Tab

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ROOT = Path(__file__).resolve().parents[2]
MOST_BYTES = 8_000_000
"""The project's own target for all files, compressed."""
DIFFERENT = """async ([one, other, size]) => {
    const [drawn, made] = await Promise.all([one, other].map(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        const canvas = Object.assign(document.createElementNS("http://www.w3.org/1999/xhtml", "canvas"),
            {width: size, height: size}).getContext("2d");
        canvas.drawImage(image, 0, 0, size, size);
        return canvas.getImageData(0, 0, size, size).data;
    }));
    return drawn.filter((value, at) => Math.abs(value - made[at]) > 48).length / drawn.length;
}"""
"""Returns the part of the colour values, 0 to 1, that differ between two pictures drawn in the same size."""
IMPORT_ALL = """
from importlib import import_module
from pathlib import Path

missing = []
for path in sorted(Path("/program/h89yahtzee").rglob("*.pyc")):
    name = ".".join(path.relative_to("/program").with_suffix("").parts).removesuffix(".__init__")
    try:
        import_module(name)
    except ImportError as error:
        missing.append(error.name or f"{error}")
"""
NOWHERE = "http://127.0.0.1:9/"


def files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


@pytest.mark.slow
def test_second_build_says_only_what_there_is(site: Path) -> None:
    command = [sys.executable, "-m", "scripts.browser"]
    said = programs.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120)
    [line] = said.stderr.splitlines()
    size, compressed = map(float, re.findall(r"([\d.]+) MB", line))
    assert (said.returncode, said.stdout) == (0, "")
    assert f"{site} has" in line
    assert size == pytest.approx(sum(map(len, files(site).values())) / 1e6, abs=0.05)
    assert 1e6 * compressed <= MOST_BYTES


@pytest.mark.slow
def test_every_file_but_the_one_that_keeps_them_is_kept_offline_by_its_hash(site: Path) -> None:
    listed = re.search(r"const FILES = (\{[^}]+\});", (site / "offline.js").read_text("utf-8"))
    assert listed is not None
    hashes = {
        name: f"sha256-{base64.b64encode(hashlib.sha256(content).digest()).decode()}"
        for name, content in files(site).items()
    }
    del hashes["offline.js"], hashes["_headers"], hashes["NOTICE.txt"]
    assert json.loads(listed[1]) == hashes


@pytest.mark.slow
def test_notice_has_the_licences_of_the_game_of_pyodide_and_of_python(site: Path) -> None:
    notice = (site / "NOTICE.txt").read_text("utf-8")
    of_others = ("Mozilla Public License 2.0", "Python Software Foundation", "PSF\nLicense")
    for words in ((ROOT / "LICENSE").read_text("utf-8"), *of_others):
        assert words in notice


@pytest.mark.slow
def test_icons_are_the_drawing_in_a_browser(browser: Browser, address: str) -> None:
    page = browser.new_page(service_workers="block")
    page.goto(f"{address}icon.svg")
    for name, size in (("icon-192.png", 192), ("icon-512.png", 512)):
        assert page.evaluate(DIFFERENT, [f"{address}icon.svg", f"{address}{name}", size]) < 0.01
    page.close()


@pytest.mark.slow
def test_every_file_without_which_nothing_begins_is_known_to_the_page(site: Path) -> None:
    page = (site / "index.html").read_text("utf-8")
    named = {*re.findall(r'(?:href|src)="([^"]+)"', page), *re.findall(r'data-others="([^"]+)"', page)[0].split()}
    types_alone, unneeded = {"messages.js"}, {"icon-512.png", "index.html", "offline.js", "_headers", "NOTICE.txt"}
    assert set(files(site)) - types_alone - unneeded <= named


@pytest.mark.slow
def test_no_file_names_another_host(site: Path) -> None:
    """Not checked are Pyodide's files, which load nothing unless told to, the packed program and the licences.

    The namespace of SVG is no host.
    """
    unread = {"program.bin", "NOTICE.txt"}
    own = {name: content for name, content in files(site).items() if "/" not in name and name not in unread}
    named = {found for content in own.values() for found in re.findall(rb"https?://[^\s\"'`]*", content)}
    assert named <= {b"http://www.w3.org/2000/svg"}


@pytest.mark.slow
def test_served_files_have_their_types_and_the_policy(address: str) -> None:
    kinds = {
        "": "text/html",
        "page.js": "text/javascript",
        "pyodide/pyodide.mjs": "text/javascript",
        "pyodide/pyodide.asm.wasm": "application/wasm",
    }
    for name, kind in kinds.items():
        with urlopen(f"{address}{name}") as answer:
            assert answer.headers.get_content_type() == kind
            policy = answer.headers["Content-Security-Policy"]
    assert re.findall(r"'unsafe[^']*'|'wasm[^']*'", policy) == ["'wasm-unsafe-eval'"]
    with urlopen(address) as answer:
        in_page = re.search(r'http-equiv="Content-Security-Policy" content="([^"]+)"', answer.read().decode())
    assert in_page is not None
    assert policy == f"{in_page[1]}; frame-ancestors 'none'"


@pytest.mark.slow
def test_only_what_the_page_imports_is_packed() -> None:
    packed = {path.relative_to(ROOT).as_posix() for path in program_files.needed_modules()}
    assert {"h89yahtzee/game/rules.py", "h89yahtzee/solver/kernel.py", "h89yahtzee/__init__.py"} <= packed
    worker = (ROOT / "h89yahtzee" / "web" / "worker.js").read_text("utf-8")
    named = {f"{name.replace('.', '/')}.py" for name in re.findall(r'"(h89yahtzee\.[\w.]+)"', worker)}
    assert len(named) > 3
    assert named <= packed
    assert not {
        name for name in packed if re.match("h89yahtzee/(arena|host|apps/(arena|host|h19|solve|join))/", name)
    }


@pytest.mark.slow
def test_all_of_the_program_can_be_imported_with_the_part_of_the_library_that_the_page_has(
    tab: Tab, site: Path
) -> None:
    with ZipFile(site / "pyodide" / "python_stdlib.zip") as library:
        names = library.namelist()
    assert {Path(name).suffix for name in names} == {".pyc"}
    assert {"typing.pyc", "asyncio/events.pyc"} < set(names)
    assert not any(name.startswith(("unittest/", "http/")) for name in names)
    assert tab.run_python(IMPORT_ALL, "sorted({*missing})") == ["numpy", "serial"]


@pytest.fixture
def nothing_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder where the steps of a build put what they make, in place of the clone's."""
    for module in (steps, npm_packages, wasm_kernel, compiled_modules, program_files, __main__):
        monkeypatch.setattr(module, "PARTS", tmp_path / "parts")
    return tmp_path


@pytest.mark.usefixtures("nothing_made")
def test_without_npm_the_build_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(BuildError, match=r"needs npm for .* pyodide \(on Debian: apt install npm\)"):
        __main__.build()


@pytest.mark.slow
def test_without_network_the_build_says_so(nothing_made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm isn't installed")
    for name, value in {"registry": NOWHERE, "fetch_retries": "0", "cache": str(nothing_made / "cache")}.items():
        monkeypatch.setenv(f"npm_config_{name}", value)
    with pytest.raises(BuildError, match=r"npm couldn't install the packages \(is the network there\?\)$"):
        npm_packages.npm_packages()


@pytest.mark.slow
def test_package_with_another_hash_is_refused(nothing_made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm isn't installed")
    monkeypatch.setenv("npm_config_cache", str(nothing_made / "cache"))
    altered = []
    for file in npm_packages.FILES:
        altered.append(nothing_made / file.name)
        altered[-1].write_text(file.read_text("utf-8").replace("sha512-0YvX", "sha512-1YvX"), "utf-8")
    monkeypatch.setattr(npm_packages, "FILES", tuple(altered))
    with pytest.raises(BuildError, match="EINTEGRITY"):
        npm_packages.npm_packages()


def test_lock_of_npm_has_hashes_and_no_addresses() -> None:
    lock = json.loads((ROOT / "scripts" / "npm" / "package-lock.json").read_text("utf-8"))
    packages = {name: package for name, package in lock["packages"].items() if name}
    assert {name for name, package in packages.items() if not package["integrity"].startswith("sha512-")} == set()
    assert not [name for name, package in packages.items() if "resolved" in package]


def test_a_step_is_left_out_until_what_it_is_made_of_changes(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source = tmp_path / "source"

    def fill(folder: Path) -> None:
        (folder / "copy").write_bytes(source.read_bytes())

    for content, said in (("one", "making ...\n"), ("one", ""), ("two", "making ...\n")):
        source.write_text(content)
        made = steps.make(tmp_path / "made", "making", fill, (source, "word"))
        assert (made / "copy").read_text() == content
        assert capsys.readouterr().err.removeprefix("h89yahtzee: ") == said


def test_a_step_that_fails_leaves_what_was_made_and_is_taken_again(tmp_path: Path) -> None:
    def fill(folder: Path) -> None:
        (folder / "half").touch()
        raise BuildError("no")

    folder = steps.make(tmp_path / "made", "making", lambda folder: (folder / "whole").touch(), ("one",))
    for _ in range(2):
        with pytest.raises(BuildError, match="no"):
            steps.make(folder, "making", fill, ("two",))
    assert [path.name for path in folder.iterdir()] == ["whole"]


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_what_is_no_port_is_refused(
    port: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["web", "--serve", port])
    with pytest.raises(SystemExit) as refused:
        __main__.main()
    assert refused.value.code == 2
    assert port in capsys.readouterr().err


@pytest.mark.slow
def test_a_port_that_is_taken_is_named(address: str) -> None:
    port = address.rsplit(":", 1)[1].strip("/")
    command = [sys.executable, "-m", "scripts.browser", "--serve", port]
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=120, check=False)
    assert said.returncode == 1
    assert said.stderr.splitlines()[-1] == f"h89yahtzee: port {port} can't be used: Address already in use"
