/* Floating-point numbers as the bits that registers hold, and back. */
#pragma once
#include <glib.h>
#include <string.h>

static inline double
ihop_double_of_bits (guint64 bits)
{
  double value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline guint64
ihop_bits_of_double (double value)
{
  guint64 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}

static inline float
ihop_float_of_bits (guint32 bits)
{
  float value;

  memcpy (&value, &bits, sizeof value);
  return value;
}

static inline guint32
ihop_bits_of_float (float value)
{
  guint32 bits;

  memcpy (&bits, &value, sizeof bits);
  return bits;
}
