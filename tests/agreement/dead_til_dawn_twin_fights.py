"""Calls and fights of the naive twin of Dead 'til Dawn, from the call of a card to its results."""

from typing import Any

from tests.agreement.dead_til_dawn_twin_table import LIVING, Answer, Asking, Attack, Fight, Person, Table, kinds

AMBUSH = {"whom": "drawer", "asks": "weapon", "first": "nothing", "second": "wound", "number": 1, "quirk": "none"}


class Fights(Table):
    """The table, and what is done on it when a card calls for cards."""

    def call(self, drawer: Person, sheet: dict[str, Any]) -> Asking[None]:
        group = sheet["whom"] == "group"
        weapons = sheet["asks"] == "weapon"
        joinable = sheet["zombies"] or weapons and self.reads("DTD-47", "every-fight")
        fight = Fight(sheet, joinable, sheet["alone"] and not group, drawer if group else None)
        for person in self.concerned(drawer, sheet):
            needs = 0
            if not group or person is drawer:
                needs = sheet["needs"]
                if weapons:
                    needs += person.quirk == "clumsy"
                    needs -= self.box["says"][self.hideout]["shelter"] if self.hideout is not None else 0
            fight.attacks[person] = [Attack(max(0, needs), sheet["asks"])]
        yield from self.play_out(fight)

    def ambush(self, zombie: Person, survivor: Person, number: int) -> Asking[None]:
        needs = number + (survivor.quirk == "clumsy")
        fight = Fight(AMBUSH, True, by=zombie, attacks={survivor: [Attack(needs, "weapon", zombie)]})
        yield from self.play_out(fight)

    def play_out(self, fight: Fight) -> Asking[None]:
        self.fight = fight
        if self.reads("DTD-48", "when-read"):
            yield from self.join(fight)
        yield from self.window(fight, self.survivors(), False)
        if self.reads("DTD-48", "zombies-window"):
            yield from self.join(fight)
        while True:
            yield from self.window(fight, self.zombies(), False)
            done = yield from self.window(fight, self.survivors(), True)
            if not {*done} - {"move"} or self.reads("DTD-19", "no-answer"):
                break
        self.fight = None
        self.results(fight)

    def join(self, fight: Fight) -> Asking[None]:
        for zombie in self.zombies() if fight.joinable else []:
            while options := [("join", person.name) for person in fight.attacks if self.may_join(zombie, person, fight)]:
                answer = yield from self.choose("join", zombie, [*options, ("stay",)])
                if answer == ("stay",):
                    break
                target = self.who(answer[1])
                needs = 1 + sum(self.box["horrors"][card]["number"] for card in zombie.powers) + (target.quirk == "clumsy")
                fight.attacks[target].append(Attack(needs, "weapon", zombie))

    def may_join(self, zombie: Person, target: Person, fight: Fight) -> bool:
        if zombie is fight.by or len(fight.attacks[target]) == 3:
            return False
        against = [person for person, row in fight.attacks.items() for attack in row if attack.by is zombie]
        if self.reads("DTD-27", "one-target") and any(person is not target for person in against):
            return False
        sides = self.sides(zombie, target)
        return against.count(target) < (sides if self.reads("DTD-26", "twice") else min(1, sides))

    def window(self, fight: Fight, people: list[Person], last: bool) -> Asking[list[str]]:
        """Who can play is asked, until all have passed; what was done."""
        done: list[str] = []
        at = passed = 0
        while passed < len(people):
            person = people[at % len(people)]
            options: list[Answer]
            if person.status == "zombie":
                options = self.haunts(person, fight)
            else:
                options = self.plays(person, fight)
                if last and self.reads("DTD-52", "one-moved") and "move" not in done:
                    options += self.moves(fight)
            kind = "haunt" if person.status == "zombie" else "play"
            answer = yield from self.choose(kind, person, [*options, ("pass",)])
            if answer == ("pass",):
                passed += 1
                at += 1
                continue
            self.do(person, fight, answer)
            done.append(answer[0])
            if self.reads("DTD-20", "until-all-pass"):
                passed = 0
        return done

    def may_play(self, person: Person, target: Person, number: int, fight: Fight) -> bool:
        """Whether a Survivor may play against an attack."""
        if not fight.attacks[target][number].needs:
            return False
        if person is target:
            return True
        if "loner" in (person.quirk, target.quirk):
            return False
        if number == 0 and target is fight.lead:
            return True
        if fight.alone and (number == 0 or self.reads("DTD-28", "alone-too")):
            return False
        return person not in fight.attacks or self.reads("DTD-50", "anybody")

    def plays(self, person: Person, fight: Fight) -> list[Answer]:
        found: list[Answer] = []
        for target, attacks in fight.attacks.items():
            for number, attack in enumerate(attacks):
                if self.may_play(person, target, number, fight):
                    found += [("play", item, target.name, number) for item in kinds(person.hand) if self.worth(item, attack.asks)]
                    if attack.asks == "weapon" and self.able(person, "fighter") > fight.fought[person]:
                        found.append(("fighter", target.name, number))
                    if attack.asks == "weapon" and self.able(person, "hero"):
                        found.append(("hero", target.name, number))
        return found

    def moves(self, fight: Fight) -> list[Answer]:
        return [("move", target.name, one, other) for target, attacks in fight.attacks.items()
                for one, attack in enumerate(attacks) if attack.asks == "weapon" and attack.played
                for other, second in enumerate(attacks) if other != one and second.asks == "weapon" and second.needs]

    def haunts(self, zombie: Person, fight: Fight) -> list[Answer]:
        if zombie is not self.turn and self.reads("DTD-51", "own-turn"):
            return []
        found: list[Answer] = []
        for card in kinds(zombie.horrors):
            act = self.box["horrors"][card]["act"]
            for target, attacks in fight.attacks.items():
                for number, attack in enumerate(attacks):
                    if attack.asks == "weapon" and (act == "harder" and attack.needs or act == "cancel" and attack.played):
                        found.append((act, card, target.name, number))
        return found

    def do(self, person: Person, fight: Fight, answer: Answer) -> None:
        """What was decided in a window."""
        match answer:
            case ("play", item, seat, number):
                asks = fight.attacks[self.who(seat)][number].asks
                worth = self.worth(item, asks)
                self.use(person, item, asks)
                self.counts(person, fight, self.who(seat), number, worth)
            case ("fighter", seat, number):
                fight.fought[person] += 1
                self.counts(person, fight, self.who(seat), number, 1)
            case ("hero", seat, number):
                self.spend(person, "hero")
                self.counts(person, fight, self.who(seat), number, 2)
            case ("move", seat, one, other):
                fight.attacks[self.who(seat)][one].played -= 1
                fight.attacks[self.who(seat)][other].played += 1
            case (act, card, seat, number):
                person.horrors.remove(card)
                self.discards["zombies"].append(card)
                attack = fight.attacks[self.who(seat)][number]
                if act == "harder":
                    attack.needs += self.box["horrors"][card]["number"]
                else:
                    attack.played -= 1

    def counts(self, person: Person, fight: Fight, target: Person, number: int, worth: int) -> None:
        """Something counts against an attack, or by DTD-18 against several."""
        named = fight.attacks[target][number]
        for other, attacks in fight.attacks.items():
            for at, attack in enumerate(attacks):
                also = attack.asks == named.asks and self.may_play(person, other, at, fight)
                if attack is named or also and self.reads("DTD-18", "every-attack"):
                    attack.played += worth

    def results(self, fight: Fight) -> None:
        for person in self.people:
            if person in fight.attacks:
                attacks = fight.attacks[person]
                first = attacks if fight.lead is None else fight.attacks[fight.lead]
                if self.reads("DTD-49", "each-attack"):
                    first = first[:1]
                if sum(attack.needs for attack in first) <= sum(attack.played for attack in first):
                    self.affect(person, fight.sheet, "first")
                elif fight.sheet["second"] == "wound":
                    self.wounded_by(person, first, fight.sheet["number"])
                    self.hits(first[0].by)
                else:
                    self.affect(person, fight.sheet, "second")
                for attack in attacks[1:]:
                    if self.reads("DTD-49", "all-together"):
                        if sum(each.needs for each in attacks) > sum(each.played for each in attacks):
                            self.hits(attack.by)
                    elif attack.played < attack.needs:
                        self.wounded_by(person, [attack])
                        self.hits(attack.by)

    def wounded_by(self, person: Person, attacks: list[Attack], times: int = 1) -> None:
        missing = sum(attack.needs - attack.played for attack in attacks)
        if person.status in LIVING:
            person.due_wounds += times * (missing if self.reads("DTD-21", "each-missing") else 1)
