/* Compiled into every program that is checked: writes arrays into the file that IHOP_CHECK_DUMP
 * names. A record is a line "LABEL BYTES EXTENT…" and the bytes; past 256 MiB in all, only a hash
 * of the bytes stands behind the line ("LABEL BYTES EXTENT… #HASH"). */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define MOST (256ul << 20)

void ihop_check_dump (const char *label, const void *memory, unsigned long element, int rank, ...);

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

/* Opened anew each time: the program may have forked, or closed everything. */
void
ihop_check_dump (const char *label, const void *memory, unsigned long element, int rank, ...)
{
  static unsigned long written;
  const char *path = getenv ("IHOP_CHECK_DUMP");
  FILE *file = path ? fopen (path, "ab") : NULL;
  unsigned long extents[16], bytes;
  va_list arguments;

  if (path == NULL)
    return;
  if (file == NULL)
    give_up (path);
  va_start (arguments, rank);
  for (int i = 0; i < rank && i < 16; i++)
    {
      long extent = va_arg (arguments, long);
      extents[i] = extent > 0 ? (unsigned long) extent : 0;
    }
  va_end (arguments);
  bytes = memory ? element : 0;
  /* "element" is the size of *A: of a whole row for an array of rows. */
  if (rank > 0 && memory)
    bytes = extents[0] * element;
  fprintf (file, "%s %lu", label, bytes);
  for (int i = 0; i < rank && i < 16; i++)
    fprintf (file, " %lu", extents[i]);
  written += bytes;
  if (written > MOST)
    fprintf (file, " #%lx\n", hash_of (memory, bytes));
  else
    {
      fputc ('\n', file);
      if (bytes && fwrite (memory, 1, bytes, file) != bytes)
        give_up (path);
    }
  if (fclose (file) != 0)
    give_up (path);
}
