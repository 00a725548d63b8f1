/* Leads chains through an array: each member names the one before it. Short cuts lead from any
 * member to the last one before a given place in few steps, however long a loop made the chain.
 * Private to src/trace. */
#pragma once

struct chain {
    int previous, later; /* members, -1: none */
    int jump;            /* a member further back; the first one's is itself */
    int depth;           /* how many come before */
};

/* Member k comes behind `previous` (-1: it is the first). previous < k. */
void chain_add(struct chain *at, int k, int previous);
/* The last member up to k that stands before `limit`, -1: none. */
int chain_before(const struct chain *at, int k, int limit);
/* The first member that stands at `limit` or behind, of the chain that ends in k; -1: none. */
int chain_from(const struct chain *at, int k, int limit);
