"""A naive twin of the solitaire card game Until Dawn, written from the rulebook alone.

It exists to disagree with the model: it shares neither code nor author with it. Lists of strings, no cleverness.
A comment ``UD-nn`` names a doubt of the rulebook (``shared/games/until_dawn.md``); the default ruling is used.

* A card is one of scratcher (red), screamer (green), sneaker (blue), bite-red, bite-green, bite-blue, move-cw and
  move-ccw, with "+" behind it when it bears the draw-again symbol.
* A stack is listed from the top; "!" behind a zombie says that it is attacking (turned to the side).
* Entrance 0 is the front door; clockwise is 0 -> 1 -> 2 -> 3 -> 0. The time track runs from space 0 to ``last_space``.
* Chance (``Nature``) and the choices of the zombie turn (``Player``) come from outside; both are asked even when only
  one answer is possible, and an answer that was not offered is an error.

A turn: one or more of the five actions, then ``zombie_turn``, or its parts one by one: ``attack_phase``,
``cards_phase``, ``end_zombie_turn``, and ``final_assault`` when both markers are on the last space. After a loss the
table is left as it lay at that instant: only ``outcome`` and the conservation of cards and barricades are promised.
Not promised: speed, or an end to draws that reshuffle for ever what they have just discarded (see ``DRAWS_MAX``).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

Spot = int | Literal["bite"]

COLOURS = {"scratcher": "red", "screamer": "green", "sneaker": "blue"}
OTHER_KINDS = ("bite-red", "bite-green", "bite-blue", "move-cw", "move-ccw")
BITE_PILE_FULL = 5
# The rulebook allows endless loops: one Screamer that is the whole deck and discard pile draws itself for ever, and so
# does a movement card with the draw-again symbol. One chain, or one entrance's howls, may draw this many cards.
DRAWS_MAX = 10_000


class Nature(Protocol):
    """Chance: answers with a card that is in the list it is shown; the twin removes it."""

    def draw_from_deck(self, deck: list[str]) -> str:
        """The top card of the shuffled deck."""

    def draw_from_bite_pile(self, pile: list[str]) -> str:
        """A random card of the bite pile."""


@dataclass
class Entrance:
    """One way into the cabin; ``breached_by`` is the zombie card that covers it, if any."""

    breached_by: str | None = None
    barricades: int = 0
    stack: list[str] = field(default_factory=list)


@dataclass
class Table:
    """Everything that lies on the table. The order of ``deck``, ``discard`` and ``bite_pile`` says nothing."""

    time: int
    zombie_time: int
    last_space: int
    ammo: int
    supply: int
    deck: list[str]
    bite_pile: list[str]
    discard: list[str] = field(default_factory=list)
    entrances: list[Entrance] = field(default_factory=lambda: [Entrance() for _ in range(4)])
    jasper: int | Literal["rug", "dead"] = "rug"
    rebecca: int | Literal["aside"] = "aside"
    jasper_locked: int | None = None
    outcome: Literal["won", "lost"] | None = None
    log: list[str] = field(default_factory=list, compare=False)


class Player(Protocol):
    """The choices that the player makes while the zombies have their turn."""

    def place(self, table: Table, card: str, options: list[Spot]) -> Spot:
        """Where the drawn zombie goes: one of the options."""

    def block(self, table: Table, entrance: int) -> bool:
        """Whether Jasper cancels the draw-again symbol of the zombie just placed at his entrance."""


# Cards and geometry


def kind(card: str) -> str:
    """The card without its marks: ``kind("sneaker+!") == "sneaker"``."""
    return card.removesuffix("!").removesuffix("+")


def colour(card: str) -> str:
    """The colour of a zombie or bite card."""
    return COLOURS[kind(card)] if is_zombie(card) else kind(card).removeprefix("bite-")


def is_zombie(card: str) -> bool:
    """Whether the card is a Scratcher, Screamer or Sneaker."""
    return kind(card) in COLOURS


def attacking(card: str) -> bool:
    """Whether the zombie is turned to the side."""
    return card.endswith("!")


def turned(card: str) -> str:
    """The zombie, attacking."""
    return upright(card) + "!"


def upright(card: str) -> str:
    """The zombie, not attacking; also how it lies in any pile or over an entrance."""
    return card.removesuffix("!")


def unbreached(table: Table) -> list[int]:
    """The entrances that still hold, from the front door clockwise."""
    return [e for e in range(4) if table.entrances[e].breached_by is None]


def next_unbreached(table: Table, e: int, step: int = 1) -> int:
    """The next entrance that holds, clockwise (step 1) or the other way (-1); ``e`` itself if it is the only one."""
    for distance in (1, 2, 3, 4):
        target = (e + step * distance) % 4
        if table.entrances[target].breached_by is None:
            return target
    raise ValueError("next_unbreached: all four entrances are breached, the game should have ended")


def draw(table: Table, nature: Nature) -> str | None:
    """Take the top card of the deck; None when deck and discard pile are both empty (UD-48)."""
    if not table.deck and table.discard:  # UD-49: shuffled only when a card is needed
        table.log.append("reshuffle")
        table.deck, table.discard = sorted(table.discard), []
    if not table.deck:
        table.log.append("nothing to draw")
        return None
    card = nature.draw_from_deck(sorted(table.deck))
    table.deck.remove(card)
    table.log.append(f"draw {card}")
    return card


# Set-up and the player's turn


def set_up(counts: dict[str, int], last_space: int = 20, shells: int = 8, barricades: int = 8) -> Table:
    """The table before the first action, for a deck of that many cards of each name."""
    deck = sorted(card for card, count in counts.items() for _ in range(count))
    strangers = [card for card in counts if not is_zombie(card) and kind(card) not in OTHER_KINDS]
    if strangers or not all(zombie in deck for zombie in COLOURS):
        raise ValueError(f"set_up: unknown cards {strangers}, or no scratcher, screamer, sneaker without '+': {counts}")
    for zombie in COLOURS:
        deck.remove(zombie)
    return Table(0, 0, last_space, shells, barricades, deck, sorted(COLOURS))


def legal_actions(table: Table) -> list[tuple[str, ...]]:
    """What the player may do now, each ``(name,)`` or ``(name, entrance)``; nothing on the last space."""
    if table.outcome is not None or table.time >= table.last_space:  # UD-12
        return []
    here = [str(e) for e in unbreached(table)]  # UD-02, UD-09, UD-10: a breached entrance is no target
    actions: list[tuple[str, ...]] = []
    if table.supply > 0:  # UD-05; no cap per entrance, UD-04
        actions += [("barricade", e) for e in here]
    if table.ammo > 0:
        actions += [("fire", e) for e in here if table.entrances[int(e)].stack]  # UD-08
    if table.jasper != "dead":
        actions += [("command_jasper", e) for e in here]  # UD-10: also the one where he is
    if table.bite_pile:  # UD-11
        actions.append(("treat",))
    return [*actions, ("pass",)]


def may_stop(table: Table) -> bool:
    """Whether the zombies may have their turn now: after at least one action (UD-01)."""
    return table.outcome is None and table.time > table.zombie_time


def act(table: Table, nature: Nature, action: tuple[str, ...]) -> None:
    """Do one of the ``legal_actions``."""
    if len(action) == 2 and action[0] in _AT_ENTRANCE:
        _AT_ENTRANCE[action[0]](table, int(action[1]))
    elif action == ("treat",):
        treat(table, nature)
    elif action == ("pass",):
        pass_(table)
    else:
        raise ValueError(f"act: no action {action}")


def barricade(table: Table, e: int) -> None:
    """Put one barricade from beside the board at an entrance."""
    _spend_time(table, ("barricade", str(e)))
    table.supply -= 1
    table.entrances[e].barricades += 1


def fire(table: Table, e: int) -> None:
    """Discard the top zombie of an entrance; the next one there moves on clockwise, turned as it was."""
    _spend_time(table, ("fire", str(e)))
    table.ammo -= 1
    stack = table.entrances[e].stack
    table.discard.append(upright(stack.pop(0)))
    if stack:
        shoved = stack.pop(0)
        table.entrances[next_unbreached(table, e)].stack.insert(0, shoved)  # on top, UD-06, UD-07


def command_jasper(table: Table, e: int) -> None:
    """Send Jasper to an entrance."""
    _spend_time(table, ("command_jasper", str(e)))
    table.jasper = e


def treat(table: Table, nature: Nature) -> None:
    """Discard a random card of the bite pile, face up (UD-11)."""
    _spend_time(table, ("treat",))
    card = nature.draw_from_bite_pile(sorted(table.bite_pile))
    table.bite_pile.remove(card)
    table.discard.append(card)
    table.log.append(f"treated {card}")


def pass_(table: Table) -> None:
    """Let time go by."""
    _spend_time(table, ("pass",))


_AT_ENTRANCE: dict[str, Callable[[Table, int], None]] = {
    "barricade": barricade, "fire": fire, "command_jasper": command_jasper,
}


def _spend_time(table: Table, action: tuple[str, ...]) -> None:
    if action not in legal_actions(table):
        raise ValueError(f"{' '.join(action)}: not legal now, expected one of {legal_actions(table)}")
    table.time += 1
    table.log.append(" ".join(action))


# The attacks


def attack_phase(table: Table, nature: Nature) -> None:
    """Round one, then round two of a normal attack."""
    mark_attackers(table)
    for e in range(4):
        resolve_entrance(table, e, nature)


def mark_attackers(table: Table) -> None:
    """Round one: turn the zombies that attack. Nobody who is attacking already stands down (UD-16)."""
    for e in unbreached(table):
        stack = table.entrances[e].stack  # without the covering card and Rebecca, UD-15
        colours = [colour(card) for card in stack]
        if {"red", "green", "blue"} <= set(colours):
            stack[:] = [turned(card) for card in stack]
        for each in ("red", "green", "blue"):
            if colours.count(each) >= 3:
                _turn_colour_everywhere(table, each)


def _turn_colour_everywhere(table: Table, wanted: str) -> None:
    for entrance in table.entrances:  # UD-13: also those checked before; UD-14: the rule text, not the caption
        entrance.stack = [turned(card) if colour(card) == wanted else card for card in entrance.stack]


def resolve_entrance(table: Table, e: int, nature: Nature, final: bool = False) -> None:
    """Round two at one entrance: each attacking zombie once, from the top, on the stack as it changes (UD-17)."""
    entrance = table.entrances[e]
    settled = 0  # the cards on top of the stack that have attacked and stayed: Scratchers with nowhere to go, UD-18
    for _ in range(DRAWS_MAX):
        waiting = [i for i in range(settled, len(entrance.stack)) if attacking(entrance.stack[i])]
        if table.outcome is not None or entrance.breached_by is not None or not waiting:
            return
        attacker = kind(entrance.stack[waiting[0]])
        if attacker == "scratcher":
            settled += _scratch(table, e, waiting[0], final)
        elif attacker == "sneaker":
            _sneak(table, e, final)
        else:
            _scream(table, e, waiting[0], nature, final)
    raise RuntimeError(f"resolve_entrance: more than {DRAWS_MAX} attacks at entrance {e}: Screamers draw each other")


def _scratch(table: Table, e: int, index: int, final: bool) -> int:
    """One Scratcher attacks; answers how many cards more lie settled on top of this stack (0 or 1)."""
    entrance = table.entrances[e]
    card = entrance.stack.pop(index)
    if entrance.barricades > 0:
        _lose_barricades(table, e, 1)
        table.discard.append(upright(card))
        return 0
    if table.rebecca == e:
        _breach(table, e, card, final)
        return 0
    target = next_unbreached(table, e)
    table.entrances[target].stack.insert(0, card)  # still attacking; in turn, so the order reverses, UD-19, UD-20
    return 1 if target == e else 0


def _sneak(table: Table, e: int, final: bool) -> None:
    """All Sneakers of the entrance attack at once; only the attacking ones count (UD-23), but all go (UD-21)."""
    entrance = table.entrances[e]
    sneakers = [card for card in entrance.stack if kind(card) == "sneaker"]
    strength = len([card for card in sneakers if attacking(card)])
    entrance.stack = [card for card in entrance.stack if kind(card) != "sneaker"]
    if strength > entrance.barricades or (table.rebecca == e and strength == entrance.barricades):
        table.discard += [upright(card) for card in sneakers[1:]]
        _breach(table, e, sneakers[0], final)  # the topmost of all, UD-22
    else:
        table.discard += [upright(card) for card in sneakers]
        _lose_barricades(table, e, 1)


def _scream(table: Table, e: int, index: int, nature: Nature, final: bool) -> None:
    """One Screamer attacks: in, when nothing bars the way, or else it calls more zombies."""
    entrance = table.entrances[e]
    card = entrance.stack.pop(index)
    if entrance.barricades == 0:
        _breach(table, e, card, final)
        return
    table.discard.append(upright(card))  # before the draws, so a reshuffle takes it in, UD-25
    for _ in range(3 if table.rebecca == e else 2):
        called = draw(table, nature)
        if called is None:  # UD-48
            return
        if is_zombie(called):
            entrance.stack.append(turned(called))  # each below the one before, UD-24
        elif kind(called).startswith("bite"):
            table.bite_pile.append(called)  # even when it holds five or more, UD-26
        else:
            table.discard.append(called)  # and Jasper is not attacked, UD-27


def _breach(table: Table, e: int, card: str, final: bool) -> None:
    """The card, already off the stack, covers the entrance; the others there move on, below and in order (UD-29)."""
    entrance = table.entrances[e]
    entrance.breached_by = upright(card)
    table.log.append(f"breach {e} by {upright(card)}")
    _lose_barricades(table, e, entrance.barricades)
    if table.jasper == e:
        table.jasper = "rug"  # UD-32
    if not unbreached(table):
        table.outcome = "lost"  # at once, nobody moves, UD-30, UD-31
        return
    moved = [turned(other) if final else upright(other) for other in entrance.stack]  # attacks forgone, UD-28
    entrance.stack = []
    table.entrances[next_unbreached(table, e)].stack += moved


def _lose_barricades(table: Table, e: int, count: int) -> None:
    table.entrances[e].barricades -= count
    table.supply += count  # UD-03


# The cards


def cards_phase(table: Table, nature: Nature, player: Player) -> None:
    """One chain of draws for each space that the zombie marker is behind."""
    while table.zombie_time < table.time and table.outcome is None:
        table.zombie_time += 1
        table.log.append(f"zombie marker {table.zombie_time}")
        _chain(table, nature, player)


def _chain(table: Table, nature: Nature, player: Player) -> None:
    for _ in range(DRAWS_MAX):
        card = draw(table, nature)
        if card is None:  # the step ends as after a card without the symbol, UD-48
            return
        again = _play(table, card, nature, player)
        if table.outcome is not None or not again:  # UD-47
            return
    raise RuntimeError(f"cards_phase: more than {DRAWS_MAX} draws in one chain: only draw-again cards are left")


def _play(table: Table, card: str, nature: Nature, player: Player) -> bool:
    """Resolve a drawn card; answers whether another is to be drawn."""
    if is_zombie(card):
        return _place(table, card, player)
    if kind(card).startswith("bite"):
        _bite(table, card, nature)
    else:
        _move(table, card)
    return card.endswith("+")


def placements(table: Table) -> list[Spot]:
    """Where a drawn zombie may go."""
    options: list[Spot] = [e for e in unbreached(table) if e != table.jasper_locked]
    if len(table.bite_pile) < BITE_PILE_FULL:
        options.append("bite")
    return options or [*unbreached(table)]  # nowhere else: Jasper's lock is waived, UD-38


def _place(table: Table, card: str, player: Player) -> bool:
    options = placements(table)
    spot = player.place(table, card, list(options))
    if spot not in options:
        raise ValueError(f"place: {card} cannot go to {spot!r}, expected one of {options}")
    table.log.append(f"place {card} at {spot}")
    if spot == "bite":
        table.bite_pile.append(card)
        return card.endswith("+")
    table.entrances[spot].stack.insert(0, card)
    return card.endswith("+") and not _blocked(table, spot, player)


def _blocked(table: Table, e: int, player: Player) -> bool:
    """Whether Jasper, once a turn and only if the player likes (UD-40), cancels the symbol."""
    if table.jasper != e or table.jasper_locked is not None or not player.block(table, e):
        return False
    table.jasper_locked = e  # bars placing only, UD-41
    table.log.append(f"jasper blocks at {e}")
    return True


def _move(table: Table, card: str) -> None:
    """The zombies at Jasper's entrance kill him, then the top zombies move (UD-37), all at the same time (UD-33)."""
    if isinstance(table.jasper, int) and table.entrances[table.jasper].stack:
        table.jasper = "dead"
        table.log.append("jasper dies")
    step = 1 if kind(card) == "move-cw" else -1
    lifted = [(e, table.entrances[e].stack.pop(0)) for e in unbreached(table) if table.entrances[e].stack]
    for e, zombie in lifted:  # past breached entrances, UD-34; the only entrance left turns its own top card, UD-35
        table.entrances[next_unbreached(table, e, step)].stack.insert(0, turned(zombie))
    table.discard.append(card)


