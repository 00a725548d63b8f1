/* Makes recipes, and changes the run under a viewer. */
#include "tui/live.h"

#include "files/beside.h"
#include "lesson/copy.h"
#include "lesson/knobs.h"
#include "tui/act/act_guide.h"
#include "tui/act/act_train.h"
#include "tui/parted.h"
#include "tui/viewer_live.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct lesson *copy_of(const struct lesson *in, struct error *err)
{
    struct lesson *out = malloc(sizeof *out);
    if (out == NULL || !lesson_copy(out, in, err)) {
        free(out);
        error_memory(err);
        return NULL;
    }
    return out;
}

static void free_lesson(struct lesson *l)
{
    if (l != NULL) {
        lesson_free(l);
    }
    free(l);
}

/* --- recipes --- */

/* The lesson that a recipe makes; NULL with err. */
static struct lesson *prepare(const struct recipe *r, struct error *err)
{
    struct lesson *l = copy_of(r->base, err);
    bool ok = l != NULL;
    for (int k = 0; ok && k < r->setting_count; k++) {
        struct knobs knobs;
        scoped_buf report = {0};
        ok = knobs_find(&knobs, l, err) && knobs_set(&knobs, l, r->setting[k], &report, err);
        knobs_free(&knobs);
    }
    for (int k = 0; ok && k < r->off.count; k++) {
        ok = lines_off(l, &r->off.at[k], err);
    }
    if (!ok) {
        free_lesson(l);
        return NULL;
    }
    return l;
}

static bool same_code(const struct lesson *a, const struct lesson *b)
{
    bool same = a->count == b->count;
    for (int k = 0; same && k < a->count; k++) {
        same = strcmp(a->cells[k].text, b->cells[k].text) == 0;
    }
    return same;
}

static void drop_setting(struct recipe *r, int at)
{
    r->setting_count--;
    memmove(r->setting[at], r->setting[at + 1],
            (size_t)(r->setting_count - at) * sizeof r->setting[0]);
}

/* What was set and stands there without it, too, is set no more. Without memory it stays. */
static void drop_unneeded(struct recipe *r, const struct lesson *made)
{
    struct recipe *without = malloc(sizeof *without);
    for (int k = r->setting_count - 1; without != NULL && k >= 0; k--) {
        struct error none = {0};
        *without = *r;
        drop_setting(without, k);
        struct lesson *l = prepare(without, &none);
        if (l != NULL && same_code(l, made)) {
            *r = *without;
            k = r->setting_count; /* others may need this one no more */
        }
        free_lesson(l);
    }
    free(without);
}

static bool same_name(const char *a, const char *b)
{
    size_t len = strcspn(a, "=");
    return strcspn(b, "=") == len && strncmp(a, b, len) == 0;
}

static bool turn(struct recipe *r, const char *setting, struct error *err)
{
    int k = 0;
    while (k < r->setting_count && !same_name(r->setting[k], setting)) {
        k++;
    }
    if (k == SETTINGS_MOST) {
        return error_set(err, ERROR_INPUT, "more than %d numbers are set", SETTINGS_MOST);
    }
    r->setting_count += k == r->setting_count;
    snprintf(r->setting[k], sizeof r->setting[k], "%s", setting);
    return true;
}

/* The statement on that line goes off, or on again. */
static bool toggle(struct recipe *r, struct code_line at, struct error *err)
{
    struct lines lines;
    struct off *off = &r->off;
    for (int k = 0; k < off->count; k++) {
        if (off->at[k].cell == at.cell && at.line >= off->at[k].first &&
            at.line <= off->at[k].last) {
            off->at[k] = off->at[--off->count];
            return true;
        }
    }
    if (at.cell < 0 || at.cell >= r->base->count || !r->base->cells[at.cell].code ||
        !lines_find(r->base, at.cell, at.line, &lines)) {
        return error_set(err, ERROR_INPUT, "there is no statement on this line");
    }
    for (int k = off->count - 1; k >= 0; k--) { /* what is inside goes off with it */
        if (off->at[k].cell == at.cell && off->at[k].first >= lines.first &&
            off->at[k].last <= lines.last) {
            off->at[k] = off->at[--off->count];
        }
    }
    if (off->count == OFF_MOST) {
        return error_set(err, ERROR_INPUT, "%d lines are off already", OFF_MOST);
    }
    off->at[off->count++] = lines;
    return true;
}

