"""A game is left and resumed: what is asked, what is kept, where it continues."""

from dataclasses import replace

import pytest

from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.game.state import IllegalAction, Roll, Score
from h89yahtzee.notation.record_text import format_record, parse_records
from h89yahtzee.players.catalogue import strategies_for
from h89yahtzee.table.commands import Command
from h89yahtzee.table.endings import Leave
from h89yahtzee.table.events import Answer, Question
from h89yahtzee.table.match import Match, Offer, Replay
from h89yahtzee.table.preferences import Preferences
from h89yahtzee.table.seat import EVERYBODY, Role, Seat
from h89yahtzee.table.table import Table
from tests.game.variants import variants
from tests.naming import each
from tests.table.tables import Conversation, MakeTable, TableForOne, viewer_of

PLAYERS = (Player("me", HUMAN), Player("reagan", "classic"))
SETUP = Setup(PLAYERS, 42)
OTHER = replace(SETUP, seed=7)
GO_ON = "Resume this game? (y/n)"
QUIT = "Quit this game? (y/n)"
KEEP = "Keep this game for later? (y/n)"
NOTICE = "The dog has eaten it."


def play(match: Match, turns: int) -> None:
    """Post so many turns; people post in the first open row."""
    before = len(match.record.turns)
    while len(match.record.turns) < before + turns:
        match.act(Score(match.state.card.open_boxes()[0]) if match.is_human else match.decide().action)


def left_after(turns: int) -> Record:
    """Return what is saved of a game that was left after so many turns: the posted ones."""
    match = Match(SETUP)
    play(match, turns)
    return replace(match.record, turns=match.record.turns[:-1])


def offered(turns: int) -> Seat:
    match = Match.resume(left_after(turns), (2, 1))
    return seat_at(match, offer=Offer(match, OTHER))


def seat_at(match: Match, role: Role = EVERYBODY, offer: Offer | None = None) -> Seat:
    return Seat(Table(match, Preferences(), 0.0), 0.0, Preferences(), role, offer=offer)


@pytest.mark.parametrize("turns", [1, 2, 7, 25])
def test_a_game_goes_on_as_if_it_had_not_been_left(turns: int) -> None:
    match, whole = Match.resume(left_after(turns), (2, 1)), Match(SETUP)
    assert match.wins == (2, 1)
    assert len(match.record.turns) == turns + 1
    play(whole, turns)
    assert match.state == whole.state
    while not whole.has_ended:
        action = Score(whole.state.card.open_boxes()[0]) if whole.is_human else whole.decide().action
        whole.act(action)
        match.act(action)
    assert match.record == whole.record
    assert match.wins == tuple(wins + (2, 1)[seat] for seat, wins in enumerate(whole.wins))


@each("rules", variants())
def test_a_game_by_any_rules_goes_on_from_its_text(rules: RuleSet) -> None:
    """A game that was left after any turn goes on as the same game, with its extra Yahtzees and columns."""
    strategy = strategies_for(rules)[0]
    whole = Match(Setup((Player("king", strategy),), 42, rules))
    while not whole.has_ended:
        whole.act(whole.decide().action)
    for turns in range(1, len(whole.record.turns)):
        left = replace(whole.record, turns=whole.record.turns[:turns], totals=None)
        [read] = parse_records(format_record(left) + "\n")
        match = Match.resume(read, (0,))
        assert match.record.turns[:turns] == whole.record.turns[:turns]
    while not match.has_ended:
        match.act(match.decide().action)
    assert match.record == whole.record


def within_a_turn(make_table: MakeTable) -> Match:
    """Play a game up to its first re-roll, and return it."""
    played = make_table("=reagan").match
    while not isinstance(action := played.decide().action, Roll):
        played.act(action)
    played.act(action)
    return played


def test_a_record_that_ends_within_a_turn_is_left_there(make_table: MakeTable) -> None:
    played = within_a_turn(make_table)
    replay = Replay([played.record])
    viewer = viewer_of(replay, 1.0)
    viewer.press("q", 0.0)
    assert viewer.seat.is_closed
    assert replay.has_ended


