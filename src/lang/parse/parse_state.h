/* The state of a parse, and what the files of the parser call of one another.
 *
 * Recursive descent with one token of lookahead. Every function that returns a node returns NULL
 * after a failure, which parse_fail and its kin have noted; the first failure wins and the current
 * token becomes TOKEN_ERROR, so that loops end by themselves. Lists grow on one scratch stack and
 * are copied into the arena when they are complete. */
#ifndef QKV_LANG_PARSE_PARSE_STATE_H
#define QKV_LANG_PARSE_PARSE_STATE_H

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
void parse_begin(struct parser *p, const struct source *source, struct arena *arena,
                 struct parse_error *error, struct lexer *lexer);
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
char *parse_name(struct parser *p); /* consumes a NAME; else "invalid syntax" */

bool parse_push(struct parser *p, void *item);
struct nodes parse_take(struct parser *p, int mark); /* what was pushed since, as a list */
/* A node with that list, up to here. NULL: refused. */
struct node *parse_gathered(struct parser *p, enum node_kind kind, struct position from, int mark);
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

/* --- parse_expression.c: the names are those of the grammar in the Python reference --- */
struct node *parse_one(struct parser *p);   /* expression */
struct node *parse_named(struct parser *p); /* named_expression */
struct node *parse_star_named(struct parser *p);
struct node *parse_star_list(struct parser *p); /* star_expressions: a tuple if commas follow */
struct node *parse_value(struct parser *p);     /* the same, or `yield`: what `=` assigns */
struct node *parse_disjunction(struct parser *p);
struct node *parse_bitwise(struct parser *p); /* bitwise_or */
struct node *parse_starred(struct parser *p, struct node *(*operand)(struct parser *));

/* --- parse_atom.c --- */
struct node *parse_atom(struct parser *p);
/* Behind a `(`, or in a field of an f-string: a value, a tuple or a generator, up to and with the
 * closing token. */
struct node *parse_group(struct parser *p, struct position from, enum token_kind closing);
bool parse_at_clauses(const struct parser *p); /* `for` or `async for` */
bool parse_clauses(struct parser *p, struct node *comprehension);
struct node *parse_target_list(struct parser *p); /* between `for` and `in` */

/* --- parse_call.c --- */
struct node *parse_trailers(struct parser *p, struct node *atom, struct position from);
/* Behind the `(` up to and with the `)`; fills list and keywords of a call or a class. */
bool parse_arguments(struct parser *p, struct node *into);

/* --- parse_parameters.c --- */
bool parse_parameters(struct parser *p, struct node *into, enum token_kind closing);
struct node *parse_lambda(struct parser *p);

/* --- parse_string.c, parse_fstring.c --- */
struct node *parse_strings(struct parser *p);
struct string_body { /* what stands between the quotes of one token */
    struct cursor cursor;
    size_t end;
    size_t start; /* byte of the cursor at the beginning */
    bool raw, bytes;
    struct span whole; /* the token */
};
/* Takes the characters up to byte `to`, escapes resolved, to p->text. */
bool parse_characters(struct parser *p, struct string_body *body, size_t to);
/* p->text as a node, and empties it. */
struct node *parse_text_node(struct parser *p, const struct span *at);
/* Pushes the parts of an f-string; text that no field ended stays in p->text. */
bool parse_fstring_parts(struct parser *p, struct string_body *body, int level);
bool parse_flush_text(struct parser *p, const struct span *at); /* p->text, if any, as a part */

/* --- parse_number.c --- */
struct node *parse_number(struct parser *p);

/* --- parse_target.c --- */
enum target_use { TARGET_ASSIGN, TARGET_FOR, TARGET_DELETE };
/* False with "cannot assign to ..." if something in it cannot be bound. */
bool parse_check_target(struct parser *p, const struct node *target, enum target_use use);
const struct node *parse_bad_target(const struct node *target, enum target_use use); /* or NULL */
const char *parse_kind_name(const struct node *node); /* "function call" */
/* A `=` where none may stand, behind `left`: explains the likely slip. */
void *parse_misplaced_equal(struct parser *p, const struct node *left, bool bare_name);
/* An expression directly behind an expression: a forgotten comma, or print without parentheses. */
void *parse_adjacent(struct parser *p, const struct node *left, const struct token *first);

/* --- parse_statement.c --- */
bool parse_statements(struct parser *p, enum token_kind until); /* pushes them */
bool parse_simple_line(struct parser *p);                       /* up to the line's end */

/* --- parse_compound.c --- */
bool parse_is_compound(const struct parser *p);
struct node *parse_compound(struct parser *p);
/* The colon behind a header and the statements behind it; `what` stands in the message when there
 * are none. */
bool parse_block(struct parser *p, struct nodes *out, const char *what, int line);

/* --- scope.c --- */
/* Computes `scope` and `doc` and makes the checks that Python makes behind the parser ('return'
 * outside function, ...). The tree's depth is checked first of all. */
enum parse_status scope_resolve(const struct nodes *statements, const struct source *source,
                                struct arena *arena, struct parse_error *error);

#endif
