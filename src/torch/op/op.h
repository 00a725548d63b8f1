/* Describes one primitive operation: a row of ops.def, and what its function is called with.
 *
 * From the row come: argument binding and the error for a wrong argument, where it can be called
 * (torch.f, x.f(), x.f_(), F.f), the name in grad_fn, the explanation of a cell (kind, origin,
 * formula), the list of what is supported in the docs, and the generic tests. */
#pragma once

#include "op_names.h"

#include "lang/run/interp.h"
#include "tensor/shape/tensor.h"
#include "torch/op/columns.h"
#include "torch/op/traits.h"
#include "torch/tensor_object.h"

/* How a cell of the output depends on cells of the inputs. Each kind has one function in
 * origin*.c that names those cells. */
enum op_kind {
    KIND_CONSTANT,    /* none: zeros, arange */
    KIND_ELEMENTWISE, /* the cell at the same (broadcast) place of each input */
    KIND_REDUCTION,   /* the cells along the folded axes */
    KIND_SCAN,        /* the cells up to this one along an axis */
    KIND_SOFTMAX,     /* the whole row along dim */
    KIND_CONTRACTION, /* a row of one input and a column of the other */
    KIND_MAP,         /* exactly one cell of one input (views, copies, indexing), or a constant */
    KIND_SORT,        /* one cell of the row along dim, decided by the values */
    KIND_RANDOM,      /* drawn */
    KIND_VALUE        /* not a tensor: numel(), item(), size() */
};

/* Where a row can be called. */
enum op_where {
    IN_TORCH = 1,      /* torch.softmax(...) */
    IN_METHOD = 2,     /* x.softmax(...) */
    IN_PLACE = 4,      /* x.softmax_(...): the result is written over the first argument */
    IN_FUNCTIONAL = 8, /* torch.nn.functional */
    IN_PROPERTY = 16,  /* x.T: a method without parentheses */
    IN_INTERNAL = 32,  /* only called by the program itself: operators, indexing */
    IN_SPECIAL = 64,   /* torch.special, torch.linalg: see the row's name */
    IN_NUMPY = 128     /* a row of numpy.def */
};

#define OP_MAX_ARGUMENTS 12
#define OP_MAX_OUTPUTS 4

struct call;

/* What a row of numpy.def takes for arrays, and what becomes of the tensor that it leaves. */
enum op_numpy {
    TAKES_1 = 1, /* so many arguments from the first on are read as arrays */
    TAKES_2 = 2,
    TAKES_3 = 3,
    GIVES_ARRAY = 4,
    GIVES_NUMBER = 8, /* an array, or a scalar where it has no axes */
    GIVES_LIKE = 12,  /* what the first argument is: also a tensor */
    SEES_1 = 17       /* as TAKES_1, as it lies, also backwards (a[::-1]): for views of it */
};

/* A row of a table of operations: its function, its id, what that is to do, and the columns of
 * ops.def from the name on. Behind the formula columns may follow by name: .half = "topk_cpu". */
#define OP_ROW(function, own, by, called, takes, places, column, gradient, ...)                    \
    {                                                                                              \
        .name = called, .signature = takes, .where = places, .kind = OP_KIND(column),              \
        .traits = OP_TRAITS(column), .backward = gradient, .run = function, .with = by, .id = own, \
        .formula = __VA_ARGS__                                                                     \
    }

struct op {
    const char *name;      /* "masked_fill" */
    const char *signature; /* "(Tensor input, Tensor mask, Number value)": signature.h */
    unsigned where;        /* enum op_where bits */
    enum op_kind kind;
    uint64_t traits;      /* what it does: traits.h */
    unsigned numpy;       /* enum op_numpy */
    const char *backward; /* "MaskedFillBackward0"; NULL: has no gradient (argmax, ==) */
    const char *formula;  /* of a cell, in the signature's names: "value if mask else input" */
    bool (*run)(struct call *c);
    int with;       /* what a function of several rows is to do for this one: DTYPE_INT8 */
    const char *id; /* rows with the same id do the same: gradients go by it */
    /* of op_kernel_of_one, op_kernel_of_two */
    bool (*one)(struct compute *cx, struct tensor *out, const struct tensor *a);
    bool (*two)(struct compute *cx, struct tensor *out, const struct tensor *a,
                const struct tensor *b);
    /* The rest is named behind the formula where a row has it: columns.h. */
    const char *half,
        *bfloat16; /* the kernel of PyTorch's that such tensors have not (op_dtype.c) */
    enum op_out out;
    const char *listed;        /* PyTorch's overloads of torch.name, as refusal.c reads them; */
    const char *listed_method; /* of x.name, where they are others than those without `input` */
    const char *listed_place;  /* of x.name_, where they are others */
    enum op_listing listing;
    const char *noun;      /* what one cell is of many: "their sum" */
    const char *lacks;     /* keywords that NumPy's function has and this one has not: " where" */
    const char *equation;  /* of a product: which cells make a cell, as for einsum: "rk,kc->rc" */
    enum op_origin origin; /* where a cell comes from, if kind and equation do not tell */
    enum op_axes axes;     /* what the axes of the result are called, if kind and traits do not */
};

