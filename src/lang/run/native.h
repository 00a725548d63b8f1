/* Declares what built-in types, functions and modules share among themselves. Private to them. */
#pragma once

#include "lang/object/builtin.h"
#include "lang/run/scope.h"

#include <string.h>

/* --- tables of functions --- */
struct native_row {
    const char *name;
    native_fn *fn;
    const void *data; /* what native_data finds */
    /* "12": one or two arguments, self aside, and no keywords; "1*": one or more; "0*k": whatever
     * its code takes, but a method's self is of its class; "_1": one, in the words of a special
     * method; NULL: its code tells. */
    const char *takes;
};
#define NATIVE_COUNT(rows) (sizeof(rows) / sizeof(rows)[0])
#define NATIVE_IS(function, ...) /* one that is an expression */                                   \
    static bool function(struct interp *in, const struct args *args, struct value *out)            \
    {                                                                                              \
        return __VA_ARGS__;                                                                        \
    }
bool native_methods(struct interp *in, struct class *class, const struct native_row *rows,
                    size_t count);
bool native_functions(struct interp *in, struct dict *into, const char *owner,
                      const struct native_row *rows, size_t count);
/* A static method: called on the class, without self. */
bool native_static(struct interp *in, struct class *class, const char *name, native_fn *fn);
/* What of a built-in class or of builtins is written in the language: str.translate is
 * str_translate of assets/prelude/_methods.py. */
bool native_late(struct interp *in, const struct args *args, struct value *out);
/* Adds the special methods (__len__, __add__, ...) that the class's slots carry out (dunder.c). */
bool native_dunders(struct interp *in, struct class *class);
/* self of the class that the method is of, and `count` arguments more, in its words. */
bool dunder_fits(struct interp *in, const struct args *args, int count);
bool object_init(struct interp *in); /* methods of object (object.c) */

/* --- arguments --- */
/* For a method: self is of `class`, least .. most arguments behind it, no keywords. */
bool arguments_method_of(struct interp *in, const struct args *args, const struct class *class,
                         int least, int most);
static inline bool arguments_method(struct interp *in, const struct args *args,
                                    const struct class *class, int least, int most)
{
    bool plain = args->keyword_count == 0 && args->count > least && args->count <= most + 1;
    return (plain && args->at[0].type == VALUE_OBJECT && args->at[0].o->class == class) ||
           arguments_method_of(in, args, class, least, most);
}
/* The arguments without self. */
struct args arguments_rest(const struct args *args);
static inline bool given(struct value v)
{
    return v.type != VALUE_NOT_IMPLEMENTED;
}
/* Given, and not None. */
static inline bool given_some(struct value v)
{
    return v.type != VALUE_NOT_IMPLEMENTED && v.type != VALUE_NONE;
}
bool native_is_index(struct interp *in, struct value v); /* an int, or has __index__ */

/* --- containers whose repr is under way, so that one that holds itself is shown as [...] --- */
struct nesting {
    const struct nesting *outer;
    const struct object *object;
};
bool nesting_enter(struct interp *in, struct nesting *level, const struct object *object);
void nesting_leave(struct interp *in, const struct nesting *level);

/* --- str.c --- */
static inline struct str *str_of(struct value v)
{
    return (struct str *)v.o;
}
bool str_value(struct interp *in, const char *text, size_t len, struct value *out);
uint64_t str_hash_bytes(const char *text, size_t len);
bool str_is_ascii(const char *text, size_t len);
/* The hash of its bytes. A text is asked for it only when it becomes a key: most never do. */
static inline uint64_t str_hash_of(const struct str *s)
{
    if (s->hash == 0) {
        ((struct str *)(uintptr_t)s)->hash = str_hash_bytes(s->text, s->len);
    }
    return s->hash;
}
/* A text of `len` bytes to be filled in, all of one byte each: its characters are counted, its text
 * ends with NUL. NULL: raised. */
struct str *str_room(struct interp *in, size_t len);
bool str_add(struct interp *in, const struct str *a, const struct str *b, struct value *out);
/* What a text of so many bytes costs in steps: to look at its characters one by one; to search or
 * to copy it. A step is what the evaluator does in about the same time. False: raised. */
