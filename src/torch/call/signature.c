/* Binds the arguments of a call to a row's signature. What the texts of the last signatures say
 * is kept. */
#include "torch/call/signature.h"

#include "torch/call/refusal.h"
#include "torch/call/signature_argument.h"
#include "torch/op/ops.h"
#include "torch/torch.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* To add a type: a row here, a value of enum type, a row in takers and a function
 * (signature_argument.c). The second name is what PyTorch's errors call it. */
static const struct {
    const char *name;
    enum type type;
    const char *said;
} types[] = {
    {"Tensor[]", TYPE_TENSORS, "tuple of Tensors"},
    {"Tensor...", TYPE_VARTENSORS, "tuple of Tensors"},
    {"Tensor", TYPE_TENSOR, "Tensor"},
    {"Other", TYPE_OTHER, "Tensor"},
    {"Number", TYPE_NUMBER, "Number"},
    {"int[]", TYPE_INTS, "tuple of ints"},
    {"int[*]", TYPE_SIZES, "tuple of ints"},
    {"int...", TYPE_VARINTS, "tuple of ints"},
    {"int", TYPE_INT, "int"},
    {"float", TYPE_FLOAT, "float"},
    {"bool", TYPE_BOOL, "bool"},
    {"str", TYPE_STR, "str"},
    {"dtype", TYPE_DTYPE, "torch.dtype"},
    {"object", TYPE_OBJECT, "object"},
    {"ignored", TYPE_IGNORED, "object"},
    {"rare", TYPE_RARE, "object"},
};

static const char *skip(const char *p)
{
    while (*p == ' ' || *p == ',' || *p == '(') {
        p++;
    }
    return p;
}

/* Reads a signature into at most OP_MAX_ARGUMENTS parameters. */
static int read_signature(const char *p, struct spec *specs)
{
    int count = 0;
    bool keyword_only = false;
    for (p = skip(p); *p != ')' && *p != '\0' && count < OP_MAX_ARGUMENTS; p = skip(p)) {
        if (*p == '*') {
            keyword_only = true;
            p++;
            continue;
        }
        struct spec *s = &specs[count++];
        *s = (struct spec){.keyword_only = keyword_only};
        for (size_t k = 0; k < sizeof types / sizeof types[0]; k++) {
            size_t len = strlen(types[k].name);
            if (strncmp(p, types[k].name, len) == 0 && (p[len] == ' ' || p[len] == '?')) {
                s->type = types[k].type;
                s->said = types[k].said;
                p += len;
                break;
            }
        }
        s->optional = *p == '?';
        p += s->optional;
        p = skip(p);
        size_t len = 0;
        while (isalnum((unsigned char)*p) || *p == '_') {
            if (len + 1 < sizeof s->name) {
                s->name[len++] = *p;
            }
            p++;
        }
        if (s->type == TYPE_IGNORED || s->type == TYPE_OBJECT) {
            const char *kind = argument_kind(s->name);
            s->said = kind != NULL ? kind : s->said;
        }
        if (*p == '=') {
            s->has_default = true;
            s->fallback = ++p;
            argument_read_default(s);
            int depth = 0;
            while (*p != '\0' && (depth > 0 || (*p != ',' && *p != ')'))) {
                depth += (*p == '(' || *p == '[') - (*p == ')' || *p == ']');
                p++;
            }
        }
    }
    return count;
}

enum { SIGNATURES_KNOWN = 1024 };

/* A signature that was read stays here; one whose place is taken is read again and again. */
struct signatures {
    struct known {
        const char *text;
        int count;
        struct spec specs[OP_MAX_ARGUMENTS];
    } at[SIGNATURES_KNOWN];
};

