"""A naive twin of the solitaire card game Until Dawn, written from the rulebook alone.

It exists to disagree with the model: it shares neither code nor author with it. Lists of strings, no cleverness.
A comment ``UD-nn`` names a doubt of the rulebook, as ``models/daybreak_games/until_dawn/readings.toml`` counts them. Those that
can be read in more than one way are in ``READINGS``, and all their choices are played (``Table.rulings``); the others are read
one way.

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

Doubts that are settled by the shape of the whole, and have no line of their own below: the zombies attack once in a zombie
turn, only chains are counted by actions (UD-63); Jasper goes out as often as there are actions (UD-62); the bite pile is treated
and fed as before once Rebecca is out (UD-60); any number of cards, barricades and shells is a game (UD-65), with both directions
of movement cards and symbols on some (UD-66); entrance 0 is the front door, and what follows 3 (UD-67); the treated card is seen
(UD-69); all wins of a grade are the same here, and so are all losses (UD-70). What a player may remember (UD-50) is not played.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal, Protocol

Spot = int | Literal["bite"]

COLOURS = {"scratcher": "red", "screamer": "green", "sneaker": "blue"}
OTHER_KINDS = ("bite-red", "bite-green", "bite-blue", "move-cw", "move-ccw")
BITE_PILE_FULL = 5
STACK_FULL = 24  # one entrance has room for so many zombies, so a deck has no more
DONE = "-"  # behind a zombie, while its entrance is resolved: it does not act any more this time
# The rulebook allows endless loops (UD-64): one Screamer that is the whole deck and discard pile draws itself for ever, and so
# does a movement card with the draw-again symbol. One chain, or one entrance's attacks, may go on for so long.
DRAWS_MAX = 10_000

# What the rulebook leaves open, with the choices that can be played; the first is the default.
READINGS = {
    "UD-01": ("at-least-one", "none-needed"), "UD-03": ("reusable", "gone"), "UD-04": ("none", "board-art"),
    "UD-06": ("top", "underneath"), "UD-07": ("stays", "moves"), "UD-09": ("not-a-target", "target"),
    "UD-13": ("every-entrance", "from-here-on"), "UD-14": ("rule-text", "figure"), "UD-15": ("neither", "both"),
    "UD-16": ("stay", "stand-down"), "UD-17": ("live", "snapshot"), "UD-18": ("wraps-to-top", "stays", "attacks-again"),
    "UD-20": ("round", "turn"), "UD-21": ("all", "attacking"), "UD-23": ("attacking", "total"),
    "UD-26": ("uncapped", "capped"), "UD-27": ("no-check", "jasper-check"), "UD-28": ("stand-down", "attack-first"),
    "UD-29": ("keep", "free"), "UD-33": ("together", "one-by-one"), "UD-34": ("pass-over", "stays"),
    "UD-35": ("turns", "nothing"), "UD-37": ("before", "after"),
    "UD-38": ("bar-waived", "discarded", "bite-pile", "no-block"), "UD-39": ("always", "after-a-block"),
    "UD-40": ("any", "first-only"), "UD-42": ("goes-to-pile", "discarded", "matches"), "UD-43": ("bite-pile", "deck"),
    "UD-44": ("discarded", "start-new-pile"), "UD-46": ("waits", "jumps"), "UD-49": ("when-needed", "at-once"),
    "UD-50": ("recall", "memoryless"), "UD-53": ("entrance", "bite-pile-too"), "UD-54": ("for-the-turn", "while-he-lives"),
}


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
    jasper_passed: bool = False  # he might have blocked this turn, and was not asked to
    spent: int = 0  # barricades that are gone for good (UD-03)
    per_entrance: int = 8  # how many barricades an entrance has room for, for whom it matters (UD-04)
    rulings: dict[str, str] = field(default_factory=dict)  # the choices that are not the default
    outcome: Literal["won", "lost"] | None = None
    log: list[str] = field(default_factory=list, compare=False)


class Player(Protocol):
    """The choices that the player makes while the zombies have their turn."""

    def place(self, table: Table, card: str, options: list[Spot]) -> Spot:
        """Where the drawn zombie goes: one of the options."""

    def block(self, table: Table, entrance: int, options: list[bool]) -> bool:
        """Whether Jasper cancels the draw-again symbol of the zombie just placed at his entrance: one of the options."""

    def place_called(self, table: Table, card: str, options: list[Spot]) -> Spot:
        """Where a zombie goes that a howl has drawn, with room on the bite pile (UD-53)."""

    def send_on(self, table: Table, e: int) -> int:
        """Which zombie of a breached entrance, counted from the top, moves on next (UD-29)."""


def ruled(table: Table, reading: str, choice: str) -> bool:
    """Whether the game is played by that choice of the reading."""
    if choice not in READINGS[reading]:
        raise ValueError(f"ruled: {reading} has no choice {choice!r}, only {READINGS[reading]}")
    return table.rulings.get(reading, READINGS[reading][0]) == choice


# Cards and geometry


def kind(card: str) -> str:
    """The card without its marks: ``kind("sneaker+!") == "sneaker"``."""
    return upright(card).removesuffix("+")


def colour(card: str) -> str:
    """The colour of a zombie or bite card."""
    return COLOURS[kind(card)] if is_zombie(card) else kind(card).removeprefix("bite-")


def is_zombie(card: str) -> bool:
    """Whether the card is a Scratcher, Screamer or Sneaker."""
    return kind(card) in COLOURS


def attacking(card: str) -> bool:
    """Whether the zombie is turned to the side."""
    return card.removesuffix(DONE).endswith("!")


def turned(card: str) -> str:
    """The zombie, attacking."""
    return upright(card) + "!"


def upright(card: str) -> str:
    """The zombie, not attacking; also how it lies in any pile or over an entrance."""
    return card.removesuffix(DONE).removesuffix("!")


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
    _reshuffle(table)  # UD-49: shuffled only when a card is needed
    if not table.deck:
        table.log.append("nothing to draw")
        return None
    card = nature.draw_from_deck(sorted(table.deck))
    table.deck.remove(card)
    table.log.append(f"draw {card}")
    if ruled(table, "UD-49", "at-once"):
        _reshuffle(table)
    return card


def _reshuffle(table: Table) -> None:
    if not table.deck and table.discard:
        table.log.append("reshuffle")
        table.deck, table.discard = sorted(table.discard), []


# Set-up and the player's turn


def set_up(counts: dict[str, int], last_space: int = 20, shells: int = 8, barricades: int = 8) -> Table:
    """The table before the first action, for a deck of that many cards of each name."""
    deck = sorted(card for card, count in counts.items() for _ in range(count))
    strangers = [card for card in counts if not is_zombie(card) and kind(card) not in OTHER_KINDS]
    if strangers or not all(zombie in deck for zombie in COLOURS):
        raise ValueError(f"set_up: unknown cards {strangers}, or no scratcher, screamer, sneaker without '+': {counts}")
    moves = {card for card in deck if kind(card).startswith("move")}
    if moves and all(card.endswith("+") for card in moves):
        raise ValueError(f"set_up: movement cards with '+' and none without, chains might never end: {counts}")
    if len([card for card in deck if is_zombie(card)]) > STACK_FULL:
        raise ValueError(f"set_up: more than {STACK_FULL} zombies do not fit at one entrance: {counts}")
    for zombie in COLOURS:
        deck.remove(zombie)
    return Table(0, 0, last_space, shells, barricades, deck, sorted(COLOURS))


def legal_actions(table: Table) -> list[tuple[str, ...]]:
    """What the player may do now, each ``(name,)`` or ``(name, entrance)``; nothing on the last space."""
    if table.outcome is not None or table.time >= table.last_space:  # UD-12
        return []
    here = [str(e) for e in unbreached(table)]  # UD-02, UD-10: a breached entrance is no target
    actions: list[tuple[str, ...]] = []
    if table.supply > 0:  # UD-05
        actions += [("barricade", e) for e in here if not _crowded(table, int(e))]
    if table.ammo > 0:
        actions += [("fire", e) for e in here if table.entrances[int(e)].stack]  # UD-08
        if ruled(table, "UD-09", "target"):
            actions += [("fire", str(e)) for e in range(4) if table.entrances[e].breached_by is not None]
    if table.jasper != "dead":
        actions += [("command_jasper", e) for e in here]  # UD-10: also the one where he is
    if table.bite_pile:  # UD-11
        actions.append(("treat",))
    return [*actions, ("pass",)]


def _crowded(table: Table, e: int) -> bool:
    return ruled(table, "UD-04", "board-art") and table.entrances[e].barricades >= table.per_entrance


def may_stop(table: Table) -> bool:
    """Whether the zombies may have their turn now: after at least one action (UD-01)."""
    return table.outcome is None and (table.time > table.zombie_time or ruled(table, "UD-01", "none-needed"))


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
    cover = table.entrances[e].breached_by
    if cover is not None:  # UD-09: the entrance is open again, and bare
        table.discard.append(cover)
        table.entrances[e].breached_by = None
        return
    stack = table.entrances[e].stack
    table.discard.append(upright(stack.pop(0)))
    target = next_unbreached(table, e)
    if not stack or (target == e and ruled(table, "UD-07", "stays")):
        return
    shoved = stack.pop(0)
    if ruled(table, "UD-06", "underneath"):
        table.entrances[target].stack.append(shoved)
    else:
        table.entrances[target].stack.insert(0, shoved)


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


def attack_phase(table: Table, nature: Nature, player: Player) -> None:
    """Round one, then round two of a normal attack."""
    mark_attackers(table)
    for e in range(4):
        resolve_entrance(table, e, nature, player)
    stand_down(table)


def mark_attackers(table: Table) -> None:
    """Round one: turn the zombies that attack. Nobody who is attacking already stands down (UD-16)."""
    for e in unbreached(table):
        stack = table.entrances[e].stack  # without the covering card
        colours = [colour(card) for card in stack]
        more = int(table.rebecca == e and ruled(table, "UD-15", "both"))  # of whatever colour a set lacks
        if len(set(colours)) + more >= 3:
            stack[:] = [turned(card) for card in stack]
        for each in ("red", "green", "blue"):
            if colours.count(each) + more >= 3:
                _turn_colour_everywhere(table, each, e)


def _turn_colour_everywhere(table: Table, wanted: str, e: int) -> None:
    """A set of the colour was found at entrance ``e``."""
    reached = [0, 1, 2, 3]
    if ruled(table, "UD-13", "from-here-on"):
        reached = [other for other in reached if other >= e]
    if ruled(table, "UD-14", "figure"):
        reached = [other for other in reached if other in (e, next_unbreached(table, e))]
    for entrance in [table.entrances[other] for other in reached]:
        entrance.stack = [turned(card) if colour(card) == wanted else card for card in entrance.stack]


def stand_down(table: Table) -> None:
    """After a normal attack, where zombies do not stay turned (UD-16)."""
    if ruled(table, "UD-16", "stand-down"):
        for entrance in table.entrances:
            entrance.stack = [upright(card) for card in entrance.stack]


def resolve_entrance(table: Table, e: int, nature: Nature, player: Player, assault: int = 0) -> None:
    """Round two at one entrance: each attacking zombie once, from the top, on the stack as it changes (UD-17).

    ``assault`` is the round of the final assault, 0 in a normal attack.
    """
    entrance = table.entrances[e]
    for _ in range(DRAWS_MAX):
        waiting = [i for i, card in enumerate(entrance.stack) if attacking(card) and not card.endswith(DONE)]
        if table.outcome is not None or entrance.breached_by is not None or not waiting:
            break
        index = _next_attacker(table, e, waiting)
        attacker = kind(entrance.stack[index])
        if attacker == "scratcher":
            _scratch(table, e, index, player, assault)
        elif attacker == "sneaker":
            _sneak(table, e, player, assault)
        else:
            _scream(table, e, index, nature, player, assault)
    else:
        raise RuntimeError(f"resolve_entrance: more than {DRAWS_MAX} attacks at entrance {e}: Screamers draw each other")
    entrance.stack = [card.removesuffix(DONE) for card in entrance.stack]


def _next_attacker(table: Table, e: int, waiting: list[int]) -> int:
    """The topmost; but under UD-28 a breach waits for those who would neither breach nor move to where they are."""
    stack = table.entrances[e].stack
    if ruled(table, "UD-28", "attack-first") and _would_breach(table, e, stack[waiting[0]]):
        for i in waiting:
            circling = kind(stack[i]) == "scratcher" and table.entrances[e].barricades == 0 and next_unbreached(table, e) == e
            if not _would_breach(table, e, stack[i]) and not circling:
                return i
    return waiting[0]


def _would_breach(table: Table, e: int, card: str) -> bool:
    barricades = table.entrances[e].barricades
    if kind(card) == "scratcher":
        return barricades == 0 and table.rebecca == e
    if kind(card) == "screamer":
        return barricades == 0
    strength = _strength(table, e)
    return strength > barricades or (table.rebecca == e and strength == barricades)


def _scratch(table: Table, e: int, index: int, player: Player, assault: int) -> None:
    """One Scratcher attacks."""
    entrance = table.entrances[e]
    if _would_breach(table, e, entrance.stack[index]):
        _breach(table, e, entrance.stack.pop(index), player, assault)
        return
    card = entrance.stack.pop(index)
    if entrance.barricades > 0:
        _lose_barricades(table, e, 1)
        table.discard.append(upright(card))
        return
    target = next_unbreached(table, e)
    if target == e and ruled(table, "UD-18", "stays"):
        entrance.stack.insert(index, card + DONE)
    elif ruled(table, "UD-20", "turn") and (assault == 2 or (assault == 1 and target < e)):  # resolved before: done for the night
        table.entrances[target].stack.insert(0, upright(card))
    elif target == e and ruled(table, "UD-18", "wraps-to-top"):
        entrance.stack.insert(0, card + DONE)
    else:
        table.entrances[target].stack.insert(0, card)  # still attacking; in turn, so the order reverses, UD-19


def _strength(table: Table, e: int) -> int:
    """How many Sneakers count: the attacking ones, with Rebecca too (UD-23)."""
    sneakers = [card for card in table.entrances[e].stack if kind(card) == "sneaker"]
    if table.rebecca == e and ruled(table, "UD-23", "total"):
        return len(sneakers)
    return len([card for card in sneakers if attacking(card)])


def _sneak(table: Table, e: int, player: Player, assault: int) -> None:
    """All Sneakers of the entrance attack at once, and all go, attacking or not (UD-21)."""
    entrance = table.entrances[e]
    breach = _would_breach(table, e, "sneaker")
    going = [card for card in entrance.stack if kind(card) == "sneaker"]
    if ruled(table, "UD-21", "attacking"):
        going = [card for card in going if attacking(card)]
    for card in going:
        entrance.stack.remove(card)
    if breach:
        table.discard += [upright(card) for card in going[1:]]
        _breach(table, e, going[0], player, assault)  # the topmost of those that go, UD-22
    else:
        table.discard += [upright(card) for card in going]
        _lose_barricades(table, e, 1)


def _scream(table: Table, e: int, index: int, nature: Nature, player: Player, assault: int) -> None:
    """One Screamer attacks: in, when nothing bars the way, or else it calls more zombies."""
    entrance = table.entrances[e]
    card = entrance.stack.pop(index)
    if entrance.barricades == 0:
        _breach(table, e, card, player, assault)
        return
    table.discard.append(upright(card))  # before the draws, so a reshuffle takes it in, UD-25
    for _ in range(3 if table.rebecca == e else 2):
        called = draw(table, nature)
        if called is None:  # UD-48
            return
        if is_zombie(called):
            _answer_call(table, e, called, player)
        elif kind(called).startswith("bite"):  # Rebecca does not move, UD-71
            full = len(table.bite_pile) >= BITE_PILE_FULL and ruled(table, "UD-26", "capped")
            (table.discard if full else table.bite_pile).append(called)
        else:
            if ruled(table, "UD-27", "jasper-check"):
                _check_jasper(table)
            table.discard.append(called)


def _answer_call(table: Table, e: int, called: str, player: Player) -> None:
    """A zombie that a howl drew goes under the stack there; its symbol counts for nothing, nor does Jasper react (UD-55)."""
    if ruled(table, "UD-53", "bite-pile-too") and len(table.bite_pile) < BITE_PILE_FULL:
        options: list[Spot] = [e, "bite"]
        spot = player.place_called(table, called, list(options))
        if spot not in options:
            raise ValueError(f"place_called: {called} cannot go to {spot!r}, expected one of {options}")
        if spot == "bite":
            table.bite_pile.append(called)
            return
    late = DONE if ruled(table, "UD-17", "snapshot") else ""
    table.entrances[e].stack.append(turned(called) + late)  # each below the one before, UD-24


def _breach(table: Table, e: int, card: str, player: Player, assault: int) -> None:
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
    if table.rebecca == e and ruled(table, "UD-46", "jumps"):
        table.rebecca = next_unbreached(table, e)
    target = table.entrances[next_unbreached(table, e)]
    while entrance.stack:
        index = player.send_on(table, e) if ruled(table, "UD-29", "free") else 0
        moved = entrance.stack.pop(index)
        target.stack.append(turned(moved) if assault else upright(moved))  # attacks forgone, UD-28


def _lose_barricades(table: Table, e: int, count: int) -> None:
    table.entrances[e].barricades -= count
    if ruled(table, "UD-03", "gone"):
        table.spent += count
    else:
        table.supply += count


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
        options.append("bite")  # perhaps the only one, UD-59
    if options:
        return options
    if ruled(table, "UD-38", "discarded"):  # UD-38: there is nowhere else
        return []
    if ruled(table, "UD-38", "bite-pile"):
        return ["bite"]
    return [*unbreached(table)]  # Jasper's lock is waived


def _place(table: Table, card: str, player: Player) -> bool:
    options = placements(table)
    if not options:
        table.discard.append(card)
        return card.endswith("+")
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
    if table.jasper != e or table.jasper_locked is not None:
        return False
    if table.jasper_passed and ruled(table, "UD-40", "first-only"):
        return False
    options = [False] if unbreached(table) == [e] and ruled(table, "UD-38", "no-block") else [False, True]
    blocks = player.block(table, e, list(options))
    if blocks not in options:
        raise ValueError(f"block: Jasper may not block at {e}, the last entrance (UD-38)")
    if not blocks:
        table.jasper_passed = True
        return False
    table.jasper_locked = e  # bars placing only, UD-41
    table.log.append(f"jasper blocks at {e}")
    return True


def _check_jasper(table: Table) -> None:
    """The zombies at Jasper's entrance kill him."""
    if isinstance(table.jasper, int) and table.entrances[table.jasper].stack:
        table.jasper = "dead"
        table.log.append("jasper dies")
        if ruled(table, "UD-54", "while-he-lives"):
            table.jasper_locked = None


