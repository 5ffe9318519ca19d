/* The report, NAME.json (doc/command-line.md). */
#include "gpugen/emit/shape.h"
#include "gpugen/plan/plan.h"
#include "gpugen/plan/work.h"
#include <json-glib/json-glib.h>

static void
add_string (JsonBuilder *b, const char *name, const char *value)
{
  json_builder_set_member_name (b, name);
  if (value)
    json_builder_add_string_value (b, value);
  else
    json_builder_add_null_value (b);
}

static void
add_expression (JsonBuilder *b, const char *name, const IhopNode *node)
{
  g_autofree char *text = ihop_text_of (node);

  add_string (b, name, text);
}

static void
add_number (JsonBuilder *b, const char *name, gint64 value)
{
  json_builder_set_member_name (b, name);
  json_builder_add_int_value (b, value);
}

static void
add_flag (JsonBuilder *b, const char *name, gboolean value)
{
  json_builder_set_member_name (b, name);
  json_builder_add_boolean_value (b, value);
}

static void
begin_list (JsonBuilder *b, const char *name)
{
  json_builder_set_member_name (b, name);
  json_builder_begin_array (b);
}

static void
add_point (JsonBuilder *b, const char *name, IhopPoint point)
{
  static const char *const kinds[] = { "before", "after", "block start", "block end" };
  IhopRange range = point.anchor->range.source ? point.anchor->range : point.anchor->place;
  guint line = ihop_range_line (range), column;

  if (range.source && (point.kind == IHOP_POINT_AFTER || point.kind == IHOP_POINT_BLOCK_END))
    ihop_source_locate (range.source, range.end ? range.end - 1 : 0, &line, &column);
  json_builder_set_member_name (b, name);
  json_builder_begin_object (b);
  add_string (b, "place", kinds[point.kind]);
  add_number (b, "line", line);
  json_builder_end_object (b);
}

