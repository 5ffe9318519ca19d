/* Operations that the host does for a warp with a rounding that is told: of double, and quotients and roots of float. */
#pragma once
#include <glib.h>

enum { IHOP_ROUNDED_FMA, IHOP_ROUNDED_MUL, IHOP_ROUNDED_DIV, IHOP_ROUNDED_SQRT };
enum { IHOP_ROUNDED_TO_ZERO, IHOP_ROUNDED_DOWN, IHOP_ROUNDED_UP };
/* What is asked is one number: operation + IHOP_ROUNDED_WAY * way + IHOP_ROUNDED_DOUBLE. */
enum { IHOP_ROUNDED_WAY = 4, IHOP_ROUNDED_DOUBLE = 16 };

#define IHOP_ROUNDED_SYMBOL "ihop_rounded"

/* "operands" (a, b and c, those that the operation has) and "results" are 32 floats or doubles each, of all lanes. */
void ihop_rounded (guint32 asked, gconstpointer operands, gpointer results);
