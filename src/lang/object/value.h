/* Declares values of the language, and the objects behind them.
 *
 * Ownership: nobody counts references to values. Objects belong to the interpreter, which finds the
 * unreachable ones by mark and sweep, and only between two statements. Whatever was created or
 * loaded since the running statement began is kept alive by the interpreter itself (the hold list,
 * see heap.h), so a native function may keep values in C variables without any ceremony.
 * The one rule: an object stored inside another one must be reached by its `mark` slot.
 *
 * An integer may carry an axis label: the name under which the code knows it (`num_heads`). It
 * never changes the arithmetic; it is for those who name axes (label.h). */
#pragma once

#include "base/buf.h"
#include "lang/parse/ast.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What is seldom done stands apart: the way that is mostly taken then saves no registers for it. */
#ifdef __GNUC__
#define QKV_SELDOM __attribute__((__noinline__, __cold__))
#else
#define QKV_SELDOM
#endif

struct interp;
struct object;
struct class;
struct str;
struct dict;
struct args;

enum value_type {
    VALUE_NONE,
    VALUE_BOOL,
    VALUE_INT,
    VALUE_FLOAT,
    VALUE_ELLIPSIS,
    VALUE_NOT_IMPLEMENTED,
    VALUE_OBJECT
};

struct value {
    enum value_type type;
    uint32_t label; /* VALUE_INT: axis label (label.h), 0 = none */
    union {
        bool b;
        int64_t i;
        double f;
        struct object *o;
    };
};

/* --- making --- */
static inline struct value value_none(void)
{
    return (struct value){.type = VALUE_NONE};
}
static inline struct value value_bool(bool b)
{
    struct value v = {.type = VALUE_BOOL};
    v.b = b;
    return v;
}
static inline struct value value_labelled(int64_t i, uint32_t label)
{
    struct value v = {.type = VALUE_INT, .label = label};
    v.i = i;
    return v;
}
static inline struct value value_int(int64_t i)
{
    return value_labelled(i, 0);
}
static inline struct value value_float(double f)
{
    struct value v = {.type = VALUE_FLOAT};
    v.f = f;
    return v;
}
static inline struct value
value_object(void *object) /* any struct that starts with struct object */
{
    struct value v = {.type = object != NULL ? VALUE_OBJECT : VALUE_NONE};
    v.o = object;
    return v;
}

/* How a function ends that gives a value: *out is v, and true. */
static inline bool value_give(struct value *out, struct value v)
{
    *out = v;
    return true;
}
/* The same with an object that was made; false if none was: that has been raised. */
static inline bool value_made(struct value *out, void *object)
{
    *out = value_object(object);
    return object != NULL;
}
/* What a comparison of two says whose order is -1, 0 or 1; 2: they have none, as nan. */
static inline struct value value_ordered(enum operator_ op, int order)
{
    return value_bool(op == OP_EQ   ? order == 0
                      : op == OP_NE ? order != 0
                      : op == OP_LT ? order == -1
                      : op == OP_LE ? order == -1 || order == 0
                      : op == OP_GT ? order == 1
                                    : order == 0 || order == 1);
}

static inline bool value_is(struct value v, enum value_type type)
{
    return v.type == type;
}
static inline bool value_is_number(struct value v) /* bool, int or float */
{
    return v.type == VALUE_BOOL || v.type == VALUE_INT || v.type == VALUE_FLOAT;
}
double value_number(struct value v);                  /* of a number */
bool value_identical(struct value a, struct value b); /* Python's `is` */

/* --- objects --- */

struct object {
    struct class *class;
    struct object *next;     /* the heap's list */
    struct dict *attributes; /* instance attributes, NULL while there are none */
    uint32_t size;           /* bytes of this block, as charged to the budget */
    bool marked;
    bool kept; /* heap_keep */
};

/* What the engine must know of a kind of native object; NULL = Python's default or its refusal.
 * Functions return false with an exception raised (raise.h). `*handled` starts true; setting it
 * false means NotImplemented: the other operand is asked, then TypeError. */
