/* Declares scopes, functions and their calls: private to src/lang. */
#pragma once

#include "lang/run/interp.h"

#include <string.h>

/* The names of one call of a function, of a comprehension, or of a class body. What a function or a
 * comprehension binds itself has a slot: bound->local[k] is slot[k], parameters first. A class
 * body, and code made of text, have a dictionary instead. */
struct scope {
    struct object object;
    struct dict *names;        /* of what has no slot; NULL: nothing */
    const struct names *bound; /* which names belong here */
    struct scope *parent;      /* the scope around the definition, NULL = module */
    bool is_class;             /* functions inside do not see its names */
    bool is_comprehension;     /* keeps only its own targets: a walrus binds outside */
    bool kept;                 /* a function or generator made inside knows it */
    int8_t room;               /* which of in->spare it goes to; -1: none */
    int count;                 /* slots */
    struct value slot[];
};

/* A value is written in two parts: read as one, right after, it would have to wait for both. */
static inline void value_copy(struct value *to, const struct value *from)
{
    uint64_t part[2];
    memcpy(part, from, sizeof part);
#ifdef __GNUC__
    __asm__("" : "+r"(part[0]), "+r"(part[1]));
#endif
    memcpy(to, part, sizeof part);
}

/* What a slot holds that nothing was bound to. */
static inline struct value slot_empty(void)
{
    return (struct value){.type = VALUE_NOT_IMPLEMENTED, .label = 1};
}
static inline bool slot_is_empty(struct value v)
{
    return v.type == VALUE_NOT_IMPLEMENTED && v.label != 0;
}

extern const struct slots scope_slots, function_slots, native_slots, method_slots, class_slots,
    module_slots, object_slots, super_slots, exception_slots, property_slots, wrapper_slots,
    code_slots;

struct property {
    struct object object;
    struct value get, set, delete_, doc;
};

struct wrapper { /* staticmethod, classmethod */
    struct object object;
    struct value function;
};

struct super {
    struct object object;
    struct class *after; /* the search in the mro begins behind this class */
    struct value self;   /* an instance, or a class (in a classmethod) */
};

/* --- function.c --- */
bool function_call(struct interp *in, struct function *f, const struct args *args,
                   struct value *out);
/* The same without keywords. */
bool function_call_at(struct interp *in, struct function *f, const struct value *at, int count,
                      struct value *out);
/* The same for call.h: nothing is known of f, or it is to be watched. */
bool function_call_anyhow(struct interp *in, struct function *f, const struct value *at, int count,
                          struct value *out);

/* --- bind.c --- */
/* Fills slot[], one per parameter, which are empty. False: raised. */
bool bind_arguments(struct interp *in, const struct function *f, const struct args *args,
                    struct value *slot);

/* --- class.c --- */
bool class_bootstrap(struct interp *in); /* every class of in->types: type, str, ... */
/* A class defined in code; dict becomes its dictionary. NULL: raised (bad bases, no C3 order). */
struct class *class_make(struct interp *in, struct str *name, int base_count,
                         struct class *const *bases, struct dict *dict, const char *module);
bool class_lookup(const struct class *class, const struct str *name, struct value *out);
/* The same, but only what code defined (not C): dunders that override slots. */
bool class_lookup_python(const struct class *class, const struct str *name, struct value *out);
bool class_is_subclass(const struct class *class, const struct class *of);
/* Fills in what c->known stands before, where it is not in->lookups.changes any more. */
bool class_know(struct interp *in, struct class *c);
bool class_call(struct interp *in, struct class *class, const struct args *args,
                struct value *out); /* makes an instance */
/* Nothing but an __init__ in code has a say when it makes an instance. */
bool class_is_plain(struct interp *in, struct class *c);
/* An instance of such a class; `count` arguments from at[1] on, and room for it at at[0]. */
bool class_call_plain(struct interp *in, struct class *c, struct value *at, int count,
                      struct value *out);
bool class_is(struct interp *in, struct value v);
/* The members of a class of the enum module by name, without aliases. NULL: another class. */
struct dict *class_members(struct interp *in, const struct class *c);
const char *class_qualname(struct interp *in, const struct class *class); /* "Outer.Inner" */
const char *class_module(struct interp *in, const struct class *class);   /* "__main__" */
/* "<__main__.A object at 0x...>": what an object without __repr__ says. */
void class_put_address(struct interp *in, struct value self, struct buf *out);

/* --- raise.c --- */
bool raise_init(struct interp *in); /* the exception classes */
/* SyntaxError; `file` is told by str(), not by a traceback. NULL: the source is the run's own. */
struct parse_error;
bool raise_syntax(struct interp *in, const struct parse_error *error, const char *file);

/* --- attribute.c --- */
/* Binds what a class's dictionary holds to an instance: functions become methods, properties their
 * value, static and class methods what they wrap. */
