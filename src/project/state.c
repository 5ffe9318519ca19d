#include "project/state.h"
#include "analysis/program/assertion.h"
#include "gpugen/plan/clauses.h"
#include <string.h>

struct _IhopProject
{
  char **flags, **assume;
  GPtrArray *words, *noalias; /* of char *, NULL at the end: ours, and what stands in pragmas */
  char *database;
  IhopRunProfile *profile;
  IhopFactsOptions facts_options;
  GPtrArray *files; /* of IhopProjectFile * */
  IhopFacts *facts; /* NULL: not asked for yet */
  IhopDiags *diags;
  GPtrArray *no_loops; /* empty, for files without a tree */
  IhopAdviseWatch watch; /* of searches; goes_on NULL: nobody waits */
  gboolean makes_cuda;
};

static void
rows_apart_free (gpointer data)
{
  IhopRowsApart *apart = data;

  g_free (apart->names);
  g_free (apart);
}

static void
imported_free (gpointer data)
{
  IhopImported *imported = data;

  g_free (imported->name);
  g_free (imported->owners_name);
  g_free (imported->path);
  g_free (imported);
}

static void
file_free (gpointer data)
{
  IhopProjectFile *file = data;

  ihop_advice_free (file->advice);
  g_free (file->prepared);
  g_ptr_array_unref (file->on_host);
  ihop_tree_unref (file->first_tree);
  ihop_tree_unref (file->packed_tree);
  g_clear_pointer (&file->guards, g_ptr_array_unref);
  g_ptr_array_unref (file->steps);
  g_ptr_array_unref (file->apart);
  g_hash_table_unref (file->outlined);
  g_hash_table_unref (file->time_loops);
  g_hash_table_unref (file->split);
  g_ptr_array_unref (file->promoted);
  g_ptr_array_unref (file->gathered);
  g_ptr_array_unref (file->rotated);
  g_ptr_array_unref (file->unpromoted);
  g_ptr_array_unref (file->blocks);
  g_ptr_array_unref (file->rows_apart);
  g_hash_table_unref (file->blocked);
  g_ptr_array_unref (file->imported);
  g_ptr_array_unref (file->kept_out);
  ihop_tree_unref (file->tree);
  g_clear_pointer (&file->line_uses, g_array_unref);
  g_clear_pointer (&file->owners_names, g_hash_table_unref);
  g_clear_pointer (&file->calls, g_hash_table_unref);
  g_free (file->original);
  g_free (file->path);
  g_free (file->name);
  g_free (file);
}

static char **
strv_copy (const char *const *strings)
{
  static char *const none[] = { NULL };

  return g_strdupv (strings ? (char **) strings : (char **) none);
}

IhopProject *
ihop_project_new (const IhopProjectOptions *options)
{
  IhopProject *project = g_new0 (IhopProject, 1);

  project->flags = strv_copy (options->flags);
  project->assume = strv_copy (options->assume);
  project->database = g_strdup (options->database);
  project->facts_options.alias = options->alias;
  project->words = g_ptr_array_new_with_free_func (g_free);
  project->noalias = g_ptr_array_new_with_free_func (g_free);
  project->facts_options.seconds = options->seconds;
  project->makes_cuda = options->makes_cuda;
  project->files = g_ptr_array_new_with_free_func (file_free);
  project->diags = ihop_diags_new ();
  project->no_loops = g_ptr_array_new ();
  return project;
}

/* Facts first: they refer to the trees and to the diags. */
void
ihop_project_free (IhopProject *project)
{
  if (project == NULL)
    return;
  if (project->makes_cuda)
    ihop_frontend_forget_cuda ();
  ihop_facts_free (project->facts);
  g_ptr_array_unref (project->files);
  g_ptr_array_unref (project->diags);
  g_ptr_array_unref (project->no_loops);
  g_strfreev (project->flags);
  g_strfreev (project->assume);
  g_ptr_array_unref (project->words);
  g_ptr_array_unref (project->noalias);
  g_free (project->database);
  ihop_run_profile_free (project->profile);
  g_free (project);
}

char *
ihop_project_stem (const char *path)
{
  char *name = g_path_get_basename (path);
  char *dot = strrchr (name, '.');

  if (dot && dot != name)
    *dot = '\0';
  return name;
}

IhopFrontendOptions
ihop_project_frontend_options (const IhopProject *project)
{
  return (IhopFrontendOptions) { .flags = (const char *const *) project->flags,
                                 .database = project->database };
}

void
ihop_project_replace (IhopProject *project, const IhopProjectFile *file, IhopTree *tree)
{
  IhopProjectFile *own = (IhopProjectFile *) file;

  g_clear_pointer (&project->facts, ihop_facts_free);
  ihop_tree_unref (own->tree);
  own->tree = tree;
}

