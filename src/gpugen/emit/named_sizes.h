/* Sizes that a function would say again and again have a name: "const size_t u_bytes = ihop_size (…) * sizeof (float);" stands before
 * the tests at the function's start, if those use it, else before the allocation. Variables of the same size share one. */
#pragma once
#include "gpugen/emit/printing.h"
#include "gpugen/plan/plan.h"

/* The name of the variable's number of bytes; NULL: it has none, and is written out. Owned by "print". */
const char *ihop_named_size (IhopPrint *print, const IhopDeviceVariable *variable);
/* The same for one side of a test. */
const char *ihop_named_size_in_test (IhopPrint *print, const IhopFunction *function, const IhopNode *bytes);
/* Lines that declare what this allocation is the first to use, or the function's tests; "" where there is nothing to declare. Caller
 * frees. */
char *ihop_named_size_declare (IhopPrint *print, const IhopDeviceVariable *variable, const char *indent);
char *ihop_named_sizes_declare_for_tests (IhopPrint *print, const IhopFunction *function, const char *indent);
