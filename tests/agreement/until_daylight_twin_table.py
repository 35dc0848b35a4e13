"""The table of the naive twin of Until Daylight: the readings, the edition, and everything that lies on the table."""

import tomllib
from collections import namedtuple
from math import factorial
from pathlib import Path

READINGS = {  # the default first
    "UDL-01": ("any-tick", "after-fixed-turns"), "UDL-02": ("turn-holder", "next-player"),
    "UDL-03": ("finish-event", "drop-event"), "UDL-05": ("takes-slot", "outside-slots"), "UDL-06": ("slots", "cards"),
    "UDL-07": ("any-player", "active-only"), "UDL-10": ("reshuffle", "draw-fewer"), "UDL-13": ("at-the-end", "none-to-come"),
    "UDL-14": ("still-held", "ever-saved"), "UDL-15": ("exceed-only", "elect-maximum"), "UDL-18": ("any-card", "infected-only"),
    "UDL-19": ("unabsorbed", "damage-order"), "UDL-20": ("appended-right", "put-left"), "UDL-22": ("free", "uses-action"),
    "UDL-24": ("enemies-only", "survivors-too"), "UDL-27": ("per-x", "once"), "UDL-28": ("direct", "damage-order"),
    "UDL-29": ("skip-unless-chosen", "in-line"), "UDL-30": ("must-assign", "may-stop"),
    "UDL-31": ("overkill-allowed", "exact-only"), "UDL-32": ("traps-stack", "traps-apart"),
    "UDL-33": ("end-of-combat", "at-once", "before-enemies-attack"), "UDL-34": ("icon-only", "any-ranged"),
    "UDL-36": ("appended-right", "put-left"), "UDL-37": ("infected-only", "first-cards"),
    "UDL-38": ("owner-rewarded", "no-reward"), "UDL-41": ("survivors-first", "barricades-first"),
    "UDL-42": ("players-choose", "heads-first", "bodies-first"), "UDL-43": ("within-wave", "accumulates"),
    "UDL-44": ("no-carry", "carry"), "UDL-45": ("separate", "pooled"), "UDL-46": ("suffered-only", "every-damage"),
    "UDL-48": ("leftmost", "first-attacker"), "UDL-49": ("one-by-one", "same-card"), "UDL-50": ("mandatory", "optional"),
    "UDL-51": ("two-in-all", "two-of-each"), "UDL-52": ("same-first", "rotates"), "UDL-54": ("collateral-only", "never"),
    "UDL-55": ("owner-enemy", "owner-any", "any-player"), "UDL-56": ("area-owner", "attacker"),
    "UDL-58": ("players-choose", "heads-first", "bodies-first"), "UDL-59": ("compulsory", "free"),
    "UDL-60": ("card-points", "extra-point"), "UDL-61": ("at-once", "discarded"), "UDL-62": ("after-attack", "at-the-kill"),
    "UDL-63": ("others-area-only", "own-area-too"), "UDL-64": ("may-lose", "basic-kept", "unarmed-die"),
    "UDL-65": ("at-once", "next-pick-up"), "UDL-67": ("self", "anyone"), "UDL-69": ("passive", "unusable"),
    "UDL-71": ("survivors-skipped", "survivor-hit"), "UDL-74": ("may-pass", "must-act"),
    "UDL-78": ("reshuffle", "nothing-drawn"), "UDL-81": ("any-die", "full-damage"), "UDL-82": ("compulsory", "free"),
}
INFECTED = ("wanderer", "brute", "monster")
ENEMIES = ("raider", *INFECTED)
EVENTS = ("rats", "hole", "noise")
FOOD = {"food-1": 1, "food-2": 2}
AMMO = ("gun-ammo", "arrow")
HELPS = ("vitality", "focus", "bloodlust")
ENDS = {  # what kills, without a needless die, as (bodies, heads)
    "wanderer": ((2, 0), (0, 1)), "raider": ((2, 0), (0, 1)), "brute": ((0, 1),), "monster": ((0, 2),),
}
MOST_DICE, MOST_TOKENS, EXTRA_PLACES, VITALITY_DICE = 6, 2, 2, 2
FROM_ENEMIES = ("raider", "infected")

