/* Spans count lines within their source; people count them within the file, or within a cell. */
#include "trace/tape/location.h"

struct location location_of(const struct span *at)
{
    const struct source *s = at->source;
    int first = s->first_line > 1 ? s->first_line : 1;
    return (struct location){
        .cell = s->cell, .line = at->line + first - 1, .column = at->column + 1};
}