struct slots {
    size_t size;         /* of the C struct */
    bool has_attributes; /* code may set any attribute on an instance (tensors, functions) */
    bool no_divmod;      /* has // and % and yet no divmod() */
    bool filled_by_init; /* list, dict, set: a subclass with its own __init__ is created empty */
    void (*mark)(struct interp *in, struct object *self); /* heap_mark what it holds */
    void (*free)(struct interp *in, struct object *self); /* C memory only, no values */
    /* Class(...): NULL = "cannot create 'X' instances". Subclasses made in code come here too:
     * create the object with object_new(in, class, ...). __init__ in code runs afterwards. */
    bool (*create)(struct interp *in, struct class *class, const struct args *args,
                   struct value *out);
    bool (*repr)(struct interp *in, struct value self, struct buf *out);
    bool (*str)(struct interp *in, struct value self, struct buf *out);
    bool (*format)(struct interp *in, struct value self, const char *spec, struct buf *out);
    /* Computed attributes, asked before the class's dictionary; *found starts false. */
    bool (*get)(struct interp *in, struct value self, struct str *name, struct value *out,
                bool *found);
    bool (*set)(struct interp *in, struct value self, struct str *name, struct value value,
                bool *done);
    bool (*unary)(struct interp *in, enum operator_ op, struct value self, struct value *out,
                  bool *handled);
    /* Called with the operands in their order; self_is_right tells which one is self. */
    bool (*binary)(struct interp *in, enum operator_ op, struct value left, struct value right,
                   bool self_is_right, struct value *out, bool *handled);
    bool (*inplace)(struct interp *in, enum operator_ op, struct value self, struct value other,
                    struct value *out, bool *handled); /* self op= other */
    bool (*compare)(struct interp *in, enum operator_ op, struct value left, struct value right,
                    bool self_is_right, struct value *out, bool *handled);
    bool (*truth)(struct interp *in, struct value self, bool *out);
    bool (*length)(struct interp *in, struct value self, int64_t *out);
    bool (*get_item)(struct interp *in, struct value self, struct value key, struct value *out);
    bool (*set_item)(struct interp *in, struct value self, struct value key, struct value value);
    bool (*delete_item)(struct interp *in, struct value self, struct value key);
    bool (*contains)(struct interp *in, struct value self, struct value item, bool *out);
    bool (*iterate)(struct interp *in, struct value self, struct value *iterator);
    bool (*next)(struct interp *in, struct value self, struct value *out, bool *done);
    bool (*call)(struct interp *in, struct value self, const struct args *args, struct value *out);
    bool (*hash)(struct interp *in, struct value self, uint64_t *out);
    bool (*index)(struct interp *in, struct value self, int64_t *out);       /* __index__ */
    bool (*to_float)(struct interp *in, struct value self, double *out);     /* float(x) */
    bool (*to_int)(struct interp *in, struct value self, struct value *out); /* int(x) */
    /* isinstance(v, class) where it does not go by v's class alone. */
    bool (*has_instance)(struct interp *in, const struct class *class, struct value v);
};

struct class
{
    struct object object; /* its own class is `type` */
    struct str *name;
    const char *module; /* "builtins", "torch", "__main__" ...: arena or static */
    struct class **mro; /* itself first, `object` last (C3); arena */
    int mro_count;
    struct class **bases;
    int base_count;
    struct dict *dict;         /* methods and class attributes */
    const struct slots *slots; /* of the nearest native ancestor */
    bool native;               /* made in C: attributes cannot be set on it from code */
    bool has_python_methods;   /* some dunder may be defined in code: look it up in the mro */
    bool slotted;              /* __slots__, in it and all its bases: no other attributes */
    bool answers;              /* has a __getattribute__ of its own */
    const char *said;          /* what errors call it, when that is not its name: "torch.dtype" */
    struct lookups *lookups;   /* what was found lately, of all classes (interp.h) */
    /* What class_know found out, while lookups->changes was `known`: */
    uint32_t known;
    bool has_init, has_new; /* of code, with `init` and `maker` */
    bool abstract;          /* perhaps: it has __abstractmethods__ */
    bool sets_plainly;      /* no __setattr__ of code, no __slots__ */
    bool has_truth;         /* __bool__ or __len__ of code */
    struct value init, maker;
    struct list *tables; /* its __tables__: which dictionaries of an instance its __getattr__ would
                            look into first; NULL: none */
};

