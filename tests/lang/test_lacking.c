/* What qkv has of the names that Python's own objects have, and what is said of the rest. */
#define _POSIX_C_SOURCE 200809L
#include "program.h"

#include "torch/prelude.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_lacking(void);

static char *read_whole(const char *path)
{
    FILE *f = fopen(path, "rb");
    ck_assert_msg(f != NULL, "%s", path);
    struct buf b = {0};
    for (int c; (c = getc(f)) != EOF;) {
        buf_putc(&b, (char)c);
    }
    fclose(f);
    char *text = strdup(buf_text(&b));
    buf_free(&b);
    ck_assert_ptr_nonnull(text);
    return text;
}

/* Cuts a line of three columns in place; the next line, or NULL behind the last. */
static char *cut_row(char *line, char *column[3])
{
    char *next = strchr(line, '\n');
    ck_assert_ptr_nonnull(next);
    *next = '\0';
    for (int k = 0; k < 3; k++) {
        column[k] = line;
        line = strchr(line, '\t');
        ck_assert((line != NULL) == (k < 2));
        line = line != NULL ? line : next;
        *line++ = '\0';
    }
    return next[1] != '\0' ? next + 1 : NULL;
}

/* Does and says what CPython does, or is refused by its name; true: refused. */
static bool expect_name(struct program *p, char *const column[3])
{
    char text[160], wanted[160];
    snprintf(text, sizeof text, "print(told(%s, '%s'))", column[0], column[1]);
    buf_cut(&p->out, 0);
    buf_cut(&p->traceback, 0);
    enum outcome outcome = program_run(p, text, 0);
    snprintf(wanted, sizeof wanted, ".%s is not supported", column[1]);
    if (outcome == OUTCOME_UNSUPPORTED) {
        ck_assert_msg(strstr(buf_text(&p->traceback), wanted) != NULL, "%s\n%s", text,
                      buf_text(&p->traceback));
        snprintf(text, sizeof text, "print(hasattr(%s, '%s'))", column[0], column[1]);
        ck_assert_int_eq(program_run(p, text, 0), OUTCOME_DONE);
        ck_assert_str_eq(buf_text(&p->out), "True\n");
        return true;
    }
    snprintf(wanted, sizeof wanted, "%s\n", column[2]);
    ck_assert_msg(outcome == OUTCOME_DONE && strcmp(buf_text(&p->out), wanted) == 0,
                  "%s: %s, not %s%s", text, column[2], buf_text(&p->out), buf_text(&p->traceback));
    return false;
}

START_TEST(every_name_of_a_builtin_object_works_or_is_refused)
{
    char *code = read_whole("tests/lang/builtin_names.py"), *column[3];
    char *rows = read_whole("tests/lang/builtin_names.txt");
    char *loop = strstr(code, "\nfor text in OBJECTS");
    int refused = 0, worked = 0;
    ck_assert_ptr_nonnull(loop);
    *loop = '\0';
    struct program p;
    program_open(&p, 0, NULL);
    ck_assert_int_eq(program_run(&p, code, 0), OUTCOME_DONE);
    for (char *line = rows; line != NULL;) {
        line = cut_row(line, column);
        if (expect_name(&p, column)) {
            refused++;
        } else {
            worked++;
        }
    }
    ck_assert_msg(worked > 4 * refused && refused > 0, "%d work, %d are refused", worked, refused);
    program_close(&p);
    free(code);
    free(rows);
}
END_TEST

/* --- what is to be used instead --- */

static const struct {
    const char *owner, *name, *use;
} instead[] = {
#define INSTEAD(owner, name, use) {owner, name, use},
#include "lang/object/instead.def"
#undef INSTEAD
};

/* A text of imports: every module that stands in front of a dot of the name, as far as there is
 * one. */
static void put_imports(struct buf *b, const char *dotted)
{
    for (const char *dot = strchr(dotted, '.'); dot != NULL; dot = strchr(dot + 1, '.')) {
        buf_printf(b, "try: import %.*s\nexcept ImportError: pass\n", (int)(dot - dotted), dotted);
    }
}

