/* Reads numbers, and the signs that people type for others. Shapes are read by answer_shape.c,
 * options by answer_options.c, lines by answer_line.c. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/piece.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

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
    {"\xe2\x88\x97", "*"},   /* asterisk operator */
    {"\xe2\x9c\x85", ""},    /* a tick behind an answer, white on green */
    {"\xe2\x9c\x93", ""},    /* a tick */
    {"\xe2\x9c\x94", ""},    /* a heavy one */
    {"\xef\xb8\x8f", ""},    /* shown in colours */
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
    {"\xe2\x80\x9d", ""},    {"\xe2\x80\x9e", ""},  {"\xc2\xab", ""}, {"\xc2\xbb", ""},
    {"\xe2\x80\x98", "'"},   {"\xe2\x80\x99", "'"}, {"->", ">"},      {"\xe3\x80\x81", ","},
    {"\xe3\x80\x82", "."},   {"\xe3\x80\x80", " "}, {"\r", ""},       {"`", ""},
};

char answer_narrow(const char *p, size_t len)
{
    const unsigned char *u = (const unsigned char *)p;
    int c = len > 2 && u[0] == 0xef ? (u[1] - 0xbc) * 64 + (u[2] & 0x3f) + ' ' : 0;
    return c > ' ' && c <= '~' && (u[1] == 0xbc || u[1] == 0xbd) ? (char)c : '\0';
}

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
    scoped_buf all = {0};
    for (const char *p = text; *p != '\0';) {
        const struct sign *s = sign_at(p);
        char narrow = answer_narrow(p, strlen(p) < 3 ? strlen(p) : 3);
        if (narrow != '\0') {
            buf_putc(&all, narrow);
            p += 3;
        } else if (s != NULL) {
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
}

bool answer_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\r\n")] == '\0';
}

/* --- numbers --- */

static const char *skip(const char *p)
{
    return p + strspn(p, " \n");
}

