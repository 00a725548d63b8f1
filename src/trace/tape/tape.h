/* Holds the tape: everything a run did with tensors, in order, for readers to walk over.
 *
 * A run goes to its end while the tape's recorder (lang/run/recorder.h) listens; afterwards every
 * reader only moves a cursor. Nothing is computed again: an event keeps the tensors that went in
 * and came out. What a write in place destroys is logged before it is written, so that tape_before
 * and tape_after give every tensor as it was at any event. While the code runs, only a log is
 * written (record.h), so that it does not wait long; tape_finish makes the tape of it.
 *
 * Ownership: the tape owns what hangs on it (an arena, counted references to storages). It borrows
 * the session, which must outlive it, and the sources. Its memory counts against the session's
 * budget: a tape that would not fit ends the run with ERROR_LIMIT, like any other allocation; what
 * was recorded until then stays readable.
 *
 * Indices: events, calls, binds and writes are numbered from 0 in the order in which they began; -1
 * means none. The numbers that people see are in struct event: `number`. */
#pragma once

#include "base/map.h"
#include "plot/chart.h"
#include "session/session.h"
#include "torch/op/operation.h"
#include "trace/tape/chain.h"
#include "trace/tape/train.h"

/* A tensor as one event saw it. */
struct tape_tensor {
    struct tensor
        tensor;      /* the tape holds its storage. It may have been written since: tape_before */
    uint64_t serial; /* the object's name: the same for x and for x after x.add_(1) */
    int maker;       /* the event that gave this object to the code, -1: not on the tape */
    int written;     /* the last write in its storage before this event, -1: none */
    int looked;      /* it is meant as it was before this event, counted from 1; 0: as asked for */
    const char *grad_fn; /* or NULL */
    bool requires_grad;
    bool parameter, ndarray; /* nn.Parameter; np.ndarray */
    const char **axes; /* names of its axes, NULL where unknown; NULL until axes_find (axes.h) */
    /* The same as they are shown: no two are alike. Those of scores and weights whose rows and
     * columns have one name, or none, are "query" and "key". */
    const char **called;
    const char *const **words; /* of each axis: a word for each place, or NULL. NULL: it has none */
};

struct tape_input {
    struct tape_tensor of;
    int argument, element;        /* where in event.arg; element of a list or a key, else 0 */
    struct tensor_object *shadow; /* stands for the object in event.arg */
};

/* The stage of attention that an event belongs to: stages.def. */
enum stage {
#define STAGE(id, name) STAGE_##id,
#include "trace/tape/stages.def"
#undef STAGE
    STAGE_COUNT
};

/* A product of an attention with what is made of no token: where queries and keys stand. */
struct pass_places {
    int product; /* -1: none */
    int input;   /* which of its inputs that is */
    bool
        counted; /* it is made of numbers that count: positions, not only a table that is learned */
};

/* One softmax, with the path that leads to it and on from it. Found by stages_find (stages.h). */
struct pass {
    int scores;     /* the event that gives the products of queries and keys; -1: none */
    int product;    /* the one that multiplies them: the same, but for (q * k).sum(-1) */
    int query, key; /* which of its inputs they are */
    struct pass_places places[2]; /* products whose scores are added to those; from the front */
    int softmax; /* the event whose first output holds the weights (by hand: the division) */
    int axis;    /* of the weights: the one along which they add up to 1 */
    int queries,
        keys;    /* ... and those along which queries and keys lie, as the context tells; -1 */
    int context; /* the event that collects the values; -1: the weights meet none */
    int weights, value; /* which of its inputs they are */
    int linear;         /* of linear attention, where softmax makes shares of keys or queries
                           themselves: the event where keys meet values; -1: it makes them of scores */
    int out_proj;       /* -1: none */
    int scaled;         /* how many scale events there are on the way to the softmax */
    double scale;       /* the product of their factors; 1 when there is none */
    int mask;           /* the last mask event on the way, -1: none */
    bool hides;         /* some mask that reaches the weights changes a cell */
    int first, end;     /* the events that belong to it stand in [first, end) */
};

