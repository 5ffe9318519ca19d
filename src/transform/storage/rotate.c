/* rotate: buffers that are found by a number that goes round, "u[t % 2]" and "u[(t + 1) % 2]", become pointers that change places at the end of
 * each iteration. It is modulo variable expansion (M. Lam 1988) the other way round, with the rotation in the loop.
 *
 * The proof: subscripts are, modulo the number of buffers, the phase and a constant (rotating_index.h); one pointer for each distance holds what
 * is found there when the loop begins, and where the phase goes on by s, each pointer gets what the one s further on held. The
 * pointers in the array stay the same all over the loop. */
#include "analysis/memory/certain_read.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "analysis/memory/unchanged_value.h"
#include "ir/query.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/storage/rotating_index.h"
#include "transform/storage/unpack_guard.h"

enum { FEWEST = 2, MOST = 4 };

typedef struct
{
  IhopRotatingIndex index;
  IhopBuild *build;
  const char *word;        /* the name of the array */
  const IhopNode *array;   /* one mention of it; NULL: none is found yet */
  GPtrArray *places;       /* of const IhopNode *: its elements, as the loop names them */
  const IhopNode *other;   /* a mention that is no such element, or of another array of that name */
  const IhopNode *runs;    /* the condition under which array and number can be read before the loop; NULL: they can be */
  IhopSymbol *pointers[MOST];
} Rotate;

/* --- the array -------------------------------------------------------------------------------- */

static gboolean
is_named (const Rotate *self, const IhopNode *node)
{
  return (node->kind == IHOP_REF || node->kind == IHOP_MEMBER) && node->symbol && g_strcmp0 (node->symbol->name, self->word) == 0;
}

static void
look_for_places (Rotate *self, const IhopNode *node, const IhopNode *parent)
{
  gboolean is_sized = parent && (parent->kind == IHOP_SIZEOF || (parent->kind == IHOP_UNARY && parent->op >= IHOP_OP_ADDRESS));
  gboolean is_set = parent && parent->kind == IHOP_ASSIGN && ihop_node_strip (parent->child[0], TRUE) == node;
  const IhopNode *base = node->kind == IHOP_INDEX ? ihop_node_strip (node->child[0], TRUE) : NULL;

  if (base && is_named (self, base) && !is_sized && !is_set && (self->array == NULL || ihop_same_expression (self->array, base)))
    {
      self->array = base;
      g_ptr_array_add (self->places, (gpointer) node);
      look_for_places (self, node->child[1], node);
      return;
    }
  if (is_named (self, node))
    self->other = node;
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_places (self, node->child[i], node->kind == IHOP_PAREN || node->kind == IHOP_CAST ? parent : node);
}

/* Of two to four pointers, or rows. */
static gboolean
is_array_of_buffers (const Rotate *self)
{
  const IhopType *type = ihop_type_strip (self->array->type), *element = type->kind == IHOP_TYPE_ARRAY ? ihop_type_strip (type->target) : NULL;

  return element && type->has_count && type->count >= FEWEST && type->count <= MOST && !ihop_type_is_volatile (self->array->type)
         && (element->kind == IHOP_TYPE_POINTER || element->kind == IHOP_TYPE_ARRAY) && !ihop_type_is_variable_length (element);
}

static gboolean
find_array (Rotate *self)
{
  IhopTransformStep *step = self->index.step;

  look_for_places (self, self->index.name->loop, NULL);
  if (self->array && self->other == NULL && is_array_of_buffers (self))
    return TRUE;
  if (self->array == NULL)
    ihop_refuse (step, IHOP_T_ARGUMENTS, NULL, "no element of an array %s is used in the loop", self->word);
  else if (self->other)
    ihop_refuse (step, IHOP_T_SHAPE, self->other, "%s is used otherwise than by its elements", self->word);
  else
    ihop_refuse (step, IHOP_T_SHAPE, self->array, "%s is no array of two to four pointers or rows", self->word);
  return FALSE;
}

/* No element is set in the loop; of rows there is nothing to set. */
static gboolean
keeps_elements (Rotate *self)
{
  IhopFacts *facts = self->index.step->facts;
  const IhopFunction *function = self->index.function;
  const IhopNode *array = self->array, *loop = self->index.name->loop;
  gboolean are_pointers = ihop_type_strip (ihop_type_strip (array->type)->target)->kind == IHOP_TYPE_POINTER;
  gboolean changes = !ihop_value_is_unchanged (facts, function, loop, array, NULL, NULL);

  for (guint i = 0; are_pointers && i < self->places->len; i++)
    changes |= ihop_touch_changes (facts, function, loop, self->places->pdata[i]);
  if (!changes)
    return TRUE;
  ihop_refuse (self->index.step, IHOP_T_UNKNOWN, array, "the loop may change the pointers in %s", self->word);
  return FALSE;
}

