/* Tests what is typed at a question: an answer, and no command but those of the last line. */
#include "expect.h"
#include "walked.h"

#include "lesson/catalog.h"
#include "tui/act/act_answer.h"
#include "tui/act/act_guide.h"
#include "tui/action.h"
#include "tui/asked.h"
#include "tui/plain.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

Suite *suite_asked(void);

static void open_lesson(struct walked *w, int lesson)
{
    static char name[80]; /* the walk's title is it, as long as the walk is open */
    snprintf(name, sizeof name, "+%s", catalog_name(&lesson_files[lesson]));
    walked_open(w, name);
}

/* On the stop that asks this exercise, with nothing typed. False: none does. */
static bool stand_on(struct walked *w, int exercise)
{
    struct viewer *v = &w->viewer;
    for (int k = 0; k < v->guide->count; k++) {
        const struct guide_stop *s = &v->guide->at[k];
        bool more = s->kind == GUIDE_MORE;
        if ((more || s->kind == GUIDE_EXERCISE) && exercise >= s->exercise &&
            exercise < s->exercise + s->exercises) {
            act_stand(v, k);
            v->where.asking = more;
            act_guide_ask(v, exercise);
            v->typed.answering = false;
            v->typed.prompt = PROMPT_NONE;
            v->typed.count = 0;
            v->typed.message[0] = '\0';
            w->practice.typed[0] = '\0';
            return w->practice.open && viewer_look(v);
        }
    }
    return false;
}

static int exercises(const struct walked *w)
{
    return w->practice.count + w->practice.recalls;
}

/* The last line of the screen. */
static void last_line(struct walked *w, int width, int height, char out[400])
{
    char *screen = walked_screen(w, width, height, false), *line = screen;
    for (char *c = screen; c[0] != '\0' && c[1] != '\0'; c++) {
        line = *c == '\n' ? c + 1 : line;
    }
    snprintf(out, 400, "%.398s ", line);
    out[strcspn(out, "\n")] = ' ';
    free(screen);
}

/* Whether the line names the key, alone: "p back", "Space go on"; "q Enter list" does not. */
static bool names_key(const char *line, char key)
{
    char name[12];
    snprintf(name, sizeof name, key == ' ' ? " Space " : " %c ", key);
    const char *at = strstr(line, name);
    return at != NULL && strncmp(at + strlen(name), "Enter", 5) != 0;
}

/* One character at a question: it is on the line, or is a letter that is judged, or a command that
 * the last line names. */
static void expect_harmless(struct walked *w, int exercise, char key, const char *line)
{
    struct viewer *v = &w->viewer;
    struct task *t = &w->practice.task[exercise];
    enum done done = t->done;
    int stop = v->where.stop, row = v->where.at.row;
    enum asked_key as = asked_key(v, (uint32_t)key);
    unsigned reaction = action_key(v, (uint32_t)key);
    bool named = names_key(line, key) || key == ':';
    bool went = v->where.stop != stop || v->where.at.row != row || v->where.between ||
                v->where.page != PAGE_NONE || (reaction & REACT_QUIT) != 0;
    EXPECT(!went || named, "%s: '%c' leads away, and is not on\n%s", t->name, key, line);
    EXPECT(v->chosen.stop_count == 0 && v->typed.prompt != PROMPT_EDIT &&
               (reaction & (REACT_EDIT | REACT_AGAIN | REACT_LESSON | REACT_PICTURE)) == 0,
           "%s: '%c' is a command", t->name, key);
    EXPECT(v->typed.count == 0, "%s: '%c' is a count", t->name, key);
    EXPECT((v->typed.prompt != PROMPT_NONE) == (key == ':'), "%s: '%c' asks", t->name, key);
    if (as == ASKED_BEGINS) {
        EXPECT(v->typed.answering && w->practice.typed[0] == key && w->practice.typed[1] == '\0',
               "%s: '%c' is not on the line", t->name, key);
    } else if (as != ASKED_COMMAND) {
        EXPECT(v->typed.message[0] != '\0' || (reaction & REACT_ANSWER) != 0,
               "%s: '%c' says nothing", t->name, key);
    }
    EXPECT(as != ASKED_COMMAND || named || key == ']', "%s: '%c' is a command, and not on\n%s",
           t->name, key, line);
    v->where.page = PAGE_NONE;
    t->done = done;
    buf_clear(&w->practice.told);
}

