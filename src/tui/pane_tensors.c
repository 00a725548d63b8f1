/* Input and result side by side: names, axes, sizes, what became of the storage, numbers. */
#include "tui/pane_tensors.h"

#include "torch/op/ops.h"
#include "trace/axes/axes.h"
#include "trace/report/code.h"
#include "trace/report/event_text.h"
#include "tui/pane_storage.h"
#include "tui/pane_text.h"
#include "tui/scene.h"
#include "tui/table.h"
#include "tui/viewer_live.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define HEAD 4        /* lines above a table */
#define SIDE_MOST 4   /* tensors side by side */
#define HEAD_LEAST 14 /* columns of what stands above a table */
#define GAP 1         /* a table ends in a blank, too */
#define NAME_LEAST 24 /* code that stands for a name may be cut to so much */
#define WAY_LEAST 42  /* and that of another way, which has no other name */

/* --- the head --- */

/* What the run before called it. */
static void before_name(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct tape *t = v->earlier->run->tape;
    const struct event *e = &t->event[s->maker];
    buf_printf(out, "#%s%d ", e->setup ? "s" : "", e->number);
    if (s->name != NULL) {
        buf_puts(out, s->name);
    } else {
        code_of_span(&e->code, out);
    }
}

static void name_line(const struct viewer *v, const struct shown *s, struct buf *out)
{
    if (s->role == ROLE_CHANGE) {
        buf_puts(out, "CHANGE  ");
        viewer_number(v, v->fetched.out.event, out);
        buf_puts(out, " minus ");
        if (viewer_input(v)->maker >= 0) {
            viewer_number(v, viewer_input(v)->maker, out);
        } else {
            viewer_name(v, viewer_input(v), out);
        }
        return;
    }
    if (s->role == ROLE_INSTEAD) {
        buf_printf(out, viewer_way_is_right(v) ? "RIGHT  %s" : "IF %s INSTEAD",
                   buf_text(&v->fetched.way_code));
        return;
    }
    if (s->input >= 0) {
        buf_puts(out, v->fetched.in_count > 1 ? "IN " : "IN  ");
        if (v->fetched.in_count > 1) {
            buf_printf(out, "%d/%d  ", (int)(s - v->fetched.in) + 1, v->fetched.in_count);
        }
    } else {
        const struct event *e = &v->where.at.tape->event[s->event];
        bool there = s->role == ROLE_BEFORE,
             both = v->chosen.beside == BESIDE_BEFORE && v->earlier != NULL;
        bool other = both && v->earlier->other; /* another program */
        buf_puts(out, there   ? (other ? "THERE  " : "BEFORE  ")
                      : other ? "HERE  "
                      : both  ? "NOW  "
                              : "OUT  ");
        if (e->output_count > 1) {
            buf_printf(out, "%d/%d  ", v->where.result + 1, e->output_count);
        }
    }
    if (s->role == ROLE_BEFORE) {
        before_name(v, s, out);
        return;
    }
    if (s->maker >= 0) {
        viewer_number(v, s->maker, out);
        buf_putc(out, ' ');
    }
    viewer_name(v, s, out);
}

static void axes_line(const struct shown *s, struct buf *out)
{
    const struct tape_tensor *of = s->of;
    bool any = false;
    for (int k = 0; k < of->tensor.ndim; k++) {
        any |= axis_called(of, k) != NULL;
    }
    if (any) {
        axes_text(of, out);
    } else if (of->tensor.ndim < 2) {
        buf_puts(out, of->tensor.ndim == 0 ? "one number" : "a vector");
    }
}

/* Whether a mask, or a write in place, made any cell another one. Of a large tensor it is assumed.
 */
static bool any_changed(const struct viewer *v, const struct shown *s)
{
    const struct tensor *before = &viewer_input(v)->then, *now = &s->then;
    int64_t count = tensor_numel(now);
    bool changed = count > 1 << 16;
    for (int64_t k = 0; !changed && k < count; k++) {
        double was = tensor_double_at(before, tensor_place(before, k));
        double is = tensor_double_at(now, tensor_place(now, k));
        changed = was != is && !(isnan(was) && isnan(is));
    }
    return changed;
}

static void sizes_line(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct tensor *t = &s->of->tensor;
    buf_putc(out, '(');
    for (int k = 0; k < t->ndim; k++) {
        buf_printf(out, "%s%lld", k > 0 ? ", " : "", (long long)t->shape[k]);
    }
    buf_puts(out, t->ndim == 1 ? ",)" : ")");
    if (t->dtype != DTYPE_FLOAT32) {
        buf_printf(out, " %s", dtype_name(t->dtype));
    }
    if (!tensor_is_contiguous(t) && !v->placeless) {
        buf_puts(out, " not contiguous");
    }
    if (table_marks_writes(v, s) && any_changed(v, s)) {
        buf_puts(out, "  * changed");
    }
}

