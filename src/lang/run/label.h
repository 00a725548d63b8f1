/* Gives small numbers to the names of axes that integers carry ("B", "num_heads", "B*T"). 0 is no
 * label. Labels of products are made on demand and stay short. */
#pragma once

#include "lang/object/value.h"

uint32_t label_of(struct interp *in, const char *name);          /* 0 when memory is out */
const char *label_text(const struct interp *in, uint32_t label); /* "" for 0 and for a size's */

/* A size that was read from a tensor and has no name yet says where it came from instead: the
 * serial of the object and the axis. 0 when the serial is too large to be kept. */
uint32_t label_of_size(uint64_t serial, int axis);
bool label_is_size(uint32_t label, uint64_t *serial, int *axis);

/* v is about to be known as `name`: an integer takes the name as its label. In the prelude it keeps
 * the one that the learner's code gave it, and in formulas of gradients
 * the one that says where a size came from. */
void label_bind(struct interp *in, struct value *v, const char *name, const struct span *at);
/* An attribute is reported as it is written, "self.head_dim". False: raised. */
bool label_attribute(struct interp *in, const struct node *object, const char *attribute,
                     struct value v, const struct span *at);
/* The same where setattr(OBJECT, name, v) of the learner's code, or a method OBJECT.METHOD() of the
 * prelude that it calls, gave the attribute. Where OBJECT is no name, nothing is reported. */
bool label_filed(struct interp *in, const struct str *name, struct value v);
/* The label of a result: `a * b`, `a // b`, ... of two labelled integers; 0 when there is none.
 * Small numbers are factors like names, "4*n_embd"; a product with 1 keeps the label. 0 while
 * nobody listens (in->recorder). */
uint32_t label_combine(struct interp *in, enum operator_ op, struct value a, struct value b);
/* The label of stop - start where one is written as the other and something: "rows" of i and
 * "i+rows", "T" of "S-T" and S. 0: it is not, or memory is out. */
uint32_t label_between(struct interp *in, uint32_t start, uint32_t stop);
