/* The owner's word, tested where an emulated program runs: nothing else would ever notice that it does not hold. Conditions and overlaps are tested at a function's entry, a permutation where a kernel is launched, in the part of the device's memory that it reads. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* Emulated programs: what the owner vouches for is tested at the entry of the functions worked on (of print->version's
 * alone, if there is one). */
void ihop_assumption_tests_of_function (IhopPrint *print);
/* The same where a kernel is launched and device memory can be read: "permutation p". Caller frees. */
char *ihop_assumption_tests_of_launch (IhopPrint *print, const IhopKernel *kernel, const char *indent);
