/* Lays out and draws numbers. */
#include "tui/pane/table.h"

#include "torch/op/ops.h"
#include "trace/tape/event.h"
#include "tui/pane/pane_text.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define LABEL_MOST 12
#define SUM_WIDTH 8
#define SOURCES_MOST 4096 /* that are marked */
#define HUGE_NUMBER 1e5   /* from here on powers of ten */

/* --- one number --- */

/* "1e+09" to "1e9", "2.3e-06" to "2.3e-6" */
static void shorten_power(char *text)
{
    char *e = strchr(text, 'e'), *from = e + 1, *to = e + 1;
    if (*from == '-') {
        *to++ = *from;
    }
    from++;
    while (*from == '0' && from[1] != '\0') {
        from++;
    }
    memmove(to, from, strlen(from) + 1);
}

static void drop_zero(char *text)
{
    char *zero = *text == '-' ? text + 1 : text;
    if (zero[0] == '0' && zero[1] == '.') {
        memmove(zero, zero + 1, strlen(zero));
    }
}

void table_number(double value, int decimals, bool zero, int width, char out[32])
{
    if (isnan(value) || isinf(value)) {
        snprintf(out, 32, "%s", isnan(value) ? "nan" : value > 0 ? "inf" : "-inf");
        return;
    }
    if (decimals < 0 || fabs(value) >= HUGE_NUMBER) {
        for (int d = 2; d >= 0; d--) {
            snprintf(out, 32, "%.*e", d, value);
            shorten_power(out);
            if ((int)strlen(out) <= width) {
                return;
            }
        }
    }
    for (int d = decimals < 0 ? 0 : decimals; d >= 0; d--) {
        snprintf(out, 32, "%.*f", d, value);
        if (strcmp(out, "-0") == 0) { /* what rounds to 0 has no sign */
            snprintf(out, 32, "0");
        }
        if (!zero || (int)strlen(out) > width) {
            drop_zero(out);
        }
        if ((int)strlen(out) <= width) {
            return;
        }
    }
    snprintf(out, 32, "%.*s", width, "########");
}

/* --- widths --- */

static bool is_whole(const struct shown *s)
{
    enum dtype_category c = dtype_category(s->then.dtype);
    return c == CATEGORY_BOOL || c == CATEGORY_INT;
}

/* The columns of the widest number with so many decimals; `zero`: with a 0 before the point;
 * `tight`: -1e9, not -1.00e9. */
