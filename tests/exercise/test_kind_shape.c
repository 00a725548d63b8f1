/* Tests exercises that ask for a shape: right in every form, marked axis by axis, with what the
 * operation does to its axes. */
#include "quiz.h"

#include "expect.h"

#include <string.h>

Suite *suite_kind_shape(void);

static const char lesson[] =
    "# Heads\n\n```python\nimport torch\n"
    "b, num_heads, num_tokens, head_dim = 2, 3, 5, 4\n"
    "queries = torch.randn(b, num_heads, num_tokens, head_dim)\n"
    "keys = torch.randn(b, num_heads, num_tokens, head_dim)\n```\n\n"
    "```exercise scores\nkind: shape\nof: attn_scores\npoints: 2\n\n"
    "`queries` is {{tuple(queries.shape)}}. And `queries @ keys.transpose(2, 3)`?\n\n"
    "-- hint\nThe last two axes.\n-- hint\nWhich one goes?\n"
    "-- wrong (b, num_tokens, num_tokens)\nThe head axis is gone.\n"
    "-- wrong (b, num_heads, num_tokens, head_dim)\nThat is `queries`.\n"
    "-- solution\nIt is {{tuple((queries @ keys.transpose(2, 3)).shape)}}.\n```\n\n"
    "```exercise scalar\nkind: shape\nof: total\n\nAnd the sum?\n```\n"
    "```exercise one-axis\nkind: shape\nof: row\n\nAnd a row?\n```\n"
    "```exercise split\nkind: shape\nof: joined\n\nAnd joined, `num_heads` of them?\n```\n"
    "```exercise turned\nkind: shape\nof: turned\n\nAnd turned: 4 numbers, `f(x, dim=0)`?\n```\n"
    "```exercise added\nkind: shape\nof: added\n\nAnd added?\n```\n"
    "```exercise wide\nkind: shape\nof: wide\n\nAnd wide?\n```\n"
    "```exercise expression\nkind: shape\nof: queries.sum(-1)\n\nAnd that?\n```\n"
    "```exercise rows\nkind: shape\nof: rows\n\nAnd rows?\n```\n"
    "```exercise moved\nkind: shape\nof: moved\n\nAnd moved?\n```\n"
    "```exercise both\nkind: shape\nof: both\n\nAnd both?\n```\n"
    "```exercise pile\nkind: shape\nof: pile\n\nAnd the pile?\n```\n"
    "```exercise longer\nkind: shape\nof: longer\n\nAnd longer?\n```\n"
    "```exercise linear\nkind: shape\nof: linear\n\nAnd linear?\n```\n"
    "```exercise shares\nkind: shape\nof: shares\n\nAnd the shares?\n```\n"
    "```exercise means\nkind: shape\nof: means\n\nAnd the means?\n```\n"
    "```python\n"
    "numbers, dim = 7, 8\n"
    "rows = queries[0, 0] @ torch.ones(head_dim)\n"
    "moved = queries.permute(3, 0, 1, 2)\n"
    "both = torch.cat([queries, keys], dim=1)\n"
    "pile = torch.stack([queries[0], keys[0], keys[1]])\n"
    "longer = queries.unsqueeze(1)\n"
    "linear = torch.nn.Linear(head_dim, 7)(queries)\n"
    "shares = queries.softmax(-1)\n"
    "means = queries.mean(1)\n"
    "attn_scores = queries @ keys.transpose(2, 3)\n"
    "total = attn_scores.sum()\n"
    "row = attn_scores[0, 0, 0] * torch.arange(num_tokens)\n"
    "turned = queries.transpose(1, 2)\n"
    "joined = turned.reshape(b, num_tokens, num_heads * head_dim)\n"
    "added = joined + 1\n"
    "wide = torch.relu(moved.mean(3) @ torch.ones(3, 6))\n```\n";

