/* Draws the code: the line of the step, what stands before it, and carets under the very
 * expression. */
#include "tui/pane/pane_code.h"

#include "show/code.h"
#include "show/step_text.h"
#include "trace/report/caption.h"
#include "trace/tape/gradient.h"
#include "trace/tape/location.h"
#include "tui/pane/pane_figure.h"
#include "tui/pane/pane_text.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#define MARGIN 7 /* columns before the code: marker, number */

static int columns_of(const char *line, size_t len)
{
    scoped_buf text = {0};
    buf_put(&text, line, len);
    return grid_width(buf_text(&text));
}

struct covered { /* of a line that the expression covers, in bytes */
    size_t from, to;
};

static struct covered part_of(const struct span *at, int line, const char *text, size_t len)
{
    struct covered p = {.from = strspn(text, " \t"), .to = len};
    p.from = line == at->line ? (size_t)at->column : p.from;
    p.to = line == at->end_line ? (size_t)at->end_column : p.to;
    p.to = p.to > len ? len : p.to;
    p.from = p.from > p.to ? p.to : p.from;
    return p;
}

/* "123", " >12", "*>12", "*  12", "*>123": a breakpoint first, the step's own line next to it. */
static void put_number(struct grid *g, struct box b, int y, const char *text, bool stops, bool here,
                       bool own)
{
    int digits = (int)strlen(text), first = b.x + 4 - digits;
    first += digits + stops + own > 4; /* a column that is a blank else */
    enum style style = here ? STYLE_CURRENT : STYLE_QUIET;
    grid_fill(g, b.x, y, digits > 0 ? first - b.x : 0, style, ' ');
    grid_put(g, first, y, b.x + MARGIN, style, text);
    if (own) {
        grid_put(g, first - 1, y, first, STYLE_CURRENT, ">");
    }
    if (stops) {
        grid_put(g, b.x, y, b.x + 1, STYLE_WARNING, "*");
    }
}

/* One line with its number. `skip`: columns that are scrolled away on the left; `end_at`: bytes
 * before the part that stands below it, 0: all of it stands here. */
static void put_line(const struct viewer *v, struct grid *g, struct box b, int y,
                     const struct span *at, int line, int skip, size_t end_at)
{
    size_t len;
    const char *text = source_line(at->source, line, &len);
    len = end_at > 0 ? end_at : len;
    struct span where = *at;
    bool here = line >= at->line && line <= at->end_line;
    char number[24];
    where.line = line;
    snprintf(number, sizeof number, "%d", location_of(&where).line);
    struct code_line of = {run_cell_of(v->lesson, at->source), line};
    int off = viewer_is_off(v, of);
    if (of.cell >= 0) {
        grid_spot(g, b.x, y, b.width, SPOT_LINE, of.cell, of.line);
    }
    put_number(g, b, y, at->source->prelude ? "" : number, viewer_breakpoint(v, of) >= 0, here,
               line == at->line);
    if (off >= 0 || viewer_is_warned(v, of, v->where.at.tape->event_count)) {
        grid_put(g, b.x + 5, y, b.x + MARGIN, STYLE_WARNING, off >= 0 ? "x" : "!");
    }
    size_t from = 0, indent = strspn(text, " \t");
    if (!here && skip > (int)indent) { /* a line around it stands further left */
        skip = (int)indent;
    }
    while (from < len && columns_of(text, from) < skip) {
        from++;
        while (from < len && ((unsigned char)text[from] & 0xC0) == 0x80) {
            from++;
        }
    }
    bool cut = from > indent && from < len;
    if (off >= 0 && v->off->at[off].first == line && from <= indent) { /* "pass" is not theirs */
        grid_put_len(g, b.x + MARGIN, y, b.x + b.width, STYLE_QUIET, text + from, indent - from);
        b.x += (int)(indent - from);
        b.width -= (int)(indent - from);
        from = indent + strlen(LINES_OFF_FIRST) - strlen(LINES_OFF);
    }
    grid_put_len(g, b.x + MARGIN, y, b.x + b.width, here ? STYLE_TITLE : STYLE_QUIET, text + from,
                 len - from);
    if (cut) {
        grid_put(g, b.x + MARGIN, y, b.x + b.width, STYLE_QUIET,
                 pane_glyph(v, "\xe2\x80\xa6", "<"));
    }
    if (columns_of(text + from, len - from) > b.width - MARGIN) {
        grid_put(g, b.x + b.width - 1, y, b.x + b.width, STYLE_QUIET,
                 pane_glyph(v, "\xe2\x80\xa6", ">"));
    }
    if (here) {
        struct covered p = part_of(at, line, text, len);
        int start = columns_of(text, p.from) - skip, end = columns_of(text, p.to) - skip;
        start = start < 0 ? 0 : start;
        end = end > b.width - MARGIN ? b.width - MARGIN : end;
        grid_mark(g, b.x + MARGIN + start, y, end - start, STYLE_HERE);
        if (line == at->line) {
            grid_fill(g, b.x + MARGIN + start, y + 1, end - start, STYLE_CURRENT, '^');
        }
    }
}

