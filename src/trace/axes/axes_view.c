/* Leads names of axes where the same numbers are counted anew: view, reshape, flatten, x[...]. */
#include "trace/axes/axes_step.h"
#include "trace/axes/axes_words.h"
#include "trace/tape/snapshot.h"

#include <string.h>

/* --- view --- */

/* An axis whose size all others of its group leave as it is stays the same axis. */
static void keep_words(struct step *s, const int *from, int from_count, const int *to, int to_count)
{
    int in = 0, out = 0;
    for (int k = 1; k < from_count; k++) {
        in = step_in(s, 0)->shape[from[k]] > step_in(s, 0)->shape[from[in]] ? k : in;
    }
    for (int k = 1; k < to_count; k++) {
        out = step_out(s, 0)->shape[to[k]] > step_out(s, 0)->shape[to[out]] ? k : out;
    }
    int64_t size = step_in(s, 0)->shape[from[in]], all = size;
    for (int k = 0; k < from_count; k++) {
        all *= k == in ? 1 : step_in(s, 0)->shape[from[k]];
    }
    if (all == size && step_out(s, 0)->shape[to[out]] == size) {
        step_name(s, 0, to[out], (struct axis_name){.word = step_axis(s, 0, from[in]).word});
    }
}

/* Axes from[..] of the input and to[..] of the result hold the same numbers. One axis that stays
 * one keeps its name; axes that become one are a product of names. */
static void name_group(struct step *s, const int *from, int from_count, const int *to, int to_count)
{
    struct axis_name name = step_axis(s, 0, from[0]);
    for (int k = 1; k < from_count; k++) {
        name = step_join(s, name, '*', step_axis(s, 0, from[k]));
    }
    if (to_count == 1) {
        name.word = NULL;
        step_name(s, 0, to[0], name);
    }
    keep_words(s, from, from_count, to, to_count);
    if (to_count == 1) {
        return;
    }
    /* "h*d" that is cut again at the same place */
    const char *star = name.name != NULL && to_count == 2 ? strchr(name.name, '*') : NULL;
    struct axis_name first = s->out[0].at[to[0]], second = s->out[0].at[to[1]];
    if (star == NULL || strpbrk(name.name, "+-/%=") != NULL || strchr(star + 1, '*') != NULL) {
        return;
    }
    size_t len = (size_t)(star - name.name);
    if (first.name != NULL && second.name == NULL && strlen(first.name) == len &&
        strncmp(first.name, name.name, len) == 0) {
        step_name(s, 0, to[1],
                  (struct axis_name){
                      .name = star + 1, .size = step_out(s, 0)->shape[to[1]], .inner = name.inner});
    } else if (second.name != NULL && first.name == NULL && strcmp(second.name, star + 1) == 0) {
        scoped_buf text = {0};
        buf_put(&text, name.name, len);
        struct axis_name rest = {.name = book_keep(s->book, &text),
                                 .size = step_out(s, 0)->shape[to[0]],
                                 .inner = name.inner};
        s->ok = s->ok && rest.name != NULL;
        step_name(s, 0, to[0], rest);
    }
}

struct group { /* axes of the input and of the result that hold the same numbers */
    int from[TENSOR_MAX_DIMS], to[TENSOR_MAX_DIMS];
    int from_count, to_count;
};

/* The smallest group that begins at in axis *i and out axis *o. False: there is none. */
static bool next_group(const struct step *s, int *i, int *o, struct group *g)
{
    const struct tensor *in = step_in(s, 0), *out = step_out(s, 0);
    int64_t left = in->shape[*i], right = out->shape[*o];
    *g = (struct group){.from = {(*i)++}, .to = {(*o)++}, .from_count = 1, .to_count = 1};
    while (left != right) {
        if (left < right ? *i == in->ndim : *o == out->ndim) {
            return false;
        }
        if (left < right) {
            left *= in->shape[*i];
            if (in->shape[*i] != 1 || step_axis(s, 0, *i).name != NULL) {
                g->from[g->from_count++] = *i;
            }
            (*i)++;
        } else {
            right *= out->shape[*o];
            if (out->shape[*o] != 1) {
                g->to[g->to_count++] = *o;
            }
            (*o)++;
        }
    }
    /* (b, t, v) to (-1, v): an axis of size 1 goes in, too, where it cannot stand alone */
    bool open = g->to_count == 1 && s->out[0].at[g->to[0]].name == NULL;
    while (open && in->ndim - *i > out->ndim - *o && in->shape[*i] == 1 &&
           (*o == out->ndim || out->shape[*o] != 1) && step_axis(s, 0, *i).name != NULL) {
        g->from[g->from_count++] = (*i)++;
    }
    return true;
}

