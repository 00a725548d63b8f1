/* Finds which rows, columns and cells --highlight frames, by number or by the words beside them. */
#include "cli/heatmap/heatmap.h"

#include "base/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_number(struct place p)
{
    int k = 0;
    while (k < p.len && isdigit((unsigned char)p.text[k])) {
        k++;
    }
    return k == p.len && p.len > 0 && p.len < 7;
}

static struct place trimmed(const char *from, const char *to)
{
    while (from < to && isspace((unsigned char)*from)) {
        from++;
    }
    while (to > from && isspace((unsigned char)to[-1])) {
        to--;
    }
    return (struct place){from, (int)(to - from)};
}

/* What stands behind the keyword; NULL: it does not begin with it. */
static const char *behind(struct place p, const char *keyword)
{
    int len = (int)strlen(keyword);
    bool is = p.len > len && strncmp(p.text, keyword, (size_t)len) == 0 &&
              (isspace((unsigned char)p.text[len]) || isdigit((unsigned char)p.text[len]));
    return is ? p.text + len : NULL;
}

static bool read_one(struct place p, struct marked *out)
{
    const char *end = p.text + p.len, *at;
    *out = (struct marked){.whole = p};
    if ((at = behind(p, "row")) != NULL) {
        out->row = trimmed(at, end);
        return out->row.len > 0;
    }
    if ((at = behind(p, "col")) != NULL) {
        out->column = trimmed(at, end);
        return out->column.len > 0;
    }
    at = behind(p, "cell");
    const char *comma = at != NULL ? memchr(at, ',', (size_t)(end - at)) : NULL;
    if (comma == NULL || memchr(comma + 1, ',', (size_t)(end - comma - 1)) != NULL) {
        return false;
    }
    out->row = trimmed(at, comma);
    out->column = trimmed(comma + 1, end);
    return out->row.len > 0 && out->column.len > 0;
}

bool heatmap_highlight_read(const char *text, struct heatmap *h, struct error *err)
{
    for (const char *p = text; p != NULL && *p != '\0';) {
        size_t len = strcspn(p, ";");
        struct place one = trimmed(p, p + len);
        if (h->marked_count == HIGHLIGHTS_MAX || !read_one(one, &h->marked[h->marked_count])) {
            return error_set(err, ERROR_INPUT,
                             "--highlight %s: give row R, col C or cell R,C, several between ;; R "
                             "and C are numbers, counted from 0, or words beside the table",
                             text);
        }
        h->marked_count++;
        p += len + (p[len] == ';');
    }
    return true;
}

static bool is_called(const struct axis *axis, int k, struct place p)
{
    return (int)strlen(axis->label[k]) == p.len &&
           strncmp(axis->label[k], p.text, (size_t)p.len) == 0;
}

/* The places with that word, and between them commas; their number. */
static int places_of(const struct axis *axis, int count, struct place p, int *first,
                     struct buf *out)
{
    int found = 0;
    for (int k = 0; axis->label != NULL && k < count; k++) {
        if (is_called(axis, k, p)) {
            *first = found == 0 ? k : *first;
            buf_printf(out, "%s%d", found++ > 0 ? ", " : "", k);
        }
    }
    return found;
}

static void put_words(const struct axis *axis, int count, struct buf *out)
{
    enum { MOST_WORDS = 16 };
    for (int k = 0; axis->label != NULL && k < count && k < MOST_WORDS; k++) {
        buf_printf(out, "%s%s", k > 0 ? " " : ": ", axis->label[k]);
    }
    buf_puts(out, axis->label != NULL && count > MOST_WORDS ? " ..." : "");
}

/* A number that there is, else a word that stands there once. */
static bool find(struct place p, const char *what, const struct axis *axis, int count, int *out,
                 struct error *err)
{
    scoped_buf all = {0};
    int number = is_number(p) ? atoi(p.text) : count;
    *out = -1;
    if (p.len == 0 || number < count) {
        *out = p.len == 0 ? -1 : number;
        return true;
    }
    int found = places_of(axis, count, p, out, &all);
    if (found > 1) {
        error_set(err, ERROR_INPUT, "--highlight: %d %ss are called %.*s; give the number: %s",
                  found, what, p.len, p.text, buf_text(&all));
    } else if (found == 0) {
        put_words(axis, count, &all);
        error_set(err, ERROR_INPUT,
                  "--highlight: there is no %s %.*s; there are %ss 0 to %d, counted from 0%s", what,
                  p.len, p.text, what, count - 1, buf_text(&all));
    }
    return found == 1;
}

bool heatmap_highlight(struct heatmap *h, struct figure *f, struct error *err)
{
    bool folder = h->options->all || h->options->steps;
    f->highlight = h->highlight;
    f->highlight_count = 0;
    for (int k = 0; k < h->marked_count; k++) {
        struct marked *m = &h->marked[k];
        struct highlight *one = &h->highlight[f->highlight_count];
        struct error none = {0};
        if (find(m->row, "row", &f->row, f->panel->rows, &one->row, &none) &&
            find(m->column, "column", &f->column, f->panel->columns, &one->column, &none)) {
            m->seen = true;
            f->highlight_count++;
        } else if (!folder) { /* of several pictures some may have no such row */
            return error_set(err, none.kind, "%s", none.text);
        }
    }
    return true;
}

void heatmap_highlight_missing(const struct heatmap *h)
{
    for (int k = 0; k < h->marked_count; k++) {
        const struct place *p = &h->marked[k].whole;
        if (!h->marked[k].seen) {
            output_say("--highlight %.*s: none of these pictures has it", p->len, p->text);
        }
    }
}
