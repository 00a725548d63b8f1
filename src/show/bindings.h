/* Finds the binds of a tape by function and name: a long run has many, and what a name stood for at
 * a step is looked up at every key. The program's own functions are left out. */
#pragma once

#include "base/map.h"
#include "trace/tape/tape.h"

/* One name of one scope, with its binds as a chain: of the function while it ran, or, of a class,
 * those of "self.mask" by any function of it. */
struct binding {
    const char *name; /* interned */
    int last;         /* the last bind of the chain */
    int next;         /* the next name of the scope, -1: none */
};

struct bindings {
    struct binding *at;
    int count, cap;
    struct map place;   /* scope and name: its place in `at` */
    struct map numbers; /* name: its place in ... */
    const char **name;  /* ... all names, in the order in which they were first bound */
    int name_count, name_cap;
    int *first;                       /* of each scope: -1 when it has no names */
    int *class_of;                    /* of each call: the scope of its class, -1: none */
    struct chain *in_call, *in_class; /* of each bind; zero where it is in none */
};

bool bindings_make(struct bindings *b, const struct tape *t);
void bindings_free(struct bindings *b);

/* The first name of a call (-1: the top level), or of its class; -1: none. */
int bindings_of_call(const struct bindings *b, int call);
int bindings_of_class(const struct bindings *b, int call);
/* That name in that call (-1: the top level); NULL: it was never bound there. */
const struct binding *bindings_find(const struct bindings *b, int call, const char *name);

/* How many binds an event has behind it: those before it, and those of the statement that it is
 * part of (`q = x @ W`). What comes next, as the next turn of a loop, is not yet there. */
int bindings_behind(const struct tape *t, int event);
/* The bind that a name of `b` has its value of at an event, -1: it has none yet. A name that is new
 * behind the last event of all is known there as it is at the end of the run. */
int bindings_now(const struct bindings *b, const struct binding *of, const struct tape *t,
                 int event);
