/* split: one loop up to a value, another from there on. The loop's own bounds stay, so that any
 * value will do; the smaller and the larger of them are chosen where the program runs. */
#include "transform/steps.h"

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
  return relation == IHOP_OP_LE ? ihop_make_plus (build, right, 1) : right;
}

static IhopRewrite *
split_at (IhopBuild *build, const IhopHeader *header, const IhopNode *at)
{
  const IhopNode *end = ihop_header_end (build, header);
  GPtrArray *news = g_ptr_array_new ();
  IhopHeader plain = *header;

  plain.relation = IHOP_OP_LT;
  g_ptr_array_add (news, (gpointer) ihop_make_for (
                           build, header->loop, header->iterator, header->declared_here,
                           header->lower, IHOP_OP_LT, ihop_make_min (build, at, end), 1,
                           header->body));
  g_ptr_array_add (news, (gpointer) ihop_copy_loop (
                           build, &plain, ihop_make_max (build, header->lower, at), end));
  return ihop_build_finish (build, header->loop, 1, news);
}

static IhopRewrite *
split_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, &ihop_transform_split, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_header_is_signed (step, &header)
      || !ihop_header_is_unit (step, &header, FALSE) || !ihop_can_copy (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *at = border (build, &header, words[1]);
  return at ? split_at (build, &header, at) : NULL;
}

const IhopTransform ihop_transform_split = {
  .name = "split",
  .usage = "LOOP 'ITERATOR < VALUE'",
  .summary = "One loop up to a value, another from there on",
  .kind = IHOP_TRANSFORM_ORDER,
  .build = split_build,
};
