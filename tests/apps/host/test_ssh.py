"""Callers by ssh: a caller with a known key is taken for the key's owner; all else is as for callers by telnet."""

from __future__ import annotations

import asyncio
import re
import shutil
import socket
import subprocess
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from typing import TYPE_CHECKING

import pytest

from tests.apps.far_end import LIMIT
from tests.apps.games import Games
from tests.apps.host.hosts import HOST, ROOT, AtHost, h19
from tests.apps.host.ssh_callers import CLIENTS, Command, SshHosts
from tests.parameters import few_fast
from tests.programs import run

if TYPE_CHECKING:
    import asyncssh

pytestmark = pytest.mark.skipif(shutil.which("ssh") is None, reason="there is no OpenSSH client here")


@pytest.fixture
def host(games: Games) -> Iterator[SshHosts]:
    host = SshHosts(games)
    yield host
    host.close()


@pytest.fixture(params=CLIENTS)
def command(request: pytest.FixtureRequest, host: SshHosts) -> Command:
    if request.param == "plink" and shutil.which("plink") is None:
        pytest.skip("there is no plink here")
    return CLIENTS[request.param](host)


def arrive(caller: AtHost, name: str) -> None:
    """Come to the host for the first time, with a key: the host suggests the ssh user name, and gives no code."""
    caller.wait_for(f"{name} is new here.")
    caller.send(b"\r")
    caller.wait_for("TABLE", "RULES")


def seat_two(host: SshHosts, ann: AtHost) -> AtHost:
    """Let `ann`, who is in the lobby, open a table, and bob sit down there by telnet; return bob."""
    ann.open_table()
    bob = host.call(h19())
    bob.introduce("bob")
    bob.sit()
    for caller in (ann, bob):
        caller.wait_for_turn("ann")
    return bob


def test_a_key_is_who_comes_and_leads_back_to_the_seat(host: SshHosts) -> None:
    ann = host.call_by(host.by_openssh("ann", "ann"))
    arrive(ann, "ann")
    ann.send(b"=")
    ann.wait_for("Your code is")
    found = re.search(r"Your code is (\d{4}):", ann.text())
    assert found is not None
    seat_two(host, ann)
    ann.drop()
    back = host.call_by(host.by_openssh("whoever", "ann"))
    back.wait_for_turn("ann")
    # Ann calls once more, by telnet with her code.
    by_telnet = host.call(h19())
    by_telnet.come_back("Ann", found[1])
    by_telnet.wait_for_turn("ann")
    back.wait_for("You have called again on another line.")
    by_telnet.post("ann")
    assert host.logged()[-1].endswith("ann: called again on another line after 0 min")


def test_without_a_key_name_and_code_are_as_by_telnet_and_the_key_is_added_to_them(host: SshHosts) -> None:
    ann = host.call_by(host.by_openssh("ann"))
    ann.wait_for("ann is new here.")
    ann.send(b"\r")
    ann.wait_until(lambda: re.search(r"Your code is \d{4}:", ann.text()) is not None, "a code")
    code = ann.text().partition("Your code is ")[2][:4]
    ann.send(b"\r")
    ann.wait_for("TABLE", "RULES")
    ann.send(b"q")
    ann.wait_for("Goodbye, ann.")
    again = host.call_by(host.by_openssh("ann", "key"))
    again.wait_for("Code of ann")
    again.send(f"{code}\r".encode())
    again.wait_for("TABLE", "RULES")
    again.send(b"=")
    again.wait_for("Your key is added")
    again.send(b"q")
    again.wait_for("Goodbye, ann.")
    last = host.call_by(host.by_openssh("nobody", "key"))
    last.wait_for("TABLE", "RULES", "ann")
    host.program.terminate()
    last.wait_for("The host is being stopped.")
    assert host.program.wait(LIMIT) == 0


def unsigned(public: asyncssh.SSHKey) -> asyncssh.SSHKeyPair:
    """Return a key pair that can be offered to a server but can't sign, as its private key is missing."""
    import asyncssh

    class NotSigning(asyncssh.SSHKeyPair):
        def sign(self, data: bytes) -> bytes:  # noqa: ARG002
            return b""

    return NotSigning(public.algorithm, public.algorithm, [public.algorithm], [], public.public_data, b"")


