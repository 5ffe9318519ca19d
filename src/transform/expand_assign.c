/* expand-assign: "x += e" becomes "x = x + e". The same by C's definition, but for finding the
 * place of x twice: so that must have no effect. */
#include "transform/steps.h"
#include <string.h>

typedef struct
{
  guint line;
  const IhopNode *assign;
} Search;

static gboolean
find_assign (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind == IHOP_EXPRESSION && ihop_range_line (node->place) == search->line)
    {
      const IhopNode *assign = ihop_node_strip (node->child[0], TRUE);
      if (assign->kind == IHOP_ASSIGN && assign->op != IHOP_OP_NONE)
        search->assign = assign;
    }
  return search->assign == NULL;
}

static gboolean
find_effect (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind == IHOP_CALL || node->kind == IHOP_ASSIGN || node->kind == IHOP_OPAQUE_EXPR
      || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)
      || ihop_type_is_volatile (node->type))
    *found = node;
  return *found == NULL;
}

static const IhopNode *
find_in (IhopTransformStep *step, const IhopFunction *function, gint64 line)
{
  Search search = { .line = (guint) line };
  const IhopNode *effect = NULL;

  ihop_node_walk (function->body, find_assign, &search);
  if (search.assign == NULL)
    {
      ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "no assignment like \"+=\" stands in line %u of %s",
                   search.line, function->symbol->name);
      return NULL;
    }
  ihop_node_walk (search.assign->child[0], find_effect, &effect);
  if (effect)
    ihop_refuse (step, IHOP_T_SHAPE, effect, "finding the place of the result has an effect");
  return effect ? NULL : search.assign;
}

static const IhopNode *
expanded (IhopBuild *build, const IhopNode *assign)
{
  IhopNode *sum = ihop_node_new (build->pool, IHOP_BINARY, 2);
  const IhopNode *value = ihop_make_binary (build, assign->op, assign->child[0], assign->child[1]);

  /* Not folded: the owner's operands stay. */
  sum->op = assign->op;
  sum->type = value->type;
  sum->child[0] = assign->child[0];
  sum->child[1] = assign->child[1];
  if (ihop_type_equal (sum->type, assign->type))
    return ihop_make_assign (build, IHOP_OP_NONE, assign->child[0], sum);

  IhopNode *cast = ihop_node_new (build->pool, IHOP_CAST, 1);

  cast->flags = IHOP_NODE_IMPLICIT;
  cast->type = assign->type;
  cast->child[0] = sum;
  return ihop_make_assign (build, IHOP_OP_NONE, assign->child[0], cast);
}

static const IhopFunction *
function_of (IhopTransformStep *step, const char *word)
{
  g_autofree char *name = g_strndup (word, strcspn (word, "/"));
  const IhopFunction *function = ihop_tree_function (step->tree, name);

  if (function == NULL)
    ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "there is no function %s", name);
  return function;
}

static IhopRewrite *
expand_assign_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopFunction *function;
  const IhopNode *assign;
  gint64 line;

  if (!ihop_args_count (step, &ihop_transform_expand_assign, n, 2, 2)
      || !ihop_args_number (step, words[1], "the line", 1, G_MAXINT32, &line)
      || !(function = function_of (step, words[0]))
      || !(assign = find_in (step, function, line)))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, function);
  return ihop_build_finish_body (build, ihop_node_replace (build->pool, function->body, assign,
                                                           expanded (build, assign)));
}

const IhopTransform ihop_transform_expand_assign = {
  .name = "expand-assign",
  .usage = "FUNCTION LINE",
  .summary = "\"x += e\" becomes \"x = x + e\"",
  .kind = IHOP_TRANSFORM_TEXT,
  .build = expand_assign_build,
};
