/* Between parameters.c (kernel parameters), extents.c (sizes), lifetime.c (birth and death) and copies.c. */
#pragma once
#include "gpugen/plan/planner.h"

/* NULL: the globals that the kernel's callees read can be passed to them; else why not (caller frees).
 * Once its parameters are known. */
char *ihop_device_globals_refuse (const IhopKernel *kernel);
gboolean ihop_variable_is_pointer (const IhopSymbol *symbol);
gboolean ihop_variable_is_array (const IhopSymbol *symbol);
/* The VARIABLE node of a local; NULL: none in this function. */
const IhopNode *ihop_variable_declaration (const IhopWork *work, const IhopSymbol *symbol);
/* Rank, extents, element and count from declaration, allocation, or what kernels touch. NULL, or
 * why they are not known (caller frees). */
char *ihop_extents_find (IhopWork *work, IhopDeviceVariable *variable);
/* How many bytes a call of malloc, calloc or aligned_alloc asks for, where that is a constant; else 0. */
guint64 ihop_extents_bytes_of_call (const IhopNode *call);
/* caller_extents.c: whether all macros in the owner's words for this mean the same all over the file. */
gboolean ihop_macros_are_fixed (const IhopWork *work, const IhopNode *node);
/* The first extent of a parameter, from the memory that all its callers pass; NULL: not known. */
const IhopNode *ihop_passed_extent (IhopWork *work, const IhopDeviceVariable *variable);
/* Before it has a place: whether an expression has one value from somewhere before all its kernels on. */
gboolean ihop_place_can_say (IhopWork *work, IhopDeviceVariable *variable, const IhopNode *node);
/* Whether it has one value everywhere behind the allocation. */
gboolean ihop_place_is_stable (IhopWork *work, const IhopDeviceVariable *variable, const IhopNode *node);
/* What all kernels together touch of a variable; NULL: all of it, or not known. */
const IhopBox *ihop_extents_touched (IhopWork *work, const IhopDeviceVariable *variable,
                               gboolean written_only);
/* extent_guard.c: how far kernels reach behind a pointer whose extent nobody states, and when: extents[0] (not for
 * rank 0), bare, when and what belongs to them. Of all kernels, or of "only" one. FALSE: not known. */
gboolean ihop_reach_measure (IhopWork *work, IhopDeviceVariable *variable, const IhopKernel *only);
/* Once its copies are placed: whether one of them stands where the kernels might not follow. */
void ihop_reach_finish (IhopWork *work, IhopDeviceVariable *variable);
/* The product of a variable's extents. */
const IhopNode *ihop_extents_product (IhopPool *pool, const IhopNode *const *extents, guint rank);
gboolean ihop_extents_is_whole (const IhopDeviceVariable *variable, const IhopBox *box);
const IhopFootprint *ihop_kernel_footprint (const IhopKernel *kernel, const IhopSymbol *symbol);
/* The footprints of all statements of a kernel, merged. Caller unrefs. */
GPtrArray *ihop_params_footprints (IhopWork *work, const IhopKernel *kernel);
void ihop_params_footprint_free (IhopFootprint *footprint);
const IhopKernelParam *ihop_kernel_param (const IhopKernel *kernel, const IhopSymbol *symbol);
/* Whether the kernel's threads work out together what one element of the symbol's memory becomes. */
gboolean ihop_kernel_combines_into (const IhopKernel *kernel, const IhopSymbol *symbol);
/* Whether the host may read a scalar after the kernel before setting it anew. */
gboolean ihop_scalar_is_live_after (IhopWork *work, const IhopKernel *kernel,
                                    const IhopSymbol *symbol);
/* Makes the device variables behind all kernels' parameters. NULL, or why kernel number *bad cannot
 * have them (caller frees). */
char *ihop_variables_bind (IhopWork *work, guint *bad);
/* entry_tests.c: the tests that keep pointers apart: what the guards ask for; then, when variables and their
 * sizes are known, how many bytes each compares and where (work->entry). NULL, or why kernel number
 * *bad cannot rely on its tests (caller frees). */
