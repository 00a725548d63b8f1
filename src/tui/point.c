/* Finds lines, functions and modules on a tape by what is typed. */
#include "tui/point.h"

#include "trace/tape/location.h"
#include "trace/tape/module_path.h"
#include "tui/probe.h"
#include "tui/viewer_live.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- functions and modules --- */

/* Whether a dotted name ends in these parts; "*" is any part. */
static bool ends_in(const char *name, size_t len, const char *parts, size_t parts_len)
{
    for (;;) {
        size_t a = len, b = parts_len;
        while (a > 0 && name[a - 1] != '.') {
            a--;
        }
        while (b > 0 && parts[b - 1] != '.') {
            b--;
        }
        bool any = parts_len - b == 1 && parts[b] == '*';
        if (!any && (len - a != parts_len - b || memcmp(name + a, parts + b, len - a) != 0)) {
            return false;
        }
        if (b == 0 || a == 0) {
            return b == 0;
        }
        len = a - 1;
        parts_len = b - 1;
    }
}

/* "model.h.0.attn" for a call in that module. */
static bool module_ends_in(const struct tape *t, int event, const char *path, const char *parts,
                           size_t len)
{
    const char *model = event_model(t, event);
    scoped_buf whole = {0};
    if (path == NULL) {
        return false;
    }
    buf_printf(&whole, "%s%s%s", model != NULL ? model : "",
               model != NULL && *path != '\0' ? "." : "", path);
    return ends_in(buf_text(&whole), whole.len, parts, len);
}

/* Whether a call is one of that function, or enters that module, or is "attn.forward" of it. */
static bool is_entered(const struct tape *t, int event, int call, const char *text)
{
    const struct tape_call *c = &t->call[call];
    const char *path = call_module(t, call), *dot = strrchr(text, '.'),
               *tail = strrchr(c->name, '.');
    size_t len = strlen(text);
    tail = tail != NULL ? tail + 1 : c->name;
    if (strcmp(c->name, text) == 0 ||
        (!c->prelude && ends_in(c->name, strlen(c->name), text, len))) {
        return true;
    }
    if (t->event[event].of >= 0 || path == NULL) {
        return false;
    }
    const char *around = c->parent >= 0 ? call_module(t, c->parent) : NULL;
    bool enters = around == NULL || strcmp(around, path) != 0;
    return (enters && module_ends_in(t, event, path, text, len)) ||
           (dot != NULL && strcmp(dot + 1, tail) == 0 &&
            module_ends_in(t, event, path, text, (size_t)(dot - text)));
}

static bool is_line_of(const struct viewer *v, const struct point *p, const struct span *at)
{
    return at->source != NULL && at->line == p->at.line &&
           (p->at.cell >= 0 ? run_cell_of(v->lesson, at->source) == p->at.cell
                            : strcmp(at->source->file, p->text) == 0);
}

static bool is_met(const struct viewer *v, const struct point *p, int event)
{
    const struct tape *t = v->where.at.tape;
    bool met = p->kind == POINT_CONDITION && probe_at(p, event) == PROBED_NEW;
    bool calls = p->kind == POINT_FUNCTION || (p->kind == POINT_LINE && p->enters);
    for (int call = t->event[event].call;
         calls && !met && call >= 0 && t->call[call].first == event; call = t->call[call].parent) {
        met = p->kind == POINT_LINE ? is_line_of(v, p, &t->call[call].site)
                                    : is_entered(t, event, call, p->text);
    }
    return met;
}

int point_met(const struct viewer *v, const struct point *p, int begin, int end, bool last)
{
    for (int k = 0; k < end - begin; k++) {
        int event = last ? end - 1 - k : begin + k;
        if (is_met(v, p, event)) {
            return event;
        }
    }
    return -1;
}

int point_count(const struct viewer *v, const struct point *p)
{
    int count = 0;
    for (int k = 0; k < v->where.at.tape->event_count; k++) {
        count += is_met(v, p, k);
    }
    return count;
}

/* --- lines --- */

/* Whether "lib/attn.py" ends in the path "attn.py". */
static bool is_file(const char *file, const char *text, size_t len)
{
    size_t all = strlen(file);
    return len <= all && memcmp(file + all - len, text, len) == 0 &&
           (len == all || file[all - len - 1] == '/');
}

bool point_is_here(const struct viewer *v, const struct point *p)
{
    if (p->kind != POINT_LINE || v->where.at.row < 0) {
        return false;
    }
    struct span at = viewer_own_span(v);
    return is_line_of(v, p, &at);
}

struct point point_on(const struct viewer *v, const struct span *at)
{
    struct point p = {.kind = POINT_LINE, .at = {run_cell_of(v->lesson, at->source), at->line}};
    const struct tape *t = v->where.at.tape;
    p.enters = true;
    if (p.at.cell < 0 && at->source != NULL && !at->source->prelude) {
        snprintf(p.text, sizeof p.text, "%s", at->source->file);
    }
    for (int k = 0; p.enters && k < t->event_count; k++) {
        p.enters = !is_line_of(v, &p, &t->event[k].code);
    }
    return p;
}

