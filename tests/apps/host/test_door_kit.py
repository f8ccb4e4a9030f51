"""`yahtzee-host --door-kit`: the files for BBS programs have only keys that these document, and start the game."""

import json
import os
import subprocess
from configparser import ConfigParser
from pathlib import Path

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import HOST
from tests.apps.yahtzee.drop_files import door32

ROOT_KEYS = {"Name", "Desc", "By", "Cats", "Subs", "Inst"}
PROG_KEYS = {
    *("name", "cmd", "clean_cmd", "settings", "ars", "execution_ars", "type", "event", "cost", "startup_dir"),
    *("textra", "max_time", "note", "prompt", "required"),
}
"""The keys (`ROOT_KEYS` too) in the comment at the head of Synchronet's exec/install-xtrn.js, revision 1.14."""
FLAGS = {
    *("XTRN_MULTIUSER", "XTRN_STDIO", "XTRN_STARTUPDIR", "XTRN_REALNAME", "XTRN_FREETIME", "XTRN_NATIVE"),
    *("XTRN_CHKTIME", "XTRN_LWRCASE", "XTRN_SH", "XTRN_PAUSE", "XTRN_NOECHO", "XTRN_UTF8", "XTRN_TEMP_DIR"),
}
"""The flags for the settings of a door in Synchronet's exec/load/sbbsdefs.js."""
ABRACADABRA = {
    *("name", "dropFileType", "cmd", "args", "preCmd", "preCmdArgs", "cwd", "env", "nodeMax", "tooManyArt", "io"),
    *("encoding", "commType"),
}
VARIABLES = {
    "{node}",
    "{dropFile}",
    "{dropFilePath}",
    "{dropFileDir}",
    "{userId}",
    "{userName}",
    "{srvPort}",
    "{cwd}",
}
"""The variables and, in `ABRACADABRA`, the keys in ENiGMA's documentation of its module abracadabra."""


@pytest.fixture
def kit(games: Games, tmp_path: Path) -> Path:
    folder = tmp_path / "a kit"
    result = games.by_lines("--door-kit", str(folder), command=HOST)
    assert (result.status, result.errors) == (0, "")
    assert sorted(result.output.splitlines()) == sorted(str(path) for path in folder.iterdir())
    return folder


def test_synchronets_installer_knows_the_keys(kit: Path) -> None:
    parser = ConfigParser(interpolation=None)
    parser.optionxform = str  # type: ignore[assignment, method-assign]
    parser.read_string("[root]\n" + (kit / "install-xtrn.ini").read_text("ascii"))
    root, section = parser.sections()
    assert set(parser[root]) <= ROOT_KEYS
    kind, _, code = section.partition(":")
    assert kind == "prog"
    assert len(code) <= 8
    program = parser[section]
    assert set(program) <= PROG_KEYS
    assert len(program["name"]) <= 40
    assert len(program["cmd"]) <= 63
    script, drop_file = program["cmd"].split()
    assert (kit / script).is_file()
    assert drop_file == "%f"
    assert program["type"] == "XTRN_DOOR32"
    assert set(program["settings"].split(" | ")) <= FLAGS


def test_enigmas_module_knows_the_keys(kit: Path) -> None:
    (entry,) = json.loads((kit / "enigma-menu.hjson").read_text("ascii")).values()
    assert set(entry) == {"desc", "module", "config"}
    assert entry["module"] == "abracadabra"
    config = entry["config"]
    assert set(config) <= ABRACADABRA
    assert {"name", "cmd"} <= set(config)
    assert config["dropFileType"] in ("none", "DOOR", "DOOR32", "DORINFO")
    assert config["io"] in ("stdio", "socket")
    assert set(config["args"]) <= VARIABLES
    assert os.access(config["cmd"], os.X_OK)


def test_mystics_entry_writes_door32(kit: Path) -> None:
    """Mystic's command D3 writes door32.sys to a folder; %P stands for that folder with a slash at the end."""
    entry = dict(
        line.split(": ", 1) for line in (kit / "mystic-menu.txt").read_text("ascii").splitlines() if ": " in line
    )
    assert entry["Command"] == "D3"
    assert entry["Data"] == f"{kit / 'h89yahtzee.sh'} %Pdoor32.sys"


@pytest.mark.slow
def test_the_script_starts_the_game(games: Games, kit: Path, tmp_path: Path) -> None:
    drop_file = door32(tmp_path, "g00r00", ansi=0)
    played = subprocess.run(
        [kit / "h89yahtzee.sh", drop_file],
        env=games.environment,
        input=b"q\ry\r",
        capture_output=True,
        timeout=LIMIT,
        check=False,
    )
    assert played.stderr == b""
    assert b"g00r00 rolls " in played.stdout


def test_with_a_socket_callers_join_the_host(games: Games, tmp_path: Path) -> None:
    games.by_lines("--door-kit", str(tmp_path), "--socket", str(tmp_path / "host"), command=HOST)
    script = (tmp_path / "h89yahtzee.sh").read_text("ascii")
    assert script.endswith(f' --door "$1" --join {tmp_path / "host"}\n')
    assert subprocess.run(["sh", "-n", tmp_path / "h89yahtzee.sh"], check=False).returncode == 0