bool attribute_bind(struct interp *in, struct value found, struct value self, struct class *class,
                    struct value *out);

/* v.name, for a place in the code (NODE_ATTRIBUTE), which keeps where it stood. */
bool attribute_at(struct interp *in, struct value v, const struct node *n, struct value *out);
/* v.name = x, the same way. */
bool attribute_set_at(struct interp *in, struct value v, const struct node *n, struct value x);
/* Nothing has a say when v.name is set there: it is the instance's own. */
static inline bool attribute_is_own(const struct interp *in, struct value v, const struct node *n)
{
    return v.type == VALUE_OBJECT && n->flag && n->class == v.o->class &&
           n->changes == in->lookups.changes && n->joined == in->joined;
}
/* o.name = x then. */
bool attribute_put(struct interp *in, struct object *o, const struct node *n, struct value x);
/* v.name, to be called at once. When *method, it is to be called with v in front. */
bool attribute_to_call(struct interp *in, struct value v, const struct node *n, struct value *out,
                       bool *method);

/* The name of an attribute, from a str. */
bool attribute_name(struct interp *in, struct value v, struct str **name);
/* What object.__getattribute__, __setattr__ and __delattr__ do: past the methods of that name that
 * code defined (and past __getattr__). */
bool attribute_plain(struct interp *in, struct value v, struct str *name, struct value *out,
                     bool *found);
bool attribute_set_plain(struct interp *in, struct value v, struct str *name, struct value x);
bool attribute_delete_plain(struct interp *in, struct value v, struct str *name);

/* --- descriptor.c --- */
bool descriptor_init(struct interp *in); /* methods of property */

/* --- method.c --- */
struct method *method_new(struct interp *in, struct value function, struct value self);
/* function(self, ...), without an object for the two. */
bool method_call_on(struct interp *in, struct value function, struct value self,
                    const struct args *args, struct value *out);

/* --- eval.c, exec.c --- */
bool eval_any(struct interp *in, const struct node *n, struct value *out);
/* A name of the running call and a whole number are at hand; the rest is eval_any's. */
static inline bool eval(struct interp *in, const struct node *n, struct value *out)
{
    struct frame *f = in->frame;
    if (n->near != NULL && n->near == f->near) {
        value_copy(out, &f->scope->slot[n->slot]);
        f->here = n;
        if (!slot_is_empty(*out)) {
            return heap_hold(in, *out);
        }
    } else if (n->kind == NODE_INT && n->text == NULL) {
        *out = value_int(n->integer);
        return true;
    }
    return eval_any(in, n, out);
}
/* What is at hand, for who uses it up before anything else happens: nobody holds it. */
static inline bool eval_at_hand(const struct interp *in, const struct node *n, struct value *out)
{
    const struct frame *f = in->frame;
    if (n->near != NULL && n->near == f->near) {
        value_copy(out, &f->scope->slot[n->slot]);
        return true; /* an empty one is no number, and no object */
    }
    *out = value_int(n->integer);
    return n->kind == NODE_INT && n->text == NULL;
}
/* The same of what can be worked out from it with no call (eval_quick.c). False: nothing was done.
 */
bool eval_quick(const struct interp *in, const struct node *n, struct value *out);
bool eval_now(struct interp *in, const struct node *n, struct value *out); /* past the log */
/* The truth of an expression that does not yield. */
bool eval_condition(struct interp *in, const struct node *n, bool *truth);
static inline bool truth_of(struct interp *in, struct value v, bool *truth)
{
    *truth = v.type == VALUE_BOOL && v.b;
    return v.type == VALUE_BOOL || value_truth(in, v, truth);
}
/* Another scope, or the log begins or ends. */
static inline void frame_look(struct frame *f)
{
    f->near = f->scope != NULL && !f->logs ? f->scope->bound : NULL;
}
/* Runs a body of statements; FLOW_RETURN leaves the value in in->frame->returned. */
/* FLOW_YIELD: a generator is left at a `yield` (coroutine.h). */
enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_ERROR, FLOW_YIELD };
enum flow exec_block(struct interp *in, const struct nodes *body);
enum flow exec_generator(struct interp *in, const struct nodes *body); /* of the innermost frame */
enum flow exec_statement(struct interp *in, const struct node *n);

/* --- define.c --- */
/* A function object from NODE_DEF or NODE_LAMBDA. */
bool function_make(struct interp *in, const struct node *n, struct value *out);
/* When a class's dictionary is full: abstract methods, __set_name__, __init_subclass__. n is the
 * class statement, or NULL. */
bool class_take_slots(struct interp *in, struct class *c);
bool class_finish(struct interp *in, struct class *c, const struct node *n);