/* The number of a line as people count it. */
static int number_of(const struct lesson *l, int cell, int line)
{
    return l->cells[cell].line > 1 ? l->cells[cell].line + line - 1 : line;
}

static void put_lines(const struct lesson *l, const struct lines *at, struct buf *out)
{
    buf_printf(out, "line%s %d", at->last > at->first ? "s" : "",
               number_of(l, at->cell, at->first));
    if (at->last > at->first) {
        buf_printf(out, "-%d", number_of(l, at->cell, at->last));
    }
    if (l->format == LESSON_NOTEBOOK) {
        buf_printf(out, " of cell %d", l->cells[at->cell].ordinal);
    }
}

/* "edited, T=8, line 68 off" */
static void describe(const struct recipe *r, struct buf *out)
{
    buf_clear(out);
    buf_puts(out, r->edited ? "edited" : "");
    for (int k = 0; k < r->setting_count; k++) {
        buf_printf(out, "%s%s", out->len > 0 ? ", " : "", r->setting[k]);
    }
    for (int k = 0; k < r->off.count; k++) {
        buf_puts(out, out->len > 0 ? ", " : "");
        put_lines(r->base, &r->off.at[k], out);
        buf_puts(out, " off");
    }
}

static bool is_pristine(const struct recipe *r)
{
    return !r->edited && r->setting_count == 0 && r->off.count == 0;
}

/* --- opening and closing --- */

/* The stops of the run as it is now. Without memory it goes by operations alone. */
static void say_again(struct live *l, struct viewer *v)
{
    struct error none = {0};
    const struct exercises *x = l->exercises;
    struct guide was = l->guide;
    l->guide = (struct guide){0};
    if (l->tells) {
        bool same = x != NULL && x->lesson->count == l->now.lesson->count;
        guide_make(&l->guide, l->now.lesson, same ? x : NULL, v->practice, &v->where.at, &none);
    }
    v->guide = &l->guide;
    if (was.count > 0) {
        act_stand_again(v, &was);
    } else {
        act_sync(v);
    }
    guide_free(&was);
}

static void attach(struct live *l, struct viewer *v)
{
    v->lesson = l->now.lesson;
    v->terms = &l->terms;
    v->failure = l->now.failure.len > 0 ? buf_text(&l->now.failure) : NULL;
    v->earlier = l->before.tape != NULL ? &l->earlier : NULL;
    v->off = &l->recipe.off;
    describe(&l->recipe, &l->changed);
    v->changed = buf_text(&l->changed);
    v->held = held_back(&l->held, l->now.warnings);
    say_again(l, v);
}

bool live_open(struct live *l, const struct run *first, const struct run_terms *terms,
               const char *title, struct viewer *v, struct error *err)
{
    *l = (struct live){.terms = *terms, .title = title, .now = *first};
    l->recipe.base = copy_of(first->lesson, err);
    l->opened = l->recipe.base != NULL ? copy_of(first->lesson, err) : NULL;
    if (l->opened == NULL) {
        free_lesson(l->recipe.base);
        run_free(&l->now);
        return false;
    }
    if (!viewer_init(v, first->tape, first->warnings, title)) {
        free_lesson(l->recipe.base);
        free_lesson(l->opened);
        run_free(&l->now);
        return error_memory(err);
    }
    attach(l, v);
    return true;
}

void live_hold(struct live *l, struct viewer *v, const struct held *held)
{
    l->held = *held;
    attach(l, v);
}

void live_tell(struct live *l, struct viewer *v, const struct exercises *x)
{
    l->tells = true;
    l->exercises = x;
    say_again(l, v);
    if (l->guide.count > 0) {
        act_stand(v, 0);
    }
}

static void forget_before(struct live *l)
{
    if (l->before.tape != NULL) {
        match_free(&l->earlier.match);
        run_free(&l->before);
    }
}

void live_free(struct live *l, struct viewer *v)
{
    viewer_free(v);
    forget_before(l);
    run_free(&l->now);
    free_lesson(l->recipe.base);
    free_lesson(l->opened);
    buf_free(&l->changed);
    guide_free(&l->guide);
    *l = (struct live){0};
}

/* --- another run --- */

