#include "simt/code/provide.h"
#include "simt/code/cache.h"
#include "simt/code/key.h"
#include "simt/code/object.h"
#include "simt/code/pack.h"
#include "simt/lower/compile.h"
#include "simt/ptx/read.h"
#include "simt/run/checked.h"
#include "simt/run/matrix.h"
#include "simt/run/rounded.h"
#include "simt/run/texture.h"
#include <dlfcn.h>
#include <sys/stat.h>

/* --- the compiler ----------------------------------------------------------------------------- */

/* Beside this library. */
static const char *
compiler_path (void)
{
  static char *path;
  Dl_info here;

  if (path == NULL && dladdr ((void *) compiler_path, &here))
    {
      g_autofree char *folder = g_path_get_dirname (here.dli_fname);
      path = g_build_filename (folder, IHOP_COMPILER_LIBRARY, NULL);
    }
  return path;
}

static const IhopCompiler *
open_compiler (GError **error)
{
  static const IhopCompiler *compiler;
  const char *path = compiler_path ();

  if (compiler)
    return compiler;
  gpointer library = path ? dlopen (path, RTLD_LAZY | RTLD_LOCAL) : NULL;
  compiler = library ? dlsym (library, "ihop_compiler") : NULL;
  if (compiler == NULL)
    g_set_error (error, IHOP_PTX_ERROR, IHOP_PTX_ERROR_TEXT, "the compiler could not be opened: %s", dlerror ());
  return compiler;
}

/* --- packs ------------------------------------------------------------------------------------ */

/* Code that another LLVM has made is not taken: it may have had a fault that this one has not. */
static char *
describe_file (const char *path)
{
  struct stat about;

  return stat (path, &about) == 0 ? g_strdup_printf ("%s %" G_GINT64_FORMAT " %" G_GINT64_FORMAT, path, (gint64) about.st_size,
                                                     (gint64) about.st_mtime)
                                  : NULL;
}

static gboolean
is_current (const char *made_by)
{
  g_auto (GStrv) words = g_strsplit (made_by, " ", 2);
  g_autofree char *now = words[0] ? describe_file (words[0]) : NULL;

  return now && g_str_equal (now, made_by);
}

static gboolean
find (const char *key, IhopCodePack *pack)
{
  g_autoptr (GBytes) bytes = key ? ihop_cache_read (key) : NULL;

  if (bytes == NULL || !ihop_code_unpack (bytes, pack))
    return FALSE;
  if (is_current (pack->made_by))
    return TRUE;
  g_clear_pointer (&pack->sizes.points, g_array_unref);
  ihop_code_pack_clear (pack);
  return FALSE;
}

static gboolean
make (const IhopPtxModule *module, const IhopPtxFunction *kernel, IhopLowerOptions options, IhopCodePack *pack, GError **error)
{
  const IhopCompiler *compiler = open_compiler (error);
  GByteArray *object = compiler ? compiler->compile (module, kernel, options, &pack->sizes, error) : NULL;
  Dl_info llvm;

  if (object == NULL)
    return FALSE;
  pack->object = g_byte_array_free_to_bytes (object);
  pack->made_by = dladdr (compiler->of_llvm, &llvm) ? describe_file (llvm.dli_fname) : NULL;
  return TRUE;
}

/* A space in its path would be taken for its end: such a library's code is not kept. */
static void
keep (const char *key, const IhopCodePack *pack)
{
  if (key == NULL || pack->made_by == NULL || !is_current (pack->made_by))
    return;
  g_autoptr (GBytes) bytes = ihop_code_pack (pack);
  ihop_cache_write (key, bytes);
}

/* --- linking ---------------------------------------------------------------------------------- */

/* The engine's own services, and what LLVM makes of its intrinsics: functions of the C library and of the
 * compiler's. Never the program's own of that name. */
static gpointer
outside (const char *name)
{
  const struct
  {
    const char *name;
    gpointer function;
  } own[] = { { IHOP_COUNT_SYMBOL, (gpointer) ihop_count_access },
#define IHOP_CHECKED_CALL(name) { #name, (gpointer) name }
              IHOP_CHECKED_CALLS,
              { IHOP_TEXTURE_SYMBOL, (gpointer) ihop_texture_fetch },
              { IHOP_ROUNDED_SYMBOL, (gpointer) ihop_rounded },
              { IHOP_SURFACE_SYMBOL, (gpointer) ihop_surface_access },
              { IHOP_MATRIX_LOAD, (gpointer) ihop_matrix_load },
              { IHOP_MATRIX_STORE, (gpointer) ihop_matrix_store } };
  static const char *const libraries[] = { "libm.so.6", "libgcc_s.so.1" };
  gpointer found = NULL;

  for (guint i = 0; i < G_N_ELEMENTS (own); i++)
    if (g_str_equal (name, own[i].name))
      return own[i].function;
  if (g_str_has_prefix (name, "ihop_warp_"))
    {
      const IhopWarpService *service = ihop_warp_service (name + strlen ("ihop_warp_"));
      return service ? service->function : NULL;
    }
  for (guint i = 0; found == NULL && i < G_N_ELEMENTS (libraries); i++)
    {
      gpointer library = dlopen (libraries[i], RTLD_LAZY | RTLD_LOCAL); /* stays open: the code uses it */
      found = library ? dlsym (library, name) : NULL;
    }
  return found;
}

static gboolean
link_object (const IhopCodePack *pack, IhopCompiledKernel *compiled, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (pack->object, &size);

  compiled->sizes = pack->sizes;
  compiled->run = (IhopWarpCode *) ihop_object_load (data, size, IHOP_COMPILER_SYMBOL, outside, error);
  return compiled->run != NULL;
}

/* Whoever wants to see LLVM's code wants it made, and what instructions are there to count is known only then. */
static gboolean
is_always_made (const IhopLowerOptions *options)
{
  return options->is_counted || g_getenv ("IHOP_SIMT_LLVM") || g_getenv ("IHOP_SIMT_LLVM_BEFORE");
}

gboolean
ihop_code_provide (const IhopPtxModule *module, const char *text, const IhopPtxFunction *kernel, IhopLowerOptions options,
                   IhopCompiledKernel *compiled, GError **error)
{
  g_autofree char *key = compiler_path () && !is_always_made (&options)
                           ? ihop_code_key (compiler_path (), text, kernel->name, &options)
                           : NULL;
  IhopCodePack pack = { .object = NULL };
  gboolean fine = find (key, &pack);

  if (!fine)
    {
      fine = make (module, kernel, options, &pack, error);
      if (fine)
        keep (key, &pack);
    }
  fine = fine && link_object (&pack, compiled, error);
  ihop_code_pack_clear (&pack);
  return fine;
}
