"""The command line: old-style and new options in any place, and the errors for bad ones."""

import pytest

from h89yahtzee.apps.command import UsageError
from h89yahtzee.apps.options.declarations import LAST, LineName, Policy
from h89yahtzee.apps.yahtzee.command_line import parse_options, preferences
from h89yahtzee.apps.yahtzee.yahtzee_options import ALL, Options
from h89yahtzee.game.near_words import one_of
from h89yahtzee.game.record import HUMAN, Player
from h89yahtzee.game.rules import H89, OFFICIAL, RULE_SETS, TRIPLE, RuleSet, rule_set
from h89yahtzee.players.catalogue import strategies_for
from h89yahtzee.table.preferences import OLDSTYLE, Coach, Mark, Potential, Preferences, preferences_for
from tests.naming import each

RULES = one_of(RULE_SETS)
ALL_STRATEGIES = "classic, hasty, greedy, random, optimal, winner, easy, medium, hard or perfect"


def parse(line: str) -> Options:
    return parse_options(line.split())


def test_nothing_said() -> None:
    options = parse("")
    assert options.players == (Player("You", HUMAN),)
    assert (options.delay, options.ha, options.hb, options.seed) == (1.0, 0, 0, None)
    assert (options.baud, options.phosphor) == (None, "green")
    assert not any([options.duplicate, options.plain, options.oldstyle])


@each(
    "line",
    [
        "-d1 -ha5 -hb-3 -r42 me =king",
        "me =king -d1 -ha5 -hb-3 -r42",
        "-d 1 me -ha 5 -hb -3 =king -r 42",
        "me -d1 =king -ha=5 -hf-3 -r42",
        "-hf -3 -ha5 -d=1 -r=42 me =king:classic",
    ],
)
def test_options_attached_or_not_before_or_after_names(line: str) -> None:
    options = parse(line)
    assert options.players == (Player("me", HUMAN), Player("king", "classic"))
    assert (options.delay, options.ha, options.hb, options.seed) == (0.0001, 5, -3, 42)


def test_long_options() -> None:
    options = parse(
        "--duplicate --line /dev/ttyS9 --baud 19200 --term h19 --oldstyle --record f --phosphor amber me"
    )
    assert (options.line, options.baud, options.term, options.record) == (
        (LineName("/dev/ttyS9"),),
        19200,
        "h19",
        "f",
    )
    assert options.duplicate
    assert options.oldstyle
    assert options.phosphor == "amber"
    assert parse("--replay f").replay == "f"
    assert parse("--plain").plain


def test_saved_games() -> None:
    options = parse("")
    assert (options.save, options.resume) == (Policy.ALWAYS, Policy.ASK)
    assert (options.go_on, options.games, options.scores, options.json) == (None, None, None, False)
    options = parse("--save never --resume always me")
    assert (options.save, options.resume) == (Policy.NEVER, Policy.ALWAYS)
    assert (parse("--continue").go_on, parse("--continue 12").go_on) == (LAST, 12)
    assert (parse("--games").games, parse("--games 12").games) == (ALL, 12)
    assert parse("--scores --json").json
    assert parse("--continue --record f --plain").record == "f"


@pytest.mark.parametrize("strategy", ["classic", "greedy", "random"])
def test_strategies(strategy: str) -> None:
    assert parse(f"=x:{strategy}").players == (Player("x", strategy),)


def test_a_level_is_another_word_for_its_strategy() -> None:
    assert parse("=x:hard =y:easy").players == (Player("x", "optimal"), Player("y", "hasty"))


@each(
    ("line", "rules"),
    [
        ("", H89),
        ("--rules official", OFFICIAL),
        ("--rules triple --columns 3", TRIPLE),
        ("--rules quintzee", rule_set("quintzee", 1, "joker")),
        ("--rules quintzee --columns 6 --bonus extra-turn me", rule_set("quintzee", 6, "extra-turn")),
        ("me --bonus normal --rules quintzee", rule_set("quintzee", 1, "normal")),
    ],
)
def test_rules(line: str, rules: RuleSet) -> None:
    options = parse(line)
    assert rule_set(options.rules, options.columns, options.bonus) == rules


def test_default_strategy_is_that_of_1_1_by_its_rules_and_the_best_by_others() -> None:
    assert parse("=x").players == (Player("x", "classic"),)
    assert parse("--rules official =x").players == (Player("x", "optimal"),)
    assert parse("--rules yacht =x").players == (Player("x", "optimal"),)


def test_level_is_for_those_whose_strategy_is_not_named() -> None:
    options = parse("--level medium me =x =y:classic =z")
    assert [player.strategy for player in options.players] == [HUMAN, "greedy", "classic", "greedy"]
    assert parse("--level hard --mode opponent").players[1] == Player("H89", "optimal")
    assert parse("--level easy --rules yatzy =x").players == (Player("x", "hasty"),)
    settings = {"level": "easy"}
    assert parse_options(["=x"], settings).players == (Player("x", "hasty"),)
    assert parse_options(["=x", "--level", "hard"], settings).players == (Player("x", "optimal"),)


