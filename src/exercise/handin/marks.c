/* Puts seeds, questions and verdicts together for one student. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/handin/marks.h"

#include "exercise/answer/answer.h"
#include "exercise/form.h"

#include <string.h>
#include <strings.h>

static const struct {
    const char *name;
    bool counts;
} statuses[] = {
#define MARK(id, name, counts, help) {name, counts},
#include "exercise/handin/marks.def"
#undef MARK
};

const char *mark_name(enum mark_status s)
{
    return statuses[s].name;
}

bool mark_counts(enum mark_status s)
{
    return statuses[s].counts;
}

void mark_free(struct mark *m)
{
    buf_free(&m->reason);
    buf_free(&m->aside);
    *m = (struct mark){0};
}

struct run_terms marking_terms(void)
{
    return (struct run_terms){
        .memory = MARKING_MEMORY,
        .threads = 1,
        .seeded = true,
        .limits = {.steps = MARKING_STEPS, .output = (size_t)1 << 20, .depth = 1000}};
}

static bool seed_of(const struct marking *m, const char *student, const char *exercise,
                    struct seed *out, struct error *err)
{
    return seed_of_student(out, m->secret, m->secret_len, student, m->lesson, exercise,
                           m->exercises->version, err);
}

bool marking_sheet(const struct marking *m, const char *student, char out[CODE_SIZE],
                   struct error *err)
{
    struct seed seed;
    bool ok = seed_of(m, student, "", &seed, err);
    if (ok) {
        seed_code(&seed, out);
    }
    return ok;
}

bool marking_question(const struct marking *m, const char *student, const struct exercise *e,
                      struct question *q, struct error *err)
{
    struct seed seed;
    return seed_of(m, student, e->name, &seed, err) &&
           question_make(q, m->exercises, e, &seed, &m->terms, err);
}

/* --- whose sheet it is --- */

static bool is_sheet_of(const struct marking *m, const char *student, const char *code)
{
    char own[CODE_SIZE];
    struct error err = {0};
    return marking_sheet(m, student, own, &err) && strcasecmp(own, code) == 0;
}

/* Whose sheet it is; NULL: nobody's in the class. */
static const struct student *owner_of(const struct marking *m, const char *code)
{
    for (int k = 0; k < m->roster->count; k++) {
        if (is_sheet_of(m, m->roster->at[k].id, code)) {
            return &m->roster->at[k];
        }
    }
    return NULL;
}

enum sheet_fit marking_fit(const struct marking *m, const struct student *s, const struct handin *h)
{
    if (h->version != NULL && strcmp(h->version, m->exercises->version) != 0) {
        return SHEET_OLDER;
    }
    return h->sheet == NULL                                             ? SHEET_UNNAMED
           : is_sheet_of(m, s->id, h->sheet)                            ? SHEET_OWN
           : owner_of(m, h->sheet) != NULL                              ? SHEET_OTHERS
           : h->student != NULL && is_sheet_of(m, h->student, h->sheet) ? SHEET_STRANGERS
                                                                        : SHEET_UNKNOWN;
}

/* Tells when the hand-in says that it belongs to another sheet. The student reads only what is
 * surely so; what may be the cause is for the teacher. */
static bool is_foreign(const struct marking *m, const struct student *s, const struct handin *h,
                       struct mark *out)
{
    switch (marking_fit(m, s, h)) {
    case SHEET_UNNAMED:
    case SHEET_OWN:
    case SHEET_FITS:
        return false;
    case SHEET_OLDER:
        buf_printf(&out->reason,
                   "This is a sheet of version %.40s of the lesson; version %s is being marked.",
                   h->version, m->exercises->version);
        break;
    case SHEET_OTHERS:
        buf_puts(&out->reason, "This is the sheet of somebody else, with other numbers.");
        buf_printf(&out->aside, "It is the sheet of %s.", owner_of(m, h->sheet)->id);
        break;
    case SHEET_STRANGERS:
        buf_puts(&out->reason, "This sheet was made for an ID that is not in the class.");
        buf_printf(&out->aside, "It was made for %.80s.", h->student);
        break;
    case SHEET_UNKNOWN:
        buf_printf(&out->reason,
                   "The code of this sheet, %.20s, fits nobody in the class: your teacher can "
                   "find out why.",
                   h->sheet);
        buf_puts(&out->aside, "It is another lesson's, was made with another class file or another "
                              "secret, or was not copied as it stands.");
        break;
    }
    return true;
}

/* --- one answer --- */

/* Control characters would break the line that a reason is. */
FORM(breaks, "[\\x01-\\x20\\x7f]+");

static void one_line(struct buf *text)
{
    struct buf line = {.failed = text->failed};
    form_replace(&breaks, (struct piece){buf_text(text), text->len}, " ", &line);
    buf_cut(&line, line.len - (line.len > 0 && line.data[line.len - 1] == ' '));
    buf_free(text);
    *text = line;
}

