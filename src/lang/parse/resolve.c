/* Finds, after parsing, which names each function, lambda, class and comprehension binds itself,
 * and the mistakes that only show when the whole is known. The order of the checks is not Python's,
 * so of two such mistakes in one file the other one may be told first. */
#include "lang/parse/resolve.h"

#include "lang/parse/parse_state.h"
#include "lang/parse/scope_table.h"

#include <stdio.h>
#include <string.h>

struct resolver {
    const struct source *source;
    struct arena *arena;
    struct parse_error *error;
    enum parse_status status;
    struct scope_table *scope;
    int depth;
    int loops;                    /* around this statement, in this function */
    int iterables;                /* of comprehensions, around this expression */
    struct node *function;        /* innermost, NULL = none */
    enum node_kind comprehension; /* innermost */
    bool yields;                  /* a `yield` was seen in the expression under way */
};

static bool visit(struct resolver *r, struct node *node);

/* --- failures --- */

static bool fail(struct resolver *r, const struct span *at, const char *format, ...)
    QKV_PRINTF(3, 4);

static bool fail(struct resolver *r, const struct span *at, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(r->error->text, sizeof r->error->text, format, args);
    va_end(args);
    r->error->type = "SyntaxError";
    r->error->span = *at;
    r->status = PARSE_SYNTAX_ERROR;
    return false;
}

/* The same of what Python allows: there is too much of it, or qkv does not have it. */
static bool end(struct resolver *r, const struct span *at, enum parse_status status,
                const char *sentence)
{
    fail(r, at, "%s", sentence);
    r->error->type = NULL;
    r->status = status;
    return false;
}

static bool no_memory(struct resolver *r, const struct span *at)
{
    return end(r, at, PARSE_LIMIT, "There is not enough memory to read the code.");
}

/* --- names --- */

static bool flag(struct resolver *r, struct scope_table *scope, const char *name, unsigned flags,
                 const struct span *at)
{
    struct scope_name *entry = scope_name(scope, name);
    if (!entry) {
        return no_memory(r, at);
    }
    entry->flags |= flags;
    return true;
}

static bool bind_name(struct resolver *r, const char *name, const struct span *at)
{
    unsigned flags = NAME_BOUND;
    if (r->scope->kind == SCOPE_COMPREHENSION) {
        flags |= NAME_ITERATION;
    }
    return flag(r, r->scope, name, flags, at);
}

static bool bind(struct resolver *r, struct node *target)
{
    if (target->kind == NODE_NAME) {
        return bind_name(r, target->text, &target->span);
    }
    if (target->kind == NODE_STARRED) {
        return fail(r, &target->span, "starred assignment target must be in a list or tuple");
    }
    if (target->kind != NODE_TUPLE && target->kind != NODE_LIST) {
        return visit(r, target);
    }
    bool starred = false;
    for (int i = 0; i < target->list.count; i++) {
        struct node *item = target->list.at[i];
        if (item->kind == NODE_STARRED) {
            if (starred) {
                return fail(r, &target->span, "multiple starred expressions in assignment");
            }
            starred = true;
            item = item->left;
        }
        if (!bind(r, item)) {
            return false;
        }
    }
    return true;
}

static bool use(struct resolver *r, struct node *node)
{
    return flag(r, r->scope, node->text, NAME_USED, &node->span);
}

/* --- all children --- */

static bool visit_list(struct resolver *r, const struct nodes *list, bool starred)
{
    for (int i = 0; i < list->count; i++) {
        struct node *item = list->at[i];
        if (starred && item && item->kind == NODE_STARRED) {
            item = item->left;
        }
        if (item && !visit(r, item)) {
            return false;
        }
    }
    return true;
}

static bool visit_maybe(struct resolver *r, struct node *node)
{
    return !node || visit(r, node);
}

