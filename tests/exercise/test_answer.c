/* Tests how what people write is read: every form of a number, a shape, an order, a line; and what
 * is refused because it could mean two things. */
#include "exercise/answer/answer.h"

#include "expect.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

Suite *suite_answer(void);

/* --- numbers --- */

static const struct {
    const char *text;
    double number;
} numbers[] = {
    {"0.25", 0.25},
    {" 0.25 \n", 0.25},
    {".25", 0.25},
    {"-.5", -0.5},
    {"+3", 3},
    {"3.", 3},
    {"- 0.5", -0.5},
    {"\xe2\x88\x92"
     "0.5",
     -0.5},
    {"1/4", 0.25},
    {"-1 / 4", -0.25},
    {"1e-3", 0.001},
    {"2E2", 200},
    {"25%", 0.25},
    {"25 %", 0.25},
    {"= 0.25", 0.25},
    {"scores[0, 1] = 0.25", 0.25},
    {"\xe2\x89\x88 0.25", 0.25},
    {"`0.25`", 0.25},
    {"inf", HUGE_VAL},
    {"-inf", -HUGE_VAL},
    {"-Infinity", -HUGE_VAL},
    {"-\xe2\x88\x9e", -HUGE_VAL},
    {"-torch.inf", -HUGE_VAL},
    {"float('-inf')", -HUGE_VAL},
    {"-float('inf')", -HUGE_VAL},
    {"0.25.", 0.25},
    {"1/3 = 0.333 \xe2\x89\x88 0.33", 0.33},
    {"\xef\xbc\x90\xef\xbc\x8e\xef\xbc\x95", 0.5},
    {"about 0.25", 0.25},
    {"approx. 0.25", 0.25},
    {"the answer is 0.25", 0.25},
    {"~ .25 (rounded)", 0.25},
    {"tensor(0.2500)", 0.25},
    {"$0.25$", 0.25},
    {"0.25;", 0.25},
    {"nan", NAN},
    {"NaN", NAN},
    {"0,25", 0.25},
    {"-1,5", -1.5},
    {"0,125", 0.125},
    {"0.25)", 0.25},
    {"0.12500000000000000000000000000000000000000000000000000000000000000000000", 0.125},
    {"24 cells", 24},
    {"38016 bytes", 38016},
    {"0.92 radians", 0.92},
    {"There are 24 hidden cells.", 24},
    {"The share is 0.25, I think.", 0.25},
    {"the score of query 1 with key 2 is -3", -3},
    {"I get **-3**.", -3},
    {"0.26, rounded", 0.26},
    {"10 percent", 0.1},
    {"about 10 per cent", 0.1},
    {"09 per cent", 0.09},
    {"The dot product of query 1 and key 2 is 4", 4},
};

START_TEST(a_number_in_any_form)
{
    struct buf why = {0};
    double got = 99;
    bool ok = answer_number(numbers[_i].text, &got, &why);
    ck_assert_msg(ok, "%s: %s", numbers[_i].text, buf_text(&why));
    bool same = isnan(numbers[_i].number) ? isnan(got) : got == numbers[_i].number;
    ck_assert_msg(same, "%s: %g", numbers[_i].text, got);
    buf_free(&why);
}
END_TEST

static const struct {
    const char *text, *says;
} no_numbers[] = {
    {",25", "comma"},
    {"25,125", "comma"},
    {"0,25,3", "one"},
    {"1,000", "comma"},
    {"1, 2", "one number"},
    {"(1, 2, 3)", "one"},
    {"0x10", "one"},
    {"1_000", "one"},
    {"1 2", "one"},
    {"half", "one"},
    {"1/0", "divided"},
    {"1/2/3", "one"},
    {"1e999", "one"},
    {"--1", "one"},
    {".", "one"},
    {"e5", "one"},
    {"0.25 or 0.5", "one"},
    {"infinite", "one"},
    {"about", "one"},
    {"not 0.25", "one"},
    {"less than 0.25", "one"},
    {"1e", "one"},
    {"'; drop", "one"},
    {"sqrt(2)", "one"},
    {"minus 3", "one"},
    {"e^2", "one"},
    {"2 * head_dim", "one"},
    {"exp(2)", "one"},
    {"3 thousand", "one"},
    {"2x3", "one"},
    {"< 3", "one"},
    {"the score - 3", "one"},
    {"-(3)", "one"},
    {"3\xc2\xb2", "one"},
    {"word2 or word3", "one"},
    {"zero point 22", "one"},
    {"zero dot 22", "one"},
    {"twenty 5", "one"},
    {"a percentage of 22", "one"},
    {"the reverse of 0.25", "one"},
    {"I doubt that it is 0.25", "one"},
    {"0.25 fails", "one"},
    {"0.25 a piece", "one"},
};

