/* The stages. */
#include "trace/stages.h"

#include <string.h>

static const struct {
    const char *name, *sentence;
} stages[] = {
#define STAGE(id, name, sentence) {name, sentence},
#include "trace/stages.def"
#undef STAGE
};

const char *stage_name(enum stage s)
{
    return stages[s].name;
}

const char *stage_sentence(enum stage s)
{
    return stages[s].sentence;
}

bool stage_of_name(const char *name, enum stage *out)
{
    for (int k = 0; k < STAGE_COUNT; k++) {
        if (strcmp(stages[k].name, name) == 0) {
            *out = (enum stage)k;
            return true;
        }
    }
    return false;
}

bool stages_find(struct tape *t)
{
    (void)t;
    return true;
}
