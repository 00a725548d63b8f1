/* Tests how one moves over the tape, forwards and backwards, without a terminal. */
#include "traced.h"

#include "show/stepper.h"

#include <check.h>

Suite *suite_stepper(void);

/* Set-up, one class with a forward, a composite of the program itself, and steps behind it. */
static const char code[] = "x = torch.randn(2, 4, 6)\n"
                           "class Head(nn.Module):\n"
                           "    def __init__(self):\n"
                           "        super().__init__()\n"
                           "        self.q = nn.Linear(6, 3)\n"
                           "        self.k = nn.Linear(6, 3)\n"
                           "    def forward(self, x):\n"
                           "        q = self.q(x)\n"
                           "        k = self.k(x)\n"
                           "        s = q @ k.transpose(1, 2)\n"
                           "        w = torch.softmax(s / 3 ** 0.5, dim=-1)\n"
                           "        return w @ x\n"
                           "head = Head()\n"
                           "y = head(x)\n"
                           "z = y + 1\n"
                           "mha = nn.MultiheadAttention(6, 2, batch_first=True)\n"
                           "out, weights = mha(x, x, x)\n"
                           "end = out * 2\n";

struct walked {
    struct traced traced;
    struct stepper at;
};

static void begin(struct walked *w)
{
    traced_open(&w->traced, code);
    ck_assert(stepper_init(&w->at, &w->traced.tape));
}

static void end(struct walked *w)
{
    stepper_free(&w->at);
    traced_close(&w->traced);
}

static const struct event *here(const struct walked *w)
{
    return &w->traced.tape.event[stepper_event(&w->at)];
}

START_TEST(opens_at_the_first_step)
{
    struct walked w;
    begin(&w);
    ck_assert_int_eq(here(&w)->number, 1);
    ck_assert(!here(&w)->setup);
    ck_assert(stepper_prev(&w.at, 1)); /* the set-up is one stop */
    ck_assert(here(&w)->setup);
    ck_assert(stepper_folded(&w.at));
    ck_assert(!stepper_prev(&w.at, 1));
    end(&w);
}
END_TEST

START_TEST(there_and_back_are_the_same_stops)
{
    struct walked w;
    int met[200], count = 0;
    begin(&w);
    do {
        ck_assert_int_lt(count, 200);
        met[count++] = w.at.row;
    } while (stepper_next(&w.at, 1));
    ck_assert_int_gt(count, 8);
    for (int k = count - 1; k > 0; k--) {
        ck_assert_int_eq(w.at.row, met[k]);
        ck_assert(stepper_prev(&w.at, 1));
    }
    ck_assert_int_eq(w.at.row, met[0]);
    ck_assert(stepper_next(&w.at, 3));
    ck_assert_int_eq(w.at.row, met[3]);
    ck_assert(stepper_prev(&w.at, 2));
    ck_assert_int_eq(w.at.row, met[1]);
    ck_assert(stepper_next(&w.at, 10000));
    ck_assert_int_eq(w.at.row, met[count - 1]);
    ck_assert(!stepper_next(&w.at, 1));
    ck_assert(stepper_first(&w.at));
    ck_assert_int_eq(w.at.row, met[0]);
    ck_assert(stepper_last(&w.at));
    ck_assert_int_eq(w.at.row, met[count - 1]);
    end(&w);
}
END_TEST

START_TEST(into_a_group_and_out_of_it)
{
    struct walked w;
    begin(&w);
    int first = w.at.row;
    ck_assert(!stepper_into(&w.at)); /* one operation has nothing inside */
    ck_assert(stepper_out(&w.at));   /* forward as a whole */
    int group = w.at.row;
    ck_assert(stepper_folded(&w.at));
    ck_assert_int_lt(stepper_begin(&w.at), stepper_event(&w.at));
    ck_assert(stepper_next(&w.at, 1)); /* in one step */
    ck_assert_str_eq(here(&w)->name, "add");
    ck_assert(stepper_prev(&w.at, 1));
    ck_assert_int_eq(w.at.row, group);
    ck_assert(stepper_into(&w.at));
    ck_assert_int_eq(w.at.row, first);
    ck_assert(stepper_behind(&w.at));
    ck_assert_str_eq(here(&w)->name, "add");
    ck_assert(!stepper_behind(&w.at)); /* there is no group around */
    ck_assert(!stepper_out(&w.at));
    ck_assert(stepper_to_number(&w.at, 3, false));
    ck_assert(stepper_in_front(&w.at));
    ck_assert(here(&w)->setup);
    end(&w);
}
END_TEST

/* What a forward hook computes stands behind the module, in a call of its own. */
START_TEST(a_hook_stands_behind_its_module)
{
    struct walked w;
    traced_open(&w.traced, "m = nn.GRUCell(3, 2)\n"
                           "def seen(module, args, out):\n    total = out.abs().sum()\n"
                           "    more = total * 2\n"
                           "h = m.register_forward_hook(seen)\nx = torch.ones(4, 3)\n"
                           "y = m(x)\nz = y + 1\n");
    ck_assert(stepper_init(&w.at, &w.traced.tape));
    ck_assert(stepper_folded(&w.at));
    int call = w.at.outline.row[w.at.row].call;
    ck_assert_str_eq(w.traced.tape.call[call].name, "GRUCell.forward");
    ck_assert(stepper_next(&w.at, 1));
    ck_assert_str_eq(here(&w)->name, "abs");
    ck_assert_str_eq(w.traced.tape.call[here(&w)->call].name, "seen");
    end(&w);
}
END_TEST

