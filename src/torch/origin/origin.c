/* Where a cell came from: the question taken apart, and the kinds whose answer is a place or a row.
 * Only looks at shapes, arguments and signatures; what must run the operation again for its answer
 * stands in origin_map.c and origin_sort.c. */
#include "torch/origin/origin_parts.h"

#include "base/grow.h"
#include "torch/torch.h"

#include <stdlib.h>
#include <string.h>

/* --- parameters --- */

bool origin_named(const char *name, const char *wanted)
{
    size_t len = strlen(wanted);
    return strncmp(name, wanted, len) == 0 && strchr("=,)", name[len]) != NULL;
}

/* The parameter at p with its type in front, and behind it the next one; NULL when there is no
 * more. */
static const char *next_parameter(const char *p, const char **type, const char **name)
{
    size_t len;
    *type = p + strspn(p, "(*, ");
    p = op_next_parameter(p, name, &len);
    return len == 0 ? NULL : p;
}

static const char *parameter(const struct op *op, int k, const char **type)
{
    const char *name = NULL, *p = op->signature;
    do {
        p = next_parameter(p, type, &name);
    } while (p != NULL && k-- > 0);
    return p == NULL ? NULL : name;
}

const struct argument *origin_argument(const struct search *s, const char *name)
{
    const char *type, *at;
    for (int k = 0; (at = parameter(s->call->op, k, &type)) != NULL; k++) {
        if (origin_named(at, name)) {
            return &s->call->arg[k];
        }
    }
    return NULL;
}

int origin_source(const struct search *s, const char *name)
{
    for (int k = 0; k < s->sources; k++) {
        if (origin_named(s->source[k].name, name)) {
            return k;
        }
    }
    return -1;
}

int origin_dim(int64_t dim, const struct tensor *t)
{
    return (int)(dim < 0 ? dim + t->ndim : dim);
}

unsigned origin_axes(const struct search *s, const struct tensor *t)
{
    const struct argument *a = origin_argument(s, "dim");
    unsigned axes = 0;
    if (a == NULL) {
        a = origin_argument(s, "axis");
    }
    if (a == NULL || a->none || (a->ints != NULL && a->count == 0)) {
        return ~0u;
    }
    if (t->ndim == 0) {
        return 0;
    }
    if (a->ints == NULL) {
        return 1u << origin_dim(a->i, t);
    }
    for (int k = 0; k < a->count; k++) {
        axes |= 1u << origin_dim(a->ints[k], t);
    }
    return axes;
}

/* --- sources --- */

bool origin_is_array(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v) ||
                                      value_isinstance(in, v, torch_of(in)->types.numpy_number));
}

static bool add_source(struct search *s, struct operand source)
{
    if (!grow(&s->source, s->sources, &s->sources_cap, sizeof *s->source)) {
        return error_set(s->call->cx->err, ERROR_MEMORY, "no memory for %d tensors", s->sources);
    }
    s->source[s->sources++] = source;
    return true;
}

/* The arrays of a list given for an `object`, counted as numpy_list_take does. */
static bool list_sources(struct search *s, struct operand source, const struct list *l)
{
    source.held = SOURCE_OBJECT_LIST;
    for (int64_t k = 0; k < l->count; k++) {
        if (origin_is_array(s->call->in, l->at[k])) {
            source.tensor = &tensor_object_of(l->at[k])->tensor;
            source.class = l->at[k].o->class;
            if (!add_source(s, source)) {
                return false;
            }
            source.element++;
        }
    }
    return true;
}

static bool argument_sources(struct search *s, int k, const char *type, const char *name)
{
    const struct argument *a = &s->call->arg[k];
    struct operand source = {.argument = k, .name = name};
    bool object = strncmp(type, "object ", 7) == 0;
    if (!object && a->tensors != NULL) {
        source.held = SOURCE_LIST;
        for (; source.element < a->count; source.element++) {
            source.tensor = &a->tensors[source.element]->tensor;
            source.class = a->tensors[source.element]->object.class;
            if (!add_source(s, source)) {
                return false;
            }
        }
        return true;
    }
    if (object && a->owned && a->tensor.storage != NULL) {
        source.held = SOURCE_SILENT;
        source.tensor = &a->tensor;
        return add_source(s, source);
    }
    if (object && (list_is(a->value) || tuple_is(a->value))) {
        return list_sources(s, source, (const struct list *)a->value.o);
    }
    bool number = strncmp(type, "Number", 6) == 0 || strncmp(type, "Other ", 6) == 0;
    if (a->object == NULL && !((object || number) && origin_is_array(s->call->in, a->value))) {
        return true;
    }
    source.held = object ? SOURCE_OBJECT : a->object != NULL ? SOURCE_TENSOR : SOURCE_NUMBER;
    source.class = a->value.o->class;
    source.tensor = a->tensor.storage != NULL ? &a->tensor : &tensor_object_of(a->value)->tensor;
    return add_source(s, source);
}