/* Every printable first character, at every exercise of every lesson, open and solved. */
START_TEST(every_first_character)
{
    struct walked w;
    int met = 0;
    open_lesson(&w, _i);
    for (int k = 0; k < exercises(&w); k++) {
        for (int solved = 0; solved < 2 && stand_on(&w, k); solved++) {
            char line[400];
            w.practice.task[k].done = solved ? DONE_SOLVED : DONE_NOT;
            last_line(&w, 120, 40, line);
            for (char key = ' '; key <= '~'; key++) {
                ck_assert(stand_on(&w, k));
                expect_harmless(&w, k, key, line);
            }
            met++;
        }
    }
    ck_assert_int_ge(met, 6);
    walked_close(&w);
}
END_TEST

/* A large letter is its small one, where one letter is the answer. */
START_TEST(a_large_letter_answers)
{
    struct walked w;
    int met = 0;
    open_lesson(&w, 0);
    for (int k = 0; k < exercises(&w); k++) {
        if (!stand_on(&w, k) || asked_for(&w.viewer) != ASKED_LETTER) {
            continue;
        }
        const char *key = w.practice.question.key;
        uint32_t large = (uint32_t)(key[0] - 'a' + 'A');
        ck_assert(key[1] == '\0' && asked_key(&w.viewer, large) == ASKED_OPTION);
        ck_assert_int_eq(asked_key(&w.viewer, 'Z'), ASKED_IDLE);
        ck_assert_uint_ne(action_key(&w.viewer, large) & REACT_ANSWER, 0);
        ck_assert_int_eq(w.practice.task[k].done, DONE_SOLVED);
        met++;
    }
    ck_assert_int_ge(met, 3);
    walked_close(&w);
}
END_TEST

/* h and Enter is a hint where one letter is the answer, too, and then a letter answers at once. */
START_TEST(a_hint_before_a_letter)
{
    struct walked w;
    int met = 0;
    open_lesson(&w, 0);
    for (int k = 0; k < exercises(&w); k++) {
        if (!stand_on(&w, k) || asked_for(&w.viewer) != ASKED_LETTER) {
            continue;
        }
        buf_clear(&w.practice.told);
        (void)action_key(&w.viewer, 'h');
        (void)action_key(&w.viewer, PRESSED_ENTER);
        ck_assert_msg(strncmp(buf_text(&w.practice.told), "Hint 1 of ", 10) == 0, "%s",
                      buf_text(&w.practice.told));
        ck_assert(!w.viewer.typed.answering);
        ck_assert_uint_ne(
            action_key(&w.viewer, (unsigned char)w.practice.question.key[0]) & REACT_ANSWER, 0);
        ck_assert_int_eq(w.practice.task[k].done, DONE_SOLVED);
        met++;
    }
    ck_assert_int_ge(met, 3);
    walked_close(&w);
}
END_TEST

static void type(struct walked *w, const char *text)
{
    for (; *text != '\0'; text++) {
        ck_assert_uint_eq(action_key(&w->viewer, (unsigned char)*text) & REACT_ENDS, 0);
    }
}