/* "T=6": the number that stood there. */
static void old_number(const struct lesson *l, const char *setting, char out[64])
{
    struct knobs k;
    struct error err = {0};
    struct lesson *own = copy_of(l, &err);
    size_t len = strcspn(setting, "=@");
    out[0] = '\0';
    if (own == NULL || !knobs_find(&k, own, &err)) {
        free_lesson(own);
        return;
    }
    for (int j = k.count - 1; j >= 0; j--) {
        const struct knob *knob = &k.at[j];
        if (strlen(knob->name) == len && strncmp(knob->name, setting, len) == 0) {
            snprintf(out, 64, "with %.30s=%.*s", knob->name, (int)(knob->end - knob->start),
                     own->cells[knob->cell].text + knob->start);
        }
    }
    knobs_free(&k);
    free_lesson(own);
}

/* What the run before is called beside the new one. */
static void name_before(const struct live *l, enum wish wish, const char *knob,
                        const struct recipe *was, char out[64])
{
    if (wish == WISH_NUMBER) {
        old_number(l->before.lesson, knob, out);
    } else if (wish == WISH_EDIT) {
        snprintf(out, 64, "before the edit");
    } else if (was->off.count == 0) {
        snprintf(out, 64, "with all lines on");
    } else {
        snprintf(out, 64, "with %d line%s off", was->off.count, was->off.count > 1 ? "s" : "");
    }
}

static void say_done(const struct live *l, struct viewer *v, enum wish wish, struct lines lines)
{
    scoped_buf text = {0};
    bool told = v->earlier != NULL && !v->keyless && !viewer_reads(v);
    if (wish == WISH_LINE) {
        put_lines(l->recipe.base, &lines, &text);
        bool off = viewer_is_off(v, v->typed.wished) >= 0;
        viewer_say(v, "L%s %s %s%s", buf_text(&text) + 1, /* "Line 68" */
                   lines.last > lines.first ? "are" : "is", off ? "off" : "on again",
                   off ? "; x turns it on again, = shows the input." : ".");
    } else if (wish == WISH_ALL_LINES) {
        viewer_say(v, "All lines are on.");
    } else if (wish == WISH_EDIT) {
        viewer_say(v, "Run again as %s.%s", l->recipe.edited ? "edited" : "it was opened",
                   told ? " = shows the input instead of the run before." : "");
    } else {
        viewer_say(v, "Run again with %.60s.%s", v->typed.knob,
                   told ? " = shows the input instead." : "");
    }
}

static bool is_on(const struct viewer *v, const struct lines *lines)
{
    struct code_line at = viewer_line(v);
    return at.cell == lines->cell && at.line >= lines->first && at.line <= lines->last;
}

/* From the first step of a statement to its last one, in the same round of a loop. */
static void go_to_its_end(struct viewer *v, const struct lines *lines)
{
    struct stop last = stepper_stop(&v->where.at);
    int binds = INT_MAX; /* before the statement; what it calls may bind names, too */
    do {
        const struct event *e = &v->where.at.tape->event[stepper_event(&v->where.at)];
        if (stepper_end(&v->where.at) - stepper_begin(&v->where.at) == 1) {
            if (e->binds > binds) {
                break;
            }
            binds = e->binds;
            last = stepper_stop(&v->where.at);
        }
    } while (stepper_next(&v->where.at, 1) && is_on(v, lines));
    stepper_return(&v->where.at, last);
}

/* Where a statement was turned off: on its last step, in front of this one or else behind it. */
static void stand_on(struct viewer *v, const struct lines *lines)
{
    struct stop from = stepper_stop(&v->where.at);
    for (int way = 0; way < 2; way++) {
        do {
            if (is_on(v, lines)) {
                if (way > 0) {
                    go_to_its_end(v, lines);
                }
                v->typed.turned_row = -1;
                act_sync(v);
                return;
            }
        } while (way == 0 ? stepper_prev(&v->where.at, 1) : stepper_next(&v->where.at, 1));
        stepper_return(&v->where.at, from);
    }
}

/* The stops of the old run with events of the new one; -1: it has no such event. */
static void carry_stops(struct guide *g, const struct match *m)
{
    for (int k = 0; k < g->count; k++) {
        int event = g->at[k].event;
        g->at[k].event = event >= 0 && event < m->old_count ? m->new_of[event] : -1;
    }
}