/* How far the line must be scrolled to the left so that the expression is seen. */
static int skip_of(const struct span *at, int room)
{
    size_t len;
    const char *text = source_line(at->source, at->line, &len);
    struct covered p = part_of(at, at->line, text, len);
    int indent = (int)strspn(text, " \t"), start = columns_of(text, p.from);
    int end = columns_of(text, p.to);
    if (end - indent <= room) {
        return indent;
    }
    if (start - indent <= room / 3) { /* its beginning is seen, and that of the line */
        return indent;
    }
    return end - start >= room - 4 ? start - 2 : end - room;
}

/* Lines that are shown: not those that are empty. */
static bool is_blank(const struct source *source, int line)
{
    size_t len;
    const char *text = source_line(source, line, &len);
    return strspn(text, " \t\r") >= len;
}

static bool source_has(const struct source *source, int line)
{
    size_t len;
    return source_line(source, line, &len) < source->text + source->len;
}

/* The line that was just turned off, when it stands before the code that is shown: 0 otherwise. */
static int turned_line(const struct viewer *v, const struct span *at, int first)
{
    bool there = v->typed.turned_row >= 0 && v->typed.turned_row == v->where.at.row &&
                 run_cell_of(v->lesson, at->source) == v->typed.turned.cell &&
                 viewer_is_off(v, v->typed.turned) >= 0;
    int line = there ? v->off->at[viewer_is_off(v, v->typed.turned)].first : 0;
    return line < first ? line : 0;
}

/* Whose code it is, where it is not the reader's. */
static bool put_whose(const struct viewer *v, struct grid *g, struct box b, int y)
{
    const struct stepper *s = &v->where.at;
    const struct tape *t = s->tape;
    int call = t->event[stepper_event(s)].call;
    scoped_buf text = {0};
    if (!viewer_is_inside(v) || !viewer_span(v)->source->prelude || b.height < 3) {
        return false;
    }
    while (call >= 0 && t->call[call].helper && t->call[call].parent >= 0) {
        call = t->call[call].parent; /* a helper's name says nothing */
    }
    buf_printf(&text, "qkv's own code, no line of the file%s%s", call >= 0 ? ": " : "",
               call >= 0 ? t->call[call].name : "");
    code_fit(&text, b.width - MARGIN);
    grid_put(g, b.x + MARGIN, y, b.x + b.width, STYLE_QUIET, buf_text(&text));
    return true;
}

/* Where the part of the step's line begins that its end on the screen cuts off, in bytes; 0: none
 * is, or the line is scrolled. */
static size_t rest_of(const struct span *at, int room, int skip)
{
    size_t len, indent;
    const char *text = source_line(at->source, at->line, &len);
    scoped_buf line = {0};
    indent = strspn(text, " \t");
    buf_put(&line, text + indent, len - indent);
    size_t cut = skip > (int)indent ? line.len : code_break(buf_text(&line), room - 1);
    return cut < line.len ? indent + cut : 0;
}

bool pane_code_goes_on(const struct viewer *v, int width)
{
    const struct span *at = viewer_span(v);
    return at->source != NULL && rest_of(at, width - MARGIN, skip_of(at, width - MARGIN)) > 0;
}

/* The part of the step's line from that byte on, as far as there is room for it. */
static void put_rest(struct grid *g, struct box b, int y, const struct span *at, size_t from)
{
    size_t len;
    const char *text = source_line(at->source, at->line, &len);
    scoped_buf rest = {0};
    buf_put(&rest, text + from, len - from);
    code_fit(&rest, b.width - MARGIN - 4);
    grid_put(g, b.x + MARGIN + 4, y, b.x + b.width, STYLE_TITLE, buf_text(&rest));
}

