/* What the engine does for whoever has loaded it (engine.h): kernels and their code, launches, and what these ask for themselves. */
#include "simt/module.h"
#include "simt/check/arena.h"
#include "simt/check/host.h"
#include "simt/check/launch.h"
#include "simt/check/schedules.h"
#include "simt/check/streams.h"
#include "simt/count/counter.h"
#include "simt/run/launch.h"
#include "simt/run/times.h"
#include <string.h>

/* Code for one shape of blocks. */
typedef struct
{
  IhopEngineKernel *kernel;
  guint block[3];
  IhopCompiledKernel quick, exact;
  gboolean has_exact;
  GError *error; /* why there is no code */
} Version;

/* Taken by all that make code or look it up. */
static GMutex lock;

/* --- kernels ---------------------------------------------------------------------------------- */

static void
version_free (gpointer data)
{
  Version *version = data;

  g_clear_error (&version->error);
  g_free (version);
}

static gsize
bytes_of (const GArray *variables, IhopPtxSpace space)
{
  gsize sum = 0;

  for (guint i = 0; i < variables->len; i++)
    if (g_array_index (variables, IhopPtxVariable, i).space == space)
      sum += g_array_index (variables, IhopPtxVariable, i).size;
  return sum;
}

/* By the kernel itself, or by a function that it may call. */
static gboolean
is_used (const IhopPtxModule *module, const IhopPtxFunction *kernel, const char *name)
{
  for (guint i = 0; i < module->functions->len; i++)
    {
      const IhopPtxFunction *function = module->functions->pdata[i];
      if ((function == kernel || !function->is_entry) && ihop_ptx_function_mentions (function, name))
        return TRUE;
    }
  return FALSE;
}

static gsize
shared_bytes (const IhopPtxModule *module, const IhopPtxFunction *kernel)
{
  gsize sum = bytes_of (kernel->variables, IHOP_PTX_SPACE_SHARED);

  for (guint i = 0; i < module->variables->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (module->variables, IhopPtxVariable, i);
      if (variable->space == IHOP_PTX_SPACE_SHARED && is_used (module, kernel, variable->name))
        sum += variable->size;
    }
  return sum;
}

static IhopEngineKernel *
find_kernel (IhopEngineModule *module, const char *name)
{
  g_mutex_lock (&lock);
  IhopEngineKernel *kernel = g_hash_table_lookup (module->kernels, name);
  const IhopPtxFunction *function = kernel ? NULL : ihop_ptx_module_function (module->ptx, name);
  if (function && function->is_entry && function->has_body)
    {
      kernel = g_new0 (IhopEngineKernel, 1);
      kernel->module = module;
      kernel->function = function;
      kernel->shared = shared_bytes (module->ptx, function);
      kernel->versions = g_ptr_array_new_with_free_func (version_free);
      g_hash_table_insert (module->kernels, (gpointer) function->name, kernel);
    }
  g_mutex_unlock (&lock);
  return kernel;
}

static void
kernel_info (IhopEngineKernel *kernel, IhopEngineKernelInfo *info)
{
  const IhopPtxFunction *function = kernel->function;

  info->name = function->name;
  info->max_threads = function->max_threads ? function->max_threads : 1024;
  info->n_registers = MIN (function->registers->len, 255);
  info->target = function->target;
  info->card_registers = GPOINTER_TO_UINT (g_hash_table_lookup (kernel->module->registers, function->name));
  info->shared = kernel->shared;
  info->local = bytes_of (function->variables, IHOP_PTX_SPACE_LOCAL);
  info->n_params = function->params->len;
}

static gsize
param (IhopEngineKernel *kernel, guint number, gsize *offset)
{
  const GArray *params = kernel->function->params;
  gsize at = 0;

  for (guint i = 0; i < params->len; i++)
    {
      const IhopPtxVariable *variable = &g_array_index (params, IhopPtxVariable, i);
      at = (at + variable->align - 1) / variable->align * variable->align;
      if (i == number)
        {
          *offset = at;
          return variable->size;
        }
      at += variable->size;
    }
  return 0;
}

/* --- launches --------------------------------------------------------------------------------- */

static gboolean
make_code (Version *version, IhopLowerOptions options, IhopCompiledKernel *compiled)
{
  const IhopEngineKernel *kernel = version->kernel;

  return ihop_code_provide (kernel->module->ptx, kernel->module->checksum, kernel->function, options, compiled, &version->error);
}

