/* Finds the origins of cells that were only moved: the operation is carried out again on tensors
 * that hold numbers in place of values, and the cell of the result is the number of its origin.
 *
 * The stand-ins keep shape and dtype, so the operation takes the same path and refuses nothing. A
 * number that the dtype cannot hold is sent in digits, one run for each: bool carries 0 and 1. Two
 * runs, all 0 and all 1, come first: what is the same in both is a constant (fill, padding).
 * Tensors that say where to look (an index, a mask) keep their values. The arguments are never
 * changed: everything happens on a copy of the call. */
#include "torch/origin/origin_map.h"

#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"
#include "torch/tensor_index.h"
#include "torch/torch.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Which of the cells' numbers, counted over all sources, the stand-ins hold in this run. */
struct digit {
    int64_t base, divisor; /* (number / divisor) % base */
    bool fixed;            /* every cell holds `value` */
    int64_t value;
};

struct stand_ins {
    struct tensor_object *object;   /* one for each source; class NULL: not replaced */
    struct tensor_object **element; /* the lists of Tensor[] arguments, one behind the other */
    struct value *value;            /* the same for lists given as objects */
    struct list list[OP_MAX_ARGUMENTS];
};

/* --- one stand-in --- */

static bool steers(const struct search *s, const struct operand *source)
{
    static const char *const names[] = {
        "index", "indices", "mask", "condition", "repeats", "key", "tensor_indices_or_sections"};
    for (size_t k = 0; k < sizeof names / sizeof names[0]; k++) {
        if (origin_named(source->name, names[k])) {
            return true;
        }
    }
    return op_is(s->call->op, OP_embedding) && origin_named(source->name, "input");
}

/* Whether an operation asks how its tensor lies in the storage. */
static bool sees_storage(const struct op *op)
{
    return strcmp(op->name, "as_strided") == 0 || strncmp(op->name, "resize", 6) == 0;
}

/* A tensor like `from`, whose cells hold numbers from `first` on. Cells that share memory (expand)
 * get memory of their own, unless the operation sees the storage. */
static bool numbered(struct search *s, const struct tensor *from, int64_t first,
                     const struct digit *digit, struct tensor *out)
{
    struct compute *cx = s->call->cx;
    if (sees_storage(s->call->op)) {
        int64_t cells = (int64_t)(from->storage->bytes / dtype_size(from->dtype));
        if (!tensor_zeros(cx, out, from->dtype, 1, &cells)) {
            return false;
        }
        struct storage *storage = out->storage;
        *out = *from;
        out->storage = storage;
    } else if (!tensor_new(cx, out, from->dtype, from->ndim, from->shape)) {
        return false;
    }
    out->wrapped = from->wrapped;
    for (int64_t k = tensor_numel(from) - 1; k >= 0;
         k--) { /* of shared cells the first one stays */
        tensor_set_int(out, tensor_place(out, k),
                       digit->fixed ? digit->value : (first + k) / digit->divisor % digit->base);
    }
    return true;
}

/* --- the copy of the call --- */

static void stand_ins_free(struct stand_ins *in, int sources)
{
    for (int k = 0; in->object != NULL && k < sources; k++) {
        tensor_release(&in->object[k].tensor);
    }
    free(in->object);
    free(in->element);
    free(in->value);
}

static bool is_numpy(const struct call *c)
{
    return (c->op->where & IN_NUMPY) != 0 || c->torch->numpy->has_row(c->op);
}

/* A copy to run: what a body fills in by itself starts empty, as in the first run. */
static void copy_call(const struct call *from, struct call *to)
{
    *to = (struct call){.in = from->in,
                        .torch = from->torch,
                        .cx = from->cx,
                        .op = from->op,
                        .arg_count = from->arg_count,
                        .backward = from->op->backward,
                        .in_place = from->in_place};
    memcpy(to->arg, from->arg, sizeof to->arg);
    bool numpy = is_numpy(from);
    for (int k = 0; numpy && k < to->arg_count; k++) {
        struct argument *a = &to->arg[k];
        if (a->ints == NULL && a->value.type == VALUE_OBJECT) {
            a->tensors = NULL;
            a->count = 0;
            a->object = NULL;
        }
        a->tensor = (struct tensor){0};
        a->owned = false;
    }
}

