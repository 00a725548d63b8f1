/* The order of the additions in a float32 matrix times a vector, cell by cell: what the kernels of
 * OpenBLAS 0.3.21 for processors with AVX-512 do. gemv.c computes whole vectors in this order.
 * Where a vector is one number repeated, BLAS is not asked; PyTorch's own loop is plain. */
#include "tensor/product/gemv_order.h"

struct gemv_form gemv_form_of(int64_t M, int64_t K, int64_t row, int64_t column, int64_t step)
{
    struct gemv_form f = {.M = M, .K = K, .spread = step != 1, .repeats = step == 0};
    if (row == 1 && (K == 1 || column >= (M > 1 ? M : 1))) {
        f.turned = true;
        f.dense = K == 1 || column == M;
    } else if (column == 1 && (M == 1 || row >= (K > 1 ? K : 1))) {
        f.dense = M == 1 || row == K;
    } else {
        f.dense = true; /* a copy */
    }
    return f;
}

/* Products [from, to) one after the other into a sum. */
static void chain(const struct add_way *w, int sum, int64_t from, int64_t to, int64_t by)
{
    for (int64_t k = from; k < to; k += by) {
        add_term(w, ADD_FUSED, false, sum, k);
    }
}

/* The second of the products first, then the others in order. */
static void second_first(const struct add_way *w, bool scaled, int sum, int64_t from, int count)
{
    add_term(w, ADD_ROUNDED, scaled, sum, from + (count > 1 ? 1 : 0));
    for (int k = 0; k < count && count > 1; k++) {
        if (k != 1) {
            add_term(w, ADD_FUSED, scaled, sum, from + k);
        }
    }
}

/* Each product to a sum of its own: 1, 2, ... */
static void apart(const struct add_way *w, bool scaled, int count)
{
    for (int k = 0; k < count; k++) {
        add_term(w, ADD_ROUNDED, scaled, 1 + k, k);
    }
}

/* Sums 1 to 4 (and 5 to 8 onto them first): neighbours, then their two sums. */
static void join_lanes(const struct add_way *w, int lanes)
{
    for (int j = 1; j <= 4 && lanes == 8; j++) {
        add_join(w, ADD_JOIN, j, j + 4);
    }
    add_join(w, ADD_JOIN, 1, 2);
    add_join(w, ADD_JOIN, 3, 4);
    add_join(w, ADD_JOIN, 1, 3);
}

/* The two of them, each times alpha. */
static void join_scaled(const struct add_way *w, int first, int second)
{
    add_join(w, ADD_END_APART, GEMV_SUMS - 1, first);
    add_join(w, ADD_END_APART, GEMV_SUMS - 1, second);
    add_join(w, ADD_JOIN, first, GEMV_SUMS - 1);
}

/* --- rows of at most eight, without gaps: a way of their own for each length --- */

static void row_of_two(const struct add_way *w, int64_t M, int64_t cell)
{
    if (cell < M / 16 * 16) {
        add_term(w, ADD_ROUNDED, true, 1, 0);
        add_term(w, ADD_FUSED, true, 1, 1);
    } else {
        apart(w, false, 2);
        join_scaled(w, 1, 2);
    }
    add_join(w, ADD_JOIN, ADD_TOTAL, 1);
}

static void row_of_three(const struct add_way *w, int64_t M, int64_t cell)
{
    if (cell < M / 8 * 8) {
        add_term(w, ADD_ROUNDED, true, 1, 0);
        add_term(w, ADD_FUSED, true, 1, 1);
        add_term(w, ADD_FUSED, true, 1, 2);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    } else if (cell < M / 4 * 4) {
        second_first(w, true, 1, 0, 3);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    } else if (cell < M / 2 * 2) {
        apart(w, false, 3);
        add_join(w, ADD_JOIN, 1, 2);
        add_join(w, ADD_JOIN, 1, 3);
        add_join(w, ADD_END, ADD_TOTAL, 1);
    } else {
        second_first(w, false, 1, 0, 3);
        add_join(w, ADD_END, ADD_TOTAL, 1);
    }
}

static void one_by_one(const struct add_way *w, int count)
{
    for (int k = 2; k <= count; k++) {
        add_join(w, ADD_JOIN, 1, k);
    }
}

static void row_of_four(const struct add_way *w, int64_t M, int64_t cell)
{
    bool whole = cell < M / 4 * 4;
    apart(w, whole, 4);
    if (cell < M / 2 * 2) {
        join_lanes(w, 4);
    } else {
        one_by_one(w, 4);
    }
    add_join(w, whole ? ADD_JOIN : ADD_END, ADD_TOTAL, 1);
}

