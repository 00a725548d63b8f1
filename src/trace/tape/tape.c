/* Reads a tape: tensors as they were, where they came from, what they were called. Nothing here
 * computes; a tensor that was overwritten is rebuilt from the log of writes. */
#define _POSIX_C_SOURCE 200809L /* clock_gettime */
#include "trace/tape/tape.h"
#include "trace/tape/parameter.h"

#include "plot/pictures.h"
#include "tensor/compute/storage.h"
#include "tensor/print/print_number.h"
#include "trace/tape/lapses.h"
#include "trace/tape/module_path.h"
#include "trace/tape/part.h"
#include "trace/tape/record.h"
#include "trace/tape/snapshot.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define BINDS_MOST 4096 /* that a name is looked for in, from an event backwards */

static bool intern_names(struct tape *t)
{
    struct interp *in = &t->session->in;
    t->said.forward = str_intern(in, "forward");
    t->said.call = str_intern(in, "__call__");
    t->said.parameters = str_intern(in, "_parameters");
    t->said.buffers = str_intern(in, "_buffers");
    t->said.modules = str_intern(in, "_modules");
    return t->said.forward != NULL && t->said.call != NULL && t->said.parameters != NULL &&
           t->said.buffers != NULL && t->said.modules != NULL;
}

bool tape_start(struct tape *t, struct session *session)
{
    *t = (struct tape){.session = session, .printed = {.budget = session->in.memory}};
    t->kept = list_new(&session->in, 64);
    if (t->kept == NULL || !intern_names(t) || !part_begin(t)) {
        return false;
    }
    t->recorder = record_to(t);
    session->in.recorder = &t->recorder;
    return true;
}

static bool stays(void *self, const struct tensor *region)
{
    return true;
}

/* The values that arguments hold stay alive: the recorder goes on marking. A run that ended at its
 * limit leaves nothing to read with, so readers may use a quarter more. */
void tape_finish(struct tape *t)
{
    t->session->memory.limit += t->session->memory.limit / 4;
    t->recorder = (struct recorder){.self = t, .mark = t->recorder.mark, .before_write = stays};
    t->session->in.recorder = &t->recorder; /* whoever stood between is done */
    clock_gettime(CLOCK_MONOTONIC, &t->finished);
    unpack_tape(t);
    lapses_end(t);
}

bool tape_in_time(struct tape *t)
{
    struct interp *in = &t->session->in;
    struct timespec now;
    if (in->limits.seconds <= 0) {
        return true;
    }
    clock_gettime(CLOCK_MONOTONIC, &now);
    double spent = (double)(now.tv_sec - t->finished.tv_sec) +
                   (double)(now.tv_nsec - t->finished.tv_nsec) * 1e-9;
    if (spent <= in->limits.seconds) {
        return true;
    }
    error_clear(&in->error); /* of the run: it was told */
    return error_set(&in->error, ERROR_LIMIT,
                     "the run is over, but looking through its %d operations took more than %g "
                     "seconds; --timeout raises the limit",
                     t->event_count, in->limits.seconds);
}

void tape_free(struct tape *t)
{
    if (t->session == NULL) {
        return;
    }
    struct interp *in = &t->session->in;
    in->recorder = NULL;
    snapshots_free(t);
    lapses_free(t);
    part_free_all(t);
    train_free(t);
    for (int k = 0; k < t->charts; k++) {
        chart_read_free(t->chart[k]);
    }
    heap_give(in, t->chart, (size_t)t->charts * sizeof *t->chart);
    budget_give(in->memory, t->charged);
    free(t->pass);
    map_free(&t->makers);
    map_free(&t->bound);
    map_free(&t->named);
    map_free(&t->storages);
    map_free(&t->owners);
    map_free(&t->parameters);
    buf_free(&t->parameter_names);
    modules_free(t);
    buf_free(&t->printed);
    free(t->cell);
    arena_free(&t->arena);
    *t = (struct tape){0};
}

/* --- events as calls --- */

