"""The table of the naive twin of Dawn of the Zeds: what lies on it, Zeds that come and go back, and combat.

Generators: a rule asks with ``yield from self.choose(...)`` or ``self.roll(...)`` and goes on with the answer. A comment
``DZ-nn`` names a reading of the rulebook; where ``rulings`` has none, the default ruling is used. What neither the rulebook nor
a reading settles is told in the docstring of ``dawn_of_the_zeds_twin``.
"""

from collections import Counter
from fractions import Fraction
from typing import Any

TOWN_CENTER = "town-center"
GONE = ("cemetery", "aside")
COLUMNS = 7


def without(zeds, zed):
    """The list without that one; equal ones stay."""
    return [other for other in zeds if other is not zed]


class GameOver(Exception):
    """The game is won or lost."""


def track_of(space: str) -> str:
    """The first word of a space; Town Center is on no track."""
    return space.rpartition("-")[0]


class Table:
    """The board, the counters and the cards, in dictionaries and lists."""

    def __init__(self, edition: dict[str, Any], players: int, rulings: dict[str, str]) -> None:
        self.box, self.players, self.rulings = edition, players, rulings
        self.map, self.sheets = edition["map"], edition["units"]
        self.event_sheets, self.fate_sheets = edition["events"], edition["fates"]
        self.tracks = list(dict.fromkeys(track_of(space) for space in self.map if space != TOWN_CENTER))
        self.lines = {track: self._line(track) for track in self.tracks}  # from the Town space to the Start space
        self.steps = {space: i for line in self.lines.values() for i, space in enumerate(line)}
        self.beside = {here: [there for there, row in self.map.items() if there != here
                              and (row["ahead"] == here or self.map[here]["ahead"] == there)] for here in self.map}
        self.zeds: dict[str, list[dict[str, Any]]] = {space: [] for space in self.map if space != TOWN_CENTER}
        self.cup: Counter[str] = Counter(edition["zeds"])
        self.in_hand: list[dict[str, Any]] = []  # Zeds between two places
        self.units = {unit: {"at": "aside", "reduced": False, "hits": 0, "defiant": False, "free": False, "leaving": False}
                      for unit in self.sheets}
        self.ammo = edition["ammo"]
        self.phase = "set-up"
        self.event: str | None = None
        self.events = list(self.event_sheets)  # not turned over yet
        self.events_used: list[str] = []
        self.act = 1
        self.specials_left, self.normals_left = edition["specials"][0], edition["normals"][0]
        self.fates, self.held, self.fates_used = list(self.fate_sheets), [], []
        self.fate: str | None = None  # the fate card being resolved
        self.seats = list(edition["personal"])[:players]
        self.event_actions, self.markers = 0, list(self.seats)  # the Player Action markers not spent
        self.personal: dict[str, str | None] = {seat: edition["personal"][seat] for seat in self.seats}
        self.spent: list[str] = []  # Character Action markers, by their unit
        self.spoken = False
        self.armed: str | None = None
        self.leader: str | None = None
        self.calm: str | None = None
        self.no_entry: str | None = None
        self.this_turn: list[str] = []  # of withdrawal, contagion, no-terrain (this phase, that one)
        self.recovers: dict[str, Any] | None = None  # the Zed of the smell, in its combat
        self.won_last: tuple[str, str] | None = None  # who won the last combat, and where
        self.infected: str | None = None  # the space where a unit has left a Zed, in its combat
        self.outcome: str | None = None

    def _line(self, track):
        line = [space for space, row in self.map.items() if track_of(space) == track and row["ahead"] == TOWN_CENTER]
        while self.map[line[-1]]["ground"] != "start":
            line.append(self.map[line[-1]]["behind"])
        return line

    def reads(self, reading, choice):
        """Whether the rulebook is read that way."""
        return self.rulings[reading] == choice

    # Asking

    def choose(self, question, options):
        """The players choose; a question with one answer is not asked."""
        options = list(dict.fromkeys(options))
        if len(options) == 1:
            return options[0]
        return (yield "choose", question, options, None)

    def chance(self, question, weights):
        """Chance decides among the keys; where only one is possible it is not asked."""
        if len(weights) == 1:
            return next(iter(weights))
        return (yield "chance", question, list(weights), list(weights.values()))

    def roll(self, why):
        """One die."""
        return (yield "chance", ("die", why), [1, 2, 3, 4, 5, 6], [1] * 6)

    # What is where

    def ground(self, space):
        return self.map[space]["ground"]

    def site(self, name):
        """The space of that name; None where the map has none."""
        return next((space for space, row in self.map.items() if row.get("site") == name), None)

    def starts(self):
        return [line[-1] for line in self.lines.values()]

    def units_at(self, space):
        """The units on a space, without those that are just leaving it."""
        return [unit for unit, counter in self.units.items() if counter["at"] == space and not counter["leaving"]]

    def in_play(self, *kinds):
        return [unit for unit, counter in self.units.items()
                if counter["at"] not in GONE and (not kinds or self.sheets[unit]["kind"] in kinds)]

    def zeds_on(self, track, reading="DZ-02"):
        """Whether those on the Start space count is a reading: DZ-01 for activations, DZ-02 where tracks are compared."""
        line = self.lines[track] if self.reads(reading, "start-counts") else self.lines[track][:-1]
        return sum(len(self.zeds[space]) for space in line)

    def room(self, space):
        """For how many Zeds there is room; a closed space is like a full one (DZ-11)."""
        return 0 if space == self.no_entry else self.box["zeds_on_a_space"] - len(self.zeds[space])

    def is_full(self, space):
        """For another unit of the players."""
        crowded = space != TOWN_CENTER and len(self.units_at(space)) >= self.box["units_on_a_space"]
        return space == self.no_entry or crowded

    def strength(self, zed):
        return int(zed["kind"].split("/")[1 if zed["reduced"] else 0])

    def unit_strength(self, unit):
        return self.sheets[unit]["reduced" if self.units[unit]["reduced"] else "full"]

    @staticmethod
    def name(zed):
        """``6/3`` unhurt, ``6/3''`` two Hits, ``6/3-'`` reduced with one Hit; ``!`` is the marker of tough Zeds."""
        return zed["kind"] + "-" * zed["reduced"] + "'" * zed["hits"] + "!" * zed["tough"]

    @staticmethod
    def zed_named(name):
        kind = name.rstrip("!'-")
        return {"kind": kind, "reduced": "-" in name, "hits": name.count("'"), "tough": "!" in name, "moved": False,
                "pressed": False, "waits": False, "new": False}

    # Rule 4: Zeds that are placed and Zeds that move

    def draw_zed(self, space):
        """A new Zeds unit from the Cup; nothing from an empty one (DZ-13)."""
        kinds = {kind: count for kind, count in sorted(self.cup.items()) if count}
        if not kinds:
            return None
        zed = self.zed_named((yield from self.chance(("cup", space), kinds)))
        self.cup[zed["kind"]] -= 1
        zed["moved"] = True  # DZ-03: not in the activation that goes on
        self.in_hand.append(zed)
        return zed

    def back_to_cup(self, zed):
        self.cup[zed["kind"]] += 1

    def place_new(self, space, number=1):
        """New Zeds units on a space; they attack whom they find when all are placed."""
        landed = []
        for _ in range(number):
            zed = yield from self.draw_zed(space)
            if zed is not None:
                landed.append((yield from self.settle(zed, space)))
        yield from self.attack_where(landed)

    def settle(self, zed, space):
        """Put down at a space, or farther back; a Start space without room sends it to another, or to the Cup."""
        first = space
        while self.ground(space) != "start" and (self.room(space) <= 0 or (
                space != first and self.units_at(space) and self.reads("DZ-12", "passes-over"))):
            space = self.map[space]["behind"]
        if self.room(space) <= 0:
            free = [start for start in self.starts() if self.room(start) > 0]
            space = (yield from self.choose(("other-start", self.name(zed)), free)) if free else None
        self.in_hand = without(self.in_hand, zed)
        if space is None:
            self.back_to_cup(zed)
        else:
            self.zeds[space].append(zed)
        return space

    def attack_where(self, landed):
        """Zeds that came to units of the players attack, nearest to Town Center first (DZ-70)."""
        order = list(self.map)
        for space in sorted({space for space in landed if space is not None}, key=lambda s: (self.steps[s], order.index(s))):
            if self.zeds[space] and self.units_at(space):
                yield from self.fight(space)

    def strongest_of(self, zeds, question):
        """The strongest; of equal ones the players choose, or chance (DZ-04)."""
        best = max(self.strength(zed) for zed in zeds)
        tied = [zed for zed in zeds if self.strength(zed) == best]
        answers = [(question, self.name(zed)) for zed in tied]
        if self.reads("DZ-04", "random"):
            answer = yield from self.chance(("tied",), Counter(answers))
        else:
            answer = yield from self.choose((question,), answers)
        return next(zed for zed in tied if self.name(zed) == answer[1])

    def move_forward(self, space, movers):
        """One space towards Town Center, as many as fit, the strongest; answers who went, and who won a combat."""
        ahead = self.map[space]["ahead"]
        if ahead == TOWN_CENTER:
            self.outcome = "lost"
            raise GameOver
        room = self.room(ahead)
        if room <= 0:
            return [], None
        if len(movers) > room:
            movers = [(yield from self.strongest_of(movers, "forward"))]
        for zed in movers:
            self.zeds[space] = without(self.zeds[space], zed)
            self.zeds[ahead].append(zed)
        return movers, (yield from self.fight(ahead)) if self.units_at(ahead) else None

    def activate(self, track, brains=False):
        """Place or move; nearest to Town Center first, each Zeds unit once (DZ-05, DZ-06)."""
        if self.zeds_on(track, "DZ-01") == 0:
            zed = yield from self.draw_zed(self.lines[track][-1])
            if zed is not None:  # DZ-03: it is on its track, not on another one for want of room
                zed["new"] = (yield from self.settle(zed, self.lines[track][-1])) in self.lines[track]
            return
        for space in self.lines[track]:
            for zed in self.zeds[space]:
                zed["moved"] = zed["new"] and self.reads("DZ-03", "next-turn")
                zed["waits"] = False
        for space in self.lines[track]:
            movers = [zed for zed in self.zeds[space] if not zed["moved"]]
            if movers and self.reads("DZ-06", "whole-mob"):
                movers = list(self.zeds[space])
            yield from self.go_forward(space, movers, brains)
        for space in self.lines[track]:
            movers = [zed for zed in self.zeds[space] if zed["waits"]]
            if self.reads("DZ-05", "moves-later"):
                yield from self.go_forward(space, movers, brains)

    def go_forward(self, space, movers, brains):
        """Zeds of a space move; in a Brains! turn those that win go on."""
        if not movers:
            return
        for zed in movers:
            zed["moved"] = zed["waits"] = True
        self.won_last = None
        went, winner = yield from self.move_forward(space, movers)
        for zed in went:
            zed["waits"] = False
        where = self.map[space]["ahead"]
        while brains:
            if self.reads("DZ-66", "last-winners"):
                winner, where = self.won_last or (None, where)
            if winner != "zeds" and not (winner == "zeds-left" and self.reads("DZ-28", "survivors-go-on")):
                return
            if not self.zeds[where]:
                return
            self.won_last = None
            went, winner = yield from self.move_forward(where, list(self.zeds[where]))  # DZ-92
            where = self.map[where]["ahead"]

    def retreat_zeds(self, space):
        """All Zeds of a space go back, the strongest staying nearest to Town Center; then they attack whom they find."""
        group, self.zeds[space] = self.zeds[space], []
        self.in_hand += group
        landed = []
        while group:
            behind = first = self.map[space]["behind"]
            while self.ground(behind) != "start" and (self.room(behind) <= 0 or (self.units_at(behind) and (
                    self.reads("DZ-34", "passes-over") or behind != first and self.reads("DZ-12", "passes-over")))):
                behind = self.map[behind]["behind"]
            places = self.room(behind) if self.room(behind) > 0 else sum(map(self.room, self.starts()))
            # Of equal ones the order does not matter where both find a place, or none.
            last = max(group, key=lambda z: (self.strength(z), z["kind"], z["reduced"], z["hits"]))
            zed = (yield from self.strongest_of(group, "nearer")) if places == 1 else last
            group = without(group, zed)
            landed.append((yield from self.settle(zed, behind)))
        yield from self.contagion()
        yield from self.attack_where(landed)  # DZ-34

    # Rule 6: Hits

    def hit_zeds(self, space, hits):
        """One by one on the Zeds of a space, as the players choose."""
        for _ in range(hits):
            if not self.zeds[space]:
                return
            answer = yield from self.choose(("share-hit", space), [("hit", self.name(zed)) for zed in self.zeds[space]])
            yield from self.hit_zed(space, next(zed for zed in self.zeds[space] if self.name(zed) == answer[1]))

    def hit_zed(self, space, zed):
        """One Hit on one Zeds unit; answers whether it is eliminated."""
        if zed["tough"]:
            amount = next(row.get("amount", 0) for row in self.event_sheets.values() if row["effect"] == "tough")
            if (yield from self.roll("tough")) <= amount:
                return False
        zed["hits"] += 1
        if zed["hits"] < self.box["zed_hits_reduced" if zed["reduced"] else "zed_hits_full"]:
            return False
        zed["hits"] = 0
        if not zed["reduced"]:
            zed["reduced"], zed["hits"] = True, self.kept(self.box["zed_hits_full"], self.box["zed_hits_reduced"])
            return False
        self.zeds[space] = without(self.zeds[space], zed)
        self.back_to_cup(zed)
        return True

    def kept(self, before, after):
        """DZ-26: by one reading the Hits of the full side stay, so far as they are not the last of the other."""
        return min(before, after) - 1 if self.reads("DZ-26", "kept") else 0

    def hit_unit(self, unit, hits):
        """Hits on a unit of the players, one by one; what is over when it takes its last is lost (DZ-78).

        Answers whether it is gone from its space: ``saved`` or ``dead``, else None.
        """
        counter, sheet = self.units[unit], self.sheets[unit]
        for _ in range(hits):
            resists = sheet.get("resists", 0)
            if resists and (yield from self.roll("resist")) > 6 - resists:
                continue
            counter["hits"] += 1
            if counter["hits"] < self.box["hits_reduced" if counter["reduced"] else "hits_full"][sheet["kind"]]:
                continue
            counter["hits"] = 0
            if not counter["reduced"]:
                counter["reduced"] = True
                counter["hits"] = self.kept(*(self.box[side][sheet["kind"]] for side in ("hits_full", "hits_reduced")))
                continue
            return (yield from self.save(unit))
        return None

    def save(self, unit):
        """The Saving Roll of the Basic Game."""
        counter = self.units[unit]
        if (yield from self.roll("save")) >= self.box["saved_from"]:
            kind = self.sheets[unit]["kind"]
            counter.update(at=TOWN_CENTER, reduced=kind != "hero", leaving=False)
            if self.reads("DZ-36", "kept"):
                counter["hits"] = self.box["hits_reduced" if counter["reduced"] else "hits_full"][kind] - 1
            return "saved"
        counter.update(at="cemetery", reduced=False, free=False, leaving=False)
        self.armed, self.leader, self.calm = [None if u == unit else u for u in (self.armed, self.leader, self.calm)]
        self.take_over()
        return "dead"

    def take_over(self):
        """Players whose Hero is dead take over the first unit that is nobody's, in their order (DZ-74)."""
        for seat, own in self.personal.items():
            if own is None or self.units[own]["at"] == "cemetery":
                free = [unit for unit in self.in_play("hero", "heroic-civilians") if unit not in self.personal.values()]
                self.personal[seat] = free[0] if free else None

    # Rule 6: hand-to-hand combat

    def initial_column(self, zeds, human):
        """From 0, Zeds x3, to 6, Human x3 (DZ-20)."""
        twice, thrice = (2, 3) if self.reads("DZ-20", "times-as-much") else (3, 4)
        if zeds >= thrice * human:
            return 0
        if zeds >= twice * human:
            return 1
        if zeds > human:
            return 2
        if zeds == human:
            return 3
        if human >= thrice * zeds:
            return 6
        return 5 if human >= twice * zeds else 4

    def shifted(self, column, shifts, edges):
        """DZ-21: the net shift, applied once, or each by itself, those to the left first."""
        lowest, highest = edges
        if self.reads("DZ-21", "net-then-edge"):
            return min(max(column + sum(shifts), lowest), highest)
        for shift in (0, *sorted(shifts)):
            column = min(max(column + shift, lowest), highest)
        return column

    def terrain(self, space):
        """The shift of a defender's space, unless it is night; a Town space has a name, too."""
        if "no-terrain" in self.this_turn:
            return 0
        named = self.box["terrain_named"]
        return {"named": named, "village": named, "town": max(named, self.box["terrain_town"])}.get(self.ground(space), 0)

    def marker_shifts(self, unit):
        """Of the markers that event and fate cards put on regular Civilians; for combat of both kinds."""
        if unit == self.armed:
            yield next(row["amount"] for row in self.event_sheets.values() if row["effect"] == "armed")
        if unit == self.leader:
            yield next(row["amount"] for row in self.fate_sheets.values() if row["twist"] == "leader")

    def melee_shifts(self, unit, space, attacks):
        """All that shifts the column, but for a card played before the dice."""
        yield self.sheets[unit].get("melee_shift", 0)
        yield from self.marker_shifts(unit)
        if not attacks:
            yield self.terrain(space)
        elif unit == self.calm:
            yield next(row["amount"] for row in self.event_sheets.values() if row["effect"] == "calm")

    def cards_before_dice(self, attacks):
        """Held fate cards that may be played when a combat begins; answers the shift they give."""
        shift = 0
        while True:
            options = [("no-card",)]
            for card in self.held:
                twist = self.fate_sheets[card]["twist"]
                if twist == "attack-shift" and attacks:
                    options.append(("card", card))
                if twist == "leader":
                    options += [("card", card, unit) for unit in self.in_play("civilians")]
            answer = yield from self.choose(("card",), options)
            if answer == ("no-card",):
                return shift
            shift += self.fate_sheets[answer[1]]["amount"] if len(answer) == 2 else 0
            self.play_marker(answer)

    def play_marker(self, answer):
        """Discard a held card, with the marker that it puts on a unit if it names one."""
        self.held.remove(answer[1])
        self.fates_used.append(answer[1])
        if len(answer) == 3:
            self.leader = answer[2]

    def held_with(self, twist):
        return next((card for card in self.held if self.fate_sheets[card]["twist"] == twist), None)

    def melee_dice(self, unit):
        """Two dice, and two new ones once if the unit may roll again and the players want it; answers the row."""
        dice = (yield from self.roll("combat")) + (yield from self.roll("combat"))
        if self.sheets[unit].get("rerolls"):
            answer = yield from self.choose(("reroll", unit, dice), [("keep",), ("reroll",)])
            if answer == ("reroll",):
                dice = (yield from self.roll("combat")) + (yield from self.roll("combat"))
        return self.box["dice_row"][dice - 2]

    def fight(self, space, attacker=None, path=(), others=(), driven=False):
        """Units and Zeds have met: the Zeds there attack, or ``attacker``, who came along ``path``, with ``others`` whom its
        result holds for, and ``driven`` if it retreats towards Town Center.  Answers who won."""
        if self.ground(space) == "start":  # DZ-35
            return None
        if attacker is not None:
            return (yield from self.combat(space, attacker, path, others, driven))
        for unit in self.units_at(space):
            self.units[unit]["defiant"] = False
        waits, winner = [(yield from self.traps(space))], None
        if self.zeds[space] and self.units_at(space):
            waits += yield from self.withdrawals(space)
        if self.zeds[space] and self.units_at(space):
            winner = yield from self.combat(space)
        for unit, there, way in filter(None, waits):  # upon other Zeds, who backed up from these
            if self.units[unit]["at"] == there and self.zeds[there]:
                yield from self.fight(there, unit, way, driven=True)
        return winner

    def combat(self, space, attacker=None, path=(), others=(), driven=False):
        """A hand-to-hand combat, with all that its result brings about; answers who won: ``zeds-left`` if not all are left."""
        mob, units = self.zeds[space], self.units_at(space)
        unit = attacker or (yield from self.choose(("defender", space), [("defend", unit) for unit in units]))[1]
        card_shift = yield from self.cards_before_dice(attacker is not None)
        column = self.initial_column(sum(self.strength(zed) for zed in self.zeds[space]), self.unit_strength(unit))
        column = self.shifted(column, [*self.melee_shifts(unit, space, attacker is not None), card_shift], (0, COLUMNS - 1))
        row = yield from self.melee_dice(unit)
        zeds_lose = self.box["melee_zeds_lose"][row][column]
        if not zeds_lose and attacker is None and (yield from self.beat_off(space)):
            self.recovers, self.won_last = None, ("units", space)
            yield from self.retreat_zeds(space)
            return "units"
        yield from self.hit_zeds(space, self.box["melee_zeds"][row][column])
        fate = yield from self.hit_unit(unit, self.box["melee_unit"][row][column])
        if self.leaves_a_zed(unit, fate):
            self.infected = space
        winner = "units" if zeds_lose else "zeds" if len(self.zeds[space]) == len(mob) else "zeds-left"
        self.won_last = (winner, space)
        if zeds_lose:
            self.recovers = None
            yield from self.retreat_zeds(space)
        else:
            if self.recovers is not None and attacker is None and any(zed is self.recovers for zed in self.zeds[space]):
                self.recovers["reduced"] = False
            self.recovers = None
            if fate is not None and self.reads("DZ-27", "fights-on"):
                yield from self.contagion()
                winner = (yield from self.fights_on(space, attacker, path, driven)) or winner
            else:
                yield from self.units_lose(space, attacker, path, others, driven)
        yield from self.contagion()
        return winner

    def fights_on(self, space, attacker, path, driven):
        """DZ-27: the one that fought is gone, the other one of its space stays and fights, as it is entered upon."""
        for unit in self.units_at(space):
            if self.zeds[space]:
                return (yield from self.fight(space, None if attacker is None else unit, path, (), driven))
        return None

    def traps(self, space):
        """A unit with Traps may try them on Zeds that enter; answers who has backed up upon other Zeds, where, and how."""
        unit = next((unit for unit in self.units_at(space) if self.sheets[unit].get("traps", 0)), None)
        if unit is None or (yield from self.choose(("traps", space), [("traps",), ("no-traps",)])) == ("no-traps",):
            return None
        if (yield from self.roll("traps")) < self.sheets[unit]["traps"]:
            return None
        yield from self.hit_zeds(space, 1)
        if not self.zeds[space] and self.reads("DZ-73", "stays"):
            return None
        if self.reads("DZ-72", "all-back-up") or self.units_at(space) == [unit]:
            yield from self.back_out(space)
            return None
        path = self.step_back(unit, space, self.way_to_town(space))
        return None if path is None else (unit, self.units[unit]["at"], path)

    def withdrawals(self, space):
        """By a card, units that Zeds have come upon may go back instead; answers those upon other Zeds, where, and how."""
        if "withdrawal" not in self.this_turn:
            return []
        units = self.units_at(space)
        single = [("withdraw", unit) for unit in units if len(units) > 1 and self.reads("DZ-59", "by-unit")]
        answer = yield from self.choose(("withdraw", space), [("fight",), ("withdraw",), *single])
        if answer == ("withdraw",):
            yield from self.back_out(space)
        if len(answer) == 1:
            return []
        path = self.step_back(answer[1], space, self.way_to_town(space))
        return [] if path is None else [(answer[1], self.units[answer[1]]["at"], path)]

    def back_out(self, space):
        """All units of a space go back as if they had been beaten."""
        gone = self.units_at(space)
        yield from self.retreat_units(gone, {unit: self.way_to_town(space) for unit in gone}, space)

    def beat_off(self, space):
        """A held card after Zeds attacked and won: they take Hits and retreat instead."""
        card = self.held_with("zeds-beaten-off")
        if card is None or (yield from self.choose(("beat-off", space), [("no-card",), ("card", card)])) == ("no-card",):
            return False
        self.play_marker(("card", card))
        yield from self.hit_zeds(space, self.fate_sheets[card]["amount"])
        return True

    def contagion(self):
        """The Zed comes that a unit has left on its space."""
        space, self.infected = self.infected, None
        if space is not None:
            yield from self.place_new(space)

    def leaves_a_zed(self, unit, fate):
        gone = ("dead",) if self.reads("DZ-65", "eliminated") else ("dead", "saved")
        return "contagion" in self.this_turn and fate in gone and self.sheets[unit]["kind"] == "civilians"

    def units_lose(self, space, attacker, path, others=(), driven=False):
        """Whoever of the players is left on the space retreats: a defender towards Town Center, an attacker back."""
        units = self.units_at(space)
        ways = {unit: self.way_to_town(space) for unit in units}
        if attacker is not None and not (driven and self.reads("DZ-29", "past-them")):
            back = list(reversed(path)) if self.reads("DZ-31", "along-its-path") else [path[-1]]
            ways |= {unit: [*back, *self.way_to_town(back[-1])] for unit in (attacker, *others) if unit in ways}  # DZ-33
        yield from self.retreat_units(units, ways, space)

    def way_to_town(self, space):
        way = []
        while space != TOWN_CENTER:
            space = self.map[space]["ahead"]
            way.append(space)
        return way

    def retreat_units(self, units, ways, space):
        """Units leave a space one after the other, in an order that the players choose where it matters (DZ-32); of two that come
        upon Zeds together, the players choose one that fights for both, or who fights first (DZ-30)."""
        units = list(units)
        for unit in units:
            self.units[unit]["leaving"] = True
        while units:
            first = next(there for there in ways[units[0]] if not self.is_full(there))
            places = self.box["units_on_a_space"] - len(self.units_at(first))
            meets = first != TOWN_CENTER and bool(self.zeds[first])
            matters = meets or first != TOWN_CENTER and places < len(units)
            answers = [("first", unit) for unit in units]
            unit = (yield from self.choose(("who-first", space), answers))[1] if matters else units[0]
            units.remove(unit)
            others = units if meets and places > 1 and self.reads("DZ-30", "one-for-both") else []
            others = [other for other in others if ways[other] == ways[unit]]
            for other in (unit, *others):
                self.units[other]["leaving"] = False
            for other in others:
                units.remove(other)
                self.step_back(other, space, ways[other])
            yield from self.go(unit, space, ways[unit], others)

    def go(self, unit, space, way, others=()):
        """To the first space of a way that has room; Zeds there are attacked (DZ-29)."""
        path = self.step_back(unit, space, way)
        if path is not None:
            yield from self.contagion()
            driven = way == self.way_to_town(space)
            yield from self.fight(self.units[unit]["at"], unit, path, others, driven)

    def step_back(self, unit, space, way):
        """To the first space of a way that has room; answers how it came there if there are Zeds, to be fought."""
        path = [space]
        for there in way:
            if not self.is_full(there):
                self.units[unit]["at"] = there
                return path if there != TOWN_CENTER and self.zeds[there] else None
            path.append(there)
        raise ValueError(f"step_back: {unit} finds no room on the way {way}")

    # In words

    def table(self):
        """What lies on the table, in plain words; comparable with ``==``."""
        return {
            "zeds": {space: sorted(map(self.name, zeds), key=lambda n: (-self.strength(self.zed_named(n)), n))
                     for space, zeds in self.zeds.items() if zeds},
            "units": {unit: {"at": counter["at"], "side": "reduced" if counter["reduced"] else "full",
                             "hits": counter["hits"], "free": counter["free"]} for unit, counter in self.units.items()},
            "villages": {space: "defiant" if any(c["at"] == space and c["defiant"] for c in self.units.values()) else "released"
                         for space, row in self.map.items() if row["ground"] == "village"},
            "cup": {kind: count for kind, count in sorted(self.cup.items()) if count},
            "ammo": self.ammo, "phase": self.phase, "event": self.event, "act": self.act,
            "events": sorted(self.events), "events_used": sorted(self.events_used),
            "specials_left": self.specials_left, "normals_left": self.normals_left,
            "fates": sorted(self.fates), "held": sorted(self.held), "fates_used": sorted(self.fates_used), "fate": self.fate,
            "event_actions": self.event_actions, "markers": sorted(self.markers), "personal": dict(self.personal),
            "spent": sorted(self.spent),
            "spoken": self.spoken, "armed": self.armed, "leader": self.leader, "calm": self.calm, "no_entry": self.no_entry,
            "this_turn": sorted(self.this_turn), "outcome": self.outcome,
        }

    def lay(self, table):
        """Lay the table as ``table()`` would tell it; what is not named stays, but the Cup is what the spaces leave."""
        for unit, told in table.get("units", {}).items():
            self.units[unit].update(at=told["at"], reduced=told.get("side", "full") == "reduced", hits=told.get("hits", 0),
                                    free=told.get("free", False), defiant=False, leaving=False)
        for space, state in table.get("villages", {}).items():
            for unit in self.units_at(space):
                self.units[unit]["defiant"] = state == "defiant"
        if "zeds" in table:
            self.zeds = {space: [self.zed_named(name) for name in table["zeds"].get(space, [])] for space in self.zeds}
            self.cup = Counter(self.box["zeds"])
            self.cup.subtract(zed["kind"] for zeds in self.zeds.values() for zed in zeds)
        for field in ("ammo", "phase", "event", "act", "specials_left", "normals_left", "fate", "event_actions",
                      "spoken", "armed", "leader", "calm", "no_entry", "outcome"):
            if field in table:
                setattr(self, field, table[field])
        for field in ("events", "events_used", "fates", "held", "fates_used", "markers", "spent", "this_turn"):
            if field in table:
                setattr(self, field, list(table[field]))
        self.personal = dict(table.get("personal", self.personal))

    def event_weights(self):
        """The event cards that may be on top, by their chances: acts in order, those of an act shuffled together."""
        while self.act < 5 and self.specials_left + self.normals_left == 0:
            self.act += 1
            if self.act < 5:
                self.specials_left, self.normals_left = self.box["specials"][self.act - 1], self.box["normals"][self.act - 1]
        weights: dict[str, Fraction] = {}
        cards = [card for card in self.events if self.event_sheets[card]["act"] == self.act]
        for special, left in ((False, self.normals_left), (True, self.specials_left)):
            same = [card for card in cards if self.event_sheets[card].get("special", False) == special]
            weights |= {card: Fraction(left, len(same)) for card in same if left}
        return weights if self.act < 5 else {card: Fraction(1) for card in cards}
