/* What a person would write: openmp.tsv says before which loops, and what. */
#include "base/edits.h"
#include "bench/entrant.h"
#include <string.h>

/* Of char **: the rows of this kernel, each {file, loop, words}. */
static GPtrArray *
rows_of (const char *table, const char *listed)
{
  GPtrArray *rows = g_ptr_array_new_with_free_func ((GDestroyNotify) g_strfreev);
  g_auto (GStrv) lines = g_strsplit (table, "\n", -1);

  for (guint i = 0; lines[i]; i++)
    {
      char **words = *lines[i] == '#' ? NULL : g_strsplit (lines[i], "\t", 3);
      if (words && g_strv_length (words) == 3 && g_str_equal (words[0], listed))
        g_ptr_array_add (rows, words);
      else
        g_strfreev (words);
    }
  return rows;
}

/* FALSE: there is no such loop. */
static gboolean
put_pragma (const GPtrArray *names, IhopEdits *edits, const char *address, const char *words)
{
  const IhopLoopName *name = ihop_address_find (names, address);

  if (name == NULL || !ihop_range_is_known (name->loop->range))
    return FALSE;
  IhopRange range = name->loop->range;
  g_autofree char *line = g_strdup_printf ("#pragma omp %s\n", words);
  ihop_edits_insert (edits, ihop_source_line_start (range.source, ihop_range_line (range)), line);
  return TRUE;
}

static char *
insert_all (IhopProject *project, const GPtrArray *rows, char **why)
{
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];

  if (file->tree == NULL)
    return NULL;
  g_autoptr (IhopEdits) edits = ihop_edits_new (file->tree->source);
  g_autoptr (GPtrArray) names = ihop_address_list (file->tree);
  for (guint i = 0; i < rows->len; i++)
    {
      char **row = rows->pdata[i];
      if (!put_pragma (names, edits, row[1], row[2]))
        {
          *why = g_strdup_printf ("openmp.tsv names a loop %s, which is not there", row[1]);
          return NULL;
        }
    }
  return ihop_edits_apply (edits, NULL);
}

char *
ihop_openmp_text (const IhopTaskContext *context, char **why)
{
  g_autofree char *path = g_build_filename (context->options->folder, "openmp.tsv", NULL), *table = NULL;
  const IhopProjectOptions options = { .flags = (const char *const *) context->flags };

  *why = NULL;
  if (!g_file_get_contents (path, &table, NULL, NULL))
    {
      *why = g_strdup ("there is no openmp.tsv beside the kernels");
      return NULL;
    }
  g_autoptr (GPtrArray) rows = rows_of (table, context->kernel->listed);
  const char *loop = rows->len ? ((char **) rows->pdata[0])[1] : "-";
  if (g_str_equal (loop, "-"))
    {
      *why = g_strdup_printf ("no obvious place for a pragma: %s",
                              rows->len ? ((char **) rows->pdata[0])[2] : "openmp.tsv names none");
      return NULL;
    }
  g_autoptr (IhopProject) project = ihop_project_new (&options);
  ihop_project_open (project, context->kernel->path);
  return insert_all (project, rows, why);
}
