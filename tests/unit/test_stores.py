"""One store for all questions about deals: what one command has solved no other solves again, and no answer changes for it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

import verifier as daybreak
from verifier.analysis import difficulty as measuring
from verifier.analysis import solve as solving
from verifier.analysis.batches import answering, question
from verifier.analysis.batches.question import Question, asked_of, place_of
from verifier.analysis.batches.store import NAME, Store
from verifier.errors import BadInput
from verifier.report import json as as_json
from verifier.run.backend import Backend
from verifier.search import effect
from verifier.search.best import Best
from verifier.search.reaches import Reached

GAME = "until-dawn"
READINGS = ("UD-04",)
LATE = "scenarios/until-dawn/positions/mutant-156-end-round.toml"  # a position, lost
DEALS, STATES = 3, 20_000


@pytest.fixture
def searches(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Every search that is made from now on, by who makes it."""
    made: list[str] = []

    def counted(module: Any, name: str, who: str) -> None:
        plain = getattr(module, name)

        def search(*arguments: Any, **options: Any) -> Any:
            made.append(who)
            return plain(*arguments, **options)

        monkeypatch.setattr(module, name, search)

    counted(effect, "best_line", "readings")
    counted(solving, "best_line", "solve")
    counted(measuring, "reaches", "decision")
    counted(answering, "best_line", "deal")
    counted(measuring._Asked, "games_won", "games")
    yield made


def text_of(found: Any) -> str:
    """An answer as data, but for what it took, and the position that z3 shows, which is one of several."""
    def without(value: Any) -> Any:
        if isinstance(value, dict):
            return {name: without(each) for name, each in value.items() if name not in ("seconds", "witness")}
        return [without(each) for each in value] if isinstance(value, list) else value

    return json.dumps(without(json.loads(as_json.text(as_json.document(found)))))


def readings(**options: Any) -> Any:
    """A reading, measured by few deals."""
    return daybreak.readings(GAME, READINGS, **({"deals": DEALS, "states": STATES, "size": 0, "pairs": 0} | options))


def hard(seed: int = 1, **options: Any) -> Any:
    """How difficult a deal is, by searches that are small."""
    return daybreak.solve(daybreak.deal(GAME, seed=seed), difficulty=True, **({"limits": daybreak.Limits(states=500)} | options))


# -- readings --------------------------------------------------------------------------------------------------------------------


def test_readings_search_nothing_twice_and_answer_the_same(tmp_path: Path, searches: list[str]) -> None:
    plain = text_of(readings())
    assert (made := len(searches)) > DEALS
    searches.clear()
    assert text_of(readings(store=tmp_path)) == plain and len(searches) == made
    searches.clear()
    assert text_of(readings(store=tmp_path)) == plain and not searches
    assert text_of(readings(store=tmp_path, deals=DEALS - 2)) == text_of(readings(deals=DEALS - 2))
    searches.clear()
    readings(store=tmp_path, deals=DEALS - 2)
    assert not searches


def test_readings_from_positions_are_kept_apart(tmp_path: Path, searches: list[str]) -> None:
    plain = text_of(readings(starts=[LATE]))
    searches.clear()
    readings(store=tmp_path)
    assert text_of(readings(store=tmp_path, starts=[LATE])) == plain
    searches.clear()
    assert text_of(readings(store=tmp_path, starts=[LATE])) == plain and not searches
    with Store.opened(tmp_path) as store:
        starts = {each.question.start for each in store.questions()}
    assert len(starts) == 2 and "" in starts


def test_a_batch_of_readings_serves_readings_and_is_served_by_them(tmp_path: Path, searches: list[str]) -> None:
    plain = text_of(readings())
    assert "readings" in searches
    daybreak.batch(GAME, seeds=range(1, DEALS + 1), out=tmp_path / "batch", ask="readings", states=STATES, jobs=1)
    searches.clear()
    assert text_of(readings(store=tmp_path / "batch")) == plain
    with Store.opened(tmp_path / "batch") as store:  # what a batch does not ask: only whether the first field can be had
        asked = {each.question.ask: sum(1 for _ in store.rows(each.number)) for each in store.questions()}
    assert len(searches) == asked.get("first", 0)

    readings(store=tmp_path / "own")
    searches.clear()
    found = daybreak.batch(GAME, seeds=range(1, DEALS + 1), out=tmp_path / "own", states=STATES, jobs=1)
    assert (found.known, found.answered) == (DEALS, 0) and not searches


