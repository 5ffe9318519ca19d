#include "transform/kernel/tile_split.h"
#include "transform/build/make.h"
#include "transform/build/query.h"

/* The loop that counts with this variable, in the body. */
typedef struct
{
  const IhopSymbol *iterator;
  const IhopNode *loop;
} Search;

static gboolean
look_for_loop (const IhopNode *node, gpointer data)
{
  Search *search = data;

  if (node->kind == IHOP_FOR && ihop_loop_iterator (node) == search->iterator)
    search->loop = node;
  return search->loop == NULL && ihop_kind_is_statement (node->kind);
}

/* Whether the variable is the number of one of so many threads, or neighbours. */
static gboolean
counts_to (IhopBuild *build, const IhopHeader *around, const IhopSymbol *symbol, gint64 number)
{
  Search search = { symbol, NULL };
  IhopHeader header;
  gint64 first;

  ihop_node_walk (around->body, look_for_loop, &search);
  return search.loop && ihop_header_peek (build->step, search.loop, &header)
         && ihop_constant_of (header.lower, &first) && first == 0 && header.step == 1
         && ihop_header_trips (&header) == number;
}

gboolean
ihop_tile_split (IhopBuild *build, const IhopHeader *around, const IhopSum *place, gint64 n, gint64 beside, const IhopNode **thread,
                 const IhopNode **turn)
{
  g_autoptr (IhopSum) rest = ihop_sum_new (0);
  gboolean has_neighbour = FALSE;

  *thread = *turn = NULL;
  for (guint i = 0; i < place->terms->len; i++)
    {
      const IhopSumTerm *term = &g_array_index (place->terms, IhopSumTerm, i);
      if (term->factor % (n * beside) == 0)
        ihop_sum_add_term (rest, term->symbol, term->factor / n);
      else if (*thread == NULL && term->factor == beside && counts_to (build, around, term->symbol, n))
        *thread = ihop_make_ref (build, term->symbol);
      else if (!has_neighbour && term->factor == 1 && counts_to (build, around, term->symbol, beside))
        {
          ihop_sum_add_term (rest, term->symbol, 1);
          has_neighbour = TRUE;
        }
      else
        return FALSE;
    }
  if (place->constant % (n * beside) || (n > 1) != (*thread != NULL))
    return FALSE;
  rest->constant = place->constant / n;
  *turn = ihop_sum_expression (build, rest);
  return TRUE;
}
