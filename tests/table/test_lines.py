"""Line mode as a conversation."""

import pytest

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.table.lines import LineTable
from h89yahtzee.table.sitting import Match, Replay

# The first roll of seed 42 is 6 2 1 6 3 for the first player.


def table_of(*names: str) -> tuple[Match, LineTable, list[str]]:
    players = tuple(Player(name.lstrip("="), "classic" if name.startswith("=") else HUMAN) for name in names)
    match = Match(Setup(players, 42))
    table = LineTable(match)
    return match, table, list(table.start())


def test_first_roll_is_said_and_asked_about() -> None:
    _, table, lines = table_of("me")
    assert lines == ["me rolls 6 2 1 6 3 (2 rolls left)"]
    assert table.prompt == "Dice to roll (1-5), s ROW to score, c card, ? help, q quit: "


@pytest.mark.parametrize("text", ["235", "2 3 5", "532", "2 2 3 5"])
def test_rolling_by_positions(text: str) -> None:
    match, table, _ = table_of("me")
    (line,) = table.answer(text)
    assert match.state.dice[0] == match.state.dice[3] == 6
    assert match.record.turns[0].rolled == ((1, 2, 4),)
    assert line == f"me rolls dice 2 3 5 again: {' '.join(map(str, match.state.dice))} (1 roll left)"


@pytest.mark.parametrize(
    ("text", "row", "points"),
    [
        ("s 6", 5, 12),
        ("s sixes", 5, 12),
        ("S CHANCE", 12, 18),
        ("s ch", 12, 18),
        ("s full house", 8, 0),
        ("s aces", 0, 1),
        ("s 3", 2, 3),
        ("s 3 of", 6, 0),
    ],
)
def test_scoring_by_number_or_name(text: str, row: int, points: int) -> None:
    match, table, _ = table_of("me")
    said = list(table.answer(text))
    assert match.state.cards[0].scores[0][row] == points
    assert f"scores {points} in" in said[0]
    assert said[1].startswith("me rolls")


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("s", "No open row"),
        ("s 14", "No open row"),
        ("s f", "No open row, or more than one"),
        ("s poker", "No open row, or more than one, is called 'poker'."),
        ("6", "The dice are numbered 1 to 5."),
        ("hello", "Not understood: 'hello'. ? helps."),
        ("\x1b[A" + "x" * 100, "Not understood: '?[a"),
    ],
)
def test_what_is_not_understood_changes_nothing(text: str, answer: str) -> None:
    match, table, _ = table_of("me")
    before = match.state
    (said,) = table.answer(text)
    assert said.startswith(answer)
    assert said.isascii()
    assert match.state == before


def test_third_roll_is_refused() -> None:
    _, table, _ = table_of("me")
    said = [line for answer in ("1", "1", "1") for line in table.answer(answer)]
    assert said[-1].startswith("No rolls left")


def test_card_says_what_the_dice_would_score() -> None:
    _, table, _ = table_of("me")
    lines = list(table.answer("c"))
    assert " 6 SIXES        open, 12 now" in lines
    list(table.answer("s 6"))
    assert " 6 SIXES        12" in list(table.answer("c"))


def test_computer_players_are_told_about_until_a_person_is_asked() -> None:
    match, table, _ = table_of("me", "=reagan")
    said = list(table.answer("s 1"))
    assert match.state.seat == 0
    assert match.state.turn == 1
    assert said[1].startswith("reagan rolls")
    assert any(line.startswith("reagan scores") for line in said)
    assert said[-1].startswith("me rolls")


def test_quit_asks_first() -> None:
    _, table, _ = table_of("me")
    assert list(table.answer("q")) == []
    assert table.prompt == "Quit this game? (y/n) "
    list(table.answer("n"))
    assert not table.is_closed
    list(table.answer("q"))
    list(table.answer("y"))
    assert table.is_closed


def test_help_has_rules_and_answers() -> None:
    _, table, _ = table_of("me")
    text = "\n".join(table.answer("?"))
    assert "YAHTZEE is five" in text
    assert "s 9" in text


def test_whole_game_and_another() -> None:
    match, table, _ = table_of("me", "you")
    for row in range(1, 14):
        for _ in range(2):
            said = list(table.answer(f"s {row}"))
    totals = match.state.totals()
    assert said[-3:-1] == [
        f"{name}: {t}, games won: {int(t == max(totals))}" for name, t in zip(("me", "you"), totals, strict=True)
    ]
    assert said[-1].endswith("WINS!")
    assert table.prompt == "Play again? (y/n) "
    assert next(iter(table.answer("y"))).startswith("me rolls")
    assert match.setup.seed == 43


def test_all_games_of_a_replay_are_told_without_a_question() -> None:
    match, table, _ = table_of("me")
    for row in range(1, 14):
        list(table.answer(f"s {row}"))
    first = match.record
    match.play_again()
    replay = LineTable(Replay([first, match.record]))
    lines = list(replay.start())
    assert replay.is_closed
    assert [line for line in lines if line.endswith("WINS!")] == ["me WINS!"]
    assert lines[-1] == "The record ends here."


def test_computers_alone_play_to_the_end() -> None:
    match, table, lines = table_of("=reagan", "=king")
    assert match.has_ended
    assert table.is_closed
    assert lines[-1].endswith("WINS!")