START_TEST(a_replacement_is_there_and_what_it_replaces_is_not)
{
    const char *owner = instead[_i].owner, *name = instead[_i].name, *use = instead[_i].use;
    const char *thing = strncmp(owner, "builtins.", 9) == 0 ? owner + 9 : owner;
    struct buf b = {0}, wanted = {0};
    struct program p;
    program_open(&p, 0, NULL);
    put_imports(&b, use);
    buf_printf(&b, strchr(use, '.') == NULL && owner[0] == '\0' ? "import %s\n" : "%s\n", use);
    ck_assert_msg(program_run(&p, buf_text(&b), 0) == OUTCOME_DONE, "%s", buf_text(&p.traceback));
    struct buf lost = {0};
    put_imports(&lost, owner);
    if (owner[0] == '\0') {
        buf_printf(&lost, "import %s\n", name);
    } else {
        buf_printf(&lost, "try: import %s\nexcept ImportError: pass\n%s.%s()\n", thing, thing,
                   name);
    }
    buf_printf(&wanted, "; use %s instead", use);
    ck_assert_int_eq(program_run(&p, buf_text(&lost), 0), OUTCOME_UNSUPPORTED);
    ck_assert_msg(strstr(buf_text(&p.traceback), buf_text(&wanted)) != NULL, "%s.%s: %s", owner,
                  name, buf_text(&p.traceback));
    program_close(&p);
    buf_free(&b);
    buf_free(&lost);
    buf_free(&wanted);
}
END_TEST

/* --- did you mean --- */

/* What is suggested for m.NAME where NAME is nothing; NULL: nothing is. */
static const char *suggested(struct program *p, const char *name, char room[80])
{
    char text[120];
    snprintf(text, sizeof text, "m.%s", name);
    if (program_run(p, text, 0) == OUTCOME_DONE ||
        sscanf(p->session->in.hint, ". Did you mean: '%79[^']'?", room) != 1) {
        return NULL;
    }
    return room;
}

/* Whether one letter more, one less or another one makes b of a. */
static bool one_apart(const char *a, const char *b)
{
    size_t front = 0, back = 0, la = strlen(a), lb = strlen(b), most = la > lb ? la : lb;
    while (a[front] != '\0' && a[front] == b[front]) {
        front++;
    }
    while (back < la - front && back < lb - front && a[la - 1 - back] == b[lb - 1 - back]) {
        back++;
    }
    return front + back + 1 >= most;
}

START_TEST(only_public_names_are_suggested)
{
    char text[256], cut[64], room[80];
    const char *module = prelude_files[_i].name;
    if (module[0] == '_' || strstr(module, "._") != NULL) {
        return;
    }
    struct program p;
    program_open(&p, 0, NULL);
    snprintf(text, sizeof text,
             "import importlib\nm = importlib.import_module('%s')\n"
             "print(*[n for n in dir(m) if n[:2] != '__' and 4 < len(n) < 60 and n.isascii()])",
             module);
    ck_assert_msg(program_run(&p, text, 0) == OUTCOME_DONE, "%s", buf_text(&p.traceback));
    char *names = strdup(buf_text(&p.out)), *rest = NULL;
    for (char *name = strtok_r(names, " \n", &rest); name != NULL;
         name = strtok_r(NULL, " \n", &rest)) {
        const bool private = name[0] == '_'; /* asked for without what makes it private */
        const size_t at = private ? 0 : strlen(name) / 2;
        memcpy(cut, name, at);
        strcpy(cut + at, name + at + (private ? strspn(name, "_") : 1));
        snprintf(text, sizeof text, "print(hasattr(m, '%s'))", cut);
        buf_cut(&p.out, 0);
        ck_assert_int_eq(program_run(&p, text, 0), OUTCOME_DONE);
        if (strcmp(buf_text(&p.out), "False\n") != 0 || p.session->in.missing) {
            continue;
        }
        const char *near = suggested(&p, cut, room);
        if (p.session->in.missing) { /* they have that name */
            continue;
        }
        ck_assert_msg(near == NULL ? private : near[0] != '_', "%s.%s: %s", module, cut,
                      near != NULL ? near : "nothing");
        ck_assert_msg(private || strcmp(near, name) == 0 || one_apart(cut, near),
                      "%s.%s: %s for %s", module, cut, near, name);
    }
    free(names);
    program_close(&p);
}
END_TEST

Suite *suite_lacking(void)
{
    Suite *s = suite_create("lacking");
    TCase *t = tcase_create("lacking");
    tcase_set_timeout(t, 60);
    tcase_add_test(t, every_name_of_a_builtin_object_works_or_is_refused);
    tcase_add_loop_test(t, a_replacement_is_there_and_what_it_replaces_is_not, 0,
                        (int)(sizeof instead / sizeof instead[0]));
    tcase_add_loop_test(t, only_public_names_are_suggested, 0, prelude_count);
    suite_add_tcase(s, t);
    return s;
}
