/* Prints the warnings alone, one line each or as JSON or SARIF, for editors, continuous integration
 * and a teacher's shell loop: this is `qkv lint`. */
#include "cli/command.h"

#include "base/text.h"
#include "cli/lint_baseline.h"
#include "cli/lint_report.h"
#include "exercise/answer/complaint.h"
#include "lang/run/ending.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"

#include <stdlib.h>
#include <string.h>

enum { FOUND_SOME = 1, RAISED = 5 };

struct linter {
    const struct options *options;
    struct tape tape;
    bool told[MISTAKE_COUNT]; /* by --select and --ignore */
    bool found;               /* any warning */
    struct lint_report report;
    struct lint_baseline baseline;
    struct buf lines; /* for --new-baseline */
};

static bool begin(void *self, struct session *session)
{
    return command_tape(((struct linter *)self)->options, &((struct linter *)self)->tape, session);
}

static void tell(struct linter *linter, const struct warning *w)
{
    if (w->again || !linter->told[w->kind]) {
        return;
    }
    if (linter->options->new_baseline != NULL) {
        lint_baseline_put(&linter->tape, w, &linter->lines);
    } else if (!lint_baseline_has(&linter->baseline, &linter->tape, w)) {
        lint_report_warning(&linter->report, &linter->tape, w);
        linter->found = true;
    }
}

/* A program that leaves with 0 has done its work; any other end is told apart from warnings. */
static int status_of(struct session *session, enum outcome outcome)
{
    int own;
    bool left = outcome == OUTCOME_EXCEPTION && ending_status(&session->in, &own);
    return outcome != OUTCOME_EXCEPTION ? (int)outcome : left && own == 0 ? OUTCOME_DONE : RAISED;
}

/* Code that fails is judged up to there. */
static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct linter *linter = self;
    struct warnings w = {0};
    scoped_buf error = {0}, hint = {0};
    int status = status_of(session, outcome);
    if (status != OUTCOME_DONE) {
        ending_tell(&session->in, &error, &hint);
    }
    tape_finish(&linter->tape);
    bool ok =
        stages_find(&linter->tape) && axes_find(&linter->tape) && warnings_find(&linter->tape, &w);
    lint_report_open(&linter->report, lesson->file);
    for (int k = 0; k < w.count; k++) {
        tell(linter, &w.at[k]);
    }
    if (!ok) {
        command_complain(session->in.error.text);
        buf_puts(&error, error.len > 0 ? "" : session->in.error.text);
    }
    lint_report_close(&linter->report, error.len > 0 ? buf_text(&error) : NULL);
    warnings_free(&w);
    tape_free(&linter->tape);
    return ok ? status : OUTCOME_LIMIT;
}

/* The names of --select or --ignore, between commas. */
static bool read_names(const char *option, const char *list, bool value, bool told[MISTAKE_COUNT])
{
    const char *names[MISTAKE_COUNT + 1] = {0};
    for (int k = 0, count = 0; k < MISTAKE_COUNT; k++) {
        if (mistake_table[k].found.name != NULL) {
            names[count++] = mistake_table[k].found.name;
        }
    }
    for (const char *p = list; p != NULL; p = *p == ',' ? p + 1 : NULL) {
        scoped_buf word = {0};
        bool known = false;
        buf_put(&word, p, strcspn(p, ","));
        p += word.len;
        for (int k = 0; k < MISTAKE_COUNT; k++) {
            const char *name = mistake_table[k].found.name;
            bool same = name != NULL && strcmp(name, buf_text(&word)) == 0;
            told[k] = same ? value : told[k];
            known |= same;
        }
        if (!known) {
            const char *near = complaint_nearest(buf_text(&word), names);
            output_say("--%s: there is no warning %s%s%s%s", option, buf_text(&word),
                       near != NULL ? "; did you mean " : "", near != NULL ? near : "",
                       near != NULL ? "?" : "; docs/warnings.md lists them");
            return false;
        }
    }
    return true;
}

static bool read_options(const struct options *o, struct linter *linter)
{
    struct error err = {0};
    linter->options = o;
    linter->report.form = o->json ? LINT_JSON : o->sarif ? LINT_SARIF : LINT_TEXT;
    for (int k = 0; k < MISTAKE_COUNT; k++) {
        linter->told[k] = o->select == NULL;
    }
    if (!read_names("select", o->select, true, linter->told) ||
        !read_names("ignore", o->ignore, false, linter->told)) {
        return false;
    }
    if (o->baseline != NULL && !lint_baseline_read(&linter->baseline, o->baseline, &err)) {
        command_complain(err.text);
        return false;
    }
    return true;
}

/* Returns the worst status of all files. */
static int play_files(const struct options *o, struct linter *linter)
{
    const struct player player = {.self = linter, .begin = begin, .end = end};
    int status = OUTCOME_DONE;
    for (int k = 1; k < o->rest_count || k == 1; k++) {
        struct options one = *o;
        one.rest_count = o->rest_count > k ? 2 : 1;
        one.rest[1] = o->rest[k];
        int of_this = command_play(&one, false, &player);
        status = of_this > status ? of_this : status;
    }
    return status == OUTCOME_DONE && linter->found ? FOUND_SOME : status;
}

static int write_baseline(const struct options *o, const struct linter *linter, int status)
{
    struct error err = {0};
    int count = text_lines(buf_text(&linter->lines));
    if (status == EXIT_USAGE) {
        return status;
    }
    if (!lint_baseline_write(o->new_baseline, &linter->lines, &err)) {
        command_complain(err.text);
        return command_status(&err);
    }
    output_say("%s: %d warning%s", o->new_baseline, count, count == 1 ? "" : "s");
    return status;
}

int command_lint(const struct options *o)
{
    struct linter *linter = calloc(1, sizeof *linter);
    int status = EXIT_USAGE;
    if (linter == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    if (read_options(o, linter)) {
        status = play_files(o, linter);
        if (o->new_baseline != NULL) {
            status = write_baseline(o, linter, status);
        } else if (!lint_report_end(&linter->report, status)) {
            command_complain("the system has no memory left");
            status = OUTCOME_LIMIT;
        }
    }
    lint_baseline_free(&linter->baseline);
    buf_free(&linter->lines);
    free(linter);
    return status;
}