def test_winnability_serves_readings_and_measures_what_they_have_solved(tmp_path: Path, searches: list[str]) -> None:
    few: dict[str, Any] = {"seeds": range(1, DEALS + 1), "states": STATES, "games": 3, "decision_states": 50}
    plain = daybreak.winnability(GAME, **few)
    daybreak.winnability(GAME, **few, store=tmp_path / "first")
    searches.clear()
    answer = readings(store=tmp_path / "first")
    assert searches.count("readings") < len(searches_without(searches))
    assert text_of(answer) == text_of(readings())
    readings(store=tmp_path / "second")
    searches.clear()
    assert text_of(daybreak.winnability(GAME, **few, store=tmp_path / "second")) == text_of(plain)
    assert "deal" not in searches and "games" in searches
    searches.clear()
    assert text_of(daybreak.winnability(GAME, **few, store=tmp_path / "second")) == text_of(plain)
    assert "deal" not in searches


def searches_without(made: list[str]) -> list[str]:
    """The searches that the same measurement makes by itself."""
    before = len(made)
    readings()
    found = [each for each in made[before:] if each == "readings"]
    del made[before:]
    return found


def test_lines_that_get_stuck_or_fail_are_kept_with_their_deals(tmp_path: Path, searches: list[str]) -> None:
    """A row says all that a comparison asks of a search, whatever ended it."""
    instance = daybreak.deal(GAME, seed=3)
    backend: Backend = instance.native("interpreted")
    events = instance.program.events[:3]
    for ending, failed, stuck, grade in (("failed", events, None, None), ("stuck", None, events, None), ("stuck", None, [], 7),
                                         ("closed", None, None, None), ("states", None, None, 7)):
        best = Best("unknown", None, grade, 20 if grade else -1, list(events[:2]) if grade else [], ending,  # type: ignore[arg-type]
                    {"states": 5, "uncovered": 2 if stuck else 0}, None if failed is None else list(failed),
                    None if stuck is None else list(stuck))
        unsaid = pytest.MonkeyPatch()
        unsaid.setattr(answering, "why_not", lambda instance, best: "")
        row = answering.row_of(backend, instance, 3, best)
        unsaid.undo()
        again = answering.best_of(row, backend)
        for name in ("verdict", "grade", "upper_bound", "line", "ending", "failed_line", "stuck_line"):
            assert getattr(again, name) == getattr(best, name), (ending, name)
        assert bool(again.search["uncovered"]) == bool(best.search["uncovered"])


# -- difficulty ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 940211])
def test_difficulty_searches_nothing_twice_and_answers_the_same(tmp_path: Path, searches: list[str], seed: int) -> None:
    plain = hard(seed)
    assert {"solve", "games"} <= set(searches)
    made = list(searches)
    searches.clear()
    first = hard(seed, store=tmp_path)
    assert text_of(first) == text_of(plain) and searches == made
    searches.clear()
    again = hard(seed, store=tmp_path)
    assert not searches
    assert as_json.document(again) == as_json.document(first) and again.to_text() == first.to_text()  # and with what it took
    assert again.difficulty == plain.difficulty and again.played == plain.played


def test_other_questions_about_the_same_deal_are_asked(tmp_path: Path, searches: list[str]) -> None:
    hard(store=tmp_path)
    for change in ({"limits": daybreak.Limits(states=501)}, {"limits": daybreak.Limits(states=499)}):
        searches.clear()
        hard(store=tmp_path, **change)
        assert "solve" in searches
    searches.clear()
    other = daybreak.solve(daybreak.deal(GAME, seed=1, rulings={"UD-35": "nothing"}), difficulty=True, store=tmp_path,
                           limits=daybreak.Limits(states=500))
    assert "solve" in searches and other.about.rulings["UD-35"] == "nothing"


