/* Gives cmark an allocator. cmark takes for granted that it gets what it asks for, and does not say
 * on whose behalf it asks: so a refusal leaves it by longjmp, and the reader under way is known by
 * thread. All blocks hang on a list, which frees them wherever cmark was. */
#include "lesson/commonmark.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define MOST ((size_t)512 << 20) /* bytes: some ten times the text, as a rule */

struct block {
    struct commonmark *of;
    struct block *previous, *next;
    size_t size;
    max_align_t at[]; /* what cmark sees */
};

struct reading {
    struct commonmark *of;
    jmp_buf no_memory;
};

static _Thread_local struct reading *under_way; /* as long as commonmark_read runs */

static struct block *block_of(void *at)
{
    return (struct block *)(void *)((char *)at - offsetof(struct block, at));
}

static void hang(struct block *b)
{
    b->previous = NULL;
    b->next = b->of->block;
    if (b->next != NULL) {
        b->next->previous = b;
    }
    b->of->block = b;
    b->of->used += b->size;
}

static void take_off(struct block *b)
{
    *(b->previous != NULL ? &b->previous->next : &b->of->block) = b->next;
    if (b->next != NULL) {
        b->next->previous = b->previous;
    }
    b->of->used -= b->size;
}

/* A block in place of `old`, which may be NULL; cleared where it is new. */
static void *take(struct block *old, size_t size)
{
    struct reading *r = under_way;
    if (old != NULL) {
        take_off(old);
    }
    bool fits = size <= MOST - r->of->used;
    struct block *b = !fits         ? NULL
                      : old != NULL ? realloc(old, sizeof *b + size)
                                    : calloc(1, sizeof *b + size);
    if (b == NULL) {
        if (old != NULL) {
            hang(old);
        }
        r->of->used = fits ? r->of->used : MOST; /* which of the two it was */
        longjmp(r->no_memory, 1);
    }
    b->of = r->of;
    b->size = size;
    hang(b);
    return b->at;
}

static void *own_calloc(size_t count, size_t size)
{
    if (under_way == NULL) { /* old versions of cmark keep copies of what is asked of a node */
        return calloc(count, size);
    }
    return take(NULL, count * size);
}

static void *own_realloc(void *at, size_t size)
{
    return take(at != NULL ? block_of(at) : NULL, size);
}

static void own_free(void *at)
{
    if (at != NULL) {
        struct block *b = block_of(at);
        take_off(b);
        free(b);
    }
}

static cmark_mem memory = {own_calloc, own_realloc, own_free};

/* "http://there/p.png", "//there/p.png": of somebody else, who would hear of each reader. */
static bool leads_away(const char *url)
{
    size_t scheme = strcspn(url, ":/?#");
    return url[scheme] == ':' || (strchr("/\\", *url) != NULL && strchr("/\\", url[1]) != NULL);
}

/* A picture that leads away; a link that is code, "javascript:", or that opens what is no page:
 * neither http, https, mailto nor a file beside the lesson. */
static bool is_unsafe(cmark_node *n)
{
    static const char *const schemes[] = {"http", "https", "mailto"};
    cmark_node_type type = cmark_node_get_type(n);
    const char *url =
        type == CMARK_NODE_IMAGE || type == CMARK_NODE_LINK ? cmark_node_get_url(n) : "";
    size_t len = strcspn(url, ":/?#");
    bool known = type != CMARK_NODE_LINK || url[len] != ':';
    for (size_t k = 0; k < sizeof schemes / sizeof schemes[0] && !known; k++) {
        known = strlen(schemes[k]) == len && strncasecmp(url, schemes[k], len) == 0;
    }
    return type == CMARK_NODE_IMAGE ? leads_away(url) : !known;
}

/* In the place of such a picture or link its words stay. */
static void leave_out_unsafe(cmark_node *root)
{
    for (cmark_node *n = root, *next; n != NULL; n = next) {
        next = commonmark_next(n);
        if (is_unsafe(n)) {
            for (cmark_node *word; (word = cmark_node_first_child(n)) != NULL;) {
                cmark_node_insert_before(n, word);
            }
            cmark_node_unlink(n);
            cmark_node_free(n);
        }
    }
}

/* False: memory has ended. */
static bool read_all(struct reading *r, const char *text, size_t len, bool want_html)
{
    under_way = r;
    if (setjmp(r->no_memory) != 0) {
        under_way = NULL;
        return false;
    }
    cmark_parser *parser = cmark_parser_new_with_mem(CMARK_OPT_DEFAULT, &memory);
    cmark_parser_feed(parser, text, len);
    r->of->root = cmark_parser_finish(parser);
    cmark_parser_free(parser);
    if (want_html) {
        leave_out_unsafe(r->of->root);
    }
    r->of->html = want_html ? cmark_render_html(r->of->root, CMARK_OPT_DEFAULT) : NULL;
    under_way = NULL;
    return true;
}

bool commonmark_harms(const struct commonmark *c)
{
    for (cmark_node *n = c->root; n != NULL; n = commonmark_next(n)) {
        cmark_node_type type = cmark_node_get_type(n);
        if (type == CMARK_NODE_HTML_BLOCK || type == CMARK_NODE_HTML_INLINE || is_unsafe(n)) {
            return true;
        }
    }
    return false;
}

bool commonmark_read(struct commonmark *c, const char *file, const char *text, size_t len,
                     bool want_html, struct error *err)
{
    struct reading r = {.of = c};
    *c = (struct commonmark){0};
    if (read_all(&r, text, len, want_html)) {
        return true;
    }
    bool large = c->used >= MOST;
    commonmark_free(c);
    return large ? error_set(err, ERROR_INPUT,
                             "%s is too large for a lesson: its Markdown needs more than %zu MiB",
                             file, MOST >> 20)
                 : error_set(err, ERROR_MEMORY, "the system has no memory left to read %s", file);
}

void commonmark_free(struct commonmark *c)
{
    for (struct block *b = c->block, *next; b != NULL; b = next) {
        next = b->next;
        free(b);
    }
    *c = (struct commonmark){0};
}

cmark_node *commonmark_next(cmark_node *n)
{
    cmark_node *child = cmark_node_first_child(n);
    while (child == NULL && n != NULL) {
        child = cmark_node_next(n);
        n = cmark_node_parent(n);
    }
    return child;
}
