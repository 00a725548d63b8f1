/* Finds columns by their headers, turns rows into students, and file names back to students. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/roster.h"

#include "base/buf.h"
#include "base/grow.h"
#include "base/named.h"
#include "base/text.h"
#include "exercise/form.h"

#include <csv.h>
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define COLUMNS_MOST 40

/* --- columns --- */

enum role { ROLE_OTHER, ROLE_ID, ROLE_NAME, ROLE_FIRST_NAME, ROLE_LAST_NAME };

/* The first of these that a header has is the ID, the others with that role are aliases. */
static const struct {
    const char *header;
    enum role role;
} columns[] = {
    {"id", ROLE_ID},
    {"student id", ROLE_ID},
    {"student_id", ROLE_ID},
    {"id number", ROLE_ID},
    {"sis user id", ROLE_ID},
    {"sis login id", ROLE_ID},
    {"username", ROLE_ID},
    {"identifier", ROLE_ID},
    {"email address", ROLE_ID},
    {"email", ROLE_ID},
    {"name", ROLE_NAME},
    {"full name", ROLE_NAME},
    {"student", ROLE_NAME},
    {"first name", ROLE_FIRST_NAME},
    {"last name", ROLE_LAST_NAME},
    {"surname", ROLE_LAST_NAME},
};
#define KNOWN (sizeof columns / sizeof columns[0])

struct reading {
    struct roster *r;
    const char *file;
    struct error *err;
    int row, column;
    bool header, ok;
    enum role role[COLUMNS_MOST];
    int rank[COLUMNS_MOST]; /* in `columns`; the lowest is the ID */
    int id_column;          /* once the first row is over */
    const char *field[COLUMNS_MOST];
};

static void take_field(void *text, size_t len, void *self)
{
    struct reading *g = self;
    if (g->column < COLUMNS_MOST) {
        const char *copy = arena_copy(&g->r->arena, text != NULL ? text : "", len);
        g->ok = g->ok && copy != NULL;
        g->field[g->column] = copy != NULL ? copy : "";
    }
    g->column++;
}

/* Whether the first row is a header; then what its columns are. */
static bool take_header(struct reading *g)
{
    bool found = false;
    for (int c = 0; c < g->column && c < COLUMNS_MOST; c++) {
        g->role[c] = ROLE_OTHER;
        for (size_t k = 0; k < KNOWN; k++) {
            if (strcasecmp(g->field[c], columns[k].header) == 0) {
                g->role[c] = columns[k].role;
                g->rank[c] = (int)k;
                found = true;
            }
        }
        bool id = g->role[c] == ROLE_ID;
        if (id && (g->id_column < 0 || g->rank[c] < g->rank[g->id_column])) {
            g->id_column = c;
        }
    }
    if (!found) {
        g->role[0] = ROLE_ID;
        g->role[1] = ROLE_NAME;
        g->id_column = 0;
    }
    return found;
}

/* --- rows --- */

static void add_alias(struct student *s, const char *text)
{
    if (*text != '\0' && s->alias_count < STUDENT_ALIASES) {
        s->alias[s->alias_count++] = text;
    }
}

/* "Participant 4711" is called 4711 in file names. */
static const char *without_word(const char *text)
{
    static const char word[] = "Participant ";
    return strncasecmp(text, word, strlen(word)) == 0 ? text + strlen(word) : text;
}

static const char *join(struct reading *g, const char *first, const char *last)
{
    scoped_buf both = {0};
    buf_printf(&both, "%s%s%s", first, *first != '\0' ? " " : "", last);
    const char *kept = arena_copy(&g->r->arena, buf_text(&both), both.len);
    g->ok = g->ok && kept != NULL && !both.failed;
    return kept != NULL ? kept : "";
}

static bool refuse(struct reading *g, const char *what)
{
    g->ok = false;
    return error_set(g->err, ERROR_INPUT, "%s, row %d: %s", g->file, g->row, what);
}

