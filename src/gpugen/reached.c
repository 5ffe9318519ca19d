/* When a pointer's memory may be looked at.
 *
 * How much a pointer points to is known from what kernels touch. Where they touch nothing ("m = 0", a
 * time loop that does not run, an "if" around the kernel) there need not be any memory: the pointer may
 * be null, or a dummy. A copy that stands before such a loop would look at it all the same.
 *
 * One condition holds for all copies of a variable, and its value does not change while the variable
 * lives: so what comes back is always what went there, and where it fails no kernel wants anything. */
#include "gpugen/variable.h"
#include <string.h>

typedef struct
{
  IhopWork *work;
  const IhopDeviceVariable *variable;
  GPtrArray *conditions;   /* of char *: what makes some kernel reach the end */
  gboolean is_always;      /* one may whenever the copy is not empty */
  gboolean is_sure;        /* one surely does then */
  gboolean is_doubtful;    /* somebody may not reach it under its condition */
} Reach;

/* The statement in which "node" stands among those of the innermost block that holds all copies of the
 * variable, too: they run as often as it, so all that may keep it from touching anything lies inside. */
static const IhopNode *
statement_around (Reach *reach, const IhopNode *node)
{
  const IhopWork *work = reach->work;
  const GPtrArray *transfers = work->planner->plan->transfers;
  g_autoptr (GPtrArray) path = ihop_node_path (work->function->body, node);
  guint common = path ? path->len - 1 : 0;

  for (guint i = 0; path && i < transfers->len; i++)
    {
      const IhopTransfer *transfer = transfers->pdata[i];
      if (transfer->variable != reach->variable)
        continue;
      g_autoptr (GPtrArray) other = ihop_node_path (work->function->body, transfer->at.anchor);
      gboolean is_inside = transfer->at.kind == IHOP_POINT_BLOCK_START
                           || transfer->at.kind == IHOP_POINT_BLOCK_END;
      guint depth = other ? other->len - (is_inside ? 0 : 1) : 0, same = 0;
      while (same < depth && same < common && other->pdata[same] == path->pdata[same])
        same++;
      common = same;
    }
  while (path && common < path->len - 1 && ((const IhopNode *) path->pdata[common])->kind == IHOP_BLOCK)
    common++;
  return path ? path->pdata[common] : node;
}

/* What the footprint says of the whole of what it touches. Caller frees; NULL: not known. */
static IhopBox *
hull_of (const IhopFootprint *f)
{
  return f && f->is_plain ? ihop_extents_hull (f) : NULL;
}

/* Whether a box ends where the variable does. */
static gboolean
reaches_end (const IhopDeviceVariable *variable, const IhopBox *box)
{
  gint64 distance;

  if (variable->rank == 0)
    return TRUE;
  g_autofree char *end = ihop_linear_sum (box->lower[0], box->count[0], 1);
  return g_str_equal (end, variable->extents[0])
         || (box->bare && variable->bare && g_str_equal (box->bare, variable->bare))
         || (ihop_linear_distance (variable->extents[0], end, &distance) && distance >= 0);
}

/* Whether the box is what the variable's counts say, so that these are 0 where nothing is touched. */
static gboolean
needs_no_test (const Reach *reach, const IhopBox *box)
{
  return box->when == NULL || (box->is_guarded && reaches_end (reach->variable, box)
                               && g_str_equal (box->lower[0], "0"));
}

static void
add_condition (Reach *reach, const IhopBox *box)
{
  const char *when = box->when;

  if (needs_no_test (reach, box))
    reach->is_always = TRUE;
  else if (!g_ptr_array_find_with_equal_func (reach->conditions, when, g_str_equal, NULL))
    g_ptr_array_add (reach->conditions, g_strdup (when));
}

/* Under which conditions the code touches the variable, if what it touches goes as far as the variable. */
static gboolean
judge_code (Reach *reach, const IhopNode *code)
{
  const GPtrArray *all = ihop_footprints_at (reach->work, code);
  IhopBox *box = NULL;

  for (guint i = 0; i < all->len && box == NULL; i++)
    if (((const IhopFootprint *) all->pdata[i])->symbol == reach->variable->symbol)
      box = hull_of (all->pdata[i]);
  /* Where pointers change places, the pointer itself may be what is touched. */
  gboolean fine = box && box->is_certain && box->rank == reach->variable->rank
                  && reaches_end (reach->variable, box)
                  && (box->when == NULL
                      || ihop_place_is_stable (reach->work, reach->variable, box->when));
  if (fine)
    {
      reach->is_sure |= needs_no_test (reach, box);
      add_condition (reach, box);
    }
  ihop_box_free (box);
  return fine;
}

/* The kernel as it stands: right, if nothing around it keeps it from running. */
static void
judge_kernel (Reach *reach, const IhopKernel *kernel)
{
  const IhopNode *first = kernel->statements->pdata[0];
  const IhopNode *around = statement_around (reach, first);
  IhopBox *box = hull_of (ihop_kernel_footprint (kernel, reach->variable->symbol));

  if (around != first && judge_code (reach, around))
    ;
  else if (box == NULL || (box->when && !reach->variable->is_local
                           && !ihop_place_is_stable (reach->work, reach->variable, box->when)))
    reach->is_doubtful = reach->is_always = TRUE;
  else
    {
      gboolean is_sure = around == first && box->is_certain && reaches_end (reach->variable, box);
      reach->is_doubtful |= !is_sure;
      reach->is_sure |= is_sure && needs_no_test (reach, box);
      add_condition (reach, box);
    }
  ihop_box_free (box);
}

static char *
text_of (const Reach *reach)
{
  GString *text = g_string_new (NULL);
  guint n = reach->is_always ? 0 : reach->conditions->len;

  for (guint i = 0; i < n; i++)
    g_string_append_printf (text, n > 1 ? "%s(%s)" : "%s%s", i ? " || " : "",
                            (const char *) reach->conditions->pdata[i]);
  if (reach->is_doubtful)
    {
      if (n && strstr (text->str, "||"))
        {
          g_string_prepend_c (text, '(');
          g_string_append_c (text, ')');
        }
      g_string_append_printf (text, "%s%s != NULL", n ? " && " : "", reach->variable->symbol->name);
    }
  return g_string_free (text, text->len == 0);
}

void
ihop_reached_judge (IhopWork *work, IhopDeviceVariable *variable)
{
  Reach reach = { work, variable, g_ptr_array_new_with_free_func (g_free), FALSE, FALSE };

  for (guint i = 0; variable->is_measured && i < work->kernels->len; i++)
    {
      const IhopKernel *kernel = work->kernels->pdata[i];
      const IhopKernelParam *param = ihop_kernel_param (kernel, variable->symbol);
      if (param && param->variable == variable)
        judge_kernel (&reach, kernel);
    }
  variable->when = reach.is_sure ? NULL : text_of (&reach);
  if (variable->when == NULL || reach.is_always)
    g_clear_pointer (&variable->bare, g_free);
  g_ptr_array_unref (reach.conditions);
}
