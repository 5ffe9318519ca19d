/* Whether subscripts stay within their rows. */
#pragma once
#include "analysis/scop/access.h"
#include "analysis/scop/scop.h"

/* Whether 0 <= index < size wherever the access is made: proved, or (unless quiet) under a condition, which is added to
 * the scop's context. */
gboolean ihop_rows_hold (IhopScop *scop, const IhopAccess *access, __isl_keep isl_pw_aff *index,
                         __isl_keep isl_pw_aff *size, gboolean quiet);
