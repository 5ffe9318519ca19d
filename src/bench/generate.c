/* ihop's own part: the three ways to generate, timed, with what the plan predicts. */
#include "bench/entrant.h"
#include <string.h>

void
ihop_made_free (gpointer data)
{
  IhopMade *made = data;

  g_ptr_array_unref (made->products);
  g_ptr_array_unref (made->figures);
  g_free (made->steps);
  g_free (made->failure);
  g_free (made);
}

static void
note (IhopMade *made, const char *part, const char *name, double value)
{
  IhopFigure *figure = g_new0 (IhopFigure, 1);

  figure->part = g_strdup (part);
  figure->name = g_strdup (name);
  figure->value = value;
  g_ptr_array_add (made->figures, figure);
}

static void
note_plan (IhopMade *made, const IhopPlan *plan)
{
  note (made, "", "kernels", plan->kernels->len);
  note (made, "", "copies placed", plan->transfers->len);
  if (plan->is_advised)
    {
      note (made, "", "predicted seconds", plan->seconds);
      note (made, "", "predicted seconds without steps", plan->seconds_plain);
    }
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      const IhopKernel *kernel = plan->kernels->pdata[i];
      if (kernel->profile == NULL || kernel->profile->candidates->len == 0)
        continue;
      const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
      note (made, kernel->name, "predicted cost", best->cost);
      note (made, kernel->name, "predicted sectors a warp", best->sectors);
      note (made, kernel->name, "predicted occupancy", best->occupancy);
    }
}

/* The first thing that was refused, or any other complaint. */
static char *
complaint (const IhopDiags *diags)
{
  for (guint i = 0; i < diags->len; i++)
    {
      const IhopDiag *diag = diags->pdata[i];
      if (diag->severity >= IHOP_REFUSED)
        return g_strdup (ihop_message_text (diag->message));
    }
  return g_strdup ("ihop made nothing of it");
}

static gboolean
is_marked (const IhopTaskContext *context)
{
  g_autofree char *text = NULL;

  return g_file_get_contents (context->kernel->path, &text, NULL, NULL)
         && g_regex_match_simple ("^[ \\t]*#[ \\t]*pragma[ \\t]+target\\b", text, G_REGEX_MULTILINE, 0);
}

/* FALSE: there is no recipe, or a step of it was refused. */
static gboolean
replay_recipe (const IhopTaskContext *context, IhopProject *project, const IhopProjectFile *file,
               IhopMade *made)
{
  g_autofree char *name = g_strconcat (context->kernel->name, ".ihop", NULL), *text = NULL;
  g_autofree char *path = g_build_filename (context->options->folder, "recipes", name, NULL);

  if (!g_file_get_contents (path, &text, NULL, NULL))
    {
      made->failure = g_strdup ("there is no recipe for it");
      made->is_refused = TRUE;
      return FALSE;
    }
  if (ihop_project_transform (project, file, text, path))
    return TRUE;
  made->failure = complaint (ihop_project_diags (project));
  return FALSE;
}

static void
keep_steps (IhopMade *made, const IhopProjectFile *file)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; file->steps && i < file->steps->len; i++)
    g_string_append_printf (text, "%s\n", (const char *) file->steps->pdata[i]);
  made->steps = text->len ? g_string_free (text, FALSE) : NULL;
  if (made->steps == NULL)
    g_string_free (text, TRUE);
}

static void
take_products (IhopMade *made, IhopGenerated *generated)
{
  note_plan (made, generated->plan);
  for (guint i = 0; i < generated->products->len; i++)
    {
      const IhopProduct *product = generated->products->pdata[i];
      g_ptr_array_add (made->products,
                       ihop_product_new (g_strdup (product->name), g_strdup (product->text)));
    }
}

static void
generate (const IhopTaskContext *context, const char *mode, IhopMade *made)
{
  const IhopProjectOptions project_options = { .flags = (const char *const *) context->flags };
  IhopGenerateOptions options = { .products = IHOP_PRODUCT_CUDA | IHOP_PRODUCT_CPU | IHOP_PRODUCT_EMULATED,
                                  .emit = { .bounds = TRUE } };
  g_autoptr (IhopProject) project = ihop_project_new (&project_options);

  options.plan.gpu = context->options->gpu;
  options.plan.for_cpu = TRUE;
  /* Counting sectors makes the emulated device some twenty times slower: once is enough. */
  options.emit.sites = g_str_equal (mode, "scop");
  options.plan.choose = g_str_equal (mode, "target") ? IHOP_CHOOSE_TARGET : IHOP_CHOOSE_SCOP;
  if (g_str_equal (mode, "target") && !is_marked (context))
    {
      made->failure = g_strdup ("nothing in it is marked by hand");
      made->is_refused = TRUE;
      return;
    }
  ihop_project_open (project, context->kernel->path);
  const IhopProjectFile *file = ihop_project_files (project)->pdata[0];
  if (g_str_equal (mode, "script"))
    {
      if (!replay_recipe (context, project, file, made))
        return;
    }
  else
    ihop_project_advise (project, file, &options.plan, IHOP_ADVISE_QUICKLY, 0);
  g_autoptr (IhopGenerated) generated = ihop_project_generate (project, file, &options);
  if (generated == NULL || generated->products->len == 0)
    {
      made->failure = complaint (ihop_project_diags (project));
      return;
    }
  take_products (made, generated);
  keep_steps (made, file);
}

const IhopMade *
ihop_entrant_generate (IhopTaskContext *context, const char *mode)
{
  IhopMade *made = g_hash_table_lookup (context->made, mode);

  if (made)
    return made;
  made = g_new0 (IhopMade, 1);
  made->products = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_product_free);
  made->figures = g_ptr_array_new_with_free_func (ihop_figure_free);
  gint64 began = g_get_monotonic_time ();
  generate (context, mode, made);
  made->seconds = (double) (g_get_monotonic_time () - began) / G_TIME_SPAN_SECOND;
  g_hash_table_insert (context->made, g_strdup (mode), made);
  return made;
}
