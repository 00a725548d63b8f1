/* Counts what operations on tensors cost a student's code. A step is what the evaluator does in
 * about the same time, so that a loop of large products ends by the budget and not by the clock:
 * marks are the same on every machine. */
#include "exercise/answer/attempt_budget.h"

#include "base/named.h"

#include <math.h>
#include <string.h>

#define WORK_OF_A_STEP 256 /* cells or products */

static double numel(const struct tensor_object *o)
{
    return o != NULL ? (double)tensor_numel(&o->tensor) : 1;
}

/* What a cell takes where it is much more than in a sum, by kinds and names of rows. */
static double cell_cost(const struct op *o)
{
    static const struct {
        const char *name;
        double cost;
    } rows[] = {
        {"unique", 128},  {"searchsorted", 128}, {"bucketize", 128},  {"quantile", 128},
        {"erfinv", 64},   {"lgamma", 64},        {"multinomial", 64}, {"erfc", 32},
        {"atanh", 32},    {"arctanh", 32},       {"asinh", 32},       {"arcsinh", 32},
        {"acosh", 32},    {"arccosh", 32},       {"i0", 32},          {"special_i0", 32},
        {"digamma", 32},  {"pow", 32},           {"float_power", 32}, {"nonzero", 32},
        {"argwhere", 32}, {"histc", 32},         {"sinh", 32},
    };
    int k = NAMED(rows, o->name);
    return k >= 0 ? rows[k].cost : o->kind == KIND_SORT ? 64 : o->kind == KIND_SCAN ? 4 : 1;
}

/* Of a matrix that is taken apart, by rounds of rotations or by elimination: cells * the smaller
 * side. */
static double apart_cost(const struct operation *o)
{
    const struct argument *a = &o->call->arg[0];
    const struct tensor *m = a->object != NULL ? &a->object->tensor : &a->tensor;
    int64_t rows = m->ndim > 1 ? m->shape[m->ndim - 2] : 1,
            columns = m->ndim > 1 ? m->shape[m->ndim - 1] : 1;
    bool rounds = strstr(o->op->name, "svd") != NULL || strstr(o->op->name, "pinv") != NULL;
    return (double)(rows < columns ? rows : columns) * (rounds ? 16 : 1);
}

/* How many cells or products an operation took: of (M, K) @ (K, N), which have MK, KN and MN cells,
 * the root of their product. */
static double work_of(const struct operation *o)
{
    double most = 1;
    if (o->effect == STORAGE_VIEW) {
        return (o->output_count - 1) * 4.0 * WORK_OF_A_STEP; /* of unbind() they may be many */
    }
    for (int k = 0; k < o->output_count; k++) {
        most = fmax(most, numel(o->outputs[k]));
    }
    double product = most;
    int inputs = 0;
    for (int k = 0; k < o->call->arg_count; k++) {
        const struct argument *a = &o->call->arg[k];
        int count = a->object != NULL ? 1 : a->tensors != NULL ? a->count : 0;
        for (int j = 0; j < count; j++) {
            double cells = numel(a->object != NULL ? a->object : a->tensors[j]);
            most = fmax(most, cells);
            product *= inputs++ < 2 ? fmax(cells, 1) : 1;
        }
    }
    if (o->op->kind == KIND_CONTRACTION) {
        return inputs > 1 ? fmax(most, sqrt(product)) : most * apart_cost(o);
    }
    if (strcmp(o->op->name, "isin") == 0) { /* each cell is held against all others */
        return product / fmax(numel(o->outputs[0]), 1) * 4;
    }
    return most * cell_cost(o->op);
}

static bool charge(void *self, const struct operation *operation, const struct span *site)
{
    struct attempt_budget *b = self;
    if (!attempt_rules_see(b, operation->op, NULL)) {
        for (int k = 0; operation->effect == STORAGE_IN_PLACE && k < operation->output_count; k++) {
            const struct storage *s = operation->outputs[k]->tensor.storage;
            memset(s->data, 0, s->bytes); /* what it has written is not to be had either */
        }
        return false;
    }
    return interp_step(&b->run->session->in, (uint64_t)(work_of(operation) / WORK_OF_A_STEP));
}

static bool enter(void *self, const struct function *function, const struct span *site)
{
    return attempt_rules_see(self, NULL, function->node);
}

/* What the tape keeps of the lesson's cells is not garbage. */
static void mark(void *self, struct interp *in)
{
    const struct attempt_budget *b = self;
    heap_mark_object(in, b->run->tape->kept);
}

void attempt_budget_begin(struct attempt_budget *b, struct run *run)
{
    b->recorder = (struct recorder){.self = b, .enter = enter, .operation = charge, .mark = mark};
    b->run = run;
    run->session->in.recorder = &b->recorder;
}
