/* Writes JSON by hand: what goes out is text, numbers in their shortest form, and lists. It goes
 * out as it is made: the text of a tensor can be larger than all memory. */
#include "trace/report/json.h"

#include "base/json_write.h"
#include "show/code.h"
#include "show/outline.h"
#include "tensor/print/print_number.h"
#include "torch/op/ops.h"
#include "torch/tensor_object.h"
#include "trace/axes/axes.h"
#include "trace/axes/axes_heads.h"
#include "trace/report/summary.h"
#include "trace/stage/stages.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/location.h"
#include "trace/tape/module_path.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <string.h>

#define DRAIN ((size_t)64 * 1024) /* bytes that wait */

struct writer {
    const struct json_about *about;
    struct tape *t;
    const struct warnings *warnings;
    struct buf *out;
    size_t written;
};

static bool drain(struct writer *w, size_t least)
{
    if (w->out->failed) {
        return error_memory(&w->t->session->in.error);
    }
    if (w->out->len < least) {
        return true;
    }
    w->written += w->out->len;
    if (w->about->most > 0 && w->written > w->about->most) {
        return error_set(&w->t->session->in.error, ERROR_LIMIT,
                         "the JSON is longer than %zu bytes; --step, --stage, --module, --line and "
                         "--backward give a part of it",
                         w->about->most);
    }
    bool ok = w->about->take(w->about->self, buf_text(w->out), w->out->len);
    buf_clear(w->out);
    return ok && tape_in_time(w->t);
}

/* All that the code printed. */
static bool put_printed(struct writer *w, const char *text, size_t len)
{
    buf_putc(w->out, '"');
    for (size_t k = 0, part; k < len; k += part) {
        part = len - k < DRAIN ? len - k : DRAIN;
        while (k + part < len && ((unsigned char)text[k + part] & 0xc0) == 0x80) {
            part++; /* not within a character */
        }
        json_put_part(text + k, part, w->out);
        if (!drain(w, DRAIN)) {
            return false;
        }
    }
    buf_putc(w->out, '"');
    return true;
}

/* Non-finite numbers are strings; floats take the form that their own width needs. */
static void put_number(double value, enum dtype dtype, struct buf *out)
{
    if (isnan(value)) {
        buf_puts(out, "\"NaN\"");
    } else if (isinf(value)) {
        buf_puts(out, value > 0 ? "\"Infinity\"" : "\"-Infinity\"");
    } else if (dtype == DTYPE_FLOAT32) {
        print_float32((float)value, out);
    } else {
        print_double(value, out);
    }
}

static void put_cell(const struct tensor *t, int64_t place, struct buf *out)
{
    if (dtype_is_float(t->dtype)) {
        put_number(tensor_double_at(t, place), t->dtype, out);
    } else if (t->dtype == DTYPE_COMPLEX64) {
        struct complex64 z = ((const struct complex64 *)t->storage->data)[place];
        buf_putc(out, '[');
        put_number((double)z.re, DTYPE_FLOAT32, out);
        buf_putc(out, ',');
        put_number((double)z.im, DTYPE_FLOAT32, out);
        buf_putc(out, ']');
    } else if (t->dtype == DTYPE_BOOL) {
        buf_puts(out, tensor_int_at(t, place) != 0 ? "true" : "false");
    } else {
        buf_printf(out, "%lld", (long long)tensor_int_at(t, place));
    }
}

static bool put_values(struct writer *w, const struct tensor *t, int axis, int64_t place)
{
    if (axis == t->ndim) {
        put_cell(t, place, w->out);
        return drain(w, DRAIN);
    }
    buf_putc(w->out, '[');
    for (int64_t k = 0; k < t->shape[axis]; k++) {
        buf_puts(w->out, k > 0 ? "," : "");
        if (!put_values(w, t, axis + 1, place + k * t->stride[axis])) {
            return false;
        }
    }
    buf_putc(w->out, ']');
    return true;
}

static void put_list(int count, const int64_t *at, struct buf *out)
{
    buf_putc(out, '[');
    sizes_put(count, at, ",", out);
    buf_putc(out, ']');
}

/* --- tensors --- */

