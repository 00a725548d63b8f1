/* Runs the same code with results changed: the numbers of the events are those of the tape whatever
 * the code does, what is changed is changed for the code and for the tape, and nothing else is. */
#include "expect.h"
#include "program.h"
#include "wrong_programs.h"

#include "lesson/catalog.h"
#include "mistakes/fault.h"
#include "trace/report/run.h"
#include "trace/tape/snapshot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_fault_plan(void);

/* `own_stack` is known once the tests have begun. */
#define TERMS                                                                                      \
    (&(struct run_terms){.memory = (size_t)1 << 28,                                                \
                         .threads = 1,                                                             \
                         .limits = {.steps = 5000000, .depth = 1000},                              \
                         .library = &trees,                                                        \
                         .stack = own_stack})

/* Every way to make and change a tensor. */
#define EVERYTHING                                                                                 \
    START_NN                                                                                       \
    "import numpy as np\n"                                                                         \
    "n = np.sqrt(8) + np.float64(2)\n"                                                             \
    "a = np.arange(6.0).reshape(2, 3)\n"                                                           \
    "b = np.exp(a, out=np.zeros((2, 3)))\n"                                                        \
    "a += 1\n"                                                                                     \
    "import matplotlib.pyplot as plt\nplt.imshow(a)\nplt.show()\n"                                 \
    "c = torch.from_numpy(a).float()\n"                                                            \
    "d = torch.FloatTensor([[1, 2, 3], [4, 5, 6]])\n"                                              \
    "e = torch.Tensor(2, 3).zero_()\n"                                                             \
    "torch.add(c, d, out=e)\n"                                                                     \
    "f = torch.empty(0)\n"                                                                         \
    "torch.mul(c, d, out=f)\n"                                                                     \
    "lin = nn.Linear(3, 4)\n"                                                                      \
    "norm = nn.LayerNorm(4)\n"                                                                     \
    "g = norm(lin(e))\n"                                                                           \
    "h, i = g.chunk(2, dim=1)\n"                                                                   \
    "j = g.clone()\n"                                                                              \
    "j[0] = 7\n"                                                                                   \
    "j[:, 1].mul_(2)\n"                                                                            \
    "j.masked_fill_(j > 3, 0)\n"                                                                   \
    "k = j.float().float()\n"                                                                      \
    "l = [x.sum().item() for x in j]\n"                                                            \
    "m = F.scaled_dot_product_attention(j[None], j[None], j[None])\n"                              \
    "o = torch.stack([torch.tensor(p) for p in l])\n"                                              \
    "out = m.max(dim=-1).values + o\n"

static const char *const programs[] = {EVERYTHING, CLASS, ADDED,   EINSUM, LOOP, BY_HAND,
                                       BMM,        GQA,   LIBRARY, MODULE, LOST};
#define PROGRAMS ((int)(sizeof programs / sizeof programs[0]))

static struct lesson *lesson_of(const char *text, enum lesson_format format)
{
    struct lesson *l = calloc(1, sizeof *l);
    struct error err = {0};
    ck_assert_msg(lesson_read(l, "test", format, text, strlen(text), &err), "%s", err.text);
    return l;
}

/* A run with a plan; its tape is laid out. */
static void run_with(struct run *r, struct lesson *l, struct fault_hook *h,
                     const struct fault_plan *plan)
{
    struct error err = {0};
    ck_assert(run_begin(r, l, TERMS, &err));
    fault_hook_begin(h, r->tape, plan);
    run_to(r, l->count);
    ck_assert(run_end(r, true, &err));
}

static void run_right(struct run *r, const char *text)
{
    struct error err = {0};
    ck_assert(run_make(r, lesson_of(text, LESSON_PYTHON), TERMS, false, &err));
    EXPECT(r->failure.len == 0, "%s", buf_text(&r->failure));
}

static double cell(const struct tensor *t, int64_t k)
{
    return tensor_double_at(t, tensor_place(t, k));
}

static bool same_cells(const struct tensor *a, const struct tensor *b)
{
    bool same = tensor_same_shape(a, b);
    for (int64_t k = 0; same && k < tensor_numel(a); k++) {
        double x = cell(a, k), y = cell(b, k);
        same = x == y || (isnan(x) && isnan(y));
    }
    return same;
}

/* --- numbers --- */