/* Numbers that a figure shows: those of a mark of its chart. They are an output of its event. */
struct tape_part {
    int axes, mark; /* of the chart */
    int input;      /* of the event: the tensor they are; -1: numbers that were no tensor */
};

/* A figure that the code showed or saved. Marks whose numbers are a tensor's have none of their
 * own: figure_chart (figure.h) fills them in. */
struct tape_figure {
    const struct chart *chart; /* one of tape.chart */
    const char *name;          /* saved under; or NULL */
    int number;                /* from 1; of a gap: 0 */
    int gap_first, gap_last;   /* of a gap: the training steps that are not kept; else -1 */
    struct tape_part *part;    /* one for each output */
};

/* One operation that gave or changed a tensor; or a figure that shows some. */
struct event {
    const struct tape_figure *figure; /* NULL: an operation */
    const struct op *op;
    const char *name;             /* as called: "masked_fill_" */
    enum storage_effect effect;   /* of the first output */
    struct span site;             /* the innermost expression: perhaps in the prelude */
    struct span code;             /* the innermost expression of the learner's own code */
    const struct node *statement; /* the statement of the learner's own code that it is part of */
    const struct node *within;    /* the innermost statement: perhaps in the prelude */
    int call;                     /* the innermost call under way, -1: top level */
    int user_call;                /* the innermost one of the learner's own functions, -1 */
    size_t printed;               /* how much of tape.printed was there before */
    int of;                       /* it computes a gradient: the event whose, -1: it does not */
    int of_argument;              /* of which of that event's arguments; -1: of its result */
    int of_element;               /* and of which tensor, where that is a list, or of which result;
                                     else 0 (own.c) */
    bool gathers;                 /* gradients that come several ways, or what x.grad held before */
    bool own;                     /* computed by a backward() of the code's own */
    const struct span *asked;     /* the expression that asked for it: "L.backward()"; or NULL */
    const char *gradient;         /* its result is one, whole: "keys.grad"; else NULL */
    int binds;                    /* how many binds were there before */
    struct argument *arg;         /* bound arguments; tensors are shadows of their objects */
    int arg_count;
    struct tape_input *input; /* the tensors among them, in order; those in keys and lists too */
    int input_count;
    struct tape_tensor *output; /* for in place: the changed tensor, as it is afterwards */
    int output_count;
    /* set by stages_find (stages.h) */
    enum stage stage;
    int pass;   /* index into tape.pass of the softmax that the stage belongs to, also of steps of
                   stage OTHER on the way between scores and softmax; -1: none */
    bool setup; /* construction, inputs, masks built: numbered s1, s2, ... instead of 1, 2, ... */
    int number; /* from 1 */
    int logged; /* its place in the run, from 0: those that are not kept counted */
};

#define RETURNED_MOST 4

/* A function of the language while it ran. */
struct tape_call {
    int parent;       /* -1: called from the top level */
    int user;         /* itself, or for the prelude the innermost call outside of it; -1 */
    const char *name; /* "MultiHeadAttention.forward" */
    const struct node *function; /* its NODE_DEF or NODE_LAMBDA */
    struct span site;            /* the expression that called it */
    bool prelude;      /* the function belongs to the program itself: readers show it folded */
    bool helper;       /* and is a private one of it: its steps are told as its caller's */
    bool construction; /* __init__, or inside one */
    int of, of_argument,
        of_element;      /* it computes a gradient, as an event may; of -1: it does not */
    int first, end;      /* events [first, end) */
    int model;           /* of the outermost module under way: module_path.c; -1: there is none */
    struct object *self; /* the module whose method it is, or an object of a class that looks like
                            one; NULL: none */
    const char *module;  /* the path of the innermost one: module_path.h; NULL */
    uint64_t returned[RETURNED_MOST]; /* serials of the tensors that it gave, a tuple's or a list's
                                         first ones; 0: no tensor, or not known */
};