def _move(table: Table, card: str) -> None:
    """Jasper is looked for, then the top zombies move (UD-37), all at the same time (UD-33)."""
    step = 1 if kind(card) == "move-cw" else -1
    if ruled(table, "UD-37", "before"):
        _check_jasper(table)
    if ruled(table, "UD-33", "one-by-one"):
        for e in unbreached(table):
            _carry(table, _lift(table, e, step))
    else:
        lifted = [_lift(table, e, step) for e in unbreached(table)]  # no two of them meet, UD-36
        for each in lifted:
            _carry(table, each)
    if ruled(table, "UD-37", "after"):
        _check_jasper(table)
    table.discard.append(card)  # UD-57


def _lift(table: Table, e: int, step: int) -> tuple[int, str] | None:
    """The top zombie of an entrance that a movement card takes up, and where it goes; None when nothing moves there."""
    if not table.entrances[e].stack:
        return None
    if table.entrances[(e + step) % 4].breached_by is not None and ruled(table, "UD-34", "stays"):
        return None
    target = next_unbreached(table, e, step)  # past breached entrances, UD-34
    if target == e and ruled(table, "UD-35", "nothing"):
        return None
    return target, table.entrances[e].stack.pop(0)


def _carry(table: Table, lifted: tuple[int, str] | None) -> None:
    if lifted is not None:
        target, zombie = lifted
        table.entrances[target].stack.insert(0, turned(zombie))  # the only entrance left turns its own top card, UD-35


