/* Draws a lesson's exercises and counts what comes out: several threads, each with counts of its
 * own, which are added up. What a thread counts depends on the variants' numbers alone, so that all
 * is the same with any number of threads. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/review/review_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define HOPELESS 10 /* variants: when none of the first can be made, the rest is not tried */
#define THREADS 8

void review_draw_first(struct first *f, int number, const char *text)
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
    *t = (struct tally){.e = e, .every = most > REVIEW_CLOSER ? most / REVIEW_CLOSER : 1};
    t->wrong_count = exercise_parts(e, PART_WRONG);
    int n = t->wrong_count;
    t->counts = COUNT_ALL + 2 * n + n * n;
    t->count = calloc((size_t)t->counts, sizeof *t->count);
    t->read = calloc((size_t)n + 2, sizeof *t->read);
    t->answer = calloc((size_t)most + 1, sizeof *t->answer);
    if (t->count == NULL || t->read == NULL || t->answer == NULL) {
        return false;
    }
    t->right = t->count + COUNT_ALL;
    t->unsaid = t->right + n;
    t->other = t->unsaid + n;
    t->why = t->read + n;
    t->said = t->why + 1;
    return true;
}

static void end(struct tally *t)
{
    for (int k = 0; t->read != NULL && k < t->wrong_count + 2; k++) {
        buf_free(&t->read[k].text);
    }
    for (int k = 0; t->answer != NULL && k < t->made; k++) {
        free(t->answer[k].key);
        free(t->answer[k].question);
    }
    free(t->count);
    free(t->read);
    free(t->answer);
}

struct tally *review_draw_new(const struct exercises *x, int most)
{
    struct tally *t = calloc((size_t)x->count, sizeof *t);
    bool ok = t != NULL;
    for (int k = 0; ok && k < x->count; k++) {
        ok = begin(&t[k], &x->at[k], most);
    }
    if (!ok) {
        review_draw_free(t, x->count);
        return NULL;
    }
    return t;
}

void review_draw_free(struct tally *t, int count)
{
    for (int k = 0; t != NULL && k < count; k++) {
        end(&t[k]);
    }
    free(t);
}

/* `from` keeps nothing that is moved. */
static void add_up(struct tally *into, struct tally *from)
{
    memcpy(into->answer + into->made, from->answer, (size_t)from->made * sizeof *from->answer);
    into->made += from->made;
    from->made = 0;
    for (int k = 0; k < from->counts; k++) {
        into->count[k] += from->count[k];
    }
    for (int k = 0; k < from->moved_count; k++) {
        review_sizes_moved(into, from->moved[k].line, from->moved[k].count);
    }
    for (int k = 0; k < into->wrong_count + 2; k++) {
        if (from->read[k].text.len > 0) {
            review_draw_first(&into->read[k], from->read[k].number, from->read[k].text.data);
        }
    }
}

/* --- one variant --- */

static char *copy_of(const char *text)
{
    char *copy = malloc(strlen(text) + 1);
    return copy != NULL ? strcpy(copy, text) : NULL;
}

static bool keep_answer(struct tally *t, const struct question *q, struct error *err)
{
    scoped_buf seen = {0};
    for (int k = 0; k < q->variant.setting_count; k++) {
        buf_printf(&seen, "%s = %s\n", q->variant.setting[k].name, q->variant.setting[k].value);
    }
    buf_printf(&seen, "%s\n%s\n", q->prompt, q->code != NULL ? q->code : "");
    for (int k = 0; k < q->option_count; k++) {
        buf_printf(&seen, "%s\n", q->option[k].text);
    }
    bool cell = kind_asks(q->kind, ASKS_NUMBER) && isfinite(q->number);
    struct drawn_answer one = {.key = copy_of(q->key),
                               .question = seen.failed ? NULL : copy_of(buf_text(&seen)),
                               .number = cell ? q->number : 0,
                               .near = cell ? 2 * q->tolerance + 1e-9 * fabs(q->number) : -1};
    if (one.key == NULL || one.question == NULL) {
        free(one.key);
        free(one.question);
        return error_memory(err);
    }
    t->answer[t->made++] = one;
    return true;
}