def test_a_record_that_ends_within_a_turn_is_played_to_its_end(make_table: MakeTable) -> None:
    played = within_a_turn(make_table)
    replay = Replay([played.record])
    viewer = viewer_of(replay, 1.0)
    while (deadline := viewer.seat.table.deadline) is not None:
        viewer.seat.table.advance(deadline)
        viewer.advance(deadline)
    assert "The record ends here. Play again?" in viewer.screen().text()
    assert replay.state == played.state


def test_a_replay_says_that_it_is_one_in_place_of_the_keys_that_do_nothing() -> None:
    shown = viewer_of(Replay([left_after(2)], "GAME 7"), 1.0).screen().text()
    assert "GAME 7" in shown
    assert "Any key hurries, q leaves." in shown
    assert "DONE" not in shown
    assert "Any key hurries" not in viewer_of(Match(SETUP), 1.0).screen().text()


def test_the_last_turn_is_shown_of_a_record_that_ends_with_it() -> None:
    record = left_after(2)
    points = record.turns[1].points
    viewer = viewer_of(Replay([record]), 1.0)
    while (deadline := viewer.seat.table.deadline) is not None:
        viewer.seat.table.advance(deadline)
        viewer.advance(deadline)
    total = next(line for line in viewer.screen().text().split("\n") if "TOTAL SCORE" in line)
    assert [word for word in total.split() if word.isdigit()] == ["1", str(points)]
    assert "The record ends here. Play again?" in viewer.screen().text()
    lines = list(Conversation(Replay([record])).start())
    assert any(line.startswith(f"reagan scores {points} in ") for line in lines)
    assert lines[-1] == "The record ends here."


def test_a_game_with_other_dice_is_refused() -> None:
    record = left_after(3)
    with pytest.raises(IllegalAction, match="seed 43"):
        Match.resume(replace(record, setup=replace(SETUP, seed=43)), (0, 0))


def test_a_game_of_a_strategy_that_is_gone_is_refused() -> None:
    record = left_after(3)
    players = (PLAYERS[0], Player("reagan", "oracle"))
    with pytest.raises(ValueError, match="'oracle' is no strategy: expected one of classic"):
        Match.resume(replace(record, setup=replace(SETUP, players=players)), (0, 0))


@pytest.mark.parametrize(
    ("answer", "setup", "wins"), [(Answer.YES, SETUP, (2, 1)), (Answer.NO, OTHER, (0, 0))], ids=["yes", "no"]
)
def test_the_answer_decides_which_game_is_played(answer: Answer, setup: Setup, wins: tuple[int, ...]) -> None:
    seat = offered(2)
    assert seat.answer(answer, 0.0)
    assert (seat.table.series.setup, seat.table.series.wins) == (setup, wins)
    assert seat.table.series.state.turn == (1 if answer is Answer.YES else 0)
    seat.do(Command.DONE, 0.0)
    assert seat.table.series.state.seat == 1


@pytest.mark.parametrize("turns", [1, 2])
def test_leaving_before_the_answer_changes_nothing(turns: int) -> None:
    seat = offered(turns)
    record = seat.table.series.record
    assert seat.answer(Answer.LEAVE, 0.0)
    assert (seat.ending, seat.table.series.record) == (Leave(), record)


def test_on_a_screen_the_unfinished_game_is_shown_with_the_question() -> None:
    match = Match.resume(left_after(2), (2, 1))
    table = TableForOne(match, viewer_of(match, 1.0, offer=Offer(match, OTHER)))
    assert "me's move: 2 rolls left." in table.line(22)
    for key in ("x", "1", "d", " ", "?"):
        table.press(key)
        assert (GO_ON in table.line(23), table.viewer.take_bells()) == (True, 1)
    table.press("y")
    assert GO_ON not in table.line(23)


@pytest.mark.parametrize("key", ["q", "\x03"])
def test_on_a_screen_keys_that_quit_leave_the_question(key: str) -> None:
    match = Match.resume(left_after(2), (2, 1))
    viewer = viewer_of(match, 1.0, offer=Offer(match, OTHER))
    viewer.press(key, 0.0)
    assert viewer.ending == Leave()


def test_a_computer_player_waits_for_the_answer() -> None:
    seat = offered(1)
    seat.table.advance(1000.0)
    assert seat.table.deadline is None
    assert seat.table.series.record == Match.resume(left_after(1), (0, 0)).record
    seat.answer(Answer.YES, 1000.0)
    seat.attend(1000.0)
    assert seat.table.deadline == 1001.0


