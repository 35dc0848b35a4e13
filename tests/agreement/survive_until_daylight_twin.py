"""A naive twin of Survive Until Daylight, written from the rulebook and the rulings of its doubts alone.

It exists to disagree with the model: it shares no code with it, only the component data of the edition and the readings of the
rulebook (``SUD-nn``).

    twin = Twin(edition("models/daybreak_games/survive_until_daylight/edition-printed-and-assumed.toml"))
    while twin.outcome is None:
        twin.take(twin.options()[0])

* ``request`` is what is asked now, ``None`` after the end; ``options()`` are the possible answers, ``weights()`` their chances
  (``None`` for a decision; not normed, Fractions in case 13), ``take`` answers.
  **What has only one possible answer is not asked.** ``CHANCES`` are the kinds of requests that are chance; ``tie`` is one
  under SUD-45 ``random`` only.
* Players are ``player-1`` ..., clockwise (to the left) in this order. A card is its word in the edition. A pile is a list, in no
  order, the line a list of dicts from left to right. All copies of a weapon that somebody started with are starting weapons.
* After the end only ``outcome`` and the conservation of the cards are promised.

What neither the rulebook nor a ruling nor the list of questions settles, and how it is done here:

 Cards and inventories
 1. Cards in the Backpack are out of reach: they are not played, shot, crafted with, eaten, given or dropped unless unpacked.
 2. Unpacking may go over the limit while rearranging.
 3. Packing takes any card outside but the Backpack, starting weapons included; the Backpack holds two.
 4. A gift can be accepted (SUD-19 accept-and-drop) if within the limit, or if some slot can be freed after it: all of its cards
    dropped, the gift's own included, or packed. All drops and packs are offered then, also those that free no slot.
 5. A starting weapon that was discarded (SUD-05 losses-only, SUD-63 of-the-owner) is one again if it is ever found again.
 6. SUD-06 alone says what a Crow takes, whatever SUD-05 lets players discard; ``protected`` goes by SUD-63.
 7. Who finds no common weapon left to choose goes without. Under SUD-68 unlimited all words of ``common`` are offered.
 8. The ammunition is discarded when loaded, ingredients when crafted (before the place of a Spear or Grenade is chosen, whose
    token leaves the supply after that), played cards when played, food before ``heal``, Energy Drinks with their damage before
    ``colour``.
 Search
 9. SUD-01 twice: 2 x the number, the second time before the first Search. SUD-03 does not reshuffle for Loose Rubble (SUD-71).
10. SUD-16 same-player: the pile goes on to the next after Round 6 if no other card was in it *when the delay was paid*.
11. SUD-66: any draw (the WAVE! too) ends the passes; so does the Search phase. Alone there is no pass.
12. SUD-59 each-draw with SUD-10 at-accept: the cards of all Assault cards revealed are shuffled together.
13. Shuffled together means that: where a type's pile runs out among the cards of one layout, the last cards of the old pile and
    those of the new one are in random order on the line, and ``("enemy", type)`` is weighted so (Fractions): of n of the type
    still to come, with p cards of the old pile left, each of those 1/n, each of d new ones (n - p)/(n d).
14. SUD-18 substitute: a missing one goes down until a type has cards that it does not need itself.
15. SUD-65 any-time: it is asked only if something can be lost at that moment; the loss is then from what lies there after it.
16. While ``wave-choice`` is asked nobody is the holder yet. A Bad Luck card is discarded after its effect.
 Players' attacks
17. Drawn Combat cards go to the discards after damage and before deaths, Loose Rubble and a Raider's loss; a card replaced by
    Lucky at once, before its replacement is drawn (a deck reshuffled for that holds it); it does not hurt under SUD-61
    every-drawn.
18. SUD-61 every-drawn: they hurt when damage is dealt, also when none is applied.
19. Perks are no part of "needs no Combat card" (SUD-72): with keen, one is needed.
20. A crossed card adds no damage of its own, whatever its sheet says (SUD-62 x-no-fixed); under x-replaces the target takes 0,
    the +1s of Spears, Monsters and strong included.
21. SUD-79 if-damaged: damage that Focus has moved away is none to the target. With a Survivor as target it is the same.
22. SUD-30 at-once: the Focus shares and the attacker's own damage come with the damage to the target; who is killed leaves; if
    the target is still there, Splash goes to those that are adjacent then.
23. SUD-84 enemies-only: of Survivors only the very next card takes Splash; the target may be a Survivor. Where with SUD-27 circle
    the same enemy is the nearest on both sides, it is the left one, and there is no right one.
24. SUD-27 circle: "three cards" are those on the line; removed ones count under SUD-31 keep-place only.
25. SUD-33 once also caps what SUD-80 splash-too adds.
26. SUD-76 spear-attacks: it is a craft action; strong, wild, Focus and Blood Lust work, keen and Vitality Pills do not (no Combat
    cards); the new Spear itself adds nothing, and is on the enemy as soon as the place is chosen.
27. Blood Lust and Vitality Pills may be played several times in an attack if several are held.
28. A player with tireless twice (main and first) may use both in a Round, the main one first.
 Enemies
29. "Greatest total damage" is what the attack deals after all, raised to 0: with Fixed 0, -1 and -2 tie. Cards of different
    words that tie are always asked for.
30. SUD-45b after: a Barricade "works" if the target has one and the enemy is no Brute, whatever SUD-48 choice will say.
31. SUD-46 all-spent with SUD-47 choice: one question for all of them. One-by-one: after ``spare`` no more for this enemy.
32. SUD-39 shield-holder: SUD-40 next-one applies (only SUD-40b is said to be moot). With SUD-58 drawer the first attack is due
    to the drawer, but what Survivors take, and SUD-41's spill, is what is due to who *has* the card.
33. SUD-40 next-one: anew from the left in every Combat phase.
34. SUD-60 target-damage-only with SUD-61 every-drawn: every drawn card hurts the enemy, the kept one included; only Splash is
    off. "Several" are the cards there when one is kept.
35. SUD-41 spill: with the other damage, at once; a Raider's spill that hurts takes a card. Cards are compared by the whole
    damage to the Survivor.
36. SUD-52 resets: enemies only, not Survivors (matters if an edition gives those more than 1).
37. An enemy that a Trap kills has had its attack: the next is on the next player. SUD-50 dies-first likewise; no Barricade
    breaks.
38. At the end of Combat: Grenades, SUD-52, the First Player token, then the win is looked for; the Round number stays at a win.
"""

