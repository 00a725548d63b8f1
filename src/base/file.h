/* Reading a whole file or standard input. Only the command line reads: the engine reads no files
 * behind its caller's back, it asks no more than whether one is missing. */
#ifndef QKV_BASE_FILE_H
#define QKV_BASE_FILE_H

#include "base/buf.h"

/* path "-" is standard input. False with a sentence for: missing, a directory, not a regular file
 * or pipe, longer than max bytes. */
bool file_read(const char *path, size_t max, struct buf *out, struct error *err);

bool file_missing(const char *path); /* nothing has that name */

#endif
