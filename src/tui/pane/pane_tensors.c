/* Puts input and result side by side. */
#include "tui/pane/pane_tensors.h"

#include "torch/op/ops.h"
#include "tui/pane/table.h"
#include "tui/pane/tensor_head.h"
#include "tui/scene.h"
#include "tui/viewer_live.h"

#define SIDE_MOST 4 /* tensors side by side */
#define LEAST 14    /* columns of one that others leave room for */
#define GAP 1       /* a table ends in a blank, too */

_Static_assert(TENSOR_HEAD_BRIEF + 1 == PANE_TENSORS_BRIEF, "and the heading");

struct side {
    const struct shown *s[SIDE_MOST];
    bool label[SIDE_MOST]; /* with labels in front of its rows */
    int width[SIDE_MOST];
    int count, level;
    int coarsest; /* the level behind which a table is scrolled instead */
    int gap;
    enum tight tight;
    int head; /* lines above each table */
};

static void add_side(struct side *side, const struct viewer *v, const struct shown *s)
{
    int k = side->count++;
    side->s[k] = s;
    side->label[k] = k == 0 || !table_same_rows(v, side->s[k - 1], s);
}

/* All tensors of the step; `all` false: one input and the result, or the two that are compared. */
static void collect(struct side *side, const struct viewer *v, bool all)
{
    const struct shown *other = v->chosen.maximized ? NULL : viewer_beside(v);
    int most = SIDE_MOST - 1 - (other != NULL);
    *side = (struct side){.head = side->head, .coarsest = TABLE_COARSEST, .gap = GAP};
    for (int k = 0; k < v->fetched.in_count && !v->chosen.maximized; k++) {
        if (all ? side->count < most : k == v->where.input && other == NULL) {
            add_side(side, v, &v->fetched.in[k]);
        }
    }
    if (other != NULL && other->role == ROLE_BEFORE) {
        add_side(side, v, other);
    }
    if (v->fetched.any_out) {
        add_side(side, v, &v->fetched.out);
    }
    if (other != NULL && other->role >= ROLE_INSTEAD) {
        add_side(side, v, other);
    }
}

/* The coarsest level up to this one that still tells its cells apart. */
static int level_for(const struct shown *s, int level)
{
    while (!table_tells(s, level)) {
        level--;
    }
    return level;
}

/* Whether all fit with numbers of that level; then `width` says how wide they are. */
static bool fits(struct side *side, const struct viewer *v, int level, bool sum, int room)
{
    for (int k = 0; k < side->count; k++) {
        int head = tensor_head_width(v, side->s[k], side->head);
        int least = side->tight ? tensor_head_least(v, side->s[k], side->tight) : head;
        head = head > least ? least : head;
        int own = level_for(side->s[k], level);
        int width = table_width(v, side->s[k], side->label[k], own, sum);
        side->width[k] = width > head ? width : head;
        room -= side->width[k] + (k > 0 ? side->gap : 0);
    }
    return room >= 0;
}

/* On a small screen the rows of the tables come before what is said of them. */
static int head_lines(const struct side *side, const struct viewer *v, int height)
{
    int64_t rows = 0;
    for (int k = 0; k < side->count; k++) {
        rows = side->s[k]->slice.rows > rows ? side->s[k]->slice.rows : rows;
    }
    return v->height >= SCENE_HEIGHT || height - TENSOR_HEAD_LINES - 1 >= rows ? TENSOR_HEAD_LINES
                                                                               : TENSOR_HEAD_BRIEF;
}

/* All with numbers of the same level, as fine as fits. The sums of rows are worth a decimal, but
 * not the third one, and none of the last two. */
static bool share(struct side *side, const struct viewer *v, int room, int coarsest)
{
    int fine = coarsest < TABLE_COARSEST ? coarsest : TABLE_COARSEST - 1;
    for (int sum = 1; sum >= 0; sum--) {
        for (side->level = TABLE_FINEST; side->level <= fine; side->level++) {
            if (fits(side, v, side->level, sum == 1, room)) {
                return true;
            }
        }
    }
    for (; side->level <= coarsest; side->level++) {
        if (fits(side, v, side->level, true, room) || fits(side, v, side->level, false, room)) {
            return true;
        }
    }
    side->level = side->coarsest;
    return false;
}

/* With so many columns of each, a mask whole. The labels stand before the first table alone. */
static bool fits_columns(struct side *side, const struct viewer *v, int64_t columns, bool whole,
                         int room)
{
    for (int k = 0; k < side->count; k++) {
        const struct shown *s = side->s[k];
        bool mask = s->then.dtype == DTYPE_BOOL;
        int level = mask ? TABLE_COARSEST + 1 : TABLE_COARSEST;
        int least = tensor_head_least(v, s, TIGHT_SHAPED);
        side->label[k] = k == 0 || s->slice.rows != side->s[0]->slice.rows;
        side->width[k] =
            table_width_of(v, s, side->label[k], level, mask && whole ? s->slice.columns : columns);
        side->width[k] = side->width[k] > least ? side->width[k] : least;
        room -= side->width[k];
    }
    return room >= 0;
}

