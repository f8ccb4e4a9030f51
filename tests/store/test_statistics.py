"""Statistics, worked out by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import H89, OFFICIAL, RuleSet, rule_set
from h89yahtzee.notation.record_text import parse_cards, parse_records
from h89yahtzee.notation.tokens import NotationError
from h89yahtzee.store.history import SavedGame, Statistics, best_games, statistics, weighted_average

GAME = """\
h89yahtzee-record 1
rules h89
seed 1
dealing own
knobs ha=0 hb=0
player human ann
player classic king
player human bob
turn 1 1 66666 score yahtzee 50
total 150 201 99
"""


def games(player: str, *totals: int, rules: RuleSet = H89) -> list[Record]:
    """Finished games of one person."""
    return [Record(Setup((Player(player),), 1, rules), totals=(total,)) for total in totals]


@given(st.lists(st.integers(0, 2000), min_size=1, max_size=300))
def test_average_as_it_is_kept_game_by_game(totals: list[int]) -> None:
    """This is Quintzee's own way: both sums are multiplied by 0.93, and then the game is added to them."""
    points = weight = 0.0
    for total in totals:
        points, weight = points * 0.93 + total, weight * 0.93 + 1
    assert weighted_average(totals) == pytest.approx(points / weight)


def test_one_player() -> None:
    [found] = statistics(games("me", 200, 150, 310, 90, 250, 180, 240))
    assert found.average == pytest.approx(
        (0.93**6 * 200 + 0.93**5 * 150 + 0.93**4 * 310 + 0.93**3 * 90 + 0.93**2 * 250 + 0.93 * 180 + 240)
        / (0.93**6 + 0.93**5 + 0.93**4 + 0.93**3 + 0.93**2 + 0.93 + 1)
    )
    assert found == Statistics(
        "me",
        "h89",
        1,
        games=7,
        average=found.average,
        last=(310, 90, 250, 180, 240),
        best=(310, 250, 240, 200, 180),
        recent=(200, 150, 310, 90, 250, 180, 240),
    )


def test_players_rules_and_columns_are_kept_apart() -> None:
    found = statistics(
        [
            *games("me", 600, rules=rule_set("quintzee", 3)),
            *games("me", 200),
            *games("me", 400, rules=rule_set("quintzee", 2)),
            *games("ann", 190),
            *games("me", 620, rules=rule_set("quintzee", 3)),
        ]
    )
    assert [(group.player, group.rules, group.columns, group.last) for group in found] == [
        ("ann", "h89", 1, (190,)),
        ("me", "h89", 1, (200,)),
        ("me", "quintzee", 2, (400,)),
        ("me", "quintzee", 3, (600, 620)),
    ]


def test_recent_games_are_fifty() -> None:
    [found] = statistics(games("me", *range(70)))
    assert (found.games, found.recent) == (70, tuple(range(20, 70)))


def test_nothing_played() -> None:
    assert statistics([]) == []


def test_only_people_are_counted() -> None:
    found = statistics(parse_records(GAME))
    assert [(group.player, group.rules, group.columns, group.last) for group in found] == [
        ("ann", "h89", 1, (150,)),
        ("bob", "h89", 1, (99,)),
    ]


def test_games_won_and_lost() -> None:
    """A draw against a computer is neither won nor lost; games with bob aren't against computers only, and a game
    alone isn't lost."""
    ann, bob, king = Player("ann"), Player("bob"), Player("king", "greedy")
    played = [
        ((ann, king), (200, 199)),
        ((king, ann), (300, 150)),
        ((ann, king), (120, 120)),
        ((ann, bob), (90, 91)),
        ((bob, king, ann), (10, 20, 30)),
        ((ann,), (400,)),
    ]
    found, _ = statistics(Record(Setup(players, 1, H89), totals=totals) for players, totals in played)
    assert (found.won, found.lost) == (2, 2)
    assert (found.won_against_computers, found.lost_against_computers) == (1, 1)


