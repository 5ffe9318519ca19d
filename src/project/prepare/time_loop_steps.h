/* What preparations of time loops have in common: which loops may be meant, steps that are tried on them, and functions of their own for them. */
#pragma once
#include "project/project_private.h"

/* Whether the plan may be about the loop, nobody has chosen it to be a kernel, and it has not been prepared in vain before. */
gboolean ihop_time_loop_may_be_meant (const IhopProjectFile *file, const IhopPlanOptions *plan, const IhopLoopName *name);
/* The tree after one more step, read anew; NULL: it is refused. Takes step; the caller unrefs. */
IhopTree *ihop_time_loop_step (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, char *step);
/* The tree with a call's body in its place; or, "if (step (g) < eps) break;", with a call that is part of a larger expression made before it, to be
 * asked again. NULL: neither can be done. */
IhopTree *ihop_time_loop_inline (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, const IhopLoopName *name, const IhopNode *call);
/* Second names of buffers and sizes in the loop, "double *next2 = w_next;", are written out where they can be, and those that have become
 * some by that. loop: its number (ihop_address_list). Takes the tree; the caller unrefs. */
IhopTree *ihop_time_loop_without_second_names (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, guint loop);
/* Whether tests that the loop needs can stand right in front of it, as the function begins with it. */
gboolean ihop_time_loop_is_at_entry (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, const IhopLoopName *name);
/* The loop in a function of its own, which the file notes; *loop: its number there. NULL: it cannot be one. The caller unrefs. */
IhopTree *ihop_time_loop_outlined (IhopProject *project, const IhopProjectFile *file, IhopTree *tree, guint *loop);
/* Notes the function that a loop is in by now, and the address that it had, for the case that nothing comes of it. */
void ihop_time_loop_note (const IhopProjectFile *file, const char *function, const char *address);
