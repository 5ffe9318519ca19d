/* What code may run in a kernel. */
#pragma once
#include "gpugen/plan/work.h"

/* NULL: these statements may run in a kernel as they are; else why not. "spread": the statements
 * are the body of a spread loop. callees may be NULL. */
IhopMessage *ihop_device_refuse (IhopPlanner *planner, const IhopNode *node, gboolean spread, GPtrArray *callees);
/* The same of a statement that one thread is to run: nobody else asks whether all that it touches is known. */
IhopMessage *ihop_device_refuse_lone (IhopWork *work, const IhopNode *statement, GPtrArray *callees);
/* The part of it that is about the text: NULL, or why it cannot be replaced. Caller frees. */
IhopMessage *ihop_device_refuse_text (const IhopTree *tree, const IhopNode *node);
/* NULL: a launch can stand where it stands; else why not. Caller frees. */
IhopMessage *ihop_device_refuse_place (const IhopTree *tree, const IhopNode *node);
/* Whether the reason that ihop_device_refuse gave is that a pointer into the host's memory is followed. */
gboolean ihop_device_follows_host (const IhopMessage *why);
/* Whether an update may be made atomic. */
gboolean ihop_device_has_atomic (const IhopReduction *reduction);