/* An argument after binding. Which member holds it follows from the type in the signature. */
struct argument {
    bool given;                     /* by the caller; otherwise it is the default */
    bool none;                      /* None */
    bool owned;                     /* tensor was made for this call */
    struct value value;             /* as passed, or the default */
    struct tensor_object *object;   /* Tensor: the object passed; NULL for a Python number */
    int64_t i;                      /* int, bool */
    double f;                       /* float; Number */
    const char *text;               /* str */
    enum dtype dtype;               /* dtype */
    int64_t *ints;                  /* int[]: sizes, dims */
    uint32_t *labels;               /* their axis labels */
    struct tensor_object **tensors; /* Tensor[] */
    int count;                      /* of ints or tensors */
    struct tensor tensor;           /* Tensor, Other, Number: the object's, or a wrapped number */
};

/* The frame of one call. `run` reads arg[] (in the order of the signature) and leaves its result in
 * exactly one of
 *     out[0 .. outputs)   fresh tensors or views, owned by the frame; two or more give a tuple,
 *                         named when return_type is set
 *     many, many_count    a tuple of any number of tensors
 *     value               anything else: a number, a tuple, or an argument's own object (x.float()
 *                         of a float tensor is x itself)
 *     nothing             only for a call in place (IN_PLACE row) that wrote arg[0] itself
 * For a row with IN_PLACE that leaves out[0], op_call writes it over arg[0].
 * False = cx->err is set, or an exception raised. */
struct call {
    struct interp *in;
    struct torch *torch;
    struct compute *cx;
    const struct op *op;
    int arg_count;
    int outputs;
    struct tensor *many; /* a list of outputs (chunk, split, unbind): malloc'ed, owned */
    int many_count;
    const char *return_type; /* "topk": torch.return_types.topk(values=..., indices=...) */
    struct value value;
    bool has_value;
    const char *backward; /* starts as op->backward; run may name the path taken */
    bool in_place;        /* called as name_ : out[0] is written over arg[0] */
    struct tensor_object
        *wrote; /* set by run: the array that it changed, when it gives None (a.sort()) */
    struct tensor_object *unwritten; /* a copy of arg[0] from before it is written, for gradients */
    bool requires_grad;              /* set by run: the result is a leaf that asks for gradients */
    bool read_only;                  /* set by run: the result is an array that nobody may write */
    bool apart; /* set by run: many[k] comes from tensor k of arg[0] alone, and so do its gradients
                 */
    /* From here on not everything is zero at first: of a tensor without a storage no more than that
     * can be asked. */
    struct tensor before; /* set by run, owned: what arg[0]'s object held until it was given another
                             tensor (x.resize_(4)); for the recorder */
    struct tensor kept;   /* set by run, owned: what only the gradient needs (a mask of dropout) */
    struct tensor out[OP_MAX_OUTPUTS];
    struct argument arg[OP_MAX_ARGUMENTS];
};

/* All rows of one name stand side by side: overloads are tried from first to last. Behind the last
 * row stands one whose name is NULL. */
extern const struct op ops[];
extern const int op_count;

/* Binds, runs, wraps the result (grad_fn, requires_grad), reports to the recorder. `rows` is the
 * first of the overloads of one name, of which those with a bit of `where` are tried; name is as
 * called ("masked_fill_"). Unfit arguments raise TypeError as PyTorch words it. */
bool op_call(struct interp *in, const struct op *rows, const char *name, unsigned where,
             const struct args *args, struct value *out);
void op_free_calls(struct torch *torch); /* the frames that were kept */
/* The same from C, for operators: op_invoke(in, "add", IN_METHOD, 2, values, &out). */
bool op_invoke(struct interp *in, const char *name, unsigned where, int count,
               const struct value *at, struct value *out);
/* Calls the row's function on the bound arguments. False: raised, or the sentence is in c->cx->err.
 */
bool op_carry_out(struct call *c);
/* Tells the recorder, if there is one, about an operation that was carried out. False: raised. */
bool op_report(struct interp *in, const struct call *call, const char *name, int count,
               struct tensor_object *const *outputs, bool in_place);

/* The first row behind torch.f, Tensor.f, F.f or np.f, under whatever name; NULL: it is none. */
const struct op *op_behind(struct interp *in, struct value v);

/* Puts the rows into a module's dictionary or a class: every name with a bit of `where`; in-place
 * twins get their underscore. */
bool op_register(struct interp *in, const struct op *table, unsigned where, struct dict *into,
                 struct class *class, const char *owner);
