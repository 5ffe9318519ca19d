/* x[i] = … x[i - 1] …: what an iteration writes is kept in a variable for the next one.
 *
 * The proof: one statement of every iteration writes x[f(i)]; x[f(i - 1)] is read no later in the body than that, by
 * subscripts that are equal one iteration later; nothing else writes what is read; and every iteration reads it, so
 * that the first value may be read before the loop. */
#include "transform/storage/scalar_replace_carried.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/witness.h"
#include "transform/storage/scalar_replace_element.h"

typedef struct
{
  IhopLoopProof *proof;
  const IhopSymbol *symbol;
  const IhopAccess *write;
  const IhopNode *statement; /* the assignment's */
  GPtrArray *reads;          /* of const IhopAccess * */
  const IhopAccess *sure;    /* one of them that every iteration makes */
} Carried;

/* The reference one iteration later is the written one. */
static gboolean
follows (const Carried *self, const IhopAccess *read)
{
  const IhopAccess *write = self->write;
  gint64 step = self->proof->header->step;

  if (read->n_dims != write->n_dims || read->ref->steps->len != write->ref->steps->len
      || read->is_loaded || write->is_loaded || read->n_dims == 0)
    return FALSE;
  for (guint d = 0; d < read->n_dims; d++)
    {
      const IhopLinear *r = read->linear[d], *w = write->linear[d];
      if (r == NULL || w == NULL || r->n_params != w->n_params
          || r->constant != w->constant - step * w->coefficient[w->n_params])
        return FALSE;
      for (guint k = 0; k < r->n_params + r->n_dims; k++)
        if (r->coefficient[k] != (k <= w->n_params ? w->coefficient[k] : 0))
          return FALSE;
    }
  return TRUE;
}

static gboolean
find_write (Carried *self, const GPtrArray *accesses)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (self->proof->header->body);
  guint writes = 0;

  for (guint i = 0; i < accesses->len; i++)
    if (((IhopAccess *) accesses->pdata[i])->is_write)
      {
        self->write = accesses->pdata[i];
        writes++;
      }
  for (guint i = 0; writes == 1 && i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      const IhopNode *assign
        = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
      if (assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE
          && ihop_node_strip (assign->child[0], FALSE) == ihop_node_strip (self->write->node, FALSE)
          && self->write->statement->depth == 1)
        self->statement = statement;
    }
  if (self->statement && self->write->may == IHOP_MAY_NOT)
    return TRUE;
  ihop_refuse (self->proof->step, IHOP_T_STORAGE, self->proof->header->loop,
               "no element of %s is the same throughout %s, nor is there one statement that writes "
               "an element in every iteration", self->symbol->name,
               self->proof->header->name->address);
  return FALSE;
}

static gboolean
find_reads (Carried *self, const GPtrArray *accesses)
{
  for (guint i = 0; i < accesses->len; i++)
    {
      const IhopAccess *read = accesses->pdata[i];
      if (read->is_write || read->may == IHOP_MAY_CALL || !follows (self, read)
          || read->position > self->write->position)
        continue;
      g_ptr_array_add (self->reads, (gpointer) read);
      if (ihop_proof_in_every_iteration (self->proof, read) && read->statement->depth == 1)
        self->sure = read;
    }
  if (self->sure)
    return ihop_require_invariant_subscripts (self->proof->step, self->proof->header, self->sure->node);
  g_autofree char *text = ihop_witness_reference (self->write->node);
  ihop_refuse (self->proof->step, IHOP_T_STORAGE, self->write->node,
               "not every iteration of %s reads, before it writes %s (line %u), what the one "
               "before has written", self->proof->header->name->address, text,
               ihop_range_line (self->write->node->place));
  return FALSE;
}

static gboolean
nobody_else_writes (Carried *self)
{
  g_autoptr (GPtrArray) own = g_ptr_array_new ();

  g_ptr_array_add (own, (gpointer) self->write);
  for (guint i = 0; i < self->reads->len; i++)
    if (!ihop_scalar_replace_is_alone (self->proof, self->reads->pdata[i], own, FALSE))
      return FALSE;
  return TRUE;
}

/* "x[i] = e" as "value = e; x[i] = value". */
static void
append_write (Carried *self, IhopBuild *build, IhopSymbol *variable, const IhopNode *statement,
              GPtrArray *into)
{
  const IhopNode *assign = ihop_node_strip (statement->child[0], FALSE);
  const IhopNode *ref = ihop_make_ref (build, variable);

  ihop_append_assignment (build, into, IHOP_OP_NONE, ref, assign->child[1]);
  ihop_append_assignment (build, into, IHOP_OP_NONE, assign->child[0], ref);
}

static const IhopNode *
new_body (Carried *self, IhopBuild *build, IhopSymbol *variable)
{
  const IhopNode *body = self->proof->header->body;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  guint n = body->kind == IHOP_BLOCK ? body->n_children : 1;
  GPtrArray *statements = g_ptr_array_new ();

  for (guint i = 0; i < self->reads->len; i++)
    g_hash_table_insert (news, (gpointer) ((IhopAccess *) self->reads->pdata[i])->node,
                         (gpointer) ihop_make_ref (build, variable));
  for (guint i = 0; i < n; i++)
    {
      const IhopNode *old = body->kind == IHOP_BLOCK ? body->child[i] : body;
      const IhopNode *now = ihop_replace_nodes (build, old, news);
      if (old == self->statement)
        append_write (self, build, variable, now, statements);
      else
        g_ptr_array_add (statements, (gpointer) now);
    }
  IhopNode *block = (IhopNode *) ihop_make_body (build, statements);
  block->place = body->range.source ? body->range : body->place;
  return block;
}

static IhopRewrite *
replaced (Carried *self)
{
  const IhopHeader *header = self->proof->header;
  g_autoptr (IhopBuild) build = ihop_build_new (self->proof->step, header->name->function);
  IhopSymbol *variable = ihop_scalar_replace_variable (build, self->symbol, self->write->node);
  const IhopNode *first = ihop_copy (
    build, self->sure->node, ihop_values_new (build, header->iterator, header->lower));
  GPtrArray *news = g_ptr_array_new (), *around = g_ptr_array_new ();

  ihop_append (around, ihop_make_declaration (build, variable, first));
  ihop_append (around, ihop_make_loop_like (build, header->loop, new_body (self, build, variable)));
  ihop_append_if_runs (build, header, news, around);
  return ihop_build_finish (build, header->loop, 1, news);
}

IhopRewrite *
ihop_scalar_replace_carried (IhopLoopProof *proof, const IhopSymbol *symbol)
{
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, symbol);
  g_autoptr (GPtrArray) reads = g_ptr_array_new ();
  Carried self = { .proof = proof, .symbol = symbol, .reads = reads };

  if (!find_write (&self, accesses) || !find_reads (&self, accesses)
      || !nobody_else_writes (&self))
    return NULL;
  return replaced (&self);
}
