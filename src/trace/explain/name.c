/* Finds the words for inputs and cells: names in the code, else the expression; places; storage
 * offsets.
 * */
#include "trace/explain/name.h"
#include "torch/origin/origin_region.h"
#include "trace/tape/aside.h"
#include "trace/tape/event.h"
#include "trace/tape/gradient.h"

#include <string.h>

#define LONGEST_CODE 40 /* columns of an expression that stands for a name */
#define LONGEST_MADE 90 /* and of a formula that stands for a cell */
#define DEEPEST 4       /* formulas in each other: each may read two cells */

/* An operator outside of all brackets: the expression cannot be indexed as it stands. */
static bool has_operator(const char *text, size_t len)
{
    int depth = 0;
    bool quoted = false;
    for (size_t k = 0; k < len; k++) {
        quoted ^= text[k] == '\'' || text[k] == '"';
        depth += !quoted && strchr("([{", text[k]) != NULL;
        depth -= !quoted && strchr(")]}", text[k]) != NULL;
        if (depth == 0 && !quoted && strchr(" +-*/@%<>=&|^~", text[k]) != NULL) {
            return true;
        }
    }
    return false;
}

/* What stands there, if it is one short line. */
static bool put_line(const struct span *at, struct buf *out)
{
    size_t len, width = (size_t)(at->end_column - at->column);
    const char *line = source_line(at->source, at->line, &len);
    if (at->line != at->end_line || at->end_column - at->column > LONGEST_CODE ||
        (size_t)at->end_column > len || width == 0) {
        return false;
    }
    const char *text = line + at->column;
    bool wrapped = has_operator(text, width);
    buf_puts(out, wrapped ? "(" : "");
    buf_put(out, text, width);
    buf_puts(out, wrapped ? ")" : "");
    return true;
}

bool name_code(const struct explainer *t, int event, struct buf *out)
{
    const struct event *e = event < 0 ? NULL : &t->tape->event[event];
    size_t len;
    bool beside = t->e->call == t->e->user_call || t->e->of >= 0; /* a gradient stands there too */
    bool own = e != NULL && e->call == e->user_call && beside && e->of < 0 &&
               e->statement == t->e->statement && e->code.source != NULL &&
               !e->code.source->prelude && aside_of(t->tape, event, &len) == NULL;
    return own && put_line(&e->code, out);
}

/* In the formula of a gradient: "keys.grad.T" for what grad.t() made, "k" for k.T turned again,
 * "x.view(6, 4)" for the rows of x. */
static bool name_turned(const struct explainer *t, int event, struct buf *out)
{
    const struct event *e = event < 0 ? NULL : &t->tape->event[event];
    if (e == NULL || e->of < 0 || e->of != t->e->of || e->input_count != 1 ||
        e->output_count != 1 || (!event_transposes(e) && !event_is(e, OP_view OP_reshape))) {
        return false;
    }
    const struct tensor *from = &e->input[0].of.tensor, *to = &e->output[0].tensor;
    size_t start = out->len;
    bool last = to->ndim == 3 && to->shape[0] == from->shape[0] && to->stride[0] == from->stride[0];
    bool turns = event_transposes(e), back;
    if (turns && (e->effect != STORAGE_VIEW || (to->ndim != 2 && !last))) {
        return false;
    }
    name_of_input(t->tape, event, 0, out);
    back = out->len > start + 2 && memcmp(out->data + out->len - 2, ".T", 2) == 0 && !last;
    if (turns && back) {
        buf_cut(out, out->len - 2);
    } else if (turns) {
        buf_puts(out, last ? ".mT" : ".T");
    }
    if (!turns && to->ndim > 0) {
        buf_puts(out, ".view(");
        sizes_put(to->ndim, to->shape, ", ", out);
        buf_putc(out, ')');
    }
    return true;
}

