/* Matches lines first, then operations, then stages. */
#include "tui/match.h"

#include "lesson/code_lines.h"

#include <stdlib.h>
#include <string.h>

#define TABLE_MOST ((size_t)16 << 20) /* cells of the table that compares lines */

struct text_line {
    const char *at;
    size_t len;
    int cell, line; /* the cell is counted among the code cells */
};

/* --- lines --- */

static int add_lines(const struct cell *c, int cell, struct text_line *out)
{
    int count = 0;
    for (size_t k = 0; k < c->len; count++) {
        size_t len = strcspn(c->text + k, "\n"), indent = strspn(c->text + k, " \t");
        indent = indent < len ? indent : len;
        out[count] = (struct text_line){
            .at = c->text + k + indent, .len = len - indent, .cell = cell, .line = count + 1};
        while (out[count].len > 0 && strchr(" \t\r", out[count].at[out[count].len - 1]) != NULL) {
            out[count].len--;
        }
        k += len + 1;
    }
    return count;
}

static struct text_line *lines_of(const struct lesson *l, int *count)
{
    size_t most = 1;
    for (int k = 0; k < l->count; k++) {
        most += l->cells[k].code ? (size_t)lines_count(&l->cells[k]) + 1 : 0;
    }
    struct text_line *lines = calloc(most, sizeof *lines);
    *count = 0;
    for (int k = 0, code = 0; lines != NULL && k < l->count; k++) {
        if (l->cells[k].code) {
            *count += add_lines(&l->cells[k], code++, lines + *count);
        }
    }
    return lines;
}

static bool same_line(const struct text_line *a, const struct text_line *b)
{
    return a->len == b->len && memcmp(a->at, b->at, a->len) == 0;
}

/* Lines that were edited stand between two that were not: the first with the first, ... */
static void pair_gap(int *old_of, int from, int to, int old_from, int old_to)
{
    for (int k = 0; from + k < to && old_from + k < old_to; k++) {
        old_of[from + k] = old_from + k;
    }
}

/* The longest common sequence of a (count) and b: old_of[k] for the lines of a. */
static bool compare(const struct text_line *a, int count, const struct text_line *b, int old_count,
                    int *old_of)
{
    int start = 0, end = count, old_end = old_count;
    while (start < end && start < old_end && same_line(&a[start], &b[start])) {
        old_of[start] = start;
        start++;
    }
    while (end > start && old_end > start && same_line(&a[end - 1], &b[old_end - 1])) {
        old_of[--end] = --old_end;
    }
    size_t rows = (size_t)(end - start), columns = (size_t)(old_end - start);
    if (rows * columns == 0 || (rows + 1) * (columns + 1) > TABLE_MOST) {
        pair_gap(old_of, start, end, start, old_end);
        return true;
    }
    int *length = calloc((rows + 1) * (columns + 1), sizeof *length);
    if (length == NULL) {
        return false;
    }
    for (size_t i = rows; i-- > 0;) {
        for (size_t j = columns; j-- > 0;) {
            int *here = &length[i * (columns + 1) + j];
            int below = here[columns + 1], right = here[1];
            *here = same_line(&a[(size_t)start + i], &b[(size_t)start + j]) ? here[columns + 2] + 1
                    : below > right                                         ? below
                                                                            : right;
        }
    }
    size_t i = 0, j = 0, gap = 0, old_gap = 0;
    while (i < rows && j < columns) {
        const int *here = &length[i * (columns + 1) + j];
        if (same_line(&a[(size_t)start + i], &b[(size_t)start + j])) {
            pair_gap(old_of, start + (int)gap, start + (int)i, start + (int)old_gap,
                     start + (int)j);
            old_of[start + (int)i] = start + (int)j;
            gap = ++i;
            old_gap = ++j;
        } else if (here[columns + 1] >= here[1]) {
            i++;
        } else {
            j++;
        }
    }
    pair_gap(old_of, start + (int)gap, end, start + (int)old_gap, old_end);
    free(length);
    return true;
}

/* --- operations --- */

struct matching {
    struct match *m;
    const struct run *now, *old;
    struct text_line *line, *old_line;
    int lines, old_lines;
    int *line_of; /* of each line of the present code: the old one, -1 */
};

/* Of each code cell: the index of its first line. */
static int line_index(const struct run *r, const struct text_line *line, int count,
                      const struct span *at)
{
    int cell = run_cell_of(r->lesson, at->source), code = 0;
    for (int k = 0; k < cell; k++) {
        code += r->lesson->cells[k].code;
    }
    for (int k = 0; cell >= 0 && k < count; k++) {
        if (line[k].cell == code) {
            int index = k + at->line - 1;
            return index < count && line[index].cell == code ? index : -1;
        }
    }
    return -1;
}