/* What the tables leave of the room: to the heads that are cut, one each in turn, but not so much
 * that a table had one column more than the others. */
static void widen_heads(struct side *side, const struct viewer *v, int64_t columns, int room)
{
    room -= side->count - 1; /* a gap */
    for (int k = 0; k < side->count; k++) {
        room -= side->width[k];
    }
    for (bool any = true; any && room > 0;) {
        any = false;
        for (int k = 0; k < side->count && room > 0; k++) {
            const struct shown *s = side->s[k];
            int next = table_width_of(v, s, side->label[k], TABLE_COARSEST, columns + 1);
            bool whole = s->then.dtype == DTYPE_BOOL || s->slice.columns <= columns;
            bool cut = side->width[k] < tensor_head_width(v, s, side->head) &&
                       (whole || side->width[k] + 1 < next);
            side->width[k] += cut;
            room -= cut;
            any |= cut;
        }
    }
}

/* What belongs together cell by cell, and is too wide, is scrolled together: the same columns of
 * all. Numbers that are shown as a sum or a product keep two decimals, else it would look wrong. */
static bool scroll_together(struct side *side, const struct viewer *v, int room)
{
    int64_t most = 1;
    for (int k = 0; k < side->count; k++) {
        most = side->s[k]->slice.columns > most ? side->s[k]->slice.columns : most;
    }
    most = most < room ? most : room;
    for (int whole = 1; whole >= 0; whole--) {
        for (int64_t columns = most; columns >= 2; columns--) {
            if (fits_columns(side, v, columns, whole == 1, room)) {
                side->level = TABLE_COARSEST;
                side->gap = 0;
                widen_heads(side, v, columns, room);
                return true;
            }
        }
    }
    return false;
}

/* So many columns of each table, if it has them; `whole`: of the first all. */
static bool shares_columns(struct side *side, const struct viewer *v, int64_t columns, bool whole,
                           int room)
{
    for (int k = 0; k < side->count; k++) {
        const struct shown *s = side->s[k];
        int64_t own = k == 0 && whole ? s->slice.columns : columns;
        int width = table_width_of(v, s, side->label[k], TABLE_COARSEST, own);
        side->width[k] = width > LEAST ? width : LEAST;
        room -= side->width[k] + (k > 0 ? side->gap : 0);
    }
    return room >= 0;
}

/* At a product none is whole beside one of which little is seen, but for the rows of the first
 * factor, which are what is multiplied. What is drawn as blocks has other widths. */
static bool cut_alike(struct side *side, const struct viewer *v, int room)
{
    int64_t columns = 2;
    for (int k = 0; k < side->count; k++) {
        columns = side->s[k]->slice.columns > columns ? side->s[k]->slice.columns : columns;
    }
    bool numbers = v->chosen.tier == TIER_NUMBERS || columns < TABLE_BLOCKS;
    for (; side->tight && numbers && columns > 1; columns--) {
        for (int way = 0; way < 4; way++) {
            side->gap = way % 2 == 0 ? GAP : 0;
            if (shares_columns(side, v, columns, way < 2, room)) {
                widen_heads(side, v, columns, room);
                return true;
            }
        }
    }
    side->gap = GAP;
    return false;
}

/* What does not fit is scrolled: halves, and who needs less leaves the rest to the others. */
static void squeeze(struct side *side, const struct viewer *v, int room)
{
    int left = room - side->gap * (side->count - 1);
    if (cut_alike(side, v, room)) {
        return;
    }
    fits(side, v, TABLE_COARSEST, false, room);
    for (int k = 0; k < side->count; k++) {
        int equal = left / (side->count - k), later = 0;
        for (int j = k + 1; j < side->count; j++) {
            later += side->width[j] < equal ? side->width[j] : equal;
        }
        int most = left - later > equal ? left - later : equal;
        side->width[k] = side->width[k] < most ? side->width[k] : most;
        left -= side->width[k];
    }
}

/* Two alone stand in the two halves, if they fit there: eyes need not search. */
static bool in_halves(struct side *side, const struct viewer *v, int room)
{
    int half = room / 2;
    if (side->count != 2 || side->width[0] > half - 1 || side->width[1] > room - half) {
        return false;
    }
    int label = table_width(v, side->s[1], true, TABLE_COARSEST, false) -
                table_width(v, side->s[1], false, TABLE_COARSEST, false);
    side->label[1] |= side->width[1] + label <= room - half && side->width[0] < half - 12;
    side->width[0] = half - GAP;
    side->width[1] = room - half;
    return true;
}

