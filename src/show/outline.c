/* Builds the tree of rows. The calls of the tape nest; a row is made for each that has something
 * to show, and runs of set-up are gathered in one row. */
#include "show/outline.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

/* --- rows --- */

static int open_row(struct outline *o, enum row_kind kind, int depth, int call, int first)
{
    if (!grow(&o->row, o->count, &o->cap, sizeof *o->row)) {
        return -1;
    }
    o->row[o->count] = (struct row){.kind = kind, .depth = depth, .call = call, .first = first};
    return o->count++;
}

static int maker_of(const struct tape *t, const struct row *row, uint64_t serial, int *output)
{
    for (int k = row->end - 1; k >= row->first; k--) {
        for (int j = 0; j < t->event[k].output_count; j++) {
            if (t->event[k].output[j].serial == serial) {
                *output = j;
                return k;
            }
        }
    }
    return -1;
}

int outline_given(const struct tape *t, const struct row *row, int nth, int *output)
{
    bool call = row->kind == ROW_CALL || row->kind == ROW_COMPOSITE;
    const struct tape_call *c = call && t->call[row->call].of < 0 ? &t->call[row->call] : NULL;
    for (int k = 0; c != NULL && k < RETURNED_MOST && c->returned[k] != 0; k++) {
        int maker = maker_of(t, row, c->returned[k], output);
        if (maker >= 0 && nth-- == 0) {
            return maker;
        }
    }
    return -1;
}

static void close_row(struct outline *o, int row, int end)
{
    o->row[row].end = end;
    int output, given = outline_given(o->tape, &o->row[row], 0, &output);
    o->row[row].shown = given >= 0 ? given : end - 1; /* a hook's steps stand behind it */
    o->row[row].next = o->count;
}

/* The call directly below `outer` in which the event took place; `outer` itself when it was there.
 */
static int child_call(const struct tape *t, int event, int outer)
{
    int call = t->event[event].call, below = outer;
    while (call > outer) {
        below = call;
        call = t->call[call].parent;
    }
    return below;
}

static bool all_setup(const struct tape *t, int first, int end)
{
    for (int k = first; k < end; k++) {
        if (!t->event[k].setup) {
            return false;
        }
    }
    return true;
}

/* Where the run of set-up that starts at `first` ends: whole calls count, as part of it or not. */
static int setup_end(const struct tape *t, int first, int end, int call)
{
    int k = first;
    while (k < end) {
        int below = child_call(t, k, call);
        int stop = below == call ? k + 1 : t->call[below].end;
        if (!all_setup(t, k, stop)) {
            break;
        }
        k = stop;
    }
    return k;
}

/* A composite is shown open when attention happens inside it: several stages. */
static bool holds_stages(const struct tape *t, int first, int end)
{
    enum stage met = STAGE_OTHER;
    for (int k = first; k < end; k++) {
        enum stage s = t->event[k].stage;
        if (s != STAGE_OTHER && met != STAGE_OTHER && s != met) {
            return true;
        }
        met = s != STAGE_OTHER ? s : met;
    }
    return false;
}

static bool add_rows(struct outline *o, int first, int end, int call, int depth, bool in_setup);

static bool add_event(struct outline *o, int event, int call, int depth)
{
    int row = open_row(o, ROW_EVENT, depth, call, event);
    if (row >= 0) {
        close_row(o, row, event + 1);
    }
    return row >= 0;
}

/* The call inside of which everything happens that happens in `call`: itself, or a function of the
 * program that it only hands on to. */
static int innermost(const struct tape *t, int call)
{
    int below = child_call(t, t->call[call].first, call);
    while (t->call[call].prelude && below != call && t->call[below].end == t->call[call].end) {
        call = below;
        below = child_call(t, t->call[call].first, call);
    }
    return call;
}

bool outline_between(const struct tape *t, int call)
{
    return call >= 0 && t->call[call].prelude && strcmp(t->call[call].name, "Module.__call__") == 0;
}

static bool add_call(struct outline *o, int below, int depth, bool in_setup)
{
    const struct tape *t = o->tape;
    const struct tape_call *c = &t->call[below];
    int inner = innermost(t, below);
    if (c->end == c->first + 1) { /* nothing to fold */
        return add_event(o, c->first, below, depth);
    }
    bool hands_on = inner != below && !t->call[inner].helper;
    if (hands_on && c->of < 0 && strchr(c->name, '.') != NULL) { /* Module.__call__ */
        return add_call(o, child_call(t, c->first, below), depth, in_setup);
    }
    if (outline_between(t, below)) { /* hooks, too */
        return add_rows(o, c->first, c->end, below, depth, in_setup);
    }
    if (c->helper && c->parent >= 0 && t->call[c->parent].prelude) {
        return add_rows(o, c->first, c->end, below, depth, in_setup);
    }
    int row = open_row(o, c->prelude ? ROW_COMPOSITE : ROW_CALL, depth, below, c->first);
    if (row < 0 || !add_rows(o, c->first, c->end, inner, depth + 1, in_setup)) {
        return false;
    }
    o->row[row].open = !c->prelude || holds_stages(t, c->first, c->end);
    close_row(o, row, c->end);
    return true;
}

