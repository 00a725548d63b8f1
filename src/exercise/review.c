/* Looking over a lesson's exercises: what was counted while they were drawn (review_draw.c) is
 * told. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/review_parts.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#define SHARED 0.4      /* of the variants have the same answer */
#define LINES_AFTER 0.8 /* of the time; the rest is for the lesson's lines */

double review_clock(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t); /* somebody waits */
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* --- telling --- */

struct place {
    int line, column;
};

/* Where the text stands that a reason begins with: `of: scorse`, or `scores_of(1, 0)` of a wrong
 * answer. */
static struct place place_of(const struct exercise *e, const char *why, struct place otherwise)
{
    size_t len = *why == '`' ? strcspn(why + 1, "`") : 0;
    for (int k = 0; len > 0 && k < e->field_count; k++) {
        size_t key = strlen(e->field[k].key);
        if (key < len && strncmp(why + 1, e->field[k].key, key) == 0 && why[1 + key] == ':') {
            return (struct place){e->field[k].line, e->field[k].column};
        }
    }
    for (int k = 0; len > 0 && k < e->part_count; k++) {
        if (strlen(e->part[k].head) == len && strncmp(why + 1, e->part[k].head, len) == 0) {
            return (struct place){e->part[k].line, e->part[k].column};
        }
    }
    return otherwise;
}

/* "lesson.md:12: exercise `x`: why" names again what the complaint shows: the line, and what stands
 * behind. */
static void tell_failed(struct tally *t)
{
    const char *why = buf_text(&t->why.text), *name = strstr(why, ": exercise `"), *digits = name;
    struct place at = {t->e->line, 1};
    if (name != NULL) {
        while (digits > why && digits[-1] >= '0' && digits[-1] <= '9') {
            digits--;
        }
        at.line = digits < name ? atoi(digits) : at.line;
        why = strstr(name, "`: ");
        why = why != NULL ? why + 3 : name;
        at = place_of(t->e, why, at);
    }
    if (t->failed > 0 && t->made == 0) {
        complain(t->c, at.line, at.column, 0, "this exercise cannot be asked: %s", why);
    } else if (t->failed > 0) {
        complain(t->c, at.line, at.column, 0,
                 "in %d of %d variants this exercise cannot be asked: %s", t->failed,
                 t->made + t->failed, why);
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
                 t->made, buf_text(&t->said.text));
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

bool review_make(struct review *r, const struct exercises *x, const struct run_terms *terms,
                 struct complaints *c, struct error *err)
{
    double began = review_clock();
    double seconds = r->seconds > 0 ? r->seconds : REVIEW_SECONDS;
    if (c->errors > 0 || x->count == 0) { /* of the text: first things first */
        return true;
    }
    r->wanted = x->drawn_count == 0 && !x->seed ? 1 : r->most > 0 ? r->most : REVIEW_VARIANTS;
    struct tally *t = tallies_new(x, r->wanted);
    bool ok = t != NULL || question_memory(err);
    ok =
        ok && review_draw(t, x, terms, r->wanted, began + LINES_AFTER * seconds, &r->variants, err);
    for (int k = 0; ok && k < x->count; k++) {
        t[k].c = c;
        tell(&t[k], x);
    }
    if (ok) {
        tell_masked(t, x->count);
    }
    tallies_free(t, x->count);
    return ok && review_written(x, terms, began + seconds, c, err);
}