static void
add_axes (JsonBuilder *b, const IhopKernel *kernel)
{
  begin_list (b, "axes");
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      const IhopAxis *axis = &kernel->axes[i];
      json_builder_begin_object (b);
      add_string (b, "loop", axis->facts->name->address);
      add_string (b, "iterator", axis->iterator->name);
      add_string (b, "axis", axis->axis == 0 ? "x" : axis->axis == 1 ? "y" : "z");
      add_expression (b, "first", axis->first);
      add_expression (b, "trips", axis->trips);
      add_expression (b, "max_trips", axis->max_trips);
      add_number (b, "step", axis->step);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_params (JsonBuilder *b, const IhopKernel *kernel)
{
  static const char *const classes[] = { "value", "scalar", "array" };

  begin_list (b, "parameters");
  for (guint i = 0; i < kernel->params->len; i++)
    {
      const IhopKernelParam *param = kernel->params->pdata[i];
      json_builder_begin_object (b);
      add_string (b, "name", param->symbol->name);
      add_string (b, "class", classes[param->passing]);
      add_flag (b, "read_only", param->is_const);
      if (param->variable)
        add_string (b, "device", param->variable->name);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_symbols (JsonBuilder *b, const char *name, const GPtrArray *symbols)
{
  begin_list (b, name);
  for (guint i = 0; i < symbols->len; i++)
    json_builder_add_string_value (b, ((const IhopSymbol *) symbols->pdata[i])->name);
  json_builder_end_array (b);
}

static void
add_reductions (JsonBuilder *b, const char *name, const GPtrArray *reductions)
{
  begin_list (b, name);
  for (guint i = 0; i < reductions->len; i++)
    {
      const IhopReduction *r = reductions->pdata[i];
      json_builder_begin_object (b);
      add_string (b, "operator", ihop_reduce_text (r->operator));
      add_string (b, "variable", r->symbol->name);
      add_number (b, "line", r->line);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
}

static void
add_cost (JsonBuilder *b, const IhopKernel *kernel)
{
  begin_list (b, "block");
  for (guint i = 0; i < 3; i++)
    json_builder_add_int_value (b, kernel->block[i]);
  json_builder_end_array (b);
  if (kernel->profile == NULL || kernel->profile->candidates->len == 0)
    return;
  const IhopCandidate *best = &g_array_index (kernel->profile->candidates, IhopCandidate, 0);
  json_builder_set_member_name (b, "predicted");
  json_builder_begin_object (b);
  json_builder_set_member_name (b, "cost");
  json_builder_add_double_value (b, best->cost);
  json_builder_set_member_name (b, "sectors");
  json_builder_add_double_value (b, best->sectors);
  json_builder_set_member_name (b, "lines");
  json_builder_add_double_value (b, best->lines);
  json_builder_set_member_name (b, "occupancy");
  json_builder_add_double_value (b, best->occupancy);
  json_builder_end_object (b);
}

static void
add_kernel (JsonBuilder *b, const IhopKernel *kernel)
{
  json_builder_begin_object (b);
  add_string (b, "name", kernel->name);
  add_string (b, "function", kernel->function->symbol->name);
  add_number (b, "line", kernel->line);
  add_string (b, "kind", kernel->kind == IHOP_KERNEL_MAPPED ? "mapped" : "serial");
  add_number (b, "statements", kernel->statements->len);
  add_axes (b, kernel);
  add_cost (b, kernel);
  add_params (b, kernel);
  add_symbols (b, "private", kernel->privates);
  begin_list (b, "last_values");
  for (guint i = 0; i < kernel->last_values->len; i++)
    json_builder_add_string_value (b, ((IhopPrivate *) kernel->last_values->pdata[i])->symbol->name);
  json_builder_end_array (b);
  add_reductions (b, "reductions", kernel->reductions);
  add_reductions (b, "atomics", kernel->atomics);
  begin_list (b, "conditions");
  for (guint i = 0; i < kernel->conditions->len; i++)
    json_builder_add_string_value (b, ((IhopAssumption *) kernel->conditions->pdata[i])->condition);
  json_builder_end_array (b);
  begin_list (b, "device_functions");
  for (guint i = 0; i < kernel->callees->len; i++)
    json_builder_add_string_value (b, ((IhopFunction *) kernel->callees->pdata[i])->symbol->name);
  json_builder_end_array (b);
  add_string (b, "reason", ihop_message_text (kernel->reason));
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
  json_builder_begin_object (b);
  add_string (b, "function", kernel->function->symbol->name);
  add_number (b, "first_line", kernel->line);
  add_number (b, "last_line", line);
  add_string (b, "kernel", kernel->name);
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

  json_builder_begin_object (b);
  add_string (b, "name", v->symbol->name);
  add_string (b, "device", v->name);
  add_string (b, "function", v->function->symbol->name);
  add_string (b, "class", v->passing == IHOP_PASS_SCALAR ? "scalar" : "array");
  begin_list (b, "extents");
  for (guint i = 0; i < v->rank; i++)
    if (i == 0 && v->is_unmeasured)
      json_builder_add_null_value (b);
    else
      {
        g_autofree char *extent = ihop_text_of (v->extents[i]);
        json_builder_add_string_value (b, extent);
      }
  json_builder_end_array (b);
  add_string (b, "bytes", bytes);
  if (v->when)
    add_expression (b, "copied_if", v->when);
  add_flag (b, "changed", v->is_changed);
  add_flag (b, "handed_over", v->is_handed);
  add_point (b, "allocated", v->allocate);
  begin_list (b, "freed");
  for (guint i = 0; !v->is_handed && i < v->frees->len; i++)
    {
      json_builder_begin_object (b);
      add_point (b, "at", *(const IhopPoint *) v->frees->pdata[i]);
      json_builder_end_object (b);
    }
  json_builder_end_array (b);
  add_string (b, "reason", ihop_message_text (v->reason));
  json_builder_end_object (b);
}

/* Copies that a call hands over, by the names of the caller's arrays. */
static void
add_call (JsonBuilder *b, const IhopKernel *call)
{
  json_builder_begin_object (b);
  add_string (b, "function", call->function->symbol->name);
  add_number (b, "line", call->line);
  add_string (b, "calls", call->version->name);
  begin_list (b, "hands_over");
  for (guint i = 0; i < call->params->len; i++)
    json_builder_add_string_value (b, ((const IhopKernelParam *) call->params->pdata[i])->variable->name);
  json_builder_end_array (b);
  json_builder_end_object (b);
}

static void
add_version (JsonBuilder *b, const IhopDeviceVersion *version)
{
  json_builder_begin_object (b);
  add_string (b, "name", version->name);
  add_string (b, "of", version->function->symbol->name);
  add_flag (b, "is_only", version->is_only);
  begin_list (b, "takes");
  for (guint i = 0; i < version->handed->len; i++)
    json_builder_add_string_value (b, g_array_index (version->handed, IhopHanded, i).variable->name);
  json_builder_end_array (b);
  json_builder_end_object (b);
}

static void
add_transfer (JsonBuilder *b, const IhopTransfer *t)
{
  g_autofree char *bytes = ihop_plan_bytes (t->variable, t->box);

  json_builder_begin_object (b);
  add_number (b, "id", t->id);
  add_string (b, "variable", t->variable->symbol->name);
  add_string (b, "function", t->variable->function->symbol->name);
  add_string (b, "direction", t->to_device ? "host to device" : "device to host");
  add_point (b, "at", t->at);
  if (t->box)
    {
      begin_list (b, "box");
      for (guint d = 0; d < t->box->rank; d++)
        {
          json_builder_begin_object (b);
          add_expression (b, "lower", t->box->lower[d]);
          add_expression (b, "count", t->box->count[d]);
          json_builder_end_object (b);
        }
      json_builder_end_array (b);
    }
  add_string (b, "bytes", bytes);
  add_string (b, "reason", ihop_message_text (t->reason));
  json_builder_end_object (b);
}

static void
add_pointer_swap (JsonBuilder *b, const IhopPointerSwap *swap)
{
  json_builder_begin_object (b);
  add_string (b, "function", swap->function->symbol->name);
  add_point (b, "at", (IhopPoint){ IHOP_POINT_AFTER, swap->last });
  begin_list (b, "variables");
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

  json_builder_begin_object (b);
  add_string (b, "kind", "tested at entry");
  add_string (b, "function", test->function->symbol->name);
  add_string (b, "text", text);
  add_string (b, "reason", ihop_message_text (test->reason));
  json_builder_end_object (b);
}

static void
add_assumptions (JsonBuilder *b, const IhopPlan *plan)
{
  begin_list (b, "assumptions");
  for (guint i = 0; i < plan->assumptions->len; i++)
    {
      const IhopAssumption *assumption = plan->assumptions->pdata[i];
      json_builder_begin_object (b);
      add_string (b, "kind", "the owner's word");
      add_string (b, "text", ihop_message_text (assumption->message));
      json_builder_end_object (b);
    }
  for (guint i = 0; i < plan->overlaps->len; i++)
    add_overlap (b, plan->overlaps->pdata[i]);
  json_builder_end_array (b);
}

static void
add_left_out (JsonBuilder *b, const IhopLeftOut *left)
{
  json_builder_begin_object (b);
  add_string (b, "loop", left->loop->name->address);
  add_number (b, "line", ihop_line_of (left->loop->name->loop));
  add_string (b, "verdict", ihop_verdict_name (left->loop->verdict));
  add_string (b, "reason", ihop_message_text (left->reason));
  json_builder_end_object (b);
}

static void
add_lists (JsonBuilder *b, const IhopPlan *plan)
{
  begin_list (b, "fragments");
  for (guint i = 0; i < plan->kernels->len; i++)
    add_fragment (b, plan->kernels->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "kernels");
  for (guint i = 0; i < plan->kernels->len; i++)
    add_kernel (b, plan->kernels->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "variables");
  for (guint i = 0; i < plan->variables->len; i++)
    add_variable (b, plan->variables->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "calls");
  for (guint i = 0; i < plan->calls->len; i++)
    add_call (b, plan->calls->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "versions");
  for (guint i = 0; i < plan->versions->len; i++)
    add_version (b, plan->versions->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "transfers");
  for (guint i = 0; i < plan->transfers->len; i++)
    add_transfer (b, plan->transfers->pdata[i]);
  json_builder_end_array (b);
  begin_list (b, "rotations");
  for (guint i = 0; plan->pointer_swaps && i < plan->pointer_swaps->len; i++)
    add_pointer_swap (b, plan->pointer_swaps->pdata[i]);
  json_builder_end_array (b);
  add_assumptions (b, plan);
  begin_list (b, "left_out");
  for (guint i = 0; i < plan->left_out->len; i++)
    add_left_out (b, plan->left_out->pdata[i]);
  json_builder_end_array (b);
}

static void
add_seconds (JsonBuilder *b, const char *name, double seconds)
{
  json_builder_set_member_name (b, name);
  json_builder_add_double_value (b, seconds);
}

/* What the code went through before it was planned, so that a person can take it up. */
static void
add_steps (JsonBuilder *b, const IhopPlan *plan)
{
  begin_list (b, "steps");
  for (guint i = 0; plan->steps && i < plan->steps->len; i++)
    json_builder_add_string_value (b, plan->steps->pdata[i]);
  json_builder_end_array (b);
  add_flag (b, "fallback_has_steps", !plan->is_not_for_cpu);
  if (!plan->is_advised)
    return;
  json_builder_set_member_name (b, "predicted");
  json_builder_begin_object (b);
  add_seconds (b, "seconds_without_steps", plan->seconds_plain);
  add_seconds (b, "seconds", plan->seconds);
  add_number (b, "steps_tried", plan->steps_tried);
  begin_list (b, "not_worth_it");
  for (guint i = 0; plan->notes && i < plan->notes->len; i++)
    json_builder_add_string_value (b, plan->notes->pdata[i]);
  json_builder_end_array (b);
  json_builder_end_object (b);
}

char *
ihop_plan_to_json (const IhopPlan *plan)
{
  static const char *const modes[] = { "2d", "whole", "managed" };
  g_autoptr (JsonBuilder) b = json_builder_new ();
  g_autoptr (JsonGenerator) generator = json_generator_new ();

  json_builder_begin_object (b);
  add_number (b, "version", 1);
  add_string (b, "file", plan->tree->source->path);
  add_string (b, "gpu", plan->gpu ? plan->gpu->name : NULL);
  add_string (b, "transfer_mode", modes[plan->mode]);
  add_steps (b, plan);
  add_lists (b, plan);
  json_builder_end_object (b);
  g_autoptr (JsonNode) root = json_builder_get_root (b);
  json_generator_set_root (generator, root);
  json_generator_set_pretty (generator, TRUE);
  g_autofree char *text = json_generator_to_data (generator, NULL);
  return g_strconcat (text, "\n", NULL);
}
