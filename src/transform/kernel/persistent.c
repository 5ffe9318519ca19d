/* persistent: a loop of the host with thread loops in it becomes one kernel, which runs the loop itself: instead of launches
 * there are fences. (Persistent threads: Gupta, Stuart, Owens, InPar 2012.) It has one block, or all threads of a grid whose
 * blocks wait for each other (Xiao and Feng, "Inter-block GPU communication via fast barrier synchronization", IPDPS 2010).
 *
 * A block loop of one iteration is put around the loop. What stands in no thread loop gets one of a single thread; arrays that
 * are declared in between become the block's. Loops around thread loops stay: all threads run them equally often. Nothing
 * changes its place, so that the program means what it meant; the plan proves the kernel, with its fences, as it stands then
 * (analysis/kernel/kernel.h). */
#include "ir/roles.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/header.h"
#include "transform/build/jump_removal.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/loop_control.h"

typedef struct
{
  IhopTransformStep *step;
  IhopBuild *build;
  const IhopHeader *header;
  guint grid;              /* blocks; 0: one, whose threads wait for each other alone */
  GPtrArray *lone;         /* of const IhopNode *: statements behind each other that stand in no thread loop */
} Persistent;

/* ---- Marks inside -------------------------------------------------------------------------------------------------------- */

typedef struct
{
  IhopRole role;           /* looked for */
  const IhopNode *found;
} Marks;

static gboolean
look_for_mark (const IhopNode *node, gpointer data)
{
  Marks *marks = data;

  if (node->kind == IHOP_PRAGMA && ihop_role_of (node).role == marks->role)
    marks->found = node;
  return marks->found == NULL && ihop_kind_is_statement (node->kind);
}

static const IhopNode *
mark_in (const IhopNode *node, IhopRole role)
{
  Marks marks = { role, NULL };

  ihop_node_walk (node, look_for_mark, &marks);
  return marks.found;
}

/* ---- Building ------------------------------------------------------------------------------------------------------------ */

/* What one thread does. */
static void
flush (Persistent *self, GPtrArray *into)
{
  IhopBuild *build = self->build;

  if (self->lone->len == 0)
    return;
  GPtrArray *statements = g_steal_pointer (&self->lone);
  self->lone = g_ptr_array_new ();
  const IhopNode *first = statements->pdata[0], *body = ihop_make_body (build, statements);
  IhopSymbol *thread = ihop_make_iterator (build, self->header->iterator, self->header->iterator->type, "t", body);
  ihop_append (into, ihop_make_mark (build, "ihop thread x"));
  ihop_append (into, ihop_make_for (build, first, thread, TRUE, ihop_make_integer (build, 0), IHOP_OP_LT,
                                    ihop_make_integer (build, 1), 1, body));
}

static const IhopNode *uniform_body (Persistent *self, const IhopNode *body);

static gboolean
declares_iterator (Persistent *self, const IhopHeader *header)
{
  if (!header->declared_here)
    ihop_diag_code (ihop_refuse (self->step, IHOP_T_HEADER, header->loop, "%s does not declare %s in its head",
                                 header->name->address, header->iterator->name),
                    "declare-iterator %s", header->name->address);
  return header->declared_here;
}

/* A loop around thread loops. NULL after a refusal. */
static const IhopNode *
uniform_loop (Persistent *self, const IhopNode *loop)
{
  IhopHeader header;

  if (!ihop_header_read (self->step, loop, &header) || !declares_iterator (self, &header)
      || !ihop_require_no_jumps (self->step, header.body))
    return NULL;
  const IhopNode *body = uniform_body (self, header.body);
  return body ? ihop_make_loop_like (self->build, loop, body) : NULL;
}

static gboolean
declares_array (const IhopNode *declaration)
{
  for (guint i = 0; i < declaration->n_children; i++)
    if (declaration->child[i]->symbol->type->kind == IHOP_TYPE_ARRAY)
      return TRUE;
  return FALSE;
}

/* "mark": the pragma in front, of role "role". FALSE after a refusal. */
static gboolean
add (Persistent *self, const IhopNode *statement, IhopRole role, GPtrArray *into)
{
  gboolean holds_threads = mark_in (statement, IHOP_ROLE_THREAD) != NULL;

  if (role == IHOP_ROLE_NONE && !holds_threads && statement->kind != IHOP_DECLARATION)
    {
      ihop_append (self->lone, statement);
      return TRUE;
    }
  flush (self, into);
  if (self->grid && statement->kind == IHOP_DECLARATION && declares_array (statement))
    {
      ihop_refuse (self->step, IHOP_T_STORAGE, statement,
                   "an array is declared in the loop (line %u), and blocks of a grid have none together but those outside of the kernel",
                   ihop_range_line (statement->place));
      return FALSE;
    }
  if (statement->kind == IHOP_DECLARATION && role == IHOP_ROLE_NONE && declares_array (statement))
    ihop_append (into, ihop_make_mark (self->build, "ihop shared"));
  if (role == IHOP_ROLE_NONE && statement->kind == IHOP_FOR)
    statement = uniform_loop (self, statement);
  else if (role == IHOP_ROLE_NONE && statement->kind == IHOP_BLOCK)
    statement = uniform_body (self, statement);
  else if (role == IHOP_ROLE_NONE && statement->kind != IHOP_DECLARATION)
    {
      ihop_refuse (self->step, IHOP_T_SHAPE, statement, "thread loops stand in a statement that is no counting loop");
      return FALSE;
    }
  if (statement)
    ihop_append (into, statement);
  return statement != NULL;
}

