/* NAME_cpu.c: plain C with OpenMP. The nests stay where they are and as they are written; what a
 * kernel spreads over threads, the outermost loop spreads over the processor's. */
#include "collapse/cpu.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/emit.h"
#include "gpugen/emit/function_place.h"
#include "gpugen/emit/host_file.h"
#include "gpugen/emit/host_unused.h"
#include "gpugen/emit/insertions.h"
#include "gpugen/emit/kernel_axes.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/languages.h"
#include "gpugen/emit/printing.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/text_words.h"
#include "ir/block_count.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  IhopPoints *points;
  const IhopKernel *kernel;
  guint axis;              /* the loop that is spread … */
  guint place;             /* … and where it stood before headers changed places */
  gboolean reorders;       /* sums in another order */
  GHashTable *reducers;    /* names of those already declared in this file */
} Nest;

static const IhopAxis *
spread (const Nest *nest)
{
  return &nest->kernel->axes[nest->axis];
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
declared_reducer (const Nest *nest, const IhopReduction *reduction, const char *combiner)
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
append_reductions (const Nest *nest, GString *clauses)
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
schedule_text (const Nest *nest)
{
  Bounds bounds = { spread (nest)->iterator, FALSE };
  const IhopNode *body = ihop_loop_body (spread (nest)->loop);

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

static gboolean
has_conditions (const IhopKernel *kernel)
{
  for (guint i = 0; kernel->conditions && i < kernel->conditions->len; i++)
    if (!is_for_copies (kernel->conditions->pdata[i]))
      return TRUE;
  return FALSE;
}

static char *
conditions_text (const Nest *nest)
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

/* Too little work forbids the threads, not the vectors; an untested independence forbids both. (An
 * "if" without a name in front would take the vectors away with the threads.) */
static void
append_conditions (const Nest *nest, const char *work, gboolean simd, GString *clauses)
{
  g_autofree char *conditions = conditions_text (nest);
  const char *and = work && *conditions ? " && " : "";

  if (work || *conditions)
    g_string_append_printf (clauses, " if(%s%s%s%s)", simd ? "parallel: " : "", work ? work : "", and,
                            conditions);
  if (simd && *conditions)
    g_string_append_printf (clauses, " if(simd: %s)", conditions);
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
  append_conditions (nest, work, simd, text);
  return g_string_free (text, FALSE);
}

static void
insert_line (Nest *nest, const IhopNode *node, const char *line)
{
  ihop_cpu_insert_line (nest->print->edits, node, line);
}

static gboolean
has_any (const GPtrArray *list)
{
  return list && list->len > 0;
}

/* Nothing comes out of an iteration but through arrays. */
static gboolean
is_free (const IhopKernel *kernel)
{
  return !has_any (kernel->reductions) && !has_any (kernel->last_values);
}

/* All that an iteration has of its own is inside the function. */
static char *
pragma_text_of_call (const Nest *nest, const char *work)
{
  GString *text = g_string_new ("#pragma omp parallel for");

  g_string_append (text, schedule_text (nest));
  append_conditions (nest, work, FALSE, text);
  return g_string_free (text, FALSE);
}

/* ---- The choice of the loop ------------------------------------------------------------------ */

/* OpenMP's reductions are of scalars; fmax has a mind of its own about NaN, and NaN && NaN is 1. */
static gboolean
can_reduce (const IhopKernel *kernel)
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
      g_autofree char *value = ihop_text_of (kernel->iterator_values->pdata[i]);
      g_autofree char *line = g_strdup_printf ("%s%s = %s;\n", indent, symbol->name, value);
      ihop_points_add (nest->points, kernel->function, &after, line);
    }
}

/* ---- The function of an iteration -------------------------------------------------------- */

static gboolean
visit_local_type (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_DECLARATION && (node->n_children == 0 || node->text);
  return !*found;
}

