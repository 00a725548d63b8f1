/* Sets PyTorch up for a run, and frees it. */
#include "torch/torch.h"

#include "base/named.h"
#include "torch/module.h"

#include "lang/run/native.h"
#include "tensor/random/random_numpy.h"
#include "torch/call/signature.h"
#include "torch/grad/engine.h"
#include "torch/op/op.h"
#include "torch/prelude.h"
#include "torch/size.h"

static bool before_write(void *observer, const struct tensor *region)
{
    const struct interp *in = observer;
    const struct recorder *r = in->recorder;
    return r == NULL || r->before_write == NULL || r->before_write(r->self, region);
}

static const char *find_prelude(void *self, const char *dotted_name, size_t *len)
{
    int k = named_at(prelude_files, prelude_count, sizeof *prelude_files, dotted_name);
    if (k >= 0) {
        *len = prelude_files[k].len;
        return prelude_files[k].text;
    }
    return NULL;
}

static void mark_host(struct interp *in)
{
    struct torch *t = torch_of(in);
    struct class *const classes[] = {
        t->types.tensor,
        t->types.parameter,
        t->types.size,
        t->types.dtype,
        t->types.device,
        t->types.generator,
        t->types.grad_mode,
        t->types.finfo,
        t->types.return_type,
        t->types.ndarray,
        t->types.numpy_number,
        t->types.numpy_dtype,
        t->types.numpy_random_state,
        t->types.numpy_generator,
        t->types.numpy_cells,
        t->types.iinfo,
        t->types.layout,
        t->types.grad_fn,
    };
    for (size_t k = 0; k < sizeof classes / sizeof classes[0]; k++) {
        heap_mark_object(in, classes[k]);
    }
    for (int k = 0; k < DTYPE_COUNT; k++) {
        heap_mark_object(in, t->types.numpy_numbers[k]);
        heap_mark(in, t->dtypes[k]);
    }
    heap_mark(in, t->numpy_formatter);
    heap_mark_object(in, t->made);
    rules_mark(in);
    engine_mark(in);
}

struct class *class_on_demand(struct interp *in, const char *key, const char *name,
                              const char *module, struct class *base, const struct slots *slots)
{
    struct torch *t = torch_of(in);
    struct str *text = str_intern(in, key);
    struct value known;
    if (text == NULL) {
        return NULL;
    }
    if (dict_get_str(t->made, text, &known)) {
        return (struct class *)known.o;
    }
    struct class *c = interp_class(in, name, module, base, slots);
    if (c == NULL || !dict_set_str(in, t->made, text, value_object(c))) {
        return NULL;
    }
    c->said = strchr(text->text, '.') != NULL ? text->text : NULL; /* "numpy.float32" */
    return c;
}

static bool tensor_init(struct interp *in)
{
    struct torch *t = torch_of(in);
    t->types.tensor = interp_class(in, "Tensor", "torch", NULL, &tensor_slots);
    if (t->types.tensor == NULL) {
        return false;
    }
    t->types.parameter =
        interp_class(in, "Parameter", "torch.nn.parameter", t->types.tensor, &tensor_slots);
    return t->types.parameter != NULL && native_dunders(in, t->types.tensor) &&
           operators_register(in, t->types.tensor) &&
           tensor_methods_register(in, t->types.tensor) &&
           op_register(in, ops, IN_METHOD | IN_PLACE, NULL, t->types.tensor, "Tensor");
}

bool torch_init(struct torch *t, struct interp *in, int threads)
{
    memset(t, 0, sizeof *t);
    compute_init(&t->compute, &in->error, in->memory, threads);
    t->compute.before_write = before_write;
    t->compute.observer = in;
    t->print = print_torch_default;
    t->numpy_print = print_numpy_default;
    t->grad_enabled = true;
    t->default_dtype = DTYPE_FLOAT32;
    random_seed(&t->random, 0);
    numpy_random_seed(&t->numpy_random, 0);
    in->host = t;
    in->mark_host = mark_host;
    in->prelude = find_prelude;
    t->numpy_formatter = value_none();
    t->made = dict_new(in);
    return t->made != NULL && tensor_init(in) && dtype_init(in) && device_init(in) &&
           size_init(in) && grad_init(in) && generator_init(in);
}

void torch_free(struct torch *t)
{
    compute_release(&t->compute);
    signatures_free(t);
    op_free_calls(t);
    rules_free(t);
}
