/* The ways in which products are added up: one after the other, fused or apart, in panels, dealt to
 * lanes. Which of them an operation takes says tensor/product/gemm.h. */
#include "trace/explain/terms.h"

#include "trace/explain/line.h"
#include "trace/explain/scalar.h"

#include <math.h>
#include <string.h>

int64_t terms_from(const struct explainer *t, const struct product_term *term)
{
    for (int64_t k = 0; k < t->ex->from_count; k++) {
        if (t->ex->from[k].input == term->input && t->ex->from[k].cell == term->cell) {
            return k;
        }
    }
    return -1;
}

struct product_term terms_at(const struct explainer *t, const struct terms *terms, int64_t k)
{
    struct product_term term = terms->term(t, terms->arg, k);
    term.x = scalar_as(term.x, terms->dtype);
    term.y = scalar_as(term.y, terms->dtype);
    return term;
}

void terms_numbers(struct explainer *t, const struct terms *terms, struct buf *out)
{
    enum { FEW = 6, FIRST = 3 };
    for (int64_t k = 0; k < terms->count; k++) {
        if (terms->count > FEW && k == FIRST) {
            buf_puts(out, " + ...");
            k = terms->count - 2;
        }
        struct product_term term = terms_at(t, terms, k);
        buf_puts(out, k > 0 ? " + " : "");
        scalars_text(out, "# * #", (struct scalar[]){term.x, term.y});
    }
    buf_puts(out, terms->count == 0 ? "0" : "");
}

/* The sum after one more product, whose own rounded value is `product`. */
static struct scalar add_term(const struct terms *terms, const struct product_term *term,
                              struct scalar product, struct scalar sum)
{
    if (terms->single) {
        return product;
    }
    return terms->sum == GEMM_FUSED ? scalar_fused(term->x, term->y, sum)
                                    : scalar_add(sum, product);
}

/* A long sum is taken in panels (gemm_panel): each begins at 0 and is added to those
 * before. */
enum { FEW_PANELS = 6 }; /* more of them are not told one by one */

struct panel_sum {
    int64_t left, in_panel;
    bool panels; /* there is more than one */
    bool begun;
    struct scalar total; /* of the panels that are done */
};

static void end_panel(struct explainer *t, struct panel_sum *p, const struct terms *terms,
                      struct scalar sum, bool shown)
{
    const struct scalar *alpha = terms->alpha, *bias = terms->bias;
    bool first = !p->begun && bias == NULL;
    struct scalar before = first ? scalar_float(0, sum.dtype) : p->begun ? p->total : *bias;
    const char *part = first ? "alpha" : p->begun ? "panel" : "bias";
    p->begun = true;
    p->total = alpha != NULL ? scalar_fused(*alpha, sum, before) : scalar_add(before, sum);
    if (!shown || (first && alpha == NULL)) {
        return;
    }
    if (alpha == NULL) {
        line_numbers(t, part, -1, "# + # = #", 3, (struct scalar[]){before, sum, p->total});
    } else if (first) {
        line_numbers(t, part, -1, "# * # = #", 3, (struct scalar[]){*alpha, sum, p->total});
    } else {
        line_numbers(t, part, -1, "# * # + # = #", 4,
                     (struct scalar[]){*alpha, sum, before, p->total});
    }
}

/* Products are shown rounded; a fused sum takes them in as they are. Said where it shows. */
void terms_show_fused(struct explainer *t, bool shows)
{
    if (shows) {
        line_words(t, "fused", -1, "a product is rounded only together with the sum");
    }
}

/* Products dealt to sixteen sums, which are then joined. */
static struct scalar add_lanes(struct explainer *t, const struct terms *terms)
{
    double lane[GEMM_LANES] = {0};
    int lanes = gemm_lanes(&terms->form);
    enum dtype dtype = terms->dtype;
    bool shows = false;
    line_group(t, terms->count, 40);
    for (int64_t k = 0; k < terms->count; k++) {
        struct product_term term = terms_at(t, terms, k);
        struct scalar before = scalar_float(lane[k % lanes], dtype);
        struct scalar product = scalar_multiply(term.x, term.y);
        struct scalar sum = scalar_fused(term.x, term.y, before);
        struct buf text = {0};
        shows |= sum.f != scalar_add(before, product).f;
        lane[k % lanes] = sum.f;
        if (line_shown(t, &sum)) {
            struct scalar shown = scalar_unsigned_zero(product);
            scalars_text(&text, "# * # = #", (struct scalar[]){term.x, term.y, shown});
            buf_printf(&text, " to sum %d", (int)(k % lanes));
            line_add(t, "term", terms_from(t, &term), &text, &sum, scalar_double(sum));
        }
    }
    terms_show_fused(t, shows);
    for (int count = lanes / 2; count > 0; count /= 2) {
        for (int k = 0; k < count; k++) {
            bool fours = terms->deal == GEMM_FOURS;
            int left = fours ? 2 * k : k, right = fours ? left + 1 : k + count;
            struct scalar x = scalar_float(lane[left], dtype);
            struct scalar y = scalar_float(lane[right], dtype);
            struct scalar sum = scalar_add(x, y);
            line_numbers(t, "join", -1, "# + # = #", 3, (struct scalar[]){x, y, sum});
            lane[k] = sum.f;
        }
    }
    return scalar_float(lane[0], dtype);
}