/* Whether an axis of size 1 has its name further on in the result: x.view(1, T, d) of T = 1 puts an
 * axis in front. */
static bool named_behind(const struct step *s, int in, int out)
{
    const char *name = step_axis(s, 0, in).name;
    bool behind = false;
    for (int k = out + 1; name != NULL && s->out[0].at[out].name == NULL && k < s->out[0].ndim;
         k++) {
        const char *own = s->out[0].at[k].name;
        behind |= step_out(s, 0)->shape[k] == 1 && own != NULL && strcmp(own, name) == 0;
    }
    return behind;
}

/* Both shapes are walked from the left, in the smallest groups with the same product. An axis of
 * size 1 stands for itself when the other side has one in its place, else it is passed over or, if
 * it has a name and the result has fewer axes, goes into a group. */
static void follow_view(struct step *s)
{
    const struct tensor *in = step_in(s, 0), *out = step_out(s, 0);
    struct group g;
    for (int i = 0, o = 0; i < in->ndim && o < out->ndim;) {
        bool fewer = in->ndim - i > out->ndim - o && step_axis(s, 0, i).name != NULL;
        if (in->shape[i] == 0 || out->shape[o] == 0) {
            return;
        }
        if (in->shape[i] == 1 && out->shape[o] != 1 && !fewer) {
            i++;
        } else if (out->shape[o] == 1 && (in->shape[i] != 1 || named_behind(s, i, o))) {
            o++;
        } else if (next_group(s, &i, &o, &g)) {
            name_group(s, g.from, g.from_count, g.to, g.to_count);
        } else {
            return;
        }
    }
}

/* The sizes in the call come first: they are the newest names. -1 has none. */
static void name_sizes(struct step *s, const char *argument, int first)
{
    struct axis_name at[TENSOR_MAX_DIMS];
    int count = step_sizes(s, step_argument(s, argument), at);
    for (int k = 0; k < count; k++) {
        int to = first + k;
        if (to < s->out[0].ndim && at[k].size == step_out(s, 0)->shape[to]) {
            step_name(s, 0, to, at[k]);
        }
    }
}

void rule_view(struct step *s)
{
    name_sizes(s, "size", 0);
    name_sizes(s, "shape", 0);
    name_sizes(s, "newshape", 0);
    follow_view(s);
}

void rule_view_as(struct step *s)
{
    step_broadcast(s, 1, 0);
    follow_view(s);
}

void rule_flatten(struct step *s) /* ravel is flatten(0, -1) */
{
    int ndim = s->in[0].ndim, from[TENSOR_MAX_DIMS], count = 0;
    int start = step_dim(s, "start_dim", ndim, 0), end = step_dim(s, "end_dim", ndim, ndim - 1);
    for (int axis = 0; axis < ndim; axis++) {
        if (axis < start || axis > end) {
            step_name(s, 0, axis < start ? axis : axis - (end - start), step_axis(s, 0, axis));
        } else if (step_in(s, 0)->shape[axis] != 1 || step_axis(s, 0, axis).name != NULL) {
            from[count++] = axis;
        }
    }
    if (count > 0) {
        name_group(s, from, count, &start, 1);
    }
}

void rule_unflatten(struct step *s)
{
    name_sizes(s, "sizes", step_dim(s, "dim", s->in[0].ndim, 0));
    follow_view(s);
}

/* --- x[...] --- */

struct reader {
    struct step *s;
    int from, to;      /* axes of x and of the result */
    int first, places; /* indices that are tensors or lists: where they stand, ... */
    bool apart;        /* ... whether there is something between them, ... */
    int last_index;    /* the last one's position in the key */
    struct axis_name at[TENSOR_MAX_DIMS]; /* ... and the axes that they make */
    bool known;
};

