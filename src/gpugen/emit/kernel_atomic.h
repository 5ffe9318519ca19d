/* Updates of elements that several threads may hit: one atomic operation each. */
#pragma once
#include "gpugen/emit/printing.h"

void ihop_body_add_atomics (IhopBody *body);