START_TEST(what_is_no_number)
{
    struct buf why = {0};
    double got;
    ck_assert_msg(!answer_number(no_numbers[_i].text, &got, &why), "%s", no_numbers[_i].text);
    ck_assert_msg(strstr(buf_text(&why), no_numbers[_i].says) != NULL, "%s: %s",
                  no_numbers[_i].text, buf_text(&why));
    buf_free(&why);
}
END_TEST

/* --- shapes --- */

static const struct known_size known[] = {{"b", 2},        {"num_heads", 4}, {"T", 5},
                                          {"head_dim", 3}, {"x", 7},         {"b*T", 10}};

static const struct {
    const char *text, *shape;
} shapes[] = {
    {"(2, 4, 5, 5)", "2 4 5 5"},
    {"2x4x5x5", "2 4 5 5"},
    {"2 x 4 x 5 x 5", "2 4 5 5"},
    {"2\xc3\x97"
     "4\xc3\x97"
     "5\xc3\x97"
     "5",
     "2 4 5 5"},
    {"[2,4,5,5]", "2 4 5 5"},
    {"2 4 5 5", "2 4 5 5"},
    {"2,4,5,5", "2 4 5 5"},
    {"2; 4; 5; 5", "2 4 5 5"},
    {"2 by 4", "2 4"},
    {"torch.Size([2, 4])", "2 4"},
    {"torch.Size([])", ""},
    {"shape: (2, 4)", "2 4"},
    {"scores.shape = (2, 4)", "2 4"},
    {"the shape is (2, 4)", "2 4"},
    {"Answer: shape 2 4", "2 4"},
    {"scores.shape = torch.Size([2, 4])", "2 4"},
    {"a tensor of shape (2, 4)", "2 4"},
    {"`(2, 4)`.", "2 4"},
    {"((2, 4))", "2 4"},
    {"(6)", "6"},
    {"(6,)", "6"},
    {"6", "6"},
    {"(1, 6)", "1 6"},
    {"()", ""},
    {"[]", ""},
    {"scalar", ""},
    {"(b, num_heads, T, T)", "2 4 5 5"},
    {"b x num_heads x T", "2 4 5"},
    {"b num_heads 5", "2 4 5"},
    {"(b, T, num_heads*head_dim)", "2 5 12"},
    {"(b, T, num_heads \xc2\xb7 head_dim)", "2 5 12"},
    {"(b*T, 3)", "10 3"},
    {"(T - 1, 12 // num_heads, T+1)", "4 3 6"},
    {"(0, 3)", "0 3"},
    {"(x, 2)", "7 2"},
    {"queries @ keys.T has shape (2, 4)", "2 4"},
    {"scores.max(dim=-1)[0] is (2, 4)", "2 4"},
    {"(2, 4) :)", "2 4"},
    {"(b, (T + 1))", "2 6"},
    {"(b, (T+1)*2, 3)", "2 12 3"},
    {"(2*(T+1), [b])", "12 2"},
    {"(T+1)*(b+1)", "18"},
    {"b x (T+1)", "2 6"},
    {"tuple([2, 4])", "2 4"},
    {"list((2, 4))", "2 4"},
    {"torch.size([2, 4])", "2 4"},
    {"Size(2, T+1)", "2 6"},
    {"tensor([2, 4])", "2 4"},
    {"scores (2, T+1)", "2 6"},
};

