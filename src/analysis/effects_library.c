#include "analysis/effects_library.h"
#include "effects_resource.h"
#include <string.h>

static void
entry_free (gpointer data)
{
  IhopLibraryEntry *entry = data;

  g_free (entry->unknown);
  g_free (entry);
}

/* "0,2+" → bits 0, 2 and the rest. What cannot be read counts as every argument. */
static guint
read_set (GKeyFile *file, const char *group, const char *key)
{
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  guint set = 0;

  for (char *at = text; at && *at;)
    {
      char *end;
      guint64 n = g_ascii_strtoull (at, &end, 10);

      if (end == at || n >= IHOP_LIBRARY_ARGUMENTS)
        return 1u | IHOP_LIBRARY_REST;
      set |= 1u << n;
      if (*end == '+')
        {
          set |= IHOP_LIBRARY_REST;
          end++;
        }
      at = end + strspn (end, ", ");
    }
  return set;
}

gboolean
ihop_library_has (guint set, guint n)
{
  if (n < IHOP_LIBRARY_ARGUMENTS && (set >> n & 1))
    return TRUE;
  if (!(set & IHOP_LIBRARY_REST))
    return FALSE;

  gint last = g_bit_nth_msf (set & ~IHOP_LIBRARY_REST, -1);
  return last < 0 || n > (guint) last;
}

static gboolean
read_flag (GKeyFile *file, const char *group, const char *key)
{
  return g_key_file_get_boolean (file, group, key, NULL);
}

/* "exit,signal" */
static IhopLeaving
read_leaving (GKeyFile *file, const char *group, const char *key)
{
  static const char *const words[] = { "exit", "signal", "jump", "thread" };
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  g_auto (GStrv) parts = g_strsplit_set (text ? text : "", ", ", -1);
  IhopLeaving leaving = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strv_contains ((const char *const *) parts, words[i]))
      leaving |= 1 << i;
  return leaving;
}

static IhopLibraryEntry *
read_entry (GKeyFile *file, const char *group)
{
  IhopLibraryEntry *entry = g_new0 (IhopLibraryEntry, 1);

  entry->reads = read_set (file, group, "reads");
  entry->writes = read_set (file, group, "writes");
  entry->keeps = read_set (file, group, "keeps");
  entry->frees = read_set (file, group, "frees");
  entry->returns = read_set (file, group, "returns");
  entry->stores = read_set (file, group, "stores");
  entry->allocates_into = read_set (file, group, "allocates_into");
  entry->allocates = read_flag (file, group, "allocates");
  entry->copies = read_flag (file, group, "copies");
  entry->io = read_flag (file, group, "io");
  entry->state = read_flag (file, group, "state");
  entry->no_return = read_flag (file, group, "noreturn");
  entry->math = read_flag (file, group, "math");
  entry->sets_errno = read_flag (file, group, "errno");
  entry->needs_header = read_flag (file, group, "header");
  entry->returns_twice = read_flag (file, group, "returns_twice");
  entry->leaves = read_leaving (file, group, "leaves");
  entry->installs = read_leaving (file, group, "installs");
  entry->unknown = g_key_file_get_string (file, group, "unknown", NULL);
  return entry;
}

static void
add_variants (GHashTable *library, GKeyFile *file, const char *group, const char *name)
{
  g_autofree char *variants = g_key_file_get_string (file, group, "variants", NULL);

  for (const char *at = variants; at && *at; at++)
    if (*at == 'f' || *at == 'l')
      {
        IhopLibraryEntry *entry = read_entry (file, group);

        entry->math &= *at != 'l';
        g_hash_table_replace (library, g_strdup_printf ("%s%c", name, *at), entry);
      }
}

static void
add_group (GHashTable *library, GKeyFile *file, const char *group)
{
  g_auto (GStrv) names = g_strsplit_set (group, " ,\t", -1);

  for (char **name = names; *name; name++)
    if (**name)
      {
        g_hash_table_replace (library, g_strdup (*name), read_entry (file, group));
        add_variants (library, file, group, *name);
      }
}

static void
add_file (GHashTable *library, GKeyFile *file)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  for (char **group = groups; *group; group++)
    add_group (library, file, *group);
}

static void
add_built_in (GHashTable *library, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_effects_get_resource (), path, 0, NULL);

  g_assert (bytes != NULL);
  gboolean read = g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  g_assert (read);
  add_file (library, file);
}

static void
add_from_environment (GHashTable *library)
{
  const char *paths = g_getenv ("IHOP_EFFECTS");
  g_auto (GStrv) list = g_strsplit (paths ? paths : "", G_SEARCHPATH_SEPARATOR_S, -1);

  for (char **path = list; *path; path++)
    {
      g_autoptr (GKeyFile) file = g_key_file_new ();
      if (**path && g_key_file_load_from_file (file, *path, G_KEY_FILE_NONE, NULL))
        add_file (library, file);
    }
}

static gpointer
load_library (gpointer unused)
{
  GHashTable *library = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, entry_free);

  add_built_in (library, "/ihop/effects/libc.ini");
  add_built_in (library, "/ihop/effects/math.ini");
  add_built_in (library, "/ihop/effects/polybench.ini");
  add_from_environment (library);
  return library;
}

const IhopLibraryEntry *
ihop_library_find (const IhopSymbol *function)
{
  static GOnce once = G_ONCE_INIT;
  GHashTable *library = g_once (&once, load_library, NULL);
  const IhopLibraryEntry *entry = g_hash_table_lookup (library, function->name);

  if (entry == NULL || function->storage != IHOP_STORAGE_EXTERN
      || (entry->needs_header && !function->in_system_header))
    return NULL;
  return entry;
}
