/* What the suites of src/exercise share: a lesson from a text, its exercises, and questions made of
 * them. */
#ifndef QKV_TESTS_ASKED_H
#define QKV_TESTS_ASKED_H

#include "exercise/question.h"

struct asked {
    struct lesson lesson;
    struct exercises exercises;
    struct complaints complaints;
    struct run_terms terms;
    struct question question;
    bool made;
    struct error err;
};

/* Reads the lesson, which must have no errors. The text must live until asked_close. */
void asked_open(struct asked *a, const char *text);
/* The question `name` under the seed of that number. False: a->err. It replaces the one before. */
bool asked_make(struct asked *a, const char *name, uint64_t number);
/* The same, which must succeed. */
struct question *asked_question(struct asked *a, const char *name, uint64_t number);
/* Judges an answer; the reason is copied to `reason` (512 bytes), and a verdict with its share is
 * returned (its reason is free). */
struct verdict asked_judge(struct asked *a, const char *answer, const char *code, char *reason);
void asked_close(struct asked *a);

#define REASON_SIZE 1024

/* For tables: the answer must come out right (share 1), unread (-1), or with this share; its reason
 * must hold `says`. */
void asked_expect(struct asked *a, const char *answer, const char *code, double share,
                  const char *says);

#endif
