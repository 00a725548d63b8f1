/* Finds columns by their headers, turns rows into students, and file names back to students. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/roster.h"

#include "base/text.h"

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
    struct student *at;
    int count, cap, row, column;
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
    size_t a = strlen(first), b = strlen(last);
    char *text = arena_alloc(&g->r->arena, a + b + 2);
    if (text == NULL) {
        g->ok = false;
        return "";
    }
    memcpy(text, first, a);
    text[a] = ' ';
    memcpy(text + a + (a > 0), last, b);
    return text;
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
    for (int k = 0; k < g->count; k++) {
        if (strcmp(g->at[k].id, id) == 0) {
            g->ok = false;
            return error_set(g->err, ERROR_INPUT, "%s, row %d: the ID %s is there already, row %d",
                             g->file, g->row, id, g->at[k].row);
        }
    }
    return true;
}

static bool grow(struct reading *g)
{
    if (g->count < g->cap) {
        return true;
    }
    int cap = g->cap == 0 ? 64 : 2 * g->cap;
    struct student *at = arena_alloc(&g->r->arena, (size_t)cap * sizeof *at);
    if (at == NULL) {
        return g->ok = false;
    }
    if (g->count > 0) {
        memcpy(at, g->at, (size_t)g->count * sizeof *at);
    }
    g->at = at;
    g->cap = cap;
    return true;
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
    if (check_id(g, s.id) && grow(g)) {
        g->at[g->count++] = s;
    }
}

static void take_row(int end, void *self)
{
    struct reading *g = self;
    (void)end;
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
        return error_set(err, ERROR_MEMORY, "the system has no memory left for the class");
    }
    csv_set_delim(&p, roster_delimiter(buf_text(&clean), clean.len));
    bool parsed =
        csv_parse(&p, buf_text(&clean), clean.len, take_field, take_row, &g) == clean.len &&
        csv_fini(&p, take_field, take_row, &g) == 0;
    csv_free(&p);
    r->at = g.at;
    r->count = g.count;
    if (g.ok && parsed && g.count > 0) {
        return true;
    }
    roster_free(r);
    error_set(err, ERROR_INPUT, "%s has no students in it", file); /* unless it is told already */
    return false;
}

static bool add(struct reading *g, const char *id)
{
    const char *copy = arena_copy(&g->r->arena, id, strlen(id));
    if (copy == NULL || !check_id(g, copy) || !grow(g)) {
        error_set(g->err, ERROR_MEMORY, "the system has no memory left for the class");
        roster_free(g->r);
        return false;
    }
    g->at[g->count++] = (struct student){.id = copy, .name = "", .row = g->row};
    g->r->at = g->at;
    g->r->count = g->count;
    return true;
}

bool roster_of_one(struct roster *r, const char *id, struct error *err)
{
    struct reading g = {.r = r, .file = "--student", .err = err, .ok = true, .row = 1};
    *r = (struct roster){0};
    return add(&g, id);
}

bool roster_of_versions(struct roster *r, uint64_t count, struct error *err)
{
    struct reading g = {.r = r, .file = "--versions", .err = err, .ok = true};
    *r = (struct roster){0};
    if (count < 1 || count > 26) {
        return error_set(err, ERROR_INPUT, "--versions takes 1 to 26: A to Z");
    }
    for (char letter = 'A'; letter < 'A' + (int)count; letter++) {
        g.row++;
        if (!add(&g, (const char[]){letter, '\0'})) {
            return false;
        }
    }
    return true;
}

void roster_free(struct roster *r)
{
    arena_free(&r->arena);
    *r = (struct roster){0};
}

const struct student *roster_find(const struct roster *r, const char *id)
{
    for (int k = 0; k < r->count; k++) {
        if (strcmp(r->at[k].id, id) == 0) {
            return &r->at[k];
        }
    }
    return NULL;
}

/* --- names of hand-ins --- */

/* "ID", "ID.txt", where the ID may have dots of its own. */
static bool named_after(const char *name, const char *id)
{
    size_t len = strlen(id);
    return len > 0 && strncasecmp(name, id, len) == 0 && (name[len] == '\0' || name[len] == '.');
}

static bool goes_by(const struct student *s, const char *text, size_t len)
{
    bool found = strlen(s->id) == len && strncasecmp(s->id, text, len) == 0;
    for (int k = 0; k < s->alias_count; k++) {
        found |= strlen(s->alias[k]) == len && strncasecmp(s->alias[k], text, len) == 0;
    }
    return found;
}

/* The one student that fits; the longest ID goes first: "ann.b.txt" is ann.b's, not ann's. */
static const struct student *by_id(const struct roster *r, const char *name)
{
    const struct student *best = NULL;
    size_t longest = 0;
    bool tied = false;
    for (int k = 0; k < r->count; k++) {
        const struct student *s = &r->at[k];
        size_t len = named_after(name, s->id) ? strlen(s->id) : 0;
        for (int j = 0; j < s->alias_count; j++) {
            size_t other = named_after(name, s->alias[j]) ? strlen(s->alias[j]) : 0;
            len = other > len ? other : len;
        }
        if (len > longest) {
            best = s;
            longest = len;
            tied = false;
        } else if (len > 0 && len == longest) {
            tied = true;
        }
    }
    return tied ? NULL : best;
}

