/* Reading answers line by line, in the same way out of every kind of file. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin.h"

#include "base/utf8.h"
#include "lesson/lesson.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

#define NAME_MOST 100

struct scan { /* through one text */
    struct handin *h;
    const char *p, *end;
    struct reply *last; /* that code in a fence belongs to; NULL: to none */
    bool comments;      /* only lines that begin with # are read, without it */
    struct error *err;
};

bool handin_init(struct handin *h, const struct exercises *x, struct error *err)
{
    *h = (struct handin){.of = x};
    h->reply = arena_alloc(&h->arena, (size_t)(x->count + 1) * sizeof *h->reply);
    if (h->reply == NULL) {
        return error_set(err, ERROR_MEMORY, "the system has no memory left for a hand-in");
    }
    for (int k = 0; k < x->count; k++) {
        h->reply[k] = (struct reply){.exercise = &x->at[k]};
    }
    return true;
}

void handin_free(struct handin *h)
{
    buf_free(&h->code);
    buf_free(&h->note);
    arena_free(&h->arena);
    *h = (struct handin){0};
}

static struct reply *reply_of(struct handin *h, const char *name)
{
    for (int k = 0; k < h->of->count; k++) {
        if (strcasecmp(h->of->at[k].name, name) == 0) {
            return &h->reply[k];
        }
    }
    return NULL;
}

static bool asks_for_code(const struct exercise *e)
{
    return e->kind == EXERCISE_code || e->kind == EXERCISE_bug;
}

const char *handin_code(const struct handin *h, const struct reply *r)
{
    if (r->code != NULL || !asks_for_code(r->exercise) || h->code.len == 0) {
        return r->code;
    }
    return buf_text(&h->code);
}

/* --- lines --- */

/* The next line without its end and the blanks around it; false behind the last. */
static bool next_line(struct scan *s, const char **line, size_t *len)
{
    if (s->p >= s->end) {
        return false;
    }
    const char *stop = memchr(s->p, '\n', (size_t)(s->end - s->p));
    const char *to = stop != NULL ? stop : s->end;
    *line = s->p;
    s->p = stop != NULL ? stop + 1 : s->end;
    while (to > *line && isspace((unsigned char)to[-1])) {
        to--;
    }
    *len = (size_t)(to - *line);
    return true;
}

static void skip_blanks(const char **line, size_t *len)
{
    while (*len > 0 && (**line == ' ' || **line == '\t')) {
        (*line)++;
        (*len)--;
    }
}

/* Marks of a list, of emphasis and of code around a name: "- **shape-one**: `2 3`". */
static bool is_mark(char c)
{
    return c == '*' || c == '`' || c == '_';
}

/* "name: answer" into its two halves. */
static bool split(const char *line, size_t len, char name[NAME_MOST], const char **answer,
                  size_t *answer_len)
{
    size_t n = 0;
    if (len > 2 && (line[0] == '-' || line[0] == '*') && line[1] == ' ') {
        line += 2;
        len -= 2;
    }
    while (len > 0 && is_mark(*line)) {
        line++;
        len--;
    }
    while (n < len && n + 1 < NAME_MOST &&
           (isalnum((unsigned char)line[n]) || line[n] == '-' || line[n] == '_')) {
        name[n] = line[n];
        n++;
    }
    size_t colon = n;
    while (colon < len && (is_mark(line[colon]) || line[colon] == ' ')) {
        colon++;
    }
    while (n > 0 && name[n - 1] == '_') {
        n--;
    }
    name[n] = '\0';
    if (n == 0 || colon >= len || line[colon] != ':') {
        return false;
    }
    *answer = line + colon + 1;
    *answer_len = len - colon - 1;
    while (*answer_len > 0 && (is_mark(**answer) || **answer == ' ' || **answer == '\t')) {
        (*answer)++;
        (*answer_len)--;
    }
    while (*answer_len > 0 && is_mark((*answer)[*answer_len - 1])) {
        (*answer_len)--;
    }
    return true;
}

