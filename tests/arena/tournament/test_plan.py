"""Plans and outcomes as texts: they are written and read back; texts that can't have been written are refused."""

from dataclasses import replace

import pytest

from h89yahtzee.arena.entrant import Entrant, Kind, parse_entrants
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.referee import Breach, GameResult, Outcome
from h89yahtzee.arena.tournament.plan import Plan, format_outcome, format_plan, parse_outcome, parse_plan
from h89yahtzee.arena.tournament.schedule import Pairing, Pool
from h89yahtzee.arena.tournament.sequential_test import Hypotheses
from tests.arena.tournament.played import result
from tests.naming import each

OF_STRATEGIES = Plan(parse_entrants(["classic:ha=5,hb=-2", "Fred=random"]), Pairing(2, Pool.ALL, 9, 7), "official")
PLANS = [
    OF_STRATEGIES,
    Plan(
        parse_entrants(["a/b.py", "./x --fast 'two words'"]),
        Pairing(2, Pool.TABLES, 9, 2**64 - 1, 2, is_independent=True),
        "quintzee columns 2 bonus extra-turn",
        True,
        Limits(0.5, memory=2**30),
    ),
    Plan(
        (Entrant("mine", Kind.PYTHON, command=("/srv/mine/bot.py",), folder="/srv/mine"),),
        Pairing(1, Pool.ALL, 9, 7),
        "official",
    ),
    replace(OF_STRATEGIES, pairing=Pairing(2, Pool.PAIRS, 9, 7, test=Hypotheses(-5, 2.5, 0.01, 0.1))),
    replace(OF_STRATEGIES, pairing=Pairing(2, Pool.SWISS, 9, 7, rounds=1)),
    replace(OF_STRATEGIES, pairing=Pairing(2, Pool.GAUNTLET, 9, 7)),
]


@pytest.mark.parametrize("plan", PLANS)
def test_plans_are_written_and_read(plan: Plan) -> None:
    assert parse_plan(format_plan(plan)) == plan


FORGED = {
    0: [
        ('"Fred"', '"../../Fred"'),
        ('"Fred"', '"\\u001b[2J"'),
        ('"Fred"', '""'),
        ('"Fred"', "7"),
        ('"classic"', '"nobody"'),
        ('"command": []', '"command": ["./x"]'),
        ('"kind": "strategy"', '"kind": "program"'),
        ('"ha": 5', '"ha": 5.5'),
        ('"bots": 2', '"bots": 3'),
        ('"games": 9', '"games": 0'),
        ('"games": 9', '"games": true'),
        ('"seed": 7', '"seed": -1'),
        ('"all bots"', '"every two"'),
        ('"official"', '"official\\u001b[2J"'),
        ('"official"', "7"),
        ('"is_lenient": false', '"is_lenient": 0'),
        ('"move_time": 1.0', '"move_time": NaN'),
        ('"move_time": 1.0', '"move_time": "1"'),
        ('"line": 4096', '"line": -1'),
        ('"digests": []', '"digests": ["ab"]'),
        ('"digests": []', '"digests": [1, 2]'),
    ],
    2: [('"folder": "/srv/mine"', '"folder": "/srv"'), ('"folder": "/srv/mine"', '"folder": 7')],
    3: [
        ('"elo1": 2.5', '"elo1": -5'),
        ('"elo1": 2.5', '"elo1": NaN'),
        ('"elo1": 2.5', '"elo2": 2.5'),
        ('"alpha": 0.01', '"alpha": 0'),
        ('"beta": 0.1', '"beta": "0.1"'),
        ('"every two bots"', '"all bots"'),
    ],
    4: [('"rounds": 1', f'"rounds": {rounds}') for rounds in ("0", "2", "1.0", '"1"')],
}
"""Parts of a plan's text and forgeries of them, by the plan's index in `PLANS`."""


@each(("plan", "told", "forged"), [(plan, *words) for plan, forged in FORGED.items() for words in forged])
def test_plan_that_can_not_have_been_asked_for_is_refused(plan: int, told: str, forged: str) -> None:
    text = format_plan(PLANS[plan])
    assert told in text
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text.replace(told, forged))


@each("text", ["", "{}", "[]", "7", "[" * 10**5, format_plan(PLANS[0])[:-1]])
def test_what_is_no_plan_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected the plan of a tournament"):
        parse_plan(text)


OUTCOMES = [
    result(1, 200),
    Breach(1, "dice 1", 'a"b\\n', "why"),
    GameResult((9, 8), (1, 0), (2, 0), (3, 0), (0.25, 0.0), (4, 0), "!a=B"),
]


@pytest.mark.parametrize("outcome", OUTCOMES)
def test_outcomes_are_written_and_read(outcome: Outcome) -> None:
    text = format_outcome(outcome, (4, 3))
    assert parse_outcome(text, (4, 3)) == outcome
    assert "\n" not in text


def test_a_breach_is_written_with_the_number_of_the_bot() -> None:
    assert format_outcome(Breach(1, "", "", "why"), (4, 3)) == '[3, "", "", "why"]'


FIGURES = '[1, 2], [0, 0], [0, 0], [0, 0], [0.5, 0], [0, 0], ""'
NO_OUTCOMES = [
    *("", "x", "{}", "[]", "[1]", "[1, 2, 3]", "[[1]]", "7", "null", "[[1],2,3,4,5,6]", '[5, "", "", ""]'),
    "[" * 10**5,
    '[3, "", "", "\\u001b]0;title\\u0007"]',
    '[3, "", "\\n", ""]',
    '[3, "", "", 7]',
    *(
        f"[{FIGURES.replace('[1, 2]', other)}]"
        for other in ("[1]", "[1, 2, 3]", '["1", 2]', "[1.5, 2]", "[true, 2]")
    ),
    *(f"[{FIGURES.replace('0.5', other)}]" for other in ("NaN", "Infinity", "-1", "1e300", "null")),
]


def test_figures_that_others_are_made_from_are_an_outcome() -> None:
    assert isinstance(parse_outcome(f"[{FIGURES}]", (4, 3)), GameResult)


@each("text", NO_OUTCOMES)
def test_what_is_no_outcome_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="expected the outcome of a game"):
        parse_outcome(text, (4, 3))
