/* Functions that launch one kernel. In a file of kernels there is one for each, as the host's file is C. A kernel whose blocks wait for
 * each other has one in any case: it asks how many of them the card can hold at once. (CUDA C++ Programming Guide, "Cooperative
 * Groups", grid synchronization.) */
#include "gpugen/emit/launcher.h"
#include "gpugen/emit/code_layout.h"
#include "gpugen/emit/kernel_params.h"
#include "gpugen/emit/launch_shape.h"
#include "gpugen/emit/kernel_body.h"
#include "gpugen/emit/shape.h"
#include "gpugen/plan/text_words.h"

char *
ihop_launcher_head (IhopPrint *print, const IhopKernel *kernel)
{
  g_autoptr (GPtrArray) items = g_ptr_array_new_with_free_func (g_free);
  g_autoptr (IhopKernelParams) params = ihop_kernel_params_new (print, kernel);
  g_autofree char *head = g_strdup_printf ("void launch_%s%s", kernel->name,
                                           print->layout.space_call ? " " : "");
  guint extras = params->declarations->len - kernel->params->len;

  gboolean mapped = kernel->kind == IHOP_KERNEL_MAPPED;

  if (mapped && !ihop_host_launch_is_grid (kernel))
    g_ptr_array_add (items, g_strconcat ("dim3 ", print->grid, NULL));
  if (mapped && !ihop_host_launch_has_one_block (kernel))
    g_ptr_array_add (items, g_strconcat ("dim3 ", print->block, NULL));
  if (!mapped && params->declarations->len == 0)
    g_ptr_array_add (items, g_strdup ("void"));
  for (guint i = 0; i < params->declarations->len; i++)
    {
      const IhopKernelParam *param = i < extras ? NULL : kernel->params->pdata[i - extras];
      g_autofree char *name
        = param ? ihop_kernel_pointer_name (kernel, param->symbol) : NULL;
      g_ptr_array_add (items, param && param->variable
                                ? ihop_shape_declare (ihop_printing_shape (print, param->variable),
                                                      name, FALSE, FALSE)
                                : g_strdup (params->declarations->pdata[i]));
    }
  return ihop_text_list (head, items, 0);
}

static char *
launcher_arguments (IhopPrint *print, const IhopKernel *kernel, const char *before)
{
  g_autoptr (IhopKernelParams) params = ihop_kernel_params_new (print, kernel);
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < params->names->len; i++)
    g_string_append_printf (text, "%s%s%s", i ? ", " : "", before, (char *) params->names->pdata[i]);
  return g_string_free (text, FALSE);
}

static void
append_plain (IhopPrint *print, GString *out, const IhopKernel *kernel)
{
  g_autofree char *arguments = launcher_arguments (print, kernel, "");
  g_autofree char *indent = ihop_layout_indent (&print->layout, "", 1);

  gboolean mapped = kernel->kind == IHOP_KERNEL_MAPPED;
  g_autofree char *blocks = ihop_printing_blocks (print);
  g_autofree char *block = ihop_host_launch_block (print, kernel);

  if (mapped && ihop_host_launch_has_one_block (kernel))
    ihop_layout_append (&print->layout, out, indent, "%s\n\n", block);
  ihop_layout_append (&print->layout, out, indent, "%s<<<%s, %s>>> (%s);\n", kernel->name,
                      mapped ? print->grid : "1", mapped ? print->block : "1", arguments);
  if (kernel->reductions && kernel->reductions->len > 0)
    ihop_layout_append (&print->layout, out, indent,
                        "%s_finish<<<1, 256>>> (%s, %s);\n", kernel->name, blocks, arguments);
}

static const char grid_text[] = "int ihop_device = 0, ihop_cooperates = 0, ihop_processors = 0, ihop_resident = 0;\n"
  "void *ihop_arguments[] = { %s };\n"
  "\n"
  "cudaGetDevice (&ihop_device);\n"
  "cudaDeviceGetAttribute (&ihop_cooperates, cudaDevAttrCooperativeLaunch, ihop_device);\n"
  "cudaDeviceGetAttribute (&ihop_processors, cudaDevAttrMultiProcessorCount, ihop_device);\n"
  "cudaOccupancyMaxActiveBlocksPerMultiprocessor (&ihop_resident, (const void *) %s, %u, 0);\n"
  "ihop_resident = ihop_resident * ihop_processors < %u ? ihop_resident * ihop_processors : %u;\n"
  "if (ihop_cooperates && ihop_resident > 1)\n"
  "\tcudaLaunchCooperativeKernel ((const void *) %s, dim3 (ihop_resident), dim3 (%u), ihop_arguments, 0, 0);\n"
  "else\n"
  "\t%s<<<1, %u>>> (%s);\n";

static void
append_grid (IhopPrint *print, GString *out, const IhopKernel *kernel)
{
  g_autofree char *addresses = launcher_arguments (print, kernel, "(void *) &"), *arguments = launcher_arguments (print, kernel, "");
  g_autofree char *indent = ihop_layout_indent (&print->layout, "", 1);
  const guint threads = kernel->block[0], blocks = kernel->tree->grid;
  g_autofree char *text
    = g_strdup_printf (grid_text, addresses, kernel->name, threads, blocks, blocks, kernel->name, threads, kernel->name, threads, arguments);
  g_auto (GStrv) lines = g_strsplit (text, "\n", -1);

  for (guint i = 0; lines[i] && lines[i + 1]; i++)
    ihop_layout_append (&print->layout, out, lines[i][0] ? indent : "", "%s\n", lines[i]);
}

char *
ihop_launcher_text (IhopPrint *print, const IhopKernel *kernel)
{
  GString *out = g_string_new (NULL);
  gboolean is_grid = ihop_host_launch_is_grid (kernel);
  g_autofree char *head = ihop_text_for_cxx (ihop_launcher_head (print, kernel));

  if (is_grid)
    g_string_append (out, "/* Its blocks wait for each other, so that all of them have to be on the card at once. Where it launches no such grids, one\n"
                          " * block does all the work. */\n");
  g_string_append_printf (out, "%s %s\n{\n", print->dialect == IHOP_DIALECT_SPLIT ? "extern \"C\"" : "static", head);
  if (is_grid)
    append_grid (print, out, kernel);
  else
    append_plain (print, out, kernel);
  g_string_append (out, "}\n\n");
  return g_string_free (out, FALSE);
}

static gboolean
has_grid (const IhopPrint *print)
{
  for (guint i = 0; i < print->plan->kernels->len; i++)
    if (ihop_host_launch_is_grid (print->plan->kernels->pdata[i]))
      return TRUE;
  return FALSE;
}

const char *
ihop_launcher_includes (const IhopPrint *print)
{
  return has_grid (print) ? "#include <cooperative_groups.h>\n" : "";
}

static const char wait_text[] =
  "/* All threads of the grid wait for each other. One block alone needs no cooperative launch. */\n"
  "static __device__ void ihop_grid_wait (void)\n"
  "{\n"
  "\tif (gridDim.x > 1)\n"
  "\t\tcooperative_groups::this_grid ().sync ();\n"
  "\telse\n"
  "\t\t__syncthreads ();\n"
  "}\n"
  "\n";

char *
ihop_launcher_helpers (const IhopPrint *print)
{
  return has_grid (print) ? ihop_layout_text (&print->layout, "", wait_text) : g_strdup ("");
}
