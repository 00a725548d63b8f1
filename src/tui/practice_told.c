/* Writes what is told of a question: verdicts, hints, the solution; and all of it as text. */
#include "tui/practice_told.h"

#include "lesson/words.h"

#include <string.h>

void practice_forget(struct practice *p)
{
    buf_clear(&p->told);
    p->fresh = 0;
}

void practice_note(struct practice *p, const char *text)
{
    size_t len = strlen(text), told = p->told.len;
    while (len > 0 && text[len - 1] == '\n') {
        len--;
    }
    if (told > len && memcmp(p->told.data + told - len - 1, text, len) == 0 &&
        (told == len + 1 || p->told.data[told - len - 2] == '\n')) {
        p->fresh = told - len - 1; /* it stands there already */
        return;
    }
    if (len > 0) {
        buf_put(&p->told, text, len);
        buf_puts(&p->told, "\n");
    }
}

static const char *point_word(double points)
{
    return points == 1 ? "point" : "points";
}

void practice_solution(struct practice *p)
{
    scoped_buf text = {0};
    question_answer(&p->question, &text);
    practice_note(p, buf_text(&text));
}

/* "b 3 ok   num_heads 2 ok   key 4 no" */
static void mark_axes(struct practice *p, const struct verdict *v)
{
    const struct question *q = &p->question;
    buf_clear(&p->marks);
    if (!kind_asks(q->kind, ASKS_SIZES) || v->unread || v->ndim != q->ndim) {
        return;
    }
    for (int k = 0; k < v->ndim; k++) {
        buf_puts(&p->marks, k > 0 ? "   " : "");
        words_escape(q->axes[k] != NULL ? q->axes[k] : "", &p->marks); /* "4*d_out" */
        buf_printf(&p->marks, "%s%lld %s", q->axes[k] != NULL ? " " : "", (long long)v->shape[k],
                   v->axis_right[k] ? (p->ascii ? "ok" : "\xe2\x9c\x93")
                                    : (p->ascii ? "no" : "\xe2\x9c\x97"));
    }
}

/* A letter that an option has is an answer. */
bool practice_has_option(const struct practice *p, const char *line)
{
    return p->question.option_count > 0 && line[1] == '\0' && *line >= 'a' &&
           *line < 'a' + p->question.option_count;
}

/* Why a shape with the right number of axes gets some points. */
static void put_right_sizes(const struct practice *p, const struct verdict *v, struct buf *out)
{
    int right = 0;
    for (int k = 0; k < v->ndim; k++) {
        right += v->axis_right[k];
    }
    if (kind_asks(p->question.kind, ASKS_SIZES)) {
        buf_printf(out, ": %d of %d sizes %s right, and that share counts half", right, v->ndim,
                   right == 1 ? "is" : "are");
    }
}

/* What an answer is worth. What was read off the solution is worth nothing: other numbers are. */
static void put_worth(const struct practice *p, const struct verdict *v, bool shown,
                      struct buf *out)
{
    bool redrawn = p->task[p->at].exercise != NULL && !practice_has_option(p, "r");
    if (shown && v->share > 0) {
        buf_printf(out, "%s No points: the solution was shown.%s", v->right ? "Right." : "Partly.",
                   redrawn ? " r asks again, with other numbers where it has some." : "");
    } else if (v->right) {
        buf_printf(out, "Right. %g %s.", p->question.points, point_word(p->question.points));
    } else if (v->share > 0) {
        buf_printf(out, "Partly: %.2g of %g %s", v->share * p->question.points, p->question.points,
                   point_word(p->question.points));
        put_right_sizes(p, v, out);
        buf_putc(out, '.');
    } else if (!v->unread && !v->ungraded) {
        buf_puts(out, "Not yet.");
    }
}

