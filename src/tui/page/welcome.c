/* Runs the head, reads its map off the tape, and shows it. */
#include "tui/page/welcome.h"

#include "lesson/catalog.h"
#include "lesson/knobs.h"
#include "tui/keys.h"
#include "tui/pane/pane_footer.h"
#include "tui/pane/pane_text.h"
#include "tui/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const parts[] = {"word_table", "place_table", "W_query",  "W_key",
                                    "W_value",    "W_out",       "W_answer", "bias"};

/* --- what the run says --- */

/* What a name of the top level was bound to first; NULL: it was not. */
static const struct tensor *named(const struct tape *t, const char *name)
{
    for (int k = 0; k < t->bind_count; k++) {
        if (t->bind[k].call < 0 && t->bind[k].tensor != NULL &&
            strcmp(t->bind[k].name, name) == 0) {
            return t->bind[k].tensor;
        }
    }
    return NULL;
}

/* The last number of that name at the top level. */
static bool named_number(const struct tape *t, const char *name, double *out)
{
    bool found = false;
    for (int k = 0; k < t->bind_count; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (b->call < 0 && b->value.type == VALUE_FLOAT && strcmp(b->name, name) == 0) {
            *out = b->value.f;
            found = true;
        }
    }
    return found;
}

/* The event whose result got that name in the lesson's own code; -1: none. */
static int event_of(const struct tape *t, const char *name)
{
    for (int k = 0; k < t->event_count; k++) {
        const char *result = t->event[k].output_count > 0 && t->event[k].user_call < 0
                                 ? tape_result_name(t, k, 0)
                                 : NULL;
        if (result != NULL && strcmp(result, name) == 0) {
            return k;
        }
    }
    return -1;
}

static bool read_map(struct welcome_map *m, const struct tape *t)
{
    int weights = event_of(t, "attn_weights"), chances = event_of(t, "chances");
    *m = (struct welcome_map){0};
    for (size_t k = 0; k < sizeof parts / sizeof parts[0]; k++) {
        const struct tensor *part = named(t, parts[k]);
        m->numbers += part != NULL ? tensor_numel(part) : 0;
    }
    if (weights < 0 || chances < 0 || !named_number(t, "right_hidden", &m->guessed)) {
        return false;
    }
    const struct tensor *sentences = named(t, "sentences");
    m->sentences = sentences != NULL && sentences->ndim > 0 ? sentences->shape[0] : 0;
    const struct tape_tensor *w = &t->event[weights].output[0];
    int last = w->tensor.ndim - 1;
    if (last < 0 || w->words == NULL || w->words[last] == NULL ||
        tensor_numel(&w->tensor) > WELCOME_WORDS) {
        return false;
    }
    m->words = (int)tensor_numel(&w->tensor);
    for (int k = 0; k < m->words; k++) {
        m->word[k] = w->words[last][k];
        m->share[k] = tensor_double_at(&w->tensor, w->tensor.offset + k * w->tensor.stride[last]);
        m->most = m->share[k] > m->share[m->most] ? k : m->most;
    }
    const struct tensor *c = &t->event[chances].output[0].tensor;
    m->is = tensor_double_at(c, c->offset);
    m->are = tensor_double_at(c, c->offset + c->stride[0]);
    return true;
}

/* `setting`: "hide=1", NULL: as it is. */
static bool run_head(struct run *run, struct welcome_map *map, const struct run_terms *terms,
                     const char *setting, struct error *err)
{
    const struct lesson_file *f = catalog_find(WELCOME_LESSON);
    struct lesson *l = calloc(1, sizeof *l);
    struct knobs knobs = {0};
    scoped_buf report = {0};
    if (l == NULL || f == NULL || !lesson_read(l, f->name, LESSON_MARKDOWN, f->text, f->len, err)) {
        free(l);
        return error_memory(err);
    }
    bool ok = setting == NULL ||
              (knobs_find(&knobs, l, err) && knobs_set(&knobs, l, setting, &report, err));
    knobs_free(&knobs);
    if (!ok) {
        lesson_free(l);
        free(l);
        return false;
    }
    if (!run_make(run, l, terms, false, err)) {
        return false;
    }
    if (run->failure.len > 0 || !read_map(map, run->tape)) {
        run_free(run);
        return error_set(err, ERROR_INPUT, "the lesson " WELCOME_LESSON " has no such map");
    }
    return true;
}

