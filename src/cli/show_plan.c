#include "cli/show_plan.h"
#include "project/prepare/import.h"

char *
ihop_show_axes (const IhopKernel *kernel)
{
  GString *text = g_string_new (NULL);

  if (kernel->kind == IHOP_KERNEL_SERIAL)
    g_string_append (text, "one thread");
  for (guint i = 0; i < kernel->n_axes; i++)
    g_string_append_printf (text, "%s%s→%c", i ? ", " : "", kernel->axes[i].iterator->name,
                            "xyz"[kernel->axes[i].axis]);
  return g_string_free (text, FALSE);
}

char *
ihop_show_block (const guint block[3])
{
  if (block[2] > 1)
    return g_strdup_printf ("%u×%u×%u", block[0], block[1], block[2]);
  if (block[1] > 1)
    return g_strdup_printf ("%u×%u", block[0], block[1]);
  return g_strdup_printf ("%u", block[0]);
}

static guint
line_of_kernel (const IhopKernel *kernel)
{
  const IhopNode *first = kernel->statements->len ? kernel->statements->pdata[0] : NULL;

  return first ? ihop_range_line (first->place) : 0;
}

static void
show_kernel (const IhopKernel *kernel)
{
  g_autofree char *axes = ihop_show_axes (kernel), *block = ihop_show_block (kernel->block);
  const IhopProfile *profile = kernel->profile;

  ihop_cli_print_color (IHOP_COLOR_GOOD, "  kernel");
  ihop_cli_print (" %s, line %u: %s", kernel->name, line_of_kernel (kernel), axes);
  if (kernel->kind == IHOP_KERNEL_MAPPED)
    ihop_cli_print (", block %s", block);
  if (profile && profile->candidates->len)
    {
      const IhopCandidate *best = &g_array_index (profile->candidates, IhopCandidate, 0);
      ihop_cli_print (", %.1f sectors a warp, occupancy %.0f %%", best->sectors,
                      100 * best->occupancy);
    }
  ihop_cli_print ("\n");
  if (kernel->reason)
    ihop_cli_print_color (IHOP_COLOR_DIM, "         %s\n", ihop_message_text (kernel->reason));
}

static const char *
point_text (IhopPoint point)
{
  static const char *const words[] = { "before line", "after line", "at the start of the block at line",
                                       "at the end of the block at line" };

  return words[point.kind];
}

/* "dot (n, r, r)" hands over one array. */
static GPtrArray *
names_handed (const IhopKernel *call)
{
  GPtrArray *names = g_ptr_array_new ();

  for (guint i = 0; i < call->params->len; i++)
    {
      const char *name = ((const IhopKernelParam *) call->params->pdata[i])->symbol->name;
      if (!g_ptr_array_find_with_equal_func (names, name, g_str_equal, NULL))
        g_ptr_array_add (names, (gpointer) name);
    }
  return names;
}

static void
show_call (const IhopKernel *call)
{
  g_autoptr (GPtrArray) names = names_handed (call);

  ihop_cli_print ("  call   %s, line %u: ", call->version->function->symbol->name, call->line);
  for (guint i = 0; i < names->len; i++)
    ihop_cli_print ("%s%s", i == 0 ? "" : i + 1 < names->len ? ", " : " and ", (const char *) names->pdata[i]);
  ihop_cli_print (names->len == 1 ? " stays on the device" : " stay on the device");
  for (guint i = 0; i < call->conditions->len; i++)
    ihop_cli_print ("%s%s", i == 0 ? ", if " : " and ", ((const IhopAssumption *) call->conditions->pdata[i])->condition);
  ihop_cli_print ("\n");
}

static void
show_transfer (const IhopTransfer *transfer)
{
  ihop_cli_print ("  copy   %-3s %s, %s %u", transfer->to_device ? "in" : "out",
                  transfer->variable->symbol->name, point_text (transfer->at),
                  ihop_range_line (transfer->at.anchor->place));
  g_autofree char *when = transfer->variable->when ? ihop_expression_text (transfer->variable->when) : NULL;
  if (when)
    ihop_cli_print (", if %s", when);
  if (transfer->reason)
    ihop_cli_print_color (IHOP_COLOR_DIM, ": %s", ihop_message_text (transfer->reason));
  ihop_cli_print ("\n");
}

static void
show_rotation (const IhopPointerSwap *rotation)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < rotation->variables->len; i++)
    g_string_append_printf (names, "%s%s", i ? ", " : "",
                            ((const IhopDeviceVariable *) rotation->variables->pdata[i])->symbol->name);
  ihop_cli_print ("  swap   %s, line %u: they change places, and their copies on the device with them\n",
                  names->str, ihop_range_line (rotation->last->place));
}

