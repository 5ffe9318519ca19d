/* unpack: members of structs that loops only read are read once, into local variables (scalar replacement of loads;
 * Callahan, Carr and Kennedy 1990). Which paths there are, where they may be read and where their variables are
 * declared is asked of unpack_paths, certain_read and unpack_place; here they are put together. */
#include "transform/storage/unpack.h"
#include "analysis/memory/definitions.h"
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/name_capture.h"
#include "transform/build/refusal.h"
#include "transform/storage/unpack_place.h"
#include "transform/storage/unpack_tests.h"
#include <string.h>

/* --- building --------------------------------------------------------------------------------- */

static const IhopNode *
with_declarations (IhopUnpack *self, const IhopNode *block, const IhopNode *now)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    {
      GPtrArray *before = g_hash_table_lookup (self->before, block->child[i]);
      if (before)
        g_ptr_array_extend (all, before, NULL, NULL);
      g_ptr_array_add (all, (gpointer) now->child[i]);
    }
  if (all->len == block->n_children)
    return now;
  IhopNode *copy = ihop_node_new (self->build->pool, IHOP_BLOCK, all->len);
  copy->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < all->len; i++)
    copy->child[i] = all->pdata[i];
  return copy;
}

static const IhopNode *
rebuilt (IhopUnpack *self, const IhopNode *node)
{
  const IhopNode *now = g_hash_table_lookup (self->news, node);
  IhopNode *copy = NULL;

  if (now)
    return now;
  for (guint i = 0; i < node->n_children; i++)
    {
      const IhopNode *child = node->child[i] ? rebuilt (self, node->child[i]) : NULL;
      if (child == node->child[i])
        continue;
      if (copy == NULL)
        {
          copy = ihop_node_copy (self->build->pool, node);
          copy->spelling = NULL;
        }
      copy->child[i] = child;
    }
  now = copy ? copy : node;
  return node->kind == IHOP_BLOCK ? with_declarations (self, node, now) : now;
}

static gboolean
find_bound (const IhopNode *node, gpointer data)
{
  gpointer *pair = data;
  const IhopUnpackPath *path = pair[0];

  if (node->kind != IHOP_FOR || node->child[1] == NULL)
    return TRUE;
  g_autoptr (GPtrArray) found = ihop_unpack_references (node->child[1], path);
  if (found->len)
    pair[1] = (gpointer) node;
  return pair[1] == NULL;
}

/* "s.n", when other members of s are set. */
static gboolean
is_in_changing (const IhopUnpack *self, const IhopNode *node)
{
  while (node->kind == IHOP_MEMBER && !(node->flags & IHOP_NODE_ARROW))
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF && ihop_defs_may_change (self->step->facts, self->function, self->function->body, node->symbol);
}

/* "j < w->ny", from behind a pointer: such a loop is no axis of a kernel. Nor could anybody say at the function's start
 * how far one goes with a bound in a struct that changes. */
static gboolean
is_bound (const IhopUnpack *self, const IhopUnpackPath *path)
{
  gpointer pair[2] = { (gpointer) path, NULL };
  gboolean may_be = ihop_unpack_is_count (path->node)
                    && (ihop_unpack_is_member_behind (path->node) || is_in_changing (self, path->node));

  for (guint i = 0; i < self->loops->len && may_be; i++)
    ihop_node_walk (self->loops->pdata[i], find_bound, pair);
  return pair[1] != NULL;
}

static gboolean
is_worth_it (const IhopUnpack *self, const IhopUnpackPath *path)
{
  return path->is_pointer || ihop_unpack_is_number_behind (path->node) || is_bound (self, path);
}

static gboolean
any_is_worth_it (const IhopUnpack *self)
{
  for (guint i = 0; i < self->paths->len; i++)
    if (is_worth_it (self, self->paths->pdata[i]))
      return TRUE;
  return FALSE;
}

static IhopRewrite *
unpack (IhopUnpack *self, GPtrArray *guards)
{
  gboolean placed = FALSE;

  for (guint i = 0; i < self->paths->len; i++)
    {
      IhopUnpackPath *path = self->paths->pdata[i];
      ihop_unpack_place (self, path);
      placed |= path->is_placed && is_worth_it (self, path);
    }
  if (!placed || !ihop_unpack_add_guards (self, guards))
    return NULL;
  return ihop_build_finish_body (self->build, rebuilt (self, self->function->body));
}

