/* Keeps what a call, a class body or a module binds: made, and given back for the next call. */
#include "lang/run/scope.h"

#include "base/named.h"
#include "lang/run/native.h"

static void scope_mark(struct interp *in, struct object *self)
{
    struct scope *s = (struct scope *)self;
    heap_mark_object(in, s->names);
    heap_mark_object(in, s->parent);
    for (int k = 0; k < s->count; k++) {
        heap_mark(in, s->slot[k]);
    }
}

const struct slots scope_slots = {.size = sizeof(struct scope), .mark = scope_mark};

#define ROOMS 4 /* of 4, 8, 16 and 32 slots; what needs more is not kept for the next call */

static int room_of(int count)
{
    int room = 0;
    while (room < ROOMS && 4 << room < count) {
        room++;
    }
    return room < ROOMS ? room : -1;
}

struct scope *scope_new(struct interp *in, const struct names *bound, struct scope *parent)
{
    int count = bound->local_count, room = room_of(count);
    struct scope *s = room >= 0 ? in->spare[room] : NULL;
    if (s != NULL) {
        in->spare[room] = s->parent;
    } else {
        size_t slots = room >= 0 ? (size_t)4 << room : (size_t)count;
        s = object_new_sized(in, in->types.scope, slots * sizeof *s->slot);
        if (s == NULL) {
            return NULL;
        }
        s->room = (int8_t)room;
    }
    scope_begin(s, bound, parent, 0);
    return s;
}

struct scope *scope_of_dict(struct interp *in, const struct names *bound, struct scope *parent,
                            struct dict *names)
{
    struct scope *s = names != NULL ? object_new(in, in->types.scope) : NULL;
    if (s != NULL) {
        s->names = names;
        s->bound = bound;
        s->parent = parent;
        s->is_class = true;
        s->room = -1;
    }
    return s;
}

void scope_keep(struct scope *s)
{
    for (; s != NULL && !s->kept; s = s->parent) {
        s->kept = true;
    }
}

static int slot_of(const struct scope *s, const struct str *name)
{
    return s->count == 0 ? -1
                         : named_at(s->bound->local, s->count, sizeof *s->bound->local, name->text);
}

bool scope_get(const struct scope *s, const struct str *name, struct value *out)
{
    int k = slot_of(s, name);
    if (k >= 0 && !slot_is_empty(s->slot[k])) {
        return value_give(out, s->slot[k]);
    }
    return s->names != NULL && dict_get_str(s->names, name, out);
}

bool scope_set(struct interp *in, struct scope *s, struct str *name, struct value v)
{
    int k = slot_of(s, name);
    if (k >= 0) {
        s->slot[k] = v;
        return true;
    }
    if (s->names == NULL) {
        s->names = dict_new(in);
    }
    return s->names != NULL && dict_set_str(in, s->names, name, v);
}

bool scope_drop(struct scope *s, const struct str *name)
{
    int k = slot_of(s, name);
    if (k < 0) {
        return s->names != NULL && dict_delete_str(s->names, name);
    }
    bool known = !slot_is_empty(s->slot[k]);
    s->slot[k] = slot_empty();
    return known;
}

bool scope_names_into(struct interp *in, const struct scope *s, struct dict *into)
{
    for (int k = 0; k < s->count; k++) {
        if (!slot_is_empty(s->slot[k]) && !interp_set(in, into, s->bound->local[k], s->slot[k])) {
            return false;
        }
    }
    return s->names == NULL || dict_copy_into(in, into, s->names);
}
