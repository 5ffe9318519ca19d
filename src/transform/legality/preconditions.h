/* What steps that change storage ask alike. Their proofs rest on one loop: what it touches, and
 * that control runs through it. */
#pragma once
#include "analysis/judge.h"
#include "transform/build/build.h"

/* A loop looked at: its accesses as relations, and (if asked) its verdict. */
typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopBudget budget;
  IhopScop *scop;          /* owned */
  IhopLoop loop;           /* filled in by ihop_study_judge; its arrays are owned */
} IhopStudy;

/* NULL after a refusal: something in the loop is not followed, or rests on a promise that nobody
 * gave. The header must outlive it. */
IhopStudy *ihop_study_new (IhopTransformStep *step, const IhopHeader *header);
void ihop_study_free (IhopStudy *study);
G_DEFINE_AUTOPTR_CLEANUP_FUNC (IhopStudy, ihop_study_free)
/* Fills in study->loop. FALSE after a refusal: iterations are not proved independent but for
 * reductions and private variables. */
gboolean ihop_study_judge (IhopStudy *study);
/* Every access of a variable, in the order of evaluation. Of const IhopAccess *; caller unrefs. */
GPtrArray *ihop_study_accesses (const IhopStudy *study, const IhopSymbol *symbol);
/* Whether two accesses may mean the same memory in one run of the loop, whatever the order. */
gboolean ihop_study_may_meet (IhopStudy *study, const IhopAccess *a, const IhopAccess *b);
/* The same within one iteration of the loop. */
gboolean ihop_study_may_meet_at_once (IhopStudy *study, const IhopAccess *a, const IhopAccess *b);
/* Instances in which the two are sure to mean one element, as they follow each other; NULL: none is sure to. With
 * "at_once", in one iteration of the loop. Caller frees. */
IhopDependence *ihop_study_meeting (IhopStudy *study, const IhopAccess *a, const IhopAccess *b, gboolean at_once);
/* Whether an access happens in every iteration, once at least: not below a condition. */
gboolean ihop_study_always (const IhopStudy *study, const IhopAccess *access);
/* "the flow dependence from a[i] (line 3) to a[i - 1] (line 4)", with distance and witness, and why
 * that stands in the way. Keeps carried. */
IhopDiag *ihop_study_refuse_pair (IhopStudy *study, const IhopCarried *carried, const char *why);

/* Refuses because of a read that may see what another iteration has written; with a witness where
 * one of the accesses (all to that variable) is the write. Returns FALSE. */
gboolean ihop_study_refuse_uncovered (IhopStudy *study, const IhopAccess *read,
                                      const GPtrArray *accesses);

/* For a declaration in the body of a loop that stands in the way: how the loop can do without. */
void ihop_remedy_declared (IhopDiag *diag, const char *loop, const IhopNode *declaration);

/* A variable of the function's own that nobody has the address of. FALSE after a refusal. */
gboolean ihop_storage_is_own (IhopTransformStep *step, const IhopHeader *header,
                              const IhopSymbol *symbol);
/* The same, and an integer or floating one. */
gboolean ihop_storage_is_own_number (IhopTransformStep *step, const IhopHeader *header,
                                     const IhopSymbol *symbol);
/* Refuses a variable that the extent of an array depends on: extents are no part of the code that
 * steps rebuild. */
gboolean ihop_storage_is_no_extent (IhopTransformStep *step, const IhopHeader *header,
                                    const IhopSymbol *symbol);
/* The variable of this name where the loop stands; not one as above. NULL after a refusal. */
IhopSymbol *ihop_storage_variable (IhopTransformStep *step, const IhopHeader *header,
                                   const char *name);
/* Refuses code that declares types: it cannot be rebuilt around other parts. */
gboolean ihop_storage_is_plain (IhopTransformStep *step, const IhopNode *node);
/* Refuses a loop that is left in the middle, or whose body is; and what is not plain. */
gboolean ihop_storage_runs_through (IhopTransformStep *step, const IhopHeader *header);
/* Refuses where the iterator's value after the loop is used. */
gboolean ihop_storage_counter_is_dead (IhopTransformStep *step, const IhopHeader *header);
/* Refuses a loop that calls what may not come back. */
gboolean ihop_storage_comes_back (IhopTransformStep *step, const IhopHeader *header);
/* Refuses integers that do not wrap around at a power of two (_Bool), or are too wide. */
gboolean ihop_storage_is_modular (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopSymbol *symbol);
/* A result that is rounded anew: refuses unless the owner has said "reassociate"; then says so in a
 * warning. "again" is the step with that word. */
gboolean ihop_storage_may_round (IhopTransformStep *step, const IhopHeader *header,
                                 const IhopNode *update, const char *name, gboolean reassociate,
                                 const char *again);
