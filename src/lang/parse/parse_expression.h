/* Parses expressions by precedence. */
#pragma once

#include "lang/parse/parse_state.h"

struct node *parse_one(struct parser *p);   /* expression */
struct node *parse_named(struct parser *p); /* named_expression */
struct node *parse_star_named(struct parser *p);
struct node *parse_star_list(struct parser *p); /* star_expressions: a tuple if commas follow */
struct node *parse_value(struct parser *p);     /* the same, or `yield`: what `=` assigns */
struct node *parse_disjunction(struct parser *p);
struct node *parse_bitwise(struct parser *p); /* bitwise_or */
struct node *parse_starred(struct parser *p, struct node *(*operand)(struct parser *));
