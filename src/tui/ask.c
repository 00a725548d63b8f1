/* Carries the run out again up to the step, and runs the expression there. */
#include "tui/ask.h"

#include "files/door.h"
#include "lesson/code_lines.h"
#include "torch/tensor_object.h"
#include "trace/tape/sandbox.h"
#include "trace/tape/snapshot.h"
#include "tui/page/known.h"
#include "tui/word.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

struct asked {
    struct tape_stop stop;
    const struct stepper *at;
    bool reads; /* at a text: behind the first ... */
    int cells;  /* ... cells of tape.cell that were run */
    int event;  /* the last one before, whose result is compared; -1: none */
    int call;   /* whose names are asked for, -1: the top level; and ... */
    int end;    /* ... how many binds are behind it */
    const char *expression;
    struct buf *out;
    bool other;   /* the step gave something else this time */
    bool told;    /* the answer is in `out` */
    bool unbound; /* it is that a name is not bound */
};

/* --- the answer --- */

static void put_list(const char *what, int count, const int64_t *number, struct buf *out)
{
    buf_puts(out, what);
    sizes_put_tuple(count, number, ", ", out);
}

static void answer(struct sandbox *a, bool ok, struct value last, struct buf *out)
{
    buf_put(out, buf_text(&a->printed), a->printed.len);
    if (!ok) {
        interp_traceback(a->in, out);
        return;
    }
    if (tensor_object_is(a->in, last)) {
        const struct tensor *t = &tensor_object_of(last)->tensor;
        put_list("shape ", t->ndim, t->shape, out);
        put_list("  strides ", t->ndim, t->stride, out);
        buf_printf(out, "  %s%s\n", dtype_name(t->dtype),
                   tensor_is_contiguous(t) ? "" : "  not contiguous");
    }
    bool silent = last.type == VALUE_NONE && (a->printed.len > 0 || !a->gives);
    if (!silent && !interp_pretty(a->in, last, out)) {
        interp_traceback(a->in, out);
    }
    buf_puts(out, out->len > 0 && out->data[out->len - 1] != '\n' ? "\n" : "");
}

/* Among the names of the top level at the end of the run. */
static void answer_at_end(struct tape *t, const char *expression, struct buf *out)
{
    struct sandbox a;
    struct value last;
    sandbox_begin(&a, t);
    bool ok = sandbox_run(&a, expression, &last);
    answer(&a, ok, last, out);
    sandbox_end(&a);
}

/* --- at the step --- */

/* The binds behind the step: up to the end of the statement that it is a part of, as far as that
 * goes in its own function. `q = x @ W` has given q its value. */
static int end_of(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int behind = e->binds;
    for (int k = e->binds, end = bindings_behind(t, event); k < end; k++) {
        behind = t->bind[k].call == e->user_call ? k + 1 : behind;
    }
    return behind;
}

static bool mentions(const char *expression, const char *name)
{
    size_t len = strlen(name), from, end;
    for (int k = 0; word_find(expression, strlen(expression), k, &from, &end); k++) {
        if (end - from == len && strncmp(expression + from, name, len) == 0) {
            return true;
        }
    }
    return false;
}

/* The bind that a name has its value of there; NULL: there is none. */
static const struct tape_bind *bound_now(const struct asked *q, const char *name)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    for (int call = q->call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(all, call, name);
        int now = b != NULL ? chain_before(all->in_call, b->last, q->end) : -1;
        if (now >= 0 || call < 0) {
            return now >= 0 ? &t->bind[now] : NULL;
        }
    }
}

/* Runs a text where the run pauses, or behind the cells that were run. */
static bool run_there(struct sandbox *a, const struct asked *q, const char *text,
                      struct value *last)
{
    return q->reads ? sandbox_run(a, text, last) : sandbox_run_here(a, text, last);
}

