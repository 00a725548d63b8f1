/* Which names PyTorch, NumPy and Python have that qkv has not: a typo is the code's fault, a name
 * that is lacking is ours. */
#ifndef QKV_LANG_OBJECT_LACKING_H
#define QKV_LANG_OBJECT_LACKING_H

#include "lang/run/interp.h"

enum lacking {
    LACKING_NO,      /* they do not have it either, or the object is the code's own */
    LACKING_YES,     /* they have it */
    LACKING_UNKNOWN, /* an object of the library that no table is about */
};

/* An attribute that v was found not to have. */
enum lacking lacking_of(struct interp *in, struct value v, const char *name);

/* The same of the special names of the built-in types, such as (1).__reduce__: the class that has
 * the name in CPython, or NULL. Nobody asks in vain whether they are there, so they end the run. */
const char *lacking_builtin(struct interp *in, struct value v, const char *name);
/* Whether CPython has a text about this class as its __doc__; an exception has one as
 * BaseException has. */
bool lacking_doc(struct interp *in, const struct class *c);

#endif
