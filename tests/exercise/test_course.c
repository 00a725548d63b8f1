/* Tests the exercises of the built-in lessons, each under ten drawn numbers: the reference answer
 * gets full points, every wrong answer that is listed gets its reason, and keys are stable and
 * differ.
 *
 * "Differ" means: the same seed gives the same question; of 20 students at most 8 share the key of
 * a shape or a cell, as `qkv lesson check` asks too; choices and orders are shown in several
 * orders. Code has one right answer for all, so there is nothing to tell apart. */
#define _POSIX_C_SOURCE 200809L
#include "expect.h"
#include "program.h"

#include "base/buf.h"
#include "exercise/question.h"
#include "lang/run/library.h"
#include "lesson/catalog.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_course(void);

#define VARIANTS 20 /* of which keys are compared */
#define JUDGED 10   /* under which answers are judged; tests/course.sh tries more */
#define SHARED_MOST 8
#define LEAST 4 /* exercises of a lesson */

struct course {
    struct lesson lesson;
    struct exercises exercises;
    struct complaints complaints;
    struct run_terms terms;
    struct library library;
    struct buf bad; /* all that is wrong with the lesson */
};

static void course_open(struct course *c, int lesson)
{
    const struct lesson_file *f = &lesson_files[lesson];
    struct error err = {0};
    *c = (struct course){.terms = {.memory = (size_t)1 << 30, .threads = 1, .stack = own_stack}};
    c->terms.library = &c->library;
    EXPECT(lesson_read(&c->lesson, f->name, LESSON_MARKDOWN, f->text, f->len, &err), "%s",
           err.text);
    EXPECT(exercises_read(&c->exercises, &c->lesson, &c->complaints, &err), "%s", err.text);
}

static void course_close(struct course *c)
{
    EXPECT(c->bad.len == 0, "%s:%.3500s", c->lesson.file, buf_text(&c->bad));
    buf_free(&c->bad);
    complaints_free(&c->complaints);
    exercises_free(&c->exercises);
    lesson_free(&c->lesson);
    library_free(&c->library);
}

static bool make(struct course *c, struct question *q, const struct exercise *e, int number)
{
    struct seed seed;
    struct error err = {0};
    seed_of_number(&seed, (uint64_t)number, e->name);
    if (question_make(q, &c->exercises, e, &seed, &c->terms, &err)) {
        return true;
    }
    buf_printf(&c->bad, "\n%s, variant %d: %s", e->name, number, err.text);
    return false;
}

/* --- reading --- */

START_TEST(lessons_read_without_a_complaint)
{
    struct course c;
    course_open(&c, _i);
    complaints_write(&c.complaints, c.lesson.file, c.lesson.whole, &c.bad);
    if (c.exercises.count < LEAST) {
        buf_printf(&c.bad, "\n%d exercises are too few", c.exercises.count);
    }
    course_close(&c);
}
END_TEST

/* A name in backquotes of a sentence that rules a way out, or asks for one, is in the exercise's
 * `forbid:` or `use:`. Only what is called is a way: `F.layer_norm`, but not `W_query`. */
static void holds_way(struct course *c, const struct exercise *e, const char *sentence,
                      const char *word, const char *key)
{
    const char *at = strstr(sentence, word), *rule = exercise_field(e, key);
    char name[64];
    while (at != NULL && (at = strchr(at, '`')) != NULL) {
        size_t len = strcspn(at + 1, "`");
        snprintf(name, sizeof name, "%.*s", (int)len, at + 1);
        bool way = strncmp(name, "torch.", 6) == 0 || strncmp(name, "F.", 2) == 0 ||
                   strncmp(name, "np.", 3) == 0;
        name[strcspn(name, "(")] = '\0';
        if (way && (rule == NULL || strstr(rule, name) == NULL)) {
            buf_printf(&c->bad, "\n%s: its text says \"%s `%s`\", `%s:` does not", e->name, word,
                       name, key);
        }
        at += 1 + len + (at[1 + len] == '`');
    }
}

