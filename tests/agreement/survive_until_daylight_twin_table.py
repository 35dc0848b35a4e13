"""The table of the naive twin of Survive Until Daylight: cards, inventories, Rubble, the line."""

READINGS = {  # the default first
    "SUD-01": ("once", "twice"), "SUD-03": ("take-what-is-left", "reshuffle-discards"),
    "SUD-05": ("starting-kept", "all-kept", "losses-only"), "SUD-06": ("found-weapons-too", "no-weapons"),
    "SUD-07": ("by-card", "by-slot"), "SUD-10": ("at-reveal", "at-accept"), "SUD-12": ("draw-nothing", "no-delay"),
    "SUD-13": ("as-a-draw", "added-only"), "SUD-16": ("next-player", "same-player"), "SUD-18": ("fewer", "substitute"),
    "SUD-18b": ("reshuffled", "gone"), "SUD-19": ("accept-and-drop", "cannot-accept"), "SUD-21": ("self-only", "anyone"),
    "SUD-23": ("printed-colour", "free-choice"), "SUD-24": ("must-apply", "may-decline"),
    "SUD-26": ("whole-draw", "card-by-card"), "SUD-27": ("line", "circle"), "SUD-28": ("line-neighbours", "none"),
    "SUD-30": ("after-attack", "at-once"), "SUD-31": ("leave-line", "keep-place"), "SUD-33": ("cumulate", "once"),
    "SUD-36": ("not-by-holder", "holder-too"), "SUD-39": ("shield-all", "shield-holder", "one-attack-each"),
    "SUD-40": ("same-until-dead", "next-one"), "SUD-40b": ("starts-at-holder", "advances"),
    "SUD-41": ("lost", "spills-to-holder"), "SUD-43": ("not-monsters", "all-enemies"),
    "SUD-44": ("sum-then-clamp", "clamp-cards-first"), "SUD-45": ("players-choose", "random"), "SUD-45b": ("before", "after"),
    "SUD-46": ("one-by-one", "all-spent"), "SUD-47": ("mandatory", "choice"), "SUD-48": ("mandatory", "choice"),
    "SUD-50": ("simultaneous", "dies-first"), "SUD-52": ("persists", "resets"),
    "SUD-54": ("shuffled-in", "on-top", "refilled"), "SUD-58": ("holder", "drawer"), "SUD-59": ("once-a-round", "each-draw"),
    "SUD-60": ("acts-in-full", "target-damage-only"), "SUD-61": ("applied-only", "every-drawn"),
    "SUD-62": ("x-no-fixed", "x-replaces"), "SUD-63": ("of-the-card", "of-the-owner"),
    "SUD-65": ("decision-points", "any-time"), "SUD-66": ("must-draw", "may-pass"),
    "SUD-68": ("one-copy-rest-to-rubble", "unlimited", "rest-out"), "SUD-69": ("anyone", "owner-only"),
    "SUD-71": ("active-pile", "reserve"), "SUD-72": ("must-apply", "may-decline"),
    "SUD-73": ("after-the-draw", "before-the-draw"), "SUD-74": ("any-number", "one-a-turn"),
    "SUD-76": ("craft", "spear-attacks"), "SUD-79": ("always", "if-damaged"), "SUD-80": ("target-only", "splash-too"),
    "SUD-82": ("rounds", "round-six-goes-on"), "SUD-84": ("all-cards", "enemies-only"), "SUD-85": ("when-needed", "at-once"),
}
STACKS = ("gun-ammo", "arrow", "planks", "nails", "shards", "wires", "explosives")
FOOD = {"food-1": 1, "food-2": 2, "food-3": 3}
BAD_LUCK = ("rodent", "crow", "broken-bone")
RECIPES = {"barricade": ("planks", "nails"), "spear": ("planks", "shards"), "trap": ("wires", "explosives"),
           "grenade": ("nails", "explosives")}
UNIQUE = {"pillar": "pillar-weapon", "psycho": "psycho-weapon", "trigger": "trigger-weapon", "drifter": "drifter-weapon",
          "haggler": "haggler-weapon", "hipster": "hipster-bow"}
