/* Tells what a shape comment claims, and whether it holds. An unclear comment claims nothing. */
#include "trace/axes/axes_claim.h"

#include "trace/axes/axes_case.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool same_word(const struct said_size *word, const char *text)
{
    return strlen(text) == (size_t)word->len && strncmp(text, word->at, (size_t)word->len) == 0;
}

static bool free_name(const struct judge *j, const struct said_size *word, int64_t *size)
{
    const struct scope *scope = &j->scope[j->scope_count - 1];
    for (int k = scope->first; k < j->name_count; k++) {
        const struct said_size *name = &j->name[k].name;
        if (name->len == word->len && strncmp(name->at, word->at, (size_t)word->len) == 0) {
            *size = j->name[k].size;
            return true;
        }
    }
    return false;
}

struct worth {
    bool known;
    bool numbers; /* no name in it */
    bool free;    /* a name in it is known from a comment alone */
    int64_t size;
    struct said_size open; /* a name that would make it known: B of `B*T` ... */
    int64_t rest;          /* ... and what that is multiplied by; 0: not to be told */
};

static struct worth size_worth(const struct judge *j, const struct case_ *c,
                               const struct said_size *size)
{
    struct worth w = {.known = true, .numbers = true, .size = 1, .rest = 1};
    struct said_size word;
    char op;
    int opened = 0;
    /* m + 1 of an axis that is called m: perhaps the axis itself is meant */
    bool sum = memchr(size->at, '+', (size_t)size->len) != NULL ||
               memchr(size->at, '-', (size_t)size->len) != NULL;
    for (int place = 0; said_operand(size, &place, &word, &op);) {
        int64_t n = 0;
        bool known = true;
        if (isdigit((unsigned char)*word.at)) {
            n = word.len < 10 ? strtol(word.at, NULL, 10) : 0;
        } else {
            w.numbers = false;
            known = case_knows(j, c, &word, sum, &n);
            w.free |= !known;
            known = known || free_name(j, &word, &n);
        }
        if (!known) {
            w.open = word;
            w.known = false;
            opened++;
            n = 1;
        }
        bool fits = op != '/' || (n != 0 && w.size % n == 0);
        w.rest = (op == '\0' || op == '*') && w.rest != 0 ? w.rest * n : 0;
        if (op == '\0') {
            w.size = n;
        } else if (op == '*') {
            fits = !__builtin_mul_overflow(w.size, n, &w.size);
        } else if (op == '/') {
            w.size = fits ? w.size / n : 0;
        } else {
            w.size += op == '+' ? n : -n;
        }
        if (!fits) {
            return (struct worth){0}; /* not to be told */
        }
    }
    w.rest = opened == 1 ? w.rest : 0;
    return w;
}

/* --- a shape against a tensor --- */

static int axis_of(const struct said_shape *shape, const struct tensor *t, int k)
{
    return shape->dots < 0 || k < shape->dots ? k : t->ndim - (shape->count - k);
}

static bool fits_rank(const struct said_shape *shape, const struct tensor *t)
{
    return shape->dots < 0 ? shape->count == t->ndim : shape->count - 1 <= t->ndim;
}

static bool is_any(const struct said_size *size)
{
    return size->len == 1 && strchr("*?_:", *size->at) != NULL;
}

/* Free names are taken on as they are met; what was taken on from a wrong shape is given back by
 * the caller. False: memory. */
static bool compare(struct judge *j, const struct case_ *c, const struct said_shape *shape,
                    const struct tensor *t, struct verdict *v)
{
    for (int k = 0; k < shape->count && v->shape == NULL; k++) {
        if (k == shape->dots || is_any(&shape->size[k])) {
            continue;
        }
        int axis = axis_of(shape, t, k);
        struct worth w = size_worth(j, c, &shape->size[k]);
        bool example = c->call >= 0 && w.numbers && w.size > 1; /* the sizes are the caller's */
        if (w.known && w.size != t->shape[axis]) {
            if (example) {
                continue;
            }
            *v = (struct verdict){shape, t, axis, shape->size[k], w.size, w.free};
        } else if (!w.known && w.rest > 0 && t->shape[axis] % w.rest == 0) {
            if (!judge_reserve(j, &j->name, j->name_count, &j->name_cap, sizeof *j->name)) {
                return false;
            }
            j->name[j->name_count++] = (struct free_name){w.open, t->shape[axis] / w.rest};
        }
    }
    return true;
}

