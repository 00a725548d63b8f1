/* Carries out an order of additions: once to count its lines, and once more to write them. */
#include "trace/explain/adder.h"

#include "trace/explain/line.h"

struct adder adder_of(struct explainer *t, const struct adder_ways *ways, const void *arg,
                      const char *part, enum dtype dtype, int most)
{
    return (struct adder){
        .t = t, .ways = ways, .arg = arg, .part = part, .dtype = dtype, .most = most};
}

static bool shown(struct adder *a)
{
    a->lines++;
    return !a->counts && line_shown(a->t);
}

static void put_name(const struct adder *a, int sum, struct buf *out)
{
    if (a->named && a->several && sum == ADD_REST) {
        buf_puts(out, "total: ");
    } else if (a->named && a->several) {
        buf_printf(out, "sum %d: ", sum);
    }
}

static void take_term(struct adder *a, const struct add_step *s)
{
    struct added term = {.input = -1};
    struct scalar *sum = &a->sum[s->to], before = *sum;
    a->ways->term(a, s->k, &term);
    if (s->scaled && a->alpha != NULL) {
        term.y = scalar_multiply(term.y, *a->alpha);
    }
    term.product = a->products ? scalar_multiply(term.x, term.y) : term.x;
    struct scalar rounded = scalar_add(before, scalar_as(term.product, before.dtype));
    *sum = s->act == ADD_FIRST                  ? term.product
           : s->act == ADD_FUSED && a->products ? scalar_fused(term.x, term.y, before)
                                                : rounded;
    a->used[s->to] = true;
    a->several |= s->to > 1;
    a->fuses |= s->act == ADD_FUSED && sum->f != rounded.f;
    if ((s->act != ADD_FIRST || !a->first_silent) && shown(a)) {
        struct buf text = {0};
        put_name(a, s->to, &text);
        int64_t from = a->ways->line(a, s, &term, before, &text);
        struct explained_step *line =
            line_add(a->t, a->part, from, &text, sum, scalar_double(*sum));
        if (line != NULL && a->products) {
            line->product = scalar_double(term.product);
            line->multiplied = true;
        }
    }
}

/* The line of a join, and what it comes to. */
static struct scalar join(struct adder *a, const struct add_step *s, const char *part,
                          const char *format, const struct scalar *at)
{
    struct scalar value = scalars_computed(format, at);
    bool like = a->joins == JOINS_LIKE && s->to != ADD_ALL;
    if (a->joins == JOINS_APART ? !a->counts && s->k >= a->joins_from : shown(a)) {
        struct buf text = {0};
        if (like) {
            put_name(a, s->to, &text);
        }
        scalars_text(&text, format, at);
        scalars_text(&text, " = #", &value);
        line_add(a->t, part, -1, &text, like ? &value : NULL, scalar_double(value));
    }
    return value;
}

static void take_join(struct adder *a, const struct add_step *s)
{
    struct scalar *to = &a->sum[s->to], *from = &a->sum[s->from], before = *to;
    struct scalar part = scalar_as(*from, before.dtype);
    bool scales = s->act != ADD_JOIN && a->alpha != NULL, empty = !a->used[s->to];
    const char *name = s->to == ADD_ALL ? "total"
                       : !a->panels     ? "join"
                       : a->ended       ? "panel"
                                        : "bias";
    if (scales && (s->act == ADD_END_APART || empty)) {
        part = join(a, s, "alpha", "# * #", NUMBERS(*a->alpha, part));
        scales = false;
    }
    if (empty && (a->joins == JOINS_COUNTED || a->panels)) {
        *to = scalar_add(before, part);
    } else {
        *to = join(a, s, name, scales ? "# ~* # + #" : "# + #",
                   scales ? NUMBERS(*a->alpha, part, before) : NUMBERS(before, part));
    }
    a->several |= s->to > 1 && s->to != ADD_ALL;
    a->used[s->to] = a->ended = true;
    a->used[s->from] = false;
    *from = scalar_as(scalar_int(0, DTYPE_INT64), from->dtype);
}

/* Said in front of the first join, if those do not count; else at the end. */
static void tell_fused(struct adder *a)
{
    if (a->tells_fused && a->fuses && !a->counts) {
        line_words(a->t, "fused", -1, "a product is rounded only together with the sum");
        a->tells_fused = false;
    }
}

static void take(void *arg, const struct add_step *s)
{
    struct adder *a = arg;
    if (s->act == ADD_FUSED || s->act == ADD_ROUNDED || s->act == ADD_FIRST) {
        take_term(a, s);
        return;
    }
    if (a->joins == JOINS_APART && !a->panels) {
        tell_fused(a);
    }
    take_join(a, s);
}

static struct scalar carry_out(struct adder *a)
{
    const struct scalar zero = scalar_as(scalar_int(0, DTYPE_INT64), a->dtype);
    for (int k = 0; k < ADD_SUMS; k++) {
        a->sum[k] = zero;
        a->used[k] = false;
    }
    if (a->wide_total) {
        a->sum[ADD_TOTAL] = scalar_float(0, DTYPE_FLOAT64);
    } else if (a->start != NULL) {
        a->sum[ADD_TOTAL] = *a->start;
        a->used[ADD_TOTAL] = true;
    }
    a->ended = false;
    return a->sum[a->ways->order(a, take)];
}

struct scalar adder_sum(struct adder *a)
{
    a->counts = true;
    a->lines = 0;
    struct scalar sum = carry_out(a);
    a->counts = false;
    return sum;
}

struct scalar adder_tell(struct adder *a)
{
    line_group(a->t, a->lines, a->most);
    struct scalar sum = carry_out(a);
    tell_fused(a);
    return sum;
}

struct scalar adder_told(struct adder *a)
{
    adder_sum(a);
    return adder_tell(a);
}
