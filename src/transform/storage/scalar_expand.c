/* scalar-expand: a scalar that each iteration sets anew becomes an array with an element an iteration, so that the loop
 * can be distributed. An array gets a further dimension (array_expand.c). Where the value is used after the loop, that of
 * the last iteration is copied back (Padua and Wolfe 1986; Feautrier 1988). */
#include "transform/storage/scalar_expand.h"
#include "transform/build/args.h"
#include "transform/build/body.h"
#include "transform/build/copy.h"
#include "transform/build/declarators.h"
#include "transform/build/finish.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/refusal.h"
#include "transform/legality/invariance.h"
#include "transform/legality/loop_control.h"
#include "transform/legality/preconditions.h"
#include "transform/storage/privatizable.h"

/* As many elements as iterations, or as there are at most; an array of none is no C. */
static IhopType *
array_type (IhopBuild *build, const IhopHeader *header, const IhopType *element)
{
  IhopType *type = ihop_pool_alloc (build->pool, sizeof *type);
  gint64 trips = ihop_header_most_trips (header);

  type->kind = IHOP_TYPE_ARRAY;
  type->target = element;
  type->align = element->align;
  if (trips >= 0)
    {
      type->has_count = TRUE;
      type->count = (guint64) MAX (trips, 1);
      type->size = type->count * element->size;
      type->count_expr = ihop_header_trips (header) > 0 ? ihop_header_count (build, header)
                                                        : ihop_make_integer (build, (gint64) type->count);
      return type;
    }
  const IhopNode *count = ihop_header_count (build, header), *zero = ihop_make_integer (build, 0);
  type->count_expr
    = ihop_make_conditional (build, ihop_make_relation (build, IHOP_OP_GT, count, zero), count,
                             ihop_make_integer (build, 1));
  return type;
}

/* A body in which the variable is not declared, but set where it was. */
static const IhopNode *
undeclared (IhopBuild *build, const IhopNode *body, IhopSymbol *symbol)
{
  guint child, k;
  const IhopNode *initializer, *assign = NULL;

  if (!ihop_find_declarator (body, symbol, &child, &k))
    return body;
  initializer = body->child[child]->child[k]->child[0];
  if (initializer)
    assign = ihop_make_assignment (build, IHOP_OP_NONE, ihop_make_ref (build, symbol), initializer);
  return ihop_without_declarator (build, body, child, k, assign);
}

/* "if (n > 0) t = t_i[n - 1];" */
static void
append_last (IhopBuild *build, const IhopHeader *header, IhopSymbol *symbol, IhopSymbol *array,
             GPtrArray *news)
{
  const IhopNode *at = ihop_make_plus (build, ihop_header_count (build, header), -1);
  const IhopNode *element = ihop_make_index (build, ihop_make_ref (build, array), at);
  GPtrArray *copies = g_ptr_array_new ();

  ihop_append (copies, ihop_make_variable_copy (build, header, ihop_make_ref (build, symbol), element));
  ihop_append_if_runs (build, header, news, copies);
}

static IhopRewrite *
expanded (IhopTransformStep *step, const IhopHeader *header, IhopSymbol *symbol, gboolean last)
{
  g_autoptr (IhopBuild) build = ihop_build_new (step, header->name->function);
  g_autofree char *name = g_strdup_printf ("%s_%s", symbol->name, header->iterator->name);
  IhopSymbol *array = ihop_make_variable (build, symbol, NULL, name);
  const IhopNode *at = ihop_make_binary (
    build, IHOP_OP_SUB, ihop_make_ref (build, header->iterator), header->lower);
  GPtrArray *news = g_ptr_array_new ();

  array->type = array->declared_type = array_type (build, header, array->type);
  if (!ihop_require_nameable (step, header->body, at)
      || !ihop_require_declarable (step, header, array->type))
    {
      g_ptr_array_unref (news);
      return NULL;
    }
  const IhopNode *element = ihop_make_index (build, ihop_make_ref (build, array), at);
  const IhopNode *body = ihop_copy (build, undeclared (build, header->body, symbol),
                                    ihop_values_new (build, symbol, element));
  ihop_append (news, ihop_make_declaration (build, array, NULL));
  ihop_append (news, ihop_make_loop_like (build, header->loop, body));
  if (last)
    append_last (build, header, symbol, array, news);
  return ihop_build_finish (build, header->loop, 1, news);
}

gboolean
ihop_scalar_expand_header (IhopTransformStep *step, const char *word, IhopHeader *header)
{
  return ihop_header_of (step, word, header) && ihop_require_repeatable_header (step, header)
         && ihop_require_unit_step (step, header, FALSE) && ihop_require_copyable (step, header->body);
}

IhopRewrite *
ihop_scalar_expand (IhopTransformStep *step, const IhopHeader *header, const char *name)
{
  IhopSymbol *symbol;
  gboolean inside, last;

  if (!(symbol = ihop_require_privatizable (step, header, name, &inside, &last))
      || !ihop_require_stack_size (step, header, symbol->type)
      || (last && !ihop_require_single_exit (step, header)))
    return NULL;
  return expanded (step, header, symbol, last);
}

static IhopRewrite *
scalar_expand_build (IhopTransformStep *step, char **words, guint n)
{
  IhopHeader header;

  if (!ihop_args_count (step, n, 2, 2)
      || !ihop_scalar_expand_header (step, words[0], &header))
    return NULL;
  IhopSymbol *symbol
    = ihop_args_variable (step, header.name->function, header.body, words[1]);
  if (symbol == NULL || ihop_type_is_scalar (symbol->type))
    return ihop_scalar_expand (step, &header, words[1]);
  ihop_diag_code (
    ihop_refuse (step, IHOP_T_STORAGE, header.loop, "%s is no scalar", symbol->name),
    "array-expand %s %s", header.name->address, symbol->name);
  return NULL;
}

const IhopTransform ihop_transform_scalar_expand = {
  .name = "scalar-expand",
  .usage = "LOOP VARIABLE",
  .summary = N_ ("A scalar that each iteration sets anew becomes an array with an element an iteration"),
  .kind = IHOP_TRANSFORM_STORAGE,
  .build = scalar_expand_build,
};
