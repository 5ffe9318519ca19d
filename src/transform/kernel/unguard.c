/* unguard: "if (c) x[f] += e;" does so in any case, where nobody sees it: what is computed where c is false lands in elements
 * of a local array that are read nowhere else. An edge of a tile then costs no test in its inner loop. So do several such
 * assignments under one condition. (Speculation of guarded statements; the elements are the padding of a tile.)
 *
 * The proof, for each assignment: with U the iterations of the loops around and D those in which c holds, nothing in the block that
 * declares x reads x[f] of U - D where c holds. What is computed there cannot fault: it is made of floating-point numbers, of
 * integers that are only compared and chosen between, and of elements of local arrays whose subscripts stay in them for all of U. */
#include "analysis/memory/definitions.h"
#include "analysis/dependence/dependences.h"
#include "analysis/extract/extract.h"
#include "analysis/program/isl_operations.h"
#include "ir/roles.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"
#include "transform/build/refusal.h"
#include "transform/kernel/access_elements.h"
#include "transform/legality/obstacle.h"
#include <string.h>

enum { MOST_OPERATIONS = 20 * 1000 * 1000 };

typedef struct
{
  IhopTransformStep *step;
  const IhopHeader *header;
  const IhopNode *branch;  /* the if */
  GPtrArray *updates;      /* of const IhopNode *: the assignments */
  const IhopNode *update;  /* the one that is looked at, its array … */
  IhopSymbol *array;
  IhopScop *scop;          /* … and of the block that declares that */
  gboolean only_value;     /* the assignment stays under its condition */
} Guarded;

/* Takes message. */
static gboolean
refuse_message (const Guarded *self, const IhopNode *node, IhopMessage *message)
{
  ihop_refuse_message (self->step, IHOP_T_STORAGE, node, message);
  return FALSE;
}
#define refuse(self, node, ...) refuse_message (self, node, ihop_message (__VA_ARGS__))

/* ---- The shape --------------------------------------------------------------------------------------------------- */

static const IhopNode *
only_statement (const IhopNode *node)
{
  while (node && node->kind == IHOP_BLOCK)
    {
      g_autoptr (GPtrArray) statements = ihop_body_statements (node);
      node = statements->len == 1 ? statements->pdata[0] : NULL;
    }
  return node;
}

static IhopSymbol *
array_of (const IhopNode *reference)
{
  const IhopNode *node = ihop_node_strip (reference, FALSE);

  if (node->kind != IHOP_INDEX)
    return NULL;
  while (node->kind == IHOP_INDEX)
    node = ihop_node_strip (node->child[0], TRUE);
  return node->kind == IHOP_REF ? node->symbol : NULL;
}

static const IhopNode *
assignment_of (const IhopNode *statement)
{
  const IhopNode *update = statement->kind == IHOP_EXPRESSION ? ihop_node_strip (statement->child[0], FALSE) : NULL;

  return update && update->kind == IHOP_ASSIGN && array_of (update->child[0]) ? update : NULL;
}

/* FALSE: there is something else under the condition. */
static gboolean
read_updates (Guarded *self, const IhopNode *body)
{
  g_autoptr (GPtrArray) statements = ihop_body_statements (body);

  for (guint i = 0; i < statements->len; i++)
    {
      const IhopNode *statement = statements->pdata[i], *update = assignment_of (statement);
      if (update)
        g_ptr_array_add (self->updates, (gpointer) update);
      else if (statement->kind != IHOP_BLOCK || !read_updates (self, statement))
        return FALSE;
    }
  return TRUE;
}

static gboolean
read_shape (Guarded *self)
{
  const IhopNode *branch = only_statement (self->header->body);

  self->branch = branch;
  if (branch && branch->kind == IHOP_IF && branch->child[2] == NULL && !ihop_node_effect (branch->child[0])
      && read_updates (self, branch->child[1]) && self->updates->len)
    return TRUE;
  ihop_refuse (self->step, IHOP_T_SHAPE, self->header->loop,
               "the body of %s is not one condition with nothing but assignments to elements under it", self->header->name->address);
  return FALSE;
}

/* ---- What is computed ---------------------------------------------------------------------------------------------- */

static gboolean
is_number (const IhopType *type)
{
  return ihop_type_is_floating (type) || ihop_type_is_integer (type);
}

