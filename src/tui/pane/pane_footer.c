/* Draws the last line: what is typed, what was said, or the keys of what is looked at. All of them
 * work there. */
#include "tui/pane/pane_footer.h"

#include "tui/act.h"
#include "tui/asked.h"
#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_part.h"
#include "tui/practice_word.h"
#include "tui/scene.h"
#include "tui/viewer_figure.h"

#include <stdio.h>
#include <string.h>

const char *pane_footer_prompt(enum prompt prompt)
{
    static const char *const lead[] = {"",
                                       ":",
                                       "/",
                                       "mark with a letter: ",
                                       "to which mark? ",
                                       "shape, =NUMBER or refused? ",
                                       "picture, .png or .svg: ",
                                       "it is there already; y writes over it: ",
                                       ""};
    return lead[prompt];
}

static void put_prompt(const struct viewer *v, struct grid *g, struct box b)
{
    int x =
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_PROMPT, pane_footer_prompt(v->typed.prompt));
    if (strlen(v->typed.text) > TYPED_MOST) {
        char text[64];
        snprintf(text, sizeof text, "at most %d characters: ", TYPED_MOST);
        x = grid_put(g, x, b.y, b.x + b.width, STYLE_QUIET, text);
    }
    x = grid_put(g, x, b.y, b.x + b.width - 1, STYLE_PROMPT,
                 grid_tail(v->typed.text, b.x + b.width - 1 - x));
    g->cursor_x = x;
    g->cursor_y = b.y;
    if (v->typed.offers > 1) {
        char text[32];
        snprintf(text, sizeof text, "Tab: %d of %d", v->typed.turn + 1, v->typed.offers);
        grid_put(g, x + 3, b.y, b.x + b.width, STYLE_QUIET, text);
    }
}

static int hint_width(const struct pane_hint *hint)
{
    return (int)strlen(hint->key) + 1 + (int)strlen(hint->label);
}

/* A click on it presses its first key. */
static void put_spot(struct grid *g, int x, int y, int width, const char *names)
{
    uint32_t key;
    if (key_read(&names, &key) && key != 0) {
        grid_spot(g, x, y, width, SPOT_KEY, key, 0);
    }
}

/* The first one, which is what is waited for, the help, and the last one, which leads out. */
static bool is_kept(const struct pane_hint *all, const struct pane_hint *hint)
{
    return hint == all || hint[1].key == NULL || strcmp(hint->key, "?") == 0;
}

void pane_hints(struct grid *g, struct box b, const struct pane_hint *all)
{
    int x = b.x + 1, keep = 0;
    for (const struct pane_hint *k = all; k->key != NULL; k++) {
        keep += is_kept(all, k) ? hint_width(k) + 2 : 0;
    }
    for (const struct pane_hint *hint = all; hint->key != NULL; hint++) {
        keep -= is_kept(all, hint) ? hint_width(hint) + 2 : 0;
        if (x + hint_width(hint) + keep <= b.x + b.width) {
            put_spot(g, x, b.y, hint_width(hint), hint->key);
            x = grid_put(g, x, b.y, b.x + b.width, STYLE_KEY, hint->key) + 1;
            x = grid_put(g, x, b.y, b.x + b.width, STYLE_QUIET, hint->label) + 2;
        }
    }
}