bool str_walk(struct interp *in, size_t bytes);
bool str_copy(struct interp *in, size_t bytes);
/* Byte offset of the character at `index`. */
size_t str_offset(const struct str *s, size_t index);
bool str_is_space(uint32_t c);
bool str_methods_init(struct interp *in); /* str_methods.c, str_split.c */
bool str_split_init(struct interp *in);

/* Equality of keys where no code can run on the way: integers, texts, what is the same object, and
 * tuples of these. False: value_equal has to be asked. */
bool sequence_equal_quick(const struct interp *in, const struct list *a, const struct list *b,
                          bool *out);
static inline bool equal_quick(const struct interp *in, struct value a, struct value b, bool *out)
{
    if (a.type == VALUE_INT && b.type == VALUE_INT) {
        *out = a.i == b.i;
        return true;
    }
    if (a.type != VALUE_OBJECT || b.type != VALUE_OBJECT) {
        return false;
    }
    *out = a.o == b.o;
    if (*out) {
        return true;
    }
    if (a.o->class == in->types.string && b.o->class == in->types.string) {
        const struct str *x = str_of(a), *y = str_of(b);
        *out = x->len == y->len && memcmp(x->text, y->text, x->len) == 0;
        return true;
    }
    return a.o->class == in->types.tuple && b.o->class == in->types.tuple &&
           sequence_equal_quick(in, (const struct list *)a.o, (const struct list *)b.o, out);
}
/* The hash of a small integer is its value, see number_hash. */
static inline bool hash_quick(struct value v, uint64_t *out)
{
    *out = (uint64_t)v.i;
    return v.type == VALUE_INT && *out < ((uint64_t)1 << 61) - 1;
}

/* --- list.c --- */
static inline struct list *list_at(struct value v)
{
    return (struct list *)v.o;
}
struct list *list_allocate(struct interp *in, struct class *class, int64_t reserve);
bool list_reserve(struct interp *in, struct list *l, int64_t cap); /* of a list */
void list_give(struct interp *in, struct list *l);                 /* its items' room */
bool list_insert(struct interp *in, struct list *l, int64_t at, struct value v);
/* Replaces at[start .. start + removed) by count values. */
bool list_splice(struct interp *in, struct list *l, int64_t start, int64_t removed,
                 const struct value *at, int64_t count);
bool list_extend(struct interp *in, struct list *l, struct value iterable);
bool pair_new(struct interp *in, struct value a, struct value b, struct value *out);
/* The argument `reverse` of sort and sorted: an integer, or nothing. */
bool list_backwards(struct interp *in, struct value v, bool *out);
void list_turn(struct value *at, int64_t count); /* the last item first */
bool list_methods_init(struct interp *in);

/* --- dict.c --- */
struct dict_entry {
    struct value key; /* VALUE_NOT_IMPLEMENTED with a label: removed */
    struct value value;
    uint64_t hash;
};
struct dict {
    struct object object;
    struct dict_entry *at; /* in insertion order, with holes */
    int32_t *index;        /* open addressing into at: -1 free, -2 removed; a small one has none */
    int64_t used;          /* entries in use in `at`, holes too */
    int64_t cap;           /* of at */
    int64_t count;         /* without holes */
    int64_t index_size;    /* power of two, or 0 */
    int64_t spent;         /* places of the index that are not free */
    uint32_t *watch;       /* of a class: counts what comes and goes, or moves (class.c) */
    bool settled;          /* of a class: what it holds is all kept (heap_keep) */
};
/* The entry of an interned name, where a place in the code found it the last time; NULL: not there.
 */
static inline struct dict_entry *dict_near(const struct dict *d, const struct str *key,
                                           int32_t entry)
{
    if (entry >= d->used) {
        return NULL;
    }
    struct dict_entry *e = d->at + entry;
    return e->key.type == VALUE_OBJECT && e->key.o == &key->object ? e : NULL;
}
/* A new entry behind a few others, whose hashes tell that none of them is of that name; *entry is
 * its place. False: dict_set_near knows. */
