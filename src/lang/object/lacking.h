/* Tells which names PyTorch, NumPy and Python have that qkv has not: a typo is the code's fault, a
 * name that is lacking is ours. */
#pragma once

#include "lang/run/interp.h"

/* False: they have the name of v, and qkv has not. Then the run has ended, by a sentence with the
 * name: code that asks whether a name is there would go on as if PyTorch had none. */
bool lacking_allows(struct interp *in, struct value v, const char *name);
/* Marks the AttributeError under way, if no table tells whether they have that name of v. */
void lacking_note(struct interp *in, struct value v, const char *name);
/* The same of the ModuleNotFoundError of a module that is not theirs or Python's. */
void lacking_note_module(struct interp *in, const char *name);
/* What to use instead of a name of a module or a class, such as "torch.linalg.svd"; NULL. */
const char *lacking_instead(const char *owner, const char *name);

/* The same of the special names of the built-in types, such as (1).__reduce__: the class that has
 * the name in CPython, or NULL. Nobody asks in vain whether they are there, so they end the run. */
const char *lacking_builtin(struct interp *in, struct value v, const char *name);
/* Whether CPython has a text about this class as its __doc__; an exception has one as
 * BaseException has. */
bool lacking_doc(struct interp *in, const struct class *c);
