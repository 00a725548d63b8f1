/* Tells what an operation does to attention, from its row, its arguments and, for masks, the cells
 * of the other operand. */
#include "trace/tape/event.h"

#include "torch/op/ops.h"
#include "trace/tape/snapshot.h"

#include <ctype.h>
#include <math.h>
#include <string.h>

#define VERY_NEGATIVE (-1e4) /* an addend from here down hides a cell */

bool event_is(const struct event *e, const char *names)
{
    return op_is(e->op, names);
}

const struct span *event_target(const struct event *e)
{
    const struct node *n = e->statement;
    if (n == NULL || e->call != e->user_call) {
        return NULL;
    }
    const struct node *to = n->kind == NODE_ASSIGN      ? n->list.at[0]
                            : n->kind == NODE_AUGMENTED ? n->left
                                                        : NULL;
    if (to != NULL && event_is(e, OP___setitem__)) {
        return to->kind == NODE_SUBSCRIPT ? &to->left->span : NULL;
    }
    if (n->kind == NODE_EXPRESSION && n->left->kind == NODE_CALL &&
        n->left->left->kind == NODE_ATTRIBUTE) {
        return &n->left->left->left->span;
    }
    return n->kind == NODE_AUGMENTED ? &n->left->span : NULL;
}

bool event_does(const struct event *e, uint64_t traits)
{
    return op_does(e->op, traits);
}

const struct argument *event_argument(const struct event *e, const char *name)
{
    const char *p = e->op->signature, *own;
    size_t wanted = strlen(name), len;
    for (int k = 0; k < e->arg_count; k++) {
        p = op_next_parameter(p, &own, &len);
        if (len == wanted && strncmp(own, name, len) == 0) {
            return &e->arg[k];
        }
    }
    return NULL;
}

int event_axis(const struct event *e, int ndim)
{
    const struct argument *a = event_argument(e, "dim");
    a = a != NULL ? a : event_argument(e, "axis");
    if (a == NULL || a->none || (a->ints != NULL && a->count != 1) ||
        (a->ints == NULL && a->object == NULL && a->value.type != VALUE_INT)) {
        return -1;
    }
    int64_t axis = a->ints != NULL ? a->ints[0] : a->i;
    axis += axis < 0 ? ndim : 0;
    return axis >= 0 && axis < ndim ? (int)axis : -1;
}

const char *event_equation(const struct event *e)
{
    return event_is(e, OP_einsum) && e->arg_count > 0 ? e->arg[0].text : NULL;
}

bool event_space(const struct event *e, struct einsum_space *out)
{
    struct error err = {ERROR_NONE};
    struct compute cx = {.err = &err};
    const struct tensor *x[EINSUM_OPERANDS];
    const char *text = event_equation(e);
    int count = 1;
    for (const char *c = text; c != NULL && *c != '\0'; c++) {
        count += *c == ',';
    }
    bool same = e->input_count == 1;
    if (text == NULL || count > EINSUM_OPERANDS || (count != e->input_count && !same)) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        x[k] = &e->input[same ? 0 : k].of.tensor;
    }
    return einsum_space_of(&cx, text, count, x, out);
}

/* How many of the tensors that an einsum takes it multiplies, and whether an index is summed over.
 * An equation without an arrow sums over what stands in it twice. */
static bool einsum_sums(const struct event *e, int *operands)
{
    const char *text = event_equation(e) != NULL ? event_equation(e) : "";
    const char *arrow = strstr(text, "->"), *end = arrow != NULL ? arrow : text + strlen(text);
    bool sums = false;
    *operands = 1;
    for (const char *c = text; c < end; c++) {
        const char *twice = strchr(c + 1, *c);
        *operands += *c == ',';
        if (isalpha((unsigned char)*c)) {
            sums |= arrow != NULL ? strchr(arrow, *c) == NULL : twice != NULL;
        }
    }
    return sums;
}

/* einsum("ij->ji", x): axes change places, nothing is multiplied. */
static bool only_turns(const struct event *e)
{
    int operands;
    return event_is(e, OP_einsum) && !einsum_sums(e, &operands) && operands == 1;
}

bool event_contracts(const struct event *e)
{
    int operands;
    if (event_is(e, OP_einsum)) {
        return einsum_sums(e, &operands) && operands > 1;
    }
    return e->op->kind == KIND_CONTRACTION && event_does(e, PRODUCTS | ADDS_PRODUCT) &&
           !event_is(e, OP_addr);
}

bool event_normalizes(const struct event *e)
{
    return event_does(e, SOFTMAX);
}

/* torch.tensor([q @ k for k in keys]): results that are put into a table. */
static bool collects(const struct event *e)
{
    return event_is(e, OP_tensor) && e->input_count > 1;
}

