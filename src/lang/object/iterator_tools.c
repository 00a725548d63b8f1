/* Makes enumerate, zip, map, filter and reversed: classes whose instances take from other iterators
 * only when they are asked. */
#include "lang/object/value_method.h"
#include "lang/run/native.h"

struct tool {
    struct object object;
    struct value function; /* map, filter */
    struct list *sources;  /* iterators */
    int64_t count;         /* enumerate: the next number; zip: how many rows came */
    bool strict;           /* zip(strict=True) */
    bool finished;
};

static void tool_mark(struct interp *in, struct object *self)
{
    heap_mark(in, ((struct tool *)self)->function);
    heap_mark_object(in, ((struct tool *)self)->sources);
}

static struct tool *tool_new(struct interp *in, struct class *class, int count,
                             const struct value *iterables)
{
    struct tool *t = object_new(in, class);
    if (t == NULL || (t->sources = list_new(in, count)) == NULL) {
        return NULL;
    }
    for (int k = 0; k < count; k++) {
        struct value iterator;
        if (!value_iterate(in, iterables[k], &iterator) || !list_append(in, t->sources, iterator)) {
            return NULL;
        }
    }
    return t;
}

/* --- enumerate --- */

static bool enumerate_create(struct interp *in, struct class *class, const struct args *args,
                             struct value *out)
{
    struct value at[2];
    int64_t start = 0;
    if (args->count == 0 && args->keyword_count == 0) {
        return raise_type_error(in, "enumerate() missing required argument 'iterable'");
    }
    if (!arguments_take(in, args, "enumerate(iterable, start=0)", at) ||
        (given(at[1]) && !value_to_int(in, at[1], &start))) {
        return false;
    }
    struct tool *t = tool_new(in, class, 1, at);
    *out = value_object(t);
    if (t != NULL) {
        t->count = start;
    }
    return t != NULL;
}

static bool enumerate_row(struct interp *in, struct tool *t, struct value *row, bool *done)
{
    if (!iterator_take(in, t->sources->at[0], &row[1], done)) {
        return false;
    }
    row[0] = value_int(t->count);
    t->count += !*done;
    return true;
}

static bool enumerate_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct value row[2];
    return enumerate_row(in, (struct tool *)self.o, row, done) &&
           (*done || pair_new(in, row[0], row[1], out));
}

/* --- zip --- */

static bool zip_create(struct interp *in, struct class *class, const struct args *args,
                       struct value *out)
{
    bool strict = false;
    for (int k = 0; k < args->keyword_count; k++) {
        if (strcmp(args->names[k]->text, "strict") != 0) {
            return raise_type_error(in, "'%s' is an invalid keyword argument for zip()",
                                    args->names[k]->text);
        }
        if (!value_truth(in, args->values[k], &strict)) {
            return false;
        }
    }
    struct tool *t = tool_new(in, class, args->count, args->at);
    *out = value_object(t);
    if (t != NULL) {
        t->strict = strict;
    }
    return t != NULL;
}

/* "zip() argument 2 is shorter than argument 1", "... arguments 1-2" */
static bool uneven(struct interp *in, int64_t which, bool shorter)
{
    const char *word = shorter ? "shorter" : "longer";
    if (which == 2) {
        return raise_value_error(in, "zip() argument 2 is %s than argument 1", word);
    }
    return raise_value_error(in, "zip() argument %lld is %s than arguments 1-%lld",
                             (long long)which, word, (long long)which - 1);
}

/* The next of each source. */
static bool zip_row(struct interp *in, struct tool *t, struct value *row, bool *done)
{
    int64_t count = t->sources->count;
    *done = count == 0 || t->finished;
    for (int64_t k = 0; k < count && !*done; k++) {
        if (!iterator_take(in, t->sources->at[k], &row[k], done)) {
            return false;
        }
        if (!*done) {
            continue;
        }
        row[k] = value_none();
        t->finished = true;
        if (t->strict && k > 0) {
            return uneven(in, k + 1, true);
        }
        for (int64_t j = 1; j < count && t->strict; j++) {
            struct value unused;
            if (!value_next(in, t->sources->at[j], &unused, done)) {
                return false;
            }
            if (!*done) {
                return uneven(in, j + 1, false);
            }
        }
    }
    return true;
}

static bool zip_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct tool *t = (struct tool *)self.o;
    struct list *row = tuple_new(in, t->sources->count, NULL);
    return value_made(out, row) && zip_row(in, t, row->at, done);
}

/* --- map and filter --- */

static bool map_create(struct interp *in, struct class *class, const struct args *args,
                       struct value *out)
{
    if (args->keyword_count > 0) {
        return raise_type_error(in, "map() takes no keyword arguments");
    }
    if (args->count < 2) {
        return raise_type_error(in, "map() must have at least two arguments.");
    }
    struct tool *t = tool_new(in, class, args->count - 1, args->at + 1);
    *out = value_object(t);
    if (t != NULL) {
        t->function = args->at[0];
    }
    return t != NULL;
}

static bool map_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct tool *t = (struct tool *)self.o;
    struct list *row = tuple_new(in, t->sources->count, NULL);
    if (row == NULL) {
        return false;
    }
    for (int64_t k = 0; k < row->count; k++) {
        if (!value_next(in, t->sources->at[k], &row->at[k], done)) {
            return false;
        }
        if (*done) {
            row->at[k] = value_none();
            return true;
        }
    }
    return interp_step(in, 1) && value_call_at(in, t->function, (int)row->count, row->at, out);
}

static bool filter_create(struct interp *in, struct class *class, const struct args *args,
                          struct value *out)
{
    if (!arguments_count(in, args, "filter", 2, 2)) {
        return false;
    }
    struct tool *t = tool_new(in, class, 1, args->at + 1);
    *out = value_object(t);
    if (t != NULL) {
        t->function = args->at[0];
    }
    return t != NULL;
}

