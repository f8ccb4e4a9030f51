"""A program that plays as it should until its third turn, and then does the harm that its argument names.

The harm `attempts` tries one thing after another that must be refused, writes to standard error how each attempt
went, and plays on.
"""

import ctypes
import fcntl
import json
import mmap
import os
import random
import resource
import signal
import socket
import struct
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

LIBC = ctypes.CDLL(None, use_errno=True)
MEBIBYTE = 2**20
MMAP = 9 if os.uname().machine == "x86_64" else 222


class Refused(OSError):
    """A call of the C library that failed."""


def call(name: str, *arguments: object) -> None:
    function = getattr(LIBC, name)
    if function(*arguments) == -1:
        raise Refused(ctypes.get_errno(), name)


def files(home: str, others: str, terminal: str) -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield attempts on files of the user, the tournament, other processes and the machine: a name and a call."""
    parent = os.getppid() or 1
    for path in (
        *(f"{home}/{name}" for name in ("notes", ".ssh/id", ".config/h89yahtzee/config.toml")),
        *(f"{home}/.local/share/h89yahtzee/{name}" for name in ("journal.sqlite3", "arena/1.tournament")),
        f"{home}/.cache/h89yahtzee/numbers",
        others,
        "/etc/passwd",
        f"/proc/{parent}/cmdline",
        f"/proc/{parent}/environ",
        f"/proc/{parent}/mem",
        "/proc/1/cmdline",
        f"/proc/{os.getpid()}/net/unix",
        f"/proc/{os.getpid()}/mountinfo",
        "/dev/tty",
        "/dev/ptmx",
        terminal,
        "/dev/random",
        *(f"/sys/devices/system/node/node0/{name}" for name in ("meminfo", "numastat", "vmstat")),
        *("/sys/devices/system/cpu/cpu0/cpuidle/state0/usage", "/sys/devices/system/cpu/cpu0/uevent"),
        "/sys/kernel/mm/transparent_hugepage/hugepages-64kB/stats/anon_fault_alloc",
    ):
        if os.path.lexists(path):
            yield f"to read {path}", partial(os.open, path, os.O_RDONLY | os.O_NOCTTY)
    for path in (
        *(home, "/", "/tmp", "/root", "/home", "/proc", f"/proc/{parent}/fd", str(Path(others).parent), ".."),
    ):
        if Path(path).is_dir():
            yield f"to list {path}", partial(os.listdir, path)
    for path in (f"{home}/new", "/tmp/new", "../new", "/dev/shm/new", f"/proc/{os.getpid()}/mem"):
        yield f"to write {path}", partial(os.open, path, os.O_WRONLY | os.O_CREAT)
    yield "to empty a program", lambda: os.open(sys.executable, os.O_RDONLY | os.O_TRUNC)
    yield "to empty a file by name", lambda: os.truncate(others, 0)
    yield "to remove another's file", lambda: os.unlink(others)
    yield "to move another's file", lambda: os.rename(others, "own")
    os.close(os.open("program", os.O_CREAT, 0o700))
    Path("program").write_bytes(Path("/bin/true").read_bytes())
    yield "to run a program that it made", lambda: os.execv("program", ["program"])
    yield "to make a file without a name", lambda: os.open(".", os.O_TMPFILE | os.O_RDWR)
    for what, how in (("symlink", os.symlink), ("link", os.link)):
        yield f"to {what} another's file", partial(how, others, "linked")
    yield "to make a pipe with a name", lambda: os.mkfifo("pipe")
    yield "to make a device", lambda: os.mknod("null", 0o20666, os.makedev(1, 3))
    yield "to lock a program", lambda: fcntl.flock(os.open(sys.executable, os.O_RDONLY), fcntl.LOCK_EX)
    yield "to ask for free space", lambda: os.statvfs(".")


def signs() -> Iterator[tuple[str, Callable[[], object]]]:
    """Yield attempts by which two bots could exchange signs, or learn about other processes: a name and a call."""
    sleep = 230 if os.uname().machine == "x86_64" else 115
    nothing, program = os.open("/dev/null", os.O_RDWR), os.open(sys.executable, os.O_RDONLY)
    for command in (5, 6, 7, 36, 37, 38):  # F_GETLK, F_SETLK, F_SETLKW and F_OFD_GETLK etc.
        yield f"lock {command}", partial(fcntl.fcntl, nothing, command, struct.pack("hhqqi4x", 1, 0, 0, 1, 0))
    yield "whether a page is in memory", lambda: os.preadv(program, [bytearray(1)], 0, os.RWF_NOWAIT)
    yield "whether pages are in memory", lambda: call("mincore", None, 0, None)
    yield "to bring a file into memory", lambda: call("readahead", program, 0, 4096)
    yield "to remove a file from memory", lambda: os.posix_fadvise(program, 0, 0, os.POSIX_FADV_DONTNEED)
    for advice in (20, 21):  # MADV_COLD, MADV_PAGEOUT
        yield f"memory advice {advice}", partial(call, "madvise", None, 0, advice)
    for process in (os.getppid(), 1):
        clock = ~process << 3 | 2
        yield f"the clock of {process}", partial(time.clock_gettime, clock)
        yield f"whether {process} has a clock", partial(time.clock_getres, clock)
        yield f"to wait by the clock of {process}", partial(call, "syscall", sleep, clock, 0, bytes(16), None)
        yield f"a timer by the clock of {process}", partial(call, "timer_create", clock, None, bytes(8))
    # All processes of a user together may have a limited number of timers.
    yield "a timer", partial(call, "timer_create", time.CLOCK_MONOTONIC, None, bytes(8))


def attributes(others: str) -> Iterator[tuple[str, Callable[[], object]]]:
    Path("mine").touch()
    for path in ("mine", others):
        yield f"the mode of {path}", partial(os.chmod, path, 0o777)
        yield f"the owner of {path}", partial(os.chown, path, os.geteuid(), os.getegid())
        yield f"the time of {path}", partial(os.utime, path, (0, 0))
        yield f"an attribute of {path}", partial(os.setxattr, path, "user.x", b"x")
    descriptor = os.open("mine", os.O_RDWR)
    yield "the mode of an open file", lambda: os.fchmod(descriptor, 0o777)
    yield "the time of an open file", lambda: os.utime(descriptor, (0, 0))


def processes() -> Iterator[tuple[str, Callable[[], object]]]:
    parent, itself = os.getppid() or 1, os.getpid()
    for process in (parent, 1, -1, 0):
        yield f"to kill {process if process < 2 else 'its parent'}", partial(os.kill, process, 0)
    yield "to kill a thread of its parent", lambda: call("tgkill", parent, parent, 0)
    yield "to queue a signal", lambda: call("sigqueue", parent, 10, None)
    yield "to signal by a descriptor", lambda: os.pidfd_open(parent)
    yield "to have its parent signalled", lambda: fcntl.fcntl(1, fcntl.F_SETOWN, parent)
    yield "to be signalled otherwise", lambda: fcntl.fcntl(1, fcntl.F_SETSIG, 10)
    for process, whose in ((parent, "its parent"), (0, "its own")):
        yield f"{whose} affinity", partial(os.sched_setaffinity, process, {0})
        yield f"{whose} priority", partial(os.setpriority, os.PRIO_PROCESS, process, 5)
        yield (f"{whose} scheduler", partial(os.sched_setscheduler, process, os.SCHED_BATCH, os.sched_param(0)))
    yield "the limits of its parent", lambda: resource.prlimit(parent, resource.RLIMIT_NOFILE)
    yield "to trace its parent", lambda: call("ptrace", 16, parent, 0, 0)
    yield "the memory of its parent", lambda: call("process_vm_readv", parent, None, 0, None, 0, 0)
    yield "to outlive its parent", lambda: call("prctl", 1, 0, 0, 0, 0)
    yield "to hide its memory", lambda: call("prctl", 4, 0, 0, 0, 0)
    yield "files of a thread's own", lambda: call("syscall", 436, 1000, 1001, 2)
    yield (
        "a thread with files of its own",
        lambda: call("syscall", 56 if os.uname().machine == "x86_64" else 220, 0x10900, 0, 0, 0, 0),
    )
    yield "another namespace", lambda: call("unshare", 0x10000000)
    yield "a session", lambda: call("setsid")
    yield "a group", lambda: os.setpgid(0, itself)
    yield "its user", lambda: call("setresuid", os.geteuid(), os.geteuid(), os.geteuid())
    yield "more rights", lambda: call("capset", None, None)


def machine() -> Iterator[tuple[str, Callable[[], object]]]:
    yield "a segment", lambda: call("shmget", 0, 4096, 0o1600)
    yield "a queue", lambda: call("msgget", 0, 0o1600)
    yield "semaphores", lambda: call("semget", 0, 1, 0o1600)
    yield (
        "a key",
        lambda: call("syscall", 248 if os.uname().machine == "x86_64" else 217, b"user", b"x", b"x", 1, -3),
    )
    yield "memory with a name", lambda: os.memfd_create("x")
    yield "shared memory", lambda: mmap.mmap(-1, MEBIBYTE)
    yield "memory that grows down", lambda: mmap.mmap(-1, MEBIBYTE, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x100)
    yield "a larger pipe", lambda: fcntl.fcntl(os.pipe()[0], 1031, MEBIBYTE)
    for family, kind in ((socket.AF_INET, socket.SOCK_STREAM), (socket.AF_UNIX, socket.SOCK_DGRAM)):
        yield f"a socket of {family.name}", partial(socket.socket, family, kind)
    yield "a pair of datagram sockets", lambda: socket.socketpair(socket.AF_UNIX, socket.SOCK_DGRAM)
    yield "to watch files", lambda: call("inotify_init1", 0)
    yield "a ring of calls", lambda: call("syscall", 425, 1, None)
    yield "to type", lambda: fcntl.ioctl(0, 0x5412, b"x")
    yield "to write all that is to be written", lambda: call("syncfs", 0)
    yield "a mount", lambda: call("mount", b"none", b".", b"tmpfs", 0, None)
    yield "to lock memory", lambda: call("mlockall", 1)
    yield "a call that is no call yet", lambda: call("syscall", 600)


def attempts(home: str, others: str, terminal: str) -> None:
    told = {}
    for what, how in (*files(home, others, terminal), *attributes(others), *processes(), *machine(), *signs()):
        try:
            how()
        except OSError as error:
            told[what] = error.errno
        else:
            told[what] = 0
    sys.stderr.write(json.dumps(told) + "\n")


def fill_folder() -> None:
    for number in range(10**6):
        Path(str(number)).write_bytes(bytes(8 * MEBIBYTE))


def fill_without_names() -> None:
    kept = []
    for number in range(200):
        kept.append(os.open(str(number), os.O_RDWR | os.O_CREAT))
        os.write(kept[-1], bytes(8 * MEBIBYTE))
        Path(str(number)).unlink()


def fill_behind_a_long_path() -> None:
    """Fill the disk while the first open file has a path too long for /proc to show, in folders that are gone."""
    own = os.open(".", os.O_RDONLY)
    for _ in range(20):
        os.mkdir("x" * 250)
        os.chdir("x" * 250)
    os.open("file", os.O_CREAT)
    os.unlink("file")
    for _ in range(20):
        os.chdir("..")
        os.rmdir("x" * 250)
    os.fchdir(own)
    fill_without_names()


def without_a_first_thread(harm: Callable[[], object]) -> None:
    """Do harm in a second thread after the first thread, about which /proc tells most, has ended."""
    threading.Thread(target=harm).start()
    LIBC.syscall(60 if os.uname().machine == "x86_64" else 93, 0)


def fill_behind_maps() -> None:
    kept = []
    for number in range(10**6):
        with Path(str(number)).open("w+b") as file:
            file.write(bytes(8 * MEBIBYTE))
            file.flush()
            kept.append(mmap.mmap(file.fileno(), 4096, prot=mmap.PROT_READ))
        Path(str(number)).unlink()


def map_long_paths(number: int) -> None:
    """Map a file with a long path so often that it takes long to read which files are mapped."""
    for _ in range(6):
        os.mkdir("x" * 250)
        os.chdir("x" * 250)
    with Path("file").open("w+b") as file:
        file.write(bytes(2 * 4096))
        file.flush()
        for place in range(number):
            # Neighbouring parts of the file would become one mapping, so two parts take turns. The offset is a
            # size_t, since half of an int passed on the stack would be undefined.
            offset = ctypes.c_size_t(place % 2 * 4096)
            mapped = LIBC.syscall(MMAP, 0, 4096, mmap.PROT_READ, mmap.MAP_PRIVATE, file.fileno(), offset)
            if mapped == -1:
                break


def fill_behind_long_maps() -> None:
    map_long_paths(60_000)
    fill_without_names()


def fill_with_files() -> None:
    for number in range(10**6):
        Path(str(number)).touch()


def nest() -> None:
    """Make folders that can't be listed, and three thousand folders nested in each other."""
    os.mkdir("closed", 0)
    os.mkdir("dark", 0o300)
    Path("dark/file").touch()
    for _ in range(3000):
        os.mkdir("deep")
        os.chdir("deep")
    time.sleep(60)


