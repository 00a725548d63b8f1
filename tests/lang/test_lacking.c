/* Tests what qkv has of the names that Python's own objects have, and what is said of the rest. */
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

/* --- what PyTorch, NumPy and Python's modules have --- */

static const struct {
    const char *owner, *names;
} lacking[] = {
#define LACKING(owner, names) {owner, names},
#include "lang/object/lacking.def"
#undef LACKING
};

/* v is the module or the class; every way to ask goes on when there is no such name. */
static const char *const ways[] = {
    "try:\n    v.%s\nexcept AttributeError:\n    print('swallowed')",
    "print(hasattr(v, '%s'))",
    "print(getattr(v, '%s', 'swallowed'))",
    "try:\n    exec('from ' + owner + ' import %s')\nexcept ImportError:\n    print('swallowed')",
};

/* Refused by its name; or it is there, as a module that the test imported is by then. */
static void expect_refused(struct program *p, const char *owner, const char *name, const char *way)
{
    char text[256], wanted[128];
    snprintf(text, sizeof text, way, name);
    snprintf(wanted, sizeof wanted, ".%s is not supported: qkv does not have it", name);
    buf_cut(&p->out, 0);
    buf_cut(&p->traceback, 0);
    if (program_run(p, text, 0) == OUTCOME_DONE) {
        const char *out = buf_text(&p->out);
        ck_assert_msg(strcmp(out, "swallowed\n") != 0 && strcmp(out, "False\n") != 0, "%s: %s",
                      owner, text);
        return;
    }
    ck_assert_msg(strstr(buf_text(&p->traceback), wanted) != NULL, "%s: %s\n%s", owner, text,
                  buf_text(&p->traceback));
}

/* A name that nobody has is not there, in all of these ways. */
static void expect_absent(struct program *p, const char *owner, const char *way)
{
    char text[256];
    snprintf(text, sizeof text, way, "no_such_name_anywhere");
    buf_cut(&p->out, 0);
    ck_assert_msg(program_run(p, text, 0) == OUTCOME_DONE, "%s: %s\n%s", owner, text,
                  buf_text(&p->traceback));
    ck_assert_msg(strcmp(buf_text(&p->out), "False\n") == 0 ||
                      strcmp(buf_text(&p->out), "swallowed\n") == 0,
                  "%s: %s", owner, buf_text(&p->out));
}

START_TEST(what_they_have_and_we_lack_cannot_be_swallowed)
{
    const char *owner = lacking[_i].owner;
    if (strncmp(owner, "builtins.", 9) == 0) { /* above */
        return;
    }
    struct program p;
    program_open(&p, 0, NULL);
    char text[512], *names = strdup(lacking[_i].names), *rest = NULL;
    snprintf(text, sizeof text,
             "import importlib, torch\nowner = '%s'\ntry:\n    v = importlib.import_module(owner)\n"
             "except ImportError:\n    module, _, name = owner.rpartition('.')\n"
             "    v = getattr(torch if module == 'torch._C' else importlib.import_module(module), "
             "name)\n"
             "print(isinstance(v, type))",
             owner);
    ck_assert_msg(program_run(&p, text, 0) == OUTCOME_DONE, "%s", buf_text(&p.traceback));
    const size_t count = strcmp(buf_text(&p.out), "True\n") == 0 ? 3 : 4;
    for (size_t k = 0; k < count; k++) {
        expect_absent(&p, owner, ways[k]);
    }
    for (char *name = strtok_r(names, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        for (size_t k = 0; k < count; k++) {
            expect_refused(&p, owner, name, ways[k]);
        }
    }
    free(names);
    program_close(&p);
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

/* --- what matplotlib and seaborn have: no table tells it, but the name is told --- */

static const struct {
    const char *object, *class, *names;
} plots[] = {
    {"plt", "matplotlib.pyplot", "axline spy getp isinteractive xkcd LogFormatter IndexLocator"},
    {"matplotlib.colors", "matplotlib.colors", "SymLogNorm CenteredNorm NoNorm"},
    {"seaborn", "seaborn", "light_palette dark_palette cubehelix_palette reset_defaults"},
    {"plt.gcf()", "matplotlib.figure.Figure", "set_figwidth get_dpi get_axes add_artist figimage"},
    {"plt.gca()", "matplotlib.axes.AxesSubplot",
     "add_image has_data set_xbound sharex set_axis_on"},
    {"plt.gca().xaxis", "matplotlib.axis.XAxis", "get_minor_ticks get_gridlines set_inverted"},
    {"plt.plot([1])[0]", "matplotlib.lines.Line2D", "get_xydata get_children"},
    {"type('Own', (plt.Circle,), {})((0, 0))", "matplotlib.patches.Circle", "get_bbox"},
    {"plt.gca().spines['top']", "matplotlib.spines.Spine", "set_bounds"},
    {"plt.gca().legend(['a'])", "matplotlib.legend.Legend", "get_lines get_patches set_loc"},
    {"plt.gca().transData", "matplotlib.transforms.Transform", "inverted"},
    {"plt.Circle", "matplotlib.patches.Circle", "get_bbox"},
    {"plt.get_cmap()", "matplotlib.colors.NamedColormap", "get_bad set_extremes"},
};

START_TEST(what_plots_lack_is_told_by_its_name)
{
    char text[256], wanted[256], *names = strdup(plots[_i].names), *rest = NULL;
    struct program p;
    program_open(&p, 0, NULL);
    snprintf(text, sizeof text,
             "import matplotlib.pyplot as plt, matplotlib.colors, seaborn\nv = %s",
             plots[_i].object);
    ck_assert_msg(program_run(&p, text, 0) == OUTCOME_DONE, "%s", buf_text(&p.traceback));
    for (char *name = strtok_r(names, " ", &rest); name != NULL;
         name = strtok_r(NULL, " ", &rest)) {
        snprintf(text, sizeof text, "v.%s", name);
        snprintf(wanted, sizeof wanted, "qkv does not have %s.%s; the real %s may", plots[_i].class,
                 name, plots[_i].class);
        ck_assert_int_eq(program_run(&p, text, 0), OUTCOME_UNSUPPORTED);
        ck_assert_str_eq(p.session->in.advice, wanted);
        snprintf(text, sizeof text, "assert not hasattr(v, '%s')", name);
        ck_assert_int_eq(program_run(&p, text, 0), OUTCOME_DONE);
    }
    free(names);
    program_close(&p);
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
        enum outcome outcome = program_run(&p, text, 0); /* unsupported: they have that name */
        if (outcome == OUTCOME_UNSUPPORTED || strcmp(buf_text(&p.out), "False\n") != 0) {
            continue;
        }
        const char *near = suggested(&p, cut, room);
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
    tcase_add_loop_test(t, what_they_have_and_we_lack_cannot_be_swallowed, 0,
                        (int)(sizeof lacking / sizeof lacking[0]));
    tcase_add_loop_test(t, a_replacement_is_there_and_what_it_replaces_is_not, 0,
                        (int)(sizeof instead / sizeof instead[0]));
    tcase_add_loop_test(t, what_plots_lack_is_told_by_its_name, 0,
                        (int)(sizeof plots / sizeof plots[0]));
    tcase_add_loop_test(t, only_public_names_are_suggested, 0, prelude_count);
    suite_add_tcase(s, t);
    return s;
}