def _bite(table: Table, card: str, nature: Nature) -> None:
    if table.rebecca != "aside":
        table.rebecca = next_unbreached(table, table.rebecca)  # before the comparison, UD-45; may be the same, UD-68
    if ruled(table, "UD-43", "deck"):
        drawn = draw(table, nature)
    elif table.bite_pile:
        drawn = _pull(table, nature)
    elif ruled(table, "UD-42", "discarded"):
        table.discard.append(card)
        return
    elif ruled(table, "UD-42", "matches"):
        table.discard.append(card)  # it is the whole pile, whatever UD-44 says
        _matched(table)
        return
    else:
        drawn = None
    if drawn is None:  # nothing to compare with, UD-42, UD-48
        table.bite_pile.append(card)
    elif colour(drawn) != colour(card):
        table.bite_pile += [card, drawn]
    else:
        table.discard += table.bite_pile
        table.bite_pile = []
        (table.bite_pile if ruled(table, "UD-44", "start-new-pile") else table.discard).extend([card, drawn])
        _matched(table)


def _pull(table: Table, nature: Nature) -> str:
    """A card of the bite pile; its symbol is not asked (UD-58)."""
    drawn = nature.draw_from_bite_pile(sorted(table.bite_pile))
    if drawn not in table.bite_pile:
        raise ValueError(f"draw_from_bite_pile: {drawn} is not in {table.bite_pile}")
    table.log.append(f"bite pile shows {drawn}")
    table.bite_pile.remove(drawn)
    return drawn


