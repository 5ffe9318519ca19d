#include "analysis/program/library_effects.h"
#include "effects_resource.h"
#include <string.h>

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
static IhopAbnormalExits
read_leaving (GKeyFile *file, const char *group, const char *key)
{
  static const char *const words[] = { "exit", "signal", "jump", "thread" };
  g_autofree char *text = g_key_file_get_string (file, group, key, NULL);
  g_auto (GStrv) parts = g_strsplit_set (text ? text : "", ", ", -1);
  IhopAbnormalExits leaving = 0;

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_strv_contains ((const char *const *) parts, words[i]))
      leaving |= 1 << i;
  return leaving;
}

/* "strtok, time" → interned names: equal names are equal pointers. */
static char **
read_memory (GKeyFile *file, const char *group)
{
  g_autofree char *text = g_key_file_get_string (file, group, "memory", NULL);
  g_auto (GStrv) words = g_strsplit_set (text ? text : "", " ,", -1);
  GPtrArray *names = g_ptr_array_new ();

  for (char **word = words; *word; word++)
    if (**word)
      g_ptr_array_add (names, (gpointer) g_intern_string (*word));
  /* The world may be a file that is mapped, or a stream over an array. */
  if (read_flag (file, group, "io"))
    {
      g_ptr_array_add (names, (gpointer) g_intern_static_string ("streams"));
      g_ptr_array_add (names, (gpointer) g_intern_static_string ("mapped"));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_free (names, FALSE);
}

static IhopLibraryEntry *
read_entry (GKeyFile *file, const char *group)
{
  IhopLibraryEntry *entry = g_new0 (IhopLibraryEntry, 1);
  gboolean has_format = g_key_file_has_key (file, group, "format", NULL);

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
  entry->returns_twice = read_flag (file, group, "returns_twice");
  entry->leaves = read_leaving (file, group, "leaves");
  entry->installs = read_leaving (file, group, "installs");
  entry->follows = read_set (file, group, "follows");
  entry->emits = read_set (file, group, "emits");
  entry->fills = read_set (file, group, "fills");
  entry->returns_memory = read_flag (file, group, "returns_memory");
  entry->is_variable = read_flag (file, group, "variable");
  entry->is_anonymous = read_flag (file, group, "anonymous");
  entry->format = has_format ? g_key_file_get_integer (file, group, "format", NULL) : -1;
  entry->memory = read_memory (file, group);
  entry->only_looks = read_flag (file, group, "looks");
  entry->unknown = g_key_file_get_string (file, group, "unknown", NULL);
  return entry;
}

/* Where an entry is written. A program asks for a few of a thousand names: only those are read, when they are asked
 * for. */
typedef struct
{
  GKeyFile *file;
  char *group;
  char variant;            /* 'f', 'l', or 0 */
  IhopLibraryEntry *entry; /* NULL: not read yet */
} Place;

typedef struct
{
  GMutex lock;          /* of what is read later */
  GHashTable *places;   /* name → Place */
  GHashTable *reserved; /* names that ISO C keeps for itself */
  GHashTable *shared;   /* memories, interned */
} Library;

static void
place_free (gpointer data)
{
  Place *self = data;

  if (self->entry)
    {
      g_free (self->entry->unknown);
      g_free (self->entry->memory);
      g_free (self->entry);
    }
  g_key_file_unref (self->file);
  g_free (self->group);
  g_free (self);
}

static IhopLibraryEntry *
read_place (const Place *place)
{
  IhopLibraryEntry *entry = read_entry (place->file, place->group);

  entry->math &= place->variant != 'l';
  entry->needs_library = !g_key_file_get_boolean (place->file, "*", "believed", NULL);
  return entry;
}

static void
add_place (Library *library, GKeyFile *file, const char *group, const char *name, char variant)
{
  Place *place = g_new0 (Place, 1);

  *place = (Place){ .file = g_key_file_ref (file), .group = g_strdup (group), .variant = variant };
  g_hash_table_replace (library->places, g_strdup_printf (variant ? "%s%c" : "%s", name, variant), place);
}

static void
add_group (Library *library, GKeyFile *file, const char *group)
{
  g_auto (GStrv) names = g_strsplit_set (group, " ,\t", -1);
  g_autofree char *variants = g_key_file_get_string (file, group, "variants", NULL);

  for (char **name = names; *name; name++)
    if (**name)
      {
        add_place (library, file, group, *name, 0);
        for (const char *at = variants; at && *at; at++)
          if (*at == 'f' || *at == 'l')
            add_place (library, file, group, *name, *at);
      }
}

/* The group "*" is about the file. */
static void
add_words (GHashTable *set, GKeyFile *file, const char *key)
{
  g_autofree char *text = g_key_file_get_string (file, "*", key, NULL);
  g_auto (GStrv) words = g_strsplit_set (text ? text : "", " ,", -1);

  for (char **word = words; *word; word++)
    g_hash_table_add (set, (gpointer) g_intern_string (*word));
}

static void
add_file (Library *library, GKeyFile *file)
{
  g_auto (GStrv) groups = g_key_file_get_groups (file, NULL);

  add_words (library->reserved, file, "reserved");
  add_words (library->shared, file, "shared");
  for (char **group = groups; *group; group++)
    if (strcmp (*group, "*") != 0)
      add_group (library, file, *group);
}

static void
add_built_in (Library *library, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();
  g_autoptr (GBytes) bytes = g_resource_lookup_data (ihop_effects_get_resource (), path, 0, NULL);

  g_assert (bytes != NULL);
  gboolean read = g_key_file_load_from_bytes (file, bytes, G_KEY_FILE_NONE, NULL);
  g_assert (read);
  add_file (library, file);
}

/* The owner's own files are believed, whoever declares the functions. */
static void
add_owners (Library *library, const char *path)
{
  g_autoptr (GKeyFile) file = g_key_file_new ();

  if (!g_key_file_load_from_file (file, path, G_KEY_FILE_NONE, NULL))
    return;
  g_key_file_set_boolean (file, "*", "believed", TRUE);
  add_file (library, file);
}

static void
add_from_environment (Library *library)
{
  const char *paths = g_getenv ("IHOP_EFFECTS");
  g_auto (GStrv) list = g_strsplit (paths ? paths : "", G_SEARCHPATH_SEPARATOR_S, -1);

  for (char **path = list; *path; path++)
    if (**path)
      add_owners (library, *path);
}

static gpointer
load_library (gpointer unused)
{
  Library *library = g_new0 (Library, 1);

  library->places = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, place_free);
  library->reserved = g_hash_table_new (g_str_hash, g_str_equal);
  library->shared = g_hash_table_new (g_str_hash, g_str_equal);
  add_built_in (library, "/ihop/effects/libc.ini");
  add_built_in (library, "/ihop/effects/math.ini");
  add_built_in (library, "/ihop/effects/polybench.ini");
  add_from_environment (library);
  return library;
}

