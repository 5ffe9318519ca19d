/* Memory of which no analysis knows how much it is; whoever goes beyond it ends the program. */
#pragma once
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

static void *
exact (size_t bytes)
{
  size_t whole = (bytes + 4095) / 4096 * 4096;
  char *p = (char *) mmap (NULL, whole + 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (p == MAP_FAILED || mprotect (p + whole, 4096, PROT_NONE) != 0)
    exit (1);
  return p + whole - bytes;
}
