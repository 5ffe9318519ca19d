#include "base/json.h"
#include "counts/figures.h"

static const char *const class_names[IHOP_N_CLASSES]
  = { "float", "double", "special", "integer", "convert", "move", "control", "barrier", "warp", "matrix", "load", "store", "atomic", "parameter", "other" };

/* --- requests --------------------------------------------------------------------------------- */

static void
put_numbers (JsonBuilder *json, const char *const *names, const guint64 *const *numbers)
{
  for (; *names; names++, numbers++)
    ihop_json_put_int (json, *names, **numbers);
}

static void
put_sectors (JsonBuilder *json, const IhopCountAsked *asked)
{
  static const char *const names[] = { "sectors", "lines", "from_l1", "from_l2", "from_memory", "written", NULL };
  const guint64 *const numbers[] = { &asked->sectors, &asked->lines, &asked->from_l1, &asked->from_l2, &asked->from_memory, &asked->written };

  put_numbers (json, names, numbers);
}

static void
put_asked (JsonBuilder *json, const char *name, const IhopCountAsked *asked, IhopCountSpace space, gboolean is_atomic)
{
  static const char *const names[] = { "requests", "lanes", "bytes", "distinct_bytes", NULL };
  const guint64 *const numbers[] = { &asked->requests, &asked->lanes, &asked->bytes, &asked->used };

  ihop_json_begin_object (json, name);
  put_numbers (json, names, numbers);
  if (space == IHOP_COUNT_SHARED)
    {
      ihop_json_put_int (json, "wavefronts", asked->wavefronts);
      ihop_json_put_int (json, "bank_conflicts", asked->wavefronts - asked->least);
    }
  else if (space == IHOP_COUNT_CONST)
    ihop_json_put_int (json, "places", asked->wavefronts);
  else
    put_sectors (json, asked);
  if (is_atomic)
    ihop_json_put_int (json, "collisions", asked->collisions);
  json_builder_end_object (json);
}

static void
put_spaces (JsonBuilder *json, const IhopFigures *figures)
{
  static const char *const spaces[] = { "global", "local", "shared", "constant" };
  static const char *const asks[] = { "loads", "stores", "atomics" };

  for (guint space = 0; space < IHOP_N_COUNT_SPACES; space++)
    {
      if (ihop_figures_space (figures, space).requests == 0)
        continue;
      ihop_json_begin_object (json, spaces[space]);
      for (guint ask = 0; ask < IHOP_N_ASKS; ask++)
        if (figures->asked[space][ask].requests)
          put_asked (json, asks[ask], &figures->asked[space][ask], space, ask == IHOP_ASK_ATOMIC);
      json_builder_end_object (json);
    }
}

static void
put_figures (JsonBuilder *json, const IhopFigures *figures)
{
  static const char *const names[] = { "executions", "thread_executions", "operations", "double_operations", "matrix_operations", "branches",
                                       "divergent_branches", "barrier_waits", NULL };
  const guint64 *const numbers[] = { &figures->executions, &figures->lanes, &figures->operations, &figures->double_operations, &figures->matrix_operations,
                                     &figures->branches, &figures->divergent, &figures->barriers };

  put_numbers (json, names, numbers);
  ihop_json_begin_object (json, "classes");
  for (guint i = 0; i < IHOP_N_CLASSES; i++)
    if (figures->classes[i])
      ihop_json_put_int (json, class_names[i], figures->classes[i]);
  json_builder_end_object (json);
  put_spaces (json, figures);
}

/* --- kernels ---------------------------------------------------------------------------------- */

static void
put_occupancy (JsonBuilder *json, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  static const char *const limits[] = { "threads", "blocks", "registers", "shared" };
  guint threads = kernel->block[0] * kernel->block[1] * kernel->block[2];
  IhopOccupancyLimit limit;
  guint blocks = ihop_occupancy_blocks (gpu, threads, kernel->registers.is_known ? kernel->registers.registers : 0,
                                        kernel->shared + kernel->dynamic_shared, &limit);

  ihop_json_begin_object (json, "occupancy");
  ihop_json_put_double (json, "share", MIN (1, (double) blocks * threads / gpu->max_threads_sm));
  ihop_json_put_int (json, "blocks", blocks);
  ihop_json_put_text (json, "limited_by", limits[limit]);
  json_builder_end_object (json);
  if (!kernel->registers.is_known)
    {
      ihop_json_put_text (json, "registers", NULL);
      return;
    }
  ihop_json_begin_object (json, "registers");
  ihop_json_put_int (json, "used", kernel->registers.registers);
  ihop_json_put_int (json, "stack_bytes", kernel->registers.stack);
  ihop_json_put_int (json, "spill_store_bytes", kernel->registers.spill_stores);
  ihop_json_put_int (json, "spill_load_bytes", kernel->registers.spill_loads);
  json_builder_end_object (json);
}

