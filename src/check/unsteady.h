/* Lines that a program prints differently from run to run of itself, and files that it leaves so: times, addresses,
 * names of temporary files. They say nothing about a product, and are left out of the comparison with it. */
#pragma once
#include "check/program.h"

typedef struct
{
  GHashTable *lines[2]; /* of standard output and standard error: numbers, the first is 1 */
  GHashTable *files;    /* names of files that it leaves behind otherwise each time, or not each time */
  gboolean is_known;    /* FALSE: runs differ in more than single lines */
} IhopUnsteady;

/* None yet. Caller frees. */
IhopUnsteady *ihop_unsteady_new (void);
void ihop_unsteady_free (IhopUnsteady *unsteady);
/* Adds the lines in which two runs of the original differ. */
void ihop_unsteady_add (IhopUnsteady *unsteady, const IhopProgram *a, const IhopProgram *b);
/* text (take) with those lines emptied; stream 0 is standard output. Caller frees. */
char *ihop_unsteady_mask (const IhopUnsteady *unsteady, guint stream, char *text);
/* A file of this name is not compared; unsteady may be NULL. */
gboolean ihop_unsteady_has_file (const IhopUnsteady *unsteady, const char *name);
/* "lines 5, 34 of standard output"; NULL: none. Caller frees. */
char *ihop_unsteady_text (const IhopUnsteady *unsteady);
