/* Runs a lesson with drawn numbers as far as the exercise, and on. The numbers are drawn by
 * variant_draw.c, what is given is rounded by variant_given.c; texts are filled in by
 * variant_ask.c, and the value that is asked about is found by variant_value.c. */
#include "exercise/variant.h"

#include "exercise/kind.h"
#include "exercise/variant_ask.h"

#include <stdlib.h>
#include <string.h>

bool variant_refuse(const struct variant *v, int line, struct error *err, enum error_kind kind,
                    const char *format, ...)
{
    scoped_buf text = {0};
    va_list args;
    va_start(args, format);
    int cell, at = lesson_place(v->of->lesson, line > 0 ? line : v->exercise->line, &cell);
    if (cell > 0) {
        buf_printf(&text, "%s, cell %d, line %d", v->of->lesson->file, cell, at);
    } else {
        buf_printf(&text, "%s:%d", v->of->lesson->file, at);
    }
    buf_printf(&text, ": exercise `%s`: ", v->exercise->name);
    buf_vprintf(&text, format, args);
    va_end(args);
    error_set(err, kind, "%s", buf_text(&text));
    return false;
}

void variant_raised(struct variant *v, struct buf *out)
{
    scoped_buf all = {0};
    if (v->run.failure.len > 0) {
        buf_puts(&all, buf_text(&v->run.failure));
    } else {
        interp_traceback(&v->run.session->in, &all);
    }
    kind_raised(buf_text(&all), out);
}

static bool take_truth(struct variant *v, struct sandbox *a, struct value value, void *out,
                       struct error *err)
{
    (void)v, (void)err;
    return value_truth(a->in, value, out);
}

/* What the exercise itself requires, among the names as they stand at its place. */
static bool suits(struct variant *v, bool *out, struct error *err)
{
    const struct field *f;
    *out = true;
    for (int k = 0; *out && (f = exercise_field_at(v->exercise, "require", k)) != NULL; k++) {
        const struct asking q = {
            .key = f->key, .expression = f->value, .line = f->line, .take = take_truth};
        if (!variant_asked(v, &q, out, err)) {
            return false;
        }
    }
    return true;
}

/* Runs the draw up to the exercise. */
static bool run_draw(struct variant *v, const struct fault_plan *fault,
                     const struct run_terms *given, struct error *err)
{
    struct run_terms terms = *given;
    struct lesson *l;
    if (!variant_draw_turn(v, v->retry, &terms, &l, err) || !run_begin(&v->run, l, &terms, err)) {
        return false;
    }
    if (fault != NULL) {
        struct fault_hook *hook = arena_alloc(&v->arena, sizeof *hook);
        if (hook == NULL) {
            return error_memory(err);
        }
        fault_hook_begin(hook, v->run.tape, fault);
    }
    if (!run_to(&v->run, v->exercise->cell)) {
        scoped_buf why = {0};
        variant_raised(v, &why);
        variant_refuse(v, 0, err, ERROR_RUNTIME, "the code in front of it fails: %s",
                       why.len > 0 ? buf_text(&why) : "it ends itself");
        return false;
    }
    return variant_given_round(v, err);
}

static void drop_run(struct variant *v)
{
    for (int k = 0; k < v->given_count; k++) {
        tensor_release(&v->given[k].tensor);
    }
    v->given_count = 0;
    run_free(&v->run);
}

static bool make(struct variant *v, struct session *s, const struct run_terms *terms,
                 struct error *err)
{
    bool good = false;
    for (uint64_t retry = 0; !good; retry = v->retry + 1) {
        drop_run(v);
        if (!variant_draw(v, s, retry, err) || !run_draw(v, NULL, terms, err) ||
            !suits(v, &good, err)) {
            return false;
        }
        bool written = v->seed.as_written;
        v->seed.as_written = written && good;
        if (!good && !written && v->of->drawn_count == 0 && !v->of->seed) {
            return variant_refuse(v, 0, err, ERROR_INPUT,
                                  "it requires what is not so, and nothing is drawn");
        }
    }
    return true;
}

bool variant_make(struct variant *v, const struct exercises *x, const struct exercise *e,
                  const struct seed *seed, const struct run_terms *terms, struct error *err)
{
    struct session *s = NULL;
    *v = (struct variant){.of = x, .exercise = e, .seed = *seed};
    if (x->require_count > 0) {
        s = calloc(1, sizeof *s);
        if (s == NULL || !session_init(s, terms->memory, 1)) {
            free(s);
            return error_memory(err);
        }
        s->in.limits = (struct limits){.steps = SANDBOX_STEPS, .depth = 1000};
        s->in.stack_own = terms->stack;
    }
    bool ok = make(v, s, terms, err);
    if (s != NULL) {
        session_free(s);
        free(s);
    }
    if (!ok) {
        variant_free(v);
    }
    return ok;
}

bool variant_again(struct variant *v, const struct variant *as, const struct fault_plan *fault,
                   const struct run_terms *terms, struct error *err)
{
    *v = (struct variant){.of = as->of, .exercise = as->exercise, .seed = as->seed};
    if (variant_draw(v, NULL, as->retry, err) && run_draw(v, fault, terms, err)) {
        return true;
    }
    variant_free(v);
    return false;
}

bool variant_finish(struct variant *v, struct error *err)
{
    if (v->finished) {
        return true;
    }
    v->finished = true;
    run_to(&v->run, v->run.lesson->count);
    if (!run_end(&v->run, false, err)) {
        return false;
    }
    if (v->run.outcome != OUTCOME_DONE) {
        scoped_buf why = {0};
        variant_raised(v, &why);
        variant_refuse(v, 0, err, ERROR_RUNTIME, "the code behind it fails: %s", buf_text(&why));
        return false;
    }
    return true;
}

void variant_free(struct variant *v)
{
    if (v->run.session != NULL) {
        drop_run(v);
    }
    arena_free(&v->arena);
    *v = (struct variant){0};
}
