"""The table of the naive twin of Dead 'til Dawn: the readings, the edition, and everything that lies on the table."""

import tomllib
from collections import Counter
from collections.abc import Generator, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

FOLDER = Path(__file__).parents[2] / "models" / "daybreak_games" / "dead_til_dawn"
ONCE = ("hero", "medic")  # abilities that work once in a game
LIVING = ("alive", "falling")


def _readings() -> dict[str, tuple[str, ...]]:
    sheet = tomllib.loads((FOLDER / "readings.toml").read_text())
    return {entry["id"]: (entry["default"], *[choice for choice in entry["choices"] if choice != entry["default"]])
            for entry in sheet["reading"]}


READINGS = _readings()  # the default first


class Request(NamedTuple):
    """What is asked, and of whom; chance has no seat."""

    kind: str
    seat: str | None


class Over(Exception):
    """The game has ended."""


Answer = Any
Asked = tuple[Request, list[Answer], list[int] | None]
Result = TypeVar("Result")
Asking = Generator[Asked, Answer, Result]


def edition(path: str | Path) -> dict[str, Any]:
    """The values of an edition file, with those that it inherits."""
    path = Path(path)
    sheet = tomllib.loads(path.read_text())
    values = edition(path.with_name(f"edition-{sheet['inherits']}.toml")) if "inherits" in sheet else {}
    for name, entry in sheet["values"].items():
        if "value" in entry:
            values[name] = entry["value"]
        for key, change in entry.get("change", {}).items():
            old = values[name].get(key)
            new = {**old, **change} if isinstance(old, dict) and isinstance(change, dict) else change
            values[name] = {**values[name], key: new}
    return values


def fresh(item: str) -> str:
    """What an item is as it comes from the deck."""
    return item[:-2] if item[-1].isdigit() else item


def tokens(item: str) -> int | None:
    """The Ammo on a Firearm that is laid out; None for any other item."""
    return int(item[-1]) if item[-1].isdigit() else None


def kinds(items: Iterable[str]) -> list[str]:
    """Each kind of card once."""
    return sorted(set(items))


@dataclass(eq=False)
class Person:
    """A player, and what lies before him."""

    name: str
    new: bool
    status: str = "alive"  # or: falling (has the last Wound, may be healed), dying (about to turn), zombie
    characters: list[str] = field(default_factory=list)
    spent: list[bool] = field(default_factory=list)  # of each Character: whether an ability that works once is used up
    satisfied: list[bool] = field(default_factory=list)  # of each Character: whether the craving is so once and for all
    shown: bool = False
    wounds: int = 0
    bites: int = 0
    quirk: str = "none"
    hand: list[str] = field(default_factory=list)
    aside: list[str] = field(default_factory=list)  # his, but not to be used for now
    secrets: list[str] = field(default_factory=list)
    horrors: list[str] = field(default_factory=list)  # the hand of Zombie cards
    powers: list[str] = field(default_factory=list)
    returned: bool = False  # was dead once
    died: tuple[int, int, int] = (0, 0, 0)  # the turn, the part of it, the moment
    due_wounds: int = 0
    due_finds: int = 0
    due_losses: int = 0
    due_others: list[tuple[str, dict[str, Any]]] = field(default_factory=list)  # effects, with the Events
    due_flips: list[str] = field(default_factory=list)  # the Events
    due_bites: bool = False  # the Bites Flip now

    def nothing_comes(self) -> None:
        """Nothing is due any more."""
        self.due_wounds = self.due_finds = self.due_losses = 0
        self.due_others, self.due_flips, self.due_bites = [], [], False


@dataclass(eq=False)
class Attack:
    """An attack on a Survivor; with needs 0 there is none."""

    needs: int
    asks: str
    by: Person | None = None  # the Zombie player
    played: int = 0


@dataclass(eq=False)
class Fight:
    """A call for cards."""

    sheet: dict[str, Any]
    joinable: bool
    alone: bool = False
    lead: Person | None = None  # who has the attack on the group
    by: Person | None = None  # whose Zombie card it is
    attacks: dict[Person, list[Attack]] = field(default_factory=dict)
    fought: Counter[Person] = field(default_factory=Counter)  # how often the ability to fight was used