static inline bool dict_add_few(struct dict *d, struct str *key, struct value v, int32_t *entry)
{
    uint64_t hash = str_hash_of(key);
    if (d->watch != NULL || d->index_size > 0 || d->used >= d->cap) {
        return false;
    }
    for (int64_t k = 0; k < d->used; k++) {
        if (d->at[k].hash == hash) {
            return false;
        }
    }
    struct dict_entry *e = &d->at[d->used];
    e->key = (struct value){.type = VALUE_OBJECT};
    e->key.o = &key->object;
    e->value = v;
    e->hash = hash;
    *entry = (int32_t)d->used++;
    d->count++;
    return true;
}
static inline struct dict *dict_of(struct value v)
{
    return (struct dict *)v.o;
}
struct dict *dict_new_few(struct interp *in); /* one block with room for what most objects have */
bool dict_find_text(const struct dict *d, const char *text, size_t len, uint64_t hash,
                    struct value *key);
void dict_clear(struct interp *in, struct dict *d);
/* Walking backwards: start with *position = d->used. */
bool dict_previous(const struct dict *d, int64_t *position, struct value *key, struct value *v);
void dict_mark(struct interp *in, struct object *self);
void dict_free(struct interp *in, struct object *self);
bool dict_copy_into(struct interp *in, struct dict *d, const struct dict *from);
bool dict_view_init(struct interp *in);

/* --- set.c --- */
struct set_entry {
    struct value key; /* VALUE_NOT_IMPLEMENTED with label 1: free; with label 2: removed */
    uint64_t hash;
};
struct set {
    struct object object;
    struct set_entry *table;
    uint64_t mask; /* size - 1; table is NULL while nothing was put in */
    int64_t fill;  /* used and removed entries */
    int64_t used;
    uint64_t finger; /* where pop() looks first */
};
static inline struct set *set_of_value(struct value v)
{
    return (struct set *)v.o;
}
bool set_is(struct value v); /* set or frozenset */
struct set *set_new(struct interp *in, struct class *class);
bool set_add(struct interp *in, struct set *s, struct value v);
bool set_has(struct interp *in, struct set *s, struct value v, bool *out);
bool set_discard(struct interp *in, struct set *s, struct value v, bool *found);
void set_clear(struct interp *in, struct set *s);
bool set_update(struct interp *in, struct set *s, struct value iterable);
bool set_given(struct interp *in, struct value v, struct set **out); /* v itself, or of its items */
bool set_next(const struct set *s, uint64_t *position, struct value *out);
/* op is OP_OR, OP_AND, OP_SUB or OP_XOR; the result is a set of `class`. */
bool set_combine(struct interp *in, enum operator_ op, struct class *class, struct set *a,
                 struct value b, struct value *out);
bool set_remove_all(struct interp *in, struct set *s, struct value iterable);
bool set_subset(struct interp *in, struct set *a, struct set *b, bool *out);

/* --- range.c --- */
struct range {
    struct object object;
    int64_t start, stop, step, length;
};

/* --- iterator.c --- */
enum iterator_kind {
    ITERATOR_LIST,
    ITERATOR_TUPLE,
    ITERATOR_STR,
    ITERATOR_BYTES,
    ITERATOR_RANGE,
    ITERATOR_KEYS,
    ITERATOR_VALUES,
    ITERATOR_ITEMS,
    ITERATOR_SET,
    ITERATOR_CALLABLE,
    ITERATOR_REVERSED,
    ITERATOR_GENERATOR,
    ITERATOR_COROUTINE, /* what the call of an `async def` gives: awaited, not iterated */
    ITERATOR_KINDS
};
struct iterator {
    struct object object;
    enum iterator_kind kind;
    struct value over;     /* the container; None once exhausted */
    struct value sentinel; /* ITERATOR_CALLABLE */
    int64_t at;
    int64_t size; /* of a dict or set when the walk began */
};
/* The next of a list, a tuple, a range or the ASCII of a text. False: value_next knows. */
static inline bool iterator_quick(struct interp *in, struct value iterator, struct value *out)
{
    if (iterator.type != VALUE_OBJECT || iterator.o->class->slots != &iterator_slots) {
        return false;
    }
    struct iterator *it = (struct iterator *)iterator.o;
    if (it->over.type != VALUE_OBJECT) {
        return false;
    }
    switch (it->kind) {
    case ITERATOR_LIST:
    case ITERATOR_TUPLE: {
        const struct list *l = (const struct list *)it->over.o;
        if (it->at >= l->count) {
            return false;
        }
        *out = l->at[it->at++];
        return true;
    }
    case ITERATOR_RANGE: {
        const struct range *r = (const struct range *)it->over.o;
        if (it->at >= r->length) {
            return false;
        }
        *out = value_int(r->start + it->at++ * r->step);
        return true;
    }
    case ITERATOR_STR: {
        const struct str *s = (const struct str *)it->over.o;
        const unsigned char c = (size_t)it->at < s->len ? (unsigned char)s->text[it->at] : 0;
        if (c == 0 || c > 127 || in->characters[c] == NULL) {
            return false;
        }
        it->at++;
        *out = value_object(in->characters[c]);
        return true;
    }
    default:
        return false;
    }
}
/* value_next, for who goes through many. */
static inline bool iterator_take(struct interp *in, struct value iterator, struct value *out,
                                 bool *done)
{
    *done = false;
    return iterator_quick(in, iterator, out) ? heap_hold(in, *out)
                                             : value_next(in, iterator, out, done);
}
/* The next one of a walk that costs a step each: `while (iterator_each(...))`. False at the end,
 * and where *ok is false: on the way in, or because something was raised. */
