/* Writes pictures and text. */
#pragma once

#include "tui/viewer.h"

unsigned act_write_to(struct viewer *v, const char *name);
unsigned act_save_display(struct viewer *v, const char *name);
unsigned act_write(struct viewer *v, bool over);
unsigned act_write_over(struct viewer *v, uint32_t key);
