/* Declares the recorder that fills a tape, and the log that it writes. Private to src/trace:
 * everyone else calls tape_start.
 *
 * While the code runs, each report becomes one packed record behind the one before; when the run
 * has ended, unpack.c reads them into the tape's events, calls, binds and writes. What follows from
 * the order of the records (who made a tensor, which call was under way) is not in them. */
#pragma once

#include "trace/tape/tape.h"

enum packed_kind {
    PACKED_EVENT,
    PACKED_BIND,
    PACKED_WRITE,
    PACKED_ENTER,
    PACKED_LEAVE,
    PACKED_LOOK,
    PACKED_FIGURE,
    PACKED_GIVEN,
    PACKED_KINDS
};

/* Everything in a record is a multiple of 8 bytes long. */
struct packed {
    struct packed *next;
    enum packed_kind kind;
};

/* What follows: its sizes, then its strides. The class is NULL for one that is no object. */
struct packed_tensor {
    struct storage *storage; /* one of tape.held */
    struct class *class;
    uint64_t serial;
    const char *grad_fn;
    int64_t offset;
    uint8_t dtype, ndim;
    bool wrapped, requires_grad;
    uint8_t none[3]; /* so that records can be compared byte by byte */
};

/* What follows: its arguments, then its outputs. */
struct packed_event {
    struct packed packed;
    const struct op *op;
    const char *name;
    const struct span *site, *code; /* of nodes: those live as long as the run */
    const struct node *statement, *within;
    size_t printed;
    uint8_t effect;
    int16_t of_argument; /* these as in struct tape */
    int of, of_element;
    int arg_count, input_count, output_count;
};

/* What there is of an argument, in the order in which it follows. */
enum packed_part {
    PART_NUMBERS = 1, /* i and f */
    PART_TEXT = 2,    /* a pointer */
    PART_INTS = 4,    /* the integers, then their labels */
    PART_CELL = 8,    /* a number as a tensor: its bytes */
    PART_TENSOR = 16, /* any other tensor that is no object */
    PART_OBJECT = 32,
    PART_ELEMENTS = 64, /* of a list of tensors */
    PART_VALUE = 128    /* see packed_value; else it is None */
};

struct packed_argument {
    uint16_t parts;
    bool given, none, owned;
    uint8_t dtype, cell; /* cell: the dtype of PART_CELL */
    int count;
};

/* A struct value follows, or a packed_tensor, or `count` more of these. */
struct packed_value {
    enum { PACKED_PLAIN, PACKED_OBJECT, PACKED_LIST, PACKED_TUPLE, PACKED_ELEMENT } kind;
    int count;
};

struct packed_bind {
    struct packed packed;
    const char *name;
    const struct span *at;
    const char *text;   /* the name of the type of an object that is no tensor */
    struct value value; /* of anything else */
    uint64_t serial;    /* in a gap: of the tensor, which is not there any more */
    bool tensor;        /* then it follows */
    bool passing;       /* as of struct tape_bind */
};

/* The region follows. */
struct packed_write {
    struct packed packed;
    void *cells; /* in part.cells, in row-major order */
    size_t bytes;
    struct packed_write *earlier; /* in a gap, of the same storage; or NULL */
    bool alike;                   /* only one: all cells held the same */
};

struct packed_enter {
    struct packed packed;
    const char *name;
    const struct node *function;
    const struct span *site;
    struct object *self;             /* as of struct tape_call */
    int of, of_argument, of_element; /* as in struct tape */
    bool construction;
};

struct packed_leave {
    struct packed packed;
    uint64_t returned[RETURNED_MOST]; /* the serials of the tensors; 0: none */
};

/* As in struct recorder: of the events behind which it stands, `count` are that backward()'s. */
struct packed_given {
    struct packed packed;
    uint64_t leaf, grad; /* serials; leaf 0: none */
    int of, argument, to, result, count;
};

/* A tensor that is plotted: it follows. */
struct packed_look {
    struct packed packed;
};

struct packed_figure {
    struct packed packed;
    struct chart *chart; /* one of tape.chart */
    const char *name;    /* saved under; or NULL */
    const struct span *code;
    const struct node *statement;
    size_t printed;
};

struct recorder record_to(struct tape *t);

/* Reads the log into the tape and lets it go. False with session->in.error: memory; what was read
 * until then stays. */
bool unpack_tape(struct tape *t);
