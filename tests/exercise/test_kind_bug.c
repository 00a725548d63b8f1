/* Tests exercises that ask which line is wrong, and for the code mended. */
#include "quiz.h"

#include "expect.h"

#include <string.h>

Suite *suite_kind_bug(void);

#define HEAD                                                                                       \
    "```draw\nnum_tokens: 3..5\n```\n"                                                             \
    "```python\nimport torch\ntorch.manual_seed(1)\nnum_tokens = 4\n"                              \
    "queries = torch.randn(num_tokens, 2)\nkeys = torch.randn(num_tokens, 2)\n```\n"

#define CODE(mask)                                                                                 \
    "~~~python\nmask = torch.ones(num_tokens, num_tokens).triu(1).bool()\n\n"                      \
    "# the scores\nscores = queries @ keys.T\n" mask                                               \
    "weights = torch.softmax(scores, dim=-1)\n~~~\n"

/* clang-format off */
static const char lesson[] =
    HEAD
    "```exercise lost\nkind: bug\nof: weights\nwarning: unused-result\n\n"
    CODE("scores.masked_fill(mask, -torch.inf)\n")
    "\nWhich line?\n\n"
    "-- wrong zero\nA score of 0 is no mask.\n"
    CODE("scores.masked_fill_(mask, 0)\n")
    "-- solution\n"
    CODE("scores.masked_fill_(mask, -torch.inf)  # stored\n")
    "```\n"
    "```exercise missing\nkind: bug\nof: weights\n\n"
    CODE("")
    "-- solution\n"
    CODE("scores.masked_fill_(mask, -torch.inf)\n")
    "```\n"
    "```python\nend = 1\n```\n";
/* clang-format on */

#define BODY(mask)                                                                                 \
    "mask = torch.ones(num_tokens, num_tokens).triu(1).bool()\nscores = queries @ keys.T\n" mask   \
    "weights = torch.softmax(scores, dim=-1)\n"

static const struct {
    const char *answer, *code;
    double share;
    const char *says;
} answers[] = {
    {"line 5", NULL, 0.5, "Line 5 is it. Now mend the code."},
    {"5", "", 0.5, "Now mend"},
    {"4", NULL, 0, "The mistake is in another line: line 4 is as it should be."},
    {"3", NULL, 0, "as it should be"},
    {"99", NULL, 0, "There is no line 99: the code has 6."},
    {"five", NULL, -1, "number of one line"},
    {NULL, NULL, -1, "no answer"},
    {"5", BODY("scores = scores.masked_fill(mask, -torch.inf)\n"), 1,
     "Line 5 is it. The mended code is right."},
    {"5", BODY("scores.masked_fill_(mask, -torch.inf)\n"), 1, "right"},
    {"5", BODY("scores = scores + torch.full_like(scores, -torch.inf).triu(1)\n"), 1, ""},
    {"4", BODY("scores.masked_fill_(mask, -torch.inf)\n"), 0.5,
     "The mistake is in another line: line 4 is as it should be. The mended code is right."},
    {NULL, BODY("scores.masked_fill_(mask, -torch.inf)\n"), 0.5, "No line was named. The mended"},
    {"what", BODY("scores.masked_fill_(mask, -torch.inf)\n"), 0.5, "number of one line"},
    {"5", BODY("scores.masked_fill_(mask, 0)\n"), 0.5, "A score of 0 is no mask."},
    {"5", BODY("scores.masked_fill(mask, -torch.inf)\n"), 0.5, "`weights`"},
    {"5", BODY("scores.masked_fill_(maske, -torch.inf)\n"), 0.5, "NameError: name 'maske'"},
    {"5", "scores = scores.masked_fill(mask, -torch.inf)\n", 1, "The mended code is right."},
    {"5", "pass\n", 0.5, "NameError"}, /* no line of it is left out */
    {"4", "scores = scores.masked_fill(mask, -torch.inf)\n", 0.5, "as it should be. The mended"},
    {"5", "weights = 1\n", 0.5, "gives a value of the type int, not Tensor"},
    {"5", "while True: pass\n", 0.5, "never ends"},
    {"5", "exit()\n", 0.5, "exit()"},
};

START_TEST(the_line_is_half_of_it)
{
    struct quiz a;
    quiz_open(&a, lesson);
    struct question *q = quiz_question(&a, "lost", 1);
    ck_assert_str_eq(q->key, "line 5");
    quiz_expect(&a, answers[_i].answer, answers[_i].code, answers[_i].share, answers[_i].says);
    quiz_close(&a);
}
END_TEST

