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
/* The axis of the result of `to` that axis `axis` of input `input` of `event` was; -1. */
int softmax_follow(struct graph *g, int event, int input, int axis, int to);
/* Whether that axis of a product's input, or with -1 of its result, counts heads or a batch: both
 * factors have it, and it stays. */
bool softmax_shares(const struct event *e, int input, int axis);
/* The axis of input `input` that axis `axis` of an event's result is; of one that was joined of
 * several, the last of these. -1: it cannot be told. */
int softmax_axis_before(const struct event *e, int input, int axis);
/* The axis of input `input` of a contraction that axis `axis` of its result was; -1. */
int softmax_axis_of_factor(const struct event *e, int input, int axis);
/* Whether factor `input` of a product, its first or its second, alone brings axis `axis` of the
 * result. */
bool softmax_brings(const struct event *e, int input, bool first, int axis);
