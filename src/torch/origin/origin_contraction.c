/* Finds the origins of products: every axis of an operand carries a letter, as in einsum. A letter
 * of the output picks one place of its axes, any other runs over all of them. So mm is "rk,kc->rc":
 * a row of one and a column of the other. */
#include "torch/origin/origin_contraction.h"

#include "torch/op/ops.h"
#include "torch/origin/origin_region.h"

#include <ctype.h>
#include <string.h>

/* Letters are numbered: a-z and A-Z by their code, the axes under "..." from ELLIPSIS on (counted
 * from the last one), those that tensordot joins or keeps from FREE on. */
enum { ELLIPSIS = 128, FREE = ELLIPSIS + TENSOR_MAX_DIMS, LETTERS = FREE + 2 * TENSOR_MAX_DIMS };

#define OPERANDS_MAX 32

struct product {
    int operands; /* the first sources */
    int letter[OPERANDS_MAX][TENSOR_MAX_DIMS];
    int out[TENSOR_MAX_DIMS];
};

/* --- reading an equation --- */

/* Gives the axes of a tensor their letters; a tensor with fewer axes than letters broadcasts, so it
 * has the last ones. Returns where the operand's text ends. */
static const char *read_letters(const char *p, int ndim, int letter[TENSOR_MAX_DIMS])
{
    size_t len = strcspn(p, ",-");
    int letters = 0, count = 0;
    int all[TENSOR_MAX_DIMS] = {0};
    for (size_t k = 0; k < len; k++) {
        letters += isalpha((unsigned char)p[k]) != 0;
    }
    for (size_t k = 0; k < len && count < TENSOR_MAX_DIMS; k++) {
        if (isalpha((unsigned char)p[k])) {
            all[count++] = (unsigned char)p[k];
        } else if (strncmp(p + k, "...", 3) == 0) {
            for (int d = ndim - letters - 1; d >= 0 && count < TENSOR_MAX_DIMS; d--) {
                all[count++] = ELLIPSIS + d;
            }
            k += 2;
        }
    }
    int skip = count > ndim ? count - ndim : 0;
    for (int d = 0; d + skip < count; d++) {
        letter[d] = all[d + skip];
    }
    return p + len;
}

static void read_equation(const struct search *s, const char *equation, struct product *p)
{
    *p = (struct product){0};
    while (*equation != '-' && *equation != '\0' && p->operands < s->sources &&
           p->operands < OPERANDS_MAX) {
        int ndim = s->source[p->operands].tensor->ndim;
        equation = read_letters(equation, ndim, p->letter[p->operands++]);
        equation += *equation == ',';
    }
    const char *arrow = strstr(equation, "->");
    if (arrow != NULL) {
        read_letters(arrow + 2, s->out->ndim, p->out);
    }
}

/* --- carrying it out --- */

/* The letters that run, in the order in which they are met. */
static int running(const struct search *s, const struct product *p, int run[LETTERS],
                   int64_t size[LETTERS], int64_t at[LETTERS])
{
    int count = 0;
    bool seen[LETTERS] = {false};
    for (int d = 0; d < s->out->ndim; d++) {
        seen[p->out[d]] = true;
        at[p->out[d]] = s->at[d];
    }
    for (int k = 0; k < p->operands; k++) {
        const struct tensor *t = s->source[k].tensor;
        for (int d = 0; d < t->ndim; d++) {
            int letter = p->letter[k][d];
            size[letter] = size[letter] <= 1 ? t->shape[d] : size[letter];
            if (!seen[letter]) {
                seen[letter] = true;
                run[count++] = letter;
            }
        }
    }
    return count;
}

