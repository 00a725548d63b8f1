/* Finds the stops of a lesson. */
#define _GNU_SOURCE /* memmem */
#include "tui/page/guide.h"

#include "base/map.h"
#include "torch/op/ops.h"
#include "trace/report/run.h"
#include "trace/tape/event.h"
#include "tui/practice.h"

#include <stdlib.h>
#include <string.h>

#define GUIDE_MOST 30 /* stops that read well in one sitting */

enum { SEEN_NOT, SEEN_SHOWN, SEEN_PASSED }; /* PASSED: its first round; the second is shown */

struct maker {
    struct guide *g;
    struct lesson *lesson;
    const struct practice *practice; /* or NULL */
    const struct tape *tape;
    struct error *err;
    struct map seen; /* statements that were carried out before */
    int section;
    int from;         /* the first block of prose that no stop has shown */
    int ran;          /* cells that were run so far: index into tape->cell */
    int event;        /* the first one that belongs to no cell so far */
    int shown;        /* the cell whose code was shown last */
    int first, asked; /* of the section: its first exercise, and how many it has so far */
};

static struct guide_stop *add(struct maker *m, enum guide_kind kind)
{
    struct guide *g = m->g;
    if (g->count == g->cap) {
        int cap = g->cap > 0 ? 2 * g->cap : 32;
        struct guide_stop *at = realloc(g->at, (size_t)cap * sizeof *at);
        if (at == NULL) {
            error_memory(m->err);
            return NULL;
        }
        g->at = at;
        g->cap = cap;
    }
    g->at[g->count] = (struct guide_stop){.kind = kind,
                                          .section = m->section,
                                          .from = m->from,
                                          .end = m->from,
                                          .cell = -1,
                                          .code = -1,
                                          .event = m->event - 1,
                                          .ran = m->ran,
                                          .lit = -1,
                                          .exercise = -1};
    return &g->at[g->count++];
}

/* Behind the title: what earlier lessons were about. */
static bool add_recalls(struct maker *m)
{
    for (int k = 0; m->practice != NULL && k < m->practice->recalls; k++) {
        struct guide_stop *s = add(m, GUIDE_EXERCISE);
        if (s == NULL) {
            return false;
        }
        s->from = s->end = m->g->prose.count;
        s->recall = true;
        s->exercise = m->practice->count + k;
        s->exercises = 1;
        m->g->recalls++;
    }
    return true;
}

/* What was written since the last stop, in front of a code cell or of something else (-1). Behind
 * an output of the same section it is shown with it. */
static bool add_text(struct maker *m, int cell)
{
    struct guide *g = m->g;
    struct guide_stop *last = g->count > 0 ? &g->at[g->count - 1] : NULL;
    bool empty = g->count > 0 && cell < 0; /* headings alone are no page */
    for (int k = m->from; k < g->prose.count && empty; k++) {
        empty = g->prose.at[k].kind == PROSE_HEADING;
    }
    if (m->from == g->prose.count || empty) {
        return true; /* they stand with what follows */
    }
    if (last != NULL && last->kind == GUIDE_OUTPUT && last->section == m->section &&
        last->end == last->from) {
        last->from = m->from;
        last->end = g->prose.count;
        last->cell = cell;
    } else {
        struct guide_stop *s = add(m, last == NULL ? GUIDE_TITLE : GUIDE_TEXT);
        if (s == NULL) {
            return false;
        }
        s->end = g->prose.count;
        s->cell = cell;
    }
    m->from = g->prose.count;
    return last != NULL || add_recalls(m);
}

/* The first one of a section stands before what it asks about; all of them come back at its end. */
static bool add_exercises(struct maker *m, int cell)
{
    int all = m->g->exercises != NULL ? m->g->exercises->count : 0;
    for (int k = 0; k < all && k < PRACTICE_MOST; k++) {
        if (m->g->exercises->at[k].cell != cell) {
            continue;
        }
        if (m->asked++ == 0) {
            struct guide_stop *s = add_text(m, -1) ? add(m, GUIDE_EXERCISE) : NULL;
            if (s == NULL) {
                return false;
            }
            s->exercise = k;
            s->exercises = 1;
            m->first = k;
        }
    }
    return true;
}

static bool end_section(struct maker *m)
{
    if (!add_text(m, -1)) {
        return false;
    }
    struct guide_stop *s = m->asked > 1 ? add(m, GUIDE_MORE) : NULL;
    if (s != NULL) {
        s->exercise = m->first;
        s->exercises = m->asked;
    }
    bool ok = s != NULL || m->asked <= 1;
    m->asked = 0;
    return ok;
}