static inline bool iterator_each(struct interp *in, struct value iterator, struct value *out,
                                 bool *ok)
{
    bool done = true;
    *ok = *ok && interp_step(in, 1) && iterator_take(in, iterator, out, &done);
    return *ok && !done;
}
/* target = the next one: of a `for`, of a comprehension. */
bool iterator_tools_assign(struct interp *in, struct value iterator, const struct node *target,
                           bool *done);
bool iterator_entry(struct interp *in, struct iterator *it, struct value *pair, bool *done);
bool iterator_self(struct interp *in, struct value self, struct value *iterator); /* iter(it) */
bool iterator_new(struct interp *in, enum iterator_kind kind, struct value over, struct value *out);
bool iterator_until(struct interp *in, struct value callable, struct value sentinel,
                    struct value *out);
bool iterator_reversed(struct interp *in, struct value over, struct value *out);
bool iterator_init(struct interp *in);
bool iterator_tools_init(struct interp *in); /* enumerate, zip, map, filter, reversed */

/* --- builtins, by file --- */
bool builtins_sequence_init(struct interp *in);
bool builtins_object_init(struct interp *in);
bool builtins_dir(struct interp *in, const struct args *args, struct value *out); /* dir() */
bool builtins_number_init(struct interp *in);
bool builtins_print_init(struct interp *in);
bool builtins_code_init(struct interp *in);

/* --- modules, by file: what C puts into them --- */
bool module_math(struct interp *in, struct dict *d);
bool module_system(struct interp *in, struct dict *d);
bool module_system_time(struct interp *in, struct dict *d);
bool module_random(struct interp *in, struct dict *d);
bool module_operator(struct interp *in, struct dict *d);
bool module_struct(struct interp *in, struct dict *d);
bool module_json(struct interp *in, struct dict *d);
bool module_tools_types(struct interp *in, struct dict *d);
bool module_tools_importlib(struct interp *in, struct dict *d);
bool module_tools_logging(struct interp *in, struct dict *d);
bool module_re(struct interp *in, struct dict *d);
/* A module that is there and has nothing; *found stays false if it is none of these. */
bool module_absent(struct interp *in, struct module *module, bool *found);

/* --- alias.c --- */
bool alias_init(struct interp *in);
/* origin[item] */
bool alias_new(struct interp *in, struct value origin, struct value item, struct value *out);
/* left | right; *handled is false when one of them is no class, None or form. */
bool alias_union(struct interp *in, struct value left, struct value right, struct value *out,
                 bool *handled);

/* --- function_inside.c --- */
bool function_inside_init(struct interp *in);
bool function_inside(struct interp *in, const struct function *f, const char *name,
                     struct value *out, bool *found);

/* --- numbers --- */
bool number_divmod(struct interp *in, struct value a, struct value b, struct value *out);
bool number_round(struct interp *in, struct value v, struct value digits, struct value *out);
/* Text to number as int("...", base) and float("...") do it; *ok is false when it is none. */
bool number_parse_int(struct interp *in, const char *text, size_t len, int base, struct value *out,
                      bool *ok);
bool number_parse_float(struct interp *in, const char *text, size_t len, double *out);
bool number_truncate(struct interp *in, double f, struct value *out); /* to int, errors as int() */

/* --- sys.exit(), exit(), quit() --- */
bool system_exit(struct interp *in, const struct args *args, struct value *out);
