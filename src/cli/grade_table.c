/* Rows of grades.csv, there and back, and what one student is told. */
#define _POSIX_C_SOURCE 200809L
#include "cli/grade.h"
#include "cli/sheet.h"

#include <csv.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 9

static const char *const columns[COLUMNS] = {"hash",    "student", "name",   "exercise", "points",
                                             "maximum", "status",  "reason", "files"};

/* --- writing --- */

void table_head(bool hash, struct buf *out)
{
    for (int k = hash ? 0 : 1; k < COLUMNS; k++) {
        buf_puts(out, columns[k]);
        buf_puts(out, k + 1 < COLUMNS ? "," : "\n");
    }
}

static void put_files(const struct work *w, void (*put)(const char *, struct buf *),
                      struct buf *out)
{
    struct buf names = {0};
    for (int k = 0; k < w->count; k++) {
        const char *slash = strrchr(w->path[k], '/');
        const char *name = slash != NULL ? slash + 1 : w->path[k];
        buf_printf(&names, "%s", k > 0 ? "; " : "");
        for (const char *p = name; *p != '\0'; p++) {
            buf_putc(&names, (unsigned char)*p < ' ' ? '?' : *p);
        }
    }
    put(buf_text(&names), out);
    buf_free(&names);
}

void table_rows(const struct exercises *x, const struct work *w, const struct marked *m, bool hash,
                struct buf *out)
{
    void (*put)(const char *, struct buf *) = hash ? sheet_field_raw : sheet_field;
    for (int k = 0; k < x->count; k++) {
        const struct mark *mark = &m->mark[k];
        if (hash) {
            buf_printf(out, "%s,", w->hash);
        }
        put(w->student->id, out);
        buf_putc(out, ',');
        put(w->student->name, out);
        buf_printf(out, ",%s,", x->at[k].name);
        if (mark_counts(mark->status)) {
            buf_printf(out, "%g", mark->points);
        }
        buf_printf(out, ",%g,%s,", mark->maximum, mark_name(mark->status));
        put(buf_text(&mark->reason), out);
        buf_putc(out, ',');
        put_files(w, put, out);
        buf_putc(out, '\n');
    }
}

/* --- reading what an interrupted run left --- */

struct resuming {
    const struct exercises *x;
    const struct handins *h;
    struct marked *m;
    struct buf field[COLUMNS];
    int column;
    int *taken; /* of each student: rows */
};

static void take_field(void *text, size_t len, void *self)
{
    struct resuming *r = self;
    if (r->column < COLUMNS) {
        buf_clear(&r->field[r->column]);
        buf_put(&r->field[r->column], text, len);
    }
    r->column++;
}

static const char *field(const struct resuming *r, int column)
{
    return buf_text(&r->field[column]);
}

static void take_row(int end, void *self)
{
    struct resuming *r = self;
    int columns_read = r->column;
    r->column = 0;
    if (columns_read != COLUMNS || end == -1) {
        return; /* the row that was being written */
    }
    for (int k = 0; k < r->h->count; k++) {
        const struct work *w = &r->h->at[k];
        if (strcmp(w->hash, field(r, 0)) != 0 || strcmp(w->student->id, field(r, 1)) != 0) {
            continue;
        }
        for (int e = 0; e < r->x->count; e++) {
            struct mark *mark = &r->m[k].mark[e];
            for (int s = 0; strcmp(r->x->at[e].name, field(r, 3)) == 0 && s < MARK_COUNT; s++) {
                if (strcmp(mark_name((enum mark_status)s), field(r, 6)) == 0) {
                    mark->status = (enum mark_status)s;
                    mark->points = strtod(field(r, 4), NULL);
                    mark->maximum = r->x->at[e].points;
                    buf_clear(&mark->reason);
                    buf_puts(&mark->reason, field(r, 7));
                    r->taken[k]++;
                }
            }
        }
        return;
    }
}

int table_resume(const char *text, size_t len, const struct exercises *x, const struct handins *h,
                 struct marked *m)
{
    struct csv_parser p;
    struct resuming r = {.x = x, .h = h, .m = m};
    int found = 0;
    r.taken = calloc((size_t)h->count + 1, sizeof *r.taken);
    if (r.taken == NULL || csv_init(&p, CSV_APPEND_NULL) != 0) {
        free(r.taken);
        return 0;
    }
    csv_parse(&p, text, len, take_field, take_row, &r);
    csv_fini(&p, take_field, take_row, &r);
    csv_free(&p);
    for (int k = 0; k < h->count; k++) {
        m[k].done = x->count > 0 && r.taken[k] >= x->count;
        found += m[k].done;
    }
    for (int k = 0; k < COLUMNS; k++) {
        buf_free(&r.field[k]);
    }
    free(r.taken);
    return found;
}

/* --- one student's feedback --- */

static void put_student(const struct student *s, struct buf *out)
{
    sheet_plain(s->id, out);
    if (*s->name != '\0') {
        buf_puts(out, " (");
        sheet_plain(s->name, out);
        buf_puts(out, ")");
    }
}

/* How many backticks stand at `at`. */
static size_t ticks(const char *at)
{
    return strspn(at, "`");
}

/* Behind the code that begins with `n` backticks at `at`; NULL: nothing ends it, it is no code. */
static const char *behind_code(const char *at, size_t n)
{
    for (const char *p = strchr(at + n, '`'); p != NULL; p = strchr(p, '`')) {
        size_t here = ticks(p);
        p += here;
        if (here == n) {
            return p;
        }
    }
    return NULL;
}

/* A sentence in Markdown, part of which a student may have written: code stays, tags and pictures
 * are shown as they are typed. */
static void put_paragraph(const char *text, struct buf *out)
{
    buf_puts(out, "\n");
    for (const char *p = text; *p != '\0';) {
        size_t n = ticks(p);
        const char *end = n > 0 ? behind_code(p, n) : NULL;
        size_t len = end != NULL ? (size_t)(end - p) : n > 0 ? n : 1;
        bool mark = *p == '<' || (*p == '!' && p[1] == '[') || (p == text && strchr("#>", *p));
        buf_puts(out, mark ? "\\" : "");
        buf_put(out, p, len);
        p += len;
    }
    buf_puts(out, "\n");
}

void feedback_text(const struct marking *m, const struct work *w, const struct marked *marked,
                   const char *title, struct buf *out)
{
    double points = 0, maximum = 0;
    bool all = true;
    for (int k = 0; k < m->exercises->count; k++) {
        points += mark_counts(marked->mark[k].status) ? marked->mark[k].points : 0;
        maximum += marked->mark[k].maximum;
        all = all && mark_counts(marked->mark[k].status);
    }
    buf_printf(out, "# %s\n\n", title);
    put_student(w->student, out);
    buf_printf(out, ": %g of %g points%s\n", points, maximum,
               all ? "" : ", some of it not marked yet");
    if (w->trouble.len > 0) {
        put_paragraph(buf_text(&w->trouble), out);
    }
    for (int k = 0; k < m->exercises->count; k++) {
        const struct mark *mark = &marked->mark[k];
        buf_printf(out, "\n## %s\n\n", m->exercises->at[k].name);
        if (mark_counts(mark->status)) {
            buf_printf(out, "%g of %g points (%s)\n", mark->points, mark->maximum,
                       mark_name(mark->status));
        } else {
            buf_printf(out, "%s\n", mark_name(mark->status));
        }
        if (mark->reason.len > 0) {
            put_paragraph(buf_text(&mark->reason), out);
        }
    }
}
