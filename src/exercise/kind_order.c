/* Asks for the order of some steps. `either: scale | mask` names steps that may change places;
 * every order that differs in these alone is right. */
#include "exercise/answer/answer.h"
#include "exercise/kind.h"

#include <string.h>

/* --- steps that may change places --- */

/* The next text between bars, from *p on; false: there is none left. */
static bool next_text(const char **p, const char **at, size_t *len)
{
    *p += strspn(*p, " \t|");
    *at = *p;
    *len = strcspn(*p, "|");
    *p += *len;
    while (*len > 0 && strchr(" \t", (*at)[*len - 1]) != NULL) {
        --*len;
    }
    return *len > 0;
}

static int find_step(const struct exercise *e, const char *text, size_t len)
{
    const struct field *f;
    for (int k = 0; (f = exercise_field_at(e, "step", k)) != NULL; k++) {
        if (strlen(f->value) == len && memcmp(f->value, text, len) == 0) {
            return k;
        }
    }
    return -1;
}

static int step_count(const struct exercise *e)
{
    int count = 0;
    while (exercise_field_at(e, "step", count) != NULL) {
        count++;
    }
    return count;
}

/* Every two steps of one `either:` may change places. */
static void read_either(const struct exercise *e, const struct field *f, bool (*commute)[64])
{
    const char *p = f->value, *at;
    size_t len;
    int seen[OPTIONS_MOST], count = 0;
    while (count < OPTIONS_MOST && next_text(&p, &at, &len)) {
        int step = find_step(e, at, len);
        for (int k = 0; step >= 0 && k < count; k++) {
            commute[step][seen[k]] = commute[seen[k]][step] = true;
        }
        if (step >= 0) {
            seen[count++] = step;
        }
    }
}

/* --- the author's text --- */

static void check_either(const struct exercise *e, const struct field *f, struct complaints *c)
{
    const char *names[OPTIONS_MOST + 1] = {NULL}, *p = f->value, *at;
    const struct field *step;
    size_t len;
    int count = 0;
    for (int k = 0; k < OPTIONS_MOST && (step = exercise_field_at(e, "step", k)) != NULL; k++) {
        names[k] = step->value;
    }
    for (; next_text(&p, &at, &len); count++) {
        if (find_step(e, at, len) < 0) {
            scoped_buf word = {0};
            buf_put(&word, at, len);
            const char *near = complaint_nearest(buf_text(&word), names);
            complain(c, f->line, f->column + (int)(at - f->value), (int)len,
                     "no `step:` has this text%s%s%s", near != NULL ? "; did you mean `" : "",
                     near != NULL ? near : "", near != NULL ? "`?" : "");
        }
    }
    if (count < 2) {
        complain_field(c, f, "`either:` takes two or more steps with | between them");
    }
}

static void check(const struct exercise *e, struct complaints *c)
{
    const struct field *f;
    int count = step_count(e);
    if (count < 2 || count > OPTIONS_MOST) {
        complain(c, e->line, 1, 0, "an order takes from 2 to %d steps, not %d", OPTIONS_MOST,
                 count);
    }
    for (int k = 0; (f = exercise_field_at(e, "step", k)) != NULL; k++) {
        for (int j = 0; j < k; j++) {
            if (answer_options_same(exercise_field_at(e, "step", j)->value, f->value)) {
                complain_field(c, f, "this step stands there twice");
                break;
            }
        }
    }
    for (int k = 0; (f = exercise_field_at(e, "either", k)) != NULL; k++) {
        check_either(e, f, c);
    }
}

/* --- orders --- */

/* The first place whose step another one, that comes later, must precede; count: the order is
 * right. `order` holds places in the author's order. */
static int first_wrong(const struct question *q, const int *order, int count)
{
    for (int k = 0; k < count; k++) {
        for (int j = k + 1; j < count; j++) {
            if (order[j] < order[k] && !q->commute[order[j]][order[k]]) {
                return k;
            }
        }
    }
    return count;
}

