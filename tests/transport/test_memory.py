"""What the pair in memory promises beyond the transport contract."""

import pytest

from h89yahtzee.transport.memory import memory_pair
from h89yahtzee.transport.transport import TransportClosed


def test_an_end_holds_its_capacity() -> None:
    near, far = memory_pair(capacity=10)
    assert near.send(b"0123456") == 7
    assert near.send(b"789AB") == 3
    assert near.send(b"AB") == 0
    assert far.send(b"other way") == 9
    assert far.receive() == b"0123456789"
    assert near.send(b"AB") == 2


def test_what_was_sent_before_closing_is_received() -> None:
    near, far = memory_pair()
    near.send(b"last words")
    near.close()
    assert far.receive() == b"last words"
    with pytest.raises(TransportClosed):
        far.receive()