static bool add_prose(struct maker *m, const struct cell *c)
{
    struct prose more = {0};
    struct guide *g = m->g;
    bool ok = prose_read(&more, m->lesson, c, m->err);
    for (int k = 0; ok && k < more.count; k++) {
        if (more.at[k].kind == PROSE_HEADING) {
            ok = end_section(m);
            m->section = more.at[k].level > 1 || g->prose.count > 0 ? g->prose.count : -1;
        }
        ok = ok && prose_add(&g->prose, &more.at[k], m->err);
    }
    prose_free(&more);
    return ok;
}

/* --- operations --- */

/* The cell of the lesson by whose run an event came about: a gradient has its code in another. */
static const struct source *ran_by(const struct tape *t, int event)
{
    int k = t->cell_count - 1;
    while (k >= 0 && t->cell[k].event > event) {
        k--;
    }
    return k >= 0 ? t->cell[k].source : NULL;
}

/* Whether the result was given a name, in any function. */
static bool is_bound(const struct tape *t, const struct event *e)
{
    int last = (int)map_get(&t->named, e->output[0].serial, -1);
    return chain_from(t->binds_of, last, e->binds) >= 0;
}

/* A whole table that an expression of its own computes and shows. */
static bool is_shown(const struct event *e)
{
    return e->statement->kind == NODE_EXPRESSION && e->effect == STORAGE_NEW &&
           !op_is(e->op, OP_round) && tensor_numel(&e->output[0].tensor) > 1;
}

/* Whether a comment behind a paragraph of this section names the line of the statement. */
static bool is_marked(const struct maker *m, const struct event *e)
{
    const struct span *at = &e->statement->span;
    size_t len;
    const char *line = source_line(at->source, at->line, &len);
    bool marked = false;
    for (int k = m->section + 1; k < m->g->prose.count && m->g->prose.at[k].kind != PROSE_HEADING;
         k++) {
        const char *named = m->g->prose.at[k].at;
        marked = marked || (named != NULL && memmem(line, len, named, strlen(named)) != NULL);
    }
    return marked;
}

/* A line that a text names and that writes into what is there: a step of an optimizer. */
static bool is_written(const struct maker *m, const struct event *e)
{
    return e->effect == STORAGE_IN_PLACE && e->gradient == NULL && is_marked(m, e);
}

static bool is_last_of_statement(const struct tape *t, int event)
{
    const struct event *e = &t->event[event], *next = e + 1;
    return event + 1 == t->event_count || next->statement != e->statement ||
           next->user_call != e->user_call || next->binds > e->binds; /* another round */
}

/* The same stage of attention once more, right behind it: values after queries after keys. */
static bool is_twin(const struct maker *m, const struct event *e)
{
    const struct guide_stop *s = m->g->count > 0 ? &m->g->at[m->g->count - 1] : NULL;
    if (s == NULL || s->kind != GUIDE_STEP || e->pass < 0) {
        return false;
    }
    const struct event *last = &m->tape->event[s->event];
    return last->op == e->op && last->stage == e->stage && last->user_call == e->user_call &&
           (e->stage < STAGE_SCORES || e->stage == STAGE_OTHER);
}

/* Scores that the same line scales, or turns into shares: without a name, and what it is about. */
static bool is_scores(const struct maker *m, int event)
{
    const struct event *e = &m->tape->event[event];
    return e->stage == STAGE_SCORES && event_contracts(e) && !e->setup && e->gradient == NULL &&
           e->statement != NULL && !is_last_of_statement(m->tape, event);
}

static bool is_stop(struct maker *m, int event)
{
    const struct event *e = &m->tape->event[event];
    bool gradient = e->gradient != NULL && e->statement != NULL && is_marked(m, e);
    bool scores = is_scores(m, event), stands = e->figure != NULL || gradient || scores;
    if (!stands && (e->setup || e->output_count == 0 || op_is(e->op, OP_unbind) ||
                    e->statement == NULL || !is_last_of_statement(m->tape, event) ||
                    !(is_bound(m->tape, e) || is_shown(e) || is_written(m, e)))) {
        return false;
    }
    uint64_t key = (uint64_t)(uintptr_t)e->statement + gradient + 2 * scores; /* parts of a line */
    bool again = map_get(&m->seen, key, 0) == SEEN_SHOWN;
    return map_set(&m->seen, key, SEEN_SHOWN) && !again && !is_twin(m, e);
}

