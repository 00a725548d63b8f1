/* Spans count lines within their source; people count them within the file, or within a cell. */
#include "trace/tape/location.h"

#include <string.h>

struct location location_of(const struct span *at)
{
    const struct source *s = at->source;
    int first = s->first_line > 1 ? s->first_line : 1;
    return (struct location){
        .file = s->file, .cell = s->cell, .line = at->line + first - 1, .column = at->column + 1};
}

const char *location_module(const struct tape *t, const struct span *at)
{
    const struct source *s = at->source;
    bool told = s != NULL && !s->prelude && t->cell_count > 0;
    return told && strcmp(s->file, t->cell[0].source->file) != 0 ? s->file : NULL;
}

void location_line(const struct tape *t, const struct span *at, struct buf *out)
{
    const char *module = location_module(t, at);
    buf_printf(out, "line %d%s%s", location_of(at).line, module != NULL ? " of " : "",
               module != NULL ? module : "");
}
