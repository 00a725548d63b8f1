/* Runs backward over the graph. */
#include "torch/grad/engine.h"

#include "lang/run/native.h"
#include "torch/grad/formula.h"
#include "torch/grad/saved.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <stdlib.h>

struct slot { /* the gradient of one output, as far as it has come */
    struct value grad;
    bool fresh; /* nobody else has it: a leaf may keep it as it is */
};

struct job {
    struct grad_node *node;
    int waiting; /* for so many gradients */
    bool wanted; /* its gradients are: it is needed, or they are what is asked for */
    bool needed; /* it gives gradients to what is asked for, or to a leaf */
    struct slot *slots;
    int event, argument, item; /* of a leaf: where it went in that the last gradient came from */
};

struct capture {
    struct grad_node *node;
    int output;
    struct value grad;
};

struct engine {
    struct engine *outer;
    struct interp *in;
    const struct grad_order *order;
    struct job *jobs;
    int count, cap;
    int *ready; /* a heap: the newest on top */
    int ready_count;
    struct capture *captures;
    int capture_count;
};

void engine_mark(struct interp *in)
{
    for (const struct engine *e = torch_of(in)->engine; e != NULL; e = e->outer) {
        for (int k = 0; k < e->count; k++) {
            heap_mark_object(in, e->jobs[k].node);
            for (int j = 0; e->jobs[k].slots != NULL && j < e->jobs[k].node->output_count; j++) {
                heap_mark(in, e->jobs[k].slots[j].grad);
            }
        }
        for (int k = 0; k < e->capture_count; k++) {
            heap_mark(in, e->captures[k].grad);
        }
    }
}

/* --- the jobs --- */

/* The number of the node's job, which is made when there is none; -1: raised. */
static int job_of(struct engine *e, struct grad_node *n)
{
    if (n->run == e) {
        return n->job;
    }
    if (n->run != NULL) {
        raise_unsupported(e->in, "a backward pass within a backward pass over the same graph");
        return -1;
    }
    if (e->count == e->cap) {
        int cap = e->cap > 0 ? 2 * e->cap : 64;
        struct job *jobs = realloc(e->jobs, (size_t)cap * sizeof *jobs);
        if (jobs == NULL) {
            raise_memory(e->in);
            return -1;
        }
        e->jobs = jobs;
        e->cap = cap;
    }
    n->run = e;
    n->job = e->count;
    bool all = e->order->inputs == NULL;
    e->jobs[e->count] = (struct job){.node = n, .wanted = all, .needed = all};
    return e->count++;
}

/* Every node that can be reached, and how many gradients each waits for. */
static bool gather(struct engine *e)
{
    for (int k = 0; k < e->count; k++) {
        const struct grad_node *n = e->jobs[k].node;
        for (int j = 0; j < n->edge_count; j++) {
            int to = job_of(e, n->edges[j].to);
            if (to < 0) {
                return false;
            }
            e->jobs[to].waiting++;
        }
    }
    return true;
}

/* Each job stands behind all whose nodes have edges to its own. Age does not tell: a view whose
 * base was written gets its node only when it is used, after that of its user. `waits`: room for a
 * number of each job. */
static void sort_jobs(const struct engine *e, int *order, int *waits)
{
    int found = 0;
    for (int k = 0; k < e->count; k++) {
        for (int j = 0; j < e->jobs[k].node->edge_count; j++) {
            waits[e->jobs[k].node->edges[j].to->job]++;
        }
    }
    for (int k = 0; k < e->count; k++) {
        if (waits[k] == 0) {
            order[found++] = k;
        }
    }
    for (int k = 0; k < found; k++) {
        const struct grad_node *n = e->jobs[order[k]].node;
        for (int j = 0; j < n->edge_count; j++) {
            int to = n->edges[j].to->job;
            if (--waits[to] == 0) {
                order[found++] = to;
            }
        }
    }
}

/* With inputs named: what leads to one of them. */
static bool find_needed(struct engine *e)
{
    int *order = calloc(2 * (size_t)e->count + 1, sizeof *order);
    if (order == NULL) {
        return raise_memory(e->in);
    }
    sort_jobs(e, order, order + e->count);
    for (int k = 0; k < e->capture_count; k++) {
        const struct grad_node *n = e->captures[k].node;
        if (n->run == e) {
            e->jobs[n->job].wanted = true;
            e->jobs[n->job].needed = e->order->accumulates;
        }
    }
    for (int k = e->count - 1; k >= 0; k--) {
        struct job *job = &e->jobs[order[k]];
        for (int j = 0; j < job->node->edge_count; j++) {
            job->needed |= e->jobs[job->node->edges[j].to->job].wanted;
        }
        job->wanted |= job->needed;
    }
    free(order);
    return true;
}