/* In the step of an optimizer what its own code calls it: "mean" in param.addcdiv_(mean, denom). */
static bool name_written(const struct explainer *t, int argument, struct buf *out)
{
    const struct span *at = &t->e->site;
    size_t len, name = strlen(t->e->name);
    if (argument < 1 || !gradient_updates(t->tape, t->event) || at->line != at->end_line ||
        at->source == NULL || !at->source->prelude) {
        return false;
    }
    const char *line = source_line(at->source, at->line, &len), *end = line + at->end_column;
    const char *p = memchr(line + at->column, '(', (size_t)(at->end_column - at->column));
    if (p == NULL || p < line + name || memcmp(p - name, t->e->name, name) != 0) {
        return false;
    }
    for (p++; argument > 1 && p != NULL; argument--) {
        p = memchr(p, ',', (size_t)(end - p));
        p = p != NULL ? p + 2 : NULL; /* ", " */
    }
    len = p != NULL ? strspn(p, "abcdefghijklmnopqrstuvwxyz_") : 0;
    bool word = len > 0 && strchr(",)", p[len]) != NULL;
    buf_put(out, word ? p : "", word ? len : 0);
    return word;
}

/* Whether the learner's code calls a tensor or a number by a name of one of the program's own
 * functions. */
static bool is_learners(const struct tape *t, int event, const char *name, size_t len)
{
    for (int k = 0; k < t->event[event].binds; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (strncmp(b->name, name, len) == 0 && b->name[len] == '\0' &&
            (b->call < 0 || !t->call[b->call].prelude)) {
            return true;
        }
    }
    return false;
}

/* Takes back what a gradient's own code calls a tensor, text from `start` on, where the learner
 * calls another one so. */
static bool is_apart(const struct explainer *t, size_t start, struct buf *out)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789";
    const char *p = buf_text(out) + start;
    bool apart = true;
    while (t->e->of >= 0 && *p != '\0' && apart) {
        size_t len = strspn(p, letters);
        apart = len == 0 || (p > buf_text(out) && p[-1] == '.') ||
                !is_learners(t->tape, t->event, p, len);
        p += len > 0 ? len : 1;
    }
    buf_cut(out, apart ? out->len : start);
    return apart;
}

/* What the result of a step in a function of the program's own is called: by the learner's
 * expression that it gives, "log_softmax(out)", and in a gradient or an optimizer as that calls it.
 * False: nothing. */
static bool name_inside(const struct explainer *t, struct buf *out)
{
    size_t start = out->len;
    const char *name = tape_local_name(t->tape, t->event, &t->e->output[t->output]);
    bool inside = t->e->call >= 0 && t->tape->call[t->e->call].prelude;
    if (gradient_code(t->tape, t->event, out) ||
        (t->e->of < 0 && gradient_inner(t->tape, t->event, out))) {
        return true;
    }
    if (!inside || (name == NULL && t->e->of < 0)) {
        return false;
    }
    buf_puts(out, name != NULL ? name : "");
    return ((name != NULL || put_line(&t->e->site, out)) && is_apart(t, start, out)) ||
           name_turned(t, t->event, out);
}

/* Of x = x @ w both are called x: in the sums below it is the one that was there before. */
static bool is_named_again(const struct explainer *t, const char *name)
{
    const struct tape_tensor *out = &t->e->output[t->output];
    bool again = false; /* gradients tell the new one in the sum */
    for (int k = 0; t->e->of < 0 && !t->e->gathers && k < t->e->input_count && !again; k++) {
        const struct tape_tensor *of = &t->e->input[k].of;
        const char *known = of->serial == out->serial ? NULL : tape_name(t->tape, t->event, of);
        again = known != NULL && strcmp(known, name) == 0;
    }
    return again;
}

/* v.data in v.data[0] = 7: what is written has no name, and this statement says how it is reached.
 */
static bool name_item(const struct explainer *t, const struct tape_tensor *of, struct buf *out)
{
    const struct event *e = t->e;
    const struct span *at =
        event_is(e, OP___setitem__) && e->output_count > 0 && e->output[0].serial == of->serial
            ? event_target(e)
            : NULL;
    return at != NULL && put_line(at, out);
}

