/* Reads the HTML of a hand-in. */
#ifndef QKV_EXERCISE_HANDIN_HANDIN_HTML_H
#define QKV_EXERCISE_HANDIN_HANDIN_HTML_H

#include "base/buf.h"
#include "exercise/piece.h"

/* HTML as the text that it shows. */
void handin_html(struct piece html, struct buf *out);

#endif
