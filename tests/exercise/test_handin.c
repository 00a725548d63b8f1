/* Answers out of texts, notebooks and code. */
#include "exercise/handin/handin.h"

#include <check.h>
#include <string.h>

Suite *suite_handin(void);

static const char lesson_text[] =
    "# T\n\n```python\nimport torch\nx = torch.ones(2, 3)\n```\n\n"
    "```exercise shape-one\nkind: shape\nof: x\n\nWhich shape?\n```\n\n"
    "```exercise write-it\nkind: code\ntry: f(1)\n\nWrite f.\n\n"
    "-- solution\n~~~python\ndef f(x):\n    return x\n~~~\n```\n";

static const char lists_text[] =
    "# T\n\n```python\nx = 1\n```\n\n```exercise in-order\nkind: order\nstep: one\nstep: "
    "two\nstep: three\n\nOrder?\n```\n\n"
    "```exercise pick-one\nkind: choice\nright: one\noption: two\noption: three\n\nWhich?\n```\n\n";

struct opened {
    struct lesson l;
    struct exercises x;
    struct handin h;
};

static void open_lesson(struct opened *o, const char *text)
{
    struct error err = {0};
    struct complaints c = {0};
    ck_assert_msg(lesson_read(&o->l, "t.md", LESSON_MARKDOWN, text, strlen(text), &err), "%s",
                  err.text);
    ck_assert(exercises_read(&o->x, &o->l, &c, &err));
    ck_assert_msg(c.count == 0, "%s", c.at[0].text);
    ck_assert_int_eq(o->x.count, 2);
    complaints_free(&c);
    ck_assert(handin_init(&o->h, &o->x, &err));
}

static void open_all(struct opened *o)
{
    open_lesson(o, lesson_text);
}

static void close_all(struct opened *o)
{
    handin_free(&o->h);
    exercises_free(&o->x);
    lesson_free(&o->l);
}

