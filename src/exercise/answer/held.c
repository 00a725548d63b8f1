/* Finds the exercises that are open, and takes out the warnings that would give them away. */
#include "exercise/answer/held.h"

#include <string.h>

void held_find(struct held *h, const struct exercises *x, const struct progress *p,
               const char *lesson)
{
    *h = (struct held){0};
    for (int k = 0; k < x->count; k++) {
        const struct exercise *e = &x->at[k];
        const struct progress_line *l = progress_find(p, lesson, e->name);
        const char *name = exercise_field(e, "warning");
        bool open = kind_asks(e->kind, ASKS_LINE) && (l == NULL || l->done < DONE_SHOWN);
        for (int kind = 0; open && name != NULL && kind < MISTAKE_COUNT; kind++) {
            const char *found = mistake_table[kind].found.name;
            if (found != NULL && strcmp(found, name) == 0) {
                h->exercise[kind] = e->name;
            }
        }
    }
}

static void take_out(struct warnings *w, const struct source *cell)
{
    int kept = 0;
    for (int k = 0; k < w->count; k++) {
        if (w->at[k].at.source != cell) {
            w->at[kept++] = w->at[k];
        }
    }
    w->count = kept;
}

const char *held_back(const struct held *h, struct warnings *w)
{
    const char *first = NULL;
    for (int k = 0; k < w->count;) {
        const char *exercise = h->exercise[w->at[k].kind];
        if (exercise == NULL) {
            k++;
            continue;
        }
        first = first != NULL ? first : exercise;
        take_out(w, w->at[k].at.source);
        k = 0;
    }
    return first;
}
