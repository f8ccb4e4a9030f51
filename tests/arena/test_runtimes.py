"""Bots in languages that the examples aren't in: each plays a game in the sandbox."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from h89yahtzee.arena.entrant import parse_entrant
from h89yahtzee.arena.protocol import Limits
from h89yahtzee.arena.tournament.bot_pool import BotPool
from tests.arena.outcomes import result_of
from tests.parameters import few_fast

SHELL = r"""
while IFS= read -r line; do
  case $line in
    *'"message": "turn"'*)
      rest=${line#*'"legal": {"'}
      echo "{\"message\": \"score\", \"category\": \"${rest%%\"*}\"}";;
    *'"hello"'*) echo '{"message": "hello"}';;
    *'"bye"'*) exit;;
    *) echo '{"message": "game over"}';;
  esac
done
"""
AWK = r"""
/"message": "turn"/ {
  split($0, a, "\"legal\": [{]\""); split(a[2], b, "\"")
  say("score\", \"category\": \"" b[1]); next
}
/"hello"/ { say("hello"); next }
/"bye"/ { exit }
{ say("game over") }
function say(what) { print "{\"message\": \"" what "\"}"; fflush() }
"""
PERL = r"""
$| = 1;
while (<STDIN>) {
    if (/"message": "turn"/) { /"legal": \{"([^"]*)"/; print qq({"message": "score", "category": "$1"}\n) }
    elsif (/"bye"/) { last }
    else { /"message": "([^"]*)"/; print qq({"message": "$1"}\n) }
}
"""
LUA = r"""
io.stdout:setvbuf("line")
for line in io.lines() do
  local message = line:match('"message": "([^"]*)"')
  if message == "bye" then break end
  if message == "turn" then message = 'score", "category": "' .. line:match('"legal": {"([^"]*)"') end
  print('{"message": "' .. message .. '"}')
end
"""
JAVA = r"""
import java.io.*;

public class Bot {
    public static void main(String[] words) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        for (String line; (line = in.readLine()) != null && !line.contains("bye"); ) {
            String message = line.split("\"")[3];
            if (message.equals("turn"))
                message = "score\", \"category\": \"" + line.split("\"legal\": [{]\"")[1].split("\"")[0];
            System.out.println("{\"message\": \"" + message + "\"}");
        }
    }
}
"""
BOTS = {"sh": SHELL, "bash": SHELL, "mawk -W interactive -f": AWK, "gawk -f": AWK, "perl": PERL, "lua": LUA}
"""Bots by the command that runs them. All post in the first box that is legal, so that their totals are equal."""
LEVEL = f"{sys.executable} {Path(__file__).with_name('bots') / 'astray.py'} well"


def total(command: str) -> int:
    with BotPool([parse_entrant(command)], Limits(move_time=20.0)) as pool:
        return result_of(pool).totals[0]


@pytest.mark.parametrize("interpreter", few_fast(2, BOTS))
def test_scripts_play(interpreter: str, tmp_path: Path) -> None:
    if shutil.which(interpreter.split()[0]) is None:
        pytest.skip("it isn't installed")
    (tmp_path / "bot").write_text(BOTS[interpreter], "ascii")
    assert total(f"{interpreter} {tmp_path / 'bot'}") == total(LEVEL)


@pytest.mark.slow
def test_java_plays(tmp_path: Path) -> None:
    if shutil.which("javac") is None:
        pytest.skip("it isn't installed")
    (tmp_path / "Bot.java").write_text(JAVA, "ascii")
    (tmp_path / "classes").mkdir()
    subprocess.run(["javac", "-d", str(tmp_path / "classes"), str(tmp_path / "Bot.java")], check=True, timeout=240)
    assert total(f"java -cp {tmp_path / 'classes'} Bot") == total(LEVEL)