static const struct {
    const char *file, *text, *answer, *code; /* NULL: none */
} texts[] = {
    {"a.txt", "shape-one: (2, 3)\n", "(2, 3)", NULL},
    {"a.txt", "  Shape-One :  2x3  \r\n", "2x3", NULL},
    {"a.md", "- **shape-one**: `(2, 3)`\n", "(2, 3)", NULL},
    {"a.md", "`shape-one`: 2 3", "2 3", NULL},
    {"a.txt", "\xEF\xBB\xBFshape-one: -0.5\n", "-0.5", NULL},
    {"a.txt", "1 (b, T)\n", "(b, T)", NULL}, /* names of its run */
    {"a.txt", "shape-one:\n", NULL, NULL},
    {"a.txt", "shape-one:\n\n  `(2, 3)`\n", "(2, 3)", NULL},
    {"a.txt", "shape-one:\n(2, 3)\n(4, 5)\n", "(2, 3)", NULL},
    {"a.txt", "shape-one:\n# 2. a number\nwrite-it:\nis hard\n", NULL, NULL},
    {"a.txt", "shape-one: 1\n2\n", "1", NULL},
    {"a.py", "# shape-one:\n# 2 3\n", "2 3", "# shape-one:\n# 2 3\n"},
    {"a.txt", "the shape-one: 2\n", NULL, NULL},
    {"a.md", "shape-one: ~~(3, 2)~~ (2, 3)\n", "(2, 3)", NULL},
    {"a.md", "## 1. shape-one (1 point)\n\n`x` is 2 by 3.\n\nAnswer (sizes (2, 3)): 2x3\n", "2x3",
     NULL},
    {"a.md", "> shape-one: which one?\n2 3\n> write-it:\n> def f(x):\n>     return x\n", "2 3",
     "def f(x):\n    return x\n"},
    {"a.txt", "write-it:\nI am sure.\ndef f(x):\nNo, wait:\n    return x\n", NULL,
     "def f(x):\n    return x\n"},
    {"a.txt", "q1 = x @ y\n", NULL, NULL},
    /* other signs, other places */
    {"a.txt", "shape-one = (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one -> (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one - (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one \xe2\x80\x93 (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one\xef\xbc\x9a (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-one,2x3", "2x3", NULL},
    {"a.txt", "shape-one\t2 3", "2 3", NULL},
    {"a.txt", "Shape One: 2 3", "2 3", NULL},
    {"a.txt", "shape_one: 2 3", "2 3", NULL},
    {"a.txt", "shape\xe2\x80\x91one: 2 3", "2 3", NULL},
    {"a.txt", "\"shape-one\": \"(2, 3)\",", "(2, 3)", NULL},
    {"a.txt", "shape-one (1 point): 2 3", "2 3", NULL},
    {"a.txt", "shape-one: (2, 3)   # two sentences", "(2, 3)", NULL},
    {"a.txt", "shape-one: (2, 3), because there are two", "(2, 3)", NULL},
    {"a.txt", "shape-one: (2, 3) (rows first)", "(2, 3)", NULL},
    {"a.txt", "shape-one: perhaps (2, 3)", "perhaps (2, 3)", NULL},
    {"a.txt", "shape-one: (2, 3) (not sure)", "(2, 3)", NULL},
    {"a.txt", "shape-one: (2, 3) (wrong, I know)", "(2, 3) (wrong, I know)", NULL},
    {"a.txt", "shape-one: 2 3, which fails", "2 3, which fails", NULL},
    {"a.txt", "shape-one: answer: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "shape-on: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "> shape-one: 2 3", "2 3", NULL},
    {"a.txt", "* shape-one: 2 3", "2 3", NULL},
    {"a.txt", "\xe2\x80\xa2 shape-one: 2 3", "2 3", NULL},
    {"a.md", "| exercise | answer |\n|---|---|\n| shape-one | (2, 3) |\n", "(2, 3)", NULL},
    {"a.md", "## shape-one\n\n(2, 3)\n", "(2, 3)", NULL},
    {"a.md", "### 1. shape-one\n(2, 3)\n", "(2, 3)", NULL},
    {"a.md", "# shape-one: (2, 3)\n", "(2, 3)", NULL},
    {"a.txt", "shape-one\n(2, 3)\n", "(2, 3)", NULL},
    {"a.txt", "shape-one:\nAnswer: (2, 3)\n", "(2, 3)", NULL},
    {"a.txt", "shape-one:\rA\r\rwrite-it:\r", "A", NULL},
    {"a.md", "shape-one:\n```\n(2, 3)\n```\nwrite-it:\n```\nf = 1\n```\n", "(2, 3)", "f = 1\n"},
    {"a.txt", "1. (2, 3) 2. f = lambda x: x", "(2, 3)", "f = lambda x: x\n"},
    {"a.txt", "shape-one: (2, 3), write-it: f = 1", "(2, 3)", "f = 1\n"},
    {"a.txt", "shape-one: (2, 3) \xe2\x80\x93 two rows", "(2, 3)", NULL},
    /* numbers for names */
    {"a.txt", "1. (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1) (2, 3)", "(2, 3)", NULL},
    {"a.txt", "(1) (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "Q1: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "Question 1 - (2, 3)", "(2, 3)", NULL},
    {"a.txt", "Question #1: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "Question #1 (2, 3)\nQuestion #", "(2, 3)", NULL},
    {"a.txt", "Question one: (2, 3)", NULL, NULL},
    {"a.txt", "Exercise 1\n(2, 3)", "(2, 3)", NULL},
    {"a.txt", "exercise shape-one: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1. shape-one: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1.\n(2, 3)\n2.\ndef f(x):\n    return x\n", "(2, 3)", "def f(x):\n    return x\n"},
    {"a.txt", "1. the sizes of the axes, such as (2, 3)\nshape-one: 4\n", "4", NULL},
    {"a.txt", "# 1. the sizes of the axes, such as (2, 3)\n4 5\n", "4 5", NULL},
    {"a.txt", "3. (2, 3)\n", NULL, NULL},
    {"a.txt", "1.5\n", NULL, NULL},
    {"a.txt", "2 3\n", NULL, NULL},
    {"a.txt", "shape-one: (2, 3)\n1. (4, 5)\n", "(2, 3)", NULL},
    {"a.txt", "1.(2, 3)", "(2, 3)", NULL},
    {"a.txt", "A1: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "Exercise 1 (shape-one): (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1 - shape-one: (2, 3)", "(2, 3)", NULL},
    {"a.txt", "1 - (2, 3)", "(2, 3)", NULL},
    {"a.md", "## 1 shape-one\n(2, 3)\n", "(2, 3)", NULL},
    {"a.md", "**shape-one: (2, 3)**\n", "(2, 3)", NULL},
    {"a.md", "## 1\nTwo axes.\nAnswer: (2, 3)\n\n# 2\ndef f(x):\n    return x\n", "(2, 3)",
     "def f(x):\n    return x\n"},
    {"a.txt", "2.\ndef f(x):\n    return x\n# 1\nprint(f(1))\n", NULL,
     "def f(x):\n    return x\n# 1\nprint(f(1))\n"},
    {"a.txt", "2\n```\nf = 1\n```\n1 (2, 3)\n", "(2, 3)", "f = 1\n"},
    {"a.txt", "1 (2, 3)\n1 (4, 5) is wrong\n", "(2, 3)", NULL},
    {"a.txt", "write-it: none\n1 2 3\n", NULL, NULL}, /* a file with names */
    {"a.txt", "shape-one:\n1 2 3\n", "1 2 3", NULL},
    {"a.txt", "shape-one: \x1b[1;32m(2, 3)\x1b[0m # as the terminal showed it\n", "(2, 3)", NULL},
    {"a.md", "write-it:\n```diff\n@@ -1 +1 @@\n-def f():\n+def f(x):\n     return x\n```\n", NULL,
     "def f(x):\n    return x\n"},
    {"a.csv", "exercise,answer\nshape-one,\"(2, 3)\"\n", "(2, 3)", NULL},
    {"a.yml", "shape-one:\n  - (2, 3)\nwrite-it: |\n  f = 1\n", "(2, 3)", "f = 1\n"},
    {"a.py", "answers = {\n    'shape-one': (2, 3),\n}\n", "(2, 3)",
     "answers = {\n    'shape-one': (2, 3),\n}\n"},
    /* code without fences */
    {"a.txt", "write-it:\ndef f(x):\n    y = x\n\n    return y\nshape-one: 2 3\n", "2 3",
     "def f(x):\n    y = x\n\n    return y\n"},
    {"a.txt", "write-it:\n    def f(x):\n        return x\n", NULL, "def f(x):\n    return x\n"},
    {"a.txt", "write-it: f = lambda x: x\n", NULL, "f = lambda x: x\n"},
    {"a.txt", "write-it\ndef f(x):\n    return x\n", NULL, "def f(x):\n    return x\n"},
    {"a.txt", "write-it:\nMy solution is this\n\ndef f(x):\n    return x\n\nI hope it is right.\n",
     NULL, "def f(x):\n    return x\n"},
    {"a.txt", "2) def f(x): return x\n\nKind regards\nS.\n", NULL, "def f(x): return x\n"},
    {"a.txt", "write-it:\ndef f(x):\n    return x\n\ny\n", NULL, "def f(x):\n    return x\n"},
    {"a.md", "- [x] shape-one: (2, 3)\n", "(2, 3)", NULL},
    {"a.txt", "shape-one: 2 3\ndef f(x):\n    return x\n", "2 3", "def f(x):\n    return x\n"},
    {"a.txt", "write-it:\n>>> def f(x):\n...     return x\n>>> f(1)\n1\n", NULL,
     "def f(x):\n    return x\nf(1)\n"},
    {"a.txt", "write-it:\ndef f(x):\n\xc2\xa0\xc2\xa0return \xe2\x80\x9cx\xe2\x80\x9d\n", NULL,
     "def f(x):\n  return \"x\"\n"},
    {"a.md", "write-it:\n   ```python\n   def f(x):\n       return x\n   ```\n", NULL,
     "def f(x):\n    return x\n"},
    {"a.md", "write-it:\n```\nf = 1\n```\nIt works because x = 1 holds here.\n", NULL, "f = 1\n"},
    {"a.md", "write-it:\n```python\ndef f(x):\n    return x\nshape-one: 2 3\n", "2 3",
     "def f(x):\n    return x\n"},
    {"a.md", "```\nlesson: t\nshape-one: 2 3\nwrite-it:\ndef f(x):\n    return x\n```\n", "2 3",
     "def f(x):\n    return x\n"},
    {"a.py", "lesson: t\nsheet: A\nshape-one: 2 3\nwrite-it:\n```\nf = 1\n```\n", "2 3", "f = 1\n"},
    {"a.py", "shape_one = (2, 3)\nf = 1\n", "(2, 3)", "shape_one = (2, 3)\nf = 1\n"},
    {"a.py", "\"\"\"\nshape-one: 2 3\n\"\"\"\nf = 1\n", "2 3",
     "\"\"\"\nshape-one: 2 3\n\"\"\"\nf = 1\n"},
    {"a.py", "# 1. 2 3\nf = 1 # 2. x\n", "2 3", "# 1. 2 3\nf = 1 # 2. x\n"},
    {"a.py", "# 2. f = lambda x: x\n", NULL, "# 2. f = lambda x: x\n"},
    {"a.py", "# 1. first of all\nf = 1\n", NULL, "# 1. first of all\nf = 1\n"},
    {"a.txt", "import torch\n# shape-one: 2 3\ndef f(x):\n    return x\n", "2 3",
     "import torch\ndef f(x):\n    return x\n"},
    /* HTML */
    {"onlinetext.html",
     "<p>shape-one: (2,&nbsp;3)</p><p>write-it:<br />def f(x):<br>"
     "&nbsp; &nbsp; return x &lt; 3</p>",
     "(2,\xc2\xa0"
     "3)",
     "def f(x):\n    return x < 3\n"},
    {"a.html",
     "<html><head><title>shape-one: 9</title><style>p { x: 1 }</style></head><body>"
     "<!-- shape-one: 8 --><h3>shape-one</h3><div>(2, 3)</div><pre>def f(x):\n    return x</pre>",
     "(2, 3)", "def f(x):\n    return x\n"},
    {"a.html", "<table><tr><td>shape-one</td><td>2 3</td></tr></table>", "2 3", NULL},
    {"a.html", "<ol><li>(2, 3)</li><li><pre><code>f = 1\n</code></pre></li></ol>", "(2, 3)",
     "f = 1\n"},
    {"a.html", "<pre>lesson: t\nshape-one: 2 3\nwrite-it:\nf = 1</pre>", "2 3", "f = 1\n"},
    /* a sign that begins no tag is itself, also where a tag follows, and at the end */
    {"a.html", "<p>write-it:<br>f = 1 if 1 < 2 else 3<br>g = f <= 3</p>", NULL,
     "f = 1 if 1 < 2 else 3\ng = f <= 3\n"},
    {"a.html", "<pre>shape-one: 2 3\nwrite-it:\nf = 0 <1 <- 2</pre>", "2 3", "f = 0 <1 <- 2\n"},
    {"a.html", "<p>shape-one: 2 3</p><p>write-it:</p><p>f = 1 <", "2 3", "f = 1 <\n"},
    {"a.txt", "<p>shape-one: 2 3</p>", "2 3", NULL},
    {"a.txt", "shape-one: 1\nshape-one: 2\n", "2", NULL},
    {"a.md", "write-it:\n```python\ndef f(x):\n    pass\n```\nshape-one: 2\n", "2",
     "def f(x):\n    pass\n"},
    {"a.md", "write-it:\n~~~~\nf = 1\n~~~\nf = 2\n~~~~~\n", NULL, "f = 1\n~~~\nf = 2\n"},
    {"a.md", "```python\nf = 3\n```\n", NULL, "f = 3\n"},
    {"a.md", "write-it:\n```\nf = 4\n", NULL, "f = 4\n"},
    {"a.py", "# shape-one: 2 3\nf = 5\n", "2 3", "# shape-one: 2 3\nf = 5\n"},
    {"a.ipynb",
     "{\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"shape-one: 7\"]},"
     "{\"cell_type\":\"code\",\"metadata\":{},\"outputs\":[],\"execution_count\":1,"
     "\"source\":[\"f = 6\"]}],\"metadata\":{},\"nbformat\":4,\"nbformat_minor\":4}",
     "7", "f = 6\n"},
    {"a.ipynb",
     "{\"cells\":[{\"cell_type\":\"code\",\"metadata\":{},\"outputs\":[],\"execution_count\":1,"
     "\"source\":[\"g = 0\"]},{\"cell_type\":\"code\",\"metadata\":{},\"outputs\":[],"
     "\"execution_count\":2,\"source\":[\"# write-it:\\nf = 8\"]}],\"metadata\":{},"
     "\"nbformat\":4,\"nbformat_minor\":4}",
     NULL, "# write-it:\nf = 8\n"},
};

START_TEST(answers)
{
    struct opened o;
    struct error err = {0};
    open_all(&o);
    ck_assert_msg(handin_add(&o.h, texts[_i].file, texts[_i].text, strlen(texts[_i].text), &err),
                  "%s", err.text);
    const struct reply *shape = &o.h.reply[0], *write = &o.h.reply[1];
    ck_assert_pstr_eq(shape->answer, texts[_i].answer);
    ck_assert_pstr_eq(handin_code(&o.h, write, 0), texts[_i].code);
    ck_assert_ptr_null(handin_code(&o.h, shape, 0));
    ck_assert_int_eq(shape->said != NULL, strstr(texts[_i].text, "1\nshape-one: 2") != NULL);
    close_all(&o);
}
END_TEST

/* Answers may stand below the name, one a line; the steps of an order may be told in words. */
static const struct {
    const char *text, *order, *choice;
} lists[] = {
    {"in-order:\na\nb\nc\npick-one: b\n", "a\nb\nc", "b"},
    {"in-order:\nfirst\nthen that\nthe last\n", "first\nthen that\nthe last", NULL},
    {"in-order: a\nno letter\nb\n", "a\nb", NULL},
    {"pick-one:\na\nno letter\nb\n", NULL, "a\nb"},
};

static const char bug_text[] =
    "# T\n\n```python\nx = 1\n```\n\n```exercise find-it\nkind: bug\nof: y\n\n~~~python\ny = x\n"
    "~~~\n-- solution\n~~~python\ny = x + 1\n~~~\n```\n\n"
    "```exercise how-many\nkind: shape\nof: x\n\nx?\n```\n";

static const struct {
    const char *text, *answer, *code;
} mendings[] = {
    {"find-it: 1 - y = x + 1\n", "1 - y = x + 1", NULL}, /* no remark behind a hyphen */
    {"find-it: 1 - it adds nothing\n", "1 - it adds nothing", NULL},
    {"find-it: Zeile 1, da fehlt x = 2\n", "Zeile 1, da fehlt x = 2", NULL},
    {"find-it: the line y = x is not enough\n", "the line y = x is not enough",
     NULL}, /* not dropped */
    {"find-it:\n# y = x\ny = x + 1\n", NULL, "y = x + 1\n"},
    {"find-it:\nline 1\nx.add_(1)\n", "line 1", "x.add_(1)\n"}, /* a call is code */
    {"find-it: line 1\nit is wrong (I think)\n", "line 1", NULL},
};

START_TEST(a_line_and_its_mending)
{
    struct opened o;
    struct error err = {0};
    open_lesson(&o, bug_text);
    ck_assert(handin_add(&o.h, "a.txt", mendings[_i].text, strlen(mendings[_i].text), &err));
    ck_assert_pstr_eq(o.h.reply[0].answer, mendings[_i].answer);
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[0], 0), mendings[_i].code);
    close_all(&o);
}
END_TEST

START_TEST(lists_of_lines)
{
    struct opened o;
    struct error err = {0};
    open_lesson(&o, lists_text);
    ck_assert(handin_add(&o.h, "a.txt", lists[_i].text, strlen(lists[_i].text), &err));
    ck_assert_pstr_eq(o.h.reply[0].answer, lists[_i].order);
    ck_assert_pstr_eq(o.h.reply[1].answer, lists[_i].choice);
    close_all(&o);
}
END_TEST

static const struct {
    const char *file, *text;
    size_t len;
} broken[] = {
    {"a.txt", "\x80\x81", 2},
    {"a.txt", "shape-one: \0 3\n", 15},
    {"a.txt", "%PDF-1.7 and so on", 18},
    {"a.txt", "PK\x03\x04 and so on", 14},
    {"a.txt", "{\\rtf1 shape-one: 3}", 20},
    {"a.txt", "\xff\xfe\0\xd8 \0", 6}, /* half of a pair */
    {"a.txt", "\xff\xfeh", 3},
    {"a.ipynb", "{\"cells\": 3}", 12},
    {"a.ipynb", "no json", 7},
};

START_TEST(refused)
{
    struct opened o;
    struct error err = {0};
    open_all(&o);
    ck_assert(!handin_add(&o.h, broken[_i].file, broken[_i].text, broken[_i].len, &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_ptr_nonnull(strstr(err.text, broken[_i].file));
    close_all(&o);
}
END_TEST

/* What is made to be slow or deep is read in a moment, whatever comes of it. */
START_TEST(hostile)
{
    static const char *const pieces[] = {"```python\nshape-one: 1\n",
                                         "1. 2. ",
                                         "shape-one: - ",
                                         "pick: b\na\n",
                                         "shape-one (",
                                         "<ol><li>",
                                         "&#9;&",
                                         "write-it:\n```\nf\n```\n",
                                         "# 2. \n",
                                         ">>> ",
                                         "| "};
    for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
        for (int html = 0; html < 2; html++) {
            struct opened o;
            struct error err = {0};
            struct buf text = {0};
            open_all(&o);
            while (text.len < 100000) {
                buf_puts(&text, pieces[k]);
            }
            ck_assert_msg(
                handin_add(&o.h, html ? "a.html" : "a.txt", buf_text(&text), text.len, &err), "%s",
                err.text);
            buf_free(&text);
            close_all(&o);
        }
    }
}
END_TEST

/* Code of two files: the later one counts, and that is told, unless it is the same. Two pieces in
 * one file are one code. */
static const struct {
    const char *first, *second, *code; /* second: of another file, NULL: there is none */
    bool told;
} pieces[] = {
    {"write-it:\nf = 1\n", "write-it:\nf = 2\n", "f = 2\n", true},
    {"write-it:\nf = 1\n", "write-it:\nf = 1\n", "f = 1\n", false},
    {"write-it:\n```\ng = 1\n```\nwrite-it:\n```\nf = g\n```\n", NULL, "g = 1\n\nf = g\n", false},
};

START_TEST(code_of_several_files)
{
    struct opened o;
    struct error err = {0};
    open_all(&o);
    ck_assert(handin_add(&o.h, "a.md", pieces[_i].first, strlen(pieces[_i].first), &err));
    if (pieces[_i].second != NULL) {
        ck_assert(handin_add(&o.h, "b.md", pieces[_i].second, strlen(pieces[_i].second), &err));
    }
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[1], 0), pieces[_i].code);
    ck_assert_int_eq(o.h.reply[1].said != NULL, pieces[_i].told);
    close_all(&o);
}
END_TEST

