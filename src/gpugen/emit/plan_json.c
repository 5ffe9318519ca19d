/* The report, NAME.json (doc/command-line.md). */
#include "base/json.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"

static void
add_expression (JsonBuilder *b, const char *name, const IhopNode *node)
{
  g_autofree char *text = ihop_text_of (node);

  ihop_json_put_text (b, name, text);
}

static void
add_point (JsonBuilder *b, const char *name, IhopPoint point)
{
  static const char *const kinds[] = { "before", "after", "block start", "block end" };
  IhopRange range = point.anchor->range.source ? point.anchor->range : point.anchor->place;
  guint line = ihop_range_line (range), column;

  if (range.source && (point.kind == IHOP_POINT_AFTER || point.kind == IHOP_POINT_BLOCK_END))
    ihop_source_locate (range.source, range.end ? range.end - 1 : 0, &line, &column);
  ihop_json_begin_object (b, name);
  ihop_json_put_text (b, "place", kinds[point.kind]);
  ihop_json_put_int (b, "line", line);
  json_builder_end_object (b);
}

static void
add_axes (JsonBuilder *b, const IhopKernel *kernel)
{
  ihop_json_begin_array (b, "axes");
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const IhopAxis *axis = &kernel->axes[i];
      ihop_json_begin_object (b, NULL);
      ihop_json_put_text (b, "loop", axis->facts->name->address);
      ihop_json_put_text (b, "iterator", axis->iterator->name);
      ihop_json_put_text (b, "axis", axis->axis == 0 ? "x" : axis->axis == 1 ? "y" : "z");
      add_expression (b, "first", axis->first);
      add_expression (b, "trips", axis->trips);
      add_expression (b, "max_trips", axis->max_trips);
      ihop_json_put_int (b, "step", axis->step);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_params (JsonBuilder *b, const IhopKernel *kernel)
{
  static const char *const classes[] = { "value", "scalar", "array" };

  ihop_json_begin_array (b, "parameters");
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      ihop_json_begin_object (b, NULL);
      ihop_json_put_text (b, "name", param->symbol->name);
      ihop_json_put_text (b, "class", classes[param->passing]);
      ihop_json_put_bool (b, "read_only", param->is_const);
      if (param->variable)
        ihop_json_put_text (b, "device", param->variable->name);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_symbols (JsonBuilder *b, const char *name, const GPtrArray *symbols)
{
  ihop_json_begin_array (b, name);
  for (guint i = 0; i < symbols->len; i++)
    json_builder_add_string_value (b, ((const IhopSymbol *) symbols->pdata[i])->name);
  json_builder_end_array (b);
}

static void
add_reductions (JsonBuilder *b, const char *name, const GPtrArray *reductions)
{
  ihop_json_begin_array (b, name);
  for (guint i = 0; i < reductions->len; i++)
    {
      const IhopReduction *r = reductions->pdata[i];
      ihop_json_begin_object (b, NULL);
      ihop_json_put_text (b, "operator", ihop_reduce_text (r->operator));
      ihop_json_put_text (b, "variable", r->symbol->name);
      ihop_json_put_int (b, "line", r->line);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_cost (JsonBuilder *b, const IhopKernel *kernel)
{
  ihop_json_put_numbers (b, "block", kernel->block, 3);
  if (kernel->profile == NULL || kernel->profile->candidates->len == 0)
    return;
  const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
  ihop_json_begin_object (b, "predicted");
  ihop_json_put_double (b, "cost", best->cost);
  ihop_json_put_double (b, "sectors", best->sectors);
  ihop_json_put_double (b, "lines", best->lines);
  ihop_json_put_double (b, "occupancy", best->occupancy);
  json_builder_end_object (b);
}

static void
add_conditions (JsonBuilder *b, const IhopKernel *kernel)
{
  ihop_json_begin_array (b, "conditions");
  for (guint i = 0; i < kernel->conditions->len; i++)
    json_builder_add_string_value (b, ((IhopAssumption *) kernel->conditions->pdata[i])->condition);
  json_builder_end_array (b);
}

static void
add_kernel (JsonBuilder *b, const IhopKernel *kernel)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "name", kernel->name);
  ihop_json_put_text (b, "function", kernel->function->symbol->name);
  ihop_json_put_int (b, "line", kernel->line);
  ihop_json_put_text (b, "kind", kernel->kind == IHOP_KERNEL_MAPPED ? "mapped" : "serial");
  ihop_json_put_int (b, "statements", kernel->statements->len);
  add_axes (b, kernel);
  add_cost (b, kernel);
  add_params (b, kernel);
  add_symbols (b, "private", kernel->privates);
  ihop_json_begin_array (b, "last_values");
  for (guint i = 0; i < kernel->last_values->len; i++)
    json_builder_add_string_value (b, ((IhopPrivate *) kernel->last_values->pdata[i])->symbol->name);
  json_builder_end_array (b);
  add_reductions (b, "reductions", kernel->reductions);
  add_reductions (b, "atomics", kernel->atomics);
  add_conditions (b, kernel);
  ihop_json_begin_array (b, "device_functions");
  for (guint i = 0; i < kernel->callees->len; i++)
    json_builder_add_string_value (b, ((IhopFunction *) kernel->callees->pdata[i])->symbol->name);
  json_builder_end_array (b);
  ihop_json_put_message (b, "reason", kernel->reason);
  json_builder_end_object (b);
}

/* A fragment is what was marked or found as one: consecutive kernels of one function share none,
 * so each kernel is listed with the lines it covers. */
static void
add_fragment (JsonBuilder *b, const IhopKernel *kernel)
{
  const IhopNode *last = kernel->statements->pdata[kernel->statements->len - 1];
  IhopRange range = last->range.source ? last->range : last->place;
  guint line = kernel->line, column;

  if (range.source)
    ihop_source_locate (range.source, range.end ? range.end - 1 : 0, &line, &column);
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "function", kernel->function->symbol->name);
  ihop_json_put_int (b, "first_line", kernel->line);
  ihop_json_put_int (b, "last_line", line);
  ihop_json_put_text (b, "kernel", kernel->name);
  json_builder_end_object (b);
}

char *
ihop_plan_bytes (const IhopDeviceVariable *v, const IhopBox *box)
{
  g_autofree char *type = ihop_type_declare (v->element, NULL);
  GString *text = g_string_new (NULL);

  for (guint d = 0; box && d < box->rank; d++)
    {
      g_autofree char *count = ihop_text_of (box->count[d]);
      g_string_append_printf (text, "(%s) * ", count);
    }
  if (box == NULL && v->passing == IHOP_PASS_ARRAY)
    {
      g_autofree char *count = ihop_text_of_operand (v->count, IHOP_OP_MUL, 0);
      g_string_append_printf (text, "%s * ", count);
    }
  g_string_append_printf (text, "sizeof(%s)", type);
  return g_string_free (text, FALSE);
}

static void
add_variable (JsonBuilder *b, const IhopDeviceVariable *v)
{
  g_autofree char *bytes = v->is_unmeasured ? NULL : ihop_plan_bytes (v, NULL);

  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "name", v->symbol->name);
  ihop_json_put_text (b, "device", v->name);
  ihop_json_put_text (b, "function", v->function->symbol->name);
  ihop_json_put_text (b, "class", v->passing == IHOP_PASS_SCALAR ? "scalar" : "array");
  ihop_json_begin_array (b, "extents");
  for (guint i = 0; i < v->rank; i++)
    if (i == 0 && v->is_unmeasured)
      json_builder_add_null_value (b);
    else
      {
        g_autofree char *extent = ihop_text_of (v->extents[i]);
        json_builder_add_string_value (b, extent);
      }
  json_builder_end_array (b);
  ihop_json_put_text (b, "bytes", bytes);
  if (v->when)
    add_expression (b, "copied_if", v->when);
  ihop_json_put_bool (b, "changed", v->is_changed);
  ihop_json_put_bool (b, "handed_over", v->is_handed);
  add_point (b, "allocated", v->allocate);
  ihop_json_begin_array (b, "freed");
  for (guint i = 0; !v->is_handed && i < v->frees->len; i++)
    {
      ihop_json_begin_object (b, NULL);
      add_point (b, "at", *(const IhopPoint *) v->frees->pdata[i]);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
  ihop_json_put_message (b, "reason", v->reason);
  json_builder_end_object (b);
}

/* Copies that a call hands over, by the names of the caller's arrays. */
static void
add_call (JsonBuilder *b, const IhopKernel *call)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "function", call->function->symbol->name);
  ihop_json_put_int (b, "line", call->line);
  ihop_json_put_text (b, "calls", call->version->name);
  ihop_json_begin_array (b, "hands_over");
  for (guint i = 0; i < call->params->len; i++)
    json_builder_add_string_value (b, ((const IhopKernelParam *) call->params->pdata[i])->variable->name);
  json_builder_end_array (b);
  add_conditions (b, call);
  json_builder_end_object (b);
}

