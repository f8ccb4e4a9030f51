"""A real terminal at the page: what a stand-in for Web Serial gets and sends, and what the program is told."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.web.page.stand_in import StandIn

PORTS = """
    window.opened = [];
    window.sent = [];
    class Port {
        async open(options) {
            opened.push(options);
            this.readable = new ReadableStream({start: feed => { this.feed = feed; }});
            this.writable = new WritableStream({write: bytes => {
                if (window.isLost) throw new Error("The device has been lost.");
                sent.push(...bytes);
            }});
        }
        async close() { opened.push("closed"); }
    }
    window.port = new Port();
    const requestPort = async () => {
        if (!navigator.userActivation.isActive) throw new DOMException("Must be handling a user gesture.");
        if (window.isRefused) throw new DOMException("No port selected by the user.");
        return port;
    };
    Object.defineProperty(navigator, "serial", {value: {requestPort}});
"""
pytestmark = pytest.mark.slow


@pytest.fixture
def page(open_page: Callable[..., StandIn]) -> StandIn:
    page = open_page(before=PORTS)
    page.page.click("summary")
    return page


def connect(page: StandIn, baud: str = "9600") -> None:
    page.page.select_option("#baud", baud)
    page.page.click("#connect")
    page.wait_for("serial")


@pytest.mark.parametrize("baud", [1200, 19200])
def test_a_port_is_opened_at_the_chosen_speed_without_hardware_handshake(page: StandIn, baud: int) -> None:
    connect(page, str(baud))
    assert page.page.evaluate("opened") == [{"baudRate": baud}]
    assert page.got("serial") == [{"kind": "serial", "event": "opened", "baud": baud}]


def test_bytes_go_both_ways_and_what_the_port_took_is_told(page: StandIn) -> None:
    connect(page)
    page.say("serial", event="send", bytes=[27, 72, 255, 0])
    page.say("serial", event="send", bytes=[65])
    page.wait_for("serial", 3)
    assert page.page.evaluate("sent") == [27, 72, 255, 0, 65]
    assert [said.get("count") for said in page.got("serial")[1:]] == [4, 1]
    page.page.evaluate("port.feed.enqueue(Uint8Array.of(19, 27, 83))")
    page.wait_for("serial", 4)
    received = page.worker.evaluate("Array.from(got.filter(({event}) => event === 'received')[0].bytes)")
    assert received == [19, 27, 83]


@pytest.mark.parametrize("noticed", ["reading", "writing"])
def test_a_terminal_that_is_unplugged_is_told_of_once(page: StandIn, noticed: str) -> None:
    connect(page)
    if noticed == "reading":
        lost = "const {feed} = port; port.readable = null; feed.error(new Error('The device has been lost.'));"
        page.page.evaluate(f"() => {{ {lost} }}")
    else:
        page.page.evaluate("isLost = true")
        page.say("serial", event="send", bytes=[1])
    last = page.wait_for("serial", 2)[-1]
    assert last == {"kind": "serial", "event": "closed", "reason": "The device has been lost."}
    page.say("serial", event="send", bytes=[1])
    assert [said["event"] for said in page.got("serial")].count("closed") == 1
    page.page.click("summary")
    assert page.page.is_visible("#connect")
    assert not page.page.is_visible("#disconnect")


def test_a_receiving_error_goes_on_with_the_ports_next_stream(page: StandIn) -> None:
    connect(page)
    page.page.evaluate("""() => {
        const {feed} = port;
        port.readable = new ReadableStream({start: next => { port.feed = next; }});
        feed.error(new DOMException("Framing error", "FramingError"));
        port.feed.enqueue(Uint8Array.of(65));
    }""")
    assert page.wait_for("serial", 2)[-1]["event"] == "received"


def test_a_terminal_that_is_disconnected_is_first_left_as_it_was_found(page: StandIn) -> None:
    connect(page)
    page.page.click("summary")
    page.page.click("#disconnect")
    assert page.wait_for("serial", 2)[-1]["event"] == "closing"
    page.say("serial", event="send", bytes=[27, 122])
    page.say("serial", event="close")
    events = [said["event"] for said in page.wait_for("serial", 4)]
    assert events == ["opened", "closing", "taken", "closed"]
    page.page.wait_for_function("opened.includes('closed')")
    page.page.click("#connect")
    page.wait_for("serial", 5)


def test_a_port_that_the_person_doesnt_choose_is_a_sentence(page: StandIn) -> None:
    page.page.evaluate("isRefused = true")
    page.page.click("#connect")
    page.page.wait_for_selector("#notices p")
    assert page.page.inner_text("#notices span") == "The port wasn't opened: No port selected by the user."
    assert page.got("serial") == []
