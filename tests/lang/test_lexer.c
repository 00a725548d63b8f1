/* Tests sources and their lines, characters of names, and tokens: kinds, places, indentation, and
 * the texts of what is no token. */
#include "lang/parse/lexer.h"

#include "base/buf.h"
#include "lang/parse/identifier.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_lexer(void);

/* --- sources --- */

static struct source source_of(const char *text)
{
    return (struct source){.file = "mine.py", .first_line = 1, .text = text, .len = strlen(text)};
}

START_TEST(lines_end_in_any_break)
{
    static const char *const expected[] = {"a", "", "b c", "d", "", ""};
    struct source s = source_of("\xef\xbb\xbf"
                                "a\n\r\nb c\rd\n");
    for (int line = 1; line <= 6; line++) {
        size_t len;
        const char *text = source_line(&s, line, &len);
        ck_assert_uint_eq(len, strlen(expected[line - 1]));
        ck_assert_int_eq(memcmp(text, expected[line - 1], len), 0);
    }
}
END_TEST

START_TEST(lines_of_a_long_text)
{
    char text[4000], expected[8];
    int len = 0;
    for (int line = 1; line <= 600; line++) {
        len += sprintf(text + len, "%d%s\n", line, line % 50 == 0 ? "\n" : "");
    }
    struct source s = source_of(text);
    for (int line = 1, at = 1; line <= 600; line++, at++) {
        size_t own;
        const char *p = source_line(&s, at, &own);
        ck_assert_int_eq((int)own, sprintf(expected, "%d", line));
        ck_assert_int_eq(memcmp(p, expected, own), 0);
        at += line % 50 == 0; /* an empty one is behind it */
    }
}
END_TEST

static const struct {
    const char *file;
    int cell, first_line, line;
    const char *expected;
} places[] = {{"mine.py", 0, 1, 12, "mine.py, line 12"},
              {"mine.ipynb", 4, 1, 12, "mine.ipynb, cell 4, line 12"},
              {"lesson.md", 2, 31, 3, "lesson.md, cell 2, line 33"},
              {"-", 0, 0, 1, "-, line 1"}};

START_TEST(places_name_file_cell_and_line)
{
    struct source s = {.file = places[_i].file,
                       .cell = places[_i].cell,
                       .first_line = places[_i].first_line,
                       .text = ""};
    struct span at = {&s, places[_i].line, 0, places[_i].line, 1};
    struct buf out = {0};
    source_place(&at, &out);
    ck_assert_str_eq(buf_text(&out), places[_i].expected);
    buf_free(&out);
}
END_TEST

/* --- characters --- */

static const struct {
    uint32_t c;
    bool start, continues, invisible;
} characters[] = {
    {'a', true, true, false},      {'_', true, true, false},       {'7', false, true, false},
    {'-', false, false, false},    {0xe9, true, true, false},      {0xb7, false, true, false},
    {0x3b1, true, true, false},    {0x301, false, true, false},    {0x6f22, true, true, false},
    {0x2212, false, false, false}, {0xa0, false, false, true},     {0x200b, false, false, true},
    {0x1d465, true, true, false},  {0x1f600, false, false, false}, {0x10ffff, false, false, true}};

START_TEST(names_have_letters_of_all_scripts)
{
    ck_assert_int_eq(identifier_start(characters[_i].c), characters[_i].start);
    ck_assert_int_eq(identifier_continue(characters[_i].c), characters[_i].continues);
    ck_assert_int_eq(identifier_invisible(characters[_i].c), characters[_i].invisible);
}
END_TEST

/* --- tokens --- */

/* "x=1" becomes "name = number newline": kinds without a text of their own are named. */
static void show(const char *text, bool places_too, struct buf *out)
{
    static const char *const names[] = {
        [TOKEN_END] = "end",       [TOKEN_ERROR] = "error",   [TOKEN_NEWLINE] = "newline",
        [TOKEN_INDENT] = "indent", [TOKEN_DEDENT] = "dedent", [TOKEN_NAME] = "name",
        [TOKEN_NUMBER] = "number", [TOKEN_STRING] = "string", [TOKEN_OTHER] = "other"};
    struct source s = source_of(text);
    struct parse_error error = {0};
    struct lexer lexer;
    lexer_start(&lexer, &s, &error);
    for (;;) {
        struct token token = lexer_next(&lexer);
        if (token.kind == TOKEN_END) {
            break;
        }
        if (out->len > 0) {
            buf_putc(out, ' ');
        }
        buf_puts(out, token.kind <= TOKEN_OTHER ? names[token.kind] : lexer_token_text(token.kind));
        if (places_too) {
            buf_printf(out, "@%d:%d-%d:%d", token.line, token.column, token.end_line,
                       token.end_column);
        }
        if (token.kind == TOKEN_ERROR) {
            buf_printf(out, " %s", error.text);
            break;
        }
    }
}

