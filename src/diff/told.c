/* Tells a comparison as text: how much is found again, the culprit with what went into it, and why.
 */
#include "diff/told.h"

#include "base/json_write.h"
#include "diff/parting.h"
#include "show/code.h"
#include "tensor/print/print_number.h"
#include "trace/stage/stages.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"

#include <math.h>
#include <string.h>

#define CODE_WIDTH 32

static const char *title(const struct run *r)
{
    return r->lesson->file;
}

static void put_file_line(const struct span *of, struct buf *out)
{
    struct location at = location_of(of);
    buf_printf(out, "%s:", at.file);
    if (at.cell > 0) {
        buf_printf(out, "%d:", at.cell);
    }
    buf_printf(out, "%d", at.line);
}

static void put_number(double x, struct buf *out)
{
    if (isnan(x)) {
        buf_puts(out, "-");
    } else {
        buf_printf(out, "%.3g", x);
    }
}

/* --- the table --- */

struct row {
    int first, last; /* events */
    bool differs;
};

/* Whether all that an event gives is found. */
static bool is_found(const struct diff *d, int event)
{
    const struct event *e = &d->x.tape->event[event];
    for (int k = 0; k < e->output_count; k++) {
        if (d->x.first[event] >= 0 && d->x.at[d->x.first[event] + k].twin < 0) {
            return false;
        }
    }
    return true;
}

static void put_row(const struct diff *d, int event, bool differs, struct buf *out)
{
    const struct tape *t = d->x.tape;
    const struct event *e = &t->event[event];
    scoped_buf number = {0}, code = {0}, far = {0};
    event_number(e, &number);
    code_of_event(t, event, false, &code);
    code_fit(&code, CODE_WIDTH);
    put_number(event == d->culprit.event ? d->culprit.far : NAN, &far);
    const char *module = event_module(t, event);
    buf_printf(out, " %s %-7s %-14s %-10s %-*s %9s\n", differs ? "x" : "=", buf_text(&number),
               module != NULL ? module : "", e->stage != STAGE_OTHER ? stage_name(e->stage) : "",
               CODE_WIDTH, buf_text(&code), buf_text(&far));
}

static void put_table(const struct diff *d, bool all, struct buf *out)
{
    const struct tape *t = d->x.tape;
    int culprit = d->culprit.event;
    buf_printf(out, "   %-7s %-14s %-10s %-*s %9s\n", "step", "module", "stage", CODE_WIDTH, "code",
               "max |d|");
    for (int k = 0; k < t->event_count; k++) {
        bool shown = t->event[k].output_count > 0 && d->x.first[k] >= 0;
        if (k == culprit || (all && shown && !is_found(d, k))) {
            put_row(d, k, k == culprit || !is_found(d, k), out);
        }
    }
}

/* --- the culprit --- */

static void put_inputs(const struct diff *d, struct buf *out)
{
    const struct culprit *c = &d->culprit;
    const struct event *e = &d->x.tape->event[c->event];
    const char *between = "";
    for (int k = 0; k < e->input_count; k++) {
        int own = holdings_input(&d->x, c->event, k), twin = diff_input(d, c->event, k);
        bool part = own >= 0 && twin < 0 && d->x.at[own].within;
        if (own >= 0 && (twin >= 0 || part)) {
            buf_puts(out, *between == '\0' ? "   what went in is there in the reference, too: "
                                           : between);
            parting_input_name(&d->x, c->event, k, out);
            if (part) {
                buf_puts(out, " (as a part)");
            } else if (d->r.at[twin].output >= 0) {
                buf_puts(out, " (its ");
                parting_place(&d->r, d->r.at[twin].event, out);
                buf_puts(out, ")");
            }
            between = ", ";
        }
    }
    buf_puts(out, *between != '\0' ? "\n" : "");
}

