"""Bots in Python: the class `Bot` that their authors are given, and files that contain no bot."""

import re
import sys
from collections.abc import Callable, Iterator, MutableMapping
from dataclasses import FrozenInstanceError, fields, replace
from itertools import combinations_with_replacement
from pathlib import Path

import pytest

from h89yahtzee.arena.bot import Bot, Category, Keep, Move, Post, Row, YachtCategory, YatzyCategory
from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import Limits, TurnMessages, hello
from h89yahtzee.arena.referee import Breach, Foul, GameResult
from h89yahtzee.arena.sandbox.bot_host import explained, load, play
from h89yahtzee.arena.tournament.bot_pool import BotPool
from h89yahtzee.game import state
from h89yahtzee.game.dealer import Dealer
from h89yahtzee.game.rules import OFFICIAL, QUINTZEE, RULE_SETS, TRIPLE, YATZY, RuleSet, rule_set
from h89yahtzee.game.scorecard import Box
from h89yahtzee.game.state import Roll, new_game
from h89yahtzee.notation.positions import parse_position
from tests.arena.attempts import skip_without_filters
from tests.arena.outcomes import breach_in, result_of
from tests.naming import each
from tests.parameters import few_fast

BOTS = Path(__file__).resolve().parents[1] / "bots"
UNHURRIED = Limits(move_time=20.0, game_time=60.0)


class Idle(Bot):
    def turn(self, dice: tuple[int, ...], stage: int) -> Move:
        return self.keep(range(stage, len(dice)))


def bot_of(position: str) -> Idle:
    """Return a bot that has been shown the card of this position."""
    card = parse_position(position).card
    bot = Idle()
    bot.begin(card.rules, 2)
    bot.see(card, (200, 100), {})
    return bot


@each(
    ("category", "dice", "score"),
    [
        *((Category.SIXES, (6, 6, 1, 2, 6), 18), (Category.ONES, (2, 3, 4, 5, 6), 0)),
        *((Category.THREE_OF_A_KIND, (2, 2, 2, 5, 6), 17), (Category.FULL_HOUSE, (2, 2, 2, 2, 2), 0)),
        *((Category.FULL_HOUSE, (2, 3, 2, 3, 2), 25), (Category.SMALL_STRAIGHT, (6, 3, 4, 5, 1), 30)),
        *((Category.LARGE_STRAIGHT, (6, 3, 4, 5, 2), 40), (Category.YAHTZEE, (4, 4, 4, 4, 4), 50)),
        *((Category.CHANCE, (1, 1, 2, 1, 1), 6), (YachtCategory.FULL_HOUSE, (2, 2, 2, 2, 2), 10)),
        (YatzyCategory.ONE_PAIR, (2, 2, 5, 5, 1), 10),
    ],
)
def test_what_dice_score_in_a_category(category: Row, dice: tuple[int, ...], score: int) -> None:
    assert category.score(list(dice)) == score
    assert category.matches(iter(dice)) == (score > 0)
    assert (category in type(category).matching(iter(dice))) == (score > 0)


def test_matching_categories_from_the_top() -> None:
    assert Category.matching((3, 3, 3, 5, 5)) == [
        *(Category.THREES, Category.FIVES, Category.THREE_OF_A_KIND, Category.FULL_HOUSE, Category.CHANCE),
    ]


@each(
    "played",
    [*RULE_SETS.values(), replace(YATZY, name="no-pairs", categories=YATZY.categories[:6] + YATZY.categories[8:])],
)
def test_categories_of_every_rule_set(played: RuleSet) -> None:
    """A rule set for which no class of categories has been written has categories too."""
    bot = Idle()
    bot.begin(played, 3)
    assert [category.word for category in bot.categories] == [category.name for category in played.categories]
    assert [category.is_upper for category in bot.categories] == [True] * 6 + [False] * (len(bot.categories) - 6)
    for dice in combinations_with_replacement(range(1, 7), 5):
        assert [category.score(dice) for category in bot.categories] == [
            category.score(dice) for category in played.categories
        ]
    assert bot.scores() == (0, 0, 0)


