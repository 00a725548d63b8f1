/* Marks a folder of hand-ins: this is `qkv grade`. Rows are written down as students are done, so
 * that a run that was interrupted goes on where it was; the table itself appears when all are. */
#define _XOPEN_SOURCE 700
#include "cli/class/grade.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/class/classroom.h"
#include "cli/class/handins.h"
#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define TABLE_MOST ((size_t)256 << 20)

struct grading {
    const struct options *o;
    struct classroom room;
    struct handins hand;
    struct marked *marked;
    struct buf beside; /* the path of what an interrupted run leaves */
    FILE *rows;
    int resumed;
    bool misfit; /* what was handed in is not this class's */
    struct error err;
};

static bool refuse(struct grading *g, const char *text)
{
    return error_set(&g->err, ERROR_INPUT, "%s", text);
}

/* --- before --- */

static bool check_paths(struct grading *g)
{
    struct stat s;
    if (g->o->rest_count < 3) {
        return refuse(g, "which folder? qkv grade LESSON FOLDER --secret FILE --class FILE.csv -o "
                         "grades.csv");
    }
    if (g->o->output == NULL) {
        return refuse(g, "-o FILE.csv is missing: where the marks go");
    }
    if (!text_ends(g->o->output, ".csv")) {
        return error_set(&g->err, ERROR_INPUT,
                         "-o %s: the marks are a table; give a name that ends in .csv",
                         g->o->output);
    }
    if (!g->o->force && lstat(g->o->output, &s) == 0) {
        return error_set(&g->err, ERROR_INPUT,
                         "%s is there already; --force writes over it, another -o beside it",
                         g->o->output);
    }
    if (g->o->feedback != NULL && mkdir(g->o->feedback, 0777) != 0 && errno != EEXIST) {
        return error_set(&g->err, ERROR_INPUT, "the folder %s cannot be made: %s", g->o->feedback,
                         strerror(errno));
    }
    return true;
}

static bool make_marks(struct grading *g)
{
    size_t count = (size_t)g->room.exercises.count, students = (size_t)g->hand.count;
    struct arena *a = &g->hand.arena;
    g->marked = arena_alloc(a, (students + 1) * sizeof *g->marked);
    struct mark *mark = arena_alloc(a, (students + 1) * count * sizeof *mark);
    for (size_t k = 0; g->marked != NULL && mark != NULL && k < students; k++) {
        g->marked[k].mark = mark + k * count;
    }
    return (g->marked != NULL && mark != NULL) ||
           refuse(g, "the system has no memory left for the marks");
}

/* What all marks depend on: program, lesson, and the secret through the code of a sheet that is
 * nobody's. */
static bool hash_all(struct grading *g)
{
    scoped_buf basis = {0};
    char code[CODE_SIZE];
    const struct lesson *l = &g->room.lesson;
    if (!marking_sheet(&g->room.marking, "", code, &g->err)) {
        return false;
    }
    buf_printf(&basis, "qkv %s\n%s\n%s\n%s", QKV_VERSION, g->room.name, code,
               l->whole != NULL ? l->whole : "");
    handins_hash(&g->hand, buf_text(&basis));
    return true;
}

/* Takes up what an interrupted run left, and goes on writing behind it. */
static bool open_rows(struct grading *g)
{
    scoped_buf text = {0}, rows = {0};
    struct error none = {0};
    buf_printf(&g->beside, "%s.part", g->o->output);
    if (file_read(buf_text(&g->beside), TABLE_MOST, &text, &none)) {
        grade_table_take(buf_text(&text), text.len, &g->room.exercises, &g->hand, g->marked);
    }
    grade_table_head(true, &rows);
    for (int k = 0; k < g->hand.count; k++) {
        g->marked[k].done = g->marked[k].rows >= g->room.exercises.count;
        g->resumed += g->marked[k].done;
        if (g->marked[k].done) {
            grade_table_rows(&g->room.exercises, &g->hand.at[k], &g->marked[k], true, &rows);
        }
    }
    bool ok = file_save(buf_text(&g->beside), &rows, &g->err);
    g->rows = ok ? fopen(buf_text(&g->beside), "a") : NULL;
    return g->rows != NULL || error_set(&g->err, ERROR_INPUT, "%s cannot be written: %s",
                                        buf_text(&g->beside), strerror(errno));
}

/* --- while --- */

static bool ready(void *self, int k)
{
    struct grading *g = self;
    scoped_buf rows = {0};
    grade_table_rows(&g->room.exercises, &g->hand.at[k], &g->marked[k], true, &rows);
    bool ok = fwrite(buf_text(&rows), 1, rows.len, g->rows) == rows.len && fflush(g->rows) == 0;
    return ok || error_set(&g->err, ERROR_INPUT, "%s cannot be written: %s", buf_text(&g->beside),
                           strerror(errno));
}

/* --- when nearly nothing fits --- */

