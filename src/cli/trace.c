/* Prints the story of a run, one operation at a time: this is `qkv trace`. */
#include "cli/command.h"
#include "cli/trace_dump.h"

#include "lang/run/ending.h"
#include "trace/axes/axes.h"
#include "trace/explain/explain.h"
#include "trace/explain/explain_text.h"
#include "trace/explain/nudge.h"
#include "trace/report/json.h"
#include "trace/report/summary.h"
#include "trace/report/transcript.h"
#include "trace/report/view_refused.h"
#include "trace/stage/stages.h"
#include "trace/tape/module_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#define LEAST_WIDTH 50

struct tracer {
    const struct options *options;
    struct transcript how;
    struct tape tape;
};

/* Columns of the terminal; 80 where the text goes into a pipe or a file, or there is next to no
 * room. */
static int terminal_width(void)
{
#ifdef TIOCGWINSZ
    struct winsize size;
    bool known = isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0;
    if (known && size.ws_col >= LEAST_WIDTH) {
        return size.ws_col;
    }
#endif
    return 80;
}

static bool terminal_colour(void)
{
    const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
    return isatty(STDOUT_FILENO) && (no == NULL || *no == '\0') &&
           (term == NULL || strcmp(term, "dumb") != 0);
}

static bool begin(void *self, struct session *session)
{
    return command_tape(((struct tracer *)self)->options, &((struct tracer *)self)->tape, session);
}

static bool understand(struct tape *t)
{
    return stages_find(t) && axes_find(t);
}

/* Behind the traceback: with the names of axes, which are known only now. */
static bool print_refusal(struct tape *t)
{
    scoped_buf text = {0};
    view_refused_text(t->session, t, &text);
    output_error(buf_text(&text), text.len, VISIBLE_LINES);
    return true;
}

static bool take(void *self, const char *text, size_t len)
{
    return output_bytes(text, len); /* it has no control characters */
}

/* Names that code gave may hold any character. */
static bool take_clean(void *self, const char *text, size_t len)
{
    scoped_buf clean = {0};
    visible_put(text, len, VISIBLE_LINES, &clean);
    return output_bytes(buf_text(&clean), clean.len);
}

static bool write_json(struct tracer *tracer, const struct lesson *lesson, enum outcome outcome,
                       const struct warnings *warnings)
{
    scoped_buf error = {0}, hint = {0};
    const struct torch *torch = &tracer->tape.session->torch;
    bool own = (torch->seeded || !torch->drew) && (torch->numpy_seeded || !torch->numpy_drew);
    if (outcome != OUTCOME_DONE) {
        ending_tell(&tracer->tape.session->in, &error, &hint);
    }
    const struct json_about about = {.file = lesson->file,
                                     .seed = tracer->options->seed != NULL ? tracer->options->seed
                                             : own                         ? NULL
                                                                           : "0",
                                     .error = outcome != OUTCOME_DONE ? buf_text(&error) : NULL,
                                     .hint = hint.len > 0 ? buf_text(&hint) : NULL,
                                     .values = tracer->options->values,
                                     .all = tracer->options->all,
                                     .summary = tracer->options->summary,
                                     .lines = tracer->options->jsonl,
                                     .choice = tracer->how.choice,
                                     .most = MAX_OUTPUT,
                                     .take = take};
    return json_write(&about, &tracer->tape, warnings);
}

/* --- --cell --- */

/* The event of --step, -1: there is none. */
static int find_step(const struct tracer *tracer)
{
    const struct tape *t = &tracer->tape;
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        if (e->number == tracer->how.choice.step && e->setup == tracer->how.choice.setup_step) {
            return k;
        }
    }
    return -1;
}

/* "0,1,2" as the row-major number of a cell of `of`. */
static bool read_cell(const char *text, const struct tensor *of, int64_t *cell, struct error *err)
{
    scoped_buf shape = {0};
    int axis = 0;
    bool fits = true, inside = true;
    *cell = 0;
    for (const char *p = text; fits && *p != '\0'; axis++) {
        char *end;
        int64_t at = strtoll(p, &end, 10);
        fits = end != p && axis < of->ndim && (*end == ',' || *end == '\0');
        if (fits) {
            at += at < 0 ? of->shape[axis] : 0;
            inside &= at >= 0 && at < of->shape[axis];
            *cell = inside ? *cell * of->shape[axis] + at : 0;
        }
        p = *end == ',' ? end + 1 : end;
    }
    fits = fits && axis == of->ndim;
    if (!fits || !inside) {
        tensor_shape_text(of, &shape);
        error_set(err, ERROR_INPUT, "--cell %s: the result of this step has the shape %s; %s", text,
                  buf_text(&shape),
                  fits            ? "there is no such cell, as they are counted from 0"
                  : of->ndim == 0 ? "it is a single number: --cell ''"
                                  : "give one index for each axis");
    }
    return fits && inside;
}

