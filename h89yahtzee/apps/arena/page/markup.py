"""Elements of HTML, in which every text that is no markup itself is escaped."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape


class Markup(str):
    """A text that is markup already."""

    __slots__ = ()


def element(tag: str, /, *children: str, **attributes: str | int) -> Markup:
    """An element with its end tag; an attribute is spelled as `class_` or `data_turn`."""
    return Markup(f"{start(tag, **attributes)}{''.join(map(_markup, children))}</{tag}>")


def start(tag: str, /, **attributes: str | int) -> Markup:
    """A start tag, which is all that an element without content has."""
    words = (f' {key.strip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return Markup(f"<{tag}{''.join(words)}>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    return Markup(_markup(between).join(map(_markup, parts)))


def _markup(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text, quote=False)


def table(name: str, caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> Markup:
    """A table whose rows begin with their head."""
    head = element("tr", *(element("th", head, scope="col") for head in heads))
    body = (
        element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in cells))
        for first, *cells in rows
    )
    return scrolling(name, caption, kind, element("thead", head), element("tbody", *body))


def scrolling(name: str, caption: str, kind: str, *parts: Markup) -> Markup:
    """The parts of a table that scrolls by itself; its caption, whose id is `name`, stays where it is."""
    content = element("table", *parts, aria_labelledby=name)
    region = element("div", content, class_="scroll", role="region", tabindex=0, aria_labelledby=name)
    return element("div", element("p", caption, id=name, class_="caption"), region, class_=f"table {kind}".strip())


def bot_name(name: str) -> Markup:
    """The name of a bot, which may be written from right to left."""
    return element("bdi", name)
