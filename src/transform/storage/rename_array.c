/* rename, for arrays: values that have nothing to do with each other get arrays of their own. The webs of definitions
 * and uses that compilers assign registers to, here element by element (Cytron and Ferrante, "What's in a name?",
 * 1987), with data flow between instances (Feautrier 1991).
 *
 * The proof: if a value may flow from a write to a read, that is, unless another write is sure to come between all
 * instances that mean the same element, the two keep one name. Reads that may see what was there before the code, and
 * writes whose value may be used after it, keep the owner's name. Then the last write before each read is what it was. */
#include "transform/storage/rename_array.h"
#include "analysis/dependence/covering_writes.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/liveness.h"
#include "analysis/verdict/reasons.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/loop_proof.h"
#include "transform/legality/preconditions.h"
#include "transform/legality/witness.h"
#include "transform/storage/array_references.h"
#include <isl/set.h>

enum { MOST_REFERENCES = 60 };

typedef struct
{
  IhopLoopProof *proof;
  const IhopHeader *header;
  IhopReferences *references;
  GPtrArray *reads, *writes;  /* of const IhopAccess * */
  GHashTable *numbers;        /* reference → its number + 1 */
  guint *parent;              /* of each reference, and of "elsewhere" behind them: a forest of lives */
  /* The first flow that makes one life of two that both write: */
  const IhopAccess *from, *to;
  isl_map *flow;
  const IhopAccess *seen;     /* a write whose value may be used after the code, or … */
  const IhopAccess *open;     /* … a read that may see what was there before */
} Lives;

/* --- lives ------------------------------------------------------------------------------------- */

static guint
elsewhere (const Lives *self)
{
  return self->references->nodes->len;
}

static guint
life_of (const Lives *self, guint reference)
{
  while (self->parent[reference] != reference)
    reference = self->parent[reference];
  return reference;
}

static guint
number_of (const Lives *self, const IhopAccess *access)
{
  return GPOINTER_TO_UINT (g_hash_table_lookup (self->numbers, ihop_node_strip (access->node, TRUE)))
         - 1;
}

static gboolean
writes_in (const Lives *self, guint life)
{
  for (guint i = 0; i < self->writes->len; i++)
    if (life_of (self, number_of (self, self->writes->pdata[i])) == life)
      return TRUE;
  return FALSE;
}

/* TRUE: these were two lives until now. */
static gboolean
join (Lives *self, guint a, guint b)
{
  a = life_of (self, a);
  b = life_of (self, b);
  self->parent[a] = b;
  return a != b;
}

/* --- flow -------------------------------------------------------------------------------------- */

/* { instance of a → instance of b : both in one element, b after a }; an error (out of operations) is
 * NULL, and no proof of anything. "*fully": all subscripts are told and compared. */
static isl_map *
meetings (Lives *self, const IhopAccess *a, const IhopAccess *b, gboolean *fully)
{
  IhopScop *scop = self->proof->scop;
  IhopOverlap overlap = ihop_overlap_of (scop, a, b, NULL);
  gboolean is_apart;
  isl_map *pairs = ihop_deps_between (scop, a, b, &overlap, &is_apart);

  *fully = overlap.kind == IHOP_OVERLAP_SURE && overlap.n_dims == a->n_dims
           && overlap.n_dims == b->n_dims;
  if (is_apart)
    pairs = isl_map_empty (isl_space_map_from_domain_and_range (
      isl_set_get_space (a->statement->domain), isl_set_get_space (b->statement->domain)));
  return pairs;
}

/* An instance means one element. */
static gboolean
is_definite (const IhopAccess *access)
{
  return isl_map_is_single_valued (access->map) == isl_bool_true;
}

/* One that is sure to write the element that it names. */
static gboolean
is_certain (const IhopAccess *write)
{
  return write->may == IHOP_MAY_NOT && is_definite (write);
}

/* Without pairs that have another write of the element between them: of the one in which they meet, as at
 * least one of them means no other. Takes pairs. */
