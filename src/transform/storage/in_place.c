/* in-place: a value that is computed in a variable and stored at the end of the body is computed where it is stored: "w
 * = A[i][j]; for (k …) w -= …; A[i][j] = w;" without w. The opposite of scalar-replace (Callahan, Carr and Kennedy
 * 1990): a variable that all iterations share makes them depend on each other; an element of their own does not, and
 * costs no memory.
 *
 * The proof: the body sets the variable first and stores it last, and nothing reads it afterwards; the element has the
 * variable's type and the same address throughout; and nothing in between touches it in the same iteration. */
#include "transform/storage/in_place.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/make_statement.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/loop_proof.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/witness.h"
#include <string.h>

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  IhopSymbol *symbol;
  GPtrArray *statements;   /* of the body */
  guint first, last;       /* that mention the variable */
  const IhopNode *value;   /* what it is set to at first */
  const IhopNode *store;   /* the assignment in the last one */
  const IhopNode *place;   /* its left side */
} InPlace;

/* ---- What it looks like ---------------------------------------------------------------------------- */

static gboolean
refuse_shape (InPlace *self, const IhopNode *node, const char *sentence)
{
  ihop_refuse (self->step, IHOP_T_SHAPE, node, sentence, self->symbol->name);
  return FALSE;
}

/* The assignment that a statement consists of; NULL: it is something else. */
static const IhopNode *
assignment_in (const IhopNode *statement)
{
  const IhopNode *assign
    = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  return assign && assign->kind == IHOP_ASSIGN && assign->op == IHOP_OP_NONE ? assign : NULL;
}

/* "w = e" or "double w = e": e, which does not mention w. NULL: it is something else. */
static const IhopNode *
first_value (const IhopNode *statement, const IhopSymbol *symbol)
{
  const IhopNode *assign = assignment_in (statement), *value = NULL;

  if (assign && ihop_node_strip (assign->child[0], FALSE)->kind == IHOP_REF
      && ihop_node_strip (assign->child[0], FALSE)->symbol == symbol)
    value = assign->child[1];
  else if (statement->kind == IHOP_DECLARATION && statement->n_children == 1
           && statement->child[0]->symbol == symbol)
    value = statement->child[0]->child[0];
  return value && !ihop_mentions (value, symbol) ? value : NULL;
}

/* FALSE: nothing mentions it. */
static gboolean
find_ends (InPlace *self)
{
  gboolean any = FALSE;

  for (guint i = 0; i < self->statements->len; i++)
    {
      const IhopNode *statement = self->statements->pdata[i];
      g_autoptr (GPtrArray) mentions = ihop_mentions_of (statement, self->symbol);
      gboolean declares = statement->kind == IHOP_DECLARATION && statement->n_children == 1
                          && statement->child[0]->symbol == self->symbol;
      if (mentions->len == 0 && !declares)
        continue;
      if (!any)
        self->first = i;
      self->last = i;
      any = TRUE;
    }
  return any;
}

static gboolean
read_shape (InPlace *self)
{
  const IhopNode *loop = self->header->loop;
  g_autoptr (GPtrArray) all = ihop_mentions_of (loop, self->symbol);
  g_autoptr (GPtrArray) inside = ihop_mentions_of (self->header->body, self->symbol);

  if (!find_ends (self) || all->len != inside->len || self->first == self->last)
    return refuse_shape (self, loop, N_ ("%s is not worked out by several statements of this body"));
  const IhopNode *first = self->statements->pdata[self->first];
  const IhopNode *last = self->statements->pdata[self->last];
  self->value = first_value (first, self->symbol);
  if (self->value == NULL)
    return refuse_shape (self, first, N_ ("%s is mentioned here before a statement of the body's own sets it"));
  self->store = assignment_in (last);
  self->place = self->store ? ihop_node_strip (self->store->child[0], FALSE) : NULL;
  if (self->place == NULL || self->place->kind != IHOP_INDEX || ihop_mentions (self->place, self->symbol))
    return refuse_shape (self, last, N_ ("%s is mentioned last here, where it is not stored in an element of an array"));
  return TRUE;
}

/* ---- The element ------------------------------------------------------------------------------------- */

