/* The tape: everything a run did with tensors, in order, for readers to walk over.
 *
 * A run goes to its end while the tape's recorder (lang/recorder.h) listens; afterwards every reader
 * only moves a cursor. Nothing is computed again: an event keeps references to the tensors that went
 * in and came out. What a write in place destroys is logged before it is written, so that
 * tape_tensor gives every tensor as it was at any event.
 *
 * Ownership: the tape owns what hangs on it (an arena, counted references to storages). It borrows
 * the session, which must outlive it, and the sources. Its memory counts against the session's
 * budget: a tape that would not fit ends the run with ERROR_LIMIT, like any other allocation; what
 * was recorded until then stays readable.
 *
 * Indices: events, calls, binds and writes are numbered from 0 in the order in which they began; -1
 * means none. The numbers that people see are in struct event: `number`. */
#ifndef QKV_TRACE_TAPE_H
#define QKV_TRACE_TAPE_H

#include "torch/operation.h"
#include "torch/session.h"

/* A tensor as one event saw it. */
struct tape_tensor {
    struct tensor tensor;   /* owned reference. Its memory may have been written since: tape_tensor */
    uint64_t serial;        /* the object's name: the same for x and for x after x.add_(1) */
    int maker;              /* the event that gave this object to the code, -1: not on the tape */
    int written;            /* the last write before this event in the same storage, -1: none */
    const char *grad_fn;    /* or NULL */
    bool requires_grad;
    bool parameter, ndarray; /* nn.Parameter; np.ndarray */
};

struct tape_input {
    struct tape_tensor of;
    int argument, element; /* where in event.arg; element of a Tensor[], else 0 */
};

enum event_part { /* see tape_finish */
    PART_STEP,  /* numbered 1, 2, ... */
    PART_SETUP, /* numbered s1, s2, ...: construction, inputs, masks built */
};

/* One operation that gave or changed a tensor. */
struct event {
    const struct op *op;
    const char *name;          /* as called: "masked_fill_" */
    enum storage_effect effect;
    struct span site;          /* the innermost expression: perhaps in the prelude */
    struct span code;          /* the innermost expression of the learner's own code */
    int call;                  /* the innermost call under way, -1: top level */
    int user_call;             /* the innermost one of the learner's own functions, -1: top level */
    int statement;             /* counts the learner's statements that reached a recorder */
    size_t printed;            /* how much of tape.printed was there before */
    int binds;                 /* how many binds were there before */
    struct argument *arg;      /* bound arguments; tensors are shadows of their objects */
    int arg_count;
    struct tape_input *input;  /* the tensors among them, in order; keys and lists included */
    int input_count;
    struct tape_tensor *output; /* for in place: the changed tensor, as it is afterwards */
    int output_count;
    int first_write;           /* writes [first_write, tape.write[...]) of this event, -1: none */
    enum event_part part;      /* set by tape_finish, like what follows */
    int number;                /* from 1 within its part */
};

/* A function of the language while it ran. */
struct tape_call {
    int parent;             /* -1: called from the top level */
    const char *name;       /* "MultiHeadAttention.forward" */
    struct span site;       /* the expression that called it */
    bool prelude;           /* the function belongs to the program itself: readers show it folded */
    bool construction;      /* __init__, or inside one */
    int first, end;         /* events [first, end) */
    int first_bind;
};

/* `name = value` was carried out: what names stand for at any moment. */
struct tape_bind {
    int event;           /* how many events there were before */
    int call;            /* whose name it is; -1: top level */
    const char *name;    /* "keys", "self.d_out" */
    struct span at;
    uint64_t serial;     /* of the tensor; 0: no tensor */
    struct tensor tensor; /* owned reference; storage NULL: no tensor */
    uint64_t from;       /* an integer that is a size: serial of the tensor it came from, else 0 */
    int axis;            /* and the axis */
    const char *text;    /* no tensor: a number's text, otherwise the type's name */
    bool number;         /* text is a number: `integer` holds it if it is one */
    int64_t integer;
};

/* Cells that were about to be overwritten. */
struct tape_write {
    int event;            /* the event that wrote: not yet on the tape then */
    struct tensor region; /* owned reference: which cells */
    void *cells;          /* what they held: packed, in row-major order of region */
    int previous;         /* the write before in the same storage, -1: none */
};

struct tape {
    struct session *session; /* borrowed */
    struct recorder recorder; /* hand it to session->in.recorder */
    struct arena arena;
    size_t charged; /* bytes of the arena that the budget knows of */
    struct list *kept; /* values that arguments hold, kept from the garbage collection */
    struct event *event;
    int event_count, event_cap;
    struct tape_call *call;
    int call_count, call_cap;
    struct tape_bind *bind;
    int bind_count, bind_cap;
    struct tape_write *write;
    int write_count, write_cap;
    struct buf printed; /* all that the code printed */
    int step_count, setup_count;
    struct tape_map *serials;  /* serial to the event that gave it */
    struct tape_map *storages; /* storage id to 1 + its last write */
    int under_way;             /* the innermost call */
};

/* Starts to listen: session->in.recorder points into `t`, which must not move. False with
 * session->in.error: memory. */
bool tape_start(struct tape *t, struct session *session);
/* Stops listening and numbers the events. Call it when the run has ended, well or badly. */
void tape_finish(struct tape *t);
/* Gives everything back; the session must still be there. Safe on a zeroed tape. */
void tape_free(struct tape *t);

/* --- reading --- */

/* `of` as it was right before (after: right behind) event `event`: another reference while its
 * memory has not been written since, else a rebuilt copy with the same shape and strides. To be
 * given back with tensor_release. False with session->in.error: memory. */
bool tape_tensor_before(struct tape *t, const struct tape_tensor *of, int event,
                        struct tensor *out);
bool tape_tensor_after(struct tape *t, const struct tape_tensor *of, int event,
                       struct tensor *out);

/* The frame of event `event` as it was called, with every tensor as it was then: what origin_find
 * asks for. Given back with tape_call_release. */
bool tape_call_of(struct tape *t, int event, struct call *out);
void tape_call_release(struct tape *t, struct call *c);

/* The events whose results `input` of event `event` holds: the one that gave the object, and every
 * write since in memory that it covers. In order; malloc'ed into *at, freed by the caller. */
bool tape_sources(struct tape *t, int event, const struct tape_input *input, int **at,
                  int *count);

/* The name that a tensor has in the code where event `event` stands: its last name in that frame,
 * an attribute ("self.mask"), a name of the top level; NULL if it has none. */
const char *tape_name(const struct tape *t, int event, const struct tape_tensor *of);
/* The name that the result is about to get: of the first bind behind the event, in its own
 * statement; NULL if there is none. */
const char *tape_result_name(const struct tape *t, int event, int output);

/* Whether call `inner` is `outer` or was made inside it; everything is inside -1. */
bool tape_call_inside(const struct tape *t, int inner, int outer);

#endif
