/* Arrays that a function touches on the device alone: their copies can be handed in by whoever calls it.
 *
 * The host must not name the array between the function's entry and its exit, nor come upon its memory by another name.
 * What the function as a whole does to the array (IhopHanded) is data flow over its graph: it may read what was there
 * before, it may write, and it fills the array if every path from the entry to the exit writes all of it. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Whether the function's own text names the symbol outside of its kernels, other than as an argument that a call hands on. */
gboolean ihop_handed_array_is_named_on_host (const IhopWork *work, const IhopSymbol *symbol);
/* What the function does to an array that callers may hand in. FALSE: they may not; then nothing is written to "handed".
 * Once the kernels are known. */
gboolean ihop_handed_array_find (IhopWork *work, IhopDeviceVariable *variable, IhopHanded *handed);
