/* Decides where the panes stand. Every frame is drawn anew. */
#include "tui/scene.h"

#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/pane.h"
#include "tui/pane/pane_cell.h"
#include "tui/pane/pane_code.h"
#include "tui/pane/pane_figure.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/pane_head.h"
#include "tui/pane/pane_storage.h"
#include "tui/pane/pane_tensors.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/pane_watch.h"
#include "tui/pane/softmax_part.h"
#include "tui/viewer_figure.h"

#include <stdio.h>

#define PANES_WIDTH 140 /* from here on there is room for panes beside the step */
#define TABLE_HEAD 5    /* name, axes, sizes, storage, heading */
#define NAMES_WIDTH 40  /* beside the code */
#define CODE_WIDTH 70
#define STRIP_WIDTH 110 /* from here on ... */
#define TEXT_WIDTH 92   /* a longer line is hard to read */
#define STRIP_HEIGHT 34 /* ... there is room for the storage */

bool scene_fits(int width, int height)
{
    return width >= SCENE_NARROWEST && height >= SCENE_LOWEST;
}

uint32_t scene_key(int width, int height, uint32_t key)
{
    enum action action = key_action(key);
    if (scene_fits(width, height) || action == ACTION_repaint || action == ACTION_suspend) {
        return key;
    }
    return action == ACTION_quit || action == ACTION_interrupt ? PRESSED_INTERRUPT
           : key == 't' || key == PRESSED_PLAIN                ? PRESSED_PLAIN
                                                               : 0;
}

void scene_too_small(struct grid *g)
{
    char text[128];
    snprintf(text, sizeof text,
             "needs %dx%d, have %dx%d: enlarge it, or t goes on as text; q quits", SCENE_NARROWEST,
             SCENE_LOWEST, g->width, g->height);
    const struct viewer plain = {.chosen.ascii = true};
    pane_text(&plain, g, (struct box){0, 0, g->width, g->height}, STYLE_PLAIN, text);
}

static void draw_page(const struct viewer *v, struct grid *g)
{
    int height = g->height - PAGE_AROUND, width = g->width - 2;
    int length = page_length(v, v->where.page, width);
    int first =
        v->where.page == PAGE_steps || v->where.page == PAGE_code || v->where.page == PAGE_where
            ? page_start(v, v->where.page, width, height)
            : v->where.scroll;
    first = first > length - height ? length - height : first;
    first = first < 0 ? 0 : first;
    pane_rule(v, g, (struct box){0, 2, g->width, 1}, page_title(v->where.page));
    page_draw(v, v->where.page, g, 1, 3, width, height, first);
    if (v->where.page == PAGE_names && first > 0) { /* its last line tells no lines */
        grid_put(g, g->width - 14, 2, g->width, STYLE_QUIET, " more above ");
    }
    if (v->where.page == PAGE_names && first + height < length) {
        grid_put(g, 1, g->height - 2, g->width, STYLE_QUIET, "more: PgDn");
    }
}

/* Of the longest table that stands there. */
static int64_t most_rows(const struct viewer *v)
{
    int64_t rows = v->fetched.any_out ? v->fetched.out.slice.rows : 0;
    for (int k = 0; k < v->fetched.in_count; k++) {
        rows = v->fetched.in[k].slice.rows > rows ? v->fetched.in[k].slice.rows : rows;
    }
    bool before = v->fetched.any_before && v->chosen.beside == BESIDE_BEFORE;
    return before && v->fetched.before.slice.rows > rows ? v->fetched.before.slice.rows : rows;
}

/* What changes its height: more lines of code when there is room. */
static int code_height(const struct viewer *v, int height)
{
    int64_t rows = most_rows(v);
    int spare = height - SCENE_HEIGHT - (rows > 6 ? (int)(rows > 200 ? 200 : rows) - 6 : 0);
    spare = spare > height / 4 ? height / 4 : spare;
    return (height < SCENE_LOW ? 2 : 3) + (spare > 0               ? spare
                                           : height > SCENE_HEIGHT ? (height - SCENE_HEIGHT) / 4
                                                                   : 0);
}

/* The lines that the chosen cell gets: two, or on a high screen all of its arithmetic. */
static int cell_height(const struct viewer *v, struct box b, int others)
{
    int64_t rows = most_rows(v);
    if (!v->fetched.explained || v->chosen.hidden) {
        return 0;
    }
    int whole = page_length(v, PAGE_cell, b.width - 2) + 1;
    rows = rows > 12 ? 12 : rows < 2 ? 2 : rows; /* one, and which columns are seen */
    int spare = b.height - others - TABLE_HEAD - 1 - (int)rows;
    return spare >= whole ? whole : spare > 8 ? spare : b.height > 25 ? 3 : 2;
}

