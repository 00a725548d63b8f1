/* Makes questions out of a text for the suites of src/exercise, and judges answers to them. */
#include "quiz.h"

#include "expect.h"
#include "program.h"

#include "lesson/catalog.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static void open_file(struct quiz *a, const char *file, const char *text)
{
    *a = (struct quiz){.terms = {.threads = 1, .library = &trees, .stack = own_stack}};
    ck_assert_msg(lesson_read(&a->lesson, file, LESSON_MARKDOWN, text, strlen(text), &a->err), "%s",
                  a->err.text);
    ck_assert_msg(exercises_read(&a->exercises, &a->lesson, &a->complaints, &a->err), "%s",
                  a->err.text);
    struct buf out = {0};
    complaints_write(&a->complaints, file, text, &out);
    ck_assert_msg(a->complaints.errors == 0, "%s", buf_text(&out));
    buf_free(&out);
}

void quiz_open(struct quiz *a, const char *text)
{
    open_file(a, "test.md", text);
}

void quiz_open_named(struct quiz *a, const char *lesson)
{
    const struct lesson_file *f = catalog_find(lesson);
    open_file(a, f->name, f->text);
}

static bool make(struct quiz *a, const char *name, uint64_t number, bool as_written)
{
    struct seed seed;
    const struct exercise *e = exercise_find(&a->exercises, name);
    ck_assert_msg(e != NULL, "no exercise %s", name);
    if (a->made) {
        question_free(&a->question);
    }
    seed_of_number(&seed, number, name);
    seed.as_written = as_written;
    error_clear(&a->err);
    a->made = question_make(&a->question, &a->exercises, e, &seed, &a->terms, &a->err);
    return a->made;
}

bool quiz_make(struct quiz *a, const char *name, uint64_t number)
{
    return make(a, name, number, false);
}

void quiz_as_written(struct quiz *a, const char *name)
{
    ck_assert_msg(make(a, name, 0, true), "%s", a->err.text);
}

struct question *quiz_question(struct quiz *a, const char *name, uint64_t number)
{
    bool made = quiz_make(a, name, number);
    ck_assert_msg(made, "%s", a->err.text);
    return &a->question;
}

struct verdict quiz_judge(struct quiz *a, const char *answer, const char *code, char *reason)
{
    struct verdict v;
    bool ok = question_judge(&a->question, answer, code, &v, &a->err);
    ck_assert_msg(ok, "%s", a->err.text);
    struct verdict copy = v;
    snprintf(reason, REASON_SIZE, "%s", buf_text(&v.reason));
    copy.reason = (struct buf){0};
    verdict_free(&v);
    return copy;
}

void quiz_expect(struct quiz *a, const char *answer, const char *code, double share,
                 const char *says)
{
    char reason[REASON_SIZE];
    struct verdict v = quiz_judge(a, answer, code, reason);
    bool unread = share < 0;
    EXPECT(v.unread == unread && v.right == (share == 1) &&
               fabs(v.share - (unread ? 0 : share)) < 1e-9,
           "%s: unread %d, right %d, share %g: %s", answer != NULL ? answer : "(none)", v.unread,
           v.right, v.share, reason);
    EXPECT(strstr(reason, says) != NULL, "%s: %s", answer != NULL ? answer : "(none)", reason);
}

void quiz_close(struct quiz *a)
{
    if (a->made) {
        question_free(&a->question);
    }
    exercises_free(&a->exercises);
    complaints_free(&a->complaints);
    lesson_free(&a->lesson);
}
