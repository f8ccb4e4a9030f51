"""Tables printed as aligned text, compared with tables written by hand."""

from h89yahtzee.apps.command import aligned


def test_a_table_of_more_than_80_characters_continues_below_its_first_columns() -> None:
    """The column "rate" ends at character 80. Beside it stands a column of verdicts without a head; since that one
    doesn't fit, both go below."""
    rows = [("", "bot", "a" * 66, "rate", ""), ("1", "x", "2", "0.5", "better")]
    above = [f"   bot  {'a' * 66}", f"1  x    {'2':>66}"]
    assert list(aligned([row[:4] for row in rows], 2, (1,))) == [f"{above[0]}  rate", f"{above[1]}   0.5"]
    assert list(aligned(rows, 2, (1, 4))) == [*above, "", "   bot  rate", "1  x     0.5  better"]
    assert list(aligned([row[:4] for row in rows], 2, (1,), " "))[:2] == [f" {line}" for line in above]


def test_long_words_are_folded_in_their_cell() -> None:
    rows = [("bot", "mean"), ("an-experiment-of-30-characters - greedy", "1.00"), ("x" * 40, "2.00")]
    assert list(aligned(rows, 1, (0,), "  ")) == [
        "  bot                                 mean",
        "  an-experiment-of-30-characters -    1.00",
        "  greedy",
        f"  {'x' * 34}  2.00",
        "  xxxxxx",
    ]