static void expect_counts(struct lesson *l)
{
    struct fault_plan nothing = {0};
    struct fault_hook h;
    struct run r;
    run_with(&r, l, &h, &nothing);
    EXPECT(r.failure.len == 0, "%s", buf_text(&r.failure));
    ck_assert_int_gt(r.tape->event_count, 5);
    int at = -1;
    for (int k = 0; k < r.tape->event_count; k++) { /* a training may leave some out: a gap */
        const struct tape_figure *before = k > 0 ? r.tape->event[k - 1].figure : NULL;
        bool behind_gap = before != NULL && before->gap_first >= 0;
        at = behind_gap ? r.tape->event[k].logged : at + 1;
        ck_assert_int_eq(r.tape->event[k].logged, at);
    }
    ck_assert_int_eq(r.tape->logged, at + 1);
    ck_assert_int_eq(h.done, 0);
    run_free(&r);
}

START_TEST(reports_are_counted_as_events)
{
    expect_counts(lesson_of(programs[_i], LESSON_PYTHON));
}
END_TEST

START_TEST(reports_of_lessons_are_counted_as_events)
{
    expect_counts(lesson_of(lesson_files[_i].text, LESSON_MARKDOWN));
}
END_TEST

/* --- one result is another one --- */

static bool is_number(const struct tensor *t)
{
    return tensor_numel(t) > 0 && dtype_is_float(t->dtype);
}

/* The plan: the result of one event, plus 1. False: it has none that could be another. */
static bool plan_more(struct tape *t, int event, struct fault_plan *plan,
                      struct fault_change *change)
{
    const struct event *e = &t->event[event];
    struct tensor right;
    if (e->output_count == 0 || e->input_count == 0 || e->figure != NULL ||
        !is_number(&e->output[0].tensor)) {
        return false;
    }
    for (int k = 0; k < e->input_count; k++) { /* x.float() of floats is x */
        if (e->effect != STORAGE_IN_PLACE && e->input[k].of.serial == e->output[0].serial) {
            return false;
        }
    }
    *change = (struct fault_change){.event = event, .op = e->op};
    ck_assert(tape_after(t, &e->output[0], event, &right));
    ck_assert(tensor_copy(&t->session->torch.compute, &change->result, &right));
    tensor_release(&right);
    for (int64_t k = 0; k < tensor_numel(&change->result); k++) {
        tensor_set_double(&change->result, k, tensor_double_at(&change->result, k) + 1);
    }
    *plan = (struct fault_plan){.change = change, .count = 1};
    return true;
}

/* Before the event all is as it was; the event gave what was planned, also for the code. */
static void expect_changed(struct tape *right, struct tape *t, int event,
                           const struct tensor *result)
{
    struct tensor a, b;
    ck_assert_int_gt(t->event_count, event);
    for (int k = 0; k <= event; k++) {
        const struct event *e = &t->event[k];
        EXPECT(e->op == right->event[k].op && e->input_count == right->event[k].input_count,
               "event %d of %d", k, event);
        bool moved = e->effect == STORAGE_IN_PLACE && e->output[0].maker == k; /* out= grew */
        for (int j = moved ? 1 : 0; j < e->input_count; j++) {
            ck_assert(tape_before(t, &e->input[j].of, k, &a));
            ck_assert(tape_before(right, &right->event[k].input[j].of, k, &b));
            EXPECT(same_cells(&a, &b), "input %d of event %d (%s), %d is changed", j, k, e->name,
                   event);
            tensor_release(&a);
            tensor_release(&b);
        }
    }
    ck_assert(tape_after(t, &t->event[event].output[0], event, &a));
    EXPECT(same_cells(&a, result), "event %d, %s", event, t->event[event].name);
    tensor_release(&a);
}

START_TEST(a_result_is_replaced_for_code_and_tape)
{
    struct run right;
    int changed = 0;
    run_right(&right, programs[_i]);
    for (int k = 0; k < right.tape->event_count; k++) {
        struct fault_change change;
        struct fault_plan plan;
        struct fault_hook h;
        struct run r;
        if (!plan_more(right.tape, k, &plan, &change)) {
            continue;
        }
        run_with(&r, lesson_of(programs[_i], LESSON_PYTHON), &h, &plan);
        EXPECT(h.done == 1, "event %d, %s: %d", k, right.tape->event[k].name, h.done);
        EXPECT(r.session->in.recorder == &r.tape->recorder, "the hook stays");
        expect_changed(right.tape, r.tape, k, &change.result);
        changed++;
        run_free(&r);
        tensor_release(&change.result);
    }
    ck_assert_int_gt(changed, 4);
    run_free(&right);
}
END_TEST

