/* Opens a file or a lesson for the commands, and runs its cells. Private to src/cli. */
#pragma once

#include "base/output.h"
#include "cli/options.h"
#include "lesson/lesson.h"
#include "session/session.h"

#define COMMAND(name, arguments, runs, help) int command_##name(const struct options *o);
#include "cli/commands.def"
#undef COMMAND

/* A lesson by its name or number, or a file. ERROR_INPUT with one sentence. */
bool command_load(const char *name, struct lesson *l, struct error *err);
/* The exit status of what kept a command from its work. */
int command_status(const struct error *err);
/* Opens what o->rest[1] names and turns its knobs. 0, or the exit status: then the sentence has
 * been printed. */
int command_open(const struct options *o, struct lesson *l);

/* qkv page --sheet: a page to fill in for each student. */
int worksheet_pages(const struct options *o);

#define MAX_OUTPUT ((size_t)1 << 30) /* bytes: what code prints, a trace as JSON */

/* Who wants more of a run than its output. */
struct player {
    void *self;
    /* Before the first cell. False with session->in.error: the run does not begin. */
    bool (*begin)(void *self, struct session *session);
    /* Behind the last one, however it ended; returns the exit status. The session and the lesson
     * are still there. */
    int (*end)(void *self, struct session *session, struct lesson *lesson, enum outcome outcome);
};

/* Opens the file, runs its cells under the limits of the options, and returns the exit status.
 * echo: print what the code prints, and the value of each cell's last expression as a notebook
 * does. player may be NULL. Tracebacks, notes on skipped lines and on the seed go to standard
 * error. */
int command_play(const struct options *o, bool echo, const struct player *player);

struct tape;
/* tape_start, with the window of --train-steps. False with session->in.error. */
bool command_tape(const struct options *o, struct tape *t, struct session *s);

/* tape_finish. Says on standard error which step of --train-steps a training does not have. */
void command_tape_end(const struct options *o, struct tape *t);

/* The ordinal of the last cell that --cells lets run; 0: it says nothing that can be done. */
int command_last_cell(const struct options *o, const struct lesson *l);

/* A note of a run, as a door tells it (files/door.h). */
void command_note(void *self, const char *sentence);
void command_complain(const char *text); /* "qkv: text" on standard error */

/* A line of standard input without its end; of one that is too long the rest is dropped, so that it
 * is not taken for another one. False: there is none. */
bool command_read_line(char *line, size_t size);
