/* Tells the parts of a softmax. */
#include "browser/look_parts.h"

#include "browser/put.h"
#include "trace/explain/scalar.h"
#include "tui/pane/softmax_line.h"
#include "tui/plain.h"

/* ["0.1353", "0.13533528"]: as it is shown, and all of its digits. */
static void put_value(const struct viewer *v, double value, struct buf *out)
{
    scoped_buf text = {0}, all = {0};
    plain_value(value, &text);
    scalar_digits(value, v->fetched.out.then.dtype, &all);
    buf_putc(out, '[');
    json_put_text(buf_text(&text), out);
    buf_putc(out, ',');
    json_put_text(buf_text(&all), out);
    buf_putc(out, ']');
}

static void put_labels(const struct viewer *v, const struct softmax_line *at, struct buf *out)
{
    buf_puts(out, ",\"labels\":[");
    for (int k = 0; k < at->count; k++) {
        scoped_buf label = {0};
        softmax_line_label(v, at, at->first + k, &label);
        buf_puts(out, k > 0 ? "," : "");
        json_put_text(buf_text(&label), out);
    }
    buf_puts(out, "],\"places\":[");
    for (int k = 0; k < at->count; k++) {
        int64_t row = -1, column = -1;
        plane_find(&v->fetched.out.slice, at->cell[at->first + k].cell, &row, &column);
        buf_printf(out, "%s[%lld,%lld]", k > 0 ? "," : "", (long long)row, (long long)column);
    }
    buf_putc(out, ']');
}

static void put_scores(const struct viewer *v, const struct softmax_line *at, struct buf *out)
{
    double value;
    int n = 0;
    buf_puts(out, ",\"scores\":[");
    for (int k = 0; k < at->count; k++) {
        if (softmax_line_score(v, at, at->first + k, &value)) {
            buf_puts(out, n++ > 0 ? "," : "");
            put_value(v, value, out);
        }
    }
    buf_putc(out, ']');
}

static void put_numbers(const struct viewer *v, const struct softmax_line *at,
                        const struct softmax_part_row *part, struct buf *out)
{
    int count = part->one ? 1 : at->count, n = 0;
    double value;
    buf_puts(out, ",\"numbers\":[");
    for (int k = 0; k < count; k++) {
        if (softmax_line_number(v, at, part, at->first + k, &value)) {
            buf_puts(out, n++ > 0 ? "," : "");
            put_value(v, value, out);
        }
    }
    buf_putc(out, ']');
}

/* What was reckoned in a part: as in the arithmetic of the cell. */
static void put_lines(const struct viewer *v, const struct softmax_line *at,
                      const struct softmax_part_row *part, struct buf *out)
{
    const struct explanation *e = &v->fetched.explanation;
    scoped_buf act = {0};
    int n = 0;
    softmax_line_act(v, at, part, &act);
    put_buf("act", &act, out);
    buf_puts(out, ",\"lines\":[");
    for (int k = 0; k < e->step_count; k++) {
        if (softmax_part_owns(part, e, k)) {
            buf_puts(out, n++ > 0 ? ",{\"text\":" : "{\"text\":");
            json_put_text(e->step[k].text, out);
            put_member("after", e->step[k].after, out);
            buf_putc(out, '}');
        }
    }
    buf_putc(out, ']');
}

/* Of a part that is still to come its name alone. */
static void put_part(const struct viewer *v, const struct softmax_line *at, int nth,
                     struct buf *out)
{
    const struct softmax_part_row *part = softmax_part_here(v, nth);
    buf_puts(out, "{\"name\":");
    json_put_text(part->name, out);
    put_member("row", part->row, out);
    put_flag("one", part->one, out);
    if (nth <= v->where.at.part) {
        put_numbers(v, at, part, out);
    }
    if (nth == v->where.at.part) {
        scoped_buf sentence = {0};
        softmax_line_sentence(v, at, nth, &sentence);
        put_sentence("sentence", &sentence, out);
        put_lines(v, at, part, out);
    }
    buf_putc(out, '}');
}

static void put_all(const struct viewer *v, struct buf *out)
{
    const struct softmax_line at = softmax_line_of(v, LOOK_SIDE);
    scoped_buf title = {0};
    softmax_line_title(v, &at, &title);
    buf_printf(out, ",\"softmax\":{\"at\":%d", v->where.at.part);
    put_buf("title", &title, out);
    put_member("row", softmax_line_is_row(v, &at) ? "row" : "numbers", out);
    put_number("chosen", at.chosen - at.first, out);
    put_labels(v, &at, out);
    put_scores(v, &at, out);
    buf_puts(out, ",\"parts\":[");
    for (int k = 0; k < PART_COUNT; k++) {
        buf_puts(out, k > 0 ? "," : "");
        put_part(v, &at, k, out);
    }
    buf_puts(out, "]}");
}

void look_parts(const struct viewer *v, struct buf *out)
{
    put_flag("parts", softmax_parts_are_there(v), out);
    if (softmax_parts_are_open(v)) {
        put_all(v, out);
    }
}
