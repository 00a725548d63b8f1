/* Declares the syntax tree. Nodes live in an arena as long as the run; they are read-only after
 * parsing, except what the evaluator keeps at the end of a node, and bodies that were not read yet.
 *
 * One struct for all nodes: which members mean something stands beside each kind. A list of nodes
 * is `struct nodes`. Source of the grammar: the Python 3.11 reference. */
#pragma once

#include "lang/parse/source.h"

#include <stdbool.h>

/* clang-format off */
enum node_kind {
    /* expressions */
    NODE_NONE, NODE_TRUE, NODE_FALSE, NODE_ELLIPSIS,
    NODE_INT,      /* integer; text, text_len where it does not fit: `0x` with its digits */
    NODE_FLOAT,    /* real */
    NODE_IMAGINARY, /* real: 2j */
    NODE_BYTES,    /* text, text_len: any bytes */
    NODE_STRING,   /* text, text_len: escapes resolved, neighbours joined */
    NODE_FSTRING,  /* list: NODE_STRING and NODE_FIELD in order */
    NODE_FIELD,    /* left: expression; flag: conversion 'r' 's' 'a' or 0; right: the format spec
                      (NODE_FSTRING or NODE_STRING) or NULL; text: "x = " of f"{x = }", or NULL */
    NODE_NAME,     /* text; flag: built in, as far as `changes` (the evaluator) */
    NODE_TUPLE, NODE_LIST, NODE_SET, /* list (may hold NODE_STARRED) */
    NODE_DICT,     /* list: keys (a NULL key means ** of the value), list2: values */
    NODE_LIST_COMP, NODE_SET_COMP, NODE_GENERATOR, /* left: element; clauses; scope */
    NODE_DICT_COMP, /* left: key, right: value; clauses; scope */
    NODE_ATTRIBUTE, /* left . text; flag: `class` lets it be set without a word (the evaluator) */
    NODE_SUBSCRIPT, /* left [ right ]; right may be NODE_SLICE or a NODE_TUPLE with slices */
    NODE_SLICE,     /* left : right : third, each may be NULL */
    NODE_CALL,      /* left ( list = positional and NODE_STARRED; keywords ) */
    NODE_UNARY,     /* op left */
    NODE_BINARY,    /* left op right */
    NODE_AND, NODE_OR, /* list: two or more operands */
    NODE_COMPARE,   /* left, then ops[i] list[i] */
    NODE_CONDITIONAL, /* right if left else third:  left = condition */
    NODE_LAMBDA,    /* parameters, left: body expression, scope */
    NODE_STARRED,   /* * left */
    NODE_NAMED,     /* left := right */
    NODE_YIELD,      /* left or NULL */
    NODE_YIELD_FROM, /* left; flag 'a': `await` */
    /* statements */
    NODE_EXPRESSION, /* left; flag: the line ends in `;` (a notebook then shows nothing) */
    NODE_ASSIGN,     /* list: targets from left to right; left: value */
    NODE_AUGMENTED,  /* left op= right */
    NODE_ANNOTATED,  /* left : right = third (third may be NULL) */
    NODE_IF,         /* left; body; orelse */
    NODE_WHILE,      /* left; body; orelse */
    NODE_FOR,        /* left: target, right: iterable; body; orelse */
    NODE_DEF,        /* text; parameters; body; decorators; right: return annotation; scope; doc;
                        flag 'a': `async def` */
    NODE_CLASS,      /* text; list: bases; keywords; body; decorators; scope; doc */
    NODE_RETURN,     /* left or NULL */
    NODE_RAISE,      /* left or NULL; right: `from` or NULL */
    NODE_TRY,        /* body; handlers; orelse; finally */
    NODE_WITH,       /* items: list = contexts, list2 = targets (NULL entries); body */
    NODE_ASSERT,     /* left; right: message or NULL */
    NODE_IMPORT,     /* aliases: name = dotted module, as = NULL or name */
    NODE_FROM,       /* text: dotted module; aliases; a single alias "*" imports all */
    NODE_GLOBAL, NODE_NONLOCAL, /* aliases: names */
    NODE_DELETE,     /* list: targets */
    NODE_PASS, NODE_BREAK, NODE_CONTINUE
};

