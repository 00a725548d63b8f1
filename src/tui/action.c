/* The actions, in the order of keys.def. */
#include "tui/action.h"

#include "lesson/knobs.h"
#include "trace/code.h"
#include "trace/stages.h"
#include "tui/ask.h"
#include "tui/page.h"

#include "base/utf8.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BEFORE_JUMP (MARKS - 1)
#define COUNT_MOST 100000

static int times(int count)
{
    return count > 0 ? count : 1;
}

static unsigned moved(struct viewer *v, bool did, const char *otherwise)
{
    if (!did) {
        viewer_say(v, "%s", otherwise);
        return REACT_DRAW;
    }
    v->result = 0;
    v->input = 0;
    return REACT_LOOK | REACT_DRAW;
}

/* A jump, from which '' leads back. */
static unsigned jumped(struct viewer *v, int from_row, bool did, const char *otherwise)
{
    if (did && from_row >= 0) {
        v->mark[BEFORE_JUMP] = v->at.outline.row[from_row].end - 1;
    }
    return moved(v, did, otherwise);
}

static int body_height(const struct viewer *v)
{
    return v->height - 5;
}

static unsigned open_page(struct viewer *v, enum page page)
{
    bool again = v->page == page;
    v->page = again ? PAGE_NONE : page;
    v->scroll = again ? 0 : page_start(v, page, v->width - 2, body_height(v));
    return REACT_DRAW;
}

static unsigned scroll(struct viewer *v, int lines)
{
    int most = page_length(v, v->page, v->width - 2) - body_height(v);
    v->scroll += lines;
    v->scroll = v->scroll > most ? most : v->scroll;
    v->scroll = v->scroll < 0 ? 0 : v->scroll;
    return REACT_DRAW;
}

/* --- steps --- */

static unsigned act_next(struct viewer *v, int count)
{
    if (v->page != PAGE_NONE && v->page != PAGE_steps && v->page != PAGE_names) {
        return scroll(v, body_height(v) - 1);
    }
    if (!stepper_next(&v->at, times(count))) {
        if (v->failure != NULL) {
            return open_page(v, PAGE_failure);
        }
        return moved(v, false, "This is the last step.");
    }
    return moved(v, true, "");
}

static unsigned act_prev(struct viewer *v, int count)
{
    if (v->page != PAGE_NONE && v->page != PAGE_steps && v->page != PAGE_names) {
        if (v->scroll == 0) {
            v->page = PAGE_NONE;
            return REACT_DRAW;
        }
        return scroll(v, 1 - body_height(v));
    }
    return moved(v, stepper_prev(&v->at, times(count)), "There is nothing before.");
}

static unsigned act_next_stage(struct viewer *v, int count)
{
    return moved(v, stepper_next_stage(&v->at, times(count)), "No other stage follows.");
}

static unsigned act_prev_stage(struct viewer *v, int count)
{
    return moved(v, stepper_prev_stage(&v->at, times(count)), "There is no stage before.");
}

static unsigned act_into(struct viewer *v, int count)
{
    (void)count;
    return moved(v, stepper_into(&v->at), "This is one operation; i shows its arithmetic.");
}

static unsigned act_outward(struct viewer *v, int count)
{
    (void)count;
    return moved(v, stepper_out(&v->at), "There is no group around this step.");
}

static unsigned act_behind(struct viewer *v, int count)
{
    (void)count;
    return moved(v, stepper_behind(&v->at), "Nothing follows behind a group around this step.");
}

static unsigned act_in_front(struct viewer *v, int count)
{
    (void)count;
    return moved(v, stepper_in_front(&v->at), "Nothing stands before a group around this step.");
}

static unsigned to_number(struct viewer *v, int number, bool setup)
{
    int row = v->at.row, steps = setup ? v->at.tape->setup_count : v->at.tape->step_count;
    if (number < 1 || number > steps) {
        viewer_say(v, "There is no step %s%d; the last one is %s%d.", setup ? "s" : "", number,
                   setup ? "s" : "", steps);
        return REACT_DRAW;
    }
    return jumped(v, row, stepper_to_number(&v->at, number, setup), "You are there.");
}

/* --- breakpoints --- */

