"""Bounds that are proved: kept with a digest, void when a rule changes; and what answers are worth when one is not proved."""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import Any

import pytest

from tests.agreement.test_bounds import CROSSING, PLANTED, checked_bound
from tests.altered_games import altered_game
from tests.only_games import install_only
from verifier.analysis import recorded_bound as record
from verifier.errors import RuleFailed
from verifier.instance import Instance, instance_of, load_instance
from verifier.lang.game import Game
from verifier.ledger.editions import editions_of
from verifier.program.program import load
from verifier.program.proofs import EVERY, PROOFS, Proof, digest_of, digests_of, load_proofs, text_of
from verifier.registry import Games, installed
from verifier.run.native import Native
from verifier.scenarios.deal import Deal
from verifier.scenarios.loader import new_scenario
from verifier.search.best import can_be_won
from verifier.search.explore import Explored, ExploreOptions, explore
from verifier.search.limits import LimitReached, Limits
from verifier.search.sure import solve_sure
from verifier.verdict import Verdict

Daybreak = Callable[..., Any]
SHIPPED = ("dawn-of-the-zeds", "until-dawn")
BACKWARDS = '    """Gold."""\n    return river.gold', '    """Gold."""\n    return -river.gold'
AT_BEST = "kept_in_all(table) + ROW_MOST * (box.rounds - table.rounds)"
NIGHT_WATCH_AT_BEST = ["kept_in_all(table) + table.row.size",
                       "kept_in_all(table) + max(table.row.size, 1) * (box.rounds - table.rounds)"]
UNSOUND = [each for each in PLANTED if each.package == CROSSING]


def dealt(game: Game[Any, Any], seed: int) -> Instance:
    return instance_of(new_scenario(game, title="a deal", deal=Deal(seed)), load(game))


def truth(instance: Instance, native: Native) -> int:
    """The best grade of all ends of a deal."""
    explored = explore(native, instance.setting, instance.reference.settled(instance.start), ExploreOptions())
    assert explored.closed
    return max(int(native.call("grade", explored.tables.state(number), explored.context)) for number in explored.numbers(3))


# -- shipped proofs -----------------------------------------------------------------------------------------------------------


IN_PART = "survive-until-daylight"  # of some editions
EDITIONS = [*((name, edition) for name in SHIPPED for edition in editions_of(installed().program(name).game)),
            *((IN_PART, proof.editions) for proof in load_proofs(installed().program(IN_PART).game.folder))]


@pytest.mark.parametrize(("name", "edition"), EDITIONS)
def test_the_bound_of_every_edition_is_proved(name: str, edition: str) -> None:
    program = installed().program(name)
    instance = instance_of(new_scenario(program.game, title="proved", edition=edition), program)
    assert instance.bound_is_proved, f"prove it anew: daybreak check {name} --with z3 --property bound-holds --record"


@pytest.mark.parametrize("name", [*SHIPPED, IN_PART])
def test_nothing_is_kept_of_other_rules(name: str) -> None:
    program = installed().program(name)
    records = [None, *(new_scenario(program.game, title="x", edition=each).edition.record for each in editions_of(program.game))]
    setting = new_scenario(program.game, title="x").rulings
    needed = {digest_of(program, record, rulings) for record in records for rulings in (None, setting)}
    assert {proof.digest for proof in load_proofs(program.game.folder)} <= needed


