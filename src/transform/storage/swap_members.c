/* swap-members: members of structs whose pointers change places ("step (a, b); t = a; a = b; b = t;") are kept in variables over a loop, which
 * change places with the pointers (scalar replacement, as in promote, of what moves).
 *
 * The proof: the loop changes none of these members, and the pointers only where they change places; behind each such place the variables have
 * changed places, too. Whole numbers are one variable for all of the structs, in a loop that runs only if they are equal; else it is the
 * loop as it was that does. */
#include "analysis/memory/certain_evaluation.h"
#include "analysis/memory/certain_read.h"
#include "analysis/memory/definitions.h"
#include "analysis/memory/mod_ref.h"
#include "analysis/memory/swap_statements.h"
#include "ir/query.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/storage/unpack_guard.h"

enum { MOST_POINTERS = 4 };

/* A member that the loop reads. */
typedef struct
{
  const IhopNode *reference;       /* one, "a->cells" */
  gboolean is_number;              /* a whole number: one variable for all of the structs */
  const IhopNode *at[MOST_POINTERS]; /* the member of each struct */
  IhopSymbol *variables[MOST_POINTERS];
} Member;

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopLoopName *name;
  const IhopSwapStatements *swap;
  GPtrArray *members;      /* of Member *, owned */
  GPtrArray *references;   /* of const IhopNode *: all that the loop has of these */
  const IhopNode *trouble; /* what is behind one of the pointers, and no member that can be kept */
  const IhopNode *runs;    /* when the loop runs, if members can be read only then; NULL: they can be before it */
} SwapMembers;

/* --- the exchange ------------------------------------------------------------------------------- */

static gboolean
is_pointer_to_struct (const IhopSymbol *symbol)
{
  const IhopType *type = ihop_type_strip (symbol->type), *target = type->kind == IHOP_TYPE_POINTER ? ihop_type_strip (type->target) : NULL;

  return target && target->kind == IHOP_TYPE_RECORD && !target->is_union;
}

/* The exchange in the loop; NULL after a refusal: there is none, or there are several. */
static const IhopSwapStatements *
find_swap (const SwapMembers *self)
{
  const GPtrArray *swaps = ihop_swap_statements_of (self->step->facts, self->name->function);
  const IhopSwapStatements *found = NULL;
  guint n = 0;

  for (guint i = 0; i < swaps->len; i++)
    {
      const IhopSwapStatements *swap = swaps->pdata[i];
      if (!ihop_node_holds (ihop_loop_body (self->name->loop), swap->block) || !is_pointer_to_struct (swap->variables->pdata[0]))
        continue;
      found = swap;
      n++;
    }
  if (n == 1 && found->variables->len <= MOST_POINTERS)
    return found;
  ihop_refuse (self->step, IHOP_T_SHAPE, self->name->loop, "there is no one place in the loop where pointers to structs change places");
  return NULL;
}

static int
pointer_number (const SwapMembers *self, const IhopSymbol *symbol)
{
  for (guint i = 0; symbol && i < self->swap->variables->len; i++)
    if (self->swap->variables->pdata[i] == symbol)
      return (int) i;
  return -1;
}

static guint
count_writes (const IhopNode *node, const IhopSymbol *symbol)
{
  gboolean is_write = (node->kind == IHOP_ASSIGN || (node->kind == IHOP_UNARY && node->op >= IHOP_OP_PRE_INC)) && ihop_node_named (node->child[0]) == symbol;
  guint n = is_write || node->kind == IHOP_OPAQUE || node->kind == IHOP_OPAQUE_EXPR;

  for (guint i = 0; i < node->n_children; i++)
    n += node->child[i] ? count_writes (node->child[i], symbol) : 0;
  return n;
}