/* As read_signature(), from memory where it can be; else in `aside`. */
static const struct spec *recall_signature(struct torch *torch, const char *text,
                                           struct spec *aside, int *count)
{
    if (torch->signatures == NULL) {
        torch->signatures = calloc(1, sizeof *torch->signatures);
    }
    size_t at = (uintptr_t)text >> 3;
    for (size_t look = 0; torch->signatures != NULL && look < 8; look++) {
        struct known *k = &torch->signatures->at[(at + look) % SIGNATURES_KNOWN];
        if (k->text == NULL) {
            k->count = read_signature(text, k->specs);
            k->text = text;
        }
        if (k->text == text) {
            *count = k->count;
            return k->specs;
        }
    }
    *count = read_signature(text, aside);
    return aside;
}

void signatures_free(struct torch *torch)
{
    free(torch->signatures);
    torch->signatures = NULL;
}

/* --- a whole call --- */

/* What was wrong, for the TypeError. */
struct misfit {
    enum { FIT, TOO_MANY, MISSING, WRONG_TYPE, UNKNOWN_KEYWORD, TWICE } what;
    int at;              /* parameter */
    const char *keyword; /* UNKNOWN_KEYWORD, TWICE */
    struct value got;
    bool by_keyword;
};

static bool same_name(const struct spec *s, const char *name)
{
    static const char *const twins[][2] = {
        {"dim", "axis"}, {"keepdim", "keepdims"}, {"input", "x"},   {"input", "a"},
        {"input", "x1"}, {"other", "x2"},         {"input", "self"}};
    if (strcmp(s->name, name) == 0) {
        return true;
    }
    for (size_t k = 0; k < sizeof twins / sizeof twins[0]; k++) {
        if (strcmp(twins[k][0], s->name) == 0 && strcmp(twins[k][1], name) == 0) {
            return true;
        }
    }
    return false;
}

static int find(const struct spec *specs, int count, const char *name)
{
    for (int k = 0; k < count; k++) {
        if (same_name(&specs[k], name)) {
            return k;
        }
    }
    return -1;
}

/* `int...` in position `at` takes all the positional arguments from there on, when the first of
 * them is an integer. Not behind a tensor: torch.permute(x, 1, 0) is an error in PyTorch, and
 * torch.zeros(1, 0) is not. `Tensor...` does so when the first is a tensor. */
static bool takes_rest(struct interp *in, const struct spec *s, unsigned where,
                       const struct args *args, int at)
{
    int64_t unused;
    bool fits = false;
    if (at >= args->count) {
        return false;
    }
    if (s->type == TYPE_VARTENSORS) {
        return tensor_object_is(in, args->at[at]);
    }
    if (s->type != TYPE_VARINTS || list_is(args->at[at]) || tuple_is(args->at[at]) ||
        (at > 0 && (where & (IN_METHOD | IN_PLACE | IN_NUMPY)) == 0)) {
        return false;
    }
    return argument_size(in, args->at[at], &unused, &fits) && fits;
}

/* argument_take(), and for a function of NumPy what has an __index__ as an int. */
static bool take(struct interp *in, const struct spec *s, unsigned where, struct value v,
                 struct argument *a, bool *fits)
{
    const bool whole = s->type == TYPE_INT || s->type == TYPE_INTS;
    if (where == IN_NUMPY && whole && v.type == VALUE_OBJECT) {
        int64_t i;
        if (!argument_size(in, v, &i, fits)) {
            return false;
        }
        v = *fits ? value_int(i) : v;
    }
    return argument_take(in, s, v, a, fits);
}