START_TEST(a_shape_in_any_form)
{
    struct buf why = {0}, got = {0};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    bool ok = answer_shape(shapes[_i].text, known, 6, &ndim, shape, &why);
    ck_assert_msg(ok, "%s: %s", shapes[_i].text, buf_text(&why));
    for (int k = 0; k < ndim; k++) {
        buf_printf(&got, "%s%lld", k > 0 ? " " : "", (long long)shape[k]);
    }
    ck_assert_str_eq(buf_text(&got), shapes[_i].shape);
    buf_free(&got);
    buf_free(&why);
}
END_TEST

static const struct {
    const char *text, *says;
} no_shapes[] = {
    {"(2, 4", "bracket"},
    {"2, 4)", "bracket"},
    {"(2, 4]", "bracket"},
    {"(2,, 4)", "sizes"},
    {"(, 2)", "sizes"},
    {"(2, B)", "`B`"},
    {"(2, -1)", "negative"},
    {"2 4 -1", "commas"},
    {"(2.5, 4)", "whole"},
    {"two", "`two`"},
    {"(b - T, 2)", "negative"},
    {"(T // b, 2)", "divided"},
    {"99999999999999999999", "long"},
    {"1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1", "at most"},
    {"(2, (3, 4))", "bracket"},
    {"?", "sizes"},
    {"(2, 4) (3, 5)", "sizes"},
    {"it is (2, 4) or (4, 2)", "sizes"},
    {"[](a link)", "sizes"},
    {"p(1, T+1)", "without `p` in front of the bracket"},
    {"scores = p(1, T+1)", "without `p` in front of the bracket"},
    {"x.transpose(2, 3)", "without `x.transpose` in front"},
    {"view(2, 3)", "without `view` in front"},
    {"x[2, 3]", "without `x` in front"},
    {"(1, len(x))", "without `len` in front"},
    {"(b, T(2))", "without `T` in front"},
    {"b (T)", "comma or a sign in front of a bracket"},
    {"(2, 3)(4)", "One pair of brackets"},
    {"(b)(T)", "comma or a sign in front of a bracket"},
    {"(b, (T, 3))", "One pair of brackets"},
    {"(b, (T + 1)", "missing at the end"},
    {"b, (T + 1))", "missing in front"},
    {"(b, [T + 1)]", "of another kind"},
    {"(((((((((((((((((((((2)))))))))))))))))))))", "too many brackets"},
};

START_TEST(what_is_no_shape)
{
    struct buf why = {0};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim;
    ck_assert_msg(!answer_shape(no_shapes[_i].text, known, 6, &ndim, shape, &why), "%s",
                  no_shapes[_i].text);
    ck_assert_msg(strstr(buf_text(&why), no_shapes[_i].says) != NULL, "%s: %s", no_shapes[_i].text,
                  buf_text(&why));
    buf_free(&why);
}
END_TEST

/* --- options --- */

static const char *const steps[] = {"mask the scores", "softmax", "scale", "q -> k"};