static bool visit_keywords(struct resolver *r, struct node *node)
{
    struct scope_table seen = {0};
    bool fine = true;
    for (int i = 0; fine && i < node->keyword_count; i++) {
        const struct keyword *k = &node->keywords[i];
        fine = visit(r, k->value);
        struct scope_name *entry = fine && k->name ? scope_name(&seen, k->name) : NULL;
        if (entry && entry->flags) {
            fine = fail(r, &k->value->span, "keyword argument repeated: %s", k->name);
        } else if (entry) {
            entry->flags = NAME_BOUND;
        } else if (fine && k->name) {
            fine = no_memory(r, &k->value->span);
        }
    }
    scope_table_free(&seen);
    return fine;
}

static bool visit_children(struct resolver *r, struct node *node)
{
    bool starred = node->kind == NODE_TUPLE || node->kind == NODE_LIST || node->kind == NODE_SET ||
                   node->kind == NODE_CALL || node->kind == NODE_CLASS;
    return visit_maybe(r, node->left) && visit_maybe(r, node->right) &&
           visit_maybe(r, node->third) && visit_list(r, &node->list, starred) &&
           visit_list(r, &node->list2, false) && visit_keywords(r, node) &&
           visit_list(r, &node->body, false) && visit_list(r, &node->orelse, false) &&
           visit_list(r, &node->finally, false);
}

/* --- yield --- */

static const char *comprehension_name(enum node_kind kind)
{
    return kind == NODE_LIST_COMP   ? "list comprehension"
           : kind == NODE_SET_COMP  ? "set comprehension"
           : kind == NODE_DICT_COMP ? "dict comprehension"
                                    : "generator expression";
}

static bool yield(struct resolver *r, struct node *node)
{
    bool awaits = node->flag != 0;
    if (awaits && (r->function == NULL || r->function->flag == 0)) {
        return fail(r, &node->span, "'await' outside %sfunction", r->function ? "async " : "");
    }
    if (awaits && r->scope->kind == SCOPE_COMPREHENSION) {
        return end(r, &node->span, PARSE_UNSUPPORTED,
                   "qkv does not support `await` inside a comprehension; use a loop.");
    }
    if (!awaits && r->function != NULL && r->function->flag != 0) {
        return end(r, &node->span, PARSE_UNSUPPORTED,
                   "qkv does not support `yield` inside `async def`; return a list.");
    }
    if (r->scope->kind == SCOPE_COMPREHENSION) {
        return fail(r, &node->span, "'yield' inside %s", comprehension_name(r->comprehension));
    }
    if (r->scope->kind != SCOPE_FUNCTION) {
        return fail(r, &node->span, "'%s' outside function", awaits ? "await" : "yield");
    }
    if (!visit_maybe(r, node->left)) {
        return false;
    }
    r->function->generator = true;
    r->yields = true;
    return true;
}

/* Where a function could not be suspended: what was carried out before would be done again. */
static bool refuse_yield(struct resolver *r, const struct node *node, const char *place)
{
    if (!r->yields) {
        return true;
    }
    char what[120];
    snprintf(what, sizeof what,
             "qkv does not support `yield` inside %s; assign it to a name first.", place);
    return end(r, &node->span, PARSE_UNSUPPORTED, what);
}

static bool starred(struct resolver *r, struct node *node)
{
    return fail(r, &node->span, "can't use starred expression here");
}

/* --- scopes --- */

/* Names that are declared nonlocal have to be bound by a function around. The declarations wait in
 * the enclosing tables until all that those bind is known. */
static bool settle_nonlocals(struct resolver *r, struct scope_table *scope)
{
    struct scope_table *outer = scope->outer;
    for (int i = 0; i < scope->count; i++) {
        struct span at = scope->names[i].declared;
        if (!at.source) {
            continue;
        }
        bool binds = scope->kind != SCOPE_CLASS &&
                     (scope->names[i].flags & (NAME_BOUND | NAME_PARAMETER)) &&
                     !(scope->names[i].flags & (NAME_GLOBAL | NAME_NONLOCAL));
        if (binds) {
            continue;
        }
        if (outer->kind == SCOPE_MODULE) {
            return fail(r, &at, "no binding for nonlocal '%s' found", scope->names[i].name);
        }
        struct scope_name *entry = scope_name(outer, scope->names[i].name);
        if (!entry) {
            return no_memory(r, &at);
        }
        if (!entry->declared.source) {
            entry->declared = at;
        }
    }
    return true;
}