static void
add_version (JsonBuilder *b, const IhopDeviceVersion *version)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "name", version->name);
  ihop_json_put_text (b, "of", version->function->symbol->name);
  ihop_json_put_bool (b, "is_only", version->is_only);
  ihop_json_begin_array (b, "takes");
  for (guint i = 0; i < version->handed->len; i++)
    json_builder_add_string_value (b, g_array_index (version->handed, IhopHanded, i).variable->name);
  json_builder_end_array (b);
  json_builder_end_object (b);
}

static void
add_transfer (JsonBuilder *b, const IhopTransfer *t)
{
  g_autofree char *bytes = ihop_plan_bytes (t->variable, t->box);

  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "id", t->id);
  ihop_json_put_text (b, "variable", t->variable->symbol->name);
  ihop_json_put_text (b, "function", t->variable->function->symbol->name);
  ihop_json_put_text (b, "direction", t->to_device ? "host to device" : "device to host");
  add_point (b, "at", t->at);
  if (t->box)
    {
      ihop_json_begin_array (b, "box");
      for (guint d = 0; d < t->box->rank; d++)
        {
          ihop_json_begin_object (b, NULL);
          add_expression (b, "lower", t->box->lower[d]);
          add_expression (b, "count", t->box->count[d]);
          json_builder_end_object (b);
        }
      json_builder_end_array (b);
    }
  ihop_json_put_text (b, "bytes", bytes);
  ihop_json_put_message (b, "reason", t->reason);
  json_builder_end_object (b);
}

