#include "project/origin.h"
#include "ir/address.h"
#include <string.h>

static void
clear (gpointer data)
{
  g_free (((IhopLoopOrigin *) data)->address);
}

GArray *
ihop_loop_origins_new (void)
{
  GArray *origins = g_array_new (FALSE, FALSE, sizeof (IhopLoopOrigin));

  g_array_set_clear_func (origins, clear);
  return origins;
}

static char *
place_text (const IhopNode *node)
{
  return g_strdup_printf ("%u:%u", ihop_range_text_line (node->place), ihop_range_column (node->place));
}

/* NULL: it has none, or a step has written it. */
static const IhopNode *
first_clause (const IhopNode *loop)
{
  const IhopNode *clause = loop->kind == IHOP_FOR ? loop->child[0] : NULL;

  return clause && ihop_range_is_known (clause->range) ? clause : NULL;
}

/* Of const IhopNode *: first clauses by their places → loops. */
static GHashTable *
clauses_of (const GPtrArray *names)
{
  GHashTable *loops = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);

  for (guint i = 0; i < names->len; i++)
    {
      const IhopNode *loop = ((const IhopLoopName *) names->pdata[i])->loop, *clause = first_clause (loop);
      if (clause)
        g_hash_table_insert (loops, place_text (clause), (gpointer) loop);
    }
  return loops;
}

static const IhopNode *
owners_loop (GHashTable *clauses, const IhopNode *loop)
{
  const IhopNode *clause = first_clause (loop);
  g_autofree char *place = clause ? place_text (clause) : NULL;
  const IhopNode *owners = place ? g_hash_table_lookup (clauses, place) : NULL;

  return owners ? owners : loop;
}

/* Line 0: the place is not known. */
static IhopLoopOrigin
origin_at (const char *address, IhopRange place)
{
  IhopLoopOrigin origin = { .address = g_strdup (address) };

  if (ihop_range_is_known (place))
    {
      origin.line = ihop_range_text_line (place);
      origin.column = ihop_range_column (place);
    }
  return origin;
}

GArray *
ihop_loop_origins (const IhopTree *tree, const IhopTree *first)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree), first_names = ihop_address_list (first);
  g_autoptr (GHashTable) clauses = clauses_of (first_names);
  GArray *origins = ihop_loop_origins_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const IhopLoopName *name = names->pdata[i];
      IhopLoopOrigin one = origin_at (name->address, owners_loop (clauses, name->loop)->place);
      g_array_append_val (origins, one);
    }
  return origins;
}

GArray *
ihop_loop_origins_by_address (const IhopTree *tree, const IhopTree *first)
{
  g_autoptr (GPtrArray) names = ihop_address_list (tree), first_names = ihop_address_list (first);
  GArray *origins = ihop_loop_origins_new ();

  for (guint i = 0; i < names->len; i++)
    {
      const char *address = ((const IhopLoopName *) names->pdata[i])->address;
      const IhopLoopName *owners = ihop_address_find (first_names, address);
      IhopLoopOrigin one = origin_at (address, owners ? owners->loop->place : (IhopRange){ 0 });
      g_array_append_val (origins, one);
    }
  return origins;
}

GArray *
ihop_loop_origins_behind (const GArray *origins, const IhopTree *middle, const GArray *middle_origins)
{
  g_autoptr (GPtrArray) names = ihop_address_list (middle);
  GArray *behind = ihop_loop_origins_new ();

  for (guint i = 0; i < origins->len; i++)
    {
      const IhopLoopOrigin *near = &g_array_index (origins, IhopLoopOrigin, i);
      IhopLoopOrigin one = { .address = g_strdup (near->address) };
      for (guint k = 0; k < names->len; k++)
        {
          IhopRange place = ((const IhopLoopName *) names->pdata[k])->loop->place;
          const IhopLoopOrigin *far = &g_array_index (middle_origins, IhopLoopOrigin, k);
          if (!ihop_range_is_known (place) || ihop_range_text_line (place) != near->line
              || ihop_range_column (place) != near->column)
            continue;
          one.line = far->line;
          one.column = far->column;
        }
      g_array_append_val (behind, one);
    }
  return behind;
}

/* "f" of "f/i/j#2". */
static gboolean
same_function (const char *a, const char *b)
{
  gsize length = strcspn (a, "/");

  return length == strcspn (b, "/") && strncmp (a, b, length) == 0;
}

/* "j" of "f/i/j#2". */
static gboolean
same_iterator (const char *a, const char *b)
{
  const char *left = strrchr (a, '/'), *right = strrchr (b, '/');

  if (left == NULL || right == NULL)
    return FALSE;
  gsize length = strcspn (left, "#");
  return length == strcspn (right, "#") && strncmp (left, right, length) == 0;
}

static guint
likeness (const char *a, const char *b)
{
  return 4 * same_function (a, b) + 2 * same_iterator (a, b) + g_str_equal (a, b);
}

const char *
ihop_loop_follow (const GArray *origins, const IhopLoopOrigin *loop)
{
  const char *best = NULL;
  guint most = 0;

  for (guint i = 0; i < origins->len; i++)
    {
      const IhopLoopOrigin *one = &g_array_index (origins, IhopLoopOrigin, i);
      guint like = 1 + likeness (one->address, loop->address);
      if (one->line != loop->line || one->column != loop->column || like <= most)
        continue;
      if (loop->line == 0 && !g_str_equal (one->address, loop->address))
        continue;
      most = like;
      best = one->address;
    }
  return best;
}