static gboolean
find_unplain (const IhopNode *node, gpointer data)
{
  const IhopNode **found = data;

  if (node->kind != IHOP_REF && node->kind != IHOP_INTEGER && node->kind != IHOP_BINARY
      && node->kind != IHOP_PAREN && node->kind != IHOP_CAST && node->kind != IHOP_UNARY)
    *found = node;
  if (node->kind == IHOP_UNARY && node->op != IHOP_OP_NEG && node->op != IHOP_OP_PLUS)
    *found = node;
  return *found == NULL;
}

/* The array and the subscripts are made of names and numbers. */
static gboolean
is_plain (InPlace *self)
{
  const IhopNode *base = self->place, *found = NULL;

  for (; base->kind == IHOP_INDEX; base = ihop_node_strip (base->child[0], TRUE))
    ihop_node_walk (base->child[1], find_unplain, &found);
  if (found == NULL && base->kind == IHOP_REF)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, found ? found : base,
               "where %s is stored is not said by names and numbers alone", self->symbol->name);
  return FALSE;
}

typedef struct
{
  const InPlace *self;
  const IhopNode *found;
} Changing;

/* A name that means something else, or nothing yet, where the variable is set. */
static gboolean
find_changing (const IhopNode *node, gpointer data)
{
  Changing *changing = data;
  const InPlace *self = changing->self;
  guint child, k;

  if (node->kind != IHOP_REF || node->symbol->kind == IHOP_SYMBOL_ENUMERATOR)
    return TRUE;
  gboolean is_array = ihop_type_strip (node->symbol->type)->kind == IHOP_TYPE_ARRAY;
  gboolean changes
    = ihop_find_declarator (self->header->body, node->symbol, &child, &k)
      || (!is_array && !ihop_defs_is_tame (self->step->facts, self->header->name->function, node->symbol));
  for (guint i = self->first; i <= self->last && !is_array; i++)
    changes |= ihop_writes (self->statements->pdata[i], node->symbol);
  if (changes)
    changing->found = node;
  return changing->found == NULL;
}

static gboolean
stays_the_same (InPlace *self)
{
  Changing changing = { self, NULL };

  ihop_node_walk (self->place, find_changing, &changing);
  if (changing.found == NULL)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, changing.found,
               "%s may change, or is not there yet, between the statement that sets %s and this one",
               changing.found->symbol->name, self->symbol->name);
  return FALSE;
}

static gboolean
holds_the_same (InPlace *self)
{
  g_autofree char *text = ihop_witness_reference (self->place);

  if (ihop_type_equal (self->symbol->type, self->place->type) && ihop_type_is_scalar (self->symbol->type)
      && !ihop_type_is_volatile (self->place->type))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_STORAGE, self->place, "%s is no number of the same type as %s: values on the "
               "way would not be the same", text, self->symbol->name);
  return FALSE;
}

/* ---- What else touches it ---------------------------------------------------------------------------- */

static gboolean
add_node (const IhopNode *node, gpointer set)
{
  g_hash_table_add (set, (gpointer) node);
  return TRUE;
}

static const IhopAccess *
store_access (const InPlace *self, const IhopLoopProof *proof)
{
  for (guint i = 0; i < proof->scop->accesses->len; i++)
    {
      const IhopAccess *access = proof->scop->accesses->pdata[i];
      if (access->is_write && access->node == self->place)
        return access;
    }
  return NULL;
}

static gboolean
refuse_other (InPlace *self, IhopLoopProof *proof, const IhopAccess *store, const IhopAccess *other)
{
  g_autofree char *place = ihop_witness_reference (self->place);
  g_autofree char *text = ihop_witness_reference (other->node);
  IhopDependence *meeting = ihop_proof_aliasing_instances (proof, store, other, TRUE);

  IhopMessage *sentence
    = ihop_message ("%s (line %u) may be the same memory as %s (line %u) in one iteration, before %s is stored there",
                   text, ihop_range_line (other->node->place), place, ihop_range_line (self->place->place),
                   self->symbol->name);
  IhopDiag *diag = ihop_witness_refuse (self->step, IHOP_T_STORAGE, other->node, sentence, meeting);
  if (other->ref->root != store->ref->root)
    ihop_diag_remedy (diag, IHOP_REMEDY_RESTRICT);
  return FALSE;
}

