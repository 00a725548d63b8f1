/* Keeps the answers and the code of the file that is being read. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_REPLY_H
#define QKV_EXERCISE_HANDIN_HANDIN_REPLY_H

#include "exercise/handin/handin.h"
#include "exercise/handin/handin_label.h"

/* False: memory. */
bool reply_answer(struct handin *h, int exercise, struct piece text, enum rank rank);
bool reply_code(struct handin *h, int exercise, struct piece text); /* -1: of no name */
/* Whether code names what an exercise wants defined or looks at. */
bool reply_names(const char *code, const struct exercise *e);
/* Code of the newest file that defines what was asked for counts before an older one with the name.
 * False: memory. */
bool reply_newest(struct handin *h);

#endif