/* Leaves the scope of `node`: lists its names and goes back to the one around. */
static bool close_scope(struct resolver *r, struct scope_table *scope, struct node *node, bool fine)
{
    fine = fine && settle_nonlocals(r, scope);
    if (fine && !(node->scope = scope_names(scope, r->arena))) {
        fine = no_memory(r, &node->span);
    }
    for (int i = 0; fine && scope->outer->kind != SCOPE_MODULE && i < scope->count; i++) {
        if (scope_is_free(&scope->names[i])) {
            fine = flag(r, scope->outer, scope->names[i].name, NAME_INSIDE, &node->span);
        }
    }
    r->scope = scope->outer;
    scope_table_free(scope);
    return fine;
}

static void find_doc(struct node *node)
{
    const struct node *first = node->body.count > 0 ? node->body.at[0] : NULL;
    if (first && first->kind == NODE_EXPRESSION && first->left->kind == NODE_STRING) {
        node->doc = first->left->text;
    }
}

/* Defaults and annotations are carried out where the function is defined. */
static bool outer_parts(struct resolver *r, struct node *node)
{
    if (!visit_list(r, &node->decorators, false) || !visit_maybe(r, node->right)) {
        return false;
    }
    for (int i = 0; i < node->parameter_count; i++) {
        const struct parameter *p = &node->parameters[i];
        struct node *annotation = p->annotation;
        if (annotation && annotation->kind == NODE_STARRED) {
            annotation = annotation->left;
        }
        if (!visit_maybe(r, annotation) || !visit_maybe(r, p->fallback)) {
            return false;
        }
    }
    return true;
}

static bool bind_parameters(struct resolver *r, struct node *node)
{
    node->positional = true;
    for (int i = 0; i < node->parameter_count; i++) {
        const struct parameter *p = &node->parameters[i];
        struct scope_name *entry = scope_name(r->scope, p->name);
        if (!entry) {
            return no_memory(r, &p->span);
        }
        if (entry->flags) {
            return fail(r, &p->span, "duplicate argument '%s' in function definition", p->name);
        }
        entry->flags = NAME_PARAMETER;
        node->positional &= p->kind == PARAMETER_POSITIONAL_ONLY || p->kind == PARAMETER_NORMAL;
    }
    return true;
}

static bool function_body(struct resolver *r, struct node *node)
{
    struct scope_table scope = {.kind = SCOPE_FUNCTION, .outer = r->scope};
    int loops = r->loops;
    bool def = node->kind == NODE_DEF;
    if (def) {
        find_doc(node);
    }
    struct node *outer = r->function;
    bool yields = r->yields;
    /* cppcheck-suppress autoVariables ; close_scope takes it back */
    r->scope = &scope;
    r->loops = 0;
    r->function = node;
    bool fine = bind_parameters(r, node) &&
                (def ? visit_list(r, &node->body, false) : visit(r, node->left));
    r->loops = loops;
    r->function = outer;
    r->yields = yields;
    return close_scope(r, &scope, node, fine);
}

static bool function(struct resolver *r, struct node *node)
{
    return outer_parts(r, node) &&
           (node->kind != NODE_DEF || bind_name(r, node->text, &node->span)) &&
           (node->unread || function_body(r, node));
}

