/* Looks at the lesson as it is written: whether it runs, whether its own numbers could be drawn,
 * and which lines nothing depends on. For these the lesson is run with each statement turned off in
 * turn: if output, questions and answers stay the same, nothing depends on the statement. Such a
 * run ends with the first difference. */
#include "exercise/review/review_tally.h"

#include "exercise/form.h"
#include "lesson/code_lines.h"

#include <stdlib.h>
#include <string.h>

struct asked {       /* a question of the lesson as it is written */
    struct buf text; /* what is asked, and the key; or that it fails */
    bool alone;      /* no value of the code is in it */
    bool behind;     /* cells behind its place have a part in it */
};

struct base { /* the lesson as it is written */
    const struct exercises *x;
    const struct run_terms *terms;
    struct buf printed;
    struct asked *asked; /* of each exercise */
    struct run run;
    const struct review *r;
    int lines, tried; /* of all cells */
};

/* --- running --- */

static void collect(void *self, const char *text, size_t len, bool is_error)
{
    buf_put(self, text, len);
}

/* Whether it is what the other one begins with. */
static bool begins(const struct buf *text, const struct buf *whole)
{
    return text->len <= whole->len && memcmp(buf_text(text), buf_text(whole), text->len) == 0;
}

/* The cells, with the echo of each one's last expression, as long as they print what `as` has:
 * NULL: all of them. The lesson is taken over. */
static bool run_all(struct run *r, struct lesson *l, const struct run_terms *terms,
                    const struct buf *as, struct buf *printed, struct error *err)
{
    if (!run_begin(r, l, terms, err)) {
        return false;
    }
    struct interp *in = &r->session->in;
    in->write = collect;
    in->write_self = printed;
    for (; r->cell < l->count && r->outcome == OUTCOME_DONE && !in->left; r->cell++) {
        struct value last;
        bool has_last = false;
        if (!l->cells[r->cell].code) {
            continue;
        }
        const struct source *source = lesson_source(l, &l->cells[r->cell]);
        r->outcome = source == NULL ? OUTCOME_LIMIT : interp_run(in, source, &last, &has_last);
        if (r->outcome == OUTCOME_DONE && has_last && last.type != VALUE_NONE) {
            interp_pretty(in, last, printed);
            buf_putc(printed, '\n');
        }
        if (as != NULL && !begins(printed, as)) {
            break;
        }
    }
    return true;
}

/* What exercise `index` asks in the lesson as it is written: as far as it can be asked. */
static bool ask(const struct base *b, const struct lesson *l, int index, struct asked *out,
                struct error *err)
{
    struct exercises x = *b->x;
    struct question q;
    struct seed seed;
    struct error why = {0};
    x.lesson = l;
    x.drawn_count = 0; /* the numbers stay as they are written */
    x.require_count = 0;
    x.seed = false;
    seed_of_number(&seed, 0, x.at[index].name);
    if (question_make(&q, &x, &x.at[index], &seed, b->terms, &why)) {
        buf_printf(&out->text, "%s\n%s\n%s\n", q.name, q.prompt, q.key);
        out->alone = !q.variant.asked && !kind_asks(q.kind, ASKS_CODE);
        out->behind = q.variant.behind;
        question_free(&q);
        return true;
    }
    buf_printf(&out->text, "%s fails\n", x.at[index].name);
    out->behind = true;
    if (why.kind == ERROR_MEMORY) {
        *err = why;
    }
    return why.kind != ERROR_MEMORY;
}

/* *same: without these lines the exercises ask the same. */
static bool ask_without(const struct base *b, const struct lesson *l, const struct lines *at,
                        bool *same, struct error *err)
{
    bool ok = true;
    *same = true;
    for (int k = 0; ok && *same && k < b->x->count; k++) {
        const struct asked *as = &b->asked[k];
        bool reaches = as->behind || (!as->alone && at->cell < b->x->at[k].cell);
        if (reaches) {
            struct asked own = {0};
            ok = ask(b, l, k, &own, err);
            *same = ok && strcmp(buf_text(&own.text), buf_text(&as->text)) == 0;
            buf_free(&own.text);
        }
    }
    return ok;
}

/* --- its own numbers --- */

/* Names that are no variables, only keywords of a call, cannot be asked. */
static void check_require(struct base *b, const struct field *f, struct complaints *c)
{
    struct sandbox a;
    struct value value;
    scoped_buf text = {0};
    bool truth = true;
    buf_printf(&text, "bool(\n%s\n)\n", f->value);
    sandbox_begin(&a, b->run.tape);
    if (sandbox_run(&a, buf_text(&text), &value) && value.type == VALUE_BOOL) {
        truth = value.b;
    }
    sandbox_end(&a);
    if (!truth) {
        complain(c, f->line, f->column, 0, "the numbers as the file has them do not fulfil this");
    }
}

