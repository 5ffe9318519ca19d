/* What an emulated program will tell about parts that travel. */
#pragma once
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

/* Notes for the emulated program what happens to a part of a variable, and which boxes travel for
 * it. Boxes may be NULL (IhopTransferTrace). */
void ihop_transfer_trace_add (IhopWork *work, const IhopDeviceVariable *variable, guint piece,
                    const guint16 *events, const IhopBox *in, const IhopBox *out,
                    const IhopBox *without);
