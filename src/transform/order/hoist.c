/* hoist: what is the same in each iteration is done once, before the loop (Allen and Cocke 1971).
 * Where the loop may not run at all, it is done only if the loop runs. */
#include "analysis/memory/definitions.h"
#include "analysis/extract/extract.h"
#include "analysis/memory/lvalue.h"
#include "ir/print.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/order/hoist_proof.h"
#include <string.h>

/* "if the loop runs"; NULL: it always does. */
static const IhopNode *
runs_at_all (IhopBuild *build, const IhopHeader *header)
{
  if (ihop_header_runs (build->step, header, 1))
    return NULL;
  return ihop_make_relation (build, header->relation, header->lower, header->bound);
}

/* --- a statement ------------------------------------------------------------------------------ */

/* The condition "does the loop run" is asked before, and must say the same behind the statement. */
static gboolean
keeps_header (IhopHoist *self, const IhopNode *statement)
{
  const IhopNode *assign = ihop_node_strip (statement->child[0], FALSE);
  const IhopSymbol *target = ihop_defs_root (assign->child[0]);
  const IhopNode *bounds[] = { self->header.lower, self->header.bound };

  for (guint i = 0; i < G_N_ELEMENTS (bounds); i++)
    {
      const IhopNode *costly = ihop_may_fault (bounds[i]);
      if (!costly && target && !ihop_mentions (bounds[i], target))
        continue;
      ihop_refuse (self->step, IHOP_T_SHAPE, bounds[i],
                   "this statement may change how often %s runs", self->header.name->address);
      return FALSE;
    }
  return TRUE;
}

static gboolean
is_assignment (IhopTransformStep *step, const IhopNode *statement)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  if (assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE)
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, statement,
                                 "this is no assignment \"x = e\", which could run once only"),
                    "hoist an expression of it: hoist LOOP 'EXPRESSION'");
  return FALSE;
}

static const IhopNode *
without (IhopBuild *build, const IhopNode *block, guint child)
{
  GPtrArray *rest = g_ptr_array_new ();

  for (guint i = 0; i < block->n_children; i++)
    if (i != child)
      g_ptr_array_add (rest, (gpointer) block->child[i]);
  return ihop_make_body (build, rest);
}

static IhopRewrite *
hoist_statement (IhopHoist *self, const char *word)
{
  const IhopNode *body = self->header.body;
  guint child;

  if (body->kind != IHOP_BLOCK || body->n_children < 2)
    {
      const char *loop = self->header.name->address;
      IhopDiag *diag = ihop_refuse (self->step, IHOP_T_SHAPE, body, "%s holds nothing but this statement", loop);
      if (ihop_header_trips (&self->header) == 1)
        ihop_diag_code (diag, "remove-header %s", loop);
      else
        ihop_diag_remedy (diag, "write it once in the place of the loop, under the condition that the loop runs");
      return NULL;
    }
  if (!ihop_args_line (self->step, body, word, &child)
      || !is_assignment (self->step, body->child[child]) || !keeps_header (self, body->child[child])
      || !ihop_hoist_is_invariant (self, body->child[child]))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->header.name->function);
  const IhopNode *guard = runs_at_all (build, &self->header);
  const IhopNode *statement = ihop_make_statement (build, body->child[child]->child[0]);
  GPtrArray *news = g_ptr_array_new ();
  if (guard)
    statement = ihop_make_if (build, guard, statement, NULL);
  g_ptr_array_add (news, (gpointer) statement);
  ihop_append (news, ihop_make_loop_like (build, self->header.loop, without (build, body, child)));
  return ihop_build_finish (build, self->header.loop, 1, news);
}

/* --- an expression ---------------------------------------------------------------------------- */

typedef struct
{
  const char *text;     /* without spaces */
  GPtrArray *found;     /* of const IhopNode * */
  gboolean conditional; /* one of them is not evaluated in every iteration */
} Search;

static char *
without_spaces (const char *text)
{
  GString *out = g_string_new (NULL);

  for (; *text; text++)
    if (!g_ascii_isspace (*text))
      g_string_append_c (out, *text);
  return g_string_free (out, FALSE);
}

static gboolean
is_sought (const Search *self, const IhopNode *node)
{
  if (ihop_kind_is_statement (node->kind) || node->type == NULL || node->kind == IHOP_PAREN
      || (node->kind == IHOP_CAST && node->flags & IHOP_NODE_IMPLICIT)
      || !(ihop_type_is_integer (node->type) || ihop_type_is_floating (node->type)))
    return FALSE;
  g_autofree char *text = ihop_print_node (node, NULL);
  g_autofree char *bare = without_spaces (text);
  return g_str_equal (bare, self->text);
}

/* Whether child i of a node is evaluated whenever the node is. */
static gboolean
is_sure (const IhopNode *node, guint i)
{
  switch (node->kind)
    {
    case IHOP_BLOCK:
    case IHOP_EXPRESSION:
    case IHOP_DECLARATION:
    case IHOP_VARIABLE:
      return TRUE;
    case IHOP_IF:
    case IHOP_CONDITIONAL:
      return i == 0;
    case IHOP_BINARY:
      return i == 0 || (node->op != IHOP_OP_LAND && node->op != IHOP_OP_LOR);
    default:
      return !ihop_kind_is_statement (node->kind);
    }
}