def threads() -> None:
    """Start all threads that the system allows."""
    resource.setrlimit(resource.RLIMIT_STACK, (65536, resource.getrlimit(resource.RLIMIT_STACK)[1]))
    threading.stack_size(65536)
    with suppress(RuntimeError):
        for _ in range(4000):
            threading.Thread(target=time.sleep, args=(60,), daemon=True).start()
    time.sleep(60)


def tables_of_pages() -> None:
    """Read so much memory that the kernel's page tables become large; memory that is only read is no data."""
    ahead = mmap.mmap(-1, 2**44, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, mmap.PROT_READ)
    for place in range(0, 2**44, 2 * MEBIBYTE):
        ahead[place]


def read_own_answer() -> None:
    """Write a space to standard output and read it back, over and over, without ever ending the text line."""
    output = os.open("/proc/self/fd/1", os.O_RDONLY | os.O_NONBLOCK)
    for _ in range(4000):
        os.write(1, b" ")
        for _ in range(random.randrange(2000)):  # until the reader was woken, but hasn't read it yet
            pass
        with suppress(BlockingIOError):
            os.read(output, 1)
    time.sleep(60)


def spin() -> None:
    while True:
        pass


def compute_unasked() -> None:
    """Write the bot's folder to standard error and start to compute for ever, even while others are asked."""
    sys.stderr.write(f"{os.getcwd()}\n")
    sys.stderr.flush()
    threading.Thread(target=spin, daemon=True).start()