/* --- plans --- */

static int plans_of(struct run *r, int target, struct fault_plan *plan, enum mistake_kind kind)
{
    int count = fault_plans(r->tape, target, plan, 64), kept = 0;
    for (int k = 0; k < count; k++) {
        if (plan[k].kind == kind) {
            plan[kept++] = plan[k];
        } else {
            fault_plan_free(&plan[k]);
        }
    }
    return kept;
}

static void free_plans(struct fault_plan *plan, int count)
{
    for (int k = 0; k < count; k++) {
        fault_plan_free(&plan[k]);
    }
}

/* The three lines together, then each by itself; heads of a loop are one line. */
START_TEST(a_mistake_is_made_everywhere_then_in_one_place)
{
    struct fault_plan plan[64];
    struct run r;
    run_right(&r, CLASS);
    int count = plans_of(&r, -1, plan, MISTAKE_view_split);
    ck_assert_int_eq(count, 4);
    ck_assert_int_eq(plan[0].count, 3);
    ck_assert_int_eq(plan[1].count, 1);
    ck_assert_int_eq(plan[1].change[0].event, plan[0].change[0].event);
    free_plans(plan, count);
    run_free(&r);
    run_right(&r, LOOP);
    count = plans_of(&r, -1, plan, MISTAKE_not_scaled);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(plan[0].count, 3);
    free_plans(plan, count);
    run_free(&r);
}
END_TEST

#define LAYERS                                                                                     \
    START                                                                                          \
    "x = torch.randn(4, 3)\n"                                                                      \
    "def layer(x):\n"                                                                              \
    "    return torch.softmax(x @ x.T / 3 ** 0.5, dim=-1) @ x\n"                                   \
    "out = layer(layer(x))\n"

/* What the second layer gives follows from the first: it cannot be worked out beforehand. */
START_TEST(changes_do_not_lead_to_one_another)
{
    struct fault_plan plan[64];
    struct run r;
    run_right(&r, LAYERS);
    int count = plans_of(&r, -1, plan, MISTAKE_not_scaled);
    ck_assert_int_eq(count, 1);
    ck_assert_int_eq(plan[0].count, 1);
    free_plans(plan, count);
    run_free(&r);
}
END_TEST

/* Nothing behind the value that was asked about, nothing that leads elsewhere. */
START_TEST(only_what_leads_to_the_target_is_planned)
{
    struct fault_plan plan[64];
    struct run r;
    run_right(&r, CLASS);
    int scores = r.tape->pass[0].scores, count = fault_plans(r.tape, scores, plan, 64);
    ck_assert_int_gt(count, 5);
    for (int k = 0; k < count; k++) {
        for (int j = 0; j < plan[k].count; j++) {
            const struct event *e = &r.tape->event[plan[k].change[j].event];
            bool value = strstr(e->name, "linear") != NULL && plan[k].change[j].event > scores;
            EXPECT(!value && e->stage != STAGE_SOFTMAX && e->stage != STAGE_OUT_PROJ, "%s: %s",
                   mistake_table[plan[k].kind].label, e->name);
        }
    }
    free_plans(plan, count);
    run_free(&r);
}
END_TEST

START_TEST(at_most_so_many)
{
    struct fault_plan plan[3];
    struct run r;
    run_right(&r, CLASS);
    ck_assert_int_eq(fault_plans(r.tape, -1, plan, 3), 3);
    free_plans(plan, 3);
    run_free(&r);
}
END_TEST

Suite *suite_fault_plan(void)
{
    Suite *s = suite_create("fault_plan");
    TCase *t = tcase_create("plans");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, reports_are_counted_as_events, 0, PROGRAMS);
    tcase_add_loop_test(t, reports_of_lessons_are_counted_as_events, 0, lesson_count);
    tcase_add_loop_test(t, a_result_is_replaced_for_code_and_tape, 0, PROGRAMS);
    tcase_add_test(t, a_mistake_is_made_everywhere_then_in_one_place);
    tcase_add_test(t, changes_do_not_lead_to_one_another);
    tcase_add_test(t, only_what_leads_to_the_target_is_planned);
    tcase_add_test(t, at_most_so_many);
    suite_add_tcase(s, t);
    return s;
}