/* The exchange sets each of them once, and nothing else in the loop does. */
static gboolean
only_change_places (const SwapMembers *self)
{
  for (guint i = 0; i < self->swap->variables->len; i++)
    {
      const IhopSymbol *pointer = self->swap->variables->pdata[i];
      if (ihop_defs_is_tame (self->step->facts, self->name->function, pointer) && count_writes (self->name->loop, pointer) == 1)
        continue;
      ihop_refuse (self->step, IHOP_T_SHAPE, self->name->loop, "%s does more in the loop than to change places", pointer->name);
      return FALSE;
    }
  return TRUE;
}

/* --- members ------------------------------------------------------------------------------------ */

static gboolean
can_be_kept (const IhopNode *member)
{
  const IhopType *type = ihop_type_strip (member->type);

  return member->flags & IHOP_NODE_ARROW && !ihop_type_is_volatile (member->type)
         && (type->kind == IHOP_TYPE_POINTER || ihop_type_is_integer (type) || ihop_type_is_floating (type));
}

static Member *
member_of (SwapMembers *self, const IhopNode *reference)
{
  for (guint i = 0; i < self->members->len; i++)
    if (((Member *) self->members->pdata[i])->reference->symbol == reference->symbol)
      return self->members->pdata[i];
  Member *member = g_new0 (Member, 1);
  member->reference = reference;
  member->is_number = ihop_type_is_integer (ihop_type_strip (reference->type));
  for (guint i = 0; i < self->swap->variables->len; i++)
    {
      IhopNode *name = ihop_node_new (ihop_facts_pool (self->step->facts), IHOP_REF, 0), *at = ihop_node_new (ihop_facts_pool (self->step->facts), IHOP_MEMBER, 1);
      name->symbol = self->swap->variables->pdata[i];
      name->type = name->symbol->type;
      at->symbol = reference->symbol;
      at->type = reference->type;
      at->flags = IHOP_NODE_ARROW;
      at->child[0] = name;
      member->at[i] = at;
    }
  g_ptr_array_add (self->members, member);
  return member;
}

static void
look_for_members (SwapMembers *self, const IhopNode *node, const IhopNode *parent)
{
  const IhopNode *base = node->kind == IHOP_MEMBER ? ihop_node_strip (node->child[0], TRUE) : NULL;
  gboolean is_addressed = parent && parent->kind == IHOP_UNARY && parent->op == IHOP_OP_ADDRESS;

  if (base && pointer_number (self, ihop_node_named (base)) >= 0)
    {
      if (!can_be_kept (node) || is_addressed)
        self->trouble = node;
      member_of (self, node);
      g_ptr_array_add (self->references, (gpointer) node);
      return;
    }
  for (guint i = 0; i < node->n_children; i++)
    if (node->child[i])
      look_for_members (self, node->child[i], node->kind == IHOP_PAREN ? parent : node);
}

static gboolean
has_members (SwapMembers *self)
{
  look_for_members (self, self->name->loop, NULL);
  if (self->trouble)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->trouble, "this member is no number and no pointer");
  else if (self->members->len == 0)
    ihop_refuse (self->step, IHOP_T_SHAPE, self->name->loop, "the loop reads no members of the structs whose pointers change places");
  for (guint i = 0; i < self->references->len && self->trouble == NULL; i++)
    {
      const IhopNode *reference = self->references->pdata[i];
      /* Asked of what stands in the loop: it is known there which structs the pointer may lead to. */
      self->trouble = ihop_touch_changes (self->step->facts, self->name->function, self->name->loop, reference) ? reference : NULL;
      if (self->trouble)
        ihop_refuse (self->step, IHOP_T_UNKNOWN, self->trouble, "%s may be set in the loop", reference->symbol->name);
    }
  return self->trouble == NULL && self->members->len > 0;
}

/* --- where they are read ------------------------------------------------------------------------ */

