/* Compiled into every program that is checked: writes arrays into the file that IHOP_CHECK_DUMP
 * names. A record is a line "LABEL BYTES EXTENT…" and the bytes; past 256 MiB in all, only a hash
 * of the bytes stands behind the line ("LABEL BYTES EXTENT… #HASH"). */
#include <fenv.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define MOST (256ul << 20)
#define RANKS 16

void ihop_check_dump (const char *label, const void *memory, unsigned long element, int rank, ...);
void ihop_check_poison (const char *label, const void *memory, unsigned long element, int rank,
                        ...);
void ihop_check_enter (void);
void ihop_check_leave (void);
void ihop_check_disturb (const void *memory, unsigned long element, const char *kind, int rank, ...);

/* IHOP_CHECK_ROUND=up|down: how far do the results move when the arithmetic rounds another way? */
__attribute__ ((constructor)) static void
set_rounding (void)
{
  const char *mode = getenv ("IHOP_CHECK_ROUND");

  if (mode)
    fesetround (*mode == 'u' ? FE_UPWARD : FE_DOWNWARD);
}

static unsigned long
hash_of (const unsigned char *bytes, unsigned long n)
{
  unsigned long hash = 0xcbf29ce484222325ul;

  for (unsigned long i = 0; i < n; i++)
    hash = (hash ^ bytes[i]) * 0x100000001b3ul;
  return hash;
}

static void
give_up (const char *path)
{
  perror (path);
  _Exit (99);
}

/* "element" is the size of *A: of a whole row for an array of rows. */
static unsigned long
size_of (unsigned long element, int rank, va_list arguments, unsigned long *extents)
{
  for (int i = 0; i < rank && i < RANKS; i++)
    {
      long extent = va_arg (arguments, long);
      extents[i] = extent > 0 ? (unsigned long) extent : 0;
    }
  return rank > 0 ? extents[0] * element : element;
}

static void
write_record (FILE *file, const void *memory, unsigned long bytes)
{
  static unsigned long written;

  written += bytes;
  if (written > MOST)
    {
      fprintf (file, " #%lx\n", hash_of (memory, bytes));
      return;
    }
  fputc ('\n', file);
  if (bytes && fwrite (memory, 1, bytes, file) != bytes)
    give_up ("IHOP_CHECK_DUMP");
}

/* Opened anew each time: the program may have forked, or closed everything. */
void
ihop_check_dump (const char *label, const void *memory, unsigned long element, int rank, ...)
{
  const char *path = getenv ("IHOP_CHECK_DUMP");
  FILE *file = path ? fopen (path, "ab") : NULL;
  unsigned long extents[RANKS], bytes;
  va_list arguments;

  if (path == NULL)
    return;
  if (file == NULL)
    give_up (path);
  va_start (arguments, rank);
  bytes = size_of (element, rank, arguments, extents);
  va_end (arguments);
  if (memory == NULL)
    bytes = 0;
  fprintf (file, "%s %lu", label, bytes);
  for (int i = 0; i < rank && i < RANKS; i++)
    fprintf (file, " %lu", extents[i]);
  write_record (file, memory, bytes);
  if (fclose (file) != 0)
    give_up (path);
}

/* What nobody is said to read any more is overwritten, so that a reader would notice. */
void
ihop_check_poison (const char *label, const void *memory, unsigned long element, int rank, ...)
{
  unsigned long extents[RANKS], bytes;
  va_list arguments;

  (void) label;
  va_start (arguments, rank);
  bytes = size_of (element, rank, arguments, extents);
  va_end (arguments);
  if (memory)
    memset ((void *) memory, 0xA5, bytes);
}

/* ---- Other values than the program's own ------------------------------------------------------------
 * IHOP_CHECK_DISTURB=fresh|fresh real|shuffled: arrays hold other values when a function begins to work on
 * them: "fresh" ones, of both signs and no larger than those that were there, or the same in another order
 * (which keeps indices and codes in their range); "fresh real" does the one to floating values and the
 * other to integers. Original and product get the same ones. */

static int depth; /* functions that are being run: what they hand to each other is theirs */

void
ihop_check_enter (void)
{
  depth++;
}

void
ihop_check_leave (void)
{
  depth--;
}

/* SplitMix64: a number from [0, 1). */
static double
random_number (void)
{
  static unsigned long state = 1;
  unsigned long z = state += 0x9E3779B97F4A7C15ul;

  z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9ul;
  z = (z ^ z >> 27) * 0x94D049BB133111EBul;
  return (double) ((z ^ z >> 31) >> 11) / 9007199254740992.0;
}

/* kind is "f", "i" or "u" (floating, signed, unsigned) and a size: "f8". */
static double
get (const unsigned char *at, const char *kind)
{
  long whole = 0;
  float single;
  double real;

  if (strcmp (kind, "f4") == 0)
    return memcpy (&single, at, 4), single;
  if (*kind == 'f')
    return memcpy (&real, at, 8), real;
  int size = kind[1] - '0', rest = 8 * (8 - size); /* little-endian */
  memcpy (&whole, at, size);
  return *kind == 'i' ? (double) ((long) ((unsigned long) whole << rest) >> rest)
                      : (double) (unsigned long) whole;
}

static void
put (unsigned char *at, const char *kind, double value)
{
  float single = (float) value;
  long whole = (long) (value < 0 ? value - 0.5 : value + 0.5);

  if (strcmp (kind, "f4") == 0)
    memcpy (at, &single, 4);
  else if (*kind == 'f')
    memcpy (at, &value, 8);
  else
    memcpy (at, &whole, (size_t) (kind[1] - '0'));
}

static void
make_fresh (unsigned char *memory, unsigned long n, unsigned long unit, const char *kind)
{
  double most = 1;

  for (unsigned long i = 0; i < n; i++)
    {
      double value = get (memory + i * unit, kind);
      if (value < 0)
        value = -value;
      if (value > most && value < 1e15)
        most = value;
    }
  for (unsigned long i = 0; i < n; i++)
    put (memory + i * unit, kind, *kind == 'u' ? random_number () * most : (random_number () * 2 - 1) * most);
}

static void
shuffle (unsigned char *memory, unsigned long n, unsigned long unit)
{
  for (unsigned long i = n; i-- > 1;)
    {
      unsigned char *a = memory + i * unit;
      unsigned char *b = memory + (unsigned long) (random_number () * (double) (i + 1)) * unit;
      for (unsigned long k = 0; a != b && k < unit; k++)
        {
          unsigned char byte = a[k];
          a[k] = b[k];
          b[k] = byte;
        }
    }
}

/* What is no number ("r16": a struct of 16 bytes) is only put in another order. */
void
ihop_check_disturb (const void *memory, unsigned long element, const char *kind, int rank, ...)
{
  const char *way = getenv ("IHOP_CHECK_DISTURB");
  unsigned long extents[RANKS], bytes, unit = strtoul (kind + 1, NULL, 10);
  va_list arguments;

  if (way == NULL || depth > 1 || memory == NULL)
    return;
  va_start (arguments, rank);
  bytes = size_of (element, rank, arguments, extents);
  va_end (arguments);
  if (strcmp (way, "fresh") == 0 ? *kind != 'r' : *kind == 'f' && strcmp (way, "shuffled") != 0)
    make_fresh ((unsigned char *) memory, bytes / unit, unit, kind);
  else
    shuffle ((unsigned char *) memory, bytes / unit, unit);
}
