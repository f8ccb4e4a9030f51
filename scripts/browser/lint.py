"""Lint and types of the JavaScript in h89yahtzee/web, by Biome and TypeScript from npm.

    .venv/bin/python -m scripts.browser.lint

prints what they found, and exits with 1 if they found anything. With --fix it also formats the files. If npm isn't
installed, or there is no Biome for this machine, it says so, and doesn't count that as a failure.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from scripts.browser.npm_packages import npm_packages
from scripts.browser.steps import ROOT, BuildError, say

_CONFIGURATION = ROOT / "scripts" / "npm"
_LOOKED_AT = ROOT / "h89yahtzee" / "web"


def commands(packages: Path, *, fix: bool) -> list[list[str]]:
    """Return the commands to run; the npm packages are in the folder `packages`."""
    projects = sorted(_CONFIGURATION.glob("tsconfig*.json"))
    found = [["node", str(packages / "typescript/bin/tsc"), "--project", str(path)] for path in projects]
    for biome in packages.glob("@biomejs/cli-*/biome"):
        biome.chmod(0o755)
        fixing = ["--write"] if fix else []
        found.append(
            [
                str(biome),
                "check",
                *fixing,
                "--error-on-warnings",
                f"--config-path={_CONFIGURATION}",
                str(_LOOKED_AT),
            ]
        )
    if len(found) == len(projects):
        say("no Biome for this machine: the JavaScript goes without lint")
    return found


def main() -> int:
    if not (shutil.which("npm") and shutil.which("node")):
        say("no npm here: the JavaScript goes unchecked (on Debian: apt install npm)")
        return 0
    try:
        packages = npm_packages(of_tests=True)
    except BuildError as error:
        say(f"{error}")
        return 1
    fix = sys.argv[1:] == ["--fix"]
    return max(subprocess.run(command, cwd=ROOT, check=False).returncode for command in commands(packages, fix=fix))


if __name__ == "__main__":
    sys.exit(main())