static bool is_in_file(const struct viewer *v, const struct span *at, const char *file, size_t len)
{
    const char *module = location_module(v->where.at.tape, at);
    const char *own = at->source != NULL && !at->source->prelude ? at->source->file : NULL;
    return own != NULL && (len == 0 ? module == NULL : is_file(own, file, len));
}

/* The line of that number that a step comes from, or the first one behind it. Where no file is
 * named it is the one, and in a notebook the cell, that the stop is in. "2:1" is of cell 2. */
static bool read_line(struct viewer *v, const char *file, size_t len, int number, struct point *out)
{
    const struct tape *t = v->where.at.tape;
    struct span best = {0}, here = {0};
    if (v->where.at.row >= 0) {
        here = viewer_own_span(v);
    }
    bool numbered = len > 0 && strspn(file, "0123456789") == len;
    int cell = numbered ? atoi(file) : here.source != NULL ? location_of(&here).cell : 0;
    const char *module = len == 0 ? location_module(t, &here) : NULL;
    file = module != NULL ? module : file;
    len = module != NULL ? strlen(module) : numbered ? 0 : len;
    for (int k = -t->call_count; k < t->event_count; k++) { /* calls with steps in them, steps */
        const struct tape_call *c = k < 0 ? &t->call[k + t->call_count] : NULL;
        const struct span *at = c != NULL ? &c->site : &t->event[k].code;
        if ((c != NULL && c->first == c->end) || !is_in_file(v, at, file, len)) {
            continue;
        }
        struct location where = location_of(at);
        bool fits = where.line >= number && (where.cell == 0 || cell == 0 || where.cell == cell);
        best = fits && (best.source == NULL || where.line < location_of(&best).line) ? *at : best;
    }
    if (best.source == NULL) {
        viewer_say(v, "No step comes from line %d%s%.*s or a line behind it.", number,
                   len > 0 ? " of " : "", (int)len, file);
        return false;
    }
    *out = point_on(v, &best);
    return true;
}

/* --- what is typed --- */

/* "attn.forward", "h.*.attn" */
static bool is_name(const char *text)
{
    bool name = true, letter = false;
    for (; name && *text != '\0'; text++) {
        letter = letter || isalpha((unsigned char)*text) || strchr("_*", *text) != NULL;
        name = isalnum((unsigned char)*text) || strchr("_.*", *text) != NULL;
    }
    return name && letter;
}

/* Whether the code binds the first name of the text. */
static bool is_bound(const struct viewer *v, const char *text)
{
    const struct bindings *all = &v->where.at.bindings;
    size_t len = strcspn(text, ".");
    bool bound = false;
    for (int k = 0; k < all->name_count; k++) {
        bound |= strlen(all->name[k]) == len && strncmp(all->name[k], text, len) == 0;
    }
    return bound;
}

/* "56", "lib/attn.py:56" */
static bool is_line(const char *text, const char **colon, int *number)
{
    *colon = strrchr(text, ':');
    const char *digits = *colon != NULL ? *colon + 1 : text;
    size_t count = strspn(digits, "0123456789");
    *number = atoi(digits);
    return count > 0 && count < 9 && digits[count] == '\0' &&
           (*colon == NULL || strpbrk(text, " []()=") == NULL);
}

bool point_read(struct viewer *v, const char *text, struct point *out)
{
    size_t len = strlen(text);
    const char *colon;
    int number;
    while (len > 0 && text[len - 1] == ' ') {
        len--;
    }
    *out = (struct point){.kind = POINT_FUNCTION};
    if (len > POINT_MOST) {
        viewer_say(v, "At most %d characters.", POINT_MOST);
        return false;
    }
    memcpy(out->text, text, len);
    if (is_line(out->text, &colon, &number)) {
        const struct point typed = *out;
        size_t file = colon != NULL ? (size_t)(colon - out->text) : 0;
        return read_line(v, typed.text, file, number, out);
    }
    bool call = len > 2 && strcmp(out->text + len - 2, "()") == 0; /* attn.forward() */
    if (call) {
        out->text[len - 2] = '\0';
    }
    bool name = is_name(out->text);
    if (name && point_count(v, out) > 0) {
        return true;
    }
    if (name && !call && !is_bound(v, out->text)) {
        viewer_say(v, "No function, module or name of this run with steps in it is called %s.",
                   out->text);
        return false;
    }
    memcpy(out->text, text, len);
    out->kind = POINT_CONDITION;
    return true;
}

void point_text(const struct viewer *v, const struct point *p, struct buf *out)
{
    if (p->kind != POINT_LINE) {
        buf_puts(out, p->text);
        return;
    }
    const struct cell *c = p->at.cell >= 0 ? &v->lesson->cells[p->at.cell] : NULL;
    buf_printf(out, "line %d", c != NULL && c->line > 1 ? c->line + p->at.line - 1 : p->at.line);
    if (c == NULL) {
        buf_printf(out, " of %s", p->text);
    } else if (v->lesson->format == LESSON_NOTEBOOK) {
        buf_printf(out, " of cell %d", c->ordinal);
    }
}
