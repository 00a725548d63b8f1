/* Prints the warnings alone, one line each, for editors and for a teacher's shell loop: this is
 * `qkv lint`. */
#include "cli/command.h"

#include "mistakes/warnings.h"
#include "trace/axes/axes.h"
#include "trace/stage/stages.h"
#include "trace/tape/location.h"

#include <stdlib.h>

struct linter {
    const struct options *options;
    struct tape tape;
    bool found; /* any warning */
};

static bool begin(void *self, struct session *session)
{
    return command_tape(((struct linter *)self)->options, &((struct linter *)self)->tape, session);
}

static void print_warning(const struct warning *w)
{
    struct location at = location_of(&w->at);
    scoped_buf text = {0}, line = {0};
    buf_printf(&text, "%s:", at.file);
    if (at.cell > 0) {
        buf_printf(&text, "%d:", at.cell);
    }
    buf_printf(&text, "%d:%d: warning: %s [%s]", at.line, at.column, w->text,
               mistake_table[w->kind].found.name);
    visible_put(buf_text(&text), text.len, VISIBLE_NONE, &line); /* one line, whatever it quotes */
    output_printf("%s\n", buf_text(&line));
}

/* Code that fails is judged up to there. */
static int end(void *self, struct session *session, struct lesson *lesson, enum outcome outcome)
{
    struct linter *linter = self;
    struct warnings w = {0};
    tape_finish(&linter->tape);
    bool ok =
        stages_find(&linter->tape) && axes_find(&linter->tape) && warnings_find(&linter->tape, &w);
    for (int k = 0; k < w.count; k++) {
        if (!w.at[k].again) {
            print_warning(&w.at[k]);
        }
        linter->found = true;
    }
    if (!ok) {
        command_complain(session->in.error.text);
    }
    warnings_free(&w);
    tape_free(&linter->tape);
    return ok ? (int)outcome : OUTCOME_LIMIT;
}

int command_lint(const struct options *o)
{
    struct linter *linter = calloc(1, sizeof *linter);
    const struct player player = {.self = linter, .begin = begin, .end = end};
    int status = OUTCOME_DONE;
    if (linter == NULL) {
        command_complain("the system has no memory left");
        return OUTCOME_LIMIT;
    }
    for (int k = 1; k < o->rest_count || k == 1; k++) {
        struct options one = *o;
        linter->options = o;
        one.rest_count = o->rest_count > k ? 2 : 1;
        one.rest[1] = o->rest[k];
        int of_this = command_play(&one, false, &player);
        status = of_this > status ? of_this : status;
    }
    status = status == OUTCOME_DONE && linter->found ? 1 : status;
    free(linter);
    return status;
}
