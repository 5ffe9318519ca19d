/* A reduction whose iterations run at once and add to one place in turn, as OpenMP says it. */
#include "transform/parallel/reduction_atomic.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"

/* Below the loop only ifs and blocks: a step on a loop in between would drop the marks inside it,
 * but not the one around. */
static gboolean
stands_directly (IhopReductionLoop *self, const IhopNode *update)
{
  g_autoptr (GPtrArray) path = ihop_node_path (self->header->body, update);

  for (guint i = 0; path && i + 1 < path->len; i++)
    if (((IhopNode *) path->pdata[i])->kind != IHOP_BLOCK
        && ((IhopNode *) path->pdata[i])->kind != IHOP_IF)
      {
        ihop_refuse (self->step, IHOP_T_SHAPE, update,
                     "this update stands in a loop inside of %s: make that one atomic",
                     self->header->name->address);
        return FALSE;
      }
  return path != NULL;
}

/* OpenMP knows "x op= e", "x++", "x = x op e" and "x = e op x". */
static gboolean
is_spelt_simply (IhopReductionLoop *self, const IhopNode *update)
{
  const IhopNode *place = self->reduction->element;
  const IhopNode *assign
    = update->kind == IHOP_EXPRESSION ? ihop_node_strip (update->child[0], FALSE) : NULL;
  const IhopNode *value
    = assign && assign->kind == IHOP_ASSIGN ? ihop_node_strip (assign->child[1], TRUE) : NULL;
  gboolean fine = assign && (assign->kind == IHOP_UNARY || assign->op != IHOP_OP_NONE);

  if (!fine && value && value->kind == IHOP_BINARY)
    fine = ihop_same_expression (ihop_node_strip (value->child[0], TRUE), place)
           || ihop_same_expression (ihop_node_strip (value->child[1], TRUE), place);
  if (!fine)
    ihop_refuse (self->step, IHOP_T_SHAPE, update,
                 "OpenMP has no atomic form of this update: write x op= e");
  return fine;
}

static const IhopNode *
atomic_update (IhopBuild *build, const IhopNode *update)
{
  GPtrArray *both = g_ptr_array_new ();

  ihop_append (both, ihop_make_mark (build, "omp atomic"));
  g_ptr_array_add (both, (gpointer) update);
  return ihop_make_body (build, both);
}

static char *
parallel_text (const IhopLoopProof *proof)
{
  GString *text = g_string_new ("omp parallel for");

  for (guint i = 0; i < proof->loop.privates->len; i++)
    {
      const IhopPrivate *private = proof->loop.privates->pdata[i];
      g_string_append_printf (text, "%s%s", i ? ", " : " private(", private->symbol->name);
    }
  return g_string_free (proof->loop.privates->len ? g_string_append_c (text, ')') : text, FALSE);
}

IhopRewrite *
ihop_reduction_atomic (IhopReductionLoop *self)
{
  const IhopReduction *reduction = self->reduction;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < reduction->updates->len; i++)
    if (!stands_directly (self, reduction->updates->pdata[i])
        || !is_spelt_simply (self, reduction->updates->pdata[i]))
      return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->header->name->function);
  g_autofree char *text = parallel_text (self->proof);
  GPtrArray *statements = g_ptr_array_new ();
  for (guint i = 0; i < reduction->updates->len; i++)
    g_hash_table_insert (news, reduction->updates->pdata[i],
                         (gpointer) atomic_update (build, reduction->updates->pdata[i]));
  const IhopNode *body = ihop_replace_nodes (build, self->header->body, news);
  ihop_append (statements, ihop_make_mark (build, text));
  ihop_append (statements, ihop_make_loop_like (build, self->header->loop, body));
  return ihop_build_finish (build, self->header->loop, 1, statements);
}
