/* Python's random module: the Mersenne Twister and, draw by draw, the same streams. Without a seed
 * it starts from seed 0, so that a run can be repeated. */
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#include "base/fmath.h"

#include <math.h>
#include <string.h>

#define WORDS 624

struct generator {
    struct object object;
    uint32_t word[WORDS];
    int at;
    bool has_next; /* gauss() makes two at a time */
    double next;
};

/* --- the generator --- */

static void seed_word(struct generator *g, uint32_t seed)
{
    g->word[0] = seed;
    for (uint32_t k = 1; k < WORDS; k++) {
        g->word[k] = 1812433253u * (g->word[k - 1] ^ (g->word[k - 1] >> 30)) + k;
    }
    g->at = WORDS;
}

static void seed_words(struct generator *g, const uint32_t *key, uint32_t count)
{
    uint32_t i = 1, j = 0;
    seed_word(g, 19650218u);
    for (uint32_t k = WORDS > count ? WORDS : count; k > 0; k--) {
        g->word[i] =
            (g->word[i] ^ ((g->word[i - 1] ^ (g->word[i - 1] >> 30)) * 1664525u)) + key[j] + j;
        j = j + 1 == count ? 0 : j + 1;
        if (++i == WORDS) {
            g->word[0] = g->word[WORDS - 1];
            i = 1;
        }
    }
    for (uint32_t k = WORDS - 1; k > 0; k--) {
        g->word[i] = (g->word[i] ^ ((g->word[i - 1] ^ (g->word[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == WORDS) {
            g->word[0] = g->word[WORDS - 1];
            i = 1;
        }
    }
    g->word[0] = 0x80000000u;
    g->has_next = false;
}

static void seed_number(struct generator *g, uint64_t n)
{
    const uint32_t key[2] = {(uint32_t)n, (uint32_t)(n >> 32)};
    seed_words(g, key, key[1] != 0 ? 2 : 1);
}

static void refill(struct generator *g)
{
    for (int k = 0; k < WORDS; k++) {
        uint32_t y = (g->word[k] & 0x80000000u) | (g->word[(k + 1) % WORDS] & 0x7fffffffu);
        g->word[k] = g->word[(k + 397) % WORDS] ^ (y >> 1) ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    g->at = 0;
}

static uint32_t draw(struct generator *g)
{
    if (g->at >= WORDS) {
        refill(g);
    }
    uint32_t y = g->word[g->at++];
    y ^= y >> 11;
    y ^= (y << 7) & 0x9d2c5680u;
    y ^= (y << 15) & 0xefc60000u;
    return y ^ (y >> 18);
}

static double uniform(struct generator *g)
{
    uint32_t a = draw(g) >> 5, b = draw(g) >> 6;
    return ((double)a * 67108864.0 + (double)b) * (1.0 / 9007199254740992.0);
}

static uint64_t bits(struct generator *g, int count)
{
    if (count <= 32) {
        return draw(g) >> (32 - count);
    }
    uint64_t low = draw(g);
    return low | (uint64_t)(draw(g) >> (64 - count)) << 32;
}

static uint64_t below(struct generator *g, uint64_t n)
{
    int count = 0;
    uint64_t r;
    if (n == 0) {
        return 0;
    }
    for (uint64_t x = n; x > 0; x >>= 1) {
        count++;
    }
    do {
        r = bits(g, count);
    } while (r >= n);
    return r;
}

/* --- methods --- */

static struct generator *self_of(struct value v)
{
    return (struct generator *)v.o;
}

static bool set_seed(struct interp *in, struct generator *g, struct value v)
{
    uint64_t hash;
    if (!given_some(v)) {
        seed_number(g, 0);
        return true;
    }
    if (bigint_is_integer(v)) {
        uint32_t store[2] = {0};
        const struct bignum n = bigint_number(v, store);
        seed_words(g, n.digit, n.count > 0 ? (uint32_t)n.count : 1);
        return true;
    }
    if (v.type != VALUE_FLOAT) {
        return raise_unsupported(in, "random.seed() with a %s is not supported: use an integer",
                                 value_type_name(v));
    }
    if (!value_hash(in, v, &hash)) {
        return false;
    }
    seed_number(g, hash);
    return true;
}

static bool seed(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    const struct args rest = arguments_rest(args);
    *out = value_none();
    return arguments_take(in, &rest, "seed(a=None, version=2)", at) &&
           set_seed(in, self_of(args->at[0]), at[0]);
}

static bool random_method(struct interp *in, const struct args *args, struct value *out)
{
    if (!arguments_count(in, args, "random", 1, 1)) {
        return false;
    }
    *out = value_float(uniform(self_of(args->at[0])));
    return true;
}

static bool get_bits(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    if (!arguments_count(in, args, "getrandbits", 2, 2) || !value_to_int(in, args->at[1], &count)) {
        return false;
    }
    if (count < 0) {
        return raise_exception(in, EXCEPTION_ValueError, "number of bits must be non-negative");
    }
    *out = value_int(0);
    for (int64_t at = 0; at < count; at += 32) { /* the lowest word is drawn first */
        int some = count - at < 32 ? (int)(count - at) : 32;
        struct value word = value_int((int64_t)bits(self_of(args->at[0]), some));
        if (!value_binary(in, OP_LSHIFT, word, value_int(at), &word) ||
            !value_binary(in, OP_OR, *out, word, out)) {
            return false;
        }
    }
    return true;
}

static bool draw_range(struct interp *in, struct generator *g, int64_t start, int64_t stop,
                       int64_t step, struct value *out)
{
    struct value range;
    if (step == 0) {
        return raise_exception(in, EXCEPTION_ValueError, "zero step for randrange()");
    }
    if (!range_new(in, start, stop, step, &range)) {
        return false;
    }
    int64_t count = ((struct range *)range.o)->length;
    if (count == 0) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "empty range for randrange() (%lld, %lld, %lld)", (long long)start,
                               (long long)stop, (long long)(stop - start));
    }
    *out = value_int(start + (int64_t)below(g, (uint64_t)count) * step);
    return true;
}

static bool rand_range(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    int64_t n[3] = {0, 0, 1};
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "randrange(start, stop=None, step=1)", at)) {
        return false;
    }
    for (int k = 0; k < 3; k++) {
        if (given_some(at[k]) && !value_to_int(in, at[k], &n[k])) {
            return false;
        }
    }
    struct generator *g = self_of(args->at[0]);
    if (given_some(at[1])) {
        return draw_range(in, g, n[0], n[1], n[2], out);
    }
    if (n[0] <= 0) {
        return raise_exception(in, EXCEPTION_ValueError, "empty range for randrange()");
    }
    return draw_range(in, g, 0, n[0], 1, out);
}

static bool rand_int(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[2];
    int64_t a, b;
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, "randint(a, b)", at) && value_to_int(in, at[0], &a) &&
           value_to_int(in, at[1], &b) &&
           draw_range(in, self_of(args->at[0]), a, b == INT64_MAX ? b : b + 1, 1, out);
}

