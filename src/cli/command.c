/* Opens a file, runs it and reports how it ended, for all commands that run code. */
#include "cli/command.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/gallery.h"
#include "cli/watchdog.h"
#include "files/beside.h"
#include "files/shelf.h"
#include "lang/run/ending.h"
#include "lesson/catalog.h"
#include "lesson/knobs.h"
#include "trace/report/run.h"
#include "trace/report/view_refused.h"
#include "trace/tape/tape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MAX_FILE ((size_t)256 << 20)

void command_complain(const char *text)
{
    output_say("%s", text);
}

/* --- opening --- */

bool command_load(const char *name, struct lesson *l, struct error *err)
{
    const struct lesson_file *built_in = catalog_find(name);
    scoped_buf text = {0};
    struct error none = {0};
    if (built_in != NULL) {
        return lesson_read(l, built_in->name, LESSON_MARKDOWN, built_in->text, built_in->len, err);
    }
    if (!file_read(name, MAX_FILE, &text, err)) {
        if (strpbrk(name, "./") == NULL && strcmp(name, "-") != 0) {
            error_clear(err);
            error_set(err, ERROR_INPUT,
                      "there is no file and no lesson %s; qkv lessons lists the lessons", name);
        }
        return false;
    }
    text_clean(&text, name, &none); /* what is no text is told by its reader */
    return lesson_read(l, name, lesson_format_of(name, buf_text(&text), text.len), buf_text(&text),
                       text.len, err);
}

static bool turn_knobs(const struct options *o, struct lesson *l, struct error *err)
{
    scoped_buf report = {0};
    struct knobs knobs;
    int seeds = 0;
    if (o->set_count == 0 && o->seed == NULL) {
        return true;
    }
    bool ok = knobs_find(&knobs, l, err);
    for (int k = 0; ok && k < o->set_count; k++) {
        ok = knobs_set(&knobs, l, o->set[k], &report, err);
    }
    ok = ok && (o->seed == NULL || knobs_seed(&knobs, l, o->seed, &report, &seeds, err));
    knobs_free(&knobs);
    output_error(buf_text(&report), report.len, VISIBLE_LINES);
    return ok;
}

static bool seed_is_number(const struct options *o, struct error *err)
{
    if (o->seed != NULL &&
        (o->seed[0] == '\0' || strspn(o->seed, "0123456789") != strlen(o->seed) ||
         strlen(o->seed) > 18)) {
        return error_set(err, ERROR_INPUT, "--seed %s: give a whole number", o->seed);
    }
    return true;
}

/* The commands that run a file of the user's own look for its modules. */
static bool find_modules(const struct options *o, struct lesson *l, struct error *err)
{
    enum command c = command_of_name(o->rest[0]);
    bool runs = c == COMMAND_run || c == COMMAND_trace || c == COMMAND_walk ||
                c == COMMAND_heatmap || c == COMMAND_lint || c == COMMAND_read || c == COMMAND_diff;
    return !runs || strcmp(o->rest[1], "-") == 0 || catalog_find(o->rest[1]) != NULL ||
           beside_look(l, "", err);
}

int command_status(const struct error *err)
{
    return err->kind == ERROR_MEMORY || err->kind == ERROR_LIMIT ? OUTCOME_LIMIT : EXIT_USAGE;
}

int command_open(const struct options *o, struct lesson *l)
{
    struct error err = {0};
    if (o->rest_count < 2) {
        command_complain("which file? Give a notebook, a lesson's name or -; "
                         "qkv lessons lists what is built in");
        return EXIT_USAGE;
    }
    if (o->rest_count > 2) {
        command_complain("one file at a time, please");
        return EXIT_USAGE;
    }
    if (!seed_is_number(o, &err) || !command_load(o->rest[1], l, &err)) {
        command_complain(err.text);
        return command_status(&err);
    }
    l->arguments = o->arguments;
    l->argument_count = o->argument_count;
    if (!find_modules(o, l, &err) || !turn_knobs(o, l, &err)) {
        lesson_free(l);
        command_complain(err.text);
        return command_status(&err);
    }
    return OUTCOME_DONE;
}

/* --- running --- */

struct echo { /* of what the code prints */
    struct session *session;
    bool silent, terminal;
    bool shown; /* control characters as text */
};

/* Into a file or a pipe byte by byte; a terminal would obey. */
static void write_text(void *self, const char *text, size_t len, bool is_error)
{
    struct echo *e = self;
    scoped_buf clean = {0};
    if (is_error) {
        output_error(text, len, VISIBLE_SHEET);
        return;
    }
    if (e->silent) {
        return;
    }
    if (e->terminal) {
        e->shown |= visible_put(text, len, VISIBLE_SHEET, &clean);
    }
    if (!(e->terminal ? output_bytes(buf_text(&clean), clean.len) : output_bytes(text, len))) {
        e->session->in.limits.output = 1; /* it goes nowhere: the next line ends the run */
    }
}