bool terms_fused(const struct terms *terms)
{
    return terms->sum == GEMM_FUSED && !terms->single && terms->start == NULL &&
           (terms->dtype == DTYPE_FLOAT32 || terms->dtype == DTYPE_FLOAT64);
}

/* The sum after one more product. */
static double fused(const struct terms *terms, const struct product_term *term, double sum)
{
    return terms->dtype == DTYPE_FLOAT64
               ? fma(term->x.f, term->y.f, sum)
               : (double)fmaf((float)term->x.f, (float)term->y.f, (float)sum);
}

static double joined(const struct terms *terms, const double lane[GEMM_LANES])
{
    float narrow[GEMM_LANES];
    for (int k = 0; k < GEMM_LANES; k++) {
        narrow[k] = (float)lane[k];
    }
    return terms->dtype == DTYPE_FLOAT64 ? gemm_join_wide(lane, terms->deal)
                                         : (double)gemm_join_lanes(narrow, terms->deal);
}

struct scalar terms_sum(const struct explainer *t, const struct terms *terms)
{
    double lane[GEMM_LANES] = {0}, total = 0;
    if (terms->deal != GEMM_NOT_DEALT) {
        for (int64_t k = 0; k < terms->count; k++) {
            struct product_term term = terms_at(t, terms, k);
            double *sum = &lane[k % gemm_lanes(&terms->form)];
            *sum = fused(terms, &term, *sum);
        }
        return scalar_float(joined(terms, lane), terms->dtype);
    }
    bool panels = gemm_takes_panels(&terms->form);
    for (int64_t k = 0, depth; k < terms->count; k += depth) {
        depth = panels ? gemm_panel_of(terms->form.wide, terms->count - k) : terms->count;
        double sum = 0;
        for (int64_t j = k; j < k + depth; j++) {
            struct product_term term = terms_at(t, terms, j);
            sum = fused(terms, &term, sum);
        }
        total =
            k == 0
                ? sum
                : scalar_add(scalar_float(total, terms->dtype), scalar_float(sum, terms->dtype)).f;
    }
    return scalar_float(total, terms->dtype);
}

void terms_find_form(const struct explainer *t, struct terms *terms)
{
    const struct gemm_form by_axes = terms->form;
    const enum gemm_deal by_place = terms->deal;
    double cell = tensor_double_at(&t->out, tensor_place(&t->out, t->cell));
    for (int way = 0; terms_fused(terms) && way <= 12; way++) {
        if (terms_sum(t, terms).f == cell) {
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
    if (terms_fused(terms) && terms->deal != GEMM_NOT_DEALT) {
        return add_lanes(t, terms);
    }
    struct scalar sum = scalar_as(scalar_int(0, DTYPE_INT64), terms->dtype);
    bool shows = false;
    struct scalar zero = sum;
    struct panel_sum panel = {.left = terms->count};
    panel.panels = terms_fused(terms) && gemm_takes_panels(&terms->form);
    if (terms->start != NULL) {
        sum = *terms->start;
    }
    line_group(t, terms->count, 52);
    for (int64_t k = 0; k < terms->count; k++) {
        if (panel.panels && panel.in_panel == 0) {
            panel.in_panel = gemm_panel_of(terms->form.wide, terms->count - k);
            sum = zero;
        }
        struct product_term term = terms_at(t, terms, k);
        struct scalar product = scalar_multiply(term.x, term.y), before = sum;
        struct buf text = {0};
        sum = add_term(terms, &term, product, before);
        shows |= terms->sum == GEMM_FUSED && !terms->single && dtype_is_float(terms->dtype) &&
                 sum.f != scalar_add(before, product).f;
        if (line_shown(t, &before)) {
            struct scalar shown = terms->single ? product : scalar_unsigned_zero(product);
            scalars_text(&text, "# * # = #", (struct scalar[]){term.x, term.y, shown});
            line_add(t, "term", terms_from(t, &term), &text, &sum, scalar_double(sum));
        }
        if (panel.panels && --panel.in_panel == 0) {
            bool few = terms->count <= FEW_PANELS * GEMM_PANEL;
            end_panel(t, &panel, terms, sum, few || k + 1 == terms->count);
        }
    }
    sum = panel.panels ? panel.total : sum;
    terms_show_fused(t, shows);
    return sum;
}
