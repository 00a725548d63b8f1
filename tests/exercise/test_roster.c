/* Tests classes out of CSV files, and the names of hand-ins. */
#include "exercise/handin/roster.h"

#include <check.h>
#include <string.h>

Suite *suite_roster(void);

static void read_class(struct roster *r, const char *text)
{
    struct error err = {0};
    ck_assert_msg(roster_read(r, "class.csv", text, strlen(text), &err), "%s", err.text);
}

/* --- columns --- */

static const struct {
    const char *text;
    int count;
    const char *id, *name; /* of the last student */
} classes[] = {
    {"ann\nbob\n", 2, "bob", ""},
    {"ann,Ann B\r\nbob,Bob\r\n", 2, "bob", "Bob"},
    {"id,name\nann,\"B, Ann\"\n", 1, "ann", "B, Ann"},
    {"\xEF\xBB\xBFID;Name\nann;Zo\xC3\xAB\n\n;;\n", 1, "ann", "Zo\xC3\xAB"},
    {"name\tid\nAnn\t7\n", 1, "7", "Ann"},
    {"First name,Surname,ID number\nAnn,Bee,12\n", 1, "12", "Ann Bee"},
    {"Identifier,Full name,Email address\nParticipant 4711,Ann Bee,a@b.de\n", 1, "Participant 4711",
     "Ann Bee"},
    {"Student,ID,SIS User ID,Section\n    Points Possible,,,\n\"Bee, Ann\",99,s7,A\n", 1, "99",
     "Bee, Ann"},
    {"id,name\ra,A\rb,B\r", 2, "b", "B"},
    {"id;name\nb;Zo\xeb\n", 1, "b", "Zo\xC3\xAB"},
    {"id,name,note\n\"a\"\"b\",x,\"two\nlines\"\n", 1, "a\"b", "x"},
};

START_TEST(columns)
{
    struct roster r;
    read_class(&r, classes[_i].text);
    ck_assert_int_eq(r.count, classes[_i].count);
    ck_assert_str_eq(r.at[r.count - 1].id, classes[_i].id);
    ck_assert_str_eq(r.at[r.count - 1].name, classes[_i].name);
    ck_assert_ptr_eq(roster_find(&r, classes[_i].id), &r.at[r.count - 1]);
    ck_assert_ptr_null(roster_find(&r, "nobody"));
    roster_free(&r);
}
END_TEST

static const struct {
    const char *text, *says;
} broken[] = {
    {"", "class.csv has no students in it"},
    {"id,name\n", "class.csv has no students in it"},
    {"id,name\na,\"Ann\nb,Bob\n", "class.csv: a quotation mark is opened and never closed"},
    {"id,name\n,Ann\n", "class.csv, row 2: the ID is missing"},
    {"ann\nbob\nann\n", "class.csv, row 3: the ID ann is there already, row 1"},
    {"a/b\n", "class.csv, row 1: an ID may not have"},
    {".hidden\n", "class.csv, row 1: an ID may not have"},
    {"\"a\nb\"\n", "class.csv, row 1: an ID must be one line"},
    {"name,note\nAnn,x\n", "class.csv, row 1: there is no column with IDs"},
    {"PK\x03\x04", "class.csv is a ZIP file"},
};