static bool check_id(struct reading *g, const char *id)
{
    if (*id == '\0') {
        return refuse(g, "the ID is missing; every student needs one");
    }
    if (strlen(id) > 120 || strchr(id, '/') != NULL || *id == '.') {
        return refuse(g, "an ID may not have more than 120 bytes, a / in it or a . in front");
    }
    for (const char *p = id; *p != '\0'; p++) {
        if ((unsigned char)*p < ' ') {
            return refuse(g, "an ID must be one line without control characters");
        }
    }
    const struct student *other = roster_find(g->r, id);
    g->ok = g->ok && other == NULL;
    return other == NULL ||
           error_set(g->err, ERROR_INPUT, "%s, row %d: the ID %s is there already, row %d", g->file,
                     g->row, id, other->row);
}

static void add(struct reading *g, const struct student *s)
{
    g->ok = check_id(g, s->id) && grow(&g->r->at, g->r->count, &g->r->cap, sizeof *s);
    if (g->ok) {
        g->r->at[g->r->count++] = *s;
    }
}

static bool is_blank(const struct reading *g)
{
    for (int c = 0; c < g->column && c < COLUMNS_MOST; c++) {
        if (g->field[c][strspn(g->field[c], " \t")] != '\0') {
            return false;
        }
    }
    return true;
}

/* Canvas writes a row of points between the header and the students. */
static bool is_points(const struct reading *g)
{
    return g->column > 0 && strstr(g->field[0], "Points Possible") != NULL;
}

static void take_student(struct reading *g)
{
    struct student s = {.row = g->row, .name = "", .id = ""};
    const char *first = "", *last = "";
    int most = g->column < COLUMNS_MOST ? g->column : COLUMNS_MOST;
    for (int c = 0; c < most; c++) {
        const char *text = g->field[c];
        switch (g->role[c]) {
        case ROLE_ID:
            if (c == g->id_column) {
                s.id = text;
            }
            add_alias(&s, without_word(text));
            break;
        case ROLE_NAME:
            s.name = text;
            break;
        case ROLE_FIRST_NAME:
            first = text;
            break;
        case ROLE_LAST_NAME:
            last = text;
            break;
        case ROLE_OTHER:
            break;
        }
    }
    if (*s.name == '\0' && (*first != '\0' || *last != '\0')) {
        s.name = join(g, first, last);
    }
    add(g, &s);
}

static void take_row(int end, void *self)
{
    struct reading *g = self;
    g->row++;
    if (g->ok && !is_blank(g)) {
        bool first = g->id_column < 0 && !g->header;
        g->header = first && take_header(g);
        bool header = first && g->header;
        if (header && g->id_column < 0) {
            refuse(g, "there is no column with IDs; name one `id`");
        }
        g->header = g->header || header;
        if (g->ok && !header && !is_points(g)) {
            take_student(g);
        }
    }
    g->column = 0;
}

/* --- the whole file --- */

unsigned char roster_delimiter(const char *text, size_t len)
{
    const char *end = memchr(text, '\n', len);
    size_t line = end != NULL ? (size_t)(end - text) : len;
    for (const char *d = ",;\t"; *d != '\0'; d++) {
        if (memchr(text, *d, line) != NULL) {
            return (unsigned char)*d;
        }
    }
    return ',';
}

/* The rest of the class would be one field. A quotation mark within a field is written twice. */
static bool has_open_quote(const char *text, size_t len)
{
    size_t marks = 0;
    for (size_t k = 0; k < len; k++) {
        marks += text[k] == '"';
    }
    return marks % 2 != 0;
}

