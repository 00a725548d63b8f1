/* Opens, scrolls and closes pages. */
#pragma once

#include "tui/viewer.h"

unsigned act_open(struct viewer *v, enum page page); /* closes it when it is open */
unsigned act_scroll(struct viewer *v, int lines);
int act_page_height(const struct viewer *v);
bool act_page_scrolls(const struct viewer *v); /* else next and prev move over steps */

/* What was typed is in v->typed. */
unsigned act_ask(struct viewer *v, const char *expression);
unsigned act_what(struct viewer *v, const char *term);
