/* Writes a syntax tree as an S-expression, with or without the places of its nodes: `x + 1` becomes
 * (expr (+ x 1)). A missing part is `_`. */
#pragma once

#include "base/buf.h"
#include "lang/parse/ast.h"

struct dump {
    struct buf *out;
    bool spans;
};

static void dump(const struct dump *d, const struct node *node);

static void dump_text(struct buf *out, const char *text, size_t len)
{
    buf_putc(out, '"');
    for (size_t i = 0; i < len; i++) {
        unsigned char c = (unsigned char)text[i];
        if (c < 0x20 || c == '"' || c == '\\' || c == 0x7f) {
            buf_printf(out, "\\%02x", c);
        } else {
            buf_putc(out, (char)c);
        }
    }
    buf_putc(out, '"');
}

static void dump_child(const struct dump *d, const struct node *node)
{
    buf_putc(d->out, ' ');
    if (node) {
        dump(d, node);
    } else {
        buf_putc(d->out, '_');
    }
}

static void dump_children(const struct dump *d, const struct nodes *list)
{
    for (int i = 0; i < list->count; i++) {
        dump_child(d, list->at[i]);
    }
}

static void dump_block(const struct dump *d, const char *name, const struct nodes *list)
{
    if (list->count == 0) {
        return;
    }
    buf_printf(d->out, " (%s", name);
    dump_children(d, list);
    buf_putc(d->out, ')');
}

static void dump_parameters(const struct dump *d, const struct node *node)
{
    static const char *const marks[] = {"/", "", "*", "!", "**"};
    buf_puts(d->out, " (");
    for (int i = 0; i < node->parameter_count; i++) {
        const struct parameter *p = &node->parameters[i];
        buf_printf(d->out, "%s%s%s", i ? " " : "", marks[p->kind], p->name);
        if (p->annotation) {
            buf_puts(d->out, " :");
            dump_child(d, p->annotation);
        }
        if (p->fallback) {
            buf_puts(d->out, " =");
            dump_child(d, p->fallback);
        }
    }
    buf_putc(d->out, ')');
}

static void dump_keywords(const struct dump *d, const struct node *node)
{
    for (int i = 0; i < node->keyword_count; i++) {
        const struct keyword *k = &node->keywords[i];
        buf_printf(d->out, " (%s", k->name ? "= " : "**");
        if (k->name) {
            buf_puts(d->out, k->name);
        }
        dump_child(d, k->value);
        buf_putc(d->out, ')');
    }
}

static void dump_clauses(const struct dump *d, const struct node *node)
{
    for (int i = 0; i < node->clause_count; i++) {
        buf_puts(d->out, " (for");
        dump_child(d, node->clauses[i].target);
        dump_child(d, node->clauses[i].iterable);
        dump_children(d, &node->clauses[i].conditions);
        buf_putc(d->out, ')');
    }
}

static void dump_handlers(const struct dump *d, const struct node *node)
{
    for (int i = 0; i < node->handler_count; i++) {
        const struct handler *h = &node->handlers[i];
        buf_puts(d->out, " (except");
        dump_child(d, h->type);
        if (h->name) {
            buf_printf(d->out, " as %s", h->name);
        }
        dump_children(d, &h->body);
        buf_putc(d->out, ')');
    }
}

static void dump_field(const struct dump *d, const struct node *node)
{
    if (node->text) {
        buf_putc(d->out, ' ');
        dump_text(d->out, node->text, node->text_len);
    }
    dump_child(d, node->left);
    if (node->flag) {
        buf_printf(d->out, " !%c", node->flag);
    }
    if (node->right) {
        buf_puts(d->out, " :");
        dump_child(d, node->right);
    }
}

static void dump_pairs(const struct dump *d, const struct node *node)
{
    for (int i = 0; i < node->list.count; i++) {
        dump_child(d, node->list.at[i]);
        dump_child(d, node->list2.at[i]);
    }
}

/* Prints a leaf and is true, or is false. */
static bool dump_leaf(const struct dump *d, const struct node *node)
{
    switch (node->kind) {
    case NODE_NONE:
        buf_puts(d->out, "None");
        return true;
    case NODE_TRUE:
        buf_puts(d->out, "True");
        return true;
    case NODE_FALSE:
        buf_puts(d->out, "False");
        return true;
    case NODE_ELLIPSIS:
        buf_puts(d->out, "...");
        return true;
    case NODE_INT:
        if (node->text != NULL) {
            buf_puts(d->out, node->text);
        } else {
            buf_printf(d->out, "%lld", (long long)node->integer);
        }
        return true;
    case NODE_FLOAT:
    case NODE_IMAGINARY:
        buf_printf(d->out, "%.17g", node->real);
        return true;
    case NODE_BYTES:
        buf_putc(d->out, 'b');
        dump_text(d->out, node->text, node->text_len);
        return true;
    case NODE_STRING:
        dump_text(d->out, node->text, node->text_len);
        return true;
    case NODE_NAME:
        buf_puts(d->out, node->text);
        return true;
    case NODE_PASS:
        buf_puts(d->out, "pass");
        return true;
    case NODE_BREAK:
        buf_puts(d->out, "break");
        return true;
    case NODE_CONTINUE:
        buf_puts(d->out, "continue");
        return true;
    default:
        return false;
    }
}