static struct session *open_session(const struct options *o)
{
    struct session *s = calloc(1, sizeof *s);
    if (o->simd != NULL && strcmp(o->simd, "baseline") != 0 && strcmp(o->simd, "best") != 0) {
        command_complain("--simd: give baseline or best");
        free(s);
        return NULL;
    }
    if (s == NULL || !session_init(s, o->max_memory, o->threads > 1024 ? 1024 : (int)o->threads)) {
        bool told = s != NULL && s->in.error.kind != ERROR_NONE;
        command_complain(told ? s->in.error.text : "there is not enough memory to start");
        free(s);
        return NULL;
    }
    if (o->simd != NULL && strcmp(o->simd, "baseline") == 0) {
        s->torch.compute.simd = SIMD_BASELINE;
    }
    s->in.limits = (struct limits){
        .steps = o->max_steps, .output = MAX_OUTPUT, .depth = 1000, .seconds = o->timeout};
    if (o->seed != NULL) {
        session_seed(s, strtoull(o->seed, NULL, 10));
    }
    return s;
}

/* Which code cells are printed: "3", "3-5", "3-", "[14]", "[14]-[15]". */
struct range {
    int first, last; /* ordinals */
};

static int read_cell(const struct lesson *l, const char **p, struct error *err)
{
    char *end;
    bool by_count = **p == '[';
    long n = strtol(*p + by_count, &end, 10);
    if (end == *p + by_count || n < 1 || (by_count && *end++ != ']')) {
        error_set(err, ERROR_INPUT, "--cells: write A, A-B or [N]");
        return 0;
    }
    *p = end;
    if (!by_count) {
        return n > l->code_count ? l->code_count + 1 : (int)n;
    }
    for (int k = 0; k < l->count; k++) {
        if (l->cells[k].code && l->cells[k].execution_count == n) {
            return l->cells[k].ordinal;
        }
    }
    error_set(err, ERROR_INPUT, "--cells: no cell of %s has the execution count [%ld]", l->file, n);
    return 0;
}

static bool read_range(const struct lesson *l, const char *text, struct range *r, struct error *err)
{
    r->first = 1;
    r->last = l->code_count;
    if (text == NULL) {
        return true;
    }
    if ((r->first = read_cell(l, &text, err)) == 0) {
        return false;
    }
    if (r->first > l->code_count) {
        return error_set(err, ERROR_INPUT, "--cells: %s has %d code cell%s", l->file, l->code_count,
                         l->code_count == 1 ? "" : "s");
    }
    if (*text == '\0') {
        r->last = r->first;
        return true;
    }
    if (*text++ != '-') {
        return error_set(err, ERROR_INPUT, "--cells: write A, A-B or [N]");
    }
    if (*text != '\0' && (r->last = read_cell(l, &text, err)) == 0) {
        return false;
    }
    if (*text != '\0' || r->last < r->first) {
        return error_set(err, ERROR_INPUT, "--cells: write A, A-B or [N], the smaller first");
    }
    return true;
}

int command_last_cell(const struct options *o, const struct lesson *l)
{
    struct error err = {0};
    struct range range;
    return read_range(l, o->cells, &range, &err) ? range.last : 0;
}

static void print_skipped(const struct lesson *l)
{
    for (int k = 0; k < l->skipped_count; k++) {
        const struct skipped *s = &l->skipped[k];
        if (l->format == LESSON_NOTEBOOK) {
            output_say("%s, cell %d, line %d: skipped: %s", l->file, s->ordinal, s->line, s->text);
        } else {
            output_say("%s, line %d: skipped: %s", l->file, s->line, s->text);
        }
    }
}

static void print_seed(const struct options *o, const struct lesson *l, const struct session *s)
{
    const struct torch *t = &s->torch;
    bool unseeded = (t->drew && !t->seeded) || (t->numpy_drew && !t->numpy_seeded);
    if (unseeded && o->seed == NULL) {
        output_say("%s sets no seed, so it ran under seed 0; --seed N chooses another", l->file);
    }
}

static void print_failure(struct session *s)
{
    scoped_buf text = {0};
    interp_traceback(&s->in, &text);
    if (s->in.recorder == NULL) { /* who has a tape tells it with the names of axes */
        view_refused_text(s, NULL, &text);
    }
    output_error(buf_text(&text), text.len, VISIBLE_LINES);
}

void command_note(void *self, const char *sentence)
{
    (void)self;
    output_say("%s", sentence);
}