/* What is written to, or has its address taken, is no value. */
static gboolean
is_place (const IhopNode *node, guint i)
{
  return (node->kind == IHOP_ASSIGN && i == 0)
         || (node->kind == IHOP_UNARY
             && (node->op == IHOP_OP_ADDRESS || node->op >= IHOP_OP_PRE_INC))
         || node->kind == IHOP_SIZEOF || node->kind == IHOP_OPAQUE_EXPR
         || node->kind == IHOP_OPAQUE;
}

static void
find (Search *self, const IhopNode *node, gboolean sure, gboolean place)
{
  if (!place && is_sought (self, node))
    {
      g_ptr_array_add (self->found, (gpointer) node);
      self->conditional |= !sure;
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      find (self, node->child[i], sure && is_sure (node, i), is_place (node, i));
}

static gboolean
are_invariant (IhopHoist *self, const Search *search)
{
  const IhopNode *first = search->found->len ? search->found->pdata[0] : NULL;

  if (first == NULL)
    {
      ihop_refuse (self->step, IHOP_T_ARGUMENTS, self->header.loop,
                   "the value %s is not computed in %s", search->text, self->header.name->address);
      return FALSE;
    }
  for (guint i = 0; i < search->found->len; i++)
    if (!ihop_hoist_is_invariant (self, search->found->pdata[i]))
      return FALSE;
  const IhopNode *costly = search->conditional ? ihop_may_fault (first) : NULL;
  if (costly)
    ihop_refuse (self->step, IHOP_T_SHAPE, costly,
                 "this is not computed in every iteration, and may fault where it is not");
  return costly == NULL;
}

static const IhopNode *
with_variable (IhopBuild *build, const IhopNode *body, const GPtrArray *found, IhopSymbol *symbol)
{
  for (guint i = 0; i < found->len; i++)
    body = ihop_node_replace (build->pool, body, found->pdata[i], ihop_make_ref (build, symbol));
  return body;
}

static IhopRewrite *
hoist_found (IhopHoist *self, const Search *search, const char *name)
{
  const IhopNode *value = search->found->pdata[0];
  const IhopSymbol like = { .name = "", .type = value->type };
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->header.name->function);
  const IhopNode *guard = ihop_may_fault (value) ? runs_at_all (build, &self->header) : NULL;
  IhopSymbol *symbol = ihop_make_variable (build, &like, NULL, name);
  GPtrArray *news = g_ptr_array_new ();

  const IhopNode *body = with_variable (build, self->header.body, search->found, symbol);
  const IhopNode *once
    = guard ? ihop_make_conditional (build, guard, value, ihop_make_integer (build, 0)) : value;
  ihop_append (news, ihop_make_declaration (build, symbol, once));
  ihop_append (news, ihop_make_loop_like (build, self->header.loop, body));
  return ihop_build_finish (build, self->header.loop, 1, news);
}

static IhopRewrite *
hoist_expression (IhopHoist *self, const char *text, const char *name)
{
  g_autofree char *bare = without_spaces (text);
  Search search = { .text = bare, .found = g_ptr_array_new () };
  IhopRewrite *rewrite = NULL;

  find (&search, self->header.body, TRUE, FALSE);
  if (are_invariant (self, &search))
    rewrite = hoist_found (self, &search, name);
  g_ptr_array_unref (search.found);
  return rewrite;
}

/* --- the step --------------------------------------------------------------------------------- */

static gboolean
is_place_word (const char *word)
{
  const char *colon = strrchr (word, ':');

  return word[0] == '@'
         || (colon ? g_ascii_isdigit (colon[1]) : strspn (word, "0123456789") == strlen (word));
}

static IhopRewrite *
hoist_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHoist self = { .step = step };
  IhopBudget budget = ihop_facts_budget (step->facts);
  gboolean statement = n > 1 && is_place_word (words[1]);

  if (!ihop_args_count (step, n, 2, statement ? 2 : 3)
      || (n > 2 && !ihop_args_name (step, words[2])) || !ihop_header_of (step, words[0], &self.header))
    return NULL;
  g_autoptr (IhopScop) scop
    = ihop_scop_new (step->facts, self.header.name->function, self.header.loop, &budget);
  g_autoptr (GHashTable) inside = g_hash_table_new (NULL, NULL);
  self.scop = scop;
  self.inside = inside;
  return statement ? hoist_statement (&self, words[1])
                   : hoist_expression (&self, words[1], n > 2 ? words[2] : "same");
}

const IhopTransform ihop_transform_hoist = {
  .name = "hoist",
  .usage = "LOOP LINE|@NUMBER|'EXPRESSION' [NAME]",
  .summary = N_ ("What is the same in each iteration is done once, before the loop"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = hoist_build,
};