static bool carry_out(struct search *s, const struct product *p)
{
    struct region regions[OPERANDS_MAX] = {{0}};
    int run[LETTERS];
    int64_t size[LETTERS] = {0}, at[LETTERS] = {0};
    int count = running(s, p, run, size, at);
    for (int k = 0; k < p->operands; k++) {
        const struct tensor *t = s->source[k].tensor;
        struct region *r = &regions[k];
        int64_t step[TENSOR_MAX_DIMS], of[LETTERS] = {0};
        bool has[LETTERS] = {false};
        origin_steps(t, step);
        r->source = k;
        for (int d = 0; d < t->ndim; d++) { /* a letter twice in one operand: its diagonal */
            if (t->shape[d] != 1) {
                has[p->letter[k][d]] = true;
                of[p->letter[k][d]] += step[d];
            }
        }
        for (int j = 0; j < count; j++) {
            if (has[run[j]]) {
                r->size[r->ndim] = size[run[j]];
                r->step[r->ndim++] = of[run[j]];
                has[run[j]] = false;
            }
        }
        for (int letter = 0; letter < LETTERS; letter++) {
            r->base += has[letter] ? at[letter] * of[letter] : 0;
        }
    }
    if (!origin_add_regions(s, p->operands, regions)) {
        return false;
    }
    for (int k = p->operands; k < s->sources; k++) { /* alpha, beta as tensors of one cell */
        if (s->source[k].held == SOURCE_NUMBER && !origin_add(s, k, 0)) {
            return false;
        }
    }
    return true;
}

/* as einsum's, operands = sources */
static bool origin_equation(struct search *s, const char *equation)
{
    struct product p;
    read_equation(s, equation, &p);
    return carry_out(s, &p);
}

/* --- rows with an equation that depends on their arguments --- */

bool find_matmul(struct search *s)
{
    scoped_buf text = {.budget = s->call->in->memory};
    bool rows = s->source[0].tensor->ndim > 1, columns = s->source[1].tensor->ndim > 1;
    buf_printf(&text, "%s,%s->...%s%s", rows ? "...rk" : "k", columns ? "...kc" : "k",
               rows ? "r" : "", columns ? "c" : "");
    return origin_equation(s, buf_text(&text));
}

/* A vector as weight is one column, without an axis of its own. */
bool find_linear(struct search *s)
{
    bool vector = s->source[1].tensor->ndim == 1;
    return origin_equation(s, vector ? "...k,k,...->..." : "...k,ck,c->...c");
}

/* Without "->" the output has the letters that stand in the equation once, in their order. */
bool find_einsum(struct search *s)
{
    const char *given = s->call->arg[0].text;
    scoped_buf text = {.budget = s->call->in->memory};
    bool ellipsis = strstr(given, "...") != NULL, arrow = strchr(given, '-') != NULL;
    for (const char *p = given; *p != '\0'; p++) {
        if (*p != ' ') {
            buf_putc(&text, *p);
        }
    }
    if (!arrow) {
        buf_puts(&text, ellipsis ? "->..." : "->");
        for (int letter = 'A'; letter <= 'z'; letter++) {
            const char *first = isalpha(letter) ? strchr(given, letter) : NULL;
            if (first != NULL && strchr(first + 1, letter) == NULL) {
                buf_putc(&text, (char)letter);
            }
        }
    }
    return origin_equation(s, buf_text(&text));
}

/* Joins `count` axes of the two sources; what is left makes the output. */
static bool join(struct search *s, int count, const int64_t *of_a, const int64_t *of_b)
{
    struct product p = {.operands = 2};
    int next = FREE, out = 0;
    for (int k = 0; k < count; k++) {
        p.letter[0][origin_dim(of_a[k], s->source[0].tensor)] = next;
        p.letter[1][origin_dim(of_b[k], s->source[1].tensor)] = next++;
    }
    for (int k = 0; k < 2; k++) {
        for (int d = 0; d < s->source[k].tensor->ndim; d++) {
            if (p.letter[k][d] == 0 && out < s->out->ndim) {
                p.letter[k][d] = p.out[out++] = next++;
            }
        }
    }
    return carry_out(s, &p);
}

