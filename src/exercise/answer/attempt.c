/* Opens sessions for students' code, and says what became of it. */
#include "exercise/answer/attempt_budget.h"

#include "exercise/answer/same_value.h"
#include "exercise/kind.h"
#include "exercise/variant_ask.h"

#include <string.h>

#define CODE_MOST 200000 /* characters */

struct attempt {
    struct variant variant;
    struct attempt_budget budget;
    const struct source *source; /* of the code */
    bool failed, clock;
    struct buf why; /* "raises NameError: ..." */
};

static struct seed seed_of_round(const struct question *q, int round)
{
    struct seed s = {.as_written = false};
    struct draws d;
    draws_begin(&d, &q->variant.seed, STREAM(CASES, round));
    for (int k = 0; k < SEED_BYTES; k += 8) {
        uint64_t bits = draws_next(&d);
        for (int j = 0; j < 8; j++) {
            s.bytes[k + j] = (unsigned char)(bits >> (8 * j));
        }
    }
    return s;
}

bool attempt_variant(const struct question *q, int round, struct variant *out, struct error *err)
{
    if (round == 0) {
        return variant_again(out, &q->variant, NULL, &q->terms, err);
    }
    struct seed seed = seed_of_round(q, round);
    return variant_make(out, q->variant.of, question_exercise(q), &seed, &q->terms, err);
}

/* --- running --- */

/* The line of the code on which it failed; 0: not known. */
static int failed_line(const struct attempt *a)
{
    const struct interp *in = &a->variant.run.session->in;
    for (int k = 0; k < in->trace_count; k++) {
        if (in->trace[k].span.source == a->source) {
            return in->trace[k].span.line;
        }
    }
    return 0;
}

static void note_failure(struct attempt *a, enum outcome outcome)
{
    scoped_buf all = {0}, last = {0};
    int line = failed_line(a);
    interp_traceback(&a->variant.run.session->in, &all);
    kind_raised(buf_text(&all), &last);
    size_t len = last.len < 300 ? last.len : 300;
    a->failed = true;
    if (last.len == 0) {
        buf_puts(&a->why, "ends itself with exit()");
    } else if (outcome == OUTCOME_LIMIT) {
        const char *text = buf_text(&last), *option = strstr(text, "; --");
        option = option != NULL ? option : strstr(text, "; raise the limit");
        a->clock = strstr(text, " seconds; --timeout") != NULL;
        buf_printf(&a->why, "is stopped%s: %.*s",
                   strstr(text, " steps; ") != NULL ? ", perhaps by a loop that never ends" : "",
                   (int)(option != NULL ? option - text : (ptrdiff_t)len), text);
    } else {
        bool refused = a->variant.run.session->in.ending == OUTCOME_UNSUPPORTED;
        a->clock = outcome == OUTCOME_UNSUPPORTED; /* qkv's limit says nothing of the answer */
        buf_printf(&a->why, "%s %.*s", refused ? "does what cannot be done here:" : "raises",
                   (int)len, buf_text(&last));
    }
    if (line > 0) {
        buf_printf(&a->why, " (line %d)", line);
    }
}

static bool run_text(struct attempt *a, const char *text, struct value *out, struct error *err)
{
    struct source *source = variant_ask_source(&a->variant.arena, "<answer>", text);
    bool has_last;
    if (source == NULL) {
        return error_memory(err);
    }
    a->source = a->source == NULL ? source : a->source;
    struct interp *in = &a->variant.run.session->in;
    enum outcome outcome = interp_run(in, source, out, &has_last);
    if (outcome != OUTCOME_DONE) {
        note_failure(a, outcome);
    } else if (in->left) {
        a->failed = true;
        buf_puts(&a->why, "ends itself with exit()");
    }
    return true;
}

/* What the code must define is not there before: forget, or afterwards: look. */
static bool each_name(struct attempt *a, const char *names, bool look)
{
    struct interp *in = &a->variant.run.session->in;
    scoped_buf name = {0};
    struct value found;
    bool all = true;
    for (int k = 0; all && attempt_rules_name(names, k, &name); k++) {
        struct str *word = str_intern(in, buf_text(&name));
        if (word != NULL && !look) {
            dict_delete_str(in->main->dict, word);
        } else if (word == NULL || !dict_get_str(in->main->dict, word, &found)) {
            buf_printf(&a->why, "does not define `%s`", buf_text(&name));
            a->failed = true;
            all = false;
        }
        buf_clear(&name);
    }
    return all;
}

/* Statement by statement: one that is refused what the exercise rules out, or that builds on one
 * that was, is left out. */
