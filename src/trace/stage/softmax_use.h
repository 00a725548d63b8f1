/* Tells whether a softmax is not attention but something else: a router over
 * experts, or a classifier; and what only mixes heads around one. Private to
 * src/trace. */
#pragma once

#include "trace/stage/pass.h"

/* Whether the softmax of `p` gives each token shares of the experts that it goes to. */
bool softmax_routes(struct graph *g, const struct middle *m, const struct pass *p);
/* The same of a softmax whose shares meet no values: whether it is the end of a classifier. */
bool softmax_classifies(struct graph *g, const struct middle *m, const struct pass *p);
/* Whether the first factor of the scores, `p->query`, has the keys: softmax and the values go over
 * its axis, as in (K @ Q.T).softmax(0).T @ V. */
bool softmax_turns(struct graph *g, const struct middle *m, const struct pass *p);
/* Whether a contraction mixes heads, of scores or of weights: each new one is a sum of the old
 * ones, with weights that are learned ("talking heads"); a convolution over them does it, too. */
bool softmax_mixes(const struct graph *g, int event);
/* Whether a contraction multiplies tables of weights with each other, as a1 @ pinv(a2) in Nystrom
 * attention: what it gives are weights, not values that were collected. */
bool softmax_multiplies(const struct graph *g, int event);
/* Linear attention: softmax makes shares of keys' or of queries' features, each by itself. Where
 * keys and values meet, k.T @ v; -1: `p` is of scores. */
int softmax_linear(struct graph *g, const struct pass *p);
/* Where what keys and values gave, the context of `p`, meets the queries: q @ (k.T @ v). It sums
 * over the keys' features. -1: nowhere. */
int softmax_queries(struct graph *g, const struct pass *p);
