/* Moves over the outline. Rows stand in the order of the run, children behind their group, so
 * every motion is a search along the array. */
#include "show/stepper.h"

#include <stdlib.h>

static bool is_group(const struct row *row)
{
    return row->kind != ROW_EVENT;
}

static void find_parents(struct stepper *s)
{
    int around = -1;
    for (int k = 0; k < s->outline.count; k++) {
        while (around >= 0 && k >= s->outline.row[around].next) {
            around = s->parent[around];
        }
        s->parent[k] = around;
        s->open[k] = s->outline.row[k].open;
        if (is_group(&s->outline.row[k])) {
            around = k;
        }
    }
}

bool stepper_init(struct stepper *s, struct tape *t)
{
    *s = (struct stepper){.tape = t, .row = -1, .part = -1};
    if (!outline_make(&s->outline, t)) {
        return false;
    }
    size_t rows = (size_t)s->outline.count + 1;
    s->parent = calloc(rows, sizeof *s->parent);
    s->open = calloc(rows, sizeof *s->open);
    if (s->parent == NULL || s->open == NULL || !bindings_make(&s->bindings, t)) {
        stepper_free(s);
        return error_memory(&t->session->in.error);
    }
    find_parents(s);
    stepper_first(s);
    return true;
}

void stepper_free(struct stepper *s)
{
    outline_free(&s->outline);
    free(s->parent);
    free(s->open);
    bindings_free(&s->bindings);
    *s = (struct stepper){.row = -1, .part = -1};
}

/* --- stops --- */

int stepper_stop_of(const struct stepper *s, int row)
{
    int stop = row;
    for (int up = row; up >= 0; up = s->parent[up]) {
        if (is_group(&s->outline.row[up]) && !s->open[up]) {
            stop = up;
        }
    }
    return stop;
}

static bool is_stop(const struct stepper *s, int row)
{
    return !is_group(&s->outline.row[row]) || !s->open[row];
}

int stepper_stop_after(const struct stepper *s, int row)
{
    int k = row < 0 ? 0 : is_stop(s, row) ? s->outline.row[row].next : row + 1;
    while (k < s->outline.count && !is_stop(s, k)) {
        k++;
    }
    return k < s->outline.count ? k : -1;
}

int stepper_stop_before(const struct stepper *s, int row)
{
    for (int k = row - 1; k >= 0; k--) {
        k = stepper_stop_of(s, k);
        if (is_stop(s, k)) {
            return k;
        }
    }
    return -1;
}

/* The parts of an operation that is open, 0: it is not. */
static int parts_of(const struct stepper *s, int row)
{
    return row >= 0 && !is_group(&s->outline.row[row]) && s->open[row] ? PART_COUNT : 0;
}

static bool stand(struct stepper *s, int row)
{
    bool moved = row >= 0 && row != s->row;
    if (moved) {
        s->row = row;
        s->part = parts_of(s, row) > 0 ? 0 : -1;
    }
    return moved;
}

struct stop stepper_stop(const struct stepper *s)
{
    return (struct stop){s->row, s->part};
}

void stepper_return(struct stepper *s, struct stop to)
{
    s->row = to.row;
    s->part = to.part < parts_of(s, to.row) ? to.part : -1;
}

static bool step_on(struct stepper *s)
{
    if (s->part + 1 < parts_of(s, s->row)) {
        s->part++;
        return true;
    }
    return stand(s, stepper_stop_after(s, s->row));
}

static bool step_back(struct stepper *s)
{
    if (s->part > 0) {
        s->part--;
        return true;
    }
    bool moved = stand(s, stepper_stop_before(s, s->row));
    s->part = moved ? parts_of(s, s->row) - 1 : s->part;
    return moved;
}

bool stepper_next(struct stepper *s, int count)
{
    bool moved = false;
    for (int k = 0; k < count && s->row >= 0 && step_on(s); k++) {
        moved = true;
    }
    return moved;
}

