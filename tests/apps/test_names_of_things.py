"""The names of rows and computer players: people read the names that the card and the menus have, and may also type
the names that records have.
"""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from h89yahtzee.apps.yahtzee.command_line import parse_options
from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.frontends.lines.table_lines import AnswerError, boxes_called
from h89yahtzee.game.rules import RULE_SETS
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import new_game
from h89yahtzee.notation.positions import parse_position
from h89yahtzee.players.catalogue import LEVELS
from h89yahtzee.table.choices import Choices
from tests.apps.games import Games
from tests.apps.saving.saved_games import posts
from tests.apps.solve.solving import output
from tests.naming import each, naming
from tests.rooms.test_start_questions import StartLines, asked
from tests.solver.backends import needs_kernel

IN_RECORDS = re.compile(
    r"\b(ones|full-house|(small|large)-straight|(three|four)-of-a-kind|hasty|greedy|optimal|winner)\b"
)
DICE = (1, 2, 3, 4, 5)


@needs_kernel
@pytest.mark.slow
def test_people_read_the_names_of_the_board(games: Games, tmp_path: Path) -> None:
    record = tmp_path / "game"
    words = ["-r42", "--coach", "always", "--record", str(record), "me", "=king:optimal"]
    read = {"a game": games.by_lines(*words, answers=posts() + "v\nn\n").output}
    for option in ("--games", "--games=1", "--scores", "--review"):
        read[option] = games.by_lines(option).output
    read["yahtzee-solve --review"] = output("--review", record)
    # The first text line repeats the position with the names of records, so that commands can read it.
    read["yahtzee-solve --position"] = output("--position", "rules h89 dice 12346 rolls 1").partition("\n")[2]
    assert IN_RECORDS.search(record.read_text())
    for place, text in read.items():
        with naming(place):
            assert text
            assert IN_RECORDS.findall(text) == []
    for place in ("a game", "yahtzee-solve --review", "yahtzee-solve --position"):
        with naming(place):
            assert {"ACES", "4 Straight"} <= {*re.findall("ACES|4 Straight", read[place])}
    assert "=king:hard" in read["a game"]
    assert "=king:hard" in read["--games"]


@each("name", RULE_SETS)
def test_rows_are_typed_by_either_name(name: str) -> None:
    rules = RULE_SETS[name]
    state = new_game(rules, 1, lambda *_: DICE)
    column = "/1" if rules.columns > 1 else ""
    for row, category in enumerate(rules.categories):
        for typed in (category.name, category.label.lower()):
            with naming(typed):
                assert {box.row for box in boxes_called(state, typed)} == {row}
                points = category.score(DICE)
                position = parse_position(f"{typed.replace(' ', '-')}{column}={points}", rules)
                assert position.card[Box(row)] == points


@pytest.mark.parametrize(
    ("rules", "typed", "row"),
    [
        ("yatzy", "pair", "one-pair"),
        ("yatzy", "pairs", "two-pairs"),
        ("yatzy", "house", "full-house"),
        ("official", "house", "full-house"),
        ("yatzy", "four", "fours"),  # not four of a kind, which is filled
    ],
)
def test_rows_are_typed_by_a_word_of_their_names(rules: str, typed: str, row: str) -> None:
    state = parse_position(f"rules {rules} four-of-a-kind=0 dice 12346 rolls 0", RULE_SETS[rules]).state()
    [box] = boxes_called(state, typed)
    assert state.rules.categories[box.row].name == row


@pytest.mark.parametrize(
    ("filled", "typed", "told"),
    [
        ("", "kind", "'kind' could be 3 of a kind or 4 of a kind."),
        ("one-pair=4", "pair", "1 pair"),
        ("", "hous", "No row is called 'hous'"),
    ],
)
def test_a_word_that_means_no_row_or_several(filled: str, typed: str, told: str) -> None:
    state = parse_position(f"rules yatzy {filled} dice 12346 rolls 0", RULE_SETS["yatzy"]).state()
    with pytest.raises(AnswerError) as refusal:
        boxes_called(state, typed)
    assert told in str(refusal.value)


def _at_prompts(*answers: str) -> str:
    prompts = StartLines(Choices())
    asked(prompts, *answers)
    return prompts.choices.players[0].strategy


@pytest.mark.parametrize(
    "strategy_typed",
    [
        pytest.param(lambda word: parse_options([f"=king:{word}"]).players[0].strategy, id="command line"),
        pytest.param(lambda word: _at_prompts(f"=king:{word}"), id="players"),
        pytest.param(lambda word: _at_prompts("=king", "", word), id="how a computer plays"),
        pytest.param(lambda word: parse_entrant(word).strategy, id="tournament"),
    ],
)
def test_computer_players_are_typed_by_either_name(strategy_typed: Callable[[str], str]) -> None:
    for level, strategy in LEVELS.items():
        with naming(level):
            assert [strategy_typed(level), strategy_typed(strategy)] == [strategy, strategy]
