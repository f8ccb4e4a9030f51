"""The game of the day: its dice follow from the date and the rules, the same for all who play by these rules.

The seed of a day is its date as a number of eight digits, followed by three digits that depend on the rules: the
blake2b hash, modulo 1000, of the text that names the rules in records. So the day of a saved game follows from its
seed, whatever the clock said when the game was played. The setup is that of a duplicate game (one in which all
players get the same dice), but has only one player, and rules with one column. The first game of a day that a
person finishes by the same rules counts; each later one is practice.

A total is compared with a table of the totals of best play. This table is from the exact distribution of the final
score (`solver.distributions.final_distribution`), which takes some ten seconds to compute: `scripts/best_play.py`
writes the table, and `tests/table/test_best_play.py` checks it by computing it again.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import blake2b

from h89yahtzee.game.day import Day, parse_day
from h89yahtzee.game.near_words import joined
from h89yahtzee.game.record import HUMAN, Player, Record, Setup
from h89yahtzee.game.rules import RuleSet
from h89yahtzee.notation.tokens import format_rules
from h89yahtzee.players.catalogue import LEVELS
from h89yahtzee.players.review import Judgement, PlayerReview, judge, summed_up
from h89yahtzee.players.strategy import Analyst
from h89yahtzee.table import texts
from h89yahtzee.table.comparison import play_perfect
from h89yahtzee.table.match import Match
from h89yahtzee.table.sentences import count, has

_RULES = 1000
_MARKS = ((0.05, "#"), (1.0, "+"), (5.0, "-"))
"""Pairs of a limit in points and a mark: a turn gets the mark of the first limit above the points that it lost."""
_COSTLY = "."
BLOCKS = {"#": "\u2588", "+": "\u2586", "-": "\u2583", ".": "\u2581"}
"""For each mark the block character that replaces it in a text that isn't limited to ASCII."""
_ALIKE = ("optimal", "winner")
"""The strategies that make par in a game of the day: played alone, both choose the actions with the highest
expected total."""

_COUNTS = "{day}, {rules}. This game counts."
_PRACTICE = "{day}, {rules}. Practice: the game that counts made {total}."
_YOU = "Of 100 games of best play with other dice, {share} make less than you did."
_PAR = "best play, which doesn't know the dice to come"
_PERFECT = "the most that these dice allow, had you known them all"
_LEVELS = "Computer levels: {others}; {alike} make par, {par}."
_LUCK = "Your {total}: best play expects {start:.1f}; luck {luck:+.1f}, decisions {loss:+.1f}."
_LEGEND = "For each turn: # lost no points, + less than 1, - less than 5, . more."


def can_be_daily(rules: RuleSet) -> bool:
    return rules.columns == 1


def seed_of(day: Day, rules: RuleSet) -> int:
    """Return the seed of the dice of `day` for `rules`."""
    digest = blake2b(format_rules(rules).encode("ascii"), digest_size=8).digest()
    return int(str(day).replace("-", "")) * _RULES + int.from_bytes(digest, "big") % _RULES


def daily_setup(day: Day, rules: RuleSet, player: Player) -> Setup:
    return Setup((player,), seed_of(day, rules), rules, duplicate=True)


