"""Exploration with the states on disk, against the same in memory: the same counts, however little memory there is."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from tests.altered_games import altered_game
from tests.every_command import GAMES, LOST
from tests.games.network.drawn import chart_of, drawn, native
from tests.games.sliding import game as sliding
from verifier.errors import BadInput
from verifier.instance import load_instance
from verifier.ledger.editions import load_edition
from verifier.program.program import load
from verifier.run.control import Status
from verifier.run.native import Native
from verifier.run.reference import Position, Reference
from verifier.run.setting import Setting
from verifier.search import external
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.external import MANIFEST, RUN, ExploredOnDisk, OnDisk, explore_on_disk
from verifier.search.limits import Limits

TINY = 2_000  # bytes for states in memory
Tiles = tuple[Native, Setting, Position]


def tiles(size: str) -> Tiles:
    program = load(sliding)
    setting = Setting({}, load_edition(sliding, size, Path()).record)
    return Native(program, "interpreted"), setting, Reference(program, setting).set_up()


def same(found: ExploredOnDisk, plain: Explored) -> None:
    """Everything that both count."""
    assert (found.ending, found.states, found.counts.transitions) == (plain.ending, plain.states, plain.transitions)
    assert tuple(found.counts.layers) == plain.layers
    assert {status: found.count(status) for status in Status} == {status: len(plain.numbers(status)) for status in Status}
    if plain.backend.program.game.only("grade") is not None:
        assert found.counts.grades == Counter(plain.ends()[1].tolist())


@pytest.mark.parametrize("compress", [True, False], ids=["chains", "every state"])
@pytest.mark.parametrize("dealt", [True, False], ids=["dealt", "open"])
def test_random_graphs_have_the_same_counts(dealt: bool, compress: bool, tmp_path: Path) -> None:
    met = Counter[Status]()
    for seed in range(40):
        chart = drawn(seed, dealt=dealt)
        setting = Setting({}, chart_of(chart, Random(seed)), (chart.tape or (),))
        start, is_open = Reference(native().program, setting).set_up(), chart.tape is None
        for depth in (None, 0, 2):
            limits = Limits(depth=depth)
            found = explore_on_disk(native(), setting, start, OnDisk(tmp_path / "there", replace=True, buffer=TINY),
                                    compress=compress, open_chance=is_open, limits=limits)
            same(found, explore(native(), setting, start, ExploreOptions(compress=compress, open_chance=is_open), limits))
            met.update({status: 1 for status in Status if found.count(status)})
    assert len(met) >= (5 if compress else 4)


def test_tiny_memory_makes_many_partitions_and_no_difference(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    split: list[int] = []
    runs: list[Path] = []
    real_split, real_written = external._External._repartition, external._External._written
    monkeypatch.setattr(external._External, "_repartition", lambda each: (real_split(each), split.append(each.partitions)))
    monkeypatch.setattr(external._External, "_written",
                        lambda each, parts: (run := real_written(each, parts), runs.append(run.path))[0])
    backend, setting, start = tiles("2x3")
    found = explore_on_disk(backend, setting, start, OnDisk(tmp_path / "there", buffer=TINY))
    same(found, explore(backend, setting, start))
    assert found.states == 360 and split and split[-1] >= 16 and len(runs) > 60
    assert not (tmp_path / "there").exists()


def test_rows_come_back_as_they_were_coded() -> None:
    for backend in (native(), tiles("2x3")[0], load_instance(Path(LOST), GAMES).native("interpreted")):
        coder, chosen = external.Coder(backend), Random(1)
        rows = coder.empty(200)
        for number in range(200):
            rows[number] = [chosen.getrandbits(chosen.choice((1, 3, 61, 62))) for _ in range(coder.words)]
        in_order = coder.sorted(rows)
        assert in_order.tolist() == [list(each) for each in sorted({tuple(row) for row in rows.tolist()})]
        assert coder.decoded(coder.encoded(in_order), len(in_order)).tolist() == in_order.tolist()
        parts = coder.split(in_order, 8)
        assert sorted(sum((part.tolist() for part in parts), [])) == in_order.tolist()
        assert all(part.tolist() == sorted(part.tolist()) for part in parts)
        odd, even = in_order[1::2].copy(), in_order[::2].copy()
        assert coder.merged(odd, in_order).tolist() == in_order.tolist() == coder.merged(even, odd).tolist()
        assert coder.without(in_order.copy(), odd).tolist() == even.tolist()


def test_killed_and_resumed_it_has_the_same_counts(tmp_path: Path) -> None:
    program = f"""
