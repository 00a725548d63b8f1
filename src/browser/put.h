/* Writes the pieces that both texts of a page are made of, as JSON. Private to src/browser. */
#ifndef QKV_BROWSER_PUT_H
#define QKV_BROWSER_PUT_H

#include "base/json_write.h"
#include "lesson/prose.h"
#include "tui/viewer.h"

/* A member of an object, behind others: ,"name":"text". */
void put_member(const char *name, const char *text, struct buf *out);
void put_number(const char *name, long long value, struct buf *out);
void put_flag(const char *name, bool value, struct buf *out);
/* Of a text that lies in a buffer: nothing where it is empty. */
void put_buf(const char *name, const struct buf *text, struct buf *out);

/* The same of a sentence, and as "nameWords" its words that the glossary explains, as they stand in
 * it. */
void put_sentence(const char *name, const struct buf *text, struct buf *out);

/* "12" or "s3", as links and readers count steps. */
void put_step(const struct tape *t, int event, struct buf *out);
/* A place in the code: {"cell":2,"line":5,"column":4,"end":5,"to":20}. In a module or in the
 * program's own code `cell` is -1, and "text" is the code. null: no place. */
void put_span(const struct lesson *l, const struct span *at, struct buf *out);
/* Running text as runs that are marked alike: [["Read ",0],["q",4]]; the marks are enum word_mark.
 */
void put_words(const char *text, const char *marks, size_t from, size_t end, struct buf *out);
/* A block of such runs, and Markdown as a list of them. */
void put_block(const struct prose_block *b, struct buf *out);
void put_markdown(const char *markdown, struct buf *out);

#endif