static void say_verdict(struct practice *p, const struct verdict *v)
{
    struct task *t = &p->task[p->at];
    bool shown = t->done == DONE_SHOWN && t->shown == t->draw;
    scoped_buf text = {0}, solution = {0};
    mark_axes(p, v);
    practice_note(p, buf_text(&p->marks));
    buf_puts(&p->told, p->marks.len > 0 ? "\n" : ""); /* the verdict begins a line */
    put_worth(p, v, shown, &text);
    if (v->reason.len > 0 && strcmp(buf_text(&v->reason), "Right.") != 0) {
        buf_printf(&text, "%s%s", text.len > 0 ? " " : "", buf_text(&v->reason));
    }
    practice_note(p, buf_text(&text));
    if (v->right) {
        t->done = shown ? DONE_SHOWN : DONE_SOLVED;
        question_solution(&p->question, &solution);
        practice_note(p, buf_text(&solution));
        if (!p->keyless) {
            practice_note(p, p->as_written ? "Enter goes on." /* with the walk */
                             : practice_next_open(p, 0, p->count, p->at) >= 0
                                 ? "Enter: the next one that is open."
                                 : "That was the last one that was open.");
        }
    } else if (t->done < DONE_TRIED) {
        t->done = DONE_TRIED;
    }
}

void practice_hint(struct practice *p, int hint)
{
    scoped_buf text = {0};
    buf_printf(&text, "Hint %d of %d: %s", hint + 1, p->question.hint_count,
               p->question.hint[hint]);
    practice_note(p, buf_text(&text));
}

/* What was told goes, but for the hints, as long as they can help. */
void practice_told_anew(struct practice *p)
{
    const struct task *t = &p->task[p->at];
    practice_forget(p);
    for (int k = 0; k < t->hints && !practice_is_over(p); k++) {
        practice_hint(p, k);
        buf_puts(&p->told, "\n");
    }
    p->fresh = p->told.len;
}

void practice_say(struct practice *p, const char *text)
{
    practice_told_anew(p);
    practice_note(p, text);
}

bool practice_judge(struct practice *p, const char *answer, const char *code, struct error *err)
{
    struct verdict v = {0};
    struct task *t = &p->task[p->at];
    if (!question_judge(&p->question, answer, code, &v, err)) {
        return false;
    }
    t->tries += !v.unread && t->done != DONE_SOLVED; /* once more is no try */
    if (v.right) {
        practice_forget(p);
    } else {
        practice_told_anew(p);
    }
    say_verdict(p, &v);
    verdict_free(&v);
    return true;
}

bool practice_code(struct practice *p, const char *text, struct error *err)
{
    buf_clear(&p->code);
    buf_puts(&p->code, text);
    p->judged = true;
    return practice_judge(p, p->line, text, err);
}

void practice_draft(struct practice *p, const char *text)
{
    buf_clear(&p->code);
    buf_puts(&p->code, text);
    practice_note(p, "What you wrote last time is kept: edit goes on with it.");
}

/* --- as text --- */

/* Markdown with signs for its marks; code as it stands. */
static void say_lines(const char *text, struct buf *out)
{
    bool code = false;
    for (size_t len; *text != '\0'; text += len) {
        len = strcspn(text, "\n");
        bool fence = strncmp(text, "~~~", 3) == 0 || strncmp(text, "```", 3) == 0;
        code = code != fence;
        if (code || fence) {
            buf_put(out, text, len);
        } else {
            words_line_signs(text, len, out);
        }
        buf_puts(out, text[len] == '\n' ? "\n" : "");
        len += text[len] == '\n';
    }
}

void practice_question_text(const struct practice *p, struct buf *out)
{
    const struct question *q = &p->question;
    size_t len = strlen(q->prompt);
    while (len > 0 && strchr(" \n", q->prompt[len - 1]) != NULL) {
        len--;
    }
    buf_put(out, q->prompt, len);
    buf_puts(out, "\n");
    if (kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
        buf_printf(out, "\n~~~python\n%s~~~\n", q->code);
    }
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(out, "%s  %c) %s\n", k == 0 ? "\n" : "", 'a' + k, q->option[k].text);
    }
    buf_printf(out, "\nAnswer: %s.\n", q->form);
    if (practice_takes_code(p)) {
        buf_puts(out, "Code: edit opens your editor, file NAME takes it from a file.\n");
    }
}

void practice_text(const struct practice *p, struct buf *out)
{
    buf_printf(out, "%s, %d of %d: %s (%g %s)\n\n", p->title, p->at + 1, p->count,
               p->task[p->at].name, p->question.points, point_word(p->question.points));
    scoped_buf asked = {0};
    practice_question_text(p, &asked);
    say_lines(buf_text(&asked), out);
    if (p->told.len > 0) {
        buf_puts(out, "\n");
        say_lines(buf_text(&p->told), out);
    }
}

void practice_told(const struct practice *p, struct buf *out)
{
    say_lines(buf_text(&p->told) + p->fresh, out);
}
