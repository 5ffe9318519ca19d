/* Loops taken apart, and put together again where that is better. */
#include "advise/ideas.h"
#include "ir/roles.h"
#include "transform/build/body.h"

/* What the loop is made of; declarations of its own do not let it be taken apart. */
static guint
count_statements (const IhopState *state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (state, address);
  g_autoptr (GPtrArray) statements
    = name && name->loop->kind == IHOP_FOR ? ihop_body_statements (ihop_loop_body (name->loop))
                                           : NULL;

  return statements ? statements->len : 0;
}

static GPtrArray *
inner_addresses (const IhopState *state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (state, address);
  g_autoptr (GPtrArray) inner = name ? ihop_state_inner (state, name->loop) : g_ptr_array_new ();
  GPtrArray *addresses = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < inner->len; i++)
    g_ptr_array_add (addresses, g_strdup (((const IhopLoopName *) inner->pdata[i])->address));
  return addresses;
}

guint
ihop_idea_distribute (IhopSearching *search, IhopState **state, const char *address,
                      gboolean inner_too)
{
  g_autoptr (GPtrArray) inner = inner_addresses (*state, address);
  guint before = ihop_state_siblings (*state, address);

  /* From the last one: those before it keep their numbers. */
  for (guint i = inner->len; inner_too && i-- > 0;)
    ihop_idea_distribute (search, state, inner->pdata[i], TRUE);
  if (count_statements (*state, address) > 1)
    {
      g_autofree char *step = g_strdup_printf ("distribute %s all", address);
      ihop_state_try (search, state, step);
    }
  return ihop_state_siblings (*state, address) - before + 1;
}

/* The loops in a loop's body become one, too, if they follow each other right at its start. "how": as in the step. */
static void
fuse_inside (IhopSearching *search, IhopState **state, const char *address, const char *how)
{
  g_autoptr (GPtrArray) inner = inner_addresses (*state, address);
  guint statements = count_statements (*state, address);

  if (inner->len != 2 || statements != 2)
    return;
  g_autofree char *step = g_strdup_printf ("fuse %s%s", (char *) inner->pdata[0], how);
  if (ihop_state_try (search, state, step))
    fuse_inside (search, state, inner->pdata[0], how);
}

/* Fewer launches are meant, but for none at all: that it all runs on the host is not for this to say. */
static gboolean
is_better (IhopSearching *search, IhopState *before, IhopState *after, double factor)
{
  const IhopWorth *old = ihop_state_worth (search, before), *new = ihop_state_worth (search, after);

  return new->seconds < factor * old->seconds && (new->launches > 0 || old->launches <= 0);
}

static gboolean
is_parallel (IhopSearching *search, IhopState *state, const IhopLoopName *name)
{
  const IhopLoop *loop = name ? ihop_loops_find (ihop_state_facts (search, state), state->tree, name->loop) : NULL;

  return loop && loop->verdict == IHOP_PARALLEL;
}

/* The loop that stands behind the one at this address; NULL: none does. */
static const IhopLoopName *
loop_behind (const IhopState *state, const char *address)
{
  const IhopLoopName *first = ihop_state_loop (state, address);
  gboolean is_behind = FALSE;

  for (guint i = 0; first && i < state->names->len; i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      if (is_behind && name->parent == first->parent && name->function == first->function)
        return name;
      is_behind |= name == first;
    }
  return NULL;
}

/* Whether a kernel begins with one of them: what a state is worth does not ask whether the sizes of arrays are known. */
static gboolean
is_on_device (IhopSearching *search, IhopState *state, const IhopLoopName *name, const IhopLoopName *other)
{
  IhopPlan *plan = ihop_plan_new (ihop_state_facts (search, state), state->tree, &search->plan);
  gboolean found = (name && g_hash_table_contains (plan->kernel_at, name->loop))
                   || (other && g_hash_table_contains (plan->kernel_at, other->loop));

  ihop_plan_free (plan);
  return found;
}

