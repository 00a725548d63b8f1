/* Holds the table of mistakes. */
#include "mistakes/mistake.h"

/* The rows of one mistake fill in one element. */
#define ROW(id) [MISTAKE_##id]

const struct mistake_row mistake_table[MISTAKE_COUNT] = {
#define FOUND(id, each, name, doubts, means, help)                                                 \
    ROW(id).label = #id,                                                                           \
    ROW(id).found = {name, means, help, STAGE_##doubts, EACH_##each, find_##id},
#define MENDED(id, sentence) ROW(id).mended = {sentence, mend_##id},
#define MADE(id, rank, walk, reads, sentence, reason)                                              \
    ROW(id).made = {rank, walk, READS_##reads, sentence, reason, make_##id},
#define MADE_ONLY(id, rank, walk, reads, sentence, reason)                                         \
    ROW(id).label = #id, MADE(id, rank, walk, reads, sentence, reason)
#include "mistakes/mistakes.def"
};

int mistake_ranked(enum mistake_kind out[MISTAKE_COUNT])
{
    int count = 0;
    for (int k = 0; k < MISTAKE_COUNT; k++) {
        int at = mistake_table[k].made.rank == 0 ? -1 : count++;
        for (; at > 0 && mistake_table[out[at - 1]].made.rank > mistake_table[k].made.rank; at--) {
            out[at] = out[at - 1];
        }
        if (at >= 0) {
            out[at] = (enum mistake_kind)k;
        }
    }
    return count;
}
