"""The scripts, each run in a copy of this clone whose path has spaces in it.

Most tests put a stand-in for uv on PATH, which notes how it is called and makes a .venv whose Python
notes its calls, too: these tests are about when something is installed, and need no network. The slow
tests make a real .venv from the configured package index.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

import h89yahtzee
from tests.release.releases import UV, need_index_of_uv

ROOT = Path(__file__).resolve().parent.parent
PYTHON = Path(sys.executable).resolve()
SCRIPTS = [
    ".ci/run",
    "scripts/packaging/debian/tests/play",
    *(f"scripts/{name}" for name in ("bench", "check", "play", "release", "setup", "termcaps", "test", "web")),
]
NOT_COPIED = shutil.ignore_patterns(".venv", ".git", ".*_cache", ".hypothesis", "__pycache__", "*.egg-info")
LOCK = "scripts/requirements.lock"
LOOKED_AT = [".ci", "scripts", "pyproject.toml", "h89yahtzee/solver/kernel.c"]
TIME_LIMIT = 120
pytestmark = pytest.mark.timeout(TIME_LIMIT + 30)

# $CALLS is the file of noted calls; a call that contains $BREAK fails, one with $KILL kills the process group.
STAND_IN = """#!/bin/sh
echo "${0##*/} $*" >>"$CALLS"
case $* in *"${KILL:-no step}"*) kill -KILL 0 ;; esac
case $* in *"${BREAK:-no step}"*) echo "broken: $*"; exit 1 ;; esac
"""
STAND_IN_UV = """
if [ "$1" = venv ]; then
    for venv in "$@"; do :; done
    mkdir -p "$venv/bin" && cp "$STAND_IN" "$venv/bin/python"
else
    case $* in
        *--require-hashes*)
            printf '%s' "${SAID:-}"
            [ ! -p "${GATE:-}" ] || read -r _ <"$GATE"
            ;;
        *)
            printf '%s' "${SAID_OF_CLONE:-}"
            [ -n "${UNCOMPILED:-}" ] || : >h89yahtzee/solver/_kernel.abi3.so
            ;;
    esac
fi
"""


@dataclass(frozen=True, slots=True)
class Clone:
    """A copy of the clone, with the current directory and the environment of the scripts run in it."""

    root: Path
    cwd: Path
    env: dict[str, str]

    @contextmanager
    def start(self, script: str, *arguments: str, **variables: str) -> Iterator[subprocess.Popen[str]]:
        with subprocess.Popen(
            [self.root / script, *arguments],
            cwd=self.cwd,
            env=self.env | variables,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        ) as process:
            try:
                yield process
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGKILL)

    def run(self, script: str, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        with self.start(script, *arguments, **variables) as process:
            output, errors = process.communicate(timeout=TIME_LIMIT)
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def calls(self) -> list[str]:
        """The calls of the stand-ins since this method was last called."""
        notes = Path(self.env["CALLS"])
        lines = notes.read_text().splitlines() if notes.exists() else []
        notes.write_text("")
        return [line.replace(str(self.root), "ROOT") for line in lines]


def copy(source: Path, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    if source.is_dir():
        shutil.copytree(source, target, ignore=NOT_COPIED, dirs_exist_ok=True)
    else:
        shutil.copy2(source, target)


def write_executable(path: Path, text: str) -> None:
    path.write_text(text)
    path.chmod(0o755)


@pytest.fixture(scope="module")
def system_commands(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with links to all of the system's commands, but without uv and any Python."""
    directory = tmp_path_factory.mktemp("system")
    for command in [*Path("/bin").iterdir(), *Path("/usr/bin").iterdir()]:
        link = directory / command.name
        if not command.name.startswith(("python", "uv")) and not link.is_symlink():
            link.symlink_to(command)
    return directory


@pytest.fixture
def commands(tmp_path: Path) -> Path:
    """A directory that stands first on PATH."""
    directory = tmp_path / "commands"
    directory.mkdir()
    return directory


