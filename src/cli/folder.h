/* Finds the folder in which the program keeps what outlives a walk: $XDG_STATE_HOME/qkv, else
 * ~/.local/state/qkv. */
#pragma once

#include "base/error.h"

#include <stdbool.h>
#include <stddef.h>

/* Its path without a slash at its end, with room left for the name of a file. False: neither
 * variable says where. */
bool folder_find(char *out, size_t size);
/* Makes it and those around it, for this person alone; false: it is not there then. */
bool folder_make(char *path);
/* A file there that this program does not understand, broken or of a newer one: it goes out of the
 * way and is not lost. `beside` is what it is called then, "practice.kept". False with err. */
bool folder_set_aside(const char *path, char *beside, size_t size, struct error *err);