void name_result(const struct explainer *t, struct buf *out)
{
    const struct tape_tensor *of = &t->e->output[t->output];
    const char *name = tape_result_name(t->tape, t->event, t->output);
    bool in_place = t->e->effect == STORAGE_IN_PLACE;
    if (in_place || name == NULL) {
        const char *known = in_place ? tape_name(t->tape, t->event, of) : NULL;
        name = known != NULL ? known : name;
    }
    if (name != NULL) {
        buf_puts(out, name);
        buf_puts(out, is_named_again(t, name) ? " (new)" : "");
    } else if (!name_item(t, of, out) && (in_place || !name_code(t, t->event, out)) &&
               !name_inside(t, out)) {
        buf_printf(out, "%s(...)", t->e->name);
    }
    if (name == NULL && t->e->output_count > 1) {
        buf_printf(out, "[%d]", t->output);
    }
}

/* Whether a step stands in the same function, or is of the same gradient. */
static bool is_beside(const struct explainer *t, const struct event *e)
{
    return e->call == t->e->call || (t->e->of >= 0 && gradient_same(e, t->e));
}

/* What the function of the program's own that the step is in calls it, or how it made it there. */
static bool name_local(const struct explainer *t, const struct tape_input *i, struct buf *out)
{
    const struct tape_tensor *of = &i->of;
    const char *name = tape_local_name(t->tape, t->event, of);
    const struct event *e = of->maker < 0 ? NULL : &t->tape->event[of->maker];
    size_t len, start = out->len;
    const char *parameter = explainer_parameter(t, i->argument, &len);
    bool says_nothing = name != NULL && strlen(name) == len && memcmp(name, parameter, len) == 0;
    bool handed = e != NULL && e->call != t->e->call && is_beside(t, e);
    name = says_nothing || handed ? NULL : name; /* F.relu(input), the x of a helper */
    if (t->e->call < 0 || !t->tape->call[t->e->call].prelude) {
        return false;
    }
    buf_puts(out, name != NULL ? name : "");
    return (name != NULL || (e != NULL && is_beside(t, e) && put_line(&e->site, out))) &&
           is_apart(t, start, out);
}

/* What the screen calls it that shows the step: what its maker's result is called next, else the
 * expression; inside of a function of the program's own what is called so there. What no line of
 * the learner's names is "softmax(...)". */
static bool name_shown(const struct explainer *t, const struct tape_input *i, struct buf *out)
{
    const struct tape_tensor *of = &i->of;
    const struct event *e = of->maker < 0 ? NULL : &t->tape->event[of->maker];
    const char *next = e == NULL ? NULL : tape_result_name(t->tape, of->maker, 0);
    bool inside = e != NULL && is_beside(t, e);
    bool back = t->e->of >= 0 && !inside;
    size_t start = out->len;
    if (next != NULL || ((inside || e == NULL) && name_local(t, i, out)) || e == NULL) {
        buf_puts(out, next != NULL ? next : "");
    } else if (back && e->of < 0 &&
               of->maker > t->e->of) { /* of a function that has a backward of its own */
        gradient_whose(t->tape, t->e->of, -1, 0, out);
        buf_puts(out, ".grad");
    } else if (!gradient_code(t->tape, of->maker, out) && (back || !name_local(t, i, out))) {
        buf_printf(out, e->name[0] == '_' ? "%.0s" : "%s(...)", e->name);
    }
    return out->len > start;
}

/* What a function's own backward is given first, where that is the loss: "loss.grad". */
static bool name_seed(const struct explainer *t, int event, struct buf *out)
{
    const struct event *e = event < 0 ? NULL : &t->tape->event[event];
    scoped_buf code = {0};
    bool seed = e != NULL && e->of < 0 && event_is(e, OP_ones_like) && e->input_count == 1 &&
                put_line(&e->code, &code) && strstr(buf_text(&code), "ones_like") == NULL;
    if (seed) {
        name_of_input(t->tape, event, 0, out);
        buf_puts(out, ".grad");
    }
    return seed;
}

