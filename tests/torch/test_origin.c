/* Tests the property of origins, over every row of ops.def: changing an input cell changes an
 * output cell only if that input cell is named as its origin; and for what is not rounded, compared
 * or selected, an origin that changes does change the output.
 *
 * The calls are generated from the signatures. "To test a row that generated calls do not fit: a
 * row in `calls`." Each row must be carried out at least once or stand in `skipped` with a reason.
 * */
#include "expect.h"
#include "program.h"
#include "session/session.h"
#include "torch/call/signature.h"
#include "torch/origin/origin.h"

#include "origin_calls.h"
#include "torch/op/ops.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_origin(void);

/* --- one call --- */

#define VALUES_MAX 4096
#define FAULTS_MOST 2500 /* bytes: longer messages are refused by the runner */

struct output { /* one tensor that the operation gave */
    struct tensor tensor;
    int64_t count;
    double *value;
};

struct outputs {
    struct output at[16];
    int count;
};

struct input { /* a tensor among the arguments, and how it was before */
    int argument, element;
    struct tensor_object *object;
    struct tensor before;
    void *bytes;
    bool steers;
};

#define INPUTS_MAX 16

struct trial {
    struct session *session;
    const struct op *op;
    bool in_place;
    struct args args;
    struct value at[16], values[8];
    struct str *names[8];
    struct input input[INPUTS_MAX];
    int inputs;
    char text[256];
    struct buf *faults;
    bool generic; /* all inputs are floats: no product is 0, no sum rounds a change away */
    int told;     /* faults of this row */
};

static void forget_errors(struct session *s)
{
    if (s->in.exception.type != VALUE_NONE) {
        raise_catch(&s->in);
    }
    s->in.ending = OUTCOME_DONE;
    error_clear(&s->in.error);
}

/* Runs text; false when it raises. */
static bool evaluate(struct session *s, const char *text, struct value *out)
{
    bool has = false;
    char *kept = arena_alloc(&s->in.arena, strlen(text) + 1);
    struct source *source = arena_alloc(&s->in.arena, sizeof *source);
    strcpy(kept, text);
    *source = (struct source){.file = "test", .first_line = 1, .text = kept, .len = strlen(text)};
    if (interp_run(&s->in, source, out, &has) == OUTCOME_DONE) {
        return true;
    }
    forget_errors(s);
    return false;
}

static void restore(const struct trial *t)
{
    for (int k = 0; k < t->inputs; k++) {
        const struct input *in = &t->input[k];
        if (in->object->tensor.storage != in->before.storage) {
            tensor_release(&in->object->tensor);
            in->object->tensor = tensor_ref(&in->before);
        } else {
            in->object->tensor = in->before;
        }
        memcpy(in->before.storage->data, in->bytes, in->before.storage->bytes);
        in->object->requires_grad = false;
    }
}

static bool bind(struct trial *t, struct call *c)
{
    struct session *s = t->session;
    bool fits = false;
    *c = (struct call){.in = &s->in,
                       .torch = &s->torch,
                       .cx = &s->torch.compute,
                       .backward = t->op->backward,
                       .in_place = t->in_place};
    if (signature_bind(&s->in, t->op, t->in_place ? IN_PLACE : t->op->where, &t->args, c, &fits) &&
        fits) {
        return true;
    }
    signature_release(c);
    forget_errors(s);
    return false;
}

static void call_release(struct call *c)
{
    for (int k = 0; k < OP_MAX_OUTPUTS; k++) {
        tensor_release(&c->out[k]);
    }
    for (int k = 0; k < c->many_count; k++) {
        tensor_release(&c->many[k]);
    }
    free(c->many);
    tensor_release(&c->before);
    tensor_release(&c->kept);
    signature_release(c);
}

static void outputs_add(struct outputs *o, const struct tensor *t)
{
    struct output *out = &o->at[o->count++];
    ck_assert_int_le(o->count, 16);
    out->tensor = tensor_ref(t);
    out->count = tensor_numel(t);
    ck_assert_int_le(out->count, VALUES_MAX);
    out->value = calloc((size_t)out->count + 1, sizeof *out->value);
    for (int64_t k = 0; k < out->count; k++) {
        out->value[k] = tensor_double_at(t, tensor_place(t, k));
    }
}

