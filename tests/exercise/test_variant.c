/* Tests a lesson with drawn numbers: what is drawn and what is refused, rounding in the run, texts,
 * and the value that `of:` names. */
#include "quiz.h"

#include "exercise/variant.h"
#include "expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Suite *suite_variant(void);

#define LESSON                                                                                     \
    "# Scores\n\n"                                                                                 \
    "```draw\n"                                                                                    \
    "num_tokens: 3..6\n"                                                                           \
    "head_dim: 2 | 4\n"                                                                            \
    "seed: student\n"                                                                              \
    "require: num_tokens != head_dim\n"                                                            \
    "```\n\n"                                                                                      \
    "```python\n"                                                                                  \
    "import torch\n"                                                                               \
    "num_tokens, head_dim = 3, 2\n"                                                                \
    "torch.manual_seed(123)\n"                                                                     \
    "queries = torch.randn(num_tokens, head_dim)\n"                                                \
    "keys = torch.randn(num_tokens, head_dim)\n"                                                   \
    "scores = torch.zeros(1)\n"                                                                    \
    "```\n\n"

#define REST                                                                                       \
    "```python\n"                                                                                  \
    "def attend(q, k):\n"                                                                          \
    "    inner = q @ k.T\n"                                                                        \
    "    return torch.softmax(inner, dim=-1)\n"                                                    \
    "scores = queries @ keys.T\n"                                                                  \
    "n = 3 * num_tokens\n"                                                                         \
    "```\n\n"                                                                                      \
    "```python\n"                                                                                  \
    "weights = attend(queries, keys)\n"                                                            \
    "scores = scores * 2\n"                                                                        \
    "filled = torch.empty(2)\n"                                                                    \
    "for k in range(2):\n"                                                                         \
    "    filled[k] = k + 5\n"                                                                      \
    "masked = scores.clone()\n"                                                                    \
    "kept = masked\n"                                                                              \
    "masked.masked_fill_(masked > 0, -torch.inf)\n"                                                \
    "```\n"

#define EXERCISE(fields) "```exercise one\nkind: shape\nof: scores\n" fields "\nHow?\n```\n\n"

/* --- drawing --- */

START_TEST(what_is_drawn_lies_in_its_range_and_fulfils_what_is_required)
{
    struct quiz a;
    bool tokens[7] = {false}, dims[5] = {false};
    quiz_open(&a, LESSON EXERCISE("") REST);
    for (uint64_t seed = 0; seed < 60; seed++) {
        struct question *q = quiz_question(&a, "one", seed);
        ck_assert_int_eq(q->variant.setting_count, 2);
        int n, d;
        ck_assert_str_eq(q->variant.setting[0].name, "num_tokens");
        ck_assert_int_eq(sscanf(q->variant.setting[0].value, "%d", &n), 1);
        ck_assert_int_eq(sscanf(q->variant.setting[1].value, "%d", &d), 1);
        ck_assert(n >= 3 && n <= 6 && (d == 2 || d == 4) && n != d);
        tokens[n] = dims[d] = true;
        ck_assert_int_eq(q->shape[0], n);
        ck_assert_int_eq(q->shape[1], n);
        ck_assert_ptr_nonnull(strstr(q->variant.run.lesson->cells[1].code
                                         ? q->variant.run.lesson->cells[1].text
                                         : q->variant.run.lesson->cells[0].text,
                                     q->variant.setting[0].value));
    }
    ck_assert(tokens[3] && tokens[4] && tokens[5] && tokens[6] && dims[2] && dims[4]);
    quiz_close(&a);
}
END_TEST

/* Row-major cells of a value of a question's run, as text. */
static char *value_text(struct quiz *a, const char *of, int *event, char *out, size_t size)
{
    struct tensor t;
    struct buf text = {0};
    bool ok = variant_value(&a->question.variant, of, &t, event, &a->err);
    ck_assert_msg(ok, "%s", a->err.text);
    for (int64_t k = 0; k < tensor_numel(&t); k++) {
        buf_printf(&text, "%s%.9g", k > 0 ? " " : "", tensor_double_at(&t, tensor_place(&t, k)));
    }
    tensor_release(&t);
    snprintf(out, size, "%s", buf_text(&text));
    buf_free(&text);
    return out;
}

