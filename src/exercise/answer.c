/* Numbers, lines, and the signs that people type for others. Shapes are read by answer_shape.c,
 * options by answer_options.c. */
#include "exercise/answer.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- signs --- */

static const struct sign {
    const char *written, *meant;
} signs[] = {
    {"\xe2\x88\x92", "-"},   /* minus */
    {"\xe2\x80\x90", "-"},   /* hyphen */
    {"\xe2\x80\x91", "-"},   /* hyphen that does not break */
    {"\xe2\x80\x93", "-"},   /* en dash */
    {"\xef\xb9\xa3", "-"},   /* small hyphen-minus */
    {"\xc3\x97", "x"},       /* multiplication sign */
    {"\xe2\x8b\x85", "*"},   /* dot operator */
    {"\xc2\xb7", "*"},       /* middle dot */
    {"\xe2\x88\x95", "/"},   /* division slash */
    {"\xe2\x81\x84", "/"},   /* fraction slash */
    {"\xe2\x88\x9e", "inf"}, /* infinity */
    {"\xe2\x89\x88", "~"},   /* almost equal */
    {"\xe2\x86\x92", ">"},   /* arrow */
    {"\xc2\xa0", " "},       /* space that does not break */
    {"\xe2\x80\xaf", " "},   /* the same, narrow */
    {"\xe2\x80\x89", " "},   /* thin space */
    {"\xe2\x80\x8b", ""},    /* no width at all */
    {"\xef\xbb\xbf", ""},    /* byte order mark */
    {"\xe2\x80\x9c", ""},    /* quotation marks of word processors */
    {"\xe2\x80\x9d", ""},
    {"\xe2\x80\x9e", ""},
    {"\xc2\xab", ""},
    {"\xc2\xbb", ""},
    {"\xe2\x80\x98", "'"},
    {"\xe2\x80\x99", "'"},
    {"->", ">"},
    {"\xef\xbc\x88", "("},
    {"\xef\xbc\x89", ")"},
    {"\xef\xbc\x8c", ","}, /* wide ones */
    {"\xef\xbc\x9a", ":"},
    {"\xef\xbc\x9b", ";"},
    {"\xef\xbc\x9d", "="},
    {"\xef\xbc\x8e", "."},
    {"\xef\xbc\x8d", "-"},
    {"\xe3\x80\x81", ","},
    {"\xef\xbc\x90", "0"},
    {"\xef\xbc\x91", "1"},
    {"\xef\xbc\x92", "2"},
    {"\xef\xbc\x93", "3"},
    {"\xef\xbc\x94", "4"},
    {"\xef\xbc\x95", "5"},
    {"\xef\xbc\x96", "6"},
    {"\xef\xbc\x97", "7"},
    {"\xef\xbc\x98", "8"},
    {"\xef\xbc\x99", "9"},
    {"\xe3\x80\x80", " "},
    {"\r", ""},
    {"`", ""},
};

static const struct sign *sign_at(const char *p)
{
    for (size_t k = 0; k < sizeof signs / sizeof signs[0]; k++) {
        if (strncmp(p, signs[k].written, strlen(signs[k].written)) == 0) {
            return &signs[k];
        }
    }
    return NULL;
}

void answer_plain(const char *text, struct buf *out)
{
    struct buf all = {0};
    for (const char *p = text; *p != '\0';) {
        const struct sign *s = sign_at(p);
        if (s != NULL) {
            buf_puts(&all, s->meant);
            p += strlen(s->written);
        } else {
            buf_putc(&all, *p == '\t' ? ' ' : *p);
            p++;
        }
    }
    const char *from = buf_text(&all) + strspn(buf_text(&all), " \n");
    size_t len = strlen(from);
    while (len > 0 && strchr(" \n", from[len - 1]) != NULL) {
        len--;
    }
    out->failed = out->failed || all.failed;
    buf_put(out, from, len);
    buf_free(&all);
}

bool answer_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\r\n")] == '\0';
}

/* --- numbers --- */

#define NUMBER_MOST 60

static const char *skip(const char *p)
{
    return p + strspn(p, " \n");
}

