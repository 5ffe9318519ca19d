/* ihop batch: what became of each file, and the sum of it. */
#pragma once
#include "cli/cli.h"

typedef struct
{
  char *path;            /* as it was named */
  char *folder;          /* where its products go */
  char *result;          /* file that its task leaves behind */
  gboolean is_known;     /* the result was read: what follows is set */
  int code;              /* exit code of ihop */
  guint kernels, transfers, refused, products;
  char *first;           /* the first thing that was refused or wrong; or NULL */
  char *lost;            /* why there is no result; or NULL */
} IhopBatchFile;

void ihop_batch_file_free (gpointer file);
/* FALSE: there is no whole result (yet). */
gboolean ihop_batch_file_read (IhopBatchFile *file);
/* Of IhopBatchFile *. */
void ihop_batch_show (const IhopCli *cli, const GPtrArray *files);
/* The gravest exit code of all. */
int ihop_batch_code (const GPtrArray *files);
/* C files of compile_commands.json in this folder, of char *, each once. NULL with an error. Caller
 * unrefs. */
GPtrArray *ihop_batch_database (const char *folder, GError **error);
