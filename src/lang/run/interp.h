/* Holds a run, with its modules, frames and limits: the door for all outside src/lang.
 *
 * The host creates one interpreter, registers native modules (torch/ does), runs sources one after
 * the other in the namespace of __main__ and looks at how it ended. Nothing is printed: text goes
 * to `write`. Nothing is global: two interpreters do not know of each other. */
#pragma once

#include "base/arena.h"
#include "base/budget.h"
#include "lang/object/raise.h"
#include "lang/object/value.h"
#include "lang/run/heap.h"
#include "lang/run/recorder.h"

#include <time.h>

struct limits {
    uint64_t steps; /* statements, calls and loop turns; 0 = none */
    size_t output;  /* bytes printed; 0 = none */
    int depth;      /* calls of functions inside one another: Python's 1000 */
    double seconds; /* of wall time; 0 = none */
    bool fixed;     /* on a page nobody can raise them: no sentence names an option */
};

/* Also the command line's exit status. */
enum outcome {
    OUTCOME_DONE = 0,
    OUTCOME_EXCEPTION = 1,   /* interp_traceback tells */
    OUTCOME_UNSUPPORTED = 3, /* the same, with the sentence of what is missing */
    OUTCOME_LIMIT = 4
};

/* A `for` or `while` that is under way in the learner's code. */
struct loop {
    struct loop *outer; /* in the same frame, or NULL */
    const struct node *node;
    /* a recorder's notes about the turn that has begun */
    int first;     /* the number of its first operation */
    int backwards; /* how often backward() ran in it ... */
    double loss;   /* ... and what it was called on, added up */
    bool vague;    /* ... which was no single number */
};

struct frame {
    struct frame *outer;
    const struct function *function; /* NULL: top level of a source */
    struct scope *scope;
    struct module *module;
    struct class *class;          /* whose body is being carried out, or NULL */
    const struct node *here;      /* the expression or statement being carried out */
    const struct node *statement; /* the innermost statement that was begun */
    struct loop *loop;            /* the innermost one, or NULL */
    struct value handling;        /* the exception that an `except` block holds */
    struct value returned;        /* on its way to the caller */
    const char *title;            /* "<module>", "MultiHeadAttention.forward" */
    struct coroutine *coroutine;  /* whose code this is, or NULL (coroutine.h) */
    bool logs;                    /* results go to the generator's log */
    const struct names *near;     /* of `scope`, when its slots may be read at once; or NULL */
};

struct trace_entry { /* one line of a traceback, outermost first */
    struct span span;
    const char *title;
};

/* Where names were found in classes the last time. An entry is good as long as nothing has come
 * into the dictionary of a class, or gone from it. */
#define LOOKUPS 512
struct lookups {
    uint32_t changes; /* from 1 on */
    struct found_name {
        const struct class *class;
        const struct str *name; /* interned */
        uint32_t changes;
        bool python;             /* only what code defined was asked for */
        const struct dict *dict; /* NULL: no class of its line has it */
        int32_t entry;
    } at[LOOKUPS];
};

#define INTERP_PATTERNS 128
#define INTERP_ITERATORS 13 /* kinds of iterator: list_iterator, generator, ... (native.h) */

struct interp {
    struct heap heap;
    struct arena arena;    /* syntax trees, names: as long as the run */
    struct error error;    /* where tensor functions leave their sentence */
    struct budget *memory; /* borrowed */
    struct limits limits;
    uint64_t steps;
    uint64_t look_at; /* at so many steps the limits are looked at; 0: at the next one. Who changes
                         `limits` in a run sets it so. */
    struct timespec started;
    size_t printed;         /* bytes so far */
    int depth;              /* calls */
    const char *stack_base; /* C stack of the evaluator: where it began, how far it may go */
    size_t stack_limit;
    uintptr_t stack_low; /* nearer to the base than this nothing has to be looked at */
    size_t stack_own;    /* what the host's own thread has to spare; 0: each source gets a thread */

    char *stack; /* of those threads, once there was one */
    size_t stack_room;

    struct frame *frame;             /* innermost */
    struct scope *spare[4];          /* scopes of calls that are over, until a collection */
    bool lazy_annotations;           /* from __future__ import annotations */
    struct recorder *recorder;       /* borrowed, or NULL */
    const struct pictures *pictures; /* where figures go (plot/pictures.h): borrowed, or NULL */
    const struct files_door *files;  /* which files there are (files/door.h): borrowed, or NULL */
    const struct native *calling;    /* the native function being called */

    struct value exception;    /* under way; VALUE_NONE if none */
    enum outcome ending;       /* OUTCOME_UNSUPPORTED / OUTCOME_LIMIT: cannot be caught */
    struct trace_entry *trace; /* where the exception passed */
    int trace_count, trace_cap;
    bool missing;      /* the exception is about something that qkv does not have: */
    char advice[208];  /* what is said of it (lacking.h) */
    bool syntax_error; /* the source could not be parsed */
    bool left;         /* the code has called exit(): nothing is to be run after it */
    char hint[112];    /* ". Did you mean: 'softmax'?": shown in the traceback only */

