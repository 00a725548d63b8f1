/* Reads tensors by a small program of its own, and looks for each in the run: itself, one place of
 * a batch, a multiple, else what comes nearest. */
#include "diff/dump.h"

#include "diff/diff.h"
#include "trace/tape/module_path.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST_BATCH 64 /* places of a first axis that are looked at */
#define NEAR 0.5      /* of a tensor's size: farther numbers have nothing to do with it */

/* Each tensor becomes a step, and its name a line of what is printed. */
static const char reader[] =
    "import os\n"
    "import numpy as np\n"
    "import torch\n"
    "from safetensors.torch import load_file\n"
    "\n"
    "def numbers(name, value):\n"
    "    if isinstance(value, dict):\n"
    "        for key in value:\n"
    "            yield from numbers(f'{name}.{key}' if name else str(key), value[key])\n"
    "    elif isinstance(value, (torch.Tensor, np.ndarray)):\n"
    "        yield name, torch.as_tensor(value).detach()\n"
    "\n"
    "def read(path):\n"
    "    stem, kind = os.path.splitext(path)\n"
    "    if kind == '.npy':\n"
    "        return numbers(stem, np.load(path))\n"
    "    if kind == '.npz':\n"
    "        return numbers('', dict(np.load(path)))\n"
    "    if kind == '.safetensors':\n"
    "        return numbers('', load_file(path))\n"
    "    if kind in ('.pt', '.pth', '.bin'):\n"
    "        whole = torch.load(path)\n"
    "        return numbers('' if isinstance(whole, dict) else stem, whole)\n"
    "    return []\n"
    "\n"
    "for path in sorted(os.listdir('.')):\n"
    "    try:\n"
    "        for name, value in read(path):\n"
    "            value.clone()\n"
    "            print(repr(name)[1:-1])\n"
    "    except Exception as why:\n"
    "        raise ValueError(f'{path}: {why}') from None\n";

/* --- reading --- */

/* The last line of a traceback, without the name of the exception. */
static bool refuse(const struct run *r, struct error *err)
{
    size_t len = r->failure.len;
    const char *text = buf_text(&r->failure), *line;
    while (len > 0 && text[len - 1] == '\n') {
        len--;
    }
    for (line = text + len; line > text && line[-1] != '\n'; line--) {
    }
    static const char kind[] = "ValueError: ";
    size_t skip = strncmp(line, kind, sizeof kind - 1) == 0 ? sizeof kind - 1 : 0;
    line += skip;
    return error_set(err, ERROR_INPUT, "cannot read %.*s", (int)(text + len - line), line);
}

static bool read_files(struct dump *u, const struct run_terms *terms, struct error *err)
{
    struct lesson *lesson = calloc(1, sizeof *lesson);
    if (lesson == NULL) {
        return error_memory(err);
    }
    if (!lesson_read(lesson, "dump", LESSON_PYTHON, reader, sizeof reader - 1, err)) {
        free(lesson);
        return false;
    }
    return run_make(&u->run, lesson, terms, true, err) &&
           (u->run.outcome == OUTCOME_DONE || refuse(&u->run, err));
}

static bool is_read(const struct tape *t, int event)
{
    const struct event *e = &t->event[event];
    return e->figure == NULL && strcmp(e->op->name, "clone") == 0 && e->user_call < 0;
}

/* A name for each tensor: the lines that were printed. */
static bool name_all(struct dump *u)
{
    const struct tape *t = u->run.tape;
    size_t most = 1;
    for (int k = 0; k < t->event_count; k++) {
        most += is_read(t, k);
    }
    u->at = calloc(most, sizeof *u->at);
    u->names = malloc(t->printed.len + 1);
    if (u->at == NULL || u->names == NULL) {
        return error_memory(&t->session->in.error);
    }
    memcpy(u->names, buf_text(&t->printed), t->printed.len + 1);
    char *line = u->names;
    for (int k = 0; k < t->event_count && line != NULL && *line != '\0'; k++) {
        if (is_read(t, k)) {
            char *end = strchr(line, '\n');
            if (end != NULL) {
                *end = '\0';
            }
            u->d.at[u->d.first[k]].name = line;
            u->at[u->count++] = (struct dumped){.name = line,
                                                .held = u->d.first[k],
                                                .of = -1,
                                                .weight_event = -1,
                                                .slice = -1,
                                                .factor = 1};
            line = end != NULL ? end + 1 : NULL;
        }
    }
    return true;
}

/* --- looking --- */

/* Place i of the first axis. */
static struct held place_of(const struct held *b, int64_t i)
{
    struct held one = {.tensor = b->tensor, .name = b->name, .event = b->event};
    one.tensor.offset += i * b->tensor.stride[0];
    one.tensor.ndim--;
    for (int d = 0; d < one.tensor.ndim; d++) {
        one.tensor.shape[d] = b->tensor.shape[d + 1];
        one.tensor.stride[d] = b->tensor.stride[d + 1];
    }
    held_look(&one);
    return one;
}

