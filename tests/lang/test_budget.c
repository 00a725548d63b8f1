/* Memory has one limit for everything: whatever a text or a list is made by, the run ends with the
 * sentence on --max-memory and the process stays small. Every method of the built-in classes stands
 * here with a call that asks for much, every conversion of a format with widths beyond memory. */
#define _GNU_SOURCE
#include "base/watched.h"
#include "program.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

Suite *suite_budget(void);

#define LIMIT ((size_t)2 << 20)
#define MOST_KIBIBYTES                                                                             \
    (20 << 10) /* the process grows: the limit, the engine, what is freed late                     \
                */

enum ends { ENDS, FITS }; /* by the limit; or may come to an end, too */

/* "To add a method: a row with a call on x." x is as the row of its class says. */
static const struct large {
    const char *class, *x;
    struct {
        const char *name, *call;
        enum ends ends;
    } method[50];
} larges[] = {
    {"str",
     "x = 'a' * 600000",
     {{"capitalize", "x.capitalize()", FITS},
      {"casefold", "('\\u00df' * 500000).casefold()", FITS},
      {"center", "x.center(10 ** 9, '\\u00e9')", ENDS},
      {"count", "x.count('aa')", FITS},
      {"encode", "('\\u00e9' * 300000).encode('ascii', 'xmlcharrefreplace')", ENDS},
      {"endswith", "x.endswith('b')", FITS},
      {"expandtabs", "('a\\t' * 100000).expandtabs(3000)", ENDS},
      {"find", "x.find('b')", FITS},
      {"format", "('{0:>1000}' * 10000).format('a')", ENDS},
      {"format_map", "x.format_map({})", FITS},
      {"index", "x.index('a')", FITS},
      {"isalnum", "x.isalnum()", FITS},
      {"isalpha", "x.isalpha()", FITS},
      {"isascii", "x.isascii()", FITS},
      {"isdecimal", "x.isdecimal()", FITS},
      {"isdigit", "x.isdigit()", FITS},
      {"isidentifier", "x.isidentifier()", FITS},
      {"islower", "x.islower()", FITS},
      {"isnumeric", "x.isnumeric()", FITS},
      {"isprintable", "x.isprintable()", FITS},
      {"isspace", "x.isspace()", FITS},
      {"istitle", "x.istitle()", FITS},
      {"isupper", "x.isupper()", FITS},
      {"join", "('a' * 1000).join(['a'] * 10000)", ENDS},
      {"ljust", "x.ljust(10 ** 9)", ENDS},
      {"lower", "x.lower()", FITS},
      {"lstrip", "x.lstrip('b')", FITS},
      {"maketrans", "str.maketrans({k: 'a' for k in range(100000)})", ENDS},
      {"partition", "x.partition('b')", FITS},
      {"removeprefix", "x.removeprefix('a')", FITS},
      {"removesuffix", "x.removesuffix('a')", FITS},
      {"replace", "x.replace('a', 'b' * 1000)", ENDS},
      {"rfind", "x.rfind('b')", FITS},
      {"rindex", "x.rindex('a')", FITS},
      {"rjust", "x.rjust(10 ** 9)", ENDS},
      {"rpartition", "x.rpartition('b')", FITS},
      {"rsplit", "x.rsplit('a')", ENDS},
      {"rstrip", "x.rstrip('b')", FITS},
      {"split", "x.split('a')", ENDS},
      {"splitlines", "('a\\n' * 300000).splitlines()", ENDS},
      {"startswith", "x.startswith('b')", FITS},
      {"strip", "x.strip('b')", FITS},
      {"swapcase", "x.swapcase()", FITS},
      {"title", "x.title()", FITS},
      {"translate", "x.translate({97: 'b' * 1000})", ENDS},
      {"upper", "('\\u00df' * 500000).upper()", FITS},
      {"zfill", "x.zfill(10 ** 9)", ENDS}}},
    {"bytes",
     "x = b'\\xff' * 300000",
     {{"capitalize", "x.capitalize()", FITS},
      {"center", "x.center(10 ** 9)", ENDS},
      {"count", "x.count(b'a')", FITS},
      {"decode", "(b'\\xff' * 600000).decode('ascii', 'backslashreplace')", ENDS},
      {"endswith", "x.endswith(b'b')", FITS},
      {"expandtabs", "(b'a\\t' * 100000).expandtabs(3000)", ENDS},
      {"find", "x.find(b'b')", FITS},
      {"fromhex", "bytes.fromhex('00' * 500000)", FITS},
      {"hex", "(x * 3).hex()", ENDS},
      {"index", "x.index(b'\\xff')", FITS},
      {"isalnum", "x.isalnum()", FITS},
      {"isalpha", "x.isalpha()", FITS},
      {"isascii", "x.isascii()", FITS},
      {"isdigit", "x.isdigit()", FITS},
      {"islower", "x.islower()", FITS},
      {"isspace", "x.isspace()", FITS},
      {"istitle", "x.istitle()", FITS},
      {"isupper", "x.isupper()", FITS},
      {"join", "(b'a' * 1000).join([b'a'] * 10000)", ENDS},
      {"ljust", "x.ljust(10 ** 9)", ENDS},
      {"lower", "x.lower()", FITS},
      {"lstrip", "x.lstrip(b'b')", FITS},
      {"maketrans", "bytes.maketrans(b'a' * 500000, b'b' * 500000)", FITS},
      {"partition", "x.partition(b'b')", FITS},
      {"removeprefix", "x.removeprefix(b'a')", FITS},
      {"removesuffix", "x.removesuffix(b'a')", FITS},
      {"replace", "x.replace(b'\\xff', b'b' * 1000)", ENDS},
      {"rfind", "x.rfind(b'b')", FITS},
      {"rindex", "x.rindex(b'\\xff')", FITS},
      {"rjust", "x.rjust(10 ** 9)", ENDS},
      {"rpartition", "x.rpartition(b'b')", FITS},
      {"rsplit", "x.rsplit(b'\\xff')", ENDS},
      {"rstrip", "x.rstrip(b'b')", FITS},
      {"split", "x.split(b'\\xff')", ENDS},
      {"splitlines", "(b'a\\n' * 300000).splitlines()", ENDS},
      {"startswith", "x.startswith(b'b')", FITS},
      {"strip", "x.strip(b'b')", FITS},
      {"swapcase", "x.swapcase()", FITS},
      {"title", "x.title()", FITS},
      {"translate", "x.translate(None)", FITS},
      {"upper", "x.upper()", FITS},
      {"zfill", "x.zfill(10 ** 9)", ENDS}}},
    {"list",
     "x = [1] * 60000",
     {{"append", "while True: x.append('a' * 1000)", ENDS},
      {"clear", "x.clear()", FITS},
      {"copy", "while True: x = [x.copy(), x]", ENDS},
      {"count", "x.count(2)", FITS},
      {"extend", "while True: x.extend(x)", ENDS},
      {"index", "x.index(1)", FITS},
      {"insert", "while True: x.insert(len(x), 'a' * 1000)", ENDS},
      {"pop", "x.pop()", FITS},
      {"remove", "x.remove(1)", FITS},
      {"reverse", "x.reverse()", FITS},
      {"sort", "x.sort(key=lambda k: -k)", ENDS}}},
    {"tuple", "x = (1,) * 60000", {{"count", "x.count(2)", FITS}, {"index", "x.index(1)", FITS}}},
    {"dict",
     "x = {k: k for k in range(10000)}",
     {{"clear", "x.clear()", FITS},
      {"copy", "[x.copy(), x.copy(), x.copy(), x.copy()]", ENDS},
      {"fromkeys", "dict.fromkeys(range(10 ** 8))", ENDS},
      {"get", "x.get(1)", FITS},
      {"items", "list(x.items()) + list(x.items())", ENDS},
      {"keys", "list(x.keys()) * 20", ENDS},
      {"pop", "x.pop(1)", FITS},
      {"popitem", "x.popitem()", FITS},
      {"setdefault", "[x.setdefault(k, k) for k in range(10 ** 8)]", ENDS},
      {"update", "x.update((k, k) for k in range(10 ** 8))", ENDS},
      {"values", "list(x.values()) * 20", ENDS}}},
    {"set",
     "x = set(range(10000))",
     {{"add", "for k in range(10 ** 8): x.add(k)", ENDS},
      {"clear", "x.clear()", FITS},
      {"copy", "[x.copy() for k in range(9)]", ENDS},
      {"difference", "[x.difference([1]) for k in range(9)]", ENDS},
      {"difference_update", "x.difference_update([1])", FITS},
      {"discard", "x.discard(1)", FITS},
      {"intersection", "[x.intersection(x) for k in range(9)]", ENDS},
      {"intersection_update", "x.intersection_update(x)", FITS},
      {"isdisjoint", "x.isdisjoint([-1])", FITS},
      {"issubset", "x.issubset(x)", FITS},
      {"issuperset", "x.issuperset(x)", FITS},
      {"pop", "x.pop()", FITS},
      {"remove", "x.remove(1)", FITS},
      {"symmetric_difference", "[x.symmetric_difference([-1]) for k in range(9)]", ENDS},
      {"symmetric_difference_update", "x.symmetric_difference_update([-1])", FITS},
      {"union", "x.union(range(10 ** 8))", ENDS},
      {"update", "x.update(range(10 ** 8))", ENDS}}},
    {"int",
     "x = 1 << 1000000",
     {{"as_integer_ratio", "x.as_integer_ratio()", FITS},
      {"bit_count", "x.bit_count()", FITS},
      {"bit_length", "x.bit_length()", FITS},
      {"conjugate", "x.conjugate()", FITS},
      {"from_bytes", "int.from_bytes(b'a' * 600000, 'big')", FITS},
      {"to_bytes", "x.to_bytes(10 ** 9, 'little')", ENDS}}},
};
#define CLASSES ((int)(sizeof larges / sizeof larges[0]))
#define METHODS ((int)(sizeof larges[0].method / sizeof larges[0].method[0]))

