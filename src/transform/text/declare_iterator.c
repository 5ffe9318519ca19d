/* declare-iterator: the iterator is declared in the loop's head, "for (int i = …".
 *
 * Right if no value of it goes into the loop or out of it: every other mention is in a loop that sets it first, and
 * nothing has its address. */
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

typedef struct
{
  const IhopSymbol *iterator;
  const IhopNode *found;
} Stray;

static gboolean
find_stray (const IhopNode *node, gpointer data)
{
  Stray *stray = data;

  if (node->kind == IHOP_FOR && ihop_loop_iterator (node) == stray->iterator && node->child[0])
    return FALSE;
  if (node->kind == IHOP_REF && node->symbol == stray->iterator)
    stray->found = node;
  return stray->found == NULL;
}

static gboolean
is_free (IhopTransformStep *step, const IhopHeader *header)
{
  Stray stray = { .iterator = header->iterator };
  const IhopFunction *function = header->name->function;

  ihop_node_walk (function->body, find_stray, &stray);
  if (stray.found == NULL && header->iterator->kind == IHOP_SYMBOL_VARIABLE
      && ihop_defs_is_tame (step->facts, function, header->iterator)
      && !ihop_live_after (step->facts, function, header->loop, header->iterator))
    return TRUE;
  ihop_refuse (step, IHOP_T_LIVE, stray.found ? stray.found : header->loop,
               "%s is used outside of the loops that count with it", header->iterator->name);
  return FALSE;
}

static IhopRewrite *
declare_iterator_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 1, 1)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_copyable (step, header.body))
    return NULL;
  if (header.declared_here)
    {
      ihop_refuse (step, IHOP_T_SHAPE, header.loop, "%s declares %s already",
                   header.name->address, header.iterator->name);
      return NULL;
    }
  if (!is_free (step, &header))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopNode *loop = (IhopNode *) ihop_make_loop_like (build, header.loop, header.body);
  loop->child[0] = ihop_make_declaration (build, header.iterator, header.lower);
  g_hash_table_insert (news, (gpointer) header.loop, (gpointer) ihop_copy (build, loop, NULL));
  ihop_drop_marks (build->function, header.loop, FALSE, news);
  const IhopNode *body = ihop_replace_nodes (build, build->function->body, news);
  return ihop_build_finish_body (build, ihop_without_variable (build, body, header.iterator));
}

const IhopTransform ihop_transform_declare_iterator = {
  .name = "declare-iterator",
  .usage = "LOOP",
  .summary = N_ ("The iterator is declared in the loop's header"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = declare_iterator_build,
};
