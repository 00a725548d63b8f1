/* Reads a whole file or standard input, and writes a file. Only the command line and
 * src/files call these: the engine reads no files behind its caller's back. */
#pragma once

#include "base/buf.h"

/* path "-" is standard input. False with a sentence for: missing, a directory, not a regular file
 * or pipe, longer than max bytes. */
bool file_read(const char *path, size_t max, struct buf *out, struct error *err);

/* Writes beside the path and renames, so that a full disk or a broken run leaves no half file; "-"
 * is standard output (base/output.h). False with ERROR_INPUT and the system's reason. */
bool file_save(const char *path, const struct buf *data, struct error *err);
/* The same for a file that is not there; one that is stays as it is: ERROR_INPUT. */
bool file_save_new(const char *path, const struct buf *data, struct error *err);
/* All bytes to an open file, from where it stands; false with errno set. */
bool file_save_bytes(int file, const void *data, size_t len);
