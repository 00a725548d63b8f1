/* Tests every row of ops.def and numpy.def against PyTorch and NumPy: tests/operations holds calls
 * of each row and what they print there, and whether their graph can be gone through twice, written
 * by tools/goldens.py. A row without any fails. */
#include "base/file.h"
#include "expect.h"
#include "lang/run/recorder.h"
#include "numpy/numpy.h"
#include "program.h"
#include "torch/op/operation.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

Suite *suite_operations(void);

static const struct {
    const char *path;
    const struct op *rows;
    bool differentiable; /* those that have a gradient alone */
} tables[] = {
    {"tests/operations/torch.txt", ops, false},
    {"tests/operations/numpy.txt", numpy_ops, false},
    {"tests/operations/twice.txt", ops, true}, /* what a second backward() does */
};

struct goldens {
    struct program program;
    struct recorder recorder;
    const struct op *row; /* whose calls are carried out */
    bool reached;         /* the call came to that row */
    struct buf faults;
};

static bool note_row(void *self, const struct operation *operation, const struct span *site)
{
    struct goldens *g = self;
    (void)site;
    g->reached |= operation->op == g->row;
    return true;
}

/* The text up to the first row is code: what the calls are made of. */
static void start(struct goldens *g, const char *text)
{
    *g = (struct goldens){.recorder = {.self = g, .operation = note_row}};
    program_open(&g->program, 0, NULL);
    char *code = arena_alloc(&g->program.session->in.arena, strlen(text) + 1);
    ck_assert_ptr_nonnull(code);
    strcpy(code, text);
    *strstr(code, "\n# ") = '\0';
    ck_assert_int_eq(program_run(&g->program, code, 0), OUTCOME_DONE);
    g->program.session->in.recorder = &g->recorder;
}

/* One call, and what it prints up to the next line that begins a call or a row. */
static void check_call(struct goldens *g, const char *call, size_t call_len, const char *golden,
                       size_t golden_len)
{
    char *text = arena_alloc(&g->program.session->in.arena, call_len + 64);
    ck_assert_ptr_nonnull(text);
    sprintf(text, "print(repr(%.*s))", (int)call_len, call);
    buf_clear(&g->program.out);
    session_seed(g->program.session, 7);
    g->reached = false;
    const char *got = program_run(&g->program, text, 0) == OUTCOME_DONE
                          ? buf_text(&g->program.out)
                          : buf_text(&g->program.traceback);
    if (strlen(got) != golden_len || strncmp(got, golden, golden_len) != 0) {
        buf_printf(&g->faults, "%s%s: %.*s\n--- there\n%.*s--- here\n%s\n", g->row->name,
                   g->row->signature, (int)call_len, call, (int)golden_len, golden, got);
    } else if (!g->reached && g->row->kind != KIND_VALUE) {
        buf_printf(&g->faults, "%s%s: not reached by %.*s\n", g->row->name, g->row->signature,
                   (int)call_len, call);
    }
}

/* The calls behind a row's head; returns how many, or 1 where the row is left out with a reason. */
static int check_row(struct goldens *g, const char *at)
{
    int count = 0;
    if (strncmp(at, "left out: ", 10) == 0) {
        return 1;
    }
    while (strncmp(at, ">>> ", 4) == 0) {
        const char *call = at + 4, *golden = strchr(call, '\n') + 1, *end = golden;
        while (*end != '\0' && *end != '#' && strncmp(end, ">>> ", 4) != 0) {
            end = strchr(end, '\n') + 1;
        }
        check_call(g, call, (size_t)(golden - call) - 1, golden, (size_t)(end - golden));
        count++;
        at = end;
    }
    return count;
}

START_TEST(rows_print_as_there)
{
    struct goldens g;
    struct buf text = {0};
    struct error err = {0};
    ck_assert_msg(file_read(tables[_i].path, (size_t)1 << 24, &text, &err), "%s", err.text);
    start(&g, buf_text(&text));
    for (const struct op *row = tables[_i].rows; row->name != NULL; row++) {
        if (tables[_i].differentiable && row->backward == NULL) {
            continue;
        }
        struct buf head = {0};
        buf_printf(&head, "# %s%s\n", row->name, row->signature);
        const char *at = strstr(buf_text(&text), buf_text(&head));
        g.row = row;
        if (at == NULL || check_row(&g, at + head.len) == 0) {
            buf_printf(&g.faults,
                       "%s%s has no golden in %s: `/usr/bin/python3 tools/goldens.py` writes it "
                       "where PyTorch 1.13 is installed\n",
                       row->name, row->signature, tables[_i].path);
        }
        buf_free(&head);
    }
    EXPECT(g.faults.len == 0, "\n%.*s", 7000, buf_text(&g.faults));
    buf_free(&g.faults);
    buf_free(&text);
    g.program.session->in.recorder = NULL;
    program_close(&g.program);
}
END_TEST

Suite *suite_operations(void)
{
    Suite *s = suite_create("operations");
    TCase *t = tcase_create("goldens");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, rows_print_as_there, 0, (int)(sizeof tables / sizeof tables[0]));
    suite_add_tcase(s, t);
    return s;
}
