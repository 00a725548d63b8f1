/* Holds what the rules of axes_rules.h share: reading arguments, and giving names. */
#include "trace/axes/axes_step.h"

#include "lang/parse/identifier.h"
#include "lang/run/label.h"
#include "trace/axes/axes_words.h"

#include <string.h>

/* --- arguments --- */

/* Which parameter of a signature has that name: "(Tensor input, int... size, *, bool x=False)". */
static int parameter(const char *signature, const char *name)
{
    size_t len = strlen(name);
    int at = 0;
    bool star = false;
    for (const char *p = signature; *p != '\0'; p++) {
        if (*p == ',') {
            at += !star;
            star = false;
        } else if (*p == '*' && p[1] == ',') {
            star = true; /* keywords follow: no parameter itself */
        } else if (p > signature && !identifier_plain(p[-1]) && strncmp(p, name, len) == 0 &&
                   (p[len] == ',' || p[len] == ')' || p[len] == '=')) {
            return at;
        }
    }
    return -1;
}

const struct argument *step_argument(const struct step *s, const char *name)
{
    int at = parameter(s->e->op->signature, name);
    if (at < 0 || at >= s->e->arg_count || s->e->arg[at].none) {
        return NULL;
    }
    return &s->e->arg[at];
}

int step_dims(const struct step *s, const char *name, int ndim, int dims[TENSOR_MAX_DIMS])
{
    const struct argument *a = step_argument(s, name);
    int count = 0;
    if (a == NULL) {
        return 0;
    }
    for (int k = 0; k < (a->ints != NULL ? a->count : 1) && count < TENSOR_MAX_DIMS; k++) {
        int64_t dim = a->ints != NULL ? a->ints[k] : a->i;
        dim += dim < 0 ? ndim : 0;
        if (dim >= 0 && dim < ndim) {
            dims[count++] = (int)dim;
        }
    }
    return count;
}

int step_dim(const struct step *s, const char *name, int ndim, int otherwise)
{
    int dims[TENSOR_MAX_DIMS];
    return step_dims(s, name, ndim, dims) > 0 ? dims[0] : otherwise;
}

static struct axis_name integer_name(const struct step *s, struct value v)
{
    struct axis_name none = {0};
    return v.type != VALUE_INT ? none : book_label(s->book, v.label, v.i, s->event);
}

int step_sizes(const struct step *s, const struct argument *a, struct axis_name at[TENSOR_MAX_DIMS])
{
    int count = 0;
    if (a == NULL) {
        return 0;
    }
    if (a->ints != NULL) {
        for (; count < a->count && count < TENSOR_MAX_DIMS; count++) {
            at[count] = book_label(s->book, a->labels[count], a->ints[count], s->event);
        }
        return count;
    }
    struct value v = a->value;
    if (list_is(v) || tuple_is(v)) {
        const struct list *l = (const struct list *)v.o;
        for (; count < l->count && count < TENSOR_MAX_DIMS; count++) {
            at[count] = integer_name(s, l->at[count]);
        }
        return count;
    }
    at[0] = integer_name(s, v);
    return 1;
}

const struct tensor *step_in(const struct step *s, int input)
{
    return &s->e->input[input].of.tensor;
}

const struct tensor *step_out(const struct step *s, int output)
{
    return &s->e->output[output].tensor;
}

/* --- names --- */

#define LONGEST 24        /* characters of a joined name */
#define LONGEST_OF_TWO 36 /* of names for one axis */
#define OR " or "

/* The axis of a result; NULL: there is none. */
static struct axis_name *axis_at(struct step *s, int output, int to)
{
    bool there = output < s->e->output_count && to >= 0 && to < s->out[output].ndim;
    return there ? &s->out[output].at[to] : NULL;
}

static void take_name(struct axis_name *at, const struct axis_name *name)
{
    at->name = name->name;
    at->size = name->size;
    at->inner = name->inner;
    at->foreign = name->foreign;
}

void step_name(struct step *s, int output, int to, struct axis_name name)
{
    struct axis_name *at = axis_at(s, output, to);
    if (at == NULL) {
        return;
    }
    words_meet(at, &name, step_out(s, output)->shape[to]);
    if (at->name == NULL && name.name != NULL) {
        take_name(at, &name);
    }
}

/* Whether a name with "or" in it holds the one behind `other`, of `len` characters. */
static bool holds_name(const char *name, const char *other, size_t len)
{
    for (const char *p = name; p != NULL; p = strstr(p, OR)) {
        p += p == name ? 0 : sizeof OR - 1;
        const char *end = strstr(p, OR);
        size_t own = end != NULL ? (size_t)(end - p) : strlen(p);
        if (own == len && memcmp(p, other, len) == 0) {
            return true;
        }
    }
    return false;
}

