"""The card by every rule set, for every number of players and columns: no row and no figure is missing."""

from itertools import product

import pytest

from h89yahtzee.frontends.screen import views
from h89yahtzee.frontends.screen.card import TableView
from h89yahtzee.frontends.screen.layout import Display
from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.game.rules import RULE_SETS, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box, Scorecard
from h89yahtzee.game.state import GameState
from h89yahtzee.screen.keys import Keyboard
from h89yahtzee.table import texts
from h89yahtzee.table.match import Match
from h89yahtzee.table.preferences import Mark, Potential
from tests.game.variants import name_of, variants
from tests.naming import each, naming
from tests.parameters import few_fast

DISPLAYS = [Display(25), Display(24, reverse=False, keyboard=Keyboard.LETTERS)]
GRID_COLUMNS = 6
NUMBERS = range(1, 11)
"""The numbers of players that there may be."""

EVERY_SHAPE = pytest.mark.parametrize(
    "rules",
    [*map(rule_set, RULE_SETS), *(rule_set("quintzee", columns) for columns in (2, GRID_COLUMNS))],
    ids=name_of,
)


def view_of(rules: RuleSet, players: int, card: Scorecard, seat: int, earlier: int = 0) -> TableView:
    """Return the view of a table where `seat`, with `card`, is to move with 6 6 6 6 6; every other player has 20
    plus the number of their seat in each box."""
    cards = tuple(card if other == seat else posted(rules, 20 + other) for other in range(players))
    state = GameState(rules, cards, seat, 3, (6, 6, 6, 6, 6), 2)
    selected = state.legal_boxes()[-1] if card.open_boxes() else None
    return TableView(
        state=state,
        names=tuple(f"name{number}" for number in range(players)),
        wins=tuple(range(players)),
        to_roll=frozenset(),
        selected=selected,
        message="",
        remark="",
        oldstyle=False,
        mark=Mark.KEEP,
        potential=Potential.ALL,
        earlier=((1234,) * earlier,) * players,
    )


def posted(rules: RuleSet, score: int) -> Scorecard:
    return Scorecard(rules, ((score,) * len(rules.categories),) * rules.columns)


def numbers(line: str) -> list[int]:
    """Return the whole numbers behind the label of a row."""
    words = line[30:].replace("/", " ").replace("[", " ").replace("]", " ").replace("+", " ").split()
    return [int(word) for word in words if word.lstrip("-").isdigit()]


@EVERY_SHAPE
def test_every_row_of_the_card_has_its_own_line_above_the_dice(rules: RuleSet) -> None:
    for display, players in product(DISPLAYS, NUMBERS):
        with naming(display, players):
            check_rows(rules, display, players)


def check_rows(rules: RuleSet, display: Display, players: int) -> None:
    lines = views.table(view_of(rules, players, Scorecard.empty(rules), 0), display).text().split("\n")
    above_dice = lines[1 : display.rows - 4]
    labels = [texts.row_label(rules, row) for row in range(len(rules.categories))]
    labels += ["TOTAL SCORE"] + ["Yahtzee bonus"] * bool(rules.extra_yahtzees.bonus)
    labels += [f"Bonus iff >= {rules.upper_bonus_at}"] * bool(rules.upper_bonus)
    at = [[row for row, line in enumerate(above_dice) if label in line[:28]] for label in labels]
    assert [len(rows) for rows in at] == [1] * len(labels)
    assert len({row for rows in at for row in rows}) == len(labels)
    assert {len(line) for line in lines} == {80}
    assert {line[79] for line in lines} == {" "}
    assert lines[display.rows - 4][4:39].split() == ["KEEP" if display.reverse else "[KEEP]"] * 5


@pytest.mark.parametrize("rules", few_fast(2, map(rule_set, ("quintzee", *RULE_SETS))), ids=name_of)
def test_all_figures_of_the_player_to_move_are_there(rules: RuleSet) -> None:
    """Each box of the card holds a different number; the totals shown must be those of the cards."""
    for display, players in product(DISPLAYS, NUMBERS):
        with naming(display, players):
            check_figures(rules, display, players)


def check_figures(rules: RuleSet, display: Display, players: int) -> None:
    boxes = [(row, column) for column in range(rules.columns) for row in range(len(rules.categories))]
    scores = {(row, column): 10 + 6 * row + column for row, column in boxes}
    card = Scorecard(
        rules,
        tuple(
            tuple(scores[row, column] for row in range(len(rules.categories))) for column in range(rules.columns)
        ),
    )
    for seat in range(players):
        view = view_of(rules, players, card, seat)
        lines = views.table(view, display).text().split("\n")
        by_label = {line[:28].split("  ")[0].strip() or line[:20].strip(): line for line in lines[:21]}
        for row in range(len(rules.categories)):
            line = by_label[texts.row_label(rules, row)]
            assert {scores[row, column] for column in range(rules.columns)} <= set(numbers(line)), line
        assert {card.column_total(column) for column in range(rules.columns)} <= set(
            numbers(by_label["TOTAL SCORE"])
        )
        shown = {number for line in lines[:21] for number in numbers(line)}
        if rules.columns > 1:
            assert {other.total() for other in view.state.cards} <= shown
        else:
            assert {other.column_total() for other in view.state.cards} <= shown


