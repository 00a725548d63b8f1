/* Asks which line is wrong, and then for the code mended. The wrong lines are those in which the
 * prompt's code and the solution's differ. */
#include "exercise/answer/attempt.h"
#include "exercise/answer/attempt_budget.h"
#include "exercise/answer/mended_line.h"
#include "exercise/code_line.h"
#include "exercise/form.h"
#include "exercise/kind.h"

#include <stdlib.h>
#include <string.h>

#define CASES 3
#define TOLERANCE 1e-4

/* --- the author's text --- */

static void check_warning(const struct exercise *e, struct complaints *c)
{
    const char *names[MISTAKE_COUNT + 1] = {NULL};
    const struct field *f;
    for (int k = 0, count = 0; k < MISTAKE_COUNT; k++) {
        names[count] = mistake_table[k].found.name;
        count += names[count] != NULL;
    }
    for (int k = 0; (f = exercise_field_at(e, "warning", k)) != NULL; k++) {
        int known = 0;
        while (names[known] != NULL && strcmp(names[known], f->value) != 0) {
            known++;
        }
        if (names[known] == NULL) {
            const char *near = complaint_nearest(f->value, names);
            complain_field(c, f, "there is no warning `%s`%s%s%s", f->value,
                           near != NULL ? "; did you mean `" : "", near != NULL ? near : "",
                           near != NULL ? "`?" : "");
        }
    }
}

static void check(const struct exercise *e, struct complaints *c)
{
    const struct exercise_part *p = exercise_part(e, PART_SOLUTION, 0);
    if (e->code == NULL) {
        complain(c, e->line, 1, 0, "a `bug` exercise needs its wrong code in a ~~~python block");
    }
    if (p == NULL || p->code == NULL) {
        complain(c, p != NULL ? p->line : e->line, 1, 0,
                 "a `bug` exercise needs a `-- solution` with the mended code in a ~~~python "
                 "block");
    }
    if (e->code != NULL && p != NULL && p->code != NULL) {
        struct arena arena = {0};
        int *lines, count = 0;
        if (code_line_changes(&arena, e->code, p->code, &lines, &count) && count == 0) {
            complain(c, p->line, 1, 0, "the solution's code is the same as the wrong code");
        }
        arena_free(&arena);
    }
    check_warning(e, c);
}

/* --- the question --- */

static struct trial trial_of(const struct question *q, const char **of)
{
    *of = exercise_field(question_exercise(q), "of");
    return (struct trial){.expression = of, .count = 1, .cases = CASES, .tolerance = TOLERANCE};
}

static bool is_wrong_line(const struct question *q, int line)
{
    for (int k = 0; k < q->line_count; k++) {
        if (q->lines[k] == line) {
            return true;
        }
    }
    return false;
}

/* Whether `of:` comes out of that code as it comes out of the solution's. */
static bool comes_out(struct question *q, const char *code, bool *right, struct error *err)
{
    const char *of;
    struct trial t = trial_of(q, &of);
    struct outcome_of_trial result;
    if (!attempt_compare(q, &t, q->reference, false, code, &result, err)) {
        return false;
    }
    *right = result.same;
    buf_free(&result.why);
    return true;
}

/* Whether a run of the wrong code gives the warning on one of the lines. */
static bool warns(struct question *q, const char *name, bool *out, struct error *err)
{
    struct variant v;
    struct value last;
    bool has_last;
    struct source source = {
        .file = "<bug>", .first_line = 1, .text = q->code, .len = strlen(q->code)};
    if (!variant_again(&v, &q->variant, NULL, &q->terms, err)) {
        return false;
    }
    v.run.outcome = interp_run(&v.run.session->in, &source, &last, &has_last);
    bool ok = run_end(&v.run, true, err);
    *out = false;
    for (int k = 0; ok && k < v.run.warnings->count; k++) {
        const struct warning *w = &v.run.warnings->at[k];
        *out = *out || (strcmp(mistake_table[w->kind].found.name, name) == 0 &&
                        w->at.source == &source && is_wrong_line(q, w->at.line));
    }
    variant_free(&v);
    return ok;
}

/* The wrong code must be wrong: `of:` comes out otherwise, and the warning is given. */
static bool is_wrong(struct question *q, struct error *err)
{
    const char *name = exercise_field(question_exercise(q), "warning");
    bool warned = true, right;
    if (name != NULL && !warns(q, name, &warned, err)) {
        return false;
    }
    if (!warned) {
        return variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                              "the wrong code does not give the warning `%s` on a wrong line",
                              name);
    }
    if (!comes_out(q, q->code, &right, err)) {
        return false;
    }
    return !right || variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                                    "`%s` comes out the same from the wrong code",
                                    exercise_field(question_exercise(q), "of"));
}