/* --- the built-in kinds that C code looks into (the rest is private to its file) --- */

struct str {
    struct object object;
    size_t len;    /* bytes */
    size_t count;  /* characters */
    uint64_t hash; /* of the bytes; 0: not asked for yet (native.h) */
    bool interned; /* pointer-equal to every interned string of the same text */
    char text[];   /* UTF-8, NUL-terminated (may hold NUL bytes inside) */
};

struct list { /* list and tuple (and torch.Size, whose class is a subclass of tuple) */
    struct object object;
    struct value *at;
    int64_t count, cap;
    int64_t front; /* room before `at`, left by what was taken from the front; cap is without it */
};

struct slice {
    struct object object;
    struct value start, stop, step; /* None when absent */
};

struct module {
    struct object object;
    struct str *name;
    struct dict *dict;
    /* Asked for names that are not in dict, NULL if none; *found starts false. */
    bool (*get)(struct interp *in, struct module *self, struct str *name, struct value *out,
                bool *found);
};

/* Arguments of a call: borrowed for the length of the call. */
struct args {
    const struct value *at; /* positional */
    int count;
    struct str *const *names; /* keywords, interned */
    const struct value *values;
    int keyword_count;
};

/* A function written in C. */
typedef bool native_fn(struct interp *in, const struct args *args, struct value *out);
struct native {
    struct object object;
    const char *name;  /* "masked_fill": static or arena */
    const char *owner; /* module or class it is shown under, or NULL */
    native_fn *fn;
    const void *data;       /* what fn finds with native_data(in): a table row */
    const char *takes;      /* how many arguments (native.h), NULL: fn looks itself */
    const struct class *of; /* of a method: bound when found through an instance, args[0] is self */
};

/* A function written in the language. */
struct scope;
struct function {
    struct object object;
    const struct node *node; /* NODE_DEF or NODE_LAMBDA */
    struct str *name, *qualname;
    const char *title;        /* of its code: stays when the two above are set; interned */
    struct module *module;    /* whose globals it sees */
    struct scope *enclosing;  /* NULL at top level */
    struct value *defaults;   /* per parameter; slot_empty() = none */
    struct dict *annotations; /* or NULL */
    struct class *defined_in; /* the class whose body holds it: for super() */
    int least, most; /* so many arguments go to their places, and nothing else is to be done
                        (function.c); most < 0: that is not known */
};

struct method { /* a function bound to its first argument */
    struct object object;
    struct value function, self;
};

/* --- strings --- */
struct str *str_new(struct interp *in, const char *text, size_t len); /* NULL: raised */
struct str *str_intern(struct interp *in, const char *text);          /* NULL: raised */
bool str_take(struct interp *in, struct buf *b, struct value *out);   /* of b's text; frees b */
bool str_is(struct value v);
const char *str_text(struct value v); /* of a str */
int str_compare(const struct str *a, const struct str *b);

/* --- lists and tuples --- */
struct list *list_new(struct interp *in, int64_t reserve); /* NULL: raised */
struct list *tuple_new(struct interp *in, int64_t count, const struct value *at);
bool list_append(struct interp *in, struct list *l, struct value v);
bool list_is(struct value v);  /* a list or a subclass */
bool tuple_is(struct value v); /* a tuple or a subclass */
/* The items of any iterable as a fresh list (held by the interpreter). */
struct list *list_of(struct interp *in, struct value iterable);