static gboolean
is_local_array (const Guarded *self, const IhopSymbol *symbol)
{
  const IhopType *type = symbol->type;

  while (type->kind == IHOP_TYPE_ARRAY && type->has_count)
    type = ihop_type_strip (type->target);
  return symbol->kind == IHOP_SYMBOL_VARIABLE && symbol->storage == IHOP_STORAGE_AUTO && !symbol->is_global
         && symbol->type->kind == IHOP_TYPE_ARRAY && is_number (type) && !ihop_type_is_volatile (symbol->type);
}

/* Integers may overflow, and quotients fault. */
static gboolean
is_harmless_operation (const IhopNode *node)
{
  if (node->op >= IHOP_OP_LT && node->op <= IHOP_OP_NE)
    return TRUE;
  return ihop_type_is_floating (node->type)
         && (node->op == IHOP_OP_ADD || node->op == IHOP_OP_SUB || node->op == IHOP_OP_MUL);
}

/* Something that may fault; subscripts are looked at elsewhere. */
static gboolean
look_for_harm (const IhopNode *node, gpointer data)
{
  gpointer *search = data;
  const Guarded *self = search[0];
  const IhopNode **found = search[1];
  gboolean harmless = FALSE;

  if (*found)
    return FALSE;
  switch (node->kind)
    {
    case IHOP_INDEX:
      {
        const IhopSymbol *array = array_of (node);
        if (array == NULL || !is_local_array (self, array) || !is_number (node->type))
          *found = node;
        return FALSE;
      }
    case IHOP_REF:
      harmless = node->symbol && ihop_type_is_scalar (node->symbol->type) && !ihop_type_is_volatile (node->symbol->type);
      break;
    case IHOP_BINARY:
      harmless = is_harmless_operation (node);
      break;
    case IHOP_ASSIGN:
      harmless = node == self->update && (ihop_type_is_floating (node->type) || node->op == IHOP_OP_NONE);
      break;
    case IHOP_CONDITIONAL:
      harmless = node->child[1] != NULL;
      break;
    case IHOP_CAST:
      harmless = ihop_type_is_scalar (node->type)
                 && (ihop_type_is_floating (node->type)
                     || !ihop_type_is_floating (ihop_node_strip (node->child[0], FALSE)->type));
      break;
    case IHOP_FLOATING:
    case IHOP_INTEGER:
    case IHOP_PAREN:
      harmless = TRUE;
      break;
    default:
      break;
    }
  if (!harmless)
    *found = node;
  return harmless;
}

static gboolean
check_harm (const Guarded *self)
{
  const IhopNode *found = NULL;
  gpointer search[] = { (gpointer) self, &found };

  ihop_node_walk (self->update, look_for_harm, search);
  return found == NULL
         || refuse (self, found, "without its condition this might fault, or be seen (line %u)", ihop_range_line (found->place));
}

/* ---- Which elements -------------------------------------------------------------------------------------------------- */

static const IhopAccess *
target_access (const Guarded *self)
{
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *access = self->scop->accesses->pdata[i];
      if (access->is_write && access->ref->root == self->array && ihop_node_holds (self->update, access->node))
        return access;
    }
  return NULL;
}

/* Whether an access may be of these elements of the target's array; by another name it may be of any. Keeps elements. */
static gboolean
touches (const Guarded *self, const IhopAccess *target, const IhopAccess *access, isl_set *elements)
{
  if (access->ref->root != self->array)
    return ihop_overlap_of (self->scop, target, access, NULL).kind != IHOP_OVERLAP_NONE;
  isl_set *own = access->map ? isl_map_range (ihop_access_leading (access, access->n_dims)) : NULL;

  if (own == NULL || isl_set_dim (own, isl_dim_set) != isl_set_dim (elements, isl_dim_set))
    {
      isl_set_free (own);
      return TRUE;
    }
  own = isl_set_reset_tuple_id (own);
  gboolean apart = isl_set_is_disjoint (own, elements) == isl_bool_true;
  isl_set_free (own);
  return !apart;
}

/* "spoilt": elements of the array that hold something else afterwards. Within one run of the block: the outer loops' iterators
 * are parameters. */
