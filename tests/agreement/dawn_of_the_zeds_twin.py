"""A naive twin of Dawn of the Zeds, Basic Game, written from the rulebook and from what its cards say in the edition's source.

It exists to disagree with the model: it shares no code with it, only the component data of the edition and the readings of the
rulebook (``DZ-nn``). The table and combat are in ``dawn_of_the_zeds_twin_table``.

    twin = Twin(edition("models/daybreak_games/dawn_of_the_zeds/edition-third-party-data.toml"), players=1)
    while twin.outcome is None:
        twin.take(twin.options()[0])

* ``request`` is what is asked now: ``("die", why)``, ``("cup", space)``, ``("event",)``, ``("fate",)``, ``("hero",)`` and
  ``("civilians", space)`` are chance, any other is the players' decision, and ``None`` follows the end of the game.
  ``options()`` are the possible answers, ``weights()`` their chances, ``take`` answers. With a callable ``chance``, given
  the request and its options, chance is answered by itself; so are the players' decisions with a callable ``decide``.
  **What has only one possible answer is not asked.**
* A die is 1 to 6, a Zeds unit of the Cup ``"6/3"``, a card its name in the edition, a civilians counter its unit's. Zeds on
  the board are named ``6/3''`` (two Hits), ``6/3-'`` (reduced, one Hit), with ``!`` behind the one with the marker of tough
  Zeds. Zeds of one name on one space are one option.
* Options of the Action Phase are ``("end",)``, ``("card", card, ...)``, ``("speech",)``, or an action: ``("move", unit,
  space)``, ``("forage", unit)``, ``("fire", unit, space, zed)`` behind what pays for it: ``action`` (an Event Action, the
  marker of a single player, by DZ-61 a speech), a player's marker (``player-2``), ``two-actions`` (fire without ammunition),
  ``itself``, ``leadership`` or ``citadel``. Event Actions are spent before Player Actions, as they do the same. After a speech
  they are ``("end-speech",)`` and actions behind ``free``.
* Other decisions: ``forward`` and ``nearer`` (of equal Zeds, DZ-04), ``other-start``, ``share-hit``, ``defender``, ``card``,
  ``reroll``, ``withdraw``, ``traps``, ``beat-off``, ``who-first``, ``back-up``, ``pick-die``, ``activate``, ``fated``,
  ``fewest``, ``pressed``, and by effect of an event ``withdrawal``, ``armed``, ``underfoot``, ``new-hero``, ``tough``,
  ``calm``, ``smell``.
* ``table()`` is the board in words; ``lay`` puts such a table down, whole or in part, and ``play`` goes on with any rule
  from there, as ``twin.play(twin.activate("forest"))`` or ``twin.play(twin.game("action-phase"))``.

``rulings`` are by reading, the default where none is given; ``READINGS`` are all that have a choice.
What a ruling records without a choice (DZ-59 to DZ-93) is done as recorded. What neither the rulebook nor a ruling settles:

* A Zeds unit of placement pressure is drawn before its track is chosen.
* On the way back of an attacker, Zeds in between are attacked.
* An attack from underfoot is no attack that the card can answer which beats Zeds off.
* Event Actions and new Civilians come by a held card only in the Action Phase. Leadership reaches Heroic Civilians.
* Traps come before a withdrawal by the card: the unit backs up as Zeds enter, and the card is for those that are left.
* The unit with Traps that backs up upon other Zeds is there already while the other unit of its space fights.
* A player without a Hero gets one also when Heroic Civilians come into play.
"""

import tomllib
from itertools import permutations
from pathlib import Path

from tests.agreement.dawn_of_the_zeds_twin_table import COLUMNS, GONE, TOWN_CENTER, GameOver, Table, track_of, without