bool tape_call_of(struct tape *t, int event, struct call *out)
{
    const struct event *e = &t->event[event];
    *out = (struct call){.in = &t->session->in,
                         .torch = &t->session->torch,
                         .cx = &t->session->torch.compute,
                         .op = e->op,
                         .backward = e->op->backward,
                         .in_place = e->effect == STORAGE_IN_PLACE,
                         .arg_count = e->arg_count};
    memcpy(out->arg, e->arg, (size_t)e->arg_count * sizeof *e->arg);
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_input *input = &e->input[k];
        struct tensor then;
        if (!tape_before(t, &input->of, event, &then)) {
            for (; k-- > 0;) {
                tensor_release(&e->input[k].shadow->tensor);
                e->input[k].shadow->tensor = e->input[k].of.tensor;
            }
            return false;
        }
        input->shadow->tensor = then;
        struct argument *a = &out->arg[input->argument];
        if (a->object == input->shadow) {
            a->tensor = then;
        }
    }
    return true;
}

void tape_call_release(struct tape *t, int event, struct call *c)
{
    const struct event *e = &t->event[event];
    for (int k = 0; k < e->input_count; k++) {
        tensor_release(&e->input[k].shadow->tensor);
        e->input[k].shadow->tensor = e->input[k].of.tensor;
    }
}

/* --- where values came from --- */

/* The first and one past the last byte that a tensor covers in its storage. */
static void extent(const struct tensor *t, int64_t *first, int64_t *end)
{
    int64_t size = (int64_t)dtype_size(t->dtype);
    *first = *end = t->offset;
    if (tensor_numel(t) > 0) {
        tensor_reach(t, first, end);
    }
    *first *= size;
    *end *= size;
}

bool tape_overlap(const struct tensor *a, const struct tensor *b)
{
    int64_t a_first, a_end, b_first, b_end;
    extent(a, &a_first, &a_end);
    extent(b, &b_first, &b_end);
    return a_first < b_end && b_first < a_end;
}

bool tape_moved(const struct event *e, int output)
{
    const struct tape_tensor *of = &e->output[output];
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].of.serial == of->serial) {
            return e->input[k].of.tensor.storage != of->tensor.storage;
        }
    }
    return false;
}

int tape_owner(const struct tape *t, const struct tape_tensor *of)
{
    const struct storage *s = of->tensor.storage;
    int owner = s != NULL ? (int)map_get(&t->owners, s->id, -1) : -1;
    return owner >= 0 || s == NULL || s->id == 0 ? owner : part_gap(part_of_storage(t, s->id));
}

/* The same cell by cell, where there are few: columns of one table lie between each other. */
static bool meets(const struct tensor *a, const struct tensor *b)
{
    enum { FEW = 1 << 14 };
    int64_t cells = tensor_numel(a), others = tensor_numel(b);
    bool meet = tape_overlap(a, b), few = cells < FEW && others < FEW && cells * others <= FEW;
    if (!meet || !few || (tensor_is_contiguous(a) && tensor_is_contiguous(b))) {
        return meet;
    }
    meet = false;
    for (int64_t k = 0; k < cells * others && !meet; k++) {
        meet = tensor_place(a, k / others) == tensor_place(b, k % others);
    }
    return meet;
}

int tape_giver(const struct tape *t, int event, const struct tape_tensor *of)
{
    int from = of->maker >= 0 ? of->maker : tape_owner(t, of);
    from = from < event ? from : -1;
    for (int k = of->written; k >= 0 && t->write[k].event > from; k = t->write[k].previous) {
        if (t->write[k].event < event && meets(&t->write[k].region, &of->tensor)) {
            return t->write[k].event;
        }
    }
    return from;
}

