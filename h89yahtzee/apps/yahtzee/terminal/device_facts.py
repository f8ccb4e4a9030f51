"""What the system knows about a serial device: its driver, its USB adapter, the errors that it has counted.

Only Linux tells; elsewhere nothing is known.
"""

from __future__ import annotations

import fcntl
import struct
from contextlib import suppress
from pathlib import Path

_TIOCGICOUNT = 0x545D
"""The request for the counters of a serial device, from Linux's asm-generic/ioctls.h."""
_COUNTERS = struct.Struct("20i")
"""A serial_icounter_struct: four handshake lines, bytes received and sent, the errors, nine to spare."""
_ERRORS = ("framing", "overrun", "parity", "BREAK", "buffer overrun")
_FIRST_ERROR = 6

_SYSTEM = Path("/sys/class/tty")


def line_errors(fileno: int) -> dict[str, int] | None:
    """The errors that the system has counted on a line so far; None where it counts none, as on a pty."""
    try:
        counters = fcntl.ioctl(fileno, _TIOCGICOUNT, bytes(_COUNTERS.size))
    except OSError:
        return None
    counts = _COUNTERS.unpack(counters)[_FIRST_ERROR:]
    return dict(zip(_ERRORS, counts, strict=False))


def adapter(device: Path, system: Path = _SYSTEM) -> str:
    """The driver of a device and the USB adapter that it is, but not the serial number; "" where nobody knows."""
    folder = (system / device.resolve().name / "device").resolve()
    driver = folder / "driver"
    words = [f"driver {driver.resolve().name}"] if driver.exists() else []
    for parent in (folder, *folder.parents):
        if (parent / "idVendor").is_file():
            numbers = ":".join(_text(parent / name) for name in ("idVendor", "idProduct"))
            words.append(f"USB {numbers} {_text(parent / 'product')}".rstrip())
            break
    return ", ".join(words)


def _text(file: Path) -> str:
    with suppress(OSError):
        return file.read_text("utf-8", "replace").strip()
    return ""