/* "Full name_4711_assignsubmission_file_": by the number, else by the name. */
static const struct student *by_moodle(const struct roster *r, const char *name)
{
    const char *mark = strstr(name, "_assignsubmission_");
    const struct student *found = NULL;
    if (mark == NULL) {
        return NULL;
    }
    const char *number = mark;
    while (number > name && isdigit((unsigned char)number[-1])) {
        number--;
    }
    for (int k = 0; k < r->count; k++) {
        if (goes_by(&r->at[k], number, (size_t)(mark - number))) {
            return &r->at[k];
        }
    }
    size_t len = number > name ? (size_t)(number - name) - 1 : 0;
    for (int k = 0; k < r->count; k++) {
        const char *full = r->at[k].name;
        if (len > 0 && strlen(full) == len && strncasecmp(full, name, len) == 0) {
            if (found != NULL) {
                return NULL; /* two of one name */
            }
            found = &r->at[k];
        }
    }
    return found;
}

/* The letters and digits of a text behind each other, as far as `from`, then from the front on. */
static bool spells(const char *name, size_t name_len, const char *text, size_t from)
{
    size_t len = strlen(text), at = 0;
    for (size_t k = 0; k < len; k++) {
        char c = text[(from + k) % len];
        if (isalnum((unsigned char)c) || (unsigned char)c >= 0x80) {
            if (at == name_len || tolower((unsigned char)c) != tolower((unsigned char)name[at])) {
                return false;
            }
            at++;
        }
    }
    return len > 0 && at == name_len;
}

static bool is_number(const char *text)
{
    return strspn(text, "0123456789") == strlen(text);
}

/* "lovelaceada" for Ada Lovelace, of whom the class has no number that could say otherwise. */
static const struct student *by_letters(const struct roster *r, const char *name, size_t len)
{
    const struct student *found = NULL;
    for (int k = 0; k < r->count; k++) {
        const struct student *s = &r->at[k];
        bool same = false, numbered = is_number(s->id);
        for (int j = 0; j < s->alias_count; j++) {
            numbered = numbered || is_number(s->alias[j]);
        }
        for (size_t from = 0; s->name[from] != '\0'; from++) {
            bool word = from == 0 || s->name[from - 1] == ' ';
            same = same || (word && spells(name, len, s->name, from));
        }
        if (same && (found != NULL || numbered)) {
            return NULL;
        }
        found = same ? s : found;
    }
    return found;
}

/* Where the numbers stand in Canvas's name. */
static const char *behind_late(const char *name)
{
    const char *p = strchr(name, '_');
    return p != NULL && strncasecmp(p, "_late_", 6) == 0 ? p + 5 : p;
}

/* "lastfirst_LATE_12345_6789_sheet.txt", "lastfirst_12345_text.html": by the first number, else by
 * the name. */
static const struct student *by_canvas(const struct roster *r, const char *name)
{
    const char *p = behind_late(name);
    size_t len = p != NULL ? strspn(p + 1, "0123456789") : 0;
    bool typed = len > 0 && strcmp(p + 1 + len, "_text.html") == 0; /* into the page itself */
    if (len == 0 || p[1 + len] != '_' || (!typed && !isdigit((unsigned char)p[len + 2]))) {
        return NULL;
    }
    for (int k = 0; k < r->count; k++) {
        if (goes_by(&r->at[k], p + 1, len)) {
            return &r->at[k];
        }
    }
    return by_letters(r, name, strcspn(name, "_"));
}

/* Long enough, and with a digit in it: no word of a file's name by chance. */
static bool is_telling(const char *id)
{
    size_t len = strlen(id), digits = 0;
    for (size_t k = 0; k < len; k++) {
        digits += isdigit((unsigned char)id[k]) != 0;
    }
    return digits > 0 && len >= (digits == len ? 5 : 3);
}

static bool has_word(const char *name, const char *word)
{
    size_t len = strlen(word);
    for (const char *p = name; *p != '\0'; p++) {
        bool begins = p == name || !isalnum((unsigned char)p[-1]);
        if (begins && strncasecmp(p, word, len) == 0 && !isalnum((unsigned char)p[len])) {
            return true;
        }
    }
    return false;
}

/* "s07 (1).txt", "softmax-s07.md": the one student whose ID stands in it. */
static const struct student *by_word(const struct roster *r, const char *name)
{
    const struct student *found = NULL;
    for (int k = 0; k < r->count; k++) {
        const struct student *s = &r->at[k];
        if (is_telling(s->id) && has_word(name, s->id)) {
            if (found != NULL) {
                return NULL;
            }
            found = s;
        }
    }
    return found;
}

/* A learning platform's name: only its own number says whose it is. */
static bool is_platforms(const char *name)
{
    const char *p = behind_late(name);
    size_t first = p != NULL ? strspn(p + 1, "0123456789") : 0;
    return strstr(name, "_assignsubmission_") != NULL ||
           (first > 0 && p[1 + first] == '_' && isdigit((unsigned char)p[2 + first]));
}

const struct student *roster_of_file(const struct roster *r, const char *name)
{
    const struct student *s = by_id(r, name);
    s = s != NULL ? s : by_moodle(r, name);
    s = s != NULL ? s : by_canvas(r, name);
    return s != NULL || is_platforms(name) ? s : by_word(r, name);
}