void ihop_tests_guard (IhopWork *work);
/* Whether an expression has the same value where tests stand as in all of the function. */
gboolean ihop_tests_can_say (IhopWork *work, const IhopNode *node);
/* The pairs that steps rest on (IhopPlanOptions); before any other pair is noted. */
void ihop_tests_require (IhopWork *work);
char *ihop_tests_measure (IhopWork *work, guint *bad);
/* tested_extents.c: how many bytes behind a pointer kernels may touch or, with_host, anything in the function; then
 * to "conditions" (of const IhopNode *) under which nothing before the place pointed to is. Of pointers that change
 * places it is the most of all of them. NULL: not known. */
const IhopNode *ihop_tested_bytes (IhopWork *work, const IhopSymbol *symbol, gboolean with_host, GPtrArray *conditions);
/* Whether a pointer that changes places has its first value where tests stand, behind statement *entry of the function's
 * body (-1: right at its start), and before what exchanges it. */
gboolean ihop_tested_is_first (IhopWork *work, const IhopSymbol *symbol, int *entry);
/* disjointness.c: whether buffers that change places are proved or tested to be different. */
gboolean ihop_variables_are_apart (IhopWork *work, const IhopSymbol *a, const IhopSymbol *b);
/* Takes out tests that turned out not to be needed. */
void ihop_tests_finish (IhopWork *work);
/* Whether a parameter's memory may be looked at after the function has returned, as far as its
 * callers show. */
gboolean ihop_live_after_calls (IhopWork *work, const IhopSymbol *parameter);
/* disjointness.c: ihop_touch_of behind the tests at the function's entry (plan->overlaps). */
IhopTouch ihop_variable_touch (IhopWork *work, const IhopNode *code, const IhopSymbol *symbol);
/* The box with numbers that are a declared extent, or a little less, as what the owner called it. NULL stays NULL. */
const IhopBox *ihop_extents_reword (IhopPool *pool, const IhopDeviceVariable *variable, const IhopBox *box);
/* Whether the words of a size keep their value from the declaration (or malloc) on: NULL, or what
 * changes (caller frees). first_is_fixed: the first extent is such a size, too. */
char *ihop_place_refuse (IhopWork *work, IhopDeviceVariable *variable, gboolean first_is_fixed);
/* Adds a pair to a list of IhopOverlapTest, once. */
void ihop_overlap_note (GPtrArray *list, const IhopFunction *function, IhopSymbol *a, IhopSymbol *b,
                        const char *reason);
/* Adds to plan->overlaps what has to be tested so that two variables hold different memory (ihop_alias_tests). */
void ihop_overlap_note_tests (IhopWork *work, IhopSymbol *a, IhopSymbol *b, const char *reason);

/* A part of a variable, the events of which are asked for. */
typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  const IhopBox *part;     /* the elements kept alike on both sides; NULL: all */
} IhopPieceEvents;

guint16 *ihop_events_collect (const IhopPieceEvents *piece);
/* textual_events.c: these events and what the text shows besides, for the check. Caller frees. */
guint16 *ihop_events_seen (IhopWork *work, const IhopSymbol *variable, const guint16 *events);
/* The same for elements that no kernel writes. */
guint16 *ihop_events_collect_read (const IhopPieceEvents *piece);
/* What of "all" lies around "inner", as disjoint boxes (of const IhopBox *); NULL: not known where
 * inner lies in all, or whether it is ever so small that the boxes would overlap. */
GPtrArray *ihop_box_difference (IhopWork *work, const IhopBox *all, const IhopBox *inner);
/* The least value of "n", "n - 2" or "7" at any call. FALSE: not known. */
gboolean ihop_least_size (IhopWork *work, const IhopNode *size, gint64 *least);
/* Notes for the emulated program what happens to a part of a variable, and which boxes travel for
 * it. Boxes may be NULL (IhopTold). */
void ihop_told_add (IhopWork *work, const IhopDeviceVariable *variable, guint piece,
                    const guint16 *events, const IhopBox *in, const IhopBox *out,
                    const IhopBox *without);
