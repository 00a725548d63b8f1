/* Makes the nodes of the graph. */
#include "torch/grad/node.h"

#include "base/named.h"
#include "torch/grad/node_next.h"
#include "torch/grad/view_grad.h"

#include "lang/run/native.h"
#include "torch/module.h"
#include "torch/op/ops.h"
#include "torch/size.h"

#include <stdlib.h>

/* --- the object --- */

static void node_mark(struct interp *in, struct object *self)
{
    const struct grad_node *n = (const struct grad_node *)self;
    heap_mark_object(in, n->variable);
    heap_mark(in, n->function);
    heap_mark_object(in, n->slice);
    heap_mark_object(in, n->whole);
    heap_mark_object(in, n->hooks);
    heap_mark_object(in, n->next);
    heap_mark(in, n->kept.value);
    for (int k = 0; k < n->edge_count; k++) {
        heap_mark_object(in, n->edges[k].to);
    }
    for (int k = 0; n->rule != NULL && k < OP_MAX_OUTPUTS; k++) {
        heap_mark(in, n->results[k].value);
    }
    for (int k = 0; n->rule != NULL && k < OP_MAX_ARGUMENTS; k++) {
        heap_mark(in, n->saved[k].value);
    }
}

static bool node_get(struct interp *in, struct value self, struct str *name, struct value *out,
                     bool *found)
{
    struct grad_node *n = (struct grad_node *)self.o;
    if (strcmp(name->text, "next_functions") == 0) {
        *found = true;
        return grad_next_functions(in, n, out);
    }
    if (strcmp(name->text, "variable") == 0 && n->variable != NULL) {
        *found = true;
        *out = value_object(n->variable);
        return true;
    }
    return true;
}

static const struct slots node_slots = {
    .size = sizeof(struct grad_node), .has_attributes = true, .mark = node_mark, .get = node_get};

const char *grad_name_space(const char *name)
{
    static const char *const whole[] = {"AccumulateGrad", "CopyBackwards", "CopySlices",
                                        "NotImplemented"};
    return NAMED(whole, name) >= 0 ? "torch::autograd::" : "";
}

static bool name_of(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_method(in, args, torch_of(in)->types.grad_fn, 0, 0)) {
        return false;
    }
    const char *name = args->at[0].o->class->name->text;
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "%s%s", grad_name_space(name), name);
    *out = value_object(str_intern(in, buf_text(&text)));
    return out->type == VALUE_OBJECT;
}

bool grad_node_init(struct interp *in)
{
    struct class *fn = interp_class(in, "Node", "torch.autograd", NULL, &node_slots);
    torch_of(in)->types.grad_fn = fn;
    return fn != NULL && interp_method(in, fn, "name", name_of, NULL);
}

/* The class bears the operation's name and has no module: <AddBackward0 object at 0x...>; that of
 * an autograd.Function is Python's. */
static struct class *class_of(struct interp *in, const char *name, const char *module)
{
    return class_on_demand(in, name, name, module, torch_of(in)->types.grad_fn, &node_slots);
}

/* --- one block --- */

static size_t shapes_size(int count, struct tensor_object *const *outputs)
{
    size_t sizes = 0;
    for (int k = 0; k < count; k++) {
        sizes += (size_t)outputs[k]->tensor.ndim;
    }
    return sizes * sizeof(int64_t);
}

