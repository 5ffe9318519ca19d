/* NAME_cpu.c: plain C with OpenMP. The nests stay where they are and as they are written; what a
 * kernel spreads over threads, the outermost loop spreads over the processor's. */
#include "collapse/cpu.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  IhopPoints *points;
  const IhopKernel *kernel;
  guint axis;              /* the loop that is spread … */
  guint place;             /* … and where it stood before headers changed places */
  gboolean reorders;       /* sums in another order */
} Nest;

static const IhopAxis *
spread (const Nest *nest)
{
  return &nest->kernel->axes[nest->axis];
}

static const IhopAxis *
innermost (const IhopKernel *kernel)
{
  return &kernel->axes[kernel->n_axes - 1];
}

/* ---- Clauses --------------------------------------------------------------------------- */

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

/* Iterators of inner loops that live outside the nest, and other scalars of each thread's own. */
static void
append_private (const Nest *nest, GString *clauses)
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
append_last (const Nest *nest, GString *clauses)
{
  const GPtrArray *last = nest->kernel->last_values;
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; last && i < last->len; i++)
    add_name (names, ((const IhopPrivate *) last->pdata[i])->symbol);
  if (names->len > 0)
    g_string_append_printf (clauses, " firstprivate(%s) lastprivate(%s)", names->str, names->str);
}

