#include "project/loop_view.h"

static gboolean
has_main (IhopSnapshot *snapshot, guint file)
{
  g_autoptr (GPtrArray) functions = ihop_snapshot_functions (snapshot, file);

  for (guint i = 0; i < functions->len; i++)
    if (g_str_equal (((const IhopFunctionView *) functions->pdata[i])->name, "main"))
      return TRUE;
  return FALSE;
}

/* The steps of one file, taken on the snapshot's file "to". NULL: one does not apply. Takes the snapshot. */
static IhopSnapshot *
take_steps (IhopSnapshot *snapshot, guint to, const GPtrArray *steps)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();

  for (guint i = 0; snapshot && i < steps->len; i++)
    {
      IhopSnapshot *after = ihop_snapshot_step (snapshot, to, steps->pdata[i], diags);
      ihop_snapshot_unref (snapshot);
      snapshot = after;
    }
  return snapshot;
}

IhopSnapshot *
ihop_snapshot_program (IhopSnapshot *snapshot, guint file)
{
  g_autoptr (GArray) kept = g_array_new (FALSE, FALSE, sizeof (guint));
  guint n = ihop_snapshot_n_files (snapshot), programs = 0;

  for (guint i = 0; i < n; i++)
    {
      gboolean is_program = has_main (snapshot, i);
      programs += is_program;
      if (i == file || !is_program)
        g_array_append_val (kept, i);
    }
  if (programs < 2)
    return ihop_snapshot_ref (snapshot);
  IhopSnapshot *program = ihop_snapshot_new (ihop_snapshot_settings (snapshot));
  for (guint i = 0; i < kept->len; i++)
    {
      IhopSnapshotFile one = ihop_snapshot_file (snapshot, g_array_index (kept, guint, i));
      ihop_snapshot_add (program, one.path, one.original);
    }
  for (guint i = 0; program && i < kept->len; i++)
    program = take_steps (program, i, ihop_snapshot_file (snapshot, g_array_index (kept, guint, i)).steps);
  return program;
}