/* --- whose turn it is --- */

static bool goes_before(const struct engine *e, int a, int b)
{
    return e->jobs[a].node->sequence > e->jobs[b].node->sequence;
}

static void swap(int *a, int *b)
{
    int kept = *a;
    *a = *b;
    *b = kept;
}

static void push_ready(struct engine *e, int job)
{
    int k = e->ready_count++;
    e->ready[k] = job;
    for (; k > 0 && goes_before(e, e->ready[k], e->ready[(k - 1) / 2]); k = (k - 1) / 2) {
        swap(&e->ready[k], &e->ready[(k - 1) / 2]);
    }
}

static int pop_ready(struct engine *e)
{
    int top = e->ready[0];
    e->ready[0] = e->ready[--e->ready_count];
    for (int k = 0;;) {
        int best = k;
        for (int c = 2 * k + 1; c <= 2 * k + 2 && c < e->ready_count; c++) {
            best = goes_before(e, e->ready[c], e->ready[best]) ? c : best;
        }
        if (best == k) {
            return top;
        }
        swap(&e->ready[k], &e->ready[best]);
        k = best;
    }
}

/* --- passing gradients on --- */

/* One gradient has come for an output of a node, or None. */
static bool deliver(struct engine *e, struct grad_node *to, int output, struct value grad,
                    bool fresh)
{
    struct job *j = &e->jobs[to->job];
    if (j->slots == NULL) {
        j->slots = calloc((size_t)to->output_count, sizeof *j->slots);
        if (j->slots == NULL) {
            return raise_memory(e->in);
        }
        for (int k = 0; k < to->output_count; k++) {
            j->slots[k].grad = value_none();
        }
    }
    struct slot *s = &j->slots[output];
    if (grad.type == VALUE_NONE) {
        return true;
    }
    if (s->grad.type == VALUE_NONE) {
        *s = (struct slot){grad, fresh};
        return true;
    }
    const struct value both[2] = {s->grad, grad};
    s->fresh = true;
    return op_invoke(e->in, "add", IN_METHOD | IN_TORCH, 2, both, &s->grad);
}

static void arrive(struct engine *e, const struct grad_node *to)
{
    struct job *j = &e->jobs[to->job];
    if (--j->waiting == 0) {
        push_ready(e, to->job);
    }
}

/* --- one node --- */

/* x.retain_grad(): the gradient is added to what the tensor has kept before. */
static bool keep(struct engine *e, struct tensor_object *kept, struct slot *s)
{
    struct value sum = s->grad;
    if (kept->grad != NULL) {
        const struct value both[2] = {value_object(kept->grad), s->grad};
        if (!op_invoke(e->in, "add", IN_METHOD | IN_TORCH, 2, both, &sum)) {
            return false;
        }
    }
    s->fresh = s->fresh && kept->grad != NULL;
    kept->grad = tensor_object_of(sum);
    return true;
}

/* Hooks see the gradient one after the other, and each may give another one. */
static bool call_hooks(struct engine *e, struct dict *hooks, struct slot *s)
{
    const struct module *m = interp_import(e->in, "torch.autograd");
    struct str *name = str_intern(e->in, "_call_hook");
    struct value key, call, both[2];
    if (m == NULL || name == NULL || !dict_get_str(m->dict, name, &call)) {
        return false;
    }
    for (int64_t at = 0; dict_next(hooks, &at, &key, &both[0]);) {
        const struct args args = {.at = both, .count = 2};
        struct value changed;
        both[1] = s->grad;
        s->fresh = false;
        if (!value_call(e->in, call, &args, &changed)) {
            return false;
        }
        if (changed.type != VALUE_NONE) {
            s->grad = changed;
        }
    }
    return true;
}

/* What register_hook and retain_grad asked for, of the outputs that got a gradient. */
static bool run_hooks(struct engine *e, const struct grad_node *n, struct slot *slots)
{
    for (int64_t k = 0; n->hooks != NULL && k < n->hooks->count; k += 2) {
        struct slot *s = &slots[n->hooks->at[k].i];
        struct value called = n->hooks->at[k + 1];
        if (s->grad.type == VALUE_NONE || called.type == VALUE_NONE) {
            continue;
        }
        if (!(dict_is(called) ? call_hooks(e, (struct dict *)called.o, s)
                              : keep(e, tensor_object_of(called), s))) {
            return false;
        }
    }
    return true;
}

