/* Reads which line somebody means: by its number, or copied. */
#define _POSIX_C_SOURCE 200809L
#include "exercise/answer/answer.h"
#include "exercise/answer/answer_words.h"
#include "exercise/code_line.h"
#include "exercise/form.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PLACES "first|second|third|fourth|fifth|sixth|seventh|eighth|ninth"
#define COUNTS "one|two|three|four|five|six|seven|eight|nine"
#define NUMBER "([0-9]{1,6})(?![0-9])"
#define END "(?![a-z])" /* of a word */
#define ORDINAL "(?:st|nd|rd|th)" END
#define SIGN "[ :=#]*+(?:(?:n[or]\\.?|number|is)" END " *)?"

/* "the third line", "3rd line"; "line 3", "lines: no. 3", "line three". */
FORM(named, "(?i)(?<![a-z0-9])(?|(?:(" PLACES ")|([0-9]{1,6})" ORDINAL ") line" END
            "|(?:lines?|ln|zeile)(?:" SIGN "()" NUMBER "(?:" ORDINAL ")?|(?= )" SIGN "(" COUNTS
            ")" END "))");
/* A number alone is a line where no other is named. */
FORM(alone, "(?i)^(?:l\\.)?[ :=#(]*()" NUMBER "(?:" ORDINAL ")?");

/* Behind it: another number, another line, or that it is right. */
FORM(cleared_behind, "(?i)^[^ .:,;()>'-]|^[^a-z]*[0-9/&+%]|^[^a-z]*(?:or|and|to|x|th|st|nd|rd)" END
                     "|^[ ,;:.()-]*(?:(?:it|this|that|is|looks|seems|has)" END " *)*"
                     "(?:correct|ok|okay|fine|right|works|good|true|perfect|nothing|innocent)" END);
/* In front of its clause. */
FORM(cleared_before, "(?<![A-Za-z])(?i:not|never|no|nothing|right|correct|fine|ok)(?i)" END
                     "|n(?i)(?:'t|ot|ever|o|othing)" END);
/* Up to the reason, which is anything that denies nothing: group 1. */
FORM(accused,
     "(?i)^ *([^,;:.(>-]*?)(?:(?<![^ ])(because|since|as|should|must|has|needs|where|which|"
     "uses|lacks)" END "(*COMMIT) *+(?!(?:no|not|never|nothing|been)" END ")|(?=[,;:.(>-])|$)");
/* Beside the words that say nothing. */
static const char guilty[] = " line lines wrong mistake error bug problem issue fault faulty "
                             "incorrect broken bad one lies ";

static bool accuses_behind(struct piece text)
{
    struct piece part[FORM_GROUPS];
    return !form_in(&cleared_behind, text) && form_find(&accused, text, 0, part) &&
           answer_harmless(part[1].at, part[1].at + part[1].len, guilty, false);
}

static bool accuses_before(struct piece text)
{
    size_t clause = text.len;
    while (clause > 0 && strchr(",;:.", text.at[clause - 1]) == NULL) {
        clause--;
    }
    return !form_in(&cleared_before, (struct piece){text.at, clause}) &&
           answer_harmless(text.at + clause, text.at + text.len, guilty, false);
}

/* Which of the words it is, from 1; 0: none. */
static int rank_of(struct piece word, const char *words)
{
    int rank = 1;
    for (size_t len; *words != '\0'; words += len + (words[len] == '|'), rank++) {
        len = strcspn(words, "|");
        if (len == word.len && strncasecmp(word.at, words, len) == 0) {
            return rank;
        }
    }
    return 0;
}

static int number_of(const struct piece *part)
{
    return part[2].len > 0   ? atoi(part[2].at)
           : part[1].len > 0 ? rank_of(part[1], PLACES)
                             : rank_of(part[3], COUNTS);
}

bool answer_line(const char *text, int *line, struct buf *why)
{
    scoped_buf plain = {0};
    struct piece part[FORM_GROUPS], place = {NULL, 0};
    answer_plain(text, &plain);
    struct piece all = {buf_text(&plain), plain.len};
    int count = 0, number = 0;
    for (size_t from = 0; form_find(&named, all, from, part); count++) {
        place = part[0];
        number = number_of(part);
        from = (size_t)(place.at - all.at) + place.len;
    }
    if (count == 0 && form_find(&alone, all, 0, part)) {
        place = (struct piece){all.at, part->len};
        number = number_of(part);
        count = 1;
    }
    struct piece behind = {place.at + place.len, 0};
    behind.len = count == 1 ? all.len - (size_t)(behind.at - all.at) : 0;
    bool ok = count == 1 && accuses_before((struct piece){all.at, (size_t)(place.at - all.at)}) &&
              accuses_behind(behind);
    if (ok) {
        *line = number;
    } else {
        buf_puts(why, "Write the number of one line, such as 7.");
    }
    return ok;
}

int answer_line_of(const char *code, const char *text)
{
    struct piece rest = piece_of(code != NULL ? code : ""), line;
    scoped_buf said = {0};
    int found = 0;
    code_line_plain(piece_of(text != NULL ? text : ""), &said);
    for (int number = 1; said.len > 0 && piece_line(&rest, &line); number++) {
        scoped_buf own = {0};
        code_line_plain(line, &own);
        if (own.len > 0 && answer_options_same(buf_text(&own), buf_text(&said))) {
            found = found == 0 ? number : -1;
        }
    }
    return found > 0 ? found : 0;
}