/* A page as far as it fits; where it does not, its last line says how to see all of it. */
static void draw_arithmetic(const struct viewer *v, struct grid *g, enum page page, struct box b)
{
    bool whole = page_length(v, page, b.width - 2) <= b.height;
    page_draw(v, page, g, b.x + 1, b.y, b.width - 2, b.height - !whole, 0);
    if (!whole) {
        grid_put(g, b.x + 1, b.y + b.height - 1, b.x + b.width, STYLE_QUIET,
                 "i shows all of its arithmetic");
    }
}

static void draw_cell(const struct viewer *v, struct grid *g, struct box b)
{
    if (b.height > 3) {
        pane_rule(v, g, (struct box){b.x, b.y, b.width, 1}, "this cell");
        draw_arithmetic(v, g, PAGE_cell, (struct box){b.x, b.y + 1, b.width, b.height - 1});
    } else if (b.height > 0) {
        pane_cell(v, g, b);
    }
}

/* A softmax that is open: the part it has come to, instead of the tables. */
static void draw_part(const struct viewer *v, struct grid *g, struct box b)
{
    int y =
        v->chosen.maximized
            ? b.y
            : pane_code(v, g,
                        (struct box){b.x, b.y, b.width,
                                     g->height > SCENE_HEIGHT ? code_height(v, g->height) : 2}) +
                  (g->height > SCENE_HEIGHT);
    draw_arithmetic(v, g, PAGE_parts, (struct box){b.x, y, b.width, b.y + b.height - y});
}

/* On a low screen the tables come before the chosen cell, which has a pane of its own. */
static int cell_or_rows(const struct viewer *v, int inspected, int room)
{
    int64_t rows = most_rows(v) < 6 ? most_rows(v) : 6;
    return v->height < SCENE_LOW && room - inspected < PANE_TENSORS_BRIEF + rows ? 0 : inspected;
}

/* The code; on a screen that is wide, but not wide enough for panes, the names beside it. */
static int draw_code(const struct viewer *v, struct grid *g, struct box b)
{
    struct box names = {b.x + b.width - NAMES_WIDTH, b.y, NAMES_WIDTH, b.height};
    if (b.width < CODE_WIDTH + NAMES_WIDTH || scene_has_panes(v)) {
        return pane_code(v, g, b);
    }
    for (int y = b.y; y < b.y + b.height; y++) {
        grid_fill(g, names.x - 2, y, 1, STYLE_QUIET, v->chosen.ascii ? '|' : 0x2502);
    }
    grid_put(g, names.x, names.y, b.x + b.width, STYLE_TITLE, page_title(PAGE_names));
    page_draw(v, PAGE_names, g, names.x, names.y + 1, names.width, names.height - 1,
              page_start(v, PAGE_names, names.width, names.height - 1));
    b.width -= NAMES_WIDTH + 3;
    return pane_code(v, g, b);
}

/* What the lesson says about this step, in lines that the tables can spare, two at least: they can
 * be read nowhere else. *taken: how many of them the code around the step's own gives up. */
static int draw_lit(const struct viewer *v, struct grid *g, struct box b, int *taken)
{
    const struct guide_stop *stop = viewer_stop(v);
    int spare = b.height - 8 - TABLE_HEAD - (int)(most_rows(v) > 12 ? 12 : most_rows(v));
    int most = 2 + b.height / 12, least = b.height > 12 ? 2 : 0;
    *taken = 0;
    if (stop == NULL || v->where.between || stop->lit < 0 || (spare < 1 && least == 0)) {
        return b.y;
    }
    spare = spare > most ? most : spare < 0 ? 0 : spare;
    struct box text = {b.x + 1, b.y, b.width - 2, spare < least ? least : spare};
    const struct prose_block *block = &v->guide->prose.at[stop->lit];
    scoped_words part = {0};
    pane_say(v, block->text, block->marks, stop->lit_from, stop->lit_end, &part);
    int y = pane_words(v, g, text, STYLE_DONE, &part);
    *taken = y - b.y > spare && code_height(v, g->height) > 2 && !pane_code_goes_on(v, b.width);
    return y;
}

/* A figure: code and words on a high screen, then all that there is for it, and the chosen cell. */
static void draw_figure(const struct viewer *v, struct grid *g, struct box b, bool alone)
{
    int bottom = b.y + b.height, cell = v->fetched.explained ? 2 : 0, y = b.y;
    if (!alone) {
        y = pane_code(v, g, (struct box){b.x, y, b.width, b.height > 20 ? 3 : 2});
        y = pane_sentence(v, g, (struct box){b.x + 1, y, b.width - 2, b.height > 16 ? 2 : 1});
        y += b.height > 18;
    }
    pane_figure(v, g, (struct box){b.x, y, b.width, bottom - cell - y});
    pane_cell(v, g, (struct box){b.x, bottom - cell, b.width, cell});
}

