/* What an emulated program tells its runtime so that it can work out the fewest bytes that copies would have to move (ihop_emu_report.h). Whole boxes count, as they do for the copies. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

int ihop_event_number (const IhopPrint *print, const IhopDeviceVariable *variable);
void ihop_events_add (IhopPrint *print, IhopPoints *points);
char *ihop_events_of_kernel (IhopPrint *print, const IhopKernel *kernel, const char *indent);
/* The same for buffers that change places. */
char *ihop_trace_of_pointer_swap (IhopPrint *print, const IhopPointerSwap *rotation, const char *indent);