/* What else makes texts and lists, in C and in the prelude. */
static const struct row {
    const char *text;
    enum ends ends;
} others[] = {
    {"('a' * 1000000)[::-1] + ('\\u00e9' * 500000)[::-1]", ENDS},
    {"('\\u00e9' * 500000)[::2]", ENDS},
    {"f\"{'a' * 750000}{'b' * 750000}\"", ENDS},
    {"'%s' * 10000 % (('a' * 1000,) * 10000)", ENDS},
    {"'%(a)s' * 10000 % {'a': 'b' * 1000}", ENDS},
    {"str(['a' * 1000] * 10000)", ENDS},
    {"str({k: 'a' * 1000 for k in range(10000)})", ENDS},
    {"str({('a' * 1000, k) for k in range(3000)})", ENDS},
    {"repr(b'\\xff' * 600000)", ENDS},
    {"repr('\\0' * 600000)", ENDS},
    {"ascii('\\u00e9' * 300000)", ENDS},
    {"x = 'a' * 1000\nfor k in range(40): x = [x, x]\nstr(x)", ENDS},
    {"x = 'a' * 1000\nfor k in range(40): x = [x, x]\nx", ENDS},
    {"print(['a' * 1000] * 10000)", ENDS},
    {"print(*['a' * 1000000] * 300)", FITS},
    {"input(['a' * 1000] * 10000)", ENDS},
    {"raise ValueError('a' * 1500000)", FITS},
    {"raise ValueError(['a' * 1000] * 10000)", FITS},
    {"{}['a' * 1000000]", FITS},
    {"int('a' * 1000000)", FITS},
    {"float('1' * 1000000)", FITS},
    {"complex('1' * 1000000)", FITS},
    {"getattr(1, 'a' * 1000000)", FITS},
    {"eval('1+' * 12000 + '1')", ENDS},
    {"eval('[' + '1,' * 30000 + ']')", ENDS},
    {"exec('x=1\\n' * 30000)", ENDS},
    {"'%.2000000000f' % 3", ENDS},
    {"'%*d' % (-2 ** 31, 1)", ENDS},
    {"'%.*f' % (2 * 10 ** 9, 1)", ENDS},
    {"'{:{}}'.format(1, 2 * 10 ** 9)", ENDS},
    {"(lambda **k: k)(**{str(k): k for k in range(10000)})", ENDS},
    {"(lambda *k: k)(*range(100000))", ENDS},
    {"max(*range(100000))", ENDS},
    {"list(range(10 ** 9)); tuple(range(10 ** 9))", ENDS},
    {"sorted(range(10 ** 9))", ENDS},
    {"[k for k in range(10 ** 9)]", ENDS},
    {"set(range(10 ** 9))", ENDS},
    {"list(zip(range(10 ** 9), range(10 ** 9)))", ENDS},
    {"list(map(str, range(10 ** 9)))", ENDS},
    {"[1] * 10 ** 9", ENDS},
    {"(1,) * 10 ** 9", ENDS},
    {"bytes(10 ** 9)", ENDS},
    {"b'a' * 10 ** 9", ENDS},
    {"10 ** 10 ** 7", ENDS},
    {"1 << 10 ** 9", ENDS},
};