/* The one line that was mended, in the ways in which people hand it in. */
static const char lines[] =
    "```python\nimport torch\nscores = torch.tensor([[2., 1.], [0., 3.], [1., -1.]])\n```\n"
    "```exercise axis\nkind: bug\nof: shares\n\n~~~python\n"
    "powers = torch.exp(scores)\ntotal = powers.sum(dim=0, keepdim=True)\n"
    "shares = powers / total\n~~~\n-- solution\n~~~python\n"
    "powers = torch.exp(scores)\ntotal = powers.sum(dim=1, keepdim=True)\n"
    "shares = powers / total\n~~~\n```\n"
    "```exercise twice\nkind: bug\nof: y\n\n~~~python\n"
    "y = scores + 1\ny = y * 1\ny = y / 1\n~~~\n-- solution\n~~~python\n"
    "y = scores + 1\ny = y * 3\ny = y / 1\n~~~\n```\n"
    "```exercise lost\nkind: bug\nof: s\n\n~~~python\n"
    "s = scores * 1\ns.masked_fill(s > 1, 0)\n~~~\n-- solution\n~~~python\n"
    "s = scores * 1\ns = s.masked_fill(s > 1, 0)\n~~~\n```\n"
    "```exercise dead\nkind: bug\nof: shares\n\n~~~python\n"
    "scores = scores * 2\noff = scores.masked_fill(scores > 2, 0)\n"
    "shares = torch.exp(scores)\n~~~\n-- solution\n~~~python\n"
    "scores = scores * 2\noff = scores.masked_fill(scores > 2, 0)\n"
    "shares = torch.exp(off)\n~~~\n```\n"
    "```exercise uncalled\nkind: bug\nof: s\n\n~~~python\n"
    "s = scores.clone()\nfor k in range(2):\n    s.zero_\n    s += k\n~~~\n-- solution\n~~~python\n"
    "s = scores.clone()\nfor k in range(2):\n    s.zero_()\n    s += k\n~~~\n```\n"
    "```exercise root\nkind: bug\nof: y\n\n~~~python\n"
    "before = scores\ny = before + 1\n~~~\n-- solution\n~~~python\n"
    "before = scores / 2\ny = before + 1\n~~~\n```\n"
    "```exercise sums\nkind: bug\nof: d\n\n~~~python\n"
    "d = scores * 2\ny = d.T\nd = y.T + 3\n~~~\n-- solution\n~~~python\n"
    "d = scores * 2\ny = d.T\nd = d + y.T + 3\n~~~\n```\n"
    "```exercise quoted\nkind: bug\nof: y\n\n~~~python\n"
    "if True:\n    name = 'ij,kj'\n    rows = torch.einsum(\"ij,kj->ik\", scores, scores)\n"
    "how = {\"a\": \"it's\"}\ny = rows\n~~~\n-- solution\n~~~python\n"
    "if True:\n    name = 'ij,kj'\n    rows = torch.einsum(\"ij,kj->ik\", -scores, scores)\n"
    "how = {\"a\": \"it's\"}\ny = rows\n~~~\n```\n"
    "```exercise back\nkind: bug\nof: y\n\n~~~python\n"
    "def f(x):\n    return x.neg()\ny = f(scores)\n~~~\n-- wrong doubled\nTwice as "
    "much.\n~~~python\n"
    "def f(x):\n    return x * 2\ny = f(scores)\n~~~\n-- solution\n~~~python\n"
    "def f(x):\n    return x\ny = f(scores)\n~~~\n```\n";

#define OLD "total = powers.sum(dim=0, keepdim=True)"
#define NEW "total = powers.sum(dim=1, keepdim=True)"

