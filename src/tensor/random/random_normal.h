/* Draws normally distributed numbers. */
#pragma once

#include "tensor/random/random.h"

bool random_normal(struct compute *cx, struct random *r, const struct tensor *t, double mean,
                   double std);

/* A standard normal number by itself, as for tensors below 16 cells. */
double random_normal_one(struct random *r);
