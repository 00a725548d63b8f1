/* Reads a shape, with brackets or without, with names that the run knows in place of numbers. */
#include "exercise/answer/answer.h"

#include "exercise/answer/answer_words.h"
#include "exercise/form.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define SIZE_MOST ((int64_t)1 << 40)
#define MOST_DEEP 20 /* brackets in brackets */

struct reader {
    struct piece rest;
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

static const char open_brackets[] = "([{", close_brackets[] = ")]}";

FORM(blank, "^[ \n]+");

static void blanks(struct reader *r)
{
    r->rest = form_skip(&blank, r->rest);
}

/* --- sizes --- */

static const struct known_size *find(const struct reader *r, struct piece name)
{
    for (int k = 0; k < r->known_count; k++) {
        const char *one = r->known[k].name;
        if (strlen(one) == name.len && memcmp(one, name.at, name.len) == 0) {
            return &r->known[k];
        }
    }
    return NULL;
}

#define IN_NAME "[A-Za-z0-9_.\\x80-\\xff]"
FORM(size_of_axis, "^(?:([0-9]+)(\\.)?|(-)|(" IN_NAME "{1,60}+)(?!" IN_NAME "))");
FORM(in_front, "^(" IN_NAME "+)[([{]");
FORM(opened, "^[([{]");
FORM(closed, "^[])}]");

static bool item(struct reader *r, int64_t *out);

/* "(T + 1)", a size in brackets of its own. */
static bool bracketed(struct reader *r, int64_t *out)
{
    r->rest = piece_behind(r->rest, 1);
    blanks(r);
    if (!item(r, out)) {
        return false;
    }
    struct piece behind = form_skip(&closed, r->rest);
    bool alone = behind.len < r->rest.len;
    r->rest = behind;
    return alone || refuse(r, "One pair of brackets around all of the sizes is enough.");
}

static bool atom(struct reader *r, int64_t *out)
{
    struct piece part[FORM_GROUPS];
    if (form_find(&in_front, r->rest, 0, part)) {
        return refuse(r, "Write the sizes alone, without `%.*s` in front of the bracket.",
                      part[1].len < 60 ? (int)part[1].len : 60, part[1].at);
    }
    if (form_in(&opened, r->rest)) {
        return bracketed(r, out);
    }
    if (!form_find(&size_of_axis, r->rest, 0, part)) {
        return refuse_form(r);
    }
    if (part[3].len > 0) {
        return refuse(r, "The size of an axis is never negative: -1 stands for \"what is left\" "
                         "where a shape is asked for, write the size itself.");
    }
    r->rest = piece_behind(r->rest, part->len);
    const struct known_size *k = find(r, part[4]);
    *out = k != NULL ? k->size : part[1].len > 0 ? strtoll(part[1].at, NULL, 10) : 0;
    return *out > SIZE_MOST  ? refuse(r, "No axis of this run is as long as that.")
           : part[2].len > 0 ? refuse(r, "The size of an axis is a whole number.")
           : k != NULL || part[1].len > 0
               ? true
               : refuse(r, "`%.*s` is no size that the run knows by name; write numbers.",
                        (int)part[4].len, part[4].at);
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

FORM(operator, "^([*+-]|//?)[ \n]*");
FORM(sign, "^[+-](?! )");

static bool item(struct reader *r, int64_t *out)
{
    struct piece part[FORM_GROUPS];
    bool ok = atom(r, out);
    for (blanks(r); ok && form_find(&operator, r->rest, 0, part); blanks(r)) {
        int64_t other;
        if (r->rest.at[-1] == ' ' && form_in(&sign, r->rest)) {
            return refuse(r, "A sign in front of a size can mean two things; put commas between "
                             "the sizes.");
        }
        r->rest = piece_behind(r->rest, part->len);
        ok = atom(r, &other) && operate(r, *part[1].at, other, out);
    }
    return ok && (!form_in(&opened, r->rest) ||
                  refuse(r, "Put a comma or a sign in front of a bracket between the sizes."));
}

/* --- what stands between them --- */

/* An x (or the word "by") that is no name: something goes on behind it. */
FORM(cross, "^(?:[xX]|by(?= ))(?=[ 0-9])");
FORM(glued_cross, "^(?:[xX]|by(?= ))(?s)(?=.)");
FORM(comma, "^[,;]");

/* False: nothing more follows. */
static bool separator(struct reader *r)
{
    blanks(r);
    bool glued = isdigit((unsigned char)r->rest.at[-1]);
    struct piece behind = form_skip(&comma, r->rest);
    r->rest = behind.len < r->rest.len ? behind : form_skip(glued ? &glued_cross : &cross, r->rest);
    blanks(r);
    return r->rest.len > 0;
}

/* --- the whole --- */

/* "the shape is (2, 4)": words in front that no size is called. */
FORM(word, "^(The|the|It|it|A|a|tensor|answer|of|is|shape|Shape|size|has) (?s)(?=.)");
/* torch.Size([2, 4]), tuple([2, 4]), shape = (2, 4), scores.shape: 2 4 */
FORM(assigned, "(?s)^.*[=:]");
FORM(called, "^(?:(?:torch\\.)?(?:[Ss]ize|tensor)|[Ss]hape|tuple|list)(?!" IN_NAME ")(?s)(?=.)");

static void strip_prefix(struct reader *r)
{
    struct piece part[FORM_GROUPS];
    r->rest = form_skip(&assigned, r->rest);
    blanks(r);
    while (form_find(&word, r->rest, 0, part) && find(r, part[1]) == NULL) {
        r->rest = piece_behind(r->rest, part->len);
        blanks(r);
    }
    r->rest = form_skip(&called, r->rest);
    blanks(r);
}

/* Where the bracket is closed with which the text begins; NULL: with none. False: one has no other.
 */
static bool match_brackets(struct reader *r, const char **end)
{
    char awaited[MOST_DEEP];
    int depth = 0;
    *end = NULL;
    for (const char *p = r->rest.at; p < r->rest.at + r->rest.len; p++) {
        const char *open = strchr(open_brackets, *p);
        if (open != NULL && depth == MOST_DEEP) {
            return refuse(r, "There are too many brackets.");
        }
        if (open != NULL) {
            awaited[depth++] = close_brackets[open - open_brackets];
        } else if (strchr(close_brackets, *p) != NULL) {
            if (depth == 0) {
                return refuse(r, "A bracket is missing in front.");
            }
            if (awaited[--depth] != *p) {
                return refuse(r, "A bracket is closed by one of another kind.");
            }
            bool first = depth == 0 && *end == NULL;
            *end = first ? p : *end;
        }
    }
    bool begins = r->rest.len > 0 && strchr(open_brackets, *r->rest.at) != NULL;
    *end = begins ? *end : NULL;
    return depth == 0 || refuse(r, "A bracket is missing at the end.");
}

/* Pairs of brackets around it all. False: one of them is missing. */
static bool strip_brackets(struct reader *r, bool *bare)
{
    const char *end;
    *bare = true;
    for (;;) {
        blanks(r);
        while (r->rest.len > 0 && strchr(" \n.", r->rest.at[r->rest.len - 1]) != NULL) {
            r->rest.len--;
        }
        if (!match_brackets(r, &end)) {
            return false;
        }
        if (end == NULL || end + 1 < r->rest.at + r->rest.len) {
            return true;
        }
        r->rest = (struct piece){r->rest.at + 1, r->rest.len - 2};
        *bare = false;
    }
}

static bool read_shape(struct reader r, int *ndim, int64_t shape[TENSOR_MAX_DIMS])
{
    bool bare, scalar = strcmp(r.rest.at, "scalar") == 0;
    strip_prefix(&r);
    bool ok = scalar || strip_brackets(&r, &bare);
    *ndim = 0;
    if (ok && !scalar && r.rest.len == 0) {
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
FORM(explains, "^ *(?:[,;:.(]|because |since )");

static bool says_why(const char *p, const char *end)
{
    bool why = form_in(&explains, (struct piece){p, (size_t)(end - p)});
    return why ? !answer_denies(p, end) : answer_harmless(p, end, "", false);
}

/* (2, 3).T, (2, 3)[:1], (2)(3), (2, 3) -> (2, 3, 1): not the shape that it begins with */
FORM(goes_on, "^\\(|^ *(?:\\.[A-Za-z]|\\[|->)");

/* The one pair of brackets of a sentence that is no index and no call: "it has shape (2, 4)". */
static bool find_brackets(struct reader *r)
{
    const char *text = r->rest.at, *end = text + r->rest.len, *from = NULL, *to = NULL;
    int depth = 0, count = 0;
    for (const char *p = text; p < end; p++) {
        if (strchr("([", *p) != NULL && depth++ == 0) {
            bool free = p == text || strchr(" \n:>", p[-1]) != NULL ||
                        (p - text >= 4 && memcmp(p - 4, "Size", 4) == 0);
            count += free;
            from = free ? p : from;
            to = free ? NULL : to;
        } else if (strchr(")]", *p) != NULL && depth > 0 && --depth == 0 && from != NULL) {
            to = to == NULL ? p + 1 : to;
        }
    }
    if (count != 1 || to == NULL || form_in(&goes_on, (struct piece){to, (size_t)(end - to)}) ||
        to - from < 3 || strstr(text, " or") != NULL || !answer_harmless(text, from, " x ", true) ||
        !says_why(to, end)) {
        return false;
    }
    r->rest = (struct piece){from, (size_t)(to - from)};
    return true;
}

bool answer_shape(const char *text, const struct known_size *known, int known_count, int *ndim,
                  int64_t shape[TENSOR_MAX_DIMS], struct buf *why)
{
    scoped_buf plain = {0}, reason = {0};
    answer_plain(text, &plain);
    const char *all = buf_text(&plain), *behind = answer_behind_is(all, "", true);
    struct reader r = {{all, plain.len}, known, known_count, &reason};
    bool ok = read_shape(r, ndim, shape);
    scoped_buf other = {0};
    r.why = &other;
    ok = ok || (find_brackets(&r) && read_shape(r, ndim, shape));
    buf_clear(&other);
    r.rest = piece_of(behind != NULL ? behind : "");
    ok = ok || (behind != NULL && read_shape(r, ndim, shape));
    if (!ok) {
        buf_puts(why, buf_text(&reason));
    }
    return ok;
}
