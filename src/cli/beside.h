/* Modules that lie beside the file that is run: `from model import GPT` finds model.py in its
 * folder, or model/ with or without an __init__.py; in the three folders above, too, when the file
 * changes sys.path. */
#pragma once

#include "cli/options.h"
#include "lesson/lesson.h"

/* Reads what the lesson's code imports, and what that imports, into the lesson. Never for practice
 * and grade, where a file of somebody else may lie beside it; not for built-in lessons and for
 * standard input. A link is not followed. False with err: a file cannot be read, or memory. */
bool beside_find(const struct options *o, struct lesson *l, struct error *err);
