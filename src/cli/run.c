/* Prints what the notebook prints, byte for byte: this is `qkv run`. */
#include "cli/command.h"

int command_run(const struct options *o)
{
    return command_play(o, true, NULL);
}