/* --- the question --- */

static bool take_steps(struct question *q, const int *at, struct error *err)
{
    for (int k = 0; k < q->option_count; k++) {
        const struct field *f = exercise_field_at(question_exercise(q), "step", at[k]);
        q->option[k] =
            (struct option){.text = question_fill(q, f->value, err), .right = true, .place = at[k]};
        if (q->option[k].text == NULL) {
            return false;
        }
    }
    return true;
}

static bool make(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    const struct field *f;
    scoped_buf key = {0};
    int at[OPTIONS_MOST], count = step_count(e), round = 0;
    if (count < 2 || count > OPTIONS_MOST) {
        return variant_refuse(&q->variant, 0, err, ERROR_INPUT, "an order takes from 2 to %d steps",
                              OPTIONS_MOST);
    }
    q->option_count = count;
    q->option = arena_alloc(&q->arena, OPTIONS_MOST * sizeof *q->option);
    q->commute = arena_alloc(&q->arena, 64 * sizeof *q->commute);
    if (q->option == NULL || q->commute == NULL) {
        return error_memory(err);
    }
    for (int k = 0; (f = exercise_field_at(e, "either", k)) != NULL; k++) {
        read_either(e, f, q->commute);
    }
    do { /* not shown in a right order, as far as there are wrong ones */
        question_shuffle(q, round++, at, count);
    } while (first_wrong(q, at, count) == count && round < 100);
    if (!take_steps(q, at, err)) {
        return false;
    }
    for (int place = 0; place < count; place++) {
        for (int k = 0; k < count; k++) {
            if (at[k] == place) {
                buf_printf(&key, "%s%c", place > 0 ? " " : "", 'a' + k);
            }
        }
    }
    q->form = "the letters in order, such as b a c";
    q->key = question_keep(q, &key, err);
    return q->key != NULL;
}

/* --- judging --- */

static bool is_mistake(const struct question *q, const struct mistake *m, const char *const *texts,
                       const int *picked)
{
    int said[OPTIONS_MOST], count = 0;
    scoped_buf none = {0};
    bool read = answer_options(m->head, texts, q->option_count, said, &count, &none);
    return read && count == q->option_count &&
           memcmp(said, picked, (size_t)count * sizeof *said) == 0;
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    const char *texts[OPTIONS_MOST];
    int picked[OPTIONS_MOST], order[OPTIONS_MOST], count = 0;
    scoped_buf why = {0};
    (void)code, (void)err;
    for (int k = 0; k < q->option_count; k++) {
        texts[k] = q->option[k].text;
    }
    bool read = !answer_blank(answer) &&
                answer_options(answer, texts, q->option_count, picked, &count, &why);
    if (read && count < q->option_count) {
        buf_printf(&why, "All %d steps have their place; you wrote %d.", q->option_count, count);
    }
    if (!read || count < q->option_count) {
        return verdict_unread(out, &why);
    }
    for (int k = 0; k < count; k++) {
        order[k] = q->option[picked[k]].place;
    }
    int wrong = first_wrong(q, order, count);
    out->right = wrong == count;
    if (out->right) {
        return true;
    }
    for (int k = 0; k < q->mistake_count; k++) {
        if (is_mistake(q, &q->mistake[k], texts, picked)) {
            verdict_mistake(out, &q->mistake[k]);
            return true;
        }
    }
    if (wrong == 1) {
        buf_puts(&out->reason, "The first step can stand there. ");
    } else if (wrong > 1) {
        buf_printf(&out->reason, "The first %d steps can stand like this. ", wrong);
    }
    buf_printf(&out->reason,
               "Step %d, \"%s\", needs something that comes only later in your order.", wrong + 1,
               texts[picked[wrong]]);
    return true;
}

const struct kind kind_order = {check, make, judge, kind_choice_plausible};