/* Where a slice of neighbours begins; false: it leaves some out, or it cannot be told. */
static bool slice_start(const struct slice *slice, int64_t size, int64_t *start)
{
    bool plain = slice->start.type == VALUE_NONE || slice->start.type == VALUE_INT;
    bool one =
        slice->step.type == VALUE_NONE || (slice->step.type == VALUE_INT && slice->step.i == 1);
    int64_t from = slice->start.type == VALUE_INT ? slice->start.i : 0;
    from += from < 0 ? size : 0;
    *start = from < 0 ? 0 : from > size ? size : from;
    return plain && one;
}

/* A slice keeps the name: of the whole axis, or of the part: "T=3"; [:n] and [i:i + n] are called
 * n. */
static void read_slice(struct reader *r, const struct slice *slice)
{
    struct step *s = r->s;
    int64_t start;
    struct axis_name name = step_axis(s, 0, r->from), part = {.word = name.word};
    bool there = r->from < s->in[0].ndim && r->to < s->out[0].ndim;
    if (there && slice->step.type == VALUE_NONE) {
        struct axis_name stop = step_between(s, slice->start, slice->stop);
        name = stop.name != NULL && stop.size == step_out(s, 0)->shape[r->to] ? stop : name;
    }
    name.word = NULL;
    step_name(s, 0, r->to, name);
    if (there && slice_start(slice, step_in(s, 0)->shape[r->from], &start)) {
        words_slice(&part, start);
        step_name(s, 0, r->to, part);
    }
    r->to++;
    r->from++;
}

/* The words of the rows that an index names: x[[2, 0]] has the third and the first. NULL: none. */
static const char *const *words_at(struct step *s, int input, const struct axis_name *rows)
{
    struct tape *t = s->book->t;
    const struct tensor *index = step_in(s, input);
    struct tensor then;
    bool one = rows->word != NULL && index->ndim == 1 && index->dtype == DTYPE_INT64;
    for (int k = 1; one && k < s->e->input_count; k++) { /* none that others would lengthen */
        one = step_in(s, k)->ndim == 1 && step_in(s, k)->shape[0] == index->shape[0];
    }
    if (!one) {
        return NULL;
    }
    const char **word = arena_alloc(&t->arena, (size_t)index->shape[0] * sizeof *word + 1);
    s->ok = word != NULL && tape_before(t, &s->e->input[input].of, s->event, &then);
    if (!s->ok) {
        return NULL;
    }
    for (int64_t k = 0; k < index->shape[0]; k++) {
        int64_t place = (int64_t)tensor_double_at(&then, then.offset + k * then.stride[0]);
        word[k] = rows->word[place < 0 ? place + rows->size : place];
    }
    tensor_release(&then);
    return word;
}

/* An index that is a tensor or a list: axes of their own, shared by all of them. */
static void read_places(struct reader *r, struct value v, int position)
{
    struct step *s = r->s;
    int input = -1, ndim = 0, consumed = 1;
    for (int k = 1; v.type == VALUE_OBJECT && k < s->e->input_count; k++) {
        input = (struct object *)s->e->input[k].shadow == v.o ? k : input;
    }
    if (input >= 0) {
        ndim = s->in[input].ndim;
        if (step_in(s, input)->dtype == DTYPE_BOOL || step_in(s, input)->dtype == DTYPE_UINT8) {
            consumed = ndim;
            ndim = 1;
        }
    }
    while (input < 0 && (list_is(v) || tuple_is(v)) && ((const struct list *)v.o)->count > 0) {
        v = ((const struct list *)v.o)->at[0];
        ndim++;
        consumed = 1;
        r->known = r->known && v.type != VALUE_BOOL;
    }
    if (r->first < 0) {
        r->first = r->to;
    } else if (position != r->last_index + 1) {
        r->apart = true;
    }
    r->last_index = position;
    for (int k = 1; k <= ndim && input >= 0 && consumed == 1; k++) { /* lined up at the last one */
        struct axis_name name = step_axis(s, input, s->in[input].ndim - k);
        struct axis_name *at = &r->at[k - 1];
        const char *const *word = at->word;
        *at = at->name == NULL && step_in(s, input)->shape[s->in[input].ndim - k] != 1 ? name : *at;
        at->word = at->word != NULL ? at->word : word;
    }
    if (input >= 0 && ndim == 1 && consumed == 1) {
        struct axis_name rows = step_axis(s, 0, r->from), named = {0};
        rows.size = step_in(s, 0)->shape[r->from];
        named.word = words_at(s, input, &rows);
        words_meet(&r->at[0], &named, step_in(s, input)->shape[0]);
    }
    r->places = ndim > r->places ? ndim : r->places;
    r->from += consumed;
}