/* Columns that nobody needs, between the tables. */
static int spare_gap(const struct side *side, int room)
{
    for (int k = 0; k < side->count; k++) {
        room -= side->width[k] + (k > 0 ? side->gap : 0);
    }
    int gap = side->count > 1 ? room / (side->count - 1) : 0;
    return gap < 0 ? 0 : gap > 4 ? 4 : gap;
}

static void plan(const struct side *side, const struct viewer *v, int k, bool compares, int height,
                 struct table *t)
{
    table_plan(t, v, side->s[k], side->label[k], level_for(side->s[k], side->level), side->width[k],
               height - side->head);
    t->compares = compares;
}

/* Columns that nobody needs, and gaps, go to tables that want wider cells: what is compared has the
 * same width. */
static void widen_tables(struct side *side, const struct viewer *v, bool compares, int room,
                         int height)
{
    int more[SIDE_MOST], pair = 0;
    for (int k = 0; k < side->count; k++) {
        struct table t;
        plan(side, v, k, compares, height, &t);
        more[k] = table_wish(&t) - side->width[k];
        more[k] = more[k] > 0 ? more[k] : 0;
        pair += side->s[k]->role >= ROLE_RESULT ? more[k] : 0;
        room -= side->width[k];
    }
    bool granted = pair <= room;
    room -= granted ? pair : 0;
    for (int k = side->count - 1; k >= 0; k--) {
        bool result = side->s[k]->role >= ROLE_RESULT, fits_in = result ? granted : more[k] <= room;
        side->width[k] += fits_in ? more[k] : 0;
        room -= fits_in && !result ? more[k] : 0;
    }
    side->gap = room < side->gap * (side->count - 1) ? 0 : side->gap;
}

/* At a product both factors are there, however narrow it is. */
static bool is_product(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct op *op = s->tape->event[stepper_event(s)].op;
    return !stepper_folded(s) && viewer_beside(v) == NULL && v->fetched.in_count >= 2 &&
           (op_does(op, PRODUCTS | ADDS_PRODUCT) || op_is(op, OP_einsum));
}

/* At a mask, where numbers are dropped, or added to old ones, both sides are seen together: cell by
 * cell one is made of the others. */
static bool is_cell_by_cell(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct event *e = &s->tape->event[stepper_event(s)];
    return !stepper_folded(s) && viewer_beside(v) == NULL &&
           (e->stage == STAGE_MASK || e->stage == STAGE_DROPOUT ||
            (e->op != NULL && e->op->kind == KIND_ELEMENTWISE));
}

static bool is_gradient(const struct viewer *v)
{
    return viewer_beside(v) == NULL && v->where.at.tape->event[stepper_event(&v->where.at)].of >= 0;
}

/* Without gaps, and labels before the first table alone. */
static void tighten(struct side *side)
{
    side->gap = 0;
    for (int k = 1; k < side->count; k++) {
        side->label[k] = side->s[k]->slice.rows != side->s[0]->slice.rows;
    }
}

/* Coarser numbers first, then heads that are cut. */
static bool press(struct side *side, const struct viewer *v, int room)
{
    side->coarsest = TABLE_TIGHTEST;
    for (side->tight = TIGHT_NOT; side->tight <= TIGHT_SHAPED; side->tight++) {
        if (share(side, v, room, side->coarsest)) {
            return true;
        }
        tighten(side);
    }
    return false;
}

/* At a gradient its factors are seen together if they keep their names, and three decimals. */
static bool name_all(struct side *side, const struct viewer *v, int room)
{
    side->coarsest = TABLE_COARSEST - 1;
    side->tight = TIGHT_CALLED;
    tighten(side);
    return share(side, v, room, side->coarsest);
}

/* One input less, or narrower: the tables that there is room for. */
static void make_room(struct side *side, const struct viewer *v, int room)
{
    if (side->count <= 2 || share(side, v, room, TABLE_COARSEST - 1) ||
        (is_cell_by_cell(v) && (press(side, v, room) || scroll_together(side, v, room))) ||
        (is_gradient(v) && !is_product(v) && name_all(side, v, room))) {
        return;
    }
    if (!is_product(v)) {
        collect(side, v, false);
        return;
    }
    side->tight = TIGHT_NAMED;
}

