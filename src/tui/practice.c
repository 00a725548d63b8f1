/* Keeps the tasks of a practice, and asks the question of one. No screen here. */
#include "tui/practice.h"

#include "exercise/question_event.h"
#include "tui/practice_told.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define RECALL_DRAWS 20
#define READY_MOST ((size_t)128 << 20) /* bytes of the questions that are ready */

static void take_progress(struct practice *p, const struct progress *progress, const char *lesson)
{
    int first = -1;
    for (int k = 0; k < p->count; k++) {
        struct task *t = &p->task[k];
        const struct progress_line *l = progress_find(progress, lesson, t->name);
        if (l != NULL) {
            t->done = l->done;
            t->tries = l->tries;
            t->draw = t->shown = l->draw;
        }
        if (first < 0 && t->done != DONE_SOLVED) {
            first = k; /* where the person left off */
        }
    }
    p->at = first < 0 ? 0 : first;
}

static void begin(struct practice *p, uint64_t seed, const struct run_terms *terms)
{
    *p = (struct practice){.seed = seed, .terms = *terms};
}

bool practice_of_lesson(struct practice *p, const struct exercises *x,
                        const struct progress *progress, const char *lesson, uint64_t seed,
                        const struct run_terms *terms, struct error *err)
{
    begin(p, seed, terms);
    p->exercises = x;
    p->title = x->lesson->title != NULL ? x->lesson->title : lesson;
    for (int k = 0; k < x->count && p->count < PRACTICE_MOST; k++) {
        p->task[p->count++] = (struct task){.name = x->at[k].name, .exercise = &x->at[k]};
    }
    if (p->count == 0) {
        return error_set(err, ERROR_INPUT, "%s has no exercises", lesson);
    }
    take_progress(p, progress, lesson);
    return true;
}

/* A step of the learner's own code whose result is worth asking about. */
static bool is_worth(const struct event *e)
{
    return !e->setup && e->output_count > 0 && e->stage != STAGE_OTHER &&
           e->output[0].tensor.ndim > 0;
}

static bool add_task(struct practice *p, int event, int64_t cell)
{
    scoped_buf name = {0};
    const struct event *e = &p->run->tape->event[event];
    if (p->count == PRACTICE_MOST) {
        return true;
    }
    buf_puts(&name, cell < 0 ? "shape-" : "cell-");
    buf_printf(&name, "%d", e->number);
    const char *kept = arena_copy(&p->arena, buf_text(&name), name.len);
    buf_free(&name);
    p->task[p->count] = (struct task){.name = kept, .event = event, .cell = cell};
    p->count += kept != NULL;
    return kept != NULL;
}

/* Whether a question can be made of it: a cell needs few numbers. */
static bool can_ask(struct practice *p, int event, int64_t cell)
{
    struct question q;
    struct error err = {0};
    if (!question_of_event(&q, p->run, event, cell, &err)) {
        return false;
    }
    question_free(&q);
    return true;
}

static bool add_event(struct practice *p, struct draws *d, int event)
{
    const struct tensor *t = &p->run->tape->event[event].output[0].tensor;
    int64_t numel = tensor_numel(t);
    if (can_ask(p, event, -1) && !add_task(p, event, -1)) {
        return false;
    }
    if (numel == 0) {
        return true;
    }
    int64_t cell = (int64_t)draws_below(d, (uint64_t)numel);
    return !can_ask(p, event, cell) || add_task(p, event, cell);
}

bool practice_of_run(struct practice *p, struct run *run, const struct progress *progress,
                     const char *lesson, uint64_t seed, const struct run_terms *terms,
                     struct error *err)
{
    struct seed from;
    struct draws d;
    begin(p, seed, terms);
    p->run = run;
    p->title = run->lesson->title != NULL ? run->lesson->title : lesson;
    seed_of_number(&from, seed, "");
    draws_begin(&d, &from, 0);
    for (int k = 0; k < run->tape->event_count; k++) {
        if (is_worth(&run->tape->event[k]) && !warnings_doubt(run->warnings, run->tape, k) &&
            !add_event(p, &d, k)) { /* what is silently wrong is no key */
            practice_free(p);
            return error_memory(err);
        }
    }
    if (p->count == 0) {
        practice_free(p);
        return error_set(err, ERROR_INPUT,
                         "%s has no steps of attention to ask about; qkv trace shows what it has",
                         lesson);
    }
    take_progress(p, progress, lesson);
    return true;
}