static const struct {
    const char *text, *picked; /* NULL: refused */
} options[] = {
    {"b a d c", "badc"},
    {"b, a, d, c", "badc"},
    {"bdac", "bdac"},
    {"B D A C", "bdac"},
    {"b > a > d > c", "badc"},
    {"b -> a", "ba"},
    {"b\na\n", "ba"},
    {"1. b\n2. a\n", "ba"},
    {"b) a)", "ba"},
    {"(b), (a)", "ba"},
    {"scale > softmax", "cb"},
    {"Scale, SOFTMAX", "cb"},
    {"mask  the\tscores", "a"},
    {"`softmax`.", "b"},
    {"1. scale\n2. mask the scores\n", "ca"},
    {"b. softmax", "b"},
    {"q -> k", "d"},
    {"c", "c"},
    {"a a", NULL},
    {"aba", NULL},
    {"e", NULL},
    {"abe", NULL},
    {"scale softmax please", NULL},
    {"1 2 3", NULL},
    {",", NULL},
    {"scale, scale", NULL},
    {"c. softmax", NULL},
    {"scale softmax", "cb"},
    {"a softmax", NULL},
    {"a and c", "ac"},
    {"option b", "b"},
    {"Answer: b", "b"},
    {"first b, then a", "ba"},
    {"a & c", "ac"},
    {"not a", NULL},
    {"a or c", NULL},
    {"b-a-d-c", "badc"},
    {"a-c", NULL},
    {"a and a", NULL},
    {"b/a/d/c", "badc"},
    {"a/b", NULL},
    {"definitely b!!!", "b"},
    {"[\"b\", \"a\"]", "ba"},
    {"'b'", "b"},
    {"\xef\xbd\x82\xe3\x80\x82", "b"},
    {"1 = b, 2 = a", "ba"},
    {"2 = b, 1 = a", NULL},
    {"b) fits best", "b"},
    {"b) softmax, not c", NULL},
    {"b) scale", NULL},
    {"first I thought a, but it is c", "c"},
    {"it is not c", NULL},
    {"it is b or c", NULL},
    {"I think c", "c"},
    {"I think it's c", "c"},
    {"I would go with b", "b"},
    {"a guess: c", NULL},
    {"a fails because of line 2", NULL},
    {"b fails", NULL},
    {"b) would break", NULL},
    {"I doubt b", NULL},
};

START_TEST(options_by_letter_or_text)
{
    struct buf why = {0};
    int picked[4], count;
    bool ok = answer_options(options[_i].text, steps, 4, picked, &count, &why);
    ck_assert_msg(ok == (options[_i].picked != NULL), "%s: %s", options[_i].text, buf_text(&why));
    ck_assert_msg(ok == (why.len == 0), "%s: %s", options[_i].text, buf_text(&why));
    for (int k = 0; ok && k < count; k++) {
        ck_assert_msg('a' + picked[k] == options[_i].picked[k], "%s", options[_i].text);
    }
    ck_assert_int_eq(ok ? count : 0, ok ? (int)strlen(options[_i].picked) : 0);
    buf_free(&why);
}
END_TEST

/* Code differs by a letter's size and by one mark. */
START_TEST(options_that_are_code)
{
    static const char *const code[] = {
        "`x.masked_fill(m, 0)`", "`x.masked_fill_(m, 0)`", "q * k", "q ** k", "mha(x)", "MHA(x)"};
    struct buf why = {0};
    int picked[6], count;
    for (int k = 0; k < 6; k++) {
        ck_assert(answer_options(code[k], code, 6, picked, &count, &why));
        ck_assert(count == 1 && picked[0] == k);
        for (int j = 0; j < 6; j++) {
            ck_assert_int_eq(answer_options_same(code[k], code[j]), j == k);
        }
    }
    ck_assert(!answer_options("Mha(x)", code, 6, picked, &count, &why)); /* which one? */
    buf_free(&why);
}
END_TEST

START_TEST(a_line_by_its_number)
{
    static const struct {
        const char *text;
        int line; /* 0: refused */
    } lines[] = {{"7", 7},
                 {"line 7", 7},
                 {"Line: 7", 7},
                 {"l. 7", 7},
                 {"7.", 7},
                 {"#7", 7},
                 {"seven", 0},
                 {"7, 8", 0},
                 {"-7", 0},
                 {"", 0},
                 {"7 8", 0},
                 {"7th", 7},
                 {"the 3rd line", 3},
                 {"I think it is the third line, dim=1 is the queries", 3},
                 {"the mistake is in line 3", 3},
                 {"line three", 3},
                 {"(3)", 3},
                 {"line 3, and line 4", 0},
                 {"the first line or the 3rd line", 0},
                 {"The wrong line is line 3. It should be -1.", 3},
                 {"line 7: the mask is lost", 7},
                 {"7 (no scale)", 7},
                 {"line 7, because dim is 1", 7},
                 {"7 or 8", 0},
                 {"line 7 and 8", 0},
                 {"7-8", 0},
                 {"7.5", 0},
                 {"the sum is wrong, line 3", 3},
                 {"line 3 is the problem because of the dim", 3},
                 {"line 3 should be dim=-1", 3},
                 {"everything breaks after line 3", 0},
                 {"line 3 can stay", 0},
                 {"line 3: looks fine", 0},
                 {"line 3 should not be touched", 0},
                 {"K fails because of line 2", 0},
                 {"7/8", 0},
                 {"line 7 to line 8", 0},
                 {"99999999", 0}};
    for (size_t k = 0; k < sizeof lines / sizeof lines[0]; k++) {
        struct buf why = {0};
        int line = 0;
        bool ok = answer_line(lines[k].text, &line, &why);
        ck_assert_msg(ok == (lines[k].line > 0) && (!ok || line == lines[k].line), "%s",
                      lines[k].text);
        buf_free(&why);
    }
}
END_TEST