@pytest.fixture
def clone(request: pytest.FixtureRequest, tmp_path: Path, commands: Path, system_commands: Path) -> Clone:
    """A copy of the clone: all files for slow tests, which really set it up, else those that the scripts read."""
    root = tmp_path / "a clone" / "H89 Yahtzee"
    for name in ["."] if request.node.get_closest_marker("slow") else LOOKED_AT:
        copy(ROOT / name, root / name)
    cwd = tmp_path / "elsewhere"
    (cwd / "h89yahtzee").mkdir(parents=True)
    (cwd / "h89yahtzee" / "__init__.py").write_text("raise SystemExit('another clone')\n")
    env = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return Clone(root, cwd, env | {"PATH": f"{commands}:{system_commands}"})


@pytest.fixture
def clone_with_uv(clone: Clone, commands: Path, tmp_path: Path) -> Clone:
    """A clone where uv is a stand-in, and the only thing that can make a .venv."""
    write_executable(commands / "uv", STAND_IN + STAND_IN_UV)
    write_executable(tmp_path / "stand-in", STAND_IN)
    paths = {"CALLS": str(tmp_path / "calls"), "STAND_IN": str(tmp_path / "stand-in")}
    return replace(clone, env=clone.env | paths)


MAKE = "uv venv ROOT/.venv"
_INSTALL = "uv pip install --python ROOT/.venv/bin/python"
INSTALL = [
    f"{_INSTALL} --require-hashes -r ROOT/.venv/requirements",
    f"{_INSTALL} --no-deps --no-build-isolation -e .",
]
PYTEST = "python -m pytest -n auto --dist worksteal"
COMPILE = "python -m pytest --collect-only -qq"
PLAY = "python -I -m h89yahtzee"


def test_first_run_says_that_it_sets_up_and_second_says_and_does_nothing(clone_with_uv: Clone) -> None:
    first = clone_with_uv.run("scripts/play")
    assert (first.returncode, first.stdout) == (0, "")
    assert first.stderr == "h89yahtzee: setting up .venv with uv ...\n"
    assert clone_with_uv.calls() == [MAKE, *INSTALL, PLAY]

    second = clone_with_uv.run("scripts/play")
    assert (second.returncode, second.stdout, second.stderr) == (0, "", "")
    assert clone_with_uv.calls() == [PLAY]


PIP_SAYS = """\
Collecting blessed==1.40.0 (from -r /home/ann/yahtzee/.venv/requirements (line 6))
  Downloading blessed-1.40.0-py3-none-any.whl.metadata (13 kB)
Collecting types-pyserial==3.5 (from -r /home/ann/yahtzee/.venv/requirements (line 9))
Installing collected packages: blessed, types-pyserial
Successfully installed blessed-1.40.0 types-pyserial-3.5
"""
PIP_SAYS_OF_CLONE = """\
Obtaining file:///home/ann/yahtzee
  Preparing editable metadata (pyproject.toml): finished with status 'done'
  Building editable for h89yahtzee (pyproject.toml): started
  Building editable for h89yahtzee (pyproject.toml): finished with status 'done'
Installing collected packages: h89yahtzee
Successfully installed h89yahtzee-2.0.0
"""
UV_SAYS = """\
Using Python 3.13.5 environment at: .venv
Resolved 7 packages in 212ms
Prepared 7 packages in 9.04s
Installed 7 packages in 12ms
"""
UV_SAYS_OF_CLONE = """\
Resolved 1 package in 2ms
   Building h89yahtzee @ file:///home/ann/yahtzee
      Built h89yahtzee @ file:///home/ann/yahtzee
Prepared 1 package in 9.04s
Installed 1 package in 1ms
"""
PIP_STEPS = ["fetching blessed", "fetching types-pyserial", "installing", "compiling the solver", "installing"]
UV_STEPS = ["fetching the packages", "installing", "compiling the solver", "installing"]


@pytest.mark.parametrize(
    ("said", "of_clone", "steps"),
    [(PIP_SAYS, PIP_SAYS_OF_CLONE, PIP_STEPS), (UV_SAYS, UV_SAYS_OF_CLONE, UV_STEPS), ("", "", [])],
)
def test_set_up_says_each_step_in_plain_text(
    clone_with_uv: Clone, said: str, of_clone: str, steps: list[str]
) -> None:
    first = clone_with_uv.run("scripts/play", SAID=said, SAID_OF_CLONE=of_clone)
    lines = ["setting up .venv with uv ...", *(f"  {step}" for step in steps)]
    assert first.stderr == "".join(f"h89yahtzee: {line}\n" for line in lines)
    assert clone_with_uv.run("scripts/play", SAID=said).stderr == ""


