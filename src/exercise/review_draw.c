/* Drawing a lesson's exercises and counting what comes out: several threads, each with counts of
 * its own, which are added up. What a thread counts depends on the variants' numbers alone, so that
 * all is the same with any number of threads, unless the time is up. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/review_parts.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOPELESS 10 /* variants that fail before the rest is not tried */
#define THREADS 8
#define FEW 8 /* variants: one thread does */

const char *review_answer(const struct question *q)
{
    return q->key != NULL ? q->key : "";
}

const char *review_code(const struct question *q)
{
    return q->reference;
}

void first_put(struct first *f, int number, const char *text)
{
    if (f->text.len == 0 || number < f->number) {
        buf_clear(&f->text);
        buf_puts(&f->text, text);
        f->number = number;
    }
}

/* --- counts --- */

static bool begin(struct tally *t, const struct exercise *e, int most)
{
    *t = (struct tally){.e = e};
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
        buf_free(&t->read[k].text);
    }
    for (int k = 0; t->answer != NULL && k < t->made; k++) {
        free(t->answer[k]);
    }
    free(t->right);
    free(t->unsaid);
    free(t->other);
    free(t->read);
    free(t->answer);
    buf_free(&t->why.text);
    buf_free(&t->said.text);
}

struct tally *tallies_new(const struct exercises *x, int most)
{
    struct tally *t = calloc((size_t)x->count, sizeof *t);
    bool ok = t != NULL;
    for (int k = 0; ok && k < x->count; k++) {
        ok = begin(&t[k], &x->at[k], most);
    }
    if (!ok) {
        tallies_free(t, x->count);
        return NULL;
    }
    return t;
}

void tallies_free(struct tally *t, int count)
{
    for (int k = 0; t != NULL && k < count; k++) {
        end(&t[k]);
    }
    free(t);
}

static void add_ints(int *into, const int *from, int count)
{
    for (int k = 0; k < count; k++) {
        into[k] += from[k];
    }
}

/* `from` keeps nothing that is moved. */
static void add_up(struct tally *into, struct tally *from)
{
    int n = into->wrong_count;
    memcpy(into->answer + into->made, from->answer, (size_t)from->made * sizeof *from->answer);
    into->made += from->made;
    from->made = 0;
    into->failed += from->failed;
    into->reduced += from->reduced;
    into->masked += from->masked;
    into->tied += from->tied;
    into->close += from->close;
    add_ints(into->right, from->right, n);
    add_ints(into->unsaid, from->unsaid, n);
    add_ints(into->other, from->other, n * n);
    add_ints(into->same, from->same, FAULT_COUNT);
    for (int k = 0; k < from->moved_count; k++) {
        review_moved(into, from->moved[k].line, from->moved[k].count);
    }
    for (int k = 0; k < n; k++) {
        if (from->read[k].text.len > 0) {
            first_put(&into->read[k], from->read[k].number, from->read[k].text.data);
        }
    }
    if (from->why.text.len > 0) {
        first_put(&into->why, from->why.number, from->why.text.data);
    }
    if (from->said.text.len > 0) {
        first_put(&into->said, from->said.number, from->said.text.data);
    }
}

/* --- one variant --- */

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
    t->number = number;
    seed_of_number(&seed, (uint64_t)number, t->e->name);
    if (!question_make(&q, x, t->e, &seed, terms, &why)) {
        if (why.kind == ERROR_MEMORY) {
            *err = why;
            return false;
        }
        t->failed++;
        first_put(&t->why, number, why.text);
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

/* --- all of them --- */

struct hand { /* a thread: variants first, first + step, ... */
    pthread_t thread;
    bool started;
    const struct exercises *x;
    const struct run_terms *terms;
    struct tally *t;
    int first, step, most;
    double until;
    int done; /* rounds */
    bool ok;
    struct error err;
};

static bool runs_code(const struct exercise *e)
{
    return e->kind == EXERCISE_code || e->kind == EXERCISE_bug;
}

/* In rounds, so that when time is up as much is known of each exercise. Where answers are run, one
 * variant costs as much as many others: these come in one round of several. */
static void *work(void *self)
{
    struct hand *h = self;
    bool late = false;
    h->ok = true;
    for (int k = h->first; k < h->most && !late && h->ok; k += h->step) {
        for (int j = 0; j < h->x->count && h->ok; j++) {
            struct tally *t = &h->t[j];
            bool hopeless = t->made == 0 && t->failed == HOPELESS;
            late = k > 0 && review_clock() > h->until;
            if (!late && !hopeless && (!runs_code(t->e) || k % REVIEW_RUNS == 0)) {
                h->ok = look(t, h->x, h->terms, k, &h->err);
            }
        }
        h->done++;
    }
    return NULL;
}

static int threads_for(int most)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return most < FEW || cores < 1 ? 1 : cores > THREADS ? THREADS : (int)cores;
}

bool review_draw(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                 int most, double until, int *done, struct error *err)
{
    struct hand hand[THREADS] = {{0}};
    int count = threads_for(most);
    bool ok = true;
    for (int k = 0; k < count; k++) {
        struct hand *h = &hand[k];
        *h = (struct hand){.x = x,
                           .terms = terms,
                           .first = k,
                           .step = count,
                           .most = most,
                           .until = until,
                           .t = k == 0 ? t : tallies_new(x, most)};
        h->started = k > 0 && h->t != NULL && pthread_create(&h->thread, NULL, work, h) == 0;
        ok = ok && h->t != NULL;
    }
    for (int k = 0; k < count; k++) { /* what could not be started is done here */
        struct hand *h = &hand[k];
        if (h->started) {
            pthread_join(h->thread, NULL);
        } else if (h->t != NULL) {
            work(h);
        }
        *done = (k == 0 ? 0 : *done) + h->done;
        if (h->t != NULL && !h->ok) {
            *err = h->err;
        }
        ok = ok && h->ok;
        for (int j = 0; k > 0 && h->t != NULL && j < x->count; j++) {
            add_up(&t[j], &h->t[j]);
        }
        if (k > 0) {
            tallies_free(h->t, x->count);
        }
    }
    return ok || (err->kind != ERROR_NONE ? false : question_memory(err));
}