START_TEST(what_a_text_rules_out_is_refused)
{
    static const char *const said[][2] = {{"without", "forbid"}, {"not call", "forbid"},
                                          {"not use", "forbid"}, {"with ", "use"},
                                          {"call ", "use"},      {"instead of", "forbid"}};
    struct course c;
    course_open(&c, _i);
    for (int k = 0; k < c.exercises.count; k++) {
        const struct exercise *e = &c.exercises.at[k];
        char sentence[400];
        for (const char *from = e->prompt; e->kind == EXERCISE_code && *from != '\0';) {
            size_t len = strcspn(from, ".:\n");
            while (from[len] == '.' && from[len + 1] != ' ' && from[len + 1] != '\n') {
                len += 1 + strcspn(from + len + 1, ".:\n"); /* the point of a name */
            }
            snprintf(sentence, sizeof sentence, "%.*s", (int)len, from);
            bool out = strstr(sentence, "out") != NULL || strstr(sentence, "not ") != NULL;
            for (size_t j = 0; j < sizeof said / sizeof said[0]; j++) {
                if (strcmp(said[j][1], "forbid") == 0 || !out) {
                    holds_way(&c, e, sentence, said[j][0], said[j][1]);
                }
            }
            from += len + (from[len] != '\0');
        }
    }
    course_close(&c);
}
END_TEST

/* --- right answers --- */

static void give_right_answer(struct course *c, struct question *q)
{
    char line[24];
    struct verdict v = {0};
    struct error err = {0};
    const char *answer = q->key;
    if (q->kind == EXERCISE_bug) {
        snprintf(line, sizeof line, "line %d", q->lines[0]);
        answer = line;
    }
    EXPECT(question_judge(q, answer, q->reference, &v, &err), "%s: %s", q->name, err.text);
    if (!v.right || v.share < 1) {
        buf_printf(&c->bad, "\n%s: the right answer %s gets %g: %s", q->name, answer, v.share,
                   buf_text(&v.reason));
    }
    verdict_free(&v);
}

/* --- wrong answers --- */

static void answer_of(const struct question *q, const struct mistake *m, struct buf *out)
{
    switch (q->kind) {
    case EXERCISE_shape:
        for (int k = 0; k < m->ndim; k++) {
            buf_printf(out, "%s%lld", k > 0 ? " " : "", (long long)m->shape[k]);
        }
        break;
    case EXERCISE_cell:
        buf_printf(out, "%.*f", q->decimals, m->number);
        break;
    case EXERCISE_choice:
        for (int k = 0; k < q->option_count; k++) {
            if (strcmp(q->option[k].text, m->head) == 0) {
                buf_putc(out, (char)('a' + k));
            }
        }
        break;
    case EXERCISE_bug:
        buf_printf(out, "line %d", q->lines[0]);
        break;
    default:
        buf_puts(out, m->head);
    }
}

/* The words of `m` stand in the reason. */
static bool says(const char *reason, const struct mistake *m)
{
    size_t len = strlen(m->reason);
    while (len > 0 && m->reason[len - 1] == '\n') {
        len--;
    }
    for (; len > 0 && *reason != '\0'; reason++) {
        if (strncmp(reason, m->reason, len) == 0) {
            return true;
        }
    }
    return false;
}

/* Whether the answer gets a listed reason; *own: that of this mistake. */
static bool gets_reason(const struct question *q, const struct mistake *m, const char *reason,
                        bool *own)
{
    bool listed = false;
    for (int k = 0; k < q->mistake_count; k++) {
        listed = listed || says(reason, &q->mistake[k]);
    }
    *own = *own || says(reason, m);
    return listed;
}

static void give_wrong_answer(struct course *c, struct question *q, const struct mistake *m,
                              bool *own)
{
    struct buf answer = {0};
    struct verdict v = {0};
    struct error err = {0};
    answer_of(q, m, &answer);
    EXPECT(question_judge(q, buf_text(&answer), m->code, &v, &err), "%s: %s", q->name, err.text);
    if (v.right) {
        buf_printf(&c->bad, "\n%s: the wrong answer %s (%s) is right for these numbers", q->name,
                   m->head, buf_text(&answer));
    } else if (!gets_reason(q, m, buf_text(&v.reason), own)) {
        buf_printf(&c->bad, "\n%s: the wrong answer %s (%s) gets no listed reason but: %s", q->name,
                   m->head, buf_text(&answer), buf_text(&v.reason));
    }
    buf_free(&answer);
    verdict_free(&v);
}

#define WRONG_MOST 16

