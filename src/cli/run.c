/* qkv run: what the notebook prints, byte for byte. */
#include "cli/command.h"

#include <stdlib.h>

int command_run(const struct options *o)
{
    struct lesson l;
    if (!command_open(o, &l)) {
        return EXIT_USAGE;
    }
    struct session *s = command_session(o, &l);
    if (s == NULL) {
        lesson_free(&l);
        return OUTCOME_LIMIT;
    }
    enum outcome outcome = command_cells(o, &l, s, true);
    session_free(s);
    free(s);
    lesson_free(&l);
    return (int)outcome;
}
