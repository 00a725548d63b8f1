/* Notes the lines of a hand-in that are not understood. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_MISSED_H
#define QKV_EXERCISE_HANDIN_HANDIN_MISSED_H

#include "exercise/handin/handin_scan.h"

/* `number`: of the line, from 1; 0: it is not told. */
void missed_add(struct scan *s, struct piece line, int number);
/* The same of a line that may hold answers: the exercises that it names are marked as mentioned. */
void missed_names(struct scan *s, struct piece line);
void missed_end(struct scan *s); /* ends the sentence */

#endif
