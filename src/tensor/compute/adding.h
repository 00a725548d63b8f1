/* Describes an order of additions as data: the steps in which the terms of one sum go to partial
 * sums, and these to one another. The kernels carry it out, trace/explain tells it. */
#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Partial sums begin at 0, ADD_TOTAL at what the result held. A term is a product a[k] * x[k], or
 * one number. */
enum add_act {
    ADD_FUSED,     /* sum[to] = fma(a[k], x[k], sum[to]) */
    ADD_ROUNDED,   /* sum[to] = sum[to] + a[k] * x[k], the product rounded */
    ADD_FIRST,     /* sum[to] = a[k] * x[k] */
    ADD_JOIN,      /* sum[to] = sum[to] + sum[from]; from is then 0 again */
    ADD_END,       /* sum[to] = fma(alpha, sum[from], sum[to]); likewise */
    ADD_END_APART, /* sum[to] = sum[to] + alpha * sum[from], the product rounded; likewise */
};
enum {
    ADD_TOTAL = 0,
    ADD_REST = 128, /* what a cascade dealt to no lane, and then its total */
    ADD_ALL = 129,  /* of several strips of a cascade */
    ADD_SUMS = 130  /* partial sums are numbered below this */
};
struct add_step {
    enum add_act act;
    bool scaled; /* x[k] is multiplied by alpha first */
    int to, from;
    int64_t k;
};
typedef void add_take(void *arg, const struct add_step *step);

/* Where the steps go. Inlined, so that a kernel's steps become plain code. */
struct add_way {
    add_take *take;
    void *arg;
};
#define ADD_INLINE static inline __attribute__((always_inline))
ADD_INLINE void add_term(const struct add_way *w, enum add_act act, bool scaled, int to, int64_t k)
{
    w->take(w->arg, &(struct add_step){act, scaled, to, 0, k});
}
ADD_INLINE void add_join(const struct add_way *w, enum add_act act, int to, int from)
{
    w->take(w->arg, &(struct add_step){act, false, to, from, 0});
}

/* How lanes are joined: one after the other to the first; the second half to the first, and so on;
 * each second one to the one before it, and so on. */
enum add_ends { ENDS_IN_ORDER, ENDS_HALVES, ENDS_NEIGHBOURS };

/* The k-th of lanes - 1 times, lane `from` is added to lane `to`. But in order, lanes are a power
 * of two. */
struct add_pair {
    int to, from;
};
static inline struct add_pair add_pair(enum add_ends ends, int lanes, int k)
{
    int count = lanes / 2, width = 1;
    if (ends == ENDS_IN_ORDER) {
        return (struct add_pair){0, k + 1};
    }
    for (; k >= count; count /= 2, width *= 2) {
        k -= count;
    }
    return ends == ENDS_HALVES ? (struct add_pair){k, k + count}
                               : (struct add_pair){2 * k * width, (2 * k + 1) * width};
}

/* A row whose terms are dealt to lanes like cards. */
struct add_row {
    int lanes;
    enum add_act act; /* of a term */
    enum add_ends ends;
    bool few_in_order; /* fewer terms than lanes are added in order */
    bool first;        /* a lane begins at its first term, and not at 0 */
    bool rest_last;    /* terms that fill no round of lanes are added to the joined sum; the first
                          four of them, if there are four, rounded */
    int to;            /* the lanes are the sums from here on, and the first the result */
    int64_t from;      /* the first term */
};
ADD_INLINE void add_row(const struct add_way *w, const struct add_row *r, int64_t n)
{
    const bool in_order = r->lanes == 1 || (r->few_in_order && n < r->lanes);
    const int lanes = in_order ? 1 : r->lanes;
    const int64_t dealt = r->rest_last ? n / lanes * lanes : n;
    int64_t k = 0;
    for (; r->first && k < lanes && k < dealt; k++) {
        add_term(w, ADD_FIRST, false, r->to + (int)k, r->from + k);
    }
    for (; in_order && k < n; k++) {
        add_term(w, r->act, false, r->to, r->from + k);
    }
    for (; k < dealt; k++) {
        add_term(w, r->act, false, r->to + (int)(k % lanes), r->from + k);
    }
    for (int j = 0; j + 1 < lanes && dealt > 0; j++) {
        const struct add_pair pair = add_pair(r->ends, lanes, j);
        add_join(w, ADD_JOIN, r->to + pair.to, r->to + pair.from);
    }
    for (int64_t four = k + (n - k) / 4 * 4; k < n; k++) {
        add_term(w, k < four ? ADD_ROUNDED : r->act, false, r->to, r->from + k);
    }
}
