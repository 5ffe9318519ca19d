/* Elements of small matrices, for the programs that have a warp multiply them. */
#pragma once
#include <string.h>

/* Numbers as their bits, as no header is here for halves. */
static unsigned short
half_of (int value)
{
  unsigned bits, size = value < 0 ? -value : value, exponent = 15;

  if (size == 0)
    return 0;
  while (size >= 2u << (exponent - 15))
    exponent++;
  bits = (size << (10 - (exponent - 15))) & 0x3ff;
  return (value < 0 ? 0x8000 : 0) | exponent << 10 | bits;
}

static unsigned short
brain_of (int value)
{
  float number = value;
  unsigned bits;

  memcpy (&bits, &number, sizeof bits);
  return bits >> 16;
}

/* Element (i, j) of a and b; b's are stored by columns unless said otherwise. */
static int
of_a (int i, int j)
{
  return (i * 5 + j * 3) % 11 - 4;
}

static int
of_b (int i, int j)
{
  return (i * 7 + j) % 9 - 3;
}

static int
sum_of (int i, int j, int k)
{
  int sum = 0;

  for (int l = 0; l < k; l++)
    sum += of_a (i, l) * of_b (l, j);
  return sum;
}
