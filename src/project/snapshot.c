#include "project/project.h"
#include "project/project_private.h"
#include "project/localize.h"
#include "project/reread.h"
#include "project/snapshot.h"
#include "project/snapshot_private.h"
#include "transform/script.h"
#include <glib/gi18n-lib.h>
#include <string.h>

/* ---- files ---- */

IhopSnapshotEntry *
ihop_snapshot_entry_new (const char *path, const char *original, const char *text)
{
  IhopSnapshotEntry *entry = g_new0 (IhopSnapshotEntry, 1);

  g_atomic_ref_count_init (&entry->references);
  entry->path = g_strdup (path);
  entry->original = g_strdup (original);
  entry->text = g_strdup (text);
  entry->steps = g_ptr_array_new_with_free_func (g_free);
  return entry;
}

IhopSnapshotEntry *
ihop_snapshot_entry_ref (IhopSnapshotEntry *entry)
{
  g_atomic_ref_count_inc (&entry->references);
  return entry;
}

static void
entry_unref (gpointer data)
{
  IhopSnapshotEntry *entry = data;

  if (!g_atomic_ref_count_dec (&entry->references))
    return;
  ihop_tree_unref (entry->tree);
  g_clear_pointer (&entry->origins, g_array_unref);
  ihop_tree_unref (entry->prepared);
  g_clear_pointer (&entry->prepared_origins, g_array_unref);
  g_ptr_array_unref (entry->steps);
  g_free (entry->path);
  g_free (entry->original);
  g_free (entry->text);
  g_free (entry);
}

/* ---- snapshots ---- */

IhopSnapshot *
ihop_snapshot_new (const IhopSettings *settings)
{
  IhopSnapshot *snapshot = g_new0 (IhopSnapshot, 1);

  g_atomic_ref_count_init (&snapshot->references);
  snapshot->settings = ihop_settings_copy (settings);
  snapshot->files = g_ptr_array_new_with_free_func (entry_unref);
  g_mutex_init (&snapshot->lock);
  return snapshot;
}

void
ihop_snapshot_add (IhopSnapshot *snapshot, const char *path, const char *text)
{
  g_assert (snapshot->project == NULL);
  g_ptr_array_add (snapshot->files, ihop_snapshot_entry_new (path, text, text));
}

IhopSnapshot *
ihop_snapshot_ref (IhopSnapshot *snapshot)
{
  g_atomic_ref_count_inc (&snapshot->references);
  return snapshot;
}

void
ihop_snapshot_unref (IhopSnapshot *snapshot)
{
  if (snapshot == NULL || !g_atomic_ref_count_dec (&snapshot->references))
    return;
  ihop_project_free (snapshot->project);
  g_ptr_array_unref (snapshot->files);
  ihop_snapshot_unref (snapshot->root);
  ihop_settings_free (snapshot->settings);
  g_mutex_clear (&snapshot->lock);
  g_free (snapshot);
}

guint
ihop_snapshot_n_files (const IhopSnapshot *snapshot)
{
  return snapshot->files->len;
}

IhopSnapshotFile
ihop_snapshot_file (const IhopSnapshot *snapshot, guint file)
{
  const IhopSnapshotEntry *entry = snapshot->files->pdata[file];

  return (IhopSnapshotFile) { entry->path, entry->original, entry->text, entry->steps, entry->origins,
                              entry->steps->len > 0 };
}

gboolean
ihop_snapshot_is_akin (const IhopSnapshot *a, const IhopSnapshot *b)
{
  return (a->root ? a->root : a) == (b->root ? b->root : b);
}

const IhopSettings *
ihop_snapshot_settings (const IhopSnapshot *snapshot)
{
  return snapshot->settings;
}

IhopProject *
ihop_snapshot_project_new (const IhopSnapshot *snapshot)
{
  const IhopSettings *settings = snapshot->settings;
  IhopProjectOptions options = { .flags = (const char *const *) settings->flags,
                                 .database = settings->database,
                                 .alias = settings->alias,
                                 .assume = (const char *const *) settings->assume };

  return ihop_project_new (&options);
}

IhopProject *
ihop_snapshot_shown (const IhopSnapshot *snapshot)
{
  IhopProject *project = ihop_snapshot_project_new (snapshot);

  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const IhopSnapshotEntry *entry = snapshot->files->pdata[i];
      ihop_project_open_text (project, entry->path, entry->text);
    }
  return project;
}

static void
hash_word (GChecksum *sum, const char *word)
{
  g_checksum_update (sum, (const guchar *) (word ? word : ""), (gssize) (word ? strlen (word) + 1 : 1));
}

