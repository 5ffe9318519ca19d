/* What there is to choose from and to look up. */
#pragma once
#include "project/project.h"

typedef struct
{
  char *name;    /* "h100", "IHOP-P001" */
  char *usage;   /* arguments, or NULL */
  char *summary; /* one line */
} IhopCatalogEntry;

/* "transforms", "gpus" or "diagnostics"; of IhopCatalogEntry *, by name. NULL: no such list. The
 * caller unrefs. */
GPtrArray *ihop_catalog_list (const char *what);
/* The page about a diagnostic (Markdown), or NULL. Caller frees. */
char *ihop_catalog_page (const char *id);
/* "19.1.7" */
const char *ihop_catalog_clang_version (void);
