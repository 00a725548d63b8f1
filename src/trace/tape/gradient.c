/* Tells what gradients are called: "gradient of keys" a formula, "keys.grad" its result, "x.grad
 * via keys" a part of one that comes several ways. */
#include "trace/tape/gradient.h"

#include "lang/object/raise.h"
#include "torch/op/ops.h"
#include "trace/tape/aside.h"
#include "trace/tape/event.h"
#include "trace/tape/location.h"
#include "trace/tape/parameter.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

enum { MOST_LETTERS = 28, MOST_BRIEF = 40 };

/* From where on an expression of `len` letters makes a name of at most `most`: from its beginning,
 * or from an operator outside of all brackets, for the last one tells it from those that it is made
 * of. `len`: there is none. */
static size_t named_from(const char *text, size_t len, size_t most)
{
    size_t from = len;
    int depth = 0;
    for (size_t k = len; len > most && k > 0 && len - k + strlen("... ") < most; k--) {
        char c = text[k - 1];
        depth += strchr(")]}", c) != NULL;
        depth -= strchr("([{", c) != NULL;
        bool sign = k > 1 && strchr("+-*/@%<>=&|^", c) != NULL && text[k - 2] == ' ';
        from = depth == 0 && sign ? k - 1 : from;
    }
    return len > most ? from : 0;
}

/* Whether no index or name behind it would go elsewhere: every operator stands in brackets. What
 * begins with one is none, so that a first bracket always is around a whole name. */
static bool is_simple(const char *text, size_t len)
{
    int depth = 0;
    for (size_t k = 0; k < len; k++) {
        depth += strchr("([{", text[k]) != NULL;
        depth -= strchr(")]}", text[k]) != NULL;
        if (text[0] == '(' || (depth == 0 && strchr(" +-*/@%<>=&|^~", text[k]) != NULL)) {
            return false;
        }
    }
    return true;
}

/* "x[...].expand(...)": what stands in brackets is left out. False: that is too long, too. */
static bool put_without_brackets(const char *text, size_t len, struct buf *out)
{
    scoped_buf brief = {0};
    int depth = 0;
    for (size_t k = 0; k < len; k++) {
        bool opens = strchr("([{", text[k]) != NULL, closes = strchr(")]}", text[k]) != NULL;
        depth -= closes;
        if (depth == 0) {
            buf_putc(&brief, text[k]);
        }
        if (opens && depth++ == 0) {
            buf_puts(&brief, k + 1 < len && strchr(")]}", text[k + 1]) != NULL ? "" : "...");
        }
    }
    out->failed = out->failed || brief.failed;
    bool fits = brief.len <= MOST_BRIEF;
    buf_puts(out, fits ? buf_text(&brief) : "");
    return fits;
}

/* What stands in the code there, if that is one line: of more than `most` letters the end. */
static bool put_code(const struct span *at, size_t most, struct buf *out)
{
    size_t len;
    const char *line = source_line(at->source, at->line, &len);
    size_t from = (size_t)at->column, end = (size_t)at->end_column;
    bool whole = line != NULL && at->line == at->end_line && from < end && end <= len;
    size_t first = whole ? from + named_from(line + from, end - from, most) : end;
    if (first >= end) {
        return whole && is_simple(line + from, end - from) &&
               put_without_brackets(line + from, end - from, out);
    }
    bool simple = is_simple(line + first, end - first);
    buf_puts(out, simple ? "" : "(");
    buf_puts(out, first > from ? "... " : "");
    buf_put(out, line + first, end - first);
    buf_puts(out, simple ? "" : ")");
    return true;
}

/* The tensor that an argument was (-1: the result): by its name, or by the expression that made it;
 * else by what the operation calls it. */
static int input_at(const struct event *of, int argument, int element)
{
    for (int k = 0; k < of->input_count; k++) {
        if (of->input[k].argument == argument && of->input[k].element == element) {
            return k;
        }
    }
    return -1;
}

int gradient_input(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->of < 0 ? -1 : input_at(&t->event[e->of], e->of_argument, e->of_element);
}

bool gradient_same(const struct event *a, const struct event *b)
{
    return a->of == b->of && a->of_argument == b->of_argument && a->of_element == b->of_element &&
           a->gathers == b->gathers;
}

/* Whether nothing but a name stands there: `for x in loader` is not the last thing that happens in
 * it. */
