/* Finds the fences `exercise NAME` and `draw` of a lesson with cmark: a fence is one exactly where
 * CommonMark says so. Those that would silently be prose are complained about. */
#include "exercise/form.h"
#include "exercise/reader.h"
#include "lesson/commonmark.h"

#include <string.h>

static const char *const words[] = {"exercise", "draw", NULL};

/* Whether the line closes a fence that begins with `count` times `c`. */
static bool closes(const struct text_line *l, char c, int count)
{
    size_t indent;
    int n = reader_ticks(l, c, &indent);
    const struct text_line behind = {piece_behind(l->text, indent + (size_t)n), l->number};
    return n >= count && reader_blank(&behind);
}

/* "exercice", "excercise", "drwa": what somebody meant to be a fence of ours. */
static const char *nearly(const char *word)
{
    const char *meant = strlen(word) >= 4 ? complaint_nearest(word, words) : NULL;
    if (meant == NULL) {
        return NULL;
    }
    size_t len = strlen(meant), own = strlen(word);
    bool same_length = own + 2 >= len && own <= len + 2;
    return same_length && strcmp(word, "drawio") != 0 ? meant : NULL;
}

/* A line in the body that would open a fence as long as the exercise's own: that one was never
 * closed, or code in it stands between the wrong signs. What stands between ~~~ is code. */
FORM(tildes, "^ *~~~");

static const struct text_line *opener(const struct fence *f, char c, int count)
{
    bool code = false;
    size_t indent;
    for (int k = 0; k < f->count; k++) {
        code = code != form_in(&tildes, f->body[k].text);
        if (!code && reader_ticks(&f->body[k], c, &indent) >= count) {
            return &f->body[k];
        }
    }
    return NULL;
}

/* A part without a line below it, and text right behind the fence: that was meant to be in it. */
static void note_early_end(struct reader *r, const struct fence *f, int ticks)
{
    const struct text_line *next = f->end < r->line_count ? &r->lines[f->end] : NULL;
    const struct text_line *last = f->count > 0 ? &f->body[f->count - 1] : NULL;
    if (next == NULL || last == NULL || !piece_begins(last->text, "--") || reader_blank(next)) {
        return;
    }
    complain_note(
        r->c, f->end, 1, 0,
        "this %.*s ends the exercise of line %d, and text follows at once; code inside of "
        "an exercise stands between ~~~python and ~~~",
        ticks, r->lines[f->line - 1].text.at, f->line);
}

static void add(struct reader *r, struct fence f)
{
    const char *open = r->lines[f.line - 1].text.at;
    char c = *open;
    size_t indent;
    int ticks = reader_ticks(&r->lines[f.line - 1], c, &indent);
    const struct text_line *last = &r->lines[f.end - 1];
    bool closed = f.end > f.line && closes(last, c, ticks);
    f.body = &r->lines[f.line];
    f.count = f.end - f.line - closed;
    const struct text_line *inner = opener(&f, c, ticks);
    if (!closed && inner == NULL) {
        complain(r->c, f.line, 1, 0, "this fence never ends: `%.*s` is missing behind it", ticks,
                 open);
    }
    if (c == '~') {
        complain(r->c, f.line, 1, ticks,
                 "an exercise's fence is made of ` so that code between ~~~ can stand in it");
        return;
    }
    if (inner != NULL) {
        complain(r->c, inner->number, 1, 0,
                 "the fence of line %d is still open here: %.*s on a line of its own ends it; code "
                 "inside of it stands between ~~~python and ~~~",
                 f.line, ticks, open);
        r->x->written += f.word == FENCE_EXERCISE;
        return; /* whatever else is wrong in it comes from that */
    }
    note_early_end(r, &f, ticks);
    reader_push(r, &r->fence, &r->fence_count, &f, sizeof f);
}

FORM(trimmed, "(?s)^[ \t]*(.*?)[ \t\r]*$");

static void look(struct reader *r, cmark_node *document, cmark_node *n)
{
    const char *info = cmark_node_get_fence_info(n);
    size_t len = strcspn(info, " \t{:");
    int line = cmark_node_get_start_line(n);
    if (len == 0 || line < 1 || line > r->line_count) {
        return;
    }
    const char *word = reader_copy(r, (struct piece){info, len});
    struct piece open = r->lines[line - 1].text;
    if (word == NULL) {
        return;
    }
    bool exercise = strcmp(word, words[0]) == 0, draw = strcmp(word, words[1]) == 0;
    const char *place = strstr(open.at, word);
    bool plain = place != NULL && place < open.at + open.len;
    int column = plain ? (int)(place - open.at) + 1 : 1;
    if (!exercise && !draw) {
        const char *meant = nearly(word);
        if (meant != NULL) {
            complain(r->c, line, column, (int)len,
                     "`%s` is no word for a fence; did you mean `%s`?", word, meant);
        }
        return;
    }
    if (cmark_node_parent(n) != document || cmark_node_get_start_column(n) != 1 ||
        (*open.at != '`' && *open.at != '~')) {
        complain(
            r->c, line, column, (int)len,
            "`%s` inside of a list or a quote, or indented; start its fence at the left margin",
            word);
        return;
    }
    if (!plain) { /* or Markdown counts its lines by other signs */
        complain(r->c, line, 1, 0,
                 "`%s` is not on this line as it is read; write it there without & and \\, and end "
                 "lines with a line feed",
                 word);
        return;
    }
    struct piece rest[FORM_GROUPS];
    form_find(&trimmed, piece_behind(open, (size_t)(column - 1) + len), 0, rest);
    int end = cmark_node_get_end_line(n);
    add(r, (struct fence){.word = exercise ? FENCE_EXERCISE : FENCE_DRAW,
                          .rest = reader_copy(r, rest[1]),
                          .column = (int)(rest[1].at - open.at) + 1,
                          .line = line,
                          .end = end < r->line_count ? end : r->line_count});
}

static void split(struct reader *r, const char *text)
{
    struct piece rest = piece_of(text);
    struct text_line one;
    bool more = true, last = true; /* behind a line break stands one more, which may be empty */
    while (more && !r->full) {
        more = piece_line(&rest, &one.text);
        one.text.len -= one.text.len > 0 && one.text.at[one.text.len - 1] == '\r';
        one.number = r->line_count + 1;
        if (more || last) {
            reader_push(r, &r->lines, &r->line_count, &one, sizeof one);
        }
        last = more && rest.at[-1] == '\n';
    }
}

void fences_find(struct reader *r)
{
    const char *text = r->x->lesson->whole;
    scoped_commonmark c = {0};
    struct error why = {0};
    split(r, text);
    if (!commonmark_read(&c, r->x->lesson->file, text, strlen(text), false, &why)) {
        r->full = true;
        return;
    }
    for (cmark_node *n = c.root; !r->full && n != NULL; n = commonmark_next(n)) {
        if (cmark_node_get_type(n) == CMARK_NODE_CODE_BLOCK) {
            look(r, c.root, n);
        }
    }
}