static bool make(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    const struct exercise_part *p = exercise_part(e, PART_SOLUTION, 0);
    scoped_buf key = {0};
    int *lines;
    if (p == NULL || p->code == NULL || q->code == NULL) {
        return variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                              "the wrong code or the mended code is missing");
    }
    q->reference = question_fill(q, p->code, err);
    if (q->reference == NULL) {
        return false;
    }
    if (!code_line_changes(&q->arena, q->code, q->reference, &lines, &q->line_count)) {
        return error_memory(err);
    }
    q->lines = lines;
    if (q->line_count == 0) {
        return variant_refuse(&q->variant, 0, err, ERROR_INPUT,
                              "the mended code is the same as the wrong code");
    }
    for (int k = 0; k < q->line_count; k++) {
        buf_printf(&key, "%s%d", k == 0 ? "line " : " or ", lines[k]);
    }
    q->form = "the number of the wrong line, such as line 7; then the mended code";
    q->key = question_keep(q, &key, err);
    return q->key != NULL && is_wrong(q, err);
}

/* --- judging --- */

static int line_count(const char *code)
{
    struct piece rest = piece_of(code), line;
    int count = 0;
    while (piece_line(&rest, &line)) {
        count++;
    }
    return count;
}

struct hunt { /* what was handed in, and what is known of it */
    struct question *q;
    const char *answer, *code;
    bool named;           /* which line is wrong: by its number, or by a copy of it */
    int number;           /* of the line; 0: it was not written */
    struct {              /* the one line that was mended, where only that was handed in */
        int line;         /* 0: none was found */
        const char *code; /* all of it with that line */
        bool right;
    } own;
    bool doubt;                  /* it could be more than one line */
    bool right_line, right_code; /* half of the points each */
    struct buf why;              /* no line was named */
};

static void name_line(struct hunt *h)
{
    h->named = !answer_blank(h->answer) && answer_line(h->answer, &h->number, &h->why);
    if (!h->named) {
        h->number = answer_line_of(h->q->code, h->answer); /* the line itself was copied */
        h->named = h->number > 0;
    }
}

/* The one that was mended tells which is wrong, where none was named. What is still to be found
 * comes before what is well. */
static void put_line(struct hunt *h, struct buf *out)
{
    int line = h->named ? h->number : h->own.line, count = line_count(h->q->code);
    h->right_line = is_wrong_line(h->q, line);
    if (h->right_line) {
        buf_printf(out, "Line %d is it.", line);
    } else if (h->named && (line < 1 || line > count)) {
        buf_printf(out, "There is no line %d: the code has %d.", line, count);
    } else if (h->named || line > 0) {
        buf_printf(out, "The mistake is in another line: line %d is as it should be.", line);
    }
}

/* The wrong code with another line in the place of that one; NULL with err: memory. */
static const char *with_line(struct question *q, int line, const char *own, size_t own_len,
                             struct error *err)
{
    struct piece rest = piece_of(q->code), one;
    scoped_buf whole = {0};
    for (int number = 1; piece_line(&rest, &one); number++) {
        buf_put(&whole, one.at, number == line ? strspn(one.at, " \t") : one.len);
        buf_put(&whole, own, number == line ? own_len : 0);
        buf_putc(&whole, '\n');
    }
    return question_keep(q, &whole, err);
}

/* Where a line alone may belong to several, it belongs to that for which the code comes out right,
 * if it is one. It is tried in the place of the one that was named, too (0: none). False with
 * err. */
static bool find_mending(struct hunt *h, const char *text, struct error *err)
{
    struct mended_lines lines;
    int right_count = 0, known = is_wrong_line(h->q, h->number) ? h->number : 0;
    mended_lines(h->q->code, text, known, &lines);
    int found = lines.count;
    if (h->number != known && found > 0 && found < MENDED_MOST) {
        lines.at[lines.count] = lines.at[0];
        lines.at[lines.count++].line = h->number;
    }
    for (int k = 0; k < lines.count; k++) {
        bool right;
        const char *whole =
            with_line(h->q, lines.at[k].line, lines.at[k].own, lines.at[k].len, err);
        if (whole == NULL || !comes_out(h->q, whole, &right, err)) {
            return false;
        }
        right_count += right;
        if (right || (found == 1 && h->own.line == 0)) {
            h->own.line = lines.at[k].line;
            h->own.code = whole;
            h->own.right = right;
        }
    }
    h->doubt = h->doubt || right_count > 1 || (lines.unclear && right_count == 0);
    return true;
}

/* Whether a text is one line that does something. */
static bool is_code_line(const char *text)
{
    return !answer_blank(text) && strchr(text, '\n') == NULL && strpbrk(text, "=([@") != NULL &&
           attempt_names_python(text);
}

/* "3 x = y", "line 3: x = y": the number, and the code behind it; else NULL. */
FORM(with_number, "(?i)^ *(?:line )?0*([1-9][0-9]{0,2}+)[ .:,)]++(?s)(?=.)");