START_TEST(by_stage)
{
    struct walked w;
    static const enum stage path[] = {STAGE_PROJECT, STAGE_TRANSPOSE, STAGE_SCORES,
                                      STAGE_SCALE,   STAGE_SOFTMAX,   STAGE_CONTEXT};
    begin(&w);
    for (int k = 0; k < 6; k++) {
        ck_assert_int_eq(stepper_stage(&w.at), path[k]);
        ck_assert(stepper_next_stage(&w.at, 1));
    }
    ck_assert_int_eq(here(&w)->pass, 1); /* in nn.MultiheadAttention */
    for (int k = 5; k >= 0; k--) {
        ck_assert(stepper_prev_stage(&w.at, 1));
        ck_assert_int_eq(stepper_stage(&w.at), path[k]);
    }
    ck_assert_int_eq(here(&w)->number, 1); /* the beginning of the projections, not the second */
    ck_assert(!stepper_prev_stage(&w.at, 1));
    ck_assert(stepper_next(&w.at, 1));
    ck_assert(stepper_prev_stage(&w.at, 1));
    ck_assert_int_eq(here(&w)->number, 1);
    ck_assert(stepper_next_stage(&w.at, 3));
    ck_assert_int_eq(stepper_stage(&w.at), STAGE_SCALE);
    end(&w);
}
END_TEST

START_TEST(to_a_number)
{
    struct walked w;
    begin(&w);
    for (int k = 1; k <= w.traced.tape.step_count; k++) {
        stepper_to_number(&w.at, k, false);
        ck_assert_int_eq(here(&w)->number, k);
        ck_assert(!here(&w)->setup);
        ck_assert(!stepper_folded(&w.at));
    }
    ck_assert(!stepper_to_number(&w.at, w.traced.tape.step_count + 1, false));
    ck_assert(!stepper_to_number(&w.at, 0, false));
    ck_assert(stepper_to_number(&w.at, 2, true));
    ck_assert(here(&w)->setup);
    ck_assert_int_eq(here(&w)->number, 2);
    ck_assert(stepper_out(&w.at)); /* the set-up folds again */
    ck_assert(stepper_folded(&w.at));
    end(&w);
}
END_TEST

START_TEST(an_empty_tape_goes_nowhere)
{
    struct walked w;
    traced_open(&w.traced, "print(1)\n");
    ck_assert(stepper_init(&w.at, &w.traced.tape));
    ck_assert_int_eq(w.at.row, -1);
    ck_assert(!stepper_next(&w.at, 1) && !stepper_prev(&w.at, 1) && !stepper_first(&w.at) &&
              !stepper_last(&w.at) && !stepper_into(&w.at) && !stepper_out(&w.at) &&
              !stepper_behind(&w.at) && !stepper_in_front(&w.at) && !stepper_next_stage(&w.at, 1) &&
              !stepper_prev_stage(&w.at, 1) && !stepper_to_number(&w.at, 1, false));
    end(&w);
}
END_TEST

START_TEST(only_setup_is_shown_too)
{
    struct walked w;
    traced_open(&w.traced, "x = torch.ones(2)\n");
    ck_assert(stepper_init(&w.at, &w.traced.tape));
    ck_assert_int_ge(w.at.row, 0);
    end(&w);
}
END_TEST

/* Every event is found by its number, and opens what is around it. */
START_TEST(every_number_is_found)
{
    struct walked w;
    begin(&w);
    const struct tape *t = &w.traced.tape;
    for (int k = 0; k < t->event_count; k++) {
        stepper_to_number(&w.at, t->event[k].number, t->event[k].setup);
        ck_assert_int_eq(stepper_begin(&w.at), k);
        ck_assert_int_eq(stepper_event(&w.at), k);
    }
    ck_assert(!stepper_to_number(&w.at, 0, false));
    ck_assert(!stepper_to_number(&w.at, t->step_count + 1, false));
    ck_assert(!stepper_to_number(&w.at, t->setup_count + 1, true));
    ck_assert(!stepper_to_event(&w.at, t->event_count));
    ck_assert(!stepper_to_event(&w.at, -1));
    end(&w);
}
END_TEST

Suite *suite_stepper(void)
{
    Suite *s = suite_create("stepper");
    TCase *t = tcase_create("stepper");
    tcase_add_test(t, opens_at_the_first_step);
    tcase_add_test(t, there_and_back_are_the_same_stops);
    tcase_add_test(t, into_a_group_and_out_of_it);
    tcase_add_test(t, a_hook_stands_behind_its_module);
    tcase_add_test(t, by_stage);
    tcase_add_test(t, to_a_number);
    tcase_add_test(t, an_empty_tape_goes_nowhere);
    tcase_add_test(t, only_setup_is_shown_too);
    tcase_add_test(t, every_number_is_found);
    suite_add_tcase(s, t);
    return s;
}
