"""Matches and replays."""

import pytest

from h89yahtzee.game.record import Player, Record, Setup
from h89yahtzee.game.rules import rule_set
from h89yahtzee.game.state import IllegalAction, Score
from h89yahtzee.notation.record_text import format_record, parse_records
from h89yahtzee.table.match import Match, Replay
from h89yahtzee.table.preferences import Mode

PLAYERS = (Player("reagan", "classic"), Player("king", "greedy"), Player("me", "random"))


def play(sitting: Match | Replay) -> None:
    while not sitting.has_ended:
        sitting.act(sitting.decide().action)


def record_of(seed: int, *, duplicate: bool = False) -> Record:
    match = Match(Setup(PLAYERS, seed, duplicate=duplicate))
    play(match)
    return match.record


@pytest.mark.parametrize("duplicate", [False, True])
def test_same_setup_same_game(duplicate: bool) -> None:
    assert record_of(5, duplicate=duplicate) == record_of(5, duplicate=duplicate)
    assert record_of(5, duplicate=duplicate) != record_of(6, duplicate=duplicate)


def test_a_second_game_is_the_first_of_the_next_seed() -> None:
    match = Match(Setup(PLAYERS, 5))
    play(match)
    match.play_again()
    play(match)
    assert match.record == record_of(6)
    assert sum(match.wins) >= 2


def test_a_grid_goes_on_until_a_player_joins() -> None:
    """In Quintzee a grid goes on until the player switches from playing alone to playing against the computer."""
    match = Match(Setup((Player("pc", "greedy"), Player("me")), 5, rule_set("quintzee")))
    match.wins = (3, 2)
    seen = []
    for mode in (Mode.SYNCHRONIZED, Mode.OPPONENT, Mode.SOLITAIRE, Mode.OPPONENT):
        mine = match.setup.players.index(Player("me"))
        for seat in range(len(match.setup.players)):
            match.let_decide(seat, "random")
        play(match)
        mine_before, total = match.earlier[mine], match.state.cards[mine].total()
        match.mode = mode
        match.play_again()
        mine = match.setup.players.index(Player("me"))
        seen.append((len(match.setup.players), len(match.earlier[mine]), sum(match.wins) > 0))
        assert match.earlier[mine] in ((*mine_before, total), ())
    assert seen == [(2, 1, True), (2, 2, True), (1, 3, True), (2, 0, False)]


def test_replay_ends_as_the_game_did() -> None:
    records = parse_records(format_record(record_of(5)) + format_record(record_of(6)))
    replay = Replay(records)
    play(replay)
    assert replay.state.totals() == records[0].totals
    first = replay.wins
    replay.play_again()
    play(replay)
    assert replay.state.totals() == records[1].totals
    assert sum(replay.wins) > sum(first)
    replay.play_again()
    assert (replay.setup.seed, sum(replay.wins)) == (5, 0)


def test_games_that_do_not_belong_together_are_counted_apart() -> None:
    replay = Replay([record_of(5), record_of(5)])
    play(replay)
    assert (sum(replay.wins), replay.games_left) == (1, 1)
    replay.play_again()
    play(replay)
    assert (sum(replay.wins), replay.games_left) == (1, 0)


def test_the_game_after_the_last_seed_has_the_first() -> None:
    match = Match(Setup(PLAYERS, 2**64 - 1))
    match.play_again()
    assert match.setup.seed == 0


def test_replay_of_an_unfinished_game_stops_where_it_does() -> None:
    record = record_of(5)
    cut = Record(record.setup, record.turns[:7])
    replay = Replay([cut])
    play(replay)
    assert replay.has_ended
    assert not replay.state.is_over
    assert replay.state.totals() == tuple(
        sum(turn.points or 0 for turn in cut.turns if turn.seat == seat) for seat in range(len(PLAYERS))
    )


def test_replay_of_a_false_record_is_refused_before_it_begins() -> None:
    text = format_record(record_of(5)).replace("total ", "total 9")
    with pytest.raises(IllegalAction):
        Replay(parse_records(text))


def test_replay_shows_the_box_when_it_is_posted() -> None:
    replay = Replay([record_of(5)])
    while not isinstance((decision := replay.decide()).action, Score):
        assert decision.box is None
        replay.act(decision.action)
    assert decision.box == decision.action.box