static void
add_pointer_swap (JsonBuilder *b, const IhopPointerSwap *swap)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "function", swap->function->symbol->name);
  add_point (b, "at", (IhopPoint){ IHOP_POINT_AFTER, swap->last });
  ihop_json_begin_array (b, "variables");
  for (guint i = 0; i < swap->variables->len; i++)
    json_builder_add_string_value (b, ((const IhopDeviceVariable *) swap->variables->pdata[i])->symbol->name);
  json_builder_end_array (b);
  json_builder_end_object (b);
}

static void
add_overlap (JsonBuilder *b, const IhopOverlapTest *test)
{
  g_autofree char *text
    = test->condition ? ihop_text_of (test->condition)
                      : g_strdup_printf ("%s and %s do not overlap",
                                         test->a ? test->a->name : test->name_a, test->b->name);

  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "kind", "tested at entry");
  ihop_json_put_text (b, "function", test->function->symbol->name);
  ihop_json_put_text (b, "text", text);
  ihop_json_put_message (b, "reason", test->reason);
  json_builder_end_object (b);
}

static void
add_assumptions (JsonBuilder *b, const IhopPlan *plan)
{
  ihop_json_begin_array (b, "assumptions");
  for (guint i = 0; i < plan->assumptions->len; i++)
    {
      const IhopAssumption *assumption = plan->assumptions->pdata[i];
      ihop_json_begin_object (b, NULL);
      ihop_json_put_text (b, "kind", "the owner's word");
      ihop_json_put_message (b, "text", assumption->message);
      json_builder_end_object (b);
    }
  for (guint i = 0; i < plan->overlaps->len; i++)
    add_overlap (b, plan->overlaps->pdata[i]);
  json_builder_end_array (b);
}

