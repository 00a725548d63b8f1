/* Reads a shape, with brackets or without, with names that the run knows in place of numbers. */
#include "exercise/answer/answer.h"

#include "exercise/answer/answer_words.h"
#include "exercise/piece.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MOST ((int64_t)1 << 40)

struct reader {
    const char *p, *end;
    const struct known_size *known;
    int known_count;
    struct buf *why;
};

static bool refuse(struct reader *r, const char *format, ...) QKV_PRINTF(2, 3);
static bool refuse(struct reader *r, const char *format, ...)
{
    if (r->why->len == 0) { /* the first reason stands */
        va_list args;
        va_start(args, format);
        buf_vprintf(r->why, format, args);
        va_end(args);
    }
    return false;
}

static bool refuse_form(struct reader *r)
{
    return refuse(r, "Write the sizes of the axes, such as (2, 4, 5, 5); a single number without "
                     "axes has the shape ().");
}

static void blanks(struct reader *r)
{
    while (r->p < r->end && strchr(" \n", *r->p) != NULL) {
        r->p++;
    }
}

static bool in_name(char c)
{
    return isalnum((unsigned char)c) || c == '_' || c == '.' || (unsigned char)c >= 0x80;
}

/* --- sizes --- */

static const struct known_size *find(const struct reader *r, const char *name, size_t len)
{
    for (int k = 0; k < r->known_count; k++) {
        if (strlen(r->known[k].name) == len && memcmp(r->known[k].name, name, len) == 0) {
            return &r->known[k];
        }
    }
    return NULL;
}

static bool number(struct reader *r, int64_t *out)
{
    *out = 0;
    for (; r->p < r->end && isdigit((unsigned char)*r->p); r->p++) {
        *out = *out * 10 + (*r->p - '0');
        if (*out > SIZE_MOST) {
            return refuse(r, "No axis of this run is as long as that.");
        }
    }
    if (r->p < r->end && *r->p == '.') {
        return refuse(r, "The size of an axis is a whole number.");
    }
    return true;
}

static bool atom(struct reader *r, int64_t *out)
{
    const char *from = r->p;
    if (from == r->end) {
        return refuse_form(r);
    }
    if (isdigit((unsigned char)*from)) {
        return number(r, out);
    }
    if (*from == '-') {
        return refuse(r, "The size of an axis is never negative: -1 stands for \"what is left\" "
                         "where a shape is asked for, write the size itself.");
    }
    while (r->p < r->end && in_name(*r->p)) {
        r->p++;
    }
    const struct known_size *k = find(r, from, (size_t)(r->p - from));
    if (r->p == from || r->p - from > 60) {
        return refuse_form(r);
    }
    if (k == NULL) {
        return refuse(r, "`%.*s` is no size that the run knows by name; write numbers.",
                      (int)(r->p - from), from);
    }
    *out = k->size;
    return true;
}

/* * // / + - between sizes: "2*head_dim". */
static bool operate(struct reader *r, char op, int64_t b, int64_t *out)
{
    int64_t a = *out;
    if (op == '/' && (b == 0 || a % b != 0)) {
        return refuse(r, "%lld cannot be divided by %lld.", (long long)a, (long long)b);
    }
    if (op == '*' && b != 0 && a > SIZE_MOST / b) {
        return refuse(r, "No axis of this run is as long as that.");
    }
    *out = op == '*' ? a * b : op == '/' ? a / b : op == '+' ? a + b : a - b;
    return *out >= 0 || refuse(r, "The size of an axis is never negative.");
}

static bool item(struct reader *r, int64_t *out)
{
    if (!atom(r, out)) {
        return false;
    }
    for (;;) {
        int64_t other;
        blanks(r);
        if (r->p == r->end || strchr("*/+-", *r->p) == NULL) {
            return true;
        }
        if (r->p[-1] == ' ' && (*r->p == '-' || *r->p == '+') && r->p[1] != ' ') {
            return refuse(r, "A sign in front of a size can mean two things; put commas between "
                             "the sizes.");
        }
        char op = *r->p++;
        r->p += op == '/' && r->p < r->end && *r->p == '/';
        blanks(r);
        if (!atom(r, &other) || !operate(r, op, other, out)) {
            return false;
        }
    }
}

/* --- what stands between them --- */

/* An x (or the word "by") that is no name: something goes on behind it. */
static bool cross(struct reader *r)
{
    const char *p = r->p;
    if (p < r->end && (*p == 'x' || *p == 'X')) {
        p++;
    } else if (r->end - p > 2 && memcmp(p, "by ", 3) == 0) {
        p += 2;
    } else {
        return false;
    }
    bool glued = r->p[-1] != ' ' && isdigit((unsigned char)r->p[-1]);
    if (p == r->end || (!glued && *p != ' ' && !isdigit((unsigned char)*p))) {
        return false;
    }
    r->p = p;
    return true;
}

/* False: nothing more follows. *comma: another size must follow, or the end. */
static bool separator(struct reader *r)
{
    blanks(r);
    if (r->p < r->end && (*r->p == ',' || *r->p == ';')) {
        r->p++;
    } else {
        (void)cross(r);
    }
    blanks(r);
    return r->p < r->end;
}

/* --- the whole --- */

static struct piece rest_of(const struct reader *r)
{
    return (struct piece){r->p, (size_t)(r->end - r->p)};
}

