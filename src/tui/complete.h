/* Finishes the word that is being typed behind ':' when Tab is pressed: a command, a name of the
 * code, a number that can be set, a term. */
#pragma once

#include "tui/viewer.h"

/* The next word that begins as what was typed does, in v->typed.text; over and over through all of
 * them. v->typed.offers: how many there are. */
void complete_typed(struct viewer *v);
/* What was typed is another beginning from now on. */
void complete_anew(struct viewer *v);
