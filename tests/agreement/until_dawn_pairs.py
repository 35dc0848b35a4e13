"""Drives the model of Until Dawn and its naive twin with the same decisions and the same draws, and compares the tables.

The model goes first; its events are then fed to the twin.  Tables are compared whenever the twin asks for a card or a choice,
after every action, the marking of attackers, each entrance's attacks, the cards, the end of the turn and the final assault.
What lies on the table after a loss is not promised by the twin: there only the outcome and the number of cards and barricades
count.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from random import Random
from typing import Any, Literal

from attrs import define, field

from daybreak_games.until_dawn import game
from daybreak_games.until_dawn.state import Barred, Box, Card, Entrance, Jasper, Night, Phase, Rebecca, Zombie
from tests.agreement import until_dawn_twin as twin
from tests.agreement.pairing import Differs, unlike
from verifier.lang.events import Event
from verifier.lang.phases import CHANCE, DECISION, END
from verifier.lang.types import words_of
from verifier.lang.values import blank
from verifier.program.program import Program, load
from verifier.run.reference import Applied, Position, Reference
from verifier.run.setting import Setting

Source = Literal["model", "twin", "table"]
PROGRAM: Program = load(game)
WORDS = words_of(Card)
TRANSITIONS_MOST = 4000
ENDLESS = 1000  # transitions without a draw or a choice
RESOLVING = (Phase.NEXT_ATTACKER, Phase.SCRATCHER, Phase.SNEAKER, Phase.SCREAMER, Phase.SUMMON, Phase.ANSWER, Phase.SWEEP,
             Phase.RELOCATE, Phase.ARRANGE)
ASKED = ("draw", "summon", "compare_with", "compare_with_top", "discard_from_pile", "place", "place_called", "send_on", "block",
         "let_through")


@define
class Followed:
    """What was compared."""

    games: int = 0
    transitions: int = 0
    tables: int = 0
    unfinished: int = 0
    ends: Counter[str] = field(factory=Counter)

    def __add__(self, other: Followed) -> Followed:
        return Followed(self.games + other.games, self.transitions + other.transitions, self.tables + other.tables,
                        self.unfinished + other.unfinished, self.ends + other.ends)


# -- the same table, seen by both -----------------------------------------------------------------------------------------------


def counts_of(bag: Any) -> list[str]:
    """The cards of a bag as a sorted list of words."""
    return sorted(word for card, word in zip(Card, WORDS, strict=True) for _ in range(bag[card]))


def model_view(night: Night) -> dict[str, Any]:
    """What lies on the model's table."""
    return {
        "time": night.time, "zombie time": night.zombie_time, "ammo": night.ammo, "supply": night.supply,
        "deck": counts_of(night.deck), "discard": counts_of(night.discard), "bite pile": counts_of(night.bite_pile),
        "jasper": {Jasper.RUG: "rug", Jasper.DEAD: "dead"}.get(night.jasper, int(night.jasper)),
        "rebecca": "aside" if night.rebecca == Rebecca.ASIDE else int(night.rebecca),
        "barred": None if night.barred == Barred.NONE else int(night.barred),
        "covers": [None if door.breached_by is None else WORDS[door.breached_by] for door in night.entrances],
        "barricades": [door.barricades for door in night.entrances],
        "stacks": [[WORDS[zombie.card] + "!" * zombie.attacking for zombie in door.stack] for door in night.entrances],
    }


def twin_view(table: twin.Table) -> dict[str, Any]:
    """What lies on the twin's table."""
    return {
        "time": table.time, "zombie time": table.zombie_time, "ammo": table.ammo, "supply": table.supply,
        "deck": sorted(table.deck), "discard": sorted(table.discard), "bite pile": sorted(table.bite_pile),
        "jasper": table.jasper, "rebecca": table.rebecca, "barred": table.jasper_locked,
        "covers": [entrance.breached_by for entrance in table.entrances],
        "barricades": [entrance.barricades for entrance in table.entrances],
        "stacks": [[card.removesuffix(twin.DONE) for card in entrance.stack] for entrance in table.entrances],
    }


