#include "check/cuda.h"
#include "base/places.h"
#include "check/process.h"
#include "simt/ptx/fatbin.h"
#include <string.h>

enum { SECONDS = 600, ARCH = 80 };

/* --- where our own files are -------------------------------------------------------------------- */

/* Beside the program in its build folder, or where it was installed. Caller frees; NULL: nowhere. */
static char *
own_file (const char *built, const char *installed)
{
  g_autofree char *self = g_file_read_link ("/proc/self/exe", NULL);
  g_autofree char *folder = self ? g_path_get_dirname (self) : NULL;
  const char *const places[] = { built, installed };

  for (guint i = 0; folder && i < G_N_ELEMENTS (places); i++)
    {
      g_autofree char *path = g_build_filename (folder, places[i], NULL);
      if (g_file_test (path, G_FILE_TEST_EXISTS))
        return g_canonicalize_filename (path, NULL);
    }
  return NULL;
}

char *
ihop_cuda_runtime_path (void)
{
  return own_file ("../cudart/libihop-cudart.so", "../" IHOP_LIBDIR "/ihop/libihop-cudart.so");
}

char *
ihop_cuda_driver_path (void)
{
  return own_file ("../cudart/libihop-cuda.so", "../" IHOP_LIBDIR "/ihop/libihop-cuda.so");
}

/* The toolkit's libraries, as far as they are here, behind ":" each. */
static char *
library_paths (void)
{
  static const char *const names[] = { "cublas", "cufft", "curand", "cusolver", "cusparse" };
  GString *paths = g_string_new (NULL);

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      g_autofree char *built = g_strconcat ("../cudart/libihop-", names[i], ".so", NULL);
      g_autofree char *installed = g_strconcat ("../" IHOP_LIBDIR "/ihop/libihop-", names[i], ".so", NULL);
      g_autofree char *path = own_file (built, installed);
      if (path)
        g_string_append_printf (paths, ":%s", path);
    }
  return g_string_free (paths, FALSE);
}

char **
ihop_cuda_environment (void)
{
  g_autofree char *runtime = ihop_cuda_runtime_path (), *driver = ihop_cuda_driver_path ();
  const char *others = g_getenv ("LD_PRELOAD");

  if (runtime == NULL || driver == NULL)
    return NULL;
  g_autofree char *libraries = library_paths (), *own = g_strconcat (driver, libraries, NULL);
  g_autofree char *preload = g_strjoin (":", runtime, own, others && *others ? others : NULL, NULL);
  return g_environ_setenv (g_get_environ (), "LD_PRELOAD", preload, TRUE);
}

char *
ihop_cuda_cache_folder (void)
{
  const char *told = g_getenv ("IHOP_SIMT_CACHE");
  g_autofree char *folder = told && *told ? g_strdup (told) : g_build_filename (g_get_user_cache_dir (), "ihop", "kernels", NULL);

  if (g_str_equal (folder, "off") || g_mkdir_with_parents (folder, 0700) != 0)
    return NULL;
  return realpath (folder, NULL);
}

char *
ihop_cuda_header_folder (void)
{
  char *folder = own_file (IHOP_CUDA_HEADERS_BUILT, IHOP_CUDA_HEADERS_INSTALLED);

  return folder ? folder : g_strdup (IHOP_CUDA_HEADERS);
}

/* --- commands ------------------------------------------------------------------------------------ */

/* Did the compiler, or a part of it, end before it was done with the source? Of what is wrong there compilers end with 1 or 2, nvcc with
 * 255 where it is in PTX. What gcc and nvcc say of parts of theirs that were killed, they say in these words. */
static gboolean
was_stopped (const IhopProcess *process, const char *messages)
{
  static const char *const words[] = { "signal terminated program", "died due to signal", "out of memory" };

  for (guint i = 0; messages && i < G_N_ELEMENTS (words); i++)
    if (strstr (messages, words[i]))
      return TRUE;
  return process->signal || process->timed_out || !process->was_started || (process->status > 2 && process->status != 255);
}

/* What it said itself, and a sentence of ours. Caller frees. */
static char *
stopped_text (const IhopProcess *process, const char *messages)
{
  g_autofree char *end = ihop_process_end_text (process);
  gboolean has_lines = messages && *messages;

  return g_strdup_printf ("%s%sihop: the compiler did not finish, so nothing is known of the source: %s %s. If memory was short (signal 9, or "
                          "\"out of memory\"), end other programs or compile with less optimisation (-- -O0), and try again.",
                          has_lines ? messages : "", has_lines && !g_str_has_suffix (messages, "\n") ? "\n" : "", process->argv[0], end);
}

