/* version: a loop stands twice, once for where a condition holds, once for where it does not (loop versioning: Byler, Davies,
 * Huson, Leasure and Wolfe 1987). What is known in the first copy makes steps legal there.
 *
 * The proof: both copies do what the loop did, whatever is asked; the question has no effect, and reads only what has been
 * set. */
#include "ir/roles.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/parse_expression.h"
#include "transform/build/refusal.h"
#include "transform/legality/own_variable.h"
#include <string.h>

typedef struct
{
  const IhopFunction *function;
  IhopFacts *facts;
  const IhopSymbol *unset; /* the first variable that may not have been set */
} Reading;

static gboolean
look_for_unset (const IhopNode *node, gpointer data)
{
  Reading *reading = data;

  if (node->kind == IHOP_REF && node->symbol && reading->unset == NULL
      && (ihop_type_is_volatile (node->symbol->type) || !ihop_variable_is_set (reading->facts, reading->function, node->symbol)))
    reading->unset = node->symbol;
  return reading->unset == NULL;
}

static gboolean
require_set (IhopTransformStep *step, const IhopLoopName *name, const IhopNode *question)
{
  Reading reading = { name->function, step->facts, NULL };

  ihop_node_walk (question, look_for_unset, &reading);
  if (reading.unset)
    ihop_refuse (step, IHOP_T_STORAGE, name->loop, "%s is not surely set before", reading.unset->name);
  return reading.unset == NULL;
}

/* "n <= m && k > 0". NULL after a refusal. */
static const IhopNode *
read_question (IhopBuild *build, const IhopNode *place, const char *text)
{
  g_auto (GStrv) parts = g_strsplit (text, "&&", -1);
  const IhopNode *question = NULL, *left, *right;
  IhopOperator relation;

  for (guint i = 0; parts[i]; i++)
    {
      if (!ihop_args_condition (build, place, g_strstrip (parts[i]), &left, &relation, &right))
        return NULL;
      const IhopNode *one = ihop_make_relation (build, relation, left, right);
      question = question ? ihop_make_binary (build, IHOP_OP_LAND, question, one) : one;
    }
  return question;
}

static const IhopNode *
on_host (IhopBuild *build, const IhopNode *loop)
{
  g_autofree char *words = ihop_role_words (IHOP_ROLE_HOST, 0);
  IhopNode *block = ihop_node_new (build->pool, IHOP_BLOCK, 2);

  block->child[0] = ihop_make_mark (build, words);
  block->child[1] = loop;
  return block;
}

static gboolean
read_host (IhopTransformStep *step, const char *word)
{
  if (word == NULL || strcmp (word, "host") == 0)
    return TRUE;
  ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "%s says nothing of the other copy: it is \"host\" or nothing", word);
  return FALSE;
}

static IhopRewrite *
version_build (IhopTransformStep *step, char **words, guint n)
{
  const IhopLoopName *name;

  if (!ihop_args_count (step, n, 2, 3) || !(name = ihop_args_loop (step, words[0])) || !read_host (step, n == 3 ? words[2] : NULL))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, name->function);
  const IhopNode *question = read_question (build, name->loop, words[1]);
  if (question == NULL || !ihop_require_copyable (step, name->loop) || !require_set (step, name, question))
    return NULL;
  const IhopNode *other = n == 3 ? on_host (build, name->loop) : name->loop;
  return ihop_build_finish_one (build, name->loop, ihop_make_if (build, question, ihop_copy (build, name->loop, NULL), other));
}

const IhopTransform ihop_transform_version = {
  .name = "version",
  .usage = "LOOP 'CONDITION' [host]",
  .summary = N_ ("Code stands twice: once for where a condition holds, once for where it does not"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = version_build,
};
