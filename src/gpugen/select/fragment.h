/* Between fragment.c (adding), target_pragmas.c (what is marked) and automatic.c (what pays). */
#pragma once
#include "gpugen/plan/clauses.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* One "#pragma target", or a begin and its end. */
typedef struct
{
  IhopClauses *clauses;    /* owned by the planner's list */
  GPtrArray *pragmas;      /* of const IhopNode * */
} IhopMark;

gboolean ihop_fragment_is_skipped (const IhopNode *node);
/* NULL: added to work->kernels; else why not (caller frees). mark may be NULL. */
IhopMessage *ihop_fragment_add (IhopWork *work, IhopKernelKind kind, const GPtrArray *statements, const IhopMappedNest *nest,
                                const IhopMark *mark);
IhopMessage *ihop_fragment_add_nest (IhopWork *work, const IhopNode *loop, const IhopMark *mark);
/* Consecutive statements: parallel loops in them are spread, the rest runs in one thread. */
void ihop_fragment_add_run (IhopWork *work, const IhopNode *const *nodes, guint n,
                            const IhopMark *mark);
