/* Lists and makes the ways of a step that the walkthrough shows. */
#include "mistakes/instead.h"

#include "mistakes/redo.h"

static bool is_mended(const struct warnings *w, int event, enum mistake_kind *kind)
{
    for (int k = 0; w != NULL && k < w->count; k++) {
        *kind = w->at[k].kind;
        if (w->at[k].event == event && mistake_table[*kind].mended.mend != NULL) {
            return true;
        }
    }
    return false;
}

int instead_list(struct tape *t, const struct warnings *w, int event,
                 struct instead out[MISTAKE_COUNT])
{
    enum mistake_kind kind[MISTAKE_COUNT], mended;
    struct redo r = redo_of(t, event, NULL);
    int count = 0, all = r.e->output_count > 0 ? mistake_ranked(kind) : 0;
    r.walk = true;
    if (is_mended(w, event, &mended)) {
        out[count++] = (struct instead){mended, true};
    }
    for (int k = 0; k < all; k++) {
        const struct mistake_made *made = &mistake_table[kind[k]].made;
        if (made->walk && made->make(&r)) {
            out[count++] = (struct instead){kind[k], false};
        }
    }
    return count;
}

bool instead_make(struct tape *t, int event, struct instead way, struct tensor *out,
                  struct buf *code)
{
    const struct mistake_row *row = &mistake_table[way.kind];
    struct redo r = redo_of(t, event, code);
    r.walk = true;
    bool ok = r.e->input_count > 0 && r.e->output_count > 0 &&
              redo_apply(&r, way.right ? row->mended.mend : row->made.make);
    if (ok) {
        *out = r.out;
    }
    return ok;
}

const char *instead_sentence(struct instead way)
{
    const struct mistake_row *row = &mistake_table[way.kind];
    return way.right ? row->mended.sentence : row->made.sentence;
}
