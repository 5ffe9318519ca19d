#include "project/project.h"
#include "project/project_private.h"
#include <string.h>

/* Takes the text. */
static IhopOpenResult
parse_into (IhopProject *project, IhopProjectFile *file, char *text, gsize length)
{
  IhopFrontendOptions options = ihop_project_frontend_options (project);

  if (ihop_project_makes_cuda (project) && ihop_project_files (project)->len == 1)
    ihop_frontend_expect_cuda (file->path, &options);
  file->tree = ihop_frontend_parse_text (file->path, text, length, &options, ihop_project_diags (project));
  ihop_run_profile_apply (ihop_project_run_profile (project), file->tree, NULL);
  if (file->tree)
    {
      file->original = g_steal_pointer (&text);
      file->line_uses = g_array_ref (file->tree->line_uses);
      file->calls = ihop_project_count_calls (file);
    }
  g_free (text);
  return file->tree ? IHOP_OPEN_OK : IHOP_OPEN_NOT_C;
}

IhopOpenResult
ihop_project_open (IhopProject *project, const char *path)
{
  IhopProjectFile *file = ihop_project_add (project, path);
  g_autofree char *text = NULL;
  gsize length = 0;

  IhopOpenResult result = ihop_project_read (path, &text, &length, ihop_project_diags (project));
  return result == IHOP_OPEN_OK ? parse_into (project, file, g_steal_pointer (&text), length) : result;
}

IhopOpenResult
ihop_project_open_text (IhopProject *project, const char *path, const char *text)
{
  IhopProjectFile *file = ihop_project_add (project, path);

  return parse_into (project, file, g_strdup (text), strlen (text));
}

/* "dir/a.c" is meant by "a.c:12" as well as by "dir/a.c:12". */
static gboolean
place_is_in_file (const char *address, const char *path, const char **place)
{
  g_autofree char *name = g_path_get_basename (path);
  const char *const spellings[] = { path, name };

  for (guint i = 0; i < G_N_ELEMENTS (spellings); i++)
    if (g_str_has_prefix (address, spellings[i]) && address[strlen (spellings[i])] == ':')
      {
        *place = address + strlen (spellings[i]) + 1;
        return TRUE;
      }
  return FALSE;
}

static gboolean
loop_is_at (const IhopLoop *loop, const char *file_place)
{
  guint line = ihop_range_line (loop->name->loop->place);
  guint column = ihop_range_column (loop->name->loop->place);
  char **parts = g_strsplit (file_place, ":", 2);
  gboolean fits = g_ascii_strtoull (parts[0], NULL, 10) == line
                  && (parts[1] == NULL || g_ascii_strtoull (parts[1], NULL, 10) == column);

  g_strfreev (parts);
  return fits;
}

/* The innermost one that starts there, hence the last. */
const IhopLoop *
ihop_project_find_loop (IhopProject *project, const char *address)
{
  const GPtrArray *files = ihop_project_files (project);
  const IhopLoop *found = NULL;

  for (guint i = 0; i < files->len; i++)
    {
      const IhopProjectFile *file = files->pdata[i];
      const GPtrArray *loops = ihop_project_analyze (project, file);
      const char *place = NULL;
      gboolean by_place = place_is_in_file (address, file->path, &place);
      for (guint j = 0; j < loops->len; j++)
        {
          const IhopLoop *loop = loops->pdata[j];
          if (by_place ? loop_is_at (loop, place) : g_str_equal (loop->name->address, address))
            found = loop;
        }
    }
  return found;
}
