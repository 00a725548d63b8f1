/* Reads the parameters of the formulas. */
#include "torch/grad/rule.h"

#include "torch/grad/quick.h"

#include "torch/op/ops.h"
#include "torch/torch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The place of a parameter in a signature, -1 when it has none of that name. */
static int place_of(const char *signature, const char *name, size_t len)
{
    const char *at;
    size_t have;
    int place = 0;
    for (const char *p = op_next_parameter(signature, &at, &have); have > 0;
         p = op_next_parameter(p, &at, &have), place++) {
        if (have == len && memcmp(at, name, len) == 0) {
            return place;
        }
    }
    return -1;
}

static bool ends_in(const char *name, size_t len, const char *end)
{
    size_t tail = strlen(end);
    return len > tail && memcmp(name + len - tail, end, tail) == 0;
}

/* Rows of one id name the same places differently: dim0 of transpose is axis0 of swapaxes. */
static int place_in_any(const struct op *op, const char *name, size_t len)
{
    int place = place_of(op->signature, name, len);
    for (int k = 0; place < 0 && k < op_count; k++) {
        if (strcmp(ops[k].id, op->id) == 0) {
            place = place_of(ops[k].signature, name, len);
        }
    }
    return place;
}

/* What the parameter of that name stands for; false: nothing. */
static bool read_need(const struct op *op, const char *name, struct need *out)
{
    size_t len = strlen(name);
    int place = place_in_any(op, name, len);
    if (place >= 0) {
        *out = (struct need){NEED_ARGUMENT, place};
    } else if (strcmp(name, "grad") == 0) {
        *out = (struct need){NEED_GRAD, 0};
    } else if (strcmp(name, "grads") == 0) {
        *out = (struct need){NEED_GRADS, 0};
    } else if (strcmp(name, "item") == 0) {
        *out = (struct need){NEED_ITEM, 0};
    } else if (strcmp(name, "kept") == 0) {
        *out = (struct need){NEED_KEPT, 0};
    } else if (strcmp(name, "result") == 0) {
        *out = (struct need){NEED_RESULT, 0};
    } else if (strncmp(name, "result", 6) == 0 && name[6] >= '1' &&
               name[6] < '0' + OP_MAX_OUTPUTS && name[7] == '\0') {
        *out = (struct need){NEED_RESULT, name[6] - '0'};
    } else if (ends_in(name, len, "_layout")) {
        place = place_in_any(op, name, len - 7);
        *out = (struct need){NEED_LAYOUT, place};
        return place >= 0;
    } else {
        place = ends_in(name, len, "_shape") ? place_in_any(op, name, len - 6) : -1;
        *out = (struct need){NEED_SHAPE, place};
        return place >= 0;
    }
    return true;
}

/* The formulas and their parameters, by name: made of the prelude's files by the build. */
static const struct known {
    const char *name, *needs;
} known[] = {
#include "gradients.inc"
};

static int by_name(const void *name, const void *row)
{
    return strcmp(name, ((const struct known *)row)->name);
}

static bool read_formula(struct interp *in, struct grad_rule *rule, int place,
                         const struct known *from)
{
    struct formula *f = &rule->formulas[place];
    f->name = from->name;
    f->quick = quick_find(from->name);
    for (const char *p = from->needs; *p != '\0' && f->count < RULE_PARAMETERS;) {
        char name[48];
        size_t len = strcspn(p, ",");
        struct need *need = &f->needs[f->count++];
        snprintf(name, sizeof name, "%.*s", (int)len, p);
        p += len + strspn(p + len, ", ");
        if (!read_need(rule->op, name, need)) {
            return raise_exception(in, EXCEPTION_SystemError, "%s has no part %s", rule->op->name,
                                   name);
        }
        rule->keeps[need->at] |= need->kind == NEED_ARGUMENT;
        rule->shapes[need->at] |= need->kind == NEED_SHAPE;
        rule->layouts[need->at] |= need->kind == NEED_LAYOUT;
        if (need->kind == NEED_RESULT) {
            rule->keeps_result[need->at] = true;
        }
    }
    return true;
}

