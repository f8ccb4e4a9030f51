"""A check of what is told about each rule set on the page or by the question where one is chosen."""

from collections.abc import Sequence

from tests.game.by_hand import BY_HAND


def check_rules_are_told(lines: Sequence[str]) -> None:
    """Check that each rule set has a text line of figures and one about it, and that the last ones explain the
    figures."""
    head, *table = [" ".join(line.split()) for line in lines if line.strip()]
    end = 2 * len(BY_HAND)
    assert head == "RULES ROWS BONUS JOKER BEST PLAY"
    assert table[:end:2] == [f"{name} {rules.figures}" for name, rules in BY_HAND.items()]
    for line, rules in zip(table[1:end:2], BY_HAND.values(), strict=True):
        assert rules.differs in line
    for word in ("BONUS: ", "JOKER: ", "BEST PLAY: "):
        assert word in " ".join(table[end:])
