/* Chooses the questions about earlier lessons. */
#include "tui/page/recall.h"

#define FURTHER_MOST 3 /* lessons before the one before */

int recall_choose(struct recalled r[RECALL_MOST], const struct lesson_file *here, uint64_t nth)
{
    uint64_t before = (uint64_t)(here - lesson_files), turn = before + nth;
    uint64_t further = before > FURTHER_MOST ? FURTHER_MOST : before - 1;
    if (before > 0) {
        r[0] = (struct recalled){.file = here - 1, .turn = turn};
    }
    if (before > 1) {
        r[1] = (struct recalled){.file = here - 2 - turn % further, .turn = before + nth / further};
    }
    return before < RECALL_MOST ? (int)before : RECALL_MOST;
}

/* Whether it says all that it is about, and is answered with a key or a few. */
static bool is_fit(const struct exercise *e)
{
    return kind_asks(e->kind, ASKED_AGAIN);
}

static bool read(struct recalled *r, struct error *err)
{
    const struct lesson_file *f = r->file;
    struct complaints none = {.unheard = true};
    if (!lesson_read(&r->lesson, f->name, LESSON_MARKDOWN, f->text, f->len, err)) {
        return false;
    }
    r->read = exercises_read(&r->exercises, &r->lesson, &none, err);
    complaints_free(&none);
    if (!r->read) {
        lesson_free(&r->lesson);
    }
    return r->read;
}

const struct exercise *recall_exercise(struct recalled *r, struct error *err)
{
    int count = 0;
    if (!r->read && !read(r, err)) {
        return NULL;
    }
    for (int k = 0; k < r->exercises.count; k++) {
        count += is_fit(&r->exercises.at[k]);
    }
    if (count == 0) {
        error_set(err, ERROR_INPUT, "%s has no question to ask again", r->file->name);
        return NULL;
    }
    int left = (int)(r->turn % (uint64_t)count), k = 0;
    while (left > 0 || !is_fit(&r->exercises.at[k])) {
        left -= is_fit(&r->exercises.at[k++]);
    }
    return &r->exercises.at[k];
}

void recall_free(struct recalled *r)
{
    if (r->read) {
        exercises_free(&r->exercises);
        lesson_free(&r->lesson);
    }
    *r = (struct recalled){0};
}