static const struct {
    const char *exercise, *answer, *code;
    double share;
    const char *says;
} ways[] = {
    {"axis", "line 2: " NEW, NULL, 1, "Line 2 is it. The mended code is right."},
    {"axis", "2: " NEW, NULL, 1, ""},
    {"twice", "2 y = y + 0", NULL, 0.5, "Line 2 is it. `y` gives"},
    {"twice", "line 2: y = y * 3", NULL, 1, "Line 2 is it. The mended code is right."},
    {"twice", "2 y = y @ 3", NULL, 0.5, "Your code raises"},
    {"twice", "3 y = y + 0", NULL, -1, "Write the number of one line"},
    {"twice", "y = y + 0", NULL, -1, "Which line is that? Write its number in front"},
    {"twice", "2", "z = (3)", 0.5, "Line 2 is it. `y` gives"},
    {"axis", "line 2 should be `" NEW "`.", NULL, 1, ""},
    {"axis", "line 2, the total: " NEW, NULL, 1, ""},
    {"axis", "line 2: " OLD " -> " NEW, NULL, 1, ""},
    {"axis", NEW, NULL, 1, "Line 2 is it. The mended code is right."},
    {"axis", NULL, NEW "\n", 1, "Line 2 is it."},
    {"axis", NULL, NEW "  # the rows\n", 1, ""},
    {"axis", NULL, "wrong: " OLD "\nright: " NEW "\n", 1, ""},
    {"axis", "", "wrong: " OLD " / right: " NEW "\n", 1, ""},
    {"axis", "wrong: " OLD " / right: " NEW, NULL, 1, ""},
    {"axis", NULL, OLD "\n# should be\n" NEW "\n", 1, ""},
    {"axis", OLD " should be " NEW, NULL, 1, ""},
    {"axis", "2", "wrong: " OLD "\nright: " NEW "\n", 1, ""},
    /* the template's code came back as it was, beside the answer */
    {"axis", "line 2: " NEW, "powers = torch.exp(scores)\n" OLD "\nshares = powers / total\n", 1,
     ""},
    /* half of it */
    {"axis", "line 2: " OLD, NULL, 0.5, "Line 2 is it. Now mend the code."},
    {"axis", "line 2: the total", NULL, 0.5, "Now mend the code."},
    {"axis", "line 2: total = powers.sum(dim=0)", NULL, 0.5, "Line 2 is it. `shares`"},
    {"axis", "total = powers.sum(dim=0)", NULL, 0.5, "Line 2 is it. `shares`"},
    {"axis", "line 2: not " NEW " but something else", NULL, 0.5, "Now mend the code."},
    /* a line in the place of another one mends nothing */
    {"axis", "line 2: shares = torch.softmax(scores, dim=1)", NULL, 0.5, "Now mend the code."},
    {"axis", "line 1: " NEW, NULL, 0.5,
     "The mistake is in another line: line 1 is as it should be. The mended code is right."},
    {"axis", "The wrong line is 2.", NULL, 0.5, "Line 2 is it. Now mend the code."},
    {"axis", "ln 2", NULL, 0.5, "Line 2 is it."},
    {"axis", "Line No. 2", "# wrong-line:\n" NEW "\nprint(total)\n", 1, ""},
    {"axis", "Zeile 2, es muss dim=1 sein", NULL, 0.5, "Now mend the code."},
    /* code that comes out right is mended, in whichever line */
    {"axis", NULL, "shares = torch.softmax(scores, dim=1)\n", 1, "The mended code is right."},
    {"axis", "line 3: shares = torch.softmax(scores, dim=1)", NULL, 1, ""},
    {"axis", "3", "powers = torch.exp(scores)\n" OLD "\nshares = torch.softmax(scores, dim=1)\n", 1,
     "The mended code is right."},
    {"axis", "1", "powers = torch.exp(scores)\n" OLD "\nshares = torch.softmax(scores, dim=1)\n",
     0.5, "The mistake is in another line: line 1 is as it should be. The mended code is right."},
    {"axis", "4", "shares = torch.softmax(scores, dim=1)\n", 0.5,
     "There is no line 4: the code has 3."},
    /* what differs only in blanks, quotes, comments and the width of indentation was not changed */
    {"axis", "3",
     "powers=torch . exp( scores )  # above\n\n" OLD "\nshares = torch.softmax(scores, dim=1)\n", 1,
     "The mended code is right."},
    {"quoted", "5",
     "if True:\n  name = \"ij,kj\"\n  rows = torch.einsum('ij,kj->ik', scores, scores)\n"
     "how = { 'a' : \"it's\" }\ny = -rows\n",
     1, "The mended code is right."},
    {"quoted", "5",
     "if True:\n    name = 'ij, kj'\n    rows = torch.einsum(\"ij,kj->ik\", scores, scores)\n"
     "how = {\"a\": \"it's\"}\ny = -rows\n",
     0.5, "another line: line 5"},
    {"quoted", "5",
     "if True:\n    name = 'ij,kj'\nrows = torch.einsum(\"ij,kj->ik\", scores, scores)\n"
     "how = {\"a\": \"it's\"}\ny = -rows\n",
     0.5, "another line: line 5"},
    {"quoted", "rows = torch.einsum('ij,kj->ik',scores,scores)", NULL, 0.5, "Line 3 is it."},
    {"dead", "2", "scores = scores.masked_fill(scores > 2, 0)\n", 1, "The mended code is right."},
    {"axis", NULL, "powers = torch.exp(scores + 1)\n", 0,
     "The mistake is in another line: line 1 is as it should be."},
    /* which is the old one, and which the new one? */
    {"axis", NEW " instead of " OLD, NULL, -1, "mended line alone"},
    {"axis", "right: " NEW " / wrong: " OLD, NULL, -1, "mended line alone"},
    {"axis", "wrong: " NEW " / right: " OLD, NULL, -1, "mended line alone"},
    {"twice", "y = y * 3", NULL, -1, "Write the number of the line"},
    {"twice", "line 2: y = y * 3", NULL, 1, ""},
    {"twice", "y = y * 1 -> y = y * 3", NULL, 1, ""},
    {"lost", "s = s.masked_fill(s > 1, 0)", NULL, 1, "Line 2 is it."},
    {"lost", "line 2: s = s.masked_fill(s > 1, 0)", NULL, 1, ""},
    {"lost", NULL, "s.masked_fill_(s > 1, 0)", 1, ""},
    {"lost", "line 2, because s", NULL, 0.5, "Now mend the code."},
    {"uncalled", "line 3: s.zero_()", NULL, 1, "Line 3 is it. The mended code is right."},
    {"uncalled", "line 3: s.zero_", NULL, 0.5, "Now mend the code."},
    {"lost", "s.masked_fill(s > 1, 0)", NULL, 0.5, "Line 2 is it. Now mend the code."},
    /* the new line begins as the whole old one does, or adds to what it binds */
    {"root", "1: before = scores / 2", NULL, 1, "Line 1 is it. The mended code is right."},
    {"root", "line 1; before = scores * 0.5", NULL, 1, ""},
    {"root", "1: before = scores.div(2)", NULL, 1, ""},
    {"root", "line 1", "before = scores / 2\n", 1, ""},
    {"root", "before = scores / 2", NULL, 1, "Line 1 is it. The mended code is right."},
    {"root", NULL, "before = scores / 2\n", 1, ""},
    {"root", "before = scores -> before = scores / 2", NULL, 1, ""},
    {"root", "wrong: before = scores\nright: before = scores / 2", NULL, 1, ""},
    {"root", "line 2", "before = scores / 2\n", 0.5,
     "The mistake is in another line: line 2 is as it should be. The mended"},
    {"root", "line 1: before = scores / 3", NULL, 0.5, "Line 1 is it. `y` gives"},
    {"root", "line 1: before = scores", NULL, 0.5, "Line 1 is it. Now mend the code."},
    {"sums", "3: d += y.T + 3", NULL, 1, "Line 3 is it. The mended code is right."},
    {"sums", "line 3", "    d += y.T + 3\n", 1, ""},
    {"sums", "line 3", "d += y.T\n", 0.5, "Line 3 is it. `d` gives"},
    {"sums", "d += y.T + 3", NULL, 1, "Line 3 is it. The mended code is right."},
    /* what is returned is code, also without a call */
    {"back", "2: return x", NULL, 1, "Line 2 is it. The mended code is right."},
    {"back", "return x", NULL, 1, "Line 2 is it. The mended code is right."},
    {"back", "line 2: return x * 2", NULL, 0.5, "Line 2 is it. Twice as much."},
    {"back", "line 2, it should return x", NULL, 1, ""},
    {"back", "line 2: return the x", NULL, 0.5, "Now mend the code."},
    /* no such line */
    {"root", "line 7", NULL, 0, "There is no line 7: the code has 2."},
    {"root", "0", NULL, 0, "There is no line 0: the code has 2."},
};

