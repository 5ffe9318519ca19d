/* Loops marked as blocks or threads of a kernel (ir/roles.h). */
#pragma once
#include "ir/roles.h"
#include "transform/build/step.h"

/* The step "NAME LOOP x|y|z|off" for this role. What is marked is proved parallel; NULL after a refusal. */
IhopRewrite *ihop_spread_mark (IhopTransformStep *step, IhopRole role, char **words, guint n);