/* "s3" for a step of the set-up, 3 for a step. */
static void put_step(const struct tape *t, int event, struct buf *out)
{
    if (event < 0) {
        buf_puts(out, "null");
    } else if (t->event[event].setup) {
        buf_printf(out, "\"s%d\"", t->event[event].number);
    } else {
        buf_printf(out, "%d", t->event[event].number);
    }
}

static void put_axes(const struct tape_tensor *of, struct buf *out)
{
    buf_putc(out, '[');
    for (int k = 0; k < of->tensor.ndim; k++) {
        buf_puts(out, k > 0 ? "," : "");
        json_put_text(axis_called(of, k), out);
    }
    buf_putc(out, ']');
}

static void put_layout(const struct tape_tensor *of, struct buf *out)
{
    buf_puts(out, "\"shape\":");
    put_list(of->tensor.ndim, of->tensor.shape, out);
    buf_puts(out, ",\"axes\":");
    put_axes(of, out);
    for (int k = 0; k < of->tensor.ndim; k++) {
        if (axes_is_heads(of, k)) { /* as the walk and heatmaps count heads */
            buf_printf(out, ",\"heads\":%d", k);
            break;
        }
    }
    buf_puts(out, ",\"stride\":");
    put_list(of->tensor.ndim, of->tensor.stride, out);
    buf_printf(out, ",\"offset\":%lld,\"contiguous\":%s,\"dtype\":\"%s\"",
               (long long)of->tensor.offset, tensor_is_contiguous(&of->tensor) ? "true" : "false",
               dtype_name(of->tensor.dtype));
}

/* Which result of an event that has several a tensor is, or looks at; -1: it has one, or none fits.
 */
static int output_of(const struct tape *t, int event, const struct tape_tensor *of)
{
    const struct event *e = event < 0 ? NULL : &t->event[event];
    int count = e == NULL || e->output_count < 2 ? 0 : e->output_count, found = -1;
    for (int k = 0; k < count; k++) {
        if (e->output[k].serial == of->serial) {
            return k;
        }
        if (e->output[k].tensor.storage == of->tensor.storage &&
            tape_overlap(&e->output[k].tensor, &of->tensor)) {
            found = found < 0 ? k : count;
        }
    }
    return found < count ? found : -1;
}

static void put_input(const struct tape *t, int event, int input, struct buf *out)
{
    const struct tape_tensor *of = &t->event[event].input[input].of;
    int last = of->maker >= 0 && of->maker < event ? of->maker : tape_owner(t, of);
    last = last < event ? last : -1; /* what writes in place is the maker of what it gives */
    for (int k = of->written; k >= 0 && t->write[k].event > last; k = t->write[k].previous) {
        if (t->write[k].event < event && tape_overlap(&t->write[k].region, &of->tensor)) {
            last = t->write[k].event;
            break;
        }
    }
    buf_puts(out, "{\"name\":");
    json_put_text(tape_name(t, event, of), out);
    if (event_weight(t, event, of) != NULL) {
        buf_puts(out, ",\"path\":");
        json_put_text(event_weight(t, event, of), out);
    }
    buf_puts(out, ",\"event\":");
    put_step(t, last, out);
    if (output_of(t, last, of) >= 0) {
        buf_printf(out, ",\"output\":%d", output_of(t, last, of));
    }
    buf_putc(out, ',');
    put_layout(of, out);
    buf_putc(out, '}');
}

static const char *storage_word(const struct event *e)
{
    static const char *const words[] = {"new", "copy", "view", "in-place"};
    return words[e->effect];
}

/* The event whose memory a view looks at, or that a write in place changed. */
static int storage_of(const struct tape *t, const struct event *e, int output)
{
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].of.tensor.storage == e->output[output].tensor.storage) {
            int maker = e->input[k].of.maker;
            return maker >= 0 ? maker : tape_owner(t, &e->output[output]);
        }
    }
    return -1;
}

/* Numbers of a set-up are mostly weights, drawn and of no use to anybody. */
static bool wants_numbers(const struct json_about *about, const struct event *e)
{
    return !e->setup || about->all || about->choice.step > 0;
}