/* --- what a line says --- */

static bool take_head(struct handin *h, const char *name, const char *text)
{
    const struct {
        const char *name;
        const char **at;
    } heads[] = {{"student", &h->student},
                 {"lesson", &h->lesson},
                 {"version", &h->version},
                 {"sheet", &h->sheet}};
    for (size_t k = 0; k < sizeof heads / sizeof heads[0]; k++) {
        if (strcasecmp(name, heads[k].name) == 0) {
            *heads[k].at = *text != '\0' ? text : *heads[k].at;
            return true;
        }
    }
    return false;
}

/* A name that is nearly an exercise's is told; others are prose. */
static void note_unknown(struct handin *h, const char *name)
{
    const char *names[256];
    int count = 0;
    for (int k = 0; k < h->of->count && count < 255; k++) {
        names[count++] = h->of->at[k].name;
    }
    names[count] = NULL;
    const char *near = strchr(name, '-') != NULL ? complaint_nearest(name, names) : NULL;
    if (near != NULL) {
        buf_printf(&h->note, "There is no exercise %s; did you mean %s? ", name, near);
    }
}

/* An answer on the line below its name; a line with # is the template's or a heading. */
static bool take_below(struct scan *s, const char *line, size_t len)
{
    struct reply *r = s->last;
    while (len > 0 && is_mark(*line)) {
        line++;
        len--;
    }
    while (len > 0 && is_mark(line[len - 1])) {
        len--;
    }
    if (s->comments || r == NULL || r->exercise->kind == EXERCISE_code || r->answer != NULL ||
        r->code != NULL || len == 0 || *line == '#') {
        return true;
    }
    r->answer = arena_copy(&s->h->arena, line, len);
    return r->answer != NULL ||
           error_set(s->err, ERROR_MEMORY, "the system has no memory left for a hand-in");
}

static bool take_line(struct scan *s, const char *line, size_t len)
{
    char name[NAME_MOST];
    const char *answer;
    size_t answer_len;
    if (!split(line, len, name, &answer, &answer_len)) {
        return take_below(s, line, len);
    }
    const char *text = arena_copy(&s->h->arena, answer, answer_len);
    struct reply *r = reply_of(s->h, name);
    if (text == NULL) {
        return error_set(s->err, ERROR_MEMORY, "the system has no memory left for a hand-in");
    }
    if (r == NULL) {
        if (!take_head(s->h, name, text)) {
            note_unknown(s->h, name);
        }
        return true;
    }
    s->last = r;
    if (*text != '\0') {
        r->twice = r->twice || (r->answer != NULL && strcmp(r->answer, text) != 0);
        r->answer = text;
    }
    return true;
}

/* --- fences --- */

/* How long the fence is that a line opens, 0: none. */
static size_t fence_of(const char *line, size_t len, char *mark)
{
    size_t n = 0;
    *mark = len > 0 ? *line : ' ';
    while (n < len && line[n] == *mark && (*mark == '`' || *mark == '~')) {
        n++;
    }
    return n >= 3 ? n : 0;
}

static bool keep_code(struct scan *s, const char *from, size_t len)
{
    if (s->last == NULL || !asks_for_code(s->last->exercise)) {
        buf_put(&s->h->code, from, len);
        buf_putc(&s->h->code, '\n');
        return !s->h->code.failed;
    }
    const char *text = arena_copy(&s->h->arena, from, len);
    s->last->twice = s->last->twice || s->last->code != NULL;
    s->last->code = text;
    return text != NULL;
}

static bool take_fence(struct scan *s, size_t width, char mark)
{
    const char *from = s->p, *line;
    const char *to = s->end;
    size_t len;
    while (next_line(s, &line, &len)) {
        const char *at = line;
        char closing;
        skip_blanks(&line, &len);
        if (fence_of(line, len, &closing) >= width && closing == mark) {
            to = at;
            break;
        }
    }
    return keep_code(s, from, (size_t)(to - from)) ||
           error_set(s->err, ERROR_MEMORY, "the system has no memory left for a hand-in");
}