def test_what_batches_have_played_and_judged_is_taken(tmp_path: Path, searches: list[str], monkeypatch: pytest.MonkeyPatch
                                                      ) -> None:
    def judged(backend: Any, reference: Any, setting: Any, start: Any, least: int, *more: Any, **options: Any) -> Reached:
        searches.append("decision")
        return Reached((True, False, None)[sum(reference.key(start)) % 3], "states")

    monkeypatch.setattr(measuring, "reaches", judged)  # which takes minutes
    limits = daybreak.Limits()
    plain = hard(7, limits=limits)
    daybreak.batch(GAME, seeds=range(7, 8), out=tmp_path / "batch", games=100, jobs=1)
    searches.clear()
    assert text_of(hard(7, limits=limits, store=tmp_path / "batch")) == text_of(plain)
    assert "games" not in searches and "solve" in searches
    found = daybreak.batch(GAME, seeds=range(7, 8), out=tmp_path / "other", ask="policy", games=100, jobs=1)
    assert found.answered == 1
    searches.clear()
    assert text_of(hard(7, limits=limits, store=tmp_path / "other")) == text_of(plain) and "games" not in searches


def test_a_batch_of_players_takes_what_difficulty_has_played(tmp_path: Path, searches: list[str]) -> None:
    hard(2, store=tmp_path)
    searches.clear()
    found = daybreak.batch(GAME, seeds=range(2, 3), out=tmp_path, ask="policy", games=100, jobs=1)
    assert (found.known, found.answered) == (1, 0) and not searches


def test_an_answer_that_time_cut_short_is_not_kept(tmp_path: Path) -> None:
    hard(1, store=tmp_path, limits=daybreak.Limits(seconds=0.0001))
    hard(1, store=tmp_path, limits=daybreak.Limits(states=500, memory=2**40))
    with Store.opened(tmp_path) as store:
        assert not store.questions()


