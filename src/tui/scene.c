/* Where the panes stand. Rebuilt from nothing for every frame. */
#include "tui/scene.h"

#include "tui/page.h"
#include "tui/pane.h"

#include <stdio.h>

#define TABLE_HEAD 5 /* name, axes, sizes, storage, heading */

void scene_too_small(struct grid *g)
{
    char text[64];
    snprintf(text, sizeof text, "needs %dx%d, have %dx%d; q quits", SCENE_WIDTH, SCENE_HEIGHT,
             g->width, g->height);
    const struct viewer plain = {.ascii = true};
    pane_text(&plain, g, (struct box){0, 0, g->width, g->height}, STYLE_PLAIN, text);
}

static void draw_page(const struct viewer *v, struct grid *g)
{
    int height = g->height - 5, width = g->width - 2;
    int length = page_length(v, v->page, width);
    int first = v->page == PAGE_steps ? page_start(v, v->page, width, height) : v->scroll;
    first = first > length - height ? length - height : first;
    first = first < 0 ? 0 : first;
    pane_rule(v, g, (struct box){0, 2, g->width, 1}, page_title(v->page));
    page_draw(v, v->page, g, 1, 3, width, height, first);
    if (length > height) {
        char text[48];
        int last = first + height < length ? first + height : length;
        snprintf(text, sizeof text, "lines %d-%d of %d", first + 1, last, length);
        grid_put(g, 1, g->height - 2, g->width, STYLE_QUIET, text);
    }
}

/* What changes its height: more lines of code when there is room. */
static int code_height(const struct viewer *v, int height)
{
    int64_t rows = v->any_out ? v->out.plane.rows : 0;
    for (int k = 0; k < v->in_count; k++) {
        rows = v->in[k].plane.rows > rows ? v->in[k].plane.rows : rows;
    }
    int spare = height - SCENE_HEIGHT - (rows > 6 ? (int)(rows > 200 ? 200 : rows) - 6 : 0);
    spare = spare > height / 4 ? height / 4 : spare;
    return 3 + (spare > 0 ? spare : (height - SCENE_HEIGHT) / 4);
}

static void draw_step(const struct viewer *v, struct grid *g, struct box b)
{
    int bottom = b.y + b.height;
    struct box warning = {b.x, 0, b.width, b.height > 21 ? 4 : 2};
    int warned = pane_warning(v, NULL, warning), inspected = v->explained ? 2 : 0;
    inspected += v->explained && b.height > 25 ? 1 : 0;
    int y = pane_code(v, g, (struct box){b.x, b.y, b.width, code_height(v, g->height)});
    y = pane_sentence(v, g, (struct box){b.x + 1, y, b.width - 2, 2});
    int space = bottom - y - warned - inspected;
    int64_t rows = v->any_out ? v->out.plane.rows : 0;
    y += space > TABLE_HEAD + rows; /* a blank line, when no row is lost by it */
    int end = bottom - warned - inspected;
    pane_tensors(v, g, (struct box){b.x, y, b.width, end - y});
    pane_cell(v, g, (struct box){b.x, end, b.width, inspected});
    warning.y = bottom - warned;
    warning.height = warned;
    pane_warning(v, g, warning);
}

void scene_draw(const struct viewer *v, struct grid *g)
{
    if (g->width < SCENE_WIDTH || g->height < SCENE_HEIGHT) {
        scene_too_small(g);
        return;
    }
    struct box line = {0, 0, g->width, 1}, footer = {0, g->height - 1, g->width, 1};
    if (v->at.row < 0) {
        grid_put(g, 1, 0, g->width, STYLE_TITLE, v->title);
        grid_put(g, 1, 3, g->width, STYLE_PLAIN, "This code did nothing with tensors.");
        if (v->page != PAGE_NONE) {
            draw_page(v, g);
        }
        pane_footer(v, g, footer);
        return;
    }
    line.y = pane_title(v, g, line);
    line.y = pane_road(v, g, line);
    if (v->page != PAGE_NONE) {
        draw_page(v, g);
    } else {
        line.y = pane_rule(v, g, line, NULL);
        draw_step(v, g, (struct box){0, line.y, g->width, g->height - line.y - 1});
    }
    pane_footer(v, g, footer);
}