/* The same of what modules make, where a limit leaves room for their trees. */
static const struct row modules[] = {
    {"import math\nmath.fsum([1.0] * 900000)", ENDS},
    {"import random\nrandom.choices([1, 2], k=10 ** 8)", ENDS},
    {"import random\nrandom.sample(range(10 ** 9), 10 ** 8)", ENDS},
    {"import itertools\nlist(itertools.product(range(1000), repeat=3))", ENDS},
    {"import itertools\nlist(itertools.repeat(1, 10 ** 9))", ENDS},
    {"import re\nre.sub('a', 'b' * 1000, 'a' * 1000000)", ENDS},
    {"import re\nre.sub('a', lambda m: 'b' * 1000, 'a' * 1000000)", ENDS},
    {"import re\nre.findall('a', 'a' * 1250000)", ENDS},
    {"import re\nre.split('a', 'a' * 1250000)", ENDS},
    {"import re\nre.sub('(a*)', r'\\1' * 300, 'a' * 1000000)", ENDS},
    {"import re\nre.compile('a' * 4000000)", ENDS},
    {"import json\njson.dumps(['a' * 100000] * 3000)", ENDS},
    {"import json\njson.dumps([[]] * 300, indent=1000000)", ENDS},
    {"import textwrap\ntextwrap.indent('a\\n' * 300, 'b' * 1000000)", ENDS},
    {"import pprint\npprint.pformat(['a' * 100000] * 3000)", ENDS},
    {"import base64\nbase64.b64encode(b'a' * 100000) * 300", ENDS},
    {"import struct\nstruct.pack('1000000000x')", ENDS},
    {"import struct\nstruct.unpack('2000000b', bytes(2000000))", ENDS},
    {"import io\nx = io.StringIO()\nwhile True: x.write('a' * 1000000)", ENDS},
    {"import traceback\ntry: raise ValueError('a' * 1000000)\n"
     "except ValueError: print(len(traceback.format_exc()))",
     FITS},
    {"import torch\ntorch.zeros(500000).tolist()", ENDS},
    {"import torch\ntorch.set_printoptions(threshold=10 ** 9)\nstr(torch.zeros(125000))", FITS},
    {"import torch\ntorch.set_printoptions(threshold=10 ** 9, linewidth=10 ** 9)\n"
     "str([torch.zeros(30000)] * 100)",
     ENDS},
    {"import numpy as np\nnp.array2string(np.zeros(125000), separator='a' * 1000, threshold=10 ** "
     "9)",
     ENDS},
    {"import numpy as np\nnp.set_printoptions(threshold=10 ** 9, linewidth=10 ** 9)\n"
     "str([np.zeros(30000)] * 100)",
     ENDS},
};

