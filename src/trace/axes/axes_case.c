/* Looks at a statement that was carried out: its operands, and what names stand for where it is. */
#include "trace/axes/axes_case.h"

#include "base/named.h"
#include "lang/parse/identifier.h"
#include "torch/op/ops.h"

#include <string.h>

static bool is_product(const struct event *e)
{
    static const char *const names[] = {"matmul", "mm", "bmm", "linear"};
    return NAMED(names, e->op->name) >= 0 && e->input_count >= 2;
}

/* Names of axes of the operands; one that stands for two sizes is no help. */
static void see_names(struct case_ *c, const struct tape_tensor *of)
{
    for (int axis = 0; of->axes != NULL && axis < of->tensor.ndim; axis++) {
        const char *name = of->axes[axis];
        int k = 0;
        if (name == NULL || strpbrk(name, "=*+-/ ") != NULL) {
            continue;
        }
        while (k < c->visible_count && strcmp(c->visible[k].name, name) != 0) {
            k++;
        }
        if (k < c->visible_count) {
            c->visible[k].clear &= c->visible[k].size == of->tensor.shape[axis];
        } else if (k < MOST_VISIBLE) {
            c->visible[k].name = name;
            c->visible[k].size = of->tensor.shape[axis];
            c->visible[k].clear = true;
            c->visible_count++;
        }
    }
}

/* What a constructor made has the constructor's names: weights, tables, masks. */
static bool is_furniture(const struct tape *t, const struct tape_tensor *of)
{
    int call = of->maker >= 0 ? t->event[of->maker].call : -1;
    return of->parameter || (call >= 0 && t->call[call].construction);
}

static void turn(struct tensor *t) /* the weight of linear is written as it multiplies */
{
    int64_t rows = t->shape[0];
    if (t->ndim == 2) {
        t->shape[0] = t->shape[1];
        t->shape[1] = rows;
    }
}

/* The events of the statement itself, from the last one backwards. */
void case_see(const struct judge *j, struct case_ *c)
{
    int products = 0, others = 0;
    const struct event *first = NULL;
    for (int k = c->before - 1; k >= 0; k--) {
        const struct event *e = &j->t->event[k];
        if (e->user_call != c->call) {
            if (!tape_inside(j->t, e->user_call, c->call)) {
                break;
            }
            others++; /* inside a function of the learner's that the statement called */
            continue;
        }
        if (e->statement == NULL || e->statement->span.source != c->source ||
            e->statement->span.line != c->line) {
            break;
        }
        for (int i = 0; i < e->input_count; i++) {
            if (!is_furniture(j->t, &e->input[i].of)) {
                see_names(c, &e->input[i].of);
                if (c->came_count < MOST_CAME) {
                    c->came[c->came_count++] = &e->input[i].of.tensor;
                }
            }
        }
        if (is_product(e) && ++products == 1) {
            c->operand[0] = e->input[0].of.tensor;
            c->operand[1] = e->input[1].of.tensor;
            if (op_is(e->op, OP_linear)) {
                turn(&c->operand[1]);
            }
        }
        others += e->input_count != 1;
        first = e;
    }
    c->operands = products == 1 ? 2 : 0;
    if (products == 0 && others == 0 && first != NULL) {
        c->operand[0] = first->input[0].of.tensor;
        c->operands = 1;
    }
}

/* A counter of a loop is no size: `for b in range(B)`. */
static bool is_counter(const struct tape_bind *b)
{
    size_t len;
    const char *line = source_line(b->at.source, b->at.line, &len);
    size_t blank = strspn(line, " \t"), end = (size_t)b->at.end_column;
    if (strncmp(line + blank, "for ", 4) == 0) {
        return true;
    }
    while (end < len && (line[end] == ' ' || line[end] == ')')) {
        end++;
    }
    return len - end > 3 && strncmp(line + end, "in ", 3) == 0;
}

/* Whether a line of a source's top level, not its comments, has the word above the line. */
static bool mentions(const struct source *s, const char *word, int line)
{
    size_t len, size = strlen(word);
    const char *text;
    for (int k = 1; k < line && (text = source_line(s, k, &len)) != NULL; k++) {
        bool top = len > 0 && *text != ' ' && *text != '\t' && strncmp(text, "def ", 4) != 0;
        for (size_t i = 0; top && i + size <= len && text[i] != '#'; i++) {
            if (strncmp(text + i, word, size) == 0 && (i == 0 || !identifier_plain(text[i - 1])) &&
                (i + size == len || !identifier_plain(text[i + size]))) {
                return true;
            }
        }
    }
    return false;
}

/* A variable of an earlier cell that this one does not speak of: by now the name may mean something
 * else. */
static bool is_old(const struct case_ *c, const struct tape_bind *bind)
{
    return c->call < 0 && bind->at.source != c->source && !mentions(c->source, bind->name, c->line);
}

/* How much of a name of a call is its class: "Head." of "Head.forward"; 0: no method. */
static size_t class_of(const char *name)
{
    const char *dot = strrchr(name, '.');
    return dot != NULL ? (size_t)(dot - name) + 1 : 0;
}

bool case_attribute(const struct judge *j, const struct case_ *c, const struct said_size *word,
                    int64_t size)
{
    const struct tape *t = j->t;
    const char *own = c->call >= 0 ? t->call[c->call].name : "";
    size_t class = class_of(own);
    for (int k = 0; class > 0 && k < t->bind_count && t->bind[k].event <= c->before; k++) {
        const struct tape_bind *b = &t->bind[k];
        if (b->is_integer && b->integer == size && b->call >= 0 &&
            strncmp(b->name, "self.", 5) == 0 && strlen(b->name) == (size_t)word->len + 5 &&
            strncmp(b->name + 5, word->at, (size_t)word->len) == 0 &&
            class_of(t->call[b->call].name) == class &&
            strncmp(t->call[b->call].name, own, class) == 0) {
            return true;
        }
    }
    return false;
}

/* An integer variable of this function, or an axis of what went in. */
bool case_knows(const struct judge *j, const struct case_ *c, const struct said_size *word,
                bool variable, int64_t *size)
{
    char name[64];
    if ((size_t)word->len >= sizeof name) {
        return false;
    }
    memcpy(name, word->at, (size_t)word->len);
    name[word->len] = '\0';
    const struct tape_bind *bind = book_bind(&j->book, name, c->call, c->before);
    if (bind != NULL && bind->event <= c->before && !is_counter(bind) && !is_old(c, bind)) {
        *size = bind->integer;
        return true;
    }
    for (int k = 0; k < c->visible_count && !variable; k++) {
        if (strcmp(c->visible[k].name, name) == 0 && c->visible[k].clear) {
            *size = c->visible[k].size;
            return true;
        }
    }
    return false;
}
