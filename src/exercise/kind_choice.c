/* Asks for one or several of a list, shown in an order of the student's own. */
#include "exercise/answer/answer.h"
#include "exercise/kind.h"

#include <string.h>

static void check(const struct exercise *e, struct complaints *c)
{
    int options = 0;
    for (int k = 0; k < e->field_count; k++) {
        const struct field *f = &e->field[k];
        bool one = strcmp(f->key, "option") == 0 || strcmp(f->key, "right") == 0;
        options += one;
        for (int j = 0; one && j < k; j++) {
            const struct field *other = &e->field[j];
            if ((strcmp(other->key, "option") == 0 || strcmp(other->key, "right") == 0) &&
                answer_options_same(other->value, f->value)) {
                complain_field(c, f, "this option stands there twice");
                break;
            }
        }
    }
    if (options > OPTIONS_MOST) {
        complain(c, e->line, 1, 0, "there are more options than letters: at most %d", OPTIONS_MOST);
    }
    const struct exercise_part *p;
    for (int k = 0; (p = exercise_part(e, PART_WRONG, k)) != NULL; k++) {
        bool known = false;
        for (int j = 0; j < e->field_count && !known; j++) {
            known = answer_options_same(e->field[j].value, p->head);
        }
        if (!known) {
            complain(c, p->line, p->column, (int)strlen(p->head),
                     "no option has this text; write one as it stands behind `option:`");
        }
    }
}

static bool take_options(struct question *q, struct option *from, int *count, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    *count = 0;
    for (int k = 0; k < e->field_count; k++) {
        const struct field *f = &e->field[k];
        bool right = strcmp(f->key, "right") == 0;
        if (!right && strcmp(f->key, "option") != 0) {
            continue;
        }
        if (*count == OPTIONS_MOST) {
            return variant_refuse(&q->variant, f->line, err, ERROR_INPUT,
                                  "there are more options than letters");
        }
        from[*count] = (struct option){.text = question_fill(q, f->value, err), .right = right};
        if (from[*count].text == NULL) {
            return false;
        }
        for (int j = 0; j < *count; j++) {
            if (answer_options_same(from[j].text, from[*count].text)) {
                return variant_refuse(&q->variant, f->line, err, ERROR_INPUT,
                                      "two options are the same: %s", from[j].text);
            }
        }
        ++*count;
    }
    return true;
}

static bool make(struct question *q, struct error *err)
{
    struct option from[OPTIONS_MOST];
    int at[OPTIONS_MOST];
    scoped_buf key = {0};
    if (!take_options(q, from, &q->option_count, err)) {
        return false;
    }
    q->option = arena_alloc(&q->arena, OPTIONS_MOST * sizeof *q->option);
    if (q->option == NULL) {
        return error_memory(err);
    }
    question_shuffle(q, 0, at, q->option_count);
    for (int k = 0; k < q->option_count; k++) {
        q->option[k] = from[at[k]];
        q->option[k].place = at[k];
        if (q->option[k].right) {
            buf_printf(&key, "%s%c", key.len > 0 ? " " : "", 'a' + k);
        }
    }
    q->form =
        question_rights(q) == 1 ? "one letter" : "the letters of all that are right, such as a c";
    q->key = question_keep(q, &key, err);
    return q->key != NULL;
}

static bool picks(const int *picked, int count, int option)
{
    for (int k = 0; k < count; k++) {
        if (picked[k] == option) {
            return true;
        }
    }
    return false;
}

/* A mistake that this choice alone makes goes before one that it makes among others. */
static const struct mistake *find_mistake(const struct question *q, const int *picked, int count)
{
    const struct mistake *found = NULL;
    for (int k = q->mistake_count; k-- > 0;) {
        for (int j = 0; j < q->option_count; j++) {
            bool same = answer_options_same(q->option[j].text, q->mistake[k].head);
            if (same && picks(picked, count, j) && (count == 1 || !q->option[j].right)) {
                found = &q->mistake[k];
            }
        }
    }
    return found;
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    const char *texts[OPTIONS_MOST];
    int picked[OPTIONS_MOST], count = 0, good = 0;
    scoped_buf why = {0};
    (void)code, (void)err;
    for (int k = 0; k < q->option_count; k++) {
        texts[k] = q->option[k].text;
    }
    if (answer_blank(answer) ||
        !answer_options(answer, texts, q->option_count, picked, &count, &why)) {
        if (why.len > 0 && question_rights(q) == 1) {
            buf_clear(&why);
            buf_printf(&why, "Write one letter from a to %c, such as `b`.",
                       'a' + q->option_count - 1);
        }
        return verdict_unread(out, &why);
    }
    for (int k = 0; k < count; k++) {
        good += q->option[picked[k]].right;
    }
    int all = question_rights(q);
    out->right = good == all && count == all;
    const struct mistake *m = out->right ? NULL : find_mistake(q, picked, count);
    if (m != NULL) {
        verdict_mistake(out, m);
    } else if (!out->right && all == 1 && count > 1) {
        buf_puts(&out->reason, "One of them is right, only one.");
    } else if (!out->right && all == 1) {
        buf_printf(&out->reason, "%c is not it.", 'a' + picked[0]);
    } else if (!out->right && good == count) {
        buf_puts(&out->reason, "What you chose is right, but it is not all.");
    } else if (!out->right) {
        buf_puts(&out->reason, good > 0 ? "Some of it is right, but not all of what you chose."
                                        : "None of what you chose is right.");
    }
    return true;
}

bool kind_choice_plausible(const struct exercise *e, const char *text, struct buf *why)
{
    const char *option[OPTIONS_MOST];
    int picked[OPTIONS_MOST], picked_count, count = 0;
    for (int k = 0; k < e->field_count && count < OPTIONS_MOST; k++) {
        const char *key = e->field[k].key;
        if (strcmp(key, "option") == 0 || strcmp(key, "right") == 0 || strcmp(key, "step") == 0) {
            option[count++] = e->field[k].value;
        }
    }
    return count > 0 && answer_options(text, option, count, picked, &picked_count, why);
}

const struct kind kind_choice = {check, make, judge, kind_choice_plausible};
