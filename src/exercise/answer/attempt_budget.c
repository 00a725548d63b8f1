/* What operations on tensors cost a student's code. A step is what the evaluator does in about the
 * same time, so that a loop of large products ends by the budget and not by the clock: marks are
 * the same on every machine. */
#include "exercise/answer/attempt_budget.h"
#include "exercise/answer/attempt_rules.h"

#include <math.h>

#define WORK_OF_A_STEP 256 /* cells or products */

static double numel(const struct tensor_object *o)
{
    return o != NULL ? (double)tensor_numel(&o->tensor) : 1;
}

/* How many cells or products an operation took: of (M, K) @ (K, N), which have MK, KN and MN cells,
 * the root of their product. */
static double work_of(const struct operation *o)
{
    double most = 1;
    if (o->effect == STORAGE_VIEW) {
        return 0;
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
    bool contracts = o->op->kind == KIND_CONTRACTION && inputs > 1;
    return contracts ? fmax(most, sqrt(product)) : most;
}

static bool charge(void *self, const struct operation *operation, const struct span *site)
{
    struct attempt_budget *b = self;
    (void)site;
    attempt_rules_see(b, operation->op, NULL);
    return interp_step(&b->run->session->in, (uint64_t)(work_of(operation) / WORK_OF_A_STEP));
}

static bool enter(void *self, const struct function *function, const struct span *site)
{
    (void)site;
    attempt_rules_see(self, NULL, function->node);
    return true;
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
