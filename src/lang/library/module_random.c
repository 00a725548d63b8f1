/* Makes what Python's random module has from C: the Mersenne Twister. Without a seed it starts from
 * seed 0, so that a run can be repeated. What is drawn with it stands in assets/prelude/random.py.
 */
#include "base/mt19937.h"
#include "lang/object/bigint.h"
#include "lang/run/native.h"

#define WORDS 624

struct generator {
    struct object object;
    struct mt19937 mt;
};

/* --- the generator --- */

static void seed_words(struct generator *g, const uint32_t *key, uint32_t count)
{
    uint32_t i = 1, j = 0;
    uint32_t *word = g->mt.state;
    mt19937_seed(&g->mt, 19650218u);
    for (uint32_t k = WORDS > count ? WORDS : count; k > 0; k--) {
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * 1664525u)) + key[j] + j;
        j = j + 1 == count ? 0 : j + 1;
        if (++i == WORDS) {
            word[0] = word[WORDS - 1];
            i = 1;
        }
    }
    for (uint32_t k = WORDS - 1; k > 0; k--) {
        word[i] = (word[i] ^ ((word[i - 1] ^ (word[i - 1] >> 30)) * 1566083941u)) - i;
        if (++i == WORDS) {
            word[0] = word[WORDS - 1];
            i = 1;
        }
    }
    word[0] = 0x80000000u;
}

static void seed_number(struct generator *g, uint64_t n)
{
    const uint32_t key[2] = {(uint32_t)n, (uint32_t)(n >> 32)};
    seed_words(g, key, key[1] != 0 ? 2 : 1);
}

static double uniform(struct generator *g)
{
    uint32_t a = mt19937_next(&g->mt) >> 5, b = mt19937_next(&g->mt) >> 6;
    return ((double)a * 67108864.0 + (double)b) * (1.0 / 9007199254740992.0);
}

static uint64_t bits(struct generator *g, int count)
{
    if (count <= 32) {
        return mt19937_next(&g->mt) >> (32 - count);
    }
    uint64_t low = mt19937_next(&g->mt);
    return low | (uint64_t)(mt19937_next(&g->mt) >> (64 - count)) << 32;
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
    struct value at[1];
    const struct args rest = arguments_rest(args);
    return arguments_take(in, &rest, "_seed(a=None)", at) &&
           set_seed(in, self_of(args->at[0]), at[0]);
}

NATIVE_IS(random_method, value_give(out, value_float(uniform(self_of(args->at[0])))))

static bool get_bits(struct interp *in, const struct args *args, struct value *out)
{
    int64_t count;
    if (!value_to_int(in, args->at[1], &count)) {
        return false;
    }
    if (count < 0) {
        return raise_value_error(in, "number of bits must be non-negative");
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

/* _below(n): a whole number from 0 to n - 1. */
static bool draw_below(struct interp *in, const struct args *args, struct value *out)
{
    int64_t n;
    return value_to_int(in, args->at[1], &n) &&
           value_give(out, value_int((int64_t)below(self_of(args->at[0]), (uint64_t)n)));
}

/* --- the state: the words and the place --- */

static bool get_state(struct interp *in, const struct args *args, struct value *out)
{
    const struct generator *g = self_of(args->at[0]);
    struct list *words = tuple_new(in, WORDS + 1, NULL);
    for (int k = 0; words != NULL && k <= WORDS; k++) {
        words->at[k] = value_int(k < WORDS ? (int64_t)g->mt.state[k] : g->mt.next);
    }
    return value_made(out, words);
}

static bool set_state(struct interp *in, const struct args *args, struct value *out)
{
    struct generator *g = self_of(args->at[0]);
    const struct list *words =
        args->count == 2 && tuple_is(args->at[1]) ? list_at(args->at[1]) : NULL;
    uint32_t made[WORDS + 1];
    if (words == NULL || words->count != WORDS + 1) {
        return raise_value_error(in, "state vector is the wrong size");
    }
    for (int k = 0; k <= WORDS; k++) {
        int64_t word;
        if (!value_to_int(in, words->at[k], &word)) {
            return false;
        }
        made[k] = (uint32_t)word;
    }
    if (made[WORDS] > WORDS) {
        return raise_value_error(in, "invalid state");
    }
    memcpy(g->mt.state, made, sizeof g->mt.state);
    g->mt.next = (int)made[WORDS];
    return true;
}

static bool create(struct interp *in, struct class *class, const struct args *args,
                   struct value *out)
{
    struct value v;
    struct generator *g = object_new(in, class);
    return value_made(out, g) && arguments_take(in, args, "Random(x=None)", &v) &&
           set_seed(in, g, v);
}

bool module_random(struct interp *in, struct dict *d)
{
    static const struct slots slots = {.size = sizeof(struct generator), .create = create};
    static const struct native_row rows[] = {
        {"_seed", seed, NULL, NULL},           {"random", random_method, NULL, "00"},
        {"getrandbits", get_bits, NULL, "11"}, {"_below", draw_below, NULL, "11"},
        {"_get_state", get_state, NULL, NULL}, {"_set_state", set_state, NULL, NULL},
    };
    struct class *c = interp_class(in, "_Twister", "random", NULL, &slots);
    return c != NULL && native_methods(in, c, rows, NATIVE_COUNT(rows)) &&
           interp_set(in, d, "_Twister", value_object(c));
}