static bool is_number(const struct step *s, struct value v)
{
    if (v.type == VALUE_OBJECT && !list_is(v) && !tuple_is(v)) {
        for (int k = 1; k < s->e->input_count; k++) {
            if ((struct object *)s->e->input[k].shadow == v.o) {
                return step_in(s, k)->ndim == 0 && step_in(s, k)->dtype != DTYPE_BOOL;
            }
        }
        return true; /* a number of NumPy's */
    }
    return v.type == VALUE_INT;
}

/* How many axes of x an index stands for. */
static int consumes(const struct step *s, struct value v)
{
    if (v.type == VALUE_NONE || v.type == VALUE_ELLIPSIS || v.type == VALUE_BOOL) {
        return 0;
    }
    for (int k = 1; v.type == VALUE_OBJECT && k < s->e->input_count; k++) {
        bool mask = step_in(s, k)->dtype == DTYPE_BOOL || step_in(s, k)->dtype == DTYPE_UINT8;
        if ((struct object *)s->e->input[k].shadow == v.o && mask) {
            return s->in[k].ndim;
        }
    }
    return 1;
}

static void read_index(struct reader *r, struct value v, int position, int rest)
{
    struct step *s = r->s;
    const struct interp *in = &s->book->t->session->in;
    if (v.type == VALUE_NONE) {
        r->to++;
    } else if (v.type == VALUE_ELLIPSIS) {
        for (int stop = s->in[0].ndim - rest; r->from < stop; r->from++) {
            step_name(s, 0, r->to++, step_axis(s, 0, r->from));
        }
    } else if (v.type == VALUE_OBJECT && v.o->class == in->types.slice) {
        read_slice(r, (const struct slice *)v.o);
    } else if (is_number(s, v)) {
        r->from++;
    } else if (v.type == VALUE_OBJECT) {
        read_places(r, v, position);
    } else {
        r->known = false;
    }
}

/* Makes room for the axes that index tensors made: where the first one stands, or in front. */
static void insert_places(struct reader *r)
{
    struct axis_names *out = &r->s->out[0];
    int at = r->apart ? 0 : r->first, count = r->places;
    if (r->first < 0 || r->to + count > out->ndim) {
        return;
    }
    memmove(&out->at[at + count], &out->at[at], (size_t)(r->to - at) * sizeof out->at[0]);
    for (int k = 0; k < count; k++) {
        out->at[at + k] = r->at[count - 1 - k];
    }
}

void rule_index(struct step *s)
{
    struct reader r = {.s = s, .first = -1, .last_index = -2, .known = true};
    struct value key = s->e->arg[1].value;
    const struct value *at = &key;
    int64_t count = 1;
    int rest = 0;
    if (tuple_is(key)) {
        at = ((const struct list *)key.o)->at;
        count = ((const struct list *)key.o)->count;
    }
    for (int64_t k = count - 1; k >= 0 && at[k].type != VALUE_ELLIPSIS; k--) {
        rest += consumes(s, at[k]);
    }
    for (int64_t k = 0; k < count; k++) {
        read_index(&r, at[k], (int)k, rest);
    }
    while (r.from < s->in[0].ndim) {
        step_name(s, 0, r.to++, step_axis(s, 0, r.from++));
    }
    bool fits = r.known && r.to + (r.first >= 0 ? r.places : 0) == s->out[0].ndim;
    if (fits) {
        insert_places(&r);
    } else {
        memset(s->out[0].at, 0, sizeof s->out[0].at);
    }
}