/* Minimum, maximum, mean, standard deviation, sum; what there is none of is null. */
static bool put_summary(struct writer *w, int event, int output)
{
    struct buf *out = w->out;
    struct summary s;
    bool ok = summary_of(w->t, event, output, &s);
    buf_puts(out, ",\"summary\":{");
    for (int k = 0; ok && k < SUMMARY_NUMBERS; k++) {
        const struct tensor *x = &s.at[k];
        buf_printf(out, "\"%s\":", summary_names[k]);
        if (x->storage != NULL) {
            put_cell(x, x->offset, out);
        } else {
            buf_puts(out, "null");
        }
        buf_putc(out, ',');
    }
    buf_printf(out, "\"nan\":%lld}", (long long)s.nan);
    summary_free(&s);
    return ok;
}

static bool put_output(struct writer *w, int event, int output)
{
    struct tape *t = w->t;
    struct buf *out = w->out;
    const struct event *e = &t->event[event];
    const struct tape_tensor *of = &e->output[output];
    scoped_tensor then = {0};
    buf_puts(out, "{\"name\":");
    json_put_text(tape_result_name(t, event, output), out);
    buf_putc(out, ',');
    put_layout(of, out);
    buf_printf(out, ",\"storage\":\"%s\",\"of\":", storage_word(e));
    put_step(t,
             e->effect == STORAGE_VIEW || e->effect == STORAGE_IN_PLACE ? storage_of(t, e, output)
                                                                        : -1,
             out);
    bool ok = !w->about->summary || !wants_numbers(w->about, e) || put_summary(w, event, output);
    if (ok && w->about->values && wants_numbers(w->about, e)) {
        if (!tape_after(t, of, event, &then)) {
            return false;
        }
        buf_puts(out, ",\"values\":");
        ok = put_values(w, &then, 0, then.offset);
    }
    buf_putc(out, '}');
    return ok;
}

/* --- events --- */

/* " at 0x55d0c2a4": where an object lay in this run, which is another place in the next one. */
static size_t address_at(const char *text)
{
    static const char mark[] = " at 0x";
    size_t len = sizeof mark - 1;
    size_t digits =
        strncmp(text, mark, len) == 0 ? strspn(text + len, "0123456789abcdefABCDEF") : 0;
    return digits > 0 ? len + digits : 0;
}

static void leave_out_addresses(struct buf *text)
{
    size_t kept = 0;
    for (size_t k = 0; k < text->len;) {
        size_t address = address_at(buf_text(text) + k);
        k += address;
        if (address == 0) {
            text->data[kept++] = text->data[k++];
        }
    }
    buf_cut(text, kept);
}

/* Numbers, lists of sizes, texts: what is given besides tensors. */
static bool put_argument(struct tape *t, const struct argument *a, struct buf *out)
{
    if (a->none) {
        buf_puts(out, "null");
    } else if (a->ints != NULL) {
        put_list(a->count, a->ints, out);
    } else if (a->value.type == VALUE_INT || a->value.type == VALUE_BOOL) {
        buf_puts(out, a->value.type == VALUE_INT ? "" : a->value.b ? "true" : "false");
        if (a->value.type == VALUE_INT) {
            buf_printf(out, "%lld", (long long)a->value.i);
        }
    } else if (a->value.type == VALUE_FLOAT) {
        put_number(a->value.f, DTYPE_FLOAT64, out);
    } else if (a->text != NULL) {
        json_put_text(a->text, out);
    } else {
        scoped_buf text = {.budget = t->session->in.memory};
        if (!value_repr(&t->session->in, a->value, &text)) {
            return false;
        }
        leave_out_addresses(&text);
        json_put_bytes(buf_text(&text), text.len, out);
    }
    return true;
}

static bool holds_tensor(struct interp *in, const struct event *e, int argument)
{
    struct value v = e->arg[argument].value;
    if (v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v))) {
        return true;
    }
    for (int k = 0; k < e->input_count; k++) {
        if (e->input[k].argument == argument && e->arg[argument].object != NULL) {
            return true;
        }
    }
    return e->arg[argument].tensors != NULL;
}

