/* Tests questions from the tape of any run: keys worked out again from what is printed, and steps
 * that cannot be asked about. */
#include "exercise/question.h"

#include "exercise/question_event.h"
#include "expect.h"
#include "program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_question_event(void);

static const char text[] =
    "import torch\n"
    "import torch.nn as nn\n"
    "import torch.nn.functional as F\n"
    "torch.manual_seed(3)\n"
    "b, num_heads, num_tokens, head_dim = 2, 2, 3, 4\n"
    "x = torch.randn(b, num_tokens, 6)\n"
    "W = nn.Linear(6, num_heads * head_dim)\n"
    "queries = W(x).view(b, num_tokens, num_heads, head_dim).transpose(1, 2)\n"
    "keys = torch.randn(b, num_heads, num_tokens, head_dim)\n"
    "attn_scores = queries @ keys.transpose(2, 3)\n"
    "attn_scores = attn_scores / head_dim ** 0.5\n"
    "mask = torch.ones(num_tokens, num_tokens).triu(1).bool()\n"
    "attn_scores.masked_fill_(mask, -torch.inf)\n"
    "weights = torch.softmax(attn_scores, dim=-1)\n"
    "total = weights.sum(-1)\n"
    "whole = torch.arange(6).view(2, 3) * torch.tensor([2, 0, -1])\n"
    "bigger = weights > 0.5\n"
    "wide = torch.randn(1, 40) @ torch.randn(40, 1)\n"
    "tiny = torch.full((2,), 1e-6) * 3\n"
    "dropped = F.dropout(weights, 0.5)\n"
    "top = weights.max()\n"
    "square = whole * whole\n";

struct walked {
    struct run run;
    struct error err;
};

static void open_run(struct walked *w, const char *code)
{
    struct lesson *l = calloc(1, sizeof *l);
    struct run_terms terms = {.threads = 1, .library = &trees, .stack = own_stack};
    *w = (struct walked){0};
    ck_assert(lesson_read(l, "test.py", LESSON_PYTHON, code, strlen(code), &w->err));
    ck_assert_msg(run_make(&w->run, l, &terms, false, &w->err), "%s", w->err.text);
    ck_assert_msg(w->run.outcome == OUTCOME_DONE, "%s", buf_text(&w->run.failure));
}

/* The n-th last event of that operation. */
static int find(const struct walked *w, const char *name)
{
    for (int k = w->run.tape->event_count - 1; k >= 0; k--) {
        if (strcmp(w->run.tape->event[k].name, name) == 0) {
            return k;
        }
    }
    ck_abort_msg("no %s", name);
}

static int find_named(const struct walked *w, const char *name)
{
    for (int k = w->run.tape->event_count - 1; k >= 0; k--) {
        const char *known = tape_result_name(w->run.tape, k, 0);
        if (known != NULL && strcmp(known, name) == 0) {
            return k;
        }
    }
    ck_abort_msg("no %s", name);
}

static double judged(struct question *q, const char *answer)
{
    struct verdict v;
    struct error err = {0};
    ck_assert(question_judge(q, answer, NULL, &v, &err));
    double share = v.unread ? -1 : v.share;
    verdict_free(&v);
    return share;
}

/* --- shapes --- */

START_TEST(the_shape_of_every_step)
{
    struct walked w;
    open_run(&w, text);
    int asked = 0;
    for (int k = 0; k < w.run.tape->event_count; k++) {
        struct question q;
        if (!question_of_event(&q, &w.run, k, -1, &w.err)) {
            EXPECT(strstr(w.err.text, "in place") != NULL ||
                       strstr(w.err.text, "stands in the code") != NULL,
                   "%s", w.err.text);
            error_clear(&w.err);
            continue;
        }
        asked++;
        EXPECT(q.kind == EXERCISE_shape && judged(&q, q.key) == 1, "%s", q.prompt);
        EXPECT(judged(&q, "(99, 98, 97)") == 0, "%s", q.prompt);
        question_free(&q);
    }
    ck_assert_int_gt(asked, 15);
    run_free(&w.run);
}
END_TEST