bool tape_sources(const struct tape *t, int event, const struct tape_input *input, int **at,
                  int *count)
{
    const struct tape_tensor *of = &input->of;
    int most = 1, n = 0;
    for (int k = of->written; k >= 0 && t->write[k].event > of->maker; k = t->write[k].previous) {
        most++;
    }
    int *found = calloc((size_t)most, sizeof *found);
    if (found == NULL) {
        return error_memory(&t->session->in.error);
    }
    for (int k = of->written; k >= 0 && t->write[k].event > of->maker; k = t->write[k].previous) {
        int writer = t->write[k].event;
        if (writer < event && tape_overlap(&t->write[k].region, &of->tensor) &&
            (n == 0 || found[n - 1] != writer)) {
            found[n++] = writer;
        }
    }
    if (of->maker >= 0) {
        found[n++] = of->maker;
    }
    for (int k = 0; k < n / 2; k++) { /* they were found from the last to the first */
        int swapped = found[k];
        found[k] = found[n - 1 - k];
        found[n - 1 - k] = swapped;
    }
    *at = found;
    *count = n;
    return true;
}

/* --- names --- */

static bool is_attribute(const char *name)
{
    return strchr(name, '.') != NULL;
}

/* A gradient keeps its name as x.grad, which is another tensor over the same cells. */
static const char *gradient_of(const struct tape *t, const struct tape_tensor *of, int maker)
{
    const struct event *e = maker >= 0 ? &t->event[maker] : NULL;
    if (e == NULL || e->gradient == NULL || maker == of->maker) {
        return e != NULL ? e->gradient : NULL;
    }
    const struct tensor *x = &e->output[0].tensor, *y = &of->tensor;
    bool turned = !tensor_same_shape(x, y) || x->offset != y->offset ||
                  memcmp(x->stride, y->stride, (size_t)x->ndim * sizeof *x->stride) != 0;
    return turned ? NULL : e->gradient;
}

static const char *gradient_name(const struct tape *t, const struct tape_tensor *of)
{
    int owner = tape_owner(t, of);
    const char *name = of->maker >= 0 ? gradient_of(t, of, of->maker) : NULL;
    return name != NULL ? name : gradient_of(t, of, owner);
}

/* Whether the code of the event, or of the one whose gradient it computes, says the name. What is
 * gathered is gathered where backward() is called. */
static bool says(const struct tape *t, const struct event *e, const char *name)
{
    const struct span *at = &(e->of >= 0 && !e->gathers ? &t->event[e->of] : e)->code;
    size_t len, size = strlen(name);
    for (int row = at->line; at->source != NULL && row <= at->end_line; row++) {
        const char *line = source_line(at->source, row, &len);
        size_t end =
            row == at->end_line && (size_t)at->end_column < len ? (size_t)at->end_column : len;
        for (size_t k = row == at->line ? (size_t)at->column : 0; line != NULL && k + size <= end;
             k++) {
            bool starts = k == 0 || !(isalnum((unsigned char)line[k - 1]) || line[k - 1] == '_');
            char next = k + size < len ? line[k + size] : ' ';
            if (starts && memcmp(line + k, name, size) == 0 && next != '_' &&
                !isalnum((unsigned char)next)) {
                return true;
            }
        }
    }
    return false;
}

/* Whether a name still stands for the tensor where the event stands. */
static bool is_held(const struct tape *t, const struct event *e, const struct tape_bind *of)
{
    for (int k = e->binds - 1; k >= 0 && k > e->binds - BINDS_MOST; k--) {
        const struct tape_bind *b = &t->bind[k];
        if (b->call == of->call && strcmp(b->name, of->name) == 0) {
            return b->serial == of->serial;
        }
    }
    return false;
}

/* Whether a name that the code of the event says is another tensor's there: the function that the
 * event stands in has one of its own, or the name has gone on to another. */
static bool is_others(const struct tape *t, const struct event *e, int call,
                      const struct tape_bind *of)
{
    bool gone = false, known = false;
    for (int k = e->binds - 1; k >= 0 && k > e->binds - BINDS_MOST; k--) {
        const struct tape_bind *b = &t->bind[k];
        bool here = b->call == call;
        if ((here || (b->call == of->call && !known)) && strcmp(b->name, of->name) == 0) {
            known = true;
            gone = b->serial != of->serial;
            if (here) {
                break;
            }
        }
    }
    return gone;
}