/* On a page. */
static void put_page_hints(const struct viewer *v, struct grid *g, struct box b)
{
    static const struct pane_hint code[] = {
        {"j k", "line"}, {"h l", "word"},     {"W", "its meaning"}, {"t", "its step"},
        {"x", "off/on"}, {"b", "breakpoint"}, {"q", "back"},        {NULL, NULL}};
    static const struct pane_hint list[] = {
        {"n", "next step"}, {"p", "step before"}, {"Enter", "open, or to it"},
        {"S", "fold"},      {"/", "filter"},      {"q", "back"},
        {NULL, NULL}};
    static const struct pane_hint calls[] = {
        {"k", "the caller"}, {"j", "the called"}, {":", "p EXPR asks there"},
        {"n", "next step"},  {"q", "back"},       {NULL, NULL}};
    static const struct pane_hint moving[] = {
        {"n", "next step"}, {"p", "step before"}, {"q", "back"}, {NULL, NULL}};
    static const struct pane_hint whole[] = {{"q", "back"}, {NULL, NULL}};
    enum page page = v->where.page;
    char text[64] = "";
    int height = v->height - PAGE_AROUND, length = page_length(v, page, v->width - 2);
    if (page == PAGE_help && !scene_is_small(v)) {
        const char *next = page_help_group(page_help_end(v));
        struct pane_hint turn[] = {
            {"n", next}, {"p", "before"}, {"?", "words"}, {"q", "back"}, {NULL, NULL}};
        pane_hints(g, b, next != NULL ? turn : turn + 1);
    } else if (page == PAGE_code) {
        pane_hints(g, b, code);
    } else if (page == PAGE_steps) {
        pane_hints(g, b, list);
    } else if (page == PAGE_names) {
        pane_hints(g, b, moving);
    } else if (page == PAGE_where) {
        pane_hints(g, b, calls);
    } else if (length > height) {
        int first = v->where.scroll > length - height ? length - height : v->where.scroll;
        bool last = first + height >= length;
        snprintf(text, sizeof text, "%s, lines %d-%d of %d", last ? "back" : "on", first + 1,
                 first + height, length);
        const struct pane_hint part[] = {
            {"n", text}, {"p", last ? text : "back"}, {"q", "to the step"}, {NULL, NULL}};
        pane_hints(g, b, part + last);
    } else {
        pane_hints(g, b, whole);
    }
}

/* --- at a text of the lesson --- */

#define HINTS_MOST 12

struct hints {
    struct pane_hint at[HINTS_MOST + 1];
    int count;
};

static void add(struct hints *h, const char *key, const char *label)
{
    if (key != NULL && label != NULL) {
        h->at[h->count++] = (struct pane_hint){key, label};
        h->at[h->count] = (struct pane_hint){NULL, NULL};
    }
}

/* Where Space leads from a stop; NULL: nowhere. */
static const char *pane_footer_on(const struct viewer *v)
{
    bool last = v->where.stop + 1 >= v->guide->count;
    bool below = viewer_reads(v) && v->height > 0 &&
                 scene_text_length(v) - v->where.scroll > v->height - PAGE_AROUND;
    return below                    ? "more"
           : !last                  ? "go on"
           : v->failure != NULL     ? "how it fails"
           : v->next_lesson != NULL ? "next lesson"
                                    : NULL;
}

/* What q does at a stop. */
static const char *leaving(const struct viewer *v)
{
    return v->listed ? "list" : "quit";
}

/* What s does at a text: to the next operation, if there is one. */
static const char *next_operation(const struct viewer *v)
{
    return viewer_step_follows(v) ? "next operation" : NULL;
}

static const char *next_section(const struct viewer *v)
{
    return guide_section(v->guide, v->where.stop, 1) >= 0 ? "next section" : NULL;
}

/* What Enter alone does at an exercise that is over, or where those of a section are listed. */
static const char *enter_leads(const struct viewer *v)
{
    const struct guide_stop *stop = viewer_stop(v);
    bool listed = !v->where.asking;
    int open = practice_next_open(v->practice, stop->exercise, stop->exercises,
                                  listed ? stop->exercise - 1 : v->practice->at);
    return stop->kind != GUIDE_MORE || open < 0 ? NULL : listed ? "begin" : "next open one";
}

/* On the line: what Enter would do with it. */
static void add_typing(const struct viewer *v, struct hints *h)
{
    const struct practice *p = v->practice;
    const char *word = practice_word(p, p->typed);
    if (p->typed[0] != '\0' || p->opening) {
        add(h, "Enter", p->typed[0] == '\0' ? "open it" : word != NULL ? word : "answer");
        add(h, "Esc", "leave the line");
        return;
    }
    bool over = practice_is_over(p);
    add(h, "Enter", over ? enter_leads(v) : "answer");
    add(h, kind_asks(p->question.kind, ASKS_CODE) ? NULL : "Space", pane_footer_on(v));
    add(h, "h Enter", "hint");
    add(h, "s Enter", "solution");
    add(h, "? Enter", "words");
    add(h, "Esc", "leave the line");
}