/* Every answer of the first so many variants. Each listed reason is given in one of JUDGED. */
static void judge_answers(int lesson, int variants)
{
    struct course c;
    course_open(&c, lesson);
    for (int k = 0; k < c.exercises.count; k++) {
        const struct exercise *e = &c.exercises.at[k];
        bool own[WRONG_MOST] = {false};
        int judged = 0;
        for (; judged < variants; judged++) {
            struct question q;
            if (!make(&c, &q, e, judged)) {
                break;
            }
            EXPECT(q.mistake_count <= WRONG_MOST, "%s lists too many", q.name);
            give_right_answer(&c, &q);
            for (int j = 0; j < q.mistake_count; j++) {
                give_wrong_answer(&c, &q, &q.mistake[j], &own[j]);
            }
            question_free(&q);
        }
        ck_assert_int_eq(judged, variants);
        for (int j = 0; exercise_part(e, PART_WRONG, j) != NULL; j++) {
            if (!own[j] && variants == JUDGED) {
                buf_printf(&c.bad, "\n%s: the reason for %s is never given", e->name,
                           exercise_part(e, PART_WRONG, j)->head);
            }
        }
    }
    course_close(&c);
}

START_TEST(answers_are_judged_rightly)
{
    judge_answers(_i, JUDGED);
}
END_TEST

START_TEST(answers_of_one_variant)
{
    judge_answers(_i, 1);
}
END_TEST

/* --- keys --- */

static char *key_of(struct course *c, const struct exercise *e, int number)
{
    struct question q;
    char *key = NULL;
    if (make(c, &q, e, number)) {
        struct buf text = {0};
        buf_printf(&text, "%s\n%s", q.key, q.prompt);
        for (int k = 0; k < q.option_count; k++) {
            buf_printf(&text, "\n%s", q.option[k].text);
        }
        key = strdup(buf_text(&text));
        buf_free(&text);
        question_free(&q);
    }
    return key;
}

/* How many of the first lines are the same as the one that most share. */
static int most_shared(char *const *key)
{
    int most = 0;
    for (int k = 0; k < VARIANTS; k++) {
        int same = 0;
        for (int j = 0; j < VARIANTS; j++) {
            size_t a = strcspn(key[k], "\n"), b = strcspn(key[j], "\n");
            same += a == b && memcmp(key[k], key[j], a) == 0;
        }
        most = same > most ? same : most;
    }
    return most;
}

static void check_keys(struct course *c, const struct exercise *e)
{
    char *key[VARIANTS] = {NULL};
    bool made = true;
    for (int k = 0; k < VARIANTS && made; k++) {
        char *again;
        key[k] = key_of(c, e, k);
        again = k % 5 == 0 ? key_of(c, e, k) : NULL;
        made = key[k] != NULL;
        if (made && again != NULL && strcmp(key[k], again) != 0) {
            buf_printf(&c->bad, "\n%s: variant %d is not the same again", e->name, k);
        }
        free(again);
    }
    int shared = made ? most_shared(key) : 0;
    bool computed = kind_asks(e->kind, ASKS_SIZES | ASKS_NUMBER);
    bool shuffled = kind_asks(e->kind, ASKS_CHOICE | ASKS_ORDER);
    if ((computed && shared > SHARED_MOST) || (shuffled && shared == VARIANTS)) {
        buf_printf(&c->bad, "\n%s: %d of %d variants share a key", e->name, shared, VARIANTS);
    }
    for (int k = 0; k < VARIANTS; k++) {
        free(key[k]);
    }
}

START_TEST(keys_are_stable_and_differ)
{
    struct course c;
    course_open(&c, _i);
    for (int k = 0; k < c.exercises.count; k++) {
        check_keys(&c, &c.exercises.at[k]);
    }
    course_close(&c);
}
END_TEST

Suite *suite_course(void)
{
    Suite *s = suite_create("course");
    TCase *t = tcase_create("course");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, lessons_read_without_a_complaint, 0, lesson_count);
    tcase_add_loop_test(t, what_a_text_rules_out_is_refused, 0, lesson_count);
    tcase_add_loop_test(t, answers_of_one_variant, 0, lesson_count);
    suite_add_tcase(s, t);
    t = tcase_create("variants");
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, answers_are_judged_rightly, 0, lesson_count);
    tcase_add_loop_test(t, keys_are_stable_and_differ, 0, lesson_count);
    suite_add_tcase(s, t);
    return s;
}
