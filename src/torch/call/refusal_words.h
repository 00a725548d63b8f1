/* Writes PyTorch's sentences for a call that fits no overload. Private to refusal*.c. */
#pragma once

#include "torch/call/refusal_form.h"

/* What is wrong with the call for this overload. Raises, unless it is a FIT: false. */
bool words_raise_misfit(const struct question *q, const struct form *f, const struct misfit *m);
/* All the overloads. `why`: of each that could take so many arguments, what does not fit. False. */
bool words_raise_list(const struct question *q, const struct form *forms, int count, bool why);
/* Something else in a list of tensors, of integers, of names. False: there is no such thing, and
 * nothing is raised. */
bool words_raise_inside(const struct question *q, const struct form *f);
bool words_raise_element(const struct question *q, int argument, int64_t count,
                         const struct value *at);
