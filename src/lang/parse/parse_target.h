/* Tells what may stand left of an assignment. */
#pragma once

#include "lang/parse/parse_state.h"

/* False with "cannot assign to ..." if something in it cannot be bound. */
bool parse_check_target(struct parser *p, const struct node *target, enum target_use use);
const struct node *parse_bad_target(const struct node *target, enum target_use use); /* or NULL */
const char *parse_kind_name(const struct node *node); /* "function call" */
/* A `=` where none may stand, behind `left`: explains the likely slip. */
void *parse_misplaced_equal(struct parser *p, const struct node *left, bool bare_name);
/* An expression directly behind an expression: a forgotten comma, or print without parentheses. */
void *parse_adjacent(struct parser *p, const struct node *left, const struct token *first);
