/* The statements that a schedule moves as wholes, and the schedule that a nest has as it stands. */
#include "transform/order/schedule_statements.h"
#include "ir/address.h"
#include <string.h>

/* Pragmas of the owner that the new order leaves nothing to say about. */
static gboolean
is_about_order (const IhopNode *node)
{
  return node->kind == IHOP_PRAGMA && !g_str_has_prefix (node->text, "scop")
         && !g_str_has_prefix (node->text, "endscop");
}

static gboolean
walk_parts (const IhopNode *node, const IhopNode *loop, IhopSchedulePart *take, gpointer data)
{
  if (node->kind == IHOP_EMPTY || is_about_order (node))
    return TRUE;
  if (node->kind == IHOP_FOR)
    return take (node, loop, data) && walk_parts (ihop_loop_body (node), node, take, data);
  if (node->kind != IHOP_BLOCK)
    return take (node, loop, data);
  for (guint i = 0; i < node->n_children; i++)
    if (!walk_parts (node->child[i], loop, take, data))
      return FALSE;
  return TRUE;
}

gboolean
ihop_schedule_parts (const IhopNode *loop, IhopSchedulePart *take, gpointer data)
{
  return walk_parts (loop, NULL, take, data);
}

typedef struct
{
  GHashTable *times;       /* loop → char *: of what stands in it, so far as loops give them */
  GHashTable *count;       /* loop → parts in it so far */
  GString *text;
} Standing;

static gboolean
say_part (const IhopNode *part, const IhopNode *loop, gpointer data)
{
  Standing *standing = data;
  guint number = GPOINTER_TO_UINT (g_hash_table_lookup (standing->count, loop));
  const char *around = g_hash_table_lookup (standing->times, loop);
  const IhopSymbol *iterator = part->kind == IHOP_FOR ? ihop_loop_iterator (part) : NULL;
  g_autofree char *here = around ? g_strdup_printf ("%s, %u", around, number) : NULL;

  g_hash_table_insert (standing->count, (gpointer) loop, GUINT_TO_POINTER (number + 1));
  if (part->kind == IHOP_FOR)
    g_hash_table_insert (standing->times, (gpointer) part,
                         g_strdup_printf ("%s%s%s", here ? here : "", here ? ", " : "", iterator ? iterator->name : "0"));
  else
    g_string_append_printf (standing->text, "%s'%s'", standing->text->len ? " " : "", here);
  return TRUE;
}

char *
ihop_schedule_identity (const IhopNode *loop)
{
  Standing standing = { g_hash_table_new_full (NULL, NULL, NULL, g_free), g_hash_table_new (NULL, NULL),
                        g_string_new (NULL) };

  ihop_schedule_parts (loop, say_part, &standing);
  g_hash_table_unref (standing.count);
  g_hash_table_unref (standing.times);
  return g_string_free (standing.text, FALSE);
}