import os, signal
from pathlib import Path
from tests.agreement.test_explore_on_disk import OnDisk, TINY, explore_on_disk, tiles
def report(progress):
    if progress.depth == 9:
        os.kill(os.getpid(), signal.SIGKILL)
explore_on_disk(*tiles("2x3"), OnDisk(Path({str(tmp_path / "there")!r}), buffer=TINY), report=report)
"""
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False,
                         env={**os.environ, "PYTHONPATH": ":".join(sys.path)})
    assert ran.returncode == -signal.SIGKILL, ran.stderr
    backend, setting, start = tiles("2x3")
    layers: list[int] = []
    found = explore_on_disk(backend, setting, start, OnDisk(tmp_path / "there", resume=True, buffer=TINY),
                            report=lambda progress: layers.append(progress.depth))
    assert layers[0] == 9
    same(found, explore(backend, setting, start))


@pytest.fixture
def unfinished(tmp_path: Path) -> tuple[Tiles, Path]:
    backend, setting, start = tiles("2x3")
    found = explore_on_disk(backend, setting, start, OnDisk(tmp_path / "there", buffer=TINY), limits=Limits(states=100))
    assert found.ending == "states" and 100 <= found.states < 360 and sum(found.counts.statuses) < found.states
    return (backend, setting, start), tmp_path / "there"


def test_every_file_that_is_damaged_is_refused_by_name(unfinished: tuple[Tiles, Path]) -> None:
    asked, folder = unfinished
    names = sorted(path.name for path in folder.iterdir())
    assert len(names) > 2 and MANIFEST in names
    for name in names:
        for index, broken in enumerate(_damaged((folder / name).read_bytes())):
            copied = Path(shutil.copytree(folder, folder.parent / f"{name}-{index}"))
            (copied / name).write_bytes(broken)
            with pytest.raises(BadInput) as refused:
                explore_on_disk(*asked, OnDisk(copied, resume=True, buffer=TINY))
            code = "DB548" if name == MANIFEST else "DB547"
            assert [(each.code, each.path) for each in refused.value.problems] == [(code, str(copied / name))]
    same(explore_on_disk(*asked, OnDisk(folder, resume=True, buffer=TINY)), explore(*asked))


def _damaged(whole: bytes) -> Iterator[bytes]:
    for at in (0, len(whole) // 2, len(whole) - 1):
        yield whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1:]
    yield whole[:-1]
    yield b""


def test_what_is_unfinished_is_neither_lost_nor_taken_for_something_else(unfinished: tuple[Tiles, Path]) -> None:
    (backend, setting, start), folder = unfinished
    with pytest.raises(BadInput, match="DB546"):
        explore_on_disk(backend, setting, start, OnDisk(folder, buffer=TINY))
    with pytest.raises(BadInput, match="DB548"):
        explore_on_disk(*tiles("3x3"), OnDisk(folder, resume=True, buffer=TINY))
    with pytest.raises(BadInput, match="DB548"):
        explore_on_disk(backend, setting, start, OnDisk(folder, resume=True, buffer=TINY), compress=False)
    with pytest.raises(BadInput, match="DB548"):
        explore_on_disk(backend, setting, start, OnDisk(folder.parent / "other", resume=True))
    same(explore_on_disk(backend, setting, start, OnDisk(folder, replace=True, buffer=TINY)), explore(backend, setting, start))


def test_a_full_disk_ends_it_and_more_room_goes_on(tmp_path: Path) -> None:
    asked, folder = tiles("2x3"), tmp_path / "there"
    found = explore_on_disk(*asked, OnDisk(folder, 2_000, buffer=TINY))
    assert found.ending == "disk" and 1 < found.states < 360
    assert sum(path.stat().st_size for path in folder.glob(f"{RUN}*")) <= 2_000
    same(explore_on_disk(*asked, OnDisk(folder, 20_000, resume=True, buffer=TINY)), explore(*asked))


def test_files_of_the_users_own_stay(tmp_path: Path) -> None:
    mine = [tmp_path / name for name in ("run-1", "explored", "states")]
    for path in mine:
        path.write_text("mine")
    asked = tiles("2x3")
    explore_on_disk(*asked, OnDisk(tmp_path, buffer=TINY), limits=Limits(states=20))
    assert explore_on_disk(*asked, OnDisk(tmp_path, resume=True, buffer=TINY)).ending == "closed"
    assert sorted(tmp_path.iterdir()) == sorted(mine) and {path.read_text() for path in mine} == {"mine"}


def test_ctrl_c_keeps_the_layers_before(tmp_path: Path) -> None:
    def report(progress: external.Progress) -> None:
        if progress.depth == 6:
            raise KeyboardInterrupt

    asked = tiles("2x3")
    found = explore_on_disk(*asked, OnDisk(tmp_path, buffer=TINY), report=report)
    plain = explore(*asked)
    assert found.ending == "interrupted" and tuple(found.counts.layers) == plain.layers[:7]
    same(explore_on_disk(*asked, OnDisk(tmp_path, resume=True, buffer=TINY)), plain)


def test_a_rule_that_fails_is_told_by_the_reference(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    text = "chart.worth[walker.at]"
    program = load(altered_game("tests.games.network", tmp_path, {"__init__.py": (text, f"{text} + 8")}))
    chart = drawn(0)
    setting = Setting({}, chart_of(chart, Random(0)), (chart.tape or (),))
    backend, start = Native(program, "interpreted"), Reference(program, setting).set_up()
    found = explore_on_disk(backend, setting, start, OnDisk(tmp_path / "there"))
    assert found.ending == "failed" and found.failed is not None
    assert not (tmp_path / "there").exists()


def test_the_command_says_the_same_and_what_it_cannot_say(tmp_path: Path, daybreak: Callable[..., Any]) -> None:
    folder = tmp_path / "there"
    plain, kept = (json.loads(daybreak("explore", LOST, "--depth", 3, "--engine", "interpreted", "--json", *more).out)
                   for more in ((), ("--disk", "1G", "--disk-folder", folder)))
    apart = {"loops", "points_of_no_return", "examples", "notes", "seconds", "disk_bytes", "stuck"}
    assert {name: kept[name] for name in kept if name not in apart} == {name: plain[name] for name in plain if name not in apart}
    assert kept["loops"] is kept["points_of_no_return"] is None and kept["examples"] == [] and kept["disk_bytes"] > 0
    assert kept["notes"][0].startswith("DB549 ") and str(folder) in kept["notes"][1]
    again = daybreak("explore", LOST, "--disk", "1G", "--disk-folder", folder)
    assert again.code == 150 and again.err.startswith("DB546 ")
    for given in (["--resume"], ["--disk-folder", folder], ["--disk", "1G", "--graph", tmp_path / "a.json"],
                  ["--disk", "1G", "--strategy", "depth-first"]):
        ran = daybreak("explore", LOST, *given)
        assert ran.code == 150 and ran.err.startswith("DB545 ")
    assert daybreak("explore", LOST, "--disk", "much").err.startswith("DB505 ")
