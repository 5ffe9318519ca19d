/* copy-array of elements that inner loops read.
 *
 * The proof: nothing in the loop writes an element before one of the reads takes it (copy_array.c), so the value in front of the
 * loop is the one that is read; and the elements that are copied are those that the reads take, exactly, so that nothing is
 * touched that the loop would not touch. */
#include "transform/storage/copy_array_box.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/finish.h"
#include "transform/build/heap_array.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/refusal.h"
#include "transform/build/replace.h"
#include "transform/legality/invariance.h"
#include "transform/legality/own_variable.h"
#include "transform/legality/preconditions.h"
#include "transform/storage/element_box.h"

typedef struct
{
  IhopSymbol *array, *copy;
  guint rank;
} Copying;

static isl_set *
elements_of (const GPtrArray *reads)
{
  isl_set *elements = NULL;

  for (guint i = 0; i < reads->len; i++)
    {
      isl_set *more = isl_map_range (isl_map_copy (((IhopAccess *) reads->pdata[i])->map));
      elements = elements ? isl_set_union (elements, more) : more;
    }
  return elements;
}

static const IhopNode *
old_element (IhopBuild *build, const IhopNode *const *subscripts, gpointer data)
{
  const Copying *copying = data;

  return ihop_element_make (build, copying->array, subscripts, copying->rank);
}

static const IhopNode *
copied_element (IhopBuild *build, const IhopNode *const *subscripts, gpointer data)
{
  const Copying *copying = data;

  return ihop_element_make (build, copying->copy, subscripts, copying->rank);
}

/* The loop in which the reads take their values from the copy. */
static const IhopNode *
loop_on_copy (const IhopLoopProof *proof, IhopBuild *build, const Copying *copying, const GPtrArray *reads)
{
  g_autoptr (GHashTable) exchanged = g_hash_table_new (NULL, NULL);

  for (guint i = 0; i < reads->len; i++)
    {
      const IhopNode *node = ((IhopAccess *) reads->pdata[i])->node, *subscripts[IHOP_BOX_RANK];
      ihop_element_subscripts (node, copying->array, copying->rank, subscripts);
      g_hash_table_insert (exchanged, (gpointer) node,
                           (gpointer) ihop_element_make (build, copying->copy, subscripts, copying->rank));
    }
  return ihop_make_loop_like (build, proof->header->loop, ihop_replace_nodes (build, proof->header->body, exchanged));
}

/* What lies behind the array's first subscript, without "const". */
static const IhopType *
row_of (IhopBuild *build, const IhopSymbol *symbol)
{
  return ihop_type_unqualified_elements (build, ihop_type_strip (symbol->type)->target);
}

static IhopRewrite *
built (IhopLoopProof *proof, const IhopElementBox *box, IhopSymbol *symbol, const GPtrArray *reads)
{
  const IhopHeader *header = proof->header;
  g_autoptr (IhopBuild) build = ihop_build_new (proof->step, header->name->function);
  g_autofree char *name = g_strdup_printf ("%s_old", symbol->name);
  const IhopNode *rows = ihop_element_box_extent (box, proof, build, 0);
  Copying copying = { .array = symbol, .rank = box->rank };
  g_autoptr (GPtrArray) news = g_ptr_array_new ();

  copying.copy = ihop_heap_array (build, symbol, row_of (build, symbol), name);
  const IhopNode *copies = ihop_element_box_copy (box, proof, build, copied_element, old_element, &copying);
  if (rows == NULL || copies == NULL || !ihop_require_declarable (build->step, header, ihop_type_strip (copying.copy->type)->target))
    return NULL;
  ihop_heap_append_malloc (build, header, copying.copy, rows, TRUE, news);
  ihop_append (news, copies);
  ihop_append (news, loop_on_copy (proof, build, &copying, reads));
  ihop_heap_append_free (build, header, copying.copy, news);
  return ihop_build_finish (build, header->loop, 1, g_steal_pointer (&news));
}

IhopRewrite *
ihop_copy_array_box (IhopLoopProof *proof, IhopSymbol *symbol, const GPtrArray *reads)
{
  g_autoptr (IhopElementBox) box = ihop_element_box_new (proof->scop, elements_of (reads), NULL);

  if (!ihop_require_heap (proof->step, proof->header)
      || !ihop_require_kept_extents (proof->step, proof->header->name->function, proof->header->loop, symbol))
    return NULL;
  IhopRewrite *rewrite = box ? built (proof, box, symbol, reads) : NULL;
  if (rewrite == NULL)
    ihop_refuse (proof->step, IHOP_T_STORAGE, proof->header->loop,
                 "the elements of %s that %s reads before they are written fill no box whose sides can be said before the loop",
                 symbol->name, proof->header->name->address);
  return rewrite;
}