bool event_moves(const struct event *e)
{
    return (e->op->kind == KIND_MAP && !event_creates(e)) || only_turns(e) || collects(e);
}

bool event_lays(const struct event *e)
{
    return (event_does(e, JOINS | FROM_DATA) ||
            event_is(e, OP_copy OP_index_copy OP___setitem__ OP_scatter)) &&
           e->input_count > 0;
}

bool event_transposes(const struct event *e)
{
    return event_does(e, TRANSPOSES) || only_turns(e);
}

bool event_maps_cells(const struct event *e)
{
    return e->op->kind == KIND_ELEMENTWISE;
}

bool event_creates(const struct event *e)
{
    return e->input_count == 0 || (e->op->kind == KIND_CONSTANT && !collects(e)) ||
           (e->op->kind == KIND_RANDOM && !event_is(e, OP_bernoulli));
}

bool event_reads(const struct event *e, uint64_t serial, int from)
{
    for (int k = from; k < e->input_count; k++) {
        if (e->input[k].of.serial == serial) {
            return true;
        }
    }
    return false;
}

bool event_gives_back(const struct event *e)
{
    return e->output_count > 0 && e->effect != STORAGE_IN_PLACE &&
           event_reads(e, e->output[0].serial, 0);
}

bool event_lends(const struct event *e, int input)
{
    int argument = e->input[input].argument;
    bool as = event_is(e, OP_expand_as OP_view_as OP_reshape_as OP_type_as OP_to);
    bool like = event_does(e, FILLS) ||
                event_is(e, OP_rand_like OP_randn_like OP_randint_like OP_new_tensor);
    return (as && argument == 1) || (like && argument == 0);
}

/* --- scale --- */

/* The real number that an operand stands for: a Python number, or a tensor of one cell. */
static bool number_of(struct tape *t, int event, int argument, double *out)
{
    const struct event *e = &t->event[event];
    const struct argument *a = &e->arg[argument];
    const struct tensor *held = &a->tensor;
    struct tensor then;
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_input *input = &e->input[k];
        if (input->argument == argument) {
            const struct tensor *x = &input->of.tensor;
            if (tensor_numel(x) != 1 || dtype_category(x->dtype) == CATEGORY_COMPLEX ||
                !tape_before(t, &input->of, event, &then)) {
                return false;
            }
            *out = tensor_double_at(&then, then.offset);
            tensor_release(&then);
            return true;
        }
    }
    if (held->storage != NULL && tensor_numel(held) == 1 &&
        dtype_category(held->dtype) != CATEGORY_COMPLEX) {
        *out = tensor_double_at(held, held->offset);
        return true;
    }
    if (value_is_number(a->value)) {
        *out = value_number(a->value);
        return true;
    }
    return false;
}

bool event_scales(struct tape *t, int event, double *factor)
{
    const struct event *e = &t->event[event];
    bool times = event_does(e, MULTIPLIES);
    bool over = event_does(e, DIVIDES);
    if ((!times && !over) || e->arg_count < 2) {
        return false;
    }
    bool first = times && e->input_count == 1 && e->input[0].argument == 1; /* 2 * x */
    if (first || !number_of(t, event, 1, factor)) {
        return times && number_of(t, event, 0, factor);
    }
    if (over) {
        *factor = 1 / *factor;
    }
    return true;
}

/* --- mask --- */

struct cells {     /* what a tensor holds */
    bool hides;    /* some cell is very negative (or minus infinity) */
    bool lifts;    /* some cell is very positive: it hides where it is subtracted */
    bool switches; /* nothing but 0 and 1 */
    bool both;     /* both of them */
    bool flat;     /* nothing but 0 and one other number */
};

static bool look(struct tape *t, int event, const struct tape_tensor *of, struct cells *out)
{
    scoped_tensor then = {0};
    bool zero = false, one = false, more = false;
    double other = 0;
    if (!tape_before(t, of, event, &then)) {
        error_clear(&t->session->in.error);
        return false;
    }
    *out = (struct cells){.flat = true};
    int64_t count = tensor_numel(&then);
    for (int64_t k = 0; k < count; k++) {
        double v = tensor_cell(&then, k);
        out->hides |= v <= VERY_NEGATIVE;
        out->lifts |= v >= -VERY_NEGATIVE;
        zero |= v == 0;
        one |= v == 1;
        more |= v != 0 && v != 1;
        out->flat = out->flat && (v == 0 || other == 0 || v == other);
        other = v != 0 ? v : other;
    }
    out->switches = !more;
    out->both = zero && one;
    return true;
}

/* A write into scores: of a number through a mask, or of a very negative one. Writing scores cell
 * by cell into a buffer is none. */
