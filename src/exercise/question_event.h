/* Makes questions of a step of any run. */
#pragma once

#include "exercise/question.h"

/* The shape (cell < 0) or one cell of the result of an event of any run. The run is borrowed. */
bool question_of_event(struct question *q, struct run *run, int event, int64_t cell,
                       struct error *err);
