#include "ir/address.h"
#include <string.h>

typedef struct
{
  GPtrArray *names;
  const IhopFunction *function;
  GHashTable *given; /* of char *, owned ("f/i"): how many loops there have this name so far */
} Listing;

static void
name_free (gpointer data)
{
  IhopLoopName *name = data;

  g_free (name->address);
  g_free (name);
}

/* The variable that an expression sets: "i = …", "i++", "i += …", the first of a comma list. */
static IhopSymbol *
symbol_set_by (const IhopNode *node)
{
  node = ihop_node_strip (node, TRUE);
  if (node && node->kind == IHOP_EXPRESSION)
    node = ihop_node_strip (node->child[0], TRUE);
  while (node && node->kind == IHOP_BINARY && node->op == IHOP_OP_COMMA)
    node = ihop_node_strip (node->child[0], TRUE);
  if (node == NULL || (node->kind != IHOP_ASSIGN && node->kind != IHOP_UNARY))
    return NULL;
  if (node->kind == IHOP_UNARY && node->op < IHOP_OP_PRE_INC)
    return NULL;
  const IhopNode *target = ihop_node_strip (node->child[0], TRUE);
  return target->kind == IHOP_REF ? target->symbol : NULL;
}

IhopSymbol *
ihop_loop_iterator (const IhopNode *loop)
{
  if (loop->kind != IHOP_FOR)
    return NULL;
  const IhopNode *init = loop->child[0];
  IhopSymbol *symbol = NULL;
  if (init && init->kind == IHOP_DECLARATION)
    symbol = init->n_children ? init->child[0]->symbol : NULL;
  else if (init)
    symbol = symbol_set_by (init);
  return symbol || loop->child[2] == NULL ? symbol : symbol_set_by (loop->child[2]);
}

static const char *
loop_word (const IhopNode *loop)
{
  const IhopSymbol *iterator = ihop_loop_iterator (loop);

  if (iterator)
    return iterator->name;
  return loop->kind == IHOP_FOR ? "for" : loop->kind == IHOP_WHILE ? "while" : "do";
}

/* "f/i", and for the next one there "f/i#2". */
static char *
address_new (Listing *listing, const char *above, const char *word)
{
  g_autofree char *plain = g_strdup_printf ("%s/%s", above, word);
  guint n = GPOINTER_TO_UINT (g_hash_table_lookup (listing->given, plain)) + 1;
  char *address = n == 1 ? g_strdup (plain) : g_strdup_printf ("%s#%u", plain, n);

  g_hash_table_replace (listing->given, g_steal_pointer (&plain), GUINT_TO_POINTER (n));
  return address;
}

static void
list_loops (Listing *listing, const IhopNode *node, const IhopLoopName *above)
{
  const IhopLoopName *here = above;

  if (node == NULL)
    return;
  if (ihop_kind_is_loop (node->kind))
    {
      IhopLoopName *name = g_new0 (IhopLoopName, 1);
      name->function = listing->function;
      name->loop = node;
      name->parent = above ? above->loop : NULL;
      name->depth = above ? above->depth + 1 : 1;
      name->address = address_new (
        listing, above ? above->address : listing->function->symbol->name, loop_word (node));
      g_ptr_array_add (listing->names, name);
      here = name;
    }
  for (guint i = 0; i < node->n_children; i++)
    list_loops (listing, node->child[i], here);
}

GPtrArray *
ihop_address_list (const IhopTree *tree)
{
  Listing listing = { .names = g_ptr_array_new_with_free_func (name_free) };

  listing.given = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  for (guint i = 0; i < tree->functions->len; i++)
    {
      listing.function = tree->functions->pdata[i];
      if (listing.function->in_main_file)
        list_loops (&listing, listing.function->body, NULL);
    }
  g_hash_table_unref (listing.given);
  return listing.names;
}

/* "FILE" may be the end of the path: "gemm.c" for "blas/gemm.c". */
static gboolean
path_matches (const char *path, const char *wanted, gsize length)
{
  gsize have = strlen (path);

  return have >= length && strncmp (path + have - length, wanted, length) == 0
         && (have == length || length == 0 || path[have - length - 1] == '/');
}

typedef struct
{
  gsize path_length;
  guint line, column; /* column 0: any */
} Position;

/* "FILE:LINE[:COLUMN]". Numbers are read from the end, as a path may hold colons. */
static gboolean
position_parse (const char *address, Position *position)
{
  g_autoptr (GRegex) regex = g_regex_new ("^(.*?):([0-9]{1,9})(?::([0-9]{1,9}))?$", 0, 0, NULL);
  g_autoptr (GMatchInfo) match = NULL;

  if (!g_regex_match (regex, address, 0, &match))
    return FALSE;
  g_autofree char *path = g_match_info_fetch (match, 1);
  g_autofree char *line = g_match_info_fetch (match, 2);
  g_autofree char *column = g_match_info_fetch (match, 3);
  position->path_length = strlen (path);
  position->line = (guint) g_ascii_strtoull (line, NULL, 10);
  position->column = column ? (guint) g_ascii_strtoull (column, NULL, 10) : 0;
  return TRUE;
}

static gboolean
loop_stands_at (const IhopNode *loop, const char *address, const Position *position)
{
  IhopRange place = loop->place;

  return place.source && path_matches (place.source->path, address, position->path_length)
         && ihop_range_text_line (place) == position->line
         && (position->column == 0 || ihop_range_column (place) == position->column);
}

static const IhopLoopName *
find_position (const GPtrArray *names, const char *address)
{
  const IhopLoopName *found = NULL;
  Position position;

  if (!g_utf8_validate (address, -1, NULL) || !position_parse (address, &position))
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      if (loop_stands_at (name->loop, address, &position)
          && (found == NULL || name->depth >= found->depth))
        found = name;
    }
  return found;
}

const IhopLoopName *
ihop_address_find (const GPtrArray *names, const char *address)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (((IhopLoopName *) names->pdata[i])->address, address))
      return names->pdata[i];
  return find_position (names, address);
}

const IhopLoopName *
ihop_address_of (const GPtrArray *names, const IhopNode *loop)
{
  for (guint i = 0; i < names->len; i++)
    if (((IhopLoopName *) names->pdata[i])->loop == loop)
      return names->pdata[i];
  return NULL;
}
