/* Tests at a function's start that keep pointers apart, or that sizes rest on. */
#pragma once
#include "gpugen/plan/work.h"

/* The tests that keep pointers apart: what the guards ask for; then, when variables and their
 * sizes are known, how many bytes each compares and where (work->entry). NULL, or why kernel number
 * *bad cannot rely on its tests (caller frees). */
void ihop_entry_tests_guard (IhopWork *work);
/* Whether an expression has the same value where tests stand as in all of the function. */
gboolean ihop_entry_tests_can_say (IhopWork *work, const IhopNode *node);
/* The pairs that steps rest on (IhopPlanOptions); before any other pair is noted. */
void ihop_entry_tests_require (IhopWork *work);
char *ihop_entry_tests_measure (IhopWork *work, guint *bad);
/* Takes out tests that turned out not to be needed. */
void ihop_entry_tests_finish (IhopWork *work);
