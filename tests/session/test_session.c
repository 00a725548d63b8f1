/* A session is whole or it is none: with little memory it says so, and gives back what it took. */
#include "session/session.h"

#include <check.h>
#include <stdlib.h>

Suite *suite_session(void);

START_TEST(little_memory_makes_none)
{
    int none = 0, whole = 0;
    for (size_t limit = 1; limit < (size_t)64 << 20; limit += limit / 16 + 1000) {
        struct session *s = calloc(1, sizeof *s);
        ck_assert_ptr_nonnull(s);
        if (session_init(s, limit, 1)) {
            ck_assert_int_eq(s->in.error.kind, ERROR_NONE);
            ck_assert_uint_le(s->memory.used, limit);
            whole++;
            session_free(s);
        } else {
            ck_assert_msg(whole == 0, "less memory was enough");
            none++;
        }
        ck_assert_msg(s->memory.used == 0, "%zu bytes are kept of %zu", s->memory.used, limit);
        free(s);
    }
    ck_assert_int_gt(none, 10);
    ck_assert_int_gt(whole, 3);
}
END_TEST

Suite *suite_session(void)
{
    Suite *s = suite_create("session");
    TCase *t = tcase_create("session");
    tcase_add_test(t, little_memory_makes_none);
    suite_add_tcase(s, t);
    return s;
}
