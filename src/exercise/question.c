/* Makes a question of an exercise, and judges answers: what all kinds share. */
#include "exercise/question.h"

#include "exercise/kind.h"
#include "exercise/variant.h"
#include "exercise/variant_ask.h"
#include "lesson/words.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODE_STEPS 5000000 /* of the evaluator, for a student's code */
#define CODE_MEMORY ((size_t)128 << 20)
#define CODE_OUTPUT ((size_t)1 << 20)
#define CODE_DEPTH 1000

/* --- texts --- */

const char *question_keep(struct question *q, struct buf *text, struct error *err)
{
    char *copy = text->failed ? NULL : arena_copy(&q->arena, buf_text(text), text->len);
    buf_free(text);
    if (copy == NULL) {
        error_memory(err);
    }
    return copy;
}

const char *question_fill(struct question *q, const char *markdown, struct error *err)
{
    scoped_buf text = {0};
    return variant_fill(&q->variant, markdown, &text, err) ? question_keep(q, &text, err) : NULL;
}

/* What is read by paragraphs: each of the author's on one line, then filled in. A value keeps its
 * own lines. */
static const char *fill_text(struct question *q, const char *markdown, struct error *err)
{
    scoped_buf whole = {0}, text = {0};
    words_unbroken(markdown, &whole);
    bool filled = variant_fill(&q->variant, buf_text(&whole), &text, err);
    text.failed = whole.failed || text.failed;
    return filled ? question_keep(q, &text, err) : NULL;
}

/* The prompt with what is given below it. */
static bool make_prompt(struct question *q, struct error *err)
{
    scoped_buf text = {0};
    q->ask = fill_text(q, question_exercise(q)->prompt, err);
    if (q->ask == NULL) {
        return false;
    }
    buf_puts(&text, q->ask);
    for (int k = 0; k < q->variant.given_count; k++) {
        buf_puts(&text, k == 0 ? "\n\n~~~\n" : "");
        variant_given_text(&q->variant.given[k], &text);
        buf_puts(&text, k == q->variant.given_count - 1 ? "\n~~~\n" : "\n");
    }
    q->prompt = question_keep(q, &text, err);
    return q->prompt != NULL;
}

static bool make_hints(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    int count = exercise_parts(e, PART_HINT);
    q->hint = arena_alloc(&q->arena, (size_t)(count + 1) * sizeof *q->hint);
    if (q->hint == NULL) {
        return error_memory(err);
    }
    for (; q->hint_count < count; q->hint_count++) {
        const char *text = exercise_part(e, PART_HINT, q->hint_count)->text;
        q->hint[q->hint_count] = fill_text(q, text, err);
        if (q->hint[q->hint_count] == NULL) {
            return false;
        }
    }
    return true;
}

static bool make_mistakes(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    const struct exercise_part *part;
    int count = exercise_parts(e, PART_WRONG);
    q->mistake = arena_alloc(&q->arena, (size_t)(count + 1) * sizeof *q->mistake);
    if (q->mistake == NULL) {
        return error_memory(err);
    }
    for (; (part = exercise_part(e, PART_WRONG, q->mistake_count)) != NULL; q->mistake_count++) {
        struct mistake *m = &q->mistake[q->mistake_count];
        m->head = question_fill(q, part->head, err);
        m->reason = m->head != NULL ? fill_text(q, part->text, err) : NULL;
        if (m->reason == NULL) {
            return false;
        }
        m->code = part->code != NULL ? question_fill(q, part->code, err) : NULL;
        if (part->code != NULL && m->code == NULL) {
            return false;
        }
    }
    return true;
}

static bool make_texts(struct question *q, struct error *err)
{
    const struct exercise *e = question_exercise(q);
    const struct exercise_part *solution = exercise_part(e, PART_SOLUTION, 0);
    const struct exercise_part *start = exercise_part(e, PART_START, 0);
    const char *code = start != NULL ? start->code : e->code;
    q->name = e->name;
    q->points = e->points;
    q->title = q->variant.of->lesson->title != NULL ? q->variant.of->lesson->title : "";
    q->solution = fill_text(q, solution != NULL ? solution->text : "", err);
    q->code = q->solution != NULL && code != NULL ? question_fill(q, code, err) : NULL;
    return q->solution != NULL && (code == NULL || q->code != NULL) && make_prompt(q, err) &&
           make_hints(q, err) && make_mistakes(q, err);
}

