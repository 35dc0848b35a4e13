"""What the component data must have for a game to be set up and to go on."""

from __future__ import annotations

from collections.abc import Iterator

from daybreak_games.dead_til_dawn.box import Box, Seat
from daybreak_games.dead_til_dawn.cards import CARDS, LAID_OUT, Act, Character, Craving, Effect, Event, Horror, Item, Kind, Whom
from daybreak_games.dead_til_dawn.state import game
from verifier.lang import Flaw
from verifier.lang.types import words_of

OF_THE_TABLE = (Effect.SWAP, Effect.RISE, Effect.LEAVE)
ONCE = (*OF_THE_TABLE, Effect.QUIRK, Effect.SHOW)


@game.edition_check
def characters_for_all(box: Box) -> Iterator[Flaw]:
    """There is a Character for everybody, two with three players, and core ones for new players."""
    each = 2 if box.players == 3 else 1
    new = sum(1 for seat in Seat if seat < box.players and box.new[seat])
    core = sum(box.cast[character] for character in Character if box.core[character])
    if box.cast.total < each * box.players:
        yield Flaw(f"{box.players} players get {each * box.players} Characters, and there are {box.cast.total}", ("cast",),
                   "add some")
    if core < each * new:
        yield Flaw(f"{new} new players get {each * new} core Characters, and there are {core}", ("core",),
                   "say of more of them that they are core, or name fewer new players in `new`")
    for character in Character:
        sheet = box.characters[character]
        if box.cast[character] and sheet.craving == Craving.COMPANY and sheet.company > box.players:
            yield Flaw(f"{words_of(Character)[character]} craves for {sheet.company} dead players, and {box.players} play",
                       ("characters", character, "company"), f"name a number up to {box.players}")


@game.edition_check
def firearms_come_fresh(box: Box) -> Iterator[Flaw]:
    """The deck has no Firearms that are laid out."""
    for item in LAID_OUT:
        if box.equipment[item]:
            yield Flaw(f"{words_of(Item)[item]} is a Firearm on the table, and the deck has {box.equipment[item]}",
                       ("equipment", item), "count the Firearm itself, and give its tokens in `ammo`")


@game.edition_check
def equipment_that_is_good_for_something(box: Box) -> Iterator[Flaw]:
    """An Equipment card counts for something, heals or cures."""
    for card in CARDS:
        sheet = box.sheets[card]
        if box.equipment[card] and not (sheet.weapons or sheet.tool or sheet.rope or sheet.light or sheet.heals or sheet.cures
                                        or (card >= Item.REVOLVER and box.ammo[card])):
            yield Flaw(f"{words_of(Item)[card]} is good for nothing", ("sheets", card),
                       "give it Weapons, a keyword, or what it heals")


@game.edition_check
def events_that_can_be_resolved(box: Box) -> Iterator[Flaw]:
    """What happens to the table happens once; secret Events are about their drawer; a turn comes to an end."""
    for event in Event:
        if box.events[event] == 0:
            continue
        sheet, name = box.says[event], words_of(Event)[event]
        if sheet.whom != Whom.DRAWER and (sheet.first in OF_THE_TABLE or sheet.second in OF_THE_TABLE):
            yield Flaw(f"{name} does to everybody what can be done once", ("says", event, "whom"), 'write whom = "drawer"')
        if sheet.number > 1 and (sheet.first in ONCE or sheet.second in ONCE):
            yield Flaw(f"{name} does several times what can be done once", ("says", event, "number"), "write number = 1")
        if sheet.whom == Whom.GROUP and sheet.kind != Kind.CALL:
            yield Flaw(f"{name} is about the group, and asks for no cards", ("says", event, "whom"), 'write whom = "everybody"')
        if sheet.secret and (sheet.kind != Kind.EFFECT or sheet.whom != Whom.DRAWER):
            yield Flaw(f"{name} is secret, and others would have to know it", ("says", event, "kind"),
                       'write kind = "effect" and whom = "drawer"')
        if sheet.stays and not sheet.secret:
            yield Flaw(f"{name} stays before its player, and is not secret", ("says", event, "secret"), "write secret = true")
        if sheet.kind == Kind.CALL and sheet.needs == 0:
            yield Flaw(f"{name} asks for no cards", ("says", event, "needs"), "name a number from 1 up")
    if not any(box.events[event] and not box.says[event].secret and box.says[event].kind != Kind.HIDEOUT for event in Event):
        yield Flaw("every Event is secret or a Hideout, and drawing again need not end", ("events",), "add one that is neither")


@game.edition_check
def zombie_cards_that_do_something(box: Box) -> Iterator[Flaw]:
    """A Zombie card that makes a fight harder, or begins one, says by how much."""
    for horror in Horror:
        sheet = box.horrors[horror]
        if box.zombies[horror] and sheet.act in (Act.HARDER, Act.AMBUSH, Act.POWER_UP) and sheet.number == 0:
            yield Flaw(f"{words_of(Horror)[horror]} asks for no Weapons", ("horrors", horror, "number"),
                       "name a number from 1 up")