def night_of(table: twin.Table) -> Night:
    """A table of the twin, on the player's turn, as a state of the model."""
    night: Night = blank(game.state_type)
    night.time, night.zombie_time, night.ammo, night.supply = table.time, table.zombie_time, table.ammo, table.supply
    night.jasper = {"rug": Jasper.RUG, "dead": Jasper.DEAD}.get(str(table.jasper)) or Entrance(int(table.jasper))
    night.rebecca = Rebecca.ASIDE if table.rebecca == "aside" else Entrance(table.rebecca)
    night.barred = Barred.NONE
    for bag, words in ((night.deck, table.deck), (night.discard, table.discard), (night.bite_pile, table.bite_pile)):
        for word in words:
            bag.add(Card(WORDS.index(word)))
    for door, entrance in zip(night.entrances, table.entrances, strict=True):
        door.barricades = entrance.barricades
        if entrance.breached_by is not None:
            door.breached_by = Card(WORDS.index(entrance.breached_by))
        for word in entrance.stack:
            door.stack.put_bottom(Zombie(card=Card(WORDS.index(twin.upright(word))), attacking=twin.attacking(word)))
    return night


def table_of(night: Night, last_space: int) -> twin.Table:
    """A state of the model, on the player's turn, as a table of the twin."""
    view = model_view(night)
    entrances = [twin.Entrance(*parts) for parts in zip(view["covers"], view["barricades"], view["stacks"], strict=True)]
    return twin.Table(view["time"], view["zombie time"], last_space, view["ammo"], view["supply"], view["deck"],
                      view["bite pile"], view["discard"], entrances, view["jasper"], view["rebecca"], view["barred"])


# -- the model's line ------------------------------------------------------------------------------------------------------------


@define
class Step:
    """One transition of the model's line, with the position it leaves."""

    before: Position
    applied: Applied

    @property
    def rule(self) -> str:
        """The rule that fired."""
        return self.applied.event.rule.name


def line(reference: Reference, position: Position, choose: Callable[[Position], Event]) -> list[Step]:
    """The model's transitions to the end of the game, or TRANSITIONS_MOST of them."""
    steps: list[Step] = []
    while reference.kind(position) != END and len(steps) < TRANSITIONS_MOST:
        kind = reference.kind(position)
        event = choose(position) if kind in (DECISION, CHANCE) else reference.events(position)[0]
        steps.append(Step(position, reference.apply(position, event)))
        position = steps[-1].applied.after
    return steps


def by_chance(reference: Reference, rng: Random) -> Callable[[Position], Event]:
    """Random decisions (first the rule, then its arguments) and outcomes by weight."""

    def choose(position: Position) -> Event:
        if reference.kind(position) == CHANCE:
            outcomes = reference.outcomes(position)
            return rng.choices([event for event, _ in outcomes], [weight for _, weight in outcomes])[0]
        legal = reference.legal(position)
        rule = rng.choice(list(dict.fromkeys(event.rule for event in legal)))
        return rng.choice([event for event in legal if event.rule is rule])

    return choose


def by_record(reference: Reference, record: list[str]) -> Callable[[Position], Event]:
    """The decisions and draws that the twin wrote down."""
    left = iter(record)

    def choose(position: Position) -> Event:
        text = next(left)
        event = next((event for event in reference.events(position) if event.outcome == text or event.text == text), None)
        if event is None or reference.forbidden_by(position, event) is not None:
            raise Differs(f"the twin says {text!r}, which the model forbids: {position.state!r}")
        return event

    return choose


# -- the twin, fed ---------------------------------------------------------------------------------------------------------------