static bool class(struct resolver *r, struct node *node)
{
    struct scope_table scope = {.kind = SCOPE_CLASS, .outer = r->scope};
    int loops = r->loops;
    if (!visit_list(r, &node->decorators, false) || !visit_list(r, &node->list, true) ||
        !visit_keywords(r, node) || !bind_name(r, node->text, &node->span)) {
        return false;
    }
    find_doc(node);
    /* cppcheck-suppress autoVariables ; close_scope takes it back */
    r->scope = &scope;
    r->loops = 0;
    bool fine = visit_list(r, &node->body, false);
    r->loops = loops;
    return close_scope(r, &scope, node, fine);
}

static bool clauses(struct resolver *r, struct node *node)
{
    for (int i = 0; i < node->clause_count; i++) {
        const struct clause *c = &node->clauses[i];
        r->iterables++;
        bool fine = i == 0 || visit(r, c->iterable);
        r->iterables--;
        if (!fine || !bind(r, c->target) || !visit_list(r, &c->conditions, false)) {
            return false;
        }
    }
    return visit(r, node->left) && visit_maybe(r, node->right);
}

/* The first iterable is looked up outside, all the rest inside. */
static bool comprehension(struct resolver *r, struct node *node)
{
    struct scope_table scope = {.kind = SCOPE_COMPREHENSION, .outer = r->scope};
    r->iterables++;
    bool fine = visit(r, node->clauses[0].iterable);
    r->iterables--;
    if (!fine) {
        return false;
    }
    enum node_kind outer = r->comprehension;
    /* cppcheck-suppress autoVariables ; close_scope takes it back */
    r->scope = &scope;
    r->comprehension = node->kind;
    fine = clauses(r, node);
    r->comprehension = outer;
    return close_scope(r, &scope, node, fine);
}

/* `:=` in a comprehension binds in the function around it. */
static bool named(struct resolver *r, struct node *node)
{
    const char *name = node->left->text;
    const struct span *at = &node->span;
    struct scope_table *scope = r->scope;
    if (r->iterables > 0) {
        return fail(r, at,
                    "assignment expression cannot be used in a comprehension iterable expression");
    }
    for (; scope->kind == SCOPE_COMPREHENSION; scope = scope->outer) {
        const struct scope_name *entry = scope_find(scope, name);
        if (entry && (entry->flags & NAME_ITERATION)) {
            return fail(r, at,
                        "assignment expression cannot rebind comprehension iteration variable '%s'",
                        name);
        }
    }
    if (scope != r->scope && scope->kind == SCOPE_CLASS) {
        return fail(r, at,
                    "assignment expression within a comprehension cannot be used in a class body");
    }
    return visit(r, node->right) && flag(r, scope, name, NAME_BOUND, at);
}

/* --- statements --- */

static bool bind_list(struct resolver *r, struct node *node)
{
    for (int i = 0; i < node->list.count; i++) {
        if (!bind(r, node->list.at[i])) {
            return false;
        }
    }
    return true;
}

static bool assign(struct resolver *r, struct node *node)
{
    return bind_list(r, node) && visit(r, node->left);
}

static bool augmented(struct resolver *r, struct node *node)
{
    return visit(r, node->left) && bind(r, node->left) && visit(r, node->right);
}

static bool annotated(struct resolver *r, struct node *node)
{
    const struct node *target = node->left;
    bool bare = target->kind == NODE_NAME && target->span.column == node->span.column &&
                target->span.line == node->span.line;
    if (bare && r->scope->kind != SCOPE_MODULE) {
        const struct scope_name *entry = scope_find(r->scope, target->text);
        if (entry && (entry->flags & (NAME_GLOBAL | NAME_NONLOCAL))) {
            return fail(r, &node->span, "annotated name '%s' can't be %s", target->text,
                        entry->flags & NAME_GLOBAL ? "global" : "nonlocal");
        }
    }
    if (bare && !flag(r, r->scope, target->text, NAME_ANNOTATED, &node->span)) {
        return false;
    }
    /* In parentheses and without a value, a name is not bound. */
    bool binds = bare || node->third;
    return (binds ? bind(r, node->left) : visit(r, node->left)) && visit(r, node->right) &&
           visit_maybe(r, node->third);
}