/* A node with room for its edges and the looks of its outputs. */
static struct grad_node *node_new(struct interp *in, struct class *class, bool saves, int edges,
                                  int count, struct tensor_object *const *outputs)
{
    size_t edge_bytes = (size_t)edges * sizeof(struct grad_edge);
    size_t output_bytes = (size_t)count * sizeof(struct grad_output);
    size_t saved = saves ? OP_MAX_ARGUMENTS + OP_MAX_OUTPUTS : 0;
    size_t saved_bytes = saved * sizeof(struct grad_saved);
    size_t extra = edge_bytes + output_bytes + saved_bytes + shapes_size(count, outputs);
    struct grad_node *n = class != NULL ? object_new_sized(in, class, extra) : NULL;
    if (n == NULL) {
        return NULL;
    }
    char *at = (char *)(n + 1);
    memset(at, 0, extra);
    n->saved = saves ? (struct grad_saved *)at : NULL;
    n->results = saves ? n->saved + OP_MAX_ARGUMENTS : NULL;
    at += saved_bytes;
    n->edges = (struct grad_edge *)at;
    at += edge_bytes;
    n->outputs = (struct grad_output *)at;
    at += output_bytes;
    int64_t *shape = (int64_t *)at;
    for (int k = 0; k < count; k++) {
        const struct tensor *t = &outputs[k]->tensor;
        memcpy(shape, t->shape, (size_t)t->ndim * sizeof *shape);
        n->outputs[k] = (struct grad_output){.dtype = t->dtype, .ndim = t->ndim, .shape = shape};
        shape += t->ndim;
    }
    n->output_count = count;
    n->function = value_none();
    n->kept.value = value_none();
    n->sequence = ++torch_of(in)->nodes;
    return n;
}

struct grad_node *grad_node_bare(struct interp *in, const char *name)
{
    return node_new(in, class_of(in, name, "builtins"), false, 0, 0, NULL);
}

/* --- where gradients go --- */

struct grad_node *grad_node_of(struct interp *in, struct tensor_object *t, int *output)
{
    if (!grad_view_refresh(in, t)) {
        return NULL;
    }
    *output = t->output;
    if (t->grad_fn != NULL || t->node != NULL) {
        return (struct grad_node *)t->node;
    }
    struct grad_node *n = node_new(in, class_of(in, "AccumulateGrad", "builtins"), false, 0, 1, &t);
    if (n != NULL) {
        n->variable = t;
        n->sequence = UINT64_MAX; /* PyTorch adds to leaves as soon as it can */
        t->node = &n->object;
    }
    return n;
}

static bool add_edge(struct interp *in, struct grad_node *n, struct tensor_object *t, int argument,
                     int item)
{
    struct grad_edge *e = &n->edges[n->edge_count];
    *e = (struct grad_edge){.argument = argument, .item = item};
    e->to = grad_node_of(in, t, &e->output);
    n->edge_count += e->to != NULL;
    return e->to != NULL;
}

/* x.expand_as(y), x.to(y): the other is a pattern only. */
int grad_arguments(const struct call *c)
{
    size_t len = strlen(c->op->name);
    bool like = len > 3 && strcmp(c->op->name + len - 3, "_as") == 0;
    return like || op_is(c->op, OP_to) ? 1 : c->arg_count;
}

static int count_edges(const struct call *c, int first)
{
    int count = 0, most = grad_arguments(c);
    for (int k = first; k < most; k++) {
        const struct argument *a = &c->arg[k];
        count += a->object != NULL && grad_view_takes(a->object);
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            count += grad_view_takes(a->tensors[j]);
        }
    }
    return count;
}

/* The way to a tensor that asks for gradients, where it takes them itself. */
static bool add_edge_to(struct interp *in, struct grad_node *n, struct tensor_object *t, int k,
                        int j)
{
    return !tensor_asks(t) ||
           (grad_view_takes(t) ? add_edge(in, n, t, k, j) : grad_view_refresh(in, t));
}

static bool add_edges(struct interp *in, const struct call *c, int first, struct grad_node *n)
{
    int most = grad_arguments(c);
    for (int k = first; k < most; k++) {
        const struct argument *a = &c->arg[k];
        if (a->object != NULL && !add_edge_to(in, n, a->object, k, -1)) {
            return false;
        }
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            if (!add_edge_to(in, n, a->tensors[j], k, j)) {
                return false;
            }
        }
    }
    return true;
}

static bool is_tracked(struct interp *in, struct value v)
{
    return tensor_object_is(in, v) && grad_view_takes(tensor_object_of(v));
}

