/* Writes rows of grades.csv and reads them back, and tells one student what was marked. */
#define _POSIX_C_SOURCE 200809L
#include "cli/class/grade.h"

#include "base/visible.h"
#include "cli/class/handins.h"
#include "cli/class/sheet.h"
#include "exercise/form.h"
#include "lesson/words.h"

#include <csv.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* The first and the last four are for the program alone. */
enum {
    HASH,
    STUDENT,
    NAME,
    EXERCISE,
    POINTS,
    MAXIMUM,
    STATUS,
    REASON,
    FILES,
    ASIDE,
    NOTE,
    UNREAD,
    SHEET,
    COLUMNS
};

static const char *const columns[COLUMNS] = {"hash",    "student", "name",   "exercise", "points",
                                             "maximum", "status",  "reason", "files",    "aside",
                                             "note",    "unread",  "sheet"};

/* --- writing --- */

void grade_table_head(bool hash, struct buf *out)
{
    int count = hash ? COLUMNS : ASIDE;
    for (int k = hash ? HASH : STUDENT; k < count; k++) {
        buf_puts(out, columns[k]);
        buf_puts(out, k + 1 < count ? "," : "\n");
    }
}

static void put_files(const struct work *w, void (*put)(const char *, struct buf *),
                      struct buf *out)
{
    scoped_buf names = {0};
    for (int k = 0; k < w->count; k++) {
        const char *slash = strrchr(w->path[k], '/');
        const char *name = slash != NULL ? slash + 1 : w->path[k];
        buf_printf(&names, "%s", k > 0 ? "; " : "");
        visible_line(name, &names);
    }
    put(buf_text(&names), out);
}

/* In the table stands what is for the teacher alone, too. */
static void put_reason(const struct mark *m, bool alone, void (*put)(const char *, struct buf *),
                       struct buf *out)
{
    scoped_buf text = {0};
    bool aside = !alone && m->aside.len > 0;
    buf_printf(&text, "%s%s%s", buf_text(&m->reason), aside && m->reason.len > 0 ? " " : "",
               aside ? buf_text(&m->aside) : "");
    put(buf_text(&text), out);
    out->failed = out->failed || text.failed;
}

void grade_table_row(const struct exercises *x, const struct work *w, const struct marked *m, int k,
                     bool hash, struct buf *out)
{
    void (*put)(const char *, struct buf *) = hash ? sheet_field_raw : sheet_field;
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
    buf_printf(out, ",%g,%s,", x->at[k].points, mark_name(mark->status));
    put_reason(mark, hash, put, out);
    buf_putc(out, ',');
    put_files(w, put, out);
    const struct buf *more[] = {&mark->aside, &w->note, &w->unread};
    for (int j = 0; hash && j < 3; j++) {
        buf_putc(out, ',');
        put(buf_text(more[j]), out);
    }
    if (hash) {
        buf_printf(out, ",%d", (int)m->sheet);
    }
    buf_putc(out, '\n');
}

void grade_table_rows(const struct exercises *x, const struct work *w, const struct marked *m,
                      bool hash, struct buf *out)
{
    for (int k = 0; k < x->count; k++) {
        grade_table_row(x, w, m, k, hash, out);
    }
}

/* --- reading what a process or an interrupted run has written --- */

struct taking {
    const struct exercises *x;
    struct handins *h;
    struct marked *m;
    struct buf field[COLUMNS];
    int column;
};

static void take_field(void *text, size_t len, void *self)
{
    struct taking *r = self;
    if (r->column < COLUMNS) {
        buf_clear(&r->field[r->column]);
        buf_put(&r->field[r->column], text, len);
    }
    r->column++;
}

static const char *field(const struct taking *r, int column)
{
    return buf_text(&r->field[column]);
}

static void take_text(struct buf *to, const char *text)
{
    buf_clear(to);
    buf_puts(to, text);
}

static void take_mark(struct taking *r, int student)
{
    for (int e = 0; e < r->x->count; e++) {
        struct mark *mark = &r->m[student].mark[e];
        for (int s = 0; strcmp(r->x->at[e].name, field(r, EXERCISE)) == 0 && s < MARK_COUNT; s++) {
            if (strcmp(mark_name((enum mark_status)s), field(r, STATUS)) == 0) {
                mark->status = (enum mark_status)s;
                mark->points = strtod(field(r, POINTS), NULL);
                mark->maximum = r->x->at[e].points;
                take_text(&mark->reason, field(r, REASON));
                take_text(&mark->aside, field(r, ASIDE));
                r->m[student].rows++;
            }
        }
    }
}

