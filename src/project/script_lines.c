#include "project/script_lines.h"
#include "ir/address.h"
#include "transform/build/refusal.h"

const char *
ihop_choice_word (IhopChoose choose)
{
  static const char *const words[]
    = { [IHOP_CHOOSE_TARGET] = "target", [IHOP_CHOOSE_SCOP] = "scop", [IHOP_CHOOSE_AUTO] = "auto" };

  return words[choose];
}

/* The words of a line that begins with this one; NULL: it is another line. Caller frees with g_strfreev. */
static char **
words_of (const char *line, const char *first, gint *n)
{
  char **words = NULL;

  if (!g_str_has_prefix (line, first) || !g_shell_parse_argv (line, n, &words, NULL))
    return NULL;
  if (g_str_equal (words[0], first))
    return words;
  g_strfreev (words);
  return NULL;
}

gboolean
ihop_script_is_prepare (const char *line, IhopChoose *choose)
{
  gint n = 0;
  g_auto (GStrv) words = words_of (line, "prepare", &n);

  for (IhopChoose one = IHOP_CHOOSE_TARGET; words && n == 2 && one <= IHOP_CHOOSE_AUTO; one++)
    if (g_str_equal (words[1], ihop_choice_word (one)))
      {
        *choose = one;
        return TRUE;
      }
  return FALSE;
}

char *
ihop_script_pair (const char *line)
{
  gint n = 0;
  g_auto (GStrv) words = words_of (line, "apart", &n);

  return words && n == 4 ? g_strdup_printf ("%s: %s, %s", words[1], words[2], words[3]) : NULL;
}

char *
ihop_script_pair_line (const char *pair)
{
  g_auto (GStrv) names = g_strsplit_set (pair, ":,", -1);

  return g_strdup_printf ("apart %s %s %s", names[0], g_strstrip (names[1]), g_strstrip (names[2]));
}

IhopStays *
ihop_script_stays (const char *line)
{
  gint n = 0;
  g_auto (GStrv) words = words_of (line, "host", &n);

  if (words == NULL || (n != 2 && n != 4))
    return NULL;
  IhopStays *stays = g_new0 (IhopStays, 1);
  stays->address = g_strdup (words[1]);
  stays->device = g_strdup (n == 4 ? words[2] : "?");
  stays->host = g_strdup (n == 4 ? words[3] : "?");
  return stays;
}

gboolean
ihop_script_check_stays (const IhopTree *tree, const IhopStays *stays, IhopDiags *diags)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree);

  if (ihop_tree_function (tree, stays->address) || ihop_address_find (names, stays->address))
    return TRUE;
  ihop_diags_add_at (diags, IHOP_REFUSED, IHOP_T_NO_LOOP, tree->source->path, 0, 0,
                     "there is no function and no loop %s that could be left to the host", stays->address);
  return FALSE;
}

/* ---- what was done to a file ---- */

static char *
stays_line (const IhopStays *stays)
{
  return g_strdup_printf ("host %s '%s' '%s'", stays->address, stays->device, stays->host);
}

/* Names that were settled are the owner's again, unless the steps begin where all has been prepared. */
static void
add_line (GPtrArray *lines, const IhopProjectFile *file, gboolean is_prepared, char *line)
{
  g_ptr_array_add (lines, is_prepared ? g_strdup (line) : ihop_project_owners_text (file, line));
  g_free (line);
}

GPtrArray *
ihop_project_script (const IhopProjectFile *file)
{
  GPtrArray *lines = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < file->n_marks; i++)
    g_ptr_array_add (lines, g_strdup (file->steps->pdata[i]));
  if (file->prepared)
    g_ptr_array_add (lines, g_strdup_printf ("prepare %s", file->prepared));
  for (guint i = MAX (file->n_marks, file->n_prepared); i < file->steps->len; i++)
    add_line (lines, file, file->prepared != NULL, g_strdup (file->steps->pdata[i]));
  for (guint i = 0; i < file->on_host->len; i++)
    add_line (lines, file, file->prepared != NULL, stays_line (file->on_host->pdata[i]));
  return lines;
}