bool roster_read(struct roster *r, const char *file, const char *text, size_t len,
                 struct error *err)
{
    struct csv_parser p;
    struct reading g = {.r = r, .file = file, .err = err, .ok = true, .id_column = -1};
    *r = (struct roster){0};
    scoped_buf clean = {0};
    const char *why = NULL;
    if (!text_of_bytes(text, len, &clean, &why)) {
        return error_set(err, ERROR_INPUT, "%s %s; save the class as CSV", file, why);
    }
    if (has_open_quote(buf_text(&clean), clean.len)) {
        return error_set(err, ERROR_INPUT, "%s: a quotation mark is opened and never closed", file);
    }
    if (clean.failed || csv_init(&p, CSV_APPEND_NULL) != 0) {
        return error_memory(err);
    }
    csv_set_delim(&p, roster_delimiter(buf_text(&clean), clean.len));
    bool parsed =
        csv_parse(&p, buf_text(&clean), clean.len, take_field, take_row, &g) == clean.len &&
        csv_fini(&p, take_field, take_row, &g) == 0;
    csv_free(&p);
    if (g.ok && parsed && r->count > 0) {
        return true;
    }
    roster_free(r);
    error_set(err, ERROR_INPUT, "%s has no students in it", file); /* unless it is told already */
    return false;
}

/* Students without a file, whose IDs are `first` and its successors. */
static bool make(struct roster *r, const char *file, const char *first, int count,
                 struct error *err)
{
    struct reading g = {.r = r, .file = file, .err = err, .ok = true};
    *r = (struct roster){0};
    for (int k = 0; g.ok && k < count; k++) {
        char *id = arena_copy(&r->arena, first, strlen(first));
        g.row++;
        g.ok = id != NULL;
        if (id != NULL) {
            *id = (char)(*id + k);
            add(&g, &(struct student){.id = id, .name = "", .row = g.row});
        }
    }
    if (!g.ok) {
        error_memory(err);
        roster_free(r);
    }
    return g.ok;
}

bool roster_of_one(struct roster *r, const char *id, struct error *err)
{
    return make(r, "--student", id, 1, err);
}

bool roster_of_versions(struct roster *r, uint64_t count, struct error *err)
{
    return count < 1 || count > 26 ? error_set(err, ERROR_INPUT, "--versions takes 1 to 26: A to Z")
                                   : make(r, "--versions", "A", (int)count, err);
}

void roster_free(struct roster *r)
{
    free(r->at);
    arena_free(&r->arena);
    *r = (struct roster){0};
}

const struct student *roster_find(const struct roster *r, const char *id)
{
    int k = named_at(r->at, r->count, sizeof *r->at, id);
    return k >= 0 ? &r->at[k] : NULL;
}

/* --- names of hand-ins --- */

static bool is(const char *one, struct piece other)
{
    return strlen(one) == other.len && strncasecmp(one, other.at, other.len) == 0;
}

/* How much of the name is that ID: "ID", "ID.txt", where the ID may have dots of its own. */
static size_t named_after(const char *name, const char *id)
{
    size_t len = strlen(id);
    bool same = strncasecmp(name, id, len) == 0 && (name[len] == '\0' || name[len] == '.');
    return same ? len : 0;
}

/* The one student that fits; the longest ID goes first: "ann.b.txt" is ann.b's, not ann's. */
static const struct student *by_id(const struct roster *r, const char *name)
{
    const struct student *best = NULL;
    size_t longest = 0;
    for (int k = 0; k < r->count; k++) {
        const struct student *s = &r->at[k];
        size_t len = named_after(name, s->id);
        for (int j = 0; j < s->alias_count; j++) {
            size_t other = named_after(name, s->alias[j]);
            len = other > len ? other : len;
        }
        if (len > 0 && len >= longest) {
            best = len > longest ? s : NULL;
            longest = len;
        }
    }
    return best;
}

/* The one student that the test is true of; NULL: nobody, or more than one. */
static const struct student *only(const struct roster *r,
                                  bool (*test)(const struct student *s, struct piece text),
                                  struct piece text)
{
    const struct student *found = NULL;
    for (int k = 0; k < r->count; k++) {
        if (test(&r->at[k], text)) {
            if (found != NULL) {
                return NULL;
            }
            found = &r->at[k];
        }
    }
    return found;
}

static bool goes_by(const struct student *s, struct piece text)
{
    bool found = is(s->id, text);
    for (int k = 0; k < s->alias_count; k++) {
        found = found || is(s->alias[k], text);
    }
    return found;
}

