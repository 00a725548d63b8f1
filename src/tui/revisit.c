/* Carries a run out again, and stops it at the moments of its events. */
#include "tui/revisit.h"

#include "files/door.h"
#include "lesson/code_lines.h"
#include "show/bindings.h"
#include "torch/tensor_object.h"
#include "trace/tape/snapshot.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

int revisit_binds(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int behind = e->binds;
    for (int k = e->binds, end = bindings_behind(t, event); k < end; k++) {
        behind = t->bind[k].call == e->user_call ? k + 1 : behind;
    }
    return behind;
}

bool revisit_ask(const struct revisit *r, struct sandbox *a, const char *text, struct value *last)
{
    return r->cells >= 0 ? sandbox_run(a, text, last) : sandbox_run_here(a, text, r->up, last);
}

/* The moment behind its event. */
static void wait_for(struct revisit *r)
{
    const struct tape *t = r->v->where.at.tape;
    r->stop.logged = -1;
    if (r->event >= 0 && t->event[r->event].stage != STAGE_TRAINING) {
        r->stop.logged = t->event[r->event].logged + 1;
        r->stop.binds = revisit_binds(t, r->event) - t->event[r->event].binds;
    }
    if (r->cells >= 0) {
        r->stop.binds = INT_MAX; /* behind them, where the cell ends */
    }
}

static void look(struct tape_stop *stop, struct tape *t)
{
    struct revisit *r = (struct revisit *)(void *)stop;
    struct sandbox a;
    if (r->other) {
        return;
    }
    sandbox_begin(&a, t);
    r->event = r->look(r, &a);
    sandbox_end(&a);
    r->done = r->event < 0;
    stop->told = r->done;
    wait_for(r);
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
    struct revisit *r = (struct revisit *)(void *)stop;
    struct tape *t = r->v->where.at.tape;
    const struct event *e = &t->event[r->event];
    r->other = e->op != o->op || e->output_count != o->output_count;
    for (int k = 0; !r->other && k < o->output_count; k++) {
        struct tensor was;
        r->other = !tape_after(t, &e->output[k], r->event, &was);
        if (!r->other) {
            r->other = !same_cells(&was, &o->outputs[k]->tensor);
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

static void carry_out(struct revisit *r, struct run *run, const struct run_terms *terms)
{
    const struct viewer *v = r->v;
    run->tape->stop = &r->stop;
    if (r->cells >= 0) {
        const struct tape *t = v->where.at.tape;
        run_to(run, r->cells > 0 ? run_cell_of(v->lesson, t->cell[r->cells - 1].source) + 1 : 0);
        look(&r->stop, run->tape);
    } else {
        run_wanted(run, terms);
    }
}

bool revisit_run(struct revisit *r, struct error *why)
{
    struct run_terms terms = *r->v->terms;
    struct files_door door;
    struct lesson *lesson = malloc(sizeof *lesson);
    struct run run;
    r->stop = (struct tape_stop){.gave = compare, .here = look};
    wait_for(r);
    if (terms.files != NULL) {
        door = reading_only(terms.files);
        terms.files = &door;
    }
    terms.watch = NULL;
    if (lesson == NULL || !lesson_copy(lesson, r->v->lesson, why)) {
        free(lesson);
        return error_memory(why);
    }
    if (!run_begin(&run, lesson, &terms, why)) {
        return false;
    }
    carry_out(r, &run, &terms);
    if (!r->done && run.outcome == OUTCOME_LIMIT && run.session->in.exception.type != VALUE_NONE) {
        scoped_buf text = {0};
        interp_traceback(&run.session->in, &text);
        error_set(why, ERROR_LIMIT, "%s", buf_text(&text));
    }
    run_free(&run);
    return r->done;
}

void revisit_refusal(const struct error *why, struct buf *out)
{
    if (why->kind != ERROR_NONE) {
        buf_printf(out, "the run was carried out again up to here, and did not get there.\n%s\n",
                   why->text);
    } else {
        buf_puts(out, "the run was carried out again up to here, and went another way. Something "
                      "outside of the code decides what it does, such as a clock or a file.\n");
    }
}
