/* Between fragment.c (adding), target_pragmas.c (what is marked) and automatic.c (what pays). */
#pragma once
#include "gpugen/plan/planner.h"

/* One "#pragma target", or a begin and its end. */
typedef struct
{
  IhopClauses *clauses;    /* owned by the planner's list */
  GPtrArray *pragmas;      /* of const IhopNode * */
} IhopMark;

gboolean ihop_fragment_is_skipped (const IhopNode *node);
/* NULL: added to work->kernels; else why not (caller frees). mark may be NULL. */
char *ihop_fragment_add (IhopWork *work, IhopKernelKind kind, const GPtrArray *statements,
                         const IhopNest *nest, const IhopMark *mark);
char *ihop_fragment_add_nest (IhopWork *work, const IhopNode *loop, const IhopMark *mark);
/* Consecutive statements: parallel loops in them are spread, the rest runs in one thread. */
void ihop_fragment_add_run (IhopWork *work, const IhopNode *const *nodes, guint n,
                            const IhopMark *mark);
/* target_pragmas.c, automatic.c */
void ihop_fragment_choose_marked (IhopWork *work);
void ihop_fragment_choose_found (IhopWork *work);
/* single_thread.c: statements between kernels of a host loop that had better run on the device. */
void ihop_fragment_join_serial (IhopWork *work);