def test_set_up_says_if_the_solver_was_not_compiled(clone_with_uv: Clone) -> None:
    done = clone_with_uv.run("scripts/setup", UNCOMPILED="yes")
    assert done.returncode == 0
    assert done.stderr.endswith(
        "\nh89yahtzee:   no C compiler that works: numpy takes the compiled solver's place\n"
    )


def test_packages_of_a_release_are_added_to_those_of_the_tests(clone_with_uv: Clone) -> None:
    clone_with_uv.run("scripts/setup", "test")
    clone_with_uv.calls()
    clone_with_uv.run("scripts/release", "--tag", "v1.0.0")
    assert clone_with_uv.calls() == [*INSTALL, "python -m scripts.release_files --tag v1.0.0"]
    clone_with_uv.run("scripts/setup", "test")
    assert clone_with_uv.calls() == []


def test_seconds_of_a_long_step_are_counted(clone_with_uv: Clone, commands: Path, tmp_path: Path) -> None:
    gate, slept = tmp_path / "gate", tmp_path / "slept"
    os.mkfifo(gate)
    write_executable(commands / "sleep", f"#!/bin/sh\n[ ! -e '{slept}' ] || exec /bin/sleep 1\n: >'{slept}'\n")
    with clone_with_uv.start("scripts/setup", GATE=str(gate)) as setup:
        assert setup.stderr is not None
        said = {setup.stderr.readline(), setup.stderr.readline()}
        assert said == {"h89yahtzee: setting up .venv with uv ...\n", "h89yahtzee:   ... 10 seconds\n"}
        gate.write_text("open\n")
        assert setup.wait(TIME_LIMIT) == 0


def test_tests_packages_are_added_to_a_venv_made_for_play(clone_with_uv: Clone) -> None:
    clone_with_uv.run("scripts/play")
    clone_with_uv.calls()
    clone_with_uv.run("scripts/test", "-k", "two words")
    assert clone_with_uv.calls() == [*INSTALL, f"{PYTEST} -k two words"]
    clone_with_uv.run("scripts/play")
    assert clone_with_uv.calls() == [PLAY]


@pytest.mark.parametrize(
    ("file", "line"),
    [
        ("pyproject.toml", "# another line\n"),
        (LOCK, "# another line\n"),
        ("h89yahtzee/solver/kernel.c", "/* another line */\n"),
    ],
)
def test_change_of_what_is_built_is_installed_into_the_same_venv(
    clone_with_uv: Clone, file: str, line: str
) -> None:
    clone_with_uv.run("scripts/setup")
    clone_with_uv.calls()
    with (clone_with_uv.root / file).open("a") as changed:
        changed.write(line)
    clone_with_uv.run("scripts/setup")
    assert clone_with_uv.calls() == INSTALL


@pytest.mark.parametrize(
    ("before", "script", "step"),
    [((), "play", "venv"), ((), "play", "pip install"), (("play",), "test", "pip install")],
)
def test_venv_of_an_interrupted_set_up_is_made_anew(
    clone_with_uv: Clone, before: tuple[str, ...], script: str, step: str
) -> None:
    for done in before:
        clone_with_uv.run("scripts/setup", done)
    assert clone_with_uv.run("scripts/setup", script, KILL=f"{step} ").returncode < 0
    clone_with_uv.calls()
    assert clone_with_uv.run("scripts/setup", "play").returncode == 0
    assert clone_with_uv.calls() == [MAKE, *INSTALL]


def test_failed_set_up_shows_the_installers_words_then_one_line(clone_with_uv: Clone) -> None:
    failed = clone_with_uv.run("scripts/play", BREAK="pip install")
    assert (failed.returncode, failed.stdout) == (1, "")
    lines = failed.stderr.splitlines()
    assert lines[0] == "h89yahtzee: setting up .venv with uv ..."
    assert any(line.startswith("broken: pip install") for line in lines[1:-1])
    assert lines[-1].startswith("h89yahtzee: set-up failed: ")
    assert PLAY not in clone_with_uv.calls()
    assert clone_with_uv.run("scripts/play").returncode == 0
    assert clone_with_uv.calls() == [MAKE, *INSTALL, PLAY]