/* "new storage", "view of #1, strides 12 1 2 1": contiguity is said beside the sizes. */
static void storage_line(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct tensor *t = &s->of->tensor;
    if (s->role == ROLE_BEFORE) {
        buf_printf(out, "run %s", v->earlier->what);
        return;
    }
    if (s->role == ROLE_CHANGE) {
        buf_puts(out, "v shows the input again");
        return;
    }
    if (s->role == ROLE_INSTEAD) {
        if (v->fetched.differing >= 0) {
            buf_printf(out, "%s, %lld of %lld differ",
                       viewer_way_is_right(v) ? "the same shape" : "right shape",
                       (long long)v->fetched.differing, (long long)v->fetched.compared);
        } else {
            buf_puts(out, "another shape");
        }
        return;
    }
    if (v->placeless) {
        return;
    }
    if (s->input < 0 && v->where.result == 0) {
        event_storage(v->where.at.tape, s->event, out);
        char *tail = out->len > 0 ? strstr(out->data, ", not contiguous") : NULL;
        if (tail != NULL) {
            *tail = '\0';
            out->len = (size_t)(tail - out->data);
        }
        if (strstr(buf_text(out), "strides") != NULL) {
            return;
        }
    }
    if (t->ndim > 0) {
        buf_puts(out, out->len > 0 ? ", strides" : "strides");
        for (int k = 0; k < t->ndim; k++) {
            buf_printf(out, " %lld", (long long)t->stride[k]);
        }
    }
}

static void head_line(const struct viewer *v, const struct shown *s, int line, struct buf *out)
{
    switch (line) {
    case 0:
        name_line(v, s, out);
        break;
    case 1:
        axes_line(s, out);
        break;
    case 2:
        sizes_line(v, s, out);
        break;
    default:
        storage_line(v, s, out);
        break;
    }
}

/* The lines of the head where there is no room for all of it. */
static const int brief_head[] = {0, 2};
#define BRIEF ((int)(sizeof brief_head / sizeof brief_head[0]))
_Static_assert(BRIEF + 1 == PANE_TENSORS_BRIEF, "and the heading");

static int head_width(const struct viewer *v, const struct shown *s, int lines)
{
    int widest = 0;
    for (int k = 0; k < lines; k++) {
        struct buf text = {0};
        head_line(v, s, lines == HEAD ? k : brief_head[k], &text);
        int width = grid_width(buf_text(&text)) + 1;
        int least = s->role == ROLE_INSTEAD ? WAY_LEAST : NAME_LEAST;
        width = k == 0 && s->name == NULL && width > least ? least : width;
        widest = width > widest ? width : widest;
        buf_free(&text);
    }
    return widest;
}

/* A line about the storage that is too long: its strides matter for a view only. */
static void shorten_storage(struct buf *text)
{
    char *strides = strstr(buf_text(text), ", strides");
    struct buf brief = {0};
    if (strides == NULL) {
        return;
    }
    if (strncmp(text->data, "view", 4) == 0) {
        buf_printf(&brief, "view%s", strides);
    } else {
        buf_put(&brief, text->data, (size_t)(strides - text->data));
    }
    buf_free(text);
    *text = brief;
}

/* "color 0 to 0.18", "color -1.05 to 1.05" */
static void put_scale(const struct viewer *v, const struct shown *s, bool compares, struct buf *out)
{
    double low, high;
    char from[32], to[32];
    if (table_scale(v, s, compares, &low, &high) && low < high) {
        int decimals = fmax(fabs(low), fabs(high)) < 0.005 ? -1 : 2;
        bool round = low == floor(low) && high == floor(high);
        table_number(low, low == 0 || round ? 0 : decimals, true, 7, from);
        table_number(high, high == 0 || round ? 0 : decimals, true, 7, to);
        buf_printf(out, "color %s to %s", from, to);
    }
}

/* Behind a line of the head that leaves room for it, that of the sizes before all others. */
static void draw_scale(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                       struct box b, const int used[HEAD])
{
    static const int anywhere[] = {2, 1, 3}, last[] = {3, 2, 1};
    const int *lines = v->placeless ? last : anywhere;
    struct buf text = {0};
    put_scale(v, s, compares, &text);
    bool put = text.len == 0;
    for (size_t k = 0; !put && k < sizeof last / sizeof last[0]; k++) {
        int x = b.x + 1 + used[lines[k]] + (used[lines[k]] > 0 ? 2 : 0);
        put = x + grid_width(buf_text(&text)) <= b.x + b.width;
        if (put) {
            grid_put(g, x, b.y + lines[k], b.x + b.width, STYLE_QUIET, buf_text(&text));
        }
    }
    if (!put && !pane_has_storage(v) && grid_width(buf_text(&text)) < b.width) {
        grid_fill(g, b.x + 1, b.y + HEAD - 1, b.width - 1, STYLE_PLAIN, ' '); /* strides matter
                                                                                  for views */
        grid_put(g, b.x + 1, b.y + HEAD - 1, b.x + b.width, STYLE_QUIET, buf_text(&text));
    }
    buf_free(&text);
}