static int read_axes(struct value v, int64_t axes[TENSOR_MAX_DIMS])
{
    if (!list_is(v) && !tuple_is(v)) {
        axes[0] = v.i;
        return v.type == VALUE_INT ? 1 : 0;
    }
    const struct list *l = (const struct list *)v.o;
    int count = 0;
    for (; count < l->count && count < TENSOR_MAX_DIMS; count++) {
        axes[count] = l->at[count].i;
    }
    return count;
}

/* dims: how many axes (the last of a, the first of b), or a pair of lists of axes. */
bool find_tensordot(struct search *s)
{
    struct value dims = s->call->arg[2].value;
    int64_t of_a[TENSOR_MAX_DIMS], of_b[TENSOR_MAX_DIMS];
    int count = 0;
    if (list_is(dims) || tuple_is(dims)) {
        const struct list *l = (const struct list *)dims.o;
        count = read_axes(l->at[0], of_a);
        read_axes(l->at[1], of_b);
    } else {
        for (; count < dims.i && count < TENSOR_MAX_DIMS; count++) {
            of_a[count] = count - dims.i;
            of_b[count] = count;
        }
    }
    return join(s, count, of_a, of_b);
}

/* The last axis of the first source with axis `of_b` of the second; a number multiplies. */
static bool join_last(struct search *s, int64_t of_b)
{
    if (s->source[0].tensor->ndim == 0 || s->source[1].tensor->ndim == 0) {
        return origin_add_same(s, 0) && origin_add_same(s, 1);
    }
    return join(s, 1, &(int64_t){-1}, &of_b);
}

bool find_inner(struct search *s)
{
    return join_last(s, -1);
}

/* NumPy's dot takes arrays of any rank; torch's is the case of two vectors. */
bool find_dot(struct search *s)
{
    return join_last(s, s->source[1].tensor->ndim > 1 ? -2 : -1);
}

bool find_vdot(struct search *s)
{
    struct region whole[2] = {{.source = 0, .ndim = 1, .step = {1}},
                              {.source = 1, .ndim = 1, .step = {1}}};
    for (int k = 0; k < 2; k++) {
        whole[k].size[0] = tensor_numel(s->source[k].tensor);
    }
    return origin_add_regions(s, 2, whole);
}

/* NumPy flattens both first. */
bool find_outer(struct search *s)
{
    int64_t columns = tensor_numel(s->source[1].tensor);
    return origin_add(s, 0, s->cell / columns) && origin_add(s, 1, s->cell % columns);
}

/* A covariance belongs to two rows of the input, each with its mean. */
bool find_cov(struct search *s)
{
    if (s->out->ndim < 2) {
        return origin_add_all(s, 0);
    }
    struct region rows[2] = {origin_row(s, 0, 2u, 1, &s->at[0]),
                             origin_row(s, 0, 2u, 1, &s->at[1])};
    return origin_add_regions(s, s->at[0] == s->at[1] ? 1 : 2, rows);
}

bool find_solve(struct search *s)
{
    int ndim = s->source[1].tensor->ndim;
    if (ndim == 1) {
        return origin_equation(s, "...ij,k->...r");
    }
    bool vector = ndim + 1 == s->source[0].tensor->ndim;
    return origin_equation(s, vector ? "...ij,...k->...r" : "...ij,...kc->...rc");
}

/* Every cell of a decomposition comes from its whole matrix; an output of values has one axis. */
bool find_svd(struct search *s)
{
    return origin_equation(s, s->output == 1 ? "...ij->...r" : "...ij->...rc");
}

bool origin_contraction(struct search *s)
{
    const struct op *op = s->call->op;
    const char *equation = op_told(op)->equation;
    return equation != NULL ? origin_equation(s, equation)
                            : error_set(s->call->cx->err, ERROR_NOT_IMPLEMENTED,
                                        "no origins are known for %s", op->name);
}
