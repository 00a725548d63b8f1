/* Looks over a lesson's exercises: what was counted while they were drawn (review_draw.c) is told.
 */
#include "exercise/review/review_tally.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define STACK ((size_t)256 << 20)
#define SHARED 0.4 /* of the variants have the same answer */

void review_progress(const struct review *r, const char *what, int done, int of)
{
    if (r->progress != NULL) {
        r->progress(r->self, what, done, of);
    }
}

bool review_thread(pthread_t *thread, void *(*run)(void *self), void *self, struct run_terms *terms)
{
    pthread_attr_t attributes;
    terms->stack = STACK / 2;
    pthread_attr_init(&attributes);
    bool started = pthread_attr_setstacksize(&attributes, STACK) == 0 &&
                   pthread_create(thread, &attributes, run, self) == 0;
    pthread_attr_destroy(&attributes);
    terms->stack = started ? terms->stack : 0;
    return started;
}

/* --- notes --- */

struct position {
    int line, column;
};

/* Where the text stands that a reason begins with: `of: scorse`, or `scores_of(1, 0)` of a wrong
 * answer. */
static struct position position_of(const struct exercise *e, const char *why,
                                   struct position otherwise)
{
    size_t len = *why == '`' ? strcspn(why + 1, "`") : 0;
    for (int k = 0; len > 0 && k < e->field_count; k++) {
        size_t key = strlen(e->field[k].key);
        const char *value =
            e->field[k].value; /* `at:`, or `try: f(x)`, of which there are several */
        bool whole =
            key + 2 + strlen(value) == len && strncmp(why + key + 3, value, strlen(value)) == 0;
        if (key < len && strncmp(why + 1, e->field[k].key, key) == 0 && why[1 + key] == ':' &&
            (whole || key + 1 == len)) {
            return (struct position){e->field[k].line, e->field[k].column};
        }
    }
    for (int k = 0; len > 0 && k < e->part_count; k++) {
        if (strlen(e->part[k].head) == len && strncmp(why + 1, e->part[k].head, len) == 0) {
            return (struct position){e->part[k].line, e->part[k].column};
        }
    }
    return otherwise;
}

/* "lesson.md:12: exercise `x`: why" names again what the complaint shows: the line, and what stands
 * behind. */
static void note_failures(struct tally *t)
{
    const char *why = buf_text(&t->why->text), *name = strstr(why, ": exercise `"), *digits = name;
    struct position at = {t->e->line, 1};
    if (name != NULL) {
        while (digits > why && digits[-1] >= '0' && digits[-1] <= '9') {
            digits--;
        }
        bool whole = digits > why && digits[-1] == ':'; /* of a notebook: a line of its cell */
        at.line = whole && digits < name ? atoi(digits) : at.line;
        why = strstr(name, "`: ");
        why = why != NULL ? why + 3 : name;
        at = position_of(t->e, why, at);
    }
    if (t->count[COUNT_FAILED] > 0 && t->made == 0) {
        complain(t->c, at.line, at.column, 0, "this exercise cannot be asked: %s", why);
    } else if (t->count[COUNT_FAILED] > 0) {
        complain(t->c, at.line, at.column, 0,
                 "in %d of %d variants this exercise cannot be asked: %s", t->count[COUNT_FAILED],
                 t->made + t->count[COUNT_FAILED], why);
    }
}

static int by_key(const void *a, const void *b)
{
    return strcmp(((const struct drawn_answer *)a)->key, ((const struct drawn_answer *)b)->key);
}

static int by_question(const void *a, const void *b)
{
    const struct drawn_answer *x = a, *y = b;
    int order = strcmp(x->question, y->question);
    return order != 0              ? order
           : x->number < y->number ? -1
           : x->number > y->number ? 1
                                   : strcmp(x->key, y->key);
}

/* The same question, word for word, with other answers: nobody can know which. */
static void note_unanswerable(struct tally *t)
{
    int same = 0;
    const struct drawn_answer *first = NULL, *second = NULL;
    qsort(t->answer, (size_t)t->made, sizeof *t->answer, by_question);
    for (int from = 0, to; from < t->made; from = to) {
        bool differ = false;
        for (to = from;
             to < t->made && strcmp(t->answer[from].question, t->answer[to].question) == 0; to++) {
            const struct drawn_answer *a = &t->answer[from], *b = &t->answer[to];
            bool other = a->near >= 0 && b->near >= 0 ? fabs(b->number - a->number) > a->near
                                                      : strcmp(b->key, a->key) != 0;
            first = other && second == NULL ? &t->answer[from] : first;
            second = other && second == NULL ? &t->answer[to] : second;
            differ = differ || other;
        }
        same += differ ? to - from : 0;
    }
    if (same > 0) {
        complain(t->c, t->e->line, 1, 0,
                 "nobody can answer this: in %d of %d variants the same question has other "
                 "answers, such as %s and %s; show what they depend on with `given:` or {{}}",
                 same, t->made, first->key, second->key);
    }
}

