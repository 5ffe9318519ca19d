/* distribute: one loop becomes several, each with a part of the body; cut in front of the statements that the user
 * names, or ("all") into one loop for each strongly connected component of the dependences (Kuck 1981; Kennedy and
 * McKinley 1990). */
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/components.h"
#include <string.h>

typedef struct
{
  IhopTransformStep *step;
  IhopHeader header;
  GPtrArray *statements; /* of the body */
  guint *part;           /* one a statement; parts are numbered in the order they will run in */
  guint n_parts;
} Distribution;

static gboolean
find_declaration (const IhopNode *node, gpointer data)
{
  gpointer *search = data;

  if (node->kind == IHOP_VARIABLE)
    g_ptr_array_add (search[0], node->symbol);
  return ihop_kind_is_statement (node->kind) && node->kind != IHOP_BLOCK
         && !ihop_kind_is_loop (node->kind);
}

/* What is declared in one part cannot be seen in another. */
static gboolean
declarations_stay (Distribution *self)
{
  for (guint i = 0; i < self->statements->len; i++)
    {
      const IhopNode *statement = self->statements->pdata[i];
      g_autoptr (GPtrArray) declared = g_ptr_array_new ();
      gpointer search[1] = { declared };
      if (statement->kind == IHOP_DECLARATION)
        ihop_node_walk (statement, find_declaration, search);
      for (guint k = 0; k < self->statements->len; k++)
        for (guint d = 0; d < declared->len; d++)
          {
            const IhopSymbol *symbol = declared->pdata[d];
            if (self->part[i] == self->part[k]
                || !ihop_mentions (self->statements->pdata[k], symbol))
              continue;
            ihop_diag_code (ihop_refuse (self->step, IHOP_T_SHAPE, self->statements->pdata[k],
                                           "%s is declared in another part of the body",
                                           symbol->name),
                              "scalar-expand %s %s", self->header.name->address, symbol->name);
            return FALSE;
          }
    }
  return TRUE;
}

static gboolean
mark_lines (Distribution *self, char **words, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      guint child, at;
      if (!ihop_args_line (self->step, self->header.body, words[i], &child))
        return FALSE;
      if (!g_ptr_array_find (self->statements, self->header.body->child[child], &at) || at == 0)
        {
          ihop_refuse (self->step, IHOP_T_ARGUMENTS, self->header.body->child[child],
                       "nothing of the body stands before this statement");
          return FALSE;
        }
      for (guint k = at; k < self->statements->len; k++)
        self->part[k]++;
    }
  self->n_parts = self->part[self->statements->len - 1] + 1;
  return TRUE;
}

static gboolean
find_parts (Distribution *self)
{
  self->n_parts = ihop_dependence_components (self->step, self->header.name, self->statements,
                                              self->part);
  return self->n_parts > 0;
}

static const IhopNode *
part_loop (IhopBuild *build, const Distribution *self, guint part)
{
  GPtrArray *body = g_ptr_array_new ();

  for (guint i = 0; i < self->statements->len; i++)
    if (self->part[i] == part)
      g_ptr_array_add (body, self->statements->pdata[i]);
  const IhopNode *loop
    = ihop_make_loop_like (build, self->header.loop, ihop_make_body (build, body));
  return part > 0 && self->header.declared_here ? ihop_copy (build, loop, NULL) : loop;
}

static IhopRewrite *
distributed (Distribution *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->header.name->function);
  GPtrArray *news = g_ptr_array_new ();

  for (guint part = 0; part < self->n_parts; part++)
    ihop_append (news, part_loop (build, self, part));
  return ihop_build_finish (build, self->header.loop, 1, news);
}

static IhopRewrite *
distribute_build (IhopTransformStep *step, char **words, guint n)
{
  Distribution self = { .step = step };
  IhopRewrite *rewrite = NULL;

  if (!ihop_args_count (step, n, 2, 64)
      || !ihop_header_of (step, words[0], &self.header)
      || !ihop_require_copyable (step, self.header.body) || !ihop_require_no_jumps (step, self.header.body))
    return NULL;
  self.statements = ihop_body_statements (self.header.body);
  self.part = g_new0 (guint, self.statements->len + 1);
  if (self.statements->len < 2)
    ihop_refuse (step, IHOP_T_SHAPE, self.header.loop, "%s holds one statement only",
                 self.header.name->address);
  else if ((strcmp (words[1], "all") == 0 ? find_parts (&self)
                                          : mark_lines (&self, words + 1, n - 1))
           && declarations_stay (&self))
    rewrite = distributed (&self);
  g_ptr_array_unref (self.statements);
  g_free (self.part);
  return rewrite;
}

const IhopTransform ihop_transform_distribute = {
  .name = "distribute",
  .usage = "LOOP LINE|@NUMBER...|all",
  .summary = N_ ("One loop becomes several: one more from each statement on, or as many as dependences allow"),
  .kind = IHOP_TRANSFORM_ORDER,
  .build = distribute_build,
};