static bool word(const char **p, const char *text)
{
    size_t len = strlen(text);
    for (size_t k = 0; k < len; k++) {
        if (tolower((unsigned char)(*p)[k]) != text[k]) {
            return false;
        }
    }
    *p += len;
    return true;
}

/* Digits with or without a point and an exponent: what strtod reads, but no hex and no words. */
static bool decimal(const char **p, double *out)
{
    const char *at = *p;
    size_t digits = strspn(at, "0123456789"), behind = 0;
    at += digits;
    if (*at == '.') {
        behind = strspn(at + 1, "0123456789");
        at += 1 + behind;
    }
    if (digits + behind == 0) {
        return false;
    }
    if (*at == 'e' || *at == 'E') {
        const char *power = at + 1 + (at[1] == '-' || at[1] == '+');
        size_t count = strspn(power, "0123456789");
        at = count > 0 && count < 4 ? power + count : at;
    }
    *out = strtod(*p, NULL);
    *p = at;
    return *out <= 1.7e308;
}

/* inf, in the ways that Python and its libraries write it. */
static bool infinity(const char **p)
{
    static const char *const ways[] = {"float('inf')", "float(\"inf\")", "torch.inf", "math.inf",
                                       "np.inf",       "infinity",       "inf"};
    for (size_t k = 0; k < sizeof ways / sizeof ways[0]; k++) {
        if (word(p, ways[k])) {
            return true;
        }
    }
    return false;
}

static bool signed_number(const char **p, double *out)
{
    bool minus = **p == '-';
    *p = skip(*p + (**p == '-' || **p == '+'));
    if (infinity(p)) {
        *out = (double)INFINITY;
    } else if (!decimal(p, out)) {
        return false;
    }
    *out = minus ? -*out : *out;
    return true;
}

static bool whole_number(const char *p, double *out, struct buf *why)
{
    double below = 1;
    if (word(&p, "float('-inf')") || word(&p, "float(\"-inf\")")) {
        *out = -(double)INFINITY;
        return *p == '\0';
    }
    if (word(&p, "float('nan')") || word(&p, "torch.nan") || word(&p, "math.nan") ||
        word(&p, "np.nan") || word(&p, "nan")) {
        *out = (double)NAN;
        return *p == '\0';
    }
    if (!signed_number(&p, out)) {
        return false;
    }
    p = skip(p);
    if (*p == '/') {
        p = skip(p + 1);
        if (!signed_number(&p, &below)) {
            return false;
        }
        if (below == 0) {
            buf_puts(why, "Nothing can be divided by 0.");
            return false;
        }
        *out /= below;
    } else if (*p == '%') {
        *out /= 100;
        p++;
    }
    p = skip(p);
    return *p == '\0';
}

/* Words that say nothing about the number before it, and behind it. */
static const char *const before_number[] = {"the answer is",
                                            "the result is",
                                            "answer",
                                            "result",
                                            "is",
                                            "it is",
                                            "i get",
                                            "i got",
                                            "about",
                                            "approximately",
                                            "approx.",
                                            "approx",
                                            "around",
                                            "roughly",
                                            "circa",
                                            "ca.",
                                            "c.",
                                            "tensor(",
                                            "~",
                                            ":",
                                            "$"};
static const char *const behind_number[] = {".", "$", ")", "(rounded)", "rounded", ",", ";", "!"};

/* Takes such words away, in place; a bracket only with the one that it belongs to. */
static const char *without_words(const char *p, char *end)
{
    bool open = false;
    for (size_t k = 0; k < sizeof before_number / sizeof before_number[0];) {
        const char *at = p, *words = before_number[k];
        bool letters = isalpha((unsigned char)words[strlen(words) - 1]);
        if (word(&at, words) && (!letters || !isalnum((unsigned char)*at)) && *skip(at) != '\0') {
            open = open || at[-1] == '(';
            p = skip(at);
            k = 0;
        } else {
            k++;
        }
    }
    for (size_t k = 0; k < sizeof behind_number / sizeof behind_number[0];) {
        size_t len = strlen(behind_number[k]);
        const char *at = end - len;
        bool digit = at > p && isalnum((unsigned char)at[-1]);
        bool space = at > p && at[-1] == ' ';
        if (at > p && word(&at, behind_number[k]) && (digit || space) &&
            (*behind_number[k] != ')' || open)) {
            end -= len;
            while (end > p && end[-1] == ' ') {
                end--;
            }
            *end = '\0';
            k = 0;
        } else {
            k++;
        }
    }
    return p;
}

