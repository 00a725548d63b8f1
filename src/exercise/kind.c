/* Holds what the kinds of exercises share: their table, words of a verdict, numbers of a field. */
#include "exercise/kind.h"

#include "exercise/answer/diagnose.h"
#include "exercise/form.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const struct kind *kind_of(enum exercise_kind kind)
{
    static const struct kind *const kinds[] = {
#define KIND(id, traits, fields, needs, help) &kind_##id,
#include "exercise/kinds.def"
#undef KIND
    };
    return kinds[kind];
}

bool kind_plausible(const struct exercise *e, struct piece text)
{
    scoped_buf whole = {0}, why = {0};
    buf_put(&whole, text.at, text.len);
    return text.len > 0 && kind_of(e->kind)->plausible(e, buf_text(&whole), &why);
}

bool verdict_unread(struct verdict *v, struct buf *why)
{
    v->unread = true;
    buf_clear(&v->reason);
    buf_puts(&v->reason, why->len > 0 ? buf_text(why) : "There is no answer.");
    buf_free(why);
    return true;
}

void verdict_mistake(struct verdict *v, const struct mistake *m)
{
    struct piece reason = piece_trim(piece_of(m->reason));
    buf_clear(&v->reason);
    buf_put(&v->reason, reason.at, reason.len);
}

bool verdict_diagnosis(struct diagnosis *d, struct buf *out)
{
    const char *text = buf_text(&d->reason);
    size_t len = d->reason.len;
    bool found = len > 0;
    if (found) {
        buf_putc(out, (char)toupper((unsigned char)text[0]));
        buf_puts(out, text + 1);
        buf_puts(out, strchr(".!?", text[len - 1]) != NULL ? "" : ".");
    }
    out->failed = out->failed || d->reason.failed;
    diagnosis_free(d);
    return found;
}

/* Behind the last head of a traceback and its places, which are indented: the exception, group 1.
 * What is only a note on this exception stands behind it. */
FORM(raised, "(?s)^(?:.*(?<![^\n])Traceback \\(most recent call last\\):\n(?: [^\n]*\n)*+)?"
             "(?: [^\n]*\n)*+(?:qkv: )?(.*?)[ \n]*(?:$|\nqkv: )");
FORM(blanks, "[ \t\n]+"); /* a message of several lines on one */

void kind_raised(const char *text, struct buf *out)
{
    struct piece part[FORM_GROUPS];
    if (form_find(&raised, piece_of(text), 0, part)) {
        form_replace(&blanks, part[1], " ", out);
    }
}

double rounded_number(double value, int decimals)
{
    char text[512];
    if (!isfinite(value)) {
        return value;
    }
    snprintf(text, sizeof text, "%.*f", decimals, value);
    double r = strtod(text, NULL);
    return r == 0 ? 0 : r;
}

void check_number(const struct exercise *e, struct complaints *c, const char *key, double least,
                  double most, bool whole)
{
    for (int k = 0; exercise_field_at(e, key, k) != NULL; k++) {
        const struct field *f = exercise_field_at(e, key, k);
        char *end;
        double value = strtod(f->value, &end);
        bool is = end != f->value && *end == '\0' && value >= least && value <= most &&
                  (!whole || value == (double)(long long)value);
        if (!is) {
            complain_field(c, f, "`%s:` must be a %s from %g to %g", key,
                           whole ? "whole number" : "number", least, most);
        }
    }
}
