/* Explains sums of products of bfloat16. PyTorch 1.13 has two ways to round them
 * (tensor/product/product_short.c): once, at the end of a sum in float32, or each product and each
 * sum; and a bias stands in front of the sum or is added behind it. Which way a call takes depends
 * on sizes and on how its operands lie in memory, so both are tried, and the one that gives the
 * cell's value is shown. */
#include "trace/explain/explain_short.h"

#include "trace/explain/line.h"
#include "trace/explain/scalar.h"
#include "trace/explain/terms.h"

#include <math.h>

struct way {
    bool each;   /* every product and every sum is rounded */
    bool before; /* the bias belongs to the sum */
};

static struct scalar add_bias(struct explainer *t, struct scalar sum, const struct scalar *bias,
                              int64_t from)
{
    return line_computed(t, "bias", from, "# + #", NUMBERS(sum, scalar_as(*bias, sum.dtype)));
}

static struct scalar add_up(struct explainer *t, const struct terms *terms, struct way way,
                            const struct scalar *bias, int64_t from)
{
    struct terms own = *terms;
    if (way.each || terms->single) {
        own.dtype = DTYPE_BFLOAT16;
        own.sum = GEMM_APART;
        own.start = way.before ? bias : NULL;
        if (!terms->single) {
            line_words(t, "order", -1, "every product and every sum is rounded to bfloat16");
        }
        if (own.start != NULL) {
            line_numbers(t, "bias", from, "the sum begins at #", bias);
        }
        return terms_add_up(t, &own);
    }
    own.dtype = DTYPE_FLOAT32;
    own.sum = GEMM_FUSED;
    own.form.a_turned = own.form.b_turned = false; /* float32 copies, row by row */
    struct scalar sum = terms_add_up(t, &own);
    sum = way.before && bias != NULL ? add_bias(t, sum, bias, from) : sum;
    return line_rounded(t, "# rounded to bfloat16 is #", sum, DTYPE_BFLOAT16);
}

static bool is_cell(const struct explainer *t, struct scalar x)
{
    struct scalar cell = scalar_cell(&t->out, t->cell);
    x = scalar_as(x, cell.dtype);
    return x.f == cell.f || (isnan(x.f) && isnan(cell.f));
}

static struct scalar carry_out(struct explainer *t, const struct terms *terms, struct way way,
                               const struct scalar *bias, int64_t from,
                               explain_short_finish_fn *finish, const void *arg)
{
    struct scalar sum = add_up(t, terms, way, bias, from);
    return finish == NULL || (way.before && bias != NULL) ? sum : finish(t, sum, arg);
}

bool explain_short(struct explainer *t, const struct terms *terms, const struct scalar *bias,
                   int64_t bias_from, explain_short_finish_fn *finish, const void *arg)
{
    static const struct way ways[] = {{false, true}, {false, false}, {true, true}, {true, false}};
    enum { WAYS = sizeof ways / sizeof ways[0], ONCE_LARGE = 4096 };
    const struct gemm_form *f = &terms->form;
    bool large = (double)f->M * (double)f->N * (double)f->K > ONCE_LARGE;
    bool once_first = large || f->b_turned; /* more likely: asked first */
    for (int k = 0; k < WAYS; k++) {
        struct way way = ways[once_first ? k : (k + 2) % WAYS];
        t->silent = true;
        bool ends = is_cell(t, carry_out(t, terms, way, bias, bias_from, finish, arg));
        t->silent = false;
        if (ends) {
            explainer_result(t, carry_out(t, terms, way, bias, bias_from, finish, arg));
            return true;
        }
    }
    return false;
}