static uint64_t mix(uint64_t h, uint64_t x)
{
    h = (h ^ x) * 0x9E3779B97F4A7C15u;
    return h ^ (h >> 29);
}

static uint64_t mix_text(uint64_t h, const char *text)
{
    for (; text != NULL && *text != '\0'; text++) {
        h = mix(h, (unsigned char)*text);
    }
    return h;
}

/* What an operation is known by; 0: nothing. `line`: of the old code. */
static uint64_t key_of(const struct tape *t, const struct event *e, int line)
{
    uint64_t h = mix(1, (uint64_t)line + 1);
    if (line < 0) {
        return 0;
    }
    h = mix_text(h, e->op->name);
    h = mix_text(h, e->user_call >= 0 ? t->call[e->user_call].name : "");
    if (e->site.source != NULL && e->site.source->prelude) {
        h = mix(mix_text(h, e->site.source->file), (uint64_t)e->site.line);
    }
    return h != 0 ? h : 1;
}

/* The same code for the k-th time. */
static uint64_t count_key(struct map *times, uint64_t key, bool *ok)
{
    int64_t before = map_get(times, key, 0);
    *ok = *ok && map_set(times, key, before + 1);
    return mix(key, (uint64_t)before + 1);
}

static bool match_code(struct matching *x)
{
    scoped_map times = {0}, old_times = {0}, events = {0};
    bool ok = true;
    for (int k = 0; ok && k < x->m->old_count; k++) {
        const struct event *e = &x->old->tape->event[k];
        uint64_t key =
            key_of(x->old->tape, e, line_index(x->old, x->old_line, x->old_lines, &e->code));
        if (key != 0) {
            key = count_key(&old_times, key, &ok);
            ok = ok && map_set(&events, key, k);
        }
    }
    for (int k = 0; ok && k < x->m->new_count; k++) {
        const struct event *e = &x->now->tape->event[k];
        int line = line_index(x->now, x->line, x->lines, &e->code);
        uint64_t key = key_of(x->now->tape, e, line >= 0 ? x->line_of[line] : -1);
        int64_t old = key != 0 ? map_get(&events, count_key(&times, key, &ok), -1) : -1;
        if (old >= 0) {
            x->m->old_of[k] = (int)old;
            x->m->new_of[old] = k;
        }
    }
    return ok;
}

/* What is left: the first of a stage with the first, ..., pass by pass. */
static void match_stages(struct match *m, const struct tape *now, const struct tape *old)
{
    for (int k = 0; k < m->new_count; k++) {
        const struct event *e = &now->event[k];
        if (m->old_of[k] >= 0 || e->stage == STAGE_OTHER || e->setup || e->pass < 0) {
            continue;
        }
        int pass = e->pass < old->pass_count ? e->pass : old->pass_count - 1;
        for (int j = 0; j < m->old_count; j++) {
            const struct event *other = &old->event[j];
            if (m->new_of[j] < 0 && other->stage == e->stage && other->pass == pass &&
                !other->setup) {
                m->old_of[k] = j;
                m->new_of[j] = k;
                break;
            }
        }
    }
}

/* --- two programs --- */

static bool same_stage(const struct event *e, enum stage stage, int pass)
{
    return e->stage == stage && e->pass == pass && !e->setup;
}

int match_in_pass(const struct tape *t, int event, int pass)
{
    const struct event *e = &t->event[event];
    int place = 0;
    for (int k = 0; k < event; k++) {
        place += same_stage(&t->event[k], e->stage, e->pass);
    }
    for (int k = 0; k < t->event_count; k++) {
        if (same_stage(&t->event[k], e->stage, pass) && place-- == 0) {
            return k;
        }
    }
    return -1;
}

static const char *result_name(const struct tape *t, int event)
{
    return t->event[event].output_count > 0 ? tape_result_name(t, event, 0) : NULL;
}

static bool has_name(const struct tape *t, int event, const char *name)
{
    const char *its = result_name(t, event);
    return name == NULL || (its != NULL && strcmp(name, its) == 0);
}

/* The nth event of a stage of a pass whose result has that name, or any when it is NULL; -1. */
static int nth_of(const struct tape *t, enum stage stage, int pass, const char *name, int nth)
{
    for (int k = 0; k < t->event_count; k++) {
        if (same_stage(&t->event[k], stage, pass) && has_name(t, k, name) && nth-- == 0) {
            return k;
        }
    }
    return -1;
}

/* The event of the same stage and pass whose result has the same name, the k-th for the k-th; else
 * the k-th of the stage. */