/* NULL; or what the command said. *is_outside is set where it was stopped. */
static char *
run (GPtrArray *argv, const char *folder, gboolean *is_outside)
{
  IhopProcess process = { .folder = NULL, .seconds = SECONDS };
  g_autofree char *err = g_build_filename (folder, "messages", NULL);
  char *messages = NULL;

  g_ptr_array_add (argv, NULL);
  process.argv = (const char *const *) argv->pdata;
  process.out = g_build_filename (folder, "output", NULL);
  process.err = err;
  ihop_process_start (&process);
  ihop_process_wait (&process);
  if (process.status)
    {
      g_autofree char *text = NULL;
      g_file_get_contents (err, &text, NULL, NULL);
      *is_outside = was_stopped (&process, text);
      messages = *is_outside || text == NULL || *text == '\0' ? stopped_text (&process, text) : g_strdup (text);
    }
  g_free (process.out);
  return messages;
}

static void
add (GPtrArray *argv, const char *first, ...)
{
  va_list rest;

  va_start (rest, first);
  for (const char *word = first; word; word = va_arg (rest, const char *))
    g_ptr_array_add (argv, g_strdup (word));
  va_end (rest);
}

static void
add_all (GPtrArray *argv, char **words)
{
  for (; words && *words; words++)
    g_ptr_array_add (argv, g_strdup (*words));
}

static char *
build_by_nvcc (const char *nvcc, const char *source, char **flags, const char *folder, const char *program, gboolean *is_outside)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *arch = g_strdup_printf ("compute_%d", ARCH);

  g_autofree char *headers = ihop_cuda_header_folder ();

  add (argv, nvcc, "-gencode", NULL);
  g_ptr_array_add (argv, g_strdup_printf ("arch=%s,code=%s", arch, arch));
  add_all (argv, flags);
  if (headers)
    g_ptr_array_add (argv, g_strdup_printf ("-I%s/own", headers)); /* nvcc has the others itself */
  add (argv, "-o", program, source, NULL);
  return run (argv, folder, is_outside);
}

/* What one of Clang's two passes is told about where things are. */
typedef struct
{
  const char *headers, *source, *folder;
  char **flags;
  gboolean *is_outside; /* set where the compiler was stopped */
  const char *ready; /* the headers as Clang has read them before ("device", "host"); NULL: they are read */
} Pass;

/* What both passes are told; src/cudart/meson.build has the headers read with the same words. */
static GPtrArray *
clang_words (const Pass *pass)
{
  GPtrArray *argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *own = g_build_filename (pass->headers, "own", NULL);

  add (argv, "clang-19", "-x", "cuda", "--cuda-path=/nonexistent", "-nocudainc", "-nocudalib", "-Xclang",
       "-target-sdk-version=12.4", "-Wno-unknown-cuda-version", "-Wno-register", "-O2", "-isystem", pass->headers,
       "-isystem", own, "-fno-gpu-flush-denormals-to-zero", NULL);
  if (pass->ready)
    add (argv, "-Xclang", "-include-pch", "-Xclang", pass->ready, "-Xclang", "-fmodules-validate-system-headers", NULL);
  else
    add (argv, "-include", "ihop_cuda.h", NULL);
  return argv;
}

/* Flags that come with each product, and where its own includes in quotes are: nothing else may be said, here or in the
 * environment, for what was read before to be what would be read now. */
static gboolean
may_be_ready (char **flags)
{
  gboolean is_product = FALSE;

  for (; flags && *flags; flags++)
    if (g_str_equal (*flags, "-iquote") && flags[1])
      flags++;
    else if (g_str_equal (*flags, IHOP_CUDA_NO_SPECIAL_FUNCTIONS))
      is_product = TRUE;
    else if (!g_str_equal (*flags, "-w") && !g_str_equal (*flags, "-ffp-contract=off"))
      return FALSE;
  return is_product && g_getenv ("CPATH") == NULL && g_getenv ("CPLUS_INCLUDE_PATH") == NULL;
}

static char *
compile_device (const Pass *pass, const char *ptx, const char *fatbin)
{
  g_autoptr (GPtrArray) argv = clang_words (pass);

  add (argv, "--cuda-device-only", "-S", NULL);
  g_ptr_array_add (argv, g_strdup_printf ("--offload-arch=sm_%d", ARCH));
  add (argv, "-Xclang", "-target-feature", "-Xclang", "+ptx83", NULL);
  add_all (argv, pass->flags);
  add (argv, pass->source, "-o", ptx, NULL);
  return run (argv, pass->folder, pass->is_outside);
}

static char *
wrap (const char *ptx, const char *fatbin)
{
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  if (!g_file_get_contents (ptx, &text, NULL, &error))
    return g_strdup (error->message);
  g_autoptr (GByteArray) image = ihop_fatbin_new (text, ARCH);
  if (!g_file_set_contents (fatbin, (const char *) image->data, image->len, &error))
    return g_strdup (error->message);
  return NULL;
}

