"""Fights, and other calls for Equipment: what is asked for, who joins, who plays what in which window."""

from __future__ import annotations

from typing import Annotated

from daybreak_games.dead_til_dawn.box import Seat
from daybreak_games.dead_til_dawn.cards import (
    AMMO,
    FRESH,
    LAID_OUT,
    Ability,
    Act,
    Event,
    Firearm,
    Horror,
    Item,
    Keyword,
    Quirk,
    Whom,
)
from daybreak_games.dead_til_dawn.effects import is_about
from daybreak_games.dead_til_dawn.harm import end_call
from daybreak_games.dead_til_dawn.people import (
    discard,
    has_ability,
    is_loner,
    is_survivor,
    is_zombie,
    may_use_once,
    next_seat,
    next_zombie,
    seat_to_the_right,
    survivors,
    use_once,
    whose_say,
    worth,
    zombie_to_the_right,
)
from daybreak_games.dead_til_dawn.state import WEAPONS_MOST, Phase, Slot, Table, Window, box, game
from verifier.lang import Range, clause, require, ruling

Few = Annotated[int, Range(0, 9)]


# -- what is asked for ----------------------------------------------------------------------------------------------------------


@game.rule
def asked(table: Table, slot: Slot) -> Keyword:
    """What an attack asks for: Weapons, but where an Event asks for something else."""
    event = table.event
    if slot > 0 or event is None:
        return Keyword.WEAPON
    return box.says[event].asks


@game.rule
def is_alone(table: Table, slot: Slot) -> bool:
    """Whether nobody may play for another against an attack (DTD-28)."""
    event = table.event
    if event is None or not box.says[event].alone or box.says[event].whom == Whom.GROUP:
        return False
    return slot == 0 or ruling("DTD-28") == "alone-too"


@game.rule
def is_with_zombies(table: Table) -> bool:
    """Whether Zombie players may join: a fight that says so (DTD-47), or one that a Zombie card began."""
    event = table.event
    if event is None:
        return True
    return box.says[event].asks == Keyword.WEAPON and (box.says[event].zombies or ruling("DTD-47") == "every-fight")


@game.rule
def clumsiness(table: Table, seat: Seat) -> Annotated[int, Range(0, 1)]:
    """A Weapon more for the clumsy."""
    return 1 if table.people[seat].quirk == Quirk.CLUMSY else 0


@game.rule
def shelter(table: Table) -> Annotated[int, Range(0, 3)]:
    """Weapons fewer in a Hideout."""
    card = table.hideout
    return box.says[card].shelter if card is not None else 0


@game.rule
def needs_of(table: Table, event: Event, seat: Seat) -> Annotated[int, Range(0, 7)]:
    """How much an Event asks of a Survivor."""
    sheet = box.says[event]
    if sheet.asks != Keyword.WEAPON:
        return sheet.needs
    return max(0, sheet.needs + clumsiness(table, seat) - shelter(table))


@game.rule
def begin_call(table: Table, event: Event) -> None:
    """An Event asks for something; Zombie players may join a fight with zombies (DTD-48)."""
    sheet = box.says[event]
    clause("DTD-T04", when=sheet.asks == Keyword.WEAPON)
    for seat in Seat:
        if is_about(table, event, seat):
            table.people[seat].fighting = True
            if sheet.whom != Whom.GROUP or seat == table.turn:
                table.people[seat].attacks[0].needs = needs_of(table, event, seat)
    begin_joining_or_playing(table)


@game.rule
def begin_ambush(table: Table, seat: Seat, needs: Annotated[int, Range(0, 3)]) -> None:
    """A Zombie card begins a fight with a Survivor."""
    table.people[seat].fighting = True
    table.people[seat].attacks[0].needs = needs
    table.people[seat].attacks[0].by = table.turn


@game.rule
def begin_joining_or_playing(table: Table) -> None:
    """The card has been read: Zombie players may join, and then Survivors play, or the other way round (DTD-48)."""
    if ruling("DTD-48") == "when-read":
        begin_joining(table)
    else:
        begin_window(table, Window.FIRST)