static Version *
version_of (IhopEngineKernel *kernel, const guint block[3])
{
  for (guint i = 0; i < kernel->versions->len; i++)
    if (memcmp (((Version *) kernel->versions->pdata[i])->block, block, sizeof (guint[3])) == 0)
      return kernel->versions->pdata[i];
  Version *version = g_new0 (Version, 1);
  IhopLowerOptions options = { .block = { block[0], block[1], block[2] },
                               .is_exact = ihop_count_is_on (),
                               .is_checked = ihop_find_is_on (),
                               .is_counted = ihop_count_is_on () };
  options.is_whole = !options.is_exact && !options.is_checked && g_getenv ("IHOP_SIMT_BY_WARP") == NULL;
  options.is_backwards = options.is_whole && g_getenv ("IHOP_SIMT_BACKWARDS") != NULL;
  version->kernel = kernel;
  memcpy (version->block, block, sizeof version->block);
  make_code (version, options, &version->quick);
  g_ptr_array_add (kernel->versions, version);
  return version;
}

static const IhopCompiledKernel *
exact_code (gpointer data)
{
  Version *version = data;
  IhopLowerOptions options = { .block = { version->block[0], version->block[1], version->block[2] },
                               .is_exact = TRUE,
                               .is_checked = ihop_find_is_on (),
                               .points = version->quick.sizes.points };

  g_mutex_lock (&lock);
  if (!version->has_exact && version->error == NULL)
    version->has_exact = make_code (version, options, &version->exact);
  g_mutex_unlock (&lock);
  return version->has_exact ? &version->exact : NULL;
}

static guint8 *
lay_out_params (IhopEngineKernel *kernel, gsize total, void *const *args)
{
  guint8 *params = g_malloc0 (MAX (total, 8));
  gsize offset, size;

  for (guint i = 0; i < kernel->function->params->len; i++)
    {
      size = param (kernel, i, &offset);
      memcpy (params + offset, args[i], size);
    }
  return params;
}

static const char *
failure_text (IhopWarpStatus status)
{
  switch (status)
    {
    case IHOP_WARP_OVERFLOWS:
      return "calls are nested too deeply";
    case IHOP_WARP_ASSERTS:
      return "an assertion failed";
    case IHOP_WARP_STUCK:
      return "threads wait at a barrier for others that do not come";
    default:
      return "a trap";
    }
}

/* NULL: it is not checked. */
static IhopCheckLaunch *
begin_checked (const IhopEngineKernel *kernel, const IhopLaunch *how, const IhopCompiledKernel *code)
{
  IhopCheckedLaunch checked = { kernel->function->name, { how->grid[0], how->grid[1], how->grid[2] },
                                { how->block[0], how->block[1], how->block[2] }, how->dynamic_shared, how->params };

  if (!ihop_find_is_on ())
    return NULL;
  ihop_schedules_try (code, how, &checked);
  return ihop_check_launch_new (&checked, &code->sizes);
}

/* One grid; what its kernels ask for is put before what is in the queue. */
static IhopEngineEnd
run_grid (IhopEngineKernel *kernel, IhopLaunch *how, GQueue *queue, char **message)
{
  g_mutex_lock (&lock);
  Version *version = version_of (kernel, how->block);
  g_mutex_unlock (&lock);
  *message = version->error ? g_strdup (version->error->message) : NULL;
  if (version->error)
    return IHOP_ENGINE_NO_CODE;
  guint line = 0;
  how->exact = exact_code;
  how->data = version;
  if (ihop_count_is_on ())
    how->counter = ihop_count_begin (kernel->function->name, how->grid, how->block, how->dynamic_shared, &version->quick.sizes);
  IhopCheckLaunch *checked = begin_checked (kernel, how, &version->quick);
  how->checked = checked;
  const gint64 begun = ihop_times_are_on () ? g_get_monotonic_time () : 0;
  IhopWarpStatus status = ihop_launch_run (&version->quick, how, &line);
  if (begun)
    ihop_times_add (kernel->function->name, g_get_monotonic_time () - begun);
  if (how->counter)
    ihop_count_end (how->counter);
  g_clear_pointer (&checked, ihop_check_launch_free);

  if (status == IHOP_WARP_DONE)
    {
      ihop_children_take (how->children, queue);
      return IHOP_ENGINE_DONE;
    }
  /* Exact code may be wanted in the middle, and not be had. */
  *message = version->error ? g_strdup (version->error->message)
                            : g_strdup_printf ("%s: %s, PTX line %u", kernel->function->name, failure_text (status), line);
  return version->error                  ? IHOP_ENGINE_NO_CODE
         : status == IHOP_WARP_ASSERTS ? IHOP_ENGINE_ASSERTED
                                         : IHOP_ENGINE_TRAPPED;
}

/* --- what kernels ask for ---------------------------------------------------------------------- */

/* By the numbers of cudaError_t; bytes of a block. */
enum { INVALID_CONFIGURATION = 9, INVALID_FUNCTION = 98, MOST_SHARED = 227 * 1024 };

static IhopEngineKernel *
kernel_of_value (IhopEngineModule *module, guint64 value)
{
  const IhopPtxFunction *function = ihop_ptx_function_of_value (module->ptx, value);

  return function ? find_kernel (module, function->name) : NULL;
}

