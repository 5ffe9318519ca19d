/* wrap-around: a variable that each iteration reads as the one before has left it is written in terms of the iterator,
 * from the second iteration on; the first iteration stands in front of the loop (Padua and Wolfe 1986).
 *
 * Proved by the text: each iteration sets the variable once, below no condition, to something that only the iterator
 * changes. */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopSymbol *symbol;
  guint at;                /* number of the statement that sets it */
  const IhopNode *value;   /* to what */
} Wrap;

static const IhopNode *
set_by (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;
  const IhopNode *left
    = assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE
        ? ihop_node_strip (assign->child[0], FALSE) : NULL;

  return left && left->kind == IHOP_REF && left->symbol == symbol ? assign->child[1] : NULL;
}

static gboolean
find_value (Wrap *self, const GPtrArray *statements)
{
  guint reads = 0;

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      const IhopNode *value = set_by (statement, self->symbol);
      g_autoptr (GPtrArray) mentions = ihop_mentions_of (statement, self->symbol);
      if (self->value == NULL)
        reads += mentions->len - (value != NULL);
      if (value == NULL && !ihop_writes (statement, self->symbol))
        continue;
      if (value == NULL || self->value)
        {
          ihop_refuse (self->step, IHOP_T_STORAGE, statement,
                       "here %s is set a second time, or not in every iteration of %s",
                       self->symbol->name, self->header->name->address);
          return FALSE;
        }
      self->value = value;
      self->at = i;
    }
  if (self->value && reads)
    return ihop_require_invariant (self->step, self->header, self->value, N_ ("what it is set to"));
  ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop,
               "no iteration of %s reads what the one before has left in %s",
               self->header->name->address, self->symbol->name);
  return FALSE;
}

/* The value that the iteration before has left. */
static const IhopNode *
left_over (Wrap *self, IhopBuild *build)
{
  const IhopNode *before
    = ihop_make_plus (build, ihop_make_ref (build, self->header->iterator), -self->header->step);
  const IhopNode *value = ihop_copy (
    build, self->value, ihop_values_new (build, self->header->iterator, before));

  return ihop_make_converted (build, ihop_type_strip (self->symbol->type), value);
}

static const IhopNode *
rest (Wrap *self, IhopBuild *build, const GPtrArray *statements)
{
  const IhopHeader *header = self->header;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->at; i++)
    ihop_replace_mentions (news, statements->pdata[i], self->symbol, left_over (self, build));
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here,
                        ihop_make_plus (build, header->lower, header->step), header->relation,
                        header->bound, header->step,
                        ihop_replace_nodes (build, header->body, news));
}

static IhopRewrite *
wrap_around_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  Wrap self = { .step = step, .header = &header };

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_header_of (step, words[0], &header) || !ihop_require_repeatable_header (step, &header)
      || !ihop_require_single_exit (step, &header) || !ihop_require_copyable (step, header.body)
      || !ihop_require_dead_counter (step, &header)
      || !(self.symbol = ihop_require_variable (step, &header, words[1]))
      || !ihop_require_own_number (step, &header, self.symbol))
    return NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (header.body);
  if (!find_value (&self, statements))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  GPtrArray *news = g_ptr_array_new (), *first = g_ptr_array_new ();
  if (!ihop_require_nameable (step, header.body, left_over (&self, build)))
    return NULL;
  ihop_append_body (first, ihop_copy (build, header.body,
                                      ihop_values_new (build, header.iterator, header.lower)));
  ihop_append_if_runs (build, &header, news, first);
  ihop_append (news, rest (&self, build, statements));
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_wrap_around = {
  .name = "wrap-around",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A variable read as the iteration before has left it is said by the iterator"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = wrap_around_build,
};
