/* Functions that launch one kernel. */
#pragma once
#include "gpugen/emit/printing.h"

/* A launcher's declaration: pointers without the qualifiers that C and C++ see differently. Caller frees. */
char *ihop_launcher_head (IhopPrint *print, const IhopKernel *kernel);
/* The kernel's launcher, with an empty line behind it: "static" where it stands in the host's file, else for C. Caller frees. */
char *ihop_launcher_text (IhopPrint *print, const IhopKernel *kernel);
/* What kernels and launchers need besides the runtime's header: lines, or "". */
const char *ihop_launcher_includes (const IhopPrint *print);
/* Functions of the device that kernels call whose blocks wait for each other, in the owner's layout, or "". Caller frees. */
char *ihop_launcher_helpers (const IhopPrint *print);
