/* Pieces of the collapsed program for the CPU. */
#pragma once
#include "gpugen/emit/printing.h"

/* Whether OpenMP accepts this for statement: one iterator, plain start, test and step. */
gboolean ihop_cpu_is_canonical (const IhopNode *loop);
/* Whether the loop (over "iterator") is declared inside its own header. */
gboolean ihop_cpu_declares (const IhopNode *loop);
/* The function that runs one iteration of the spread loop: its text, and the call. Restricted
 * parameters tell the compiler what it can no longer see from inside a parallel region: that the
 * arrays are different ones. "place": which loop of the nest is spread, "axis": whose header it has.
 * "body": the iteration's statements, indented. Caller frees both. */
char *ihop_cpu_function (IhopPrint *print, const IhopKernel *kernel, guint place, guint axis,
                         const char *body, char **call);

/* Whether a body asks for what only an array itself can tell: its size where the program works that out, its
 * address as a whole. */
gboolean ihop_cpu_needs_arrays (const IhopNode *body);
/* The body's text for a function of its own. Caller frees. */
char *ihop_cpu_moved_text (const IhopNode *body);

/* "(double) n * m > 20000": whether there is enough to do for several threads; NULL: always.
 * FALSE in *worth: never. Caller frees. */
char *ihop_cpu_work (const IhopPlan *plan, const IhopKernel *kernel, guint axis, gboolean *worth);
/* The text of "for (…)" without its body. Caller frees. */
char *ihop_cpu_header (const IhopNode *loop);
/* Whether some node below refers to the symbol. */
gboolean ihop_cpu_mentions (const IhopNode *node, const IhopSymbol *symbol);

/* A parallel loop moved inside the loops of its body, so that memory is walked in order:
 * "for j { t[i][j] = 0; for k t[i][j] += …}" becomes "for j t = 0; for k for j t += …". Text at
 * "indent" that takes the loop's place, or NULL where that is not proved or no gain. "pragma" (may
 * be NULL) stands before each loop over j. */
char *ihop_cpu_sink (const IhopPrint *print, const IhopNode *loop, const IhopLoop *facts,
                     const char *indent, const char *pragma);
/* Enters into "inner" what makes the loops below the one that is spread quick: headers that change
 * places so that memory is walked along x, loops moved inside, vectors. Returns the axis whose
 * header stands outermost now. */
guint ihop_cpu_arrange (IhopPrint *print, const IhopKernel *kernel, guint axis, IhopEdits *inner);
/* Whether consecutive iterations touch consecutive elements everywhere. */
gboolean ihop_cpu_walks_rows (const IhopPrint *print, const IhopNode *loop);
/* A line of its own before a statement. */
void ihop_cpu_insert_line (IhopEdits *edits, const IhopNode *node, const char *line);
/* How many loops stand inside each other. */
guint ihop_cpu_depth (const IhopNode *node);
/* Whether the body is made of plain assignments, fit for "omp simd". */
gboolean ihop_cpu_is_simple (const IhopNode *body);