/* Of scores = f(scores) both gradients are called scores.grad: that of the later one is the new. */
static bool is_later(const struct explainer *t, const struct tape_tensor *of, const char *known)
{
    scoped_buf own = {0};
    const struct event *maker = of->maker >= 0 ? &t->tape->event[of->maker] : NULL;
    if (t->e->of_argument < 0 || t->e->of < 0 || t->e->gathers || maker == NULL ||
        maker->of <= t->e->of) {
        return false;
    }
    gradient_whose(t->tape, t->e->of, t->e->of_argument, t->e->of_element, &own);
    buf_puts(&own, ".grad");
    return strcmp(buf_text(&own), known) == 0;
}

/* The last event before the explained one that wrote over a tensor since it was made, -1: none. */
static int writer_of(const struct explainer *t, const struct tape_tensor *of)
{
    const struct tape *tape = t->tape;
    for (int k = of->written; k >= 0 && tape->write[k].event > of->maker;
         k = tape->write[k].previous) {
        if (tape->write[k].event < t->event && tape_overlap(&tape->write[k].region, &of->tensor)) {
            return tape->write[k].event;
        }
    }
    return -1;
}

/* Whether two events are done by one function of the program's own, in calls of their own: what the
 * step() of an optimizer keeps from the one before. */
static bool is_same_function(const struct tape *t, const struct event *a, const struct event *b)
{
    return a->call >= 0 && b->call >= 0 && t->call[a->call].prelude &&
           t->call[a->call].function == t->call[b->call].function;
}

/* A tensor without a name whose cells were overwritten: what made it, torch.zeros(4), is not what
 * they hold. */
static bool name_overwritten(const struct explainer *t, const struct tape_input *i, struct buf *out,
                             bool *overwritten)
{
    int writer = t->e->of < 0 ? writer_of(t, &i->of) : -1;
    const struct event *e = writer < 0 ? NULL : &t->tape->event[writer];
    const struct span *target = e == NULL ? NULL : event_target(e);
    *overwritten = e != NULL;
    bool same = e != NULL && e->input_count > 0 && e->input[0].of.serial == i->of.serial;
    bool again = e != NULL && is_same_function(t->tape, e, t->e);
    const struct node *within = t->e->within; /* state["step"] += 1 */
    const struct span *kept =
        again && i->argument == 0 && within != NULL && within->kind == NODE_AUGMENTED
            ? &within->left->span
            : NULL;
    bool call = e != NULL && !again && e->call != e->user_call && e->call != t->e->call &&
                e->statement == t->e->statement; /* F.pad(x, (1, 0)) */
    return (target != NULL && same && put_line(target, out)) ||
           (kept != NULL && put_line(kept, out)) || (call && put_line(&e->code, out));
}

void name_input(const struct explainer *t, int input, struct buf *out)
{
    const struct tape_input *i = &t->e->input[input];
    const char *known = tape_name(t->tape, t->event, &i->of);
    size_t len;
    const char *name = explainer_parameter(t, i->argument, &len);
    if (known != NULL) {
        bool held = t->e->gathers && t->e->effect == STORAGE_IN_PLACE; /* x.grad before this pass */
        buf_puts(out, known);
        held = held && input == 1 && strstr(known, ".grad") != NULL;
        buf_puts(out, held || is_later(t, &i->of, known) ? " (new)" : "");
        return;
    }
    bool overwritten;
    if (name_item(t, &i->of, out) || name_overwritten(t, i, out, &overwritten) ||
        name_seed(t, i->of.maker, out) || (!overwritten && name_code(t, i->of.maker, out)) ||
        name_turned(t, i->of.maker, out) ||
        (i->of.maker >= 0 && gradient_inner(t->tape, i->of.maker, out)) ||
        name_written(t, i->argument, out) ||
        (overwritten ? name_local(t, i, out) : name_shown(t, i, out))) {
        return;
    }
    buf_put(out, name, len);
    if (t->call.arg[i->argument].object == NULL && t->call.arg[i->argument].tensors != NULL) {
        buf_printf(out, "[%d]", i->element);
    }
}