/* Between the two ends. What the first one reads is read before. */
static gboolean
is_alone (InPlace *self)
{
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (self->step, self->header);
  const IhopAccess *store = proof ? store_access (self, proof) : NULL;
  g_autoptr (GHashTable) between = g_hash_table_new (NULL, NULL);

  if (proof == NULL)
    return FALSE;
  if (store == NULL)
    return refuse_shape (self, self->place, N_ ("%s is stored where it cannot be followed"));
  for (guint i = self->first + 1; i <= self->last; i++)
    ihop_node_walk (self->statements->pdata[i], add_node, between);
  for (guint i = 0; i < proof->scop->accesses->len; i++)
    {
      const IhopAccess *other = proof->scop->accesses->pdata[i];
      if (other != store && other->ref->root != self->symbol && g_hash_table_contains (between, other->node)
          && ihop_proof_may_alias_in_iteration (proof, store, other))
        return refuse_other (self, proof, store, other);
    }
  return TRUE;
}

static gboolean
is_done_with (InPlace *self)
{
  guint child, k;

  if (ihop_find_declarator (self->header->body, self->symbol, &child, &k)
      || !ihop_live_after (self->step->facts, self->header->name->function, self->header->loop, self->symbol))
    return TRUE;
  ihop_refuse (self->step, IHOP_T_LIVE, self->header->loop, "the value of %s after its loop is used, and this step would not leave it",
               self->symbol->name);
  return FALSE;
}

/* ---- Building ------------------------------------------------------------------------------------------ */

static IhopRewrite *
in_place (InPlace *self)
{
  g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->header->name->function);
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  const IhopNode *first = self->statements->pdata[self->first], *last = self->statements->pdata[self->last];
  const IhopNode *set = NULL;

  if (!ihop_same_expression (ihop_node_strip (self->value, FALSE), self->place))
    set = ihop_make_assignment (build, IHOP_OP_NONE, self->place, self->value);
  g_hash_table_insert (news, (gpointer) first, (gpointer) set);
  for (guint i = self->first + 1; i < self->last; i++)
    ihop_replace_mentions (news, self->statements->pdata[i], self->symbol, self->place);
  const IhopNode *stored = ihop_node_strip (self->store->child[1], FALSE);
  if (stored->kind == IHOP_REF && stored->symbol == self->symbol)
    g_hash_table_insert (news, (gpointer) last, NULL);
  else
    ihop_replace_mentions (news, self->store->child[1], self->symbol, self->place);
  const IhopNode *body = ihop_replace_nodes (build, self->header->body, news);
  return ihop_build_finish_one (build, self->header->loop, ihop_make_loop_like (build, self->header->loop, body));
}

/* Declared in the body, or a variable of the function's. */
static IhopSymbol *
variable_of (IhopTransformStep *step, const IhopHeader *header, const GPtrArray *statements, const char *name)
{
  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i];
      if (statement->kind == IHOP_DECLARATION && statement->n_children == 1
          && g_str_equal (statement->child[0]->symbol->name, name))
        return statement->child[0]->symbol;
    }
  return ihop_require_variable (step, header, name);
}

IhopSymbol *
ihop_in_place_candidate (const IhopNode *loop)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (ihop_loop_body (loop));

  for (guint i = 0; i + 1 < statements->len; i++)
    {
      const IhopNode *assign = assignment_in (statements->pdata[i]);
      const IhopNode *left = assign ? ihop_node_strip (assign->child[0], FALSE) : NULL;
      const IhopNode *statement = statements->pdata[i];
      if (left && left->kind == IHOP_REF)
        return left->symbol;
      if (statement->kind == IHOP_DECLARATION && statement->n_children == 1)
        return statement->child[0]->symbol;
    }
  return NULL;
}

static IhopRewrite *
in_place_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 2, 2) || !ihop_header_of (step, words[0], &header)
      || !ihop_require_single_exit (step, &header) || !ihop_require_returning_calls (step, &header))
    return NULL;
  g_autoptr (GPtrArray) statements = ihop_body_statements (header.body);
  InPlace self = { .step = step, .header = &header, .statements = statements,
                   .symbol = variable_of (step, &header, statements, words[1]) };

  if (self.symbol == NULL || !ihop_require_own_number (step, &header, self.symbol)
      || !ihop_require_own_variable (step, &header, self.symbol)
      || !ihop_require_no_extent (step, &header, self.symbol) || !read_shape (&self) || !is_plain (&self)
      || !holds_the_same (&self) || !stays_the_same (&self) || !is_done_with (&self) || !is_alone (&self))
    return NULL;
  return in_place (&self);
}

const IhopTransform ihop_transform_in_place = {
  .name = "in-place",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A value that the body works out in a variable is worked out where it is stored"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = in_place_build,
};