static unsigned act_stop(struct viewer *v, int count)
{
    (void)count;
    if (v->at.row < 0) {
        return REACT_NONE;
    }
    const struct span *here = viewer_span(v);
    int at = viewer_breakpoint(v, here->source, here->line);
    if (at >= 0) {
        v->stop[at] = v->stop[--v->stop_count];
        viewer_say(v, "No breakpoint on this line any more.");
    } else if (v->stop_count == STOPS_MOST) {
        viewer_say(v, "There are %d breakpoints already.", STOPS_MOST);
    } else {
        v->stop[v->stop_count++] = *here;
        viewer_say(v, "A breakpoint on this line: c and C come here.");
    }
    return REACT_DRAW;
}

/* The stops are tried one after the other, from another line on. */
static unsigned run_to_stop(struct viewer *v, bool on)
{
    int row = v->at.row, line = row < 0 ? 0 : viewer_span(v)->line;
    if (v->stop_count == 0) {
        viewer_say(v, "Set a breakpoint with b first.");
        return REACT_DRAW;
    }
    while (on ? stepper_next(&v->at, 1) : stepper_prev(&v->at, 1)) {
        const struct span *at = viewer_span(v);
        if (viewer_breakpoint(v, at->source, at->line) >= 0 && at->line != line) {
            return jumped(v, row, true, "");
        }
        line = at->line != line ? 0 : line; /* it was left: the same line counts again */
    }
    v->at.row = row;
    viewer_say(v, "No breakpoint %s this step.", on ? "behind" : "before");
    return REACT_DRAW;
}

static unsigned act_to_stop(struct viewer *v, int count)
{
    (void)count;
    return run_to_stop(v, true);
}

static unsigned act_back_to_stop(struct viewer *v, int count)
{
    (void)count;
    return run_to_stop(v, false);
}

static unsigned act_first(struct viewer *v, int count)
{
    int row = v->at.row;
    return count > 0 ? to_number(v, count, false)
                     : jumped(v, row, stepper_first(&v->at), "This is the first step.");
}

static unsigned act_last(struct viewer *v, int count)
{
    int row = v->at.row;
    return count > 0 ? to_number(v, count, false)
                     : jumped(v, row, stepper_last(&v->at), "This is the last step.");
}

/* --- cells --- */

static unsigned act_focus(struct viewer *v, int count)
{
    (void)count;
    v->focus = v->focus == FOCUS_STEPS ? FOCUS_CELLS : FOCUS_STEPS;
    viewer_say(v, v->focus == FOCUS_CELLS ? "The arrows move over the cells now; Tab goes back."
                                          : "The arrows move over the steps now.");
    return REACT_DRAW;
}

static unsigned move_cell(struct viewer *v, int64_t rows, int64_t columns)
{
    const struct plane *p = &v->out.plane;
    if (!v->any_out || p->rows == 0 || p->columns == 0) {
        return REACT_NONE;
    }
    int64_t row = v->cell_row + rows, column = v->cell_column + columns;
    v->row = row < 0 ? 0 : row >= p->rows ? p->rows - 1 : row;
    v->column = column < 0 ? 0 : column >= p->columns ? p->columns - 1 : column;
    return REACT_LOOK | REACT_DRAW;
}

static unsigned act_down(struct viewer *v, int count)
{
    if (v->page != PAGE_NONE && v->page != PAGE_steps) {
        return scroll(v, times(count));
    }
    return v->focus == FOCUS_CELLS ? move_cell(v, times(count), 0) : act_next(v, count);
}

static unsigned act_up(struct viewer *v, int count)
{
    if (v->page != PAGE_NONE && v->page != PAGE_steps) {
        return scroll(v, -times(count));
    }
    return v->focus == FOCUS_CELLS ? move_cell(v, -times(count), 0) : act_prev(v, count);
}

static unsigned act_left(struct viewer *v, int count)
{
    return v->focus == FOCUS_CELLS ? move_cell(v, 0, -times(count)) : act_outward(v, count);
}

static unsigned act_right(struct viewer *v, int count)
{
    return v->focus == FOCUS_CELLS ? move_cell(v, 0, times(count)) : act_into(v, count);
}

static unsigned act_cell(struct viewer *v, int count)
{
    (void)count;
    if (!v->explained || v->hidden) {
        viewer_say(v, v->hidden ? "First guess: r."
                      : v->at.row >= 0 && stepper_folded(&v->at)
                          ? "A group has no arithmetic of its own; s goes into it."
                          : "There is no cell here.");
        return REACT_DRAW;
    }
    return open_page(v, PAGE_cell);
}