bool welcome_open(struct welcome *w, const struct run_terms *terms, struct error *err)
{
    *w = (struct welcome){.terms = *terms};
    return run_head(&w->run, &w->seen, terms, NULL, err);
}

void welcome_free(struct welcome *w)
{
    run_free(&w->run);
    if (w->any_other) {
        run_free(&w->other);
    }
    *w = (struct welcome){0};
}

/* --- keys --- */

static void hide(struct welcome *w)
{
    char setting[32];
    struct error none = {0};
    snprintf(setting, sizeof setting, "hide=%d", w->seen.most);
    w->any_other = w->any_other || run_head(&w->other, &w->blind, &w->terms, setting, &none);
    w->hides = w->any_other && !w->hides;
}

/* One thing less: the keys that are told, the word that is hidden. Nothing is behind this screen,
 * and whoever tries to get back is not thrown out. */
static enum welcome_answer go_back(struct welcome *w)
{
    if (!w->help && !w->hides) {
        w->said = "This is where it begins: Space goes on, q quits.";
    } else if (w->help) {
        w->help = false;
    } else {
        w->hides = false;
    }
    return WELCOME_STAY;
}

enum welcome_answer welcome_key(struct welcome *w, uint32_t key)
{
    w->said = NULL;
    if (key == PRESSED_PLAIN) {
        return WELCOME_PLAIN;
    }
    switch (key_action(key)) {
    case ACTION_line:
        w->help = false;
        hide(w);
        return WELCOME_STAY;
    case ACTION_next:
    case ACTION_down:
        return WELCOME_BEGIN;
    case ACTION_right: /* the arrow goes on, as everywhere; l is the list */
        return key == PRESSED_RIGHT ? WELCOME_BEGIN : WELCOME_LIST;
    case ACTION_steps:
        return WELCOME_LIST;
    case ACTION_help:
        w->help = !w->help;
        return WELCOME_STAY;
    case ACTION_back:
    case ACTION_prev:
    case ACTION_up:
    case ACTION_left:
        return go_back(w);
    case ACTION_quit:
    case ACTION_interrupt:
        return WELCOME_QUIT;
    default:
        return WELCOME_STAY;
    }
}

/* --- the screen --- */

static int column_width(const char *word)
{
    int width = grid_width(word);
    return (width < 4 ? 4 : width) + 3;
}

/* "1.00", ".05" */
static void put_share(struct grid *g, int x, int y, double share)
{
    char text[16];
    snprintf(text, sizeof text, "%.2f", share);
    const char *shown = text[0] == '0' ? text + 1 : text;
    int end = grid_put(g, x, y, g->width, STYLE_PLAIN, shown);
    int level = 1 + (int)(share * (HEAT_LEVELS - 1) + 0.5);
    grid_heat(g, x, y, end - x, level > HEAT_LEVELS ? HEAT_LEVELS : level);
}

static void put_map(const struct welcome *w, struct grid *g, int y)
{
    const struct welcome_map *m = w->hides ? &w->blind : &w->seen;
    for (int k = 0, x = 3; k < m->words; k++) {
        bool hidden = w->hides && k == w->seen.most;
        grid_put(g, x, y, g->width,
                 hidden         ? STYLE_QUIET
                 : k == m->most ? STYLE_TITLE
                                : STYLE_PLAIN,
                 m->word[k]);
        if (hidden) {
            grid_put(g, x, y + 1, g->width, STYLE_QUIET, "----");
        } else {
            put_share(g, x, y + 1, m->share[k]);
        }
        x += column_width(m->word[k]);
    }
}

static int put_text(const struct welcome *w, struct grid *g, int y, enum style style,
                    const char *text)
{
    const struct viewer plain = {.chosen.ascii = w->ascii};
    int width = g->width - 4 > 90 ? 90 : g->width - 4;
    return pane_text(&plain, g, (struct box){2, y, width, g->height - y - 1}, style, text);
}

