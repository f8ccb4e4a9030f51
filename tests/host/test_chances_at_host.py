"""Chances to win at a host: for who plays and who watches, on a screen and by lines, each as they like."""

from h89yahtzee.screen.keys import Key
from h89yahtzee.table.bookmaker import Bookmaker
from tests.host.hosts import HostForTests, LobbyForTests, choices, played, post
from tests.table.odds import Elsewhere, Told, in_turn, nobody


def host_with(bookmaker: Bookmaker) -> HostForTests:
    """Ann plays against a computer; Bob watches on a screen, Dee by lines."""
    host = HostForTests(LobbyForTests(fixed=(choices(1, computers=1),), bookmaker=bookmaker))
    for name in ("ann", "bob", "dee"):
        host.call(name, by_lines=name == "dee")
        if name == "dee":
            host.type(name, "1")
        else:
            host.press(name, Key.RETURN)
    return host


def wait(host: HostForTests) -> None:
    host.test.now += 1.0
    played(host.lobby.tables[1]).advance(host.test.now)
    host.let_all_see()


def test_nobody_is_asked_while_all_have_them_off() -> None:
    host = host_with(Bookmaker(nobody))
    wait(host)
    host.type("dee", "w")
    assert "hances" not in host.told("dee")
    assert not host.shows("bob", "CHANCE TO WIN")


def test_who_watches_has_them_while_others_do_not() -> None:
    told = Told(in_turn([0.6, 0.4], [0.3, 0.7]))
    host = host_with(told.bookmaker())
    host.press("bob", "=", *"j" * 5, " ", "x")
    wait(host)
    assert host.line("bob", 19).split()[4:] == ["~", "60", "40"]
    assert not host.shows("ann", "CHANCE TO WIN")
    post(host.lobby.tables[1], host.test.now)
    wait(host)
    assert host.line("bob", 19).split()[4:] == ["~", "30", "70"]
    assert len(told.asked) == 2


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
    """While Dee's are worked out elsewhere she and Ann go on; they are told once they are there."""
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
