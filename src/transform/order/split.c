/* split: one loop up to a value, another from there on. The loop's own bounds still hold, so that any value will do:
 * the smaller and the larger one are chosen when the program runs, unless it is proved that the value lies between
 * them. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/parse_expression.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/legality/judge.h"

static gboolean
find_product (const IhopNode *node, gpointer data)
{
  gboolean *found = data;

  *found |= node->kind == IHOP_BINARY && node->op == IHOP_OP_MUL
            && !(node->child[0]->flags & IHOP_NODE_CONSTANT) && !(node->child[1]->flags & IHOP_NODE_CONSTANT);
  return !*found;
}

/* The first value that is not in the front part: k for "i < k", k + 1 for "i <= k". */
static const IhopNode *
border (IhopBuild *build, const IhopHeader *header, const char *text)
{
  const IhopNode *left, *right;
  IhopOperator relation;

  if (!ihop_args_condition (build, header->loop, text, &left, &relation, &right))
    return NULL;
  if (left->kind != IHOP_REF || left->symbol != header->iterator
      || ihop_mentions (right, header->iterator)
      || (relation != IHOP_OP_LT && relation != IHOP_OP_LE))
    {
      ihop_refuse (build->step, IHOP_T_ARGUMENTS, header->loop,
                   "expected a condition like '%s < 10'", header->iterator->name);
      return NULL;
    }
  gboolean is_product = FALSE;
  ihop_node_walk (right, find_product, &is_product);
  if (is_product)
    {
      ihop_refuse (build->step, IHOP_T_UNKNOWN, header->loop,
                   "the product may be too large for its type, and nothing has worked it out before");
      return NULL;
    }
  return relation == IHOP_OP_LE ? ihop_make_plus (build, right, 1) : right;
}

/* Between: the border is never below the first value nor above the last one. */
static IhopRewrite *
split_at (IhopBuild *build, const IhopHeader *header, const IhopNode *at, gboolean between)
{
  const IhopNode *end = ihop_header_end (build, header);
  GPtrArray *news = g_ptr_array_new ();
  IhopHeader plain = *header;

  plain.relation = IHOP_OP_LT;
  ihop_append (news, ihop_make_for (build, header->loop, header->iterator, header->declared_here, header->lower,
                                    IHOP_OP_LT, between ? at : ihop_make_min (build, at, end), 1, header->body));
  ihop_append (news, ihop_copy_loop (build, &plain, between ? at : ihop_make_max (build, header->lower, at), end));
  return ihop_build_finish (build, header->loop, 1, news);
}

static IhopRewrite *
try (IhopTransformStep *step, const IhopHeader *header, const char *condition, gboolean between)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  const IhopNode *at = border (build, header, condition);

  return at ? split_at (build, header, at, between) : NULL;
}

static gboolean
leans_on_loops (const IhopHeader *header, const char *condition, IhopTransformStep *step)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  g_autoptr (GPtrArray) path = ihop_node_path (header->name->function->body, header->loop);
  const IhopNode *at = border (build, header, condition);
  gboolean leans = FALSE;

  for (guint i = 0; at && path && i < path->len; i++)
    {
      const IhopNode *node = path->pdata[i];
      const IhopSymbol *iterator = node->kind == IHOP_FOR ? ihop_loop_iterator (node) : NULL;
      leans |= iterator && ihop_mentions (at, iterator);
    }
  return leans;
}

/* Bounds that need no minimum read better, and later steps' proofs are shorter: where the border is an
 * iterator of a loop around, that is asked of the judge itself. */
static IhopRewrite *
split_between (IhopTransformStep *step, const IhopHeader *header, const char *condition)
{
  g_autoptr (GPtrArray) diags = ihop_diags_new ();
  IhopTransformStep quiet = *step;

  quiet.diags = diags;
  if (!leans_on_loops (header, condition, &quiet))
    return NULL;
  IhopRewrite *rewrite = try (&quiet, header, condition, TRUE);
  if (rewrite && !ihop_judge_order (&quiet, rewrite))
    g_clear_pointer (&rewrite, ihop_rewrite_free);
  return rewrite;
}

static IhopRewrite *
split_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_signed_counter (step, &header)
      || !ihop_require_unit_step (step, &header, FALSE) || !ihop_require_copyable (step, header.body))
    return NULL;
  IhopRewrite *rewrite = split_between (step, &header, words[1]);
  return rewrite ? rewrite : try (step, &header, words[1], FALSE);
}

const IhopTransform ihop_transform_split = {
  .name = "split",
  .usage = "LOOP 'ITERATOR < VALUE'",
  .summary = N_ ("One loop up to a value, another from there on"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = split_build,
};
