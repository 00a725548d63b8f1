/* Allocates the objects of a run, holds those in use, and collects the others by mark and sweep.
 *
 * A collection happens only in heap_statement, between two statements. Its roots are the frames,
 * the modules, the interned strings and the hold list: every object created or loaded since the
 * statements now running began. */
#pragma once

#include "base/budget.h"
#include "lang/object/value.h"

#define HEAP_SMALL 33 /* sizes of blocks that are kept for the next one: 16, 32, ... 512 bytes */

struct heap {
    struct object *objects; /* all of them, but for those that are */
    struct object *kept;    /* marked for good */
    size_t kept_count;
    struct spare *spare[HEAP_SMALL]; /* blocks that were given back, by size */
    struct spare *slabs;             /* where they come from */
    char *fresh;                     /* what is left of the newest slab */
    size_t fresh_left;
    struct object **held; /* behind one that is NULL */
    size_t held_count, held_cap;
    size_t bytes;         /* taken since the last collection: objects and tensors */
    size_t threshold;     /* collect when bytes exceeds it */
    bool always;          /* collect after every statement: for tests */
    struct object **gray; /* marked, but not yet looked into */
    size_t gray_count, gray_cap;
    bool out_of_memory; /* marking could not go on: nothing is swept */
};

/* Zeroed, of class->slots->size (at least sizeof(struct object)); held. NULL: exception raised. */
void *object_new(struct interp *in, struct class *class);
/* The same with `extra` bytes behind it, which are not zeroed. */
void *object_new_sized(struct interp *in, struct class *class, size_t extra);

/* heap_hold (interp.h) keeps a value alive until the running statement ends; this makes room. */
bool heap_hold_more(struct interp *in, struct object *o);
/* Memory that objects own outside the heap (tensor bytes): brings the next collection nearer. */
void heap_charge(struct interp *in, size_t bytes);
/* realloc for an object's own block (a list's items, a dict's table), charged to the run's budget.
 * NULL: exception raised, the old block stands. heap_give frees a block of that size. */
void *heap_resize(struct interp *in, void *block, size_t old_bytes, size_t new_bytes);
void heap_give(struct interp *in, void *block, size_t bytes);

/* Whether that many bytes may be taken: asked before, where the C library takes them. False:
 * raised.
 */
bool heap_room(struct interp *in, uint64_t bytes);

void heap_mark_fresh(struct interp *in, struct object *o); /* that was not marked yet */

static inline void heap_mark_object(struct interp *in, void *object) /* NULL is fine */
{
    struct object *o = object;
    if (o != NULL && !o->marked) {
        heap_mark_fresh(in, o);
    }
}

static inline void heap_mark(struct interp *in, struct value v)
{
    if (v.type == VALUE_OBJECT) {
        heap_mark_object(in, v.o);
    }
}

/* Of an object that lives as long as the interpreter and holds no other, like a name: a collection
 * need not look at it again. */
static inline void heap_keep(struct object *o)
{
    o->kept = true;
}

/* heap_statement (interp.h) comes between statements. */
void heap_collect(struct interp *in);
/* How many bytes may be taken before the next collection: grows with what is in use and with the
 * number of living objects, shrinks when the limit comes near. */
size_t heap_threshold(const struct budget *memory, size_t living);
void heap_free(struct interp *in); /* everything, at the end */