START_TEST(refused)
{
    struct roster r;
    struct error err = {0};
    ck_assert(!roster_read(&r, "class.csv", broken[_i].text, strlen(broken[_i].text), &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
    ck_assert_msg(strstr(err.text, broken[_i].says) == err.text, "%s", err.text);
}
END_TEST

/* --- hand-ins --- */

static const char class[] = "id,name,email\n"
                            "ann,Ann Bee,ann@x.de\n"
                            "ann.b,Ann Bea,\n"
                            "4711,Cat Dee,cd@x.de\n"
                            "e f,\xC3\x89mile F,\n"
                            "twin1,Sam Lee,\n"
                            "twin2,Sam Lee,\n";

static const struct {
    const char *name, *id; /* NULL: nobody's */
} files[] = {
    {"ann.txt", "ann"},
    {"ANN.md", "ann"},
    {"ann", "ann"},
    {"ann.b.txt", "ann.b"},
    {"ann@x.de.ipynb", "ann"},
    {"anna.txt", NULL},
    {"4711.py", "4711"},
    {"e f.txt", "e f"},
    {"Cat Dee_4711_assignsubmission_file_", "4711"},
    {"Ann Bee_99_assignsubmission_onlinetext_", "ann"},
    {"Sam Lee_98_assignsubmission_file_", NULL}, /* two of one name */
    {"deecat_4711_8080_sheet.txt", "4711"},
    {"deecat_LATE_4711_8080_sheet-1.txt", "4711"},
    {"deecat_12_8080_sheet.txt", NULL},
    {"deecat_late_4711_8080_sheet-1.txt", "4711"},
    {"beeann_12_8080_sheet.txt", "ann"}, /* of her the class has no number */
    {"annbee_LATE_12_8080_sheet.txt", "ann"},
    {"beean_12_8080_sheet.txt", NULL},
    {"leesam_12_8080_sheet.txt", NULL}, /* two of one name */
    {"deecat_4711_text.html", "4711"},  /* typed into Canvas's page */
    {"twin1 (1).txt", "twin1"},
    {"softmax-TWIN2.md", "twin2"},
    {"twin1-twin2.md", NULL},
    {"twin12.md", NULL},
    {"x_99_twin1_sheet.txt", "twin1"},
    {"deecat_4711_notes.txt", NULL}, /* no name that Canvas gives, and 4711 may be any number */
    {"x_99_8_twin1.txt", NULL},      /* Canvas's number says that it is somebody else's */
    {"ann (1).txt", NULL},           /* perhaps a word */
    {"README", NULL},
    {"", NULL},
};

START_TEST(hand_ins)
{
    struct roster r;
    read_class(&r, class);
    const struct student *s = roster_of_file(&r, files[_i].name);
    ck_assert_msg((s == NULL) == (files[_i].id == NULL), "%s", files[_i].name);
    if (s != NULL) {
        ck_assert_str_eq(s->id, files[_i].id);
    }
    roster_free(&r);
}
END_TEST

/* A word of the name is an ID where it cannot be a word by chance. */
START_TEST(words)
{
    struct roster r;
    read_class(&r, "id\ns07\n12345\nsoftmax\n678\n");
    static const struct {
        const char *name, *id;
    } named[] = {{"work-s07 (1).txt", "s07"},
                 {"work-12345.md", "12345"},
                 {"my softmax.md", NULL},
                 {"page 678.md", NULL}};
    for (size_t k = 0; k < sizeof named / sizeof *named; k++) {
        const struct student *s = roster_of_file(&r, named[k].name);
        ck_assert_msg((s == NULL) == (named[k].id == NULL) &&
                          (s == NULL || strcmp(s->id, named[k].id) == 0),
                      "%s", named[k].name);
    }
    roster_free(&r);
}
END_TEST

/* Moodle's own number is in the file names, "Participant" is not. */
START_TEST(participants)
{
    struct roster r;
    read_class(&r, "Identifier,Full name\nParticipant 815,Ann\nParticipant 816,Bob\n");
    const struct student *s = roster_of_file(&r, "Bob_816_assignsubmission_file_");
    ck_assert_ptr_nonnull(s);
    ck_assert_str_eq(s->id, "Participant 816");
    /* by the number alone, in both systems' names */
    s = roster_of_file(&r, "Robert_816_assignsubmission_file_");
    ck_assert(s != NULL && strcmp(s->id, "Participant 816") == 0);
    s = roster_of_file(&r, "robert_815_42_sheet.txt");
    ck_assert(s != NULL && strcmp(s->id, "Participant 815") == 0);
    ck_assert_ptr_null(roster_of_file(&r, "Robert_81_assignsubmission_file_"));
    roster_free(&r);
}
END_TEST

START_TEST(one)
{
    struct roster r;
    struct error err = {0};
    ck_assert(roster_of_one(&r, "ann", &err));
    ck_assert_int_eq(r.count, 1);
    ck_assert_str_eq(r.at[0].id, "ann");
    roster_free(&r);
    ck_assert(!roster_of_one(&r, "a/b", &err));
    ck_assert_int_eq(err.kind, ERROR_INPUT);
}
END_TEST

Suite *suite_roster(void)
{
    Suite *s = suite_create("roster");
    TCase *c = tcase_create("roster");
    tcase_add_loop_test(c, columns, 0, sizeof classes / sizeof classes[0]);
    tcase_add_loop_test(c, refused, 0, sizeof broken / sizeof broken[0]);
    tcase_add_loop_test(c, hand_ins, 0, sizeof files / sizeof files[0]);
    tcase_add_test(c, participants);
    tcase_add_test(c, words);
    tcase_add_test(c, one);
    suite_add_tcase(s, c);
    return s;
}
