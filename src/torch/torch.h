/* Holds PyTorch in a run: its state, and the native modules it provides to the language. Everything
 * composite (nn, most of F, einops) is in assets/prelude, written in Python. */
#pragma once

#include "lang/run/interp.h"
#include "tensor/compute/compute.h"
#include "tensor/print/print.h"
#include "tensor/random/random.h"
#include "torch/tensor_object.h"

/* The last view that could not be made, for those who explain it (trace/report/view_refused.h). */
struct refused_view {
    const struct object *exception; /* that was raised; NULL: none */
    uint64_t serial;                /* of the tensor */
    int ndim, size_count;
    int64_t shape[TENSOR_MAX_DIMS], stride[TENSOR_MAX_DIMS];
    int64_t size[TENSOR_MAX_DIMS]; /* as asked for; -1: whatever is left */
};

/* What calls ask of NumPy, which stands above PyTorch; numpy_init sets it. */
struct op;
struct call;
struct numpy_face {
    bool (*has_row)(const struct op *row); /* is it one of numpy.def? */
    /* A call on arrays of strings, complex numbers or objects; *done stays false when it is about
     * none. */
    bool (*call_cells)(struct interp *in, const char *name, const struct args *args,
                       struct value *out, bool *done);
    /* What the row says: arrays among the arguments; the tensor that was left as a value. */
    bool (*take)(struct call *c);
    bool (*give)(struct call *c);
    void (*set_base)(struct interp *in, struct value made, struct value from);
    bool (*get_item)(struct interp *in, struct value self, struct value key, struct value *out);
    bool (*set_item)(struct interp *in, struct value self, struct value key, struct value v);
};

#define NO_ATTRIBUTES 64

struct torch {
    struct compute compute;
    struct signatures *signatures;        /* those that were read (call/signature.c) */
    struct spare_call *spare_calls;       /* frames for the next operations (op/op.c) */
    const struct op *operators[OP_COUNT]; /* their rows, once asked for (tensor_object.c) */
    const struct numpy_face *numpy;
    const struct str *no_attribute[NO_ATTRIBUTES]; /* of tensors: by address (tensor_attribute.c) */
    struct random random;                          /* torch's default generator */
    struct numpy_random numpy_random;              /* np.random's */
    bool seeded, numpy_seeded;                     /* the code set a seed itself */
    bool drew, numpy_drew; /* unseeded random numbers were used: the host says so */
    struct print_options print;
    struct numpy_print_options numpy_print;
    struct value numpy_formatter; /* np.set_printoptions(formatter={...}): a dict, or None */
    struct refused_view refused;
    bool grad_enabled;
    bool inference;           /* within inference_mode() */
    struct grad_rule **rules; /* formulas of gradients, by row (grad/rule.c) */
    struct engine *engine;    /* the backward pass under way, or NULL (grad/engine.c) */
    uint64_t nodes;           /* made so far: their order */
    enum dtype default_dtype;
    uint64_t serials;
    struct torch_classes {
        struct class *tensor, *parameter, *size, *dtype, *device, *generator, *grad_mode, *finfo,
            *return_type, *ndarray, *numpy_number, *numpy_dtype, *numpy_random_state,
            *numpy_generator, *numpy_cells; /* NULL until there is one */
        struct class *iinfo, *layout, *grad_fn;
        struct class *numpy_numbers[DTYPE_COUNT]; /* np.float64 ...: subclasses of numpy_number */
    } types;
    struct value dtypes[DTYPE_COUNT];      /* the torch.float32 ... objects */
    struct slots size_slots, return_slots; /* a tuple's, with another text and other slices */
    struct dict *made; /* classes made as they are met: AddBackward0, torch.return_types.topk */
};

struct dtype_object { /* torch.float32 */
    struct object object;
    const char *name; /* "float32" */
    enum dtype dtype;
    bool supported; /* false: complex128 and others, known by name only */
};

/* torch.float32, or the Python type float, bool, int. Anything else: *fits = false and no error;
 * a dtype that tensors do not have ends the run. */
bool dtype_of_value(struct interp *in, struct value v, enum dtype *out, bool *fits);

/* torch.device("cpu") */
bool device_new(struct interp *in, const char *name, struct value *out);
extern const struct slots tensor_slots;
/* A device argument: None, "cpu", torch.device, an index. Any but the CPU raises as PyTorch without
 * CUDA does. */
bool device_check(struct interp *in, struct value v);
bool device_format_is_contiguous(struct value v); /* torch.contiguous_format */
/* The stream that random operations draw from: of a torch.Generator, or for None the default one
 * (which also notes that unseeded numbers were drawn). NULL: raised. */
struct random *generator_random(struct interp *in, struct value generator);

/* Sets up in->host, in->native_module and in->prelude; threads 0 = one per core. */
bool torch_init(struct torch *t, struct interp *in, int threads);
/* After interp_free: the objects that hold tensors are gone by then. */
void torch_free(struct torch *t);

static inline struct torch *torch_of(struct interp *in)
{
    return in->host;
}

/* A class made on first use and kept under its key. */
struct class *class_on_demand(struct interp *in, const char *key, const char *name,
                              const char *module, struct class *base, const struct slots *slots);