static gboolean
is_unseen (const Guarded *self, const IhopAccess *target, isl_set *spoilt)
{
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *access = self->scop->accesses->pdata[i];
      if (access->is_write && access->ref->root == self->array)
        continue; /* whoever reads there is found */
      if (touches (self, target, access, spoilt))
        return refuse (self, access->node, "this may see an element of %s that is set where the condition does not hold "
                       "(line %u)", self->array->name, ihop_range_line (access->node->place));
    }
  return TRUE;
}

static gboolean
check_bounds (const Guarded *self, isl_set *iterations)
{
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *access = self->scop->accesses->pdata[i];
      if (!ihop_node_holds (self->update, access->node) || access->n_dims == 0)
        continue;
      if (access->ref->steps->len != access->n_dims || !ihop_access_stays_inside (access, iterations))
        return refuse (self, access->node, "without the condition a subscript of %s may leave it (line %u)",
                       access->ref->root->name, ihop_range_line (access->node->place));
    }
  return TRUE;
}

typedef struct
{
  const IhopSymbol *symbol;
  const IhopNode *declaration;
} Declaring;

static gboolean
look_for_declaration (const IhopNode *node, gpointer data)
{
  Declaring *self = data;

  for (guint i = 0; node->kind == IHOP_DECLARATION && i < node->n_children; i++)
    if (node->child[i]->symbol == self->symbol)
      self->declaration = node;
  return self->declaration == NULL && ihop_kind_is_statement (node->kind);
}

static const IhopNode *
declaration_of (const Guarded *self, const IhopSymbol *array)
{
  Declaring search = { array, NULL };

  ihop_node_walk (self->header->name->function->body, look_for_declaration, &search);
  return search.declaration;
}

static gboolean
is_shared (const Guarded *self, const IhopSymbol *array)
{
  const IhopNode *declaration = declaration_of (self, array);

  return declaration && ihop_role_in (self->header->name->function->body, declaration).role == IHOP_ROLE_SHARED;
}

/* What is read from shared memory where the condition does not hold must be somebody's value, though nobody looks at what comes of
 * it: tools that watch that memory would complain. */
static gboolean
check_values (const Guarded *self, isl_set *others)
{
  for (guint i = 0; i < self->scop->accesses->len; i++)
    {
      const IhopAccess *access = self->scop->accesses->pdata[i];
      gboolean is_element = ihop_node_holds (self->update, access->node) && access->n_dims && !access->is_write;
      isl_map *map = is_element && is_shared (self, access->ref->root) ? ihop_access_subscripts (access, others) : NULL;
      if (map == NULL)
        continue;
      isl_set *read = isl_map_range (isl_map_intersect_domain (map, isl_set_copy (others)));
      isl_set *set = ihop_access_elements_set (self->scop, access->ref->root, self->update);
      gboolean fine = isl_set_is_empty (read) == isl_bool_true || (set && isl_set_is_subset (read, set) == isl_bool_true);
      isl_set_free (read);
      isl_set_free (set);
      if (!fine)
        return refuse (self, access->node, "without the condition elements of %s are read that nothing has set (line %u)",
                       access->ref->root->name, ihop_range_line (access->node->place));
    }
  return TRUE;
}

static gboolean
check_elements (const Guarded *self)
{
  const IhopAccess *target = target_access (self);

  if (target == NULL || target->statement->loop == NULL || !target->statement->loop->is_exact || target->n_dims == 0
      || target->map == NULL)
    return refuse (self, self->update, "it is not known which elements of %s are set here", self->array->name);
  isl_set *all = ihop_access_iterations (target);
  isl_set *guarded = isl_set_reset_tuple_id (isl_map_domain (ihop_access_leading (target, 0)));
  isl_set *others = isl_set_subtract (isl_set_copy (all), guarded);
  isl_map *map = ihop_access_subscripts (target, all);
  isl_set *spoilt = map ? isl_map_range (isl_map_intersect_domain (map, isl_set_copy (others))) : NULL;
  gboolean fine = spoilt ? check_bounds (self, all) && check_values (self, others) && (self->only_value || is_unseen (self, target, spoilt))
                         : refuse (self, self->update, "it is not known which elements of %s are set here", self->array->name);
  isl_set_free (all);
  isl_set_free (others);
  isl_set_free (spoilt);
  return fine;
}

/* ---- The step ------------------------------------------------------------------------------------------------------------ */