/* --- the loop --------------------------------------------------------------------------------- */

/* Pointers go on at the end of the body, between what the head of the loop evaluates; jumps could leave out what goes on with them. */
static gboolean
stays_in_body (Rotate *self)
{
  const IhopNode *body = ihop_loop_body (self->index.name->loop), *head = NULL;
  gboolean has_labels = ihop_defs_has_labels (self->index.step->facts, self->index.function);

  for (guint i = 0; i < self->places->len && head == NULL; i++)
    head = ihop_node_holds (body, self->places->pdata[i]) ? NULL : self->places->pdata[i];
  if (head)
    ihop_refuse (self->index.step, IHOP_T_SHAPE, head, "this subscript stands in the head of the loop");
  else if (has_labels)
    ihop_refuse (self->index.step, IHOP_T_SHAPE, self->index.name->loop, "a goto may go past what the buffers change places with");
  return head == NULL && !has_labels;
}

static gboolean
has_distances (Rotate *self)
{
  guint distance;

  for (guint i = 0; i < self->places->len; i++)
    if (!ihop_rotating_index_distance (&self->index, ((const IhopNode *) self->places->pdata[i])->child[1], &distance))
      {
        ihop_refuse (self->index.step, IHOP_T_SHAPE, self->places->pdata[i], "this subscript is not the number that goes round and a constant");
        return FALSE;
      }
  return TRUE;
}

/* With two that go on by one, or three or four that go on by one or back by one, all change places in one round. */
static gboolean
is_one_round (Rotate *self)
{
  if (self->index.shift == 1 || self->index.shift == self->index.count - 1)
    return TRUE;
  ihop_refuse (self->index.step, IHOP_T_SHAPE, self->array, "the buffers of %s do not all change places with each other", self->word);
  return FALSE;
}

/* A "continue" would go past the exchange. */
static gboolean
reaches_end (Rotate *self)
{
  const IhopJumpRemoval going_on = { .jump = IHOP_CONTINUE };
  const IhopNode *loop = self->index.name->loop;
  const IhopNode *jump = ihop_jump_removal_first (&going_on, ihop_loop_body (loop));

  if (jump)
    ihop_remedy_jump (self->index.step, ihop_refuse (self->index.step, IHOP_T_SHAPE, jump, "this goes past the exchange of buffers at the end of the body"), jump);
  return jump == NULL;
}

static gboolean
is_certain (const Rotate *self, gboolean in_loop, const IhopNode *node)
{
  IhopFacts *facts = self->index.step->facts;
  const IhopFunction *function = self->index.function;
  const IhopNode *loop = self->index.name->loop;

  return in_loop ? ihop_read_is_certain_in_loop (facts, function, loop, node) : ihop_read_is_certain_before (facts, function, loop, node);
}

/* When the loop runs, written so that it can be asked in front of it; NULL: that cannot be. */
static const IhopNode *
condition_to_run (Rotate *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopUnpack unpack = { .step = self->index.step, .function = self->index.function, .build = self->build, .news = news };

  return ihop_unpack_runs (&unpack, self->index.name->loop);
}

/* Where the loop does not run, the array and the number need not be there. */
static gboolean
can_be_read_before (Rotate *self)
{
  if (is_certain (self, FALSE, self->array) && is_certain (self, FALSE, self->index.first))
    return TRUE;
  if (is_certain (self, TRUE, self->array) && is_certain (self, TRUE, self->index.first))
    self->runs = condition_to_run (self);
  if (self->runs == NULL)
    ihop_refuse (self->index.step, IHOP_T_UNKNOWN, self->array, "%s need not be there where the loop starts", self->word);
  return self->runs != NULL;
}

/* --- what becomes of it ------------------------------------------------------------------------- */

/* "u[(now + 1) % 2]", inside of the array whatever the number is. */
static const IhopNode *
place_at (Rotate *self, guint distance)
{
  IhopBuild *build = self->build;
  const IhopNode *count = ihop_make_integer (build, self->index.count);
  gint64 first;

  if (ihop_constant_of (self->index.first, &first))
    return ihop_make_index (build, self->array, ihop_make_integer (build, (first + distance) % self->index.count));
  const IhopNode *at = self->index.first;
  if (!self->index.is_exact && !self->index.is_natural) /* the remainder of a negative number is none of a subscript */
    at = ihop_make_plus (build, ihop_make_binary (build, IHOP_OP_MOD, at, count), self->index.count);
  else if (distance == 0 && self->index.is_exact)
    return ihop_make_index (build, self->array, at);
  return ihop_make_index (build, self->array, ihop_make_binary (build, IHOP_OP_MOD, ihop_make_plus (build, at, distance), count));
}