void name_of_input(struct tape *t, int event, int input, struct buf *out)
{
    const struct event *e = &t->event[event];
    struct explainer of = {.tape = t, .event = event, .e = e};
    memcpy(of.call.arg, e->arg, (size_t)e->arg_count * sizeof *e->arg);
    name_input(&of, input, out);
}

void name_place(const struct tensor *x, int64_t cell, struct buf *out)
{
    int64_t at[TENSOR_MAX_DIMS];
    origin_place(x, cell, at);
    if (x->ndim > 0) {
        tensor_sizes_text(x->ndim, at, out);
    }
}

/* What an earlier step of the same gradient, or of the same function of the program's own, made of
 * one cell of each of its inputs, in their names: "(2 * x[0])". */
static bool name_made(const struct explainer *t, int input, int64_t cell, struct buf *out)
{
    const struct tape_tensor *of = &t->e->input[input].of;
    const struct event *e = of->maker < 0 ? NULL : &t->tape->event[of->maker];
    bool handed = e != NULL && e->call >= 0 && t->e->call >= 0 && /* made = shared(made) */
                  t->tape->call[t->e->call].parent == e->call;
    bool beside = e != NULL && (handed || e->call == t->e->call) && t->e->call >= 0 &&
                  t->e->of < 0 && t->tape->call[e->call].prelude &&
                  e->op->kind == KIND_ELEMENTWISE &&
                  (handed || tape_local_name(t->tape, t->event, of) == NULL) &&
                  tape_name(t->tape, t->event, of) == NULL;
    bool same = e != NULL && t->e->of >= 0 && gradient_same(e, t->e);
    struct explanation made;
    if ((!beside && !same) || e->gradient != NULL || e->output_count != 1 ||
        (e->op->kind != KIND_ELEMENTWISE && e->op->kind != KIND_MAP) ||
        e->effect == STORAGE_IN_PLACE || t->depth >= DEEPEST ||
        !explainer_cell(t->tape, of->maker, 0, cell, t->depth + 1, &made)) {
        return false;
    }
    const char *text = buf_text(&made.formula);
    bool ok = made.from_count > 0 && made.formula.len <= LONGEST_MADE;
    bool wrapped = has_operator(text, made.formula.len);
    buf_printf(out, !ok ? "%.0s" : wrapped ? "(%s)" : "%s", text);
    explain_free(&made);
    return ok;
}

void name_cell(const struct explainer *t, int input, int64_t cell, struct buf *out)
{
    if (name_made(t, input, cell, out)) {
        return;
    }
    name_input(t, input, out);
    name_place(explainer_input(t, input), cell, out);
}

void name_bare(struct buf *text)
{
    size_t len = text->len;
    int depth = 0;
    for (size_t k = 0; k < len; k++) {
        depth += (text->data[k] == '(') - (text->data[k] == ')');
        if (depth == 0 && k + 1 < len) {
            return;
        }
    }
    if (len > 1 && depth == 0) {
        memmove(text->data, text->data + 1, len - 2);
        buf_cut(text, len - 2);
    }
}

void name_offset(const struct tensor *x, const int64_t *at, struct buf *out)
{
    int64_t place = x->offset;
    int terms = x->offset != 0;
    bool product = false;
    if (terms > 0) {
        buf_printf(out, "%lld", (long long)x->offset);
    }
    for (int d = 0; d < x->ndim; d++) {
        if (at[d] == 0 || x->stride[d] == 0) { /* adds nothing */
            continue;
        }
        place += at[d] * x->stride[d];
        buf_printf(out, "%s%lld", terms++ > 0 ? " + " : "", (long long)at[d]);
        if (x->stride[d] != 1) {
            buf_printf(out, "*%lld", (long long)x->stride[d]);
            product = true;
        }
    }
    if (terms > 1 || product) {
        buf_printf(out, " = %lld", (long long)place);
    } else if (terms == 0) {
        buf_puts(out, "0");
    }
}