START_TEST(the_mended_line_alone)
{
    struct quiz a;
    quiz_open(&a, lines);
    quiz_question(&a, ways[_i].exercise, 1);
    quiz_expect(&a, ways[_i].answer, ways[_i].code, ways[_i].share, ways[_i].says);
    quiz_close(&a);
}
END_TEST

/* One line alone, for a line that is right: what it would say as a whole program is not told. */
START_TEST(a_line_for_one_that_is_right)
{
    struct quiz a;
    quiz_open(&a, lines);
    struct question *q = quiz_question(&a, "axis", 1);
    struct verdict v;
    struct error err = {0};
    ck_assert(question_judge(q, "3", "other = gone / total", &v, &err));
    ck_assert_str_eq(buf_text(&v.reason),
                     "The mistake is in another line: line 3 is as it should be.");
    verdict_free(&v);
    quiz_close(&a);
}
END_TEST

/* Where a line is missing, those around the gap are wrong. */
START_TEST(a_line_that_is_missing)
{
    struct quiz a;
    quiz_open(&a, lesson);
    ck_assert_str_eq(quiz_question(&a, "missing", 1)->key, "line 4 or 5");
    quiz_expect(&a, "4", NULL, 0.5, "is it");
    quiz_expect(&a, "5", NULL, 0.5, "is it");
    quiz_expect(&a, "1", NULL, 0, "as it should be");
    quiz_close(&a);
}
END_TEST