static bool ends_alike(const char *name, const char *other)
{
    const char *dot = strrchr(name, '.'), *low = strrchr(name, '_');
    return other != NULL &&
           (strcmp(name, other) == 0 || (dot != NULL && strcmp(dot + 1, other) == 0) ||
            (low != NULL && strcmp(low + 1, other) == 0));
}

/* How far two tensors lie apart, as a part of their size; infinite: they have other shapes. */
static double apart(const struct held *a, const struct held *b)
{
    double squares = 0;
    if (a->numel != b->numel || !a->telling || !b->telling || !twins_aligned(a, b)) {
        return INFINITY;
    }
    for (int64_t k = 0; k < a->numel; k++) {
        double x = held_cell(a, k), y = held_cell(b, k);
        bool hidden = held_is_hidden(x) && held_is_hidden(y);
        squares += hidden ? 0 : (x - y) * (x - y);
    }
    return sqrt(squares / (double)a->numel) / fmax(a->size, b->size);
}

struct best {
    double apart;
    bool named;
};

/* b, or place `slice` of `of`, beside what was the best so far. True: it is found. */
static bool weigh(struct dumped *one, const struct held *a, const struct held *b, int of, int slice,
                  const struct tolerance *by, struct best *best)
{
    struct layout l;
    double factor;
    if (twins_same(a, b, by, &l)) {
        *one = (struct dumped){.name = one->name,
                               .held = one->held,
                               .of = of,
                               .weight_event = -1,
                               .slice = slice,
                               .found = true,
                               .turned = l.turned,
                               .factor = 1};
        return true;
    }
    bool named = ends_alike(one->name, b->name), times = twins_multiple(a, b, by, &factor);
    double far = times ? 0 : apart(a, b);
    if (far < NEAR && (named > best->named || (named == best->named && far < best->apart))) {
        *best = (struct best){far, named};
        one->of = of;
        one->slice = slice;
        one->factor = times ? factor : 1;
        one->far = diff_farthest(a, b);
    }
    return false;
}

/* The weight of that path, without what checkpoints put before it ("transformer.h.0..."). */
static bool find_weight(struct dump *u, struct dumped *one, const struct tolerance *by)
{
    const struct tape *t = u->p.tape;
    for (int k = 0; k < t->event_count; k++) {
        for (int j = 0; j < t->event[k].input_count; j++) {
            const char *path = event_weight(t, k, &t->event[k].input[j].of);
            int held = holdings_input(&u->p, k, j);
            size_t len = path != NULL ? strlen(path) : 0, own = strlen(one->name);
            struct layout l;
            bool named = len > 0 && own >= len && strcmp(one->name + own - len, path) == 0 &&
                         (own == len || one->name[own - len - 1] == '.');
            if (named && held >= 0 && twins_same(&u->d.at[one->held], &u->p.at[held], by, &l)) {
                one->of = held;
                one->weight_event = k;
                one->weight_input = j;
                one->found = true;
                one->turned = l.turned;
                return true;
            }
        }
    }
    return false;
}

static bool look_in(struct dump *u, struct dumped *one, const struct tolerance *by)
{
    const struct held *a = &u->d.at[one->held];
    struct best best = {INFINITY, false};
    if (find_weight(u, one, by)) {
        return true;
    }
    if (a->twin >= 0) {
        one->of = a->twin;
        one->turned = a->turned;
        one->found = true;
        return true;
    }
    for (int k = 0; k < u->p.count; k++) {
        const struct held *b = &u->p.at[k];
        int64_t places = b->tensor.ndim > 1 ? b->tensor.shape[0] : 0;
        if (b->numel == a->numel) {
            if (weigh(one, a, b, k, -1, by, &best)) {
                return true;
            }
        } else if (a->telling && places > 1 && places <= MOST_BATCH &&
                   b->numel == places * a->numel) {
            for (int64_t i = 0; i < places; i++) {
                struct held place = place_of(b, i);
                if (weigh(one, a, &place, k, (int)i, by, &best)) {
                    return true;
                }
            }
        }
        if (!tape_in_time(u->p.tape)) {
            return false;
        }
    }
    return true;
}

bool dump_make(struct dump *u, const struct run *program, const struct run_terms *terms,
               const struct tolerance *by, struct error *err)
{
    *u = (struct dump){0};
    if (!read_files(u, terms, err)) {
        dump_free(u);
        return false;
    }
    bool ok = holdings_find(&u->d, u->run.tape, u->run.tape) &&
              holdings_find(&u->p, program->tape, program->tape) && name_all(u) &&
              twins_find(&u->d, &u->p, by);
    for (int k = 0; ok && k < u->count; k++) {
        ok = look_in(u, &u->at[k], by);
        u->missed += !u->at[k].found;
    }
    if (!ok) {
        struct error *own = &u->run.tape->session->in.error;
        *err = own->kind != ERROR_NONE ? *own : program->tape->session->in.error;
        dump_free(u);
    }
    return ok;
}

void dump_free(struct dump *u)
{
    holdings_free(&u->d);
    holdings_free(&u->p);
    free(u->at);
    free(u->names);
    run_free(&u->run);
    *u = (struct dump){0};
}