/* --- making --- */

static struct run_terms budget(const struct run_terms *terms)
{
    struct run_terms own = *terms;
    own.memory = own.memory > 0 ? own.memory : CODE_MEMORY;
    own.limits.steps = own.limits.steps > 0 ? own.limits.steps : CODE_STEPS;
    own.limits.output = own.limits.output > 0 ? own.limits.output : CODE_OUTPUT;
    own.limits.depth = own.limits.depth > 0 ? own.limits.depth : CODE_DEPTH;
    return own;
}

bool question_make(struct question *q, const struct exercises *x, const struct exercise *e,
                   const struct seed *seed, const struct run_terms *terms, struct error *err)
{
    *q = (struct question){.kind = e->kind, .event = -1, .terms = budget(terms)};
    if (!variant_make(&q->variant, x, e, seed, &q->terms, err)) {
        *q = (struct question){0};
        return false;
    }
    q->own_variant = true;
    q->run = &q->variant.run;
    if (!make_texts(q, err) || !kind_of(e->kind)->make(q, err)) {
        question_free(q);
        return false;
    }
    return true;
}

void question_free(struct question *q)
{
    if (q->own_variant) {
        variant_free(&q->variant);
    }
    arena_free(&q->arena);
    *q = (struct question){0};
}

void question_move(struct question *to, struct question *from)
{
    *to = *from;
    to->run = from->run == &from->variant.run ? &to->variant.run : from->run;
    *from = (struct question){0};
}

int question_decimals(const struct exercise *e)
{
    const char *text = exercise_field(e, "decimals");
    int decimals = text != NULL ? atoi(text) : 2;
    return decimals < 0 ? 0 : decimals > 15 ? 15 : decimals;
}

void question_shuffle(struct question *q, int round, int *at, int count)
{
    struct draws d;
    draws_begin(&d, &q->variant.seed, STREAM(OPTIONS, round));
    draws_shuffle(&d, at, count);
}

int question_rights(const struct question *q)
{
    int count = 0;
    for (int k = 0; k < q->option_count; k++) {
        count += q->option[k].right;
    }
    return count;
}

void question_solution(const struct question *q, struct buf *out)
{
    int steps = kind_asks(q->kind, ASKS_ORDER) ? q->option_count : 0;
    for (int place = 0; place < steps; place++) {
        for (int k = 0; k < steps; k++) {
            if (q->option[k].place == place) {
                buf_printf(out, "%d. %s\n", place + 1, q->option[k].text);
            }
        }
    }
    buf_puts(out, steps > 0 ? "\n" : ""); /* what follows is no part of the last one */
    buf_puts(out, q->solution != NULL ? q->solution : "");
}

void question_answer(const struct question *q, struct buf *out)
{
    bool code = strchr(q->key, '\n') != NULL;
    if (!code || q->solution == NULL ||
        strstr(q->solution, q->key) == NULL) { /* else it stands there */
        buf_printf(out, code ? "The answer:\n~~~python\n%s\n~~~\n\n" : "The answer: %s.\n\n",
                   q->key);
    }
    question_solution(q, out);
}

/* --- judging --- */

bool question_judge(struct question *q, const char *answer, const char *code, struct verdict *out,
                    struct error *err)
{
    *out = (struct verdict){0};
    bool ok = kind_of(q->kind)->judge(q, answer, code, out, err);
    if (ok && out->reason.failed) {
        ok = error_memory(err);
    }
    if (!ok) {
        verdict_free(out);
        return false;
    }
    if (out->right) {
        out->share = 1;
        if (out->reason.len == 0) {
            buf_puts(&out->reason, "Right.");
        }
    }
    return true;
}

void verdict_free(struct verdict *v)
{
    buf_free(&v->reason);
    *v = (struct verdict){0};
}
