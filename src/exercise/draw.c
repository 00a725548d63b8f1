/* Draws with libsodium: keyed BLAKE2b makes a seed from a secret, and the numbers of a stream from
 * a seed (a pseudo-random function of their count). What is hashed is written byte by byte, each
 * text behind its length, so that no two lists of names are one text and every machine hashes the
 * same. sodium_init is not called: it only looks for faster code, and for entropy, which is not
 * wanted here. */
#include "exercise/draw.h"

#include <sodium.h>
#include <string.h>

#define SECRET_LEAST 8
#define CODE_STREAM UINT64_MAX
/* without those that look or sound like another: 0 O, 1 I L, 2 Z, 5 S, 6 G, 8 B, U V; no vowels */
static const char code_letters[] = "CDFHJKMNPQRTVWXY23456789";

static void put_number(crypto_generichash_state *h, uint64_t n)
{
    unsigned char bytes[8];
    for (int k = 0; k < 8; k++) {
        bytes[k] = (unsigned char)(n >> (8 * k));
    }
    crypto_generichash_update(h, bytes, sizeof bytes);
}

static void put_text(crypto_generichash_state *h, const void *text, size_t len)
{
    put_number(h, len);
    crypto_generichash_update(h, text, len);
}

static void put_words(crypto_generichash_state *h, const char *text)
{
    put_text(h, text, strlen(text));
}

bool seed_of_student(struct seed *s, const void *secret, size_t len, const char *student,
                     const char *lesson, const char *exercise, const char *version,
                     struct error *err)
{
    if (len < SECRET_LEAST) {
        return error_set(err, ERROR_INPUT,
                         "a secret of %zu byte%s can be guessed; it must have at least %d", len,
                         len == 1 ? "" : "s", SECRET_LEAST);
    }
    /* the secret may be longer than a key of BLAKE2b: the key is its hash */
    unsigned char key[SEED_BYTES];
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, sizeof key);
    put_words(&h, "qkv secret");
    put_text(&h, secret, len);
    crypto_generichash_final(&h, key, sizeof key);

    crypto_generichash_init(&h, key, sizeof key, sizeof s->bytes);
    put_words(&h, student);
    put_words(&h, lesson);
    put_words(&h, exercise);
    put_words(&h, version);
    crypto_generichash_final(&h, s->bytes, sizeof s->bytes);
    s->as_written = false;
    sodium_memzero(key, sizeof key);
    sodium_memzero(&h, sizeof h);
    return true;
}

void seed_of_number(struct seed *s, uint64_t number, const char *exercise)
{
    crypto_generichash_state h;
    crypto_generichash_init(&h, NULL, 0, sizeof s->bytes);
    put_words(&h, "qkv number");
    put_number(&h, number);
    put_words(&h, exercise);
    crypto_generichash_final(&h, s->bytes, sizeof s->bytes);
    s->as_written = false;
}

void seed_code(const struct seed *s, char out[CODE_SIZE])
{
    struct draws d;
    draws_begin(&d, s, CODE_STREAM);
    for (int k = 0; k < CODE_SIZE - 1; k++) {
        out[k] = k == 4 ? '-' : code_letters[draws_below(&d, sizeof code_letters - 1)];
    }
    out[CODE_SIZE - 1] = '\0';
}

void draws_begin(struct draws *d, const struct seed *s, uint64_t stream)
{
    *d = (struct draws){.stream = stream};
    memcpy(d->key, s->bytes, sizeof d->key);
}

uint64_t draws_next(struct draws *d)
{
    unsigned char bytes[16]; /* the fewest that the hash gives */
    crypto_generichash_state h;
    crypto_generichash_init(&h, d->key, sizeof d->key, sizeof bytes);
    put_number(&h, d->stream);
    put_number(&h, d->count++);
    crypto_generichash_final(&h, bytes, sizeof bytes);
    uint64_t n = 0;
    for (int k = 7; k >= 0; k--) {
        n = n << 8 | bytes[k];
    }
    return n;
}

uint64_t draws_below(struct draws *d, uint64_t limit)
{
    if (limit <= 1) {
        return 0;
    }
    uint64_t extra =
        (UINT64_MAX % limit + 1) % limit; /* 2^64 mod limit: these come once too often */
    uint64_t n = 0;
    do {
        n = draws_next(d);
    } while (n > UINT64_MAX - extra);
    return n % limit;
}

void draws_shuffle(struct draws *d, int *at, int count)
{
    for (int k = 0; k < count; k++) {
        at[k] = k;
    }
    for (int k = count - 1; k > 0; k--) { /* Fisher and Yates */
        int other = (int)draws_below(d, (uint64_t)k + 1);
        int kept = at[k];
        at[k] = at[other];
        at[other] = kept;
    }
}