static const char *const dump_heads[] = {[NODE_FSTRING] = "f",
                                         [NODE_FIELD] = "field",
                                         [NODE_TUPLE] = "tuple",
                                         [NODE_LIST] = "list",
                                         [NODE_SET] = "set",
                                         [NODE_DICT] = "dict",
                                         [NODE_LIST_COMP] = "list-comp",
                                         [NODE_SET_COMP] = "set-comp",
                                         [NODE_GENERATOR] = "generator",
                                         [NODE_DICT_COMP] = "dict-comp",
                                         [NODE_ATTRIBUTE] = ".",
                                         [NODE_SUBSCRIPT] = "[]",
                                         [NODE_SLICE] = "slice",
                                         [NODE_CALL] = "call",
                                         [NODE_AND] = "and",
                                         [NODE_OR] = "or",
                                         [NODE_COMPARE] = "compare",
                                         [NODE_CONDITIONAL] = "if-else",
                                         [NODE_LAMBDA] = "lambda",
                                         [NODE_STARRED] = "star",
                                         [NODE_NAMED] = ":=",
                                         [NODE_YIELD] = "yield",
                                         [NODE_YIELD_FROM] = "yield-from",
                                         [NODE_EXPRESSION] = "expr",
                                         [NODE_ASSIGN] = "=",
                                         [NODE_AUGMENTED] = "augmented",
                                         [NODE_ANNOTATED] = "annotated",
                                         [NODE_IF] = "if",
                                         [NODE_WHILE] = "while",
                                         [NODE_FOR] = "for",
                                         [NODE_DEF] = "def",
                                         [NODE_CLASS] = "class",
                                         [NODE_RETURN] = "return",
                                         [NODE_RAISE] = "raise",
                                         [NODE_TRY] = "try",
                                         [NODE_WITH] = "with",
                                         [NODE_ASSERT] = "assert",
                                         [NODE_IMPORT] = "import",
                                         [NODE_FROM] = "from",
                                         [NODE_GLOBAL] = "global",
                                         [NODE_NONLOCAL] = "nonlocal",
                                         [NODE_DELETE] = "del",
                                         [NODE_CONTINUE] = NULL};

static void dump_operands(const struct dump *d, const struct node *node)
{
    switch (node->kind) {
    case NODE_FIELD:
        dump_field(d, node);
        break;
    case NODE_DICT:
        dump_pairs(d, node);
        break;
    case NODE_WITH:
        dump_pairs(d, node);
        break;
    case NODE_ATTRIBUTE:
        dump_child(d, node->left);
        buf_printf(d->out, " %s", node->text);
        break;
    case NODE_SLICE:
    case NODE_CONDITIONAL:
    case NODE_ANNOTATED:
        dump_child(d, node->left);
        dump_child(d, node->right);
        dump_child(d, node->third);
        break;
    case NODE_COMPARE:
        dump_child(d, node->left);
        for (int i = 0; i < node->list.count; i++) {
            buf_printf(d->out, " %s", operator_text(node->ops[i]));
            dump_child(d, node->list.at[i]);
        }
        break;
    case NODE_ASSIGN:
        dump_children(d, &node->list);
        dump_child(d, node->left);
        break;
    case NODE_LAMBDA:
    case NODE_DEF:
        if (node->text) {
            buf_printf(d->out, " %s", node->text);
        }
        dump_parameters(d, node);
        if (node->left) {
            dump_child(d, node->left);
        }
        if (node->right) {
            dump_child(d, node->right);
        }
        break;
    default:
        if (node->text) {
            buf_printf(d->out, " %s", node->text);
        }
        if (node->left) {
            dump_child(d, node->left);
        }
        if (node->right) {
            dump_child(d, node->right);
        }
        dump_children(d, &node->list);
    }
}

static void dump(const struct dump *d, const struct node *node)
{
    bool leaf = dump_leaf(d, node);
    if (!leaf) {
        const char *head = node->kind == NODE_UNARY || node->kind == NODE_BINARY
                               ? operator_text(node->op)
                               : dump_heads[node->kind];
        buf_printf(d->out, "(%s", head);
        if (node->kind == NODE_AUGMENTED) {
            buf_printf(d->out, " %s", operator_text(node->op));
        }
        struct dump inner = {d->out, d->spans && node->kind != NODE_FSTRING};
        dump_operands(&inner, node);
        dump_keywords(d, node);
        dump_clauses(d, node);
        for (int i = 0; i < node->alias_count; i++) {
            buf_printf(d->out, " %s%s%s", node->aliases[i].name, node->aliases[i].as ? "=" : "",
                       node->aliases[i].as ? node->aliases[i].as : "");
        }
        dump_children(d, &node->body);
        dump_handlers(d, node);
        dump_block(d, "else", &node->orelse);
        dump_block(d, "finally", &node->finally);
        dump_block(d, "@", &node->decorators);
        buf_puts(d->out, node->kind == NODE_EXPRESSION && node->flag ? " ;)" : ")");
    }
    if (d->spans) {
        buf_printf(d->out, "@%d:%d-%d:%d", node->span.line, node->span.column, node->span.end_line,
                   node->span.end_column);
    }
}
