/* fuse: two loops that follow each other and count alike become one. Allen and Cocke 1972. */
#include "transform/steps.h"

/* The loop right behind; marks between are passed over. */
static const IhopNode *
next_loop (const IhopFunction *function, const IhopNode *loop, guint *distance)
{
  const IhopNode *block;
  guint at;

  if (!ihop_sibling_of (function, loop, &block, &at))
    return NULL;
  for (*distance = 1; at + *distance < block->n_children; (*distance)++)
    {
      const IhopNode *next = block->child[at + *distance];
      if (!ihop_is_mark (next))
        return next->kind == IHOP_FOR ? next : NULL;
    }
  return NULL;
}

static gboolean
count_alike (IhopTransformStep *step, const IhopHeader *a, const IhopHeader *b)
{
  if (a->step == b->step && a->relation == b->relation
      && ihop_same_expression (a->lower, b->lower) && ihop_same_expression (a->bound, b->bound)
      && ihop_type_equal (a->iterator->type, b->iterator->type))
    return TRUE;
  IhopDiag *diag = ihop_refuse (step, IHOP_T_SHAPE, b->loop, "%s and %s do not count alike",
                                a->name->address, b->name->address);
  ihop_diag_remedy (diag, "peel or shift one of them first");
  return FALSE;
}

static const IhopNode *
fused (IhopBuild *build, const IhopHeader *a, const IhopHeader *b)
{
  GPtrArray *body = g_ptr_array_new ();
  const IhopNode *second = b->body;

  if (a->iterator != b->iterator)
    second = ihop_copy (build, second,
                        ihop_values_new (build, b->iterator, ihop_make_ref (build, a->iterator)));
  ihop_append_body (body, a->body);
  ihop_append_body (body, second);
  return ihop_make_like (build, a->loop, ihop_make_body (build, body));
}

static IhopRewrite *
fuse_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader a, b;
  const IhopNode *next;
  guint distance = 0;

  if (!ihop_args_count (step, &ihop_transform_fuse, n, 1, 1)
      || !ihop_header_of (step, words[0], &a))
    return NULL;
  next = next_loop (a.name->function, a.loop, &distance);
  if (next == NULL)
    {
      ihop_refuse (step, IHOP_T_SHAPE, a.loop, "no loop follows %s at once", a.name->address);
      return NULL;
    }
  if (!ihop_header_read (step, next, &b) || !count_alike (step, &a, &b)
      || !ihop_has_no_jumps (step, a.body) || !ihop_has_no_jumps (step, b.body)
      || !ihop_can_copy (step, b.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, a.name->function);
  GPtrArray *news = g_ptr_array_new ();
  g_ptr_array_add (news, (gpointer) fused (build, &a, &b));
  return ihop_build_finish (build, a.loop, distance + 1, news);
}

const IhopTransform ihop_transform_fuse = {
  .name = "fuse",
  .usage = "LOOP",
  .summary = "The loop and the one behind it, which counts alike, become one",
  .kind = IHOP_TRANSFORM_ORDER,
  .build = fuse_build,
};
