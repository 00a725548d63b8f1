/* Keeps the log in parts, so that parts of it can be dropped: all until the second training step,
 * each step with what follows it, all behind the training. Private to src/trace/tape.
 *
 * A part holds what only its records need. When a step is dropped, a gap takes its place, which
 * keeps of all steps in a row what the rest of the tape cannot do without: of memory that was there
 * before, what it held before it was first overwritten; what names were last bound to; calls that
 * ended or began. */
#pragma once

#include "trace/tape/record.h"

struct part {
    struct part *next;
    uint32_t number;             /* from 1, in their order */
    struct arena log, cells;     /* records; cells that were overwritten, as long as the tape */
    struct packed *first, *last; /* records */
    struct storage **held;       /* one reference each */
    int held_count, held_cap;
    struct list *kept;          /* values that arguments hold, objects whose methods ran */
    struct map selves;          /* addresses of those objects */
    size_t due;                 /* bytes that the records will take when they are unpacked */
    int logged;                 /* events of the run before it */
    uint64_t serials, storages; /* objects and storages that were made before it */
    int step;                   /* the training step that it belongs to, -1: none */
    bool plots;
    struct map given; /* objects from before it that an event of it gave out or moved */
    int index;        /* after tape_finish: its first event on the tape */
    /* of a gap */
    bool gap;
    int gap_first, gap_last;    /* steps */
    const struct node *loop;    /* whose turns they are */
    struct packed *behind, *to; /* records of what stands behind its event */
    struct map writes, binds;   /* id of a storage, name: the record */
};

/* The recorder goes on in a new part. False: raised. */
bool part_begin(struct tape *t);
/* Notes what an operation gives out of objects that were there before the part, as the same or with
 * other memory: x.float(), x.data = y. False: raised. */
bool part_gives(struct tape *t, const struct operation *o);
/* An object lives as long as the part. False: raised. */
bool part_keep(struct tape *t, struct part *p, struct object *o);
/* Bytes that the budget must know of. */
static inline size_t part_bytes(const struct part *p)
{
    return p->log.total + p->cells.total + p->due + map_bytes(&p->given) + map_bytes(&p->selves);
}
/* Of a storage that is not watched so far; for part_hold. */
bool part_watch(struct tape *t, struct storage *s);
/* One reference to each storage that the log names; the storage knows that it is watched. False:
 * raised. */
static inline bool part_hold(struct tape *t, struct storage *s)
{
    s->until = t->part->number;
    return s->watched || part_watch(t, s);
}
/* `p` was the part behind `before`, and goes. The gap is then behind `before`, or `before` itself.
 * False: raised. */
bool part_drop(struct tape *t, struct part *before, struct part *p);
/* What records are read from is given back; then cells and storages too. */
void part_give_logs(struct tape *t);
void part_free_all(struct tape *t);

/* The part in which event number `logged` of the run took place; or the object was made; or the
 * storage. */
const struct part *part_of_event(const struct tape *t, int logged);
const struct part *part_of_object(const struct tape *t, uint64_t serial);
const struct part *part_of_storage(const struct tape *t, uint64_t id);
/* The event that stands for a gap; -1: it is none. */
int part_gap(const struct part *p);

/* --- train.c: for the recorder --- */

void train_backward(void *tape, const struct tensor_object *loss, int count,
                    struct tensor_object *const *leaf, struct tensor_object *const *grad);
bool train_turn(void *tape, struct loop *loop, bool left);
/* An operation was carried out: perhaps one that uses a gradient. */
void train_uses(struct tape *t, const struct call *c);
/* The run is over: steps find their events, parameters their names. */
void train_lay(struct tape *t);
void train_free(struct tape *t);