/* The most that the process ever held, in KiB. */
static long peak(void)
{
    struct rusage used;
    ck_assert_int_eq(getrusage(RUSAGE_SELF, &used), 0);
    return used.ru_maxrss;
}

/* In one process with other suites, theirs is not counted. */
static long peak_before;
static void remember_peak(void)
{
    peak_before = peak();
}

static void stays_small(const char *text)
{
#if !MEMORY_WATCHED
    ck_assert_msg(peak() - peak_before < MOST_KIBIBYTES, "%s took %ld KiB", text,
                  peak() - peak_before);
#else
    (void)text;
#endif
}

static void run_small(size_t limit, const char *text, enum ends ends)
{
    const struct limits limits = {.depth = 1000, .steps = 20000000};
    struct program p;
    program_open(&p, limit, &limits);
    p.session->in.write = NULL;
    program_run(&p, text, 0);
    if (p.outcome == OUTCOME_DONE && p.has_last) {
        p.outcome = interp_echo(&p.session->in, p.last);
        interp_traceback(&p.session->in, &p.traceback);
    }
    bool told = strstr(buf_text(&p.traceback), "--max-memory") != NULL ||
                strstr(buf_text(&p.traceback), "an integer needs more than") != NULL;
    ck_assert_msg(p.outcome == OUTCOME_LIMIT ? told : ends == FITS, "%s: ended with %d: %s", text,
                  (int)p.outcome, buf_text(&p.traceback));
    program_close(&p);
    stays_small(text);
}

START_TEST(a_method_keeps_to_the_limit)
{
    const struct large *l = &larges[_i / METHODS];
    const char *name = l->method[_i % METHODS].name;
    char text[400];
    if (name == NULL) {
        return;
    }
    ck_assert_msg(strstr(l->method[_i % METHODS].call, name) != NULL,
                  "the row of %s.%s is another's", l->class, name);
    snprintf(text, sizeof text, "%s\n%s\n", l->x, l->method[_i % METHODS].call);
    run_small(LIMIT, text, l->method[_i % METHODS].ends);
}
END_TEST

