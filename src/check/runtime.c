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