@pytest.mark.parametrize("steps", range(6))
def test_a_computer_player_finishes_its_turn_before_the_table_is_left(make_table: MakeTable, steps: int) -> None:
    whole = make_table("me", "=reagan")
    whole.press("d")
    whole.play_out()
    table = make_table("me", "=reagan")
    table.press("d")
    for _ in range(steps):
        table.wait(max(0.0, (table.deadline or 0.0) - table.now))
    table.press("q", "y")
    assert table.viewer.seat.is_closed
    turns = table.match.record.turns
    assert turns[:2] == whole.match.record.turns[:2]
    assert (turns[2].seat, turns[2].rolled) == (0, ())
    assert table.line(0)


def test_the_end_of_the_game_may_come_with_it(make_table: MakeTable) -> None:
    table = make_table("me", "=reagan")
    while len(table.match.record.turns) < 26:
        if table.match.is_human:
            table.post()
        else:
            table.wait(max(0.0, (table.deadline or 0.0) - table.now))
    table.press("q", "y")
    assert table.match.record.totals == table.match.state.totals()


def test_a_person_leaves_at_once(make_table: MakeTable) -> None:
    table = make_table("me", "=reagan")
    table.press("1", "r")
    record = table.match.record
    table.viewer.leave()
    assert table.viewer.seat.is_closed
    assert table.match.record == record


def keeping(turns: int) -> Seat:
    """Return the seat of a person who has played so many turns, and has confirmed that they quit."""
    match = Match(SETUP)
    play(match, turns)
    seat = seat_at(match, Role(asks_to_keep=True))
    seat.do(Command.QUIT, 0.0)
    assert seat.question is Question.QUIT
    seat.answer(Answer.YES, 0.0)
    return seat


@pytest.mark.parametrize(
    ("answer", "kept"), [(Answer.YES, True), (Answer.NO, False), (Answer.LEAVE, True)], ids=["yes", "no", "leave"]
)
def test_whether_the_game_is_kept_is_asked(answer: Answer, kept: bool) -> None:
    seat = keeping(2)
    assert (seat.question, seat.ending) == (Question.KEEP, None)
    seat.answer(answer, 0.0)
    assert seat.ending == Leave(kept)


def test_nothing_posted_is_nothing_to_keep() -> None:
    assert keeping(0).ending == Leave()


def test_on_a_screen_both_questions_are_answered_by_letters() -> None:
    match = Match(SETUP)
    play(match, 2)
    table = TableForOne(match, viewer_of(match, 1.0, asks_to_keep=True))
    for keys, asked in (("q", QUIT), ("y", KEEP), ("xq", QUIT), ("y", KEEP)):
        table.press(*keys)
        assert asked in table.line(23)
    table.press("n")
    assert table.viewer.ending == Leave(keeps_game=False)


def test_a_notice_stands_until_a_key_is_pressed(make_table: MakeTable) -> None:
    table = make_table("=reagan", "me")
    table.viewer.notify(NOTICE)
    for _ in range(12):
        table.wait(max(0.0, (table.deadline or 0.0) - table.now))
        assert NOTICE in table.line(23)
    table.press("1")
    assert NOTICE not in table.line(23)


def test_a_notice_makes_room_for_the_end(make_table: MakeTable) -> None:
    table = make_table("me")
    for turn in range(13):
        table.post()
        table.viewer.notify(NOTICE)
        assert (NOTICE in table.line(23)) is (turn < 12)
    assert "me scored " in table.line(23)


def test_by_lines_the_unfinished_game_is_told_and_asked_about() -> None:
    match = Match.resume(left_after(2), (2, 1))
    table = Conversation(match, Offer(match, OTHER))
    told = list(table.start())
    me, reagan = match.state.totals()
    assert told == [
        "Yahtzee by the rules of h89. Type ? for help.",
        "An unfinished game in turn 2. me's move:",
        f"me: {me} so far, games won: 2",
        f"reagan: {reagan} so far, games won: 1",
    ]
    assert table.prompt == f"{GO_ON} "
    assert list(table.answer("")) == []
    assert list(table.answer("s 1")) == []
    assert table.prompt == f"{GO_ON} "
    [rolled] = table.answer("Yes")
    assert rolled == f"me rolls {' '.join(map(str, match.state.dice))} (2 rolls left)"
    assert match.setup == SETUP
