/* Asks for a function or a cell that a person writes: run by the engine, compared with the
 * solution's. */
#include "exercise/answer/attempt.h"
#include "exercise/answer/attempt_budget.h"
#include "exercise/form.h"
#include "exercise/kind.h"

#include <stdlib.h>
#include <string.h>

#define MOST_TRIES 64

static void check(const struct exercise *e, struct complaints *c)
{
    const struct exercise_part *p = exercise_part(e, PART_SOLUTION, 0);
    if (p == NULL || p->code == NULL) {
        complain(c, p != NULL ? p->line : e->line, 1, 0,
                 "a `code` exercise needs a `-- solution` with the right code in a ~~~python "
                 "block");
    }
    for (int k = 0; (p = exercise_part(e, PART_WRONG, k)) != NULL; k++) {
        if (p->code == NULL) {
            complain(c, p->line, 1, 0, "what is wrong here? Write the code in a ~~~python block");
        }
    }
    check_number(e, c, "cases", 1, 20, true);
}

/* `tries` has room for MOST_TRIES. */
static struct trial trial_of(const struct exercise *e, const char **tries)
{
    const char *cases = exercise_field(e, "cases"), *tolerance = exercise_field(e, "tolerance");
    struct trial t = {.expression = tries,
                      .cases = cases != NULL ? atoi(cases) : 3,
                      .tolerance = tolerance != NULL ? strtod(tolerance, NULL) : 1e-4,
                      .define = exercise_field(e, "define")};
    const struct field *f;
    while (t.count < MOST_TRIES && (f = exercise_field_at(e, "try", t.count)) != NULL) {
        tries[t.count++] = f->value;
    }
    return t;
}

/* "that defines `split` and `join`": the names of a field, if it is there. */
static void put_names(struct buf *out, const struct exercise *e, const char *key, const char *head,
                      const char *last)
{
    const char *names = exercise_field(e, key);
    buf_puts(out, names != NULL ? head : "");
    attempt_rules_put(names, last, out);
}

static bool make(struct question *q, struct error *err)
{
    const char *tries[MOST_TRIES];
    struct trial t = trial_of(question_exercise(q), tries);
    const struct exercise *e = question_exercise(q);
    const struct exercise_part *p = exercise_part(e, PART_SOLUTION, 0);
    scoped_buf form = {0};
    if (p == NULL || p->code == NULL) {
        return variant_refuse(&q->variant, 0, err, ERROR_INPUT, "its solution has no code");
    }
    q->reference = question_fill(q, p->code, err);
    q->key = q->reference;
    buf_puts(&form, "Python code");
    put_names(&form, e, "define", " that defines ", " and ");
    put_names(&form, e, "use", ", with ", " and ");
    put_names(&form, e, "forbid", ", without ", " or ");
    q->form = q->reference != NULL ? question_keep(q, &form, err) : NULL;
    return q->form != NULL && attempt_sound(q, &t, err);
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    const char *tries[MOST_TRIES];
    struct trial t = trial_of(question_exercise(q), tries);
    struct outcome_of_trial result;
    code = answer_blank(code) ? answer : code;
    if (answer_blank(code)) {
        scoped_buf why = {0};
        buf_puts(&why, "There is no code yet.");
        return verdict_unread(out, &why);
    }
    if (!attempt_judge(q, &t, code, &result, err)) {
        return false;
    }
    out->right = result.same;
    out->ungraded = result.clock;
    if (!result.same) {
        buf_puts(&out->reason, buf_text(&result.why));
    }
    out->reason.failed = out->reason.failed || result.why.failed;
    buf_free(&result.why);
    return true;
}

/* Also "optimizer.zero_grad()", the call of a method, alone on its line. */
FORM(code_like,
     "(?m)def |return|import |lambda|print\\(|torch\\.|class |pass|np\\.|for |while |with |=|"
     "^" FORM_BLANK "*(?=[A-Za-z0-9_]*\\.)[A-Za-z0-9_.]+\\(.*\\)" FORM_BLANK "*$");

bool kind_code_like(struct piece text)
{
    return form_in(&code_like, text);
}

static bool plausible(const struct exercise *e, const char *text, struct buf *why)
{
    (void)e, (void)why;
    return kind_code_like((struct piece){text, strlen(text)});
}

const struct kind kind_code = {check, make, judge, plausible};