static bool run_apart(struct attempt *a, const char *code, struct error *err)
{
    struct statements s;
    struct value last;
    if (!attempt_apart(code, &a->variant.arena, &s)) {
        return error_memory(err);
    }
    for (int k = 0; k < s.count && !a->clock; k++) {
        if (!run_text(a, s.text[k], &last, err)) {
            return false;
        }
        a->variant.run.session->in.left = false; /* whoever leaves then has no answer */
        a->failed = a->clock;
        buf_cut(&a->why, a->clock ? a->why.len : 0);
    }
    return true;
}

/* Behind the lesson's cells, which were run: the code, which has taken `steps` of its budget
 * before. False with err. */
static bool attempt_run(struct attempt *a, const struct question *q, const struct trial *t,
                        const char *code, uint64_t steps, struct error *err)
{
    struct value last;
    struct session *s = a->variant.run.session;
    if (!attempt_rules(&a->budget, &a->variant, err)) {
        return false;
    }
    attempt_budget_begin(&a->budget, &a->variant.run);
    a->budget.watched = t->define == NULL; /* else it is the function that is looked at */
    attempt_names_forget(&s->in, t, q->reference);
    s->in.steps = steps;
    s->in.printed = 0;
    each_name(a, t->define, false);
    if (a->budget.refuses ? !run_apart(a, code, err) : !run_text(a, code, &last, err)) {
        return false;
    }
    if (!a->failed) {
        each_name(a, t->define, true);
    }
    a->budget.watched = true;
    return true;
}

/* Whether the code kept to what the exercise rules out and asks for. */
static void look_at_rules(const struct attempt *a, struct outcome_of_trial *out)
{
    const struct attempt_rule *r = attempt_rules_broken(&a->budget, out->same);
    if (r != NULL) {
        out->same = false;
        out->ruled_out = true;
        buf_clear(&out->why);
        buf_printf(&out->why,
                   r->wanted ? "Your code gives what it should, but it does not use `%s`, as was "
                               "asked for."
                             : "Your code uses `%s`, by this name or another one. It should do "
                               "without.",
                   r->name);
    }
}

static void attempt_free(struct attempt *a)
{
    variant_free(&a->variant);
    buf_free(&a->why);
}

static bool attempt_try(struct attempt *a, const char *expression, struct value *out,
                        struct error *err)
{
    scoped_buf text = {0};
    buf_printf(&text, "(\n%s\n)\n", expression);
    return !text.failed ? run_text(a, buf_text(&text), out, err) : error_memory(err);
}

/* --- comparing --- */

/* "with num_tokens = 4, head_dim = 2": what was drawn, as far as the expression names it. */
static void put_draw(const struct variant *v, const char *expression, struct buf *out)
{
    int told = 0;
    for (int k = 0; k < v->setting_count; k++) {
        const char *name = v->setting[k].name;
        if (strstr(expression, name) != NULL) {
            buf_printf(out, "%s%s = %s", told++ == 0 ? " with " : ", ", name, v->setting[k].value);
        }
    }
}

static void put_expression(const struct variant *v, const char *expression, struct buf *out)
{
    buf_printf(out, "`%s`", expression);
    put_draw(v, expression, out);
    buf_putc(out, ' ');
}

/* A solution that fails: with the field of the exercise that asks for the expression; NULL: all of
 * the code. */
static bool refuse(const struct attempt *a, const char *expression, struct error *err)
{
    const struct exercise *e = a->variant.exercise;
    const struct field *f = NULL;
    for (int k = 0; k < e->field_count; k++) {
        f = e->field[k].value == expression ? &e->field[k] : f;
    }
    return f == NULL ? variant_refuse(&a->variant, 0, err, ERROR_INPUT, "the solution's code %s",
                                      buf_text(&a->why))
                     : variant_refuse(&a->variant, f->line, err, ERROR_INPUT,
                                      "`%s: %s`, behind the solution's code, %s", f->key, f->value,
                                      buf_text(&a->why));
}

/* What is tried first may change what the next one is tried with. */
static void tell_change(const struct question *q, struct attempt *own, struct attempt *other,
                        const struct trial *t, const char *expression, struct outcome_of_trial *out)
{
    struct variant cells;
    struct error none = {0};
    if (t->diagnose && !out->same && expression != t->expression[0] &&
        attempt_variant(q, out->round, &cells, &none)) {
        attempt_names_changed(&own->variant.run.session->in, &other->variant.run.session->in,
                              &cells.run.session->in, expression, &out->why);
        variant_free(&cells);
    }
}

