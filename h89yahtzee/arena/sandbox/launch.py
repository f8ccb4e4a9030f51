"""The launch of a bot, first thing in its process: confine it, then become the program or host the bot in Python.

`bot_process` starts it as `python -c BOOT ROOT JSON`.
"""

from __future__ import annotations

import json
import os
import sys
from typing import NamedTuple

from h89yahtzee.arena.sandbox.confinement import Confinement

BOOT = (
    "import sys; sys.path.insert(0, sys.argv[1]); "
    "from h89yahtzee.arena.sandbox.launch import Launch; Launch.parse(sys.argv[2]).run()"
)

NOT_RUNNABLE = 126


class Launch(NamedTuple):
    """A bot to launch: in `command` a program and its arguments, or, if `hosted`, the file of a bot in Python."""

    confinement: Confinement
    command: tuple[str, ...]
    hosted: bool

    def format(self) -> str:
        return json.dumps(self)

    @classmethod
    def parse(cls, text: str) -> Launch:
        confinement, command, hosted = json.loads(text)
        return cls(Confinement(*confinement), tuple(command), hosted)

    def run(self) -> None:
        if self.hosted:
            from h89yahtzee.arena.sandbox import bot_host

            self.confinement.enter()
            bot_host.run(self.command[0])
            return
        self.confinement.enter()
        try:
            os.execv(self.command[0], self.command)
        except OSError as error:
            sys.stderr.write(f"{self.command[0]}: {os.strerror(error.errno or 0).lower()}\n")
            sys.exit(NOT_RUNNABLE)