/* --- names.c --- */
bool name_load(struct interp *in, const struct node *n, struct value *out);
bool name_store(struct interp *in, struct str *name, struct value v, const struct span *at);
bool name_store_at(struct interp *in, const struct node *n, struct value v); /* NODE_NAME */
bool name_delete(struct interp *in, const struct node *n);
bool name_drop(struct interp *in, struct str *name); /* the same in silence; was it there? */
/* Whether it is a target of the comprehension that is carried out: its integers name nothing. */
bool names_in_passing(const struct interp *in, const char *name);
/* What a parameter was bound to is told to the recorder; an integer takes its name as its label. */
bool names_parameter(struct interp *in, const struct parameter *p, struct value *slot);
struct str *names_find(struct interp *in, const struct node *n); /* NULL: raised */
/* The interned text of a name or an attribute. */
static inline struct str *node_name(struct interp *in, const struct node *n)
{
    return n->name_object != NULL && n->joined == in->joined ? n->name_object : names_find(in, n);
}

/* --- scope.c --- */
/* Of a function or a comprehension, all slots empty. Nobody holds it: it is to be put into a frame
 * before anything runs. NULL: raised. */
struct scope *scope_new(struct interp *in, const struct names *bound, struct scope *parent);
/* Of a class body or of code made of text: its names stand in a dictionary, functions inside do not
 * see them. */
struct scope *scope_of_dict(struct interp *in, const struct names *bound, struct scope *parent,
                            struct dict *names);
/* The value of a name of this very scope; false: there is none. */
bool scope_get(const struct scope *s, const struct str *name, struct value *out);
bool scope_set(struct interp *in, struct scope *s, struct str *name, struct value v);
bool scope_drop(struct scope *s, const struct str *name); /* was it there? */
/* All of them into a dictionary, for locals(). */
bool scope_names_into(struct interp *in, const struct scope *s, struct dict *into);
/* What is made inside knows the scope, and those around it. */
void scope_keep(struct scope *s);
/* One that was given back, for a call like this one; the caller fills the first `filled` slots. */
static inline void scope_begin(struct scope *s, const struct names *bound, struct scope *parent,
                               int filled)
{
    s->is_comprehension = false;
    s->bound = bound;
    s->parent = parent;
    s->count = bound->local_count;
    for (int k = filled; k < s->count; k++) {
        s->slot[k] = slot_empty();
    }
}
/* scope_new, of a few slots without a call; the caller fills the first ones at once. */
static inline struct scope *scope_take(struct interp *in, const struct names *bound,
                                       struct scope *parent, int filled)
{
    struct scope *s = in->spare[0];
    if (s == NULL || bound->local_count > 4) {
        return scope_new(in, bound, parent);
    }
    in->spare[0] = s->parent;
    scope_begin(s, bound, parent, filled);
    return s;
}
/* The call is over: unless somebody knows its scope, the next one takes it. */
static inline void scope_give(struct interp *in, struct scope *s)
{
    if (!s->kept && s->room >= 0 && s->names == NULL) {
        s->parent = in->spare[s->room];
        in->spare[s->room] = s;
    }
}

/* The nearest of some names, as in "Did you mean: 'softmax'?"; NULL: nothing is near. */
struct str *suggest_attribute(struct interp *in, struct value v, const struct str *name);

/* --- assign.c --- */
/* Assigns to any target: name, attribute, subscript, tuple with a star. */
bool assign(struct interp *in, const struct node *target, struct value v);

/* --- import.c --- */
bool import_statement(struct interp *in, const struct node *n);

/* --- traceback.c --- */
/* The traceback of a caught exception; with `places` only these: (file, line, name, text) of each,
 * outermost first. False: raised. */
bool interp_told(struct interp *in, struct value exception, struct buf *out, struct list *places);

/* --- interp.c --- */
/* Notes for the traceback that the exception passed through the innermost frame, or some place. */
void interp_passed(struct interp *in);
bool interp_note(struct interp *in, const struct span *span, const char *title);

/* Whether the C stack has room for more; RecursionError if not. */
bool interp_stack_look(struct interp *in);
static inline bool interp_stack_near(const struct interp *in)
{
#if defined(__GNUC__) && defined(__x86_64__)
    uintptr_t top; /* and no place on it, which would have to be made */
    __asm__("mov %%rsp, %0" : "=r"(top));
    return top >= in->stack_low;
#else
    char here; /* a stack grows down */
    return (uintptr_t)&here >= in->stack_low;
#endif
}
static inline bool interp_stack(struct interp *in)
{
    return interp_stack_near(in) || interp_stack_look(in);
}
/* The same for what recurses in C, such as the repr of nested lists: counts as a call does. `doing`
 * ends the error's text. Every true one needs an interp_leave. */
bool interp_enter(struct interp *in, const char *doing);
void interp_leave(struct interp *in);