/* Only what is a command there. */
static void add_question(const struct viewer *v, struct hints *h)
{
    const struct practice *p = v->practice;
    bool letter = asked_for(v) == ASKED_LETTER, over = practice_is_over(p);
    bool solved = p->task[p->at].done == DONE_SOLVED;
    const char *letters[] = {"a", "a-b", "a-c", "a-d", "a-e", "a-f", "a-g", "a-h"};
    int options = p->question.option_count;
    if (letter && !solved) {
        add(h, options > 0 && options <= 8 ? letters[options - 1] : "a-z", "answer");
    }
    add(h, "Enter", over ? enter_leads(v) : letter ? NULL : "answer");
    add(h, "Space", pane_footer_on(v));
    add(h, asked_key(v, 'p') == ASKED_COMMAND ? "p" : "Left", "back");
    add(h, "]", next_section(v));
    add(h, "s", asked_key(v, 's') == ASKED_COMMAND ? next_operation(v) : NULL);
    add(h, "h Enter", letter && !over && asked_key(v, 'h') == ASKED_BEGINS ? "hint" : NULL);
    add(h, "?", "help");
    add(h, asked_key(v, 'q') == ASKED_COMMAND ? "q" : "q Enter", leaving(v));
}

static void put_guide_hints(const struct viewer *v, struct grid *g, struct box b)
{
    struct hints h = {.count = 0};
    if (v->typed.answering) {
        add_typing(v, &h);
    } else if (asked_for(v) != ASKED_NOTHING) {
        add_question(v, &h);
    } else {
        bool more = viewer_stop(v)->kind == GUIDE_MORE && v->practice != NULL;
        add(&h, "Enter", more ? enter_leads(v) : NULL);
        add(&h, "Space", pane_footer_on(v));
        add(&h, "p", "back");
        add(&h, "]", next_section(v));
        add(&h, "s", next_operation(v));
        add(&h, "W", "words");
        add(&h, "?", "help");
        add(&h, "q", leaving(v));
    }
    pane_hints(g, b, h.at);
}

/* --- at an operation --- */

/* At a number of a figure Enter goes into what made it. */
static bool leads_back(const struct viewer *v)
{
    return viewer_figure(v) != NULL && v->where.focus == FOCUS_CELLS && v->fetched.any_out;
}

/* Whether there is something here that it acts on. */
static bool works(const struct viewer *v, enum action action)
{
    switch (action) {
    case ACTION_instead:
        return v->fetched.way_count > 0 && !v->chosen.hidden;
    case ACTION_cell:
        return v->fetched.explained && !v->chosen.hidden;
    case ACTION_into:
        return leads_back(v) || (v->where.at.row >= 0 && v->where.at.part < 0 &&
                                 (stepper_folded(&v->where.at) || softmax_parts_are_there(v)));
    case ACTION_picture:
        return v->fetched.any_out || viewer_figure(v) != NULL;
    default:
        return true;
    }
}

/* The keys that go over gradients push others out on a narrow screen: of a gradient more than of
 * what has one. */
static bool gives_way(const struct viewer *v, enum action action, bool gradient)
{
    return v->width < 100 && v->fetched.gradient >= 0 &&
           (action == ACTION_next_stage ||
            (action == ACTION_focus && gradient && works(v, ACTION_into)));
}

/* From steps between two stops Space leads to the one behind, p to the one before. */
static const char *to_stop(const struct viewer *v, int by, char number[24])
{
    bool last = v->where.stop + by >= v->guide->count;
    int stop = last ? 0 : guide_number(v->guide, v->where.stop + by);
    snprintf(number, 24, "to stop %d", stop);
    return last ? pane_footer_on(v) : stop > 0 ? number : by > 0 ? "go on" : "back";
}

const char *pane_footer_gradient(const struct viewer *v)
{
    const struct stepper *at = &v->where.at;
    if (at->row < 0 || v->fetched.gradient < 0) { /* a run without a step, too */
        return NULL;
    }
    return at->tape->event[stepper_event(at)].of >= 0 ? "forward" : "gradient";
}