/* next_functions will say these inputs; a Function's that are no tensors are none of them. */
static bool show_inputs(struct interp *in, struct grad_node *n, int64_t count,
                        const struct value *inputs, bool tensors_only)
{
    struct list *next = list_new(in, 0);
    for (int64_t k = 0; next != NULL && k < count; k++) {
        struct value pair;
        int output = 0;
        if (tensors_only && !tensor_object_is(in, inputs[k])) {
            continue;
        }
        struct grad_node *to = is_tracked(in, inputs[k])
                                   ? grad_node_of(in, tensor_object_of(inputs[k]), &output)
                                   : NULL;
        if (!pair_new(in, to != NULL ? value_object(to) : value_none(), value_int(output), &pair) ||
            !list_append(in, next, pair)) {
            return false;
        }
    }
    n->next = next != NULL ? next : n->next;
    return next != NULL;
}

bool grad_shows(struct interp *in, struct tensor_object *t, int count, const struct value *inputs)
{
    struct grad_node *n = (struct grad_node *)t->node;
    return n == NULL || count == 0 || show_inputs(in, n, count, inputs, false);
}

/* --- what formulas need --- */

static uint32_t version_of(struct value v)
{
    return *tensor_version(tensor_object_of(v));
}

static bool save_tensors(struct interp *in, const struct argument *a, struct value *out)
{
    struct list *all = tuple_new(in, a->count, NULL);
    for (int k = 0; all != NULL && k < a->count; k++) {
        all->at[k] = value_object(a->tensors[k]);
    }
    *out = value_object(all);
    return all != NULL;
}

static bool save_ints(struct interp *in, const struct argument *a, struct value *out)
{
    struct list *all = tuple_new(in, a->count, NULL);
    for (int k = 0; all != NULL && k < a->count; k++) {
        all->at[k] = value_int(a->ints[k]);
    }
    *out = value_object(all);
    return all != NULL;
}

static bool save_shapes(struct interp *in, const struct argument *a, struct value *out)
{
    if (a->tensors == NULL) {
        return a->object == NULL ||
               size_new(in, a->object->tensor.ndim, a->object->tensor.shape, NULL, out);
    }
    struct list *all = tuple_new(in, a->count, NULL);
    for (int k = 0; all != NULL && k < a->count; k++) {
        all->at[k] = value_none();
        if (!size_new(in, a->tensors[k]->tensor.ndim, a->tensors[k]->tensor.shape, NULL,
                      &all->at[k])) {
            return false;
        }
    }
    *out = value_object(all);
    return all != NULL;
}

static bool save_layout(struct interp *in, const struct tensor_object *t, struct value *out)
{
    struct list *all = t != NULL ? tuple_new(in, 3, NULL) : NULL;
    if (all == NULL) {
        return t == NULL;
    }
    *out = value_object(all);
    all->at[0] = all->at[1] = value_none();
    all->at[2] = value_int(t->tensor.offset);
    return size_new(in, t->tensor.ndim, t->tensor.shape, NULL, &all->at[0]) &&
           size_new(in, t->tensor.ndim, t->tensor.stride, NULL, &all->at[1]);
}

static bool save_argument(struct interp *in, const struct argument *a, struct grad_saved *s)
{
    s->value = a->none ? value_none() : a->value;
    if (a->tensors != NULL) {
        return save_tensors(in, a, &s->value);
    }
    if (a->ints != NULL && !a->none) {
        return save_ints(in, a, &s->value);
    }
    if (a->object != NULL) {
        s->value = value_object(a->object);
    }
    if (s->value.type == VALUE_OBJECT && tensor_object_is(in, s->value)) { /* x[ids], too */
        s->version = version_of(s->value);
    }
    return true;
}

/* An argument of which both are needed is saved whole: its sizes are taken from it. */
static bool save_arguments(struct interp *in, const struct call *c, struct grad_node *n)
{
    const struct grad_rule *rule = n->rule;
    for (int k = 0; k < OP_MAX_ARGUMENTS; k++) {
        struct grad_saved *s = &n->saved[k];
        s->value = value_none();
        if (k < c->arg_count && rule->layouts[k]) {
            if (!save_layout(in, c->arg[k].object, &s->value)) {
                return false;
            }
            continue;
        }
        if (k >= c->arg_count || (!rule->keeps[k] && !rule->shapes[k])) {
            continue;
        }
        if (k == 0 && c->unwritten != NULL) {
            s->value = value_object(c->unwritten);
            s->version = version_of(s->value);
        } else if (k == 0 && c->before.storage != NULL && !rule->keeps[k]) {
            if (!size_new(in, c->before.ndim, c->before.shape, NULL, &s->value)) {
                return false;
            }
        } else if (!(rule->keeps[k] ? save_argument(in, &c->arg[k], s)
                                    : save_shapes(in, &c->arg[k], &s->value))) {
            return false;
        }
        const struct tensor_object *o = c->arg[k].object;
        bool written = c->in_place && k > 0 && rule->keeps[k] && o != NULL &&
                       o->tensor.storage == c->arg[0].object->tensor.storage;
        s->version -= written; /* it is not what it was: backward() will say so */
    }
    return true;
}