static bool collect(struct search *s)
{
    const char *type, *name;
    for (int k = 0; (name = parameter(s->call->op, k, &type)) != NULL; k++) {
        bool tensors = strncmp(type, "Tensor", 6) == 0 || strncmp(type, "Other ", 6) == 0 ||
                       strncmp(type, "Number", 6) == 0 || strncmp(type, "object ", 7) == 0;
        if (k < s->call->arg_count && tensors && !s->call->arg[k].none &&
            !origin_named(name, "out") && !argument_sources(s, k, type, name)) {
            return false;
        }
    }
    return true;
}

/* --- the simple kinds --- */

static bool none(struct search *s)
{
    (void)s;
    return true;
}

static bool elementwise(struct search *s)
{
    for (int k = 0; k < s->sources; k++) {
        if (!origin_add_same(s, k)) {
            return false;
        }
    }
    return true;
}

/* Only the first tensor is folded along dim; any other counts as a whole (bincount's weights). */
static bool reduction(struct search *s)
{
    for (int k = 0; k < s->sources; k++) {
        unsigned axes = k == 0 ? origin_axes(s, s->source[0].tensor) : ~0u;
        struct region row = origin_row(s, k, axes, s->out->ndim, s->at);
        if (!origin_add_regions(s, 1, &row)) {
            return false;
        }
    }
    return true;
}

/* NumPy's scans without an axis run over all cells in row-major order. */
static bool scan(struct search *s)
{
    if (s->sources == 0) {
        return true;
    }
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = origin_axes(s, t);
    struct region row = {.ndim = 1, .size = {s->cell + 1}, .step = {1}};
    for (int d = 0; axes != ~0u && d < t->ndim; d++) {
        if (axes >> d & 1u) {
            row = origin_row(s, 0, axes, s->out->ndim, s->at);
            row.size[0] = s->at[d] + 1;
        }
    }
    return origin_add_regions(s, 1, &row);
}

/* Without dim, F.softmax takes an axis by the number of axes. */
static bool softmax(struct search *s)
{
    if (s->sources == 0) {
        return true;
    }
    const struct tensor *t = s->source[0].tensor;
    unsigned axes = origin_axes(s, t);
    if (axes == ~0u) {
        axes = t->ndim == 0 || t->ndim == 1 || t->ndim == 3 ? 1u : 2u;
    }
    struct region row = origin_row(s, 0, axes, s->out->ndim, s->at);
    return origin_add_regions(s, 1, &row);
}

/* Drawn with a tensor as parameter: bernoulli's chances, normal's mean and std. What is filled, or
 * only lends its shape, has no say. */
static bool drawn(struct search *s)
{
    const struct op *op = s->call->op;
    size_t len = strlen(op->name);
    bool like = len > 5 && strcmp(op->name + len - 5, "_like") == 0;
    bool filled = (op->where & IN_PLACE) != 0;
    return like || filled || origin_argument(s, "p") != NULL || elementwise(s);
}

static bool (*const by_kind[])(struct search *s) = {
    [KIND_CONSTANT] = none,       [KIND_ELEMENTWISE] = elementwise,
    [KIND_REDUCTION] = reduction, [KIND_SCAN] = scan,
    [KIND_SOFTMAX] = softmax,     [KIND_CONTRACTION] = origin_contraction,
    [KIND_MAP] = origin_map,      [KIND_SORT] = origin_sort,
    [KIND_RANDOM] = drawn,        [KIND_VALUE] = none,
};

/* --- the question --- */

bool origin_find(struct call *call, int output, const struct tensor *out, int64_t cell,
                 struct origins *origins)
{
    struct search s = {.call = call, .output = output, .out = out, .cell = cell, .found = origins};
    *origins = (struct origins){0};
    if (cell < 0 || cell >= tensor_numel(out)) {
        return error_set(call->cx->err, ERROR_INDEX, "cell %lld is none of the %lld cells of %s",
                         (long long)cell, (long long)tensor_numel(out), call->op->name);
    }
    origin_place(out, cell, s.at);
    bool known = false;
    bool ok = collect(&s) && origin_special(&s, &known) && (known || by_kind[call->op->kind](&s));
    free(s.source);
    if (!ok) {
        origins_free(origins);
    }
    return ok;
}

static bool find_one_by_one(struct call *call, int output, const struct tensor *out,
                            struct origin *each)
{
    bool ok = true;
    for (int64_t k = 0; ok && k < tensor_numel(out); k++) {
        struct origins found;
        ok = origin_find(call, output, out, k, &found);
        each[k] = ok && found.count > 0 ? found.at[0] : (struct origin){.argument = -1};
        origins_free(&found);
    }
    return ok;
}

bool origin_find_all(struct call *call, int output, const struct tensor *out, struct origin *each)
{
    struct origins found = {0};
    struct search s = {.call = call, .output = output, .out = out, .found = &found};
    if (call->op->kind != KIND_MAP || tensor_numel(out) == 0) {
        return find_one_by_one(call, output, out, each);
    }
    bool known = false;
    bool ok = collect(&s) && origin_special(&s, &known) && (known || origin_map_all(&s, each));
    free(s.source);
    origins_free(&found);
    return ok && (!known || find_one_by_one(call, output, out, each));
}

void origins_free(struct origins *origins)
{
    free(origins->at);
    *origins = (struct origins){0};
}
