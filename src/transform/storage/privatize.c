/* privatize: a scalar or array that each iteration sets anew is declared inside the loop, so that iterations do not
 * share it. Where its value is used after the loop, the last iteration copies its own out (Feautrier 1988; Tu and Padua
 * 1993). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/storage/privatizable.h"

/* The body with the declaration on top; copied, so that the new variable is another one. */
static const IhopNode *
body_with (IhopBuild *build, const IhopNode *body, IhopSymbol *symbol)
{
  GPtrArray *statements = g_ptr_array_new ();

  ihop_append (statements, ihop_make_declaration (build, symbol, NULL));
  if (body->kind == IHOP_BLOCK)
    for (guint i = 0; i < body->n_children; i++)
      g_ptr_array_add (statements, (gpointer) body->child[i]);
  else
    g_ptr_array_add (statements, (gpointer) body);
  IhopNode *block = (IhopNode *) ihop_make_body (build, statements);
  block->place = body->range.source ? body->range : body->place;
  return ihop_copy (build, block, NULL);
}

/* "if (i == n - 1) t = t_own;" */
static const IhopNode *
give_last (IhopBuild *build, const IhopHeader *header, IhopSymbol *symbol, IhopSymbol *own)
{
  const IhopNode *here
    = ihop_make_relation (build, IHOP_OP_EQ, ihop_make_ref (build, header->iterator),
                          ihop_header_last (build, header));

  return ihop_make_if (build, here,
                       ihop_make_variable_copy (build, header, ihop_make_ref (build, symbol),
                                                ihop_make_ref (build, own)),
                       NULL);
}

/* The body with a variable under another name, whose last value is given away. */
static const IhopNode *
body_with_own (IhopBuild *build, const IhopHeader *header, IhopSymbol *symbol)
{
  g_autofree char *name = g_strdup_printf ("%s_own", symbol->name);
  IhopSymbol *own = ihop_make_variable (build, symbol, NULL, name);
  const IhopNode *body = ihop_copy (
    build, header->body, ihop_values_new (build, symbol, ihop_make_ref (build, own)));
  guint n = body->kind == IHOP_BLOCK ? body->n_children : 1;
  GPtrArray *statements = g_ptr_array_new ();

  own->type = own->declared_type = symbol->declared_type;
  ihop_append (statements, ihop_make_declaration (build, own, NULL));
  for (guint i = 0; i < n; i++)
    g_ptr_array_add (statements,
                     (gpointer) (body->kind == IHOP_BLOCK ? body->child[i] : body));
  ihop_append (statements, give_last (build, header, symbol, own));
  IhopNode *block = (IhopNode *) ihop_make_body (build, statements);
  block->place = header->body->range.source ? header->body->range : header->body->place;
  return block;
}

static gboolean
can_give_last (IhopTransformStep *step, const IhopHeader *header)
{
  return ihop_require_unit_step (step, header, TRUE) && ihop_require_repeatable_header (step, header)
         && ihop_require_single_exit (step, header)
         && ihop_require_nameable (step, header->body, header->bound);
}

static IhopRewrite *
privatized (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *symbol, gboolean last)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopNode *inside = last ? body_with_own (build, header, symbol)
                                : body_with (build, header->body, symbol);
  const IhopNode *loop = ihop_make_loop_like (build, header->loop, inside);

  g_hash_table_insert (news, (gpointer) header->loop, (gpointer) loop);
  ihop_drop_marks (build->function, header->loop, FALSE, news);
  const IhopNode *body = ihop_replace_nodes (build, build->function->body, news);
  return ihop_build_finish_body (build, ihop_without_variable (build, body, symbol));
}

static IhopRewrite *
privatize_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  IhopSymbol *symbol;
  gboolean inside, last;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_copyable (step, header.body)
      || !(symbol = ihop_require_privatizable (step, &header, words[1], &inside, &last))
      || (last && !can_give_last (step, &header)))
    return NULL;
  if (inside)
    {
      ihop_refuse (step, IHOP_T_SHAPE, header.loop, "%s is declared in the loop already",
                   symbol->name);
      return NULL;
    }
  return privatized (step, &header, symbol, last);
}

const IhopTransform ihop_transform_privatize = {
  .name = "privatize",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A scalar or array that each iteration sets anew is declared inside the loop"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = privatize_build,
};
