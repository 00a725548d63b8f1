/* Tests exercises that ask for an order: every permutation against the definition, and every form
 * of writing one. */
#include "quiz.h"

#include "expect.h"

#include <string.h>

Suite *suite_kind_order(void);

#define STEPS                                                                                      \
    "step: queries\nstep: keys\nstep: scores\nstep: scale\nstep: mask\nstep: softmax\n"            \
    "either: queries | keys\neither: scale | mask\n"

static const char lesson[] = "```exercise order\nkind: order\n" STEPS "\nIn which order?\n\n"
                             "-- wrong queries > keys > scores > scale > softmax > mask\n"
                             "Masked behind softmax.\n```\n```python\nx = 1\n```\n";

/* Whether an order of 6 places keeps all pairs but those two. */
static bool keeps(const int *order)
{
    int place[6];
    for (int k = 0; k < 6; k++) {
        place[order[k]] = k;
    }
    for (int i = 0; i < 6; i++) {
        for (int j = i + 1; j < 6; j++) {
            bool free = (i == 0 && j == 1) || (i == 3 && j == 4);
            if (!free && place[i] > place[j]) {
                return false;
            }
        }
    }
    return true;
}

/* The letters that name the steps in the order `order`. */
static void letters(const struct question *q, const int *order, char *out, char between)
{
    int n = 0;
    for (int k = 0; k < q->option_count; k++) {
        for (int j = 0; j < q->option_count; j++) {
            if (q->option[j].place == order[k]) {
                if (n > 0 && between != '\0') {
                    out[n++] = between;
                }
                out[n++] = (char)('a' + j);
            }
        }
    }
    out[n] = '\0';
}

static int permute(struct quiz *a, int *order, int k)
{
    int right = 0;
    if (k == 6) {
        char text[20], reason[REASON_SIZE];
        letters(&a->question, order, text, k % 2 == 0 ? '\0' : ' ');
        struct verdict v = quiz_judge(a, text, NULL, reason);
        EXPECT(v.right == keeps(order), "%d %d %d %d %d %d: %s", order[0], order[1], order[2],
               order[3], order[4], order[5], reason);
        EXPECT(v.right || reason[0] != '\0', "%s", text);
        return v.right;
    }
    for (int j = k; j < 6; j++) {
        int swapped = order[k];
        order[k] = order[j];
        order[j] = swapped;
        right += permute(a, order, k + 1);
        order[j] = order[k];
        order[k] = swapped;
    }
    return right;
}

START_TEST(every_order_that_keeps_the_others_apart_is_right)
{
    struct quiz a;
    int order[] = {0, 1, 2, 3, 4, 5};
    quiz_open(&a, lesson);
    quiz_question(&a, "order", 1);
    ck_assert_int_eq(permute(&a, order, 0), 4);
    quiz_close(&a);
}
END_TEST

START_TEST(steps_are_never_shown_in_a_right_order)
{
    struct quiz a;
    bool differ = false;
    char first[20] = "";
    quiz_open(&a, lesson);
    for (uint64_t seed = 0; seed < 40; seed++) {
        struct question *q = quiz_question(&a, "order", seed);
        int order[6];
        for (int k = 0; k < 6; k++) {
            order[k] = q->option[k].place;
        }
        ck_assert(!keeps(order));
        differ |= seed > 0 && strcmp(first, q->key) != 0;
        strcpy(first, q->key);
        quiz_expect(&a, q->key, NULL, 1, "Right.");
    }
    ck_assert(differ);
    quiz_close(&a);
}
END_TEST

START_TEST(an_order_in_any_form)
{
    static const struct {
        const char *answer;
        double share;
        const char *says;
    } answers[] = {
        {"queries > keys > scores > scale > mask > softmax", 1, ""},
        {"keys, queries, scores, mask, scale, softmax", 1, ""},
        {"1. keys\n2. queries\n3. scores\n4. mask\n5. scale\n6. softmax", 1, ""},
        {"queries keys scores scale mask softmax", 1, ""},
        {"queries > keys > scores > scale > softmax > mask", 0, "Masked behind softmax."},
        {"queries > keys > scores > softmax > scale > mask", 0,
         "The first 3 steps can stand like this. Step 4, \"softmax\", needs something"},
        {"queries > scores > keys > scale > mask > softmax", 0, "The first step can stand there."},
        {"scores > queries > keys > scale > mask > softmax", 0, "Step 1, \"scores\""},
        {"a b c", -1, "All 6 steps have their place; you wrote 3."},
        {"a b c d e e", -1, "e stands there twice"},
        {"a b c d e g", -1, "letters from a to f"},
        {"", -1, "no answer"},
    };
    struct quiz a;
    quiz_open(&a, lesson);
    quiz_question(&a, "order", 1);
    for (size_t k = 0; k < sizeof answers / sizeof answers[0]; k++) {
        quiz_expect(&a, answers[k].answer, NULL, answers[k].share, answers[k].says);
    }
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_order(void)
{
    Suite *s = suite_create("kind_order");
    TCase *t = tcase_create("order");
    tcase_add_test(t, every_order_that_keeps_the_others_apart_is_right);
    tcase_add_test(t, steps_are_never_shown_in_a_right_order);
    tcase_add_test(t, an_order_in_any_form);
    suite_add_tcase(s, t);
    return s;
}
