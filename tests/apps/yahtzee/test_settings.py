"""The settings file: its keys and values, what overrides it, and its errors."""

from __future__ import annotations

import re
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.apps.options.declarations import Policy
from h89yahtzee.apps.options.option_parser import SettingsError, parsed_toml, settings_in
from h89yahtzee.apps.yahtzee.command_line import (
    dump,
    parse_options,
    preferences,
    save_preferences,
)
from h89yahtzee.apps.yahtzee.yahtzee_options import Options
from h89yahtzee.game.rules import H89, RULE_SETS, rule_set
from h89yahtzee.h19.codes import BAUD_RATES
from h89yahtzee.table.preferences import (
    PREFERENCES,
    Coach,
    Mark,
    Mode,
    Potential,
    Preferences,
    Worth,
    Written,
    preferences_for,
)
from tests.apps.games import Games
from tests.naming import each

SETTINGS: dict[str, st.SearchStrategy[Written]] = {
    "analysis-time": st.integers(0, 3600),
    "auto-roll": st.booleans(),
    "bonus": st.sampled_from(["joker", "normal", "extra-turn"]),
    "columns": st.integers(1, 6),
    "confirm-zero": st.booleans(),
    "mark": st.sampled_from(["reroll", "keep"]),
    "coach": st.sampled_from(["off", "ask", "warn", "always"]),
    "chances": st.booleans(),
    "warns-of": st.sampled_from(["points", "chances"]),
    "mode": st.sampled_from(["solitaire", "opponent", "synchronized"]),
    "potential": st.sampled_from(["all", "selected"]),
    "rules": st.sampled_from([*RULE_SETS]),
    "think-time": st.integers(0, 100000),
    "throw-time": st.integers(0, 100000),
    "upper": st.booleans(),
    "baud": st.sampled_from(list(BAUD_RATES)),
    "duplicate": st.booleans(),
    "oldstyle": st.booleans(),
    "phosphor": st.sampled_from(["green", "amber", "white", "none"]),
    "plain": st.booleans(),
    "resume": st.sampled_from(["ask", "always", "never"]),
    "save": st.sampled_from(["ask", "always", "never"]),
}


def parse_settings(text: str) -> dict[str, object]:
    return settings_in(parsed_toml(text), Options)


LINES = [
    *("", "me", "me you", "me =king", "=king", "--rules yatzy", "--rules quintzee --columns 2", "--oldstyle"),
    *("-d1", "--mark keep", "--coach", "--chances on", "--no-duplicate", "--no-plain", "--baud 300", "--plain"),
    *("--upper", "--continue", "--replay f", "--referee", "--games", "--scores"),
]


@given(st.fixed_dictionaries({}, optional=SETTINGS))
def test_what_is_dumped_is_parsed(settings: dict[str, Written]) -> None:
    assert parse_settings(dump(settings)) == {key.replace("-", "_"): value for key, value in settings.items()}
    assert tomllib.loads(dump(settings)) == settings


@pytest.mark.parametrize("text", ["", "# nothing\n", "\n\n"])
def test_nothing_said(text: str) -> None:
    assert parse_settings(text) == {}


def test_settings_hold_where_nothing_is_said() -> None:
    settings = parse_settings("phosphor = 'amber'\nsave = 'never'\nduplicate = true\noldstyle = true\nbaud = 300\n")
    options = parse_options(["me"], settings)
    assert (options.phosphor, options.save, options.baud) == ("amber", Policy.NEVER, 300)
    assert (options.duplicate, options.oldstyle, options.plain) == (True, True, False)
    line = "me --phosphor white --save ask --no-duplicate --no-oldstyle"
    options = parse_options(line.split(), settings)
    assert (options.phosphor, options.save, options.baud) == ("white", Policy.ASK, 300)
    assert (options.duplicate, options.oldstyle) == (False, False)


@given(
    st.fixed_dictionaries({}, optional=SETTINGS),
    st.sampled_from(LINES),
)
def test_no_setting_forbids_what_is_said(settings: dict[str, Written], line: str) -> None:
    parse_options(line.split(), parse_settings(dump(settings)))


def test_rules_and_table_may_be_settings() -> None:
    settings = parse_settings("rules = 'quintzee'\ncolumns = 6\nbonus = 'normal'\nmode = 'synchronized'\n")
    options = parse_options([], settings)
    assert (options.rules, options.columns, options.bonus, options.duplicate) == ("quintzee", 6, "normal", True)
    assert [player.strategy for player in options.players] == ["human", "optimal"]
    options = parse_options(["--columns", "2"], settings)
    assert (options.rules, options.columns) == ("quintzee", 2)
    options = parse_options(["--rules", "yatzy", "ann", "bob"], settings)
    assert (options.rules, options.columns, options.bonus, options.mode) == ("yatzy", None, None, None)
    settings = parse_settings("confirm-zero = true\nauto-roll = 'off'\nthrow-time = 50\nthink-time = 250\n")
    chosen = preferences(parse_options([], settings), H89)
    assert (chosen.confirm_zero, chosen.auto_roll, chosen.throw_time, chosen.think_time) == (
        True,
        False,
        0.05,
        0.25,
    )
    assert parse_options(["-d1"], settings).delay == 0.0001
    assert parse_options(["--confirm-zero", "off"], settings).preferred["confirm_zero"] is False