/* --- making one --- */

static struct grad_node *node_for(struct interp *in, const struct call *c, int edges, int count,
                                  struct tensor_object *const *outputs)
{
    struct grad_rule *rule = rule_of(in, c->op);
    if (rule == NULL) {
        return NULL;
    }
    if (rule->class_name != c->backward) {
        rule->class = class_of(in, c->backward, "builtins");
        rule->class_name = c->backward;
    }
    struct grad_node *n = node_new(in, rule->class, true, edges, count, outputs);
    if (n != NULL) {
        n->rule = rule;
    }
    return n;
}

static bool writes_tracked_view(const struct call *c)
{
    return c->arg[0].object->base != NULL && tensor_asks(c->arg[0].object);
}

/* What the copy is used for in gradients of gradients is for what it is a copy of. */
static bool comes_from(struct interp *in, struct tensor_object *copy, struct tensor_object *of)
{
    struct grad_node *n = grad_view_takes(of) ? grad_node_of(in, of, &copy->output) : NULL;
    copy->requires_grad = n != NULL;
    copy->grad_fn = of->grad_fn;
    copy->node = n != NULL ? &n->object : NULL;
    return n != NULL || !grad_view_takes(of);
}

bool grad_before(struct interp *in, struct call *c)
{
    if (c->unwritten != NULL || !c->torch->grad_enabled || c->backward == NULL ||
        (count_edges(c, 0) == 0 && !writes_tracked_view(c))) {
        return true;
    }
    if (c->arg[0].object->base != NULL && c->arg[0].object->one_of_many) {
        return grad_view_refuse(in, c->arg[0].object, "is being");
    }
    const struct grad_rule *rule = rule_of(in, c->op);
    bool ok = rule != NULL && grad_view_refresh(in, c->arg[0].object); /* as it lies now */
    if (!ok || !rule->keeps[0]) {
        return ok;
    }
    struct tensor copy;
    if (!tensor_clone(c->cx, &copy, &c->arg[0].tensor)) {
        return false;
    }
    c->unwritten = tensor_object_new(in, c->torch->types.tensor, &copy);
    return c->unwritten != NULL && comes_from(in, c->unwritten, c->arg[0].object);
}

static bool save_kept(struct interp *in, const struct call *c, struct grad_node *n)
{
    if (c->kept.storage == NULL) {
        return true;
    }
    struct tensor_object *first = c->arg[0].object;
    if (first != NULL && first->tensor.storage == c->kept.storage) { /* its name may be asked for */
        n->kept.value = value_object(first);
    } else {
        struct tensor t = tensor_ref(&c->kept);
        n->kept.value = value_object(tensor_object_new(in, c->torch->types.tensor, &t));
    }
    bool ok = n->kept.value.type == VALUE_OBJECT;
    n->kept.version = ok ? version_of(n->kept.value) : 0;
    return ok;
}

/* Whether output k is saved: a formula needs it, or PyTorch's does, which in place has no input. */
static bool saves_result(const struct call *c, const struct grad_rule *rule, int k)
{
    return rule->keeps_result[k] || (k == 0 && c->in_place && op_is(c->op, OP_elu OP_leaky_relu));
}

