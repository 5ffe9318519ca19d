/* array-expand: each iteration gets an array of its own (Feautrier 1988). A function's own array gets a dimension more on the
 * stack (scalar_expand.c); memory that comes from outside, and copies over several loops in each other, are allocated.
 *
 * The proof for these: each iteration of each of the loops sets the elements that it reads before it reads them, and all that any of them
 * sets (privatization: Tu and Padua 1993), so that the last one's are those that are left behind the loops; the loops touch
 * them by this name only. They fill a box, which is what is copied back. */
#include "transform/storage/array_expand.h"
#include "analysis/verdict/privatization.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/heap_array.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/storage/array_references.h"
#include "transform/storage/element_box.h"
#include "transform/storage/scalar_expand.h"
#include "transform/storage/scalar_replace_element.h"
#include <string.h>

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *loops; /* outermost first */
  guint n;
  IhopSymbol *array;
  guint rank;              /* subscripts of each mention */
  IhopLoopProof *proof;    /* of the outermost loop */
  GPtrArray *accesses;     /* of const IhopAccess *: of the array, in the outermost loop */
  gboolean needs_last;
  IhopElementBox *box;     /* that the loops set; owned */
  IhopBuild *build;
  IhopSymbol *expanded;
} Expanding;

static gboolean
refuse (Expanding *self, const IhopNode *node, const char *format)
{
  ihop_refuse (self->step, IHOP_T_STORAGE, node, format, self->array->name);
  return FALSE;
}

/* ---- What is touched ------------------------------------------------------------------------------------------------------- */

/* A pointer itself is read for each element. */
static gboolean
is_pointer_read (const IhopAccess *access)
{
  return !access->is_write && access->ref->steps->len == 0 && ihop_type_strip (access->ref->root->type)->kind == IHOP_TYPE_POINTER;
}

/* Each mention is an element with all its subscripts. */
static gboolean
find_rank (Expanding *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const IhopAccess *access = self->accesses->pdata[i];
      if (self->rank == 0 && !is_pointer_read (access))
        self->rank = MIN (access->n_dims, IHOP_BOX_RANK + 1);
      if (!is_pointer_read (access) && (self->rank == 0 || self->rank > IHOP_BOX_RANK || !ihop_element_is_exact (access, self->array, self->rank)))
        return refuse (self, access->node, N_ ("which elements of %s are meant here is not known exactly"));
    }
  return self->rank ? TRUE : refuse (self, self->loops->loop, N_ ("%s is not used"));
}

static gboolean
collect_element (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  const Expanding *self = search[0];
  const IhopNode *subscripts[IHOP_BOX_RANK];

  if (!ihop_element_subscripts (node, self->array, self->rank, subscripts) || node->kind != IHOP_INDEX)
    return TRUE;
  g_ptr_array_add (search[1], (gpointer) node);
  return TRUE;
}

/* No mention beside the elements: nobody gets a pointer to them. The caller unrefs; NULL after a refusal. */
static GPtrArray *
elements_in (Expanding *self, const IhopNode *code)
{
  g_autoptr (GPtrArray) elements = g_ptr_array_new (), mentions = ihop_mentions_of (code, self->array);
  gpointer search[] = { self, elements };

  ihop_node_walk (code, collect_element, search);
  if (elements->len == mentions->len)
    return g_steal_pointer (&elements);
  refuse (self, code, N_ ("here %s is used as a whole: it may be kept or read elsewhere"));
  return NULL;
}

/* By no other name. */
static gboolean
is_only_name (Expanding *self)
{
  for (guint i = 0; i < self->accesses->len; i++)
    {
      const IhopAccess *access = self->accesses->pdata[i];
      if (!is_pointer_read (access) && !ihop_scalar_replace_is_alone (self->proof, access, self->accesses, access->is_write))
        return FALSE;
    }
  return TRUE;
}

/* ---- What each iteration sets -------------------------------------------------------------------------------------------- */

static gboolean
is_private_in (Expanding *self, const IhopLoopProof *proof)
{
  const IhopAccess *uncovered = NULL;
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, self->array);
  g_autofree IhopPrivate *private = accesses->len ? ihop_privatize (proof->scop, self->array, accesses, &uncovered) : NULL;

  if (private)
    self->needs_last |= private->needs_last;
  else if (uncovered)
    return ihop_proof_refuse_uncovered ((IhopLoopProof *) proof, uncovered, accesses);
  return private ? TRUE
                 : refuse (self, proof->header->loop,
                           N_ ("the value of %s is used after the loops, and not every iteration sets (all of) it"));
}

