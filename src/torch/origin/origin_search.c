/* Finds the tensors among the arguments of a call, and its parameters by name. */
#include "torch/origin/origin_search.h"

#include "base/grow.h"
#include "torch/op/ops.h"
#include "torch/torch.h"
#include <string.h>

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

bool origin_is_array(struct interp *in, struct value v)
{
    return v.type == VALUE_OBJECT && (tensor_object_is(in, v) || ndarray_is(in, v) ||
                                      value_isinstance(in, v, torch_of(in)->types.numpy_number));
}

static bool add_source(struct search *s, struct operand source)
{
    if (!grow(&s->source, s->sources, &s->sources_cap, sizeof *s->source)) {
        return error_memory(s->call->cx->err);
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

bool origin_collect(struct search *s)
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