def test_own_card() -> None:
    card = bot_of("rules official fours=12 fives=15 sixes=24 threes=12 yahtzee=50 bonus=200 chance=20").card
    assert card.open_categories()[:3] == [Category.ONES, Category.TWOS, Category.THREE_OF_A_KIND]
    assert (card.score(Category.FOURS), card.score(Category.TWOS)) == (12, None)
    assert (card.is_open(Category.FOURS), card.is_open(Category.TWOS)) == (False, True)
    assert (card.upper_total(), card.upper_bonus(), card.yahtzee_bonus()) == (63, 35, 200)
    assert card.total() == 12 + 15 + 24 + 12 + 35 + 50 + 200 + 20


def test_card_of_several_columns() -> None:
    bot = bot_of("rules triple sixes/2=24 yahtzee/1=50 yahtzee/2=50 yahtzee/3=50 bonus/3=100")
    assert bot.card.score(Category.SIXES, column=2) == 24
    assert bot.card.score(Category.SIXES, 1) is None
    assert len(bot.card.open_categories(2)) == 11
    assert (bot.card.upper_total(2), bot.card.yahtzee_bonus(3), bot.card.yahtzee_bonus(1)) == (24, 100, 0)
    assert bot.card.total() == 50 + 2 * 74 + 3 * 150
    assert bot.score(Category.CHANCE, 2) == Post("chance/2")


def test_card_can_not_be_changed() -> None:
    bot = bot_of("rules official sixes=18")
    for field in fields(bot.card):
        with pytest.raises(FrozenInstanceError):
            setattr(bot.card, field.name, ())
    assert not isinstance(bot.legal, MutableMapping)


def test_moves() -> None:
    bot = bot_of("rules official")
    assert bot.keep(iter([3, 1])) == Keep((3, 1))
    assert bot.score(Category.CHANCE) == bot.score("chance") == Post("chance")
    assert bot.turn((1, 2, 3, 4, 5), 0) == Keep((0, 1, 2, 3, 4))


def breach_of(path: Path, logs: Path) -> Breach:
    with BotPool([parse_entrant(f"it={path}")], UNHURRIED, logs) as pool:
        return breach_in(pool)


def games_of_inspector(log: Path, *seeds: int) -> tuple[list[GameResult], list[str]]:
    """Return results of games of `in_python.py` against a random player, and the text lines of the bot's log."""
    entrants = [parse_entrant(f"{log.stem}={BOTS / 'in_python.py'}"), parse_entrant("random")]
    with BotPool(entrants, UNHURRIED, log.parent) as pool:
        results = [result_of(pool, (0, 1), seed) for seed in seeds]
    return results, log.read_text("ascii").splitlines()


def test_bot_is_given_what_it_needs_and_prints_to_its_log(tmp_path: Path) -> None:
    """The bot's random numbers depend on the game alone, not on the games played before."""
    results, lines = games_of_inspector(tmp_path / "it.log", 1, 2)
    assert lines[0] == "ONES 0 0 0"
    ends = [re.fullmatch(r"game (\d): (\d+) \((\d+), (\d+)\) (\S+)", line) for line in lines]
    games = [end.groups() for end in ends if end is not None]
    assert [game[:4] for game in games] == [
        (str(number), str(result.totals[0]), str(max(result.totals)), str(min(result.totals)))
        for number, result in enumerate(results, 1)
    ]
    assert games[0][4] != games[1][4]
    _, again = games_of_inspector(tmp_path / "again.log", 2)
    assert again[-1].split()[-1] == games[1][4]


BOT = "from h89yahtzee.arena.bot import Bot\nclass A(Bot):\n  def turn(self, dice, stage): return "
NO_BOTS = {
    "no bot": ("x = 1", ImportError),
    "two bots": (f"{BOT}None\nclass B(Bot): pass", ImportError),
    "no turn": ("from h89yahtzee.arena.bot import Bot\nclass A(Bot): pass", TypeError),
    "no Python": ("class class", SyntaxError),
    "an error": ("raise OSError", OSError),
}