static void
path_free (gpointer data)
{
  IhopUnpackPath *path = data;

  g_ptr_array_unref (path->relies_on);
  g_free (path);
}

static IhopRewrite *
run (IhopUnpack *self, GPtrArray *guards)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->function);
  IhopRewrite *rewrite = NULL;

  self->build = build;
  self->paths = g_ptr_array_new_with_free_func (path_free);
  self->news = g_hash_table_new (NULL, NULL);
  self->before = g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) g_ptr_array_unref);
  self->may_test = guards != NULL;
  ihop_unpack_find (self);
  if (any_is_worth_it (self) && !ihop_defs_has_labels (self->step->facts, self->function))
    rewrite = unpack (self, guards);
  g_ptr_array_unref (self->paths);
  g_hash_table_unref (self->news);
  g_hash_table_unref (self->before);
  return rewrite;
}

static IhopTree *
tree_of (IhopRewrite *rewrite, const IhopFunction *function)
{
  const IhopFunction *now = ihop_tree_function_of (rewrite->tree, function->symbol);
  char *trouble = ihop_tree_verify (rewrite->tree);

  if (trouble)
    g_error ("unpack has built a malformed tree: %s", trouble);
  return ihop_name_captured (now) ? NULL : ihop_tree_ref (rewrite->tree);
}

IhopTree *
ihop_unpack_run (IhopFacts *facts, const IhopTree *tree, const IhopFunction *function,
                 const GPtrArray *loops, GPtrArray *guards)
{
  g_autoptr (GPtrArray) quiet = ihop_diags_new ();
  IhopTransformStep step = { .facts = facts, .tree = tree, .diags = quiet };
  IhopUnpack self = { .step = &step, .function = function, .loops = loops };
  guint n = guards ? guards->len : 0;
  IhopTree *now = NULL;

  step.names = ihop_address_list (tree);
  g_autoptr (IhopRewrite) rewrite = run (&self, guards);
  if (rewrite)
    now = tree_of (rewrite, function);
  if (now == NULL && guards)
    g_ptr_array_set_size (guards, (gint) n);
  g_ptr_array_unref (step.names);
  ihop_message_unref (self.why);
  return now;
}

/* --- the step --------------------------------------------------------------------------------- */

/* The outermost loops of the function. */
static void
add_loops (const IhopNode *node, GPtrArray *loops)
{
  if (ihop_kind_is_loop (node->kind))
    g_ptr_array_add (loops, (gpointer) node);
  for (guint i = 0; i < node->n_children && !ihop_kind_is_loop (node->kind); i++)
    if (node->child[i] && ihop_kind_is_statement (node->child[i]->kind))
      add_loops (node->child[i], loops);
}

static gboolean
read_arguments (IhopTransformStep *step, const char *word, IhopUnpack *self, GPtrArray *loops)
{
  if (strchr (word, '/') || strchr (word, ':'))
    {
      const IhopLoopName *name = ihop_args_loop (step, word);
      if (name == NULL)
        return FALSE;
      self->function = name->function;
      g_ptr_array_add (loops, (gpointer) name->loop);
      return TRUE;
    }
  self->function = ihop_args_function (step, word);
  if (self->function)
    add_loops (self->function->body, loops);
  return self->function != NULL;
}

static IhopRewrite *
unpack_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GPtrArray) loops = g_ptr_array_new ();
  IhopUnpack self = { .step = step, .loops = loops };

  if (!ihop_args_count (step, n, 1, 1)
      || !read_arguments (step, words[0], &self, loops))
    return NULL;
  IhopRewrite *rewrite = run (&self, NULL);
  if (rewrite == NULL)
    ihop_diag_remedy (
      ihop_refuse_message (
        step, IHOP_T_UNKNOWN, self.trouble ? self.trouble : self.function->body,
        self.why ? ihop_message_ref (self.why)
                 : ihop_message ("nothing is read here from a struct or behind a pointer that stays the same")),
      "copy the member to a local pointer before the loop and use that");
  ihop_message_unref (self.why);
  return rewrite;
}

const IhopTransform ihop_transform_unpack = {
  .name = "unpack",
  .usage = "FUNCTION|LOOP",
  .summary = N_ ("Members of structs that loops only read are kept in local variables"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = unpack_build,
};
