"""A naive twin of Until Daylight, written from the rulebook and the rulings of its doubts alone.

It exists to disagree with the model: it shares no code with it, only the component data of the edition and the readings of the
rulebook (``UDL-nn``).

    twin = Twin(edition("ledger/editions/edition-short.toml"))
    while twin.outcome is None:
        twin.take(twin.options()[0])

* ``request`` is what is asked now, with ``kind`` and ``seat``, ``None`` after the end; ``options()`` are the possible answers,
  ``weights()`` their chances (``None`` for a decision; whole numbers, not normed), ``take`` answers.
  **What has only one possible answer is not asked.** ``CHANCES`` are the kinds of requests that are chance.
* Players are ``player-1`` ..., clockwise in this order. A card is its word in the edition. A pile is a list, in no order, an area
  a list of words from left to right. ``table()["turn"]`` is None outside turns, but the active player during the release.
* After the end only ``outcome`` and the conservation of cards are promised.

What neither the rulebook nor a reading nor the list of questions settles, and how it is done here:

 Cards and inventories
 1. ``keep`` is asked as soon as a player has two Secondary Objectives, before the next player is dealt any.
 2. Cards used in an attack (Ammo, declared ones, those played after the roll) leave the inventory at once, and lie in ``used``
    until all dice are assigned: a pile renewed before that has none of them. An Event that the gong may interrupt lies in
    ``open``; it is discarded when its effect begins, before anything is asked. All other used cards are discarded at once.
 3. Drawing is an action only while a card can be had. A pile is renewed when a card of it is needed, not when the last one
    goes.
 4. A theft is of one card, Ammo too. Pickpocket is discarded first.
 5. Food counts the Advantage ``meals`` of who uses it, whoever eats. It may be used at full Health.
 6. UDL-64 basic-kept: the basic weapon cannot be taken either. Who has too much may discard any other card, also one that frees
    no place, and the weapon or Vest in use.
 7. UDL-07 active-only: the discarding is done when the turn begins, before the tick. The active player is in turn during the
    release; nobody is while enemies attack.
 8. UDL-65 next-pick-up: the extra places stay until a card comes to that player, in whatever way but as an Event.
 Search
 9. The tick of an open Event is between its draw and its effect; a gong then catches the player in turn, whatever UDL-02 says.
    The tick of a moment at which the gong cannot come is counted too.
 Release
10. UDL-18 infected-only: the wave is laid first. ``added`` joins the right end of the wave, not of the area (UDL-20 put-left).
    An empty pile is renewed for it; with no Infected in the pile none comes. The last Infected is that of the cards just laid.
11. UDL-19 and UDL-28 damage-order: nothing is asked, each damage goes where it must. The order is as written there, whatever
    UDL-41 says. UDL-69 unusable: Vests do not work there either.
12. UDL-33 at-once and the win of the last fight: not while the wave is being laid.
 Players' attacks
13. Dice: base, cards, Advantage and drawback are added up, then raised to one, then cut to six. The unarmed die is melee in all
    respects (Advantage, drawback, noise, bar).
14. Any area with a Horde card can be aimed at, Survivors alone too. A pass gives up attacks that are left, too.
15. Focus without a miss and Bloodlust without a body do nothing and are discarded. Energy Drink needs a miss.
16. Killed cards go to the discard pile or to the board at once, and experience, Objectives and the lead are counted then, not
    when the attack ends.
17. UDL-62 at-the-kill: after a kill that earned cards ``result`` is asked again, of the dice that are left, if Horde cards are
    left. X's have hurt before the first kill; those of a later Lucky do not.
18. UDL-29 in-line: a Survivor is hit by ``("hit", sign)``; ``stop`` needs UDL-30 may-stop while a card is left.
19. UDL-81 full-damage: two bodies are given to a Survivor at once, who stands before the front enemy.
20. UDL-31 exact-only is about the front card; Survivors passed over may be shot with any die. Dice that cannot kill are still
    asked for one by one.
21. The number of cards for a Monster counts Advantages at the kill, before the Monster's own experience.
22. After the last die: used cards are discarded, cards drawn, then the noise draws Infected.
23. UDL-63 own-area-too: shots only, with UDL-34 for what is noisy, and from one area only.
 Survivors, win and loss
24. Survivors of several areas are saved at the same time, as the ruling on UDL-104 says: the lead is looked at after all, as is
    what interrupts.
25. UDL-56 attacker: who killed the enemy that was the last there, Traps included. If noise took the last ones away, nobody did.
    A new enemy or a new round makes it forgotten.
26. UDL-33 end-of-combat: in the last fight at the end of each cycle.
27. UDL-13 none-to-come is looked at when a Survivor goes to the discard pile and when a wave is laid. One can come if
    one is in the pile, or, if it is renewed, in the discard pile. After the last wave only by a Noise: there must be one in the
    Rubble pile, or in the discards if these are renewed, and UDL-61 must be at-once.
28. The last fight ends at the kill of the last enemy, before cards are drawn, whatever dice are left.
 Enemies
29. Cards for the kills of Traps are drawn after each Trap. ``spring`` is asked for each Trap until ``False``; UDL-49 same-card:
    once for all of them.
30. UDL-71 survivor-hit goes before UDL-48: the Survivor who is leftmost is hit, whoever attacks first.
31. UDL-38 no-reward: Objectives do not count the kill either, as the ruling says.
32. X's of Raiders kill first, before bodies and heads are dealt; the leftmost Survivor dies, always.
33. UDL-45 pooled: what the last roll of the Raiders leaves of six dice is the first roll of the Infected.
34. UDL-44 carry: the body counts in the next roll in every respect, on Barricades too (UDL-43 within-wave).
35. UDL-46 every-damage: heads and pairs of bodies of the roll, before anything is absorbed.
36. UDL-43 accumulates: a Barricade takes two bodies at a time if it can, else one. UDL-58 bodies-first: with one body and a
    head on a whole Barricade the head, with one on a cracked one the body. A Vest takes full damage only, the player's choice.
37. ``give-up`` is asked of nobody in particular.
"""

