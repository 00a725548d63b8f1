/* Tells how C reaches a value's methods: those that code defined, and the slots. Private to
 * src/lang. */
#pragma once

#include "lang/run/interp.h"

/* Never NULL: values that are no objects have empty slots. */
extern const struct slots value_no_slots;
static inline const struct slots *value_slots(struct value v)
{
    return v.type == VALUE_OBJECT && v.o->class->slots != NULL ? v.o->class->slots
                                                               : &value_no_slots;
}

/* An attribute by its name in C, if there is one; a method of it called, if there is one. */
bool value_find(struct interp *in, struct value v, const char *name, struct value *out,
                bool *found);
bool value_call_found(struct interp *in, struct value v, const char *name, int count,
                      const struct value *at, struct value *out, bool *found);
/* The method `name` that code defined for v's class, bound to v. */
bool value_python_method(struct interp *in, struct value v, const char *name, struct value *out,
                         bool *found);
/* Calls it when there is one; name NULL: there is none. */
bool value_call_named(struct interp *in, struct value v, struct str *name, int count,
                      const struct value *at, struct value *out, bool *found);
bool value_call_text(struct interp *in, struct value v, const char *name, int count,
                     const struct value *at, struct value *out, bool *found);
static inline bool value_call_python(struct interp *in, struct value v, const char *name, int count,
                                     const struct value *at, struct value *out, bool *found)
{
    *found = false;
    return v.type != VALUE_OBJECT || !v.o->class->has_python_methods ||
           value_call_text(in, v, name, count, at, out, found);
}