static void draw_head(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                      struct box b)
{
    static const enum style styles[HEAD] = {STYLE_TITLE, STYLE_LABEL, STYLE_PLAIN, STYLE_QUIET};
    int used[HEAD];
    for (int k = 0; k < HEAD; k++) {
        struct buf text = {0};
        struct box one = {b.x + 1, b.y + k, b.width - 1, 1};
        head_line(v, s, k, &text);
        if (k == HEAD - 1 && grid_width(buf_text(&text)) > one.width) {
            shorten_storage(&text);
        }
        code_fit(&text, one.width);
        pane_text(v, g, one, styles[k], buf_text(&text));
        used[k] = grid_width(buf_text(&text));
        buf_free(&text);
    }
    draw_scale(v, s, compares, g, b, used);
}

/* Name and sizes; axes and colors as far as there is room for them. */
static void draw_brief(const struct viewer *v, const struct shown *s, bool compares, struct grid *g,
                       struct box b)
{
    struct buf text = {0};
    int end = b.x + b.width;
    head_line(v, s, 0, &text);
    code_fit(&text, b.width - 1);
    grid_put(g, b.x + 1, b.y, end, STYLE_TITLE, buf_text(&text));
    buf_clear(&text);
    head_line(v, s, 2, &text);
    code_fit(&text, b.width - 1);
    int x = grid_put(g, b.x + 1, b.y + 1, end, STYLE_PLAIN, buf_text(&text)) + 1;
    for (int k = 0; k < 2; k++) {
        buf_clear(&text);
        if (k == 0) {
            axes_line(s, &text);
        } else {
            put_scale(v, s, compares, &text);
        }
        if (text.len > 0 && x + grid_width(buf_text(&text)) <= end) {
            x = grid_put(g, x, b.y + 1, end, k == 0 ? STYLE_LABEL : STYLE_QUIET, buf_text(&text)) +
                1;
        }
    }
    buf_free(&text);
}

/* The result of a step that is still to be guessed. */
static void draw_hidden(const struct viewer *v, struct grid *g, struct box b)
{
    struct buf name = {0};
    struct box text = {b.x + 1, b.y + 2, b.width - 1, b.height - 2};
    name_line(v, &v->fetched.out, &name);
    code_fit(&name, b.width - 1);
    grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_TITLE, buf_text(&name));
    buf_clear(&name);
    buf_printf(&name,
               "What shape will it have? Type r and the sizes, as in 2 6 3. Or r and =0.25: the "
               "number in row %lld, column %lld. Or r and refused, if the line cannot run. r and "
               "Enter alone shows it; n passes on.",
               (long long)v->fetched.cell_row, (long long)v->fetched.cell_column);
    pane_text(v, g, text, STYLE_PLAIN, buf_text(&name));
    buf_free(&name);
}

/* --- side by side --- */

struct side {
    const struct shown *s[SIDE_MOST];
    bool label[SIDE_MOST]; /* with labels in front of its rows */
    int width[SIDE_MOST];
    int count, level;
    bool tight; /* what stands above a table may be cut */
    int head;   /* lines above each table */
};

static void add_side(struct side *side, const struct viewer *v, const struct shown *s)
{
    int k = side->count++;
    side->s[k] = s;
    side->label[k] = k == 0 || !table_same_rows(v, side->s[k - 1], s);
}

/* What is compared with the result, NULL: nothing. */
static const struct shown *compared(const struct viewer *v)
{
    return v->chosen.hidden                                               ? NULL
           : v->fetched.any_difference                                    ? &v->fetched.difference
           : v->chosen.beside == BESIDE_BEFORE && v->fetched.any_before   ? &v->fetched.before
           : v->chosen.beside == BESIDE_INSTEAD && v->fetched.any_instead ? &v->fetched.instead
                                                                          : NULL;
}