static void draw_step(const struct viewer *v, struct grid *g, struct box b)
{
    int bottom = b.y + b.height;
    if (softmax_parts_are_open(v)) {
        draw_part(v, g, b);
        return;
    }
    int taken;
    b.y = draw_lit(v, g, b, &taken);
    if (viewer_figure(v) != NULL) {
        b.height = bottom - b.y;
        draw_figure(v, g, b, false);
        return;
    }
    b.height = bottom - b.y;
    struct box warning = {b.x, 0, b.width, b.height > 21 ? 4 : g->height < SCENE_LOW ? 1 : 2};
    int warned = pane_warning(v, NULL, warning);
    bool strip = b.width >= STRIP_WIDTH && b.height >= STRIP_HEIGHT && pane_has_storage(v);
    int code = code_height(v, g->height) - taken - (strip ? STORAGE_HEIGHT : 0);
    int y = draw_code(v, g, (struct box){b.x, b.y, b.width, code});
    y = pane_sentence(v, g, (struct box){b.x + 1, y, b.width - 2, 2});
    if (strip) {
        y = pane_storage(v, g, (struct box){b.x, y, b.width, STORAGE_HEIGHT});
    }
    int inspected = cell_height(v, b, y - b.y + warned);
    inspected = cell_or_rows(v, inspected, bottom - warned - y);
    int end = bottom - warned - inspected;
    y += end - y > TABLE_HEAD + (v->fetched.any_out
                                     ? v->fetched.out.slice.rows
                                     : 0); /* a blank line, when no row is lost by it */
    pane_tensors(v, g, (struct box){b.x, y, b.width, end - y});
    draw_cell(v, g, (struct box){b.x, end, b.width, inspected});
    warning.y = bottom - warned;
    warning.height = warned;
    pane_warning(v, g, warning);
}

/* Whether code, tables and all of the arithmetic fit below each other. */
static bool all_fits(const struct viewer *v, struct box b)
{
    int64_t rows = most_rows(v);
    return viewer_figure(v) == NULL && code_height(v, v->height) + 2 + TABLE_HEAD + 1 + rows +
                                               page_length(v, PAGE_cell, b.width - 2) + 1 <=
                                           b.height;
}

/* The result alone, on all of the screen. */
static void draw_tables(const struct viewer *v, struct grid *g, struct box b)
{
    if (softmax_parts_are_open(v)) {
        draw_part(v, g, b);
        return;
    }
    if (viewer_figure(v) != NULL) {
        draw_figure(v, g, b, true);
        return;
    }
    struct box warning = {b.x, 0, b.width, 2};
    int warned = pane_warning(v, NULL, warning), cell = cell_height(v, b, warned);
    int end = b.y + b.height - warned - cell;
    pane_tensors(v, g, (struct box){b.x, b.y, b.width, end - b.y});
    draw_cell(v, g, (struct box){b.x, end, b.width, cell});
    warning.y = end + cell;
    warning.height = warned;
    pane_warning(v, g, warning);
}

/* --- panes beside the step --- */

static const enum page beside[] = {PAGE_steps, PAGE_names, PAGE_output};
#define BESIDE ((int)(sizeof beside / sizeof beside[0]))

bool scene_is_small(const struct viewer *v)
{
    return v->width > 0 && (v->width < SCENE_WIDTH || v->height < SCENE_HEIGHT);
}

bool scene_has_panes(const struct viewer *v)
{
    return v->width >= PANES_WIDTH && !v->chosen.maximized;
}

enum page scene_pane(const struct viewer *v)
{
    static const enum page of[] = {PAGE_steps, PAGE_NONE, PAGE_names, PAGE_output};
    return scene_has_panes(v) ? of[v->where.focus] : PAGE_NONE;
}

/* Where the nth one stands in the box of all. */
static struct box beside_box(struct box b, int nth)
{
    int side = b.width / 3 > 60 ? 60 : b.width / 3, third = b.height / BESIDE;
    int height = nth + 1 < BESIDE ? third : b.height - third * (BESIDE - 1);
    return (struct box){b.x + b.width - side, b.y + nth * third, side, height};
}

/* The first line of its page that is seen: near the step, or the end of the output; or what it was
 * scrolled to. */
static int beside_first(const struct viewer *v, enum page page, struct box b, int scroll)
{
    int most = page_length(v, page, b.width) - (b.height - 1);
    int first = page == PAGE_output ? most : page_start(v, page, b.width, b.height - 1);
    first += scroll;
    first = first > most ? most : first;
    return first < 0 ? 0 : first;
}