/* Gradients go to the arguments from `first` on. */
static bool attach(struct interp *in, const struct call *c, int first, int count,
                   struct tensor_object *const *outputs)
{
    struct grad_node *n = node_for(in, c, count_edges(c, first), count, outputs);
    if (n == NULL || !add_edges(in, c, first, n) || !save_arguments(in, c, n) ||
        !save_kept(in, c, n)) {
        return false;
    }
    n->write = c->in_place ? c->backward : NULL;
    for (int k = 0; k < count; k++) {
        if (outputs[k]->requires_grad) {
            outputs[k]->grad_fn = c->backward;
            outputs[k]->node = &n->object;
            outputs[k]->output = k;
        }
    }
    for (int k = 0; k < OP_MAX_OUTPUTS; k++) {
        bool kept = k < count && saves_result(c, n->rule, k);
        n->results[k].value = kept ? value_object(outputs[k]) : value_none();
        n->results[k].version = kept ? version_of(n->results[k].value) : 0;
    }
    return true;
}

bool grad_attach(struct interp *in, const struct call *c, int count,
                 struct tensor_object *const *outputs)
{
    return attach(in, c, 0, count, outputs);
}

static struct tensor_object *twin_of(struct interp *in, const struct tensor_object *of)
{
    struct tensor t = tensor_ref(&of->tensor);
    return tensor_object_new(in, torch_of(in)->types.tensor, &t);
}

/* What a write gave, as the part of its base that a view shows. */
static bool keep_part(struct interp *in, const struct tensor_object *view, struct grad_saved *to)
{
    struct tensor_object *part = twin_of(in, view);
    if (part == NULL) {
        return false;
    }
    part->base = view->base;
    part->requires_grad = true;
    grad_view_outdate(part);
    to->value = value_object(part);
    to->version = version_of(to->value);
    return true;
}

static bool attach_slice(struct interp *in, const struct call *c)
{
    struct tensor_object *self = c->arg[0].object, *base = self->base;
    struct call named = *c;
    named.backward = "CopySlices";
    int edges = count_edges(c, 1) + base->requires_grad;
    struct grad_node *n = node_for(in, &named, edges, 1, &base);
    if (n == NULL || (base->requires_grad && !add_edge(in, n, base, 0, 0)) ||
        !add_edges(in, c, 1, n) || !save_arguments(in, c, n) || !save_kept(in, c, n)) {
        return false;
    }
    n->slice = twin_of(in, self);
    n->whole = n->slice != NULL ? twin_of(in, base) : NULL;
    if (n->whole == NULL) {
        return false;
    }
    n->write = c->backward;
    if (saves_result(c, n->rule, 0) && !keep_part(in, self, &n->results[0])) {
        return false;
    }
    base->requires_grad = self->requires_grad = true;
    base->grad_fn = named.backward;
    base->node = &n->object;
    base->output = 0;
    grad_view_outdate(self);
    return grad_view_refresh(in, self);
}

bool grad_attach_written(struct interp *in, const struct call *c)
{
    struct tensor_object *self = c->arg[0].object;
    bool turned = c->before.storage == self->tensor.storage; /* t_() writes no cell */
    if (self->base != NULL && self->one_of_many) {
        return grad_view_refuse(in, self, "is being");
    }
    if (self->base != NULL && !turned) {
        return attach_slice(in, c);
    }
    int first = self->requires_grad ? 0 : 1; /* what it was before may be nobody's concern */
    struct grad_node *old = (struct grad_node *)self->node;
    self->requires_grad = true;
    self->seen = *tensor_version(self);
    bool anew = !turned && strcmp(c->backward, "CopySlices") != 0; /* a[0] = 1 writes into a view */
    return attach(in, c, first, 1, &self) && (!anew || grad_retain_anew(in, self, old));
}

/* The recorder's number of the operation that made a tensor; 0: it is not known. */
static int event_of(struct interp *in, struct value made)
{
    return is_tracked(in, made) && tensor_object_of(made)->node != NULL
               ? ((struct grad_node *)tensor_object_of(made)->node)->event
               : 0;
}

static bool show_apart(struct interp *in, struct grad_node *n, struct value shown)
{
    bool apart = shown.type == VALUE_OBJECT && list_is(shown);
    for (int k = 0; apart && k < n->edge_count; k++) {
        n->edges[k].shown = event_of(in, ((const struct list *)shown.o)->at[n->edges[k].argument]);
    }
    return apart;
}