static int by_size(const void *a, const void *b)
{
    int64_t x = *(const int64_t *)a, y = *(const int64_t *)b;
    return (x > y) - (x < y);
}

/* Whether the shape has the right sizes, in another order. */
static bool is_turned(const struct judge *j, const struct case_ *c, const struct verdict *v)
{
    int64_t said[TENSOR_MAX_DIMS], is[TENSOR_MAX_DIMS];
    int n = v->shape->count;
    if (v->shape->dots >= 0 || n != v->truth->ndim) {
        return false;
    }
    for (int k = 0; k < n; k++) {
        struct worth w = size_worth(j, c, &v->shape->size[k]);
        said[k] = is_any(&v->shape->size[k]) ? v->truth->shape[k] : w.known ? w.size : -1;
        is[k] = v->truth->shape[k];
    }
    qsort(said, (size_t)n, sizeof *said, by_size);
    qsort(is, (size_t)n, sizeof *is, by_size);
    return memcmp(said, is, (size_t)n * sizeof *is) == 0;
}

/* One comment may call by a letter what another calls otherwise: that counts when the axes are in
 * another order, or when an attribute of that name bears the number out. */
bool claim_stands(const struct judge *j, const struct case_ *c, const struct verdict *v)
{
    return !v->free || is_turned(j, c, v) || case_attribute(j, c, &v->size, v->says);
}

/* --- what a comment speaks of --- */

static bool has_word(const char *from, const char *end, const char *word)
{
    size_t len = strlen(word);
    for (const char *p = from; p + len <= end; p++) {
        bool begins = p == from || !isalnum((unsigned char)p[-1]);
        bool ends = p + len == end || !isalnum((unsigned char)p[len]);
        if (begins && ends && strncmp(p, word, len) == 0) {
            return true;
        }
    }
    return false;
}

/* Words by which a comment speaks of something else than the result. */
static bool speaks_of_another(const struct said *said)
{
    static const char *const words[] = {
        "was",     "were",       "before",     "from",    "input",    "inputs", "not",
        "instead", "previously", "originally", "expects", "expected", "old",    "without",
        "unlike",  "if",         "when",       "or",      "e.g",      "each",   "every",
        "for",     "at",         "over",       "along",   "see",      "per",    "index",
        "like",    "would",      "as",         "than",    "weight",   "where",
    };
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (has_word(said->before, said->before_end, words[k])) {
            return true;
        }
    }
    return has_word(said->behind, said->behind_end, "or") ||
           has_word(said->behind, said->behind_end, "if") ||
           has_word(said->behind, said->behind_end, "when") ||
           has_word(said->behind, said->behind_end, "before");
}

/* `wei @ v  # v is (B, T, hs)`: another tensor's name in front of the shape. */
static bool names_another(const struct judge *j, const struct case_ *c, const struct said *said)
{
    for (int k = 0; k < j->t->bind_count && j->t->bind[k].event <= c->before; k++) {
        const struct tape_bind *b = &j->t->bind[k];
        if (b->tensor != NULL && b->call == c->call && strcmp(b->name, c->target_name) != 0 &&
            has_word(said->before, said->before_end, b->name)) {
            return true;
        }
    }
    return false;
}

/* A comment on a line of its own says nothing but shapes, perhaps what they are of. */
static bool says_only_shapes(const struct case_ *c, const struct said *said)
{
    static const char *const words[] = {"shape", "shapes", "output",    "result",
                                        "out",   "size",   "torch.Size"};
    const char *from = said->before, *end = said->before_end;
    while (from < end && *from == ' ') {
        from++;
    }
    while (end > from && strchr(" :=(", end[-1]) != NULL) {
        end--;
    }
    struct said_size word = {from, (int)(end - from)};
    bool plain = word.len == 0 || same_word(&word, c->target_name);
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        plain = plain || same_word(&word, words[k]);
    }
    for (const char *p = said->behind; p < said->behind_end && said->shape[0].result; p++) {
        plain = plain && !isalnum((unsigned char)*p);
    }
    return plain;
}

/* "# B, T, C" is a shape when all of them are integers of the run. */
static bool knows_all(const struct judge *j, const struct case_ *c, const struct said_shape *shape)
{
    for (int k = 0; k < shape->count; k++) {
        if (!size_worth(j, c, &shape->size[k]).known) {
            return false;
        }
    }
    return true;
}

