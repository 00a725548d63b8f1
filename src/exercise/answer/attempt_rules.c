/* Checks what a code exercise rules out and asks for by name: `forbid: torch.softmax`, `use:
 * torch.bmm`. A name stands for what it is in the lesson before the exercise. Using that under
 * another name, or through a method or a class, counts as using it. */
#include "exercise/answer/attempt_budget.h"

#include "exercise/variant.h"
#include "exercise/variant_ask.h"
#include "lang/object/raise.h"

#include <string.h>

bool attempt_rules_name(const char *names, int k, struct buf *out)
{
    for (const char *p = names; p != NULL && *p != '\0';) {
        p += strspn(p, " ,");
        size_t len = strcspn(p, " ,");
        if (len > 0 && k-- == 0) {
            buf_put(out, p, len);
            return true;
        }
        p += len;
    }
    return false;
}

void attempt_rules_put(const char *names, const char *last, struct buf *out)
{
    scoped_buf name = {0}, next = {0};
    bool more = attempt_rules_name(names, 0, &name);
    for (int k = 1; more; k++) {
        more = attempt_rules_name(names, k, &next);
        buf_printf(out, "%s`%s`", k == 1 ? "" : more ? ", " : last, buf_text(&name));
        buf_clear(&name);
        buf_puts(&name, buf_text(&next));
        buf_clear(&next);
    }
}

/* What one name stands for: an operation that gives tensors, or a function written in Python. */
static bool take_rule(struct variant *v, struct sandbox *a, struct value value, void *out,
                      struct error *err)
{
    struct attempt_rule *rule = out;
    const struct op *op = op_behind(a->in, value);
    bool function = value.type == VALUE_OBJECT && value.o->class == a->in->types.function;
    (void)v, (void)err;
    rule->op = op != NULL && op->kind != KIND_VALUE ? op : NULL;
    rule->function = function ? ((const struct function *)value.o)->node : NULL;
    return rule->op != NULL || rule->function != NULL;
}

static bool find(struct variant *v, const struct field *f, struct attempt_rule *rule,
                 struct error *err)
{
    const struct asking q = {.key = f->key,
                             .expression = rule->name,
                             .line = f->line,
                             .take = take_rule,
                             .otherwise = "that is no operation that gives a tensor, and no "
                                          "function written in Python"};
    return variant_asked(v, &q, rule, err);
}

static bool find_all(struct attempt_budget *b, struct variant *v, const char *key,
                     struct error *err)
{
    const struct field *f = exercise_field_at(v->exercise, key, 0);
    scoped_buf name = {0};
    bool ok = true;
    for (int k = 0; ok && f != NULL && attempt_rules_name(f->value, k, &name); k++) {
        struct attempt_rule rule = {.field = f, .wanted = strcmp(key, "use") == 0};
        rule.name = arena_copy(&v->arena, buf_text(&name), name.len);
        buf_clear(&name);
        ok = b->rule_count < ATTEMPT_RULES
                 ? rule.name != NULL ? find(v, f, &rule, err) : error_memory(err)
                 : variant_refuse(v, f->line, err, ERROR_INPUT, "more than %d names in `%s:`",
                                  ATTEMPT_RULES, key);
        if (ok) {
            b->rule[b->rule_count++] = rule;
        }
    }
    return ok;
}

bool attempt_rules(struct attempt_budget *b, struct variant *v, struct error *err)
{
    return find_all(b, v, "forbid", err) && find_all(b, v, "use", err);
}

static bool is_it(const struct attempt_rule *r, const struct op *op, const struct node *function)
{
    return (function != NULL && r->function == function) ||
           (op != NULL && r->op != NULL &&
            ((r->op->run == op->run && strcmp(r->op->id, op->id) == 0) ||
             strcmp(r->op->name, op->name) == 0));
}

bool attempt_rules_see(struct attempt_budget *b, const struct op *op, const struct node *function)
{
    bool refused = false;
    for (int k = 0; k < b->rule_count; k++) {
        struct attempt_rule *r = &b->rule[k];
        if (is_it(r, op, function)) {
            r->seen = r->seen || b->watched;
            r->early = r->early || !b->watched;
            refused = refused || (b->refuses && !b->watched && !r->wanted);
        }
    }
    return !refused || raise_exception(&b->run->session->in, EXCEPTION_RuntimeError,
                                       "this is ruled out in the exercise");
}

const struct attempt_rule *attempt_rules_broken(const struct attempt_budget *b, bool right)
{
    for (int k = 0; k < b->rule_count; k++) {
        const struct attempt_rule *r = &b->rule[k];
        if (r->wanted ? right && !r->seen : r->seen) {
            return r;
        }
    }
    return NULL;
}

const struct attempt_rule *attempt_rules_early(const struct attempt_budget *b)
{
    for (int k = 0; k < b->rule_count; k++) {
        if (b->rule[k].early && !b->rule[k].wanted) {
            return &b->rule[k];
        }
    }
    return NULL;
}
