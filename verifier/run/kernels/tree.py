"""Search by sampling for somebody who does not know what chance will bring: games at random, guided by a tree of earlier ones.

A node is a state in which somebody decides, or an end; an edge a decision, with the states that chance was seen to bring after it
(its outcomes).  A game goes down from the root: at a node by the decision of the highest upper confidence bound (UCT, Kocsis and
Szepesvari 2006), after a decision to what chance brings.  That is drawn anew while the decision has few outcomes for the times it
was tried, and else it is one of those that there are, by how often they were drawn (double progressive widening, Couetoux and
others 2011).  Where no lot is drawn, what follows is known for certain, and is not looked for again.  From a state that is new
the game goes on at random; what it comes to is added to every decision on its way.

How far apart the games of a search come to lie says how much curiosity is worth: where a decision matters little, little.
"""

from verifier.run.control import Edge, Node, Playing, Status, Worth
from verifier.run.kernels.contract import CELLS, ERROR, apply, compiled, copy, legal_events, pointer, uncounted
from verifier.run.kernels.judged import sum_changes, sum_rows, worth_by_sums
from verifier.run.kernels.lots import decisions_left, play_by_lot, settle_by_lot, worth_of_end
from verifier.run.kernels.play import next_random


@compiled
def digest_of_cells(s):
    """A number by which most states that differ are told apart."""
    one, two, three, four = 7, 11, 13, 17  # four sums at once: none waits for another
    for cell in range(3, CELLS, 4):
        one = (one * 1000003 + s[cell - 3]) & 1099511627775
        two = (two * 1000003 + s[cell - 2]) & 1099511627775
        three = (three * 1000003 + s[cell - 1]) & 1099511627775
        four = (four * 1000003 + s[cell]) & 1099511627775
    for cell in range(CELLS - CELLS % 4, CELLS):
        one = (one * 1000003 + s[cell]) & 1099511627775
    return (one ^ (two << 1) ^ (three << 2) ^ (four << 3)) & 1099511627775


@compiled
def known_outcome(edge, t, digest, states, nodes, edges):
    """The outcome of a decision that is this state; -1 where there is none yet."""
    number = edges[edge, Edge.OUTCOME]
    while number >= 0:
        if nodes[number, Node.DIGEST] == digest:
            s, same = pointer(states[number]), True
            for cell in range(CELLS):
                if s[cell] != t[cell]:
                    same = False
                    break
            if same:
                return number
        number = nodes[number, Node.NEXT]
    return -1


@compiled
def new_node(s, status, digest, states, nodes, notes):
    """Keep a state; its number."""
    number = notes[Playing.NODES]
    copy(s, pointer(states[number]))
    nodes[number, Node.VISITS], nodes[number, Node.WORTH], nodes[number, Node.FIRST] = 0, 0, -1
    nodes[number, Node.COUNT], nodes[number, Node.NEXT], nodes[number, Node.SEEN] = 0, -1, 0
    nodes[number, Node.STATUS], nodes[number, Node.DIGEST] = status, digest
    notes[Playing.NODES] += 1
    return number


@compiled
def open_node(node, x, states, nodes, edges, legal, notes):
    """Write down the legal decisions of a state; whether there are any, and room for them."""
    return write_edges(node, x, legal_events(pointer(states[node]), x, legal), nodes, edges, legal, notes)


@compiled
def write_edges(node, x, count, nodes, edges, legal, notes):
    """Write down so many decisions of a state; whether there are any, and room for them.  Clears the error slot."""
    if x[ERROR] != 0 or count == 0 or notes[Playing.EDGES] + count > len(edges):
        x[ERROR] = 0
        return False
    nodes[node, Node.FIRST], nodes[node, Node.COUNT] = notes[Playing.EDGES], count
    for at in range(count):
        edge = notes[Playing.EDGES] + at
        edges[edge, Edge.EVENT], edges[edge, Edge.OUTCOME] = legal[at], -1
        edges[edge, Edge.TRIES], edges[edge, Edge.SUM] = 0, 0
        edges[edge, Edge.DRAWN], edges[edge, Edge.OUTCOMES], edges[edge, Edge.SURE] = 0, 0, 0
    notes[Playing.EDGES] += count
    return True


@compiled
def chosen_edge(node, nodes, edges, paces, notes):
    """The decision of the highest upper confidence bound: one that was never tried, the first of them, before all others."""
    best, most = -1, -1
    pace = paces[min(nodes[node, Node.VISITS], len(paces) - 1), 0]
    for edge in range(nodes[node, Node.FIRST], nodes[node, Node.FIRST] + nodes[node, Node.COUNT]):
        tries = edges[edge, Edge.TRIES]
        if tries == 0:
            return edge
        worth = edges[edge, Edge.MEAN] + (notes[Playing.BONUS] * pace * paces[min(tries, len(paces) - 1), 1] >> 26)
        if worth > most:
            best, most = edge, worth
    return best


