/* Looking over a lesson's exercises: drawing them, counting, telling. What is counted
 * stands in the other review_*.c. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/review_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define HOPELESS 10     /* variants that fail before the rest is not tried */
#define SHARED 0.4      /* of the variants have the same answer */
#define LINES_AFTER 0.8 /* of the time; the rest is for the lesson's lines */

double review_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t); /* somebody waits */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

const char *review_answer(const struct question *q)
{
    return q->key != NULL ? q->key : "";
}

const char *review_code(const struct question *q)
{
    return q->reference;
}

/* --- counting --- */

static bool begin(struct tally *t, const struct exercise *e, struct complaints *c, int most)
{
    *t = (struct tally){.e = e, .c = c};
    while (exercise_part(e, PART_WRONG, t->wrong_count) != NULL) {
        t->wrong_count++;
    }
    size_t n = (size_t)t->wrong_count + 1;
    t->right = calloc(n, sizeof *t->right);
    t->unsaid = calloc(n, sizeof *t->unsaid);
    t->other = calloc(n * n, sizeof *t->other);
    t->read = calloc(n, sizeof *t->read);
    t->answer = calloc((size_t)most + 1, sizeof *t->answer);
    return t->right != NULL && t->unsaid != NULL && t->other != NULL && t->read != NULL &&
           t->answer != NULL;
}

static void end(struct tally *t)
{
    for (int k = 0; t->read != NULL && k < t->wrong_count; k++) {
        buf_free(&t->read[k]);
    }
    for (int k = 0; t->answer != NULL && k < t->made; k++) {
        free(t->answer[k]);
    }
    free(t->right);
    free(t->unsaid);
    free(t->other);
    free(t->read);
    free(t->answer);
    buf_free(&t->why);
    buf_free(&t->said);
}

static bool keep_answer(struct tally *t, const struct question *q, struct error *err)
{
    const char *key = review_answer(q);
    char *copy = malloc(strlen(key) + 1);
    if (copy == NULL) {
        return question_memory(err);
    }
    strcpy(copy, key);
    t->answer[t->made++] = copy;
    return true;
}

static void look_at_warnings(struct tally *t, const struct question *q)
{
    const struct warnings *w = q->variant.finished ? q->variant.run.warnings : NULL;
    for (int k = 0; w != NULL && k < w->count; k++) {
        if (w->at[k].kind == WARNING_row_fully_masked) {
            t->masked++;
            return;
        }
    }
}

static bool look(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                 int number, struct error *err)
{
    struct question q;
    struct seed seed;
    struct error why = {0};
    seed_of_number(&seed, (uint64_t)number, t->e->name);
    if (!question_make(&q, x, t->e, &seed, terms, &why)) {
        if (why.kind == ERROR_MEMORY) {
            *err = why;
            return false;
        }
        if (t->failed++ == 0) {
            buf_puts(&t->why, why.text);
        }
        return true;
    }
    bool ok = keep_answer(t, &q, err) && review_wrong(t, &q, err) && review_sizes(t, &q, err);
    look_at_warnings(t, &q);
    if (ok && number % REVIEW_RUNS == 0) {
        review_faults(t, &q);
    }
    question_free(&q);
    return ok;
}

/* --- telling --- */

/* "lesson.md:12: exercise `x`: why" names again what the complaint shows: the line, and what stands
 * behind. */
