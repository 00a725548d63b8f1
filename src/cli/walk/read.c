/* Prints a lesson as text, for a pager or paper (qkv read): a lesson as text, for a pager or paper:
 * its prose, its code, what that prints, the shapes of the operations that a walk stops at, its
 * exercises. Solutions only when they are asked for. */
#include "base/text.h"
#include "cli/command.h"

#include "exercise/handin/marks.h"
#include "lang/run/library.h"
#include "show/code.h"
#include "trace/axes/axes.h"
#include "trace/report/view_refused.h"
#include "trace/stage/stages.h"
#include "tui/page/guide.h"
#include "tui/pane/grid.h"

#include <stdlib.h>
#include <string.h>

#define COLUMNS 80
#define IN_EXERCISE "      "
#define FOLDED_MOST 40 /* lines of set-up that are shown */

struct paper {
    const struct options *options;
    struct tape tape;
    struct lesson *lesson;
    struct guide guide;
    struct exercises exercises;
    struct complaints complaints;
    struct library library; /* exercises are runs of the lesson, too */
    int ran;                /* cells that were run so far: index into tape.cell */
    int unasked;            /* exercises that could not be made */
    struct buf out;
    struct error err;
};

/* --- lines --- */

/* A paragraph broken into lines; what follows the first one stands `hang` columns further in. */
static void put_text(struct paper *p, int indent, int hang, const char *text)
{
    size_t len = strlen(text);
    for (bool first = true; len > 0; first = false) {
        int in = first ? indent : indent + hang;
        size_t cut = grid_fit(text, len, COLUMNS - in), end = cut;
        while (end > 0 && text[end - 1] == ' ') {
            end--;
        }
        buf_printf(&p->out, "%*s%.*s\n", in, "", (int)end, text);
        text += cut;
        len -= cut;
        while (len > 0 && *text == ' ') {
            text++;
            len--;
        }
    }
}

/* Lines as they are, without empty ones around them; `numbered` as an editor numbers them. */
static void put_lines(struct paper *p, const char *before, const char *text, bool numbered)
{
    text += strspn(text, "\n");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \n", text[len - 1]) != NULL) {
        len--;
    }
    for (int number = 1; len > 0; number++) {
        size_t line = strcspn(text, "\n");
        line = line < len ? line : len;
        if (numbered) {
            buf_printf(&p->out, "%s%2d  %.*s\n", before, number, (int)line, text);
        } else {
            buf_printf(&p->out, "%s%.*s\n", line > 0 ? before : "", (int)line, text);
        }
        text += line + (line < len);
        len -= line + (line < len);
    }
}

static void put_heading(struct paper *p, const char *text, char under)
{
    buf_puts(&p->out, p->out.len > 0 ? "\n" : "");
    buf_printf(&p->out, "%s\n", text);
    for (int k = grid_width(text); k > 0; k--) {
        buf_putc(&p->out, under);
    }
    buf_puts(&p->out, "\n\n");
}

/* "- " and "2. " are as wide as what stands below them is moved in. */
static int bullet(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return strncmp(text, "- ", 2) == 0                          ? 2
           : digits > 0 && strncmp(text + digits, ". ", 2) == 0 ? (int)digits + 2
                                                                : 0;
}

static void put_block(struct paper *p, const struct prose_block *b, int indent,
                      const char *numbered)
{
    scoped_buf text = {0};
    const char *before = indent > 0 ? IN_EXERCISE : "  "; /* what stands in front of code */
    switch (b->kind) {
    case PROSE_HEADING:
        put_heading(p, b->text, b->level == 1 ? '=' : '-');
        return;
    case PROSE_PARAGRAPH:
        words_signs(b->text, b->marks, 0, strlen(b->text), &text);
        put_text(p, indent, bullet(b->text), buf_text(&text));
        buf_free(&text);
        break;
    case PROSE_LINES:
        put_lines(p, before, b->text,
                  numbered != NULL && strncmp(b->text, numbered, strlen(numbered)) == 0);
        break;
    }
    buf_putc(&p->out, '\n');
}

