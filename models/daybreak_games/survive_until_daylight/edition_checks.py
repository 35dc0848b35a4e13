"""What the component data must have for a game to be set up and to end, and what the rules have room for."""

from __future__ import annotations

from collections.abc import Iterator

from daybreak_games.survive_until_daylight.box import Box, Seat
from daybreak_games.survive_until_daylight.cards import COMMON, TYPE, Assault, Horde, Rubble, Type
from daybreak_games.survive_until_daylight.state import LINE_MOST, game
from verifier.lang import Flaw
from verifier.lang.types import words_of

COPIES_MOST = 20  # of a Rubble card: all of them may come to one player


@game.edition_check
def players_and_characters(box: Box) -> Iterator[Flaw]:
    """The First Player plays, and no character is played twice."""
    if box.first >= box.players:
        yield Flaw(f"the First Player is {words_of(Seat)[box.first]}, and {box.players} play", ("first",),
                   f"name one of the first {box.players}")
    playing = [box.characters[seat] for seat in Seat if seat < box.players]
    for seat in Seat:
        if seat < box.players and box.characters[seat] in playing[:seat]:
            yield Flaw("two players have the same character", ("characters", seat), "give each player a character of their own")


@game.edition_check
def waves_that_come(box: Box) -> Iterator[Flaw]:
    """There is an Assault card for each Round; each brings somebody, of types that there are, and the line has room for all."""
    there = [card for card in Assault if box.assaults[card]]
    if len(there) < box.rounds:
        yield Flaw(f"there are {len(there)} Assault cards for {box.rounds} Rounds", ("assaults",), "put more into the deck")
    everybody = 0
    for card in there:
        numbers = {kind: box.waves[card][kind][box.players - 1] for kind in Type}
        everybody += sum(numbers.values())
        if not any(numbers.values()):
            yield Flaw(f"nobody comes with {box.players} players", ("waves", card), "give it enemies for each number of players")
        for kind, number in numbers.items():
            if number and not any(box.horde[horde] for horde in Horde if TYPE[horde] == kind):
                yield Flaw("an Assault card asks for a type that no Horde card is of", ("waves", card, kind),
                           f"add {words_of(Type)[kind]} cards to `horde`, or write 0")
    if everybody > LINE_MOST:
        yield Flaw(f"the Assault cards bring {everybody} Horde cards, and the line has room for {LINE_MOST}", ("waves",),
                   "write smaller numbers")


@game.edition_check
def rubble_that_fits(box: Box) -> Iterator[Flaw]:
    """Common weapons are chosen from, others lie in the Rubble; there are not too many of a card, and one Backpack at most."""
    for card in Rubble:
        copies = box.common[card] + sum(box.rubble[number][card] for number in range(6))
        if box.common[card] and card not in COMMON:
            yield Flaw("this is no common weapon", ("common", card), "name weapons from knife to crossbow")
        if Rubble.PILLAR_WEAPON <= card < Rubble.KNIFE and copies:
            yield Flaw("a unique weapon is in the Rubble", ("rubble",),
                       f"take {words_of(Rubble)[card]} out: its owner begins with it")
        if copies > COPIES_MOST:
            yield Flaw(f"there are {copies} of {words_of(Rubble)[card]}, and the rules have room for {COPIES_MOST}", ("rubble",),
                       f"take {copies - COPIES_MOST} or more out")
    backpacks = sum(box.rubble[number][Rubble.BACKPACK] for number in range(6))
    if backpacks > 1:
        yield Flaw(f"there are {backpacks} Backpacks, and the rules have room for one (SUD-100)", ("rubble",), "leave one")


@game.edition_check
def weapons_that_can_be_held(box: Box) -> Iterator[Flaw]:
    """What a player begins with fits the inventory."""
    alone = box.players == 1
    weapons, slots = 1 + (box.commons_solo if alone else box.commons), box.slots_solo if alone else box.slots
    if weapons > slots:
        yield Flaw(f"players begin with {weapons} weapons and have {slots} slots", ("slots_solo" if alone else "slots",),
                   "give them more slots")
