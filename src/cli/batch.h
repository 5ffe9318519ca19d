/* ihop batch: which files there are, what became of each, and the sum of it. */
#pragma once
#include "cli/cli.h"

typedef struct
{
  char *path;            /* as it was named */
  guint entry;           /* 1; 2, 3 … for the file's further entries in compile_commands.json, each with its flags */
  char *database;        /* folder of a compile_commands.json for this entry alone; NULL: as for all */
  char *folder;          /* where its products go */
  char *result;          /* file that its task leaves behind; beside it RESULT.stamp */
  char *key;             /* of version, options and flags */
  gboolean is_kept;      /* made by an earlier call */
  gboolean has_begun;    /* in this one */
  gint64 began;          /* when: microseconds since 1970 */
  double seconds;        /* of its task */
  gboolean is_known;     /* the result was read: what follows is set */
  int code;              /* exit code of ihop */
  guint kernels, transfers, refused;
  char **inputs, **products; /* files that were read and written; NULL: none */
  GPtrArray *errors;     /* of char *: all that was refused or wrong */
  char *lost;            /* why there is no result; or NULL */
} IhopBatchFile;

void ihop_batch_file_free (gpointer file);
/* FALSE: there is no whole result (yet). */
gboolean ihop_batch_file_read (IhopBatchFile *file);
/* "src/x.c", "src/x.c (2nd entry)" …; caller frees. */
char *ihop_batch_file_name (const IhopBatchFile *file);
/* "done", "refused" …: what became of it; static. */
const char *ihop_batch_file_end (const IhopBatchFile *file);
gboolean ihop_batch_file_is_good (const IhopBatchFile *file);
/* Of IhopBatchFile *. */
void ihop_batch_show (const IhopCli *cli, const GPtrArray *files);
/* "3 files: 2 kernels in 1 of them; 2 done; …"; caller frees. */
char *ihop_batch_sum (const GPtrArray *files);
/* The gravest exit code of all that ended. */
int ihop_batch_code (const GPtrArray *files);
/* batch_html.c: all of it as one page. FALSE: it could not be written. */
gboolean ihop_batch_write_html (const char *path, const GPtrArray *files, GError **error);

/* batch_files.c. The files, of IhopBatchFile *, each once; products of a/x.c and b/x.c go to folders of their own
 * below "folder", "work" is for what is left behind. names: as on the command line, NULL-terminated. Caller
 * unrefs. */
GPtrArray *ihop_batch_files_named (char **names, const char *folder, const char *work);
/* The C files of compile_commands.json in this folder; a file that it compiles in two ways is there twice. NULL
 * with an error. */
GPtrArray *ihop_batch_files_of_database (const char *database, const char *folder, const char *work, GError **error);

/* batch_stamp.c: what products were made from, so that those that are as they would be made now are kept. */
typedef struct _IhopBatchSums IhopBatchSums; /* of files, each read once */
IhopBatchSums *ihop_batch_sums_new (void);
void ihop_batch_sums_free (IhopBatchSums *sums);
/* Whether the products are there as they were made, from inputs and by a key that are the same now. */
gboolean ihop_batch_stamp_is_good (const IhopBatchFile *file, IhopBatchSums *sums);
/* Behind the end of a task. No stamp is left where an input changed meanwhile. */
void ihop_batch_stamp_write (const IhopBatchFile *file);