static void drop_ready(struct task *t)
{
    if (t->ready != NULL) {
        question_free(t->ready);
    }
    free(t->ready);
    t->ready = NULL;
}

/* Each holds a run. */
static bool has_room(const struct practice *p)
{
    size_t used = 0;
    for (int k = 0; k < p->count; k++) {
        used += p->task[k].ready != NULL ? p->task[k].ready->run->session->memory.used : 0;
    }
    return used < READY_MOST;
}

/* For the next time that it is asked. */
static void keep_question(struct practice *p)
{
    struct task *t = &p->task[p->of];
    bool keeps = p->keeps && t->from == NULL && t->exercise != NULL && has_room(p);
    drop_ready(t);
    t->ready = keeps ? calloc(1, sizeof *t->ready) : NULL;
    if (t->ready != NULL) {
        question_move(t->ready, &p->question);
        t->ready_draw = p->draw;
    } else {
        question_free(&p->question);
    }
}

static void close_question(struct practice *p)
{
    if (p->open) {
        keep_question(p);
    }
    p->open = false;
    practice_forget(p);
    buf_clear(&p->marks);
    buf_clear(&p->code);
    p->line[0] = '\0';
    p->judged = p->opening = false;
    p->file[0] = '\0';
    p->scroll = 0;
}

void practice_free(struct practice *p)
{
    close_question(p);
    for (int k = 0; k < p->count; k++) {
        drop_ready(&p->task[k]);
    }
    for (int k = 0; k < p->recalls; k++) {
        recall_free(&p->recalled[k]);
    }
    buf_free(&p->told);
    buf_free(&p->marks);
    buf_free(&p->code);
    arena_free(&p->arena);
    *p = (struct practice){0};
}

/* --- questions about earlier lessons --- */

static const char opened[] = "(recall)"; /* no exercise has this name: its `draw` counts */

void practice_recall(struct practice *p, const struct lesson_file *here,
                     const struct progress *progress)
{
    const struct progress_line *l = progress_find(progress, catalog_name(here), opened);
    p->opened = l != NULL ? l->draw : 0;
    p->recalls = recall_choose(p->recalled, here, p->opened);
    for (int k = 0; k < p->recalls; k++) {
        struct recalled *from = &p->recalled[k];
        p->task[p->count + k] =
            (struct task){.name = from->file->name, .from = from, .draw = p->opened};
    }
}

bool practice_has_recalled(const struct practice *p)
{
    bool asked = false;
    for (int k = p->count; k < p->count + p->recalls; k++) {
        asked = asked || p->task[k].exercise != NULL;
    }
    return asked;
}

static void keep_recalled(const struct practice *p, const char *lesson, struct progress *progress)
{
    for (int k = p->count; k < p->count + p->recalls; k++) {
        const struct task *t = &p->task[k];
        const char *of = catalog_name(t->from->file);
        const struct progress_line *l = progress_find(progress, of, t->name);
        if (t->done == DONE_SOLVED && (l == NULL || l->done != DONE_SOLVED)) {
            progress_set(progress, &(struct progress_line){of, t->name, DONE_SOLVED,
                                                           (l != NULL ? l->tries : 0) + t->tries,
                                                           l != NULL ? l->draw : 0});
        }
    }
    if (practice_has_recalled(p)) {
        progress_set(progress, &(struct progress_line){lesson, opened, DONE_NOT, 0, p->opened + 1});
    }
}

void practice_keep(const struct practice *p, const char *lesson, struct progress *progress)
{
    keep_recalled(p, lesson, progress);
    for (int k = 0; k < p->count; k++) {
        const struct task *t = &p->task[k];
        bool known = progress_find(progress, lesson, t->name) != NULL; /* and then forgotten */
        if (t->done != DONE_NOT || t->draw > 0 || known) {
            progress_set(progress,
                         &(struct progress_line){lesson, t->name, t->done, t->tries, t->draw});
        }
    }
}

