/* Lays out a run as HTML. */
#include "browser/paper.h"

#include "base/markup.h"
#include "plot/colormap.h"
#include "show/step_text.h"
#include "trace/axes/axes.h"
#include "trace/report/run.h"
#include "trace/tape/event.h"
#include "tui/pane/pane_code.h"
#include "tui/pane/table.h"
#include "tui/plain.h"

#include <math.h>
#include <string.h>

enum { WIDTH = 100, ROWS = 24, COLUMNS = 24 };

const char paper_style[] =
    "body { margin: 0 auto; max-width: 72rem; padding: 1rem; color: #1b1c22; background: #fff;\n"
    "  font: 17px/1.5 system-ui, \"DejaVu Sans\", sans-serif; }\n"
    "pre, code, table { font-family: ui-monospace, \"DejaVu Sans Mono\", monospace; font-size: "
    ".84em; }\n"
    "pre { background: #f4f5f8; padding: .6rem .8rem; border-radius: .4rem; white-space: pre-wrap; "
    "}\n"
    "pre code { font-size: inherit; }\n"
    "mark { background: #fff1bf; font-weight: 600; }\n"
    "section { border-top: 1px solid #d9dbe3; padding: .6rem 0; }\n"
    "figure, tr, li, pre, .question, .warning { break-inside: avoid; } h1, h2, .shapes { "
    "break-after: avoid; }\n"
    "section:not(:has(*)) { display: none; } p, pre { orphans: 3; widows: 3; }\n"
    "@media print { body { font-size: 11pt; padding: 0; } .tensors { display: block; }\n"
    "  .tensors figure { display: inline-block; vertical-align: top; margin-right: 1.2rem; } }\n"
    ".tensors { display: flex; flex-wrap: wrap; gap: .6rem 1.6rem; }\n"
    "figure { margin: 0; overflow: auto; max-width: 100%; }\n"
    "figcaption { font-weight: 600; }\n"
    "figcaption small, .shapes { font-weight: 400; color: #5c5f6b; }\n"
    "table { border-collapse: separate; border-spacing: 2px; }\n"
    "td { min-width: 3rem; text-align: center; padding: .2rem .3rem; border-radius: .2rem;\n"
    "  -webkit-print-color-adjust: exact; print-color-adjust: exact; }\n"
    "th { font-weight: 400; color: #5c5f6b; padding: .1rem .4rem; }\n"
    "details { margin: .4rem 0; } summary { cursor: pointer; color: #5c5f6b; }\n"
    ".warning { border-left: 4px solid #b3261e; padding-left: .8rem; }\n";

struct writer {
    struct browser *b;
    const struct viewer *v;
    struct buf *out;
    const char *heading;                     /* that was told last */
    int cell;                                /* whose code was told last, -1: none */
    int first, last;                         /* which lines of it were told last, alone or marked */
    bool asked[PRACTICE_MOST + RECALL_MOST]; /* which tasks were */
    struct buf told;                         /* of each block of the prose 1, once it was told */
    const struct guide_stop *lit;            /* that told a part of a block last, or NULL */
};

/* --- text --- */

static void put_element(const char *name, const char *class, const char *text, struct buf *out)
{
    if (text == NULL || *text == '\0') {
        return;
    }
    buf_printf(out, "<%s%s%s%s>", name, class != NULL ? " class=\"" : "",
               class != NULL ? class : "", class != NULL ? "\"" : "");
    markup_put(text, out);
    buf_printf(out, "</%s>\n", name);
}

static void put_words(const char *text, const char *marks, size_t from, size_t end, struct buf *out)
{
    static const char *const element[] = {"em", "strong", "code"}; /* enum word_mark */
    for (size_t k = from, run; k < end; k += run) {
        run = marks != NULL ? words_run(marks, k, end) : end - k;
        int mark = marks != NULL ? marks[k] : 0;
        for (int m = 0; m < 3; m++) {
            buf_printf(out, (mark & 1 << m) != 0 ? "<%s>" : "", element[m]);
        }
        markup_put_bytes(text + k, run, out);
        for (int m = 2; m >= 0; m--) {
            buf_printf(out, (mark & 1 << m) != 0 ? "</%s>" : "", element[m]);
        }
    }
}

