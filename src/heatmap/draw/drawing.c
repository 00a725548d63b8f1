/* Adds items to a drawing, and tells what roles and marks look like. */
#include "heatmap/draw/drawing.h"

#include "base/grow.h"

#include <stdlib.h>
#include <string.h>

static const uint32_t colors[ROLE_COUNT][2] = {
#define ROLE(name, light, dark) {light, dark},
#include "heatmap/draw/role.def"
#undef ROLE
};

/* Cells of one item, each in memory of its own: an arena that holds a large block takes large ones
 * for small things too. */
struct table {
    struct table *next;
    uint16_t cell[];
};

void drawing_free(struct drawing *s)
{
    free(s->item);
    arena_free(&s->arena);
    for (struct table *table = s->table, *next; table != NULL; table = next) {
        next = table->next;
        free(table);
    }
    *s = (struct drawing){0};
}

struct rgb drawing_color(const struct drawing *s, enum role role)
{
    if (role >= ROLE_COUNT) {
        uint8_t c = role == ROLE_WHITE ? 255 : 0;
        return (struct rgb){c, c, c};
    }
    uint32_t c = colors[role][s->theme == THEME_DARK];
    return (struct rgb){(uint8_t)(c >> 16), (uint8_t)(c >> 8), (uint8_t)c};
}

struct rgb item_color(const struct drawing *s, const struct item *item)
{
    return item->role == ROLE_OWN ? item->color : drawing_color(s, item->role);
}

struct mark drawing_mark(const struct drawing *s, int cell)
{
    static const struct mark marks[] = {
        [CELL_MASKED - COLORMAP_COLORS] = {ROLE_MASK, ROLE_HATCH, PATTERN_RISING},
        [CELL_NAN - COLORMAP_COLORS] = {ROLE_ODD, ROLE_ODD_LINE, PATTERN_CROSS},
        [CELL_MORE - COLORMAP_COLORS] = {ROLE_ODD, ROLE_ODD_LINE, PATTERN_UPRIGHT},
        [CELL_LESS - COLORMAP_COLORS] = {ROLE_ODD, ROLE_ODD_LINE, PATTERN_LEVEL},
        [CELL_EMPTY - COLORMAP_COLORS] = {ROLE_BACKGROUND, ROLE_BACKGROUND, PATTERN_NONE},
    };
    struct mark mark = marks[cell - COLORMAP_COLORS];
    if (cell == CELL_MASKED && s->plain_masks) {
        mark.pattern = PATTERN_NONE;
    }
    return mark;
}

bool drawing_on_line(const struct drawing *s, enum pattern pattern, int x, int y)
{
    int step = s->hatch, thick = step / 5 > 0 ? step / 5 : 1;
    bool rising = (x + y) % step < thick, falling = (x - y + 4096 * step) % step < thick;
    switch (pattern) {
    case PATTERN_NONE:
        return false;
    case PATTERN_RISING:
        return rising;
    case PATTERN_CROSS:
        return rising || falling;
    case PATTERN_UPRIGHT:
        return x % step < thick;
    case PATTERN_LEVEL:
        return y % step < thick;
    }
    return false;
}

static void add(struct drawing *s, struct item item)
{
    if (!grow(&s->item, s->count, &s->cap, sizeof *s->item)) {
        s->failed = true;
        return;
    }
    s->item[s->count++] = item;
}

void drawing_rect(struct drawing *s, enum role role, int x, int y, int w, int h)
{
    add(s, (struct item){.kind = ITEM_RECT, .role = role, .x = x, .y = y, .w = w, .h = h});
}

void drawing_fill(struct drawing *s, struct rgb color, int x, int y, int w, int h)
{
    add(s,
        (struct item){
            .kind = ITEM_RECT, .role = ROLE_OWN, .color = color, .x = x, .y = y, .w = w, .h = h});
}

void drawing_frame(struct drawing *s, enum role role, int x, int y, int w, int h, int thick)
{
    drawing_rect(s, role, x - thick, y - thick, w + 2 * thick, thick);
    drawing_rect(s, role, x - thick, y + h, w + 2 * thick, thick);
    drawing_rect(s, role, x - thick, y, thick, h);
    drawing_rect(s, role, x + w, y, thick, h);
}

void drawing_map_colors(struct drawing *s, const struct rgb color[COLORMAP_COLORS])
{
    struct rgb *table = arena_alloc(&s->arena, COLORMAP_COLORS * sizeof *table);
    s->failed |= table == NULL;
    if (table != NULL) {
        memcpy(table, color, COLORMAP_COLORS * sizeof *table);
        s->map = table;
    }
}

void drawing_map(struct drawing *s, const struct colormap *m)
{
    struct rgb table[COLORMAP_COLORS];
    colormap_table(m, table);
    drawing_map_colors(s, table);
}

uint16_t *drawing_cells_new(struct drawing *s, int rows, int columns)
{
    size_t cells = (size_t)rows * (size_t)columns;
    struct table *table = calloc(1, sizeof *table + cells * sizeof table->cell[0]);
    if (table == NULL) {
        s->failed = true;
        return NULL;
    }
    table->next = s->table;
    s->table = table;
    return table->cell;
}

void drawing_cells(struct drawing *s, const uint16_t *cell, int rows, int columns, int x, int y,
                   int pitch, int gap)
{
    add(s, (struct item){.kind = ITEM_CELLS,
                         .x = x,
                         .y = y,
                         .w = columns * pitch - gap,
                         .h = rows * pitch - gap,
                         .rows = rows,
                         .columns = columns,
                         .pitch = pitch,
                         .gap = gap,
                         .cell = cell,
                         .map = s->map});
}

static void add_text(struct drawing *s, enum role role, struct rgb color, int x, int y,
                     struct style style, const char *text)
{
    const char *copy = arena_copy(&s->arena, text, strlen(text));
    s->failed |= copy == NULL;
    add(s, (struct item){.kind = ITEM_TEXT,
                         .role = role,
                         .color = color,
                         .x = x,
                         .y = y,
                         .style = style,
                         .text = copy != NULL ? copy : ""});
}

void drawing_text(struct drawing *s, enum role role, int x, int y, struct style style,
                  const char *text)
{
    add_text(s, role, (struct rgb){0}, x, y, style, text);
}

void drawing_take(struct drawing *s, enum role role, int x, int y, struct style style,
                  struct buf *text)
{
    drawing_text(s, role, x, y, style, buf_text(text));
    s->failed |= text->failed;
    buf_free(text);
}

void drawing_write(struct drawing *s, struct rgb color, int x, int y, struct style style,
                   const char *text)
{
    add_text(s, ROLE_OWN, color, x, y, style, text);
}

void drawing_path(struct drawing *s, struct rgb color, const struct path *path)
{
    struct path *copy = arena_alloc(&s->arena, sizeof *copy);
    struct point *at = arena_alloc(&s->arena, (size_t)path->count * sizeof *at);
    if (copy == NULL || at == NULL) {
        s->failed = true;
        return;
    }
    memcpy(at, path->at, (size_t)path->count * sizeof *at);
    *copy = *path;
    copy->at = at;
    add(s, (struct item){.kind = ITEM_PATH, .role = ROLE_OWN, .color = color, .path = copy});
}
