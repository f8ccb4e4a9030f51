"""The traces that bots leave: other bots find none where the system gives each bot namespaces of its own."""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.arena.attempts import AS_NOBODY, REFUSED, looks, reported, reported_as_nobody

pytestmark = pytest.mark.skipif(
    sys.platform != "linux" or platform.machine() not in ("x86_64", "aarch64"), reason="the sandbox is Linux's"
)
NEW = ["unshare", "--user", "--map-root-user", "--mount", "--pid", "--fork", "--mount-proc", "true"]
OTHER_USER = pytest.mark.skipif(
    os.geteuid() != 0 or not shutil.which("setpriv"), reason="it takes root and setpriv"
)


def skip_without_namespaces(*before: str) -> None:
    """Skip the test where `unshare`, run by the command `before` if one is given, is refused namespaces as well."""
    if shutil.which(NEW[0]) is None or subprocess.run([*before, *NEW], check=False, timeout=60).returncode:
        pytest.skip("the system gives no namespaces")


def changing(found: list[dict[str, object]]) -> dict[str, list[object]]:
    """Return the values that aren't the same in all looks, by the name of what was looked at."""
    assert len(found) == 13
    seen = {what: [look[what] for look in found] for what in found[0]}
    return {what: values for what, values in seen.items() if any(value != values[0] for value in values)}


def test_bot_finds_no_traces_of_another(tmp_path: Path) -> None:
    skip_without_namespaces()
    assert changing(looks(tmp_path)) == {}


@pytest.mark.slow
@OTHER_USER
def test_bot_of_another_user_finds_no_traces_of_another() -> None:
    skip_without_namespaces(*AS_NOBODY)
    assert changing(reported_as_nobody("report_looks")) == {}


@pytest.mark.slow
@pytest.mark.parametrize("lacking", ["unshare", "mount"])
def test_without_namespaces_bots_play_and_what_they_attempt_is_refused(lacking: str, tmp_path: Path) -> None:
    begin = f"from tests.apps.arena.old_kernel import leave_out; leave_out({lacking!r})"
    told, left = reported([sys.executable], str(tmp_path), begin, "report")
    assert len(told) > 80
    assert {what: error for what, error in told.items() if error not in REFUSED} == {}
    assert left == []
