/* Tells the tables of a step as JSON. */
#include "browser/look_tensor.h"

#include "browser/look_moved.h"
#include "browser/put.h"
#include "show/step_text.h"
#include "trace/axes/axes.h"
#include "trace/explain/scalar.h"
#include "tui/pane/table.h"
#include "tui/plain.h"
#include "tui/viewer_live.h"

#include <math.h>
#include <string.h>

enum { HEADS_MOST = 4, APART_MOST = 160 }; /* heads side by side; cells of them */

static void put_axes(const struct tape_tensor *of, struct buf *out)
{
    buf_puts(out, ",\"axes\":[");
    for (int k = 0; k < of->tensor.ndim; k++) {
        buf_puts(out, k > 0 ? "," : "");
        json_put_text(axis_called(of, k), out);
    }
    buf_puts(out, "],\"shape\":[");
    sizes_put(of->tensor.ndim, of->tensor.shape, ",", out);
    buf_puts(out, "],\"stride\":[");
    sizes_put(of->tensor.ndim, of->tensor.stride, ",", out);
    buf_putc(out, ']');
}

/* Which axes the table's rows are, and which its columns: by name, null where it has none. */
static void put_sides(const struct plane *p, struct buf *out)
{
    buf_puts(out, ",\"rowAxes\":[");
    for (int k = 0; k < p->row_axes; k++) {
        buf_puts(out, k > 0 ? "," : "");
        json_put_text(axis_called(p->of, p->row_axis[k]), out);
    }
    buf_puts(out, "]");
    int last = p->of->tensor.ndim - 1;
    put_member("columnAxis", last >= 0 ? axis_called(p->of, last) : NULL, out);
}

/* "head": {"axis":1,"at":1,"count":4,"word":"head"}; nothing where there is no choice. */
static void put_choice(const struct plane *p, bool heads, struct buf *out)
{
    char word[PLANE_WORD];
    int64_t count = heads ? p->heads : p->batches;
    if (count > 1) {
        buf_printf(out, ",\"%s\":{\"axis\":%d,\"at\":%lld,\"count\":%lld", heads ? "head" : "batch",
                   heads ? p->head_axis : p->batch_axis, (long long)(heads ? p->head : p->batch),
                   (long long)count);
        put_member("word", plane_word(p, heads, word), out);
        buf_putc(out, '}');
    }
}

struct window {
    int64_t first, count;
};

/* Of a table that is too large the part that holds the chosen place: to look at another cell of it
 * moves nothing. */
static struct window window_of(int64_t at, int64_t size)
{
    at = at < size ? at : size - 1;
    int64_t first = at > 0 ? at - at % LOOK_SIDE : 0, rest = size - first;
    return (struct window){first, rest < LOOK_SIDE ? rest : LOOK_SIDE};
}

typedef void label_of(const struct viewer *v, const struct shown *s, int64_t at, struct buf *out);

static void put_labels(const struct viewer *v, const struct shown *s, const char *name,
                       struct window w, label_of *label, struct buf *out)
{
    buf_printf(out, ",\"%s\":[", name);
    for (int64_t k = w.first; k < w.first + w.count; k++) {
        scoped_buf text = {0};
        label(v, s, k, &text);
        buf_puts(out, k > w.first ? "," : "");
        json_put_text(buf_text(&text), out);
    }
    buf_putc(out, ']');
}

/* Where a number lies on the way from the first color of its map to the last, in thousandths; null:
 * it has no color. */
static void put_heat(const struct table_scale *scale, bool colored, double value, struct buf *out)
{
    if (!colored || !isfinite(value)) {
        buf_puts(out, "null");
        return;
    }
    double wide = scale->high - scale->low, at = wide > 0 ? (value - scale->low) / wide : 0.5;
    buf_printf(out, "%d", (int)lround(1000 * fmin(fmax(at, 0), 1)));
}

/* A cell: [as it is shown, all of its digits, heat, marks]. Marks: 1 it was made of this one, 2 it
 * is another one than beside it. */
static void put_cell(const struct viewer *v, const struct shown *s, const struct table_scale *scale,
                     bool colored, int64_t row, int64_t column, struct buf *out)
{
    scoped_buf text = {0}, all = {0};
    int64_t place = plane_offset(&s->slice, &s->then, row, column);
    double value = tensor_double_at(&s->then, place);
    plain_number(s, value, &text);
    scalar_text(scalar_cell(&s->then, plane_cell(&s->slice, row, column)), &all);
    buf_putc(out, '[');
    json_put_text(buf_text(&text), out);
    buf_putc(out, ',');
    json_put_text(buf_text(&all), out);
    buf_putc(out, ',');
    put_heat(scale, colored, value, out);
    buf_printf(out, ",%d]",
               (table_is_source(v, s, row, column) ? 1 : 0) |
                   (viewer_differs(v, s, row, column) ? 2 : 0));
}