static const char *line_and_code(const char *text, int *line)
{
    struct piece part[FORM_GROUPS];
    if (text == NULL || !form_find(&with_number, piece_of(text), 0, part)) {
        return NULL;
    }
    *line = atoi(part[1].at);
    return is_code_line(text + part->len) ? text + part->len : NULL;
}

/* Code of one line whose place is named stands there, unless it is all of the code. */
static bool stand_in(struct hunt *h, const char *text, struct error *err)
{
    bool all;
    if (!is_code_line(text)) {
        return true;
    }
    if (!comes_out(h->q, text, &all, err)) {
        return false;
    }
    const char *whole = all ? NULL : with_line(h->q, h->number, text, strlen(text), err);
    h->own.line = whole != NULL ? h->number : 0;
    h->own.code = whole;
    return all || whole != NULL;
}

/* Looks for a line that was mended alone, behind its number or not. False with err. */
static bool find_own_line(struct hunt *h, struct error *err)
{
    const char *texts[] = {h->code, h->answer};
    for (int k = 0; k < 2 && !h->own.right; k++) {
        if (!answer_blank(texts[k]) && !find_mending(h, texts[k], err)) {
            return false;
        }
    }
    bool known = h->named || h->own.line > 0;
    const char *code = known ? h->code : line_and_code(h->answer, &h->number);
    bool stands = h->own.line == 0 && !h->doubt && code != NULL;
    return !stands || !is_wrong_line(h->q, h->number) || stand_in(h, code, err);
}

/* No code was handed in. */
static bool judge_line(struct hunt *h, struct verdict *out)
{
    if (h->named) {
        buf_puts(&out->reason, h->right_line ? " Now mend the code." : "");
        return true;
    }
    if (is_code_line(h->answer)) {
        buf_clear(&h->why);
        buf_puts(&h->why, "Which line is that? Write its number in front, such as 7: x = y.");
    }
    return verdict_unread(out, &h->why);
}

/* Code that is right may have been mended in another line than the solution's: if that is the one
 * that was named, or none was, it is found. False with err. */
static bool mends_there(struct hunt *h, struct error *err)
{
    int *lines, count = 0;
    int named = h->named ? h->number : 0;
    if (h->own.line > 0 || named == 0) {
        h->right_line = h->own.line > 0 && (named == 0 || named == h->own.line);
        return true;
    }
    if (!code_line_changes(&h->q->arena, h->q->code, h->code, &lines, &count)) {
        return error_memory(err);
    }
    h->right_line = count == 1 && lines[0] == named;
    return true;
}

/* One line alone was written, for a line that is as it should be: what it says as a whole program
 * is no help. */
static bool is_line_elsewhere(const struct hunt *h)
{
    return h->own.line == 0 && h->named && !h->right_line && is_code_line(h->code) &&
           line_count(h->q->code) > 1;
}

static bool judge_code(struct hunt *h, struct verdict *out, struct error *err)
{
    const char *of;
    struct trial t = trial_of(h->q, &of);
    struct outcome_of_trial result;
    if (!h->named && h->own.line == 0) {
        buf_puts(&out->reason, h->why.len > 0 ? buf_text(&h->why) : "No line was named.");
    }
    if (!attempt_judge(h->q, &t, h->own.line > 0 ? h->own.code : h->code, &result, err)) {
        return false;
    }
    h->right_code = result.same;
    out->ungraded = result.clock;
    if (result.same || !is_line_elsewhere(h)) {
        buf_printf(&out->reason, "%s%s", out->reason.len > 0 ? " " : "",
                   result.same ? "The mended code is right." : buf_text(&result.why));
    }
    out->reason.failed = out->reason.failed || result.why.failed;
    buf_free(&result.why);
    bool elsewhere = h->right_code && !h->right_line, ok = !elsewhere || mends_there(h, err);
    if (elsewhere && h->right_line) {
        buf_clear(&out->reason);
        buf_puts(&out->reason, "The mended code is right.");
    }
    return ok;
}

static bool judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                  struct error *err)
{
    struct hunt h = {.q = q, .answer = answer, .code = code};
    name_line(&h);
    bool ok = find_own_line(&h, err);
    if (ok && h.doubt && (!h.own.right || !h.named)) {
        buf_clear(&h.why);
        buf_puts(&h.why, "Write the number of the line, and below it the mended line alone.");
        verdict_unread(out, &h.why);
    } else if (ok) {
        put_line(&h, &out->reason);
        ok = !answer_blank(code) || h.own.line > 0 ? judge_code(&h, out, err) : judge_line(&h, out);
    }
    buf_free(&h.why);
    out->share = out->unread ? 0 : 0.5 * h.right_line + 0.5 * h.right_code;
    out->right = h.right_line && h.right_code;
    return ok;
}

static bool plausible(const struct exercise *e, const char *text, struct buf *why)
{
    int line;
    return answer_line(text, &line, why) || answer_line_of(e->code, text) > 0;
}

const struct kind kind_bug = {check, make, judge, plausible};