from tests.agreement.until_daylight_twin_table import (
    AMMO,
    EVENTS,
    FOOD,
    FROM_ENEMIES,
    HELPS,
    INFECTED,
    MOST_DICE,
    READINGS,
    VITALITY_DICE,
    Over,
    Table,
    edition,
    rolls,
)

__all__ = ["CHANCES", "READINGS", "Twin", "edition"]

CHANCES = ("objective", "gong", "rubble", "horde", "added", "fate", "roll", "reroll", "enemy-roll")


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

    # The game

    def game(self):
        yield from self.set_up()
        while True:
            self.round += 1
            self.cleared_by = dict.fromkeys(self.players)
            caught = yield from self.search()
            yield from self.release(caught)
            first = self.active
            while True:
                yield from self.characters_attack(first)
                if self.reads("UDL-33", "before-enemies-attack"):
                    self.save(self.clockwise(first))
                    yield from self.settle()
                yield from self.enemies_attack(first)
                if self.reads("UDL-33", "end-of-combat"):
                    self.save(self.clockwise(first))
                    yield from self.settle()
                if not self.last_fight:
                    break
                if self.reads("UDL-52", "rotates"):
                    first = self.left_of(first)
            self.starter = self.left_of(self.active)
            self.active = None

    def set_up(self):
        left = dict(self.box["secondary"])
        if sum(left.values()) < 2 * len(self.players):
            return
        for player in self.players:
            dealt = []
            for _ in range(2):
                name = yield from self.chance("objective", left)
                left[name] -= 1
                dealt.append(name)
            self.secondary[player] = yield from self.choose("keep", player, dealt)

    # Search

    def search(self):
        """Who is caught by the gong."""
        self.tick = 0
        turns = 0
        player = self.starter
        while True:
            self.turn = player
            turns += 1
            yield from self.settle()
            if (yield from self.gong()):
                return player
            if (yield from self.search_turn(player)):
                return player
            rung = (yield from self.gong()) if self.reads("UDL-01", "any-tick") else turns == self.box["turns"]
            if rung:
                return player if self.reads("UDL-02", "turn-holder") else self.left_of(player)
            player = self.left_of(player)

    def gong(self):
        """Whether the gong comes at this tick."""
        if self.reads("UDL-01", "after-fixed-turns"):
            return False
        now, later = self.box["gong"][self.tick], sum(self.box["gong"][self.tick + 1:])
        self.tick += 1
        answer = yield from self.chance("gong", {"yes": now, "no": later})
        return answer == "yes"

    def search_turn(self, player):
        """The action; whether the gong came while an Event was open."""
        options = [("draw",)] if self.can_draw() else []
        options += self.actions(player)
        if self.reads("UDL-74", "may-pass") or not options:
            options.append(("pass",))
        answer = yield from self.choose("act", player, options)
        rung = False
        if answer == ("draw",):
            card = yield from self.draw()
            if card in EVENTS:
                self.open.append(card)
                rung = yield from self.gong()
                self.open.remove(card)
                if rung and self.reads("UDL-03", "drop-event"):
                    self.discards.append(card)
                else:
                    yield from self.event(player, card)
            else:
                self.gain(player, card)
        else:
            yield from self.act(player, answer)
        yield from self.settle()
        return rung

    # Actions of both phases

    def act(self, player, answer):
        what = answer[0]
        if what == "craft":
            token = answer[1]
            for card in self.box["recipes"][token]:
                self.discard(player, card)
            self.supply[token] -= 1
            self.tokens[token][player] += 1
            self.does(player, "tokens")
            self.look_for_leader()
        elif what in ("give", "take"):
            giver, receiver = (player, answer[1]) if what == "give" else (answer[1], player)
            number = 1
            if answer[2] in AMMO:
                number = yield from self.choose("number", player, range(1, self.items[giver].count(answer[2]) + 1))
            self.move(giver, receiver, answer[2], number)
        elif what == "steal":
            self.discard(player, "pickpocket")
            if answer[2] == "symbol" and self.reads("UDL-60", "extra-point"):
                self.stolen[player] += 1
            self.move(answer[1], player, answer[2])
        elif what == "eat":
            eater = player
            if self.reads("UDL-67", "anyone"):
                eater = yield from self.choose("whom", player, self.players)
            self.discard(player, answer[1])
            self.heal(eater, FOOD[answer[1]] + self.advantage(player, "meals"))

    # Combat: the release

    def release(self, caught):
        self.active = self.turn = caught
        side = yield from self.chance("fate", self.box["fate"])
        if side == "discard":
            self.losses.append(caught)
        elif side == "draw":
            self.draws.append(caught)
        elif side == "heal":
            self.heal(caught, 1)
        elif side == "hurt":
            self.full_damage(caught, 1, "fate", self.reads("UDL-19", "damage-order"))
        yield from self.settle()
        yield from self.wave(side)
        self.turn = None
        if self.round == self.box["rounds"]:
            self.last_fight = True
            self.look_for_end()
        self.look_for_hope()
        self.save_at_once()
        yield from self.settle()

    def wave(self, side):
        wanted = len(self.players) + self.round
        if self.reads("UDL-18", "any-card"):
            wanted += {"more": 1, "fewer": -1}.get(side, 0)
        line = self.areas[self.active]
        start = at = len(line) if self.reads("UDL-20", "appended-right") else 0
        for _ in range(wanted):
            card = yield from self.horde_card()
            if card is None:
                break
            self.join(self.active, card, at)
            at += 1
        if self.reads("UDL-18", "any-card"):
            return
        if side == "more":
            self.renew_horde()
            there = {card: self.horde.count(card) for card in INFECTED}
            if any(there.values()):
                card = yield from self.chance("added", there)
                self.horde.remove(card)
                self.join(self.active, card, at)
        elif side == "fewer":
            infected = [place for place in range(start, at) if line[place] in INFECTED]
            if infected:
                self.horde_discards.append(line.pop(infected[-1]))

    # Combat: the characters' attack

    def characters_attack(self, first):
        for player in self.clockwise(first):
            self.turn = player
            yield from self.settle()
            yield from self.combat_turn(player)
        self.turn = None

    def combat_turn(self, player):
        action, attacks = True, 0
        while action or attacks or "energy-shot" in self.items[player]:
            options = self.actions(player) if action else []
            if action or attacks:
                options += self.attacks(player)
            free = self.reads("UDL-22", "free") and self.box["free_attack"]
            if "energy-shot" in self.items[player] and (action or free) and not attacks:
                options.append(("energy-shot",))
            options.append(("pass",))
            answer = yield from self.choose("act", player, options)
            if answer == ("pass",):
                return
            if answer == ("energy-shot",):
                self.discard(player, "energy-shot")
                attacks += 1
                action = action and free
            elif answer[0] in ("attack", "attack-unarmed"):
                if attacks:
                    attacks -= 1
                else:
                    action = False
                yield from self.attack(player, answer[1] if answer[0] == "attack" else None)
            else:
                action = False
                yield from self.act(player, answer)
            yield from self.settle()

    def attack(self, player, weapon):
        ranged = self.is_ranged(weapon)
        area = yield from self.choose("aim", player, self.aims(player, weapon))
        if ranged:
            ammo = self.box["weapons"][weapon]["ammo"]
            dice = yield from self.choose("load", player, range(1, self.items[player].count(ammo) + 1))
            for _ in range(dice):
                self.use(player, ammo)
        else:
            dice = 1 if weapon is None else self.box["weapons"][weapon]["dice"]
        declared = []
        while True:
            options = [("declare", card) for card in HELPS if card in self.items[player]]
            answer = yield from self.choose("prepare", player, [*options, ("roll",)])
            if answer == ("roll",):
                break
            self.use(player, answer[1])
            declared.append(answer[1])
        bonus = "ranged-die" if ranged else "melee-die"
        dice += VITALITY_DICE * declared.count("vitality") + self.advantage(player, bonus) - self.drawback(player, bonus)
        dice = min(MOST_DICE, max(1, dice))
        misses, bodies, heads = yield from self.chance("roll", rolls(dice, self.box["sides"]))
        shown = {"miss": misses, "body": bodies, "head": heads}
        for _ in range(declared.count("focus")):
            self.turn_die(shown, "miss", "body")
        for _ in range(declared.count("bloodlust")):
            self.turn_die(shown, "body", "head")
        yield from self.change_result(player, shown)
        if ranged and area != player and shown["miss"]:
            number = shown["miss"] if self.reads("UDL-27", "per-x") else 1
            self.full_damage(area, number, "friend", self.reads("UDL-28", "damage-order"))
            yield from self.settle()
        self.due = 0  # cards to be drawn after the attack
        kills = yield from self.assign(player, area, shown)
        self.discards += self.used
        self.used = []
        if weapon is not None and not self.box["weapons"][weapon]["kept"] and weapon in self.may_go(player):
            self.discard(player, weapon)
        self.draws += [player] * self.due
        yield from self.settle()
        noisy = not ranged or self.box["weapons"][weapon]["noisy"] or self.reads("UDL-34", "any-ranged")
        if noisy:
            self.attract(player, area, ranged, len([card for card in kills if card in INFECTED]))
        yield from self.settle()

    @staticmethod
    def turn_die(shown, sign, other):
        if shown[sign]:
            shown[sign] -= 1
            shown[other] += 1

    def change_result(self, player, shown):
        """Cards that are played after the roll."""
        while True:
            options = []
            if "lucky" in self.items[player]:
                options += [("lucky", sign) for sign in shown if shown[sign]]
            if "energy-drink" in self.items[player] and shown["miss"]:
                options.append(("energy-drink",))
            answer = yield from self.choose("result", player, [*options, ("stand",)])
            if answer == ("stand",):
                return
            self.use(player, answer[0])
            if answer[0] == "lucky":
                sign = yield from self.chance("reroll", self.box["sides"])
                self.turn_die(shown, answer[1], sign)
            else:
                self.turn_die(shown, "miss", "body")

    def signs_for(self, card, taken, shown):
        """The dice that may be given to the front enemy."""
        signs = [sign for sign in ("body", "head") if shown[sign]]
        if self.reads("UDL-31", "overkill-allowed"):
            return signs
        fitting = []
        for bodies, heads in self.ends(card):
            bodies, heads = bodies - taken["body"], heads - taken["head"]
            if 0 <= bodies <= shown["body"] and 0 <= heads <= shown["head"]:
                fitting += ["body"] * (bodies > 0) + ["head"] * (heads > 0)
        return fitting or signs

    def assign(self, player, area, shown):
        """The damage is dealt, die by die; the cards that were killed."""
        kills = []
        taken = {"body": 0, "head": 0}  # by the front enemy
        line = self.areas[area]
        two = 2 if self.reads("UDL-81", "full-damage") else 1  # bodies that kill a Survivor
        while line and (shown["body"] or shown["head"]):
            enemies = self.enemies_in(area)
            in_line = self.reads("UDL-29", "in-line")
            front = 0 if in_line else (enemies[0] if enemies else None)
            options = []
            if front is not None:
                options += [("hit", sign) for sign in self.signs_for(line[front], taken, shown)]
            if not in_line and line[0] == "survivor":
                options += [("shoot-survivor", sign) for sign, least in (("body", two), ("head", 1)) if shown[sign] >= least]
            if front is None or self.reads("UDL-30", "may-stop"):
                options.append(("stop",))
            answer = yield from self.choose("assign", player, options)
            if answer == ("stop",):
                break
            if answer[0] == "shoot-survivor":
                shown[answer[1]] -= two if answer[1] == "body" else 1
                self.kill(player, area, 0)
                yield from self.settle()
                continue
            shown[answer[1]] -= 1
            taken[answer[1]] += 1
            if not self.is_dead(line[front], taken):
                continue
            taken.update(body=0, head=0)
            earned = self.earned(player, line[front])
            kills.append(self.kill(player, area, front))
            kept = self.reads("UDL-62", "at-the-kill")
            if kept:
                self.draws += [player] * earned
            else:
                self.due += earned
            yield from self.settle()
            if kept and earned and line:
                yield from self.change_result(player, shown)
        return kills

    def earned(self, player, card):
        """How many Rubble cards the kill earns."""
        number = self.box["cards"][card]
        if card == "raider" and self.drawback(player, "no-raider-card"):
            return 0
        if card == "monster":
            number += self.advantage(player, "finds") - self.drawback(player, "monster-card")
        return max(0, number)

    def attract(self, player, area, ranged, number):
        """Infected come to the noise."""
        source = area
        if area == player:
            if not ranged or self.reads("UDL-63", "others-area-only"):
                return
            with_infected = [other for other in self.clockwise(player)[1:]
                             if any(card in INFECTED for card in self.areas[other])]
            if not with_infected:
                return
            source = with_infected[0]
        line = self.areas[source]
        if self.reads("UDL-37", "infected-only"):
            places = [at for at, card in enumerate(line) if card in INFECTED][:number]
        else:
            places = [at for at, card in enumerate(line[:number]) if card in INFECTED]
        coming = [line[at] for at in places]
        for at in reversed(places):
            del line[at]
        for at, card in enumerate(coming):
            self.join(player, card, at if self.reads("UDL-36", "put-left") else None)
        self.save_at_once()

    # Combat: the enemies' attack

    def enemies_attack(self, first):
        for player in self.clockwise(first):
            if self.reads("UDL-49", "one-by-one"):
                yield from self.traps_one_by_one(player)
            else:
                yield from self.traps_on_one_card(player)
            carried = {"raider": 0, "infected": 0}
            for source, dice in self.rolls_in(player):
                roll = yield from self.chance("enemy-roll", rolls(dice, self.box["sides"]))
                yield from self.enemy_damage(player, source, roll, carried)

    def springs(self, player):
        if self.reads("UDL-50", "mandatory"):
            return True
        return (yield from self.choose("spring", player, [True, False]))

    def trap_target(self, area):
        """The place of the card that a Trap hits."""
        raiders = [at for at in self.enemies_in(area) if self.areas[area][at] == "raider"]
        if self.reads("UDL-71", "survivor-hit") and self.areas[area][0] == "survivor":
            return 0
        return raiders[0] if raiders and self.reads("UDL-48", "first-attacker") else self.enemies_in(area)[0]

    def traps_one_by_one(self, player):
        on_it = 0  # the heads of earlier Traps on the card that is first
        for _ in range(self.tokens["trap"][player]):
            if not self.enemies_in(player) or not (yield from self.springs(player)):
                return
            self.spend_token(player, "trap")
            on_it = on_it + 1 if self.reads("UDL-32", "traps-stack") else 1
            if (yield from self.trap_hits(player, on_it)):
                on_it = 0

    def traps_on_one_card(self, player):
        if not self.enemies_in(player):
            return
        number = self.tokens["trap"][player]
        if number and not (yield from self.springs(player)):
            number = 0
        for _ in range(number):
            self.spend_token(player, "trap")
        if number:
            yield from self.trap_hits(player, number if self.reads("UDL-32", "traps-stack") else 1)

    def trap_hits(self, player, heads):
        """Whether the card that a Trap hits dies."""
        at = self.trap_target(player)
        if not self.is_dead(self.areas[player][at], {"body": 0, "head": heads}):
            return False
        rewarded = self.reads("UDL-38", "owner-rewarded")
        earned = self.earned(player, self.areas[player][at])
        self.kill(player, player, at, rewarded)
        if rewarded:
            self.draws += [player] * earned
        yield from self.settle()
        return True

    def rolls_in(self, area):
        """The rolls of the enemies of an area, each of a class: (class, dice)."""
        line = self.areas[area]
        dice = [("raider" if card == "raider" else "infected") for card in sorted(line, key=lambda card: card != "raider")
                for _ in range(self.box["dice"][card])]
        if self.reads("UDL-45", "separate"):
            rows = [[source for source in dice if source == wanted] for wanted in FROM_ENEMIES]
        else:
            rows = [dice]
        found = []
        for row in rows:
            for start in range(0, len(row), MOST_DICE):
                rolled = row[start:start + MOST_DICE]
                found += [(source, rolled.count(source)) for source in FROM_ENEMIES if source in rolled]
        return found

    def enemy_damage(self, player, source, roll, carried):
        """What the dice of a class do, in one roll."""
        misses, bodies, heads = roll
        shown = {"body": bodies + carried[source], "head": heads}
        rolled = shown["head"] + shown["body"] // 2
        if source == "raider":
            if self.reads("UDL-54", "collateral-only"):
                for _ in range(min(misses, self.areas[player].count("survivor"))):
                    self.kill(None, player, self.areas[player].index("survivor"))
            covers = ("barricade", "protection")
        elif self.reads("UDL-41", "survivors-first"):
            covers = ("survivors", "barricade", "protection")
        else:
            covers = ("barricade", "survivors", "protection")
        for cover in covers:
            yield from self.cover(player, cover, shown)
        self.points += [(player, source)] * (shown["head"] + shown["body"] // 2)
        carried[source] = shown["body"] % 2 if self.reads("UDL-44", "carry") else 0
        if source == "raider" and self.reads("UDL-46", "every-damage"):
            self.losses += [player] * rolled
        yield from self.settle()
