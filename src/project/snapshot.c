#include "project/snapshot.h"
#include "ir/print.h"
#include "project/project_private.h"
#include "transform/script.h"
#include <string.h>

/* Shared by all snapshots in which this file is the same. */
typedef struct
{
  gatomicrefcount references;
  char *path, *original, *text;
  GPtrArray *steps; /* of char * */
  IhopTree *tree;   /* as the last step left it; NULL: no steps */
  GArray *origins;  /* of its loops; NULL: no steps */
} Entry;

struct _IhopSnapshot
{
  gatomicrefcount references;
  IhopSettings *settings;
  GPtrArray *files;     /* of Entry * */
  IhopSnapshot *root;   /* before all steps; NULL: it is this one */
  GMutex lock;
  IhopProject *project; /* NULL: not asked for yet */
};

/* ---- settings ---- */

IhopSettings *
ihop_settings_copy (const IhopSettings *settings)
{
  IhopSettings *copy = g_new0 (IhopSettings, 1);

  copy->flags = g_strdupv (settings->flags);
  copy->database = g_strdup (settings->database);
  copy->alias = settings->alias;
  copy->assume = g_strdupv (settings->assume);
  copy->gpu = g_strdup (settings->gpu);
  return copy;
}

void
ihop_settings_free (IhopSettings *settings)
{
  if (settings == NULL)
    return;
  g_strfreev (settings->flags);
  g_free (settings->database);
  g_strfreev (settings->assume);
  g_free (settings->gpu);
  g_free (settings);
}

/* ---- files ---- */

static Entry *
entry_new (const char *path, const char *original, const char *text)
{
  Entry *entry = g_new0 (Entry, 1);

  g_atomic_ref_count_init (&entry->references);
  entry->path = g_strdup (path);
  entry->original = g_strdup (original);
  entry->text = g_strdup (text);
  entry->steps = g_ptr_array_new_with_free_func (g_free);
  return entry;
}

static Entry *
entry_ref (Entry *entry)
{
  g_atomic_ref_count_inc (&entry->references);
  return entry;
}

static void
entry_unref (gpointer data)
{
  Entry *entry = data;

  if (!g_atomic_ref_count_dec (&entry->references))
    return;
  ihop_tree_unref (entry->tree);
  g_clear_pointer (&entry->origins, g_array_unref);
  g_ptr_array_unref (entry->steps);
  g_free (entry->path);
  g_free (entry->original);
  g_free (entry->text);
  g_free (entry);
}

/* Takes the tree. */
static Entry *
entry_after (const Entry *before, const char *step, IhopTree *tree, const IhopTree *first)
{
  g_autofree char *text = ihop_print_tree (tree);
  Entry *entry = entry_new (before->path, before->original, text);

  for (guint i = 0; i < before->steps->len; i++)
    g_ptr_array_add (entry->steps, g_strdup (before->steps->pdata[i]));
  g_ptr_array_add (entry->steps, g_strdup (step));
  entry->tree = tree;
  entry->origins = ihop_loop_origins (tree, first);
  return entry;
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
  g_ptr_array_add (snapshot->files, entry_new (path, text, text));
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
  const Entry *entry = snapshot->files->pdata[file];

  return (IhopSnapshotFile) { entry->path, entry->original, entry->text, entry->steps, entry->origins,
                              entry->steps->len > 0 };
}

const IhopSettings *
ihop_snapshot_settings (const IhopSnapshot *snapshot)
{
  return snapshot->settings;
}

static IhopProject *
project_new (const IhopSnapshot *snapshot)
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
  IhopProject *project = project_new (snapshot);

  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const Entry *entry = snapshot->files->pdata[i];
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
      const Entry *entry = snapshot->files->pdata[i];
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

/* ---- steps ---- */

/* What the owner vouches for is read from the files as they were written, as a script's steps read
 * it; and the first step starts from those trees. Caller unrefs. */
static IhopTree *
tree_of (IhopSnapshot *root, const Entry *entry, guint file)
{
  const IhopProjectFile *first = ihop_project_files (root->project)->pdata[file];
  IhopTree *tree = entry->tree ? entry->tree : first->tree;

  return tree ? ihop_tree_ref (tree) : NULL;
}

