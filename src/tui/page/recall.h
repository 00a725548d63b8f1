/* Asks what a built-in lesson opens with: a question about the lesson before, and one about one of
 * the three before that, in the order of the course. Each time other lessons and questions have
 * their turn, and other numbers are drawn. A lesson is read when its question is asked. */
#pragma once

#include "exercise/exercise.h"
#include "lesson/catalog.h"

#define RECALL_MOST 2

struct recalled {
    const struct lesson_file *file; /* the earlier lesson */
    uint64_t turn;                  /* which of its questions */
    bool read;
    struct lesson lesson; /* once it is read, with ... */
    struct exercises exercises;
};

/* For the `nth` time that `here` is opened, from 0. Returns how many there are. */
int recall_choose(struct recalled r[RECALL_MOST], const struct lesson_file *here, uint64_t nth);
/* The exercise that is asked, always the same one; NULL with err: memory, or there is none. */
const struct exercise *recall_exercise(struct recalled *r, struct error *err);
void recall_free(struct recalled *r);
