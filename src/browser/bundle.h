/* Keeps the files that lie beside the code of a page: those that are packed into it, and those that
 * are dropped onto it. */
#pragma once

#include "browser/browser.h"

/* Whether files can lie there. names: `size` bytes, each name ended by a NUL. False with one
 * sentence: a name that does not lead down, too many, too large. */
bool bundle_fits(const char *names, size_t size, double bytes, struct error *err);

/* Which of these files, below `folder`, can be the program: a notebook, else a .py file that none
 * of the others imports and the code that is open (or NULL) does not; else a lesson. As JSON:
 * {"programs":["a.py"],"used":true}; used: that code imports one of them. False with err: memory.
 */
bool bundle_programs(const struct browser_code *open, const char *folder, const char *names,
                     size_t size, struct buf *out, struct error *err);
