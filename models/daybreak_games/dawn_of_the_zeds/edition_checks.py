"""What the component data must have for the rules to make sense of them: a map that hangs together, and enough of everything.

Ranges say the rest: how many cells a table has, and what a cell can be.  None of this is a rule of the game.
"""

from __future__ import annotations

from collections.abc import Iterator

from daybreak_games.dawn_of_the_zeds.box import Box
from daybreak_games.dawn_of_the_zeds.cards import Effect, EventCard
from daybreak_games.dawn_of_the_zeds.map_graph import adjacency, line_of, map_graph, spaces_of
from daybreak_games.dawn_of_the_zeds.pieces import COUNTERS, Post, Unit
from daybreak_games.dawn_of_the_zeds.places import STARTS, Ground, Place, Track
from daybreak_games.dawn_of_the_zeds.state import game
from daybreak_games.dawn_of_the_zeds.turn import LAST_ACT
from verifier.lang import Flaw
from verifier.lang.types import words_of

TRACK_EFFECTS = (Effect.NIGHT, Effect.TOUGH)  # whose card names a track, to the Start space of which a Zed comes


def word(place: Place) -> str:
    """How a space is written."""
    return words_of(Place)[place]


# -- the map ------------------------------------------------------------------------------------------------------------------


@game.edition_check
def grounds_are_where_they_belong(box: Box) -> Iterator[Flaw]:
    """There is a Town Center; Start spaces are at the beginning of each track that the map has, and nowhere else."""
    if box.map[Place.TOWN_CENTER].ground != Ground.TOWN_CENTER:
        yield Flaw("the map has no Town Center", ("map", Place.TOWN_CENTER, "ground"), 'write ground = "town-center"')
    if not any(line_of(box, track) for track in Track):
        yield Flaw("the map has no track", ("map",), "give it at least one, with its Start space")
    for space in spaces_of(box):
        ground = box.map[space].ground
        if (ground == Ground.START) != (space in STARTS):
            yield Flaw(f"{word(space)} is the Start space of a track by its name or by its ground, and not by both",
                       ("map", space, "ground"), f'{", ".join(map(word, STARTS))} are ground = "start", others are not')
        if ground == Ground.TOWN_CENTER and space != Place.TOWN_CENTER:
            yield Flaw(f"{word(space)} is a second Town Center", ("map", space, "ground"), "give it a ground of its own")
    for track in Track:
        line = line_of(box, track)
        if line and line[0] not in STARTS:
            yield Flaw(f"the track has spaces and no Start space: {', '.join(map(word, line))}", ("map", STARTS[track]),
                       'give it one: ground = "start"')


@game.edition_check
def tracks_have_no_gaps(box: Box) -> Iterator[Flaw]:
    """Along a track every space leads to the next one that the map has, the last to Town Center; and back the same way."""
    for track in Track:
        line = line_of(box, track)
        if not line:
            continue
        for space, ahead in zip(line, [*line[1:], Place.TOWN_CENTER], strict=True):
            if (found := box.map[space].ahead) != ahead:
                yield Flaw(f"{word(space)} leads to {word(found)}, and the next space of its track is {word(ahead)}",
                           ("map", space, "ahead"), f'write ahead = "{word(ahead)}"')
        for space, behind in zip(line, [line[0], *line[:-1]], strict=True):
            if (found := box.map[space].behind) != behind:
                yield Flaw(f"behind {word(space)} is {word(found)}, and the way back along its track is {word(behind)}",
                           ("map", space, "behind"), f'write behind = "{word(behind)}"')
    center = box.map[Place.TOWN_CENTER]
    for field, to in (("ahead", center.ahead), ("behind", center.behind)):
        if to != Place.TOWN_CENTER and center.ground != Ground.ABSENT:
            yield Flaw(f"Town Center leads to {word(to)}, and every track ends in it", ("map", Place.TOWN_CENTER, field),
                       f'write {field} = "town-center"')


def runs_straight(box: Box) -> bool:
    """Whether every track leads from its Start space to Town Center without a gap: then no graph would show anything amiss."""
    return not any(grounds_are_where_they_belong(box)) and not any(tracks_have_no_gaps(box))


@game.edition_check
def the_map_goes_round_nowhere(box: Box) -> Iterator[Flaw]:
    """Whoever goes ahead does not come back."""
    if runs_straight(box):
        return
    import networkx as nx

    for loop in sorted(sorted(spaces) for spaces in nx.strongly_connected_components(map_graph(box)) if len(spaces) > 1):
        yield Flaw(f"going ahead leads round: {', '.join(map(word, loop))}", ("map", loop[0], "ahead"),
                   "let every space lead nearer to Town Center")


@game.edition_check
def town_center_is_reached_from_everywhere(box: Box) -> Iterator[Flaw]:
    """The map is connected, and from every Start space Zeds come to Town Center."""
    if runs_straight(box):
        return
    import networkx as nx

    ways, beside = map_graph(box), adjacency(box)
    if Place.TOWN_CENTER not in ways:
        return
    for part in sorted(sorted(spaces) for spaces in nx.connected_components(beside) if Place.TOWN_CENTER not in spaces):
        yield Flaw(f"the map is not connected: no way leads from Town Center to {', '.join(map(word, part))}",
                   ("map", part[0], "ahead"), "let the spaces of a track lead to one another, and the last to Town Center")
    reached = nx.ancestors(ways, Place.TOWN_CENTER)
    for start in STARTS:
        if start in ways and start not in reached:
            yield Flaw(f"Zeds do not come from {word(start)} to Town Center", ("map", start, "ahead"),
                       "follow ahead from space to space, and mend where it stops")


