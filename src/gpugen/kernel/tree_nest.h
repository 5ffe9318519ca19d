/* Kernels whose blocks and threads the owner (or a step) has laid out. */
#pragma once
#include "gpugen/plan/work.h"

/* The same as ihop_nest_find for a loop that is marked as one over blocks: its tree is read and proved. */
gboolean ihop_nest_find_tree (IhopPlanner *planner, const IhopFunction *function, const IhopNode *loop, IhopMappedNest *nest,
                              IhopMessage **why);