OFFICIAL_TURNS = (
    "turn 1 1 66666 score yahtzee 50",
    "turn 1 2 55555 score yahtzee 50",
    "turn 2 1 11666 roll 12 66666 score sixes 30 +100",
    "turn 3 1 55554 roll - 55554 score fives 20",
    "turn 4 1 44411 score fours 12",
    "turn 5 1 12345 score ones 1",
)
"""Turns in which ann, in the first seat, has 63 in the upper rows and two Yahtzees; king has one Yahtzee."""


def test_bonuses_and_yahtzees() -> None:
    """In her second game ann has one Yahtzee; the cards of the third game aren't known."""
    setup = Setup((Player("ann"), Player("king", "greedy")), 1, OFFICIAL)
    played = Record(setup, totals=(213, 50))
    cards = [parse_cards(OFFICIAL_TURNS, setup), parse_cards(OFFICIAL_TURNS[:1], setup), ()]
    [found] = statistics([played] * 3, cards)
    assert (found.games, found.upper_bonus_rate, found.yahtzees) == (3, 1 / 2, (2 + 1) / 2)
    [unknown] = statistics([played])
    assert (unknown.upper_bonus_rate, unknown.yahtzees) == (None, None)


def test_bonuses_of_columns_and_rules_without_them() -> None:
    """A bonus is earned in one of three columns, a Yahtzee scores 100 in the bonus row, and yacht has no bonus."""
    setup = Setup((Player("ann"),), 1, rule_set("quintzee", 3, "extra-turn"))
    boxes = ["sixes/2 30", "fives/2 25", "fours/2 8", "yahtzee/1 50", "yahtzee/2 0", "bonus/1 100"]
    turns = [f"turn {number} 1 66666 score {box}" for number, box in enumerate(boxes, 1)]
    [found] = statistics([Record(setup, totals=(248,))], [parse_cards(turns, setup)])
    assert (found.upper_bonus_rate, found.yahtzees) == (1 / 3, 2)
    yacht = Setup((Player("ann"),), 1, rule_set("yacht"))
    turns = ["turn 1 1 66666 score yacht 50", "turn 2 1 66666 score sixes 30"]
    [found] = statistics([Record(yacht, totals=(80,))], [parse_cards(turns, yacht)])
    assert (found.upper_bonus_rate, found.yahtzees) == (None, 1)


@pytest.mark.parametrize(
    "turn",
    [
        "turn 1 1 66666",
        "turn 1 2 66666 score sixes 30",
        "turn 1 1 66666 score yacht 50",
        "?",
        "turn 1 1 1 score ones 1",
    ],
)
def test_turns_that_post_nothing_on_the_card(turn: str) -> None:
    lines = ["turn 1 1 11111 score ones 5", turn]
    with pytest.raises(NotationError):
        parse_cards(lines, Setup((Player("ann"),), 1, OFFICIAL))


def numbered(*records: Record) -> list[tuple[SavedGame, Record]]:
    """Return the games with numbers from 1, each begun a second after the one before."""
    return [(SavedGame(number, 1, number, "", "", None, 0, ""), record) for number, record in enumerate(records, 1)]


def test_the_ten_best_of_all_people() -> None:
    """Computers don't count, equal totals stand in the order of the games, and numbers of columns are kept
    apart."""
    others = [*games("ann", 300, 250), *parse_records(GAME), *games("ann", 700, rules=rule_set("quintzee", 3))]
    found = best_games(numbered(*games("me", *range(100, 260, 20)), *others, *games("bob", 240, rules=OFFICIAL)))
    assert list(found) == [("h89", 1), ("official", 1), ("quintzee", 3)]
    assert [(best.total, best.player, best.game, best.begun) for best in found["h89", 1]] == [
        *((300, "ann", 9, 9), (250, "ann", 10, 10), (240, "me", 8, 8), (220, "me", 7, 7), (200, "me", 6, 6)),
        *((180, "me", 5, 5), (160, "me", 4, 4), (150, "ann", 11, 11), (140, "me", 3, 3), (120, "me", 2, 2)),
    ]
    assert [best.total for best in found["quintzee", 3]] == [700]