/* --- dictionaries: insertion order, Python's equality --- */
struct dict *dict_new(struct interp *in);
bool dict_is(struct value v);
int64_t dict_count(const struct dict *d);
bool dict_get(struct interp *in, struct dict *d, struct value key, struct value *out, bool *found);
bool dict_set(struct interp *in, struct dict *d, struct value key, struct value v);
bool dict_delete(struct interp *in, struct dict *d, struct value key, bool *found);
/* The same for string keys, which cannot fail (but for memory). */
bool dict_get_str(const struct dict *d, const struct str *key, struct value *out); /* found? */
bool dict_set_str(struct interp *in, struct dict *d, struct str *key, struct value v);
/* The same for a place in the code, which finds its name where it stood the last time: *entry. */
bool dict_get_near(const struct dict *d, const struct str *key, struct value *out, int32_t *entry);
bool dict_set_near(struct interp *in, struct dict *d, struct str *key, struct value v,
                   int32_t *entry);
bool dict_delete_str(struct dict *d, const struct str *key); /* found? */
/* Walking: start with *position = 0; false at the end. */
bool dict_next(const struct dict *d, int64_t *position, struct value *key, struct value *v);

/* --- what can be done with any value: each may run code of the language --- */
const char *value_type_name(struct value v); /* "int", "Tensor", "MyClass": as in error texts */
struct class *value_class(struct interp *in, struct value v);
bool value_isinstance(struct interp *in, struct value v, const struct class *class);
bool value_repr(struct interp *in, struct value v, struct buf *out);
bool value_str(struct interp *in, struct value v, struct buf *out);
bool value_format(struct interp *in, struct value v, const char *spec, struct buf *out);
bool value_truth(struct interp *in, struct value v, bool *out);
bool value_hash(struct interp *in, struct value v, uint64_t *out);
bool value_equal(struct interp *in, struct value a, struct value b, bool *out);
bool value_compare(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out); /* the six comparisons, is, in, ... */
bool value_unary(struct interp *in, enum operator_ op, struct value v, struct value *out);
bool value_binary(struct interp *in, enum operator_ op, struct value a, struct value b,
                  struct value *out);
bool value_inplace(struct interp *in, enum operator_ op, struct value a, struct value b,
                   struct value *out); /* a op= b: the value to store back */
bool value_length(struct interp *in, struct value v, int64_t *out);
bool value_get_attribute(struct interp *in, struct value v, struct str *name, struct value *out);
/* As above, but a missing attribute is *found = false and no exception. */
bool value_find_attribute(struct interp *in, struct value v, struct str *name, struct value *out,
                          bool *found);
bool value_set_attribute(struct interp *in, struct value v, struct str *name, struct value x);
bool value_delete_attribute(struct interp *in, struct value v, struct str *name);
bool value_get_item(struct interp *in, struct value v, struct value key, struct value *out);
bool value_set_item(struct interp *in, struct value v, struct value key, struct value x);
bool value_delete_item(struct interp *in, struct value v, struct value key);
bool value_contains(struct interp *in, struct value v, struct value item, bool *out);
bool value_is_iterable(struct interp *in, struct value v);
bool value_iterate(struct interp *in, struct value v, struct value *iterator);
/* When *done, *out is what the iterator returned: StopIteration.value. */
bool value_next(struct interp *in, struct value iterator, struct value *out, bool *done);
bool value_call(struct interp *in, struct value callee, const struct args *args, struct value *out);
bool value_call_at(struct interp *in, struct value callee, int count, const struct value *at,
                   struct value *out); /* without keywords */
bool value_call_method(struct interp *in, struct value self, const char *name, int count,
                       const struct value *at, struct value *out);
/* An int (bool, __index__); TypeError "'float' object cannot be interpreted as an integer". */
bool value_to_int(struct interp *in, struct value v, int64_t *out);
/* A C double from int, float, bool, __float__; TypeError "must be real number, not str". */
bool value_to_double(struct interp *in, struct value v, double *out);
