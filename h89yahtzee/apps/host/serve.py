"""The command `yahtzee-host`: serves callers with a lobby and tables until it is stopped."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path

from h89yahtzee.apps.command import run_command, say
from h89yahtzee.apps.host.host_options import HostOptions, check_ways_in, parse_host_options
from h89yahtzee.apps.options.toml_settings import parsed_file, settings_in
from h89yahtzee.apps.paths import make_private, settings_file

NAME = "yahtzee-host"


def main(arguments: Sequence[str] | None = None) -> int:
    """Return the exit status: 0 after SIGTERM, 1 after a failure, 2 for wrong usage, 128 + n after signal n; of
    `--status` 3 if no host answers."""
    return run_command(NAME, lambda: _main(_options(sys.argv[1:] if arguments is None else arguments)))


def _options(arguments: Sequence[str]) -> HostOptions:
    """Return the options. The command line is checked before the settings file is read."""
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
        from h89yahtzee.apps.host.door_kit import write_door_kit

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
