/* Writes the texts of the pages, line by line. A page is written as a whole; what is scrolled away
 * is not drawn. */
#include "tui/page/page.h"

#include "show/code.h"
#include "show/figure_text.h"
#include "show/strip.h"
#include "trace/explain/explain_text.h"
#include "trace/explain/nudge.h"
#include "trace/stage/stages.h"
#include "trace/tape/location.h"
#include "tui/act/act_search.h"
#include "tui/page/known.h"
#include "tui/page/page_write.h"
#include "tui/page/stack.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_line.h"
#include "tui/viewer_live.h"

#include <stdio.h>
#include <string.h>

#define STRIP_MOST 512 /* places of a storage */
#define TEXT_LINES 64  /* of the grid that a page goes through on its way to a text */

/* As text: what is written so far goes out, and the lines of the grid are blank again. */
static void turn_over(struct page_writer *w, int lines)
{
    w->g->height = lines;
    grid_text(w->g, w->out);
    w->g->height = w->height;
    grid_clear(w->g);
    w->first += lines;
}

static void put_len(struct page_writer *w, int column, enum style style, const char *text,
                    const char *marks, size_t len)
{
    while (w->out != NULL && w->line - w->first >= w->height) {
        turn_over(w, w->height);
    }
    int y = w->line - w->first;
    w->used = strspn(text, " ") < len ? w->line + 1 : w->used;
    if (w->g != NULL && y >= 0 && y < w->height) {
        pane_put_words(w->g, w->x + column, w->y + y, w->x + w->width, style, text, marks, len);
    }
}

void page_put(struct page_writer *w, int column, enum style style, const char *text)
{
    put_len(w, column, style, text, NULL, strlen(text));
}

void page_spot(struct page_writer *w, enum spot_kind kind, int64_t a, int64_t b)
{
    int y = w->line - w->first;
    if (w->g != NULL && y >= 0 && y < w->height) {
        grid_spot(w->g, w->x, w->y + y, w->width, kind, a, b);
    }
}

void page_line(struct page_writer *w, enum style style, const char *text)
{
    page_put(w, 0, style, text);
    w->line++;
}

static void put_text(struct page_writer *w, enum style style, int indent, const char *all,
                     const char *marks)
{
    while (*all != '\0') {
        size_t len = strcspn(all, "\n");
        do {
            size_t cut = grid_fit(all, len, w->width - indent);
            put_len(w, indent, style, all, marks, cut);
            w->line++;
            while (cut < len && all[cut] == ' ') {
                cut++;
            }
            all += cut;
            marks += marks != NULL ? cut : 0;
            len -= cut;
        } while (len > 0);
        marks += marks != NULL && *all == '\n';
        all += *all == '\n';
    }
}

void page_text(struct page_writer *w, enum style style, int indent, const char *all)
{
    put_text(w, style, indent, all, NULL);
}

void page_words_part(struct page_writer *w, enum style style, int indent, const char *text,
                     const char *marks, size_t from, size_t end)
{
    scoped_words said = {0};
    pane_say(w->v, text, marks, from, end, &said);
    put_text(w, style, indent, buf_text(&said.text), buf_text(&said.marks));
}

void page_words_line(struct page_writer *w, enum style style, int indent, const char *line)
{
    scoped_words said = {0};
    pane_say_line(w->v, line, strlen(line), &said);
    put_text(w, style, indent, buf_text(&said.text), buf_text(&said.marks));
}

void page_code_line(struct page_writer *w, int column, const char *line)
{
    int indent = (int)strspn(line, " "), most = w->width - column, behind = column + indent + 4;
    size_t at = (size_t)indent;
    column += indent;
    do {
        scoped_buf part = {0};
        int room = w->width - column;
        at = code_part(line, at, room > most / 2 ? room : most / 2, &part);
        code_fit(&part, room);
        page_put(w, column, STYLE_LABEL, buf_text(&part));
        w->line++;
        column = behind;
    } while (line[at] != '\0');
}