    struct lookups lookups;
    struct dict *builtins;
    struct dict *modules;  /* imported, by dotted name */
    struct module *main;   /* __main__ */
    uint32_t main_changes; /* counts what comes into its dictionary and goes from it; from 1 on */
    struct dict *interned;
    struct str *recent[256];            /* some of them, by the address of the text (str_intern) */
    struct str *characters[128];        /* texts of one, as they were asked for */
    struct str *operators[OP_COUNT][3]; /* "__add__" and the like (value_operator.c) */
    struct argument_pattern
        *patterns[INTERP_PATTERNS]; /* by the address of the text (arguments.c) */
    struct dict *texts;             /* what eval and exec have read: text to code */
    struct list *labels;            /* label.h */
    const struct nesting *nesting;  /* containers whose repr is under way (native.h) */
    struct class *classes[EXCEPTION_COUNT];
    struct builtin_classes {
        struct class *object, *type, *none, *boolean, *integer, *floating, *ellipsis,
            *not_implemented, *string, *bytes, *list, *tuple, *dict, *set, *frozenset, *slice,
            *range, *function, *native, *method, *module, *property, *static_method, *class_method,
            *super, *iterator, *scope, *big_integer, *complex, *code, *traceback, *cell,
            *function_code, *alias, *type_union;
        /* made by dict_init and range_init */
        struct class *dict_keys, *dict_values, *dict_items, *iterators[INTERP_ITERATORS];
    } types;

    /* Text printed by the code (standard output), and notes such as warnings.warn (is_error). */
    void (*write)(void *self, const char *text, size_t len, bool is_error);
    void *write_self;
    /* The text of a module written in the language ("torch.nn"), or NULL if there is none. */
    const char *(*prelude)(void *self, const char *dotted_name, size_t *len);
    void *prelude_self;
    struct library *library; /* trees of the prelude, shared with others, or NULL (library.h) */
    unsigned joined;         /* the how-many-th of those that share it; 0: it shares none */
    /* Fills a module that C provides; *found starts false. */
    bool (*native_module)(struct interp *in, struct module *module, bool *found);
    /* The source of a module that lies beside the file that runs, or NULL; *package: it may have
     * modules of its own. Asked last: what the program has itself goes first. */
    const struct source *(*beside)(void *self, const char *dotted_name, bool *package);
    void *beside_self;
    /* How who runs the code brings a file that is not there: "drop it onto the page"; or NULL. */
    const char *bring;
    /* sys.argv: the program's own name, and the words behind it; borrowed. */
    const char *program; /* NULL: "" */
    const char *const *arguments;
    int argument_count;
    void *host;                           /* torch/ keeps its state here (struct torch) */
    void (*mark_host)(struct interp *in); /* marks the values that the host keeps */
};

/* False when the system has no memory. The caller fills write, prelude, native_module, limits. */
bool interp_init(struct interp *in, struct budget *memory);
void interp_free(struct interp *in);

/* Runs one source in __main__. *last is the value of its last statement, when that is an expression
 * not ended by `;`, else None with *has_last = false. */
enum outcome interp_run(struct interp *in, const struct source *source, struct value *last,
                        bool *has_last);
/* The traceback of the last failed run in Python's form. */
void interp_traceback(struct interp *in, struct buf *out);
/* IPython's pretty form of a value, as a notebook echoes it, with no newline at the end. */
bool interp_pretty(struct interp *in, struct value v, struct buf *out);
/* Prints a cell's last value in that form; nothing for None. */
enum outcome interp_echo(struct interp *in, struct value v);

/* --- for native modules --- */
struct class *interp_class(struct interp *in, const char *name, const char *module,
                           struct class *base, const struct slots *slots); /* NULL: raised */
bool interp_method(struct interp *in, struct class *class, const char *name, native_fn *fn,
                   const void *data);
bool interp_function(struct interp *in, struct dict *into, const char *name, native_fn *fn,
                     const void *data, const char *owner);
bool interp_set(struct interp *in, struct dict *into, const char *name, struct value v);
/* The module of that dotted name, imported if need be (parents first); NULL: raised. */
struct module *interp_import(struct interp *in, const char *dotted_name);
bool interp_print(struct interp *in, const char *text, size_t len); /* counts against the limit */
/* Where the code stands: the innermost frame's expression (outside the prelude if `outside`). */
const struct span *interp_here(const struct interp *in, bool outside);
/* The innermost frame of the learner's own code; NULL when there is none. */
const struct frame *interp_user_frame(const struct interp *in);
/* That of the learner's function that called it, `up` such functions above; the outermost one at
 * most. What runs a text, the body of a class or a generator expression counts for none. */
const struct frame *interp_user_frame_above(const struct interp *in, int up);
/* Keeps v alive until the running statement ends. */
static inline bool heap_hold(struct interp *in, struct value v)
{
    struct heap *h = &in->heap;
    const size_t count = h->held_count;
    if (v.type != VALUE_OBJECT) {
        return true;
    }
    if (count == h->held_cap) {
        return heap_hold_more(in, v.o);
    }
    if ((h->held + count)[-1] != v.o) { /* before the first one stands NULL */
        h->held[count] = v.o;
        h->held_count = count + 1;
    }
    return true;
}

/* Between statements: lets go of what the statement held beyond `mark` and collects when due. */
static inline void heap_statement(struct interp *in, size_t mark)
{
    struct heap *h = &in->heap;
    if (h->held_count > mark) {
        h->held_count = mark;
    }
    if (h->bytes > h->threshold || h->always) {
        heap_collect(in);
    }
}

bool interp_look(struct interp *in, uint64_t before); /* where the limits are; false: raised */
/* Counts steps against the limits; false: raised. */
static inline bool interp_step(struct interp *in, uint64_t cost)
{
    uint64_t before = in->steps;
    in->steps += cost;
    return (in->steps < in->look_at && in->memory->refused.kind == ERROR_NONE) ||
           interp_look(in, before);
}

/* The `data` of the table row behind the native function being called. */
static inline const void *native_data(const struct interp *in)
{
    return in->calling->data;
}
