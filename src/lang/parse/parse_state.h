/* Declares the state of a parse, and what the files of the parser call of one another.
 *
 * Recursive descent with one token of lookahead. Every function that returns a node returns NULL
 * after a failure, which parse_fail and its kin have noted; the first failure wins and the current
 * token becomes TOKEN_ERROR, so that loops end by themselves. Lists grow on one scratch stack and
 * are copied into the arena when they are complete. */
#pragma once

#include "base/arena.h"
#include "base/buf.h"
#include "lang/parse/lexer.h"
#include "lang/parse/parser.h"

/* How deep C functions and trees may nest, and how large a tree may be. Python's own compiler gives
 * up at a similar depth; a node takes about 300 bytes. */
enum { PARSE_DEPTH = 1000, PARSE_NODES = 1000000 };

struct parser {
    const struct source *source;
    struct arena *arena;
    struct lexer *lexer;
    struct token token;    /* the next one, not consumed yet */
    struct token previous; /* the last one consumed, line breaks and indents left out */
    struct parse_error *error;
    enum parse_status status;
    bool lexer_failed; /* the failure is the lexer's: it has precedence over the parser's */
    bool quiet;        /* looking ahead inside an error: no better words are sought */
    bool lazy;         /* leaves the bodies of functions unread */
    int field;         /* inside how many fields of f-strings */
    int nesting;
    long nodes;
    void **stack; /* lists under way */
    int stack_count, stack_cap;
    struct buf text; /* a string under way */
};

struct position { /* where a node begins */
    int line, column;
};

/* --- parse_state.c --- */
/* part: a body that was left unread, or NULL for all of the source. */
void parse_begin(struct parser *p, const struct source *source, const struct unread *part,
                 struct arena *arena, struct parse_error *error, struct lexer *lexer);
void parse_end(struct parser *p);
void parse_advance(struct parser *p);
bool parse_accept(struct parser *p, enum token_kind kind);
bool parse_expect(struct parser *p, enum token_kind kind);    /* else "invalid syntax" */
bool parse_expect_colon(struct parser *p);                    /* else "expected ':'" */
bool parse_deeper(struct parser *p);                          /* pair with p->nesting-- */
bool parse_is_name(const struct parser *p, const char *word); /* the current token */

struct position parse_position(const struct parser *p);               /* of the current token */
struct span parse_span(const struct parser *p, struct position from); /* up to the last token */
struct span parse_token_span(const struct parser *p, const struct token *token);
struct span parse_join(const struct span *from, const struct span *to);

void *parse_alloc(struct parser *p, size_t size);
struct node *parse_node(struct parser *p, enum node_kind kind, struct position from);
/* The same with its operands; NULL without `left`. */
struct node *parse_operands(struct parser *p, enum node_kind kind, struct position from,
                            struct node *left, struct node *right);
char *parse_name(struct parser *p); /* consumes a NAME; else "invalid syntax" */

bool parse_push(struct parser *p, void *item);
bool parse_push_node(struct parser *p, struct node *node); /* NULL: it was refused */
struct nodes parse_take(struct parser *p, int mark);       /* what was pushed since, as a list */
/* A node with that list, up to here. NULL: refused. */
struct node *parse_gathered(struct parser *p, enum node_kind kind, struct position from, int mark);
/* What was pushed in pairs, as list and list2 of the node. */
bool parse_take_pairs(struct parser *p, int mark, struct node *into);
/* The same for structs: pushed by pointer, copied into one array of `size` bytes each. */
void *parse_take_structs(struct parser *p, int mark, size_t size, int *count);

/* All of these return NULL. */
void *parse_fail(struct parser *p, const char *type, const struct span *at, const char *format, ...)
    QKV_PRINTF(4, 5);
void *parse_error_at(struct parser *p, const struct span *at, const char *format, ...)
    QKV_PRINTF(3, 4);
void *parse_error_here(struct parser *p, const char *format, ...) QKV_PRINTF(2, 3);
void *parse_invalid(struct parser *p); /* "invalid syntax" at the current token */
void *parse_unsupported(struct parser *p, const struct span *at, const char *format, ...)
    QKV_PRINTF(3, 4);
void *parse_limit(struct parser *p, const char *sentence);
/* Takes back a failure of the parser itself (not one of the lexer); false if it has to stay. */
bool parse_forgive(struct parser *p);

/* --- parse_string.c, parse_fstring.c --- */
struct string_body { /* what stands between the quotes of one token */
    struct cursor cursor;
    size_t end;
    size_t start; /* byte of the cursor at the beginning */
    bool raw, bytes;
    struct span whole; /* the token */
};

/* --- parse_target.c --- */
enum target_use { TARGET_ASSIGN, TARGET_FOR, TARGET_DELETE };
