"""Serial lines opened by URL: a device, a TCP port that is a serial line's other end, or an RFC 2217 server.

This is the only file that imports pyserial. Nothing is paced here, and XON/XOFF is obeyed only on a device, by the
kernel. What comments say about pyserial was found in version 3.5.
"""

import contextlib
import errno
import os
import select
import socket
import termios
import time
from typing import Protocol, cast
from urllib.parse import urlsplit

import serial
from serial import rfc2217
from serial.urlhandler import protocol_socket

from h89yahtzee.transport.terminal_modes import XOFF, XON, obeying_xon_xoff
from h89yahtzee.transport.transport import FAILURES, Medium, TransportClosed

_READ_SIZE = 4096
_RFC2217_WRITE_SIZE = 256

_EXPECTED = "expected a device, socket://host:port or rfc2217://host:port"

_REASONS = {
    errno.ENOENT: "no such device",
    errno.ENODEV: "no such device",
    errno.ENXIO: "no such device",
    errno.ENOTTY: "not a serial line",
    errno.EAGAIN: "in use by another program",
    errno.EBUSY: "in use by another program",
}


class _OverTcp(Protocol):
    """A port of pyserial over TCP, with the private attribute in which pyserial keeps the port's socket."""

    _socket: socket.socket


class SerialLine(Medium):
    """Base class of lines that pyserial has opened: a device, a TCP connection or an RFC 2217 server."""

    honours_xon_xoff: bool
    """Whether the medium itself stops the output at XOFF; otherwise the caller must obey XOFF."""

    _has_break = True
    _loss = "the line went away"

    def __init__(self, url: str, port: serial.SerialBase) -> None:
        super().__init__(url)
        self._port = port

    def _descriptor(self) -> int:
        return self._port.fileno()

    def send_break(self, duration: float = 0.25) -> bool:
        """Send a BREAK of `duration` seconds, waiting for its end; return whether the medium could send it.

        A plain TCP connection has no BREAK. A device with output waiting, as after an XOFF, sends no BREAK: the
        system would wait until the output has drained.
        """
        self._check()
        try:
            return self._has_break and self._break(duration)
        except FAILURES as error:
            raise self._lost(self._loss) from error

    def set_baud_rate(self, baud: int) -> None:
        """Change the line's speed to `baud` bits a second, if the medium has a speed; bytes that still wait to be
        sent go at the new speed."""
        self._check()
        try:
            self._set_baud_rate(baud)
        except (*FAILURES, ValueError) as error:
            raise self._lost(self._loss) from error

    def close(self) -> None:
        super().close()
        with contextlib.suppress(*FAILURES):
            self._close()

    def _read(self) -> bytes:
        return self._port.read(_READ_SIZE)

    def _write(self, data: bytes) -> int:
        # os.write is called because pyserial's write tries again without end while the line is stopped or full.
        return os.write(self._port.fileno(), data)

    def _break(self, duration: float) -> bool:
        # The BREAK is made here because pyserial's send_break doesn't take the duration in seconds on a device.
        self._port.break_condition = True
        try:
            time.sleep(duration)
        finally:
            self._port.break_condition = False
        return True

    def _set_baud_rate(self, baud: int) -> None:
        self._port.baudrate = baud

    def _close(self) -> None:
        self._port.close()


class _Device(SerialLine):
    """A serial device or pty of this machine."""

    def __init__(
        self, path: str, port: serial.Serial, found: list[int | list[bytes | int]], obeys_xon_xoff: bool
    ) -> None:
        super().__init__(path, port)
        self.honours_xon_xoff = obeys_xon_xoff
        self._device = port
        self._found = found

    def _break(self, duration: float) -> bool:
        return self._device.out_waiting == 0 and super()._break(duration)

    def _set_baud_rate(self, baud: int) -> None:
        super()._set_baud_rate(baud)
        _set_flow_control(self._device.fileno(), self.honours_xon_xoff)  # pyserial has set all modes anew

    def _close(self) -> None:
        try:
            # The modes aren't restored if output is waiting: another speed would garble the output, and after an
            # XOFF the output may never drain.
            if self._device.is_open and self._device.out_waiting == 0:
                termios.tcsetattr(self._device.fileno(), termios.TCSANOW, self._found)
        finally:
            super()._close()


class _Socket(SerialLine):
    """A TCP connection that carries the line's bytes and nothing else."""

    honours_xon_xoff = False
    _has_break = False

    def __init__(self, url: str, port: serial.SerialBase) -> None:
        super().__init__(url, port)
        self._socket = cast(_OverTcp, port)._socket
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def _close(self) -> None:
        try:
            super()._close()
        finally:
            # pyserial leaves the socket open if the other end has reset the connection.
            self._socket.close()