static bool bind(struct interp *in, const struct spec *specs, int count, unsigned where,
                 const struct args *args, struct call *call, struct misfit *misfit)
{
    bool fits = true, spread = false;
    int next = 0, positional = 0;
    *misfit = (struct misfit){.what = FIT};
    for (int k = 0; k < count; k++) {
        positional += !specs[k].keyword_only;
        spread |= specs[k].type == TYPE_VARINTS || specs[k].type == TYPE_VARTENSORS;
    }
    if (args->count > positional && !spread) {
        misfit->what = TOO_MANY;
        return true;
    }
    for (int k = 0; k < count && next < args->count; k++) {
        if (specs[k].keyword_only) {
            break;
        }
        struct argument *a = &call->arg[k];
        if (takes_rest(in, &specs[k], where, args, next)) {
            a->given = true;
            a->value = args->at[next];
            bool tensors = specs[k].type == TYPE_VARTENSORS;
            if (!(tensors ? argument_tensors : argument_ints)(in, args->count - next,
                                                              args->at + next, a, &fits)) {
                return false;
            }
            next = args->count;
        } else if (specs[k].type == TYPE_VARINTS && args->at[next].type != VALUE_NONE &&
                   !list_is(args->at[next]) && !tuple_is(args->at[next])) {
            fits = false;
        } else if (!take(in, &specs[k], where, args->at[next++], a, &fits)) {
            return false;
        }
        if (!fits) {
            int at = next > 0 ? next - 1 : 0;
            *misfit = (struct misfit){
                .what = WRONG_TYPE, .at = k, .got = args->at[at < args->count ? at : 0]};
            if (specs[k].type == TYPE_VARINTS) {
                misfit->got = a->given ? a->value : args->at[next < args->count ? next : at];
            }
            return true;
        }
    }
    if (next < args->count) {
        misfit->what = TOO_MANY;
        return true;
    }
    for (int k = 0; k < args->keyword_count; k++) {
        int at = find(specs, count, args->names[k]->text);
        if (at < 0 || call->arg[at].given) {
            misfit->what = at < 0 ? UNKNOWN_KEYWORD : TWICE;
            misfit->keyword = args->names[k]->text;
            return true;
        }
        if (!take(in, &specs[at], where, args->values[k], &call->arg[at], &fits)) {
            return false;
        }
        if (!fits) {
            *misfit = (struct misfit){
                .what = WRONG_TYPE, .at = at, .by_keyword = true, .got = args->values[k]};
            return true;
        }
    }
    for (int k = 0; k < count; k++) {
        struct argument *a = &call->arg[k];
        if (a->given) {
            continue;
        }
        if (specs[k].has_default) {
            if (!argument_default(in, &specs[k], a)) {
                return false;
            }
        } else {
            misfit->what = MISSING;
            misfit->at = k;
            return true;
        }
    }
    return true;
}

bool signature_bind(struct interp *in, const struct op *op, unsigned where, const struct args *args,
                    struct call *call, bool *fits)
{
    struct spec aside[OP_MAX_ARGUMENTS];
    struct misfit misfit;
    int count;
    const struct spec *specs = recall_signature(torch_of(in), op->signature, aside, &count);
    while (args->keyword_count == 0 && count > 0 && specs[count - 1].type == TYPE_RARE) {
        count--;
    }
    call->op = op;
    call->arg_count = count;
    if (!bind(in, specs, count, where, args, call, &misfit)) {
        return false;
    }
    *fits = misfit.what == FIT;
    return true;
}

void signature_release(struct call *call)
{
    for (int k = 0; k < call->arg_count; k++) {
        struct argument *a = &call->arg[k];
        if (a->owned) {
            tensor_release(&a->tensor);
        }
        if (a->ints != NULL) {
            heap_give(call->in, a->ints, argument_ints_bytes(a->count));
        }
        free(a->tensors);
        a->owned = a->given = false;
        a->object = NULL;
        a->ints = NULL;
        a->labels = NULL;
        a->tensors = NULL;
    }
}

/* --- errors --- */

static void put_got(const struct args *args, int from, struct buf *out)
{
    const char *comma = "";
    for (int k = from; k < args->count; k++) {
        buf_printf(out, "%s%s", comma, value_type_name(args->at[k]));
        comma = ", ";
    }
    for (int k = 0; k < args->keyword_count; k++) {
        buf_printf(out, "%s%s=%s", comma, args->names[k]->text, value_type_name(args->values[k]));
        comma = ", ";
    }
}

/* The signature as PyTorch's parser prints it: without self for methods. */
static void put_signature(const struct spec *specs, int count, bool method, struct buf *out)
{
    const char *comma = "";
    bool star = false;
    buf_putc(out, '(');
    for (int k = method ? 1 : 0; k < count; k++) {
        if (specs[k].keyword_only && !star) {
            buf_printf(out, "%s*", comma);
            comma = ", ";
            star = true;
        }
        buf_printf(out, "%s%s %s", comma, specs[k].said, specs[k].name);
        comma = ", ";
    }
    buf_putc(out, ')');
}