/* The new run takes the place of the old one. */
static bool change_over(struct live *l, struct viewer *v, struct run *fresh,
                        const struct recipe *was, struct lines lines, struct error *err)
{
    bool lines_only = v->typed.wish == WISH_LINE || v->typed.wish == WISH_ALL_LINES;
    bool baseline = lines_only && l->before.tape != NULL && l->earlier.lines && was->off.count > 0;
    bool stays =
        v->typed.turned_row >= 0 && v->typed.turned_row == v->where.at.row; /* it went off here */
    struct match match;
    struct viewer next;
    if (!match_find(&match, fresh, &l->now, true)) {
        return error_memory(err);
    }
    if (!viewer_init(&next, fresh->tape, fresh->warnings, l->title)) {
        match_free(&match);
        return error_memory(err);
    }
    viewer_follow(&next, v, &match);
    carry_stops(&l->guide, &match);
    enum wish wish = v->typed.wish;
    int train = v->typed.train;
    viewer_free(v); /* it holds tensors of runs that are given back here */
    *v = next;
    if (baseline) { /* compared with the run before the first line went off */
        match_free(&match);
        run_free(&l->now);
        match_free(&l->earlier.match);
        if (!match_find(&l->earlier.match, fresh, &l->before, true)) {
            l->earlier.match = (struct match){0};
        }
    } else {
        forget_before(l);
        l->before = l->now;
        l->earlier = (struct earlier){.run = &l->before, .match = match, .lines = lines_only};
        name_before(l, wish, v->typed.knob, was, l->earlier.what);
    }
    l->now = *fresh;
    if (is_pristine(&l->recipe) || wish == WISH_TRAIN) {
        forget_before(l);
    }
    attach(l, v);
    v->typed.turned = v->typed.wished;
    v->typed.turned_row = wish == WISH_LINE ? v->where.at.row : -1;
    if (wish == WISH_LINE && stays && viewer_is_off(v, v->typed.wished) < 0) {
        stand_on(v, &lines);
    }
    v->chosen.beside = v->earlier != NULL ? BESIDE_BEFORE : BESIDE_INPUTS;
    if (wish == WISH_TRAIN) {
        act_train_stand(v, train);
    } else {
        say_done(l, v, wish, lines);
    }
    v->where.page = v->failure != NULL ? PAGE_failure : v->where.page;
    v->where.scroll = 0;
    return true;
}

/* What fails leaves the last good run, and how to come to it. */
static const char *kept_run(const struct viewer *v)
{
    return v->keyless ? "The last good run is kept."
           : v->typed.wish == WISH_EDIT
               ? "The last good run is kept: q goes back to it, e to your text."
               : "The last good run is kept: q goes back to it.";
}

static void say_failure(struct live *l, struct viewer *v, const struct run *failed)
{
    scoped_buf what = {0};
    describe(&l->recipe, &what);
    buf_clear(&v->typed.attempt);
    buf_printf(&v->typed.attempt, "With %s the code fails:\n\n%s\n",
               v->typed.wish == WISH_EDIT ? "your edit" : buf_text(&what),
               buf_text(&failed->failure));
    buf_puts(&v->typed.attempt, kept_run(v));
    scoped_buf text = {0};
    int cell = run_cell_of(failed->lesson, failed->failed.source);
    l->failed_line = v->typed.wish == WISH_EDIT;
    if (v->typed.wish == WISH_EDIT && cell >= 0) {
        copy_write(failed->lesson, cell, failed->failed.line, &text, &l->failed_line);
    }
    v->where.page = PAGE_attempt;
    v->where.scroll = 0;
}

static void say_refusal(struct live *l, struct viewer *v, const struct error *err)
{
    if (v->typed.wish == WISH_EDIT) {
        buf_clear(&v->typed.attempt);
        buf_printf(&v->typed.attempt, "%s\n\n%s", err->text, kept_run(v));
        v->where.page = PAGE_attempt;
        v->where.scroll = 0;
        l->failed_line = 1;
    } else {
        viewer_say(v, "Not done: %s.", err->text);
    }
}

static bool is_as_opened(const struct live *l, const char *text, size_t len)
{
    scoped_buf opened = {0};
    int line;
    copy_write(l->opened, 0, 1, &opened, &line);
    return opened.len == len && memcmp(buf_text(&opened), text, len) == 0;
}

