/* Writes an explanation as lines of text. Long lines are broken at blanks and go on below their own
 * beginning. */
#include "trace/explain/explain_text.h"

#include <string.h>

#define LABEL 15 /* columns of "  row maximum  " */
#define SUMS 40  /* the running sums stand in a column of their own */
#define NARROWEST 20

/* Puts text that may fill `room` columns, and goes on in new lines behind `indent` blanks. */
static void put_wrapped(const char *text, int room, int indent, int width, struct buf *out)
{
    while ((int)strlen(text) > room) {
        int cut = room;
        while (cut > 0 && text[cut] != ' ') {
            cut--;
        }
        if (cut == 0) { /* one long word: anywhere but inside of a character */
            for (cut = room; cut > 1 && ((unsigned char)text[cut] & 0xC0u) == 0x80u;) {
                cut--;
            }
        }
        buf_printf(out, "%.*s\n%*s", cut, text, indent, "");
        text += cut;
        text += strspn(text, " ");
        room = width - indent < NARROWEST ? NARROWEST : width - indent;
    }
    buf_printf(out, "%s\n", text);
}

/* One line behind its label; what does not fit goes on under the text. */
static void put_line(const char *label, const char *text, int width, struct buf *out)
{
    int room = width - LABEL < NARROWEST ? NARROWEST : width - LABEL;
    buf_printf(out, "  %-*s", LABEL - 2, label);
    put_wrapped(text, room, LABEL + 2, width, out);
}

static void put_buf(const char *label, const struct buf *text, int width, struct buf *out)
{
    if (text->len > 0) {
        put_line(label, buf_text(text), width, out);
    }
}

/* Whether the step's own text ends in the running sum: 0 + 0.31 * 0.12 = 0.0372. */
static bool tells_sum(const struct explained_step *s)
{
    const char *last = strrchr(s->text, ' ');
    return last != NULL && strcmp(last + 1, s->after) == 0;
}

/* Whether the running sums of the steps of one part are shown: of all, if one does not tell it. */
static bool shows_sums(const struct explanation *e, int from)
{
    const char *part = e->step[from].part;
    for (int k = from; k < e->step_count; k++) {
        const struct explained_step *s = &e->step[k];
        if (s->part[0] != '\0' && strcmp(s->part, part) != 0) {
            return false;
        }
        if (s->after != NULL && !tells_sum(s)) {
            return true;
        }
    }
    return false;
}

/* "term  0.31 * 0.12 = 0.0372   -> 0.1723": the running sum stands at the end of the line. */
static void put_step(const struct explained_step *s, const char *part, bool sums, int width,
                     struct buf *out)
{
    scoped_buf text = {0};
    buf_puts(&text, s->text);
    if (s->after != NULL && sums) {
        if (text.len < SUMS) {
            buf_fill(&text, ' ', SUMS - text.len);
        }
        buf_printf(&text, " -> %s", s->after);
    }
    put_line(part, buf_text(&text), width, out);
}

void explain_text(const struct explanation *e, int width, struct buf *out)
{
    put_wrapped(buf_text(&e->title), width < NARROWEST ? NARROWEST : width, 4, width, out);
    put_buf("before", &e->before, width, out);
    put_buf("formula", &e->formula, width, out);
    size_t len = e->numbers.len;
    bool again = e->step_count > 0 && len > 0 && /* "a / b = c" follows */
                 strncmp(e->step[0].text, buf_text(&e->numbers), len) == 0 &&
                 strncmp(e->step[0].text + len, " = ", 3) == 0;
    if (!again) {
        put_buf("numbers", &e->numbers, width, out);
    }
    const char *part = "";
    bool sums = false;
    for (int k = 0; k < e->step_count; k++) {
        bool same = strcmp(part, e->step[k].part) == 0;
        sums = same || e->step[k].part[0] == '\0' ? sums : shows_sums(e, k);
        put_step(&e->step[k], same ? "" : e->step[k].part, sums, width, out);
        part = e->step[k].part[0] != '\0' ? e->step[k].part : part;
    }
    put_buf("place", &e->place, width, out);
}
