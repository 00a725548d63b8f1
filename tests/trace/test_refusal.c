/* Tests the errors of calls that fit no overload: which of PyTorch's two wordings is taken, and the
 * list of overloads with what did not match. Expected texts are PyTorch 1.13's. */
#include "program.h"

#include "trace/report/view_refused.h"

#include <check.h>

Suite *suite_refusal(void);

#define TRY(call)                                                                                  \
    "import torch\n"                                                                               \
    "x = torch.ones(2, 3)\n"                                                                       \
    "try: print(" call ")\n"                                                                       \
    "except Exception as e: print(type(e).__name__, e)\n"

static const struct program_case one_form[] = {
    {TRY("torch.zeros(2.5)"),
     "TypeError zeros(): argument 'size' (position 1) must be tuple of SymInts, not float\n"},
    {TRY("torch.zeros(shape=(2,))"),
     "TypeError zeros() missing 1 required positional arguments: \"size\"\n"},
    {TRY("torch.topk()"),
     "TypeError topk() missing 2 required positional argument: \"input\", \"k\"\n"},
    {TRY("torch.zeros(3, 4 / 2)"), "TypeError zeros(): argument 'size' must be tuple of SymInts, "
                                   "but found element of type float at pos 2\n"},
    {TRY("x.permute('a', 0)"),
     "TypeError permute(): argument 'dims' (position 1) must be tuple of ints, not str\n"},
    {TRY("torch.permute(x, 1, 0)"),
     "TypeError permute() takes 2 positional arguments but 3 were given\n"},
    {TRY("x.normal_(0, 1, 2)"),
     "TypeError normal_() takes from 0 to 2 positional arguments but 3 were given\n"},
    {TRY("torch.eq(x, foo=3)"),
     "TypeError eq() received an invalid combination of arguments - got (Tensor, foo=int), but "
     "expected one of:\n * (Tensor input, Tensor other, *, Tensor out)\n"
     " * (Tensor input, Number other, *, Tensor out)\n\n"},
};

static const struct program_case inside[] = {
    {TRY("torch.cat([x, 1])"),
     "TypeError expected Tensor as element 1 in argument 0, but got int\n"},
    {TRY("torch.cat([x, x], dim='rows')"),
     "RuntimeError Name 'rows' not found in Tensor[None, None].\n"},
    {TRY("x.sum('rows')"), "RuntimeError Name 'rows' not found in Tensor[None, None].\n"},
    {TRY("x.sum([0, 'a'])"), "TypeError sum(): argument 'dim' must be tuple of ints, but found "
                             "element of type str at pos 2\n"},
};

static const struct program_case lists[] = {
    {TRY("x.add(1, 2, 3)"),
     "TypeError add() received an invalid combination of arguments - got "
     "(!int!, !int!, !int!), but expected (Tensor other, *, Number alpha)\n"},
    {TRY("x.transpose('a', 1)"),
     "TypeError transpose() received an invalid combination of arguments - got (str, int), but "
     "expected one of:\n"
     " * (int dim0, int dim1)\n"
     "      didn't match because some of the arguments have invalid types: (!str!, int)\n"
     " * (name dim0, name dim1)\n"
     "      didn't match because some of the arguments have invalid types: (!str!, !int!)\n\n"},
    {TRY("x.max(0.5)"),
     "TypeError max() received an invalid combination of arguments - got (float), but expected "
     "one of:\n"
     " * ()\n"
     "      didn't match because some of the arguments have invalid types: (!float!)\n"
     " * (Tensor other)\n"
     "      didn't match because some of the arguments have invalid types: (!float!)\n"
     " * (int dim, bool keepdim)\n"
     " * (name dim, bool keepdim)\n\n"},
    {TRY("x.sum(dim=0, keepdim=1)"),
     "TypeError sum() received an invalid combination of arguments - got (keepdim=int, dim=int, "
     "), but expected one of:\n"
     " * (*, torch.dtype dtype)\n"
     "      didn't match because some of the keywords were incorrect: keepdim, dim\n"
     " * (tuple of ints dim, bool keepdim, *, torch.dtype dtype)\n"
     " * (tuple of names dim, bool keepdim, *, torch.dtype dtype)\n\n"},
};

START_TEST(the_one_form_that_could_fit_is_named)
{
    program_expect(one_form[_i].text, one_form[_i].expected);
}
END_TEST

START_TEST(an_item_of_an_argument_is_named)
{
    program_expect(inside[_i].text, inside[_i].expected);
}
END_TEST

START_TEST(all_forms_are_listed)
{
    program_expect(lists[_i].text, lists[_i].expected);
}
END_TEST

#define TURNED "import torch\ny = torch.zeros(2, 3, 2, 4).transpose(1, 2)\n"
#define BOTH "qkv: y is (2, 2, 3, 4) with strides 24 4 8 1. "

/* What is told behind a view that is refused, and behind nothing else. */
static const struct program_case views[] = {
    {TURNED "y.view(2, 2, 12)\n",
     BOTH "Joining axis 2 and axis 3 takes a stride of 4*1 = 4 for axis 2; it is 8. `.reshape` "
          "would run: it copies the numbers in the order of these axes, so that each new row has "
          "3 neighbours along axis 2 side by side. Behind .transpose(1, 2) a view can be made.\n"},
    {TURNED "y.view(5, 5)\n", ""},
    {TURNED "try: y.view(2, 2, 12)\nexcept RuntimeError: pass\n1 / 0\n", ""},
    {TURNED "y.view(2, 3, 8)\n", /* a row takes from two heads */
     BOTH "Joining axis 2 and axis 3 takes a stride of 4*1 = 4 for axis 2; it is 8. `.reshape` "
          "would run: it copies the numbers in the order of these axes. Behind .transpose(1, 2) a "
          "view can be made.\n"},
    {TURNED "y.permute(3, 2, 1, 0).view(-1)\n",
     "qkv: y.permute(3, 2, 1, 0) is (4, 3, 2, 2) with strides 1 8 4 24. Joining axis 2 and axis 3 "
     "takes a stride of 2*24 = 48 for axis 2; it is 4. `.reshape` would run: it copies the numbers "
     "in the order of these axes. Behind .transpose(0, 3) a view can be made.\n"},
};

START_TEST(a_refused_view_is_explained)
{
    struct program p;
    struct buf text = {0};
    program_open(&p, 0, NULL);
    program_run(&p, views[_i].text, 0);
    view_refused_text(p.session, NULL, &text);
    ck_assert_str_eq(buf_text(&text), views[_i].expected);
    buf_free(&text);
    program_close(&p);
}
END_TEST

Suite *suite_refusal(void)
{
    Suite *s = suite_create("refusal");
    TCase *t = tcase_create("refusal");
    tcase_add_loop_test(t, the_one_form_that_could_fit_is_named, 0,
                        (int)(sizeof one_form / sizeof one_form[0]));
    tcase_add_loop_test(t, an_item_of_an_argument_is_named, 0,
                        (int)(sizeof inside / sizeof inside[0]));
    tcase_add_loop_test(t, all_forms_are_listed, 0, (int)(sizeof lists / sizeof lists[0]));
    tcase_add_loop_test(t, a_refused_view_is_explained, 0, (int)(sizeof views / sizeof views[0]));
    suite_add_tcase(s, t);
    return s;
}
