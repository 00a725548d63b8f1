/* Finds code that stands in a hand-in without a fence around it. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_LOOSE_H
#define QKV_EXERCISE_HANDIN_HANDIN_LOOSE_H

#include "exercise/handin/handin_scan.h"

bool loose_begins(struct piece line);   /* code begins here, whatever stood before */
bool loose_is_prose(struct piece line); /* words, not code */
/* A line of the code of an exercise. */
void loose_add(struct scan *s, int exercise, struct piece line);
void loose_flush(struct scan *s); /* the code is at its end */

#endif
