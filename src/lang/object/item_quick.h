/* Does what indexing mostly does, without a call: v[key] of a list or a tuple, by an integer in
 * range. */
#pragma once

#include "lang/run/interp.h"

/* Where the item stands. NULL: value_item.c knows, and says what is wrong. */
static inline struct value *item_quick(const struct interp *in, struct value v, struct value key)
{
    if (key.type != VALUE_INT || v.type != VALUE_OBJECT ||
        (v.o->class != in->types.list && v.o->class != in->types.tuple)) {
        return NULL;
    }
    const struct list *l = (const struct list *)v.o;
    int64_t at = key.i < 0 ? key.i + l->count : key.i;
    return (uint64_t)at < (uint64_t)l->count ? l->at + at : NULL;
}