# -- joining ------------------------------------------------------------------------------------------------------------------


@game.rule
def sides(table: Table, zombie: Seat, seat: Seat) -> Annotated[int, Range(0, 2)]:
    """On how many sides of a Survivor a Zombie player is the next: the nearest, or by reading DTD-25 'adjacent' the neighbour."""
    if ruling("DTD-25") == "adjacent":
        return int(next_seat(seat) == zombie) + int(seat_to_the_right(seat, 1) == zombie)
    return int(next_zombie(table, seat) == zombie) + int(zombie_to_the_right(table, seat) == zombie)


@game.rule
def attacks_by(table: Table, zombie: Seat, seat: Seat) -> Annotated[int, Range(0, 2)]:
    """How often a Zombie player has joined against a Survivor in this fight."""
    return min(2, sum(1 for slot in range(1, 3) if table.people[seat].attacks[slot].by == zombie))


@game.rule
def may_join(table: Table, zombie: Seat, seat: Seat) -> bool:
    """Whether a Zombie player may join against a Survivor: a neighbour, one only, and once (DTD-26, DTD-27, DTD-74)."""
    if not is_zombie(table, zombie) or not table.people[seat].fighting or table.people[seat].attacks[0].by == zombie:
        return False
    already = attacks_by(table, zombie, seat)
    elsewhere = any(attacks_by(table, zombie, other) > 0 for other in Seat if other != seat)
    places = sides(table, zombie, seat)
    return (already < (places if ruling("DTD-26") == "twice" else min(1, places))
            and (not elsewhere or ruling("DTD-27") == "several"))


@game.rule
def begin_joining(table: Table) -> None:
    """Zombie players are asked whether they join, from the player in turn on."""
    table.actor = table.turn
    table.passes = 0
    table.phase = Phase.ASK_JOINER


@game.step(Phase.ASK_JOINER)
def ask_joiner(table: Table) -> None:
    """A Zombie player who may join is asked, then the next; then cards are played."""
    if table.passes >= box.players or not is_with_zombies(table):
        begin_window(table, Window.FIRST if table.window == Window.NONE else Window.ZOMBIES)
    elif any(may_join(table, table.actor, seat) for seat in Seat):
        table.phase = Phase.JOIN
    else:
        table.passes += 1
        table.actor = next_seat(table.actor)


@game.decision(Phase.JOIN, seat=whose_say)
def join(table: Table, seat: Seat) -> None:
    """A Zombie player joins the fight and attacks a Survivor, who needs a Weapon more, and one for each Power-Up that says so."""
    require(may_join(table, table.actor, seat), "DTD-Z18")
    clause("DTD-Z17", "DTD-Z19", "DTD-Z20", "DTD-Z21", "DTD-Z24")
    clause("DTD-Z18", when=seat != next_seat(table.actor) and seat != seat_to_the_right(table.actor, 1))
    powers = sum(table.people[table.actor].powers[horror] * box.horrors[horror].number for horror in Horror)
    clause("DTD-V26", when=powers > 0)
    person = table.people[seat]
    slot = 1 if person.attacks[1].by is None else 2
    person.attacks[slot].needs = min(WEAPONS_MOST, 1 + powers + clumsiness(table, seat))
    person.attacks[slot].by = table.actor
    table.phase = Phase.ASK_JOINER


@game.decision(Phase.JOIN, seat=whose_say, clause="DTD-Z17")
def stay_out(table: Table) -> None:
    """A Zombie player does not join, or not against anybody else."""
    table.passes += 1
    table.actor = next_seat(table.actor)
    table.phase = Phase.ASK_JOINER


# -- windows ------------------------------------------------------------------------------------------------------------------


@game.rule
def begin_window(table: Table, window: Window) -> None:
    """Survivors, then Zombie players, then Survivors may play cards, from the player in turn on."""
    table.window = window
    table.actor = table.turn
    table.passes = 0
    table.played = False
    table.moved = False
    table.phase = Phase.ASK_PLAYER


