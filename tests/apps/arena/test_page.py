"""The HTML page of a tournament: parsed, compared with the figures in JSON, and opened in a browser."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from h89yahtzee.game.rules import H89
from tests.apps.arena.arenas import Arena
from tests.solver.backends import needs_kernel

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NAMED = "<b>Ω&co"
ASKED = ("--seed", "7", "--games", "5", "classic", "greedy", f"{NAMED}=random")
VOID = {"meta", "wbr"}


@dataclass
class Node:
    """An HTML element with its attributes and its content: elements and texts."""

    tag: str
    attributes: dict[str, str | None] = field(default_factory=dict)
    children: list[Node | str] = field(default_factory=list)

    def all(self, tag: str, **attributes: str) -> list[Node]:
        below = [child for child in self.children if isinstance(child, Node)]
        return [
            node
            for child in below
            for node in ([child] * child.fits(tag, attributes) + child.all(tag, **attributes))
        ]

    def fits(self, tag: str, attributes: dict[str, str]) -> bool:
        its = {name: (value or "").split() for name, value in self.attributes.items()}
        return self.tag == tag and all(value in its.get(name.strip("_"), []) for name, value in attributes.items())

    def one(self, tag: str, **attributes: str) -> Node:
        [node] = self.all(tag, **attributes)
        return node

    def text(self) -> str:
        return "".join(child if isinstance(child, str) else child.text() for child in self.children)

    def rows(self) -> list[list[str]]:
        return [
            [cell.text() for cell in row.children if isinstance(cell, Node)]
            for part in self.all("tbody")
            for row in part.all("tr")
        ]


class Reader(HTMLParser):
    """A parser of HTML that builds a tree of nodes; it requires that elements are closed in the right order."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.open = [Node("page")]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        node = Node(tag, dict(attrs))
        self.open[-1].children.append(node)
        if tag not in VOID:
            self.open.append(node)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop().tag == tag

    def handle_data(self, data: str) -> None:
        self.open[-1].children.append(data)


def read(path: Path) -> Node:
    reader = Reader()
    reader.feed(path.read_text("utf-8"))
    [page] = reader.open
    return page


def table(page: Node, name: str) -> Node:
    [found] = [node for node in page.all("table") if node.attributes["aria-labelledby"] == name]
    return found


@pytest.fixture(scope="module")
def arena(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Arena]:
    arena = Arena(tmp_path_factory.mktemp("arena"))
    yield arena
    arena.close()


@pytest.fixture(scope="module")
def figures(arena: Arena) -> dict[str, list[dict[str, float]]]:
    """The figures of a tournament, from its JSON; it also writes the page `page.html` and the journal `journal`."""
    found = arena.table("--html", "page.html", "--html-games", "3", "--journal", "journal", "--json", *ASKED)
    return dict(json.loads(found))


@pytest.fixture(scope="module")
def path(arena: Arena, figures: object) -> Path:
    assert figures
    return arena.home / "page.html"


@pytest.fixture(scope="module")
def page(path: Path) -> Node:
    return read(path)


@pytest.mark.slow
def test_standings_are_those_of_the_json(page: Node, figures: dict[str, list[dict[str, float]]]) -> None:
    rows = table(page, "places").rows()
    assert [row[0] for row in rows] == [str(place["bot"]) for place in figures["standings"]]
    for row, place in zip(rows, figures["standings"], strict=True):
        assert row[1:3] == [str(place[name]) for name in ("rank", "points")]
        assert row[3:5] == [f"{place['mean']:.2f}", f"{place['standard_error']:.2f}"]
        assert row[5:8] == [str(place[name]) for name in ("games", "wins", "draws")]
        assert row[8] == f"{100 * place['upper_bonus_rate']:.1f} %"


