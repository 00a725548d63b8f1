/* This is the border inside src/lang between the machine (interp, eval, class, value, heap) and the
 * built-in types and functions (number, str, list, dict, set, range, format, builtins, modules).
 * Private to src/lang. */
#pragma once

#include "lang/run/interp.h"

/* --- slots of the built-in types, each in the file of its name --- */
extern const struct slots str_slots, bytes_slots, list_slots, tuple_slots, dict_slots, set_slots,
    range_slots, slice_slots, iterator_slots, number_slots, bigint_slots, derived_slots, none_slots;
/* int, float, bool, NoneType, Ellipsis values are not objects; number_slots and none_slots serve
 * their classes (create: int("3"), float("inf"), bool(x)). */

/* Called once by interp_init, when every class of in->types exists with its slots: adds methods
 * (interp_method) to the types' classes. */
bool number_init(struct interp *in);
bool str_init(struct interp *in);
bool bytes_init(struct interp *in);
bool bigint_init(struct interp *in);
bool complex_init(struct interp *in);
bool list_init(struct interp *in);     /* list and tuple */
bool dict_init(struct interp *in);     /* dict and its views */
bool set_init(struct interp *in);      /* set and frozenset */
bool range_init(struct interp *in);    /* range, slice, iterators */
bool builtins_init(struct interp *in); /* print, len, ... and the classes into in->builtins */
/* The native modules of the language itself: math, sys, os, time, random, types, ... */
bool modules_native(struct interp *in, struct module *module, bool *found);

/* --- numbers (VALUE_BOOL, VALUE_INT, VALUE_FLOAT) --- */
/* Python's rules: floor division and modulo follow the divisor's sign, `/` gives a float, ** with a
 * negative exponent gives a float, int results outside 64 bits are those of bigint.h. *handled
 * false when an operand is no number. Results of integers carry label_combine's label. */
bool number_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out, bool *handled);
bool number_unary(struct interp *in, enum operator_ op, struct value a, struct value *out,
                  bool *handled);
bool number_compare(enum operator_ op, struct value a, struct value b, bool *out); /* false: no */
bool number_equal(struct value a, struct value b); /* 1 == 1.0 == True */
uint64_t number_hash(struct value v);              /* equal numbers, equal hashes */
void number_repr(struct value v, struct buf *out);

/* --- format.c, format_template.c --- */
/* format(v, spec) of numbers and strings: [[fill]align][sign][#][0][width][,_][.precision][type];
 * ValueError texts as Python's. */
bool format_number(struct interp *in, struct value v, const char *spec, struct buf *out);
bool format_string(struct interp *in, const struct str *s, const char *spec, struct buf *out);
/* "..." % value; `bytes`: the format is lifted from bytes (bytes.h), and so is what is put out. */
bool format_percent(struct interp *in, const struct str *format, struct value arg, bool bytes,
                    struct buf *out);
/* "...".format(args); "...".format_map(mapping) where args is NULL */
bool format_braces(struct interp *in, const struct str *format, const struct args *args,
                   struct value mapping, struct buf *out);
void format_str_repr(const char *text, size_t len, struct buf *out); /* 'it''s quoted form */
void format_ascii(const char *text, size_t len, struct buf *out); /* beyond ASCII as \xe9, \u20ac */

/* --- codec.c --- */
/* The text of a UnicodeEncodeError or UnicodeDecodeError with these arguments. */
bool codec_describe(struct interp *in, const struct list *args, bool encodes, struct buf *out);

/* --- sequence.c --- */
bool sequence_index(struct interp *in, struct value key, int64_t count, const char *what,
                    int64_t *out); /* IndexError "list index out of range" */
/* Python's slice.indices: resolves a slice against a length. */
bool slice_resolve(struct interp *in, const struct slice *s, int64_t count, int64_t *start,
                   int64_t *stop, int64_t *step, int64_t *length);
/* --- list_sort.c --- */
/* Sorts in place, stable, by key (None = itself), calling code as needed. */
bool list_sort(struct interp *in, struct list *l, struct value key, bool reverse);

/* --- set.c --- */
/* The set of a display of three or more constants, {1, 2, 3}: CPython's order differs a little from
 * that of a set filled one by one. */
bool set_of_constants(struct interp *in, struct list *items, struct value *out);

/* --- iterator.c --- */
/* An iterator that runs over a list's items (the list is kept, and read as it changes). */
bool iterator_over_list(struct interp *in, struct list *l, struct value *out);

/* --- genexpr.c --- */
/* A generator expression: n is its node, scope that of its targets, iterable the first clause's. */
bool genexpr_new(struct interp *in, const struct node *n, struct scope *scope,
                 struct value iterable, struct value *out);

/* --- coroutine.c --- */
bool coroutine_init(struct interp *in); /* after range_init, which makes the class */

/* --- arguments of native functions (arguments.c) --- */
/* Unpacks args by a pattern such as "sorted(iterable, *, key=None, reverse=False)": positional and
 * keyword, defaults left as VALUE_NOT_IMPLEMENTED when not given. TypeErrors in Python's words. */
bool arguments_take(struct interp *in, const struct args *args, const char *pattern,
                    struct value *out);
/* "len() takes exactly one argument (2 given)" and friends; keywords refused. */
bool arguments_count(struct interp *in, const struct args *args, const char *name, int least,
                     int most);
