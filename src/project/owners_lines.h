/* People are told the lines of their own file, also when what they hear about is a text that ihop has made of it. */
#pragma once
#include "ir/tree.h"

/* "again" is what the front end has read where "printed", a tree that steps have left, was written down: from now on its
 * places tell the owner's lines. A statement stands for the line that it was made from; what a step has made of nothing
 * counts to the line before it. */
void ihop_owners_lines_follow (IhopTree *again, const IhopTree *printed);