@game.rule
def may_play_for(table: Table, actor: Seat, seat: Seat, slot: Slot) -> bool:
    """Whether a Survivor may play against an attack on a Survivor: the own, or that of another who may be helped (DTD-50)."""
    if table.people[seat].attacks[slot].needs == 0:
        return False
    if seat == actor:
        return True
    event = table.event
    shared = slot == 0 and event is not None and box.says[event].whom == Whom.GROUP
    return (not is_alone(table, slot) and not is_loner(table, actor) and not is_loner(table, seat)
            and (shared or ruling("DTD-50") == "anybody" or not table.people[actor].fighting))


@game.rule
def may_strike(table: Table, actor: Seat) -> bool:
    """Whether a Character of a player counts as a Weapon, and did not in this fight."""
    return any(has_ability(table, actor, number, Ability.FIGHTER) and not table.people[actor].acted[number]
               for number in range(2))


@game.rule
def has_for(table: Table, actor: Seat, keyword: Keyword) -> bool:
    """Whether a Survivor has something that counts for a keyword."""
    person = table.people[actor]
    able = keyword == Keyword.WEAPON and (
        may_strike(table, actor) or may_use_once(table, actor, Ability.HERO))
    return able or any(person.items[item] > 0 and worth(item, keyword) > 0 for item in Item)


@game.rule
def can_play(table: Table, actor: Seat) -> bool:
    """Whether a Survivor can play anything."""
    if not is_survivor(table, actor):
        return False
    first = any(may_play_for(table, actor, seat, 0) for seat in Seat)
    joined = any(may_play_for(table, actor, seat, slot) for seat in Seat for slot in range(1, 3))
    return first and has_for(table, actor, asked(table, 0)) or joined and has_for(table, actor, Keyword.WEAPON) or can_move(table)


@game.rule
def can_move(table: Table) -> bool:
    """Whether a Weapon can be moved to another attack in the last window, by reading DTD-52 'one-moved'."""
    return (ruling("DTD-52") == "one-moved" and table.window == Window.LAST and not table.moved
            and any(person.attacks[slot].has > 0 and person.attacks[where].needs > 0
                    for person in table.people for slot in range(3) for where in range(3) if slot != where))


@game.rule
def can_haunt(table: Table, actor: Seat) -> bool:
    """Whether a Zombie player can play a card (DTD-51)."""
    if not is_zombie(table, actor) or ruling("DTD-51") == "own-turn" and actor != table.turn:
        return False
    hand = table.people[actor].hand
    played = any(table.people[seat].attacks[slot].has > 0 and asked(table, slot) == Keyword.WEAPON
                 for seat in Seat for slot in range(3))
    there = any(table.people[seat].attacks[slot].needs > 0 and asked(table, slot) == Keyword.WEAPON
                for seat in Seat for slot in range(3))
    return (there and any(hand[horror] > 0 and box.horrors[horror].act == Act.HARDER for horror in Horror)
            or played and any(hand[horror] > 0 and box.horrors[horror].act == Act.CANCEL for horror in Horror))


@game.rule
def is_asked(table: Table, actor: Seat) -> bool:
    """Whether a player can do something in the window."""
    return can_haunt(table, actor) if table.window == Window.ZOMBIES else can_play(table, actor)


@game.step(Phase.ASK_PLAYER)
def ask_player(table: Table) -> None:
    """A player who can play is asked, then the next; when all have passed the window is over."""
    if table.passes >= box.players:
        table.phase = Phase.CLOSE
    elif is_asked(table, table.actor):
        table.phase = Phase.HAUNT if table.window == Window.ZOMBIES else Phase.PLAY
    else:
        table.passes += 1
        table.actor = next_seat(table.actor)


@game.rule
def ask_again(table: Table) -> None:
    """A card was played: whoever passed may play again, or not (DTD-20)."""
    if ruling("DTD-20") == "until-all-pass":
        table.passes = 0
    table.phase = Phase.ASK_PLAYER


@game.rule
def pass_on(table: Table) -> None:
    """A player plays no more for now."""
    table.passes += 1
    table.actor = next_seat(table.actor)
    table.phase = Phase.ASK_PLAYER


