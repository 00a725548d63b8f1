/* Computes np.einsum: it says in NumPy's words what does not fit, then adds the sums up. Rules and
 * words: numpy/core/src/multiarray/einsum.c.src. */

#include "numpy/numpy_dtype.h"
#include "numpy/numpy_value.h"
#include "tensor/product/einsum.h"
#include "torch/op/op_body.h"

#include <ctype.h>
#include <stdio.h>

enum { OPERANDS = 3, DOTS = 128, LABELS = DOTS + TENSOR_MAX_DIMS };

/* The label of each axis: a letter, or DOTS and how far from the last one it stands under "...". */
struct labels {
    int count;
    int at[2 * TENSOR_MAX_DIMS];
};

struct equation {
    int operands, dots; /* the most axes under "..." */
    struct labels of[OPERANDS], out;
};

static bool refuse(struct interp *in, const char *text)
{
    return raise_exception(in, EXCEPTION_ValueError, "%s", text);
}

static bool refuse_more(struct interp *in, const char *what)
{
    return raise_exception(in, EXCEPTION_ValueError,
                           "%s has more dimensions than subscripts given in einstein sum, but no "
                           "'...' ellipsis provided to broadcast the extra dimensions.",
                           what);
}

static bool refuse_dot(struct interp *in, int operand)
{
    char where[32] = "the output";
    if (operand >= 0) {
        snprintf(where, sizeof where, "operand %d", operand);
    }
    return raise_exception(in, EXCEPTION_ValueError,
                           "einstein sum subscripts string contains a '.' that is not part of an "
                           "ellipsis ('...') in %s",
                           where);
}

static bool refuse_sign(struct interp *in, char sign)
{
    return raise_exception(in, EXCEPTION_ValueError,
                           "invalid subscript '%c' in einstein sum subscripts string, subscripts "
                           "must be letters",
                           sign);
}

static bool is_letter(char sign)
{
    return isalpha((unsigned char)sign) != 0;
}

static void put_dots(struct labels *l, int count)
{
    for (int d = count - 1; d >= 0; d--) {
        l->at[l->count++] = DOTS + d;
    }
}

/* The letters of operand k, text[0 .. len). */
static bool read_operand(struct interp *in, struct equation *e, int k, const char *text, size_t len,
                         int ndim)
{
    int letters = 0;
    bool dots = false;
    for (size_t i = 0; i < len; i++) {
        letters += is_letter(text[i]);
    }
    for (size_t i = 0; i < len; i++) {
        struct labels *l = &e->of[k];
        if (is_letter(text[i])) {
            if (l->count >= ndim) {
                return raise_exception(in, EXCEPTION_ValueError,
                                       "einstein sum subscripts string contains too many "
                                       "subscripts for operand %d",
                                       k);
            }
            l->at[l->count++] = text[i];
        } else if (text[i] == '.') {
            if (dots || i + 2 >= len || text[i + 1] != '.' || text[i + 2] != '.') {
                return refuse_dot(in, k);
            }
            dots = true;
            i += 2;
            put_dots(l, ndim - letters);
            e->dots = ndim - letters > e->dots ? ndim - letters : e->dots;
        } else if (text[i] != ' ') {
            return refuse_sign(in, text[i]);
        }
    }
    return e->of[k].count == ndim || refuse_more(in, "operand");
}

static int times(const struct equation *e, int label)
{
    int count = 0;
    for (int k = 0; k < e->operands; k++) {
        for (int d = 0; d < e->of[k].count; d++) {
            count += e->of[k].at[d] == label;
        }
    }
    return count;
}

static bool read_output(struct interp *in, struct equation *e, const char *text)
{
    size_t len = strlen(text);
    bool dots = false;
    for (size_t i = 0; i < len; i++) {
        if (is_letter(text[i])) {
            if (strchr(text + i + 1, text[i]) != NULL) {
                return raise_exception(in, EXCEPTION_ValueError,
                                       "einstein sum subscripts string includes output subscript "
                                       "'%c' multiple times",
                                       text[i]);
            }
            if (times(e, text[i]) == 0) {
                return raise_exception(in, EXCEPTION_ValueError,
                                       "einstein sum subscripts string included output subscript "
                                       "'%c' which never appeared in an input",
                                       text[i]);
            }
            if (e->out.count < TENSOR_MAX_DIMS) {
                e->out.at[e->out.count++] = text[i];
            }
        } else if (text[i] == '.') {
            if (dots || i + 2 >= len || text[i + 1] != '.' || text[i + 2] != '.') {
                return refuse_dot(in, -1);
            }
            dots = true;
            i += 2;
            put_dots(&e->out, e->dots);
        } else if (text[i] != ' ') {
            return refuse_sign(in, text[i]);
        }
    }
    return dots || e->dots == 0 || refuse_more(in, "output");
}