/* Whether a piece of code says which line is meant: more than a name, or the name that is given. */
static bool is_telling(const char *code, size_t n, const char *line, size_t len)
{
    size_t indent = strspn(line, " ");
    for (size_t k = 0; k < n; k++) {
        if (strchr("([@*/+-=.", code[k]) != NULL) {
            return n > 2;
        }
    }
    return indent + n + 2 < len && strncmp(line + indent, code, n) == 0 &&
           strncmp(line + indent + n, " =", 2) == 0;
}

/* How much of `line` the code in a sentence covers: the longest piece. */
static size_t mentions(const struct prose_block *b, size_t from, size_t end, const char *line,
                       size_t len)
{
    size_t most = 0;
    for (size_t k = from, n; k < end; k += n) {
        const char *code = b->text + k;
        n = words_run(b->marks, k, end);
        if (((unsigned char)b->marks[k] & WORD_CODE) != 0 && n > most &&
            is_telling(code, n, line, len) && memmem(line, len, code, n) != NULL) {
            most = n;
        }
    }
    return most;
}

static size_t sentence_end(const char *text, size_t from)
{
    size_t k = from;
    while (text[k] != '\0' && !(strchr(".?!", text[k]) != NULL && text[k + 1] == ' ')) {
        k++;
    }
    return text[k] != '\0' ? k + 1 : k;
}

/* What speaks of the statement, in the section where it is written: the block that a comment
 * marks; else the sentence that names most of it; else the last paragraph, for the first operation
 * behind it. */
static void light(const struct maker *m, const struct event *e, struct guide_stop *s)
{
    const struct guide *g = m->g;
    /* s is the last one; what stands behind a text was just read */
    bool first = g->count > 1 && g->at[g->count - 2].kind == GUIDE_EXERCISE;
    const struct span *at = e->statement != NULL ? &e->statement->span : &e->code;
    if (at->source == NULL) {
        return;
    }
    int cell = run_cell_of(m->lesson, at->source), section = cell >= 0 ? g->section_of[cell] : -1;
    section = e->gradient != NULL ? m->section : section;
    size_t len, best = 0;
    const char *line = source_line(at->source, at->line, &len);
    for (int k = section + 1; k < g->prose.count && g->prose.at[k].kind != PROSE_HEADING; k++) {
        const struct prose_block *b = &g->prose.at[k];
        if (b->kind != PROSE_PARAGRAPH) {
            continue;
        }
        size_t all = strlen(b->text);
        if (b->at != NULL && memmem(line, len, b->at, strlen(b->at)) != NULL) {
            s->named = true;
            s->lit = k;
            s->lit_from = 0;
            s->lit_end = all;
            return;
        }
        if (best == 0 && b->at == NULL && section == m->section && first) {
            s->lit = k;
            s->lit_from = 0;
            s->lit_end = all;
        }
        for (size_t from = 0, end; from < all; from = end + (b->text[end] == ' ')) {
            end = sentence_end(b->text, from);
            size_t n = mentions(b, from, end, line, len);
            if (n > best && b->text[from] != '(') {
                best = n;
                s->named = true;
                s->lit = k;
                s->lit_from = from;
                s->lit_end = end;
            }
        }
    }
}

/* The second round of a loop: the first one has nothing before it. */
static bool is_second_round(struct maker *m, int event)
{
    const struct event *e = &m->tape->event[event];
    uint64_t key = (uint64_t)(uintptr_t)e->statement;
    int64_t seen = map_get(&m->seen, key, SEEN_NOT);
    bool last = is_last_of_statement(m->tape, event), comes = false;
    for (int k = event + 1; last && seen == SEEN_NOT && k < m->tape->event_count && !comes; k++) {
        comes = m->tape->event[k].statement == e->statement && m->tape->event[k].binds > e->binds;
    }
    if (comes) {
        (void)map_set(&m->seen, key, SEEN_PASSED); /* without memory it is no stop */
    }
    return seen == SEEN_PASSED;
}

/* Run by a cell that passes its operations, but for a line of a loop that a comment names; or
 * written in one that is set-up. */
static bool is_passed(struct maker *m, int cell, int event)
{
    const struct cell *cells = m->lesson->cells;
    const struct event *e = &m->tape->event[event];
    int home = e->statement != NULL ? run_cell_of(m->lesson, e->statement->span.source) : -1;
    return (cells[cell].quick && !(home == cell && is_marked(m, e) && is_second_round(m, event))) ||
           (home >= 0 && cells[home].folded);
}