static int number_width(const struct shown *s, int decimals, bool zero, bool tight)
{
    double low = s->lowest <= s->highest ? s->lowest : 0;
    double high = s->lowest <= s->highest ? s->highest : 0;
    int widest = s->infinite ? 4 : s->nan ? 3 : 1;
    for (int k = 0; k < 2; k++) {
        char text[32];
        double value = k == 0 ? low : high;
        bool huge = fabs(value) >= HUGE_NUMBER;
        table_number(value, decimals, zero, huge && tight ? 5 : 12, text);
        if (*text == '#') {
            table_number(value, decimals, zero, 12, text);
        }
        int width = (int)strlen(text);
        /* a small number before a power of ten: its decimals are to be seen too */
        width = huge && width < decimals + 2 ? decimals + 2 : width;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* All numbers so small that four decimals show nothing. */
static bool is_tiny(const struct shown *s)
{
    double most = fmax(fabs(s->lowest), fabs(s->highest));
    return s->lowest <= s->highest && most > 0 && most < 0.001 && !is_whole(s);
}

/* Floats without a fraction are written as PyTorch does: "2." */
static bool is_round(const struct shown *s)
{
    return s->round && !is_whole(s);
}

static const struct {
    int decimals;
    bool zero;
    int word;   /* what the heading of a column may take at the most */
    bool truth; /* True and False in full, not as T and F */
} levels[TABLE_TIGHTEST + 1] = {{4, true, 7, true},   {4, false, 6, true}, {3, true, 5, true},
                                {3, false, 4, true},  {2, false, 3, true}, {2, false, 3, false},
                                {1, false, 2, false}, {0, false, 3, false}};

/* The columns of one number at a level; wider where words stand above. */
static int number_columns(const struct shown *s, int level)
{
    if (is_tiny(s)) {
        return level < TABLE_COARSEST ? 7 : 6;
    }
    if (s->then.dtype == DTYPE_BOOL) {
        return levels[level].truth ? 5 : 1;
    }
    if (is_whole(s) || is_round(s)) {
        return number_width(s, 0, true, level > TABLE_COARSEST) + is_round(s);
    }
    return number_width(s, levels[level].decimals, levels[level].zero, level > TABLE_COARSEST);
}

static int label_width(const struct viewer *v, const struct shown *s)
{
    int widest = 1;
    int64_t rows = s->slice.rows;
    if (s->slice.row_axes == 0) {
        return 1;
    }
    for (int64_t k = 0; k < rows; k++) {
        scoped_buf text = {0};
        if (k == 256 && rows > 512) { /* the last ones tell for the rest */
            k = rows - 128;
        }
        viewer_row_label(v, s, k, &text);
        int width = grid_width(buf_text(&text));
        widest = width > widest ? width : widest;
    }
    return widest < LABEL_MOST ? widest : LABEL_MOST;
}

static int fixed_width(const struct viewer *v, const struct shown *s, bool label)
{
    return 1 +
           (label ? label_width(v, s) : 0); /* the marker before; the bracket behind goes with it */
}

/* --- planning --- */

static bool sums_to_one(const struct viewer *v, const struct shown *s)
{
    const struct event *e = &v->where.at.tape->event[s->event];
    return s->input < 0 && e->stage == STAGE_SOFTMAX && e->pass >= 0 &&
           v->where.at.tape->pass[e->pass].axis == s->of->tensor.ndim - 1;
}

/* The widest word above its columns, as far as `most`; of many columns 0. */
static int word_width(const struct viewer *v, const struct shown *s, int most)
{
    int width = 0;
    for (int64_t k = 0; k < s->slice.columns && s->slice.columns <= 64 && width < most; k++) {
        scoped_buf text = {0};
        viewer_column_label(v, s, k, &text);
        int word = grid_width(buf_text(&text));
        width = word > width ? word : width;
    }
    return width < most ? width : most;
}

static int cell_width(const struct viewer *v, const struct shown *s, int level)
{
    int width = number_columns(s, level);
    bool brief = s->then.dtype == DTYPE_BOOL && !levels[level].truth;
    int word = brief ? 0 : word_width(v, s, levels[level].word);
    return word > width ? word : width;
}

bool table_tells(const struct shown *s, int level)
{
    double reach = s->lowest <= s->highest ? fmax(fabs(s->lowest), fabs(s->highest)) : 0;
    int decimals = levels[level].decimals;
    return level <= TABLE_COARSEST || decimals > 1 || is_whole(s) || is_round(s) ||
           reach >= (decimals > 0 ? 1 : 10);
}

int table_width_of(const struct viewer *v, const struct shown *s, bool label, int level,
                   int64_t columns)
{
    columns = columns < s->slice.columns ? columns : s->slice.columns;
    columns = columns < 100000 ? columns : 100000;
    return fixed_width(v, s, label) + (int)columns * (cell_width(v, s, level) + 1) + 1;
}

int table_width(const struct viewer *v, const struct shown *s, bool label, int level, bool sum)
{
    return table_width_of(v, s, label, level, s->slice.columns) +
           (sum && sums_to_one(v, s) ? SUM_WIDTH : 0);
}

/* As many decimals as the width allows, from `level` on. */
static void choose_cell(struct table *t, int level, int room)
{
    const struct shown *s = t->s;
    int64_t columns = s->slice.columns > 0 ? s->slice.columns : 1;
    int64_t fits = room / columns - 1; /* the gap before each */
    while (level < TABLE_COARSEST && cell_width(t->v, s, level) > fits) {
        level++;
    }
    t->cell = cell_width(t->v, s, level);
    t->decimals = is_tiny(s) ? -1 : is_whole(s) || is_round(s) ? 0 : levels[level].decimals;
    t->zero = levels[level].zero || is_round(s);
    if (s->then.dtype == DTYPE_BOOL && fits < t->cell) {
        t->cell = 1;
    }
}

/* The first rows stay as long as the cell is among them. */
static int64_t scrolled(int64_t at, int64_t count, int shown)
{
    int64_t first = at < shown ? 0 : at - shown / 2;
    first = first > count - shown ? count - shown : first;
    return first > 0 ? first : 0;
}

/* Whether the arithmetic on the screen speaks of it: an input of a group may be of another step. */
static bool is_explained(const struct viewer *v, const struct shown *s)
{
    return s->input >= 0 && v->fetched.explained && s->event == v->fetched.explained_of;
}

/* Which cells of an input the chosen cell of a gradient's group is made of; NULL: it is none. */
static const bool *made_of(const struct viewer *v, const struct shown *s)
{
    for (int k = 0; k < v->fetched.in_count; k++) {
        if (s == &v->fetched.in[k]) {
            return v->fetched.made_of[k];
        }
    }
    return NULL;
}

/* The cell that the table is scrolled to: the cursor, or in an input the first cell that fed it. */
static void middle(const struct table *t, int64_t *row, int64_t *column)
{
    const struct viewer *v = t->v;
    *row = v->fetched.cell_row;
    *column = v->fetched.cell_column;
    const bool *made = made_of(t->v, t->s);
    int64_t cells = made != NULL ? tensor_numel(&t->s->then) : 0;
    for (int64_t k = 0; k < cells; k++) {
        if (made[k] && plane_find(&t->s->slice, k, row, column)) {
            return;
        }
    }
    if (made != NULL || !is_explained(t->v, t->s)) {
        return;
    }
    for (int64_t k = 0; k < v->fetched.explanation.from_count; k++) {
        const struct explained_cell *from = &v->fetched.explanation.from[k];
        if (from->input == t->s->input && plane_find(&t->s->slice, from->cell, row, column)) {
            return;
        }
    }
}

void table_plan(struct table *t, const struct viewer *v, const struct shown *s, bool label,
                int level, int width, int height)
{
    const struct plane *p = &s->slice;
    int64_t row, column;
    *t = (struct table){.v = v, .s = s, .width = width, .label = label ? label_width(v, s) : 0};
    int room = width - fixed_width(v, s, label) - 1;
    choose_cell(t, level, room);
    int step = t->cell + 1;
    bool only_blocks = p->columns * step > room && p->columns <= room && p->columns >= TABLE_BLOCKS;
    if (v->chosen.tier == TIER_BLOCKS ||
        (v->chosen.tier == TIER_AUTO && only_blocks && !is_whole(s))) {
        t->cell = 0;
        t->block = p->columns * 2 <= room ? 2 : 1;
        step = t->block;
    }
    t->columns = (int)(p->columns * step <= room ? p->columns : room / step);
    t->rows = (int)(p->rows < height - 1 ? p->rows : height - 1);
    t->note = t->columns < p->columns || t->rows < p->rows;
    if (t->note && t->rows == height - 1 &&
        t->rows > 1) { /* a row comes before what is said of it */
        t->rows--;
    }
    t->note = t->note && t->rows < height - 1;
    t->rows = t->rows < 0 ? 0 : t->rows;
    t->columns = t->columns < 0 ? 0 : t->columns;
    t->sum = sums_to_one(v, s) && t->columns == p->columns && t->cell > 0 &&
             (int)p->columns * step + SUM_WIDTH <= room;
    t->marks = s->input < 0 || (v->fetched.any_out && table_same_rows(v, s, &v->fetched.out));
    middle(t, &row, &column);
    t->row = scrolled(row, p->rows, t->rows);
    t->column = scrolled(column, p->columns, t->columns);
}

bool table_same_rows(const struct viewer *v, const struct shown *a, const struct shown *b)
{
    bool same = a->slice.rows == b->slice.rows && a->slice.row_axes == b->slice.row_axes &&
                a->slice.row_axes > 0;
    for (int64_t k = 0; same && k < a->slice.rows && k < 64; k++) {
        scoped_buf one = {0}, other = {0};
        viewer_row_label(v, a, k, &one);
        viewer_row_label(v, b, k, &other);
        same = strcmp(buf_text(&one), buf_text(&other)) == 0;
    }
    return same;
}

/* --- drawing --- */

static int heat_of(const struct table *t, double value)
{
    struct table_scale scale = t->scale;
    if (!isfinite(value)) {
        return 0;
    }
    int count = scale.around_zero ? HEAT_SIGNED : HEAT_LEVELS;
    int first = scale.around_zero ? HEAT_LEVELS : 0;
    int level = (count - 1) / 2;
    if (scale.high > scale.low) {
        value = fmin(fmax(value, scale.low), scale.high);
        level = (int)((value - scale.low) / (scale.high - scale.low) * count);
    }
    return first + 1 + (level < count ? level : count - 1);
}

bool table_is_source(const struct viewer *v, const struct shown *s, int64_t row, int64_t column)
{
    const bool *made = made_of(v, s);
    if ((made == NULL && !is_explained(v, s)) || row < 0 || column < 0 ||
        column >= s->slice.columns) {
        return false;
    }
    int64_t cell = plane_cell(&s->slice, row, column);
    if (made != NULL) {
        return made[cell];
    }
    for (int64_t k = 0; k < v->fetched.explanation.from_count && k < SOURCES_MOST; k++) {
        if (v->fetched.explanation.from[k].input == s->input &&
            v->fetched.explanation.from[k].cell == cell) {
            return true;
        }
    }
    return false;
}

bool table_marks_writes(const struct viewer *v, const struct shown *s)
{
    const struct event *e = &v->where.at.tape->event[s->event];
    const struct shown *before = viewer_input(v);
    return s->role == ROLE_RESULT && before != NULL && !stepper_folded(&v->where.at) &&
           v->earlier == NULL && !v->fetched.any_instead &&
           (e->effect == STORAGE_IN_PLACE || e->stage == STAGE_MASK) &&
           tensor_same_shape(&before->then, &s->then) && before->then.dtype == s->then.dtype;
}

/* Whether a write in place, or a mask, made this cell another one than it was; when there is a run
 * to compare with: whether it is another one there. */
static bool is_changed(const struct table *t, int64_t row, int64_t column, double value)
{
    const struct shown *before = viewer_input(t->v);
    if (!table_marks_writes(t->v, t->s)) {
        return t->compares && viewer_differs(t->v, t->s, row, column);
    }
    double was =
        tensor_double_at(&before->then, plane_offset(&before->slice, &before->then, row, column));
    return was != value && !(isnan(was) && isnan(value));
}

static void number_text(const struct table *t, int64_t place, double value, char out[32]);

/* Whether a number that has a star fills its cell, so that there is no blank for it. */
static bool lacks_stars(const struct table *t)
{
    const struct shown *s = t->s;
    for (int64_t k = 0; k < (int64_t)t->rows * t->columns; k++) {
        int64_t row = t->row + k / t->columns, column = t->column + k % t->columns;
        int64_t place = plane_offset(&s->slice, &s->then, row, column);
        double value = tensor_double_at(&s->then, place);
        char text[32];
        number_text(t, place, value, text);
        if ((int)strlen(text) == t->cell && is_changed(t, row, column, value)) {
            return true;
        }
    }
    return false;
}

static int wish_cell(const struct table *t)
{
    if (t->cell == 0 || t->columns == 0 || t->columns < t->s->slice.columns) {
        return t->cell;
    }
    bool brief = t->s->then.dtype == DTYPE_BOOL && t->cell == 1;
    int word = brief ? 0 : word_width(t->v, t->s, levels[TABLE_FINEST].word);
    return word > t->cell ? word : t->cell + lacks_stars(t);
}

/* All that is no cell. */
static int around(const struct table *t)
{
    return fixed_width(t->v, t->s, false) + t->label + 1 + (t->sum ? SUM_WIDTH : 0);
}

int table_wish(const struct table *t)
{
    return around(t) + t->columns * (wish_cell(t) + 1);
}

void table_widen(struct table *t)
{
    if (t->columns > 0 && table_wish(t) <= t->width) {
        t->cell = wish_cell(t);
    }
}

static bool is_cursor(const struct table *t, int64_t row, int64_t column)
{
    return t->s->role == ROLE_RESULT && row == t->v->fetched.cell_row &&
           column == t->v->fetched.cell_column;
}

/* The same cell in what is compared with the result. */
static bool is_twin(const struct table *t, int64_t row, int64_t column)
{
    return t->s->role > ROLE_RESULT && row == t->v->fetched.cell_row &&
           column == t->v->fetched.cell_column &&
           tensor_same_shape(&t->s->then, &t->v->fetched.out.then);
}

static void number_text(const struct table *t, int64_t place, double value, char out[32])
{
    if (t->s->then.dtype == DTYPE_BOOL) {
        const char *word = value != 0 ? "True" : "False";
        snprintf(out, 32, "%.*s", t->cell, word);
    } else if (is_whole(t->s)) {
        snprintf(out, 32, "%lld", (long long)tensor_int_at(&t->s->then, place));
    } else {
        table_number(value, t->decimals, t->zero, t->cell, out);
        if (is_round(t->s) && isfinite(value) && fabs(value) < HUGE_NUMBER) {
            strcat(out, ".");
        }
    }
}

enum { SHADE_LAST = 9 };

static int shade_of(int level)
{
    return level <= HEAT_LEVELS ? level * SHADE_LAST / HEAT_LEVELS
                                : (level - HEAT_LEVELS) * SHADE_LAST / HEAT_SIGNED;
}

/* style: that of the cursor, of a cell that fed it, or of none of them. */
static void draw_block(const struct table *t, struct grid *g, int x, int y, double value,
                       enum style style)
{
    static const char shades[] = " .:-=+*#%@";
    int level = heat_of(t, value);
    uint32_t c = isnan(value) ? '?' : isinf(value) ? '-' : (uint32_t)shades[shade_of(level)];
    grid_fill(g, x, y, t->block, style, c);
    grid_heat(g, x, y, t->block, style == STYLE_FOCUS ? 0 : level);
}

static void draw_number(const struct table *t, struct grid *g, int x, int y, int64_t row,
                        int64_t column, int64_t place, double value)
{
    char text[32];
    bool cursor = is_cursor(t, row, column), source = table_is_source(t->v, t->s, row, column);
    bool covered = viewer_is_covered(t->v, t->s, row, column);
    bool twin = is_twin(t, row, column), changed = is_changed(t, row, column, value);
    enum style style = cursor           ? STYLE_FOCUS
                       : source || twin ? STYLE_SOURCE
                       : isnan(value)   ? STYLE_NAN
                       : isinf(value)   ? STYLE_MASKED
                       : covered        ? STYLE_MASKED
                       : changed        ? STYLE_CHANGED
                                        : STYLE_PLAIN;
    number_text(t, place, value, text);
    if (covered) {
        snprintf(text, sizeof text, "-");
    }
    grid_fill(g, x + 1, y, t->cell, style, ' ');
    int from = x + 1 + t->cell - (int)strlen(text);
    grid_put(g, from, y, x + 1 + t->cell, style, text);
    uint32_t there = g->at[y * g->width + x].c;
    if (changed && (from - 1 > x || there == ' ' || there == ']')) { /* what opens a cell stays */
        grid_put(g, from - 1, y, from, cursor ? style : STYLE_CHANGED, "*");
    }
    grid_heat(g, x + 1, y, t->cell, cursor || covered ? 0 : heat_of(t, value));
    if (cursor || twin || (source && !table_is_source(t->v, t->s, row, column - 1))) {
        grid_put(g, x, y, x + 1, style, cursor || twin ? "[" : "(");
    }
    if (cursor || twin || (source && !table_is_source(t->v, t->s, row, column + 1))) {
        grid_put(g, x + 1 + t->cell, y, x + 2 + t->cell, style, cursor || twin ? "]" : ")");
    }
    if (cursor) {
        g->cursor_x = x + 1;
        g->cursor_y = y;
    }
}

/* A word that is too long ends in a sign; where there is room for one or two letters they stand for
 * it. */
static void draw_word(const struct table *t, struct grid *g, int x, int y, int room,
                      enum style style, const char *word)
{
    bool cut = grid_width(word) > room && room > 2;
    int end = grid_put(g, x, y, x + room - cut, style, word);
    if (cut) {
        grid_put(g, end, y, x + room, style, pane_glyph(t->v, "\xe2\x80\xa6", "."));
    }
}

/* Whether a row is pointed at: that of the chosen cell; of an input, if what made the cell is
 * there.
 */
static bool is_marked(const struct table *t, int64_t row)
{
    bool marked = row == t->v->fetched.cell_row && t->s->slice.rows > 1 && t->marks;
    if (!marked || t->s->input < 0 || !t->v->fetched.explained) {
        return marked;
    }
    bool made = false;
    for (int k = 0; k < t->columns && !made; k++) {
        made = table_is_source(t->v, t->s, row, t->column + k);
    }
    return made;
}

static void draw_row(const struct table *t, struct grid *g, int x, int y, int64_t row)
{
    const struct shown *s = t->s;
    double sum = 0;
    int at = x + 1 + t->label;
    bool here = t->s->role == ROLE_RESULT && row == t->v->fetched.cell_row;
    if (t->label > 0) {
        scoped_buf text = {0};
        bool marked = is_marked(t, row);
        viewer_row_label(t->v, s, row, &text);
        grid_put(g, x, y, x + 1, STYLE_CURRENT, marked ? ">" : " ");
        draw_word(t, g, x + 1, y, at - x - 1, marked ? STYLE_CURRENT : STYLE_LABEL,
                  s->slice.row_axes > 0 ? buf_text(&text) : "");
    }
    for (int k = 0; k < t->columns; k++) {
        int64_t column = t->column + k, place = plane_offset(&s->slice, &s->then, row, column);
        double value = tensor_double_at(&s->then, place);
        sum += value;
        if (s->role == ROLE_RESULT) {
            int step = t->cell > 0 ? t->cell + 1 : t->block;
            grid_spot(g, at + k * step, y, step, SPOT_CELL, row, column);
        }
        if (t->cell == 0) {
            bool covered = viewer_is_covered(t->v, s, row, column);
            draw_block(t, g, at + k * t->block, y, covered ? -(double)INFINITY : value,
                       is_cursor(t, row, column)                  ? STYLE_FOCUS
                       : table_is_source(t->v, t->s, row, column) ? STYLE_SOURCE
                                                                  : STYLE_BLOCK);
            if (is_cursor(t, row, column)) {
                g->cursor_x = at + k * t->block;
                g->cursor_y = y;
            }
        } else {
            draw_number(t, g, at + k * (t->cell + 1), y, row, column, place, value);
        }
    }
    if (t->sum) {
        char text[32];
        table_number(sum, 3, true, 6, text);
        grid_put(g, at + t->columns * (t->cell + 1) + 2, y, g->width,
                 here ? STYLE_CURRENT : STYLE_QUIET, text);
    }
}

static void draw_heading(const struct table *t, struct grid *g, int x, int y)
{
    int at = x + 1 + t->label, step = t->cell > 0 ? t->cell + 1 : t->block;
    for (int k = 0; k < t->columns && t->cell > 0 && t->s->of->tensor.ndim > 0; k++) {
        scoped_buf text = {0};
        bool here = t->s->role == ROLE_RESULT && t->column + k == t->v->fetched.cell_column;
        viewer_column_label(t->v, t->s, t->column + k, &text);
        int width = grid_width(buf_text(&text)), from = at + k * step + 1;
        from += width < t->cell ? t->cell - width : 0; /* above the last digits */
        draw_word(t, g, from, y, at + (k + 1) * step - from, here ? STYLE_CURRENT : STYLE_LABEL,
                  buf_text(&text));
    }
    if (t->sum) {
        grid_put(g, at + t->columns * step + 4, y, g->width, STYLE_QUIET, "sum");
    }
}

void table_draw(const struct table *planned, struct grid *g, int x, int y)
{
    struct table drawn = *planned, *t = &drawn;
    const struct plane *p = &t->s->slice;
    table_scale(t->v, t->s, t->compares, &t->scale);
    draw_heading(t, g, x, y);
    for (int k = 0; k < t->rows; k++) {
        draw_row(t, g, x, y + 1 + k, t->row + k);
    }
    if (t->note) {
        char text[96];
        int len = 0;
        if (t->rows < p->rows) {
            len = snprintf(text, sizeof text, "rows %lld-%lld/%lld", (long long)t->row,
                           (long long)(t->row + t->rows - 1), (long long)p->rows);
        }
        if (t->columns < p->columns) {
            snprintf(text + len, sizeof text - (size_t)len, "%scolumns %lld-%lld/%lld",
                     len > 0 ? ", " : "", (long long)t->column,
                     (long long)(t->column + t->columns - 1), (long long)p->columns);
        }
        if ((int)strlen(text) > t->width - 1) {
            snprintf(text, sizeof text, "%lld-%lld/%lld x %lld-%lld/%lld", (long long)t->row,
                     (long long)(t->row + t->rows - 1), (long long)p->rows, (long long)t->column,
                     (long long)(t->column + t->columns - 1), (long long)p->columns);
        }
        if ((int)strlen(text) > t->width - 1) {
            snprintf(text, sizeof text, "%dx%d of %lldx%lld", t->rows, t->columns,
                     (long long)p->rows, (long long)p->columns);
        }
        grid_put(g, x + 1, y + 1 + t->rows, x + t->width, STYLE_QUIET, text);
    }
}
