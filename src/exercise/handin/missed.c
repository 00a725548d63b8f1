/* Notes lines that are not understood: the first of them are quoted in the note. */
#include "exercise/form.h"
#include "exercise/handin/handin_scan.h"

#define NAMED_MOST 3 /* lines that are told one by one */
#define QUOTED_MOST 60

/* Prose between answers is nothing to complain about in a notebook; what may be an answer is. */
FORM(like_answer, "(?s)^(?=.{0,99}$)(?:.*[:=]|[0-9([-]|.{0,15}$)");
/* Rules, brackets and empty lines are nothing that could be missed. */
FORM(anything, "[A-Za-z0-9\\x80-\\xff]");

void missed_add(struct scan *s, struct piece line, int number)
{
    struct handin *h = s->h;
    line = piece_trim(line);
    if (!form_in(&anything, line) || s->comments || (s->prose && !form_in(&like_answer, line))) {
        return;
    }
    if (s->missed++ >= NAMED_MOST) {
        return;
    }
    size_t len = line.len < QUOTED_MOST ? line.len : QUOTED_MOST;
    while (len > 0 && len < line.len && ((unsigned char)line.at[len] & 0xc0) == 0x80) {
        len--;
    }
    if (s->missed == 1) {
        buf_printf(&h->note, "%sNot read as an answer in %s: ", h->note.len > 0 ? " " : "",
                   h->name[h->count - 1]);
    } else {
        buf_puts(&h->note, ", ");
    }
    if (s->first > 0 && number > 0) {
        buf_printf(&h->note, "line %d ", s->first + number - 1);
    }
    buf_printf(&h->note, "\"%.*s%s\"", (int)len, line.at, len < line.len ? "..." : "");
}

/* ... and may hold answers: "best-fit is b, a-share is 0.25". */
void missed_names(struct scan *s, struct piece line)
{
    for (int k = 0; k < s->h->of->count; k++) {
        struct reply *r = &s->h->reply[k];
        r->mentioned = r->mentioned || piece_has(line, r->exercise->name);
    }
    missed_add(s, line, s->line);
}

void missed_end(struct scan *s)
{
    if (s->missed > NAMED_MOST) {
        int more = s->missed - NAMED_MOST;
        buf_printf(&s->h->note, " and %d more line%s", more, more == 1 ? "" : "s");
    }
    buf_puts(&s->h->note, s->missed > 0 ? "." : "");
}