static bool is_word(const struct span *at)
{
    size_t len;
    const char *line = at->source != NULL ? source_line(at->source, at->line, &len) : NULL;
    int k = at->column;
    while (line != NULL && k < at->end_column && (size_t)k < len &&
           (isalnum((unsigned char)line[k]) || line[k] == '_')) {
        k++;
    }
    return line != NULL && at->line == at->end_line && k == at->end_column;
}

/* The last event of the call of the program's own that is the learner's expression; -1: the event
 * is in none. */
static int gives_expression(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int call = e->call, last = -1;
    if (call == e->user_call || e->of >= 0 || e->figure != NULL || is_word(&e->code)) {
        return -1;
    }
    while (t->call[call].parent > e->user_call) {
        call = t->call[call].parent;
    }
    for (int k = event; k < t->call[call].end; k++) {
        last = t->event[k].of < 0 ? k : last;
    }
    return last;
}

bool gradient_is_expression(const struct tape *t, int event)
{
    const struct event *e = event < 0 ? NULL : &t->event[event];
    size_t len;
    return e != NULL && e->code.source != NULL && !e->code.source->prelude && e->of < 0 &&
           aside_of(t, event, &len) == NULL &&
           (e->call == e->user_call || gives_expression(t, event) == event);
}

bool gradient_code(const struct tape *t, int event, struct buf *out)
{
    return gradient_is_expression(t, event) && put_code(&t->event[event].code, MOST_LETTERS, out);
}

bool gradient_inner(const struct tape *t, int event, struct buf *out)
{
    const struct event *e = &t->event[event];
    if (gives_expression(t, event) <= event || e->input_count != 1 || e->name[0] == '_' ||
        e->setup) {
        return false;
    }
    const struct tape_tensor *of = &e->input[0].of;
    const char *known = tape_name(t, event, of);
    scoped_buf code = {0};
    if (known != NULL) {
        buf_puts(&code, known);
    }
    bool ok = known != NULL || gradient_code(t, of->maker, &code);
    if (ok) {
        buf_printf(out, buf_text(&code)[0] == '(' ? "%s%s" : "%s(%s)", e->name, buf_text(&code));
    }
    return ok;
}

/* The name that a leaf was given first, and not by a loop. */
static const char *first_name(const struct tape *t, uint64_t serial, const char *otherwise)
{
    int k = chain_from(t->binds_of, (int)map_get(&t->named, serial, -1), 0);
    while (k >= 0 && t->bind[k].lent) {
        k = t->binds_of[k].later;
    }
    return k >= 0 ? t->bind[k].name : otherwise;
}

/* The name of a result, where it was made or where the functions around returned it. */
static const char *result_name(const struct tape *t, int event, int output)
{
    const struct event *e = &t->event[event];
    const char *name = tape_result_name(t, event, output);
    int k =
        chain_from(t->binds_of, (int)map_get(&t->named, e->output[output].serial, -1), e->binds);
    while (name == NULL && k >= 0) {
        const struct tape_bind *b = &t->bind[k];
        name = !b->lent && tape_inside(t, e->user_call, b->call) ? b->name : NULL;
        k = t->binds_of[k].later;
    }
    return name;
}

void gradient_whose(const struct tape *t, int event, int argument, int element, struct buf *out)
{
    const struct event *of = &t->event[event];
    if (of->figure != NULL) { /* the event is not on the tape: gap.h */
        buf_puts(out, "an earlier step");
        return;
    }
    int input = input_at(of, argument, element);
    bool result = argument < 0 && element >= 0 && element < of->output_count;
    const struct tape_tensor *whose = input >= 0 ? &of->input[input].of
                                      : result   ? &of->output[element]
                                                 : NULL;
    const char *known = whose != NULL ? parameter_name(t, whose->serial) : NULL;
    const char *name = whose == NULL ? NULL
                       : result      ? result_name(t, event, element)
                                     : tape_name(t, event, whose);
    if (known == NULL && whose != NULL && whose->requires_grad && whose->grad_fn == NULL) {
        name = first_name(t, whose->serial, name);
    }
    name = known != NULL && (name == NULL || strchr(name, '.') != NULL) ? known : name;
    int maker = argument < 0 ? event : whose != NULL ? whose->maker : -1;
    if (name != NULL) {
        buf_puts(out, name);
    } else if (maker >= 0 && (gradient_inner(t, maker, out) || gradient_code(t, maker, out))) {
        return;
    } else if (maker >= 0 && t->event[maker].name[0] != '_') {
        buf_printf(out, "%s(...)", t->event[maker].name);
    } else {
        const char *p = of->op->signature;
        size_t len = 0;
        for (int k = 0; k <= argument; k++) {
            p = op_next_parameter(p, &name, &len);
        }
        buf_put(out, len > 0 ? name : "result", len > 0 ? len : strlen("result"));
    }
}