@compiled
def drawn_outcome(edge, nodes, edges, notes):
    """One of a decision's outcomes by lot, each as often as it was drawn."""
    notes[Playing.RANDOM] = next_random(notes[Playing.RANDOM])
    left, number = (notes[Playing.RANDOM] >> 4) % edges[edge, Edge.DRAWN], edges[edge, Edge.OUTCOME]
    while nodes[number, Node.NEXT] >= 0:
        left -= nodes[number, Node.SEEN]
        if left < 0:
            break
        number = nodes[number, Node.NEXT]
    return number


@compiled
def fresh_outcome(node, edge, t, x, known, lengths, states, nodes, edges, notes):
    """What chance brings after a decision, drawn anew: the number of that state; one that is new was not SEEN before."""
    lot = notes[Playing.RANDOM]
    copy(pointer(states[node]), t)
    apply(t, x, edges[edge, Edge.EVENT])
    status = settle_by_lot(t, x, known, lengths, notes) if x[ERROR] == 0 else Status.FAILED
    edges[edge, Edge.SURE] = 1 if notes[Playing.RANDOM] == lot else 0
    digest = digest_of_cells(t)
    child = known_outcome(edge, t, digest, states, nodes, edges)
    if child < 0:
        child = new_node(t, status if x[ERROR] == 0 else Status.FAILED, digest, states, nodes, notes)
        nodes[child, Node.NEXT], edges[edge, Edge.OUTCOME] = edges[edge, Edge.OUTCOME], child
        edges[edge, Edge.OUTCOMES] += 1
        if status != Status.DECISION:
            nodes[child, Node.WORTH] = worth_of_end(t, x, status, notes)
    x[ERROR] = 0
    return child


@compiled
def begin_games(notes):
    """Begin to play games in the mind."""
    notes[Playing.NODES] = notes[Playing.EDGES] = notes[Playing.PLAYED] = notes[Playing.SUM] = notes[Playing.SQUARES] = 0
    notes[Playing.SPREAD] = Worth.SURE // 4
    notes[Playing.BONUS] = notes[Playing.CURIOSITY] * notes[Playing.SPREAD] >> 10


