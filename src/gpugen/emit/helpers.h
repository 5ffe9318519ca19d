/* The few functions that generated programs call, each printed once and only if it is used. */
#pragma once
#include "gpugen/emit/printing.h"

/* What the text calls (print->helpers), to stand behind the includes. Caller frees. */
char *ihop_helpers_text (const IhopPrint *print);