static void look_at_warnings(struct tally *t, const struct question *q)
{
    const struct warnings *w = q->variant.finished ? q->variant.run.warnings : NULL;
    for (int k = 0; w != NULL && k < w->count; k++) {
        if (w->at[k].kind == MISTAKE_row_fully_masked) {
            t->count[COUNT_MASKED]++;
            return;
        }
    }
}

/* It cannot be asked, or no answer to it be judged. */
static bool note_failed(struct tally *t, const struct error *why, struct error *err)
{
    if (why->kind == ERROR_MEMORY) {
        *err = *why;
        return false;
    }
    t->count[COUNT_FAILED]++;
    review_draw_first(t->why, t->number, why->text);
    return true;
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
        return note_failed(t, &why, err);
    }
    bool judged = review_wrong(t, &q, &why);
    bool ok =
        judged ? keep_answer(t, &q, err) && review_sizes(t, &q, err) : note_failed(t, &why, err);
    if (ok && judged) {
        look_at_warnings(t, &q);
    }
    if (ok && judged && number % t->every == 0) {
        review_faults(t, &q);
    }
    question_free(&q);
    return ok;
}

/* --- all of them --- */

static bool runs_code(const struct exercise *e)
{
    return kind_asks(e->kind, ASKS_CODE);
}

struct hand { /* a thread: variants first, first + step, ... */
    pthread_t thread;
    bool started;
    const struct exercises *x;
    struct run_terms terms;
    struct library library;
    const struct review *r;
    struct tally *t;
    int first, step, behind;
    bool speaks; /* of how far all are */
    bool ok;
    struct error err;
};

static void *work(void *self)
{
    struct hand *h = self;
    h->ok = true;
    for (int k = h->first; k < h->behind && h->ok; k += h->step) {
        if (h->speaks) {
            review_progress(h->r, "variants", k, h->r->variants);
        }
        for (int j = 0; j < h->x->count && h->ok; j++) {
            if (!h->t[j].hopeless && (!runs_code(h->t[j].e) || k % REVIEW_RUNS == 0)) {
                h->ok = look(&h->t[j], h->x, &h->terms, k, &h->err);
            }
        }
    }
    return NULL;
}

/* With counts of its own. */
static void start(struct hand *h, const struct tally *so_far)
{
    h->t = review_draw_new(h->x, h->r->variants);
    for (int j = 0; h->t != NULL && j < h->x->count; j++) {
        h->t[j].hopeless = so_far[j].hopeless;
    }
    h->terms.library = &h->library;
    h->started = h->t != NULL && review_thread(&h->thread, work, h, &h->terms);
}

/* What could not be started is done here. */
static bool finish(struct hand *h, struct tally *into, struct error *err)
{
    if (h->started) {
        pthread_join(h->thread, NULL);
    } else if (h->t != NULL) {
        work(h);
    }
    bool ok = h->ok;
    if (!ok) {
        *err = h->err;
    }
    for (int j = 0; h->t != NULL && j < h->x->count; j++) {
        add_up(&into[j], &h->t[j]);
    }
    review_draw_free(h->t, h->x->count);
    library_free(&h->library);
    return ok || (err->kind != ERROR_NONE ? false : error_memory(err));
}

static int hands(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores < 1 ? 1 : cores > THREADS ? THREADS : (int)cores;
}

/* The first ones here, the rest by all hands. */
bool review_draw(struct tally *t, const struct exercises *x, const struct run_terms *terms,
                 const struct review *r, struct error *err)
{
    struct hand hand[THREADS] = {{0}};
    int count = hands(), few = r->variants < HOPELESS ? r->variants : HOPELESS;
    struct hand first = {
        .x = x, .terms = *terms, .r = r, .t = t, .step = 1, .behind = few, .speaks = true};
    work(&first);
    if (!first.ok) {
        *err = first.err;
        return false;
    }
    for (int j = 0; j < x->count; j++) {
        t[j].hopeless = few == HOPELESS && t[j].made == 0;
    }
    bool ok = true;
    for (int k = 0; k < count && few < r->variants; k++) {
        hand[k] = (struct hand){.x = x,
                                .terms = *terms,
                                .r = r,
                                .first = few + k,
                                .step = count,
                                .behind = r->variants,
                                .speaks = k == 0};
        start(&hand[k], t);
    }
    for (int k = 0; k < count && few < r->variants; k++) {
        ok = finish(&hand[k], t, err) && ok;
    }
    return ok;
}