/* Code without names goes to the exercise that asks for what it defines or looks at. */
static const char codes_text[] = "# T\n\n```python\nx = 1\n```\n\n"
                                 "```exercise one\nkind: code\ndefine: first\ntry: "
                                 "first(1)\n\nWrite.\n\n-- solution\n~~~python\ndef "
                                 "first(x):\n    return x\n~~~\n```\n\n"
                                 "```exercise two\nkind: code\ndefine: other\ntry: "
                                 "other(1)\n\nWrite.\n\n-- solution\n~~~python\ndef "
                                 "other(x):\n    return x\n~~~\n```\n";

START_TEST(code_goes_by_its_names)
{
    struct opened o;
    struct error err = {0};
    static const char other[] = "def other(x):\n    return x + 1\n", first[] = "first = abs\n";
    static const char wrong_name[] = "one:\n```python\ndef other(x):\n    return x + 2\n```\n";
    open_lesson(&o, codes_text);
    ck_assert(handin_add(&o.h, "a.py", other, strlen(other), &err));
    ck_assert(handin_add(&o.h, "b.py", first, strlen(first), &err));
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[0], 0), first);
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[1], 0), other);
    ck_assert(handin_add(&o.h, "c.md", wrong_name, strlen(wrong_name), &err));
    ck_assert_ptr_null(o.h.reply[0].code);
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[1], 0), "def other(x):\n    return x + 2\n");
    close_all(&o);
}
END_TEST

