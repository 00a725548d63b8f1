/* Tells the order of the additions in a float32 matrix times a vector, cell by cell: what the
 * kernels of OpenBLAS 0.3.21 for processors with AVX-512 do. gemv.c computes whole vectors in this
 * order. Where a vector is one number repeated, BLAS is not asked; PyTorch's own loop is plain. */
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

/* --- rows of at most eight, without gaps: a way of their own for each length --- */

/* The cells that fill whole groups of `by` take the steps; the others ask the next row. A step is
 * three signs: what is done, to which sum, and with which product or sum. r, f: the product is
 * rounded, fused; R, F: x is multiplied by alpha first; j: a join, e: times alpha, a: that rounded.
 */
static const struct short_way {
    int64_t by;
    const char *steps;
} short_ways[9][4] = {
    /* by the length */
    [1] = {{1, "F00"}},
    [2] = {{16, "R10 F11 j01"}, {1, "r10 r21 a91 a92 j19 j01"}},
    [3] = {{8, "R10 F11 F12 j01"},
           {4, "R11 F10 F12 j01"},
           {2, "r10 r21 r32 j12 j13 e01"},
           {1, "r11 f10 f12 e01"}},
    [4] = {{4, "R10 R21 R32 R43 j12 j34 j13 j01"},
           {2, "r10 r21 r32 r43 j12 j34 j13 e01"},
           {1, "r10 r21 r32 r43 j12 j13 j14 e01"}},
    [5] = {{4, "r10 f11 f12 f13 f14 e01"}, {1, "R10 R21 R32 R43 R54 j12 j13 j14 j15 j01"}},
    [6] = {{8, "r10 f11 f12 f13 f14 f15 e01"},
           {4, "r10 r23 r32 f31 r45 f44 j13 j24 a91 a92 j19 j01"},
           {1, "R00 R01 R02 R03 R04 R05"}},
    [7] = {{8, "r10 f11 f12 f13 f14 f15 f16 e01"},
           {4, "r11 f10 r23 f22 r35 f34 r46 j13 j24 a91 a92 j19 j01"},
           {1, "R00 R01 R02 R03 R04 R05 R06"}},
    [8] = {{4, "R10 R21 R32 R43 R54 R65 R76 R87 j12 j34 j56 j78 j13 j57 j15 j01"},
           {2, "R10 R21 R32 R43 R54 R65 R76 R87 j12 j34 j56 j78 j15 j37 j13 j01"},
           {1, "R10 R21 R32 R43 R54 R65 R76 R87 j15 j26 j37 j48 j12 j13 j14 j01"}},
};

static void short_row(const struct add_way *w, const struct gemv_form *f, int64_t cell)
{
    const struct short_way *way = short_ways[f->K];
    while (cell >= f->M / way->by * way->by) {
        way++;
    }
    for (const char *p = way->steps; *p != '\0'; p += p[3] == '\0' ? 3 : 4) {
        const int to = p[1] - '0', of = p[2] - '0';
        switch (p[0]) {
        case 'r':
        case 'R':
            add_term(w, ADD_ROUNDED, p[0] == 'R', to, of);
            break;
        case 'f':
        case 'F':
            add_term(w, ADD_FUSED, p[0] == 'F', to, of);
            break;
        default:
            add_join(w, p[0] == 'j' ? ADD_JOIN : p[0] == 'e' ? ADD_END : ADD_END_APART, to, of);
        }
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