/* The selected one of `size`, from what is shown of any tensor of the step. */
static unsigned choose(struct viewer *v, int64_t *wish, int64_t now, int64_t size, int64_t to,
                       const char *what)
{
    if (size <= 1) {
        viewer_say(v, "There is only one %s here.", what);
        return REACT_DRAW;
    }
    if (to < 0 || to >= size) {
        viewer_say(v, "There is no such %s: they are 0 to %lld.", what, (long long)size - 1);
        to = now;
    }
    *wish = to;
    return REACT_LOOK | REACT_DRAW;
}

static const struct plane *widest(const struct viewer *v, bool heads)
{
    const struct plane *p = v->any_out ? &v->out.plane : NULL;
    for (int k = 0; k < v->in_count; k++) {
        const struct plane *other = &v->in[k].plane;
        if (p == NULL || (heads ? p->heads < other->heads : p->batches < other->batches)) {
            p = other;
        }
    }
    return p;
}

static unsigned choose_head(struct viewer *v, int64_t step, int count)
{
    const struct plane *p = widest(v, true);
    return p == NULL ? REACT_NONE
                     : choose(v, &v->head, p->head, p->heads,
                              count > 0 && step > 0 ? count : p->head + step, "head");
}

static unsigned choose_batch(struct viewer *v, int64_t step, int count)
{
    const struct plane *p = widest(v, false);
    return p == NULL ? REACT_NONE
                     : choose(v, &v->batch, p->batch, p->batches,
                              count > 0 && step > 0 ? count : p->batch + step, "batch");
}

static unsigned act_next_head(struct viewer *v, int count)
{
    return choose_head(v, 1, count);
}

static unsigned act_prev_head(struct viewer *v, int count)
{
    return choose_head(v, -times(count), count);
}

static unsigned act_next_batch(struct viewer *v, int count)
{
    return choose_batch(v, 1, count);
}

static unsigned act_prev_batch(struct viewer *v, int count)
{
    return choose_batch(v, -times(count), count);
}

static unsigned act_input(struct viewer *v, int count)
{
    if (v->in_count < 2) {
        viewer_say(v, "This step has %s.", v->in_count == 0 ? "no tensor as input" : "one input");
        return REACT_DRAW;
    }
    v->input = count > 0 ? (count - 1) % v->in_count : (v->input + 1) % v->in_count;
    return REACT_DRAW;
}

static unsigned act_result(struct viewer *v, int count)
{
    (void)count;
    if (v->at.row < 0 || v->at.tape->event[stepper_event(&v->at)].output_count < 2) {
        viewer_say(v, "This step has one result.");
        return REACT_DRAW;
    }
    v->result++;
    return REACT_LOOK | REACT_DRAW;
}

static unsigned act_tier(struct viewer *v, int count)
{
    static const char *const said[] = {"Numbers or blocks, as fits.", "Numbers.", "Blocks."};
    (void)count;
    v->tier = (enum tier)((v->tier + 1) % TIER_COUNT);
    viewer_say(v, "%s", said[v->tier]);
    return REACT_DRAW;
}

static unsigned act_maximize(struct viewer *v, int count)
{
    (void)count;
    v->maximized = !v->maximized;
    return REACT_DRAW;
}

/* --- looking --- */

static unsigned begin_typing(struct viewer *v, enum prompt prompt)
{
    v->prompt = prompt;
    v->typed[0] = '\0';
    return REACT_DRAW;
}

/* Off, on; and while a result is hidden: the question. */
static unsigned act_guess(struct viewer *v, int count)
{
    (void)count;
    if (v->hidden) {
        return begin_typing(v, PROMPT_GUESS);
    }
    v->guessing = !v->guessing;
    v->guessed = v->at.row;
    viewer_say(v, v->guessing ? "From the next step on, results are hidden until you guess."
                              : "Results are shown at once again.");
    return REACT_DRAW;
}