/* `name = value` was carried out: what names stand for at any moment. */
struct tape_bind {
    int event;        /* how many events there were before */
    int call;         /* whose name it is; -1: top level */
    const char *name; /* "keys", "self.d_out" */
    struct span at;
    bool lent;             /* by the target of a loop or a comprehension; of the code's own names */
    bool passing;          /* an integer of a comprehension: outside it is no name */
    struct tensor *tensor; /* NULL: the value is no tensor */
    uint64_t serial;       /* of the tensor; 0: no tensor */
    uint64_t size_of;      /* an integer that was read from a tensor's shape: its serial, else 0 */
    int axis;              /* and the axis */
    bool is_integer;
    int64_t integer;
    struct value value; /* a number, None or the like; VALUE_NONE otherwise */
    const char *text;   /* the name of the type of any other object; NULL for those */
};

/* Cells that were overwritten. */
struct tape_write {
    int event;            /* the event that wrote */
    struct tensor region; /* which cells */
    struct tensor cells;  /* what they held; strides of 0: all the same */
    int previous, later;  /* the writes before and behind it in the same storage, -1: none */
    void *after;          /* what the cells held behind it; NULL: not needed so far (snapshot.c) */
    bool after_alike;
};

struct tape_cell { /* a cell of the lesson that was run, in the order of the run */
    const struct source *source;
    size_t printed; /* how much of tape.printed was there before */
    int event;      /* and how many events */
};

struct packed; /* a record of the log: record.h */
struct packed_figure;
struct part; /* of the log: part.h */

struct lapses;

/* A moment of a run that somebody waits for: it is called there, in the midst of the code, and the
 * run ends. */
struct tape_stop {
    int logged; /* so many operations and figures were carried out, ... */
    int binds;  /* ... and then so many binds; behind a step of a backward pass, right before
                   anything else is done: the engine gives a leaf its gradient after it */
    bool told;  /* it was called */
    /* What the last of these operations gave. */
    void (*gave)(struct tape_stop *stop, const struct operation *o);
    void (*here)(struct tape_stop *stop, struct tape *t);
};

/* A comment with words, `# tokens: Your journey starts`, for which no tensor has an axis. */
struct lost_words {
    const struct source *source;
    int line, count;
};

struct tape {
    struct session *session; /* borrowed */
    struct recorder recorder;
    void *between; /* who stands between the run and the recorder, and changes results; or NULL */
    /* while the code runs */
    struct part *parts, *part;   /* the log: the first and the last one */
    struct part *settled;        /* what comes behind it may still be dropped */
    size_t closed;               /* bytes of all parts but the last */
    struct draft {               /* the next record, in the part's log */
        char *from, *at, *end;   /* where it begins, goes on, and has no more room, but for slack */
        const struct call *call; /* that an event under construction is about */
    } draft;
    int logged;                      /* events in the log */
    int own;                         /* events before a backward() of the code's own */
    int of, of_argument, of_element; /* gradients are computed: as in struct event, from 1 */
    struct {                         /* names that a module has */
        struct str *forward, *call, *parameters, *buffers, *modules;
    } said;
    int beside;                  /* calls under way in modules that plot */
    int looks;                   /* tensors that were plotted */
    struct tape_stop *stop;      /* or NULL */
    struct packed_figure *saved; /* the last one, if it was saved and nothing followed */
    struct plotting {            /* where code of this cell asked for a plot last: */
        const struct span *at;   /* NULL: it did not */
        const struct node *in;   /* the statement */
    } plotted, called;           /* with something to look at; with any call */
    /* always */
    struct arena arena;
    struct chart **chart; /* of all figures */
    int charts;
    size_t charged;     /* bytes that the budget knows of */
    struct list *kept;  /* lists that arguments hold, kept from the garbage collection */
    struct train train; /* its steps */
    struct buf printed; /* all that the code printed */
    struct tape_cell *cell;
    int cell_count;
    /* after tape_finish */
    struct timespec finished; /* when reading began */
    struct event *event;
    int event_count;
    struct tape_tensor *look; /* what was plotted */
    int look_count, figure_count;
    struct tape_call *call;
    int call_count;
    struct tape_bind *bind;
    int bind_count;
    struct chain *binds_of; /* of each bind outside the prelude: those of the same tensor */
    struct tape_write *write;
    int write_count;
    int step_count, setup_count; /* set by stages_find, like ... */
    struct pass *pass;           /* ... these, in the order of their softmax */
    int pass_count;
    struct map makers;     /* serial: the event that gave the object */
    struct map bound;      /* serial: the last bind of the object */
    struct map named;      /* the same of those outside the prelude: into binds_of */
    struct map storages;   /* id of a storage that the tape holds: its last write, -1 */
    struct map owners;     /* id of a storage: the event that made it */
    struct map parameters; /* serial: where its name begins in ... */
    struct buf parameter_names;
    struct model *model; /* of each outermost module: module_path.c */
    int model_count;
    struct map model_of;     /* address of the module: its place */
    struct map holders;      /* serial of a tensor: the largest model that holds it */
    struct lost_words *lost; /* set by axes_find */
    int lost_count;
    struct lapses *lapses; /* lapses.h; NULL: the code trained nothing */
    struct snapshots {     /* copies of storages as they were: snapshot.c */
        struct snapshot *at;
        int count, cap;
        struct map index; /* id of a storage: its place */
        int64_t bytes;    /* of the copies that there are */
        uint64_t clock;
    } snapshots;
};

