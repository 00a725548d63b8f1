/* Keeps the names behind axes.h: what the axes of every object are called in every function, and
 * what integers the names stand for. Private to src/trace/axes. axes.h tells the rule. */
#pragma once

#include "trace/axes/axes.h"

struct axis_name {
    const char *name;        /* NULL: none */
    int64_t size;            /* what the name stood for where it was given */
    bool inner;              /* only the program's own functions call it so */
    bool foreign;            /* another function calls it so, not the one that the event is in */
    bool mixed;              /* words were told apart: it has none, whatever comes */
    const char *const *word; /* what its places stand for (axes_words.h); NULL: nothing known */
};

struct axis_names {
    int ndim;
    struct axis_name at[TENSOR_MAX_DIMS];
};

struct known_object; /* axes_book.c */
struct words;        /* axes_words.h */

struct book {
    struct tape *t;
    struct known_object *known;
    int known_count, known_cap;
    struct map objects;  /* serial: index into known */
    struct map storages; /* id of a storage: the last object known in it */
    int *before;         /* of each bind: the one before with the same key below, -1: none */
    struct chain *named; /* the same for the binds of an integer's name */
    struct map sizes;    /* object and function: the last size of it that was named there */
    struct map integers; /* function and name: the last integer of that name */
    int depth;           /* of looking names up in outer functions */
    struct words *words; /* NULL where nobody asks */
};

/* False: memory (session->in.error). */
bool book_open(struct book *b, struct tape *t);
void book_close(struct book *b);

/* The names that the code around event `event` has for the axes of a tensor. */
void book_names(struct book *b, const struct tape_tensor *of, int event, struct axis_names *out);
/* The event made (or changed) the object: these are its names. Axes without one take a name that
 * this function gives later. False: memory. */
bool book_learn(struct book *b, const struct tape_tensor *of, int event, struct axis_names *names);
/* The name of an integer that event `event` was given. */
struct axis_name book_label(struct book *b, uint32_t label, int64_t integer, int event);
/* How function `call` came to know the integer `name`: the last bind before the event, else the
 * first one behind it; NULL: it knows none. */
const struct tape_bind *book_bind(const struct book *b, const char *name, int call, int event);
/* Whether an integer's bind gave its name another number. */
bool book_changed(const struct book *b, const struct tape_bind *bind);
/* What a name stands for where an event stands: "T", "past+T", "2*(n-1)". False: some word of it
 * has no number there. */
bool book_value(const struct book *b, const char *name, int event, int64_t *out);
/* "T", or "T=3" for an axis of size 3 where T is another number; NULL: no name, or
 * one that is reckoned out of others and gives another number. *ok is cleared when
 * memory is out. The text lives in the tape's arena. */
const char *book_text(struct book *b, struct axis_name name, int64_t size, int event, bool *ok);

/* A text of the tape's arena; NULL: memory, and session->in.error says so. */
const char *book_keep(struct book *b, const struct buf *text);