/* "b" and "h or b": "b or h". */
static void join_names(const char *name, const char *other, struct buf *out)
{
    buf_puts(out, name);
    for (const char *p = other; p != NULL;) {
        const char *end = strstr(p, OR);
        size_t len = end != NULL ? (size_t)(end - p) : strlen(p);
        if (!holds_name(buf_text(out), p, len)) {
            buf_printf(out, OR "%.*s", (int)len, p);
        }
        p = end != NULL ? end + sizeof OR - 1 : NULL;
    }
}

/* A name that is reckoned out of others. */
static bool is_made(const char *name)
{
    return strpbrk(name, "*+-/%") != NULL;
}

/* "b" and "h" of one axis: "b or h". */
void step_claim(struct step *s, int output, int to, struct axis_name name)
{
    struct axis_name *at = axis_at(s, output, to);
    bool two = at != NULL && at->name != NULL && name.name != NULL;
    if (!two || strcmp(at->name, name.name) == 0) {
        step_name(s, output, to, name);
        return;
    }
    int64_t size = step_out(s, output)->shape[to];
    words_meet(at, &name, size);
    bool first = at->size == size && !at->inner, second = name.size == size && !name.inner;
    if (first != second) { /* "T=3", or a name that the learner's code does not know, gives way */
        take_name(at, first ? at : &name);
        return;
    }
    bool made = is_made(at->name), other_made = is_made(name.name);
    if (made || other_made) { /* "group*num_kv" to num_heads, "d_model//num_heads" to width */
        take_name(at, made && !other_made ? &name : at);
        return;
    }
    scoped_buf text = {0};
    join_names(at->name, name.name, &text);
    at->name = text.len <= LONGEST_OF_TWO ? book_keep(s->book, &text) : NULL;
    s->ok = s->ok && (at->name != NULL || text.len > LONGEST_OF_TWO);
}

struct axis_name step_axis(const struct step *s, int input, int axis)
{
    struct axis_name none = {0};
    bool there = input >= 0 && input < s->e->input_count && axis >= 0 && axis < s->in[input].ndim;
    return there ? s->in[input].at[axis] : none;
}

static void broadcast(struct step *s, int input, int output,
                      void (*give)(struct step *, int, int, struct axis_name))
{
    if (input >= s->e->input_count) {
        return;
    }
    const struct tensor *from = step_in(s, input), *to = step_out(s, output);
    for (int k = 1; k <= from->ndim && k <= to->ndim; k++) {
        if (from->shape[from->ndim - k] == to->shape[to->ndim - k]) {
            give(s, output, to->ndim - k, step_axis(s, input, from->ndim - k));
        }
    }
}

void step_broadcast(struct step *s, int input, int output)
{
    broadcast(s, input, output, step_name);
}

/* What is written keeps its names, and a mask has none to give: m of a mask says of scores by j
 * only that both have one size. */
void step_meet(struct step *s, int input, int output)
{
    bool written = s->e->effect == STORAGE_IN_PLACE && input > 0;
    bool mask = input < s->e->input_count && step_in(s, input)->dtype == DTYPE_BOOL &&
                step_out(s, output)->dtype != DTYPE_BOOL;
    broadcast(s, input, output, written || mask ? step_name : step_claim);
}

static bool is_sum(const char *name)
{
    return strpbrk(name, "+-/% ") != NULL;
}

struct axis_name step_join(struct step *s, struct axis_name a, char op, struct axis_name b)
{
    struct axis_name none = {0};
    int64_t size = op == '+' ? a.size + b.size : a.size * b.size;
    if (a.name == NULL || b.name == NULL || strlen(a.name) + strlen(b.name) + 1 > LONGEST ||
        (op == '*' && (is_sum(a.name) || is_sum(b.name)))) {
        return none;
    }
    scoped_buf text = {0};
    buf_printf(&text, "%s%c%s", a.name, op, b.name);
    const char *kept = book_keep(s->book, &text);
    s->ok = s->ok && kept != NULL;
    return (struct axis_name){.name = kept, .size = size, .inner = a.inner || b.inner};
}

void step_name_from(struct step *s, int to, const char *argument)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    int count = step_sizes(s, step_argument(s, argument), at);
    if (count == 1 && to >= 0 && to < s->out[0].ndim && at[0].size == step_out(s, 0)->shape[to]) {
        step_name(s, 0, to, at[0]);
    }
}

struct axis_name step_between(const struct step *s, struct value start, struct value stop)
{
    struct axis_name none = {0};
    bool begins = start.type == VALUE_INT && (start.i != 0 || start.label != 0);
    if (stop.type != VALUE_INT || (start.type != VALUE_INT && start.type != VALUE_NONE)) {
        return none;
    }
    uint32_t label =
        begins ? label_between(&s->book->t->session->in, start.label, stop.label) : stop.label;
    return label == 0 ? none
                      : book_label(s->book, label, begins ? stop.i - start.i : stop.i, s->event);
}

bool step_holds(const int *dims, int count, int dim)
{
    for (int k = 0; k < count; k++) {
        if (dims[k] == dim) {
            return true;
        }
    }
    return false;
}
