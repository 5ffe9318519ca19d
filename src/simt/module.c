#include "simt/module.h"
#include "simt/check/arena.h"
#include "simt/check/find.h"
#include "simt/count/counter.h"
#include "simt/ptx/fatbin.h"
#include "simt/ptx/link.h"
#include "simt/ptx/read.h"
#include "simt/run/frame.h"
#include <stdlib.h>
#include <string.h>

static void
kernel_free (gpointer data)
{
  IhopEngineKernel *kernel = data;

  g_ptr_array_unref (kernel->versions);
  g_free (kernel);
}

static const IhopPtxVariable *
variable_at (const IhopEngineModule *module, guint i)
{
  return &g_array_index (module->ptx->variables, IhopPtxVariable, i);
}

static void
drop_variable (IhopEngineModule *module, guint i)
{
  if (module->is_shared[i] || module->symbols[i] == NULL)
    return;
  if (ihop_find_is_on ())
    ihop_arena_free (ihop_arena_at (module->symbols[i]));
  else
    free (module->symbols[i]);
}

void
ihop_module_unload (IhopEngineModule *module)
{
  for (guint i = 0; i < module->ptx->variables->len; i++)
    drop_variable (module, i);
  g_free (module->symbols);
  g_free (module->is_shared);
  g_hash_table_unref (module->kernels);
  g_hash_table_unref (module->registers);
  ihop_ptx_module_free (module->ptx);
  g_free (module->checksum);
  g_free (module);
}

gpointer
ihop_module_variable (IhopEngineModule *module, const char *name, gsize *size)
{
  for (guint i = 0; i < module->ptx->variables->len; i++)
    if (g_str_equal (variable_at (module, i)->name, name))
      {
        *size = variable_at (module, i)->size;
        return module->symbols[i];
      }
  return NULL;
}

void
ihop_module_share (IhopEngineModule *module, const char *name, gpointer place)
{
  for (guint i = 0; i < module->ptx->variables->len; i++)
    if (g_str_equal (variable_at (module, i)->name, name) && module->symbols[i] != place)
      {
        drop_variable (module, i);
        module->symbols[i] = place;
        module->is_shared[i] = TRUE;
      }
}

static gpointer
allocate_variable (const IhopPtxVariable *variable, gsize size)
{
  IhopRegionKind kind = variable->space == IHOP_PTX_SPACE_CONST ? IHOP_REGION_CONSTANT : IHOP_REGION_VARIABLE;

  if (ihop_find_is_on ())
    return ihop_arena_allocate (MAX (variable->size, 1), variable->align, kind, variable->name);
  return aligned_alloc (MAX (variable->align, 256), (size + variable->align - 1) / variable->align * variable->align);
}

static void
allocate_variables (IhopEngineModule *module)
{
  module->symbols = g_new0 (gpointer, module->ptx->variables->len + 1);
  module->is_shared = g_new0 (gboolean, module->ptx->variables->len + 1);
  for (guint i = 0; i < module->ptx->variables->len; i++)
    {
      const IhopPtxVariable *variable = variable_at (module, i);
      gsize size = (MAX (variable->size, 1) + 255) / 256 * 256;
      if (variable->space != IHOP_PTX_SPACE_GLOBAL && variable->space != IHOP_PTX_SPACE_CONST)
        continue;
      module->symbols[i] = allocate_variable (variable, size);
      memset (module->symbols[i], 0, size);
      if (variable->init)
        memcpy (module->symbols[i], variable->init->data, variable->init->len);
    }
}

/* Addresses in initial values. FALSE and an error: one is of nothing that has an address here. */
static gboolean
relocate (IhopEngineModule *module, GError **error)
{
  for (guint i = 0; i < module->ptx->variables->len; i++)
    for (guint k = 0; variable_at (module, i)->relocations && k < variable_at (module, i)->relocations->len; k++)
      {
        const IhopPtxRelocation *relocation = &g_array_index (variable_at (module, i)->relocations, IhopPtxRelocation, k);
        gsize size;
        guint64 target = (gsize) ihop_module_variable (module, relocation->symbol, &size);
        if (target == 0)
          target = ihop_ptx_function_value (module->ptx, relocation->symbol);
        if (target == 0)
          {
            g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT,
                         "%s holds the address of %s, which is not in the program", variable_at (module, i)->name, relocation->symbol);
            return FALSE;
          }
        target += relocation->offset;
        memcpy ((guint8 *) module->symbols[i] + relocation->at, &target, sizeof target);
      }
  return TRUE;
}

static IhopPtxModule *
read_image (const void *image, GChecksum *checksum, GError **error)
{
  g_autofree char *text = ihop_fatbin_is (image) ? ihop_fatbin_ptx (image, error) : g_strdup (image);

  if (text)
    g_checksum_update (checksum, (const guint8 *) text, strlen (text) + 1);
  if (text && ihop_find_is_on () && strstr (text, "malloc"))
    ihop_arena_open_heap ();
  if (text && ihop_count_is_on ())
    ihop_count_module (text);
  return text ? ihop_ptx_read (text, error) : NULL;
}

/* What the engine does itself; a program may bring the card's own way to do it (libcudadevrt), which asks for what no PTX says. */
static void
drop_bodies (IhopPtxModule *ptx)
{
  for (const IhopWarpService *row = ihop_warp_children; row->name; row++)
    {
      IhopPtxFunction *function = (IhopPtxFunction *) ihop_ptx_module_function (ptx, row->name);
      if (function)
        function->has_body = FALSE;
    }
}

static IhopEngineModule *
module_new (IhopPtxModule *ptx, GChecksum *checksum, GError **error)
{
  IhopEngineModule *module = g_new0 (IhopEngineModule, 1);
  module->ptx = ptx;
  drop_bodies (ptx);
  module->checksum = g_strdup (g_checksum_get_string (checksum));
  module->kernels = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, kernel_free);
  module->registers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  allocate_variables (module);
  if (relocate (module, error))
    return module;
  ihop_module_unload (module);
  return NULL;
}

IhopEngineModule *
ihop_module_load (const void *const *images, gsize n, char **message)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GChecksum) checksum = g_checksum_new (G_CHECKSUM_SHA256);
  GPtrArray *parts = g_ptr_array_new_with_free_func ((GDestroyNotify) ihop_ptx_module_free);
  IhopEngineModule *module = NULL;

  for (gsize i = 0; i < n && error == NULL; i++)
    {
      IhopPtxModule *part = read_image (images[i], checksum, &error);
      if (part)
        g_ptr_array_add (parts, part);
    }
  if (error)
    g_ptr_array_unref (parts);
  else
    module = module_new (ihop_ptx_link (parts), checksum, &error);
  for (gsize i = 0; module && i < n; i++)
    if (ihop_fatbin_is (images[i]))
      ihop_fatbin_registers (images[i], module->registers);
  *message = module ? NULL : g_strdup (error->message);
  return module;
}
