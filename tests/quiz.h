/* Declares what the suites of src/exercise share: a lesson from a text, its exercises, and
 * questions made of them. */
#pragma once

#include "exercise/question.h"

struct quiz {
    struct lesson lesson;
    struct exercises exercises;
    struct complaints complaints;
    struct run_terms terms;
    struct question question;
    bool made;
    struct error err;
};

/* Reads the lesson, which must have no errors. The text must live until quiz_close. */
void quiz_open(struct quiz *a, const char *text);
/* The same of a lesson of the course. */
void quiz_open_named(struct quiz *a, const char *lesson);
/* The question `name` under the seed of that number. False: a->err. It replaces the one before. */
bool quiz_make(struct quiz *a, const char *name, uint64_t number);
/* The same, which must succeed. */
struct question *quiz_question(struct quiz *a, const char *name, uint64_t number);
/* With the numbers of the lesson's file, as the walk asks it first. */
void quiz_as_written(struct quiz *a, const char *name);
/* Judges an answer; the reason is copied to `reason` (REASON_SIZE bytes), and a verdict with its
 * share is returned (its reason is free). */
struct verdict quiz_judge(struct quiz *a, const char *answer, const char *code, char *reason);
void quiz_close(struct quiz *a);

#define REASON_SIZE 1024

/* For tables: the answer must come out right (share 1), unread (-1), or with this share; its reason
 * must hold `says`. */
void quiz_expect(struct quiz *a, const char *answer, const char *code, double share,
                 const char *says);