READINGS = {  # the default first
    "DZ-01": ("start-counts", "start-apart"), "DZ-02": ("start-counts", "start-apart"),
    "DZ-03": ("second-activation", "next-turn"), "DZ-04": ("players-choose", "random"), "DZ-05": ("stays", "moves-later"),
    "DZ-06": ("unmoved-only", "whole-mob"), "DZ-08": ("one-at-a-time", "declared"),
    "DZ-09": ("after-activations", "after-draw"), "DZ-10": ("left-to-right", "at-first-symbol"),
    "DZ-12": ("fights", "passes-over"), "DZ-14": ("loss-first", "win-on-reveal"), "DZ-15": ("partial", "whole"),
    "DZ-16": ("others-only", "anew"), "DZ-17": ("eligible", "not-eligible"), "DZ-20": ("times-as-much", "greater-by-times"),
    "DZ-21": ("net-then-edge", "each-stops"), "DZ-24": ("single-target", "mob-shares"), "DZ-26": ("cleared", "kept"),
    "DZ-27": ("result-decides", "fights-on"), "DZ-28": ("survivors-go-on", "whole-mob-only"),
    "DZ-29": ("back-and-forth", "past-them"), "DZ-30": ("one-for-both", "one-by-one"),
    "DZ-31": ("along-its-path", "towards-town-center"), "DZ-33": ("last-space", "origin"), "DZ-34": ("fights", "passes-over"),
    "DZ-36": ("cleared", "kept"), "DZ-48": ("allowed", "not-allowed"), "DZ-50": ("allowed", "adjacent-only"),
    "DZ-53": ("as-far-as-possible", "all-or-nothing"), "DZ-55": ("reshuffle", "no-draw"), "DZ-56": ("johnson", "nobody"),
    "DZ-58": ("action-phase", "turn-over"), "DZ-59": ("together", "by-unit"), "DZ-60": ("terrain-only", "all-shifts"),
    "DZ-61": ("at-once", "any-time"), "DZ-65": ("eliminated", "saved-too"), "DZ-66": ("attackers", "last-winners"),
    "DZ-67": ("by-unit", "by-space"), "DZ-72": ("johnson-alone", "all-back-up"), "DZ-73": ("backs-up", "stays"),
    "DZ-91": ("every-unit", "his-own"),
}
CHANCES = ("die", "cup", "event", "fate", "civilians", "hero", "tied")


def edition(path):
    """The values of an edition file."""
    return {name: entry["value"] for name, entry in tomllib.loads(Path(path).read_text())["values"].items()}


