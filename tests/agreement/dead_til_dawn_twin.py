"""A naive twin of Dead 'til Dawn, written from the rulebook and the rulings of its doubts alone.

It exists to disagree with the model: it shares no code with it, only the component data of the edition and the readings of the
rulebook (``DTD-nn``).

    twin = Twin(edition("models/daybreak_games/dead_til_dawn/edition-tiny.toml"))
    while twin.request is not None:
        twin.take(twin.options()[0])

* ``request`` is what is asked now, with ``kind`` and ``seat``, ``None`` after the end; ``options()`` are the possible answers,
  ``weights()`` their chances (``None`` for a decision), ``take`` answers.  **What has only one possible answer is not asked.**
  ``CHANCES`` are the kinds of requests that are chance; their answers are cards.
* Players are ``player-1`` ..., to the left in this order.  A card is its word in the edition, a Firearm that is laid out that
  word with its Ammo: ``revolver-2``.  An attack is named by the Survivor and its number: 0 of the Event or card, 1 and 2 joiners.
* After the end: ``over``, ``dawn``, ``alive`` (how many), ``wins(seat)``.

The decisions, whom they are asked of, and the answers:

 trade     Survivor        ("give", item, seat) ("heal", item, seat) ("medic", seat) ("cure", item) ("show",) ("done",)
 accept    receiver        True False: a gift, in trade and for the limit
 vote      Survivor        "yes" "no" "abstain", from the player in turn on
 tie       leader          "yes" "no"
 join      Zombie player   ("join", seat) ("stay",)
 play      Survivor        ("play", item, seat, attack) ("fighter", seat, attack) ("hero", seat, attack)
                           ("move", seat, from attack, to attack) ("pass",)
 haunt     Zombie player   ("harder", card, seat, attack) ("cancel", card, seat, attack) ("pass",)
 lose      Survivor        item
 save      saver           ("heal", item) ("medic",) ("let-go",): the one who falls is ``victim``
 loot      looter          ("take", item) ("decline",)
 prowl     Zombie player   ("ambush", card, side) ("gnaw", card, side) ("lay-out", card) ("rise", card) ("rest",)
 limit     Survivor        ("give", item, seat) ("drop", item)
 pick-up   Survivor        True False

What neither the rulebook nor a ruling settles, and how it is done here:

 1. A Character is shown with the other one of the same player, and once; each of two Characters has its own ability, also if they
    are the same. Every showing but that by use uses up abilities that work once, by an Event too.
 2. A deck is renewed when a card of it is needed. An Event is discarded when it is resolved, a Zombie card when it is played.
 3. A new player, and one in a Hideout by DTD-40 stays-put, draws no Event if none is left that he would not discard.
 4. DTD-03 survivors-turns with DTD-04 twice-everything: twice as many turns. Whose turn it is, and whether anybody lives, is
    looked at when it begins.
 5. Who dies in his own turn before the Event: the turn is over. DTD-33 and-two-more: he draws them with the others.
 6. CANCEL and a move take one from the number that was played (an axe is two Weapons). CANCEL, HARDER and a move are about
    Weapons only; a move is no play for DTD-19. DTD-18 every-attack: one attack is named, and all others count it that ask for the
    same; so abilities. A Wound of a call comes as often as the Event says.
 7. DTD-47 every-fight: each call for Weapons. DTD-25 adjacent is about joining only.
 8. DTD-49 all-together: if the test fails, whoever attacked has wounded; in a group, joiners attack the drawer or do nothing, but
    those count as having wounded who joined against one for whom too little was played.
 9. Things come one after the other, from the player in turn on: to each first Wounds, then what else an Event does, then Flips,
    those for Bites last. Nothing comes to who is FALLING, until he is healed. Who is let go cannot heal others any more. DTD-59
    one-by-one: asked for before anything else comes to anybody, while DTD-29 says when he turns.
10. What is lost, or dropped for the limit, may be aside; what is in both, is lost from the hand. SWAP swaps both.
11. A tie is always asked of the leader, also if he has voted.
12. Turning takes Wounds, Bites and the Quirk away.
13. DTD-15 zombie-cards-allow: the whole window of trade, at an ambush. DTD-62 any-quiet-moment: before each ``prowl``, also if
    nothing but to rest is left.
14. Whoever has not turned is alive for cravings (DTD-57 once), which are looked at when somebody turns or returns.
"""

