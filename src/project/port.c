#include "project/port.h"
#include "project/localize.h"
#include "project/units.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/script_lines.h"
#include "project/snapshot_private.h"
#include "transform/registry.h"
#include <glib/gi18n-lib.h>
#include <string.h>

static void
line_free (gpointer data)
{
  IhopPortLine *line = data;

  g_free (line->line);
  g_free (line->title);
  g_free (line->words);
  g_free (line->before);
  g_free (line->after);
  g_free (line->refusal);
  g_free (line);
}

IhopPort *
ihop_port_ref (IhopPort *port)
{
  g_atomic_ref_count_inc (&port->references);
  return port;
}

void
ihop_port_unref (gpointer data)
{
  IhopPort *port = data;

  if (port == NULL || !g_atomic_ref_count_dec (&port->references))
    return;
  g_ptr_array_unref (port->lines);
  g_ptr_array_unref (port->notes);
  g_free (port->before);
  g_free (port->after);
  g_free (port->obstacle);
  g_free (port);
}

/* ---- what a line does ---- */

static char *
words_of (const char *line, const IhopStays *stays)
{
  g_auto (GStrv) parts = g_strsplit (line, " ", 2);
  const IhopTransform *transform = ihop_transform_find (parts[0]);

  if (transform)
    return g_strdup (_ (transform->summary));
  if (g_str_equal (parts[0], "prepare"))
    return g_strdup (_ ("What stands in the way of kernels is put straight: structs are taken apart, rows kept in "
                        "blocks, local types and odd loop heads rewritten"));
  if (g_str_equal (parts[0], "apart"))
    return g_strdup (_ ("Tested at the start: if the two overlap, the original runs"));
  g_autofree char *host = ihop_units_spoken (stays->host), *device = ihop_units_spoken (stays->device);
  return g_strdup_printf (_ ("Stays on the host: predicted %s there, %s on the GPU"), host, device);
}

static IhopPortLine *
line_new (const char *text)
{
  IhopPortLine *line = g_new0 (IhopPortLine, 1);
  IhopStays *stays = ihop_script_stays (text);

  line->line = g_strdup (text);
  line->title = stays ? g_strdup_printf ("host %s", stays->address) : g_strdup (text);
  line->words = words_of (text, stays);
  g_clear_pointer (&stays, ihop_stays_free);
  return line;
}

/* ---- searching ---- */

static void
remove_line (GPtrArray *lines, const char *line)
{
  guint at;

  if (g_ptr_array_find_with_equal_func (lines, line, g_str_equal, &at))
    g_ptr_array_remove_index (lines, at);
}

/* What the file's script says beyond the steps that were there before. */
static void
add_lines (IhopPort *port, const IhopProjectFile *file, const GPtrArray *before)
{
  g_autoptr (GPtrArray) script = ihop_project_script (file);

  for (guint i = 0; i < before->len; i++)
    remove_line (script, before->pdata[i]);
  for (guint i = 0; i < script->len; i++)
    g_ptr_array_add (port->lines, line_new (script->pdata[i]));
}

static void
add_notes (IhopPort *port, const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      if (g_str_equal (diag->id, "IHOP-S002"))
        g_ptr_array_add (port->notes, ihop_message_localize (diag->message));
    }
}

static void
search (IhopPort *port, IhopProject *project, const IhopPlanOptions *plan, const IhopSnapshotEntry *entry,
        IhopAdviseEffort effort, const IhopAdviseWatch *watch)
{
  const IhopProjectFile *file = ihop_project_files (project)->pdata[port->file];

  ihop_project_set_watch (project, *watch);
  ihop_project_unpack (project, file, plan);
  if (!watch->goes_on (NULL, watch->data))
    return;
  ihop_project_advise (project, file, plan, effort, 0);
  add_lines (port, file, entry->steps);
  add_notes (port, ihop_project_diags (project));
  if (file->advice == NULL)
    return;
  port->tried = file->advice->tried;
  port->is_cut_short = file->advice->is_cut_short;
}

static IhopPort *
port_new (guint file)
{
  IhopPort *port = g_new0 (IhopPort, 1);

  g_atomic_ref_count_init (&port->references);
  port->file = file;
  port->lines = g_ptr_array_new_with_free_func (line_free);
  port->notes = g_ptr_array_new_with_free_func (g_free);
  return port;
}