class Twin(Table):
    """A game: ``request``, ``options``, ``take`` and ``table`` play it."""

    def __init__(self, edition, players=1, chance=None, decide=None, begin="set-up", rulings=None):
        super().__init__(edition, players, {name: choices[0] for name, choices in READINGS.items()} | (rulings or {}))
        self.answer_by = {"chance": chance, "choose": decide}
        self.taken = []
        self.play(self.game(begin))

    # Driving

    def play(self, rule):
        """Go on with a rule; what was going on is given up."""
        self.rule = rule
        self._go_on(None)

    def take(self, answer):
        """Answer what is asked."""
        if answer not in self.options():
            raise ValueError(f"take: {answer!r} is no answer to {self.request}, expected one of {self.options()}")
        self.taken.append(answer)
        self._go_on(answer)

    def options(self):
        return list(self._options)

    def weights(self):
        """The chances of the options, not normed; None for a decision."""
        return self._weights

    def _go_on(self, answer):
        try:
            while True:
                kind, self.request, self._options, self._weights = self.rule.send(answer)
                if self.answer_by[kind] is None:
                    return
                answer = self.answer_by[kind](self.request, list(self._options))
                self.taken.append(answer)
        except (StopIteration, GameOver):
            self.request, self._options, self._weights = None, [], None

    # The game

    def game(self, begin="set-up"):
        """From the set-up; or, on a table that was laid, from a turn's beginning, a phase, or within the Action Phase."""
        if begin == "set-up":
            yield from self.set_up()
        elif begin != "reveal":
            if begin in ("zeds-phase", "brains"):
                yield from self.zeds_phase()
            if begin in ("zeds-phase", "action-phase"):
                yield from self.action_phase()
            if begin == "acting":
                yield from self.acting()
            yield from self.housekeeping()
        while True:
            yield from self.turn()

    def set_up(self):
        """Civilians for the Villages and the reserve, the others in Town Center, Zeds on the Start spaces."""
        for unit, sheet in self.sheets.items():
            if sheet["post"] == TOWN_CENTER:
                self.units[unit]["at"] = TOWN_CENTER
        villages = [space for space, row in self.map.items() if row["ground"] == "village"]
        for space in villages + [TOWN_CENTER] * self.box["reserve"]:
            drawn = [u for u, sheet in self.sheets.items() if sheet["post"] == "drawn" and self.units[u]["at"] == "aside"]
            unit = yield from self.chance(("civilians", space), dict.fromkeys(drawn, 1))
            self.units[unit].update(at=space, defiant=space != TOWN_CENTER)
        for space in self.starts():
            yield from self.place_new(space, self.box["zeds_on_starts"])

    def turn(self):
        """Rule 1."""
        self.phase = "reveal"
        self.event = yield from self.chance(("event",), self.event_weights())
        self.events.remove(self.event)
        sheet = self.event_sheets[self.event]
        if sheet["act"] < 5:
            if sheet.get("special", False):
                self.specials_left -= 1
            else:
                self.normals_left -= 1
        if sheet["effect"] == "win" and self.reads("DZ-14", "win-on-reveal"):
            self.win()
        yield from self.zeds_phase()
        if sheet["effect"] != "brains":
            yield from self.action_phase()
        if sheet["effect"] == "win":
            self.win()
        yield from self.housekeeping()

    def win(self):
        self.outcome = "won"
        raise GameOver

    def zeds_phase(self):
        """Rule 4; a Brains! card activates all tracks instead of having phases."""
        sheet = self.event_sheets[self.event]
        brains = sheet["effect"] == "brains"
        self.phase = "brains" if brains else "zeds-phase"
        yield from self.moment("zeds-phase-start")
        for index, symbol in enumerate(sheet["zeds"]):
            if symbol in self.tracks and self.reads("DZ-10", "at-first-symbol"):
                for _ in range(0 if symbol in sheet["zeds"][:index] else sheet["zeds"].count(symbol)):
                    yield from self.activate(symbol, brains)
            elif symbol == "all":
                yield from self.activate_all(brains)
            elif symbol == "fated-twice":
                yield from self.activate_fated()
            elif symbol in self.tracks:
                yield from self.activate(symbol, brains)
            elif not brains:  # DZ-71, DZ-76
                yield from self.movement_pressure() if symbol == "movement-pressure" else self.placement_pressure()
        yield from self.moment("zeds-phase-end")
        self.this_turn = [what for what in self.this_turn if what != "no-terrain"]

    def activate_all(self, brains):
        """Every track once, each chosen when the one before is done, or all beforehand (DZ-08)."""
        left = list(self.tracks)
        if self.reads("DZ-08", "declared"):
            left = (yield from self.choose(("order",), [("order", *order) for order in permutations(left)]))[1:]
            for track in left:
                yield from self.activate(track, brains)
            return
        while left:
            track = (yield from self.choose(("activate",), [("activate", track) for track in left]))[1]
            left.remove(track)
            yield from self.activate(track, brains)

    def activate_fated(self):
        """The plot twist comes after both activations, or before (DZ-09)."""
        track = yield from self.draw_fate()
        if track is None:
            return
        if self.reads("DZ-09", "after-draw"):
            yield from self.twist()
        yield from self.activate(track)
        yield from self.activate(track)
        if self.reads("DZ-09", "after-activations"):
            yield from self.twist()

    def action_phase(self):
        """Rule 5."""
        self.phase = "action-phase"
        self.event_actions = self.event_sheets[self.event]["actions"]
        yield from self.moment("action-phase-start")
        yield from self.acting()

    def acting(self):
        """Actions in any order, until the players want no more."""
        while True:
            answer = yield from self.choose(("act",), [("end",), *self.acts()])
            if answer == ("end",):
                break
            yield from self.do_act(answer)
        self.end_speech()
        yield from self.moment("action-phase-end")

    def housekeeping(self):
        """Rule 7."""
        self.phase = "housekeeping"
        self.events_used.append(self.event)
        self.event = None
        self.event_actions, self.markers, self.spent = 0, list(self.seats), []
        self.this_turn, self.calm, self.no_entry = [], None, None
        for zeds in self.zeds.values():
            for zed in zeds:
                zed["new"] = False
        return
        yield

    # Rule 2: fate

    def draw_fate(self):
        """Turn over a fate card; answers the fated track, or None if there is no card at all (DZ-55)."""
        if not self.fates and self.reads("DZ-55", "reshuffle"):
            self.fates, self.fates_used = self.fates_used, []
        if not self.fates:
            return None
        self.fate = yield from self.chance(("fate",), dict.fromkeys(sorted(self.fates), 1))
        self.fates.remove(self.fate)
        fated = self.fate_sheets[self.fate]["fated"]
        if fated in self.tracks:
            return fated
        counts = {track: self.zeds_on(track) for track in self.tracks}
        wanted = {"most-zeds": [max(counts.values())], "fewest-zeds": [min(counts.values())]}.get(fated, counts.values())
        tied = [("fated", track) for track, count in counts.items() if count in wanted]
        return (yield from self.choose(("fated",), tied))[1]

    def twist(self):
        """The plot twist, after the fated event."""
        sheet = self.fate_sheets[self.fate]
        if sheet["held"]:
            self.held.append(self.fate)
            self.fate = None
            return
        if sheet["twist"] == "zed-at-campground":
            if self.site("campground"):
                yield from self.place_new(self.site("campground"), sheet["amount"])
        elif sheet["twist"] == "zeds-at-st-thomas":
            if self.site("st-thomas"):
                yield from self.place_new(self.site("st-thomas"), sheet["amount"])
        elif sheet["twist"] == "ammo-lost":
            self.ammo = max(0, self.ammo - sheet["amount"])
        else:
            raise ValueError(f"twist: {self.fate} is played at once, and {sheet['twist']} is not known")
        self.fates_used.append(self.fate)
        self.fate = None

    # Rule 3: pressure

    def movement_pressure(self):
        """The strongest that can move, once for each player beyond the first (DZ-15, DZ-16, DZ-17)."""
        for zeds in self.zeds.values():
            for zed in zeds:
                zed["pressed"] = False
        for _ in range(self.players - 1):
            groups = {}
            for space, zeds in self.zeds.items():
                ahead = self.map[space]["ahead"]
                waiting = [zed for zed in zeds if not zed["pressed"]]
                if self.ground(space) == "start" and self.reads("DZ-17", "not-eligible"):
                    continue
                if len(waiting) < len(zeds) and self.reads("DZ-67", "by-space"):
                    continue
                needed = len(waiting) if self.reads("DZ-15", "whole") else 1
                if waiting and (ahead == TOWN_CENTER or self.room(ahead) >= needed):
                    groups[space] = (-sum(map(self.strength, waiting)), self.steps[space])
            if not groups:
                return
            tied = [("pressed", space) for space in groups if groups[space] == min(groups.values())]
            space = (yield from self.choose(("pressed",), tied))[1]
            movers = [zed for zed in self.zeds[space] if not zed["pressed"]]
            ahead = self.map[space]["ahead"]
            if ahead != TOWN_CENTER and self.room(ahead) < len(movers):
                movers = [(yield from self.strongest_of(movers, "forward"))]
            for zed in movers:
                zed["pressed"] = self.reads("DZ-16", "others-only")
            yield from self.move_forward(space, movers)

    def placement_pressure(self):
        """One new Zeds unit for each player beyond the first, where there are fewest."""
        for _ in range(self.players - 1):
            zed = yield from self.draw_zed("fewest")
            if zed is None:
                return
            counts = {track: self.zeds_on(track) for track in self.tracks}
            tied = [("fewest", track) for track in self.tracks if counts[track] == min(counts.values())]
            track = (yield from self.choose(("fewest", self.name(zed)), tied))[1]
            yield from self.settle(zed, self.lines[track][-1])

    # The events

    def moment(self, moment):
        """What the current event does at that moment of the turn."""
        sheet = self.event_sheets[self.event]
        if sheet["moment"] == moment and sheet["effect"] != "brains" and self.can_be_done(sheet["effect"]):
            yield from getattr(self, "event_" + sheet["effect"].replace("-", "_"))(sheet)

    def can_be_done(self, effect):
        """DZ-53: by one reading an event is skipped whose new Zeds do not all find a place on Start spaces."""
        number = {"withdrawal": 1, "night": 1, "contagion": 1, "tough": 1, "fresh-wave": len(self.tracks)}.get(effect, 0)
        free = sum(self.room(start) for start in self.starts())
        return self.reads("DZ-53", "as-far-as-possible") or number <= min(free, sum(self.cup.values()))

    def event_new_hero(self, sheet):
        """DZ-56: a Hero who is aside; the players choose where, once it is known who comes."""
        aside = [unit for unit, row in self.sheets.items()
                 if row["kind"] == "hero" and row["post"] == "aside" and self.units[unit]["at"] == "aside"]
        if not aside or self.reads("DZ-56", "nobody"):
            return
        hero = yield from self.chance(("hero",), dict.fromkeys(aside, 1))
        spaces = [space for space in (TOWN_CENTER, *self.starts()) if not self.is_full(space)]
        space = (yield from self.choose(("new-hero", hero), [("new-hero", space) for space in spaces]))[1]
        self.units[hero].update(at=space, reduced=False, hits=0)
        self.find(self.sheets[hero].get("ammo", 0))
        self.take_over()

    def event_withdrawal(self, sheet):
        self.this_turn.append("withdrawal")
        starts = [start for start in self.starts() if not self.zeds[start]]
        if not starts:
            weakest = {start: min(map(self.strength, self.zeds[start])) for start in self.starts()}
            starts = [start for start in self.starts() if weakest[start] == min(weakest.values())]
        answer = yield from self.choose(("withdrawal",), [("start", start) for start in starts])
        yield from self.place_new(answer[1])

    def event_cabin(self, sheet):
        if self.site("campground") and self.units_at(self.site("campground")):
            self.find(sheet["amount"])
        return
        yield

    def event_armed(self, sheet):
        if self.in_play("civilians"):
            units = [("armed", unit) for unit in self.in_play("civilians")]
            self.armed = (yield from self.choose(("armed",), units))[1]

    def event_night(self, sheet):
        self.this_turn.append("no-terrain")
        yield from self.place_new(self.lines[sheet["track"]][-1])

    def event_underfoot(self, sheet):
        track = yield from self.draw_fate()
        if track is None:
            return
        there = [unit for space in self.lines[track][:-1] for unit in self.units_at(space)]
        if there:
            unit = (yield from self.choose(("underfoot",), [("underfoot", unit) for unit in there]))[1]
            for other in self.units_at(self.units[unit]["at"]):
                self.units[other]["defiant"] = False  # DZ-38: the space is attacked
            at = self.units[unit]["at"]
            if self.reads("DZ-60", "terrain-only"):
                column = self.shifted(3, [self.terrain(at)], (0, COLUMNS - 1))
                dice = (yield from self.roll("combat")) + (yield from self.roll("combat"))
                row = self.box["dice_row"][dice - 2]
            else:
                column = self.shifted(3, self.melee_shifts(unit, at, False), (0, COLUMNS - 1))
                row = yield from self.melee_dice(unit)
            yield from self.hit_unit(unit, self.box["melee_unit"][row][column])
        yield from self.twist()

    def event_contagion(self, sheet):
        self.this_turn.append("contagion")
        track = yield from self.draw_fate()
        if track is None:
            return
        yield from self.place_new(self.lines[track][-1])
        yield from self.twist()

    def event_fresh_wave(self, sheet):
        for start in self.starts():
            yield from self.place_new(start)
        for zeds in self.zeds.values():
            for zed in zeds:
                zed["hits"] = 0

    def event_mine_blast(self, sheet):
        mine = self.no_entry = self.site("mine")
        if mine is None:
            return
        for zed in sorted(self.zeds[mine], key=self.strength, reverse=True):  # DZ-75
            for _ in range(sheet["amount"]):
                if (yield from self.hit_zed(mine, zed)):
                    break
        for unit in self.units_at(mine):
            yield from self.hit_unit(unit, sheet["amount"])
        yield from self.retreat_zeds(mine)
        yield from self.back_out(mine)

    def event_tough(self, sheet):
        yield from self.place_new(self.lines[sheet["track"]][-1])
        everywhere = [(space, zed) for space, zeds in self.zeds.items() for zed in zeds]
        if everywhere:
            best = max(self.strength(zed) for _, zed in everywhere)
            tied = [("tough", space, self.name(zed)) for space, zed in everywhere if self.strength(zed) == best]
            _, space, name = yield from self.choose(("tough",), tied)
            next(zed for zed in self.zeds[space] if self.name(zed) == name)["tough"] = True

    def event_smell(self, sheet):
        outside = [unit for unit in self.in_play()
                   if self.units[unit]["at"] != TOWN_CENTER and self.ground(self.units[unit]["at"]) != "start"]
        if not outside or not any(self.cup.values()):
            return
        unit = (yield from self.choose(("smell",), [("smell", unit) for unit in outside]))[1]
        space = self.units[unit]["at"]
        zed = yield from self.draw_zed(space)
        zed["reduced"] = True
        self.zeds[space].append(zed)
        self.in_hand.clear()
        self.recovers = zed
        yield from self.fight(space)
        self.recovers = None

    def event_replace(self, sheet):
        for space in sorted(self.zeds, key=lambda s: self.steps[s]):
            weak = [zed for zed in self.zeds[space] if self.strength(zed) <= sheet["amount"]]
            for zed in weak:
                self.zeds[space] = without(self.zeds[space], zed)
                self.back_to_cup(zed)
            for _ in weak:
                self.zeds[space].append((yield from self.draw_zed(space)))
                self.in_hand.clear()

    def event_calm(self, sheet):
        if self.in_play("hero"):
            heroes = [("calm", unit) for unit in self.in_play("hero")]
            self.calm = (yield from self.choose(("calm",), heroes))[1]

    def event_win(self, sheet):
        if self.reads("DZ-58", "action-phase"):
            self.win()
        return
        yield

    # Rule 5: actions

    def acts(self):
        """All that may be done now, besides ending the phase."""
        yield from self.special_acts()
        for unit in self.in_play():
            sheet = self.sheets[unit]
            for action in self.normal_actions(unit):
                if action[0] == "fire" and self.units[unit]["at"] == TOWN_CENTER:
                    if self.unspent("citadel"):  # the card says so: DZ-48 does not touch it
                        yield ("citadel", *action)
                    if self.barred_center(unit, action):
                        continue
                if self.event_actions or self.players == 1 and self.markers or self.units[unit]["free"]:
                    yield ("action", *action)
                if self.players > 1:
                    yield from [(seat, *action) for seat in self.markers]
                if sheet.get("action") == "itself" and unit not in self.spent:
                    yield ("itself", *action)
                if self.leader_near(unit):
                    yield ("leadership", *action)
            allowed = self.units[unit]["at"] != TOWN_CENTER or self.reads("DZ-48", "allowed")
            if allowed and 0 < sheet.get("actions_for_ammo", 0) <= self.event_actions + len(self.markers):
                for target in self.targets(unit):
                    yield ("two-actions", "fire", unit, *target)

    def special_acts(self):
        """The speech, and the fate cards that can be played in this phase."""
        if not self.spoken and any(self.sheets[unit].get("speech") for unit in self.in_play()):
            yield ("speech",)
        for card in self.held:
            twist = self.fate_sheets[card]["twist"]
            if twist == "event-actions":
                yield ("card", card)
            if twist == "leader":
                yield from [("card", card, unit) for unit in self.in_play("civilians")]
            if twist == "new-civilians":
                yield from [("card", card, unit) for unit, sheet in self.sheets.items() if self.units[unit]["at"] == "aside"
                            and (sheet["kind"] == "heroic-civilians" or (sheet["kind"], sheet["post"]) == ("civilians", "drawn"))]

    def in_town(self, unit):
        return self.ground(self.units[unit]["at"]) in ("town", TOWN_CENTER)

    def barred_center(self, unit, action):
        """DZ-48: by one reading nobody fires out of Town Center, unless a card says so."""
        return action[0] == "fire" and self.units[unit]["at"] == TOWN_CENTER and self.reads("DZ-48", "not-allowed")

    def unspent(self, action):
        """The unit in play whose Character Action marker is that one and not spent."""
        return next((unit for unit in self.in_play() if self.sheets[unit].get("action") == action and unit not in self.spent),
                    None)

    def leader_near(self, unit):
        leader = self.unspent("leadership")
        if leader is None or self.sheets[unit]["kind"] == "hero":
            return False
        here, there = self.units[leader]["at"], self.units[unit]["at"]
        return here == there or there in self.beside[here]

    def normal_actions(self, unit):
        """Move, forage, fire: what the unit can do now."""
        if not self.units[unit]["defiant"]:
            for space in self.reachable(unit):
                yield ("move", unit, space)
        if self.map[self.units[unit]["at"]].get("finds", "nothing") != "nothing":
            yield ("forage", unit)
        if self.ammo > 0:
            for target in self.targets(unit):
                yield ("fire", unit, *target)

    def reachable(self, unit):
        """Where a Move action can end, each with the way there: the spaces it leaves, in order."""
        sheet, at = self.sheets[unit], self.units[unit]["at"]
        points = sheet.get("move", 0) or self.box["moves"][sheet["kind"]]
        helpers = [unit] if self.reads("DZ-91", "his-own") else self.in_play()
        center = 0 if any(self.sheets[helper].get("free_center") for helper in helpers) else 1
        found = {}

        def walk(space, way, left):
            for there in self.beside[space]:
                if there in way or self.ground(there) == "start" or there == self.no_entry:
                    continue
                cost = center if there == TOWN_CENTER else 1
                if cost > left:
                    continue
                meets = there != TOWN_CENTER and bool(self.zeds[there])
                if not self.is_full(there):
                    found[there] = [*way, space]
                if not meets:
                    walk(there, [*way, space], left - cost)

        walk(at, [], points)
        return {space: found[space] for space in self.map if space in found}

    def targets(self, unit):
        """Spaces and Zeds within reach along the unit's track, never through Town Center (DZ-48, DZ-50)."""
        at, reach = self.units[unit]["at"], self.sheets[unit].get("reach", 0)
        if self.ground(at) == "start":
            return
        if at == TOWN_CENTER and self.reads("DZ-50", "adjacent-only"):
            reach = min(reach, 1)
        for track, line in self.lines.items():
            if at != TOWN_CENTER and track_of(at) != track:
                continue
            own = -1 if at == TOWN_CENTER else self.steps[at]
            for space in line[:-1]:
                if 0 < abs(self.steps[space] - own) <= reach:
                    yield from dict.fromkeys((space, self.name(zed)) for zed in self.zeds[space])

    def do_act(self, answer):
        """Pay for an action and do it."""
        pay, *action = answer
        if pay == "speech":
            self.spoken = True
            for listener in self.in_play():
                self.units[listener]["free"] = self.in_town(listener)
            if self.reads("DZ-61", "at-once"):
                yield from self.after_speech()
            return
        if pay == "card":
            self.use_card(*action)
            return
        unit = action[1]
        if pay == "two-actions":
            for _ in range(self.sheets[unit]["actions_for_ammo"]):
                self.pay_action()
        elif pay == "free" or pay == "action" and self.units[unit]["free"]:
            self.units[unit]["free"] = False
        elif pay == "action":
            self.pay_action()
        elif pay in self.seats:
            self.markers.remove(pay)
        else:
            self.spent.append(self.unspent(pay))
        if action[0] == "move":
            yield from self.move(unit, action[2])
        elif action[0] == "forage":
            yield from self.forage(unit)
        else:
            self.ammo -= 0 if pay == "two-actions" else 1
            yield from self.fire(unit, action[2], action[3], 1 if pay == "citadel" else 0)

    def after_speech(self):
        """The actions that a speech gives, in any order, before anything else is done."""
        while any(counter["free"] for counter in self.units.values()):
            actions = [("free", *action) for unit in self.in_play() if self.units[unit]["free"]
                       for action in self.normal_actions(unit) if not self.barred_center(unit, action)]
            answer = yield from self.choose(("act",), [("end-speech",), *actions])
            if answer == ("end-speech",):
                break
            yield from self.do_act(answer)
        self.end_speech()

    def end_speech(self):
        for counter in self.units.values():
            counter["free"] = False

    def pay_action(self):
        if self.event_actions:
            self.event_actions -= 1
        else:
            self.markers.pop(0)

    def use_card(self, card, unit=None):
        sheet = self.fate_sheets[card]
        self.held.remove(card)
        self.fates_used.append(card)
        if sheet["twist"] == "event-actions":
            self.event_actions += sheet["amount"]
        elif sheet["twist"] == "leader":
            self.leader = unit
        else:
            self.units[unit].update(at=TOWN_CENTER, reduced=False, hits=0, defiant=False)
            self.take_over()

    def move(self, unit, space):
        """Entering a space with Zeds begins a combat (DZ-44)."""
        way = self.reachable(unit)[space]
        way = way[:1] if self.reads("DZ-33", "origin") else way
        self.units[unit]["at"] = space
        if space != TOWN_CENTER and self.zeds[space]:
            yield from self.fight(space, unit, way)

    def forage(self, unit):
        """One die, or the better of two, with the addition of a Hero who knows the Town; a natural double counts twice."""
        bonus = 0
        if self.in_town(unit):
            bonus = sum(self.sheets[other].get("town_forage", 0) for other in self.in_play())
        finds = self.map[self.units[unit]["at"]]["finds"]
        dice = []
        for _ in range(self.sheets[unit].get("forage_dice", 1)):
            dice.append((yield from self.roll("forage")))
        if len(set(dice)) == 2:
            dice = [(yield from self.choose(("pick-die",), [("pick", die) for die in dice]))[1]]
        for die in dice:
            self.find(self.box["forage"][finds][min(die + bonus, 6) - 1])

    def find(self, amount):
        self.ammo = min(self.ammo + amount, self.box["ammo_most"])

    def fire(self, unit, space, name, shift):
        """Hits on the one unit aimed at, or on its Mob (DZ-24); nobody retreats; some may back up after it."""
        sheet, at = self.sheets[unit], self.units[unit]["at"]
        own = -1 if at == TOWN_CENTER else self.steps[at]
        distance = abs(self.steps[space] - own)
        strength = sheet.get("fire", [0, 0, 0])[distance - 1] or self.unit_strength(unit)
        shifts = [shift, sheet.get("fire_shift", [0, 0, 0])[distance - 1], -sheet.get("fire_loss", [0, 0, 0])[distance - 1]]
        column = self.shifted(strength, [*shifts, *self.marker_shifts(unit)], (1, 7))
        dice = (yield from self.roll("combat")) + (yield from self.roll("combat"))
        hits = self.box["gunfire"][self.box["dice_row"][dice - 2]][column - 1]
        if self.reads("DZ-24", "mob-shares"):
            yield from self.hit_zeds(space, hits)
        else:
            zed = next(zed for zed in self.zeds[space] if self.name(zed) == name)
            for _ in range(hits):
                if (yield from self.hit_zed(space, zed)):
                    break
        if sheet.get("backs_up") and at not in (TOWN_CENTER, *GONE):
            others = [other for other in self.units_at(at) if other != unit and not self.units[other]["defiant"]]
            answers = [("stay",), ("back-up", unit), *(("back-up", unit, other) for other in others)]
            _, *units = yield from self.choose(("back-up", unit), answers)
            yield from self.retreat_units(units, {u: self.way_to_town(at) for u in units}, at)
