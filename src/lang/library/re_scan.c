/* Walking over a text from match to match, and what stops a match that takes too long. */
#include "lang/library/re.h"

#include "base/utf8.h"

/* A position in characters, kept inside 0 .. count. */
static bool position(struct interp *in, struct value v, int64_t count, int64_t missing,
                     int64_t *out)
{
    *out = missing;
    if (given(v) && !value_to_int(in, v, out)) {
        return false;
    }
    *out = *out < 0 ? 0 : *out > count ? count : *out;
    return true;
}

bool re_scan_begin(struct interp *in, struct re_scan *scan, struct re_pattern *p, struct value text,
                   struct value pos, struct value endpos)
{
    if (!str_is(text)) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "expected string or bytes-like object, got '%s'",
                               value_type_name(text));
    }
    struct str *s = str_of(text);
    *scan = (struct re_scan){.pattern = p, .text = s};
    if (!position(in, pos, (int64_t)s->count, 0, &scan->pos) ||
        !position(in, endpos, (int64_t)s->count, (int64_t)s->count, &scan->endpos)) {
        return false;
    }
    scan->at = scan->known_byte = str_offset(s, (size_t)scan->pos);
    scan->known_char = (size_t)scan->pos;
    scan->end = str_offset(s, (size_t)scan->endpos);
    return true;
}

bool re_scan_next(struct interp *in, struct re_scan *scan, unsigned how, bool *found)
{
    struct regex *r = &scan->pattern->regex;
    *found = false;
    if (!interp_step(in, 1)) {
        return false;
    }
    if (scan->at > scan->end) {
        return true;
    }
    switch (regex_match(r, scan->text->text, scan->end, scan->at, scan->how | how)) {
    case REGEX_NOWHERE:
        return true;
    case REGEX_FOUND:
        break;
    case REGEX_TOO_LONG:
        return raise_limit(in, "a regular expression takes more than 100 million steps on one "
                               "text: it tries too many ways to match");
    case REGEX_TOO_BIG:
        return raise_limit(in, "a regular expression takes too much memory on one text: it keeps "
                               "too many ways to match");
    case REGEX_NOT_TEXT:
        return raise_unsupported(in, "re is not supported on text that is no valid UTF-8");
    }
    *found = true;
    const size_t *span = r->spans;
    if (scan->text->len == scan->text->count) {
        scan->known_char = span[0];
    } else {
        scan->known_char +=
            utf8_count(scan->text->text + scan->known_byte, span[0] - scan->known_byte);
    }
    scan->known_byte = span[0];
    scan->at = span[1];
    scan->how = REGEX_CHECKED | (span[0] == span[1] ? REGEX_NOT_EMPTY : 0);
    return true;
}
