/* Tests what functions of matplotlib and seaborn draw: each is called by code, and the picture is
 * judged on decoded pixels, found by units of the data, and on its words. */
#include "decode.h"

#include "../expect.h"

#include "heatmap/chart/chart_draw.h"
#include "plot/pictures.h"
#include "session/session.h"

#include <check.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_plot(void);

/* What a picture must hold, one thing on a line:
 *     X Y COLOR       a pixel of the first axes, in units of its data; #rrggbb, MAP:INDEX or masked
 *     'TEXT|...       a text; behind it <, >, ^, v: beside which side of the first axes;
 *                     a number: how far it is turned; #rrggbb: its color; bold
 *     !TEXT           no such text
 *     axes N, size W H, saved NAME; paths N COLOR: at least so many
 */
struct row {
    const char *name, *code, *expect;
};

static const struct row rows[] = {
#define PLOT(name, code, expect) {#name, code, expect},
#include "plots.def"
#undef PLOT
};

enum { ROWS = sizeof rows / sizeof rows[0] };

/* --- the picture --- */

struct seen {
    const struct row *row;
    struct drawn d;
    const struct chart *chart;
    const char *saved;
    double x, y, w, h; /* the frame of the first axes */
    int count;
};

static bool black(const struct item *t)
{
    return t->kind == ITEM_RECT && t->color.r + t->color.g + t->color.b == 0;
}

/* The largest table of cells: no color bar. */
static const struct item *image(const struct seen *s)
{
    const struct item *found = NULL;
    for (int k = 0; k < s->d.drawing.count; k++) {
        const struct item *t = &s->d.drawing.item[k];
        bool larger = found == NULL || t->rows * t->columns > found->rows * found->columns;
        found = t->kind == ITEM_CELLS && larger ? t : found;
    }
    return found;
}

/* The leftmost of the longest black rectangles upwards (a color bar has such), and the lowest of
 * those level that begin there; or the image, where the first axes have no frame. */
static void find_frame(struct seen *s)
{
    const struct item *left = NULL, *low = NULL;
    for (int k = 0; k < s->d.drawing.count; k++) {
        const struct item *t = &s->d.drawing.item[k];
        bool better = left == NULL || t->h > left->h || (t->h == left->h && t->x < left->x);
        left = black(t) && t->h > t->w && better ? t : left;
    }
    if (s->chart->axes[0].frame == 0) {
        const struct item *t = image(s);
        s->x = t != NULL ? t->x : 0;
        s->y = t != NULL ? t->y + t->rows : 0;
        s->w = t != NULL ? t->columns : 0;
        s->h = t != NULL ? t->rows : 0;
        return;
    }
    for (int k = 0; left != NULL && k < s->d.drawing.count; k++) {
        const struct item *t = &s->d.drawing.item[k];
        bool here = black(t) && t->w > t->h && t->x == left->x && t->y <= left->y + left->h;
        low = here && (low == NULL || t->y > low->y) ? t : low;
    }
    if (low != NULL) {
        s->x = left->x + left->w / 2;
        s->y = low->y + low->h / 2;
        s->w = low->w - left->w;
        s->h = left->h - low->h;
    }
}

static double part_of(const struct chart_side *s, double v)
{
    return s->log ? log(v / s->lo) / log(s->hi / s->lo) : (v - s->lo) / (s->hi - s->lo);
}

static bool masked(const struct seen *s, int x, int y)
{
    const struct item *t = image(s);
    return t != NULL && t->cell[(ptrdiff_t)(y - t->y) * t->columns + x - t->x] == CELL_MASKED;
}

static void expect_pixel(const struct seen *s, double at_x, double at_y, const char *color)
{
    const struct chart_axes *a = &s->chart->axes[0];
    int x = (int)lround(s->x + s->w * part_of(&a->x, at_x));
    int y = (int)lround(s->y - s->h * part_of(&a->y, at_y));
    const char *colon = strchr(color, ':');
    uint32_t want = 0xFF000000u | (uint32_t)strtoul(color + (*color == '#'), NULL, 16);
    if (strcmp(color, "masked") == 0) {
        EXPECT(masked(s, x, y), "%s: no masked cell at %g %g", s->row->name, at_x, at_y);
        return;
    }
    if (colon != NULL) {
        char name[32];
        struct rgb table[COLORMAP_COLORS];
        snprintf(name, sizeof name, "%.*s", (int)(colon - color), color);
        ck_assert(colormap_of_code(name, table));
        want = opaque(table[atoi(colon + 1)]);
    }
    uint32_t got = decoded_at(&s->d.png, x, y);
    EXPECT(got == want, "%s: at %g %g is %06x, not %06x", s->row->name, at_x, at_y, got & 0xFFFFFF,
           want & 0xFFFFFF);
}

static const struct item *text_in(const struct seen *s, const char *text)
{
    for (int k = 0; k < s->d.drawing.count; k++) {
        const struct item *t = &s->d.drawing.item[k];
        if (t->kind == ITEM_TEXT && strcmp(t->text, text) == 0) {
            return t;
        }
    }
    return NULL;
}

static bool fits(const struct seen *s, const struct item *t, const char *word)
{
    switch (*word) {
    case '<':
        return t->x < s->x;
    case '>':
        return t->x >= s->x + s->w;
    case '^':
        return t->y <= s->y - s->h;
    case 'v':
        return t->y > s->y;
    case 'b':
        return t->style.bold;
    case '#':
        return (opaque(t->color) & 0xFFFFFF) == strtoul(word + 1, NULL, 16);
    default:
        return t->style.angle == atof(word);
    }
}