class Follower:
    """The twin's nature and player, answering with the model's events, and the comparison of the tables."""

    def __init__(self, reference: Reference, table: twin.Table, steps: list[Step]) -> None:
        self.reference, self.table, self.steps, self.at, self.tables = reference, table, steps, 0, 0
        self.cards, self.asked = _all_cards(table), 0

    def same(self, position: Position, where: str) -> None:
        """Compare the tables."""
        self.tables += 1
        wrong = unlike(model_view(position.state), twin_view(self.table))
        if wrong:
            self.differ(f"{where}: {'; '.join(wrong)}")

    def differ(self, what: str) -> None:
        """Stop here."""
        told = [step.applied.event.text for step in self.steps[:max(self.at, self.asked)]]
        raise Differs(f"{what}\nby {self.table.rulings}\nafter {' / '.join(told)}\nfrom {self.steps[0].before.state!r}")

    def follow(self) -> None:
        """The whole line."""
        while self.at < len(self.steps):
            self.turn()

    def turn(self) -> None:
        """One turn of the player and the zombies."""
        while self.at < len(self.steps) and self.steps[self.at].before.state.phase == Phase.ACT:
            if self.action():
                break
        if self.at == len(self.steps):
            return
        self.attacks()
        if self.goes_on("the attacks"):
            if self.steps[self.at].before.state.phase == Phase.END_TURN:  # no action, no cards (UD-01)
                twin.cards_phase(self.table, self, self)
            else:
                self.until(lambda phase: phase == Phase.END_TURN, lambda: twin.cards_phase(self.table, self, self))
        if self.goes_on("the cards"):
            self.until(lambda phase: phase in (Phase.ACT, Phase.TURN_ALL), lambda: twin.end_zombie_turn(self.table))
            if self.goes_on("the end of the turn") and self.steps[self.at].before.state.phase == Phase.TURN_ALL:
                self.until(lambda phase: False, lambda: twin.final_assault(self.table, self, self))
                self.goes_on("the final assault")

    def action(self) -> bool:
        """One action; whether the zombies follow."""
        step = self.steps[self.at]
        legal = {tuple(event.text.replace("command-jasper", "command_jasper").split())
                 for event in self.reference.legal(step.before)}
        stop = {("end-turn",)} if twin.may_stop(self.table) else set()
        if legal != {*twin.legal_actions(self.table), *stop}:
            self.differ(f"legal: model {sorted(legal)}, twin {sorted({*twin.legal_actions(self.table), *stop})}")
        if step.rule == "end_turn":
            self.at += 1
            return True
        words = tuple(step.applied.event.text.replace("command-jasper", "command_jasper").split())
        self.until(lambda phase: phase != Phase.TREAT, lambda: twin.act(self.table, self, words))
        return not self.goes_on(words[0]) or self.steps[self.at].before.state.phase != Phase.ACT

    def attacks(self) -> None:
        """Both rounds, the second entrance by entrance; nothing at all when there are no zombies."""
        if self.steps[self.at].before.state.phase != Phase.CHECK_SETS:
            return
        self.until(lambda phase: phase != Phase.CHECK_SETS, lambda: twin.mark_attackers(self.table))
        for e in range(4):
            if not self.goes_on(f"the attacks at {e - 1}"):
                return
            self.until(lambda phase: False, lambda e=e: twin.resolve_entrance(self.table, e, self, self), entrance=e)
        if not self.goes_on("the attacks at 3"):
            return
        if self.steps[self.at].before.state.phase == Phase.STAND_DOWN:
            self.until(lambda phase: phase != Phase.STAND_DOWN, lambda: twin.stand_down(self.table))
        else:
            twin.stand_down(self.table)

    def until(self, over: Callable[[Phase], bool], play: Callable[[], None], entrance: int | None = None) -> None:
        """The model's part up to a phase (or until another entrance is dealt with), played by the twin."""
        first = self.at
        self.at += 1
        while self.at < len(self.steps):
            night = self.steps[self.at].before.state
            left = entrance is not None and (
                night.phase not in (*RESOLVING, Phase.RESHUFFLE) or int(night.at) != entrance)
            if over(night.phase) or left:
                break
            self.at += 1
        self.asked = first
        play()
        if any(step.rule in ASKED for step in self.steps[self.asked:self.at]):
            self.differ("the model had more to draw or to choose than the twin")

    def goes_on(self, where: str) -> bool:
        """Compare after a part; whether the game goes on."""
        if self.at < len(self.steps):
            if self.table.outcome is not None:
                self.differ(f"{where}: the twin says {self.table.outcome}, the model goes on")
            self.same(self.steps[self.at].before, where)
            return True
        last = self.steps[-1].applied.after.state
        if last.phase not in (Phase.WON, Phase.LOST):
            return False
        if self.table.outcome != {Phase.WON: "won", Phase.LOST: "lost"}[last.phase]:
            self.differ(f"{where}: the model says {last.phase.name}, the twin {self.table.outcome}")
        if last.phase == Phase.WON:
            self.same(self.steps[-1].applied.after, where)
        if _all_cards(self.table) != self.cards or not _barricades_kept(self.table, self.steps[0].before.state):
            self.differ(f"{where}: the twin has lost cards or barricades")
        return False

    # what the twin asks

    def _answer(self, *rules: str) -> Event:
        while self.asked < self.at and self.steps[self.asked].rule not in ASKED:
            self.asked += 1
        if self.asked == self.at or self.steps[self.asked].rule not in rules:
            self.differ(f"the twin asks for {rules}, the model has {[step.rule for step in self.steps[self.asked:self.at]][:1]}")
        step = self.steps[self.asked]
        self.same(step.before, f"before {step.applied.event.text}")
        self.asked += 1
        return step.applied.event

    def draw_from_deck(self, deck: list[str]) -> str:
        return self._answer("draw", "summon", "compare_with_top").outcome

    def draw_from_bite_pile(self, pile: list[str]) -> str:
        return self._answer("compare_with", "discard_from_pile").outcome

    def place(self, table: twin.Table, card: str, options: list[twin.Spot]) -> twin.Spot:
        return self._spot("place", card, options)

    def place_called(self, table: twin.Table, card: str, options: list[twin.Spot]) -> twin.Spot:
        return self._spot("place_called", card, options)

    def _spot(self, rule: str, card: str, options: list[twin.Spot]) -> twin.Spot:
        event = self._answer(rule)
        before = self.steps[self.asked - 1].before
        legal = sorted(each.outcome for each in self.reference.legal(before))
        if legal != sorted(str(option) for option in options):
            self.differ(f"places for {card}: model {legal}, twin {options}")
        if WORDS[before.state.drawn] != card:
            self.differ(f"to be placed: model {WORDS[before.state.drawn]}, twin {card}")
        return "bite" if event.outcome == "bite" else int(event.outcome)

    def send_on(self, table: twin.Table, e: int) -> int:
        event = self._answer("send_on")
        legal = {each.text for each in self.reference.legal(self.steps[self.asked - 1].before)}
        if legal != {f"send-on {index}" for index in range(len(table.entrances[e].stack))}:
            self.differ(f"to be sent on: model {sorted(legal)}, twin {table.entrances[e].stack}")
        return int(event.text.removeprefix("send-on "))

    def block(self, table: twin.Table, entrance: int, options: list[bool]) -> bool:
        event = self._answer("block", "let_through")
        legal = sorted(each.rule.name == "block" for each in self.reference.legal(self.steps[self.asked - 1].before))
        if legal != options:
            self.differ(f"blocks: model {legal}, twin {options}")
        return event.rule.name == "block"