/* 1074: "1,074" */
static void put_number(struct buf *out, int64_t n)
{
    if (n >= 1000) {
        buf_printf(out, "%lld,%03lld", (long long)(n / 1000), (long long)(n % 1000));
    } else {
        buf_printf(out, "%lld", (long long)n);
    }
}

static void put_answer(const struct welcome *w, struct buf *out)
{
    const struct welcome_map *m = w->hides ? &w->blind : &w->seen;
    buf_printf(out, "It answers: %s (%.2f).", m->are > m->is ? "are" : "is",
               m->are > m->is ? m->are : m->is);
    if (w->hides) {
        buf_printf(out,
                   " Without \"%s\" it can only guess: in %lld sentences of this kind, with the "
                   "first noun hidden, ",
                   w->seen.word[w->seen.most], (long long)m->sentences);
        if (m->guessed == 0.5) {
            buf_puts(out, "half of the answers are right.");
        } else {
            buf_printf(out, "%.0f %% of the answers are right.", 100 * m->guessed);
        }
    }
}

static void draw_help(struct grid *g)
{
    static const char *const lines[][2] = {
        {"Space Enter", "begin with the first lesson; p goes back"},
        {"x", "hide what the head looks at, and show it"},
        {"l", "the list of all lessons: begin anywhere"},
        {"?", "in a lesson: the keys, the signs, the words"},
        {"Esc", "back: from a page, the cells, a search"},
        {"q", "quit; a lesson goes on where you left it"},
    };
    grid_put(g, 2, 2, g->width, STYLE_TITLE, "Keys");
    for (int k = 0; k < (int)(sizeof lines / sizeof lines[0]); k++) {
        grid_put(g, 2, 4 + k, g->width, STYLE_KEY, lines[k][0]);
        grid_put(g, 15, 4 + k, g->width, STYLE_PLAIN, lines[k][1]);
    }
}

static void draw_head(const struct welcome *w, struct grid *g)
{
    scoped_buf text = {0};
    for (int k = 0; k < w->seen.words; k++) {
        buf_printf(&text, "%s ", w->seen.word[k]);
    }
    buf_puts(&text, "red.          Is, or are?");
    int y = put_text(w, g, 2, STYLE_TITLE, buf_text(&text)) + 1;
    buf_clear(&text);
    buf_puts(&text, "This head has ");
    put_number(&text, w->seen.numbers);
    buf_puts(&text, " numbers and was never told any grammar. From the gap it looks at:");
    y = put_text(w, g, y, STYLE_PLAIN, buf_text(&text)) + 1;
    put_map(w, g, y);
    buf_clear(&text);
    put_answer(w, &text);
    y = put_text(w, g, y + 3, STYLE_PLAIN, buf_text(&text)) + 1;
    buf_clear(&text);
    buf_printf(&text, w->hides ? "x  show \"%s\" again" : "x  hide \"%s\" from it",
               w->seen.word[w->seen.most]);
    y = put_text(w, g, y, STYLE_KEY, buf_text(&text)) + 1;
    y = put_text(w, g, y, STYLE_PLAIN, "How does it know where to look?");
    put_text(w, g, y, STYLE_KEY, "Space  start with three words and a pencil");
}

void welcome_draw(const struct welcome *w, struct grid *g)
{
    static const struct pane_hint keys[] = {
        {"Space", "begin"}, {"x", "hide a word"}, {"l", "list of lessons"},
        {"?", "help"},      {"q", "quit"},        {NULL, NULL}};
    static const struct pane_hint help[] = {
        {"Esc", "back"}, {"Space", "begin"}, {"l", "list of lessons"}, {"q", "quit"}, {NULL, NULL}};
    if (!scene_fits(g->width, g->height)) {
        scene_too_small(g);
        return;
    }
    if (w->help) {
        draw_help(g);
    } else {
        draw_head(w, g);
    }
    if (w->said != NULL) {
        grid_fill(g, 0, g->height - 2, g->width, STYLE_PLAIN, ' ');
        grid_put(g, 1, g->height - 2, g->width, STYLE_WARNING, w->said);
    }
    pane_hints(g, (struct box){1, g->height - 1, g->width - 1, 1}, w->help ? help : keys);
}