static bool loop(struct resolver *r, struct node *node)
{
    bool is_for = node->kind == NODE_FOR;
    if (is_for && (!bind(r, node->left) || !refuse_yield(r, node->left, "the target of a loop"))) {
        return false;
    }
    if (!visit(r, is_for ? node->right : node->left)) {
        return false;
    }
    r->loops++;
    bool fine = visit_list(r, &node->body, false);
    r->loops--;
    return fine && visit_list(r, &node->orelse, false);
}

static bool with(struct resolver *r, struct node *node)
{
    for (int i = 0; i < node->list.count; i++) {
        struct node *target = node->list2.at[i];
        if (!visit(r, node->list.at[i])) {
            return false;
        }
        r->yields = false;
        if (target && (!bind(r, target) || !refuse_yield(r, target, "the target of `with`"))) {
            return false;
        }
    }
    return visit_list(r, &node->body, false);
}

static bool try_(struct resolver *r, struct node *node)
{
    if (!visit_list(r, &node->body, false)) {
        return false;
    }
    for (int i = 0; i < node->handler_count; i++) {
        const struct handler *h = &node->handlers[i];
        if (!h->type && i + 1 < node->handler_count) {
            return fail(r, &h->span, "default 'except:' must be last");
        }
        if (h->type && (!visit(r, h->type) || !refuse_yield(r, h->type, "an `except` clause"))) {
            return false;
        }
        if ((h->name && !bind_name(r, h->name, &h->span)) || !visit_list(r, &h->body, false)) {
            return false;
        }
    }
    return visit_list(r, &node->orelse, false) && visit_list(r, &node->finally, false);
}

/* `import a.b` binds a. */
static bool import(struct resolver *r, struct node *node)
{
    for (int i = 0; i < node->alias_count; i++) {
        const struct alias *a = &node->aliases[i];
        const char *name = a->as ? a->as : a->name;
        if (strcmp(name, "*") == 0) {
            if (r->scope->kind != SCOPE_MODULE) {
                return fail(r, &a->span, "import * only allowed at module level");
            }
            continue;
        }
        const char *dot = a->as ? NULL : strchr(name, '.');
        if (dot && !(name = arena_copy(r->arena, name, (size_t)(dot - name)))) {
            return no_memory(r, &a->span);
        }
        if (!bind_name(r, name, &a->span)) {
            return false;
        }
    }
    return true;
}

static bool declare(struct resolver *r, struct node *node)
{
    static const struct {
        unsigned flag;
        const char *format;
    } before[] = {{NAME_PARAMETER, "name '%s' is parameter and %s"},
                  {NAME_USED, "name '%s' is used prior to %s declaration"},
                  {NAME_ANNOTATED, "annotated name '%s' can't be %s"},
                  {NAME_BOUND, "name '%s' is assigned to before %s declaration"}};
    bool global = node->kind == NODE_GLOBAL;
    const char *word = global ? "global" : "nonlocal";
    if (!global && r->scope->kind == SCOPE_MODULE) {
        return fail(r, &node->span, "nonlocal declaration not allowed at module level");
    }
    for (int i = 0; i < node->alias_count; i++) {
        const char *name = node->aliases[i].name;
        struct scope_name *entry = scope_name(r->scope, name);
        if (!entry) {
            return no_memory(r, &node->span);
        }
        for (size_t k = 0; k < sizeof before / sizeof *before; k++) {
            if (entry->flags & before[k].flag) {
                return fail(r, &node->span, before[k].format, name, word);
            }
        }
        if (entry->flags & (global ? NAME_NONLOCAL : NAME_GLOBAL)) {
            return fail(r, &node->span, "name '%s' is nonlocal and global", name);
        }
        entry->flags |= global ? NAME_GLOBAL : NAME_NONLOCAL;
        if (!global) {
            entry->declared = node->span;
        }
    }
    return true;
}