static void tell_failed(struct tally *t)
{
    const char *why = buf_text(&t->why), *place = strstr(why, ": exercise `"), *digits = place;
    int line = t->e->line;
    if (place != NULL) {
        while (digits > why && digits[-1] >= '0' && digits[-1] <= '9') {
            digits--;
        }
        line = digits < place ? atoi(digits) : line;
        why = strstr(place, "`: ");
        why = why != NULL ? why + 3 : place;
    }
    if (t->failed > 0 && t->made == 0) {
        complain(t->c, line, 1, 0, "this exercise cannot be asked: %s", why);
    } else if (t->failed > 0) {
        complain(t->c, line, 1, 0, "in %d of %d variants this exercise cannot be asked: %s",
                 t->failed, t->made + t->failed, why);
    }
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void tell_shared(struct tally *t, const struct exercises *x)
{
    bool number = t->e->kind == EXERCISE_shape || t->e->kind == EXERCISE_cell;
    int most = 0, first = 0;
    if (!number || (x->drawn_count == 0 && !x->seed)) {
        return;
    }
    qsort(t->answer, (size_t)t->made, sizeof *t->answer, by_text);
    for (int k = 0, same = 0; k < t->made; k++) {
        same = k > 0 && strcmp(t->answer[k], t->answer[k - 1]) == 0 ? same + 1 : 1;
        if (same > most) {
            most = same;
            first = k;
        }
    }
    double more = most - SHARED * t->made;
    if (more > 0 && more * more > t->made) { /* by more than chance: two standard deviations */
        complain_note(t->c, t->e->line, 1, 0, "the answer is %s in %d of %d variants",
                      t->answer[first], most, t->made);
    }
}

static void tell(struct tally *t, const struct exercises *x)
{
    tell_failed(t);
    if (t->reduced > 0) {
        complain(t->c, t->e->line, 1, 0,
                 "the right answer does not get full points in %d of %d variants: %s", t->reduced,
                 t->made, buf_text(&t->said));
    }
    review_wrong_tell(t);
    tell_shared(t, x);
    review_sizes_tell(t);
    review_faults_tell(t);
}

/* One note for all: it is the same row. In all variants: that is what is taught. */
static void tell_masked(const struct tally *t, int count)
{
    for (int k = 0; k < count; k++) {
        if (t[k].masked > 0 && t[k].masked < t[k].made) {
            complain_note(t[k].c, t[k].e->line, 1, 0,
                          "a row of scores is masked from end to end in %d of %d variants",
                          t[k].masked, t[k].made);
            return;
        }
    }
}

static bool runs_code(const struct exercise *e)
{
    return e->kind == EXERCISE_code || e->kind == EXERCISE_bug;
}

/* In rounds, so that when time is up as much is known of each. Where answers are run, one variant
 * costs as much as many others: these come in one round of several. */
static bool draw_all(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                     int most, double until, int *done, struct error *err)
{
    bool late = false;
    for (*done = 0; *done < most && !late; (*done)++) {
        for (int k = 0; k < x->count; k++) {
            bool hopeless = t[k].made == 0 && t[k].failed == HOPELESS;
            late = *done > 0 && review_clock() > until;
            if (late || hopeless || (runs_code(t[k].e) && *done % REVIEW_RUNS != 0)) {
                continue;
            }
            if (!look(&t[k], x, terms, *done, err)) {
                return false;
            }
        }
    }
    return true;
}

bool review_make(struct review *r, const struct exercises *x, const struct run_terms *terms,
                 struct complaints *c, struct error *err)
{
    double began = review_clock();
    double seconds = r->seconds > 0 ? r->seconds : REVIEW_SECONDS;
    if (c->errors > 0 || x->count == 0) { /* of the text: first things first */
        return true;
    }
    r->wanted = x->drawn_count == 0 && !x->seed ? 1 : r->most > 0 ? r->most : REVIEW_VARIANTS;
    struct tally *t = calloc((size_t)x->count, sizeof *t);
    bool ok = t != NULL;
    for (int k = 0; ok && k < x->count; k++) {
        ok = begin(&t[k], &x->at[k], c, r->wanted);
    }
    ok = ok ? draw_all(t, x, terms, r->wanted, began + LINES_AFTER * seconds, &r->variants, err)
            : question_memory(err);
    if (ok) {
        tell_masked(t, x->count);
    }
    for (int k = 0; t != NULL && k < x->count; k++) {
        if (ok) {
            tell(&t[k], x);
        }
        end(&t[k]);
    }
    free(t);
    return ok && review_written(x, terms, began + seconds, c, err);
}