/* "the shape is (2, 4)": words in front that no size is called. */
static void strip_words(struct reader *r)
{
    static const char words[] = "The |the |It |it |A |a |tensor |answer |of |is |shape |Shape |"
                                "size |has ";
    size_t len = piece_word(rest_of(r), words, false);
    while (len > 0 && (size_t)(r->end - r->p) > len && find(r, r->p, len - 1) == NULL) {
        r->p += len;
        blanks(r);
        len = piece_word(rest_of(r), words, false);
    }
}

/* torch.Size([2, 4]), shape = (2, 4), scores.shape: 2 4 */
static void strip_prefix(struct reader *r)
{
    for (const char *p = r->p; p < r->end; p++) {
        r->p = *p == '=' || *p == ':' ? p + 1 : r->p;
    }
    blanks(r);
    strip_words(r);
    size_t len = piece_word(rest_of(r), "torch.Size|Size|size|shape|Shape", false);
    if ((size_t)(r->end - r->p) > len && !in_name(r->p[len])) {
        r->p += len;
    }
    blanks(r);
}

/* A pair of brackets around it all. False: one of them is missing. */
static bool strip_brackets(struct reader *r, bool *bare)
{
    static const char open[] = "([{", close[] = ")]}";
    *bare = true;
    for (;;) {
        blanks(r);
        while (r->end > r->p && strchr(" \n.", r->end[-1]) != NULL) {
            r->end--;
        }
        const char *at = r->p < r->end ? strchr(open, *r->p) : NULL;
        bool closes = r->p < r->end && strchr(close, r->end[-1]) != NULL;
        if (at == NULL) {
            return !closes || refuse(r, "A bracket is missing in front.");
        }
        if (!closes || r->end[-1] != close[at - open]) {
            return refuse(r, "A bracket is missing at the end.");
        }
        r->p++;
        r->end--;
        *bare = false;
    }
}

static bool read_shape(struct reader r, int *ndim, int64_t shape[TENSOR_MAX_DIMS])
{
    bool bare, scalar = strcmp(r.p, "scalar") == 0;
    strip_prefix(&r);
    bool ok = scalar || strip_brackets(&r, &bare);
    *ndim = 0;
    if (ok && !scalar && r.p == r.end) {
        ok = !bare || refuse_form(&r);
    } else if (ok && !scalar) {
        do {
            ok = *ndim < TENSOR_MAX_DIMS
                     ? item(&r, &shape[*ndim])
                     : refuse(&r, "A tensor has at most %d axes.", TENSOR_MAX_DIMS);
            *ndim += ok;
        } while (ok && separator(&r));
    }
    return ok;
}

/* What stands behind a shape: a reason, or words that say nothing. */
static bool says_why(const char *p, const char *end)
{
    struct piece rest = {p, (size_t)(end - p)};
    rest = piece_behind(rest, strspn(p, " "));
    bool reason = (rest.len > 0 && strchr(",;:.(", *rest.at) != NULL) ||
                  piece_word(rest, "because |since ", false) > 0;
    p = rest.at;
    return reason ? !answer_denies(p, end) : answer_harmless(p, end, "", false);
}

/* The one pair of brackets of a sentence that is no index and no call: "it has shape (2, 4)". */
static bool find_brackets(struct reader *r)
{
    const char *from = NULL, *to = NULL;
    int depth = 0, count = 0;
    for (const char *p = r->p; p < r->end; p++) {
        if (strchr("([", *p) != NULL && depth++ == 0) {
            bool free = p == r->p || strchr(" \n:>", p[-1]) != NULL;
            bool size = p - r->p >= 4 && memcmp(p - 4, "Size", 4) == 0;
            count += free || size;
            from = free || size ? p : from;
            to = free || size ? NULL : to;
        } else if (strchr(")]", *p) != NULL && depth > 0 && --depth == 0 && from != NULL) {
            to = to == NULL ? p + 1 : to;
        }
    }
    /* (2, 3).T, (2, 3)[:1], (2, 3) -> (2, 3, 1): not the shape that it begins with */
    const char *behind = to != NULL ? to + strspn(to, " ") : NULL;
    bool goes_on = behind != NULL && behind < r->end &&
                   ((*behind == '.' && isalpha((unsigned char)behind[1])) || *behind == '[' ||
                    (*behind == '-' && behind[1] == '>'));
    if (count != 1 || to == NULL || goes_on || to - from < 3 || strstr(r->p, " or") != NULL ||
        !answer_harmless(r->p, from, " x ", true) || !says_why(to, r->end)) {
        return false;
    }
    r->p = from;
    r->end = to;
    return true;
}

bool answer_shape(const char *text, const struct known_size *known, int known_count, int *ndim,
                  int64_t shape[TENSOR_MAX_DIMS], struct buf *why)
{
    scoped_buf plain = {0}, reason = {0};
    answer_plain(text, &plain);
    const char *all = buf_text(&plain), *behind = answer_behind_is(all, "", true);
    struct reader r = {all, all + plain.len, known, known_count, &reason};
    bool ok = read_shape(r, ndim, shape);
    scoped_buf other = {0};
    r.why = &other;
    ok = ok || (find_brackets(&r) && read_shape(r, ndim, shape));
    buf_clear(&other);
    r.p = behind;
    r.end = all + plain.len;
    ok = ok || (behind != NULL && read_shape(r, ndim, shape));
    if (!ok) {
        buf_puts(why, buf_text(&reason));
    }
    return ok;
}
