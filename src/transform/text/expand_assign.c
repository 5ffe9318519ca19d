/* expand-assign: "x += e" becomes "x = x + e". By C's definition that is the same, but for the address of x, which is
 * computed twice: so that must have no effect. On request an assignment is taken apart into operations of two operands
 * (three_address.c). */
#include "transform/build/args.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/refusal.h"
#include "transform/text/three_address.h"
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

  if (node->kind == IHOP_EXPRESSION && ihop_range_text_line (node->place) == search->line)
    {
      const IhopNode *assign = ihop_node_strip (node->child[0], TRUE);
      if (assign->kind == IHOP_ASSIGN && assign->op != IHOP_OP_NONE)
        search->assign = assign;
    }
  return search->assign == NULL;
}

static const IhopNode *
find_in (IhopTransformStep *step, const IhopFunction *function, gint64 line)
{
  Search search = { .line = (guint) line };

  ihop_node_walk (function->body, find_assign, &search);
  if (search.assign == NULL)
    {
      ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "no assignment like \"+=\" stands in line %u of %s",
                   search.line, function->symbol->name);
      return NULL;
    }
  const IhopNode *effect = ihop_node_effect (search.assign->child[0]);
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

/* --- three addresses -------------------------------------------------------------------------- */

static gboolean
find_any (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind == IHOP_EXPRESSION && ihop_range_text_line (node->place) == search->line
      && ihop_node_strip (node->child[0], TRUE)->kind == IHOP_ASSIGN)
    search->assign = node;
  return search->assign == NULL;
}

/* The head of a loop is no place for further statements. */
static gboolean
is_statement_of_its_own (const IhopFunction *function, const IhopNode *node)
{
  g_autoptr (GPtrArray) path = ihop_node_path (function->body, node);
  const IhopNode *parent = path->pdata[path->len - 2];

  return parent->kind != IHOP_FOR || parent->child[3] == node;
}

static IhopRewrite *
take_apart (IhopTransformStep *step, const IhopFunction *function, gint64 line)
{
  Search search = { .line = (guint) line };

  ihop_node_walk (function->body, find_any, &search);
  if (search.assign == NULL || !is_statement_of_its_own (function, search.assign))
    {
      ihop_refuse (step, IHOP_T_NO_LOOP, NULL, "no assignment stands in line %u of %s",
                   search.line, function->symbol->name);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, function);
  GPtrArray *parts = ihop_three_address (build, search.assign);
  return parts ? ihop_build_finish (build, search.assign, 1, parts) : NULL;
}

/* --- the step --------------------------------------------------------------------------------- */

static const IhopFunction *
function_of (IhopTransformStep *step, const char *word)
{
  g_autofree char *name = g_strndup (word, strcspn (word, "/"));

  return ihop_args_function (step, name);
}

static IhopRewrite *
expand_assign_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopFunction *function;
  const IhopNode *assign;
  gint64 line;

  if (!ihop_args_count (step, n, 2, 3)
      || !ihop_args_number (step, words[1], N_ ("the line"), 1, G_MAXINT32, &line)
      || !(function = function_of (step, words[0])))
    return NULL;
  if (n > 2 && strcmp (words[2], "three-address") == 0)
    return take_apart (step, function, line);
  if (n > 2)
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "expected three-address, not %s", words[2]);
  if (n > 2 || !(assign = find_in (step, function, line)))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, function);
  return ihop_build_finish_body (build, ihop_node_replace (build->pool, function->body, assign,
                                                           expanded (build, assign)));
}

const IhopTransform ihop_transform_expand_assign = {
  .name = "expand-assign",
  .usage = "FUNCTION LINE [three-address]",
  .summary = N_ ("\"x += e\" becomes \"x = x + e\"; or operations of two operands each"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = expand_assign_build,
};
