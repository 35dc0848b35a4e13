"""What the component data must have for a game to be set up and to be won, and what the rules have room for."""

from __future__ import annotations

from collections.abc import Iterator

from daybreak_games.until_daylight.box import Box, Seat
from daybreak_games.until_daylight.cards import BASIC, DICE_MOST, EVENTS, WEAPONS, Ammo, Feat, Horde, Objective, Rubble
from daybreak_games.until_daylight.state import LINE_MOST, game
from verifier.lang import Flaw
from verifier.lang.types import words_of

SIDES = 6  # of every die
ENEMIES = {Feat.WANDERERS: Horde.WANDERER, Feat.RAIDERS: Horde.RAIDER, Feat.BRUTES: Horde.BRUTE}
KEPT = {Feat.MONSTERS: Horde.MONSTER, Feat.SURVIVORS: Horde.SURVIVOR}  # cards that do not come back


@game.edition_check
def characters_and_weapons(box: Box) -> Iterator[Flaw]:
    """No character is played twice; each has a basic weapon of its own, which is among the Rubble cards."""
    playing = [box.characters[seat] for seat in Seat if seat < box.players]
    taken: list[Rubble] = []
    for seat, character in zip(Seat, playing, strict=False):
        if character in playing[:seat]:
            yield Flaw("two players have the same character", ("characters", seat), "give each player a character of their own")
            continue
        weapon = Rubble(box.boards[character].weapon)
        named = words_of(Rubble)[weapon]
        if weapon not in BASIC:
            yield Flaw(f"{named} is no basic weapon", ("boards", character, "weapon"),
                       f"name one of {', '.join(words_of(Rubble)[each] for each in BASIC)}")
        elif box.rubble[weapon] <= taken.count(weapon):
            yield Flaw(f"there is no {named} left for its owner", ("rubble", weapon), "count it among the Rubble cards")
        taken.append(weapon)


@game.edition_check
def dice_of_six_sides(box: Box) -> Iterator[Flaw]:
    """Each die has a side at least, and six at most: the weights of rolls have room for no more."""
    for name, kind, sides in (("sides", "Attack die", sum(box.sides)), ("fate", "Die of Fate", sum(box.fate))):
        if not 0 < sides <= SIDES:
            yield Flaw(f"the {kind} has {sides} sides", (name,), f"say how many of its sides have each sign: {SIDES} in all")


@game.edition_check
def a_horde_to_be_fought(box: Box) -> Iterator[Flaw]:
    """The areas have room for all Horde cards, there is a Survivor to be saved, and whatever Objectives of the players count."""
    if box.horde.total > LINE_MOST:
        yield Flaw(f"there are {box.horde.total} Horde cards, and the areas have room for {LINE_MOST}", ("horde",),
                   f"take {box.horde.total - LINE_MOST} or more out")
    if box.horde[Horde.SURVIVOR] == 0:
        yield Flaw("no Horde card is a Survivor, and without one the game cannot be won", ("horde", Horde.SURVIVOR), "add one")
    if box.horde.total == box.horde[Horde.SURVIVOR]:
        yield Flaw("no Horde card is an enemy", ("horde",), "add some")
    own = {card for seat in Seat if seat < box.players for card in box.own_objectives[box.characters[seat]]}
    for card in Objective:
        sheet = box.objectives[card]
        kind = (ENEMIES | KEPT).get(sheet.feat)
        wanted = sheet.number if sheet.feat in KEPT else 1
        if kind is not None and (card in own or box.secondary[card]) and box.horde[kind] < wanted:
            yield Flaw(f"an Objective asks for {sheet.number} {words_of(Feat)[sheet.feat]}, and the Horde has {box.horde[kind]}",
                       ("objectives", card), f"add {words_of(Horde)[kind]} cards to `horde`, or ask for something else")


@game.edition_check
def weapons_that_strike(box: Box) -> Iterator[Flaw]:
    """A weapon has dice, or it is fired."""
    for weapon in WEAPONS:
        sheet = box.weapons[weapon]
        if sheet.ammo == Ammo.NONE and sheet.dice == 0:
            yield Flaw("a weapon has neither dice nor Ammo", ("weapons", weapon), f"give it dice, {DICE_MOST} at most, or Ammo")


@game.edition_check
def recipes_that_can_be_made(box: Box) -> Iterator[Flaw]:
    """A Trap or a Barricade is made of cards that can be held."""
    for token, parts in enumerate(box.recipes):
        for number, part in enumerate(parts):
            if part in EVENTS:
                yield Flaw(f"{words_of(Rubble)[part]} is an Event, which nobody can hold", ("recipes", token, number),
                           "name a card that players keep")


@game.edition_check
def a_gong_that_comes(box: Box) -> Iterator[Flaw]:
    """There is a moment at which the gong can come."""
    if not any(box.gong):
        yield Flaw("the gong never comes", ("gong",), "write a number above 0 for a moment at which it can")