/* The block that declares the array; NULL after a refusal. */
static const IhopNode *
declaring_block (const Guarded *self)
{
  const IhopNode *body = self->header->name->function->body, *declaration = declaration_of (self, self->array);
  g_autoptr (GPtrArray) path = declaration && is_local_array (self, self->array) ? ihop_node_path (body, declaration) : NULL;
  const IhopDefs *defs = path ? ihop_defs_of (self->step->facts, self->header->name->function, self->array) : NULL;
  if (defs && !defs->address_taken && path->len > 1 && ((const IhopNode *) path->pdata[path->len - 2])->kind == IHOP_BLOCK)
    return path->pdata[path->len - 2];
  refuse (self, self->update, "%s is no local array of numbers that only its own block uses", self->array->name);
  return NULL;
}

static gboolean
is_proved (Guarded *self)
{
  const IhopNode *block = declaring_block (self);
  isl_ctx *ctx = ihop_facts_isl (self->step->facts);
  IhopBudget budget = ihop_facts_budget (self->step->facts);

  if (block == NULL)
    return FALSE;
  ihop_operations_limit (ctx, MOST_OPERATIONS);
  self->scop = ihop_scop_new (self->step->facts, self->header->name->function, block, &budget);
  gboolean fine = ihop_require_followed (self->step, self->scop)
                  && ihop_require_no_assumption (self->step, self->header->loop, self->scop->assumptions) && check_elements (self);
  ihop_scop_free (self->scop);
  ihop_operations_free (ctx);
  return fine;
}

static gboolean
are_proved (Guarded *self)
{
  for (guint i = 0; i < self->updates->len; i++)
    {
      self->update = self->updates->pdata[i];
      self->array = array_of (self->update->child[0]);
      if (!check_harm (self) || !is_proved (self))
        return FALSE;
    }
  return TRUE;
}

/* Where the condition is asked for again behind an assignment, it must not be about what that has set. */
static gboolean
keeps_condition (const Guarded *self)
{
  for (guint i = 0; self->only_value && i + 1 < self->updates->len; i++)
    {
      const IhopNode *update = self->updates->pdata[i];
      const IhopSymbol *array = array_of (update->child[0]);
      if (ihop_mentions (self->branch->child[0], array))
        return refuse (self, update, "the condition reads %s, which is set here", array->name);
    }
  return TRUE;
}

/* "{ double part = e; if (c) x[f] += part; }" */
static const IhopNode *
with_value_first (const Guarded *self, IhopBuild *build, const IhopNode *update)
{
  const IhopNode *value = update->child[1];
  IhopSymbol *part = ihop_make_variable (build, self->array, ihop_type_unqualified (build, value->type), "part");
  GPtrArray *both = g_ptr_array_new ();
  const IhopNode *assign = ihop_make_assignment (build, update->op, update->child[0], ihop_make_ref (build, part));

  ihop_append (both, ihop_make_declaration (build, part, value));
  ihop_append (both, ihop_make_if (build, self->branch->child[0], assign, NULL));
  return ihop_make_body (build, both);
}

static const IhopNode *
with_values_first (const Guarded *self, IhopBuild *build)
{
  GPtrArray *all = g_ptr_array_new ();

  for (guint i = 0; i < self->updates->len; i++)
    ihop_append (all, with_value_first (self, build, self->updates->pdata[i]));
  return ihop_make_body (build, all);
}

static gboolean
read_option (IhopTransformStep *step, char **words, guint n, Guarded *self)
{
  self->only_value = n == 2;
  if (n < 2 || strcmp (words[1], "value") == 0)
    return TRUE;
  return ihop_args_count (step, n, 1, 1);
}

static IhopRewrite *
unguard_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  g_autoptr (GPtrArray) updates = g_ptr_array_new ();
  Guarded self = { .step = step, .header = &header, .updates = updates };

  if (!ihop_args_count (step, n, 1, 2) || !read_option (step, words, n, &self) || !ihop_header_of (step, words[0], &header)
      || !read_shape (&self) || !are_proved (&self) || !keeps_condition (&self))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  const IhopNode *instead = self.only_value ? with_values_first (&self, build) : self.branch->child[1];
  return ihop_build_finish_body (build, ihop_node_replace (build->pool, build->function->body, self.branch, instead));
}

const IhopTransform ihop_transform_unguard = {
  .name = "unguard",
  .usage = "LOOP [value]",
  .summary = N_ ("What a condition guards is done in any case, as nobody sees it"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = unguard_build,
};