static enum outcome run_cells(struct range range, struct lesson *l, const struct options *o,
                              struct session *s, struct shelf *shelf, bool echo)
{
    enum outcome outcome = OUTCOME_DONE;
    struct echo to = {.session = s, .terminal = output_is_terminal()};
    struct gallery gallery;
    print_skipped(l);
    s->in.write = write_text;
    s->in.write_self = &to;
    gallery_open(&gallery, o, l, &shelf->door, echo);
    shelf->door.say = command_note;
    s->in.files = &shelf->door;
    if (!run_name_file(s, l) || !pictures_begin(&s->in, &gallery.pictures)) {
        command_complain(s->in.error.text);
        gallery_close(&gallery);
        return OUTCOME_LIMIT;
    }
    s->in.beside = lesson_module;
    s->in.beside_self = l;
    for (int k = 0; k < l->count && outcome == OUTCOME_DONE && !s->in.left; k++) {
        const struct cell *c = &l->cells[k];
        struct value last;
        bool has_last;
        if (!c->code || c->ordinal > range.last) {
            continue;
        }
        to.silent = !echo || c->ordinal < range.first;
        gallery_cell(&gallery, c->ordinal, to.silent);
        const struct source *source = lesson_source(l, c);
        if (source == NULL) {
            command_complain("the system has no memory left");
            outcome = OUTCOME_LIMIT;
            break;
        }
        outcome = interp_run(&s->in, source, &last, &has_last);
        bool told = !to.silent || !echo; /* a tape keeps what a notebook shows */
        if (outcome == OUTCOME_DONE && has_last && l->format != LESSON_PYTHON && told) {
            outcome = interp_echo(&s->in, last);
        }
        if (outcome == OUTCOME_DONE) {
            outcome = pictures_cell_end(&s->in);
        }
    }
    shelf->door.say = NULL; /* of later runs the walk tells itself */
    shelf->lost = gallery.lost;
    s->in.pictures = pictures_dropped(l->format != LESSON_PYTHON);
    if (output_is_lost()) {
        gallery_close(&gallery);
        return OUTCOME_LIMIT;
    }
    if (to.shown) {
        output_say("%s prints control characters: here they are shown as \\x1b and the like, and a "
                   "file gets them as they are",
                   l->file);
    }
    gallery_close(&gallery);
    print_seed(o, l, s); /* first: what failed is looked for in the last lines */
    if (outcome != OUTCOME_DONE) {
        print_failure(s);
    }
    return outcome;
}

bool command_tape(const struct options *o, struct tape *t, struct session *s)
{
    const char *window = o->train_steps != NULL ? o->train_steps
                         : !o->over_training    ? NULL
                         : o->moments != NULL   ? o->moments
                                                : "all";
    struct train_window *read = &t->train.window;
    if (!tape_start(t, s) || (window != NULL && !train_window_read(window, read, &s->in.error))) {
        return false;
    }
    bool moments = window != NULL && window == o->moments;
    for (int k = 0; moments && k < read->count; k++) { /* what the step before has left, too */
        read->range[k].first -= read->range[k].first > 0;
    }
    return true;
}

void command_tape_end(const struct options *o, struct tape *t)
{
    const struct train *r = &t->train;
    tape_finish(t);
    for (int k = 0; o->train_steps != NULL && r->count > 0 && k < r->window.count; k++) {
        if (r->window.range[k].first >= r->count && r->window.range[k].last < INT32_MAX) {
            output_say("--train-steps %s: there is no step %d; this run trains %d step%s, counted "
                       "from 0",
                       o->train_steps, r->window.range[k].first, r->count,
                       r->count == 1 ? "" : "s");
            return;
        }
    }
}

int command_play(const struct options *o, bool echo, const struct player *player)
{
    struct lesson l;
    struct range range;
    struct shelf shelf = {.reads = -1, .writes = -1};
    struct error err = {0};
    int status = command_open(o, &l);
    if (status != OUTCOME_DONE) {
        return status;
    }
    if (!read_range(&l, o->cells, &range, &err) || !shelf_open(&shelf, o->files, o->write, &err)) {
        command_complain(err.text);
        shelf_close(&shelf);
        lesson_free(&l);
        return command_status(&err);
    }
    struct session *s = open_session(o);
    status = OUTCOME_LIMIT;
    if (s != NULL && player != NULL && !player->begin(player->self, s)) {
        command_complain(s->in.error.text);
        status = s->in.error.kind == ERROR_INPUT ? EXIT_USAGE : status;
    } else if (s != NULL) {
        struct watchdog dog;
        watchdog_start(&dog, o->timeout);
        enum outcome outcome = run_cells(range, &l, o, s, &shelf, echo);
        watchdog_stop(&dog);
        int own; /* of a program that leaves with a status of its own */
        bool left = outcome == OUTCOME_EXCEPTION && ending_status(&s->in, &own);
        status = player != NULL ? player->end(player->self, s, &l, outcome) : (int)outcome;
        status = left && status == OUTCOME_EXCEPTION ? own : status;
        status = shelf.lost && status == OUTCOME_DONE ? EXIT_USAGE : status;
    }
    if (s != NULL) {
        session_free(s);
    }
    free(s);
    shelf_close(&shelf);
    lesson_free(&l);
    return status;
}

bool command_read_line(char *line, size_t size)
{
    if (fgets(line, (int)size, stdin) == NULL) {
        return false;
    }
    for (int c = 0; strchr(line, '\n') == NULL && c != '\n' && c != EOF;) {
        c = getchar();
    }
    line[strcspn(line, "\r\n")] = '\0';
    return true;
}