START_TEST(a_seed_gives_the_same_numbers_and_another_one_others)
{
    struct quiz a;
    char first[2000], again[2000], other[2000];
    int event;
    quiz_open(&a, LESSON EXERCISE("") REST);
    quiz_question(&a, "one", 7);
    value_text(&a, "scores", &event, first, sizeof first);
    quiz_question(&a, "one", 8);
    value_text(&a, "scores", &event, other, sizeof other);
    quiz_question(&a, "one", 7);
    value_text(&a, "scores", &event, again, sizeof again);
    ck_assert_str_eq(first, again);
    ck_assert_str_ne(first, other);
    quiz_close(&a);
}
END_TEST

/* Six digits at most, and in the code that runs. */
START_TEST(a_drawn_seed_stands_in_the_code)
{
    struct quiz a;
    unsigned seen = 0, known;
    quiz_open(&a, LESSON EXERCISE("") REST);
    for (uint64_t seed = 0; seed < 5; seed++) {
        quiz_question(&a, "one", seed);
        const struct lesson *l = a.question.variant.run.lesson;
        for (int k = 0; k < l->count; k++) {
            const char *at = strstr(l->cells[k].text, "manual_seed(");
            if (l->cells[k].code && at != NULL) {
                ck_assert_int_eq(sscanf(at, "manual_seed(%u)", &known), 1);
                ck_assert_uint_lt(known, 1000000);
                ck_assert_uint_ne(known, seen);
                seen = known;
            }
        }
    }
    ck_assert_uint_ne(seen, 0);
    quiz_close(&a);
}
END_TEST

/* A draw that the exercise itself refuses is drawn again, always the same. */
START_TEST(an_exercise_requires_too)
{
    struct quiz a;
    char first[20];
    quiz_open(&a, LESSON EXERCISE("require: queries.shape[0] == 5 and float(queries[0, 0]) > 0\n")
                      REST);
    for (uint64_t seed = 0; seed < 8; seed++) {
        struct question *q = quiz_question(&a, "one", seed);
        ck_assert_str_eq(q->variant.setting[0].value, "5");
    }
    snprintf(first, sizeof first, "%s", a.question.variant.setting[1].value);
    quiz_question(&a, "one", 7);
    ck_assert_str_eq(first, a.question.variant.setting[1].value);
    quiz_close(&a);
}
END_TEST

/* --- refusing --- */

static const struct {
    const char *text, *says;
} refused[] = {
    {LESSON EXERCISE("require: num_tokens > 9\n") REST, "none of 1000 draws"},
    {LESSON EXERCISE("require: tokens > 9\n") REST, "NameError: name 'tokens' is not defined"},
    {"```draw\nwidth: 3..4\nrequire: width > 4\n```\n```python\nwidth = 3\n```\n" EXERCISE(""),
     "none of 1000 draws"},
    {"```draw\nwidth: 3..4\nrequire: widht > 4\n```\n```python\nwidth = 3\n```\n" EXERCISE(""),
     "NameError: name 'widht' is not defined"},
    {"```python\nscores = 1 / 0\n```\n" EXERCISE(""),
     "the code in front of it fails: ZeroDivisionError: division by zero"},
    {"```python\nimport sys\nsys.exit()\n```\n" EXERCISE(""), "it ends itself"},
    {EXERCISE("") "```python\nscores = 1 / 0\n```\n",
     "the code behind it fails: ZeroDivisionError"},
    {"```python\nwidth = 3\n```\n" EXERCISE("require: width == 4\n"), "nothing is drawn"},
    {LESSON EXERCISE("given: values\n") REST, "name 'values' is not defined"},
    {LESSON EXERCISE("given: num_tokens\n") REST, "that is no tensor"},
    {LESSON EXERCISE("given: queries.half()\n") REST, "float16"},
    {LESSON "```exercise one\nkind: shape\nof: socres\n\nHow?\n```\n" REST,
     "no cell gives a tensor or a number that name; did you mean `scores`?"},
    {LESSON "```exercise one\nkind: shape\nof: scores@9\n\nHow?\n```\n" REST, "that cell never"},
    {LESSON "```exercise one\nkind: shape\nof: queries @ keys\n\nHow?\n```\n" REST,
     "mat1 and mat2 shapes cannot be multiplied"},
    {LESSON "```exercise one\nkind: shape\nof: 'text'\n\nHow?\n```\n" REST, "neither a tensor"},
    {LESSON "```exercise one\nkind: shape\nof: scores\n\nHow {{many}}?\n```\n" REST,
     "test.md:23: exercise `one`: {{many}}: NameError: name 'many' is not defined"},
    {LESSON "```exercise one\nkind: shape\nof: scores\n\nHow {{x = 1}}?\n```\n" REST,
     "SyntaxError"},
};