static gboolean
is_private (Expanding *self)
{
  gboolean private = is_private_in (self, self->proof);

  for (guint i = 1; i < self->n && private; i++)
    {
      g_autoptr (IhopLoopProof) proof = ihop_proof_new (self->step, &self->loops[i]);
      private = proof && is_private_in (self, proof);
    }
  return private;
}

/* The parameters with which all of the loops run: then the last iteration's elements are copied. */
static isl_set *
when_run (const Expanding *self)
{
  const IhopScopLoop *innermost = ihop_scop_loop_of (self->proof->scop, self->loops[self->n - 1].loop);

  return innermost && innermost->is_exact ? isl_set_params (isl_set_copy (innermost->domain)) : NULL;
}

static gboolean
refuse_box (Expanding *self)
{
  return refuse (self, self->loops->loop, N_ ("the elements of %s that are set fill no box whose sides can be said before the loop"));
}

static gboolean
find_box (Expanding *self)
{
  isl_set *set = NULL;

  for (guint i = 0; i < self->accesses->len; i++)
    {
      const IhopAccess *access = self->accesses->pdata[i];
      if (access->is_write)
        {
          isl_set *more = isl_map_range (isl_map_copy (access->map));
          set = set ? isl_set_union (set, more) : more;
        }
    }
  self->box = set ? ihop_element_box_new (self->proof->scop, set, when_run (self)) : NULL;
  return self->box != NULL || refuse_box (self);
}

/* ---- The new code ------------------------------------------------------------------------------------------------------------ */

/* "r - 0", "q - first": which iteration. */
static const IhopNode *
number_of (const Expanding *self, guint i)
{
  return ihop_make_binary (self->build, IHOP_OP_SUB, ihop_make_ref (self->build, self->loops[i].iterator), self->loops[i].lower);
}

static const IhopNode *
trips_of (const Expanding *self, guint i)
{
  gint64 trips = ihop_header_trips (&self->loops[i]);

  if (trips >= 0)
    return ihop_make_integer (self->build, MAX (trips, 1));
  return ihop_make_conditional (self->build, ihop_header_condition (self->build, &self->loops[i]),
                                ihop_header_count (self->build, &self->loops[i]), ihop_make_integer (self->build, 1));
}

/* The array of an iteration, "sum_r[r][q]", with the last iteration's for "last". */
static const IhopNode *
own_element (const Expanding *self, gboolean last, const IhopNode *const *subscripts)
{
  const IhopNode *element = ihop_make_ref (self->build, self->expanded);

  for (guint i = 0; i < self->n; i++)
    {
      const IhopNode *at = last ? ihop_make_plus (self->build, ihop_header_count (self->build, &self->loops[i]), -1)
                                : number_of (self, i);
      element = ihop_make_index (self->build, element, at);
    }
  for (guint d = 0; d < self->rank; d++)
    element = ihop_make_index (self->build, element, subscripts[d]);
  return element;
}

static const IhopNode *
left_element (IhopBuild *build, const IhopNode *const *subscripts, gpointer data)
{
  const Expanding *self = data;

  return ihop_element_make (build, self->array, subscripts, self->rank);
}

static const IhopNode *
last_element (IhopBuild *build, const IhopNode *const *subscripts, gpointer data)
{
  return own_element (data, TRUE, subscripts);
}

/* One row of the new array: all but its first dimension. */
static const IhopType *
row_type (const Expanding *self, const IhopType *element)
{
  const IhopType *row = ihop_type_unqualified (self->build, element);

  for (guint d = self->rank; d-- > 0 && row;)
    {
      const IhopNode *extent = ihop_element_box_extent (self->box, self->proof, self->build, d);
      row = extent ? ihop_type_array_of (self->build, row, extent) : NULL;
    }
  for (guint i = self->n; i-- > 1 && row;)
    row = ihop_type_array_of (self->build, row, trips_of (self, i));
  return row;
}

/* The last iteration's elements, where all loops have one. */
static gboolean
append_last (Expanding *self, GPtrArray *into)
{
  const IhopNode *copies
    = ihop_element_box_copy (self->box, self->proof, self->build, left_element, last_element, self);

  for (guint i = self->n; i-- > 0 && copies;)
    {
      GPtrArray *inner = g_ptr_array_new (), *outer = g_ptr_array_new ();
      ihop_append (inner, copies);
      ihop_append_if_runs (self->build, &self->loops[i], outer, inner);
      copies = ihop_make_body (self->build, outer);
    }
  if (copies)
    ihop_append (into, copies);
  return copies != NULL;
}

