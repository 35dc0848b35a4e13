"""Writes `reports/index.html`, which leads to every file that `make reports` leaves: `python docs/reports_index.py`."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from verifier.registry import installed
from verifier.report.html.index import Row, index_page

REPORTS = Path(__file__).parent.parent / "reports"
FORMS = {".html": "page", ".md": "Markdown", ".json": "data"}
ABOUT = "What Daybreak found out about its games, made by `make reports`; the same everywhere, but for what changed."
SENTENCES = {
    "coverage": "which clauses of the rulebook were exercised, how often and by what, and which never; arms of branches; guards "
                "that never refuse; words that nothing defines",
    "delayed": "a deal won by delaying the WAVE!, to step through with what every decision would still reach",
    "delayed-lost": "the same deal, lost as quickly as can be: each mistake is marked",
    "lost-night": "a deal that no line wins, to step through",
    "mutants": "the rules altered one thing at a time: what kills each mutant, and which are equivalent",
    "players": "what players win who see the table alone, and whether thinking longer still helps them",
    "readings": "which rules can be read two ways: the smallest position that shows it, and which deals end otherwise",
    "readings-played": "what each way does to a good player who sees the table alone, and learns the game anew under it",
    "reshuffle-lost": "a deal that can be won, lost as quickly as can be: each mistake is marked",
    "rules": "which phase can follow which, and by which rule; clause, function and reading side by side",
    "short": "a short night won with nobody hurt and every Survivor saved, to step through",
    "small-lost": "a deal that no line wins, to step through",
    "small-perfect": "a deal won with the best grade there is, to step through with what every decision would still reach",
    "winnability": "how many seeded deals can be won, and how well",
    "winnability-varied": "the same for other values of a number of the component data, plotted",
}
PLAYED = "; and what players win of them who see the table alone"


def rows(folder: Path) -> Iterator[Row]:
    """The reports of a game, by name."""
    names = sorted({path.stem for path in folder.iterdir() if path.suffix in FORMS} - {"manifest"})
    for name in names:
        more = PLAYED if name.startswith("winnability") and is_played(folder / f"{name}.json") else ""
        yield name, SENTENCES[name] + more, [(form, f"{folder.name}/{name}{suffix}") for suffix, form in FORMS.items()
                                  if (folder / f"{name}{suffix}").exists()]


def is_played(path: Path) -> bool:
    """Whether players have played the deals of a report of winnability."""
    return any(point["players"] for point in json.loads(path.read_text(encoding="utf-8"))["points"])


def index() -> str:
    """The page, from what is there."""
    games = [(installed().program(folder.name).game.title, list(rows(folder))) for folder in sorted(REPORTS.iterdir())
             if folder.is_dir()]
    known: list[Row] = [("games", "the games, their editions, how complete each is", [("data", "games.json")])]
    return index_page("Reports", ABOUT, [*games, ("All games", known)])


if __name__ == "__main__":
    (REPORTS / "index.html").write_text(index(), encoding="utf-8")
    print("reports/index.html")