static bool writes_mask(const struct event *e)
{
    int at = event_is(e, OP_fill OP_fill_diagonal) ? 1 : 2;
    const struct argument *value = e->arg_count > at ? &e->arg[at] : NULL;
    if (value == NULL || !value_is_number(value->value)) {
        return false;
    }
    for (int k = 0; k < e->input_count; k++) {
        const struct tensor *key = &e->input[k].of.tensor;
        if (e->input[k].argument == 1 && key->dtype == DTYPE_BOOL && tensor_numel(key) > 1) {
            return true;
        }
    }
    return value_number(value->value) <= VERY_NEGATIVE;
}

/* A number for each place that is learned, or a row of a table of these: a bias of positions. */
static bool is_learned(const struct tape *t, const struct tape_tensor *of)
{
    for (int depth = 0; depth < 16; depth++) {
        const struct event *e = of->maker >= 0 ? &t->event[of->maker] : NULL;
        if (of->parameter || e == NULL || event_is(e, OP_embedding)) {
            return of->parameter || e != NULL;
        }
        if (!(event_moves(e) || event_maps_cells(e)) || e->input_count == 0) {
            return false;
        }
        of = &e->input[0].of;
    }
    return false;
}

/* A mask that happens to hide little or nothing is one still: it is called so, or was made as a
 * triangle, by filling through another one, or by multiplying with a very large number. What is
 * learned is none, nor are many numbers: a bias for each distance. */
static bool made_as_mask(struct tape *t, int event, const struct tape_tensor *of,
                         const struct cells *cells)
{
    double factor;
    if (!cells->flat || is_learned(t, of)) {
        return false;
    }
    for (int depth = 0; depth < 16; depth++) {
        const char *name = tape_name(t, event, of);
        const struct event *e = of->maker >= 0 ? &t->event[of->maker] : NULL;
        if (name != NULL && (strstr(name, "mask") != NULL || strstr(name, "Mask") != NULL)) {
            return true;
        }
        if (e == NULL) {
            return false;
        }
        if (event_does(e, TRIANGLES | MASKS) ||
            (event_scales(t, of->maker, &factor) && fabs(factor) >= -VERY_NEGATIVE)) {
            return true;
        }
        if (!event_moves(e) || e->input_count == 0) {
            return false;
        }
        event = of->maker;
        of = &e->input[0].of;
    }
    return false;
}

/* Whether a table of 0 and 1 says which keys each query may see by where they stand: nothing behind
 * a query, or all of that, and of what lies before it something else. */
static bool is_causal(struct tape *t, int event, const struct tape_tensor *of)
{
    scoped_tensor then = {0};
    int ndim = of->tensor.ndim;
    int64_t n = ndim < 2 ? 0 : of->tensor.shape[ndim - 1];
    if (n < 2 || of->tensor.shape[ndim - 2] != n) {
        return false;
    }
    if (!tape_before(t, of, event, &then)) {
        error_clear(&t->session->in.error);
        return false;
    }
    double own = tensor_cell(&then, 0);
    bool causal = true, looks = false;
    for (int64_t k = 0; causal && k < tensor_numel(&then); k++) {
        int64_t row = k / n % n, key = k % n;
        bool like = tensor_cell(&then, k) == own;
        causal = key < row || like == (key == row);
        looks |= key < row && like;
    }
    return causal && looks;
}

/* Whether 0 and 1 are added that came out of a question and hide by place, as j <= i does: truth
 * itself, which may be the same for all queries, or numbers made of it. A bonus for what is alike
 * is no mask. */
static bool adds_truth(struct tape *t, int event, const struct tape_tensor *of)
{
    const struct tape_tensor *from = of;
    while (from->tensor.dtype != DTYPE_BOOL && from->maker >= 0) {
        const struct event *e = &t->event[from->maker];
        if (!(event_moves(e) || event_does(e, CONVERTS)) || e->input_count == 0) {
            return false;
        }
        from = &e->input[0].of;
    }
    int ndim = of->tensor.ndim;
    bool for_all = of->tensor.dtype == DTYPE_BOOL && ndim > 1 && of->tensor.shape[ndim - 2] == 1;
    return from->tensor.dtype == DTYPE_BOOL && (for_all || is_causal(t, event, of));
}