static bool has_name(const struct student *s, struct piece name)
{
    return name.len > 0 && is(s->name, name);
}

/* The letters and digits of a text behind each other, from the word at `from` on and round to it.
 */
static bool spells(struct piece name, const char *text, size_t from)
{
    size_t len = strlen(text), at = 0;
    for (size_t k = 0; k < len; k++) {
        char c = text[(from + k) % len];
        if (isalnum((unsigned char)c) || (unsigned char)c >= 0x80) {
            if (at == name.len ||
                tolower((unsigned char)c) != tolower((unsigned char)name.at[at])) {
                return false;
            }
            at++;
        }
    }
    return at == name.len;
}

/* "lovelaceada" for Ada Lovelace. */
static bool has_letters(const struct student *s, struct piece name)
{
    bool same = false;
    for (size_t from = 0; s->name[from] != '\0'; from++) {
        bool word = from == 0 || s->name[from - 1] == ' ';
        same = same || (word && spells(name, s->name, from));
    }
    return same;
}

static bool is_number(const char *text)
{
    return strspn(text, "0123456789") == strlen(text);
}

/* The class has a number of them: the one in a file's name would be it. */
static bool is_numbered(const struct student *s)
{
    bool numbered = is_number(s->id);
    for (int j = 0; j < s->alias_count; j++) {
        numbered = numbered || is_number(s->alias[j]);
    }
    return numbered;
}

/* Moodle's "Full name_4711_assignsubmission_file_": the name, the number. */
FORM(moodle, "(?s)^(?:(.*?).){0,1}?(?<![0-9])([0-9]*)_assignsubmission_");
/* Canvas's "lastfirst_LATE_12345_6789_sheet.txt", "lastfirst_12345_text.html". */
FORM(canvas, "(?is)^([^_]*)(?:_late(?=_))?_([0-9]+)_(?:[0-9]|(?-i:text\\.html$))");
/* A platform's name, where only its own number says whose it is. */
FORM(platforms, "(?is)^(?:.*(?-i:_assignsubmission_)|[^_]*(?:_late(?=_))?_[0-9]+_[0-9])");
/* Long enough, and with a digit in it: no word of a file's name by chance. */
FORM(telling, "^(?:[0-9]{5,}|(?=.*[0-9])(?=.*[^0-9]).{3,})$");

/* By the number, else by the name, of which the class has no number that could say otherwise. */
static const struct student *by_platform(const struct roster *r, struct form *f,
                                         bool (*test)(const struct student *s, struct piece text),
                                         struct piece name)
{
    struct piece part[FORM_GROUPS];
    if (!form_find(f, name, 0, part)) {
        return NULL;
    }
    for (int k = 0; k < r->count; k++) {
        if (goes_by(&r->at[k], part[2])) {
            return &r->at[k];
        }
    }
    const struct student *s = only(r, test, part[1]);
    return s != NULL && test == has_letters && is_numbered(s) ? NULL : s;
}

/* "s07 (1).txt", "softmax-s07.md": the ID stands in it. */
static bool has_word(const struct student *s, struct piece name)
{
    size_t len = strlen(s->id);
    for (size_t k = 0; form_in(&telling, piece_of(s->id)) && k + len <= name.len; k++) {
        bool begins = k == 0 || !isalnum((unsigned char)name.at[k - 1]);
        bool ends = k + len == name.len || !isalnum((unsigned char)name.at[k + len]);
        if (begins && ends && strncasecmp(name.at + k, s->id, len) == 0) {
            return true;
        }
    }
    return false;
}

const struct student *roster_of_file(const struct roster *r, const char *name)
{
    struct piece all = piece_of(name);
    const struct student *s = by_id(r, name);
    s = s != NULL ? s : by_platform(r, &moodle, has_name, all);
    s = s != NULL ? s : by_platform(r, &canvas, has_letters, all);
    return s != NULL || form_in(&platforms, all) ? s : only(r, has_word, all);
}