def test_game_stays_playable_when_the_tests_packages_could_not_be_added(clone_with_uv: Clone) -> None:
    clone_with_uv.run("scripts/setup", "play")
    assert clone_with_uv.run("scripts/test", BREAK="pip install").returncode == 1
    clone_with_uv.calls()
    assert clone_with_uv.run("scripts/play").stderr == ""
    assert clone_with_uv.calls() == [PLAY]


@pytest.mark.parametrize("is_moved", [False, True])
def test_venv_whose_python_vanished_or_that_was_moved_is_made_anew(
    clone_with_uv: Clone, tmp_path: Path, is_moved: bool
) -> None:
    clone_with_uv.run("scripts/setup")
    clone_with_uv.calls()
    clone = clone_with_uv
    if is_moved:
        clone = replace(clone, root=clone.root.rename(tmp_path / "moved"))
    else:
        python = clone.root / ".venv" / "bin" / "python"
        python.unlink()
        python.symlink_to("/usr/bin/python3.1")
    clone.run("scripts/setup")
    assert clone.calls() == [MAKE, *INSTALL]


@pytest.mark.skipif(shutil.which("flock") is None, reason="there is no flock")
def test_two_set_ups_at_the_same_time_install_once(clone_with_uv: Clone, tmp_path: Path) -> None:
    gate = tmp_path / "gate"
    os.mkfifo(gate)
    with clone_with_uv.start("scripts/setup", GATE=str(gate)) as first:
        assert first.stderr is not None
        first.stderr.readline()
        with clone_with_uv.start("scripts/setup") as second:
            assert second.stderr is not None
            assert second.stderr.readline() == "h89yahtzee: waiting for another set-up ...\n"
            gate.write_text("open\n")
            assert second.wait(TIME_LIMIT) == 0
        assert first.wait(TIME_LIMIT) == 0
    assert clone_with_uv.calls() == [MAKE, *INSTALL]


def test_play_hands_its_arguments_on_unchanged(clone_with_uv: Clone) -> None:
    clone_with_uv.run("scripts/setup")
    write_executable(clone_with_uv.root / ".venv/bin/python", '#!/bin/sh\nprintf "[%s]" "$@"; pwd\n')
    played = clone_with_uv.run("scripts/play", "two words", "", "*", "=Rex")
    assert played.stdout == f"[-I][-m][h89yahtzee][two words][][*][=Rex]{clone_with_uv.cwd}\n"


def test_play_tells_the_game_how_it_was_called(clone_with_uv: Clone, tmp_path: Path) -> None:
    clone_with_uv.run("scripts/setup")
    write_executable(clone_with_uv.root / ".venv/bin/python", '#!/bin/sh\necho "$H89YAHTZEE_COMMAND"\n')
    assert clone_with_uv.run("scripts/play").stdout == f"{clone_with_uv.root}/scripts/play\n"
    (tmp_path / "yahtzee").symlink_to(clone_with_uv.root / "scripts" / "play")
    words = ["sh", "-c", "cd .. && PATH=$PWD:$PATH && yahtzee && ./yahtzee"]
    called = subprocess.run(
        words,
        env=clone_with_uv.env,
        cwd=clone_with_uv.cwd,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=TIME_LIMIT,
    )
    assert called.stdout == f"{tmp_path}/yahtzee\n./yahtzee\n"


CHECKS = [f"python -m {tool}" for tool in ("ruff check", "ruff format --check", "mypy", "scripts.browser.lint")]


def test_check_runs_everything(clone_with_uv: Clone) -> None:
    clone_with_uv.run("scripts/setup", "test")
    clone_with_uv.calls()
    assert clone_with_uv.run("scripts/check").returncode == 0
    assert clone_with_uv.calls() == [*CHECKS, COMPILE, PYTEST]
    (clone_with_uv.root / "tests" / "__pycache__").mkdir(parents=True)
    assert clone_with_uv.run("scripts/check").returncode == 0
    assert clone_with_uv.calls() == [*CHECKS, PYTEST]
    assert clone_with_uv.run("scripts/check", "--no-tests").returncode == 0
    assert clone_with_uv.calls() == CHECKS