static gsize
param_bytes (IhopEngineKernel *kernel)
{
  const guint n = kernel->function->params->len;
  gsize offset = 0, size = n ? param (kernel, n - 1, &offset) : 0;

  return offset + size;
}

static int
check_child (const IhopChild *child, gsize *size, gpointer data)
{
  IhopEngineKernel *kernel = kernel_of_value (data, child->function);
  const guint *grid = child->grid, *block = child->block;
  guint64 threads = (guint64) block[0] * block[1] * block[2];
  IhopEngineKernelInfo info;

  if (kernel == NULL)
    return INVALID_FUNCTION;
  kernel_info (kernel, &info);
  *size = param_bytes (kernel);
  if (threads == 0 || threads > info.max_threads || block[0] > 1024 || block[1] > 1024 || block[2] > 64
      || grid[0] == 0 || grid[1] == 0 || grid[2] == 0 || grid[0] > G_MAXINT32 || grid[1] > 65535 || grid[2] > 65535
      || child->shared > MOST_SHARED || child->shared + info.shared > MOST_SHARED)
    return INVALID_CONFIGURATION;
  return 0;
}

static gpointer
allocate_params (gsize size)
{
  return ihop_find_is_on () ? ihop_arena_allocate (size, 64, IHOP_REGION_OWN, NULL) : g_malloc0 (size);
}

static void
release_params (gpointer place)
{
  if (ihop_find_is_on ())
    ihop_arena_free (ihop_arena_at (place));
  else
    g_free (place);
}

static IhopEngineEnd
run_child (IhopEngineModule *module, const IhopChild *child, IhopLaunch *how, GQueue *queue, char **message)
{
  if (child->kind != IHOP_CHILD_GRID)
    {
      ihop_child_move (child);
      return IHOP_ENGINE_DONE;
    }
  memcpy (how->grid, child->grid, sizeof how->grid);
  memcpy (how->block, child->block, sizeof how->block);
  how->dynamic_shared = child->shared;
  how->params = child->params;
  return run_grid (kernel_of_value (module, child->function), how, queue, message);
}

/* The grid, and then all that comes of it. */
static IhopEngineEnd
launch (IhopEngineKernel *kernel, const guint grid[3], const guint block[3], gsize shared, void *const *args,
        void (*waits) (void *data), void *data, char **message)
{
  IhopChildren children = { .check = check_child, .allocate = allocate_params, .release = release_params, .data = kernel->module };
  g_autofree guint8 *params = lay_out_params (kernel, param_bytes (kernel), args);
  GQueue queue = G_QUEUE_INIT;
  IhopChild *child;
  IhopLaunch how = { .grid = { grid[0], grid[1], grid[2] },
                     .block = { block[0], block[1], block[2] },
                     .dynamic_shared = shared,
                     .params = params,
                     .symbols = kernel->module->symbols,
                     .children = &children,
                     .waits = waits,
                     .waits_data = data };

  ihop_children_init (&children);
  IhopEngineEnd end = run_grid (kernel, &how, &queue, message);
  while ((child = g_queue_pop_head (&queue)))
    {
      if (end == IHOP_ENGINE_DONE)
        end = run_child (kernel->module, child, &how, &queue, message);
      ihop_child_free (&children, child);
    }
  ihop_children_clear (&children);
  return end;
}

static int
may_wait (IhopEngineKernel *kernel, const guint block[3])
{
  g_mutex_lock (&lock);
  const Version *version = version_of (kernel, block);
  g_mutex_unlock (&lock);
  return version->error == NULL && version->quick.sizes.may_wait;
}

/* --- counts ----------------------------------------------------------------------------------- */

static void
copied (int kind, size_t bytes)
{
  if (ihop_count_is_on ())
    ihop_count_copy (kind, bytes);
}

/* When the program ends. */
__attribute__ ((destructor)) static void
write_counts (void)
{
  if (ihop_times_are_on ())
    ihop_times_write ();
  if (ihop_count_is_on ())
    ihop_count_write ();
  if (ihop_find_is_on ())
    ihop_host_end ();
}

static const IhopEngineCheck check = { ihop_host_allocate, ihop_host_free, ihop_host_give, ihop_host_take, ihop_host_name, ihop_host_register, ihop_host_unregister, ihop_host_access, ihop_host_check_direction,
                                       ihop_host_refuse, ihop_host_note_unasked, ihop_host_note_misuse,
                                       ihop_host_open_stream, ihop_host_issue, ihop_host_enter, ihop_host_put_behind, ihop_host_reach,
                                       ihop_host_reach_all, ihop_host_tell, ihop_host_is_reached, ihop_host_is_left };

__attribute__ ((visibility ("default"))) const IhopEngine ihop_engine
  = { ihop_module_load, ihop_module_unload, ihop_module_variable, ihop_module_share, find_kernel, kernel_info, param, launch, may_wait, copied, &check };