static isl_map *
unless_killed (Lives *self, const IhopAccess *write, const IhopAccess *read, isl_map *pairs)
{
  if (!is_definite (write) && !is_definite (read))
    return pairs;
  for (guint i = 0; i < self->writes->len && isl_map_is_empty (pairs) == isl_bool_false; i++)
    {
      const IhopAccess *killer = self->writes->pdata[i];
      gboolean first_fully, then_fully;
      if (!is_certain (killer))
        continue;
      isl_map *first = meetings (self, write, killer, &first_fully);
      isl_map *then = meetings (self, killer, read, &then_fully);
      if (first_fully && then_fully)
        pairs = isl_map_subtract (pairs, isl_map_apply_range (first, then));
      else
        {
          isl_map_free (first);
          isl_map_free (then);
        }
    }
  return pairs;
}

/* Takes pairs. */
static void
remember (Lives *self, const IhopAccess *write, const IhopAccess *read, isl_map *pairs)
{
  if (self->from)
    {
      isl_map_free (pairs);
      return;
    }
  self->from = write;
  self->to = read;
  self->flow = pairs;
}

static void
join_flow (Lives *self, const IhopAccess *write, const IhopAccess *read)
{
  guint a = life_of (self, number_of (self, write)), b = life_of (self, number_of (self, read));
  gboolean fully;

  if (a == b)
    return;
  isl_map *pairs = unless_killed (self, write, read, meetings (self, write, read, &fully));
  if (isl_map_is_empty (pairs) != isl_bool_true)
    {
      if (writes_in (self, a) && writes_in (self, b))
        remember (self, write, read, isl_map_copy (pairs));
      join (self, a, b);
    }
  isl_map_free (pairs);
}

/* Whether some instance's value may be what is left in the end. */
static gboolean
may_remain (Lives *self, const IhopAccess *write)
{
  isl_set *left = isl_set_intersect_params (isl_set_copy (write->statement->domain),
                                            isl_set_copy (self->proof->scop->context));
  gboolean remains;

  for (guint i = 0; i < self->writes->len && isl_set_is_empty (left) == isl_bool_false; i++)
    {
      const IhopAccess *killer = self->writes->pdata[i];
      gboolean fully;
      if (!is_certain (killer) || !is_definite (write))
        continue;
      isl_map *pairs = meetings (self, write, killer, &fully);
      if (fully)
        left = isl_set_subtract (left, isl_map_domain (pairs));
      else
        isl_map_free (pairs);
    }
  remains = isl_set_is_empty (left) != isl_bool_true;
  isl_set_free (left);
  return remains;
}

static void
join_elsewhere (Lives *self)
{
  IhopLoopProof *proof = self->proof;
  gboolean whole = self->header->loop == self->header->name->function->body;
  const IhopSymbol *symbol = self->references->symbol;
  gboolean is_used = whole ? symbol->storage != IHOP_STORAGE_AUTO || symbol->is_global
                           : ihop_live_after (proof->step->facts, self->header->name->function,
                                              self->header->loop, symbol);

  for (guint i = 0; i < self->reads->len; i++)
    {
      const IhopAccess *read = self->reads->pdata[i];
      if (ihop_cover_read (proof->scop, read, self->writes, 0))
        continue;
      self->open = self->open ? self->open : read;
      join (self, number_of (self, read), elsewhere (self));
    }
  for (guint i = 0; is_used && i < self->writes->len; i++)
    {
      const IhopAccess *write = self->writes->pdata[i];
      if (!may_remain (self, write))
        continue;
      self->seen = self->seen ? self->seen : write;
      join (self, number_of (self, write), elsewhere (self));
    }
}

/* --- the code ---------------------------------------------------------------------------------- */

/* Whether another variable may mean the same memory, in an access that matters. */
static gboolean
is_shared (Lives *self, const IhopAccess *other)
{
  g_autoptr (GPtrArray) promises = g_ptr_array_new_with_free_func (ihop_assumption_free);
  gboolean by_owner = TRUE;

  for (guint k = 0; k < 2; k++)
    {
      const GPtrArray *own = k ? self->reads : self->writes;
      if (own->len && (k == 0 || other->is_write)
          && ihop_overlap_of (self->proof->scop, own->pdata[0], other, promises).kind
               != IHOP_OVERLAP_NONE)
        return TRUE;
    }
  for (guint i = 0; i < promises->len; i++)
    by_owner &= ((IhopAssumption *) promises->pdata[i])->by_owner;
  return !by_owner;
}

