#include "collapse/clauses.h"
#include "collapse/cpu.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/shape.h"
#include "ir/block_count.h"

const IhopAxis *
ihop_cpu_spread (const IhopCpuNest *nest)
{
  return &nest->kernel->axes[nest->axis];
}

static gboolean
is_listed (const IhopKernel *kernel, const IhopSymbol *symbol)
{
  if (ihop_kernel_last_of (kernel, symbol) || ihop_kernel_reduction_of (kernel, symbol))
    return TRUE;
  return FALSE;
}

static void
add_name (GString *names, const IhopSymbol *symbol)
{
  g_string_append_printf (names, "%s%s", names->len ? ", " : "", symbol->name);
}

void
ihop_clauses_private (const IhopCpuNest *nest, GString *clauses)
{
  const IhopKernel *kernel = nest->kernel;
  g_autoptr (GString) names = g_string_new (NULL);
  g_autoptr (GHashTable) seen = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < kernel->n_axes; i++)
    {
      IhopSymbol *iterator = kernel->axes[i].iterator;
      gboolean outside = !ihop_cpu_declares (kernel->axes[i].loop);
      g_hash_table_add (seen, iterator);
      if (i >= nest->place && i != nest->axis && outside)
        add_name (names, iterator);
    }
  for (guint i = 0; kernel->privates && i < kernel->privates->len; i++)
    {
      IhopSymbol *symbol = kernel->privates->pdata[i];
      if (!is_listed (kernel, symbol) && g_hash_table_add (seen, symbol))
        add_name (names, symbol);
    }
  if (names->len > 0)
    g_string_append_printf (clauses, " private(%s)", names->str);
}

/* lastprivate alone leaves the variable undefined after a loop that never ran: firstprivate, too,
 * leaves it as it was. */
static void
append_last (const IhopCpuNest *nest, GString *clauses)
{
  const GPtrArray *last = nest->kernel->last_values;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; last && i < last->len; i++)
    add_name (names, ((const IhopPrivate *) last->pdata[i])->symbol);
  if (names->len > 0)
    g_string_append_printf (clauses, " firstprivate(%s) lastprivate(%s)", names->str, names->str);
}

static gboolean
is_extreme (const IhopReduction *reduction)
{
  return reduction->operator == IHOP_REDUCE_MIN || reduction->operator == IHOP_REDUCE_MAX;
}

static gboolean
is_logical (const IhopReduction *reduction)
{
  return reduction->operator == IHOP_REDUCE_LAND || reduction->operator == IHOP_REDUCE_LOR;
}

/* How two threads' values are put together where OpenMP's own way may change what was there before the loop
 * though no iteration has touched it: && and || make 0 or 1 of a 5, min and max have a mind of their own
 * about NaN, and a sum adds 0, which makes 0 of -0.0. What starts from the variable itself is left alone
 * where nothing has changed it; -0.0 added changes nothing at all. Of a constant that is stored OpenMP knows
 * nothing. NULL: there is no such danger; the caller frees. */
static char *
own_combiner (const IhopReduction *reduction)
{
  gboolean is_floating = ihop_type_is_floating (reduction->type);

  switch (reduction->operator)
    {
    case IHOP_REDUCE_MIN: return is_floating ? g_strdup ("omp_out = omp_in < omp_out ? omp_in : omp_out") : NULL;
    case IHOP_REDUCE_MAX: return is_floating ? g_strdup ("omp_out = omp_in > omp_out ? omp_in : omp_out") : NULL;
    case IHOP_REDUCE_LAND: return g_strdup ("omp_out = omp_out == omp_in ? omp_out : omp_out && omp_in");
    case IHOP_REDUCE_LOR: return g_strdup ("omp_out = omp_out == omp_in ? omp_out : omp_out || omp_in");
    case IHOP_REDUCE_ADD: return is_floating ? g_strdup ("omp_out += omp_in") : NULL;
    case IHOP_REDUCE_SET:
      return g_strdup_printf ("omp_out = omp_in == %" G_GINT64_FORMAT " ? omp_in : omp_out", reduction->constant);
    default: return NULL;
    }
}

/* "ihop_max_double", "ihop_set_1_int". Caller frees. */
static char *
reducer_name (const IhopReduction *reduction, const char *type_name)
{
  static const char *const words[] = { [IHOP_REDUCE_MIN] = "min", [IHOP_REDUCE_MAX] = "max",
                                       [IHOP_REDUCE_LAND] = "and", [IHOP_REDUCE_LOR] = "or",
                                       [IHOP_REDUCE_ADD] = "sum" };
  char *name = reduction->operator == IHOP_REDUCE_SET
                 ? g_strdup_printf ("ihop_set_%" G_GINT64_FORMAT "_%s", reduction->constant, type_name)
                 : g_strdup_printf ("ihop_%s_%s", words[reduction->operator], type_name);

  return g_strcanon (name, G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS, '_');
}

