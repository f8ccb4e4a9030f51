"""Chains of links against a greedy choice and against all that can be chosen."""

from collections.abc import Iterator, Sequence
from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from h89yahtzee.screen.painter.path_cover import Chains, Link

START = -1


@st.composite
def links(draw: st.DrawFn, nodes: int) -> list[Link]:
    """Between some of the nodes and a start that nothing leads to, each saving a byte at least."""
    pairs = [(tail, head) for tail in range(START, nodes) for head in range(nodes) if tail != head]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12))
    return [Link(draw(st.integers(1, 6)), tail, head) for tail, head in chosen]


def taken(chains: Chains) -> list[Link]:
    return list(chains.after.values())


def saving(chosen: Sequence[Link]) -> float:
    return sum(link.saving for link in chosen)


def are_chains(chosen: Sequence[Link]) -> bool:
    """Whether each node has one successor and one predecessor at most and none comes after itself."""
    after = {link.tail: link.head for link in chosen}
    if len(after) < len(chosen) or len({link.head for link in chosen}) < len(chosen):
        return False
    for node in after:
        follower: int | None = after[node]
        while follower is not None and follower != node:
            follower = after.get(follower)
        if follower == node:
            return False
    return True


def choices(all_links: Sequence[Link]) -> Iterator[tuple[Link, ...]]:
    for count in range(len(all_links) + 1):
        yield from filter(are_chains, combinations(all_links, count))


def greedy(all_links: Sequence[Link]) -> float:
    """What the best link that fits, then the best of the others, and so on save together."""
    chosen: list[Link] = []
    for link in sorted(all_links, key=lambda link: (-link.saving, link.tail, link.head)):
        if are_chains([*chosen, link]):
            chosen.append(link)
    return saving(chosen)


@settings(max_examples=400)
@given(links(nodes=9))
def test_links_are_chains_and_save_no_less_than_a_greedy_choice(all_links: list[Link]) -> None:
    chosen = taken(Chains(all_links))
    assert set(chosen) <= set(all_links)
    assert are_chains(chosen)
    assert saving(chosen) >= greedy(all_links)


def everything(values: Sequence[int], nodes: int) -> Iterator[tuple[list[Link], float]]:
    """All links of a start and `nodes` nodes with these savings, 0 for no link, and the most that they can save."""
    ends = [(tail, head) for tail in range(START, nodes) for head in range(nodes) if tail != head]
    chains = [[link[1:] for link in chosen] for chosen in choices([Link(1, *pair) for pair in ends])]
    for savings in product(values, repeat=len(ends)):
        by_ends = dict(zip(ends, savings, strict=True))
        best = max(sum(by_ends[pair] for pair in chosen) for chosen in chains)
        yield [Link(saved, *pair) for pair, saved in by_ends.items() if saved], best


@pytest.mark.parametrize(("values", "nodes", "part"), [(range(7), 2, 0.99), ((0, 2, 5), 3, 0.98)])
def test_nearly_all_is_saved_that_can_be(values: Sequence[int], nodes: int, part: float) -> None:
    """By brute force: of all that can be saved in all cases together this part, and half of it in each case."""
    saved = possible = 0.0
    for all_links, best in everything(values, nodes):
        saves = saving(taken(Chains(all_links)))
        assert best / 2 <= saves <= best
        saved, possible = saved + saves, possible + best
    assert saved >= part * possible


def test_links_that_lead_on_save_all_that_they_can() -> None:
    """No ring is possible between a start and two nodes if none leads back."""
    for all_links, best in everything(range(7), 2):
        if all(link.tail < link.head for link in all_links):
            assert saving(taken(Chains(all_links))) == best


def test_both_ends_of_each_link_are_known() -> None:
    chains = Chains([Link(3, 0, 1), Link(2, 1, 2), Link(2, START, 0)])
    assert {link.head: link for link in taken(chains)} == chains.before
    assert [list(chains.chain(node)) for node in (START, 0, 2, 7)] == [[START, 0, 1, 2], [0, 1, 2], [2], [7]]


def test_a_ring_is_left_open_where_that_costs_least() -> None:
    assert taken(Chains([Link(3, 0, 1), Link(2, 1, 2), Link(1, 2, 0)])) == [Link(3, 0, 1), Link(2, 1, 2)]


def test_two_good_links_take_the_place_of_the_best() -> None:
    """The best one, taken first, would leave 3 alone: 4 against 3 + 3."""
    rivals = [Link(4, 0, 1), Link(3, 0, 2), Link(3, 3, 1)]
    assert sorted(taken(Chains(rivals))) == [Link(3, 0, 2), Link(3, 3, 1)]


def test_less_than_half_a_byte_changes_no_order() -> None:
    """Prices differ by fractions where only the processor's time does."""
    rivals = [Link(4, 0, 1), Link(2.2, 0, 2), Link(2.2, 3, 1)]
    assert taken(Chains(rivals)) == [Link(4, 0, 1)]