Request = namedtuple("Request", "kind seat")


class Over(Exception):
    """The game has ended."""


def edition(path):
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


def counted(cards):
    """How many there are of each."""
    return {card: cards.count(card) for card in sorted(set(cards))}


def spread(counts):
    """The cards of which the counts are given."""
    return [card for card, count in counts.items() for _ in range(count)]


def rolls(dice, sides):
    """What so many dice can show, as (misses, bodies, heads), with the number of ways."""
    found = {}
    for misses in range(dice + 1):
        for bodies in range(dice - misses + 1):
            heads = dice - misses - bodies
            ways = factorial(dice) // (factorial(misses) * factorial(bodies) * factorial(heads))
            found[misses, bodies, heads] = ways * sides["miss"] ** misses * sides["body"] ** bodies * sides["head"] ** heads
    return found


class Table:
    """What lies on the table, and what follows from it, whoever's turn it is."""

    def __init__(self, data, rulings=None):
        for reading, choice in (rulings or {}).items():
            if choice not in READINGS[reading]:
                raise ValueError(f"Twin: {reading} has no choice {choice!r}, only {READINGS[reading]}")
        self.rulings = {reading: choices[0] for reading, choices in READINGS.items()} | (rulings or {})
        self.box = data
        self.players = [f"player-{n + 1}" for n in range(data["players"])]
        self.boards = {player: data["boards"][data["characters"][player]] for player in self.players}
        self.health = {player: self.boards[player]["health"] for player in self.players}
        self.items = {player: [self.boards[player]["weapon"]] for player in self.players}
        self.rubble = spread(data["rubble"])
        for player in self.players:
            self.rubble.remove(self.boards[player]["weapon"])
        self.discards = []
        self.used = []  # the Rubble cards of the attack that is going on
        self.open = []  # the Event that is open
        self.horde = spread(data["horde"])
        self.horde_discards = []
        self.areas = {player: [] for player in self.players}
        self.cleared_by = dict.fromkeys(self.players)  # who killed the last enemy of the area
        self.supply = {"trap": data["traps"], "barricade": data["barricades"]}
        self.tokens = {"trap": dict.fromkeys(self.players, 0), "barricade": dict.fromkeys(self.players, 0)}
        self.cracked = dict.fromkeys(self.players, 0)  # the bodies that stay on a Barricade
        self.monsters = dict.fromkeys(self.players, 0)
        self.saved = dict.fromkeys(self.players, 0)
        self.ever_saved = False
        self.stolen = dict.fromkeys(self.players, 0)  # experience of thefts (UDL-60)
        self.secondary = dict.fromkeys(self.players)
        self.achieved = {player: [False] * 4 for player in self.players}
        self.feats = {player: dict.fromkeys(("wanderers", "raiders", "brutes", "monsters", "survivors", "tokens"), 0)
                      for player in self.players}
        self.leader = None
        self.still_room = dict.fromkeys(self.players, False)  # who keeps a leader's places for now (UDL-65)
        self.round = 0
        self.starter = self.players[0]
        self.active = self.turn = None
        self.last_fight = False
        self.tick = 0
        self.points = []  # damage that comes to characters, as (player, from whom)
        self.losses = []  # players who have to lose a card
        self.draws = []  # players who have to draw a card
        self.outcome = None

    def reads(self, reading, choice):
        assert choice in READINGS[reading], (reading, choice)
        return self.rulings[reading] == choice

    def table(self):
        """Everything on the table."""
        return {
            "round": self.round, "health": dict(self.health),
            "items": {player: sorted(cards) for player, cards in self.items.items()},
            "traps": dict(self.tokens["trap"]), "barricades": dict(self.tokens["barricade"]), "cracked": dict(self.cracked),
            "monsters": dict(self.monsters), "saved": dict(self.saved),
            "experience": {player: self.experience(player) for player in self.players},
            "achieved": {player: list(flags) for player, flags in self.achieved.items()}, "secondary": dict(self.secondary),
            "leader": self.leader, "areas": {player: list(line) for player, line in self.areas.items()},
            "horde": sorted(self.horde), "horde_discard": sorted(self.horde_discards),
            "rubble": sorted(self.rubble), "discard": sorted(self.discards),
            "used": sorted(self.used), "open": list(self.open), "supply": dict(self.supply),
            "active": self.active, "turn": self.turn, "tick": self.tick, "feats": {p: dict(f) for p, f in self.feats.items()},
            "last_fight": self.last_fight, "outcome": self.outcome,
        }

    # Asking

    def choose(self, kind, seat, options):
        """A decision; what has one possible answer is not asked."""
        options = list(dict.fromkeys(options))
        assert options, kind
        if len(options) == 1:
            return options[0]
        return (yield Request(kind, seat), options, None)

    def chance(self, kind, weights):
        """An answer by chance."""
        weights = {option: weight for option, weight in weights.items() if weight > 0}
        assert weights, kind
        if len(weights) == 1:
            return next(iter(weights))
        return (yield Request(kind, None), list(weights), list(weights.values()))

    # Seats, boards, the leader

    def clockwise(self, player):
        """All players, from that one on."""
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]

    def left_of(self, player):
        return self.clockwise(player)[1]

    def advantage(self, player, what):
        """How often that Advantage counts: twice for the leader."""
        if self.boards[player]["advantage"] != what:
            return 0
        return 2 if player == self.leader else 1

    def drawback(self, player, what):
        return 1 if self.boards[player]["drawback"] == what else 0

    def objectives(self, player):
        """The character's three and the Secondary one."""
        return [*self.box["own_objectives"][self.box["characters"][player]], self.secondary[player]]

    def experience(self, player):
        points = self.items[player].count("symbol") + self.monsters[player] + self.saved[player] + self.stolen[player]
        for name, done in zip(self.objectives(player), self.achieved[player], strict=False):
            if done:
                points += self.box["objectives"][name]["points"]
        return points

    def does(self, player, feat):
        """A feat is counted, and an Objective is achieved at once when the number is reached."""
        self.feats[player][feat] += 1
        for at, name in enumerate(self.objectives(player)):
            if name is not None:
                objective = self.box["objectives"][name]
                if self.feats[player][objective["feat"]] >= objective["number"]:
                    self.achieved[player][at] = True

    def look_for_leader(self):
        """Experience is counted afresh."""
        points = {player: self.experience(player) for player in self.players}
        most = max(points.values())
        best = [player for player in self.players if points[player] == most]
        before = self.leader
        if self.reads("UDL-15", "elect-maximum"):
            if len(best) == 1:
                self.leader = best[0]
            elif self.leader not in best:
                self.leader = None
        elif len(best) == 1 and most > (points[self.leader] if self.leader is not None else 0):
            self.leader = best[0]
        if before is not None and before != self.leader and self.reads("UDL-65", "next-pick-up"):
            self.still_room[before] = True

    # Inventories

    def limit(self, player):
        if self.boards[player]["advantage"] != "places":
            return self.box["places"]
        times = 2 if self.still_room[player] else self.advantage(player, "places")
        return self.box["places"] + EXTRA_PLACES * times

    def places_taken(self, player):
        cards = list(self.items[player])
        own = self.boards[player]["weapon"]
        if self.reads("UDL-05", "outside-slots") and own in cards:
            cards.remove(own)
        if self.reads("UDL-06", "cards"):
            return len(cards)
        return len([card for card in cards if card not in AMMO]) + len({card for card in cards if card in AMMO})

    def may_go(self, player):
        """The cards that can be discarded, given or stolen."""
        kept = self.boards[player]["weapon"] if self.reads("UDL-64", "basic-kept") else None
        return [card for card in sorted(set(self.items[player])) if card != kept]

    def with_too_much(self):
        """The first player who has to discard for having too much."""
        for player in self.players:
            if self.reads("UDL-07", "active-only") and player != self.turn:
                continue
            if self.places_taken(player) > self.limit(player) and self.may_go(player):
                return player
        return None

    def discard(self, player, card):
        self.items[player].remove(card)
        self.discards.append(card)
        self.look_for_leader()

    def gain(self, player, card):
        self.still_room[player] = False
        self.items[player].append(card)
        self.look_for_leader()

    def move(self, giver, receiver, card, number=1):
        """Cards change hands."""
        for _ in range(number):
            self.items[giver].remove(card)
            self.items[receiver].append(card)
        self.still_room[receiver] = False
        self.look_for_leader()

    def heal(self, player, number):
        self.health[player] = min(self.boards[player]["health"], self.health[player] + number)

    # Rubble

    def can_draw(self):
        return bool(self.rubble) or (bool(self.discards) and self.reads("UDL-78", "reshuffle"))

    def draw(self):
        """A Rubble card, or None."""
        if not self.can_draw():
            return None
        if not self.rubble:
            self.rubble, self.discards = self.discards, []
        card = yield from self.chance("rubble", counted(self.rubble))
        self.rubble.remove(card)
        return card

    # Tokens

    def may_craft(self, player):
        """The tokens that the player can craft."""
        found = []
        for token, needed in self.box["recipes"].items():
            if any(self.items[player].count(card) < needed.count(card) for card in needed) or self.supply[token] == 0:
                continue
            if self.reads("UDL-51", "two-in-all"):
                there = sum(self.tokens[kind][player] for kind in self.tokens)
            else:
                there = self.tokens[token][player]
            if there < MOST_TOKENS:
                found.append(token)
        return found

    def spend_token(self, player, token):
        self.tokens[token][player] -= 1
        self.supply[token] += 1

    # Areas and Hordes

    def enemies_in(self, area):
        """The places of the enemies, from the left."""
        return [at for at, card in enumerate(self.areas[area]) if card in ENEMIES]

    def horde_card(self):
        """A card of the Horde pile, or None."""
        self.renew_horde()
        if not self.horde:
            return None
        card = yield from self.chance("horde", counted(self.horde))
        self.horde.remove(card)
        return card

    def renew_horde(self):
        if not self.horde and self.reads("UDL-10", "reshuffle"):
            self.horde, self.horde_discards = self.horde_discards, []

    def join(self, area, card, at=None):
        """A Horde card comes into an area, to the right end if no place is given."""
        line = self.areas[area]
        line.insert(len(line) if at is None else at, card)
        if card in ENEMIES:
            self.cleared_by[area] = None

    def kill(self, player, area, at, rewarded=True):
        """A Horde card is killed by a player (None: by enemies, or given up by the rule)."""
        card = self.areas[area].pop(at)
        if card == "survivor":
            self.horde_discards.append(card)
            self.look_for_hope()
            return card
        if rewarded:
            self.does(player, card + "s")
        if card == "monster" and rewarded:
            self.monsters[player] += 1
        else:
            self.horde_discards.append(card)
        if not self.enemies_in(area):
            self.cleared_by[area] = player
        self.look_for_leader()
        self.look_for_end()
        self.save_at_once()
        return card

    # Survivors, win and loss

    def save(self, areas):
        """The Survivors of the areas that have no enemy are saved."""
        for area in areas:
            while "survivor" in self.areas[area] and not self.enemies_in(area):
                self.areas[area].remove("survivor")
                player = area
                if self.reads("UDL-56", "attacker") and self.cleared_by[area] is not None:
                    player = self.cleared_by[area]
                self.saved[player] += 1
                self.ever_saved = True
                self.does(player, "survivors")
        self.look_for_leader()

    def save_everywhere(self):
        self.save(self.clockwise(self.active or self.starter))

    def save_at_once(self):
        if self.reads("UDL-33", "at-once"):
            self.save_everywhere()

    def has_saved(self):
        return any(self.saved.values()) or (self.ever_saved and self.reads("UDL-14", "ever-saved"))

    def look_for_end(self):
        """The last fight is over when no enemy is on the table."""
        if self.last_fight and not any(self.enemies_in(area) for area in self.areas):
            self.save_everywhere()
            self.end("won" if self.has_saved() else "lost")

    def look_for_hope(self):
        """Whether a Survivor can still be saved (UDL-13)."""
        if self.reads("UDL-13", "at-the-end") or self.has_saved():
            return
        if any("survivor" in line for line in self.areas.values()):
            return
        if self.last_fight and not self.noise_may_come():
            self.end("lost")
        if "survivor" in self.horde or ("survivor" in self.horde_discards and self.reads("UDL-10", "reshuffle")):
            return
        self.end("lost")

    def noise_may_come(self):
        """Whether a card can bring a Horde card in the last fight."""
        if self.reads("UDL-61", "discarded"):
            return False
        return "noise" in self.rubble or ("noise" in self.discards and self.reads("UDL-78", "reshuffle"))

    def end(self, outcome):
        self.outcome = outcome
        raise Over

    # Interruptions

    def settle(self):
        """Damage, cards to lose, players with too much, cards to draw, in this order, until nothing is left."""
        while True:
            if self.points:
                yield from self.point(*self.points.pop(0))
            elif self.losses:
                yield from self.lose(self.losses.pop(0))
            elif self.with_too_much() is not None:
                yield from self.lose(self.with_too_much())
            elif self.draws:
                yield from self.find(self.draws.pop(0))
            else:
                return

    def point(self, player, source):
        """A point of damage comes to a character."""
        if self.reads("UDL-55", "any-player"):
            may = [other for other in self.players if self.saved[other] and source in FROM_ENEMIES]
        else:
            may = [player] if self.saved[player] and (source in FROM_ENEMIES or self.reads("UDL-55", "owner-any")) else []
        answer = yield from self.choose("give-up", None, [*(("give-up", other) for other in may), ("endure",)])
        if answer[0] == "give-up":
            self.saved[answer[1]] -= 1
            self.horde_discards.append("survivor")
            self.look_for_leader()
            self.look_for_hope()
            return
        self.health[player] -= 1
        if self.health[player] == 0:
            self.end("lost")
        if source == "raider" and self.reads("UDL-46", "suffered-only"):
            self.losses.append(player)

    def lose(self, player):
        """The player discards a card; without one it is forgotten."""
        cards = self.may_go(player)
        if cards:
            self.discard(player, (yield from self.choose("lose", player, cards)))

    def find(self, player):
        """A card is drawn as a reward or by the Die of Fate."""
        card = yield from self.draw()
        if card is None:
            return
        if card not in EVENTS:
            self.gain(player, card)
        elif self.reads("UDL-61", "discarded"):
            self.discards.append(card)
        else:
            yield from self.event(player, card)

    def event(self, player, card):
        """What an Event does; what it leaves to be settled is settled by the caller."""
        self.discards.append(card)
        if card == "rats":
            self.points.append((player, "card"))
        elif card == "hole":
            self.losses.append(player)
        else:
            comes = yield from self.horde_card()
            if comes is not None:
                self.join(player, comes)
                self.save_at_once()

    # What a player can do

    def actions(self, player):
        """What the player can do in either phase, but for passing."""
        options = [("craft", token) for token in self.may_craft(player)]
        others = [other for other in self.players if other != player]
        options += [("give", other, card) for other in others for card in self.may_go(player)]
        options += [("take", other, card) for other in others for card in self.may_go(other)]
        if "pickpocket" in self.items[player]:
            options += [("steal", other, card) for other in others for card in self.may_go(other)]
        options += [("eat", card) for card in FOOD if card in self.items[player]]
        return options

    def is_ranged(self, weapon):
        return weapon is not None and self.box["weapons"][weapon]["ammo"] != "none"

    def aims(self, player, weapon):
        """The areas that can be attacked."""
        bars = self.enemies_in(player) if self.reads("UDL-24", "enemies-only") else self.areas[player]
        return [area for area in self.clockwise(player) if self.areas[area]
                and (area == player or self.is_ranged(weapon) or not bars)]

    def attacks(self, player):
        weapons = [card for card in sorted(set(self.items[player])) if card in self.box["weapons"]]
        if not weapons and self.reads("UDL-64", "unarmed-die"):
            return [("attack-unarmed",)] if self.aims(player, None) else []
        return [("attack", weapon) for weapon in weapons if self.aims(player, weapon)
                and (not self.is_ranged(weapon) or self.box["weapons"][weapon]["ammo"] in self.items[player])]

    def use(self, player, card):
        """A card is laid before the player, for this attack."""
        self.items[player].remove(card)
        self.used.append(card)

    # Damage

    def ends(self, card):
        """What kills it without a needless die."""
        if card == "survivor":
            return ((1, 0), (0, 1)) if self.reads("UDL-81", "any-die") else ((2, 0), (0, 1))
        return ENDS[card]

    def is_dead(self, card, taken):
        return any(taken["body"] >= bodies and taken["head"] >= heads for bodies, heads in self.ends(card))

    def full_damage(self, player, number, source, in_order):
        """Points of damage that are not rolled by enemies."""
        for _ in range(number):
            if in_order and "survivor" in self.areas[player]:
                self.kill(None, player, self.areas[player].index("survivor"))
            elif in_order and self.tokens["barricade"][player]:
                self.cracked[player] = 0
                self.spend_token(player, "barricade")
            elif in_order and "vest" in self.items[player] and self.reads("UDL-69", "passive"):
                self.discard(player, "vest")
            else:
                self.points.append((player, source))

    def bodies_taken(self, player, cover, bodies):
        """How many bodies that cover takes as one; 0 if it takes none."""
        if cover == "survivors" and self.reads("UDL-81", "any-die"):
            return min(1, bodies)
        if cover == "barricade" and self.reads("UDL-43", "accumulates"):
            return min(2 - self.cracked[player], bodies)
        return 2 if bodies >= 2 else 0

    def cover(self, player, cover, shown):
        """What stands before the player takes dice."""
        while True:
            there = {"survivors": self.areas[player].count("survivor"), "barricade": self.tokens["barricade"][player],
                     "protection": self.items[player].count("vest") if self.reads("UDL-69", "passive") else 0}[cover]
            bodies = self.bodies_taken(player, cover, shown["body"])
            signs = ["body"] * (bodies > 0) + ["head"] * (shown["head"] > 0)
            if not there or not signs:
                return
            who, must = ("UDL-42", "UDL-59") if cover == "survivors" else ("UDL-58", "UDL-82")
            if len(signs) == 2 and cover != "protection" and not self.reads(who, "players-choose"):
                breaks = cover != "barricade" or bodies + self.cracked[player] >= 2
                signs = ["body"] if self.reads(who, "bodies-first") and breaks else ["head"]
            options = [("absorb", sign) for sign in signs]
            if self.reads(must, "free"):
                options.append(("hold-back",))
            answer = yield from self.choose("absorb", player, options)
            if answer == ("hold-back",):
                return
            shown[answer[1]] -= bodies if answer[1] == "body" else 1
            if cover == "survivors":
                self.kill(None, player, self.areas[player].index("survivor"))
            elif cover == "protection":
                self.discard(player, "vest")
            elif answer[1] == "body" and bodies + self.cracked[player] < 2:
                self.cracked[player] += bodies
            else:
                self.cracked[player] = 0
                self.spend_token(player, "barricade")
