/* Finds modules that lie beside the file that is run: `from model import GPT` finds model.py in its
 * folder, or model/ with or without an __init__.py; in the three folders above, too, when the file
 * changes sys.path. A link is not followed. */
#pragma once

#include "lesson/lesson.h"

/* Reads what the lesson's code imports, and what that imports, into the lesson. Its file is looked
 * for from `folder` on, which ends in a slash or is empty; modules are told as the file is. Never
 * for practice and grade, where a file of somebody else may lie beside it. False with err: a file
 * cannot be read, or memory. */
bool beside_look(struct lesson *l, const char *folder, struct error *err);
/* What code that was edited imports now, where beside_look has looked; where not, nothing. */
bool beside_find(struct lesson *l, struct error *err);