static void replace(const struct search *s, struct call *again, struct stand_ins *in, int k)
{
    const struct operand *source = &s->source[k];
    struct argument *a = &again->arg[source->argument];
    struct tensor_object *object = &in->object[k];
    const struct list *from;
    switch (source->held) {
    case SOURCE_TENSOR:
        a->object = object;
        a->value = value_object(object);
        a->tensor = object->tensor;
        break;
    case SOURCE_NUMBER:
        a->value = value_object(object);
        a->tensor = object->tensor;
        a->f = tensor_double_at(&object->tensor, object->tensor.offset);
        a->i = (int64_t)a->f;
        break;
    case SOURCE_LIST:
        a->tensors = in->element + (k - source->element);
        a->tensors[source->element] = object;
        break;
    case SOURCE_OBJECT:
        a->value = value_object(object);
        break;
    case SOURCE_OBJECT_LIST: /* every source stands for an item, but not every item is a source */
        from = (const struct list *)s->call->arg[source->argument].value.o;
        if (source->element == 0) {
            in->list[source->argument] = *from;
            in->list[source->argument].at = in->value;
            memcpy(in->value, from->at, (size_t)from->count * sizeof *from->at);
            in->value += from->count;
            a->value = value_object(&in->list[source->argument]);
        }
        for (int64_t j = 0; j < from->count; j++) {
            if (from->at[j].type == VALUE_OBJECT &&
                &tensor_object_of(from->at[j])->tensor == source->tensor) {
                in->list[source->argument].at[j] = value_object(object);
            }
        }
        break;
    case SOURCE_SILENT:
        break;
    }
}

/* How many items the lists given for objects have. */
static size_t list_items(const struct search *s)
{
    size_t count = 1;
    for (int k = 0; k < s->sources; k++) {
        if (s->source[k].held == SOURCE_OBJECT_LIST && s->source[k].element == 0) {
            count +=
                (size_t)((const struct list *)s->call->arg[s->source[k].argument].value.o)->count;
        }
    }
    return count;
}

static bool prepare(struct search *s, const struct digit *digit, struct call *again,
                    struct stand_ins *in)
{
    size_t sources = (size_t)s->sources + 1;
    int64_t first = 0;
    in->object = calloc(sources, sizeof *in->object);
    in->element = calloc(sources, sizeof *in->element);
    in->value = calloc(list_items(s), sizeof *in->value);
    struct value *values = in->value; /* replace() moves the pointer on */
    bool ok = (in->object != NULL && in->element != NULL && in->value != NULL) ||
              error_memory(s->call->cx->err);
    copy_call(s->call, again);
    for (int k = 0; k < s->sources && ok; k++) {
        const struct operand *source = &s->source[k];
        if (source->held != SOURCE_SILENT && !steers(s, source)) {
            in->object[k].object.class = source->class;
            ok = numbered(s, source->tensor, first, digit, &in->object[k].tensor);
            if (ok) {
                replace(s, again, in, k);
            }
        }
        first += tensor_numel(source->tensor);
    }
    in->value = values;
    return ok;
}

/* --- running --- */

/* x[key] and x[key] = value have no function of their own. */
static bool run_key(struct call *c)
{
    struct argument *a = c->arg;
    bool numpy = is_numpy(c);
    if (c->arg_count == 2) {
        c->has_value = numpy ? c->torch->numpy->get_item(c->in, a[0].value, a[1].value, &c->value)
                             : tensor_get_item(c->in, a[0].value, a[1].value, &c->value);
        return c->has_value;
    }
    a[0].object = tensor_object_of(a[0].value);
    c->in_place = true;
    return numpy ? c->torch->numpy->set_item(c->in, a[0].value, a[1].value, a[2].value)
                 : tensor_set_item(c->in, a[0].value, a[1].value, a[2].value);
}

/* Runs without gradients and without telling the observer or the recorder, and turns an exception
 * into an error. */