import tomllib
from fractions import Fraction
from pathlib import Path

from tests.agreement.survive_until_daylight_twin_table import (
    BACKPACK_ROOM,
    FOOD,
    READINGS,
    RECIPES,
    SPEAR_DAMAGE,
    TRAP_DAMAGE,
    UNIQUE,
    WEAKER,
    Over,
    Table,
    counted,
    without,
)

__all__ = ["CHANCES", "READINGS", "Twin", "edition"]

CHANCES = ("wave", "source", "rubble", "loss", "assault", "type", "enemy", "combat")  # and "tie" under SUD-45 random


def edition(path):
    """The values of an edition file."""
    return {name: entry["value"] for name, entry in tomllib.loads(Path(path).read_text())["values"].items()}


class Twin(Table):
    """A game: ``request``, ``options``, ``weights``, ``take``, ``table`` and ``outcome``."""

    def __init__(self, data, rulings=None):
        super().__init__(data, rulings)
        self.rule = self.game()
        self._go_on(None)

    # Driving

    def options(self):
        return list(self._options)

    def weights(self):
        """The chances of the options, not normed; None for a decision."""
        return None if self._weights is None else list(self._weights)

    def take(self, answer):
        if answer not in self._options:
            raise ValueError(f"take: {answer!r} is no answer to {self.request}, expected one of {self._options}")
        self._go_on(answer)

    def _go_on(self, answer):
        try:
            self.request, self._options, self._weights = self.rule.send(answer)
        except Over:
            self.request, self._options, self._weights = None, [], None
            self.phase = "over"

    # The game

    def game(self):
        yield from self.set_up()
        while True:
            self.round += 1
            late = self.round > self.box["rounds"]
            if not late or self.reads("SUD-82", "rounds"):
                self.perks_used = []
            self.on_top = late and self.reads("SUD-54", "on-top")
            if not late or self.reads("SUD-54", "refilled"):
                if self.round > 1 or self.reads("SUD-01", "twice"):
                    self.fill()
            yield from self.search(late)
            yield from self.trade()
            yield from self.combat()
            self.end_of_combat()

    def set_up(self):
        copies = [card for card, count in self.box["common"].items() for _ in range(count)]
        for cards in self.box["rubble"][:len(self.players)]:
            self.unseen += [card for card, count in cards.items() for _ in range(count)]
        if self.reads("SUD-68", "unlimited"):
            self.unseen += copies
            copies = list(self.box["common"])
        for player in self.players:
            self.start_with(player, self.unique[player])
        for player in self.clockwise(self.first):
            for _ in range(self.box["commons_solo"] if self.alone else self.box["commons"]):
                if copies:
                    weapon = yield from self.choose(("choose", player), copies)
                    if not self.reads("SUD-68", "unlimited"):
                        copies.remove(weapon)
                    self.start_with(player, weapon)
        if self.reads("SUD-68", "one-copy-rest-to-rubble"):
            self.unseen += copies
        self.fill()

    def start_with(self, player, weapon):
        self.inventory[player].append(weapon)
        self.started.append((player, weapon))

    def end_of_combat(self):
        for card in self.line:
            card["removed"] = False
            card["acted"] = False
            if self.reads("SUD-52", "resets") and card["type"] != "survivor":
                card["damage"] = 0
        self.supply["grenade"] = self.box["grenades"]
        self.first = self.left_of(self.first)
        if self.round >= self.box["rounds"] and all(card["type"] == "survivor" for card in self.line):
            self.outcome = "won"
            raise Over

    # Search

    def search(self, late):
        self.phase = "search"
        self.holder = self.drawer = None
        revealed = False
        passes = 0
        player = self.first
        while True:
            options = [("draw",), *self.tidying(player)]
            if self.reads("SUD-66", "may-pass") and passes < len(self.players) - 1:
                options.append(("pass",))
            answer = yield from self.choose(("search", player), options)
            if answer == ("pass",):
                passes += 1
                player = self.left_of(player)
                continue
            if answer == ("rearrange",):
                yield from self.rearrange(player)
                continue
            passes = 0
            if self.on_top:
                is_wave = True
            else:
                is_wave = yield from self.chance(("wave",), {True: 1, False: self.in_active()})
            if not is_wave:
                yield from self.draw_active()
                yield from self.find(player)
                player = self.left_of(player)
                continue
            self.on_top = False
            self.drawer = player
            if not late and self.assaults and (not revealed or self.reads("SUD-59", "each-draw")):
                revealed = True
                assault = yield from self.chance(("assault",), counted(self.assaults))
                self.assaults.remove(assault)
                self.to_lay_out.append(assault)
                if self.reads("SUD-10", "at-reveal"):
                    yield from self.lay_out()
            others = self.in_active() > 0
            options = [("accept",)]
            if others or late or self.reads("SUD-12", "draw-nothing"):
                options.append(("delay",))
            answer = yield from self.choose(("wave-choice", player), options)
            if answer == ("accept",):
                self.holder = player
                yield from self.lay_out()
                return
            self.hurt(player, 1)
            self.check()
            if others:
                yield from self.draw_active()
                yield from self.find(player, harmless=self.reads("SUD-13", "added-only"))
            if self.reads("SUD-16", "next-player") or (late and not others):
                player = self.left_of(player)

    def lay_out(self):
        """The enemies of the Assault cards that were revealed, all shuffled together."""
        waves = [self.box["waves"][card] for card in self.to_lay_out]
        self.to_lay_out = []
        yield from self.lay_out_cards({kind: sum(wave[kind][len(self.players) - 1] for wave in waves)
                                       for kind in self.box["thresholds"]})

    def kind(self, card):
        """The type of a Horde card."""
        return next(kind for kind in self.box["thresholds"] if card == kind or card.startswith(kind + "-"))

    def lay_out_cards(self, wanted):
        old = {kind: [card for card in self.horde if self.kind(card) == kind] for kind in wanted}
        new = {kind: [] for kind in wanted}
        if self.reads("SUD-18b", "reshuffled"):
            new = {kind: [card for card in self.horde_discards if self.kind(card) == kind] for kind in wanted}
        still = {kind: min(wanted[kind], len(old[kind]) + len(new[kind])) for kind in wanted}
        if self.reads("SUD-18", "substitute"):
            missing = 0
            for kind in WEAKER:
                still[kind] = min(wanted[kind] + missing, len(old[kind]) + len(new[kind]))
                missing += wanted[kind] - still[kind]
        for kind in wanted:
            if still[kind] > len(old[kind]):  # a new pile
                self.horde += new[kind]
                for card in new[kind]:
                    self.horde_discards.remove(card)
        # What may be left of the old and the new pile, with the chance of it: both hold cards of the same word.
        worlds = {kind: [(1, old[kind], new[kind])] for kind in wanted}
        while sum(still.values()):
            kind = yield from self.chance(("type",), still)
            after = {}
            for card in sorted(set(old[kind] + new[kind])):
                after[card] = self.drawn_from(worlds[kind], card, still[kind])
            weights = {card: sum(chance for chance, _, _ in found) for card, found in after.items()}
            card = yield from self.chance(("enemy", kind), weights)
            worlds[kind] = [(Fraction(chance) / weights[card], *piles) for chance, *piles in after[card]]
            self.horde.remove(card)
            still[kind] -= 1
            self.line.append({"card": card, "type": kind, "damage": 0, "spears": 0, "removed": False, "acted": False})

    def drawn_from(self, worlds, card, still):
        """What may be left when that card is next on the line, of so many of its type that are still to come: all of the old
        pile, the rest from the new one, in random order."""
        found = []
        for chance, old, new in worlds:
            late_ones = still - len(old)
            if card in old:
                found.append((chance * old.count(card), without(old, card), new))
            if card in new and late_ones > 0:
                found.append((chance * new.count(card) * Fraction(late_ones, len(new)), old, without(new, card)))
        return found

    # Trade

    def can_accept(self, player, giver, card):
        if self.reads("SUD-19", "cannot-accept") and self.slots(self.inventory[player] + [card]) > self.limit:
            return False
        return self.can_make_room(player, giver, card)

    def can_make_room(self, player, giver, card):
        after = self.inventory[player] + [card]
        if self.slots(after) <= self.limit:
            return True
        inside = self.backpack[giver if card == "backpack" else player]
        for other in set(after):
            if other == "backpack":
                if all(self.may_drop(player, content) for content in inside):
                    return True
            elif self.may_drop(player, other):
                return True
            elif "backpack" in after and len(inside) + after.count(other) <= BACKPACK_ROOM:
                return True
        return False

    def receivers(self, giver, card):
        return [player for player in self.players if player != giver and self.can_accept(player, giver, card)]

    def trade(self):
        self.phase = "trade"
        self.gave = []
        while True:
            options = [("done",)]
            for player in self.players:
                for card in self.inventory[player]:
                    if player not in self.gave and self.receivers(player, card):
                        options.append(("give", player, card))
                    if card in FOOD:
                        options.append(("eat", player, card))
                options += [("rearrange", player) for _ in self.tidying(player)]
            answer = yield from self.choose(("trade",), options)
            if answer == ("done",):
                self.gave = []
                return
            if answer[0] == "give":
                yield from self.give(answer[1], answer[2])
            elif answer[0] == "eat":
                yield from self.eat(answer[1], answer[2])
            else:
                yield from self.rearrange(answer[1])

    def give(self, giver, card):
        receiver = yield from self.choose(("to", giver, card), self.receivers(giver, card))
        self.gave.append(giver)
        self.inventory[giver].remove(card)
        self.inventory[receiver].append(card)
        if card == "backpack":
            self.backpack[receiver] = self.backpack[giver]
            self.backpack[giver] = []
        if self.is_over(receiver):
            yield from self.rearrange(receiver)

    def eat(self, player, food):
        self.discard(player, food)
        healed = player
        if self.reads("SUD-21", "anyone"):
            healed = yield from self.choose(("heal",), self.players)
        self.health[healed] = min(self.full[healed], self.health[healed] + FOOD[food])

    # Combat: a player's turn

    def combat(self):
        self.phase = "combat"
        for player in self.clockwise(self.first):
            yield from self.turn(player)
        self.phase = "enemies"
        yield from self.enemies()

    def perks(self, player):
        """The Perks that count now, as (which, what)."""
        board = self.box["boards"][self.box["characters"][player]]
        found = [("main", board["main"])]
        if player == self.first:
            found.append(("first", board["first"]))
        return found

    def perk_count(self, player, what):
        return [perk for _, perk in self.perks(player)].count(what)

    def unused_perks(self, player):
        return [(player, which) for which, perk in self.perks(player)
                if perk == "tireless" and (player, which) not in self.perks_used]

    def targets(self):
        return [at for at, card in enumerate(self.line) if not card["removed"]]

    def enemies_there(self):
        return [at for at in self.targets() if self.line[at]["type"] != "survivor"]

    def attacks(self, player):
        """The weapons with which the player can attack."""
        if not self.targets():
            return []
        found = []
        for card in self.inventory[player]:
            weapon = card
            if weapon not in self.weapons:
                continue
            ammo = self.weapons[weapon]["ammo"]
            if ammo != "none" and ammo not in self.inventory[player]:
                continue
            if self.reads("SUD-69", "owner-only") and weapon in UNIQUE.values() and weapon != self.unique[player]:
                continue
            found.append(weapon)
        return found

    def crafts(self, player):
        found = []
        for token, (one, other) in RECIPES.items():
            if one in self.inventory[player] and other in self.inventory[player] and self.supply[token] > 0:
                if token in ("barricade", "trap") or self.enemies_there():
                    found.append(token)
        return found

    def cheerers(self, player, cheers):
        if cheers and self.reads("SUD-74", "one-a-turn"):
            return []
        return [other for other in self.players if other != player and "cheer" in self.inventory[other]
                and (other != self.holder or self.reads("SUD-36", "holder-too"))]

    def turn(self, player):
        self.actions = {"any": 1, "attack": 0, "craft": 0}
        cheers = 0
        while True:
            options = [("end",), *self.tidying(player)]
            if self.actions["any"] or self.actions["attack"]:
                options += [("attack", weapon) for weapon in self.attacks(player)]
            if self.actions["any"] or self.actions["craft"]:
                options += [("craft", token) for token in self.crafts(player)]
            options += [("energy", card) for card in self.inventory[player] if card in ("energy-red", "energy-green")]
            options += [("cheer", other) for other in self.cheerers(player, cheers)]
            if self.unused_perks(player):
                options.append(("perk",))
            answer = yield from self.choose(("turn", player), options)
            if answer == ("end",):
                break
            if answer[0] == "attack":
                self.spend("attack")
                yield from self.attack_with(player, answer[1])
            elif answer[0] == "craft":
                self.spend("craft")
                yield from self.craft(player, answer[1])
            elif answer[0] == "energy":
                self.discard(player, answer[1])
                self.hurt(player, 1)
                self.check()
                what = "attack" if answer[1] == "energy-red" else "craft"
                if self.reads("SUD-23", "free-choice"):
                    what = yield from self.choose(("colour",), ["attack", "craft"])
                self.actions[what] += 1
            elif answer[0] == "cheer":
                self.discard(answer[1], "cheer")
                self.holder = answer[1]
                self.actions["any"] += 1
                cheers += 1
            elif answer[0] == "perk":
                self.perks_used.append(self.unused_perks(player)[0])
                self.actions["any"] += 1
            else:
                yield from self.rearrange(player)
        self.actions = None

    def spend(self, what):
        self.actions[what if self.actions[what] else "any"] -= 1

    # Combat: attacks

    def attack_with(self, player, weapon):
        sheet = self.weapons[weapon]
        at = yield from self.choose(("aim",), self.targets())
        loaded = 0
        if sheet["ammo"] != "none":
            loaded = yield from self.choose(("load",), range(1, self.inventory[player].count(sheet["ammo"]) + 1))
            for _ in range(loaded):
                self.discard(player, sheet["ammo"])
        target = self.line[at]
        draws = sheet["cards"] + loaded + self.perk_count(player, "keen")
        yield from self.attack(player, target, target["spears"], sheet["damage"], sheet["splash"], draws)

    def plays(self, player, focused, with_cards):
        """The Special cards that an attack may be helped with."""
        found = []
        for card in ("focus", "blood-lust", "vitality"):
            if card not in self.inventory[player] or (card == "focus" and focused) or (card == "vitality" and not with_cards):
                continue
            found.append(("play", card))
        return found

    def attack(self, player, target, spears, damage, splash, draws, with_cards=True):
        """A player's attack. Without cards (SUD-76) neither draws nor Vitality Pills."""
        damage += self.perk_count(player, "strong")
        splash += self.perk_count(player, "wild")
        focused = False
        extra = 0
        if self.reads("SUD-33", "once"):
            spears = min(1, spears)
        while self.reads("SUD-73", "before-the-draw"):
            answer = yield from self.choose(("prepare",), [("go",), *self.plays(player, focused, with_cards)])
            if answer == ("go",):
                break
            self.discard(player, answer[1])
            if answer[1] == "focus":
                focused = True
            elif answer[1] == "vitality":
                extra += 2
            else:
                splash += 1
                self.hurt(player, 1)
                self.check()
        yield from self.draw_combat(draws + extra)
        while True:
            options = [("apply", card) for card in self.drawn]
            if (not self.drawn or self.reads("SUD-24", "may-decline")
                    or (draws == 0 and self.reads("SUD-72", "may-decline"))):
                options.append(("apply", None))
            if self.reads("SUD-73", "after-the-draw"):
                options += self.plays(player, focused, with_cards)
            if self.reads("SUD-26", "whole-draw"):
                options += self.luckies()
            answer = yield from self.choose(("strike",), options)
            if answer[0] == "apply":
                applied = answer[1]
                break
            if answer[0] == "lucky":
                yield from self.lucky(answer[1], answer[2])
                continue
            self.discard(player, answer[1])
            if answer[1] == "focus":
                focused = True
            elif answer[1] == "vitality":
                yield from self.draw_combat(2)
            else:
                splash += 1
                self.hurt(player, 1)
                self.check()
        total = self.total(damage, applied, spears)
        if applied is not None:
            splash += self.box["combat_sheets"][applied]["splash"]
        if splash and self.reads("SUD-80", "splash-too"):
            splash += spears
        left, right = self.adjacent_enemies(target)
        shares = (0, 0)
        if focused and total and (left or right):
            splits = [(one, other) for one in range(total + 1) for other in range(total + 1 - one)
                      if (left or one == 0) and (right or other == 0)]
            shares = yield from self.choose(("split",), splits)
        dealt = [(target, total - sum(shares))]
        if shares[0]:
            dealt.append((left, shares[0]))
        if shares[1]:
            dealt.append((right, shares[1]))
        if self.reads("SUD-79", "if-damaged") and total - sum(shares) == 0:
            splash = 0
        self.hurt(player, self.backlash(applied))
        finds = applied is not None and self.box["combat_sheets"][applied]["finds"]
        self.deal(target, dealt, splash)
        if finds:
            if self.reads("SUD-71", "reserve"):
                if len(self.unseen) > self.active_unknown:
                    yield from self.draw_reserve()
                    yield from self.find(player)
            elif self.in_active():
                yield from self.draw_active()
                yield from self.find(player)

    def total(self, fixed, card, bonus):
        """The damage to the target."""
        if card is not None:
            sheet = self.box["combat_sheets"][card]
            if sheet["crossed"]:
                if self.reads("SUD-62", "x-replaces"):
                    return 0
            else:
                fixed += sheet["damage"]
        if self.reads("SUD-44", "clamp-cards-first"):
            return max(0, fixed) + bonus
        return max(0, fixed + bonus)

    def backlash(self, applied):
        """The damage to who drew the cards."""
        if self.reads("SUD-61", "every-drawn"):
            return sum(self.box["combat_sheets"][card]["hurts"] for card in self.drawn)
        return 0 if applied is None else self.box["combat_sheets"][applied]["hurts"]

    # Crafting

    def craft(self, player, token):
        for ingredient in RECIPES[token]:
            self.discard(player, ingredient)
        if token == "barricade":
            self.supply[token] -= 1
            self.barricades[player] += 1
        elif token == "trap":
            self.supply[token] -= 1
            self.traps[player] += 1
        else:
            at = yield from self.choose(("place", token), self.enemies_there())
            self.supply[token] -= 1
            target = self.line[at]
            if token == "grenade":
                for card in [target, *self.adjacent_enemies(target)]:
                    if card is not None:
                        card["removed"] = True
            else:
                before = target["spears"]
                target["spears"] += 1
                if self.reads("SUD-76", "spear-attacks"):
                    yield from self.attack(player, target, before, SPEAR_DAMAGE, 0, 0, with_cards=False)
                else:
                    target["damage"] += SPEAR_DAMAGE
                    self.clear()

    # Combat cards

    def luckies(self):
        return [("lucky", player, card) for player in self.players if "lucky" in self.inventory[player]
                for card in sorted(set(self.drawn))]

    def lucky(self, player, card):
        self.discard(player, "lucky")
        self.drawn.remove(card)
        self.combat_discards.append(card)
        yield from self.draw_combat(1)

    def draw_combat(self, count):
        """Combat cards are drawn one by one."""
        for _ in range(count):
            if not self.deck:
                self.deck, self.combat_discards = self.combat_discards, []
            if not self.deck:
                return
            card = yield from self.chance(("combat",), counted(self.deck))
            self.deck.remove(card)
            self.drawn.append(card)
            if not self.deck and self.reads("SUD-85", "at-once"):
                self.deck, self.combat_discards = self.combat_discards, []
            if self.reads("SUD-26", "card-by-card"):
                options = [("go",)] + [("lucky", player) for player in self.players if "lucky" in self.inventory[player]]
                answer = yield from self.choose(("luck", card), options)
                if answer != ("go",):
                    yield from self.lucky(answer[1], card)

    # Enemies

    def enemies(self):
        self.target = self.holder if self.reads("SUD-58", "holder") else self.drawer
        self.shields = []  # the Survivors that were attacked
        while True:
            enemy = next((card for card in self.line
                          if card["type"] != "survivor" and not card["removed"] and not card["acted"]), None)
            if enemy is None:
                return
            enemy["acted"] = True
            yield from self.enemy_attack(enemy)

    def attacked_survivor(self):
        """The Survivor on whom the next attack is, if it is on one."""
        survivors = [card for card in self.line if card["type"] == "survivor"]
        fresh = [card for card in survivors if not any(card is other for other in self.shields)]
        if self.reads("SUD-39", "one-attack-each"):
            return fresh[0] if fresh else None
        if not survivors or (self.reads("SUD-39", "shield-holder") and self.target != self.holder):
            return None
        if self.reads("SUD-40", "same-until-dead"):
            return survivors[0]
        if not fresh:
            self.shields = []
            return survivors[0]
        return fresh[0]

    def enemy_attack(self, enemy):
        survivor = self.attacked_survivor()
        player = self.target
        if survivor is not None:
            self.shields.append(survivor)
            if self.reads("SUD-39", "shield-holder") or self.reads("SUD-40b", "advances"):
                self.target = self.left_of(self.target)
        else:
            self.target = self.left_of(self.target)
            alive = yield from self.spring_traps(enemy, player)
            if not alive:
                return
        yield from self.draw_combat(self.box["horde_sheets"][enemy["card"]]["cards"])
        while self.drawn and self.luckies() and self.reads("SUD-26", "whole-draw"):
            answer = yield from self.choose(("react",), [("go",), *self.luckies()])
            if answer == ("go",):
                break
            yield from self.lucky(answer[1], answer[2])
        fixed = self.box["horde_sheets"][enemy["card"]]["damage"]
        bolster = self.bolster(enemy)
        kept = yield from self.kept(enemy, fixed, bolster, None if survivor else player)
        total = self.total(fixed, kept, bolster)
        splash = 0 if kept is None else self.box["combat_sheets"][kept]["splash"]
        backlash = self.backlash(kept)
        if len(self.drawn) > 1 and self.reads("SUD-60", "target-damage-only"):
            splash = 0
            if self.reads("SUD-61", "applied-only"):
                backlash = 0
        if splash and self.reads("SUD-80", "splash-too"):
            splash += bolster
        if (self.reads("SUD-50", "dies-first") and backlash
                and enemy["damage"] + backlash >= self.box["thresholds"][enemy["type"]]):
            self.deal(enemy, [(enemy, backlash)], 0)
            return
        if survivor is not None:
            yield from self.hit_survivor(enemy, survivor, total, splash, backlash)
        else:
            yield from self.hit_player(enemy, player, total, splash, backlash)

    def spring_traps(self, enemy, player):
        """Whether the enemy is alive after the Traps."""
        while self.traps[player]:
            if self.reads("SUD-47", "choice"):
                answer = yield from self.choose(("trap", player), ["use", "spare"])
                if answer == "spare":
                    return True
            used = self.traps[player] if self.reads("SUD-46", "all-spent") else 1
            self.traps[player] -= used
            self.supply["trap"] += used
            enemy["damage"] += TRAP_DAMAGE * used
            self.clear()
            if not any(card is enemy for card in self.line):
                return False
        return True

    def bolster(self, enemy):
        monsters = [card for card in self.line if card["type"] == "monster"
                    and (not card["removed"] or self.reads("SUD-31", "keep-place"))]
        if enemy["type"] == "monster" and self.reads("SUD-43", "not-monsters"):
            return 0
        return len(monsters)

    def kept(self, enemy, fixed, bolster, player):
        """The Combat card of the enemy that is applied; None if there is none."""
        if not self.drawn:
            return None
        most = max(self.total(fixed, card, bolster) for card in self.drawn)
        best = [card for card in self.drawn if self.total(fixed, card, bolster) == most]
        if self.reads("SUD-45b", "after") and player is not None and self.barricades[player] and enemy["type"] != "brute":
            best = list(self.drawn)
        if self.reads("SUD-45", "random"):
            return (yield from self.chance(("tie",), counted(best)))
        return (yield from self.choose(("tie",), best))

    def blocks(self, enemy, player, damage):
        """Whether a Barricade of the player stops that damage."""
        if damage == 0 or self.barricades[player] == 0 or enemy["type"] == "brute":
            return False
        if self.reads("SUD-48", "choice"):
            answer = yield from self.choose(("block", player), ["use", "spare"])
            if answer == "spare":
                return False
        self.barricades[player] -= 1
        self.supply["barricade"] += 1
        return True

    def hit_player(self, enemy, player, damage, splash, backlash):
        if (yield from self.blocks(enemy, player, damage)):
            damage = 0
        if damage == 0 and self.reads("SUD-79", "if-damaged"):
            splash = 0
        self.hurt(player, damage)
        for other in self.players:
            if other != player and (self.left_of(other) == player or self.left_of(player) == other):
                self.hurt(other, splash)
        self.deal(enemy, [(enemy, backlash)], 0)
        if enemy["type"] == "raider" and damage:
            yield from self.lose_one(player, to_raider=True)

    def hit_survivor(self, enemy, survivor, damage, splash, backlash):
        spilt = 0
        if self.reads("SUD-41", "spills-to-holder"):
            spilt = max(0, damage - (self.box["thresholds"]["survivor"] - survivor["damage"]))
            if (yield from self.blocks(enemy, self.holder, spilt)):
                spilt = 0
        if self.reads("SUD-28", "none") or (damage == 0 and self.reads("SUD-79", "if-damaged")):
            splash = 0
        self.hurt(self.holder, spilt)
        self.deal(survivor, [(survivor, damage), (enemy, backlash)], splash)
        if enemy["type"] == "raider" and spilt:
            yield from self.lose_one(self.holder, to_raider=True)
