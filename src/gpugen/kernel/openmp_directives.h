/* The program's own OpenMP directives. */
#pragma once
#include "gpugen/plan/work.h"

/* Plan->dropped; to be called once the kernels are known. */
void ihop_own_threads_drop (IhopPlanner *planner);
/* "omp parallel for …": the words behind #pragma start threads, or share work among them. */
gboolean ihop_is_threads_directive (const char *words);
/* "omp simd", "GCC ivdep": the words behind #pragma say something about the loop that follows. */
gboolean ihop_is_loop_hint (const char *words);
/* The pragma of the main file with nothing but white space between it and this place; NULL: none. */
const IhopDirective *ihop_pragma_above (const IhopTree *tree, gsize begin);