static bool read_equation(struct call *c, int count, struct equation *e)
{
    const char *text = c->arg[0].text;
    e->operands = count;
    for (int k = 0; k < count; k++) {
        size_t len = strcspn(text, ",-");
        if (k == count - 1 && text[len] == ',') {
            return refuse(c->in, "more operands provided to einstein sum function than specified "
                                 "in the subscripts string");
        }
        if (k < count - 1 && text[len] != ',') {
            return refuse(c->in, "fewer operands provided to einstein sum function than specified "
                                 "in the subscripts string");
        }
        if (!read_operand(c->in, e, k, text, len, c->arg[k + 1].tensor.ndim)) {
            return false;
        }
        text += len + (text[len] == ',');
    }
    if (*text != '\0') {
        return strncmp(text, "->", 2) == 0
                   ? read_output(c->in, e, text + 2)
                   : refuse(c->in, "einstein sum subscript string does not contain proper '->' "
                                   "output specified");
    }
    put_dots(&e->out, e->dots);
    for (int letter = 'A'; letter <= 'z'; letter++) {
        if (times(e, letter) == 1 && e->out.count < TENSOR_MAX_DIMS) {
            e->out.at[e->out.count++] = letter;
        }
    }
    return true;
}

static bool has(const struct labels *l, int label)
{
    for (int d = 0; d < l->count; d++) {
        if (l->at[d] == label) {
            return true;
        }
    }
    return false;
}

/* A letter that stands twice in an operand names axes of one size. */
static bool check_diagonals(struct call *c, const struct equation *e, int k)
{
    const int64_t *shape = c->arg[k + 1].tensor.shape;
    const struct labels *l = &e->of[k];
    bool view = e->operands == 1;
    for (int d = 0; d < l->count; d++) {
        view = view && has(&e->out, l->at[d]);
        for (int first = 0; first < d; first++) {
            if (l->at[first] == l->at[d] && shape[first] != shape[d]) {
                char which[32] = "single operand";
                if (!view) {
                    snprintf(which, sizeof which, "operand %d", k);
                }
                return numpy_refuse(
                    c, "dimensions in %s for collapsing index '%c' don't match (%lld != %lld)",
                    which, l->at[d], (long long)shape[first], (long long)shape[d]);
            }
        }
    }
    return true;
}

/* Which axes the result and the sums go over, in order. */
static void all_labels(const struct equation *e, struct labels *all)
{
    *all = e->out;
    for (int letter = 'A'; letter <= 'z'; letter++) {
        if (times(e, letter) > 0 && !has(all, letter) && all->count < TENSOR_MAX_DIMS) {
            all->at[all->count++] = letter;
        }
    }
}

static int64_t size_of(const struct call *c, const struct equation *e, int k, int label)
{
    for (int d = 0; d < e->of[k].count; d++) {
        if (e->of[k].at[d] == label) {
            return c->arg[k + 1].tensor.shape[d];
        }
    }
    return -1;
}

/* Each shape without repeated letters, and as the loops see it. */
static bool refuse_sizes(struct call *c, const struct equation *e, const struct labels *all)
{
    scoped_buf text = {.budget = c->in->memory};
    for (int k = 0; k < e->operands; k++) {
        int64_t shape[TENSOR_MAX_DIMS];
        int ndim = 0, seen = 0;
        for (int d = 0; d < e->of[k].count; d++) {
            struct labels before = e->of[k];
            before.count = d;
            if (!has(&before, e->of[k].at[d])) {
                shape[ndim++] = c->arg[k + 1].tensor.shape[d];
            }
        }
        numpy_shape_text(ndim, shape, &text);
        buf_puts(&text, "->(");
        for (int j = 0; j < all->count; j++) {
            int64_t size = size_of(c, e, k, all->at[j]);
            if (size >= 0 || seen > 0) {
                buf_puts(&text, seen++ > 0 ? "," : "");
                if (size < 0) {
                    buf_puts(&text, "newaxis");
                } else {
                    buf_printf(&text, "%lld", (long long)size);
                }
            }
        }
        buf_puts(&text, seen == 1 ? ",) " : ") ");
    }
    numpy_refuse(
        c, "operands could not be broadcast together with remapped shapes [original->remapped]: %s",
        buf_text(&text));
    return false;
}

static bool check(struct call *c, int count)
{
    struct equation e = {0};
    struct labels all;
    if (!read_equation(c, count, &e)) {
        return false;
    }
    for (int k = 0; k < count; k++) {
        if (!check_diagonals(c, &e, k)) {
            return false;
        }
    }
    all_labels(&e, &all);
    for (int j = 0; j < all.count; j++) {
        int64_t whole = 1;
        for (int k = 0; k < count; k++) {
            int64_t size = size_of(c, &e, k, all.at[j]);
            if (size >= 0 && size != 1 && whole != 1 && size != whole) {
                return refuse_sizes(c, &e, &all);
            }
            whole = size >= 0 && size != 1 ? size : whole;
        }
    }
    return true;
}

/* The operands stand between the subscripts and optimize. */
bool np_einsum(struct call *c)
{
    struct chain chain = {.c = c};
    const struct tensor *at[OPERANDS], *t = NULL;
    int count = c->arg_count - 2;
    enum dtype d = DTYPE_BOOL;
    for (int k = 0; k < count; k++) {
        if (!numpy_take(c, k + 1)) {
            return false;
        }
        at[k] = &c->arg[k + 1].tensor;
        d = k == 0 ? at[k]->dtype : numpy_promote(d, at[k]->dtype);
    }
    bool ok = check(c, count);
    for (int k = 0; ok && k < count; k++) {
        at[k] = chain_cast(&chain, at[k], d);
        ok = at[k] != NULL;
    }
    if (ok) {
        t = chain_made(&chain,
                       matmul_einsum_numpy(c->cx, chain_room(&chain), c->arg[0].text, count, at));
    }
    return chain_end(&chain, t);
}
