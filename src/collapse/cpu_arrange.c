/* The loops below the one that is spread over threads. */
#include "collapse/cpu.h"
#include "gpugen/kernel/openmp_directives.h"
#include <string.h>

typedef struct
{
  IhopPrint *print;
  const IhopKernel *kernel;
  IhopEdits *edits;
  gboolean turned;         /* headers have changed places */
} Arrange;

void
ihop_cpu_insert_line (IhopEdits *edits, const IhopNode *node, const char *line)
{
  const IhopSource *source = node->range.source;
  g_autofree char *indent = ihop_source_indent (source, node->range.begin);
  gsize begin = node->range.begin - strlen (indent);
  gboolean alone = (begin == 0 || source->text[begin - 1] == '\n')
                   && strncmp (source->text + begin, indent, strlen (indent)) == 0;
  g_autofree char *text = alone ? g_strdup_printf ("%s\n%s", line, indent)
                                : g_strdup_printf ("\n%s\n%s", line, indent);

  ihop_edits_insert (edits, node->range.begin, text);
}

/* ---- Headers that change places ----------------------------------------------------------- */

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

static GPtrArray *
headers_of (const IhopKernel *kernel)
{
  GPtrArray *headers = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < kernel->n_axes; i++)
    {
      char *header = ihop_cpu_header (kernel->axes[i].loop);
      if (header == NULL || !ihop_cpu_is_canonical (kernel->axes[i].loop))
        {
          g_free (header);
          g_ptr_array_unref (headers);
          return NULL;
        }
      g_ptr_array_add (headers, header);
    }
  return headers;
}

/* x is not the innermost loop: all loops of the nest are parallel, any order is as good. Returns
 * the axis that is outermost then. */
static guint
permute (Arrange *arrange, guint axis)
{
  const IhopKernel *kernel = arrange->kernel;
  guint outermost = axis;

  if (axis != 0 || kernel->n_axes < 2 || kernel->axes[kernel->n_axes - 1].axis == 0
      || !is_rectangular (kernel))
    return axis;
  g_autoptr (GPtrArray) headers = headers_of (kernel);
  if (headers == NULL)
    return axis;
  for (guint place = 0; place < kernel->n_axes; place++)
    for (guint i = 0; i < kernel->n_axes; i++)
      if (kernel->axes[i].axis == kernel->n_axes - 1 - place)
        {
          gsize begin = kernel->axes[place].loop->range.begin;
          ihop_edits_replace (arrange->edits, begin, begin + strlen (headers->pdata[place]),
                              headers->pdata[i]);
          outermost = place == 0 ? i : outermost;
        }
  arrange->turned = TRUE;
  return outermost;
}

/* ---- Loops moved inside, vectors ------------------------------------------------------------ */

static const IhopLoop *
facts_of (const Arrange *arrange, const IhopNode *loop)
{
  const IhopPlan *plan = arrange->print->plan;

  for (guint i = 0; i < arrange->kernel->n_axes; i++)
    if (arrange->kernel->axes[i].loop == loop)
      return arrange->kernel->axes[i].facts;
  return plan->facts ? ihop_loops_find (plan->facts, plan->tree, loop) : NULL;
}

/* "text" (lines at the loop's indentation) in the place of a loop. */
static void
put (Arrange *arrange, const IhopNode *parent, const IhopNode *loop, const char *text)
{
  if (parent->kind == IHOP_BLOCK)
    {
      ihop_edits_replace (arrange->edits, loop->range.begin, loop->range.end,
                          text + strspn (text, " \t"));
      return;
    }
  g_autofree char *indent = ihop_source_indent (parent->range.source, parent->range.begin);
  g_autofree char *header = ihop_cpu_header (parent);
  g_autofree char *braced = g_strdup_printf (" {\n%s\n%s}", text, indent);
  ihop_edits_replace (arrange->edits, parent->range.begin + strlen (header), loop->range.end,
                      braced);
}

static gboolean
sink (Arrange *arrange, const IhopNode *parent, const IhopNode *loop, const IhopLoop *facts)
{
  g_autofree char *indent = ihop_source_indent (loop->range.source, loop->range.begin);
  gboolean placed = parent->kind == IHOP_BLOCK || parent->kind == IHOP_FOR;
  g_autofree char *text = placed ? ihop_cpu_sink (arrange->print, loop, facts, indent, NULL) : NULL;

  if (text)
    put (arrange, parent, loop, text);
  return text != NULL;
}

static gboolean
may_be_vector (const Arrange *arrange, const IhopNode *loop, const IhopLoop *facts)
{
  if (facts->reductions && facts->reductions->len > 0)
    return FALSE;
  if (facts->inductions && facts->inductions->len > 0)
    return FALSE;
  if (facts->assumptions && facts->assumptions->len > 0)
    return FALSE;
  return ihop_cpu_is_canonical (loop) && ihop_cpu_is_simple (ihop_loop_body (loop))
         && ihop_cpu_walks_rows (arrange->print, loop);
}

/* The owner has said how: "GCC ivdep". */
static gboolean
has_hint (const Arrange *arrange, const IhopNode *loop)
{
  const IhopTree *tree = arrange->print->plan->tree;
  const IhopDirective *above = loop->range.source == tree->source
                                 ? ihop_pragma_above (tree, loop->range.begin) : NULL;

  return above && ihop_is_loop_hint (above->name);
}

static void
arrange_node (Arrange *arrange, const IhopNode *parent, const IhopNode *node)
{
  const IhopLoop *facts = node->kind == IHOP_FOR ? facts_of (arrange, node) : NULL;

  if (facts && facts->verdict == IHOP_PARALLEL && ihop_range_is_known (node->range)
      && !arrange->turned && !has_hint (arrange, node))
    {
      if (sink (arrange, parent, node, facts))
        return;
      if (may_be_vector (arrange, node, facts))
        ihop_cpu_insert_line (arrange->edits, node, "#pragma omp simd");
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      arrange_node (arrange, node, node->child[i]);
}

guint
ihop_cpu_arrange (IhopPrint *print, const IhopKernel *kernel, guint axis, IhopEdits *inner)
{
  Arrange arrange = { print, kernel, inner, FALSE };
  const IhopNode *loop = kernel->axes[axis].loop, *last = kernel->axes[kernel->n_axes - 1].loop;
  guint outermost = permute (&arrange, axis);

  if (!arrange.turned)
    arrange_node (&arrange, loop, ihop_loop_body (loop));
  else if (ihop_cpu_is_simple (kernel->body) && !has_hint (&arrange, last))
    ihop_cpu_insert_line (inner, last, "#pragma omp simd");
  return outermost;
}
