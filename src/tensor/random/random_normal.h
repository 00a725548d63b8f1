/* Draws normally distributed numbers. */
#pragma once

#include "tensor/random/random.h"

bool random_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                   double std);