WEAKER = ("monster", "brute", "raider", "wanderer")
TRAP_DAMAGE, SPEAR_DAMAGE, BACKPACK_ROOM = 4, 3, 2


class Over(Exception):
    """The game has ended."""


def counted(cards):
    """How many there are of each."""
    return {card: cards.count(card) for card in sorted(set(cards))}


def without(cards, card):
    """The others."""
    at = cards.index(card)
    return cards[:at] + cards[at + 1:]


class Table:
    """Everything on the table, and what can be done with it whoever's turn it is."""

    def __init__(self, data, rulings=None):
        for reading, choice in (rulings or {}).items():
            if choice not in READINGS[reading]:
                raise ValueError(f"Twin: {reading} has no choice {choice!r}, only {READINGS[reading]}")
        self.rulings = {reading: choices[0] for reading, choices in READINGS.items()} | (rulings or {})
        self.box = data
        self.players = [f"player-{n + 1}" for n in range(data["players"])]
        self.alone = len(self.players) == 1
        self.first = data["first"]
        self.limit = data["slots_solo"] if self.alone else data["slots"]
        self.weapons = data["weapons"]
        self.unique = {player: UNIQUE[data["characters"][player]] for player in self.players}
        self.full = {player: data["boards"][data["characters"][player]]["health"] for player in self.players}
        self.health = dict(self.full)
        self.inventory = {player: [] for player in self.players}
        self.started = []  # with which weapons, as (player, weapon)
        self.backpack = {player: [] for player in self.players}
        self.barricades = dict.fromkeys(self.players, 0)
        self.traps = dict.fromkeys(self.players, 0)
        self.supply = {"barricade": data["barricades"], "trap": data["traps"], "grenade": data["grenades"],
                       "spear": data["spears"]}
        self.unseen = []  # Rubble cards of which nobody knows where they are
        self.active_unknown = 0  # how many of those are in the Active pile; the rest is the Rubble pile
        self.active_known = []  # cards known to be in the Active pile
        self.in_hand = None  # the Rubble card that was just drawn
        self.rubble_discards = []
        self.on_top = False
        self.deck = [card for card, count in data["combat"].items() for _ in range(count)]
        self.combat_discards = []
        self.drawn = []
        self.horde = [card for card, count in data["horde"].items() for _ in range(count)]
        self.horde_discards = []
        self.line = []
        self.assaults = [card for card, there in data["assaults"].items() if there]
        self.to_lay_out = []
        self.round = 0
        self.phase = "set-up"
        self.holder = None
        self.drawer = None
        self.gave = []
        self.actions = None
        self.perks_used = []
        self.outcome = None

    def reads(self, reading, choice):
        assert choice in READINGS[reading], (reading, choice)
        return self.rulings[reading] == choice

    def table(self):
        """Everything on the table."""
        return {
            "round": self.round, "phase": self.phase, "request": self.request, "first": self.first, "holder": self.holder,
            "drawer": self.drawer, "health": dict(self.health),
            "inventory": {player: sorted(cards) for player, cards in self.inventory.items()},
            "backpack": {player: sorted(cards) for player, cards in self.backpack.items()},
            "barricades": dict(self.barricades), "traps": dict(self.traps),
            "line": [(card["card"], card["damage"], card["spears"], card["removed"]) for card in self.line],
            "unseen": counted(self.unseen + self.active_known), "active": self.in_active(),
            "known-active": counted(self.active_known), "in-hand": self.in_hand,
            "rubble-discards": counted(self.rubble_discards),
            "deck": counted(self.deck), "combat-discards": counted(self.combat_discards), "drawn": sorted(self.drawn),
            "horde": counted(self.horde), "horde-discards": counted(self.horde_discards),
            "assaults": sorted(self.assaults), "to-lay-out": list(self.to_lay_out), "supply": dict(self.supply),
            "gave": sorted(self.gave), "actions": None if self.actions is None else dict(self.actions),
            "perks-used": sorted(self.perks_used), "on-top": self.on_top, "outcome": self.outcome,
        }

    # Asking

    def choose(self, request, options):
        """A decision."""
        options = list(dict.fromkeys(options))
        assert options, request
        if len(options) == 1:
            return options[0]
        return (yield request, options, None)

    def chance(self, request, weights):
        """An answer by chance."""
        weights = {option: weight for option, weight in weights.items() if weight > 0}
        assert weights, request
        if len(weights) == 1:
            return next(iter(weights))
        return (yield request, list(weights), list(weights.values()))

    # Seats and Health

    def clockwise(self, player):
        """All players, from that one on."""
        at = self.players.index(player)
        return self.players[at:] + self.players[:at]

    def left_of(self, player):
        return self.players[(self.players.index(player) + 1) % len(self.players)]

    def hurt(self, player, damage):
        """Damage to a character; the deaths are looked for by ``check``."""
        self.health[player] = max(0, self.health[player] - damage)

    def check(self):
        if any(health == 0 for health in self.health.values()):
            self.outcome = "lost"
            raise Over

    # Inventories

    def slots(self, cards):
        """How many slots they take."""
        single = [card for card in cards if card not in STACKS]
        return len(single) + len({card for card in cards if card in STACKS})

    def protected(self, player, card):
        """Whether it is a starting weapon to that player (SUD-63)."""
        if self.reads("SUD-63", "of-the-card"):
            return any(weapon == card for _, weapon in self.started)
        return (player, card) in self.started

    def may_drop(self, player, card):
        if card == "backpack":
            makes_room = self.slots(self.inventory[player]) <= self.limit + 1  # SUD-105
            return makes_room and all(self.may_drop(player, inside) for inside in self.backpack[player])
        if card not in self.weapons:
            return True
        if self.reads("SUD-05", "all-kept"):
            return False
        if self.reads("SUD-05", "losses-only"):
            return True
        return not self.protected(player, card)

    def discard(self, player, card):
        self.inventory[player].remove(card)
        self.rubble_discards.append(card)
        if card == "backpack":
            self.rubble_discards += self.backpack[player]
            self.backpack[player] = []

    def drops(self, player):
        return [card for card in self.inventory[player] if self.may_drop(player, card)]

    def packs(self, player):
        if "backpack" not in self.inventory[player] or len(self.backpack[player]) >= BACKPACK_ROOM:
            return []
        return [card for card in self.inventory[player] if card != "backpack"]

    def is_over(self, player):
        """Whether the player has more than there is room for."""
        return self.slots(self.inventory[player]) > self.limit

    def tidying(self, player):
        """What a player may do with the own cards at a decision point: nothing, but with the Backpack."""
        return [("rearrange",)] if "backpack" in self.inventory[player] else []

    def rearrange(self, player):
        """Cards are dropped to make room, and go into the Backpack and out of it."""
        while True:
            options = [("pack", name) for name in self.packs(player)] + [("unpack", card) for card in self.backpack[player]]
            if self.is_over(player):
                options += [("drop", name) for name in self.drops(player)]
            else:
                options.append(("done",))
            answer = yield from self.choose(("rearrange", player), options)
            if answer == ("done",):
                return
            self.tidy(player, *answer)

    def tidy(self, player, what, name):
        if what == "unpack":
            self.backpack[player].remove(name)
            self.inventory[player].append(name)
        elif what == "drop":
            self.discard(player, name)
        else:
            self.inventory[player].remove(name)
            self.backpack[player].append(name)

    def may_lose(self, player, to_raider):
        """The cards that chance can take."""
        cards = []
        for card in self.inventory[player]:
            if card == "backpack":
                continue
            if card in self.weapons:
                if to_raider or self.reads("SUD-06", "no-weapons") or self.protected(player, card):
                    continue
            cards.append(card)
        return cards

    def lose_one(self, player, to_raider):
        if not self.may_lose(player, to_raider):
            return
        if self.reads("SUD-65", "any-time") and "backpack" in self.inventory[player]:
            yield from self.rearrange(player)
        cards = self.may_lose(player, to_raider)
        if not cards:
            return
        weights = {}
        for card in cards:
            weights[card] = 1 if card in STACKS and self.reads("SUD-07", "by-slot") else cards.count(card)
        card = yield from self.chance(("loss", player), weights)
        self.discard(player, card)

    # Rubble

    def in_active(self):
        return self.active_unknown + len(self.active_known)

    def fill(self):
        """The Active pile gets the number of the table."""
        wanted = self.box["fill"][len(self.players) - 1]
        taken = min(wanted, len(self.unseen) - self.active_unknown)
        self.active_unknown += taken
        missing = wanted - taken
        if missing and self.rubble_discards and self.reads("SUD-03", "reshuffle-discards"):
            self.active_known += self.unseen
            self.unseen = self.rubble_discards
            self.rubble_discards = []
            self.active_unknown = min(missing, len(self.unseen))

    def draw_active(self):
        """A Rubble card from the Active pile."""
        source = yield from self.chance(("source",), {"known": len(self.active_known), "unknown": self.active_unknown})
        if source == "known":
            card = yield from self.chance(("rubble",), counted(self.active_known))
            self.active_known.remove(card)
        else:
            card = yield from self.chance(("rubble",), counted(self.unseen))
            self.unseen.remove(card)
            self.active_unknown -= 1
        self.in_hand = card

    def draw_reserve(self):
        """A Rubble card from the Rubble pile."""
        card = yield from self.chance(("rubble",), counted(self.unseen))
        self.unseen.remove(card)
        self.in_hand = card

    def find(self, player, harmless=False):
        """What becomes of the card in hand."""
        card = self.in_hand
        if card in BAD_LUCK:
            if not harmless:
                if card == "crow":
                    yield from self.lose_one(player, to_raider=False)
                else:
                    self.hurt(player, 1 if card == "rodent" else 2)
            self.rubble_discards.append(card)
            self.in_hand = None
            self.check()
            return
        options = [("leave",)]
        if self.can_make_room(player, player, card):
            options.append(("keep",))
        answer = yield from self.choose(("found", player, card), options)
        self.in_hand = None
        if answer == ("leave",):
            self.rubble_discards.append(card)
        else:
            self.inventory[player].append(card)
            if self.is_over(player):
                yield from self.rearrange(player)

    # The line

    def deal(self, target, dealt, splash):
        """Damage on the line, with Splash around the target; what players suffer has been dealt already."""
        self.combat_discards += self.drawn
        self.drawn = []
        around = self.splashed(target) if splash else []
        for card, damage in dealt:
            card["damage"] += damage
        if self.reads("SUD-30", "at-once"):
            self.check()
            self.clear()
            around = []
            if splash and any(card is target for card in self.line):
                around = self.splashed(target)
        for card in around:
            card["damage"] += splash
        self.check()
        self.clear()

    def clear(self):
        """The dead leave the line."""
        still = []
        for card in self.line:
            if card["damage"] >= self.box["thresholds"][card["type"]]:
                self.horde_discards.append(card["card"])
                self.supply["spear"] += card["spears"]
            else:
                still.append(card)
        self.line = still

    # Adjacency

    def place_of(self, card):
        return next(at for at, other in enumerate(self.line) if other is card)

    def side(self, card, step):
        """The cards on one side, the nearest first."""
        keep = self.reads("SUD-31", "keep-place")
        on_line = [other for other in self.line if keep or not other["removed"]]
        circle = self.reads("SUD-27", "circle") and len(on_line) >= 3
        start = at = self.place_of(card)
        found = []
        while True:
            at += step
            if circle:
                at %= len(self.line)
            if at == start or at < 0 or at >= len(self.line):
                return found
            if self.line[at]["removed"]:
                if keep:
                    return found
                continue
            found.append(self.line[at])

    def nearest_enemy(self, card, step):
        cards = self.side(card, step)
        if self.reads("SUD-84", "all-cards"):
            cards = cards[:1]
        return next((other for other in cards if other["type"] != "survivor"), None)

    def adjacent_enemies(self, card):
        """Those on the left and on the right, None if there is none."""
        left, right = self.nearest_enemy(card, -1), self.nearest_enemy(card, 1)
        return left, None if right is left else right

    def splashed(self, card):
        """The cards that Splash around that one hits."""
        found = [other for other in self.adjacent_enemies(card) if other is not None]
        for step in (-1, 1):
            found += [other for other in self.side(card, step)[:1] if other["type"] == "survivor"]
        return [other for at, other in enumerate(found) if not any(other is earlier for earlier in found[:at])]
