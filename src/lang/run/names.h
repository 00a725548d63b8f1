/* Remembers where a name of the module and an attribute of an instance stood the last time: for who
 * looks often. Private to src/lang. */
#pragma once

#include "lang/run/native.h"

#define NAME_OF_MODULE (-1) /* what stands for a slot: the module's, or a built-in name */

/* Nothing between here and the module has it. */
static inline bool names_is_global(const struct interp *in, const struct node *n)
{
    const struct scope *s = in->frame->scope;
    return n->name_object != NULL && n->joined == in->joined &&
           (s == NULL || (n->slot == NAME_OF_MODULE && n->home == s->bound && s->names == NULL));
}

/* NULL: it is not the module's, or has to be searched for. */
static inline struct dict_entry *names_near(const struct interp *in, const struct node *n)
{
    return names_is_global(in, n) ? dict_near(in->frame->module->dict, n->name_object, n->entry)
                                  : NULL;
}

/* The same of a built-in one in __main__, which had no such name then and has got none since. */
static inline struct dict_entry *names_builtin(const struct interp *in, const struct node *n)
{
    return n->flag && n->changes == in->main_changes && in->frame->module == in->main &&
                   names_is_global(in, n)
               ? dict_near(in->builtins, n->name_object, n->entry)
               : NULL;
}

/* The instance's own attribute, where the place in the code found it the last time, and the class
 * has nothing of that name. NULL: not so. */
static inline struct dict_entry *names_own(const struct interp *in, struct value v,
                                           const struct node *n)
{
    return v.type == VALUE_OBJECT && n->class == v.o->class && n->changes == in->lookups.changes &&
                   n->joined == in->joined && v.o->attributes != NULL
               ? dict_near(v.o->attributes, n->name_object, n->entry)
               : NULL;
}
