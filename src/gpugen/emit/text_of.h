/* How printers ask each other for text. */
#pragma once
#include "ir/tree.h"

typedef char *(*IhopTextOf) (const IhopNode *node, gpointer data);
