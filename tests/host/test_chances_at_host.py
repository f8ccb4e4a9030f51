"""Chances to win at a host, for a caller in text mode who watches a game."""

from h89yahtzee.screen.keys import Key
from h89yahtzee.table.bookmaker import Bookmaker
from tests.host.hosts import HostForTests, LobbyForTests, choices, played, post
from tests.table.odds import Elsewhere, Told


def host_with(bookmaker: Bookmaker) -> HostForTests:
    """Return a host at which Ann plays against a computer and Dee watches in text mode."""
    host = HostForTests(LobbyForTests(fixed=(choices(1, computers=1),), bookmaker=bookmaker))
    host.call("ann")
    host.press("ann", Key.RETURN)
    host.call("dee", by_lines=True)
    host.type("dee", "1")
    return host


def wait(host: HostForTests) -> None:
    host.test.now += 1.0
    played(host.lobby.tables[1]).advance(host.test.now)
    host.let_all_see()


def test_by_lines_a_word_switches_them_on_and_off() -> None:
    told = Told(lambda _: [0.6, 0.4])
    host = host_with(told.bookmaker())
    host.told("dee")
    host.type("dee", "chances", "w")
    assert "Chances to win, estimated: ann 60.0 %, H8 40.0 %." in host.told("dee")
    host.type("dee", "chances", "w")
    assert "estimated" not in host.told("dee")
    assert len(told.asked) == 1


def test_nobody_waits_for_them() -> None:
    """While the chances that Dee asked for are worked out elsewhere, the game goes on; Dee is told them later."""
    elsewhere, told = Elsewhere(), Told(lambda _: [0.6, 0.4])
    host = host_with(Bookmaker(lambda *_: told, elsewhere.run))
    host.type("dee", "chances", "w", "c")
    assert "estimated" not in host.told("dee")
    assert host.lines("dee").deadline is not None
    post(host.lobby.tables[1], host.test.now)
    wait(host)
    assert "ann scores" in host.told("dee")
    elsewhere.work()
    wait(host)
    assert "Chances to win, estimated: ann 60.0 %, H8 40.0 %." in host.told("dee")
    assert host.lines("dee").deadline is None