def test_referee() -> None:
    assert parse("--referee").referee
    assert not parse("").referee


def test_names() -> None:
    (player,) = parse_options(["José Müller"]).players
    assert player == Player("Jose Muller", HUMAN)
    (player,) = parse_options(["a:b"]).players
    assert player == Player("a:b", HUMAN)


@each(
    ("line", "message"),
    [
        ("-x", "-x: there is no such option"),
        ("-hx5", "-hx5: there is no such option"),
        ("-r-1", "-r: expected a whole number from 0"),
        ("-r18446744073709551616", "-r: expected a whole number from 0"),
        ("-d1.5", "-d: expected a whole number from 0 to 10000000, not '1.5'"),
        ("--record=", "--record: expected the name of a file"),
        ("-ha1001", "-ha: expected a whole number from -1000 to 1000"),
        (
            "--baud 9601",
            "--baud: expected a speed of the H19 (110 150 300 600 1200",
        ),
        ("a b c d e f g h i j k", "expected 1 to 10 players, not 11"),
        ("=", "'=': expected a name"),
        ("=x:", f"'=x:', after the colon: expected {ALL_STRATEGIES}, not ''"),
        (
            "me =king:optmal",
            f"'=king:optmal', after the colon: expected {ALL_STRATEGIES}, not 'optmal'; did you mean 'optimal'?",
        ),
        (
            "--rules yacht =x:classic",
            "'=x:classic': classic can't play yacht; expected hasty, greedy, random, optimal or",
        ),
        (
            "--rules offical me",
            f"--rules: expected {RULES}, not 'offical'; did you mean 'official'?",
        ),
        (
            "--coach sometimes me",
            "--coach: expected off, ask, warn or always, not 'sometimes'; --coach without a value comes last",
        ),
        ("--new-grid me", "--new-grid: expected rules that have grids (quintzee), not h89"),
        ("--join", "--join: expected [HOST:]PORT or the path of a socket after it"),
        ("help", "'help': expected players or options, as --help; a player called help is written -- help"),
        ("Continue 3", "'Continue': expected players or options, as --continue; a player called Continue is"),
        ("=:greedy", "'=:greedy': expected a name"),
        ("日本", "'日本': expected a name in the letters"),
        ("me =king me", "expected a name of its own for each player, not me twice"),
        ("me =me", "expected a name of its own for each player, not me twice"),
        ("zoe zo\u00eb", "expected a name of its own for each player, not zoe twice"),
        ("a\x1b[2J", "'a\\x1b[2J': expected a name"),
        ("--replay f me", "--replay says who played and how: expected it without me"),
        (
            "--replay f me -r1 --rules yacht",
            "--replay says who played and how: expected it without me, --rules",
        ),
        ("--replay f --duplicate", "--replay says who played and how: expected it without --duplicate"),
        ("--replay f -ha3", "--replay says who played and how: expected it without -ha"),
        ("--replay f --columns 1", "--replay says who played and how: expected it without --columns"),
        ("--replay f --record g", "--replay says who played and how: expected it without --record"),
        ("--plain --line x", "--plain uses no screen: expected it without --line"),
        ("--upper --baud 300 --term h19", "--upper uses no screen: expected it without --baud, --term"),
        ("--columns 3 me", "--columns: expected 1 column for h89, not 3; quintzee has 1, 2, 3, 4, 5 or 6"),
        ("--bonus joker", "--bonus: expected no bonus rule for h89, not 'joker'; quintzee has joker, normal or"),
        ("--columns 7 --rules quintzee", "--columns: expected a whole number from 1 to 6, not '7'"),
        ("--referee me", "--referee reads what was played from standard input: expected it without me"),
        (
            "--referee --rules yacht",
            "--referee reads what was played from standard input: expected it without",
        ),
        ("--referee --replay f", "--replay and --referee don't go together: expected one of them"),
        ("--continue me", "--continue: expected a whole number from 1 to 1000000000, not 'me'"),
        ("--continue -r1", "--continue says who played and how: expected it without -r"),
        (
            "--continue --mode solitaire --level hard",
            "--continue says who played and how: expected it without --",
        ),
        ("me --continue", "--continue says who played and how: expected it without me"),
        ("--continue --duplicate", "--continue says who played and how: expected it without --duplicate"),
        ("--continue --replay f", "--replay and --continue don't go together"),
        ("--continue --oldstyle", "--oldstyle saves no games"),
        ("--games 0", "--games: expected a whole number from 1 to 1000000000, not '0'"),
        ("--games --scores", "--games and --scores don't go together"),
        ("--games --continue", "--continue and --games don't go together"),
        ("--scores --record f", "--scores plays no game: expected it without --record"),
        ("me --scores", "--scores plays no game: expected it without me"),
        ("--review 3 --scores", "--scores and --review don't go together"),
        ("--mode solitaire me you", "--mode solitaire is for one person: expected one name, without =, not me you"),
        (
            "--mode opponent me you",
            "--mode opponent is for one person and the computer: expected a name and",
        ),
        ("me you --line a --line b,1201", "--line: expected a speed of the H19"),
        ("me you --line a --line a,1200", "--line a: expected a line of its own for each person"),
        ("me you they --line a --line b", "--line 2 times: expected as many names without =, not 3"),
        ("me =you --line a --line b", "--line 2 times: expected as many names without =, not 1"),
        ("--line a --line b", "--line 2 times: expected as many names without =, not 0"),
        ("--replay f --line a --line b", "--replay shows games on one terminal: expected one --line"),
        ("--oldstyle --chances on", "--oldstyle knows no chances: expected it without --chances on"),
        ("--review 1 me", "--review plays no game: expected it without me"),
        ("--review --games", "--games and --review don't go together"),
        ("--review --continue", "--continue and --review don't go together"),
        ("--json", "--json is a form of --scores"),
        ("--games --json", "--json is a form of --scores"),
    ],
)
def test_bad_options_are_told_in_a_line(line: str, message: str) -> None:
    with pytest.raises(UsageError) as failure:
        parse(line)
    assert str(failure.value).startswith(message)
    assert "\n" not in str(failure.value)


