/* Tells what could be an answer, and what could be code. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_PLAUSIBLE_H
#define QKV_EXERCISE_HANDIN_HANDIN_PLAUSIBLE_H

#include "exercise/exercise.h"
#include "exercise/piece.h"

/* Whether a text can be an answer to an exercise of its kind. */
bool handin_plausible(const struct exercise *e, struct piece text);
bool handin_codelike(struct piece text);

#endif