/* All tensors of the step; `all` false: one input and the result, or the two that are compared. */
static void collect(struct side *side, const struct viewer *v, bool all)
{
    const struct shown *other = v->chosen.maximized ? NULL : compared(v);
    int most = SIDE_MOST - 1 - (other != NULL);
    *side = (struct side){.head = side->head};
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

/* Whether all fit with numbers of that level; then `width` says how wide they are. */
static bool fits(struct side *side, const struct viewer *v, int level, bool sum, int room)
{
    for (int k = 0; k < side->count; k++) {
        int head = head_width(v, side->s[k], side->head);
        head = side->tight && head > HEAD_LEAST ? HEAD_LEAST : head;
        int width = table_width(v, side->s[k], side->label[k], level, sum);
        side->width[k] = width > head ? width : head;
        room -= side->width[k] + (k > 0 ? GAP : 0);
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
    return v->height >= SCENE_HEIGHT || height - HEAD - 1 >= rows ? HEAD : BRIEF;
}

/* All with numbers of the same level, as fine as fits. The sums of rows are worth a decimal, but
 * not the third one. */
static bool share(struct side *side, const struct viewer *v, int room, int coarsest)
{
    for (int from = TABLE_FINEST; from <= coarsest; from = TABLE_COARSEST) {
        int to = from < TABLE_COARSEST ? TABLE_COARSEST - 1 : TABLE_COARSEST;
        for (int sum = 1; sum >= 0; sum--) {
            for (side->level = from; side->level <= to; side->level++) {
                if (fits(side, v, side->level, sum == 1, room)) {
                    return true;
                }
            }
        }
        if (from == TABLE_COARSEST) {
            break;
        }
    }
    side->level = TABLE_COARSEST;
    return false;
}

/* What does not fit is scrolled: halves, and who needs less leaves the rest to the others. Beside
 * two factors the result comes first. */
static void squeeze(struct side *side, const struct viewer *v, int room)
{
    int left = room - GAP * (side->count - 1), last = side->count - 1;
    fits(side, v, TABLE_COARSEST, false, room);
    if (side->tight && side->width[last] <= left - last * HEAD_LEAST) {
        left -= side->width[last];
        side->count = last;
    }
    for (int k = 0; k < side->count; k++) {
        int equal = left / (side->count - k), later = 0;
        for (int j = k + 1; j < side->count; j++) {
            later += side->width[j] < equal ? side->width[j] : equal;
        }
        int most = left - later > equal ? left - later : equal;
        side->width[k] = side->width[k] < most ? side->width[k] : most;
        left -= side->width[k];
    }
    side->count = last + 1;
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
        room -= side->width[k] + GAP;
    }
    int gap = side->count > 1 ? room / (side->count - 1) : 0;
    return gap < 0 ? 0 : gap > 4 ? 4 : gap;
}

/* At a product both factors are there, however narrow it is. */
static bool is_product(const struct viewer *v)
{
    const struct stepper *s = &v->where.at;
    const struct op *op = s->tape->event[stepper_event(s)].op;
    return !stepper_folded(s) && compared(v) == NULL && v->fetched.in_count >= 2 &&
           op_is(op, OP_matmul OP_mm OP_bmm OP_mv OP_dot OP_inner OP_linear OP_addmm OP_baddbmm
                         OP_einsum OP_tensordot);
}

/* One input less, or narrower: the tables that there is room for. */
static void make_room(struct side *side, const struct viewer *v, int room)
{
    if (side->count <= 2 || share(side, v, room, TABLE_COARSEST - 1)) {
        return;
    }
    if (!is_product(v)) {
        collect(side, v, false);
        return;
    }
    side->tight = true;
}

int pane_tensors(const struct viewer *v, struct grid *g, struct box b)
{
    struct side side = {.head = HEAD};
    int x = b.x;
    collect(&side, v, true);
    side.head = head_lines(&side, v, b.height);
    bool compares = compared(v) != NULL || v->earlier != NULL;
    if (compared(v) == NULL && v->fetched.any_instead && !v->chosen.maximized &&
        !v->chosen.hidden && side.count < SIDE_MOST) {
        add_side(&side, v, &v->fetched.instead); /* when all of it fits */
        if (!share(&side, v, b.width, TABLE_COARSEST - 1)) {
            side.count--;
        } else {
            compares = true;
        }
    }
    make_room(&side, v, b.width);
    if (side.count == 0) {
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_QUIET, "There is no tensor here.");
        return b.y + b.height;
    }
    if (!share(&side, v, b.width, TABLE_COARSEST)) {
        squeeze(&side, v, b.width);
    }
    int gap = in_halves(&side, v, b.width) ? GAP : GAP + spare_gap(&side, b.width);
    for (int k = 0; k < side.count; k++) {
        struct table t;
        struct box one = {x, b.y, side.width[k], b.height};
        if (v->chosen.hidden && side.s[k]->input < 0) {
            draw_hidden(v, g, one);
            continue;
        }
        if (side.head < HEAD) {
            draw_brief(v, side.s[k], compares, g, one);
        } else {
            draw_head(v, side.s[k], compares, g, one);
        }
        table_plan(&t, v, side.s[k], side.label[k], side.level, one.width, b.height - side.head);
        t.compares = compares;
        table_draw(&t, g, one.x, one.y + side.head);
        x += side.width[k] + gap;
    }
    return b.y + b.height;
}