/* In each iteration, before the pointers change places: behind that a name stands for another struct. */
static gboolean
is_followed_first (const SwapMembers *self, const IhopNode *place)
{
  const IhopNode *body = ihop_loop_body (self->name->loop), *swap = self->swap->block->child[self->swap->first];
  const IhopEvaluationSearch search = { self->step->facts, self->name->function, ihop_address_followed (place), NULL, FALSE };

  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children && !ihop_node_holds (body->child[i], swap); i++)
    {
      IhopEvaluated result = ihop_evaluation_in_statement (&search, body->child[i]);
      if (result != IHOP_EVALUATED_NOT_YET)
        return result == IHOP_EVALUATED_FOUND;
    }
  return FALSE;
}

static gboolean
all_are_certain (const SwapMembers *self, gboolean in_loop)
{
  IhopFacts *facts = self->step->facts;
  const IhopFunction *function = self->name->function;
  const IhopNode *loop = self->name->loop;

  for (guint i = 0; i < self->members->len; i++)
    for (guint k = 0; k < self->swap->variables->len; k++)
      {
        const IhopNode *place = ((const Member *) self->members->pdata[i])->at[k];
        if (!(in_loop ? is_followed_first (self, place) : ihop_read_is_certain_before (facts, function, loop, place)))
          return FALSE;
      }
  return TRUE;
}

static gboolean
can_be_read (SwapMembers *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);
  IhopUnpack unpack = { .step = self->step, .function = self->name->function, .build = self->build, .news = news };

  if (all_are_certain (self, FALSE))
    return TRUE;
  self->runs = all_are_certain (self, TRUE) ? ihop_unpack_runs (&unpack, self->name->loop) : NULL;
  if (self->runs == NULL)
    ihop_refuse (self->step, IHOP_T_UNKNOWN, self->name->loop, "one of the structs need not be there where the loop starts");
  return self->runs != NULL;
}

/* --- what becomes of it ------------------------------------------------------------------------- */

/* "b->rows" */
static const IhopNode *
place_of (SwapMembers *self, const Member *member, guint pointer)
{
  IhopNode *place = ihop_node_new (self->build->pool, IHOP_MEMBER, 1);

  place->symbol = member->reference->symbol;
  place->type = member->reference->type;
  place->flags = IHOP_NODE_ARROW;
  place->child[0] = ihop_make_ref (self->build, (IhopSymbol *) self->swap->variables->pdata[pointer]);
  return place;
}

/* "a->rows == b->rows && …", and that the loop runs, where that has to be known; NULL: nothing has to be asked. */
static const IhopNode *
condition (SwapMembers *self)
{
  const IhopNode *all = self->runs;

  for (guint i = 0; i < self->members->len; i++)
    {
      const Member *member = self->members->pdata[i];
      for (guint k = 1; member->is_number && k < self->swap->variables->len; k++)
        {
          const IhopNode *equal = ihop_make_relation (self->build, IHOP_OP_EQ, place_of (self, member, 0), place_of (self, member, k));
          all = all ? ihop_make_binary (self->build, IHOP_OP_LAND, all, equal) : equal;
        }
    }
  return all;
}

static void
append_variables (SwapMembers *self, GPtrArray *into)
{
  for (guint i = 0; i < self->members->len; i++)
    {
      Member *member = self->members->pdata[i];
      for (guint k = 0; k < self->swap->variables->len; k++)
        {
          const IhopSymbol *pointer = self->swap->variables->pdata[k];
          g_autofree char *name = g_strdup_printf ("%s_%s", pointer->name, member->reference->symbol->name);
          if (k > 0 && member->is_number)
            {
              member->variables[k] = member->variables[0];
              continue;
            }
          member->variables[k] = ihop_make_variable (self->build, NULL, ihop_type_unqualified (self->build, member->reference->type), name);
          ihop_append (into, ihop_make_declaration (self->build, member->variables[k], place_of (self, member, k)));
        }
    }
}