static void put_block(const struct prose_block *b, struct buf *out)
{
    const char *element = b->kind == PROSE_HEADING ? "h3" : b->kind == PROSE_LINES ? "pre" : "p";
    buf_printf(out, "<%s>", element);
    put_words(b->text, b->marks, 0, strlen(b->text), out);
    buf_printf(out, "</%s>\n", element);
}

/* --- an exercise --- */

static void put_prompt(const char *markdown, struct buf *out)
{
    struct lesson holder = {0};
    struct prose prose = {0};
    struct error none = {0};
    scoped_buf text = {0};
    buf_puts(&text, markdown);
    struct cell cell = {.text = text.data, .len = text.len};
    if (text.len > 0 && prose_read(&prose, &holder, &cell, &none)) {
        for (int k = 0; k < prose.count; k++) {
            put_block(&prose.at[k], out);
        }
    }
    prose_free(&prose);
    arena_free(&holder.arena);
}

static void put_line(const char *element, const char *before, const char *markdown, struct buf *out)
{
    scoped_words words = {0};
    words_plain(before, &words);
    words_line(markdown, strlen(markdown), &words);
    buf_printf(out, "<%s>", element);
    put_words(buf_text(&words.text), words.marks.data, 0, words.text.len, out);
    buf_printf(out, "</%s>\n", element);
}

static void put_question(const struct question *q, struct buf *out)
{
    scoped_buf answer = {0};
    buf_puts(out, "<div class=\"question\">\n");
    put_prompt(q->prompt, out);
    if (kind_asks(q->kind, ASKS_WHOLE) && q->code != NULL) {
        put_element("pre", NULL, q->code, out);
    }
    buf_puts(out, q->option_count > 0 ? "<ol type=\"a\">\n" : "");
    for (int k = 0; k < q->option_count; k++) {
        put_line("li", "", q->option[k].text, out);
    }
    buf_puts(out, q->option_count > 0 ? "</ol>\n" : "");
    put_line("p", "Answer: ", q->form, out);
    buf_puts(out, "</div>\n");
    question_answer(q, &answer);
    buf_puts(out, "<details><summary>Solution</summary>\n");
    put_prompt(buf_text(&answer), out);
    buf_puts(out, "</details>\n");
}

/* Lines of a cell: alone, or marked in all of it; out NULL: nothing is written. How many other
 * lines hold something. */
static int put_lines(const char *line, int first, int last, bool alone, struct buf *out)
{
    int others = 0;
    for (int number = 1; *line != '\0'; number++) {
        size_t len = strcspn(line, "\n");
        bool here = number >= first && number <= last;
        others += !here && strspn(line, " \t\r") < len;
        if (out != NULL && (here || !alone)) {
            buf_puts(out, here && !alone ? "<mark>" : "");
            markup_put_bytes(line, len, out);
            buf_puts(out, here && !alone ? "</mark>\n" : "\n");
        }
        line += len + (line[len] == '\n');
    }
    return others;
}

/* Lines of the code that stands above, unless they are all of it. */
static void put_above(struct writer *w, const struct cell *c, int first, int last)
{
    if (put_lines(c->text, first, last, true, NULL) > 0) {
        buf_printf(w->out,
                   first < last ? "<p class=\"shapes\">lines %d to %d of the code above:</p>\n"
                                : "<p class=\"shapes\">line %d of the code above:</p>\n",
                   first, last);
        buf_puts(w->out, "<pre><code>");
        put_lines(c->text, first, last, true, w->out);
        buf_puts(w->out, "</code></pre>\n");
    }
}

