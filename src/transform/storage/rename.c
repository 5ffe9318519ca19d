/* rename: a scalar that a loop's body sets several times gets a variable for each value, so that statements that use
 * different values do not depend on each other by the name (Kuck, Kuhn, Leasure and Wolfe 1980; Cytron and Ferrante
 * 1987). Arrays: rename_array.c.
 *
 * Proved by the text: the variable is the function's own; between two statements of the body that set it anew, every
 * mention concerns the value set by the first one. The last value of the body keeps the old name, as does what comes
 * from before. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"
#include "transform/storage/rename_array.h"
#include <string.h>

/* "t = e" at the top of the body: from here on it is another value. */
static gboolean
sets_anew (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (assign == NULL || assign->kind != IHOP_ASSIGN || assign->op != IHOP_OP_NONE)
    return FALSE;
  const IhopNode *left = ihop_node_strip (assign->child[0], FALSE);
  return left->kind == IHOP_REF && left->symbol == symbol
         && !ihop_writes (assign->child[1], symbol);
}

/* Where values begin; all but the last get a name of their own. */
static GArray *
beginnings (const GPtrArray *statements, const IhopSymbol *symbol)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < statements->len; i++)
    if (sets_anew (statements->pdata[i], symbol))
      g_array_append_val (found, i);
  return found;
}

/* The value that begins at "first": its own statement's left side, what lies between, and the right
 * side of the statement that ends it. */
static void
rename_value (IhopBuild *build, const GPtrArray *statements, guint first, guint end,
              const IhopSymbol *symbol, IhopSymbol *now, GHashTable *news)
{
  const IhopNode *start = ihop_node_strip (((IhopNode *) statements->pdata[first])->child[0], FALSE);
  const IhopNode *stop = ihop_node_strip (((IhopNode *) statements->pdata[end])->child[0], FALSE);
  const IhopNode *value = ihop_make_ref (build, now);

  ihop_replace_mentions (news, start->child[0], symbol, value);
  for (guint i = first + 1; i < end; i++)
    ihop_replace_mentions (news, statements->pdata[i], symbol, value);
  ihop_replace_mentions (news, stop->child[1], symbol, value);
}

/* The new variables stand at the top of the body. */
static const IhopNode *
new_body (IhopBuild *build, const IhopNode *body, const GPtrArray *statements,
          const GArray *values, IhopSymbol *symbol)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *all = g_ptr_array_new ();

  for (guint v = 0; v + 1 < values->len; v++)
    {
      g_autofree char *name = g_strdup_printf ("%s%u", symbol->name, v + 1);
      IhopSymbol *now = ihop_make_variable (build, symbol, NULL, name);
      rename_value (build, statements, g_array_index (values, guint, v),
                    g_array_index (values, guint, v + 1), symbol, now, news);
      ihop_append (all, ihop_make_declaration (build, now, NULL));
    }
  for (guint i = 0; i < body->n_children; i++)
    ihop_append (all, ihop_replace_nodes (build, body->child[i], news));
  IhopNode *block = (IhopNode *) ihop_make_body (build, all);
  block->place = body->range.source ? body->range : body->place;
  return block;
}

static IhopRewrite *
rename_scalar (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *symbol)
{
  if (!ihop_require_single_exit (step, header)
      || !ihop_require_own_number (step, header, symbol))
    return NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (header->body);
  g_autoptr (GArray) values = beginnings (statements, symbol);
  if (values->len < 2 || header->body->kind != IHOP_BLOCK)
    {
      ihop_refuse (step, IHOP_T_SHAPE, header->loop,
                   "fewer than two statements of %s, below no condition, set %s anew",
                   header->name->address, symbol->name);
      return NULL;
    }
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  const IhopNode *body = new_body (build, header->body, statements, values, symbol);
  return ihop_build_finish_one (build, header->loop, ihop_make_loop_like (build, header->loop, body));
}

/* All of a function's body. */
static IhopRewrite *
rename_in_function (IhopTransformStep *step, char **words)
{
  const IhopFunction *function = ihop_args_function (step, words[0]);
  IhopLoopName name = { .function = function, .address = words[0] };
  IhopHeader header = { .name = &name };

  if (function == NULL)
    return NULL;
  header.loop = header.body = name.loop = function->body;
  const IhopNode *last = function->body->n_children
                           ? function->body->child[function->body->n_children - 1] : NULL;
  IhopSymbol *symbol = last ? ihop_args_variable (step, function, last, words[1]) : NULL;
  if (symbol)
    return ihop_require_no_extent (step, &header, symbol)
             ? ihop_rename_array (step, &header, symbol) : NULL;
  ihop_refuse (step, IHOP_T_ARGUMENTS, function->body, "there is no variable %s here", words[1]);
  return NULL;
}

static IhopRewrite *
rename_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;

  if (!ihop_args_count (step, n, 2, 2))
    return NULL;
  if (strchr (words[0], '/') == NULL && strchr (words[0], ':') == NULL)
    return rename_in_function (step, words);
  if (!ihop_header_of (step, words[0], &header)
      || !(symbol = ihop_require_variable (step, &header, words[1])))
    return NULL;
  return ihop_type_strip (symbol->type)->kind == IHOP_TYPE_ARRAY
           ? ihop_rename_array (step, &header, symbol) : rename_scalar (step, &header, symbol);
}

const IhopTransform ihop_transform_rename = {
  .name = "rename",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A variable that is used for values that have nothing to do with each other becomes several"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = rename_build,
};
