/* What stands below the fields: the question and its parts `-- hint`, `-- wrong HEAD`, `-- start`,
 * `-- solution`, with the code between ~~~ in them. */
#include "exercise/reader.h"

#include <string.h>

static const struct {
    const char *name;
    bool head, once; /* has one; comes once */
} rows[] = {
    [PART_HINT] = {"hint", false, false},
    [PART_WRONG] = {"wrong", true, false},
    [PART_START] = {"start", false, true},
    [PART_SOLUTION] = {"solution", false, true},
};
enum { ROWS = sizeof rows / sizeof rows[0] };
static const char *const names[ROWS + 1] = {"hint", "wrong", "start", "solution", NULL};

struct passage { /* lines [from, to) of a fence: the question, or a part */
    const struct text_line *line;
    int count;
    const char *text, *code; /* as in struct exercise_part */
    int code_line, codes;    /* how many blocks of Python */
    int block, block_end;    /* lines of the first, with its ~~~ */
};

static struct text_line trimmed(struct text_line l)
{
    while (l.len > 0 && strchr(" \t", l.at[l.len - 1]) != NULL) {
        l.len--;
    }
    return l;
}

static int tildes(struct text_line l, size_t *indent)
{
    *indent = 0;
    while (*indent < l.len && *indent < 4 && l.at[*indent] == ' ') {
        (*indent)++;
    }
    int n = 0;
    while (*indent + (size_t)n < l.len && l.at[*indent + (size_t)n] == '~') {
        n++;
    }
    return n >= 3 && *indent < 4 ? n : 0;
}

/* The line that closes the block that line `from` opens; `count` if there is none. */
static int block_end(const struct text_line *line, int from, int count, int open)
{
    for (int k = from + 1; k < count; k++) {
        size_t indent = 0;
        struct text_line l = trimmed(line[k]);
        int n = tildes(l, &indent);
        if (n >= open && indent + (size_t)n == l.len) {
            return k;
        }
    }
    return count;
}

/* The text, without the empty lines around it; `apart`: without its code, which somebody is not to
 * read who reads the text. */
static const char *join(struct reader *r, const struct passage *p, bool apart)
{
    scoped_buf all = {0};
    size_t end = 0; /* of the last line that is not empty */
    for (int k = 0; k < p->count; k++) {
        bool left_out = apart && k >= p->block && k < p->block_end;
        bool empty = trimmed(p->line[k]).len == 0;
        if (left_out || (empty && all.len == 0)) {
            continue;
        }
        buf_put(&all, p->line[k].at, p->line[k].len);
        buf_putc(&all, '\n');
        end = empty ? end : all.len;
    }
    const char *text = reader_copy(r, buf_text(&all), end);
    r->full = r->full || all.failed;
    return text;
}

static const char *join_code(struct reader *r, const struct text_line *line, int count)
{
    scoped_buf all = {0};
    for (int k = 0; k < count; k++) {
        buf_put(&all, line[k].at, line[k].len);
        buf_putc(&all, '\n');
    }
    const char *text = reader_copy(r, buf_text(&all), all.len);
    r->full = r->full || all.failed;
    return text;
}

static bool is_python(struct text_line l, size_t from)
{
    while (from < l.len && l.at[from] == ' ') {
        from++;
    }
    l = trimmed(l);
    return l.len >= from && ((l.len - from == 6 && strncmp(l.at + from, "python", 6) == 0) ||
                             (l.len - from == 2 && strncmp(l.at + from, "py", 2) == 0));
}

static void read_blocks(struct reader *r, struct passage *p)
{
    for (int k = 0; k < p->count; k++) {
        size_t indent = 0;
        int open = tildes(p->line[k], &indent);
        if (open == 0) {
            continue;
        }
        int end = block_end(p->line, k, p->count, open);
        if (end == p->count) {
            complain(r->c, p->line[k].number, (int)indent + 1, 0,
                     "this block of code never ends: a line `%.*s` is missing behind it", open,
                     p->line[k].at + indent);
        }
        if (is_python(p->line[k], indent + (size_t)open) && p->codes++ == 0) {
            p->code = join_code(r, p->line + k + 1, end - k - 1);
            p->code_line = p->line[k].number + 1;
            p->block = k;
            p->block_end = end < p->count ? end + 1 : end;
        }
        k = end;
    }
}

/* {{EXPRESSION}} must end on its line. */
static void check_braces(struct reader *r, const struct passage *p)
{
    for (int k = 0; k < p->count; k++) {
        const struct text_line *l = &p->line[k];
        size_t indent = 0;
        int open = tildes(*l, &indent);
        if (open > 0) {
            k = block_end(p->line, k, p->count, open);
            continue;
        }
        for (size_t from = 0; from + 1 < l->len; from++) {
            if (l->at[from] != '{' || l->at[from + 1] != '{') {
                continue;
            }
            size_t to = from + 2;
            while (to + 1 < l->len && strncmp(l->at + to, "}}", 2) != 0 &&
                   strncmp(l->at + to, "{{", 2) != 0) {
                to++;
            }
            if (to + 1 >= l->len || l->at[to] == '{') {
                complain(r->c, l->number, (int)from + 1, 2, "`{{` has no `}}` on its line");
                break;
            }
            size_t blanks = strspn(l->at + from + 2, " \t");
            if (from + 2 + blanks >= to) {
                complain(r->c, l->number, (int)from + 1, (int)(to + 2 - from),
                         "there is no expression between `{{` and `}}`");
            }
            from = to + 1;
        }
    }
}

static void read_passage(struct reader *r, struct passage *p, bool apart)
{
    read_blocks(r, p);
    check_braces(r, p);
    p->text = join(r, p, apart);
}

