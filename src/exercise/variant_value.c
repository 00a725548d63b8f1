/* Finds the value that an exercise asks about: by the binds of the tape, cell by cell, or as an
 * expression while the run pauses. */
#include "exercise/form.h"
#include "exercise/variant.h"
#include "exercise/variant_ask.h"
#include "trace/tape/snapshot.h"

#include <stdlib.h>
#include <string.h>

struct wanted { /* "attn_scores@3" */
    char name[200];
    int cell; /* ordinal of a code cell, 0: none was named */
};

/* A name, of an attribute too where it is bound as such ("self.mask"). False: it is an expression.
 */
FORM(name_form, "^[ \t]*((?:self\\.)?(?![0-9])[A-Za-z0-9_\\x80-\\xff]+)(?:@([0-9]{1,6}))?[ \t]*$");

static bool is_name(const char *of, struct wanted *w)
{
    struct piece part[FORM_GROUPS];
    bool is = form_find(&name_form, piece_of(of), 0, part) && part[1].len < sizeof w->name;
    *w = (struct wanted){.cell = is && part[2].len > 0 ? atoi(part[2].at) : 0};
    if (is) {
        memcpy(w->name, part[1].at, part[1].len);
    }
    return is;
}

/* The cell of a span, or of the top-level expression that led to call `call`; -1: none. */
static int cell_of(const struct variant *v, int call, const struct span *at)
{
    const struct tape *t = v->run.tape;
    const struct source *source = at->source;
    for (; call >= 0; call = t->call[call].parent) {
        source = t->call[call].site.source;
    }
    return run_cell_of(v->run.lesson, source);
}

/* The last event of the cell. */
static int cell_end(const struct variant *v, int cell)
{
    const struct tape *t = v->run.tape;
    int k = t->event_count - 1;
    while (k >= 0 && cell_of(v, t->event[k].call, &t->event[k].site) != cell) {
        k--;
    }
    return k;
}

/* Names of attributes are bound as "self.keys". */
static bool names(const struct tape_bind *b, const char *name)
{
    return !b->at.source->prelude && strcmp(b->name, name) == 0 &&
           (b->tensor != NULL || b->is_integer || value_is_number(b->value));
}

/* The bind that is meant; -1: there is none. The nearest cell behind the exercise goes first, then
 * the nearest in front of it; of a cell, its last one. */
static int find_bind(const struct variant *v, const struct wanted *w, int *cell)
{
    const struct tape *t = v->run.tape;
    int best = -1, place = v->exercise->cell, count = v->run.lesson->count;
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *b = &t->bind[k];
        int c = names(b, w->name) ? cell_of(v, b->call, &b->at) : -1;
        if (c < 0 || (w->cell > 0 && v->run.lesson->cells[c].ordinal != w->cell)) {
            continue;
        }
        int rank = c >= place ? c - place : count + place - c;
        int known = *cell >= place ? *cell - place : count + place - *cell;
        if (best < 0 || rank <= known) {
            best = k;
            *cell = c;
        }
    }
    return best;
}

/* Made of nothing but numbers, to be filled afterwards: torch.empty(n), zeros_like(x). */
static bool is_vessel(const struct tape *t, int maker)
{
    const struct event *e = maker >= 0 ? &t->event[maker] : NULL;
    return e != NULL && (e->input_count == 0 || strstr(e->name, "_like") != NULL ||
                         strncmp(e->name, "new_", 4) == 0);
}

/* The last event up to `end` that wrote into it, else its maker. */
static int last_writer(const struct tape *t, const struct tensor *of, int maker, int end)
{
    int k = (int)map_get(&t->storages, of->storage->id, -1);
    while (k >= 0 && (t->write[k].event > end || !tape_overlap(&t->write[k].region, of))) {
        k = t->write[k].previous;
    }
    return k >= 0 && t->write[k].event > maker ? t->write[k].event : maker;
}

/* As it was when it got the name; what was made empty, as its cell has filled it. */
static bool tensor_of(struct variant *v, const struct tape_bind *b, int cell, struct tensor *out,
                      int *event, struct error *err)
{
    struct tape *t = v->run.tape;
    int maker = (int)map_get(&t->makers, b->serial, -1), at = b->event - 1;
    struct tape_tensor of = {.tensor = *b->tensor, .serial = b->serial, .maker = maker};
    if (is_vessel(t, maker) && cell_end(v, cell) > at) {
        at = cell_end(v, cell);
    }
    *event = last_writer(t, b->tensor, maker, at);
    return tape_after(t, &of, at, out) || error_memory(err);
}

static bool number_as_tensor(struct variant *v, struct value number, struct tensor *out,
                             struct error *err)
{
    struct compute *cx = &v->run.session->torch.compute;
    enum dtype real = number.type == VALUE_BOOL ? DTYPE_BOOL : DTYPE_FLOAT64;
    bool ok = number.type == VALUE_INT
                  ? tensor_from_int(cx, out, DTYPE_INT64, number.i, false)
                  : tensor_from_double(cx, out, real, value_number(number), false);
    return ok || error_memory(err);
}

/* The name among those of the run that is most like it. */
static bool no_such_name(struct variant *v, const struct wanted *w, struct error *err)
{
    const struct tape *t = v->run.tape;
    const char **known = calloc((size_t)t->bind_count + 1, sizeof *known);
    for (int k = 0, n = 0; known != NULL && k < t->bind_count; k++) {
        if (t->bind[k].tensor != NULL && !t->bind[k].at.source->prelude) {
            known[n++] = t->bind[k].name;
        }
    }
    const char *near = known != NULL ? complaint_nearest(w->name, known) : NULL;
    variant_refuse(
        v, 0, err, ERROR_INPUT, "`of: %s`: %s gives a tensor or a number that name%s%s%s", w->name,
        w->cell > 0 ? "that cell never" : "no cell", near != NULL ? "; did you mean `" : "",
        near != NULL ? near : "", near != NULL ? "`?" : "");
    free(known);
    return false;
}

static bool value_of_name(struct variant *v, const struct wanted *w, struct tensor *out, int *event,
                          struct error *err)
{
    int cell = -1;
    v->asked = v->behind = true;
    if (!variant_finish(v, err)) {
        return false;
    }
    int k = find_bind(v, w, &cell);
    if (k < 0) {
        return no_such_name(v, w, err);
    }
    const struct tape_bind *b = &v->run.tape->bind[k];
    *event = -1;
    return b->tensor != NULL
               ? tensor_of(v, b, cell, out, event, err)
               : number_as_tensor(v, b->is_integer ? value_int(b->integer) : b->value, out, err);
}

static bool take_value(struct variant *v, struct sandbox *a, struct value value, void *out,
                       struct error *err)
{
    if (!tensor_object_is(a->in, value)) {
        return (value.type == VALUE_INT || value.type == VALUE_FLOAT) &&
               number_as_tensor(v, value, out, err);
    } /* a copy: the code behind may write into its memory */
    return tensor_copy(&v->run.session->torch.compute, out, &tensor_object_of(value)->tensor) ||
           error_memory(err);
}

bool variant_value(struct variant *v, const char *of, struct tensor *out, int *event,
                   struct error *err)
{
    struct wanted w;
    if (is_name(of, &w)) {
        return value_of_name(v, &w, out, event, err);
    }
    if (v->finished) {
        return variant_refuse(v, 0, err, ERROR_INPUT, "`of: %s`: the run does not pause any more",
                              of);
    }
    const struct asking q = {.key = "of",
                             .expression = of,
                             .take = take_value,
                             .otherwise = "that is neither a tensor nor a number"};
    *event = -1;
    return variant_asked(v, &q, out, err);
}