/* The code of a cell once, with what is done now marked; where it stands above, those lines. */
static void put_code(struct writer *w, int index, const struct span *at)
{
    const struct cell *c = index >= 0 ? &w->v->lesson->cells[index] : NULL;
    bool lit = at != NULL && at->source != NULL;
    int first = lit ? at->line : 0, last = lit ? at->end_line : 0;
    if (c == NULL || !c->code || c->folded || (!lit && index == w->cell)) {
        return;
    }
    bool again = index == w->cell, same = first == w->first && last == w->last;
    w->first = first;
    w->last = last;
    if (again && !same) { /* scores and their shares are made by one line: it stands once */
        put_above(w, c, first, last);
    }
    if (again) {
        return;
    }
    buf_puts(w->out, "<pre><code>");
    put_lines(c->text, first, last, false, w->out);
    buf_puts(w->out, "</code></pre>\n");
    w->cell = index;
}

/* What was printed, below the lines that printed it. */
static void put_output(struct writer *w, const struct guide_stop *s)
{
    const struct buf *printed = &w->v->where.at.tape->printed;
    const struct cell *c = s->prints.cell >= 0 ? &w->v->lesson->cells[s->prints.cell] : NULL;
    bool above = c != NULL && !c->folded && s->prints.cell == w->cell;
    if (above) {
        put_above(w, c, s->prints.first, s->prints.last);
    }
    put_code(w, s->code, NULL);
    buf_puts(w->out, above ? "<p class=\"shapes\">prints:</p>\n<pre>" : "<pre>");
    markup_put_bytes(printed->data + s->out_from, s->out_end - s->out_from, w->out);
    buf_puts(w->out, "</pre>\n");
}

/* --- tables --- */

static void put_cell(const struct viewer *v, const struct shown *s, const struct table_scale *scale,
                     bool colored, int64_t row, int64_t column, struct buf *out)
{
    struct rgb color[COLORMAP_COLORS];
    scoped_buf text = {0};
    double value = tensor_double_at(&s->then, plane_offset(&s->slice, &s->then, row, column));
    plain_number(s, value, &text);
    buf_puts(out, "<td");
    if (colored && isfinite(value)) {
        colormap_table(colormap_find(scale->around_zero ? "RdBu_r" : "viridis"), color);
        struct rgb c = color[colormap_index(value, scale->low, scale->high)], ink = color_ink(c);
        buf_printf(out, " style=\"background:#%02x%02x%02x;color:#%02x%02x%02x\"", c.r, c.g, c.b,
                   ink.r, ink.g, ink.b);
    }
    buf_puts(out, ">");
    if (table_is_source(v, s, row, column)) {
        put_element("strong", NULL, buf_text(&text), out);
    } else {
        markup_put(buf_text(&text), out);
    }
    buf_puts(out, "</td>");
}

static void put_label(const char *scope, const struct buf *label, struct buf *out)
{
    if (label->len == 0) {
        buf_puts(out, "<td></td>");
        return;
    }
    buf_printf(out, "<th scope=\"%s\">", scope);
    markup_put(buf_text(label), out);
    buf_puts(out, "</th>");
}

static void put_rows(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct plane *p = &s->slice;
    struct table_scale scale = {0, 0, false};
    bool colored = table_scale(v, s, false, &scale);
    int64_t rows = p->rows < ROWS ? p->rows : ROWS,
            columns = p->columns < COLUMNS ? p->columns : COLUMNS;
    buf_puts(out, "<table>\n<thead><tr><td></td>");
    for (int64_t k = 0; k < columns; k++) {
        scoped_buf label = {0};
        viewer_column_label(v, s, k, &label);
        put_label("col", &label, out);
    }
    buf_puts(out, "</tr></thead>\n<tbody>\n");
    for (int64_t r = 0; r < rows; r++) {
        scoped_buf label = {0};
        viewer_row_label(v, s, r, &label);
        buf_puts(out, "<tr>");
        put_label("row", &label, out);
        for (int64_t c = 0; c < columns; c++) {
            put_cell(v, s, &scale, colored, r, c, out);
        }
        buf_puts(out, "</tr>\n");
    }
    buf_puts(out, "</tbody>\n</table>\n");
    if (rows < p->rows || columns < p->columns) {
        buf_printf(out,
                   "<p class=\"shapes\">the first %lld of %lld rows, %lld of %lld columns</p>\n",
                   (long long)rows, (long long)p->rows, (long long)columns, (long long)p->columns);
    }
}