IhopProjectFile *
ihop_project_add (IhopProject *project, const char *path)
{
  IhopProjectFile *file = g_new0 (IhopProjectFile, 1);

  g_clear_pointer (&project->facts, ihop_facts_free);
  file->path = g_strdup (path);
  file->name = ihop_project_stem (path);
  file->steps = g_ptr_array_new_with_free_func (g_free);
  file->apart = g_ptr_array_new_with_free_func (g_free);
  file->on_host = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_stays_free);
  file->outlined = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  file->time_loops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  file->split = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  file->promoted = g_ptr_array_new_with_free_func (g_free);
  file->gathered = g_ptr_array_new_with_free_func (g_free);
  file->rotated = g_ptr_array_new_with_free_func (g_free);
  file->unpromoted = g_ptr_array_new_with_free_func (g_free);
  file->blocks = g_ptr_array_new_with_free_func (g_free);
  file->rows_apart = g_ptr_array_new_with_free_func (rows_apart_free);
  file->blocked = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  file->imported = g_ptr_array_new_with_free_func (imported_free);
  file->kept_out = g_ptr_array_new_with_free_func (g_free);
  g_ptr_array_add (project->files, file);
  return file;
}

const GPtrArray *
ihop_project_files (const IhopProject *project)
{
  return project->files;
}

IhopDiags *
ihop_project_diags (const IhopProject *project)
{
  return project->diags;
}

void
ihop_project_set_run_profile (IhopProject *project, IhopRunProfile *profile)
{
  ihop_run_profile_free (project->profile);
  project->profile = profile;
}

void
ihop_project_set_watch (IhopProject *project, IhopAdviseWatch watch)
{
  project->watch = watch;
}

const IhopAdviseWatch *
ihop_project_watch (const IhopProject *project)
{
  return project->watch.goes_on ? &project->watch : NULL;
}

const IhopRunProfile *
ihop_project_run_profile (const IhopProject *project)
{
  return project->profile;
}

const char *const *
ihop_project_flags (const IhopProject *project)
{
  return (const char *const *) project->flags;
}

/* All that the owner vouches for: on the command line, and in the pragmas of the files. */
static void
collect_words (IhopProject *project)
{
  g_ptr_array_set_size (project->words, 0);
  g_ptr_array_set_size (project->noalias, 0);
  for (guint i = 0; project->assume[i]; i++)
    g_ptr_array_add (project->words, g_strdup (project->assume[i]));
  for (guint i = 0; i < project->files->len; i++)
    {
      const IhopProjectFile *file = project->files->pdata[i];
      if (file->tree)
        ihop_clauses_collect (file->tree, project->words, project->noalias);
    }
  g_ptr_array_add (project->words, NULL);
  g_ptr_array_add (project->noalias, NULL);
  project->facts_options.assume = (const char *const *) project->words->pdata;
  project->facts_options.noalias = (const char *const *) project->noalias->pdata;
}

const IhopFactsOptions *
ihop_project_facts_options (IhopProject *project)
{
  if (project->facts == NULL)
    collect_words (project);
  return &project->facts_options;
}

/* Words that cannot help anybody are said aloud: the owner believes that they do. */
static void
check_words (IhopProject *project, const GPtrArray *trees)
{
  for (const char *const *words = project->facts_options.assume; words && *words; words++)
    {
      g_autofree char *fault = ihop_assertion_fault (trees, *words);
      if (fault)
        ihop_diags_add_at (project->diags, IHOP_REFUSED, "IHOP-P007", NULL, 0, 0,
                           "The assertion '%s' is not used: %s.", *words, fault);
    }
}

IhopFacts *
ihop_project_facts (IhopProject *project)
{
  g_autoptr (GPtrArray) trees = g_ptr_array_new ();

  if (project->facts)
    return project->facts;
  for (guint i = 0; i < project->files->len; i++)
    {
      const IhopProjectFile *file = project->files->pdata[i];
      if (file->tree)
        g_ptr_array_add (trees, file->tree);
    }
  ihop_project_facts_options (project);
  if (trees->len)
    check_words (project, trees);
  project->facts = ihop_facts_new (trees, ihop_project_facts_options (project), project->diags);
  return project->facts;
}

gboolean
ihop_project_makes_cuda (const IhopProject *project)
{
  return project->makes_cuda;
}

const GPtrArray *
ihop_project_analyze (IhopProject *project, const IhopProjectFile *file)
{
  if (file->tree == NULL)
    return project->no_loops;
  return ihop_loops_of (ihop_project_facts (project), file->tree);
}

const GPtrArray *
ihop_project_analyze_function (IhopProject *project, const IhopProjectFile *file,
                               const IhopFunction *function)
{
  return ihop_loops_of_function (ihop_project_facts (project), file->tree, function);
}
