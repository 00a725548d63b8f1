/* Finds the origins of operations that only move cells: the operation is carried out once more on
 * the numbers of the cells. */
#pragma once

#include "torch/origin/origin_search.h"

bool origin_map(struct search *s);
bool origin_map_all(struct search *s, struct origin *each);
/* Carries the operation out once more; *again is to be given back with origin_release. */
bool origin_rerun(struct search *s, struct call *again);
void origin_release(const struct search *s, struct call *again);
/* The output of the run that the question is about; NULL: it is no tensor. */
const struct tensor *origin_result(const struct search *s, const struct call *again);