/* Functions that PyTorch writes in Python: Python words their missing arguments. */
static bool is_python(const char *name, unsigned where)
{
    static const char *const functional[] = {"dropout",    "elu",         "embedding", "layer_norm",
                                             "leaky_relu", "log_softmax", "nll_loss",  "relu",
                                             "sigmoid",    "silu",        "softmax",   "tanh"};
    static const char *const torch[] = {"cdist", "norm", "split", "tensordot"};
    const char *const *names = where == IN_FUNCTIONAL ? functional : torch;
    if (where == IN_NUMPY) {
        return true;
    }
    size_t count = where == IN_FUNCTIONAL ? sizeof functional / sizeof functional[0]
                   : where == IN_TORCH    ? sizeof torch / sizeof torch[0]
                                          : 0;
    for (size_t k = 0; k < count; k++) {
        if (strcmp(names[k], name) == 0) {
            return true;
        }
    }
    return false;
}

/* Where F.name hands its arguments on to a function with another name or order, and that function
 * tells what is wrong. */
static const struct {
    const char *name, *parameter, *said_name, *said_parameter;
    int position;
} handed_on[] = {
    {"embedding", "input", "embedding", "indices", 2},
    {"embedding", "weight", "embedding", "weight", 1},
    {"logsigmoid", "input", "log_sigmoid", "input", 1},
    {"nll_loss", "input", "nll_loss_nd", "input", 1},
    {"nll_loss", "target", "nll_loss_nd", "target", 2},
    {"nll_loss", "weight", "nll_loss_nd", "weight", 3},
};

/* Functions that PyTorch writes in Python and that ask their input for a method at once. */
static const struct {
    const char *name, *method;
    unsigned where;
} asked[] = {
    {"softmax", "softmax", IN_FUNCTIONAL},
    {"log_softmax", "log_softmax", IN_FUNCTIONAL},
    {"sigmoid", "sigmoid", IN_FUNCTIONAL},
    {"tanh", "tanh", IN_FUNCTIONAL},
    {"norm", "dim", IN_TORCH},
};

/* Python's words for an input that is no tensor. False: nothing was raised. */
static bool refuse_asked(struct interp *in, const char *name, unsigned where,
                         const struct args *args, struct value got)
{
    for (size_t k = 0; k < sizeof asked / sizeof asked[0]; k++) {
        if (where == asked[k].where && strcmp(name, asked[k].name) == 0) {
            /* softmax without dim looks for how many there are */
            bool guesses = strstr(name, "softmax") != NULL && args->count + args->keyword_count < 2;
            raise_exception(in, EXCEPTION_AttributeError, "'%s' object has no attribute '%s'",
                            value_type_name(got), guesses ? "dim" : asked[k].method);
            return true;
        }
    }
    return false;
}

/* A list of tensors with something else in it. False: there is no such thing. */
static bool refuse_element(struct interp *in, const struct spec *s, const struct args *args,
                           int argument, int at, struct value got)
{
    bool spread =
        s->type == TYPE_VARTENSORS && at < args->count && tensor_object_is(in, args->at[at]);
    bool many = !spread && (list_is(got) || tuple_is(got));
    if (s->type != TYPE_VARTENSORS && (s->type != TYPE_TENSORS || !many)) {
        return false;
    }
    const struct list *l = many ? (const struct list *)got.o : NULL;
    int64_t count = many ? l->count : args->count - at;
    const struct value *items = many ? l->at : args->at + at;
    for (int64_t k = 0; k < count; k++) {
        if (!tensor_object_is(in, items[k])) {
            raise_exception(in, EXCEPTION_TypeError,
                            "expected Tensor as element %lld in argument %d, but got %s",
                            (long long)k, argument, value_type_name(items[k]));
            return true;
        }
    }
    return false;
}

