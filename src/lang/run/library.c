/* Keeps the shared trees of the prelude. */
#include "lang/run/library.h"

#include "base/grow.h"
#include "lang/run/scope.h"

#include <stdlib.h>

void library_join(struct library *l, struct interp *in)
{
    in->library = l;
    in->joined = ++l->joined;
}

void library_free(struct library *l)
{
    arena_free(&l->arena);
    free(l->at);
    *l = (struct library){0};
}

static struct arena *arena_of(struct interp *in)
{
    return in->library != NULL ? &in->library->arena : &in->arena;
}

enum parse_status library_parse(struct interp *in, const char *file, const char *text, size_t len,
                                struct nodes *out, struct parse_error *error)
{
    struct library *l = in->library;
    struct arena *arena = arena_of(in);
    for (int k = 0; l != NULL && k < l->count; k++) {
        if (l->at[k].text == text) {
            *out = l->at[k].body;
            return PARSE_OK;
        }
    }
    struct source *source = arena_alloc(arena, sizeof *source);
    char *name = arena_copy(arena, file, strlen(file));
    if (source == NULL || name == NULL) {
        *error = (struct parse_error){.text = "the system has no memory left"};
        return PARSE_LIMIT;
    }
    *source =
        (struct source){.file = name, .first_line = 1, .prelude = true, .text = text, .len = len};
    enum parse_status status = parse_heads(source, arena, out, error);
    if (status == PARSE_OK && l != NULL && grow(&l->at, l->count, &l->cap, sizeof *l->at)) {
        l->at[l->count++] = (struct library_module){.text = text, .body = *out};
    }
    return status;
}

bool library_read(struct interp *in, const struct node *def)
{
    struct parse_error error;
    enum parse_status status =
        def->unread == NULL ? PARSE_OK
                            : parse_body((struct node *)(uintptr_t)def, arena_of(in), &error);
    return status == PARSE_OK || library_unread(in, def->span.source->file, status, &error);
}

bool library_unread(struct interp *in, const char *file, enum parse_status status,
                    const struct parse_error *error)
{
    return status == PARSE_LIMIT ? raise_memory(in)
                                 : raise_exception(in, EXCEPTION_SyntaxError, "%s, line %d: %s",
                                                   file, error->span.line, error->text);
}
