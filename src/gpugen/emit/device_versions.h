/* Functions that take pointers to copies on the device, and calls of them. */
#pragma once
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* Calls that hand copies on the device over, and the functions that they call. */
void ihop_host_calls (IhopPrint *print, IhopPoints *points);
void ihop_host_versions (IhopPrint *print);
