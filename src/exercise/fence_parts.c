/* Reads what stands below the fields: the question and its parts `-- hint`, `-- wrong HEAD`, `--
 * start`, `-- solution`, with the code between ~~~ in them. */
#include "base/named.h"
#include "exercise/form.h"
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

FORM(blank, "^[ \t]*$");
FORM(python, "^ *(?:python|py)[ \t]*$");

struct passage { /* lines [from, to) of a fence: the question, or a part */
    const struct text_line *line;
    int count;
    const char *text, *code; /* as in struct exercise_part */
    int code_line, codes;    /* how many blocks of Python */
    int block, block_end;    /* lines of the first, with its ~~~ */
};

/* How many tildes open or close a block of code on that line; 0: it does neither. */
static int tildes(const struct text_line *l, size_t *indent)
{
    int n = reader_ticks(l, '~', indent);
    return n >= 3 ? n : 0;
}

/* The line that closes the block that line `from` opens; `count` if there is none. */
static int block_end(const struct text_line *line, int from, int count, int open)
{
    for (int k = from + 1; k < count; k++) {
        size_t indent = 0;
        int n = tildes(&line[k], &indent);
        if (n >= open && form_in(&blank, piece_behind(line[k].text, indent + (size_t)n))) {
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
        bool empty = form_in(&blank, p->line[k].text);
        if (left_out || (empty && all.len == 0)) {
            continue;
        }
        buf_put(&all, p->line[k].text.at, p->line[k].text.len);
        buf_putc(&all, '\n');
        end = empty ? end : all.len;
    }
    r->full = r->full || all.failed;
    return reader_copy(r, (struct piece){buf_text(&all), end});
}

static const char *join_code(struct reader *r, const struct text_line *line, int count)
{
    scoped_buf all = {0};
    for (int k = 0; k < count; k++) {
        buf_put(&all, line[k].text.at, line[k].text.len);
        buf_putc(&all, '\n');
    }
    r->full = r->full || all.failed;
    return reader_copy(r, (struct piece){buf_text(&all), all.len});
}

static void read_blocks(struct reader *r, struct passage *p)
{
    for (int k = 0; k < p->count; k++) {
        size_t indent = 0;
        int open = tildes(&p->line[k], &indent);
        if (open == 0) {
            continue;
        }
        int end = block_end(p->line, k, p->count, open);
        if (end == p->count) {
            complain(r->c, p->line[k].number, (int)indent + 1, 0,
                     "this block of code never ends: a line `%.*s` is missing behind it", open,
                     p->line[k].text.at + indent);
        }
        if (form_in(&python, piece_behind(p->line[k].text, indent + (size_t)open)) &&
            p->codes++ == 0) {
            p->code = join_code(r, p->line + k + 1, end - k - 1);
            p->code_line = p->line[k].number + 1;
            p->block = k;
            p->block_end = end < p->count ? end + 1 : end;
        }
        k = end;
    }
}

/* {{EXPRESSION}} must end on its line: groups 1, what stands in it, and 2. */
FORM(braces, "\\{\\{((?:(?!\\}\\}|\\{\\{).)*+)(\\}\\})?");

static void check_braces(struct reader *r, const struct passage *p)
{
    for (int k = 0; k < p->count; k++) {
        const struct text_line *l = &p->line[k];
        size_t indent = 0;
        struct piece part[FORM_GROUPS];
        int open = tildes(l, &indent);
        if (open > 0) {
            k = block_end(p->line, k, p->count, open);
            continue;
        }
        for (size_t from = 0; form_find(&braces, l->text, from, part);) {
            int column = (int)(part->at - l->text.at) + 1;
            if (part[2].len == 0) {
                complain(r->c, l->number, column, 2, "`{{` has no `}}` on its line");
                break;
            }
            if (form_in(&blank, part[1])) {
                complain(r->c, l->number, column, (int)part->len,
                         "there is no expression between `{{` and `}}`");
            }
            from = (size_t)(part->at - l->text.at) + part->len;
        }
    }
}

static void read_passage(struct reader *r, struct passage *p, bool apart)
{
    read_blocks(r, p);
    check_braces(r, p);
    p->text = join(r, p, apart);
}

/* A line that begins a part: `--`, its word, what stands behind it. `--hint` is told about. */
FORM(part_of, "(?s)^--([ \t]*)([^ \t]+)[ \t]*(.*?)[ \t]*$");

static bool begins_part(struct reader *r, const struct text_line *l)
{
    struct piece part[FORM_GROUPS];
    if (!form_find(&part_of, l->text, 0, part) || part[1].len > 0) {
        return part->len > 0;
    }
    for (int k = 0; k < ROWS; k++) {
        if (piece_word(part[2], rows[k].name, false) > 0) {
            complain(r->c, l->number, 1, (int)strlen(rows[k].name) + 2,
                     "write `-- %s`, with a blank between", rows[k].name);
            return true;
        }
    }
    return false;
}

/* The first line from `from` on that begins a part; those within code do not. */
static int next_part(struct reader *r, const struct fence *f, int from)
{
    for (int k = from; k < f->count; k++) {
        size_t indent = 0;
        int open = tildes(&f->body[k], &indent);
        int end = open > 0 ? block_end(f->body, k, f->count, open) : k;
        if (open > 0 && end < f->count) { /* one that never ends holds no parts back */
            k = end;
            continue;
        }
        if (begins_part(r, &f->body[k])) {
            return k;
        }
    }
    return f->count;
}

/* The kind of part, and what stands behind its word. */
static bool read_head(struct reader *r, const struct text_line *l, struct exercise_part *out)
{
    struct piece part[FORM_GROUPS];
    form_find(&part_of, l->text, 0, part);
    const char *name = reader_copy(r, part[2]);
    out->head = reader_copy(r, part[3]);
    out->line = l->number;
    out->column = (int)(part[3].at - l->text.at) + 1;
    int k = NAMED(rows, name);
    if (k >= 0) {
        out->kind = (enum part_kind)k;
        return out->head != NULL;
    }
    if (name != NULL) {
        complain(r->c, l->number, (int)(part[2].at - l->text.at) + 1, (int)part[2].len,
                 "there is no part `-- %s`%s", name, reader_meant(r, name, names));
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
    int next = next_part(r, f, from);
    struct passage question = {.line = f->body + from, .count = next - from};
    read_passage(r, &question, false);
    e->prompt = question.text;
    e->code = question.code;
    e->code_line = question.code_line;
    while (next < f->count && !r->full) {
        struct exercise_part part = {0};
        const struct text_line *l = &f->body[next];
        bool known = read_head(r, l, &part);
        int begin = next + 1;
        next = next_part(r, f, begin);
        struct passage words = {.line = f->body + begin, .count = next - begin};
        read_passage(r, &words, part.kind == PART_WRONG);
        part.text = words.text;
        part.code = words.code;
        part.code_line = words.code_line;
        if (!known || r->full) {
            continue;
        }
        check_part(r, e, &part, &words);
        reader_push(r, &e->part, &e->part_count, &part, sizeof part);
    }
    if (!r->full) {
        check_question(r, f, e, &question);
    }
}
