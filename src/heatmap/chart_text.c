/* Texts of a chart: lines below each other, turned by any angle, and $...$ as far as plain letters
 * go. */
#include "heatmap/chart_layout.h"

#include "base/utf8.h"

#include <math.h>
#include <string.h>

/* --- mathematics --- */

/* What a command of TeX becomes. A command without a row loses its backslash. */
static const struct {
    const char *name, *text;
} commands[] = {
    {"alpha", "α"},      {"beta", "β"},       {"gamma", "γ"},  {"delta", "δ"}, {"epsilon", "ε"},
    {"theta", "θ"},      {"lambda", "λ"},     {"mu", "μ"},     {"pi", "π"},    {"sigma", "σ"},
    {"tau", "τ"},        {"phi", "φ"},        {"omega", "ω"},  {"eta", "η"},   {"rho", "ρ"},
    {"Delta", "Δ"},      {"Sigma", "Σ"},      {"Omega", "Ω"},  {"nabla", "∇"}, {"partial", "∂"},
    {"sqrt", "√"},       {"times", "×"},      {"cdot", "·"},   {"pm", "±"},    {"leq", "≤"},
    {"geq", "≥"},        {"neq", "≠"},        {"approx", "≈"}, {"infty", "∞"}, {"sum", "Σ"},
    {"top", "ᵀ"},        {"rightarrow", "→"}, {"to", "→"},     {"odot", "⊙"},  {"in", "∈"},
    {"mathdefault", ""}, {"mathrm", ""},      {"mathbf", ""},  {"text", ""},   {"mathit", ""},
    {"left", ""},        {"right", ""},       {",", " "},      {";", " "},     {"%", "%"},
    {"ell", "ℓ"},        {"quad", "  "},      {"hat", ""},     {"bar", ""},    {"vec", ""},
};

static const char *const raised[] = {"⁰", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷", "⁸", "⁹"};
static const char *const lowered[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};

/* One character up or down; what has no such letter stays as it is. */
static size_t put_shifted(struct buf *out, const char *p, char how)
{
    uint32_t c;
    size_t bytes = utf8_decode(p, strlen(p), &c);
    if (c >= '0' && c <= '9') {
        buf_puts(out, (how == '^' ? raised : lowered)[c - '0']);
    } else if (c == '-' || c == 0x2212) {
        buf_puts(out, how == '^' ? "⁻" : "₋");
    } else if (c == 'T' && how == '^') {
        buf_puts(out, "ᵀ");
    } else {
        buf_put(out, p, bytes);
    }
    return bytes;
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

static const char *put_math(struct buf *out, const char *p, const char *end)
{
    while (p < end) {
        if (*p == '\\') {
            p = put_command(out, p + 1);
        } else if ((*p == '^' || *p == '_') && p[1] == '{') {
            char how = *p;
            for (p += 2; p < end && *p != '}';) {
                p += put_shifted(out, p, how);
            }
        } else if ((*p == '^' || *p == '_') && p + 1 < end) {
            p += 1 + put_shifted(out, p + 1, *p);
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
        if (end != NULL) {
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

void chart_text_size(const struct sheet *s, struct chart_type type, const char *text, int *w,
                     int *h)
{
    struct block b = block_of(s, type, text);
    double c = fabs(cos(turn_of(type))), d = fabs(sin(turn_of(type)));
    *w = (int)ceil(b.width * c + b.height * d);
    *h = (int)ceil(b.width * d + b.height * c);
    s->s->failed |= b.text.failed;
    buf_free(&b.text);
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
        scene_write(s->s, chart_rgb(type.color), (int)lround(middle_x + left * c + down * d),
                    (int)lround(middle_y - left * d + down * c),
                    (struct style){.size = b.size, .bold = type.bold, .angle = type.angle}, line);
    }
    s->s->failed |= b.text.failed;
    buf_free(&b.text);
}
