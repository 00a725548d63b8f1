/* Diagnoses an answer about a step of any run. */
#ifndef QKV_EXERCISE_ANSWER_DIAGNOSE_EVENT_H
#define QKV_EXERCISE_ANSWER_DIAGNOSE_EVENT_H

#include "exercise/answer/diagnose.h"

/* `a` must not move. Its value is to be given back with asked_event_free. False with err: memory.
 */
bool asked_of_event(struct asked_event *a, struct run *run, const struct run_terms *terms,
                    int event, int output, struct error *err);
void asked_event_free(struct asked_event *a);

#endif