/* Five, six, seven: in order where many rows are taken together. */
static void row_in_order(const struct add_way *w, int count)
{
    add_term(w, ADD_ROUNDED, false, 1, 0);
    chain(w, 1, 1, count, 1);
    add_join(w, ADD_END, ADD_TOTAL, 1);
}

static void row_of_five(const struct add_way *w, int64_t M, int64_t cell)
{
    if (cell < M / 4 * 4) {
        row_in_order(w, 5);
        return;
    }
    apart(w, true, 5);
    one_by_one(w, 5);
    add_join(w, ADD_JOIN, ADD_TOTAL, 1);
}

static void pair(const struct add_way *w, int sum, int first, int second)
{
    add_term(w, ADD_ROUNDED, false, sum, second);
    add_term(w, ADD_FUSED, false, sum, first);
}

static void row_of_six_or_seven(const struct add_way *w, int count, int64_t M, int64_t cell)
{
    if (cell < M / 8 * 8) {
        row_in_order(w, count);
    } else if (cell < M / 4 * 4) {
        if (count == 6) {
            add_term(w, ADD_ROUNDED, false, 1, 0);
            add_term(w, ADD_ROUNDED, false, 2, 3);
            pair(w, 3, 1, 2);
            pair(w, 4, 4, 5);
        } else {
            pair(w, 1, 0, 1);
            pair(w, 2, 2, 3);
            pair(w, 3, 4, 5);
            add_term(w, ADD_ROUNDED, false, 4, 6);
        }
        add_join(w, ADD_JOIN, 1, 3);
        add_join(w, ADD_JOIN, 2, 4);
        join_scaled(w, 1, 2);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    } else {
        for (int k = 0; k < count; k++) {
            add_term(w, ADD_ROUNDED, true, ADD_TOTAL, k);
        }
    }
}

static void row_of_eight(const struct add_way *w, int64_t M, int64_t cell)
{
    apart(w, true, 8);
    if (cell < M / 4 * 4) { /* neighbours, twos, fours */
        for (int j = 1; j < 8; j += 2) {
            add_join(w, ADD_JOIN, j, j + 1);
        }
        add_join(w, ADD_JOIN, 1, 3);
        add_join(w, ADD_JOIN, 5, 7);
        add_join(w, ADD_JOIN, 1, 5);
    } else if (cell < M / 2 * 2) {
        for (int j = 1; j < 8; j += 2) {
            add_join(w, ADD_JOIN, j, j + 1);
        }
        add_join(w, ADD_JOIN, 1, 5);
        add_join(w, ADD_JOIN, 3, 7);
        add_join(w, ADD_JOIN, 1, 3);
    } else {
        for (int j = 1; j <= 4; j++) {
            add_join(w, ADD_JOIN, j, j + 4);
        }
        one_by_one(w, 4);
    }
    add_join(w, ADD_JOIN, ADD_TOTAL, 1);
}

static void short_row(const struct add_way *w, const struct gemv_form *f, int64_t cell)
{
    switch (f->K) {
    case 1:
        add_term(w, ADD_FUSED, true, ADD_TOTAL, 0);
        break;
    case 2:
        row_of_two(w, f->M, cell);
        break;
    case 3:
        row_of_three(w, f->M, cell);
        break;
    case 4:
        row_of_four(w, f->M, cell);
        break;
    case 5:
        row_of_five(w, f->M, cell);
        break;
    case 6:
    case 7:
        row_of_six_or_seven(w, (int)f->K, f->M, cell);
        break;
    default:
        row_of_eight(w, f->M, cell);
    }
}

/* --- rows --- */

/* Whole groups of four products from `from` on, dealt to lanes: four first if they fill no eight,
 * then eights. */
static void row_block(const struct add_way *w, const struct gemv_form *f, int64_t cell,
                      int64_t from, int64_t count)
{
    bool fused = cell < f->M / 4 * 4; /* four rows are taken together */
    int lanes = fused || (f->M % 2 != 0 && cell == f->M - 1) ? 8 : 4;
    int64_t fours = count % 8;
    for (int64_t k = 0; k < count; k++) {
        int lane = k < fours ? (int)k : (int)((k - fours) % lanes);
        add_term(w, fused ? ADD_FUSED : ADD_ROUNDED, false, 1 + lane, from + k);
    }
    join_lanes(w, lanes);
    add_join(w, fused ? ADD_END_APART : ADD_END, ADD_TOTAL, 1);
}