static Library *
library_of (void)
{
  static GOnce once = G_ONCE_INIT;

  return g_once (&once, load_library, NULL);
}

/* Whoever declares "index" by hand may mean a function of his own, in a file that is not here. Names that
 * ISO C reserves are the library's as long as the compiler thinks so by their types; those that OpenMP reserves are OpenMP's,
 * also where nothing declares them. */
static gboolean
is_meant (const Library *library, const IhopLibraryEntry *entry, const IhopSymbol *symbol)
{
  return !entry->needs_library || symbol->is_library || g_str_has_prefix (symbol->name, "__")
         || g_str_has_prefix (symbol->name, "omp_")
         || (symbol->is_builtin && g_hash_table_contains (library->reserved, symbol->name));
}

/* Facts of several threads ask for it. */
static const IhopLibraryEntry *
entry_named (Library *library, const char *name)
{
  Place *place = g_hash_table_lookup (library->places, name);

  if (place == NULL)
    return NULL;
  g_mutex_lock (&library->lock);
  if (place->entry == NULL)
    place->entry = read_place (place);
  g_mutex_unlock (&library->lock);
  return place->entry;
}

const IhopLibraryEntry *
ihop_library_find (const IhopSymbol *symbol)
{
  Library *library = library_of ();
  const IhopLibraryEntry *entry = entry_named (library, symbol->name);

  if (entry == NULL || symbol->storage != IHOP_STORAGE_EXTERN || !is_meant (library, entry, symbol)
      || entry->is_variable != (symbol->kind == IHOP_SYMBOL_VARIABLE))
    return NULL;
  return entry;
}