@pytest.mark.parametrize("tool", ["ruff check", "ruff format", "mypy", "scripts.browser.lint", "pytest"])
def test_check_fails_when_one_tool_does_and_still_runs_the_rest(clone_with_uv: Clone, tool: str) -> None:
    clone_with_uv.run("scripts/setup", "test")
    clone_with_uv.calls()
    assert clone_with_uv.run("scripts/check", BREAK=f"-m {tool}").returncode == 1
    assert clone_with_uv.calls() == [*CHECKS, COMPILE, PYTEST]


@pytest.mark.parametrize("script", ["scripts/setup", "scripts/check"])
def test_unknown_argument_is_refused(clone_with_uv: Clone, script: str) -> None:
    refused = clone_with_uv.run(script, "--fast")
    assert (refused.returncode, clone_with_uv.calls()) == (2, [])
    assert refused.stderr.startswith(f"usage: {script} [")


def test_without_any_python_one_line_says_what_is_needed(clone: Clone) -> None:
    refused = clone.run("scripts/play")
    assert refused.returncode == 1
    assert refused.stderr == "h89yahtzee: needs Python 3.11 or newer; found no python3\n"
    assert not (clone.root / ".venv").exists()


def test_too_old_python_is_named(clone: Clone, commands: Path) -> None:
    write_executable(
        commands / "python3",
        f"""#!/bin/sh
[ "$1" = --version ] && echo Python 3.9.2 && exit
exec {PYTHON} -c "import sys; sys.version_info = (3, 9, 2, 'final', 0)
$2"
""",
    )
    refused = clone.run("scripts/play")
    assert refused.returncode == 1
    assert refused.stderr == "h89yahtzee: needs Python 3.11 or newer; found Python 3.9.2\n"


@pytest.mark.skipif(shutil.which("shellcheck") is None, reason="shellcheck isn't installed")
def test_shellcheck_finds_nothing() -> None:
    checked = subprocess.run(
        ["shellcheck", *SCRIPTS], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False, timeout=TIME_LIMIT
    )
    assert checked.stdout == ""
    assert checked.returncode == 0


def test_scripts_are_executable() -> None:
    assert [script for script in SCRIPTS if not os.access(ROOT / script, os.X_OK)] == []


def check_real_set_up(clone: Clone, way: str) -> None:
    """Check that the clone's own game starts, not one in the current directory, and again from the same .venv."""
    first = clone.run("scripts/play", "--version")
    assert first.stderr.startswith("h89yahtzee: setting up .venv with ")
    assert way in first.stderr
    assert "\nh89yahtzee:   compiling the solver\n" in first.stderr
    assert "\x1b" not in first.stderr
    assert h89yahtzee.__version__ in first.stdout
    stamp = clone.root / ".venv" / "play.stamp"
    made = stamp.stat().st_mtime_ns

    second = clone.run("scripts/play", "--version")
    assert (second.returncode, second.stderr) == (0, "")
    assert second.stdout == first.stdout
    assert stamp.stat().st_mtime_ns == made


@pytest.mark.slow
def test_python_alone_sets_up(clone: Clone, commands: Path) -> None:
    (commands / "python3").symlink_to(PYTHON)
    check_real_set_up(clone, f"{PYTHON} and pip")


@pytest.mark.slow
def test_uv_sets_up(clone: Clone, commands: Path) -> None:
    need_index_of_uv()
    (commands / "uv").symlink_to(UV)
    (commands / "python3").symlink_to(PYTHON)
    check_real_set_up(clone, "uv")


@pytest.mark.slow
def test_a_package_with_another_hash_is_refused(clone: Clone, commands: Path) -> None:
    (commands / "python3").symlink_to(PYTHON)
    lock = clone.root / LOCK
    lock.write_text(re.sub("sha256:[0-9a-f]{8}", "sha256:00000000", lock.read_text()))
    refused = clone.run("scripts/play", "--version")
    assert refused.returncode == 1
    assert "HASHES" in refused.stderr
    said = refused.stderr.splitlines()[-1]
    told = r"set-up failed: .* \([a-z0-9_-]+==\S+ has another hash than scripts/requirements.lock says\)$"
    assert re.search(told, said)
