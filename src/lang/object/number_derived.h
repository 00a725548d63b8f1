/* Declares objects of classes that code derives from int or float. */
#pragma once

#include "lang/run/interp.h"

/* The number of such an object; v, if it is none. */
struct value number_plain(struct value v);