static void note_shared(struct tally *t, const struct exercises *x)
{
    bool number = kind_asks(t->e->kind, ASKS_SIZES | ASKS_NUMBER);
    int most = 0, first = 0;
    if (!number || (x->drawn_count == 0 && !x->seed)) {
        return;
    }
    qsort(t->answer, (size_t)t->made, sizeof *t->answer, by_key);
    for (int k = 0, same = 0; k < t->made; k++) {
        same = k > 0 && strcmp(t->answer[k].key, t->answer[k - 1].key) == 0 ? same + 1 : 1;
        if (same > most) {
            most = same;
            first = k;
        }
    }
    double more = most - SHARED * t->made;
    if (more > 0 && more * more > t->made) { /* by more than chance: two standard deviations */
        complain_note(t->c, t->e->line, 1, 0, "the answer is %s in %d of %d variants",
                      t->answer[first].key, most, t->made);
    }
}

/* Full points for no work. */
static void note_nothing(const struct tally *t)
{
    const struct exercise_part *start = exercise_part(t->e, PART_START, 0);
    if (t->count[COUNT_NOTHING] > 0) {
        complain(t->c, t->e->line, 1, 0, "code that does nothing is right in %d of %d variants",
                 t->count[COUNT_NOTHING], t->made);
    }
    if (t->count[COUNT_BEGUN] > 0) {
        complain(t->c, start != NULL ? start->line : t->e->line, 1, 0,
                 "the code that the answer begins with is right as it is in %d of %d variants",
                 t->count[COUNT_BEGUN], t->made);
    }
}

static void tell(struct tally *t, const struct exercises *x)
{
    note_failures(t);
    if (t->count[COUNT_REDUCED] > 0) {
        complain(t->c, t->e->line, 1, 0,
                 "the right answer does not get full points in %d of %d variants: %s",
                 t->count[COUNT_REDUCED], t->made, buf_text(&t->said->text));
    }
    note_nothing(t);
    review_wrong_note(t);
    note_unanswerable(t);
    note_shared(t, x);
    review_sizes_note(t);
    review_faults_note(t);
}

/* One note for all: it is the same row. In all variants: that is what is taught. */
static void note_masked(const struct tally *t, int count)
{
    for (int k = 0; k < count; k++) {
        if (t[k].count[COUNT_MASKED] > 0 && t[k].count[COUNT_MASKED] < t[k].made) {
            complain_note(t[k].c, t[k].e->line, 1, 0,
                          "a row of scores is masked from end to end in %d of %d variants",
                          t[k].count[COUNT_MASKED], t[k].made);
            return;
        }
    }
}

/* --- all of it --- */

struct reviewing {
    struct review *r;
    const struct exercises *x;
    struct run_terms terms;
    struct library library;
    struct complaints *c;
    struct error *err;
    bool ok;
};

static void *make(void *self)
{
    struct reviewing *g = self;
    const struct exercises *x = g->x;
    struct tally *t = review_draw_new(x, g->r->variants);
    g->ok = (t != NULL || error_memory(g->err)) && review_draw(t, x, &g->terms, g->r, g->err);
    for (int k = 0; g->ok && k < x->count; k++) {
        t[k].c = g->c;
        tell(&t[k], x);
    }
    if (g->ok) {
        note_masked(t, x->count);
    }
    review_draw_free(t, x->count);
    g->ok = g->ok && review_written(x, &g->terms, g->r, g->c, g->err);
    return NULL;
}

bool review_make(struct review *r, const struct exercises *x, const struct run_terms *terms,
                 struct complaints *c, struct error *err)
{
    if (c->errors > 0 || x->count == 0) { /* of the text: first things first */
        return true;
    }
    r->variants = x->drawn_count == 0 && !x->seed ? 1 : r->most > 0 ? r->most : REVIEW_VARIANTS;
    struct reviewing g = {.r = r, .x = x, .terms = *terms, .c = c, .err = err};
    pthread_t thread;
    g.terms.library = &g.library;
    if (review_thread(&thread, make, &g, &g.terms)) {
        pthread_join(thread, NULL);
    } else {
        make(&g);
    }
    library_free(&g.library);
    return g.ok;
}