char *
ihop_snapshot_hash (const IhopSnapshot *snapshot)
{
  g_autoptr (GChecksum) sum = g_checksum_new (G_CHECKSUM_SHA256);
  const IhopSettings *settings = snapshot->settings;

  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const IhopSnapshotEntry *entry = snapshot->files->pdata[i];
      hash_word (sum, entry->path);
      hash_word (sum, entry->text);
    }
  for (guint i = 0; settings->flags && settings->flags[i]; i++)
    hash_word (sum, settings->flags[i]);
  hash_word (sum, settings->database);
  return g_strdup (g_checksum_get_string (sum));
}

IhopProject *
ihop_snapshot_lock (IhopSnapshot *snapshot)
{
  g_mutex_lock (&snapshot->lock);
  if (snapshot->project == NULL)
    snapshot->project = ihop_snapshot_shown (snapshot);
  return snapshot->project;
}

void
ihop_snapshot_unlock (IhopSnapshot *snapshot)
{
  g_mutex_unlock (&snapshot->lock);
}

/* ---- products ---- */

static char *
script_of (const IhopSnapshotEntry *entry)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entry->steps->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) entry->steps->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
open_all (IhopProject *project, const IhopSnapshot *snapshot)
{
  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const IhopSnapshotEntry *entry = snapshot->files->pdata[i];
      ihop_project_open_text (project, entry->path, entry->original);
    }
}

gboolean
ihop_snapshot_replay (IhopProject *project, const IhopSnapshot *snapshot)
{
  open_all (project, snapshot);
  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const IhopSnapshotEntry *entry = snapshot->files->pdata[i];
      g_autofree char *script = script_of (entry);
      if (entry->steps->len
          && !ihop_project_transform (project, ihop_project_files (project)->pdata[i], script, "script"))
        return FALSE;
    }
  return TRUE;
}

/* The script of a file says nothing beyond its tree: then what the last step has left is read, and no step judged again. */
static gboolean
retake (IhopProject *project, const IhopSnapshot *snapshot, guint i)
{
  const IhopSnapshotEntry *entry = snapshot->files->pdata[i];
  const IhopProjectFile *file = ihop_project_files (project)->pdata[i];
  g_autofree char *script = script_of (entry);

  if (entry->steps->len == 0)
    return TRUE;
  if (entry->tree == NULL || file->tree == NULL || ihop_snapshot_says_more (snapshot, i))
    return ihop_project_transform (project, file, script, "script");
  g_autoptr (GPtrArray) steps = ihop_script_steps (script);
  return ihop_project_take_steps (project, file, entry->tree, steps);
}

gboolean
ihop_snapshot_retake (IhopProject *project, const IhopSnapshot *snapshot)
{
  open_all (project, snapshot);
  for (guint i = 0; i < snapshot->files->len; i++)
    if (!retake (project, snapshot, i))
      return FALSE;
  return TRUE;
}

IhopProject *
ihop_snapshot_project (IhopSnapshot *snapshot)
{
  g_autoptr (IhopProject) project = ihop_snapshot_project_new (snapshot);

  return ihop_snapshot_replay (project, snapshot) ? g_steal_pointer (&project) : NULL;
}

/* As the command line tells it. */
static GPtrArray *
left_out_of (const IhopPlan *plan)
{
  GPtrArray *sentences = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < plan->left_out->len; i++)
    {
      const IhopLeftOut *left = plan->left_out->pdata[i];
      const IhopLoopName *name = left->loop->name;
      g_autofree char *reason = ihop_message_localize (left->reason);
      /* Translators: a loop, the line that it stands in, and why it stays on the host. */
      g_ptr_array_add (sentences, g_strdup_printf (_ ("%s, line %u: %s"), name->address, ihop_range_line (name->loop->place), reason));
    }
  return sentences;
}

IhopSnapshotProducts *
ihop_snapshot_generate (IhopSnapshot *snapshot, guint file, const IhopGenerateOptions *options,
                        IhopDiags *diags)
{
  g_autoptr (IhopProject) project = ihop_snapshot_project_new (snapshot);
  IhopSnapshotProducts *made = NULL;

  if (ihop_snapshot_replay (project, snapshot))
    {
      IhopGenerateOptions own = *options;
      const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
      own.plan.choose = ihop_project_usual_choice (input);
      own.plan.gpu = snapshot->settings->gpu;
      ihop_project_unpack (project, input, &own.plan);
      g_autoptr (IhopGenerated) generated = ihop_project_generate (project, input, &own);
      if (generated)
        {
          made = g_new0 (IhopSnapshotProducts, 1);
          made->products = g_steal_pointer (&generated->products);
          generated->products = g_ptr_array_new ();
          made->n_kernels = generated->plan->kernels->len;
          made->n_transfers = generated->plan->transfers->len;
          made->left_out = left_out_of (generated->plan);
        }
    }
  ihop_diags_copy (diags, ihop_project_diags (project));
  return made;
}

void
ihop_snapshot_products_free (IhopSnapshotProducts *products)
{
  if (products == NULL)
    return;
  g_ptr_array_unref (products->products);
  g_ptr_array_unref (products->left_out);
  g_free (products);
}
