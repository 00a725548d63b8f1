/* Reads marks by hand: overrides.csv beside the table of marks. It is read and never written, so
 * that what a person has put there outlives every marking. */
#define _POSIX_C_SOURCE 200809L
#include "cli/class/grade.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/class/handins.h"
#include "exercise/form.h"

#include <csv.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#define OVERRIDES_MOST ((size_t)16 << 20)
#define FIELDS_MOST 20

enum column { STUDENT, EXERCISE, POINTS, COMMENT, COLUMNS };

static const struct {
    const char *name;
    enum column column;
} heads[] = {{"student", STUDENT},
             {"id", STUDENT},
             {"exercise", EXERCISE},
             {"points", POINTS},
             {"comment", COMMENT}};

struct reading {
    const struct marking *m;
    const struct handins *h;
    struct marked *marked;
    const char *file;
    struct buf *said;
    struct buf field[FIELDS_MOST];
    int count, row, place[COLUMNS]; /* of a column among the fields */
    bool headed;                    /* the first row has been looked at */
};

static const char *field(const struct reading *r, enum column c)
{
    int k = r->place[c];
    return k >= 0 && k < r->count ? buf_text(&r->field[k]) : "";
}

/* A row that is told of is not counted. */
static void refuse(struct reading *r, const char *what, const char *name)
{
    buf_printf(r->said, "%s, row %d: %s %.80s; this row does not count\n", r->file, r->row, what,
               name);
}

/* Whether the first row names the columns. */
static bool take_head(struct reading *r)
{
    int place[COLUMNS] = {-1, -1, -1, -1};
    for (int k = 0; k < r->count; k++) {
        for (size_t j = 0; j < sizeof heads / sizeof heads[0]; j++) {
            if (strcasecmp(buf_text(&r->field[k]), heads[j].name) == 0) {
                place[heads[j].column] = k;
            }
        }
    }
    bool found = place[STUDENT] >= 0 && place[EXERCISE] >= 0;
    for (int c = 0; c < COLUMNS; c++) {
        r->place[c] = found ? place[c] : c;
    }
    return found;
}

static int student_at(const struct reading *r, const char *id)
{
    const struct student *s = roster_find(r->m->roster, *id == '\'' ? id + 1 : id);
    s = s != NULL ? s : roster_find(r->m->roster, id);
    return s != NULL ? (int)(s - r->m->roster->at) : -1;
}

static int exercise_at(const struct reading *r, const char *name)
{
    const struct exercise *e = exercise_find(r->m->exercises, name);
    return e != NULL ? (int)(e - r->m->exercises->at) : -1;
}

/* "1.5", "1,5" */
FORM(points_form, "^ *(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+) *$");
FORM(comma, ",");

static bool read_points(const char *text, double *out)
{
    scoped_buf plain = {0};
    form_replace(&comma, piece_of(text), ".", &plain);
    *out = strtod(buf_text(&plain), NULL);
    return form_in(&points_form, piece_of(text)) && *out < 1e9;
}

/* What the program said stays in sight of the teacher alone. */
static void set_points(struct mark *mark, double points, const char *comment)
{
    if (mark->status != MARK_BY_HAND) {
        struct buf before = {0};
        buf_printf(&before, "(by the program: %s", mark_name(mark->status));
        if (mark_counts(mark->status)) {
            buf_printf(&before, " %g", mark->points);
        }
        buf_printf(&before, "%s%s%s%s)", mark->reason.len > 0 ? ": " : "", buf_text(&mark->reason),
                   mark->aside.len > 0 ? " " : "", buf_text(&mark->aside));
        buf_free(&mark->aside);
        mark->aside = before;
    }
    mark->status = MARK_BY_HAND;
    mark->points = points;
    buf_clear(&mark->reason);
    buf_puts(&mark->reason, *comment != '\0' ? comment : "Marked by hand.");
}

static void apply(struct reading *r)
{
    const char *points = field(r, POINTS), *comment = field(r, COMMENT);
    int student = student_at(r, field(r, STUDENT)), exercise = exercise_at(r, field(r, EXERCISE));
    double number;
    if (student < 0) {
        refuse(r, "there is no student", field(r, STUDENT));
    } else if (exercise < 0) {
        refuse(r, "there is no exercise", field(r, EXERCISE));
    } else if (points[strspn(points, " ")] == '\0') {
        struct buf *reason = &r->marked[student].mark[exercise].reason;
        buf_printf(reason, "%s%s", reason->len > 0 && *comment != '\0' ? " " : "", comment);
    } else if (!read_points(points, &number) ||
               number > r->marked[student].mark[exercise].maximum) {
        scoped_buf what = {0};
        buf_printf(&what, "points of this exercise are a number from 0 to %g, not",
                   r->marked[student].mark[exercise].maximum);
        refuse(r, buf_text(&what), points);
    } else {
        struct mark *mark = &r->marked[student].mark[exercise];
        if (mark->status == MARK_BY_HAND) {
            buf_printf(r->said,
                       "%s, row %d: this exercise stands in a row above too; this row counts\n",
                       r->file, r->row);
        }
        set_points(mark, number, comment);
    }
}

FORM(control, "[\\x00-\\x1f]"); /* a mark is one line */

static void take_field(void *text, size_t len, void *self)
{
    struct reading *r = self;
    if (r->count < FIELDS_MOST) {
        struct buf *to = &r->field[r->count++];
        buf_clear(to);
        form_replace(&control, piece_trim((struct piece){text, len}), " ", to);
    }
}

static void take_row(int end, void *self)
{
    struct reading *r = self;
    bool blank = true;
    r->row++;
    for (int k = 0; k < r->count; k++) {
        blank = blank && r->field[k].len == 0;
    }
    bool head = !blank && !r->headed && take_head(r);
    r->headed = r->headed || !blank;
    if (!blank && !head) {
        apply(r);
    }
    r->count = 0;
}

bool overrides_apply(const char *path, const struct marking *m, const struct handins *h,
                     struct marked *marked, struct buf *said, struct error *err)
{
    scoped_buf text = {0};
    struct stat s;
    struct csv_parser p;
    struct reading r = {.m = m, .h = h, .marked = marked, .file = path, .said = said};
    if (stat(path, &s) != 0 && (errno == ENOENT || errno == ENOTDIR)) {
        return true;
    }
    bool ok = file_read(path, OVERRIDES_MOST, &text, err) && text_clean(&text, path, err);
    if (ok && csv_init(&p, CSV_APPEND_NULL) != 0) {
        ok = error_set(err, ERROR_MEMORY, "the system has no memory left for %s", path);
    } else if (ok) {
        csv_set_delim(&p, roster_delimiter(buf_text(&text), text.len));
        csv_parse(&p, buf_text(&text), text.len, take_field, take_row, &r);
        csv_fini(&p, take_field, take_row, &r);
        csv_free(&p);
    }
    for (int k = 0; k < FIELDS_MOST; k++) {
        buf_free(&r.field[k]);
    }
    return ok;
}