static bool add_steps(struct maker *m, int cell, const struct source *source)
{
    for (; m->event < m->tape->event_count && ran_by(m->tape, m->event) == source; m->event++) {
        if (is_passed(m, cell, m->event) || !is_stop(m, m->event)) {
            continue;
        }
        struct guide_stop *s = add(m, GUIDE_STEP);
        if (s == NULL) {
            return false;
        }
        m->shown = cell;
        s->event = m->event;
        s->part = is_scores(m, m->event);
        m->g->parts += s->part;
        s->cell = cell;
        light(m, &m->tape->event[m->event], s);
    }
    return true;
}

/* Whether something is printed on the line. */
static bool line_prints(const char *line, size_t len)
{
    const char *found = memmem(line, len, "print(", 6), *comment = memchr(line, '#', len);
    return found != NULL && (comment == NULL || found < comment);
}

/* From the first statement that prints to the last, with the loop that they stand in; all of the
 * cell, if none does: it prints by a function that stands elsewhere. */
static struct lines lines_that_print(struct lesson *l, int cell)
{
    struct lines all = {cell, 0, 0}, one;
    const char *line = l->cells[cell].text;
    int number = 1, outer = 1;
    for (size_t len; *line != '\0'; number++, line += len + (line[len] == '\n')) {
        len = strcspn(line, "\n");
        outer = len > 0 && strchr(" \t#", *line) == NULL ? number : outer;
        if (line_prints(line, len) && lines_find(l, cell, number, &one)) {
            all.first = all.first > 0 ? all.first : outer < one.first ? outer : one.first;
            all.last = one.last;
        }
    }
    return all.first > 0 ? all : (struct lines){cell, 1, number - 1};
}

/* Nothing but what a notebook says in the place of a figure. */
static bool is_figure_alone(const char *printed, size_t len)
{
    static const char figure[] = "<Figure size ";
    for (size_t at = 0; at < len;) {
        const char *end = memchr(printed + at, '\n', len - at);
        if (strncmp(printed + at, figure, sizeof figure - 1) != 0 || end == NULL) {
            return false;
        }
        at = (size_t)(end - printed) + 1;
    }
    return true;
}

static bool add_output(struct maker *m, int cell)
{
    const struct tape *t = m->tape;
    size_t from = t->cell[m->ran].printed;
    size_t end = m->ran + 1 < t->cell_count ? t->cell[m->ran + 1].printed : t->printed.len;
    if (end == from || m->lesson->cells[cell].folded ||
        (m->shown == cell && is_figure_alone(buf_text(&t->printed) + from, end - from))) {
        return true; /* the figure is a stop of its own */
    }
    struct guide_stop *s = add(m, GUIDE_OUTPUT);
    if (s == NULL) {
        return false;
    }
    s->ran = m->ran + 1;
    s->out_from = from;
    s->out_end = end;
    s->code = m->shown == cell ? -1 : cell;
    s->prints = lines_that_print(m->lesson, cell);
    return true;
}

static bool add_code(struct maker *m, int cell)
{
    const struct source *source =
        m->ran < m->tape->cell_count ? m->tape->cell[m->ran].source : NULL;
    m->shown = m->from < m->g->prose.count ? cell : m->shown;
    if (!add_text(m, cell)) {
        return false;
    }
    if (source == NULL || run_cell_of(m->lesson, source) != cell) {
        return true; /* it was not run: --cells, or what stands before it failed */
    }
    bool ok = add_steps(m, cell, source) && add_output(m, cell);
    m->ran++;
    return ok;
}

/* --- a long lesson --- */

/* Whether the stop may be folded: no sentence names it, and it is no stage of attention, or (in the
 * second round) none that is met here for the first time. */
static bool may_fold(const struct maker *m, int at, bool stages)
{
    const struct guide_stop *s = &m->g->at[at];
    if (s->kind != GUIDE_STEP || s->named) {
        return false;
    }
    enum stage stage = m->tape->event[s->event].stage;
    bool before = false;
    for (int k = 0; k < at && stages; k++) {
        const struct guide_stop *other = &m->g->at[k];
        before =
            before || (other->kind == GUIDE_STEP && m->tape->event[other->event].stage == stage);
    }
    return stage == STAGE_OTHER || before;
}

