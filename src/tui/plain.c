/* Tells a step in sentences. */
#include "tui/plain.h"

#include "base/utf8.h"
#include "show/code.h"
#include "show/step_text.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/figure_event.h"
#include "trace/tape/location.h"
#include "tui/act.h"
#include "tui/act/act_answer.h"
#include "tui/act/act_guess.h"
#include "tui/page/page.h"
#include "tui/pane/pane_code.h"
#include "tui/pane/pane_figure.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/pane_watch.h"
#include "tui/pane/softmax_part.h"
#include "tui/pane/table.h"
#include "tui/script.h"
#include "tui/viewer_figure.h"
#include "tui/viewer_live.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS_MOST 16
#define COLUMNS_MOST 16
#define PAGE_WIDTH 100
#define TINY 0.0005 /* smaller numbers are powers of ten */

/* --- where --- */

static void put_where(const struct viewer *v, struct buf *out)
{
    const struct stepper *s = &v->where.at;
    int begin, end;
    stepper_counted(s, s->row, &begin, &end);
    const struct event *first = &s->tape->event[begin], *e = &s->tape->event[end];
    const struct span *at = viewer_span(v);
    const char *mark = e->setup ? "s" : "";
    int all = e->setup ? s->tape->setup_count : s->tape->step_count;
    if (stepper_folded(s) && first->number < e->number && first->setup == e->setup) {
        buf_printf(out, "steps %s%d to %s%d of %s%d", mark, first->number, mark, e->number, mark,
                   all);
    } else {
        buf_printf(out, "step %s%d of %s%d", mark, e->number, mark, all);
    }
    if (softmax_parts_are_open(v)) {
        buf_printf(out, ", part %d of %d", s->part + 1, PART_COUNT);
    }
    if (stepper_stage(s) != STAGE_OTHER && !stepper_folded(s)) {
        buf_printf(out, ", %s", stage_name(stepper_stage(s)));
    }
    if (e->user_call >= 0) {
        buf_printf(out, ", in %s", s->tape->call[e->user_call].name);
    }
    if (at->source != NULL && at->source->prelude) {
        buf_puts(out, ", in qkv's own code");
    } else if (at->source != NULL) {
        buf_puts(out, ", ");
        location_line(s->tape, at, out);
    }
    buf_putc(out, '\n');
    if (v->changed != NULL && *v->changed != '\0') {
        buf_printf(out, "the code: %s\n", v->changed);
    }
    if (at->source != NULL) {
        buf_puts(out, "  ");
        code_of_span(at, out);
        buf_putc(out, '\n');
    }
}

/* --- tensors --- */

static void put_name(const struct viewer *v, const struct shown *s, struct buf *out)
{
    switch (s->role) {
    case ROLE_INPUT:
        buf_puts(out, "input: ");
        break;
    case ROLE_RESULT:
        buf_puts(out, "result: ");
        break;
    case ROLE_BEFORE:
        buf_printf(out, "the run %s: ", v->earlier->what);
        return;
    case ROLE_CHANGE:
        buf_puts(out, "result minus input: ");
        return;
    case ROLE_INSTEAD:
        buf_printf(out, viewer_way_is_right(v) ? "the right way, %s: " : "if %s instead: ",
                   buf_text(&v->fetched.way_code));
        return;
    }
    if (s->maker >= 0) {
        viewer_number(v, s->maker, out);
        buf_putc(out, ' ');
    }
    viewer_name(v, s, out);
    buf_puts(out, ", ");
}

static void put_head(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct tensor *t = &s->of->tensor;
    size_t before;
    put_name(v, s, out);
    before = out->len;
    if (s->of->axes != NULL && t->ndim > 0) {
        axes_text(s->of, out);
        buf_puts(out, out->len > before ? " = " : "");
    }
    if (t->ndim == 0) {
        buf_puts(out, "one number");
    } else {
        tensor_tuple_text(t, out);
    }
    if (t->dtype != DTYPE_FLOAT32) {
        buf_printf(out, " %s%s", dtype_name(t->dtype),
                   dtype_category(t->dtype) == CATEGORY_COMPLEX ? ", its real parts" : "");
    }
    if (s->role == ROLE_RESULT && v->where.result == 0 && !v->placeless) {
        buf_puts(out, ", ");
        step_storage_at(&v->where.at, s->event, false, out);
    }
    buf_putc(out, '\n');
}

void plain_value(double value, struct buf *out)
{
    char text[32];
    table_number(value, value != 0 && fabs(value) < TINY ? -1 : 4, true, 11, text);
    buf_puts(out, text);
}