/* What explains the first wrong value explains what else is tried, or it was a coincidence. */
static bool tell_mistake(struct question *q, struct attempt *own, const struct trial *t,
                         const char *expression, struct value got, struct outcome_of_trial *out,
                         struct error *err)
{
    struct interp *in = &own->variant.run.session->in;
    struct diagnosis d = {0};
    scoped_buf text = {0};
    bool ok = true;
    for (int k = -1; ok && k < t->count && !own->failed && (k < 0 || d.count > 0); k++) {
        const char *one = k < 0 ? expression : t->expression[k];
        if (k >= 0 && one == expression) {
            continue;
        }
        ok = k < 0 || attempt_try(own, one, &got, err);
        if (ok && !own->failed && (tensor_object_is(in, got) || ndarray_is(in, got))) {
            attempt_diagnose(q, out->round, one, t->tolerance, &tensor_object_of(got)->tensor, &d);
        }
    }
    if (verdict_diagnosis(&d, &text)) {
        buf_printf(&out->why, " %s", buf_text(&text));
    }
    return ok;
}

/* One expression behind both codes. */
static bool compare_one(struct question *q, struct attempt *own, struct attempt *other,
                        const struct trial *t, const char *expression, bool mistake,
                        struct outcome_of_trial *out, struct error *err)
{
    struct value got, wanted;
    if (!attempt_try(other, expression, &wanted, err) || !attempt_try(own, expression, &got, err)) {
        return false;
    }
    if (other->failed && !mistake) {
        return refuse(other, expression, err);
    }
    if (own->failed || other->failed) {
        out->clock = own->clock;
        out->same =
            own->failed && other->failed && strcmp(buf_text(&own->why), buf_text(&other->why)) == 0;
        put_expression(&own->variant, expression, &out->why);
        buf_printf(&out->why, "%s.", buf_text(&own->why));
        tell_change(q, own, other, t, expression, out);
        return true;
    }
    struct same_value s = {.in = &own->variant.run.session->in,
                           .wanted_in = &other->variant.run.session->in,
                           .tolerance = t->tolerance};
    bool told = true;
    out->same = same_value(&s, got, wanted);
    if (!out->same) {
        put_expression(&own->variant, expression, &out->why);
        buf_printf(&out->why, "%s.", buf_text(&s.why));
        told = !t->diagnose || tell_mistake(q, own, t, expression, got, out, err);
        tell_change(q, own, other, t, expression, out);
    }
    if (s.strange && !mistake) {
        variant_refuse(&other->variant, 0, err, ERROR_INPUT,
                       "`%s` gives a value that cannot be compared", expression);
    }
    buf_free(&s.why);
    return told && (mistake || !s.strange);
}

static bool compare_all(struct question *q, struct attempt *own, struct attempt *other,
                        const struct trial *t, bool mistake, struct outcome_of_trial *out,
                        struct error *err)
{
    if (other->failed && !mistake) {
        return refuse(other, NULL, err);
    }
    if (own->failed || other->failed) {
        out->clock = own->clock;
        out->same =
            own->failed && other->failed && strcmp(buf_text(&own->why), buf_text(&other->why)) == 0;
        buf_printf(&out->why, "Your code %s.", buf_text(&own->why));
        return true;
    }
    out->same = true;
    for (int k = 0; out->same && k < t->count; k++) {
        if (!compare_one(q, own, other, t, t->expression[k], mistake, out, err)) {
            return false;
        }
    }
    look_at_rules(own, out);
    return true;
}

static int cases_of(const struct question *q, const struct trial *t)
{
    bool drawn = q->variant.of->drawn_count > 0 || q->variant.of->seed;
    return drawn ? t->cases : 1;
}

/* A test of the answer may use what the exercise rules out, where it stands outside of the
 * functions. So what was carried out there is refused in another run: what still comes out right
 * does not need it. */
static void look_without(const struct trial *t, const struct attempt_rule *r,
                         const struct outcome_of_trial *without, struct outcome_of_trial *out)
{
    out->same = without->same;
    out->clock = without->clock;
    if (!out->same) {
        out->ruled_out = !out->clock;
        buf_printf(&out->why, "Your code calls `%s` outside of ", r->name);
        attempt_rules_put(t->define, " and ", &out->why);
        buf_puts(&out->why, ", and without what that gives it is wrong. It should do without.");
    }
}

struct codes {
    const char *reference, *own;
    bool mistake; /* the reference is one */
};

/* On the draw out->round, from out->steps on. With `apart`, the code is refused what is ruled out.
 */
