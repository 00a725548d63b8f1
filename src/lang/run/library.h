/* Keeps the trees of the prelude's modules, parsed once for many interpreters: most of what a short
 * run costs is the reading of torch.nn. Interpreters that share a library live in one thread, one
 * after the other or taking turns. */
#pragma once

#include "lang/parse/parser.h"
#include "lang/run/interp.h"

struct library { /* {0} is an empty one */
    struct arena arena;
    struct library_module {
        const char *text; /* of the prelude, which is always the same memory */
        struct nodes body;
    } *at;
    int count, cap;
    unsigned joined; /* interpreters so far: what they keep in the trees tells them apart */
};

/* To be called before the interpreter runs anything. The library must outlive it. */
void library_join(struct library *l, struct interp *in);
void library_free(struct library *l);

/* As parse_heads(), of a text of the prelude: into the library that the interpreter shares, or for
 * itself when it shares none. */
enum parse_status library_parse(struct interp *in, const char *file, const char *text, size_t len,
                                struct nodes *out, struct parse_error *error);

/* Raises what a text of the prelude could not be read for: a limit, unless the prelude is wrong. */
bool library_unread(struct interp *in, const char *file, enum parse_status status,
                    const struct parse_error *error);

/* Reads the body of a function of the prelude, if nobody did. False: raised. */
bool library_read(struct interp *in, const struct node *def);
