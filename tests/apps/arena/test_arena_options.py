"""Wrong command lines of `yahtzee-arena`, each with a part of the error message."""

import shlex

import pytest

from h89yahtzee.apps.arena.arena_options import parse_arena_options
from h89yahtzee.apps.arena.bot_checks import write_new_bot
from h89yahtzee.apps.command import UsageError
from tests.naming import each

REFUSED = """
| expected bots
nobody | expected classic,
classic ./missing | missing isn't there
missing.py | missing.py isn't there
gredy random | not 'gredy'; did you mean 'greedy'?
--gauntlet nobody greedy | not 'nobody'
--games 0 classic | expected a whole number from 1
--rules yacht classic | classic can't play yacht
--columns 2 greedy | expected 1 column for official
--move-time 0 classic | expected seconds
--json --csv classic | expected one of them
--records r random random random random random random random random random random random | at most 10 players
--resume --games 5 | expected bots beside the options of a tournament
--executor localhost classic | expected dask://HOST:PORT
--executor dask://h:1 --processes 2 classic | --processes is for this machine, --executor for a cluster
--html-games 3 greedy random | expected --html with it
--pairs classic | expected two bots or more unless all play at one table, not 1
--pairs --tables 2 classic random | expected one of them
--tables 3 classic random | expected tables of 2 bots at most, not of 3
--swiss 4 greedy random hasty | --swiss: expected 3 rounds at most, in which 3 bots all meet
--swiss 1 --pairs greedy random | --pairs and --swiss don't go together
--sprt 0 5 --swiss 1 greedy random | --swiss and --sprt don't go together
--sprt 0 greedy random | --sprt: expected a number from -1000 to 1000, not 'greedy'
--sprt 5 0 greedy random | --sprt: expected two numbers from -1000 to 1000
greedy random --sprt 5 | --sprt: expected two numbers from -1000 to 1000
--sprt 0 5 greedy | expected two bots or more unless all play at one table, not 1
--sprt 0 5 greedy random hasty | --sprt: expected two bots, not 3
--alpha 0.1 greedy random | expected --sprt with them
--beta=0.5 greedy random | --beta: expected a number from 0.001 to 0.499, not '0.5'
check | expected bots, as classic,
check --lenient classic | a check is no tournament: expected it without --lenient
check --html page.html greedy | expected it without --html
check --sprt 0 5 greedy | a check is no tournament: expected it without --sprt
check --games 5 greedy | expected it without --games
check --csv classic | --csv: a check is printed as text or with --json
--rate greedy | --rate belongs to a check
check --rate --rules triple greedy | expected rules with one column, not triple
check --rate --pairs greedy | expected it without --pairs
--verbose 'dice 66652 rolls 2' greedy | --verbose belongs to a check
check --verbose 'dice 66652 rolls 2' greedy | nothing is sent to the program's own greedy
check --verbose sixes=18 /bin/sh | expected a position with dice
check --verbose sixs=18 /bin/sh | did you mean 'sixes'?
new | expected one name
new a b | expected one name
new --seed 7 a | new takes the options --language and --policy, not --seed
new a --language pyton | did you mean 'python'?
--language c greedy | --language belongs to a new bot
ratings --games 5 | expected them without --games
ratings --anchor greedy | --anchor: expected NAME=ELO, not 'greedy'
--anchor greedy=1 greedy | --anchor belongs to ratings
"""


@each("line", REFUSED.strip("\n").splitlines())
def test_what_can_not_be_followed_is_told(line: str) -> None:
    arguments, _, told = line.partition("| ")
    with pytest.raises(UsageError) as refused:
        parse_arena_options(shlex.split(arguments))
    assert told in str(refused.value)


def test_a_new_bot_needs_a_name_that_a_file_may_have() -> None:
    with pytest.raises(UsageError, match="expected a name of letters, digits, - and _ for the bot, not 'a b'"):
        write_new_bot("a b", "python")