/* "kept = a_cells; a_cells = b_cells; b_cells = kept;": variables[0] gets what variables[1] had, and so on. */
static void
append_exchange (SwapMembers *self, const Member *member, GPtrArray *into)
{
  IhopBuild *build = self->build;
  guint n = self->swap->variables->len;
  IhopSymbol *kept = ihop_make_variable (build, NULL, ihop_type_unqualified (build, member->reference->type), "kept");

  ihop_append (into, ihop_make_declaration (build, kept, ihop_make_ref (build, member->variables[0])));
  for (guint k = 0; k + 1 < n; k++)
    ihop_append_assignment (build, into, IHOP_OP_NONE, ihop_make_ref (build, member->variables[k]), ihop_make_ref (build, member->variables[k + 1]));
  ihop_append_assignment (build, into, IHOP_OP_NONE, ihop_make_ref (build, member->variables[n - 1]), ihop_make_ref (build, kept));
}

/* The block with the exchange, and the variables' behind it. */
static const IhopNode *
new_block (SwapMembers *self, GHashTable *news)
{
  GPtrArray *statements = g_ptr_array_new ();
  const IhopNode *block = self->swap->block;

  for (guint i = 0; i < block->n_children; i++)
    {
      ihop_append (statements, ihop_replace_nodes (self->build, block->child[i], news));
      for (guint k = 0; i + 1 == self->swap->first + self->swap->n && k < self->members->len; k++)
        if (!((const Member *) self->members->pdata[k])->is_number)
          append_exchange (self, self->members->pdata[k], statements);
    }
  return ihop_make_body (self->build, statements);
}

static const IhopNode *
new_loop (SwapMembers *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < self->references->len; i++)
    {
      const IhopNode *reference = self->references->pdata[i];
      int pointer = pointer_number (self, ihop_node_named (reference->child[0]));
      g_hash_table_insert (news, (gpointer) reference, (gpointer) ihop_make_ref (self->build, member_of (self, reference)->variables[pointer]));
    }
  const IhopNode *block = new_block (self, news);
  g_hash_table_insert (news, (gpointer) self->swap->block, (gpointer) block);
  return ihop_replace_nodes (self->build, self->name->loop, news);
}

static gboolean
drop_mark (const IhopNode *node, gpointer data)
{
  if (node->kind == IHOP_PRAGMA && g_str_has_prefix (node->text, "target"))
    g_hash_table_insert (data, (gpointer) node, NULL);
  return TRUE;
}

/* What the owner has marked to be on the device is so in the loop with the variables. */
static const IhopNode *
loop_as_it_was (SwapMembers *self)
{
  g_autoptr (GHashTable) news = g_hash_table_new (NULL, NULL);

  ihop_node_walk (self->name->loop, drop_mark, news);
  return ihop_replace_nodes (self->build, self->name->loop, news);
}

static IhopRewrite *
swapped (SwapMembers *self)
{
  const IhopNode *asked = condition (self), *loop = self->name->loop;
  GPtrArray *fast = g_ptr_array_new (), *statements = asked ? g_ptr_array_new () : fast;

  append_variables (self, fast);
  ihop_append (fast, new_loop (self));
  if (asked)
    ihop_append (statements, ihop_make_if (self->build, asked, ihop_make_body (self->build, fast), loop_as_it_was (self)));
  return ihop_build_finish (self->build, loop, 1, statements);
}

static IhopRewrite *
swap_members_build (IhopTransformStep *step, char **words, guint n)
{
  g_autoptr (GPtrArray) members = g_ptr_array_new_with_free_func (g_free), references = g_ptr_array_new ();
  SwapMembers self = { .step = step, .members = members, .references = references };

  if (!ihop_args_count (step, n, 1, 1) || !(self.name = ihop_args_loop (step, words[0])) || !(self.swap = find_swap (&self)) || !only_change_places (&self)
      || !has_members (&self) || !ihop_require_copyable (step, self.name->loop))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, self.name->function);
  self.build = build;
  return can_be_read (&self) ? swapped (&self) : NULL;
}

const IhopTransform ihop_transform_swap_members = {
  .name = "swap-members",
  .usage = "LOOP",
  .summary = N_ ("Members of structs whose pointers change places become variables that do"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = swap_members_build,
};
