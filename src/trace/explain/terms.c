/* Tells sums of products in the orders of tensor/product: gemm.h, gemv_order.h, dot.h and
 * einsum_numpy.h. */
#include "trace/explain/terms.h"

#include "tensor/product/einsum_numpy.h"
#include "tensor/product/matmul_vector.h"
#include "trace/explain/line.h"

#include <math.h>

enum { SHOWN = 52, SHOWN_DEALT = 40 };
enum { FEW_PANELS = 6 }; /* more of them are not told one by one */

struct sum_of_terms {
    const struct explainer *t;
    const struct terms *terms;
    bool fused;
    const struct vector_form *vector; /* NULL: none */
    int64_t cell;
    const struct tensor *operands; /* of einsum */
    int count, out_ndim;
    bool *known;
};

static void term_at(const struct sum_of_terms *s, int64_t k, struct added *out)
{
    s->terms->term(s->t, s->terms->arg, k, out);
    out->x = scalar_as(out->x, s->terms->dtype);
    out->y = scalar_as(out->y, s->terms->dtype);
}

static void term_of(const struct adder *a, int64_t k, struct added *out)
{
    term_at(a->arg, k, out);
}

/* A finite number times 0. */
static bool is_zero(const struct added *term)
{
    double x = scalar_double(term->x), y = scalar_double(term->y);
    return isfinite(x) && isfinite(y) && (x == 0 || y == 0);
}

void terms_numbers(struct explainer *t, const struct terms *terms, struct buf *out)
{
    enum { FEW = 6, FIRST = 3 };
    const struct sum_of_terms s = {.t = t, .terms = terms};
    for (int64_t k = 0; k < terms->count; k++) {
        struct added term;
        term_at(&s, k, &term);
        if (terms->count > FEW && k >= FIRST && k < terms->count - 2) {
            buf_puts(out, k == FIRST ? " + ..." : "");
            t->ex->unsaid++;
            t->ex->unsaid_zeros += is_zero(&term);
            continue;
        }
        buf_puts(out, k > 0 ? " + " : "");
        scalars_text(out, "# * #", NUMBERS(term.x, term.y));
    }
    buf_puts(out, terms->count == 0 ? "0" : "");
}

/* "0.31 * 0.12 = 0.0372 to sum 3"; products are shown rounded, a fused sum takes them in as they
 * are. */
static int64_t put_term(const struct adder *a, const struct add_step *step,
                        const struct added *term, struct scalar before, struct buf *out)
{
    const struct sum_of_terms *s = a->arg;
    const struct explanation *ex = a->t->ex;
    bool one = step->act == ADD_FIRST;
    scalars_text(
        out, s->terms->alone ? "#" : "# * # = #",
        NUMBERS(term->x, term->y, one ? term->product : scalar_unsigned_zero(term->product)));
    if (a->several && (step->to != ADD_TOTAL || (s->fused && s->terms->deal != GEMM_NOT_DEALT))) {
        buf_printf(out, " to sum %d", step->to);
    }
    int64_t from = 0;
    while (from < ex->from_count &&
           (ex->from[from].input != term->input || ex->from[from].cell != term->cell)) {
        from++;
    }
    return from < ex->from_count ? from : -1;
}

bool terms_fused(const struct terms *terms)
{
    return terms->sum == GEMM_FUSED && !terms->single && terms->start == NULL &&
           (terms->dtype == DTYPE_FLOAT32 || terms->dtype == DTYPE_FLOAT64);
}

/* --- in the order of the kernels --- */

static int order_matrix(struct adder *a, add_take *take)
{
    const struct sum_of_terms *s = a->arg;
    const struct terms *terms = s->terms;
    enum add_act act = terms->single              ? ADD_FIRST
                       : terms->sum == GEMM_FUSED ? ADD_FUSED
                                                  : ADD_ROUNDED;
    struct gemm_form form = terms->form;
    form.K = s->fused ? form.K : 0; /* no panels */
    gemm_order(&form, s->fused ? terms->deal : GEMM_NOT_DEALT, act, terms->count, take, a);
    return ADD_TOTAL;
}