/* A formula stands where the operation stood whose gradient it computes: "gradient of keys". Once
 * all names are known. */
static bool name_gradient(struct tape *t, struct tape_call *c)
{
    scoped_buf text = {.budget = t->session->in.memory};
    buf_puts(&text, "gradient of ");
    gradient_whose(t, c->of, c->of_argument, c->of_element, &text);
    c->name = arena_copy(&t->arena, buf_text(&text), text.len);
    c->site = t->event[c->of].code;
    return c->name != NULL || raise_memory(&t->session->in);
}

/* Whether the step only gives a sum over what was repeated the shape that was repeated. */
static bool whole_before(const struct tape *t, int event)
{
    const struct event *e = &t->event[event], *before = event > 0 ? e - 1 : NULL;
    return before != NULL && gradient_same(before, e) && event_is(before, OP_sum) &&
           event_moves(e) && e->input_count == 1 && e->input[0].of.maker == event - 1 &&
           tensor_numel(&e->input[0].of.tensor) == tensor_numel(&e->output[0].tensor);
}

/* Whether a step is the last of its gradient. What is written into a leaf's memory is: the next
 * step may be a second pass, which adds to it. So is the sum of all parts of one pass, which is
 * added to what the leaf's gradient held. */
static bool is_last_of(const struct event *e, const struct event *next)
{
    bool sum = e->gathers && event_does(e, ADDS);
    return next == NULL || !gradient_same(next, e) ||
           (e->gathers && e->effect == STORAGE_IN_PLACE) ||
           (sum && next->gathers && next->effect == STORAGE_IN_PLACE);
}

/* The last step of a gradient gives it whole. */
static bool name_result(struct tape *t, int event)
{
    struct event *e = &t->event[event];
    const struct event *later = event + 1 < t->event_count ? e + 1 : NULL;
    if (e->own ? e->gradient == NULL : !is_last_of(e, later)) {
        return true;
    }
    scoped_buf text = {.budget = t->session->in.memory};
    gradient_whose(t, e->of, e->of_argument, e->of_element, &text);
    buf_puts(&text, ".grad");
    e->gradient = arena_copy(&t->arena, buf_text(&text), text.len);
    if (whole_before(t, event)) {
        t->event[event - 1].gradient = e->gradient;
    }
    int maker = e->effect == STORAGE_IN_PLACE && e->output_count > 0 ? e->output[0].maker : -1;
    if (maker >= 0 && t->event[maker].of == e->of) { /* made as zeros, then filled */
        t->event[maker].gradient = e->gradient;
    }
    return e->gradient != NULL || raise_memory(&t->session->in);
}

/* --- parts --- */

/* Whether a step is of the pass that `asked` began, though no gradient of a step: of the backward
 * of one of the program's own functions. */
static bool is_within(const struct event *e, const struct span *asked)
{
    return e->of < 0 && asked != NULL && e->code.source == asked->source &&
           e->code.line == asked->line && e->code.column == asked->column &&
           e->code.end_line == asked->end_line && e->code.end_column == asked->end_column;
}

static bool begins_pass(const struct event *e, const struct span *asked)
{
    return e->of < 0 ? !is_within(e, asked)
                     : e->of_argument < 0 && !e->own && event_is(e, OP_ones_like);
}

bool gradient_adds_parts(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    bool ok = e->of >= 0 && (e->gathers || e->of_argument < 0) && e->effect != STORAGE_IN_PLACE &&
              e->input_count == 2 && event_does(e, ADDS);
    for (int k = 0; ok && k < 2; k++) {
        int from = e->input[k].of.maker;
        ok = from >= 0 && (t->event[from].of >= 0 || is_within(&t->event[from], e->asked));
        for (int at = event; ok && at > from; at--) {
            ok = !begins_pass(&t->event[at], e->asked);
        }
    }
    return ok;
}

