"""Telnet at the caller's end: answers what a host asks about the terminal, and asks for nothing."""

from __future__ import annotations

from h89yahtzee.transport.network.telnet_line import CR, IS, NUL, SEND, USER, VALUE, TelnetLine, TelnetOption, Verb
from h89yahtzee.transport.transport import Transport


class TelnetClient(TelnetLine):
    """A host, which is told that the terminal is a `terminal_type` of so many rows and columns, and the `user`."""

    def __init__(self, transport: Transport, terminal_type: str, rows: int, columns: int, user: str = "") -> None:
        ours = (TelnetOption.BINARY, TelnetOption.SGA, TelnetOption.TTYPE, TelnetOption.NAWS)
        of_user = (TelnetOption.NEW_ENVIRON,) * bool(user)
        super().__init__(transport, (*ours, *of_user), (TelnetOption.BINARY, TelnetOption.SGA, TelnetOption.ECHO))
        self._terminal_type = terminal_type
        self._size = rows, columns
        self.last_said = b""
        """The last byte that the host said, empty if it said nothing."""
        self._user = user

    def receive(self) -> bytes:
        said = super().receive().replace(CR + NUL, CR)
        self.last_said = said[-1:] or self.last_said
        return said

    def begin(self) -> None: ...

    def agreed(self, verb: Verb, option: int) -> None:
        if verb is Verb.DO and option == TelnetOption.NAWS:
            rows, columns = self._size
            self.subnegotiate(TelnetOption.NAWS, columns.to_bytes(2, "big") + rows.to_bytes(2, "big"))

    def told(self, option: int, content: bytes) -> None:
        if option == TelnetOption.TTYPE and content == SEND:
            self.subnegotiate(TelnetOption.TTYPE, IS + self._terminal_type.upper().encode("ascii"))
        elif option == TelnetOption.NEW_ENVIRON and content[:1] == SEND:
            self.subnegotiate(TelnetOption.NEW_ENVIRON, IS + USER + VALUE + self._user.encode("ascii"))

    def key(self, command: int) -> bytes:  # noqa: ARG002
        return b""