/* The formulas for the arguments as this signature names them. */
static bool read_named(struct interp *in, struct grad_rule *rule, const char *signature)
{
    const char *name;
    size_t len;
    int place = 0;
    for (const char *p = op_next_parameter(signature, &name, &len); len > 0;
         p = op_next_parameter(p, &name, &len), place++) {
        char whole[96];
        snprintf(whole, sizeof whole, "%s__%.*s", rule->op->id, (int)len, name);
        const struct known *found =
            bsearch(whole, known, sizeof known / sizeof known[0], sizeof known[0], by_name);
        if (rule->formulas[place].name == NULL && found != NULL &&
            !read_formula(in, rule, place, found)) {
            return false;
        }
    }
    return true;
}

static bool read_rule(struct interp *in, struct grad_rule *rule)
{
    bool ok = read_named(in, rule, rule->op->signature);
    for (int k = 0; ok && k < op_count; k++) {
        ok = strcmp(ops[k].id, rule->op->id) != 0 || read_named(in, rule, ops[k].signature);
    }
    return ok;
}

bool rule_function(struct interp *in, struct formula *f, struct value *out)
{
    if (f->function.type != VALUE_OBJECT) {
        struct module *m = interp_import(in, "torch._gradients");
        struct str *name = m != NULL ? str_intern(in, f->name) : NULL;
        if (name == NULL || !value_get_attribute(in, value_object(m), name, &f->function)) {
            return false;
        }
        ((struct function *)f->function.o)->title = name->text; /* of a lambda, too */
    }
    *out = f->function;
    return true;
}

/* Rows of ops.def first, then those that stand elsewhere: x[...] and x[...] = v. */
enum { ELSEWHERE = 4 };

static struct grad_rule **slot_of(struct torch *torch, const struct op *op)
{
    if (torch->rules == NULL) {
        torch->rules = calloc((size_t)op_count + ELSEWHERE, sizeof *torch->rules);
    }
    if (torch->rules == NULL || (op >= ops && op < ops + op_count)) {
        return torch->rules != NULL ? &torch->rules[op - ops] : NULL;
    }
    for (int k = 0; k < ELSEWHERE; k++) {
        struct grad_rule **slot = &torch->rules[op_count + k];
        if (*slot == NULL || (*slot)->op == op) {
            return slot;
        }
    }
    return NULL;
}

struct grad_rule *rule_of(struct interp *in, const struct op *op)
{
    struct grad_rule **slot = slot_of(torch_of(in), op);
    if (slot != NULL && *slot != NULL) {
        return *slot;
    }
    struct grad_rule *rule = slot != NULL ? calloc(1, sizeof *rule) : NULL;
    if (rule == NULL) {
        raise_memory(in);
        return NULL;
    }
    rule->op = op;
    if (!read_rule(in, rule)) {
        free(rule);
        return NULL;
    }
    *slot = rule;
    return rule;
}

const char *rule_type(const struct grad_rule *rule, int k)
{
    const char *at = rule->op->signature + 1;
    for (; k > 0 && at != NULL; k--) {
        at = strstr(at, ", ");
        at = at != NULL ? at + 2 : NULL;
        k += at != NULL && *at == '*';
    }
    return at != NULL ? at : "";
}

bool rule_takes_tensor(const struct grad_rule *rule, int k)
{
    const char *type = rule_type(rule, k);
    return strncmp(type, "Tensor ", 7) == 0 || strncmp(type, "Tensor? ", 8) == 0 ||
           strncmp(type, "Other ", 6) == 0;
}

void rules_mark(struct interp *in)
{
    struct torch *torch = torch_of(in);
    for (int k = 0; torch->rules != NULL && k < op_count + ELSEWHERE; k++) {
        const struct grad_rule *rule = torch->rules[k];
        for (int j = 0; rule != NULL && j < OP_MAX_ARGUMENTS; j++) {
            heap_mark(in, rule->formulas[j].function);
        }
        if (rule != NULL) {
            heap_mark_object(in, rule->class);
        }
    }
}

void rules_free(struct torch *torch)
{
    for (int k = 0; torch->rules != NULL && k < op_count + ELSEWHERE; k++) {
        free(torch->rules[k]);
    }
    free(torch->rules);
    torch->rules = NULL;
}