/* Whether names in the body mean the same before the function. */
static gboolean
means_the_same (const IhopPlan *plan, const IhopFunction *function)
{
  gboolean found = FALSE;

  for (guint i = 0; i < plan->tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (plan->tree->directives, IhopDirective, i);
      if ((directive->kind == IHOP_DIRECTIVE_DEFINE || directive->kind == IHOP_DIRECTIVE_UNDEF
           || directive->kind == IHOP_DIRECTIVE_CONDITIONAL)
          && ihop_range_contains (function->range, directive->range))
        return FALSE;
    }
  ihop_node_walk (function->body, visit_local_type, &found);
  return !found;
}

/* "continue" would have to be "return" there. */
static gboolean
leaves (const IhopNode *node)
{
  if (node == NULL || ihop_kind_is_loop (node->kind) || !ihop_kind_is_statement (node->kind))
    return FALSE;
  for (guint i = 0; i < node->n_children; i++)
    if (leaves (node->child[i]))
      return TRUE;
  return node->kind == IHOP_CONTINUE;
}

/* "rearranged": loops of it have changed places. */
static gboolean
can_be_function (const Nest *nest, const IhopNode *body, gboolean rearranged)
{
  const IhopKernel *kernel = nest->kernel;

  for (guint i = 0; i < kernel->params->len; i++)
    if (((const IhopKernelParam *) kernel->params->pdata[i])->passing == IHOP_PASS_SCALAR)
      return FALSE;
  g_autofree char *header = ihop_cpu_header (spread (nest)->loop); /* a mark between head and body hides it */
  return header && is_free (kernel) && !leaves (body) && ihop_cpu_depth (body) > 0 && !ihop_cpu_needs_arrays (body)
         && !(ihop_language_asks_types (body) && rearranged) && means_the_same (nest->print->plan, kernel->function);
}

/* The body's text (with or without braces) as statements of a function. */
static char *
function_body (Nest *nest, const IhopNode *loop, char *text)
{
  const IhopSource *source = nest->print->plan->tree->source;
  const IhopNode *body = ihop_loop_body (loop);
  g_autofree char *inner = ihop_layout_indent (&nest->print->layout, "", 1);
  gsize line = body->kind == IHOP_BLOCK || *text != '{' ? body->range.begin : loop->range.begin;
  g_autofree char *from = ihop_source_indent (source, line);

  if (*text != '{')
    {
      g_autofree char *moved = ihop_print_reindent (text, from, inner);
      return g_strconcat (inner, moved, NULL);
    }
  g_autofree char *moved = ihop_print_reindent (text, from, "");
  char *begin = strchr (moved, '{') + 1, *end = strrchr (moved, '}');
  while (*begin == ' ' || *begin == '\t')
    begin++;
  begin += *begin == '\n';
  *end = '\0';
  return g_strchomp (g_strdup (begin));
}

static void
take_out (Nest *nest, const IhopNode *loop, IhopEdits *inner)
{
  const IhopKernel *kernel = nest->kernel;
  const IhopSource *source = nest->print->plan->tree->source;
  g_autofree char *head = ihop_cpu_header (loop);
  gsize middle = loop->range.begin + strlen (head);
  g_autofree char *header = ihop_edits_apply_range (inner, loop->range.begin, middle);
  const IhopNode *moved = ihop_language_asks_types (ihop_loop_body (loop)) ? ihop_loop_body (loop) : NULL;
  g_autofree char *text = g_strchug (
    ihop_text_without_marks (moved ? ihop_cpu_moved_text (moved)
                                   : ihop_edits_apply_range (inner, middle, loop->range.end)));
  g_autofree char *statements = function_body (nest, loop, text);
  g_autofree char *call = NULL;
  g_autofree char *function
    = ihop_cpu_function (nest->print, kernel, nest->place, nest->axis, statements, &call);
  g_autofree char *indent = ihop_source_indent (source, loop->range.begin);
  g_autofree char *below = ihop_layout_indent (&nest->print->layout, indent, 1);
  g_autofree char *whole = g_strdup_printf ("%s\n%s%s", header, below, call);

  ihop_edits_insert (nest->print->edits, ihop_host_before_function (nest->print->plan->tree->source, kernel->function),
                     function);
  ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, whole);
  g_hash_table_insert (nest->print->taken, (gpointer) loop, g_strdup (whole));
}

/* The spread loop itself goes inside the loops of its body: all threads run these, and each takes
 * its share of every inner loop. Shares are the same each time (static schedules of equal loops),
 * so nobody waits for anybody. */
