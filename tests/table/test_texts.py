"""The words for players in sentences, compared with English written by hand."""

from h89yahtzee.game.record import HUMAN, Player, Setup
from h89yahtzee.screen.keys import Key
from h89yahtzee.table import texts
from h89yahtzee.table.match import Match
from tests.naming import each
from tests.table.tables import Conversation, MakeTable


@each(
    ("winners", "totals", "line", "oldstyle"),
    [
        (("me",), (213, 90), "me WINS!", "me WINS!"),
        (("You",), (213, 90), "You WIN!", "You WINS!"),
        (("me", "ann"), (213, 213), "me and ann WIN!", "me ann WINS!"),
        (("You", "ann"), (213, 213), "You and ann WIN!", "You ann WINS!"),
        (("me", "ann", "bob"), (9, 9, 9), "me, ann and bob WIN!", "me ann bob WINS!"),
        (("me",), (213,), "me scored 213.", "me WINS!"),
        (("You",), (213,), "You scored 213.", "You WINS!"),
    ],
)
def test_how_a_game_ended(winners: tuple[str, ...], totals: tuple[int, ...], line: str, oldstyle: str) -> None:
    names = [*winners, "last"][: len(totals)]
    seats = range(len(winners))
    assert texts.result(names, totals, seats) == line
    assert texts.result(names, totals, seats, oldstyle=True) == oldstyle


def test_long_names_make_room_for_what_happened() -> None:
    names = ["a" * 30, "b" * 30]
    assert texts.result(names, (9, 9), (0, 1), 20) == "a" * 15 + " WIN!"
    assert texts.move("x" * 99, 2, 34) == "x" * 12 + "'s move: 2 rolls left."


def test_the_screen_speaks_to_who_is_called_you(make_table: MakeTable) -> None:
    table = make_table("You", "=H89")
    assert "Your move: 2 rolls left." in table.line(22)
    table.press("1", Key.ERASE, "d")
    assert "H89's move: 2 rolls left." in table.line(22)


def test_in_the_style_of_1_1_there_is_no_second_person(make_table: MakeTable) -> None:
    table = make_table("You", oldstyle=True)
    assert "You's move: 2 rolls left." in table.line(22)
    table.press(*[Key.BLUE] * 13)
    assert table.line(23).strip() == "You WINS! Play again?"


def test_every_question_after_a_game_names_the_answers(make_table: MakeTable) -> None:
    table = make_table("me")
    table.play_out()
    assert table.line(23).rstrip().endswith(f"me scored {table.match.state.card.total()}. Play again? (y/n)")
    table.viewer.take_bells()
    table.press("x")
    assert table.viewer.take_bells() == 1


def test_lines_speak_to_who_is_called_you() -> None:
    table = Conversation(Match(Setup((Player("You", HUMAN), Player("ann", HUMAN)), 42)))
    assert list(table.start())[1] == "You roll 6 2 1 6 3 (2 rolls left)"
    assert next(table.answer("c")) == "Your card; the dice are 6 2 1 6 3"
    assert next(table.answer("w")) == "Your move in turn 1. The dice are 6 2 1 6 3; 2 rolls left."
    told = list(table.answer("s chance"))
    assert told[0] == "You score 18 in Chance, total 18"
    assert told[1].startswith("ann rolls ")