static void put_choice(const struct plane *p, bool heads, struct buf *out)
{
    char word[PLANE_WORD];
    if ((heads ? p->heads : p->batches) > 1) {
        buf_printf(out, ", %s %lld", plane_word(p, heads, word),
                   (long long)(heads ? p->head : p->batch));
    }
}

static void put_tensor(const struct viewer *v, const struct shown *s, struct buf *out)
{
    scoped_buf name = {0}, about = {0};
    viewer_name(v, s, &name);
    axes_text(s->of, &about);
    put_choice(&s->slice, true, &about);
    put_choice(&s->slice, false, &about);
    buf_puts(out, "<figure><figcaption>");
    buf_puts(out, s->role == ROLE_RESULT ? "\xe2\x86\x92 " : "");
    markup_put(buf_text(&name), out);
    put_element("small", NULL, buf_text(&about), out);
    buf_puts(out, "</figcaption>\n");
    if (s->then.ndim > 0 && tensor_numel(&s->then) > 0) {
        put_rows(v, s, out);
    } else if (s->then.ndim == 0) {
        scoped_buf text = {0};
        plain_number(s, tensor_double_at(&s->then, s->then.offset), &text);
        put_element("p", NULL, buf_text(&text), out);
    }
    buf_puts(out, "</figure>\n");
}

/* --- a step --- */

static void put_arithmetic(const struct viewer *v, struct buf *out)
{
    const struct explanation *x = &v->fetched.explanation;
    if (!v->fetched.explained) {
        return;
    }
    buf_puts(out, "<pre>");
    markup_put(buf_text(&x->title), out);
    buf_puts(out, "\n  = ");
    markup_put(buf_text(&x->formula), out);
    if (x->numbers.len > 0) {
        buf_puts(out, "\n  = ");
        markup_put(buf_text(&x->numbers), out);
    }
    buf_puts(out, "</pre>\n");
}

static void put_step(struct writer *w)
{
    const struct viewer *v = w->v;
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    scoped_buf text = {0}, shapes = {0};
    put_code(w, run_cell_of(v->lesson, viewer_span(v)->source), viewer_span(v));
    pane_sentence_text(v, WIDTH, &text);
    put_element("p", "caption", buf_text(&text), w->out);
    if (!stepper_folded(&v->where.at) && e->figure == NULL) {
        if (!step_shapes(e, true, &shapes)) {
            step_shapes(e, false, &shapes);
        }
        put_element("p", "shapes", buf_text(&shapes), w->out);
    }
    buf_puts(w->out, "<div class=\"tensors\">\n");
    for (int k = 0; k < v->fetched.in_count; k++) {
        put_tensor(v, &v->fetched.in[k], w->out);
    }
    if (v->fetched.any_out) {
        put_tensor(v, &v->fetched.out, w->out);
    }
    buf_puts(w->out, "</div>\n");
    put_arithmetic(v, w->out);
    for (int k = viewer_warning(v, 0); k >= 0; k = viewer_warning(v, k + 1)) {
        put_element("p", "warning", v->warnings->at[k].text, w->out);
    }
}

/* --- a stop --- */

static void put_prose(struct writer *w, const struct guide_stop *s)
{
    const struct prose *p = &w->v->guide->prose;
    for (int k = s->from; k < s->end && s->kind != GUIDE_STEP; k++) {
        if (p->at[k].kind != PROSE_HEADING && guide_tells(w->v->guide, s, k)) {
            put_block(&p->at[k], w->out);
            w->told.data[k] = 1;
        }
    }
    bool lit = s->kind == GUIDE_STEP && s->lit >= 0 && w->told.data[s->lit] == 0;
    if (lit && !(w->lit != NULL && w->lit->lit == s->lit && w->lit->lit_from == s->lit_from)) {
        w->lit = s;
        buf_puts(w->out, "<p>");
        put_words(p->at[s->lit].text, p->at[s->lit].marks, s->lit_from, s->lit_end, w->out);
        buf_puts(w->out, "</p>\n");
    }
}

