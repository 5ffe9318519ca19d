/* The last step of reading a scop: every access gets its relation. */
#pragma once
#include "analysis/scop/scop.h"

/* Fills in map, subscripts and linear forms of all accesses; cuts subscripts into rows first (delinearize.h). */
void ihop_scop_finish (IhopScop *scop);
