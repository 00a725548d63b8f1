/* Tests which names functions, lambdas, comprehensions and classes bind themselves, and docstrings.
 */
#include "lang/parse/parser.h"

#include "base/buf.h"

#include <check.h>
#include <string.h>

Suite *suite_scope(void);

/* The first node that has a scope, looking into first statements and their values. */
static const struct node *find_scope(const struct node *node)
{
    while (node && !node->scope) {
        node = node->body.count > 0 ? node->body.at[0] : node->left;
    }
    return node;
}

static const struct {
    const char *text, *names;
} scopes[] = {
    {"def f(): pass", ""},
    {"def f(b, a=1, *c, d, **e):\n  x = 1; a = 2; y.z = w; q[r] = 3", "b a c d e x"},
    {"def f():\n  (a, [b, *c]), d.e = z\n  f += 1\n  g: int\n  h: int = 2", "a b c f g h"},
    {"def f():\n  for a, b in c:\n    d = 1\n  else:\n    e = 2\n  while g: h = 3", "a b d e h"},
    {"def f():\n  with a as b, c as (d, e): pass\n  try: g = 1\n  except h as i: j = 2\n"
     "  else: k = 1\n  finally: l = 1",
     "b d e g i j k l"},
    {"def f():\n  import a.b, c as d\n  from e import g, h as i\n  def j(k): l = 1\n"
     "  class m:\n    n = 1",
     "a d g i j m"},
    {"def f():\n  [a for b in c]\n  (lambda d: d)\n  if (e := 1): pass\n  del g", "e g"},
    {"def f():\n  [[(a := b) for b in c] for d in e]", "a"},
    {"def f(a):\n  global b, c\n  b = a = 1\n  d = 2", "a d | b c"},
    {"lambda a, *b: (c := a)", "a b c"},
    {"[a for a, b in c if d for e in f]", "a b e"},
    {"{a: b for a in c}", "a"},
    {"(x for x in [y for y in z])", "x"},
    {"class A(b):\n  c = 1\n  d: int\n  def e(self): g = 1", "c d e"},
};

static void put_names(struct buf *out, const char *before, const char **names, int count)
{
    for (int i = 0; i < count; i++) {
        buf_printf(out, "%s%s", i ? " " : before, names[i]);
    }
}

START_TEST(scopes_know_their_names)
{
    struct source s = {.file = "x.py", .text = scopes[_i].text, .len = strlen(scopes[_i].text)};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    struct buf out = {0};
    ck_assert_int_eq(parse(&s, &arena, &nodes, &error), PARSE_OK);
    const struct node *node = find_scope(nodes.at[0]);
    ck_assert_ptr_nonnull(node);
    put_names(&out, "", node->scope->local, node->scope->local_count);
    put_names(&out, " | ", node->scope->global, node->scope->global_count);
    ck_assert_int_eq(node->scope->nonlocal_count, 0);
    ck_assert_str_eq(buf_text(&out), scopes[_i].names);
    buf_free(&out);
    arena_free(&arena);
}
END_TEST

START_TEST(nonlocal_names_may_be_bound_far_outside)
{
    const char *text = "def f():\n  class C:\n    def g(self):\n      def h():\n"
                       "        nonlocal x\n        x = 1\n  x = 2";
    struct source s = {.file = "x.py", .text = text, .len = strlen(text)};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    ck_assert_int_eq(parse(&s, &arena, &nodes, &error), PARSE_OK);
    const struct node *g = nodes.at[0]->body.at[0]->body.at[0];
    const struct names *names = g->body.at[0]->scope;
    ck_assert_int_eq(names->local_count, 0);
    ck_assert_int_eq(names->nonlocal_count, 1);
    ck_assert_str_eq(names->nonlocal[0], "x");
    ck_assert_int_eq(g->scope->local_count, 2); /* self, h */
    arena_free(&arena);
}
END_TEST

/* Many names stay fast: a list that is searched from the front would take minutes. */
START_TEST(a_function_may_have_many_names)
{
    enum { NAMES = 100000 };
    struct buf text = {0};
    buf_puts(&text, "def f():\n");
    for (int i = 0; i < NAMES; i++) {
        buf_printf(&text, " a%d = 1\n", i);
    }
    struct source s = {.file = "x.py", .text = buf_text(&text), .len = text.len};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    ck_assert_int_eq(parse(&s, &arena, &nodes, &error), PARSE_OK);
    ck_assert_int_eq(nodes.at[0]->scope->local_count, NAMES);
    ck_assert_str_eq(nodes.at[0]->scope->local[NAMES - 1], "a99999");
    buf_free(&text);
    arena_free(&arena);
}
END_TEST

static const struct {
    const char *text, *doc;
} docs[] = {{"def f():\n  'a' 'b'\n  pass", "ab"},
            {"class A:\n  '''d\n  e'''", "d\n  e"},
            {"def f():\n  f'a'", NULL},
            {"def f():\n  x = 'a'", NULL},
            {"def f():\n  pass\n  'a'", NULL}};

START_TEST(first_strings_are_docstrings)
{
    struct source s = {.file = "x.py", .text = docs[_i].text, .len = strlen(docs[_i].text)};
    struct arena arena = {0};
    struct nodes nodes;
    struct parse_error error;
    ck_assert_int_eq(parse(&s, &arena, &nodes, &error), PARSE_OK);
    ck_assert_pstr_eq(nodes.at[0]->doc, docs[_i].doc);
    arena_free(&arena);
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

Suite *suite_scope(void)
{
    Suite *suite = suite_create("scope");
    TCase *scope = tcase_create("names");
    tcase_add_loop_test(scope, scopes_know_their_names, 0, COUNT(scopes));
    tcase_add_test(scope, nonlocal_names_may_be_bound_far_outside);
    tcase_add_test(scope, a_function_may_have_many_names);
    tcase_add_loop_test(scope, first_strings_are_docstrings, 0, COUNT(docs));
    suite_add_tcase(suite, scope);
    return suite;
}
