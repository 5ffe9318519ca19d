/* fences: fences are put where threads of a block have to wait for each other, as few as are found, and the others are
 * taken out. The proof: with them no two threads meet in one element (analysis/kernel/kernel.h); fences change nothing of
 * the program that runs one iteration after another. */
#include "analysis/kernel/kernel.h"
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"

typedef struct
{
  IhopBuild *build;
  const GPtrArray *places; /* of const IhopNode *: loops; a fence has to stand before each */
} Fencing;

static gboolean
is_fence (const IhopNode *node)
{
  return ihop_role_of (node).role == IHOP_ROLE_FENCE;
}

static gboolean
is_fenced (const Fencing *fencing, const IhopNode *node)
{
  return g_ptr_array_find ((GPtrArray *) fencing->places, node, NULL);
}

static const IhopNode *fenced (Fencing *fencing, const IhopNode *node);

/* A fence in front of the marks of what it stands before. */
static const IhopNode *
fenced_block (Fencing *fencing, const IhopNode *block)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new ();
  guint marks = 0;         /* pragmas at the end of what there is so far */
  gboolean changed = FALSE;

  for (guint i = 0; i < block->n_children; i++)
    {
      const IhopNode *child = block->child[i];
      const IhopNode *now = fenced (fencing, child);
      changed |= now != child || is_fence (child);
      if (is_fence (child))
        continue;
      if (is_fenced (fencing, child))
        {
          g_ptr_array_insert (all, (gint) (all->len - marks), (gpointer) ihop_make_mark (fencing->build, "ihop fence"));
          changed = TRUE;
        }
      g_ptr_array_add (all, (gpointer) now);
      marks = child->kind == IHOP_PRAGMA ? marks + 1 : 0;
    }
  if (!changed)
    return block;
  IhopNode *whole = ihop_node_new (fencing->build->pool, IHOP_BLOCK, all->len);
  whole->place = block->range.source ? block->range : block->place;
  for (guint i = 0; i < all->len; i++)
    whole->child[i] = all->pdata[i];
  return whole;
}

static const IhopNode *
behind_fence (const Fencing *fencing, const IhopNode *loop)
{
  IhopNode *whole = ihop_node_new (fencing->build->pool, IHOP_BLOCK, 2);

  whole->child[0] = ihop_make_mark (fencing->build, "ihop fence");
  whole->child[1] = loop;
  return whole;
}

/* The same code with its fences; what does not change is shared. */
static const IhopNode *
fenced (Fencing *fencing, const IhopNode *node)
{
  if (node->kind == IHOP_BLOCK)
    return fenced_block (fencing, node);
  if (node->kind != IHOP_FOR)
    return node;
  const IhopNode *body = ihop_loop_body (node), *now = fenced (fencing, body);
  if (is_fenced (fencing, body))
    now = behind_fence (fencing, now);
  return now == body ? node : ihop_node_replace (fencing->build->pool, node, body, now);
}

static void
refuse (IhopTransformStep *step, const IhopKernelFlaw *flaw)
{
  IhopDiag *diag = ihop_refuse (step, flaw->is_refuted ? IHOP_T_ILLEGAL : IHOP_T_UNKNOWN, flaw->node, "%s", flaw->message);

  if (flaw->remedy)
    ihop_diag_remedy (diag, "%s", flaw->remedy);
}

static IhopRewrite *
fences_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (IhopKernelFlaw) flaw = NULL;
  g_autoptr (IhopKernelTree) tree = NULL;
  g_autoptr (GPtrArray) places = NULL;
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1) || !ihop_header_of (step, words[0], &header))
    return NULL;
  tree = ihop_kernel_tree_read (header.name->function, header.loop, &flaw);
  if (tree)
    places = ihop_kernel_tree_fences (step->facts, step->tree, tree, &flaw);
  if (places == NULL)
    {
      refuse (step, flaw);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  Fencing fencing = { build, places };
  const IhopNode *body = fenced (&fencing, tree->body);
  return ihop_build_finish_body (build, ihop_node_replace (build->pool, build->function->body, tree->body, body));
}

const IhopTransform ihop_transform_fences = {
  .name = "fences",
  .usage = "LOOP",
  .summary = N_ ("Fences where threads of a block have to wait for each other"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = fences_build,
};
