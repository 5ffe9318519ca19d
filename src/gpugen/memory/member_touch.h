/* When a kernel is certain to touch memory behind one of several pointers: what is touched is there. */
#pragma once
#include "gpugen/memory/guarded_extent.h"

/* Whether the memory behind a pointer is meant. */
typedef gboolean (*IhopTouchMeant) (const IhopSymbol *pointer, gpointer data);
/* The condition under which running the kernel touches memory behind a pointer that is meant, in *when (NULL: always), in words that
 * hold wherever the guard's variable may be copied. FALSE: none is known. */
gboolean ihop_member_touch_when (const IhopExtentGuard *reach, const IhopKernel *kernel, IhopTouchMeant is_meant, gpointer data,
                                 const IhopNode **when);
