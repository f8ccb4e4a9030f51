"""The table of codes, compared with the H19 manual and the order in which the firmware searches for a code."""

import pytest

from h89yahtzee.h19 import codes

# The firmware compares the byte after ESC with these in this order; it also looks for ESC, which is no function.
SEARCH_ORDER = rb"<=>#@ABCDEFGHIJKLMNOYZ[\]bjklnopqrtuvwxyz{}"


def test_every_heath_sequence_of_the_firmware_is_there_once() -> None:
    assert sorted(function.heath for function in codes.FUNCTIONS) == sorted(bytes((c,)) for c in SEARCH_ORDER)


def test_names_are_unique() -> None:
    assert len({function.name for function in codes.FUNCTIONS}) == len(codes.FUNCTIONS)


def test_only_four_functions_take_arguments() -> None:
    taking = {function.heath: function.arguments for function in codes.FUNCTIONS if function.arguments}
    assert taking == {b"Y": 2, b"x": 1, b"y": 1, b"r": 1}


def test_ansi_forms_take_the_same_number_of_arguments() -> None:
    for function in codes.FUNCTIONS:
        if function.ansi is not None:
            assert function.ansi.count(b"%d") == function.arguments, function.name


def test_ansi_forms_are_unique_but_for_hold_screen_and_keypad_which_are_modes_there() -> None:
    forms = [function.ansi for function in codes.FUNCTIONS if function.ansi is not None]
    assert len(set(forms)) == len(forms)
    assert {form for form in forms if form.startswith(b"[>")} == {
        *(b"[>%dh", b"[>%dl"),
        *(b"[>3h", b"[>3l", b"[>6h", b"[>6l"),
    }


def test_ansi_mode_has_two_functions_fewer_and_the_way_back() -> None:
    assert codes.ansi("enter_reverse_video_mode") == b"\x1b[7m"
    assert codes.ENTER_HEATH_MODE.ansi == b"[?2h"
    lacking = {function.name for function in codes.FUNCTIONS if function.ansi is None}
    assert lacking == {"enter_ansi_mode", "identify_as_vt52"}
    for name in lacking:
        with pytest.raises(KeyError):
            codes.ansi(name)


def test_baud_rates_are_those_of_the_manual() -> None:
    rates = [110, 150, 300, 600, 1200, 1800, 2000, 2400, 3600, 4800, 7200, 9600, 19200]
    indexes = [codes.argument("modify_baud_rate", letter) for letter in b"ABCDEFGHIJKLM"]
    assert [codes.BAUD_RATES[index] for index in indexes] == rates
    assert len(codes.BAUD_RATES) == len(rates)


def test_modes_are_numbered_as_in_the_manual() -> None:
    assert [codes.argument("set_mode", digit) for digit in b"123456789"] == list(codes.MODES)


@pytest.mark.parametrize(
    ("row", "column", "sent"), [(0, 0, b"\x1bY  "), (3, 17, b"\x1bY#1"), (23, 79, b"\x1bY7o"), (24, 0, b"\x1bY8 ")]
)
def test_direct_cursor_addressing(row: int, column: int, sent: bytes) -> None:
    assert codes.direct_cursor_addressing(row, column) == sent


@pytest.mark.parametrize(("row", "column"), [(25, 0), (-1, 0), (0, 80), (0, -1)])
def test_a_position_off_the_screen_is_a_bug(row: int, column: int) -> None:
    with pytest.raises(AssertionError):
        codes.direct_cursor_addressing(row, column)