/* Starts to listen: session->in.recorder points into `t`, which must not move. False with
 * session->in.error: memory. */
bool tape_start(struct tape *t, struct session *session);
/* Stops listening, and lays the tape out for readers. Call it when the run has ended, well or
 * badly. */
void tape_finish(struct tape *t);
/* False with session->in.error: readers have taken longer than --timeout gave the run. Those who
 * look at the whole tape ask for every event. */
bool tape_in_time(struct tape *t);
/* Gives everything back; the session must still be there. Safe on a zeroed tape. */
void tape_free(struct tape *t);

/* --- reading --- */

/* The event that made the memory of `of`; where the object itself is on no tape (nn.Parameter(x),
 * x.data), it is known all the same. -1: it was there before. */
int tape_owner(const struct tape *t, const struct tape_tensor *of);

/* The event that wrote the numbers of `of` as event `event` reads them, at least some of them: the
 * last one before it; else the one that made the object, or its memory. -1: not on the tape. */
int tape_giver(const struct tape *t, int event, const struct tape_tensor *of);

/* Whether the object that an event changed has another storage since: x.resize_(4), x.data = y,
 * out= of another shape. */
bool tape_moved(const struct event *e, int output);

/* The frame of an event as it was called, with every tensor as it was then: what origin_find asks
 * for. One at a time for each event: give it back with tape_call_release before asking for it
 * again.
 */
bool tape_call_of(struct tape *t, int event, struct call *out);
void tape_call_release(struct tape *t, int event, struct call *c);

/* The events whose results `input` of event `event` holds: the one that gave the object, and every
 * write since in memory that it covers. In order; *at is malloc'ed and freed by the caller. False:
 * memory. */
bool tape_sources(const struct tape *t, int event, const struct tape_input *input, int **at,
                  int *count);

/* The name that a tensor has in the code where event `event` stands: its last one in that function,
 * an attribute ("self.mask") or a name of the top level; NULL if it has none. */
const char *tape_name(const struct tape *t, int event, const struct tape_tensor *of);
/* The name that the result is given next in the learner's own code; NULL if there is none. */
const char *tape_result_name(const struct tape *t, int event, int output);

/* The first of these letters, one at least, that is no name in the learner's own code; else the
 * last one. */
char tape_letter(const struct tape *t, const char *letters);

/* What the innermost function that event `event` stands in calls it; NULL: nothing. */
const char *tape_local_name(const struct tape *t, int event, const struct tape_tensor *of);

/* What a bind that is no tensor shows: "2", "None", "Linear". */
void tape_bind_text(const struct tape_bind *b, struct buf *out);

/* Whether two tensors of one storage may have memory in common. */
bool tape_overlap(const struct tensor *a, const struct tensor *b);
/* Whether call `inner` is `outer` or was made inside it; everything is inside -1. */
bool tape_inside(const struct tape *t, int inner, int outer);
/* What is made of no token in product `event` of an attention; NULL: nothing. */
const struct pass_places *tape_places(const struct pass *p, int event);
