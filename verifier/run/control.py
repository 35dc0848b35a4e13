"""Names of the numbers that searches and kernels hand each other in arrays, and of what becomes of a state.

Kernel files use them as they stand here; `verifier.run.emit` writes the numbers in their place.
"""

from enum import IntEnum


class Status(IntEnum):
    """What a state is, or what became of a chain of automatic transitions from it (`settle`).

    The first four are the kinds of phases.
    """

    DECISION = 0
    CHANCE = 1
    STEP = 2
    END = 3
    LOOP = 4
    RAN_OUT = 5  # the deal says nothing of what comes next
    IMPOSSIBLE = 6  # the deal's outcome is not possible here
    FAILED = 7  # a rule cannot be evaluated
    DEAD_END = 8  # no decision is legal, or chance can bring nothing
    GIVEN_UP = 9  # a game at random took too long
    LATER = 10  # of a later stage than the one that is explored
    EARLIER = 11  # of an earlier one, though progress should never fall


class Why(IntEnum):
    """Why a kernel stopped."""

    DONE = 0
    PAUSE = 1
    PROPERTY = 2
    GOAL = 3
    FAILED = 4
    ROOM = 5


class Wanted(IntEnum):
    """What an exploration stops at, besides the number of a goal."""

    NOTHING = -1
    WORST_END = -2  # an end with the lowest first field of the grade


class Asked(IntEnum):
    """What an exploration is asked for."""

    COMPRESS = 0  # 1: run chains through
    OPEN_CHANCE = 1  # 1: follow every outcome
    MOST = 2  # expansions in this call
    GOAL = 3  # to stop at, or one of Wanted
    EDGES = 4  # 1: record them
    DEPTH_FIRST = 5
    DEPTH = 6  # depth-first: the limit (-1 none)
    UP_TO = 7  # breadth-first: stop before expanding this state
    CHECK = 8  # 1: check properties
    STATES = 9  # expand nothing once there are so many (-1 none)
    LEAST = 10  # leave out what cannot be worth so much (0: nothing)
    INTERCHANGE = 11  # 1: states that differ only in the order of interchangeable items are one
    THREADS = 12  # so many expand the states up to UP_TO together (0: one that expands alone)
    TAKE = 13  # together: how many states a thread takes at a time
    DOMINANCE = 14  # 1: leave out states that are worse than one that was found, as the game declares and z3 has proved
    TOTAL = 15  # 1 + the slot of a number that states are stored without, since it only adds up (0: none)
    TOTAL_AT = 16  # what it is in all of them
    STAGED = 17  # 1: expand nothing of another stage
    STAGE = 18  # the progress of the states that are expanded
    PICKED = 19  # 1: expand the states that are listed in the queue, up to the UP_TO-th


class Exploring(IntEnum):
    """How far an exploration is."""

    STATES = 0
    NEXT = 1  # to expand, breadth-first
    TRANSITIONS = 2
    WHY = 3  # it stopped
    AT = 4  # the state concerned
    WHAT = 5  # its property or event
    EDGES = 6
    QUEUED = 8
    CUT = 9  # 1: the depth limit cut something off
    TOUCHED = 10  # of no meaning: keeps the reads that warm the table
    EXPANDED = 11  # in this call
    NOTES = 12  # together: where the thread's next note goes
    NOTES_END = 13  # and where there is no room for more
    SPARE = 14  # together: a part's number that was taken and not used, plus 1 (0: none)
    DOMINATED = 15  # states that were left out


class Together(IntEnum):
    """What threads that expand states together all see."""

    FIRST = 0  # state of the round
    TAKEN = 1  # the first state that nobody has taken
    STOP = 2  # 1: take no more
    NUMBERED = 3  # the first batch whose states nobody numbers
    LINKED = 4  # the first batch whose edges nobody writes
    REHASHED = 5  # the first state that nobody enters into a table anew


class Note(IntEnum):
    """The columns of a note: a successor that a thread found, in a round of several."""

    FROM = 0
    EVENT = 1  # -1: nothing follows, and STATUS is what the state is instead
    STATUS = 2
    PLACE = 3  # of its entry in the table


class Batch(IntEnum):
    """The columns of a batch: what a thread took at a time."""

    NOTES = 0  # its first note
    NOTES_END = 1  # the one behind its last
    EDGES = 2  # how many edges it has; once they are counted, where the first goes
    STATES = 3  # the number of the first state that is new in it