static void expect_text(const struct seen *s, char *line)
{
    char *more = strchr(line, '|');
    if (more != NULL) {
        *more++ = '\0';
    }
    const struct item *t = text_in(s, line);
    EXPECT(t != NULL, "%s: \"%s\" is nowhere", s->row->name, line);
    for (char *word = more; t != NULL && word != NULL; word = more) {
        more = strchr(word, '|');
        if (more != NULL) {
            *more++ = '\0';
        }
        EXPECT(fits(s, t, word), "%s: \"%s\" is not %s", s->row->name, line, word);
    }
}

static void expect_paths(const struct seen *s, int want, unsigned long color)
{
    int count = 0;
    for (int k = 0; k < s->d.drawing.count; k++) {
        const struct item *t = &s->d.drawing.item[k];
        count += t->kind == ITEM_PATH && (opaque(t->color) & 0xFFFFFF) == color;
    }
    EXPECT(count >= want, "%s: %d paths are #%06lx", s->row->name, count, color);
}

static void expect_line(const struct seen *s, char *line)
{
    double x, y;
    char word[64];
    int count;
    unsigned long color;
    if (*line == '\'') {
        expect_text(s, line + 1);
    } else if (*line == '!') {
        EXPECT(text_in(s, line + 1) == NULL, "%s: there is \"%s\"", s->row->name, line + 1);
    } else if (sscanf(line, "axes %d", &count) == 1) {
        EXPECT(s->chart->count == count, "%s: %d axes", s->row->name, s->chart->count);
    } else if (sscanf(line, "size %lf %lf", &x, &y) == 2) {
        EXPECT(s->d.png.width == x && s->d.png.height == y, "%s: %d x %d", s->row->name,
               s->d.png.width, s->d.png.height);
    } else if (sscanf(line, "paths %d #%lx", &count, &color) == 2) {
        expect_paths(s, count, color);
    } else if (sscanf(line, "saved %63s", word) == 1) {
        EXPECT(s->saved != NULL && strcmp(s->saved, word) == 0, "%s: %s", s->row->name, s->saved);
    } else {
        ck_assert_msg(sscanf(line, "%lf %lf %63s", &x, &y, word) == 3, "no such line: %s", line);
        expect_pixel(s, x, y, word);
    }
}

/* --- running code --- */

static void show(void *self, struct chart *chart, const char *name)
{
    static const struct about silent = {0};
    struct seen *s = self;
    struct error err = {0};
    struct fonts *fonts = fonts_open(NULL, &err);
    char *lines = strdup(s->row->expect);
    s->count++;
    s->chart = chart;
    s->saved = name;
    s->d = (struct drawn){0};
    bool ok = fonts != NULL && chart_draw(chart, 100, fonts, &s->d.drawing, &err) &&
              png_drawing(&s->d.drawing, fonts, &silent, &s->d.bytes, &err);
    ck_assert_msg(ok, "%s: %s", s->row->name, err.text);
    decode(&s->d.bytes, &s->d.png);
    find_frame(s);
    for (char *line = strtok(lines, "\n"); line != NULL; line = strtok(NULL, "\n")) {
        expect_line(s, line);
    }
    free(lines);
    fonts_close(fonts);
    drawn_free(&s->d);
    chart_read_free(chart);
}

static void no_lacking(void *self, const char *name, const struct span *at)
{
    const struct seen *s = self;
    (void)at;
    EXPECT(strstr(s->row->expect, "not drawn") != NULL, "%s: %s is not drawn", s->row->name, name);
}

static void swallow(void *self, const char *text, size_t len, bool is_error)
{
    (void)self, (void)text, (void)len, (void)is_error;
}

START_TEST(each_function_is_drawn)
{
    struct seen seen = {.row = &rows[_i]};
    const struct pictures pictures = {.self = &seen, .show = show, .lacking = no_lacking};
    struct buf code = {0}, why = {0};
    struct session *s = malloc(sizeof *s);
    struct value last;
    bool has_last;
    ck_assert(s != NULL && session_init(s, 0, 1));
    s->in.write = swallow;
    s->in.pictures = &pictures;
    buf_printf(&code,
               "import numpy as np\nimport matplotlib.pyplot as plt\nimport seaborn as sns\n"
               "w = np.array([[0.0, 0.25], [0.5, 1.0]])\n%s\n%s",
               rows[_i].code, strstr(rows[_i].code, "savefig") == NULL ? "plt.show()\n" : "");
    const struct source source = {
        .file = "plot.py", .first_line = 1, .text = buf_text(&code), .len = code.len};
    enum outcome outcome = interp_run(&s->in, &source, &last, &has_last);
    if (outcome == OUTCOME_EXCEPTION) {
        raise_summary(&s->in, s->in.exception, &why);
    }
    EXPECT(outcome == OUTCOME_DONE && seen.count == 1, "%s: %d figures; %s", rows[_i].name,
           seen.count, buf_text(&why));
    session_free(s);
    free(s);
    buf_free(&code);
    buf_free(&why);
}
END_TEST

Suite *suite_plot(void)
{
    Suite *s = suite_create("plot");
    TCase *t = tcase_create("plot");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, each_function_is_drawn, 0, ROWS);
    suite_add_tcase(s, t);
    return s;
}