static void
append_reductions (const Nest *nest, GString *clauses)
{
  const GPtrArray *reductions = nest->kernel->reductions;

  for (guint i = 0; reductions && i < reductions->len; i++)
    {
      const IhopReduction *reduction = reductions->pdata[i];
      g_string_append_printf (clauses, " reduction(%s:%s)", ihop_reduce_text (reduction->operator),
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

/* Rows of a triangle differ in length: small pieces keep the threads equally busy. */
static const char *
schedule_text (const Nest *nest)
{
  Bounds bounds = { spread (nest)->iterator, FALSE };

  ihop_node_walk (ihop_loop_body (spread (nest)->loop), visit_bounds, &bounds);
  return bounds.found ? " schedule(static, 4)" : " schedule(static)";
}

static void
append_conditions (const Nest *nest, const char *work, GString *clauses)
{
  g_autoptr (GString) text = g_string_new (work);
  const GPtrArray *conditions = nest->kernel->conditions;

  for (guint i = 0; conditions && i < conditions->len; i++)
    {
      const IhopAssumption *condition = conditions->pdata[i];
      if (condition->condition && !condition->by_owner)
        g_string_append_printf (text, "%s(%s)", text->len ? " && " : "", condition->condition);
    }
  if (text->len > 0)
    g_string_append_printf (clauses, " if(%s)", text->str);
}

static char *
pragma_text (const Nest *nest, const char *work, gboolean simd)
{
  GString *text = g_string_new ("#pragma omp parallel for");

  if (simd)
    g_string_append (text, " simd");
  append_private (nest, text);
  append_last (nest, text);
  append_reductions (nest, text);
  g_string_append (text, schedule_text (nest));
  append_conditions (nest, work, text);
  return g_string_free (text, FALSE);
}

/* ---- The nest's own text ------------------------------------------------------------------ */

static gboolean
is_rectangular (const IhopKernel *kernel)
{
  for (guint i = 0; i < kernel->n_axes; i++)
    for (guint k = 0; k < kernel->n_axes; k++)
      for (guint c = 0; c < 2; c++)
        if (kernel->axes[i].loop->kind != IHOP_FOR || kernel->axes[i].loop->child[c] == NULL
            || (k != i
                && ihop_cpu_mentions (kernel->axes[i].loop->child[c], kernel->axes[k].iterator)))
          return FALSE;
  return TRUE;
}

static gboolean
is_free (const IhopKernel *kernel)
{
  return !(kernel->reductions && kernel->reductions->len > 0)
         && !(kernel->last_values && kernel->last_values->len > 0)
         && !(kernel->conditions && kernel->conditions->len > 0);
}

/* x is not the innermost loop: headers change places, so that memory is walked along x. */
static gboolean
permute (Nest *nest)
{
  const IhopKernel *kernel = nest->kernel;
  g_autoptr (GPtrArray) headers = g_ptr_array_new_with_free_func (g_free);

  if (kernel->n_axes < 2 || innermost (kernel)->axis == 0 || !is_rectangular (kernel)
      || !is_free (kernel))
    return FALSE;
  for (guint i = 0; i < kernel->n_axes; i++)
    {
      char *header = ihop_cpu_header (kernel->axes[i].loop);
      if (header == NULL || !ihop_cpu_is_canonical (kernel->axes[i].loop))
        {
          g_free (header);
          return FALSE;
        }
      g_ptr_array_add (headers, header);
    }
  for (guint place = 0; place < kernel->n_axes; place++)
    for (guint i = 0; i < kernel->n_axes; i++)
      if (kernel->axes[i].axis == kernel->n_axes - 1 - place)
        {
          gsize begin = kernel->axes[place].loop->range.begin;
          ihop_edits_replace (nest->print->edits, begin,
                              begin + strlen (headers->pdata[place]), headers->pdata[i]);
        }
  nest->place = 0;
  for (guint i = 0; i < kernel->n_axes; i++)
    if (kernel->axes[i].axis == kernel->n_axes - 1)
      nest->axis = i;
  return TRUE;
}

static void
insert_line (Nest *nest, const IhopNode *node, const char *line)
{
  const IhopSource *source = nest->print->plan->tree->source;
  g_autofree char *indent = ihop_source_indent (source, node->range.begin);
  gsize begin = node->range.begin - strlen (indent);
  gboolean alone = begin == 0 || source->text[begin - 1] == '\n';
  g_autofree char *text = alone && strncmp (source->text + begin, indent, strlen (indent)) == 0
                            ? g_strdup_printf ("%s%s\n", indent, line)
                            : g_strdup_printf ("\n%s\n%s", line, indent);

  ihop_edits_insert (nest->print->edits, alone ? begin : node->range.begin, text);
}

static void
add_simd_at (Nest *nest, const IhopNode *loop)
{
  if (is_free (nest->kernel) && ihop_cpu_is_simple (nest->kernel->body)
      && ihop_cpu_is_canonical (loop) && ihop_range_is_known (loop->range))
    insert_line (nest, loop, "#pragma omp simd");
}

/* Vectors along the innermost spread loop, if it is not the one spread over threads. */
static void
add_simd (Nest *nest)
{
  if (nest->kernel->n_axes > nest->axis + 1 && innermost (nest->kernel)->axis == 0)
    add_simd_at (nest, innermost (nest->kernel)->loop);
}

static gboolean
sink (Nest *nest)
{
  const IhopNode *loop = innermost (nest->kernel)->loop;

  if (nest->kernel->n_axes <= nest->axis + 1 || !ihop_range_is_known (loop->range)
      || innermost (nest->kernel)->axis != 0)
    return FALSE;
  g_autofree char *indent
    = ihop_source_indent (nest->print->plan->tree->source, loop->range.begin);
  g_autofree char *text = ihop_cpu_sink (nest->print, nest->kernel, indent);
  const IhopNode *outer = nest->kernel->axes[nest->kernel->n_axes - 2].loop;
  if (text == NULL)
    return FALSE;
  if (ihop_loop_body (outer)->kind == IHOP_BLOCK)
    ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end,
                        text + strspn (text, " \t"));
  else
    {
      g_autofree char *below
        = ihop_source_indent (nest->print->plan->tree->source, outer->range.begin);
      g_autofree char *header = ihop_cpu_header (outer);
      g_autofree char *braced = g_strdup_printf (" {\n%s\n%s}", text, below);
      ihop_edits_replace (nest->print->edits, outer->range.begin + strlen (header),
                          loop->range.end, braced);
    }
  return TRUE;
}

/* ---- The choice of the loop ------------------------------------------------------------------ */

/* OpenMP's reductions are of scalars, and its min and max have one view of NaN. */
static gboolean
can_reduce (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      for (guint u = 0; u < reduction->updates->len; u++)
        {
          const IhopNode *update = reduction->updates->pdata[u];
          gboolean is_min = reduction->operator == IHOP_REDUCE_MIN
                            || reduction->operator == IHOP_REDUCE_MAX;
          if (is_min && update->kind != IHOP_IF && !ihop_type_is_integer (reduction->type))
            return FALSE;
        }
      if (reduction->is_element)
        return FALSE;
    }
  return !(kernel->atomics && kernel->atomics->len > 0);
}

static gboolean
reorders_sums (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->reductions && i < kernel->reductions->len; i++)
    {
      const IhopReduction *reduction = kernel->reductions->pdata[i];
      if (ihop_type_is_floating (reduction->type)
          && (reduction->operator == IHOP_REDUCE_ADD || reduction->operator == IHOP_REDUCE_MUL))
        return TRUE;
    }
  return FALSE;
}