/* The recipe that v->wish asks for, in l->recipe. False with err: it cannot be made. */
static bool follow_wish(struct live *l, struct viewer *v, const char *text, size_t len,
                        struct lines *lines, struct error *err)
{
    struct recipe *r = &l->recipe;
    if (v->typed.wish == WISH_NUMBER) {
        return turn(r, v->typed.knob, err);
    }
    if (v->typed.wish == WISH_LINE) {
        int at = viewer_is_off(v, v->typed.wished);
        *lines = at >= 0 ? r->off.at[at] : (struct lines){0};
        bool ok = toggle(r, v->typed.wished, err);
        *lines = ok && at < 0 ? r->off.at[r->off.count - 1] : *lines;
        return ok;
    }
    if (v->typed.wish == WISH_ALL_LINES) {
        r->off.count = 0;
        return true;
    }
    if (v->typed.wish == WISH_TRAIN) {
        l->terms.train = (struct train_window){true, 1, {{v->typed.train, v->typed.train}}};
        return true;
    }
    bool back = is_as_opened(l, text, len);
    struct lesson *edited = back ? copy_of(l->opened, err) : malloc(sizeof *edited);
    if (edited == NULL || (!back && !copy_read(edited, r->base, text, len, err))) {
        free(edited);
        return false;
    }
    if (!beside_find(edited, err)) {
        free_lesson(edited);
        return false;
    }
    r->base = edited;
    r->edited = !back;
    r->setting_count = r->off.count = 0;
    return true;
}

bool live_again(struct live *l, struct viewer *v, const char *text, size_t len, struct error *err)
{
    struct error why = {0};
    struct run fresh;
    struct lines lines = {0};
    struct recipe *was = malloc(sizeof *was);
    const struct train_window window = l->terms.train;
    if (was == NULL) {
        return error_memory(err);
    }
    *was = l->recipe;
    if (l->terms.watch != NULL) {
        l->terms.watch->stopped = false;
    }
    struct lesson *lesson =
        follow_wish(l, v, text, len, &lines, &why) ? prepare(&l->recipe, &why) : NULL;
    if (lesson != NULL && v->typed.wish == WISH_NUMBER) {
        drop_unneeded(&l->recipe, lesson);
    }
    bool bad = l->now.failure.len > 0; /* nothing is lost by another run that fails */
    bool made = lesson != NULL && run_make(&fresh, lesson, &l->terms, bad, &why), taken = false;
    if (l->terms.watch != NULL && l->terms.watch->stopped) {
        viewer_say(v, "Stopped: all is as it was before.");
    } else if (!made) {
        say_refusal(l, v, &why);
    } else if (fresh.failure.len > 0 && !bad) {
        say_failure(l, v, &fresh);
    } else {
        taken = change_over(l, v, &fresh, was, lines, err);
    }
    if (made && !taken) {
        run_free(&fresh);
    }
    struct lesson *unused = taken ? was->base : l->recipe.base;
    if (was->base != l->recipe.base) {
        free_lesson(unused);
    }
    if (!taken) {
        l->recipe = *was;
        l->terms.train = window;
    } else {
        l->failed_line = 0;
    }
    free(was);
    v->typed.wish = WISH_NONE;
    return err->kind == ERROR_NONE;
}

void live_text(const struct live *l, const struct viewer *v, struct buf *out, int *line)
{
    struct code_line at = v->where.page == PAGE_code ? v->where.cursor : viewer_line(v);
    copy_write(l->now.lesson, at.cell, at.line, out, line);
}

/* --- another program --- */

bool live_compare(struct live *l, struct viewer *v, const struct run *other, const char *title,
                  struct error *err)
{
    struct match match;
    if (!match_find(&match, &l->now, other, false)) {
        return error_memory(err);
    }
    forget_before(l);
    l->before = *other;
    l->earlier = (struct earlier){.run = &l->before, .other = true};
    parted_find(&l->earlier, &match, &l->now, &l->before);
    l->earlier.match = match;
    snprintf(l->earlier.what, sizeof l->earlier.what, "of %.50s", title);
    attach(l, v);
    v->chosen.beside = BESIDE_BEFORE;
    viewer_say(v,
               l->earlier.same         ? "Beside %.50s: what it comes to is the same."
               : l->earlier.parted > 0 ? "Beside %.50s: J goes to the step where they part."
                                       : "Beside %.50s: J goes to the next step that differs.",
               title);
    return true;
}