static void capture(struct engine *e, const struct grad_node *n, const struct job *j)
{
    for (int k = 0; k < e->capture_count; k++) {
        if (e->captures[k].node == n) {
            e->captures[k].grad = j->slots[e->captures[k].output].grad;
            j->slots[e->captures[k].output].fresh = false;
        }
    }
}

/* The gradient as a leaf keeps it: laid out as the leaf, and its own. */
static bool own_copy(struct engine *e, struct tensor_object *leaf, const struct slot *s,
                     struct tensor_object **out)
{
    const struct tensor *from = &tensor_object_of(s->grad)->tensor;
    size_t others = e->in->recorder != NULL; /* it holds each storage once */
    bool same = s->fresh && !e->order->creates_graph && from->storage->references <= 1 + others &&
                from->offset == 0;
    for (int k = 0; same && k < from->ndim; k++) {
        same = from->stride[k] == leaf->tensor.stride[k] || from->shape[k] == 1;
    }
    if (same) {
        struct tensor t = tensor_ref(from);
        *out = tensor_object_new(e->in, torch_of(e->in)->types.tensor, &t);
        return *out != NULL;
    }
    const struct value like = value_object(leaf);
    struct value both[2] = {value_none(), s->grad}, made;
    const struct args args = {.at = both, .count = 2};
    bool ok = op_invoke(e->in, "empty_like", IN_TORCH, 1, &like, &both[0]) &&
              op_call(e->in, op_find("copy", IN_PLACE), "copy_", IN_PLACE, &args, &made);
    *out = ok ? tensor_object_of(made) : NULL;
    return ok;
}

/* The same for a leaf: its hooks are its own, whatever it was when it got them. One that retained
 * its gradient before detach_() gets it twice, as in PyTorch. */
static bool run_leaf_hooks(struct engine *e, struct tensor_object *leaf, struct slot *s)
{
    if (leaf->hooks != NULL && !call_hooks(e, leaf->hooks, s)) {
        return false;
    }
    if (!leaf->retains || leaf->grad != NULL) {
        return !leaf->retains || keep(e, leaf, s);
    }
    s->fresh = false;
    return own_copy(e, leaf, s, &leaf->grad);
}

static bool accumulate(struct engine *e, struct tensor_object *leaf, const struct slot *s)
{
    struct value sum;
    if (s->grad.type == VALUE_NONE) {
        return true;
    }
    if (leaf->grad == NULL) {
        return own_copy(e, leaf, s, &leaf->grad);
    }
    const struct value both[2] = {value_object(leaf->grad), s->grad};
    const struct args args = {.at = both, .count = 2};
    bool adds = e->order->creates_graph;
    if (!op_call(e->in, op_find("add", IN_METHOD), adds ? "add" : "add_",
                 adds ? IN_METHOD : IN_PLACE, &args, &sum)) {
        return false;
    }
    leaf->grad = tensor_object_of(sum);
    return true;
}

/* What is computed next is the gradient of an argument of that event, or of its result. */
static void tell(const struct engine *e, int event, int argument, int item)
{
    const struct recorder *r = e->in->recorder;
    if (r != NULL && r->gradient != NULL) {
        r->gradient(r->self, event, argument, item);
    }
}

/* Which operation gave an output of a node, and which of the operation's results that is. */
static int event_of(const struct grad_node *n, int output, int *result)
{
    int own = n->outputs[output].event;
    *result = own != 0 ? 0 : output;
    return own != 0 ? own : n->event;
}

/* What follows computes its gradient. */
static void tell_output(const struct engine *e, const struct grad_node *n, int output)
{
    int result, event = event_of(n, output, &result);
    tell(e, event, -1, result);
}

/* The same, once it is known, of a backward() of the code's own. */
static bool tell_given(const struct engine *e, const struct grad_node *n,
                       const struct grad_edge *edge, struct value grad)
{
    const struct recorder *r = e->in->recorder;
    int result, to = event_of(edge->to, edge->output, &result);
    return r == NULL || r->given == NULL || grad.type == VALUE_NONE ||
           r->given(r->self, n->event, edge->argument, edge->to->variable, to, result,
                    tensor_object_of(grad));
}

/* The training goes on: what the recorder knows of it. */
static bool tell_training(struct interp *in, enum recorder_training what, struct value of)
{
    const struct recorder *r = in->recorder;
    return r == NULL || r->training == NULL || r->training(r->self, what, of, value_none());
}