@game.step(Phase.CLOSE)
def close(table: Table) -> None:
    """The next window begins; after the last one it is seen what comes of it (DTD-19)."""
    match table.window:
        case Window.NONE:
            for seat in Seat:
                if table.people[seat].fighting:
                    table.people[seat].attacks[0].needs += clumsiness(table, seat)
            begin_joining_or_playing(table)
        case Window.FIRST:
            clause("DTD-T11")
            clause("DTD-T12", when=survivors(table) < box.players)
            if ruling("DTD-48") == "zombies-window" and is_with_zombies(table):
                begin_joining(table)
            else:
                begin_window(table, Window.ZOMBIES)
        case Window.ZOMBIES:
            clause("DTD-T13")
            begin_window(table, Window.LAST)
        case _:
            if ruling("DTD-19") == "zombies-answer" and table.played:
                begin_window(table, Window.ZOMBIES)
            else:
                end_call(table)


# -- playing ------------------------------------------------------------------------------------------------------------------


@game.rule
def count_for(table: Table, actor: Seat, seat: Seat, slot: Slot, number: Few) -> None:
    """What was played counts against one attack, or against every one that it may be played against (DTD-18)."""
    clause("DTD-T05", "DTD-T10", "DTD-T14", when=asked(table, slot) == Keyword.WEAPON)
    clause("DTD-T08", when=seat != actor)
    clause("DTD-Z24", when=slot > 0)
    clause("DTD-T07", when=is_alone(table, slot))
    keyword = asked(table, slot)
    for each in Seat:
        for other in range(3):
            if each == seat and other == slot or (ruling("DTD-18") == "every-attack" and may_play_for(table, actor, each, other)
                                                  and asked(table, other) == keyword):
                attack = table.people[each].attacks[other]
                attack.has = min(WEAPONS_MOST, attack.has + number)
    table.played = table.window == Window.LAST


@game.decision(Phase.PLAY, seat=whose_say)
def play(table: Table, item: Item, seat: Seat, slot: Slot) -> None:
    """A Survivor plays Equipment, for himself or for another."""
    require(table.people[table.actor].items[item] > 0, "DTD-Q01")
    require(worth(item, asked(table, slot)) > 0, "DTD-Q01")
    require(may_play_for(table, table.actor, seat, slot), "DTD-T07")
    keyword = asked(table, slot)
    clause("DTD-Q01")
    clause("DTD-Q15", when=keyword == Keyword.LIGHT and not box.sheets[FRESH[item]].breaks)
    clause("DTD-Q16", when=keyword == Keyword.ROPE and not box.sheets[FRESH[item]].breaks)
    clause("DTD-Q17", when=keyword == Keyword.TOOL and not box.sheets[FRESH[item]].breaks)
    clause("DTD-Q18", when=keyword != Keyword.WEAPON and box.sheets[FRESH[item]].breaks)
    count_for(table, table.actor, seat, slot, worth(item, keyword))
    table.people[table.actor].items.take(item)
    if keyword == Keyword.WEAPON and (item in LAID_OUT or FRESH[item] >= Item.REVOLVER and box.ammo[gun(item)] > 0):
        spend(table, item)
    elif box.sheets[FRESH[item]].breaks:
        clause("DTD-Q20", "DTD-Q21")
        discard(table, item)
    else:
        table.people[table.actor].aside.add(item)
    ask_again(table)


@game.rule
def gun(item: Item) -> Firearm:
    """The Firearm that an item is."""
    return Item.SHOTGUN if FRESH[item] == Item.SHOTGUN else Item.REVOLVER


@game.rule
def spend(table: Table, item: Item) -> None:
    """A token of a Firearm is spent; the Firearm stays on the table with those that are left (DTD-22, DTD-23)."""
    clause("DTD-Q10", when=item not in LAID_OUT)
    clause("DTD-Q11", "DTD-Q14")
    person = table.people[table.actor]
    full = item not in LAID_OUT or AMMO[item] == 0
    left = max(0, (box.ammo[gun(item)] if full else AMMO[item]) - 1)
    spent = Item((Item.SHOTGUN_0 if gun(item) == Item.SHOTGUN else Item.REVOLVER_0) + min(3, left))
    if left == 0 and ruling("DTD-23") == "discarded":
        discard(table, spent)
    elif left == 0 or ruling("DTD-22") == "one-an-event":
        person.aside.add(spent)
    else:
        person.items.add(spent)