@pytest.mark.slow
def test_nothing_is_asked_of_elsewhere_and_only_its_own_style_and_script_may_run(page: Node) -> None:
    [policy] = [
        str(meta.attributes["content"])
        for meta in page.all("meta")
        if meta.attributes.get("http-equiv") == "Content-Security-Policy"
    ]
    for kind in ("style", "script"):
        digest = b64encode(sha256(page.one(kind).text().encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in policy
    assert policy.startswith("default-src 'none'; ")

    def links(node: Node) -> Iterator[str]:
        for name in ("src", "href", "action", "data", "style", "srcset"):
            if name in node.attributes:
                yield f"{name}={node.attributes[name]}"
        for child in node.children:
            yield from links(child) if isinstance(child, Node) else ()

    found = set(links(page))
    assert all(link.startswith("href=#") for link in found), found
    named = {node.attributes.get("id") for tag in ("h2", "tr") for node in page.all(tag)}
    assert {link.removeprefix("href=#") for link in found} <= named
    assert "url(" not in page.one("style").text()


@pytest.mark.slow
def test_names_are_shown_as_they_are(page: Node, path: Path) -> None:
    assert not page.all("b")
    assert NAMED in {node.text() for node in page.all("bdi")}
    assert "<b>" not in path.read_text("utf-8")


@pytest.mark.slow
def test_games_end_with_the_totals_of_their_records(arena: Arena, page: Node) -> None:
    arena.table("--records", "records", *ASKED)
    games = page.all("details", class_="game")
    assert len(games) == 3
    labels = {category.name: category.label for category in H89.categories}
    for game in games:
        number = int(game.one("h3").text().removeprefix("Game "))
        record = (arena.home / "records" / f"game-{number:07}.record").read_text("utf-8").splitlines()
        totals = record[-1].split()[1:]
        rows = {row[0]: row[1:] for row in table(page, f"game-{number}-cards").rows()}
        assert rows["Total"] == totals
        for seat, total in enumerate(totals):
            assert int(total) == sum(int(row[seat]) for name, row in rows.items() if name != "Total")
        steps = [row for row in table(page, f"game-{number}-steps").rows() if len(row) == 4]
        turns = [line.split() for line in record if line.startswith("turn ")]
        assert [row[0] for row in steps] == [word for turn in turns for word in dice_of(turn)]
        posted = [row[1].removeprefix("score ") for row in steps if row[1].startswith("score")]
        ends = [turn[turn.index("score") + 1 :] for turn in turns]
        assert posted == [f"{labels[row]} {''.join(points)}" for row, *points in ends]
        assert {*labels.values()} <= {*rows}


def dice_of(turn: list[str]) -> list[str]:
    """Return the dice after the first roll and each re-roll of a turn, from the words of its line in a record."""
    return [turn[3], *(turn[at + 2] for at, word in enumerate(turn) if word == "roll")]


@needs_kernel
@pytest.mark.slow
def test_chances_of_all_are_1_and_end_with_the_winner(page: Node) -> None:
    for game in page.all("details", class_="game"):
        number = int(game.one("h3").text().removeprefix("Game "))
        drawn = [
            str(line.attributes["points"]).split() for line in game.one("figure", class_="chances").all("polyline")
        ]
        heights = [[100 - float(point.split(",")[1]) for point in line] for line in drawn]
        assert [sum(shares) for shares in zip(*heights, strict=True)] == pytest.approx([100] * 40, abs=0.3)
        axes = game.one("div", class_="plot")
        assert [label.text() for label in axes.all("span")] == ["100 %", "50 %", "0 %"]
        assert [label.text() for label in axes.all("text")] == ["turn 1", "4", "7", "10", "13"]
        totals = [int(total) for total in table(page, f"game-{number}-cards").rows()[-1][1:]]
        assert [line[-1] for line in heights] == [100 * (total == max(totals)) for total in totals]
        heads = [row[0] for row in table(page, f"game-{number}-steps").rows() if len(row) == 1]
        told = [float(head.removesuffix(" % to win").rpartition(" ")[2]) for head in heads]
        assert told == pytest.approx([heights[turn % 3][turn] for turn in range(39)], abs=0.6)


def test_who_plays_alone_has_nobody_to_win_against(arena: Arena) -> None:
    arena.table("--html", "alone.html", "--html-games", "1", "--games", "2", "--rules", "yacht", "greedy")
    alone = read(arena.home / "alone.html")
    assert "to win" not in alone.one("main").one("details", class_="game").text()
    assert [section.one("h2").text() for section in alone.all("section")] == [
        "Standings",
        "Scores",
        "Rows",
        "Decisions",
        "Games",
    ]


@pytest.mark.slow
def test_losses_of_the_solvers_play_are_told(page: Node) -> None:
    [_, greedy, random] = sorted(table(page, "losses").rows(), key=lambda row: row[0] == NAMED)
    assert float(random[1]) > 150 > float(greedy[1]) > 10
    assert sum(map(float, random[2:])) == pytest.approx(float(random[1]), abs=0.03)
    costliest = [
        node for node in page.all("table") if str(node.attributes["aria-labelledby"]).startswith("costliest")
    ]
    assert len(costliest) == 3
    for found in costliest:
        lost = [float(row[1]) for row in found.rows()]
        assert lost == sorted(lost, reverse=True)
        assert lost[0] > 5
        for row in found.one("tbody").all("tr"):
            for link in row.all("a"):
                decision = page.one("tr", id=str(link.attributes["href"]).removeprefix("#"))
                cells = [cell.text() for cell in row.all("td")]
                assert [cell.text() for cell in decision.all("td")][1:] == [cells[2], cells[0], cells[3]]


@pytest.mark.slow
def test_same_tournament_gives_the_same_bytes_however_it_was_played(arena: Arena, path: Path) -> None:
    arena.table("--html", "again.html", "--html-games", "3", "--processes", "2", *ASKED)
    arena.table("--html", "resumed.html", "--html-games", "3", "--resume", "--journal", "journal")
    assert (arena.home / "again.html").read_bytes() == path.read_bytes()
    assert (arena.home / "resumed.html").read_bytes() == path.read_bytes()


@pytest.mark.slow
def test_page_that_can_not_be_written_is_told_of_and_the_tournament_is_kept(arena: Arena) -> None:
    told = arena.run("--html", "nowhere/page.html", "--seed", "3", "--games", "2", "greedy")
    assert (told.stdout, told.returncode) == ("", 1)
    assert "nowhere/page.html" in told.stderr
    assert "Traceback" not in told.stderr
    assert len(arena.journals()) == 1
    assert "greedy played alone." in arena.table("--resume")
    assert arena.journals() == []


def opened(browser: Browser, path: Path, width: int, is_dark: bool = False, has_script: bool = True) -> Page:
    context = browser.new_context(
        viewport={"width": width, "height": 800},
        color_scheme="dark" if is_dark else "light",
        java_script_enabled=has_script,
    )
    tab = context.new_page()
    tab.on("request", lambda request: asked.append(request.url))
    tab.on("console", lambda message: asked.append(message.text))
    tab.on("pageerror", lambda error: asked.append(str(error)))
    asked: list[str] = []
    tab.goto(path.as_uri())
    assert asked == [path.as_uri()]
    return tab


@pytest.mark.slow
def test_game_is_stepped_through_on_the_card(browser: Browser, path: Path) -> None:
    tab = opened(browser, path, 1280)
    game = tab.locator("details.game").first
    final = game.locator(".total td").all_text_contents()
    game.locator("summary").click()
    total, text = game.locator(".total td"), game.locator(".stage p")
    assert total.all_inner_texts() == ["0", "0", "0"]
    assert game.locator("[data-step]").filter(has_text=re.compile(r"\d")).count() == 0
    assert game.locator(".die").count() == 5
    rows = game.locator(".steps tr[id]")
    for step in range(8):
        dice, played = rows.nth(step).locator("td").all_inner_texts()[:2]
        assert f"{dice}: {played}; " in text.inner_text()
        kept = played.removeprefix("keep ").partition(",")[0].replace("none", "") if "keep" in played else ""
        assert game.locator(".die.kept").count() == len(kept)
        assert rows.nth(step).get_attribute("aria-current") == "step"
        game.get_by_role("button", name="On", exact=True).click()
    posted = rows.filter(has_text="score")
    posted.nth(0).click()
    game.get_by_role("button", name="On", exact=True).click()
    points = posted.nth(0).locator("td").nth(1).inner_text().rpartition(" ")[2]
    assert total.all_inner_texts() == [points, "0", "0"]
    game.get_by_role("button", name="To the end").click()
    assert total.all_inner_texts() == final
    assert text.inner_text().startswith("The end")
    game.get_by_role("button", name="To the beginning").click()
    game.get_by_role("slider").press("ArrowRight")
    assert rows.nth(1).get_attribute("aria-current") == "step"
    tab.context.close()


@pytest.mark.slow
def test_costly_decision_leads_to_its_place_in_the_game(browser: Browser, path: Path) -> None:
    tab = opened(browser, path, 1280)
    link = tab.locator("a[href*=step]").first
    href = str(link.get_attribute("href"))
    link.click()
    row = tab.locator(href)
    row.and_(tab.locator("[aria-current=step]")).wait_for()
    assert row.is_visible()
    tab.context.close()


@pytest.mark.slow
@pytest.mark.parametrize("is_dark", [False, True], ids=["light", "dark"])
def test_phone_in_the_dark_and_without_script_shows_all_tables(browser: Browser, path: Path, is_dark: bool) -> None:
    tab = opened(browser, path, 360, is_dark, has_script=False)
    for game in tab.locator("details.game").all():
        game.locator("summary").click()
        assert game.locator(".cards table").is_visible()
        assert game.locator(".steps table").is_visible()
    assert tab.locator(".stage").count() == 0
    widths = tab.locator(".scroll, p, figure, h1, details.game").all()
    assert all(
        (box := node.bounding_box()) and box["x"] + box["width"] <= 360 for node in widths if node.is_visible()
    )
    tab.context.close()


SIX = ("--seed", "7", "--pairs", "--games", "3", "optimal", "greedy", "classic", "hasty", "random", "greedy")


@pytest.mark.slow
def test_stranger_finds_what_counts_without_scrolling(arena: Arena, browser: Browser) -> None:
    """A phone's width has room for the means and the verdicts; 1280 pixels have room for the table of six bots'
    results against each other."""
    arena.table("--html", "six.html", "--html-games", "1", *SIX)

    def right(tab: Page, table: str, place: int) -> float:
        cell = tab.locator(f"table[aria-labelledby={table}] tr >> nth=1").locator("th, td").nth(place)
        box = cell.bounding_box()
        assert box is not None
        return box["x"] + box["width"]

    phone, desk = (opened(browser, arena.home / "six.html", width) for width in (360, 1280))
    assert right(phone, "places", 3) <= 348
    assert right(phone, "leads", 2) <= 348
    heads = phone.locator("table[aria-labelledby=places] thead th").all_inner_texts()
    assert heads[3] == "mean"
    assert right(desk, "duels", 6) <= 1280
    for tab in (phone, desk):
        tab.context.close()


def totals_of(record: Path) -> dict[str, int]:
    """Return the total of each player in a record, by name."""
    lines = record.read_text("utf-8").splitlines()
    names = [line.split()[2] for line in lines if line.startswith("player ")]
    return dict(zip(names, map(int, lines[-1].split()[1:]), strict=True))


@pytest.mark.slow
def test_head_to_head_counts_games_ahead_behind_and_level(arena: Arena) -> None:
    """The two bots of the strategy greedy have the same dice, so that they are level in all games."""
    asked = ("--html", "duels.html", "--html-games", "1", "--records", "duels", "--games", "4", "--seed", "1")
    arena.table(*asked, "greedy", "greedy", "classic")
    cells = {row[0]: row[1:] for row in table(read(arena.home / "duels.html"), "duels").rows()}
    games = [totals_of(record) for record in (arena.home / "duels").iterdir()]
    for name, row in cells.items():
        for other, cell in zip(cells, row, strict=True):
            ahead = sum(game[name] > game[other] for game in games)
            behind = sum(game[name] < game[other] for game in games)
            level = f", {4 - ahead - behind} level" if ahead + behind < 4 else ""
            assert cell == "-" if name == other else cell.endswith(f"{ahead} ahead, {behind} behind{level}")


@pytest.mark.slow
def test_page_doubts_a_winner_that_is_not_better_beyond_luck(arena: Arena) -> None:
    """Three games against classic can't tell who is better; sixty games against random can."""
    doubt = "there is no telling whether"
    for games, opponent, is_doubted in (("3", "classic", True), ("60", "random", False)):
        arena.table("--html", "it.html", "--html-games", "1", "--games", games, "--seed", "1", "greedy", opponent)
        assert (doubt in read(arena.home / "it.html").one("header").text()) == is_doubted


@pytest.mark.slow
def test_dark_page_is_light_on_dark(browser: Browser, path: Path) -> None:
    def brightness(tab: Page, what: str) -> float:
        colour = tab.evaluate(f"getComputedStyle(document.body).{what}")
        return sum(map(int, re.findall(r"\d+", colour)[:3])) / 3

    dark, light = (opened(browser, path, 360, is_dark=is_dark) for is_dark in (True, False))
    assert brightness(dark, "backgroundColor") < 40 < 200 < brightness(dark, "color")
    assert brightness(light, "color") < 60 < 200 < brightness(light, "backgroundColor")
    for tab in (dark, light):
        assert tab.evaluate("document.documentElement.scrollWidth") == 360
        tab.context.close()