/* The columns that all lines have in front of them which are shown with the step's own: so many
 * `lines` from `first` on. */
static int shared_indent(const struct span *at, int first, int lines)
{
    int least = INT_MAX;
    for (int line = first; lines > 0 && source_has(at->source, line); line++) {
        size_t len;
        const char *text = source_line(at->source, line, &len);
        if (!is_blank(at->source, line)) {
            int indent = (int)strspn(text, " \t");
            least = indent < least ? indent : least;
            lines--;
        }
    }
    return least;
}

/* Lines stand as far from one another as in the file, where the step's own has room for that. */
static int skip_together(const struct span *at, int first, int lines, int room)
{
    size_t len;
    const char *text = source_line(at->source, at->line, &len);
    int least = shared_indent(at, first, lines), skip = skip_of(at, room);
    return least < skip && columns_of(text, len) - least <= room ? least : skip;
}

int pane_code(const struct viewer *v, struct grid *g, struct box b)
{
    const struct span *at = viewer_span(v);
    int y = b.y, behind = b.height > 7 ? (b.height - 2) / 4 : 0; /* lines behind the step's own */
    int before = b.height - 2 - behind, first = at->line;
    if (at->source == NULL) {
        return b.y + b.height;
    }
    int skip = skip_of(at, b.width - MARGIN);
    size_t rest = before + behind > 0 ? rest_of(at, b.width - MARGIN, skip) : 0;
    before -= rest > 0 && before > 0;
    for (int line = at->line - 1; line >= 1 && before > 0; line--) {
        if (!is_blank(at->source, line)) {
            first = line;
            before--;
        }
    }
    int turned = turned_line(v, at, first);
    skip = skip_together(at, first, b.height - 1, b.width - MARGIN);
    if (put_whose(v, g, b, y)) {
        first += first < at->line && before == 0;
        y++;
    }
    if (turned > 0 && b.height > 2) { /* in the place of the uppermost one */
        put_line(v, g, b, y++, at, turned, skip, 0);
        first += first < at->line && before == 0;
    }
    for (int line = first; line < at->line; line++) {
        if (!is_blank(at->source, line)) {
            put_line(v, g, b, y++, at, line, skip, 0);
        }
    }
    put_line(v, g, b, y, at, at->line, skip, rest);
    y += 2;
    if (rest > 0) {
        put_rest(g, b, y++, at, rest);
    }
    for (int line = at->line + 1; y < b.y + b.height && source_has(at->source, line); line++) {
        if (!is_blank(at->source, line)) {
            put_line(v, g, b, y++, at, line, skip, 0);
        }
    }
    return b.y + b.height;
}

void pane_compared_text(const struct viewer *v, struct buf *out)
{
    const char *what = v->earlier->what;
    if (!v->fetched.any_out) {
        return;
    }
    if (!v->fetched.any_before && !v->earlier->match.by_code &&
        stepper_stage(&v->where.at) == STAGE_OTHER) {
        return; /* it was not looked for */
    }
    if (!v->fetched.any_before) {
        buf_printf(out, "The run %s had no such step.", what);
    } else if (v->fetched.differing < 0) {
        buf_printf(out, "In the run %s it had another shape.", what);
    } else if (v->fetched.differing == 0) {
        buf_printf(out, "No number differs from the run %s.", what);
    } else {
        buf_printf(out, "* %lld of %lld numbers differ from the run %s.",
                   (long long)v->fetched.differing, (long long)v->fetched.compared, what);
    }
}

/* The steps that a group has: what it prepares has numbers of its own. */
static int steps_of(const struct tape *t, const struct row *row)
{
    int steps = 0;
    for (int k = row->first; k < row->end; k++) {
        steps += !t->event[k].setup;
    }
    return steps > 0 ? steps : row->end - row->first;
}

static int lines_of(const struct viewer *v, int width, const struct buf *text)
{
    return pane_text(v, NULL, (struct box){0, 0, width, 9}, STYLE_PLAIN, buf_text(text));
}