bool answer_number(const char *text, double *out, struct buf *why)
{
    struct buf plain = {0};
    size_t before = why->len;
    answer_plain(text, &plain);
    const char *p = buf_text(&plain), *equals = strrchr(p, '='), *nearly = strrchr(p, '~');
    equals = nearly != NULL && nearly > equals ? nearly : equals;
    p = skip(equals != NULL ? equals + 1 : p);
    if (plain.len > 0) {
        p = without_words(p, plain.data + plain.len);
    }
    const char *comma = strchr(p, ',');
    bool ok = strlen(p) <= NUMBER_MOST && comma == NULL && whole_number(p, out, why);
    if (!ok && why->len == before) {
        bool digits =
            comma != NULL && isdigit((unsigned char)comma[1]) && strchr(comma + 1, ',') == NULL;
        buf_puts(why, digits ? "A comma in a number can mean several things: write the decimal "
                               "point as a point, as in 0.25, and nothing between thousands."
                             : "Write one number, such as 0.25, -3, 1/4, 1e-3 or -inf.");
    }
    buf_free(&plain);
    return ok;
}

/* --- lines --- */

/* What stands behind the number of a line: nothing, or why; not another number. */
static bool is_reason(const char *p)
{
    static const char *const others[] = {"or", "and", "to", "x", "th", "st", "nd", "rd", "%"};
    if (*p != '\0' && strchr(" .:,;()-", *p) == NULL) {
        return false;
    }
    for (; *p != '\0' && !isalpha((unsigned char)*p); p++) {
        if (isdigit((unsigned char)*p) || *p == '/' || *p == '&' || *p == '+') {
            return false;
        }
    }
    for (size_t k = 0; k < sizeof others / sizeof others[0]; k++) {
        const char *at = p;
        if (word(&at, others[k]) && !isalpha((unsigned char)*at)) {
            return false;
        }
    }
    return true;
}

/* "3rd line": behind its letters. */
static const char *behind_ordinal(const char *p)
{
    static const char *const letters[] = {"st", "nd", "rd", "th"};
    for (size_t k = 0; k < sizeof letters / sizeof letters[0]; k++) {
        const char *at = p;
        if (word(&at, letters[k]) && !isalnum((unsigned char)*at)) {
            return at;
        }
    }
    return p;
}

bool answer_line(const char *text, int *line, struct buf *why)
{
    static const char *const front[] = {"i think ",  "the ",        "wrong line is ", "bug is ",
                                        "error is ", "mistake is ", "it is ",         "in ",
                                        "on ",       "the "};
    struct buf plain = {0};
    answer_plain(text, &plain);
    const char *p = buf_text(&plain);
    for (size_t k = 0; k < sizeof front / sizeof front[0]; k++) {
        (void)word(&p, front[k]);
    }
    if (!word(&p, "lines") && !word(&p, "line")) {
        (void)word(&p, "l.");
    }
    p += strspn(p, " :=#");
    size_t digits = strspn(p, "0123456789");
    const char *behind = digits > 0 ? behind_ordinal(p + digits) : p;
    bool ok = digits > 0 && digits < 7 && is_reason(behind);
    if (ok) {
        *line = atoi(p);
    } else {
        buf_puts(why, "Write the number of one line, such as 7.");
    }
    buf_free(&plain);
    return ok;
}

int answer_line_of(const char *code, const char *text)
{
    int found = 0, number = 1;
    for (const char *p = code; p != NULL && *p != '\0' && !answer_blank(text); number++) {
        struct buf line = {0};
        size_t len = strcspn(p, "\n");
        buf_put(&line, p, len);
        if (answer_same(buf_text(&line), text)) {
            found = found == 0 ? number : -1;
        }
        buf_free(&line);
        p += len + (p[len] == '\n');
    }
    return found > 0 ? found : 0;
}
