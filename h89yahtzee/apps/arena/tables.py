"""Tables of numbers: columns, and functions that write a table as text, CSV, JSON or HTML.

A column has a value for programs, a text for people, or both. All HTML of a page is written by the functions here,
which escape any text that isn't `Markup`.
"""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO
from typing import Generic, TypeVar

from h89yahtzee.apps.command import aligned

Json = None | bool | int | float | str | list["Json"] | dict[str, "Json"]

NOTHING = "-"
"""The text shown for an unknown figure."""
_DIGITS = 4
"""The number of decimals of rates and means in JSON and CSV."""

_Row = TypeVar("_Row")


class Markup(str):
    """A text that is HTML already, and isn't escaped."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Column(Generic[_Row]):
    """A column of a table, with functions from a row to the column's cell.

    `name` (the column's name) and `value` (the function) are for JSON and CSV. `head` (the heading) and `text` (the
    function) are for people. A column may lack either pair. On a page in the browser, `markup` replaces `text` and
    `page_head` replaces `head` if they are given. `width` is the least width in a text table; `is_left` aligns the
    text on the left.
    """

    name: str = ""
    value: Callable[[_Row], Json] | None = None
    head: str = ""
    text: Callable[[_Row], str] | None = None
    width: int = 0
    is_left: bool = False
    page_head: str = ""
    markup: Callable[[_Row], Markup] | None = None


def figure(
    name: str,
    head: str,
    of: Callable[[_Row], float | None],
    form: Callable[[float], str] | None = None,
    width: int = 0,
) -> Column[_Row]:
    """Return a column of numbers. The function `of` takes a row of the table, and returns the number for the
    column's cell, or None if the number is unknown.

    JSON and CSV have the rounded number; tables for people have the text that the function `form` makes of the
    number. A column without `name` is only in tables for people, a column without `form` only in JSON and CSV.
    """

    def text(row: _Row) -> str:
        number = of(row)
        return NOTHING if number is None or form is None else form(number)

    value = (lambda row: rounded(of(row))) if name else None
    return Column(name, value, head, text if form else None, width)


def percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)


def text_table(columns: Sequence[Column[_Row]], rows: Iterable[_Row], indent: str = "") -> Iterator[str]:
    """Yield the lines of a text table, each beginning with `indent`; at least one column must have `is_left`.

    A table too wide for the terminal is split into parts with some of the columns each. The first column with
    `is_left` and all columns before it are in every part, since they tell what a row is about.
    """
    shown = [(column, column.text) for column in columns if column.text is not None]
    words = [number for number, (column, _) in enumerate(shown) if column.is_left]
    head = [column.head.rjust(column.width) for column, _ in shown]
    yield from aligned([head, *([text(row) for _, text in shown] for row in rows)], words[0] + 1, words, indent)


def json_rows(columns: Sequence[Column[_Row]], rows: Iterable[_Row]) -> list[dict[str, Json]]:
    """Return for each row a dictionary from the columns' names to the row's values."""
    valued = [(column.name, column.value) for column in columns if column.value is not None]
    return [{name: value(row) for name, value in valued} for row in rows]


def csv_table(names: Sequence[str], rows: Iterable[Mapping[str, Json]]) -> str:
    """Return CSV whose first row has the `names` of the columns. `rows` map names to values; where a row lacks a
    name, the cell is empty."""
    text = StringIO()
    writer = csv.DictWriter(text, names, lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def page_table(html_id: str, caption: str, columns: Sequence[Column[_Row]], rows: Iterable[_Row]) -> Markup:
    """Return a table in HTML with those `columns` that are for people; the first column has the heads of the
    rows."""
    shown = [(column, column.markup or column.text) for column in columns if column.markup or column.text]
    heads = [column.page_head or column.head for column, _ in shown]
    return html_table(html_id, caption, heads, ([cell(row) for _, cell in shown if cell] for row in rows))


def html_table(
    html_id: str, caption: str, heads: Sequence[str], rows: Iterable[Sequence[str]], css_class: str = ""
) -> Markup:
    """Return a table in HTML; the first text of each row is the head of that row."""
    head = element("tr", *(element("th", head, scope="col") for head in heads))
    body = (
        element("tr", element("th", first, scope="row"), *(element("td", cell) for cell in cells))
        for first, *cells in rows
    )
    return scrolling(html_id, caption, css_class, element("thead", head), element("tbody", *body))


def scrolling(html_id: str, caption: str, css_class: str, *parts: Markup) -> Markup:
    """Return an HTML table that consists of `parts`, a head and bodies, and scrolls within a frame; the caption's
    id is `html_id`."""
    content = element("table", *parts, aria_labelledby=html_id)
    region = element("div", content, class_="scroll", role="region", tabindex=0, aria_labelledby=html_id)
    title = element("p", caption, id=html_id, class_="caption")
    return element("div", title, region, class_=f"table {css_class}".strip())


def element(tag: str, /, *children: str, **attributes: str | int) -> Markup:
    """Return an HTML element. In the names of `attributes` an underscore stands for a hyphen, as in `data_turn`; at
    the end of a name it is dropped, as in `class_`."""
    return Markup(f"{start(tag, **attributes)}{''.join(map(_markup, children))}</{tag}>")


def start(tag: str, /, **attributes: str | int) -> Markup:
    """Return a start tag; HTML elements without content, such as `meta`, consist of this tag alone."""
    words = (f' {key.strip("_").replace("_", "-")}="{escape(str(value))}"' for key, value in attributes.items())
    return Markup(f"<{tag}{''.join(words)}>")


def joined(parts: Iterable[str], between: str = "") -> Markup:
    return Markup(_markup(between).join(map(_markup, parts)))


def _markup(text: str) -> str:
    return text if isinstance(text, Markup) else escape(text, quote=False)


def bot_name(name: str) -> Markup:
    """Return a bot's name isolated from the text around it, since it may be written from right to left."""
    return element("bdi", name)