def test_words_behind_two_dashes_are_names() -> None:
    options = parse("-r1 me -- -d5 =x")
    assert options.players == (Player("me", HUMAN), Player("-d5", HUMAN), Player("x", "classic"))
    assert options.delay == 1.0


def test_a_blank_name_is_refused() -> None:
    with pytest.raises(UsageError, match="expected a name"):
        parse_options(["  "])


def test_rules_and_preferences() -> None:
    options = parse("--rules quintzee --columns 6 --bonus extra-turn --mode synchronized me =king:greedy")
    assert (options.rules, options.columns, options.bonus) == ("quintzee", 6, "extra-turn")
    assert options.duplicate
    options = parse(
        "--potential all --mark keep --confirm-zero on --auto-roll off --throw-time 50 --think-time 250"
    )
    assert preferences(options, H89) == Preferences(
        potential=Potential.ALL,
        mark=Mark.KEEP,
        confirm_zero=True,
        take_back=True,
        auto_roll=False,
        throw_time=0.05,
        think_time=0.25,
    )


@each(
    ("line", "names", "coach"),
    [
        ("me", ["me"], Coach.OFF),
        ("--coach", ["You"], Coach.ASK),
        ("me --coach", ["me"], Coach.ASK),
        ("-- help", ["help"], Coach.OFF),
        ("help me", ["help", "me"], Coach.OFF),
        ("me --coach =king", ["me", "king"], Coach.ASK),
        ("--coach warn me", ["me"], Coach.WARN),
        ("me --coach=always", ["me"], Coach.ALWAYS),
        ("--coach -- always", ["always"], Coach.ASK),
        ("--oldstyle --coach off me", ["me"], Coach.OFF),
    ],
)
def test_the_coach_speaks_when_asked_where_nothing_else_is_said(line: str, names: list[str], coach: Coach) -> None:
    options = parse(line)
    assert [player.name for player in options.players] == names
    assert preferences(options, H89).coach is coach


def test_time_to_search_is_by_the_rules_unless_given() -> None:
    assert not preferences(parse(""), H89).analysis_time
    assert preferences(parse(""), rule_set("triple")).analysis_time == 0
    assert preferences(parse(""), rule_set("quintzee", 2)).analysis_time == 10
    assert preferences(parse("--analysis-time 20"), H89).analysis_time == 20


@each("name", RULE_SETS)
def test_what_is_not_said_is_by_the_rules(name: str) -> None:
    rules = rule_set(name)
    assert preferences(parse(f"--rules {name}"), rules) == preferences_for(rules)
    assert preferences(parse(f"--rules {name} --oldstyle --confirm-zero on --take-back on"), rules) == OLDSTYLE
    (player,) = parse(f"--rules {name} =x").players
    assert player.strategy in strategies_for(rules)


@each(
    ("line", "players"),
    [
        ("--mode solitaire", ["You"]),
        ("--mode solitaire me", ["me"]),
        ("--mode opponent", ["You", "=H89:classic"]),
        ("--mode synchronized --rules yacht me", ["me", "=H89:optimal"]),
        ("--mode opponent =king:greedy me", ["=king:greedy", "me"]),
    ],
)
def test_a_mode_finds_its_players(line: str, players: list[str]) -> None:
    found = [
        player.name if player.strategy == HUMAN else f"={player.name}:{player.strategy}"
        for player in parse(line).players
    ]
    assert found == players


@each(
    "line",
    [
        "--rules chess",
        "--rules triple --columns 2",
        "--mode solitaire =king",
        "--mode opponent =king =queen",
        "--mode synchronized me =king =queen",
        "--think-time 5 -d5",
        "--confirm-zero yes",
        "--throw-time -1",
        "--mark hold",
        "--oldstyle --mark keep",
        "--oldstyle --coach",
        "--coach=",
        "--analysis-time -1",
        "--coach=me",
        "--coach me",
        "--replay f --mode solitaire",
        "--replay f --level hard",
        "--level clever",
    ],
)
def test_what_does_not_go_together_is_refused(line: str) -> None:
    with pytest.raises(UsageError):
        parse(line)
