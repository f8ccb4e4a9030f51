"""A server of RFC 2217, serial ports over telnet, by pyserial's own implementation."""

import select
import socket
from types import SimpleNamespace
from typing import cast

import serial
from serial import rfc2217

LIMIT = 120.0


def serve(listener: socket.socket, line: socket.socket, settings: serial.SerialBase) -> None:
    """Serve one client of `listener` until either end closes; `line` stands for the serial port's line.

    The client's settings of the port, and its breaks, are passed on to `settings`.
    """
    connection, _ = listener.accept()
    with connection, line, settings:
        writer = SimpleNamespace(write=connection.sendall)
        server = rfc2217.PortManager(cast(rfc2217.Serial, settings), cast(rfc2217.Serial, writer))
        while True:
            ready, _, _ = select.select([connection, line], [], [], LIMIT)
            try:
                received = ready[0].recv(4096) if ready else b""
                if not received:
                    return
                if ready[0] is connection:
                    line.sendall(b"".join(server.filter(received)))
                else:
                    connection.sendall(b"".join(server.escape(received)))
            except OSError:
                return