/* Whether the numbers that the expression names are those of the run that is walked. */
static bool same_numbers(struct sandbox *a, const struct asked *q)
{
    const struct stepper *s = q->at;
    bool same = true;
    for (int k = 0; same && k < s->bindings.name_count; k++) {
        const char *name = s->bindings.name[k];
        const struct tape_bind *b = mentions(q->expression, name) ? bound_now(q, name) : NULL;
        struct value v;
        if (b == NULL || strchr(name, '.') != NULL || b->value.type != VALUE_FLOAT) {
            continue;
        }
        same = run_there(a, q, name, &v) && v.type == VALUE_FLOAT &&
               memcmp(&v.f, &b->value.f, sizeof v.f) == 0;
    }
    return same;
}

static void answer_here(struct tape_stop *stop, struct tape *t)
{
    struct asked *q = (struct asked *)(void *)stop;
    struct sandbox a;
    struct value last = value_none();
    if (q->other) {
        return;
    }
    sandbox_begin(&a, t);
    if (same_numbers(&a, q)) {
        bool ok = run_there(&a, q, q->expression, &last);
        q->unbound = !ok && raise_is(a.in, EXCEPTION_NameError);
        answer(&a, ok, last, q->out);
        q->told = true;
    }
    sandbox_end(&a);
}

static bool same_cells(const struct tensor *a, const struct tensor *b)
{
    size_t size = dtype_size(a->dtype);
    bool same = a->dtype == b->dtype && tensor_same_shape(a, b);
    for (int64_t k = 0, n = tensor_numel(a); same && k < n; k++) {
        same =
            memcmp((const char *)a->storage->data + (size_t)tensor_place(a, k) * size,
                   (const char *)b->storage->data + (size_t)tensor_place(b, k) * size, size) == 0;
    }
    return same;
}

/* Whether the step does again what it did. */
static void compare(struct tape_stop *stop, const struct operation *o)
{
    struct asked *q = (struct asked *)(void *)stop;
    int event = q->event;
    const struct event *e = &q->at->tape->event[event];
    q->other = e->op != o->op || e->output_count != o->output_count;
    for (int k = 0; !q->other && k < o->output_count; k++) {
        struct tensor was;
        q->other = !tape_after(q->at->tape, &e->output[k], event, &was);
        if (!q->other) {
            q->other = !same_cells(&was, &o->outputs[k]->tensor);
            tensor_release(&was);
        }
    }
}

/* What is not there without folders is written to memory: nothing is written twice. */
static struct files_door reading_only(const struct files_door *door)
{
    struct files_door own = *door;
    own.writes = NULL;
    return own;
}

/* False: `why` tells, or the run ended in another way. */
static bool ask_again(struct asked *q, const struct viewer *v, struct error *why)
{
    struct run_terms terms = *v->terms;
    struct files_door door;
    struct lesson *lesson = malloc(sizeof *lesson);
    struct run run;
    if (terms.files != NULL) {
        door = reading_only(terms.files);
        terms.files = &door;
    }
    terms.watch = NULL;
    if (lesson == NULL || !lesson_copy(lesson, v->lesson, why)) {
        free(lesson);
        return error_memory(why);
    }
    if (!run_begin(&run, lesson, &terms, why)) {
        return false;
    }
    run.tape->stop = &q->stop;
    if (q->reads) {
        const struct tape *t = q->at->tape;
        run_to(&run, q->cells > 0 ? run_cell_of(v->lesson, t->cell[q->cells - 1].source) + 1 : 0);
        answer_here(&q->stop, run.tape);
    } else {
        run_wanted(&run, &terms);
    }
    if (!q->told && run.outcome == OUTCOME_LIMIT && run.session->in.exception.type != VALUE_NONE) {
        scoped_buf text = {0};
        interp_traceback(&run.session->in, &text);
        error_set(why, ERROR_LIMIT, "%s", buf_text(&text));
    }
    run_free(&run);
    return q->told;
}