static bool put_arguments(struct tape *t, const struct event *e, struct buf *out)
{
    const char *p = e->op->signature, *between = "";
    buf_putc(out, '{');
    for (int k = 0; k < e->arg_count; k++) {
        const char *name;
        size_t len;
        p = op_next_parameter(p, &name, &len);
        if (!e->arg[k].given || len == 0 || holds_tensor(&t->session->in, e, k)) {
            continue;
        }
        buf_puts(out, between);
        json_put_bytes(name, len, out);
        buf_putc(out, ':');
        if (!put_argument(t, &e->arg[k], out)) {
            return false;
        }
        between = ",";
    }
    buf_putc(out, '}');
    return true;
}

/* What a decorator of the program's own puts around a function, no_grad(), is called as the
 * function is, and not told beside it. */
static bool is_wrapper(const struct tape_call *c, const struct tape_call *inner)
{
    return inner != NULL && c->prelude && !inner->prelude && strcmp(c->name, inner->name) == 0;
}

static void put_place(const struct span *at, struct buf *out)
{
    struct location place = location_of(at);
    buf_puts(out, ",\"file\":");
    json_put_text(place.file, out);
    buf_printf(out, ",\"cell\":%d,\"line\":%d", place.cell, place.line);
}

/* `at`: the expression that is under way in the innermost one. */
static void put_frames(const struct tape *t, int call, const struct tape_call *inner,
                       const struct span *at, struct buf *out)
{
    if (call < 0) {
        return;
    }
    const struct tape_call *c = &t->call[call];
    put_frames(t, c->parent, c, &c->site, out);
    if (is_wrapper(c, inner)) {
        return;
    }
    buf_puts(out, out->data[out->len - 1] == '[' ? "{\"function\":" : ",{\"function\":");
    json_put_text(c->name, out);
    buf_puts(out, ",\"module\":");
    json_put_text(call_module(t, call), out);
    if (!c->prelude && at->source != NULL && !at->source->prelude) {
        put_place(at, out);
    }
    buf_putc(out, '}');
}

/* The outermost function of the program itself around the event: nn.Linear's forward. */
static const char *group_of(const struct tape *t, const struct event *e)
{
    const char *group = NULL;
    for (int c = e->call; c >= 0 && c != e->user_call; c = t->call[c].parent) {
        bool own = t->call[c].prelude && !outline_between(t, c);
        group = own ? t->call[c].name : group;
    }
    return group;
}

static void put_warnings(const struct warnings *w, int event, struct buf *out)
{
    const char *between = "";
    buf_putc(out, '[');
    for (int k = -1; (k = warnings_next(w, k + 1, event, event)) >= 0;) {
        buf_printf(out, "%s{\"id\":\"%s\",\"message\":", between,
                   mistake_table[w->at[k].kind].found.name);
        json_put_text(w->at[k].text, out);
        buf_putc(out, '}');
        between = ",";
    }
    buf_putc(out, ']');
}

/* --- figures --- */

/* A mark that shows numbers, with those that no event has. */
static bool put_shown(struct writer *w, int event, int part)
{
    const struct event *e = &w->t->event[event];
    const struct tape_tensor *of = &e->output[part];
    int input = e->figure->part[part].input;
    buf_printf(w->out, "{\"kind\":\"%s\",\"label\":", figure_word(e, part));
    json_put_text(figure_label(e, part), w->out);
    buf_puts(w->out, ",\"shape\":");
    put_list(of->tensor.ndim, of->tensor.shape, w->out);
    buf_puts(w->out, ",\"input\":");
    buf_printf(w->out, input >= 0 ? "%d" : "null", input);
    bool ok = true;
    if (w->about->values && wants_numbers(w->about, e) && input < 0) {
        buf_puts(w->out, ",\"values\":");
        ok = put_values(w, &of->tensor, 0, of->tensor.offset);
    }
    buf_putc(w->out, '}');
    return ok;
}

