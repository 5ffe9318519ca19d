#include "analysis/memory/points_to_numbers.h"
#include <string.h>

const guint *
ihop_numbers_all (const IhopNumbers *numbers)
{
  return numbers->room <= IHOP_FEW_NUMBERS ? numbers->at.few : numbers->at.many;
}

void
ihop_numbers_clear (IhopNumbers *numbers)
{
  if (numbers->room > IHOP_FEW_NUMBERS)
    g_free (numbers->at.many);
}

static void
numbers_grow (IhopNumbers *numbers)
{
  guint room = MAX (4 * IHOP_FEW_NUMBERS, 2 * numbers->room);
  guint *many = g_new (guint, room);

  memcpy (many, ihop_numbers_all (numbers), numbers->n * sizeof (guint));
  ihop_numbers_clear (numbers);
  numbers->at.many = many;
  numbers->room = room;
}

guint
ihop_numbers_lower_bound (const guint *numbers, guint n, guint number)
{
  guint low = 0, high = n;

  while (low < high)
    {
      guint middle = low + (high - low) / 2;
      if (numbers[middle] < number)
        low = middle + 1;
      else
        high = middle;
    }
  return low;
}

gboolean
ihop_numbers_have (const IhopNumbers *numbers, guint number)
{
  guint at = ihop_numbers_lower_bound (ihop_numbers_all (numbers), numbers->n, number);

  return at < numbers->n && ihop_numbers_all (numbers)[at] == number;
}

gboolean
ihop_numbers_insert (IhopNumbers *numbers, guint number)
{
  guint at = ihop_numbers_lower_bound (ihop_numbers_all (numbers), numbers->n, number);

  if (at < numbers->n && ihop_numbers_all (numbers)[at] == number)
    return FALSE;
  if (numbers->n >= MAX (numbers->room, IHOP_FEW_NUMBERS))
    numbers_grow (numbers);
  guint *all = (guint *) ihop_numbers_all (numbers);
  memmove (all + at + 1, all + at, (numbers->n - at) * sizeof (guint));
  all[at] = number;
  numbers->n++;
  return TRUE;
}