/* Not one in five of the names is of somebody in the class, and most of the class has nothing:
 * another class file, or another folder. Late hand-ins are few, and so are strays beside them. */
static bool check_names(struct grading *g)
{
    int found = 0, missing = 0;
    for (int k = 0; k < g->hand.count; k++) {
        bool here = g->hand.at[k].count > 0 || g->hand.at[k].unread.len > 0;
        found += here;
        missing += !here;
    }
    if (g->hand.stray_count == 0 || 4 * found > g->hand.stray_count || found > missing) {
        return true;
    }
    g->misfit = true;
    return error_set(&g->err, ERROR_INPUT,
                     "%d of %d names in %s belong to nobody in %s, such as %s: is it the class of "
                     "these hand-ins? No marks were written",
                     g->hand.stray_count, g->hand.stray_count + found, g->o->rest[2], g->o->class,
                     g->hand.stray[0]);
}

static const char *const misfits[SHEET_FITS] = {
    [SHEET_OLDER] = "are of another version of the lesson: give the file of that version.",
    [SHEET_OTHERS] = "are somebody else's in the class: were folders or IDs exchanged?",
    [SHEET_STRANGERS] = "were made for IDs that are not in this class: give the class file that "
                        "they were made with.",
    [SHEET_UNKNOWN] = "belong to none of these IDs: were they made with another class file, or "
                      "another secret, or for another lesson?"};

/* Three of the sheets, for the teacher. */
static void say_misfits(const struct grading *g)
{
    for (int k = 0, said = 0; k < g->hand.count && said < 3; k++) {
        const struct mark *mark = g->marked[k].mark;
        int e = 0;
        while (e < g->room.exercises.count && mark[e].status != MARK_FOREIGN) {
            e++;
        }
        if (e < g->room.exercises.count) {
            output_say("%s: %s %s", g->hand.at[k].student->id, buf_text(&mark[e].reason),
                       buf_text(&mark[e].aside));
            said++;
        }
    }
}

/* Where most sheets are foreign, it is rarely the students who are wrong. */
static bool check_sheets(struct grading *g)
{
    int count[SHEET_FITS] = {0}, named = 0, foreign = 0, most = SHEET_OLDER;
    for (int k = 0; k < g->hand.count; k++) {
        enum sheet_fit fit = g->marked[k].sheet;
        count[fit]++;
        named += fit != SHEET_UNNAMED;
        foreign += misfits[fit] != NULL;
    }
    for (int f = SHEET_OLDER; f < SHEET_FITS; f++) {
        most = count[f] > count[most] ? f : most;
    }
    if (2 * foreign <= named) {
        return true;
    }
    g->misfit = true;
    say_misfits(g);
    unlink(buf_text(&g->beside));
    return error_set(&g->err, ERROR_INPUT, "%d of %d sheets %s No marks were written", count[most],
                     named, misfits[most]);
}

/* --- behind --- */

/* Marks by hand, from beside the table. */
static bool apply_overrides(struct grading *g)
{
    scoped_buf path = {0}, said = {0};
    const char *slash = strrchr(g->o->output, '/');
    buf_put(&path, g->o->output, slash != NULL ? (size_t)(slash - g->o->output) + 1 : 0);
    buf_puts(&path, "overrides.csv");
    bool ok =
        overrides_apply(buf_text(&path), &g->room.marking, &g->hand, g->marked, &said, &g->err);
    for (const char *p = buf_text(&said); *p != '\0';) {
        int len = (int)strcspn(p, "\n");
        output_say("%.*s", len, p);
        p += len + (p[len] == '\n');
    }
    return ok;
}

static bool write_table(struct grading *g)
{
    scoped_buf table = {0};
    grade_table_head(false, &table);
    for (int k = 0; k < g->hand.count; k++) {
        grade_table_rows(&g->room.exercises, &g->hand.at[k], &g->marked[k], false, &table);
    }
    return file_save(g->o->output, &table, &g->err);
}

static bool write_feedback(struct grading *g)
{
    const char *title = g->room.lesson.title != NULL ? g->room.lesson.title : g->room.name;
    int kept = 0;
    bool ok = true;
    for (int k = 0; ok && g->o->feedback != NULL && k < g->hand.count; k++) {
        scoped_buf path = {0}, text = {0};
        struct stat s;
        buf_printf(&path, "%s/%s.md", g->o->feedback, g->hand.at[k].student->id);
        grade_table_feedback(&g->room.marking, &g->hand.at[k], &g->marked[k], title, &text);
        if (!g->o->force && lstat(buf_text(&path), &s) == 0) {
            kept++;
        } else {
            ok = file_save(buf_text(&path), &text, &g->err);
        }
    }
    if (kept > 0) {
        output_say("%d file%s in %s were there already and were kept; --force writes over them",
                   kept, kept == 1 ? "" : "s", g->o->feedback);
    }
    return ok;
}

