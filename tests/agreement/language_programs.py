"""Random rules in the language, as source text: what the fuzzer runs in two ways.

A `Writer` writes one decision at a time, from a seed.  It stays inside the subset (whatever is refused at load is tested
elsewhere) and mostly, not always, inside the ranges: rules that fail must fail at the same line.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random

HELPERS = '''
@game.rule(clause="C-04")
def counted(table: Table, k: Annotated[int, Range(-3, 12)]) -> int:
    clause("C-05")
    if k > 4:
        return table.m + k
    for x in table.numbers:
        if x > k:
            return x
    return -1


@game.rule
def warmer(spot: Spot, colour: Colour) -> bool:
    return spot.open and colour in (Colour.GREEN, Colour.BLUE) or any(p.marked for p in spot.pieces)


@game.rule
def shuffle(table: Table, spot: Spot, k: int) -> int:
    clause("C-03")
    spot.number = abs(k) % 10
    if table.cards.size > 0 and table.cards.size < 4:
        card = table.cards.take_bottom()
        table.cards.put_top(card)
        table.cards.put_bottom(Colour.GREY)
    if spot.pieces.size > 1:
        spot.pieces.put_top(spot.pieces.take_bottom())
    return table.cards.size - k % 3


@game.rule
def lost(table: Table, colour: Colour | None, shade: Colour | Faded) -> Colour | None:
    if colour is None:
        return next((c for c in table.cards if c == shade), None)
    return None if colour == shade else colour


@game.grade
def result(table: Table) -> Grade:
    if table.flag:
        return Grade(won=table.m > 1)
    return Grade(won=True, points=abs(table.n))


@game.bound
def at_best(table: Table) -> Grade:
    return Grade(won=True, points=min(20, result(table).points + table.m))


@game.estimate
def promise(table: Table) -> Annotated[int, Range(-5, 40)]:
    best = at_best(table)
    return best.points - table.m if best.won else -5


@game.decision(Phase.ACT)
def stop(table: Table) -> None:
    table.phase = Phase.OVER
'''


class Writer:
    """Writes random decisions.  `ints`, `flags`, `colours` and so on are the locals that have a value where the pen is."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.fresh = 0
        self.ints: list[str] = []
        self.flags: list[str] = []
        self.colours: list[str] = []
        self.maybes: list[str] = []
        self.pieces: list[str] = []
        self.spots: list[str] = []
        self.fixed: set[str] = set()
        self.loops = 0
        self.guarding = False
        self.frozen = 0

    # -- choosing ---------------------------------------------------------------------------------------------------------

    def name(self, letter: str) -> str:
        """A name that nothing else has."""
        self.fresh += 1
        return f"{letter}{self.fresh}"

    def pick(self, *ways: Callable[[], str]) -> str:
        """One of several ways to write something."""
        return self.random.choice(ways)()

    def one(self, *texts: str) -> str:
        """One of several texts."""
        return self.random.choice(texts)

    # -- expressions --------------------------------------------------------------------------------------------------------

    def index(self, size: int) -> str:
        """An index, out of range now and then."""
        if self.random.random() < 0.06:
            return self.one("table.n", "table.m", "table.spots[0].number", str(size), "-1")
        sure = str(self.random.randrange(size))
        return self.one(sure, f"{self.small()} % {size}", f"(table.m + 1) % {size}")

    def spot(self) -> str:
        """A spot: an alias or an item of the row."""
        if self.spots and self.random.random() < 0.4:
            return self.random.choice(self.spots)
        return self.pick(lambda: f"table.spots[{self.index(2)}]", lambda: f"table.spots[{self.index(2)}]",
                         lambda: f"table.homes[{self.member()}]")

    def member(self) -> str:
        """An index of a row by the warm colours, out of range now and then."""
        if self.random.random() < 0.06:
            return self.one("table.m", self.colour(0))
        return self.one("table.warm", "Colour.GREEN", "Colour.BLUE", "1", "1 + table.m % 2")

    def small(self) -> str:
        """A number whose declared range is small."""
        return self.pick(
            lambda: str(self.random.randint(-4, 9)), lambda: self.one("table.n", "table.m", "LIMIT", "box.limit"),
            lambda: f"table.numbers[{self.index(4)}]", lambda: f"table.grid[{self.index(2)}][{self.index(2)}]",
            lambda: f"{self.spot()}.number", lambda: self.one("table.cards.size", "table.pieces.size", "table.piles[1].size"),
            lambda: f"table.bag[{self.colour(0)}]",
            lambda: self.one("table.bag.total", "table.warms.total", "len(table.numbers)"),
            lambda: self.one("result(table).points", "at_best(table).points", "promise(table)"),
            lambda: f"table.heats[{self.colour(0)}]", lambda: f"box.shares[{self.member()}]",
            lambda: f"box.scores[{self.index(3)}]", lambda: f"box.stock[{self.colour(0)}]", lambda: f"VALUES[{self.colour(0)}]",
            lambda: f"{self.random.choice(self.pieces)}.worth" if self.pieces else "int(table.flag)",
            lambda: f"table.pieces[{self.one('0', 'table.m')}].worth" if self.random.random() < 0.2 else "box.spot.number",
            lambda: f"int({self.flag(0)})")

    def number(self, depth: int) -> str:
        """Any number."""
        if depth <= 0 or self.random.random() < 0.3:
            return self.random.choice(self.ints) if self.ints and self.random.random() < 0.5 else self.small()
        deeper = depth - 1
        return self.pick(
            lambda: f"({self.number(deeper)} {self.one('+', '-')} {self.number(deeper)})",
            lambda: f"({self.small()} * {self.small()})",
            lambda: f"({self.number(deeper)} {self.one('//', '%')} {self.one('3', '7', '(table.m + 1)', 'max(1, box.limit)')})",
            lambda: f"{self.one('min', 'max')}({self.number(deeper)}, {self.number(deeper)})",
            lambda: f"abs({self.number(deeper)})", lambda: f"(-{self.number(deeper)})",
            lambda: f"({self.number(deeper)} if {self.flag(deeper)} else {self.number(deeper)})",
            lambda: self.sum(), lambda: self.chosen(),
            lambda: "table.m" if self.guarding else f"counted(table, {self.number(deeper)} % 9)",  # guards count no clauses
            lambda: f"({self.colour(deeper)} + {self.one('0', '2')})")

    def sum(self) -> str:
        """A sum over a generator."""
        x = self.name("g")
        return self.one(
            f"sum({x} + {self.small()} for {x} in table.numbers if {x} > {self.small()})",
            f"sum({x}.worth for {x} in table.pieces if {x}.marked or {self.flag(0)})",
            f"sum({x} for {x}r in table.grid for {x} in {x}r if {x} != {self.small()})",
            f"sum({x}.worth - {x}s.number for {x}s in table.spots if {x}s.open for {x} in {x}s.pieces)",
            f"sum(table.bag[{x}] * {x} for {x} in Colour)", f"sum(table.homes[{x}].number + {x}n for {x} in WARMS "
            f"for {x}n in TWO_TO_FOUR)", f"sum({x} for {x} in range(1, table.m + 2))",
            f"sum(1 for {x} in range(4) if any({x}y > table.numbers[{x}] for {x}y in table.numbers))")

    def chosen(self) -> str:
        """The most, the least or the first of a generator, or something else where it is empty."""
        x, which = self.name("g"), self.one("max", "min")
        return self.one(
            f"{which}(({x} for {x} in table.numbers if {x} > {self.small()}), default={self.small()})",
            f"{which}(({x}.worth - {x}s.number for {x}s in table.spots if {x}s.open for {x} in {x}s.pieces), default=0)",
            f"next(({x} for {x} in range(4) if table.numbers[{x}] > {self.small()}), {self.small()})",
            f"next(({x}.worth for {x} in table.pieces if {x}.marked or {self.flag(0)}), {self.small()})",
            f"next((table.cards[{x}] + 1 for {x} in range(3) if {self.flag(0)}), 4)")

    def flag(self, depth: int) -> str:
        """A condition."""
        if depth <= 0 or self.random.random() < 0.25:
            known = [*self.flags, "table.flag", f"table.flags[{self.index(2)}]", f"{self.spot()}.open", "True"]
            return self.random.choice(known)
        deeper, x, m = depth - 1, self.name("g"), self.unsure()
        compare = ("<", "<=", ">", ">=", "==", "!=")
        return self.pick(
            lambda: f"{self.number(deeper)} {self.one(*compare)} {self.number(deeper)}",
            lambda: f"{self.small()} {self.one(*compare)} {self.small()} {self.one(*compare)} {self.small()}",
            lambda: f"{self.colour(deeper)} {self.one('==', '!=', '<')} {self.colour(deeper)}",
            lambda: f"{self.small()} {self.one('in', 'not in')} {self.one('(1, 3)', '(0, 1, 2)', '(-1, 5, 7)', 'VALUES')}",
            lambda: f"{self.colour(deeper)} {self.one('in', 'not in')} (Colour.RED, Colour.BLUE)",
            lambda: f"({self.flag(deeper)} {self.one('and', 'or')} {self.flag(deeper)})", lambda: f"(not {self.flag(deeper)})",
            lambda: f"any({x} > {self.small()} for {x} in table.numbers)",
            lambda: f"all({x} != {self.colour(0)} for {x} in table.cards)",
            lambda: f"any(all({x}e.worth > {self.small()} for {x}e in {x}.pieces) for {x} in table.spots)",
            lambda: f"warmer({self.spot()}, {self.colour(deeper)})", lambda: f"{self.one('result', 'at_best')}(table).won",
            lambda: f"next(({x}.marked for {x} in table.pieces if {x}.worth > {self.small()}), {self.flag(0)})",
            lambda: f"{self.one(m, 'table.hue')} {self.one('is', 'is not')} None",
            lambda: f"{m} {self.one('==', '!=')} {self.one('table.cool', 'table.hue', 'table.shade', self.colour(deeper))}",
            lambda: f"{m} {self.one('in', 'not in')} {self.one('(Colour.RED, None)', '(Colour.BLUE, Colour.GREY)')}",
            lambda: f"table.hue {self.one('in', 'not in')} (Faded.PALE, Colour.RED, None)",
            lambda: f"isinstance({self.one('table.shade, Faded', 'table.hue, Colour', 'table.hue, Faded', f'{m}, Colour')})",
            lambda: f"({m} is not None and {m} {self.one(*compare)} {self.colour(deeper)})",
            lambda: f"({m} is None or VALUES[{m}] > {self.small()} or {self.flag(deeper)})",
            lambda: f"{self.shade(deeper)} {self.one(*compare)} {self.shade(deeper)}",
            lambda: f'ruling("R-01") {self.one("==", "!=")} "{self.one("top", "under")}"',
            lambda: f"({self.flag(deeper)}) == ({self.flag(deeper)})")

    def of_all(self) -> str:
        """One of the colours that a generator has, or another."""
        x = self.name("g")
        return self.one(
            f"{self.one('max', 'min')}(({x} for {x} in table.cards if {x} != table.warm), default=Colour.GREEN)",
            f"next(({x} for {x} in Colour if table.bag[{x}] > {self.small()}), table.colour)",
            f"next(({x}.colour for {x} in table.spots if {x}.open), {self.one('table.warm', 'Colour.GREY')})")

    def unsure(self) -> str:
        """A place or a local that can be a colour or None."""
        return self.random.choice([*self.maybes, *self.maybes, "table.maybe", "table.maybe", "table.cool",
                                   f"table.maybes[{self.one('0', '1', '2', 'table.m')}]"])

    def maybe(self, depth: int) -> str:
        """A colour or None."""
        x = self.name("g")
        return self.pick(
            lambda: "None", self.unsure, lambda: self.colour(depth - 1),
            lambda: f"({self.colour(depth - 1)} if {self.flag(depth - 1)} else None)",
            lambda: f"next(({x} for {x} in table.maybes if {x} != table.colour), {self.one('None', 'table.cool')})",
            lambda: "table.maybe" if self.guarding else f"lost(table, {self.unsure()}, {self.shade(depth - 1)})")

    def shade(self, depth: int) -> str:
        """A colour, or a faded one."""
        return self.pick(lambda: "table.shade", lambda: self.one("Faded.PALE", "Faded.WHITE", "Faded(4 + table.m % 2)"),
                         lambda: self.colour(depth),
                         lambda: f"(table.shade if {self.flag(depth - 1)} else {self.colour(depth - 1)})")

    def colour(self, depth: int) -> str:
        """A colour."""
        if depth <= 0 or self.random.random() < 0.4:
            return self.random.choice([*self.colours, "table.colour", "table.warm", "Colour.GREEN", "Colour.GREY"])
        deeper = depth - 1
        return self.pick(
            lambda: f"Colour({self.number(deeper)} % 4)", lambda: self.of_all(), lambda: self.known_colour(deeper),
            lambda: f"{self.spot()}.colour",
            lambda: f"({self.colour(deeper)} if {self.flag(deeper)} else {self.colour(deeper)})",
            lambda: f"Colour({self.small()})" if self.random.random() < 0.15 else "table.warm",
            lambda: f"table.cards[{self.one('0', 'table.m')}]" if self.random.random() < 0.3 else "table.colour",
            lambda: f"{self.random.choice(self.pieces)}.colour" if self.pieces else "Colour.RED")

    def known_colour(self, depth: int) -> str:
        """A colour of what might be none or something else; now and then it is."""
        m = self.unsure()
        if self.random.random() < 0.2:
            return self.one(f"the({m})", "Colour(table.shade)", f"following({self.colour(depth)})")
        return self.one(f"({m} if {m} is not None else {self.colour(depth)})",
                        f"(Colour(table.shade) if isinstance(table.shade, Colour) else {self.colour(depth)})",
                        f"(Colour.GREY if {m} is None or {m} == Colour.GREY else following({m}))")

    # -- statements ---------------------------------------------------------------------------------------------------------

    def block(self, count: int, depth: int) -> list[str]:
        """Some statements whose locals end with them."""
        before = [list(each) for each in (self.ints, self.flags, self.colours, self.maybes, self.pieces, self.spots)]
        lines = [line for _ in range(count) for line in self.statement(depth)]
        self.ints, self.flags, self.colours, self.maybes, self.pieces, self.spots = before
        return lines or ["pass"]

    def statement(self, depth: int) -> list[str]:
        """One statement."""
        simple = [self.local, self.local, self.local_maybe, self.narrowed, self.store_maybe]
        simple += [self.again, self.store, self.store, self.add, self.clauses, self.bag, self.value,
                  self.alias]
        if not self.frozen:
            simple += [self.put, self.put, self.take, self.take, self.move, self.perform]
        deep = [self.branch, self.branch, self.range_loop, self.each, self.each, self.match, self.bounded]
        if depth > 0 and self.random.random() < 0.4:
            return self.random.choice(deep)(depth - 1)
        if self.random.random() < 0.04:
            return self.leave()
        return self.random.choice(simple)()

    def local(self) -> list[str]:
        """A new local."""
        kind = self.random.randrange(3)
        if kind == 0:
            value, name = self.number(2), self.name("i")
            self.ints.append(name)
            return [f"{name} = max(-99, min(99, {value}))"]
        if kind == 1:
            value, name = self.flag(2), self.name("b")
            self.flags.append(name)
            return [f"{name} = {value}"]
        value, name = self.colour(2), self.name("c")
        self.colours.append(name)
        return [f"{name} = {value}"]

    def local_maybe(self) -> list[str]:
        """A new local that can be None, or another value of one."""
        known = [each for each in self.maybes if each not in self.fixed]
        if known and self.random.random() < 0.5:
            return [f"{self.random.choice(known)} = {self.maybe(2)}"]
        value, name = self.maybe(2), self.name("o")
        self.maybes.append(name)
        return [f"{name}: Colour | None = {value}"]

    def narrowed(self) -> list[str]:
        """What there is, where a condition has found it."""
        m = self.unsure()
        use = self.one(f"table.colour = {m}", f"table.bag.add({m})", f"table.heats[{m}] = 3", f"table.m = VALUES[{m}] % 4")
        if self.random.random() < 0.1:
            return [f"if {m} is None:", f"    {self.one('break', 'continue') if self.loops else 'return'}", use]
        return self.pick(lambda: [f"if {m} is not None:", f"    {use}"],
                         lambda: [f"if not ({m} is None or {self.flag(1)}):", f"    {use}"],
                         lambda: [f"if {m} is None:", "    table.flag = True", "else:", f"    {use}"])

    def store_maybe(self) -> list[str]:
        """A field that can be None, or have something faded, gets a value."""
        return [self.pick(lambda: f"table.maybe = {self.maybe(2)}", lambda: f"table.maybes[{self.index(3)}] = {self.maybe(1)}",
                          lambda: f"table.cool = {self.one('None', 'Colour.RED', 'Colour.GREEN', 'table.cool', self.maybe(0))}",
                          lambda: f"table.shade = {self.shade(2)}", lambda: f"table.hue = {self.maybe(1)}",
                          lambda: f"table.hue = {self.one('table.hue', self.shade(1))}")]

    def again(self) -> list[str]:
        """A local gets another value."""
        ints, flags, colours = ([each for each in known if each not in self.fixed]
                                for known in (self.ints, self.flags, self.colours))
        if ints and self.random.random() < 0.5:
            name = self.random.choice(ints)
            return [self.one(f"{name} = ({self.number(2)}) % 50 - 20", f"{name} {self.one('+=', '-=')} {self.small()}")]
        if flags and self.random.random() < 0.5:
            return [f"{self.random.choice(flags)} = {self.flag(2)}"]
        if colours:
            return [f"{self.random.choice(colours)} = {self.colour(2)}"]
        return self.local()

    def store(self) -> list[str]:
        """A scalar of the state gets a value, mostly one that fits."""
        wild = self.random.random() < 0.08
        return [self.pick(
            lambda: f"table.n = {self.number(2)}" if wild else f"table.n = ({self.number(2)}) % 20",
            lambda: f"table.m = {self.small()}" if wild else f"table.m = ({self.number(1)}) % 4",
            lambda: f"table.flag = {self.flag(2)}", lambda: f"table.flags[{self.index(2)}] = {self.flag(1)}",
            lambda: f"table.colour = {self.colour(2)}", lambda: f"table.warm = {self.colour(1) if wild else 'Colour.GREEN'}",
            lambda: f"table.numbers[{self.index(4)}] = ({self.number(2)}) % 6",
            lambda: f"table.grid[{self.index(2)}][{self.index(2)}] = ({self.number(2)}) % 10",
            lambda: f"table.heats[{self.colour(1)}] = ({self.number(2)}) % 9 - 1",
            lambda: f"{self.spot()}.number = ({self.number(2)}) % 10", lambda: f"{self.spot()}.colour = {self.colour(2)}",
            lambda: f"{self.spot()}.open = {self.flag(2)}", lambda: f"table.bag[{self.colour(1)}] = ({self.number(1)}) % 4",
            lambda: f"table.pieces[table.m].marked = {self.flag(1)}" if wild else f"table.m = {self.colour(1)}",
            lambda: f"table.cards[0] = {self.colour(1)}" if wild else "table.suit = Suit.COINS")]

    def add(self) -> list[str]:
        """A scalar of the state is counted up or down."""
        return [f"{self.one('table.n', 'table.numbers[1]', f'table.numbers[{self.index(4)}]', f'{self.spot()}.number')} "
                f"{self.one('+=', '-=')} {self.one('1', '2', self.small())}"]

    def clauses(self) -> list[str]:
        """A clause is counted, or is if a condition holds."""
        id_ = f'"C-0{self.random.randint(1, 3)}"'
        return [f"clause({id_}, when={self.flag(2)})" if self.random.random() < 0.4 else f"clause({id_})"]

    def bag(self) -> list[str]:
        """A bag changes."""
        return [self.pick(lambda: f"table.bag.{self.one('add', 'take')}({self.colour(1)})", lambda: "table.other.clear()",
                          lambda: f"table.bag.add_all({self.one('table.other', 'box.stock')})",
                          lambda: f"table.warms.{self.one('add', 'take')}({self.one('table.warm', self.colour(0))})")]

    def value(self) -> list[str]:
        """A record value, or a change of one."""
        fixed = [each for each in self.pieces if each not in self.fixed]
        if fixed and self.random.random() < 0.5:
            name = self.random.choice(fixed)
            return [self.pick(lambda: f"{name}.worth = ({self.number(1)}) % 6", lambda: f"{name}.marked = {self.flag(1)}",
                              lambda: f"{name}.colour = {self.colour(1)}")]
        made, name = self.piece(), self.name("z")
        self.pieces.append(name)
        return [f"{name} = {made}"]

    def piece(self) -> str:
        """A new piece."""
        fields = [f"colour={self.colour(1)}", f"marked={self.flag(1)}", f"worth=({self.number(1)}) % 6"]
        return f"Piece({', '.join(self.random.sample(fields, self.random.randint(0, 3)))})"

    def alias(self) -> list[str]:
        """A name for a spot, or for an element that is used at once."""
        if self.random.random() < 0.7:
            place, name = f"table.spots[{self.index(2)}]", self.name("s")
            self.spots.append(name)
            return [f"{name} = {place}"]
        name = self.name("e")
        return ["if table.pieces.size > 1:", f"    {name} = table.pieces[{self.one('0', '1', '(table.m % 2)')}]",
                f"    {name}.worth = ({name}.worth + {self.small()}) % 6", f"    {name}.marked = {self.flag(1)}"]

    def put(self) -> list[str]:
        """An element goes onto a pile, mostly where there is room."""
        end = self.one("put_top", "put_bottom")
        pile, size, what = self.random.choice([
            ("table.unsure", 3, self.maybe(1)), ("table.cards", 4, self.colour(1)),
            (f"table.piles[{self.index(3)}]", 3, self.colour(1)),
            ("table.pieces", 4, self.random.choice([self.piece(), *self.pieces])), (f"{self.spot()}.pieces", 3, self.piece()),
            ("table.pieces", 4, "table.pieces[0]")])
        line = f"{pile}.{end}({what})"
        if self.random.random() < 0.15:
            return [line]
        return [f"if {'0 < ' if 'pieces[0]' in line else ''}{pile}.size < {size}:", f"    {line}"]

    def take(self) -> list[str]:
        """An element leaves a pile, mostly one that has some."""
        how = self.one("take_top()", "take_bottom()", "take_at(0)", "take_at(table.m)")
        if self.random.random() < 0.5:
            pile, name = self.one("table.cards", f"table.piles[{self.index(3)}]"), self.name("c")
            use = self.random.choice([f"table.colour = {name}", f"table.bag[{name}] = 1"])
            lines = [f"{name} = {pile}.{how}", use]
        else:
            pile, name = self.one("table.pieces", f"{self.spot()}.pieces"), self.name("z")
            lines = self.random.choice([
                [f"{name} = {pile}.{how}", f"table.m = {name}.worth % 4"], [f"{pile}.{how}"],
                [f"table.numbers[{self.index(4)}] = {pile}.{how}.worth"], [f"table.bag.add({pile}.{how}.colour)"]])
        if self.random.random() < 0.15:
            return lines
        return [f"if {pile}.size > {self.one('0', 'table.m')}:", *(f"    {line}" for line in lines)]

    def move(self) -> list[str]:
        """An element goes from one pile to another in one line."""
        return self.random.choice([
            ["if table.unsure.size > 0:", "    table.maybe = table.unsure.take_top()"],
            ["if table.cards.size > 0 and table.piles[0].size < 3:", "    table.piles[0].put_bottom(table.cards.take_top())"],
            ["if table.pieces.size > 0:", "    table.spots[1].pieces.put_top(table.pieces.take_top())"],
            ["if table.spots[0].pieces.size > 0:", "    table.pieces.put_bottom(table.spots[0].pieces.take_at(0))"],
            ["table.piles[2].clear()"], ["if table.cards.size > 0:", "    table.warms.add(table.cards.take_bottom())"]])

    def perform(self) -> list[str]:
        """A rule with effects is called."""
        if self.random.random() < 0.4:
            return [f"shuffle(table, {self.spot()}, {self.number(1)} % 20)"]
        name, value = self.name("i"), f"shuffle(table, {self.spot()}, {self.number(1)} % 20)"
        self.ints.append(name)
        return [f"{name} = {value}"]

    def leave(self) -> list[str]:
        """A loop or the rule is left."""
        how = self.one("return", "break", "continue") if self.loops else "return"
        return [f"if {self.flag(2)}:", f"    {how}"]

    def branch(self, depth: int) -> list[str]:
        """A branch."""
        lines = [f"if {self.flag(2)}:", *self.inside(depth)]
        if self.random.random() < 0.3:
            lines += [f"elif {self.flag(2)}:", *self.inside(depth)]
        if self.random.random() < 0.5:
            lines += ["else:", *self.inside(depth)]
        return lines

    def inside(self, depth: int) -> list[str]:
        """A block, one level deeper."""
        return [f"    {line}" for line in self.block(self.random.randint(1, 3), depth)]

    def loop(self, head: str, depth: int, names: list[str] | None = None, name: str = "") -> list[str]:
        """A loop whose variable has a value inside it only."""
        self.loops += 1
        if names is not None:
            names.append(name)
            self.fixed.add(name)
        lines = [head, *self.inside(depth)]
        for known in (self.ints, self.flags, self.colours, self.maybes, self.pieces, self.spots):
            if name in known:
                known.remove(name)
        self.loops -= 1
        return lines

    def range_loop(self, depth: int) -> list[str]:
        """A loop over numbers or colours."""
        if self.random.random() < 0.3:
            name = self.name("c")
            return self.loop(f"for {name} in {self.one('Colour', 'WARMS')}:", depth, self.colours, name)
        name = self.name("i")
        span = self.one("3", "table.m", "1, 4", "table.m, 4", "-2, table.m", "table.cards.size")
        return self.loop(f"for {name} in range({span}):", depth, self.ints, name)

    def each(self, depth: int) -> list[str]:
        """A loop over a row or a pile; piles do not change inside."""
        kind = self.random.randrange(6)
        if kind == 5:
            name = self.name("o")
            return self.loop(f"for {name} in table.maybes:", depth, self.maybes, name)
        if kind == 0:
            name = self.name("i")
            return self.loop(f"for {name} in {self.one('table.numbers', 'table.grid[1]')}:", depth, self.ints, name)
        if kind == 1:
            name = self.name("s")
            return self.loop(f"for {name} in {self.one('table.spots', 'table.homes')}:", depth, self.spots, name)
        if kind == 2:
            name = self.name("b")
            return self.loop(f"for {name} in table.flags:", depth, self.flags, name)
        self.frozen += 1
        if kind == 3:
            name = self.name("c")
            pile = self.one("table.cards", f"table.piles[{self.index(3)}]")
            lines = self.loop(f"for {name} in {pile}:", depth, self.colours, name)
        else:
            name = self.name("z")
            lines = self.loop(f"for {name} in {self.one('table.pieces', f'{self.spot()}.pieces')}:", depth, self.pieces, name)
            lines.append(f"    {name}.worth = {self.one('0', f'({name}.worth + 1) % 6')}")
        self.frozen -= 1
        return lines

    def match(self, depth: int) -> list[str]:
        """A match on a number, a colour or none, or a ruling."""
        kind = self.random.randrange(5)
        subject, cases = [
            (f"({self.number(1)}) % 9 - 1", ["0", "1 | 2", "-1", "3 | 5 | 7"]),
            (self.colour(1), ["Colour.RED", "Colour.GREEN | Colour.GREY"]),
            ('ruling("R-01")', ['"top"', '"under"']),
            (self.unsure(), ["None", "Colour.RED", "Colour.GREEN | None"]),
            ("table.hue", ["None", "Faded.PALE", "Colour.GREEN | Faded.WHITE"])][kind]
        lines = [f"match {subject}:"]
        for case in self.random.sample(cases, self.random.randint(1, len(cases))):
            lines += [f"    case {case}:", *(f"    {line}" for line in self.inside(depth))]
        if self.random.random() < 0.5:
            lines += ["    case _:", *(f"    {line}" for line in self.inside(depth))]
        return lines

    def bounded(self, depth: int) -> list[str]:
        """A while loop, sometimes over its bound."""
        name = self.name("h")
        lines = self.loop(f"while {name}(table.m > 0 and {self.flag(1)}):", depth)
        return [f"{name} = bound({self.random.choice([2, 3, 4])})", *lines, "    table.m = max(0, table.m - 1)"]

    # -- decisions ----------------------------------------------------------------------------------------------------------

    def decision(self, name: str) -> str:
        """A whole decision with a guard."""
        self.ints, self.flags, self.colours, self.maybes, self.pieces, self.spots = ["k"], [], [], [], [], []
        self.fixed = {"k"}
        lines = []
        self.guarding = True
        for number in range(self.random.choice([0, 0, 1, 2])):
            if self.random.random() < 0.4:
                lines += self.local()
            require = f'require({self.flag(2)}, "C-0{number + 1}")'
            lines += [require] if self.random.random() < 0.7 else [f"if {self.flag(1)}:", f"    {require}"]
        self.guarding = False
        lines += [line for _ in range(self.random.randint(2, 7)) for line in self.statement(2)]
        clause = self.one("", ', clause="C-02"')
        head = f"@game.decision(Phase.ACT{clause})\ndef {name}(table: Table, k: Annotated[int, Range(-1, 1)]) -> None:"
        return "\n".join([head, *(f"    {line}" for line in lines)])


def program(seed: int, decisions: int) -> str:
    """A module of random decisions, and the rules that they call."""
    writer = Writer(seed)
    written = [writer.decision(f"act_{index}") for index in range(decisions)]
    use = ("@game.decision(Phase.ACT)\ndef use(table: Table) -> None:\n"  # so that every helper is called, whatever was written
           '    if counted(table, 1) > 1 and warmer(table.spots[0], Colour.RED) and ruling("R-01") == "top":\n'
           "        shuffle(table, table.spots[1], 2)\n    table.maybe = lost(table, None, Faded.PALE)")
    return "\n\n\n".join([HELPERS.strip(), *written, use])