static bool scan_text(struct scan *s)
{
    const char *line;
    size_t len;
    while (next_line(s, &line, &len)) {
        char mark;
        skip_blanks(&line, &len);
        if (s->comments) {
            if (len == 0 || *line != '#') {
                continue;
            }
            while (len > 0 && *line == '#') {
                line++;
                len--;
            }
            skip_blanks(&line, &len);
        }
        size_t width = s->comments ? 0 : fence_of(line, len, &mark);
        if (width > 0 ? !take_fence(s, width, mark) : !take_line(s, line, len)) {
            return false;
        }
    }
    return true;
}

/* --- files --- */

static bool ends_with(const char *name, const char *ending)
{
    size_t a = strlen(name), b = strlen(ending);
    return a > b && strcasecmp(name + a - b, ending) == 0;
}

bool handin_reads(const char *name)
{
    static const char *const endings[] = {".txt", ".text", ".md", ".markdown", ".ipynb", ".py"};
    for (size_t k = 0; k < sizeof endings / sizeof endings[0]; k++) {
        if (ends_with(name, endings[k])) {
            return true;
        }
    }
    return false;
}

static bool add_notebook(struct handin *h, const char *file, const char *text, size_t len,
                         struct error *err)
{
    struct lesson l;
    bool ok = true;
    if (!lesson_read(&l, file, LESSON_NOTEBOOK, text, len, err)) {
        return false;
    }
    for (int k = 0; ok && k < l.count; k++) {
        const struct cell *c = &l.cells[k];
        struct scan s = {
            .h = h, .p = c->text, .end = c->text + c->len, .comments = c->code, .err = err};
        ok = scan_text(&s);
        if (c->code && s.last != NULL && asks_for_code(s.last->exercise)) {
            ok = ok && keep_code(&s, c->text, c->len); /* `# name:` heads its cell */
        } else if (c->code) {
            s.last = NULL;
            ok = ok && keep_code(&s, c->text, c->len);
        }
    }
    lesson_free(&l);
    return ok;
}

bool handin_add(struct handin *h, const char *file, const char *text, size_t len, struct error *err)
{
    struct scan s = {
        .h = h, .p = text, .end = text + len, .comments = ends_with(file, ".py"), .err = err};
    if (!utf8_valid(text, len) || memchr(text, '\0', len) != NULL) {
        return error_set(err, ERROR_INPUT, "%s is no text in UTF-8", file);
    }
    if (ends_with(file, ".ipynb")) {
        return add_notebook(h, file, text, len, err);
    }
    if (len >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0) {
        s.p += 3;
    }
    if (!scan_text(&s)) {
        return false;
    }
    s.last = NULL;
    return !s.comments || keep_code(&s, text, len) ||
           error_set(err, ERROR_MEMORY, "the system has no memory left for a hand-in");
}

/* --- the template --- */

void handin_template(const struct question *q, int count, const char *lesson, const char *version,
                     const char *student, const char *sheet, struct buf *out)
{
    buf_printf(
        out,
        "lesson: %s\nversion: %s\nstudent: %s\nsheet: %s\n\n"
        "# Write your answers behind the colons, code between the lines ```python and ```.\n",
        lesson, version, student, sheet);
    for (int k = 0; k < count; k++) {
        buf_printf(out, "\n# %d. %s\n%s:\n", k + 1, q[k].form, q[k].name);
        if (q[k].kind == EXERCISE_code || q[k].kind == EXERCISE_bug) {
            const char *code = q[k].code != NULL ? q[k].code : "";
            size_t len = strlen(code);
            buf_printf(out, "```python\n%s%s```\n", code,
                       len > 0 && code[len - 1] != '\n' ? "\n" : "");
        }
    }
}
