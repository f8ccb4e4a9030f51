"""The seven programs: the functions that parse their command lines, and the classes that declare their options."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from h89yahtzee.apps.arena.arena_options import ArenaOptions, parse_arena_options
from h89yahtzee.apps.h19.h19_options import H19Options, parse_h19_options
from h89yahtzee.apps.h19_test.h19_test_options import H19TestOptions, parse_h19_test_options
from h89yahtzee.apps.host.host_options import HostOptions, parse_host_options
from h89yahtzee.apps.mcp.mcp_options import McpOptions, parse_mcp_options
from h89yahtzee.apps.solve.solve import SolveOptions, parse_solve_options
from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.apps.yahtzee.yahtzee_options import Options

PARSERS: dict[str, Callable[[Sequence[str]], object]] = {
    "yahtzee": parse_options,
    "h19": parse_h19_options,
    "h19-test": parse_h19_test_options,
    "yahtzee-solve": parse_solve_options,
    "yahtzee-arena": parse_arena_options,
    "yahtzee-host": parse_host_options,
    "yahtzee-mcp": parse_mcp_options,
}
DECLARED: dict[str, type] = {
    "yahtzee": Options,
    "h19": H19Options,
    "h19-test": H19TestOptions,
    "yahtzee-solve": SolveOptions,
    "yahtzee-arena": ArenaOptions,
    "yahtzee-host": HostOptions,
    "yahtzee-mcp": McpOptions,
}