/* How many parts a sum is of, whose sums among its inputs have their names: "x.grad (2 parts)". */
static int parts_of(const struct tape *t, const struct event *sum)
{
    int parts = 0;
    for (int k = 0; k < sum->input_count; k++) {
        int from = sum->input[k].of.maker, some = 1;
        const char *name = from >= 0 ? t->event[from].gradient : NULL;
        const char *end = name != NULL ? strrchr(name, '(') : NULL;
        bool sum_too = end != NULL && strstr(end, " parts)") != NULL;
        parts += sum_too && sscanf(end, "(%d", &some) == 1 ? some : 1;
    }
    return parts;
}

/* The name of the gradient that the backward of a function of the program's own began with. */
static const char *given_of(const struct tape *t, const struct event *e)
{
    const char *given = NULL;
    for (int k = (int)(e - t->event); given == NULL && k >= 0 && is_within(&t->event[k], &e->code);
         k--) {
        for (int j = 0; j < t->event[k].input_count && given == NULL; j++) {
            int from = t->event[k].input[j].of.maker;
            given = from >= 0 && t->event[from].of >= 0 ? t->event[from].gradient : NULL;
        }
    }
    return given;
}

/* What the step is called whose gradient went this way: by its result, or by its code. */
static void put_way(const struct tape *t, const struct event *e, const char *whole, struct buf *out)
{
    const char *given = e->of < 0 ? given_of(t, e) : NULL;
    size_t named = given != NULL ? strcspn(given, " ") : 0, dot_grad = strlen(".grad");
    if (e->of < 0) {
        bool plain = named > dot_grad && given[named] == '\0' && given[0] != '(';
        buf_printf(out, "(%.*s)", plain ? (int)(named - dot_grad) : 4, plain ? given : "part");
        return;
    }
    bool sum = e->gathers || e->of_argument < 0;
    int last = gives_expression(t, e->of), of = last < 0 ? e->of : last;
    const char *way = sum ? NULL : tape_result_name(t, of, 0), *dot = strrchr(whole, '.');
    bool told = way != NULL &&
                (strlen(way) != (size_t)(dot - whole) || strncmp(way, whole, strlen(way)) != 0);
    scoped_buf code = {0};
    if (told) {
        buf_printf(out, "(%s)", way);
    } else if (!sum && gradient_code(t, of, &code)) {
        buf_printf(out, buf_text(&code)[0] == '(' ? "%s" : "(%s)", buf_text(&code));
    } else if (sum) {
        buf_printf(out, "(%d parts)", parts_of(t, e));
    } else {
        buf_puts(out, "(part)");
    }
}

/* The tensor whose gradient the step computes; 0: it is not known. */
static uint64_t serial_of(const struct tape *t, const struct event *e)
{
    const struct event *of = &t->event[e->of];
    int input = input_at(of, e->of_argument, e->of_element);
    bool result = e->of_argument < 0 && e->of_element >= 0 && e->of_element < of->output_count;
    return input >= 0 ? of->input[input].of.serial : result ? of->output[e->of_element].serial : 0;
}

/* Of h = h + f(h) the new h hands its gradient on to the old one, and has the same name:
 * "h.grad (h + f(h))", or by the line of the new one. False: `part` is of the tensor that the sum
 * is of, or of none of the code's.
 */
static bool put_other_binding(const struct tape *t, const struct event *part,
                              const struct event *into, struct buf *out)
{
    uint64_t own = part->of < 0 ? 0 : serial_of(t, part);
    int maker = own == 0 || own == serial_of(t, into) ? -1 : (int)map_get(&t->makers, own, -1);
    int last = maker < 0 ? -1 : gives_expression(t, maker);
    scoped_buf code = {0};
    if (maker >= 0 && gradient_code(t, last < 0 ? maker : last, &code)) {
        buf_printf(out, buf_text(&code)[0] == '(' ? "%s" : "(%s)", buf_text(&code));
    } else if (maker >= 0) {
        buf_putc(out, '(');
        location_line(t, &t->event[maker].code, out);
        buf_putc(out, ')');
    }
    return maker >= 0;
}

/* "x.grad (values)"; of x * x each part by its side, too. A function that got the tensor has its
 * own name for it. */
