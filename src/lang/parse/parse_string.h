/* Joins and unescapes strings. */
#pragma once

#include "lang/parse/parse_state.h"

struct node *parse_strings(struct parser *p);
/* Takes the characters up to byte `to`, escapes resolved, to p->text. */
bool parse_characters(struct parser *p, struct string_body *body, size_t to);
/* p->text as a node, and empties it. */
struct node *parse_text_node(struct parser *p, const struct span *at);
bool parse_flush_text(struct parser *p, const struct span *at); /* p->text, if any, as a part */