static const struct {
    const char *text, *expected;
} tokens[] = {
    {"", ""},
    {"\n\n  \n# c\n   # d", ""},
    {"x=1", "name = number newline"},
    {"if x:\n y\nz", "if name : newline indent name newline dedent name newline"},
    {"if x:\n  if y:\n    z", "if name : newline indent if name : newline indent name newline "
                              "dedent dedent"},
    {"if x:\n  y\n\n # c\n  z\n", "if name : newline indent name newline name newline dedent"},
    {"if x:\n\ty\n        z",
     "if name : newline indent name newline error inconsistent use of tabs "
     "and spaces in indentation"},
    {"if x:\n  \\\ny", "if name : newline indent name newline dedent"},
    {"\f  \fx", "name newline"},
    {"(\n  a,\n\n  b # c\n)", "( name , name ) newline"},
    {"a \\\n  b", "name name newline"},
    {"a\r\nb\rc", "name newline name newline name newline"},
    {"\xef\xbb\xbf"
     "a",
     "name newline"},
    {"iff If if_ None none", "name name name None name newline"},
    {"a**=b**c*d*=e", "name **= name ** name * name *= name newline"},
    {"a//b/c//=d/=e", "name // name / name //= name /= name newline"},
    {"a<<=b<<c<=d<e>>=f>>g>=h>i", "name <<= name << name <= name < name >>= name >> name >= name > "
                                  "name newline"},
    {"->-=:=:!==== ...~@=@", "-> -= := : != == = ... ~ @= @ newline"},
    {"a.b..c", "name . name . . name newline"},
    {"0 00 1_0 0xFf 0b1_1 0o7 1. .5 1.5e-3 1e5 1E+5 1j 1.j",
     "number number number number number "
     "number number number number number number number number newline"},
    {"1if", "number if newline"},
    {"1.real", "error invalid decimal literal"},
    {"1..real", "number . name newline"},
    {"'' \"\" '''''' 'a' \"it's\" 'it\\'s' r'\\'' Rb'' fR'{a}' u''",
     "string string string string "
     "string string string string string string newline"},
    {"'''a\n'b''c\n'''", "string newline"},
    {"'a\\\nb'", "string newline"},
    {"ur''", "name string newline"},
    {"x $ y ? !", "name other name other other newline"},
    {"\xce\xb1\xcc\x81 = caf\xc3\xa9", "name = name newline"},
    {"a \xe2\x88\x92 b", "name error invalid character '\xe2\x88\x92' (U+2212)"},
    {"a\xc2\xa0", "error invalid non-printable character U+00A0"},
    {"a\x7f", "name error invalid non-printable character U+007F"},
    {"(]", "( error closing parenthesis ']' does not match opening parenthesis '('"},
    {"{\n)", "{ error closing parenthesis ')' does not match opening parenthesis '{' on line 1"},
    {")", "error unmatched ')'"},
    {"[(", "[ ( error '(' was never closed"},
    {"'a", "error unterminated string literal (detected at line 1)"},
    {"x\n'a\\\nb\n", "name newline error unterminated string literal (detected at line 3)"},
    {"'''a\nb\n", "error unterminated triple-quoted string literal (detected at line 2)"},
    {"\\x", "error unexpected character after line continuation character"},
    {"x\\\n", "name error unexpected EOF while parsing"},
};

START_TEST(text_becomes_tokens)
{
    struct buf out = {0};
    show(tokens[_i].text, false, &out);
    ck_assert_str_eq(buf_text(&out), tokens[_i].expected);
    buf_free(&out);
}
END_TEST

static const struct {
    const char *text, *expected;
} token_places[] = {
    {"ab = 1", "name@1:0-1:2 =@1:3-1:4 number@1:5-1:6 newline@1:6-1:6"},
    {"\xc3\xa9 x\n", "name@1:0-1:2 name@1:3-1:4 newline@1:4-1:4"},
    {"\xef\xbb\xbf"
     "a\r\n'''\n''' b",
     "name@1:0-1:1 newline@1:1-1:1 string@2:0-3:3 name@3:4-3:5 "
     "newline@3:5-3:5"},
    {"(\n b)", "(@1:0-1:1 name@2:1-2:2 )@2:2-2:3 newline@2:3-2:3"},
    {"a\\\n b", "name@1:0-1:1 name@2:1-2:2 newline@2:2-2:2"},
    {"if a:\n  b\nc", "if@1:0-1:2 name@1:3-1:4 :@1:4-1:5 newline@1:5-1:5 indent@2:2-2:2 "
                      "name@2:2-2:3 newline@2:3-2:3 dedent@3:0-3:0 name@3:0-3:1 newline@3:1-3:1"},
};

