/* Pieces of the collapsed program for the CPU. */
#pragma once
#include "gpugen/printing.h"

/* Whether OpenMP accepts this for statement: one iterator, plain start, test and step. */
gboolean ihop_cpu_is_canonical (const IhopNode *loop);
/* Whether the loop (over "iterator") is declared inside its own header. */
gboolean ihop_cpu_declares (const IhopNode *loop);
/* "(double) n * m > 20000": whether there is enough to do for several threads; NULL: always.
 * FALSE in *worth: never. Caller frees. */
char *ihop_cpu_work (const IhopPlan *plan, const IhopKernel *kernel, guint axis, gboolean *worth);
/* The text of "for (…)" without its body. Caller frees. */
char *ihop_cpu_header (const IhopNode *loop);
/* Whether some node below refers to the symbol. */
gboolean ihop_cpu_mentions (const IhopNode *node, const IhopSymbol *symbol);

/* The innermost spread loop moved inside the loops of its body, so that memory is walked in order:
 * "for j { t[i][j] = 0; for k t[i][j] += …}" becomes "for j t = 0; for k for j t += …". Text at
 * "indent" without the first indentation, or NULL where that is not allowed or no gain. */
char *ihop_cpu_sink (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* Whether the body is made of plain assignments, fit for "omp simd". */
gboolean ihop_cpu_is_simple (const IhopNode *body);