static void
put_predicted (JsonBuilder *json, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  IhopPredicted time = ihop_counts_predict (kernel, gpu);

  ihop_json_begin_object (json, "predicted");
  ihop_json_put_double (json, "seconds", time.sum);
  ihop_json_put_double (json, "launch", time.launch);
  ihop_json_put_double (json, "memory", time.memory);
  ihop_json_put_double (json, "float", time.float_);
  ihop_json_put_double (json, "double", time.double_);
  ihop_json_put_double (json, "issue", time.issue);
  ihop_json_put_double (json, "meetings", time.meetings);
  ihop_json_put_double (json, "intervals", time.intervals);
  ihop_json_put_double (json, "busy_share", time.share);
  ihop_json_put_text (json, "bound_by", time.bound_by);
  json_builder_end_object (json);
}

static void
put_places (JsonBuilder *json, const char *name, const GArray *places)
{
  ihop_json_begin_array (json, name);
  for (guint i = 0; i < places->len; i++)
    {
      const IhopCountedPlace *place = &g_array_index (places, IhopCountedPlace, i);
      ihop_json_begin_object (json, NULL);
      if (place->text)
        ihop_json_put_text (json, "instruction", place->text);
      if (place->text)
        ihop_json_put_int (json, "ptx_line", place->line);
      ihop_json_put_text (json, "file", *place->file ? place->file : NULL);
      ihop_json_put_int (json, "line", place->source_line);
      put_figures (json, &place->figures);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
}

static void
put_findings (JsonBuilder *json, const IhopCountedKernel *kernel)
{
  g_autoptr (GPtrArray) findings = ihop_counts_findings (kernel);

  ihop_json_begin_array (json, "look_at");
  for (guint i = 0; i < findings->len; i++)
    ihop_json_add_text (json, findings->pdata[i]);
  json_builder_end_array (json);
}

static void
put_waits (JsonBuilder *json, const IhopCountedKernel *kernel)
{
  static const char *const reaches[IHOP_REACH_BLOCK] = { "without_loads", "from_l1", "from_l2", "from_memory" };

  ihop_json_put_int (json, "waits_for_blocks", kernel->waits);
  ihop_json_begin_object (json, "intervals");
  for (guint i = 0; i < IHOP_REACH_BLOCK; i++)
    ihop_json_put_int (json, reaches[i], kernel->intervals[i]);
  json_builder_end_object (json);
}

static void
put_kernel (JsonBuilder *json, const IhopCountedKernel *kernel, const IhopGpu *gpu)
{
  ihop_json_begin_object (json, NULL);
  ihop_json_put_text (json, "kernel", kernel->name);
  ihop_json_put_text (json, "symbol", kernel->symbol);
  ihop_json_put_numbers (json, "grid", kernel->grid, 3);
  ihop_json_put_numbers (json, "block", kernel->block, 3);
  ihop_json_put_int (json, "launches", kernel->launches);
  ihop_json_put_int (json, "shared_bytes", kernel->shared);
  ihop_json_put_int (json, "dynamic_shared_bytes", kernel->dynamic_shared);
  ihop_json_put_int (json, "local_bytes", kernel->local);
  ihop_json_put_int (json, "written_back_sectors", kernel->written_back);
  put_waits (json, kernel);
  put_occupancy (json, kernel, gpu);
  put_predicted (json, kernel, gpu);
  ihop_json_begin_object (json, "sum");
  put_figures (json, &kernel->sum);
  json_builder_end_object (json);
  put_findings (json, kernel);
  put_places (json, "lines", kernel->lines);
  put_places (json, "instructions", kernel->places);
  json_builder_end_object (json);
}

char *
ihop_counts_to_json (const IhopCounts *counts)
{
  JsonBuilder *json = json_builder_new ();

  ihop_json_begin_object (json, NULL);
  ihop_json_put_int (json, "version", 1);
  ihop_json_put_text (json, "counts_of", "PTX");
  ihop_json_put_text (json, "gpu", counts->gpu->name);
  ihop_json_begin_array (json, "copies");
  for (guint i = 0; i < counts->copies->len; i++)
    {
      const IhopCountedCopies *copies = &g_array_index (counts->copies, IhopCountedCopies, i);
      ihop_json_begin_object (json, NULL);
      ihop_json_put_text (json, "kind", copies->kind);
      ihop_json_put_int (json, "calls", copies->calls);
      ihop_json_put_int (json, "bytes", copies->bytes);
      json_builder_end_object (json);
    }
  json_builder_end_array (json);
  ihop_json_begin_array (json, "kernels");
  for (guint i = 0; i < counts->kernels->len; i++)
    put_kernel (json, counts->kernels->pdata[i], counts->gpu);
  json_builder_end_array (json);
  json_builder_end_object (json);
  return ihop_json_finish (json);
}
