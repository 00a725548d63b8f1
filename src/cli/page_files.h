/* Packs files beside the code of `qkv page`: its modules, and those below --files. */
#pragma once

#include "cli/options.h"
#include "lesson/lesson.h"

/* Adds their members to a JSON object: beside, a list of pairs (the name and the bytes, in base64),
 * if it has modules; with --files below, the same, and reads, how its folder is called. Whose name
 * begins with a dot stays away, and so does the page itself, which goes to `path`. False with one
 * sentence. */
bool page_files_put(const struct options *o, const struct lesson *l, const char *path,
                    struct buf *json, struct error *err);
