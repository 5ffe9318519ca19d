/* What becomes of the owner's marks around code that has changed (stale_marks.h). */
#include "transform/build/stale_marks.h"
#include "transform/build/loop_pragma.h"
#include "transform/build/refusal.h"
#include <string.h>

typedef struct
{
  IhopTransformStep *step;
  IhopPool *pool;
  GHashTable *before;  /* mark of the old function → what it marks, or NULL */
  GPtrArray *list;     /* the same marks, in the order of the text */
  GHashTable *known;   /* places of those whose threads are started in the function */
  GHashTable *kept;    /* places of marks that stay */
  gboolean refused;
} Marks;

/* ---- What a mark says ---------------------------------------------------------------------------- */

/* What goes where the code behind it is no longer the same. */
static gboolean
is_claim (const IhopNode *node)
{
  static const char *const words[] = { "omp ", "acc ", "ivdep", "GCC ivdep", "clang loop", "simd" };
  static const char *const lasting[] = { "omp threadprivate", "omp declare", "omp allocate" };

  if (node->kind != IHOP_PRAGMA || ihop_is_hint (node))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (lasting); i++)
    if (g_str_has_prefix (node->text, lasting[i]))
      return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_has_prefix (node->text, words[i]))
      return TRUE;
  return FALSE;
}

static gboolean
says (const IhopNode *mark, const char *words)
{
  g_auto (GStrv) list = g_strsplit (words, " ", -1);
  g_auto (GStrv) said = g_strsplit_set (mark->text, " (", -1);

  for (guint i = 0; said[i]; i++)
    if (g_strv_contains ((const char *const *) list, said[i]))
      return TRUE;
  return FALSE;
}

/* Threads are started here: inside, the function knows all of them. */
static gboolean
starts_threads (const IhopNode *mark)
{
  return says (mark, "parallel teams task taskloop kernels");
}

/* Each thread that comes here does a part only, or waits for the others: without the mark it would do
 * all of it. */
static gboolean
shares_work (const IhopNode *mark)
{
  return (g_str_has_prefix (mark->text, "omp ") || g_str_has_prefix (mark->text, "acc "))
         && !starts_threads (mark)
         && says (mark, "for sections section single master masked critical barrier ordered atomic "
                        "workshare distribute scope taskwait loop");
}

static gpointer
place_of (const IhopNode *mark)
{
  return GSIZE_TO_POINTER (mark->place.begin + 1);
}

static gboolean
is_owners (const IhopNode *mark)
{
  return mark->place.source != NULL && !(mark->flags & IHOP_NODE_OURS);
}

/* What child i of a block marks: the statement behind it and behind other marks. */
static const IhopNode *
marked_by (const IhopNode *block, guint i)
{
  while (i < block->n_children && block->child[i]->kind == IHOP_PRAGMA)
    i++;
  return i < block->n_children ? block->child[i] : NULL;
}

/* ---- The old function ------------------------------------------------------------------------------ */

/* "in_region": below a mark that starts threads. */
static void
note_marks (Marks *marks, const IhopNode *node, gboolean in_region)
{
  gboolean region = in_region;

  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind))
        continue;
      if (is_claim (child))
        {
          g_hash_table_insert (marks->before, (gpointer) child, (gpointer) marked_by (node, i));
          g_ptr_array_add (marks->list, (gpointer) child);
          if (region)
            g_hash_table_add (marks->known, place_of (child));
          region |= starts_threads (child);
        }
      else if (ihop_is_hint (child))
        g_ptr_array_add (marks->list, (gpointer) child);
      note_marks (marks, child, region);
      if (child->kind != IHOP_PRAGMA)
        region = in_region;
    }
}

/* ---- The new one without what does not hold ---------------------------------------------------------- */

/* Ours are written by the step itself where it has proved them. */
static gboolean
still_holds (const Marks *marks, const IhopNode *block, guint i)
{
  gpointer marked;

  if (g_hash_table_lookup_extended (marks->before, block->child[i], NULL, &marked))
    return marked == marked_by (block, i);
  return !is_owners (block->child[i]);
}

/* A compiler wants a loop behind it. */
static gboolean
is_lost_hint (const IhopNode *block, guint i)
{
  const IhopNode *marked = ihop_is_hint (block->child[i]) ? marked_by (block, i) : NULL;

  return ihop_is_hint (block->child[i]) && !(marked && ihop_kind_is_loop (marked->kind));
}

static void
refuse_shared (Marks *marks, const IhopNode *mark)
{
  if (!marks->refused)
    ihop_diag_remedy (ihop_refuse (marks->step, IHOP_T_UNKNOWN, mark,
                                   "\"#pragma %s\" shares the work of threads that were started "
                                   "elsewhere: it would not hold of what this step makes, and "
                                   "without it each thread would do everything",
                                   mark->text),
                      "take the mark out, or bring the code into the parallel region");
  marks->refused = TRUE;
}

