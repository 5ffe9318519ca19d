#include "check/program.h"

static void
unit_free (gpointer data)
{
  IhopUnit *unit = data;

  g_free (unit->name);
  g_free (unit->text);
  g_free (unit->origin);
  g_free (unit);
}

IhopProgram *
ihop_program_new (IhopBuilder *builder, IhopVariant variant, const char *name)
{
  IhopProgram *build = g_new0 (IhopProgram, 1);

  build->variant = variant;
  build->watches = variant == IHOP_VARIANT_EMULATED;
  build->cancellable = builder->options->cancellable;
  build->folder = g_build_filename (builder->folder, name, NULL);
  build->program = g_build_filename (build->folder, "program", NULL);
  build->units = g_ptr_array_new_with_free_func (unit_free);
  return build;
}

void
ihop_program_free (IhopProgram *build)
{
  if (build == NULL)
    return;
  g_ptr_array_unref (build->units);
  g_free (build->folder);
  g_free (build->program);
  g_free (build->failure);
  g_free (build->run.out);
  g_free (build->run.err);
  g_free (build->run_folder);
  g_free (build->outside);
  g_free (build->dump_path);
  g_free (build->bench_path);
  g_free (build->report_path);
  g_free (build);
}

void
ihop_program_add (IhopProgram *build, char *name, char *text, const char *origin_path)
{
  IhopUnit *unit = g_new0 (IhopUnit, 1);

  unit->name = name;
  unit->text = text;
  unit->origin = g_path_get_dirname (origin_path);
  g_ptr_array_add (build->units, unit);
}

void
ihop_builder_free (IhopBuilder *builder)
{
  if (builder == NULL)
    return;
  g_strfreev (builder->flags);
  g_strfreev (builder->product_flags);
  g_free (builder->folder);
  g_free (builder->runtime);
  g_free (builder->emulator);
  g_free (builder->watcher);
  g_free (builder);
}