static void outputs_free(struct outputs *o)
{
    for (int k = 0; k < o->count; k++) {
        tensor_release(&o->at[k].tensor);
        free(o->at[k].value);
    }
    o->count = 0;
}

/* Carries the call out on the inputs as they are now; afterwards they are as before the trial. */
static bool carry_out(struct trial *t, struct outputs *o)
{
    struct call c;
    session_seed(t->session, 7);
    o->count = 0;
    bool ok = bind(t, &c);
    if (!ok) {
        return false;
    }
    ok = t->op->run(&c);
    for (int k = 0; ok && k < c.outputs; k++) {
        outputs_add(o, &c.out[k]);
    }
    for (int k = 0; ok && k < c.many_count; k++) {
        outputs_add(o, &c.many[k]);
    }
    if (ok && c.has_value && c.value.type == VALUE_OBJECT &&
        (tensor_object_is(c.in, c.value) || ndarray_is(c.in, c.value))) {
        outputs_add(o, &tensor_object_of(c.value)->tensor);
    }
    if (ok && c.in_place && o->count == 0) {
        outputs_add(o, &c.arg[0].object->tensor);
    }
    if (!ok) {
        forget_errors(t->session);
    }
    call_release(&c);
    restore(t);
    return ok;
}

/* --- the inputs --- */

/* A tensor that says where to look: an index, and the mask of what is only moved. */
static bool is_key(const struct op *op, const char *name, enum dtype dtype)
{
    static const char *const keys[] = {"index", "indices", "target", "repeats"};
    bool whole = dtype == DTYPE_INT32 || dtype == DTYPE_INT64;
    bool weighs = strcmp(op->name, "embedding") == 0 && strcmp(name, "input") == 0;
    bool mask = op->kind == KIND_MAP && strcmp(name, "mask") == 0;
    return mask || (whole && (weighs || listed(name, keys, sizeof keys / sizeof keys[0])));
}

static void add_input(struct trial *t, int argument, int element, struct tensor_object *object)
{
    struct input *in = &t->input[t->inputs++];
    ck_assert_int_le(t->inputs, INPUTS_MAX);
    *in = (struct input){.argument = argument, .element = element, .object = object};
    in->before = tensor_ref(&object->tensor);
    in->bytes = malloc(in->before.storage->bytes + 1);
    memcpy(in->bytes, in->before.storage->data, in->before.storage->bytes);
}

static void find_inputs(struct trial *t, const struct call *c)
{
    struct declared declared[OP_MAX_ARGUMENTS];
    read_parameters(t->op, declared);
    t->inputs = 0;
    t->generic = true;
    for (int k = 0; k < c->arg_count; k++) {
        const struct argument *a = &c->arg[k];
        for (int j = 0; a->tensors != NULL && j < a->count; j++) {
            add_input(t, k, j, a->tensors[j]);
        }
        if (a->object != NULL ||
            (!a->owned && (tensor_object_is(c->in, a->value) || ndarray_is(c->in, a->value)) &&
             a->tensors == NULL && a->ints == NULL)) {
            add_input(t, k, 0, tensor_object_of(a->value));
        }
    }
    for (int k = 0; k < t->inputs; k++) {
        struct input *in = &t->input[k];
        in->steers = is_key(t->op, declared[in->argument].name, in->before.dtype);
        t->generic &= in->steers || dtype_is_float(in->before.dtype);
    }
}

static void release_inputs(struct trial *t)
{
    for (int k = 0; k < t->inputs; k++) {
        tensor_release(&t->input[k].before);
        free(t->input[k].bytes);
    }
    t->inputs = 0;
}

/* --- the property --- */

static void fault(struct trial *t, const char *what, int output, int64_t cell,
                  const struct input *in, int64_t from)
{
    if (t->told++ >= 2 || t->faults->len > FAULTS_MOST) {
        return; /* the first ones tell enough */
    }
    buf_printf(t->faults, "%s%s %s: %s: output %d cell %lld, argument %d element %d cell %lld\n",
               t->op->name, t->in_place ? "_" : "", t->text, what, output, (long long)cell,
               in != NULL ? in->argument : -1, in != NULL ? in->element : -1, (long long)from);
}

