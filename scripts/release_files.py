"""Make the files of a release in dist/: the sdist, wheels with the compiled kernel and one without.

The same sources give the same bytes on any machine and at any time: the wheels are built from the sdist, and
everything in the files is dated SOURCE_DATE_EPOCH, or like the last commit if that variable isn't set.
"""

from __future__ import annotations

import argparse
import gzip
import os
import platform
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from h89yahtzee import __version__
from scripts.browser.steps import BuildError
from scripts.browser.wasm_kernel import zig

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
NOT_SOURCES = (".venv", ".git", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info", "*.so", "build", "dist")
EXTENSION = re.compile(r"\[\[tool\.setuptools\.ext-modules\]\]\n(?:.+\n)+")
"""A pattern for the part of pyproject.toml by which the kernel is compiled."""


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
    """Build an sdist or a wheel by setuptools, as pip would; return the path of the file."""
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


def unpack(sdist: Path, folder: Path) -> Path:
    """Unpack an sdist in a folder, and return the folder of its sources."""
    with tarfile.open(sdist) as packed:
        packed.extractall(folder, filter="data")
    return folder / sdist.name.removesuffix(".tar.gz")


def make_compiled_wheel(sources: Path, compiler: str) -> None:
    """Make the wheel with the kernel. Python's own compiler flags aren't used, since they name folders of this
    machine."""
    os.environ |= {
        "CC": compiler,
        "CFLAGS": "",
        "LDSHARED": f"{compiler} -shared",
        "LDFLAGS": "-s -Wl,-z,relro,-z,now",
    }
    compiled = build("wheel", sources, "--py-limited-api=cp311")
    if not any(sources.rglob("_kernel*.so")):
        raise SystemExit("scripts/release: the kernel wasn't compiled: a release needs a C compiler")
    run("auditwheel", "repair", "--wheel-dir", DIST, compiled)


def make_pure_wheel(sources: Path) -> None:
    project = sources / "pyproject.toml"
    project.write_text(EXTENSION.sub("", project.read_text("utf-8")), "utf-8")
    shutil.copy(build("wheel", sources), DIST)


def make_arm64_wheel(sources: Path) -> None:
    """Make the wheel with the kernel for ARM64 on any machine: zig compiles for it, against an old C library."""
    try:
        compiler = zig("which compiles for ARM64")
    except BuildError as error:
        raise SystemExit(f"scripts/release: {error}") from None
    os.environ["_PYTHON_HOST_PLATFORM"] = "linux-aarch64"  # setuptools takes this for the machine it runs on
    make_compiled_wheel(sources, f"{compiler} cc -target aarch64-linux-gnu.2.17")


def check_tag(tag: str) -> None:
    """Raise SystemExit unless the tag is that of the version, and the newest entry of the changelog has this
    version and a date."""
    newest = re.search(r"^## (.*)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    if tag != f"v{__version__}":
        raise SystemExit(f"scripts/release: expected the tag v{__version__}, not {tag}")
    if newest is None or not re.fullmatch(rf"\[{re.escape(__version__)}\] - \d{{4}}-\d\d-\d\d", newest[1]):
        raise SystemExit(f"scripts/release: expected CHANGELOG.md to begin with [{__version__}] and a date")


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/release", description="Make the files of a release in dist/.")
    parser.add_argument("--tag", help="make them only if this is the tag of the version and its changes are dated")
    parser.add_argument("--arm64", action="store_true", help="make a wheel with the kernel for ARM64, too, by zig")
    arguments = parser.parse_args()
    if arguments.tag is not None:
        check_tag(arguments.tag)
    epoch = os.environ.get("SOURCE_DATE_EPOCH") or run("git", "log", "-1", "--format=%ct").strip()
    os.environ["SOURCE_DATE_EPOCH"] = epoch
    os.umask(0o022)
    shutil.rmtree(DIST, ignore_errors=True)
    DIST.mkdir()
    with tempfile.TemporaryDirectory() as folder:
        sdist = make_sdist(Path(folder, "sources"), int(epoch))
        make_compiled_wheel(unpack(sdist, Path(folder, "compiled")), os.environ.get("CC", "cc"))
        make_pure_wheel(unpack(sdist, Path(folder, "pure")))
        if arguments.arm64 and platform.machine() != "aarch64":
            make_arm64_wheel(unpack(sdist, Path(folder, "arm64")))
    files = sorted(DIST.iterdir())
    run("twine", "check", "--strict", *files)
    run("check-wheel-contents", *(file for file in files if file.suffix == ".whl"))
    sys.stdout.write("".join(f"{file.relative_to(ROOT)}\n" for file in files))


if __name__ == "__main__":
    main()
