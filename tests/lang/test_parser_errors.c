/* Tests what the parser refuses: Python's syntax errors in the words of Python 3.11, what qkv
 * leaves out by name, and hostile input. The words and lines of the table are those of Python
 * 3.11.2. */
#include "lang/parse/parser.h"

#include "base/buf.h"

#include <check.h>
#include <string.h>

Suite *suite_parser_errors(void);

static enum parse_status parse_text(const char *text, size_t len, struct parse_error *error)
{
    struct source s = {.file = "x.py", .first_line = 1, .text = text, .len = len};
    struct arena arena = {0};
    struct nodes nodes;
    enum parse_status status = parse(&s, &arena, &nodes, error);
    ck_assert(status == PARSE_OK || nodes.count == 0);
    arena_free(&arena);
    return status;
}

/* --- syntax errors --- */

static const struct {
    const char *text;
    int line;
    const char *message; /* with its type, if that is not SyntaxError */
} errors[] = {
    {"f'{1abc}'", 1, "invalid decimal literal"},
    {"f'{f\\\"{\\\"}'", 1, "f-string expression part cannot include a backslash"},
    {"f'{a b}'", 1, "f-string: invalid syntax. Perhaps you forgot a comma?"},
    {"f'{'", 1, "f-string: expecting '}'"},
    {"f'}'", 1, "f-string: single '}' is not allowed"},
    {"f'{}'", 1, "f-string: empty expression not allowed"},
    {"f'{a!x}'", 1, "f-string: invalid conversion character: expected 's', 'r', or 'a'"},
    {"f'{a!}'", 1, "f-string: invalid conversion character: expected 's', 'r', or 'a'"},
    {"f'{a!rr}'", 1, "f-string: expecting '}'"},
    {"f'{a:{b:{c:{d}}}}'", 1, "f-string: expressions nested too deeply"},
    {"f'{a\\n}'", 1, "f-string expression part cannot include a backslash"},
    {"f'{#}'", 1, "f-string expression part cannot include '#'"},
    {"f'{\"}'", 1, "f-string: unterminated string"},
    {"f'{(}'", 1, "f-string: closing parenthesis '}' does not match opening parenthesis '('"},
    {"f'{)}'", 1, "f-string: unmatched ')'"},
    {"f'{(]}'", 1, "f-string: closing parenthesis ']' does not match opening parenthesis '('"},
    {"f'{a:}}'", 1, "f-string: single '}' is not allowed"},
    {"f'{a'", 1, "f-string: expecting '}'"},
    {"f'{lambda x: 1}'", 1, "f-string: invalid syntax"},
    {"f'{ }'", 1, "f-string: empty expression not allowed"},
    {"f'{*a}'", 1, "f-string: cannot use starred expression here"},
    {"f'{**a}'", 1, "f-string: cannot use double starred expression here"},
    {"f'{a; b}'", 1, "f-string: invalid syntax"},
    {"f'{a $ b}'", 1, "f-string: invalid syntax"},
    {"f'{!r}'", 1, "f-string: expression required before '!'"},
    {"f'{:x}'", 1, "f-string: expression required before ':'"},
    {"f'{(x = 1)}'", 1, "f-string: invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
    {"f'{f(1}'", 1, "f-string: closing parenthesis '}' does not match opening parenthesis '('"},
    {"'\\x1'", 1,
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-2: truncated \\xXX "
     "escape"},
    {"'\\u12'", 1,
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 0-3: truncated "
     "\\uXXXX escape"},
    {"'abc\\U0011ffff'", 1,
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 3-12: illegal Unicode "
     "character"},
    {"'C:\\Users'", 1,
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 2-3: truncated "
     "\\UXXXXXXXX escape"},
    {"'\303\251\\x'", 1,
     "(unicode error) 'unicodeescape' codec can't decode bytes in position 10-11: truncated "
     "\\xXX escape"},
    {"[x for x in a b]", 1, "invalid syntax"},
    {"[x for x in a if b else c]", 1, "invalid syntax"},
    {"(a b c", 1, "invalid syntax. Perhaps you forgot a comma?"},
    {"foo(a, b for b in c)", 1, "Generator expression must be parenthesized"},
    {"f(a for a in b, c)", 1, "Generator expression must be parenthesized"},
    {"f(**a, *b)", 1, "iterable argument unpacking follows keyword argument unpacking"},
    {"f(**a, b)", 1, "positional argument follows keyword argument unpacking"},
    {"f(a=1, b)", 1, "positional argument follows keyword argument"},
    {"f(a=1 for a in b)", 1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
    {"f(True=1)", 1, "cannot assign to True"},
    {"f(a.b=1)", 1, "expression cannot contain assignment, perhaps you meant \"==\"?"},
    {"f((a)=1)", 1, "expression cannot contain assignment, perhaps you meant \"==\"?"},
    {"f(a=b=c)", 1, "invalid syntax"},
    {"f(a b)", 1, "invalid syntax. Perhaps you forgot a comma?"},
    {"f(a, b c)", 1, "invalid syntax. Perhaps you forgot a comma?"},
    {"f(print x)", 1, "Missing parentheses in call to 'print'. Did you mean print(...)?"},
    {"print x", 1, "Missing parentheses in call to 'print'. Did you mean print(...)?"},
    {"print 'a'", 1, "Missing parentheses in call to 'print'. Did you mean print(...)?"},
    {"exec 'a'", 1, "Missing parentheses in call to 'exec'. Did you mean exec(...)?"},
    {"print(a b", 1, "'(' was never closed"},
    {"x = 1 2", 1, "invalid syntax"},
    {"{1:2, 3}", 1, "':' expected after dictionary key"},
    {"{1:}", 1, "expression expected after dictionary key and ':'"},
    {"{1:*a}", 1, "cannot use a starred expression in a dictionary value"},
    {"{1, 2:3}", 1, "invalid syntax"},
    {"{**a for a in b}", 1, "dict unpacking cannot be used in dict comprehension"},
    {"{*a for a in b}", 1, "iterable unpacking cannot be used in comprehension"},
    {"[*a for a in b]", 1, "iterable unpacking cannot be used in comprehension"},
    {"(*a for a in b)", 1, "iterable unpacking cannot be used in comprehension"},
    {"[a, b for a in c]", 1, "did you forget parentheses around the comprehension target?"},
    {"(a, b for a in c)", 1, "invalid syntax"},
    {"{a, b for a in c}", 1, "did you forget parentheses around the comprehension target?"},
    {"[a, for a in c]", 1, "did you forget parentheses around the comprehension target?"},
    {"(*a)", 1, "cannot use starred expression here"},
    {"(**a)", 1, "cannot use double starred expression here"},
    {"x = *a", 1, "can't use starred expression here"},
    {"*a", 1, "can't use starred expression here"},
    {"*a = 1", 1, "starred assignment target must be in a list or tuple"},
    {"*a, *b = c", 1, "multiple starred expressions in assignment"},
    {"f() = 1", 1, "cannot assign to function call here. Maybe you meant '==' instead of '='?"},
    {"f() = g() = 1", 1, "cannot assign to function call"},
    {"x = f() = 3", 1, "cannot assign to function call"},
    {"a + b = c", 1, "cannot assign to expression here. Maybe you meant '==' instead of '='?"},
    {"None = 1", 1, "cannot assign to None"},
    {"1 = x", 1, "cannot assign to literal here. Maybe you meant '==' instead of '='?"},
    {"(a, b()) = 1", 1, "cannot assign to function call"},
    {"a, b() = 1, 2", 1,
     "cannot assign to function call here. Maybe you meant '==' instead of '='?"},
    {"[a, 1] = 2", 1, "cannot assign to literal"},
    {"a < b = c", 1, "cannot assign to comparison"},
    {"not a = b", 1, "cannot assign to expression"},
    {"x if y else z = 1", 1, "cannot assign to conditional expression"},
    {"lambda: 1 = 2", 1, "cannot assign to lambda"},
    {"'a' = 1", 1, "cannot assign to literal here. Maybe you meant '==' instead of '='?"},
    {"f'{a}' = 1", 1,
     "cannot assign to f-string expression here. Maybe you meant '==' instead of '='?"},
    {"(a+b) = 1", 1, "cannot assign to expression here. Maybe you meant '==' instead of '='?"},
    {"(a<b) = 1", 1, "cannot assign to comparison here. Maybe you meant '==' instead of '='?"},
    {"-a = 1", 1, "cannot assign to expression here. Maybe you meant '==' instead of '='?"},
    {"f() += 1", 1, "'function call' is an illegal expression for augmented assignment"},
    {"(a,b) += 1", 1, "'tuple' is an illegal expression for augmented assignment"},
    {"[a] += 1", 1, "'list' is an illegal expression for augmented assignment"},
    {"a += b += c", 1, "invalid syntax"},
    {"f(): int", 1, "illegal target for annotation"},
    {"a, b: int", 1, "only single target (not tuple) can be annotated"},
    {"(a, b): int", 1, "only single target (not tuple) can be annotated"},
    {"[a]: int", 1, "only single target (not list) can be annotated"},
    {"[a]: int = 3", 1, "only single target (not list) can be annotated"},
    {"1: int", 1, "illegal target for annotation"},
    {"if x = 3:\n  pass", 1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
    {"if x.a = 3: pass", 1,
     "cannot assign to attribute here. Maybe you meant '==' instead of '='?"},
    {"if f() = 3: pass", 1,
     "cannot assign to function call here. Maybe you meant '==' instead of '='?"},
    {"while x = 1: pass", 1, "invalid syntax. Maybe you meant '==' or ':=' instead of '='?"},
    {"return x = 1", 1, "invalid syntax"},
    {"assert x = 1", 1, "invalid syntax"},
    {"x == 1 = 2", 1, "cannot assign to comparison"},
    {"if (a) = 1: pass", 1, "cannot assign to name here. Maybe you meant '==' instead of '='?"},
    {"(a.b := 1)", 1, "cannot use assignment expressions with attribute"},
    {"(a[0] := 1)", 1, "cannot use assignment expressions with subscript"},
    {"a := 1", 1, "invalid syntax"},
    {"((a) := 1)", 1, "cannot use assignment expressions with name"},
    {"x = y := 2", 1, "invalid syntax"},
    {"f(a.b := 1)", 1, "invalid syntax"},
    {"del f()", 1, "cannot delete function call"},
    {"del (a, 1)", 1, "cannot delete literal"},
    {"del *a", 1, "cannot delete starred"},
    {"del a + b", 1, "cannot delete expression"},
    {"del", 1, "invalid syntax"},
    {"for 1 in x: pass", 1, "cannot assign to literal"},
    {"for x of y: pass", 1, "invalid syntax"},
    {"for x in y z: pass", 1, "invalid syntax"},
    {"for x in y\n  pass", 1, "expected ':'"},
    {"for *a in b: pass", 1, "starred assignment target must be in a list or tuple"},
    {"[x for 1 in y]", 1, "cannot assign to literal"},
    {"[x for x]", 1, "invalid syntax"},
    {"with a as b\n  pass", 1, "expected ':'"},
    {"with (a as b, c as d)\n  pass", 1, "expected ':'"},
    {"def f(a, a): pass", 1, "duplicate argument 'a' in function definition"},
    {"def f(a=1, b): pass", 1, "non-default argument follows default argument"},
    {"def f(*): pass", 1, "named arguments must follow bare *"},
    {"def f(*, **k): pass", 1, "named arguments must follow bare *"},
    {"def f(*, a, *b): pass", 1, "* argument may appear only once"},
    {"def f(**k, a): pass", 1, "arguments cannot follow var-keyword argument"},
    {"def f(**k, *a): pass", 1, "arguments cannot follow var-keyword argument"},
    {"def f(/, a): pass", 1, "at least one argument must precede /"},
    {"def f(a, /, b, /): pass", 1, "/ may appear only once"},
    {"def f(*a, /): pass", 1, "/ must be ahead of *"},
    {"def f(a, / *b): pass", 1, "expected comma between / and *"},
    {"def f((a, b)): pass", 1, "Function parameters cannot be parenthesized"},
    {"def f((a)): pass", 1, "Function parameters cannot be parenthesized"},
    {"def f(a=): pass", 1, "expected default value expression"},
    {"def f(*a=1): pass", 1, "var-positional argument cannot have default value"},
    {"def f(**k=1): pass", 1, "var-keyword argument cannot have default value"},
    {"def f(a b): pass", 1, "invalid syntax"},
    {"def f(1): pass", 1, "invalid syntax"},
    {"def f(a.b): pass", 1, "invalid syntax"},
    {"def f():", 1,
     "IndentationError: expected an indented block after function definition on line 1"},
    {"def f():\npass", 2,
     "IndentationError: expected an indented block after function definition on line 1"},
    {"class A():\npass", 2,
     "IndentationError: expected an indented block after class definition on line 1"},
    {"class A(: pass", 1, "invalid syntax"},
    {"class 1: pass", 1, "invalid syntax"},
    {"lambda a=1, b: 1", 1, "non-default argument follows default argument"},
    {"lambda (a): 1", 1, "Lambda expression parameters cannot be parenthesized"},
    {"lambda *: 1", 1, "named arguments must follow bare *"},
    {"lambda a a: 1", 1, "invalid syntax"},
    {"lambda a, a: 1", 1, "duplicate argument 'a' in function definition"},
    {"lambda x", 1, "invalid syntax"},
    {"if x:\npass", 2,
     "IndentationError: expected an indented block after 'if' statement on line 1"},
    {"if x: pass\nelif y:\npass", 3,
     "IndentationError: expected an indented block after 'elif' statement on line 2"},
    {"if x: pass\nelse:\npass", 3,
     "IndentationError: expected an indented block after 'else' statement on line 2"},
    {"try:\n  pass", 2, "expected 'except' or 'finally' block"},
    {"try:\n  pass\nx=1", 3, "expected 'except' or 'finally' block"},
    {"try:\n  pass\nexcept A, B:\n  pass", 3, "multiple exception types must be parenthesized"},
    {"try:\n  pass\nexcept A as b.c:\n  pass", 3, "invalid syntax"},
    {"try:\n  pass\nexcept:\n  pass\nexcept A:\n  pass", 3, "default 'except:' must be last"},
    {"try: pass\nelse: pass", 2, "expected 'except' or 'finally' block"},
    {"else: pass", 1, "invalid syntax"},
    {"elif x: pass", 1, "invalid syntax"},
    {"except: pass", 1, "invalid syntax"},
    {"if x: if y: pass", 1, "invalid syntax"},
    {"if x pass", 1, "invalid syntax"},
    {"if x then: pass", 1, "invalid syntax"},
    {"while x print(1)", 1, "invalid syntax"},
    {"x = 1 if y", 1, "expected 'else' after 'if' expression"},
    {"x = (1 if y)", 1, "expected 'else' after 'if' expression"},
    {"x = 1 if y else", 1, "invalid syntax"},
    {"x = 1 if y:", 1, "invalid syntax"},
    {"f(a if b c)", 1, "expected 'else' after 'if' expression"},
    {"if a if b: pass", 1, "invalid syntax"},
    {"x = (", 1, "'(' was never closed"},
    {"x = (\ny = 1", 1, "'(' was never closed"},
    {"x = )", 1, "unmatched ')'"},
    {"x = (]", 1, "closing parenthesis ']' does not match opening parenthesis '('"},
    {"x = (\n]", 2, "closing parenthesis ']' does not match opening parenthesis '(' on line 1"},
    {"x = (a,\n  b]", 2,
     "closing parenthesis ']' does not match opening parenthesis '(' on line 1"},
    {"x = }", 1, "unmatched '}'"},
    {"print('a\nx", 1, "unterminated string literal (detected at line 1)"},
    {"'abc", 1, "unterminated string literal (detected at line 1)"},
    {"x = 'abc\n", 1, "unterminated string literal (detected at line 1)"},
    {"'''abc", 1, "unterminated triple-quoted string literal (detected at line 1)"},
    {"x = '''abc\ndef\n", 1, "unterminated triple-quoted string literal (detected at line 2)"},
    {"x = '''abc\ndef", 1, "unterminated triple-quoted string literal (detected at line 2)"},
    {"x = \342\200\234a\342\200\235", 1, "invalid character '\342\200\234' (U+201C)"},
    {"x = a \342\210\222 b", 1, "invalid character '\342\210\222' (U+2212)"},
    {"x = a\302\240b", 1, "invalid non-printable character U+00A0"},
    {"x = \303\251\342\202\254", 1, "invalid character '\342\202\254' (U+20AC)"},
    {"x = 1__0", 1, "invalid decimal literal"},
    {"1_", 1, "invalid decimal literal"},
    {"0x", 1, "invalid hexadecimal literal"},
    {"0xg", 1, "invalid hexadecimal literal"},
    {"0b12", 1, "invalid digit '2' in binary literal"},
    {"0b2", 1, "invalid digit '2' in binary literal"},
    {"0o8", 1, "invalid digit '8' in octal literal"},
    {"0o78", 1, "invalid digit '8' in octal literal"},
    {"0b", 1, "invalid binary literal"},
    {"012", 1,
     "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
     "integers"},
    {"0_1", 1,
     "leading zeros in decimal integer literals are not permitted; use an 0o prefix for octal "
     "integers"},
    {"1jx", 1, "invalid imaginary literal"},
    {"0x_", 1, "invalid hexadecimal literal"},
    {"x = 1 \\ 2", 1, "unexpected character after line continuation character"},
    {"x = 1 \\", 1, "unexpected EOF while parsing"},
    {"x = \\\n", 1, "unexpected EOF while parsing"},
    {"  x = 1", 1, "IndentationError: unexpected indent"},
    {"x = 1\n  y = 2", 2, "IndentationError: unexpected indent"},
    {"if x:\n  a\n b", 3, "IndentationError: unindent does not match any outer indentation level"},
    {"if x:\n    a\n  b\n", 3,
     "IndentationError: unindent does not match any outer indentation level"},
    {"if x:\n\ta\n        b", 3, "TabError: inconsistent use of tabs and spaces in indentation"},
    {"if x:\n        a\n\tb", 3, "TabError: inconsistent use of tabs and spaces in indentation"},
    {"def f():\n  return 1\n x", 3,
     "IndentationError: unindent does not match any outer indentation level"},
    {"if x:\n  a\n    b", 3, "IndentationError: unexpected indent"},
    {"return 1", 1, "'return' outside function"},
    {"class A: return 1", 1, "'return' outside function"},
    {"x = 'a' rb'c'", 1, "cannot mix bytes and nonbytes literals"},
    {"x = b'a' f'{c}'", 1, "cannot mix bytes and nonbytes literals"},
    {"x = b'\303\251'", 1, "bytes can only contain ASCII literal characters"},
    {"x = b'a\\xg'", 1, "(value error) invalid \\x escape at position 1"},
    {"b'a' = 1", 1, "cannot assign to literal here. Maybe you meant '==' instead of '='?"},
    {"yield 1", 1, "'yield' outside function"},
    {"await a", 1, "'await' outside function"},
    {"def f(): await a", 1, "'await' outside async function"},
    {"async def f():\n  class A: await b", 2, "'await' outside function"},
    {"def f():\n  class A:\n    x = yield", 3, "'yield' outside function"},
    {"def f(x=(yield)): pass", 1, "'yield' outside function"},
    {"def f():\n  [(yield a) for a in b]", 2, "'yield' inside list comprehension"},
    {"def f():\n  {(yield a): a for a in b}", 2, "'yield' inside dict comprehension"},
    {"def f():\n  g((yield a) for a in b)", 2, "'yield' inside generator expression"},
    {"def f():\n  {a for a in b if (yield)}", 2, "'yield' inside set comprehension"},
    {"def f():\n  print(yield 1)", 2, "invalid syntax"},
    {"def f():\n  return yield 1", 2, "invalid syntax"},
    {"def f():\n  yield from a, b", 2, "invalid syntax"},
    {"def f():\n  yield a = 1", 2, "assignment to yield expression not possible"},
    {"def f():\n  a = yield b = 1", 2, "assignment to yield expression not possible"},
    {"def f():\n  del (yield)", 2, "cannot delete yield expression"},
    {"break", 1, "'break' outside loop"},
    {"continue", 1, "'continue' not properly in loop"},
    {"while x:\n  def f():\n    break", 3, "'break' outside loop"},
    {"if x: break", 1, "'break' outside loop"},
    {"f(a=1, a=2)", 1, "keyword argument repeated: a"},
    {"f(a=1, **b, a=2)", 1, "keyword argument repeated: a"},
    {"class A(m=1, m=2): pass", 1, "keyword argument repeated: m"},
    {"x = 1\nglobal x", 2, "name 'x' is assigned to before global declaration"},
    {"def f():\n  x = 1\n  global x", 3, "name 'x' is assigned to before global declaration"},
    {"def f():\n  print(x)\n  global x", 3, "name 'x' is used prior to global declaration"},
    {"def f(x):\n  global x", 2, "name 'x' is parameter and global"},
    {"def f():\n  nonlocal x", 2, "no binding for nonlocal 'x' found"},
    {"nonlocal x", 1, "nonlocal declaration not allowed at module level"},
    {"def f():\n  x: int\n  global x", 3, "annotated name 'x' can't be global"},
    {"def f():\n  global x\n  x: int", 3, "annotated name 'x' can't be global"},
    {"def f(x):\n  nonlocal x", 2, "name 'x' is parameter and nonlocal"},
    {"def f():\n  x=1\n  def g():\n    x = 2\n    nonlocal x", 5,
     "name 'x' is assigned to before nonlocal declaration"},
    {"def f():\n  from a import *", 2, "import * only allowed at module level"},
    {"class A:\n  from a import *", 2, "import * only allowed at module level"},
    {"[x := 1 for x in y]", 1,
     "assignment expression cannot rebind comprehension iteration variable 'x'"},
    {"[y for x in (y := z)]", 1,
     "assignment expression cannot be used in a comprehension iterable expression"},
    {"class A:\n  [x := 1 for y in z]", 2,
     "assignment expression within a comprehension cannot be used in a class body"},
    {"[[x := 1 for y in z] for x in w]", 1,
     "assignment expression cannot rebind comprehension iteration variable 'x'"},
    {"from a import b,", 1, "trailing comma not allowed without surrounding parentheses"},
    {"True = 1", 1, "cannot assign to True"},
    {"for None in x: pass", 1, "cannot assign to None"},
    {"with a as None: pass", 1, "cannot assign to None"},
    {"x = {'a': 1, 'b' 2}", 1, "':' expected after dictionary key"},
    {"def f(x):\nreturn x", 2,
     "IndentationError: expected an indented block after function definition on line 1"},
    {"(a, b) : int = 1", 1, "only single target (not tuple) can be annotated"},
    {"f\"{f'{a'}\"", 1, "f-string: f-string: expecting '}'"},
    {"{1: 2, b c}", 1, "':' expected after dictionary key"},
    {"print(f'{a'b}')", 1, "closing parenthesis '}' does not match opening parenthesis '('"},
    /* Python names the file in this one. */
    {"x = 1\ny = \xff", 2, "Non-UTF-8 code starting with '\\xff'; save the file as UTF-8"},
};

START_TEST(mistakes_have_the_words_of_python)
{
    struct parse_error error;
    struct buf out = {0};
    ck_assert_int_eq(parse_text(errors[_i].text, strlen(errors[_i].text), &error),
                     PARSE_SYNTAX_ERROR);
    if (strcmp(error.type, "SyntaxError") != 0) {
        buf_printf(&out, "%s: ", error.type);
    }
    buf_puts(&out, error.text);
    ck_assert_msg(strcmp(buf_text(&out), errors[_i].message) == 0, "%s\n%s\n%s", errors[_i].text,
                  buf_text(&out), errors[_i].message);
    ck_assert_msg(error.span.line == errors[_i].line, "%s: line %d", errors[_i].text,
                  error.span.line);
    ck_assert_ptr_nonnull(error.span.source);
    buf_free(&out);
}
END_TEST

static const struct {
    const char *text;
    int line, column, end_line, end_column;
} error_places[] = {{"x = (1 +", 1, 4, 1, 5},       {"print 'a', b", 1, 0, 1, 12},
                    {"f(a, b c)", 1, 5, 1, 8},      {"a + f() = 1", 1, 0, 1, 7},
                    {"x = 1 2", 1, 6, 1, 7},        {"if a:\nb", 2, 0, 2, 1},
                    {"x = 'abc", 1, 4, 1, 8},       {"\xc3\xa9 = 1 2", 1, 7, 1, 8},
                    {"x = f'{a b}'", 1, 7, 1, 10},  {"def f(a, b=1, c): 1", 1, 14, 1, 15},
                    {"[x for 1 in y]", 1, 7, 1, 8}, {"1abc", 1, 0, 1, 1}};

START_TEST(mistakes_have_places)
{
    struct parse_error error;
    const char *text = error_places[_i].text;
    ck_assert_int_eq(parse_text(text, strlen(text), &error), PARSE_SYNTAX_ERROR);
    ck_assert_int_eq(error.span.line, error_places[_i].line);
    ck_assert_int_eq(error.span.column, error_places[_i].column);
    ck_assert_int_eq(error.span.end_line, error_places[_i].end_line);
    ck_assert_int_eq(error.span.end_column, error_places[_i].end_column);
}
END_TEST

/* --- what qkv leaves out --- */

static const struct {
    const char *text;
    int line;
    const char *named; /* a part of the sentence */
} unsupported[] = {
    {"def f():\n  for a[(yield)] in b: pass", 2, "`yield` inside the target of a loop"},
    {"def f():\n  with a as b[(yield)]: pass", 2, "`yield` inside the target of `with`"},
    {"def f():\n  try:\n    a\n  except (yield): pass", 4, "`yield` inside an `except` clause"},
    {"async def f(): yield 1", 1, "`yield` inside `async def`"},
    {"@a\nasync def f():\n  [await b for b in c]", 3, "`await` inside a comprehension"},
    {"async def f():\n  async with a: pass", 2, "`async with`"},
    {"async for a in b: pass", 1, "`async for`"},
    {"async with a: pass", 1, "`async with`"},
    {"[a async for a in b]", 1, "`async for`"},
    {"type A = int", 1, "`type` aliases"},
    {"match x:\n  case {**a}:\n    pass", 2, "`**` in a pattern"},
    {"type A[T] = list", 1, "`type` aliases"},
    {"try:\n  a\nexcept* b:\n  c", 3, "`except*`"},
    {"x = '\\N{DASH}'", 1, "\\N{...}"},
    {"x = f'\\N{DASH}{a}'", 1, "\\N{...}"},
    {"x = '\\ud800'", 1, "lone surrogates"},
};

START_TEST(what_is_left_out_is_named)
{
    struct parse_error error;
    const char *text = unsupported[_i].text;
    ck_assert_int_eq(parse_text(text, strlen(text), &error), PARSE_UNSUPPORTED);
    ck_assert_ptr_null(error.type);
    ck_assert_int_eq(error.span.line, unsupported[_i].line);
    ck_assert_msg(strncmp(error.text, "qkv does not support ", 21) == 0, "%s", error.text);
    ck_assert_msg(strstr(error.text, unsupported[_i].named) != NULL, "%s", error.text);
    ck_assert_int_eq(error.text[strlen(error.text) - 1], '.');
}
END_TEST

/* --- hostile input --- */

static const struct {
    const char *before, *repeated, *after;
    int times;
    enum parse_status status;
} repeated[] = {
    {"", "(", "", 10000, PARSE_SYNTAX_ERROR},
    {"", "[{(", "", 10000, PARSE_SYNTAX_ERROR},
    {"", "(", "x", 150, PARSE_SYNTAX_ERROR},
    {"", "-", "x", 900, PARSE_OK},
    {"", "-", "x", 10000, PARSE_LIMIT},
    {"", "not ", "x", 10000, PARSE_LIMIT},
    {"", "lambda: ", "x", 10000, PARSE_LIMIT},
    {"", "x ** ", "x", 10000, PARSE_LIMIT},
    {"", "x if x else ", "x", 10000, PARSE_LIMIT},
    {"x", ".a", "", 900, PARSE_OK},
    {"x", ".a", "", 10000, PARSE_LIMIT},
    {"x", "()", "", 10000, PARSE_LIMIT},
    {"x", "[0]", "", 10000, PARSE_LIMIT},
    {"", "a+", "a", 900, PARSE_OK},
    {"", "a+", "a", 100000, PARSE_LIMIT},
    {"x", ".a()", "\nbreak", 600, PARSE_LIMIT}, /* the first fault is told */
    {"", "a and ", "a", 100000, PARSE_OK},
    {"", "a<", "a", 100000, PARSE_OK},
    {"", "a=", "a", 100000, PARSE_OK},
    {"", "a,", "a", 100000, PARSE_OK},
    {"", "a;", "a", 100000, PARSE_OK},
    {"", "'a' ", "", 100000, PARSE_OK},
    {"", "f'{a}' ", "", 10000, PARSE_OK},
    {"", "f'{", "", 10000, PARSE_SYNTAX_ERROR},
    {"[a ", "for a in b ", "]", 10000, PARSE_OK},
    {"if a: b\n", "elif a: b\n", "", 900, PARSE_OK},
    {"if a: b\n", "elif a: b\n", "", 10000, PARSE_LIMIT},
    {"", "match a;", "", 10000, PARSE_SYNTAX_ERROR},
    {"", "with (", "", 10000, PARSE_SYNTAX_ERROR},
    {"", "@a\n", "def f(): pass", 10000, PARSE_OK},
    {"", "\\\n", "", 100000, PARSE_SYNTAX_ERROR},
    {"", "\xff\xfe", "", 10000, PARSE_SYNTAX_ERROR},
    {"", "\xe2\x80\x8b", "", 10000, PARSE_SYNTAX_ERROR},
    {"[", "0,", "]", 2000000, PARSE_LIMIT},
    {"x = '", "abc", "'", 5000000, PARSE_OK},
    {"", "\n", "x", 5000000, PARSE_OK},
};

START_TEST(endless_input_ends)
{
    struct buf text = {0};
    struct parse_error error;
    buf_puts(&text, repeated[_i].before);
    for (int i = 0; i < repeated[_i].times; i++) {
        buf_puts(&text, repeated[_i].repeated);
    }
    buf_puts(&text, repeated[_i].after);
    ck_assert(!text.failed);
    enum parse_status status = parse_text(buf_text(&text), text.len, &error);
    ck_assert_msg(status == repeated[_i].status, "%s...: %s", repeated[_i].repeated, error.text);
    ck_assert_int_eq(status == PARSE_SYNTAX_ERROR, error.type != NULL);
    buf_free(&text);
}
END_TEST

START_TEST(null_bytes_are_refused)
{
    struct parse_error error;
    ck_assert_int_eq(parse_text("x = 1\ny\0 = 2", 12, &error), PARSE_SYNTAX_ERROR);
    ck_assert_str_eq(error.text, "source code cannot contain null bytes");
    ck_assert_int_eq(error.span.line, 2);
    ck_assert_int_eq(error.span.column, 1);
}
END_TEST

/* Every beginning of a text, so that each construct is cut off at each place. */
START_TEST(every_beginning_is_read_or_refused)
{
    const char *text = "@d(a)\nclass A(B, c=1):\n  '''doc'''\n  def f(self, *a, b: int = {1: 2}):\n"
                       "    with (a as b, c): x = f'{a!r:>{w}}{b=}' 'c' if d else [e for e in g]\n"
                       "    try: return lambda x, /: x[1:2, ...] \\\n + 0x1f\n"
                       "    except (A, B) as e: raise C(*a, **b) from None\n"
                       "    for i, in y: assert not i, (yes, 1.5e-3)\n"
                       "from .a import (b as c,)\n";
    struct parse_error error;
    ck_assert_int_eq(parse_text(text, strlen(text), &error), PARSE_OK);
    for (size_t len = 0; len < strlen(text); len++) {
        enum parse_status status = parse_text(text, len, &error);
        ck_assert(status == PARSE_OK || (status == PARSE_SYNTAX_ERROR && error.text[0]));
    }
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

Suite *suite_parser_errors(void)
{
    Suite *suite = suite_create("parser_errors");
    TCase *mistakes = tcase_create("mistakes");
    tcase_add_loop_test(mistakes, mistakes_have_the_words_of_python, 0, COUNT(errors));
    tcase_add_loop_test(mistakes, mistakes_have_places, 0, COUNT(error_places));
    tcase_add_loop_test(mistakes, what_is_left_out_is_named, 0, COUNT(unsupported));
    suite_add_tcase(suite, mistakes);
    TCase *endless = tcase_create("endless");
    tcase_set_timeout(endless, 120); /* an end is asked for, not a speed: machines are busy */
    tcase_add_loop_test(endless, endless_input_ends, 0, COUNT(repeated));
    suite_add_tcase(suite, endless);
    TCase *hostile = tcase_create("hostile");
    tcase_add_test(hostile, null_bytes_are_refused);
    tcase_add_test(hostile, every_beginning_is_read_or_refused);
    suite_add_tcase(suite, hostile);
    return suite;
}
