/* Makes runs and takes them apart in the right order. */
#include "trace/report/run.h"

#include "lang/run/library.h"
#include "plot/pictures.h"
#include "trace/axes/axes.h"
#include "trace/report/view_refused.h"
#include "trace/stage/stages.h"

#include <stdlib.h>
#include <string.h>

int run_cell_of(const struct lesson *l, const struct source *source)
{
    for (int k = 0; l != NULL && source != NULL && k < l->count; k++) {
        if (l->cells[k].code && l->cells[k].text == source->text) {
            return k;
        }
    }
    return -1;
}

static void note_failure(struct run *r, enum outcome outcome)
{
    struct interp *in = &r->session->in;
    if (outcome == OUTCOME_DONE) {
        return;
    }
    interp_traceback(in, &r->failure);
    if (r->failure.len == 0) {
        buf_puts(&r->failure, "The code ended itself.\n");
    }
    view_refused_text(r->session, r->tape, &r->failure);
    for (int k = 0; k < in->trace_count; k++) {
        if (r->failed.source == NULL && run_cell_of(r->lesson, in->trace[k].span.source) >= 0) {
            r->failed = in->trace[k].span; /* the innermost comes first */
        }
    }
    error_clear(&in->error);
}

void run_borrow(struct run *r, struct lesson *lesson, struct tape *tape, struct warnings *warnings,
                enum outcome outcome)
{
    *r = (struct run){
        .lesson = lesson, .session = tape->session, .tape = tape, .warnings = warnings};
    note_failure(r, outcome);
}

bool run_name_file(struct session *s, const struct lesson *l)
{
    s->in.program = l->format == LESSON_PYTHON ? l->file : NULL;
    s->in.arguments = l->arguments;
    s->in.argument_count = l->argument_count;
    struct str *file = l->format == LESSON_PYTHON ? str_intern(&s->in, l->file) : NULL;
    return l->format != LESSON_PYTHON ||
           (file != NULL && interp_set(&s->in, s->in.main->dict, "__file__", value_object(file)));
}

static void swallow(void *self, const char *text, size_t len, bool is_error)
{
    (void)self, (void)text, (void)len, (void)is_error; /* the tape keeps what is printed */
}

static bool no_memory(struct run *r, struct error *err)
{
    run_free(r);
    return error_memory(err);
}

bool run_begin(struct run *r, struct lesson *lesson, const struct run_terms *terms,
               struct error *err)
{
    *r = (struct run){.lesson = lesson, .owned = true};
    struct session *s = calloc(1, sizeof *s);
    r->tape = calloc(1, sizeof *r->tape);
    r->warnings = calloc(1, sizeof *r->warnings);
    if (s == NULL || r->tape == NULL || r->warnings == NULL ||
        !session_init(s, terms->memory, terms->threads)) {
        free(s);
        return no_memory(r, err);
    }
    r->session = s;
    if (terms->baseline) {
        s->torch.compute.simd = SIMD_BASELINE;
    }
    if (terms->seeded) {
        session_seed(s, terms->seed);
    }
    s->in.limits = terms->limits;
    s->memory.fixed = terms->limits.fixed;
    s->in.stack_own = terms->stack;
    if (terms->library != NULL) {
        library_join(terms->library, &s->in);
    }
    s->in.write = swallow;
    s->in.beside = lesson_module;
    s->in.beside_self = lesson;
    s->in.files = terms->files;
    s->in.bring = terms->bring;
    if (!pictures_begin(&s->in, pictures_dropped(lesson->format != LESSON_PYTHON)) ||
        !run_name_file(s, lesson) || !tape_start(r->tape, s)) {
        return no_memory(r, err);
    }
    r->tape->train.window = terms->train;
    r->tape->train.watch = terms->watch;
    return true;
}

bool run_to(struct run *r, int cell)
{
    struct lesson *l = r->lesson;
    for (; r->cell < cell && r->cell < l->count; r->cell++) {
        struct value last;
        bool has_last;
        if (r->outcome != OUTCOME_DONE || r->session->in.left) {
            return false;
        }
        if (l->cells[r->cell].code) {
            const struct source *source = lesson_source(l, &l->cells[r->cell]);
            r->outcome = source == NULL ? OUTCOME_LIMIT
                                        : interp_run(&r->session->in, source, &last, &has_last);
            if (r->outcome == OUTCOME_DONE && has_last && l->format != LESSON_PYTHON) {
                r->outcome = interp_echo(&r->session->in, last);
            }
            if (r->outcome == OUTCOME_DONE) {
                r->outcome = pictures_cell_end(&r->session->in);
            }
        }
    }
    return r->outcome == OUTCOME_DONE && !r->session->in.left;
}

bool run_end(struct run *r, bool also_failing, struct error *err)
{
    tape_finish(r->tape);
    if (r->outcome != OUTCOME_DONE && !also_failing) {
        note_failure(r, r->outcome);
        return true;
    }
    struct error why = r->session->in.error;
    if (!stages_find(r->tape) || !axes_find(r->tape) || !warnings_find(r->tape, r->warnings)) {
        return no_memory(r, err);
    }
    r->session->in.error = why;
    note_failure(r, r->outcome);
    return true;
}

bool run_wanted(struct run *r, const struct run_terms *terms)
{
    const struct lesson *l = r->lesson;
    int end = l->count; /* or behind the last cell that is wanted */
    while (terms->last_cell > 0 && end > 0 &&
           (!l->cells[end - 1].code || l->cells[end - 1].ordinal > terms->last_cell)) {
        end--;
    }
    return run_to(r, end);
}

bool run_make(struct run *r, struct lesson *lesson, const struct run_terms *terms,
              bool also_failing, struct error *err)
{
    if (!run_begin(r, lesson, terms, err)) {
        return false;
    }
    run_wanted(r, terms);
    return run_end(r, also_failing, err);
}

void run_free(struct run *r)
{
    buf_free(&r->failure);
    if (r->owned) {
        if (r->warnings != NULL) {
            warnings_free(r->warnings);
        }
        if (r->session != NULL) {
            tape_free(r->tape);
            session_free(r->session);
        }
        if (r->lesson != NULL) {
            lesson_free(r->lesson);
        }
        free(r->warnings);
        free(r->tape);
        free(r->session);
        free(r->lesson);
    }
    *r = (struct run){0};
}