def _bite(table: Table, card: str, nature: Nature) -> None:
    if table.rebecca != "aside":
        table.rebecca = next_unbreached(table, table.rebecca)  # before the comparison, UD-45; may stay, UD-46
    if not table.bite_pile:
        table.bite_pile.append(card)  # UD-42
        return
    drawn = nature.draw_from_bite_pile(sorted(table.bite_pile))  # from the pile, not the deck, UD-43
    if drawn not in table.bite_pile:
        raise ValueError(f"draw_from_bite_pile: {drawn} is not in {table.bite_pile}")
    table.log.append(f"bite pile shows {drawn}")
    if colour(drawn) != colour(card):
        table.bite_pile.append(card)  # and the drawn card goes back
        return
    table.discard.append(card)
    if table.rebecca == "aside":
        _rebecca_turns(table)
    else:
        table.outcome = "lost"
        table.log.append("john succumbs")


def _rebecca_turns(table: Table) -> None:
    table.log.append("rebecca turns")
    table.rebecca = 0  # even if the front door is breached
    _lose_barricades(table, 0, table.entrances[0].barricades)
    table.discard += table.bite_pile  # with the drawn card, and the bite card above, UD-44
    table.bite_pile = []


# The end of the turn and of the game


def end_zombie_turn(table: Table) -> None:
    """Jasper goes back to the rug, whether he blocked or not (UD-39)."""
    table.jasper_locked = None
    if table.jasper != "dead":
        table.jasper = "rug"


