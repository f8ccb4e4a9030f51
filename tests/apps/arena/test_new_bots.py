"""Bots that `yahtzee-arena new` writes: the same one in every language, and what goes to a bot and comes back."""

import json
import shutil
import subprocess

import pytest

from h89yahtzee.apps.arena.new_bot import LANGUAGES
from h89yahtzee.game.rules import RULE_SETS
from tests.apps.arena.arenas import TIME_LIMIT, Arena
from tests.parameters import few_fast

NEEDED = {"javascript": "node", "c": "cc"}

POSITION = "rules official sixes=18 dice 66652 rolls 2"


def new_bot(arena: Arena, language: str) -> str:
    """A new bot as the next word that the program names, after the commands before that."""
    if language in NEEDED and shutil.which(NEEDED[language]) is None:
        pytest.skip(f"{NEEDED[language]} isn't installed")
    written = arena.table("new", "it", "--language", language).splitlines()
    *builds, check, match = [line.split() for line in written if line.startswith("  ")]
    for words in builds:
        subprocess.run(words, cwd=arena.home, check=True, timeout=TIME_LIMIT)
    assert check[:2] == ["yahtzee-arena", "check"]
    assert match == ["yahtzee-arena", check[2], "greedy"]
    return check[2]


@pytest.mark.parametrize("language", few_fast(1, LANGUAGES))
def test_a_new_bot_decides_at_once(language: str, arena: Arena) -> None:
    """Three sixes are the face of which there are most; at the last stage chance scores most."""
    bot = new_bot(arena, language)
    for position, answer in [
        (POSITION, {"message": "keep", "indices": [0, 1, 2]}),
        (POSITION.replace("66652 rolls 2", "11346 rolls 0"), {"message": "score", "category": "chance"}),
    ]:
        [told] = json.loads(arena.table("check", "--json", "--move-time", "20", "--verbose", position, bot))
        assert told["rule"] is None
        assert json.loads(told["exchanges"][1]["answer"]) == answer


@pytest.mark.slow
def test_new_bots_have_nothing_wrong_by_any_rules_and_play_the_same_in_every_language(arena: Arena) -> None:
    """They share no code, so each is what the others are judged by."""
    bots = [new_bot(arena, language) for language in LANGUAGES if shutil.which(NEEDED.get(language, "sh"))]
    for rules in RULE_SETS:
        found = json.loads(arena.table("check", "--json", "--rules", rules, "--move-time", "20", *bots))
        assert len(found) == len(bots)
        assert [it["breaches"] for it in found] == [[]] * len(bots)
        assert len({it["mean"] for it in found}) == 1


def test_a_file_that_is_there_is_left_as_it_is(arena: Arena) -> None:
    (arena.home / "mine.py").write_text("precious", "ascii")
    for name in ("mine", "mine.py"):
        refused = arena.run("new", name)
        assert refused.stderr == "yahtzee-arena: mine.py: it is there already; expected the name of a new file\n"
        assert (refused.stdout, refused.returncode) == ("", 1)
    assert (arena.home / "mine.py").read_text("ascii") == "precious"


REFUSED = [
    (["new"], "expected one name"),
    (["new", "a", "b"], "expected one name"),
    (["new", "a b"], "expected a name of letters, digits, - and _ for the bot, not 'a b'"),
    (["new", "--seed", "7", "a"], "new takes the option --language alone, not --seed"),
    (["new", "a", "--language", "pyton"], "did you mean 'python'?"),
    (["--language", "c", "greedy"], "--language belongs to a new bot"),
    (["--verbose", POSITION, "greedy"], "--verbose belongs to a check"),
    (["check", "--verbose", POSITION, "greedy"], "nothing is sent to the program's own greedy"),
    (["check", "--verbose", "sixes=18", "./bot"], "expected a position with dice"),
    (["check", "--verbose", "sixs=18", "./bot"], "did you mean 'sixes'?"),
]


def test_what_can_not_be_followed_is_told(arena: Arena) -> None:
    (arena.home / "bot").touch(mode=0o700)
    for words, expected in REFUSED:
        refused = arena.run(*words)
        assert expected in refused.stderr, words
        assert (refused.stdout, refused.returncode) == ("", 2)


WRONG = """
from h89yahtzee.arena.bot import Bot

class Wrong(Bot):
    def turn(self, dice, stage):
        print("here", dice)
        return self.score("sixes")
"""


def test_verbose_shows_what_was_sent_and_said_and_which_rule_that_broke(arena: Arena) -> None:
    (arena.home / "mine.py").write_text("\n".join(WRONG.splitlines()).replace('"sixes"', '"chance"'), "ascii")
    (arena.home / "wrong.py").write_text(WRONG, "ascii")
    shown = arena.run("check", "--move-time", "20", "--verbose", POSITION, "mine.py", "wrong.py")
    assert (shown.stderr, shown.returncode) == ("", 1)
    mine, hello, _, turn, answer, said, legal, wrong, *_, last = shown.stdout.splitlines()
    assert (mine, wrong) == ("mine:", "wrong:")
    assert hello.startswith('> {"message": "hello", ')
    assert turn.startswith('> {"message": "turn", "dice": [6, 6, 6, 5, 2], "stage": 0, ')
    assert answer.startswith('< {"message": "score", "category": "chance"}  (')
    assert answer.endswith(" ms)")
    assert (said, legal) == ("! here (6, 6, 6, 5, 2)", "legal: chance, for 25")
    assert last == "against the rules: sixes: it is not an open box"