/* Every access to the array is one of its elements as they are spelt, and by its name. */
static gboolean
take_accesses (Lives *self)
{
  const GPtrArray *all = self->proof->scop->accesses;

  for (guint i = 0; i < all->len; i++)
    {
      const IhopAccess *access = all->pdata[i];
      /* What it is initialized with was there before. */
      if (access->ref->root != self->references->symbol || access->node->kind == IHOP_VARIABLE)
        continue;
      if (access->map == NULL
          || !g_hash_table_contains (self->numbers, ihop_node_strip (access->node, TRUE)))
        {
          ihop_refuse (self->proof->step, IHOP_T_STORAGE, access->node,
                       "here %s is used as a whole: it may be kept or read elsewhere",
                       self->references->symbol->name);
          return FALSE;
        }
      g_ptr_array_add (access->is_write ? self->writes : self->reads, (gpointer) access);
    }
  for (guint i = 0; i < all->len; i++)
    {
      const IhopAccess *access = all->pdata[i];
      if (access->ref->root == self->references->symbol || !is_shared (self, access))
        continue;
      ihop_diag_remedy (ihop_refuse (self->proof->step, IHOP_T_UNKNOWN, access->node,
                                     "elements of %s may also be meant by %s here",
                                     self->references->symbol->name, access->ref->root->name),
                        IHOP_REMEDY_RESTRICT);
      return FALSE;
    }
  return TRUE;
}

static void
number_references (Lives *self)
{
  const GPtrArray *nodes = self->references->nodes;

  self->parent = g_new (guint, nodes->len + 1);
  for (guint i = 0; i <= nodes->len; i++)
    {
      self->parent[i] = i;
      if (i < nodes->len)
        g_hash_table_insert (self->numbers, (gpointer) ihop_node_strip (nodes->pdata[i], TRUE),
                             GUINT_TO_POINTER (i + 1));
    }
}

/* "the flow dependence from w[i] (line 4) to w[i - 1] (line 6) makes one life of them" */
static void
refuse_flow (Lives *self)
{
  IhopCarried carried = { .source = self->from, .sink = self->to, .relation = self->flow,
                          .is_exact = self->from->may == IHOP_MAY_NOT
                                      && self->to->may == IHOP_MAY_NOT };

  ihop_proof_refuse_carried (self->proof, &carried, N_ ("%s makes one life of values of %s"),
                          self->references->symbol->name);
}

static void
refuse (Lives *self)
{
  IhopTransformStep *step = self->proof->step;
  const char *name = self->references->symbol->name;
  const IhopAccess *why = self->open ? self->open : self->seen;

  if (self->from)
    {
      refuse_flow (self);
      return;
    }
  if (why == NULL)
    {
      ihop_refuse (step, IHOP_T_SHAPE, self->header->loop, "the values of %s have one life in %s",
                   name, self->header->name->address);
      return;
    }
  g_autofree char *text = ihop_witness_reference (why->node);
  ihop_refuse (step, IHOP_T_STORAGE, why->node,
               self->open ? N_ ("%s (line %u) may read what was there before %s")
                          : N_ ("what %s (line %u) has written may be used after %s"),
               text, ihop_range_line (why->node->place), self->header->name->address);
}

/* --- building ---------------------------------------------------------------------------------- */

/* A name for each life; that of the last reference keeps the owner's, if none must. */
static guint
name_lives (Lives *self, IhopBuild *build, IhopSymbol **names)
{
  guint n = elsewhere (self), kept = life_of (self, n), lives = 0;
  gboolean is_kept = FALSE;

  for (guint i = 0; i < n; i++)
    is_kept |= life_of (self, i) == kept;
  if (!is_kept)
    kept = life_of (self, n - 1);
  for (guint i = 0; i < n; i++)
    {
      guint life = life_of (self, i);
      g_autofree char *name = g_strdup_printf ("%s%u", self->references->symbol->name, lives + 1);
      if (life == kept || names[life])
        continue;
      names[life] = ihop_make_variable (build, self->references->symbol, NULL, name);
      lives++;
    }
  return lives;
}

/* The whole reference with another array at its bottom. */
static const IhopNode *
renamed (Lives *self, IhopBuild *build, const IhopNode *reference, IhopSymbol *symbol,
         GHashTable *news)
{
  const IhopNode *now = ihop_make_ref (build, symbol);

  for (guint d = 0; d < self->references->rank; d++)
    now = ihop_make_index (build, now,
                           ihop_replace_nodes (build, ihop_subscript (self->references, reference, d),
                                               news));
  return now;
}

