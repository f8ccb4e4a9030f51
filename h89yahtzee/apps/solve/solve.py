"""The command `yahtzee-solve`: expected scores, plays in a position, reviews of games, answers for programs.

This module also has the functions that turn rules, actions, values and chances into JSON.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from h89yahtzee.apps.command import UsageError, run_command, say
from h89yahtzee.apps.options.declarations import chosen_as, file_name, flag, rules_asked_for, value, whole_number
from h89yahtzee.apps.options.option_parser import OptionParser, check_one, given_options
from h89yahtzee.game.dealer import SEEDS
from h89yahtzee.game.rules import BONUSES, H89, RULE_SETS, RuleSet
from h89yahtzee.game.scorecard import box_name
from h89yahtzee.game.state import Action, GameState, Roll
from h89yahtzee.players.chances import Chances
from h89yahtzee.players.strategy import DIGITS, kept_dice

Json = dict[str, object]


def rounded(value: float) -> float:
    """Return `value` rounded to so few decimals that the results of all machines agree."""
    return round(value, DIGITS)


def exactness(is_exact: bool) -> str:
    return "exact" if is_exact else "estimated"


def rules_json(rules: RuleSet) -> Json:
    return {"rules": rules.name, "columns": rules.columns, "bonus": rules.bonus}


def chances_json(chances: Chances) -> Json:
    return {"chances": [rounded(share) for share in chances.shares], "certainty": chances.certainty.value}


def action_json(action: Action) -> Json:
    """Return an action, a re-roll or a post, as JSON. Dice, columns and rows count from 0. For a post the member
    `reroll` is empty; for a re-roll `column` and `row` are null."""
    if isinstance(action, Roll):
        return {"action": "roll", "reroll": action.positions, "column": None, "row": None}
    return {"action": "score", "reroll": (), "column": action.box.column, "row": action.box.row}


def described_json(state: GameState, action: Action) -> Json:
    """Return an action as JSON, with the dice that it keeps or with its box and points."""
    if isinstance(action, Roll):
        return action_json(action) | {"keep": kept_dice(state.dice, action)}
    return action_json(action) | {
        "box": box_name(state.rules, action.box),
        "points": state.potential_score(action.box),
        "extra_points": state.extra_points(action.box),
    }


EXAMPLES = (
    ("The expected score of the official rules:", "yahtzee-solve --rules official"),
    ("What to do with three sixes:", 'yahtzee-solve --position "rules official sixes=18 dice 66652 rolls 2"'),
    ("Tables of values, and of 10,000 decisions:", "yahtzee-solve --rules official --export t.npz --plays 10000"),
    ("Who played better, and who was lucky:", "yahtzee-solve --review games.txt"),
)
"""Pairs of a task and its command. `--help` shows the first, `--help all` shows all, and the manual has more."""

_TASKS = ("all", "position", "review", "decide", "export")


def _table_file(text: str) -> str:
    """Return `text`, the path of a file; ValueError unless the file's name ends in `.npz` or `.parquet` and has
    something before that."""
    if Path(text).suffix not in (".npz", ".parquet"):
        raise ValueError(f"expected FILE.npz or FILE.parquet, not {text!r}")
    return text


@dataclass(frozen=True, slots=True)
class SolveOptions:
    """The options of `yahtzee-solve`, which prints the expected score of `rules` if no task is chosen.

    The text below an option is its entry in the manual.
    """

    rules: RuleSet = H89
    rules_name: str | None = value(
        "--rules NAME", f"the rules, {H89.name} unless given", RULE_SETS, opens="the rules", common=True
    )
    """The rules, as in `yahtzee(6)`. The default is `h89`. A position or a record that names others is refused."""
    columns: int | None = value(
        "--columns N", "quintzee: how many columns, 1 to 6", whole_number(1, 6), common=True
    )
    """The number of columns of `quintzee` that are played, 1 to 6. The default is 1."""
    bonus: str | None = value("--bonus NAME", "quintzee: what an extra Yahtzee is", BONUSES, common=True)
    """The rule for an extra Yahtzee in `quintzee`: `joker` (the default), `normal` or `extra-turn`."""
    all: bool = flag("--all", "the expected scores of all rule sets", opens="the tasks", common=True)
    """Prints the expected scores of all rule sets, of `quintzee` with each bonus rule."""
    distribution: bool = flag("--distribution", "the distribution of the final score under best play", common=True)
    """Prints the distribution of the final score of one column when playing for the highest expected score: mean,
    standard deviation, percentiles and a histogram. It is computed, not simulated."""
    beat: int | None = value("--beat N", "the probability of reaching N", whole_number(1, 10**6), common=True)
    """Prints two probabilities of reaching <n>: when playing for the highest expected score, and when playing only
    to reach <n>."""
    position: str | None = value("--position TEXT", "what each action is worth in a position", common=True)
    """Prints the value of each keep and each row in a position, best first, and its loss against the best. Values
    are expected final totals. `h89yahtzee-record(5)` describes how positions are written; one that doesn't begin
    with rules takes those of `--rules`. Without dice the value of the card before the turn is printed."""
    against: tuple[str, ...] | None = value(
        "--against CARD",
        "with --position: another player's card, and the chances to win",
        repeats=True,
        common=True,
    )
    """With `--position`: the card of another player, written as a position without dice, by the same rules. It may
    be given up to nine times, in the order in which the players follow the one to move. Then it prints the chance
    of each player to win, and for each keep and each row the chance, best first, beside the points. A draw of two
    players counts as half a win for each. In the last turns of two players with one column chances are `exact` if
    both go for the win. Before that they are `estimated`: the player to move plays this turn for the win, and the
    rest is played for points. With several columns all are estimated. Chances need the compiled solver."""
    review: str | None = value("--review FILE", "what each decision of recorded games lost", file_name, common=True)
    """Goes through the games of a file of records, see `h89yahtzee-record(5)`. For each decision of each player it
    prints the change of the expected total by the roll before and the action played. If there was a better action,
    it is printed with its advantage. For each player the total expected at the start, the luck and the losses add
    up to the final total. The costliest mistakes are listed with the boxes that the turn was likely to end in and
    the points there. For several players a table of their chances to win before each turn follows, as with
    `--against`; a player known to play worse, such as `greedy`, has smaller ones. In a duplicate game no chance is
    exact before the end, since chances suppose that each player rolls dice of their own."""
    game: int | None = value("--game N", "with --review: only that of FILE, from 1", whole_number(1, 10**6))
    """With `--review`: reviews only the game with this number in the file. The first game is 1."""
    export: str | None = value(
        "--export FILE", "write the value of every state to FILE.npz or FILE.parquet", _table_file
    )
    """Writes the value of every state in which a turn begins, by rules of one column, to a file of arrays of numpy
    or a table of Parquet, see {TABLES}. For Parquet the extra `parquet` installs pyarrow."""
    plays: int | None = value(
        "--plays N", "with --export: also the values of all actions of N decisions", whole_number(1, 10**7)
    )
    """With `--export`: also <n> decisions, each with the value and the regret of every legal action."""
    seed: int | None = value("--seed N", "with --plays: the seed of the decisions", whole_number(0, SEEDS - 1))
    """With `--plays`: the seed of the games that the decisions are from, 0 unless given. The same seed gives the
    same bytes."""
    decide: bool = flag("--decide", "answer positions on standard input, one line of JSON each")
    """Answers positions on standard input, see {FOR MACHINES}."""
    json: bool = flag("--json", "print the answer as JSON", opens="the output", common=True)
    """Prints the same as JSON, in one line."""

    @property
    def is_rules_given(self) -> bool:
        """Whether `--rules`, `--columns` or `--bonus` was given."""
        return bool(self.rules_name or self.columns or self.bonus)


def parse_solve_options(arguments: Sequence[str]) -> SolveOptions:
    """Return the options; UsageError if they are wrong, SystemExit(0) after `--help`, `--man` and `--version`."""
    parser = OptionParser(
        SolveOptions,
        usage="yahtzee-solve [options]",
        description="Exact expected scores and best plays: the expected score of the rules unless a task is named.",
        examples=EXAMPLES,
    )
    chosen = parser.parse(arguments)
    figures = given_options(SolveOptions, chosen, ("distribution", "beat"))
    check_one([*given_options(SolveOptions, chosen, _TASKS), *figures[:1]])
    options = chosen_as(SolveOptions, chosen)
    _check_together(options)
    return replace(options, rules=rules_asked_for(options.rules_name or H89.name, options.columns, options.bonus))


def _check_together(options: SolveOptions) -> None:
    if options.is_rules_given and (options.all or options.decide):
        raise UsageError("--all and --decide are about all rules: expected no --rules, --columns or --bonus")
    if options.decide and options.json:
        raise UsageError("--decide answers in JSON anyway: expected no --json with it")
    if options.game is not None and options.review is None:
        raise UsageError("--game says which of a file is reviewed: expected --review with it")
    if options.plays is not None and options.export is None:
        raise UsageError("--plays says how many decisions are exported: expected --export with it")
    if options.seed is not None and options.plays is None:
        raise UsageError("--seed is that of the decisions: expected --plays with it")
    if options.export is not None and options.json:
        raise UsageError("--export writes a file: expected no --json with it")
    if options.against is not None and options.position is None:
        raise UsageError("--against is about a position: expected --position with it")


NAME = "yahtzee-solve"


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command; return the exit status: 0, 1 after a failure, or 2 for usage errors."""
    return run_command(NAME, lambda: _main(parse_solve_options(sys.argv[1:] if arguments is None else arguments)))


def _main(options: SolveOptions) -> int:
    if options.decide:
        from h89yahtzee.apps.solve.positions import decide

        return decide()
    for line in _lines(options):
        say(line)
    return 0


def _lines(options: SolveOptions) -> Iterable[str]:
    """Return the text lines to print; import only the modules that the task needs."""
    if options.position is not None:
        from h89yahtzee.apps.solve.positions import position_lines

        return position_lines(options.position, options)
    if options.review is not None:
        from h89yahtzee.apps.solve.reviews import review_lines

        return review_lines(options.review, options)
    if options.export is not None:
        from h89yahtzee.apps.solve.exports import export_lines

        return export_lines(options.export, options)
    if options.distribution or options.beat is not None:
        from h89yahtzee.apps.solve.scores import distribution_lines

        return distribution_lines(options)
    from h89yahtzee.apps.solve.scores import all_lines, value_lines

    return all_lines(options.json) if options.all else value_lines(options.rules, options.json)