/* Code of a newer file that defines what is asked for goes before an older one with the name. */
START_TEST(newer_code_goes_before_a_name)
{
    struct opened o;
    struct error err = {0};
    static const char named[] = "one:\n```python\nfirst = max\n```\n", newer[] = "first = abs\n";
    open_lesson(&o, codes_text);
    ck_assert(handin_add(&o.h, "a.md", named, strlen(named), &err));
    ck_assert(handin_add(&o.h, "b.py", newer, strlen(newer), &err));
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[0], 0), newer);
    ck_assert_ptr_nonnull(strstr(o.h.reply[0].said, "b.py counts"));
    close_all(&o);
}
END_TEST

/* What the template says of an exercise is no answer, not even where it looks like code. */
START_TEST(forms_are_not_missed)
{
    struct opened o;
    struct error err = {0};
    static const char text[] = "shape-one: 2 3\n\n# 2. Python code that defines `f`, with `g = 1`\n"
                               "write-it:\n```\ndef f(x):\n    return x\n```\n";
    open_all(&o);
    ck_assert(handin_add(&o.h, "a.txt", text, strlen(text), &err));
    ck_assert_str_eq(buf_text(&o.h.note), "");
    close_all(&o);
}
END_TEST

/* Lines of a notebook have no number that its reader could find. */
START_TEST(notes_of_a_notebook)
{
    struct opened o;
    struct error err = {0};
    static const char text[] =
        "{\"cells\":[{\"cell_type\":\"markdown\",\"metadata\":{},\"source\":[\"shape-one: 2 3\\n\","
        "\"Note: I was ill.\"]},{\"cell_type\":\"code\",\"metadata\":{},\"outputs\":[],"
        "\"execution_count\":1,\"source\":[\"# shape-one: 2 4\\n\",\"f = 9\"]}],\"metadata\":{},"
        "\"nbformat\":4,\"nbformat_minor\":4}";
    open_all(&o);
    ck_assert(handin_add(&o.h, "a.ipynb", text, strlen(text), &err));
    ck_assert_str_eq(buf_text(&o.h.note),
                     "Not read as an answer in a.ipynb: \"Note: I was ill.\".");
    ck_assert_pstr_eq(o.h.reply[0].answer, "2 4");
    ck_assert_pstr_eq(handin_code(&o.h, &o.h.reply[1], 0), "# shape-one: 2 4\nf = 9\n");
    close_all(&o);
}
END_TEST