/* Behind one of the words, "nan|np.nan", in large letters or small ones. */
static bool word(const char **p, const char *words)
{
    size_t len = piece_word(piece_of(*p), words, true);
    *p += len;
    return len > 0;
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
#define INFINITIES "float('inf')|float(\"inf\")|torch.inf|math.inf|np.inf|infinity|inf"

static bool signed_number(const char **p, double *out)
{
    bool minus = **p == '-';
    *p = skip(*p + (**p == '-' || **p == '+'));
    if (word(p, INFINITIES)) {
        *out = (double)INFINITY;
    } else if (!decimal(p, out)) {
        return false;
    }
    *out = minus ? -*out : *out;
    return true;
}

/* "%", " per cent": in bytes; 0: none. */
static size_t percent_at(const char *from)
{
    const char *at = skip(from);
    bool is = word(&at, "%|percent|per cent|pct");
    return is && !isalpha((unsigned char)*at) ? (size_t)(at - from) : 0;
}

bool answer_percent(const char *text)
{
    while (*text != '\0' && percent_at(text) == 0) {
        text++;
    }
    return *text != '\0';
}

static bool whole_number(const char *p, double *out, struct buf *why)
{
    double below = 1;
    if (word(&p, "float('-inf')|float(\"-inf\")")) {
        *out = -(double)INFINITY;
        return *p == '\0';
    }
    if (word(&p, "float('nan')|torch.nan|math.nan|np.nan|nan")) {
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
    } else if (percent_at(p) > 0) {
        *out /= 100;
        p += percent_at(p);
    }
    p = skip(p);
    return *p == '\0';
}

/* "0,25": a comma for the point, where it cannot part thousands. In place. */
static void point_for_comma(char *p)
{
    char *comma = strchr(p, ',');
    if (comma == NULL || strchr(comma + 1, ',') != NULL || strchr(p, '.') != NULL) {
        return;
    }
    size_t behind = strspn(comma + 1, "0123456789");
    const char *from = comma;
    while (from > p && isdigit((unsigned char)from[-1])) {
        from--;
    }
    bool zero = comma - from == 1 && *from == '0';
    if (from < comma && behind > 0 && (behind != 3 || zero)) {
        *comma = '.';
    }
}

static bool is_letter(char c)
{
    return isalpha((unsigned char)c) || (unsigned char)c >= 0x80;
}

/* The one number of a sentence: "about 0.25", "There are 24 cells." What stands around it is
 * harmless, and no part of a sum. */
static bool number_among_words(const char *p, double *out)
{
    int count = 0;
    char before = ' ';
    while (*p != '\0') {
        const char *at = p;
        double number;
        scoped_buf why = {0};
        if (is_letter(*p)) {
            while (is_letter(*p) || *p == '\'' || *p == '_' || (*p == '-' && is_letter(p[1]))) {
                p++;
            }
            bool call = *p == '(' && (p - at != 6 || strncmp(at, "tensor", 6) != 0);
            bool point =
                p - at == 3 && strncasecmp(at, "dot", 3) == 0 && isdigit((unsigned char)*skip(p));
            if (call || point || isdigit((unsigned char)*p) ||
                !answer_harmless(at, p, " correct right ", false)) {
                return false;
            }
            before = 'a';
        } else if (isdigit((unsigned char)*p) ||
                   (strchr("+-.", *p) != NULL && p[1] != ' ' && signed_number(&at, &number))) {
            size_t len = strspn(p, "+-.0123456789eE/%");
            while (len > 1 && p[len - 1] == '.') {
                len--;
            }
            scoped_buf one = {0};
            len += p[len - 1] != '%' ? percent_at(p + len) : 0;
            buf_put(&one, p, len);
            bool ok = before != 'a' && whole_number(buf_text(&one), out, &why) && ++count == 1 &&
                      !is_letter(p[len]);
            if (!ok) {
                return false;
            }
            p += len;
            before = '0';
        } else if (strchr("/^<>%\\|+", *p) != NULL || (*p == '*' && p[1] != '*') ||
                   (*p == '-' && strspn(p + strspn(p, "- "), "(.0123456789") > 0) ||
                   (*p == ',' && isdigit((unsigned char)p[1]))) {
            return false;
        } else {
            p += *p == '*' ? 2 : 1;
            before = ' ';
        }
    }
    return count == 1;
}

bool answer_number(const char *text, double *out, struct buf *why)
{
    scoped_buf plain = {0};
    size_t before = why->len;
    answer_plain(text, &plain);
    const char *p = buf_text(&plain), *equals = strrchr(p, '='), *nearly = strrchr(p, '~');
    equals = nearly != NULL && nearly > equals ? nearly : equals;
    p = skip(equals != NULL ? equals + 1 : p);
    const char *behind = answer_behind_is(p, "", true);
    if (plain.len > 0) {
        point_for_comma(plain.data + (p - plain.data));
    }
    bool other = (equals != NULL && equals > buf_text(&plain) && strchr("!<>", equals[-1])) ||
                 answer_denies(buf_text(&plain), p);
    bool ok =
        !other && (whole_number(p, out, why) ||
                   (why->len == before && (number_among_words(p, out) ||
                                           (behind != NULL && number_among_words(behind, out)))));
    if (!ok && why->len == before) {
        const char *comma = strchr(p, ',');
        bool digits =
            comma != NULL && isdigit((unsigned char)comma[1]) && strchr(comma + 1, ',') == NULL;
        buf_puts(why, digits ? "A comma in a number can mean several things: write the decimal "
                               "point as a point, as in 0.25, and nothing between thousands."
                             : "Write one number, such as 0.25, -3, 1/4, 1e-3 or -inf.");
    }
    return ok;
}

bool answer_near(double a, double b, double width)
{
    bool finite = isfinite(a) && isfinite(b);
    return a == b || (isnan(a) && isnan(b)) || (finite && fabs(a - b) <= width);
}