bool stepper_prev(struct stepper *s, int count)
{
    bool moved = false;
    for (int k = 0; k < count && s->row >= 0 && step_back(s); k++) {
        moved = true;
    }
    return moved;
}

bool stepper_first(struct stepper *s)
{
    int row = stepper_stop_after(s, -1), first = row;
    while (row >= 0 && s->tape->event[s->outline.row[row].end - 1].setup) {
        row = stepper_stop_after(s, row);
    }
    return stand(s, row >= 0 ? row : first);
}

bool stepper_last(struct stepper *s)
{
    return stand(s, stepper_stop_before(s, s->outline.count));
}

/* --- groups --- */

bool stepper_into(struct stepper *s)
{
    if (s->row < 0 || !stepper_folded(s)) {
        return false;
    }
    s->open[s->row] = true;
    return stand(s, stepper_stop_after(s, s->row));
}

bool stepper_open(struct stepper *s)
{
    if (s->row < 0 || is_group(&s->outline.row[s->row]) || s->part >= 0) {
        return false;
    }
    s->open[s->row] = true;
    s->part = 0;
    return true;
}

bool stepper_inside(const struct stepper *s)
{
    return s->part >= 0 || s->parent[s->row] >= 0;
}

bool stepper_out(struct stepper *s)
{
    if (s->part >= 0) {
        s->open[s->row] = false;
        s->part = -1;
        return true;
    }
    int around = s->row < 0 ? -1 : s->parent[s->row];
    if (around < 0) {
        return false;
    }
    s->open[around] = false;
    return stand(s, around);
}

bool stepper_behind(struct stepper *s)
{
    if (s->part >= 0) {
        return stand(s, stepper_stop_after(s, s->row));
    }
    int around = s->row < 0 ? -1 : s->parent[s->row], next = -1;
    while (around >= 0 && next < 0) { /* a group may end where the one around it does */
        next = s->outline.row[around].next;
        next = next < s->outline.count ? next : -1;
        around = s->parent[around];
    }
    return next >= 0 && stand(s, is_stop(s, next) ? next : stepper_stop_after(s, next));
}

bool stepper_in_front(struct stepper *s)
{
    if (s->part >= 0) {
        return stand(s, stepper_stop_before(s, s->row));
    }
    int around = s->row < 0 ? -1 : s->parent[s->row];
    return around >= 0 && stand(s, stepper_stop_before(s, around));
}

/* --- stages --- */

static enum stage stage_of_row(const struct stepper *s, int row, int *pass)
{
    const struct row *r = &s->outline.row[row];
    for (int k = r->end - 1; k >= r->first; k--) {
        const struct event *e = &s->tape->event[k];
        if (e->stage != STAGE_OTHER && !e->setup) {
            *pass = e->pass;
            return e->stage;
        }
    }
    *pass = -1;
    return STAGE_OTHER;
}

static bool same_stage(const struct stepper *s, int a, int b)
{
    int pass_a, pass_b;
    enum stage stage_a = stage_of_row(s, a, &pass_a);
    return stage_a == stage_of_row(s, b, &pass_b) && pass_a == pass_b &&
           stage_a != STAGE_FIGURE; /* each one by itself */
}

static bool is_attention(const struct stepper *s, int row)
{
    int pass;
    return stage_of_row(s, row, &pass) != STAGE_OTHER;
}

/* The cell of the lesson whose own code a stop is in; NULL: it is in a function. */
static const struct source *cell_of(const struct stepper *s, int row)
{
    const struct event *e = &s->tape->event[s->outline.row[row].first];
    return e->user_call < 0 ? e->code.source : NULL;
}

/* Where a jump by stages may end: in a stage, or at the first stop of a cell of the lesson. */
static bool is_place(const struct stepper *s, int row)
{
    const struct source *cell = cell_of(s, row);
    int before = row;
    if (is_attention(s, row) || cell == NULL) {
        return is_attention(s, row);
    }
    do {
        before = stepper_stop_before(s, before);
    } while (before >= 0 && cell_of(s, before) == NULL);
    return before >= 0 && cell_of(s, before) != cell;
}