START_TEST(heads_and_notes)
{
    struct opened o;
    struct error err = {0};
    static const char text[] = "lesson: t\nversion: 3\nstudent: ann\nsheet: K7QM-2FXD\n"
                               "shape-on: 2 3\nNote: I was ill.\n";
    open_all(&o);
    ck_assert(handin_add(&o.h, "a.txt", text, strlen(text), &err));
    ck_assert_str_eq(o.h.lesson, "t");
    ck_assert_str_eq(o.h.version, "3");
    ck_assert_str_eq(o.h.student, "ann");
    ck_assert_str_eq(o.h.sheet, "K7QM-2FXD");
    ck_assert_str_eq(buf_text(&o.h.note),
                     "There is no exercise \"shape-on: \"; it was read as shape-one. "
                     "Not read as an answer in a.txt: line 6 \"Note: I was ill.\".");
    close_all(&o);
}
END_TEST

Suite *suite_handin(void)
{
    Suite *s = suite_create("handin");
    TCase *c = tcase_create("handin");
    tcase_add_loop_test(c, answers, 0, sizeof texts / sizeof texts[0]);
    tcase_add_loop_test(c, a_line_and_its_mending, 0, sizeof mendings / sizeof mendings[0]);
    tcase_add_loop_test(c, lists_of_lines, 0, sizeof lists / sizeof lists[0]);
    tcase_add_loop_test(c, refused, 0, sizeof broken / sizeof broken[0]);
    tcase_set_timeout(c, 60);
    tcase_add_test(c, hostile);
    tcase_add_loop_test(c, code_of_several_files, 0, sizeof pieces / sizeof pieces[0]);
    tcase_add_test(c, code_goes_by_its_names);
    tcase_add_test(c, newer_code_goes_before_a_name);
    tcase_add_test(c, forms_are_not_missed);
    tcase_add_test(c, notes_of_a_notebook);
    tcase_add_test(c, heads_and_notes);
    suite_add_tcase(s, c);
    return s;
}