bool event_masks(struct tape *t, int event, int scores)
{
    const struct event *e = &t->event[event];
    struct cells cells;
    if (event_does(e, TRIANGLES | MASKS) || event_is(e, OP_masked_scatter)) {
        return true;
    }
    if (event_is(e, OP___setitem__ OP_index_fill OP_index_put OP_fill OP_fill_diagonal)) {
        return writes_mask(e);
    }
    if (event_does(e, ADDS_PRODUCT)) { /* fused: what the product is added to */
        return e->input_count > 2 && tensor_numel(&e->input[0].of.tensor) > 1 &&
               look(t, event, &e->input[0].of, &cells) && cells.hides;
    }
    for (int k = 0; k < e->input_count; k++) {
        const struct tape_tensor *of = &e->input[k].of;
        if (k == scores || tensor_numel(&of->tensor) < 2) {
            continue;
        }
        if ((event_does(e, ADDS | SUBTRACTS) || event_is(e, OP_rsub)) &&
            look(t, event, of, &cells)) {
            return cells.hides || (cells.lifts && event_does(e, SUBTRACTS)) ||
                   made_as_mask(t, event, of, &cells) || (cells.both && adds_truth(t, event, of));
        }
        if (event_does(e, MULTIPLIES) && look(t, event, of, &cells)) {
            return cells.switches && (cells.both || made_as_mask(t, event, of, &cells));
        }
    }
    return false;
}

/* Whether integers are given and no range: nobody knows of them where they stand. */
static bool is_given(const struct tape *t, const struct tape_tensor *of)
{
    for (int depth = 0; of->maker >= 0 && depth < 16; depth++) {
        const struct event *e = &t->event[of->maker];
        if (event_creates(e)) {
            return !event_is(e, OP_arange);
        }
        if (!event_moves(e) && !event_maps_cells(e) && !event_lays(e)) {
            return false;
        }
        of = &e->input[e->input_count - 1].of;
    }
    return of->maker < 0;
}

bool event_takes_data(struct tape *t, int event, int input)
{
    const struct event *e = &t->event[event];
    const struct tape_tensor *of = &e->input[input].of;
    enum dtype_category in = dtype_category(of->tensor.dtype);
    enum dtype_category out = e->output_count > 0 ? dtype_category(e->output[0].tensor.dtype) : in;
    bool alike = event_is(e, OP_eq OP_ne) || e->input_count == 1;
    struct cells cells;
    if (in == CATEGORY_INT && out == CATEGORY_BOOL && event_does(e, COMPARES | CONVERTS)) {
        return alike && is_given(t, of) && look(t, event, of, &cells) &&
               (e->input_count > 1 || !cells.switches);
    }
    return in == CATEGORY_FLOAT && out == CATEGORY_FLOAT && e->input_count > 1 &&
           look(t, event, of, &cells) && !cells.hides && !cells.lifts &&
           (!cells.flat || is_learned(t, of));
}

bool event_drops(struct tape *t, int event, int weights)
{
    const struct event *e = &t->event[event];
    int other = 1 - weights;
    scoped_tensor then = {0};
    double kept = 0;
    bool dropped = false, one = true;
    if (!event_does(e, MULTIPLIES) || e->input_count != 2 || weights > 1 ||
        tensor_numel(&e->input[other].of.tensor) < 2) {
        return false;
    }
    if (!tape_before(t, &e->input[other].of, event, &then)) {
        error_clear(&t->session->in.error);
        return false;
    }
    for (int64_t k = 0; one && k < tensor_numel(&then); k++) {
        double v = tensor_cell(&then, k);
        kept = kept == 0 ? v : kept;
        dropped |= v == 0;
        one = v == 0 || (v == kept && v >= 1);
    }
    return one && dropped;
}

int event_adds_squares(const struct tape *t, int event)
{
    const struct event *at = t->event, *e = &at[event];
    bool sum = event_is(e, OP_mean OP_sum) && e->input_count == 1 && e->output[0].tensor.ndim == 0;
    int power = sum ? e->input[0].of.maker : -1;
    const struct argument *by = power >= 0 ? event_argument(&at[power], "exponent") : NULL;
    bool square = by != NULL && event_is(&at[power], OP_pow) && at[power].input_count == 1 &&
                  at[power].call != at[power].user_call && at[power].of < 0 && by->f == 2;
    int apart = square ? at[power].input[0].of.maker : -1;
    bool own = apart >= 0 && event_does(&at[apart], SUBTRACTS) && at[apart].input_count == 2 &&
               at[apart].call == at[power].call && e->call != e->user_call;
    for (int k = 0; own && k < 2; k++) {
        own = tensor_same_shape(&at[apart].input[k].of.tensor, &at[apart].output[0].tensor);
    }
    return own ? apart : -1;
}

bool event_convolves(const struct tape *t, int event)
{
    for (int c = t->event[event].call; c >= 0 && t->call[c].prelude; c = t->call[c].parent) {
        if (strncmp(t->call[c].name, "conv", 4) == 0 || strncmp(t->call[c].name, "Conv", 4) == 0) {
            return true;
        }
    }
    return false;
}

void event_number(const struct event *e, struct buf *out)
{
    buf_printf(out, "%s%d", e->setup ? "s" : "", e->number);
}