int scene_scrolled(const struct viewer *v, int lines)
{
    enum page page = scene_pane(v);
    for (int k = 0; k < BESIDE; k++) {
        if (beside[k] == page) {
            struct box b = beside_box((struct box){0, 3, v->width, v->height - 4}, k);
            return beside_first(v, page, b, v->where.pane_scroll + lines) -
                   beside_first(v, page, b, 0);
        }
    }
    return 0;
}

/* A page under its title, which is in brackets when it is in focus. */
static void draw_beside(const struct viewer *v, struct grid *g, enum page page, struct box b)
{
    bool focus = page == scene_pane(v);
    char title[64];
    snprintf(title, sizeof title, focus ? "[%s]" : "%s", page_title(page));
    pane_rule(v, g, (struct box){b.x, b.y, b.width, 1}, title);
    page_draw(v, page, g, b.x, b.y + 1, b.width, b.height - 1,
              beside_first(v, page, b, focus ? v->where.pane_scroll : 0));
}

/* On a wide screen: steps, names and output beside the step. */
static void draw_panes(const struct viewer *v, struct grid *g, struct box b)
{
    int x = beside_box(b, 0).x;
    for (int y = b.y; y < b.y + b.height; y++) {
        grid_fill(g, x - 1, y, 1, STYLE_QUIET, v->chosen.ascii ? '|' : 0x2502);
    }
    for (int k = 0; k < BESIDE; k++) {
        draw_beside(v, g, beside[k], beside_box(b, k));
    }
    draw_step(v, g, (struct box){b.x, b.y, x - 1 - b.x, b.height});
}

static int text_width(const struct viewer *v)
{
    return v->width == 0 || v->width - 2 > TEXT_WIDTH ? TEXT_WIDTH : v->width - 2; /* 0: as text */
}

int scene_text_length(const struct viewer *v)
{
    return page_length(v, PAGE_guide, text_width(v));
}

/* A stop that is a text: its section, and what it says; below an exercise the line to answer on. */
static void draw_text(const struct viewer *v, struct grid *g)
{
    struct box line = {0, 0, g->width, 1};
    scoped_buf signed_heading = {0}, heading = {0};
    int first = v->where.scroll, height = g->height - PAGE_AROUND;
    viewer_heading(v, &signed_heading);
    pane_say_heading(v, buf_text(&signed_heading), &heading);
    line.y = pane_title(v, g, line);
    line.y = pane_rule(v, g, line, buf_text(&heading));
    if (first > 0) {
        grid_put(g, g->width - 14, line.y - 1, g->width, STYLE_QUIET, " more above ");
    }
    page_draw(v, PAGE_guide, g, 1, line.y + 1, text_width(v), height, first);
    int length = scene_text_length(v);
    if (v->typed.answering) {
        practice_draw_line(v->practice, g, g->height - 2);
    }
    if (first + height < length) {
        const char *more = v->typed.answering ? "more: PgDn" : "more: Space";
        grid_put(g, v->typed.answering ? g->width - 12 : 1, g->height - 2, g->width, STYLE_QUIET,
                 more);
    }
}

void scene_draw(const struct viewer *v, struct grid *g)
{
    if (!scene_fits(g->width, g->height)) {
        scene_too_small(g);
        return;
    }
    struct box line = {0, 0, g->width, 1}, footer = {0, g->height - 1, g->width, 1};
    if (v->where.at.row < 0 && (!viewer_reads(v) || v->where.page != PAGE_NONE)) {
        grid_put(g, 1, 0, g->width, STYLE_TITLE, v->title);
        if (v->where.page != PAGE_NONE) {
            draw_page(v, g);
        } else {
            grid_put(g, 1, 3, g->width, STYLE_PLAIN, viewer_nothing(v));
        }
        pane_footer(v, g, footer);
        return;
    }
    if (viewer_reads(v) && v->where.page == PAGE_NONE) {
        draw_text(v, g);
        pane_footer(v, g, footer);
        return;
    }
    line.y = pane_title(v, g, line);
    line.y = pane_stages(v, g, line);
    if (v->where.page != PAGE_NONE) {
        draw_page(v, g);
    } else {
        bool changed = v->changed != NULL && *v->changed != '\0';
        line.y = g->height < SCENE_LOW && !changed ? line.y : pane_rule(v, g, line, v->changed);
        int watched = pane_watch_height(v, g->height);
        struct box body = {0, line.y, g->width, g->height - line.y - 1 - watched};
        pane_watch(v, g, (struct box){0, g->height - 1 - watched, g->width, watched});
        bool cells = scene_is_small(v) && v->where.focus == FOCUS_CELLS && !all_fits(v, body);
        if (v->chosen.maximized || cells) {
            draw_tables(v, g, body);
        } else if (scene_has_panes(v)) {
            draw_panes(v, g, body);
        } else {
            draw_step(v, g, body);
        }
    }
    pane_footer(v, g, footer);
}