static bool add_setup(struct outline *o, int first, int end, int call, int depth)
{
    int row = open_row(o, ROW_SETUP, depth, call, first);
    if (row < 0 || !add_rows(o, first, end, call, depth + 1, true)) {
        return false;
    }
    close_row(o, row, end);
    return true;
}

/* Rows for the events [first, end), which all took place inside `call`. Calls are nested no deeper
 * than the evaluator allows, so neither is this. */
static bool add_rows(struct outline *o, int first, int end, int call, int depth, bool in_setup)
{
    const struct tape *t = o->tape;
    for (int k = first; k < end;) {
        int stop = in_setup ? k : setup_end(t, k, end, call);
        int below = child_call(t, k, call);
        bool ok;
        if (stop > k) {
            ok = add_setup(o, k, stop, call, depth);
        } else if (below == call) {
            stop = k + 1;
            ok = add_event(o, k, call, depth);
        } else {
            stop = t->call[below].end;
            ok = add_call(o, below, depth, in_setup);
        }
        if (!ok) {
            return false;
        }
        k = stop;
    }
    return true;
}

bool outline_make(struct outline *o, struct tape *t)
{
    *o = (struct outline){.tape = t};
    if (!add_rows(o, 0, t->event_count, -1, 0, false)) {
        outline_free(o);
        return error_memory(&t->session->in.error);
    }
    return true;
}

void outline_free(struct outline *o)
{
    free(o->row);
    *o = (struct outline){0};
}

/* --- what set-up did --- */

#define MOST_PARTS 64
#define LONGEST_WORD 48

struct part {
    char name[LONGEST_WORD];
    int count;
    int made_by; /* the construction that was counted last */
};

/* The learner's word for what the event made: the module under construction ("Linear"), the name of
 * the result, or the operation. Returns the construction, -1: none. */
static int word_for(const struct tape *t, int event, char out[LONGEST_WORD])
{
    const struct event *e = &t->event[event];
    const char *name = NULL;
    size_t len = 0;
    int made_by = -1;
    for (int c = e->call; c >= 0; c = t->call[c].parent) {
        const char *dot = strstr(t->call[c].name, ".__init__");
        if (t->call[c].prelude && dot != NULL) {
            made_by = c;
            name = t->call[c].name;
            len = (size_t)(dot - name);
        }
    }
    if (name == NULL) {
        name = tape_result_name(t, event, 0);
        name = name != NULL ? name : strncmp(e->name, "__", 2) == 0 ? "indexing" : e->name;
        name += strncmp(name, "self.", 5) == 0 ? 5 : 0;
        len = strlen(name);
    }
    len = len < LONGEST_WORD ? len : LONGEST_WORD - 1;
    memcpy(out, name, len);
    out[len] = '\0';
    return made_by;
}

static int collect_parts(const struct tape *t, const struct row *row, struct part part[MOST_PARTS])
{
    int parts = 0;
    for (int k = row->first; k < row->end; k++) {
        char word[LONGEST_WORD];
        int made_by = word_for(t, k, word), j = 0;
        while (j < parts && strcmp(part[j].name, word) != 0) {
            j++;
        }
        if (j == MOST_PARTS) {
            break;
        }
        if (j == parts) {
            part[parts] = (struct part){.made_by = -1};
            memcpy(part[parts++].name, word, sizeof word);
        }
        if (made_by < 0 ? part[j].count == 0 : part[j].made_by != made_by) {
            part[j].count++;
        }
        part[j].made_by = made_by;
    }
    return parts;
}

void outline_setup_text(const struct outline *o, const struct row *row, int width, struct buf *out)
{
    struct part part[MOST_PARTS];
    int parts = collect_parts(o->tape, row, part), count = row->end - row->first;
    size_t start = out->len;
    buf_printf(out, "%d operation%s: ", count, count == 1 ? "" : "s");
    for (int j = 0; j < parts; j++) {
        scoped_buf one = {0};
        buf_puts(&one, j > 0 ? ", " : "");
        if (part[j].count > 1) {
            buf_printf(&one, "%d ", part[j].count);
        }
        buf_puts(&one, part[j].name);
        size_t used = out->len - start + one.len + (j + 1 < parts ? strlen(", ...") : 0);
        if (j > 0 && used > (size_t)width) {
            buf_puts(out, ", ...");
            break;
        }
        buf_puts(out, buf_text(&one));
    }
}