CHOSEN = Preferences(
    potential=Potential.ALL,
    mark=Mark.KEEP,
    confirm_zero=True,
    auto_roll=False,
    throw_time=0.1,
    think_time=0.25,
    coach=Coach.WARN,
    warns_of=Worth.CHANCES,
    chances=True,
)


def test_what_the_settings_page_writes_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "h89yahtzee" / "config.toml"
    save_preferences(path, CHOSEN, H89)
    assert preferences(parse_options([], parse_settings(path.read_text("utf-8"))), H89) == CHOSEN
    save_preferences(path, replace(CHOSEN, analysis_time=30.0), H89)
    assert preferences(parse_options([], parse_settings(path.read_text("utf-8"))), H89).analysis_time == 30
    save_preferences(path, replace(CHOSEN, mode=Mode.SYNCHRONIZED), H89)
    assert parse_options([], parse_settings(path.read_text("utf-8"))).mode is Mode.SYNCHRONIZED
    assert [file.name for file in path.parent.iterdir()] == ["config.toml"]


def test_every_row_of_the_settings_page_is_written(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    rules = rule_set("quintzee", 3, "extra-turn")
    others = replace(CHOSEN, confirm_zero=False, messages=False)
    save_preferences(path, replace(others, analysis_time=30.0, mode=Mode.SOLITAIRE, next_rules=rules), H89)
    assert tomllib.loads(path.read_text("utf-8")).keys() == {preference.key for preference in PREFERENCES}
    options = parse_options(["--rules", "quintzee"], parse_settings(path.read_text("utf-8")))
    assert (options.columns, options.bonus) == (3, "extra-turn")


def test_a_default_that_other_rules_do_not_have_is_no_choice(tmp_path: Path) -> None:
    """By h89 the scores are shown in the selected row, by official in all rows, unless a person chooses."""
    path = tmp_path / "config.toml"
    official = rule_set("official")
    save_preferences(path, replace(preferences_for(H89), mark=Mark.KEEP), H89)
    assert tomllib.loads(path.read_text("utf-8")) == {"mark": "keep"}
    options = parse_options([], parse_settings(path.read_text("utf-8")))
    assert preferences(options, official).potential is Potential.ALL

    save_preferences(path, replace(preferences_for(official), potential=Potential.SELECTED), official)
    save_preferences(path, preferences_for(official), official)
    assert preferences(parse_options([], parse_settings(path.read_text("utf-8"))), H89).potential is Potential.ALL


def test_it_leaves_the_other_settings_as_they_are(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("phosphor = 'amber'\nmark = 'reroll'\n")
    save_preferences(path, replace(CHOSEN, think_time=1000.0), H89)
    options = parse_options([], parse_settings(path.read_text("utf-8")))
    assert (options.phosphor, options.preferred["mark"], options.delay) == ("amber", Mark.KEEP, 100.0)


def test_a_file_that_is_no_settings_is_not_overwritten(tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    path.write_text("colour = 1")
    with pytest.raises(SettingsError):
        save_preferences(path, CHOSEN, H89)
    assert path.read_text() == "colour = 1"


@pytest.mark.parametrize("line", ["--line /dev/ttyS9", "--term vt100", "--baud 300"])
def test_a_screen_that_is_asked_for_wins_over_plain(line: str) -> None:
    settings = parse_settings("plain = true")
    assert parse_options(["me"], settings).plain
    assert not parse_options(line.split(), settings).plain


def test_plain_wins_over_a_speed() -> None:
    assert parse_options(["--plain"], parse_settings("baud = 300")).plain


@pytest.mark.parametrize(
    ("line", "text", "chances", "oldstyle"),
    [
        ("--oldstyle me", "chances = true", None, True),
        ("--chances on me", "oldstyle = true", True, False),
        ("--chances off me", "oldstyle = true", False, True),
        ("me", "chances = true", True, False),
    ],
)
def test_old_style_or_chances_by_what_was_said(line: str, text: str, chances: bool | None, oldstyle: bool) -> None:
    options = parse_options(line.split(), parse_settings(text))
    assert (options.preferred.get("chances"), options.oldstyle) == (chances, oldstyle)


@each(
    ("text", "message"),
    [
        ("phosphor", r"expected TOML: Expected '=' after a key .*\(at end of document\)"),
        ("save = 'ask'\nresume = ask\n", "expected TOML: .*line 2"),
        ("save = 'ask'\nsave = 'ask'\n", "expected TOML: .*line 2"),
        ("colour = 'amber'", r"expected a setting \(accessible, analysis-time, .*, warns-of\), not 'colour'$"),
        ("colums = 3", "expected a setting .*, not 'colums'; did you mean 'columns'\\?$"),
        ("coach = 'alwasy'", "coach: expected off, ask, warn or always, not 'alwasy'; did you mean 'always'\\?$"),
        ("record = 'games.txt'", "expected a setting .* not 'record'$"),
        ("[screen]\nphosphor = 'amber'\n", "expected a setting .* not 'screen'$"),
        ("phosphor = 'red'", "phosphor: expected green, amber, white or none, not 'red'$"),
        ("phosphor = ['amber']", r"phosphor: expected green, amber, white or none, not \['amber'\]$"),
        ("save = true", "save: expected ask, always or never, not True"),
        ("duplicate = 'yes'", "duplicate: expected true or false, not 'yes'"),
        ("plain = 1", "plain: expected true or false, not 1"),
        ("baud = 1000", r"baud: expected a speed of the H19 \(110 150 .*\), not '1000'"),
        ("baud = true", "baud: expected a number or a text, not True"),
        ("baud = 9600.0", "baud: expected a number or a text"),
        ("baud = [9600]", "baud: expected a number or a text"),
    ],
)
def test_faults_are_told_in_a_line(text: str, message: str) -> None:
    with pytest.raises(SettingsError) as failure:
        parse_settings(text)
    assert re.match(message, str(failure.value))
    assert "\n" not in str(failure.value)


def write(games: Games, content: bytes) -> str:
    path = games.home / "CONFIG" / "h89yahtzee" / "config.toml"
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    return str(path)


@pytest.mark.parametrize(
    ("content", "fragment"),
    [
        (b"colour = 1", ": expected a setting (accessible, "),
        (b"save = '\xff'", ": expected TOML, which is UTF-8"),
        (b"save = 'si\xc3\xad'", ": save: expected ask, always or never, not 'sií'"),
    ],
)
def test_a_fault_ends_the_program(games: Games, content: bytes, fragment: str) -> None:
    path = write(games, content)
    result = games.by_lines("-r42", "me")
    assert (result.status, result.output) == (2, "")
    assert result.errors.startswith(f"yahtzee: {path}{fragment}")
    assert result.errors.count("\n") == 1
    assert games.by_lines("--help").status == 0
    assert "--colour" in games.by_lines("--colour").errors


def test_the_settings_page_writes_them(games: Games) -> None:
    game = games.on_h19("-r42", "me")
    game.wait_for("me's move")
    game.send(b"=jlw")
    game.wait_for("Saved.")
    path = games.home / "CONFIG" / "h89yahtzee" / "config.toml"
    assert tomllib.loads(path.read_text())["mark"] == "keep"
    game.send(b"xqy")
    assert game.exit_status() == 0
    other = games.on_h19("-r42", "me")
    other.wait_for("The dice keys KEEP dice.")


def test_so_do_the_settings_in_text_mode(games: Games) -> None:
    """Answers from a pipe save none: some preferences have values there that nobody has chosen."""
    game = games.on_h19("-r42", "me", term="dumb")
    game.wait_for_value(lambda: b"dice to re-roll?" in game.received, True)
    game.send(b"=\n2\nw\n")
    game.wait_for_value(lambda: b"Saved." in game.received, True)
    path = games.home / "CONFIG" / "h89yahtzee" / "config.toml"
    assert tomllib.loads(path.read_text()) == {"mark": "keep"}
    path.unlink()
    assert "Saved." not in games.by_lines("-r42", "me", answers="=\n2\nw\nx\n").output
    assert not path.exists()


def test_a_relative_directory_is_ignored(games: Games) -> None:
    write(games, b"colour = 1")
    assert games.by_lines("-r42", "me", XDG_CONFIG_HOME="CONFIG").status == 0


def test_a_game_is_saved_that_is_gone_on_with_whatever_the_settings(games: Games) -> None:
    assert games.by_lines("-r42", "me", answers="s 1\n").status == 0
    write(games, b"oldstyle = true")
    assert games.by_lines("--continue", answers="s 2\n").status == 0
    assert " turn 3: " in games.by_lines("--games").output


def test_who_comes_with_another_mode_plays_at_the_level(games: Games) -> None:
    game = games.on_h19("-d0", "-r42", "--confirm-zero", "off", "--take-back", "off", "--level", "easy", "me")
    game.wait_for("me's move")
    game.send(b"d" * 13)
    game.wait_for("me scored ", "Play again? (y/n)")
    game.send(b"=kl")
    game.wait_for("against the computer")
    game.send(b"xy")
    game.wait_for("me's move", " H89 ")
    game.send(b"qy")
    assert game.exit_status() == 0
    assert "yahtzee -r43 me =H89:easy" in game.received.decode("ascii", "replace")
