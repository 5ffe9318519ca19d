#include "project/vouch.h"
#include "analysis/verdict/reasons.h"
#include "base/diag.h"
#include "project/loop_view.h"
#include "project/localize.h"
#include <glib/gi18n-lib.h>
#include <string.h>

/* "--assume 'n > 0'": n > 0; NULL: it is something else. Caller frees. */
static char *
condition_of (const IhopMessage *remedy)
{
  const char *code = ihop_remedy_code (remedy);
  gsize n = code ? strlen (code) : 0;

  if (n < 12 || !g_str_has_prefix (code, "--assume '") || code[n - 1] != '\'')
    return NULL;
  return g_strndup (code + 10, n - 11);
}

static void
add_assumption (IhopSettings *settings, const char *assumption)
{
  guint n = settings->assume ? g_strv_length (settings->assume) : 0;

  settings->assume = g_renew (char *, settings->assume, n + 2);
  settings->assume[n] = g_strdup (assumption);
  settings->assume[n + 1] = NULL;
}

static gboolean
is_about_overlap (const IhopMessage *remedy)
{
  return ihop_message_says (remedy, IHOP_REMEDY_NO_OVERLAP) || ihop_message_says (remedy, IHOP_REMEDY_RESTRICT)
         || ihop_message_says (remedy, IHOP_REMEDY_APART);
}

gboolean
ihop_vouch_is_open (const IhopMessage *remedy)
{
  return ihop_message_says (remedy, IHOP_REMEDY_KNOWN) || ihop_message_says (remedy, IHOP_REMEDY_CONDITION);
}

IhopSettings *
ihop_vouch_settings (const IhopSettings *settings, const IhopMessage *remedy)
{
  g_autofree char *condition = condition_of (remedy);
  gboolean is_permutation = ihop_message_says (remedy, IHOP_REMEDY_PERMUTATION);

  if (condition == NULL && !is_permutation && !is_about_overlap (remedy))
    return NULL;
  IhopSettings *copy = ihop_settings_copy (settings);
  g_autofree char *permutation
    = is_permutation ? g_strdup_printf ("permutation %s", ihop_message_argument (remedy, 0)->word) : NULL;
  if (condition || permutation)
    add_assumption (copy, condition ? condition : permutation);
  else
    copy->alias = IHOP_ALIAS_TRUST;
  return copy;
}

char *
ihop_vouch_title (const IhopMessage *remedy)
{
  g_autofree char *condition = condition_of (remedy);

  if (condition)
    return g_strdup_printf (_ ("I vouch for this: %s"), condition);
  if (ihop_message_says (remedy, IHOP_REMEDY_PERMUTATION))
    return g_strdup_printf (_ ("I vouch that no two elements of %s are equal"), ihop_message_argument (remedy, 0)->word);
  return g_strdup (_ ("I vouch that pointers never overlap"));
}

/* ---- what it would free ---- */

static guint
count_parallel (IhopSnapshot *snapshot)
{
  guint n = 0;

  for (guint i = 0; i < ihop_snapshot_n_files (snapshot); i++)
    {
      g_autoptr (GPtrArray) functions = ihop_snapshot_functions (snapshot, i);
      for (guint k = 0; k < functions->len; k++)
        {
          g_autoptr (GPtrArray) loops = ihop_snapshot_loops (snapshot, i, k);
          for (guint m = 0; m < loops->len; m++)
            n += ((const IhopLoopView *) loops->pdata[m])->verdict == IHOP_PARALLEL;
        }
    }
  return n;
}

guint
ihop_vouch_frees (IhopSnapshot *snapshot, const IhopSettings *settings)
{
  g_autoptr (IhopSnapshot) other = ihop_snapshot_new (settings);

  for (guint i = 0; i < ihop_snapshot_n_files (snapshot); i++)
    {
      const IhopSnapshotFile file = ihop_snapshot_file (snapshot, i);
      ihop_snapshot_add (other, file.path, file.text);
    }
  guint before = count_parallel (snapshot), after = count_parallel (other);
  return after > before ? after - before : 0;
}
