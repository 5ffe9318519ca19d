/* Names that C++ or CUDA's headers have for something else, before anything is planned: types that C lets stand
 * inside of a struct and knows outside are put in front of it, and a name that is a keyword of C++ or one of
 * CUDA's is called otherwise ("new_"). Both are the same program: a type only moves to where C sees it from, and
 * all places of a name change together. What other files know by such a name keeps it for the linker.
 *
 * The version for CPUs has the owner's names. */
#include "gpugen/emit/shape.h"
#include "gpugen/plan/text_words.h"
#include "ir/print.h"
#include "project/project.h"
#include "project/project_private.h"
#include "project/reread.h"
#include <string.h>

/* ---- Types inside of structs ---- */

/* Types inside of what is moved go in front of it in the next round. No line is added, so that all keep their numbers. */
#define MOST_ROUNDS 16

static gboolean
move_inner_types (IhopProject *project, const IhopProjectFile *file)
{
  const IhopTree *tree = file->tree;
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);

  for (guint i = 0; i < tree->inner_types->len; i++)
    {
      const IhopInnerType *type = tree->inner_types->pdata[i];
      g_autofree char *text = ihop_range_text (type->range);
      g_autofree char *indent = ihop_source_indent (tree->source, type->range.begin);
      g_autofree char *body = ihop_print_reindent (strchr (text, '{'), indent, "");
      g_autofree char *moved = g_strconcat (type->head, body, "; ", NULL);
      ihop_edits_insert (edits, type->before, moved);
      ihop_edits_replace (edits, type->range.begin, type->range.end, type->instead);
    }
  return !ihop_edits_is_empty (edits) && ihop_project_read_text (project, file, edits);
}

/* ---- Names ---- */

static gboolean
is_whole_program (IhopProject *project, const IhopTree *tree)
{
  return ihop_project_files (project)->len == 1 && ihop_tree_function (tree, "main");
}

/* The text with every name that is called otherwise replaced. Takes the text; caller frees. */
static char *
with_new_names (const IhopTree *tree, char *text)
{
  for (guint i = 0; i < tree->clashes->len; i++)
    {
      const IhopClash *clash = tree->clashes->pdata[i];
      g_autofree char *old = text;
      text = ihop_text_replace_word (old, clash->name, clash->instead);
    }
  return text;
}

/* Says what the linker calls it: "int new_ (int) __asm__ ("new");". FALSE: there is no place for that. */
static gboolean
add_link_name (const IhopTree *tree, const IhopClash *clash, IhopEdits *edits)
{
  const IhopSymbol *symbol = clash->linked;

  if (symbol->first.source != tree->source)
    return FALSE;
  g_autofree char *declaration = with_new_names (tree, ihop_type_declare (symbol->type, clash->name));
  g_autofree char *line = g_strdup_printf ("%s%s __asm__ (\"%s\"); ",
                                           symbol->kind == IHOP_SYMBOL_VARIABLE ? "extern " : "", declaration,
                                           clash->name);
  ihop_edits_insert (edits, symbol->first.begin, line);
  return TRUE;
}

/* Headers are read with the other name, and what they declare has it from then on. FALSE: none can be seen. */
static gboolean
add_header_words (const IhopTree *tree, const IhopClash *clash, gboolean keeps_link, IhopEdits *edits)
{
  g_autofree char *before = g_strdup_printf ("#define %s %s\n", clash->name, clash->instead);
  gboolean found = FALSE;

  for (guint i = 0; i < tree->directives->len; i++)
    {
      const IhopDirective *directive = &g_array_index (tree->directives, IhopDirective, i);
      if (directive->kind != IHOP_DIRECTIVE_INCLUDE || directive->name[0] != '"')
        continue;
      gboolean links = keeps_link && !found && !directive->is_inside;
      g_autofree char *behind = g_strdup_printf (
        links ? "\n#undef %s\nextern __typeof__ (%s) %s __asm__ (\"%s\");" : "\n#undef %s", clash->name, clash->instead,
        clash->instead, clash->name);
      ihop_edits_insert (edits, directive->range.begin, before);
      ihop_edits_insert (edits, directive->range.end, behind);
      found = found || !directive->is_inside;
    }
  return found;
}