/* Those that stand in one loop, by its address, or in none (NULL); in the order of the text. */
static GPtrArray *
beside (const IhopState *state, const char *function, const char *parent)
{
  const IhopLoopName *around = parent ? ihop_state_loop (state, parent) : NULL;
  GPtrArray *addresses = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < state->names->len && (around || parent == NULL); i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      if (name->parent == (around ? around->loop : NULL) && g_str_equal (name->function->symbol->name, function))
        g_ptr_array_add (addresses, g_strdup (name->address));
    }
  return addresses;
}

/* What two loops are called that have become one. That may have the second one's variable, but it stands where the first one stood. */
static char *
address_of_both (const IhopState *before, const IhopState *after, const char *address)
{
  const IhopLoopName *first = ihop_state_loop (before, address);
  const IhopLoopName *around = first && first->parent ? ihop_address_of (before->names, first->parent) : NULL;
  const char *parent = around ? around->address : NULL;
  guint at;

  if (first == NULL)
    return g_strdup (address);
  g_autoptr (GPtrArray) row = beside (before, first->function->symbol->name, parent);
  g_autoptr (GPtrArray) now = beside (after, first->function->symbol->name, parent);
  gboolean is_there = g_ptr_array_find_with_equal_func (row, address, g_str_equal, &at) && at < now->len;
  return g_strdup (is_there ? now->pdata[at] : address);
}

/* No kernel goes into a loop of the host. */
static gboolean
keeps_kernel (IhopSearching *search, IhopState *before, IhopState *after, const char *address)
{
  g_autofree char *fused = address_of_both (before, after, address);
  const IhopLoopName *first = ihop_state_loop (before, address), *second = loop_behind (before, address);
  const IhopLoopName *both = ihop_state_loop (after, fused);

  if (!is_parallel (search, before, first) && !is_parallel (search, before, second))
    return TRUE;
  return is_parallel (search, after, both)
         && (is_on_device (search, after, both, NULL) || !is_on_device (search, before, first, second));
}

/* The loop and its neighbour, and what is in them. TRUE: it is better so, and *state says so. */
static gboolean
fuse_one (IhopSearching *search, IhopState **state, const char *address, const char *how, double factor)
{
  IhopState *fused = ihop_state_ref (*state);
  g_autofree char *step = g_strdup_printf ("fuse %s%s", address, how);
  gboolean pays = ihop_state_try (search, &fused, step);

  if (pays)
    {
      g_autofree char *both = address_of_both (*state, fused, address);
      fuse_inside (search, &fused, both, how);
    }
  pays = pays && is_better (search, *state, fused, factor)
         && keeps_kernel (search, *state, fused, address);
  if (pays)
    {
      ihop_state_unref (*state);
      *state = ihop_state_ref (fused);
    }
  ihop_state_unref (fused);
  return pays;
}

void
ihop_idea_fuse (IhopSearching *search, IhopState **state, const char *address, guint n)
{
  for (guint k = 0; k + 1 < n;)
    {
      g_autofree char *first = ihop_address_after (address, k);
      if (fuse_one (search, state, first, "", 1))
        n--;
      else
        k++;
    }
}

/* ---- all loops of a function ---- */

/* Which statement of its parent's body, or of the function's, a loop is, if another loop stands right behind it; 0: none does. */
static guint
number_before_loop (const IhopState *state, const char *parent, const char *address)
{
  const IhopLoopName *around = parent ? ihop_state_loop (state, parent) : NULL, *name = ihop_state_loop (state, address);
  const IhopNode *body = around ? ihop_loop_body (around->loop) : name && !parent ? name->function->body : NULL;
  g_autoptr (GPtrArray) statements = body ? ihop_body_statements (body) : g_ptr_array_new ();
  guint at;

  if (!name || !g_ptr_array_find (statements, name->loop, &at) || at + 1 == statements->len
      || ((const IhopNode *) statements->pdata[at + 1])->kind != IHOP_FOR)
    return 0;
  return at + 1;
}

