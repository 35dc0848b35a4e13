/* Breadth-first search of the 2x5 sliding tiles as one would write it for nothing else: what Daybreak's search is measured against.

   A state is 44 bits: the tile at place p in bits 4p to 4p + 3, the place of the hole in bits 40 to 43.  The queue holds the states
   in the order of discovery.  The visited set is an open-addressing table of the states themselves, with the move that found each
   (which can be taken back: there is a way to every state) in the bits above; it doubles when it is three quarters full.

   Prints the states, the transitions, the depth, and the seconds of CPU time. */

#define _GNU_SOURCE
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>

enum { ROWS = 2, COLUMNS = 5, PLACES = ROWS * COLUMNS, FIRST = 1 << 14 };

static const uint64_t STATE = ((uint64_t)1 << 44) - 1;
static uint64_t *table, mask, *queue, room, count;

static uint64_t *empty_table(uint64_t places)
{
    void *memory = mmap(NULL, places * sizeof *table, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED)
        abort();
#ifdef MADV_HUGEPAGE
    madvise(memory, places * sizeof *table, MADV_HUGEPAGE);
#endif
    return memory;
}

static uint64_t home_of(uint64_t state)
{
    state *= 0x9E3779B97F4A7C15u;
    return (state ^ state >> 32) & mask;
}

static void widen(void)
{
    uint64_t *old = table, places = mask + 1;
    table = empty_table(2 * places);
    mask = 2 * places - 1;
    for (uint64_t from = 0; from < places; from++) {
        if (!old[from])
            continue;
        uint64_t at = home_of(old[from] & STATE);
        while (table[at])
            at = (at + 1) & mask;
        table[at] = old[from];
    }
    munmap(old, places * sizeof *table);
}

static void enter(uint64_t state, uint64_t move)
{
    uint64_t at = home_of(state);
    for (; table[at]; at = (at + 1) & mask)
        if ((table[at] & STATE) == state)
            return;
    if (count == room) {
        room *= 2;
        queue = realloc(queue, room * sizeof *queue);
        if (!queue)
            abort();
    }
    queue[count++] = state;
    table[at] = state | move << 60;
    if (count * 4 > (mask + 1) * 3)
        widen();
}

static uint64_t slid(uint64_t state, unsigned hole, unsigned from)
{
    uint64_t tile = state >> 4 * from & 15;
    state ^= tile << 4 * from | tile << 4 * hole;
    return (state & ~((uint64_t)15 << 40)) | (uint64_t)from << 40;
}

int main(void)
{
    uint64_t start = (uint64_t)(PLACES - 1) << 40, transitions = 0, layer_end = 1;
    unsigned depth = 0;
    clock_t began = clock();
    for (unsigned place = 0; place < PLACES - 1; place++)
        start |= (uint64_t)(place + 1) << 4 * place;
    room = FIRST;
    queue = malloc(room * sizeof *queue);
    if (!queue)
        abort();
    table = empty_table(FIRST);
    mask = FIRST - 1;
    enter(start, 0);
    for (uint64_t next = 0; next < count; next++) {
        if (next == layer_end) {
            layer_end = count;
            depth++;
        }
        uint64_t state = queue[next];
        unsigned hole = (unsigned)(state >> 40);
        if (hole + COLUMNS < PLACES) {
            transitions++;
            enter(slid(state, hole, hole + COLUMNS), 0);
        }
        if (hole >= COLUMNS) {
            transitions++;
            enter(slid(state, hole, hole - COLUMNS), 1);
        }
        if (hole % COLUMNS < COLUMNS - 1) {
            transitions++;
            enter(slid(state, hole, hole + 1), 2);
        }
        if (hole % COLUMNS > 0) {
            transitions++;
            enter(slid(state, hole, hole - 1), 3);
        }
    }
    printf("%llu %llu %u %.6f\n", (unsigned long long)count, (unsigned long long)transitions, depth,
           (double)(clock() - began) / CLOCKS_PER_SEC);
    return 0;
}
