/* Declares what the rules for axes ask of a step, and how they name its results. */
#pragma once

#include "trace/axes/axes_rules.h"

/* The argument that the signature calls so ("dim", "axis"); NULL: it has none, or it is None. */
const struct argument *step_argument(const struct step *s, const char *name);
/* Dims of such an argument, counted from the front; 0: it is absent or None. */
int step_dims(const struct step *s, const char *name, int ndim, int dims[TENSOR_MAX_DIMS]);
/* The same for one dim; `otherwise` when it is absent. */
int step_dim(const struct step *s, const char *name, int ndim, int otherwise);
/* Names of the integers in an argument (sizes), of which there are *count; a size that is not
 * written as a name gives no name. */
int step_sizes(const struct step *s, const struct argument *a,
               struct axis_name at[TENSOR_MAX_DIMS]);
const struct tensor *step_in(const struct step *s, int input);
const struct tensor *step_out(const struct step *s, int output);

/* out[output].at[to] takes the name if the axis is there and has none yet. */
void step_name(struct step *s, int output, int to, struct axis_name name);
/* The same for operands that meet in the axis: where it has another name, both are shown, "b|h", or
 * none if that would be long. */
void step_claim(struct step *s, int output, int to, struct axis_name name);
/* An axis of an input. Out of range: no name. */
struct axis_name step_axis(const struct step *s, int input, int axis);
/* Names of an input go to the axes of the result that are as long, counted from the last one. */
void step_broadcast(struct step *s, int input, int output);
void step_meet(struct step *s, int input, int output); /* the same with step_claim */
/* "a*b", "a+b", "2*a": NULL when it would be long. Sets s->ok false when memory is out. */
struct axis_name step_join(struct step *s, struct axis_name a, char op, struct axis_name b);

/* The same from an argument that is one size: the k of topk. */
void step_name_from(struct step *s, int to, const char *argument);
/* The name of what goes from `start` (none: 0) up to `stop`: T of 0 and T, rows of i and i + rows.
 * Any other start of the code's own leaves it without one. */
struct axis_name step_between(const struct step *s, struct value start, struct value stop);
bool step_holds(const int *dims, int count, int dim);
