/* "#pragma omp parallel for" and its clauses, for a nest of which one loop is spread over the processor's threads. */
#pragma once
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/printing.h"

/* A nest that is being printed. */
typedef struct
{
  IhopPrint *print;
  IhopPoints *points;
  const IhopKernel *kernel;
  guint axis;              /* the loop that is spread … */
  guint place;             /* … and where it stood before headers changed places */
  gboolean reorders;       /* sums in another order */
  GHashTable *reducers;    /* names of those already declared in this file */
} IhopCpuNest;

/* The axis of the loop that is spread. */
const IhopAxis *ihop_cpu_spread (const IhopCpuNest *nest);
/* Whether OpenMP has clauses for all that comes out of the kernel: its reductions are of scalars; fmax has a mind of its own about
 * NaN, and NaN && NaN is 1. */
gboolean ihop_clauses_can_reduce (const IhopKernel *kernel);
/* Nothing comes out of an iteration but through arrays. */
gboolean ihop_clauses_are_private (const IhopKernel *kernel);
/* Whether something is tested before the loop that a processor has to know, too. */
gboolean ihop_clauses_are_conditional (const IhopKernel *kernel);
/* The whole line. "work": C text that is true where there is enough to do; NULL: there is. simd: vectors, too. Declares
 * reductions in front of the function where OpenMP's own will not do. Caller frees. */
char *ihop_clauses_of_loop (const IhopCpuNest *nest, const char *work, gboolean simd);
/* The same where the iteration is a function, in which all that it has of its own is. Caller frees. */
char *ihop_clauses_of_call (const IhopCpuNest *nest, const char *work);
/* Appends " private(…)": iterators of inner loops that live outside the nest, and other scalars of each thread's own. */
void ihop_clauses_private (const IhopCpuNest *nest, GString *clauses);
/* Appends " if(…)". Too little work forbids the threads, not the vectors; an untested independence forbids both. (An "if" without
 * a name in front would take the vectors away with the threads.) */
void ihop_clauses_conditions (const IhopCpuNest *nest, const char *work, gboolean simd, GString *clauses);
