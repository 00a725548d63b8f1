/* Declares objects of classes that code derives from int or float. */
#ifndef QKV_LANG_OBJECT_NUMBER_DERIVED_H
#define QKV_LANG_OBJECT_NUMBER_DERIVED_H

#include "lang/run/interp.h"

/* The number of such an object; v, if it is none. */
struct value number_plain(struct value v);

#endif
