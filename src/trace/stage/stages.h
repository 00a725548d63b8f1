/* Finds which stage of attention every event belongs to, by dataflow alone: each softmax whose
 * result reaches a matmul with values is the middle of a pass, and the rest is named by where it
 * stands around it. `# stage: NAME` behind a line, or alone above it, overrides the rule. */
#pragma once

#include "trace/tape/tape.h"

/* A score from here down leaves no weight. A mask of -1e4 is added to what stands there, so that
 * the sum may be a little more. */
#define SCORE_HIDDEN (-5e3)

/* Sets stage, pass, setup and number of every event, and tape.pass. After tape_finish. False with
 * session->in.error: memory. */
bool stages_find(struct tape *t);

/* Where softmax takes the scores of a pass whole that a mask was written into in place: into a part
 * of them, or with their axes turned. They are input 0 of that event. -1: `mask` gives them as they
 * are. */
int stages_taken_whole(const struct tape *t, int mask);

const char *stage_name(enum stage s); /* "out-proj" */
bool stage_of_name(const char *name, enum stage *out);