/* The question that is open, once. */
static void put_asked(struct writer *w)
{
    const struct practice *p = w->v->practice;
    if (p != NULL && p->open && !w->asked[p->of]) {
        w->asked[p->of] = true;
        put_question(&p->question, w->out);
    }
}

static bool put_stop(struct writer *w, struct error *err)
{
    const struct viewer *v = w->v;
    const struct guide_stop *s = viewer_stop(v);
    const char *heading = s->section >= 0 ? v->guide->prose.at[s->section].text : NULL;
    if (heading != NULL && heading != w->heading) {
        put_element("h2", NULL, heading, w->out);
        w->heading = heading;
    }
    put_prose(w, s);
    if (s->kind == GUIDE_STEP) {
        put_step(w);
    }
    if (s->kind == GUIDE_OUTPUT) {
        put_output(w, s);
    }
    if (s->kind == GUIDE_TEXT || s->kind == GUIDE_OUTPUT) {
        put_code(w, s->cell, NULL);
    }
    if (s->kind == GUIDE_EXERCISE) {
        put_asked(w);
    }
    for (int k = 0; s->kind == GUIDE_MORE && k < s->exercises; k++) {
        if (!browser_task(w->b, s->exercise + k, err)) {
            return false;
        }
        put_asked(w);
    }
    return true;
}

/* --- all of it --- */

static bool put_stops(struct writer *w, struct error *err)
{
    for (int k = 0; k < w->v->guide->count; k++) {
        if (!browser_stop(w->b, k, err)) {
            return false;
        }
        buf_printf(w->out, "<section id=\"stop-%d\">\n", k + 1);
        if (!put_stop(w, err)) {
            return false;
        }
        buf_puts(w->out, "</section>\n");
    }
    return browser_stop(w->b, 0, err);
}

static bool put_steps(struct writer *w, struct error *err)
{
    const struct stepper *at = &w->v->where.at;
    int count = 0, row = -1;
    if (at->row < 0) {
        put_element("p", NULL, viewer_nothing(w->v), w->out);
        return true;
    }
    for (; at->row != row && count < PAPER_STEPS; count++) {
        scoped_buf number = {0};
        row = at->row;
        event_number(&at->tape->event[stepper_event(at)], &number);
        buf_printf(w->out, "<section id=\"step-%s\">\n", buf_text(&number));
        put_step(w);
        buf_puts(w->out, "</section>\n");
        if (!browser_key(w->b, 'n', err)) {
            return false;
        }
    }
    if (at->row != row) {
        buf_printf(w->out, "<p>The run has %d steps; %d of them stand here.</p>\n",
                   at->tape->step_count, count);
    }
    return browser_key(w->b, 'g', err);
}

bool paper_html(struct browser *b, struct buf *out, struct error *err)
{
    struct writer w = {.b = b, .v = browser_viewer(b), .out = out, .cell = -1};
    const char *name = w.v->lesson->title;
    put_element("h1", NULL, name != NULL ? name : w.v->title, out);
    bool told = w.v->guide != NULL && w.v->guide->count > 0;
    for (int k = 0; told && k < w.v->guide->prose.count; k++) {
        buf_putc(&w.told, '\0');
    }
    bool ok = w.told.failed ? error_memory(err) : told ? put_stops(&w, err) : put_steps(&w, err);
    buf_free(&w.told);
    if (!ok) {
        return false;
    }
    put_element("pre", "warning", w.v->failure, out);
    return !out->failed || error_set(err, ERROR_MEMORY, "the system has no memory left");
}