static void put_culprit(const struct diff *d, struct buf *out)
{
    const struct culprit *c = &d->culprit;
    const struct event *e = &d->x.tape->event[c->event];
    scoped_buf shape = {0};
    bool before = c->where->line != e->code.line || c->where->source != e->code.source;
    put_file_line(c->where, out);
    buf_puts(out, c->reason == NULL ? ": here is the first step that is not found there, "
                  : before          ? ": they part here, and it shows at "
                                    : ": they part here, at step ");
    buf_puts(out, c->reason == NULL && !before ? "step " : "");
    if (before) {
        parting_place(&d->x, c->event, out);
    } else {
        event_number(e, out);
    }
    buf_puts(out, ": ");
    parting_name(&d->x, c->held, out);
    tensor_tuple_text(&d->x.at[c->held].tensor, &shape);
    buf_printf(out, " %s\n", buf_text(&shape));
    put_inputs(d, out);
    if (c->like >= 0) {
        buf_puts(out, "   the reference's step is ");
        put_file_line(&d->r.tape->event[c->like].code, out);
        buf_puts(out, ", ");
        parting_name(&d->r, c->beside, out);
        if (!isnan(c->own)) {
            buf_puts(out, "; error of its own ");
            put_number(c->own, out);
        }
        buf_puts(out, "\n");
    }
    if (c->why.len > 0) {
        buf_printf(out, "   why: %s\n", buf_text(&c->why));
    }
    if (d->behind > 0) {
        buf_printf(out, "%d further step%s differ%s behind it; --all lists them\n", d->behind,
                   d->behind == 1 ? "" : "s", d->behind == 1 ? "s" : "");
    }
}

static void put_counts(const struct diff *d, struct buf *out)
{
    buf_printf(out,
               "%d steps, the reference has %d; %d of %d results are found there; tolerance "
               "%g + %g relative\n",
               d->x.tape->step_count, d->r.tape->step_count, d->found, d->telling, d->by.absolute,
               d->by.relative);
}

void told_text(const struct diff *d, bool all, struct buf *out)
{
    put_counts(d, out);
    if (d->same) {
        buf_printf(out, "the same: ");
        parting_name(&d->x, d->last, out);
        buf_puts(out, " is the reference's ");
        parting_name(&d->r, d->last_of_reference, out);
        buf_puts(out, "\n");
    } else if (d->culprit.event >= 0) {
        put_table(d, all, out);
        put_culprit(d, out);
    } else if (d->last < 0 || d->last_of_reference < 0) {
        buf_printf(out, "there is nothing to compare: %s makes no tensor of numbers that tell\n",
                   title(d->last < 0 ? d->run : d->reference));
    } else {
        buf_puts(out, "all that it gives is found, but not what the reference gives last: ");
        parting_name(&d->r, d->last_of_reference, out);
        buf_puts(out, " (");
        put_file_line(&d->r.tape->event[d->r.at[d->last_of_reference].event].code, out);
        buf_puts(out, ")\n");
    }
}

/* --- tensors from outside --- */

static void put_of(const struct dump *u, const struct dumped *one, struct buf *out)
{
    const struct held *b = &u->p.at[one->of];
    const char *module = event_module(u->p.tape, b->event);
    const char *weight = NULL;
    if (one->weight_event >= 0) {
        const struct event *e = &u->p.tape->event[one->weight_event];
        weight = event_weight(u->p.tape, one->weight_event, &e->input[one->weight_input].of);
    }
    if (weight != NULL) {
        buf_puts(out, weight);
    } else {
        parting_place(&u->p, b->event, out);
        buf_printf(out, "%s%s: ", module != NULL && *module != '\0' ? ", " : "",
                   module != NULL ? module : "");
        parting_name(&u->p, one->of, out);
    }
    if (one->slice >= 0) {
        buf_printf(out, ", place %d of its first axis", one->slice);
    } else if (one->found && one->turned) {
        buf_puts(out, ", with its axes in another order");
    }
}

static int name_width(const struct dump *u)
{
    size_t most = 0;
    for (int k = 0; k < u->count; k++) {
        size_t len = strlen(u->at[k].name);
        most = len > most ? len : most;
    }
    return most > 32 ? 32 : (int)most;
}