/* Two loops beside each other change places: the one at this address, and the one behind it. */
static gboolean
swap (IhopSearching *search, IhopState **state, const char *parent, const char *address)
{
  guint number = number_before_loop (*state, parent, address);
  g_auto (GStrv) names = g_strsplit (address, "/", 2);
  g_autofree char *step = g_strdup_printf ("swap-statements %s @%u", parent ? parent : names[0], number);

  return number > 0 && ihop_state_try (search, state, step);
}

/* Two loops of a row with one between them, when that one is behind both, or else in front of them. */
static gboolean
fuse_over_next (IhopSearching *search, IhopState **state, const char *function, const char *parent, guint first, const char *how,
                double factor)
{
  g_autoptr (GPtrArray) row = beside (*state, function, parent);

  for (guint in_front = 0; in_front < 2; in_front++)
    {
      g_autoptr (IhopState) swapped = ihop_state_ref (*state);
      if (!swap (search, &swapped, parent, row->pdata[in_front ? first : first + 1]))
        continue;
      g_autoptr (GPtrArray) now = beside (swapped, function, parent);
      if (now->len == row->len && fuse_one (search, &swapped, now->pdata[first + in_front], how, factor))
        {
          ihop_state_unref (*state);
          *state = g_steal_pointer (&swapped);
          return TRUE;
        }
    }
  return FALSE;
}

/* A kernel that is laid out already is left as it is. */
static gboolean
is_laid_out (const IhopState *state, const char *address)
{
  const IhopLoopName *name = ihop_state_loop (state, address);

  return name && ihop_role_in (name->function->body, name->loop).role != IHOP_ROLE_NONE;
}

static void
fuse_row (IhopSearching *search, IhopState **state, const char *function, const char *parent, const char *how, double factor)
{
  g_autoptr (GPtrArray) row = beside (*state, function, parent);

  for (guint i = 0; i + 1 < row->len;)
    {
      if (is_laid_out (*state, row->pdata[i])
          || (!fuse_one (search, state, row->pdata[i], how, factor)
              && (i + 2 == row->len || !fuse_over_next (search, state, function, parent, i, how, factor))))
        {
          i++;
          continue;
        }
      g_ptr_array_unref (row);
      row = beside (*state, function, parent);
    }
}

/* Addresses of loops that run on the host around others: they are not parallel, nor in a parallel one. */
static GPtrArray *
host_loops (IhopSearching *search, IhopState *state, const IhopFunction *function)
{
  const GPtrArray *loops = ihop_loops_of_function (ihop_state_facts (search, state), state->tree, function);
  GPtrArray *addresses = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < loops->len; i++)
    {
      const IhopLoop *loop = loops->pdata[i];
      gboolean is_host = loop->verdict != IHOP_PARALLEL;
      for (guint k = 0; k < i && is_host; k++)
        is_host = ((const IhopLoop *) loops->pdata[k])->verdict != IHOP_PARALLEL
                  || !ihop_node_holds (((const IhopLoop *) loops->pdata[k])->name->loop, loop->name->loop);
      if (is_host)
        g_ptr_array_add (addresses, g_strdup (loop->name->address));
    }
  return addresses;
}

void
ihop_idea_fuse_all (IhopSearching *search, IhopState **state, const char *function, gboolean guard, double factor)
{
  const char *how = guard ? " guard" : "";
  const IhopFunction *found = ihop_tree_function ((*state)->tree, function);
  g_autoptr (GPtrArray) hosts = found ? host_loops (search, *state, found) : g_ptr_array_new ();

  fuse_row (search, state, function, NULL, how, factor);
  for (guint i = hosts->len; i-- > 0;) /* inner ones first: their addresses stay */
    {
      ihop_searching_extend (search, 0);
      fuse_row (search, state, function, hosts->pdata[i], how, factor);
    }
}