static IhopRewrite *
rebuilt (Lives *self, IhopBuild *build, IhopSymbol **names)
{
  const GPtrArray *nodes = self->references->nodes;
  const IhopNode *code = self->header->loop;
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  GPtrArray *all = g_ptr_array_new ();

  /* References inside subscripts first. */
  for (guint i = nodes->len; i-- > 0;)
    if (names[life_of (self, i)])
      g_hash_table_insert (news, nodes->pdata[i],
                           (gpointer) renamed (self, build, nodes->pdata[i],
                                               names[life_of (self, i)], news));
  for (guint i = 0; i < nodes->len; i++)
    if (names[i])
      ihop_append (all, ihop_make_declaration (build, names[i], NULL));
  const IhopNode *now = ihop_replace_nodes (build, code, news);
  if (code != self->header->name->function->body)
    {
      g_ptr_array_add (all, (gpointer) now);
      return ihop_build_finish (build, code, 1, all);
    }
  for (guint i = 0; i < now->n_children; i++)
    g_ptr_array_add (all, (gpointer) now->child[i]);
  IhopNode *body = (IhopNode *) ihop_make_body (build, all);
  body->place = code->range.source ? code->range : code->place;
  return ihop_build_finish_body (build, body);
}

static IhopRewrite *
with_names (Lives *self)
{
  g_autoptr (IhopBuild) build
    = ihop_build_new (self->proof->step, self->header->name->function);
  g_autofree IhopSymbol **names = g_new0 (IhopSymbol *, self->references->nodes->len + 1);

  if (name_lives (self, build, names))
    return rebuilt (self, build, names);
  refuse (self);
  return NULL;
}

static gboolean
can_stand_twice (IhopTransformStep *step, const IhopHeader *header, const IhopReferences *references)
{
  const IhopSymbol *symbol = references->symbol;

  if (references->rank == 0 || ihop_type_is_variable_length (symbol->type)
      || ihop_type_strip (symbol->type)->size == 0 || ihop_type_is_volatile (symbol->type))
    ihop_refuse (step, IHOP_T_STORAGE, header->loop, "%s is no array of a known size", symbol->name);
  else if (ihop_type_strip (symbol->type)->size > IHOP_STACK_BYTES)
    ihop_refuse (step, IHOP_T_STORAGE, header->loop,
                 "an array of %lu bytes is too large for the stack",
                 ihop_type_strip (symbol->type)->size);
  else if (references->other == NULL && references->nodes->len == 0)
    ihop_refuse (step, IHOP_T_SHAPE, header->loop, "%s is not used here", symbol->name);
  else if (references->other)
    ihop_refuse (step, IHOP_T_STORAGE, references->other,
                 "here %s is used as a whole: it may be kept or read elsewhere", symbol->name);
  else if (references->nodes->len > MOST_REFERENCES)
    ihop_refuse (step, IHOP_T_UNKNOWN, header->loop, "%s is mentioned %u times: too often to follow",
                 symbol->name, references->nodes->len);
  else
    return ihop_require_no_types (step, header->name->function->body);
  return FALSE;
}

static IhopRewrite *
told_apart (Lives *self)
{
  number_references (self);
  if (!take_accesses (self))
    return NULL;
  join_elsewhere (self);
  for (guint k = 0; k < self->reads->len; k++)
    for (guint i = 0; i < self->writes->len; i++)
      join_flow (self, self->writes->pdata[i], self->reads->pdata[k]);
  return with_names (self);
}

IhopRewrite *
ihop_rename_array (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *symbol)
{
  g_autoptr (IhopReferences) references = ihop_references_of (header->loop, symbol);

  if (!can_stand_twice (step, header, references))
    return NULL;
  if (ihop_defs_has_labels (step->facts, header->name->function))
    {
      ihop_refuse (step, IHOP_T_SHAPE, header->loop, "jumps to labels are not followed here");
      return NULL;
    }
  g_autoptr (IhopLoopProof) proof = ihop_proof_new (step, header);
  g_autoptr (GPtrArray) reads = g_ptr_array_new (), writes = g_ptr_array_new ();
  g_autoptr (GHashTable) numbers = g_hash_table_new (NULL, NULL);
  if (proof == NULL)
    return NULL;
  Lives self = { .proof = proof, .header = header, .references = references, .reads = reads,
                 .writes = writes, .numbers = numbers };
  IhopRewrite *rewrite = told_apart (&self);
  isl_map_free (self.flow);
  g_free (self.parent);
  return rewrite;
}
