/* Switches whether gradients are recorded: no_grad and its relatives. What is recorded stands in
 * grad/. */
#include "torch/module.h"

#include "lang/run/native.h"
#include "torch/grad/node.h"
#include "torch/torch.h"

/* --- no_grad, enable_grad, set_grad_enabled, inference_mode --- */

struct grad_mode {
    struct object object;
    bool mode;  /* what holds inside the block */
    bool saved; /* what held before it */
    bool inference, saved_inference;
};

static bool mode_create(struct interp *in, struct class *class, const struct args *args,
                        struct value *out)
{
    struct torch *torch = torch_of(in);
    struct value arg = {.type = VALUE_NOT_IMPLEMENTED};
    const char *name = class->name->text;
    bool is_set = strcmp(name, "set_grad_enabled") == 0;
    bool mode = strcmp(name, "enable_grad") == 0;
    bool ok = is_set ? arguments_take(in, args, "set_grad_enabled(mode)", &arg)
              : strcmp(name, "inference_mode") == 0
                  ? arguments_take(in, args, "inference_mode(mode=True)", &arg)
                  : arguments_take(in, args, "no_grad(orig_func=None)", &arg);
    if (!ok) {
        return false;
    }
    bool takes_flag = is_set || name[0] == 'i';
    bool function = given(arg) && arg.type == VALUE_OBJECT;
    if (takes_flag && given(arg) && !function) {
        bool flag;
        if (!value_truth(in, arg, &flag)) {
            return false;
        }
        mode = is_set ? flag : !flag;
    }
    struct grad_mode *m = object_new(in, class);
    if (m == NULL) {
        return false;
    }
    m->mode = mode;
    m->inference = name[0] == 'i' && !mode;
    m->saved = torch->grad_enabled;
    if (is_set) { /* works at once, also without `with` */
        torch->grad_enabled = mode;
    }
    *out = value_object(m);
    if (function) { /* @torch.no_grad without parentheses */
        const struct args call = {.at = &arg, .count = 1};
        return value_call(in, value_object(m), &call, out);
    }
    return true;
}

static struct grad_mode *mode_self(struct interp *in, const struct args *args)
{
    if (args->count < 1 || !value_isinstance(in, args->at[0], torch_of(in)->types.grad_mode)) {
        raise_exception(in, EXCEPTION_TypeError, "%s() needs a grad mode", in->calling->name);
        return NULL;
    }
    return (struct grad_mode *)args->at[0].o;
}

static bool mode_enter(struct interp *in, const struct args *args, struct value *out)
{
    struct grad_mode *m = mode_self(in, args);
    if (m == NULL) {
        return false;
    }
    if (strcmp(m->object.class->name->text, "set_grad_enabled") != 0) {
        m->saved = torch_of(in)->grad_enabled;
        torch_of(in)->grad_enabled = m->mode;
        m->saved_inference = torch_of(in)->inference;
        torch_of(in)->inference =
            m->object.class->name->text[0] == 'i' ? m->inference : m->saved_inference;
    }
    *out = value_none();
    return true;
}

static bool mode_exit(struct interp *in, const struct args *args, struct value *out)
{
    struct grad_mode *m = mode_self(in, args);
    if (m == NULL) {
        return false;
    }
    torch_of(in)->grad_enabled = m->saved;
    if (strcmp(m->object.class->name->text, "set_grad_enabled") != 0) {
        torch_of(in)->inference = m->saved_inference;
    }
    *out = value_bool(false);
    return true;
}

/* As a decorator: a function of the language that runs the other one inside such a block (it stands
 * in the prelude, so that it binds to instances as functions do). */
static bool mode_call(struct interp *in, struct value self, const struct args *args,
                      struct value *out)
{
    const struct grad_mode *m = (const struct grad_mode *)self.o;
    struct module *torch = interp_import(in, "torch");
    struct str *name = str_intern(in, "_decorated");
    struct value decorate;
    if (!arguments_count(in, args, m->object.class->name->text, 1, 1) || torch == NULL ||
        name == NULL || !value_get_attribute(in, value_object(torch), name, &decorate)) {
        return false;
    }
    const struct value at[3] = {value_bool(m->mode), args->at[0], value_bool(m->inference)};
    const struct args call = {.at = at, .count = 3};
    return value_call(in, decorate, &call, out);
}

static const struct slots grad_mode_slots = {
    .size = sizeof(struct grad_mode), .create = mode_create, .call = mode_call};

static bool is_grad_enabled(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "is_grad_enabled", 0, 0)) {
        return false;
    }
    *out = value_bool(torch_of(in)->grad_enabled);
    return true;
}

static bool is_inference_mode(struct interp *in, const struct args *args, struct value *out)
{
    *out = value_bool(torch_of(in)->inference);
    return arguments_count(in, args, "is_inference_mode_enabled", 0, 0);
}

/* torch._C._set_grad_enabled(mode) */
static bool set_grad_mode(struct interp *in, const struct args *args, struct value *out)
{
    bool mode;
    if (!arguments_count(in, args, "_set_grad_enabled", 1, 1) ||
        !value_truth(in, args->at[0], &mode)) {
        return false;
    }
    torch_of(in)->grad_enabled = mode;
    *out = value_none();
    return true;
}

bool grad_init(struct interp *in)
{
    struct torch *torch = torch_of(in);
    struct class *mode =
        interp_class(in, "grad_mode", "torch.autograd.grad_mode", NULL, &grad_mode_slots);
    torch->types.grad_mode = mode;
    return mode != NULL && interp_method(in, mode, "__enter__", mode_enter, NULL) &&
           interp_method(in, mode, "__exit__", mode_exit, NULL) && grad_node_init(in);
}

bool grad_register(struct interp *in, struct dict *into)
{
    static const char *const modes[] = {"no_grad", "enable_grad", "set_grad_enabled",
                                        "inference_mode"};
    for (size_t k = 0; k < sizeof modes / sizeof modes[0]; k++) {
        struct class *c = interp_class(in, modes[k], "torch.autograd.grad_mode",
                                       torch_of(in)->types.grad_mode, NULL);
        if (c == NULL || !interp_set(in, into, modes[k], value_object(c))) {
            return false;
        }
    }
    return interp_function(in, into, "is_grad_enabled", is_grad_enabled, NULL, "torch") &&
           interp_function(in, into, "is_inference_mode_enabled", is_inference_mode, NULL,
                           "torch") &&
           interp_function(in, into, "_set_grad_enabled", set_grad_mode, NULL, "torch");
}
