"""The command `yahtzee-host`: serves callers with a lobby and tables until it is stopped.

`--door-kit` writes files with which BBSes on this machine can start the game as a door (a program that a BBS starts
for a caller). Every BBS starts the same script, and gives it the path of the drop file, which tells about the
caller. The other files tell three BBSes how to start the script: Synchronet's install-xtrn.ini, an entry for a menu
of ENiGMA, and a command for an entry of a menu of Mystic. The names of the settings in these files are from the
head of Synchronet's install-xtrn.js, ENiGMA's page on the module abracadabra, and Mystic's menu commands.
"""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from h89yahtzee import __version__
from h89yahtzee.apps.command import run_command, say
from h89yahtzee.apps.host.host_options import HostOptions, check_ways_in, parse_host_options
from h89yahtzee.apps.options.option_parser import parsed_file, settings_in
from h89yahtzee.apps.paths import make_private, settings_file
from h89yahtzee.store.own_files import replace_file

SCRIPT = "h89yahtzee.sh"
_SCRIPT = """\
#!/bin/sh
# Started by a bulletin board, with the path of its drop file. Options of yahtzee can be added here.
exec {command} --door "$1"{more}
"""
_SYNCHRONET = """\
; jsexec install-xtrn, with the path of this folder, which belongs into the xtrn folder of Synchronet
Name = H89 Yahtzee
Desc = The dice game of the Heath/Zenith H89, for one or for several callers
Cats = Games
Subs = Dice
Inst = yahtzee-host {version}

[prog:H89YAHTZ]
name = H89 Yahtzee
cmd = {script} %f
type = XTRN_DOOR32
settings = XTRN_MULTIUSER | XTRN_NATIVE | XTRN_STDIO | XTRN_NOECHO
"""
_MYSTIC = """\
Mystic's menu editor: an entry with this command, and its data in one line.

Command: D3
Data: {script} %Pdoor32.sys
"""


def write_door_kit(options: HostOptions) -> int:
    """Write the files for BBSes to the folder that `--door-kit` names, which is created if missing; return the exit
    status.

    If `--socket` is given, the game started by a BBS joins the caller to the host there; otherwise the caller plays
    alone or against computers. OSError if a file can't be written.
    """
    assert options.door_kit is not None
    folder = Path(options.door_kit).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in _files(folder, options.socket).items():
        replace_file(folder / name, text.encode("utf-8"))
        # A BBS often runs as another user than the one who calls this command, so others may read the files.
        (folder / name).chmod(0o755 if name == SCRIPT else 0o644)
        say(str(folder / name))
    return 0


def _files(folder: Path, socket: str | None) -> dict[str, str]:
    """Return a dict of the files for BBSes, from the name of each file to its text. The script will be in `folder`;
    if `socket`, the path of a host's local socket, isn't None, the script joins callers to that host."""
    script = folder / SCRIPT
    command = shlex.join([sys.executable, "-m", "h89yahtzee"])
    more = "" if socket is None else f" --join {shlex.quote(str(Path(socket).resolve()))}"
    config = {
        "name": "H89Yahtzee",
        "dropFileType": "DOOR32",
        "cmd": str(script),
        "args": ["{dropFilePath}"],
        "io": "stdio",
    }
    entry = {"doorH89Yahtzee": {"desc": "H89 Yahtzee", "module": "abracadabra", "config": config}}
    return {
        SCRIPT: _SCRIPT.format(command=command, more=more),
        "install-xtrn.ini": _SYNCHRONET.format(version=__version__, script=SCRIPT),
        "enigma-menu.hjson": f"{json.dumps(entry, indent=4)}\n",
        "mystic-menu.txt": _MYSTIC.format(script=script),
    }


NAME = "yahtzee-host"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0 after SIGTERM or when a task such as `--announce` is done, 1 after
    a failure, 2 for wrong usage, 3 if no host answers `--status`, 128 + n after any other signal n."""
    return run_command(NAME, lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> HostOptions:
    """Return the options from the command line `arguments` and the settings file. The command line is checked
    before the settings file is read."""
    options = parse_host_options(arguments)
    path = (
        Path(options.settings) if options.settings is not None else settings_file(os.environ).with_name("host.toml")
    )
    if options.settings is not None or path.exists():
        settings = parsed_file(path, lambda table: settings_in(table, HostOptions))
        options = parse_host_options(arguments, settings)
    check_ways_in(options)
    return options


def _main(options: HostOptions) -> int:
    if options.door_kit is not None:
        return write_door_kit(options)
    if options.status or options.announce:
        from h89yahtzee.apps.host.notice_board import announce, data_folder, print_status

        if options.status:
            return print_status(options)
        return announce(options, data_folder(options, os.environ) / "journal.sqlite3")
    if options.fingerprint:
        from h89yahtzee.apps.host.notice_board import data_folder
        from h89yahtzee.apps.host.ssh_port import shown_key

        folder = data_folder(options, os.environ)
        make_private(folder)
        say(shown_key(folder))
        return 0
    from h89yahtzee.apps.host.host import Host

    status = Host(options).run()
    return 0 if status == 128 + signal.SIGTERM else status