/* Markdown; the code block `numbered` with the numbers of its lines. */
static bool put_markdown(struct paper *p, const char *text, size_t len, int indent,
                         const char *numbered)
{
    struct prose prose = {0};
    scoped_buf copy = {0};
    buf_put(&copy, text, len);
    const struct cell c = {.text = copy.data, .len = copy.len};
    bool ok = len == 0 || prose_read(&prose, p->lesson, &c, &p->err);
    for (int k = 0; ok && k < prose.count; k++) {
        put_block(p, &prose.at[k], indent, numbered);
    }
    prose_free(&prose);
    return ok;
}

/* --- code --- */

/* "scores: (query, key) = (3, 3)" */
static void put_shape(struct paper *p, const struct event *e, int event)
{
    scoped_buf line = {0}, names = {0}, sizes = {0};
    const char *name = tape_result_name(&p->tape, event, 0);
    if (name != NULL) {
        buf_puts(&line, name);
    } else {
        code_of_span(&e->code, &line);
    }
    axes_text(&e->output[0], &names);
    tensor_tuple_text(&e->output[0].tensor, &sizes);
    buf_printf(&line, ": %s", e->output[0].tensor.ndim == 0 ? "one number" : buf_text(&names));
    if (e->output[0].tensor.ndim > 0 && strcmp(buf_text(&names), buf_text(&sizes)) != 0) {
        buf_printf(&line, "%s%s", names.len > 0 ? " = " : "", buf_text(&sizes));
    }
    put_text(p, 2, 2, buf_text(&line));
}

static void put_shapes(struct paper *p, int cell)
{
    int count = 0;
    for (int k = 0; k < p->guide.count; k++) {
        const struct guide_stop *s = &p->guide.at[k];
        if (s->kind == GUIDE_STEP && s->cell == cell) {
            put_shape(p, &p->tape.event[s->event], s->event);
            count++;
        }
    }
    buf_puts(&p->out, count > 0 ? "\n" : "");
}

static void put_output(struct paper *p)
{
    const struct tape *t = &p->tape;
    size_t from = t->cell[p->ran].printed;
    size_t end = p->ran + 1 < t->cell_count ? t->cell[p->ran + 1].printed : t->printed.len;
    scoped_buf text = {0};
    buf_put(&text, buf_text(&t->printed) + from, end - from);
    if (end > from) {
        put_lines(p, "| ", buf_text(&text), false);
        buf_putc(&p->out, '\n');
    }
}

static void put_code(struct paper *p, int cell)
{
    const struct cell *c = &p->lesson->cells[cell];
    const struct source *source = p->ran < p->tape.cell_count ? p->tape.cell[p->ran].source : NULL;
    if (c->folded && text_lines(c->text) > FOLDED_MOST) {
        buf_printf(&p->out, "    (%d lines of set-up)\n\n", text_lines(c->text));
    } else {
        put_lines(p, "    ", c->text, false);
        buf_putc(&p->out, '\n');
    }
    if (source != NULL && run_cell_of(p->lesson, source) == cell) {
        put_shapes(p, cell);
        put_output(p);
        p->ran++;
    }
}

/* --- exercises --- */

static bool put_key(struct paper *p, const struct question *q)
{
    scoped_buf line = {0};
    if (strchr(q->key, '\n') == NULL) { /* code stands in the solution */
        buf_printf(&line, "Key: %s", q->key);
        put_text(p, 2, 2, buf_text(&line));
        buf_putc(&p->out, '\n');
    }
    return put_markdown(p, q->solution, strlen(q->solution), 2, NULL);
}