/* A line that begins a part: the place of its word, 0: none. `--hint` is told about. */
static size_t part_word(struct reader *r, const struct text_line *l)
{
    if (l->len < 2 || l->at[0] != '-' || l->at[1] != '-') {
        return 0;
    }
    size_t word = 2;
    while (word < l->len && strchr(" \t", l->at[word]) != NULL) {
        word++;
    }
    if (word > 2) {
        return word < l->len ? word : 0;
    }
    for (int k = 0; k < ROWS; k++) {
        size_t len = strlen(rows[k].name);
        if (l->len >= 2 + len && strncmp(l->at + 2, rows[k].name, len) == 0) {
            complain(r->c, l->number, 1, (int)len + 2, "write `-- %s`, with a blank between",
                     rows[k].name);
            return 2;
        }
    }
    return 0;
}

/* The first line from `from` on that begins a part; those within code do not. */
static int next_part(struct reader *r, const struct fence *f, int from, size_t *word)
{
    for (int k = from; k < f->count; k++) {
        size_t indent = 0;
        int open = tildes(f->body[k], &indent);
        int end = open > 0 ? block_end(f->body, k, f->count, open) : k;
        if (open > 0 && end < f->count) { /* one that never ends holds no parts back */
            k = end;
            continue;
        }
        *word = part_word(r, &f->body[k]);
        if (*word > 0) {
            return k;
        }
    }
    return f->count;
}

/* The kind of part, and what stands behind its word. */
static bool read_head(struct reader *r, const struct text_line *l, size_t word,
                      struct exercise_part *out)
{
    struct text_line t = trimmed(*l);
    size_t len = 0;
    while (word + len < t.len && strchr(" \t", t.at[word + len]) == NULL) {
        len++;
    }
    const char *name = reader_copy(r, t.at + word, len);
    size_t head = word + len;
    while (head < t.len && strchr(" \t", t.at[head]) != NULL) {
        head++;
    }
    out->head = reader_copy(r, t.at + head, t.len - head);
    out->line = l->number;
    out->column = (int)head + 1;
    for (int k = 0; name != NULL && k < ROWS; k++) {
        if (strcmp(rows[k].name, name) == 0) {
            out->kind = (enum part_kind)k;
            return out->head != NULL;
        }
    }
    if (name != NULL) {
        complain(r->c, l->number, (int)word + 1, (int)len, "there is no part `-- %s`%s", name,
                 reader_meant(r, name, names));
    }
    return false;
}

static void check_part(struct reader *r, const struct exercise *e, const struct exercise_part *p,
                       const struct passage *words)
{
    const char *name = rows[p->kind].name;
    const struct exercise_part *first = exercise_part(e, p->kind, 0);
    bool runs = kind_asks(e->kind, ASKS_CODE);
    if (rows[p->kind].once && first != NULL) {
        complain(r->c, p->line, 1, 0, "`-- %s` is there twice; it was on line %d", name,
                 first->line);
    }
    if (rows[p->kind].head && *p->head == '\0') {
        complain(r->c, p->line, p->column, 0, "`-- %s` needs the wrong answer behind it", name);
    } else if (!rows[p->kind].head && *p->head != '\0') {
        complain(r->c, p->line, p->column, 0,
                 "nothing stands behind `-- %s`; its text is on the lines below", name);
    }
    if (*words->text == '\0') {
        complain(r->c, p->line, 1, 0, "`-- %s` has no text below it", name);
    } else if (p->kind == PART_START && !kind_asks(e->kind, ASKS_WHOLE)) {
        complain(r->c, p->line, 1, 0, "only an exercise of the kind code has a `-- start`");
    } else if (p->kind == PART_START && words->codes == 0) {
        complain(r->c, p->line, 1, 0, "`-- start` needs a block of code, from ~~~python to ~~~");
    } else if (runs && p->kind != PART_HINT && words->codes > 1) {
        complain(r->c, p->line, 1, 0, "`-- %s` has %d blocks of Python; it can have one", name,
                 words->codes);
    }
}

static void check_question(struct reader *r, const struct fence *f, const struct exercise *e,
                           const struct passage *question)
{
    if (*question->text == '\0') {
        complain(r->c, f->line, 1, 0,
                 "this exercise asks nothing: its question stands behind an empty line");
    } else if (kind_asks(e->kind, ASKS_LINE) && question->codes > 1) {
        complain(r->c, f->line, 1, 0,
                 "the question of a bug has %d blocks of Python; it can have one", question->codes);
    }
}

void fence_parts_read(struct reader *r, const struct fence *f, int from, struct exercise *e)
{
    size_t word = 0;
    int next = next_part(r, f, from, &word);
    struct passage question = {.line = f->body + from, .count = next - from};
    read_passage(r, &question, false);
    e->prompt = question.text;
    e->code = question.code;
    e->code_line = question.code_line;
    while (next < f->count && !r->full) {
        struct exercise_part part = {0};
        const struct text_line *l = &f->body[next];
        bool known = read_head(r, l, word, &part);
        int begin = next + 1;
        next = next_part(r, f, begin, &word);
        struct passage words = {.line = f->body + begin, .count = next - begin};
        read_passage(r, &words, part.kind == PART_WRONG);
        part.text = words.text;
        part.code = words.code;
        part.code_line = words.code_line;
        if (!known || r->full) {
            continue;
        }
        check_part(r, e, &part, &words);
        struct exercise_part *list = reader_more(r, e->part, &e->part_count, sizeof *list);
        if (list != NULL) {
            e->part = list;
            list[e->part_count - 1] = part;
        }
    }
    if (!r->full) {
        check_question(r, f, e, &question);
    }
}
