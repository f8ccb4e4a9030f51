"""A bot in Python that checks everything it is given."""

import random

from h89yahtzee.arena.bot import Bot, Category, Move, Post

seen: list[float] = []


class Inspector(Bot):
    def __init__(self) -> None:
        self.turns = 0
        self.chance = random.random()

    def turn(self, dice: tuple[int, ...], stage: int) -> Move:
        assert len(dice) == 5
        assert self.players == len(self.scores()) == 2
        assert self.card.total() in self.scores()
        assert len(self.card.open_categories()) == 13 - self.turns
        assert set(self.legal) <= {category.word for category in self.card.open_categories()}
        assert len({type(category) for category in self.categories}) == 1
        if stage < 2:
            return self.keep(index for index, face in enumerate(dice) if face > 4)
        self.turns += 1
        return self.posted(dice)

    def posted(self, dice: tuple[int, ...]) -> Post:
        category = self.card.open_categories()[0]
        assert isinstance(category, Category)
        assert category.is_upper == (category.face is not None)
        assert category.is_lower != category.is_upper
        assert self.legal.get(category.word, category.score(dice)) == category.score(dice) or len(set(dice)) == 1
        print(f"{category.name} {self.card.upper_total()} {self.card.upper_bonus()} {self.card.yahtzee_bonus()}")
        if category.word not in self.legal:
            return self.score(next(iter(self.legal)))
        return self.score(category)

    def game_over(self) -> None:
        assert self.turns == 13
        assert not self.card.open_categories()
        assert dict(self.legal) == {}
        seen.append(self.chance)
        print(f"game {len(seen)}: {self.card.total()} {self.scores()} {self.chance}")