static const struct {
    const char *name, *answer;
    double share; /* -1: unread */
    const char *says;
} answers[] = {
    {"scores", "(2, 3, 5, 5)", 1, "Right."},
    {"scores", "2x3x5x5", 1, "Right."},
    {"scores", "[2,3,5,5]", 1, ""},
    {"scores", "torch.Size([2, 3, 5, 5])", 1, ""},
    {"scores", "(b, num_heads, num_tokens, num_tokens)", 1, ""},
    {"scores", "(2, num_heads, 5, num_tokens)", 1, ""},
    {"scores", "(2, 3, 4, 5)", 0.375,
     "Axis 2 (num_tokens) should be another size; the last axis but "
     "one of a product comes from the last axis but one of queries"},
    {"scores", "(2, 3, 5, 6)", 0.375,
     "Axis 3 (num_tokens) should be another size; the last axis of "
     "a product comes from the last axis of the second operand."},
    {"scores", "(3, 2, 5, 5)", 0.25,
     "Axes 0 (b) and 1 (num_heads) should be other sizes: these are "
     "the right sizes, but not in this order."},
    {"scores", "(7, 8, 9, 10)", 0, "Axes 0 (b), 1 (num_heads), 2 (num_tokens) and 3 (num_tokens)"},
    {"scores", "(2, 3, 25)", 0, "another number of axes than 3, though as many numbers"},
    {"scores", "(150)", 0, "another number of axes than 1"},
    {"scores", "()", 0, "another number of axes than 0."},
    {"scores", "(2, 5, 5)", 0, "The head axis is gone."},
    {"scores", "(2, 3, 5, 4)", 0.375, "That is `queries`."},
    {"scores", "", -1, "no answer"},
    {"scores", NULL, -1, "no answer"},
    {"scores", "(2, 3, 5, 5", -1, "bracket"},
    {"scores", "(B, 3, 5, 5)", -1, "`B` is no size"},
    {"scalar", "()", 1, ""},
    {"scalar", "scalar", 1, ""},
    {"scalar", "(1)", 0,
     "another number of axes than 1, though as many numbers: axis 0 of the answer is one too many; "
     "sum folds an axis"},
    {"scalar", "(1, 1)", 0, "another number of axes"},
    {"one-axis", "(5)", 1, ""},
    {"one-axis", "5", 1, ""},
    {"one-axis", "(5,)", 1, ""},
    {"one-axis", "(1, 5)", 0, "another number of axes than 2, though as many numbers"},
    {"one-axis", "()", 0, "another number"},
    {"split", "(2, 5, 12)", 1, ""},
    {"split", "2*5*12", 1, ""}, /* a product that is no product */
    {"split", "2*5*4", 0, "another number of axes than 1"},
    {"split",
     "2\xe2\x88\x97"
     "5\xe2\x88\x97"
     "12 \xe2\x9c\x85",
     1, ""},
    {"split", "(b, num_tokens, num_heads*head_dim)", 1, ""},
    {"split", "(2, 12)", 0, "another number of axes than 2: axis 1 (num_tokens) is missing; view"},
    {"split", "(2, 5, 7, 12)", 0, "another number of axes than 4: axis 2 of the answer is one too"},
    {"turned", "(2, 5, 5, 3, 4)", 0, "another number of axes than 5; transpose"}, /* either */
    {"split", "(2, 5, 4)", 1.0 / 3, "view and reshape lose no number"},
    {"turned", "(2, 5, 3, 4)", 1, ""},
    {"turned", "(2, 3, 5, 4)", 0.25, "right sizes, but not in this order"},
    {"turned", "(2, 9, 3, 4)", 0.375, "transpose lets two axes change places"},
    {"added", "(2, 5, 1)", 1.0 / 3, "add goes cell by cell: the shape stays as it is"},
    {"wide", "(4, 2, 3)", 1.0 / 3, "the last axis of a product comes from the last axis of"},
    {"rows", "(4)", 0, "a product of a table and a row of numbers loses the axis that they are "},
    {"rows", "(5, 1)", 0, "another number of axes"},
    {"moved", "(4, 2, 3, 7)", 0.375, "the axes only change places: every size of the input comes"},
    {"both", "(2, 3, 5, 4)", 0.375, "cat adds up the sizes of one axis, and the others stay"},
    {"pile", "(2, 3, 5, 4)", 0.375, "stack makes a new axis, as long as the number of tensors"},
    {"longer", "(2, 2, 3, 5, 4)", 0.4, "unsqueeze puts in an axis of size 1"},
    {"linear", "(2, 3, 5, 4)", 0.375, "the last axis behind a Linear is as wide as what it gives"},
    {"linear", "(2, 3, 4, 7)", 0.375, "a Linear changes only the last axis"},
    {"shares", "(2, 3, 5, 1)", 0.375, "softmax changes numbers, not the shape"},
    {"means", "(2, 3, 4)", 1.0 / 3, "mean folds an axis: it is gone, or has size 1 with keepdim"},
    {"scores", "(2, 4, 5, 5)", 0.375, "a product only joins the last two axes; those in front"},
    {"expression", "(2, 3, 5)", 1, ""},
    {"expression", "(2, 3, 4)", 1.0 / 3, "Axis 2 should be another size."},
};