/* What an element is, or a row's first element leads to. */
static const IhopType *
pointer_type (Rotate *self)
{
  const IhopType *element = ihop_type_strip (self->array->type)->target, *plain = ihop_type_strip (element);

  return plain->kind == IHOP_TYPE_ARRAY ? ihop_type_pointer_to (self->build, plain->target) : ihop_type_unqualified (self->build, element);
}

static void
append_pointers (Rotate *self, GPtrArray *into)
{
  for (guint d = 0; d < self->index.count; d++)
    {
      const IhopNode *place = place_at (self, d);
      g_autofree char *name = g_strdup_printf ("%s_%u", self->word, d);
      self->pointers[d] = ihop_make_variable (self->build, NULL, pointer_type (self), name);
      ihop_append (into, ihop_make_declaration (self->build, self->pointers[d],
                                                self->runs ? ihop_make_conditional (self->build, self->runs, place, ihop_make_integer (self->build, 0)) : place));
    }
}

/* "kept = u_0; u_0 = u_1; u_1 = kept;" */
static void
append_exchange (Rotate *self, GPtrArray *into)
{
  guint n = self->index.count, at = 0;
  IhopSymbol *kept = ihop_make_variable (self->build, NULL, pointer_type (self), "kept");

  ihop_append (into, ihop_make_declaration (self->build, kept, ihop_make_ref (self->build, self->pointers[at])));
  for (guint i = 1; i < n; i++, at = (at + self->index.shift) % n)
    ihop_append_assignment (self->build, into, IHOP_OP_NONE, ihop_make_ref (self->build, self->pointers[at]),
                            ihop_make_ref (self->build, self->pointers[(at + self->index.shift) % n]));
  ihop_append_assignment (self->build, into, IHOP_OP_NONE, ihop_make_ref (self->build, self->pointers[at]), ihop_make_ref (self->build, kept));
}

static const IhopNode *
new_body (Rotate *self, GHashTable *news)
{
  GPtrArray *body = g_ptr_array_new ();
  const IhopNode *old = ihop_replace_nodes (self->build, ihop_loop_body (self->index.name->loop), news);

  for (guint i = 0; old->kind == IHOP_BLOCK && i < old->n_children; i++)
    ihop_append (body, old->child[i]);
  if (old->kind != IHOP_BLOCK)
    ihop_append (body, old);
  append_exchange (self, body);
  return ihop_make_body (self->build, body);
}

static IhopRewrite *
rotated (Rotate *self)
{
  GPtrArray *statements = g_ptr_array_new ();
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL), bodies = g_hash_table_new (NULL, NULL);
  const IhopNode *loop = self->index.name->loop;
  guint distance = 0;

  append_pointers (self, statements);
  for (guint i = 0; i < self->places->len; i++)
    {
      const IhopNode *place = self->places->pdata[i];
      ihop_rotating_index_distance (&self->index, place->child[1], &distance);
      g_hash_table_insert (news, (gpointer) place, (gpointer) ihop_make_ref (self->build, self->pointers[distance]));
    }
  g_hash_table_insert (bodies, (gpointer) ihop_loop_body (loop), (gpointer) new_body (self, news));
  ihop_append (statements, ihop_replace_nodes (self->build, loop, bodies));
  return ihop_build_finish (self->build, loop, 1, statements);
}

static void
add_statements (GPtrArray *statements, const IhopNode *body)
{
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children; i++)
    add_statements (statements, body->child[i]);
  if (body->kind != IHOP_BLOCK)
    g_ptr_array_add (statements, (gpointer) body);
}

static IhopRewrite *
rotate_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GPtrArray) places = g_ptr_array_new (), body = g_ptr_array_new ();
  Rotate self = { .places = places, .index = { .step = step } };

  if (!ihop_args_count (step, n, 2, 2) || !(self.index.name = ihop_args_loop (step, words[0])))
    return NULL;
  add_statements (body, ihop_loop_body (self.index.name->loop));
  self.word = words[1];
  self.index.function = self.index.name->function;
  self.index.body = body;
  if (!find_array (&self))
    return NULL;
  self.index.count = (guint) ihop_type_strip (self.array->type)->count;
  if (!stays_in_body (&self) || !keeps_elements (&self) || !ihop_rotating_index_find (&self.index, ((const IhopNode *) places->pdata[0])->child[1]) || !has_distances (&self)
      || !is_one_round (&self) || !reaches_end (&self) || !ihop_require_copyable (step, self.index.name->loop))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.index.function);
  self.build = build;
  return can_be_read_before (&self) ? rotated (&self) : NULL;
}

const IhopTransform ihop_transform_rotate = {
  .name = "rotate",
  .usage = "LOOP ARRAY",
  .summary = N_ ("Buffers that are found by a number that goes round become pointers that change places"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = rotate_build,
};