/* No text of any kind breaks a reader: every prefix and every byte changed. */
START_TEST(nothing_breaks_a_reader)
{
    static const char seed[] = "torch.Size([2x4, b*T//3]) = -1/4e5 %,>a) \xe2\x88\x92\xc3\x97";
    char text[sizeof seed];
    for (size_t k = 0; k < sizeof seed; k++) {
        for (int c = 1; c < 256; c += 5) {
            struct buf why = {0};
            int64_t shape[TENSOR_MAX_DIMS];
            int picked[4], count, line;
            double number;
            memcpy(text, seed, sizeof seed);
            text[k] = (char)c;
            text[sizeof seed - 1 - (k % 7)] = '\0';
            answer_number(text, &number, &why);
            answer_shape(text, known, 6, &count, shape, &why);
            answer_options(text, steps, 4, picked, &count, &why);
            answer_line(text, &line, &why);
            EXPECT(!why.failed, "%s", text);
            buf_free(&why);
        }
    }
}
END_TEST

/* What denies the answer that it names is for a person to read: nothing is taken out of it. */
START_TEST(a_denied_answer_is_none)
{
    static const char *const around[][2] = {
        {"not ", ""},          {"never ", ""},       {"isn't ", ""},
        {"anything but ", ""}, {"", " is wrong"},    {"", " (false)"},
        {"It can't be ", ""},  {"hardly ", ""},      {"anything except ", ""},
        {"nobody says ", ""},  {"", " is incorrect"}};
    static const char *const shapes_only[] = {
        "(2, 3).squeeze()",          "(2, 3)[:-1]",
        "(2, 3) -> (2, 3, 1)",       "(2, 3).T",
        "(2, 3) transposed",         "(2, 3) without the last",
        "(2, 3) minus the last axis"};
    static const char *const lines_only[] = {"line 3 is correct", "line 3 is OK",
                                             "below line 3",      "line 3 works",
                                             "line 3 is fine",    "nothing is wrong in line 3"};
    static const char *const letters_only[] = {"!b", "b: wrong", "d) false",
                                               "the last is b, then a, c, d"};
    const char *texts[] = {"w", "x", "y", "z"};
    int64_t shape[TENSOR_MAX_DIMS];
    int ndim, line, picked[4], count;
    double number;
    struct buf why = {0};
    for (size_t k = 0; k < sizeof around / sizeof around[0]; k++) {
        char text[80];
        snprintf(text, sizeof text, "%s0.25%s", around[k][0], around[k][1]);
        EXPECT(!answer_number(text, &number, &why), "%s", text);
        snprintf(text, sizeof text, "%s(2, 3)%s", around[k][0], around[k][1]);
        EXPECT(!answer_shape(text, NULL, 0, &ndim, shape, &why), "%s", text);
        snprintf(text, sizeof text, "%sb%s", around[k][0], around[k][1]);
        EXPECT(!answer_options(text, texts, 4, picked, &count, &why), "%s", text);
    }
    EXPECT(!answer_number("!= 0.25", &number, &why), "!=");
    for (size_t k = 0; k < sizeof shapes_only / sizeof shapes_only[0]; k++) {
        EXPECT(!answer_shape(shapes_only[k], NULL, 0, &ndim, shape, &why), "%s", shapes_only[k]);
    }
    for (size_t k = 0; k < sizeof lines_only / sizeof lines_only[0]; k++) {
        EXPECT(!answer_line(lines_only[k], &line, &why), "%s", lines_only[k]);
    }
    for (size_t k = 0; k < sizeof letters_only / sizeof letters_only[0]; k++) {
        EXPECT(!answer_options(letters_only[k], texts, 4, picked, &count, &why), "%s",
               letters_only[k]);
    }
    EXPECT(answer_line("3, because the result is not stored", &line, &why) && line == 3,
           "a reason");
    EXPECT(answer_line("line 3 is wrong", &line, &why) && line == 3, "wrong is what it is");
    buf_free(&why);
}
END_TEST