static bool check_step(struct tracer *tracer)
{
    const struct tape *t = &tracer->tape;
    return tracer->how.choice.step == 0 || find_step(tracer) >= 0 ||
           error_set(&t->session->in.error, ERROR_INPUT,
                     "--step %s: the run has %d step%s and %d of set-up", tracer->options->step,
                     t->step_count, t->step_count == 1 ? "" : "s", t->setup_count);
}

/* The modules of the steps in their order, "h.0, h.0.attn, ..."; of many the first ones. */
static void put_modules(const struct tape *t, struct buf *out)
{
    enum { MANY = 8 };
    const char *told[MANY];
    int count = 0;
    for (int k = 0; k < t->event_count; k++) {
        const char *path = event_module(t, k);
        bool fresh = path != NULL && *path != '\0' && !t->event[k].setup;
        for (int j = 0; fresh && j < count; j++) {
            fresh = strcmp(told[j], path) != 0;
        }
        if (fresh && count == MANY) {
            buf_puts(out, ", ...");
            return;
        }
        if (fresh) {
            buf_printf(out, "%s%s", count > 0 ? ", " : "", path);
            told[count++] = path;
        }
    }
}

static bool takes_any(const struct tape *t, const struct choice *c)
{
    for (int k = 0; k < t->event_count; k++) {
        if (choice_takes(c, t, k)) {
            return true;
        }
    }
    return false;
}

/* --module or --line that no step of the run fits: says so. False: that is not the reason. */
static bool print_nowhere(const struct tracer *tracer)
{
    const struct tape *t = &tracer->tape;
    struct choice module = {.stage = STAGE_COUNT, .module = tracer->how.choice.module};
    struct choice line = tracer->how.choice;
    scoped_buf modules = {0};
    line.stage = STAGE_COUNT;
    line.step = 0;
    line.module = NULL;
    line.backward = false;
    if (module.module != NULL && !takes_any(t, &module)) {
        put_modules(t, &modules);
        output_say("--module %s: no step is in such a module; the run has %s", module.module,
                   modules.len > 0 ? buf_text(&modules) : "none");
    } else if (line.line != 0 && !takes_any(t, &line)) {
        output_say("--line %s: no step stands there", tracer->options->line);
    } else if ((module.module != NULL || line.line != 0) && !takes_any(t, &tracer->how.choice)) {
        command_complain("no step fits all of the options");
    } else {
        return false;
    }
    return true;
}

/* --stage of which the run has no step: says so, and which stages there are. */
static void print_absent(const struct tracer *tracer)
{
    const struct tape *t = &tracer->tape;
    const struct choice *how = &tracer->how.choice;
    bool met[STAGE_COUNT] = {false};
    scoped_buf text = {0};
    for (int k = 0; k < t->event_count; k++) {
        const struct event *e = &t->event[k];
        met[e->stage] |= how->step == 0 || (e->number == how->step && e->setup == how->setup_step);
    }
    if (t->event_count == 0 || print_nowhere(tracer) || how->stage == STAGE_COUNT ||
        met[how->stage]) {
        return;
    }
    buf_printf(&text, "--stage %s: ", stage_name(how->stage));
    if (how->step != 0) {
        buf_printf(&text, "step %s is of the stage", tracer->options->step);
    } else {
        buf_puts(&text, "the run has no such step; its stages are");
    }
    for (int s = 0, any = 0; s < STAGE_COUNT; s++) {
        if (met[s]) {
            buf_printf(&text, "%s %s", any++ > 0 ? "," : "", stage_name((enum stage)s));
        }
    }
    command_complain(buf_text(&text));
}

static bool write_cell(struct tracer *tracer, struct buf *out)
{
    struct tape *t = &tracer->tape;
    struct error *err = &t->session->in.error;
    struct explanation e = {0};
    int64_t cell;
    int event = find_step(tracer);
    if (t->event[event].output_count == 0) {
        return error_set(err, ERROR_INPUT, "--cell: step %s shows no numbers",
                         tracer->options->step);
    }
    bool ok = read_cell(tracer->options->cell, &t->event[event].output[0].tensor, &cell, err) &&
              explain_cell(t, event, 0, cell, &e);
    if (ok) {
        buf_putc(out, '\n');
        explain_text(&e, tracer->how.width, out);
    }
    if (ok && tracer->options->nudge) {
        struct nudge nudge;
        ok = nudge_cell(t, event, cell, &nudge);
        if (ok) {
            nudge_text(t, &nudge, out);
        }
    }
    explain_free(&e);
    return ok;
}