/* --- what cannot be told --- */

static const char *where(const struct asked *q)
{
    return q->reads ? "text" : "step";
}

/* The first bind of a name behind the step, where it has none before; NULL: there is none. */
static const struct tape_bind *bound_later(const struct asked *q, const char *name)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    const struct tape_bind *later = NULL;
    for (int call = q->call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(all, call, name);
        int next = b != NULL ? chain_from(all->in_call, b->last, q->end) : -1;
        if (b != NULL && chain_before(all->in_call, b->last, q->end) >= 0) {
            return NULL; /* of a caller, say: it is bound, and not seen from here */
        }
        later = next >= 0 && later == NULL ? &t->bind[next] : later;
        if (call < 0) {
            return later;
        }
    }
}

static void put_unbound(const struct asked *q)
{
    const struct bindings *all = &q->at->bindings;
    const struct tape *t = q->at->tape;
    struct buf *out = q->out;
    for (int k = 0; k < all->name_count; k++) {
        const char *name = all->name[k];
        const struct tape_bind *later = mentions(q->expression, name) ? bound_later(q, name) : NULL;
        if (later == NULL) {
            continue;
        }
        buf_printf(out, "At this %s %s is not bound yet", where(q), name);
        if (later->event > 0 && later->event <= t->event_count) {
            const struct event *before = &t->event[later->event - 1];
            buf_printf(out, "; that comes behind step %s%d", before->setup ? "s" : "",
                       before->number);
        }
        buf_puts(out, ".\n");
    }
}

static void put_refusal(const struct asked *q, const struct error *why, struct buf *out)
{
    buf_printf(out, "What %s was at this %s cannot be told: ", q->expression, where(q));
    if (why->kind != ERROR_NONE) {
        buf_printf(out, "the run was carried out again up to here, and did not get there.\n%s\n",
                   why->text);
    } else {
        buf_puts(out, "the run was carried out again up to here, and went another way. Something "
                      "outside of the code decides what it does, such as a clock or a file.\n");
    }
}

/* Where the run is carried out to. */
static void find_moment(struct asked *q, const struct viewer *v)
{
    const struct tape *t = q->at->tape;
    q->reads = viewer_reads(v);
    q->stop = (struct tape_stop){.logged = -1, .gave = compare, .here = answer_here};
    if (q->reads) {
        q->cells = viewer_stop(v)->ran;
        q->event = viewer_stop(v)->event;
        q->call = -1;
        q->end = known_behind(t, q->cells);
        q->stop.binds = INT_MAX; /* behind them, where the cell ends */
    } else {
        q->event = stepper_event(q->at);
        q->call = t->event[q->event].user_call;
        q->end = end_of(t, stepper_end(q->at) - 1);
        q->stop.binds = end_of(t, q->event) - t->event[q->event].binds;
    }
    if (q->event >= 0 && t->event[q->event].stage != STAGE_TRAINING) {
        q->stop.logged = t->event[q->event].logged + 1;
    }
}

void ask(const struct viewer *v, const char *expression, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    struct tape *t = s->tape;
    struct error why = {0};
    if (s->row < 0 && !viewer_reads(v)) { /* a run without a step */
        answer_at_end(t, expression, out);
        return;
    }
    struct asked q = {.at = s, .expression = expression, .out = out};
    find_moment(&q, v);
    if (!q.reads && t->event[q.event].stage == STAGE_TRAINING) {
        buf_puts(out, "The steps of this part of the training are not kept, and nothing can be "
                      "asked there. :train N keeps training step N.\n");
    } else if (!ask_again(&q, v, &why)) {
        put_refusal(&q, &why, out);
    } else if (q.unbound && !q.reads && q.event + 1 == t->event_count) {
        buf_clear(out); /* there is no other step to ask at */
        answer_at_end(t, expression, out);
    } else if (q.unbound) {
        put_unbound(&q);
    }
}
