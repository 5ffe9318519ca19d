/* What the files of this room share about a project. */
#pragma once
#include "project/state.h"

/* transform.c: the file as it was before its steps, which rest on what cannot be tested: a refusal. */
void ihop_project_take_back (IhopProject *project, const IhopProjectFile *file);
/* unpack.c: it was not done before, and no steps of the owner's stand against it. */
gboolean ihop_project_can_unpack (const IhopProjectFile *file);
/* unpack.c: once more from the start, with nothing that needs a test. */
void ihop_project_unpack_proved (IhopProject *project, const IhopProjectFile *file,
                                 const IhopPlanOptions *plan);
/* Adds the outermost loops of a function that "plan" is about, of const IhopNode *. */
void ihop_project_chosen_loops (const IhopFunction *function, const IhopPlanOptions *plan,
                                GPtrArray *loops);
/* products.c: lines of products get their numbers back, and C that its compiler would refuse is taken out of them,
 * with a refusal. Each list (of IhopProduct *) is given once, and left alone until the end. */
typedef struct _IhopChecks IhopChecks;
IhopChecks *ihop_checks_new (IhopProject *project, const IhopProjectFile *file);
/* There will be products in C of this file: their headers are read from now on. Until the end of the checks. */
void ihop_checks_expect (const IhopProjectFile *file);
void ihop_checks_begin (IhopChecks *checks, GPtrArray *products);
void ihop_checks_end (IhopChecks *checks);
/* lift.c: types that functions declare for themselves, and sizes of arrays of variable length, are put where
 * kernels made of the plan's loops see them. */
void ihop_project_lift (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* accessors.c: calls in loops of small functions that find or read what a struct holds become what they return. */
void ihop_project_inline_accessors (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* promote.c: the calls in time loops over which buffers in structs change places are inlined, so that the step
 * promote can be taken. */
void ihop_project_gather (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* swapped_structs.c: members of structs whose pointers change places in time loops become variables that do. */
void ihop_project_swap_structs (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* rotate.c: buffers that time loops find by a number that goes round become pointers that change places. */
void ihop_project_rotate (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* promote.c: the file with that step taken, read anew; NULL: nothing was done. The caller unrefs. */
IhopTree *ihop_project_promoted (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* conditionals.c: an #if that cuts a loop is resolved. */
void ihop_project_resolve_conditionals (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
/* called.c: for IhopProjectFile's "calls", of the tree as it is now. The caller unrefs. */
GHashTable *ihop_project_count_calls (const IhopProjectFile *file);
/* Functions of the tree, one of the file's, that the file as it was opened calls: for IhopPlanOptions' "once_called". Array of the
 * tree's own names; the caller unrefs. */
GPtrArray *ihop_project_once_called (const IhopProjectFile *file, const IhopTree *tree);
/* names.c: types and names that C++ or CUDA's headers would read otherwise. */
void ihop_project_settle_names (IhopProject *project, const IhopProjectFile *file);
/* Messages from the first of these on have the owner's names again. */
void ihop_project_owners_messages (const IhopProjectFile *file, IhopDiags *diags, guint first);
/* flatten.c: rows behind arrays of pointers are kept in blocks (the step "flatten") for those of these
 * loops that a kernel can then be made of; the steps are noted in the file. */
void ihop_project_flatten (IhopProject *project, const IhopProjectFile *file,
                           const IhopPlanOptions *plan);
/* straighten.c: loops that count otherwise than for (i = first; i < last; i++), and with variables that count
 * along, are written so that kernels can be made of them; the steps are noted in the file. */
void ihop_project_straighten (IhopProject *project, const IhopProjectFile *file,
                              const IhopPlanOptions *plan);
/* expand_copies.c: calls of memcpy and memset near kernels become loops (the step "copy-loop") where these are kernels, too; the steps
 * are noted in the file. */
void ihop_project_expand_copies (IhopProject *project, const IhopProjectFile *file, const IhopPlanOptions *plan);
