"""Makes the files of a release in dist/: the sdist, a wheel with the compiled kernel and one without.

The same sources give the same bytes, wherever and whenever: the wheels are built from the sdist, and all that is in
any of the files is as old as SOURCE_DATE_EPOCH says, or else as the last commit.
"""

from __future__ import annotations

import argparse
import gzip
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from h89yahtzee import __version__

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
NOT_SOURCES = (".venv", ".git", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "*.so", "build", "dist")
EXTENSION = re.compile(r"\[\[tool\.setuptools\.ext-modules\]\]\n(?:.+\n)+")
"""The part of pyproject.toml about the kernel."""


def run(*command: str | Path, cwd: Path = ROOT) -> str:
    """Run a command and return its output; SystemExit with output and errors if it fails."""
    tools = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        [*map(str, command)], cwd=cwd, env=os.environ | {"PATH": tools}, capture_output=True, text=True, check=False
    )
    if ran.returncode:
        raise SystemExit(f"{ran.stdout}{ran.stderr}scripts/release: {Path(command[0]).name} failed")
    return ran.stdout


def build(kind: str, sources: Path, *options: str) -> Path:
    """Build an sdist or a wheel by setuptools, as pip would; returns the file."""
    call = f"from setuptools.build_meta import build_{kind} as b; b('built', {{'--build-option': {options!r}}})"
    run(sys.executable, "-c", call, cwd=sources)
    [built] = (sources / "built").iterdir()
    return built


def make_sdist(folder: Path, epoch: int) -> Path:
    """Make the sdist, packed anew with the same times, owners and modes wherever it is made."""
    shutil.copytree(ROOT, folder, ignore=shutil.ignore_patterns(*NOT_SOURCES), symlinks=True)
    built = build("sdist", folder)
    made = DIST / built.name
    with (
        tarfile.open(built) as old,
        made.open("wb") as file,
        gzip.GzipFile("", "wb", fileobj=file, mtime=epoch) as zipped,
        tarfile.open(fileobj=zipped, mode="w", format=tarfile.PAX_FORMAT) as new,
    ):
        for member in sorted(old.getmembers(), key=lambda member: member.name):
            plain = tarfile.TarInfo(member.name)
            plain.type, plain.size, plain.mtime = member.type, member.size, epoch
            plain.mode = 0o755 if member.mode & 0o100 else 0o644
            new.addfile(plain, old.extractfile(member) if member.isfile() else None)
    return made


def make_wheels(folder: Path, sdist: Path) -> None:
    """Make both wheels from the sdist, without Python's own compiler flags: they name folders of this machine."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder / "compiled", filter="data")
        packed.extractall(folder / "pure", filter="data")
    name = sdist.name.removesuffix(".tar.gz")
    compiler = os.environ.get("CC", "cc")
    os.environ |= {
        "CC": compiler,
        "CFLAGS": "",
        "LDSHARED": f"{compiler} -shared",
        "LDFLAGS": "-s -Wl,-z,relro,-z,now",
    }
    compiled = build("wheel", folder / "compiled" / name, "--py-limited-api=cp311")
    if not any((folder / "compiled").rglob("_kernel*.so")):
        raise SystemExit("scripts/release: the kernel wasn't compiled: a release needs a C compiler")
    run("auditwheel", "repair", "--wheel-dir", DIST, compiled)
    project = folder / "pure" / name / "pyproject.toml"
    project.write_text(EXTENSION.sub("", project.read_text("utf-8")), "utf-8")
    shutil.copy(build("wheel", project.parent), DIST)


def check_tag(tag: str) -> None:
    """SystemExit unless the tag, the version and the newest entry of the changelog are the same."""
    newest = re.search(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if tag != f"v{__version__}":
        raise SystemExit(f"scripts/release: expected the tag v{__version__}, not {tag}")
    if newest is None or not re.fullmatch(rf"\[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d", newest[1]):
        raise SystemExit(f"scripts/release: expected CHANGELOG.md to begin with [{__version__}] and a date")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/release", description="Make the files of a release in dist/.")
    parser.add_argument("--tag", help="make them only if this is the tag of the version and its changes are dated")
    if (tag := parser.parse_args().tag) is not None:
        check_tag(tag)
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct").strip()
    os.environ["SOURCE_DATE_EPOCH"] = epoch
    os.umask(0o022)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        sdist = make_sdist(Path(folder, "sources"), int(epoch))
        make_wheels(Path(folder), sdist)
    files = sorted(DIST.iterdir())
    run("twine", "check", "--strict", *files)
    run("check-wheel-contents", *(file for file in files if file.suffix == ".whl"))
    sys.stdout.write("".join(f"{file.relative_to(ROOT)}\n" for file in files))


if __name__ == "__main__":
    main()