/* Sizes as typed: "2 2 6 6", "(2, 2, 6, 6)". Returns how many, -1: that is no shape. */
static int read_sizes(const char *text, int64_t size[TENSOR_MAX_DIMS])
{
    int count = 0;
    for (text += strspn(text, " (),[]x"); *text != '\0'; text += strspn(text, " (),[]x")) {
        char *rest;
        long value = strtol(text, &rest, 10);
        if (rest == text || value < 0 || count == TENSOR_MAX_DIMS) {
            return -1;
        }
        size[count++] = value;
        text = rest;
    }
    return count;
}

static unsigned judge_guess(struct viewer *v)
{
    const struct tape_tensor *of = v->any_out ? v->out.of : NULL;
    int64_t size[TENSOR_MAX_DIMS];
    int count = read_sizes(v->typed, size), wrong = 0;
    if (v->typed[0] == '\0' || of == NULL) {
        v->hidden = false;
        return REACT_DRAW;
    }
    if (count < 0) {
        viewer_say(v, "Type its sizes, as in 2 6 3.");
        return REACT_DRAW;
    }
    if (count != of->tensor.ndim) {
        viewer_say(v, "Not yet: it has %s axes than %d.",
                   of->tensor.ndim > count ? "more" : "fewer", count);
        return REACT_DRAW;
    }
    while (wrong < count && size[wrong] == of->tensor.shape[wrong]) {
        wrong++;
    }
    if (wrong < count) {
        const char *axis = of->axes != NULL ? of->axes[wrong] : NULL;
        viewer_say(v, "Not yet: axis %d%s%s is not %lld.", wrong, axis != NULL ? ", " : "",
                   axis != NULL ? axis : "", (long long)size[wrong]);
        return REACT_DRAW;
    }
    v->hidden = false;
    viewer_say(v, "Right.");
    return REACT_DRAW;
}

static unsigned act_warnings(struct viewer *v, int count)
{
    (void)count;
    if (v->warnings == NULL || v->warnings->count == 0) {
        viewer_say(v, "Nothing here is silently wrong, as far as qkv can tell.");
        return REACT_DRAW;
    }
    return open_page(v, PAGE_warnings);
}

static unsigned act_output(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_output);
}

/* "There are T, d_out": the numbers of the file that can be set. */
static void list_knobs(const struct knobs *k, struct buf *out)
{
    for (int j = 0; j < k->count; j++) {
        bool met = false;
        for (int i = 0; i < j && !met; i++) {
            met = strcmp(k->at[i].name, k->at[j].name) == 0;
        }
        if (!met) {
            buf_printf(out, "%s%s", out->len > 0 ? ", " : "", k->at[j].name);
        }
    }
}

/* "T=8": checked here, as far as it can be without running. */
static unsigned set_knob(struct viewer *v, const char *setting)
{
    struct knobs k;
    struct error err = {0};
    struct buf all = {0};
    size_t name = strcspn(setting, "=@ ");
    const char *value = strchr(setting, '=');
    bool known = false;
    if (v->lesson == NULL || !knobs_find(&k, v->lesson, &err)) {
        viewer_say(v, "This code cannot be run again from here.");
        return REACT_DRAW;
    }
    for (int j = 0; j < k.count; j++) {
        known |= strlen(k.at[j].name) == name && strncmp(k.at[j].name, setting, name) == 0;
    }
    list_knobs(&k, &all);
    knobs_free(&k);
    if (!known || value == NULL || value[1] == '\0' ||
        strspn(value + 1, "-+.0123456789e") != strlen(value + 1)) {
        viewer_say(v, "Write :set NAME=NUMBER. There are %s.",
                   all.len > 0 ? buf_text(&all) : "none");
        buf_free(&all);
        return REACT_DRAW;
    }
    buf_free(&all);
    if (setting != v->knob) {
        memmove(v->knob, setting, strlen(setting) + 1);
    }
    return REACT_AGAIN;
}

static unsigned change_knob(struct viewer *v, int by)
{
    char next[TYPED_MOST + 1];
    char *value = strchr(v->knob, '=');
    if (value == NULL) {
        return set_knob(v, "");
    }
    long now = strtol(value + 1, NULL, 10);
    int len = (int)(value - v->knob);
    snprintf(next, sizeof next, "%.*s=%ld", len < 100 ? len : 100, v->knob, now + by);
    return set_knob(v, next);
}

static unsigned act_more(struct viewer *v, int count)
{
    return change_knob(v, times(count));
}

static unsigned act_less(struct viewer *v, int count)
{
    return change_knob(v, -times(count));
}

