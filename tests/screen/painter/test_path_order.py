"""The path cover, compared with a greedy choice of edges and with all possible choices."""

from collections.abc import Iterator, Sequence
from itertools import combinations, islice, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from h89yahtzee.screen.painter.path_order import Edge, PathCover

START = -1


@st.composite
def edges(draw: st.DrawFn, nodes: int) -> list[Edge]:
    """Edges between some of the nodes, and from a start to which no edge leads; each saves at least a byte."""
    pairs = [(tail, head) for tail in range(START, nodes) for head in range(nodes) if tail != head]
    chosen = draw(st.lists(st.sampled_from(pairs), unique=True, max_size=12))
    return [Edge(draw(st.integers(1, 6)), tail, head) for tail, head in chosen]


def taken(cover: PathCover) -> list[Edge]:
    return list(cover.after.values())


def saving(chosen: Sequence[Edge]) -> float:
    return sum(edge.saving for edge in chosen)


def are_paths(chosen: Sequence[Edge]) -> bool:
    """Return whether each node has at most one successor and one predecessor, and no node comes after itself."""
    after = {edge.tail: edge.head for edge in chosen}
    if len(after) < len(chosen) or len({edge.head for edge in chosen}) < len(chosen):
        return False
    for node in after:
        follower: int | None = after[node]
        while follower is not None and follower != node:
            follower = after.get(follower)
        if follower == node:
            return False
    return True


def choices(all_edges: Sequence[Edge]) -> Iterator[tuple[Edge, ...]]:
    for count in range(len(all_edges) + 1):
        yield from filter(are_paths, combinations(all_edges, count))


def greedy(all_edges: Sequence[Edge]) -> float:
    """Return the sum saved by taking the best edge that fits, then the best of the others, and so on."""
    chosen: list[Edge] = []
    for edge in sorted(all_edges, key=lambda edge: (-edge.saving, edge.tail, edge.head)):
        if are_paths([*chosen, edge]):
            chosen.append(edge)
    return saving(chosen)


@given(edges(nodes=9))
def test_edges_are_paths_and_save_no_less_than_a_greedy_choice(all_edges: list[Edge]) -> None:
    chosen = taken(PathCover(all_edges))
    assert set(chosen) <= set(all_edges)
    assert are_paths(chosen)
    assert saving(chosen) >= greedy(all_edges)


def everything(values: Sequence[int], nodes: int, step: int = 1) -> Iterator[tuple[list[Edge], float]]:
    """Yield sets of edges between a start and `nodes` nodes, with the most that each set can save.

    The savings of the edges are all combinations of `values`, 0 for no edge; only each `step`th one is yielded.
    """
    ends = [(tail, head) for tail in range(START, nodes) for head in range(nodes) if tail != head]
    paths = [[edge[1:] for edge in chosen] for chosen in choices([Edge(1, *pair) for pair in ends])]
    for savings in islice(product(values, repeat=len(ends)), None, None, step):
        by_ends = dict(zip(ends, savings, strict=True))
        best = max(sum(by_ends[pair] for pair in chosen) for chosen in paths)
        yield [Edge(saved, *pair) for pair, saved in by_ends.items() if saved], best


@pytest.mark.parametrize(("values", "nodes", "step", "part"), [(range(7), 2, 1, 0.99), ((0, 2, 5), 3, 7, 0.98)])
def test_nearly_all_is_saved_that_can_be(values: Sequence[int], nodes: int, step: int, part: float) -> None:
    """Found by brute force: at least `part` of the possible savings of all cases together, half of them in each."""
    saved = possible = 0.0
    for all_edges, best in everything(values, nodes, step):
        saves = saving(taken(PathCover(all_edges)))
        assert best / 2 <= saves <= best
        saved, possible = saved + saves, possible + best
    assert saved >= part * possible


def test_both_ends_of_each_edge_are_known() -> None:
    cover = PathCover([Edge(3, 0, 1), Edge(2, 1, 2), Edge(2, START, 0)])
    assert {edge.head: edge for edge in taken(cover)} == cover.before
    assert [list(cover.path(node)) for node in (START, 0, 2, 7)] == [[START, 0, 1, 2], [0, 1, 2], [2], [7]]


def test_less_than_half_a_byte_changes_no_order() -> None:
    """Costs differ by fractions of a byte if only the processor's times differ."""
    rivals = [Edge(4, 0, 1), Edge(2.2, 0, 2), Edge(2.2, 3, 1)]
    assert taken(PathCover(rivals)) == [Edge(4, 0, 1)]
