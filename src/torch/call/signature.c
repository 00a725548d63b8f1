/* Binds the arguments of a call to a row's signature. What the texts of the last signatures say
 * is kept. */
#include "torch/call/signature.h"

#include "torch/call/signature_argument.h"
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

int signature_read(const char *p, struct spec *specs)
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

/* As signature_read(), from memory where it can be; else in `aside`. */
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
            k->count = signature_read(text, k->specs);
            k->text = text;
        }
        if (k->text == text) {
            *count = k->count;
            return k->specs;
        }
    }
    *count = signature_read(text, aside);
    return aside;
}

void signatures_free(struct torch *torch)
{
    free(torch->signatures);
    torch->signatures = NULL;
}

/* --- a whole call --- */

bool signature_same_name(const struct spec *s, const char *name)
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
        if (signature_same_name(&specs[k], name)) {
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

bool signature_try(struct interp *in, const struct spec *specs, int count, unsigned where,
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
    if (!signature_try(in, specs, count, where, args, call, &misfit)) {
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