def final_assault(table: Table, nature: Nature) -> None:
    """All zombies attack, twice round the cabin; sets are not looked for again (UD-51)."""
    table.log.append("final assault")
    for entrance in table.entrances:
        entrance.stack = [turned(card) for card in entrance.stack]
    for e in (0, 1, 2, 3, 0, 1, 2, 3):  # a zombie that arrives late in the first round acts in the second, UD-20
        resolve_entrance(table, e, nature, final=True)
    if table.outcome is None:
        table.outcome = "won"


def zombie_turn(table: Table, nature: Nature, player: Player) -> None:
    """The whole turn of the zombies, with the final assault when both markers are on the last space."""
    if not may_stop(table):
        raise ValueError("zombie_turn: the game is over, or the player has not acted yet (UD-01)")
    attack_phase(table, nature)
    cards_phase(table, nature, player)
    if table.outcome is not None:
        return
    end_zombie_turn(table)
    if table.zombie_time == table.last_space:
        final_assault(table, nature)


def grade(table: Table) -> Literal["unfinished", "lost", "alone", "rebecca alive", "jasper alive", "perfect"]:
    """How the game ended (UD-52): who of the family survived; the names of the middle grades are ours."""
    if table.outcome != "won":
        return table.outcome or "unfinished"
    if table.rebecca == "aside":
        return "rebecca alive" if table.jasper == "dead" else "perfect"
    return "alone" if table.jasper == "dead" else "jasper alive"