static gboolean
add_child (Persistent *self, const IhopNode *block, guint i, GPtrArray *into)
{
  const IhopNode *child = block->child[i];
  IhopRole role = ihop_role_of (child).role;

  if (child->kind == IHOP_EMPTY)
    return TRUE;
  if (child->kind != IHOP_PRAGMA)
    return add (self, child, ihop_role_before (block, i).role, into);
  if (g_str_has_prefix (child->text, "target"))
    return TRUE; /* all of it is the device's now */
  if (role == IHOP_ROLE_NONE)
    {
      ihop_append (self->lone, child); /* it stays in front of its statement */
      return TRUE;
    }
  flush (self, into);
  ihop_append (into, child);
  return TRUE;
}

/* NULL after a refusal. */
static const IhopNode *
uniform_body (Persistent *self, const IhopNode *body)
{
  GPtrArray *into = g_ptr_array_new ();
  gboolean fine = TRUE;

  if (body->kind != IHOP_BLOCK)
    fine = add (self, body, IHOP_ROLE_NONE, into);
  for (guint i = 0; body->kind == IHOP_BLOCK && i < body->n_children && fine; i++)
    fine = add_child (self, body, i, into);
  if (fine)
    flush (self, into);
  else
    g_ptr_array_set_size (self->lone, 0);
  if (fine)
    return ihop_make_body (self->build, into);
  g_ptr_array_unref (into);
  return NULL;
}

/* ---- The step ------------------------------------------------------------------------------------------------------------ */

static gboolean
is_free_of_blocks (IhopTransformStep *step, const IhopHeader *header)
{
  const IhopNode *inside = mark_in (header->loop, IHOP_ROLE_BLOCK);

  for (const IhopLoopName *name = header->name; name && inside == NULL;
       name = name->parent ? ihop_address_of (step->names, name->parent) : NULL)
    {
      IhopRole role = ihop_role_in (name->function->body, name->loop).role;
      inside = role == IHOP_ROLE_BLOCK || role == IHOP_ROLE_THREAD ? name->loop : NULL;
    }
  if (inside)
    ihop_refuse (step, IHOP_T_SHAPE, inside, "%s is laid out over blocks and threads already, or something in it over blocks",
                 header->name->address);
  return inside == NULL;
}

static gboolean
holds_threads (IhopTransformStep *step, const IhopHeader *header)
{
  if (mark_in (header->body, IHOP_ROLE_THREAD))
    return TRUE;
  ihop_diag_remedy (ihop_refuse (step, IHOP_T_SHAPE, header->loop, "no loop inside of %s is marked as one over threads",
                                 header->name->address),
                    "deal out those that are parallel (cyclic) and mark them (to-threads)");
  return FALSE;
}

static IhopRewrite *
persistent_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;
  gint64 blocks = 0;

  if (!ihop_args_count (step, n, 1, 2)
      || (n == 2 && !ihop_args_number (step, words[1], N_ ("the number of blocks"), 1, IHOP_ROLE_MOST_GRID, &blocks)) || !ihop_header_of (step, words[0], &header) || !is_free_of_blocks (step, &header)
      || !holds_threads (step, &header) || !ihop_require_single_exit (step, &header)
      || !ihop_require_copyable (step, header.body))
    return NULL;
  g_autoptr (IhopBuild) build = ihop_build_new (step, header.name->function);
  g_autoptr (GPtrArray) lone = g_ptr_array_new ();
  Persistent self = { step, build, &header, (guint) blocks, g_steal_pointer (&lone) };
  const IhopNode *loop = uniform_loop (&self, header.loop);
  lone = self.lone;
  if (loop == NULL)
    return NULL;
  GPtrArray *news = g_ptr_array_new ();
  g_autofree char *mark = blocks ? g_strdup_printf ("ihop grid %u", self.grid) : g_strdup ("ihop block x");
  ihop_append (news, ihop_make_mark (build, mark));
  ihop_append (news, ihop_make_for (build, header.loop, ihop_make_counter (build, &header, blocks ? "grid" : "block"), TRUE,
                                    ihop_make_integer (build, 0), IHOP_OP_LT, ihop_make_integer (build, 1), 1, loop));
  return ihop_build_finish (build, header.loop, 1, news);
}

const IhopTransform ihop_transform_persistent = {
  .name = "persistent",
  .usage = "LOOP [BLOCKS]",
  .summary = N_ ("A loop of the host and the kernels in it become one kernel, of one block or of a grid that waits"),
  .kind = IHOP_TRANSFORM_TEXT,
  .build = persistent_build,
};