static bool compare_on(struct question *q, const struct trial *t, const struct codes *c, bool apart,
                       struct outcome_of_trial *out, struct error *err)
{
    struct attempt own = {.budget.refuses = apart}, other = {0};
    struct outcome_of_trial without = {.same = true, .round = out->round, .steps = out->steps};
    bool ok = attempt_variant(q, out->round, &other.variant, err) &&
              variant_again(&own.variant, &other.variant, NULL, &q->terms, err) &&
              attempt_run(&other, q, t, c->reference, 0, err) &&
              attempt_run(&own, q, t, c->own, out->steps, err) &&
              compare_all(q, &own, &other, t, c->mistake, out, err);
    const struct attempt_rule *early =
        ok && out->same && !apart ? attempt_rules_early(&own.budget) : NULL;
    if (early != NULL) {
        ok = compare_on(q, t, c, true, &without, err);
        look_without(t, early, &without, out);
        buf_free(&without.why);
    }
    out->steps = ok ? own.variant.run.session->in.steps : 0;
    attempt_free(&own);
    attempt_free(&other);
    return ok;
}

bool attempt_compare(struct question *q, const struct trial *t, const char *reference, bool mistake,
                     const char *code, struct outcome_of_trial *out, struct error *err)
{
    const struct codes c = {reference, code, mistake};
    bool ok = true;
    *out = (struct outcome_of_trial){.same = true};
    for (int k = 0; ok && out->same && k < cases_of(q, t); k++) {
        out->round = t->first + k;
        ok = compare_on(q, t, &c, false, out, err);
    }
    if (!ok) {
        buf_free(&out->why);
    }
    return ok;
}

bool attempt_sound(struct question *q, const struct trial *t, struct error *err)
{
    struct attempt a = {0};
    struct value value;
    bool ok = attempt_variant(q, 0, &a.variant, err) &&
              attempt_run(&a, q, t, q->reference, 0, err) && (!a.failed || refuse(&a, NULL, err));
    for (int k = 0; ok && k < t->count; k++) {
        ok = attempt_try(&a, t->expression[k], &value, err) &&
             (!a.failed || refuse(&a, t->expression[k], err));
    }
    const struct attempt_rule *r = ok ? attempt_rules_broken(&a.budget, true) : NULL;
    if (r != NULL) {
        ok = variant_refuse(&a.variant, r->field->line, err, ERROR_INPUT,
                            "`%s: %s`: the solution's own code %s", r->field->key, r->name,
                            r->wanted ? "does not use it" : "uses it");
    }
    attempt_free(&a);
    return ok;
}

/* Whether the code does what that mistake's does, on the draw on which it was wrong. */
static bool makes_mistake(struct question *q, const struct trial *t, const struct mistake *m,
                          const char *code, int round, bool *out, struct error *err)
{
    struct trial again = *t;
    struct outcome_of_trial as = {0};
    again.first = round;
    again.cases = 1;
    if (!attempt_compare(q, &again, m->code, true, code, &as, err)) {
        return false;
    }
    *out = as.same;
    buf_free(&as.why);
    return true;
}

/* The draw on which it was wrong once more, with the known mistakes. */
static bool look_closer(struct question *q, const struct trial *t, const char *code,
                        struct outcome_of_trial *out, struct error *err)
{
    struct trial again = *t;
    again.first = out->round;
    again.cases = 1;
    again.diagnose = true;
    buf_free(&out->why);
    return attempt_compare(q, &again, q->reference, false, code, out, err);
}

bool attempt_judge(struct question *q, const struct trial *t, const char *code,
                   struct outcome_of_trial *out, struct error *err)
{
    if (strlen(code) > CODE_MOST) {
        *out = (struct outcome_of_trial){.same = false};
        buf_printf(&out->why, "Your code is longer than %d characters.", CODE_MOST);
        return true;
    }
    if (!attempt_compare(q, t, q->reference, false, code, out, err)) {
        return false;
    }
    /* what took long is not run again for every mistake */
    bool quick = !out->clock && out->steps < q->terms.limits.steps / 10;
    if (out->same || out->ruled_out || !quick || q->brief) {
        return true;
    }
    for (int k = 0; k < q->mistake_count; k++) {
        const struct mistake *m = &q->mistake[k];
        bool made = false;
        if (m->code != NULL && !makes_mistake(q, t, m, code, out->round, &made, err)) {
            buf_free(&out->why);
            return false;
        }
        if (made) {
            struct verdict v = {0};
            verdict_mistake(&v, m);
            buf_free(&out->why);
            out->why = v.reason;
            return true;
        }
    }
    return look_closer(q, t, code, out, err);
}
