/* The last line: what is typed, what was said, or the keys of what is looked at. All of them work
 * there. */
#include "tui/pane/pane_footer.h"

#include "tui/keys.h"
#include "tui/page/page.h"
#include "tui/pane/pane_text.h"
#include "tui/pane/softmax_part.h"
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
                                       "it is there already; y writes over it: "};
    return lead[prompt];
}

static void put_prompt(const struct viewer *v, struct grid *g, struct box b)
{
    int x =
        grid_put(g, b.x + 1, b.y, b.x + b.width, STYLE_PROMPT, pane_footer_prompt(v->typed.prompt));
    x = grid_put(g, x, b.y, b.x + b.width - 1, STYLE_PROMPT, v->typed.text);
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

/* The help, and the last one, which leads out: those are always there. */
static bool is_kept(const struct pane_hint *hint)
{
    return hint[1].key == NULL || strcmp(hint->key, "?") == 0;
}

void pane_hints(struct grid *g, struct box b, const struct pane_hint *hint)
{
    int x = b.x + 1, keep = 0;
    for (const struct pane_hint *k = hint; k->key != NULL; k++) {
        keep += is_kept(k) ? hint_width(k) + 2 : 0;
    }
    for (; hint->key != NULL; hint++) {
        keep -= is_kept(hint) ? hint_width(hint) + 2 : 0;
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
    static const struct pane_hint moving[] = {
        {"n", "next step"}, {"p", "step before"}, {"q", "back"}, {NULL, NULL}};
    static const struct pane_hint whole[] = {{"q", "back"}, {NULL, NULL}};
    enum page page = v->where.page;
    char text[40] = "";
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
    } else if (length > height) {
        int first = v->where.scroll > length - height ? length - height : v->where.scroll;
        snprintf(text, sizeof text, "on, lines %d-%d of %d", first + 1, first + height, length);
        const struct pane_hint part[] = {
            {"n", text}, {"p", "back"}, {"q", "to the step"}, {NULL, NULL}};
        pane_hints(g, b, part);
    } else {
        pane_hints(g, b, whole);
    }
}

/* At a text of the lesson. */
static void put_guide_hints(const struct viewer *v, struct grid *g, struct box b)
{
    static const struct pane_hint typing[] = {{"Enter", "answer"},  {"Esc", "back"},
                                              {"h Enter", "hint"},  {"s Enter", "solution"},
                                              {"? Enter", "words"}, {NULL, NULL}};
    const struct practice *p = v->practice;
    const struct guide_stop *stop = viewer_stop(v);
    bool more = stop->kind == GUIDE_MORE && p != NULL;
    bool asks = p != NULL && p->open && p->task[p->at].done != DONE_SOLVED &&
                (stop->kind == GUIDE_EXERCISE || (more && v->where.asking));
    char letters[] = "a-z";
    letters[2] = (char)('a' + (asks ? p->question.option_count : 1) - 1);
    const struct pane_hint reading[] = {
        {asks && p->question.kind == EXERCISE_choice ? letters : "Enter", asks ? "answer"
                                                                          : v->where.asking
                                                                              ? "go on"
                                                                              : "begin"},
        {"Space", "go on"},
        {"p", "back"},
        {"]", "next section"},
        {"s", "single steps"},
        {"?", "help"},
        {"q", "quit"},
        {NULL, NULL}};
    pane_hints(g, b, v->typed.answering ? typing : asks || more ? reading : reading + 1);
}

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
        return leads_back(v) || viewer_stop(v) != NULL ||
               (v->where.at.row >= 0 && (v->where.at.part >= 0 || stepper_folded(&v->where.at) ||
                                         softmax_parts_are_there(v)));
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

static const char *label_of(const struct viewer *v, enum action action)
{
    bool told = viewer_stop(v) != NULL;
    bool gradient =
        v->fetched.gradient >= 0 && v->where.at.tape->event[stepper_event(&v->where.at)].of >= 0;
    return gives_way(v, action, gradient) ? ""
           : action == ACTION_gradient && v->fetched.gradient >= 0
               ? gradient ? "forward" : "gradient"
           : action == ACTION_source && gradient    ? "from"
           : action == ACTION_use && gradient       ? "to"
           : action == ACTION_into && leads_back(v) ? "its step"
           : told && action == ACTION_next          ? "go on"
           : told && action == ACTION_next_stage    ? "section"
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
    static const struct pane_hint finding[] = {
        {"n", "next match"}, {"N", "match before"}, {"Space", "next"}, {"Esc", "done"},
        {"?", "help"},       {"q", "quit"},         {NULL, NULL}};
    int x = b.x + 1, end = b.x + b.width, keep = end - 16; /* help and quit are always there */
    if (v->typed.prompt != PROMPT_NONE) {
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
        char key[12];
        const char *label = label_of(v, (enum action)k);
        bool always = k == ACTION_help || k == ACTION_quit;
        if (label[0] == '\0' || !works(v, (enum action)k)) {
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