/* --- a cell --- */

static void page_cell(struct page_writer *w)
{
    scoped_buf all = {0};
    const struct explanation *x = &w->v->fetched.explanation;
    if (w->v->fetched.explained && w->v->placeless) {
        struct explained_step step[EXPLAIN_STEPS];
        struct explanation less = *x;
        less.place = (struct buf){0};
        less.step = step;
        less.step_count = 0;
        for (int k = 0; k < x->step_count; k++) {
            if (!x->step[k].place) {
                step[less.step_count++] = x->step[k];
            }
        }
        explain_text(&less, w->width, &all);
    } else if (w->v->fetched.explained) {
        explain_text(x, w->width, &all);
    }
    const struct event *e = &w->v->where.at.tape->event[w->v->fetched.out.event];
    buf_puts(&all, buf_text(&w->v->fetched.nudged));
    if (w->v->fetched.explained && e->gradient != NULL && w->v->fetched.nudged.len == 0 &&
        nudge_has_loss(w->v->where.at.tape, w->v->fetched.out.event) &&
        !nudge_waits(w->v->where.at.tape, w->v->fetched.out.event)) {
        buf_puts(&all,
                 "  H            nudges that number: does the loss move as far as this says?\n");
    }
    page_text(w, STYLE_PLAIN, 0, buf_text(&all));
}

/* --- printed output --- */

/* How much of it was there at the stop. */
static size_t printed_so_far(const struct viewer *v)
{
    const struct tape *t = v->where.at.tape;
    if (viewer_reads(v)) { /* what this text and those before it have shown */
        return guide_printed(v->guide, t, v->where.stop);
    }
    if (v->where.at.row < 0 || stepper_stop_after(&v->where.at, v->where.at.row) < 0) {
        return t->printed.len; /* behind the last step */
    }
    return t->event[stepper_end(&v->where.at) - 1].printed;
}

static void page_output(struct page_writer *w)
{
    const struct tape *t = w->v->where.at.tape;
    scoped_buf all = {0};
    size_t len = printed_so_far(w->v);
    buf_put(&all, buf_text(&t->printed), len);
    if (len == 0) {
        page_line(w, STYLE_QUIET,
                  t->printed.len > 0 ? "Nothing was printed so far; what follows prints."
                                     : "This code prints nothing.");
    }
    page_text(w, STYLE_PLAIN, 0, buf_text(&all));
}

/* --- steps --- */

/* A line that nobody sees need not be made: a long run has many. */
static bool is_seen(const struct page_writer *w)
{
    return w->out != NULL ||
           (w->g != NULL && w->line >= w->first && w->line < w->first + w->height);
}

static void put_stop(struct page_writer *w, int row)
{
    const struct stepper *s = &w->v->where.at;
    const struct row *r = &s->outline.row[row];
    const struct event *e = &s->tape->event[r->end - 1];
    bool group = r->kind != ROW_EVENT, here = row == s->row && s->part < 0;
    w->here = here ? w->line : w->here;
    if (!is_seen(w)) {
        w->line++;
        return;
    }
    enum style style = here ? STYLE_CURRENT : STYLE_PLAIN;
    scoped_buf code = {0};
    char number[16];
    int first, last;
    stepper_counted(s, row, &first, &last);
    snprintf(number, sizeof number, "%s%d", s->tape->event[first].setup ? "s" : "",
             s->tape->event[first].number);
    page_put(w, 0, STYLE_CURRENT, here ? ">" : " ");
    page_put(w, 5 - (int)strlen(number), style, number);
    int column = 6 + 2 * r->depth;
    if (r->kind == ROW_SETUP) {
        buf_puts(&code, "set-up: ");
        outline_setup_text(&s->outline, r, w->width - column - 2 - (int)strlen("set-up: "), &code);
    } else if (group) {
        buf_printf(&code, "%s: steps to %d", s->tape->call[r->call].name,
                   s->tape->event[last].number);
    } else {
        bool inside = s->parent[row] >= 0 && s->outline.row[s->parent[row]].kind == ROW_COMPOSITE;
        page_put(w, column, here ? STYLE_CURRENT : STYLE_LABEL,
                 e->stage == STAGE_OTHER ? "" : stage_name(e->stage));
        column += 10;
        if (e->figure != NULL) {
            figure_text(s->tape, r->first, &code);
        } else if (e->gradient != NULL && !inside) { /* one line of the code made several */
            buf_printf(&code, "%s, by %s", e->gradient, e->name);
        } else {
            code_of_event(s->tape, r->first, inside, &code);
        }
    }
    code_fit(&code, w->width - column - 2);
    page_put(w, column, style, buf_text(&code));
    if (warnings_next(w->v->warnings, 0, r->first, r->end - 1) >= 0) {
        page_put(w, w->width - 1, STYLE_WARNING, "!");
    }
    page_spot(w, SPOT_STEP, stepper_stop_of(s, row), 0);
    w->line++;
}