START_TEST(a_shape_is_marked_axis_by_axis)
{
    struct quiz a;
    quiz_open(&a, lesson);
    struct question *q = quiz_question(&a, answers[_i].name, 1);
    quiz_expect(&a, answers[_i].answer, NULL, answers[_i].share, answers[_i].says);
    char reason[REASON_SIZE];
    struct verdict v = quiz_judge(&a, answers[_i].answer, NULL, reason);
    if (v.ndim == q->ndim && !v.unread) {
        for (int k = 0; k < v.ndim; k++) {
            ck_assert_int_eq(v.axis_right[k], v.shape[k] == q->shape[k]);
        }
    }
    quiz_close(&a);
}
END_TEST

START_TEST(a_question_has_its_texts)
{
    struct quiz a;
    quiz_open(&a, lesson);
    struct question *q = quiz_question(&a, "scores", 1);
    ck_assert_str_eq(q->name, "scores");
    ck_assert_str_eq(q->title, "Heads");
    ck_assert(q->points == 2);
    ck_assert_int_eq(strncmp(q->prompt, "`queries` is (2, 3, 5, 4). And", 30), 0);
    ck_assert_int_eq(q->hint_count, 2);
    ck_assert_str_eq(q->key, "(2, 3, 5, 5)");
    ck_assert_ptr_nonnull(strstr(q->solution, "(2, 3, 5, 5)"));
    ck_assert_str_eq(q->axes[1], "num_heads");
    ck_assert_str_eq(quiz_question(&a, "one-axis", 1)->key, "(5,)");
    ck_assert_str_eq(quiz_question(&a, "scalar", 1)->key, "()");
    quiz_close(&a);
}
END_TEST

/* That names may stand for numbers is said where code in the question has names of sizes; a word of
 * its sentences and a keyword are none, though the run knows both. */
START_TEST(names_are_offered_where_there_are_some)
{
    struct quiz a;
    quiz_open(&a, lesson);
    ck_assert_str_eq(quiz_question(&a, "scores", 1)->form,
                     "the sizes of the axes, such as (2, 3, 4, 5)");
    ck_assert_str_eq(quiz_question(&a, "turned", 1)->form,
                     "the sizes of the axes, such as (2, 3, 4, 5)");
    ck_assert_ptr_nonnull(
        strstr(quiz_question(&a, "split", 1)->form, "; the names of sizes in the"));
    quiz_close(&a);
}
END_TEST

/* No reason gives the key away. */
START_TEST(a_reason_never_says_the_key)
{
    static const char *const wrong[] = {"(9)", "(9, 9)", "(9, 9, 9)", "(9, 9, 9, 9)", "()"};
    struct quiz a;
    quiz_open(&a, lesson);
    for (int k = 0; k < a.exercises.count; k++) {
        struct question *q = quiz_question(&a, a.exercises.at[k].name, 1);
        for (int j = 0; j < 5; j++) {
            char reason[REASON_SIZE];
            struct verdict v = quiz_judge(&a, wrong[j], NULL, reason);
            EXPECT(v.right || strstr(reason, q->key) == NULL, "%s", reason);
        }
    }
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_shape(void)
{
    Suite *s = suite_create("kind_shape");
    TCase *t = tcase_create("shape");
    tcase_add_loop_test(t, a_shape_is_marked_axis_by_axis, 0,
                        (int)(sizeof answers / sizeof answers[0]));
    tcase_add_test(t, a_question_has_its_texts);
    tcase_add_test(t, names_are_offered_where_there_are_some);
    tcase_add_test(t, a_reason_never_says_the_key);
    suite_add_tcase(s, t);
    return s;
}
