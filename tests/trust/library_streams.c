/* Streams that work in arrays of the program, and files that are mapped into memory. */
#define _GNU_SOURCE
#include "show.h"
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
#define N 100

static char bytes[4096];

static int
a_stream_writes (int n)
{
  FILE *stream = fmemopen (bytes, sizeof bytes, "w");
#pragma target
  for (int i = 0; i < n; i++)
    bytes[i] = 65;
  fputs ("hello", stream);
  fflush (stream);
  int seen = bytes[0];
  fclose (stream);
  return seen;
}

static int
a_stream_reads (int n)
{
  FILE *stream = fmemopen (bytes, sizeof bytes, "r");
  setvbuf (stream, NULL, _IONBF, 0);
#pragma target
  for (int i = 0; i < n; i++)
    bytes[i] = 66;
  int seen = fgetc (stream);
  fclose (stream);
  return seen;
}

/* The stream is known elsewhere only: by a struct. */
struct log { FILE *stream; };

static void
note (struct log *log, const char *text)
{
  fputs (text, log->stream);
  fflush (log->stream);
}

static int
a_stream_in_a_struct (int n)
{
  struct log log = { fmemopen (bytes, sizeof bytes, "w") };
#pragma target
  for (int i = 0; i < n; i++)
    bytes[i] = 65;
  note (&log, "yes");
#pragma target
  for (int i = 0; i < n; i++)
    bytes[i] += 1;
  int seen = bytes[0] * 1000 + bytes[50];
  fclose (log.stream);
  return seen;
}

static int
a_stream_grows (int n)
{
  char *text = NULL;
  size_t length = 0;
  FILE *stream = open_memstream (&text, &length);
  fputs ("0123456789", stream);
  fflush (stream);
#pragma target
  for (int i = 0; i < 10; i++)
    text[i] += n / 100;
  fputs ("abc", stream);
  fclose (stream);
  int seen = text[0] * 100 + (int) length;
  free (text);
  return seen;
}

static int
mapped_is_read (int n)
{
  FILE *file = tmpfile ();
  setvbuf (file, NULL, _IONBF, 0);
  if (ftruncate (fileno (file), 8192))
    return -1;
  int *p = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (file), 0), x = 0;
#pragma target
  for (int i = 0; i < n; i++)
    p[i] = i * 3;
  fseek (file, 40, SEEK_SET);
  if (fread (&x, 4, 1, file) != 1)
    return -1;
  munmap (p, 8192);
  fclose (file);
  return x;
}

static int
mapped_is_written (int n)
{
  FILE *file = tmpfile ();
  setvbuf (file, NULL, _IONBF, 0);
  if (ftruncate (fileno (file), 8192))
    return -1;
  int *p = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (file), 0), x = 7;
#pragma target
  for (int i = 0; i < n; i++)
    p[i] = i * 3;
  rewind (file);
  fwrite (&x, 4, 1, file);
#pragma target
  for (int i = 0; i < n; i++)
    p[i] += 1;
  x = p[0];
  munmap (p, 8192);
  fclose (file);
  return x;
}

static int
mapped_twice (int n)
{
  FILE *file = tmpfile ();
  if (ftruncate (fileno (file), 8192))
    return -1;
  int *p = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (file), 0);
  int *q = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (file), 0);
#pragma target
  for (int i = 0; i < n; i++)
    p[i] = i * 3;
  q[5] = 1;
#pragma target
  for (int i = 0; i < n; i++)
    p[i] += 1;
  return p[5] + q[6];
}

static int
mapped_stays_in_the_file (int n)
{
  FILE *file = tmpfile ();
  if (ftruncate (fileno (file), 8192))
    return -1;
  int *p = mmap (NULL, 8192, PROT_READ | PROT_WRITE, MAP_SHARED, fileno (file), 0), x = 0;
#pragma target
  for (int i = 0; i < n; i++)
    p[i] = i * 5;
  munmap (p, 8192);
  if (pread (fileno (file), &x, 4, 40) != 4)
    return -1;
  fclose (file);
  return x;
}

int
main (int argc, char **argv)
{
  (void) argv;
  int n = N * argc;
  printf ("streams %d %d\n", a_stream_writes (n), a_stream_reads (n));
  printf ("streams %d %d\n", a_stream_in_a_struct (n), a_stream_grows (n));
  printf ("mapped %d %d\n", mapped_is_read (n), mapped_is_written (n));
  printf ("mapped %d %d\n", mapped_twice (n), mapped_stays_in_the_file (n));
  return 0;
}
