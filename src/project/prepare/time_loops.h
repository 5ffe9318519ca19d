/* Loops over time, by what they look like: their bodies move pointers to numbers about in memory, or call what works on elements behind
 * members of structs. Only steps that are tried tell whether anything comes of it (promote.c). */
#pragma once
#include "ir/tree.h"

/* Whether its body, or what that calls, passes a pointer to numbers from one place in memory to another, and has loops. */
gboolean ihop_time_loop_exchanges (const IhopTree *tree, const IhopNode *loop);
/* Whether it calls a function in whose loops elements behind a member are used. */
gboolean ihop_time_loop_calls_for_members (const IhopTree *tree, const IhopNode *loop);
gboolean ihop_points_to_numbers (const IhopType *type);
gboolean ihop_points_to_struct (const IhopType *type);
/* "w->now", "*a" of a double **a, or a global variable, if that is a pointer to numbers. */
gboolean ihop_is_pointer_in_memory (const IhopNode *node);
/* The function of the tree that is called; NULL: another one, or nobody knows which. */
const IhopFunction *ihop_called_function (const IhopTree *tree, const IhopNode *call);
/* The first call in an iteration of a function that touches a pointer to numbers in memory, or a number beside one in a struct;
 * NULL: there is none. */
const IhopNode *ihop_time_loop_call (const IhopTree *tree, const IhopNode *loop);
