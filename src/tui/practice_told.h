/* Declares what is told about the question of a practice, behind it. */
#pragma once

#include "tui/practice.h"

/* What is told instead of a verdict: a file that cannot be read. */
void practice_say(struct practice *p, const char *text);
/* What is told beside it, unless it stands at the end already. */
void practice_note(struct practice *p, const char *text);
/* Code that was written (PRACTICE_EDIT, PRACTICE_FILE) is judged. */
bool practice_code(struct practice *p, const char *text, struct error *err);
/* Code of an earlier sitting, which an editor begins with: it is told, and not judged yet. */
void practice_draft(struct practice *p, const char *text);
/* An answer, and code or NULL, are judged and the verdict told. False with err: memory. */
bool practice_judge(struct practice *p, const char *answer, const char *code, struct error *err);
void practice_hint(struct practice *p, int hint);
void practice_solution(struct practice *p);
void practice_forget(struct practice *p);
/* What was told goes, but for the hints, as long as they can help. */
void practice_told_anew(struct practice *p);
/* Whether a line is the letter of an option. */
bool practice_has_option(const struct practice *p, const char *line);

/* As text: heading, question, what is asked for; and what was told about it. */
void practice_text(const struct practice *p, struct buf *out);
/* The question alone, and how to answer it. */
void practice_question_text(const struct practice *p, struct buf *out);
/* What came of the last line, alone. */
void practice_told(const struct practice *p, struct buf *out);
