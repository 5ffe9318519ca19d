/* Where functions begin, with what belongs to them. */
#pragma once
#include "ir/tree.h"

/* Where text goes that is to stand before a function: above its comment. */
gsize ihop_host_before_function (const IhopSource *source, const IhopFunction *function);