static bool run_quietly(struct call *c)
{
    bool (*before_write)(void *, const struct tensor *) = c->cx->before_write;
    struct recorder *recorder = c->in->recorder;
    enum outcome ending = c->in->ending;
    bool asks = c->torch->grad_enabled;
    c->torch->grad_enabled = false;
    c->cx->before_write = NULL;
    c->in->recorder = NULL;
    bool ok = c->op->run != NULL ? op_carry_out(c) : run_key(c);
    c->cx->before_write = before_write;
    c->torch->grad_enabled = asks;
    c->in->recorder = recorder;
    if (!ok && c->in->exception.type == VALUE_OBJECT) {
        raise_catch(c->in);
    }
    c->in->ending = ending;
    return ok ||
           error_set(c->cx->err, ERROR_RUNTIME, "%s cannot be carried out again", c->op->name);
}

bool origin_rerun(struct search *s, struct call *again)
{
    copy_call(s->call, again);
    if (!run_quietly(again)) {
        origin_release(s, again);
        return false;
    }
    return true;
}

/* Gives back what the run made, not what the first call owns. */
void origin_release(const struct search *s, struct call *again)
{
    for (int k = 0; k < OP_MAX_OUTPUTS; k++) {
        tensor_release(&again->out[k]);
    }
    for (int k = 0; k < again->many_count; k++) {
        tensor_release(&again->many[k]);
    }
    free(again->many);
    tensor_release(&again->before);
    tensor_release(&again->kept);
    bool numpy = is_numpy(s->call);
    for (int k = 0; numpy && k < again->arg_count; k++) {
        struct argument *a = &again->arg[k];
        if (a->owned) {
            tensor_release(&a->tensor);
        }
        if (a->tensors != s->call->arg[k].tensors) {
            free(a->tensors);
        }
    }
}

/* --- reading the answer --- */

const struct tensor *origin_result(const struct search *s, const struct call *again)
{
    if (again->many != NULL) {
        return s->output < again->many_count ? &again->many[s->output] : NULL;
    }
    if (again->wrote != NULL) { /* a.resize(), a.sort() */
        return &again->wrote->tensor;
    }
    if (again->outputs > 0) {
        return s->output < again->outputs ? &again->out[s->output] : NULL;
    }
    struct value v = again->value;
    bool many = again->has_value && (tuple_is(v) || list_is(v)); /* np.linalg.qr, np.split */
    if (many && s->output < ((const struct list *)v.o)->count) {
        v = ((const struct list *)v.o)->at[s->output];
    }
    if (again->has_value) {
        return origin_is_array(again->in, v) ? &tensor_object_of(v)->tensor : NULL;
    }
    return again->in_place ? &again->arg[0].object->tensor : NULL;
}

/* A result that is a fresh object belongs to the heap, but nobody will ever see it: its cells are
 * given back at once. */
static void drop_value(const struct search *s, const struct call *again, const struct stand_ins *in)
{
    struct value v = again->value;
    bool fresh = again->has_value && origin_is_array(again->in, v);
    for (int k = 0; fresh && k < again->arg_count; k++) {
        fresh = again->arg[k].value.type != VALUE_OBJECT || again->arg[k].value.o != v.o;
    }
    for (int k = 0; fresh && k < s->sources; k++) {
        fresh = v.o != &in->object[k].object;
    }
    if (fresh) {
        tensor_release(&tensor_object_of(v)->tensor);
    }
}

/* The cells that are asked about: `count` from `first` on. */
struct asked {
    int64_t first, count;
};

/* What the cells hold in one run. */
static bool read_run(struct search *s, struct asked asked, const struct digit *digit, double *out,
                     enum dtype *dtype)
{
    struct stand_ins in = {0};
    struct call again = {0};
    bool ok = prepare(s, digit, &again, &in) && run_quietly(&again);
    const struct tensor *result = ok ? origin_result(s, &again) : NULL;
    *dtype = result != NULL ? result->dtype : DTYPE_BOOL;
    for (int64_t k = 0; k < asked.count; k++) {
        int64_t cell = asked.first + k;
        bool there = result != NULL && cell < tensor_numel(result);
        out[k] = there ? tensor_cell(result, cell) : 0;
    }
    drop_value(s, &again, &in);
    origin_release(s, &again);
    stand_ins_free(&in, s->sources);
    return ok;
}