static const IhopNode *
loop_on_own (const Expanding *self, const GPtrArray *elements)
{
  g_autoptr (GHashTable) exchanged = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < elements->len; i++)
    {
      const IhopNode *subscripts[IHOP_BOX_RANK];
      ihop_element_subscripts (elements->pdata[i], self->array, self->rank, subscripts);
      g_hash_table_insert (exchanged, elements->pdata[i], (gpointer) own_element (self, FALSE, subscripts));
    }
  return ihop_make_loop_like (self->build, self->loops->loop, ihop_replace_nodes (self->build, self->loops->body, exchanged));
}

static IhopRewrite *
rebuilt (Expanding *self, const GPtrArray *elements)
{
  const IhopHeader *outer = &self->loops[0];
  g_autofree char *name = g_strdup_printf ("%s_%s", self->array->name, self->loops[self->n - 1].iterator->name);
  g_autoptr (GPtrArray) news = g_ptr_array_new ();
  const IhopType *row = row_type (self, ((const IhopNode *) elements->pdata[0])->type);

  if (row == NULL || !ihop_require_declarable (self->step, outer, row))
    return NULL;
  for (guint i = 0; i < self->n; i++)
    if (!ihop_require_nameable (self->step, self->loops[i].body, number_of (self, i)))
      return NULL;
  self->expanded = ihop_heap_array (self->build, self->array, row, name);
  ihop_heap_append_malloc (self->build, outer, self->expanded, trips_of (self, 0), TRUE, news);
  ihop_append (news, loop_on_own (self, elements));
  if (self->needs_last && !append_last (self, news))
    return NULL;
  ihop_heap_append_free (self->build, outer, self->expanded, news);
  return ihop_build_finish (self->build, outer->loop, 1, g_steal_pointer (&news));
}

/* ---- The step ------------------------------------------------------------------------------------------------------------------ */

static gboolean
refuse_rhythm (Expanding *self, guint i)
{
  return refuse (self, self->loops[i].loop, N_ ("this loop does not run equally often for all copies of %s"));
}

/* Loop i runs in every iteration of those around it, and from and to the same values. */
static gboolean
is_regular (Expanding *self, guint i)
{
  const IhopHeader *own = &self->loops[i];
  g_autoptr (GPtrArray) beside = ihop_body_statements (self->loops[i - 1].body);

  if (!g_ptr_array_find (beside, own->loop, NULL))
    return refuse_rhythm (self, i);
  for (guint k = 0; k < i; k++)
    {
      const IhopHeader *around = &self->loops[k];
      if (ihop_mentions (own->lower, around->iterator) || ihop_mentions (own->bound, around->iterator))
        return refuse_rhythm (self, i);
      if (!ihop_require_invariant (self->step, around, own->lower, N_ ("the first value"))
          || !ihop_require_invariant (self->step, around, own->bound, N_ ("the bound")))
        return FALSE;
    }
  return TRUE;
}

/* A copy an iteration of the innermost loop: nothing beside that loop needs one. */
static gboolean
are_regular (Expanding *self)
{
  const IhopNode *outer = self->loops[0].loop, *inner = self->loops[self->n - 1].loop;
  g_autoptr (GPtrArray) all = ihop_mentions_of (outer, self->array), within = ihop_mentions_of (inner, self->array);
  gboolean fine = all->len == within->len || refuse (self, outer, N_ ("%s is used between the loops, too"));

  for (guint i = 1; i < self->n && fine; i++)
    fine = is_regular (self, i);
  return fine;
}

static IhopRewrite *
expand (Expanding *self)
{
  g_autoptr (GPtrArray) elements = NULL;
  g_autoptr (IhopElementBox) box = NULL;
  IhopRewrite *rewrite = NULL;

  if (!find_rank (self) || !is_only_name (self) || !is_private (self) || !find_box (self))
    return NULL;
  box = self->box;
  elements = elements_in (self, self->loops->loop);
  if (elements && elements->len)
    {
      g_autoptr (IhopBuild) build = ihop_build_new (self->step, self->loops->name->function);
      self->build = build;
      rewrite = rebuilt (self, elements);
      if (rewrite == NULL && self->step->diags->len == 0)
        refuse_box (self);
    }
  return rewrite;
}