static int order_vector(struct adder *a, add_take *take)
{
    const struct sum_of_terms *s = a->arg;
    if (s->terms->count > 0 && s->vector->dot) {
        dot_order(&s->vector->two, take, a);
    } else if (s->terms->count > 0) {
        gemv_order(&s->vector->mv, s->cell, take, a);
    }
    return ADD_TOTAL;
}

static int order_einsum(struct adder *a, add_take *take)
{
    const struct sum_of_terms *s = a->arg;
    *s->known = einsum_numpy_order(s->count, s->operands, s->out_ndim, take, a);
    return ADD_TOTAL;
}

static struct adder terms_adder(struct explainer *t, const struct sum_of_terms *s,
                                const struct adder_ways *ways)
{
    struct adder a = adder_of(t, ways, s, "term", s->terms->dtype, SHOWN);
    a.joins = JOINS_COUNTED;
    a.products = !s->terms->alone;
    a.tells_fused = true;
    a.alpha = s->terms->alpha;
    a.start = s->terms->start;
    return a;
}

static struct adder matrix_adder(struct explainer *t, const struct sum_of_terms *s)
{
    const struct terms *terms = s->terms;
    static const struct adder_ways ways = {order_matrix, term_of, put_term};
    struct adder a = terms_adder(t, s, &ways);
    a.joins = JOINS_APART;
    if (s->fused && terms->deal != GEMM_NOT_DEALT) {
        a.most = SHOWN_DEALT;
    } else if (s->fused && gemm_takes_panels(&terms->form)) {
        a.panels = true;
        a.start = terms->bias;
        a.joins_from = terms->count <= FEW_PANELS * GEMM_PANEL ? 0 : terms->count - 1;
    }
    return a;
}

void terms_find_form(struct explainer *t, struct terms *terms)
{
    const struct gemm_form by_axes = terms->form;
    const enum gemm_deal by_place = terms->deal;
    double cell = tensor_cell(&t->out, t->cell);
    for (int way = 0; terms_fused(terms) && way <= 12; way++) {
        const struct sum_of_terms s = {.t = t, .terms = terms, .fused = true};
        struct adder a = matrix_adder(t, &s);
        if (adder_sum(&a).f == cell) {
            return;
        }
        terms->form.a_turned = (way & 1) != 0;
        terms->form.b_turned = (way & 2) != 0;
        terms->deal = (enum gemm_deal)(way / 4 % 3);
    }
    terms->form = by_axes;
    terms->deal = by_place;
}

struct scalar terms_add_up(struct explainer *t, const struct terms *terms)
{
    const struct sum_of_terms s = {.t = t, .terms = terms, .fused = terms_fused(terms)};
    struct adder a = matrix_adder(t, &s);
    return adder_told(&a);
}

struct scalar terms_add_vector(struct explainer *t, const struct terms *terms,
                               const struct vector_form *form, int64_t cell)
{
    static const struct adder_ways ways = {order_vector, term_of, put_term};
    const struct sum_of_terms s = {.t = t, .terms = terms, .vector = form, .cell = cell};
    struct adder a = terms_adder(t, &s, &ways);
    a.wide_total = form->dot && terms->dtype == DTYPE_FLOAT32;
    struct scalar sum = adder_told(&a);
    return sum.dtype != terms->dtype
               ? line_rounded(t, "# rounded to float32 = #", sum, terms->dtype)
               : sum;
}

bool terms_add_einsum(struct explainer *t, const struct terms *terms, int count,
                      const struct tensor *operands, int out_ndim, struct scalar *sum)
{
    bool known = false;
    const struct sum_of_terms s = {.t = t,
                                   .terms = terms,
                                   .operands = operands,
                                   .count = count,
                                   .out_ndim = out_ndim,
                                   .known = &known};
    static const struct adder_ways ways = {order_einsum, term_of, put_term};
    struct adder a = terms_adder(t, &s, &ways);
    a.tells_fused = false;
    adder_sum(&a);
    *sum = known ? adder_tell(&a) : a.sum[ADD_TOTAL];
    return known;
}