/* "scale":["-1.2","1.2"]: which numbers have the first color and the last one. */
static void put_scale(const struct table_scale *scale, bool colored, struct buf *out)
{
    char low[32], high[32];
    buf_puts(out, ",\"scale\":[");
    if (colored) {
        table_scale_ends(scale, low, high);
        json_put_text(low, out);
        buf_putc(out, ',');
        json_put_text(high, out);
    }
    buf_putc(out, ']');
}

static void put_table(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct plane *p = &s->slice;
    struct table_scale scale = {0, 0, false};
    bool colored = table_scale(v, s, viewer_beside(v) != NULL, &scale);
    struct window rows = window_of(v->fetched.cell_row, p->rows),
                  columns = window_of(v->fetched.cell_column, p->columns);
    buf_printf(out, ",\"rows\":%lld,\"columns\":%lld,\"row\":%lld,\"column\":%lld",
               (long long)p->rows, (long long)p->columns, (long long)rows.first,
               (long long)columns.first);
    put_flag("signed", colored && scale.around_zero, out);
    put_scale(&scale, colored, out);
    put_flag("attention", shown_is_attention(v->where.at.tape, s), out);
    put_labels(v, s, "rowLabels", rows, viewer_row_label, out);
    put_labels(v, s, "columnLabels", columns, viewer_column_label, out);
    buf_puts(out, ",\"cells\":[");
    for (int64_t r = rows.first; r < rows.first + rows.count; r++) {
        buf_puts(out, r > rows.first ? ",[" : "[");
        for (int64_t c = columns.first; c < columns.first + columns.count; c++) {
            buf_puts(out, c > columns.first ? "," : "");
            put_cell(v, s, &scale, colored, r, c, out);
        }
        buf_putc(out, ']');
    }
    buf_putc(out, ']');
}

/* The other heads, where a step only moves cells: all of them stand side by side then. */
static void put_apart(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct plane *p = &s->slice;
    if (!look_moves(v) || p->heads < 2 || p->heads > HEADS_MOST ||
        p->heads * p->rows * p->columns > APART_MOST) {
        return;
    }
    int n = 0;
    buf_puts(out, ",\"apart\":[");
    for (int64_t k = 0; k < p->heads; k++) {
        struct shown other = *s;
        if (k == p->head) {
            continue;
        }
        shown_measure(&other, s->of, p->batch, k);
        buf_printf(out, "%s{\"at\":%lld", n++ > 0 ? "," : "", (long long)k);
        put_table(v, &other, out);
        if (s->role == ROLE_RESULT) {
            look_moved(v, &other.slice, out);
        }
        buf_putc(out, '}');
    }
    buf_putc(out, ']');
}

static const char *role_word(const struct viewer *v, const struct shown *s)
{
    switch (s->role) {
    case ROLE_INPUT:
        return "input";
    case ROLE_RESULT:
        return "result";
    case ROLE_BEFORE:
        return "before";
    case ROLE_CHANGE:
        return "change";
    case ROLE_INSTEAD:
        return viewer_way_is_right(v) ? "right" : "wrong";
    }
    return "";
}

void look_tensor(const struct viewer *v, const struct shown *s, struct buf *out)
{
    scoped_buf name = {0}, storage = {0};
    viewer_name(v, s, &name);
    buf_puts(out, "{\"role\":");
    json_put_text(role_word(v, s), out);
    put_buf("name", &name, out);
    buf_puts(out, ",\"step\":");
    put_step(viewer_tape_of(v, s), s->maker, out);
    put_axes(s->of, out);
    put_member("dtype", dtype_name(s->then.dtype), out);
    if (s->role == ROLE_RESULT && v->where.result == 0 && !v->placeless) {
        step_storage_at(&v->where.at, s->event, true, &storage);
        put_buf("storage", &storage, out);
    }
    put_sides(&s->slice, out);
    put_choice(&s->slice, true, out);
    put_choice(&s->slice, false, out);
    put_table(v, s, out);
    if (s->role == ROLE_RESULT) {
        look_moved(v, &s->slice, out);
    }
    if (s->role == ROLE_RESULT || s->role == ROLE_INPUT) {
        put_apart(v, s, out);
    }
    buf_putc(out, '}');
}
