/* Reading what a user calls a C file, with a sentence for everything that is none. */
#pragma once
#include "base/diag.h"

/* How a file could not be opened: a wrong name is the caller's mistake, wrong C the file's. */
typedef enum
{
  IHOP_OPEN_OK,
  IHOP_OPEN_NO_FILE, /* not there, a folder, not readable: wrong use */
  IHOP_OPEN_NOT_C    /* binary, or Clang refuses it */
} IhopOpenResult;

/* The caller frees text, which is NUL-terminated beyond the end. */
IhopOpenResult ihop_project_read (const char *path, char **text, gsize *length, IhopDiags *diags);