@compiled
def note_worth(worth, notes):
    """Add what a game came to, and work out how far all of them lie apart: the square root of their variance, by Newton's way."""
    notes[Playing.PLAYED] += 1
    notes[Playing.SUM] += worth
    notes[Playing.SQUARES] += worth * worth
    count = notes[Playing.PLAYED]
    if count < 4:
        return
    mean = notes[Playing.SUM] // count
    variance, root = notes[Playing.SQUARES] // count - mean * mean, notes[Playing.SPREAD]
    for _ in range(64):
        better = (root + variance // root) // 2
        if better >= root - 1 and better <= root + 1:
            break
        root = max(1, better)
    notes[Playing.SPREAD] = max(Worth.SURE // 1024, root)
    notes[Playing.BONUS] = notes[Playing.CURIOSITY] * notes[Playing.SPREAD] >> 10


@compiled
def play_down(t, x, known, lengths, states, nodes, edges, way, paces, legal, out, notes, cells, piles, estimates, rows, heads,
              curve, sums):
    """Play one game from the root, and add what it comes to to every decision on its way.

    The sums behind the first are those of the nodes, by their numbers.
    """
    node, depth, is_new = 0, 0, False
    while True:
        edge = chosen_edge(node, nodes, edges, paces, notes)
        way[depth, 0], way[depth, 1] = node, edge
        depth += 1
        many = edges[edge, Edge.OUTCOMES]
        if edges[edge, Edge.SURE] != 0:
            node = edges[edge, Edge.OUTCOME]
        elif many == 0 or many * many <= notes[Playing.WIDENING] * edges[edge, Edge.TRIES]:
            node = fresh_outcome(node, edge, t, x, known, lengths, states, nodes, edges, notes)
            is_new = nodes[node, Node.SEEN] == 0
            nodes[node, Node.SEEN] += 1
            edges[edge, Edge.DRAWN] += 1
        else:
            node = drawn_outcome(edge, nodes, edges, notes)
        if is_new or nodes[node, Node.STATUS] != Status.DECISION or depth == notes[Playing.DEPTH]:
            break
        if nodes[node, Node.FIRST] < 0 and not open_node(node, x, states, nodes, edges, legal, notes):
            break
    worth = nodes[node, Node.WORTH]
    if nodes[node, Node.STATUS] == Status.DECISION:
        if len(heads) > 0:
            before = way[depth - 1, 0]
            sum_changes(pointer(states[node]), pointer(states[before]), cells, piles, rows, sums, 1 + node, 1 + before)
            worth = worth_by_sums(pointer(states[node]), x, estimates, heads, curve, sums, 1 + node)
        else:
            copy(pointer(states[node]), t)
            worth = play_by_lot(t, x, known, lengths, out, notes)
        nodes[node, Node.WORTH] = worth
    note_worth(worth, notes)
    for at in range(depth):
        nodes[way[at, 0], Node.VISITS] += 1
        edge = way[at, 1]
        edges[edge, Edge.TRIES] += 1
        edges[edge, Edge.SUM] += worth
        edges[edge, Edge.MEAN] = edges[edge, Edge.SUM] // edges[edge, Edge.TRIES]


@compiled
def think(s, t, x, known, lengths, count, games, legal, out, states, nodes, edges, way, paces, notes, cells, piles, estimates,
          rows, heads, curve, sums):
    """Play games in the mind from a state, each of which begins with one of `count` decisions in `legal`.

    The edge that was tried most often then; -1 where there is no decision, or a guard has failed.
    Of those tried as often the one that came to most, and of these the first.
    """
    begin_games(notes)
    new_node(s, Status.DECISION, 0, states, nodes, notes)
    if not write_edges(0, x, count, nodes, edges, legal, notes):
        return -1
    if nodes[0, Node.COUNT] > 1:
        if len(heads) > 0:
            sum_rows(s, cells, piles, rows, sums, 1)
        for _ in range(games):
            play_down(t, x, known, lengths, states, nodes, edges, way, paces, legal, out, notes, cells, piles, estimates, rows,
                      heads, curve, sums)
    best = 0
    for edge in range(1, nodes[0, Node.COUNT]):
        more = edges[edge, Edge.TRIES] - edges[best, Edge.TRIES]
        if more > 0 or (more == 0 and edges[edge, Edge.SUM] > edges[best, Edge.SUM]):
            best = edge
    return best


@uncounted
def search_by_lot(root, scratch, context, known, lengths, choices, games, legal, outcomes, states, nodes, edges, way, paces,
                  notes, cells, piles, estimates, rows, heads, curve, sums):
    """Play games in the mind; the event that was tried most often then, -1 where nothing is legal.

    Where there are fewer games than decisions, the last ones are not tried.

    Node 0 is the root then; its edges, the first ones, say how often each decision was tried, and what that came to.
    """
    s, x, events = pointer(root), pointer(context), pointer(legal)
    best = think(s, pointer(scratch), x, known, lengths, decisions_left(s, x, choices, events), games, events, pointer(outcomes),
                 states, nodes, edges, way, paces, notes, cells, piles, estimates, rows, heads, curve, sums)
    return edges[best, Edge.EVENT] if best >= 0 else -1


@compiled
def value_of_edge(edge, nodes, edges):
    """What a decision is worth by its outcomes, each as often as it was drawn."""
    total, number = 0, edges[edge, Edge.OUTCOME]
    while number >= 0:
        total += nodes[number, Node.SEEN] * nodes[number, Node.VALUE]
        number = nodes[number, Node.NEXT]
    return total // max(1, edges[edge, Edge.DRAWN])


@compiled
def value_of_node(node, nodes, edges, few):
    """What a state is worth: by the decision that most games took, if more than half did, else by what they came to on average.

    Of fewer than `few` games the average says it, since the best of few games is better than they are.
    """
    first, tried, total, tries = nodes[node, Node.FIRST], 0, 0, 0
    if first < 0:
        return nodes[node, Node.WORTH]
    best = first
    for edge in range(first, first + nodes[node, Node.COUNT]):
        total, tries = total + edges[edge, Edge.SUM], tries + edges[edge, Edge.TRIES]
        if edges[edge, Edge.TRIES] > tried:
            best, tried = edge, edges[edge, Edge.TRIES]
    if tries == 0:
        return nodes[node, Node.WORTH]
    return value_of_edge(best, nodes, edges) if tries >= few and 2 * tried > tries else total // tries


@compiled
def value_tree(nodes, edges, few, notes):
    """Work out what each state of the tree but the root is worth, from the ends back."""
    for node in range(notes[Playing.NODES] - 1, 0, -1):
        if nodes[node, Node.STATUS] == Status.DECISION:
            nodes[node, Node.VALUE] = value_of_node(node, nodes, edges, few)
        else:
            nodes[node, Node.VALUE] = nodes[node, Node.WORTH]


@uncounted
def worth_by_lot(root, scratch, context, known, lengths, event, games, few, legal, outcomes, states, nodes, edges, way, paces,
                 notes, cells, piles, estimates, rows, heads, curve, sums):
    """What one decision is worth: all games begin with it, so that it is thought about as much as any other.

    Curiosity takes games to decisions that are bad; so what they came to on average is less than the decision is worth, and the
    value goes back from the ends of the tree by the decisions that most games took.
    """
    t, x, events = pointer(scratch), pointer(context), pointer(legal)
    begin_games(notes)
    notes[Playing.EDGES] = 1
    new_node(pointer(root), Status.DECISION, 0, states, nodes, notes)
    nodes[0, Node.FIRST], nodes[0, Node.COUNT] = 0, 1
    edges[0, Edge.EVENT], edges[0, Edge.OUTCOME] = event, -1
    edges[0, Edge.TRIES], edges[0, Edge.SUM], edges[0, Edge.SURE] = 0, 0, 0
    edges[0, Edge.DRAWN], edges[0, Edge.OUTCOMES] = 0, 0
    if len(heads) > 0:
        sum_rows(pointer(root), cells, piles, rows, sums, 1)
    for _ in range(games):
        play_down(t, x, known, lengths, states, nodes, edges, way, paces, events, pointer(outcomes), notes, cells, piles,
                  estimates, rows, heads, curve, sums)
    value_tree(nodes, edges, few, notes)
    return value_of_edge(0, nodes, edges)