/* Refuses an expression that has effects, or that the loop's body may change: wherever in the loop
 * it is evaluated, it is the same. The loop's own iterator counts as fixed. */
gboolean ihop_storage_is_fixed (IhopTransformStep *step, const IhopHeader *header,
                                const IhopNode *expression, const char *what);
/* Refuses where a name in the expression would mean another variable inside "body". */
gboolean ihop_storage_can_say (IhopTransformStep *step, const IhopNode *body,
                               const IhopNode *expression);
/* Refuses a place (s, C[i][j], p->sum) that cannot be named before and behind the loop, with the
 * same meaning as in it. */
gboolean ihop_place_is_fixed (IhopTransformStep *step, const IhopHeader *header,
                              const IhopNode *place);
/* The first part of a piece of code that spells this reference, or NULL. */
const IhopNode *ihop_reference_in (const IhopNode *node, const IhopNode *reference);
/* Refuses where what finding an element (A[i][j + 1]) needs may change in the loop but for the iterator, or
 * would mean something else in it: the element can be named in another loop like it. */
gboolean ihop_storage_subscripts_are_fixed (IhopTransformStep *step, const IhopHeader *header,
                                            const IhopNode *element);
enum { IHOP_STACK_BYTES = 1 << 20 }; /* the largest array that a step declares in a function */
/* Refuses an array with an element an iteration that is known to be larger. */
gboolean ihop_storage_fits_stack (IhopTransformStep *step, const IhopHeader *header,
                                  const IhopType *element);
/* An array of variable length cannot be declared where a jump may lead past it. */
gboolean ihop_storage_can_declare (IhopTransformStep *step, const IhopHeader *header,
                                   const IhopType *type);

/* Refuses a header whose first value and bound cannot be written a second time, anywhere in the loop
 * or right behind it, with the same meaning. */
gboolean ihop_header_is_repeatable (IhopTransformStep *step, const IhopHeader *header);

/* The mentions of a variable in a piece of code, of const IhopNode *; caller unrefs. */
GPtrArray *ihop_mentions_of (const IhopNode *node, const IhopSymbol *symbol);
/* The code with nodes exchanged: news maps old nodes to new ones, NULL takes a statement out. What
 * holds no such node is shared. */
const IhopNode *ihop_exchange (IhopBuild *build, const IhopNode *node, GHashTable *news);
/* Takes out what claims something about the loop ("omp …", "target"), and with "outer" about the
 * loops around it, too. */
void ihop_exchange_marks (const IhopFunction *function, const IhopNode *loop, gboolean outer,
                          GHashTable *news);

/* Adds what the owner says of the loop to ihop ("target …"), made anew for what comes in its place: the
 * marks in front of a statement go with it. */
void ihop_keep_targets (IhopBuild *build, const IhopFunction *function, const IhopNode *loop,
                        GPtrArray *into);

/* Whether a variable holds a value of that type as it is: the same type, or pointers (or an array) to the same of
 * which one only promises not to write through it. */
gboolean ihop_holds_as_it_is (const IhopType *variable, const IhopType *value);
/* entry_value.c: what a variable of the function's own holds when the loop starts: a constant, or a sum of names that
 * were not changed since it was set, of the variable's own type. NULL: not known. */
const IhopNode *ihop_held_before (IhopTransformStep *step, const IhopFunction *function,
                                  const IhopNode *loop, const IhopSymbol *symbol);

/* The first variable that a body sets and that "in-place" may be asked about; NULL: none. */
IhopSymbol *ihop_in_place_candidate (const IhopNode *loop);

/* Expressions and variables of steps like these. */
IhopSymbol *ihop_make_counter (IhopBuild *build, const IhopHeader *header, const char *name);
const IhopType *ihop_type_pointer_to (IhopBuild *build, const IhopType *target);
const IhopType *ihop_type_array_of (IhopBuild *build, const IhopType *element,
                                    const IhopNode *count);
const IhopNode *ihop_make_cast (IhopBuild *build, const IhopType *type, const IhopNode *operand);
/* "lower < bound": whether the loop runs at all. */
const IhopNode *ihop_header_condition (IhopBuild *build, const IhopHeader *header);
/* Adds statements to a list, under that condition unless the loop is sure to run. Takes
 * statements. */
void ihop_append_if_runs (IhopBuild *build, const IhopHeader *header, GPtrArray *into,
                          GPtrArray *statements);
/* The number as that type, without a word about it. */
const IhopNode *ihop_make_number (IhopBuild *build, const IhopType *type, gint64 value);
/* "it" is used like this value: with a cast where its type is another. */
const IhopNode *ihop_make_as (IhopBuild *build, const IhopType *type, const IhopNode *value);
extern const IhopType ihop_type_long, ihop_type_unsigned, ihop_type_unsigned_long;
