"""Fate draws: the card, the fated track, the plot twist and what it brings."""

from __future__ import annotations

from daybreak_games.dawn_of_the_zeds.activation import zeds_on_track
from daybreak_games.dawn_of_the_zeds.cards import FateCard, Fated, FatePile, Twist
from daybreak_games.dawn_of_the_zeds.ground import in_play, site_of
from daybreak_games.dawn_of_the_zeds.places import Place, Site, Track
from daybreak_games.dawn_of_the_zeds.resuming import bring_zed
from daybreak_games.dawn_of_the_zeds.state import Cause, Phase, Town, box, game
from verifier.lang import clause, require, ruling, weight

# -- the draw -----------------------------------------------------------------------------------------------------------------


@game.chance(Phase.DRAW_FATE, tape="fates", clause=("DZ-F01", "DZ-F02"))
def draw_fate(town: Town, card: FateCard) -> None:
    """A fate card is turned over, and names the fated track, or leaves it to numbers or to the players."""
    weight(int(town.fates[card] == FatePile.DECK))
    town.fates[card] = FatePile.OPEN
    town.fate = card
    candidates = sum(1 for track in Track if may_be_fated(town, track))
    if candidates == 1:
        for track in Track:
            if may_be_fated(town, track):
                fated_is(town, track)
    else:
        town.phase = Phase.FATED_TRACK


@game.rule
def may_be_fated(town: Town, track: Track) -> bool:
    """Whether the open fate card can mean a track; one that the map lacks leaves the players the choice."""
    fated = box.fates[town.fate].fated
    if not in_play(track):
        return False
    match fated:
        case Fated.CHOICE:
            return True
        case Fated.MOST_ZEDS:
            return all(counted(town, track) >= counted(town, other) for other in Track if in_play(other))
        case Fated.FEWEST_ZEDS:
            return all(counted(town, track) <= counted(town, other) for other in Track if in_play(other))
    return fated == track or not in_play(Track(fated))


@game.rule
def counted(town: Town, track: Track) -> int:
    """How many Zeds count for a track, with its Start space or without (DZ-02)."""
    return zeds_on_track(town, track, ruling("DZ-02") == "start-counts")


@game.decision(Phase.FATED_TRACK)
def choose_fated(town: Town, track: Track) -> None:
    """The players choose the fated track, among tied ones or freely."""
    require(may_be_fated(town, track), "DZ-F05")
    clause("DZ-F05", when=box.fates[town.fate].fated == Fated.MOST_ZEDS or box.fates[town.fate].fated == Fated.FEWEST_ZEDS)
    fated_is(town, track)


@game.rule
def fated_is(town: Town, track: Track) -> None:
    """The fated track is known: the event that asked for it goes on, or the track is activated twice (DZ-09)."""
    match box.fates[town.fate].fated:
        case Fated.CHOICE:
            clause("DZ-F06")
        case Fated.MOST_ZEDS | Fated.FEWEST_ZEDS:
            clause("DZ-F04")
    town.track = track
    if town.part > 0:
        town.phase = Phase.EVENT
    elif ruling("DZ-09") == "after-draw":
        town.phase = Phase.TWIST
    else:
        town.phase = Phase.ACTIVATE


# -- the plot twist -----------------------------------------------------------------------------------------------------------


@game.step(Phase.TWIST)
def twist(town: Town) -> None:
    """The plot twist: the card is held, or what it says is done, one Zed at a time; then play goes back."""
    if town.fates[town.fate] == FatePile.OPEN:
        clause("DZ-F08")
        begin_twist(town)
    if town.to_come > 0:
        town.to_come -= 1
        town.cause = Cause.TWIST
        bring_zed(town, twist_site(town))
    else:
        after_twist(town)


@game.rule
def begin_twist(town: Town) -> None:
    """The open fate card is held or discarded; what it brings, or takes, is known."""
    sheet = box.fates[town.fate]
    if sheet.held:
        clause("DZ-F11")
        town.fates[town.fate] = FatePile.HELD
    else:
        clause("DZ-F09", "DZ-F10")
        town.fates[town.fate] = FatePile.DISCARD
        match sheet.twist:
            case Twist.AMMO_LOST:
                clause("DZ-X28")
                town.ammo = max(0, town.ammo - sheet.amount)
            case Twist.ZED_AT_CAMPGROUND:
                clause("DZ-X22")
            case Twist.ZEDS_AT_ST_THOMAS:
                clause("DZ-X26")
        if twist_site(town) != Place.ASIDE:
            town.to_come = sheet.amount


@game.rule
def twist_site(town: Town) -> Place:
    """Where the Zeds of the plot twist come; aside if it brings none, or the map has no such space."""
    match box.fates[town.fate].twist:
        case Twist.ZED_AT_CAMPGROUND:
            return site_of(Site.CAMPGROUND)
        case Twist.ZEDS_AT_ST_THOMAS:
            return site_of(Site.ST_THOMAS)
    return Place.ASIDE


@game.rule(clause="DZ-F14")
def after_twist(town: Town) -> None:
    """Play goes back to where the fate draw was made."""
    town.fate = FateCard.BACKHOE
    town.cause = Cause.NOTHING
    if town.part > 0:
        town.phase = Phase.EVENT
    elif town.again:
        town.phase = Phase.ACTIVATE
    else:
        town.phase = Phase.SYMBOL