def answer(call: Coroutine[None, None, str]) -> str:
    """Run `call` and return its result. It runs in a thread of its own, since tests of the page in the browser
    leave an event loop running in the main thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, call).result(LIMIT)


def test_a_key_that_was_only_asked_about_is_nobody(host: SshHosts) -> None:
    """A client can ask whether a server accepts a public key, without having the private key, and then log in in
    another way."""
    import asyncssh

    arrive(host.call_by(host.by_openssh("ann", "ann")), "ann")
    public = asyncssh.read_public_key(host.key("ann.pub"))

    class Thief(asyncssh.SSHClient):
        def kbdint_auth_requested(self) -> str:
            return ""

    key = unsigned(public)

    async def steal() -> str:
        connecting = asyncssh.connect(
            "127.0.0.1",
            host.ssh_port,
            username="mallory",
            client_keys=[key],
            known_hosts=None,
            config=None,
            agent_path=None,
            client_factory=Thief,
        )
        async with connecting as connection:
            process = await connection.create_process(term_type="vt100", term_size=(80, 24))
            return await asyncio.wait_for(process.stdout.readuntil("another name: "), LIMIT)

    assert "mallory is new here." in answer(steal())


@pytest.mark.parametrize("way", few_fast(1, ["publickey", "password"]))
def test_tries_to_log_in_are_counted_on_a_connection_and_from_an_address(host: SshHosts, way: str) -> None:
    """Ten tries may fail on a connection; after some calls the address has to wait before it may call again."""
    import asyncssh

    public = asyncssh.generate_private_key("ssh-ed25519").convert_to_public()
    key = unsigned(public)
    offers = 0

    class Guessing(asyncssh.SSHClient):
        def connection_made(self, conn: asyncssh.SSHClientConnection) -> None:
            self.connection = conn

        def public_key_auth_requested(self) -> asyncssh.SSHKeyPair:
            """Offer a key. To guess passwords, send them as raw packets before that: the client itself sends a
            password only if the server asks."""
            nonlocal offers
            offers += 1
            for guess in range(20 if way == "password" else 0):
                words = [b"mallory", b"ssh-connection", b"password"]
                told = b"".join(len(word).to_bytes(4, "big") + word for word in words)
                # A password request by RFC 4252, section 8.
                self.connection.send_packet(50, told + b"\0" + b"\0\0\0\x04" + b"%04d" % guess)
            return key

    async def call() -> str:
        known = {"known_hosts": None, "config": None, "agent_path": None, "preferred_auth": "publickey"}
        with pytest.raises((asyncssh.Error, OSError)) as ended:
            await asyncssh.connect("127.0.0.1", host.ssh_port, username="mallory", client_factory=Guessing, **known)
        return str(ended.value)

    told = answer(call())
    # A client that is still sending may find the connection closed before it has read the reason.
    assert told == "too many tries to log in" or way == "password"
    # The first try asks for the ways to log in; then each key is two tries, the offer and a wrong signature.
    assert way == "password" or offers == 5
    said = [answer(call()) for _ in range(20)]
    assert any(words.startswith("You call too often") for words in said)
    bob = host.call(h19())  # calls by telnet are counted separately
    bob.introduce("bob")
    assert any(line.endswith("ssh, too many tries to log in") for line in host.logged())


@pytest.mark.slow
def test_a_game_to_its_end_with_a_drop_in_it(host: SshHosts, command: Command) -> None:
    ann = host.call_by(command("ann", "ann"))
    arrive(ann, "ann")
    bob = seat_two(host, ann)
    for turn in range(13):
        if turn == 6:
            ann.drop()
            ann = host.call_by(command("somebody", "ann"))
        for caller, name in ((ann, "ann"), (bob, "bob")):
            caller.wait_for_turn(name)
            caller.post(name)
    record = host.records()[0]
    assert len(record.turns) == 26
    assert record.totals is not None


@pytest.mark.slow
def test_commands_and_ways_through_are_refused_but_watching(host: SshHosts, games: Games) -> None:
    ann = host.call_by(host.by_openssh("ann", "ann"))
    arrive(ann, "ann")
    seat_two(host, ann)
    refused = run(
        host.by_openssh("eve", "eve", "cat /etc/passwd"),
        cwd=ROOT,
        env=games.environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )
    assert (refused.returncode, refused.stdout) == (255, "")
    assert "exec request failed" in refused.stderr
    subsystem = ["-s", *host.by_openssh("eve", "eve", "sftp")[1:]]
    refused = run(
        ["ssh", *subsystem],
        cwd=ROOT,
        env=games.environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        stdin=subprocess.DEVNULL,
    )
    assert "subsystem request failed" in refused.stderr
    *options, place = host.by_openssh("eve", "eve")
    with socket.create_server(("127.0.0.1", 0)) as inside:
        through = ["-W", f"127.0.0.1:{inside.getsockname()[1]}"]
        refused = run(
            [*options, *through, place],
            cwd=ROOT,
            env=games.environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            stdin=subprocess.DEVNULL,
        )
        assert refused.returncode == 255
        backwards = ["-N", "-o", "ExitOnForwardFailure=yes", "-R", "0:127.0.0.1:1"]
        refused = run(
            [*options, *backwards, place],
            cwd=ROOT,
            env=games.environment,
            capture_output=True,
            text=True,
            timeout=LIMIT,
            stdin=subprocess.DEVNULL,
        )
        assert refused.returncode == 255
        assert "remote port forwarding failed" in refused.stderr
    watching = host.call_by(["ssh", "-t", *host.by_openssh("eve", "eve", "watch", "1")[1:]])
    watching.wait_for("eve is new here.")
    watching.send(b"\r")
    watching.wait_for_turn("ann")
    ann.post("ann")
    watching.wait_for_turn("bob")
    nowhere = host.call_by(["ssh", "-t", *host.by_openssh("dan", "dan", "watch", "7")[1:]])
    nowhere.wait_for("dan is new here.")
    nowhere.send(b"\r")
    nowhere.wait_for("TABLE", "RULES", "There is no table 7.")


@pytest.mark.slow
def test_the_window_changes_and_without_a_terminal_there_are_lines(host: SshHosts, games: Games) -> None:
    small = host.call_by(host.by_openssh("ann", "ann"), columns=40, rows=10)
    small.wait_for("ann is new here")
    small.send(b"\r")
    small.wait_for("Table, or ? for help:")
    huge = host.call_by(host.by_openssh("zoe", "zoe"), columns=65535, rows=65535)
    arrive(huge, "zoe")
    huge.resize(0, 0)
    huge.resize(132, 50)
    huge.send(b"?")
    huge.wait_for("THE LOBBY")
    command = ["ssh", "-T", *host.by_openssh("pip", "pip")[1:]]
    told = run(
        command, cwd=ROOT, env=games.environment, input="\n?\nq\ny\n", capture_output=True, text=True, timeout=LIMIT
    )
    assert "pip is new here." in told.stdout
    assert "\r" not in told.stdout
    assert told.stdout.rstrip().endswith("Goodbye, pip.")


def test_a_banner_is_shown_before_the_login(games: Games) -> None:
    """The banner is shown as plain text, since ssh clients show no colours before the login."""
    (games.home / "banner.ans").write_bytes(b"\x1b[1mTHE DICE\x1b[m\x1b[3COF NORDERSTEDT\nsecond line\n")
    host = SshHosts(games, "--banner", str(games.home / "banner.ans"))
    with closing(host):
        ann = host.call_by(host.by_openssh("ann", "ann"))
        ann.wait_for("THE DICE   OF NORDERSTEDT", "second line", "ann is new here.")
        assert ann.received.count(b"NORDERSTEDT") == 1


def test_the_key_of_the_host_stays(host: SshHosts, games: Games) -> None:
    path = host.data / "ssh_host_ed25519_key"
    assert path.stat().st_mode & 0o777 == 0o600
    shown = run(["ssh-keygen", "-l", "-f", str(path)], capture_output=True, text=True, timeout=LIMIT).stdout
    assert shown.split()[1] == host.fingerprint
    assert shown.split()[-1] == "(ED25519)"
    told = games.by_lines("--fingerprint", "--data", str(host.data), command=HOST)
    assert (told.status, told.output) == (0, f"{host.fingerprint}\n")


def test_a_file_that_is_no_key_is_named(games: Games) -> None:
    folder = games.home / "data"
    folder.mkdir()
    (folder / "ssh_host_ed25519_key").write_text("no key\n")
    told = games.by_lines("--ssh", "0", "--data", str(folder), command=HOST)
    assert told.status == 1
    assert (
        told.errors
        == f"yahtzee-host: {folder}/ssh_host_ed25519_key: expected a private key of OpenSSH without a passphrase\n"
    )


WITHOUT_ASYNCSSH = f"import sys; sys.modules['asyncssh'] = None; {HOST[-1].removeprefix('import sys; ')}"


def test_without_asyncssh_it_says_what_is_missing(games: Games) -> None:
    told = subprocess.run(
        [*HOST[:-1], WITHOUT_ASYNCSSH, "--fingerprint"],
        cwd=ROOT,
        env=games.environment,
        capture_output=True,
        text=True,
        timeout=LIMIT,
        check=False,
    )
    assert (told.returncode, told.stdout) == (1, "")
    assert told.stderr.startswith("yahtzee-host: --ssh needs the package asyncssh (pip install asyncssh): ")
    assert told.stderr.count("\n") == 1