/* From the end on, until the rest is short enough; a part counts with its line. */
static void fold(struct maker *m)
{
    struct guide *g = m->g;
    for (int round = 0; round < 2; round++) {
        for (int k = g->count - 1; k >= 0 && g->count - g->recalls - g->parts > GUIDE_MOST; k--) {
            if (may_fold(m, k, round > 0)) {
                g->parts -= g->at[k].part;
                memmove(&g->at[k], &g->at[k + 1], (size_t)(g->count - k - 1) * sizeof g->at[0]);
                g->count--;
            }
        }
    }
}

static bool make(struct maker *m)
{
    struct lesson *l = m->lesson;
    for (int k = 0; k <= l->count; k++) {
        if (k < l->count) {
            m->g->section_of[k] = m->section;
        }
        if (!add_exercises(m, k) ||
            (k < l->count && !(l->cells[k].code ? add_code(m, k) : add_prose(m, &l->cells[k])))) {
            return false;
        }
    }
    return end_section(m) && add(m, GUIDE_END) != NULL;
}

bool guide_make(struct guide *g, struct lesson *l, const struct exercises *x,
                const struct practice *p, const struct stepper *s, struct error *err)
{
    struct maker m = {.g = g,
                      .lesson = l,
                      .practice = p,
                      .tape = s->tape,
                      .err = err,
                      .section = -1,
                      .shown = -1};
    bool prose = false;
    *g = (struct guide){.exercises = x};
    for (int k = 0; k < l->count; k++) {
        prose = prose || !l->cells[k].code;
    }
    g->section_of = calloc((size_t)l->count + 1, sizeof *g->section_of);
    bool ok = g->section_of != NULL ? !prose || make(&m) : error_memory(err);
    if (ok) {
        fold(&m);
    }
    map_free(&m.seen);
    if (!ok) {
        guide_free(g);
    }
    return ok;
}

void guide_free(struct guide *g)
{
    prose_free(&g->prose);
    free(g->section_of);
    free(g->at);
    *g = (struct guide){0};
}

/* --- looking --- */

/* Whether a block is bound to a line, and stops further on show it there, each part whole. */
static bool told_later(const struct guide *g, int block)
{
    const size_t seen = 2 * 76; /* bytes above the code on a small screen */
    bool told = false;
    for (int k = 0; g->prose.at[block].at != NULL && k < g->count; k++) {
        if (g->at[k].kind == GUIDE_STEP && g->at[k].lit == block) {
            if (g->at[k].lit_end - g->at[k].lit_from > seen) {
                return false;
            }
            told = true;
        }
    }
    return told;
}

bool guide_tells(const struct guide *g, const struct guide_stop *s, int block)
{
    bool first = true;
    for (int k = s->from; k < block; k++) {
        first = first && g->prose.at[k].kind != PROSE_PARAGRAPH;
    }
    return first || !told_later(g, block);
}

int guide_number(const struct guide *g, int stop)
{
    int before = 0;
    for (int k = 0; k < stop; k++) {
        before += g->at[k].recall;
    }
    return g->at[stop].recall ? 0 : stop + 1 - before;
}

void guide_place(const struct guide *g, int stop, struct buf *out)
{
    int number = guide_number(g, stop), nth = 1;
    if (number > 0) {
        buf_printf(out, "%d of %d", number, g->count - g->recalls);
        return;
    }
    for (int k = 0; k < stop; k++) {
        nth += g->at[k].recall;
    }
    buf_printf(out, "recall %d of %d", nth, g->recalls);
}

int guide_section_of(const struct guide *g, const struct lesson *l, const struct tape *t, int event)
{
    int cell = run_cell_of(l, ran_by(t, event));
    return cell >= 0 ? g->section_of[cell] : -1;
}

size_t guide_printed(const struct guide *g, const struct tape *t, int stop)
{
    int ran = g->at[stop].ran;
    return ran < t->cell_count ? t->cell[ran].printed : t->printed.len;
}

int guide_near(const struct guide *g, int event)
{
    int near = 0;
    for (int k = 0; k < g->count && g->at[k].event <= event; k++) {
        near = g->at[k].kind == GUIDE_STEP ? k : near;
    }
    return near;
}

int guide_section(const struct guide *g, int at, int by)
{
    int section = g->at[at].section, k = at;
    if (by > 0) {
        while (k < g->count && g->at[k].section == section) {
            k++;
        }
        return k < g->count ? k : -1;
    }
    while (k > 0 && g->at[k - 1].section == section) { /* to the beginning of this one */
        k--;
    }
    if (k < at || k == 0) {
        return k < at ? k : -1;
    }
    for (k--; k > 0 && g->at[k - 1].section == g->at[k].section; k--) {
    }
    return k;
}