static unsigned act_prose(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_prose);
}

static unsigned act_names(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_names);
}

static unsigned act_steps(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_steps);
}

static unsigned act_storage(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_storage);
}

static unsigned act_search(struct viewer *v, int count)
{
    (void)count;
    return begin_typing(v, PROMPT_SEARCH);
}

/* Whether `text` holds `word`, letters of either case being the same. */
static bool holds(const char *text, const char *word)
{
    size_t len = strlen(word);
    for (; *text != '\0'; text++) {
        size_t k = 0;
        while (k < len && tolower((unsigned char)text[k]) == tolower((unsigned char)word[k])) {
            k++;
        }
        if (k == len) {
            return true;
        }
    }
    return false;
}

static bool matches(const struct viewer *v, int event, const char *word)
{
    const struct tape *t = v->at.tape;
    struct buf code = {0};
    code_of_event(t, event, false, &code);
    bool found = holds(buf_text(&code), word) || holds(t->event[event].name, word) ||
                 holds(stage_name(t->event[event].stage), word);
    buf_free(&code);
    return found;
}

static unsigned find(struct viewer *v, int direction, int count)
{
    int row = v->at.row, left = times(count);
    int event = row < 0 ? -1 : direction > 0 ? stepper_event(&v->at) : stepper_begin(&v->at);
    if (v->search[0] == '\0' || row < 0) {
        viewer_say(v, "Search with / first.");
        return REACT_DRAW;
    }
    for (event += direction; event >= 0 && event < v->at.tape->event_count; event += direction) {
        if (matches(v, event, v->search) && --left == 0) {
            return jumped(v, row, stepper_to_event(&v->at, event), "");
        }
    }
    viewer_say(v, "%s: not found %s this step.", v->search, direction > 0 ? "behind" : "before");
    return REACT_DRAW;
}

static unsigned act_next_match(struct viewer *v, int count)
{
    return find(v, 1, count);
}

static unsigned act_prev_match(struct viewer *v, int count)
{
    return find(v, -1, count);
}

static unsigned act_mark(struct viewer *v, int count)
{
    (void)count;
    return begin_typing(v, PROMPT_MARK);
}

static unsigned act_to_mark(struct viewer *v, int count)
{
    (void)count;
    return begin_typing(v, PROMPT_TO_MARK);
}

static unsigned act_command(struct viewer *v, int count)
{
    (void)count;
    return begin_typing(v, PROMPT_COMMAND);
}

/* --- leaving --- */

static unsigned act_repaint(struct viewer *v, int count)
{
    (void)v, (void)count;
    return REACT_REPAINT | REACT_DRAW;
}

static unsigned act_suspend(struct viewer *v, int count)
{
    (void)v, (void)count;
    return REACT_SUSPEND | REACT_DRAW;
}

static unsigned act_help(struct viewer *v, int count)
{
    (void)count;
    return open_page(v, PAGE_help);
}

static unsigned act_back(struct viewer *v, int count)
{
    (void)count;
    v->page = PAGE_NONE;
    return REACT_DRAW;
}

static unsigned act_quit(struct viewer *v, int count)
{
    (void)count;
    if (v->page != PAGE_NONE) {
        v->page = PAGE_NONE;
        return REACT_DRAW;
    }
    return REACT_QUIT;
}

/* --- from keys to actions --- */

static unsigned (*const acts[])(struct viewer *v, int count) = {
#define KEY(action, ...) act_##action,
#include "tui/keys.def"
#undef KEY
};

/* ":p keys.shape" */
static unsigned put_question(struct viewer *v, const char *expression)
{
    size_t len = strlen(expression);
    len = len < TYPED_MOST ? len : TYPED_MOST;
    memmove(v->question, expression, len);
    v->question[len] = '\0';
    buf_clear(&v->answer);
    ask(&v->at, v->question, &v->answer);
    v->page = PAGE_answer;
    v->scroll = 0;
    return REACT_DRAW;
}

