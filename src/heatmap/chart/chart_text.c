/* Draws the texts of a chart: lines below each other, turned by any angle, and $...$ as far as
 * plain letters go. */
#include "heatmap/chart/chart_layout.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* --- mathematics --- */

enum { MOST_MATH = 2000 }; /* bytes of one formula: they nest */

/* What a command of TeX becomes. A command without a row loses its backslash. */
static const struct {
    const char *name, *text;
} commands[] = {
    {"alpha", "α"},      {"beta", "β"},   {"gamma", "γ"}, {"delta", "δ"}, {"epsilon", "ε"},
    {"theta", "θ"},      {"lambda", "λ"}, {"mu", "μ"},    {"pi", "π"},    {"sigma", "σ"},
    {"tau", "τ"},        {"phi", "φ"},    {"omega", "ω"}, {"eta", "η"},   {"rho", "ρ"},
    {"Delta", "Δ"},      {"Sigma", "Σ"},  {"Omega", "Ω"}, {"nabla", "∇"}, {"partial", "∂"},
    {"times", "×"},      {"cdot", "·"},   {"pm", "±"},    {"leq", "≤"},   {"geq", "≥"},
    {"neq", "≠"},        {"approx", "≈"}, {"infty", "∞"}, {"sum", "Σ"},   {"top", "ᵀ"},
    {"rightarrow", "→"}, {"to", "→"},     {"odot", "⊙"},  {"in", "∈"},    {"mathdefault", ""},
    {"mathrm", ""},      {"mathbf", ""},  {"text", ""},   {"mathit", ""}, {"left", ""},
    {"right", ""},       {",", " "},      {";", " "},     {"%", "%"},     {"ell", "ℓ"},
    {"quad", "  "},      {"hat", ""},     {"bar", ""},    {"vec", ""},
};

/* Letters that can stand above and below a line: as raised and as lowered ones, NULL: there is
 * none. */
static const struct {
    const char *letter, *raised, *lowered;
} shifted[] = {
    {"0", "⁰", "₀"},  {"1", "¹", "₁"},  {"2", "²", "₂"},  {"3", "³", "₃"}, {"4", "⁴", "₄"},
    {"5", "⁵", "₅"},  {"6", "⁶", "₆"},  {"7", "⁷", "₇"},  {"8", "⁸", "₈"}, {"9", "⁹", "₉"},
    {"-", "⁻", "₋"},  {"−", "⁻", "₋"},  {"+", "⁺", "₊"},  {"=", "⁼", "₌"}, {"(", "⁽", "₍"},
    {")", "⁾", "₎"},  {"T", "ᵀ", NULL}, {"ᵀ", "ᵀ", NULL}, {" ", " ", " "}, {"a", "ᵃ", "ₐ"},
    {"b", "ᵇ", NULL}, {"c", "ᶜ", NULL}, {"d", "ᵈ", NULL}, {"e", "ᵉ", "ₑ"}, {"h", "ʰ", "ₕ"},
    {"i", "ⁱ", "ᵢ"},  {"j", "ʲ", "ⱼ"},  {"k", "ᵏ", "ₖ"},  {"l", "ˡ", "ₗ"}, {"m", "ᵐ", "ₘ"},
    {"n", "ⁿ", "ₙ"},  {"o", "ᵒ", "ₒ"},  {"p", "ᵖ", "ₚ"},  {"r", "ʳ", "ᵣ"}, {"s", "ˢ", "ₛ"},
    {"t", "ᵗ", "ₜ"},  {"u", "ᵘ", "ᵤ"},  {"v", "ᵛ", "ᵥ"},  {"x", "ˣ", "ₓ"},
};

/* NULL: there is no such letter. `bytes`: of the letter at p. */
static const char *shift(const char *p, char how, size_t *bytes)
{
    uint32_t c;
    *bytes = utf8_decode(p, strlen(p), &c);
    for (size_t k = 0; k < sizeof shifted / sizeof shifted[0]; k++) {
        if (strlen(shifted[k].letter) == *bytes && memcmp(shifted[k].letter, p, *bytes) == 0) {
            return how == '^' ? shifted[k].raised : shifted[k].lowered;
        }
    }
    return NULL;
}

static const char *put_command(struct buf *out, const char *p)
{
    size_t len = 0;
    while ((p[len] >= 'a' && p[len] <= 'z') || (p[len] >= 'A' && p[len] <= 'Z')) {
        len++;
    }
    len = len == 0 && *p != '\0' ? 1 : len;
    for (size_t k = 0; k < sizeof commands / sizeof commands[0]; k++) {
        if (strlen(commands[k].name) == len && strncmp(commands[k].name, p, len) == 0) {
            buf_puts(out, commands[k].text);
            return p + len;
        }
    }
    buf_put(out, p, len);
    return p + len;
}

static const char *put_math(struct buf *out, const char *p, const char *end);

/* A letter, a command, or what stands between { and }. Gives what is behind it. */
static const char *put_group(struct buf *out, const char *p, const char *end)
{
    const char *close = p + 1;
    uint32_t c;
    if (p >= end) {
        return end;
    }
    if (*p == '\\') {
        return put_command(out, p + 1);
    }
    if (*p != '{') {
        close = p + utf8_decode(p, (size_t)(end - p), &c);
        buf_put(out, p, (size_t)(close - p));
        return close;
    }
    for (int depth = 1; close < end && depth > 0; close++) {
        depth += *close == '{' ? 1 : *close == '}' ? -1 : 0;
    }
    put_math(out, p + 1, close[-1] == '}' ? close - 1 : close);
    return close;
}

