"""Readings by what they do to a good player who sees the table alone, and goes on learning under each of them.

A player that has learned the game under the rulings in force goes on from there, in fewer rounds, under each choice; and as long
under the rulings in force, so that nobody has learned more.  A choice may turn the game around, so that this is too little: what
was learned is tried on other deals, beside searches that learned nothing: under the rulings in force beside each, and under a
choice beside the one that wins most there.  Where it beats that one under the rulings in force, and not under the choice, the
player learns the game there from the beginning.  Who does not play by what was learned thinks by the rules in force anyway, and
there is nothing to learn.

Every choice is compared with the rulings in force, so that under these there are several such players, each of whom plays all
deals: the mean of what they win is steadier than what one wins.  What was learned, and what was played, is kept in the cache:
asked again after an interruption, or for more readings, only the rest is worked out.

Where each seat plays for itself, nothing is learned, and what a choice does is what the end is worth more, or less, to each seat.

A choice that hardly ever comes up in the games under the rulings in force (`verifier.analysis.came_up`) is not played, unless its
reading is named: whoever plays on as before loses by it at most the share of these games.  That bounds losses alone; what
somebody gains who aims for the choice, and so brings it up more often, is not measured then.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import FIRST_COMPLETED, ThreadPoolExecutor, wait
from hashlib import blake2b
from threading import Event
from typing import TYPE_CHECKING

from attrs import asdict, define, evolve, field, frozen

from verifier import clock
from verifier.analysis import answer, play_out, train
from verifier.analysis.came_up import games_in_which
from verifier.analysis.deal import subject
from verifier.analysis.defaults import TRIAL_DEALS
from verifier.analysis.engine import NO_GRADE, compiled
from verifier.analysis.learned_steps import from_the_beginning, learned
from verifier.analysis.play_out import played_out, refuse_for_seats, thinking_policies
from verifier.analysis.progress import Meter
from verifier.analysis.reading_effects import wanted_readings
from verifier.analysis.unweighed import refuse_unweighed
from verifier.errors import BadInput, Problem
from verifier.instance import Instance
from verifier.judge import Ranges, ranges_of_grade
from verifier.policy.kept import file_name, shipped_weights
from verifier.policy.players import POLICIES
from verifier.report.json import loaded, to_json
from verifier.results.played_out import PlayedDeal, PlayedOut
from verifier.results.readings_played import SELDOM, ChoicePlayed, ReadingsPlayed, Rival, SeldomUp
from verifier.results.share import MEAN_LEAST, Mean, Share, gained, mean, mean_worth, paired, share_of_games, with_luck
from verifier.run.cache import SealedFolder
from verifier.scenarios.deal import refuse_past_the_last_seed
from verifier.search.limits import LimitReached, Limits

if TYPE_CHECKING:
    from verifier.policy.network import Weights

RANDOM = "random"
FORM = 5  # of what is kept of play: another one when players decide otherwise
LOOK_SECONDS = 0.5  # so that Ctrl-C is heard everywhere
Choice = tuple[str, str]  # a reading, and one of its choices


@frozen
class Request:
    """What the options say: how deals are played (by one policy), how the player learns, and in how many rounds `again`."""

    game: str
    readings: tuple[str, ...]
    play: play_out.Request
    train: train.Request
    again: int
    in_force: int  # how many players there are under the rulings in force
    edition: str | None = None
    rulings: tuple[str, ...] = ()
    shipped: bool = False  # begins with what the game's package brings, and not with what this user has learned besides

    def with_threads(self, threads: int) -> Request:
        """The same with so many threads that play."""
        return evolve(self, play=evolve(self.play, threads=threads), train=evolve(self.train, threads=threads))


def readings_played(request: Request) -> ReadingsPlayed:
    """The answer, partial when the time is over or somebody interrupts.

    BadInput where the game has no grade (DB520), a reading is none (DB570), or chance brings what nobody weighs (DB597); where
    each seat plays for itself, as in `play_out`.
    """
    start, _ = subject(request.game, request.edition, list(request.rulings))
    program, scenario = start.program, start.scenario
    if request.play.by_seat:
        refuse_for_seats(start, request.play.policies)
    elif program.game.only("grade") is None:
        raise BadInput(Problem("DB520", f"{program.game.title} has no grade: no game is won or lost", hint=NO_GRADE))
    readings = wanted_readings(program, request.readings)
    refuse_unweighed(program, scenario.edition.record, "what a player makes of readings", "readings-played")
    left = [(reading.id, choice) for reading in readings for choice in reading.choices
            if choice != start.setting.rulings[reading.id]]
    limits, ending, began = request.play.limits.running(), "played", clock.seconds()
    way = POLICIES[request.play.policies[0]]
    if way.learns:  # what was learned is tried on as many other deals, at most
        refuse_past_the_last_seed(request.play.seed, 2 * request.play.deals)
    own, own_weights, choices, seldom = list[PlayedOut](), list[str](), list[ChoicePlayed](), list[SeldomUp]()
    rival: Rival | None = None
    with Meter("readings") as meter:
        try:
            player = _Player(request, limits, _base(start, request, limits) if way.learns else None)
            for number in range(request.in_force):
                meter.say(f"the rulings in force: player {number + 1} of {request.in_force}")
                weights = player.learned(start, "the rulings in force", number=number)
                if number == 0:
                    rival = player.rival(start, "the rulings in force", weights, thinking_policies(program))
                own.append(player.played(start, "the rulings in force", weights, number=number, lines=True))
                own_weights.append(_digest(weights))
            others = {each: _ruled(request, *each) for each in left}
            came_up = dict(zip(left, _came_up(start, list(others.values()), own, request, limits), strict=True))
            if not request.readings:
                seldom += [SeldomUp(*each, share) for each, share in came_up.items() if share.count <= SELDOM * share.of]
                left = [each for each in left if came_up[each].count > SELDOM * came_up[each].of]
            wanted = {each: others[each] for each in left}
            for found in player.under_each(wanted, own, meter, rival):
                choices.append(evolve(found, came_up=came_up[found.reading, found.choice]))
                left.remove((found.reading, found.choice))
        except LimitReached as reached:
            ending = reached.ending
        except KeyboardInterrupt:
            ending = "interrupted"
    is_whole = len(own) == request.in_force
    won = share_of_games(sum(each.policies[0].won.count for each in own), 0, len(own), request.play.deals) if is_whole else None
    rounds = (request.train.rounds, request.again) if way.learns else (0, 0)
    return ReadingsPlayed(
        program.game.name, answer.edition(scenario), scenario.rulings, request.play.policies[0],
        request.play.simulations[0] if way.thinks else 0, request.play.objective, request.play.seed, request.play.deals, *rounds,
        request.in_force, won, own[0].policies[1].won if is_whole else None,
        {reading.id: reading.question for reading in readings},
        tuple(sorted(choices, key=lambda each: (-_largest(each), each.reading, each.choice))),
        tuple(f"{name}={choice}" for name, choice in left), ending, round(clock.seconds() - began, 3),
        " ".join(filter(None, own_weights)), tuple(seldom), tuple(each.policies[0].won.count for each in own), rival,
        own[0].best_outcome if is_whole else 0, _worth_to_seats(own) if is_whole else {}, program.game.title,
        _unended(own), _why(own))


def _largest(each: ChoicePlayed) -> float:
    """By how much a choice changes the share won, or what ends are worth to some seat."""
    return max(abs(each.gain), *(abs(more.at) for more in each.seats.values()), 0.0)


def _base(start: Instance, request: Request, limits: Limits, title: str = "the rulings in force") -> Weights:
    """What the player has learned under the rulings of an instance from the beginning, before going on."""
    if not request.shipped:
        return learned(start, request.train, limits, title)
    found = shipped_weights(start.program, start.setting, request.train.objective)
    return found or learned(start, request.train, limits, title, how=from_the_beginning(request.train))


def _ruled(request: Request, reading: str, choice: str) -> Instance:
    """The game under another choice of a reading."""
    rulings = [*(each for each in request.rulings if not each.startswith(f"{reading}=")), f"{reading}={choice}"]
    return subject(request.game, request.edition, rulings)[0]


def _came_up(start: Instance, others: Sequence[Instance], own: Sequence[PlayedOut], request: Request, limits: Limits
             ) -> list[Share]:
    """In what share of the games under the rulings in force each choice makes a difference."""
    games = [(game.seed, game.line) for found in own for game in found.policies[0].games]
    with Meter("comparing positions") as meter:
        backend = compiled(start, request.play.engine, meter)

        def go_on(at: int) -> None:
            meter.step(f"{at:,} of {len(games):,} games")
            limits.check()

        counts = games_in_which(backend, start, others, games, go_on)
    return [share_of_games(count, 0, len(own), request.play.deals) for count in counts]


def _compared(ranges: Ranges, reading: str, choice: str, own: Sequence[PlayedOut], other: PlayedOut, weights: str
              ) -> ChoicePlayed:
    deals = list(zip(other.policies[0].games, *(found.policies[0].games for found in own), strict=True))
    found = gained([here.won - sum(game.won for game in games) / len(own) for here, *games in deals])
    if weights:  # who learned: what one learns is a matter of luck, too
        found = with_luck(found, [[float(game.won) for game in played.policies[0].games] for played in own])
    widths = {name: high - low for name, (low, high) in ranges.items()}
    came_to = {name: more for name in own[0].policies[0].came_to
               if (more := _more(name, widths[name], deals, bool(weights))) is not None}
    best = max(1, other.best_outcome)
    seats = {seat: _for_seat([[game.outcomes.get(seat) for game in games] for games in deals], best)
             for seat in other.policies[0].seats}
    return ChoicePlayed(reading, choice, other.policies[0].won, other.policies[1].won, found.at, found.low, found.high, weights,
                        came_to, seats=seats, unended=_unended([other]), why=_why([other]))


def _unended(played: Sequence[PlayedOut]) -> int:
    """How many games stopped without an end."""
    return sum(row.unended for found in played for row in found.policies)


def _why(played: Sequence[PlayedOut]) -> str:
    """Why the first game stopped that did so without an end."""
    return next((row.why for found in played for row in found.policies if row.why), "")


def _for_seat(worths: Sequence[Sequence[int | None]], best: int) -> Mean:
    """How much more the first game of each deal is worth to a seat than the others, ends being worth 0 to `best` to it."""
    found = gained([each / best for each in _differences(worths)])
    return Mean(best * found.at, best * found.low, best * found.high)


def _worth_to_seats(own: Sequence[PlayedOut]) -> dict[str, Mean]:
    """What ends are worth to each seat on average; nothing where seats do not play for themselves."""
    found, best = dict[str, Mean](), own[0].best_outcome
    for seat in own[0].policies[0].seats:
        worths = [game.outcomes[seat] for played in own for game in played.policies[0].games if seat in game.outcomes]
        worth = mean_worth(worths, best, len(own))
        if worth is not None:
            found[seat] = worth
    return found


def _differences(worths: Sequence[Sequence[int | None]]) -> list[float]:
    """How much more the first of each is than the mean of the others; nothing where either is not known."""
    both = [(here, [each for each in others if each is not None]) for here, *others in worths]
    return [here - sum(others) / len(others) for here, others in both if here is not None and others]


def _more(name: str, width: int, deals: Sequence[tuple[PlayedDeal, ...]], has_learned: bool) -> Mean | None:
    """How much larger a number of the grade is in the first game of each deal than in the others; None of too few that ended.

    It is by `width` larger or smaller at the most.
    """
    worths = [[None if game.grade is None else int(game.grade[name]) for game in games] for games in deals]
    differences = _differences(worths)
    if len(differences) < MEAN_LEAST:
        return None
    whole = [[each for each in others if each is not None] for _, *others in worths if None not in others]
    more = mean(differences, -width, width)
    return with_luck(more, list(zip(*whole, strict=True))) if has_learned else more


@frozen
class _Together(Limits):
    """Limits of what is done at the same time: when it is over for one, it is for all."""

    is_over: Event = field(factory=Event, eq=False)

    @property
    def seconds_left(self) -> float | None:
        """How many seconds are left; 0 when it is over."""
        return 0.0 if self.is_over.is_set() else super().seconds_left


@define
class _Player:
    """Somebody who has learned the game under the rulings in force, goes on learning under other rulings, and plays the deals.

    Under the rulings in force, too, so that everybody who is compared has learned as long.
    """

    request: Request
    limits: Limits
    base: Weights | None

    def under_each(self, wanted: Mapping[Choice, Instance], own: Sequence[PlayedOut], meter: Meter, in_force: Rival | None
                   ) -> Iterator[ChoicePlayed]:
        """The choices as they are ready, as many at the same time as there are threads; LimitReached where a limit ends it.

        `in_force` is who wins most under the rulings in force without having learned anything; None where nothing is learned.
        """
        threads = self.request.play.threads
        workers = max(1, min(threads, len(wanted)))
        limits = _Together(**asdict(self.limits))
        player = _Player(self.request.with_threads(max(1, threads // workers)), limits, self.base)
        with ThreadPoolExecutor(workers) as pool:
            running = {pool.submit(player.under, instance, *choice, own, in_force)
                       for choice, instance in wanted.items()}
            try:
                while running:
                    meter.say(f"{len(running)} choices left, {min(workers, len(running))} at a time")
                    done, running = wait(running, LOOK_SECONDS, FIRST_COMPLETED)
                    yield from (each.result() for each in done)
            finally:
                limits.is_over.set()
                for each in running:
                    each.cancel()

    def under(self, instance: Instance, reading: str, choice: str, own: Sequence[PlayedOut], in_force: Rival | None
              ) -> ChoicePlayed:
        """A choice, learned and played, beside players under the rulings in force.

        Who beats the rival there and not here learns from the beginning.
        """
        title = f"{reading} {choice}"
        weights, is_anew = self.learned(instance, title), False
        policies = () if in_force is None else (in_force.policy,)
        rival = self.rival(instance, title, weights, policies)
        if in_force is not None and in_force.is_beaten and rival is not None and not rival.is_beaten:
            anew = self.learned(instance, f"{title} anew", _base(instance, self.request, self.limits, title))
            other = self.rival(instance, f"{title} anew", anew, policies)
            if other is not None and other.own.count > rival.own.count:
                weights, rival, is_anew = anew, other, True
            if not rival.is_beaten:  # on so few deals
                rival = self.rival(instance, title, weights, policies, self.request.play.deals)
        played = self.played(instance, title, weights)
        found = _compared(ranges_of_grade(instance), reading, choice, own, played, _digest(weights))
        return evolve(found, rival=rival, anew=is_anew)

    def learned(self, instance: Instance, title: str, base: Weights | None = None, *, number: int = 0) -> Weights | None:
        """What is learned under an instance's rulings, from a base on; None by who learns nothing.

        Players with another `number` learn from other games.
        """
        base = self.base if base is None else base
        if base is None:
            return None
        learns = evolve(self.request.train, rounds=self.request.again, seed=self.request.train.seed + number)
        return learned(instance, learns, self.limits, title, base)

    def rival(self, instance: Instance, title: str, weights: Weights | None, policies: tuple[str, ...], deals: int = TRIAL_DEALS
              ) -> Rival | None:
        """Who of some policies wins most of some deals that are not those of the answer; None for who learned nothing."""
        if weights is None:
            return None
        play = self.request.play
        trial = evolve(play, seed=play.seed + play.deals, deals=min(play.deals, deals), limits=self.limits)
        own = self._made(instance, f"{title}: trial", trial, weights).policies[0]
        thinking = evolve(trial, policies=policies)
        best = max(self._made(instance, f"{title}: trial", thinking, None).policies, key=lambda each: each.won.count)
        lead = paired([(there.won, here.won) for there, here in zip(best.games, own.games, strict=True)])
        return Rival(best.policy, own.won, best.won, lead.gain, lead.low, lead.high)

    def played(self, instance: Instance, title: str, weights: Weights | None, *, number: int = 0,
               lines: bool = False) -> PlayedOut:
        """The deals, played by what was learned, and by random players.

        Players with another `number` who learned nothing try other decisions while they think.  With `lines` the answer has the
        decisions of each game.
        """
        play = self.request.play
        asked = evolve(play, policies=(play.policies[0], RANDOM), limits=self.limits, lines=lines,
                       number=number if weights is None else 0)
        return self._made(instance, f"{title}: playing", asked, weights)

    def _made(self, instance: Instance, title: str, asked: play_out.Request, weights: Weights | None) -> PlayedOut:
        """Deals as they were played before, or else now.  LimitReached before all were."""
        folder, name = _played_folder(instance), _name(instance, asked, weights)
        kept = folder.kept(name)
        if kept is not None:
            found = loaded(kept.decode())
            assert isinstance(found, PlayedOut)
            return found
        found = played_out(instance, asked, title, weights)
        if found.ending != "played":
            if found.ending == "interrupted":
                raise KeyboardInterrupt
            raise LimitReached("memory" if found.ending == "memory" else "seconds")
        folder.keep(name, to_json(found).encode())
        return found


def _digest(weights: Weights | None) -> str:
    return "" if weights is None else weights.digest


def _played_folder(instance: Instance) -> SealedFolder:
    return SealedFolder(f"played-{instance.program.game.name}", "deals that were played")


def _name(instance: Instance, asked: play_out.Request, weights: Weights | None) -> str:
    """The file that keeps how deals were played: by whom, under which rules."""
    parts = [FORM, file_name(instance.program, instance.setting, asked.objective), asked.policies, *asked.simulations, asked.seed,
             asked.deals, asked.knows, *([asked.number] if asked.number else []), *(["lines"] if asked.lines else []),
             "" if weights is None else weights.digest]
    return f"{blake2b(repr(parts).encode(), digest_size=12).hexdigest()}.json"