/* As many names of what a set-up made as two lines hold. */
static void put_setup_sentence(const struct viewer *v, const struct row *row, int width,
                               struct buf *out)
{
    static const char before[] = "What the code prepares: ";
    const char *behind = v->keyless ? "." : ". s goes into it.";
    int room = 2 * width - (int)(sizeof before + strlen(behind));
    do {
        buf_clear(out);
        buf_puts(out, before);
        outline_setup_text(&v->where.at.outline, row, room, out);
        buf_puts(out, behind);
    } while (lines_of(v, width, out) > 2 && (room -= 4) > width);
}

void pane_sentence_text(const struct viewer *v, int width, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    const struct row *row = &s->outline.row[s->row];
    if (row->kind == ROW_SETUP) {
        put_setup_sentence(v, row, width, out);
    } else if (stepper_folded(s) && s->tape->event[row->end - 1].gradient != NULL) {
        caption_of(s->tape, row->end - 1, out);
        buf_printf(out, v->keyless ? " It takes %d operations." : " s: its %d operations.",
                   steps_of(s->tape, row));
    } else if (stepper_folded(s) && gradient_empties(s->tape, row->end - 1)) {
        buf_printf(out, "Gradients are 0 again: backward() adds to what is there. %s%d operations.",
                   v->keyless ? "" : "s: ", steps_of(s->tape, row));
    } else if (stepper_folded(s)) {
        buf_printf(out, "%s in one step: %d operations.%s", s->tape->call[row->call].name,
                   steps_of(s->tape, row), v->keyless ? "" : " s goes into it.");
    } else if (viewer_figure(v) != NULL) {
        pane_figure_sentence(v, out);
    } else if (!v->chosen.hidden) { /* it has sizes and numbers of the result */
        caption_of(s->tape, stepper_event(s), out);
    }
}

/* Of a step of an optimizer: where the first factor of the arithmetic comes from. */
static void step_size_text(const struct viewer *v, int width, struct buf *out)
{
    const struct explanation *x = &v->fetched.explanation;
    if (!v->fetched.explained || x->step_count < 2 || strcmp(x->step[1].part, "step size") != 0) {
        return;
    }
    const char *text = x->step[1].text, *value = strrchr(text, '=');
    buf_printf(out, "step size %s; i: mean, denom", text);
    if (grid_width(buf_text(out)) > width && value != NULL) { /* it stands in the arithmetic */
        buf_clear(out);
        buf_printf(out, "step size %.*s; i: the rest", (int)(value - text) - 1, text);
    }
}

const char *pane_reading_of_scores(void)
{
    return "Row = the word that looks (query). Column = the word looked at (key).";
}

/* How to read the tables: what rows and columns are, or what becomes of the axes. */
static void reading_text(const struct viewer *v, int width, struct buf *out)
{
    const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
    if (stepper_folded(&v->where.at) || e->figure != NULL) {
        step_size_text(v, width, out);
        return;
    }
    if (v->fetched.any_out && shown_is_attention(v->where.at.tape, &v->fetched.out)) {
        buf_puts(out, pane_reading_of_scores());
    } else if (!step_shapes(e, true, out) ||
               grid_width(buf_text(out)) > width) { /* names that are too long: sizes */
        buf_clear(out);
        step_shapes(e, false, out);
    }
}

/* One or two lines: what this stage is for, and how to read the tables; or how the step differs
 * from that of the run before, which goes before the rest when there is no room for both. */
int pane_sentence(const struct viewer *v, struct grid *g, struct box b)
{
    scoped_buf text = {0}, second = {0};
    bool wrong = v->fetched.any_instead && v->chosen.beside == BESIDE_INSTEAD;
    bool compares = (v->earlier != NULL || wrong) && !v->chosen.hidden;
    pane_sentence_text(v, b.width, &text);
    if (compares && wrong) {
        buf_puts(&second, viewer_way_sentence(v));
    } else if (compares) {
        pane_compared_text(v, &second);
    } else if (!v->chosen.hidden) {
        reading_text(v, b.width, &second);
    }
    int y = b.y, end = b.y + b.height;
    if (!compares || lines_of(v, b.width, &text) + lines_of(v, b.width, &second) <= b.height) {
        y = pane_text(v, g, b, STYLE_PLAIN, buf_text(&text));
    }
    pane_text(v, g, (struct box){b.x, y, b.width, end - y}, compares ? STYLE_CHANGED : STYLE_QUIET,
              buf_text(&second));
    return end;
}
