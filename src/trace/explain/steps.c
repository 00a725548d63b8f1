/* Carries out the steps of tensor/product/gemv_order.h, dot.h and einsum_numpy.h, and tells them.
 * To move a sum into an empty one is no step to tell. */
#include "trace/explain/steps.h"

#include "tensor/product/einsum_numpy.h"
#include "tensor/product/matmul_vector.h"
#include "trace/explain/line.h"

enum { SHOWN = 52 };

struct told {
    struct explainer *t;
    const struct terms *terms;
    struct scalar alpha;
    struct scalar sum[DOT_SUMS];
    bool used[DOT_SUMS];
    bool counts; /* only how many lines there are */
    bool several, fuses;
    int64_t lines;
};

static bool shown(struct told *told, struct scalar running)
{
    told->lines++;
    return !told->counts && line_shown(told->t, &running);
}

static void tell_term(struct told *told, const struct gemv_step *step)
{
    struct product_term term = terms_at(told->t, told->terms, step->k);
    struct scalar y = step->scaled ? scalar_multiply(term.y, told->alpha) : term.y;
    struct scalar product = told->terms->alone ? term.x : scalar_multiply(term.x, y);
    struct scalar *sum = &told->sum[step->to];
    struct scalar before = *sum, wide = scalar_as(product, before.dtype);
    *sum = step->act == GEMV_FUSE ? scalar_fused(term.x, y, before) : scalar_add(before, wide);
    told->fuses |= step->act == GEMV_FUSE && sum->f != scalar_add(before, product).f;
    told->used[step->to] = true;
    told->several |= step->to > 1;
    if (shown(told, before)) {
        struct buf text = {0};
        scalars_text(&text, told->terms->alone ? "#" : "# * # = #",
                     (struct scalar[]){term.x, y, scalar_unsigned_zero(product)});
        if (told->several && step->to != GEMV_TOTAL) {
            buf_printf(&text, " to sum %d", step->to);
        }
        line_add(told->t, "term", terms_from(told->t, &term), &text, sum, scalar_double(*sum));
    }
}

static void tell_join(struct told *told, const struct gemv_step *step)
{
    struct scalar *to = &told->sum[step->to], *from = &told->sum[step->from], before = *to;
    struct scalar part = scalar_as(*from, before.dtype);
    bool scales = step->act != GEMV_JOIN && scalar_double(told->alpha) != 1;
    bool empty = !told->used[step->to];
    if (scales && (step->act == GEMV_END_APART || empty)) {
        struct scalar whole = part;
        part = scalar_multiply(told->alpha, whole);
        scales = false;
        if (shown(told, before)) {
            line_numbers(told->t, "alpha", -1, "# * # = #", 3,
                         (struct scalar[]){told->alpha, whole, part});
        }
    }
    *to = scales ? scalar_fused(told->alpha, part, before) : scalar_add(before, part);
    if (!empty && shown(told, before)) {
        line_numbers(told->t, "join", -1, scales ? "# * # + # = #" : "# + # = #", scales ? 4 : 3,
                     scales ? (struct scalar[]){told->alpha, part, before, *to}
                            : (struct scalar[]){before, part, *to, *to});
    }
    told->used[step->to] = true;
    told->used[step->from] = false;
    *from = scalar_as(scalar_int(0, DTYPE_INT64), from->dtype);
}

static void tell(void *arg, const struct gemv_step *step)
{
    if (step->act == GEMV_FUSE || step->act == GEMV_ADD) {
        tell_term(arg, step);
    } else {
        tell_join(arg, step);
    }
}

static void begin(struct told *told)
{
    for (int k = 0; k < DOT_SUMS; k++) {
        told->sum[k] = scalar_float(0, told->terms->dtype);
        told->used[k] = false;
    }
}

static struct scalar carry_out(struct told *told, const struct vector_form *form, int64_t cell,
                               const struct scalar *start)
{
    const struct scalar zero = scalar_float(0, told->terms->dtype);
    begin(told);
    told->sum[GEMV_TOTAL] = form->dot ? scalar_float(0, DTYPE_FLOAT64) : start ? *start : zero;
    told->used[GEMV_TOTAL] = start != NULL;
    if (told->terms->count > 0 && form->dot) {
        dot_order(&form->two, tell, told);
    } else if (told->terms->count > 0) {
        gemv_order(&form->mv, cell, tell, told);
    }
    return told->sum[GEMV_TOTAL];
}

struct scalar steps_add_up(struct explainer *t, const struct terms *terms,
                           const struct vector_form *form, int64_t cell, struct scalar alpha,
                           const struct scalar *start)
{
    struct told told = {.t = t, .terms = terms, .alpha = alpha, .counts = true};
    carry_out(&told, form, cell, start);
    line_group(t, told.lines, SHOWN);
    told.counts = told.fuses = false;
    struct scalar sum = carry_out(&told, form, cell, start);
    terms_show_fused(t, told.fuses);
    if (sum.dtype != terms->dtype) {
        struct scalar whole = sum;
        sum = scalar_as(sum, terms->dtype);
        line_numbers(t, "round", -1, "# rounded to float32 = #", 2, (struct scalar[]){whole, sum});
    }
    return sum;
}

bool steps_add_einsum(struct explainer *t, const struct terms *terms, int count,
                      const struct tensor *operands, int out_ndim, struct scalar *sum)
{
    struct told told = {
        .t = t, .terms = terms, .alpha = scalar_float(1, terms->dtype), .counts = true};
    begin(&told);
    if (!einsum_numpy_order(count, operands, out_ndim, tell, &told)) {
        return false;
    }
    line_group(t, told.lines, SHOWN);
    told.counts = false;
    begin(&told);
    einsum_numpy_order(count, operands, out_ndim, tell, &told);
    *sum = told.sum[GEMV_TOTAL];
    return true;
}