bool stepper_next_stage(struct stepper *s, int count)
{
    int row = s->row, next = row;
    for (int k = 0; k < count && next >= 0; k++) {
        do {
            next = stepper_stop_after(s, next);
        } while (next >= 0 &&
                 (!is_place(s, next) || (is_attention(s, next) && same_stage(s, row, next))));
        row = next >= 0 ? next : row;
    }
    return stand(s, row);
}

/* The first stop of the run that `row` is in. */
static int run_start(const struct stepper *s, int row)
{
    int before = stepper_stop_before(s, row);
    while (before >= 0 && same_stage(s, row, before)) {
        row = before;
        before = stepper_stop_before(s, row);
    }
    return row;
}

bool stepper_prev_stage(struct stepper *s, int count)
{
    int row = s->row;
    for (int k = 0; k < count && row >= 0; k++) {
        int start = is_attention(s, row) ? run_start(s, row) : row;
        if (start != row) {
            row = start;
            continue;
        }
        int before = stepper_stop_before(s, row);
        while (before >= 0 && !is_place(s, before)) {
            before = stepper_stop_before(s, before);
        }
        if (before < 0) {
            break;
        }
        row = is_attention(s, before) ? run_start(s, before) : before;
    }
    return stand(s, row);
}

/* --- numbers --- */

/* The row of one event, -1: there is no such event. It comes behind the groups that begin with it.
 */
static int row_of(const struct stepper *s, int event)
{
    int low = 0, high = s->outline.count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (s->outline.row[middle].first <= event) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return event >= 0 && event < s->tape->event_count ? low - 1 : -1;
}

bool stepper_to_event(struct stepper *s, int event)
{
    int row = row_of(s, event);
    for (int up = row >= 0 ? s->parent[row] : -1; up >= 0; up = s->parent[up]) {
        s->open[up] = true;
    }
    return stand(s, row);
}

int stepper_row_of_result(const struct stepper *s, int event)
{
    int row = row_of(s, event);
    for (int up = row; up >= 0; up = s->parent[up]) {
        row = s->outline.row[up].kind == ROW_COMPOSITE ? up : row;
    }
    return row;
}

bool stepper_to_result(struct stepper *s, int event)
{
    int row = stepper_row_of_result(s, event);
    for (int up = row >= 0 ? s->parent[row] : -1; up >= 0; up = s->parent[up]) {
        s->open[up] = true;
    }
    return stand(s, row);
}

bool stepper_to_number(struct stepper *s, int number, bool setup)
{
    const struct tape *t = s->tape;
    int low = 0, high = t->event_count;
    while (low < high) { /* the first event up to which there are so many of its kind */
        int middle = low + (high - low) / 2;
        const struct event *e = &t->event[middle];
        if ((e->setup == setup ? e->number : middle + 1 - e->number) < number) {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    return number > 0 && low < t->event_count && stepper_to_event(s, low);
}

/* --- looking --- */

int stepper_begin(const struct stepper *s)
{
    return s->outline.row[s->row].first;
}

int stepper_event(const struct stepper *s)
{
    return s->outline.row[s->row].shown;
}

int stepper_end(const struct stepper *s)
{
    return s->outline.row[s->row].end;
}

bool stepper_folded(const struct stepper *s)
{
    return is_group(&s->outline.row[s->row]);
}

void stepper_counted(const struct stepper *s, int row, int *first, int *last)
{
    const struct event *e = s->tape->event;
    int begin = s->outline.row[row].first, end = s->outline.row[row].end - 1;
    for (*first = begin; *first < end && e[*first].setup; (*first)++) {
    }
    for (*last = end; *last > *first && e[*last].setup; (*last)--) {
    }
    *first = e[*first].setup ? begin : *first;
}

enum stage stepper_stage(const struct stepper *s)
{
    int pass;
    return stage_of_row(s, s->row, &pass);
}
