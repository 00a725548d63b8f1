/* Decides how tensors are printed from now on: torch.set_printoptions. */
#include "torch/module.h"

#include "lang/run/native.h"

#include <math.h>

static const struct {
    const char *name;
    const struct print_options *options;
} profiles[] = {
    {"default", &print_torch_default}, {"short", &print_torch_short}, {"full", &print_torch_full}};

static bool read_count(struct interp *in, struct value v, int64_t *out)
{
    double f;
    if (v.type != VALUE_FLOAT) {
        return value_to_int(in, v, out);
    }
    f = v.f; /* threshold=float('inf'), np.inf */
    *out = f >= 9e18 ? INT64_MAX : f <= 0 || isnan(f) ? 0 : (int64_t)f;
    return true;
}

bool printing_counts(struct interp *in, const struct value at[4], int *precision,
                     int64_t *threshold, int64_t *edgeitems, int *linewidth)
{
    int64_t n[4] = {*precision, *threshold, *edgeitems, *linewidth};
    for (int k = 0; k < 4; k++) {
        if (given_some(at[k]) && !read_count(in, at[k], &n[k])) {
            return false;
        }
    }
    *precision = n[0] < 0 ? 0 : n[0] > 60 ? 60 : (int)n[0];
    *threshold = n[1];
    *edgeitems = n[2];
    *linewidth = n[3] > INT32_MAX ? INT32_MAX : (int)n[3];
    return true;
}

static bool set_printoptions(struct interp *in, const struct args *args, struct value *out)
{
    struct print_options *o = &torch_of(in)->print;
    struct value at[6];
    *out = value_none();
    if (!arguments_take(in, args,
                        "set_printoptions(precision=None, threshold=None, edgeitems=None, "
                        "linewidth=None, profile=None, sci_mode=None)",
                        at)) {
        return false;
    }
    for (size_t k = 0; str_is(at[4]) && k < sizeof profiles / sizeof profiles[0]; k++) {
        if (strcmp(profiles[k].name, str_text(at[4])) == 0) {
            enum dtype plain = o->plain;
            *o = *profiles[k].options;
            o->plain = plain;
        }
    }
    if (!printing_counts(in, at, &o->precision, &o->threshold, &o->edgeitems, &o->linewidth)) {
        return false;
    }
    bool scientific = false;
    if (given_some(at[5]) && !value_truth(in, at[5], &scientific)) {
        return false;
    }
    o->sci_mode = given_some(at[5]) ? scientific : -1; /* forgotten by every call, as in PyTorch */
    return true;
}

bool printing_register(struct interp *in, struct dict *into)
{
    return interp_function(in, into, "set_printoptions", set_printoptions, NULL, "torch");
}