const char *tape_name(const struct tape *t, int event, const struct tape_tensor *of)
{
    const struct event *e = &t->event[event];
    int k = chain_before(t->binds_of, (int)map_get(&t->named, of->serial, -1), e->binds);
    int call = (e->of >= 0 && !e->gathers ? &t->event[e->of] : e)->user_call;
    const char *otherwise = NULL, *lent = NULL, *here = NULL;
    for (; k >= 0; k = t->binds_of[k].previous) {
        const struct tape_bind *b = &t->bind[k];
        bool said = says(t, e, b->name);
        if (said && (b->lent || b->call != call) && !is_attribute(b->name) &&
            is_others(t, e, call, b)) {
            continue;
        }
        if (b->lent && !said) { /* for a while: any other name is better */
            lent = lent == NULL && (b->call == call || b->call == -1) ? b->name : lent;
            continue;
        }
        if (b->call == call && !is_attribute(b->name)) {
            bool first = here == NULL; /* of x and mem in att(x, x): what stands in the line */
            if (said && (first || is_held(t, e, b))) {
                return b->name;
            }
            here = first ? b->name : here;
            continue;
        }
        if (otherwise == NULL && (b->call == -1 || is_attribute(b->name))) {
            otherwise = b->name;
        }
    }
    if (here != NULL) {
        return here;
    }
    if (otherwise == NULL) {
        otherwise = gradient_name(t, of);
    }
    if (otherwise == NULL) {
        otherwise = parameter_name(t, of->serial);
    }
    if (otherwise == NULL && e->gathers) {
        return e->gradient; /* what x.grad held */
    }
    const char *known = otherwise == NULL && lent != NULL ? parameter_name(t, of->serial) : NULL;
    return otherwise != NULL ? otherwise : known != NULL ? known : lent;
}

const char *tape_result_name(const struct tape *t, int event, int output)
{
    const struct event *e = &t->event[event];
    int last = (int)map_get(&t->named, e->output[output].serial, -1);
    int k = chain_from(t->binds_of, last, e->binds);
    while (k >= 0 && t->bind[k].call != e->user_call) {
        k = t->binds_of[k].later;
    }
    /* for part in (query, keys): another name for what has one */
    const char *known = k >= 0 && t->bind[k].lent ? tape_name(t, event, &e->output[output]) : NULL;
    return known != NULL ? known : k >= 0 ? t->bind[k].name : e->gradient;
}

char tape_letter(const struct tape *t, const char *letters)
{
    for (int k = 0; k < t->bind_count && letters[1] != '\0'; k++) {
        const struct tape_bind *b = &t->bind[k];
        bool own = b->call < 0 || !t->call[b->call].prelude;
        if (own && b->name[0] == letters[0] && b->name[1] == '\0') {
            letters++;
            k = -1; /* the next one from the first bind on */
        }
    }
    return letters[0];
}

const char *tape_local_name(const struct tape *t, int event, const struct tape_tensor *of)
{
    int bind = (int)map_get(&t->bound, of->serial, -1), call = t->event[event].call;
    bool here = bind >= 0 && call >= 0 && t->bind[bind].call >= 0 &&
                t->call[t->bind[bind].call].function == t->call[call].function;
    return here && strchr(t->bind[bind].name, '.') == NULL ? t->bind[bind].name : NULL;
}

bool tape_inside(const struct tape *t, int inner, int outer)
{
    while (inner > outer) {
        inner = t->call[inner].parent;
    }
    return inner == outer;
}

void tape_bind_text(const struct tape_bind *b, struct buf *out)
{
    if (b->text != NULL) {
        buf_puts(out, b->text);
    } else if (b->value.type == VALUE_INT) {
        buf_printf(out, "%lld", (long long)b->value.i);
    } else if (b->value.type == VALUE_FLOAT) {
        print_double(b->value.f, out);
    } else if (b->value.type == VALUE_BOOL) {
        buf_puts(out, b->value.b ? "True" : "False");
    } else {
        buf_puts(out, b->value.type == VALUE_ELLIPSIS ? "Ellipsis" : "None");
    }
}

const struct pass_places *tape_places(const struct pass *p, int event)
{
    for (int k = 0; k < 2; k++) {
        if (p->places[k].product == event) {
            return &p->places[k];
        }
    }
    return NULL;
}
