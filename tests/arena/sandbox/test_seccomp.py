"""The table of system calls, compared with the kernel's own headers."""

import re
from pathlib import Path

import pytest

from h89yahtzee.arena.sandbox.seccomp import system_calls

HEADERS = {
    "x86_64": Path("/usr/include/x86_64-linux-gnu/asm/unistd_64.h"),
    "aarch64": Path("/usr/include/asm-generic/unistd.h"),
}
NEVER = "ptrace mount chmod fchmodat chown setxattr kexec_load bpf socket connect shmget add_key setpriority"
"""Some of the system calls that no bot may make."""


@pytest.mark.parametrize("machine", HEADERS)
def test_numbers_are_those_of_the_kernel(machine: str) -> None:
    if not HEADERS[machine].exists():
        pytest.skip("the kernel's headers aren't installed")
    found = re.findall(r"#define __NR(?:3264)?_(\w+) (\d+)", HEADERS[machine].read_text("ascii"))
    numbers = {name: int(number) for name, number in reversed(found)}
    numbers = {"newfstatat": numbers.get("fstatat", 0)} | numbers
    calls = system_calls(machine)
    assert calls is not None
    allowed = calls.free | calls.guarded
    assert {name: numbers[name] for name in allowed} == allowed
    assert {numbers[name] for name in NEVER.split() if name in numbers}.isdisjoint(allowed.values())
    assert {"read", "futex", "execve", "getrandom"} <= calls.free.keys()


def test_other_machines_have_none() -> None:
    assert system_calls("riscv64") is None