class Expanding(IntEnum):
    """How far the states of a layer are expanded, for layers that are kept on disk."""

    NEXT = 0  # to expand
    FOUND = 1  # successors, each as often as an event leads to it
    TRANSITIONS = 2
    ENDS = 3
    WHY = 4  # it stopped
    AT = 5  # the state at which a rule failed
    WHAT = 6  # and the event (-1 none)


class Searching(IntEnum):
    """How far a search for the best line is, and what it is asked for."""

    STATES = 0
    BEST = 1  # worth of an end so far (-1 none)
    TRANSITIONS = 2
    WHY = 3  # it stopped
    AT = 4  # the state of the best end, or whose event failed
    EVENT = 5  # that event
    CUT = 6  # successors that are worth no more
    UNCOVERED = 7  # lines that the deal does not cover
    LOOPS = 8  # lines without a grade
    ENOUGH = 9  # stop at once when an end is worth so much
    STATES_MOST = 10  # stop before the next state when there are so many
    DONE = 11  # picks
    SOON = 12  # as of `worth`
    UNCOVERED_MOST = 13  # the most that can be worth where the deal is silent (-1: none); only where an end is wanted soon
    STUCK_MOST = 14  # the best grade possible beyond a dead end of the rules (-1: there is none)
    STUCK_AT = 15  # the state that leads there
    STUCK_EVENT = 16  # and the event (-1 none)
    EDGES = 17  # how many transitions are noted (-1: none is to be)
    DEAD_ENDS = 18  # expanded states where no decision is legal
    EMPTY_CHANCE = 19  # transitions to chance that can bring nothing
    LEAST = 20  # as of `worth`
    PRUNE = 21  # 1: where the bound is below LEAST, no wanted end follows
    SAFE = 22  # 1: where a decision is safe, only the first that is so is made, and the others are deferred
    DEFERRED_MOST = 23  # what a state whose other decisions are deferred can be worth at most (-1: there is none)
    DEFERRED = 24  # how many there were
    DOMINANCE = 25  # 1: states that are worse than one that is stored, as the game declares, are left out or deferred
    DOMINATED = 26  # how many there were
    DOMINATED_MOST = 27  # what such a state can be worth at most that the better one is not (-1: nothing)


class Dominance(IntEnum):
    """What is known of a declaration that states are worse than others: what a worse one can be worth that the better is not."""

    OFF = 0  # nobody compares states
    DECLARED = 1  # whatever its bound allows
    WINS = 2  # no end with the first field of the grade above its lowest: proved for lines that win
    PROVED = 3  # nothing


class Playout(IntEnum):
    """How far games at random are."""

    RANDOM = 0
    GAMES_LEFT = 1
    DECISIONS = 2  # of the game that is on (-1 none)
    DECISIONS_MOST = 3  # after so many a game is given up
    GAMES = 4
    ENDED = 5
    BEST = 6  # grade (-1 none)
    BEST_DECISIONS = 7
    LOSS_DECISIONS = 8  # of the quickest loss (-1 none)
    LOSS = 9  # its grade
    DECISIONS_LEFT = 10  # no game begins when there are none
    LIKE_LOSS = 11  # games start like the best (0), or like the quickest loss (1)
    REPEATED = 12  # decisions of that line which this game repeats


class Rolling(IntEnum):
    """How far nested rollouts are, and what they are asked for."""

    RANDOM = 0
    LEVELS = 1  # of the search that is on
    LEVELS_MOST = 2  # after each search the next has a level more, up to so many
    TRIES = 3  # searches of the level below that a search makes
    STEP = 4  # how much more is preferred at a time
    ROOM = 5  # after so many decisions a game is given up
    ENOUGH = 6  # stop when a line is worth so much
    DECISIONS = 7  # of the game that is on (-1: none is)
    PLAYED = 8  # decisions in all
    GAMES = 9
    BEST = 10  # grade (-1: none)
    BEST_DECISIONS = 11
    FAILED = 12  # 1: a rule failed at the end of the game that is on


class Policy(IntEnum):
    """What a game that a policy played came to."""

    DECISIONS = 0
    GRADE = 1  # at the end
    LOOP_AT = 2  # the decision at which the greedy policy saw a loop without going there (-1 none)
    LOOP_EVENT = 3


class Followed(IntEnum):
    """What following a line came to."""

    BOUND = 0  # at the first decision or end (-1 none)


