/* What was proved of two accesses holds of all that are like them.
 *
 * Statements of one body mostly have equal domains and subscripts; what is asked of the n-th pair of
 * them has been asked of the first. Two accesses are alike when everything that the question is made
 * of is equal: the loops around, the relation to elements, the images in the new code. Equal
 * relations have one number here. */
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
  IhopJudgeCache *known = g_new0 (IhopJudgeCache, 1);

  known->kinds = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  known->numbers = g_hash_table_new (NULL, NULL);
  known->proved
    = g_hash_table_new_full (g_bytes_hash, g_bytes_equal, (GDestroyNotify) g_bytes_unref, NULL);
  return known;
}

void
ihop_judge_cache_free (IhopJudgeCache *known)
{
  g_hash_table_unref (known->kinds);
  g_hash_table_unref (known->numbers);
  g_hash_table_unref (known->proved);
  g_free (known);
}

/* The number of such a relation between instances below these loops. Takes the map. */
static guint
number_of_map (IhopJudgeCache *known, const IhopScopLoop *loop, isl_map *map)
{
  gpointer hash = GUINT_TO_POINTER (map ? isl_map_get_hash (map) : 0);
  GPtrArray *list = g_hash_table_lookup (known->kinds, hash);
  Kind *kind;

  if (list == NULL)
    {
      list = g_ptr_array_new_with_free_func (kind_free);
      g_hash_table_insert (known->kinds, hash, list);
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
  *kind = (Kind) { loop, map, ++known->n };
  g_ptr_array_add (list, kind);
  return kind->number;
}

static guint
number_of_access (IhopJudgeCache *known, const IhopAccess *access)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (known->numbers, access));

  if (number)
    return number;
  isl_map *map = isl_map_reset_tuple_id (isl_map_copy (access->map), isl_dim_in);
  number = number_of_map (known, access->statement->loop, map);
  g_hash_table_insert (known->numbers, (gpointer) access, GUINT_TO_POINTER (number));
  return number;
}

static guint
number_of_image (IhopJudgeCache *known, const IhopImage *image)
{
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (known->numbers, image));

  if (number)
    return number;
  number = number_of_map (known, image->now->loop, isl_map_copy (image->map));
  g_hash_table_insert (known->numbers, (gpointer) image, GUINT_TO_POINTER (number));
  return number;
}

static void
append (GByteArray *text, guint number)
{
  g_byte_array_append (text, (const guint8 *) &number, sizeof number);
}

static void
append_images (IhopJudgeCache *known, GByteArray *text, const GPtrArray *pairs)
{
  append (text, pairs->len);
  for (guint i = 0; i < pairs->len; i++)
    append (text, number_of_image (known, ((IhopPair *) pairs->pdata[i])->image));
}

GBytes *
ihop_judge_cache_question (IhopJudgeCache *known, const IhopAccess *a, const IhopAccess *b, guint n_dims,
                           guint equal, const GPtrArray *from, const GPtrArray *to)
{
  GByteArray *text = g_byte_array_new ();

  append (text, number_of_access (known, a));
  append (text, number_of_access (known, b));
  append (text, n_dims);
  append (text, equal);
  append (text, a->position < b->position);
  append_images (known, text, from);
  append_images (known, text, to);
  /* Which of the new ones stands first: of these accesses, not of others beside them. */
  for (guint i = 0; i < from->len; i++)
    for (guint k = 0; k < to->len; k++)
      append (text, ihop_pair_is_reversed (from->pdata[i], to->pdata[k]));
  return g_byte_array_free_to_bytes (text);
}

gboolean
ihop_judge_cache_holds (const IhopJudgeCache *known, GBytes *question)
{
  return g_hash_table_contains (known->proved, question);
}

void
ihop_judge_cache_add (IhopJudgeCache *known, GHashTable *questions)
{
  GHashTableIter iter;
  gpointer question;

  g_hash_table_iter_init (&iter, questions);
  while (g_hash_table_iter_next (&iter, &question, NULL))
    g_hash_table_add (known->proved, g_bytes_ref (question));
}