/* Whole answers: the right one, something that is none, and both once more when it is solved. */
START_TEST(whole_answers)
{
    struct walked w;
    int typed = 0;
    open_lesson(&w, _i);
    for (int k = 0; k < exercises(&w); k++) {
        if (!stand_on(&w, k) || asked_for(&w.viewer) != ASKED_LINE ||
            w.practice.question.kind == EXERCISE_code) {
            continue;
        }
        char key[PRACTICE_LINE];
        int stop = w.viewer.where.stop;
        snprintf(key, sizeof key, "%s", w.practice.question.key);
        key[strcspn(key, "\n")] = '\0';
        const char *const lines[] = {"table = table.masked_fill(hidden, 0)",
                                     "3: b = [b e : x]",
                                     key,
                                     "(1, 6)",
                                     key,
                                     "line 2"};
        for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++) {
            type(&w, lines[j]);
            EXPECT(strcmp(w.practice.typed, lines[j]) == 0, "%s: '%s' became '%s'",
                   w.practice.task[k].name, lines[j], w.practice.typed);
            unsigned reaction = action_key(&w.viewer, PRESSED_ENTER);
            EXPECT((reaction & REACT_ENDS) == REACT_ANSWER, "%s: '%s' is not judged",
                   w.practice.task[k].name, lines[j]);
            EXPECT(w.viewer.where.stop == stop && !w.viewer.where.between &&
                       w.viewer.chosen.stop_count == 0,
                   "%s: '%s' leads away", w.practice.task[k].name, lines[j]);
        }
        EXPECT(w.practice.task[k].done == DONE_SOLVED || w.practice.question.kind == EXERCISE_bug,
               "%s: '%s' is not right", w.practice.task[k].name, key);
        typed++;
    }
    ck_assert_int_ge(typed, 2);
    walked_close(&w);
}
END_TEST

/* As text a line is an answer, also behind the right one: "line 2" turns no line off. */
START_TEST(lines_of_text)
{
    static const char *const lines[] = {"line 2", "b", "e", "edit", "(1, 6)", "x", "8", "gnnn"};
    struct walked w;
    unsigned reaction;
    bool met[16] = {false};
    open_lesson(&w, 5);
    for (int k = 0; k < w.practice.count; k++) {
        int kind = w.practice.task[k].exercise->kind;
        for (int solved = 0; solved < 2 && !met[kind] && stand_on(&w, k); solved++) {
            met[kind] = solved;
            int stop = w.viewer.where.stop;
            w.viewer.width = w.viewer.height = 0;
            for (size_t j = 0; j < sizeof lines / sizeof lines[0]; j++) {
                w.practice.task[k].done = solved ? DONE_SOLVED : DONE_NOT;
                ck_assert(plain_line(&w.viewer, lines[j], &reaction));
                EXPECT((reaction & REACT_ENDS) == REACT_ANSWER && w.viewer.where.stop == stop &&
                           w.viewer.chosen.stop_count == 0,
                       "%s: '%s'", w.practice.task[k].name, lines[j]);
            }
        }
    }
    walked_close(&w);
}
END_TEST

static const struct {
    int width, height;
} sizes[] = {{60, 15}, {80, 23}, {120, 40}};

/* At every stop the key that is waited for is on the last line; at a question the one that answers
 * it. Behind the last section no key leads there. */
START_TEST(the_last_line_names_it)
{
    struct walked w;
    char line[400];
    open_lesson(&w, _i);
    for (int k = 0; k < w.viewer.guide->count; k++) {
        act_stand(&w.viewer, k);
        ck_assert(viewer_look(&w.viewer));
        for (size_t j = 0; j < sizeof sizes / sizeof sizes[0]; j++) {
            last_line(&w, sizes[j].width, sizes[j].height, line);
            bool asks = asked_for(&w.viewer) != ASKED_NOTHING;
            bool letter = asked_for(&w.viewer) == ASKED_LETTER;
            bool more = viewer_stop(&w.viewer)->kind == GUIDE_MORE,
                 last = k + 1 == w.viewer.guide->count;
            const char *wanted = letter ? " a-"
                                 : asks ? " Enter answer "
                                 : more ? " Enter begin "
                                 : last ? " p back "
                                        : " Space ";
            EXPECT(strstr(line, wanted) != NULL, "stop %d, %dx%d: no '%s' on\n%s", k,
                   sizes[j].width, sizes[j].height, wanted, line);
            EXPECT(strstr(line, "? help") != NULL, "stop %d: no help on\n%s", k, line);
            bool further = guide_section(w.viewer.guide, k, 1) >= 0;
            if (!further) { /* ] says so, and stays */
                w.viewer.next_lesson = "another";
                EXPECT((action_key(&w.viewer, ']') & REACT_ENDS) == 0 && w.viewer.where.stop == k &&
                           strstr(w.viewer.typed.message, "the last section") != NULL,
                       "stop %d: ] leads on", k);
                w.viewer.next_lesson = NULL;
                w.viewer.typed.message[0] = '\0';
            }
            EXPECT(further || strstr(line, "] ") == NULL, "stop %d: no section follows\n%s", k,
                   line);
        }
    }
    for (int k = 0; k < exercises(&w); k++) { /* those that are listed, too */
        for (size_t j = 0; j < sizeof sizes / sizeof sizes[0] && stand_on(&w, k); j++) {
            last_line(&w, sizes[j].width, sizes[j].height, line);
            EXPECT(strstr(line, asked_for(&w.viewer) == ASKED_LETTER ? " a-" : " Enter answer ") !=
                       NULL,
                   "%s: %s", w.practice.task[k].name, line);
        }
    }
    walked_close(&w);
}
END_TEST