/* Distributions of two parameters: data names which. */
static bool distribution(struct interp *in, const struct args *args, struct value *out)
{
    char which = *(const char *)native_data(in);
    static const char *const patterns[] = {"uniform(a, b)", "gauss(mu=0.0, sigma=1.0)",
                                           "normalvariate(mu=0.0, sigma=1.0)"};
    const char *pattern = patterns[which == 'u' ? 0 : which == 'g' ? 1 : 2];
    struct value at[2];
    double a = 0, b = 1, z;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, pattern, at) ||
        (given(at[0]) && !value_to_double(in, at[0], &a)) ||
        (given(at[1]) && !value_to_double(in, at[1], &b))) {
        return false;
    }
    struct generator *g = self_of(args->at[0]);
    if (which == 'u') {
        *out = value_float(a + (b - a) * uniform(g));
        return true;
    }
    if (which == 'n') { /* Kinderman and Monahan */
        const double magic = 4 * fmath_exp(-0.5) / sqrt(2.0);
        for (double u1, u2;;) {
            u1 = uniform(g);
            u2 = 1.0 - uniform(g);
            z = magic * (u1 - 0.5) / u2;
            if (z * z / 4.0 <= -fmath_log(u2)) {
                break;
            }
        }
    } else if (g->has_next) {
        z = g->next;
        g->has_next = false;
    } else {
        double angle = uniform(g) * 6.283185307179586;
        double radius = sqrt(-2.0 * fmath_log(1.0 - uniform(g)));
        z = fmath_cos(angle) * radius;
        g->next = fmath_sin(angle) * radius;
        g->has_next = true;
    }
    *out = value_float(a + z * b);
    return true;
}

static bool exponential(struct interp *in, const struct args *args, struct value *out)
{
    double rate;
    if (!arguments_count(in, args, "expovariate", 2, 2) ||
        !value_to_double(in, args->at[1], &rate)) {
        return false;
    }
    if (rate == 0) {
        return raise_exception(in, EXCEPTION_ZeroDivisionError, "float division by zero");
    }
    *out = value_float(-fmath_log(1.0 - uniform(self_of(args->at[0]))) / rate);
    return true;
}

/* --- choosing --- */

static bool choice(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    if (!arguments_count(in, args, "choice", 2, 2) || !value_length(in, args->at[1], &count)) {
        return false;
    }
    if (count == 0) {
        return raise_exception(in, EXCEPTION_IndexError, "Cannot choose from an empty sequence");
    }
    int64_t at = (int64_t)below(self_of(args->at[0]), (uint64_t)count);
    return value_get_item(in, args->at[1], value_int(at), out);
}

