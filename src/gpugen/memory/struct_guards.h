/* Guards of structs that have been taken apart (project/prepare/unpack.c): members became local variables, which is right only as
 * long as nothing is written to the struct through a pointer. A test at entry compares what kernels write with the struct. */
#pragma once
#include "gpugen/plan/work.h"

/* Adds the tests that the guards ask for (IhopPlanOptions.guards): of each pointer, and of each that it changes places with. */
void ihop_struct_guards_add (IhopWork *work);
/* How many bytes are written through the pointer of such a test; test->bytes_b stays NULL if that is not known where it stands, or
 * if the host writes through it, too. */
void ihop_struct_guard_measure (IhopWork *work, IhopOverlapTest *test);