/* The parts of a softmax that is open; what is done to its numbers while it is stood on. */
static void put_parts(struct page_writer *w, int row)
{
    const struct stepper *s = &w->v->where.at;
    const struct event *e = &s->tape->event[s->outline.row[row].first];
    bool told = row == s->row && softmax_parts_are_there(w->v);
    const struct softmax_line at = told ? softmax_line_of(w->v, 1) : (struct softmax_line){0};
    for (int k = 0; k < PART_COUNT; k++) {
        bool here = row == s->row && s->part == k;
        int column = 8 + 2 * s->outline.row[row].depth;
        scoped_buf text = {0};
        if (told) {
            softmax_line_sentence(w->v, &at, k, &text);
        }
        code_fit(&text, w->width - column - 12);
        page_put(w, 0, STYLE_CURRENT, here ? ">" : " ");
        page_put(w, column, here ? STYLE_CURRENT : STYLE_LABEL, softmax_part_row(e, k)->name);
        page_put(w, column + 10, here ? STYLE_CURRENT : STYLE_PLAIN, buf_text(&text));
        w->here = here ? w->line : w->here;
        w->line++;
    }
}

/* The section of the lesson that a row belongs to, or which run through the stages, where it is
 * another one than that of the row before. */
static void put_heading(struct page_writer *w, int row, int *last)
{
    const struct viewer *v = w->v;
    const struct tape *t = v->where.at.tape;
    const struct row *r = &v->where.at.outline.row[row];
    bool told = v->guide != NULL && v->guide->count > 0;
    int here =
        told ? guide_section_of(v->guide, v->lesson, t, r->first) : t->event[r->end - 1].pass;
    scoped_buf text = {0};
    if (here < 0 || here == *last || (!told && t->pass_count < 2)) {
        return;
    }
    *last = here;
    if (told) {
        pane_say_heading(v, v->guide->prose.at[here].text, &text);
    } else {
        buf_printf(&text, "Stages, %d of %d", here + 1, t->pass_count);
    }
    code_fit(&text, w->width - 2);
    page_put(w, 1, STYLE_LABEL, buf_text(&text));
    w->line++;
}

/* What a step must hold to be on the list; "": all are. */
static const char *filter_of(const struct viewer *v)
{
    return v->where.page != PAGE_steps        ? ""
           : v->typed.prompt == PROMPT_SEARCH ? v->typed.text
           : v->where.filtered                ? v->typed.search
                                              : "";
}

static void put_filtered(struct page_writer *w, const char *filter)
{
    const struct outline *o = &w->v->where.at.outline;
    int last = -1, before = w->line;
    for (int row = 0; row < o->count; row++) {
        if (o->row[row].kind == ROW_EVENT && act_holds(w->v, o->row[row].first, filter)) {
            put_heading(w, row, &last);
            put_stop(w, row);
        }
    }
    if (w->line == before) {
        page_line(w, STYLE_QUIET, "No step has this in its code, its name or its stage.");
    }
}