static bool shuffle(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    *out = value_none();
    if (!arguments_count(in, args, "shuffle", 2, 2) || !value_length(in, args->at[1], &count)) {
        return false;
    }
    struct value x = args->at[1], a, b;
    for (int64_t k = count - 1; k > 0; k--) {
        struct value i = value_int(k);
        struct value j = value_int((int64_t)below(self_of(args->at[0]), (uint64_t)k + 1));
        if (!value_get_item(in, x, i, &a) || !value_get_item(in, x, j, &b) ||
            !value_set_item(in, x, i, b) || !value_set_item(in, x, j, a)) {
            return false;
        }
    }
    return true;
}

static bool sample_from(struct interp *in, struct generator *g, const struct list *from, int64_t k,
                        struct list *result)
{
    int64_t n = from->count, set_size = 21;
    if (k > 5) { /* a pool of all pays for small populations, a set of the taken for large */
        int64_t power = 1;
        while (power < k * 3) {
            power *= 4;
        }
        set_size += power;
    }
    if (n <= set_size) {
        struct list *pool = list_new(in, n);
        if (pool == NULL || !list_splice(in, pool, 0, 0, from->at, n)) {
            return false;
        }
        for (int64_t i = 0; i < k; i++) {
            int64_t j = (int64_t)below(g, (uint64_t)(n - i));
            if (!list_append(in, result, pool->at[j])) {
                return false;
            }
            pool->at[j] = pool->at[n - i - 1];
        }
        return true;
    }
    struct set *taken = set_new(in, in->types.set);
    for (int64_t i = 0; taken != NULL && i < k; i++) {
        bool again;
        struct value j;
        do {
            j = value_int((int64_t)below(g, (uint64_t)n));
            if (!set_has(in, taken, j, &again)) {
                return false;
            }
        } while (again);
        if (!set_add(in, taken, j) || !list_append(in, result, from->at[j.i])) {
            return false;
        }
    }
    return taken != NULL;
}

static bool sample(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[3];
    int64_t k;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "sample(population, k, *, counts=None)", at) ||
        !value_to_int(in, at[1], &k)) {
        return false;
    }
    if (given_some(at[2])) {
        return raise_unsupported(in, "random.sample() with counts is not supported");
    }
    if (set_is(at[0]) || dict_is(at[0])) {
        return raise_exception(in, EXCEPTION_TypeError,
                               "Population must be a sequence.  For dicts or sets, use sorted(d).");
    }
    struct list *from = list_of(in, at[0]), *result = list_new(in, 0);
    if (from == NULL || result == NULL) {
        return false;
    }
    if (k < 0 || k > from->count) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "Sample larger than population or is negative");
    }
    *out = value_object(result);
    return sample_from(in, self_of(args->at[0]), from, k, result);
}

static size_t bytes_of_totals(int64_t count)
{
    return ((size_t)count + 1) * sizeof(double);
}

/* The running totals of weights, as doubles. */
static bool totals_of(struct interp *in, struct value weights, bool running, int64_t count,
                      double **out)
{
    struct list *l = list_of(in, weights);
    if (l == NULL) {
        return false;
    }
    if (l->count != count) {
        return raise_exception(in, EXCEPTION_ValueError,
                               "The number of weights does not match the population");
    }
    double *total = heap_resize(in, NULL, 0, bytes_of_totals(count)), sum = 0, w;
    if (total == NULL) {
        return false;
    }
    for (int64_t k = 0; k < count; k++) {
        if (!value_to_double(in, l->at[k], &w)) {
            heap_give(in, total, bytes_of_totals(count));
            return false;
        }
        sum = running ? w : sum + w;
        total[k] = sum;
    }
    if (count == 0 || !(total[count - 1] > 0)) {
        heap_give(in, total, bytes_of_totals(count));
        return raise_exception(in, EXCEPTION_ValueError,
                               "Total of weights must be greater than zero");
    }
    *out = total;
    return true;
}

