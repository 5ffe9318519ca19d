/* Loops taken apart, and put together again where that is better. */
#include "advise/ideas.h"
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

/* The loops in a loop's body become one, too, if they follow each other right at its start. */
static void
fuse_inside (IhopSearching *search, IhopState **state, const char *address)
{
  g_autoptr (GPtrArray) inner = inner_addresses (*state, address);
  guint statements = count_statements (*state, address);

  if (inner->len != 2 || statements != 2)
    return;
  g_autofree char *step = g_strdup_printf ("fuse %s", (char *) inner->pdata[0]);
  if (ihop_state_try (search, state, step))
    fuse_inside (search, state, inner->pdata[0]);
}

/* The loop and its neighbour, and what is in them. TRUE: it is better so, and *state says so. */
static gboolean
fuse_one (IhopSearching *search, IhopState **state, const char *address, double factor)
{
  IhopState *fused = ihop_state_ref (*state);
  g_autofree char *step = g_strdup_printf ("fuse %s", address);
  gboolean pays = ihop_state_try (search, &fused, step);

  if (pays)
    fuse_inside (search, &fused, address);
  pays = pays
         && ihop_state_worth (search, fused)->seconds
              < factor * ihop_state_worth (search, *state)->seconds;
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
      if (fuse_one (search, state, first, 1))
        n--;
      else
        k++;
    }
}

/* Loops of one function that stand in the same loop, or in none; in the order of the text. */
static GPtrArray *
beside (const IhopState *state, const char *function, const IhopNode *parent)
{
  GPtrArray *addresses = g_ptr_array_new_with_free_func (g_free);

  for (guint i = 0; i < state->names->len; i++)
    {
      const IhopLoopName *name = state->names->pdata[i];
      if (name->parent == parent && g_str_equal (name->function->symbol->name, function))
        g_ptr_array_add (addresses, g_strdup (name->address));
    }
  return addresses;
}

void
ihop_idea_fuse_all (IhopSearching *search, IhopState **state, const char *function, double factor)
{
  g_autoptr (GPtrArray) all = beside (*state, function, NULL);

  for (guint i = 0; i + 1 < all->len;)
    {
      if (!fuse_one (search, state, all->pdata[i], factor))
        {
          i++;
          continue;
        }
      g_ptr_array_unref (all);
      all = beside (*state, function, NULL);
    }
}