START_TEST(a_shape_question_tells_what_goes_in)
{
    struct walked w;
    struct question q;
    open_run(&w, text);
    ck_assert_msg(question_of_event(&q, &w.run, find(&w, "matmul"), -1, &w.err), "%s", w.err.text);
    question_free(&q);
    ck_assert(question_of_event(&q, &w.run, find_named(&w, "weights"), -1, &w.err));
    ck_assert_ptr_nonnull(strstr(q.prompt, "weights = torch.softmax(attn_scores, dim=-1)"));
    ck_assert_ptr_nonnull(strstr(
        q.prompt, "- attn_scores: (2, 2, 3, 3), that is (b, num_heads, num_tokens, num_tokens')"));
    ck_assert_ptr_nonnull(strstr(q.prompt, "Which shape has weights?"));
    ck_assert_str_eq(q.key, "(2, 2, 3, 3)");
    ck_assert(judged(&q, "(b, num_heads, num_tokens, num_tokens)") == 1);
    ck_assert(judged(&q, "(2, 2, 3, 4)") == 0.375);
    question_free(&q);
    run_free(&w.run);
}
END_TEST

/* --- cells --- */

/* The numbers of the block behind "Of these numbers:", in their order. */
static int printed(const char *prompt, double *at, int most)
{
    const char *p = strstr(prompt, "Of these numbers:");
    const char *end = p != NULL ? strstr(strstr(p, "~~~") + 3, "~~~") : NULL;
    int count = 0;
    for (p = end != NULL ? strstr(p, " = ") : NULL; p != NULL && p < end && count < most;
         p = strstr(p + 1, " = ")) {
        at[count++] = strncmp(p + 3, "True", 4) == 0    ? 1
                      : strncmp(p + 3, "False", 5) == 0 ? 0
                                                        : strtod(p + 3, NULL);
    }
    return count;
}

static void expect_key(const struct question *q, double wanted)
{
    double unit = pow(10, -q->decimals);
    EXPECT(fabs(q->number - wanted) <= unit * 0.5001 || q->number == wanted, "%s: %g, not %g",
           q->prompt, q->number, wanted);
}

static struct question ask(struct walked *w, int event, int64_t cell, double *at, int *count)
{
    struct question q;
    ck_assert_msg(question_of_event(&q, &w->run, event, cell, &w->err), "%s", w->err.text);
    *count = printed(q.prompt, at, 32);
    return q;
}

/* What a person gets who has only the printed numbers. */
START_TEST(the_key_is_what_the_printed_numbers_make)
{
    struct walked w;
    double at[32];
    int count;
    open_run(&w, text);
    for (int64_t cell = 0; cell < 18; cell++) {
        struct question q;
        int product = -1;
        for (int k = 0; k < w.run.tape->event_count; k++) {
            const struct event *e = &w.run.tape->event[k];
            product = strcmp(e->name, "matmul") == 0 && e->output[0].tensor.ndim == 4 ? k : product;
        }
        if (!question_of_event(&q, &w.run, product, cell, &w.err)) { /* by chance nearly nothing */
            ck_assert_ptr_nonnull(strstr(w.err.text, "too small"));
            error_clear(&w.err);
            continue;
        }
        ck_assert_int_eq(printed(q.prompt, at, 32), 8);
        expect_key(&q, at[0] * at[4] + at[1] * at[5] + at[2] * at[6] + at[3] * at[7]);
        ck_assert_ptr_nonnull(strstr(q.prompt, "keys.transpose(2, 3)["));
        ck_assert(judged(&q, q.key) == 1);
        question_free(&q);
        q = ask(&w, find_named(&w, "weights"), cell, at, &count);
        ck_assert_int_eq(count, 3);
        double all = exp(at[0]) + exp(at[1]) + exp(at[2]);
        expect_key(&q, exp(at[cell % 3]) / all);
        ck_assert_ptr_nonnull(strstr(q.prompt, cell / 3 % 3 < 2 ? "-inf" : "attn_scores["));
        question_free(&q);
    }
    for (int64_t cell = 0; cell < 6; cell++) {
        struct question q = ask(&w, find_named(&w, "total"), cell, at, &count);
        expect_key(&q, at[0] + at[1] + at[2]);
        question_free(&q);
        q = ask(&w, find_named(&w, "whole"), cell, at, &count);
        ck_assert_str_eq(q.form, "a whole number");
        ck_assert(q.number == at[0] * at[1] && q.tolerance == 0);
        question_free(&q);
        q = ask(&w, find_named(&w, "square"), cell, at, &count);
        ck_assert_int_eq(count, 2); /* of both operands, though they are one tensor */
        ck_assert(q.number == at[0] * at[0]);
        question_free(&q);
    }
    run_free(&w.run);
}
END_TEST

