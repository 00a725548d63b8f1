/* Reading a whole file or standard input. Only the command line calls this: the engine reads no
 * files behind its caller's back. */
#ifndef QKV_BASE_FILE_H
#define QKV_BASE_FILE_H

#include "base/buf.h"

/* path "-" is standard input. False with a sentence for: missing, a directory, not a regular file
 * or pipe, longer than max bytes. */
bool file_read(const char *path, size_t max, struct buf *out, struct error *err);

#endif