/* Changes cell k of an input: a little for what is sorted, so that the order stays. */
static void disturb(const struct trial *t, const struct input *in, int64_t k, int way)
{
    const struct tensor *x = &in->object->tensor;
    int64_t place = tensor_place(x, k);
    double by = t->op->kind == KIND_SORT ? 1e-5 : 0.07;
    double value = tensor_double_at(x, place);
    value += way == 0 ? by : -by;
    switch (x->dtype) {
    case DTYPE_BOOL:
        ((uint8_t *)x->storage->data)[place] ^= 1;
        break;
    case DTYPE_UINT8:
        ((uint8_t *)x->storage->data)[place] ^= (uint8_t)(1 + way);
        break;
    default:
        if (dtype_is_float(x->dtype)) {
            tensor_set_double(x, place, value);
        } else {
            tensor_set_int(x, place, tensor_int_at(x, place) + (way == 0 ? 1 : -1));
        }
        break;
    }
}

static bool differs(double a, double b)
{
    return !(a == b || (isnan(a) && isnan(b)));
}

static bool names(const struct origins *o, const struct input *in, int64_t cell)
{
    for (int64_t k = 0; k < o->count; k++) {
        if (o->at[k].argument == in->argument && o->at[k].element == in->element &&
            o->at[k].cell == cell) {
            return true;
        }
    }
    return false;
}

/* The same cell twice is a mistake. */
static bool repeats(const struct origins *o)
{
    for (int64_t k = 0; k < o->count; k++) {
        for (int64_t j = 0; j < k; j++) {
            if (memcmp(&o->at[j], &o->at[k], sizeof o->at[j]) == 0) {
                return true;
            }
        }
    }
    return false;
}

/* A row of one cell is always 1 after softmax. */
static bool must_change(const struct trial *t, const struct output *out, int number,
                        const struct origins *o)
{
    bool sorted = t->op->kind == KIND_SORT && number > 0;
    bool single = t->op->kind == KIND_SOFTMAX && o->count == 1;
    return t->generic && dtype_is_float(out->tensor.dtype) && !sorted && !single &&
           !listed(t->op->name, may_stay, sizeof may_stay / sizeof may_stay[0]);
}

/* What changing one input cell does to all outputs. */
static void check_input_cell(struct trial *t, const struct outputs *base,
                             struct origins *const *all, const struct input *in, int64_t cell)
{
    struct outputs after[2] = {{.count = 0}, {.count = 0}};
    bool ran[2];
    for (int way = 0; way < 2; way++) {
        disturb(t, in, cell, way);
        ran[way] = carry_out(t, &after[way]);
        restore(t);
    }
    for (int n = 0; n < base->count; n++) {
        const struct output *out = &base->at[n];
        bool same[2];
        for (int way = 0; way < 2; way++) {
            same[way] =
                ran[way] && after[way].count == base->count && after[way].at[n].count == out->count;
        }
        for (int64_t k = 0; k < out->count; k++) {
            bool changed = (same[0] && differs(out->value[k], after[0].at[n].value[k])) ||
                           (same[1] && differs(out->value[k], after[1].at[n].value[k]));
            bool named_here = names(&all[n][k], in, cell);
            if (changed && !named_here && !in->steers) {
                fault(t, "changed, but not named", n, k, in, cell);
            }
            if (!changed && named_here && same[0] && same[1] && !isnan(out->value[k]) &&
                dtype_is_float(in->before.dtype) && must_change(t, out, n, &all[n][k])) {
                fault(t, "named, but nothing changed", n, k, in, cell);
            }
        }
    }
    outputs_free(&after[0]);
    outputs_free(&after[1]);
}

/* Whether origin_find left all inputs and the call as they were. */
static bool untouched(const struct trial *t, const struct call *before, const struct call *after)
{
    for (int k = 0; k < t->inputs; k++) {
        const struct input *in = &t->input[k];
        if (memcmp(in->bytes, in->before.storage->data, in->before.storage->bytes) != 0 ||
            in->object->tensor.storage != in->before.storage ||
            !tensor_same_shape(&in->object->tensor, &in->before)) {
            return false;
        }
    }
    return memcmp(before, after, sizeof *before) == 0;
}

