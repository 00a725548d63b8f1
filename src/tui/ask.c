/* Carries the run out again up to the step, and runs the expression there. */
#include "tui/ask.h"

#include "files/door.h"
#include "lang/run/native.h"
#include "lesson/lines.h"
#include "torch/tensor_object.h"
#include "trace/tape/sandbox.h"
#include "trace/tape/snapshot.h"
#include "tui/page/known.h"
#include "tui/word.h"

#include <stdlib.h>
#include <string.h>

struct asked {
    struct tape_stop stop;
    const struct stepper *at;
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

/* The bind that a name has its value of at the step; NULL: there is none. */
static const struct tape_bind *bound_now(const struct stepper *s, const char *name)
{
    const struct tape *t = s->tape;
    int last = stepper_end(s) - 1;
    for (int call = t->event[stepper_event(s)].user_call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(&s->bindings, call, name);
        int now = b != NULL ? chain_before(s->bindings.in_call, b->last, end_of(t, last)) : -1;
        if (now >= 0 || call < 0) {
            return now >= 0 ? &t->bind[now] : NULL;
        }
    }
}

/* Whether the numbers that the expression names are those of the run that is walked. */
static bool same_numbers(struct sandbox *a, const struct asked *q)
{
    const struct stepper *s = q->at;
    bool same = true;
    for (int k = 0; same && k < s->bindings.name_count; k++) {
        const char *name = s->bindings.name[k];
        const struct tape_bind *b = mentions(q->expression, name) ? bound_now(s, name) : NULL;
        struct value v;
        if (b == NULL || strchr(name, '.') != NULL || b->value.type != VALUE_FLOAT) {
            continue;
        }
        same = sandbox_run_here(a, name, &v) && v.type == VALUE_FLOAT &&
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
        bool ok = sandbox_run_here(&a, q->expression, &last);
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
    int event = stepper_event(q->at);
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
    run_wanted(&run, &terms);
    if (!q->told && run.outcome == OUTCOME_LIMIT && run.session->in.exception.type != VALUE_NONE) {
        scoped_buf text = {0};
        interp_traceback(&run.session->in, &text);
        error_set(why, ERROR_LIMIT, "%s", buf_text(&text));
    }
    run_free(&run);
    return q->told;
}

/* --- what cannot be told --- */

/* The first bind of a name behind the step, where it has none before; NULL: there is none. */
static const struct tape_bind *bound_later(const struct stepper *s, const char *name)
{
    const struct tape *t = s->tape;
    int event = stepper_event(s);
    const struct tape_bind *later = NULL;
    for (int call = t->event[event].user_call;; call = known_around(t, call)) {
        const struct binding *b = bindings_find(&s->bindings, call, name);
        int next = b != NULL
                       ? chain_from(s->bindings.in_call, b->last, end_of(t, stepper_end(s) - 1))
                       : -1;
        if (b != NULL &&
            chain_before(s->bindings.in_call, b->last, end_of(t, stepper_end(s) - 1)) >= 0) {
            return NULL; /* of a caller, say: it is bound, and not seen from here */
        }
        later = next >= 0 && later == NULL ? &t->bind[next] : later;
        if (call < 0) {
            return later;
        }
    }
}

static void put_unbound(const struct stepper *s, const char *expression, struct buf *out)
{
    const struct tape *t = s->tape;
    for (int k = 0; k < s->bindings.name_count; k++) {
        const char *name = s->bindings.name[k];
        const struct tape_bind *later = mentions(expression, name) ? bound_later(s, name) : NULL;
        if (later == NULL) {
            continue;
        }
        buf_printf(out, "At this step %s is not bound yet", name);
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
    buf_printf(out, "What %s was at this step cannot be told: ", q->expression);
    if (why->kind != ERROR_NONE) {
        buf_printf(out, "the run was carried out again up to here, and did not get there.\n%s\n",
                   why->text);
    } else {
        buf_puts(out, "the run was carried out again up to here, and went another way. Something "
                      "outside of the code decides what it does, such as a clock or a file.\n");
    }
}

void ask(const struct viewer *v, const char *expression, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    struct tape *t = s->tape;
    struct error why = {0};
    if (s->row < 0) { /* a run without a step */
        answer_at_end(t, expression, out);
        return;
    }
    int event = stepper_event(s);
    const struct event *e = &t->event[event];
    if (e->stage == STAGE_TRAINING) {
        buf_puts(out, "The steps of this part of the training are not kept, and nothing can be "
                      "asked there. :train N keeps training step N.\n");
        return;
    }
    struct asked q = {.stop = {.logged = e->logged + 1,
                               .binds = end_of(t, event) - e->binds,
                               .gave = compare,
                               .here = answer_here},
                      .at = s,
                      .expression = expression,
                      .out = out};
    if (!ask_again(&q, v, &why)) {
        put_refusal(&q, &why, out);
    } else if (q.unbound && event + 1 == t->event_count) { /* there is no other step to ask at */
        buf_clear(out);
        answer_at_end(t, expression, out);
    } else if (q.unbound) {
        put_unbound(s, expression, out);
    }
}