def _matched(table: Table) -> None:
    if table.rebecca != "aside":
        table.outcome = "lost"
        table.log.append("john succumbs")
        return
    table.log.append("rebecca turns")
    table.rebecca = 0  # even if the front door is breached
    _lose_barricades(table, 0, table.entrances[0].barricades)  # but the door is not breached by it, UD-61
    if table.entrances[0].breached_by is not None and ruled(table, "UD-46", "jumps"):
        table.rebecca = next_unbreached(table, 0)


# The end of the turn and of the game


def end_zombie_turn(table: Table) -> None:
    """Jasper goes back to the rug, whether he blocked or not (UD-39), before the final assault, too (UD-56)."""
    if table.jasper != "dead" and (table.jasper_locked is not None or ruled(table, "UD-39", "always")):
        table.jasper = "rug"
    table.jasper_locked = None
    table.jasper_passed = False


def final_assault(table: Table, nature: Nature, player: Player) -> None:
    """All zombies attack, twice round the cabin; sets are not looked for again (UD-51)."""
    table.log.append("final assault")
    for entrance in table.entrances:
        entrance.stack = [turned(card) for card in entrance.stack]
    for assault in (1, 2):  # a zombie that arrives late in the first round acts in the second, UD-20
        for e in range(4):
            resolve_entrance(table, e, nature, player, assault)
    if table.outcome is None:
        table.outcome = "won"


def zombie_turn(table: Table, nature: Nature, player: Player) -> None:
    """The whole turn of the zombies, with the final assault when both markers are on the last space."""
    if not may_stop(table):
        raise ValueError("zombie_turn: the game is over, or the player has not acted yet (UD-01)")
    attack_phase(table, nature, player)
    cards_phase(table, nature, player)
    if table.outcome is not None:
        return
    end_zombie_turn(table)
    if table.zombie_time == table.last_space:
        final_assault(table, nature, player)


def grade(table: Table) -> Literal["unfinished", "lost", "alone", "rebecca alive", "jasper alive", "perfect"]:
    """How the game ended (UD-52): who of the family survived; the names of the middle grades are ours."""
    if table.outcome != "won":
        return table.outcome or "unfinished"
    if table.rebecca == "aside":
        return "rebecca alive" if table.jasper == "dead" else "perfect"
    return "alone" if table.jasper == "dead" else "jasper alive"