/* Short sums, one after another: threads would not pay, and every bit can stay. */
static gboolean
is_in_loop (const IhopKernel *kernel)
{
  g_autoptr (GPtrArray) path
    = ihop_node_path (kernel->function->body, kernel->statements->pdata[0]);

  for (guint i = 0; path && i + 1 < path->len; i++)
    if (ihop_kind_is_loop (((const IhopNode *) path->pdata[i])->kind))
      return TRUE;
  return FALSE;
}

static gboolean
choose (Nest *nest)
{
  const IhopKernel *kernel = nest->kernel;

  if (kernel->kind != IHOP_KERNEL_MAPPED || kernel->statements->len != 1 || !can_reduce (kernel)
      || (reorders_sums (kernel) && is_in_loop (kernel)))
    return FALSE;
  for (nest->axis = 0; nest->axis < kernel->n_axes; nest->axis++)
    {
      const IhopNode *loop = spread (nest)->loop;
      gint64 trips = ihop_axis_trips (spread (nest));
      if (ihop_cpu_is_canonical (loop) && ihop_range_is_known (loop->range)
          && (trips < 0 || trips >= 2))
        return TRUE;
    }
  return FALSE;
}

/* The values that private iterators had after the loops. */
static void
add_iterators (Nest *nest)
{
  const IhopKernel *kernel = nest->kernel;
  IhopPoint after = { IHOP_POINT_AFTER, kernel->statements->pdata[0] };
  g_autofree char *indent = ihop_points_indent (nest->points, kernel->function, &after);

  for (guint i = 0; kernel->iterators_after && i < kernel->iterators_after->len; i++)
    {
      const IhopSymbol *symbol = kernel->iterators_after->pdata[i];
      if (kernel->iterator_values == NULL || i >= kernel->iterator_values->len)
        continue;
      g_autofree char *line
        = g_strdup_printf ("%s%s = %s;\n", indent, symbol->name,
                           (const char *) kernel->iterator_values->pdata[i]);
      ihop_points_add (nest->points, kernel->function, &after, line);
    }
}

static void
edit_nest (Nest *nest)
{
  const IhopPlan *plan = nest->print->plan;
  gboolean worth = TRUE, simd = FALSE;

  if (!choose (nest))
    return;
  g_autofree char *work = ihop_cpu_work (plan, nest->kernel, nest->axis, &worth);
  const IhopNode *loop = spread (nest)->loop;
  gboolean turned = FALSE;
  nest->place = nest->axis;
  if (nest->axis == 0)
    turned = permute (nest);
  if (turned)
    add_simd_at (nest, innermost (nest->kernel)->loop);
  else if (!sink (nest))
    add_simd (nest);
  if (!worth)
    return;
  simd = nest->kernel->n_axes == 1 && is_free (nest->kernel)
         && nest->kernel->privates->len == 0 && ihop_cpu_is_simple (nest->kernel->body);
  g_autofree char *pragma = pragma_text (nest, work, simd);
  if (reorders_sums (nest->kernel))
    {
      insert_line (nest, loop,
                   "/* Threads add up apart: the last digits of sums may differ. */");
    }
  insert_line (nest, loop, pragma);
  add_iterators (nest);
}

static char *
cpu_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
          IhopDiags *diags)
{
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_CPU, diags);
  g_autofree char *about
    = g_strdup_printf ("Runs without a graphics card. Compile with: gcc -O3 -march=native -fopenmp "
                       "%s_cpu.c", name);
  IhopPoints *points = ihop_points_new (print);

  ihop_host_overlaps (print);
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      Nest nest = { .print = print, .points = points, .kernel = plan->kernels->pdata[i] };
      edit_nest (&nest);
    }
  ihop_points_apply (points);
  ihop_points_free (points);
  ihop_host_file (print, about);
  return print->failed ? NULL : ihop_edits_apply (print->edits, NULL);
}

static void
product_free (gpointer data)
{
  IhopProduct *product = data;

  g_free (product->name);
  g_free (product->text);
  g_free (product);
}

GPtrArray *
ihop_emit_cpu (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
               IhopDiags *diags)
{
  GPtrArray *products = g_ptr_array_new_with_free_func (product_free);
  char *text = cpu_text (plan, name, options, diags);

  if (text == NULL)
    return products;
  IhopProduct *product = g_new0 (IhopProduct, 1);
  product->name = g_strconcat (name, "_cpu.c", NULL);
  product->text = text;
  g_ptr_array_add (products, product);
  return products;
}
