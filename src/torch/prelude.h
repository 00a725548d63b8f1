/* Declares the modules written in Python (assets/prelude), as the Makefile embeds them. */
#pragma once

#include <stddef.h>

struct prelude_file {
    const char *name; /* "torch.nn" */
    const char *text;
    size_t len;
};
extern const struct prelude_file prelude_files[];
extern const int prelude_count;
