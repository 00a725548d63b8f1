/* Finding the passes of a tape, and the walk over its dataflow that this and the naming of stages
 * share. Private to src/trace. */
#ifndef QKV_TRACE_STAGE_PASS_H
#define QKV_TRACE_STAGE_PASS_H

#include "trace/tape/flow.h"

#define MOST_SCALES 8

struct walk {
    struct tape *tape;
    struct flow flow;
    int *seen;         /* of each event: the number of the walk that met it last */
    int *road;         /* the same for those that lie on the way that is looked for */
    int *queue;        /* events met, in the order of meeting */
    int *sorted;       /* the same as numbers that rise: walk_sort */
    int count;         /* in the queue */
    int number;        /* of the present walk */
    bool late;         /* tape_in_time has said no */
    struct reach {     /* of each pass: walk_reach */
        int low, high; /* the events that are named after it lie between these */
    } *reach;
    struct scales { /* lines that scale the scores of `pass` */
        int pass, count;
        int event[MOST_SCALES];
    } scales;
    bool *plain; /* of each event: what lies before the scores was walked from here, without a scale
                  */
};

bool walk_init(struct walk *w, struct tape *t);
void walk_free(struct walk *w);
void walk_begin(struct walk *w);           /* nothing is met yet */
bool walk_meet(struct walk *w, int event); /* false: it was met before */
bool walk_met(const struct walk *w, int event);
void walk_sort(struct walk *w); /* what was met, into `sorted` */
/* Sets `reach` by what the events are named after now. False: memory. */
bool walk_reach(struct walk *w);

/* The events that give input `input` of event `event`. */
int walk_sources(const struct walk *w, int event, int input, int at[2]);

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
bool middle_find(const struct walk *w, int event, struct middle *out);

/* Everything that leads from the sums of products of queries and keys to the softmax is met;
 * scores holds the last of those sums (-1: none). */
void pass_back(struct walk *w, const struct middle *m, int *scores);
/* Everything from the weights on to the contractions with values is met. The first of those, and
 * which of its inputs the weights are; -1: none. */
void pass_on(struct walk *w, int softmax, int *context, int *weights);

/* Fills tape.pass, in the order of their softmax. False: memory, time. */
bool passes_find(struct walk *w);

/* Which two inputs a contraction multiplies. */
void pass_factors(const struct event *e, int *left, int *right);
/* The event that multiplies what `event` sums up: itself when it is a contraction, the product in
 * (q * k).sum(-1); -1: it is no sum of products. */
int pass_product(const struct walk *w, int event);
/* A product of some weights with a larger value: a sum written out by hand. */
bool pass_spreads(const struct event *e, int weights);

#endif