class Totals(IntEnum):
    """What whole random games came to."""

    TRANSITIONS = 0
    DEAD_ENDS = 1
    SEED = 2  # to go on with
    UNFINISHED = 3
    EVENTS = 4  # of the last game


class Part(IntEnum):
    """What a cell of the state is to a pattern."""

    OUT = 0
    FIELD = 1  # kept as it is
    ROW = 2  # some values are told apart


class Widening(IntEnum):
    """How far the exploration of patterns is."""

    STATES = 0
    NEXT = 1  # to expand
    MOST = 2  # expansions in this call
    WHY = 3  # it stopped: one of Why; FAILED where an event can go on in too many ways


class Proving(IntEnum):
    """What a proof-number search is asked for, and how far it is."""

    AIM = 0  # what the coalition is to be sure of
    ATTACKS = 1  # 1: the coalition is the prover, 0: the others are, who have to keep it below
    KIND = 2  # what ends: 0 ends alone, 1 where a goal is reached too, 2 where an invariant is broken too
    RULE = 3  # which one
    MOST = 4  # a number that stands for infinity
    WALKS = 5  # in this call
    UNTIL = 6  # pause once there are so many states
    PICKED = 7  # how many of the states that were picked are expanded
    WALK = 8  # the number of the last walk
    LENGTH = 9  # of its way
    NEXT = 10  # to evaluate
    LAST = 11  # behind the last that waits to be evaluated
    EXPANDED = 12
    IN_VAIN = 13  # walks since the last expansion
    IN_VAIN_MOST = 14


class Known(IntEnum):
    """What a proof-number search knows of a state: the columns of an array."""

    STATE = 0  # 0 open, 1 proved, 2 disproved
    PROOF = 1
    DISPROOF = 2
    DEPTH = 3  # on the way on which it was found
    COUNT = 4  # events that leave it, once it is expanded
    WORTH = 5  # of an end (-1: it is none)
    OURS = 6  # 1: the coalition decides
    WALK = 7  # the last walk that came there
    QUEUED = 8  # 1: it waits to be evaluated


class Link(IntEnum):
    """Where the edges of a state are, in a proof-number search: the columns of an array."""

    FIRST = 0  # of those that leave it (-1: it is not expanded)
    INTO = 1  # the last of those that lead to it (-1: there is none); for each edge there is the one before


class Worth(IntEnum):
    """What ends are worth to somebody who plays by sampling."""

    SURE = 1048576  # the highest grade; the lowest is worth 0


class Playing(IntEnum):
    """What games with chance by lot, and searches by sampling, are asked for, and what they note."""

    RANDOM = 0
    SAMPLES = 1  # of what chance brings, for each decision
    DIVISOR = 2  # grades that differ by less count the same
    HIGHEST = 3  # the lowest of the grades, divided so, that are worth 1
    MOST = 4  # decisions of one game
    WIDENING = 5  # outcomes of a decision: their square is at the most so many times how often it was tried
    DEPTH = 6  # decisions that a search looks ahead at the most
    CURIOSITY = 7  # how much is added for what was tried seldom, in 1/1,024 of SPREAD
    NODES = 8
    EDGES = 9
    GAMES = 10  # that were played to the end
    LOWEST = 11  # the highest of the grades that are worth nothing
    PLAYED = 12  # games of a search
    SUM = 13  # of what they came to
    SQUARES = 14  # of that, added up
    SPREAD = 15  # the standard deviation of what they came to, in units of worth
    BONUS = 16  # CURIOSITY in units of worth
    BY_SEAT = 17  # 1: whoever decides aims at what the end is worth to that seat


class Relaxing(IntEnum):
    """What an information relaxation of a deal is asked for, and how far it is; worths are in units of Worth.SURE * PARTS."""

    STATES = 0  # first, as `Exploring.STATES`: the table counts there
    SCALE = 1  # penalties count so many parts of PARTS
    PARTS = 2
    LEVEL = 3  # play that cannot come to more than this is not followed (below 0: all is followed)
    CAP = 4  # penalties that have brought so much, and the deal is given up
    BEST = 5  # the most that a line has come to
    EDGES = 6
    DONE = 7  # picks
    WHY = 8  # it stopped before the last of them: ROOM, GOAL for the cap, DONE
    STOPPED = 9  # 1: something was not followed for LEVEL
    UNENDED = 10  # lines that stop without an end
    LEAVES_MOST = 11  # outcomes of a decision that are weighed one by one; where there are more, chance is sampled
    BY_BOUND = 12  # 1: the game's bound is proved, and says what an end can be worth at most
    LOT = 13  # of the deal, and no part of it