/* At every operation of a lesson Right and Left are Space and p, until Tab; s goes in, and the last
 * line says where Space leads from there. */
START_TEST(arrows_go_from_stop_to_stop)
{
    struct walked w;
    char line[400], wanted[40];
    int met = 0, inside = 0;
    open_lesson(&w, _i);
    for (int k = 0; k + 1 < w.viewer.guide->count; k++) {
        if (w.viewer.guide->at[k].kind != GUIDE_STEP) {
            continue;
        }
        act_stand(&w.viewer, k);
        walked_press(&w, "Right");
        EXPECT(w.viewer.where.stop == k + 1 && !w.viewer.where.between, "stop %d: Right", k);
        walked_press(&w, "Left");
        EXPECT(w.viewer.where.stop == k && !w.viewer.where.between, "stop %d: Left", k);
        int row = w.viewer.where.at.row;
        walked_press(&w, "Tab Right Left Esc");
        EXPECT(w.viewer.where.stop == k && w.viewer.where.at.row == row, "stop %d: cells", k);
        walked_press(&w, "s");
        w.viewer.typed.message[0] = '\0';
        last_line(&w, 80, 23, line);
        if (w.viewer.where.between && w.viewer.where.stop + 1 < w.viewer.guide->count) {
            snprintf(wanted, sizeof wanted, " Space to stop %d ",
                     guide_number(w.viewer.guide, w.viewer.where.stop + 1));
            EXPECT(strstr(line, wanted) != NULL, "stop %d: %s", k, line);
            int to = w.viewer.where.stop + 1;
            walked_press(&w, "Space");
            EXPECT(w.viewer.where.stop == to && !w.viewer.where.between, "stop %d: Space", k);
            inside++;
        }
        met++;
    }
    ck_assert_int_ge(met, 1);
    ck_assert(_i > 0 || inside > 0); /* in some lessons each step is a stop */
    walked_close(&w);
}
END_TEST

/* With the solution told Enter goes on, and says so; a word on the line is named before it acts. */
START_TEST(enter_says_what_it_does)
{
    static const struct {
        const char *keys, *says;
    } cases[] = {{"2", "Enter answer"},
                 {"Backspace s", "Enter solution"},
                 {"Backspace q", "Enter quit"},
                 {"Backspace h", "Enter hint"},
                 {"Backspace h a", "Enter answer"}};
    struct walked w;
    char line[400];
    int shape = -1;
    open_lesson(&w, 0);
    for (int k = 0; k < w.practice.count && shape < 0; k++) {
        bool found = stand_on(&w, k) && w.practice.question.kind == EXERCISE_shape &&
                     viewer_stop(&w.viewer)->kind == GUIDE_EXERCISE;
        shape = found ? k : -1;
    }
    ck_assert_int_ge(shape, 0);
    for (size_t k = 0; k < sizeof cases / sizeof cases[0]; k++) {
        walked_press(&w, cases[k].keys);
        last_line(&w, 80, 23, line);
        EXPECT(strstr(line, cases[k].says) != NULL, "%s: %s", cases[k].keys, line);
    }
    walked_press(&w, "Backspace Backspace s Enter");
    ck_assert_int_eq(w.practice.task[shape].done, DONE_SHOWN);
    last_line(&w, 80, 23, line);
    ck_assert_msg(strstr(line, "Enter answer") == NULL, "%s", line);
    int stop = w.viewer.where.stop;
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    walked_press(&w, "Left 9 Enter"); /* wrong: the line is open, and Space goes on all the same */
    ck_assert_int_eq(w.viewer.where.stop, stop);
    walked_press(&w, "Space");
    ck_assert_int_eq(w.viewer.where.stop, stop + 1);
    ck_assert(walked_press(&w, "Left h Backspace q Enter"));
    walked_close(&w);
}
END_TEST