static bool write_summary(struct tracer *tracer)
{
    return summary_write(&tracer->how.choice, tracer->options->all, &tracer->tape, take_clean,
                         NULL);
}

static bool write_text(struct tracer *tracer, const struct warnings *warnings)
{
    scoped_buf text = {0}, clean = {0};
    bool ok = transcript_write(&tracer->how, &tracer->tape, warnings, &text) &&
              (tracer->options->cell == NULL || write_cell(tracer, &text));
    if (ok) {
        visible_put(buf_text(&text), text.len, VISIBLE_TINTS, &clean);
        output_bytes(buf_text(&clean), clean.len);
    }
    return ok;
}

static bool write_files(struct tracer *tracer)
{
    int count;
    bool ok = trace_dump(&tracer->tape, &tracer->how.choice, tracer->options, &count);
    if (ok) {
        output_say("%s: %d file%s", tracer->options->dump, count, count == 1 ? "" : "s");
    }
    return ok;
}

static bool write_it(struct tracer *tracer, const struct lesson *lesson, enum outcome outcome,
                     const struct warnings *warnings)
{
    const struct options *o = tracer->options;
    return o->dump != NULL       ? write_files(tracer)
           : o->json || o->jsonl ? write_json(tracer, lesson, outcome, warnings)
           : o->summary          ? write_summary(tracer)
                                 : write_text(tracer, warnings);
}

static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct tracer *tracer = self;
    struct warnings warnings = {0};
    int status = (int)outcome;
    command_tape_end(tracer->options, &tracer->tape);
    if (understand(&tracer->tape) && print_refusal(&tracer->tape) && check_step(tracer) &&
        warnings_find(&tracer->tape, &warnings) && write_it(tracer, lesson, outcome, &warnings)) {
        if (tracer->tape.event_count == 0) {
            command_complain(outcome == OUTCOME_DONE
                                 ? "the code did nothing with tensors: there is nothing to trace"
                                 : "the run ended before it had done anything with tensors: there "
                                   "is nothing to trace");
        }
        print_absent(tracer);
    } else if (!output_is_lost()) {
        bool usage = session->in.error.kind == ERROR_INPUT;
        command_complain(session->in.error.text);
        status = usage ? EXIT_USAGE : OUTCOME_LIMIT;
    }
    warnings_free(&warnings);
    tape_free(&tracer->tape);
    return status;
}

static bool read_options(const struct options *o, struct transcript *how)
{
    *how = (struct transcript){
        .width = terminal_width(),
        .colour = terminal_colour(),
        .all = o->all,
        .values = o->values,
        .storage = o->storage,
        .choice = {.stage = STAGE_COUNT, .backward = o->backward, .module = o->module}};
    if (o->stage != NULL && !stage_of_name(o->stage, &how->choice.stage)) {
        scoped_buf names = {0};
        for (int k = 0; k < STAGE_COUNT; k++) {
            buf_printf(&names, "%s %s", k > 0 ? "," : "", stage_name((enum stage)k));
        }
        output_say("--stage %s: the stages are%s", o->stage, buf_text(&names));
        return false;
    }
    if (o->step != NULL) {
        char *rest;
        how->choice.setup_step = *o->step == 's';
        how->choice.step = (int)strtol(o->step + how->choice.setup_step, &rest, 10);
        if (*rest != '\0' || how->choice.step < 1) {
            command_complain("--step: give a number, or s and a number for a step of the set-up");
            return false;
        }
    }
    if (o->line != NULL && !choice_read_line(o->line, &how->choice)) {
        output_say("--line %s: give a number from 1, or FILE:N, or CELL:N of a notebook", o->line);
        return false;
    }
    if ((o->json || o->jsonl) && (o->cell != NULL || o->storage)) {
        output_say("--json%s and --%s: not both; JSON has no words on a cell or a place in memory",
                   o->jsonl ? "l" : "", o->cell != NULL ? "cell" : "storage");
        return false;
    }
    if (o->summary && o->values && !o->json && !o->jsonl) {
        command_complain("--summary and --values: both only as JSON, with --json or --jsonl");
        return false;
    }
    if (o->nudge && o->cell == NULL) {
        command_complain("--nudge: say which cell of a gradient, with --step N --cell I,J");
        return false;
    }
    if (o->cell != NULL && o->step == NULL) {
        command_complain("--cell: say of which step, with --step N");
        return false;
    }
    return true;
}

int command_trace(const struct options *o)
{
    struct tracer *t = calloc(1, sizeof *t);
    const struct player player = {.self = t, .begin = begin, .end = end};
    int status = EXIT_USAGE;
    if (t == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    t->options = o;
    if (read_options(o, &t->how)) {
        status = command_play(o, false, &player);
    }
    free(t);
    return status;
}
