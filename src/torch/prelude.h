/* The prelude: PyTorch's composites in the interpreted notation, embedded when the program is built
 * (assets/prelude, tools/embed.c). A file's name is the dotted name of its module. */
#ifndef QKV_TORCH_PRELUDE_H
#define QKV_TORCH_PRELUDE_H

#include <stddef.h>

struct prelude_file {
    const char *name; /* "torch.nn.functional" */
    const char *text;
    size_t len;
};

extern const struct prelude_file prelude_files[];
extern const int prelude_count;

#endif
