"""Questions about one deal, or about many: what can be reached, how likely, who could have won, what can be forced."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from attrs import evolve

from verifier import line as lines
from verifier.analysis.alternatives import refuse_ungraded
from verifier.analysis.at_decision import before_decision
from verifier.analysis.certificate_file import KIND, STRATEGY, claim_of, document_of
from verifier.analysis.certify import attested, attested_strategy
from verifier.analysis.choices import Against, Endless, Method, Policy, StrategyChoice
from verifier.analysis.defaults import (
    AGAIN_ROUNDS,
    BESIDE_SIMULATIONS,
    DEAL_GAMES,
    DEAL_GAMES_MOST,
    DEAL_STATES,
    DEALS_MOST,
    DECISION_STATES,
    DECISIONS_MOST,
    PLAYED_DEALS_MOST,
    SAMPLED_SIMULATIONS,
    SIMULATIONS,
    SIMULATIONS_MOST,
    TRAINING_LEARNERS,
    TRAINING_LEARNERS_MOST,
    TRAINING_ROUNDS,
    TRAINING_ROUNDS_MOST,
    TRAINING_STATES,
    TRAINING_STATES_LEAST,
    TRAINING_STATES_MOST,
)
from verifier.analysis.explore import explored_from, written_graph
from verifier.analysis.explore_on_disk import DiskAsked, explored_on_disk, refuse_beside_disk
from verifier.analysis.find_order import Request as OrderAsked
from verifier.analysis.find_order import order_found
from verifier.analysis.forced import Request as ForceAsked
from verifier.analysis.forced import forced_by
from verifier.analysis.forced_within import forced_by_both, forced_by_z3
from verifier.analysis.learned_steps import Learning
from verifier.analysis.luck import Request as ThinkingAsked
from verifier.analysis.luck import refuse as refuse_thinking
from verifier.analysis.odds import Players, Sides, likely
from verifier.analysis.players_beside import FIRST
from verifier.analysis.progress import Watcher, watched_by
from verifier.analysis.review import refuse as refuse_unjudged
from verifier.analysis.review import summary
from verifier.analysis.solve import refuse_decisions
from verifier.analysis.strategy import strategy_of, write_strategy
from verifier.analysis.train import Request as TrainAsked
from verifier.analysis.winnability import Request as WinnabilityAsked
from verifier.analysis.winnability import solved_deals
from verifier.api.parameters import (
    Played,
    Texts,
    chance_of,
    engine_of,
    instance_from,
    limits_of,
    line_of,
    one_of,
    path_of,
    policies_of,
    refuse_numbers,
    refuse_seeds,
    seats_of,
    texts_of,
    threads_of,
)
from verifier.errors import BadInput, Problem
from verifier.files import refuse_page
from verifier.instance import Instance
from verifier.results.attested import Attested
from verifier.results.explored import Layered
from verifier.results.forced import Forced
from verifier.results.found import Aim, FoundOrder
from verifier.results.likely import Likely
from verifier.results.solved import Reviewed
from verifier.results.winnable import Winnability
from verifier.search.limits import Limits
from verifier.search.strategies import SIDED_DEFAULT, known_of_sides
from verifier.visible import one_line


def certify(instance: Instance, certificate: str | Path) -> Attested:
    """Check a certificate or a strategy that `daybreak solve --certificate` wrote, by the plain rules and without any search.

    >>> import tempfile
    >>> import verifier as daybreak
    >>> late = daybreak.scenario("scenarios/until-dawn/positions/breach-in-the-assault.toml")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     solved = daybreak.solve(late, engine="interpreted", certificate=f"{folder}/late.certificate")
    ...     str(daybreak.certify(late, f"{folder}/late.certificate").verdict)
    'proved'
    """
    file = Path(certificate)
    document, name = document_of(file, instance_from(instance), KIND, STRATEGY), one_line(str(file))
    if document["kind"] == STRATEGY:
        return attested_strategy(instance, strategy_of(document, name, instance))
    return attested(instance, claim_of(document, name, instance))


def review(instance: Instance, line: Played, *, limits: Limits | None = None, engine: str = "auto",
           alternatives: bool = False, honest: bool = False, policy: str | None = None, simulations: int | None = None,
           by_seat: bool = False, html: str | Path | None = None, force: bool = False,
           on_answer: Callable[[Reviewed], None] | None = None, on_progress: Watcher | None = None) -> Reviewed:
    """Judge each decision of a line that was played by the best grade that could be reached before and after it.

    `limits` are for the search from one position (default: 100,000 states).  With `alternatives` every legal
    decision is searched, which can settle more.

    This judges by the whole deal.  `honest` adds what a player could have known without it: how much of the first field of the
    grade (as a chance to win, where it has two values) each decision gave away by what lay on the table, and how much chance gave
    or took.  A `policy` that searches (default: "learned-uct" if something was learned, else "uct") judges that, and is never
    handed the deal: in 8 searches of so many `simulations` (1 to 100,000; default: 1,000) for the best decision found, and 8 for
    the one taken; what looks like a mistake is thought about again, in searches of eight times as many.  All of this is sampled,
    and comes with standard errors.  In a game that hides things from seats, a decision is judged by what its seat had seen.  With
    `by_seat` each seat aims at what the end is worth to it, and each has its own course; a game without a grade can be judged in
    this way alone: every verdict is "unknown" then, and `chances` has what was found.

    A page to step through the line is written to the file `html`, over an existing file only with `force`; `on_answer` is called
    with the answer before that.

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/positions/mutant-156-end-round.toml")
    >>> line = daybreak.solve(lost, engine="interpreted").line
    >>> found = daybreak.review(lost, line, engine="interpreted")
    >>> {each.verdict for each in found.decisions}
    {'best'}

    What could be known without the deal, by a search of few games:

    >>> found = daybreak.review(lost, line, engine="interpreted", honest=True, policy="uct", simulations=20)
    >>> found.luck.policy, found.luck.courses[0].end
    ('uct', 0.0)

    BadInput for a game without grades that is not judged by seat (DB520), or with `alternatives` (DB585), a scenario without a
    deal (DB593), and with `honest`: chance that nobody weighs (DB597), a policy that does not search, or `policy`, `simulations`
    or `by_seat` without it (DB505), nothing learned (DB630), and by seat a game that does not say what its ends are worth to whom
    (DB586).
    """
    choice, limits, page = engine_of(engine), limits_of(limits), path_of(html)
    refuse_page(page, instance_from(instance).files, force)
    thinking = _thinking(instance, honest, policy, simulations, by_seat)
    refuse_unjudged(instance, by_seat=by_seat)
    if alternatives:
        refuse_ungraded(instance)
    events = list(lines.replay(instance.reference, instance.start, line_of(line)))
    with watched_by(on_progress):
        found, judged = summary(instance, choice, events, limits, compare=alternatives, honest=thinking)
        if on_answer is not None:
            on_answer(found)
        if page is not None:
            from verifier.analysis.line_page import write_line_page

            write_line_page(page, instance, events, engine=choice, force=force, judged=judged)
    return found


def _thinking(instance: Instance, honest: bool, policy: str | None, simulations: int | None, by_seat: bool
              ) -> ThinkingAsked | None:
    """Who thinks about a line without the deal, if anybody does; refused before a search begins."""
    refuse_numbers(simulations=(simulations, 1, SIMULATIONS_MOST))
    if not honest:
        if policy is not None or simulations is not None or by_seat:
            raise BadInput(Problem("DB505", "a policy, simulations and seats are for a review by what could be known", "--honest",
                                   "ask for --honest as well"))
        return None
    asked = ThinkingAsked("" if policy is None else one_of(Policy, policy, "policy").value, simulations or SIMULATIONS, by_seat)
    refuse_thinking(instance, asked)
    return asked


def explore(instance: Instance, *, chance: str | None = None, strategy: str = "breadth-first", all_states: bool = False,
            limits: Limits | None = None, engine: str = "auto", threads: int | None = None, graph: str | Path | None = None,
            disk: int | None = None, disk_folder: str | Path | None = None, resume: bool = False, force: bool = False,
            on_progress: Watcher | None = None) -> Layered:
    """Explore every state that can be reached: counts by depth, ends by grade, dead ends, loops, points of no return.

    So many `threads` (1 to 64; default: one for each core) explore together, breadth-first and by compiled rules, once there are
    many states; the answer does not depend on it.

    With `disk`, states are kept in files of at most so many bytes, in `disk_folder` (default: in the cache), and half of the
    memory that `limits` leave is used; an exploration that was ended or killed goes on from the last whole layer with `resume`,
    or is replaced with `force`.  The counts are the same; what needs transitions is not available then, as `notes` say.

    `strategy` is "breadth-first", "depth-first" or "iterative".  The state graph is written to the file `graph`, in the format of
    its ending: .graphml, .json, .dot or .gv; over an existing file only with `force`.

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/small-lost.toml")
    >>> daybreak.explore(lost, engine="interpreted").ending
    'closed'
    """
    refuse_numbers(disk=(disk, 1, None))
    together = threads_of(threads)
    order = one_of(StrategyChoice, strategy, "strategy")
    refuse_beside_disk(disk, path_of(disk_folder), resume, path_of(graph), order, threads)
    limits, write = limits_of(limits), written_graph(path_of(graph), force=force)
    with watched_by(on_progress):
        if disk is not None:
            asked = DiskAsked(disk, path_of(disk_folder), resume, force)
            return explored_on_disk(instance_from(instance), chance_of(chance), engine_of(engine), limits, asked,
                                    all_states=all_states)
        found, explored = explored_from(instance_from(instance), chance_of(chance), order, engine_of(engine),
                                        limits, all_states=all_states, threads=together)
        return found if write is None else evolve(found, graph_file=write(explored, limits))


def force(instance: Instance, seats: str | Iterable[str], *, against: str = "nobody", endless: str = "worst",
          to: str | None = None, blind: bool = False, chance: str | None = None, certify: bool | None = None,
          boards: bool = False, certificate: str | Path | None = None, html: str | Path | None = None, force: bool = False,
          limits: Limits | None = None, engine: str = "auto", threads: int | None = None, with_: str = "explicit",
          decisions: int | None = None, strategy: str = SIDED_DEFAULT, on_answer: Callable[[Forced], None] | None = None,
          on_progress: Watcher | None = None) -> Forced:
    """Find out what some seats of a game with sides can have, or force together whatever the others do; with the strategy.

    `seats` are words or numbers.  `against` "nobody" the answer is what the seats can have at best and the shortest line there;
    against the "rest", who have open chance on their side too, what they can force.  `endless` says whether play that never ends is the "worst" for
    the seats or the "best".  `to` names a goal that the seats want to come to, or an invariant that they want to keep for ever.
    `chance` is as of `explore`.  Of several seats the one counts that an end is worth least to.  The strategy is written to the
    file `certificate`, for `certify` and `replay`; nothing is where nothing is forced.  A page to play against the strategy (the
    others', where nothing is forced) is written to the file `html`: of a large one the 300 positions nearest to the start, or as
    many as 4 MB hold.  An existing file is replaced only with `force`; `on_answer` is called with the answer before any is written.

    Every state is explored (`threads` as of `explore`), and what each is worth follows backwards from the ends; both strategies
    are then followed by the plain rules, against all replies, if they are not too large (`certify` True: however large, False: not
    at all).  A decision may rest on everything that the state holds, also on what players would hide from each other; what is
    everybody's decision, the others make.

    `strategy` "proof-number", for what is forced against the rest, expands the states first that may settle the answer: where a win
    can be forced in few decisions, or a few replies refute the seats, it explores a small part of the game and is as sure (`states`
    says how many); where nothing is settled before the end, nearly all of it, at several times the cost for each state.

    `blind`: each decision rests only on what the seat that makes it sees then, by the game's `@game.hidden`; the start is known.
    What cannot be forced with open cards cannot be forced so.  What can is looked for among strategies without memory, and counts
    as forced once one is found, which is followed by the plain rules under the condition that it does the same wherever it looks
    the same; else nothing is settled, since one that remembers may do it.  Chance has to be open.

    `with_` "z3" asks it of play of at most `decisions` decisions (None: 2), of all sides together, against the "rest": what is
    forced then comes with a strategy that the plain rules have followed, and what is not is not forced within so many (`settled`).
    Invariants and `endless` "best" are not asked of it.  With "both" the search answers, and `cross_check` is what z3 says.

    BadInput (DB527) for a `strategy` that there is not, and for proof numbers with everybody's help, `blind` or z3 alone; (DB542) for
    `decisions` without z3, and RuleRefused (DB601 and others) for rules that z3 cannot be asked about.
    BadInput (DB586) for a game that does not say what its ends are worth to whom, and for seats that it does not have; (DB587) for
    `blind` with everybody's help, by a deal, and in a game that hides nothing.

    >>> import verifier as daybreak
    >>> daybreak.force(daybreak.deal("until-dawn", seed=7), "player-1")
    Traceback (most recent call last):
    verifier.errors.BadInput: DB586 Until Dawn does not say what its ends are worth to whom @ --for; write @game.outcome, which says it of each seat
    """  # noqa: E501
    asked = ForceAsked(seats_of(seats), one_of(Against, against, "against"), one_of(Endless, endless, "endless"),
                       chance_of(chance), engine_of(engine), limits_of(limits), certify if certificate is None else True, boards,
                       to, blind, threads_of(threads), strategy)
    method = one_of(Method, with_, "with_")
    refuse_numbers(decisions=(decisions, 0, DECISIONS_MOST))
    refuse_decisions(method, decisions)
    if method is Method.Z3 and known_of_sides(strategy, "--strategy") != SIDED_DEFAULT:
        raise BadInput(Problem("DB527", "strategies are for the search", "--strategy", "leave it out with --with z3"))
    page, file, inputs = path_of(html), path_of(certificate), instance_from(instance).files
    if blind and (page is not None or method is not Method.EXPLICIT):
        raise BadInput(Problem("DB587", "strategies that rest on what is seen have no page, and z3 does not look for them",
                               "--blind", "leave out --html and --with"))
    if page is not None and method is not Method.EXPLICIT:
        raise BadInput(Problem("DB586", "the page of a strategy is written from every state that was explored", "--html",
                               "leave out --with"))
    refuse_page(page, inputs, force)
    refuse_page(file, inputs, force, page)
    with watched_by(on_progress):
        if method is Method.EXPLICIT:
            found, claimed, searched = forced_by(instance, asked)
        else:
            found, claimed = (forced_by_z3 if method is Method.Z3 else forced_by_both)(instance, asked, decisions)
    if on_answer is not None:
        on_answer(found)
    if page is not None:
        from verifier.analysis.strategy_page import write_strategy_page

        write_strategy_page(page, instance, found, searched, force=force)
    if file is not None and claimed is not None:
        write_strategy(file, instance, claimed, force=force)
    return found


def odds(instance: Instance, *, at_least: Texts | str | None = None, goal: str | None = None, expected: str | None = None,
         seats: str | Iterable[str] | None = None, against: str = "nobody", at_decision: int | None = None,
         line: Played | None = None, games: int | None = None, simulations: int = SAMPLED_SIMULATIONS,
         limits: Limits | None = None, engine: str = "auto", on_progress: Watcher | None = None) -> Likely:
    """Compute the probability of a good end under best play when chance is open: exactly, or between two bounds.

    Of more than 250,000 states, and where too many of them lead to each other for fractions, the bounds are rounded outwards.
    They are less than a billionth apart where every state was explored, unless play comes back to states and leads on slowly.
    `limits` without a number of states explore 5,000,000, or 250,000 where rules are interpreted.

    A good end has at least the grade `at_least`, given for its first fields (default: the best value of the first field), or
    reaches `goal`, one of the game's goals.  In a game with sides `seats` play for an outcome of at least so much (`at_least`
    "1", say): with everybody's help, or, `against` the "rest", whatever these do.

    With `expected` the answer is no probability, but the expected value of this field of the grade, a whole number, under the
    play that makes it largest; play that never ends counts as the lowest that it can be.
    With `at_decision` it is asked of the position before that decision of the `line` (1 is the first), after what the line and
    the deal brought up to there.  BadInput (DB639) where there is no such decision, and for a line without it.

    A decision may rest on everything that the state holds, also on what a game hides from its seats (`@game.hidden`).

    Where the bounds do not meet, `sampled` says beside them what players come to in so many `games` from the same position, each
    with a chance of its own (0 to 1,000,000; 0: nobody plays; default: 200, or fewer, down to 10, where games are long, and none
    where rules are interpreted).  "learned-uct" plays if something was learned (see `train`), which is to get the first field of
    the grade; and where nothing was, or more is asked for, "uct" and, if the game has an estimate, "estimate-uct", who aim at
    just what is asked.  They simulate so many games, `simulations` (1 to 100,000), before each decision, and see the table and
    not what chance will bring.  Nobody plays for goals, for some seats, or for another number than the first of the grade.  The
    same question gives the same games on every machine, if as much was learned there.  This is a sample, no proof, and no part
    of the bounds; EngineBug (DB905) where a policy comes to more than is proved to be possible, beyond all luck.

    >>> import verifier as daybreak
    >>> late = daybreak.scenario("scenarios/until-dawn/positions/mutant-145-next-entrance.toml")
    >>> found = daybreak.odds(late, at_least={"survived": True}, engine="interpreted")
    >>> found.exact, str(found.low)
    (True, '31/36')

    Where so few states are explored that the bounds do not meet, three games of each player:

    >>> few = daybreak.odds(late, limits=daybreak.Limits(states=20), games=3, simulations=5, engine="interpreted")
    >>> few.is_known, {each.games for each in few.sampled}
    (False, {3})
    """
    limits, instance = limits_of(limits, Limits()), instance_from(instance)
    refuse_numbers(at_decision=(at_decision, 1, None), games=(games, 0, PLAYED_DEALS_MOST),
                   simulations=(simulations, 1, SIMULATIONS_MOST))
    if at_decision is not None:
        instance = before_decision(instance, at_decision, None if line is None else line_of(line))
    elif line is not None:
        raise BadInput(Problem("DB639", "a line is for the position before one of its decisions", "--line",
                               "say which with --at-decision"))
    with watched_by(on_progress):
        wanted = [at_least] if isinstance(at_least, str) else texts_of(at_least)
        sides = None if seats is None else Sides(seats_of(seats), one_of(Against, against, "against") is Against.REST)
        found = likely(instance, wanted, goal, engine_of(engine), limits, sides, expected, Players(games, simulations))
        return evolve(found, at_decision=at_decision)


def winnability(game: str, *, seeds: range = range(1, 101), edition: str | None = None, rulings: Texts | None = None,
                vary: str | None = None, states: int = DEAL_STATES, seconds: float | None = None, games: int = DEAL_GAMES,
                memory: int | None = None, decision_states: int = DECISION_STATES, store: str | Path | None = None,
                policies: Iterable[str] | None = None, simulations: int = BESIDE_SIMULATIONS, play: int | None = None,
                train: bool = False, learners: int = TRAINING_LEARNERS, rounds: int = TRAINING_ROUNDS, again: int = AGAIN_ROUNDS,
                positions: int = TRAINING_STATES, threads: int | None = None,
                on_progress: Watcher | None = None) -> Winnability:
    """Solve many seeded deals: which of them can be won, how won deals differ, and what players win without knowing them.

    `vary` is a field of the component data, or a reading, with its values, as of `difficulty`: "shells=2..8", "shells=2,4,8",
    "UD-43=bite-pile,deck".  All is repeated for each of them.

    `policies` (as in `play_out`; default: "random", "greedy", and "learned-uct" if something was learned, else "uct" and, if the
    game has an estimate, "estimate-uct") play the first `play` deals (default: all).  They see only the table, and simulate so
    many games, `simulations`, before each decision (0: nobody plays).  A deal that any of them wins can be won.  Not promised:
    that no better player exists.

    With `train` what was not learned is learned first, for each value of what is varied by itself, as by `difficulty`
    (`learners`, `rounds`, `again`, `positions`), and all of these policies play, in this order.  What is done is kept in the
    cache: where a limit ends it, nothing is solved, and the same call goes on.  Not promised: that so few rounds are enough.

    A deal that takes more than `states` is undecided.  A random player and a peeking one, who looks one decision ahead and sees
    what the deal brings until then, play `games` more on each won deal; for the hardest and the easiest deals, each decision of
    the line is judged by a search of at most `decision_states`.  With 0 `games` how won deals differ is not measured, which can
    take longer than all else.  Deals that the folder `store` has answers of are not solved again, and the others are added to it;
    a folder of `daybreak.batch` is one.

    BadInput for what cannot be varied (DB631 to DB634, or as of an edition or a ruling), for a policy that learned nothing for a
    value, without `train` (DB630), and for `train` where nobody plays who goes by what is learned (DB505).

    >>> import verifier as daybreak
    >>> few = {"states": 1_000, "games": 1, "decision_states": 100}
    >>> [row["seed"] for row in daybreak.winnability("until-dawn", seeds=range(7, 9), **few)]
    [7, 8]
    """
    refuse_seeds(seeds, DEALS_MOST)
    refuse_numbers(states=(states, 1, None), games=(games, 0, DEAL_GAMES_MOST), decision_states=(decision_states, 1, None),
                   simulations=(simulations, 0, SIMULATIONS_MOST), play=(play, 1, PLAYED_DEALS_MOST),
                   learners=(learners, 1, TRAINING_LEARNERS_MOST), rounds=(rounds, 2, TRAINING_ROUNDS_MOST),
                   again=(again, 1, TRAINING_ROUNDS_MOST), positions=(positions, TRAINING_STATES_LEAST, TRAINING_STATES_MOST))
    if play is not None:
        refuse_seeds(range(seeds.start, seeds.start + play), PLAYED_DEALS_MOST)
    names = policies_of(policies)
    limits, together = limits_of(Limits(seconds=seconds, memory=memory)), threads_of(threads)
    learning = Learning(TrainAsked(FIRST, learners, rounds, positions, 1, together, limits), again) if train else None
    asked = WinnabilityAsked(game, len(seeds), seeds.start, edition, vary, texts_of(rulings), states, limits.seconds, games,
                             limits.memory, decision_states, path_of(store), names, simulations, play, together,
                             learning=learning)
    with watched_by(on_progress):
        return solved_deals(asked)


def find_order(instance: Instance, stream: str, *, wins: bool, only_moves: int | None = None, random_wins: float | None = None,
               limits: Limits | None = None, engine: str = "auto", on_progress: Watcher | None = None) -> FoundOrder:
    """Find an order of what chance brings next with which a deal is won by some line (`wins`), or lost by every line.

    `stream` is a stream of chance of the game, or `stream:n` for its next n outcomes.  With `only_moves` the best line must have
    at least so many only moves; with `random_wins` at most so many per cent of 100 random games may be won.

    >>> import verifier as daybreak
    >>> lost = daybreak.scenario("scenarios/until-dawn/positions/mutant-156-end-round.toml")
    >>> str(daybreak.find_order(lost, "deck:1", wins=False, engine="interpreted").verdict)
    'proved'
    """
    refuse_numbers(only_moves=(only_moves, 1, None), random_wins=(random_wins, 0.0, 100.0))
    aim = None if only_moves is random_wins is None else Aim(only_moves, random_wins)
    with watched_by(on_progress):
        return order_found(OrderAsked(instance_from(instance), stream, wins, engine_of(engine), aim), limits_of(limits))
