"""The table of the naive twin of Dawn of the Zeds: what lies on it, Zeds that come and go back, and combat.

Generators: a rule asks with ``yield from self.choose(...)`` or ``self.roll(...)`` and goes on with the answer. A comment
``DZ-nn`` names a reading of the rulebook; the default ruling is used. What neither the rulebook nor a reading settles is
marked ``doubt`` and told in the docstring of ``dawn_of_the_zeds_twin``.
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

    def __init__(self, edition: dict[str, Any], players: int, doubts: dict[str, str]) -> None:
        self.box, self.players, self.doubts = edition, players, doubts
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
        self.event_actions, self.player_actions = 0, players
        self.spent: list[str] = []  # Character Action markers, by their unit
        self.spoken = False
        self.armed: str | None = None
        self.leader: str | None = None
        self.calm: str | None = None
        self.no_entry: str | None = None
        self.this_turn: list[str] = []  # of withdrawal, contagion, no-terrain (this phase, that one)
        self.recovers: dict[str, Any] | None = None  # the Zed of the smell, in its combat
        self.infected: str | None = None  # the space where a unit has left a Zed, in its combat
        self.outcome: str | None = None

    def _line(self, track):
        line = [space for space, row in self.map.items() if track_of(space) == track and row["ahead"] == TOWN_CENTER]
        while self.map[line[-1]]["ground"] != "start":
            line.append(self.map[line[-1]]["behind"])
        return line

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
        return next(space for space, row in self.map.items() if row.get("site") == name)

    def starts(self):
        return [line[-1] for line in self.lines.values()]

    def units_at(self, space):
        """The units on a space, without those that are just leaving it."""
        return [unit for unit, counter in self.units.items() if counter["at"] == space and not counter["leaving"]]

    def in_play(self, *kinds):
        return [unit for unit, counter in self.units.items()
                if counter["at"] not in GONE and (not kinds or self.sheets[unit]["kind"] in kinds)]

    def zeds_on(self, track):
        """DZ-01, DZ-02: those on the Start space count."""
        return sum(len(self.zeds[space]) for space in self.lines[track])

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
                "pressed": False}

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
        while self.room(space) <= 0 and self.ground(space) != "start":
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
        """Zeds that came to units of the players attack, nearest to Town Center first (doubt)."""
        order = list(self.map)
        for space in sorted({space for space in landed if space is not None}, key=lambda s: (self.steps[s], order.index(s))):
            if self.zeds[space] and self.units_at(space):
                yield from self.fight(space)

    def strongest_of(self, zeds, question):
        """The strongest; of equal ones the players choose (DZ-04)."""
        best = max(self.strength(zed) for zed in zeds)
        tied = [zed for zed in zeds if self.strength(zed) == best]
        answer = yield from self.choose((question,), [(question, self.name(zed)) for zed in tied])
        return next(zed for zed in tied if self.name(zed) == answer[1])

    def move_forward(self, space, movers):
        """One space towards Town Center, as many as fit, the strongest; answers who went, where, and who won a combat."""
        ahead = self.map[space]["ahead"]
        if ahead == TOWN_CENTER:
            self.outcome = "lost"
            raise GameOver
        room = self.room(ahead)
        if room <= 0:
            return [], space, None
        if len(movers) > room:
            movers = [(yield from self.strongest_of(movers, "forward"))]
        for zed in movers:
            self.zeds[space] = without(self.zeds[space], zed)
            self.zeds[ahead].append(zed)
        winner = (yield from self.fight(ahead)) if self.units_at(ahead) else None
        return movers, ahead, winner

    def activate(self, track, brains=False):
        """Place or move; nearest to Town Center first, each Zeds unit once (DZ-05, DZ-06)."""
        if self.zeds_on(track) == 0:
            yield from self.place_new(self.lines[track][-1])
            return
        for space in self.lines[track]:
            for zed in self.zeds[space]:
                zed["moved"] = False
        for space in self.lines[track]:
            movers = [zed for zed in self.zeds[space] if not zed["moved"]]
            for zed in movers:
                zed["moved"] = True
            if not movers:
                continue
            went, where, winner = yield from self.move_forward(space, movers)
            while brains and winner == "zeds":  # DZ-28: those that are left go on
                went = [zed for zed in went if any(zed is other for other in self.zeds[where])]
                if not went:
                    break
                went, where, winner = yield from self.move_forward(where, went)

    def retreat_zeds(self, space):
        """All Zeds of a space go back, the strongest staying nearest to Town Center; then they attack whom they find."""
        group, self.zeds[space] = self.zeds[space], []
        self.in_hand += group
        landed = []
        while group:
            behind = self.map[space]["behind"]
            while self.room(behind) <= 0 and self.ground(behind) != "start":
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
        zed["hits"] = 0  # DZ-26
        if not zed["reduced"]:
            zed["reduced"] = True
            return False
        self.zeds[space] = without(self.zeds[space], zed)
        self.back_to_cup(zed)
        return True

    def hit_unit(self, unit, hits):
        """Hits on a unit of the players, one by one; what is over when it takes its last is lost (doubt).

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
            counter["hits"] = 0  # DZ-26, DZ-36
            if not counter["reduced"]:
                counter["reduced"] = True
                continue
            return (yield from self.save(unit))
        return None

    def save(self, unit):
        """The Saving Roll of the Basic Game."""
        counter = self.units[unit]
        if (yield from self.roll("save")) >= self.box["saved_from"]:
            counter.update(at=TOWN_CENTER, reduced=self.sheets[unit]["kind"] != "hero", leaving=False)
            return "saved"
        counter.update(at="cemetery", reduced=False, free=False, leaving=False)
        self.armed, self.leader, self.calm = [None if u == unit else u for u in (self.armed, self.leader, self.calm)]
        return "dead"

    # Rule 6: hand-to-hand combat

    def initial_column(self, zeds, human):
        """From 0, Zeds x3, to 6, Human x3 (DZ-20)."""
        if zeds >= 3 * human:
            return 0
        if zeds >= 2 * human:
            return 1
        if zeds > human:
            return 2
        if zeds == human:
            return 3
        if human >= 3 * zeds:
            return 6
        return 5 if human >= 2 * zeds else 4

    def terrain(self, space):
        """The shift of a defender's space, unless it is night."""
        if "no-terrain" in self.this_turn:
            return 0
        return {"named": self.box["terrain_named"], "village": self.box["terrain_named"],
                "town": self.box["terrain_town"]}.get(self.ground(space), 0)

    def marker_shift(self, unit):
        """Of the markers that event and fate cards put on regular Civilians; for combat of both kinds."""
        shift = 0
        if unit == self.armed:
            shift += next(row["amount"] for row in self.event_sheets.values() if row["effect"] == "armed")
        if unit == self.leader:
            shift += next(row["amount"] for row in self.fate_sheets.values() if row["twist"] == "leader")
        return shift

    def melee_shift(self, unit, space, attacks, card_shift):
        """The net shift, applied once (DZ-21)."""
        shift = self.sheets[unit].get("melee_shift", 0) + self.marker_shift(unit) + card_shift
        if not attacks:
            return shift + self.terrain(space)
        if unit == self.calm:
            shift += next(row["amount"] for row in self.event_sheets.values() if row["effect"] == "calm")
        return shift

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

    def fight(self, space, attacker=None, path=()):
        """A combat on a space: the Zeds there attack, or ``attacker``, who came along ``path``.  Answers who won."""
        if self.ground(space) == "start":  # DZ-35
            return None
        if attacker is None:
            attackers_meet = yield from self.begin_defence(space)
            if not attackers_meet:
                return None
            units = self.units_at(space)
            unit = (yield from self.choose(("defender", space), [("defend", unit) for unit in units]))[1]
        else:
            unit = attacker
        card_shift = yield from self.cards_before_dice(attacker is not None)
        column = self.initial_column(sum(self.strength(zed) for zed in self.zeds[space]), self.unit_strength(unit))
        column += self.melee_shift(unit, space, attacker is not None, card_shift)
        column = min(max(column, 0), COLUMNS - 1)
        row = yield from self.melee_dice(unit)
        zeds_lose = self.box["melee_zeds_lose"][row][column]
        if not zeds_lose and attacker is None and self.doubts["determination"] == "whole-result":
            zeds_lose = beaten_off = yield from self.beat_off(space)
            if beaten_off:
                self.recovers = None
                yield from self.retreat_zeds(space)
                return "units"
        yield from self.hit_zeds(space, self.box["melee_zeds"][row][column])
        fate = yield from self.hit_unit(unit, self.box["melee_unit"][row][column])
        if self.leaves_a_zed(unit, fate):
            self.infected = space
        if not zeds_lose and attacker is None and self.zeds[space] and self.doubts["determination"] == "retreat-only":
            zeds_lose = yield from self.beat_off(space)
        if zeds_lose:
            self.recovers = None
            yield from self.retreat_zeds(space)
        else:
            if self.recovers is not None and attacker is None and any(zed is self.recovers for zed in self.zeds[space]):
                self.recovers["reduced"] = False
            self.recovers = None
            yield from self.units_lose(space, attacker, path)
        yield from self.contagion()
        return "units" if zeds_lose else "zeds"

    def begin_defence(self, space):
        """Zeds attack: the Village is released, entered units may withdraw; answers whether both sides are still there."""
        for unit in self.units_at(space):
            self.units[unit]["defiant"] = False
        if "withdrawal" in self.this_turn:
            if (yield from self.choose(("withdraw", space), [("fight",), ("withdraw",)])) == ("withdraw",):
                gone = self.units_at(space)
                yield from self.retreat_units(gone, {unit: self.way_to_town(space) for unit in gone}, space)
                return False
        return bool(self.units_at(space) and self.zeds[space])

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
        gone = ("dead",) if self.doubts["contagion"] == "cemetery" else ("dead", "saved")
        return "contagion" in self.this_turn and fate in gone and self.sheets[unit]["kind"] == "civilians"

    def units_lose(self, space, attacker, path):
        """Whoever of the players is left on the space retreats: a defender towards Town Center, an attacker back."""
        units = self.units_at(space)
        ways = {unit: self.way_to_town(space) for unit in units}
        if attacker in ways:  # DZ-31, DZ-33
            ways[attacker] = [*reversed(path), *self.way_to_town(path[0])]
        yield from self.retreat_units(units, ways, space)

    def way_to_town(self, space):
        way = []
        while space != TOWN_CENTER:
            space = self.map[space]["ahead"]
            way.append(space)
        return way

    def retreat_units(self, units, ways, space):
        """Units leave a space one after the other, in an order that the players choose where it matters (DZ-30, DZ-32)."""
        units = list(units)
        for unit in units:
            self.units[unit]["leaving"] = True
        while units:
            first = next(there for there in ways[units[0]] if not self.is_full(there))
            places = self.box["units_on_a_space"] - len(self.units_at(first))
            matters = first != TOWN_CENTER and (bool(self.zeds[first]) or places < len(units))
            answers = [("first", unit) for unit in units]
            unit = (yield from self.choose(("who-first", space), answers))[1] if matters else units[0]
            units.remove(unit)
            self.units[unit]["leaving"] = False
            yield from self.go(unit, space, ways[unit])

    def go(self, unit, space, way):
        """To the first space of a way that has room; Zeds there are attacked (DZ-29)."""
        path = [space]
        for there in way:
            if self.is_full(there):
                path.append(there)
                continue
            self.units[unit]["at"] = there
            if there != TOWN_CENTER and self.zeds[there]:
                yield from self.contagion()
                yield from self.fight(there, unit, path)
            return

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
            "event_actions": self.event_actions, "player_actions": self.player_actions, "spent": sorted(self.spent),
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
                      "player_actions", "spoken", "armed", "leader", "calm", "no_entry", "outcome"):
            if field in table:
                setattr(self, field, table[field])
        for field in ("events", "events_used", "fates", "held", "fates_used", "spent", "this_turn"):
            if field in table:
                setattr(self, field, list(table[field]))

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
