/* Draws the numbers of one student: drawn until they fulfil what the fence `draw` requires, and put
 * into a copy of the lesson. */
#include "exercise/variant.h"

#include "exercise/kind.h"
#include "exercise/variant_ask.h"
#include "lesson/code_lines.h"
#include "lesson/knobs.h"

#include <stdlib.h>
#include <string.h>

#define MOST_DRAWS 1000
#define SEEDS 1000000 /* what `seed: student` draws lies below: at most six digits */

static bool draw(struct variant *v, uint64_t retry, struct error *err)
{
    const struct exercises *x = v->of;
    struct draws d;
    draws_begin(&d, &v->seed, STREAM(NUMBERS, retry));
    v->setting = arena_alloc(&v->arena, (size_t)(x->drawn_count + 1) * sizeof *v->setting);
    v->setting_count = 0;
    for (int k = 0; v->setting != NULL && k < x->drawn_count; k++) {
        const struct drawn *from = &x->drawn[k];
        scoped_buf text = {0};
        if (from->choice_count > 0) {
            buf_puts(&text, from->choice[draws_below(&d, (uint64_t)from->choice_count)]);
        } else {
            uint64_t width = (uint64_t)from->high - (uint64_t)from->low + 1;
            uint64_t by = width > 0 ? draws_below(&d, width) : draws_next(&d);
            buf_printf(&text, "%lld", (long long)((uint64_t)from->low + by));
        }
        v->setting[k] = (struct setting){.name = from->name,
                                         .value = arena_copy(&v->arena, buf_text(&text), text.len)};
        if (v->setting[k].value == NULL) {
            return error_memory(err);
        }
        v->setting_count++;
    }
    return v->setting != NULL || error_memory(err);
}

/* `require:` of the fence: numbers and names only, so a bare session without a tape does. */
static bool weigh(struct variant *v, struct session *s, const char *text, int line,
                  struct value *out, struct error *err)
{
    struct source *source = variant_ask_source(&v->arena, "<require>", text);
    bool has_last;
    if (source == NULL) {
        return error_memory(err);
    }
    if (interp_run(&s->in, source, out, &has_last) == OUTCOME_DONE) {
        return true;
    }
    scoped_buf all = {0}, last = {0};
    interp_traceback(&s->in, &all);
    kind_raised(buf_text(&all), &last);
    variant_refuse(v, line, err, ERROR_INPUT, "`require:` cannot be evaluated: %s",
                   buf_text(&last));
    return false;
}

/* Whether the draw fulfils what the fence requires. */
static bool fulfils(struct variant *v, struct session *s, bool *out, struct error *err)
{
    struct value result;
    scoped_buf text = {0};
    for (int k = 0; k < v->setting_count; k++) {
        const char *name = v->setting[k].name;
        buf_printf(&text, "%.*s = %s\n", (int)strcspn(name, "@"), name, v->setting[k].value);
    }
    bool ok = weigh(v, s, buf_text(&text), 0, &result, err);
    *out = true;
    for (int k = 0; ok && *out && k < v->of->require_count; k++) {
        const struct field *f = &v->of->require[k];
        buf_clear(&text);
        buf_printf(&text, "bool(\n%s\n)\n", f->value);
        ok = weigh(v, s, buf_text(&text), f->line, &result, err);
        *out = ok && result.type == VALUE_BOOL && result.b;
    }
    return ok;
}

bool variant_draw(struct variant *v, struct session *s, uint64_t retry, struct error *err)
{
    v->retry = retry;
    for (bool good = v->seed.as_written; !good; retry++) {
        if (retry == MOST_DRAWS) {
            return variant_refuse(v, 0, err, ERROR_INPUT,
                                  "none of %d draws fulfils what `require:` asks for", MOST_DRAWS);
        }
        v->retry = retry;
        good = s == NULL;
        if (!draw(v, retry, err) || (s != NULL && !fulfils(v, s, &good, err))) {
            return false;
        }
    }
    return true;
}

static bool turn_one(struct variant *v, struct knobs *knobs, struct lesson *l,
                     const struct setting *s, struct error *err)
{
    scoped_buf text = {0}, report = {0};
    struct error why = {0};
    buf_printf(&text, "%s=%s", s->name, s->value);
    bool ok = knobs_set(knobs, l, buf_text(&text), &report, &why);
    if (!ok) { /* without the option's name in front */
        const char *said = strncmp(why.text, "--set ", 6) == 0 ? strstr(why.text, ": ") : NULL;
        variant_refuse(v, 0, err, why.kind, "`%s` cannot be drawn: %s", s->name,
                       said != NULL ? said + 2 : why.text);
    }
    return ok;
}

/* One number for all of them: those that are alike in the file stay alike. */
static bool turn_seed(struct variant *v, struct knobs *knobs, struct lesson *l, uint64_t retry,
                      struct run_terms *terms, struct error *err)
{
    struct draws d;
    scoped_buf text = {0}, report = {0};
    int count;
    draws_begin(&d, &v->seed, STREAM(SEED, retry));
    terms->seed = draws_below(&d, SEEDS); /* for a lesson that sets none */
    terms->seeded = true;
    buf_printf(&text, "%llu", (unsigned long long)terms->seed);
    return knobs_seed(knobs, l, buf_text(&text), &report, &count, err);
}

struct lesson *variant_draw_lesson(const struct lesson *from, struct error *err)
{
    struct lesson *l = calloc(1, sizeof *l);
    if (l == NULL || !lesson_copy(l, from, err)) {
        free(l);
        error_memory(err);
        return NULL;
    }
    return l;
}

bool variant_draw_turn(struct variant *v, uint64_t retry, struct run_terms *terms,
                       struct lesson **out, struct error *err)
{
    struct lesson *l = variant_draw_lesson(v->of->lesson, err);
    struct knobs knobs = {0};
    if (l == NULL) {
        return false;
    }
    bool seeds = v->of->seed && !v->seed.as_written;
    bool turns = v->setting_count > 0 || seeds;
    bool ok = !turns || knobs_find(&knobs, l, err);
    for (int k = 0; ok && k < v->setting_count; k++) {
        ok = turn_one(v, &knobs, l, &v->setting[k], err);
    }
    if (ok && seeds) {
        ok = turn_seed(v, &knobs, l, retry, terms, err);
    }
    knobs_free(&knobs);
    if (!ok) {
        lesson_free(l);
        free(l);
        return false;
    }
    *out = l;
    return true;
}