static char *
compile_host (const Pass *pass, const char *object, const char *fatbin)
{
  g_autoptr (GPtrArray) argv = clang_words (pass);

  add (argv, "--cuda-host-only", "-c", "-Xclang", "-fcuda-include-gpubinary", "-Xclang", fatbin, NULL);
  add_all (argv, pass->flags);
  add (argv, pass->source, "-o", object, NULL);
  return run (argv, pass->folder, pass->is_outside);
}

/* Clang takes what was read before only where nothing has changed since; and whatever it says against it, the last word has
 * the pass that reads everything. */
static char *
compile (const Pass *asked, const char *ready, const char *out, const char *fatbin,
         char *(*one) (const Pass *pass, const char *out, const char *fatbin))
{
  g_autofree char *path = may_be_ready (asked->flags) ? own_file (ready, ready) : NULL;
  Pass pass = *asked;
  char *messages = NULL;

  pass.ready = path;
  if (path && (messages = one (&pass, out, fatbin)) == NULL)
    return NULL;
  g_free (messages);
  return one (asked, out, fatbin);
}

static char *
link_program (const char *object, const char *folder, const char *program, gboolean *is_outside)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new_with_free_func (g_free);
  g_autofree char *runtime = ihop_cuda_runtime_path (), *driver = ihop_cuda_driver_path ();

  if (runtime == NULL || driver == NULL)
    return g_strdup ("the CUDA runtime of ihop is not where it belongs");
  g_autofree char *runtime_folder = g_path_get_dirname (runtime);
  add (argv, "clang-19", object, "-Wl,--as-needed", driver, runtime, "-lstdc++", "-lm", "-lpthread", "-o", program, NULL);
  g_ptr_array_add (argv, g_strdup_printf ("-Wl,-rpath,%s", runtime_folder));
  return run (argv, folder, is_outside);
}

static char *
make_object (const char *source, char **flags, const char *folder, const char *object, gboolean *is_outside)
{
  g_autofree char *headers = ihop_cuda_header_folder ();
  g_autofree char *ptx = g_build_filename (folder, "device.ptx", NULL);
  g_autofree char *fatbin = g_build_filename (folder, "device.fatbin", NULL);
  const Pass pass = { .headers = headers, .source = source, .folder = folder, .flags = flags, .is_outside = is_outside };
  char *messages = compile (&pass, "../cudart/device.pch", ptx, NULL, compile_device);

  if (messages == NULL)
    messages = wrap (ptx, fatbin);
  return messages ? messages : compile (&pass, "../cudart/host.pch", object, fatbin, compile_host);
}

char *
ihop_cuda_object (const char *source, char **flags, const char *folder, const char *object)
{
  gboolean is_outside = FALSE;

  return make_object (source, flags, folder, object, &is_outside);
}

static char *
build_by_clang (const char *source, char **flags, const char *folder, const char *program, gboolean *is_outside)
{
  g_autofree char *object = g_build_filename (folder, "host.o", NULL);
  char *messages = make_object (source, flags, folder, object, is_outside);

  return messages ? messages : link_program (object, folder, program, is_outside);
}

/* The owner's flags and one more. Caller frees the list alone. */
static char **
with_flag (char **flags, const char *more)
{
  GPtrArray *all = g_ptr_array_new ();

  if (more)
    g_ptr_array_add (all, (gpointer) more);
  for (; flags && *flags; flags++)
    g_ptr_array_add (all, *flags);
  g_ptr_array_add (all, NULL);
  return (char **) g_ptr_array_free (all, FALSE);
}

char *
ihop_cuda_find_nvcc (void)
{
  static const char usual[] = "/usr/local/cuda/bin/nvcc";
  char *found = g_find_program_in_path ("nvcc");

  if (found == NULL && g_file_test (usual, G_FILE_TEST_IS_EXECUTABLE))
    found = g_strdup (usual);
  return found;
}

char *
ihop_cuda_build (IhopCudaCompiler compiler, const char *source, char **flags, gboolean has_lines, const char *folder,
                 const char *program, gboolean *is_outside)
{
  g_autofree char *nvcc = compiler == IHOP_CUDA_CLANG ? NULL : ihop_cuda_find_nvcc ();
  g_autofree char *clang = g_find_program_in_path ("clang-19");

  *is_outside = nvcc == NULL && (clang == NULL || compiler == IHOP_CUDA_NVCC);
  if (*is_outside)
    return g_strdup (compiler == IHOP_CUDA_NVCC ? "nvcc is not installed" : "neither nvcc nor clang-19 is installed");
  g_autofree char **all = with_flag (flags, !has_lines ? NULL : nvcc ? "-lineinfo" : "-gline-tables-only");
  if (nvcc)
    return build_by_nvcc (nvcc, source, all, folder, program, is_outside);
  return build_by_clang (source, all, folder, program, is_outside);
}