static const char *label_of(const struct viewer *v, enum action action, char number[24])
{
    bool told = viewer_stop(v) != NULL, between = told && v->where.between;
    bool part = v->where.at.part >= 0; /* Space and p go to the next part and the one before */
    const char *over = pane_footer_gradient(v);
    bool gradient = over != NULL && strcmp(over, "forward") == 0;
    return gives_way(v, action, gradient)              ? ""
           : action == ACTION_gradient && over != NULL ? over
           : action == ACTION_source && gradient       ? "from"
           : action == ACTION_use && gradient          ? (act_hop_has_use(v) ? "to" : NULL)
           : action == ACTION_into && leads_back(v)    ? "its step"
           : action == ACTION_focus && v->where.focus == FOCUS_CELLS && v->lesson != NULL ? "code"
           : action == ACTION_quit && part                                                ? "back"
           : action == ACTION_quit                                    ? leaving(v)
           : part && (action == ACTION_next || action == ACTION_prev) ? key_row(action)->label
           : between && action == ACTION_next                         ? to_stop(v, 1, number)
           : between && action == ACTION_prev                         ? to_stop(v, 0, number)
           : between && action == ACTION_behind && stepper_inside(&v->where.at) ? "out"
           : told && action == ACTION_next                                      ? pane_footer_on(v)
           : told && action == ACTION_next_stage ? next_section(v) != NULL ? "section" : NULL
                                                 : key_row(action)->label;
}

/* What does not fit takes the line above, too. */
static void put_message(const struct viewer *v, struct grid *g, struct box b)
{
    struct box text = {b.x + 1, b.y, b.width - 2, 1};
    if (grid_width(v->typed.message) > text.width) {
        text.y--;
        text.height++;
        grid_fill(g, b.x, text.y, b.width, STYLE_PLAIN, ' ');
    }
    pane_text(v, g, text, STYLE_PROMPT, v->typed.message);
}

int pane_footer(const struct viewer *v, struct grid *g, struct box b)
{
    const struct pane_hint finding[] = {
        {"n", "next match"}, {"N", "match before"}, {"Space", "next"}, {"Esc", "done"},
        {"?", "help"},       {"q", leaving(v)},     {NULL, NULL}};
    int x = b.x + 1, end = b.x + b.width, keep = end - 16; /* help and quit are always there */
    if (v->typed.prompt != PROMPT_NONE && v->typed.prompt != PROMPT_EDIT) {
        put_prompt(v, g, b);
        return b.y + 1;
    }
    if (v->typed.message[0] != '\0') {
        put_message(v, g, b);
        return b.y + 1;
    }
    if (v->typed.count > 0) {
        char text[16];
        snprintf(text, sizeof text, "%d", v->typed.count);
        x = grid_put(g, x, b.y, end, STYLE_PROMPT, text) + 2;
        b = (struct box){x - 1, b.y, end - x + 1, 1};
    }
    if (v->where.page != PAGE_NONE) {
        put_page_hints(v, g, b);
        return b.y + 1;
    }
    if (v->typed.finding) {
        pane_hints(g, b, finding);
        return b.y + 1;
    }
    if (viewer_reads(v)) {
        put_guide_hints(v, g, b);
        return b.y + 1;
    }
    for (int k = 0; k < ACTION_COUNT; k++) {
        char key[12], number[24];
        const char *label = label_of(v, (enum action)k, number);
        bool always = k == ACTION_help || k == ACTION_quit;
        if (label == NULL || label[0] == '\0' || !works(v, (enum action)k)) {
            continue;
        }
        key_first_name((enum action)k, key);
        if (k == ACTION_next && viewer_stop(v) != NULL) {
            snprintf(key, sizeof key, "Space");
        }
        if (k == ACTION_into && leads_back(v)) {
            snprintf(key, sizeof key, "Enter");
        }
        int width = (int)strlen(key) + 1 + (int)strlen(label);
        if (x + width > (always ? end : keep)) {
            continue;
        }
        put_spot(g, x, b.y, width, key);
        x = grid_put(g, x, b.y, end, STYLE_KEY, key) + 1;
        x = grid_put(g, x, b.y, end, STYLE_QUIET, label) + 2;
    }
    return b.y + 1;
}