static void row(const struct add_way *w, const struct gemv_form *f, int64_t cell)
{
    int64_t rest = f->K % 4, whole = f->K - rest;
    for (int64_t k = 0; k < whole; k += GEMV_BLOCK) {
        row_block(w, f, cell, k, whole - k < GEMV_BLOCK ? whole - k : GEMV_BLOCK);
    }
    if (rest == 1) {
        add_term(w, ADD_FUSED, true, ADD_TOTAL, whole);
    } else if (rest > 1) {
        second_first(w, true, 1, whole, (int)rest);
        add_join(w, ADD_JOIN, ADD_TOTAL, 1);
    }
}

/* --- a turned matrix --- */

/* The first of a block's rows, as many as fill no sixteen, are not in order in a group. */
static int64_t early_end(const struct gemv_form *f, int64_t cell)
{
    int64_t block = cell / GEMV_BLOCK * GEMV_BLOCK, rows = f->M / 4 * 4 - block;
    return block + (rows < GEMV_BLOCK ? rows % 16 : 0);
}

bool gemv_in_order(const struct gemv_form *f)
{
    return f->M <= GEMV_SMALL && f->K <= 48 && f->K != 4;
}

bool gemv_in_groups(const struct gemv_form *f, int64_t cell)
{
    return cell < f->M / 4 * 4 && cell >= early_end(f, cell);
}

/* The rows that fill no four: each in order. Where they are all there is, and lie without gaps, the
 * products are taken by twos (a single row: by fours). */
static void last_row(const struct add_way *w, const struct gemv_form *f)
{
    int64_t k = 0;
    if (f->dense && f->M < 4 && !f->spread) {
        int group = f->M == 1 ? 4 : 2;
        for (; k < f->K / 4 * 4; k += group) {
            second_first(w, false, 2, k, group);
            add_join(w, ADD_JOIN, 1, 2);
        }
    }
    chain(w, 1, k, f->K, 1);
    add_join(w, ADD_END, ADD_TOTAL, 1);
}

/* A group of products: in order; in the first rows of a block that fills no sixteen the even ones
 * apart from the odd ones. */
static void of_group(const struct add_way *w, bool early, int64_t from, int64_t to)
{
    if (early) {
        chain(w, 1, from, to, 2);
        chain(w, 2, from + 1, to, 2);
        add_join(w, ADD_JOIN, 1, 2);
    } else {
        chain(w, 1, from, to, 1);
    }
    add_join(w, early ? ADD_END_APART : ADD_END, ADD_TOTAL, 1);
}

static void turned(const struct add_way *w, const struct gemv_form *f, int64_t cell)
{
    int64_t k = 0;
    if (gemv_in_order(f)) {
        chain(w, 1, 0, f->K, 1);
        add_join(w, ADD_END, ADD_TOTAL, 1);
        return;
    }
    if (cell >= f->M / 4 * 4) {
        last_row(w, f);
        return;
    }
    bool early = !gemv_in_groups(f, cell);
    for (; !f->spread && k + 8 <= f->K; k += 8) {
        of_group(w, early, k, k + 8);
    }
    for (; k + 4 <= f->K; k += 4) {
        of_group(w, early, k, k + 4);
    }
    for (; f->spread && k < f->K; k++) {
        add_term(w, ADD_ROUNDED, true, ADD_TOTAL, k);
    }
    if (f->K - k >= 2) {
        of_group(w, false, k, k + 2);
        k += 2;
    }
    if (k < f->K) {
        of_group(w, false, k, k + 1);
    }
}

/* --- all of them --- */

int64_t gemv_alike(const struct gemv_form *f, int64_t cell)
{
    for (int64_t by = 16; by > 1; by /= 2) {
        if (!f->turned && !f->repeats && cell < f->M / by * by) {
            return f->M / by * by;
        }
    }
    if (f->repeats || !f->turned || cell >= f->M / 4 * 4) {
        return f->M;
    }
    int64_t block = (cell / GEMV_BLOCK + 1) * GEMV_BLOCK, fours = f->M / 4 * 4;
    int64_t early = early_end(f, cell);
    return cell < early ? early : block < fours ? block : fours;
}

void gemv_order(const struct gemv_form *f, int64_t cell, add_take *take, void *arg)
{
    const struct add_way w = {take, arg};
    if (f->repeats) {
        for (int64_t k = 0; k < f->K; k++) {
            add_term(&w, ADD_ROUNDED, f->turned, f->turned ? ADD_TOTAL : 1, k);
        }
        if (!f->turned) {
            add_join(&w, ADD_END_APART, ADD_TOTAL, 1);
        }
    } else if (f->turned) {
        turned(&w, f, cell);
    } else if (f->dense && f->K <= 8 && f->M <= GEMV_SMALL) {
        short_row(&w, f, cell);
    } else {
        row(&w, f, cell);
    }
}