static void page_steps(struct page_writer *w)
{
    const struct stepper *s = &w->v->where.at;
    int last = -1;
    if (*filter_of(w->v) != '\0') {
        put_filtered(w, filter_of(w->v));
        return;
    }
    for (int row = 0; row < s->outline.count;) {
        const struct row *r = &s->outline.row[row];
        put_heading(w, row, &last);
        if (r->kind != ROW_EVENT && s->open[row]) {
            page_put(w, 6 + 2 * r->depth, STYLE_TITLE,
                     r->kind == ROW_SETUP ? "set-up" : s->tape->call[r->call].name);
            w->line++;
            row++;
        } else {
            put_stop(w, row);
            if (r->kind == ROW_EVENT && s->open[row]) {
                put_parts(w, row);
            }
            row = r->next > row ? r->next : row + 1;
        }
    }
}

/* --- names --- */

static void put_bind(struct page_writer *w, const struct tape_bind *b, bool fresh)
{
    scoped_buf value = {0};
    const struct tape *t = w->v->where.at.tape;
    page_put(w, 0, STYLE_CURRENT, fresh ? "*" : " ");
    page_put(w, 1, fresh ? STYLE_CURRENT : STYLE_PLAIN, b->name);
    if (fresh && w->v->chosen.hidden) { /* still to be guessed */
        buf_putc(&value, '?');
    } else if (b->tensor != NULL) {
        int maker = (int)map_get(&t->makers, b->serial, -1);
        scoped_buf number = {0};
        viewer_number(w->v, maker, &number);
        page_put(w, 20, STYLE_QUIET, buf_text(&number));
        tensor_tuple_text(b->tensor, &value);
        if (b->tensor->dtype != DTYPE_FLOAT32) {
            buf_printf(&value, " %s", dtype_name(b->tensor->dtype));
        }
    } else {
        tape_bind_text(b, &value);
    }
    page_put(w, 26, STYLE_PLAIN, buf_text(&value));
    w->line++;
}

static void page_names(struct page_writer *w)
{
    const struct tape *t = w->v->where.at.tape;
    struct known k;
    int call = -2;
    if (!known_find(&k, w->v)) {
        return;
    }
    for (int j = 0; j < k.count; j++) {
        const struct tape_bind *b = k.at[j].bind;
        bool own = strncmp(b->name, "self.", 5) != 0 || call == -2;
        if (b->call != call && own) { /* attributes stand with the function that sees them */
            call = b->call;
            page_line(w, STYLE_TITLE, call < 0 ? "top level" : t->call[call].name);
        }
        w->here = k.at[j].fresh ? w->line : w->here;
        put_bind(w, b, k.at[j].fresh);
    }
    known_free(&k);
}

/* --- a question --- */

static void page_answer(struct page_writer *w)
{
    scoped_buf question = {0};
    buf_puts(&question, w->v->typed.question);
    if (stack_chosen(w->v) > 0) {
        struct stack_frame f = stack_frame(w->v, stack_chosen(w->v));
        buf_printf(&question, ", in %s", stack_name(w->v, &f));
    }
    page_text(w, STYLE_TITLE, 0, buf_text(&question));
    page_text(w, STYLE_PLAIN, 0, buf_text(&w->v->typed.answer));
}

/* --- storage --- */

static void page_storage(struct page_writer *w)
{
    scoped_buf all = {0};
    struct tape *t = w->v->where.at.tape;
    if (w->v->where.at.row < 0 || !w->v->fetched.any_out) {
        page_line(w, STYLE_QUIET, "There is no tensor here.");
        return;
    }
    if (w->v->chosen.hidden) {
        page_line(w, STYLE_QUIET, "First guess: r.");
        return;
    }
    if (!strip_write(t, stepper_event(&w->v->where.at), STRIP_MOST, &all)) {
        error_clear(&t->session->in.error);
    }
    page_text(w, STYLE_PLAIN, 0, buf_text(&all));
}

