/* A loop gone through strip by strip. */
#include "transform/parallel/strip_passes.h"
#include "transform/build/args.h"
#include "transform/build/copy.h"
#include "transform/build/make.h"
#include "transform/build/make_statement.h"
#include "transform/build/make_type.h"
#include "transform/build/query.h"

enum { MOST_SIZE = 1 << 20 };

IhopPasses
ihop_passes (IhopBuild *build, const IhopHeader *header, gint64 size)
{
  IhopPasses self = { build, header, size, NULL };

  self.strip = ihop_make_variable (build, header->iterator, NULL, "strip");
  return self;
}

gboolean
ihop_passes_size (IhopTransformStep *step, const char *word, gint64 *size)
{
  return ihop_args_number (step, word, "the size of a strip", 2, MOST_SIZE, size);
}

/* (n + 1023) / 1024 */
static const IhopNode *
strips (const IhopPasses *self)
{
  gint64 trips = ihop_header_trips (self->header);
  IhopBuild *build = self->build;

  if (trips >= 0)
    return ihop_make_integer (build, (trips + self->size - 1) / self->size);
  return ihop_make_binary (build, IHOP_OP_DIV,
                           ihop_make_plus (build, ihop_header_count (build, self->header),
                                           self->size - 1),
                           ihop_make_integer (build, self->size));
}

/* An array of no elements is no C. */
static const IhopNode *
elements (const IhopPasses *self)
{
  const IhopNode *count = strips (self), *one = ihop_make_integer (self->build, 1);
  gint64 constant;

  if (ihop_constant_of (count, &constant))
    return constant > 0 ? count : one;
  return ihop_make_conditional (self->build, ihop_header_condition (self->build, self->header),
                                count, one);
}

IhopSymbol *
ihop_passes_array (const IhopPasses *self, const IhopSymbol *like, const IhopType *element,
                   const char *ending)
{
  g_autofree char *name = g_strdup_printf ("%s_%s", like->name, ending);
  IhopSymbol *symbol = ihop_make_variable (self->build, self->header->iterator, element, name);

  symbol->type = symbol->declared_type
    = ihop_type_array_of (self->build, symbol->type, elements (self));
  return symbol;
}

const IhopNode *
ihop_passes_at (const IhopPasses *self, IhopSymbol *array)
{
  return ihop_make_index (self->build, ihop_make_ref (self->build, array),
                          ihop_make_ref (self->build, self->strip));
}

void
ihop_passes_set (const IhopPasses *self, GPtrArray *into, const IhopNode *left,
                 const IhopNode *right)
{
  g_ptr_array_add (into, (gpointer) ihop_make_statement (
                           self->build,
                           ihop_make_assign (self->build, IHOP_OP_NONE, left, right)));
}

const IhopNode *
ihop_passes_inner (const IhopPasses *self, const IhopNode *body)
{
  const IhopHeader *header = self->header;
  IhopBuild *build = self->build;
  const IhopNode *size = ihop_make_integer (build, self->size);
  const IhopNode *way
    = ihop_make_binary (build, IHOP_OP_MUL, ihop_make_ref (build, self->strip), size);
  const IhopNode *lower = ihop_make_binary (build, IHOP_OP_ADD, header->lower, way);
  const IhopNode *end = ihop_make_plus (build, lower,
                                        self->size - (header->relation == IHOP_OP_LE));
  gint64 trips = ihop_header_trips (header);

  if (trips < 0 || trips % self->size)
    end = ihop_make_min (build, end, header->bound);
  return ihop_make_for (build, header->loop, header->iterator, header->declared_here, lower,
                        header->relation, end, 1, body);
}

const IhopNode *
ihop_passes_over (const IhopPasses *self, GPtrArray *body)
{
  IhopBuild *build = self->build;
  const IhopNode *loop = ihop_make_for (build, self->header->loop, self->strip, TRUE,
                                        ihop_make_integer (build, 0), IHOP_OP_LT, strips (self),
                                        1, ihop_make_body (build, body));

  return ihop_copy (build, loop, NULL);
}
