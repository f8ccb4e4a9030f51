"""The Debian package: built, installed, played and removed without a network, in systems made for these tests."""

from __future__ import annotations

import re
import shutil
import tarfile
from pathlib import Path

import numpy as np
import pytest

from h89yahtzee import __version__
from tests.release.debians import APT, LIMIT, USER, NewDebian, inside
from tests.release.releases import PROGRAMS, ROOT, Release

DEBIAN = ROOT / "scripts" / "packaging" / "debian"
TOOLS = "appstream build-essential desktop-file-utils"
NEEDED = "python3 python3-blessed python3-numpy python3-serial systemd-standalone-sysusers"
"""What the package depends on, installed while there is a network."""
TESTS = "tests/apps/sessions/test_window.py tests/solver/columns/test_columns.py tests/transport/test_ssh.py"
"""Some tests for each of blessed, numpy and asyncssh; all tests would take minutes."""
SOURCES = f"/home/{USER}/h89yahtzee-{__version__}"
LOOPBACK = """python3 -c "
import fcntl, socket, struct
with socket.socket() as any_socket:
    fcntl.ioctl(any_socket, 0x8914, struct.pack('16sh14x', b'lo', 1))
"
"""
OF_SYSTEM = re.compile(
    r"(dev|proc|run|sys|tmp)/|var/(cache|lib/(apt|dpkg|systemd)|log)/|etc/(passwd|group|g?shadow|sub[ug]id)-?$"
)
"""The paths that any package leaves behind when it is removed: the system's own lists, logs and backups."""


def put_sources(debian: Path, release: Release) -> None:
    """Unpack the sdist, with `debian` at its top; put the sdist beside it, under the name dpkg-source expects."""
    home = debian / "home" / USER
    with tarfile.open(release.sdist) as packed:
        packed.extractall(home, filter="data")
    shutil.copy(release.sdist, home / f"h89yahtzee_{__version__}.orig.tar.gz")
    sources = debian / SOURCES.removeprefix("/")
    shutil.copytree(sources / "scripts" / "packaging" / "debian", sources / "debian")
    inside(debian, "root", f"chown -R {USER}: /home/{USER}")


def build(debian: Path, release: Release) -> Path:
    """Build the package as a user without a network; the build runs some tests with Debian's own packages."""
    put_sources(debian, release)
    inside(debian, "root", f"cd {SOURCES}; {APT} --yes build-dep ./")
    by_user = f"su {USER} -c 'cd {SOURCES}; TESTS=\"{TESTS}\" dpkg-buildpackage -us -uc'"
    said = inside(debian, "root", f"{LOOPBACK}{by_user}", network=False)
    assert re.search(r"^\d+ passed", said, re.MULTILINE), said
    [package] = (debian / "home" / USER).glob(f"h89yahtzee_{__version__}-*.deb")
    return package


def files_of(debian: Path) -> set[str]:
    found = (path.relative_to(debian).as_posix() for path in debian.rglob("*"))
    return {name for name in found if not OF_SYSTEM.match(name)}


def check_by_lintian(debian: Path) -> None:
    """Check that lintian reports no tags but those that docs/packaging.md names."""
    said = inside(debian, USER, "cd; lintian --pedantic --fail-on none *.changes", network=False)
    named = (ROOT / "docs" / "packaging.md").read_text("utf-8").partition("**lintian**")[2].partition("\n\n")[0]
    tags = re.findall(r"^[EWP]: h89yahtzee(?: source)?: ([a-z-]+)", said, re.MULTILINE)
    assert set(tags) <= set(re.findall(r"`([a-z-]+)`", named)), said


def check_by_tools(debian: Path) -> None:
    """Check that desktop entry and metainfo are valid, and that dpkg-source can pack the cleaned sources again."""
    files = f"{SOURCES}/scripts/packaging"
    inside(debian, USER, f"desktop-file-validate {files}/*.desktop; appstreamcli validate --no-net {files}/*.xml")
    inside(debian, USER, f"cd {SOURCES}; debian/rules clean; dpkg-source --build .", network=False)


@pytest.mark.slow
@pytest.mark.timeout(4 * LIMIT)
@pytest.mark.parametrize("suite", ["trixie", "sid"])
def test_package_is_built_installed_played_and_removed(new_debian: NewDebian, release: Release, suite: str) -> None:
    """lintian takes a minute and runs in sid alone, as Debian asks for. In trixie the package is installed in
    another system, without anything that only building it needs.
    """
    builder = new_debian(suite, f"{TOOLS} {NEEDED}{' lintian' if suite == 'sid' else ''}")
    package = build(builder, release)
    check_by_tools(builder)
    if suite == "sid":
        check_by_lintian(builder)

    debian = builder if suite == "sid" else new_debian(suite, NEEDED)
    (debian / "home" / USER / ".local").mkdir(exist_ok=True)
    before = files_of(debian)
    shutil.copy(package, debian / "tmp" / "h89yahtzee.deb")
    shutil.copy(DEBIAN / "tests" / "play", debian / "tmp" / "play")
    inside(debian, "root", f"chown -R {USER}: /home/{USER}; dpkg --install /tmp/h89yahtzee.deb", network=False)
    assert {f"usr/games/{name}" for name in PROGRAMS} <= files_of(debian)
    unit = (debian / "usr/lib/systemd/system/yahtzee-host.service").read_text("utf-8")
    assert "\nExecStart=/usr/games/yahtzee-host " in unit
    assert "\nUser=yahtzee-host\n" in unit
    assert "yahtzee-host" in (debian / "etc/passwd").read_text("utf-8")

    assert "the host answered" in inside(debian, "root", f"{LOOPBACK}su {USER} -c /tmp/play", network=False)
    game = "echo s aces | /usr/games/yahtzee --plain --rules yacht -r42 -d0 me =bea:greedy"
    assert "\nSaved. " in inside(debian, USER, game, network=False)

    inside(debian, "root", "dpkg --purge h89yahtzee", network=False)
    left = files_of(debian) - before
    assert left
    assert not [name for name in left if not re.match(rf"home/{USER}/\.(local|cache)(/|$)", name)]
    assert any(name.startswith(f"home/{USER}/.local/share/h89yahtzee/") for name in left)


@pytest.mark.parametrize(
    ("file", "words"),
    [
        ("PKGBUILD", f"pkgver={__version__}\n"),
        ("debian/changelog", f"h89yahtzee ({__version__}-"),
        ("h89yahtzee.rb", f"/h89yahtzee-{__version__}.tar.gz"),
        ("io.pypi.h89yahtzee.metainfo.xml", f'<release version="{__version__}"'),
    ],
)
def test_every_package_is_of_this_version(file: str, words: str) -> None:
    assert words in (DEBIAN.parent / file).read_text("utf-8")


def test_metainfo_names_every_program() -> None:
    [metainfo] = DEBIAN.parent.glob("*.metainfo.xml")
    assert sorted(re.findall("<binary>(.*)</binary>", metainfo.read_text("utf-8"))) == PROGRAMS


def test_rules_make_each_value_net_by_the_commands_that_it_names() -> None:
    commands = re.findall(r"^\t\$\(FIT\) (\S+) ?(.*)$", (DEBIAN / "rules").read_text("utf-8"), re.MULTILINE)
    for file in (ROOT / "h89yahtzee" / "solver" / "columns").glob("*.npz"):
        options = [words for name, words in commands if name == file.stem]
        assert options, file
        with np.load(file) as arrays:
            assert arrays["made_by"] == f"{file.stem} {', then '.join(options)}".rstrip()
