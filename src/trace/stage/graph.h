/* The graph is the dataflow of a tape, and the state of a search through it. Finding passes and
 * naming stages share it. Private to src/trace. */
#pragma once

#include "trace/tape/flow.h"

#define MOST_SCALES 8

struct graph {
    struct tape *tape;
    struct flow flow;
    int *seen;         /* of each event: the number of the search that met it last */
    int *path;         /* the same for those that lie on the way that is looked for */
    int *queue;        /* events met, in the order of meeting */
    int *sorted;       /* the same as numbers that rise: graph_sort */
    int count;         /* in the queue */
    int number;        /* of the present search */
    bool late;         /* tape_in_time has said no */
    struct reach {     /* of each pass: graph_reach */
        int low, high; /* the events that are named after it lie between these */
    } *reach;
    struct scales { /* lines that scale the scores of `pass` */
        int pass, count;
        int event[MOST_SCALES];
    } scales;
    bool *
        plain; /* of each event: what lies before the scores was searched from here, without a scale
                */
};

bool graph_init(struct graph *g, struct tape *t);
void graph_free(struct graph *g);
void graph_begin(struct graph *g);           /* nothing is met yet */
bool graph_meet(struct graph *g, int event); /* false: it was met before */
bool graph_met(const struct graph *g, int event);
void graph_sort(struct graph *g); /* what was met, into `sorted` */
/* Sets `reach` by what the events are named after now. False: memory. */
bool graph_reach(struct graph *g);

/* The events that give input `input` of event `event`. */
int graph_sources(const struct graph *g, int event, int input, int at[2]);
