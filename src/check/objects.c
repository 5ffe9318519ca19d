#include "check/objects.h"
#include "check/check_data.h"
#include "check/command_lines.h"
#include "check/compile.h"
#include <elf.h>
#include <gio/gio.h>
#include <stdlib.h>
#include <string.h>

/* One of the files that travel inside ihop is put into the builder's folder. Caller frees the path. */
static char *
unpack (const IhopBuilder *builder, const char *name)
{
  g_autofree char *resource = g_strconcat ("/ihop/check/", name, NULL);
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_check_data_get_resource (), resource,
                                                     G_RESOURCE_LOOKUP_FLAGS_NONE, NULL);
  char *path = g_build_filename (builder->folder, name, NULL);

  g_file_set_contents (path, g_bytes_get_data (bytes, NULL), (gssize) g_bytes_get_size (bytes), NULL);
  return path;
}

static gboolean
any_word (char *const *words, gboolean (*is) (const char *word))
{
  for (guint i = 0; words && words[i]; i++)
    if (is (words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
any_flag (const IhopBuilder *builder, gboolean (*is) (const char *word))
{
  return any_word (builder->flags, is) || any_word ((char *const *) builder->options->flags, is);
}

/* ---- What the owner's compiler is ------------------------------------------------------------- */

/* An object of nothing, with these flags. NULL; or why the compiler makes none, which the caller frees. */
static char *
probe (IhopBuilder *builder, const char *plain, const char *fill, const char *object)
{
  g_autofree char *source = g_build_filename (builder->folder, "probe.c", NULL);
  const char *words[] = { "-c", source, "-o", object, plain ? plain : fill, fill, NULL };

  g_file_set_contents (source, "", 0, NULL);
  builder->plain_messages = plain;
  builder->fills_locals = fill != NULL;
  return ihop_builder_compile (builder, words);
}

/* With the flags that this compiler knows. */
static char *
probe_flags (IhopBuilder *builder, const char *object)
{
  char *failure = probe (builder, IHOP_GCC_PLAIN, IHOP_FILL_LOCALS, object);

  if (failure)
    {
      g_free (failure);
      failure = probe (builder, IHOP_CLANG_PLAIN, IHOP_FILL_LOCALS, object);
    }
  if (failure)
    {
      g_free (failure);
      failure = probe (builder, NULL, NULL, object);
    }
  return failure;
}

/* Whether two objects are for the same machine and the same calling conventions. */
static gboolean
are_alike (const char *object, const char *other)
{
  g_autofree char *text = NULL, *other_text = NULL;
  gsize length = 0, other_length = 0;
  Elf64_Ehdr head, other_head;

  if (!g_file_get_contents (object, &text, &length, NULL) || length < sizeof head
      || !g_file_get_contents (other, &other_text, &other_length, NULL) || other_length < sizeof head)
    return FALSE;
  memcpy (&head, text, sizeof head);
  memcpy (&other_head, other_text, sizeof head);
  return memcmp (head.e_ident, other_head.e_ident, EI_NIDENT) == 0 && head.e_ident[EI_CLASS] == ELFCLASS64
         && head.e_machine == other_head.e_machine && head.e_flags == other_head.e_flags;
}

/* ---- Flags ------------------------------------------------------------------------------------ */

static gboolean
is_sanitizer (const char *flag)
{
  return g_str_has_prefix (flag, "-fsanitize");
}

/* Whether it might change what the emulator's functions do, how they are called, or what their data looks like: anything
 * that is not known to change nothing of it. */
static gboolean
may_change_calls (const char *flag)
{
  static const char *const harmless[]
    = { "-I", "-D", "-U", "-iquote", "-isystem", "-idirafter", "-include", "-W", "-w", "-O", "-g", "-std=", "-ansi", "-pedantic",
        "-l", "-L", "-pthread", "-fopenmp", "-march=", "-mtune=", "-ffp-contract=", "-ffast-math", "-fno-strict-aliasing",
        "-fwrapv", "-fno-math-errno" };

  if (strstr (flag, "IHOP_EMU"))
    return TRUE;
  for (guint i = 0; i < G_N_ELEMENTS (harmless); i++)
    if (g_str_has_prefix (flag, harmless[i]))
      return FALSE;
  return *flag == '-';
}

/* ---- Objects ---------------------------------------------------------------------------------- */

static char *
compile_runtime (IhopBuilder *builder)
{
  g_autofree char *source = unpack (builder, "runtime.c");

  return ihop_builder_compile (builder, (const char *const[]){ "-O1", source, "-c", "-o", builder->runtime, NULL });
}

/* A compiler that knows neither of the two spellings is none that we know. */
static gboolean
takes_objects (const IhopBuilder *builder, const char *probed)
{
  return builder->plain_messages && are_alike (probed, builder->runtime);
}

/* NULL; or why the compiler does not work, which the caller frees. */
static char *
prepare (IhopBuilder *builder)
{
  g_autofree char *probed = g_build_filename (builder->folder, "probe.o", NULL);
  g_auto (GStrv) compiler = ihop_builder_compiler (builder);
  char *failure = probe_flags (builder, probed);

  if (failure)
    return failure;
  builder->runtime = unpack (builder, "runtime.o");
  if (!takes_objects (builder, probed))
    failure = compile_runtime (builder);
  else if (!any_flag (builder, may_change_calls) && !any_word (compiler, may_change_calls))
    builder->emulator = unpack (builder, "emulator.o");
  /* A sanitizer wants to be the first library; without the watcher, what happens outside is not seen. */
  if (!any_flag (builder, is_sanitizer))
    builder->watcher = unpack (builder, "outside.so");
  return failure;
}

IhopBuilder *
ihop_builder_new (const IhopCheckOptions *options, char **flags, const char *folder, char **failure)
{
  IhopBuilder *builder = g_new0 (IhopBuilder, 1);

  builder->options = options;
  builder->flags = g_strdupv (flags);
  builder->product_flags = ihop_product_flags ((const char *const *) flags);
  builder->folder = realpath (folder, NULL); /* as outside.c sees it */
  *failure = prepare (builder);
  if (*failure)
    g_clear_pointer (&builder, ihop_builder_free);
  return builder;
}