static bool return_(struct resolver *r, struct node *node)
{
    if (r->scope->kind != SCOPE_FUNCTION) {
        return fail(r, &node->span, "'return' outside function");
    }
    return visit_maybe(r, node->left);
}

static bool jump(struct resolver *r, struct node *node)
{
    if (r->loops > 0) {
        return true;
    }
    return fail(r, &node->span,
                node->kind == NODE_BREAK ? "'break' outside loop"
                                         : "'continue' not properly in loop");
}

/* Kinds that bind names, open scopes or may stand in some places only; of all others the children
 * are visited. */
static bool (*const visitors[])(struct resolver *r,
                                struct node *node) = {[NODE_NAME] = use,
                                                      [NODE_STARRED] = starred,
                                                      [NODE_NAMED] = named,
                                                      [NODE_LAMBDA] = function,
                                                      [NODE_LIST_COMP] = comprehension,
                                                      [NODE_SET_COMP] = comprehension,
                                                      [NODE_DICT_COMP] = comprehension,
                                                      [NODE_GENERATOR] = comprehension,
                                                      [NODE_ASSIGN] = assign,
                                                      [NODE_AUGMENTED] = augmented,
                                                      [NODE_ANNOTATED] = annotated,
                                                      [NODE_WHILE] = loop,
                                                      [NODE_FOR] = loop,
                                                      [NODE_DEF] = function,
                                                      [NODE_CLASS] = class,
                                                      [NODE_RETURN] = return_,
                                                      [NODE_YIELD] = yield,
                                                      [NODE_YIELD_FROM] = yield,
                                                      [NODE_TRY] = try_,
                                                      [NODE_WITH] = with,
                                                      [NODE_IMPORT] = import,
                                                      [NODE_FROM] = import,
                                                      [NODE_GLOBAL] = declare,
                                                      [NODE_NONLOCAL] = declare,
                                                      [NODE_DELETE] = bind_list,
                                                      [NODE_BREAK] = jump,
                                                      [NODE_CONTINUE] = jump};

/* Those keep their own account of where they were suspended. */
static bool is_compound(enum node_kind kind)
{
    return kind == NODE_IF || kind == NODE_WHILE || kind == NODE_FOR || kind == NODE_TRY ||
           kind == NODE_WITH;
}

static bool visit(struct resolver *r, struct node *node)
{
    if (r->depth >= PARSE_DEPTH) {
        return end(r, &node->span, PARSE_LIMIT,
                   "The code is nested too deeply: more than 1000 levels.");
    }
    r->depth++;
    size_t kind = (size_t)node->kind;
    bool special = kind < sizeof visitors / sizeof visitors[0] && visitors[kind];
    bool outer = r->yields;
    r->yields = false;
    bool fine = special ? visitors[kind](r, node) : visit_children(r, node);
    node->yields = r->yields && !is_compound(node->kind);
    r->yields = node->kind < NODE_EXPRESSION && (outer || r->yields);
    r->depth--;
    return fine;
}

/* The statements of a module, or the body of a function that was left unread. */
static enum parse_status resolve(const struct nodes *statements, struct node *def,
                                 const struct source *source, struct arena *arena,
                                 struct parse_error *error)
{
    struct scope_table module = {.kind = SCOPE_MODULE};
    struct resolver r = {
        .source = source, .arena = arena, .error = error, .status = PARSE_OK, .scope = &module};
    def != NULL ? function_body(&r, def) : visit_list(&r, statements, false);
    scope_table_free(&module);
    return r.status;
}

enum parse_status scope_resolve(const struct nodes *statements, const struct source *source,
                                struct arena *arena, struct parse_error *error)
{
    return resolve(statements, NULL, source, arena, error);
}

enum parse_status scope_resolve_body(struct node *def, struct arena *arena,
                                     struct parse_error *error)
{
    return resolve(NULL, def, def->span.source, arena, error);
}
