/* Takes off an answer what people write around it. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_TIDY_H
#define QKV_EXERCISE_HANDIN_HANDIN_TIDY_H

#include "exercise/exercise.h"
#include "exercise/piece.h"

#define LONG_LINE 2000 /* bytes: in a longer line no second answer and no remark is looked for */

struct piece tidy_answer(const struct exercise *e, struct piece text);
/* Whether an answer may have several parts: an order, several options. */
bool tidy_takes_list(const struct exercise *e);
/* Whether words stand there, not a second answer. */
bool tidy_says_why(struct piece text);

#endif
