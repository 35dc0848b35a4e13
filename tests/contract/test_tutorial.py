"""The tutorial, done as it says: every file written, every command run, what it prints compared.

A listing whose first line is `# a path` is that file; `# a path, at the end` adds to it, and `# a path, instead of the last 2
lines` takes the place of those.  In a listing of commands `[...]` stands for what is left out.
Instead of `pip install` the folder gets what that leaves for Python to find the game by.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from tests.conftest import scrubbed

ROOT = Path(__file__).parents[2]
TUTORIAL = ROOT / "docs" / "tutorial.md"
LISTING = re.compile(r"^```(?P<language>\w+)\n(?P<text>.*?)^```$", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# (?P<path>[\w/.-]+\.\w+)(?P<added>, at the end)?"
                  r"(, instead of the last (?P<instead>\d+) lines)?\n")
MAIN = "import sys; from verifier.cli import main; sys.exit(main(sys.argv[1:]))"
CUT = "[...]"


def write(folder: Path, text: str) -> None:
    """One listing into its file."""
    head = FILE.match(text)
    assert head is not None, f"no path in the first line of:\n{text}"
    path = folder / head["path"]
    if head["added"]:
        with path.open("a", encoding="utf-8") as out:
            out.write(text[head.end():])
    elif head["instead"]:
        kept = path.read_text(encoding="utf-8").splitlines(keepends=True)[:-int(head["instead"])]
        path.write_text("".join(kept) + text[head.end():], encoding="utf-8")
    else:
        path.write_text(text, encoding="utf-8")


def transcribed(text: str) -> list[tuple[str, str]]:
    """The commands of a listing, each with what it prints."""
    parts = re.split(r"^\$ (.*)\n", text, flags=re.MULTILINE)
    assert parts[0] == ""
    return list(zip(parts[1::2], parts[2::2], strict=True))


def run(folder: Path, command: str) -> str:
    """What a command writes."""
    words = shlex.split(command)
    python = {"daybreak": ["-c", MAIN], "pytest": ["-m", "pytest", "-p", "no:cacheprovider"]}[words[0]]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join([str(folder), str(ROOT)]), "PYTHONDONTWRITEBYTECODE": "1",
                                "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"}
    ran = subprocess.run([sys.executable, *python, *words[1:]], cwd=folder, env=environment, capture_output=True, text=True,
                         check=False)
    return ran.stdout + ran.stderr


def compare(command: str, shown: str, printed: str) -> None:
    """Every part that is shown is printed, in order; the first and the last part are the first and the last thing printed."""
    parts = scrubbed(shown).split(CUT)
    pattern = ".*".join(re.escape(part.strip("\n")) for part in parts)
    assert re.fullmatch(rf"\n*{pattern}\n*", scrubbed(printed), re.DOTALL), f"`{command}` prints:\n{printed}\nand not:\n{shown}"


def installed(folder: Path) -> None:
    """What `pip install -e` leaves for Python to find the game by."""
    metadata = folder / "harbour_light-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text("Metadata-Version: 2.1\nName: harbour-light\nVersion: 0.1.0\n")
    (metadata / "entry_points.txt").write_text("[daybreak.games]\nharbour-light = harbour_light:game\n")


def test_the_tutorial_does_what_it_says(tmp_path: Path) -> None:
    folder, commands, files = tmp_path / "daybreak", 0, 0
    folder.mkdir()
    for listing in LISTING.finditer(TUTORIAL.read_text(encoding="utf-8")):
        if listing["language"] != "console":
            write(folder, listing["text"])
            files += 1
            continue
        for command, shown in transcribed(listing["text"]):
            commands += 1
            if command.startswith("cd "):
                folder = (folder / command.removeprefix("cd ")).resolve()
            elif command.startswith("rm "):
                (folder / command.removeprefix("rm ")).unlink()
            elif command.startswith("pip install"):
                installed(folder)
            else:
                compare(command, shown, run(folder, command))
    assert (files, commands) >= (13, 18)
    [game] = json.loads(run(folder, "daybreak games harbour-light --json"))["games"]
    assert game["problems"] == [] and folder.parent == tmp_path  # a reader is left with a game that works, beside Daybreak
    for scenario in sorted((folder / "scenarios").glob("*.toml")):
        assert "Legal moves" in run(folder, f"daybreak moves scenarios/{scenario.name}")