def day_of(setup: Setup) -> Day | None:
    """Return the day if `setup` is that of a game of the day, else None."""
    if len(setup.players) > 1 or setup.players[0].strategy != HUMAN or not setup.duplicate:
        return None
    digits = str(setup.seed // _RULES)
    day = parse_day(f"{digits[:-4]}-{digits[-4:-2]}-{digits[-2:]}")
    if day is None or not can_be_daily(setup.rules) or setup.seed != seed_of(day, setup.rules):
        return None
    return day


@dataclass(frozen=True, slots=True)
class DayFigures:
    """The figures of a finished game of the day: a review of the person's play and, to compare with, the totals
    that other players would make with the same dice.

    `par` is the total of best play, `perfect` the total of a player who knew all dice in advance. `levels` has the
    name and the total of each level of computer players. `counted` is None if this game counts; if this game is
    practice, `counted` is the total of the game that counts.
    """

    record: Record
    review: PlayerReview
    par: int
    perfect: int
    levels: tuple[tuple[str, int], ...]
    counted: int | None = None

    @property
    def day(self) -> Day:
        day = day_of(self.record.setup)
        assert day is not None
        return day

    @property
    def rules(self) -> str:
        return format_rules(self.record.setup.rules)

    @property
    def total(self) -> int:
        return total_of(self.record)


def total_of(record: Record) -> int:
    """Return the total of a finished game of one player."""
    assert record.totals is not None
    [total] = record.totals
    return total


def day_figures(record: Record, analyst: Analyst, counted: int | None) -> Generator[float, None, DayFigures]:
    """Work out the figures of a finished game of the day: yield the fraction done, then return the figures.

    `counted` is as in `DayFigures`.
    """
    judgements: list[Judgement] = []
    count = sum(1 for _ in record.actions())
    for judgement in judge(record, analyst):
        judgements.append(judgement)
        yield len(judgements) / count / 2
    [review] = summed_up(record, analyst, judgements)
    yield 0.6
    par = par_of(record.setup, analyst)
    yield 0.8
    # The setup without the person's name is equal for all people, so that results for it can be cached.
    dice = replace(record.setup, players=(Player("computer"),))
    perfect = _perfect_total(dice)
    levels = []
    for level, strategy in LEVELS.items():
        yield 0.9
        levels.append((level, par if strategy in _ALIKE else _played_by(strategy, dice)))
    return DayFigures(record, review, par, perfect, tuple(levels), counted)


def figures_of(record: Record, analyst: Analyst, counted: int | None) -> DayFigures:
    """Return the figures of a finished game of the day, worked out at once."""
    steps = day_figures(record, analyst, counted)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            figures: DayFigures = end.value
            return figures


@lru_cache(maxsize=8)
def _perfect_total(dice: Setup) -> int:
    return total_of(play_perfect(dice))


@lru_cache(maxsize=32)
def _played_by(strategy: str, setup: Setup) -> int:
    match = Match(replace(setup, players=(Player(strategy, strategy),)))
    while not match.has_ended:
        match.act(match.decide().action)
    return total_of(match.record)


def marks(review: PlayerReview) -> str:
    """Return a text with a character from `_MARKS` for each turn, which tells how many points the turn lost against
    best play."""
    return "".join(next((mark for most, mark in _MARKS if turn.loss < most), _COSTLY) for turn in review.turns)


def shared_text(figures: DayFigures, command: str, *, has_blocks: bool = False) -> list[str]:
    """Return four lines of text to show to other people, which reveal nothing of the dice.

    The last of them is `command`, which plays the same game. If `has_blocks`, the marks of turns are block
    characters, otherwise they are ASCII.
    """
    told = marks(figures.review)
    practice = "" if figures.counted is None else " (practice)"
    return [
        f"H89 Yahtzee {figures.day}, {figures.rules}",
        f"I made {figures.total}{practice}, par {figures.par}, perfect {figures.perfect}",
        "".join(BLOCKS[mark] for mark in told) if has_blocks else told,
        command,
    ]


def command_of(setup: Setup) -> str:
    """Return the command, as a person types it, that plays the game of the day whose setup is `setup`."""
    return " ".join(["yahtzee", *options_of(setup)])


def options_of(setup: Setup) -> list[str]:
    """Return the words after `yahtzee` that play the game of the day whose setup is `setup`."""
    rules, bonus = setup.rules, setup.rules.bonus
    said = ["--daily", f"{day_of(setup)}", "--rules", rules.name]
    return said if bonus is None else [*said, "--bonus", bonus]


def day_lines(figures: DayFigures) -> list[str]:
    """Return lines of at most 72 characters with all figures, and the text to share at the end."""
    line = "{:10}{:5}   {}".format
    review = figures.review
    return [
        standing(figures),
        "",
        line("You", figures.total, f"{figures.total - figures.par:+d} against par"),
        line("Par", figures.par, _PAR),
        line("Perfect", figures.perfect, _PERFECT),
        "",
        _told_levels(figures),
        _YOU.format(share=games_below(figures.record.setup.rules, figures.total)),
        _LUCK.format(total=figures.total, start=review.start, luck=review.luck, loss=-review.loss),
        "",
        texts.Head("To share:"),
        *(f"  {text}" for text in shared_text(figures, command_of(figures.record.setup))),
        "",
        _LEGEND,
    ]


def _told_levels(figures: DayFigures) -> str:
    others = [f"{level} {total}" for level, total in figures.levels if LEVELS[level] not in _ALIKE]
    alike = [level for level, _ in figures.levels if LEVELS[level] in _ALIKE]
    return _LEVELS.format(others=", ".join(others), alike=joined(alike, "and"), par=figures.par)


def standing(figures: DayFigures) -> str:
    """Return a sentence that tells the day, the rules, and whether this game counts."""
    form = _COUNTS if figures.counted is None else _PRACTICE
    return form.format(day=figures.day, rules=figures.rules, total=figures.counted)


def day_sentences(figures: DayFigures) -> list[str]:
    """Return the content of `day_lines` in whole sentences, for a screen reader."""
    levels = [f"The computer's level {level} made {total}." for level, total in figures.levels]
    review = figures.review
    return [
        f"The game of the day of {standing(figures)}",
        f"You made {figures.total}. Par is {figures.par}: {_PAR}. Perfect is {figures.perfect}: {_PERFECT}.",
        *levels,
        _YOU.format(share=games_below(figures.record.setup.rules, figures.total)),
        _LUCK.format(total=figures.total, start=review.start, luck=review.luck, loss=-review.loss),
    ]


def in_a_row(days: Iterable[Day]) -> tuple[int, int]:
    """Return the lengths of two runs of consecutive days among `days`: of the run that ends with the latest day,
    and of the longest run. `days` may be in any order."""
    longest = run = 0
    before: Day | None = None
    for day in sorted(set(days)):
        run = run + 1 if day.before == before else 1
        longest, before = max(longest, run), day
    return run, longest


@dataclass(frozen=True, slots=True)
class DailyGames:
    """One person's games of the day by one rule set: for each day only the game that was finished first, which
    counts.

    `records` are in the order of days. A record may lack all turns after the first, since only its setup and its
    final totals are used.
    """

    player: str
    rules: str
    records: tuple[Record, ...]


def counting(records: Iterable[Record]) -> list[DailyGames]:
    """Return the games of the day that count, grouped by person and rules, and sorted by both. `records` are
    finished games of any kind, in the order in which they ended."""
    found: dict[tuple[str, str], dict[Day, Record]] = {}
    for record in records:
        day = day_of(record.setup)
        if day is not None:
            key = record.setup.players[0].name, format_rules(record.setup.rules)
            found.setdefault(key, {}).setdefault(day, record)
    return [
        DailyGames(player, rules, tuple(days[day] for day in sorted(days)))
        for (player, rules), days in sorted(found.items())
    ]


def par_of(setup: Setup, analyst: Analyst) -> int:
    """Return par of the game of the day whose setup is `setup`: the total that its dice give if every action is the
    one that `analyst` values most."""
    match = Match(replace(setup, players=(Player("par", "optimal"),)))
    while not match.has_ended:
        match.act(analyst.analysis(match.state).best.action)
    return total_of(match.record)


def daily_row(games: DailyGames, pars: Sequence[int]) -> tuple[str, ...]:
    """Return the cells of a row of a table about `games`; `pars` has par for each of `games.records`, in their
    order.

    The cells are the player, the rules, the number of days played, the length of the run of consecutive days that
    ends with the last of them, the length of the longest such run, the number of days with par or better, and the
    best total.
    """
    totals = [total_of(record) for record in games.records]
    row, longest = in_a_row(day for record in games.records if (day := day_of(record.setup)))
    reached = sum(total >= par for total, par in zip(totals, pars, strict=True))
    figures = len(totals), row, longest, reached, max(totals)
    return texts.plain_text(games.player), games.rules, *map(str, figures)


def daily_sentence(games: DailyGames, pars: Sequence[int]) -> str:
    """Return the content of `daily_row` as sentences for a screen reader."""
    player, rules, days, row, longest, reached, best = daily_row(games, pars)
    return (
        f"{has(player)} finished the game of the day by the rules {rules} on {count(int(days), 'day')}, "
        f"{row} of them in a row up to the last one and at most {longest}. "
        f"Of these, {'none' if reached == '0' else reached} reached par, and the best total is {best}."
    )


def daily_totals(games: DailyGames, pars: Sequence[int]) -> Iterator[str]:
    """Yield a line for each day: the total, par and their difference; `pars` is as in `daily_row`."""
    for record, par in zip(games.records, pars, strict=True):
        total = total_of(record)
        yield f"{day_of(record.setup)} {total:5}  par {par}  {total - par:+d}"


TOTALS = {
    "h89": """
        152 161 169 176 181 186 189 192 194 196 197 199 200 201 202 204 205 207 208 210 212 214 215 217 218 220
        221 223 225 226 228 229 231 233 234 236 237 238 239 240 241 242 243 243 244 245 246 246 247 248 249 250
        251 252 254 255 256 257 258 259 260 261 262 263 264 265 265 266 267 268 268 269 270 271 271 272 273 274
        275 277 278 280 283 286 289 291 293 295 297 299 303 308 312 315 317 319 322 324 328
    """,
    "official": """
        152 161 169 175 181 185 189 191 193 195 197 198 200 201 202 204 205 206 208 210 212 213 215 217 218 219
        221 223 224 226 227 229 231 232 234 235 237 238 239 240 241 242 242 243 244 245 246 247 248 249 250 251
        252 253 254 256 257 258 259 260 261 262 263 264 264 265 266 267 268 268 269 270 271 272 273 274 275 277
        279 281 285 288 291 294 297 302 307 312 315 319 323 332 354 372 389 399 411 420 475
    """,
    "free-choice": """
        152 161 169 175 181 185 189 191 193 195 197 198 200 201 202 204 205 206 208 210 212 213 215 217 218 219
        221 223 224 226 227 229 231 232 234 235 237 238 239 240 241 242 242 243 244 245 246 247 248 249 250 251
        252 253 254 256 257 258 259 260 261 262 263 264 264 265 266 267 268 268 269 270 271 272 273 274 275 277
        279 281 285 288 291 294 297 302 307 312 315 319 323 332 355 372 389 399 411 420 475
    """,
    "quiz": """
        152 160 168 175 180 185 188 191 193 195 197 198 200 201 202 203 205 206 208 210 211 213 215 216 218 219
        221 222 224 225 227 229 230 232 234 235 237 238 239 240 241 241 242 243 244 245 246 247 248 249 250 251
        252 253 254 256 257 258 259 260 261 262 263 264 264 265 266 267 268 268 269 270 271 272 273 274 275 277
        279 282 285 288 291 294 298 302 307 312 315 319 323 333 355 372 389 399 411 420 475
    """,
    "quintzee normal": """
        152 161 169 175 180 185 188 191 193 195 197 198 200 201 202 203 205 206 208 210 212 213 215 216 218 219
        221 222 224 226 227 229 231 232 234 235 237 238 239 240 241 242 242 243 244 245 246 247 248 249 250 251
        252 253 254 256 257 258 259 260 261 262 263 264 264 265 266 267 268 268 269 270 271 272 273 274 275 277
        279 282 285 288 291 294 297 302 307 311 314 318 321 327 348 365 380 395 408 419 450
    """,
    "quintzee extra-turn": """
        152 161 169 175 180 185 188 191 193 195 197 198 200 201 202 203 205 206 208 210 212 213 215 216 218 219
        221 222 224 226 227 229 231 232 234 235 237 238 239 240 241 242 242 243 244 245 246 247 248 249 250 251
        252 253 254 256 257 258 259 260 261 262 263 264 264 265 266 267 268 268 269 270 271 272 273 274 275 277
        279 281 285 288 291 294 297 301 306 310 314 317 321 326 340 353 369 386 398 415 456
    """,
    "yacht": """
        91 98 104 108 112 115 117 119 121 123 125 126 128 129 131 132 134 135 137 138 140 141 142 143 144 145
        146 147 148 149 150 151 152 153 153 154 155 156 157 158 159 160 160 161 162 163 164 165 167 168 169 170
        171 172 173 173 174 175 176 177 178 179 179 180 181 182 183 183 184 185 186 187 188 189 190 191 192 193
        194 195 197 198 200 202 204 206 208 211 214 217 221 224 227 229 232 235 238 241 245
    """,
    "yacht-dice": """
        108 116 121 125 129 134 137 139 141 143 145 147 148 150 151 153 155 156 158 159 161 162 164 165 166 167
        168 169 171 172 173 175 177 178 180 181 183 184 185 186 187 188 189 189 190 191 192 192 193 194 194 195
        196 197 197 198 199 200 201 202 203 205 206 207 208 209 210 211 212 213 214 215 216 217 217 218 219 220
        221 222 223 225 226 228 231 234 237 239 241 243 245 248 251 255 260 264 268 271 275
    """,
    "yatzy": """
        146 156 165 173 180 187 193 198 201 204 206 208 210 211 213 215 216 218 219 221 222 223 224 225 226 227
        228 229 230 231 232 233 234 234 235 236 237 238 239 240 241 242 243 244 245 246 247 248 249 250 251 252
        252 253 254 255 256 257 258 259 260 261 262 263 264 265 266 267 269 270 272 273 274 276 277 278 280 281
        282 284 285 286 288 289 291 293 295 297 299 300 302 304 306 308 310 313 316 320 326
    """,
}
"""99 totals for each rule set (and bonus rule, if one was chosen): of 100 games of best play 1 ends below the first
total, 2 end below the second total, and so on."""
_SAME = {"quintzee joker": "official"}
"""From a rule set without an entry in `TOTALS` to the rule set whose entry is used instead, since best play ends
with the same totals by both."""


def name_of(rules: RuleSet) -> str:
    """Return the key under which `TOTALS` has the totals for `rules`, which must have one column."""
    name = rules.name if rules.bonus is None else f"{rules.name} {rules.bonus}"
    return _SAME.get(name, name)


def games_below(rules: RuleSet, total: int) -> int:
    """Return the percentage of games of best play, by rules with one column, that end below `total`: a whole
    number, rounded down."""
    return bisect_right([int(least) for least in TOTALS[name_of(rules)].split()], total)
