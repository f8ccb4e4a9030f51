"""Conversion of the texts below declarations to mdoc(7), the markup of the manual's pages.

In such a text `code` is set as an option, a path, a variable or a page of the manual if it looks like one, else as
a word to type; <name> is a placeholder and {NAME} a section of the page. Text lines that begin with "* " are the
items of a list, each a term and its meaning; an empty text line begins a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

WIDTH = 80
_MARKED = re.compile(r"`[^`]*`|<[^<>]*>|\{[^{}]*\}")
_WORD = re.compile(rf"(?:{_MARKED.pattern}|\S)+")
_CLOSING = set(".,:;)]?!")


def placeholder(value: str) -> str:
    """Return the macros for `value`, the name of an option's value in `--help`; words in capitals are
    placeholders."""
    if value.startswith("[") and value.endswith("]"):
        return f"Op {placeholder(value[1:-1])}"
    if re.fullmatch(r"[A-Z]{2,}[0-9]( [A-Z]{2,}[0-9])*", value):
        return f"Ar {value.lower()}"
    parts = re.findall(r"(?<![A-Z0-9])[A-Z]+(?![A-Z0-9])|\[|\]|(?:[^A-Z\[\]]|[A-Z](?=[0-9]))+", value)
    macros = (f"Ar {part.lower()}" if part.isupper() and part.isalpha() else _plain_part(part) for part in parts)
    return " Ns ".join(macros).replace("Oo Ns", "Oo").replace("Ns Oc", "Oc")


def _plain_part(part: str) -> str:
    return {"[": "Oo", "]": "Oc"}.get(part) or f"Cm {_literal(part)}"


def body(text: str) -> Iterator[str]:
    for number, paragraph in enumerate(re.split(r"\n\n", text)):
        if number:
            yield ".Pp"
        for is_list, lines in _blocks(paragraph):
            yield from _list(lines) if is_list else filled(" ".join(lines))


def _blocks(paragraph: str) -> Iterator[tuple[bool, list[str]]]:
    """Return the blocks of a paragraph: for each, whether it is a list, and its text lines. Indented text lines are
    joined to the item before them."""
    blocks: list[tuple[bool, list[str]]] = []
    for line in paragraph.split("\n"):
        if line.startswith("  ") and blocks:
            blocks[-1][1][-1] += f" {line.strip()}"
        elif blocks and blocks[-1][0] == line.startswith("* "):
            blocks[-1][1].append(line)
        else:
            blocks.append((line.startswith("* "), [line]))
    return iter(blocks)


def _list(items: list[str]) -> Iterator[str]:
    terms = [item.removeprefix("* ").partition(": ") for item in items]
    words = [term[1:-1] for term, _, _ in terms if re.fullmatch("`[^`]*`", term)]
    yield f".Bl -tag -width {max(words, key=len) if len(words) == len(terms) else 'Ds'} -compact"
    for term, _, meaning in terms:
        yield f".It {marked(term)}"
        yield from filled(meaning)
    yield ".El"


def filled(text: str) -> Iterator[str]:
    """Yield `text` as text lines of mdoc: each sentence begins a new line, and each word with markup has its
    own."""
    for sentence in re.split(r"(?<=[.?!])\s+(?=[A-Z`<])", text):
        line = ""
        for word in _WORD.findall(sentence):
            if _MARKED.search(word):
                if line:
                    yield line
                yield f".{marked(word)}"
                line = ""
            elif line and len(line) + 1 + len(word) > WIDTH:
                yield line
                line = _minus(word)
            else:
                line = f"{line} {_minus(word)}".lstrip()
        if line:
            yield line


def _minus(word: str) -> str:
    return word.replace("-", "\\-", 1) if re.match(r"-(?:\d|$)", word) else word


def marked(word: str) -> str:
    """Return the macros for a word with markup; its parts aren't separated by spaces on the page either."""
    macros, touching = "", False
    for part in re.split(f"({_MARKED.pattern})", word):
        if _MARKED.fullmatch(part):
            macros += (" Ns " if touching else " ") + _macro(part)
            touching = True
        elif part and macros and set(part) <= _CLOSING:
            macros += "".join(f" {character}" for character in part)
        elif part:
            macros += (" Ns " if touching else " ") + f"No {part}"
            touching = True
    return macros.lstrip()


def _macro(part: str) -> str:
    content = part[1:-1]
    if part[0] != "`":
        return f"Ar {content}" if part[0] == "<" else f"Sx {content}"
    for pattern, form in _KINDS:
        if found := re.fullmatch(pattern, content):
            return form(found)
    return f"Cm {_literal(content)}"


_KINDS: tuple[tuple[str, Callable[[re.Match[str]], str]], ...] = (
    (r"-(-?[a-z0-9][a-z0-9-]*)", lambda found: f"Fl {found[1]}"),
    (r"([a-z0-9-]+)\((\d)\)", lambda found: f"Xr {found[1]} {found[2]}"),
    (r"[~/][a-z].*|\.(?:txt|svg)", lambda found: f"Pa {found[0]}"),
    (r"[A-Z][A-Z_]{3,}", lambda found: f"Ev {found[0]}"),
)


def _literal(content: str) -> str:
    return f"\\&{content}" if set(content) <= _CLOSING else content
