"""A message of the page, whose members are read as what they should be; what isn't that counts as missing."""

from __future__ import annotations

from collections.abc import Mapping


class Message:
    def __init__(self, members: Mapping[str, object]) -> None:
        self._members = members

    def text(self, name: str) -> str:
        value = self._members.get(name)
        return value if isinstance(value, str) else ""

    def number(self, name: str) -> int:
        value = self._members.get(name)
        return int(value) if isinstance(value, int | float) else 0

    def data(self, name: str) -> bytes:
        value = self._members.get(name)
        return bytes(value) if isinstance(value, bytes | bytearray | memoryview) else b""

    def is_true(self, name: str) -> bool:
        return self._members.get(name) is True
