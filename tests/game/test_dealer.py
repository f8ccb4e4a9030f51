"""The dice of a seed, which must never change, compared with published figures and a second implementation."""

from hashlib import blake2b

from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.game.dealer import Dealer, choose
from tests.naming import each

NUMBERS = st.integers(0, 100)


def block(seed: int, seat: int, turn: int, roll: int) -> tuple[int, ...]:
    """Return five dice from the first 64 bytes of the stream, which hold fewer than five in only one of 10^80
    blocks."""
    message = f"{seed}/{seat}/{turn}/{roll}/0".encode("ascii")
    digest = blake2b(message, digest_size=64, person=b"h89yahtzee.dice").digest()
    return tuple([byte % 6 + 1 for byte in digest if byte < 252][:5])


@each(
    ("seed", "seat", "turn", "blocks"),
    [
        *((0, 0, 0, "62516 52215 32445"), (0, 0, 1, "36516 32226 53545"), (0, 1, 0, "11433 26213 41264")),
        *((0, 1, 12, "42131 26134 24222"), (42, 0, 0, "62163 12253 12642"), (42, 0, 1, "36411 11152 45226")),
        *((42, 1, 0, "11332 21265 15516"), (42, 1, 12, "33553 51235 12616")),
        *((18446744073709551615, 0, 0, "44533 31231 64645"), (18446744073709551615, 0, 1, "51161 51422 43555")),
        (18446744073709551615, 1, 0, "63313 32236 43561"),
        (18446744073709551615, 1, 12, "15465 56622 64613"),
    ],
)
def test_published_dice(seed: int, seat: int, turn: int, blocks: str) -> None:
    dealt = [Dealer(seed).deal(seat, turn, roll, 5) for roll in range(3)]
    assert " ".join("".join(map(str, dice)) for dice in dealt) == blocks


@given(st.integers(0, 2**64 - 1), NUMBERS, NUMBERS, st.integers(0, 2), st.integers(0, 5))
def test_a_roll_takes_the_first_dice_of_its_block(seed: int, seat: int, turn: int, roll: int, number: int) -> None:
    assert Dealer(seed).deal(seat, turn, roll, number) == block(seed, seat, turn, roll)[:number]


@given(NUMBERS, NUMBERS, NUMBERS, st.integers(0, 2))
def test_all_seats_of_a_duplicate_game_meet_the_dice_of_the_first(
    seed: int, seat: int, turn: int, roll: int
) -> None:
    assert Dealer(seed, duplicate=True).deal(seat, turn, roll, 5) == block(seed, 0, turn, roll)


def test_faces_are_even() -> None:
    """Chi-squared over 30,000 dice is above 20.5 for only one fair source in a thousand."""
    dice = [face for turn in range(2000) for roll in range(3) for face in Dealer(7).deal(0, turn, roll, 5)]
    expected = len(dice) / 6
    assert sum((dice.count(face) - expected) ** 2 / expected for face in range(1, 7)) < 20.5


@given(st.integers(1, 256), NUMBERS)
def test_choice_is_below_its_limit_and_a_function_of_its_labels(limit: int, label: int) -> None:
    assert 0 <= choose(limit, label, 1) < limit
    assert choose(limit, label, 1) == choose(limit, label, 1)


def test_choices_of_a_player_are_even() -> None:
    """Chi-squared with 9 degrees of freedom is above 27.9 for only one fair source in a thousand."""
    chosen = [choose(10, label) for label in range(5000)]
    assert sum((chosen.count(number) - 500) ** 2 / 500 for number in range(10)) < 27.9