class Table:
    """What lies on the table, and what follows from it, whoever's turn it is."""

    def __init__(self, data: dict[str, Any], rulings: dict[str, str] | None = None) -> None:
        for reading, choice in (rulings or {}).items():
            if choice not in READINGS[reading]:
                raise ValueError(f"Twin: {reading} has no choice {choice!r}, only {READINGS[reading]}")
        self.rulings = {reading: choices[0] for reading, choices in READINGS.items()} | (rulings or {})
        self.box = data
        self.people = [Person(f"player-{n + 1}", data["new"][f"player-{n + 1}"]) for n in range(data["players"])]
        self.two = len(self.people) == 3  # Characters each
        self.double = self.two and self.reads("DTD-04", "twice-everything")
        self.limit: int = data["limit"] * (2 if self.double else 1)
        self.decks = {name: sorted(Counter(data[key]).elements()) for name, key in
                      (("characters", "cast"), ("equipment", "equipment"), ("events", "events"), ("zombies", "zombies"))}
        self.discards: dict[str, list[str]] = {name: [] for name in self.decks}
        self.hideout: str | None = None
        self.open: str | None = None  # the Event that is being resolved
        self.loot: list[str] = []
        self.dropped: str | None = None  # the card that may be picked up
        self.offered: str | None = None  # the card that is a gift
        self.fight: Fight | None = None
        self.victim: Person | None = None  # who may be healed
        self.round = 1
        self.counted = 0  # turns of the round that are over, and count
        self.turns = 0  # of the game
        self.part = 0  # of the turn: before the Event, the Event, each Zombie card
        self.moment = 0
        self.final = False  # this turn counts, and is the last of all
        self.before_event = False
        self.turn = self.people[0]
        self.over = False

    def reads(self, reading: str, choice: str) -> bool:
        assert choice in READINGS[reading], (reading, choice)
        return self.rulings[reading] == choice

    # Who

    def who(self, name: str) -> Person:
        return next(person for person in self.people if person.name == name)

    def clockwise(self, person: Person) -> list[Person]:
        """Everybody, from this player on to the left."""
        at = self.people.index(person)
        return self.people[at:] + self.people[:at]

    def order(self) -> list[Person]:
        return self.clockwise(self.turn)

    def survivors(self) -> list[Person]:
        """From the player in turn on."""
        return [person for person in self.order() if person.status in LIVING]

    def zombies(self) -> list[Person]:
        return [person for person in self.order() if person.status == "zombie"]

    def next_with(self, person: Person, side: str, statuses: tuple[str, ...]) -> Person | None:
        """The next player on a side with such a status; others are passed over."""
        others = self.clockwise(person)[1:]
        if side == "right":
            others.reverse()
        return next((other for other in others if other.status in statuses), None)

    def next_survivor(self, person: Person, side: str) -> Person | None:
        return self.next_with(person, side, LIVING)

    def sides(self, zombie: Person, survivor: Person) -> int:
        """On how many sides of the Survivor this is the next Zombie player."""
        others = self.clockwise(survivor)[1:]
        if self.reads("DTD-25", "adjacent"):
            return [others[0], others[-1]].count(zombie)
        return [self.next_with(survivor, side, ("zombie",)) for side in ("left", "right")].count(zombie)

    # Asking

    def choose(self, kind: str, person: Person, options: Iterable[Answer]) -> Asking[Answer]:
        found = list(dict.fromkeys(options))
        if len(found) == 1:
            return found[0]
        return (yield Request(kind, person.name), found, None)

    def draw(self, kind: str, fits: Iterable[str] | None = None) -> Asking[str | None]:
        """A card of a deck, or of some of its kinds."""
        deck, discards = self.decks[kind], self.discards[kind]
        if not deck:
            deck += discards
            discards.clear()
        there = Counter(card for card in deck if fits is None or card in fits)
        if not there:
            return None
        card: str = next(iter(there))
        if len(there) > 1:
            card = yield Request(kind, None), list(there), list(there.values())
        deck.remove(card)
        return card

    # Characters

    def sheets(self, person: Person) -> list[dict[str, Any]]:
        return [self.box["characters"][character] for character in person.characters]

    def lethal(self, person: Person) -> int:
        """The number of Wounds that kills."""
        numbers = [sheet["wounds"] for sheet in self.sheets(person)]
        if self.reads("DTD-01", "one-number") or not numbers:
            number: int = self.box["wounds"]
        elif self.reads("DTD-56", "lower"):
            number = min(numbers)
        elif self.reads("DTD-56", "higher"):
            number = max(numbers)
        else:
            number = sum(numbers)
        return number

    def able(self, person: Person, ability: str) -> int:
        """How many Characters have this ability, not used up."""
        return sum(sheet["ability"] == ability and not spent
                   for sheet, spent in zip(self.sheets(person), person.spent, strict=True))

    def spend(self, person: Person, ability: str) -> None:
        """An ability that works once is used."""
        abilities = [sheet["ability"] for sheet in self.sheets(person)]
        at = next(at for at, each in enumerate(abilities) if each == ability and not person.spent[at])
        person.spent[at] = True
        if self.reads("DTD-55", "use-shows"):
            person.shown = True

    def show(self, person: Person) -> None:
        """The Characters are shown, and abilities that work once used up by it."""
        person.shown = True
        person.spent = [spent or sheet["ability"] in ONCE
                        for sheet, spent in zip(self.sheets(person), person.spent, strict=True)]

    # Equipment

    def says(self, item: str, what: str) -> Any:
        return self.box["sheets"][fresh(item)][what]

    def no_pets(self, items: list[str]) -> list[str]:
        return [item for item in items if not self.says(item, "pet")]

    def count(self, person: Person) -> int:
        """The Equipment that counts for the limit."""
        return len(self.no_pets(person.hand + person.aside))

    def has_room(self, person: Person) -> bool:
        return self.count(person) < self.limit

    def away(self, item: str) -> None:
        """To the discard pile."""
        self.discards["equipment"].append(fresh(item))

    def take_back(self) -> None:
        """What is aside comes back to the hands."""
        for person in self.people:
            person.hand += person.aside
            person.aside = []

    def worth(self, item: str, asks: str) -> int:
        """For how many the item counts."""
        if asks != "weapon":
            return int(self.says(item, asks))
        if self.box["ammo"].get(fresh(item), 0):
            return 1 if tokens(item) != 0 or self.reads("DTD-23", "reloaded") else 0
        return int(self.says(item, "weapons"))

    def use(self, person: Person, item: str, asks: str) -> None:
        """The item is played."""
        person.hand.remove(item)
        ammo = self.box["ammo"].get(fresh(item), 0)
        if asks == "weapon" and ammo:
            left = (tokens(item) or ammo) - 1
            laid = f"{fresh(item)}-{left}"
            if left == 0 and self.reads("DTD-23", "discarded"):
                self.away(laid)
            elif left and self.reads("DTD-22", "several"):
                person.hand.append(laid)
            else:
                person.aside.append(laid)
        elif self.says(item, "breaks"):
            self.away(item)
        else:
            person.aside.append(item)

    def heal(self, person: Person, number: int) -> None:
        person.wounds = max(0, person.wounds - number)
        if person.status == "falling" and person.wounds < self.lethal(person):
            person.status = "alive"

    def ways_to_heal(self, person: Person) -> list[Answer]:
        found: list[Answer] = [("heal", item) for item in kinds(person.hand) if self.says(item, "heals")]
        return found + [("medic",)] * bool(self.able(person, "medic"))

    def heal_by(self, healer: Person, way: Answer, patient: Person) -> None:
        if way[0] == "medic":
            self.spend(healer, "medic")
            self.heal(patient, 1)
        else:
            healer.hand.remove(way[1])
            self.away(way[1])
            self.heal(patient, self.says(way[1], "heals"))

    # Life and death

    def die(self, person: Person) -> None:
        person.status = "dying"
        person.nothing_comes()

    def rise(self, person: Person) -> None:
        """A Zombie player returns to life."""
        person.status, person.returned = "alive", True
        person.wounds = self.lethal(person) - 1 if self.reads("DTD-35", "one-wound-left") else 0
        self.discards["zombies"] += person.horrors + person.powers
        person.horrors, person.powers = [], []
        self.look_at_cravings()

    def hits(self, attacker: Person | None) -> None:
        """A Survivor gets a Wound by a Zombie player's attack."""
        if attacker is not None:
            for at, sheet in enumerate(self.sheets(attacker)):
                if sheet["craving"] == "wound":
                    attacker.satisfied[at] = True

    def look_at_cravings(self) -> None:
        """Those of the table stay satisfied, by reading DTD-57 'once'."""
        if self.reads("DTD-57", "once"):
            for person in self.zombies():
                person.satisfied = [self.craves_no_more(person, at) for at in range(len(person.characters))]

    # What Events do

    def concerned(self, drawer: Person, sheet: dict[str, Any]) -> list[Person]:
        """In the order of the seats."""
        return [person for person in self.people
                if person is drawer or sheet["whom"] != "drawer" and person.status in LIVING]

    def affect_all(self, drawer: Person, event: str, which: str) -> None:
        sheet = self.box["says"][event]
        for person in self.concerned(drawer, sheet):
            self.affect(person, sheet, which)

    def affect(self, person: Person, sheet: dict[str, Any], which: str) -> None:
        """An effect is to come to a Survivor; who dies is dead, who is Bitten is so."""
        for _ in range(sheet["number"]):
            if person.status not in LIVING:
                return
            self.moment += 1
            match sheet[which]:
                case "wound":
                    person.due_wounds += 1
                case "die":
                    self.die(person)
                case "bite":
                    self.bite(person)
                case "find":
                    person.due_finds += 1
                case "lose":
                    person.due_losses += 1
                case other:
                    person.due_others.append((other, sheet))

    def happens(self, person: Person, effect: str, sheet: dict[str, Any]) -> None:
        """An effect comes that nothing is drawn or chosen for."""
        match effect:
            case "heal":
                self.heal(person, 1)
            case "quirk":
                person.quirk = sheet["quirk"]
            case "show":
                if not person.shown:
                    self.show(person)
            case "swap":
                self.swap(person)
            case "rise":
                zombie = self.next_with(person, "left", ("zombie",))
                if zombie is not None:
                    self.rise(zombie)
            case "leave":
                self.leave()

    def bite(self, person: Person) -> None:
        person.bites += 1
        person.due_bites = person.due_bites or self.reads("DTD-61", "at-once")

    def swap(self, person: Person) -> None:
        """All Equipment but Pets, with the next Survivor on the left."""
        other = self.next_survivor(person, "left")
        if other is not None:
            for place in ("hand", "aside"):
                mine, yours = getattr(person, place), getattr(other, place)
                gone, come = self.no_pets(mine), self.no_pets(yours)
                setattr(person, place, [item for item in mine if item not in gone] + come)
                setattr(other, place, [item for item in yours if item not in come] + gone)

    def leave(self) -> None:
        if self.hideout is not None:
            self.discards["events"].append(self.hideout)
        self.hideout = None

    # The end

    @property
    def alive(self) -> int:
        """How many live."""
        return len(self.survivors())

    @property
    def dawn(self) -> bool:
        """Whether somebody lives."""
        return self.alive > 0

    def craves_no_more(self, person: Person, at: int) -> bool:
        """Whether the craving of a Character is satisfied as things are."""
        sheet = self.sheets(person)[at]
        dead = len(self.zombies())
        lives = any(other.status != "zombie" for other in self.people)
        now = {"never": False, "always": True, "everyone-dead": not lives, "company": dead >= sheet["company"], "wound": False,
               "survivor": lives}
        return person.satisfied[at] or now[sheet["craving"]]

    def achieves(self, person: Person, aim: str) -> bool:
        others = [other.status == "alive" for other in self.people if other is not person]
        return {"none": True, "all-alive": all(others), "alone": not any(others)}[aim]

    def died_last(self) -> list[Person]:
        """The group that died last, where nobody lives."""
        def group(person: Person) -> tuple[int, ...]:
            turn, part, moment = person.died
            if self.reads("DTD-08", "turn"):
                return (turn,)
            return (turn, part) if self.reads("DTD-08", "event") else (moment,)

        last = max(group(person) for person in self.people)
        return [person for person in self.people if group(person) == last]

    def wins(self, seat: str) -> bool:
        """Whether a player has won, when the game is over."""
        person = self.who(seat)
        cravings = [self.craves_no_more(person, at) for at in range(len(person.characters))]
        craving = (all if self.reads("DTD-06", "both") else any)(cravings)
        if person.status == "alive":
            aims = [self.achieves(person, sheet["aim"]) for sheet in self.sheets(person)]
            aim = (all if self.reads("DTD-05", "both") else any)(aims)
            return (aim or self.reads("DTD-07", "alive-is-enough")
                    or person.returned and craving and self.reads("DTD-58", "craving-too"))
        if not self.dawn and person in self.died_last():
            last_turn = self.final and person.died[0] == self.turns
            if not (last_turn and self.reads("DTD-09", "last-turn-is-over")):
                return False
        return craving

    # To compare

    def table(self) -> dict[str, Any]:
        """Everything on the table; lists of cards are sorted, attacks are (needs, played, by whom)."""
        def each(told: str) -> dict[str, Any]:
            return {person.name: getattr(person, told) for person in self.people}

        def cards(told: str) -> dict[str, Any]:
            return {person.name: sorted(getattr(person, told)) for person in self.people}

        attacks = {} if self.fight is None else {
            person.name: [(attack.needs, attack.played, attack.by and attack.by.name) for attack in row]
            for person, row in self.fight.attacks.items()}
        return {
            "round": self.round, "counted": self.counted, "turn": self.turn.name, "hideout": self.hideout, "open": self.open,
            "victim": self.victim and self.victim.name, "loot": sorted(self.loot), "dropped": self.dropped,
            "offered": self.offered, "attacks": attacks,
            **{name: each(name) for name in ("status", "shown", "wounds", "bites", "quirk", "returned")},
            **{name: {person.name: list(getattr(person, name)) for person in self.people}
               for name in ("characters", "spent", "satisfied", "due_flips")},
            **{name: each(name) for name in ("due_wounds", "due_finds", "due_losses", "due_bites")},
            **{name: cards(name) for name in ("hand", "aside", "secrets", "horrors", "powers")},
            "decks": {name: sorted(deck) for name, deck in self.decks.items()},
            "discards": {name: sorted(pile) for name, pile in self.discards.items()},
        }