static void
show_uncalled (const IhopFunction *function)
{
  ihop_cli_print ("  gone   %s, line %u: nobody calls it any more, its callers have its body\n", function->symbol->name,
                  ihop_range_line (function->body->place));
}

static void
show_imported (const IhopImported *imported)
{
  if (imported->is_called)
    ihop_cli_print ("  from   %s: %s, so that data stays on the device over calls of it\n", imported->path, imported->owners_name);
}

static void
show_left_alone (const IhopFunction *function)
{
  ihop_cli_print ("  gone   %s, line %u: other files have copies of it now for all that call it, and it stays C\n", function->symbol->name,
                  ihop_range_line (function->body->place));
}

static void
show_left_out (const IhopCli *cli, const IhopLeftOut *left)
{
  const IhopLoopName *name = left->loop->name;

  ihop_cli_print_color (IHOP_COLOR_DOUBT, "  host  ");
  ihop_cli_print (" %s, line %u: %s\n", name->address, ihop_range_line (name->loop->place),
                  ihop_message_text (left->reason));
  for (guint i = 0; cli->verbose && i < left->loop->reasons->len; i++)
    ihop_cli_print ("         %s\n", ihop_message_text (((const IhopReason *) left->loop->reasons->pdata[i])->message));
}

static void
show_assumptions (const IhopPlan *plan)
{
  for (guint i = 0; i < plan->overlaps->len; i++)
    {
      const IhopOverlapTest *test = plan->overlaps->pdata[i];
      const char *function = test->function->symbol->name;
      g_autofree char *condition = test->condition ? ihop_expression_text (test->condition) : NULL;
      if (condition)
        ihop_cli_print ("  test   %s: %s, or the original runs\n", function, condition);
      else
        ihop_cli_print ("  test   %s: %s and %s must not overlap, or the original runs\n", function,
                        test->a ? test->a->name : test->name_a, test->b->name);
    }
  for (guint i = 0; i < plan->assumptions->len; i++)
    ihop_cli_print ("  taken  on your word: %s\n",
                    ihop_message_text (((const IhopAssumption *) plan->assumptions->pdata[i])->message));
}

static void
show_headline (const IhopGenerated *generated)
{
  const IhopPlan *plan = generated->plan;
  guint n = plan->kernels->len, in = 0;

  for (guint i = 0; i < plan->transfers->len; i++)
    in += ((const IhopTransfer *) plan->transfers->pdata[i])->to_device != FALSE;
  ihop_cli_print_color (IHOP_COLOR_STRONG, "%s", generated->file->path);
  if (n == 0)
    ihop_cli_print (": nothing runs on the device\n");
  else
    ihop_cli_print (": %u kernel%s, %u device variable%s, %u cop%s in and %u out\n", n,
                    n == 1 ? "" : "s", plan->variables->len, plan->variables->len == 1 ? "" : "s",
                    in, in == 1 ? "y" : "ies", plan->transfers->len - in);
}

void
ihop_show_plan (const IhopCli *cli, const IhopGenerated *generated)
{
  const IhopPlan *plan = generated->plan;

  show_headline (generated);
  for (guint i = 0; i < plan->kernels->len; i++)
    show_kernel (plan->kernels->pdata[i]);
  for (guint i = 0; i < plan->calls->len; i++)
    show_call (plan->calls->pdata[i]);
  for (guint i = 0; i < plan->transfers->len; i++)
    show_transfer (plan->transfers->pdata[i]);
  for (guint i = 0; plan->pointer_swaps && i < plan->pointer_swaps->len; i++)
    show_rotation (plan->pointer_swaps->pdata[i]);
  for (guint i = 0; i < generated->file->blocks->len; i++)
    ihop_cli_print ("  rows   %s: kept in one block of memory, as the program allocates them all alike\n",
                    (const char *) generated->file->blocks->pdata[i]);
  for (guint i = 0; i < generated->file->rows_apart->len; i++)
    {
      const IhopRowsApart *apart = generated->file->rows_apart->pdata[i];
      ihop_cli_print ("  rows   %s: line %u: %s\n", apart->names, apart->line, apart->why);
    }
  for (guint i = 0; i < generated->file->imported->len; i++)
    show_imported (generated->file->imported->pdata[i]);
  for (guint i = 0; i < plan->uncalled->len; i++)
    if (!ihop_imported_find (generated->file, ((const IhopFunction *) plan->uncalled->pdata[i])->symbol->name))
      show_uncalled (plan->uncalled->pdata[i]);
  for (guint i = 0; i < plan->left_alone->len; i++)
    show_left_alone (plan->left_alone->pdata[i]);
  for (guint i = 0; i < plan->left_out->len; i++)
    show_left_out (cli, plan->left_out->pdata[i]);
  show_assumptions (plan);
}