void plain_number(const struct shown *s, double value, struct buf *out)
{
    if (s->then.dtype == DTYPE_BOOL) {
        buf_puts(out, value != 0 ? "True" : "False");
    } else if (dtype_category(s->then.dtype) < CATEGORY_FLOAT || (s->round && isfinite(value))) {
        buf_printf(out, "%.0f", value);
    } else {
        plain_value(value, out);
    }
}

/* Whether what an event gives is made of scores: the distances and triangles of a mask are not. */
static bool is_of_scores(const struct tape *t, int event, int depth)
{
    const struct event *e = &t->event[event];
    bool scores = e->stage != STAGE_MASK;
    for (int k = 0; !scores && depth > 0 && k < e->input_count; k++) {
        int maker = e->input[k].of.maker;
        scores = maker >= 0 && maker >= t->pass[e->pass].scores &&
                 t->event[maker].pass == e->pass && is_of_scores(t, maker, depth - 1);
    }
    return scores;
}

/* "  starts: 0.178 *0.180 ...; most on journey 0.180" */
static void put_row(const struct viewer *v, const struct shown *s, int64_t row, struct buf *out)
{
    const struct plane *p = &s->slice;
    int64_t most = 0;
    double highest = -INFINITY;
    bool alone = false; /* no other is as high */
    buf_puts(out, "  ");
    if (p->row_axes > 0) {
        viewer_row_label(v, s, row, out);
        buf_puts(out, ": ");
    }
    for (int64_t k = 0; k < p->columns; k++) {
        double value = tensor_double_at(&s->then, plane_offset(p, &s->then, row, k));
        if (k < COLUMNS_MOST) {
            buf_puts(out, k > 0 ? " " : "");
            buf_puts(out, viewer_differs(v, s, row, k) ? "*" : "");
            plain_number(s, value, out);
        }
        alone = value > highest || (alone && value < highest);
        if (value > highest) {
            highest = value;
            most = k;
        }
    }
    if (p->columns > COLUMNS_MOST) {
        buf_printf(out, " and %lld more", (long long)(p->columns - COLUMNS_MOST));
    }
    alone = alone && s->then.dtype != DTYPE_BOOL && isfinite(highest);
    if (alone && shown_is_attention(v->where.at.tape, s) &&
        is_of_scores(v->where.at.tape, s->event, 16)) {
        buf_puts(out, "; most on ");
        viewer_column_label(v, s, most, out);
        buf_putc(out, ' ');
        plain_number(s, highest, out);
    }
    buf_putc(out, '\n');
}

/* " head 1 (0 to 3)", " axis 0: 1 (0 to 3)" */
static void put_choice(const struct plane *p, bool heads, struct buf *out)
{
    char word[PLANE_WORD];
    const char *what = plane_word(p, heads, word);
    buf_printf(out, " %s%s %lld (0 to %lld)", what, strncmp(what, "axis ", 5) == 0 ? ":" : "",
               (long long)(heads ? p->head : p->batch),
               (long long)(heads ? p->heads : p->batches) - 1);
}

static void put_rows(const struct viewer *v, const struct shown *s, struct buf *out)
{
    const struct plane *p = &s->slice;
    if (p->heads > 1 || p->batches > 1) {
        buf_puts(out, "  of");
        if (p->heads > 1) {
            put_choice(p, true, out);
            buf_puts(out, p->batches > 1 ? "," : "");
        }
        if (p->batches > 1) {
            put_choice(p, false, out);
        }
        buf_puts(out, ":\n");
    }
    for (int64_t k = 0; p->columns > 0 && k < p->rows && k < ROWS_MOST; k++) {
        put_row(v, s, k, out);
    }
    if (p->rows > ROWS_MOST) {
        buf_printf(out, "  and %lld more rows\n", (long long)(p->rows - ROWS_MOST));
    }
}

/* "image 1 of 2: #9 attn_weights[0]; rows: query, columns: key" */
static void put_part(const struct viewer *v, struct buf *out)
{
    const struct event *e = viewer_figure(v);
    scoped_buf axes = {0}, name = {0};
    buf_puts(out, figure_word(e, v->where.result));
    if (e->output_count > 1) {
        buf_printf(out, " %d of %d", v->where.result + 1, e->output_count);
    }
    viewer_name(v, &v->fetched.out, &name);
    pane_figure_axes(v, &axes);
    buf_printf(out, "%s%s%s%s\n", name.len > 0 ? ": " : "", buf_text(&name),
               axes.len > 0 ? "; " : "", buf_text(&axes));
    put_rows(v, &v->fetched.out, out);
}