static gboolean
enter_region (Nest *nest, const IhopNode *loop, const char *work)
{
  const IhopSource *source = nest->print->plan->tree->source;
  g_autofree char *indent = ihop_source_indent (source, loop->range.begin);
  g_autofree char *inner = ihop_layout_indent (&nest->print->layout, indent, 1);
  g_autofree char *text = NULL;

  if (nest->place + 1 == nest->kernel->n_axes && is_free (nest->kernel)
      && !has_conditions (nest->kernel) && spread (nest)->facts)
    text = ihop_cpu_sink (nest->print, loop, spread (nest)->facts, inner,
                          "#pragma omp for simd schedule(static) nowait");
  if (text == NULL)
    return FALSE;
  g_autoptr (GString) pragma = g_string_new ("#pragma omp parallel");
  append_private (nest, pragma);
  append_conditions (nest, work, FALSE, pragma);
  insert_line (nest, loop, pragma->str);
  g_autofree char *whole = g_strdup_printf ("{\n%s\n%s}", text, indent);
  ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, whole);
  return TRUE;
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
  g_autoptr (IhopEdits) inner = ihop_edits_new (plan->tree->source);
  nest->place = nest->axis;
  gboolean is_tree = nest->kernel->tree != NULL; /* which is left as it stands, blocks spread over threads */
  if (worth && !is_tree && enter_region (nest, loop, work))
    {
      add_iterators (nest);
      return;
    }
  if (!is_tree && !has_conditions (nest->kernel) && is_free (nest->kernel))
    nest->axis = ihop_cpu_arrange (nest->print, nest->kernel, nest->axis, inner);
  simd = nest->kernel->n_axes == 1 && is_free (nest->kernel)
         && nest->kernel->privates->len == 0 && ihop_cpu_is_simple (nest->kernel->body);
  g_autofree char *pragma = pragma_text (nest, work, simd);
  gboolean function = worth && !is_tree && can_be_function (nest, ihop_loop_body (loop), !ihop_edits_is_empty (inner));
  if (worth && reorders_sums (nest->kernel))
    insert_line (nest, loop, "/* Threads add up apart: the last digits of sums may differ. */");
  g_autofree char *plain = pragma_text_of_call (nest, work);
  if (worth)
    insert_line (nest, loop, function ? plain : pragma);
  if (function)
    take_out (nest, loop, inner);
  else
    {
      g_autofree char *text
        = ihop_text_without_marks (
          ihop_edits_apply_range (inner, loop->range.begin, loop->range.end));
      ihop_edits_replace (nest->print->edits, loop->range.begin, loop->range.end, text);
    }
  add_iterators (nest);
}

/* " Its loops …": what was done for the processor's cache. Caller frees. */
static char *
steps_text (const IhopPlan *plan)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; plan->cpu_steps && i < plan->cpu_steps->len; i++)
    g_string_append_printf (text, "%s%s", i ? "; " : " Its loops run in tiles, which stay in the cache, by the steps ",
                            (const char *) plan->cpu_steps->pdata[i]);
  if (text->len)
    g_string_append_c (text, '.');
  return g_string_free (text, FALSE);
}

static char *
cpu_text (const IhopPlan *plan, const char *name, const IhopEmitOptions *options,
          IhopDiags *diags)
{
  g_autoptr (IhopPrint) print = ihop_printing_new (plan, options, IHOP_DIALECT_CPU, diags);
  g_autofree char *steps = steps_text (plan);
  g_autofree char *about
    = g_strdup_printf ("Runs without a graphics card.%s Compile with: gcc -O3 -march=native -fopenmp "
                       "%s_cpu.c", steps, name);
  IhopPoints *points = ihop_points_new (print);
  g_autoptr (GHashTable) reducers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  ihop_host_overlaps (print);
  for (guint i = 0; i < plan->kernels->len; i++)
    {
      Nest nest = { .print = print, .points = points, .kernel = plan->kernels->pdata[i],
                    .reducers = reducers };
      edit_nest (&nest);
    }
  ihop_host_cut_unused (print);
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