static IhopSnapshot *
snapshot_after (IhopSnapshot *before, guint file, const char *step, IhopTree *tree)
{
  IhopSnapshot *after = ihop_snapshot_new (before->settings);
  IhopSnapshot *root = before->root ? before->root : before;
  const IhopProjectFile *owners = ihop_project_files (root->project)->pdata[file];
  const IhopTree *first = owners->tree;

  after->root = ihop_snapshot_ref (root);
  for (guint i = 0; i < before->files->len; i++)
    {
      Entry *entry = before->files->pdata[i];
      g_ptr_array_add (after->files, i == file ? entry_after (entry, step, tree, first) : entry_ref (entry));
    }
  return after;
}

/* The script's runner names the step behind the refusal itself; here there is only one. */
static void
drop_step_name (IhopDiags *diags)
{
  const IhopDiag *last = diags->len ? diags->pdata[diags->len - 1] : NULL;

  if (last && g_str_equal (last->id, "IHOP-T010"))
    g_ptr_array_set_size (diags, (int) diags->len - 1);
}

/* After steps the tree's places are those of the owner's text: what is refused is said again at the
 * places of the text as it is shown. */
static void
refuse_in_shown_text (IhopSnapshot *snapshot, guint file, const char *step, IhopDiags *diags)
{
  g_autoptr (GPtrArray) again = ihop_diags_new ();
  IhopProject *project = ihop_snapshot_lock (snapshot);
  const IhopProjectFile *shown = ihop_project_files (project)->pdata[file];
  IhopTree *next = shown->tree ? ihop_script_run (shown->tree, step, step,
                                                  ihop_project_facts_options (project), again)
                               : NULL;

  if (next == NULL && again->len)
    {
      g_ptr_array_set_size (diags, 0);
      ihop_diags_copy (diags, again);
    }
  ihop_snapshot_unlock (snapshot);
  ihop_tree_unref (next);
}

IhopSnapshot *
ihop_snapshot_step (IhopSnapshot *snapshot, guint file, const char *step, IhopDiags *diags)
{
  IhopSnapshot *root = snapshot->root ? snapshot->root : snapshot;
  IhopProject *project = ihop_snapshot_lock (root);
  g_autoptr (IhopTree) tree = tree_of (root, snapshot->files->pdata[file], file);
  IhopTree *next = tree ? ihop_script_run (tree, step, step, ihop_project_facts_options (project), diags)
                        : NULL;

  ihop_snapshot_unlock (root);
  if (next == NULL)
    {
      if (snapshot != root)
        refuse_in_shown_text (snapshot, file, step, diags);
      drop_step_name (diags);
      return NULL;
    }
  return snapshot_after (snapshot, file, step, next);
}

/* ---- products ---- */

static char *
script_of (const Entry *entry)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < entry->steps->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) entry->steps->pdata[i]);
  return g_string_free (text, FALSE);
}

static gboolean
replay (IhopProject *project, const IhopSnapshot *snapshot)
{
  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const Entry *entry = snapshot->files->pdata[i];
      ihop_project_open_text (project, entry->path, entry->original);
    }
  for (guint i = 0; i < snapshot->files->len; i++)
    {
      const Entry *entry = snapshot->files->pdata[i];
      g_autofree char *script = script_of (entry);
      if (entry->steps->len
          && !ihop_project_transform (project, ihop_project_files (project)->pdata[i], script, "script"))
        return FALSE;
    }
  return TRUE;
}

IhopProject *
ihop_snapshot_project (IhopSnapshot *snapshot)
{
  g_autoptr (IhopProject) project = project_new (snapshot);

  return replay (project, snapshot) ? g_steal_pointer (&project) : NULL;
}

IhopSnapshotProducts *
ihop_snapshot_generate (IhopSnapshot *snapshot, guint file, const IhopGenerateOptions *options,
                        IhopDiags *diags)
{
  g_autoptr (IhopProject) project = project_new (snapshot);
  IhopSnapshotProducts *made = NULL;

  if (replay (project, snapshot))
    {
      IhopGenerateOptions own = *options;
      const IhopProjectFile *input = ihop_project_files (project)->pdata[file];
      own.plan.choose = ihop_project_usual_choice (input);
      own.plan.gpu = snapshot->settings->gpu;
      g_autoptr (IhopGenerated) generated = ihop_project_generate (project, input, &own);
      if (generated)
        {
          made = g_new0 (IhopSnapshotProducts, 1);
          made->products = g_steal_pointer (&generated->products);
          generated->products = g_ptr_array_new ();
          made->n_kernels = generated->plan->kernels->len;
          made->n_transfers = generated->plan->transfers->len;
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
  g_free (products);
}