/* --- which lines are tried --- */

static const char *line_of(const struct cell *c, int line)
{
    const char *p = c->text;
    for (int k = 1; k < line; k++) {
        p += strcspn(p, "\n");
        p += *p == '\n';
    }
    return p;
}

/* Statements that are there for the reader, a docstring too, or to be a statement. */
FORM(says_nothing, "^[ \t]*(?:assert |pass|\\.\\.\\.|import |from |[rRuUbB]*[\"'])");

/* A warning of `qkv lint` has told about it already. */
static bool warned(const struct base *b, const struct lines *at)
{
    const struct warnings *w = b->run.warnings;
    for (int k = 0; k < w->count; k++) {
        if (run_cell_of(b->run.lesson, w->at[k].at.source) == at->cell &&
            w->at[k].at.line >= at->first && w->at[k].at.line <= at->last) {
            return true;
        }
    }
    return false;
}

/* *dead: without these lines all is the same. */
static bool try_without(struct base *b, const struct lines *at, bool *dead, struct error *err)
{
    struct lesson *l = variant_draw_lesson(b->x->lesson, err);
    scoped_buf printed = {0};
    struct run run = {0};
    *dead = false;
    if (l == NULL) {
        return false;
    }
    bool ok = lines_off(l, at, err);
    if (!ok) {
        lesson_free(l);
        free(l);
        return false;
    }
    ok = run_all(&run, l, b->terms, &b->printed, &printed, err);
    bool same = ok && run.outcome == OUTCOME_DONE && printed.len == b->printed.len &&
                begins(&printed, &b->printed);
    if (same) {
        ok = ask_without(b, run.lesson, at, dead, err);
    }
    run_free(&run);
    return ok;
}

static bool try_cell(struct base *b, int cell, struct complaints *c, struct error *err)
{
    const struct lesson *as_written = b->x->lesson;
    const struct cell *text = &as_written->cells[cell];
    int count = lines_count(text), behind = 0; /* of what is dead */
    for (int line = 1; line <= count; line++) {
        struct lines at;
        bool dead;
        review_progress(b->r, "lines", b->tried++, b->lines);
        if (line <= behind || !lines_find(b->run.lesson, cell, line, &at) || at.first != line ||
            form_in(&says_nothing, piece_of(line_of(text, line))) || warned(b, &at)) {
            continue;
        }
        if (!try_without(b, &at, &dead, err)) {
            return false;
        }
        if (dead) {
            int column = (int)strspn(line_of(text, line), " \t") + 1;
            behind = at.last;
            complain_note(c, text->line + line - 1, column, 0,
                          "without %s nothing that is printed or asked would be different",
                          at.last > at.first ? "these lines" : "this line");
        }
    }
    return true;
}

bool review_written(const struct exercises *x, const struct run_terms *terms,
                    const struct review *r, struct complaints *c, struct error *err)
{
    struct base b = {.x = x, .terms = terms, .r = r};
    struct lesson *l = variant_draw_lesson(x->lesson, err);
    if (l == NULL) {
        return false;
    }
    b.asked = calloc((size_t)x->count + 1, sizeof *b.asked);
    bool ok = run_all(&b.run, l, terms, NULL, &b.printed, err) && run_end(&b.run, false, err) &&
              (b.asked != NULL || error_memory(err));
    if (ok && b.run.outcome != OUTCOME_DONE) {
        complain(c, 1, 1, 0, "the code of this lesson fails: qkv run shows where");
    } else if (ok) {
        for (int k = 0; k < x->require_count; k++) {
            check_require(&b, &x->require[k], c);
        }
        for (int k = 0; ok && k < x->count; k++) {
            ok = ask(&b, x->lesson, k, &b.asked[k], err);
        }
        for (int k = 0; k < x->lesson->count; k++) {
            b.lines += x->lesson->cells[k].code ? lines_count(&x->lesson->cells[k]) : 0;
        }
        for (int k = 0; ok && k < x->lesson->count; k++) {
            ok = !x->lesson->cells[k].code || try_cell(&b, k, c, err);
        }
    }
    run_free(&b.run);
    buf_free(&b.printed);
    for (int k = 0; b.asked != NULL && k < x->count; k++) {
        buf_free(&b.asked[k].text);
    }
    free(b.asked);
    return ok;
}
