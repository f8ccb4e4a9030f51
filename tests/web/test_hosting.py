"""The recipe for nginx in docs/browser.md, tried by nginx on this machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from urllib.request import Request, urlopen

import pytest

from tests.web.hosts import free_port, wait_for

pytestmark = pytest.mark.slow
ROOT = Path(__file__).resolve().parents[2]
CONFIGURATION = """daemon off;
master_process off;
pid {folder}/pid;
error_log stderr warn;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    scgi_temp_path {folder}/scgi;
    uwsgi_temp_path {folder}/uwsgi;
    server {{
        listen 127.0.0.1:{port};
        root {folder};
        {recipe}
    }}
}}
"""
KINDS = {
    "": ("text/html", True),
    "page.js": ("text/javascript", True),
    "style.css": ("text/css", True),
    "pyodide/pyodide.mjs": ("text/javascript", True),
    "pyodide/pyodide.asm.wasm": ("application/wasm", True),
    "h89yahtzee.webmanifest": ("application/manifest+json", False),
    "icon.svg": ("image/svg+xml", True),
    "program.bin": ("application/octet-stream", False),
}
"""The type of each file, and whether it is to come compressed."""


@pytest.fixture
def nginx(site: Path, tmp_path: Path) -> Iterator[str]:
    """The address of the page on an nginx that complained of nothing."""
    program = shutil.which("nginx", path="/usr/sbin:/usr/bin")
    if program is None:
        pytest.skip("nginx isn't installed")
    (tmp_path / "yahtzee").symlink_to(site)
    port = free_port()
    [recipe] = re.findall(r"```nginx\n(.+?)```", (ROOT / "docs" / "browser.md").read_text("utf-8"), re.DOTALL)
    path = tmp_path / "nginx.conf"
    path.write_text(CONFIGURATION.format(folder=tmp_path, port=port, recipe=recipe))
    command = [program, "-c", str(path), "-e", "stderr"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, timeout=60, check=False)
    assert checked.returncode == 0, checked.stderr
    assert "[warn]" not in checked.stderr
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as running:
        address = f"http://127.0.0.1:{port}/yahtzee/"
        wait_for(address)
        yield address
        running.terminate()


def test_recipe_for_nginx_gives_types_and_compresses(nginx: str) -> None:
    for name, (kind, is_compressed) in KINDS.items():
        request = Request(f"{nginx}{name}", headers={"Accept-Encoding": "gzip"})
        with urlopen(request, timeout=60) as answer:
            assert answer.headers.get_content_type() == kind, name
            assert (answer.headers["Content-Encoding"] == "gzip") is is_compressed, name
            assert answer.headers["Cache-Control"] == "no-cache"