def _all_cards(table: twin.Table) -> Counter[str]:
    lying = [twin.upright(card) for entrance in table.entrances for card in entrance.stack]
    covers = [entrance.breached_by for entrance in table.entrances if entrance.breached_by is not None]
    return Counter(table.deck + table.discard + table.bite_pile + lying + covers)


def _barricades_kept(table: twin.Table, night: Night) -> bool:
    return table.supply + table.spent + sum(entrance.barricades for entrance in table.entrances) == \
        night.supply + sum(door.barricades for door in night.entrances)


# -- games -----------------------------------------------------------------------------------------------------------------------


class Recorder:
    """A nature and player of the twin that answer at random and write down what they said."""

    def __init__(self, rng: Random) -> None:
        self.rng, self.record = rng, list[str]()

    def said(self, text: str) -> str:
        self.record.append(text)
        return text

    def draw_from_deck(self, deck: list[str]) -> str:
        return self.said(self.rng.choice(deck))

    draw_from_bite_pile = draw_from_deck

    def place(self, table: twin.Table, card: str, options: list[twin.Spot]) -> twin.Spot:
        spot = self.rng.choice(options)
        self.said(str(spot))
        return spot

    def place_called(self, table: twin.Table, card: str, options: list[twin.Spot]) -> twin.Spot:
        spot = self.rng.choice(options)
        self.said(f"place-called {spot}")
        return spot

    def send_on(self, table: twin.Table, e: int) -> int:
        index = self.rng.randrange(len(table.entrances[e].stack))
        self.said(f"send-on {index}")
        return index

    def block(self, table: twin.Table, entrance: int, options: list[bool]) -> bool:
        return self.said("block" if self.rng.random() < 0.7 and True in options else "let-through") == "block"