static bool name_part(struct tape *t, int part, int other, const struct event *into)
{
    const struct event *e = &t->event[part];
    const char *whole = into->gradient;
    if (e->of >= 0 && e->gradient != NULL && serial_of(t, e) == serial_of(t, into)) {
        whole = e->gradient;
    }
    if (e->of < 0 ? e->gradient != NULL : e->gradient == NULL || strcmp(e->gradient, whole) != 0) {
        return true; /* one tensor that goes on to two: it has another name */
    }
    bool sum = e->gathers || e->of_argument < 0;
    const struct event *beside = &t->event[other];
    bool both = !sum && beside->of == e->of;
    int order = e->of_argument != beside->of_argument ? e->of_argument - beside->of_argument
                                                      : e->of_element - beside->of_element;
    scoped_buf text = {.budget = t->session->in.memory};
    buf_printf(&text, "%s ", whole);
    if (!put_other_binding(t, e, into, &text)) {
        put_way(t, e, whole, &text);
        buf_puts(&text, !both ? "" : order < 0 ? " left" : " right");
    }
    const char *name = arena_copy(&t->arena, buf_text(&text), text.len);
    if (e->of < 0) {
        t->event[part].gradient = name;
        return name != NULL || raise_memory(&t->session->in);
    }
    for (int k = part; name != NULL && k < t->event_count && gradient_same(&t->event[k], e); k++) {
        t->event[k].gradient = t->event[k].gradient != NULL ? name : NULL;
        if (sum) {
            break;
        }
    }
    return name != NULL || raise_memory(&t->session->in);
}

static bool name_parts(struct tape *t, int sum)
{
    bool ok = true;
    const struct event *e = &t->event[sum];
    for (int k = 0; ok && e->gradient != NULL && k < 2; k++) {
        ok = name_part(t, e->input[k].of.maker, e->input[1 - k].of.maker, e);
    }
    return ok;
}

bool gradient_hands_on(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    for (int k = event + 1; k < t->event_count && !begins_pass(&t->event[k], e->asked); k++) {
        for (int j = 0; j < 2 && gradient_adds_parts(t, k); j++) {
            if (t->event[k].input[j].of.maker == event) {
                return serial_of(t, e) != serial_of(t, &t->event[k]);
            }
        }
    }
    return false;
}

/* The last of the sums that a part goes into; itself, where it is whole. */
static int whole_of(const struct tape *t, int part)
{
    for (int k = part + 1; k < t->event_count && !begins_pass(&t->event[k], t->event[part].asked);
         k++) {
        for (int j = 0; j < 2 && gradient_adds_parts(t, k); j++) {
            int from = t->event[k].input[j].of.maker;
            if (from >= part && gradient_same(&t->event[from], &t->event[part])) {
                part = k;
                break;
            }
        }
    }
    return part;
}

bool gradients_name(struct tape *t)
{
    bool ok = true;
    for (int k = 0; ok && k < t->event_count; k++) {
        struct event *e = &t->event[k];
        if (e->of >= 0) {
            ok = name_result(t, k);
            if (e->of_argument >= 0 && !e->gathers && !e->own) {
                e->code = t->event[e->of].code;
                e->statement = t->event[e->of].statement;
            }
        }
    }
    for (int k = 0; ok && k < t->event_count; k++) {
        ok = !gradient_adds_parts(t, k) || name_parts(t, k);
    }
    for (int k = 0; ok && k < t->call_count; k++) {
        struct tape_call *c = &t->call[k];
        const struct tape_call *around = c->parent >= 0 ? &t->call[c->parent] : NULL;
        bool outermost = around == NULL || around->of != c->of;
        ok = c->of < 0 || !outermost || name_gradient(t, c);
    }
    return ok;
}

/* The last step of the gradient that event `k` begins to compute. */
static int end_of(const struct tape *t, int k)
{
    while (k + 1 < t->event_count && gradient_same(&t->event[k], &t->event[k + 1])) {
        k++;
    }
    return k;
}

/* The step computes a gradient of an argument that is the tensor with that serial. */
static bool is_gradient_of(const struct tape *t, int event, uint64_t serial)
{
    int input = gradient_input(t, event);
    return input >= 0 && t->event[t->event[event].of].input[input].of.serial == serial;
}

const struct tape_tensor *gradient_leaf(const struct tape *t, int event)
{
    int input = gradient_input(t, event);
    const struct tape_tensor *of =
        input >= 0 ? &t->event[t->event[event].of].input[input].of : NULL;
    while (of != NULL && of->maker >= 0 && event_moves(&t->event[of->maker]) &&
           of->grad_fn != NULL) {
        of = &t->event[of->maker].input[0].of;
    }
    bool leaf = of != NULL && of->requires_grad && of->grad_fn == NULL && of->tensor.ndim > 1;
    return leaf ? of : NULL;
}