static void put_dumped(const struct dump *u, const struct dumped *one, int width, struct buf *out)
{
    scoped_buf shape = {0}, factor = {0};
    tensor_tuple_text(&u->d.at[one->held].tensor, &shape);
    buf_printf(out, "%-*s %-16s ", width, one->name, buf_text(&shape));
    if (one->of < 0) {
        buf_puts(out, "  nothing like it\n");
        return;
    }
    buf_puts(out, one->found ? "= " : "~ ");
    put_of(u, one, out);
    if (!one->found && one->factor != 1) {
        buf_printf(out, ", times %.5g", one->factor);
    } else if (!one->found) {
        buf_puts(out, ", max |d| ");
        put_number(one->far, out);
    }
    buf_puts(out, "\n");
}

void told_dump(const struct dump *u, struct buf *out)
{
    int width = name_width(u);
    const struct dumped *first = NULL;
    for (int k = 0; k < u->count; k++) {
        const struct dumped *one = &u->at[k];
        put_dumped(u, one, width, out);
        bool earlier = !one->found && one->of >= 0 &&
                       (first == NULL || u->p.at[one->of].event < u->p.at[first->of].event);
        first = earlier ? one : first;
    }
    buf_printf(out, "%d of %d tensors are found\n", u->count - u->missed, u->count);
    if (first != NULL) {
        buf_printf(out, "the first that differs, as the program goes: %s, beside ", first->name);
        put_of(u, first, out);
        buf_puts(out, "\n");
    }
}

/* --- JSON --- */

static void put_json_step(const struct holdings *h, int event, struct buf *out)
{
    const struct event *e = &h->tape->event[event];
    struct location at = location_of(&e->code);
    scoped_buf number = {0}, code = {0};
    event_number(e, &number);
    code_of_event(h->tape, event, false, &code);
    buf_puts(out, "{\"step\":");
    json_put_text(buf_text(&number), out);
    buf_puts(out, ",\"file\":");
    json_put_text(at.file, out);
    buf_printf(out, ",\"line\":%d,\"module\":", at.line);
    json_put_text(event_module(h->tape, event), out);
    buf_printf(out, ",\"stage\":\"%s\",\"op\":", stage_name(e->stage));
    json_put_text(e->op->name, out);
    buf_puts(out, ",\"code\":");
    json_put_text(buf_text(&code), out);
    buf_putc(out, '}');
}

static void put_json_number(const char *key, double x, struct buf *out)
{
    buf_printf(out, ",\"%s\":", key);
    if (isfinite(x)) {
        print_double(x, out);
    } else {
        buf_puts(out, isnan(x) ? "null" : "\"Infinity\"");
    }
}

void told_json(const struct diff *d, struct buf *out)
{
    const struct culprit *c = &d->culprit;
    buf_puts(out, "{\"version\":1,\"file\":");
    json_put_text(title(d->run), out);
    buf_puts(out, ",\"reference\":");
    json_put_text(title(d->reference), out);
    buf_printf(out, ",\"same\":%s,\"found\":%d,\"telling\":%d,\"atol\":%g,\"rtol\":%g",
               d->same ? "true" : "false", d->found, d->telling, d->by.absolute, d->by.relative);
    if (c->event >= 0) {
        buf_puts(out, ",\"culprit\":");
        put_json_step(&d->x, c->event, out);
        struct location at = location_of(c->where);
        buf_puts(out, ",\"where\":{\"file\":");
        json_put_text(at.file, out);
        buf_printf(out, ",\"line\":%d}", at.line);
        buf_puts(out, ",\"like\":");
        if (c->like >= 0) {
            put_json_step(&d->r, c->like, out);
        } else {
            buf_puts(out, "null");
        }
        put_json_number("far", c->far, out);
        put_json_number("own", c->own, out);
        buf_puts(out, ",\"reason\":");
        json_put_text(c->reason, out);
        buf_puts(out, ",\"why\":");
        json_put_text(c->why.len > 0 ? buf_text(&c->why) : NULL, out);
        buf_printf(out, ",\"behind\":%d", d->behind);
    }
    buf_puts(out, "}\n");
}