from collections import Counter
from typing import Any

from tests.agreement.dead_til_dawn_twin_fights import Fights
from tests.agreement.dead_til_dawn_twin_table import LIVING, ONCE, READINGS, Answer, Asking, Over, Person, Request, edition, kinds

__all__ = ["CHANCES", "READINGS", "Twin", "edition"]

CHANCES = ("characters", "equipment", "events", "zombies")


class Twin(Fights):
    """A game: ``request``, ``options``, ``weights``, ``take``, ``table``, and the results."""

    def __init__(self, data: dict[str, Any], rulings: dict[str, str] | None = None) -> None:
        super().__init__(data, rulings)
        self.request: Request | None = None
        self._options: list[Answer] = []
        self._weights: list[int] | None = None
        self._rule = self.game()
        self._go_on(None)

    # Driving

    def options(self) -> list[Answer]:
        return list(self._options)

    def weights(self) -> list[int] | None:
        """The chances of the options, not normed; None for a decision."""
        return None if self._weights is None else list(self._weights)

    def take(self, answer: Answer) -> None:
        if answer not in self._options:
            raise ValueError(f"take: {answer!r} is no answer to {self.request}, expected one of {self._options}")
        self._go_on(answer)

    def _go_on(self, answer: Answer) -> None:
        try:
            self.request, self._options, self._weights = self._rule.send(answer)
        except Over:
            self.request, self._options, self._weights, self.over = None, [], None, True

    # The game

    def game(self) -> Asking[None]:
        yield from self.set_up()
        while True:
            for person in self.people:
                for _ in range(2 if self.double else 1):
                    yield from self.one_turn(person)

    def set_up(self) -> Asking[None]:
        for new in (True, False):
            for person in self.people:
                for _ in range((2 if self.two else 1) if person.new == new else 0):
                    core = [character for character, is_core in self.box["core"].items() if is_core] if new else None
                    character = yield from self.draw("characters", core)
                    if character is not None:
                        person.characters.append(character)
                        person.spent.append(False)
                        person.satisfied.append(False)
        for person in self.people:
            for _ in range(self.box["start"] * (2 if self.double else 1)):
                yield from self.find(person)

    def one_turn(self, person: Person) -> Asking[None]:
        all_turns = len(self.people) * (2 if self.double else 1)
        self.turn, self.part = person, 0
        self.turns += 1
        yield from self.trade()
        counts = self.reads("DTD-03", "every-turn") or person.status == "alive" or not self.survivors()
        self.final = counts and self.round == self.box["rounds"] and self.counted == all_turns - 1
        if person.status == "alive":
            yield from self.survivors_turn(person)
        else:
            yield from self.zombies_turn(person)
        yield from self.check_hands(person)
        self.counted += counts
        if self.counted == all_turns:
            if self.round == self.box["rounds"] or not self.survivors():
                raise Over
            self.round, self.counted = self.round + 1, 0

    def resolved(self) -> Asking[None]:
        """All that comes to anybody, and then the end of it."""
        yield from self.settle()
        self.take_back()
        if not self.survivors() and self.reads("DTD-10", "at-once"):
            raise Over

    # Trade

    def trade(self) -> Asking[None]:
        if self.reads("DTD-45", "bars-trade") and any(person.secrets for person in self.people):
            return
        for person in self.survivors():
            while options := self.deals(person):
                answer = yield from self.choose("trade", person, [*options, ("done",)])
                if answer == ("done",):
                    break
                match answer:
                    case ("give", item, seat):
                        yield from self.give(person, item, self.who(seat))
                    case ("heal", _, seat) | ("medic", seat):
                        self.heal_by(person, answer, self.who(seat))
                    case ("cure", item):
                        person.hand.remove(item)
                        self.away(item)
                        person.quirk = "none"
                    case ("show",):
                        self.show(person)
        self.take_back()

    def deals(self, person: Person) -> list[Answer]:
        """What a Survivor can do between turns."""
        found: list[Answer] = [("give", item, other.name) for item in kinds(self.no_pets(person.hand))
                               for other in self.survivors() if other is not person]
        if self.reads("DTD-67", "between-turns"):
            for other in self.survivors():
                if other.wounds:
                    found += [(*way, other.name) for way in self.ways_to_heal(person)]
        if person.quirk != "none":
            found += [("cure", item) for item in kinds(person.hand) if self.says(item, "cures")]
        if person is self.turn and not person.shown and any(self.able(person, ability) for ability in ONCE):
            found.append(("show",))
        return found

    def give(self, giver: Person, item: str, receiver: Person) -> Asking[None]:
        """A gift; it is aside after it, with one or the other."""
        giver.hand.remove(item)
        self.offered = item
        accepted = self.reads("DTD-63", "no-consent") or (yield from self.choose("accept", receiver, [True, False]))
        self.offered = None
        (receiver if accepted else giver).aside.append(item)

    # A Survivor's turn

    def survivors_turn(self, person: Person) -> Asking[None]:
        self.before_event = True
        for event in list(person.secrets):
            if person.status == "alive":
                self.affect_all(person, event, "first")
                yield from self.resolved()
            if event in person.secrets:
                person.secrets.remove(event)
                self.discards["events"].append(event)
        if person.status == "alive":
            person.due_bites = person.bites > 0
            yield from self.resolved()
            person.due_bites = False
        self.before_event = False
        if person.status == "alive":
            drawn = yield from self.draw_event(person)
            if drawn is not None:
                yield from self.event(person, drawn)

    def draw_event(self, person: Person) -> Asking[str | None]:
        """The Event of the turn, if there is one to be resolved."""
        while any(not self.passed_over(person, event) for event in self.decks["events"] + self.discards["events"]):
            event = yield from self.draw("events")
            assert event is not None
            self.part += 1
            if self.passed_over(person, event):
                self.discards["events"].append(event)
            elif self.box["says"][event]["kind"] != "hideout":
                return event
            else:
                self.open = event
                carried = yield from self.vote(person)
                self.open = None
                if carried:
                    self.leave()
                    self.hideout = event
                    return None
                self.discards["events"].append(event)
        return None

    def passed_over(self, person: Person, event: str) -> bool:
        """Whether an Event is discarded as soon as it is drawn."""
        sheet = self.box["says"][event]
        if sheet["secret"] and person.new:
            return True
        return bool(sheet["kind"] == "hideout" and self.hideout is not None and self.reads("DTD-40", "stays-put"))

    def event(self, person: Person, event: str) -> Asking[None]:
        sheet = self.box["says"][event]
        if sheet["stays"] and self.reads("DTD-44", "by-card"):
            person.secrets.append(event)
            return
        self.open = event
        match sheet["kind"]:
            case "effect":
                self.affect_all(person, event, "first")
            case "call":
                yield from self.call(person, sheet)
            case "flip":
                for each in self.concerned(person, sheet):
                    each.due_flips.append(event)
            case "vote":
                carried = yield from self.vote(person)
                self.affect_all(person, event, "first" if carried else "second")
        yield from self.resolved()
        self.open = None
        self.discards["events"].append(event)

    def vote(self, leader: Person) -> Asking[bool]:
        votes = {}
        for voter in self.survivors():
            votes[voter] = yield from self.choose("vote", voter, ["yes", "no", "abstain"])
        told = Counter(votes.values())
        needed, against = (2 * told["yes"], len(votes)) if self.reads("DTD-64", "survivors") else (told["yes"], told["no"])
        if needed != against:
            return bool(needed > against)
        if votes[leader] == "abstain" and self.reads("DTD-38", "abstainer-does-not"):
            return False
        answer = yield from self.choose("tie", leader, ["yes", "no"])
        return bool(answer == "yes")

    # What comes to Survivors, one thing at a time

    def settle(self) -> Asking[None]:
        while True:
            falling = [person for person in self.order() if person.status == "falling"]
            dying = [person for person in self.order() if person.status == "dying"]
            waiting = [person for person in self.order() if person.status == "alive" and (
                person.due_wounds or person.due_finds or person.due_losses or person.due_others or person.due_flips
                or person.due_bites and person.bites)]
            if falling and (self.reads("DTD-59", "one-by-one") or not waiting):
                yield from self.save(falling[0])
            elif dying and not falling and self.reads("DTD-29", "at-once"):
                yield from self.turning(dying[0])
            elif waiting:
                self.moment += 1
                yield from self.comes(waiting[0])
            elif dying:
                yield from self.turning(dying[0])
            else:
                return

    def comes(self, person: Person) -> Asking[None]:
        """The first thing that is due."""
        if person.due_wounds:
            person.due_wounds -= 1
            person.wounds += 1
            if person.wounds >= self.lethal(person):
                person.status = "falling"
        elif person.due_finds:
            found = yield from self.find(person)
            person.due_finds = person.due_finds - 1 if found else 0
        elif person.due_losses:
            items = self.no_pets(person.hand + person.aside)
            if items:
                item = yield from self.choose("lose", person, kinds(items))
                (person.hand if item in person.hand else person.aside).remove(item)
                self.away(item)
            person.due_losses = person.due_losses - 1 if items else 0
        elif person.due_others:
            self.happens(person, *person.due_others.pop(0))
        elif person.due_flips:
            heads = yield from self.flip()
            sheet = self.box["says"][person.due_flips.pop(0)]
            if heads is not None:
                self.affect(person, sheet, "first" if heads else "second")
        else:
            heads = yield from self.flip()
            person.bites -= 1
            person.due_bites = person.bites > 0
            if heads == self.box["bite"]:
                self.die(person)

    def find(self, person: Person) -> Asking[bool]:
        item = yield from self.draw("equipment")
        if item is not None:
            person.hand.append(item)
        return item is not None

    def flip(self) -> Asking[bool | None]:
        """Whether it is heads; None if there is no card."""
        card = yield from self.draw("zombies")
        if card is None:
            return None
        self.discards["zombies"].append(card)
        return bool(self.box["horrors"][card]["heads"])

    def save(self, victim: Person) -> Asking[None]:
        """The last Wound may be healed."""
        self.victim = victim
        savers = [victim] if self.reads("DTD-11", "self") else [each for each in self.clockwise(victim) if each.status in LIVING]
        for saver in savers:
            while victim.status == "falling" and (options := self.ways_to_heal(saver)):
                answer = yield from self.choose("save", saver, [*options, ("let-go",)])
                if answer == ("let-go",):
                    break
                self.heal_by(saver, answer, victim)
        self.victim = None
        if victim.status == "falling":
            self.die(victim)

    def turning(self, person: Person) -> Asking[None]:
        """The four steps of becoming a Zombie."""
        person.status = "zombie"
        person.died = (self.turns, self.part, self.moment)
        person.wounds = person.bites = 0
        person.quirk = "none"
        self.look_at_cravings()
        self.show(person)
        self.discards["events"] += person.secrets
        mine = person.hand + person.aside
        self.loot = self.no_pets(mine)
        for item in mine:
            if self.says(item, "pet"):
                self.away(item)
        person.secrets, person.hand, person.aside = [], [], []
        heirs = ("alive", "falling", "dying") if self.reads("DTD-31", "dying-loot") else ("alive",)
        yield from self.loot_goes_round([other for other in self.clockwise(person) if other.status in heirs])
        for item in self.loot:
            self.away(item)
        self.loot = []
        number = self.box["turning"]
        if person is self.turn and self.before_event:
            number += self.box["early"]
            if self.reads("DTD-33", "and-two-more"):
                number += self.box["rising"]
        yield from self.draw_horrors(person, number)

    def loot_goes_round(self, looters: list[Person]) -> Asking[None]:
        at = passes = 0
        while self.loot and passes < len(looters):
            looter = looters[at % len(looters)]
            at += 1
            options: list[Answer] = [("take", item) for item in kinds(self.loot)]
            if not self.reads("DTD-30", "must-take"):
                options.append(("decline",))
            answer = yield from self.choose("loot", looter, options)
            if answer == ("decline",):
                passes += 0 if self.reads("DTD-30", "until-taken") else 1
            else:
                passes = 0
                self.loot.remove(answer[1])
                (looter.hand if self.reads("DTD-60", "at-once") else looter.aside).append(answer[1])

    def draw_horrors(self, person: Person, number: int) -> Asking[None]:
        for _ in range(number):
            card = yield from self.draw("zombies")
            if card is not None:
                person.horrors.append(card)

    # A Zombie player's turn

    def zombies_turn(self, person: Person) -> Asking[None]:
        yield from self.draw_horrors(person, self.box["rising"])
        while person.status == "zombie":
            if self.reads("DTD-62", "any-quiet-moment"):
                yield from self.trade()
            answer = yield from self.choose("prowl", person, [*self.prowls(person), ("rest",)])
            if answer == ("rest",):
                return
            card = answer[1]
            person.horrors.remove(card)
            (person.powers if answer[0] == "lay-out" else self.discards["zombies"]).append(card)
            self.part += 1
            self.moment += 1
            target = self.next_survivor(person, answer[2]) if len(answer) == 3 else None
            if answer[0] == "ambush" and target is not None:
                if self.reads("DTD-15", "zombie-cards-allow"):
                    yield from self.trade()
                yield from self.ambush(person, target, self.box["horrors"][card]["number"])
            elif answer[0] == "gnaw" and target is not None:
                self.bite(target)
            elif answer[0] == "rise":
                self.rise(person)
            yield from self.resolved()

    def prowls(self, person: Person) -> list[Answer]:
        """What a Zombie player can do in his turn."""
        left, right = (self.next_survivor(person, side) for side in ("left", "right"))
        sides = [] if left is None else ["left"] if left is right else ["left", "right"]
        found: list[Answer] = []
        for card in kinds(person.horrors):
            match self.box["horrors"][card]["act"]:
                case "ambush":
                    found += [("ambush", card, side) for side in sides]
                case "bite":
                    found += [("gnaw", card, side) for side in sides]
                case "power-up":
                    found.append(("lay-out", card))
                case "rise":
                    found.append(("rise", card))
        return found

    # The end of a turn

    def check_hands(self, holder: Person) -> Asking[None]:
        while over := [person for person in self.survivors() if self.count(person) > self.limit
                       and (person is holder or self.reads("DTD-12", "everybody"))]:
            person = over[0]
            others = [other for other in self.clockwise(person)[1:] if other.status == "alive"]
            with_room = [other for other in others if self.has_room(other)]
            hand = kinds(self.no_pets(person.hand))
            options: list[Answer] = [("give", item, other.name) for item in hand
                                     for other in (with_room if self.reads("DTD-63", "consent") else others)]
            options += [("drop", item) for item in kinds(self.no_pets(person.hand + person.aside))]
            answer = yield from self.choose("limit", person, options)
            item = answer[1]
            if answer[0] == "give":
                yield from self.give(person, item, self.who(answer[2]))
                continue
            (person.hand if item in person.hand else person.aside).remove(item)
            self.dropped = item
            for other in with_room if self.reads("DTD-13", "free") else []:
                if (yield from self.choose("pick-up", other, [True, False])):
                    other.aside.append(item)
                    break
            else:
                self.away(item)
            self.dropped = None
        self.take_back()