bool grad_attach_function(struct interp *in, const char *name, struct value function,
                          const struct list *inputs, const struct list *outputs, struct value shown)
{
    struct tensor_object **made = calloc((size_t)outputs->count + 1, sizeof *made);
    if (made == NULL) {
        return raise_memory(in);
    }
    for (int64_t k = 0; k < outputs->count; k++) {
        made[k] = tensor_object_of(outputs->at[k]);
    }
    /* a composite of the prelude has the name of PyTorch's operation, with its number */
    bool own = name[0] != '\0' && strchr("0123456789", name[strlen(name) - 1]) == NULL;
    int count = (int)outputs->count;
    struct grad_node *n =
        node_new(in, class_of(in, name, own ? "torch.autograd.function" : "builtins"), false,
                 (int)inputs->count, count, made);
    bool ok = n != NULL;
    for (int64_t k = 0; ok && k < inputs->count; k++) {
        ok = !is_tracked(in, inputs->at[k]) ||
             add_edge(in, n, tensor_object_of(inputs->at[k]), (int)k, 0);
    }
    ok = ok && (!own || show_inputs(in, n, inputs->count, inputs->at, true));
    for (int k = 0; ok && k < count; k++) {
        if (dtype_category(made[k]->tensor.dtype) >= CATEGORY_FLOAT) {
            made[k]->requires_grad = true;
            made[k]->grad_fn = n->object.class->name->text;
            made[k]->node = &n->object;
            made[k]->output = k;
        }
    }
    if (ok) {
        n->function = function;
        bool apart = show_apart(in, n, shown), whole = !tuple_is(function) && count > 0;
        n->shown = event_of(in, shown);
        n->event = count > 0 && (n->shown != 0 || apart || whole) ? made[0]->event : 0;
        for (int k = 0; k < count && whole; k++) {
            n->outputs[k].event = made[k]->event;
        }
    }
    free(made);
    return ok;
}

bool grad_rename(struct interp *in, struct tensor_object *t, const char *name)
{
    struct class *class = t->node != NULL ? class_of(in, name, "builtins") : NULL;
    if (class == NULL) {
        return t->node == NULL;
    }
    t->grad_fn = name;
    t->node->class = class;
    return true;
}

/* `called` sees the gradient of the tensor, as long as this node is its own. */
static bool listen(struct interp *in, struct tensor_object *t, struct object *called)
{
    struct grad_node *n = (struct grad_node *)t->node;
    if (t->grad_fn == NULL || n == NULL) { /* a leaf is asked when its gradient comes */
        return true;
    }
    n->hooks = n->hooks != NULL ? n->hooks : list_new(in, 0);
    return n->hooks != NULL && list_append(in, n->hooks, value_int(t->output)) &&
           list_append(in, n->hooks, value_object(called));
}

bool grad_retain(struct interp *in, struct tensor_object *t)
{
    if (!grad_view_refresh(in, t)) {
        return false;
    }
    if (t->grad_fn == NULL || t->retains) { /* a leaf keeps its gradient anyway */
        return true;
    }
    t->retains = true;
    return listen(in, t, &t->object);
}

bool grad_retain_anew(struct interp *in, struct tensor_object *t, struct grad_node *old)
{
    for (int64_t k = 0; t->retains && old != NULL && old->hooks != NULL && k < old->hooks->count;
         k++) {
        struct value *called = &old->hooks->at[k];
        *called = called->type == VALUE_OBJECT && called->o == &t->object ? value_none() : *called;
    }
    return !t->retains || listen(in, t, &t->object);
}

struct dict *grad_hooks(struct interp *in, struct tensor_object *t, struct dict *fresh)
{
    if (t->hooks != NULL) {
        return t->hooks;
    }
    if (!grad_view_refresh(in, t)) {
        return NULL;
    }
    t->hooks = fresh;
    return listen(in, t, (struct object *)fresh) ? fresh : NULL;
}

void grad_written(struct tensor_object *t)
{
    if (t->tensor.storage != NULL) {
        ++*tensor_version(t);
    }
}