HARM: dict[str, Callable[[], object]] = {
    "abort": os.abort,
    "trap": lambda: os.kill(os.getpid(), signal.SIGTRAP),
    "odd-signal": lambda: os.kill(os.getpid(), 40),
    "nest": nest,
    "fill-folder": fill_folder,
    "fill-without-names": fill_without_names,
    "fill-behind-maps": fill_behind_maps,
    "fill-with-files": fill_with_files,
    "fill-behind-long-maps": fill_behind_long_maps,
    "fill-behind-a-long-path": fill_behind_a_long_path,
    "fill-without-a-first-thread": partial(without_a_first_thread, fill_without_names),
    "threads": threads,
    "tables-of-pages": tables_of_pages,
    "tables-without-a-first-thread": partial(without_a_first_thread, tables_of_pages),
    "read-own-answer": read_own_answer,
    "stop": lambda: os.kill(os.getpid(), signal.SIGSTOP),
    "spin": spin,
}


def play(harm: str, arguments: list[str]) -> None:
    turns = 0
    for line in sys.stdin:
        message = json.loads(line)
        turns += message["message"] == "turn"
        if (told := harm.removeprefix("tell-")) != harm and told in message:
            sys.stderr.write(f"{message[told]}\n")
            sys.stderr.flush()
        if turns == 3 and message["message"] == "turn":
            if harm.startswith("attempts"):
                attempts(*(word.partition("=")[2] for word in arguments))
                if harm == "attempts-and-lie":
                    os.write(1, b"nonsense\n")
                    continue
            elif harm in HARM:
                HARM[harm]()
                continue
        if harm == "compute-unasked" and message["message"] == "game over":
            compute_unasked()
        if message["message"] == "bye":
            return
        answer = {"message": message["message"]}
        if message["message"] == "turn":
            answer = {"message": "score", "category": next(iter(message["legal"]))}
        os.write(1, json.dumps(answer).encode() + b"\n")


if __name__ == "__main__":
    play(sys.argv[1], sys.argv[2:])