/* Its head, then its numbers. */
static void draw_one(const struct side *side, const struct viewer *v, int k, bool compares,
                     struct grid *g, struct box b)
{
    struct table t;
    tensor_head_draw(v, side->s[k], compares, g, b, side->head);
    plan(side, v, k, compares, b.height, &t);
    table_widen(&t);
    table_draw(&t, g, b.x, b.y + side->head);
}

/* One of two inputs and the result, `lines` above each. */
static bool pair(const struct viewer *v, int input, int lines, int room, struct side *side)
{
    collect(side, v, true);
    if (side->count != 3) {
        return false;
    }
    side->s[0] = side->s[input];
    side->s[1] = side->s[2];
    side->label[0] = true;
    side->label[1] = !table_same_rows(v, side->s[0], side->s[1]);
    side->count = 2;
    side->head = lines;
    return share(side, v, room, side->coarsest);
}

/* Of few rows both factors stand one above the other, and the result beside them. */
static bool draw_stacked(const struct viewer *v, bool compares, struct grid *g, struct box b)
{
    struct side above = {0}, below = {0};
    int half = b.width / 2;
    if (!is_gradient(v) || v->chosen.hidden || !pair(v, 0, TENSOR_HEAD_BRIEF, b.width, &above) ||
        !pair(v, 1, TENSOR_HEAD_BRIEF, b.width, &below)) {
        return false;
    }
    above.level = below.level = above.level > below.level ? above.level : below.level;
    fits(&above, v, above.level, false, b.width);
    fits(&below, v, below.level, false, b.width);
    int64_t first = TENSOR_HEAD_BRIEF + 1 + above.s[0]->slice.rows,
            second = TENSOR_HEAD_BRIEF + 1 + below.s[0]->slice.rows;
    int left = above.width[0] > below.width[0] ? above.width[0] : below.width[0];
    int right = above.width[1], own = above.level;
    for (int finer = own; finer >= TABLE_FINEST; finer--) { /* the result's numbers */
        int width = table_width(v, above.s[1], above.label[1], finer, false);
        own = width <= b.width - left ? finer : own;
        right = width <= b.width - left && width > right ? width : right;
    }
    if (first + second > b.height || TENSOR_HEAD_LINES + 1 + above.s[1]->slice.rows > b.height ||
        left + right > b.width) {
        return false;
    }
    int x = b.width - right;
    x = x > half ? half : x;
    above.width[0] = below.width[0] = x;
    draw_one(&above, v, 0, compares, g, (struct box){b.x, b.y, x, (int)first});
    draw_one(&below, v, 0, compares, g, (struct box){b.x, b.y + (int)first, x, (int)second});
    above.head = TENSOR_HEAD_LINES;
    above.width[1] = b.width - x;
    above.level = own;
    draw_one(&above, v, 1, compares, g, (struct box){b.x + x, b.y, b.width - x, b.height});
    return true;
}

int pane_tensors(const struct viewer *v, struct grid *g, struct box b)
{
    struct side side = {.head = TENSOR_HEAD_LINES};
    int x = b.x;
    collect(&side, v, true);
    side.head = head_lines(&side, v, b.height);
    bool compares = viewer_beside(v) != NULL || v->earlier != NULL;
    if (viewer_beside(v) == NULL && v->fetched.any_instead && !v->chosen.maximized &&
        !v->chosen.hidden && side.count < SIDE_MOST) {
        add_side(&side, v, &v->fetched.instead); /* when all of it fits */
        if (!share(&side, v, b.width, TABLE_COARSEST - 1)) {
            side.count--;
        } else {
            compares = true;
        }
    }
    int all = side.count;
    make_room(&side, v, b.width);
    if (side.count < all && draw_stacked(v, compares, g, b)) {
        return b.y + b.height;
    }
    if (side.count == 0) {
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_QUIET, "There is no tensor here.");
        return b.y + b.height;
    }
    if (!share(&side, v, b.width, side.coarsest) && !share(&side, v, b.width, TABLE_TIGHTEST) &&
        !(side.count > 2 && is_cell_by_cell(v) && scroll_together(&side, v, b.width))) {
        squeeze(&side, v, b.width);
    }
    bool halves = in_halves(&side, v, b.width);
    if (!halves) {
        widen_tables(&side, v, compares, b.width, b.height);
    }
    int gap = halves ? GAP : side.gap + spare_gap(&side, b.width);
    for (int k = 0; k < side.count; k++) {
        int rest = b.x + b.width - x; /* the head of the last one goes on to the edge */
        struct box one = {x, b.y, k + 1 < side.count ? side.width[k] : rest, b.height};
        if (v->chosen.hidden && side.s[k]->input < 0) {
            tensor_head_hidden(v, g, one);
            continue;
        }
        draw_one(&side, v, k, compares, g, one);
        x += side.width[k] + gap;
    }
    return b.y + b.height;
}
