/* Writes a tape as text. The outline decides what is shown and in which order, this file what a
 * line says. */
#include "trace/report/transcript.h"

#include "show/code.h"
#include "show/figure_text.h"
#include "show/step_text.h"
#include "show/strip.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"

#include "tensor/print/print.h"
#include "tensor/print/print_numpy.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"
#include "trace/tape/snapshot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define INSIDE (-2)    /* a composite: no call of the learner's */
#define STRIP_LINES 48 /* of storage, for each step */
#define CODE_LINES 4   /* of code behind a step; more are cut */
#define SETUP_LINES 3  /* of what a folded set-up has made */
#define SETUP_NEAR 256 /* events in which a name may be given once more */
#define INDENT 15      /* of what stands under a line: 3 for the number, 11 for the stage */

/* --- colours: what a piece of a line is --- */

enum tint { TINT_NUMBER, TINT_STAGE, TINT_QUIET, TINT_WARNING };

static const char *const tints[] = {"\033[1m", "\033[36m", "\033[2m", "\033[33m"};

static void put(const struct transcript *how, enum tint tint, const char *text, struct buf *out)
{
    buf_printf(out, "%s%s%s", how->colour ? tints[tint] : "", text, how->colour ? "\033[0m" : "");
}

/* --- lines --- */

struct writer {
    const struct transcript *how;
    struct tape *t;
    const struct warnings *warnings;
    struct buf *out;
    bool *shown; /* of each call: whether a line named it */
};

/* Where the next operand of a line of shapes starts: behind " @ ", " -> " or "), ". */
static size_t next_operand(const char *text)
{
    static const char *const breaks[] = {" @ ", " -> ", ", ("};
    size_t nearest = strlen(text);
    for (size_t k = 0; k < sizeof breaks / sizeof breaks[0]; k++) {
        const char *at = strstr(text + 1, breaks[k]);
        size_t from = at == NULL ? nearest : (size_t)(at - text) + (*at == ',' ? 2 : 1);
        nearest = from < nearest ? from : nearest;
    }
    return nearest;
}

/* Shapes under a line, broken between operands where they are too long. Returns the columns that
 * the last line takes. */
static int put_shapes(struct writer *w, const char *text)
{
    int room = w->how->width - INDENT, used = 0;
    buf_printf(w->out, "%*s", INDENT, "");
    while (*text != '\0') {
        size_t len = next_operand(text);
        if (used > 0 && used + (int)len > room) {
            while (w->out->data[w->out->len - 1] == ' ') {
                w->out->data[--w->out->len] = '\0';
            }
            buf_printf(w->out, "\n%*s", INDENT + 2, "");
            used = 2;
        }
        buf_put(w->out, text, len);
        used += (int)len;
        text += len;
    }
    return used;
}

/* `left` under the line, and `right` at its end if both fit, else on a line of its own. */
static void put_under(struct writer *w, struct buf *left, const char *right)
{
    int room = w->how->width - INDENT, used = put_shapes(w, buf_text(left));
    if (right == NULL) {
        buf_putc(w->out, '\n');
        return;
    }
    int gap = room - used - (int)strlen(right);
    if (gap < 2) {
        int before = w->how->width - (int)strlen(right);
        buf_printf(w->out, "\n%*s", before > INDENT ? before : INDENT, "");
    } else {
        buf_printf(w->out, "%*s", gap, "");
    }
    put(w->how, TINT_QUIET, right, w->out);
    buf_putc(w->out, '\n');
}

/* A sentence broken into lines at spaces. */
static void put_wrapped(struct writer *w, enum tint tint, const char *text, int indent)
{
    int room = w->how->width - indent;
    while (*text != '\0') {
        size_t len = strlen(text), cut = len;
        if ((int)len > room) {
            cut = (size_t)room;
            while (cut > 0 && text[cut] != ' ') {
                cut--;
            }
            cut = cut == 0 ? (size_t)room : cut;
        }
        scoped_buf line = {0};
        buf_put(&line, text, cut);
        put(w->how, tint, buf_text(&line), w->out);
        text += cut;
        text += strspn(text, " ");
        if (*text != '\0') {
            buf_printf(w->out, "\n%*s", indent, "");
        }
    }
}