static void take_row(int end, void *self)
{
    struct taking *r = self;
    int columns_read = r->column;
    r->column = 0;
    if (columns_read != COLUMNS || end == -1) {
        return; /* the row that was being written */
    }
    for (int k = 0; k < r->h->count; k++) {
        struct work *w = &r->h->at[k];
        if (strcmp(w->hash, field(r, HASH)) == 0 &&
            strcmp(w->student->id, field(r, STUDENT)) == 0) {
            take_mark(r, k);
            take_text(&w->note, field(r, NOTE));
            take_text(&w->unread, field(r, UNREAD));
            int fit = atoi(field(r, SHEET));
            r->m[k].sheet = fit > 0 && fit < SHEET_FITS ? (enum sheet_fit)fit : SHEET_UNNAMED;
            return;
        }
    }
}

void grade_table_take(const char *text, size_t len, const struct exercises *x, struct handins *h,
                      struct marked *m)
{
    struct csv_parser p;
    struct taking r = {.x = x, .h = h, .m = m};
    if (csv_init(&p, CSV_APPEND_NULL) != 0) {
        return;
    }
    csv_parse(&p, text, len, take_field, take_row, &r);
    csv_fini(&p, take_field, take_row, &r);
    csv_free(&p);
    for (int k = 0; k < COLUMNS; k++) {
        buf_free(&r.field[k]);
    }
}

/* --- one student's feedback --- */

static void put_student(const struct student *s, struct buf *out)
{
    words_escape(s->id, out);
    if (*s->name != '\0') {
        buf_puts(out, " (");
        words_escape(s->name, out);
        buf_puts(out, ")");
    }
}

/* Code between backticks, at the front. */
FORM(code, "(?s)^(`++).*?(?<!`)\\1(?!`)");
/* GitHub makes links of these without brackets. */
FORM(link, "(?i)(?<![a-z])(?:https?:|ftp:|mailto:|xmpp:|www\\.)$");

/* A backslash makes a sign of Markdown a sign of the text. */
static bool is_sign(const char *text, const char *p, bool plain)
{
    bool inside = *p == '_' && p > text && isalnum((unsigned char)p[-1]) &&
                  isalnum((unsigned char)p[1]); /* of a name, where it is itself */
    return (strchr(plain ? "\\<>[]|~&`@*_" : "\\<>[]|~&`@", *p) != NULL && !inside) ||
           (*p == '!' && p[1] == '[') || (p == text && strchr("#-+*=", *p) != NULL) ||
           (strchr(":.", *p) != NULL &&
            form_in(&link, (struct piece){text, (size_t)(p - text) + 1}));
}

/* How much of the text at `at` is the lesson's own: what it says of a mistake. */
static size_t own_words(const struct exercise *e, const char *at)
{
    const struct exercise_part *part;
    size_t most = 0;
    for (int k = 0; e != NULL && (part = exercise_part(e, PART_WRONG, k)) != NULL; k++) {
        const char *said = part->text != NULL ? part->text : "";
        size_t len = 0;
        while (said[len] != '\0' && at[len] == (said[len] == '\n' ? ' ' : said[len])) {
            len++;
        }
        bool all = said[len + strspn(said + len, " \n")] == '\0';
        most = all && len > most ? len : most;
    }
    return most;
}

/* A sentence in Markdown, part of which a student may have written: code stays, links, tags,
 * pictures and tables are shown as they are typed, and so are bold and italic letters but where the
 * lesson speaks. What is code here is code to every reader of Markdown, for no backslash in front
 * of a backtick is left as it was. */
static void put_paragraph(const char *text, const struct exercise *e, struct buf *out)
{
    const char *own = text; /* the end of such words */
    buf_puts(out, "\n");
    for (const char *p = text; *p != '\0';) {
        size_t n = strspn(p, "`");
        struct piece all[FORM_GROUPS];
        own = p >= own ? p + own_words(e, p) : own;
        if (n > 0 && form_find(&code, piece_of(p), 0, all)) {
            buf_put(out, p, all->len);
            p += all->len;
            continue;
        }
        for (size_t k = 0; k < (n > 0 ? n : 1); k++, p++) {
            buf_puts(out, is_sign(text, p, p >= own) ? "\\" : "");
            buf_putc(out, *p);
        }
    }
    buf_puts(out, "\n");
}

void grade_table_feedback(const struct marking *m, const struct work *w,
                          const struct marked *marked, const char *title, struct buf *out)
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
    if (w->unread.len > 0) {
        scoped_buf text = {0};
        buf_printf(&text, "For your teacher to look at: %s", buf_text(&w->unread));
        put_paragraph(buf_text(&text), NULL, out);
    }
    if (w->note.len > 0) {
        put_paragraph(buf_text(&w->note), NULL, out);
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
            put_paragraph(buf_text(&mark->reason), &m->exercises->at[k], out);
        }
    }
}