@game.decision(Phase.PLAY, seat=whose_say)
def strike(table: Table, seat: Seat, slot: Slot) -> None:
    """A Character that counts as a Weapon helps, once in an Event."""
    require(may_strike(table, table.actor), "DTD-S01")
    require(asked(table, slot) == Keyword.WEAPON and may_play_for(table, table.actor, seat, slot), "DTD-T07")
    clause("DTD-S01")
    first = has_ability(table, table.actor, 0, Ability.FIGHTER) and not table.people[table.actor].acted[0]
    table.people[table.actor].acted[0 if first else 1] = True
    clause("DTD-S09", when=not first)
    count_for(table, table.actor, seat, slot, 1)
    ask_again(table)


@game.decision(Phase.PLAY, seat=whose_say)
def excel(table: Table, seat: Seat, slot: Slot) -> None:
    """A Character that counts as two Weapons helps, once in a game."""
    require(may_use_once(table, table.actor, Ability.HERO), "DTD-S01")
    require(asked(table, slot) == Keyword.WEAPON and may_play_for(table, table.actor, seat, slot), "DTD-T07")
    use_once(table, table.actor, Ability.HERO)
    count_for(table, table.actor, seat, slot, 2)
    ask_again(table)


@game.decision(Phase.PLAY, seat=whose_say)
def move(table: Table, seat: Seat, slot: Slot, where: Slot) -> None:
    """Reading DTD-52 'one-moved': in the last window a Weapon is used against another attack on the same Survivor."""
    require(can_move(table), "DTD-T13")
    require(slot != where and table.people[seat].attacks[slot].has > 0 and table.people[seat].attacks[where].needs > 0, "DTD-T13")
    table.people[seat].attacks[slot].has -= 1
    table.people[seat].attacks[where].has = min(WEAPONS_MOST, table.people[seat].attacks[where].has + 1)
    table.moved = True
    ask_again(table)


@game.decision(Phase.PLAY, seat=whose_say)
def hold(table: Table) -> None:
    """A Survivor plays nothing, or nothing more for now."""
    pass_on(table)


@game.decision(Phase.HAUNT, seat=whose_say)
def harden(table: Table, horror: Horror, seat: Seat, slot: Slot) -> None:
    """A Zombie card: an attack needs more Weapons."""
    require(table.people[table.actor].hand[horror] > 0 and box.horrors[horror].act == Act.HARDER, "DTD-Z12")
    require(table.people[seat].attacks[slot].needs > 0 and asked(table, slot) == Keyword.WEAPON, "DTD-Z12")
    play_horror(table, horror)
    attack = table.people[seat].attacks[slot]
    attack.needs = min(WEAPONS_MOST, attack.needs + box.horrors[horror].number)
    ask_again(table)


@game.decision(Phase.HAUNT, seat=whose_say)
def deny(table: Table, horror: Horror, seat: Seat, slot: Slot) -> None:
    """A Zombie card: a Weapon that was played does not count."""
    require(table.people[table.actor].hand[horror] > 0 and box.horrors[horror].act == Act.CANCEL, "DTD-Z12")
    require(table.people[seat].attacks[slot].has > 0 and asked(table, slot) == Keyword.WEAPON, "DTD-Z12")
    play_horror(table, horror)
    table.people[seat].attacks[slot].has -= 1
    ask_again(table)


@game.decision(Phase.HAUNT, seat=whose_say)
def lurk(table: Table) -> None:
    """A Zombie player plays nothing, or nothing more for now."""
    pass_on(table)


@game.rule
def play_horror(table: Table, horror: Horror) -> None:
    """A Zombie card is played and discarded."""
    clause("DTD-Z12")
    table.people[table.actor].hand.take(horror)
    table.zombie_discard.add(horror)