static void put_warnings(struct writer *w, int first, int end)
{
    for (int k = -1; (k = warnings_next(w->warnings, k + 1, first, end - 1)) >= 0;) {
        const struct warning *x = &w->warnings->at[k];
        scoped_buf text = {0};
        buf_printf(&text, "%s [%s]", x->text, mistake_table[x->kind].found.name);
        buf_printf(w->out, "%*s", INDENT - 2, "");
        put(w->how, TINT_WARNING, "! ", w->out);
        put_wrapped(w, TINT_WARNING, buf_text(&text), INDENT);
        buf_putc(w->out, '\n');
    }
}

/* Code behind the stage: all of it, on some lines, as what comes last is often what the step does.
 */
static void put_code(struct writer *w, struct buf *code, int room)
{
    const char *text = buf_text(code);
    for (int line = 1; line < CODE_LINES && code_width(text, strlen(text)) > room; line++) {
        size_t len = code_break(text, room);
        if (len == 0) {
            break;
        }
        buf_put(w->out, text, text[len - 1] == ' ' ? len - 1 : len);
        buf_printf(w->out, "\n%*s", INDENT + 2, "");
        room -= line == 1 ? 2 : 0;
        text += len;
    }
    scoped_buf last = {0};
    buf_puts(&last, text);
    code_fit(&last, room);
    buf_printf(w->out, "%s\n", buf_text(&last));
}

static void put_head(struct writer *w, const char *number, const char *stage, struct buf *code)
{
    char cell[24];
    snprintf(cell, sizeof cell, "%3s ", number);
    put(w->how, TINT_NUMBER, cell, w->out);
    snprintf(cell, sizeof cell, "%-10s ", stage);
    put(w->how, TINT_STAGE, cell, w->out);
    put_code(w, code, w->how->width - INDENT);
}

static bool put_values(struct writer *w, int event)
{
    const struct event *e = &w->t->event[event];
    for (int k = 0; k < e->output_count; k++) {
        scoped_tensor then = {0};
        scoped_buf text = {0};
        if (!tape_after(w->t, &e->output[k], event, &then)) {
            return false;
        }
        if (e->output[k].ndarray) {
            print_numpy_repr(&then, &w->t->session->torch.numpy_print, &text);
        } else {
            print_tensor(&then, &w->t->session->torch.print, NULL, &text);
        }
        for (const char *p = buf_text(&text); *p != '\0';) {
            size_t len = strcspn(p, "\n");
            buf_printf(w->out, "%*s%.*s\n", len > 0 ? INDENT : 0, "", (int)len, p);
            p += len + (p[len] == '\n');
        }
    }
    return true;
}

/* Words below a step, on as many lines as they take. */
static void put_figure(struct writer *w, int event)
{
    scoped_buf text = {0};
    figure_text(w->t, event, &text);
    buf_printf(w->out, "%*s", INDENT, "");
    put_wrapped(w, TINT_QUIET, buf_text(&text), INDENT);
    buf_putc(w->out, '\n');
}

static bool put_event(struct writer *w, int event, bool inside)
{
    const struct event *e = &w->t->event[event];
    scoped_buf code = {0}, number = {0}, names = {0}, sizes = {0}, storage = {0};
    code_of_event(w->t, event, inside, &code);
    if (e->user_call < 0 && location_module(w->t, &e->code) != NULL) { /* no call names its file */
        buf_printf(&code, "   (%s)", location_module(w->t, &e->code));
    }
    event_number(e, &number);
    put_head(w, buf_text(&number), e->stage == STAGE_OTHER && e->setup ? "" : stage_name(e->stage),
             &code);
    if (e->figure != NULL) {
        put_figure(w, event);
    } else {
        if (step_shapes(e, true, &names)) {
            put_under(w, &names, NULL);
        }
        step_shapes(e, false, &sizes);
        step_storage(w->t, event, false, &storage);
        put_under(w, &sizes, buf_text(&storage));
    }
    if (e->pass >= 0 && w->t->pass[e->pass].mask == event && e->stage == STAGE_SCORES) {
        buf_printf(w->out, "%*s", INDENT, "");
        put(w->how, TINT_QUIET, "the mask is added in the same operation", w->out);
        buf_putc(w->out, '\n');
    }
    return (!w->how->values || put_values(w, event)) &&
           (!w->how->storage || e->figure != NULL || strip_write(w->t, event, STRIP_LINES, w->out));
}

/* --- rows --- */

/* The first bind that was carried out when there were `event` events. */
static int first_bind(const struct tape *t, int event)
{
    int from = 0, to = t->bind_count;
    while (from < to) {
        int half = from + (to - from) / 2;
        if (t->bind[half].event < event) {
            from = half + 1;
        } else {
            to = half;
        }
    }
    return from;
}