static const IhopNode *without_marks (Marks *marks, const IhopNode *node, gboolean strip,
                                      gboolean in_region);

static const IhopNode *
block_without (Marks *marks, const IhopNode *block, gboolean strip, gboolean in_region)
{
  g_autoptr (GPtrArray) left = g_ptr_array_new ();
  gboolean changed = FALSE, drop = FALSE, region = in_region;

  for (guint i = 0; i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      gboolean gone = is_claim (child) ? strip || !still_holds (marks, block, i)
                                       : is_lost_hint (block, i);
      if (gone && is_claim (child) && shares_work (child) && !region
          && !g_hash_table_contains (marks->known, place_of (child)))
        refuse_shared (marks, child);
      region |= is_claim (child) && starts_threads (child);
      drop |= gone && is_claim (child);
      changed |= gone;
      if (gone)
        continue;
      const IhopNode *now = without_marks (marks, child, strip || drop, region);
      changed |= now != child;
      g_ptr_array_add (left, (gpointer) now);
      if ((is_claim (child) || ihop_is_hint (child)) && is_owners (child))
        g_hash_table_add (marks->kept, place_of (child));
      if (child->kind != IHOP_PRAGMA)
        drop = FALSE, region = in_region;
    }
  if (!changed)
    return block;
  IhopNode *rest = ihop_node_new (marks->pool, IHOP_BLOCK, left->len);
  rest->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < left->len; i++)
    rest->child[i] = left->pdata[i];
  return rest;
}

/* "strip": all of them. "in_region": below a mark that starts threads, kept or not. */
static const IhopNode *
without_marks (Marks *marks, const IhopNode *node, gboolean strip, gboolean in_region)
{
  IhopNode *copy = NULL;

  if (node->kind == IHOP_BLOCK)
    return block_without (marks, node, strip, in_region);
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i];
      if (child == NULL || !ihop_kind_is_statement (child->kind))
        continue;
      const IhopNode *now = without_marks (marks, child, strip, in_region);
      if (now == child)
        continue;
      if (copy == NULL)
        copy = ihop_node_copy (marks->pool, node);
      copy->child[i] = now;
    }
  return copy ? copy : node;
}

/* ---- What is said about it --------------------------------------------------------------------------- */

/* The owner's marks of the old function that are not in the new one. */
static void
tell (Marks *marks)
{
  for (guint i = 0; i < marks->list->len && !marks->refused; i++)
    {
      const IhopNode *mark = marks->list->pdata[i];
      if (!is_owners (mark) || g_hash_table_contains (marks->kept, place_of (mark)))
        continue;
      if (shares_work (mark) && !g_hash_table_contains (marks->known, place_of (mark)))
        refuse_shared (marks, mark);
      else
        ihop_diag_remedy (
          ihop_diags_add (marks->step->diags, IHOP_WARNING, IHOP_T_MARK, mark->place,
                          "\"#pragma %s\" was about the code as it stood, and is taken out",
                          mark->text),
          "see whether it holds of the new code, and write it there again");
    }
}

/* ---- One function ---------------------------------------------------------------------------------------- */

/* The new body; NULL after a refusal. */
static const IhopNode *
settle (Marks *marks, const IhopFunction *before, const IhopFunction *now)
{
  marks->before = g_hash_table_new (NULL, NULL);
  marks->known = g_hash_table_new (NULL, NULL);
  marks->kept = g_hash_table_new (NULL, NULL);
  marks->list = g_ptr_array_new ();
  if (before)
    note_marks (marks, before->body, FALSE);
  const IhopNode *body = without_marks (marks, now->body, FALSE, FALSE);
  tell (marks);
  g_ptr_array_unref (marks->list);
  g_hash_table_unref (marks->before);
  g_hash_table_unref (marks->known);
  g_hash_table_unref (marks->kept);
  return marks->refused ? NULL : body;
}

IhopTree *
ihop_marks_drop_stale (IhopTransformStep *step, IhopTree *tree)
{
  Marks marks = { .step = step };
  IhopTree *result = NULL;

  for (guint i = 0; i < tree->functions->len; i++)
    {
      const IhopFunction *now = tree->functions->pdata[i];
      const IhopFunction *before = ihop_tree_function_of (step->tree, now->symbol);
      if (before && before->body == now->body)
        continue;
      IhopTree *derived = result ? result : ihop_tree_derive (tree);
      marks.pool = derived->pool;
      const IhopNode *body = settle (&marks, before, now);
      if (body && body != now->body)
        {
          ihop_tree_set_body (derived, now, body);
          result = derived;
        }
      else if (derived != result)
        ihop_tree_unref (derived);
      if (body == NULL)
        {
          ihop_tree_unref (result);
          return NULL;
        }
    }
  return result ? result : ihop_tree_ref (tree);
}