bool gradient_is_room(const struct tape *t, int event)
{
    const struct event *e = &t->event[event], *next = e + 1;
    return event >= 0 && event + 1 < t->event_count && e->of >= 0 && e->gathers &&
           e->gradient != NULL && event_is(e, OP_empty_like) && event_is(next, OP_copy) &&
           next->effect == STORAGE_IN_PLACE && next->output[0].maker == event;
}

/* A gradient of the operation: that of a weight before all others. -1: there is none. */
static int gradient_of_argument(const struct tape *t, int event)
{
    int first = -1;
    for (int k = event + 1; k < t->event_count; k++) {
        if (t->event[k].of != event) {
            continue;
        }
        first = first < 0 ? k : first;
        if (gradient_leaf(t, k) != NULL) {
            return gradient_is_room(t, k) ? k + 1 : k; /* of it is nothing there yet */
        }
    }
    return gradient_is_room(t, first) ? first + 1 : first;
}

int gradient_other(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    int found = e->of >= 0 ? e->of : gradient_of_argument(t, event);
    if (found >= 0) {
        return found;
    }
    bool updates = gradient_updates(t, event);
    for (int k = event - 1; updates && k >= 0; k--) { /* what it was made of */
        if (is_gradient_of(t, k, e->output[0].serial)) {
            return k;
        }
    }
    for (int k = event + 1; e->output_count > 0 && k < t->event_count; k++) { /* a leaf */
        if (is_gradient_of(t, k, e->output[0].serial)) {
            return whole_of(t, end_of(t, k));
        }
    }
    return -1;
}

bool gradient_updates(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->effect == STORAGE_IN_PLACE && e->output_count > 0 && e->output[0].requires_grad &&
           e->output[0].grad_fn == NULL && e->of < 0 && e->call != e->user_call;
}

bool gradient_empties(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    if (!event_is(e, OP_zero) || e->effect != STORAGE_IN_PLACE || e->of >= 0) {
        return false;
    }
    for (int k = e->call; k >= 0 && t->call[k].prelude; k = t->call[k].parent) {
        if (strstr(t->call[k].name, "zero_grad") != NULL) {
            return true;
        }
    }
    int owner = e->output_count > 0 ? tape_owner(t, &e->output[0]) : -1;
    return owner >= 0 && t->event[owner].of >= 0;
}

bool gradient_apart(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    const struct node *formula = NULL;
    for (int c = e->call; c >= 0; c = t->call[c].parent) {
        formula = t->call[c].of == e->of ? t->call[c].function : formula;
    }
    return e->own ||
           (formula != NULL && strstr(formula->span.source->file, "torch._gradients") == NULL);
}

/* The step of the same gradient that made its first input; NULL: another one did. */
static const struct event *own_step(const struct tape *t, const struct event *e)
{
    int maker = e->input_count > 0 ? e->input[0].of.maker : -1;
    const struct event *from = maker >= 0 ? &t->event[maker] : NULL;
    return from != NULL && from < e && gradient_same(from, e) ? from : NULL;
}

const struct event *gradient_squares(const struct tape *t, int event, double *factor)
{
    const struct event *e = &t->event[event], *share = NULL, *apart = NULL;
    if (e->of >= 0 && !e->own && gradient_apart(t, event) && event_does(e, MULTIPLIES) &&
        e->input_count == 2) {
        share = own_step(t, e);
    }
    const struct argument *by = share != NULL ? event_argument(share, "other") : NULL;
    if (by != NULL && event_does(share, MULTIPLIES) && share->input_count == 1) {
        apart = own_step(t, share);
        *factor = by->f;
    }
    if (apart == NULL || !event_does(apart, SUBTRACTS) || apart->input_count != 2) {
        return NULL;
    }
    const struct tensor *out = &e->output[0].tensor, *back = &e->input[1].of.tensor;
    return tensor_same_shape(&apart->input[0].of.tensor, out) &&
                   tensor_same_shape(&apart->input[1].of.tensor, out) &&
                   (tensor_numel(back) == 1 || tensor_same_shape(back, out))
               ? apart
               : NULL;
}