/* A group in brackets, where it has more than one part. */
static const char *put_part(struct buf *out, const char *p, const char *end)
{
    scoped_buf part = {0};
    p = put_group(&part, p, end);
    bool several = strpbrk(buf_text(&part), " +-/") != NULL;
    buf_printf(out, several ? "(%s)" : "%s", buf_text(&part));
    out->failed |= part.failed;
    return p;
}

/* What stands above or below the line: x², dₖ; where a letter of it cannot, d_model. */
static const char *put_script(struct buf *out, const char *p, const char *end, char how)
{
    scoped_buf part = {0};
    const char *close = put_group(&part, p, end);
    size_t bytes;
    bool whole = true;
    for (const char *at = buf_text(&part); *at != '\0'; at += bytes) {
        whole = shift(at, how, &bytes) != NULL && whole;
    }
    if (!whole) {
        buf_putc(out, how);
    }
    for (const char *at = buf_text(&part); *at != '\0'; at += bytes) {
        const char *moved = shift(at, how, &bytes);
        buf_put(out, whole ? moved : at, whole ? strlen(moved) : bytes);
    }
    out->failed |= part.failed;
    return close;
}

static const char *put_math(struct buf *out, const char *p, const char *end)
{
    while (p < end) {
        if (strncmp(p, "\\frac", 5) == 0) {
            p = put_part(out, p + 5, end);
            buf_putc(out, '/');
            p = put_part(out, p, end);
        } else if (strncmp(p, "\\sqrt", 5) == 0) {
            buf_puts(out, "√");
            p = put_part(out, p + 5, end);
        } else if (*p == '\\') {
            p = put_command(out, p + 1);
        } else if ((*p == '^' || *p == '_') && p + 1 < end) {
            p = put_script(out, p + 1, end, *p);
        } else if (*p == '{' || *p == '}') {
            p++;
        } else {
            buf_putc(out, *p++);
        }
    }
    return end;
}

/* The text with $...$ as letters; one $ alone is a dollar. */
static void put_plain(struct buf *out, const char *text)
{
    while (*text != '\0') {
        const char *end = *text == '$' ? strchr(text + 1, '$') : NULL;
        if (end != NULL && end - text < MOST_MATH) {
            text = put_math(out, text + 1, end) + 1;
        } else if (*text == '\\' && text[1] == '$') {
            text++;
            buf_putc(out, *text++);
        } else {
            buf_putc(out, *text++);
        }
    }
}

/* --- lines --- */

int chart_text_align(const char *word)
{
    return strcmp(word, "left") == 0 || strcmp(word, "top") == 0 ? ALIGN_LESS
           : strncmp(word, "center", 6) == 0                     ? ALIGN_MIDDLE
                                                                 : ALIGN_MORE;
}

struct block {
    struct buf text; /* lines end with a zero */
    int lines, size; /* pixels */
    double width, height, step;
};

static struct block block_of(const struct sheet *s, struct chart_type type, const char *text)
{
    struct block b = {.lines = 1, .size = chart_draw_points(s, type.size)};
    put_plain(&b.text, text);
    for (char *p = b.text.data; p != NULL && p < b.text.data + b.text.len; p++) {
        if (*p == '\n') {
            *p = '\0';
            b.lines++;
        }
    }
    const char *line = buf_text(&b.text);
    for (int k = 0; k < b.lines; k++, line += strlen(line) + 1) {
        b.width = fmax(b.width, font_width(s->fonts, b.size, type.bold, line));
    }
    b.step = b.size * 1.25;
    b.height = font_capital(s->fonts, b.size, type.bold) + (b.lines - 1) * b.step;
    return b;
}

static double turn_of(struct chart_type type)
{
    return type.angle * acos(-1.0) / 180;
}

struct size chart_text_size(const struct sheet *s, struct chart_type type, const char *text)
{
    if (text == NULL || *text == '\0') {
        return (struct size){0, 0};
    }
    struct block b = block_of(s, type, text);
    double c = fabs(cos(turn_of(type))), d = fabs(sin(turn_of(type)));
    s->s->failed |= b.text.failed;
    buf_free(&b.text);
    return (struct size){(int)ceil(b.width * c + b.height * d),
                         (int)ceil(b.width * d + b.height * c)};
}

void chart_text_draw(const struct sheet *s, struct chart_type type, double x, double y,
                     const char *text)
{
    struct block b = block_of(s, type, text);
    double c = cos(turn_of(type)), d = sin(turn_of(type));
    double wide = b.width * fabs(c) + b.height * fabs(d),
           high = b.width * fabs(d) + b.height * fabs(c);
    double middle_x = x + (1 - type.across) * wide / 2, middle_y = y + (1 - type.down) * high / 2;
    const char *line = buf_text(&b.text);
    for (int k = 0; k < b.lines; k++, line += strlen(line) + 1) {
        double room = b.width - font_width(s->fonts, b.size, type.bold, line);
        double left = -b.width / 2 + room * type.across / 2;
        double down = b.height / 2 - (b.lines - 1 - k) * b.step;
        drawing_write(s->s, chart_rgb(type.color), (int)lround(middle_x + left * c + down * d),
                      (int)lround(middle_y - left * d + down * c),
                      (struct style){.size = b.size, .bold = type.bold, .angle = type.angle}, line);
    }
    s->s->failed |= b.text.failed;
    buf_free(&b.text);
}
