/* Accesses and statements of a scop as the walk meets them. */
#pragma once
#include "analysis/scop/walk.h"

/* The instances that reach this point access the place. Takes ref; "node" is the reference in the code. */
void ihop_record (IhopWalk *walk, IhopRef *ref, const IhopNode *node, gboolean is_write, IhopMay may);