static bool put_figure_axes(struct writer *w, int event, int axes)
{
    const struct event *e = &w->t->event[event];
    const struct chart_axes *a = &e->figure->chart->axes[axes];
    const char *const texts[] = {a->title, a->x.label, a->y.label};
    const char *between = "";
    for (int k = 0; k < 3; k++) {
        static const char *const keys[] = {"{\"title\":", ",\"xlabel\":", ",\"ylabel\":"};
        buf_puts(w->out, keys[k]);
        json_put_text(texts[k], w->out);
    }
    buf_puts(w->out, ",\"parts\":[");
    bool ok = true;
    for (int k = 0; ok && k < e->output_count; k++) {
        if (e->figure->part[k].axes == axes) {
            buf_puts(w->out, between);
            between = ",";
            ok = put_shown(w, event, k);
        }
    }
    buf_puts(w->out, "]}");
    return ok;
}

static bool put_figure(struct writer *w, int event)
{
    const struct tape_figure *f = w->t->event[event].figure;
    buf_printf(w->out, ",\"figure\":{\"number\":%d,\"title\":", f->number);
    json_put_text(f->chart->title, w->out);
    buf_puts(w->out, ",\"saved\":");
    json_put_text(f->name, w->out);
    buf_puts(w->out, ",\"size\":[");
    put_number(f->chart->width, DTYPE_FLOAT64, w->out);
    buf_putc(w->out, ',');
    put_number(f->chart->height, DTYPE_FLOAT64, w->out);
    buf_puts(w->out, "],\"axes\":[");
    bool ok = true;
    for (int k = 0; ok && k < f->chart->count; k++) {
        buf_puts(w->out, k > 0 ? "," : "");
        ok = put_figure_axes(w, event, k);
    }
    buf_puts(w->out, "]}");
    return ok;
}

/* Whose gradient a step computes; the argument is null for that of the result. */
static void put_gradient(const struct tape *t, const struct event *e, struct buf *out)
{
    const char *p = t->event[e->of].op->signature, *name = NULL;
    size_t len = 0;
    bool kept = t->event[e->of].figure == NULL; /* else it is a gap */
    for (int k = 0; kept && k <= e->of_argument; k++) {
        p = op_next_parameter(p, &name, &len);
    }
    buf_puts(out, ",\"gradient_of\":{\"n\":");
    put_step(t, e->of, out);
    buf_puts(out, ",\"argument\":");
    if (len > 0) {
        json_put_bytes(name, len, out);
    } else {
        buf_puts(out, "null");
    }
    buf_printf(out, ",\"element\":%d}", e->of_element > 0 ? e->of_element : 0);
}

static bool put_event(struct writer *w, int event)
{
    struct tape *t = w->t;
    struct buf *out = w->out;
    const struct event *e = &t->event[event];
    struct buf code = {0};
    code_of_event(t, event, false, &code);
    buf_puts(out, "{\"n\":");
    put_step(t, event, out);
    buf_printf(out, ",\"stage\":\"%s\",\"op\":", stage_name(e->stage));
    json_put_text(e->name, out);
    buf_puts(out, ",\"code\":");
    json_put_bytes(buf_text(&code), code.len, out);
    buf_free(&code);
    put_place(&e->code, out);
    buf_printf(out, ",\"column\":%d,\"module\":", location_of(&e->code).column);
    json_put_text(event_module(t, event), out);
    buf_puts(out, ",\"model\":");
    json_put_text(event_model(t, event), out);
    buf_puts(out, ",\"frames\":[");
    put_frames(t, e->call, NULL, &e->site, out);
    buf_puts(out, "],\"group\":");
    json_put_text(group_of(t, e), out);
    if (e->of >= 0) {
        put_gradient(t, e, out);
    }
    if (train_step_of(t, event) >= 0) {
        buf_printf(out, ",\"training_step\":%d", train_step_of(t, event));
    }
    buf_puts(out, ",\"args\":");
    if (!put_arguments(t, e, out)) {
        return false;
    }
    buf_puts(out, ",\"inputs\":[");
    for (int k = 0; k < e->input_count; k++) {
        buf_puts(out, k > 0 ? "," : "");
        put_input(t, event, k, out);
    }
    buf_puts(out, "],\"outputs\":[");
    for (int k = 0; e->figure == NULL && k < e->output_count; k++) {
        buf_puts(out, k > 0 ? "," : "");
        if (!put_output(w, event, k)) {
            return false;
        }
    }
    buf_puts(out, "],\"warnings\":");
    put_warnings(w->warnings, event, out);
    if (e->figure != NULL && !put_figure(w, event)) {
        return false;
    }
    buf_putc(out, '}');
    return true;
}

