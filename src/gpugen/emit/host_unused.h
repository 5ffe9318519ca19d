/* Variables and static functions that only kernels used: on the host they would stand idle, and compilers would say so. */
#pragma once
#include "gpugen/emit/printing.h"

/* Takes away local variables that only kernels used. */
void ihop_host_cut_unused (IhopPrint *print);
