/* Finds the names that a trial asks for. */
#ifndef QKV_EXERCISE_ANSWER_ATTEMPT_NAMES_H
#define QKV_EXERCISE_ANSWER_ATTEMPT_NAMES_H

#include "exercise/answer/attempt.h"

/* Whether a text can be read as statements. */
bool attempt_is_python(const char *code);

/* Says which tensor that the expression names was changed behind the lesson's cells by the answer,
 * and not by the solution. */
void attempt_changed(struct interp *answer, struct interp *solution, struct interp *cells,
                     const char *expression, struct buf *out);

/* Unbinds what the trial asks for and the solution binds: an answer has to make it. */
void attempt_forget(struct interp *in, const struct trial *t, const char *solution);

#endif