START_TEST(tokens_have_places)
{
    struct buf out = {0};
    show(token_places[_i].text, true, &out);
    ck_assert_str_eq(buf_text(&out), token_places[_i].expected);
    buf_free(&out);
}
END_TEST

START_TEST(every_keyword_and_operator_is_itself)
{
    for (enum token_kind kind = TOKEN_FALSE; kind < TOKEN_COUNT; kind++) {
        const char *text = lexer_token_text(kind);
        struct source s = source_of(text);
        struct parse_error error = {0};
        struct lexer lexer;
        lexer_start(&lexer, &s, &error);
        bool closes = kind == TOKEN_RPAREN || kind == TOKEN_RSQUARE || kind == TOKEN_RBRACE;
        struct token token = lexer_next(&lexer);
        ck_assert_int_eq(token.kind, closes ? TOKEN_ERROR : kind);
        ck_assert_uint_eq(token.end - token.start, strlen(text));
    }
}
END_TEST

/* An expression in the middle of a text, across a line break, as if in parentheses. */
START_TEST(inner_lexer_keeps_the_places_of_the_text)
{
    struct source s = source_of("f'{a +\n b}'");
    struct parse_error error = {0};
    struct lexer outer, inner;
    lexer_start(&outer, &s, &error);
    lexer_start_inner(&inner, &outer, (struct cursor){3, 0, 1}, 9);
    ck_assert_int_eq(lexer_next(&inner).kind, TOKEN_NAME);
    ck_assert_int_eq(lexer_next(&inner).kind, TOKEN_PLUS);
    struct token b = lexer_next(&inner);
    ck_assert_int_eq(b.kind, TOKEN_NAME);
    ck_assert_int_eq(b.line, 2);
    ck_assert_int_eq(b.column, 1);
    ck_assert_int_eq(lexer_next(&inner).kind, TOKEN_END);
}
END_TEST

/* Nested as deep as may be, and one deeper. */
START_TEST(nesting_has_a_limit)
{
    for (int extra = 0; extra < 2; extra++) {
        struct buf text = {0}, out = {0};
        buf_fill(&text, '[', (size_t)(LEXER_BRACKETS + extra));
        show(buf_text(&text), false, &out);
        ck_assert_int_eq(strstr(buf_text(&out), "too many nested parentheses") != NULL, extra);
        buf_clear(&out);
        buf_clear(&text);
        for (int i = 0; i < LEXER_INDENTS - 1 + extra; i++) {
            buf_puts(&text, "if x:\n");
            buf_fill(&text, ' ', (size_t)(i + 1));
        }
        buf_putc(&text, 'x');
        show(buf_text(&text), false, &out);
        ck_assert_int_eq(strstr(buf_text(&out), "too many levels of indentation") != NULL, extra);
        buf_free(&text);
        buf_free(&out);
    }
}
END_TEST

#define COUNT(table) ((int)(sizeof(table) / sizeof((table)[0])))

Suite *suite_lexer(void)
{
    Suite *suite = suite_create("lexer");
    TCase *sources = tcase_create("sources");
    tcase_add_test(sources, lines_end_in_any_break);
    tcase_add_test(sources, lines_of_a_long_text);
    tcase_add_loop_test(sources, places_name_file_cell_and_line, 0, COUNT(places));
    suite_add_tcase(suite, sources);
    TCase *lexing = tcase_create("tokens");
    tcase_add_loop_test(lexing, names_have_letters_of_all_scripts, 0, COUNT(characters));
    tcase_add_loop_test(lexing, text_becomes_tokens, 0, COUNT(tokens));
    tcase_add_loop_test(lexing, tokens_have_places, 0, COUNT(token_places));
    tcase_add_test(lexing, every_keyword_and_operator_is_itself);
    tcase_add_test(lexing, inner_lexer_keeps_the_places_of_the_text);
    tcase_add_test(lexing, nesting_has_a_limit);
    suite_add_tcase(suite, lexing);
    return suite;
}