static bool choices(struct interp *in, const struct args *args, struct value *out)
{
    struct value at[4];
    int64_t k = 1;
    double *total = NULL;
    const struct args rest = arguments_rest(args);
    if (!arguments_take(in, &rest, "choices(population, weights=None, *, cum_weights=None, k=1)",
                        at) ||
        (given(at[3]) && !value_to_int(in, at[3], &k))) {
        return false;
    }
    struct list *from = list_of(in, at[0]), *result = list_new(in, k);
    bool running = given_some(at[2]);
    if (from == NULL || result == NULL) {
        return false;
    }
    if (from->count == 0) {
        return raise_exception(in, EXCEPTION_IndexError, "list index out of range");
    }
    if ((running || given_some(at[1])) &&
        !totals_of(in, running ? at[2] : at[1], running, from->count, &total)) {
        return false;
    }
    bool ok = true;
    for (int64_t i = 0; ok && i < k; i++) {
        double r = uniform(self_of(args->at[0]));
        int64_t low = 0;
        if (total == NULL) {
            low = (int64_t)floor(r * (double)from->count);
        } else {
            int64_t high = from->count - 1;
            r *= total[from->count - 1];
            while (low < high) {
                int64_t middle = (low + high) / 2;
                if (r < total[middle]) {
                    high = middle;
                } else {
                    low = middle + 1;
                }
            }
        }
        ok = list_append(in, result, from->at[low]);
    }
    heap_give(in, total, bytes_of_totals(from->count));
    *out = value_object(result);
    return ok;
}

/* --- the state, as Python gives it: (3, the words and the place, what gauss() keeps) --- */

static bool get_state(struct interp *in, const struct args *args, struct value *out)
{
    const struct generator *g = self_of(args->at[0]);
    struct list *words = tuple_new(in, WORDS + 1, NULL), *state = tuple_new(in, 3, NULL);
    if (!arguments_count(in, args, "getstate", 1, 1) || words == NULL || state == NULL) {
        return false;
    }
    for (int k = 0; k < WORDS; k++) {
        words->at[k] = value_int(g->word[k]);
    }
    words->at[WORDS] = value_int(g->at);
    state->at[0] = value_int(3);
    state->at[1] = value_object(words);
    state->at[2] = g->has_next ? value_float(g->next) : value_none();
    *out = value_object(state);
    return true;
}

static bool set_state(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = self_of(args->at[0]), made = *g;
    *out = value_none();
    if (!arguments_count(in, args, "setstate", 2, 2)) {
        return false;
    }
    const struct list *state = tuple_is(args->at[1]) ? list_at(args->at[1]) : NULL;
    const struct list *words =
        state != NULL && state->count == 3 && tuple_is(state->at[1]) ? list_at(state->at[1]) : NULL;
    if (words == NULL || words->count != WORDS + 1) {
        return raise_exception(in, EXCEPTION_ValueError, "state vector is the wrong size");
    }
    for (int k = 0; k <= WORDS; k++) {
        int64_t word;
        if (!value_to_int(in, words->at[k], &word)) {
            return false;
        }
        if (k < WORDS) {
            made.word[k] = (uint32_t)word;
        } else if (word < 0 || word > WORDS) {
            return raise_exception(in, EXCEPTION_ValueError, "invalid state");
        } else {
            made.at = (int)word;
        }
    }
    made.has_next = state->at[2].type != VALUE_NONE;
    if (made.has_next && !value_to_double(in, state->at[2], &made.next)) {
        return false;
    }
    *g = made;
    return true;
}

static bool create(struct interp *in, struct class *class, const struct args *args,
                   struct value *out)
{
    struct value v;
    struct generator *g = object_new(in, class);
    *out = value_object(g);
    return g != NULL && arguments_take(in, args, "Random(x=None)", &v) && set_seed(in, g, v);
}

bool module_random(struct interp *in, struct module *module, bool *found)
{
    static const struct slots slots = {.size = sizeof(struct generator), .create = create};
    static const struct native_row rows[] = {
        {"seed", seed, NULL},
        {"random", random_method, NULL},
        {"getrandbits", get_bits, NULL},
        {"randrange", rand_range, NULL},
        {"randint", rand_int, NULL},
        {"uniform", distribution, "u"},
        {"gauss", distribution, "g"},
        {"normalvariate", distribution, "n"},
        {"expovariate", exponential, NULL},
        {"choice", choice, NULL},
        {"choices", choices, NULL},
        {"shuffle", shuffle, NULL},
        {"sample", sample, NULL},
        {"getstate", get_state, NULL},
        {"setstate", set_state, NULL},
    };
    static const struct args none = {0};
    if (strcmp(module->name->text, "random") != 0) {
        return true;
    }
    *found = true;
    struct class *c = interp_class(in, "Random", "random", NULL, &slots);
    struct value shared;
    if (c == NULL || !native_methods(in, c, rows, NATIVE_COUNT(rows)) ||
        !interp_set(in, module->dict, "Random", value_object(c)) ||
        !class_call(in, c, &none, &shared)) {
        return false;
    }
    /* The module's functions are the methods of one generator. */
    for (size_t k = 0; k < NATIVE_COUNT(rows); k++) {
        struct str *name = str_intern(in, rows[k].name);
        struct value method;
        if (name == NULL || !value_get_attribute(in, shared, name, &method) ||
            !interp_set(in, module->dict, rows[k].name, method)) {
            return false;
        }
    }
    return true;
}
