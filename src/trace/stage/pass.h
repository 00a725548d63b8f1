/* Finds the passes of a tape. Private to src/trace. */
#pragma once

#include "trace/stage/graph.h"

/* By hand: exp / sum(exp). */
struct by_hand {
    int exp, sum;    /* -1: none */
    int shift, most; /* x - max(x): the subtraction and the maximum; -1: none */
    int again[3];    /* exp, shift and most of what is summed, where that is computed once more */
};

/* One softmax and where its scores come in. */
struct middle {
    int softmax;      /* its first output holds the weights */
    int event, input; /* the input that takes the scores */
    bool hand;
    struct by_hand by;
};

/* Whether event `event` is where weights come out of a softmax. */
bool middle_find(const struct graph *g, int event, struct middle *out);

/* Everything that leads from the sums of products of queries and keys to the softmax is met;
 * scores holds the last of those sums (-1: none). */
void pass_back(struct graph *g, const struct middle *m, int *scores);
/* Everything from the weights on to the contractions with values is met. The first of those, and
 * which of its inputs the weights are; -1: none. */
void pass_on(struct graph *g, int softmax, int *context, int *weights);

/* The axis along which the weights of a softmax add up to 1. */
int pass_axis(const struct graph *g, const struct middle *m);
/* Of a softmax: the pass that it would be, without what lies between scores and softmax. */
void pass_describe(struct graph *g, const struct middle *m, struct pass *p);

/* Fills tape.pass, in the order of their softmax. False: memory, time. */
bool passes_find(struct graph *g);

/* The event that multiplies what `event` sums up: itself when it is a contraction, the product in
 * (q * k).sum(-1); -1: it is no sum of products. */
int pass_product(const struct graph *g, int event);
/* The axis along which what a softmax, as one operation, gives adds up to 1. */
int pass_softmax_axis(const struct event *softmax);
/* A contraction that collects values: one that mixes heads does not. */
bool pass_collects(const struct graph *g, int event);
/* Cells keep their places, or only change them; some may be written. */
bool pass_lets_through(const struct event *e);
/* A product of some weights with a larger value: a sum written out by hand. */
bool pass_spreads(const struct event *e, int weights);