static enum mark_status status_of(const struct verdict *v)
{
    return v->right       ? MARK_RIGHT
           : v->ungraded  ? MARK_UNGRADED
           : v->unread    ? MARK_UNREAD
           : v->share > 0 ? MARK_PARTLY
                          : MARK_WRONG;
}

/* Points to the hundredth, so that a sum in a table is the sum of what is shown. */
static double rounded(double points)
{
    return (double)(long long)(points * 100 + 0.5) / 100;
}

/* Code that came with the template answers nothing. */
static bool is_untouched(const struct question *q, const char *code)
{
    return q->code != NULL && code != NULL &&
           piece_same(piece_trim(piece_of(q->code)), piece_trim(piece_of(code)));
}

/* The first code that is the student's own; else what there is. *own: it is. */
static const char *code_of(const struct question *q, const struct handin *h, const struct reply *r,
                           bool *own)
{
    const char *code;
    *own = true;
    for (int k = 0; (code = handin_code(h, r, k)) != NULL; k++) {
        if (!is_untouched(q, code)) {
            return code;
        }
    }
    *own = false;
    return handin_code(h, r, 0);
}

/* Of two codes one may be the template's: then there was no choice. */
static bool had_choice(const struct question *q, const struct reply *r)
{
    bool code = r->code != NULL && r->older != NULL;
    return r->said != NULL && (!code || (!is_untouched(q, r->code) && !is_untouched(q, r->older)));
}

/* A cell may need what stands before it in its file: imports, a function that helps. */
static bool judge_with_rest(struct question *q, const struct handin *h, const struct reply *r,
                            struct verdict *v, struct error *err)
{
    const struct buf *rest = &h->code[r->code_file - 1];
    struct verdict other = {0};
    scoped_buf both = {0};
    if (v->right || rest->len == 0) {
        return true;
    }
    buf_printf(&both, "%s\n%s", buf_text(rest), r->code);
    bool ok = question_judge(q, r->answer != NULL ? r->answer : "", buf_text(&both), &other, err);
    if (ok && (other.right || other.share > v->share)) {
        struct verdict better = other;
        other = *v;
        *v = better;
    }
    verdict_free(&other);
    return ok;
}

/* "I don't know", "?", "TODO". */
FORM(empty, "(?i)^(?:(?:i don't know|i dont know|i do not know|don't know|dont know|idk|no idea|"
            "no answer|not answered|n/a|na|none|todo|tbd|skipped|skip)(?:$|[ ,.!?:])|"
            "[^a-z0-9\\x80-\\xff]*$)");

static bool says_nothing(const char *answer)
{
    scoped_buf plain = {0};
    answer_plain(answer, &plain);
    return form_in(&empty, (struct piece){buf_text(&plain), plain.len});
}

static bool judge(const struct marking *m, const struct student *s, const struct handin *h,
                  const struct reply *r, struct mark *out, struct error *err)
{
    struct question q;
    struct verdict v = {0};
    bool own;
    if (!marking_question(m, s->id, r->exercise, &q, err)) {
        return false;
    }
    const char *code = code_of(&q, h, r, &own);
    if (!own && r->answer == NULL) {
        buf_puts(&out->reason, "The template was handed in as it came.");
        question_free(&q);
        return true;
    }
    bool ok = question_judge(&q, r->answer != NULL ? r->answer : "", code, &v, err) &&
              (code == NULL || code != r->code || judge_with_rest(&q, h, r, &v, err));
    if (ok) {
        bool nothing = v.unread && r->answer != NULL && says_nothing(r->answer);
        out->status = nothing ? MARK_MISSING : status_of(&v);
        out->points = rounded(q.points * (v.right ? 1 : v.share));
        buf_printf(&out->reason, "%s%s%s", buf_text(&v.reason), had_choice(&q, r) ? " " : "",
                   had_choice(&q, r) ? r->said : "");
    }
    verdict_free(&v);
    question_free(&q);
    return ok;
}

bool marking_judge(const struct marking *m, const struct student *s, const struct handin *h, int k,
                   struct mark *out, struct error *err)
{
    const struct reply *r = &h->reply[k];
    bool ok = true;
    *out = (struct mark){.status = MARK_MISSING, .maximum = r->exercise->points};
    if (r->answer == NULL && handin_code(h, r, 0) == NULL) {
        out->status = r->mentioned ? MARK_UNREAD : MARK_MISSING;
        buf_puts(&out->reason, r->mentioned ? "Its name stands in a line that was not understood."
                                            : "No answer was handed in.");
    } else if (is_foreign(m, s, h, out)) {
        out->status = MARK_FOREIGN;
    } else {
        ok = judge(m, s, h, r, out, err);
    }
    one_line(&out->reason);
    one_line(&out->aside);
    return ok;
}
