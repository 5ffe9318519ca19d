/* Arguments and results of copied functions as registers. */
#pragma once
#include "simt/ptx/ptx.h"

/* Variables in the space param that are only stored and loaded in pieces that do not overlap in part
 * become one register for each piece. */
void ihop_calls_promote (IhopPtxFunction *function);