START_TEST(every_method_has_a_row)
{
    struct buf rows = {0};
    char text[200];
    for (int k = 0; k < METHODS && larges[_i].method[k].name != NULL; k++) {
        buf_printf(&rows, "%s\n", larges[_i].method[k].name);
    }
    snprintf(text, sizeof text, "for n in dir(%s):\n    if n[0] != '_': print(n)\n",
             larges[_i].class);
    program_expect(text, buf_text(&rows));
    buf_free(&rows);
}
END_TEST

START_TEST(everything_else_keeps_to_the_limit)
{
    run_small(LIMIT, others[_i].text, others[_i].ends);
}
END_TEST

START_TEST(modules_keep_to_the_limit)
{
    run_small(4 * LIMIT, modules[_i].text, modules[_i].ends);
}
END_TEST

/* What shows a value in a small width would show it in one of two thousand million: up to the
 * limit.
 */
static void widths_end(struct program *p, const char *small, const char *large, const char *letter,
                       const char *value)
{
    char text[200];
    snprintf(text, sizeof text, small, letter, value);
    bool known = program_run(p, text, 0) == OUTCOME_DONE;
    snprintf(text, sizeof text, large, letter, value);
    program_run(p, text, 0);
    const char *told = strstr(buf_text(&p->traceback), "--max-memory");
    ck_assert_msg(p->outcome == (known ? OUTCOME_LIMIT : OUTCOME_EXCEPTION) &&
                      (told != NULL) == known,
                  "%s: %s", text, buf_text(&p->traceback));
}

START_TEST(a_width_keeps_to_the_limit)
{
    static const char *const values[] = {"1.5", "1", "'a'", "2 ** 70", "[1]"};
    static const struct {
        const char *small, *large;
        int values;
    } forms[] = {
        {"'%%3%s' %% (%s,)", "'%%2000000000%s' %% (%s,)", 5},
        {"'%%-3%s' %% (%s,)", "'%%-2000000000%s' %% (%s,)", 5},
        {"'%%03%s' %% (%s,)", "'%%02000000000%s' %% (%s,)", 5},
        {"'%%*%s' %% (3, %s)", "'%%*%s' %% (-2 * 10 ** 9, %s)", 5},
        {"'{:3%s}'.format(%s)", "'{:2000000000%s}'.format(%s)", 5},
        {"'{:\u00e9^3%s}'.format(%s)", "'{:\u00e9^2000000000%s}'.format(%s)", 5},
        {"'{:03,%s}'.format(%s)", "'{:02000000000,%s}'.format(%s)", 5},
        {"'{:03_%s}'.format(%s)", "'{:02000000000_%s}'.format(%s)", 5},
        {"'{:.3%s}'.format(%s)", "'{:.2000000000%s}'.format(%s)", 2}, /* a text is cut by it */
    };
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const char letter[2] = {letters[_i], '\0'}; /* the last is none */
    struct program p;
    program_open(&p, LIMIT / 2, NULL);
    for (size_t f = 0; f < sizeof forms / sizeof forms[0]; f++) {
        for (int k = 0; k < forms[f].values; k++) {
            widths_end(&p, forms[f].small, forms[f].large, letter, values[k]);
        }
    }
    program_close(&p);
    stays_small("a width");
}
END_TEST

Suite *suite_budget(void)
{
    Suite *s = suite_create("budget");
    TCase *t = tcase_create("budget");
    tcase_add_unchecked_fixture(t, remember_peak, NULL);
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_method_keeps_to_the_limit, 0, CLASSES * METHODS);
    tcase_add_loop_test(t, every_method_has_a_row, 0, CLASSES);
    tcase_add_loop_test(t, everything_else_keeps_to_the_limit, 0,
                        (int)(sizeof others / sizeof others[0]));
    suite_add_tcase(s, t);
    t = tcase_create("widths and modules");
    tcase_add_unchecked_fixture(t, remember_peak, NULL);
    tcase_set_tags(t, "long");
    tcase_set_timeout(t, 120);
    tcase_add_loop_test(t, a_width_keeps_to_the_limit, 0, 53);
    tcase_add_loop_test(t, modules_keep_to_the_limit, 0, (int)(sizeof modules / sizeof modules[0]));
    suite_add_tcase(s, t);
    return s;
}