/* Whether the call gave that name to an integer before bind `bind`: a loop's counter, n of n //= 2.
 */
static bool is_repeated(const struct tape *t, int first, int bind)
{
    for (int k = first; k < bind; k++) {
        if (t->bind[k].call == t->bind[bind].call &&
            strcmp(t->bind[k].name, t->bind[bind].name) == 0) {
            return true;
        }
    }
    return false;
}

/* The integers that a call of the learner's knows by name: "b=2  num_tokens=6  d_in=3". */
static void put_integers(struct writer *w, int call, int used)
{
    const struct tape *t = w->t;
    int first = first_bind(t, t->call[call].first), end = t->call[call].end;
    scoped_buf text = {0};
    for (int k = first; k < t->bind_count && t->bind[k].event <= end; k++) {
        const struct tape_bind *b = &t->bind[k];
        scoped_buf one = {0};
        if (t->call[call].prelude || b->call != call || !b->is_integer || b->name[0] == '_' ||
            strchr(b->name, '.') != NULL || is_repeated(t, first, k)) {
            continue;
        }
        buf_printf(&one, "%s%s=", text.len > 0 ? "  " : "", b->name);
        tape_bind_text(b, &one);
        if (used + 4 + (int)(text.len + one.len) > w->how->width) {
            break;
        }
        buf_puts(&text, buf_text(&one));
    }
    if (text.len > 0) {
        buf_printf(w->out, "%*s", w->how->width - used - (int)text.len, "");
        put(w->how, TINT_QUIET, buf_text(&text), w->out);
    }
}

/* "  h.0.attn"; the columns that it takes. */
static int put_quietly(struct writer *w, const char *text)
{
    if (text == NULL || *text == '\0') {
        return 0;
    }
    buf_puts(w->out, "  ");
    put(w->how, TINT_QUIET, text, w->out);
    return code_width(text, strlen(text)) + 2;
}

/* Which module of the model a call of the learner's is in, and the file of its function, where that
 * lies beside the one that was run. */
static int put_module(struct writer *w, int call)
{
    const struct tape_call *c = &w->t->call[call];
    const char *file = c->function != NULL ? location_module(w->t, &c->function->span) : NULL;
    int used = c->self != NULL ? put_quietly(w, call_module(w->t, call)) : 0;
    return used + put_quietly(w, file);
}

/* The learner's expression that a group is; inside of another one its own. */
static const struct span *site_of(const struct tape *t, int call, bool inside)
{
    while (!inside && t->call[call].parent >= 0 && t->call[call].site.source->prelude) {
        call = t->call[call].parent;
    }
    return &t->call[call].site;
}

/* The code of a group: of its last step, unless that stands elsewhere, as in a hook, in a module of
 * the learner's or in what a generator makes, or is the gradient of another line. */
static void put_group_code(const struct tape *t, const struct row *row, bool inside,
                           struct buf *code)
{
    const struct event *last = &t->event[row->end - 1];
    bool elsewhere = last->user_call != t->call[row->call].user || last->of >= 0;
    if (inside || (elsewhere && t->call[row->call].of < 0)) {
        code_of_span(site_of(t, row->call, inside), code);
    } else {
        code_of_event(t, row->end - 1, false, code);
    }
}

/* A call of the learner's own, or a composite that is shown open: then with the code that called
 * it, unless it stands inside another one. */
static void put_call(struct writer *w, const struct row *row, bool inside)
{
    const struct tape_call *c = &w->t->call[row->call];
    scoped_buf name = {0}, code = {0};
    if (c->function != NULL && c->function->kind == NODE_LAMBDA && !c->prelude) {
        code_of_span(&c->function->span, &name);
        code_fit(&name, w->how->width);
    } else {
        buf_puts(&name, c->name);
    }
    put(w->how, TINT_NUMBER, buf_text(&name), w->out);
    if (row->kind == ROW_COMPOSITE && !inside) {
        put_group_code(w->t, row, inside, &code);
        code_fit(&code, w->how->width - code_width(buf_text(&name), name.len) - 2);
        buf_puts(w->out, "  ");
        put(w->how, TINT_QUIET, buf_text(&code), w->out);
    } else {
        int used = code_width(buf_text(&name), name.len);
        put_integers(w, row->call, used + put_module(w, row->call));
    }
    buf_putc(w->out, '\n');
}

/* Steps go on in a call that was shown before, or at the top level. A call of one step has no line
 * of its own: then this is the first that is heard of it. */