/* PyTorch turns the operands of these by operations of their own, and what was done last is undone
 * first: where two are one tensor, the gradient of the second comes first. So with tensors that get
 * more axes before they are joined. */
static bool last_comes_first(const struct grad_node *n)
{
    if (n->rule == NULL || n->edge_count == 0) {
        return false;
    }
    int ndim = n->edges[0].to->outputs[n->edges[0].output].ndim;
    return op_is(n->rule->op, OP_einsum OP_inner OP_tensordot) ||
           (ndim < 2 && op_is(n->rule->op, OP_column_stack OP_row_stack OP_vstack)) ||
           (ndim < 3 && op_is(n->rule->op, OP_dstack));
}

/* The node's formulas, one for each argument that asks; their gradients go on. */
static bool pass_on(struct engine *e, const struct job *j)
{
    struct grad_node *n = j->node;
    struct list *grads = saved_check(e->in, n) ? tuple_new(e->in, n->output_count, NULL) : NULL;
    for (int k = 0; grads != NULL && k < n->output_count; k++) {
        grads->at[k] = j->slots[k].grad;
    }
    if (grads == NULL) {
        return false;
    }
    struct formula_results results = {.argument = -1};
    bool turned = last_comes_first(n);
    for (int at = 0; at < n->edge_count; at++) {
        int k = turned ? n->edge_count - 1 - at : at;
        const struct grad_edge *edge = &n->edges[k];
        struct value grad = value_none();
        bool fresh = false;
        if (!e->jobs[edge->to->job].wanted) {
            continue;
        }
        bool own = n->rule == NULL && !tuple_is(n->function);
        int argument = edge->shown != 0 ? 0 : edge->argument;
        int shown = edge->shown != 0 ? edge->shown : n->shown != 0 ? n->shown : n->event;
        tell(e, shown, argument, own && results.argument < 0 ? -2 : edge->item);
        bool ok = formula_gradient(e->in, n, grads, k, &results, &grad, &fresh) &&
                  (!own || tell_given(e, n, edge, grad));
        if (edge->to->variable == NULL) {
            tell_output(e, edge->to, edge->output);
        } else { /* no event made a leaf: it is known by where it went in */
            struct job *leaf = &e->jobs[edge->to->job];
            leaf->event = shown;
            leaf->argument = -2 - argument;
            leaf->item = edge->item;
            tell(e, leaf->event, leaf->argument, leaf->item);
        }
        if (!ok || !deliver(e, edge->to, edge->output, grad, fresh)) {
            return false;
        }
        for (int64_t part = 1; results.parts != NULL && part < results.parts->count; part++) {
            if (!deliver(e, edge->to, edge->output, results.parts->at[part], true)) {
                return false;
            }
        }
        arrive(e, edge->to);
    }
    tell(e, 0, -1, -1);
    if (!e->order->keeps_graph) {
        saved_free(e->in, n);
    }
    return true;
}

static bool carry_out(struct engine *e, int number)
{
    struct job *j = &e->jobs[number];
    struct grad_node *n = j->node;
    capture(e, n, j); /* as it came: hooks are a part of the node's own work, as in PyTorch 1.13 */
    if (!j->needed) {
        return true;
    }
    if (n->variable == NULL) {
        return run_hooks(e, n, j->slots) && pass_on(e, j);
    }
    if (!e->order->accumulates || j->slots[0].grad.type == VALUE_NONE ||
        !n->variable->requires_grad) {
        return true;
    }
    struct value leaf = value_object(n->variable);
    if (!run_leaf_hooks(e, n->variable, &j->slots[0])) {
        return false;
    }
    tell(e, j->event, j->argument, j->item);
    bool ok = tell_training(e->in, TRAINS_GRADIENT, leaf) &&
              accumulate(e, n->variable, &j->slots[0]) && tell_training(e->in, TRAINS_GIVEN, leaf);
    tell(e, 0, -1, -1);
    return ok;
}

/* --- the run --- */