@pytest.fixture
def loaded(tmp_path: Path) -> Iterator[Callable[[str], type[Bot]]]:
    """A function that loads the bot in a text the way a bot's process does."""
    finders = [*sys.meta_path]

    def load_text(text: str) -> type[Bot]:
        (tmp_path / "bot.py").write_text(text)
        return load(str(tmp_path / "bot.py"))

    yield load_text
    sys.meta_path[:] = finders
    sys.modules.pop("bot", None)


def answers(bot_class: type[Bot]) -> list[bytes]:
    """Return the bot's answers to the beginning of a game and to its first turn."""
    begin = hello(OFFICIAL, 1, 7, Limits())
    return [*play(bot_class, [begin, TurnMessages(OFFICIAL).write(new_game(OFFICIAL, 1, Dealer(1).deal))])]


@pytest.mark.parametrize("name", NO_BOTS)
def test_file_without_a_bot_raises(name: str, loaded: Callable[[str], type[Bot]]) -> None:
    text, error = NO_BOTS[name]
    with pytest.raises(error):
        answers(loaded(text))


def test_bot_that_raises_is_out_and_its_log_has_why(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("raise OSError")
    breach = breach_of(tmp_path / "bot.py", tmp_path)
    assert breach.rule == "a bot doesn't end in a game: it ended with exit status 1"
    assert "OSError" in (tmp_path / "it.log").read_text("ascii")


@pytest.mark.skipif(sys.platform != "linux", reason="capabilities are Linux's")
def test_bot_has_no_rights_of_root(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("print(open('/proc/self/status').read())\nraise OSError")
    breach_of(tmp_path / "bot.py", tmp_path)
    assert "CapEff:\t0000000000000000\n" in (tmp_path / "it.log").read_text("ascii")


MOVES = {
    "self.keep([4, 0])": Roll((1, 2, 3)),
    "self.score('chance')": state.Score(Box(12)),
    "self.keep([0, 0])": "indices are different numbers from 0 to 4",
    "self.keep([4, 5])": "indices are different numbers from 0 to 4",
    "self.score('nonsense')": "the category of a score is one of the boxes",
}


@pytest.mark.parametrize("turn", MOVES)
def test_turn_as_the_referee_reads_it(turn: str, loaded: Callable[[str], type[Bot]]) -> None:
    greeting, answer = answers(loaded(BOT + turn))
    assert greeting == b'{"message": "hello"}\n'
    assert answer.endswith(b"}\n")
    try:
        read: object = TurnMessages(OFFICIAL).read(answer.removesuffix(b"\n"))
    except Foul as foul:
        read = foul.rule
    assert read == MOVES[turn]


@pytest.mark.parametrize("turn", ["self.keep('ab')", "None", "self.score(1)"])
def test_turn_that_is_no_move_raises(turn: str, loaded: Callable[[str], type[Bot]]) -> None:
    with pytest.raises((TypeError, AttributeError, ValueError)):
        answers(loaded(BOT + turn))


EXPLAINED = {
    "class class": ["    class class", "          ^^^^^", "SyntaxError: invalid syntax"],
    "x = 1": [
        "ImportError: expected one class in {file} that inherits from Bot, not 0",
        "A program that speaks JSON begins with #!, and chmod +x lets it be run.",
    ],
    f"{BOT}None": ["TypeError: turn must return self.keep(...) or self.score(...), not None"],
    f"{BOT}self.score(7)": ["TypeError: score takes one of self.categories or the name of a box, not 7"],
    f"{BOT}self.skore('chance')": ["AttributeError: 'A' object has no attribute 'skore'", "Did you mean score?"],
    f"from h89yahtzee.arena.bot import Category\n{BOT}self.score(Category.ACES)": [
        '  File "{file}", line 4, in turn',
        "    def turn(self, dice, stage): return self.score(Category.ACES)",
        "                                                   ^^^^^^^^^^^^^",
        f"AttributeError: Category has no ACES; it has {', '.join(row.name for row in Category)}",
    ],
}


@pytest.mark.parametrize("text", EXPLAINED)
def test_log_of_a_bot_that_raises_tells_its_author_where_and_why(
    text: str, loaded: Callable[[str], type[Bot]], tmp_path: Path
) -> None:
    with pytest.raises((SyntaxError, ImportError, TypeError, AttributeError)) as raised:
        answers(loaded(text))
    # Python 3.12 and later add the nearest name to the message themselves.
    nearest = r"\. Did you mean:? '\.?score'( instead of '\.skore')?\?"
    lines = re.sub(nearest, "\nDid you mean score?", explained(raised.value)).splitlines()
    expected = [line.replace("{file}", str(tmp_path / "bot.py")) for line in EXPLAINED[text]]
    assert lines[-len(expected) :] == expected
    assert not any("h89yahtzee/arena" in line for line in lines)


ENDS = {
    "__import__('os').fork()": "a bot is one process and starts no other",
    "__import__('sys').exit(3)": "a bot doesn't end in a game: it ended with exit status 3",
}


@pytest.mark.parametrize(("turn", "rule"), ENDS.items())
def test_bot_that_ends_or_forks_is_out(turn: str, rule: str, tmp_path: Path) -> None:
    if "fork" in turn:
        skip_without_filters()
    (tmp_path / "bot.py").write_text(BOT + turn)
    assert breach_of(tmp_path / "bot.py", tmp_path).rule == rule


def test_bot_that_is_a_folder_imports_from_it_and_another_from_nowhere(tmp_path: Path) -> None:
    (tmp_path / "beside.py").write_text("class Mixin:\n  def turn(self, dice, stage): return self.keep([])")
    (tmp_path / "bot.py").write_text(
        "from beside import Mixin\nfrom h89yahtzee.arena.bot import Bot\nclass A(Mixin, Bot): pass"
    )
    assert breach_of(tmp_path, tmp_path).rule == "no rolls are left in this turn"
    assert breach_of(tmp_path / "bot.py", tmp_path).rule.endswith("it ended with exit status 1")
    assert "is a folder with bot.py in it" in (tmp_path / "it.log").read_text("ascii")


@pytest.mark.parametrize("other", few_fast(1, ["statistics.py", "statistics/__init__.py", "statistics.so"]))
@pytest.mark.parametrize("name", ["honest.py", "bot.py"])
def test_neighbour_or_link_does_not_get_between_a_bot_and_its_imports(
    name: str, other: str, tmp_path: Path
) -> None:
    """In a folder of several bots another bot has a standard module's name; in a bot's own folder a link has it."""
    bots, away = tmp_path / "bots", tmp_path / "away"
    for folder in (bots, away):
        folder.mkdir()
    hostile = (away if name == "bot.py" else bots) / other
    hostile.parent.mkdir(exist_ok=True)
    hostile.write_text(f"{BOT}1 / 0\ndef mean(them): raise SystemExit(3)", "ascii")
    if name == "bot.py":
        (bots / other.partition("/")[0]).symlink_to(away / other.partition("/")[0])
    (bots / name).write_text(f"import statistics\n{BOT}self.score([*self.legal][statistics.mean([0])])", "ascii")
    honest = str(bots if name == "bot.py" else bots / name)
    entrants = [parse_entrant(honest), *([parse_entrant(str(hostile))] if other.endswith("s.py") else [])]
    with BotPool(entrants, UNHURRIED) as pool:
        assert result_of(pool, (0,))


def test_bot_posts_in_columns_and_bonus_rows(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(f"{BOT}self.score(max(self.legal, key=lambda box: self.legal[box]))")
    with BotPool([parse_entrant(str(tmp_path / "bot.py"))], UNHURRIED) as pool:
        for rules in (TRIPLE, rule_set("quintzee", 2, "extra-turn"), QUINTZEE):
            assert result_of(pool, (0,), 3, rules).totals[0] > 100, rules.name