static bool filter_next(struct interp *in, struct value self, struct value *out, bool *done)
{
    struct tool *t = (struct tool *)self.o;
    *done = false;
    for (bool keep = false; !keep;) {
        if (!interp_step(in, 1) || !value_next(in, t->sources->at[0], out, done) || *done) {
            return *done;
        }
        struct value verdict = *out;
        if ((t->function.type != VALUE_NONE && !value_call_at(in, t->function, 1, out, &verdict)) ||
            !value_truth(in, verdict, &keep)) {
            return false;
        }
    }
    return true;
}

/* --- reversed --- */

static bool reversed_create(struct interp *in, struct class *class, const struct args *args,
                            struct value *out)
{
    struct value method;
    bool found;
    if (args->count != 1 || args->keyword_count > 0) {
        return raise_type_error(in,
                                args->keyword_count > 0 ? "reversed() takes no keyword arguments"
                                                        : "reversed expected 1 argument, got %d",
                                args->count);
    }
    struct value v = args->at[0];
    bool ok = value_call_found(in, v, "__reversed__", 0, NULL, out, &found);
    if (!ok || found) {
        return ok;
    }
    const struct slots *slots = v.type == VALUE_OBJECT ? v.o->class->slots : NULL;
    bool view = v.type == VALUE_OBJECT &&
                (v.o->class == in->types.dict_keys || v.o->class == in->types.dict_values ||
                 v.o->class == in->types.dict_items);
    bool sequence = slots != NULL && slots->get_item != NULL && slots->length != NULL;
    if (sequence || view) {
        return iterator_reversed(in, v, out);
    }
    /* An object of code with __len__ and __getitem__. */
    if (!value_find(in, v, "__getitem__", &method, &found)) {
        return false;
    }
    int64_t count;
    if (!found) {
        return raise_type_error(in, "'%s' object is not reversible", value_type_name(v));
    }
    if (!value_length(in, v, &count)) {
        return false;
    }
    struct list *l = list_new(in, count);
    for (int64_t k = 0; l != NULL && k < count; k++) {
        struct value each;
        if (!value_get_item(in, v, value_int(k), &each) || !list_append(in, l, each)) {
            return false;
        }
    }
    return l != NULL && iterator_reversed(in, value_object(l), out);
}

#define TOOL(name, next_function)                                                                  \
    {                                                                                              \
        .size = sizeof(struct tool), .mark = tool_mark, .create = name##_create,                   \
        .iterate = iterator_self, .next = next_function                                            \
    }
static const struct slots enumerate_slots = TOOL(enumerate, enumerate_next);
static const struct slots zip_slots = TOOL(zip, zip_next);
static const struct slots map_slots = TOOL(map, map_next);
static const struct slots filter_slots = TOOL(filter, filter_next);

/* --- taking a row apart at once --- */

#define ROW 4

/* The target takes so many values apart, each without a star; 0: it does not, or more than ROW. */
static int parts_of(const struct node *target)
{
    int count = target->kind == NODE_TUPLE || target->kind == NODE_LIST ? target->list.count : 0;
    for (int k = 0; k < count; k++) {
        if (count > ROW || target->list.at[k]->kind == NODE_STARRED) {
            return 0;
        }
    }
    return count;
}

/* The next of a zip, an enumerate or a dictionary's items, as `count` values without a tuple.
 * *taken false: nothing was, value_next knows. */
static bool next_row(struct interp *in, struct value iterator, int count, struct value *row,
                     bool *taken, bool *done)
{
    const struct slots *slots = iterator.o->class->slots;
    struct tool *t = (struct tool *)iterator.o;
    struct iterator *it = (struct iterator *)iterator.o;
    *taken = true;
    if (slots == &zip_slots && t->sources->count == count) {
        return zip_row(in, t, row, done);
    }
    if (slots == &enumerate_slots && count == 2) {
        return enumerate_row(in, t, row, done);
    }
    if (slots == &iterator_slots && it->kind == ITERATOR_ITEMS && count == 2) {
        return iterator_entry(in, it, row, done);
    }
    *taken = false;
    return true;
}

bool iterator_tools_assign(struct interp *in, struct value iterator, const struct node *target,
                           bool *done)
{
    struct value row[ROW], item;
    if (target->kind == NODE_NAME) {
        return iterator_take(in, iterator, &item, done) &&
               (*done || name_store_at(in, target, item));
    }
    int parts = parts_of(target);
    bool taken = false;
    if (parts > 0 && iterator.type == VALUE_OBJECT &&
        !next_row(in, iterator, parts, row, &taken, done)) {
        return false;
    }
    if (!taken) {
        return iterator_take(in, iterator, &item, done) && (*done || assign(in, target, item));
    }
    for (int k = 0; k < parts && !*done; k++) {
        if (!assign(in, target->list.at[k], row[k])) {
            return false;
        }
    }
    return true;
}

static const struct slots reversed_slots = {.size = sizeof(struct object),
                                            .create = reversed_create};

bool iterator_tools_init(struct interp *in)
{
    static const struct {
        const char *name;
        const struct slots *slots;
    } rows[] = {{"enumerate", &enumerate_slots},
                {"zip", &zip_slots},
                {"map", &map_slots},
                {"filter", &filter_slots},
                {"reversed", &reversed_slots}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        struct class *c = interp_class(in, rows[k].name, "builtins", NULL, rows[k].slots);
        if (c == NULL || !native_dunders(in, c) ||
            !interp_set(in, in->builtins, rows[k].name, value_object(c))) {
            return false;
        }
    }
    return true;
}