static void print_strays(const struct grading *g)
{
    scoped_buf names = {0};
    int shown = g->hand.stray_count < 10 ? g->hand.stray_count : 10;
    if (shown == 0) {
        return;
    }
    for (int k = 0; k < shown; k++) {
        buf_printf(&names, "%s %s", k > 0 ? "," : "", g->hand.stray[k]);
    }
    output_say("%d name%s in %s belong%s to nobody in the class:%s%s", g->hand.stray_count,
               g->hand.stray_count == 1 ? "" : "s", g->o->rest[2],
               g->hand.stray_count == 1 ? "s" : "", buf_text(&names),
               shown < g->hand.stray_count ? ", ..." : "");
}

/* A line for each student with sentences of that kind, at most `most`. */
static void print_students(const struct grading *g, bool unread, const char *head, int most)
{
    int count = 0;
    scoped_buf all = {0};
    for (int k = 0; k < g->hand.count; k++) {
        const struct work *w = &g->hand.at[k];
        const struct buf *text = unread ? &w->unread : &w->note;
        if (text->len > 0 && count++ < most) {
            buf_printf(&all, "%s  %s: %s", count == 1 ? "" : "\n", w->student->id, buf_text(text));
        }
    }
    if (count > most) {
        buf_printf(&all, "\n  and %d more; the feedback names them", count - most);
    }
    if (count > 0) {
        output_say("%s\n%s", head, buf_text(&all));
    }
}

static void print_summary(const struct grading *g)
{
    int counts[MARK_COUNT] = {0}, without = 0, troubled = 0;
    double points = 0, maximum = 0;
    const char *between = "";
    for (int k = 0; k < g->hand.count; k++) {
        bool answered = false;
        for (int e = 0; e < g->room.exercises.count; e++) {
            const struct mark *m = &g->marked[k].mark[e];
            counts[m->status]++;
            points += mark_counts(m->status) ? m->points : 0;
            maximum += m->maximum;
            answered = answered || m->status != MARK_MISSING;
        }
        without += !answered;
        troubled += g->hand.at[k].unread.len > 0;
    }
    output_printf("%d student%s, %d exercise%s: %g of %g points\n", g->hand.count,
                  g->hand.count == 1 ? "" : "s", g->room.exercises.count,
                  g->room.exercises.count == 1 ? "" : "s", points, maximum);
    output_printf("%d handed in nothing that answers; %d with files that could not be read\n",
                  without, troubled);
    for (int s = 0; s < MARK_COUNT; s++) {
        if (counts[s] > 0) {
            output_printf("%s%d %s", between, counts[s], mark_name((enum mark_status)s));
            between = ", ";
        }
    }
    output_printf("\n");
    int open = counts[MARK_UNREAD] + counts[MARK_UNGRADED];
    if (open > 0) {
        output_printf("%d without points yet: look at them yourself (overrides.csv)\n", open);
    }
    if (g->resumed > 0) {
        output_printf("%d of the students were marked by the run before this one\n", g->resumed);
    }
}

static bool grade(struct grading *g)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int jobs = g->o->jobs > 0 ? (int)(g->o->jobs < 64 ? g->o->jobs : 64)
               : cores > 0    ? (int)cores
                              : 1;
    if (!check_paths(g) || !handins_find(&g->hand, g->o->rest[2], &g->room.roster, &g->err) ||
        !check_names(g) || !make_marks(g) || !hash_all(g) || !open_rows(g) ||
        !grade_processes(&g->room.marking, &g->hand, g->marked, jobs, ready, g, &g->err) ||
        !check_sheets(g)) {
        return false;
    }
    if (!apply_overrides(g) || !write_table(g) || !write_feedback(g)) {
        return false;
    }
    unlink(buf_text(&g->beside));
    print_strays(g);
    print_students(g, true, "look at these yourself, for they could not be read:", 50);
    print_students(g, false, "not taken as answers:", 20);
    print_summary(g);
    return true;
}

static void close_all(struct grading *g)
{
    if (g->rows != NULL) {
        fclose(g->rows);
    }
    for (int k = 0; g->marked != NULL && k < g->hand.count; k++) {
        for (int e = 0; g->marked[k].mark != NULL && e < g->room.exercises.count; e++) {
            mark_free(&g->marked[k].mark[e]);
        }
    }
    handins_free(&g->hand);
    buf_free(&g->beside);
    classroom_close(&g->room);
}

int command_grade(const struct options *o)
{
    struct grading g = {.o = o};
    bool ok = classroom_open(&g.room, o);
    if (ok && !grade(&g)) {
        command_complain(g.err.kind != ERROR_NONE ? g.err.text : "it could not be marked");
        ok = false;
    }
    int status = ok ? OUTCOME_DONE : g.misfit ? OUTCOME_EXCEPTION : EXIT_USAGE;
    close_all(&g);
    return status;
}