class _Rfc2217(_Socket):
    """A serial port of an RFC 2217 server. pyserial loses bytes that come right before the end of the
    connection."""

    _has_break = True

    def __init__(self, url: str, port: rfc2217.Serial) -> None:
        super().__init__(url, port)
        self._remote = port

    def fileno(self) -> int | None:
        """Return None: pyserial's reader thread takes arriving bytes before a select could see them."""
        return None

    def _read(self) -> bytes:
        # Bytes are read one by one. At least one read is made, since only a read notices a lost connection.
        return b"".join(self._remote.read(1) for _ in range(max(1, self._remote.in_waiting)))

    def _break(self, duration: float) -> bool:
        try:
            return super()._break(duration)
        except (ValueError, serial.SerialException):
            # pyserial raises these if the far end of an rfc2217:// address refuses a break, or does not answer.
            return False

    def _write(self, data: bytes) -> int:
        # pyserial would wait up to 5 s until all bytes are sent. So at most 256 bytes are written, and only if
        # select calls the socket writable: it then takes them at once, even if each is an IAC (255), which is sent
        # twice.
        _, writable, _ = select.select([], [self._socket], [], 0)
        return self._remote.write(data[:_RFC2217_WRITE_SIZE]) or 0 if writable else 0


def open_serial(url: str, baud: int, obeys_xon_xoff: bool = True) -> SerialLine:
    """Open a device path, socket://host:port or rfc2217://host:port, with 8 bits, no parity and one stop bit.

    If `obeys_xon_xoff` is False, XOFF doesn't stop a device's output, but is received like any byte; so the program
    can stand in for a terminal. `baud` does not matter to socket://. Raises ValueError for a malformed URL or rate,
    TransportClosed if the line can't be opened; an RFC 2217 server may take seconds.
    """
    scheme = _scheme(url)
    if baud <= 0:
        raise ValueError(f"baud rate {baud}: expected a positive number")
    try:
        if scheme == "socket":
            return _Socket(url, protocol_socket.Serial(url, baud, timeout=0, write_timeout=0))
        if scheme == "rfc2217":
            return _Rfc2217(url, rfc2217.Serial(url, baud, timeout=0))
        return _open_device(url, baud, obeys_xon_xoff)
    except FAILURES as error:
        raise TransportClosed(f"{url}: {_reason(error)}") from error
    except (ValueError, NotImplementedError) as error:
        # pyserial raises these if the device or the server refuses a setting.
        raise TransportClosed(f"{url}: {error}") from error


def _scheme(url: str) -> str:
    """Return the scheme of `url`, "socket" or "rfc2217", or "" if `url` is the path of a device; ValueError for any
    other text."""
    if url and "://" not in url:
        return ""
    try:
        parts = urlsplit(url)
        well_formed = bool(parts.hostname and parts.port) and not (parts.path.strip("/") or parts.query)
    except ValueError as error:
        raise ValueError(f"{url!r}: {_EXPECTED}") from error
    if not well_formed or parts.scheme not in ("socket", "rfc2217"):
        raise ValueError(f"{url!r}: {_EXPECTED}")
    return parts.scheme


def _open_device(path: str, baud: int, obeys_xon_xoff: bool) -> SerialLine:
    # The device is opened here, too, so that its modes can be read before pyserial changes them.
    fd = os.open(path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
    try:
        found = termios.tcgetattr(fd)
        port = serial.Serial(path, baud, timeout=0, write_timeout=0, exclusive=True)
        _set_flow_control(fd, obeys_xon_xoff)
    finally:
        os.close(fd)
    return _Device(path, port, found, obeys_xon_xoff)


def _set_flow_control(fd: int, obeys_xon_xoff: bool) -> None:
    """Switch XON/XOFF on or off for the output alone; pyserial's xonxoff would switch it for the input too."""
    iflag, oflag, cflag, lflag, ispeed, ospeed, control = termios.tcgetattr(fd)
    control[termios.VSTART], control[termios.VSTOP] = XON, XOFF
    # With BRKINT the H19's BREAK key throws queued output away in the middle of an escape sequence.
    iflag = obeying_xon_xoff(iflag & ~termios.BRKINT)
    if not obeys_xon_xoff:
        iflag &= ~termios.IXON
    termios.tcsetattr(fd, termios.TCSANOW, [iflag, oflag, cflag, lflag, ispeed, ospeed, control])


def _reason(error: BaseException) -> str:
    """Return the reason why a line could not be opened."""
    # pyserial wraps the system's error, which has the error number, once or twice.
    while isinstance(error, serial.SerialException) and error.__context__ is not None:
        error = error.__context__
    match error.args:
        case (int(number), text):
            return _REASONS.get(number, str(text).lower())
    return str(error).partition(" [")[0]
