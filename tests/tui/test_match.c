/* Tests which operation of one program is which of another: by the lines that both have, or by
 * stages. */
#include "walked.h"

#include <check.h>

Suite *suite_match(void);

#define ONE                                                                                        \
    "import torch\nx = torch.ones(2, 3, 4)\nw = torch.ones(4, 4)\n"                                \
    "q = x @ w\nk = x @ w\nv = x @ w\n"                                                            \
    "s = q @ k.transpose(1, 2)\np = torch.softmax(s / 2, dim=-1)\no = p @ v\n"

/* `pairs`: each result of the first program, and what it is in the second, - for nothing. */
#define OTHER(first, second)                                                                       \
    "import torch\nt = torch.ones(2, 3, 4)\nm = torch.ones(4, 4)\n" first "c = t @ m\n"            \
    "r = " second ".transpose(1, 2) / 3\nu = torch.softmax(r, dim=-1)\nout = u @ c\n"

#define LAYER "    y = torch.softmax(x @ x.transpose(0, 1), 1) @ x\n    x = y * 2\n"

/* `pairs`: each result of the first program, and what it is in the second; - for nothing, _ for
 * what has no name. */
static const struct {
    const char *now, *old, *pairs;
    bool by_code;
} programs[] = {
    {ONE, ONE, "x=x w=w q=q k=k v=v _=_ s=s _=_ p=p o=o", true},
    {ONE "z = o + 1\n", ONE, "x=x w=w q=q k=k v=v _=_ s=s _=_ p=p o=o z=-", true},
    {ONE, ONE "z = o + 1\n", "x=x w=w q=q k=k v=v _=_ s=s _=_ p=p o=o", true},
    /* another program: the k-th of a stage, or the one of that name */
    {OTHER("a = t @ m\nb = t @ m\n", "a @ b"), ONE, "t=- m=- a=q b=k c=v _=_ _=s r=_ u=p out=o",
     false},
    {OTHER("k = t @ m\nq = t @ m\n", "q @ k"), ONE, "t=- m=- k=k q=q c=v _=_ _=s r=_ u=p out=o",
     false},
    {OTHER("k = t @ m\nb = t @ m\n", "b @ k"), ONE, "t=- m=- k=k b=k c=v _=_ _=s r=_ u=p out=o",
     false},
    {"import torch\na = torch.ones(2)\nb = a + 1\n", ONE, "a=- b=-", false},
    /* more passes than the other, and fewer */
    {"import torch\nx = torch.ones(3, 3)\nfor k in range(2):\n" LAYER, ONE,
     "x=- _=_ _=s _=p y=o x=_ _=_ _=s _=p y=o x=-", false},
    {ONE, "import torch\nx = torch.ones(3, 3)\nfor k in range(2):\n" LAYER,
     "x=- w=- q=- k=- v=- _=_ s=_ _=- p=_ o=y", false},
    /* the same line for the k-th time */
    {"import torch\nx = torch.ones(3, 3)\nn = 3\nfor k in range(n):\n    x = x + 1\n",
     "import torch\nx = torch.ones(3, 3)\nn = 2\nfor k in range(n):\n    x = x + 1\n",
     "x=x x=x x=x x=-", true},
};

START_TEST(events_have_their_twins)
{
    struct walked w;
    struct buf pairs = {0};
    walked_open(&w, programs[_i].now);
    walked_compare(&w, programs[_i].old);
    const struct match *m = &w.live.earlier.match;
    ck_assert_int_eq(m->by_code, programs[_i].by_code);
    for (int k = 0; k < m->new_count; k++) {
        int old = m->old_of[k];
        const char *name = tape_result_name(w.live.now.tape, k, 0);
        const char *twin = old >= 0 ? tape_result_name(w.live.earlier.run->tape, old, 0) : "-";
        buf_printf(&pairs, "%s%s=%s", k > 0 ? " " : "", name != NULL ? name : "_",
                   twin != NULL ? twin : "_");
    }
    ck_assert_str_eq(buf_text(&pairs), programs[_i].pairs);
    buf_free(&pairs);
    walked_close(&w);
}
END_TEST

Suite *suite_match(void)
{
    Suite *s = suite_create("match");
    TCase *t = tcase_create("match");
    tcase_add_loop_test(t, events_have_their_twins, 0, sizeof programs / sizeof programs[0]);
    suite_add_tcase(s, t);
    return s;
}