static void
add_left_out (JsonBuilder *b, const IhopLeftOut *left)
{
  ihop_json_begin_object (b, NULL);
  ihop_json_put_text (b, "loop", left->loop->name->address);
  ihop_json_put_int (b, "line", ihop_line_of (left->loop->name->loop));
  ihop_json_put_text (b, "verdict", ihop_verdict_name (left->loop->verdict));
  ihop_json_put_message (b, "reason", left->reason);
  json_builder_end_object (b);
}

static void
add_lists (JsonBuilder *b, const IhopPlan *plan)
{
  ihop_json_begin_array (b, "fragments");
  for (guint i = 0; i < plan->kernels->len; i++)
    add_fragment (b, plan->kernels->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "kernels");
  for (guint i = 0; i < plan->kernels->len; i++)
    add_kernel (b, plan->kernels->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "variables");
  for (guint i = 0; i < plan->variables->len; i++)
    add_variable (b, plan->variables->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "calls");
  for (guint i = 0; i < plan->calls->len; i++)
    add_call (b, plan->calls->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "versions");
  for (guint i = 0; i < plan->versions->len; i++)
    add_version (b, plan->versions->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "transfers");
  for (guint i = 0; i < plan->transfers->len; i++)
    add_transfer (b, plan->transfers->pdata[i]);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "rotations");
  for (guint i = 0; plan->pointer_swaps && i < plan->pointer_swaps->len; i++)
    add_pointer_swap (b, plan->pointer_swaps->pdata[i]);
  json_builder_end_array (b);
  add_assumptions (b, plan);
  ihop_json_begin_array (b, "uncalled");
  for (guint i = 0; i < plan->uncalled->len; i++)
    json_builder_add_string_value (b, ((const IhopFunction *) plan->uncalled->pdata[i])->symbol->name);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "left_alone");
  for (guint i = 0; i < plan->left_alone->len; i++)
    json_builder_add_string_value (b, ((const IhopFunction *) plan->left_alone->pdata[i])->symbol->name);
  json_builder_end_array (b);
  ihop_json_begin_array (b, "left_out");
  for (guint i = 0; i < plan->left_out->len; i++)
    add_left_out (b, plan->left_out->pdata[i]);
  json_builder_end_array (b);
}

/* By function, in the order of the file. */
static void
add_host_seconds (JsonBuilder *b, const IhopPlan *plan)
{
  ihop_json_begin_object (b, "host_seconds");
  for (guint i = 0; plan->left && i < plan->tree->functions->len; i++)
    {
      const char *name = ((const IhopFunction *) plan->tree->functions->pdata[i])->symbol->name;
      const double *seconds = g_hash_table_lookup ((GHashTable *) plan->left, name);
      if (seconds)
        ihop_json_put_double (b, name, *seconds);
    }
  json_builder_end_object (b);
}

static void
add_steps (JsonBuilder *b, const IhopPlan *plan)
{
  ihop_json_begin_array (b, "steps");
  for (guint i = 0; plan->steps && i < plan->steps->len; i++)
    json_builder_add_string_value (b, plan->steps->pdata[i]);
  json_builder_end_array (b);
  ihop_json_put_bool (b, "fallback_has_steps", !plan->is_not_for_cpu);
  if (!plan->is_advised)
    return;
  ihop_json_begin_object (b, "predicted");
  ihop_json_put_double (b, "seconds_without_steps", plan->seconds_plain);
  ihop_json_put_double (b, "seconds", plan->seconds);
  ihop_json_put_int (b, "steps_tried", plan->steps_tried);
  add_host_seconds (b, plan);
  ihop_json_put_messages (b, "not_worth_it", plan->notes);
  json_builder_end_object (b);
}

char *
ihop_plan_to_json (const IhopPlan *plan)
{
  static const char *const modes[] = { "2d", "whole", "managed" };
  JsonBuilder *b = json_builder_new ();

  ihop_json_begin_object (b, NULL);
  ihop_json_put_int (b, "version", 1);
  ihop_json_put_text (b, "file", plan->tree->source->path);
  ihop_json_put_text (b, "gpu", plan->gpu ? plan->gpu->name : NULL);
  ihop_json_put_text (b, "transfer_mode", modes[plan->mode]);
  add_steps (b, plan);
  add_lists (b, plan);
  json_builder_end_object (b);
  return ihop_json_finish (b);
}
