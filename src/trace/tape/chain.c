/* Takes short cuts: when the last two are of the same length, the short cut of the next member
 * spans both. So a search takes a number of steps that grows like the logarithm of the chain's
 * length.
 * */
#include "trace/tape/chain.h"

#include <stdbool.h>

void chain_add(struct chain *at, int k, int previous)
{
    at[k] = (struct chain){.previous = previous, .later = -1, .jump = k};
    if (previous < 0) {
        return;
    }
    const struct chain *p = &at[previous], *over = &at[p->jump];
    bool equal = p->depth - over->depth == over->depth - at[over->jump].depth;
    at[k].depth = p->depth + 1;
    at[k].jump = equal ? over->jump : previous;
    at[previous].later = k;
}

int chain_before(const struct chain *at, int k, int limit)
{
    while (k >= limit && k >= 0) {
        int jump = at[k].jump;
        k = jump != k && jump >= limit ? jump : at[k].previous;
    }
    return k;
}

int chain_from(const struct chain *at, int k, int limit)
{
    if (k < limit) {
        return -1;
    }
    int before = chain_before(at, k, limit);
    if (before >= 0) {
        return at[before].later;
    }
    while (at[k].previous >= 0) {
        k = at[k].jump != k ? at[k].jump : at[k].previous;
    }
    return k;
}
