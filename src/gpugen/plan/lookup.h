/* What belongs to what in a plan: footprints and parameters of kernels, variables behind symbols, versions of functions. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

gboolean ihop_variable_is_pointer (const IhopSymbol *symbol);
gboolean ihop_variable_is_array (const IhopSymbol *symbol);
/* The product of a variable's extents. */
const IhopNode *ihop_extents_product (IhopPool *pool, const IhopNode *const *extents, guint rank);
const IhopFootprint *ihop_kernel_footprint (const IhopKernel *kernel, const IhopSymbol *symbol);
void ihop_params_footprint_free (IhopFootprint *footprint);
const IhopKernelParam *ihop_kernel_param (const IhopKernel *kernel, const IhopSymbol *symbol);
/* Whether one of the kernel's axes is this iterator: each thread has its own value of it. */
gboolean ihop_kernel_has_axis (const IhopKernel *kernel, const IhopSymbol *iterator);
/* Whether kernels call the function, so that it is printed for the device. */
gboolean ihop_plan_is_callee (const IhopPlan *plan, const IhopFunction *function);
/* The outermost statement around a piece of the function's code: as sure to run as the function. */
const IhopNode *ihop_work_outermost (const IhopWork *work, const IhopNode *code);
/* Whether the kernel's threads work out together what one element of the symbol's memory becomes. */
gboolean ihop_kernel_combines_into (const IhopKernel *kernel, const IhopSymbol *symbol);
/* Adds a pair to a list of IhopOverlapTest, once. reason: the list keeps a reference; may be NULL. */
void ihop_overlap_note (GPtrArray *list, const IhopFunction *function, IhopSymbol *a, IhopSymbol *b,
                        const IhopMessage *reason);
/* Whether a function stays as it is: it needed a test at its start, and lengths of its parameters do more than give a value. */
gboolean ihop_function_is_left (const IhopPlanner *planner, const IhopFunction *function);
/* Adds to plan->overlaps what has to be tested so that two variables hold different memory (ihop_alias_tests). */
void ihop_overlap_note_tests (IhopWork *work, IhopSymbol *a, IhopSymbol *b, const IhopMessage *reason);
/* The device variable behind a symbol; NULL: it has none. */
IhopDeviceVariable *ihop_work_variable (const IhopWork *work, const IhopSymbol *symbol);
/* What the called function does to this array of the caller's. */
const IhopHanded *ihop_resident_handed (const IhopKernel *call, const IhopSymbol *symbol);
/* The call in the statement that hands copies over; NULL: none. */
const IhopKernel *ihop_plan_call (const IhopPlan *plan, const IhopNode *call);
/* Whether a version has this variable handed in. */
gboolean ihop_version_hands (const IhopDeviceVersion *version, const IhopDeviceVariable *variable);
/* The version of a function; NULL: it has none. */
const IhopDeviceVersion *ihop_plan_version (const IhopPlan *plan, const IhopFunction *function);
/* Whether a list of IhopOverlapTest has this pair of a function, in either order. */
gboolean ihop_overlap_is_noted (const GPtrArray *list, const IhopFunction *function, const IhopSymbol *a,
                                const IhopSymbol *b);