static bool speaks_of_shape(const struct said *said)
{
    static const char *const words[] = {"shape", "Shape", "Size", "形状", "维度", "尺寸"};
    for (size_t k = 0; k < sizeof words / sizeof words[0]; k++) {
        if (has_word(said->before, said->before_end, words[k])) {
            return true;
        }
    }
    return false;
}

/* Numbers alone may be anything, unless the comment says nothing else or speaks of a shape. */
static bool means_shapes(const struct said *said, bool arrow)
{
    const struct said_shape *shape = &said->shape[0];
    bool whole = shape->count >= 2;
    for (const char *p = said->before; p < said->before_end; p++) {
        whole = whole && *p == ' ';
    }
    for (const char *p = said->behind; p < said->behind_end; p++) {
        whole = whole && (*p == ' ' || *p == '\r');
    }
    for (int k = 0; k < shape->count; k++) {
        whole = whole && *shape->size[k].at != '0';
    }
    return said->named || arrow || whole || speaks_of_shape(said);
}

/* Whether the last shape is that of the result, and which tensor that is. */
static bool is_clear(const struct case_ *c, const struct said *said, int arrows)
{
    const struct said_shape *last = &said->shape[said->count - 1];
    bool clear = arrows == 0 || last->result;
    for (int k = 1; k < said->count; k++) {
        clear = clear && (said->shape[k].result || said->shape[k].product);
    }
    for (int k = 1; k < c->targets; k++) {
        clear = clear && tensor_same_shape(c->target[0], c->target[k]);
    }
    return clear && fits_rank(last, c->target[0]);
}

/* Whether a shape says something right of something that the statement took: of what stands before
 * its last call. */
static bool fits_some(struct judge *j, const struct case_ *c, const struct said_shape *shape,
                      bool *fits)
{
    int names = j->name_count;
    *fits = false;
    for (int k = 0; k < c->came_count && !*fits; k++) {
        struct verdict v = {0};
        if (!fits_rank(shape, c->came[k])) {
            continue;
        }
        if (!compare(j, c, shape, c->came[k], &v)) {
            return false;
        }
        *fits = v.shape == NULL;
        j->name_count = *fits ? j->name_count : names;
    }
    return true;
}

bool claim_judge(struct judge *j, const struct case_ *c, const struct said *said, struct verdict *v,
                 bool *clear)
{
    const struct said_shape *last = &said->shape[said->count - 1];
    int arrows = 0;
    for (int k = 0; k < said->count; k++) {
        arrows += said->shape[k].result;
    }
    if (arrows > 0 || said->count == 1) {
        if (!is_clear(c, said, arrows)) {
            return true; /* whatever it means */
        }
        *clear = true;
        int operands = said->count - 1;
        bool both = operands == c->operands && arrows == 1 &&
                    (operands == 1 || (operands == 2 && said->shape[1].product));
        for (int k = 0; both && k < operands; k++) {
            both = fits_rank(&said->shape[k], &c->operand[k]);
        }
        bool fits = false;
        if (both && operands == 1 && !fits_some(j, c, &said->shape[0], &fits)) {
            return false;
        }
        for (int k = 0; both && !fits && k < operands; k++) {
            if (!compare(j, c, &said->shape[k], &c->operand[k], v)) {
                return false;
            }
        }
        return compare(j, c, last, c->target[0], v);
    }
    bool each = said->count == c->targets; /* q, k, v = ...  # (B, T, C), (B, T, C), (B, T, C) */
    for (int k = 0; k < said->count; k++) {
        each = each && !said->shape[k].product && fits_rank(&said->shape[k], c->target[k]);
    }
    *clear = each;
    for (int k = 0; each && k < said->count; k++) {
        if (!compare(j, c, &said->shape[k], c->target[k], v)) {
            return false;
        }
    }
    return true;
}

bool claim_is_one(const struct judge *j, const struct case_ *c, const struct said *said, bool alone)
{
    bool arrow = said->count > 0 && said->shape[said->count - 1].result;
    if (said->count > 0 && said->listed && !(said->named && knows_all(j, c, &said->shape[0]))) {
        return false;
    }
    return said->count > 0 && means_shapes(said, arrow) && (!alone || says_only_shapes(c, said)) &&
           (arrow || (!speaks_of_another(said) && !names_another(j, c, said)));
}