static int find_twin(const struct tape *now, int event, const struct tape *old)
{
    const struct event *e = &now->event[event];
    const char *name = result_name(now, event);
    int pass = e->pass < old->pass_count ? e->pass : old->pass_count - 1, place = 0, named = 0;
    for (int k = 0; k < event; k++) {
        bool same = same_stage(&now->event[k], e->stage, e->pass);
        place += same;
        named += same && name != NULL && has_name(now, k, name);
    }
    int found = name != NULL ? nth_of(old, e->stage, pass, name, named) : -1;
    return found >= 0 ? found : nth_of(old, e->stage, pass, NULL, place);
}

static void match_programs(struct match *m, const struct tape *now, const struct tape *old)
{
    for (int k = 0; k < m->new_count; k++) {
        const struct event *e = &now->event[k];
        int twin = e->stage == STAGE_OTHER || e->setup || e->pass < 0 ? -1 : find_twin(now, k, old);
        if (twin >= 0) {
            m->old_of[k] = twin;
            m->new_of[twin] = m->new_of[twin] < 0 ? k : m->new_of[twin];
        }
    }
}

static bool match_lines(struct matching *x, bool edited)
{
    x->line = lines_of(x->now->lesson, &x->lines);
    x->old_line = lines_of(x->old->lesson, &x->old_lines);
    x->line_of = calloc((size_t)x->lines + 1, sizeof *x->line_of);
    if (x->line == NULL || x->old_line == NULL || x->line_of == NULL) {
        return false;
    }
    for (int k = 0; k < x->lines; k++) {
        x->line_of[k] = -1;
    }
    bool same = edited && x->lines == x->old_lines;
    for (int k = 0; same && k < x->lines; k++) {
        same = x->line[k].cell == x->old_line[k].cell;
    }
    if (same) { /* lines that are off, other numbers: every line is where it was */
        pair_gap(x->line_of, 0, x->lines, 0, x->old_lines);
        return true;
    }
    return compare(x->line, x->lines, x->old_line, x->old_lines, x->line_of);
}

/* Whether half of the lines of both are the same. */
static bool is_version(const struct matching *x)
{
    int same = 0, most = x->lines > x->old_lines ? x->lines : x->old_lines;
    for (int k = 0; k < x->lines; k++) {
        int old = x->line_of[k];
        same += old >= 0 && same_line(&x->line[k], &x->old_line[old]);
    }
    return 2 * same >= most;
}

bool match_find(struct match *m, const struct run *now, const struct run *old, bool edited)
{
    struct matching x = {.m = m, .now = now, .old = old};
    *m = (struct match){.new_count = now->tape->event_count, .old_count = old->tape->event_count};
    m->old_of = malloc(((size_t)m->new_count + 1) * sizeof *m->old_of);
    m->new_of = malloc(((size_t)m->old_count + 1) * sizeof *m->new_of);
    bool ok = m->old_of != NULL && m->new_of != NULL;
    for (int k = 0; ok && k < m->new_count; k++) {
        m->old_of[k] = -1;
    }
    for (int k = 0; ok && k < m->old_count; k++) {
        m->new_of[k] = -1;
    }
    ok = ok && match_lines(&x, edited);
    m->by_code = ok && (edited || is_version(&x));
    ok = ok && (!m->by_code || match_code(&x));
    if (ok && m->by_code) {
        match_stages(m, now->tape, old->tape);
    } else if (ok) {
        match_programs(m, now->tape, old->tape);
    } else {
        match_free(m);
    }
    free(x.line);
    free(x.old_line);
    free(x.line_of);
    return ok;
}

void match_free(struct match *m)
{
    free(m->old_of);
    free(m->new_of);
    *m = (struct match){0};
}

/* An operation before it, of the same line in the same round. */
static int before_on_its_line(const struct match *m, const struct tape *was, int old)
{
    const struct event *of = &was->event[old];
    for (int k = old - 1; k >= 0; k--) {
        const struct event *e = &was->event[k];
        if (e->setup != of->setup || e->binds != of->binds || e->code.line != of->code.line ||
            e->code.source != of->code.source) {
            break;
        }
        if (m->new_of[k] >= 0) {
            return m->new_of[k];
        }
    }
    return -1;
}

int match_place(const struct match *m, const struct tape *was, int old)
{
    if (old >= 0 && old < m->old_count && m->new_of[old] < 0) {
        int near = before_on_its_line(m, was, old);
        if (near >= 0) {
            return near;
        }
    }
    for (int by = 1; by >= -1; by -= 2) {
        for (int k = old; k >= 0 && k < m->old_count; k += by) {
            if (m->new_of[k] >= 0 && (k == old || !was->event[k].setup)) {
                return m->new_of[k];
            }
        }
    }
    return -1;
}