/* --- warnings and failure --- */

static void page_warnings(struct page_writer *w)
{
    const struct warnings *all = w->v->warnings;
    for (int k = 0; all != NULL && k < all->count; k++) {
        const struct warning *x = &all->at[k];
        scoped_buf head = {0}, number = {0};
        if (x->again) {
            continue;
        }
        viewer_number(w->v, x->event, &number);
        buf_printf(&head, "! step %s, ", buf_text(&number));
        location_line(w->v->where.at.tape, &x->at, &head);
        buf_printf(&head, ": %s", mistake_table[x->kind].found.name);
        page_line(w, STYLE_WARNING, buf_text(&head));
        page_text(w, STYLE_PLAIN, 2, x->text);
        buf_clear(&head);
        buf_printf(&head, "To mend or see it: %s.", mistake_table[x->kind].found.help);
        page_text(w, STYLE_QUIET, 2, buf_text(&head));
        page_line(w, STYLE_PLAIN, "");
    }
    scoped_buf waits = {0};
    viewer_waits(w->v, &waits);
    page_text(w, STYLE_QUIET, 0, buf_text(&waits));
}

static void page_failure(struct page_writer *w)
{
    if (w->v->failure != NULL) {
        page_text(w, STYLE_ERROR, 0, w->v->failure);
    }
}

static void page_attempt(struct page_writer *w)
{
    page_text(w, STYLE_ERROR, 0, buf_text(&w->v->typed.attempt));
}

/* --- all of them --- */

static const struct {
    const char *title;
    void (*write)(struct page_writer *w);
} pages[] = {
    {"", NULL},
#define PAGE(id, name, title) {title, page_##id},
#include "tui/page/pages.def"
#undef PAGE
};

const char *page_title(enum page page)
{
    return pages[page].title;
}

bool page_stands_still(enum page page)
{
    return page == PAGE_help || page == PAGE_words || page == PAGE_answer ||
           page == PAGE_warnings || page == PAGE_failure || page == PAGE_attempt;
}

int page_length(const struct viewer *v, enum page page, int width)
{
    struct page_writer w = {.v = v, .width = width, .here = -1};
    if (page != PAGE_NONE) {
        pages[page].write(&w);
    }
    return page == PAGE_guide ? w.used : w.line; /* no page of a lesson is blank */
}

void page_text_of(const struct viewer *v, enum page page, int width, struct buf *out)
{
    struct grid g;
    if (page == PAGE_NONE || !grid_init(&g, width, TEXT_LINES)) {
        return;
    }
    struct page_writer w = {
        .v = v, .g = &g, .out = out, .width = width, .height = TEXT_LINES, .here = -1};
    pages[page].write(&w);
    while (w.line > w.first) {
        turn_over(&w, w.line - w.first < TEXT_LINES ? w.line - w.first : TEXT_LINES);
    }
    grid_free(&g);
}

int page_start(const struct viewer *v, enum page page, int width, int height)
{
    struct page_writer w = {.v = v, .width = width, .here = -1};
    if (page == PAGE_cell && v->fetched.nudged.len > 0) { /* what was asked for, at its end */
        int last = page_length(v, page, width) - height;
        return last > 0 ? last : 0;
    }
    if (page != PAGE_steps && page != PAGE_code && page != PAGE_names && page != PAGE_help &&
        page != PAGE_where) {
        return 0;
    }
    pages[page].write(&w);
    int first = page == PAGE_help ? w.here : w.here - height / 2, most = w.line - height;
    first = first > most ? most : first;
    return first > 0 ? first : 0;
}

void page_draw(const struct viewer *v, enum page page, struct grid *g, int x, int y, int width,
               int height, int first)
{
    struct page_writer w = {.v = v,
                            .g = g,
                            .x = x,
                            .y = y,
                            .width = width,
                            .height = height,
                            .first = first,
                            .here = -1};
    if (page != PAGE_NONE) {
        pages[page].write(&w);
    }
}