def recorded(table: twin.Table, rng: Random) -> list[str]:
    """A random game of the twin, as it was played."""
    says = Recorder(rng)
    while table.outcome is None:
        while not twin.may_stop(table) or (twin.legal_actions(table) and rng.random() < 0.5):
            action = rng.choice(twin.legal_actions(table))
            says.said(" ".join(action).replace("_", "-"))
            twin.act(table, says, action)
        if table.time < table.last_space:
            says.said("end-turn")
        twin.zombie_turn(table, says, says)
    return says.record


def random_box(rng: Random) -> Any:
    """Component data that makes a full game or a short one."""
    box = Box(last_space=rng.choice((4, 8, 20)), shells=rng.randint(0, 8), barricades=rng.randint(0, 8),
              barricades_per_entrance=2)
    for card in Card:
        plain = card in (Card.SCRATCHER, Card.SNEAKER, Card.SCREAMER)
        box.cards[card] = rng.randint(1, 5) if plain else rng.randint(0, 3)
    if box.cards[Card.MOVE_CW_AGAIN] + box.cards[Card.MOVE_CCW_AGAIN] and not box.cards[Card.MOVE_CCW]:
        box.cards[Card.MOVE_CW] = max(1, box.cards[Card.MOVE_CW])  # or else it is refused
    return box


def random_rulings(rng: Random) -> dict[str, str]:
    """Choices that are not the default, of few readings or of many."""
    share = rng.choice((0.05, 0.2, 0.5))
    return {reading: rng.choice(choices[1:]) for reading, choices in twin.READINGS.items() if rng.random() < share}


