/* Conditions that control has passed on its way to a root: of the branch it stands in, of the case, of the "while"
 * around, and of an "if (n == 0) return;" in front of it. */
#pragma once
#include "analysis/scop/walk.h"

/* Adds them to what is known where the root stands, each as long as nothing between there and the root's end can change
 * what it mentions. */
void ihop_context_know_passed (IhopWalk *walk);
/* The values of one label and of those right behind it, added to "all"; *rest: "default" is among them. NULL: a label is
 * no constant that the value's type agrees about. */
__isl_give isl_set *ihop_switch_labels (__isl_take isl_set *all, __isl_keep isl_pw_aff *value, const IhopNode *label,
                                        gboolean *rest);