static void put_return(struct writer *w, int call)
{
    put(w->how, TINT_QUIET, call < 0 || w->shown[call] ? "back in " : "in ", w->out);
    put(w->how, TINT_NUMBER, call < 0 ? "the top level" : w->t->call[call].name, w->out);
    if (call >= 0 && !w->shown[call]) {
        put_module(w, call);
    }
    buf_putc(w->out, '\n');
}

/* The name that an event of a set-up gives its result, unless a later one of it takes the name. */
static const char *setup_name(const struct tape *t, const struct row *row, int event)
{
    const char *name = t->event[event].output_count > 0 ? tape_result_name(t, event, 0) : NULL;
    for (int k = event + 1; name != NULL && k < row->end && k < event + SETUP_NEAR; k++) {
        const char *later = t->event[k].output_count > 0 ? tape_result_name(t, k, 0) : NULL;
        name = later != NULL && strcmp(later, name) == 0 ? NULL : name;
    }
    return name;
}

/* What has a name in a folded set-up, with the number that later steps call it by:
 * "s1 x (2, 4, 12), s2 W_query (12, 16)". */
static void put_setup_names(struct writer *w, const struct row *row)
{
    scoped_buf text = {0};
    int room = w->how->width - INDENT, lines = 1, used = 0;
    for (int k = row->first; k < row->end; k++) {
        const struct event *e = &w->t->event[k];
        const char *name = setup_name(w->t, row, k);
        scoped_buf one = {0};
        if (name == NULL) {
            continue;
        }
        buf_printf(&one, "s%d %s ", e->number, name);
        tensor_tuple_text(&e->output[0].tensor, &one);
        int wide = code_width(buf_text(&one), one.len) + 2;
        bool breaks = used > 0 && used + wide > room;
        if (breaks && lines == SETUP_LINES) {
            buf_puts(&text, ", ...");
            break;
        }
        if (breaks) {
            buf_printf(&text, ",\n%*s", INDENT, "");
            lines++;
        } else if (used > 0) {
            buf_puts(&text, ", ");
        }
        used = breaks ? wide : used + wide;
        buf_puts(&text, buf_text(&one));
    }
    if (text.len > 0) {
        buf_printf(w->out, "%*s", INDENT, "");
        put(w->how, TINT_QUIET, buf_text(&text), w->out);
        buf_putc(w->out, '\n');
    }
}

static void put_setup(struct writer *w, const struct outline *o, const struct row *row, bool open)
{
    scoped_buf text = {0};
    buf_puts(&text, "    setup (");
    outline_setup_text(o, row, w->how->width - (int)strlen("    setup ()"), &text);
    buf_putc(&text, ')');
    put(w->how, TINT_QUIET, buf_text(&text), w->out);
    buf_putc(w->out, '\n');
    if (!open) {
        put_setup_names(w, row);
    }
}

/* The event of a group that made what the learner's code calls by a name right behind it, else the
 * last one; -1: the group wrote into several tensors that were there before. */
static int result_of(const struct tape *t, const struct row *row)
{
    const struct event *last = &t->event[row->end - 1];
    int binds = row->end < t->event_count ? t->event[row->end].binds : t->bind_count;
    uint64_t written = 0;
    if (row->shown != row->end - 1) {
        return row->shown;
    }
    for (int k = last->binds; k < binds; k++) {
        const struct tape_bind *b = &t->bind[k];
        int maker = b->tensor != NULL && b->call == last->user_call && !b->at.source->prelude
                        ? (int)map_get(&t->makers, b->serial, -1)
                        : -1;
        if (maker >= row->first && maker < row->end) {
            return maker;
        }
    }
    for (int k = row->first; k < row->end && last->of < 0; k++) {
        const struct event *e = &t->event[k];
        bool before =
            e->effect == STORAGE_IN_PLACE && e->output_count > 0 && e->output[0].maker < row->first;
        if (before && written != 0 && written != e->output[0].serial) {
            return last->effect == STORAGE_IN_PLACE ? -1 : row->end - 1;
        }
        written = before ? e->output[0].serial : written;
    }
    return row->end - 1;
}