#define COUNT(table) (int)(sizeof(table) / sizeof(table)[0])

/* 0: no line is named. */
static int named(const char *format, const char *one, const char *other)
{
    char text[100];
    int line = 0;
    struct buf why = {0};
    snprintf(text, sizeof text, format, one, other);
    bool ok = answer_line(text, &line, &why);
    buf_free(&why);
    return ok ? line : 0;
}

/* "line 2 because it ..." names it; "because nothing ...", "looks fine", "no, ..." do not. */
START_TEST(a_reason_that_denies_names_no_line)
{
    static const char *const reasons[] = {"because", "since", "as",    "should", "must", "has",
                                          "needs",   "where", "which", "uses",   "lacks"};
    static const char *const denials[] = {"no", "not", "never", "nothing", "been"};
    static const char *const opening[] = {"it", "this", "that", "is", "looks", "seems", "has"};
    static const char *const clear[] = {"correct", "ok",   "okay",    "fine",    "right",   "works",
                                        "good",    "true", "perfect", "nothing", "innocent"};
    static const char *const before[] = {"not",   "never",   "no",   "nothing", "isn't",
                                         "right", "correct", "fine", "ok"};
    for (int k = 0; k < COUNT(reasons); k++) {
        EXPECT(named("line 2 %s %s", reasons[k], "dim is 1") == 2, "%s", reasons[k]);
        for (int j = 0; j < COUNT(denials); j++) {
            EXPECT(named("line 2 %s %s", reasons[k], denials[j]) == 0, "%s %s", reasons[k],
                   denials[j]);
        }
    }
    for (int k = 0; k < COUNT(clear); k++) {
        EXPECT(named("line 2, %s%s", clear[k], "") == 0, "%s", clear[k]);
        for (int j = 0; j < COUNT(opening); j++) {
            EXPECT(named("line 2 %s %s", opening[j], clear[k]) == 0, "%s %s", opening[j], clear[k]);
        }
    }
    for (int k = 0; k < COUNT(before); k++) {
        EXPECT(named("this %s sure, line 2%s", before[k], "") == 0, "%s", before[k]);
    }
    EXPECT(named("this is sure, line 2%s%s", "", "") == 2, "nothing is denied");
}
END_TEST

Suite *suite_answer(void)
{
    Suite *s = suite_create("answer");
    TCase *t = tcase_create("reading");
    tcase_add_loop_test(t, a_number_in_any_form, 0, COUNT(numbers));
    tcase_add_loop_test(t, what_is_no_number, 0, COUNT(no_numbers));
    tcase_add_loop_test(t, a_shape_in_any_form, 0, COUNT(shapes));
    tcase_add_loop_test(t, what_is_no_shape, 0, COUNT(no_shapes));
    tcase_add_loop_test(t, options_by_letter_or_text, 0, COUNT(options));
    tcase_add_test(t, options_that_are_code);
    tcase_add_test(t, a_line_by_its_number);
    tcase_add_test(t, a_denied_answer_is_none);
    tcase_add_test(t, a_reason_that_denies_names_no_line);
    tcase_add_test(t, nothing_breaks_a_reader);
    suite_add_tcase(s, t);
    return s;
}
