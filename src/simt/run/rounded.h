/* Operations that the host does with a rounding that is told ("rounded", a function that kernels call): of double, and quotients and
 * roots of float. What is asked is one number, operation + IHOP_ROUNDED_WAY * way + IHOP_ROUNDED_DOUBLE. */
#pragma once

enum { IHOP_ROUNDED_FMA, IHOP_ROUNDED_MUL, IHOP_ROUNDED_DIV, IHOP_ROUNDED_SQRT };
enum { IHOP_ROUNDED_TO_ZERO, IHOP_ROUNDED_DOWN, IHOP_ROUNDED_UP };
enum { IHOP_ROUNDED_WAY = 4, IHOP_ROUNDED_DOUBLE = 16 };