/* Whether the question for all cells at once has the answers for one cell after the other. */
static bool same_at_once(struct trial *t, struct call *c, int output, const struct tensor *out,
                         const struct origins *found)
{
    int64_t cells = tensor_numel(out);
    struct origin *each = calloc((size_t)cells + 1, sizeof *each);
    bool ok = each != NULL && origin_find_all(c, output, out, each);
    for (int64_t k = 0; ok && k < cells; k++) {
        const struct origin *first = found[k].at;
        ok = found[k].count == 0
                 ? each[k].argument == -1
                 : each[k].argument == first->argument && each[k].element == first->element &&
                       each[k].cell == first->cell;
        if (!ok) {
            fault(t, "origin_find_all has another answer", output, k, NULL, 0);
        }
    }
    free(each);
    return ok;
}

/* The origins of every cell of every output: all[output][cell]. */
static bool find_all(struct trial *t, const struct outputs *base, struct origins **all)
{
    struct call c, copy;
    bool ok = bind(t, &c);
    memcpy(&copy, &c, sizeof copy);
    for (int n = 0; ok && n < base->count; n++) {
        all[n] = calloc((size_t)base->at[n].count + 1, sizeof *all[n]);
        for (int64_t k = 0; ok && k < base->at[n].count; k++) {
            ok = origin_find(&c, n, &base->at[n].tensor, k, &all[n][k]);
            if (!ok) {
                fault(t, t->session->in.error.text, n, k, NULL, 0);
                forget_errors(t->session);
            } else if (repeats(&all[n][k])) {
                fault(t, "an origin is named twice", n, k, NULL, 0);
            }
        }
        ok = ok && same_at_once(t, &c, n, &base->at[n].tensor, all[n]);
    }
    if (!untouched(t, &copy, &c)) {
        fault(t, "origin_find changed the call", 0, 0, NULL, 0);
    }
    call_release(&c);
    return ok;
}

/* One call of a row; false when it does not fit or is refused. */
static bool try_call(struct trial *t)
{
    struct outputs base;
    struct origins *all[16] = {NULL};
    struct call c;
    if (!bind(t, &c)) {
        return false;
    }
    find_inputs(t, &c);
    call_release(&c);
    bool ok = carry_out(t, &base);
    if (ok && base.count > 0) {
        bool found = find_all(t, &base, all);
        for (int k = 0; found && k < t->inputs; k++) {
            bool ordered = t->op->kind == KIND_SORT && !dtype_is_float(t->input[k].before.dtype);
            int64_t cells = ordered ? 0 : tensor_numel(&t->input[k].before); /* 1 is too much */
            for (int64_t cell = 0; cell < cells; cell++) {
                check_input_cell(t, &base, all, &t->input[k], cell);
            }
        }
    }
    ok = ok && base.count > 0;
    for (int n = 0; n < base.count; n++) {
        for (int64_t k = 0; all[n] != NULL && k < base.at[n].count; k++) {
            origins_free(&all[n][k]);
        }
        free(all[n]);
    }
    outputs_free(&base);
    release_inputs(t);
    return ok;
}

/* --- generating calls --- */

/* Evaluates t->text into t->args. */
static bool take_call(struct trial *t)
{
    struct value pair, key, value;
    struct buf line = {0};
    int64_t position = 0;
    session_seed(t->session, 3);
    buf_printf(&line, "kept = %s\nkept", t->text);
    bool ok = evaluate(t->session, buf_text(&line), &pair);
    buf_free(&line);
    if (!ok) {
        return false;
    }
    const struct list *both = (const struct list *)pair.o;
    const struct list *positional = (const struct list *)both->at[0].o;
    ck_assert_int_le(positional->count, 16);
    memcpy(t->at, positional->at, (size_t)positional->count * sizeof *t->at);
    t->args = (struct args){
        .at = t->at, .count = (int)positional->count, .names = t->names, .values = t->values};
    while (dict_next((struct dict *)both->at[1].o, &position, &key, &value)) {
        ck_assert_int_lt(t->args.keyword_count, 8);
        t->names[t->args.keyword_count] = str_intern(&t->session->in, str_text(key));
        t->values[t->args.keyword_count++] = value;
    }
    return true;
}