static gboolean
rename_clash (IhopProject *project, const IhopTree *tree, const IhopClash *clash, IhopEdits *edits)
{
  /* Files know each other's functions and variables by their names. */
  if (clash->linked && ihop_project_files (project)->len > 1)
    return FALSE;
  gboolean keeps_link = clash->linked && (clash->is_foreign || !is_whole_program (project, tree));
  gboolean from_header = clash->linked && clash->linked->first.source != tree->source;

  if (clash->kept || (clash->in_headers && !add_header_words (tree, clash, keeps_link && from_header, edits)))
    return FALSE;
  if (keeps_link && !(clash->in_headers && from_header) && !add_link_name (tree, clash, edits))
    return FALSE;
  for (guint i = 0; i < clash->n_places; i++)
    ihop_edits_replace (edits, clash->places[i], clash->places[i] + strlen (clash->name), clash->instead);
  return TRUE;
}

static gboolean
is_name (char c)
{
  return g_ascii_isalnum (c) || c == '_';
}

/* A text with each word exchanged for what "other" gives for it (NULL: it stays). */
static char *
exchange_words (const char *text, const char *(*other) (const char *word, gpointer data), gpointer data)
{
  GString *out = g_string_new (NULL);

  while (*text)
    {
      gsize length = 0;
      while (is_name (text[length]))
        length++;
      g_autofree char *word = g_strndup (text, length ? length : 1);
      const char *instead = other (word, data);
      g_string_append (out, instead ? instead : word);
      text += strlen (word);
    }
  return g_string_free (out, FALSE);
}

static const char *
owners_name (const char *word, gpointer owners_names)
{
  return g_hash_table_lookup (owners_names, word);
}

static const char *
settled_name (const char *word, gpointer owners_names)
{
  GHashTableIter iter;
  gpointer settled, owners;

  g_hash_table_iter_init (&iter, owners_names);
  while (g_hash_table_iter_next (&iter, &settled, &owners))
    if (g_str_equal (owners, word))
      return settled;
  return NULL;
}

/* Scripts say by the owner's names what is left to the host. */
static void
settle_stays (const IhopProjectFile *file)
{
  for (guint i = 0; i < file->on_host->len; i++)
    {
      IhopStays *stays = file->on_host->pdata[i];
      g_autofree char *address = stays->address;
      stays->address = exchange_words (address, settled_name, file->owners_names);
    }
}

static void
rename_clashes (IhopProject *project, const IhopProjectFile *file)
{
  IhopProjectFile *own = (IhopProjectFile *) file;
  g_autoptr (IhopTree) tree = ihop_tree_ref (file->tree);
  g_autoptr (IhopEdits) edits = ihop_edits_new (tree->source);
  g_autoptr (GHashTable) owners = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);

  for (guint i = 0; i < tree->clashes->len; i++)
    {
      const IhopClash *clash = tree->clashes->pdata[i];
      if (rename_clash (project, tree, clash, edits))
        g_hash_table_insert (owners, g_strdup (clash->instead), g_strdup (clash->name));
    }
  if (g_hash_table_size (owners) == 0 || !ihop_project_read_text (project, file, edits))
    return;
  g_clear_pointer (&own->owners_names, g_hash_table_unref);
  own->owners_names = g_steal_pointer (&owners);
  settle_stays (own);
}

void
ihop_project_settle_names (IhopProject *project, const IhopProjectFile *file)
{
  for (guint i = 0; i < MOST_ROUNDS && move_inner_types (project, file); i++)
    ;
  rename_clashes (project, file);
}

char *
ihop_project_owners_text (const IhopProjectFile *file, const char *text)
{
  return file->owners_names ? exchange_words (text, owners_name, file->owners_names) : g_strdup (text);
}

static char *
owners_word (const char *word, gpointer data)
{
  return ihop_project_owners_text (data, word);
}

static void
owners_message (const IhopProjectFile *file, gpointer *message)
{
  g_autoptr (IhopMessage) old = *message;

  *message = ihop_message_map (old, owners_word, (gpointer) file);
}

void
ihop_project_owners_messages (const IhopProjectFile *file, IhopDiags *diags, guint first)
{
  for (guint i = first; file->owners_names && i < diags->len; i++)
    {
      IhopDiag *diag = diags->pdata[i];
      owners_message (file, (gpointer *) &diag->message);
      for (guint k = 0; k < diag->remedies->len; k++)
        owners_message (file, &diag->remedies->pdata[k]);
    }
}