/* loops: n headers, outermost first. */
static IhopRewrite *
expand_memory (IhopTransformStep *step, const IhopHeader *loops, guint n, const char *name)
{
  Expanding self = { .step = step, .loops = loops, .n = n };

  if (!ihop_require_single_exit (step, loops) || !ihop_require_returning_calls (step, loops) || !ihop_require_heap (step, loops)
      || !(self.array = ihop_require_variable (step, loops, name)))
    return NULL;
  if (ihop_type_is_volatile (self.array->type))
    {
      refuse (&self, loops->loop, N_ ("%s is volatile"));
      return NULL;
    }
  g_autoptr (IhopLoopProof) proof = are_regular (&self) ? ihop_proof_new (step, loops) : NULL;
  if (proof == NULL)
    return NULL;
  g_autoptr (GPtrArray) accesses = ihop_proof_accesses (proof, self.array);
  self.proof = proof;
  self.accesses = accesses;
  return expand (&self);
}

/* "f/i/j w 2": the loop and those around it, the outermost first in headers. */
static gboolean
read_band (IhopTransformStep *step, char **words, guint n, IhopHeader *headers, guint *depth)
{
  const IhopLoopName *innermost = ihop_args_loop (step, words[0]);
  gint64 number = 1;

  if (innermost == NULL
      || (n == 3 && !ihop_args_number (step, words[2], N_ ("the number of loops"), 1, IHOP_ARRAY_EXPAND_LOOPS, &number)))
    return FALSE;
  *depth = (guint) number;
  g_autofree char *address = g_strdup (innermost->address);
  for (guint i = *depth; i-- > 0;)
    {
      char *end = strrchr (address, '/');
      if (end == NULL)
        {
          ihop_refuse (step, IHOP_T_ARGUMENTS, innermost->loop, "there are not so many loops around %s", innermost->address);
          return FALSE;
        }
      if (!ihop_scalar_expand_header (step, address, &headers[i]))
        return FALSE;
      *end = '\0';
    }
  return TRUE;
}

/* Memory that is not the function's own automatic array. What is no memory at all is refused with the arrays. */
static gboolean
is_from_outside (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type);

  if (type->kind == IHOP_TYPE_ARRAY)
    return symbol->kind != IHOP_SYMBOL_VARIABLE || symbol->is_global || symbol->storage != IHOP_STORAGE_AUTO;
  return type->kind == IHOP_TYPE_POINTER || !ihop_type_is_scalar (type);
}

/* Each iteration has one already, which it sets itself. */
static gboolean
require_plain_declaration (IhopTransformStep *step, const IhopHeader *header, const IhopSymbol *array)
{
  guint child, k;

  if (ihop_find_declarator (header->body, array, &child, &k) && header->body->child[child]->child[k]->child[0] == NULL)
    return TRUE;
  ihop_refuse (step, IHOP_T_STORAGE, header->loop, "the declaration of %s says what is in it", array->name);
  return FALSE;
}

/* On the stack only whole elements may be mentioned: nobody keeps a pointer to the array. */
static IhopRewrite *
expand_own (IhopTransformStep *step, const IhopHeader *header, const char *name)
{
  IhopSymbol *inside = ihop_declared_in_body (header->body, name);
  g_autoptr (IhopReferences) references
    = ihop_require_own_array (step, header, inside ? inside : ihop_require_variable (step, header, name));

  return references && (inside == NULL || require_plain_declaration (step, header, inside)) ? ihop_scalar_expand (step, header, name)
                                                                                            : NULL;
}

static IhopRewrite *
array_expand_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader headers[IHOP_ARRAY_EXPAND_LOOPS];
  guint depth;

  if (!ihop_args_count (step, n, 2, 3) || !read_band (step, words, n, headers, &depth))
    return NULL;
  const IhopSymbol *symbol = ihop_args_variable (step, headers->name->function, headers->loop, words[1]);
  if (symbol && (depth > 1 || is_from_outside (symbol)))
    return expand_memory (step, headers, depth, words[1]);
  return expand_own (step, headers, words[1]);
}

const IhopTransform ihop_transform_array_expand = {
  .name = "array-expand",
  .usage = "LOOP ARRAY [LOOPS]",
  .summary = N_ ("An array that each iteration sets anew gets a dimension more, an element an iteration"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = array_expand_build,
};
