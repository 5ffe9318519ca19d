/* Statements between kernels that had better run on the device, in one thread. */
#pragma once
#include "gpugen/plan/work.h"

/* Statements between kernels of a host loop that had better run on the device. */
void ihop_fragment_join_serial (IhopWork *work);