IhopPort *
ihop_snapshot_port (IhopSnapshot *snapshot, guint file, IhopAdviseEffort effort, const IhopAdviseWatch *watch)
{
  IhopPort *port = port_new (file);
  g_autoptr (IhopProject) project = ihop_snapshot_project (snapshot);
  const IhopProjectFile *input = project ? ihop_project_files (project)->pdata[file] : NULL;
  IhopPlanOptions plan = { .gpu = snapshot->settings->gpu };

  if (input == NULL || input->tree == NULL)
    {
      port->obstacle = g_strdup (_ ("The file cannot be read as C: see the issues."));
      return port;
    }
  plan.choose = ihop_project_usual_choice (input);
  if (plan.choose == IHOP_CHOOSE_TARGET)
    port->obstacle = g_strdup (_ ("Loops are marked for the GPU already, and only what is marked goes there. Take the "
                                  "marks away to have loops looked for."));
  else
    search (port, project, &plan, snapshot->files->pdata[file], effort, watch);
  return port;
}

/* ---- taking some of the lines ---- */

typedef struct
{
  IhopSnapshot *root;
  guint file;
  IhopPlanOptions plan;
  IhopSnapshot *now;
  GPtrArray *on_host;      /* of IhopStays * */
  double seconds;          /* that it is predicted to take; negative: not known */
} Check;

static double
price (const Check *check)
{
  IhopProject *project = ihop_snapshot_lock (check->root);
  const IhopSnapshotEntry *entry = check->now->files->pdata[check->file];
  const IhopProjectFile *first = ihop_project_files (project)->pdata[check->file];
  IhopTree *tree = entry->tree ? entry->tree : first->tree;
  g_autoptr (GPtrArray) pairs = ihop_snapshot_entry_pairs (entry);
  double seconds = tree ? ihop_advise_price (tree, ihop_project_facts_options (project), &check->plan, pairs) : -1;

  ihop_snapshot_unlock (check->root);
  return seconds;
}

static char *
seconds_text (double seconds)
{
  return seconds < 0 ? NULL : ihop_units_seconds (seconds);
}

static void
take_line (Check *check, IhopPortLine *line)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopSnapshot *next = ihop_snapshot_step (check->now, check->file, line->line, diags);
  double before = check->seconds;

  if (next == NULL)
    {
      line->refusal = diags->len ? ihop_message_localize (((const IhopDiag *) diags->pdata[0])->message)
                                 : g_strdup (_ ("It is refused."));
      return;
    }
  ihop_snapshot_unref (check->now);
  check->now = next;
  IhopStays *stays = ihop_script_stays (line->line);
  if (stays)
    g_ptr_array_add (check->on_host, stays);
  check->seconds = price (check);
  line->before = seconds_text (before);
  line->after = seconds_text (check->seconds);
}

static void
check_init (Check *check, IhopSnapshot *snapshot, guint file)
{
  *check = (Check) { .root = snapshot->root ? snapshot->root : snapshot, .file = file,
                     .now = ihop_snapshot_ref (snapshot),
                     .on_host = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_stays_free) };
  const IhopProject *project = ihop_snapshot_lock (check->root);
  check->plan.gpu = snapshot->settings->gpu;
  check->plan.choose = ihop_project_usual_choice (ihop_project_files (project)->pdata[file]);
  check->plan.on_host = check->on_host;
  ihop_snapshot_unlock (check->root);
  check->seconds = price (check);
}

IhopPort *
ihop_port_check (const IhopPort *port, IhopSnapshot *snapshot, const gboolean *wanted, const IhopAdviseWatch *watch)
{
  IhopPort *tried = port_new (port->file);
  Check check;

  check_init (&check, snapshot, port->file);
  tried->is_cut_short = port->is_cut_short;
  tried->before = seconds_text (check.seconds);
  for (guint i = 0; i < port->lines->len; i++)
    {
      IhopPortLine *line = line_new (((const IhopPortLine *) port->lines->pdata[i])->line);
      g_ptr_array_add (tried->lines, line);
      if (wanted[i] && watch->goes_on (line->line, watch->data))
        take_line (&check, line);
    }
  tried->after = seconds_text (check.seconds);
  ihop_snapshot_unref (check.now);
  g_ptr_array_unref (check.on_host);
  return tried;
}