/* Functions of NumPy that are written in C, whose errors are others. */
static bool numpy_is_native(const char *name)
{
    static const char *const native[] = {"array", "asarray", "asanyarray", "empty", "zeros"};
    for (size_t k = 0; k < sizeof native / sizeof native[0]; k++) {
        if (strcmp(native[k], name) == 0) {
            return true;
        }
    }
    return false;
}

static bool refuse_missing(struct interp *in, const char *name, unsigned where, bool python, int at,
                           int missing, const char *names)
{
    if (where == IN_NUMPY && strcmp(name, "arange") == 0) {
        return raise_exception(in, EXCEPTION_TypeError, "arange() requires stop to be specified.");
    }
    if (where == IN_NUMPY && numpy_is_native(name)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s() missing required argument %s (pos %d)", name, names, at);
    }
    if (python) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s() missing %d required positional argument%s: %s", name, missing,
                               missing == 1 ? "" : "s", names);
    }
    return raise_exception(in, EXCEPTION_TypeError,
                           "%s() missing %d required positional argument%s: %s", name, missing,
                           missing == 1 ? "s" : "", names); /* the s is PyTorch's */
}

/* Keywords that NumPy's functions have and those here have not: a TypeError would not be true. */
static bool numpy_knows(const struct op *op, const char *name, const char *keyword)
{
    static const struct {
        const char *names, *keywords;
    } rows[] = {
        {" unique ", " axis equal_nan "},
        {" nansum nanmean nanmax nanmin ", " where "},
        {" matmul ", " dtype casting order subok "},
        {" clip ", " where dtype casting order subok "},
    };
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        if (op_name_is(name, rows[k].names) && op_name_is(keyword, rows[k].keywords)) {
            return true;
        }
    }
    return strstr(op->signature, " casting=") != NULL &&
           op_name_is(keyword, " signature sig extobj ");
}

/* A function cell by cell of NumPy, which is told by where= and its like; matmul is nearly one. */
static bool is_ufunc(const struct spec *specs, int count, const char *name, unsigned where)
{
    bool is = where == IN_NUMPY && strcmp(name, "matmul") == 0;
    for (int k = 0; k < count && where == IN_NUMPY; k++) {
        is |= strcmp(specs[k].name, "casting") == 0;
    }
    return is;
}