static bool put_question(struct paper *p, const struct question *q)
{
    const char *numbered = kind_asks(q->kind, ASKS_LINE) ? q->code : NULL;
    scoped_buf line = {0};
    bool ok = put_markdown(p, q->prompt, strlen(q->prompt), 2, numbered);
    if (ok && kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
        put_lines(p, IN_EXERCISE, q->code, false);
        buf_putc(&p->out, '\n');
    }
    for (int k = 0; k < q->option_count; k++) {
        buf_clear(&line);
        buf_printf(&line, "%c) ", 'a' + k);
        words_line_signs(q->option[k].text, strlen(q->option[k].text), &line);
        put_text(p, 2, 3, buf_text(&line));
    }
    buf_puts(&p->out, q->option_count > 0 ? "\n" : "");
    buf_clear(&line);
    buf_puts(&line, "Answer: ");
    words_line_signs(q->form, strlen(q->form), &line);
    buf_putc(&line, '.');
    put_text(p, 2, 2, buf_text(&line));
    buf_putc(&p->out, '\n');
    return ok && (!p->options->solutions || put_key(p, q));
}

/* With the numbers of the lesson's file: those that its text speaks of. */
static bool put_exercise(struct paper *p, int k)
{
    const struct exercise *e = &p->exercises.at[k];
    struct run_terms terms = marking_terms();
    struct question q;
    struct seed seed;
    struct error why = {0};
    bool ok = true;
    terms.library = &p->library;
    seed_of_number(&seed, 0, e->name);
    seed.as_written = true;
    buf_printf(&p->out, "Exercise %d: %s (%g point%s)\n\n", k + 1, e->name, e->points,
               e->points == 1 ? "" : "s");
    if (question_make(&q, &p->exercises, e, &seed, &terms, &why)) {
        ok = put_question(p, &q);
        question_free(&q);
    } else {
        p->unasked++;
        put_text(p, 2, 2, "This exercise cannot be asked:");
        put_text(p, 4, 0, why.text);
        buf_putc(&p->out, '\n');
    }
    return ok;
}

/* --- the lesson --- */

static bool put_lesson(struct paper *p)
{
    struct lesson *l = p->lesson;
    for (int k = 0; k <= l->count; k++) {
        for (int x = 0; x < p->exercises.count; x++) {
            if (p->exercises.at[x].cell == k && !put_exercise(p, x)) {
                return false;
            }
        }
        if (k < l->count && l->cells[k].code) {
            put_code(p, k);
        } else if (k < l->count && !put_markdown(p, l->cells[k].text, l->cells[k].len, 0, NULL)) {
            return false;
        }
    }
    while (p->out.len > 1 && p->out.data[p->out.len - 2] == '\n') {
        p->out.len--;
    }
    return !p->out.failed || error_memory(&p->err);
}

static bool understand(struct paper *p)
{
    struct tape *t = &p->tape;
    const struct stepper at = {.tape = t};
    tape_finish(t);
    if (!stages_find(t) || !axes_find(t)) {
        p->err = t->session->in.error;
        return false;
    }
    return guide_make(&p->guide, p->lesson, NULL, NULL, &at, &p->err) &&
           exercises_read(&p->exercises, p->lesson, &p->complaints, &p->err);
}

static bool begin(void *self, struct session *session)
{
    return tape_start(&((struct paper *)self)->tape, session);
}

static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct paper *p = self;
    scoped_buf aside = {0};
    int status = (int)outcome;
    p->lesson = lesson;
    if (understand(p) && put_lesson(p)) {
        output_text(p->out.data, p->out.len);
        view_refused_text(session, &p->tape, &aside);
        complaints_write(&p->complaints, lesson->file, lesson->whole != NULL ? lesson->whole : "",
                         &aside);
        output_error(buf_text(&aside), aside.len, VISIBLE_LINES);
        status =
            status == OUTCOME_DONE && p->unasked + p->complaints.errors > 0 ? EXIT_USAGE : status;
    } else {
        command_complain(p->err.text);
        status = OUTCOME_LIMIT;
    }
    buf_free(&p->out);
    exercises_free(&p->exercises);
    complaints_free(&p->complaints);
    library_free(&p->library);
    guide_free(&p->guide);
    tape_free(&p->tape);
    return status;
}

int command_read(const struct options *o)
{
    struct paper *p = calloc(1, sizeof *p);
    const struct player player = {.self = p, .begin = begin, .end = end};
    if (p == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    p->options = o;
    int status = command_play(o, false, &player);
    free(p);
    return status;
}
