#include "gpugen/emit/launch_shape.h"

gboolean
ihop_host_launch_has_one_block (const IhopKernel *kernel)
{
  return kernel->tree || (kernel->reductions && kernel->reductions->len);
}

gboolean
ihop_host_launch_is_grid (const IhopKernel *kernel)
{
  return kernel->tree && kernel->tree->grid > 0;
}

char *
ihop_host_launch_block (const IhopPrint *print, const IhopKernel *kernel)
{
  return g_strdup_printf ("const dim3 %s = { %u, %u, %u };", print->block, MAX (kernel->block[0], 1), MAX (kernel->block[1], 1),
                          MAX (kernel->block[2], 1));
}