def random_table(rng: Random, box: Any) -> twin.Table:
    """A table on the player's turn that nobody may ever have reached: every card and barricade is somewhere."""
    cards = counts_of(box.cards)
    rng.shuffle(cards)

    def taken(count: int, wanted: Callable[[str], bool]) -> list[str]:
        chosen = [card for card in cards if wanted(card)][:count]
        for card in chosen:
            cards.remove(card)
        return chosen

    breached = rng.sample(range(4), rng.choice((0, 0, 1, 2, 3)))
    entrances, left = [], box.barricades
    for e in range(4):
        cover = taken(1, twin.is_zombie) if e in breached else []
        if cover:
            entrances.append(twin.Entrance(cover[0]))
            continue
        stack = [card + "!" * (rng.random() < 0.4) for card in taken(rng.randint(0, 6), twin.is_zombie)]
        entrances.append(twin.Entrance(None, rng.randint(0, min(3, left)), stack))
        left -= entrances[-1].barricades
    standing = [e for e in range(4) if entrances[e].breached_by is None]
    bites = taken(rng.choice((0, 1, 3, 5, 6)), lambda card: not card.startswith("move"))
    discard = taken(rng.choice((0, 3, len(cards))), lambda card: True)
    time = rng.randrange(max(0, box.last_space - 6), box.last_space)
    return twin.Table(time, time, box.last_space, rng.randint(0, box.shells), left, cards, bites, discard, entrances,
                      rng.choice(["rug", "dead", rng.choice(standing)]), rng.choice(["aside", *range(4)]))


Run = Callable[[Setting], Reference]


def by_reference(setting: Setting) -> Reference:
    """The model as the reference runs it."""
    return Reference(PROGRAM, setting)


def play(seed: int, source: Source, run: Run = by_reference, readings: bool = False) -> Followed:
    """One game: of the model from set-up, of the twin from set-up, or of the model from a random table.

    By the default readings, or by random ones.
    """
    rng = Random(f"{source} {seed}")
    box = random_box(rng)
    rulings = random_rulings(Random(f"readings {source} {seed}")) if readings else {}
    reference = run(Setting({**PROGRAM.default_rulings, **rulings}, box))
    counts = dict(zip(WORDS, (box.cards[card] for card in Card), strict=True))
    if source == "table":
        table = random_table(rng, box)
        start = reference.position(night_of(table))
    else:
        table, start = twin.set_up(counts, box.last_space, box.shells, box.barricades), reference.set_up()
    table.rulings, table.per_entrance = rulings, box.barricades_per_entrance
    choose = by_chance(reference, rng)
    if source == "twin":
        played = deepcopy(table)
        try:
            choose = by_record(reference, recorded(played, rng))
        except RuntimeError:
            return Followed(games=1, unfinished=1)
    steps = line(reference, start, choose)
    follower = Follower(reference, table, steps)
    follower.same(start, "the start")
    last = steps[-1].applied.after.state
    if last.phase not in (Phase.WON, Phase.LOST):
        if not any(step.rule in ASKED for step in steps[-ENDLESS:]):
            _endless(follower)
        return Followed(games=1, unfinished=1)
    follower.follow()
    _same_grade(follower, reference, steps[-1].applied.after)
    return Followed(1, len(steps), follower.tables, 0, Counter([twin.grade(table)]))


def _endless(follower: Follower) -> None:
    """The model's attacks never end (UD-18 'attacks-again'): nor may the twin's."""
    try:
        follower.follow()
    except RuntimeError:
        return
    follower.differ("the model goes on without end, the twin does not")


def _same_grade(follower: Follower, reference: Reference, end: Position) -> None:
    rule = PROGRAM.game.only("grade")
    assert rule is not None
    grade, night = reference.value(rule, end), end.state
    alive = {(True, True): "perfect", (True, False): "rebecca alive", (False, True): "jasper alive", (False, False): "alone"}
    told = alive[night.rebecca == Rebecca.ASIDE, night.jasper != Jasper.DEAD] if grade.survived else "lost"
    if told != twin.grade(follower.table):
        follower.differ(f"the grade: model {told}, twin {twin.grade(follower.table)}")


def play_many(seeds: range, sources: tuple[Source, ...] = ("model", "twin", "table"), run: Run = by_reference,
              readings: bool = False) -> Followed:
    """A game of each kind for every seed; raises Differs with the seed at the first difference."""
    done = Followed()
    for seed in seeds:
        for source in sources:
            try:
                done += play(seed, source, run, readings)
            except Differs as differs:
                raise Differs(f"seed {seed}, {source}: {differs}") from differs
    return done
