/* Compares shape comments with the truth: what axes_judge.c (statement by statement), axes_case.c
 * (what went in) and axes_claim.c (what is said of what comes out) share. */
#pragma once

#include "trace/axes/axes_comment.h"

#define MOST_TARGETS 8
#define MOST_OPERANDS 2
#define MOST_VISIBLE 64
#define MOST_CAME 16

struct free_name { /* a name of comments that is no variable */
    struct said_size name;
    int64_t size;
};

struct scope { /* free names hold within one call of a function, and within one cell */
    int call;
    const struct source *source;
    int line;
    int first; /* its first free name */
};

/* A comment that was right once is no lie: the encoder calls the function with one length, the
 * decoder with two. Only one that was never right is reported. */
struct judged {
    const char *comment;
    int times;
    bool right;
    int found; /* index of what was found wrong first, -1 */
};

struct remark; /* axes_judge.c */

struct judge {
    struct tape *t;
    struct book book;
    struct scope *scope;
    int scope_count, scope_cap;
    struct free_name *name;
    int name_count, name_cap;
    struct judged *judged;
    int judged_count, judged_cap;
    struct shape_comment *found;
    int found_count, found_cap;
    struct remark *remark;
    int remark_count, remark_cap;
    struct map remarks;        /* a source and a line: its place in `remark` */
    const struct tensor *last; /* what the statement before gave */
    int last_call;
    struct { /* a comment alone above a statement that it is wrong of: the next ones may be meant */
        int judged; /* -1: none */
        const char *text, *end;
        int call, left; /* how many more statements */
    } open;
};

/* One statement that was carried out. */
struct case_ {
    const struct source *source;
    int line, call, event; /* event: the one that gave the first target */
    int before;            /* how many events there were when it was done */
    const char *target_name;
    const struct tensor *target[MOST_TARGETS];
    int targets;
    struct tensor operand[MOST_OPERANDS]; /* borrowed, of the only product; or of the only input */
    int operands;
    const struct tensor *came[MOST_CAME]; /* what its operations took, no weights among them */
    int came_count;
    struct { /* names of axes of what went in */
        const char *name;
        int64_t size;
        bool clear;
    } visible[MOST_VISIBLE];
    int visible_count;
};

struct verdict {
    const struct said_shape *shape; /* that is wrong, NULL: none */
    const struct tensor *truth;
    int axis; /* of the truth */
    struct said_size size;
    int64_t says;
    bool free; /* it says so by a name that an earlier comment gave its number */
};

/* Room for one more in a growing array. False: memory. */
bool judge_reserve(struct judge *j, void *at, int count, int *cap, size_t size);

/* All of them, malloc'ed, in the order of the run. After axes_find. False: memory. */
bool axes_check_comments(struct tape *t, struct shape_comment **at, int *count);