@pytest.mark.long
@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_proofs_can_be_made_again(name: str, daybreak: Daybreak, tmp_path: Path,
                                              monkeypatch: pytest.MonkeyPatch) -> None:
    written: dict[str, str] = {}
    monkeypatch.setattr(record, "write_file", lambda path, text, force: written.update({path.name: text}))
    ran = daybreak("check", name, "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code == 0 and written == {PROOFS: (installed().program(name).game.folder / PROOFS).read_text()}


# -- digests ------------------------------------------------------------------------------------------------------------------


def crossing(folder: Path, file: str = "__init__.py", text: str = "", other: str = "") -> Game[Any, Any]:
    return altered_game(CROSSING, folder, {file: (text, other)} if text else {})


@pytest.mark.parametrize(("file", "text", "other"), [
    ("__init__.py", "river.gold += river.load // 2", "river.gold += (river.load + 1) // 2"),
    ("__init__.py", "river.gold + 2 * left", "river.gold + 3 * left"),
    ("__init__.py", "Grade(fed=river.gold >= 3,", "Grade(fed=river.gold >= 2,"),
    ("__init__.py", "    load: Annotated[int, Range(0, 2)]\n    gold", "    load: Annotated[int, Range(0, 3)]\n    gold"),
    ("__init__.py", "    river.deck.add_all(gauge.cards)", "    river.deck.add_all(gauge.cards)\n    river.gold = 1"),
    ("readings.toml", "swims = ", "walks = \"It walks.\"\nswims = "),
], ids=["rule", "bound", "grade", "state", "set-up", "reading"])
def test_whatever_a_proof_depends_on_makes_it_void(file: str, text: str, other: str, tmp_path: Path) -> None:
    before, after = load(crossing(tmp_path)), load(crossing(tmp_path, file, text, other))
    assert digest_of(before, None, None) != digest_of(after, None, None)


@pytest.mark.parametrize(("text", "other"), [
    BACKWARDS,
    ('    """Crossings."""\n    return river.crossings', '    """Crossings."""\n    return 0'),
    ('"""Two for every crossing that is left; who lands has crossed."""', '"""At best."""\n    # and\n    # so on'),
], ids=["estimate", "progress", "lines"])
def test_what_only_guides_searches_and_where_rules_stand_leaves_it(text: str, other: str, tmp_path: Path) -> None:
    before, after = load(crossing(tmp_path)), load(crossing(tmp_path, text=text, other=other))
    assert digest_of(before, None, None) == digest_of(after, None, None)


def test_editions_and_rulings_have_digests_of_their_own(tmp_path: Path) -> None:
    instance = dealt(crossing(tmp_path), 1)
    program, setting = instance.program, instance.setting
    digests = digests_of(program, setting.edition, setting.rulings)
    assert len(set(digests)) == 4
    other = setting.rulings | {"FE-Q1": "half"}
    assert len({*digests, *digests_of(program, setting.edition, other)}) == 6  # those for every reading are the same


# -- proofs that are made -----------------------------------------------------------------------------------------------------


@pytest.fixture
def own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Callable[[Game[Any, Any]], Path]:
    """Installs a game alone, with a cache and a scenario of its own."""
    def installs(game: Game[Any, Any]) -> Path:
        module = type(game.rules["carry"].function).__name__ and game.rules["carry"].function.__module__
        install_only(monkeypatch, Games([EntryPoint("crossing", f"{module}:game", "daybreak.games")]))
        scenario = tmp_path / "mine.toml"
        scenario.write_text('schema = 1\ngame = "crossing"\n[deal]\nseed = 3\n')
        return scenario

    monkeypatch.setenv("DAYBREAK_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return installs


def test_a_proof_is_kept_in_the_package_until_a_rule_changes(own: Callable[..., Path], daybreak: Daybreak,
                                                             tmp_path: Path) -> None:
    game = crossing(tmp_path)
    own(game)
    assert not dealt(game, 1).bound_is_proved
    ran = daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code == 0 and "edition: every" in ran.out and PROOFS in ran.out and "under every reading" in ran.out, ran.out
    assert dealt(game, 1).bound_is_proved
    [proof] = load_proofs(game.folder)
    assert (proof.editions, proof.readings) == (EVERY, EVERY)
    changed = altered_game(CROSSING, tmp_path, {"__init__.py": ("river.crossings += 1", "river.crossings += 2 - 1")})
    (changed.folder / PROOFS).write_text((game.folder / PROOFS).read_text())
    assert not dealt(changed, 1).bound_is_proved


def test_proofs_are_kept_as_they_come_beside_those_of_editions_still_to_come(
        own: Callable[..., Path], daybreak: Daybreak, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = crossing(tmp_path)
    (game.folder / "edition-wide.toml").write_text((game.folder / "edition-plain.toml").read_text())
    own(game)
    before = [Proof("0" * 64, each, EVERY) for each in ("gone", "plain", "wide")]
    (game.folder / PROOFS).write_text(text_of("crossing", before))

    def one_edition_only(instance: Instance, *rest: Any, any_edition: bool = False, **more: Any) -> Proof | None:
        name = instance.scenario.edition.name
        return None if any_edition or name == "wide" else Proof("1" * 64, name, EVERY)

    monkeypatch.setattr(record, "_proof", one_edition_only)
    daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert [(each.editions, each.digest[0]) for each in load_proofs(game.folder)] == [("plain", "1"), ("wide", "0")]


@pytest.mark.parametrize(("lemma", "calls"), [("the_day_has_three", 2), ("there_is_gold", 3)])
def test_what_the_last_proof_rested_on_is_tried_first(lemma: str, calls: int, own: Callable[..., Path], daybreak: Daybreak,
                                                      tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """After every edition at once, for which there is too much to lift; and where that is not enough, whatever else there is."""
    game = crossing(tmp_path, text='@game.invariant(clause="FE-04")', other='''@game.invariant()
def there_is_gold(river: River) -> bool:
    """True of every state, and of no use."""
    return river.gold >= 0


@game.invariant(clause="FE-04")''')
    own(game)
    (game.folder / PROOFS).write_text(text_of("crossing", [Proof("0" * 64, "plain", EVERY, (lemma,))]))
    made, proof = [], record._proof
    monkeypatch.setattr(record, "EASY_STATEMENTS", 0)
    monkeypatch.setattr(record, "_proof", lambda *parts, **more: made.append(more) or proof(*parts, **more))
    ran = daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code == 0 and dealt(game, 1).bound_is_proved
    assert [bool(each.get("any_edition")) for each in made] == [True, *[False] * (calls - 1)]
    assert made[1]["lemmas"] == (lemma,) and load_proofs(game.folder)[0].lemmas == ("the_day_has_three",)


def test_a_proof_of_ones_own_is_sealed(own: Callable[..., Path], daybreak: Daybreak, tmp_path: Path) -> None:
    game = crossing(tmp_path)
    scenario = own(game)
    ran = daybreak("check", scenario, "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code == 0 and "sealed" in ran.out and not (game.folder / PROOFS).exists()
    assert dealt(game, 1).bound_is_proved
    [kept] = (tmp_path / "cache" / "proofs").iterdir()
    kept.write_bytes(b"x" + kept.read_bytes())
    assert not dealt(game, 1).bound_is_proved


@pytest.mark.parametrize("planted", UNSOUND, ids=lambda planted: planted.name)
def test_of_a_bound_that_is_none_nothing_is_kept(planted: Any, own: Callable[..., Path], daybreak: Daybreak,
                                                 tmp_path: Path) -> None:
    game = altered_game(CROSSING, tmp_path, {planted.file: (planted.text, planted.altered)})
    own(game)
    ran = daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code != 0 and "refuted" in ran.out and not (game.folder / PROOFS).exists()


def test_a_bound_that_is_too_low_at_ends_is_refused(own: Callable[..., Path], daybreak: Daybreak, tmp_path: Path) -> None:
    """It never rises: only the grade of an end shows it, after three crossings with two each."""
    game = crossing(tmp_path, text="most = min(6, river.gold + 2 * left)",
                    other="most = min(6 - int(river.phase == Phase.HOME), river.gold + 2 * left)")
    own(game)
    ran = daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code != 0 and not (game.folder / PROOFS).exists()
    assert "the end is graded above the bound: " in " ".join(ran.out.split()), ran.out


def test_a_bound_that_one_reading_passes_is_proved_for_the_others_only(own: Callable[..., Path], daybreak: Daybreak,
                                                                       tmp_path: Path) -> None:
    game = crossing(tmp_path, text="river.gold + 2 * left", other='river.gold + (1 if ruling("FE-Q1") == "swims" else 2) * left')
    scenario = own(game)
    swims = tmp_path / "swims.toml"
    swims.write_text(scenario.read_text() + '[rulings]\nFE-Q1 = "swims"\n')
    ran = daybreak("check", swims, "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code != 0 and "sealed" not in ran.out
    ran = daybreak("check", "crossing", "--with", "z3", "--property", "bound-holds", "--record")
    assert ran.code == 0 and "under the rulings in force" in " ".join(ran.out.split()), ran.out
    assert {proof.readings for proof in load_proofs(game.folder)} == {"in force"}
    assert load_instance(scenario).bound_is_proved and not load_instance(swims).bound_is_proved


def test_a_proof_of_other_rules_says_nothing(tmp_path: Path) -> None:
    """Nor does one whose words were altered to say more than its digest."""
    game, other = crossing(tmp_path), load(crossing(tmp_path, text="river.gold + 2 * left", other="river.gold + left"))
    of_others = digest_of(other, None, None)
    (game.folder / PROOFS).write_text(text_of("crossing", [Proof(of_others, EVERY, EVERY), Proof("0" * 64, EVERY, EVERY)]))
    assert len(load_proofs(game.folder)) == 2 and not dealt(game, 1).bound_is_proved


def test_only_the_proof_of_the_bound_is_kept(own: Callable[..., Path], daybreak: Daybreak, tmp_path: Path) -> None:
    own(crossing(tmp_path))
    for options in (["--with", "z3"], ["--with", "z3", "--property", "no-dead-end"],
                    ["--with", "z3", "--property", "bound-holds", "--k", "2"], ["--property", "bound-holds"]):
        ran = daybreak("check", "crossing", "--record", *options)
        assert ran.code == 150 and "DB509" in ran.err


# -- what is said of lines ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("altered", NIGHT_WATCH_AT_BEST)
def test_no_line_is_called_best_on_the_word_of_a_bound(altered: str, daybreak: Daybreak, tmp_path: Path,
                                                       monkeypatch: pytest.MonkeyPatch) -> None:
    """In the game that `daybreak new` lays: believed, a line that keeps 5 and is lost is the best of a deal that is won.

    Games at random mostly show that the bound is none; what is said may not depend on that.
    """
    daybreak("new", "night-watch", tmp_path / "own")
    game = altered_game("night_watch", tmp_path, {"properties.py": (AT_BEST, altered)}, root=tmp_path / "own")
    native, lied, shown = Native(load(game), "interpreted"), 0, 0
    for seed in range(1, 13):
        instance = dealt(game, seed)
        best = truth(instance, native)
        assert not instance.bound_is_proved
        try:
            assert (found := solve_sure(native, instance.reference, instance.setting, instance.start,
                                        bound_is_proved=False)).verdict == "optimal" and found.grade == best
        except RuleFailed as error:
            assert error.code == "DB407"
            shown += 1
        with monkeypatch.context() as unaided:
            unaided.setattr("verifier.search.best.Beam._take_played", lambda *_: None)
            sure, unclosed, misled = (
                solve_sure(native, instance.reference, instance.setting, instance.start, bound_is_proved=believed,
                           states_max=most)
                for believed, most in ((False, 100_000), (False, 0), (True, None)))
        assert (sure.verdict, sure.proof, sure.grade, sure.upper_bound) == ("optimal", "exhausted", best, best)
        assert (unclosed.verdict, unclosed.ending, unclosed.upper_bound) == ("best-found", "bound", native.constant("GRADES") - 1)
        assert can_be_won(native, unclosed) is not False
        lied += misled.verdict == "optimal" and misled.grade != best
    assert lied > 6 and shown > 6
    row = checked_bound(instance_of(new_scenario(game, title="any deal"), load(game)), depth_max=4)
    assert row.verdict is Verdict.REFUTED and "the bound rises: " in row.reason


@pytest.mark.parametrize(("text", "other"), [
    BACKWARDS,
    ('    """Gold."""\n    return river.gold', '    """Gold."""\n    return (river.gold * 7 + river.crossings * 5) % 11'),
    ('    """Crossings."""\n    return river.crossings', '    """Crossings."""\n    return 3 - river.crossings'),
    ('    """Crossings."""\n    return river.crossings', '    """Crossings."""\n    return (river.gold + river.load) % 4'),
], ids=["backwards", "any", "back-in-time", "any-time"])
def test_estimates_and_progress_can_only_cost_time(text: str, other: str, tmp_path: Path) -> None:
    plain, misled = crossing(tmp_path), crossing(tmp_path, text=text, other=other)
    natives = [Native(load(game), "interpreted") for game in (plain, misled)]
    for seed in range(1, 31):
        deals = [dealt(game, seed) for game in (plain, misled)]
        found = [solve_sure(native, instance.reference, instance.setting, instance.start, bound_is_proved=True)
                 for native, instance in zip(natives, deals, strict=True)]
        assert [(each.verdict, each.grade) for each in found] == [("optimal", truth(deals[0], natives[0]))] * 2


def test_a_deal_without_the_time_to_grade_its_ends_is_not_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    instance = dealt(crossing(tmp_path), 1)
    native = Native(instance.program, "interpreted")

    def late(explored: Explored, limits: Limits) -> None:
        raise LimitReached("seconds")

    found = [solve_sure(native, instance.reference, instance.setting, instance.start, bound_is_proved=False)]
    monkeypatch.setattr(Explored, "ends", late)
    found.append(solve_sure(native, instance.reference, instance.setting, instance.start, bound_is_proved=False))
    assert [(each.verdict, each.ending) for each in found] == [("optimal", "closed"), ("best-found", "seconds")]


def test_an_answer_says_how_to_prove_the_bound(own: Callable[..., Path], daybreak: Daybreak, tmp_path: Path,
                                               monkeypatch: pytest.MonkeyPatch) -> None:
    planted = UNSOUND[0]
    scenario = own(altered_game(CROSSING, tmp_path, {planted.file: (planted.text, planted.altered)}))
    monkeypatch.setattr("verifier.analysis.solve.CLOSING_STATES", 0)
    ran = daybreak("solve", scenario, "--engine", "interpreted")
    assert ran.code == 124 and "best-found" in ran.out and "bound taken from the game, not proved" in ran.out, ran.out
    assert "daybreak check crossing --with z3 --property bound-holds --record" in " ".join(ran.out.split())
    ran = daybreak("solve", scenario, "--engine", "interpreted", "--certify")
    assert "(proved)" in ran.out and ran.code == 0


def test_deals_that_show_the_bound_to_be_none_are_counted_apart(own: Callable[..., Path], daybreak: Daybreak,
                                                                tmp_path: Path) -> None:
    own(crossing(tmp_path, text="river.gold + 2 * left", other="river.gold"))
    ran = daybreak("winnability", "crossing", "--deals", "6", "--json")
    found = json.loads(ran.out)
    point = found["points"][0]
    assert ran.code == 75 and found["bound"] == "taken" and point["won"]["of"] == 6
    assert 0 < point["stuck"] == point["won"]["undecided"] and "is no bound" in point["why"]
    assert "nothing rests on the game's bound, which is not proved" in daybreak("winnability", "crossing", "--deals", "1").out
