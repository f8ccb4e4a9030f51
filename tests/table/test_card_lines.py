"""Cards and plots as text."""

from dataclasses import replace

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState, Score
from h89yahtzee.table.card_lines import cards, plot
from h89yahtzee.table.match import Match
from tests.apps.by_hand import SCORES, deal, totals
from tests.game.variants import variants

SEED = 350


def played(turns: int, *names: str) -> Match:
    """Return a match in which turn n is scored in row n."""
    match = Match(Setup(tuple(Player(name, HUMAN) for name in names), SEED))
    for _ in range(turns):
        match.act(Score(match.state.card.open_boxes()[0]))
    return match


def fields(line: str) -> list[str]:
    """Return the words behind the label of a text line."""
    return line[14:].split()


def test_a_finished_game() -> None:
    names = ("ann", "bob")
    lines = list(cards(played(26, *names).state, names))
    posted = [[SCORES[row](deal(SEED, seat, row, 0)) for row in range(13)] for seat in (0, 1)]
    sums = [totals(card) for card in posted]
    upper = [[str(card[row]) for card in posted] for row in range(6)]
    lower = [[str(card[row]) for card in posted] for row in range(6, 13)]
    subtotals = [[str(sums[seat][index]) for seat in (0, 1)] for index in range(4)]
    assert [fields(line) for line in lines[:18]] == [["ann", "bob"], *upper, *subtotals[:3], *lower, subtotals[3]]
    assert [line[:14].strip() for line in lines[:9]] == [
        *("", "ACES", "TWOS", "THREES", "FOURS", "FIVES", "SIXES", "Subtotal", "Bonus"),
    ]
    assert lines[18:] == ["", f"ann: {sums[0][3]}", f"bob: {sums[1][3]}"]


def test_open_boxes_are_dashes() -> None:
    lines = list(cards(played(3, "ann", "bob").state, ["ann", "bob"]))
    assert [fields(line).count("-") for line in lines[1:7]] == [0, 1, 2, 2, 2, 2]


def card_of(rules: RuleSet, *posted: tuple[Box, int], bonuses: tuple[int, ...] = ()) -> list[str]:
    """Return the text lines of one player's card that has these scores."""
    card = replace(Scorecard.empty(rules), yahtzee_bonuses=bonuses or (0,) * rules.columns)
    for box, score in posted:
        card = card.with_score(box, score)
    return list(cards(GameState(rules, (card,), 0, len(posted), (1, 2, 3, 4, 5), 2), ["ann"]))


def test_columns_have_heads_and_the_total_counts_their_factors() -> None:
    """Each column has four aces, and the second one a Yahtzee bonus of 100, too: 4 + 2 x 104 + 3 x 4."""
    lines = card_of(rule_set("triple"), *((Box(0, column), 4) for column in range(3)), bonuses=(0, 100, 0))
    assert fields(lines[0]) == ["ann"] * 3
    assert lines[1].split() == ["Column", "x1", "x2", "x3"]
    assert lines[2].split() == ["ACES", "4", "4", "4"]
    [bonus] = (line for line in lines if line.startswith("Yahtzee bonus"))
    assert fields(bonus) == ["0", "100", "0"]
    assert lines[-1] == f"ann: {4 + 2 * 104 + 3 * 4}"


def test_rows_and_bonuses_are_those_of_the_rules() -> None:
    yacht = card_of(rule_set("yacht"), (Box(11), 50))
    assert not any(line.startswith(("Bonus", "Yahtzee")) for line in yacht)
    assert "YACHT              50" in yacht
    yatzy = card_of(rule_set("yatzy"), (Box(6), 12))
    assert "1 pair             12" in yatzy
    for rules in variants():
        lines = card_of(rules)
        assert max(map(len, lines)) <= 79
        assert [line[:14].rstrip() for line in lines].count("TOTAL SCORE") == 1


def test_ten_players_stand_in_two_blocks() -> None:
    names = [f"player{number}" for number in range(10)]
    lines = list(cards(played(10, *names).state, names))
    assert max(map(len, lines)) <= 79
    heads = [fields(line) for line in lines if line.startswith(" ") and "player" in line]
    assert [name for head in heads for name in head] == [name[:6] for name in names]
    assert [line.count(" ") for line in lines if line.startswith("player")] == [1] * 10


def test_a_name_is_not_sent_as_it_stands() -> None:
    assert "\x1b" not in "".join(cards(played(1, "ann").state, ["\x1b[2J"]))


def test_a_plot() -> None:
    assert list(plot([180, 199, 200, 155, 210])) == [
        "  210 |    *",
        "  200 |  *",
        "  190 | *",
        "  180 |*",
        "  170 |",
        "  160 |",
        "  150 |   *",
        "      +-----",
    ]


def test_a_plot_of_one_game() -> None:
    assert list(plot([187])) == ["  187 |*", "      +-"]


def test_a_plot_tells_which_values_a_row_has() -> None:
    assert list(plot([33, 54], rows=3, has_ranges=True)) == [
        "  50-59 | *",
        "  40-49 |",
        "  30-39 |*",
        "        +--",
    ]


def test_a_plot_of_anything_is_small() -> None:
    lines = list(plot([0, 99999]))
    assert lines[0] == "  80000 | *"
    assert lines[-2] == "      0 |*"


def test_a_plot_has_a_star_for_each_game() -> None:
    values = [(37 * number) % 311 for number in range(50)]
    lines = list(plot(values))
    assert sum(line.count("*") for line in lines) == 50
    assert len(lines) <= 9