gboolean
ihop_library_has_name (const char *name)
{
  return g_hash_table_contains (library_of ()->places, name);
}

gboolean
ihop_library_is_shared (const char *memory)
{
  return g_hash_table_contains (library_of ()->shared, memory);
}

static const IhopNode *
argument_of (const IhopNode *call, guint i)
{
  const IhopNode *node = i + 1 < call->n_children ? ihop_node_strip (call->child[i + 1], TRUE) : NULL;

  while (node && node->kind == IHOP_CAST)
    node = ihop_node_strip (node->child[0], TRUE);
  return node;
}

/* mmap (…, flags, -1, 0) with MAP_PRIVATE is a way to allocate; there is no file that others could map. */
gboolean
ihop_library_allocates (const IhopLibraryEntry *entry, const IhopNode *call)
{
  enum { FLAGS = 3, FILE_NUMBER = 4, PRIVATE = 2, FIXED = 16 };
  const IhopNode *flags = argument_of (call, FLAGS), *file = argument_of (call, FILE_NUMBER);

  if (entry->allocates || !entry->is_anonymous)
    return entry->allocates;
  return flags && file && (flags->flags & IHOP_NODE_CONSTANT) && (file->flags & IHOP_NODE_CONSTANT)
         && file->integer == -1 && (flags->integer & PRIVATE) && !(flags->integer & FIXED);
}

/* By its spelling: "%5l" "n" is a conversion, too, and an escape may be a percent sign. */
static gboolean
spelling_may_have (const char *text, char conversion)
{
  gboolean is_inside = FALSE;

  for (const char *at = text; at && *at; at++)
    if (*at == '\\')
      {
        if (at[1] == 'x' || at[1] == 'u' || at[1] == 'U' || g_ascii_isdigit (at[1]) || at[1] == '\n')
          return TRUE;
        at += at[1] != 0;
      }
    else if (*at == '%')
      is_inside = !is_inside;
    else if (is_inside && *at == conversion)
      return TRUE;
    else if (is_inside && strchr ("0123456789+-# '.*hljztLqI$\"", *at) == NULL)
      is_inside = FALSE;
  return FALSE;
}

static gboolean
may_have (const IhopNode *node, char conversion)
{
  for (node = ihop_node_strip (node, TRUE); node->kind == IHOP_CAST;)
    node = ihop_node_strip (node->child[0], TRUE);
  if (node->kind == IHOP_CONDITIONAL && node->child[1])
    return may_have (node->child[1], conversion) || may_have (node->child[2], conversion);
  return node->kind != IHOP_STRING || spelling_may_have (node->text, conversion);
}

gboolean
ihop_format_may_have (const IhopNode *call, const IhopLibraryEntry *entry, char conversion)
{
  const IhopNode *format = entry->format < 0 ? NULL : argument_of (call, (guint) entry->format);

  return entry->format >= 0 && (format == NULL || may_have (format, conversion));
}

gboolean
ihop_call_never_returns (const IhopNode *node)
{
  const IhopNode *call = ihop_node_strip (node, FALSE);
  const IhopNode *callee = call->kind == IHOP_CALL ? ihop_node_strip (call->child[0], TRUE) : NULL;
  const IhopLibraryEntry *entry = callee && callee->kind == IHOP_REF && callee->symbol->kind == IHOP_SYMBOL_FUNCTION
                                    ? ihop_library_find (callee->symbol) : NULL;

  return entry && entry->no_return;
}
