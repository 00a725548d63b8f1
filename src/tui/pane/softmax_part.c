/* Reads the parts off an explanation. */
#include "tui/pane/softmax_part.h"

#include "trace/tape/event.h"
#include "tui/viewer_figure.h"

#include <string.h>

static const struct softmax_part_row rows[] = {
#define PART(id, name, steps, row, one, sentence, astray) {name, steps, row, one, sentence, astray},
#include "show/softmax_part.def"
};

static const struct softmax_part_row log_rows[] = {
#define LOG_PART(name, steps, row, one, sentence, astray) {name, steps, row, one, sentence, astray},
#include "show/softmax_part.def"
};

_Static_assert(sizeof rows == sizeof log_rows, "both have PART_COUNT parts");

const struct softmax_part_row *softmax_part_row(const struct event *e, int nth)
{
    return event_does(e, LOG_SOFTMAX) ? &log_rows[nth] : &rows[nth];
}

const struct softmax_part_row *softmax_part_here(const struct viewer *v, int nth)
{
    return softmax_part_row(&v->where.at.tape->event[stepper_event(&v->where.at)], nth);
}

/* "row maximum" is "row_maximum" in the table: there spaces stand between names. */
static bool same_name(const char *name, size_t len, const char *part)
{
    if (strlen(part) != len) {
        return false;
    }
    for (size_t k = 0; k < len; k++) {
        if (name[k] != part[k] && !(name[k] == '_' && part[k] == ' ')) {
            return false;
        }
    }
    return true;
}

/* Whether a line of the arithmetic belongs to a part. */
static bool softmax_part_has(const struct softmax_part_row *part, const struct explained_step *step)
{
    for (const char *at = part->steps; *at != '\0';) {
        size_t len = strcspn(at, " ");
        if (same_name(at, len, step->part)) {
            return true;
        }
        at += len + (at[len] == ' ');
    }
    return false;
}

bool softmax_part_owns(const struct softmax_part_row *part, const struct explanation *e, int k)
{
    const struct explained_step *s = &e->step[k];
    bool more = s->part[0] == '\0' && k > 0 && softmax_part_has(part, &e->step[k - 1]);
    return s->text != NULL && (softmax_part_has(part, s) || more);
}

bool softmax_part_value(const struct explanation *e, const struct softmax_part_row *part,
                        double *out)
{
    bool found = false;
    for (int k = 0; k < e->step_count; k++) {
        if (softmax_part_has(part, &e->step[k])) {
            *out = e->step[k].value;
            found = true;
        }
    }
    return found;
}

bool softmax_part_sum(const struct explanation *e, double *out)
{
    return softmax_part_value(e, &rows[PART_SUM], out);
}

bool softmax_parts_are_open(const struct viewer *v)
{
    return v->where.at.part >= 0 && softmax_parts_are_there(v);
}

bool softmax_parts_are_there(const struct viewer *v)
{
    double value;
    return v->where.at.row >= 0 && v->fetched.any_out && v->fetched.explained &&
           !v->chosen.hidden && viewer_figure(v) == NULL &&
           softmax_part_value(&v->fetched.explanation, &rows[PART_MAXIMUM], &value) &&
           softmax_part_sum(&v->fetched.explanation, &value) &&
           v->fetched.explanation.from_count > 0;
}