/* A group that stays folded: from its first input to its result. */
static void put_folded(struct writer *w, const struct row *row, bool inside)
{
    const struct tape *t = w->t;
    int result = result_of(t, row);
    enum stage stage = STAGE_OTHER;
    int steps = 0, first = 0, end = 0;
    scoped_buf code = {0}, number = {0};
    for (int k = row->first; k < row->end; k++) {
        const struct event *e = &t->event[k];
        stage = e->stage != STAGE_OTHER ? e->stage : stage;
        if (!e->setup) {
            first = steps++ == 0 ? e->number : first;
            end = e->number;
        }
    }
    buf_printf(&number, "%d", first);
    put_group_code(t, row, inside, &code);
    put_head(w, buf_text(&number), stage_name(stage), &code);
    buf_clear(&code);
    buf_printf(&code, "steps %d-%d: %s", first, end, t->call[row->call].name);
    buf_puts(&code, result >= 0 ? " -> " : ", in place");
    if (result >= 0) {
        axes_text(&t->event[result].output[0], &code);
    }
    put_under(w, &code, NULL);
}

/* The learner's call in which a row stands. Construction is told as set-up of who constructs, and
 * set-up of several calls as that of the one around them. */
static int user_call_of(const struct tape *t, const struct row *row)
{
    bool group = row->kind == ROW_COMPOSITE && t->call[row->call].of < 0;
    int call = group ? t->call[row->call].user : t->event[row->first].user_call;
    while (row->kind == ROW_SETUP && call >= 0 &&
           (t->call[call].construction || t->call[call].end < row->end)) {
        call = t->call[call].parent < 0 ? -1 : t->call[t->call[call].parent].user;
    }
    return call;
}

/* Above the first row of a training step: "training step 49 of 0-49, loss 0.2354". */
static void put_step_line(struct writer *w, int step)
{
    const struct train_step *s = &w->t->train.step[step];
    scoped_buf text = {0};
    train_put_step(w->t, step, &text);
    if (!s->vague) {
        buf_printf(&text, ", loss %.4g", s->loss);
    }
    put(w->how, TINT_QUIET, buf_text(&text), w->out);
    buf_putc(w->out, '\n');
}

static bool any_wanted(const struct writer *w, int first, int end)
{
    for (int k = first; k < end; k++) {
        if (choice_takes(&w->how->choice, w->t, k)) {
            return true;
        }
    }
    return false;
}

bool transcript_write(const struct transcript *how, struct tape *t, const struct warnings *warnings,
                      struct buf *out)
{
    struct writer w = {.how = how, .t = t, .warnings = warnings, .out = out};
    struct outline o;
    w.shown = calloc((size_t)t->call_count + 1, sizeof *w.shown);
    if (w.shown == NULL) {
        return error_memory(&t->session->in.error);
    }
    bool ok = outline_make(&o, t), some = choice_is_some(&how->choice);
    int inside = 0; /* up to which event an open composite goes: its code is the program's own */
    int where = -1; /* the learner's call whose steps are being shown */
    int told = -1;  /* the last training step that was named */
    for (int k = 0; ok && k < o.count;) {
        const struct row *row = &o.row[k];
        bool open = row->open || how->all || some;
        if (!any_wanted(&w, row->first, row->end)) {
            k = row->next > k ? row->next : k + 1;
            continue;
        }
        int user = user_call_of(t, row), step = train_step_of(t, row->first);
        if (step >= 0 && step != told) {
            put_step_line(&w, step);
            told = step;
        }
        bool opens = row->kind == ROW_CALL || (row->kind == ROW_COMPOSITE && open);
        bool goes_on = !opens || (row->kind == ROW_COMPOSITE && where != INSIDE);
        if (goes_on && user != where && row->first >= inside) { /* a call is over */
            put_return(&w, user);
        }
        if (row->kind == ROW_CALL || user >= 0) {
            w.shown[row->kind == ROW_CALL ? row->call : user] = true;
        }
        if (row->kind == ROW_CALL) {
            where = row->call;
        } else if (row->kind == ROW_COMPOSITE && open) {
            where = INSIDE;
        } else if (row->first >= inside) {
            where = user;
        }
        if (row->kind == ROW_EVENT) {
            ok = tape_in_time(t) && put_event(&w, row->first, row->first < inside);
        } else if (opens) {
            put_call(&w, row, row->first < inside);
            inside = row->kind == ROW_COMPOSITE && row->end > inside ? row->end : inside;
        } else if (row->kind == ROW_SETUP) {
            put_setup(&w, &o, row, open);
        } else {
            put_folded(&w, row, row->first < inside);
        }
        if (row->kind == ROW_EVENT || !open) {
            put_warnings(&w, row->first, row->end);
        }
        k = open ? k + 1 : row->next;
    }
    outline_free(&o);
    free(w.shown);
    return ok;
}