/* The scale is known to the run alone, so it is told. */
START_TEST(a_number_of_the_code_is_told)
{
    struct walked w;
    struct question q;
    open_run(&w, text);
    for (int k = 0; k < w.run.tape->event_count; k++) {
        const struct event *e = &w.run.tape->event[k];
        if (e->stage == STAGE_SCALE) {
            ck_assert_msg(question_of_event(&q, &w.run, k, 4, &w.err), "%s", w.err.text);
            ck_assert_msg(strstr(q.prompt, "/ 2") != NULL, "%s", q.prompt);
            double at[4];
            ck_assert_int_eq(printed(q.prompt, at, 4), 1);
            expect_key(&q, at[0] / 2);
            question_free(&q);
        }
    }
    run_free(&w.run);
}
END_TEST

START_TEST(a_mask_in_place)
{
    struct walked w;
    double at[32];
    int count;
    open_run(&w, text);
    struct question q = ask(&w, find(&w, "masked_fill_"), 1, at, &count);
    ck_assert_str_eq(q.key, "-inf");
    question_free(&q);
    q = ask(&w, find(&w, "masked_fill_"), 3, at, &count);
    ck_assert(isfinite(q.number));
    question_free(&q);
    run_free(&w.run);
}
END_TEST

START_TEST(steps_that_cannot_be_asked_about)
{
    static const struct {
        const char *name;
        int64_t cell;
        const char *says;
    } steps[] = {
        {"queries", 0, "nothing is computed"}, {"bigger", 0, "no number"},
        {"wide", 0, "too many numbers"},       {"tiny", 0, "too small"},
        {"dropped", 0, "cannot be"},           {"x", 0, "nothing is computed"},
        {"weights", 36, "no such cell"},       {"x", -1, "stands in the code"},
    };
    struct walked w;
    struct question q;
    open_run(&w, text);
    for (size_t k = 0; k < sizeof steps / sizeof steps[0]; k++) {
        error_clear(&w.err);
        bool made =
            question_of_event(&q, &w.run, find_named(&w, steps[k].name), steps[k].cell, &w.err);
        ck_assert_msg(!made && strstr(w.err.text, steps[k].says) != NULL, "%s: %s", steps[k].name,
                      w.err.text);
    }
    error_clear(&w.err);
    ck_assert(!question_of_event(&q, &w.run, w.run.tape->event_count, -1, &w.err));
    run_free(&w.run);
}
END_TEST

/* The tape is as it was: asking twice gives the same bytes, and explanations keep theirs. */
START_TEST(asking_changes_nothing)
{
    struct walked w;
    struct buf first = {0}, again = {0};
    open_run(&w, text);
    for (int round = 0; round < 2; round++) {
        struct buf *out = round == 0 ? &first : &again;
        for (int k = 0; k < w.run.tape->event_count; k++) {
            struct question q;
            for (int64_t cell = -1; cell < 3; cell++) {
                error_clear(&w.err);
                if (question_of_event(&q, &w.run, k, cell, &w.err)) {
                    buf_printf(out, "%s%s%s%s\n", q.prompt, q.key, q.form, q.solution);
                    question_free(&q);
                } else {
                    buf_puts(out, w.err.text);
                }
            }
        }
    }
    ck_assert_str_eq(buf_text(&first), buf_text(&again));
    ck_assert_int_gt((int)first.len, 5000);
    buf_free(&first);
    buf_free(&again);
    run_free(&w.run);
}
END_TEST

Suite *suite_question_event(void)
{
    Suite *s = suite_create("question_event");
    TCase *t = tcase_create("event");
    tcase_add_test(t, the_shape_of_every_step);
    tcase_add_test(t, a_shape_question_tells_what_goes_in);
    tcase_add_test(t, the_key_is_what_the_printed_numbers_make);
    tcase_add_test(t, a_number_of_the_code_is_told);
    tcase_add_test(t, a_mask_in_place);
    tcase_add_test(t, steps_that_cannot_be_asked_about);
    tcase_add_test(t, asking_changes_nothing);
    suite_add_tcase(s, t);
    return s;
}
