/* Reads numbers, and the signs that people type for others. Shapes are read by answer_shape.c,
 * options by answer_options.c, lines by answer_line.c. */
#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/form.h"

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
    struct piece whole = piece_trim((struct piece){buf_text(&all), all.len});
    out->failed = out->failed || all.failed;
    buf_put(out, whole.at, whole.len);
}

bool answer_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\r\n")] == '\0';
}

/* --- numbers --- */

#define INFINITE "float\\('inf'\\)|float\\(\"inf\"\\)|torch\\.inf|math\\.inf|np\\.inf|infinity|inf"
#define DECIMAL "(?:[0-9]+\\.?[0-9]*|\\.[0-9]+)(?:e[-+]?[0-9]{1,3})?"
#define SIGNED "([-+]?)[ \n]*(" INFINITE "|" DECIMAL ")[ \n]*"
#define PERCENT "(?:%|percent|per cent|pct)(?![a-z])"
#define LETTER "[a-z\\x80-\\xff]"

/* "-0.25", "1/4", "25 %", "-inf"; as Python and its libraries write what is not finite. */
FORM(value, "(?i)^" SIGNED "(?:/[ \n]*" SIGNED "|(" PERCENT ")[ \n]*)?$");
FORM(below_all, "(?i)^float\\(['\"]-inf['\"]\\)$");
FORM(no_number, "(?i)^(?:float\\('nan'\\)|torch\\.nan|math\\.nan|np\\.nan|nan)$");
FORM(percent, "(?i)" PERCENT);
/* A comma for the point, where it cannot part thousands: up to the comma. */
FORM(comma, "^[^,.]*(?:(?<![0-9])0(?=,[0-9])|[0-9](?=,(?:[0-9]{1,2}|[0-9]{4,})(?![0-9])))"
            "(?=,[^,.]*$)");

/* The one number of a sentence, group 2, between words and signs that are no part of a sum. */
#define WORD                                                                                       \
    "(?!dot[ \n]*[0-9])" LETTER "(?:" LETTER "|['_]|-(?=" LETTER "))*+(?![0-9])(?:(?!\\()|"        \
    "(?-i:(?<=tensor)(?<!" LETTER "tensor)))"
#define AROUND                                                                                     \
    "((?:" WORD                                                                                    \
    "|\\*\\*|-(?![- ]*[(.0-9])|,(?![0-9])|\\.(?![0-9])|[^-a-z\\x80-\\xff0-9/^<>%\\\\|+*,.]"        \
    ")*+)"
FORM(sentence, "(?i)^" AROUND "(?<!" LETTER ")([-+]?\\.?[0-9][-+.0-9e/%]*?(?=\\.*+(?![-+.0-9e/%]))"
               "(?:(?<!%)[ \n]*" PERCENT ")?)(?!" LETTER ")" AROUND "$");
FORM(word, "(?i)" LETTER "(?:" LETTER "|['_]|-(?=" LETTER "))*");

static double signed_number(struct piece sign, struct piece number)
{
    double n = isalpha((unsigned char)*number.at) ? (double)INFINITY : strtod(number.at, NULL);
    return sign.len > 0 && *sign.at == '-' ? -n : n;
}

bool answer_percent(const char *text)
{
    return form_in(&percent, piece_of(text));
}

/* The text is a number and nothing else. */
static bool whole_number(struct piece text, double *out, struct buf *why)
{
    struct piece part[FORM_GROUPS];
    *out = form_in(&below_all, text) ? -(double)INFINITY : (double)NAN;
    if (*out < 0 || form_in(&no_number, text)) {
        return true;
    }
    if (!form_find(&value, text, 0, part)) {
        return false;
    }
    *out = signed_number(part[1], part[2]);
    bool large = fabs(*out) > 1.7e308 && isdigit((unsigned char)part[2].at[0]);
    double below = part[4].len > 0 ? signed_number(part[3], part[4]) : part[5].len > 0 ? 100 : 1;
    if (below == 0) {
        buf_puts(why, "Nothing can be divided by 0.");
    }
    *out /= below;
    return below != 0 && !large;
}

static bool says_nothing(struct piece text)
{
    struct piece one[FORM_GROUPS];
    for (size_t at = 0; form_find(&word, text, at, one);
         at = (size_t)(one->at - text.at) + one->len) {
        if (!answer_harmless(one->at, one->at + one->len, " correct right ", false)) {
            return false;
        }
    }
    return true;
}

/* "about 0.25", "There are 24 cells." */
static bool number_among_words(const char *text, double *out)
{
    struct piece part[FORM_GROUPS];
    scoped_buf why = {0};
    return form_find(&sentence, piece_of(text), 0, part) && says_nothing(part[1]) &&
           says_nothing(part[3]) && whole_number(part[2], out, &why);
}

bool answer_number(const char *text, double *out, struct buf *why)
{
    scoped_buf plain = {0};
    size_t before = why->len;
    struct piece front[FORM_GROUPS];
    answer_plain(text, &plain);
    const char *p = buf_text(&plain), *equals = strrchr(p, '='), *nearly = strrchr(p, '~');
    equals = nearly != NULL && nearly > equals ? nearly : equals;
    p = equals != NULL ? equals + 1 : p;
    p += strspn(p, " \n");
    const char *behind = answer_behind_is(p, "", true);
    if (form_find(&comma, piece_of(p), 0, front)) {
        plain.data[p - plain.data + (ptrdiff_t)front->len] = '.';
    }
    bool other = (equals != NULL && equals > buf_text(&plain) && strchr("!<>", equals[-1])) ||
                 answer_denies(buf_text(&plain), p);
    bool ok =
        !other && (whole_number(piece_of(p), out, why) ||
                   (why->len == before && (number_among_words(p, out) ||
                                           (behind != NULL && number_among_words(behind, out)))));
    if (!ok && why->len == before) {
        const char *at = strchr(p, ',');
        bool digits = at != NULL && isdigit((unsigned char)at[1]) && strchr(at + 1, ',') == NULL;
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