/* Gives the name to be used; caller frees. */
static char *
declared_reducer (const IhopCpuNest *nest, const IhopReduction *reduction, const char *combiner)
{
  IhopType type = *reduction->type;

  type.qualifiers = 0;
  g_autofree char *type_name = ihop_type_declare (&type, NULL);
  char *name = reducer_name (reduction, type_name);
  const char *start = reduction->operator == IHOP_REDUCE_ADD ? "-0.0" : "omp_orig";
  const IhopSource *source = nest->print->plan->tree->source;
  gsize at = ihop_host_before_function (source, nest->kernel->function);
  g_autofree char *text = g_strdup_printf (
    "%s#pragma omp declare reduction(%s : %s : %s) initializer(omp_priv = %s)\n\n",
    at > 0 && source->text[at - 1] != '\n' ? "\n" : "", name, type_name, combiner, start);
  if (g_hash_table_add (nest->reducers, g_strdup (name)))
    ihop_edits_insert (nest->print->edits, at, text);
  return name;
}

static void
append_reductions (const IhopCpuNest *nest, GString *clauses)
{
  const GPtrArray *reductions = nest->kernel->reductions;

  for (guint i = 0; reductions && i < reductions->len; i++)
    {
      const IhopReduction *reduction = reductions->pdata[i];
      g_autofree char *combiner = own_combiner (reduction);
      g_autofree char *own = combiner ? declared_reducer (nest, reduction, combiner) : NULL;
      g_string_append_printf (clauses, " reduction(%s:%s)",
                              own ? own : ihop_reduce_text (reduction->operator),
                              reduction->symbol->name);
    }
}

typedef struct
{
  const IhopSymbol *iterator;
  gboolean found;
} Bounds;

static gboolean
visit_bounds (const IhopNode *node, gpointer data)
{
  Bounds *bounds = data;

  for (guint i = 0; node->kind == IHOP_FOR && i < 2; i++)
    bounds->found |= node->child[i] && ihop_cpu_mentions (node->child[i], bounds->iterator);
  return !bounds->found;
}

/* Rows of a triangle differ in length: small pieces keep the threads equally busy. Where there is much in each, whoever is done
 * takes the next one. */
static const char *
schedule_text (const IhopCpuNest *nest)
{
  Bounds bounds = { ihop_cpu_spread (nest)->iterator, FALSE };
  const IhopNode *body = ihop_loop_body (ihop_cpu_spread (nest)->loop);

  ihop_node_walk (body, visit_bounds, &bounds);
  if (!bounds.found)
    return " schedule(static)";
  return ihop_cpu_depth (body) > 1 ? " schedule(dynamic)" : " schedule(static, 4)";
}

/* Whether copies rest on the condition, of which a CPU has none: that sizes are known. */
static gboolean
is_for_copies (const IhopAssumption *condition)
{
  return ihop_block_count_in (condition->holds);
}

gboolean
ihop_clauses_are_conditional (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->conditions && i < kernel->conditions->len; i++)
    if (!is_for_copies (kernel->conditions->pdata[i]))
      return TRUE;
  return FALSE;
}

static char *
conditions_text (const IhopCpuNest *nest)
{
  GString *text = g_string_new (NULL);
  const GPtrArray *conditions = nest->kernel->conditions;

  for (guint i = 0; conditions && i < conditions->len; i++)
    {
      const IhopAssumption *condition = conditions->pdata[i];
      if (is_for_copies (condition))
        continue;
      g_autofree char *holds = ihop_text_of (condition->holds);
      g_string_append_printf (text, "%s(%s)", text->len ? " && " : "", holds);
    }
  return g_string_free (text, FALSE);
}

void
ihop_clauses_conditions (const IhopCpuNest *nest, const char *work, gboolean simd, GString *clauses)
{
  g_autofree char *conditions = conditions_text (nest);
  const char *and = work && *conditions ? " && " : "";

  if (work || *conditions)
    g_string_append_printf (clauses, " if(%s%s%s%s)", simd ? "parallel: " : "", work ? work : "", and,
                            conditions);
  if (simd && *conditions)
    g_string_append_printf (clauses, " if(simd: %s)", conditions);
}

char *
ihop_clauses_of_loop (const IhopCpuNest *nest, const char *work, gboolean simd)
{
  GString *text = g_string_new ("#pragma omp parallel for");

  if (simd)
    g_string_append (text, " simd");
  ihop_clauses_private (nest, text);
  append_last (nest, text);
  append_reductions (nest, text);
  g_string_append (text, schedule_text (nest));
  ihop_clauses_conditions (nest, work, simd, text);
  return g_string_free (text, FALSE);
}

static gboolean
has_any (const GPtrArray *list)
{
  return list && list->len > 0;
}

gboolean
ihop_clauses_are_private (const IhopKernel *kernel)
{
  return !has_any (kernel->reductions) && !has_any (kernel->last_values);
}

char *
ihop_clauses_of_call (const IhopCpuNest *nest, const char *work)
{
  GString *text = g_string_new ("#pragma omp parallel for");

  g_string_append (text, schedule_text (nest));
  ihop_clauses_conditions (nest, work, FALSE, text);
  return g_string_free (text, FALSE);
}

gboolean
ihop_clauses_can_reduce (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      for (guint u = 0; u < reduction->updates->len; u++)
        {
          const IhopNode *update = reduction->updates->pdata[u];
          if (is_extreme (reduction) && update->kind != IHOP_IF
              && !ihop_type_is_integer (reduction->type))
            return FALSE;
        }
      if (reduction->is_element
          || (is_logical (reduction) && !ihop_type_is_integer (reduction->type)))
        return FALSE;
    }
  return !(kernel->atomics && kernel->atomics->len > 0);
}
