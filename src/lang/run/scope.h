/* Scopes, functions and their calls: private to src/lang. */
#ifndef QKV_LANG_RUN_SCOPE_H
#define QKV_LANG_RUN_SCOPE_H

#include "lang/run/interp.h"

/* The names of one call of a function, of a comprehension, or of a class body. */
struct scope {
    struct object object;
    struct dict *names;
    const struct names *bound; /* which names belong here */
    struct scope *parent;      /* the scope around the definition, NULL = module */
    bool is_class;             /* functions inside do not see its names */
    bool is_comprehension;     /* keeps only its own targets: a walrus binds outside */
};

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

/* --- class.c --- */
bool class_bootstrap(struct interp *in); /* every class of in->types: type, str, ... */
/* A class defined in code; dict becomes its dictionary. NULL: raised (bad bases, no C3 order). */
struct class *class_make(struct interp *in, struct str *name, int base_count,
                         struct class *const *bases, struct dict *dict, const char *module);
bool class_lookup(const struct class *class, const struct str *name, struct value *out);
/* The same, but only what code defined (not C): dunders that override slots. */
bool class_lookup_python(const struct class *class, const struct str *name, struct value *out);
bool class_is_subclass(const struct class *class, const struct class *of);
bool class_call(struct interp *in, struct class *class, const struct args *args,
                struct value *out); /* makes an instance */
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

/* --- eval.c, exec.c --- */
bool eval(struct interp *in, const struct node *n, struct value *out);
bool eval_now(struct interp *in, const struct node *n, struct value *out); /* past the log */
/* Runs a body of statements; FLOW_RETURN leaves the value in in->frame->returned. */
/* FLOW_YIELD: a generator is left at a `yield` (coroutine.h). */
enum flow { FLOW_NEXT, FLOW_BREAK, FLOW_CONTINUE, FLOW_RETURN, FLOW_ERROR, FLOW_YIELD };
enum flow exec_block(struct interp *in, const struct nodes *body);
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
bool name_delete(struct interp *in, const struct node *n);
bool name_drop(struct interp *in, struct str *name); /* the same in silence; was it there? */
struct str *node_name(struct interp *in, const struct node *n); /* interned text, cached */
struct scope *scope_new(struct interp *in, const struct names *bound, struct scope *parent);

/* The nearest of some names, as in "Did you mean: 'softmax'?"; NULL: nothing is near. */
struct str *suggest_key(const struct str *name, const struct dict *d);
struct str *suggest_item(const struct str *name, const struct list *l);
struct str *suggest_attribute(struct interp *in, struct value v, const struct str *name);

/* --- assign.c --- */
/* Assigns to any target: name, attribute, subscript, tuple with a star. */
bool assign(struct interp *in, const struct node *target, struct value v);

/* --- import.c --- */
bool import_statement(struct interp *in, const struct node *n);

/* --- traceback.c --- */
/* The traceback of a caught exception. */
void interp_told(struct interp *in, struct value exception, struct buf *out);

/* --- interp.c --- */
/* Notes for the traceback that the exception passed through the innermost frame, or some place. */
void interp_passed(struct interp *in);
bool interp_note(struct interp *in, const struct span *span, const char *title);

/* Whether the C stack has room for more; RecursionError if not. */
bool interp_stack(struct interp *in);
/* The same for what recurses in C, such as the repr of nested lists: counts as a call does. `doing`
 * ends the error's text. Every true one needs an interp_leave. */
bool interp_enter(struct interp *in, const char *doing);
void interp_leave(struct interp *in);

#endif