def test_what_was_cut_short_is_no_answer_about_a_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The last decision may be the one that the time runs out on."""
    instance = daybreak.deal(GAME, seed=1)

    monkeypatch.setattr(measuring, "reaches", lambda *arguments, **options: Reached(None, "seconds"))
    found = measuring.difficulty(instance, instance.native("native"), (), measuring.Measures(1, line=False))
    assert found.ending == "seconds" and not found.is_known


def test_a_scenario_is_the_deal_of_its_seed_or_a_deal_of_its_own(tmp_path: Path) -> None:
    file = tmp_path / "deal.toml"
    plain = daybreak.deal(GAME, seed=7)
    assert place_of(plain) == ("", 7)
    assert place_of(daybreak.scenario("scenarios/until-dawn/demo.toml")) == ("", 7)  # spelled out, as the seed has it
    text = Path("scenarios/until-dawn/demo.toml").read_text(encoding="utf-8")
    for other in (text.replace('"scratcher+", "move-cw+"', '"move-cw+", "scratcher+"'), text.replace("seed = 7 ", "# ")):
        assert other != text
        file.write_text(other, encoding="utf-8")
        start, seed = place_of(daybreak.scenario(file))
        assert len(start) == 32 and seed == 0
    late = place_of(daybreak.scenario(LATE))
    assert late[0] and late != (start, 0)
    file.write_text(text.replace("seed = 7 ", 'seed = "9223372036854775808" '), encoding="utf-8")
    assert place_of(daybreak.scenario(file))[1] == 0


# -- what is refused -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [
    {"difficulty": False}, {"shortest": True}, {"strategy": "beam"}, {"certify": True}, {"with_": "both"}])
def test_what_no_store_keeps_is_refused(tmp_path: Path, options: dict[str, Any]) -> None:
    with pytest.raises(BadInput, match="DB626"):
        daybreak.solve(daybreak.deal(GAME, seed=1), **({"difficulty": True, "store": tmp_path / "store"} | options))
    assert not (tmp_path / "store").exists()


ASKS: dict[str, Callable[[Path], Any]] = {
    "readings": lambda folder: readings(store=folder, deals=1, pairs=0),
    "difficulty": lambda folder: hard(store=folder),
    "winnability": lambda folder: daybreak.winnability(GAME, seeds=range(1, 2), states=100, games=1, decision_states=1,
                                                       store=folder)}


@pytest.mark.parametrize("ask", ASKS)
def test_whatever_is_wrong_with_a_store_is_named(tmp_path: Path, ask: str, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = tmp_path / "store"
    ASKS[ask](folder)
    with Store.opened(folder) as store:
        before = store.questions()
        store.connection.execute("UPDATE deals SET states = states + 1, random_won = random_won + 1")
    monkeypatch.setattr(Store, "of", lambda *arguments: {})
    with pytest.raises(BadInput, match="DB615 seed 1 is there already with another answer"):
        ASKS[ask](folder)
    monkeypatch.undo()
    monkeypatch.setattr(question, "engine_digest", lambda: "another")  # whose answers are its own
    ASKS[ask](folder)
    with Store.opened(folder) as store:
        assert len(store.questions()) > len(before)
        store.connection.execute("UPDATE questions SET text = '{}'")
    with pytest.raises(BadInput, match="DB613 a question of the store is damaged"):
        ASKS[ask](folder)
    with Store.opened(folder) as store:
        store.connection.execute("UPDATE meta SET value = '99'")
    with pytest.raises(BadInput, match="DB613 the store has schema 99"):
        ASKS[ask](folder)
    (folder / NAME).write_bytes(b"no database at all, though it is long enough to be looked at")
    with pytest.raises(BadInput, match="DB614"):
        ASKS[ask](folder)
    with pytest.raises(BadInput, match="DB507"):
        ASKS[ask](folder / NAME)


def test_seeds_that_a_store_cannot_hold_are_refused(tmp_path: Path) -> None:
    for asked in (lambda: readings(seed=2**63, deals=1, store=tmp_path / "x"),
                  lambda: daybreak.winnability(GAME, seeds=range(2**63, 2**63 + 1), store=tmp_path / "x")):
        with pytest.raises(BadInput, match="DB622"):
            asked()
    assert not (tmp_path / "x").exists()
    hard(2**63, store=tmp_path / "y", limits=daybreak.Limits(states=200))  # a deal of its own


def test_what_is_proved_of_the_bound_is_part_of_the_question() -> None:
    """A proof that one machine keeps: its answers are not those of a machine that has none."""
    instance = daybreak.deal(GAME, seed=1)
    here = asked_of(instance, "solve", states=100)
    keys = {evolve(here, **change).key for change in ({}, {"bound_is_proved": not here.bound_is_proved}, {"dominance": 3},
                                                      {"start": "x"}, {"ask": "first"}, {"ask": "line"})}
    assert len(keys) == 6


def test_rows_of_players_do_not_depend_on_limits_of_searches() -> None:
    instance = daybreak.deal(GAME, seed=1)
    one, other = (asked_of(instance, "policy", states=states, games=5) for states in (100, 200))
    assert one == other and isinstance(one, Question)


def test_the_commands_keep_and_take(daybreak: Callable[..., Any], tmp_path: Path) -> None:
    store = tmp_path / "störe"
    told = ("readings", GAME, "UD-04", "--deals", 2, "--states", 500, "--size", 0, "--pairs", 0, "--store", store, "--json")
    first, again = (json.loads(daybreak(*told).out) for _ in range(2))
    assert [each["id"] for each in first["readings"]] == [each["id"] for each in again["readings"]] == ["UD-04"]
    deal = "scenarios/until-dawn/demo.toml"
    asked = ("solve", deal, "--difficulty", "--states", 500, "--store", store)
    one, two = daybreak(*asked), daybreak(*asked)
    assert one.out == two.out and "its answer is in" in two.err and "its answer is in" not in one.err
    assert "DB626" in daybreak("solve", deal, "--store", store).err
    assert "DB586" in daybreak("solve", deal, "--for", "1", "--difficulty", "--store", store).err
