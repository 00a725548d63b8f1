/* Checks what is said of a gradient's formula. */
#pragma once

#include "claimed.h"

/* Whether "Forward q = x @ W.T, so backward dx = dq @ W" gives the numbers of the step, where it is
 * a formula; in words its claim is held against cells where there is a check of them. */
bool claimed_chain(const struct claimed *s);
bool claimed_squares(const struct claimed *s); /* "loss = the mean of (a - b)^2, ..." */

/* How many formulas were computed from their names, and how many were words. */
extern int claimed_computed, claimed_in_words;
