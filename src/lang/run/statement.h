/* Declares what the kinds of statement offer to the table in exec.c. Private to src/lang. */
#pragma once

#include "lang/run/scope.h"

/* --- assign.c --- */
enum flow exec_assign(struct interp *in, const struct node *n);
enum flow exec_augmented(struct interp *in, const struct node *n);
enum flow exec_annotated(struct interp *in, const struct node *n);
enum flow exec_delete(struct interp *in, const struct node *n);
/* The annotation's value, or its text after `from __future__ import annotations`. */
bool eval_annotation(struct interp *in, const struct node *n, struct value *out);

/* --- define.c --- */
enum flow exec_def(struct interp *in, const struct node *n);
enum flow exec_class(struct interp *in, const struct node *n);

/* --- handle.c --- */
enum flow exec_raise(struct interp *in, const struct node *n);
enum flow exec_assert(struct interp *in, const struct node *n);
enum flow exec_try(struct interp *in, const struct node *n);
enum flow exec_with(struct interp *in, const struct node *n);
/* What `raise v` raises: v, or an instance of the class v. */
bool exception_make(struct interp *in, struct value v, struct value *out);
bool exception_set_cause(struct interp *in, struct value exception, struct value cause);

/* --- exec.c --- */
/* FLOW_NEXT or FLOW_ERROR. */
enum flow flow_of(bool ok);
/* The truth of a condition. */
bool condition(struct interp *in, const struct node *n, bool *truth);