unsigned action_command(struct viewer *v, const char *text)
{
    char *rest;
    text += strspn(text, " ");
    if (text[0] == 'p' && text[1] == ' ') {
        return put_question(v, text + 2 + strspn(text + 2, " "));
    }
    if (strncmp(text, "set ", 4) == 0) {
        return set_knob(v, text + 4 + strspn(text + 4, " "));
    }
    bool setup = text[0] == 's' && isdigit((unsigned char)text[1]);
    long number = strtol(text + setup, &rest, 10);
    number = number > COUNT_MOST ? COUNT_MOST : number < 0 ? 0 : number;
    rest += strspn(rest, " ");
    if (*rest == '\0') {
        return *text == '\0' ? REACT_DRAW : to_number(v, (int)number, setup);
    }
    enum action action = key_command(rest);
    if (strcmp(rest, "q") == 0) {
        action = ACTION_quit;
    }
    if (action == ACTION_COUNT) {
        viewer_say(v, "There is no command %s; ? lists them.", rest);
        return REACT_DRAW;
    }
    return acts[action](v, (int)number);
}

static unsigned set_mark(struct viewer *v, uint32_t key)
{
    if (key < 'a' || key > 'z' || v->at.row < 0) {
        viewer_say(v, "A mark is a letter from a to z.");
    } else {
        v->mark[key - 'a'] = stepper_event(&v->at);
        viewer_say(v, "Marked: '%c comes back here.", (char)key);
    }
    return REACT_DRAW;
}

static unsigned go_to_mark(struct viewer *v, uint32_t key)
{
    int row = v->at.row, mark = key == '\''                ? BEFORE_JUMP
                                : key >= 'a' && key <= 'z' ? (int)key - 'a'
                                                           : -1;
    if (mark < 0 || v->mark[mark] < 0) {
        viewer_say(v, "There is no such mark.");
        return REACT_DRAW;
    }
    return jumped(v, row, stepper_to_event(&v->at, v->mark[mark]), "You are there.");
}

static unsigned finish_typing(struct viewer *v)
{
    enum prompt prompt = v->prompt;
    v->prompt = PROMPT_NONE;
    if (prompt == PROMPT_COMMAND) {
        return action_command(v, v->typed) | REACT_DRAW;
    }
    if (prompt == PROMPT_GUESS) {
        return judge_guess(v);
    }
    if (v->typed[0] != '\0') {
        memcpy(v->search, v->typed, sizeof v->search);
    }
    return find(v, 1, 1);
}

static unsigned type(struct viewer *v, uint32_t key)
{
    size_t len = strlen(v->typed);
    if (v->prompt == PROMPT_MARK || v->prompt == PROMPT_TO_MARK) {
        enum prompt prompt = v->prompt;
        v->prompt = PROMPT_NONE;
        return key == PRESSED_ESC      ? REACT_DRAW
               : prompt == PROMPT_MARK ? set_mark(v, key)
                                       : go_to_mark(v, key);
    }
    if (key == PRESSED_ENTER) {
        return finish_typing(v);
    }
    if (key == PRESSED_ESC || (key == PRESSED_BACKSPACE && len == 0)) {
        v->prompt = PROMPT_NONE;
    } else if (key == PRESSED_BACKSPACE) {
        do {
            len--;
        } while (len > 0 && ((unsigned char)v->typed[len] & 0xC0) == 0x80);
        v->typed[len] = '\0';
    } else if (key >= ' ' && key < PRESSED_SPECIAL && len + 4 <= TYPED_MOST) {
        v->typed[len + utf8_write(key, v->typed + len)] = '\0';
    }
    return REACT_DRAW;
}

/* At a step that was not shown before, the result waits for a guess. */
static unsigned hide(struct viewer *v, unsigned reaction)
{
    if (v->at.row != v->guessed) {
        v->guessed = v->at.row;
        v->hidden = v->guessing && !stepper_folded(&v->at);
    }
    return reaction;
}

unsigned action_key(struct viewer *v, uint32_t key)
{
    v->message[0] = '\0';
    if (v->prompt != PROMPT_NONE) {
        return hide(v, type(v, key));
    }
    if ((key >= '1' && key <= '9') || (key == '0' && v->count > 0)) {
        v->count = v->count * 10 + (int)(key - '0');
        v->count = v->count > COUNT_MOST ? COUNT_MOST : v->count;
        return REACT_DRAW;
    }
    enum action action = key_action(key);
    int count = v->count;
    v->count = 0;
    if (action == ACTION_COUNT) {
        viewer_say(v, "This key does nothing; ? lists those that do.");
        return REACT_DRAW;
    }
    return hide(v, acts[action](v, count) | REACT_DRAW);
}