static void put_tensors(const struct viewer *v, struct buf *out)
{
    if (viewer_figure(v) != NULL) {
        if (v->fetched.any_out) {
            put_part(v, out);
        }
        return;
    }
    for (int k = 0; k < v->fetched.in_count; k++) {
        put_head(v, &v->fetched.in[k], out);
    }
    if (!v->fetched.any_out) {
        return;
    }
    if (v->chosen.hidden) {
        buf_puts(out, "result: what shape will it have? r asks\n");
        return;
    }
    put_head(v, &v->fetched.out, out);
    put_rows(v, &v->fetched.out, out);
    if (v->fetched.any_before && v->chosen.beside == BESIDE_BEFORE) {
        put_head(v, &v->fetched.before, out);
        put_rows(v, &v->fetched.before, out);
    }
    if (v->fetched.any_difference) {
        put_head(v, &v->fetched.difference, out);
        put_rows(v, &v->fetched.difference, out);
    }
    if (v->fetched.any_instead && v->chosen.beside == BESIDE_INSTEAD) {
        const char *nan = viewer_way_nan(v);
        buf_printf(out, "%s%s%s\n", viewer_way_sentence(v), nan != NULL ? " " : "",
                   nan != NULL ? nan : "");
        put_head(v, &v->fetched.instead, out);
        put_rows(v, &v->fetched.instead, out);
    }
}

/* --- all of it --- */

void plain_cell(const struct viewer *v, struct buf *out)
{
    if (v->fetched.explained && !v->chosen.hidden) {
        buf_printf(out, "cell: %s\n", buf_text(&v->fetched.explanation.title));
    }
}

static void put_sentence(const struct viewer *v, struct buf *out)
{
    scoped_buf text = {0};
    pane_sentence_text(v, PAGE_WIDTH, &text);
    buf_printf(out, "%s\n", buf_text(&text));
    if (v->earlier != NULL && !v->chosen.hidden) {
        buf_clear(&text);
        pane_compared_text(v, &text);
        buf_puts(out, buf_text(&text));
        buf_puts(out, text.len > 0 ? "\n" : "");
    }
}

static void put_page(const struct viewer *v, enum page page, struct buf *out)
{
    struct viewer all = *v;
    all.chosen.ascii = all.chosen.mono = true;
    all.height = all.where.help = 0; /* all of the keys */
    page_text_of(&all, page, PAGE_WIDTH, out);
}

void plain_step(const struct viewer *v, struct buf *out)
{
    if (v->where.at.row < 0 && !viewer_reads(v)) {
        buf_printf(out, "%s\n", viewer_nothing(v));
        return;
    }
    const struct guide_stop *stop = viewer_stop(v);
    if (stop != NULL && !v->where.between) {
        guide_place(v->guide, v->where.stop, out);
        buf_puts(out, ": ");
        viewer_heading(v, out);
        buf_puts(out, "\n");
        if (stop->kind != GUIDE_STEP || stop->lit >= 0) {
            put_page(v, PAGE_guide, out);
        }
        if (stop->kind != GUIDE_STEP) {
            return;
        }
    }
    put_where(v, out);
    if (softmax_parts_are_open(v)) {
        put_page(v, PAGE_parts, out);
        return;
    }
    put_sentence(v, out);
    put_tensors(v, out);
    plain_cell(v, out);
    for (int k = 0; k < v->chosen.stop_count; k++) {
        scoped_buf value = {0}, since = {0};
        if (v->chosen.stop[k].kind == POINT_WATCH) {
            pane_watch_text(v, &v->chosen.stop[k], &value, &since);
            buf_printf(out, "watch: %s%s%s%s\n", buf_text(&value), since.len > 0 ? " (" : "",
                       buf_text(&since), since.len > 0 ? ")" : "");
        }
    }
    for (int k = v->chosen.hidden ? -1 : viewer_warning(v, 0); k >= 0;
         k = viewer_warning(v, k + 1)) {
        buf_printf(out, "warning: %s\n", v->warnings->at[k].text);
    }
    if (v->failure != NULL && !(v->chosen.guessing && !v->chosen.doubted) &&
        stepper_stop_after(&v->where.at, v->where.at.row) < 0) {
        buf_puts(out, "Behind this step the code fails: next shows how.\n");
    }
    if (stop != NULL && v->where.between && v->where.stop + 1 < v->guide->count) {
        buf_puts(out, "An empty line goes on with the lesson, at stop ");
        guide_place(v->guide, v->where.stop + 1, out);
        buf_puts(out, ".\n");
    }
}

