/* A sorted list of numbers. Most lists of the constraint system under points_to.h have one or two, which need no memory of their
 * own. All zero: empty. */
#pragma once
#include <glib.h>

#define IHOP_FEW_NUMBERS 2

typedef struct
{
  guint n, room; /* room <= IHOP_FEW_NUMBERS: they are in "few" */
  union
  {
    guint few[IHOP_FEW_NUMBERS];
    guint *many;
  } at;
} IhopNumbers;

const guint *ihop_numbers_all (const IhopNumbers *numbers);
gboolean ihop_numbers_have (const IhopNumbers *numbers, guint number);
/* FALSE: it was there. */
gboolean ihop_numbers_insert (IhopNumbers *numbers, guint number);
/* What it holds is freed; itself is the caller's. */
void ihop_numbers_clear (IhopNumbers *numbers);
/* Where the first of n sorted numbers stands that is not less; n: none. */
guint ihop_numbers_lower_bound (const guint *numbers, guint n, guint number);