class Gain(IntEnum):
    """The columns of an edge: a decision on the deal, and where it leads."""

    AFTER = 0  # the state (-1: play stops)
    EVENT = 1
    PENALTY = 2  # the penalty, with its sign turned
    WORTH = 3  # where play stops


class Judge(IntEnum):
    """How learned weights are whole numbers."""

    ONE = 1024
    FINE = 13


class Node(IntEnum):
    """A state of a search by sampling: the columns of an array."""

    VISITS = 0
    FIRST = 1  # of its edges (-1: none yet)
    COUNT = 2
    NEXT = 3  # the next outcome of the same edge (-1: none)
    SEEN = 4  # how often chance brought it
    STATUS = 5
    WORTH = 6  # of an end; of a state in which somebody decides, what the last game came to that stopped there
    DIGEST = 7
    VALUE = 8  # what it is worth by all games, worked out in the end


class Edge(IntEnum):
    """A decision of a search by sampling: the columns of an array."""

    EVENT = 0
    TRIES = 1
    SUM = 2  # of what the games came to
    DRAWN = 3  # how often chance brought an outcome
    OUTCOME = 4  # the last one found (-1: none)
    OUTCOMES = 5
    SURE = 6  # 1 where chance has no part in what follows, or what it brings is known
    MEAN = 7  # of what the games came to, once there was one


class Spot(IntEnum):
    """A place where things of a kind may lie, as members of an enum: the columns of an array."""

    HOLDER = 0  # the bag, pile or field that it is a part of
    CELL = 1
    MEMBER = 2  # the thing, of which so many lie there (-1: the cell says which thing does)
    FIRST = 3  # the number of the first member in the cell
    SIZE = 4  # the cell with the size of the pile (-1: it is in none)
    INDEX = 5  # in the pile
    LEAST = 6  # that the cell can be
    MOST = 7  # the same


class Look(IntEnum):
    """How a table looks to a seat that decides, behind what it saw before: the columns of an array."""

    DIGEST = 0
    FIRST = 1  # of its branches (-1: none yet)
    NEXT = 2  # the next look behind the same branch (-1: none)
    BEHIND = 3  # the decision that all games began with that came here (-1: they differ)


class Branch(IntEnum):
    """A decision at a look, of a search by somebody who does not see all: the columns of an array."""

    EVENT = 0
    NEXT = 1  # of the same look (-1: none)
    TRIES = 2
    SUM = 3  # of what the games came to
    MEAN = 4
    LEGAL = 5  # how often it was to be chosen, the times before its first try left out
    LOOK = 6  # the last one found behind it (-1: none)


class Outlook(IntEnum):
    """A state of a graph of decisions and of what chance brings: the columns of an array."""

    STATUS = 0
    DIGEST = 1
    FIRST = 2  # of its edges (-1: it is not opened)
    COUNT = 3
    JUDGED = 4  # what it was worth at first sight
    VALUE = 5  # what it is worth by all that is known
    OUTCOMES = 6  # of chance, which were weighed at first sight (0: nothing more is to be found out here)
    SHARE = 7  # how likely play comes here, roughly, in parts of 2**40
    URGENCY = 8  # to open it
    PLACE = 9  # on the way down: the edges that are done (-1: it was not come to)


class Lead(IntEnum):
    """What leads from a state of such a graph to another: the columns of an array."""

    EVENT = 0
    TARGET = 1
    WEIGHT = 2


class Backwards(IntEnum):
    """How far odds have been worked out, from the ends backwards."""

    DEPTH = 0  # states on the stack
    DONE = 1  # states that are worked out
    CIRCLE = 2  # 1 where play comes back to a state


class Parting(IntEnum):
    """How far a search for strongly connected parts is."""

    DEPTH = 0  # states on the stack
    ROOT = 1  # the next to begin at
    HELD = 2  # states whose part is not complete
    PARTS = 3
    FOUND = 4
    FINISHED = 5


class Sweeping(IntEnum):
    """How far sweeps over the parts of a graph are."""

    PART = 0
    SWEEPS = 1  # over that part
    WORK = 2  # edges that were looked at, all in all
    RANKED = 3  # states


class Decided(IntEnum):
    """Who decides what follows a state, where odds are asked for."""

    BY_CHANCE = 0  # or it follows by itself
    BY_US = 1
    BY_OTHERS = 2  # who are against it