/* One that is recalled has the right option at another letter than where its lesson first asked it:
 * the letter is what one remembers. */
static bool ask_again(struct practice *p, const struct exercises *of, const struct task *t,
                      struct error *err)
{
    char first[OPTIONS_MOST * 2] = "";
    struct question *q = &p->question;
    struct seed seed;
    if (kind_asks(t->exercise->kind, ASKS_CHOICE)) {
        seed_of_number(&seed, 0, t->name);
        if (!question_make(q, of, t->exercise, &seed, &p->terms, err)) {
            return false;
        }
        snprintf(first, sizeof first, "%s", q->key);
        question_free(q);
    }
    for (uint64_t k = 1; k <= RECALL_DRAWS; k++) {
        seed_of_number(&seed, p->seed + t->draw + k, t->name);
        if (!question_make(q, of, t->exercise, &seed, &p->terms, err)) {
            return false;
        }
        if (k == RECALL_DRAWS || strcmp(first, q->key) != 0) {
            break;
        }
        question_free(q);
    }
    return true;
}

static bool make_question(const struct practice *p, const struct task *t, struct question *q,
                          struct error *err)
{
    struct seed seed;
    seed_of_number(&seed, p->seed + t->draw, t->name);
    seed.as_written = p->as_written && t->draw == 0;
    return question_make(q, p->exercises, t->exercise, &seed, &p->terms, err);
}

bool practice_prepare(struct practice *p, int task)
{
    struct task *t = &p->task[task];
    struct error none = {0};
    if (t->prepared || t->ready != NULL || (p->open && p->of == task) || !has_room(p)) {
        return false;
    }
    t->prepared = true;
    t->ready = calloc(1, sizeof *t->ready);
    t->ready_draw = t->draw;
    if (t->ready == NULL || !make_question(p, t, t->ready, &none)) {
        free(t->ready); /* why, is told when it is asked */
        t->ready = NULL;
    }
    return true;
}

bool practice_ask(struct practice *p, struct error *err)
{
    struct task *t = &p->task[p->at];
    const struct exercises *of = p->exercises;
    close_question(p);
    t->hints = 0;
    p->of = p->at;
    p->draw = t->draw;
    if (t->from != NULL) {
        t->exercise = recall_exercise(t->from, err);
        if (t->exercise == NULL) {
            return false;
        }
        t->name = t->exercise->name;
        of = &t->from->exercises;
        p->open = ask_again(p, of, t, err);
        return p->open;
    }
    if (t->exercise == NULL) {
        p->open = question_of_event(&p->question, p->run, t->event, t->cell, err);
        return p->open;
    }
    if (t->ready != NULL && t->ready_draw == t->draw) {
        question_move(&p->question, t->ready);
        drop_ready(t);
        p->open = true;
        return true;
    }
    p->open = make_question(p, t, &p->question, err);
    return p->open;
}

bool practice_anew(struct practice *p, struct error *err)
{
    struct task *t = &p->task[p->at];
    t->done = DONE_NOT;
    t->tries = 0;
    return practice_ask(p, err);
}

const char *practice_begin(const struct practice *p)
{
    return p->code.len > 0 ? buf_text(&p->code) : p->question.code != NULL ? p->question.code : "";
}

int practice_next_open(const struct practice *p, int first, int count, int at)
{
    for (int k = 1; k <= count; k++) {
        int next = first + (at - first + k) % count;
        if (next != at && p->task[next].done != DONE_SOLVED) {
            return next;
        }
    }
    return -1;
}

bool practice_is_over(const struct practice *p)
{
    enum done done = p->task[p->at].done;
    return done == DONE_SOLVED || (done == DONE_SHOWN && p->told.len > 0);
}

bool practice_draws(const struct practice *p)
{
    const struct task *t = &p->task[p->at];
    return p->open && p->as_written && t->draw == 0 && t->from == NULL && t->exercise != NULL &&
           !p->question.variant.seed.as_written;
}

bool practice_takes_code(const struct practice *p)
{
    return kind_asks(p->question.kind, ASKS_CODE);
}

const char *practice_state(const struct task *t)
{
    static const char *const done[] = {"new", "tried", "skipped", "solution seen", "solved"};
    return done[t->done];
}