static bool same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* The largest base whose digits survive every dtype on the way. */
static int64_t base_for(const struct search *s, enum dtype out)
{
    int64_t base = (int64_t)1 << 20;
    for (int k = -1; k < s->sources; k++) {
        enum dtype d = k < 0 ? out : s->source[k].tensor->dtype;
        int64_t holds = d == DTYPE_BOOL       ? 2
                        : dtype_size(d) == 1  ? 128
                        : d == DTYPE_BFLOAT16 ? 256
                        : d == DTYPE_FLOAT16  ? 2048
                        : d == DTYPE_INT16    ? 32768
                                              : base;
        base = holds < base ? holds : base;
    }
    return base;
}

/* Marks constants with -1, all others with 0, and says whether 0 and 1 came through as such. */
static bool mark_constants(const double *low, const double *high, int64_t count, int64_t *number)
{
    bool plain = true;
    for (int64_t k = 0; k < count; k++) {
        number[k] = same(low[k], high[k]) ? -1 : 0;
        plain &= number[k] < 0 || (low[k] == 0 && high[k] == 1);
    }
    return plain;
}

/* The numbers of the cells' origins, counted over all sources; -1: a constant. low, high and held
 * have room for a value of each cell. */
static bool find_numbers(struct search *s, struct asked asked, double *low, double *high,
                         double *held, int64_t *number)
{
    struct digit zero = {.fixed = true, .value = 0}, one = {.fixed = true, .value = 1};
    enum dtype dtype;
    int64_t total = 0;
    if (!read_run(s, asked, &zero, low, &dtype) || !read_run(s, asked, &one, high, &dtype)) {
        return false;
    }
    /* bytes read as another dtype are no numbers any more: only 0 and 1 can be told apart */
    int64_t base = mark_constants(low, high, asked.count, number) ? base_for(s, dtype) : 2;
    for (int k = 0; k < s->sources; k++) {
        total += tensor_numel(s->source[k].tensor);
    }
    for (struct digit d = {.base = base, .divisor = 1}; d.divisor < total; d.divisor *= base) {
        if (!read_run(s, asked, &d, held, &dtype)) {
            return false;
        }
        for (int64_t k = 0; k < asked.count; k++) {
            int64_t digit = base == 2 ? same(held[k], high[k]) : (int64_t)held[k];
            number[k] += number[k] >= 0 ? digit * d.divisor : 0;
        }
    }
    return true;
}

/* Which source a number belongs to, and its cell there. */
static bool find_source(const struct search *s, int64_t number, int *source, int64_t *cell)
{
    for (*source = 0; *source < s->sources; ++*source) {
        int64_t cells = tensor_numel(s->source[*source].tensor);
        if (number < cells) {
            *cell = number;
            return true;
        }
        number -= cells;
    }
    return error_set(s->call->cx->err, ERROR_RUNTIME, "%s does not only move its cells",
                     s->call->op->name);
}

bool origin_map(struct search *s)
{
    double low, high, held;
    int64_t number = 0, cell = 0;
    int source;
    return find_numbers(s, (struct asked){s->cell, 1}, &low, &high, &held, &number) &&
           (number < 0 || (find_source(s, number, &source, &cell) && origin_add(s, source, cell)));
}

bool origin_map_all(struct search *s, struct origin *each)
{
    struct asked asked = {0, tensor_numel(s->out)};
    size_t count = (size_t)asked.count;
    double *held = malloc((3 * count + 1) * sizeof *held);
    int64_t *number = malloc((count + 1) * sizeof *number);
    bool ok = (held != NULL && number != NULL) || error_memory(s->call->cx->err);
    ok = ok && find_numbers(s, asked, held, held + count, held + 2 * count, number);
    for (int64_t k = 0; ok && k < asked.count; k++) {
        int source;
        each[k] = (struct origin){.argument = -1};
        if (number[k] >= 0) {
            ok = find_source(s, number[k], &source, &each[k].cell);
            if (ok && s->source[source].held != SOURCE_SILENT) {
                each[k].argument = s->source[source].argument;
                each[k].element = s->source[source].element;
            }
        }
    }
    free(held);
    free(number);
    return ok;
}