START_TEST(what_cannot_be_quiz_is_said)
{
    struct quiz a;
    quiz_open(&a, refused[_i].text);
    ck_assert_msg(!quiz_make(&a, "one", 1), "%s", refused[_i].says);
    ck_assert_msg(strstr(a.err.text, refused[_i].says) != NULL, "%s", a.err.text);
    ck_assert_msg(strncmp(a.err.text, "test.md:", 8) == 0, "%s", a.err.text);
    ck_assert_msg(strstr(a.err.text, "exercise `one`: ") != NULL, "%s", a.err.text);
    quiz_close(&a);
}
END_TEST

/* --- what is given --- */

START_TEST(what_is_given_is_rounded_in_the_run)
{
    struct quiz a;
    char keys[2000], scores[2000];
    int event;
    quiz_open(&a, LESSON EXERCISE("given: queries, keys\ndecimals: 1\n") REST);
    struct question *q = quiz_question(&a, "one", 3);
    ck_assert_int_eq(q->variant.given_count, 2);
    const struct tensor *t = &q->variant.given[1].tensor, *of = &q->variant.given[0].tensor;
    value_text(&a, "scores@2", &event, scores, sizeof scores);
    int64_t n = t->shape[0], width = t->shape[1];
    const char *p = scores;
    for (int64_t row = 0; row < n; row++) {
        for (int64_t column = 0; column < n; column++) { /* the product again, in double */
            double sum = 0, got;
            int used;
            for (int64_t k = 0; k < width; k++) {
                double x = tensor_double_at(of, row * width + k);
                double y = tensor_double_at(t, column * width + k);
                ck_assert_double_eq_tol(x * 10, rint(x * 10), 1e-5);
                sum += rint(x * 10) / 10 * rint(y * 10) / 10;
            }
            ck_assert_int_eq(sscanf(p, "%lf%n", &got, &used), 1);
            p += used;
            ck_assert_double_eq_tol(got, sum, 1e-5);
        }
    }
    struct buf text = {0};
    variant_given_text(&q->variant.given[1], &text);
    ck_assert_ptr_nonnull(strstr(q->prompt, buf_text(&text)));
    ck_assert_int_eq(strncmp(buf_text(&text), "keys = tensor([[", 16), 0);
    snprintf(keys, sizeof keys, "%.1f", tensor_double_at(t, 0));
    ck_assert_ptr_nonnull(strstr(buf_text(&text), keys));
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

/* A view sees what its tensor is rounded to; integers stay, and names too. */
START_TEST(rounding_reaches_views_and_leaves_integers)
{
    static const char text[] =
        "```python\nimport torch\nx = torch.tensor([[1.26, -0.04], [0.125, 2.375]])\n"
        "y = x.T\nlong = torch.arange(3)\nrounded = 5\n```\n"
        "```exercise one\nkind: shape\nof: z\ngiven: x, long\n\n{{y}} {{rounded}}\n```\n"
        "```python\nz = y + 0\n```\n";
    struct quiz a;
    char z[200];
    int event;
    quiz_open(&a, text);
    struct question *q = quiz_question(&a, "one", 3);
    value_text(&a, "z", &event, z, sizeof z);
    ck_assert_str_eq(z, "1.25999999 0.119999997 -0.0399999991 2.38000011"); /* half to even */
    ck_assert_int_eq(strncmp(q->prompt, "tensor([[ 1.2600,  0.1200],\n", 28), 0);
    ck_assert_ptr_nonnull(strstr(q->prompt, " 5\n"));
    ck_assert_ptr_nonnull(strstr(q->prompt, "long = tensor([0, 1, 2])"));
    quiz_close(&a);
}
END_TEST

/* Rounding is an operation of its own: stages, axes and the values before stay what they are. */
START_TEST(rounding_leaves_the_tape_whole)
{
    static const char with[] = LESSON EXERCISE("given: queries, keys\n") REST;
    static const char without[] = LESSON EXERCISE("") REST;
    struct quiz a, b;
    quiz_open(&a, with);
    quiz_open(&b, without);
    const struct tape *t = quiz_question(&a, "one", 3)->run->tape;
    const struct tape *u = quiz_question(&b, "one", 3)->run->tape;
    ck_assert_int_eq(t->event_count, u->event_count + 2);
    ck_assert_int_eq(t->pass_count, u->pass_count);
    int k = t->event_count - 1, j = u->event_count - 1;
    for (; j >= 0; j--, k--) {
        if (strcmp(t->event[k].name, "copy_") == 0) {
            k -= 2;
        }
        ck_assert_str_eq(t->event[k].name, u->event[j].name);
        ck_assert_int_eq(t->event[k].stage, u->event[j].stage);
    }
    quiz_close(&a);
    quiz_close(&b);
}
END_TEST

/* --- texts --- */

START_TEST(texts_are_filled_as_print_shows_them)
{
    static const char text[] =
        "```python\nimport torch\nb, d = 2, {'a': [1, 2]}\nx = torch.ones(b, 3)\n"
        "torch.manual_seed(1)\n```\n"
        "```exercise one\nkind: shape\nof: x * 2\n\n{{tuple(x.shape)}}|{{d['a']}}|{{'}}'}}|"
        "{{{'k': {1: 2}}}}|{{f'{b:03d}'}}|{{torch.rand(1) * 0}}|{{'two\\nlines'}}|{{b}}{{b}}\n\n"
        "-- hint\nIt is {{b}}.\n-- solution\n{{b + 1}}\n```\n"
        "```python\ny = torch.rand(1)\n```\n";
    struct quiz a;
    char y[50];
    int event;
    quiz_open(&a, text);
    struct question *q = quiz_question(&a, "one", 1);
    const char *wanted = "(2, 3)|[1, 2]|}}|{'k': {1: 2}}|002|tensor([0.])|two\nlines|22";
    ck_assert_msg(strncmp(q->prompt, wanted, strlen(wanted)) == 0, "%s", q->prompt);
    ck_assert_int_eq(strncmp(q->hint[0], "It is 2.", 8), 0);
    ck_assert_int_eq(q->solution[0], '3');
    value_text(&a, "y", &event, y, sizeof y); /* no random number was used up */
    ck_assert_str_eq(y, "0.7576316");
    quiz_close(&a);
}
END_TEST

/* --- values --- */

static const struct {
    const char *of, *like; /* an expression at the end that is the same */
    const char *made;      /* by this operation; "": not on the tape */
} values[] = {
    {"scores", "queries @ keys.T", "matmul"},
    {"scores@1", "torch.zeros(1)", "zeros"},
    {"scores@3", "2 * (queries @ keys.T)", "mul"},
    {"inner", "queries @ keys.T", "matmul"},
    {"queries", "queries", "randn"},
    {"weights", "weights", "softmax"},
    {"queries @ keys.T", "queries @ keys.T", ""},
    {"queries.T", "queries.T", ""},
    {"filled", "torch.tensor([5., 6.])", "fill"},
    {"n", "torch.tensor(3 * num_tokens)", ""},
    {"masked", "scores", "clone"},
    {"num_tokens", "torch.tensor(num_tokens)", ""},
    {"3 + 4", "torch.tensor(7)", ""},
};

START_TEST(the_value_that_is_meant)
{
    struct quiz a;
    struct buf text = {0};
    char got[2000], wanted[2000];
    int event, none;
    buf_puts(&text, LESSON);
    buf_printf(&text, "```exercise one\nkind: shape\nof: %s\n\nHow?\n```\n", values[_i].of);
    buf_puts(&text, REST);
    buf_printf(&text,
               "```exercise two\nkind: shape\nof: %s\n\nHow?\n```\n```python\nend = 1\n```\n",
               values[_i].like);
    quiz_open(&a, buf_text(&text));
    for (int k = 0; k < a.exercises.count; k++) {
        struct seed seed;
        struct variant v;
        struct tensor t;
        seed_of_number(&seed, 5, "the same");
        ck_assert_msg(variant_make(&v, &a.exercises, &a.exercises.at[k], &seed, &a.terms, &a.err),
                      "%s", a.err.text);
        ck_assert_msg(variant_value(&v, exercise_field(&a.exercises.at[k], "of"), &t,
                                    k == 0 ? &event : &none, &a.err),
                      "%s", a.err.text);
        struct buf cells = {0};
        for (int64_t j = 0; j < tensor_numel(&t); j++) {
            buf_printf(&cells, "%.7g ", tensor_double_at(&t, tensor_place(&t, j)));
        }
        snprintf(k == 0 ? got : wanted, sizeof got, "%s", buf_text(&cells));
        buf_free(&cells);
        if (k == 0) {
            const char *op = event >= 0 ? v.run.tape->event[event].op->name : "";
            if (strcmp(values[_i].made, "fill") != 0) {
                ck_assert_str_eq(op, values[_i].made);
            } else {
                ck_assert_str_ne(op, "empty");
            }
        }
        tensor_release(&t);
        variant_free(&v);
    }
    ck_assert_str_eq(got, wanted);
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

/* The same numbers once more are not drawn again, though most draws do not fulfil what is required;
 * nor does what the run was changed to have to fulfil it. */
START_TEST(the_same_numbers_once_more)
{
    static const char text[] =
        "```draw\nn: 2..90\nseed: student\nrequire: n % 7 == 3\n```\n"
        "```python\nimport torch\ntorch.manual_seed(1)\nn = 3\nx = torch.rand(n)\n```\n"
        "```exercise one\nkind: cell\nof: y\nat: 0\nrequire: x[0] > 0.8\n\nWhich?\n```\n"
        "```python\ny = x * 2\n```\n";
    struct quiz a;
    struct variant again;
    quiz_open(&a, text);
    const struct variant *v = &quiz_question(&a, "one", 5)->variant;
    ck_assert_int_gt((int)v->retry, 0);
    uint64_t steps = v->run.session->in.steps;
    EXPECT(variant_again(&again, v, NULL, &a.question.terms, &a.err), "%s", a.err.text);
    ck_assert_int_eq((int)again.retry, (int)v->retry);
    ck_assert_str_eq(again.setting[0].value, v->setting[0].value);
    EXPECT(variant_finish(&again, &a.err), "%s", a.err.text);
    ck_assert_int_eq((int)again.run.session->in.steps, (int)steps);
    variant_free(&again);
    quiz_close(&a);
}
END_TEST

Suite *suite_variant(void)
{
    Suite *s = suite_create("variant");
    TCase *t = tcase_create("variant");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, the_same_numbers_once_more);
    tcase_add_test(t, what_is_drawn_lies_in_its_range_and_fulfils_what_is_required);
    tcase_add_test(t, a_seed_gives_the_same_numbers_and_another_one_others);
    tcase_add_test(t, a_drawn_seed_stands_in_the_code);
    tcase_add_test(t, an_exercise_requires_too);
    tcase_add_test(t, what_is_given_is_rounded_in_the_run);
    tcase_add_test(t, rounding_reaches_views_and_leaves_integers);
    tcase_add_test(t, rounding_leaves_the_tape_whole);
    tcase_add_test(t, texts_are_filled_as_print_shows_them);
    tcase_add_loop_test(t, the_value_that_is_meant, 0, COUNT(values));
    tcase_add_loop_test(t, what_cannot_be_quiz_is_said, 0, COUNT(refused));
    suite_add_tcase(s, t);
    return s;
}
