/* What was proved of two accesses holds of all pairs that are like them.
 *
 * Statements of one body mostly have equal domains and subscripts, and what is asked of the n-th pair of them has been
 * asked of the first. Two pairs are alike when all that the question is made of is equal: the loops around, the
 * relations to elements, and the images in the new code. Equal relations have one number here, and a question is a
 * string of numbers. */
#include "transform/legality/judge_cache.h"
#include <string.h>

typedef struct
{
  const IhopScopLoop *loop; /* and so those around it */
  isl_map *map;
  guint number;
} Kind;

struct _IhopJudgeCache
{
  GHashTable *kinds;     /* hash of the relation → GPtrArray of Kind *, owned */
  GHashTable *numbers;   /* access or image → number, from 1 */
  GHashTable *proved;    /* GBytes of a question */
  guint n;
};

static void
kind_free (gpointer data)
{
  isl_map_free (((Kind *) data)->map);
  g_free (data);
}

IhopJudgeCache *
ihop_judge_cache_new (void)
{
  IhopJudgeCache *cache = g_new0 (IhopJudgeCache, 1);

  cache->kinds = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  cache->numbers = g_hash_table_new (NULL, NULL);
  cache->proved
    = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  return cache;
}

void
ihop_judge_cache_free (IhopJudgeCache *cache)
{
  g_hash_table_unref (cache->kinds);
  g_hash_table_unref (cache->numbers);
  g_hash_table_unref (cache->proved);
  g_free (cache);
}

/* The number of such a relation between instances below these loops. Takes the map. */
static guint
number_of_map (IhopJudgeCache *cache, const IhopScopLoop *loop, isl_map *map)
{
  gpointer hash = GUINT_TO_POINTER (map ? isl_map_get_hash (map) : 0);
  GPtrArray *list = g_hash_table_lookup (cache->kinds, hash);
  Kind *kind;

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (kind_free);
      g_hash_table_insert (cache->kinds, hash, list);
    }
  for (guint i = 0; map && i < list->len; i++)
    {
      kind = list->pdata[i];
      if (kind->loop != loop
          || isl_map_plain_is_equal (kind->map, map) != isl_bool_true)
        continue;
      isl_map_free (map);
      return kind->number;
    }
  kind = g_new0 (Kind, 1);
  *kind = (Kind) { loop, map, ++cache->n };
  g_ptr_array_add (list, kind);
  return kind->number;
}

static guint
number_of_access (IhopJudgeCache *cache, const IhopAccess *access)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (cache->numbers, access));

  if (number)
    return number;
  isl_map *map = isl_map_reset_tuple_id (isl_map_copy (access->map), isl_dim_in);
  number = number_of_map (cache, access->statement->loop, map);
  g_hash_table_insert (cache->numbers, (gpointer) access, GUINT_TO_POINTER (number));
  return number;
}

static guint
number_of_image (IhopJudgeCache *cache, const IhopImage *image)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (cache->numbers, image));

  if (number)
    return number;
  number = number_of_map (cache, image->now->loop, isl_map_copy (image->map));
  g_hash_table_insert (cache->numbers, (gpointer) image, GUINT_TO_POINTER (number));
  return number;
}

static void
append (GByteArray *text, guint number)
{
  g_byte_array_append (text, (const guint8 *) &number, sizeof number);
}

static void
append_images (IhopJudgeCache *cache, GByteArray *text, const GPtrArray *pairs)
{
  append (text, pairs->len);
  for (guint i = 0; i < pairs->len; i++)
    append (text, number_of_image (cache, ((IhopPair *) pairs->pdata[i])->image));
}

GBytes *
ihop_judge_cache_question (IhopJudgeCache *cache, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                           guint equal, const GPtrArray *from, const GPtrArray *to)
{
  GByteArray *text = g_byte_array_new ();

  append (text, number_of_access (cache, a));
  append (text, number_of_access (cache, b));
  append (text, n_dims);
  append (text, equal);
  append (text, a->position < b->position);
  append_images (cache, text, from);
  append_images (cache, text, to);
  /* Which of the new ones stands first: of these accesses, not of others beside them. */
  for (guint i = 0; i < from->len; i++)
    for (guint k = 0; k < to->len; k++)
      append (text, ihop_pair_is_reversed (from->pdata[i], to->pdata[k]));
  return g_byte_array_free_to_bytes (text);
}

gboolean
ihop_judge_cache_holds (const IhopJudgeCache *cache, GBytes *question)
{
  return g_hash_table_contains (cache->proved, question);
}

void
ihop_judge_cache_add (IhopJudgeCache *cache, GHashTable *questions)
{
  GHashTableIter iter;
  gpointer question;

  g_hash_table_iter_init (&iter, questions);
  while (g_hash_table_iter_next (&iter, &question, NULL))
    g_hash_table_add (cache->proved, g_bytes_ref (question));
}