/* Whether the call was carried out in at least one of the ways in which the row can be called. */
static bool try_text(struct trial *t)
{
    bool ran = false;
    unsigned apart = IN_TORCH | IN_METHOD | IN_FUNCTIONAL | IN_PROPERTY | IN_INTERNAL | IN_SPECIAL;
    for (int in_place = 0; in_place < 2; in_place++) {
        t->in_place = in_place == 1;
        if ((t->op->where & (t->in_place ? IN_PLACE : apart)) != 0 && take_call(t)) {
            ran |= try_call(t);
        }
    }
    return ran;
}

static bool try_row(struct trial *t)
{
    bool ran = false;
    struct declared a[OP_MAX_ARGUMENTS];
    int count = read_parameters(t->op, a);
    bool has_tensors = false, has_dim = false;
    for (int k = 0; k < count; k++) {
        has_tensors |= strncmp(a[k].type, "Tensor", 6) == 0 || strcmp(a[k].type, "Other") == 0;
        has_dim |= strcmp(a[k].name, "dim") == 0;
    }
    bool generated = !listed(t->op->name, by_hand, sizeof by_hand / sizeof by_hand[0]);
    for (size_t shape = 0; generated && shape < (has_tensors ? SHAPES : 1); shape++) {
        for (int choice = 0; choice < (has_dim ? CHOICES : 1); choice++) {
            write_call(t->op, shape, choice, t->text, sizeof t->text);
            ran |= try_text(t);
        }
    }
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        if (strcmp(calls[k].name, t->op->name) == 0) {
            snprintf(t->text, sizeof t->text, "%s", calls[k].text);
            ran |= try_text(t);
        }
    }
    return ran;
}

/* --- the suite --- */

static struct session *session;

static void setup(void)
{
    struct value unused;
    session = calloc(1, sizeof *session);
    ck_assert_ptr_nonnull(session);
    ck_assert(session_init(session, 0, 1));
    session->in.stack_own = own_stack;
    ck_assert(evaluate(session, preparation, &unused));
}

static void teardown(void)
{
    session_free(session);
    free(session);
}

static bool is_skipped(const struct op *op)
{
    bool known = false;
    for (size_t k = 0; k < sizeof skipped / sizeof skipped[0]; k++) {
        known |= strcmp(skipped[k].name, op->name) == 0;
    }
    return known || op->kind == KIND_VALUE;
}

/* Every row of one kind. */
START_TEST(rows)
{
    struct buf faults = {0};
    int seen = 0;
    for (const struct op *op = ops; op->name != NULL; op++) {
        struct trial t = {.session = session, .op = op, .faults = &faults};
        if ((int)op->kind != _i) {
            continue;
        }
        seen++;
        bool ran = try_row(&t);
        if (!ran && !is_skipped(op)) {
            buf_printf(&faults, "%s%s: no call fits: add one to `calls`\n", op->name,
                       op->signature);
        } else if (ran && is_skipped(op) && op->kind != KIND_VALUE) {
            buf_printf(&faults, "%s: need not be skipped\n", op->name);
        }
    }
    ck_assert_int_gt(seen, 0);
    EXPECT(faults.len == 0, "\n%s", buf_text(&faults));
    buf_free(&faults);
}
END_TEST

/* Each call in the table is for a row that is there. */
START_TEST(tables)
{
    for (size_t k = 0; k < sizeof calls / sizeof calls[0]; k++) {
        EXPECT(op_find(calls[k].name, ~0u) != NULL, "no row %s", calls[k].name);
    }
    for (size_t k = 0; k < sizeof skipped / sizeof skipped[0]; k++) {
        EXPECT(op_find(skipped[k].name, ~0u) != NULL, "no row %s", skipped[k].name);
    }
}
END_TEST

Suite *suite_origin(void)
{
    Suite *s = suite_create("origin");
    TCase *t = tcase_create("rows");
    tcase_add_checked_fixture(t, setup, teardown);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, rows, 0, KIND_VALUE + 1);
    tcase_add_test(t, tables);
    suite_add_tcase(s, t);
    return s;
}