static bool set_out(struct engine *e)
{
    const struct grad_order *order = e->order;
    for (int64_t k = 0; k < order->roots->count; k++) {
        int output;
        struct grad_node *n = grad_node_of(e->in, tensor_object_of(order->roots->at[k]), &output);
        int job = n != NULL ? job_of(e, n) : -1;
        if (job < 0) {
            return false;
        }
        e->jobs[job].waiting++;
    }
    int64_t inputs = order->inputs != NULL ? order->inputs->count : 0;
    e->captures = calloc((size_t)inputs + 1, sizeof *e->captures);
    if (e->captures == NULL) {
        return raise_memory(e->in);
    }
    for (int64_t k = 0; k < inputs; k++) {
        struct capture *c = &e->captures[e->capture_count];
        c->grad = value_none();
        c->node = grad_node_of(e->in, tensor_object_of(order->inputs->at[k]), &c->output);
        if (c->node == NULL) {
            return false;
        }
        e->capture_count++;
    }
    return gather(e) && (order->inputs == NULL || find_needed(e));
}

static bool run(struct engine *e)
{
    const struct grad_order *order = e->order;
    struct heap *h = &e->in->heap;
    size_t held = h->held_count;
    if (!set_out(e)) {
        return false;
    }
    e->ready = malloc(((size_t)e->count + 1) * sizeof *e->ready);
    if (e->ready == NULL) {
        return raise_memory(e->in);
    }
    for (int64_t k = 0; k < order->roots->count; k++) {
        const struct tensor_object *root = tensor_object_of(order->roots->at[k]);
        struct grad_node *n = (struct grad_node *)root->node;
        struct value grad = order->grads->at[k];
        tell_output(e, n, root->output);
        bool ok = grad.type != VALUE_NONE ||
                  op_invoke(e->in, "ones_like", IN_TORCH, 1, &order->roots->at[k], &grad);
        tell(e, 0, -1, -1);
        if (!ok || !deliver(e, n, root->output, grad, false)) {
            return false;
        }
        arrive(e, n);
    }
    while (e->ready_count > 0) {
        int job = pop_ready(e);
        if (!interp_step(e->in, 1) || !carry_out(e, job)) {
            return false;
        }
        free(e->jobs[job].slots);
        e->jobs[job].slots = NULL;
        heap_statement(e->in, held); /* what the formulas made and nobody waits for can go */
    }
    return true;
}

static bool give_captures(struct engine *e, struct value *out)
{
    struct list *all = tuple_new(e->in, e->capture_count, NULL);
    for (int k = 0; all != NULL && k < e->capture_count; k++) {
        all->at[k] = e->captures[k].grad;
    }
    *out = value_object(all);
    return all != NULL;
}

/* The leaves that were reached, or the inputs that were asked for, with their gradients. */
static bool report(const struct engine *e)
{
    const struct recorder *r = e->in->recorder;
    const struct grad_order *order = e->order;
    if (r == NULL || r->backward == NULL || e->outer != NULL || order->roots->count == 0) {
        return true;
    }
    size_t most = (size_t)(e->count + e->capture_count) + 1;
    struct tensor_object **leaf = malloc(2 * most * sizeof *leaf), **grad;
    int count = 0;
    if (leaf == NULL) {
        return raise_memory(e->in);
    }
    grad = leaf + most;
    for (int k = 0; order->accumulates && k < e->count; k++) {
        leaf[count] = e->jobs[k].needed ? e->jobs[k].node->variable : NULL;
        grad[count] = leaf[count] != NULL ? leaf[count]->grad : NULL;
        count += leaf[count] != NULL;
    }
    for (int k = 0; !order->accumulates && k < e->capture_count; k++) {
        leaf[count] = tensor_object_of(order->inputs->at[k]);
        bool none = e->captures[k].grad.type == VALUE_NONE;
        grad[count++] = none ? NULL : tensor_object_of(e->captures[k].grad);
    }
    r->backward(r->self, tensor_object_of(order->roots->at[0]), count, leaf, grad);
    free(leaf);
    return true;
}

bool engine_run(struct interp *in, const struct grad_order *order, struct value *out)
{
    struct torch *torch = torch_of(in);
    struct engine e = {.outer = torch->engine, .in = in, .order = order};
    bool grad_enabled = torch->grad_enabled;
    torch->engine = &e;
    torch->grad_enabled = order->creates_graph;
    bool told = !order->accumulates || order->roots->count == 0 ||
                tell_training(in, TRAINS_BACKWARD, order->roots->at[0]);
    bool ok = told && run(&e) && give_captures(&e, out);
    tell(&e, 0, -1, -1);
    ok = ok && report(&e);
    torch->grad_enabled = grad_enabled;
    torch->engine = e.outer;
    for (int k = 0; k < e.count; k++) {
        e.jobs[k].node->run = NULL;
        free(e.jobs[k].slots);
    }
    free(e.jobs);
    free(e.ready);
    free(e.captures);
    return ok;
}
