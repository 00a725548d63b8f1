/* Tells what a figure shows, in the names of the code. */
#include "show/figure_text.h"

#include "show/code.h"
#include "trace/tape/event.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/gap.h"

#include <string.h>

#define PARTS_TOLD 4 /* of a figure with many */

/* How long a command of mathematics is that only says how to set what follows. */
static size_t setting_at(const char *text)
{
    static const char *const names[] = {"\\mathdefault", "\\mathrm", "\\mathbf",
                                        "\\mathit",      "\\text",   "\\"};
    size_t k = 0;
    while (strncmp(text, names[k], strlen(names[k])) != 0) {
        k++;
    }
    return strlen(names[k]);
}

void figure_words(const char *text, struct buf *out)
{
    bool math = text != NULL && strchr(text, '$') != NULL;
    for (const char *c = text; c != NULL && *c != '\0'; c++) {
        if (strncmp(c, "\xe2\x88\x92", 3) == 0) { /* a minus sign */
            buf_putc(out, '-');
            c += 2;
        } else if (math && *c == '\\') {
            c += setting_at(c) - 1;
        } else if (!math || strchr("${}", *c) == NULL) {
            buf_putc(out, *c == '\n' ? ' ' : *c);
        }
    }
}

const char *figure_title(const struct event *e)
{
    const struct chart *c = e->figure->chart;
    return c->title != NULL ? c->title : c->count == 1 ? c->axes[0].title : NULL;
}

/* Whether an event only hands the same cells on: x.detach(), x.numpy(). */
static bool hands_on(const struct event *e, const struct tape_tensor *of)
{
    const struct tensor *x = e->input_count == 1 ? &e->input[0].of.tensor : NULL;
    return x != NULL && x->storage == of->tensor.storage && x->offset == of->tensor.offset &&
           tensor_same_shape(x, &of->tensor) &&
           memcmp(x->stride, of->tensor.stride, (size_t)x->ndim * sizeof *x->stride) == 0;
}

/* The tensor under its first name: attn_weights[0] for attn_weights[0].detach().numpy(). */
static const struct tape_tensor *first_of(const struct tape *t, int event,
                                          const struct tape_tensor *of)
{
    while (tape_name(t, event, of) == NULL && of->maker >= 0 &&
           hands_on(&t->event[of->maker], of)) {
        event = of->maker;
        of = &t->event[event].input[0].of;
    }
    return of;
}

static void put_tensor(const struct tape *t, int event, const struct tape_tensor *of,
                       struct buf *out)
{
    of = first_of(t, event, of);
    const char *name = tape_name(t, event, of);
    const struct event *maker = of->maker >= 0 ? &t->event[of->maker] : NULL;
    const struct tensor *whole = maker != NULL ? &maker->output[0].tensor : NULL;
    if (maker != NULL) {
        buf_putc(out, '#');
        event_number(maker, out);
        buf_putc(out, ' ');
    }
    if (name != NULL) {
        buf_puts(out, name);
    } else if (maker != NULL && maker->code.source != NULL) {
        code_of_span(&maker->code, out);
    }
    if (whole != NULL && whole->ndim == 2 && of->tensor.ndim == 1 &&
        whole->storage == of->tensor.storage && whole->stride[1] > 0) {
        buf_printf(out, "[:, %lld]",
                   (long long)((of->tensor.offset - whole->offset) / whole->stride[1]));
    }
}

void figure_part_name(const struct tape *t, int event, int part, struct buf *out)
{
    const struct event *e = &t->event[event];
    const char *label = figure_label(e, part);
    int input = e->figure->part[part].input;
    if (input >= 0) {
        put_tensor(t, event, &e->input[input].of, out);
    } else if (label != NULL) {
        buf_puts(out, label);
    }
}

static void put_part(const struct tape *t, int event, int part, struct buf *out)
{
    const struct tensor *x = &t->event[event].output[part].tensor;
    scoped_buf name = {0};
    buf_puts(out, figure_word(&t->event[event], part));
    figure_part_name(t, event, part, &name);
    buf_printf(out, "%s%s, ", name.len > 0 ? " of " : "", buf_text(&name));
    sizes_put(x->ndim, x->shape, " x ", out);
    buf_puts(out, x->ndim == 1 ? " numbers" : "");
}

void figure_text(const struct tape *t, int event, struct buf *out)
{
    const struct event *e = &t->event[event];
    const char *title = figure_title(e);
    if (e->figure->gap_first >= 0) {
        gap_text(t, e, out);
        return;
    }
    buf_printf(out, "figure %d", e->figure->number);
    if (title != NULL) {
        buf_puts(out, ": ");
        figure_words(title, out);
    }
    if (e->figure->name != NULL) {
        buf_printf(out, ", saved as %s", e->figure->name);
    }
    for (int k = 0; k < e->output_count && k < PARTS_TOLD; k++) {
        buf_puts(out, k == 0 ? " (" : "; ");
        put_part(t, event, k, out);
    }
    if (e->output_count > PARTS_TOLD) {
        buf_printf(out, "; and %d more", e->output_count - PARTS_TOLD);
    }
    buf_puts(out, e->output_count > 0 ? ")" : "");
}