enum operator_ {
    OP_ADD, OP_SUB, OP_MUL, OP_DIV, OP_FLOOR_DIV, OP_MOD, OP_POW, OP_MATMUL,
    OP_AND, OP_OR, OP_XOR, OP_LSHIFT, OP_RSHIFT, /* bitwise */
    OP_EQ, OP_NE, OP_LT, OP_LE, OP_GT, OP_GE, OP_IS, OP_IS_NOT, OP_IN, OP_NOT_IN,
    OP_NEG, OP_POS, OP_INVERT, OP_NOT
};
/* clang-format on */
#define OP_COUNT (OP_NOT + 1)
const char *operator_text(enum operator_ op); /* "+", "not in", ... */

struct node;

struct nodes {
    struct node **at;
    int count;
};

struct keyword { /* of a call or a class: name = value; name NULL means ** value */
    const char *name;
    struct node *value;
};

struct parameter {
    const char *name;
    struct node *annotation; /* or NULL */
    struct node *fallback;   /* the default, or NULL */
    enum {
        PARAMETER_POSITIONAL_ONLY,
        PARAMETER_NORMAL,
        PARAMETER_ARGS,
        PARAMETER_KEYWORD_ONLY,
        PARAMETER_KWARGS
    } kind;
    struct span span;
};

struct clause { /* for target in iterable if conditions... */
    struct node *target, *iterable;
    struct nodes conditions;
};

struct handler {       /* except type as name: body */
    struct node *type; /* or NULL */
    const char *name;  /* or NULL */
    struct nodes body;
    struct span span;
};

struct alias {
    const char *name;
    const char *as; /* or NULL */
    struct span span;
};

/* Which names a function, lambda, comprehension or class body binds itself. */
struct names {
    const char **local; /* parameters first, then every name it assigns */
    int local_count;
    const char **global; /* declared `global` */
    int global_count;
    const char **nonlocal; /* declared `nonlocal` */
    int nonlocal_count;
    const char **cells; /* bound here and used further in */
    int cell_count;
    const char **free; /* used here or further in, and not bound here: perhaps by a scope around */
    int free_count;
};

struct unread { /* the text of a body: lines from a byte up to another one */
    size_t from, end;
    int line;
};

struct object;
struct str;
struct class;

struct node {
    enum node_kind kind;
    enum operator_ op;
    int flag;
    bool yields;     /* an expression, or a simple statement, that a `yield` stands in */
    bool generator;  /* NODE_DEF, NODE_LAMBDA: its body has a `yield` */
    bool positional; /* NODE_DEF, NODE_LAMBDA: each parameter may be given by its place */
    bool spreads;    /* NODE_CALL: a list or a mapping is spread among the arguments */
    struct node *left, *right, *third;
    struct nodes list;
    enum operator_ *ops; /* NODE_COMPARE: one for each of list */
    int keyword_count;
    /* What the evaluator keeps: */
    unsigned joined;         /* who, of those that share the tree (library.h) */
    struct str *name_object; /* the interned `text`, filled at first use */
    int32_t entry; /* where the dictionary had the name the last time; of a display: whether
                      it is a tuple of a few (eval_display.c) */
    int32_t slot;  /* NODE_NAME: where a scope that binds these names has it, or names.c */
    union {
        const struct names *near; /* the same ones where the slot is its own, or NULL */
        struct object *method;    /* NODE_ATTRIBUTE: the method that a class of C has, ... */
    };
    union {
        const struct names *home;  /* NODE_NAME: in scopes that bind these names `slot` is known, */
        const struct class *class; /* ... or NULL: that the class has nothing of that name, */
    };
    union {
        int32_t hops;     /* of so many scopes further out */
        uint32_t changes; /* as it was then (struct lookups) */
    };
    int parameter_count;
    int64_t integer;
    double real;
    struct span span;
    struct nodes list2, body, orelse, finally, decorators;
    struct keyword *keywords;
    struct parameter *parameters;
    struct clause *clauses;
    struct handler *handlers;
    struct alias *aliases;
    int clause_count, handler_count, alias_count;
    struct names *scope;
    struct unread *unread; /* NODE_DEF of the prelude: its body is still a text (parse_body) */
    const char *text;      /* name or string */
    size_t text_len;
    const char *doc; /* docstring or NULL */
};