static const struct {
    const char *wrong, *right, *says;
} refused[] = {
    {"weights = queries * 2", "weights = 2 * queries", "comes out the same from the wrong code"},
    {"weights = queries * 2", "weights = nothing", "the solution's code raises NameError"},
};

START_TEST(what_is_no_bug)
{
    struct quiz a;
    struct buf text = {0};
    buf_printf(&text,
               "%s```exercise one\nkind: bug\nof: weights\n\n~~~python\n%s\n~~~\n-- solution\n"
               "~~~python\n%s\n~~~\n```\n```python\nend = 1\n```\n",
               HEAD, refused[_i].wrong, refused[_i].right);
    quiz_open(&a, buf_text(&text));
    ck_assert(!quiz_make(&a, "one", 1));
    ck_assert_msg(strstr(a.err.text, refused[_i].says) != NULL, "%s", a.err.text);
    buf_free(&text);
    quiz_close(&a);
}
END_TEST

START_TEST(the_warning_must_be_given)
{
    static const char text[] =
        HEAD "```exercise one\nkind: bug\nof: weights\nwarning: unused-result\n\n~~~python\n"
             "queries.exp()\nweights = queries * 2\n~~~\n-- solution\n"
             "~~~python\nqueries.exp()\nweights = queries * 3\n~~~\n```\n```python\nend = 1\n```\n";
    struct quiz a;
    quiz_open(&a, text);
    ck_assert(!quiz_make(&a, "one", 1));
    ck_assert_ptr_nonnull(
        strstr(a.err.text, "does not give the warning `unused-result` on a wrong line"));
    quiz_close(&a);
}
END_TEST

/* The lesson has made `weights` already, from other lines: an answer has to make it all the same.
 */
static const char bound[] =
    HEAD "```python\nweights = torch.softmax(queries @ keys.T, dim=-1)\n```\n"
         "```exercise made\nkind: bug\nof: weights\n\n~~~python\n"
         "weights = torch.softmax(queries @ keys.T, dim=0)\n~~~\n-- solution\n~~~python\n"
         "weights = torch.softmax(queries @ keys.T, dim=-1)\n~~~\n```\n";

static const struct {
    const char *code;
    double share;
    const char *says;
} idle[] = {
    {"weights = torch.softmax(queries @ keys.T, dim=-1)\n", 1, "right"},
    {"pass\n", 0.5, "`weights` raises NameError: name 'weights' is not defined"},
    {"# weights\n", 0.5, "NameError"},
    {"weights\n", 0.5, "NameError: name 'weights' is not defined"},
    {"queries\n", 0.5, "NameError: name 'weights' is not defined"},
    {"weights = weights\n", 0.5, "NameError: name 'weights' is not defined"},
    {"weights = torch.softmax(queries @ keys.T, dim=0)\n", 0.5, "`weights`"},
};

START_TEST(what_of_names_is_made_by_the_answer)
{
    struct quiz a;
    quiz_open(&a, bound);
    quiz_question(&a, "made", 1);
    quiz_expect(&a, "1", idle[_i].code, idle[_i].share, idle[_i].says);
    quiz_close(&a);
}
END_TEST

Suite *suite_kind_bug(void)
{
    Suite *s = suite_create("kind_bug");
    TCase *t = tcase_create("bug");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, what_of_names_is_made_by_the_answer, 0, sizeof idle / sizeof idle[0]);
    tcase_add_loop_test(t, the_line_is_half_of_it, 0, (int)(sizeof answers / sizeof answers[0]));
    tcase_add_test(t, a_line_for_one_that_is_right);
    tcase_add_test(t, a_line_that_is_missing);
    tcase_add_loop_test(t, the_mended_line_alone, 0, (int)(sizeof ways / sizeof ways[0]));
    tcase_add_loop_test(t, what_is_no_bug, 0, 2);
    tcase_add_test(t, the_warning_must_be_given);
    suite_add_tcase(s, t);
    return s;
}