@game.edition_check
def sites_are_there_once(box: Box) -> Iterator[Flaw]:
    """A name that cards speak of is that of one space."""
    seen: dict[int, Place] = {}
    for space in spaces_of(box):
        site = box.map[space].site
        if site and site in seen:
            yield Flaw(f"{word(seen[site])} has this name too", ("map", space, "site"), "leave it to one of them")
        seen.setdefault(site, space)


# -- the counters -------------------------------------------------------------------------------------------------------------


@game.edition_check
def the_cup_fills_the_start_spaces(box: Box) -> Iterator[Flaw]:
    """The set-up draws Zeds for every Start space: there is room for them there, and enough of them in the Cup."""
    starts = sum(1 for start in STARTS if box.map[start].ground == Ground.START)
    needed = starts * box.zeds_on_starts
    if needed > box.zeds.total:
        yield Flaw(f"the Cup has {box.zeds.total} Zeds, and the set-up draws {needed}: {box.zeds_on_starts} for each of {starts} "
                   "Start spaces", ("zeds",), "add counters, or let fewer start on the map")
    if box.zeds_on_starts > box.zeds_on_a_space:
        yield Flaw(f"the set-up puts {box.zeds_on_starts} Zeds on a Start space, and a space takes {box.zeds_on_a_space}",
                   ("zeds_on_starts",), "let fewer start there")


@game.edition_check
def civilians_fill_the_villages(box: Box) -> Iterator[Flaw]:
    """The set-up draws regular Civilians, one for each Village and the reserve: there are that many, and nobody else is drawn."""
    drawn = [unit for unit in Unit if box.units[unit].post == Post.DRAWN]
    villages = sum(1 for space in spaces_of(box) if box.map[space].ground == Ground.VILLAGE)
    if len(drawn) < villages + box.reserve:
        yield Flaw(f"the set-up draws {villages + box.reserve} units, and only {len(drawn)} are to be drawn: one for each of "
                   f"{villages} Villages, {box.reserve} for the reserve", ("units",), 'give more Civilians post = "drawn"')
    for unit in drawn:
        if unit not in COUNTERS:
            yield Flaw("only counters of regular Civilians are drawn for Villages", ("units", unit, "post"),
                       'write post = "town-center" or post = "aside"')


@game.edition_check
def units_start_on_the_map(box: Box) -> Iterator[Flaw]:
    """The space where a unit starts is there."""
    if box.map[Place.TOWN_CENTER].ground == Ground.ABSENT:
        for unit in Unit:
            if box.units[unit].post == Post.TOWN_CENTER:
                yield Flaw("the map has no Town Center for it to start in", ("units", unit, "post"), "put Town Center on the map")


@game.edition_check
def ammunition_fits_its_track(box: Box) -> Iterator[Flaw]:
    """There is no more ammunition at the start than its track counts."""
    if box.ammo > box.ammo_most:
        yield Flaw(f"the players start with {box.ammo} ammunition, and its track ends at {box.ammo_most}", ("ammo",),
                   "start with less")


# -- the event deck -----------------------------------------------------------------------------------------------------------


@game.edition_check
def acts_have_their_cards(box: Box) -> Iterator[Flaw]:
    """The deck of each act can be made from its cards, and a last card ends the game."""
    for act in range(1, LAST_ACT):
        for field, wanted, special in (("specials", box.specials[act - 1], True), ("normals", box.normals[act - 1], False)):
            there = sum(1 for sheet in box.events if sheet.act == act and sheet.special == special)
            if wanted > there:
                kind = "special" if special else "normal"
                yield Flaw(f"the deck has {wanted} {kind} cards of act {act}, and there are {there}", (field, act - 1),
                           "let the deck have fewer, or move cards to this act")
    last = [card for card in EventCard if box.events[card].act == LAST_ACT]
    for card in last:
        if box.events[card].effect != Effect.WIN:
            yield Flaw("a card of the last act does not end the game", ("events", card, "effect"), 'write effect = "win"')
    if not last:
        yield Flaw("no last card wins the game, so that it does not end", ("events",),
                   f'give one act = {LAST_ACT} and effect = "win"')


@game.edition_check
def cards_name_tracks_of_the_map(box: Box) -> Iterator[Flaw]:
    """A card that may come, and brings a Zed to the Start space of a track, names one that the map has."""
    for card in EventCard:
        sheet = box.events[card]
        comes = sheet.act == LAST_ACT or (box.specials if sheet.special else box.normals)[sheet.act - 1] > 0
        if comes and sheet.effect in TRACK_EFFECTS and box.map[STARTS[sheet.track]].ground != Ground.START:
            yield Flaw(f"a Zed comes to {word(STARTS[sheet.track])}, which the map lacks", ("events", card, "track"),
                       "name a track of the map")
