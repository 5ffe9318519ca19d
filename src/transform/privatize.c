/* privatize: a scalar or array that each iteration sets anew is declared inside the loop, so that
 * iterations do not share it. Feautrier 1988; Tu and Padua 1993. */
#include "transform/private.h"
#include "transform/steps.h"

/* The body with the declaration on top; copied, so that the new variable is another one. */
static const IhopNode *
body_with (IhopBuild *build, const IhopNode *body, IhopSymbol *symbol)
{
  GPtrArray *statements = g_ptr_array_new ();

  g_ptr_array_add (statements, (gpointer) ihop_make_declaration (build, symbol, NULL));
  if (body->kind == IHOP_BLOCK)
    for (guint i = 0; i < body->n_children; i++)
      g_ptr_array_add (statements, (gpointer) body->child[i]);
  else
    g_ptr_array_add (statements, (gpointer) body);
  IhopNode *block = (IhopNode *) ihop_make_body (build, statements);
  block->place = body->range.source ? body->range : body->place;
  return ihop_copy (build, block, NULL);
}

static IhopRewrite *
privatize_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;
  gboolean inside;

  if (!ihop_args_count (step, &ihop_transform_privatize, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_can_copy (step, header.body)
      || !(symbol = ihop_private_of (step, &header, words[1], &inside)))
    return NULL;
  if (inside)
    {
      ihop_refuse (step, IHOP_T_SHAPE, header.loop, "%s is declared in the loop already",
                   symbol->name);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *loop
    = ihop_make_like (build, header.loop, body_with (build, header.body, symbol));
  const IhopNode *body
    = ihop_node_replace (build->pool, build->function->body, header.loop, loop);
  return ihop_build_finish_body (build, ihop_without_variable (build, body, symbol));
}

const IhopTransform ihop_transform_privatize = {
  .name = "privatize",
  .usage = "LOOP VARIABLE",
  .summary = "A scalar or array that each iteration sets anew is declared inside the loop",
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = privatize_build,
};
