/* Lays out a run as HTML without a script: every stop of the lesson, or every step of code without
 * a text, with its sentence, its tables and the arithmetic of one cell. For paper, mail, a wiki,
 * and under the page itself where no script may run. */
#ifndef QKV_BROWSER_PAPER_H
#define QKV_BROWSER_PAPER_H

#include "browser/browser.h"

#define PAPER_STEPS 300 /* of a long run are laid out; how many there are is told */

/* What stands inside of <main>. Moves the viewer, and leaves it at its first place. False with err:
 * memory. */
bool paper_html(struct browser *b, struct buf *out, struct error *err);
/* Styles that it needs, for a file of its own. */
extern const char paper_style[];

#endif