/* Code is written in an editor, and nobody gets into one unasked: neither from a word of the
 * practice, nor from the key of the walk. */
START_TEST(an_editor_is_asked_about)
{
    struct walked w;
    int code = -1;
    open_lesson(&w, 5);
    w.viewer.editor = w.practice.editor = "vi: Esc :q! Enter leaves it.";
    for (int k = 0; k < w.practice.count && code < 0; k++) {
        code = stand_on(&w, k) && practice_takes_code(&w.practice) ? k : -1;
    }
    ck_assert_int_ge(code, 0);
    walked_press(&w, "e Enter");
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_STAY);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.practice.told), "Enter opens vi: Esc :q! Enter"));
    walked_press(&w, "Esc");
    ck_assert_str_eq(buf_text(&w.practice.told), ""); /* Enter opens it no more */
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_STAY);
    walked_press(&w, "hint Enter edit Enter Down");
    ck_assert_ptr_null(strstr(buf_text(&w.practice.told), "Enter opens"));
    ck_assert_uint_gt(w.practice.told.len, 0);
    walked_press(&w, "Left");
    stand_on(&w, code);
    walked_press(&w, "edit Enter a Enter Enter");
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_STAY);
    ck_assert_ptr_null(strstr(buf_text(&w.practice.told), "Enter opens"));
    walked_press(&w, "Esc edit Enter edit Enter"); /* the word alone never opens it */
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_STAY);
    ck_assert_ptr_nonnull(strstr(buf_text(&w.practice.told), "Enter opens"));
    walked_press(&w, "Enter");
    ck_assert_int_eq(w.viewer.typed.asked, PRACTICE_EDIT);
    ck_assert_ptr_null(strstr(buf_text(&w.practice.told), "Enter opens"));
    walked_press(&w, "Esc Home");
    for (int k = 0; k < 2; k++) {
        unsigned reaction = action_key(&w.viewer, 'e');
        ck_assert_uint_eq(reaction & REACT_ENDS, 0);
        ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "Enter opens a copy"));
        ck_assert_ptr_nonnull(strstr(w.viewer.typed.message, "vi: Esc :q! Enter leaves it."));
        reaction = action_key(&w.viewer, k == 0 ? 'x' : PRESSED_ENTER);
        ck_assert_uint_eq(reaction & REACT_ENDS, k == 0 ? 0 : REACT_EDIT);
    }
    ck_assert_int_eq(w.again, 0);
    walked_close(&w);
}
END_TEST

Suite *suite_asked(void)
{
    Suite *s = suite_create("asked");
    TCase *t = tcase_create("asked");
    tcase_set_timeout(t, 60);
    tcase_add_loop_test(t, every_first_character, 0, lesson_count);
    tcase_add_test(t, a_large_letter_answers);
    tcase_add_test(t, a_hint_before_a_letter);
    tcase_add_loop_test(t, whole_answers, 0, lesson_count);
    tcase_add_loop_test(t, the_last_line_names_it, 0, lesson_count);
    tcase_add_loop_test(t, arrows_go_from_stop_to_stop, 0, lesson_count);
    tcase_add_test(t, lines_of_text);
    tcase_add_test(t, enter_says_what_it_does);
    tcase_add_test(t, an_editor_is_asked_about);
    suite_add_tcase(s, t);
    return s;
}
