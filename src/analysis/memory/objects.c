#include "analysis/memory/objects.h"
#include "analysis/memory/points_to_solver.h"
#include "analysis/program/facts_private.h"

typedef struct
{
  GArray *objects;     /* of IhopObject */
  GHashTable *numbers; /* symbol, node or memory → GArray of guint: the objects made from it */
} Objects;

static void
objects_free (gpointer data)
{
  Objects *objects = data;

  g_array_unref (objects->objects);
  g_hash_table_unref (objects->numbers);
  g_free (objects);
}

static Objects *
objects_of (IhopFacts *facts)
{
  GHashTable *cache = ihop_facts_cache (facts, "objects", objects_free);
  Objects *objects = g_hash_table_lookup (cache, facts);
  IhopObject external = { .kind = IHOP_OBJECT_EXTERNAL };

  if (objects)
    return objects;
  objects = g_new0 (Objects, 1);
  objects->objects = g_array_new (FALSE, FALSE, sizeof (IhopObject));
  objects->numbers = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
  g_array_append_val (objects->objects, external);
  g_hash_table_insert (cache, facts, objects);
  return objects;
}

const IhopObject *
ihop_object (IhopFacts *facts, guint number)
{
  return &g_array_index (objects_of (facts)->objects, IhopObject, number);
}

static guint
number_of (IhopFacts *facts, gconstpointer key, IhopObject object)
{
  Objects *objects = objects_of (facts);
  GArray *same = g_hash_table_lookup (objects->numbers, key);
  guint number = objects->objects->len;

  for (guint i = 0; same && i < same->len; i++)
    if (ihop_object (facts, g_array_index (same, guint, i))->kind == object.kind
        && ihop_object (facts, g_array_index (same, guint, i))->origin == object.origin)
      return g_array_index (same, guint, i);
  if (same == NULL)
    {
      same = g_array_new (FALSE, FALSE, sizeof (guint));
      g_hash_table_insert (objects->numbers, (gpointer) key, same);
    }
  g_array_append_val (same, number);
  g_array_append_val (objects->objects, object);
  return number;
}

guint
ihop_object_number (IhopFacts *facts, IhopObjectKind kind, const IhopSymbol *symbol,
                    const IhopNode *node)
{
  const IhopSymbol *canonical = symbol ? ihop_facts_canonical (facts, symbol) : NULL;

  if (kind == IHOP_OBJECT_EXTERNAL)
    return IHOP_EXTERNAL_OBJECT;
  return number_of (facts, canonical ? (gconstpointer) canonical : node,
                    (IhopObject){ .kind = kind, .symbol = canonical, .node = node });
}

guint
ihop_object_pair_hash (gconstpointer pair)
{
  guint64 key = *(const guint64 *) pair * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  return (guint) (key >> 32);
}

guint
ihop_object_of_memory (IhopFacts *facts, const char *memory)
{
  return number_of (facts, memory, (IhopObject){ .kind = IHOP_OBJECT_MEMORY, .memory = memory });
}

guint
ihop_object_instance (IhopFacts *facts, guint origin, const IhopNode *call)
{
  return number_of (facts, call, (IhopObject){ .kind = IHOP_OBJECT_INSTANCE, .node = call, .origin = origin });
}

GArray *
ihop_objects_with_origins (IhopFacts *facts, const GArray *set)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < set->len; i++)
    for (guint number = g_array_index (set, guint, i);; number = ihop_object (facts, number)->origin)
      {
        ihop_solver_set_insert (all, number);
        if (ihop_object (facts, number)->kind != IHOP_OBJECT_INSTANCE)
          break;
      }
  return all;
}