@each("columns", range(1, GRID_COLUMNS + 1))
def test_columns_of_earlier_games_and_totals_of_four_figures_leave_the_rest_legible(columns: int) -> None:
    for players in NUMBERS:
        with naming(players):
            check_earlier_games(rule_set("quintzee", columns), players)


def check_earlier_games(rules: RuleSet, players: int) -> None:
    for earlier in range(rules.columns, GRID_COLUMNS - rules.columns + 1, rules.columns):
        view = view_of(rules, players, posted(rules, 99), 0, earlier)
        lines = views.table(view, Display(25)).text().split("\n")
        (totals,) = (line for line in lines if line.startswith("TOTAL SCORE"))
        total = view.state.card.column_total()
        assert totals.count("1234") in (0, earlier, earlier * players)
        assert totals.replace("1234", "").count(str(total)) == rules.columns
        whole = total * rules.columns + 1234 * earlier
        assert any(str(whole) in line for line in lines)


def test_all_players_are_shown_whole_where_there_is_room() -> None:
    """Two players with six columns, ten with one and four with three are shown whole; where there is no room, the
    other players are shown by their totals."""
    whole = [
        (name, columns, players)
        for name, columns, players in product(["quintzee"], range(1, 7), range(1, 11))
        if "OTHERS" not in first_line(rule_set(name, columns), players)
    ]
    assert [(columns, max(p for _, c, p in whole if c == columns)) for columns in range(1, 7)] == [
        *((1, 10), (2, 5), (3, 4), (4, 3), (5, 2), (6, 2))
    ]
    assert "OTHERS" not in first_line(rule_set("triple"), 4)


def first_line(rules: RuleSet, players: int) -> str:
    return views.table(view_of(rules, players, Scorecard.empty(rules), 0), Display(25)).text().split("\n")[0]


def test_triple_has_its_factors_in_the_head() -> None:
    view = view_of(rule_set("triple"), 2, Scorecard.empty(rule_set("triple")), 0)
    head = views.table(view, Display(25)).text().split("\n")[1]
    assert head[:28].strip() == "Column"
    assert head[30:].split() == ["x1", "x2", "x3"] * 2


def test_the_upper_bonus_of_a_grid_shows_how_far_ahead_or_behind_it_is() -> None:
    """The bonus supposes three of each face: two sixes are 6 points behind, four fives are 5 ahead."""
    rules = rule_set("quintzee", 3)
    card = Scorecard.empty(rules).with_score(Box(5, 0), 12).with_score(Box(4, 1), 20)
    for row in range(6):
        card = card.with_score(Box(row, 2), 5 * (row + 1))
    view = view_of(rules, 1, card, 0)
    lines = views.table(view, Display(25)).text().split("\n")
    (bonus,) = (line for line in lines if "Bonus iff" in line)
    assert bonus[30:].replace(" .", "").split() == ["-6", "+5", "35"]


def test_potential_scores_stand_in_every_legal_box_and_a_dash_for_nothing() -> None:
    """6 6 6 6 6 are no straight."""
    rules = rule_set("quintzee", 2)
    view = view_of(rules, 2, Scorecard.empty(rules), 0)
    lines = views.table(view, Display(25)).text().split("\n")
    (sixes,) = (line for line in lines if "SIXES" in line)
    (straight,) = (line for line in lines if "4 Straight" in line)
    assert sixes[30:].replace(" .", "").split() == ["30?", "30?", "21", "21"]
    assert straight[30:].replace(" .", "").split() == ["-", "-", "21", "21"]


def test_a_forced_upper_row_is_the_only_one_with_a_potential() -> None:
    rules = rule_set("official")
    card = Scorecard.empty(rules).with_score(Box(rules.row("yahtzee")), 50)
    lines = views.table(view_of(rules, 1, card, 0), Display(25)).text().split("\n")
    stands = {line[8:20].strip(): line[50:60].replace(".", "").strip() for line in lines[1:18]}
    assert {label for label, text in stands.items() if text == "?"} == {
        *("ACES", "TWOS", "THREES", "FOURS", "FIVES", "3 of a kind", "4 of a kind"),
        *("Full House", "4 Straight", "5 Straight", "Chance"),
    }


def test_games_on_a_grid_go_on_until_it_has_no_room() -> None:
    """A grid has six columns: it holds three games of two columns each, but games of four columns begin a new grid
    each time."""
    for columns, grids in (
        (2, [0, 2, 4, 0, 2]),
        (4, [0, 0]),
        (3, [0, 3, 0]),
        (6, [0, 0]),
        (1, [0, 1, 2, 3, 4, 5, 0]),
    ):
        match = Match(Setup((Player("me", HUMAN),), 1, rule_set("quintzee", columns)))
        played = []
        for _ in grids:
            played.append(len(match.earlier[0]))
            match.play_again()
        assert played == grids


@each("rules", variants())
def test_the_title_names_the_rules_in_its_field(rules: RuleSet) -> None:
    title = f" {texts.title(rules)}"
    assert len(title) <= 28
    assert rules.name == "h89" or rules.name in title