static bool refuse_one(struct interp *in, const struct spec *specs, int count, const char *name,
                       const struct args *args, unsigned where, const struct misfit *m)
{
    bool method = (where & (IN_METHOD | IN_PLACE | IN_PROPERTY)) != 0;
    bool python = is_python(name, where);
    int self = method ? 1 : 0;
    int least = 0, most = 0, missing = 0;
    scoped_buf names = {.budget = in->memory};
    const struct spec *s = &specs[m->at];
    switch (m->what) {
    case TOO_MANY:
        if (method && count == 1) {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "_TensorBase.%s() takes no arguments (%d given)", name,
                                   args->count - self);
        }
        for (int k = self; k < count; k++) {
            most += !specs[k].keyword_only;
            least += !specs[k].has_default;
        }
        if (least != most) {
            return raise_exception(
                in, EXCEPTION_TypeError,
                "%s() takes from %d to %d positional arguments but %d were given", name, least,
                most, args->count - self);
        }
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s() takes %d positional argument%s but %d %s given", name, most,
                               most == 1 ? "" : "s", args->count - self,
                               args->count - self == 1 ? "was" : "were");
    case MISSING:
        if (is_ufunc(specs, count, name, where)) {
            for (int k = 0; k < count; k++) {
                least += !specs[k].has_default;
            }
            return raise_exception(
                in, EXCEPTION_TypeError,
                "%s() takes from %d to %d positional arguments but %d were given", name, least,
                least + 1, args->count);
        }
        for (int k = m->at; k < count; k++) {
            bool given = k < args->count;
            for (int j = 0; j < args->keyword_count; j++) {
                given |= same_name(&specs[k], args->names[j]->text);
            }
            if (!given && !specs[k].has_default && !specs[k].keyword_only) {
                const char *quote = python ? "'" : "\"", *comma = python ? " and " : ", ";
                buf_printf(&names, "%s%s%s%s", missing > 0 ? comma : "", quote, specs[k].name,
                           quote);
                missing++;
            }
        }
        refuse_missing(in, name, where, python, m->at, missing, buf_text(&names));
        return false;
    case UNKNOWN_KEYWORD:
        if (method && count == 1) {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "_TensorBase.%s() takes no keyword arguments", name);
        }
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s() got an unexpected keyword argument '%s'", name, m->keyword);
    case TWICE:
        return raise_exception(in, EXCEPTION_TypeError,
                               "%s() got multiple values for argument '%s'", name, m->keyword);
    default:
        break;
    }
    if (refuse_element(in, s, args, m->at - self, m->at, m->got) ||
        (m->at == 0 && refuse_asked(in, name, where, args, m->got))) {
        return false;
    }
    for (size_t k = 0; where == IN_FUNCTIONAL && k < sizeof handed_on / sizeof handed_on[0]; k++) {
        if (strcmp(handed_on[k].name, name) == 0 && strcmp(handed_on[k].parameter, s->name) == 0) {
            return raise_exception(in, EXCEPTION_TypeError,
                                   "%s(): argument '%s' (position %d) must be %s, not %s",
                                   handed_on[k].said_name, handed_on[k].said_parameter,
                                   handed_on[k].position, s->said, value_type_name(m->got));
        }
    }
    if (specs[m->at].keyword_only || m->by_keyword) {
        return raise_exception(in, EXCEPTION_TypeError, "%s(): argument '%s' must be %s, not %s",
                               name, s->name, s->said, value_type_name(m->got));
    }
    return raise_exception(in, EXCEPTION_TypeError,
                           "%s(): argument '%s' (position %d) must be %s, not %s", name, s->name,
                           m->at + 1 - self, s->said, value_type_name(m->got));
}

/* The row from `row` on that is an overload of name for that place; NULL behind the last. */
static const struct op *overload(const struct op *row, const char *name, unsigned where)
{
    while (row->name != NULL && strcmp(row->name, name) == 0) {
        if ((row->where & where) != 0) {
            return row;
        }
        row++;
    }
    return NULL;
}

bool signature_refuse(struct interp *in, const struct op *rows, const char *name, unsigned where,
                      const struct args *args)
{
    struct spec specs[OP_MAX_ARGUMENTS];
    struct misfit misfit;
    bool method = (where & (IN_METHOD | IN_PLACE | IN_PROPERTY)) != 0;
    if ((where & (IN_TORCH | IN_METHOD | IN_PLACE)) != 0 && refusal_raise(in, name, method, args)) {
        return false;
    }
    const struct op *first = overload(rows, rows->name, where);
    if (overload(first + 1, rows->name, where) == NULL) {
        struct call call = {.in = in};
        int count = call.arg_count = read_signature(first->signature, specs);
        bool ok = bind(in, specs, count, where, args, &call, &misfit);
        signature_release(&call);
        bool lacks = ok && misfit.what == UNKNOWN_KEYWORD && (first->where & IN_NUMPY) != 0 &&
                     numpy_knows(first, name, misfit.keyword);
        if (lacks) {
            return raise_unsupported(in, "NumPy's %s(%s=) is not supported", name, misfit.keyword);
        }
        return ok && refuse_one(in, specs, count, name, args, where, &misfit);
    }
    scoped_buf text = {.budget = in->memory};
    buf_printf(&text, "%s() received an invalid combination of arguments - got (", name);
    put_got(args, method ? 1 : 0, &text);
    buf_puts(&text, "), but expected one of:\n");
    for (const struct op *row = first; row != NULL; row = overload(row + 1, rows->name, where)) {
        buf_puts(&text, " * ");
        put_signature(specs, read_signature(row->signature, specs), method, &text);
        buf_putc(&text, '\n');
    }
    raise_exception(in, EXCEPTION_TypeError, "%s", buf_text(&text));
    return false;
}