/* --- training --- */

static void put_known(bool known, double v, struct buf *out)
{
    if (known) {
        put_number(v, DTYPE_FLOAT64, out);
    } else {
        buf_puts(out, "null");
    }
}

/* Every step with its loss and the norms of the gradients, kept or not. */
static bool put_training(struct writer *w)
{
    const struct train *r = &w->t->train;
    struct buf *out = w->out;
    buf_puts(out, "\"training\":{\"parameters\":[");
    for (int k = 0; k < r->parameter_count; k++) {
        buf_puts(out, k > 0 ? ",{\"name\":" : "{\"name\":");
        json_put_text(r->parameter[k].name, out);
        buf_puts(out, ",\"shape\":");
        put_list(r->parameter[k].ndim, r->parameter[k].shape, out);
        buf_putc(out, '}');
    }
    buf_puts(out, "],\"steps\":[");
    for (int k = 0; k < r->count; k++) {
        const struct train_step *s = &r->step[k];
        buf_printf(out, "%s\n{\"step\":%d,\"training\":%d,\"kept\":%s,\"backwards\":%d,\"loss\":",
                   k > 0 ? "," : "", k, s->training, s->kept ? "true" : "false", s->backwards);
        put_known(!s->vague, s->loss, out);
        buf_puts(out, ",\"norms\":[");
        for (int j = 0; j < s->norm_count; j++) {
            buf_puts(out, j > 0 ? "," : "");
            put_known(s->norm[j] != -1, s->norm[j], out);
        }
        buf_puts(out, "]}");
        if (!drain(w, DRAIN)) {
            return false;
        }
    }
    buf_puts(out, "]},\n");
    return true;
}

/* The events, with something before each of them and something between two. */
static bool put_events(struct writer *w, const char *before, const char *between)
{
    const char *open = before;
    for (int k = 0; k < w->t->event_count; k++) {
        if (choice_takes(&w->about->choice, w->t, k)) {
            buf_puts(w->out, open);
            open = between;
            if (!put_event(w, k) || !drain(w, DRAIN)) {
                return false;
            }
        }
    }
    return true;
}

static void put_error(const struct json_about *about, struct buf *out)
{
    buf_puts(out, "\"error\":");
    json_put_text(about->error, out);
    buf_puts(out, ",\"hint\":");
    json_put_text(about->hint, out);
}

/* Each on its line; last of all why the code failed. */
static bool put_lines(struct writer *w)
{
    bool ok = put_events(w, "", "\n");
    buf_puts(w->out, w->out->len + w->written > 0 ? "\n" : "");
    if (ok && w->about->error != NULL) {
        buf_putc(w->out, '{');
        put_error(w->about, w->out);
        buf_puts(w->out, "}\n");
    }
    return ok && drain(w, 0);
}

static bool put_all(struct writer *w)
{
    const struct json_about *about = w->about;
    buf_puts(w->out, "{\"schema\":3,\"file\":");
    json_put_text(about->file, w->out);
    buf_puts(w->out, ",\"seed\":");
    json_put_text(about->seed, w->out);
    buf_puts(w->out, ",\"events\":[");
    if (!put_events(w, "\n", ",\n")) {
        return false;
    }
    buf_puts(w->out, "],\n");
    if (w->t->train.count > 0 && !put_training(w)) {
        return false;
    }
    buf_puts(w->out, "\"printed\":");
    if (!put_printed(w, buf_text(&w->t->printed), w->t->printed.len)) {
        return false;
    }
    if (about->error != NULL) {
        buf_putc(w->out, ',');
        put_error(about, w->out);
    }
    buf_puts(w->out, "}\n");
    return drain(w, 0);
}

bool json_write(const struct json_about *about, struct tape *t, const struct warnings *warnings)
{
    scoped_buf out = {0};
    struct writer w = {about, t, warnings, &out, 0};
    return about->lines ? put_lines(&w) : put_all(&w);
}