void plain_page(const struct viewer *v, struct buf *out)
{
    buf_printf(out, "%s\n", page_title(v->where.page));
    put_page(v, v->where.page, out);
}

void plain_prompt(const struct viewer *v, struct buf *out)
{
    buf_printf(out, "%s%s\n", pane_footer_prompt(v->typed.prompt), v->typed.text);
}

/* --- what is typed --- */

static bool press(struct viewer *v, uint32_t key, unsigned *reaction)
{
    *reaction |= action_key(v, key);
    return (*reaction & REACT_LOOK) == 0 || viewer_look(v);
}

/* A key's name, or a character that is a key, once or again and again, with its count: "Tab", "5n",
 * "nnn"; or a mark's letter behind its key: "'a". */
static bool is_key(const char *word, size_t len)
{
    char name[32], one[5] = "";
    const char *at = name;
    uint32_t key;
    snprintf(name, sizeof name, "%.*s", (int)(len < 31 ? len : 31), word);
    if (key_read(&at, &key) && key != 0) {
        return key_action(key) != ACTION_COUNT;
    }
    size_t digits = strspn(name, "0123456789");
    size_t bytes = utf8_decode(name + digits, strlen(name) - digits, &key);
    memcpy(one, name + digits, bytes);
    bool mark = len == 2 && strchr("M'", name[0]) != NULL;
    return mark || (len < 31 && key_action(key) != ACTION_COUNT && bytes > 0 &&
                    strspn(name + digits, one) == strlen(name + digits));
}

/* Whether all of a line are keys, up to one behind which a text is typed. */
static bool are_keys(const struct viewer *v, const char *line)
{
    while (*line != '\0') {
        size_t len = strcspn(line, " ");
        bool asks =
            len == 1 && (strchr("/:M'w", *line) != NULL || (*line == 'r' && v->chosen.hidden));
        if (!is_key(line, len)) {
            return false;
        }
        if (asks) {
            return true;
        }
        line += len;
        line += strspn(line, " ");
    }
    return true;
}

/* The answer to what was asked: as it stands, and Enter. It takes the place of one that is
 * offered; an empty line takes that. */
static bool type_answer(struct viewer *v, const char *line, unsigned *reaction)
{
    if (*line != '\0' && v->typed.prompt != PROMPT_OVER) {
        v->typed.text[0] = '\0';
    }
    for (size_t k = 0, len = strlen(line); k < len && v->typed.prompt != PROMPT_NONE;) {
        uint32_t key;
        k += utf8_decode(line + k, len - k, &key);
        if (!press(v, key, reaction)) {
            return false;
        }
    }
    return v->typed.prompt == PROMPT_NONE || press(v, PRESSED_ENTER, reaction);
}

/* What these letters do alone, they do at an exercise, too. */
static const char own_keys[] = "np[]q?T";

bool plain_line(struct viewer *v, const char *line, unsigned *reaction)
{
    *reaction = REACT_NONE;
    if (v->typed.prompt != PROMPT_NONE) {
        return type_answer(v, line, reaction);
    }
    line += strspn(line, " ");
    v->typed.message[0] = '\0';
    if (strlen(line) > TYPED_MOST) { /* what is typed on the screen is never longer */
        viewer_say(v, "A line has at most %d characters.", TYPED_MOST);
        *reaction = REACT_DRAW;
        return true;
    }
    if (*line == '\0') {
        const struct guide_stop *stop = viewer_stop(v);
        bool exercise = stop != NULL && (stop->kind == GUIDE_EXERCISE || v->where.asking);
        if (v->practice != NULL && v->practice->opening && act_answer_line(v, line, reaction)) {
            return true;
        }
        /* Enter alone goes on */
        return press(v, exercise ? ' ' : PRESSED_ENTER, reaction);
    }
    if (*line == '/' && line[1] != '\0') {
        return press(v, '/', reaction) && type_answer(v, line + 1, reaction);
    }
    if (v->practice != NULL) {
        v->practice->taken = own_keys;
    }
    if (*line != ':' && (strchr(own_keys, *line) == NULL || line[1] != '\0') &&
        act_answer_line(v, line, reaction)) {
        return true;
    }
    bool command = *line == ':' || (strlen(line) > 1 && action_is_command(line));
    if (!command && are_keys(v, line)) {
        return script_run(v, &line, reaction);
    }
    *reaction = act_hide(v, action_command(v, line + (*line == ':')) | REACT_DRAW);
    return (*reaction & REACT_LOOK) == 0 || viewer_look(v);
}
